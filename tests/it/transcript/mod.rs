//! Records of matches (interfaces §8): written, read back, refused.

mod course;
mod documents;
mod mutated;
mod program;
mod random;
mod refusals;
mod seats;
mod trip;
mod versions;

pub(crate) use course::Played;
