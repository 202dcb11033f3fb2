//! Move ordering: moves that are likely to cut the search short come first.

use super::evaluation::value;
use crate::rules::{Color, Move, Position, Role, Square};

/// A move in the list of those still to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listed {
    pub(super) role: Role,
    pub(super) mv: Move,
    /// Sort key, highest first. For captures, the least they win in hundredths of a pawn.
    pub(super) gain: i32,
}

/// The deepest ply for which moves are remembered.
const DEEPEST: usize = 16;
/// The advantage of a good capture over any other move.
const CAPTURE: i32 = 1 << 20;
const KILLER: i32 = 1 << 19;
const HISTORY_MOST: i32 = 1 << 17;

/// Moves that have cut the search short before, and lists for reuse.
pub(super) struct Memory {
    killers: [[Option<Move>; 2]; DEEPEST],
    /// Indexed by army, role and target.
    history: Vec<i32>,
    spare: Vec<Vec<Listed>>,
}

impl Memory {
    pub(super) fn new() -> Memory {
        Memory {
            killers: [[None; 2]; DEEPEST],
            history: vec![0; 3 * Role::ALL.len() * Square::COUNT],
            spare: Vec::new(),
        }
    }

    fn place(color: Color, role: Role, to: Square) -> usize {
        (color.index() * Role::ALL.len() + role as usize) * Square::COUNT + to.index()
    }

    /// Lists all legal moves. Captures from `foe` come first if it is given.
    pub(super) fn list(
        &mut self,
        position: &Position,
        at: usize,
        foe: Option<Color>,
    ) -> Vec<Listed> {
        let mut moves = self.spare.pop().unwrap_or_default();
        let killers = self.killers[at.min(DEEPEST - 1)];
        let color = position.turn();
        position.each_legal_move(|role, mv| {
            let mut gain = match captured(position, mv) {
                Some((owner, _)) => {
                    let won = exchange(position, role, mv);
                    let wanted = foe.is_none_or(|foe| foe == owner);
                    if won >= 0 && wanted {
                        CAPTURE + won
                    } else {
                        won
                    }
                }
                None if killers.contains(&Some(mv)) => KILLER,
                None => self.history[Memory::place(color, role, mv.to)],
            };
            if let Some(role) = mv.promotion {
                gain += if role == Role::Queen {
                    CAPTURE
                } else {
                    -CAPTURE
                };
            }
            moves.push(Listed { role, mv, gain });
        });
        moves
    }

    /// Lists the captures of pieces in play, or only of those of `foe` if it is given, and
    /// promotions to a queen.
    pub(super) fn list_captures(&mut self, position: &Position, foe: Option<Color>) -> Vec<Listed> {
        let mut moves = self.spare.pop().unwrap_or_default();
        position.each_legal_move(|role, mv| {
            let queens = mv.promotion == Some(Role::Queen);
            let gain = match captured(position, mv) {
                Some((owner, _)) if foe.is_none_or(|foe| foe == owner) => {
                    exchange(position, role, mv)
                }
                Some(_) | None if queens => 0,
                Some(_) | None => return,
            };
            if mv.promotion.is_some() && !queens {
                return;
            }
            let gain = if queens {
                gain + value(Role::Queen) - value(Role::CrossedPawn)
            } else {
                gain
            };
            moves.push(Listed { role, mv, gain });
        });
        moves
    }

    /// Removes the most promising move from the list and returns it.
    pub(super) fn pick(moves: &mut Vec<Listed>) -> Option<Listed> {
        let (best, _) = moves
            .iter()
            .enumerate()
            .max_by_key(|(nth, listed)| (listed.gain, std::cmp::Reverse(*nth)))?;
        Some(moves.swap_remove(best))
    }

    /// Keeps a list for reuse.
    pub(super) fn keep(&mut self, mut moves: Vec<Listed>) {
        moves.clear();
        self.spare.push(moves);
    }

    /// Remembers a move after which the other moves need not be searched.
    pub(super) fn note_cut(
        &mut self,
        position: &Position,
        role: Role,
        mv: Move,
        at: usize,
        plies: u32,
    ) {
        if position.piece_at(mv.to).is_some() {
            return;
        }
        let killers = &mut self.killers[at.min(DEEPEST - 1)];
        if killers[0] != Some(mv) {
            killers[1] = killers[0];
            killers[0] = Some(mv);
        }
        let place = Memory::place(position.turn(), role, mv.to);
        let weight = 1 << (2 * plies.min(6));
        self.history[place] = (self.history[place] + weight).min(HISTORY_MOST);
    }
}

/// Returns the owner and the role of the piece a move captures, if its army is in play. En passant
/// is not considered.
pub(super) fn captured(position: &Position, mv: Move) -> Option<(Color, Role)> {
    let taken = position.piece_at(mv.to)?;
    let alive = position.in_play().contains(taken.color);
    alive.then_some((taken.color, taken.role))
}

/// Returns the least that a capture wins: the captured piece, minus the capturing one if its army
/// guards the square. For a piece worth no more than its target it is the target alone, so that
/// exchanges are searched.
fn exchange(position: &Position, role: Role, mv: Move) -> i32 {
    let Some((owner, taken)) = captured(position, mv) else {
        return 0;
    };
    // A king cannot capture a guarded piece.
    let won = value(taken);
    let lost = if role == Role::King { 0 } else { value(role) };
    if won >= lost {
        // Of pieces that capture the same, the cheapest comes first.
        return won - lost / 128;
    }
    let guards = position.board.of_color(owner);
    let guarded = position.board.is_attacked(mv.to, guards);
    if guarded { won - lost } else { won }
}
