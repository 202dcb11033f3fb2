//! Everything that Rondel says, in the language and the looks of one answer.
//!
//! A [`Locale`] is that language and those looks. Its [`Texts`] fill in a text of `assets/texts` and
//! return a [`Message`]: the text together with the ids and arguments it was made from, which tests
//! look at. A [`Narrator`] also knows the names of people, and tells the [`Story`] of a match: what
//! has just happened in it, who is to move, how it ended. A [`Reply`] is a whole answer before a chat
//! sends it: a message with its [`Picture`], file, buttons and menus. Of chats this room knows only
//! their [`Markup`]: how each writes names, places and moments.
//!
//! ```
//! use rondel::messages::Texts;
//!
//! let moved = Texts::english().say(
//!     "moved",
//!     &[("ply", &1), ("move", &"Nf3"), ("player", &"Ann (White)")],
//! );
//! assert!(moved.says("moved") && moved.contains("Nf3"));
//! ```
//!
//! Start with `message.rs` and `texts.rs`, then read `story.rs`. `move_preview` says in a line what a
//! move would do, `refusals` why something cannot be done, `captions` what stands in pictures.
//! `piece_letters` understands the letters by which a language calls the pieces, and `reading_back` what the
//! texts themselves say of moves, squares, matches and times.

pub mod captions;
pub mod claim_not_due;
mod controls;
pub mod course;
pub mod illegal_move;
mod language;
mod layout;
mod locale;
pub mod markup;
mod message;
pub mod move_preview;
mod narrator;
pub mod news;
pub mod picture;
mod piece_letters;
pub(crate) mod reading_back;
pub mod refusals;
pub mod reply;
pub mod story;
#[cfg(test)]
mod tests;
mod texts;

pub use controls::{Button, ButtonId, ButtonKind, Emphasis, Menu, MenuOption};
pub use language::Language;
pub use layout::{Block, FieldKind, Modal, ModalField, Switch};
pub use locale::{Locale, Locales};
pub use markup::Markup;
pub use message::{Message, Part};
pub use narrator::Narrator;
pub use picture::{BoardSequence, DrawingQueue, Picture, Shows};
pub(crate) use picture::{Drawing, Drawn, Examples, Priority};
pub use reply::{Audience, Body, Call, File, News, Page, Ping, Pings, Reply, Shown, Words};
pub use story::Story;
pub use texts::{Texts, Values};
