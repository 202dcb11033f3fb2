//! Moves typed with the German letters for pieces.

use super::{ReadMoveError, is_pawn_capture, letters::german_letters, read_move};
use crate::rules::{moves::Move, position::Position, role::Role};

/// Returns the text to read with [`read_move`] in place of what a German speaker typed: with
/// figures for the letters `D T L S` if these make a move of it, otherwise unchanged.
///
/// As with the letters of rules §7.2, a text that begins with such a capital is never read as a
/// pawn's capture.
///
/// ```
/// use rondel::rules::{Position, in_german};
///
/// let start = Position::start();
/// assert_eq!(in_german(&start, "Sf3").as_deref(), Ok("♘f3"));
/// assert_eq!(in_german(&start, "Nf3").as_deref(), Ok("Nf3"));
/// ```
///
/// # Errors
///
/// [`ReadMoveError::Ambiguous`] if the text means one move with these letters and another with
/// those of rules §7.2, [`ReadMoveError::PawnMeant`] if no piece of that letter can go there but a
/// pawn can capture there.
pub fn in_german(position: &Position, text: &str) -> Result<String, ReadMoveError> {
    let as_typed = || Ok(text.to_owned());
    let Some(own) = german_letters(text) else {
        return as_typed();
    };
    let read = read_move(position, text);
    let captures = captures(position, &read);
    match (read, read_move(position, &own)) {
        (Ok(one), Ok(other)) if one != other => {
            let mut candidates = vec![one, other];
            candidates.sort_unstable();
            Err(ReadMoveError::Ambiguous { candidates })
        }
        (_, Err(ReadMoveError::Illegal(why))) if !captures.is_empty() => {
            Err(ReadMoveError::PawnMeant { why, captures })
        }
        (_, Err(ReadMoveError::Ambiguous { .. })) if !captures.is_empty() => Ok(own),
        (Ok(_), _)
        | (Err(ReadMoveError::Ambiguous { .. }), Err(_))
        | (Err(_), Err(ReadMoveError::Unreadable { .. } | ReadMoveError::TooLong)) => as_typed(),
        (Err(_), _) => Ok(own),
    }
}

/// Returns the pawn's captures that the text alone would mean; none if it could mean anything else.
fn captures(position: &Position, read: &Result<Move, ReadMoveError>) -> Vec<Move> {
    let all = match read {
        Ok(mv) => vec![*mv],
        Err(ReadMoveError::Ambiguous { candidates }) => candidates.clone(),
        Err(ReadMoveError::PromotionMissing { from, to }) => {
            let (from, to) = (*from, *to);
            let promoted = |role| Move {
                from,
                to,
                promotion: Some(role),
            };
            Role::PROMOTIONS.map(promoted).to_vec()
        }
        Err(
            ReadMoveError::TooLong
            | ReadMoveError::Unreadable { .. }
            | ReadMoveError::Illegal(_)
            | ReadMoveError::PawnMeant { .. },
        ) => Vec::new(),
    };
    if all.iter().all(|mv| is_pawn_capture(position, *mv)) {
        all
    } else {
        Vec::new()
    }
}
