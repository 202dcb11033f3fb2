//! Refusals of claims to a draw that is not due: how things stand, and what it would take.

use crate::{
    matchplay::{ClaimNotDue, Match},
    rules::{DrawLimits, Move, short},
};

use super::{message::Message, texts::Texts};

/// Returns the refusal of a claim to a draw that is not due.
#[must_use]
pub fn not_due(texts: &Texts, why: &ClaimNotDue, state: Option<&Match>) -> Message {
    let named =
        |mv: Move| state.map_or_else(|| mv.to_string(), |state| short(state.position(), mv));
    let mut sentences = vec![lead(texts, why, state, &named)];
    if why.ends {
        return sentences.remove(0);
    }
    if let Some(mv) = why.claimed_with.filter(|_| is_never(why)) {
        sentences.push(texts.say("refused-claim-not-made", &[("move", &named(mv))]));
    }
    sentences.push(repetition(texts, why));
    if why.own_move && is_reached(why.repetition, why.occurrences.len()) {
        sentences.push(texts.say("refused-claim-own", &[]));
    }
    sentences.push(clock(texts, why));
    if why.impossibility {
        sentences.push(texts.say("refused-claim-impossibility", &[]));
    }
    let moves: Vec<String> = why.due_with.iter().map(|mv| named(*mv)).collect();
    if let Some(first) = moves.first() {
        let moves = texts.and(&moves);
        let values = [("moves", &moves as _), ("move", first as _)];
        sentences.push(texts.say("refused-claim-offer", &values));
    }
    Message::sentences(sentences)
}

fn is_reached(limits: DrawLimits, count: usize) -> bool {
    limits.claim.is_some_and(|claim| count >= claim as usize)
}

/// Returns whether all draws come by themselves.
fn is_never(why: &ClaimNotDue) -> bool {
    let claims = [why.repetition.claim, why.clock_limits.claim];
    claims == [None, None] && !why.impossibility
}

/// Says that it is not due, or never is.
fn lead(
    texts: &Texts,
    why: &ClaimNotDue,
    state: Option<&Match>,
    named: &impl Fn(Move) -> String,
) -> Message {
    match why.claimed_with {
        Some(mv) if why.ends => texts.say("refused-claim-ends", &[("move", &named(mv))]),
        _ if is_never(why) => {
            let ruleset = state.map(|state| texts.ruleset(state.ruleset()));
            let ruleset = ruleset.unwrap_or_default();
            texts.say("refused-claim-automatic", &[("ruleset", &ruleset)])
        }
        Some(mv) => texts.say("refused-claim-with", &[("move", &named(mv))]),
        None => texts.say("refused-claim-not-due", &[]),
    }
}

/// Says how often the position has stood, and how often it must.
fn repetition(texts: &Texts, why: &ClaimNotDue) -> Message {
    let wanted = why.repetition.claim.or(why.repetition.automatic);
    let plies: Vec<String> = why.occurrences.iter().map(u32::to_string).collect();
    texts.say(
        "refused-claim-repetition",
        &[
            ("count", &plies.len()),
            ("plies", &texts.and(&plies)),
            ("wanted", &wanted.unwrap_or_default()),
        ],
    )
}

/// Says how many plies have gone by without progress, and how many must.
fn clock(texts: &Texts, why: &ClaimNotDue) -> Message {
    let due = why.clock_limits.claim.or(why.clock_limits.automatic);
    let due = due.unwrap_or_default();
    texts.say(
        "refused-claim-clock",
        &[("clock", &why.clock), ("due", &due)],
    )
}
