//! Mop-up: the way to mate of an army against lone kings, or of its pawn to promotion.
//!
//! No search sees a mate twenty plies ahead, so the evaluation must lead there. On a board of rings a
//! lone king is driven outward to the rim, and the other king must follow it around.

use rondel_rules::{Bitboard, Color, Colors, Position, Role, Square};

use super::{
    evaluation::{advance, distance, value},
    pawn_table::plies_to_promotion,
};

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

/// The parts of a ply in which distances to mate are given.
pub(super) const PARTS: i32 = 4;
/// The distance to mate in [`PARTS`], less twelve plies: six rows for each rank of the lone king, in them one
/// for each rank of the hunter's king, by the kings' files apart. These are means over all positions of
/// king and rook against king in which the lone king is to move, less what the rook's ring makes;
/// together both explain 94 % of the distances. Those of king and queen differ by little. No kings stand
/// so where it is 0.
const APART: [[u8; 13]; 36] = [
    [0, 15, 17, 20, 22, 23, 27, 35, 43, 51, 56, 57, 57],
    [0, 9, 14, 16, 16, 20, 27, 35, 43, 51, 55, 56, 56],
    [1, 6, 9, 10, 15, 20, 27, 35, 43, 47, 49, 49, 49],
    [9, 10, 13, 16, 16, 20, 27, 35, 39, 40, 41, 41, 41],
    [16, 17, 19, 21, 22, 23, 27, 30, 32, 32, 33, 33, 32],
    [23, 24, 25, 25, 23, 23, 23, 23, 25, 28, 30, 28, 24],
    [0, 31, 27, 30, 31, 31, 35, 43, 51, 59, 64, 65, 65],
    [0, 0, 22, 25, 26, 30, 35, 43, 51, 59, 64, 65, 66],
    [0, 0, 21, 23, 26, 30, 35, 43, 51, 56, 58, 59, 58],
    [9, 19, 22, 25, 26, 30, 35, 43, 49, 50, 51, 51, 51],
    [27, 29, 29, 30, 31, 31, 35, 40, 41, 42, 45, 44, 42],
    [33, 35, 37, 35, 33, 33, 32, 33, 33, 37, 41, 39, 39],
    [42, 39, 38, 40, 42, 43, 46, 52, 60, 68, 72, 73, 73],
    [0, 0, 37, 38, 40, 42, 46, 52, 60, 69, 73, 74, 74],
    [0, 0, 35, 37, 39, 41, 46, 52, 60, 64, 66, 67, 67],
    [0, 0, 35, 37, 38, 41, 46, 53, 56, 58, 59, 61, 64],
    [27, 36, 38, 40, 41, 41, 45, 48, 50, 51, 54, 56, 56],
    [43, 45, 45, 44, 41, 41, 41, 41, 41, 45, 49, 48, 48],
    [66, 65, 65, 65, 66, 68, 69, 71, 75, 79, 87, 89, 88],
    [63, 59, 55, 55, 56, 57, 60, 67, 75, 79, 82, 85, 87],
    [0, 0, 52, 53, 54, 55, 59, 67, 71, 74, 77, 80, 79],
    [0, 0, 44, 46, 49, 53, 59, 63, 66, 69, 72, 73, 73],
    [0, 0, 48, 53, 54, 54, 55, 58, 61, 63, 65, 65, 66],
    [44, 51, 54, 53, 53, 54, 52, 52, 55, 58, 60, 59, 53],
    [73, 73, 73, 73, 74, 77, 77, 77, 81, 83, 91, 92, 92],
    [68, 65, 61, 61, 62, 62, 66, 73, 81, 83, 85, 88, 90],
    [67, 64, 59, 61, 62, 62, 66, 73, 76, 77, 80, 83, 83],
    [0, 0, 53, 53, 57, 61, 66, 68, 70, 72, 75, 75, 75],
    [0, 0, 53, 58, 61, 61, 61, 63, 65, 67, 68, 67, 67],
    [0, 0, 58, 56, 58, 59, 56, 57, 60, 62, 63, 60, 57],
    [89, 90, 90, 89, 85, 82, 79, 78, 81, 83, 91, 93, 92],
    [83, 82, 81, 83, 82, 79, 73, 75, 81, 83, 85, 88, 90],
    [76, 76, 76, 78, 79, 78, 73, 75, 76, 77, 80, 83, 83],
    [55, 67, 69, 71, 73, 73, 72, 69, 70, 73, 75, 75, 75],
    [0, 0, 64, 67, 67, 67, 67, 67, 65, 67, 68, 67, 67],
    [0, 0, 59, 62, 59, 64, 65, 63, 61, 62, 0, 61, 0],
];
/// What a piece adds on the lone king's ring, and on each ring inside it, in [`PARTS`]: the lone king cannot
/// enter the next.
const RINGS: [i32; 6] = [6, -16, -5, 3, 5, 6];

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
        let board = position.board();
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
        let own = position.board().of_color(self.hunter);
        let mut material = 0;
        for role in Role::ALL {
            (own & position.board().of_role(role))
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
        let men = position.board().of_color(self.hunter).len();
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
            let crossed = position.board().of_role(Role::CrossedPawn).contains(pawn);
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

    /// Returns the distance to mate of a lone king, roughly and in [`PARTS`] of a ply.
    pub(super) fn distance(&self, position: &Position, lone: Color) -> i32 {
        let Some(king) = position.king_square(lone) else {
            return 0;
        };
        let files = (i32::from(king.file()) - i32::from(self.king.file())).rem_euclid(24);
        let row = (king.rank() - 1) * 6 + self.king.rank() - 1;
        let apart = APART[usize::from(row)][files.min(24 - files) as usize];
        let inside = |piece: Square| {
            let rings = piece.rank().checked_sub(king.rank())?;
            Some(RINGS[usize::from(rings)])
        };
        let cut = self.pieces.into_iter().filter_map(inside).min();
        i32::from(apart) + cut.unwrap_or(0)
    }
}
