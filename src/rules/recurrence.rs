//! Recurrence: earlier positions, and which of them count as the same (rules §5.2).

use super::{
    color::Color, moves::Move, position::Position, role::Role, ruleset::Sameness, square::Square,
};

/// The positions that could still recur, the current one last, each with its ply.
#[derive(Clone, Debug)]
pub(crate) struct History {
    sameness: Sameness,
    since: Vec<(u32, Position)>,
}

impl History {
    /// Returns a history that begins with this position.
    pub(crate) fn new(sameness: Sameness, position: &Position) -> History {
        let since = vec![(position.ply(), essence(position))];
        History { sameness, since }
    }

    /// Records the position after a move. `progress` is true for captures and pawn moves, after
    /// which no earlier position can recur.
    pub(crate) fn note_move(&mut self, position: &Position, progress: bool) {
        if progress {
            self.since.clear();
        }
        self.since.push((position.ply(), essence(position)));
    }

    /// Records that an army has gone out, which changes the latest position and adds none.
    pub(crate) fn note_out(&mut self, position: &Position) {
        self.since.pop();
        // With fewer armies in play no earlier position can recur by *rights*.
        self.note_move(position, self.sameness == Sameness::Rights);
    }

    /// Returns the plies after which the current position stood on the board, the current one last.
    pub(crate) fn occurrences(&self) -> Vec<u32> {
        let Some((_, now)) = self.since.last() else {
            return Vec::new();
        };
        self.plies_of(now, self.since.len()).collect()
    }

    /// Returns the plies after which the position that a move would lead to has stood on the board.
    pub(crate) fn before(&self, position: &Position) -> Vec<u32> {
        self.plies_of(&essence(position), self.since.len())
            .collect()
    }

    /// Returns how often the position after the next move will have occurred, counting itself.
    pub(crate) fn count_after_move(&self, position: &Position) -> u32 {
        if self.sameness == Sameness::Rights && position.clock() == 0 {
            return 1;
        }
        self.plies_of(&essence(position), self.since.len()).count() as u32 + 1
    }

    /// Returns how often a position that replaces the current one will have occurred, counting
    /// itself.
    pub(crate) fn count_in_place(&self, position: &Position) -> u32 {
        let earlier = self.since.len().saturating_sub(1);
        self.plies_of(&essence(position), earlier).count() as u32 + 1
    }

    /// Iterates over the plies of those of the `first` positions that are the same.
    fn plies_of(&self, one: &Position, first: usize) -> impl Iterator<Item = u32> {
        let same = move |other: &&(u32, Position)| match self.sameness {
            Sameness::Rights => other.1 == *one,
            Sameness::Arrangement => other.1.board == one.board,
        };
        self.since
            .iter()
            .take(first)
            .filter(same)
            .map(|(ply, _)| *ply)
    }
}

/// Returns the position without what two positions may differ in and still be the same by *rights*
/// (rules §5.2).
fn essence(position: &Position) -> Position {
    let mut essence = Position {
        clock: 0,
        ply: 0,
        ..*position
    };
    for color in Color::ALL {
        if !en_passant_counts(position, color) {
            essence.double_steps.forget(color);
        }
    }
    essence
}

/// Returns true if the double step of `passer` can really still be captured (rules §5.2): the army
/// to move has a legal capture, or a later army that has the right has a crossed pawn next to it.
fn en_passant_counts(position: &Position, passer: Color) -> bool {
    let Some(file) = position.double_steps.of(passer) else {
        return false;
    };
    let passed = Square::wrapped(i32::from(file), 3);
    let counts = |army: Color| {
        let crossed = position.board.of_role(Role::CrossedPawn) & position.board.of_color(army);
        crossed.into_iter().any(|from| {
            position.en_passant_targets(from).contains(passed)
                && (army != position.turn || position.is_legal(Move::plain(from, passed)))
        })
    };
    let mut army = position.turn;
    loop {
        if counts(army) {
            return true;
        }
        match position.in_play.next_after(army) {
            Some(next) if next != passer && next != position.turn => army = next,
            _ => return false,
        }
    }
}
