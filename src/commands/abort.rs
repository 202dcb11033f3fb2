//! `/abort`: ending a match without a result, if everybody agrees.

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
    name: "abort",
    options: &[required(choice("action", OFFER_ACTIONS)), MATCH],
    read: |options| Ok(Box::new(Abort(options.needed("action", offer_action)?))),
    press: |action| match action {
        ACCEPT => Some(Box::new(Abort(OfferAction::Accept))),
        DECLINE => Some(Box::new(Abort(OfferAction::Decline))),
        _ => None,
    },
    offers,
    ..Command::PLAIN
};

const ACCEPT: &str = "abort:accept";
const DECLINE: &str = "abort:decline";

fn offers(narrator: &Narrator<'_>, state: &Match, occasion: Occasion<'_>) -> Vec<Button> {
    if occasion.proposal() != Some(&Motion::Abort) {
        return Vec::new();
    }
    vec![
        Button::of(state, ACCEPT, narrator.say("button-accept-abort", &[])),
        Button::of(state, DECLINE, narrator.say("button-decline-abort", &[])),
    ]
}

#[derive(Debug)]
struct Abort(OfferAction);

#[async_trait]
impl Request for Abort {
    async fn run(&self, cx: &Context<'_>) -> Answer {
        cx.change(Purpose::Act, &MatchCommand::Abort(self.0)).await
    }

    fn topic(&self) -> Topic {
        Topic::Abort
    }
}
