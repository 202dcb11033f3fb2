//! Attacks on squares and kings (rules §3.5, §4.1). Moats always count as unbridged here.

use super::{
    bitboard::{Bitboard, RING},
    board::Board,
    border::Moats,
    color::{Color, Colors},
    lines::LINES,
    moves::Move,
    position::Position,
    role::Role,
    square::{FILES, Square},
};

/// A piece that attacks a king, and the path of its attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckLine {
    /// The attacker's square.
    pub attacker: Square,
    /// The attacked king's square.
    pub king: Square,
    /// The squares from the attacker to the king, both included. Consecutive squares are
    /// neighbours; two squares of rank 6 that are not neighbours on the ring are joined through
    /// the centre. For a knight only the two ends.
    pub path: Vec<Square>,
}

impl Position {
    /// Returns the armies in play whose king is attacked by another army in play (rules §4.1).
    #[must_use]
    pub fn checked(&self) -> Colors {
        self.in_play
            .iter()
            .filter(|color| self.is_checked(*color))
            .collect()
    }

    /// Returns true if the army's king is attacked by another army in play.
    #[must_use]
    pub fn is_checked(&self, color: Color) -> bool {
        let king = self.king_square(color);
        king.is_some_and(|king| self.board.is_attacked(king, self.opponents(color)))
    }

    /// Returns the armies in play that attack the army's king: the *checkers* of rules §4.6.
    #[must_use]
    pub fn checkers(&self, color: Color) -> Colors {
        let Some(king) = self.king_square(color) else {
            return Colors::NONE;
        };
        self.in_play
            .without(color)
            .iter()
            .filter(|other| self.board.is_attacked(king, self.board.of_color(*other)))
            .collect()
    }

    /// Returns every attack on the king of an army in play by pieces of the others.
    #[must_use]
    pub fn check_lines(&self) -> Vec<CheckLine> {
        let attacks = |color| self.attacks_on_king(color, self.opponents(color));
        self.in_play.iter().flat_map(attacks).collect()
    }

    /// Returns every attack on an army's king by the pieces of these others, whether they are in
    /// play or not: a mated army is out, and its king stands where it was mated.
    #[must_use]
    pub fn lines_to_king(&self, color: Color, by: Colors) -> Vec<CheckLine> {
        let by = by.without(color).iter();
        by.flat_map(|other| self.attacks_on_king(color, self.board.of_color(other)))
            .collect()
    }

    fn attacks_on_king(&self, color: Color, by: Bitboard) -> Vec<CheckLine> {
        // No attack crosses a moat, bridged or not (rules §3.5).
        let unbridged = Position {
            moats: Moats::default(),
            ..*self
        };
        let Some(king) = self.king_square(color) else {
            return Vec::new();
        };
        let attackers = self.board.attackers(king, by).into_iter();
        let line = |attacker| CheckLine {
            attacker,
            king,
            path: unbridged.squares_of(Move::plain(attacker, king)),
        };
        attackers.map(line).collect()
    }
}

/// Returns the squares that a king, knight or pawn attacks from a square: what stands around it changes
/// nothing. For the other roles there are none.
///
/// ```
/// use rondel_rules::{Role, Square, near_attacks};
///
/// let square: Square = "e4".parse()?;
/// assert_eq!(near_attacks(Role::King, square).len(), 8);
/// assert_eq!(near_attacks(Role::Pawn, square).len(), 2);
/// # Ok::<(), rondel_rules::ParseSquareError>(())
/// ```
#[inline]
#[must_use]
pub fn near_attacks(role: Role, square: Square) -> Bitboard {
    match role {
        Role::King => LINES.king[square],
        Role::Knight => LINES.knight[square],
        Role::Pawn => LINES.pawn[square],
        Role::CrossedPawn => LINES.crossed[square],
        Role::Queen | Role::Rook | Role::Bishop => Bitboard::EMPTY,
    }
}

/// Returns the squares that a king steps to from a square if all moats are bridged.
#[inline]
#[must_use]
pub fn king_steps(square: Square) -> Bitboard {
    LINES.king[square] | LINES.king_crossing[square]
}

impl Board {
    /// Returns true if one of the pieces on `by` attacks the square.
    #[inline]
    pub(crate) fn is_attacked(&self, square: Square, by: Bitboard) -> bool {
        !self.near_attackers(square, by).is_empty() || {
            // Most often there is no piece at all on a line to the square.
            let straight = self.straight_movers() & by & LINES.straight[square];
            let diagonal = self.diagonal_movers() & by & LINES.diagonal[square];
            (!straight.is_empty() && !(self.straight_targets(square) & straight).is_empty())
                || (!diagonal.is_empty() && !(self.diagonal_targets(square) & diagonal).is_empty())
        }
    }

    /// Returns the kings, knights and pawns on `by` that attack the square.
    #[inline]
    pub(crate) fn near_attackers(&self, square: Square, by: Bitboard) -> Bitboard {
        let near = self.near_movers() & by & LINES.near[square];
        if near.is_empty() {
            return Bitboard::EMPTY;
        }
        self.attackers_among(near, square)
    }

    /// Keeps those kings, knights and pawns of `near` that attack the square.
    #[inline(never)]
    fn attackers_among(&self, near: Bitboard, square: Square) -> Bitboard {
        near & ((LINES.knight[square] & self.of_role(Role::Knight))
            | (LINES.king[square] & self.of_role(Role::King))
            | (LINES.pawn_sources[square] & self.of_role(Role::Pawn))
            | (LINES.crossed_sources[square] & self.of_role(Role::CrossedPawn)))
    }

    /// Returns the pieces on `by` that attack the square.
    #[inline]
    pub fn attackers(&self, square: Square, by: Bitboard) -> Bitboard {
        // A rook, bishop or queen sees the square exactly if the square sees it.
        let straight = self.straight_targets(square) & self.straight_movers();
        let diagonal = self.diagonal_targets(square) & self.diagonal_movers();
        let far = (straight | diagonal) & by;
        self.near_attackers(square, by) | far.without(Bitboard::of(square))
    }

    /// Returns the squares a piece of this role attacks from a square. May include the square
    /// itself.
    #[inline]
    pub fn targets(&self, role: Role, from: Square) -> Bitboard {
        match role {
            Role::King => LINES.king[from],
            Role::Queen => self.straight_targets(from) | self.diagonal_targets(from),
            Role::Rook => self.straight_targets(from),
            Role::Bishop => self.diagonal_targets(from),
            Role::Knight => LINES.knight[from],
            Role::Pawn => LINES.pawn[from],
            Role::CrossedPawn => LINES.crossed[from],
        }
    }

    /// Returns the squares in sight along ring and file line, up to and including the first piece
    /// each way. May include `from` itself.
    #[inline]
    fn straight_targets(&self, from: Square) -> Bitboard {
        let ring = from.rank() as usize - 1;
        let files = self.ring(ring);
        let seen = if ring == 0 {
            seen_in_sector(files, from.file())
        } else {
            seen_on_ring(files, from.file())
        };
        let [file, _, _] = &LINES.places[from];
        Bitboard::of_ring(ring, seen) | file.seen(self.lines())
    }

    /// Returns the squares in sight along both loops, up to and including the first piece each way.
    /// May include `from` itself.
    #[inline]
    fn diagonal_targets(&self, from: Square) -> Bitboard {
        let [_, a, b] = &LINES.places[from];
        a.seen(self.lines()) | b.seen(self.lines())
    }
}

/// Returns the files in sight from `file` within its sector, for rank 1, where no attack crosses a
/// moat.
#[inline]
pub(crate) const fn seen_in_sector(occupied: u32, file: u8) -> u32 {
    let first = file & !7;
    let place = (file & 7) as u32;
    let sector = (occupied >> first) & 0xff;
    let below = (sector & ((1 << place) - 1)) | 1;
    let above = (sector & !((2 << place) - 1)) | 1 << 7;
    let (low, high) = (31 - below.leading_zeros(), above.trailing_zeros());
    (((2 << high) - 1) & !((1 << low) - 1)) << first
}

/// Returns the files in sight from `file` around a whole ring, both ways.
#[inline]
pub(crate) const fn seen_on_ring(occupied: u32, file: u8) -> u32 {
    let (file, around) = (file as u32, FILES as u32);
    // Turned so that `file` is bit 0.
    let others = (occupied >> file | occupied << (around - file)) & RING & !1;
    if others == 0 {
        return RING;
    }
    let (up, down) = (others.trailing_zeros(), 31 - others.leading_zeros());
    let seen = ((2 << up) - 1) | (RING & !((1 << down) - 1));
    (seen << file | seen >> (around - file)) & RING
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, path: &str) {
        let position: Position = line.parse().unwrap();
        let paths: Vec<String> = position
            .check_lines()
            .iter()
            .map(|line| {
                let squares: Vec<String> = line.path.iter().map(Square::to_string).collect();
                squares.join(" ")
            })
            .collect();
        assert_eq!(paths, [path]);
    }

    #[test]
    fn attacks_through_the_centre_name_their_squares() {
        check(
            "24/24/24/2wK21/7wR11gK4/bK23 g wgb xhp - - 0 9",
            "h5 h6 t6 t5",
        );
        check(
            "24/24/24/2wK7bK13/7wB15gK/24 g wgb xhp - - 0 9",
            "h5 i6 w6 x5",
        );
        check(
            "24/24/24/2wK21/7wQ2gK13/bK23 g wgb xhp - - 0 9",
            "h5 i5 j5 k5",
        );
        check("24/24/24/2wK21/19gK4/bK5wN17 g wgb - - - 0 9", "g6 t5");
    }
}
