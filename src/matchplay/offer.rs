//! Offers that others must agree to.

use crate::rules::{Color, Colors};

use super::id::Moment;

/// A proposal to call the match off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AbortOffer {
    /// The army that proposed it.
    pub by: Color,
    /// The armies that agree, the one that proposed it among them.
    pub agreed: Colors,
    /// When it lapses, a day after it was made.
    pub until: Moment,
}
