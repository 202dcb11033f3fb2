//! Finds the match that a command means (interfaces §2), and says whether the person may know of it: of
//! their own matches, and of those played where they can see it.

use std::sync::Arc;

use super::{Access, Host, HostError, limits};
use crate::{
    matchplay::{Match, MatchId, Person, Place, Rejection, Server, Stage},
    store::{List, Shelf, StoreError, every, locked, preferences::MOST_CHANNELS},
};

/// The number of a person's matches that are looked at, here and over all places. It is more than
/// anybody may play, so that those to which others invite them are included.
pub(super) const MOST_OF_ONE: usize = 2 * limits::MATCHES;

/// The number of other people's matches that are looked at when one of them may be meant. A refusal
/// names fewer.
const MOST_MEANT: usize = 25;

/// The reason for which a match is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To act in it as a player.
    Act,
    /// To sit down at it.
    Join,
    /// To look at it.
    Show,
    /// To act in it as one who manages the server and need not play in it.
    Manage,
    /// To play it once more.
    Again,
}

/// A request for a match: who asks, where, and what they said of it.
#[derive(Clone, Debug)]
pub struct Lookup<'a> {
    /// The reason for looking, which decides what may be meant.
    pub purpose: Purpose,
    /// The text of the option `match:`, if it was given.
    pub given: Option<&'a str>,
    /// The place where the command was given.
    pub place: &'a Place,
    /// The person who asks.
    pub speaker: Person,
    /// False where they speak to the program alone: where none of their matches is played there, all of
    /// this chat are meant.
    pub shared: bool,
    /// The places of the chat that they can see.
    pub access: &'a dyn Access,
    /// The match that a link lets them into, if they speak by one: there is no other for them.
    pub link_to: Option<MatchId>,
}

impl Lookup<'_> {
    /// Refuses a match that the speaker may not see. The chat is asked only about a match in which
    /// they have no part and which is played elsewhere.
    ///
    /// # Errors
    ///
    /// [`Rejection::NoSuchMatch`] where the speaker cannot see the channel that the match hangs on,
    /// so that the answer is the one to an id that no match has. [`Rejection::Private`] where they
    /// can see that channel, and so have seen the table, but not the private match that began
    /// there.
    pub async fn admit(&self, state: &Match) -> Result<(), Rejection> {
        if let Some(id) = self.link_to {
            let lets_in = id == state.id();
            return lets_in.then_some(()).ok_or(Rejection::NoSuchMatch);
        }
        // Managers answer for what is played in their server, seen or not.
        if self.purpose == Purpose::Manage || self.is_near(state) {
            return Ok(());
        }
        if is_secret(state) && state.is_housed() && self.access.sees(state.place()).await {
            return Ok(());
        }
        let channel = state.opened_at();
        if channel != self.place && !self.access.sees(channel).await {
            return Err(Rejection::NoSuchMatch);
        }
        if is_secret(state) {
            return Err(Rejection::Private);
        }
        Ok(())
    }

    /// Returns true for a match of the server where the speaker speaks: others do not concern it, but
    /// for their own where they speak to the program alone. One that is played in another chat can be
    /// meant from this one by those who have a part in it, and by those who can see it there.
    pub(crate) async fn reaches(&self, state: &Match) -> bool {
        if state.place().realm() == self.place.realm() {
            return state.place().server() == self.place.server()
                || !self.shared && state.has_part(self.speaker);
        }
        let hidden = is_secret(state) || self.purpose == Purpose::Manage;
        state.has_part(self.speaker) || !hidden && self.access.sees(state.place()).await
    }

    /// Returns true if the speaker has a part in the match, or speaks where it is played or was
    /// opened. A private match is played in its own place alone.
    fn is_near(&self, state: &Match) -> bool {
        let played_here = state.place() == self.place;
        let here = if is_secret(state) {
            state.is_housed() && played_here
        } else {
            played_here || state.opened_at() == self.place
        };
        here || state.has_part(self.speaker)
    }
}

/// Returns true for a private match that has begun. Its table, before that, is open to everybody
/// there.
fn is_secret(state: &Match) -> bool {
    state.is_private() && state.started_at().is_some()
}

impl Host {
    /// Returns the match that is meant.
    ///
    /// # Errors
    ///
    /// [`Rejection::WhichMatch`] with the candidates if there are several,
    /// [`Rejection::NoSuchMatch`] if there is none, and those of [`Lookup::admit`] for one that
    /// the speaker may not see; else when the store fails.
    pub async fn find(&self, request: &Lookup<'_>) -> Result<Arc<Match>, HostError> {
        let found = self.meant(request).await?;
        request.admit(&found).await?;
        Ok(found)
    }

    async fn meant(&self, request: &Lookup<'_>) -> Result<Arc<Match>, HostError> {
        if let Some(id) = request.link_to {
            let mut given = request.given.iter();
            if given.any(|given| given.trim().parse() != Ok(id)) {
                return Err(Rejection::NoSuchMatch.into());
            }
            return Ok(self.state(id).await?.ok_or(Rejection::NoSuchMatch)?);
        }
        if let Some(given) = request.given {
            return self.find_named(given, request).await;
        }
        let (place, speaker) = (request.place, request.speaker);
        let nearby = self
            .store
            .nearby(place, speaker, !request.shared, MOST_OF_ONE);
        let nearby = nearby.await?;
        // In a match's own place nothing else can be meant.
        if let Some(own) = nearby.own
            && let Some(own) = self.state(own).await?
        {
            return Ok(own);
        }
        if !nearby.any
            && let Some(ended) = nearby.ended
            && let Some(own) = self.state(ended).await?
            && has_own(&own, place)
        {
            return Ok(own);
        }
        let concerning = async |ids| {
            let listed = self.states(ids).await?;
            Ok::<_, StoreError>(filtered(&listed, |state| state.concerns(speaker)))
        };
        let mut theirs = concerning(nearby.theirs).await?;
        if theirs.is_empty() && !request.shared {
            theirs = concerning(nearby.all_theirs).await?;
        }
        let latest_ended = async || match nearby.latest_ended {
            Some(id) => Ok(self.state(id).await?.ok_or(Rejection::NoSuchMatch)?),
            None => Err(HostError::from(Rejection::NoSuchMatch)),
        };
        match request.purpose {
            Purpose::Join => {
                let kept = filtered(&theirs, |state| match state.stage() {
                    Stage::Table => state.color_of(speaker).is_none(),
                    Stage::Running => state.asks(speaker),
                    Stage::Ended => false,
                });
                if let Some(table) = only(&kept) {
                    return Ok(table);
                }
                let mut tables = self.matches_at(place, Shelf::Table, MOST_MEANT).await?;
                tables.retain(|state| state.stage() == Stage::Table);
                only(&tables).ok_or_else(|| unclear(&tables))
            }
            Purpose::Again => match latest_ended().await {
                // The match that is played here is not over yet, and that is the answer.
                Err(HostError::Rejected(Rejection::NoSuchMatch)) => {
                    only(&theirs).ok_or_else(|| unclear(&theirs))
                }
                found => found,
            },
            Purpose::Act | Purpose::Show | Purpose::Manage => {
                let waiting = filtered(&theirs, |state| state.to_move() == Some(speaker));
                if let Some(state) = only(&waiting).or(only(&theirs)) {
                    return Ok(state);
                }
                if !theirs.is_empty() {
                    // Those that are most likely meant come first.
                    theirs.sort_by_key(|state| state.to_move() != Some(speaker));
                    return Err(unclear(&theirs));
                }
                let others = match request.purpose {
                    Purpose::Show => self.shown(request).await?,
                    // A manager may abort tables as well.
                    Purpose::Manage => self.listed(List::At(place.clone()), MOST_MEANT).await?,
                    Purpose::Act | Purpose::Join | Purpose::Again => Vec::new(),
                };
                if !others.is_empty() {
                    return only(&others).ok_or_else(|| unclear(&others));
                }
                latest_ended().await
            }
        }
    }

    /// Returns the running matches of others that the speaker may see where they ask.
    async fn shown(&self, request: &Lookup<'_>) -> Result<Vec<Arc<Match>>, StoreError> {
        let place = request.place;
        let mut shown = self.matches_at(place, Shelf::Public, MOST_MEANT).await?;
        let former = self.left_by(request.speaker, place).await?;
        shown.extend(filtered(&former, |state| {
            [state.opened_at(), state.place()].contains(&place)
        }));
        shown.retain(|state| state.stage() == Stage::Running && request.is_near(state));
        shown.sort_by_key(|state| state.id());
        Ok(shown)
    }

    /// Returns the live matches in which a person sits, is invited, or is asked to take over a
    /// seat, over all places: those that wait for them first, and among those the ones with the
    /// nearest deadline. A few hundred at most.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn matches_of(&self, person: Person) -> Result<Vec<Arc<Match>>, StoreError> {
        let mut states = self.listed(List::Of(person), MOST_OF_ONE).await?;
        states.sort_by_key(|state| {
            let waits = state.waits_for(person);
            let deadline = state.clock().filter(|_| waits).map(|clock| clock.deadline);
            (!waits, deadline.is_none(), deadline, state.id())
        });
        Ok(states)
    }

    /// Returns the open tables that a person has opened at a place and sits at, in order of their ids.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn tables_of(
        &self,
        opener: Person,
        place: &Place,
    ) -> Result<Vec<Arc<Match>>, StoreError> {
        let list = List::Opened(opener, Server::of(place));
        let mut tables = self.listed(list, MOST_OF_ONE).await?;
        tables.retain(|state| state.opened_at() == place && state.color_of(opener).is_some());
        Ok(tables)
    }

    /// Returns all live matches of a person, in order of their ids. It takes longer the more there
    /// are.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub(super) async fn all_matches_of(
        &self,
        person: Person,
    ) -> Result<Vec<Arc<Match>>, StoreError> {
        let list = List::Of(person);
        let ids = every(|after, most| self.store.listed(&list, after, most));
        self.states(ids.await?).await
    }

    /// Returns the first `most` matches on a shelf of the server of this place, in order of their
    /// ids.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn matches_in(
        &self,
        place: &Place,
        shelf: Shelf,
        most: usize,
    ) -> Result<Vec<Arc<Match>>, StoreError> {
        self.listed(List::In(shelf, Server::of(place)), most).await
    }

    /// Returns the live matches of a server, tables among them: of each shelf as many as a server names channels
    /// at most.
    pub async fn live_in(&self, place: &Place) -> Vec<Arc<Match>> {
        let mut all = Vec::new();
        for shelf in Shelf::ALL {
            let live = self.matches_in(place, shelf, MOST_CHANNELS).await;
            // A shelf that cannot be read just now is looked at the next time.
            all.extend(live.unwrap_or_default());
        }
        all
    }

    /// Returns the match that is played at this place, if it is that match's own.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn match_of(&self, own: &Place) -> Result<Option<Arc<Match>>, StoreError> {
        Ok(self.listed(List::Own(own.clone()), 1).await?.pop())
    }

    /// Returns the first `most` matches on a shelf at this place, in order of their ids.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn matches_at(
        &self,
        place: &Place,
        shelf: Shelf,
        most: usize,
    ) -> Result<Vec<Arc<Match>>, StoreError> {
        self.listed(List::On(shelf, place.clone()), most).await
    }

    /// Returns the private matches in the server of this place that a person may see because they
    /// once held a seat there.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn left_by(
        &self,
        person: Person,
        place: &Place,
    ) -> Result<Vec<Arc<Match>>, StoreError> {
        let list = List::Former(person, Server::of(place));
        self.listed(list, MOST_OF_ONE).await
    }

    async fn find_named(&self, given: &str, request: &Lookup<'_>) -> Result<Arc<Match>, HostError> {
        let id: MatchId = given.trim().parse().map_err(|_| Rejection::NoSuchMatch)?;
        let state = self.state(id).await?.ok_or(Rejection::NoSuchMatch)?;
        if request.reaches(&state).await {
            Ok(state)
        } else {
            Err(Rejection::NoSuchMatch.into())
        }
    }

    async fn listed(&self, list: List, most: usize) -> Result<Vec<Arc<Match>>, StoreError> {
        let ids = self.store.listed(&list, None, most).await?;
        self.states(ids).await
    }

    /// Returns the match that had this place as its own.
    async fn ended_here(&self, place: &Place) -> Result<Option<Arc<Match>>, StoreError> {
        let Some(id) = self.store.ended_at(place).await? else {
            return Ok(None);
        };
        let ended = self.state(id).await?;
        Ok(ended.filter(|state| has_own(state, place)))
    }

    /// Returns the place where a table is opened that somebody asks for here: this one, unless it is a
    /// match's own place, which is for that match alone and is closed with it. Then the table opens where
    /// that match was opened.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn place_of_table(&self, place: &Place) -> Result<Place, StoreError> {
        if let Some(known) = locked(&self.places_of_tables).get(place) {
            return Ok(known.clone());
        }
        let (own, ended) = tokio::try_join!(self.match_of(place), self.ended_here(place))?;
        let own = own.or(ended);
        let table = own.map_or_else(|| place.clone(), |own| own.opened_at().clone());
        // A match that has just been given this place comes first.
        let mut places = locked(&self.places_of_tables);
        let known = places.get_or_insert(place.clone(), || table);
        Ok(known.clone())
    }

    /// Returns the matches with these ids, whose people are [known](People::know) then.
    pub(super) async fn states(&self, ids: Vec<MatchId>) -> Result<Vec<Arc<Match>>, StoreError> {
        let states = self.folded_all(&ids).await?;
        let people = states.iter().flat_map(|state| state.people());
        self.people.know(&people.collect::<Vec<_>>()).await?;
        Ok(states)
    }

    /// Returns the matches as they stand. Those that are not in memory are read together.
    async fn folded_all(&self, ids: &[MatchId]) -> Result<Vec<Arc<Match>>, StoreError> {
        let kept = self.folded.all(ids);
        let unknown = ids.iter().zip(&kept).filter(|(_, kept)| kept.is_none());
        let unknown: Vec<MatchId> = unknown.map(|(id, _)| *id).collect();
        let mut read = self.store.load_all(unknown).await?.into_iter();
        let mut states = Vec::with_capacity(ids.len());
        for (id, kept) in ids.iter().zip(kept) {
            states.extend(match kept {
                Some(state) => Some(state),
                None => self.fold(*id, &read.next().unwrap_or_default()),
            });
        }
        Ok(states)
    }
}

/// Returns true if the match has this place as its own.
fn has_own(state: &Match, place: &Place) -> bool {
    state.is_housed() && state.place() == place
}

fn filtered(states: &[Arc<Match>], fits: impl Fn(&Match) -> bool) -> Vec<Arc<Match>> {
    states.iter().filter(|state| fits(state)).cloned().collect()
}

fn only(states: &[Arc<Match>]) -> Option<Arc<Match>> {
    match states {
        [state] => Some(Arc::clone(state)),
        _ => None,
    }
}

fn unclear(states: &[Arc<Match>]) -> HostError {
    if states.is_empty() {
        return Rejection::NoSuchMatch.into();
    }
    let candidates = states.iter().map(|state| state.id()).collect();
    Rejection::WhichMatch { candidates }.into()
}
