//! Why something cannot be agreed on, answered or conceded as it was asked: what it would take.

use crate::{
    matchplay::PactAction,
    rules::{Agreements, Color, Colors, Resignation, Wish},
};

use super::{invocation::Ask, refusals::Refused, telling::either, words::Words};

/// That the ruleset has no such thing, and what has.
#[must_use]
pub(super) fn not_in_this_ruleset(words: &Words, what: &Refused<'_>) -> String {
    let ruleset = what.state.map(|state| words.ruleset(state.ruleset()));
    let id = match topic(what) {
        Topic::Pact { .. } => "refused-no-pacts",
        Topic::Resignation { .. } => "refused-no-winner-named",
        Topic::Draw { .. } | Topic::Abort | Topic::Motion | Topic::Seat => "refused-not-for-two",
    };
    words.say(id, &[("ruleset", &ruleset.unwrap_or_default())])
}

/// Which army is meant, with those that could be.
#[must_use]
pub(super) fn which(words: &Words, id: &str, candidates: Colors) -> String {
    let armies: Vec<String> = candidates.iter().map(|color| words.army(color)).collect();
    words.say(id, &[("armies", &either(words, &armies))])
}

/// What resigning leads to: the others play on, or it is the end, or the third is asked.
#[must_use]
pub(super) fn confirm(words: &Words, what: &Refused<'_>, winner: Option<Color>) -> String {
    if let Some(winner) = winner {
        return for_winner(words, what, winner);
    }
    let verdict = what
        .state
        .zip(what.army)
        .map(|(state, army)| state.game().judge_concession(army));
    match verdict.and_then(|verdict| verdict.over?.score()) {
        Some(score) => words.say("refused-confirm-last", &[("score", &score)]),
        None => words.say("refused-needs-confirmation", &[]),
    }
}

/// That nothing of the kind stands.
#[must_use]
pub(super) fn nothing(words: &Words, what: &Refused<'_>) -> String {
    let id = match topic(what) {
        Topic::Draw { own: true } => "refused-no-own-draw",
        Topic::Draw { own: false } | Topic::Seat => "refused-no-draw",
        Topic::Resignation { own: true } => "refused-no-own-resignation",
        Topic::Resignation { own: false } => "refused-no-resignation",
        Topic::Pact { own: true } => "refused-no-pact-to-end",
        Topic::Pact { own: false } => "refused-no-pact-offered",
        Topic::Abort => "refused-no-abort",
        Topic::Motion => "refused-no-proposal",
    };
    words.say(id, &[])
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
    /// Anything else that others must agree to.
    Motion,
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
        Ask::Takeback(_) | Ask::Pause(_) | Ask::Seat { .. } => Topic::Motion,
        Ask::ClaimDraw => Topic::Draw { own: false },
        Ask::Play { .. }
        | Ask::Join { .. }
        | Ask::Leave
        | Ask::Move { .. }
        | Ask::Pieces { .. }
        | Ask::Goals { .. }
        | Ask::Choose { .. }
        | Ask::Board { .. }
        | Ask::Look { .. }
        | Ask::Rematch
        | Ask::History { .. }
        | Ask::Replay(_)
        | Ask::Export { .. }
        | Ask::ExportOfMe
        | Ask::Privacy
        | Ask::ForgetMe { .. }
        | Ask::Matches
        | Ask::Leaderboard(_)
        | Ask::Profile { .. }
        | Ask::Settings { .. }
        | Ask::Server(_)
        | Ask::Rules { .. }
        | Ask::Help { .. } => Topic::Seat,
    }
}

fn for_winner(words: &Words, what: &Refused<'_>, winner: Color) -> String {
    let third = what.army.map(|by| Resignation { by, winner }.third());
    let third = third.map(|third| words.army(third)).unwrap_or_default();
    let values = [
        ("winner", words.army(winner)),
        ("option", words.choice_name(winner.name())),
        ("third", third),
    ];
    let values = values
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    words.say("refused-confirm-winner", &values)
}

/// That it stands already, and what is awaited.
#[must_use]
pub(super) fn already(words: &Words, what: &Refused<'_>) -> String {
    let agreements = what.state.map(|state| state.game().agreements());
    let resignation = agreements.and_then(Agreements::resignation);
    match (topic(what), resignation) {
        (Topic::Resignation { .. }, Some(offer)) => words.say(
            "refused-resignation-stands",
            &[
                ("army", &words.army(offer.by)),
                ("winner", &words.army(offer.winner)),
                ("third", &words.army(offer.third())),
            ],
        ),
        (Topic::Pact { .. }, _) => words.say("refused-pact-stands", &[]),
        (Topic::Motion, _) => words.say("refused-motion-stands", &[]),
        (Topic::Draw { .. } | Topic::Resignation { .. } | Topic::Abort | Topic::Seat, _) => {
            words.say("refused-already-proposed", &[])
        }
    }
}
