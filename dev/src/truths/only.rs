//! Positions in which one move alone keeps an army in the game.
//!
//! The others act together here. An army is *lost* within so many rounds of theirs if they can put
//! it out by mate or by the capture of its king, whatever it does itself.

use rondel::rules::{Color, Exit, Move, Position, Verdict};

use super::step::{Step, can_be_news, news};

/// The rounds of the others that are looked at.
pub const ROUNDS: u32 = 2;

/// Returns the one move after which the army to move is not lost within [`ROUNDS`], if every other
/// legal move loses, and there are at least two others.
///
/// That a move loses is proved with checks in the first of two rounds; that the one holds, against
/// everything.
#[must_use]
pub fn only_move(position: &Position) -> Option<Move> {
    let army = position.turn();
    let moves = position.legal_moves();
    let hunt = |rounds, forcing| Hunt {
        army,
        rounds,
        forcing,
    };
    // Most positions fail here at once: too many moves hold for one round.
    let mut held = Vec::new();
    for mv in &moves {
        if !hunt(1, false).is_lost(position, *mv) {
            held.push(*mv);
        }
        if held.len() > MOST_HELD {
            return None;
        }
    }
    if moves.len() < 3 || held.is_empty() {
        return None;
    }
    held.retain(|mv| !hunt(ROUNDS, true).is_lost(position, *mv));
    match held[..] {
        [only] if !hunt(ROUNDS, false).is_lost(position, only) => Some(only),
        _ => None,
    }
}

/// The moves that may hold for one round in a position that is looked at further.
const MOST_HELD: usize = 4;

/// Returns true if the army that makes the legal move is lost then within so many rounds.
#[must_use]
pub fn is_lost(position: &Position, mv: Move, rounds: u32) -> bool {
    let army = position.turn();
    let forcing = false;
    Hunt {
        army,
        rounds,
        forcing,
    }
    .is_lost(position, mv)
}

#[derive(Clone, Copy)]
struct Hunt {
    army: Color,
    rounds: u32,
    /// True if only rounds that end with a check, or with the last, are tried.
    forcing: bool,
}

impl Hunt {
    fn is_lost(self, before: &Position, mv: Move) -> bool {
        self.goes_on(before, mv, self.rounds)
    }

    /// Returns true if after the move the army can be put out within `left` rounds, the current one
    /// included.
    fn goes_on(self, before: &Position, mv: Move, left: u32) -> bool {
        let mut after = *before;
        after.play(mv);
        if can_be_news(before, mv, &after) {
            return self.goes_on_with_news(before, mv, after, left);
        }
        // Back at the army's turn, only a check can mate it.
        if after.turn() == self.army && (left == 1 || self.forcing) && !after.is_checked(self.army)
        {
            return false;
        }
        let moves = after.legal_moves();
        if moves.is_empty() {
            return self.goes_on_with_news(before, mv, after, left);
        }
        self.goes_on_here(&after, &moves, left)
    }

    /// Goes on in a position in which somebody has a move.
    fn goes_on_here(self, position: &Position, moves: &[Move], left: u32) -> bool {
        if position.turn() == self.army {
            left > 1 && moves.iter().all(|mv| self.goes_on(position, *mv, left - 1))
        } else {
            moves.iter().any(|mv| self.goes_on(position, *mv, left))
        }
    }

    fn goes_on_with_news(self, before: &Position, mv: Move, after: Position, left: u32) -> bool {
        match news(before, mv, after) {
            Step::News(verdict, _) if is_mated(&verdict, self.army) => true,
            Step::News(verdict, after)
                if verdict.outcome.is_some() || !after.in_play().contains(self.army) =>
            {
                false
            }
            Step::News(_, after) | Step::On(after) => {
                self.goes_on_here(&after, &after.legal_moves(), left)
            }
        }
    }
}

fn is_mated(verdict: &Verdict, army: Color) -> bool {
    let mut outs = verdict.outs.iter();
    outs.any(|out| out.color == army && matches!(out.exit, Exit::Mate | Exit::KingTaken))
}
