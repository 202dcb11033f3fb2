//! What attacks what (rules §3.5, §4.1): always as if every moat were unbridged.

use super::{
    border::Border,
    color::{Color, Colors},
    lines::{LINES, LoopPlace, look},
    mask::{Mask, RING},
    position::Position,
    role::Role,
    square::{FILES, Square},
};

/// A piece that attacks a king, and the way its attack takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckLine {
    /// Where the attacking piece stands.
    pub attacker: Square,
    /// Where the attacked king stands.
    pub king: Square,
    /// The squares from the attacker to the king, both included. Consecutive squares are
    /// neighbours; two squares of rank 6 that are not neighbours on the ring are joined through
    /// the centre. For a knight only the two ends.
    pub path: Vec<Square>,
}

impl Position {
    /// The armies in play whose king is attacked by another army in play (rules §4.1).
    #[must_use]
    pub fn checked(&self) -> Colors {
        self.in_play
            .iter()
            .filter(|color| self.is_checked(*color))
            .collect()
    }

    /// Whether the army's king is attacked by another army in play.
    #[must_use]
    pub fn is_checked(&self, color: Color) -> bool {
        match self.king_square(color) {
            Some(king) => self.is_attacked(king, self.opponents(color)),
            None => false,
        }
    }

    /// The armies in play that attack the army's king: the *checkers* of rules §4.6.
    #[must_use]
    pub fn checkers(&self, color: Color) -> Colors {
        let Some(king) = self.king_square(color) else {
            return Colors::NONE;
        };
        self.in_play
            .without(color)
            .iter()
            .filter(|other| self.is_attacked(king, self.by_color[other.index()]))
            .collect()
    }

    /// Every attack on the king of an army in play, by pieces of the others.
    #[must_use]
    pub fn check_lines(&self) -> Vec<CheckLine> {
        let mut lines = Vec::new();
        for color in self.in_play.iter() {
            let Some(king) = self.king_square(color) else {
                continue;
            };
            for attacker in self.attackers(king, self.opponents(color)) {
                lines.push(CheckLine {
                    attacker,
                    king,
                    path: self.attack_path(attacker, king),
                });
            }
        }
        lines
    }

    /// Whether one of the pieces on `by` attacks the square.
    #[inline]
    pub(crate) fn is_attacked(&self, square: Square, by: Mask) -> bool {
        let index = square.index();
        let near = (LINES.knight[index] & self.of_role(Role::Knight))
            | (LINES.king[index] & self.of_role(Role::King))
            | (LINES.pawn_sources[index] & self.of_role(Role::Pawn))
            | (LINES.crossed_sources[index] & self.of_role(Role::CrossedPawn));
        if !(near & by).is_empty() {
            return true;
        }
        let by = by & !Mask::of(square);
        let queens = self.of_role(Role::Queen);
        let straight = (queens | self.of_role(Role::Rook)) & by;
        let diagonal = (queens | self.of_role(Role::Bishop)) & by;
        !(self.straight_targets(square) & straight).is_empty()
            || !(self.diagonal_targets(square) & diagonal).is_empty()
    }

    /// The pieces on `by` that attack the square.
    pub(crate) fn attackers(&self, square: Square, by: Mask) -> Mask {
        by.into_iter()
            .filter(|from| *from != square && self.attacks_from(*from).contains(square))
            .collect()
    }

    /// The squares attacked by the piece on a square, whosever it is.
    #[inline]
    pub(crate) fn attacks_from(&self, from: Square) -> Mask {
        match self.piece_at(from) {
            Some(piece) => self.targets_of(piece.role, from),
            None => Mask::EMPTY,
        }
    }

    /// What a piece of this role attacks from a square.
    #[inline]
    pub(crate) fn targets_of(&self, role: Role, from: Square) -> Mask {
        match role {
            Role::King => LINES.king[from.index()],
            Role::Queen => self.straight_targets(from) | self.diagonal_targets(from),
            Role::Rook => self.straight_targets(from),
            Role::Bishop => self.diagonal_targets(from),
            Role::Knight => LINES.knight[from.index()],
            Role::Pawn => LINES.pawn[from.index()],
            Role::CrossedPawn => LINES.crossed[from.index()],
        }
    }

    /// Squares in sight along ring and file line: up to and with the first piece each way. May
    /// include `from` itself.
    #[inline]
    pub(crate) fn straight_targets(&self, from: Square) -> Mask {
        let ring = from.rank() as usize - 1;
        let files = self.occupied().ring(ring);
        let seen = if ring == 0 {
            seen_in_sector(files, from.file())
        } else {
            seen_on_ring(files, from.file())
        };
        Mask::of_ring(ring, seen) | self.file_targets(from)
    }

    #[inline]
    pub(crate) fn file_targets(&self, from: Square) -> Mask {
        let at = LINES.file_places[from.index()];
        let line = at.line as usize;
        let (low, high) = look(u32::from(self.file_lines[line]), u32::from(at.place));
        LINES.file_between[line][low as usize][high as usize]
    }

    /// Squares in sight along both loops. May include `from` itself.
    #[inline]
    pub(crate) fn diagonal_targets(&self, from: Square) -> Mask {
        let [a, b] = LINES.loop_places[from.index()];
        self.loop_targets(a, a.low, a.high) | self.loop_targets(b, b.low, b.high)
    }

    #[inline]
    pub(crate) fn loop_targets(&self, at: LoopPlace, lowest: u8, highest: u8) -> Mask {
        let line = at.line as usize;
        let (low, high) = look(u32::from(self.loops[line]), u32::from(at.place));
        let low = low.max(u32::from(lowest));
        let high = high.min(u32::from(highest));
        LINES.loop_between[line][low as usize][high as usize]
    }

    /// The shortest way an attack takes, both ends included.
    fn attack_path(&self, from: Square, to: Square) -> Vec<Square> {
        let role = self.piece_at(from).map(|piece| piece.role);
        let mut paths = Vec::new();
        if matches!(role, Some(Role::Queen | Role::Rook)) {
            paths.extend(self.ring_path(from, to));
            let (at, end) = (
                LINES.file_places[from.index()],
                LINES.file_places[to.index()],
            );
            if at.line == end.line && self.file_targets(from).contains(to) {
                let squares = &LINES.file_squares[at.line as usize];
                paths.push(stretch(squares, at.place, end.place));
            }
        }
        if matches!(role, Some(Role::Queen | Role::Bishop)) {
            for at in LINES.loop_places[from.index()] {
                let line = at.line as usize;
                let (low, high) = look(u32::from(self.loops[line]), u32::from(at.place));
                let seen = low.max(u32::from(at.low))..=high.min(u32::from(at.high));
                for end in LINES.loop_places[to.index()] {
                    if at.line == end.line && seen.contains(&u32::from(end.place)) {
                        paths.push(stretch(&LINES.loop_squares[line], at.place, end.place));
                    }
                }
            }
        }
        paths
            .into_iter()
            .min_by_key(Vec::len)
            .unwrap_or_else(|| vec![from, to])
    }

    /// The shorter free way around the ring, if both squares are on it and one is free.
    fn ring_path(&self, from: Square, to: Square) -> Option<Vec<Square>> {
        if from.rank() != to.rank() {
            return None;
        }
        let mut best: Option<Vec<Square>> = None;
        for step in [1, -1] {
            let mut path = vec![from];
            let mut at = from;
            loop {
                let next = Square::wrapped(i32::from(at.file()) + step, i32::from(at.rank()));
                let moat = at.rank() == 1 && Border::between(at.file(), next.file()).is_some();
                if moat || next == from {
                    break;
                }
                path.push(next);
                if next == to {
                    if best.as_ref().is_none_or(|other| path.len() < other.len()) {
                        best = Some(path);
                    }
                    break;
                }
                if self.piece_at(next).is_some() {
                    break;
                }
                at = next;
            }
        }
        best
    }
}

/// The squares of a line from one place to another.
fn stretch(squares: &[Square], from: u8, to: u8) -> Vec<Square> {
    let (low, high) = (from.min(to) as usize, from.max(to) as usize);
    let mut path = squares[low..=high].to_vec();
    if to < from {
        path.reverse();
    }
    path
}

/// The files in sight from `file` within its sector, on rank 1 with its moats left alone.
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

/// The files in sight from `file` around a whole ring, both ways.
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
