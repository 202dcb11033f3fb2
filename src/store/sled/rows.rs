//! The values of rows.

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{Listing, StoreError, record::Hash};

/// Writes a row of numbers and ids.
pub(super) fn encode(row: &impl Serialize) -> Vec<u8> {
    // Nothing in these types can fail to be written.
    postcard::to_stdvec(row).unwrap_or_default()
}

/// Reads a row of numbers and ids.
pub(super) fn decode<T: DeserializeOwned>(row: &[u8]) -> Result<T, StoreError> {
    match postcard::take_from_bytes(row) {
        Ok((read, [])) => Ok(read),
        Ok(_) | Err(_) => Err(unreadable()),
    }
}

/// The end of a match's log.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct LogHead {
    /// The number of records.
    pub(super) version: u64,
    /// The hash of the last record.
    pub(super) tip: Hash,
}

/// Counts over the whole store.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Counters {
    /// The number of rows that the outbox has had.
    pub(super) notices: u64,
    /// The number of requests that were answered.
    pub(super) requests: u64,
    /// The number of ends of matches.
    pub(super) ends: u64,
}

/// Writes the entries of a match in the lists.
pub(super) fn encode_listing(listing: &Listing) -> Result<Vec<u8>, StoreError> {
    serde_json::to_vec(listing).map_err(|error| StoreError::failed(error.to_string()))
}

pub(super) fn decode_listing(row: &[u8]) -> Result<Listing, StoreError> {
    serde_json::from_slice(row).map_err(|_| unreadable())
}

/// Reads the text of a row.
pub(super) fn read_text(row: &[u8]) -> Result<String, StoreError> {
    let text = String::from_utf8(row.to_vec());
    text.map_err(|_| StoreError::failed("a row is no text"))
}

/// Reads a number of the store's own.
pub(super) fn number(row: &[u8]) -> Result<u64, StoreError> {
    let bytes = row.try_into().map_err(|_| unreadable())?;
    Ok(u64::from_be_bytes(bytes))
}

fn unreadable() -> StoreError {
    StoreError::failed("a row cannot be read")
}

#[cfg(test)]
mod tests {
    use rondel_matchplay::{Moment, Person};

    use super::*;
    use crate::Shelf;

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
