//! A store with a million events: how fast it is restored, and how fast it is backed up while 5,000 moves a
//! second are made in it, with what that does to the moves.
//!
//! `cargo bench --bench backup -- 1000000 20`, where 20 is the number of seconds of moves without a backup. With the
//! word `held` after them it fails when a limit is not held.

mod load;
mod table;

use std::{
    env,
    fs::{self, File},
    io::BufWriter,
    path::Path,
    process::{Command as Process, ExitCode, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use local_postgres::Server;
use rondel::{
    host::Host,
    matchplay::{
        Actor, Command, Event, Match, MatchId, Moment, MoveInput, Person, Place, Table, decide,
        open,
    },
    rules::{Color, Ruleset},
    store::{
        Card, Identity, Stores,
        backup::{self, BackupFile, BackupItem, BackupReader, BackupSink, CopyScope},
        embedded::Pair,
        postgres::{PostgresAddress, PostgresStore},
    },
};
use tokio::runtime::{Builder, Runtime};

use load::{Load, PLIES, Times, nth_move, played};

/// The allocator of the program itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const START: Moment = Moment(1_800_000_000_000);
/// The longest time of a backup, in seconds, the fewest events of a restore in a second, and the most by which moves
/// are slowed, in hundredths.
const LONGEST_BACKUP: f64 = 60.0;
const LEAST_RESTORED: f64 = 50_000.0;
const MOST_SLOWED: f64 = 10.0;

/// The moves offered in a second, and the matches in which they are made.
const RATE: f64 = 5_000.0;
const PLAYERS: usize = 512;

fn opening(number: u64, people: [Person; 3]) -> Table {
    Table {
        ruleset: String::from("three-man"),
        options: Ruleset::THREE_MAN,
        place: Place::new(&format!("discord/{}/{number}", number / 100)),
        seat: Some(Color::White),
        invited: vec![people[1], people[2]],
        computers: None,
        rated: true,
        time: "3d".parse().ok(),
        private: false,
    }
}

/// Returns the events before the first move of a match.
fn begun(opening: &Table, people: [Person; 3]) -> Vec<Event> {
    let mut events = open(opening, people[0]).expect("a table");
    let joined = [(Color::Gray, people[1]), (Color::Black, people[2])];
    events.extend(joined.map(|(seat, person)| Event::Joined { seat, person }));
    events.push(Event::Started);
    events
}

/// Returns the events of all moves of a match, and those of its end.
fn moves() -> [Vec<Event>; 2] {
    let people = [1, 2, 3].map(Person);
    let opening = opening(0, people);
    let begun = begun(&opening, people);
    let folded = begun.iter().map(|event| (event, START));
    let mut state = Match::fold(MatchId::numbered(0), folded).expect("a match");
    let moves = (0..PLIES).map(|ply| {
        let mv = MoveInput::Typed(nth_move(ply));
        (people[ply % 3], Command::Move { mv, claim: false })
    });
    let resign = || Command::Resign {
        confirmed: true,
        winner: None,
    };
    let ends = people[1..].iter().map(|person| (*person, resign()));
    [moves.collect::<Vec<_>>(), ends.collect()].map(|commands| {
        let mut events = Vec::new();
        for (person, command) in commands {
            let decided = decide(&state, Actor::Person(person), &command, START);
            for event in decided.expect("it is allowed") {
                state.apply(&event, START);
                events.push(event);
            }
        }
        events
    })
}

/// Writes a backup with this many events, every second match of which has ended. Returns how many there are.
fn write(file: &Path, events: u64, runtime: &Runtime) -> u64 {
    let [moves, end] = moves();
    let (mut matches, mut people, mut written) = (Vec::new(), Vec::new(), 0);
    for number in 0.. {
        if written >= events {
            break;
        }
        let three = [1, 2, 3].map(|seat| Person(u128::from(number / 10 * 10 + seat)));
        let opening = opening(number, three);
        let mut log = begun(&opening, three);
        log.extend(moves.iter().cloned());
        if number % 2 == 0 {
            log.extend(end.iter().cloned());
        }
        written += log.len() as u64;
        let times = (0..).map(|second| Moment(START.0 + second * 1_000));
        matches.push((
            MatchId::numbered(number),
            log.into_iter().zip(times).collect::<Vec<_>>(),
        ));
        if number % 10 == 0 {
            people.extend(three);
        }
    }
    matches.sort_by_key(|(id, _)| *id);
    let ended = matches.iter().filter(|(_, log)| {
        let last = log.last();
        last.is_some_and(|(event, _)| matches!(event, Event::Ended(_)))
    });
    let ended: Vec<_> = ended.map(|(id, _)| BackupItem::Ended(*id)).collect();
    let people = people.into_iter().map(|person| {
        let identity = Identity::new("discord", &person.0.to_string()).expect("an identity");
        let name = format!("Person {}", person.0);
        BackupItem::Person(person, Card { identity, name })
    });
    let people = people.collect();
    let to = BufWriter::new(File::create(file).expect("a file"));
    let mut sink = BackupFile::begin(to, 1, true).expect("a backup");
    runtime.block_on(async {
        for (id, log) in matches {
            let item = BackupItem::Match(id, log);
            sink.take(vec![item]).await.expect("it is written");
        }
        sink.take(ended).await.expect("it is written");
        sink.take(people).await.expect("it is written");
        Box::new(sink).finish().await.expect("it is whole");
    });
    written
}

fn rondel(data: &Path, url: &str) -> Process {
    let mut command = Process::new(env!("CARGO_BIN_EXE_rondel"));
    command.current_dir(data).arg("--data").arg(data);
    command.env("RONDEL_STORE__URL", url);
    command.env("RONDEL_LOG__LEVEL", "warn");
    command
}

fn run(command: &mut Process) -> Duration {
    let begun = Instant::now();
    let status = command.stdout(Stdio::null()).status();
    assert!(status.expect("the program").success(), "{command:?}");
    begun.elapsed()
}

/// Reads a backup to its end.
fn read(file: &Path) {
    let mut reader = BackupReader::begin(File::open(file).expect("a file")).expect("a backup");
    while reader.next_item().expect("it is whole").is_some() {}
}

/// Backs up stores as a process does that holds them: on a thread of its own, and what was written is read back.
fn back_up(stores: &Stores, file: &Path) -> Duration {
    let begun = Instant::now();
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let created = File::create(file).expect("a file");
        let to = BufWriter::new(created.try_clone().expect("the same file"));
        let written = backup::write(stores, to, CopyScope::All).await;
        written.expect("a backup");
        created.sync_all().expect("it is safe");
    });
    read(file);
    begun.elapsed()
}

/// Has moves made without a backup and during one. Prints both, and how long the backup took. Returns true if the
/// limits are held.
fn measure(
    kind: &str,
    runtime: &Runtime,
    stores: &Stores,
    seconds: u64,
    backup: impl FnOnce() -> Duration + Send + 'static,
) -> bool {
    let host = Host::new(stores.clone(), Arc::new(|| START), Some(1));
    let host = runtime.block_on(host).expect("a host");
    let load = |players| Load {
        players,
        rate: Some(RATE),
        begun: 0,
    };
    let duration = Duration::from_secs(seconds);
    let without = played(&host, load(0..PLAYERS), move |begun| {
        begun.elapsed() > duration
    });
    let without = runtime.block_on(without);
    without.print(&format!("{kind}: without a backup"));
    let is_over = Arc::new(AtomicBool::new(false));
    let ends = Arc::clone(&is_over);
    let backing_up = thread::spawn(move || {
        let took = backup();
        ends.store(true, Ordering::SeqCst);
        took
    });
    let during = played(&host, load(PLAYERS..2 * PLAYERS), move |_| {
        is_over.load(Ordering::SeqCst)
    });
    let during: Times = runtime.block_on(during);
    let took = backing_up.join().expect("a backup").as_secs_f64();
    during.print(&format!("{kind}: during a backup"));
    let slowed = 100.0 * (1.0 - during.rate() / without.rate());
    println!("{kind}: backed up in {took:.1} s, moves slowed by {slowed:.1} %");
    took <= LONGEST_BACKUP && slowed <= MOST_SLOWED
}

/// Restores a file into the store of this address, and backs it up again while nobody uses it. Returns true if the
/// limit is held, and both files are the same.
fn there_and_back(kind: &str, data: &Path, url: &str, file: &Path, events: u64) -> bool {
    fs::create_dir(data).expect("a directory");
    let took = run(rondel(data, url).arg("restore").arg(file)).as_secs_f64();
    let rate = events as f64 / took;
    println!("{kind}: restored in {took:.1} s, {rate:.0} events a second");
    let took = run(rondel(data, url).args(["backup", "again"])).as_secs_f64();
    let is_same = fs::read(data.join("again")).ok() == fs::read(file).ok();
    println!("{kind}: backed up alone in {took:.1} s, the same as before: {is_same}");
    rate >= LEAST_RESTORED && is_same
}

fn main() -> ExitCode {
    let mut numbers = env::args().filter_map(|argument| argument.parse().ok());
    let events = numbers.next().unwrap_or(1_000_000);
    let seconds = numbers.next().unwrap_or(20);
    let runtime = Builder::new_multi_thread();
    let runtime = { runtime }.worker_threads(2).enable_all().build();
    let runtime = runtime.expect("a runtime");
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path();
    let file = path.join("million.jsonl.gz");
    let events = write(&file, events, &runtime);
    fs::write(path.join("forgotten"), "").expect("a list");
    let megabytes = fs::metadata(&file).map_or(0, |file| file.len()) >> 20;
    let begun = Instant::now();
    read(&file);
    let took = begun.elapsed().as_secs_f64();
    println!("{events} events, {megabytes} MB, read in {took:.1} s");

    let data = path.join("sled");
    let mut held = there_and_back("sled", &data, "sled:store", &file, events);
    {
        let pair = Pair::open(&data.join("store"), &data.join("people"), false);
        let stores = pair.expect("a store").stores();
        let (of, to) = (stores.clone(), path.join("during"));
        held &= measure("sled", &runtime, &stores, seconds, move || {
            back_up(&of, &to)
        });
    }

    let settings = [
        "max_connections=100",
        "shared_buffers=512MB",
        "max_wal_size=4GB",
    ];
    if let Some(server) = Server::start(&settings) {
        let address = server.address(&server.database());
        let data = path.join("postgres");
        held &= there_and_back("postgres", &data, &address, &file, events);
        let parsed = PostgresAddress::parse(&address).expect("an address");
        let store = runtime.block_on(PostgresStore::open(&parsed));
        let stores: Stores = Arc::new(store.expect("a store")).into();
        held &= measure("postgres", &runtime, &stores, seconds, move || {
            run(rondel(&data, &address).args(["backup", "during"]))
        });
    }
    let is_asked = env::args().any(|argument| argument == "held");
    ExitCode::from(u8::from(is_asked && !held))
}
