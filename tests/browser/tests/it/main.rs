//! The page in real browsers. Those that time moves, `first_minute`, `hands` and `speed`, need a machine that does
//! nothing else.

mod accessible;
mod asleep;
mod away;
mod first_minute;
mod fits;
mod hands;
mod held;
mod layout;
mod letting_go;
mod page;
mod promises;
mod questions;
mod reaching;
mod replaced;
mod speed;
mod spoken;
mod stepping;
mod taps;
mod three_browsers;
mod updates;
