//! Who leads: ratings, leaderboards, profiles and fair play, folded from matches that have ended.
//! Pure: the time is an argument, and who does not want to be seen.
//!
//! A match that has ended is summed up as a [`Finished`]; [`Standings`] take in one after the other,
//! in the order in which they ended, and answer from memory. `docs/STANDINGS.md` says in plain words
//! what counts and how.
//!
//! The same matches in the same order give the same [bytes](Standings::encode) on one machine.
//! Points, matches and times are integers; ratings are floating-point numbers, whose sums, products
//! and roots are exact to the last bit by IEEE 754, and whose exponentials are the same as long as
//! the program and the system's mathematical library are. On another machine the last bit of a
//! rating may differ, and with it the digest, but nothing that is shown.

mod fairplay;
mod finished;
mod fold;
mod leaderboard;
mod month;
mod profile;
mod rating;
mod stored;

pub use fairplay::{Suspected, Suspicion};
pub use finished::{Fall, Finished, Sitter};
pub use fold::{SeatTally, Standings, Tally};
pub use leaderboard::{Page, Query, Row};
pub use month::Month;
pub use profile::{CurvePoint, HeadToHead, Profile, Record, Reliability};
pub use rating::{MATCHES_TO_BE_SURE, NEW_RATING, Rating};
pub use stored::DecodeError;
