//! `/pause`: stopping the clock, or in a paused match letting it go on, if the others agree.

use super::prelude::*;

pub(super) const COMMAND: Command = Command {
    name: "pause",
    options: &[required(choice("action", OFFER_ACTIONS)), MATCH],
    read: |options| Ok(request(options.needed("action", offer_action)?)),
    press: |action| match action {
        OFFER => Some(request(OfferAction::Offer)),
        ACCEPT => Some(request(OfferAction::Accept)),
        DECLINE => Some(request(OfferAction::Decline)),
        _ => None,
    },
    offers,
    ..Command::PLAIN
};

const OFFER: &str = "pause";
const ACCEPT: &str = "pause:accept";
const DECLINE: &str = "pause:decline";

fn request(action: OfferAction) -> Request {
    Request::change(Purpose::Act, Topic::Proposal, MatchCommand::Pause(action))
}

fn offers(narrator: &Narrator<'_>, state: &Match, occasion: Occasion<'_>) -> Vec<Button> {
    // In a paused match both let the clock go on.
    let button = |action, label| {
        let label = if state.is_paused() {
            "button-resume"
        } else {
            label
        };
        Button::of(state, action, narrator.say(label, &[]))
    };
    match (occasion, occasion.proposal()) {
        (Occasion::Paused, _) => vec![button(OFFER, "button-pause")],
        (_, Some(Motion::Pause | Motion::Resume)) => vec![
            button(ACCEPT, "button-accept-pause"),
            Button::of(state, DECLINE, narrator.say("button-decline", &[])),
        ],
        _ => Vec::new(),
    }
}
