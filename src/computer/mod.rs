//! Computer opponents.
//!
//! [`choose`] answers a [`Question`] about a [`Game`](crate::rules::Game) with a [`ChosenMove`],
//! [`agrees`] answers an offer, and [`claims`] decides if a computer claims a draw.
//!
//! All three are pure: the same game, [`Level`] and seed give the same answer on every machine. A
//! level bounds the depth of the search and the number of positions, never the time. The caller can
//! end a search early by [`Stop`], and then gets no move at all.
//!
//! The search looks ahead (`search`, with `order` for the order of moves), `evaluation` rates the
//! positions at its end, and `stakes` turns the points of a ruleset into values it can compare.
//! Begin reading with `choice`.

mod answers;
mod choice;
mod evaluation;
mod level;
mod order;
mod search;
mod stakes;

pub use answers::{agrees, claims};
pub use choice::{Bounds, ChosenMove, Question, Thought, choose, think};
pub use level::Level;
pub use search::Stop;
