//! Reading moves as people type them (rules §7.2, last paragraph).

mod completion;
mod letters;
mod pattern;

use super::{
    illegal::{IllegalDetail, IllegalMove, IllegalReason, why_illegal},
    moves::Move,
    notation::is_pawn_capture,
    position::{CastlingSide, Position, king_start},
    role::{Piece, Role},
    square::Square,
};
use pattern::{Care, Pattern};

pub use completion::complete;
pub use letters::LONGEST_TYPED;

/// Number of moves suggested for an unreadable text.
const NEAREST: usize = 5;

/// The reason a typed move was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadMoveError {
    /// The text is longer than [`LONGEST_TYPED`] characters.
    #[error("a move takes at most {LONGEST_TYPED} characters")]
    TooLong,
    /// The text is nothing like a move.
    #[error("this is no move, rules §7.2")]
    Unreadable {
        /// The legal moves whose notation is almost the text, the most similar first. None for most texts.
        nearest: Vec<Move>,
    },
    /// The text could mean several legal moves.
    #[error("this could mean several moves, rules §7.2")]
    Ambiguous {
        /// All legal moves it could mean, in the order of squares.
        candidates: Vec<Move>,
    },
    /// A pawn reaches rank 1, and the text does not say what it promotes to (rules §2.6).
    #[error("{from}{to} needs the letter of what the pawn becomes, rules §2.6")]
    PromotionMissing {
        /// The pawn's square.
        from: Square,
        /// The square it promotes on.
        to: Square,
    },
    /// The text means a move that the rules forbid.
    #[error("{0}")]
    Illegal(IllegalMove),
    /// The text begins with the capital letter of a piece, and no such piece can go there. Read as
    /// the letter of a file, it would be a pawn's capture.
    #[error("{why}")]
    PawnMeant {
        /// The reason no such piece can go there.
        why: IllegalMove,
        /// The pawn's legal captures, in the order of squares.
        captures: Vec<Move>,
    },
}

/// Reads a move as a person types it (rules §7.2): plain or short, with or without `-`, `x`, `=`,
/// `+`, `#`, with zeros for the letters of castling, in either case. Spaces mean nothing, nor does
/// a judgement such as `!?` at the end. A colon is a capture sign, and a figure such as `♘` names a
/// piece and is never taken for a file.
///
/// The text is first read exactly as written. Only if no legal move fits is it read without regard
/// to case and signs. Text that begins with the capital letter of a piece is never read as a pawn's
/// capture, since phones capitalize the first letter.
///
/// ```
/// use rondel_rules::{Position, read_move};
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
            .filter_map(|mv| PossibleMove::of(position, *mv, &typed, care));
        let (diagonal, found): (Vec<PossibleMove>, Vec<PossibleMove>) =
            found.partition(|found| names_piece && is_pawn_capture(position, found.mv));
        if !found.is_empty() {
            return decide(&found);
        }
        captures.extend(diagonal.iter().map(|found| found.mv));
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

/// Returns true if the text begins with the capital letter of a piece.
fn names_piece(typed: &[u8]) -> bool {
    matches!(typed.first(), Some(b'K' | b'Q' | b'R' | b'B' | b'N'))
}

/// A legal move that the text could mean.
struct PossibleMove {
    mv: Move,
    /// True if only the letter of the promotion is missing.
    letter_missing: bool,
}

impl PossibleMove {
    fn of(position: &Position, mv: Move, typed: &[u8], care: Care) -> Option<PossibleMove> {
        let fits = |mv| Pattern::any_fits(position, mv, typed, care);
        let letter_missing = !fits(mv);
        let bare = Move::plain(mv.from, mv.to);
        let found = !letter_missing || mv.promotion.is_some() && fits(bare);
        found.then_some(PossibleMove { mv, letter_missing })
    }
}

/// Returns the one move that is meant, among those that fit.
fn decide(found: &[PossibleMove]) -> Result<Move, ReadMoveError> {
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

/// Returns the reason that the move the text means is illegal, or `None` if it means no move.
fn meant(position: &Position, typed: &[u8]) -> Option<IllegalMove> {
    if let Some(side) = Pattern::castling_named(typed) {
        return Some(castling_refusal(position, side));
    }
    let named = squares_named(typed);
    // A move always ends with its target.
    let to = *named.last()?;
    let names_piece = names_piece(typed);
    let mut reasons: Vec<(Care, bool, IllegalMove)> = Vec::new();
    for from in origins(position, &named) {
        for promotion in promotions() {
            let mv = Move {
                promotion,
                ..Move::plain(from, to)
            };
            if names_piece && is_pawn_capture(position, mv) {
                continue;
            }
            let fitting = [Care::AsWritten, Care::Loose]
                .into_iter()
                .find(|care| Pattern::any_fits(position, mv, typed, *care));
            if let Some(care) = fitting {
                let why = why_illegal(position, from, to, promotion);
                reasons.push((care, is_far_off(&why), why));
            }
        }
    }
    // A reading exactly as written was meant, however far-fetched the move. Among those, the one
    // nearest to a legal move comes first.
    reasons.sort_by_key(|(care, far_off, _)| (*care, *far_off));
    let closest = reasons.first().map(|reason| reason.0);
    reasons.retain(|reason| Some(reason.0) == closest);
    match reasons.as_slice() {
        [(_, false, why), ..] | [(_, true, why)] => Some(*why),
        _ => none_reaches(position, typed, to).or(reasons.first().map(|reason| reason.2)),
    }
}

/// Returns true if no way at all leads from one square to the other.
fn is_far_off(why: &IllegalMove) -> bool {
    use IllegalReason::{NoPiece, NotSo, SameSquare};
    matches!(why.reason, NotSo | NoPiece | SameSquare)
}

fn castling_refusal(position: &Position, side: CastlingSide) -> IllegalMove {
    let color = position.turn();
    let king = king_start(color);
    if position.may_castle(color, side) {
        why_illegal(position, king, side.king_to(color), None)
    } else {
        IllegalReason::CastlingRightGone.with([IllegalDetail::Castling(side)])
    }
}

/// Returns the squares named in the text.
fn squares_named(typed: &[u8]) -> Vec<Square> {
    typed
        .windows(2)
        .filter_map(|pair| {
            let name = [pair[0].to_ascii_lowercase(), pair[1]];
            std::str::from_utf8(&name).ok()?.parse().ok()
        })
        .collect()
}

/// Returns the squares a move could be meant to start from: those of the mover's pieces, and those
/// named.
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

/// Returns all that a text could ask for as promotion, legal or not.
fn promotions() -> impl Iterator<Item = Option<Role>> {
    [None]
        .into_iter()
        .chain(Role::PROMOTIONS.map(Some))
        .chain([Some(Role::King), Some(Role::Pawn)])
}

/// Returns the refusal of a text that names a kind of piece of which none can be meant.
fn none_reaches(position: &Position, typed: &[u8], to: Square) -> Option<IllegalMove> {
    let color = position.turn();
    let named = |care, role| {
        promotions().any(|promotion| Pattern::of_kind(role, to, promotion).fits(typed, care))
    };
    [Care::AsWritten, Care::Loose]
        .into_iter()
        .find_map(|care| Role::ALL.into_iter().find(|role| named(care, *role)))
        .map(|role| {
            let piece = IllegalDetail::Piece(Piece { color, role });
            IllegalReason::NoneReaches.with([piece, IllegalDetail::To(to)])
        })
}
