//! A channel in which others have thousands of tables and matches: commands read as much of the store
//! there as in an empty one, and take no longer.

use std::{
    future::ready,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use rondel::{
    chats::console::PlainMarkup,
    commands::{Responder, Speaker, Visibility},
    host::{CanSee, DrivenClock, Host},
    matchplay::{Event, Match, MatchId, Moment, Person, Place, Server, Table, open},
    messages::Reply,
    rules::{Color, Ruleset},
    store::{
        Append, EventStore, List, Listing, Pending, ReadMatches, Shelf, Store, Stores,
        embedded::SledStore, memory::MemoryStore, people::People,
    },
};
use tokio::task::{JoinSet, yield_now};

use crate::now::now;
use crate::{
    line::{speaker, typed},
    store::guarded::{Guard, Guarded},
};

const HALL: &str = "house/hall";

/// Commands of those who play there, about their own match.
const OWN: [&str; 7] = [
    "board text:true",
    "look square:a1",
    "history",
    "move move:nonsense",
    "draw action:decline",
    "rematch",
    "leave",
];

/// Commands that read others' matches too, though no more than there is to say.
const OTHERS: [&str; 2] = ["matches", "join"];

/// All other commands, those that change something last.
const ALL_OTHERS: [&str; 24] = [
    "replay",
    "export",
    "export of:me",
    "leaderboard scope:everywhere",
    "leaderboard scope:server period:month",
    "profile",
    "profile user:@ben",
    "rules",
    "settings",
    "server action:show",
    "server action:audit",
    "server action:fairplay",
    "privacy",
    "help",
    "help command:move",
    "settings reminders:twice",
    "server action:set theme:dusk",
    "seat action:grant",
    "pact action:offer",
    "takeback action:offer",
    "pause action:offer",
    "abort action:offer",
    "resign",
    "forget-me",
];

/// Counts what is read of a store.
#[derive(Debug)]
struct Counting {
    read: AtomicUsize,
    /// Number of rows to be read before anything is written; the first tries go by.
    first: usize,
}

impl Counting {
    fn store(first: usize) -> Arc<Guarded<Counting>> {
        let read = AtomicUsize::new(0);
        Arc::new(Guarded::by(Counting { read, first }))
    }

    fn count(&self) -> usize {
        self.read.load(Ordering::Relaxed)
    }
}

impl Guard for Counting {
    fn writes(&self) -> Pending<'_, ()> {
        Box::pin(async {
            for _ in 0..20_000 {
                if self.count() >= self.first {
                    break;
                }
                yield_now().await;
            }
        })
    }

    fn has_read(&self, rows: usize) {
        self.read.fetch_add(rows, Ordering::Relaxed);
    }
}

/// Puts a match of these three into a channel: in turn a table, one under way, a private one, and each
/// time one more that has ended.
async fn add(store: &dyn EventStore, at: &str, number: u32, [white, gray, black]: [Person; 3]) {
    let opening = Table {
        ruleset: String::from("three-man"),
        options: Ruleset::THREE_MAN,
        place: Place::new(at),
        seat: Some(Color::White),
        invited: vec![gray, black],
        computers: None,
        rated: true,
        time: None,
        private: number % 3 == 2 && number.is_multiple_of(2),
    };
    let mut events = open(&opening, white).unwrap();
    if !number.is_multiple_of(3) {
        let seats = [(Color::Gray, gray), (Color::Black, black)];
        events.extend(seats.map(|(seat, person)| Event::Joined { seat, person }));
        events.push(Event::Started);
        if !number.is_multiple_of(2) && number > 1 {
            let reason = String::from("it is over");
            events.push(Event::Aborted { reason });
        }
    }
    let at = Moment(1_000);
    let state = Match::fold(
        MatchId::numbered(1_000 + u64::from(number)),
        events.iter().map(|event| (event, at)),
    )
    .unwrap();
    let append = Append {
        id: MatchId::numbered(1_000 + u64::from(number)),
        expected: 0,
        events,
        at,
        request_id: None,
        listing: Listing::of(&state),
        tell: None,
        note: None,
    };
    store.append(append).await.unwrap();
}

async fn says(responder: &Responder, who: &str, line: &str) -> Reply {
    responder.answer(&typed(stranger(who), HALL, line)).await
}

/// Somebody who also manages the server.
fn stranger(name: &str) -> Speaker {
    Speaker {
        manages: true,
        ..speaker("test", name)
    }
}

/// A responder at a hall in which strangers have matches, and ann, ben and cy have one.
async fn hall(store: Arc<dyn Store>, strangers: u32) -> Responder {
    let people = Arc::new(People::in_memory());
    let meet = |name: &str, person| {
        let known = now(people.meet(&stranger(name).identity, name, || Person(person)));
        known.unwrap()
    };
    let players = [meet("ann", 1), meet("ben", 2), meet("cy", 3)];
    add(store.as_ref(), HALL, 1, players).await;
    let mut adding = JoinSet::new();
    for number in 2..2 + strangers {
        let store = Arc::clone(&store);
        let other = move |seat| Person(u128::from(number) * 10 + seat);
        adding.spawn(async move {
            add(store.as_ref(), HALL, number, [1, 2, 3].map(other)).await;
        });
        if adding.len() == 256 {
            adding.join_next().await.unwrap().unwrap();
        }
    }
    adding.join_all().await;
    responder(store, people)
}

fn responder(matches: Arc<dyn Store>, people: Arc<People>) -> Responder {
    let clock = Arc::new(DrivenClock::at(Moment(1_700_000_000_000)));
    let host = now(Host::new(Stores { matches, people }, clock, Some(1))).unwrap();
    let responder = Responder::new(host, Arc::new(PlainMarkup));
    responder.with_pictures(false)
}

/// Counts the rows and matches that are read of the store for each of these. It is asked twice and
/// counted the second time: the first one unfolds matches, of which the asker may have seen some.
async fn reads(strangers: u32, asked: &[&str], askers: &[&str]) -> Vec<(String, usize)> {
    let counting = Counting::store(0);
    let responder = hall(counting.clone(), strangers).await;
    let mut reads = Vec::new();
    for round in 0..2 {
        for line in asked {
            for who in askers {
                let before = counting.guard.count();
                says(&responder, who, line).await;
                let read = counting.guard.count() - before;
                if round > 0 {
                    reads.push((format!("{who}: {line}"), read));
                }
            }
        }
    }
    reads
}

#[tokio::test]
async fn no_command_reads_more_where_others_have_more_matches() {
    let quiet = reads(0, &OWN, &["ann", "ben"]).await;
    for strangers in [3, 300] {
        let crowded = reads(strangers, &OWN, &["ann", "ben"]).await;
        assert_eq!(crowded, quiet);
    }
    let all = [&OWN[..], &OTHERS].concat();
    let few = reads(400, &all, &["ann", "dora"]).await;
    let many = reads(1_600, &all, &["ann", "dora"]).await;
    assert_eq!(few, many);
    let most = many.iter().map(|(_, read)| *read).max();
    assert!(most.is_some_and(|most| most < 800), "{many:?}");
}

/// No list that grows with all matches, or with all that have ended, is read as a whole.
#[tokio::test]
async fn no_command_at_all_reads_more_where_there_are_more_matches() {
    let mut all = [&OWN[..], &OTHERS, &ALL_OTHERS].concat();
    // Its match is over by the second time, and then it counts open tables, a thousand at most.
    all.retain(|line| *line != "rematch");
    let few = reads(400, &all, &["ann", "dora"]).await;
    let many = reads(1_600, &all, &["ann", "dora"]).await;
    assert_eq!(few, many);
    let read: usize = many.iter().map(|(_, read)| read).sum();
    println!(
        "{} commands read {read} rows, beside 400 matches and 1,600",
        many.len()
    );
}

/// Only the hall is seen.
#[derive(Debug)]
struct OnlyHall;

impl Visibility for OnlyHall {
    fn is_seen<'a>(&'a self, place: &'a Place, _: &'a Speaker) -> CanSee<'a> {
        Box::pin(ready(place.as_str() == HALL))
    }
}

#[tokio::test]
async fn what_is_played_here_is_listed_beside_hundreds_that_are_hidden() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let theirs = [4, 5, 6].map(Person);
    let id = |number: u32| MatchId::numbered(1_000 + u64::from(number));
    let mut numbers: Vec<u32> = (4..400).step_by(3).collect();
    numbers.sort_by_key(|number| id(*number));
    // Lists are in order of the ids.
    let last = numbers.pop().unwrap();
    for number in numbers {
        add(store.as_ref(), "house/attic", number, theirs).await;
    }
    add(store.as_ref(), HALL, last, theirs).await;
    let responder = hall(store, 0).await.with_visibility(Arc::new(OnlyHall));
    let listed = says(&responder, "dora", "matches").await;
    let is_listed = |number: &u32| listed.text().contains(id(*number).as_str());
    let shown: Vec<u32> = (0..400).filter(is_listed).collect();
    assert_eq!(shown, [1, last], "{listed:?}");
}

#[tokio::test]
async fn of_many_tables_opened_at_once_by_one_person_three_are_open() {
    // Each reads whose matches there are, and three lists of tables.
    let (tables, reads) = (60, 4);
    let counting = Counting::store(tables * reads);
    let responder = Arc::new(responder(counting.clone(), Arc::new(People::in_memory())));
    let mut opening = JoinSet::new();
    for _ in 0..tables {
        let responder = Arc::clone(&responder);
        opening.spawn(async move { says(&responder, "ann", "play").await.refused() });
    }
    let refused = opening.join_all().await;
    let limited = refused
        .iter()
        .filter(|refused| **refused == Some("rate-limited"));
    let open = List::In(Shelf::Table, Server::new("house"));
    let open = now(counting.listed(&open, None, usize::MAX)).unwrap().len();
    assert_eq!((open, limited.count()), (3, tables - 3));
}

/// A number that the environment may set.
fn number(name: &str, usual: u32) -> u32 {
    let set = std::env::var(name).ok().and_then(|set| set.parse().ok());
    set.unwrap_or(usual)
}

fn p99(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[(times.len() - 1) * 99 / 100]
}

/// `.ci/long tables`: in files, and by the clock.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "is timed"]
async fn commands_take_no_longer_where_others_have_thousands_of_matches() {
    let (strangers, worse) = (
        number("RONDEL_HALL", 2_000),
        number("RONDEL_HALL_WORSE", 100),
    );
    let directory = tempfile::tempdir().unwrap();
    let open = |name: &str| Arc::new(SledStore::open(&directory.path().join(name)).unwrap());
    let quiet = hall(open("quiet"), 0).await;
    let crowded = hall(open("crowded"), strangers).await;
    let mut times: [Vec<Duration>; 2] = Default::default();
    // One after the other, so that whatever else the machine does holds up both.
    for round in 0..300 {
        for line in OWN {
            let who = ["ann", "ben", "cy"][round % 3];
            for (responder, times) in [&quiet, &crowded].into_iter().zip(&mut times) {
                let begun = Instant::now();
                says(responder, who, line).await;
                // The first ones take longer.
                times.extend((round > 20).then(|| begun.elapsed()));
            }
        }
    }
    let [quiet, crowded] = times.each_mut().map(|times| p99(times));
    println!("hall: beside {strangers} matches of others p99 {crowded:.2?}, alone {quiet:.2?}");
    assert!(crowded * 100 <= quiet * (100 + worse));
}
