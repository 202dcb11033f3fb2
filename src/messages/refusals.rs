//! Refusals in sentences, each with its stable reason (interfaces §3).

use super::{Message, Texts, Values, claim_not_due, illegal_move};
use crate::{
    host::HostError,
    matchplay::{Match, MatchId, Rejection, Stage},
    rules::{Agreements, Color, LONGEST_TYPED, Move, ReadMoveError, Resignation},
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
pub struct Tried<'a> {
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
    /// The players who must still agree to a proposal, in words.
    pub pending: &'a str,
}

/// Returns the stable reason of a refusal, and its sentence.
#[must_use]
pub fn refusal(texts: &Texts, error: &HostError, attempt: &Tried<'_>) -> (&'static str, Message) {
    match error {
        HostError::Store(error) => {
            let in_doubt = matches!(error, StoreError::InDoubt { .. } | StoreError::Failed(_));
            let ids = ["refused-store-unavailable", "refused-store-in-doubt"];
            (
                "store-unavailable",
                texts.say(ids[usize::from(in_doubt)], &[]),
            )
        }
        HostError::Limited(limited) => {
            let id = format!("refused-limit-{}", limited.limit.word());
            let (most, again) = (limited.limit.most().0, attempt.again);
            let message = texts.say(id, &[("most", &most), ("again", &again)]);
            ("rate-limited", message)
        }
        HostError::Rejected(rejection) => (rejection.reason(), rejected(texts, rejection, attempt)),
    }
}

fn rejected(texts: &Texts, rejection: &Rejection, attempt: &Tried<'_>) -> Message {
    let say = |values: Values<'_>| texts.say(format!("refused-{}", rejection.reason()), values);
    let of_army = |id: &'static str, army: Color| texts.say(id, &[("army", &texts.army(army))]);
    let again = attempt.topic == Topic::Rematch;
    let is_over = |state: &Match| state.stage() == Stage::Ended;
    match rejection {
        Rejection::NotYourTurn { turn: army }
        | Rejection::SeatTaken { seat: army }
        | Rejection::AlreadySeated { seat: army } => say(&[("army", &texts.army(*army))]),
        Rejection::SeatNotMissing { seat } => of_army("refused-seat-not-missing", *seat),
        Rejection::SeatVacant { seat } => of_army("refused-seat-vacant", *seat),
        Rejection::GrantedBefore { seat } => of_army("refused-granted-before", *seat),
        Rejection::Move(error) => unplayable(texts, error, attempt.state, attempt.typed),
        Rejection::PositionMovedOn { shown, now } => say(&[("shown", shown), ("now", now)]),
        Rejection::WhichMatch { candidates } => {
            let ids = candidates.iter().take(10).map(MatchId::to_string);
            say(&[("matches", &texts.or(ids))])
        }
        Rejection::WhichWinner { candidates } | Rejection::WhichPartner { candidates } => {
            let armies = candidates.iter().map(|color| texts.army(color));
            say(&[("armies", &texts.or(armies))])
        }
        Rejection::AlreadyWatching { id } => texts.say("refused-watching", &[("match", id)]),
        Rejection::ClaimNotDue(why) => claim_not_due::not_due(texts, why, attempt.state),
        Rejection::NeedsConfirmation { winner } => confirm(texts, attempt, *winner),
        Rejection::NothingToAccept => nothing_to_accept(texts, attempt.topic),
        Rejection::AlreadyProposed => already_proposed(texts, attempt),
        Rejection::AlreadyAgreed { .. } => {
            texts.say("refused-agreed-before", &[("others", &attempt.pending)])
        }
        Rejection::MatchOver
            if attempt
                .state
                .is_some_and(|state| state.started_at().is_none()) =>
        {
            texts.say("refused-table-closed", &[])
        }
        Rejection::OwnTime => texts.say("refused-own-time", &[]),
        Rejection::NotInThisRuleset => not_in_this_ruleset(texts, attempt),
        Rejection::WhoSubstitutes => texts.say("refused-who-substitutes", &[]),
        Rejection::RematchBegan { id } => texts.say("refused-rematch-began", &[("match", id)]),
        Rejection::NotStarted if again && attempt.state.is_some_and(is_over) => {
            texts.say("refused-rematch-unplayed", &[])
        }
        Rejection::NotStarted if attempt.topic == Topic::Abort => {
            texts.say("refused-not-the-opener", &[])
        }
        Rejection::TableFull if attempt.topic == Topic::Proposal => {
            texts.say("refused-nothing-to-fill", &[])
        }
        Rejection::OpenerOnly => texts.say("refused-opener-only", &[]),
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
        | Rejection::NotAllowed => say(&[]),
    }
}

fn unplayable(texts: &Texts, error: &ReadMoveError, state: Option<&Match>, typed: &str) -> Message {
    let list = |moves: &[Move]| {
        texts.or(moves
            .iter()
            .take(8)
            .map(|mv| claim_not_due::named(texts, state, mv)))
    };
    match error {
        ReadMoveError::TooLong => too_long(texts, LONGEST_TYPED),
        ReadMoveError::Unreadable { nearest } if nearest.is_empty() => {
            texts.say("refused-no-move", &[("typed", &typed)])
        }
        ReadMoveError::Unreadable { nearest } => {
            let nearest = nearest
                .iter()
                .map(|mv| claim_not_due::named(texts, state, mv));
            let nearest = texts.or(nearest);
            let values = [("typed", &typed as _), ("nearest", &nearest as _)];
            texts.say("refused-unreadable-move", &values)
        }
        ReadMoveError::Ambiguous { candidates } => {
            let candidates = list(candidates);
            let values = [("typed", &typed as _), ("candidates", &candidates as _)];
            texts.say("refused-ambiguous", &values)
        }
        ReadMoveError::PromotionMissing { from, to } => {
            let choices = ["q", "r", "b", "n"].map(|letter| format!("{from}{to}{letter}"));
            texts.say("refused-promotion", &[("candidates", &texts.or(&choices))])
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
pub(crate) fn too_long(texts: &Texts, most: usize) -> Message {
    texts.say("refused-too-long", &[("most", &most)])
}

/// Refuses something that the ruleset does not have, and names the rulesets that do.
fn not_in_this_ruleset(texts: &Texts, attempt: &Tried<'_>) -> Message {
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

/// Tells the consequence of resigning: the others play on, or it is the end, or the third is asked.
fn confirm(texts: &Texts, attempt: &Tried<'_>, winner: Option<Color>) -> Message {
    if let Some(winner) = winner {
        let third = attempt.army.map(|by| Resignation { by, winner }.third());
        let values = [
            ("winner", &texts.army(winner) as _),
            ("option", &texts.choice_name(winner.word()) as _),
            ("third", &texts.armies(third) as _),
        ];
        return texts.say("refused-confirm-winner", &values);
    }
    let known = attempt.state.zip(attempt.army);
    let verdict = known.map(|(state, army)| state.game().judge_concession(army));
    match verdict.and_then(|verdict| verdict.outcome?.score_for_people()) {
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

/// Refuses something that is proposed already, and says whose answer it waits for.
fn already_proposed(texts: &Texts, attempt: &Tried<'_>) -> Message {
    let agreements = attempt.state.map(|state| state.game().agreements());
    let resignation = agreements.and_then(Agreements::resignation);
    if let (Topic::Resignation { .. }, Some(offer)) = (attempt.topic, resignation) {
        let values = [
            ("army", &texts.army(offer.by) as _),
            ("winner", &texts.army(offer.winner) as _),
            ("third", &texts.army(offer.third()) as _),
        ];
        return texts.say("refused-resignation-stands", &values);
    }
    let id = match attempt.topic {
        Topic::Pact { .. } => "refused-pact-stands",
        Topic::Proposal => "refused-motion-stands",
        Topic::Draw { .. }
        | Topic::Resignation { .. }
        | Topic::Abort
        | Topic::Rematch
        | Topic::Other => "refused-already-proposed",
    };
    texts.say(id, &[])
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
                let (reason, message) = refusal(&texts, &HostError::from(error), &Tried::default());
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
