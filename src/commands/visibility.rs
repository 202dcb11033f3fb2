//! What people can see of a chat, asked for one interaction at a time.

use std::{collections::HashMap, fmt::Debug, sync::Mutex, time::Duration};

use tokio::time::{Instant, timeout_at};

use super::incoming::Speaker;
use crate::{
    host::{Access, CanSee, FullAccess},
    matchplay::Place,
    store::locked,
};

/// How long all that one interaction asks about may take together. An answer is due in three
/// seconds; what is not known by then is not seen.
const PATIENCE: Duration = Duration::from_secs(1);

/// A chat's account of who can see which of its places.
pub trait Visibility: Debug + Send + Sync {
    /// Returns whether the speaker can read what is said at a place of the server in which they
    /// speak. False where that cannot be found out.
    fn is_seen<'a>(&'a self, place: &'a Place, by: &'a Speaker) -> CanSee<'a>;
}

impl Visibility for FullAccess {
    fn is_seen<'a>(&'a self, place: &'a Place, _by: &'a Speaker) -> CanSee<'a> {
        self.sees(place)
    }
}

/// The access of one speaker while one interaction is answered. A place is asked about once.
#[derive(Debug)]
pub(super) struct SpeakerAccess<'a> {
    chat: &'a dyn Visibility,
    speaker: &'a Speaker,
    until: Instant,
    known: Mutex<HashMap<Place, bool>>,
}

impl<'a> SpeakerAccess<'a> {
    /// Begins the time that all questions together may take.
    pub(super) fn new(chat: &'a dyn Visibility, speaker: &'a Speaker) -> SpeakerAccess<'a> {
        SpeakerAccess {
            chat,
            speaker,
            until: Instant::now() + PATIENCE,
            known: Mutex::default(),
        }
    }
}

impl Access for SpeakerAccess<'_> {
    fn sees<'a>(&'a self, place: &'a Place) -> CanSee<'a> {
        Box::pin(async move {
            let known = locked(&self.known).get(place).copied();
            if let Some(seen) = known {
                return seen;
            }
            let asked = self.chat.is_seen(place, self.speaker);
            let seen = timeout_at(self.until, asked).await.unwrap_or(false);
            locked(&self.known).insert(place.clone(), seen);
            seen
        })
    }
}
