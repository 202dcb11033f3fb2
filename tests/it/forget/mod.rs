//! Nothing is left of somebody who asked to be forgotten but matches without their name.

pub(crate) mod bytes;
mod console;
mod crowd;
mod deferred;
mod discord;
mod killed;
mod refused;
