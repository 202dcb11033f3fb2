//! The office: everything that answers, posts and threads work with.

use std::sync::Arc;

use serenity::all::Http;

use super::{
    api::Api,
    backoff::Backoff,
    members::Members,
    place,
    rights::{Lack, Need, Rights},
};
use crate::{
    commands::Responder,
    matchplay::Match,
    messages::{DrawingQueue, Locale, Reply, Texts},
};

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

impl Office {
    /// The locale of a reply.
    pub(super) fn locale<'a>(&'a self, reply: &'a Reply) -> &'a Locale {
        reply.locale.as_ref().unwrap_or(self.responder.usual())
    }

    /// Says, once for a match, that nothing can be posted where it is played, and what to grant.
    pub(super) fn lacks_speech(&self, texts: &Texts, state: &Match, need: Need) -> Option<Lack> {
        let place = state.place();
        let channel =
            place::channel(place).filter(|_| self.rights.is_unsaid(state.id(), Need::Speak));
        let rights = self.rights.names(channel?, need, texts);
        let place = self.responder.markup().place(place);
        let text = texts.say("lacks-speech", &[("where", &place), ("rights", &rights)]);
        Some((Need::Speak, text.into()))
    }
}
