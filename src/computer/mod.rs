//! Computer opponents: which there are, and how they choose.
//!
//! A computer is asked a [`Question`] about a [`Game`](crate::rules::Game) and makes a [`Choice`];
//! it answers a [`Proposal`] and [`claims`] draws. All that is pure: the same question has the same
//! answer, on every machine, and whoever asks may say when to [`Stop`].

mod answers;
mod choice;
mod evaluation;
mod level;
mod order;
mod search;
mod stakes;

pub use answers::{Proposal, agrees, claims};
pub use choice::{Choice, Question, Stop, choose};
pub use level::Level;
