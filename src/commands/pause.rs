//! `/pause`: stopping the clock, or in a paused match letting it go on, if the others agree.

use super::{
    prelude::*,
    proposal::{ACTIONS, answer, answers},
};

pub(super) const COMMAND: Command = Command {
    name: "pause",
    options: &[required(choice("action", ACTIONS)), MATCH],
    read: |options| Ok(request(options.needed("action", OfferAction::from_word)?)),
    press: |action| match action {
        OFFER => Some(request(OfferAction::Offer)),
        _ => answer(action, OFFER).map(request),
    },
    offers: |narrator, state, occasion| {
        // In a paused match both let the clock go on.
        let paused = state.is_paused();
        let label = |label| if paused { "button-resume" } else { label };
        match (occasion, occasion.proposal()) {
            (Occasion::Paused, _) => vec![narrator.button(state, OFFER, label("button-pause"))],
            (_, Some(Motion::Pause | Motion::Resume)) => {
                let labels = [label("button-accept-pause"), "button-decline"];
                answers(narrator, state, OFFER, labels)
            }
            _ => Vec::new(),
        }
    },
    ..Command::PLAIN
};

const OFFER: &str = "pause";

fn request(action: OfferAction) -> Request {
    Request::change(Purpose::Act, Topic::Proposal, MatchCommand::Pause(action))
}
