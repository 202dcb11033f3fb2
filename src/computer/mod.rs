//! Computer opponents.
//!
//! [`choose`] answers a [`Question`] about a [`Game`](rondel_rules::Game) with a [`ChosenMove`],
//! [`agrees`] answers an offer, and [`claims`] decides if a computer claims a draw.
//!
//! All three are pure: the same game, [`Level`] and seed give the same answer on every machine. A
//! level bounds the number of positions that are looked at, never the time. The caller can end a search
//! early by [`Stop`], and then gets no move at all.
//!
//! The search looks ahead (`search`, and `tree` for the turns in it, with `order` for the order of moves,
//! `table` for what it remembers, and `quiet` for captures after the last ply). `chances` says what each
//! army can expect of the positions at its end, by `evaluation` and `net` or, against lone kings, by `mop_up`
//! and `pawn_table`, and `stakes` turns that into values by the points of a ruleset. `root` has the moves at the
//! root, `proof` what is sure near it, and `thought` what a search says of itself. Begin reading with `choice`.

mod answers;
mod chances;
mod choice;
mod evaluation;
mod exchange;
mod level;
mod mop_up;
pub mod net;
mod order;
mod pawn_table;
mod proof;
mod quiet;
mod root;
mod search;
mod stakes;
mod table;
mod thought;
mod tree;

pub use answers::{agrees, claims};
pub use choice::{Bounds, ChosenMove, Question, choose, think};
pub use level::Level;
pub use search::Stop;
pub use thought::Thought;
