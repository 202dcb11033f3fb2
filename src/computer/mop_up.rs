//! Mop-up: the way to mate of an army against lone kings, or of its pawn to promotion.
//!
//! No search sees a mate twenty plies ahead, so the evaluation must lead there. On a board of rings a
//! lone king is driven outward to the rim, and the other king must follow it around.

use super::{
    evaluation::{advance, distance, value},
    pawn_table::plies_to_promotion,
};
use crate::rules::{Bitboard, Color, Colors, Position, Role, Square};

/// An army against lone kings.
#[derive(Clone, Copy, Debug)]
pub(super) struct MopUp {
    pub(super) hunter: Color,
    pub(super) lone: Colors,
    king: Square,
    /// The hunter's queens and rooks.
    pieces: Bitboard,
    /// Its pawns, those that have crossed too.
    pawns: Bitboard,
}

/// The parts of a distance to mate, in tenths of a ply: by the lone king's rank, by the steps between the
/// kings, by their files apart, and by the rank of the hunter's king. They are fitted to the distances
/// of 27,000 random positions of king and rook against king, of which they explain 88 %; those of king
/// and queen differ by little.
const LONE_RANK: [i32; 6] = [0, 35, 63, 93, 134, 136];
const STEPS: [i32; 13] = [0, 0, 0, 22, 39, 50, 54, 64, 72, 83, 95, 107, 119];
const FILES: [i32; 13] = [0, 15, 19, 13, 9, 13, 21, 30, 42, 52, 58, 61, 61];
const RANK: [i32; 6] = [13, 8, 5, 0, 2, 0];
/// What a piece saves on the ring inside the lone king's, which it cannot leave then.
const CUT_OFF: i32 = 25;

/// What it is worth that a lone king can no longer catch a pawn, in hundredths of a pawn, and each step by
/// which the lone king is farther from the pawn than its own king.
const UNCAUGHT: i32 = 250;
const NEARER: i32 = 10;
/// The lead of an army whose only man is a pawn that promotes, less so much a ply, and of one whose pawn does
/// not: those of a queen are larger.
const PROMOTES: i32 = 700;
const A_PLY: i32 = 8;
const HELD: i32 = 10;

impl MopUp {
    /// Returns the mop-up of a position in which all armies but one are lone kings, and that one has a
    /// queen, a rook or a pawn.
    pub(super) fn of(position: &Position) -> Option<MopUp> {
        let board = &position.board;
        let in_play = position.in_play();
        let mut lone = Colors::NONE;
        for color in in_play.iter() {
            if board.of_color(color).len() == 1 {
                lone = lone.with(color);
            }
        }
        if lone.len() + 1 != in_play.len() {
            return None;
        }
        let hunter = in_play.iter().find(|color| !lone.contains(*color))?;
        let large = board.of_role(Role::Queen) | board.of_role(Role::Rook);
        let own = board.of_color(hunter);
        let pieces = own & large;
        let pawns = own & (board.of_role(Role::Pawn) | board.of_role(Role::CrossedPawn));
        let king = position.king_square(hunter)?;
        (!pieces.is_empty() || !pawns.is_empty()).then_some(MopUp {
            hunter,
            lone,
            king,
            pieces,
            pawns,
        })
    }

    /// Returns true if the hunter has a piece to mate with.
    pub(super) fn mates(&self) -> bool {
        !self.pieces.is_empty()
    }

    /// Returns the hunter's material, in hundredths of a pawn.
    pub(super) fn material(&self, position: &Position) -> i32 {
        let own = position.board.of_color(self.hunter);
        let mut material = 0;
        for role in Role::ALL {
            (own & position.board.of_role(role))
                .into_iter()
                .for_each(|square| {
                    material += match role {
                        Role::King => 0,
                        Role::Pawn | Role::CrossedPawn => value(role) + 4 * advance(role, square),
                        Role::Queen | Role::Rook | Role::Bishop | Role::Knight => value(role),
                    }
                });
        }
        material
    }

    /// Returns what the best pawn of the hunter is worth besides its value, by the race with a lone king
    /// and by the kings beside it, in hundredths of a pawn.
    pub(super) fn race(&self, position: &Position, lone: Color) -> i32 {
        let Some(king) = position.king_square(lone) else {
            return 0;
        };
        let men = position.board.of_color(self.hunter).len();
        if let Some(pawn) = self.pawns.single()
            && men == 2
            && self.lone.len() == 1
        {
            let lead = plies_to_promotion(position, pawn, self.king, king)
                .map_or(HELD, |plies| PROMOTES - A_PLY * plies as i32);
            return lead - self.material(position);
        }
        let mut best = None;
        self.pawns.into_iter().for_each(|pawn| {
            let crossed = position.board.of_role(Role::CrossedPawn).contains(pawn);
            let rank = i32::from(pawn.rank());
            let (left, file) = if crossed {
                (rank - 1, pawn.file())
            } else {
                (12 - rank, (pawn.file() + 12) % 24)
            };
            let nearer = distance(king, pawn) - distance(self.king, pawn);
            let goal = Square::new(file, 1);
            let uncaught = goal.is_some_and(|goal| distance(king, goal) > left);
            let race = nearer * NEARER + if uncaught { UNCAUGHT } else { 0 };
            best = best.max(Some(race));
        });
        best.unwrap_or(0)
    }

    /// Returns the distance to mate of a lone king, roughly and in tenths of a ply.
    pub(super) fn distance(&self, position: &Position, lone: Color) -> i32 {
        let Some(king) = position.king_square(lone) else {
            return 0;
        };
        let part = |parts: &[i32], nth: i32| parts.get(nth.max(0) as usize).copied().unwrap_or(0);
        let files = (i32::from(king.file()) - i32::from(self.king.file())).rem_euclid(24);
        let mut tenths = part(&LONE_RANK, i32::from(king.rank()) - 1)
            + part(&STEPS, distance(king, self.king))
            + part(&FILES, files.min(24 - files))
            + part(&RANK, i32::from(self.king.rank()) - 1);
        let inside = king.rank() + 1;
        if self.pieces.into_iter().any(|piece| piece.rank() == inside) {
            tenths -= CUT_OFF;
        }
        tenths
    }
}
