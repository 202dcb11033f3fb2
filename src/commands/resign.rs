//! `/resign`: leaving the game, or in rulesets that want it resigning for a winner (rules §6.5).

use super::prelude::*;
use crate::messages::ButtonKind;

pub(super) const COMMAND: Command = Command {
    name: "resign",
    group: Group::Move,
    options: &[
        option("confirm", Kind::Boolean),
        choice("winner", ARMIES),
        choice("action", &["accept", "decline", "withdraw"]),
        MATCH,
    ],
    read: |options| {
        if let Some(action) = options.choice("action", OfferAction::from_word) {
            return Ok(react(action));
        }
        Ok(resign(options.is_set("confirm"), options.color("winner")))
    },
    press: |action| match action.split(':').collect::<Vec<_>>()[..] {
        [RESIGN] => Some((Presser::Player, resign(false, None))),
        [RESIGN, CONFIRM] => Some((Presser::Player, resign(true, None))),
        [RESIGN, CONFIRM, winner] => {
            let winner = Color::from_word(winner)?;
            Some((Presser::Player, resign(true, Some(winner))))
        }
        [RESIGN, word] => match OfferAction::from_word(word) {
            Some(OfferAction::Offer) => None,
            Some(OfferAction::Withdraw) => Some((Presser::Player, react(OfferAction::Withdraw))),
            Some(action) => Some((Presser::Asked, react(action))),
            None => {
                let winner = Color::from_word(word)?;
                Some((Presser::Player, resign(false, Some(winner))))
            }
        },
        _ => None,
    },
    offers,
    ..Command::plain(Presser::Player)
};

const RESIGN: &str = "resign";
const CONFIRM: &str = "confirm";

/// Answers a resignation that names a winner, or withdraws it.
fn react(action: OfferAction) -> Request {
    Request::change(Purpose::Act, MatchCommand::Resignation(action))
}

fn resign(confirmed: bool, winner: Option<Color>) -> Request {
    let command = MatchCommand::Resign { confirmed, winner };
    Request {
        page: PageUse::AnyBoard,
        ..Request::change(Purpose::Act, command)
    }
}

/// Offers to confirm a resignation, or to name its winner.
pub(super) fn ways_out(cx: &Context<'_>, rejection: &Rejection, state: &Match) -> Vec<Button> {
    let confirm = format!("{RESIGN}:{CONFIRM}");
    let for_winner = |action: &str, label, winner: Color| {
        let label = cx.say(label, &[("army", &cx.army(winner))]);
        Button::of(state, format!("{action}:{}", winner.word()), label)
    };
    let buttons = match rejection {
        Rejection::NeedsConfirmation { winner: None } => {
            vec![cx.button(state, confirm, "button-confirm-resign")]
        }
        Rejection::NeedsConfirmation { winner: Some(to) } => {
            vec![for_winner(&confirm, "button-confirm-resign-for", *to)]
        }
        Rejection::WhichWinner { candidates } => {
            let button = |to| for_winner(RESIGN, "button-resign-for", to);
            candidates.iter().map(button).collect()
        }
        _ => Vec::new(),
    };
    buttons.into_iter().map(Button::dangerous).collect()
}

fn offers(narrator: &Narrator<'_>, state: &Match, occasion: Occasion<'_>) -> Vec<Button> {
    let react = |action: OfferAction, label: &'static str| {
        narrator.button(state, format!("{RESIGN}:{}", action.word()), label)
    };
    match (occasion, occasion.asked()) {
        (Occasion::Acting(_), _) => {
            vec![narrator.button(state, RESIGN, "button-resign").dangerous()]
        }
        (_, Some((_, _, Motion::Agreement(Agreement::Resignation(_))))) => vec![
            react(OfferAction::Accept, "button-accept-resignation"),
            react(OfferAction::Decline, "button-decline-resignation"),
            react(OfferAction::Withdraw, "button-withdraw-resignation")
                .of_kind(ButtonKind::Withdraw),
        ],
        _ => Vec::new(),
    }
}
