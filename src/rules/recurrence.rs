//! Recurrence: earlier positions, and which of them count as the same (rules §5.2).

use super::{
    board::Board,
    border::Border,
    color::{ByColor, Color, Colors},
    moves::Move,
    position::{Castling, Position},
    role::Role,
    ruleset::Sameness,
    square::Square,
};

/// The positions that could still recur, the current one last.
#[derive(Clone, Debug)]
pub(crate) struct History {
    sameness: Sameness,
    since: Vec<Recurrence>,
}

impl History {
    /// Returns a history that begins with this position.
    pub(crate) fn new(sameness: Sameness, position: &Position) -> History {
        History {
            sameness,
            since: vec![Recurrence::of(position)],
        }
    }

    /// Records the position after a move. `progress` is true for captures and pawn moves, after
    /// which no earlier position can recur.
    pub(crate) fn note_move(&mut self, position: &Position, progress: bool) {
        if progress {
            self.since.clear();
        }
        self.since.push(Recurrence::of(position));
    }

    /// Records that an army has gone out, which changes the latest position and adds none.
    pub(crate) fn note_out(&mut self, position: &Position) {
        match self.sameness {
            // With fewer armies in play no earlier position can recur.
            Sameness::Rights => self.since.clear(),
            Sameness::Arrangement => {
                self.since.pop();
            }
        }
        self.since.push(Recurrence::of(position));
    }

    /// Returns the plies after which the current position stood on the board, the current one last.
    pub(crate) fn occurrences(&self) -> Vec<u32> {
        let Some(now) = self.since.last() else {
            return Vec::new();
        };
        let same = self.since.iter().filter(|before| self.same(before, now));
        same.map(|before| before.ply).collect()
    }

    /// Returns the plies after which the position that a move would lead to has stood on the board.
    pub(crate) fn before(&self, position: &Position) -> Vec<u32> {
        let then = Recurrence::of(position);
        let same = self.since.iter().filter(|before| self.same(before, &then));
        same.map(|before| before.ply).collect()
    }

    /// Returns how often the position after the next move will have occurred, counting itself.
    pub(crate) fn count_after_move(&self, position: &Position) -> u32 {
        if self.sameness == Sameness::Rights && position.clock() == 0 {
            return 1;
        }
        self.count_in(&self.since, position)
    }

    /// Returns how often a position that replaces the current one will have occurred, counting
    /// itself.
    pub(crate) fn count_in_place(&self, position: &Position) -> u32 {
        let earlier = self
            .since
            .split_last()
            .map_or(&[] as &[_], |(_, earlier)| earlier);
        self.count_in(earlier, position)
    }

    fn count_in(&self, earlier: &[Recurrence], position: &Position) -> u32 {
        let then = Recurrence::of(position);
        let same = earlier.iter().filter(|before| self.same(before, &then));
        same.count() as u32 + 1
    }

    fn same(&self, one: &Recurrence, other: &Recurrence) -> bool {
        match self.sameness {
            Sameness::Rights => one.same_rights(other),
            Sameness::Arrangement => one.board == other.board,
        }
    }
}

/// The features of a position that decide if it is the same as another (rules §5.2).
#[derive(Clone, Debug, PartialEq, Eq)]
struct Recurrence {
    board: Board,
    turn: Color,
    in_play: Colors,
    bridged: [bool; 3],
    castling: Castling,
    en_passant: ByColor<Option<u8>>,
    ply: u32,
}

impl Recurrence {
    fn of(position: &Position) -> Recurrence {
        Recurrence {
            board: position.board,
            turn: position.turn,
            in_play: position.in_play,
            bridged: Border::ALL.map(|border| position.is_bridged(border)),
            castling: position.castling,
            en_passant: ByColor::new(|color| {
                position
                    .double_steps
                    .of(color)
                    .filter(|_| en_passant_counts(position, color))
            }),
            ply: position.ply,
        }
    }

    /// Returns true if the two are the same by *rights*.
    fn same_rights(&self, other: &Recurrence) -> bool {
        self.board == other.board
            && self.turn == other.turn
            && self.in_play == other.in_play
            && self.bridged == other.bridged
            && self.castling == other.castling
            && self.en_passant == other.en_passant
    }
}

/// Returns true if the double step of `passer` can really still be captured (rules §5.2): the army
/// to move has a legal capture, or a later army that has the right has a crossed pawn next to it.
fn en_passant_counts(position: &Position, passer: Color) -> bool {
    let Some(file) = position.double_steps.of(passer) else {
        return false;
    };
    let passed = Square::wrapped(i32::from(file), 3);
    let beside = |army: Color| -> Vec<Square> {
        let crossed = position.board.of_role(Role::CrossedPawn) & position.board.of_color(army);
        crossed
            .into_iter()
            .filter(|from| position.en_passant_targets(*from).contains(passed))
            .collect()
    };
    let mut army = position.turn;
    loop {
        let counts = beside(army).into_iter().any(|from| {
            let capture = Move {
                from,
                to: passed,
                promotion: None,
            };
            army != position.turn || position.is_legal(capture)
        });
        if counts {
            return true;
        }
        match position.in_play.next_after(army) {
            Some(next) if next != passer && next != position.turn => army = next,
            _ => return false,
        }
    }
}
