//! Which armies a pact can be with.

use crate::rules::{Color, Colors};

use super::{command::PactAction, state::Match};

impl Match {
    /// The armies that this army can mean when it speaks of a pact (rules §6.3): for an offer those
    /// to which it has made none and with which it has none, to accept those that have offered
    /// one, to end those with which one stands or to which it has offered one.
    #[must_use]
    pub fn partners(&self, color: Color, action: PactAction) -> Colors {
        let pacts = self.game().agreements().pacts();
        let known = |other| pacts.stands(color, other) || pacts.is_offered(color, other);
        let others = self.position().in_play().without(color);
        others
            .iter()
            .filter(|other| match action {
                PactAction::Offer => !known(*other),
                PactAction::Accept => pacts.is_offered(*other, color),
                PactAction::Revoke => known(*other),
            })
            .collect()
    }
}
