//! Illegal moves, and the rule that forbids each of them (rules §2 to §4).

mod reason;

use std::fmt;

use super::{
    border::Border,
    color::Color,
    notation::castling_text,
    position::CastlingSide,
    role::{Piece, Role},
    square::Square,
};

pub use reason::why_illegal;

/// The rule that forbids a move, with the pieces and squares involved.
///
/// ```
/// use rondel::rules::{Position, why_illegal};
///
/// let start = Position::start();
/// let why = why_illegal(&start, "h1".parse().unwrap(), "h3".parse().unwrap(), None);
/// assert_eq!(why.rule(), "§2");
/// assert_eq!(why.to_string(), "blocked wR h1h3 wP h2, rules §2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// The army to move has no opponents left.
    NobodyLeft,
    /// The starting square is empty.
    NoPiece {
        /// The empty square.
        from: Square,
    },
    /// The piece belongs to another army in play.
    OtherArmy {
        /// The piece's square.
        from: Square,
        /// The other army's piece.
        piece: Piece,
        /// The army to move.
        turn: Color,
    },
    /// The piece belongs to an army out of the game.
    DeadPiece {
        /// The piece's square.
        from: Square,
        /// The piece of the army that is out.
        piece: Piece,
    },
    /// From and to are the same square.
    SameSquare {
        /// The starting square, and the target.
        from: Square,
        /// The piece on it.
        piece: Piece,
    },
    /// A piece of the same army stands on the target.
    OwnPiece {
        /// The refused move.
        step: Step,
        /// The role of the piece on the target.
        occupant: Role,
    },
    /// Pieces of this kind never move like that, on any board.
    NotSo {
        /// The refused move.
        step: Step,
    },
    /// None of the army's pieces of this kind, or none on the file or rank named, can go there.
    NoneReaches {
        /// The kind of piece, of the army to move.
        piece: Piece,
        /// The target square.
        to: Square,
    },
    /// Another piece is in the way.
    Blocked {
        /// The refused move.
        step: Step,
        /// The first square in the way that is not empty; the target for a pawn's step.
        blocker: Square,
        /// The piece on that square.
        occupant: Piece,
    },
    /// A pawn moves diagonally only to capture.
    NothingToTake {
        /// The refused move.
        step: Step,
    },
    /// The pawn next to it cannot, or can no longer, be captured en passant.
    NoEnPassant {
        /// The refused move.
        step: Step,
        /// The other pawn's square.
        pawn: Square,
    },
    /// A pawn that has not been through the centre may not capture across a creek.
    Creek {
        /// The refused move.
        step: Step,
        /// The creek's border.
        border: Border,
    },
    /// The way leads across a moat that is not bridged.
    UnbridgedMoat {
        /// The refused move.
        step: Step,
        /// The moat's border.
        border: Border,
    },
    /// Nothing is captured across a bridged moat.
    TakesAcrossMoat {
        /// The refused move.
        step: Step,
        /// The moat's border.
        border: Border,
    },
    /// A move across a bridged moat may not initiate a check.
    ChecksAcrossMoat {
        /// The refused move.
        step: Step,
        /// The moat's border.
        border: Border,
    },
    /// The mover's own king would be attacked.
    KingAttacked {
        /// The refused move.
        step: Step,
        /// The square the king would stand on.
        king: Square,
        /// The square of one of the attackers after the move.
        attacker: Square,
        /// The piece on that square.
        by: Piece,
        /// True if the king is attacked already, so that the move fails to end the check.
        checked: bool,
    },
    /// The king or the rook has moved, or the rook was captured.
    CastlingRightGone {
        /// The side of the board to castle on.
        side: CastlingSide,
    },
    /// A square between king and rook is occupied.
    CastlingBlocked {
        /// The side of the board to castle on.
        side: CastlingSide,
        /// The occupied square nearest the sector's first file.
        blocker: Square,
    },
    /// The king is in check.
    CastlingInCheck {
        /// The side of the board to castle on.
        side: CastlingSide,
        /// The square of one of the attackers.
        attacker: Square,
    },
    /// The king would pass over or reach an attacked square.
    CastlingAttacked {
        /// The side of the board to castle on.
        side: CastlingSide,
        /// The attacked square.
        square: Square,
        /// The square of one of the attackers.
        attacker: Square,
    },
    /// A pawn that reaches rank 1 must promote, and no role is given.
    PromotionMissing {
        /// The refused move.
        step: Step,
    },
    /// The move is not a promotion, but a role is given.
    NotAPromotion {
        /// The refused move.
        step: Step,
    },
    /// A pawn cannot promote to that role.
    CannotBecome {
        /// The refused move.
        step: Step,
        /// The role asked for.
        role: Role,
    },
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
    /// Returns a stable word for the reason, such as `blocked`.
    #[must_use]
    pub fn word(&self) -> &'static str {
        self.parts().0
    }

    /// Returns the section of the rules that forbids the move, such as `§3.2`.
    #[must_use]
    pub fn rule(&self) -> &'static str {
        self.parts().1
    }

    /// Returns everything that the move has to do with, the move itself first.
    #[must_use]
    pub fn details(&self) -> Vec<IllegalDetail> {
        self.parts().2
    }

    /// Returns the word, the rule and the details.
    fn parts(&self) -> (&'static str, &'static str, Vec<IllegalDetail>) {
        use IllegalDetail as Of;
        match *self {
            Self::NobodyLeft => ("nobody-left", "§6", vec![]),
            Self::NoPiece { from } => ("no-piece", "§7.1", vec![Of::From(from)]),
            Self::OtherArmy { from, piece, turn } => {
                let details = vec![Of::Standing(piece, from), Of::Turn(turn)];
                ("other-army", "§1.2", details)
            }
            Self::DeadPiece { from, piece } => {
                ("dead-piece", "§4.4", vec![Of::Standing(piece, from)])
            }
            Self::SameSquare { from, piece } => {
                ("same-square", "§2", vec![Of::Standing(piece, from)])
            }
            Self::OwnPiece { step, occupant } => {
                ("own-piece", "§2", vec![Of::Step(step), Of::Role(occupant)])
            }
            Self::NotSo { step } => ("not-so", manner(step.piece.role), vec![Of::Step(step)]),
            Self::NoneReaches { piece, to } => {
                let details = vec![Of::Piece(piece), Of::To(to)];
                ("none-reaches", manner(piece.role), details)
            }
            Self::Blocked {
                step,
                blocker,
                occupant,
            } => {
                let details = vec![Of::Step(step), Of::Standing(occupant, blocker)];
                ("blocked", manner(step.piece.role), details)
            }
            Self::NothingToTake { step } => ("nothing-to-take", "§2.6", vec![Of::Step(step)]),
            Self::NoEnPassant { step, pawn } => {
                let details = vec![Of::Step(step), Of::Pawn(pawn)];
                ("no-en-passant", "§2.7", details)
            }
            Self::Creek { step, border } => {
                ("creek", "§3.7", vec![Of::Step(step), Of::Border(border)])
            }
            Self::UnbridgedMoat { step, border } => {
                let details = vec![Of::Step(step), Of::Border(border)];
                ("unbridged-moat", "§3.2", details)
            }
            Self::TakesAcrossMoat { step, border } => {
                let details = vec![Of::Step(step), Of::Border(border)];
                ("takes-across-moat", "§3.4", details)
            }
            Self::ChecksAcrossMoat { step, border } => {
                let details = vec![Of::Step(step), Of::Border(border)];
                ("checks-across-moat", "§3.4", details)
            }
            Self::KingAttacked {
                step,
                king,
                attacker,
                by,
                checked,
            } => {
                let word = if checked {
                    "king-stays-attacked"
                } else {
                    "king-attacked"
                };
                let attacker = Of::Standing(by, attacker);
                (word, "§4.1", vec![Of::Step(step), Of::King(king), attacker])
            }
            Self::CastlingRightGone { side } => ("castling-gone", "§2.8", vec![Of::Castling(side)]),
            Self::CastlingBlocked { side, blocker } => {
                let details = vec![Of::Castling(side), Of::On(blocker)];
                ("castling-blocked", "§2.8", details)
            }
            Self::CastlingInCheck { side, attacker } => {
                let details = vec![Of::Castling(side), Of::From(attacker)];
                ("castling-in-check", "§2.8", details)
            }
            Self::CastlingAttacked {
                side,
                square,
                attacker,
            } => {
                let details = vec![Of::Castling(side), Of::On(square), Of::From(attacker)];
                ("castling-attacked", "§2.8", details)
            }
            Self::PromotionMissing { step } => ("promotion-missing", "§2.6", vec![Of::Step(step)]),
            Self::NotAPromotion { step } => ("not-a-promotion", "§2.6", vec![Of::Step(step)]),
            Self::CannotBecome { step, role } => {
                let details = vec![Of::Step(step), Of::Role(role)];
                ("cannot-become", "§2.6", details)
            }
        }
    }
}

/// Returns the section that says how such a piece moves.
const fn manner(role: Role) -> &'static str {
    match role {
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
        let (word, rule, details) = self.parts();
        f.write_str(word)?;
        for detail in details {
            write!(f, " {detail}")?;
        }
        write!(f, ", rules {rule}")
    }
}

impl fmt::Display for IllegalDetail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Step(step) => step.fmt(f),
            Self::Castling(side) => f.write_str(castling_text(side)),
            Self::Standing(piece, square) => write!(f, "{} {square}", letters(piece)),
            Self::Piece(piece) => f.write_str(&letters(piece)),
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
        write!(f, "{} {}{}", letters(self.piece), self.from, self.to)
    }
}

/// Returns a piece as position lines write it: `wB`.
fn letters(piece: Piece) -> String {
    [piece.color.letter(), piece.role.letter()].iter().collect()
}
