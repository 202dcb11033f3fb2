//! Searches as the papers describe them, with material as the only knowledge. Values are parts of all
//! material in play, in millionths; an army that has gone out has none, and the last one all.

use rondel::rules::{ByColor, Color, Ending, Move, Position, Role};

/// More than any value.
const ALL: i64 = 1_000_000;

fn value(role: Role) -> i64 {
    match role {
        Role::King => 100,
        Role::Queen => 900,
        Role::Rook => 500,
        Role::Bishop | Role::Knight => 300,
        Role::Pawn => 100,
        Role::CrossedPawn => 130,
    }
}

/// Returns the value of what a move captures from an army in play.
pub(crate) fn captured(position: &Position, mv: Move) -> i64 {
    let taken = position.piece_at(mv.to);
    let taken = taken.filter(|taken| position.in_play().contains(taken.color));
    taken.map_or(0, |taken| {
        if taken.role == Role::King {
            ALL
        } else {
            value(taken.role)
        }
    })
}

/// The position after a move, and how the match has ended, if it has.
fn after(position: &Position, mv: Move) -> (Position, Option<Ending>) {
    let mut next = *position;
    next.play(mv);
    let ending = next.settle(|_| ());
    (next, ending)
}

/// Returns the part of all material that each army in play has.
fn parts(position: &Position) -> ByColor<i64> {
    let mut has = ByColor([0; 3]);
    for (_, piece) in position.pieces() {
        if position.in_play().contains(piece.color) {
            has[piece.color] += value(piece.role);
        }
    }
    let all: i64 = has.0.iter().sum();
    ByColor(has.0.map(|one| one * ALL / all.max(1)))
}

fn ended(position: &Position, ending: Option<Ending>) -> Option<ByColor<i64>> {
    ending.map(|ending| {
        let in_play = position.in_play();
        let each = if matches!(ending, Ending::LastArmy) {
            ALL
        } else {
            ALL / in_play.len().max(1) as i64
        };
        ByColor(Color::ALL.map(|color| if in_play.contains(color) { each } else { 0 }))
    })
}

pub(crate) fn one_ply(position: &Position, moves: &[Move]) -> Vec<i64> {
    let me = position.turn();
    let worth = |mv: &Move| {
        let (next, ending) = after(position, *mv);
        ended(&next, ending).unwrap_or_else(|| parts(&next))[me]
    };
    moves.iter().map(worth).collect()
}

/// Each army does what is best for itself. Of what is equally good for it, it does what is worst for the
/// searcher.
pub(crate) fn max_n(position: &Position, moves: &[Move], plies: u32) -> Vec<i64> {
    let me = position.turn();
    let worth = |mv: &Move| max_n_after(position, *mv, plies - 1, me)[me];
    moves.iter().map(worth).collect()
}

fn max_n_after(position: &Position, mv: Move, plies: u32, me: Color) -> ByColor<i64> {
    let (next, ending) = after(position, mv);
    if let Some(over) = ended(&next, ending) {
        return over;
    }
    if plies == 0 {
        return parts(&next);
    }
    let turn = next.turn();
    let all = next.legal_moves().into_iter();
    let all = all.map(|mv| max_n_after(&next, mv, plies - 1, me));
    all.max_by_key(|value| (value[turn], -value[me]))
        .unwrap_or_else(|| parts(&next))
}

/// Who moves between two moves of the searcher, to harm it.
#[derive(Clone, Copy)]
pub(crate) enum Opponents {
    /// Both, one after the other: the paranoid search.
    Both,
    /// The one with the worst reply: best-reply search.
    Worst,
}

impl Opponents {
    /// The position after a move, for each army that may move then.
    fn sides(self, next: &Position, mover: Color, me: Color) -> Vec<Position> {
        match self {
            Opponents::Both => vec![*next],
            Opponents::Worst if mover == me => {
                let others = next.in_play().without(me);
                others.iter().map(|army| next.as_turn_of(army)).collect()
            }
            Opponents::Worst => vec![next.as_turn_of(me)],
        }
    }

    /// Returns the value of each move, `plies` deep.
    pub(crate) fn search(self, position: &Position, moves: &[Move], plies: u32) -> Vec<i64> {
        let me = position.turn();
        let mut alpha = -1;
        let each = moves.iter().map(|mv| {
            // Equal moves must be known as equal: the window lets them through.
            let worth = self.after(position, *mv, plies - 1, me, alpha - 1, ALL + 1);
            alpha = alpha.max(worth);
            worth
        });
        each.collect()
    }

    fn after(
        self,
        position: &Position,
        mv: Move,
        plies: u32,
        me: Color,
        mut alpha: i64,
        mut beta: i64,
    ) -> i64 {
        let (next, ending) = after(position, mv);
        if let Some(over) = ended(&next, ending) {
            return over[me];
        }
        if plies == 0 || !next.in_play().contains(me) {
            return parts(&next)[me];
        }
        let sides = self.sides(&next, position.turn(), me);
        let own = sides.iter().all(|side| side.turn() == me);
        let mut moves: Vec<(Position, Move)> = sides
            .iter()
            .flat_map(|side| side.legal_moves().into_iter().map(|mv| (*side, mv)))
            .collect();
        moves.sort_by_key(|(side, mv)| -captured(side, *mv));
        if moves.is_empty() {
            return parts(&next)[me];
        }
        let mut best = if own { -1 } else { ALL + 1 };
        for (side, mv) in moves {
            let worth = self.after(&side, mv, plies - 1, me, alpha, beta);
            if own {
                best = best.max(worth);
                alpha = alpha.max(worth);
            } else {
                best = best.min(worth);
                beta = beta.min(worth);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
