//! Everything that is said, in a locale.
//!
//! A [`Locale`] is the language and the looks of one answer; its [`Texts`] fill in a text of
//! `assets/texts` and give back a [`Message`], which is the text together with the ids it was made
//! of. A [`Narrator`] knows besides what people are called, and tells the [`Story`] of a match:
//! what has just happened in it, who is to move, how it ended. A [`Reply`] is a whole answer, a
//! message with its picture, file, buttons and menus, before a chat sends it. [`Markup`] is all that
//! this room knows of chats: how each writes names, places and moments.
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
//! A newcomer begins with `message.rs` and `texts.rs`, then reads `story.rs`.

pub mod captions;
pub mod claim_not_due;
pub mod course;
pub mod drawing;
pub mod illegal_move;
mod language;
mod locale;
pub mod markup;
mod message;
pub mod move_preview;
mod narrator;
pub mod picture;
pub mod refusals;
pub mod reply;
pub mod story;
#[cfg(test)]
mod tests;
mod texts;

pub use drawing::DrawingQueue;
pub use language::Language;
pub use locale::{Locale, Locales};
pub use markup::Markup;
pub use message::{Message, Part};
pub use narrator::Narrator;
pub use picture::Picture;
pub use reply::{Audience, Button, ButtonId, File, Menu, MenuOption, Page, Reply};
pub use story::Story;
pub use texts::{Texts, Values};
