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

impl IllegalMove {
    /// Returns the section of the rules that forbids the move, such as `§3.2`.
    #[must_use]
    pub const fn rule(&self) -> &'static str {
        match self {
            IllegalMove::NobodyLeft => "§6",
            IllegalMove::NoPiece { .. } => "§7.1",
            IllegalMove::OtherArmy { .. } => "§1.2",
            IllegalMove::DeadPiece { .. } => "§4.4",
            IllegalMove::SameSquare { .. } | IllegalMove::OwnPiece { .. } => "§2",
            IllegalMove::NotSo { step } | IllegalMove::Blocked { step, .. } => {
                manner(step.piece.role)
            }
            IllegalMove::NoneReaches { piece, .. } => manner(piece.role),
            IllegalMove::NothingToTake { .. }
            | IllegalMove::PromotionMissing { .. }
            | IllegalMove::NotAPromotion { .. }
            | IllegalMove::CannotBecome { .. } => "§2.6",
            IllegalMove::NoEnPassant { .. } => "§2.7",
            IllegalMove::Creek { .. } => "§3.7",
            IllegalMove::UnbridgedMoat { .. } => "§3.2",
            IllegalMove::TakesAcrossMoat { .. } | IllegalMove::ChecksAcrossMoat { .. } => "§3.4",
            IllegalMove::KingAttacked { .. } => "§4.1",
            IllegalMove::CastlingRightGone { .. }
            | IllegalMove::CastlingBlocked { .. }
            | IllegalMove::CastlingInCheck { .. }
            | IllegalMove::CastlingAttacked { .. } => "§2.8",
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
        match self {
            IllegalMove::NobodyLeft => f.write_str("nobody-left"),
            IllegalMove::NoPiece { from } => write!(f, "no-piece {from}"),
            IllegalMove::OtherArmy { from, piece, turn } => {
                write!(f, "other-army {} {from} {}", letters(*piece), turn.letter())
            }
            IllegalMove::DeadPiece { from, piece } => {
                write!(f, "dead-piece {} {from}", letters(*piece))
            }
            IllegalMove::SameSquare { from, piece } => {
                write!(f, "same-square {} {from}", letters(*piece))
            }
            IllegalMove::OwnPiece { step, occupant } => {
                write!(f, "own-piece {step} {}", occupant.letter())
            }
            IllegalMove::NotSo { step } => write!(f, "not-so {step}"),
            IllegalMove::NoneReaches { piece, to } => {
                write!(f, "none-reaches {} {to}", letters(*piece))
            }
            IllegalMove::Blocked {
                step,
                blocker,
                occupant,
            } => write!(f, "blocked {step} {} {blocker}", letters(*occupant)),
            IllegalMove::NothingToTake { step } => write!(f, "nothing-to-take {step}"),
            IllegalMove::NoEnPassant { step, pawn } => write!(f, "no-en-passant {step} {pawn}"),
            IllegalMove::Creek { step, border } => write!(f, "creek {step} {border}"),
            IllegalMove::UnbridgedMoat { step, border } => {
                write!(f, "unbridged-moat {step} {border}")
            }
            IllegalMove::TakesAcrossMoat { step, border } => {
                write!(f, "takes-across-moat {step} {border}")
            }
            IllegalMove::ChecksAcrossMoat { step, border } => {
                write!(f, "checks-across-moat {step} {border}")
            }
            IllegalMove::KingAttacked {
                step,
                king,
                attacker,
                by,
                checked,
            } => {
                let word = if *checked {
                    "king-stays-attacked"
                } else {
                    "king-attacked"
                };
                write!(f, "{word} {step} {king} {} {attacker}", letters(*by))
            }
            IllegalMove::CastlingRightGone { side } => {
                write!(f, "castling-gone {}", castling_text(*side))
            }
            IllegalMove::CastlingBlocked { side, blocker } => {
                write!(f, "castling-blocked {} {blocker}", castling_text(*side))
            }
            IllegalMove::CastlingInCheck { side, attacker } => {
                write!(f, "castling-in-check {} {attacker}", castling_text(*side))
            }
            IllegalMove::CastlingAttacked {
                side,
                square,
                attacker,
            } => write!(
                f,
                "castling-attacked {} {square} {attacker}",
                castling_text(*side)
            ),
            IllegalMove::PromotionMissing { step } => write!(f, "promotion-missing {step}"),
            IllegalMove::NotAPromotion { step } => write!(f, "not-a-promotion {step}"),
            IllegalMove::CannotBecome { step, role } => {
                write!(f, "cannot-become {step} {}", role.letter())
            }
        }?;
        write!(f, ", rules {}", self.rule())
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
