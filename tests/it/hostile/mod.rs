//! Whatever comes in from outside: no panic, an answer to everything, and no match touched.

mod discord;
mod inputs;
mod markup;
mod names;
mod pipes;
mod process;
pub(crate) mod properties;
mod sound;

pub(crate) use properties::analyze_answer;
