//! The keys of rows, as texts that people can read, and what rows say.

use tokio_postgres::Row;

use crate::{
    matchplay::{MatchId, Person, Server},
    store::{Answered, List, Listing, Shelf, StoreError, Subject, record::Hash},
};

/// What a match is at.
#[derive(Clone, Debug, Default)]
pub(super) struct MatchHead {
    pub(super) version: u64,
    pub(super) tip: Hash,
    /// `None` for a match that is not there yet.
    pub(super) listing: Option<Listing>,
}

/// Returns the key of a list. What varies in length comes last, so that no two are alike.
pub(super) fn list(list: &List) -> String {
    match list {
        List::At(place) => format!("at {place}"),
        List::Own(place) => format!("own {place}"),
        List::On(shelf, place) => format!("on {} {place}", word(*shelf)),
        List::In(shelf, server) => format!("in {} {server}", word(*shelf)),
        List::Of(person) => format!("of {person}"),
        List::Ended(person) => format!("ended {person}"),
        List::OfAt(person, place) => format!("of {person} at {place}"),
        List::Former(person, server) => format!("former {person} in {server}"),
        List::Opened(person, server) => format!("opened {person} in {server}"),
    }
}

const fn word(shelf: Shelf) -> &'static str {
    match shelf {
        Shelf::Table => "table",
        Shelf::Public => "public",
        Shelf::Private => "private",
    }
}

/// Returns the key of a subject. Keys are in the order of subjects.
pub(super) fn subject(subject: &Subject) -> String {
    match subject {
        Subject::RoleCall(server) => format!("call {server}"),
        Subject::Person(person) => format!("person {person}"),
        Subject::Server(server) => format!("server {server}"),
        Subject::Links(id) => format!("share {id}"),
    }
}

/// Reads the key of a subject.
pub(super) fn read_subject(key: &str) -> Result<Subject, StoreError> {
    let subject = key.split_once(' ').and_then(|(kind, of)| match kind {
        "call" => Some(Subject::RoleCall(Server::new(of))),
        "person" => read_person(of).map(Subject::Person),
        "server" => Some(Subject::Server(Server::new(of))),
        "share" => of.parse().ok().map(Subject::Links),
        _ => None,
    });
    subject.ok_or_else(|| StoreError::failed("a row names nobody"))
}

/// Reads the 32 digits of a person.
pub(super) fn read_person(digits: &str) -> Option<Person> {
    u128::from_str_radix(digits, 16).ok().map(Person)
}

/// Reads the id of a match.
pub(super) fn read_id(text: &str) -> Result<MatchId, StoreError> {
    let id = text.parse();
    id.map_err(|_| StoreError::failed("a row names no match"))
}

pub(super) fn encode_listing(listing: &Listing) -> Result<String, StoreError> {
    serde_json::to_string(listing).map_err(|error| StoreError::failed(error.to_string()))
}

pub(super) fn decode_listing(text: &str) -> Result<Listing, StoreError> {
    serde_json::from_str(text).map_err(|_| StoreError::failed("a row cannot be read"))
}

/// Reads what a match is at.
pub(super) fn read_head(row: &Row) -> Option<(MatchId, MatchHead)> {
    let id = read_id(row.get(0)).ok()?;
    let version: i64 = row.get(1);
    let head = MatchHead {
        version: version.unsigned_abs(),
        tip: read_hash(row.get(2))?,
        listing: decode_listing(row.get(3)).ok(),
    };
    Some((id, head))
}

/// Reads the hash of a record.
pub(super) fn read_hash(bytes: &[u8]) -> Option<Hash> {
    bytes.try_into().ok().map(Hash)
}

/// Reads what a request was answered, from this column on.
pub(super) fn read_answered(row: &Row, from: usize) -> Option<Answered> {
    let number = |column| row.get::<_, i64>(column).unsigned_abs();
    Some(Answered {
        id: read_id(row.get(from)).ok()?,
        from: number(from + 1),
        to: number(from + 2),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_are_read_as_they_were_written_and_keep_their_order() {
        let server = |name| Server::new(name);
        let mut subjects = vec![
            Subject::Links(MatchId::numbered(5)),
            Subject::Server(server("a b")),
            Subject::Server(server("")),
            Subject::Person(Person(u128::MAX)),
            Subject::Person(Person(3)),
            Subject::RoleCall(server("guild")),
        ];
        for of in &subjects {
            assert_eq!(read_subject(&subject(of)), Ok(of.clone()));
        }
        let mut keys: Vec<String> = subjects.iter().map(subject).collect();
        keys.sort();
        subjects.sort();
        assert_eq!(keys, subjects.iter().map(subject).collect::<Vec<_>>());
        assert!(read_subject("person x").is_err());
        assert!(read_subject("nobody").is_err());
    }
}
