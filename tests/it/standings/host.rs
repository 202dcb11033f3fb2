//! The host's standings: the same whether it took matches in as they ended, after a start, or from scratch.

use std::{path::Path, sync::Arc};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use rondel::{
    host::{Host, Table},
    matchplay::{Command, MatchId, Moment, MoveInput, Person, Place, Stage},
    rules::{Color, OfferAction},
    rulesets::Rulesets,
    standings::Standings,
    store::{
        EventStore, StoreError, Subject,
        memory::MemoryStore,
        preferences::{PersonPreferences, ServerPreferences},
        sled::SledStore,
    },
};

use super::START;
use crate::store::samples::wait;

fn host(store: &Arc<dyn EventStore>) -> Arc<Host> {
    let clock = Arc::new(|| Moment(START));
    Host::new(Arc::clone(store), clock, Some(7)).unwrap()
}

/// Plays a few moves of a match and ends it in one way or another.
async fn play(host: &Arc<Host>, dice: &mut StdRng) -> MatchId {
    let presets = Rulesets::presets();
    let known = presets.iter().nth(dice.random_range(0..6)).unwrap();
    let first = dice.random_range(1..30_u128);
    let table = Table {
        ruleset: known.name.to_string(),
        options: known.ruleset,
        place: Place::new(["discord/1/2", "console/hall"][dice.random_range(0..2)]),
        seat: Some(Color::White),
        invited: vec![],
        computers: None,
        rated: dice.random_range(0..8) > 0,
        time: None,
        private: false,
    };
    let opened = host.open(&table, Person(first), None).await.unwrap();
    let id = opened.change.after.id();
    if dice.random_range(0..10) == 0 {
        // Given up before it began: it is among the ends, and comes to nothing.
        let close = Command::Abort(OfferAction::Offer);
        host.submit(id, Person(first), &close, None, None)
            .await
            .unwrap();
        return id;
    }
    let mut state = opened.change.after;
    for next in 1.. {
        if state.stage() == Stage::Running {
            break;
        }
        let join = Command::Join { seat: None };
        let done = host.submit(id, Person(first + next), &join, None, None);
        state = done.await.unwrap().change.after;
    }
    for _ in 0..dice.random_range(0..12) {
        if state.stage() == Stage::Ended {
            break;
        }
        let legal = state.position().legal_moves();
        let mv = Command::Move {
            mv: MoveInput::Typed(legal[dice.random_range(0..legal.len())].to_string()),
            claim: false,
        };
        let mover = state.to_move().unwrap();
        state = host
            .submit(id, mover, &mv, None, None)
            .await
            .unwrap()
            .change
            .after;
    }
    let ending = match dice.random_range(0..3) {
        0 => Command::Draw(OfferAction::Offer),
        1 => Command::Abort(OfferAction::Offer),
        _ => Command::Resign {
            confirmed: true,
            winner: None,
        },
    };
    // The one who asks first may settle it alone; one who resigns for nobody in particular may not, in
    // some rulesets, and agrees to a draw with the others then.
    for wish in [ending, Command::Draw(OfferAction::Offer)] {
        let people: Vec<Person> = state
            .seats()
            .iter()
            .filter_map(|(_, seat)| seat.player())
            .collect();
        for person in people {
            if host.state(id).await.unwrap().unwrap().stage() == Stage::Running {
                // What is refused here changes nothing.
                let _ = host.submit(id, person, &wish, None, None).await;
            }
        }
    }
    assert_eq!(host.state(id).await.unwrap().unwrap().stage(), Stage::Ended);
    id
}

async fn digest(host: &Host) -> String {
    host.standings(Standings::digest).await.unwrap()
}

/// Plays this many matches, and asks every so often.
async fn play_many(store: &Arc<dyn EventStore>, seed: u64, count: u64) {
    let mut dice = StdRng::seed_from_u64(seed);
    let mut host = host(store);
    for number in 1..=count {
        let id = play(&host, &mut dice).await;
        if dice.random_range(0..10) == 0 {
            let upto = host.standings(Standings::upto).await.unwrap();
            assert_eq!(upto.map(|(_, last)| last), Some(id));
        }
        if number % 40 == 0 {
            host = self::host(store);
        }
    }
    let incremental = digest(&host).await;
    for _ in 0..2 {
        let fresh = self::host(store);
        let rebuilt = fresh.standings(Standings::clone).await.unwrap();
        assert_eq!(rebuilt.digest(), incremental);
        assert_eq!(rebuilt.upto().map(|(number, _)| number), Some(count));
        assert!(
            rebuilt.matches() as u64 > count / 3,
            "{}",
            rebuilt.matches()
        );
    }
    println!("standings checked: {count} matches that ended, rebuilt twice the same");
}

/// `RONDEL_STANDINGS` says how many.
#[test]
fn real_matches_fold_to_the_same_digest_bit_by_bit_and_anew() {
    let count = std::env::var("RONDEL_STANDINGS").map_or(300, |count| count.parse().unwrap());
    let store: Arc<dyn EventStore> = Arc::new(MemoryStore::new());
    wait(play_many(&store, 1, count));
}

#[test]
fn standings_on_files_are_the_same_after_each_start() {
    let dir = tempfile::tempdir().unwrap();
    let open = |path: &Path| -> Arc<dyn EventStore> { Arc::new(SledStore::open(path).unwrap()) };
    let store = open(dir.path());
    wait(play_many(&store, 2, 60));
    let before = wait(digest(&host(&store)));
    drop(store);
    let store = open(dir.path());
    assert_eq!(wait(digest(&host(&store))), before);
}

#[test]
fn preferences_hold_at_once_and_after_a_start() {
    let store: Arc<dyn EventStore> = Arc::new(MemoryStore::new());
    let (here, there) = (Place::new("discord/1/2"), Place::new("discord/1/3"));
    let hidden = PersonPreferences {
        public: false,
        ..PersonPreferences::default()
    };
    let rated = ServerPreferences {
        rated_computers: true,
        ..ServerPreferences::default()
    };
    let first = host(&store);
    assert_eq!(
        first.preferences_of(Person(1)),
        PersonPreferences::default()
    );
    assert_eq!(
        first.server_preferences(&here),
        ServerPreferences::default()
    );
    wait(async {
        first.prefer(Person(1), hidden.clone()).await.unwrap();
        first.prefer(Person(2), hidden.clone()).await.unwrap();
        let public = PersonPreferences::default();
        first.prefer(Person(2), public).await.unwrap();
        first.prefer_in(&here, rated.clone()).await.unwrap();
    });
    for host in [first, host(&store)] {
        assert_eq!(host.preferences_of(Person(1)), hidden);
        assert_eq!(host.hidden().into_iter().collect::<Vec<_>>(), [Person(1)]);
        // They are the server's, in all of its rooms, and nobody else's.
        assert_eq!(host.server_preferences(&there), rated);
        let elsewhere = Place::new("discord/2/2");
        assert_eq!(
            host.server_preferences(&elsewhere),
            ServerPreferences::default()
        );
    }
    let later = String::from(r#"{"v":2,"public":true,"more":1}"#);
    wait(store.set_preferences(Subject::Person(Person(3)), later, None)).unwrap();
    let refused = Host::new(Arc::clone(&store), Arc::new(|| Moment(START)), None).unwrap_err();
    assert!(matches!(refused, StoreError::Failed(_)), "{refused}");
}
