//! `/abort`: ending a match without a result, if everybody agrees.

use super::{
    prelude::*,
    proposal::{ACTIONS, answer, answers},
    shortcut,
};

pub(super) const COMMAND: Command = Command {
    name: "abort",
    group: Group::Agree,
    options: &[required(choice("action", ACTIONS)), MATCH],
    read: |options| Ok(request(options.needed("action", OfferAction::from_word)?)),
    press: |action| Some((Presser::Asked, request(answer(action, "abort")?))),
    offers: |narrator, state, occasion| match (occasion, occasion.proposal()) {
        (Occasion::Table, _) => {
            let label = narrator.say("button-close-table", &[]);
            let closes = shortcut::of_match(state, "abort", &[("action", "offer")], label);
            vec![closes.dangerous()]
        }
        (_, Some(Motion::Abort)) => {
            let labels = ["button-accept-abort", "button-decline-abort"];
            answers(narrator, state, "abort", labels)
        }
        _ => Vec::new(),
    },
    ..Command::plain(Presser::Opener)
};

fn request(action: OfferAction) -> Request {
    Request::change(Purpose::Act, MatchCommand::Abort(action))
}
