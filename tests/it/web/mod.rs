//! The table in the browser, spoken to as a page speaks: over HTTP and a socket.

mod guarded;
mod links;
mod playing;
mod process;
mod serving;
mod table;
