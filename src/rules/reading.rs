//! Moves as people type them (rules §7.2, last paragraph).

mod completion;
mod form;
mod letters;

use super::{
    illegal::{IllegalMove, why_illegal},
    moves::Move,
    position::{CastlingSide, Position, king_start},
    role::{Piece, Role},
    square::Square,
};
use form::{Care, Form};

pub use completion::complete;
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
}

/// Reads a move as a person types it (rules §7.2): plain or short, with or without `-`, `x`, `=`,
/// `+`, `#`, zeros for the letters of castling, in either case. Spaces and a judgement such as `!?`
/// at the end mean nothing, a colon is the sign of a capture, and a figure such as `♘` names a
/// piece, which no letter for a file can be taken for.
///
/// The text is read as it is written first, and only when no legal move fits so, without regard
/// to case and signs.
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
    for care in [Care::AsWritten, Care::Loose] {
        let found: Vec<Found> = legal
            .iter()
            .filter_map(|mv| Found::of(position, *mv, &typed, care))
            .collect();
        if !found.is_empty() {
            return decide(&found);
        }
    }
    Err(match meant(position, &typed) {
        Some(why) => ReadMoveError::Illegal(why),
        None => ReadMoveError::Unreadable {
            nearest: completion::nearest(position, &typed, NEAREST),
        },
    })
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
    let mut reasons: Vec<(bool, Care, IllegalMove)> = Vec::new();
    for from in origins(position, &named) {
        for promotion in promotions() {
            let mv = Move {
                from,
                to,
                promotion,
            };
            let fitting = [Care::AsWritten, Care::Loose]
                .into_iter()
                .find(|care| Form::any_fits(position, mv, typed, *care));
            if let Some(care) = fitting {
                let why = why_illegal(position, from, to, promotion);
                reasons.push((is_far_off(&why), care, why));
            }
        }
    }
    // What is nearly legal is what was meant; next what fits as written.
    reasons.sort_by_key(|(far_off, care, _)| (*far_off, *care));
    match reasons.as_slice() {
        [(false, _, why), ..] | [(true, _, why)] => Some(*why),
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
