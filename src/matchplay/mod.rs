//! One sitting of the game: who plays, what they ask for, what happened. Pure: time, ids and dice
//! come in as arguments.
//!
//! A [`Command`] is *decided* against a [`Match`], which gives [`Event`]s or a [`Rejection`];
//! events are *applied*, which cannot fail. A match is the fold of its events.

mod actor;
mod awaited;
mod claim;
mod clock;
mod command;
mod decide;
mod due;
mod event;
mod id;
mod pact;
mod rejection;
mod rematch;
mod replay;
mod seat;
mod seats;
mod state;
mod time;
mod vote;
mod voting;

pub use actor::Actor;
pub use awaited::Awaited;
pub use claim::NotDue;
pub use clock::TurnClock;
pub use command::{Command, OfferAction, Opening, PactAction, SeatAction};
pub use decide::{decide, may_move, open};
pub use due::{LONGEST_PAUSE, clock_was_set, fall_due};
pub use event::{Event, Extension, Imported, Taker};
pub use id::{MatchId, Moment, ParseMatchIdError, Person, Place, Server};
pub use rejection::Rejection;
pub use rematch::rematch;
pub use replay::{Impossible, Replay};
pub use seat::Seat;
pub use state::{Match, Played, Stage, Tenure};
pub use time::{ParseTimeLimitError, TimeLimit};
pub use vote::{Lapse, Matter, Motion, Proposal, Standing, Votes, What};
