//! Runs matches: finds the match that is meant, decides commands, stores events before anybody
//! hears of them, and keeps account of what must still be told.
//!
//! A chat knows nothing about how matches are kept, and `matchplay` knows nothing about stores,
//! clocks and waiting. The [`Host`] stands between them, with one store below and any number of
//! tasks above.
//!
//! # The nouns
//!
//! - A [`Lookup`] says which match somebody means, and [`Host::find`] returns that [`Match`] if
//!   they may know of it. What they may know depends on the chat's [`Access`].
//! - A [`Command`] is what a person wants. [`Host::submit`] returns [`Done`]: the match before and
//!   after, and the [`Event`]s between.
//! - A [`HeldNotice`] is a row of an [`Outbox`]: an account that others must hear. It is stored with
//!   the events, and stays until it is told, also across a restart. Each chat has an outbox of its
//!   own, that of its [realm](Place::realm).
//! - A [`Watcher`] hears that there is something new in a match.
//! - A [`Limit`] bounds what one person, channel or server may ask for.
//! - A [`Clock`] tells the time and notices when it was set or when nothing could run; the
//!   [`Connectivity`] says since when people could act over the chat. Deadlines heed both.
//!
//! # The way of a move
//!
//! 1. A chat asks [`Host::find`] for the match and calls [`Host::submit`] with a command and the
//!    [`RequestId`], the name of the message that asked. A request that was answered before is
//!    answered again from the store, and nothing happens twice.
//! 2. The match is folded from its events, or taken from memory. If something has fallen due, that
//!    happens first. Then [`decide`] checks the command and returns events or a [`Rejection`].
//! 3. The events are appended with the version that they were decided against. If somebody was
//!    faster, the store refuses, and the host decides again.
//! 4. On success the events, the row of the outbox and the match's place in the lists are on disk
//!    together. The new match stays in memory, and [`Done`] goes to the caller.
//! 5. The caller tells the others, and ends the row with its [`NoticeState`]. One that not all have heard
//!    waits for the task that calls [`Outbox::next`].
//!
//! Three tasks run in addition: [`Host::run_deadlines`] (deadlines), [`Host::run_computers`] (computer
//! players), and the chat's own loop over the outbox.
//!
//! # Where to begin reading
//!
//! [`Host::submit`] and `Host::change` in this file are the heart. Then the file for what you look
//! for:
//!
//! - `lookup` finds the match that is meant, `folded` keeps matches in memory, `access` is what a
//!   person can see, `closed` where nothing can be said, `history` what has happened in a match;
//! - `admission` holds people to the table of `limits`;
//! - `doubts` finds out what became of an append that the store gave no answer to;
//! - `deadlines` settles what falls due, by the time of `timekeeper`, which knows `clock`,
//!   `clock_skew` and `connectivity` with its `requests`; `absences` notes players who have left their server;
//! - `people` meets those who ask for something;
//! - `computers`, `links`, `rematch`, `import`, `erasure`, `preferences`, `audit` and `standings` are one
//!   feature each;
//! - `outbox` is what others must still be told, `watching` tells those who look at a match that
//!   there is something new; `turns` lets one task at a time do something.
//!
//! Locks in this room are plain ones of the standard library
//! and not tokio's, except where a task waits its turn: they are held for a few instructions and
//! never while waiting, so there is nothing to gain from yielding.

mod absences;
mod access;
mod admission;
mod audit;
mod clock;
mod clock_skew;
mod closed;
mod computers;
mod connectivity;
mod deadlines;
mod doubts;
mod erasure;
mod folded;
mod history;
mod import;
mod limits;
mod links;
mod lookup;
mod outbox;
mod people;
mod preferences;
mod rematch;
mod requests;
mod standings;
mod timekeeper;
mod turns;
mod watching;

use std::sync::{
    Arc, Mutex, RwLock,
    atomic::{AtomicU64, Ordering},
};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use crate::{
    matchplay::{
        Command, Event, Match, MatchId, Moment, Person, Place, Rejection, Server, Stage,
        clock_was_set, decide, fall_due, open,
    },
    rules::Color,
    store::{
        Answered, Append, AppendError, Latest, Listing, RequestId, Store, StoreError, Stores,
        Subject,
        audit::{Entry, Note},
        locked,
        people::People,
        seldom::store_failed,
    },
};

use self::timekeeper::{Stamp, Time, Timekeeper};

pub use crate::matchplay::Table;

pub use self::{
    access::{Access, CanSee, FullAccess},
    clock::{Clock, DrivenClock, Reading, SystemClock},
    closed::Closed,
    connectivity::{Connectivity, LineOf, ReachSignals},
    erasure::MatchEvents,
    limits::{Asker, Counted, LIMITS, Limit, LimitRow, Limited},
    links::{Pass, PassTo, gives_links, secret},
    lookup::{Lookup, Purpose},
    outbox::{Doubt, HeldNotice, LeftTables, NoticeState, Outbox},
    people::Visit,
    turns::Turns,
    watching::Watcher,
};

/// The number of times a command is decided again after others were faster, before it is given up.
const MOST_TRIES: usize = 32;

/// The number of ids drawn for a new match before it is given up: one in three is taken at most.
const MOST_DRAWS: usize = 100;

/// The most places of which it is remembered where a table is opened that is asked for there.
const PLACES_KEPT: usize = 4_096;

/// Runs all matches of a store. Cheap to share behind an [`Arc`].
pub struct Host {
    store: Arc<dyn Store>,
    people: Arc<People>,
    time: Timekeeper,
    dice: Mutex<ChaCha12Rng>,
    /// The number of matches that have an id.
    taken: AtomicU64,
    folded: folded::FoldedMatches,
    outboxes: outbox::Outboxes,
    watched: Arc<watching::Watched>,
    computers: Arc<computers::Computers>,
    preferences: Arc<RwLock<preferences::Preferences>>,
    ledger: Arc<standings::Ledger>,
    leaving: erasure::Leaving,
    rates: Arc<limits::RateLimits>,
    /// Turns of servers in opening tables.
    openings: Turns<Server>,
    /// Turns in setting preferences.
    setting: Turns<Subject>,
    /// Turns of tables in changing, so that nobody is written down who comes too late.
    seating: Turns<MatchId>,
    /// Turns of matches in making links to free seats, and in sitting down by them.
    linking: Turns<MatchId>,
    /// Places where nothing can be said.
    closed: closed::ClosedPlaces,
    /// For a place where a table is asked for, the one where it is opened.
    places_of_tables: Mutex<Latest<Place, Place, PLACES_KEPT>>,
    /// The moment before which servers were greeted without a note of it, if they were.
    greeted_before: Option<Moment>,
}

impl std::fmt::Debug for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Host")
            .field("store", &self.store)
            .finish_non_exhaustive()
    }
}

/// The result of a command.
#[derive(Debug)]
pub struct Done {
    /// The change of the match; without events only if the match was answered before.
    pub change: Change,
    /// The row of the outbox for what others must hear. The caller ends it with its fate.
    pub notice: Option<HeldNotice>,
    /// True if the same request led to this before, and nothing happened now.
    pub repeated: bool,
}

impl Done {
    /// Leaves it to the outbox to tell others, who have not heard of it.
    pub(crate) fn untold(self) -> Change {
        if let Some(notice) = self.notice {
            notice.end(NoticeState::Queued);
        }
        self.change
    }
}

/// The match before and after, with the events between.
#[derive(Clone, Debug)]
pub struct Change {
    /// The match before the events; `None` if they are its first ones.
    pub before: Option<Arc<Match>>,
    /// The match after the events.
    pub after: Arc<Match>,
    /// The events in order.
    pub events: Vec<Event>,
}

impl Change {
    /// Returns true if only computers were left in play before it, in a match that people have played.
    /// Others hear of it only if it ends the match, and then nobody is notified.
    #[must_use]
    pub fn is_of_computers_left(&self) -> bool {
        let before = self.before.as_deref();
        before.is_some_and(Match::is_left_to_computers)
    }

    /// Returns true if nobody is told of it. The beginning of a match is told in its first place; a match that
    /// moves to another one is to be shown there.
    fn is_untold(&self) -> bool {
        let before = self.before.as_deref();
        matches!(self.events.as_slice(), [Event::Housed { .. }])
            && !before.is_some_and(Match::is_housed)
            || self.is_of_computers_left() && self.after.stage() != Stage::Ended
    }

    /// Returns all people who may be named where it is told.
    #[must_use]
    pub fn people(&self) -> Vec<Person> {
        let mut people = self.after.people();
        people.extend(self.before.iter().flat_map(|before| before.people()));
        people.extend(self.events.iter().filter_map(Event::person));
        people.sort_unstable();
        people.dedup();
        people
    }

    /// Returns the change of a match between two versions; `None` if its stored events do not begin
    /// the way a match does.
    fn between(id: MatchId, stored: &[(Event, Moment)], from: u64, to: u64) -> Option<Change> {
        let at = |version| usize::try_from(version).map_or(stored.len(), |at| at.min(stored.len()));
        let (earlier, told) = stored[..at(to)].split_at_checked(at(from))?;
        let before = Match::fold(id, earlier.iter().map(|(event, at)| (event, *at)));
        let events = told.iter().map(|(event, at)| (event, *at));
        let after = match &before {
            Some(before) => after(before, events),
            None => Match::fold(id, events)?,
        };
        Some(Change {
            before: before.map(Arc::new),
            after: Arc::new(after),
            events: told.iter().map(|(event, _)| event.clone()).collect(),
        })
    }
}

/// Returns a match as it stands after more events.
fn after<'a>(before: &Match, events: impl IntoIterator<Item = (&'a Event, Moment)>) -> Match {
    let mut after = before.clone();
    for (event, at) in events {
        after.apply(event, at);
    }
    after
}

/// The reason why a command led to nothing.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The command was refused.
    #[error(transparent)]
    Rejected(#[from] Rejection),
    /// A limit is reached.
    #[error(transparent)]
    Limited(#[from] Limited),
    /// The store cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The cause of an append.
#[derive(Clone, Debug, Default)]
struct Cause {
    request_id: Option<RequestId>,
    /// The manager who forces it, which is noted.
    forced_by: Option<Person>,
}

impl From<Option<RequestId>> for Cause {
    fn from(request_id: Option<RequestId>) -> Cause {
        Cause {
            request_id,
            forced_by: None,
        }
    }
}

impl Host {
    /// Returns a host for the matches of these stores. `seed` makes dice and ids repeat.
    ///
    /// # Errors
    ///
    /// When a store cannot be read.
    pub async fn new(
        stores: impl Into<Stores>,
        clock: Arc<dyn Clock>,
        seed: Option<u64>,
    ) -> Result<Arc<Host>, StoreError> {
        let mut dice = match seed {
            Some(seed) => ChaCha12Rng::seed_from_u64(seed),
            None => ChaCha12Rng::from_rng(&mut rand::rng()),
        };
        let Stores { matches, people } = stores.into();
        let taken = matches.count().await?;
        // Seeded dice would draw the ids again that they drew before a restart.
        dice.set_stream(taken);
        let preferences = preferences::Preferences::read(&*matches).await?;
        let greeted_before = preferences.notes_no_greeting(taken).then(|| clock.now());
        Ok(Arc::new(Host {
            store: matches,
            people,
            time: Timekeeper::new(clock),
            dice: Mutex::new(dice),
            taken: AtomicU64::new(taken),
            folded: folded::FoldedMatches::default(),
            outboxes: outbox::Outboxes::default(),
            watched: Arc::default(),
            computers: Arc::new(computers::Computers::new()),
            preferences: Arc::new(RwLock::new(preferences)),
            ledger: Arc::default(),
            leaving: erasure::Leaving::default(),
            rates: Arc::default(),
            openings: Turns::default(),
            setting: Turns::default(),
            seating: Turns::default(),
            linking: Turns::default(),
            closed: closed::ClosedPlaces::default(),
            places_of_tables: Mutex::default(),
            greeted_before,
        }))
    }

    /// Returns the people who play in the matches.
    #[must_use]
    pub const fn people(&self) -> &Arc<People> {
        &self.people
    }

    /// Returns the time.
    #[must_use]
    pub fn now(&self) -> Moment {
        self.time.now()
    }

    /// Returns the clock by which it runs.
    #[must_use]
    pub fn clock(&self) -> &dyn Clock {
        self.time.clock()
    }

    /// Makes the people of all places that `line_of` knows reachable over lines only, none of which
    /// is there until the chat says so. Only the first call has an effect.
    pub fn reach_over(&self, line_of: LineOf) -> Arc<Connectivity> {
        self.time.reach_over(line_of)
    }

    /// Returns true if the people of a place can be reached. While they cannot, nothing falls due
    /// there.
    #[must_use]
    pub fn reaches(&self, place: &Place) -> bool {
        self.time.reaches(place)
    }

    /// Returns true while nobody waits for the store. A driven clock that goes on before would make a long wait of
    /// a short one.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        self.time.is_at_rest()
    }

    /// Returns true while a request of the chat that has failed puts off what is due, since nobody may be reached.
    #[must_use]
    pub fn is_in_doubt(&self) -> bool {
        self.time.is_in_doubt()
    }

    /// Returns a new reference for a person nobody has met before.
    #[must_use]
    pub fn new_person(&self) -> Person {
        Person(locked(&self.dice).random())
    }

    /// Draws a number below `below`; 0 where there is nothing to draw from. All chance in the host and
    /// in commands comes from the same dice: with a seed, they fall the same way each time.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use rondel::{host::Host, matchplay::Moment, store::{StoreError, memory::MemoryStore}};
    ///
    /// # let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    /// # runtime.block_on(async {
    /// let host = || Host::new(Arc::new(MemoryStore::new()), Arc::new(|| Moment(0)), Some(7));
    /// let (one, other) = (host().await?, host().await?);
    /// let faces = [(); 32].map(|()| one.draw(2));
    /// assert!(faces.contains(&0) && faces.contains(&1) && faces.iter().all(|face| *face < 2));
    /// assert_eq!(faces, [(); 32].map(|()| other.draw(2)));
    /// # Ok::<(), StoreError>(())
    /// # })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn draw(&self, below: usize) -> usize {
        locked(&self.dice).random_range(0..below.max(1))
    }

    /// Opens a table.
    ///
    /// # Errors
    ///
    /// [`HostError::Rejected`] when it cannot be opened so, [`HostError::Limited`] when there are
    /// too many already, else when the store fails.
    pub async fn open(
        self: &Arc<Self>,
        table: &Table,
        opener: Person,
        request_id: Option<RequestId>,
    ) -> Result<Done, HostError> {
        let opened = self.open_table(table, opener, request_id.clone());
        self.unless_repeated(opened.await, request_id.as_ref())
            .await
    }

    async fn open_table(
        self: &Arc<Self>,
        table: &Table,
        opener: Person,
        request_id: Option<RequestId>,
    ) -> Result<Done, HostError> {
        if self.is_forgotten(opener) {
            return Err(Rejection::NotAllowed.into());
        }
        let armies = table.options.armies();
        let computers = table.computers.map_or(0, |(computers, _)| computers);
        if usize::from(computers) == armies.len() {
            self.watches_none(opener).await?;
        }
        let drawn = armies.iter().nth(self.draw(armies.len()));
        let drawn = drawn.unwrap_or(Color::White);
        let table = Table {
            seat: table.seat.or(Some(drawn)),
            ..table.clone()
        };
        let events = open(&table, opener)?;
        let _room = self.room_for(&events, opener, None).await?;
        self.begin(request_id, &events).await
    }

    /// Checks that this person watches no computers yet. Such matches take time without taking
    /// theirs: a person with many of them would use all that there is.
    ///
    /// # Errors
    ///
    /// [`Rejection::AlreadyWatching`] if they do; else when the store fails.
    async fn watches_none(&self, person: Person) -> Result<(), HostError> {
        let theirs = self.matches_of(person).await?;
        match theirs.iter().find(|state| state.is_of_computers()) {
            Some(other) => Err(Rejection::AlreadyWatching { id: other.id() }.into()),
            None => Ok(()),
        }
    }

    /// Stores the first events of a match under an id that no match has had.
    async fn begin(
        self: &Arc<Self>,
        request_id: Option<RequestId>,
        opening: &[Event],
    ) -> Result<Done, HostError> {
        let mut tries = 0;
        loop {
            tries += 1;
            let id = self.draw_id();
            let events = opening.to_vec();
            let stamp = self.time.stamp();
            let now = stamp.now;
            let unknown = || StoreError::Failed(String::from("the opening cannot be folded"));
            let state =
                Match::fold(id, events.iter().map(|event| (event, now))).ok_or_else(unknown)?;
            match self
                .append(None, state, events, stamp, request_id.clone().into())
                .await
            {
                // The id is in use: ids are never reused.
                Err(AppendError::Conflict { .. }) if tries < MOST_DRAWS => {}
                Err(AppendError::Conflict { .. }) => {
                    return Err(StoreError::Failed(String::from("no id is free")).into());
                }
                Err(AppendError::Repeated(before)) => return self.replayed(before).await,
                Err(AppendError::Store(error)) => return Err(error.into()),
                Ok(done) => {
                    self.taken.fetch_add(1, Ordering::Relaxed);
                    return Ok(done);
                }
            }
        }
    }

    /// Returns an id that a new match can have, unless another has it.
    fn draw_id(&self) -> MatchId {
        let numbers = MatchId::numbers(self.taken.load(Ordering::Relaxed));
        MatchId::numbered(locked(&self.dice).random_range(numbers))
    }

    /// Carries out a person's command. `shown_ply` is the ply on which the asker acted, where the
    /// command came from a button under a board.
    ///
    /// # Errors
    ///
    /// [`HostError::Rejected`] when it is refused, [`HostError::Limited`] to join one match too
    /// many, else when the store fails. Nothing has happened in any of these cases.
    pub async fn submit(
        self: &Arc<Self>,
        id: MatchId,
        person: Person,
        command: &Command,
        shown_ply: Option<u32>,
        request_id: Option<RequestId>,
    ) -> Result<Done, HostError> {
        let done = async {
            if matches!(command, Command::Join { .. }) {
                self.may_play(person).await?;
            }
            self.carry_out(id, person, command, shown_ply, request_id.clone())
                .await
        };
        self.unless_repeated(done.await, request_id.as_ref()).await
    }

    /// Carries out a command of somebody who may have one seat more.
    async fn carry_out(
        self: &Arc<Self>,
        id: MatchId,
        person: Person,
        command: &Command,
        shown_ply: Option<u32>,
        request_id: Option<RequestId>,
    ) -> Result<Done, HostError> {
        let cause = Cause {
            request_id,
            forced_by: command.is_forced().then_some(person),
        };
        let decide = |state: &Match, now| {
            if let Some(shown) = shown_ply.filter(|shown| *shown != state.ply()) {
                let now = state.ply();
                return Err(Rejection::PositionMovedOn { shown, now });
            }
            if self.is_forgotten(person) {
                return Err(Rejection::NotAllowed);
            }
            decide(state, person, command, now)
        };
        self.change(id, cause, decide).await
    }

    /// Returns what a request led to before where it is refused now: it may be for that. What is accepted need not
    /// be asked about: the store writes nothing for a request that it has answered.
    async fn unless_repeated(
        self: &Arc<Self>,
        done: Result<Done, HostError>,
        request_id: Option<&RequestId>,
    ) -> Result<Done, HostError> {
        match done {
            Err(refused @ (HostError::Rejected(_) | HostError::Limited(_))) => {
                let before = self.answered_before(request_id).await?;
                before.ok_or(refused)
            }
            done => done,
        }
    }

    /// Gives a match a place of its own, once.
    ///
    /// # Errors
    ///
    /// [`Rejection::NotAllowed`] when it has one; else when the store fails.
    pub async fn house(self: &Arc<Self>, id: MatchId, place: &Place) -> Result<Done, HostError> {
        self.change(id, Cause::default(), |state, _| {
            if state.is_housed() {
                return Err(Rejection::NotAllowed);
            }
            Ok(vec![Event::Housed {
                place: place.clone(),
            }])
        })
        .await
    }

    /// Moves a match from a place of its own that is gone to another place, which may be the one where it was
    /// opened.
    ///
    /// # Errors
    ///
    /// [`Rejection::NotAllowed`] when it is not at that place any more; else when the store fails.
    pub async fn house_again(
        self: &Arc<Self>,
        id: MatchId,
        from: &Place,
        to: &Place,
    ) -> Result<Done, HostError> {
        self.change(id, Cause::default(), |state, _| {
            if !state.is_housed() || state.place() != from {
                return Err(Rejection::NotAllowed);
            }
            Ok(vec![Event::Housed { place: to.clone() }])
        })
        .await
    }

    /// Returns the match as it stands, whose people are [known](People::know) then; `None` if there
    /// never was one with this id.
    ///
    /// # Errors
    ///
    /// When a store cannot be read.
    pub async fn state(&self, id: MatchId) -> Result<Option<Arc<Match>>, StoreError> {
        let state = self.folded(id).await?;
        if let Some(state) = &state {
            self.people.know(&state.people()).await?;
        }
        Ok(state)
    }

    /// Returns the match as it stands, and learns nothing about its people.
    async fn folded(&self, id: MatchId) -> Result<Option<Arc<Match>>, StoreError> {
        if let Some(state) = self.folded.get(id) {
            return Ok(Some(state));
        }
        let stored = self.time.minding(self.store.load(id)).await?;
        Ok(self.fold(id, &stored))
    }

    /// Returns the match of these events, which is kept in memory.
    fn fold(&self, id: MatchId, events: &[(Event, Moment)]) -> Option<Arc<Match>> {
        let events = events.iter().map(|(event, at)| (event, *at));
        let state = Match::fold(id, events).map(Arc::new)?;
        self.remember(&state);
        Some(state)
    }

    async fn answered_before(
        self: &Arc<Self>,
        request_id: Option<&RequestId>,
    ) -> Result<Option<Done>, HostError> {
        let Some(request_id) = request_id else {
            return Ok(None);
        };
        match self.time.minding(self.store.answered(request_id)).await? {
            Some(before) => Ok(Some(self.replayed(before).await?)),
            None => Ok(None),
        }
    }

    async fn replayed(&self, before: Answered) -> Result<Done, HostError> {
        let change = self.account(before.id, before.from, before.to).await?;
        Ok(Done {
            change: change.ok_or(Rejection::NoSuchMatch)?,
            notice: None,
            repeated: true,
        })
    }

    /// Decides against the match as it stands and stores the resulting events; decides again if
    /// somebody else was faster.
    async fn change(
        self: &Arc<Self>,
        id: MatchId,
        cause: Cause,
        decide: impl Fn(&Match, Moment) -> Result<Vec<Event>, Rejection>,
    ) -> Result<Done, HostError> {
        for _ in 0..MOST_TRIES {
            let state = self.folded(id).await?.ok_or(Rejection::NoSuchMatch)?;
            // What is due comes before what is asked for, even if no look has found it yet.
            let (due, stamp) = self.due(&state);
            if !due.is_empty() {
                let done = self.try_append(&state, due, stamp, Cause::default());
                done.await?.map(Done::untold);
                continue;
            }
            let events = decide(&state, stamp.now)?;
            let done = self.try_append(&state, events, stamp, cause.clone());
            if let Some(done) = done.await? {
                return Ok(done);
            }
        }
        Err(StoreError::Failed(String::from("too many commands at once")).into())
    }

    /// Returns what falls due in a match as it stands, and the time. While its people cannot be
    /// reached nothing does: they could do nothing about it, and would not hear of it. Nor does
    /// anything while the store has yet to answer somebody who asked before. If the clock was set, the
    /// deadline follows first.
    fn due(&self, state: &Match) -> (Vec<Event>, Stamp) {
        let Time {
            stamp,
            answered,
            since,
            owed,
        } = self.time.time(state);
        let mut due = if owed == 0 {
            Vec::new()
        } else {
            clock_was_set(state, owed)
        };
        if let Some(since) = since.filter(|_| due.is_empty()) {
            due = fall_due(state, answered, since);
        }
        (due, stamp)
    }

    /// Stores events of a match as it stands; `None` if somebody else was faster.
    async fn try_append(
        self: &Arc<Self>,
        state: &Arc<Match>,
        events: Vec<Event>,
        stamp: Stamp,
        cause: Cause,
    ) -> Result<Option<Done>, HostError> {
        let after = after(state, events.iter().map(|event| (event, stamp.now)));
        match self.append(Some(state), after, events, stamp, cause).await {
            Ok(done) => Ok(Some(done)),
            Err(AppendError::Conflict { .. }) => {
                self.folded.give_up(state);
                Ok(None)
            }
            Err(AppendError::Repeated(before)) => Ok(Some(self.replayed(before).await?)),
            Err(AppendError::Store(error)) => Err(error.into()),
        }
    }

    async fn append(
        self: &Arc<Self>,
        before: Option<&Arc<Match>>,
        after: Match,
        events: Vec<Event>,
        stamp: Stamp,
        cause: Cause,
    ) -> Result<Done, AppendError> {
        let now = stamp.now;
        let entry = cause
            .forced_by
            .and_then(|by| Entry::of_events(now, by, after.id(), &events));
        let note = entry.map(|entry| Note {
            server: Server::of(after.opened_at()),
            entry,
        });
        let change = Change {
            before: before.map(Arc::clone),
            after: Arc::new(after),
            events,
        };
        let after = &change.after;
        // Newcomers are written down first: of several for one seat only the one who gets it.
        let mut turn = None;
        if let Some(table) = before.filter(|before| before.stage() == Stage::Table) {
            turn = Some(self.seating.take(table.id()).await);
            if let Some(now) = self.folded.get(table.id())
                && now.version() > table.version()
            {
                return Err(AppendError::Conflict {
                    expected: table.version(),
                    actual: now.version(),
                });
            }
        }
        let manager = note.iter().map(|note| note.entry.by);
        let people: Vec<Person> = manager.chain(after.people()).collect();
        self.time.minding(self.people.settle(&people)).await?;
        let append = Append {
            id: after.id(),
            expected: before.map_or(0, |before| before.version()),
            events: change.events.clone(),
            at: now,
            request_id: cause.request_id,
            listing: Listing::of(after),
            tell: (!change.is_untold()).then(|| after.place().realm().to_owned()),
            note,
        };
        let appended = self.time.minding(self.store.append(append)).await;
        if let Err(AppendError::Store(error)) = &appended {
            // Nobody can do anything in time while nothing can be written down.
            self.time.begin_now();
            if matches!(error, StoreError::InDoubt { .. }) {
                self.doubt(after, change.events.clone(), now);
            }
        }
        let appended = appended?;
        self.time.follow(after.id(), after.version(), stamp);
        self.remember(after);
        drop(turn);
        self.watched.note(after.id(), after.version());
        if after.stage() == Stage::Ended {
            self.catch_up_soon(Some(after.id()));
        }
        self.leave_if_forgotten(&change);
        let notice = appended.notice;
        let notice = notice.and_then(|notice| self.hold_new(change.after.place().realm(), notice));
        if let Err(error) = self.people.know(&change.people()).await {
            // It has happened all the same, and is told without the names.
            store_failed(&error, "names could not be read");
        }
        self.end_links_of_leavers(&change).await;
        Ok(Done {
            change,
            notice,
            repeated: false,
        })
    }

    /// Keeps a folded match as [`keep`](folded::FoldedMatches::keep) does, and notes whether it waits for a
    /// computer.
    fn remember(&self, state: &Arc<Match>) {
        self.computers.note(state);
        self.folded.keep(state);
        if state.is_housed() {
            let (own, opened) = (state.place().clone(), state.opened_at().clone());
            locked(&self.places_of_tables).put(own, opened);
        }
    }
}
