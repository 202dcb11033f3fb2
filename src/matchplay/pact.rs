//! Armies that a pact can be made with.

use crate::rules::{Color, Colors, OfferAction};

use super::state::Match;

impl Match {
    /// Returns the armies this army can mean by a pact action (rules §6.3). To offer: those it has
    /// neither a pact with nor made an offer to. To accept: those that have offered it one. To end:
    /// those it has a pact with or has offered one.
    #[must_use]
    pub fn partners(&self, color: Color, action: OfferAction) -> Colors {
        let pacts = self.game().agreements().pacts();
        let known = |other| pacts.stands(color, other) || pacts.is_offered(color, other);
        let others = self.position().in_play().without(color);
        others
            .iter()
            .filter(|other| match action {
                OfferAction::Offer => !known(*other),
                OfferAction::Accept => pacts.is_offered(*other, color),
                OfferAction::Withdraw => known(*other),
                OfferAction::Decline => false,
            })
            .collect()
    }
}
