//! Two chats in a process that is killed again and again: each tells its own rows, once each.
//!
//! A child process opens matches in two realms, moves in them, and lets a teller for each realm
//! write down what it tells. `RONDEL_CHATS_KILLED` is the number of kills, 5
//! unless set.

use std::{
    collections::HashMap,
    env, fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Command as Process, Stdio},
    sync::Arc,
    time::Duration,
};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use rondel::{
    host::{HeldNotice, Host, NoticeState, Table},
    matchplay::{Command, MatchId, Moment, MoveInput, Person, Place},
    rules::{Color, Ruleset},
    store::embedded::SledStore,
};
use tokio::time::timeout;

use crate::now::{nameless, now};

/// The variable with the directory of the child. Without it the child does nothing.
const DIRECTORY: &str = "RONDEL_TWO_CHATS";

const REALMS: [&str; 2] = ["here", "there"];

/// A chat that writes what it tells to a file, a line for each row.
struct Teller {
    said: PathBuf,
}

impl Teller {
    fn of(directory: &Path, realm: &str) -> Teller {
        Teller {
            said: directory.join(realm),
        }
    }

    /// Returns the numbers and matches of the rows that it has told.
    fn told(&self) -> Vec<(u64, MatchId)> {
        let said = fs::read_to_string(&self.said).unwrap_or_default();
        let lines = said.split_inclusive('\n');
        // A line that the kill cut off was not said.
        let lines = lines.filter_map(|line| line.strip_suffix('\n')?.split_once(' '));
        lines
            .map(|(number, id)| (number.parse().unwrap(), id.parse().unwrap()))
            .collect()
    }

    fn tell(&self, held: HeldNotice) {
        let notice = *held.notice();
        let stands = || {
            self.told()
                .iter()
                .any(|(number, _)| *number == notice.number)
        };
        if !matches!(held.state(), NoticeState::InDoubt(_)) || !stands() {
            let file = fs::File::options()
                .create(true)
                .append(true)
                .open(&self.said);
            let line = format!("{} {}\n", notice.number, notice.id);
            file.unwrap().write_all(line.as_bytes()).unwrap();
        }
        held.end(NoticeState::Delivered);
    }
}

fn host(directory: &Path) -> Arc<Host> {
    let store = SledStore::open(&directory.join("store")).unwrap();
    now(Host::new(
        nameless(Arc::new(store)),
        Arc::new(|| Moment(1)),
        None,
    ))
    .unwrap()
}

/// Opens a match in a realm and makes three moves; each change is left to the outbox.
async fn play(host: &Arc<Host>, realm: &str) {
    let people = [(); 3].map(|()| host.new_person());
    let table = Table {
        ruleset: String::from("three-man"),
        options: Ruleset::THREE_MAN,
        place: Place::new(&format!("{realm}/hall")),
        seat: Some(Color::White),
        invited: vec![people[1], people[2]],
        computers: None,
        rated: true,
        time: None,
        private: false,
    };
    let opened = host.open(&table, people[0], None).await.unwrap();
    let id = opened.change.after.id();
    let untold = |notice: Option<HeldNotice>| {
        notice
            .into_iter()
            .for_each(|one| one.end(NoticeState::Queued))
    };
    untold(opened.notice);
    let join = Command::Join { seat: None };
    let moves = ["Nc3", "l4", "r3"].map(|text| Command::Move {
        mv: MoveInput::Typed(text.to_owned()),
        claim: false,
    });
    let resign = Command::Resign {
        winner: None,
        confirmed: true,
    };
    let commands = [(1, join.clone()), (2, join)].into_iter();
    let commands = commands.chain((0..3).zip(moves));
    // It ends, so that nobody has too many.
    let commands = commands.chain([(0, resign.clone()), (1, resign)]);
    for (seat, command) in commands {
        let person: Person = people[seat];
        let done = host.submit(id, person, &command, None, None).await;
        untold(done.unwrap().notice);
    }
    println!("played {id} {realm}");
}

/// The child: plays in both realms and tells in both, until it is killed.
#[test]
fn child() {
    let Ok(directory) = env::var(DIRECTORY) else {
        return;
    };
    let directory = PathBuf::from(directory);
    let runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = { runtime }.worker_threads(2).enable_all().build().unwrap();
    println!();
    runtime.block_on(async {
        let host = host(&directory);
        for realm in REALMS {
            let (outbox, teller) = (
                host.outbox(realm).await.unwrap(),
                Teller::of(&directory, realm),
            );
            tokio::spawn(async move {
                loop {
                    teller.tell(outbox.next().await);
                }
            });
        }
        loop {
            for realm in REALMS {
                play(&host, realm).await;
            }
        }
    });
}

#[test]
fn each_chat_tells_its_own_rows_once_however_the_process_ends() {
    let kills = env::var("RONDEL_CHATS_KILLED").map_or(2, |text| text.parse().unwrap());
    let seed = rand::rng().random();
    let mut dice = StdRng::seed_from_u64(seed);
    let directory = tempfile::tempdir().unwrap();
    for _ in 0..kills {
        let mut child = Process::new(env::current_exe().unwrap())
            .args(["--exact", "side_by_side::ended::child", "--nocapture"])
            .env(DIRECTORY, directory.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let until = dice.random_range(1..40);
        let said = BufReader::new(child.stdout.take().unwrap()).lines();
        let played = said.map_while(Result::ok);
        let played = played.filter(|line| line.starts_with("played "));
        assert_eq!(
            played.take(until).count(),
            until,
            "the child ended by itself"
        );
        child.kill().unwrap();
        child.wait().unwrap();
    }
    // What is left is told after the last start.
    let host = host(directory.path());
    now(async {
        for realm in REALMS {
            let outbox = host.outbox(realm).await.unwrap();
            let teller = Teller::of(directory.path(), realm);
            while let Ok(held) = timeout(Duration::ZERO, outbox.next()).await {
                teller.tell(held);
            }
        }
    });
    let mut told = HashMap::new();
    for realm in REALMS {
        for (number, id) in Teller::of(directory.path(), realm).told() {
            let state = now(host.state(id)).unwrap().unwrap();
            assert_eq!(state.place().realm(), realm, "seed {seed}: row {number}");
            assert_eq!(told.insert(number, realm), None, "seed {seed}: told twice");
        }
    }
    // Rows are numbered without gaps over both realms.
    let all = told.len() as u64;
    assert!(
        (1..=all).all(|number| told.contains_key(&number)),
        "seed {seed}"
    );
    drop(host);
    println!("{kills} kills, {all} rows in two chats, each told once and in its own (seed {seed})");
}
