//! The values of rows.

use super::keys;
use crate::{
    matchplay::MatchId,
    store::{Answered, Listing, Notice, StoreError, record::Hash},
};

/// The end of a match's log.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LogHead {
    /// The number of records.
    pub(super) version: u64,
    /// The hash of the last record.
    pub(super) tip: Hash,
}

impl LogHead {
    pub(super) fn encode(&self) -> Vec<u8> {
        row([self.version], &self.tip.0)
    }

    pub(super) fn decode(row: &[u8]) -> Result<LogHead, StoreError> {
        let ([version], tip) = numbers(row)?;
        let tip = tip.try_into().map(Hash).map_err(|_| unreadable())?;
        Ok(LogHead { version, tip })
    }
}

/// Writes the entries of a match in the lists.
pub(super) fn encode_listing(listing: &Listing) -> Result<Vec<u8>, StoreError> {
    serde_json::to_vec(listing).map_err(|error| StoreError::failed(error.to_string()))
}

pub(super) fn decode_listing(row: &[u8]) -> Result<Listing, StoreError> {
    serde_json::from_slice(row).map_err(|_| unreadable())
}

/// Writes a request's number and its result.
pub(super) fn encode_delivered(number: u64, answered: &Answered) -> Vec<u8> {
    let Answered { id, from, to } = answered;
    row([number, *from, *to], id.as_str().as_bytes())
}

pub(super) fn decode_delivered(row: &[u8]) -> Result<Answered, StoreError> {
    let ([_, from, to], id) = numbers_and_id(row)?;
    Ok(Answered { id, from, to })
}

/// Reads the number and the match of an end.
pub(super) fn decode_end(key: &[u8], row: &[u8]) -> Result<(u64, MatchId), StoreError> {
    let ([number], _) = numbers(key.get(1..).ok_or_else(unreadable)?)?;
    Ok((number, keys::id_at_end(row)?))
}

pub(super) fn encode_notice(notice: &Notice) -> Vec<u8> {
    row([notice.from, notice.to], notice.id.as_str().as_bytes())
}

pub(super) fn decode_notice(key: &[u8], row: &[u8]) -> Result<Notice, StoreError> {
    let ([number], _) = numbers(key.get(1..).ok_or_else(unreadable)?)?;
    let ([from, to], id) = numbers_and_id(row)?;
    Ok(Notice {
        number,
        id,
        from,
        to,
    })
}

/// Counts over the whole store.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counters {
    /// The number of rows that the outbox has had.
    pub(super) notices: u64,
    /// The number of requests that were answered.
    pub(super) requests: u64,
    /// The number of ends of matches.
    pub(super) ends: u64,
}

impl Counters {
    pub(super) fn encode(&self) -> Vec<u8> {
        row([self.notices, self.requests, self.ends], &[])
    }

    pub(super) fn decode(row: &[u8]) -> Result<Counters, StoreError> {
        let ([notices, requests, ends], []) = numbers(row)? else {
            return Err(unreadable());
        };
        Ok(Counters {
            notices,
            requests,
            ends,
        })
    }
}

fn numbers_and_id<const N: usize>(row: &[u8]) -> Result<([u64; N], MatchId), StoreError> {
    let (numbers, rest) = numbers(row)?;
    Ok((numbers, keys::id_at_end(rest)?))
}

/// Writes a row that begins with these numbers.
pub(super) fn row<const N: usize>(numbers: [u64; N], rest: &[u8]) -> Vec<u8> {
    let mut row = numbers.map(u64::to_be_bytes).concat();
    row.extend(rest);
    row
}

/// Reads the numbers at the beginning of a row, and returns them with the rest of it.
pub(super) fn numbers<const N: usize>(row: &[u8]) -> Result<([u64; N], &[u8]), StoreError> {
    let mut numbers = [0; N];
    let mut rest = row;
    for number in &mut numbers {
        let (bytes, after) = rest.split_first_chunk().ok_or_else(unreadable)?;
        *number = u64::from_be_bytes(*bytes);
        rest = after;
    }
    Ok((numbers, rest))
}

fn unreadable() -> StoreError {
    StoreError::failed("a row cannot be read")
}

/// Reads the text of a row.
pub(super) fn read_text(row: &[u8]) -> Result<String, StoreError> {
    let text = String::from_utf8(row.to_vec());
    text.map_err(|_| StoreError::failed("a row is no text"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        matchplay::{Moment, Person},
        store::Shelf,
    };

    #[test]
    fn listings_are_read_as_they_were_written() {
        let row = r#"{"places":["console/table"],"people":["00000000000000000000000000000007"]}"#;
        let listing = decode_listing(row.as_bytes()).unwrap();
        assert_eq!((listing.due, listing.shelf), (None, None));
        let full = Listing {
            shelf: Some(Shelf::Table),
            former: vec![Person(8)],
            opener: Some(Person(9)),
            due: Some(Moment(-5)),
            ..listing.clone()
        };
        for listing in [listing, full] {
            let row = encode_listing(&listing).unwrap();
            assert_eq!(decode_listing(&row).unwrap(), listing);
        }
    }
}
