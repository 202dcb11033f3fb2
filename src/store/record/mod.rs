//! The stored form of events.
//!
//! A record is the hash of the record before it, 32 bytes, and then the event as JSON:
//!
//! ```json
//! {"v":1,"at":1767225600000,"what":{"event":"move","army":"w","move":"e2e4"}}
//! ```
//!
//! Its own hash is the SHA-256 of all its bytes, so that the records of a match are a chain: none
//! can be changed, lost or inserted without the next one showing it. What the event says are the
//! fields of its [`Word`], with a digest of the options where a table was opened. One event has one
//! form, so that hashes agree.
//!
//! Version 1 is read for ever. A change is a new version next to it, and a new event changes no form.
//! Version 2 is that of an opening with a time for a number of moves, and differs in nothing else.

mod hash;

use rondel_matchplay::{Event, MatchId, Moment, Word};
use serde::{Deserialize, Serialize};

use super::{Append, StoreError, format};

pub use self::hash::{Hash, hash};

/// The longest record, in bytes.
pub const LONGEST: usize = 4_096;

/// A record, read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The hash of the record before it; [`Hash::NONE`] for the first of a match.
    pub prev: Hash,
    /// The event itself.
    pub event: Event,
    /// The time of the event.
    pub at: Moment,
}

/// An event that cannot be stored.
#[derive(Debug, thiserror::Error)]
pub enum EncodeError {
    /// The record would be longer than [`LONGEST`]; its length in bytes.
    #[error("a record of {0} bytes is too long")]
    TooLong(usize),
    /// The event cannot be written as JSON.
    #[error("an event cannot be written: {0}")]
    Json(#[from] serde_json::Error),
}

/// Bytes that are no record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// There is no room for a hash; the number of bytes.
    #[error("{0} bytes are too short for a record")]
    TooShort(usize),
    /// There are more bytes than [`LONGEST`]; their number.
    #[error("{0} bytes are too long for a record")]
    TooLong(usize),
    /// It was written by a later version of this program.
    #[error("version {0} of the stored form is not known")]
    UnknownVersion(u64),
    /// The bytes after the hash are no event.
    #[error("the event cannot be read: {0}")]
    Payload(String),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Payload {
    v: u64,
    at: i64,
    what: Word,
}

/// The part of a payload that every version has.
#[derive(Deserialize)]
struct PayloadVersion {
    v: u64,
}

/// The key of the digest of a ruleset's options, which shows whether they were changed.
const DIGEST: &str = "digest";

/// Returns the bytes of a record.
///
/// # Errors
///
/// When the record would be too long, which no event with sane names is.
pub fn encode(prev: &Hash, event: &Event, at: Moment) -> Result<Vec<u8>, EncodeError> {
    let mut bytes = prev.0.to_vec();
    let mut what = event.word();
    if let Some(options) = what.get("options") {
        what.put(DIGEST, hash(options.as_bytes()).to_string());
    }
    let (v, at) = (format::of_event(event), at.0);
    serde_json::to_writer(&mut bytes, &Payload { v, at, what })?;
    if bytes.len() > LONGEST {
        return Err(EncodeError::TooLong(bytes.len()));
    }
    Ok(bytes)
}

/// Reads a record.
///
/// # Errors
///
/// [`DecodeError`] for all bytes that [`encode`] did not make.
pub fn decode(bytes: &[u8]) -> Result<Record, DecodeError> {
    if bytes.len() > LONGEST {
        return Err(DecodeError::TooLong(bytes.len()));
    }
    let (prev, payload) = bytes
        .split_first_chunk()
        .ok_or(DecodeError::TooShort(bytes.len()))?;
    let known = |v: u64| (format::FIRST..=format::NEWEST).contains(&v);
    let mut payload = match serde_json::from_slice::<Payload>(payload) {
        Ok(payload) if known(payload.v) => payload,
        Ok(other) => return Err(DecodeError::UnknownVersion(other.v)),
        Err(error) => {
            return Err(match serde_json::from_slice::<PayloadVersion>(payload) {
                Ok(PayloadVersion { v }) if !known(v) => DecodeError::UnknownVersion(v),
                Ok(_) | Err(_) => DecodeError::Payload(error.to_string()),
            });
        }
    };
    payload.what.take(DIGEST);
    let unknown = || DecodeError::Payload(format!("there is no event {}", payload.what.name()));
    let record = Record {
        prev: Hash(*prev),
        event: payload.what.event().ok_or_else(unknown)?,
        at: Moment(payload.at),
    };
    match encode(&record.prev, &record.event, record.at) {
        Ok(written) if written == bytes => Ok(record),
        Ok(_) | Err(_) => Err(DecodeError::Payload(String::from(
            "it is not written as records are",
        ))),
    }
}

/// Returns the records of an append in order, and the hash of the last one.
pub(super) fn encode_append(
    append: &Append,
    prev: Hash,
) -> Result<(Vec<Vec<u8>>, Hash), StoreError> {
    if append.events.is_empty() {
        return Err(StoreError::failed("nothing to append"));
    }
    let mut tip = prev;
    let mut records = Vec::with_capacity(append.events.len());
    for event in &append.events {
        let record = encode(&tip, event, append.at)
            .map_err(|error| StoreError::failed(error.to_string()))?;
        tip = hash(&record);
        records.push(record);
    }
    Ok((records, tip))
}

/// Reads all records of a match; the last one must have the hash `tip`.
///
/// # Errors
///
/// [`StoreError::Damaged`] for the first record that cannot be read or does not follow the one
/// before it.
pub(super) fn decode_log<R: AsRef<[u8]>>(
    id: MatchId,
    records: impl IntoIterator<Item = R>,
    tip: Hash,
) -> Result<Vec<(Event, Moment)>, StoreError> {
    let mut events = Vec::new();
    let mut last = Hash::NONE;
    let damaged = |version: usize, what: &str| StoreError::Damaged {
        id,
        version: version as u64,
        what: what.to_owned(),
    };
    for record in records {
        let version = events.len() + 1;
        let bytes = record.as_ref();
        let record = decode(bytes).map_err(|error| damaged(version, &error.to_string()))?;
        if record.prev != last {
            return Err(damaged(version, "it does not follow the record before it"));
        }
        last = hash(bytes);
        events.push((record.event, record.at));
    }
    if tip != last {
        return Err(damaged(
            events.len(),
            "it is not the record that was written last",
        ));
    }
    Ok(events)
}
