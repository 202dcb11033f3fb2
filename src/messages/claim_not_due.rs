//! Refusals of claims to a draw that is not due: how things stand, and what it would take.

use crate::{
    matchplay::{ClaimNotDue, Match},
    rules::Move,
};

use super::{Message, Texts, Values};

/// Returns the refusal of a claim to a draw that is not due.
pub(crate) fn not_due(texts: &Texts, why: &ClaimNotDue, state: Option<&Match>) -> Message {
    let (repetition, clock) = (why.repetition, why.clock_limits);
    // All draws may come by themselves.
    let never = (repetition.claim, clock.claim, why.impossibility) == (None, None, false);
    let with = why.claimed_with.map(|mv| named(texts, state, &mv));
    let lead = match &with {
        Some(mv) if why.ends => texts.say("refused-claim-ends", &[("move", mv)]),
        _ if never => {
            let ruleset = state.map(|state| texts.ruleset(state.ruleset()));
            let ruleset = ruleset.unwrap_or_default();
            texts.say("refused-claim-automatic", &[("ruleset", &ruleset)])
        }
        Some(mv) => texts.say("refused-claim-with", &[("move", mv)]),
        None => texts.say("refused-claim-not-due", &[]),
    };
    if why.ends {
        return lead;
    }
    let not_made = with.filter(|_| never);
    let not_made = not_made.map(|mv| texts.say("refused-claim-not-made", &[("move", &mv)]));
    let count = why.occurrences.len();
    let wanted = repetition
        .claim
        .or(repetition.automatic)
        .unwrap_or_default();
    let stood: Values<'_> = &[("count", &count), ("wanted", &wanted)];
    let reached = repetition
        .claim
        .is_some_and(|claim| count >= claim as usize);
    let own = (why.own_move && reached).then(|| texts.say("refused-claim-own", &[]));
    let due = clock.claim.or(clock.automatic).unwrap_or_default();
    let impossibility = why.impossibility;
    let impossibility = impossibility.then(|| texts.say("refused-claim-impossibility", &[]));
    let moves: Vec<String> = why
        .due_with
        .iter()
        .map(|mv| named(texts, state, mv))
        .collect();
    let offer = moves.first().map(|first| {
        let values = [("moves", &texts.or(&moves) as _), ("move", first as _)];
        texts.say("refused-claim-offer", &values)
    });
    let sentences = [
        Some(lead),
        not_made,
        Some(texts.say("refused-claim-repetition", stood)),
        own,
        Some(texts.say(
            "refused-claim-clock",
            &[("clock", &why.clock), ("due", &due)],
        )),
        impossibility,
        offer,
    ];
    Message::sentences(sentences.into_iter().flatten())
}

/// Returns a move as people write it, in the match where one is known.
pub(super) fn named(texts: &Texts, state: Option<&Match>, mv: &Move) -> String {
    state.map_or_else(
        || mv.to_string(),
        |state| texts.move_in(state.position(), *mv),
    )
}
