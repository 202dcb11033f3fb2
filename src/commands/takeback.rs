//! `/takeback`: taking one's last move back, with all since, if the others agree.

use super::prelude::*;

pub(super) const COMMAND: Command = Command {
    name: "takeback",
    options: &[required(choice("action", OFFER_ACTIONS)), MATCH],
    read: |options| Ok(request(options.needed("action", offer_action)?)),
    press: |action| match action {
        ACCEPT => Some(request(OfferAction::Accept)),
        DECLINE => Some(request(OfferAction::Decline)),
        _ => None,
    },
    offers,
    ..Command::PLAIN
};

const ACCEPT: &str = "takeback:accept";
const DECLINE: &str = "takeback:decline";

fn request(action: OfferAction) -> Request {
    Request::change(
        Purpose::Act,
        Topic::Proposal,
        MatchCommand::Takeback(action),
    )
}

fn offers(narrator: &Narrator<'_>, state: &Match, occasion: Occasion<'_>) -> Vec<Button> {
    let Some(Motion::Takeback { .. }) = occasion.proposal() else {
        return Vec::new();
    };
    vec![
        Button::of(state, ACCEPT, narrator.say("button-accept-takeback", &[])),
        Button::of(state, DECLINE, narrator.say("button-decline", &[])),
    ]
}
