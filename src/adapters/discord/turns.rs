//! One thing at a time for each of many.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use tokio::sync::{Mutex as Turn, OwnedMutexGuard};

/// How many are remembered before those that nobody holds are forgotten.
const MOST_KEPT: usize = 1_000;

/// Lets whoever comes for the same key wait for whoever came before.
#[derive(Debug)]
pub(super) struct Turns<K>(Mutex<HashMap<K, Weak<Turn<()>>>>);

impl<K> Default for Turns<K> {
    fn default() -> Turns<K> {
        Turns(Mutex::default())
    }
}

impl<K: Eq + Hash> Turns<K> {
    /// Waits for one's turn, which lasts as long as what is returned.
    pub(super) async fn take(&self, key: K) -> OwnedMutexGuard<()> {
        self.of(key).lock_owned().await
    }

    fn of(&self, key: K) -> Arc<Turn<()>> {
        let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if turns.len() >= MOST_KEPT {
            turns.retain(|_, turn| turn.strong_count() > 0);
        }
        if let Some(turn) = turns.get(&key).and_then(Weak::upgrade) {
            return turn;
        }
        let turn = Arc::new(Turn::new(()));
        turns.insert(key, Arc::downgrade(&turn));
        turn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn turns_for_one_key_exclude_each_other_and_are_forgotten() {
        let turns = Turns::default();
        let first = turns.take(1).await;
        assert!(turns.of(1).try_lock_owned().is_err());
        assert!(turns.of(2).try_lock_owned().is_ok());
        drop(first);
        assert!(turns.of(1).try_lock_owned().is_ok());
        let held = turns.take(0).await;
        for key in 1..10_000 {
            turns.take(key).await;
        }
        assert!(turns.0.lock().unwrap().len() <= MOST_KEPT);
        assert!(turns.of(0).try_lock_owned().is_err());
        drop(held);
    }
}
