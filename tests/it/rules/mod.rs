//! The rules engine against answers made elsewhere, and against a slow generator.

mod answers;
mod notation;
mod properties;
mod slow;
