//! What Discord says, read: of its events and answers the fields that matter, and of interactions what somebody
//! asks for.

pub(super) mod event;
pub(super) mod fields;
pub(super) mod interaction;
pub(super) mod modal;
