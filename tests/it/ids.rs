//! The ids that new matches get.

use std::{collections::HashSet, sync::Arc};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use rondel::{
    host::{Host, Table},
    matchplay::{MatchId, Person, Place},
    rules::Ruleset,
    store::ReadMatches,
};

use crate::{
    noon::NOON,
    now::{nameless, now},
    store::guarded::{Guard, Guarded},
};

/// Says that there are this many matches more than there are, or none at all.
#[derive(Debug)]
enum Counting {
    More(u64),
    None,
}

impl Guard for Counting {
    fn counted(&self, matches: u64) -> u64 {
        match self {
            Counting::More(more) => matches + more,
            Counting::None => 0,
        }
    }
}

fn host(store: &Arc<Guarded<Counting>>) -> Arc<Host> {
    let store = nameless(Arc::clone(store) as _);
    now(Host::new(store, Arc::new(|| NOON), Some(7))).unwrap()
}

fn opened(host: &Arc<Host>, person: u128) -> MatchId {
    let table = Table {
        ruleset: String::from("three-man"),
        options: Ruleset::THREE_MAN,
        place: Place::new("hall/one"),
        seat: None,
        invited: vec![],
        computers: None,
        rated: false,
        time: None,
        private: false,
    };
    let opened = now(host.open(&table, Person(person), None)).unwrap();
    opened.change.after.id()
}

#[test]
fn ids_grow_longer_once_many_are_taken() {
    for (taken, lengths) in [
        (0, [5, 5]),
        (99_999, [5, 7]),
        (27_099_999, [7, 9]),
        (8_000_000_000, [9, 9]),
    ] {
        let host = host(&Arc::new(Guarded::by(Counting::More(taken))));
        let ids = [1, 2].map(|person| opened(&host, person));
        assert_eq!(ids.map(|id| id.as_str().len()), lengths, "{taken}");
    }
}

/// Ids are never reused.
#[test]
fn an_id_in_use_is_drawn_again() {
    let store = Arc::new(Guarded::by(Counting::None));
    // With the same seed, and the same number of matches, the dice fall the same way.
    let ids: HashSet<MatchId> = (1..=5)
        .map(|person| opened(&host(&store), person))
        .collect();
    assert_eq!(ids.len(), 5);
    assert_eq!(now(store.all(None, usize::MAX)).unwrap().len(), 5);
}

#[test]
fn a_free_id_is_found_in_one_and_a_half_draws() {
    let mut dice = ChaCha12Rng::seed_from_u64(7);
    let mut taken = HashSet::new();
    for _ in 0..5 {
        let before = taken.len();
        let draws = (0_u32..).find(|_| {
            let numbers = MatchId::numbers(taken.len() as u64);
            taken.insert(MatchId::numbered(dice.random_range(numbers)));
            taken.len() == before + 50_000
        });
        let draws = 1 + draws.expect("it ends");
        assert!(draws <= 75_000, "{draws} draws after {before}");
    }
}
