//! The values of rows.

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{Card, Identity, Listing, StoreError};

/// Writes a row of numbers and ids.
pub(crate) fn encode(row: &impl Serialize) -> Vec<u8> {
    // Nothing in these types can fail to be written.
    postcard::to_stdvec(row).unwrap_or_default()
}

/// Reads a row of numbers and ids.
pub(crate) fn decode<T: DeserializeOwned>(row: &[u8]) -> Result<T, StoreError> {
    match postcard::take_from_bytes(row) {
        Ok((read, [])) => Ok(read),
        Ok(_) | Err(_) => Err(unreadable()),
    }
}

/// Counts over the whole store.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Counters {
    /// The number of rows that the outbox has had.
    pub(crate) notices: u64,
    /// The number of requests that were answered.
    pub(crate) requests: u64,
    /// The number of ends of matches.
    pub(crate) ends: u64,
}

/// Writes the entries of a match in the lists.
pub(crate) fn encode_listing(listing: &Listing) -> Result<Vec<u8>, StoreError> {
    serde_json::to_vec(listing).map_err(|error| StoreError::failed(error.to_string()))
}

pub(crate) fn decode_listing(row: &[u8]) -> Result<Listing, StoreError> {
    serde_json::from_slice(row).map_err(|_| unreadable())
}

/// Writes the card of a person.
pub(crate) fn encode_card(card: &Card) -> Result<Vec<u8>, StoreError> {
    let (realm, id) = (card.identity.realm(), card.identity.id());
    let row = serde_json::to_vec(&(realm, id, &card.name));
    row.map_err(|error| StoreError::failed(error.to_string()))
}

pub(crate) fn decode_card(row: &[u8]) -> Result<Card, StoreError> {
    let (realm, id, name): (String, String, String) =
        serde_json::from_slice(row).map_err(|_| unreadable())?;
    let identity = Identity::new(&realm, &id);
    let identity = identity.map_err(|error| StoreError::failed(error.to_string()))?;
    Ok(Card { identity, name })
}

/// Reads the text of a row.
pub(crate) fn text(row: Vec<u8>) -> Result<String, StoreError> {
    String::from_utf8(row).map_err(|_| StoreError::failed("a row is no text"))
}

/// Reads a number of the store's own.
pub(crate) fn number(row: &[u8]) -> Result<u64, StoreError> {
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
