//! The host's standings: the same whether it took matches in as they ended, after a start, or from scratch.

use std::{ops::Range, path::Path, sync::Arc};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use rondel::{
    chats::discord::DiscordMarkup,
    commands::Responder,
    host::{Host, Table},
    matchplay::{Command, MatchId, Moment, MoveInput, Person, Place, Stage},
    rules::{Color, OfferAction},
    rulesets::Rulesets,
    standings::Standings,
    store::{
        Append, Store, StoreError, Subject,
        embedded::SledStore,
        memory::MemoryStore,
        preferences::{PersonPreferences, ServerPreferences},
    },
};

use super::{START, finished};
use crate::line::{speaker, typed};
use crate::now::{nameless, now};
use crate::store::samples::{id, listing, put, set};

pub(crate) fn host(store: &Arc<dyn Store>) -> Arc<Host> {
    let clock = Arc::new(|| Moment(START));
    now(Host::new(nameless(Arc::clone(store)), clock, Some(7))).unwrap()
}

/// Plays a few moves of a match and ends it in one way or another.
pub(crate) async fn play(host: &Arc<Host>, dice: &mut StdRng) -> MatchId {
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

pub(crate) async fn bytes(host: &Host) -> Vec<u8> {
    host.standings(Standings::encode).await.unwrap()
}

/// Plays this many matches, and asks every so often.
async fn play_many(store: &Arc<dyn Store>, seed: u64, count: u64) {
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
    let incremental = bytes(&host).await;
    let fresh = self::host(store);
    for _ in 0..2 {
        let rebuilt = fresh.rebuild_standings(Standings::clone).await.unwrap();
        assert_eq!(rebuilt.encode(), incremental);
        assert_eq!(rebuilt.upto().map(|(number, _)| number), Some(count));
        assert!(
            rebuilt.matches() as u64 > count / 3,
            "{}",
            rebuilt.matches()
        );
        assert_eq!(now(store.kept_standings()).unwrap().unwrap(), incremental);
    }
    assert_eq!(bytes(&self::host(store)).await, incremental);
    println!("standings checked: {count} matches that ended, rebuilt twice the same");
}

/// `RONDEL_STANDINGS` says how many.
#[test]
fn real_matches_fold_to_the_same_bytes_bit_by_bit_and_anew() {
    let count = std::env::var("RONDEL_STANDINGS").map_or(300, |count| count.parse().unwrap());
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    now(play_many(&store, 1, count));
}

#[test]
fn standings_on_files_are_the_same_after_each_start() {
    let dir = tempfile::tempdir().unwrap();
    let open = |path: &Path| -> Arc<dyn Store> { Arc::new(SledStore::open(path).unwrap()) };
    let store = open(dir.path());
    now(play_many(&store, 2, 60));
    let before = now(bytes(&host(&store)));
    drop(store);
    let store = open(dir.path());
    assert_eq!(now(bytes(&host(&store))), before);
}

/// A store with one match that has ended, this many times under other ids.
fn of_many(count: u32) -> Arc<dyn Store> {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    put_many(&store, 0..count);
    store
}

fn put_many(store: &Arc<dyn Store>, numbers: Range<u32>) {
    let played = now(async {
        let played: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let host = host(&played);
        let mut dice = StdRng::seed_from_u64(3);
        loop {
            let id = play(&host, &mut dice).await;
            if host.standings(Standings::matches).await.unwrap() == 1 {
                return played.load(id).await.unwrap();
            }
        }
    });
    for number in numbers {
        let append = Append {
            events: played.iter().map(|(event, _)| event.clone()).collect(),
            at: Moment(START + i64::from(number)),
            listing: listing(false, &["hall"], &[1]),
            ..crate::store::samples::append(id(number), 0)
        };
        put(&**store, append).unwrap();
    }
}

#[test]
fn standings_are_kept_now_and_then_and_read_when_they_fit_the_store() {
    let store = of_many(1_100);
    assert_eq!(now(store.kept_standings()).unwrap(), None);
    let whole = now(bytes(&host(&store)));
    let kept = now(store.kept_standings()).unwrap().unwrap();
    assert_eq!(kept, whole);
    // What was kept is gone on with: it is read, whatever it says, as long as it ends as the store.
    let upto = Standings::decode(&whole).unwrap().upto().unwrap();
    let mut other = Standings::default();
    other.apply(&finished(1, [77, 78, 79]));
    other.pass(upto.0, upto.1);
    now(store.keep_standings(other.encode())).unwrap();
    assert_eq!(now(bytes(&host(&store))), other.encode());
    // What ends otherwise, has come further, or is damaged is not.
    let mut damaged = other.encode();
    damaged[40] ^= 1;
    other.pass(upto.0, id(4_000));
    let elsewhere = other.encode();
    other.pass(upto.0 + 1, upto.1);
    for bad in [damaged, elsewhere, other.encode(), b"nonsense".to_vec()] {
        now(store.keep_standings(bad)).unwrap();
        assert_eq!(now(bytes(&host(&store))), whole);
        // And it is replaced at once.
        assert_eq!(now(store.kept_standings()).unwrap().unwrap(), whole);
    }
    // What has ended since is added to what was kept.
    put_many(&store, 1_100..1_200);
    let later = now(bytes(&host(&store)));
    assert_eq!(now(store.kept_standings()).unwrap().unwrap(), whole);
    assert_ne!(later, whole);
    let rebuilt = now(host(&store).rebuild_standings(Standings::encode)).unwrap();
    assert_eq!(later, rebuilt);
    assert_eq!(now(store.kept_standings()).unwrap().unwrap(), rebuilt);
}

#[test]
fn preferences_hold_at_once_and_after_a_start() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
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
    now(async {
        for person in [1, 2].map(Person) {
            let hide = |set: &mut PersonPreferences| set.public = false;
            let set = first.change_preferences(person, hide).await;
            assert_eq!(set, Ok(hidden.clone()));
        }
        let show = |set: &mut PersonPreferences| set.public = true;
        first.change_preferences(Person(2), show).await.unwrap();
        let rate = |set: &mut ServerPreferences| {
            set.rated_computers = true;
            Ok::<_, StoreError>(Vec::new())
        };
        let set = first.change_server(&here, Person(1), rate).await;
        assert_eq!(set, Ok(rated.clone()));
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
    set(&*store, Subject::Person(Person(3)), &later, None).unwrap();
    let refused = now(Host::new(
        nameless(Arc::clone(&store)),
        Arc::new(|| Moment(START)),
        None,
    ))
    .unwrap_err();
    assert!(matches!(refused, StoreError::Failed(_)), "{refused}");
}

/// Fault H11: an aborted match told the ratings of another one that had ended in the same moment.
#[tokio::test]
async fn an_aborted_match_tells_no_ratings_of_another_one_of_its_moment() {
    let clock = Arc::new(|| Moment(START));
    let host = now(Host::new(Arc::new(MemoryStore::new()), clock, Some(7))).unwrap();
    let responder = Responder::new(host, Arc::new(DiscordMarkup));
    let asks = async |who: &str, line: &str| {
        let asked = typed(speaker("discord", who), "discord/1/7", line);
        responder.answer(&asked).await
    };
    for (ends, tells) in [
        ("resign confirm:true", true),
        ("abort action:offer", false),
        ("resign confirm:true", true),
    ] {
        asks("1", "play ruleset:duel seat:white").await;
        asks("2", "join").await;
        let ended = asks("1", ends).await;
        assert!(
            ended.news.ends() && ended.refused().is_none(),
            "{}",
            ended.text()
        );
        assert_eq!(
            ended.text().says("rating-changes"),
            tells,
            "{}",
            ended.text()
        );
    }
}
