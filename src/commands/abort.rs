//! `/abort`: ending a match without a result, if everybody agrees.

use super::{
    prelude::*,
    proposal::{ACTIONS, answer, answers},
};

pub(super) const COMMAND: Command = Command {
    name: "abort",
    group: Group::Agree,
    options: &[required(choice("action", ACTIONS)), MATCH],
    read: |options| Ok(request(options.needed("action", OfferAction::from_word)?)),
    press: |action| answer(action, "abort").map(request),
    offers: |narrator, state, occasion| match occasion.proposal() {
        Some(Motion::Abort) => {
            let labels = ["button-accept-abort", "button-decline-abort"];
            answers(narrator, state, "abort", labels)
        }
        _ => Vec::new(),
    },
    ..Command::PLAIN
};

fn request(action: OfferAction) -> Request {
    Request::change(Purpose::Act, Topic::Abort, MatchCommand::Abort(action))
}
