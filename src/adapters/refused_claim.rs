//! Why a draw cannot be claimed: what there is today, and what would do.

use crate::{
    matchplay::{Match, NotDue},
    rules::{Limits, Move, short},
};

use super::{telling::joined, words::Words};

/// The sentences for a claim that is not due.
#[must_use]
pub(super) fn not_due(words: &Words, why: &NotDue, state: Option<&Match>) -> String {
    let named =
        |mv: Move| state.map_or_else(|| mv.to_string(), |state| short(state.position(), mv));
    let mut sentences = vec![lead(words, why, state, &named)];
    if why.ends {
        return sentences.remove(0);
    }
    if let Some(mv) = why.claimed_with.filter(|_| is_never(why)) {
        sentences.push(words.say("refused-claim-not-made", &[("move", &named(mv))]));
    }
    sentences.push(repetition(words, why));
    if why.own_move && is_reached(why.repetition, why.occurrences.len()) {
        sentences.push(words.say("refused-claim-own", &[]));
    }
    sentences.push(clock(words, why));
    if why.impossibility {
        sentences.push(words.say("refused-claim-impossibility", &[]));
    }
    let moves: Vec<String> = why.due_with.iter().map(|mv| named(*mv)).collect();
    if let Some(first) = moves.first() {
        let moves = joined(words, &moves);
        let values = [("moves", moves.as_str()), ("move", first)];
        sentences.push(words.say("refused-claim-offer", &values));
    }
    sentences.join(" ")
}

fn is_reached(limits: Limits, count: usize) -> bool {
    limits.claim.is_some_and(|claim| count >= claim as usize)
}

/// Whether all draws come by themselves.
fn is_never(why: &NotDue) -> bool {
    let claims = [why.repetition.claim, why.clock_limits.claim];
    claims == [None, None] && !why.impossibility
}

/// That it is not due, or never is.
fn lead(
    words: &Words,
    why: &NotDue,
    state: Option<&Match>,
    named: &impl Fn(Move) -> String,
) -> String {
    match why.claimed_with {
        Some(mv) if why.ends => words.say("refused-claim-ends", &[("move", &named(mv))]),
        _ if is_never(why) => {
            let ruleset = state.map(|state| words.ruleset(state.ruleset()));
            let ruleset = ruleset.unwrap_or_default();
            words.say("refused-claim-automatic", &[("ruleset", &ruleset)])
        }
        Some(mv) => words.say("refused-claim-with", &[("move", &named(mv))]),
        None => words.say("refused-claim-not-due", &[]),
    }
}

/// How often the position has stood, and how often it must.
fn repetition(words: &Words, why: &NotDue) -> String {
    let wanted = why.repetition.claim.or(why.repetition.automatic);
    let plies: Vec<String> = why.occurrences.iter().map(u32::to_string).collect();
    words.say_counted(
        "refused-claim-repetition",
        plies.len(),
        &[
            ("plies", &joined(words, &plies)),
            ("wanted", &wanted.unwrap_or_default().to_string()),
        ],
    )
}

/// How many plies have gone by without progress, and how many must.
fn clock(words: &Words, why: &NotDue) -> String {
    let due = why.clock_limits.claim.or(why.clock_limits.automatic);
    let due = due.unwrap_or_default();
    let values = [("clock", why.clock.to_string()), ("due", due.to_string())];
    let values = values
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    words.say("refused-claim-clock", &values)
}
