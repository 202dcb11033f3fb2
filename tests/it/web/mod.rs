//! The page, spoken to as a page speaks: over HTTP and a socket.

mod asking;
mod crowd;
mod elsewhere;
mod everywhere;
mod guarded;
mod left_out;
mod links;
mod passes;
mod playing;
pub(crate) mod process;
mod serving;
mod settings;
mod shared;
pub(crate) mod table;
mod words;
