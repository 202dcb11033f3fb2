//! What is looked up in the rows of a store.

use std::collections::BTreeSet;

use rondel_matchplay::{Event, MatchId, Moment, Person, Place, Server};

use super::{ReadRows, keys, values};
use crate::{
    Answered, Card, Identity, List, Notice, RequestId, StoreError, StoredRow, Subject,
    audit::Entry, format, record, rules::Head,
};

/// Each is what the traits of stores say of the function of this name, and blocks for as long as a
/// disk takes. No more rows are read than are given back, and one.
pub(crate) trait Lookups: ReadRows {
    /// Returns what is read of the first `most` rows from a key on whose keys begin so.
    fn found<T>(
        &self,
        from: &[u8],
        prefix: &[u8],
        most: usize,
        read: impl Fn(&[u8], Vec<u8>) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let rows = self.range(from, &|key| key.starts_with(prefix), most)?;
        let rows = rows.into_iter();
        rows.map(|(key, value)| read(&key, value)).collect()
    }

    fn load(&self, id: MatchId) -> Result<Vec<(Event, Moment)>, StoreError> {
        let head = || self.get(&keys::head(id));
        let Some(row) = head()? else {
            return match self.get(&keys::log(id, 1))? {
                // Written just now, after its head was looked for.
                Some(_) if head()?.is_some() => self.load(id),
                Some(_) => Err(damaged(id, 1, "the match has no head")),
                None => Ok(Vec::new()),
            };
        };
        let Head { version, tip } = values::decode(&row)?;
        let (first, last) = (keys::log(id, 1), keys::log(id, version));
        let rows = self.range(&first, &|key| key <= last.as_slice(), usize::MAX)?;
        let is_missing = |version: &u64| {
            let row = rows.get(*version as usize - 1);
            row.is_none_or(|(key, _)| *key != keys::log(id, *version))
        };
        if let Some(missing) = (1..=version).find(is_missing) {
            return Err(damaged(id, missing, "it is not there"));
        }
        record::decode_log(id, rows.into_iter().map(|(_, record)| record), tip)
    }

    fn format(&self) -> Result<u64, StoreError> {
        let row = self.get(&keys::meta("format"))?;
        row.map_or(Ok(format::FIRST), |row| values::number(&row))
    }

    fn answered(&self, request_id: &RequestId) -> Result<Option<Answered>, StoreError> {
        let row = self.get(&keys::request(request_id.0.as_bytes()))?;
        row.map(|row| values::decode(&row)).transpose()
    }

    fn listed(
        &self,
        list: &List,
        after: Option<MatchId>,
        most: usize,
    ) -> Result<Vec<MatchId>, StoreError> {
        let prefix = keys::list(list);
        let from = after.map(|id| keys::after(keys::in_list(list, id)));
        let from = from.as_ref().unwrap_or(&prefix);
        self.found(from, &prefix, most, |key, _| keys::id_at_end(key))
    }

    fn latest_ended(&self, place: &Place, person: Person) -> Result<Option<MatchId>, StoreError> {
        let row = self.get(&keys::ended(place, person))?;
        row.map(|id| keys::id_at_end(&id)).transpose()
    }

    fn ended_at(&self, place: &Place) -> Result<Option<MatchId>, StoreError> {
        let prefix = keys::ended_at(place);
        let found = self.found(&prefix, &prefix, 1, |_, id| keys::id_at_end(&id));
        Ok(found?.pop())
    }

    fn ended_since(&self, after: u64, most: usize) -> Result<Vec<(u64, MatchId)>, StoreError> {
        let first = keys::numbered(keys::END, after.saturating_add(1));
        self.found(&first, &[keys::END], most, |key, id| {
            Ok((keys::number_at_end(key)?, keys::id_at_end(&id)?))
        })
    }

    fn due(
        &self,
        by: Moment,
        after: Option<(Moment, MatchId)>,
        most: usize,
    ) -> Result<Vec<(Moment, MatchId)>, StoreError> {
        let from = after.map_or(vec![keys::DUE], |(moment, id)| {
            keys::after(keys::due(moment, id))
        });
        let last = keys::due_at(by);
        let within = |key: &[u8]| key[..key.len().min(last.len())] <= last[..];
        let rows = self.range(&from, &within, most)?;
        rows.iter().map(|(key, _)| keys::read_due(key)).collect()
    }

    fn outbox(&self, realm: &str, after: u64, most: usize) -> Result<Vec<Notice>, StoreError> {
        let first = keys::notice(realm, after.saturating_add(1));
        self.found(&first, &keys::outbox(realm), most, |key, row| {
            Ok(values::decode::<Answered>(&row)?.notice(keys::number_at_end(key)?))
        })
    }

    fn all(&self, after: Option<MatchId>, most: usize) -> Result<Vec<MatchId>, StoreError> {
        let from = after.map_or(vec![keys::HEAD], |id| keys::after(keys::head(id)));
        let heads = self.found(&from, &[keys::HEAD], most, |key, _| keys::id_at_end(key));
        let mut ids: BTreeSet<MatchId> = heads?.into_iter().collect();
        // Logs without a head too, so that a check finds them.
        let mut from = after.map_or(vec![keys::LOG], |id| keys::after(keys::log(id, u64::MAX)));
        for _ in 0..most {
            let log = self.found(&from, &[keys::LOG], 1, |key, _| keys::id_of_log(key));
            let Some(id) = log?.pop() else { break };
            ids.insert(id);
            from = keys::after(keys::log(id, u64::MAX));
        }
        Ok(ids.into_iter().take(most).collect())
    }

    fn preference(&self, subject: &Subject) -> Result<Option<String>, StoreError> {
        let row = self.get(&keys::preference(subject))?;
        row.map(values::text).transpose()
    }

    fn preferences(
        &self,
        after: Option<&Subject>,
        most: usize,
    ) -> Result<Vec<(Subject, String)>, StoreError> {
        let from = after.map_or(vec![keys::PREFERENCE], |subject| {
            keys::after(keys::preference(subject))
        });
        self.found(&from, &[keys::PREFERENCE], most, |key, row| {
            Ok((keys::read_preference(key)?, values::text(row)?))
        })
    }

    fn notes(&self, server: &Server) -> Result<Vec<Entry>, StoreError> {
        let prefix = keys::notes(server);
        self.found(&prefix, &prefix, usize::MAX, |_, row| {
            Entry::decode(&values::text(row)?)
        })
    }

    fn notes_on(&self, person: Person) -> Result<Vec<(Server, Entry)>, StoreError> {
        let named = person.to_string();
        let all = [keys::NOTE];
        let found = self.found(&all, &all, usize::MAX, |key, row| {
            let text = values::text(row)?;
            // Most are about others, and reading them takes longer.
            if !text.contains(&named) {
                return Ok(None);
            }
            Ok(Some((keys::read_note(key)?, Entry::decode(&text)?)))
        });
        Ok(found?.into_iter().flatten().collect())
    }

    fn find(&self, identity: &Identity) -> Result<Option<Person>, StoreError> {
        let row = self.get(&keys::identity(identity))?;
        row.map(|row| keys::read_person(&row)).transpose()
    }

    fn cards(
        &self,
        people: impl IntoIterator<Item = Person>,
    ) -> Result<Vec<(Person, Card)>, StoreError> {
        let mut cards = Vec::new();
        for person in people {
            if let Some(row) = self.get(&keys::card(person))? {
                cards.push((person, values::decode_card(&row)?));
            }
        }
        Ok(cards)
    }

    fn everybody(
        &self,
        after: Option<Person>,
        most: usize,
    ) -> Result<Vec<(Person, Card)>, StoreError> {
        let from = after.map_or(vec![keys::CARD], |person| keys::after(keys::card(person)));
        self.found(&from, &[keys::CARD], most, |key, row| {
            Ok((keys::read_person(key)?, values::decode_card(&row)?))
        })
    }

    /// Returns those of these people who are known, and then those who are known by exactly the same name as one of
    /// them and nothing else.
    fn with_namesakes(&self, people: &[Person]) -> Result<[Vec<(Person, Card)>; 2], StoreError> {
        let known = self.cards(people.iter().copied().collect::<BTreeSet<_>>())?;
        let prefix = keys::identities(Identity::NAME_ALONE);
        let by_name = self.found(&prefix, &prefix, usize::MAX, |_, row| {
            keys::read_person(&row)
        });
        let mut namesakes = self.cards(by_name?)?;
        namesakes.retain(|other| {
            let is_same = |one: &(Person, Card)| one.1.name == other.1.name;
            !known.contains(other) && known.iter().any(is_same)
        });
        Ok([known, namesakes])
    }
}

impl<R: ReadRows + ?Sized> Lookups for R {}

fn damaged(id: MatchId, version: u64, what: &str) -> StoreError {
    let what = String::from(what);
    StoreError::Damaged { id, version, what }
}
