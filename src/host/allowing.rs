//! Whether there is room for one more: see [`Limit`].

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex},
};

use super::{
    Host, HostError,
    limits::{Asker, Counted, Limit, Limited},
    locked,
};
use crate::{
    matchplay::{Event, Match, Person, Place, Seat, Server},
    store::{Delivery, List, Shelf},
};

/// The lists to which tables are being added at this moment, with how many. What is added is not
/// in the store's lists yet, and many may be asked for at once.
type Opening = Arc<Mutex<HashMap<List, usize>>>;

/// Tables that are being opened.
#[derive(Debug, Default)]
pub(super) struct Openings(Opening);

/// Room for a table, kept until it stands in the store's lists.
#[derive(Debug)]
#[must_use]
pub(super) struct Room {
    opening: Opening,
    lists: Vec<List>,
}

impl Openings {
    /// Adds to these lists, and says how many are being added to each.
    fn add(&self, lists: &[List]) -> (Room, Vec<usize>) {
        let mut opening = locked(&self.0);
        let counts = lists.iter().map(|list| {
            let count = opening.entry(list.clone()).or_default();
            *count += 1;
            *count
        });
        let counts = counts.collect();
        let room = Room {
            opening: Arc::clone(&self.0),
            lists: lists.to_vec(),
        };
        (room, counts)
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let mut opening = locked(&self.opening);
        for list in &self.lists {
            if let Some(count) = opening.get_mut(list) {
                *count -= 1;
                if *count == 0 {
                    opening.remove(list);
                }
            }
        }
    }
}

impl Host {
    /// Somebody of whom something is counted, by who they are in a chat: those too are counted who
    /// are written down nowhere.
    #[must_use]
    pub fn asker(&self, identity: impl Hash) -> Asker {
        self.rates.asker(identity)
    }

    /// Counts one more of what is asked for in a while. `of` is whose it is; a delivery that comes
    /// again is not counted again.
    ///
    /// # Errors
    ///
    /// [`Limited`] when there is no room for it just now.
    pub fn count(
        &self,
        limit: Limit,
        of: impl Hash,
        delivery: Option<&Delivery>,
    ) -> Result<Counted, Limited> {
        let now = self.time.clock().run_for();
        let counted = self.rates.count(limit, of, delivery, now);
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

    /// Room for a match that opens with these events, as long as what is given is kept.
    ///
    /// # Errors
    ///
    /// [`HostError::Limited`] when there is none; else when the store fails.
    pub(super) async fn room_for(
        &self,
        opening: &[Event],
        opener: Person,
    ) -> Result<Option<Room>, HostError> {
        let sits =
            |event: &Event| matches!(event, Event::Joined { person, .. } if *person == opener);
        if !opening.iter().any(sits) {
            // Whoever watches computers has no seat.
            return Ok(None);
        }
        let theirs = self.may_play(opener).await?;
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

    /// Room for a table at this place.
    async fn room_at(&self, place: &Place, opener: Person) -> Result<Room, HostError> {
        let server = Server::of(place);
        let lists = [
            List::Opened(opener, server.clone()),
            List::On(Shelf::Table, place.clone()),
            List::In(Shelf::Table, server),
        ];
        let limits = [
            Limit::TablesOfPerson,
            Limit::TablesInChannel,
            Limit::TablesInServer,
        ];
        // Before the lists are read: what is in neither now will be in the lists.
        let (room, adding) = self.openings.add(&lists);
        let there = self.read(move |store| {
            let lists = lists.iter().zip(limits);
            let there = lists.map(|(list, limit)| Ok(store.listed(list, limit.most().0)?.len()));
            there.collect::<Result<Vec<usize>, _>>()
        });
        for ((there, adding), limit) in there.await?.iter().zip(adding).zip(limits) {
            limit.allows(there + adding - 1)?;
        }
        Ok(room)
    }

    /// Returns this person's live matches, if there is room for one more with a seat for them.
    ///
    /// # Errors
    ///
    /// [`HostError::Limited`] when there is none; else when the store fails.
    pub(super) async fn may_play(&self, person: Person) -> Result<Vec<Arc<Match>>, HostError> {
        let theirs = self.matches_of(person).await?;
        let seated = theirs.iter().filter(|one| one.color_of(person).is_some());
        Limit::Matches.allows(seated.count())?;
        Ok(theirs)
    }
}

/// Whether the person plays it with computers and nobody else.
fn is_alone(state: &Match, person: Person) -> bool {
    let mut others = state.seats().iter();
    let own = state.color_of(person);
    own.is_some()
        && others.all(|(color, seat)| {
            Some(color) == own || matches!(seat, Seat::Computer(_) | Seat::Empty)
        })
}
