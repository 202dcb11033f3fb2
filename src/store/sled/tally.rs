//! The number of rows of each kind and a sum over their contents, kept along with every write.
//! Pages of sled's that get lost take rows with them, and nothing else would show it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128_with_seed};

use crate::keyed::keys;

/// The rows by the first byte of their keys.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RowTally(BTreeMap<u8, KindTally>);

/// The count and the sum of the rows of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct KindTally {
    count: u64,
    /// The sum of the rows' hashes, modulo 2^128, so that it does not depend on their order.
    sum: u128,
}

impl RowTally {
    /// Notes that a row changed; `None` is no row.
    pub(super) fn change(&mut self, key: &[u8], before: Option<&[u8]>, after: Option<&[u8]>) {
        let Some(kind) = kind(key) else {
            return;
        };
        let rows = self.0.entry(kind).or_default();
        if let Some(value) = before {
            rows.count = rows.count.wrapping_sub(1);
            rows.sum = rows.sum.wrapping_sub(hash(key, value));
        }
        if let Some(value) = after {
            rows.count = rows.count.wrapping_add(1);
            rows.sum = rows.sum.wrapping_add(hash(key, value));
        }
    }

    /// Returns the number of rows of a kind.
    pub(super) fn count(&self, kind: u8) -> u64 {
        self.0.get(&kind).map_or(0, |rows| rows.count)
    }

    /// Returns in what the rows found are other ones, a sentence without a full stop for each kind.
    pub(super) fn differences(&self, found: &RowTally) -> Vec<String> {
        let kinds: BTreeSet<u8> = self.0.keys().chain(found.0.keys()).copied().collect();
        let rows = |tally: &RowTally, kind| tally.0.get(&kind).copied().unwrap_or_default();
        let differs = kinds
            .into_iter()
            .filter(|kind| rows(self, *kind) != rows(found, *kind));
        differs
            .map(|kind| {
                let (word, expected, found) =
                    (keys::word(kind), self.count(kind), found.count(kind));
                if expected == found {
                    format!("of {found} {word} some are not as they were written")
                } else {
                    format!("there were {expected} {word} and there are {found}")
                }
            })
            .collect()
    }
}

/// Returns the kind of a row that is counted; rows that change with every write, such as this
/// tally, are not.
fn kind(key: &[u8]) -> Option<u8> {
    let uncounted = key == keys::meta("tally") || key == keys::meta("writes");
    key.first().copied().filter(|_| !uncounted)
}

/// A hash against damage, which nobody forges: it is a fast one rather than one for secrets.
fn hash(key: &[u8], value: &[u8]) -> u128 {
    xxh3_128_with_seed(value, xxh3_64(key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keyed::values;

    #[test]
    fn a_tally_is_read_back() {
        let mut tally = RowTally::default();
        for number in 0..300_u64 {
            let key = [
                &b"lohm"[(number % 4) as usize..][..1],
                &number.to_be_bytes(),
            ]
            .concat();
            tally.change(&key, None, Some(&[7; 9]));
        }
        assert_eq!(tally.count(b'l'), 75);
        let row = values::encode(&tally);
        assert_eq!(values::decode(&row), Ok(tally));
        assert!(values::decode::<RowTally>(&row[1..]).is_err());
    }

    #[test]
    fn whatever_order_rows_come_in_the_same_rows_have_the_same_tally() {
        let mut one = RowTally::default();
        let mut other = RowTally::default();
        one.change(b"la", None, Some(b"1"));
        one.change(b"lb", None, Some(b"2"));
        one.change(b"la", Some(b"1"), Some(b"3"));
        other.change(b"lb", None, Some(b"2"));
        other.change(b"la", None, Some(b"3"));
        assert_eq!(one.differences(&other), [""; 0]);
        other.change(b"la", Some(b"3"), Some(b"2"));
        other.change(b"lb", Some(b"2"), Some(b"3"));
        let swapped = "of 2 records some are not as they were written";
        assert_eq!(one.differences(&other), [swapped]);
        other.change(b"lb", Some(b"3"), None);
        let lost = "there were 2 records and there are 1";
        assert_eq!(one.differences(&other), [lost]);
    }
}
