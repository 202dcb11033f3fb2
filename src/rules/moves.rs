//! Moves in plain notation, independent of any position.

use std::{fmt, str::FromStr};

use super::{role::Role, square::Square};

/// A move: its two squares, and the role of a promotion. Castling is written as the king's move.
///
/// In plain notation (rules §7.1), `e2e4`, `d2d1q`:
///
/// ```
/// use rondel_rules::Move;
///
/// let mv: Move = "d2d1q".parse().unwrap();
/// assert_eq!(mv.to_string(), "d2d1q");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The square the piece leaves.
    pub from: Square,
    /// The square it goes to.
    pub to: Square,
    /// The role a pawn promotes to on rank 1: queen, rook, bishop or knight.
    pub promotion: Option<Role>,
}

impl Move {
    /// Returns the move between two squares that is no promotion.
    #[must_use]
    pub const fn plain(from: Square, to: Square) -> Move {
        Move {
            from,
            to,
            promotion: None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(role) => write!(f, "{}", role.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

/// The text is not a move in plain notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a plain move is two squares, and q, r, b or n when a pawn is promoted: e2e4, d2d1q")]
pub struct ParseMoveError;

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let square = |range: std::ops::Range<usize>| -> Result<Square, ParseMoveError> {
            let name = text.get(range).ok_or(ParseMoveError)?;
            name.parse().map_err(|_| ParseMoveError)
        };
        let promotion = match text.as_bytes().get(4..).ok_or(ParseMoveError)? {
            [] => None,
            [letter @ (b'q' | b'r' | b'b' | b'n')] => {
                Role::from_letter(char::from(letter.to_ascii_uppercase()))
            }
            _ => return Err(ParseMoveError),
        };
        Ok(Move {
            from: square(0..2)?,
            to: square(2..4)?,
            promotion,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_moves_are_read() {
        for good in ["e2e4", "a6m6", "d2d1q", "x2w1n"] {
            assert_eq!(good.parse::<Move>().unwrap().to_string(), good);
        }
        for bad in [
            "", "e2", "e2e", "e2e4k", "e2e4Q", "E2e4", "e2-e4", "e2e44", "é2e4", "e2eé",
        ] {
            assert_eq!(bad.parse::<Move>(), Err(ParseMoveError), "{bad}");
        }
    }
}
