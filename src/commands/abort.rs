//! `/abort`: ending a match without a result, if everybody agrees.

use super::prelude::*;

pub(super) const COMMAND: Command = Command {
    name: "abort",
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

const ACCEPT: &str = "abort:accept";
const DECLINE: &str = "abort:decline";

fn request(action: OfferAction) -> Request {
    Request::change(Purpose::Act, Topic::Abort, MatchCommand::Abort(action))
}

fn offers(narrator: &Narrator<'_>, state: &Match, occasion: Occasion<'_>) -> Vec<Button> {
    if occasion.proposal() != Some(&Motion::Abort) {
        return Vec::new();
    }
    vec![
        Button::of(state, ACCEPT, narrator.say("button-accept-abort", &[])),
        Button::of(state, DECLINE, narrator.say("button-decline-abort", &[])),
    ]
}
