//! Refusals in sentences, each with its stable reason (interfaces §3).

use std::borrow::Cow;

use super::{claim_not_due, illegal_move, message::Message, texts::Texts};
use crate::{
    host::{HostError, Limit},
    matchplay::{Match, MatchId, Rejection, Stage},
    rules::{Agreements, Color, Colors, LONGEST_TYPED, Move, ReadMoveError, Resignation, short},
    store::StoreError,
};

/// The topic of an attempt, as far as refusals speak of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Topic {
    /// A draw by agreement.
    Draw {
        /// True for the speaker's own offer.
        own: bool,
    },
    /// A resignation that names a winner.
    Resignation {
        /// True for the speaker's own.
        own: bool,
    },
    /// A pact against the third army.
    Pact {
        /// True for one that the speaker made.
        own: bool,
    },
    /// Ending the match without a result.
    Abort,
    /// Another proposal that others must accept.
    Proposal,
    /// Another match of the same players.
    Rematch,
    /// Anything else that is asked for.
    #[default]
    Other,
}

/// Something that was asked and is refused: of which match, by whom, how it was typed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Attempt<'a> {
    /// The topic that the refusal speaks of.
    pub topic: Topic,
    /// The match, where one was found.
    pub state: Option<&'a Match>,
    /// The speaker's army in it.
    pub army: Option<Color>,
    /// The move as it was typed, made harmless.
    pub typed: &'a str,
    /// The end of a limit, in words; empty where no time ends it.
    pub again: &'a str,
}

/// Returns the stable reason of a refusal, and its sentence.
#[must_use]
pub fn refusal(texts: &Texts, error: &HostError, attempt: &Attempt<'_>) -> (&'static str, Message) {
    match error {
        HostError::Store(StoreError::InDoubt { .. } | StoreError::Failed(_)) => (
            "store-unavailable",
            texts.say("refused-store-in-doubt", &[]),
        ),
        HostError::Store(_) => (
            "store-unavailable",
            texts.say("refused-store-unavailable", &[]),
        ),
        HostError::Limited(limited) => ("rate-limited", limit(texts, limited.limit, attempt.again)),
        HostError::Rejected(rejection) => (rejection.reason(), rejected(texts, rejection, attempt)),
    }
}

/// A limit that is reached, in a sentence that says when it ends.
fn limit(texts: &Texts, limit: Limit, again: &str) -> Message {
    let id = match limit {
        Limit::TablesOfPerson => "refused-limit-tables-of-person",
        Limit::TablesInChannel => "refused-limit-tables-in-channel",
        Limit::TablesInServer => "refused-limit-tables-in-server",
        Limit::Matches => "refused-limit-matches",
        Limit::ComputerMatches => "refused-limit-computer-matches",
        Limit::Seats => "refused-limit-seats",
        Limit::Proposals => "refused-limit-proposals",
        Limit::Pictures => "refused-limit-pictures",
        Limit::Errands => "refused-limit-errands",
        Limit::Completions => "refused-limit-completions",
    };
    texts.say(id, &[("most", &limit.most().0), ("again", &again)])
}

fn rejected(texts: &Texts, rejection: &Rejection, attempt: &Attempt<'_>) -> Message {
    let plain = || texts.say(format!("refused-{}", rejection.reason()), &[]);
    let of_army =
        |id: Cow<'static, str>, army: Color| texts.say(id, &[("army", &texts.army(army))]);
    let again = attempt.topic == Topic::Rematch;
    match rejection {
        Rejection::NotYourTurn { turn } => of_army("refused-not-your-turn".into(), *turn),
        Rejection::Move(error) => unplayable(texts, error, attempt.state, attempt.typed),
        Rejection::PositionMovedOn { shown, now } => texts.say(
            "refused-position-moved-on",
            &[("shown", shown), ("now", now)],
        ),
        Rejection::WhichMatch { candidates } => {
            let ids: Vec<String> = candidates.iter().take(10).map(MatchId::to_string).collect();
            texts.say("refused-which-match", &[("matches", &texts.and(&ids))])
        }
        Rejection::SeatTaken { seat } | Rejection::AlreadySeated { seat } => {
            of_army(format!("refused-{}", rejection.reason()).into(), *seat)
        }
        Rejection::AlreadyWatching { id } => texts.say("refused-watching", &[("match", id)]),
        Rejection::ClaimNotDue(why) => claim_not_due::not_due(texts, why, attempt.state),
        Rejection::WhichWinner { candidates } => which(texts, "refused-which-winner", *candidates),
        Rejection::WhichPartner { candidates } => {
            which(texts, "refused-which-partner", *candidates)
        }
        Rejection::NeedsConfirmation { winner } => confirm(texts, attempt, *winner),
        Rejection::NothingToAccept => nothing_to_accept(texts, attempt.topic),
        Rejection::AlreadyProposed => already_proposed(texts, attempt),
        Rejection::NotInThisRuleset => not_in_this_ruleset(texts, attempt),
        Rejection::SeatNotMissing { seat } => of_army("refused-seat-not-missing".into(), *seat),
        Rejection::SeatVacant { seat } => of_army("refused-seat-vacant".into(), *seat),
        Rejection::GrantedBefore { seat } => of_army("refused-granted-before".into(), *seat),
        Rejection::WhoSubstitutes => texts.say("refused-who-substitutes", &[]),
        Rejection::RematchBegan { id } => texts.say("refused-rematch-began", &[("match", id)]),
        Rejection::NotStarted if again && has_ended(attempt) => {
            texts.say("refused-rematch-unplayed", &[])
        }
        Rejection::Private => texts.say("refused-private", &[]),
        Rejection::NotAllowed if again => texts.say("refused-rematch", &[]),
        Rejection::Paused
        | Rejection::NothingToTakeBack
        | Rejection::NotAPlayer
        | Rejection::NotOver
        | Rejection::MatchOver
        | Rejection::NoSuchMatch
        | Rejection::TableFull
        | Rejection::NotSeated
        | Rejection::AlreadyConceded
        | Rejection::ArmyOut
        | Rejection::NoThirdArmy
        | Rejection::NotStarted
        | Rejection::AlreadyStarted
        | Rejection::NotAllowed => plain(),
    }
}

fn has_ended(attempt: &Attempt<'_>) -> bool {
    attempt
        .state
        .is_some_and(|state| state.stage() == Stage::Ended)
}

fn unplayable(texts: &Texts, error: &ReadMoveError, state: Option<&Match>, typed: &str) -> Message {
    let list = |moves: &[Move]| {
        let names: Vec<String> = moves
            .iter()
            .take(8)
            .map(|mv| state.map_or_else(|| mv.to_string(), |state| short(state.position(), *mv)))
            .collect();
        texts.and(&names)
    };
    match error {
        ReadMoveError::TooLong => too_long(texts, LONGEST_TYPED),
        ReadMoveError::Unreadable { nearest } => texts.say(
            "refused-unreadable-move",
            &[("typed", &typed), ("examples", &list(nearest))],
        ),
        ReadMoveError::Ambiguous { candidates } => texts.say(
            "refused-ambiguous",
            &[("typed", &typed), ("candidates", &list(candidates))],
        ),
        ReadMoveError::PromotionMissing { from, to } => {
            let choices = ["q", "r", "b", "n"].map(|letter| format!("{from}{to}{letter}"));
            texts.say("refused-promotion", &[("candidates", &texts.and(&choices))])
        }
        ReadMoveError::Illegal(why) => {
            let why = illegal_move::why(texts, why);
            texts.say("refused-illegal-move", &[("why", &why)])
        }
        ReadMoveError::PawnMeant { why, captures } => {
            let why = illegal_move::why(texts, why);
            let values = [("why", &why as _), ("captures", &list(captures) as _)];
            texts.say("refused-pawn-meant", &values)
        }
    }
}

/// Returns the refusal of a text that is longer than this many characters.
#[must_use]
pub fn too_long(texts: &Texts, most: usize) -> Message {
    texts.say("refused-too-long", &[("most", &most)])
}

/// The ruleset has no such thing; and what has.
fn not_in_this_ruleset(texts: &Texts, attempt: &Attempt<'_>) -> Message {
    let ruleset = attempt.state.map(|state| texts.ruleset(state.ruleset()));
    let id = match attempt.topic {
        Topic::Pact { .. } => "refused-no-pacts",
        Topic::Resignation { .. } => "refused-no-winner-named",
        Topic::Draw { .. } | Topic::Abort | Topic::Proposal | Topic::Rematch | Topic::Other => {
            "refused-not-for-two"
        }
    };
    texts.say(id, &[("ruleset", &ruleset.unwrap_or_default())])
}

/// The question which army is meant, with those that could be.
fn which(texts: &Texts, id: &'static str, candidates: Colors) -> Message {
    let armies: Vec<String> = candidates.iter().map(|color| texts.army(color)).collect();
    texts.say(id, &[("armies", &texts.or(&armies))])
}

/// The consequence of resigning: the others play on, or it is the end, or the third is asked.
fn confirm(texts: &Texts, attempt: &Attempt<'_>, winner: Option<Color>) -> Message {
    if let Some(winner) = winner {
        let third = attempt.army.map(|by| Resignation { by, winner }.third());
        let third = third.map(|third| texts.army(third)).unwrap_or_default();
        return texts.say(
            "refused-confirm-winner",
            &[
                ("winner", &texts.army(winner)),
                ("option", &texts.choice_name(winner.name())),
                ("third", &third),
            ],
        );
    }
    let known = attempt.state.zip(attempt.army);
    let verdict = known.map(|(state, army)| state.game().judge_concession(army));
    match verdict.and_then(|verdict| verdict.outcome?.score()) {
        Some(score) => texts.say("refused-confirm-last", &[("score", &score)]),
        None => texts.say("refused-needs-confirmation", &[]),
    }
}

fn nothing_to_accept(texts: &Texts, topic: Topic) -> Message {
    let id = match topic {
        Topic::Draw { own: true } => "refused-no-own-draw",
        Topic::Draw { own: false } | Topic::Rematch | Topic::Other => "refused-no-draw",
        Topic::Resignation { own: true } => "refused-no-own-resignation",
        Topic::Resignation { own: false } => "refused-no-resignation",
        Topic::Pact { own: true } => "refused-no-pact-to-end",
        Topic::Pact { own: false } => "refused-no-pact-offered",
        Topic::Abort => "refused-no-abort",
        Topic::Proposal => "refused-no-proposal",
    };
    texts.say(id, &[])
}

/// It stands already; and whose answer it waits for.
fn already_proposed(texts: &Texts, attempt: &Attempt<'_>) -> Message {
    let agreements = attempt.state.map(|state| state.game().agreements());
    let resignation = agreements.and_then(Agreements::resignation);
    match (attempt.topic, resignation) {
        (Topic::Resignation { .. }, Some(offer)) => texts.say(
            "refused-resignation-stands",
            &[
                ("army", &texts.army(offer.by)),
                ("winner", &texts.army(offer.winner)),
                ("third", &texts.army(offer.third())),
            ],
        ),
        (Topic::Pact { .. }, _) => texts.say("refused-pact-stands", &[]),
        (Topic::Proposal, _) => texts.say("refused-motion-stands", &[]),
        (
            Topic::Draw { .. }
            | Topic::Resignation { .. }
            | Topic::Abort
            | Topic::Rematch
            | Topic::Other,
            _,
        ) => texts.say("refused-already-proposed", &[]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Language;

    #[test]
    fn what_may_have_been_saved_is_not_said_to_be_unsaved() {
        for language in Language::ALL {
            let texts = Texts::of(language);
            let (path, what) = (String::new(), String::new());
            let refused = |error: StoreError| {
                let (reason, message) =
                    refusal(&texts, &HostError::from(error), &Attempt::default());
                assert_eq!(reason, "store-unavailable");
                message
            };
            let unsaved = refused(StoreError::Unwritable {
                path: path.clone(),
                what: what.clone(),
            });
            let doubted = refused(StoreError::InDoubt { path, what });
            assert!(unsaved.says("refused-store-unavailable"));
            assert!(doubted.says("refused-store-in-doubt"));
            assert_ne!(*doubted, *unsaved);
        }
    }
}
