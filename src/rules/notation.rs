//! Notation for people: short algebraic (rules §7.2), and long.

use std::fmt;

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
    let captures = is_capture(position, mv);
    let king = if takes_king(position, mv) { "K" } else { "" };
    let between = if captures { "x" } else { "-" };
    format!(
        "{letter}{}{between}{king}{}{}",
        mv.from,
        mv.to,
        promotion(mv)
    )
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
    /// Returns a legal move in short notation (rules §7.2), as [`short`] writes it, with the signs for
    /// its consequences under the ruleset in force. `verdict` is the answer of
    /// [`Game::judge_move`].
    #[must_use]
    pub fn short(&self, mv: Move, verdict: &Verdict) -> ShortMove {
        let position = self.position();
        let mut short = ShortMove::of(position, mv);
        short.leads_to(position, &self.position_after(mv, verdict));
        verdict.outs.iter().for_each(|out| short.puts_out(out));
        short
    }
}

/// Does what [`short`] does, for a caller that has the legal moves at hand.
pub(crate) fn short_among(position: &Position, legal: &[Move], mv: Move) -> String {
    ShortMove::signed_among(position, legal, mv).to_string()
}

/// All that short notation says of a move (rules §7.2). It needs no position any more: its text is
/// written where somebody shows it.
///
/// ```
/// use rondel_rules::{Position, ShortMove};
///
/// let start = Position::start();
/// let knight = ShortMove::of(&start, "b1c3".parse().unwrap());
/// assert_eq!(knight.to_string(), "Nc3");
/// assert_eq!(knight.castles(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShortMove {
    mv: Move,
    /// The kind of the piece; `None` for a move that starts nowhere.
    role: Option<Role>,
    castles: Option<CastlingSide>,
    origin: Distinction,
    captures: bool,
    takes_king: bool,
    check: bool,
    /// The number of armies that it mates.
    mates: u8,
}

/// What is written of the square that a move leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Distinction {
    Nothing,
    File,
    Rank,
    Square,
}

impl ShortMove {
    /// Returns a legal move of a position, without signs for its effect.
    #[must_use]
    pub fn of(position: &Position, mv: Move) -> ShortMove {
        ShortMove::among(position, &position.legal_moves(), mv)
    }

    /// Returns a legal move of a position with the signs for its effect, as [`short`] writes them.
    #[must_use]
    pub fn signed(position: &Position, mv: Move) -> ShortMove {
        ShortMove::signed_among(position, &position.legal_moves(), mv)
    }

    fn signed_among(position: &Position, legal: &[Move], mv: Move) -> ShortMove {
        let Effect { check, mates } = Effect::of(position, mv);
        let unsigned = ShortMove::among(position, legal, mv);
        ShortMove {
            check,
            mates,
            ..unsigned
        }
    }

    fn among(position: &Position, legal: &[Move], mv: Move) -> ShortMove {
        let piece = position.piece_at(mv.from);
        let castles = castling_side(position, mv);
        let origin = match piece {
            Some(piece) if piece.role.is_pawn() => pawn_origin(position, legal, mv),
            Some(piece) if castles.is_none() => piece_origin(position, legal, mv, piece),
            Some(_) | None => Distinction::Nothing,
        };
        ShortMove {
            mv,
            role: piece.map(|piece| piece.role),
            castles,
            origin,
            captures: is_capture(position, mv),
            takes_king: takes_king(position, mv),
            check: false,
            mates: 0,
        }
    }

    /// Takes in the position before the move and the one that it leads to, with the armies out that go out
    /// by it: it may give check there.
    pub fn leads_to(&mut self, before: &Position, after: &Position) {
        self.check = gives_check(before, self.mv, after);
    }

    /// Takes in that an army goes out by it.
    pub fn puts_out(&mut self, out: &Elimination) {
        self.mates += u8::from(out.exit == Exit::Mate);
    }

    /// Returns the side on which it castles, if it does.
    #[must_use]
    pub const fn castles(self) -> Option<CastlingSide> {
        self.castles
    }
}

impl ShortMove {
    /// Writes the move for people, with these letters for the pieces: a capture with `×`, and a move in which
    /// the file x could be taken for that sign in full, `Qd1–x5`. Records and programs have the text of
    /// [`short`].
    ///
    /// ```
    /// use rondel_rules::{Position, Role, ShortMove};
    ///
    /// let line = "3wQwK7gK11/24/24/12gP11/24/24 w wg xp - - 0 0";
    /// let position: Position = line.parse().unwrap();
    /// let written = |mv: &str| {
    ///     let mv = mv.parse().unwrap();
    ///     ShortMove::signed(&position, mv).for_people(Role::letter)
    /// };
    /// assert_eq!(written("d1d4"), "Qd4");
    /// assert_eq!(written("d1x1"), "Qd1–x1");
    /// ```
    #[must_use]
    pub fn for_people(self, letter: impl Fn(Role) -> char) -> String {
        let short = self.crossed("", &letter);
        if short.contains('x') {
            self.in_full(letter)
        } else {
            short
        }
    }

    /// Writes the move for people with both its squares, `Ng1–f3`, so that no two moves of a position are
    /// written alike.
    #[must_use]
    pub fn in_full(self, letter: impl Fn(Role) -> char) -> String {
        let origin = Distinction::Square;
        ShortMove { origin, ..self }.crossed("–", letter)
    }

    fn crossed(self, between: &str, letter: impl Fn(Role) -> char) -> String {
        let mut text = String::new();
        // Nothing can fail that is written to a string.
        let _ = self.write(&mut text, letter, '×', between);
        text
    }

    /// Writes the move with these letters for the pieces, this sign for a capture, and this between the
    /// squares of any other.
    fn write(
        self,
        f: &mut impl fmt::Write,
        letter: impl Fn(Role) -> char,
        captures: char,
        between: &str,
    ) -> fmt::Result {
        let Some(role) = self.role else {
            return write!(f, "{}", self.mv);
        };
        if let Some(side) = self.castles {
            f.write_str(side.word())?;
        } else {
            if !role.is_pawn() {
                f.write_char(letter(role))?;
            }
            let from = self.mv.from.to_string();
            let (file, rank) = from.split_at(1);
            f.write_str(match self.origin {
                Distinction::Nothing => "",
                Distinction::File => file,
                Distinction::Rank => rank,
                Distinction::Square => &from,
            })?;
            if self.captures {
                f.write_char(captures)?;
            } else {
                f.write_str(between)?;
            }
            f.write_str(if self.takes_king { "K" } else { "" })?;
            write!(f, "{}", self.mv.to)?;
            if let Some(role) = self.mv.promotion {
                write!(f, "={}", letter(role))?;
            }
        }
        f.write_str(if self.check { "+" } else { "" })?;
        (0..self.mates).try_for_each(|_| f.write_char('#'))
    }
}

impl fmt::Display for ShortMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Role::letter, 'x', "")
    }
}

/// Writes what a move makes of a pawn, if it makes something of one.
fn promotion(mv: Move) -> String {
    let role = mv.promotion.map(|role| format!("={}", role.letter()));
    role.unwrap_or_default()
}

/// Returns what tells a piece from others of its kind that could go to the same square: nothing,
/// else the file, else the rank, else both.
fn piece_origin(position: &Position, legal: &[Move], mv: Move, piece: Piece) -> Distinction {
    let mut rivals = legal
        .iter()
        .filter(|other| other.to == mv.to && other.from != mv.from)
        .filter(|other| position.piece_at(other.from) == Some(piece))
        .map(|other| other.from)
        .peekable();
    if rivals.peek().is_none() {
        return Distinction::Nothing;
    }
    let (mut file, mut rank) = (true, true);
    for rival in rivals {
        file &= rival.file() != mv.from.file();
        rank &= rival.rank() != mv.from.rank();
    }
    match (file, rank) {
        (true, _) => Distinction::File,
        (false, true) => Distinction::Rank,
        (false, false) => Distinction::Square,
    }
}

/// Returns nothing for a step and the file for a capture, unless another pawn could be meant as
/// well: one that has been through the centre comes from the other side.
fn pawn_origin(position: &Position, legal: &[Move], mv: Move) -> Distinction {
    let capture = is_capture(position, mv);
    let another = legal.iter().any(|other| {
        other.to == mv.to
            && other.from != mv.from
            && is_pawn_on(position, other.from)
            && is_capture(position, *other) == capture
            && (!capture || other.from.file() == mv.from.file())
    });
    if another {
        Distinction::Square
    } else if capture {
        Distinction::File
    } else {
        Distinction::Nothing
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
    pub(crate) mates: u8,
}

impl Effect {
    /// Plays the move under `three-man`, and puts out the armies left without a move.
    pub(crate) fn of(position: &Position, mv: Move) -> Effect {
        let mut after = *position;
        after.play(mv);
        let mut mates = 0;
        // Short notation has no sign for the end of the match.
        let _ = after.settle(|exit| mates += u8::from(exit == Exit::Mate));
        Effect {
            check: gives_check(position, mv, &after),
            mates,
        }
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
