//! What the army to move must mind for the sake of its king (rules §4.1).
//!
//! It is worked out once for a position, from the lines that lead to the king, so that most
//! moves need no look at the king's safety.

use super::{
    color::Color,
    lines::LINES,
    mask::{Mask, RING},
    position::Position,
    role::Role,
    square::Square,
};

/// What the army to move must mind.
pub(crate) struct Safety {
    pub(crate) color: Color,
    pub(crate) king: Square,
    /// Pieces of the armies in play that move against it.
    pub(crate) enemies: Mask,
    /// Whether the king is attacked.
    pub(crate) checked: bool,
    /// Where another piece ends every attack on the king, by standing in its way or by taking
    /// the attacker: everywhere when there is none.
    ends_check: Mask,
    /// Own pieces each of which stands alone between the king and an enemy's line to it.
    pub(crate) pinned: Mask,
}

/// A line on which an enemy's rook, bishop or queen would attack the king if nothing stood
/// between. The same piece may have several, and several may run over the same square.
struct Threat {
    from: Square,
    between: Mask,
}

impl Position {
    /// `None` when the army to move has nobody to play against.
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
            ends_check: Mask::ALL,
            pinned: Mask::EMPTY,
        };
        self.board
            .near_attackers(king, enemies)
            .into_iter()
            .for_each(|attacker| safety.note_check(Mask::of(attacker)));
        self.each_threat(king, enemies, |threat| {
            let blockers = threat.between & occupied;
            if blockers.is_empty() {
                safety.note_check(threat.between.with(threat.from));
            } else if let Some(blocker) = blockers.single() {
                safety.pinned |= Mask::of(blocker) & own;
            }
        });
        Some(safety)
    }

    /// Where the piece on a square, not the king, may go with its king safe afterwards; taking
    /// en passant and taking kings apart, with which more than this piece goes.
    pub(crate) fn safe_squares(&self, from: Square, safety: &Safety) -> Mask {
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
    fn each_threat(&self, king: Square, enemies: Mask, mut visit: impl FnMut(Threat)) {
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

    /// Whether the mover's king, which does not move itself, is unattacked by the armies that are
    /// in play after the move (rules §4.1, §4.2).
    pub(crate) fn is_safe_after(&self, from: Square, to: Square, safety: &Safety) -> bool {
        let enemies = self.enemies_after(to, safety).without(Mask::of(to));
        let after = self.board.after_shift(from, to);
        !after.is_attacked(safety.king, enemies)
    }

    /// The enemies that remain when what stands on the square is taken: with a king its army
    /// goes out of the game.
    #[inline]
    pub(crate) fn enemies_after(&self, to: Square, safety: &Safety) -> Mask {
        match self.piece_at(to) {
            Some(taken) if taken.role == Role::King => {
                safety.enemies.without(self.board.of_color(taken.color))
            }
            _ => safety.enemies,
        }
    }
}

impl Safety {
    fn note_check(&mut self, ends: Mask) {
        self.checked = true;
        self.ends_check = self.ends_check & ends;
    }
}

/// The squares between two squares of one ring, either way round; on rank 1 only within a sector,
/// since moats lie beyond it.
fn ring_paths(a: Square, b: Square) -> [Option<Mask>; 2] {
    let ring = a.rank() as usize - 1;
    let (low, high) = (a.file().min(b.file()), a.file().max(b.file()));
    let inner = ((1_u32 << high) - 1) & !((2 << low) - 1);
    if ring == 0 {
        let same_sector = a.file() / 8 == b.file() / 8;
        return [same_sector.then(|| Mask::of_ring(ring, inner)), None];
    }
    let outer = RING & !inner & !(1 << low | 1 << high);
    [inner, outer].map(|files| Some(Mask::of_ring(ring, files)))
}
