//! The buttons under a proposal: one accepts it, the other declines it.

use super::prelude::*;

/// The words of `action:`.
pub(super) const ACTIONS: &[&str] = &["offer", "accept", "decline"];

/// Reads the action of such a button of a command: `abort:accept`.
pub(super) fn answer(action: &str, command: &str) -> Option<OfferAction> {
    let word = action.strip_prefix(command)?.strip_prefix(':')?;
    let answers = [OfferAction::Accept, OfferAction::Decline];
    OfferAction::from_word(word).filter(|action| answers.contains(action))
}

/// Returns the two buttons of a command, with these texts as their labels.
pub(super) fn answers(
    narrator: &Narrator<'_>,
    state: &Match,
    command: &str,
    [accept, decline]: [&'static str; 2],
) -> Vec<Button> {
    let answers = [("accept", accept), ("decline", decline)];
    let button = |(answer, label): (&str, &'static str)| {
        narrator.button(state, format!("{command}:{answer}"), label)
    };
    answers.map(button).into()
}
