//! Checks of the [limits](Limit) before a match, a table or a request is allowed.

use std::{hash::Hash, sync::Arc};

use tokio::sync::OwnedMutexGuard;

use super::{
    Host, HostError,
    limits::{Asker, Counted, Limit, Limited},
    lookup::MOST_OF_ONE,
};
use crate::{
    matchplay::{Event, Match, MatchId, Person, Seat, Server},
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
    /// claim. `instead_of` is a match that will be over by then.
    ///
    /// # Errors
    ///
    /// [`HostError::Limited`] if there is none; else when the store fails.
    pub(super) async fn room_for(
        &self,
        opening: &[Event],
        opener: Person,
        instead_of: Option<MatchId>,
    ) -> Result<Option<TableClaim>, HostError> {
        let sits =
            |event: &Event| matches!(event, Event::Joined { person, .. } if *person == opener);
        let place = match opening.first() {
            Some(Event::Opened { place, .. }) if opening.iter().any(sits) => place,
            // A person who only watches computers has no seat.
            _ => return Ok(None),
        };
        let server = Server::of(place);
        // Where all others are computers it begins at once, and is no table.
        let (room, limited) = if opening.contains(&Event::Started) {
            (None, Vec::new())
        } else {
            let room = self.openings.take(server.clone()).await;
            let in_channel = List::On(Shelf::Table, place.clone());
            let limited = vec![
                (List::Opened(opener, server.clone()), Limit::TablesOfPerson),
                (in_channel, Limit::TablesInChannel),
                (List::In(Shelf::Table, server), Limit::TablesInServer),
            ];
            (Some(room), limited)
        };
        let mut lists = vec![(List::Of(opener), MOST_OF_ONE)];
        let tables = limited.iter();
        lists.extend(tables.map(|(list, limit)| (list.clone(), limit.most().0)));
        let mut found = self.store.listed_together(&lists).await?.into_iter();
        let mut theirs = self.states(found.next().unwrap_or_default()).await?;
        theirs.retain(|one| Some(one.id()) != instead_of);
        allows_seat(&theirs, opener)?;
        if room.is_none() {
            let alone = theirs.iter().filter(|one| is_alone(one, opener));
            Limit::ComputerMatches.allows(alone.count())?;
        }
        for ((_, limit), there) in limited.iter().zip(found) {
            limit.allows(there.len())?;
        }
        Ok(room)
    }

    /// Checks that this person may take a seat in one more match.
    ///
    /// # Errors
    ///
    /// [`HostError::Limited`] if they may not; else when the store fails.
    pub(super) async fn may_play(&self, person: Person) -> Result<(), HostError> {
        Ok(allows_seat(&self.matches_of(person).await?, person)?)
    }
}

fn allows_seat(theirs: &[Arc<Match>], person: Person) -> Result<(), Limited> {
    let seated = theirs.iter().filter(|one| one.color_of(person).is_some());
    Limit::Matches.allows(seated.count())
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
