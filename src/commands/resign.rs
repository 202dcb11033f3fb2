//! `/resign`: leaving the game, or in rulesets that want it resigning for a winner (rules §6.5).

use super::prelude::*;
use crate::rules::{Statement, Wish};

pub(super) const COMMAND: Command = Command {
    name: "resign",
    options: &[
        option("confirm", Kind::Boolean),
        choice("winner", ARMIES),
        choice("action", Reaction::WORDS),
        MATCH,
    ],
    read: |options| {
        if let Some(reaction) = options.choice("action", Reaction::from_word) {
            return Ok(react(reaction));
        }
        let confirmed = options.is_set("confirm");
        Ok(resign(confirmed, options.color("winner")))
    },
    press: |action| {
        if action == RESIGN {
            return Some(resign(false, None));
        }
        let rest = action.strip_prefix(RESIGN)?.strip_prefix(':')?;
        if let Some(reaction) = Reaction::from_word(rest) {
            return Some(react(reaction));
        }
        let (confirmed, winner) = match rest.strip_prefix(CONFIRM) {
            Some("") => (true, None),
            Some(winner) => (true, Some(winner.strip_prefix(':')?)),
            None => (false, Some(rest)),
        };
        let winner = match winner {
            Some(winner) => Some(Color::from_name(winner)?),
            None => None,
        };
        Some(resign(confirmed, winner))
    },
    offers,
    ..Command::PLAIN
};

const RESIGN: &str = "resign";
const CONFIRM: &str = "confirm";

choices! {
    /// An answer to a resignation that names a winner.
    enum Reaction {
        Accept = "accept",
        Decline = "decline",
        Withdraw = "withdraw",
    }
}

fn react(reaction: Reaction) -> Request {
    let wish = match reaction {
        Reaction::Accept => Wish::AcceptResignation,
        Reaction::Decline => Wish::DeclineResignation,
        Reaction::Withdraw => Wish::WithdrawResignation,
    };
    let own = reaction == Reaction::Withdraw;
    let topic = Topic::Resignation { own };
    Request::change(Purpose::Act, topic, MatchCommand::Agree(wish))
}

fn resign(confirmed: bool, winner: Option<Color>) -> Request {
    let command = MatchCommand::Resign { confirmed, winner };
    let topic = Topic::Resignation { own: true };
    Request {
        ways_out: Box::new(ways_out),
        ..Request::change(Purpose::Act, topic, command)
    }
}

fn ways_out(cx: &Context<'_>, rejection: &Rejection, state: &Match) -> Vec<Button> {
    let for_winner = |prefix: &str, label, winner: Color| {
        let army = cx.texts().army(winner);
        let label = cx.say(label, &[("army", &army)]);
        Button::of(state, format!("{prefix}:{}", winner.name()), label).dangerous()
    };
    let confirm = format!("{RESIGN}:{CONFIRM}");
    match rejection {
        Rejection::NeedsConfirmation { winner: None } => {
            let label = cx.say("button-confirm-resign", &[]);
            vec![Button::of(state, confirm, label).dangerous()]
        }
        Rejection::NeedsConfirmation {
            winner: Some(winner),
        } => vec![for_winner(&confirm, "button-confirm-resign-for", *winner)],
        Rejection::WhichWinner { candidates } => candidates
            .iter()
            .map(|winner| for_winner(RESIGN, "button-resign-for", winner))
            .collect(),
        _ => Vec::new(),
    }
}

fn offers(narrator: &Narrator<'_>, state: &Match, occasion: Occasion<'_>) -> Vec<Button> {
    let react = |reaction: Reaction, label| {
        let id = format!("{RESIGN}:{}", reaction.word());
        Button::of(state, id, narrator.say(label, &[]))
    };
    match (occasion, occasion.said()) {
        (Occasion::Board(_), _) => {
            vec![Button::of(state, RESIGN, narrator.say("button-resign", &[])).dangerous()]
        }
        (_, Some((_, Statement::ResignationOffered(_)))) => vec![
            react(Reaction::Accept, "button-accept-resignation"),
            react(Reaction::Decline, "button-decline-resignation"),
            react(Reaction::Withdraw, "button-withdraw-resignation"),
        ],
        _ => Vec::new(),
    }
}
