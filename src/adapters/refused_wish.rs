//! Why something cannot be agreed on, answered or conceded as it was asked: what it would take.

use crate::{
    matchplay::{Match, PactAction, Rejection},
    rules::{Color, Colors, Resignation, Wish},
};

use super::{invocation::Ask, refusals::Refused, telling::either, words::Words};

/// The sentence for a refusal that what was asked and the match explain.
#[must_use]
pub(super) fn why(words: &Words, rejection: &Rejection, what: &Refused<'_>) -> String {
    let ruleset = what.state.map(|state| words.ruleset(state.ruleset()));
    let ruleset = ruleset.unwrap_or_default();
    let armies = |colors: Colors| {
        let armies: Vec<String> = colors.iter().map(|color| words.army(color)).collect();
        either(words, &armies)
    };
    match (rejection, topic(what)) {
        (Rejection::NotInThisRuleset, topic) => {
            let id = match topic {
                Topic::Pact { .. } => "refused-no-pacts",
                Topic::Resignation { .. } => "refused-no-winner-named",
                Topic::Draw { .. } | Topic::Abort | Topic::Seat => "refused-not-for-two",
            };
            words.say(id, &[("ruleset", &ruleset)])
        }
        (Rejection::WhichWinner { candidates }, _) => {
            words.say("refused-which-winner", &[("armies", &armies(*candidates))])
        }
        (Rejection::WhichPartner { candidates }, _) => {
            words.say("refused-which-partner", &[("armies", &armies(*candidates))])
        }
        (Rejection::NeedsConfirmation { winner: None }, _) => concession(words, what),
        (
            Rejection::NeedsConfirmation {
                winner: Some(winner),
            },
            _,
        ) => for_winner(words, "refused-confirm-winner", what, *winner),
        (Rejection::AlreadyProposed, topic) => already(words, topic, what.state),
        (_, Topic::Draw { own: true }) => words.say("refused-no-own-draw", &[]),
        (_, Topic::Draw { own: false } | Topic::Seat) => words.say("refused-no-draw", &[]),
        (_, Topic::Resignation { own: true }) => words.say("refused-no-own-resignation", &[]),
        (_, Topic::Resignation { own: false }) => words.say("refused-no-resignation", &[]),
        (_, Topic::Pact { own: true }) => words.say("refused-no-pact-to-end", &[]),
        (_, Topic::Pact { own: false }) => words.say("refused-no-pact-offered", &[]),
        (_, Topic::Abort) => words.say("refused-no-abort", &[]),
    }
}

/// What it was about.
#[derive(Clone, Copy)]
enum Topic {
    /// A draw; `own` for the asker's own offer of one.
    Draw {
        own: bool,
    },
    /// A resignation; `own` for the asker's own.
    Resignation {
        own: bool,
    },
    /// A pact; `own` for one of the asker's making.
    Pact {
        own: bool,
    },
    Abort,
    Seat,
}

fn topic(what: &Refused<'_>) -> Topic {
    let Some(ask) = what.ask else {
        return Topic::Seat;
    };
    match ask {
        Ask::Agree(wish) => match wish {
            Wish::OfferDraw | Wish::AcceptDraw | Wish::DeclineDraw => Topic::Draw { own: false },
            Wish::WithdrawDraw => Topic::Draw { own: true },
            Wish::AcceptResignation | Wish::DeclineResignation => Topic::Resignation { own: false },
            Wish::ResignFor(_) | Wish::WithdrawResignation => Topic::Resignation { own: true },
            Wish::OfferPact(_) | Wish::AcceptPact(_) => Topic::Pact { own: false },
            Wish::RevokePact(_) => Topic::Pact { own: true },
        },
        Ask::Resign { .. } => Topic::Resignation { own: true },
        Ask::Pact { action, .. } => Topic::Pact {
            own: *action == PactAction::Revoke,
        },
        Ask::Abort(_) => Topic::Abort,
        Ask::ClaimDraw => Topic::Draw { own: false },
        Ask::Play { .. }
        | Ask::Join { .. }
        | Ask::Leave
        | Ask::Move { .. }
        | Ask::Board { .. }
        | Ask::Look { .. }
        | Ask::History { .. }
        | Ask::Export { .. }
        | Ask::Matches
        | Ask::Rules { .. }
        | Ask::Help { .. } => Topic::Seat,
    }
}

/// What resigning leads to: the others play on, or it is the end.
fn concession(words: &Words, what: &Refused<'_>) -> String {
    let verdict = what
        .state
        .zip(what.army)
        .map(|(state, army)| state.game().judge_concession(army));
    match verdict.and_then(|verdict| verdict.over?.score()) {
        Some(score) => words.say("refused-confirm-last", &[("score", &score)]),
        None => words.say("refused-needs-confirmation", &[]),
    }
}

fn for_winner(words: &Words, id: &str, what: &Refused<'_>, winner: Color) -> String {
    let third = what.army.map(|by| Resignation { by, winner }.third());
    let third = third.map(|third| words.army(third)).unwrap_or_default();
    let values = [
        ("winner", words.army(winner)),
        ("option", winner.name().to_owned()),
        ("third", third),
    ];
    let values = values
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    words.say(id, &values)
}

/// That it stands already, and what is awaited.
fn already(words: &Words, topic: Topic, state: Option<&Match>) -> String {
    let resignation = state.and_then(|state| state.game().agreements().resignation());
    match (topic, resignation) {
        (Topic::Resignation { .. }, Some(offer)) => words.say(
            "refused-resignation-stands",
            &[
                ("army", &words.army(offer.by)),
                ("winner", &words.army(offer.winner)),
                ("third", &words.army(offer.third())),
            ],
        ),
        (Topic::Pact { .. }, _) => words.say("refused-pact-stands", &[]),
        _ => words.say("refused-already-proposed", &[]),
    }
}
