//! Many open matches in PostgreSQL: a process is ready over them as soon, and as small, as over few, and
//! what it is asked takes milliseconds.
//!
//! `RONDEL_OPEN` is the number of matches, of ten events each, 2,000 unless set; `RONDEL_OPEN_IDS` the number of ids
//! that are drawn, 150,000 unless set. With `RONDEL_OPEN_TIMED=yes` the figures must be as the program promises.

use std::{
    collections::BTreeSet,
    env,
    io::{Read, Write},
    net::TcpStream,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use local_postgres::Server;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use rondel::{
    chats::console::PlainMarkup,
    commands::Responder,
    host::{Clock, Host, SystemClock},
    matchplay::{Command, Event, Match, MatchId, Moment, MoveInput, Person, Place},
    store::{
        Append, AppendError, EventStore, Listing, PreferenceStore, ReadMatches, RowChange,
        StoredRow, Subject, preferences::PersonPreferences,
    },
};
use tokio::{
    runtime::{Builder, Runtime},
    task::JoinSet,
};

use super::samples::request_id;
use crate::{
    line::{speaker, typed},
    noon::{NOON, Noon},
    now::now,
    postgres,
    web::process::Running,
};

/// The matches of a server, and the people who play them.
const IN_ONE: u32 = 100;
const PEOPLE: u32 = 30;
/// The events of a match, those of its opening, and the moves after it.
const EVENTS: usize = 10;
const OPENING: usize = EVENTS - MOVES.len();
const MOVES: [&str; 5] = ["b1c3", "j1k3", "r1s3", "c3b1", "k3j1"];
/// Appends that wait at the same time.
const SIDE_BY_SIDE: usize = 512;
/// The matches with which many are compared.
const FEW: u32 = 1_000;
/// The people who have set something: as many everywhere, since a process reads all that was set.
const SETTINGS: u32 = 1_000;
/// The starts of a process, and the rounds of questions, of which the best counts.
const STARTS: usize = 15;
const ROUNDS: usize = 3;
const DAY: i64 = 86_400_000;

fn number(name: &str, usual: u32) -> u32 {
    let set = env::var(name).ok().and_then(|set| set.parse().ok());
    set.unwrap_or(usual)
}

/// Returns true if the figures must be as promised.
fn is_timed() -> bool {
    env::var("RONDEL_OPEN_TIMED").is_ok_and(|set| set == "yes")
}

/// Returns the number of questions of each kind in a round.
fn questions() -> usize {
    if is_timed() { 1_000 } else { 100 }
}

/// Matches in a database of their own.
struct Crowd {
    address: String,
    matches: u32,
}

/// Returns the channel of a match. In the first server is one with a hundredth of all.
fn place(number: u32, matches: u32) -> Place {
    if number < matches / 100 {
        return Place::new("test/hall/hall");
    }
    let (server, channel) = (number / IN_ONE, number % 4);
    Place::new(&format!("test/{server}/{channel}"))
}

/// Returns the people of a match, who play ten in their server.
fn players(number: u32) -> [Person; 3] {
    [0, 1, 2].map(|seat| {
        let nth = (number % IN_ONE * 3 + seat) % PEOPLE;
        Person(u128::from(number / IN_ONE * PEOPLE + nth + 1))
    })
}

/// Returns the events of a match of the people 1, 2 and 3.
fn template() -> Vec<Event> {
    let noon = Noon::at(NOON);
    let id = now(noon.begin("test/0/0", "3d".parse().ok()));
    for (nth, text) in MOVES.into_iter().enumerate() {
        let mv = MoveInput::Typed(text.to_owned());
        let command = Command::Move { mv, claim: false };
        let person = Person(nth as u128 % 3 + 1);
        now(noon.host.submit(id, person, &command, None, None)).unwrap();
    }
    let events = now(noon.store.load(id)).unwrap().into_iter();
    let events: Vec<Event> = events.map(|(event, _)| event).collect();
    assert_eq!(events.len(), EVENTS, "{events:?}");
    events
}

/// Returns the same events at another place with other people.
fn events(template: &[Event], at: &Place, players: [Person; 3]) -> Vec<Event> {
    let told = template.iter().cloned().map(|mut event| {
        if let Event::Opened { opener, place, .. } = &mut event {
            (*opener, *place) = (players[0], at.clone());
        }
        if let Some(person) = event.person_mut() {
            *person = players[person.0 as usize - 1];
        }
        event
    });
    told.collect()
}

fn today() -> Moment {
    SystemClock::start().read().now
}

fn runtime() -> Runtime {
    let mut builder = Builder::new_multi_thread();
    builder.worker_threads(2).enable_all().build().unwrap()
}

/// The next append of a match. The first one has no id yet.
struct Next {
    number: u32,
    from: usize,
    to: usize,
}

impl Next {
    fn append(&self, id: MatchId, matches: u32, template: &[Event], today: Moment) -> Append {
        let Next { number, from, to } = *self;
        let at = today.plus(-i64::from(number) * 7_919 % DAY);
        let mut events = events(&template[..to], &place(number, matches), players(number));
        let state = Match::fold(id, events.iter().map(|event| (event, at))).unwrap();
        Append {
            id,
            expected: from as u64,
            events: events.split_off(from),
            at,
            request_id: request_id(&format!("{number}/{to}")),
            listing: Listing::of(&state),
            tell: None,
            note: None,
        }
    }
}

impl Crowd {
    /// Fills a database: all matches are opened, then all have their first move, then the second, as it is
    /// when people play over days.
    fn gather(server: &Server, matches: u32) -> Crowd {
        let begun = Instant::now();
        let database = server.database();
        let address = server.address(&database);
        let store = Arc::new(postgres::open(&address));
        let (template, today) = (Arc::new(template()), today());
        let (taken, draws) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let dice = Arc::new(Mutex::new(ChaCha12Rng::seed_from_u64(u64::from(matches))));
        let runtime = runtime();
        let ids: Vec<MatchId> = runtime.block_on(async {
            let mut opening = JoinSet::new();
            let mut ids = vec![None; matches as usize];
            let mut note = |opened: Result<(u32, MatchId), _>| {
                let (number, id): (u32, MatchId) =
                    Result::<_, tokio::task::JoinError>::unwrap(opened);
                ids[number as usize] = Some(id);
            };
            for number in 0..matches {
                let (store, template, dice) =
                    (Arc::clone(&store), Arc::clone(&template), Arc::clone(&dice));
                let (taken, draws) = (Arc::clone(&taken), Arc::clone(&draws));
                opening.spawn(async move {
                    let next = Next {
                        number,
                        from: 0,
                        to: OPENING,
                    };
                    loop {
                        // As the host draws them.
                        let numbers = MatchId::numbers(taken.load(Ordering::Relaxed));
                        let id = MatchId::numbered(dice.lock().unwrap().random_range(numbers));
                        draws.fetch_add(1, Ordering::Relaxed);
                        let append = next.append(id, matches, &template, today);
                        match store.append(append).await {
                            Err(AppendError::Conflict { .. }) => {}
                            appended => {
                                appended.unwrap();
                                taken.fetch_add(1, Ordering::Relaxed);
                                return (number, id);
                            }
                        }
                    }
                });
                if opening.len() >= SIDE_BY_SIDE {
                    note(opening.join_next().await.unwrap());
                }
            }
            while let Some(opened) = opening.join_next().await {
                note(opened);
            }
            ids.into_iter().map(Option::unwrap).collect()
        });
        runtime.block_on(async {
            for from in OPENING..EVENTS {
                let mut moving = JoinSet::new();
                for (number, id) in (0..).zip(&ids) {
                    let (store, template, id) = (Arc::clone(&store), Arc::clone(&template), *id);
                    moving.spawn(async move {
                        let to = from + 1;
                        let append =
                            Next { number, from, to }.append(id, matches, &template, today);
                        store.append(append).await.unwrap();
                    });
                    if moving.len() >= SIDE_BY_SIDE {
                        moving.join_next().await.unwrap().unwrap();
                    }
                }
                moving.join_all().await;
            }
            for person in 1..=SETTINGS {
                let prefers = PersonPreferences {
                    public: false,
                    ..PersonPreferences::default()
                };
                let subject = Subject::Person(Person(person.into()));
                let change = RowChange {
                    subject,
                    seen: None,
                    text: prefers.encode(),
                    note: None,
                };
                store.set_preferences(change).await.unwrap();
            }
        });
        let people = format!(
            "INSERT INTO people
            SELECT lpad(to_hex(n), 32, '0'), 'test', 'p' || n, 'Player ' || n
            FROM generate_series(1, {}) n",
            matches / IN_ONE * PEOPLE
        );
        server.ask(&database, &people);
        server.ask(&database, "VACUUM ANALYZE");
        let size = "SELECT pg_size_pretty(pg_database_size(current_database()))";
        println!(
            "{matches} open matches of {EVENTS} events each in {}, written in {:.0} s, ids in {:.3} draws each",
            server.ask(&database, size)[0],
            begun.elapsed().as_secs_f64(),
            draws.load(Ordering::Relaxed) as f64 / f64::from(matches),
        );
        assert!(draws.load(Ordering::Relaxed) <= u64::from(matches) * 3 / 2);
        Crowd { address, matches }
    }

    /// Starts the program on it. Returns the time until a page is served, and the most memory until then
    /// in KiB.
    fn start(&self, directory: &Path) -> (Duration, u64) {
        let begun = Instant::now();
        let variables = [
            ("RONDEL_STORE__URL", self.address.as_str()),
            ("RONDEL_WEB__LISTEN", "127.0.0.1:0"),
        ];
        let table = Running::start_with(directory, &variables);
        let at = table.address();
        let mut page = TcpStream::connect(&at).unwrap();
        write!(
            page,
            "GET / HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\n\r\n"
        )
        .unwrap();
        let mut head = [0; 12];
        page.read_exact(&mut head).unwrap();
        assert_eq!(head.as_slice(), b"HTTP/1.1 200");
        let ready = begun.elapsed();
        let peak = table.peak();
        table.end();
        (ready, peak)
    }
}

/// Prints how long the questions of all rounds took. Returns the milliseconds in which 99 in 100 were
/// answered, of the best round.
fn took(what: &str, mut times: Vec<Duration>) -> f64 {
    let share = |times: &[Duration], percent: usize| {
        times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e3
    };
    let rounds = times.chunks_mut(questions()).map(|round| {
        round.sort_unstable();
        share(round, 99)
    });
    let rounds: Vec<f64> = rounds.collect();
    times.sort_unstable();
    println!(
        "{what}, {} times: p50 {:.2} ms, p99 of each round {rounds:.2?} ms, at most {:.2} ms",
        times.len(),
        share(&times, 50),
        share(&times, 100)
    );
    rounds.into_iter().fold(f64::INFINITY, f64::min)
}

#[test]
#[ignore = "a minute or more; .ci/long does it"]
fn with_many_open_matches_a_process_is_as_fast_and_as_small_as_with_few() {
    // Nothing of the disk is measured here.
    let Some(server) = Server::start(&["fsync=off", "max_wal_size=1GB"]) else {
        return;
    };
    let few = Crowd::gather(&server, FEW);
    let many = Crowd::gather(&server, number("RONDEL_OPEN", 2_000));
    let directory = tempfile::tempdir().unwrap();
    let mut started = [&few, &many].map(|crowd| (crowd, Vec::new(), Vec::new()));
    // One after the other, so that whatever else the machine does holds up both.
    for _ in 0..STARTS {
        for (crowd, times, peaks) in &mut started {
            let (time, peak) = crowd.start(directory.path());
            times.push(time);
            peaks.push(peak);
        }
    }
    let best = started.map(|(crowd, mut times, mut peaks)| {
        times.sort_unstable();
        peaks.sort_unstable();
        println!(
            "{} matches: a process is ready after {:?}, at most {:?}, with {} to {} KiB",
            crowd.matches,
            times[0],
            times[STARTS - 1],
            peaks[0],
            peaks[STARTS - 1]
        );
        (times[0].as_secs_f64(), peaks[0])
    });
    let [(few_ready, few_peak), (many_ready, many_peak)] = best;
    let ratios = [many_ready / few_ready, many_peak as f64 / few_peak as f64];
    println!(
        "many to few: time {:.3}, memory {:.3}",
        ratios[0], ratios[1]
    );
    let [nothing, due, asked] = ask(&many);
    if is_timed() {
        assert!(many_ready <= 5.0 && many_peak <= 200 << 10);
        assert!(ratios.iter().all(|ratio| *ratio <= 1.2));
        assert!(nothing <= 10.0 && due <= 10.0 && asked <= 20.0);
    }
}

/// Asks what is due when nothing is and when much is, and for `/matches`, one person after the other. Returns
/// the milliseconds of [`took`].
fn ask(crowd: &Crowd) -> [f64; 3] {
    let runtime = runtime();
    let store = Arc::new(postgres::open(&crowd.address));
    let looks = |by: Moment, least: usize| {
        let looks = (0..ROUNDS * questions()).map(|_| {
            let begun = Instant::now();
            let due = runtime.block_on(store.due(by, None, 256)).unwrap();
            let took = begun.elapsed();
            assert!(due.len() >= least && due.is_sorted(), "{}", due.len());
            took
        });
        looks.collect()
    };
    let nothing = took("a look when nothing is due", looks(today(), 0));
    let due = took("a look when 256 are due", looks(Moment(i64::MAX), 256));
    let host = Host::new(Arc::clone(&store), Arc::new(SystemClock::start()), None);
    let host = runtime.block_on(host).unwrap();
    let responder = Responder::new(host, Arc::new(PlainMarkup)).with_pictures(false);
    let mut dice = ChaCha12Rng::seed_from_u64(23);
    let mut times = Vec::new();
    for nth in 0..ROUNDS * questions() {
        // One in ten asks where there are the most.
        let most = crowd.matches / if nth % 10 == 0 { 100 } else { 1 };
        let number = dice.random_range(0..most);
        let [one, ..] = players(number);
        let (place, name) = (place(number, crowd.matches), format!("p{}", one.0));
        let mut asks = speaker("test", &name);
        asks.name = format!("Player {}", one.0);
        let asked = typed(asks, place.as_str(), "matches");
        let begun = Instant::now();
        let answer = runtime.block_on(responder.answer(&asked));
        times.push(begun.elapsed());
        assert!(
            answer.refused().is_none() && answer.text().contains("Player "),
            "{answer:?}"
        );
    }
    [nothing, due, took("/matches", times)]
}

/// All ids are kept in a table of which they are the key.
#[test]
#[ignore = "a minute or more; .ci/long does it"]
fn no_id_is_drawn_twice_and_none_takes_long_to_find() {
    let Some(server) = postgres::server() else {
        return;
    };
    let database = server.database();
    server.ask(
        &database,
        "CREATE TABLE taken (id text COLLATE \"C\" PRIMARY KEY)",
    );
    let all = u64::from(number("RONDEL_OPEN_IDS", 150_000));
    let mut dice = ChaCha12Rng::seed_from_u64(7);
    let (mut taken, mut draws, mut lengths) = (0, 0_u64, BTreeSet::new());
    while taken < all {
        // As the host draws them, some at a time.
        let drawn: Vec<MatchId> = (0..2_000.min(all - taken))
            .map(|_| MatchId::numbered(dice.random_range(MatchId::numbers(taken))))
            .collect();
        draws += drawn.len() as u64;
        lengths.extend(drawn.iter().map(|id| id.as_str().len()));
        let rows: Vec<String> = drawn.iter().map(|id| format!("('{id}')")).collect();
        let insert = format!(
            "INSERT INTO taken VALUES {} ON CONFLICT DO NOTHING RETURNING id",
            rows.join(",")
        );
        taken += server.ask(&database, &insert).len() as u64;
    }
    let count = server
        .ask(&database, "SELECT count(*) FROM taken")
        .remove(0);
    assert_eq!(count, all.to_string());
    println!(
        "{all} ids of {lengths:?} characters, in {:.3} draws each",
        draws as f64 / all as f64
    );
    assert!(draws <= all * 3 / 2);
}
