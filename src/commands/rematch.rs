//! `/rematch`: the same match once more.

use async_trait::async_trait;

use super::{
    command::{Answer, Command, Context, Cost, Errand, Failure, Occasion, Request},
    options::MATCH,
    play,
};
use crate::{
    host::{Limit, Purpose},
    messages::{Button, refusals::Topic},
};

pub(super) const COMMAND: Command = Command {
    name: "rematch",
    options: &[MATCH],
    read: |_| Ok(Box::new(Rematch)),
    press: |action| match action {
        REMATCH => Some(Box::new(Rematch)),
        _ => None,
    },
    offers: |narrator, state, occasion| match occasion {
        Occasion::Ended => vec![Button::of(
            state,
            REMATCH,
            narrator.say("button-rematch", &[]),
        )],
        _ => Vec::new(),
    },
    ..Command::PLAIN
};

const REMATCH: &str = "rematch";

#[derive(Debug)]
struct Rematch;

#[async_trait]
impl Request for Rematch {
    /// Opens a table, or sits down at the one that is open.
    async fn run(&self, cx: &Context<'_>) -> Answer {
        let played = cx.find(Purpose::Again).await?;
        // The choice of players is their own affair, that of the channel is the server's.
        play::check_channel(cx, played.opened_at())?;
        let delivery = cx.delivery.cloned();
        let again = cx
            .host
            .rematch(played.id(), cx.person, cx.shown_ply, delivery)
            .await;
        let done = again.map_err(|error| Failure::from(error).of(&played))?;
        Ok(cx.told(done))
    }

    fn cost(&self) -> Cost {
        Cost::Unless(Limit::Seats)
    }

    fn errand(&self) -> Option<Errand> {
        Some(Errand::OpenTable { private: false })
    }

    fn topic(&self) -> Topic {
        Topic::Rematch
    }
}
