//! The chats: each parses what was typed or pressed, calls the
//! [`Responder`](crate::commands::Responder), and presents the [`Reply`](crate::messages::Reply).
//! Nothing else happens here: no rule, no sentence, no drawing.

pub mod console;
pub mod discord;
mod line;
mod typing;
pub mod web;
