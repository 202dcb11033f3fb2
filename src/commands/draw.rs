//! `/draw`: offering a draw, answering, and claiming one that is due (rules §5).

use super::prelude::*;
use crate::messages::ButtonKind;

pub(super) const COMMAND: Command = Command {
    name: "draw",
    group: Group::Agree,
    options: &[
        required(choice(
            "action",
            &["offer", "accept", "decline", "withdraw", CLAIM],
        )),
        MATCH,
    ],
    read: |options| options.needed("action", request),
    press: |action| match action {
        OFFER => Some((Presser::Player, request("offer")?)),
        DECLINE => Some((Presser::Asked, request("decline")?)),
        WITHDRAW => Some((Presser::Player, request("withdraw")?)),
        // Nobody looks at each move of the computers before they press it.
        END => {
            let page = PageUse::AnyBoard;
            let request = request("offer")?;
            Some((Presser::Player, Request { page, ..request }))
        }
        _ => None,
    },
    offers: |narrator, state, occasion| {
        let offered = state.draw_offer().is_some();
        let label = ["button-draw", "button-agree-draw"][usize::from(offered)];
        let offer = || narrator.button(state, OFFER, label);
        let decline = || narrator.button(state, DECLINE, "button-decline-draw");
        let withdraw = || {
            let button = narrator.button(state, WITHDRAW, "button-withdraw-draw");
            button.of_kind(ButtonKind::Withdraw)
        };
        match (occasion, occasion.asked()) {
            (Occasion::LeftToComputers, _) => vec![end_button(narrator, state)],
            (Occasion::Board(_), _) if offered => Button::in_a_row(vec![offer(), decline()]),
            (Occasion::Acting(army), _) => match state.draw_offer() {
                Some(standing) if standing.by == army => vec![withdraw()],
                Some(standing) if standing.agreed.contains(army) => Vec::new(),
                Some(_) => vec![offer(), decline()],
                None => vec![offer()],
            },
            (_, Some((_, _, Motion::Agreement(Agreement::Draw)))) => {
                vec![offer(), decline(), withdraw()]
            }
            _ => Vec::new(),
        }
    },
    ..Command::plain(Presser::Player)
};

const CLAIM: &str = "claim";

/// Offers a draw, or agrees to the one that is offered.
const OFFER: &str = "draw";
/// Ends a match that is left to computers.
pub(crate) const END: &str = "end";
const DECLINE: &str = "draw:decline";
const WITHDRAW: &str = "draw:withdraw";

/// Returns the button by which somebody who is out ends a match that is left to computers.
pub(super) fn end_button(narrator: &Narrator<'_>, state: &Match) -> Button {
    narrator.button(state, END, "button-end-match")
}

fn request(action: &str) -> Option<Request> {
    let command = match action {
        CLAIM => MatchCommand::ClaimDraw,
        _ => MatchCommand::Draw(OfferAction::from_word(action)?),
    };
    Some(Request::new(Task::Draw(command)).about(About::Match))
}

/// Offering a draw depends on no position, so that an older board serves as well. Agreeing to one does: it
/// takes the board that the others see.
pub(super) async fn run(cx: &Context<'_>, command: &MatchCommand) -> Answer {
    let state = cx.find(Purpose::Act).await?;
    let shown_ply = cx.shown_ply.filter(|_| state.draw_offer().is_some());
    let cx = Context { shown_ply, ..*cx };
    Ok(cx.told(cx.submit(&state, command).await?))
}
