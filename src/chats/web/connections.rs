//! How many connections each address has, and how many sockets each browser.

use std::{
    collections::HashMap,
    hash::Hash,
    net::IpAddr,
    sync::{Arc, Mutex},
};

use crate::store::locked;

/// The most connections of one address at once, sockets among them: a school behind one address, and far
/// from all that there are.
pub(super) const MOST_OF_ADDRESS: usize = 256;

/// A place among the connections of an address; of `None` while a proxy has not named the visitor.
pub(super) type ConnectionPlace = CountedPlace<Option<IpAddr>>;

/// What is open, by whom it is counted for.
#[derive(Debug)]
pub(super) struct Counts<K>(Arc<Mutex<HashMap<K, usize>>>);

/// A place among what is open, until it is dropped.
#[derive(Debug)]
pub(super) struct CountedPlace<K: Eq + Hash> {
    all: Counts<K>,
    of: Mutex<K>,
}

impl<K> Default for Counts<K> {
    fn default() -> Self {
        Counts(Arc::default())
    }
}

impl<K: Clone + Eq + Hash> Counts<K> {
    /// Takes one more place; `None` if there are this many already.
    pub(super) fn take(&self, of: &K, most: usize) -> Option<CountedPlace<K>> {
        self.add(of, most).then(|| CountedPlace {
            all: Counts(Arc::clone(&self.0)),
            of: Mutex::new(of.clone()),
        })
    }

    fn add(&self, of: &K, most: usize) -> bool {
        let mut all = locked(&self.0);
        let count = all.entry(of.clone()).or_default();
        let has_room = *count < most;
        *count += usize::from(has_room);
        has_room
    }
}

impl<K: Eq + Hash> Counts<K> {
    fn remove(&self, of: &K) {
        let mut all = locked(&self.0);
        if let Some(count) = all.get_mut(of) {
            *count -= 1;
            if *count == 0 {
                all.remove(of);
            }
        }
    }
}

impl<K: Clone + Eq + Hash> CountedPlace<K> {
    /// Counts it for somebody else: a proxy's connections are those of the visitors that it names. Returns
    /// false, and changes nothing, if that one has this many already.
    pub(super) fn give_to(&self, other: &K, most: usize) -> bool {
        let mut of = locked(&self.of);
        if *of == *other {
            return true;
        }
        let is_given = self.all.add(other, most);
        if is_given {
            self.all.remove(&of);
            *of = other.clone();
        }
        is_given
    }
}

impl<K: Eq + Hash> Drop for CountedPlace<K> {
    fn drop(&mut self) {
        self.all.remove(&locked(&self.of));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    #[test]
    fn one_address_is_limited_and_others_have_theirs() {
        let all = Counts::default();
        let many = || (0..MOST_OF_ADDRESS).map(|_| all.take(&address(1), MOST_OF_ADDRESS).unwrap());
        let mut places: Vec<_> = many().collect();
        assert!(all.take(&address(1), MOST_OF_ADDRESS).is_none());
        let other = all.take(&address(2), MOST_OF_ADDRESS).unwrap();
        places.pop();
        let last = all.take(&address(1), MOST_OF_ADDRESS).unwrap();
        // Through a proxy it is that of a visitor who has room, or of nobody.
        assert!(!other.give_to(&address(1), MOST_OF_ADDRESS));
        assert!(
            last.give_to(&address(3), MOST_OF_ADDRESS)
                && last.give_to(&address(3), MOST_OF_ADDRESS)
        );
        assert!(other.give_to(&address(1), MOST_OF_ADDRESS));
        drop((places, other, last));
        assert!(locked(&all.0).is_empty());
    }
}
