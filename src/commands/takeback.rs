//! `/takeback`: taking one's last move back, with all since, if the others agree.

use async_trait::async_trait;

use super::{
    command::{Answer, Command, Context, Occasion, Request},
    options::{MATCH, OFFER_ACTIONS, choice, offer_action, required},
};
use crate::{
    host::Purpose,
    matchplay::{Command as MatchCommand, Match, Motion, OfferAction},
    messages::{Button, Narrator, refusals::Topic},
};

pub(super) const COMMAND: Command = Command {
    name: "takeback",
    options: &[required(choice("action", OFFER_ACTIONS)), MATCH],
    read: |options| Ok(Box::new(Takeback(options.needed("action", offer_action)?))),
    press: |action| match action {
        ACCEPT => Some(Box::new(Takeback(OfferAction::Accept))),
        DECLINE => Some(Box::new(Takeback(OfferAction::Decline))),
        _ => None,
    },
    offers,
    ..Command::PLAIN
};

const ACCEPT: &str = "takeback:accept";
const DECLINE: &str = "takeback:decline";

fn offers(narrator: &Narrator<'_>, state: &Match, occasion: Occasion<'_>) -> Vec<Button> {
    let Some(Motion::Takeback { .. }) = occasion.proposal() else {
        return Vec::new();
    };
    vec![
        Button::of(state, ACCEPT, narrator.say("button-accept-takeback", &[])),
        Button::of(state, DECLINE, narrator.say("button-decline", &[])),
    ]
}

#[derive(Debug)]
struct Takeback(OfferAction);

#[async_trait]
impl Request for Takeback {
    async fn run(&self, cx: &Context<'_>) -> Answer {
        let command = MatchCommand::Takeback(self.0);
        cx.change(Purpose::Act, &command).await
    }

    fn topic(&self) -> Topic {
        Topic::Proposal
    }
}
