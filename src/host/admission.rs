//! Checks of the [limits](Limit) before a match, a table or a request is allowed.

use std::{hash::Hash, sync::Arc};

use tokio::sync::OwnedMutexGuard;

use super::{
    Host, HostError,
    limits::{Asker, Counted, Limit, Limited},
};
use crate::{
    matchplay::{Event, Match, Person, Place, Seat, Server},
    store::{List, RequestId, Shelf},
};

/// A claim on room for one more table. It is held until the table stands in the store's lists.
/// Tables are opened one after the other in a server, so that each is counted before the next is
/// allowed.
pub(super) type TableClaim = OwnedMutexGuard<()>;

impl Host {
    /// Returns the key under which requests of one person are counted, by who they are in a chat.
    /// People whose identity is stored nowhere are counted too.
    #[must_use]
    pub fn asker(&self, identity: impl Hash) -> Asker {
        self.rates.asker(identity)
    }

    /// Counts one more request of a kind that is limited per minute or hour. `of` says whose it is;
    /// a request that comes again is not counted again.
    ///
    /// # Errors
    ///
    /// [`Limited`] if there is no room for it just now.
    pub fn count(
        &self,
        limit: Limit,
        of: impl Hash,
        request_id: Option<&RequestId>,
    ) -> Result<Counted, Limited> {
        let now = self.time.clock().run_for();
        let counted = self.rates.count(limit, of, request_id, now);
        match counted {
            Ok(count) => Ok(Counted::new(Arc::clone(&self.rates), count)),
            Err(wait) => {
                // Said in whole seconds, and not too early.
                let seconds = u64::try_from(wait.as_millis().div_ceil(1_000)).unwrap_or(u64::MAX);
                let later = i64::try_from(seconds.saturating_mul(1_000)).unwrap_or(i64::MAX);
                let again = Some((self.now().plus(later), seconds));
                Err(Limited { limit, again })
            }
        }
    }

    /// Claims room for a match that opens with these events, for as long as the caller keeps the
    /// claim.
    ///
    /// # Errors
    ///
    /// [`HostError::Limited`] if there is none; else when the store fails.
    pub(super) async fn room_for(
        &self,
        opening: &[Event],
        opener: Person,
    ) -> Result<Option<TableClaim>, HostError> {
        let sits =
            |event: &Event| matches!(event, Event::Joined { person, .. } if *person == opener);
        if !opening.iter().any(sits) {
            // A person who only watches computers has no seat.
            return Ok(None);
        }
        let theirs = self.may_play(opener).await?;
        self.room_beside(&theirs, opening, opener).await
    }

    /// Claims room for it beside these matches of its opener.
    pub(super) async fn room_beside(
        &self,
        theirs: &[Arc<Match>],
        opening: &[Event],
        opener: Person,
    ) -> Result<Option<TableClaim>, HostError> {
        if opening.contains(&Event::Started) {
            // It begins at once, since all others are computers, and is no table.
            let alone = theirs.iter().filter(|one| is_alone(one, opener));
            Limit::ComputerMatches.allows(alone.count())?;
            return Ok(None);
        }
        match opening.first() {
            Some(Event::Opened { place, .. }) => self.room_at(place, opener).await.map(Some),
            _ => Ok(None),
        }
    }

    /// Claims room for a table at this place.
    async fn room_at(&self, place: &Place, opener: Person) -> Result<TableClaim, HostError> {
        let server = Server::of(place);
        let room = self.openings.take(server.clone()).await;
        let limited = [
            (List::Opened(opener, server.clone()), Limit::TablesOfPerson),
            (
                List::On(Shelf::Table, place.clone()),
                Limit::TablesInChannel,
            ),
            (List::In(Shelf::Table, server), Limit::TablesInServer),
        ];
        for (list, limit) in limited {
            let there = self.store.listed(&list, None, limit.most().0).await?;
            limit.allows(there.len())?;
        }
        Ok(room)
    }

    /// Returns this person's live matches if they may take a seat in one more.
    ///
    /// # Errors
    ///
    /// [`HostError::Limited`] if they may not; else when the store fails.
    pub(super) async fn may_play(&self, person: Person) -> Result<Vec<Arc<Match>>, HostError> {
        let theirs = self.matches_of(person).await?;
        let seated = theirs.iter().filter(|one| one.color_of(person).is_some());
        Limit::Matches.allows(seated.count())?;
        Ok(theirs)
    }
}

/// Returns true if the person plays with computers and nobody else.
fn is_alone(state: &Match, person: Person) -> bool {
    let mut others = state.seats().iter();
    let own = state.color_of(person);
    own.is_some()
        && others.all(|(color, seat)| {
            Some(color) == own || matches!(seat, Seat::Computer(_) | Seat::Empty)
        })
}
