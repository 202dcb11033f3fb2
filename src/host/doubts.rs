//! Appends of which nobody knows if they were written, until the store says so.

use std::{
    sync::{Arc, Weak},
    time::Duration,
};

use tokio::time::sleep;

use super::Host;
use crate::{
    matchplay::{Event, Match, MatchId, Moment, Stage},
    store::{Append, AppendError, Listing, StoreError},
};

/// The time between two questions to a store that does not answer.
const AGAIN: Duration = Duration::from_secs(1);

/// An append that may have been written.
struct DoubtedAppend {
    id: MatchId,
    /// The version against which it was decided.
    from: u64,
    events: Vec<Event>,
    at: Moment,
    listing: Listing,
    realm: String,
}

impl DoubtedAppend {
    /// Returns an append that no store takes, since no match is at its version. The answer comes after those to
    /// all that was asked before.
    fn probe(&self) -> Append {
        Append {
            id: self.id,
            expected: u64::MAX,
            events: self.events.clone(),
            at: self.at,
            request_id: None,
            listing: self.listing.clone(),
            tell: None,
            note: None,
        }
    }

    /// Returns true if these events of the match are those of the append.
    fn is_in(&self, stored: &[(Event, Moment)]) -> bool {
        let from = usize::try_from(self.from).unwrap_or(usize::MAX);
        let stored = stored.get(from..).unwrap_or_default();
        let mut both = self.events.iter().zip(stored);
        stored.len() >= self.events.len()
            && both.all(|(event, (stored, at))| event == stored && *at == self.at)
    }
}

impl Host {
    /// Notes that nobody knows if an append was written. Once the store says that it was, the others hear of it as
    /// of any other; until then the match is read from the store whenever it is needed.
    pub(super) fn doubt(self: &Arc<Self>, after: &Match, events: Vec<Event>, at: Moment) {
        let id = after.id();
        self.folded.doubt(id);
        let doubted = DoubtedAppend {
            id,
            from: after.version() - events.len() as u64,
            events,
            at,
            listing: Listing::of(after),
            realm: after.place().realm().to_owned(),
        };
        tokio::spawn(settle(Arc::downgrade(self), doubted));
    }

    /// Asks the store once what became of an append.
    async fn settles(self: &Arc<Self>, doubted: &DoubtedAppend) -> Result<(), StoreError> {
        if let Err(AppendError::Store(error)) = self.store.append(doubted.probe()).await {
            return Err(error);
        }
        let stored = self.store.load(doubted.id).await?;
        let written = doubted.is_in(&stored);
        if written {
            self.find_row(&doubted.realm, doubted.id, doubted.from)
                .await?;
        }
        self.folded.know(doubted.id);
        // Read again, since what happened in the meantime stands in the store alone.
        let state = self.folded(doubted.id).await.ok().flatten();
        if let Some(state) = state.filter(|_| written) {
            self.watched.note(doubted.id, state.version());
            if state.stage() == Stage::Ended {
                self.catch_up_soon(Some(doubted.id));
            }
        }
        Ok(())
    }
}

/// Asks the store until it says what became of an append, or the host is gone.
async fn settle(host: Weak<Host>, doubted: DoubtedAppend) {
    while let Some(host) = host.upgrade() {
        if host.settles(&doubted).await.is_ok() {
            return;
        }
        // The store can be closed in the meantime.
        drop(host);
        sleep(AGAIN).await;
    }
}
