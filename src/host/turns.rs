//! Turns: one thing at a time for each key.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, Weak},
};

use tokio::sync::{Mutex as Turn, OwnedMutexGuard};

use crate::store::locked;

/// The number of keys that are remembered before those without a holder are dropped.
const MOST_KEPT: usize = 1_000;

/// Locks by key: a task that comes for a key waits for those that came before it for the same one.
/// The locks are tokio's, since a turn may last over an `.await`.
#[derive(Debug)]
pub struct Turns<K>(Mutex<HashMap<K, Weak<Turn<()>>>>);

impl<K> Default for Turns<K> {
    fn default() -> Turns<K> {
        Turns(Mutex::default())
    }
}

impl<K: Eq + Hash> Turns<K> {
    /// Waits for a turn, which ends when the guard is dropped.
    pub async fn take(&self, key: K) -> OwnedMutexGuard<()> {
        self.of(key).lock_owned().await
    }

    fn of(&self, key: K) -> Arc<Turn<()>> {
        let mut turns = locked(&self.0);
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
