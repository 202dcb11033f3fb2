//! Kinds of pieces, and pieces.

use std::fmt;

use super::{color::Color, words::words};

words! {
    /// The kind of a piece, the most valuable first.
    Role {
        /// The king, `K`.
        "king" => King,
        /// The queen, `Q`.
        "queen" => Queen,
        /// The rook, `R`.
        "rook" => Rook,
        /// The bishop, `B`.
        "bishop" => Bishop,
        /// The knight, `N`.
        "knight" => Knight,
        /// `P`, a pawn that has not been through the centre and moves inward.
        "pawn" => Pawn,
        /// `C`, a pawn that has been through the centre and moves outward (rules §2.6).
        "crossed-pawn" => CrossedPawn,
    }
}

impl Role {
    /// The roles a pawn may promote to, in the order in which they are offered (rules §2.6).
    pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

    /// Returns the letter of position lines (rules §7.3), a capital.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Role::King => 'K',
            Role::Queen => 'Q',
            Role::Rook => 'R',
            Role::Bishop => 'B',
            Role::Knight => 'N',
            Role::Pawn => 'P',
            Role::CrossedPawn => 'C',
        }
    }

    /// Returns the role with this [letter](Role::letter).
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.letter() == letter)
    }

    /// Returns true for a pawn, crossed or not.
    #[must_use]
    pub const fn is_pawn(self) -> bool {
        matches!(self, Role::Pawn | Role::CrossedPawn)
    }
}

/// A piece of an army.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// The army it belongs to.
    pub color: Color,
    /// Its role, which changes by promotion and on the way through the centre.
    pub role: Role,
}

/// Writes the piece as position lines do: `wB`.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.color.letter(), self.role.letter())
    }
}
