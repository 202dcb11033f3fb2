//! Notation for people: short algebraic (rules §7.2), and long.

use super::{
    bitboard::Bitboard,
    game::Game,
    judgement::Verdict,
    moves::Move,
    outcome::{Elimination, Exit},
    position::{CastlingSide, Position, king_start},
    role::{Piece, Role},
    square::Square,
};

/// Writes a legal move in short notation (rules §7.2): `e4`, `Nf3`, `Rac1`, `exf5`, `d1=Q`, `O-O`,
/// `QxKm1`, with a `+` if it gives check and a `#` for each army that it mates.
///
/// No two legal moves of a position are written alike. For a move that is not legal the text means
/// nothing. The armies that go out are judged by `three-man`; [`Game::short`] judges by the match's
/// own ruleset.
///
/// ```
/// use rondel_rules::{Position, short};
///
/// let start = Position::start();
/// assert_eq!(short(&start, "b1c3".parse().unwrap()), "Nc3");
/// assert_eq!(short(&start, "e2e4".parse().unwrap()), "e4");
/// ```
#[must_use]
pub fn short(position: &Position, mv: Move) -> String {
    short_among(position, &position.legal_moves(), mv)
}

/// Writes a legal move in long notation: the piece, the square it leaves and the square it goes to,
/// so that no two moves of a position are written alike. For a move that is not legal the text
/// means nothing.
///
/// ```
/// use rondel_rules::{Position, long};
///
/// let start = Position::start();
/// assert_eq!(long(&start, "g1f3".parse().unwrap()), "Ng1-f3");
/// assert_eq!(long(&start, "e2e4".parse().unwrap()), "e2-e4");
/// ```
#[must_use]
pub fn long(position: &Position, mv: Move) -> String {
    if let Some(side) = castling_side(position, mv) {
        return String::from(side.word());
    }
    let role = position.piece_at(mv.from).map(|piece| piece.role);
    let letter = role.filter(|role| !role.is_pawn()).map(Role::letter);
    let letter = String::from_iter(letter);
    let between = if is_capture(position, mv) { "" } else { "-" };
    format!("{letter}{}{between}{}", mv.from, target(position, mv))
}

/// Writes the first move of an army in short notation, without the position in which it was made:
/// from their first squares no two pieces that are written alike reach the same one.
///
/// ```
/// use rondel_rules::short_first;
///
/// assert_eq!(short_first("j1k3".parse().unwrap()), "Nk3");
/// assert_eq!(short_first("m2m4".parse().unwrap()), "m4");
/// ```
#[must_use]
pub fn short_first(mv: Move) -> String {
    let piece = Position::start().piece_at(mv.from);
    match piece.map(|piece| piece.role) {
        Some(Role::Pawn) if mv.from.file() == mv.to.file() => mv.to.to_string(),
        Some(role) if !role.is_pawn() => format!("{}{}", role.letter(), mv.to),
        Some(_) | None => mv.to_string(),
    }
}

impl Game {
    /// Writes a legal move in short notation (rules §7.2), as [`short`] does, with the signs for
    /// its consequences under the ruleset in force. `verdict` is the answer of
    /// [`Game::judge_move`].
    #[must_use]
    pub fn short(&self, mv: Move, verdict: &Verdict) -> String {
        let position = self.position();
        let is_mate = |out: &&Elimination| out.exit == Exit::Mate;
        let effect = Effect {
            check: gives_check(position, mv, &self.position_after(mv, verdict)),
            mates: verdict.outs.iter().filter(is_mate).count(),
        };
        let mut text = unsigned(position, &position.legal_moves(), mv);
        text.push_str(&effect.signs());
        text
    }
}

/// Does what [`short`] does, for a caller that has the legal moves at hand.
pub(crate) fn short_among(position: &Position, legal: &[Move], mv: Move) -> String {
    let mut text = unsigned(position, legal, mv);
    text.push_str(&Effect::of(position, mv).signs());
    text
}

/// Returns short notation without `+` and `#`.
pub(crate) fn unsigned(position: &Position, legal: &[Move], mv: Move) -> String {
    let Some(piece) = position.piece_at(mv.from) else {
        return mv.to_string();
    };
    if let Some(side) = castling_side(position, mv) {
        return String::from(side.word());
    }
    let origin = if piece.role.is_pawn() {
        pawn_origin(position, legal, mv)
    } else {
        let origin = piece_origin(position, legal, mv, piece);
        format!("{}{origin}", piece.role.letter())
    };
    origin + &target(position, mv)
}

/// Returns the sign of a capture, the square a move goes to, and the role of a promotion.
fn target(position: &Position, mv: Move) -> String {
    let capture = if is_capture(position, mv) { "x" } else { "" };
    let king = if takes_king(position, mv) { "K" } else { "" };
    let promotion = mv.promotion.map(|role| format!("={}", role.letter()));
    format!("{capture}{king}{}{}", mv.to, promotion.unwrap_or_default())
}

/// Returns what tells a piece from others of its kind that could go to the same square: nothing,
/// else the file, else the rank, else both.
fn piece_origin(position: &Position, legal: &[Move], mv: Move, piece: Piece) -> String {
    let rivals: Vec<Square> = legal
        .iter()
        .filter(|other| other.to == mv.to && other.from != mv.from)
        .filter(|other| position.piece_at(other.from) == Some(piece))
        .map(|other| other.from)
        .collect();
    let from = mv.from.to_string();
    let (file, rank) = from.split_at(1);
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|rival| rival.file() != mv.from.file()) {
        String::from(file)
    } else if rivals.iter().all(|rival| rival.rank() != mv.from.rank()) {
        String::from(rank)
    } else {
        from
    }
}

/// Returns nothing for a step and the file for a capture, unless another pawn could be meant as
/// well: one that has been through the centre comes from the other side.
fn pawn_origin(position: &Position, legal: &[Move], mv: Move) -> String {
    let capture = is_capture(position, mv);
    let another = legal.iter().any(|other| {
        other.to == mv.to
            && other.from != mv.from
            && is_pawn_on(position, other.from)
            && is_capture(position, *other) == capture
            && (!capture || other.from.file() == mv.from.file())
    });
    let from = mv.from.to_string();
    if another {
        from
    } else if capture {
        String::from(&from[..1])
    } else {
        String::new()
    }
}

fn is_pawn_on(position: &Position, square: Square) -> bool {
    position
        .piece_at(square)
        .is_some_and(|piece| piece.role.is_pawn())
}

/// Returns true for a capture, including en passant, and for any other diagonal move of a pawn.
pub(crate) fn is_capture(position: &Position, mv: Move) -> bool {
    position.piece_at(mv.to).is_some() || is_pawn_capture(position, mv)
}

/// Returns true for a pawn that moves diagonally, as it does only to capture.
pub fn is_pawn_capture(position: &Position, mv: Move) -> bool {
    is_pawn_on(position, mv.from) && !is_straight(mv)
}

/// Returns true if a pawn making this move stays on its line across the board.
pub(crate) fn is_straight(mv: Move) -> bool {
    let across = mv.from.rank() == 6 && mv.to.rank() == 6;
    mv.from.file() == mv.to.file() || across && mv.from.file() % 12 == mv.to.file() % 12
}

/// Returns true if the move captures the king of an army in play.
pub(crate) fn takes_king(position: &Position, mv: Move) -> bool {
    position.king_on(mv.to).is_some()
}

/// Returns the side on which the move castles, if it does.
pub(crate) fn castling_side(position: &Position, mv: Move) -> Option<CastlingSide> {
    let king = position.piece_at(mv.from)?;
    if king.role != Role::King || mv.from != king_start(king.color) {
        return None;
    }
    // No step of a king leads that far.
    CastlingSide::ALL
        .into_iter()
        .find(|side| mv.to == side.king_to(king.color))
}

/// Returns true if after the move a king in play is attacked by a piece, of any army, that did not
/// attack it before (rules §7.2). A check that stood already does not count.
fn gives_check(before: &Position, mv: Move, after: &Position) -> bool {
    after.in_play().iter().any(|color| {
        let Some(king) = after.king_square(color) else {
            return false;
        };
        let now = after.board.attackers(king, after.opponents(color));
        let then = before.board.attackers(king, before.opponents(color));
        // The piece on the target is the one that moved, whatever it has captured.
        let others = now.without(then | Bitboard::of(mv.to));
        !others.is_empty() || now.contains(mv.to) && !then.contains(mv.from)
    })
}

/// The effect of a move on the other kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Effect {
    /// True if the move gives check.
    pub(crate) check: bool,
    /// The number of armies that go out by mate.
    pub(crate) mates: usize,
}

impl Effect {
    /// Plays the move under `three-man`, and puts out the armies left without a move.
    pub(crate) fn of(position: &Position, mv: Move) -> Effect {
        let mut after = *position;
        after.play(mv);
        let mut mates = 0;
        // Short notation has no sign for the end of the match.
        let _ = after.settle(|exit| mates += usize::from(exit == Exit::Mate));
        Effect {
            check: gives_check(position, mv, &after),
            mates,
        }
    }

    fn signs(self) -> String {
        let check = if self.check { "+" } else { "" };
        format!("{check}{}", "#".repeat(self.mates))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fault D34: a plus says that the move gives check, not that somebody stands in one.
    #[test]
    fn d34_a_plus_is_a_check_that_the_move_gives() {
        let exposed = "2bK2gR1gK16/24/24/24/24/12wK11 g wgb xhp - - 0 9";
        let position: Position = exposed.parse().unwrap();
        // White stands in check before both.
        for (mv, plus) in [("h1g1", false), ("f1f6", true)] {
            let short = short(&position, mv.parse().unwrap());
            assert_eq!(short.ends_with('+'), plus, "{short}");
        }
    }
}
