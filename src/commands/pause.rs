//! `/pause`: stopping the clock, or in a paused match letting it go on, if the others agree.

use super::{
    prelude::*,
    proposal::{ACTIONS, answer, answers, may_answer},
};
use crate::matchplay::Matter;

pub(super) const COMMAND: Command = Command {
    name: "pause",
    group: Group::Agree,
    options: &[required(choice("action", ACTIONS)), MATCH],
    read: |options| Ok(request(options.needed("action", OfferAction::from_word)?)),
    press: |action| match action {
        OFFER => Some((Presser::Player, request(OfferAction::Offer))),
        _ => Some((Presser::Asked, request(answer(action, OFFER)?))),
    },
    offers: |narrator, state, occasion| {
        // In a paused match both let the clock go on.
        let paused = state.is_paused();
        let label = |label| if paused { "button-resume" } else { label };
        let offer = || vec![narrator.button(state, OFFER, label("button-pause"))];
        let labels = [label("button-accept-pause"), "button-decline"];
        let answers = || answers(narrator, state, OFFER, labels);
        match (occasion, occasion.proposal()) {
            (Occasion::Paused, _) => offer(),
            (Occasion::Acting(army), _) => match may_answer(state, army, Matter::Pause) {
                Some(true) => answers(),
                Some(false) => Vec::new(),
                None => offer(),
            },
            (_, Some(Motion::Pause | Motion::Resume)) => answers(),
            _ => Vec::new(),
        }
    },
    ..Command::plain(Presser::Player)
};

const OFFER: &str = "pause";

fn request(action: OfferAction) -> Request {
    Request {
        page: if action == OfferAction::Offer {
            PageUse::AnyBoard
        } else {
            PageUse::Latest
        },
        ..Request::change(Purpose::Act, MatchCommand::Pause(action))
    }
}
