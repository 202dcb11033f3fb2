//! Illegal moves, and the rule that forbids each of them (rules §2 to §4).

mod reason;

use std::fmt;

use super::{
    border::Border,
    color::Color,
    position::CastlingSide,
    role::{Piece, Role},
    square::Square,
    words::words,
};

pub use reason::why_illegal;

words! {
    /// The reason a move is illegal.
    IllegalReason {
        /// The army to move has no opponents left.
        "nobody-left" => NobodyLeft,
        /// The starting square is empty.
        "no-piece" => NoPiece,
        /// The piece belongs to another army in play.
        "other-army" => OtherArmy,
        /// The piece belongs to an army out of the game.
        "dead-piece" => DeadPiece,
        /// From and to are the same square.
        "same-square" => SameSquare,
        /// A piece of the same army stands on the target.
        "own-piece" => OwnPiece,
        /// Pieces of this kind never move like that, on any board.
        "not-so" => NotSo,
        /// None of the army's pieces of this kind, or none on the file or rank named, can go there.
        "none-reaches" => NoneReaches,
        /// Another piece is in the way: the first on it, or the one on the target of a pawn's step.
        "blocked" => Blocked,
        /// A pawn moves diagonally only to capture.
        "nothing-to-take" => NothingToTake,
        /// The pawn next to it cannot, or can no longer, be captured en passant.
        "no-en-passant" => NoEnPassant,
        /// A pawn that has not been through the centre may not capture across a creek.
        "creek" => Creek,
        /// The way leads across a moat that is not bridged.
        "unbridged-moat" => UnbridgedMoat,
        /// Nothing is captured across a bridged moat.
        "takes-across-moat" => TakesAcrossMoat,
        /// A move across a bridged moat may not initiate a check.
        "checks-across-moat" => ChecksAcrossMoat,
        /// The mover's own king would be attacked: the details name where it would stand, and one
        /// of the attackers.
        "king-attacked" => KingAttacked,
        /// The king is attacked already, and the move fails to end the check.
        "king-stays-attacked" => KingStaysAttacked,
        /// The king or the rook has moved, or the rook was captured.
        "castling-gone" => CastlingRightGone,
        /// A square between king and rook is occupied: the one nearest the sector's first file.
        "castling-blocked" => CastlingBlocked,
        /// The king is in check.
        "castling-in-check" => CastlingInCheck,
        /// The king would pass over or reach an attacked square.
        "castling-attacked" => CastlingAttacked,
        /// A pawn that reaches rank 1 must promote, and no role is given.
        "promotion-missing" => PromotionMissing,
        /// The move is not a promotion, but a role is given.
        "not-a-promotion" => NotAPromotion,
        /// A pawn cannot promote to that role.
        "cannot-become" => CannotBecome,
    }
}

impl IllegalReason {
    /// Returns the illegal move with everything that it has to do with, the move itself first.
    pub fn with<const N: usize>(self, details: [IllegalDetail; N]) -> IllegalMove {
        let mut details = details.into_iter();
        IllegalMove {
            reason: self,
            details: [details.next(), details.next(), details.next()],
        }
    }
}

/// An illegal move: the reason, with the pieces and squares involved.
///
/// ```
/// use rondel_rules::{Position, why_illegal};
///
/// let start = Position::start();
/// let why = why_illegal(&start, "h1".parse().unwrap(), "h3".parse().unwrap(), None);
/// assert_eq!(why.rule(), "§2");
/// assert_eq!(why.to_string(), "blocked wR h1h3 wP h2, rules §2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The reason.
    pub reason: IllegalReason,
    details: [Option<IllegalDetail>; 3],
}

/// A piece and the move it was to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The piece that was to move.
    pub piece: Piece,
    /// The square it stands on.
    pub from: Square,
    /// The target square.
    pub to: Square,
}

/// Something that a refused move has to do with, as logs and sentences name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalDetail {
    /// The move itself.
    Step(Step),
    /// The move itself, a castling.
    Castling(CastlingSide),
    /// A piece and its square.
    Standing(Piece, Square),
    /// A kind of piece, of an army.
    Piece(Piece),
    /// A kind of piece.
    Role(Role),
    /// The army to move.
    Turn(Color),
    /// The square from which something moves or attacks.
    From(Square),
    /// The target of a move.
    To(Square),
    /// The square of a pawn.
    Pawn(Square),
    /// The square of a king.
    King(Square),
    /// A square between king and rook.
    On(Square),
    /// The border that is crossed.
    Border(Border),
}

impl IllegalMove {
    /// Returns everything that the move has to do with, the move itself first.
    pub fn details(&self) -> impl Iterator<Item = IllegalDetail> {
        self.details.into_iter().flatten()
    }

    /// Returns the section of the rules that forbids the move, such as `§3.2`.
    #[must_use]
    pub fn rule(&self) -> &'static str {
        use IllegalReason as Reason;
        match self.reason {
            Reason::NobodyLeft => "§6",
            Reason::NoPiece => "§7.1",
            Reason::OtherArmy => "§1.2",
            Reason::DeadPiece => "§4.4",
            Reason::SameSquare | Reason::OwnPiece => "§2",
            Reason::NotSo | Reason::NoneReaches | Reason::Blocked => manner(self.details[0]),
            Reason::NothingToTake
            | Reason::PromotionMissing
            | Reason::NotAPromotion
            | Reason::CannotBecome => "§2.6",
            Reason::NoEnPassant => "§2.7",
            Reason::CastlingRightGone
            | Reason::CastlingBlocked
            | Reason::CastlingInCheck
            | Reason::CastlingAttacked => "§2.8",
            Reason::UnbridgedMoat => "§3.2",
            Reason::TakesAcrossMoat | Reason::ChecksAcrossMoat => "§3.4",
            Reason::Creek => "§3.7",
            Reason::KingAttacked | Reason::KingStaysAttacked => "§4.1",
        }
    }
}

/// Returns the section that says how the piece moves that the detail is about.
const fn manner(detail: Option<IllegalDetail>) -> &'static str {
    let Some(IllegalDetail::Step(Step { piece, .. }) | IllegalDetail::Piece(piece)) = detail else {
        return "§2";
    };
    match piece.role {
        Role::King => "§2.4",
        // They move along several kinds of lines.
        Role::Queen | Role::Rook => "§2",
        Role::Bishop => "§2.3",
        Role::Knight => "§2.5",
        Role::Pawn | Role::CrossedPawn => "§2.6",
    }
}

/// Writes a word for the reason, the move and what stands against it, and the rule, for logs and
/// tests: `blocked wR h1h3 wP h2, rules §2`. Players get a sentence, from the texts.
impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason.word())?;
        for detail in self.details() {
            write!(f, " {detail}")?;
        }
        write!(f, ", rules {}", self.rule())
    }
}

impl fmt::Display for IllegalDetail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Step(step) => step.fmt(f),
            Self::Castling(side) => f.write_str(side.word()),
            Self::Standing(piece, square) => write!(f, "{piece} {square}"),
            Self::Piece(piece) => piece.fmt(f),
            Self::Role(role) => write!(f, "{}", role.letter()),
            Self::Turn(color) => write!(f, "{}", color.letter()),
            Self::From(square)
            | Self::To(square)
            | Self::Pawn(square)
            | Self::King(square)
            | Self::On(square) => square.fmt(f),
            Self::Border(border) => border.fmt(f),
        }
    }
}

/// Writes `wB h1i2`.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.piece, self.from, self.to)
    }
}
