//! What the program writes besides its stores: files of commands, the log, and what it says.

mod signals;
mod targets;
mod unread;
