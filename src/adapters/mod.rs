//! The only code that knows a chat. Adapters parse what was typed or pressed into an
//! [`Invocation`], let the [`Desk`] answer it, and present the [`Reply`].

pub mod button;
mod captions;
pub mod catalog;
pub mod console;
pub mod desk;
pub mod discord;
pub mod drawing;
mod first;
pub mod forecast;
pub mod invocation;
mod language;
pub mod leaders;
pub mod naming;
pub mod picture;
pub mod refusals;
mod refused_claim;
pub mod refused_move;
mod refused_wish;
pub mod reply;
pub mod rulebook;
pub mod telling;
mod texts;
pub mod visibility;
pub mod words;

pub use desk::Desk;
pub use drawing::DrawingQueue;
pub use invocation::{Invocation, Speaker, Value};
pub use language::Language;
pub use picture::Picture;
pub use reply::{Audience, Button, Menu, MenuOption, Page, Reply};
