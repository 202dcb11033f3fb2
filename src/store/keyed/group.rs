//! Writes that are committed together.

use rondel_matchplay::{MatchId, Person, Server};

use super::{
    KeyValues, Puts, ReadRows, keys,
    values::{self, Counters},
};
use crate::{
    Answered, Appended, Card, Identity, Listing, REQUESTS_KEPT, RequestId, StoreError, Subject,
    audit,
    rules::{Change, Current, Head, Refused, Write, judge},
};

/// Writes judged one after another, each against the rows and what the ones before it make of them.
#[derive(Debug)]
pub struct Group<'a, R: ?Sized> {
    rows: &'a R,
    puts: Puts,
    /// The rows of the write that is being added.
    new: Puts,
    /// Counts over the whole store; `None` until they are needed.
    counts: Option<Counters>,
}

impl<'a, R: ReadRows + ?Sized> Group<'a, R> {
    /// Begins a group over these rows, which nobody else may change until it is written.
    pub const fn over(rows: &'a R) -> Group<'a, R> {
        Group {
            rows,
            puts: Puts::new(),
            new: Puts::new(),
            counts: None,
        }
    }

    /// Adds a write. The answer holds once the group is durable.
    ///
    /// # Errors
    ///
    /// When it is refused. Nothing of it is in the group then.
    pub fn add(&mut self, write: &Write) -> Result<Appended, Refused> {
        let changes = judge(write, self)?;
        let counts = self.counts;
        let mut appended = Appended {
            version: 0,
            notice: None,
        };
        for change in changes {
            if let Err(error) = self.put(change, &mut appended) {
                self.counts = counts;
                self.new.clear();
                return Err(error.into());
            }
        }
        self.puts.append(&mut self.new);
        Ok(appended)
    }

    /// Returns the rows to be written at once.
    #[must_use]
    pub fn finish(mut self) -> Puts {
        let counts = self.counts.map(|counts| values::encode(&counts));
        let counts = counts.map(|row| (keys::meta("counts"), Some(row)));
        self.puts.extend(counts);
        self.puts
    }

    fn put(&mut self, change: Change, appended: &mut Appended) -> Result<(), StoreError> {
        match change {
            Change::Record(id, version, record) => self.set(keys::log(id, version), record),
            Change::Head {
                id, head, listing, ..
            } => {
                if let Some(listing) = listing {
                    self.set(keys::listing(id), values::encode_listing(&listing)?);
                }
                self.set(keys::head(id), values::encode(&head));
                appended.version = head.version;
            }
            Change::Listed(row, id, true) => self.set(keys::row(&row, id), []),
            Change::Listed(row, id, false) => self.drop(keys::row(&row, id)),
            Change::Latest(place, person, id) => {
                self.set(keys::ended(&place, person), id.as_bytes());
            }
            Change::End(id) => {
                let counts = self.counts()?;
                counts.ends += 1;
                let key = keys::numbered(keys::END, counts.ends);
                self.set(key, id.as_bytes());
            }
            Change::Preferences { subject, text, .. } => {
                self.set(keys::preference(&subject), text);
            }
            Change::Note(server, text) => {
                let number = self.last_note(&server)? + 1;
                self.set(keys::note(&server, number), text);
                if let Some(oldest) = number.checked_sub(audit::KEPT).filter(|old| *old > 0) {
                    self.drop(keys::note(&server, oldest));
                }
            }
            Change::Notice(realm, answered) => {
                let counts = self.counts()?;
                counts.notices += 1;
                let notice = answered.notice(counts.notices);
                let key = keys::notice(&realm, notice.number);
                self.set(key, values::encode(&answered));
                appended.notice = Some(notice);
            }
            Change::Answer(request_id, answered) => self.keep(&request_id, answered)?,
            Change::Card(person, before, card) => {
                if let Some(before) = before {
                    self.drop(keys::identity(&before.identity));
                }
                self.set(keys::card(person), values::encode_card(&card)?);
                self.set(keys::identity(&card.identity), person.0.to_be_bytes());
            }
            Change::Forgotten(person, card) => {
                self.drop(keys::card(person));
                self.drop(keys::identity(&card.identity));
            }
            Change::Format(needed) => {
                let key = keys::meta("format");
                let there = self.get(&key)?;
                let there = there.map(|row| values::number(&row)).transpose()?;
                if there.is_none_or(|there| there < needed) {
                    self.set(key, needed.to_be_bytes());
                }
            }
        }
        Ok(())
    }

    fn keep(&mut self, request_id: &RequestId, answered: Answered) -> Result<(), StoreError> {
        let counts = self.counts()?;
        let number = counts.requests;
        counts.requests += 1;
        if let Some(oldest) = number.checked_sub(REQUESTS_KEPT) {
            let arrival = keys::numbered(keys::ARRIVAL, oldest);
            if let Some(name) = self.get(&arrival)? {
                self.drop(keys::request(&name));
                self.drop(arrival);
            }
        }
        let name = request_id.0.as_bytes();
        self.set(keys::request(name), values::encode(&answered));
        self.set(keys::numbered(keys::ARRIVAL, number), name);
        Ok(())
    }

    fn last_note(&self, server: &Server) -> Result<u64, StoreError> {
        let prefix = keys::notes(server);
        let within = |key: &[u8]| key.starts_with(&prefix);
        let there: KeyValues = self.rows.range(&prefix, &within, usize::MAX)?;
        let here = [&self.puts, &self.new].map(|rows| {
            let rows = rows.range(prefix.clone()..);
            let rows = rows.take_while(|(key, _)| within(key));
            rows.filter(|(_, row)| row.is_some()).last()
        });
        let here = here.into_iter().flatten().map(|(key, _)| key);
        let last = here.max().or(there.last().map(|(key, _)| key));
        last.map_or(Ok(0), |key| keys::number_at_end(key))
    }

    fn counts(&mut self) -> Result<&mut Counters, StoreError> {
        if self.counts.is_none() {
            let row = self.rows.get(&keys::meta("counts"))?;
            let read = row.map(|row| values::decode(&row)).transpose()?;
            self.counts = Some(read.unwrap_or_default());
        }
        Ok(self.counts.get_or_insert_default())
    }

    fn set(&mut self, key: Vec<u8>, value: impl Into<Vec<u8>>) {
        self.new.insert(key, Some(value.into()));
    }

    fn drop(&mut self, key: Vec<u8>) {
        self.new.insert(key, None);
    }

    /// Returns the value of a row as this group leaves it.
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        match self.new.get(key).or_else(|| self.puts.get(key)) {
            Some(row) => Ok(row.clone()),
            None => self.rows.get(key),
        }
    }
}

impl<R: ReadRows + ?Sized> Current for Group<'_, R> {
    fn head(&self, id: MatchId) -> Result<(Head, Option<Listing>), StoreError> {
        let head = self.get(&keys::head(id))?;
        let head = head.map(|row| values::decode(&row)).transpose()?;
        let listing = self.get(&keys::listing(id))?;
        let listing = listing
            .map(|row| values::decode_listing(&row))
            .transpose()?;
        Ok((head.unwrap_or_default(), listing))
    }

    fn answered(&self, request_id: &RequestId) -> Result<Option<Answered>, StoreError> {
        let row = self.get(&keys::request(request_id.0.as_bytes()))?;
        row.map(|row| values::decode(&row)).transpose()
    }

    fn preference(&self, subject: &Subject) -> Result<Option<String>, StoreError> {
        let row = self.get(&keys::preference(subject))?;
        row.map(values::text).transpose()
    }

    fn card(&self, person: Person) -> Result<Option<Card>, StoreError> {
        let row = self.get(&keys::card(person))?;
        row.map(|row| values::decode_card(&row)).transpose()
    }

    fn owner(&self, identity: &Identity) -> Result<Option<Person>, StoreError> {
        let row = self.get(&keys::identity(identity))?;
        row.map(|row| keys::read_person(&row)).transpose()
    }
}
