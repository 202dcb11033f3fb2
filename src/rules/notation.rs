//! Moves written for people: short algebraic notation (rules §7.2).

use super::{
    game::{Game, Verdict},
    mask::Mask,
    moves::Move,
    outcome::{ArmyOut, Exit},
    position::{CastlingSide, Position, king_start},
    role::{Piece, Role},
    square::Square,
};

/// Writes a legal move the short way (rules §7.2): `e4`, `Nf3`, `Rac1`, `exf5`, `d1=Q`, `O-O`,
/// `QxKm1`, with a `+` when it gives check and a `#` for each army that it puts out by mate.
///
/// Of two legal moves in one position no two are written alike. For a move that is not legal the
/// text means nothing. Which armies go out is judged by `three-man`; [`Game::short`]
/// judges by the match's own.
///
/// ```
/// use rondel::rules::{Position, short};
///
/// let start = Position::start();
/// assert_eq!(short(&start, "b1c3".parse().unwrap()), "Nc3");
/// assert_eq!(short(&start, "e2e4".parse().unwrap()), "e4");
/// ```
#[must_use]
pub fn short(position: &Position, mv: Move) -> String {
    short_among(position, &position.legal_moves(), mv)
}

/// Writes a legal move the long way: the piece, from where, and to where, so that no two moves of a
/// position are written alike. For a move that is not legal the text means nothing.
///
/// ```
/// use rondel::rules::{Position, long};
///
/// let start = Position::start();
/// assert_eq!(long(&start, "g1f3".parse().unwrap()), "Ng1-f3");
/// assert_eq!(long(&start, "e2e4".parse().unwrap()), "e2-e4");
/// ```
#[must_use]
pub fn long(position: &Position, mv: Move) -> String {
    if let Some(side) = castling_side(position, mv) {
        return String::from(castling_text(side));
    }
    let role = position.piece_at(mv.from).map(|piece| piece.role);
    let letter = role.filter(|role| !role.is_pawn()).map(Role::letter);
    let between = if takes_king(position, mv) {
        "xK"
    } else if is_capture(position, mv) {
        "x"
    } else {
        "-"
    };
    let mut text = String::from_iter(letter);
    text.push_str(&format!("{}{between}{}", mv.from, mv.to));
    if let Some(role) = mv.promotion {
        text.push('=');
        text.push(role.letter());
    }
    text
}

impl Game {
    /// Writes a legal move the short way (rules §7.2), as [`short`] does, with the signs for what
    /// it leads to under the ruleset in force. `verdict` is what [`Game::judge_move`] said of it.
    #[must_use]
    pub fn short(&self, mv: Move, verdict: &Verdict) -> String {
        let position = self.position();
        let mut after = *position;
        after.play(mv);
        for out in &verdict.outs {
            after.put_out(out.color);
        }
        let is_mate = |out: &&ArmyOut| out.exit == Exit::Mate;
        let effect = Effect {
            check: gives_check(position, mv, &after),
            mates: verdict.outs.iter().filter(is_mate).count(),
        };
        let mut text = unsigned(position, &position.legal_moves(), mv);
        text.push_str(&effect.signs());
        text
    }
}

/// As [`short`], for who has the legal moves at hand.
pub(crate) fn short_among(position: &Position, legal: &[Move], mv: Move) -> String {
    let mut text = unsigned(position, legal, mv);
    text.push_str(&Effect::of(position, mv).signs());
    text
}

/// The short form without `+` and `#`.
pub(crate) fn unsigned(position: &Position, legal: &[Move], mv: Move) -> String {
    let Some(piece) = position.piece_at(mv.from) else {
        return mv.to_string();
    };
    if let Some(side) = castling_side(position, mv) {
        return String::from(castling_text(side));
    }
    let mut text = if piece.role.is_pawn() {
        pawn_origin(position, legal, mv)
    } else {
        let mut origin = String::from(piece.role.letter());
        origin.push_str(&piece_origin(position, legal, mv, piece));
        origin
    };
    if is_capture(position, mv) {
        text.push('x');
    }
    if takes_king(position, mv) {
        text.push('K');
    }
    text.push_str(&mv.to.to_string());
    if let Some(role) = mv.promotion {
        text.push('=');
        text.push(role.letter());
    }
    text
}

/// What tells a piece from others of its kind that could go to the same square: nothing, the
/// file, else the rank, else both.
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

/// Nothing for a step and the file for a capture, unless another pawn could be meant as well:
/// one that has been through the centre comes the other way.
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

/// Whether the move takes something, en passant too.
pub(crate) fn is_capture(position: &Position, mv: Move) -> bool {
    position.piece_at(mv.to).is_some() || is_en_passant(position, mv)
}

/// Whether a pawn goes aslant to an empty square. A pawn straight through the centre changes its
/// file as well, but keeps to rank 6.
fn is_en_passant(position: &Position, mv: Move) -> bool {
    is_pawn_on(position, mv.from)
        && position.piece_at(mv.to).is_none()
        && mv.from.file() != mv.to.file()
        && mv.from.rank() != mv.to.rank()
}

/// Whether the move takes the king of an army in play.
pub(crate) fn takes_king(position: &Position, mv: Move) -> bool {
    position
        .piece_at(mv.to)
        .is_some_and(|piece| piece.role == Role::King && position.in_play().contains(piece.color))
}

/// The side on which the move castles, if it does.
pub(crate) fn castling_side(position: &Position, mv: Move) -> Option<CastlingSide> {
    let king = position.piece_at(mv.from)?;
    if king.role != Role::King || mv.from != king_start(king.color) {
        return None;
    }
    // No king's step leads so far.
    CastlingSide::ALL
        .into_iter()
        .find(|side| mv.to == side.king_to(king.color))
}

/// `O-O` or `O-O-O`.
pub(crate) const fn castling_text(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::King => "O-O",
        CastlingSide::Queen => "O-O-O",
    }
}

/// Whether a king in play is attacked after the move by a piece, of any army, that did not attack it
/// before (rules §7.2). A check that stood already is none that the move gives.
fn gives_check(before: &Position, mv: Move, after: &Position) -> bool {
    after.in_play().iter().any(|color| {
        let Some(king) = after.king_square(color) else {
            return false;
        };
        let now = after.board.attackers(king, after.opponents(color));
        let then = before.board.attackers(king, before.opponents(color));
        // What stands on the target now is what stood on the origin, whatever it has taken.
        let others = now.without(then | Mask::of(mv.to));
        !others.is_empty() || now.contains(mv.to) && !then.contains(mv.from)
    })
}

/// What a move does to the other kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Effect {
    /// Whether it gives check.
    pub(crate) check: bool,
    /// How many armies go out by mate.
    pub(crate) mates: usize,
}

impl Effect {
    /// Plays the move, with the armies out that have no move left, under `three-man`.
    pub(crate) fn of(position: &Position, mv: Move) -> Effect {
        let mut after = *position;
        after.play(mv);
        let mut mates = 0;
        // How the match ends has no sign in this notation.
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
