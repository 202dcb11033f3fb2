//! How everything is read from the stores of a program.

use std::{
    collections::{BTreeSet, HashMap},
    io::Write,
};

use futures_util::future::join_all;
use rondel_matchplay::{Event, MatchId, Moment, Server, Stage};

use super::{BackupCounts, BackupItem, BackupSink, file::BackupFile, folded, forgotten::StoreKey};
use crate::{PAGE, StoreError, StoredRow, Stores, Subject, format};

/// The matches that are read at the same time.
const READ_TOGETHER: usize = 16;

/// What was copied.
#[derive(Debug, Default)]
pub struct Copied {
    /// The things that were.
    pub counts: BackupCounts,
    /// What could not be read, each a sentence without a full stop. Always empty but for a salvage.
    pub left_out: Vec<String>,
}

/// What is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyScope<'a> {
    /// Everything.
    All,
    /// Everything but people, and what is theirs alone.
    WithoutPeople,
    /// Of these matches, and of everything else, what is not damaged.
    Whole(&'a BTreeSet<MatchId>),
}

/// Writes a backup of stores.
///
/// # Errors
///
/// As [`copy`], when it cannot be written, and when the format of the store rises meanwhile: another one can be
/// made at once.
pub async fn write<W: Write + Send + 'static>(
    stores: &Stores,
    to: W,
    scope: CopyScope<'_>,
) -> Result<Copied, StoreError> {
    let form = match (stores.matches.format().await, scope) {
        // Of what is damaged it may be the row that says so.
        (Err(_), CopyScope::Whole(_)) => format::NEWEST,
        (form, _) => form?,
    };
    let mut file = BackupFile::begin(to, form, scope != CopyScope::WithoutPeople)?;
    let copied = copy(stores, &mut file, scope).await?;
    let is_whole = !matches!(scope, CopyScope::Whole(_));
    if is_whole && stores.matches.format().await? != form {
        // What was read may be newer than the first line says.
        return Err(StoreError::failed(
            "the format of the store rose during the backup: make another",
        ));
    }
    Box::new(file).finish().await?;
    Ok(copied)
}

/// Reads everything from stores and hands it to a sink, which is not finished.
///
/// # Errors
///
/// When a store cannot be read, when anything is damaged and more is to be copied than what is whole, or when
/// the sink does not take it.
pub async fn copy(
    stores: &Stores,
    sink: &mut dyn BackupSink,
    scope: CopyScope<'_>,
) -> Result<Copied, StoreError> {
    let people = scope != CopyScope::WithoutPeople;
    let mut course = CopyCourse {
        stores,
        sink,
        scope,
        copied: Copied::default(),
        versions: HashMap::new(),
        ended: BTreeSet::new(),
        realms: BTreeSet::new(),
        servers: BTreeSet::new(),
    };
    if people && let Some(key) = course.key().await? {
        course.hand(vec![BackupItem::Key(key)]).await?;
    }
    course.matches().await?;
    course.ends().await?;
    course.notices().await?;
    if people {
        course.people().await?;
    }
    course.preferences(people).await?;
    course.notes().await?;
    Ok(course.copied)
}

/// A copy under way.
struct CopyCourse<'a> {
    stores: &'a Stores,
    sink: &'a mut dyn BackupSink,
    scope: CopyScope<'a>,
    copied: Copied,
    /// The versions of the matches that were read. Of those that have ended there may still be something to
    /// tell.
    versions: HashMap<MatchId, u64>,
    /// The matches that were read as ended, but for those in the order of ends so far.
    ended: BTreeSet<MatchId>,
    realms: BTreeSet<String>,
    servers: BTreeSet<Server>,
}

impl CopyCourse<'_> {
    async fn hand(&mut self, items: Vec<BackupItem>) -> Result<(), StoreError> {
        for item in &items {
            self.copied.counts.add(item);
        }
        self.sink.take(items).await
    }

    /// Returns what was read, or notes for a salvage what could not be.
    fn read<T>(&mut self, read: Result<T, StoreError>) -> Result<Option<T>, StoreError> {
        match read {
            Ok(read) => Ok(Some(read)),
            Err(error) if matches!(self.scope, CopyScope::Whole(_)) => {
                self.copied.left_out.push(error.to_string());
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    async fn key(&mut self) -> Result<Option<StoreKey>, StoreError> {
        let text = self.stores.matches.preference(&Subject::Store).await;
        let key = text.and_then(|text| text.map(|text| StoreKey::decode(&text)).transpose());
        Ok(self.read(key)?.flatten())
    }

    async fn matches(&mut self) -> Result<(), StoreError> {
        if let CopyScope::Whole(ids) = self.scope {
            return self.these(ids.iter().copied().collect()).await;
        }
        let mut after = None;
        loop {
            let ids = self.stores.matches.all(after, PAGE).await?;
            let (full, last) = (ids.len() == PAGE, ids.last().copied());
            self.these(ids).await?;
            if !full {
                return Ok(());
            }
            after = last;
        }
    }

    /// Copies these matches.
    async fn these(&mut self, ids: Vec<MatchId>) -> Result<(), StoreError> {
        let matches = &self.stores.matches;
        for some in ids.chunks(READ_TOGETHER) {
            let read = join_all(some.iter().map(|id| matches.load(*id))).await;
            let mut items = Vec::with_capacity(some.len());
            for (id, events) in some.iter().zip(read) {
                let events = events.and_then(|events| self.note(*id, events));
                items.extend(self.read(events)?.flatten());
            }
            self.hand(items).await?;
        }
        Ok(())
    }

    /// Notes what else belongs to a match, and returns it as an item.
    fn note(
        &mut self,
        id: MatchId,
        events: Vec<(Event, Moment)>,
    ) -> Result<Option<BackupItem>, StoreError> {
        if events.is_empty() {
            return Ok(None);
        }
        let state = folded(id, &events)?;
        self.versions.insert(id, events.len() as u64);
        if state.stage() == Stage::Ended {
            self.ended.insert(id);
        }
        for place in [state.opened_at(), state.place()] {
            self.realms.insert(place.realm().to_owned());
            self.servers.insert(Server::of(place));
        }
        Ok(Some(BackupItem::Match(id, events)))
    }

    async fn ends(&mut self) -> Result<(), StoreError> {
        let mut after = 0;
        loop {
            let page = self.stores.matches.ended_since(after, PAGE).await;
            let Some(page) = self.read(page)? else { break };
            let ids = page.iter().map(|(_, id)| *id);
            let ids: Vec<_> = ids.filter(|id| self.ended.remove(id)).collect();
            self.hand(ids.into_iter().map(BackupItem::Ended).collect())
                .await?;
            match page.last() {
                Some((number, _)) if page.len() == PAGE => after = *number,
                Some(_) | None => break,
            }
        }
        let Some(id) = self.ended.first().copied() else {
            return Ok(());
        };
        let what = String::from("it has ended and is not in the order of ends");
        let version = self.versions[&id];
        self.read::<()>(Err(StoreError::Damaged { id, version, what }))?;
        let rest = std::mem::take(&mut self.ended).into_iter();
        self.hand(rest.map(BackupItem::Ended).collect()).await
    }

    async fn notices(&mut self) -> Result<(), StoreError> {
        for realm in std::mem::take(&mut self.realms) {
            let mut after = 0;
            loop {
                let page = self.stores.matches.outbox(&realm, after, PAGE).await;
                let Some(page) = self.read(page)? else { break };
                let known = page.iter().filter(|notice| {
                    let version = self.versions.get(&notice.id);
                    version.is_some_and(|version| notice.to <= *version)
                });
                let notices = known.map(|notice| BackupItem::Notice {
                    realm: realm.clone(),
                    id: notice.id,
                    from: notice.from,
                    to: notice.to,
                });
                let notices = notices.collect();
                self.hand(notices).await?;
                match page.last() {
                    Some(notice) if page.len() == PAGE => after = notice.number,
                    Some(_) | None => break,
                }
            }
        }
        Ok(())
    }

    async fn people(&mut self) -> Result<(), StoreError> {
        let mut after = None;
        loop {
            let page = self.stores.people.everybody(after, PAGE).await;
            let Some(page) = self.read(page)? else {
                return Ok(());
            };
            let (full, last) = (page.len() == PAGE, page.last().map(|(person, _)| *person));
            let cards = page.into_iter();
            self.hand(
                cards
                    .map(|(person, card)| BackupItem::Person(person, card))
                    .collect(),
            )
            .await?;
            if !full {
                return Ok(());
            }
            after = last;
        }
    }

    async fn preferences(&mut self, people: bool) -> Result<(), StoreError> {
        let mut after = None;
        loop {
            let page = self.stores.matches.preferences(after, PAGE).await;
            let Some(page) = self.read(page)? else {
                return Ok(());
            };
            let (full, last) = (page.len() == PAGE, page.last().map(|(of, _)| of.clone()));
            let mut items = Vec::with_capacity(page.len());
            for (subject, value) in page {
                match &subject {
                    // The key has a line of its own.
                    Subject::Store => continue,
                    Subject::Person(_) if !people => continue,
                    // Its match was opened after the others were read. In a store without it the id can be
                    // drawn again, and links must not lead to what is played by then.
                    Subject::Links(id) if !self.versions.contains_key(id) => continue,
                    Subject::Server(server) | Subject::RoleCall(server) => {
                        self.servers.insert(server.clone());
                    }
                    Subject::Person(_) | Subject::Links(_) => {}
                }
                items.push(BackupItem::Preference(subject, value));
            }
            self.hand(items).await?;
            if !full {
                return Ok(());
            }
            after = last;
        }
    }

    async fn notes(&mut self) -> Result<(), StoreError> {
        for server in std::mem::take(&mut self.servers) {
            let entries = self.stores.matches.notes(&server).await;
            let entries = self.read(entries)?.unwrap_or_default().into_iter();
            let notes = entries.map(|entry| BackupItem::Note(server.clone(), entry));
            let notes = notes.collect();
            self.hand(notes).await?;
        }
        Ok(())
    }
}
