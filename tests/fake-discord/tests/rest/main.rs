//! What is refused, seen by a bot that sends whatever it likes.

mod choosing;
mod edits;
mod faults;
mod installs;
mod judged;
mod modals;
mod pages;
mod pings;
mod rates;
mod requests;
mod scene;
mod twilight;
