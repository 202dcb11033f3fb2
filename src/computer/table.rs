//! What a search remembers of positions.

use rondel_rules::{Move, Role, Square};

/// How a value that was found bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is at least that.
    Least,
    /// It is at most that.
    Most,
    Exact,
}

/// What was found out of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memo {
    pub(super) value: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    pub(super) best: Option<Move>,
}

/// An entry: the key, and what was found in 64 bits.
#[derive(Clone, Copy, Debug, Default)]
struct Packed {
    key: u64,
    /// Value in 32 bits, depth in 8, bound in 2 (0 for an empty entry), squares in 8 each, promotion in 3.
    data: u64,
}

/// A table that forgets: of two positions in one place it keeps the one searched deeper, or later.
pub(super) struct Table {
    entries: Vec<Packed>,
}

/// The most entries: 16 MiB.
const MOST: u64 = 1 << 20;
const LEAST: u64 = 1 << 8;

impl Table {
    /// Makes a table for a search of this number of positions.
    pub(super) fn new(positions: u64) -> Table {
        let entries = positions.clamp(LEAST, MOST).next_power_of_two();
        Table {
            entries: vec![Packed::default(); entries as usize],
        }
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }

    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<Memo> {
        let entry = self.entries[self.place(key)];
        if entry.key != key {
            return None;
        }
        let data = entry.data;
        let bound = match data >> 40 & 3 {
            1 => Bound::Least,
            2 => Bound::Most,
            3 => Bound::Exact,
            _ => return None,
        };
        let square = |shift: u32| Square::from_index((data >> shift & 0xff) as usize);
        let promotion = match data >> 58 & 7 {
            0 => None,
            nth => Some(Role::PROMOTIONS[nth as usize - 1]),
        };
        let best = match (square(42), square(50)) {
            (Some(from), Some(to)) if from != to => Some(Move {
                from,
                to,
                promotion,
            }),
            _ => None,
        };
        Some(Memo {
            value: data as u32 as i32,
            depth: i32::from((data >> 32) as u8),
            bound,
            best,
        })
    }

    #[inline]
    pub(super) fn keep(&mut self, key: u64, found: Memo) {
        let place = self.place(key);
        let entry = &mut self.entries[place];
        let depth = found.depth.clamp(0, 255) as u64;
        if entry.data >> 40 & 3 != 0 && entry.key != key && entry.data >> 32 & 0xff > depth + 2 {
            return;
        }
        let bound = match found.bound {
            Bound::Least => 1,
            Bound::Most => 2,
            Bound::Exact => 3,
        };
        let best = match found.best {
            Some(mv) => {
                let promotion = mv.promotion.and_then(|role| {
                    let nth = Role::PROMOTIONS.iter().position(|one| *one == role)?;
                    Some(nth as u64 + 1)
                });
                mv.from.index() as u64 | (mv.to.index() as u64) << 8 | promotion.unwrap_or(0) << 16
            }
            // Of another search of the same position the move is still worth trying.
            None if entry.key == key => entry.data >> 42 & 0x7_ffff,
            None => 0,
        };
        *entry = Packed {
            key,
            data: u64::from(found.value as u32) | depth << 32 | bound << 40 | best << 42,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found_again() {
        let mut table = Table::new(1_000);
        let found = Memo {
            value: -96_123,
            depth: 7,
            bound: Bound::Most,
            best: Some("e2e4".parse().unwrap()),
        };
        assert!(table.find(12_345).is_none());
        table.keep(12_345, found);
        let again = table.find(12_345).unwrap();
        assert_eq!((again.value, again.depth), (found.value, found.depth));
        assert_eq!((again.bound, again.best), (found.bound, found.best));
        // The move stays when the next search finds none.
        table.keep(
            12_345,
            Memo {
                best: None,
                value: 3,
                ..found
            },
        );
        let again = table.find(12_345).unwrap();
        assert_eq!((again.value, again.best), (3, found.best));
        // A shallow search of another position in the same place does not take it.
        table.keep(12_345 + 1_024, Memo { depth: 1, ..found });
        assert!(table.find(12_345).is_some());
        table.keep(12_345 + 1_024, Memo { depth: 6, ..found });
        assert!(table.find(12_345).is_none());
    }
}
