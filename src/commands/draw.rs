//! `/draw`: offering a draw, answering, and claiming one that is due (rules §5).

use super::{r#move, prelude::*};
use crate::rules::Agreement;

pub(super) const COMMAND: Command = Command {
    name: "draw",
    options: &[required(choice("action", Action::WORDS)), MATCH],
    read: |options| Ok(request(options.needed("action", Action::from_word)?)),
    press: |action| match action {
        OFFER => Some(request(Action::Offer)),
        DECLINE => Some(request(Action::Decline)),
        _ => None,
    },
    offers: |narrator, state, occasion| {
        let offered = state.draw_offer().is_some();
        let label = ["button-draw", "button-agree-draw"][usize::from(offered)];
        let offer = narrator.button(state, OFFER, label);
        match (occasion, occasion.asked()) {
            (Occasion::Board(_), _) => vec![offer],
            (_, Some((_, _, Motion::Agreement(Agreement::Draw)))) => {
                let decline = narrator.button(state, DECLINE, "button-decline-draw");
                vec![offer, decline]
            }
            _ => Vec::new(),
        }
    },
    ..Command::PLAIN
};

choices! {
    enum Action {
        Offer = "offer",
        Accept = "accept",
        Decline = "decline",
        Withdraw = "withdraw",
        Claim = "claim",
    }
}

/// Offers a draw, or agrees to the one that is offered.
const OFFER: &str = "draw";
const DECLINE: &str = "draw:decline";

fn request(action: Action) -> Request {
    let command = match action {
        Action::Offer => MatchCommand::Draw(OfferAction::Offer),
        Action::Accept => MatchCommand::Draw(OfferAction::Accept),
        Action::Decline => MatchCommand::Draw(OfferAction::Decline),
        Action::Withdraw => MatchCommand::Draw(OfferAction::Withdraw),
        Action::Claim => MatchCommand::ClaimDraw,
    };
    let own = action == Action::Withdraw;
    Request {
        ways_out: Box::new(|cx, why, state| r#move::claims(cx, why, state)),
        ..Request::change(Purpose::Act, Topic::Draw { own }, command)
    }
}
