//! The game: board, pieces, moves, and what follows from them. Section numbers such as §4.1 are
//! those of `docs/RULES.md`.
//!
//! # The nouns
//!
//! A [`Square`] is one of the 144 squares, a [`Color`] one of the three armies, and a [`Piece`] has
//! a color and a [`Role`]. A [`Move`] is two squares, and the role of a promotion.
//!
//! A [`Position`] is what a position line says (rules §7.3): the pieces, whose turn it is, the
//! bridged moats, the castling and en passant rights, and two counters. It generates and plays
//! legal moves. It is small, and copied rather than undone.
//!
//! A [`Game`] is a position together with what one position cannot know: its [`Ruleset`], earlier
//! positions, draw offers and pacts, points. A ruleset is a set of [`RulesetOptions`]; a match is played by
//! one from start to end.
//!
//! Everything that happens in a game takes two steps. It is *judged*, which changes nothing and
//! gives a [`Verdict`]: the [eliminations](Elimination), and the [outcome](Outcome) if the match ends. Then
//! it is *carried out*, with that verdict. The caller can store the verdict in between, so that an
//! old match keeps its result even if the rules are corrected later.
//!
//! ```
//! use rondel_rules::{Game, Ruleset, read_move};
//!
//! let mut game = Game::start(Ruleset::THREE_MAN);
//! let mv = read_move(game.position(), "Nf3")?;
//! let verdict = game.judge_move(mv)?;
//! assert_eq!(game.short(mv, &verdict).to_string(), "Nf3");
//! assert!(verdict.outs.is_empty() && verdict.outcome.is_none());
//! game.carry_out_move(mv);
//! game.carry_out(&verdict);
//! assert_eq!(game.position().turn(), rondel_rules::Color::Gray);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to begin reading
//!
//! - `square`, `role`, `color`, `moves`, `position`: the nouns above, from the smallest up.
//! - `movegen`: legal moves. It stands on `ray` (a walk along a line), `lines` (the geometry as
//!   tables), `bitboard`, `attacks`, and `safety` (dangers to the king).
//! - `play`: a move on the board. `game`: a move in a match, by way of `judgement` (the order of
//!   events of rules §6.7), `scoring`, `credit`, `recurrence` and `agreement`.
//! - `reading` and `notation`: moves as people type and read them. `setup`: position lines.
//! - `illegal`, `consequences`, `sight`: explanations for people. No rule depends on them.
//!
//! # What holds for all of it
//!
//! The room is pure: no clock, no chance, no input or output, and no knowledge of the rest of the
//! program. Generating moves allocates nothing. There are no illegal positions: a [`Position`] comes
//! from the start, from moves, or from a checked line.

mod agreement;
mod attacks;
mod bitboard;
mod board;
mod border;
mod color;
mod consequences;
mod considered;
mod credit;
mod game;
mod illegal;
mod judgement;
mod key;
mod lines;
mod material;
mod movegen;
mod moves;
mod notation;
mod outcome;
mod perft;
mod play;
mod position;
mod ray;
mod reading;
mod recurrence;
mod role;
mod ruleset;
mod safety;
mod scoring;
mod setup;
mod sight;
mod square;
mod words;

pub use agreement::{Agreement, Agreements, DrawOffer, OfferAction, Pacts, Refusal, Resignation};
pub use attacks::{CheckLine, king_steps, near_attacks};
pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use border::Border;
pub use color::{ByColor, Color, Colors};
pub use consequences::{Consequences, Taken};
pub use considered::{ConsideredMove, Weight};
pub use credit::{Credit, Merit};
pub use game::{CourseStep, Game, NotLegal};
pub use illegal::{IllegalDetail, IllegalMove, IllegalReason, Step, why_illegal};
pub use judgement::Verdict;
pub use material::is_impossible;
pub use moves::{Move, ParseMoveError};
pub use notation::{ShortMove, is_pawn_capture, long, short, short_first};
pub use outcome::{
    Draw, Elimination, Ending, Exit, Outcome, Points, Winner, score_for_people, score_line,
    sixths_for_people,
};
pub use perft::{divide, perft, perft_played};
pub use position::{CastlingSide, Position};
pub use ray::Direction;
pub use reading::{LONGEST_TYPED, ReadMoveError, complete, read_move};
pub use role::{Piece, Role};
pub use ruleset::{
    Armies, Conceding, DrawLimits, Ends, Impossibility, Inconsistent, KingCapture,
    ParseRulesetError, Ruleset, RulesetOptions, Sameness, Scoring, Stalemate,
};
pub use setup::{Field, Impossible, ParsePositionError};
pub use sight::{LineEnd, Passed, Sight};
pub use square::{FILES, ParseSquareError, RANKS, Square};
pub use words::Choice;
