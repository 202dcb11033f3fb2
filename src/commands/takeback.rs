//! `/takeback`: taking one's last move back, with all since, if the others agree.

use super::{
    prelude::*,
    proposal::{ACTIONS, answer, answers},
};

pub(super) const COMMAND: Command = Command {
    name: "takeback",
    options: &[required(choice("action", ACTIONS)), MATCH],
    read: |options| Ok(request(options.needed("action", OfferAction::from_word)?)),
    press: |action| answer(action, "takeback").map(request),
    offers: |narrator, state, occasion| match occasion.proposal() {
        Some(Motion::Takeback { .. }) => {
            let labels = ["button-accept-takeback", "button-decline"];
            answers(narrator, state, "takeback", labels)
        }
        _ => Vec::new(),
    },
    ..Command::PLAIN
};

fn request(action: OfferAction) -> Request {
    let command = MatchCommand::Takeback(action);
    Request::change(Purpose::Act, Topic::Proposal, command)
}
