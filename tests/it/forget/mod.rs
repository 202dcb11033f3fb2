//! What is left of somebody who asked to be forgotten: nothing.

pub(crate) mod bytes;
