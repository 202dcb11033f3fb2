//! The office: everything that answers, posts and threads work with.

use std::sync::Arc;

use serenity::all::Http;

use super::{api::Api, backoff::Backoff, members::Members, rights::Rights};
use crate::{commands::Responder, messages::DrawingQueue};

/// Everything that answers, posts and threads work with. Cheap to share behind an [`Arc`].
#[derive(Debug)]
pub(super) struct Office {
    pub(super) responder: Responder,
    pub(super) api: Arc<Api>,
    /// Speaks to Discord about interactions alone.
    pub(super) answers: Http,
    pub(super) rights: Rights,
    pub(super) members: Members,
    pub(super) pictures: Arc<DrawingQueue>,
    /// Waits between tries.
    pub(super) waits: Backoff,
}
