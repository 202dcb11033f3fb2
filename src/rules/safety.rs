//! King safety: the dangers to the king of the army to move (rules §4.1).
//!
//! They are worked out once for each position, from the lines that lead to the king, so that most
//! moves need no check of their own.

use super::{
    bitboard::{Bitboard, RING},
    color::Color,
    lines::LINES,
    position::Position,
    role::Role,
    square::Square,
};

/// The dangers to the king of the army to move.
pub(crate) struct Safety {
    pub(crate) color: Color,
    pub(crate) king: Square,
    /// Pieces of the other armies in play.
    pub(crate) enemies: Bitboard,
    /// True if the king is attacked.
    pub(crate) checked: bool,
    /// The squares on which another piece ends every attack on the king, by blocking or capturing.
    /// All squares if there is no attack.
    ends_check: Bitboard,
    /// Own pieces that are the only ones between the king and an enemy's line to it.
    pub(crate) pinned: Bitboard,
}

/// A line on which an enemy's rook, bishop or queen would attack the king if nothing stood
/// between. The same piece may have several, and several may run over the same square.
struct Threat {
    from: Square,
    between: Bitboard,
}

impl Position {
    /// Returns the dangers to the king, or `None` if the army to move has no opponents left.
    #[inline]
    pub(crate) fn safety(&self) -> Option<Safety> {
        let color = self.turn;
        let king = self.king_square(color)?;
        if self.in_play.len() < 2 || !self.in_play.contains(color) {
            return None;
        }
        let enemies = self.opponents(color);
        let own = self.board.of_color(color);
        let occupied = self.board.occupied();
        let mut safety = Safety {
            color,
            king,
            enemies,
            checked: false,
            ends_check: Bitboard::ALL,
            pinned: Bitboard::EMPTY,
        };
        self.board
            .near_attackers(king, enemies)
            .into_iter()
            .for_each(|attacker| safety.note_check(Bitboard::of(attacker)));
        self.each_threat(king, enemies, |threat| {
            let blockers = threat.between & occupied;
            if blockers.is_empty() {
                safety.note_check(threat.between.with(threat.from));
            } else if let Some(blocker) = blockers.single() {
                safety.pinned |= Bitboard::of(blocker) & own;
            }
        });
        Some(safety)
    }

    /// Returns the squares the piece on `from`, not the king, may go to with its king safe
    /// afterwards. Captures en passant and captures of kings are not covered, since they remove
    /// more than one piece's lines.
    pub(crate) fn safe_squares(&self, from: Square, safety: &Safety) -> Bitboard {
        let mut safe = safety.ends_check;
        if safety.pinned.contains(from) {
            let occupied = self.board.occupied();
            self.each_threat(safety.king, safety.enemies, |threat| {
                if (threat.between & occupied).single() == Some(from) {
                    safe = safe & threat.between.with(threat.from);
                }
            });
        }
        safe
    }

    #[inline]
    fn each_threat(&self, king: Square, enemies: Bitboard, mut visit: impl FnMut(Threat)) {
        let [file, a, b] = LINES.places[king];
        let straight = self.board.straight_movers() & enemies & LINES.straight[king];
        straight.into_iter().for_each(|from| {
            let [end, _, _] = LINES.places[from];
            if file.line == end.line {
                let between = file.path(end);
                visit(Threat { from, between });
            }
            if king.rank() == from.rank() {
                for between in ring_paths(king, from).into_iter().flatten() {
                    visit(Threat { from, between });
                }
            }
        });
        let diagonal = self.board.diagonal_movers() & enemies & LINES.diagonal[king];
        diagonal.into_iter().for_each(|from| {
            let [_, c, d] = LINES.places[from];
            for (at, end) in [(a, c), (a, d), (b, c), (b, d)] {
                if at.sees(end) {
                    let between = at.path(end);
                    visit(Threat { from, between });
                }
            }
        });
    }

    /// Returns true if after the move the mover's king, which does not move itself, is not attacked
    /// by any army then in play (rules §4.1, §4.2).
    pub(crate) fn is_safe_after(&self, from: Square, to: Square, safety: &Safety) -> bool {
        let enemies = self.enemies_after(to, safety).without(Bitboard::of(to));
        let after = self.board.after_shift(from, to);
        !after.is_attacked(safety.king, enemies)
    }

    /// Returns the enemies that remain when the piece on the square is captured. If that is a king,
    /// its whole army goes out.
    #[inline]
    pub(crate) fn enemies_after(&self, to: Square, safety: &Safety) -> Bitboard {
        match self.piece_at(to) {
            Some(taken) if taken.role == Role::King => {
                safety.enemies.without(self.board.of_color(taken.color))
            }
            _ => safety.enemies,
        }
    }
}

impl Safety {
    fn note_check(&mut self, ends: Bitboard) {
        self.checked = true;
        self.ends_check = self.ends_check & ends;
    }
}

/// Returns the squares between two squares of one ring, either way around. On rank 1 only within a
/// sector, since moats lie beyond it.
fn ring_paths(a: Square, b: Square) -> [Option<Bitboard>; 2] {
    let ring = a.rank() as usize - 1;
    let (low, high) = (a.file().min(b.file()), a.file().max(b.file()));
    let inner = ((1_u32 << high) - 1) & !((2 << low) - 1);
    if ring == 0 {
        let same_sector = a.file() / 8 == b.file() / 8;
        return [same_sector.then(|| Bitboard::of_ring(ring, inner)), None];
    }
    let outer = RING & !inner & !(1 << low | 1 << high);
    [inner, outer].map(|files| Some(Bitboard::of_ring(ring, files)))
}
