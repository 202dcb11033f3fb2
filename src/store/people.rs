//! People: their identities and names.
//!
//! Everywhere else a person is a random reference. Their name and their account in the world
//! outside stand in the store of people alone, apart from matches, so that somebody is forgotten by
//! [one deletion](People::forget): the matches stay, and nobody can be found from them.
//!
//! Names are said in the middle of sentences, where nothing can be waited for. So before people are
//! told of, all of them are [looked up at once](People::know), and [named](People::name) from memory
//! then.

use std::{
    collections::{HashMap, HashSet},
    fmt, mem,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use futures_util::future::join_all;
use rondel_matchplay::Person;

use super::{Card, Identity, Latest, PeopleStore, StoreError, locked, memory::MemoryStore};

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 100;

/// The number of people after which those used least lately may leave the memory.
const MOST_FRESH: usize = 16_384;

/// The number of references drawn for a person before it is given up. Seeded dice draw again those
/// they drew before a restart.
const MOST_DRAWS: usize = 1_000_000;

/// The number of newcomers who are remembered.
const MOST_NEWCOMERS: usize = 16_384;

/// The people of a store, with those used lately in memory.
pub struct People {
    store: Arc<dyn PeopleStore>,
    known: Mutex<Known>,
    newcomers: Mutex<Newcomers>,
    /// The number of times that people were forgotten: a card read before is not remembered after.
    forgotten: AtomicU64,
}

/// The people used lately. A generation that is full becomes the one before, so that at least as many
/// stay as fill one.
#[derive(Default)]
struct Known {
    fresh: Cards,
    before: Cards,
}

#[derive(Default)]
struct Cards {
    /// `None` for somebody who was looked for and is not known.
    by_person: HashMap<Person, Option<Card>>,
    by_identity: HashMap<Identity, Person>,
    /// Those who were looked for and are nobody's. One process writes, so they stay so until it meets them.
    strangers: HashSet<Identity>,
}

/// People who have asked for something and are not written down, since nothing has come of it yet.
#[derive(Default)]
struct Newcomers {
    by_person: Latest<Person, Card, MOST_NEWCOMERS>,
    by_identity: Latest<Identity, Person, MOST_NEWCOMERS>,
}

impl Newcomers {
    fn person(&self, identity: &Identity) -> Option<Person> {
        let person = self.by_identity.peek(identity).copied();
        person.filter(|person| self.by_person.contains(person))
    }

    fn put(&mut self, person: Person, card: Card) {
        self.by_identity.put(card.identity.clone(), person);
        self.by_person.put(person, card);
    }

    fn remove(&mut self, person: Person) {
        if let Some(card) = self.by_person.pop(&person) {
            self.by_identity.pop(&card.identity);
        }
    }
}

impl Known {
    fn card(&self, person: Person) -> Option<&Option<Card>> {
        let Known { fresh, before } = self;
        let card = fresh.by_person.get(&person);
        card.or_else(|| before.by_person.get(&person))
    }

    fn person(&self, identity: &Identity) -> Option<Person> {
        let Known { fresh, before } = self;
        let person = fresh.by_identity.get(identity);
        person.or_else(|| before.by_identity.get(identity)).copied()
    }

    fn remember(&mut self, person: Person, card: Option<Card>) {
        if self.fresh.by_person.len() >= MOST_FRESH {
            self.before = mem::take(&mut self.fresh);
        }
        if let Some(card) = &card {
            let identity = card.identity.clone();
            self.fresh.strangers.remove(&identity);
            self.before.strangers.remove(&identity);
            self.fresh.by_identity.insert(identity, person);
        }
        self.fresh.by_person.insert(person, card);
    }

    fn is_stranger(&self, identity: &Identity) -> bool {
        [&self.fresh, &self.before].map(|cards| cards.strangers.contains(identity)) != [false; 2]
    }

    /// Notes that nobody has this identity, unless somebody was met by it in the meantime.
    fn remember_stranger(&mut self, identity: &Identity) {
        if self.person(identity).is_some() {
            return;
        }
        if self.fresh.strangers.len() >= MOST_FRESH {
            self.before = mem::take(&mut self.fresh);
        }
        self.fresh.strangers.insert(identity.clone());
    }

    /// Drops all people for whom `goes` is true, or keeps in mind that nobody knows them.
    fn drop_all(&mut self, are_gone: bool, goes: impl Fn(Person, &Card) -> bool) {
        for cards in [&mut self.fresh, &mut self.before] {
            let theirs = |person: &Person, card: &Option<Card>| {
                card.as_ref().is_some_and(|card| goes(*person, card))
            };
            if are_gone {
                for (person, card) in &mut cards.by_person {
                    if theirs(person, card) {
                        *card = None;
                    }
                }
            } else {
                let by_person = &mut cards.by_person;
                by_person.retain(|person, card| !theirs(person, card));
            }
            let by_person = &cards.by_person;
            cards.by_identity.retain(|_, person| {
                let card = by_person.get(person);
                card.is_some_and(Option::is_some)
            });
        }
    }

    /// Moves somebody among those used lately; false if they are not remembered at all.
    fn refresh(&mut self, person: Person) -> bool {
        if self.fresh.by_person.contains_key(&person) {
            return true;
        }
        let Some(card) = self.before.by_person.remove(&person) else {
            return false;
        };
        self.remember(person, card);
        true
    }
}

impl People {
    /// Returns the people of a store.
    #[must_use]
    pub fn over(store: Arc<dyn PeopleStore>) -> People {
        People {
            store,
            known: Mutex::default(),
            newcomers: Mutex::default(),
            forgotten: AtomicU64::new(0),
        }
    }

    /// Returns people who end with the process.
    #[must_use]
    pub fn in_memory() -> People {
        People::over(Arc::new(MemoryStore::new()))
    }

    /// Returns the person of this identity, from now on under this name. Somebody who was never met
    /// gets a reference from `fresh`, which is asked again while its answer is taken. Durable on
    /// return.
    ///
    /// While nothing can be written, somebody who is known goes by the name that is known. Of two names
    /// that come at the same moment the one that is written first holds, until the next one comes.
    ///
    /// Control characters are taken out of the name, those that turn the direction of writing too,
    /// and it is cut to [`LONGEST_NAME`].
    ///
    /// # Errors
    ///
    /// When the store cannot be read or written.
    pub async fn meet(
        &self,
        identity: &Identity,
        name: &str,
        mut fresh: impl FnMut() -> Person,
    ) -> Result<Person, StoreError> {
        let (identity, name) = (identity.clone(), cleaned(name));
        let card = Card { identity, name };
        let mut known = None;
        let mut newcomer = locked(&self.newcomers).person(&card.identity);
        if let Some(person) = self.find(&card.identity).await?
            && let Some(seen) = self.look_up(person).await?
        {
            if seen == card {
                return Ok(person);
            }
            known = Some((person, seen));
        }
        for _ in 0..MOST_DRAWS {
            let (person, seen) = match &known {
                Some((person, seen)) => (*person, Some(seen.clone())),
                None => (newcomer.take().unwrap_or_else(&mut fresh), None),
            };
            match self.write(person, seen, &card).await {
                Ok(true) => return Ok(person),
                // Somebody was faster, and memory may not know yet. Who was met or named at the same
                // moment goes by the name of then; who was forgotten is somebody new.
                Ok(false) => {
                    if let Some(person) = self.store.find(&card.identity).await? {
                        self.learn(&[person], true).await?;
                        return Ok(person);
                    }
                    known = None;
                }
                // They are known, if by another name: that is no reason to turn them away.
                Err(error) if error.is_of_writing() => {
                    return known.map(|(person, _)| person).ok_or(error);
                }
                Err(error) => return Err(error),
            }
        }
        Err(StoreError::failed(
            "every reference for a new person is in use",
        ))
    }

    /// Returns the person of this identity as [`meet`](People::meet) does, but writes nobody down who was never
    /// met: they have a reference from now on, and are known once they [stay](People::settle).
    ///
    /// # Errors
    ///
    /// When the store cannot be read, or written for somebody who has another name now.
    pub async fn expect(
        &self,
        identity: &Identity,
        name: &str,
        mut fresh: impl FnMut() -> Person,
    ) -> Result<Person, StoreError> {
        if self.find(identity).await?.is_some() {
            return self.meet(identity, name, fresh).await;
        }
        let (identity, name) = (identity.clone(), cleaned(name));
        let card = Card { identity, name };
        let mut tried = None;
        for _ in 0..MOST_DRAWS {
            {
                let mut newcomers = locked(&self.newcomers);
                let before = newcomers.person(&card.identity);
                // Another request of theirs may have come and written them down since they were looked for.
                if before.is_none()
                    && let Some(person) = locked(&self.known).person(&card.identity)
                {
                    return Ok(person);
                }
                let free = tried.filter(|person| !newcomers.by_person.contains(person));
                if let Some(person) = before.or(free) {
                    newcomers.put(person, card);
                    return Ok(person);
                }
            }
            let person = fresh();
            let is_free = self.store.cards(vec![person]).await?.is_empty();
            tried = is_free.then_some(person);
        }
        Err(StoreError::failed(
            "every reference for a new person is in use",
        ))
    }

    /// Writes those of these people down who were [expected](People::expect), before something is written
    /// that names them. Durable on return.
    ///
    /// # Errors
    ///
    /// When the store cannot be read or written.
    pub async fn settle(&self, people: &[Person]) -> Result<(), StoreError> {
        let settling = people.iter().map(|person| async {
            let card = locked(&self.newcomers).by_person.peek(person).cloned();
            let Some(card) = card else {
                return Ok(());
            };
            if !self.write(*person, None, &card).await? {
                // Another request of theirs may have been faster.
                if self.store.find(&card.identity).await? != Some(*person) {
                    return Err(StoreError::failed("a newcomer is somebody else by now"));
                }
                self.learn(&[*person], true).await?;
            }
            locked(&self.newcomers).remove(*person);
            Ok(())
        });
        join_all(settling).await.into_iter().collect()
    }

    /// Writes the card of a person, if the one they have is still `seen`, and keeps it in mind. Returns false if
    /// it is another one.
    async fn write(
        &self,
        person: Person,
        seen: Option<Card>,
        card: &Card,
    ) -> Result<bool, StoreError> {
        let (is_new, forgotten) = (seen.is_none(), self.forgotten.load(Ordering::SeqCst));
        let is_written = self.store.write_card(person, seen, card.clone()).await?;
        if is_written && !(is_new && self.remember_new(person, card.clone(), forgotten)) {
            self.learn(&[person], true).await?;
        }
        Ok(is_written)
    }

    /// Adds a new person who is known by a name and nothing else, such as a player of an imported
    /// match: no chat knows them. The name is cleaned and cut as by [`meet`](People::meet), and
    /// `fresh` is asked as there. Durable on return.
    ///
    /// # Errors
    ///
    /// When the store cannot be read or written.
    pub async fn introduce(
        &self,
        name: &str,
        mut fresh: impl FnMut() -> Person,
    ) -> Result<Person, StoreError> {
        for _ in 0..MOST_DRAWS {
            let person = fresh();
            let card = Card {
                // No identity but the reference itself, in a realm that no chat has.
                identity: Identity {
                    realm: String::from(Identity::NAME_ALONE),
                    id: person.to_string(),
                },
                name: cleaned(name),
            };
            if self.look_up(person).await?.is_none() && self.write(person, None, &card).await? {
                return Ok(person);
            }
        }
        Err(StoreError::failed(
            "every reference for a new person is in use",
        ))
    }

    /// Returns the person of this identity, if they have been met.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn find(&self, identity: &Identity) -> Result<Option<Person>, StoreError> {
        {
            let known = locked(&self.known);
            if let Some(person) = known.person(identity) {
                return Ok(Some(person));
            }
            if known.is_stranger(identity) {
                return Ok(None);
            }
        }
        let found = self.store.find(identity).await?;
        if found.is_none() {
            locked(&self.known).remember_stranger(identity);
        }
        Ok(found)
    }

    /// Remembers somebody who was just written down, without reading them again. Returns false if somebody was
    /// forgotten since then, who may be the same.
    fn remember_new(&self, person: Person, card: Card, forgotten: u64) -> bool {
        let mut known = locked(&self.known);
        if self.forgotten.load(Ordering::SeqCst) != forgotten {
            return false;
        }
        // If they were learnt meanwhile, that name may be newer.
        if !matches!(known.card(person), Some(Some(_))) {
            known.remember(person, Some(card));
        }
        true
    }

    /// Learns who these people are, so that they can be [named](People::name).
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn know(&self, people: &[Person]) -> Result<(), StoreError> {
        let mut unknown = people.to_vec();
        {
            let mut known = locked(&self.known);
            unknown.retain(|person| !known.refresh(*person));
        }
        if unknown.is_empty() {
            return Ok(());
        }
        self.learn(&unknown, false).await
    }

    /// Returns the name of a person, if they are known. They must have been
    /// [learnt](People::know) before, as everybody has who was met or looked up.
    #[must_use]
    pub fn name(&self, person: Person) -> Option<String> {
        self.card(person).map(|card| card.name)
    }

    /// Returns true if a person is of this realm. They must have been [learnt](People::know) before.
    #[must_use]
    pub fn is_of_realm(&self, person: Person, realm: &str) -> bool {
        self.card(person)
            .is_some_and(|card| card.identity.realm() == realm)
    }

    /// Returns the card of a person, if they are known.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn look_up(&self, person: Person) -> Result<Option<Card>, StoreError> {
        self.know(&[person]).await?;
        Ok(self.card(person))
    }

    /// Returns everybody with their cards, in order of their references: the first `most` after this one, or
    /// from the beginning.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn everybody(
        &self,
        after: Option<Person>,
        most: usize,
    ) -> Result<Vec<(Person, Card)>, StoreError> {
        self.store.everybody(after, most).await
    }

    /// Forgets a person: their identity and name stand in no file of the store any more, nor in
    /// memory. Durable on return. A player of an imported match who is known by exactly the same
    /// name and nothing else is forgotten with them, since it may be the same person. Returns false
    /// if nobody was known by this reference.
    ///
    /// ```
    /// use rondel_matchplay::Person;
    /// use rondel_store::{Identity, people::People};
    ///
    /// # let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    /// # runtime.block_on(async {
    /// let people = People::in_memory();
    /// let identity = Identity::new("console", "ann")?;
    /// people.meet(&identity, "Ann", || Person(1)).await?;
    /// assert_eq!(people.forget(Person(1)).await, Ok(true));
    /// assert_eq!(people.find(&identity).await, Ok(None));
    /// // They would come back as somebody new.
    /// assert_eq!(people.meet(&identity, "Ann", || Person(2)).await, Ok(Person(2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`StoreError::Unwritable`] when there is no room to write everybody else; all are still
    /// known then. [`StoreError::Failed`] when the store cannot be read, or when files with old
    /// names in them could not be removed: the person is not known any more then, and the next call
    /// or the next start tries again.
    pub async fn forget(&self, person: Person) -> Result<bool, StoreError> {
        self.forget_all(vec![person]).await.map(|known| known == 1)
    }

    /// Forgets several people as [`forget`](People::forget) does, which takes no longer than for one.
    /// Returns how many of them were known. All are forgotten or, when it fails, all are known.
    ///
    /// # Errors
    ///
    /// As [`forget`](People::forget).
    pub async fn forget_all(&self, people: Vec<Person>) -> Result<usize, StoreError> {
        self.know(&people).await?;
        let theirs: HashSet<Person> = people.iter().copied().collect();
        let cards = people.iter().filter_map(|person| self.card(*person));
        let names: HashSet<String> = cards.map(|card| card.name).collect();
        let forgotten = self.store.forget(people).await;
        let mut known = locked(&self.known);
        self.forgotten.fetch_add(1, Ordering::SeqCst);
        // If it failed, they may be gone or not, and are looked up again.
        known.drop_all(forgotten.is_ok(), |person, card| {
            let namesake = card.identity.realm() == Identity::NAME_ALONE;
            theirs.contains(&person) || (namesake && names.contains(&card.name))
        });
        forgotten
    }

    fn card(&self, person: Person) -> Option<Card> {
        let known = locked(&self.known).card(person).cloned();
        let newcomer = || locked(&self.newcomers).by_person.peek(&person).cloned();
        let card = known.clone().flatten().or_else(newcomer);
        debug_assert!(
            known.is_some() || card.is_some(),
            "nobody learnt before who {person} is"
        );
        card
    }

    /// Reads cards and remembers them. Others may have learnt newer ones in the meantime, which stay
    /// unless `replaces`.
    async fn learn(&self, people: &[Person], replaces: bool) -> Result<(), StoreError> {
        loop {
            let seen = self.forgotten.load(Ordering::SeqCst);
            let cards = self.store.cards(people.to_vec()).await?;
            let mut cards: HashMap<Person, Card> = cards.into_iter().collect();
            let mut known = locked(&self.known);
            // Somebody may have been forgotten since they were read.
            if self.forgotten.load(Ordering::SeqCst) == seen {
                for person in people {
                    if replaces || !known.refresh(*person) {
                        known.remember(*person, cards.remove(person));
                    }
                }
                return Ok(());
            }
        }
    }
}

impl fmt::Debug for People {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("People").finish_non_exhaustive()
    }
}

fn cleaned(name: &str) -> String {
    let turns_writing = |char| matches!(char, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    name.chars()
        .filter(|char| !char.is_control() && !turns_writing(*char))
        .take(LONGEST_NAME)
        .collect()
}
