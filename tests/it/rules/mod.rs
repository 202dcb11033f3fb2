//! The rules engine against answers made elsewhere, and against a slow generator.

mod answers;
mod cells;
mod claims;
mod judged;
mod notation;
mod properties;
mod refused;
mod sixteen;
mod slow;
mod stages;
mod telling;

pub(crate) use slow::{Due, Scores, TABLES, Table};
