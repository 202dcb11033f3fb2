//! What is refused, seen by a bot that sends whatever it likes.

mod faults;
mod judged;
mod pings;
mod rates;
mod requests;
mod scene;
mod twilight;
