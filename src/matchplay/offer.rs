//! Offers that others must agree to.

use crate::rules::{Color, Colors};

use super::id::Moment;

/// A draw that stands offered (rules §5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawOffer {
    /// The army that offered it.
    pub by: Color,
    /// The armies that agree, the one that offered it among them.
    pub agreed: Colors,
    /// The ply at which it lapses.
    pub until_ply: u32,
}

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
