//! In which order moves are tried: what probably cuts the search short comes first.

use super::evaluation::value;
use crate::rules::{Color, Move, Position, Role, Square};

/// A move with what is known of it before it is tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listed {
    pub(super) role: Role,
    pub(super) mv: Move,
    /// The higher, the sooner it is tried; of captures what they win at least, in hundredths of
    /// a pawn.
    pub(super) gain: i32,
}

/// How deep a search may be for what it remembers.
const DEEPEST: usize = 16;
/// What a capture that is worth it counts more than any other move.
const CAPTURE: i32 = 1 << 20;
const KILLER: i32 = 1 << 19;
const HISTORY_MOST: i32 = 1 << 17;

/// What has cut the search short before, and lists to be used again.
pub(super) struct Memory {
    killers: [[Option<Move>; 2]; DEEPEST],
    /// By army, role and target.
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

    /// All legal moves. Captures from `foe` come first where one is named.
    pub(super) fn list(
        &mut self,
        position: &Position,
        at: usize,
        foe: Option<Color>,
    ) -> Vec<Listed> {
        let mut moves = self.spare.pop().unwrap_or_default();
        let killers = self.killers[at.min(DEEPEST - 1)];
        let color = position.turn();
        position.each_legal_move_by_role(|role, mv| {
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

    /// The captures of pieces in play, of those of `foe` alone where it is named, and promotions
    /// to a queen otherwise.
    pub(super) fn list_captures(&mut self, position: &Position, foe: Option<Color>) -> Vec<Listed> {
        let mut moves = self.spare.pop().unwrap_or_default();
        position.each_legal_move_by_role(|role, mv| {
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

    /// Takes the most promising move off the list.
    pub(super) fn pick(moves: &mut Vec<Listed>) -> Option<Listed> {
        let (best, _) = moves
            .iter()
            .enumerate()
            .max_by_key(|(nth, listed)| (listed.gain, std::cmp::Reverse(*nth)))?;
        Some(moves.swap_remove(best))
    }

    /// Gives a list back to be used again.
    pub(super) fn keep(&mut self, mut moves: Vec<Listed>) {
        moves.clear();
        self.spare.push(moves);
    }

    /// Remembers a move that made looking at others needless.
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

/// Whose piece a move takes, and which, where its army is in play. What is taken en passant is not
/// seen.
pub(super) fn captured(position: &Position, mv: Move) -> Option<(Color, Role)> {
    let taken = position.piece_at(mv.to)?;
    let alive = position.in_play().contains(taken.color);
    alive.then_some((taken.color, taken.role))
}

/// What a capture wins at least: the piece, and what is lost for it when the taken army guards
/// the square. For a piece that is worth no more than what it takes, the taken one alone, so that
/// exchanges are looked at.
fn exchange(position: &Position, role: Role, mv: Move) -> i32 {
    let Some((owner, taken)) = captured(position, mv) else {
        return 0;
    };
    // A king takes nothing that is guarded.
    let won = value(taken);
    let lost = if role == Role::King { 0 } else { value(role) };
    if won >= lost {
        // The cheapest of the pieces that take as much comes first.
        return won - lost / 128;
    }
    let guards = position.board.of_color(owner);
    let guarded = position.board.is_attacked(mv.to, guards);
    if guarded { won - lost } else { won }
}
