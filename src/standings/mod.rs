//! Ratings, leaderboards, profiles and fair play, folded from ended matches.
//!
//! [`Finished`] sums up the events of an ended match. [`Standings`] apply one after the other, in the
//! order in which the matches ended, and answer all questions from memory: a
//! [leaderboard](Standings::leaderboard) page, a [profile](Standings::profile), and the
//! [suspicions](Standings::suspicions) of fair play. `docs/STANDINGS.md` explains in plain words
//! what counts and how. Begin reading with `finished` and `fold`.
//!
//! Pure: the current time is an argument, and so is the question if a person wants to be seen.
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
mod snapshot;
mod stored;

pub use fairplay::{Suspected, Suspicion};
pub use finished::{Fall, Finished, Sitter};
pub use fold::{SeatTally, Standing, Standings, Tally};
pub use leaderboard::{LeaderboardPage, LeaderboardQuery, RankedPerson};
pub use month::Month;
pub use profile::{CurvePoint, HeadToHead, Profile, Reliability, RulesetRecord};
pub use rating::{MATCHES_TO_BE_SURE, NEW_RATING, Rating};
