//! The game: board, pieces, moves, and what follows from them. Pure: no clock, no chance, no
//! input or output. Section numbers are those of `docs/RULES.md`.

mod agreement;
mod attacks;
mod board;
mod border;
mod color;
mod consequences;
mod game;
mod illegal;
mod judgement;
mod lines;
mod mask;
mod material;
mod movegen;
mod moves;
mod notation;
mod outcome;
mod perft;
mod play;
mod position;
mod reading;
mod recurrence;
mod role;
mod ruleset;
mod safety;
mod scoring;
mod setup;
mod sight;
mod square;

pub use agreement::{Agreements, DrawOffer, Pacts, Refusal, Resignation, Said, Wish};
pub use attacks::CheckLine;
pub use border::Border;
pub use color::{ByColor, Color, Colors};
pub use consequences::{Consequences, Taken};
pub use game::{CourseStep, Game, NotLegal, Verdict};
pub use illegal::{IllegalMove, Step, why_illegal};
pub(crate) use mask::Mask;
pub(crate) use material::is_impossible;
pub use moves::{Move, ParseMoveError};
pub use notation::{long, short};
pub use outcome::{ArmyOut, Draw, Ending, Exit, Over, Points, score_line};
pub use perft::{divide, perft, perft_played};
pub use play::Standing;
pub use position::{CastlingSide, Position};
pub use reading::{LONGEST_TYPED, ReadMoveError, complete, german_letters, in_german, read_move};
pub use role::{Piece, Role};
pub use ruleset::{
    Armies, Choice, Conceding, Ends, Impossibility, Inconsistent, KingCapture, Limits, Options,
    ParseRulesetError, Ruleset, Sameness, Scoring, Stalemate,
};
pub(crate) use scoring::Going;
pub use setup::{Field, Impossible, ParsePositionError};
pub use sight::{Direction, LineEnd, Passed, Sight};
pub use square::{FILES, ParseSquareError, RANKS, Square};
