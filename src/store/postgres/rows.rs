//! The keys of rows, as texts that people can read, and what rows say.

use rondel_matchplay::MatchId;
use tokio_postgres::Row;

use crate::{Answered, List, Listing, Shelf, StoreError, record::Hash, rules::Head};

/// What a match is at.
#[derive(Clone, Debug, Default)]
pub(super) struct MatchHead {
    pub(super) head: Head,
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
        List::Past(person) => format!("past {person}"),
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
        head: Head {
            version: version.unsigned_abs(),
            tip: read_hash(row.get(2))?,
        },
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
