//! Moves as people type them (rules §7.2, last paragraph).

mod completion;
mod form;
mod german;
mod letters;

use super::{
    illegal::{IllegalMove, why_illegal},
    moves::Move,
    position::{CastlingSide, Position, king_start},
    role::{Piece, Role},
    square::Square,
};
use form::{Care, Form, is_straight};

pub use completion::complete;
pub use german::in_german;
pub use letters::german_letters;

/// Longer texts are not looked at, in characters. The longest way to write a move takes half of it.
pub const LONGEST_TYPED: usize = 32;

/// How many moves are suggested for a text that means nothing.
const NEAREST: usize = 5;

/// Why a typed move was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadMoveError {
    /// More than [`LONGEST_TYPED`] characters.
    #[error("a move takes at most {LONGEST_TYPED} characters")]
    TooLong,
    /// Nothing like a move.
    #[error("this is no move, rules §7.2")]
    Unreadable {
        /// The legal moves whose writing comes nearest, the nearest first.
        nearest: Vec<Move>,
    },
    /// It could mean more than one legal move.
    #[error("this could mean several moves, rules §7.2")]
    Ambiguous {
        /// All that it could mean, in the order of squares.
        candidates: Vec<Move>,
    },
    /// A pawn reaches rank 1, and what it becomes is not said (rules §2.6).
    #[error("{from}{to} needs the letter of what the pawn becomes, rules §2.6")]
    PromotionMissing {
        /// Where the pawn stands.
        from: Square,
        /// Where it is promoted.
        to: Square,
    },
    /// It means a move that the rules forbid.
    #[error("{0}")]
    Illegal(IllegalMove),
    /// It begins with the capital letter of a piece, and no such piece can go there; as the letter
    /// of a file it would be a pawn's capture.
    #[error("{why}")]
    PawnMeant {
        /// Why no such piece can go there.
        why: IllegalMove,
        /// The pawn's captures, which are legal, in the order of squares.
        captures: Vec<Move>,
    },
}

/// Reads a move as a person types it (rules §7.2): plain or short, with or without `-`, `x`, `=`,
/// `+`, `#`, zeros for the letters of castling, in either case. Spaces and a judgement such as `!?`
/// at the end mean nothing, a colon is the sign of a capture, and a figure such as `♘` names a
/// piece, which no letter for a file can be taken for.
///
/// The text is read as it is written first, and only when no legal move fits so, without regard
/// to case and signs. What begins with the capital letter of a piece is never a pawn's capture, since
/// telephones write first letters large.
///
/// ```
/// use rondel::rules::{Position, read_move};
///
/// let start = Position::start();
/// for text in ["Nf3", "nf3", "N f3!?", "♘f3", "Ng1-f3", "g1f3", "G1-F3"] {
///     assert_eq!(read_move(&start, text), Ok("g1f3".parse().unwrap()), "{text}");
/// }
/// ```
///
/// # Errors
///
/// When the text does not mean exactly one legal move; see [`ReadMoveError`].
pub fn read_move(position: &Position, text: &str) -> Result<Move, ReadMoveError> {
    let typed = letters::normal(text).ok_or(ReadMoveError::TooLong)?;
    let legal = position.legal_moves();
    let names_piece = names_piece(&typed);
    let mut captures = Vec::new();
    for care in [Care::AsWritten, Care::Loose] {
        let found = legal
            .iter()
            .filter_map(|mv| Found::of(position, *mv, &typed, care));
        let (aslant, found): (Vec<Found>, Vec<Found>) =
            found.partition(|found| names_piece && is_aslant(position, found.mv));
        if !found.is_empty() {
            return decide(&found);
        }
        captures.extend(aslant.iter().map(|found| found.mv));
    }
    captures.sort_unstable();
    Err(match meant(position, &typed) {
        Some(why) if captures.is_empty() => ReadMoveError::Illegal(why),
        Some(why) => ReadMoveError::PawnMeant { why, captures },
        None => ReadMoveError::Unreadable {
            nearest: completion::nearest(position, &typed, NEAREST),
        },
    })
}

/// Whether the text begins with the capital letter of a piece.
fn names_piece(typed: &[u8]) -> bool {
    matches!(typed.first(), Some(b'K' | b'Q' | b'R' | b'B' | b'N'))
}

/// Whether a pawn leaves its line across the board, as it does only to capture.
fn is_aslant(position: &Position, mv: Move) -> bool {
    let piece = position.piece_at(mv.from);
    piece.is_some_and(|piece| piece.role.is_pawn()) && !is_straight(mv)
}

/// A legal move that the text could mean.
struct Found {
    mv: Move,
    /// Whether only the letter of the promotion is missing.
    letter_missing: bool,
}

impl Found {
    fn of(position: &Position, mv: Move, typed: &[u8], care: Care) -> Option<Found> {
        let fits = |mv| Form::any_fits(position, mv, typed, care);
        if fits(mv) {
            return Some(Found {
                mv,
                letter_missing: false,
            });
        }
        let bare = Move {
            promotion: None,
            ..mv
        };
        (mv.promotion.is_some() && fits(bare)).then_some(Found {
            mv,
            letter_missing: true,
        })
    }
}

/// Which of the moves that fit is meant.
fn decide(found: &[Found]) -> Result<Move, ReadMoveError> {
    let first = &found[0];
    if let [only] = found
        && !only.letter_missing
    {
        return Ok(only.mv);
    }
    let Move { from, to, .. } = first.mv;
    if found
        .iter()
        .all(|other| other.letter_missing && other.mv.from == from && other.mv.to == to)
    {
        return Err(ReadMoveError::PromotionMissing { from, to });
    }
    let mut candidates: Vec<Move> = found.iter().map(|found| found.mv).collect();
    candidates.sort_unstable();
    Err(ReadMoveError::Ambiguous { candidates })
}

/// Why the move that the text means is illegal; `None` when it means none.
fn meant(position: &Position, typed: &[u8]) -> Option<IllegalMove> {
    if let Some(side) = Form::castling_named(typed) {
        return Some(castling_refusal(position, side));
    }
    let named = squares_named(typed);
    // Whatever else it names, a move ends with its target.
    let to = *named.last()?;
    let names_piece = names_piece(typed);
    let mut reasons: Vec<(Care, bool, IllegalMove)> = Vec::new();
    for from in origins(position, &named) {
        for promotion in promotions() {
            let mv = Move {
                from,
                to,
                promotion,
            };
            if names_piece && is_aslant(position, mv) {
                continue;
            }
            let fitting = [Care::AsWritten, Care::Loose]
                .into_iter()
                .find(|care| Form::any_fits(position, mv, typed, *care));
            if let Some(care) = fitting {
                let why = why_illegal(position, from, to, promotion);
                reasons.push((care, is_far_off(&why), why));
            }
        }
    }
    // What fits as written is what was meant, be it ever so far off; of that what is nearly legal.
    reasons.sort_by_key(|(care, far_off, _)| (*care, *far_off));
    let closest = reasons.first().map(|reason| reason.0);
    reasons.retain(|reason| Some(reason.0) == closest);
    match reasons.as_slice() {
        [(_, false, why), ..] | [(_, true, why)] => Some(*why),
        _ => none_reaches(position, typed, to).or(reasons.first().map(|reason| reason.2)),
    }
}

/// Whether there is no way at all from one square to the other.
fn is_far_off(why: &IllegalMove) -> bool {
    matches!(
        why,
        IllegalMove::NotSo { .. } | IllegalMove::NoPiece { .. } | IllegalMove::SameSquare { .. }
    )
}

fn castling_refusal(position: &Position, side: CastlingSide) -> IllegalMove {
    let color = position.turn();
    let king = king_start(color);
    if position.may_castle(color, side) {
        why_illegal(position, king, side.king_to(color), None)
    } else {
        IllegalMove::CastlingRightGone { side }
    }
}

/// The squares whose names stand in the text.
fn squares_named(typed: &[u8]) -> Vec<Square> {
    typed
        .windows(2)
        .filter_map(|pair| {
            let name = [pair[0].to_ascii_lowercase(), pair[1]];
            std::str::from_utf8(&name).ok()?.parse().ok()
        })
        .collect()
}

/// From where a move could be meant: the mover's pieces, and the squares named.
fn origins(position: &Position, named: &[Square]) -> Vec<Square> {
    let mut origins: Vec<Square> = position
        .pieces()
        .filter(|(_, piece)| piece.color == position.turn())
        .map(|(square, _)| square)
        .collect();
    for square in named {
        if !origins.contains(square) {
            origins.push(*square);
        }
    }
    origins
}

/// What may be asked of a promotion, rightly or not.
fn promotions() -> impl Iterator<Item = Option<Role>> {
    [None]
        .into_iter()
        .chain(Role::PROMOTIONS.map(Some))
        .chain([Some(Role::King), Some(Role::Pawn)])
}

/// The refusal of a text that names a kind of piece none of which can be meant.
fn none_reaches(position: &Position, typed: &[u8], to: Square) -> Option<IllegalMove> {
    let color = position.turn();
    let named = |care, role| {
        promotions().any(|promotion| Form::of_kind(role, to, promotion).fits(typed, care))
    };
    [Care::AsWritten, Care::Loose]
        .into_iter()
        .find_map(|care| Role::ALL.into_iter().find(|role| named(care, *role)))
        .map(|role| IllegalMove::NoneReaches {
            piece: Piece { color, role },
            to,
        })
}
