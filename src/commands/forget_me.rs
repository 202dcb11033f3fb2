//! `/forget-me`: deleting what is kept of the speaker.

use async_trait::async_trait;

use super::{
    command::{Answer, Command, Context, Cost, Errand, Request},
    options::{Kind, option},
};
use crate::{
    host::Limit,
    matchplay::{MatchId, Rejection},
    messages::{Button, Message, Reply},
};

pub(super) const COMMAND: Command = Command {
    name: "forget-me",
    options: &[option("confirm", Kind::Boolean)],
    works_alone: true,
    read: |options| {
        let confirmed = options.is_set("confirm");
        Ok(Box::new(ForgetMe { confirmed }))
    },
    press: |action| match action {
        FORGET_ME => Some(Box::new(ForgetMe { confirmed: true })),
        _ => None,
    },
    ..Command::PLAIN
};

const FORGET_ME: &str = "forget-me";

#[derive(Debug)]
struct ForgetMe {
    /// Whether they mean it.
    confirmed: bool,
}

#[async_trait]
impl Request for ForgetMe {
    async fn run(&self, cx: &Context<'_>) -> Answer {
        if cx.people.identity(cx.person)?.is_none() {
            return Ok(Reply::words(cx.say("forget-unknown", &[])));
        }
        if !self.confirmed {
            return ask(cx).await;
        }
        match cx.host.forget(cx.person, cx.people).await {
            Ok(()) => Ok(Reply::words(cx.say("forget-done", &[]))),
            Err(error) if cx.host.is_forgotten(cx.person) => {
                tracing::error!(%error, "somebody is still to be forgotten");
                Err(cx.refuse("store-unavailable", cx.say("refused-forgetting", &[])))
            }
            // Nothing has happened at all.
            Err(error) => Err(error.into()),
        }
    }

    /// Someone who is not known is not written down for asking this.
    fn only_shows(&self) -> bool {
        true
    }

    fn is_about_match(&self) -> bool {
        false
    }

    fn cost(&self) -> Cost {
        if self.confirmed {
            Cost::Unless(Limit::Errands)
        } else {
            Cost::Free
        }
    }

    fn is_about_forgetting(&self) -> bool {
        true
    }

    fn errand(&self) -> Option<Errand> {
        self.confirmed.then_some(Errand::Forget)
    }
}

/// Says what forgetting would do, with a button that does it.
async fn ask(cx: &Context<'_>) -> Answer {
    let parts = cx.host.parts_of(cx.person).await?;
    let mut lines = vec![cx.say("forget-asks", &[])];
    if !parts.is_empty() {
        let ids: Vec<MatchId> = parts.iter().map(|state| state.id()).collect();
        let matches = cx.named_matches(&ids);
        lines.push(cx.say(
            "forget-frees",
            &[("count", &parts.len()), ("matches", &matches)],
        ));
    }
    lines.push(cx.say("forget-how", &[]));
    let reason = Rejection::NeedsConfirmation { winner: None }.reason();
    let label = cx.say("button-forget-me", &[]);
    let refusal = Reply {
        buttons: vec![Button::alone(FORGET_ME, label).dangerous()],
        ..Reply::refusal(reason, Message::lines(lines))
    };
    Err(refusal.into())
}
