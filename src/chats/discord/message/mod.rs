//! Messages as Discord takes them, and as they stand there.

pub(super) mod layout;
pub(super) mod posted;
pub(super) mod present;
