//! One match around the game: seats, turns, clocks, proposals, and its end.
//!
//! A match is the fold of its [`Event`]s. [`open`] gives the first ones, for the table that an
//! [`Table`] asks for. From then on every change takes the same way: [`decide`] checks a
//! [`Command`] of an [`Actor`] against the [`Match`] and returns the events that follow, or a
//! [`Rejection`]; [`fall_due`] returns those that come on their own when a time is up. Nothing has
//! changed yet: the caller stores the events, and then [applies](Match::apply) them, which cannot
//! fail.
//!
//! ```
//! use rondel_matchplay::*;
//! use rondel_rules::{Color, Ruleset};
//!
//! let now = Moment(1_700_000_000_000);
//! let opening = Table {
//!     ruleset: String::from("three-man"),
//!     options: Ruleset::THREE_MAN,
//!     place: Place::new("console/table"),
//!     seat: Some(Color::White),
//!     invited: vec![],
//!     computers: None,
//!     rated: true,
//!     time: None,
//!     private: false,
//! };
//! let events = open(&opening, Person(1)).unwrap();
//! let mut state = Match::fold(MatchId::numbered(7), events.iter().map(|event| (event, now))).unwrap();
//! for event in decide(&state, Person(2), &Command::Join { seat: None }, now).unwrap() {
//!     state.apply(&event, now);
//! }
//! assert_eq!(state.seat_of(Person(2)), Some(Color::Gray));
//! assert_eq!(decide(&state, Person(3), &Command::Leave, now), Err(Rejection::NotSeated));
//! ```
//!
//! Consequences, such as an elimination with its points, are events of their own. So a match that
//! was stored stays as it was, even if the rules are corrected later; [`Referee`] finds what today's
//! rules would judge differently.
//!
//! A [`Proposal`] is anything that others must agree to. `proposal` holds them, and
//! [`Match::open_proposals`] lists them together with the draws and pacts that `rules` keeps.
//!
//! Pure: the time, ids and dice come in as arguments. No chat is known here, and no name: a
//! [`Person`] is a random reference. Begin reading with `event`, `command` and `decide`.

mod claim;
mod clock;
mod command;
mod decide;
mod due;
mod event;
mod id;
mod proposal;
mod referee;
mod rejection;
mod rematch;
mod seat;
mod seats;
mod state;
mod stored;
mod time;
mod verdicts;
mod voting;
mod word;

pub use claim::ClaimNotDue;
pub use clock::TurnClock;
pub use command::{Actor, Command, MoveInput, SeatAction, Table};
pub use decide::{decide, may_move, open};
pub use due::{ComputerTask, LONGEST_PAUSE, clock_was_set, fall_due};
pub use event::{Event, Extension, Imported, NewPlayer};
pub use id::{MatchId, Moment, ParseMatchIdError, Person, Place, Server};
pub use proposal::{Expiry, Matter, Motion, Proposal, Proposals};
pub use referee::{Contradiction, Referee};
pub use rejection::Rejection;
pub use rematch::rematch;
pub use seat::Seat;
pub use state::{Match, PlayedMove, Stage, Tenure};
pub use stored::as_text;
pub use time::{Budget, ParseTimeLimitError, TimeLimit};
pub use word::{Word, Written};
