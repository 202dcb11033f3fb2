//! States as they were sent last, so that each is made once.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex},
};

use axum::body::Bytes;
use tokio::sync::OnceCell;

use super::state::Aspect;
use crate::{matchplay::MatchId, messages::Language, store::locked};

/// States as they were sent last. Each is made once, however many watch.
#[derive(Debug, Default)]
pub(super) struct States {
    made: Mutex<Made>,
}

#[derive(Debug, Default)]
struct Made {
    states: HashMap<Key, Arc<OnceCell<Bytes>>>,
    order: VecDeque<Key>,
}

/// What a state depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) id: MatchId,
    pub(super) version: u64,
    pub(super) since: Option<u64>,
    pub(super) aspect: Aspect,
    pub(super) language: Language,
}

/// The most states that are kept.
const MOST_STATES: usize = 256;

impl States {
    pub(super) fn cell(&self, key: &Key) -> Arc<OnceCell<Bytes>> {
        let mut made = locked(&self.made);
        if let Some(cell) = made.states.get(key) {
            return Arc::clone(cell);
        }
        if made.order.len() >= MOST_STATES
            && let Some(oldest) = made.order.pop_front()
        {
            made.states.remove(&oldest);
        }
        let cell = Arc::<OnceCell<_>>::default();
        made.order.push_back(key.clone());
        made.states.insert(key.clone(), Arc::clone(&cell));
        cell
    }
}
