//! `/takeback`: taking one's last move back, with all since, if the others agree.

use super::{
    prelude::*,
    proposal::{ACTIONS, answer, answers, may_answer},
};
use crate::matchplay::Matter;

pub(super) const COMMAND: Command = Command {
    name: "takeback",
    group: Group::Move,
    options: &[required(choice("action", ACTIONS)), MATCH],
    read: |options| Ok(request(options.needed("action", OfferAction::from_word)?)),
    press: |action| match action {
        OFFER => Some((Presser::Player, request(OfferAction::Offer))),
        _ => Some((Presser::Asked, request(answer(action, OFFER)?))),
    },
    offers: |narrator, state, occasion| {
        let labels = ["button-accept-takeback", "button-decline"];
        let answers = || answers(narrator, state, OFFER, labels);
        match (occasion, occasion.proposal()) {
            (Occasion::Acting(army), _) => match may_answer(state, army, Matter::Takeback) {
                Some(true) => answers(),
                None if state.takes_back_to(army).is_some() => {
                    vec![narrator.button(state, OFFER, "button-takeback")]
                }
                Some(false) | None => Vec::new(),
            },
            (_, Some(Motion::Takeback { .. })) => answers(),
            _ => Vec::new(),
        }
    },
    ..Command::plain(Presser::Player)
};

const OFFER: &str = "takeback";

fn request(action: OfferAction) -> Request {
    let command = MatchCommand::Takeback(action);
    Request::change(Purpose::Act, command)
}
