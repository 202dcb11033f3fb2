//! Maps that hold no more than a number of entries.

use std::{
    fmt,
    hash::Hash,
    num::NonZeroUsize,
    ops::{Deref, DerefMut},
};

use lru::LruCache;

/// A map of at most `MOST` entries: the one that was not used for longest makes room for a new one.
/// A flood of new ones does not make it forget all others at once.
pub struct Latest<K: Hash + Eq, V, const MOST: usize>(LruCache<K, V>);

impl<K: Hash + Eq, V, const MOST: usize> Default for Latest<K, V, MOST> {
    fn default() -> Self {
        let most = NonZeroUsize::new(MOST).unwrap_or(NonZeroUsize::MIN);
        // Nothing is allocated before it is needed.
        let mut entries = LruCache::unbounded();
        entries.resize(most);
        Latest(entries)
    }
}

impl<K: Hash + Eq, V, const MOST: usize> fmt::Debug for Latest<K, V, MOST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {MOST}", self.0.len())
    }
}

impl<K: Hash + Eq, V, const MOST: usize> Deref for Latest<K, V, MOST> {
    type Target = LruCache<K, V>;

    fn deref(&self) -> &LruCache<K, V> {
        &self.0
    }
}

impl<K: Hash + Eq, V, const MOST: usize> DerefMut for Latest<K, V, MOST> {
    fn deref_mut(&mut self) -> &mut LruCache<K, V> {
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_one_not_used_for_longest_makes_room() {
        let mut latest = Latest::<u64, (), 100>::default();
        for number in 0..100 {
            latest.put(number, ());
        }
        for number in 100..1_000_000 {
            assert!(latest.get(&7).is_some(), "{number}");
            latest.put(number, ());
            assert_eq!(latest.len(), 100);
        }
        assert!(latest.contains(&999_999) && !latest.contains(&8));
    }
}
