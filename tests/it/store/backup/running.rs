//! Backups of stores that are in use.

use std::{
    collections::HashMap,
    fs,
    os::unix::{
        fs::{MetadataExt, PermissionsExt},
        process::CommandExt,
    },
    path::Path,
    process::{Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use rondel::{
    matchplay::{Event, MatchId},
    store::backup::{BackupItem, BackupReader},
};

use super::commands::{backup_of, configure, done, in_postgres, lay};
use crate::console::{Console, Store};

/// The moves of a match, knights to and fro. The last one ends it, since the position comes for the fifth time.
const PLIES: usize = 24;
const KNIGHTS: [[&str; 2]; 3] = [["b1c3", "c3b1"], ["j1k3", "k3j1"], ["r1s3", "s3r1"]];
/// The backups that are made meanwhile.
const BACKUPS: usize = 3;

/// The number of moves of each match that were answered.
type Answered = Arc<Mutex<HashMap<MatchId, usize>>>;

/// Plays one match after the other until it is over.
fn play(mut console: Console, answered: &Answered, is_over: &AtomicBool) {
    for table in 0.. {
        let players = ["ann", "ben", "cy"].map(|name| format!("{name}{table}"));
        let id = console.three([&players[0], &players[1], &players[2]]);
        // Some do not end.
        for ply in 0..PLIES - table % 2 {
            if is_over.load(Ordering::SeqCst) {
                console.finish();
                return;
            }
            let (player, mv) = (&players[ply % 3], KNIGHTS[ply % 3][ply / 3 % 2]);
            console.done(&format!("@{player} /move {mv} match:{id}"));
            let parsed = id.parse().unwrap();
            answered.lock().unwrap().insert(parsed, ply + 1);
        }
    }
}

/// Returns the number of moves of each match in a backup.
fn moves(bytes: &[u8]) -> HashMap<MatchId, usize> {
    let mut reader = BackupReader::begin(bytes).unwrap();
    let items = std::iter::from_fn(|| reader.next_item().unwrap());
    let matches = items.filter_map(|item| {
        let BackupItem::Match(id, events) = item else {
            return None;
        };
        let moves = events.iter();
        let moves = moves.filter(|(event, _)| matches!(event, Event::Moved { .. }));
        Some((id, moves.count()))
    });
    matches.collect()
}

/// Makes backups of what a console keeps while moves are made there.
fn backups_while_moves_are_made(data: &Path) {
    let console = Console::start(&Store::Files(data.to_owned()));
    let (answered, is_over) = (Answered::default(), Arc::new(AtomicBool::new(false)));
    let playing = {
        let (answered, is_over) = (Arc::clone(&answered), Arc::clone(&is_over));
        thread::spawn(move || play(console, &answered, &is_over))
    };
    let total = || answered.lock().unwrap().values().sum::<usize>();
    for number in 0..BACKUPS {
        let before = total();
        let begun = Instant::now();
        while total() < before + 2 * PLIES {
            assert!(begun.elapsed() < Duration::from_secs(60), "nobody plays");
            thread::yield_now();
        }
        let least = answered.lock().unwrap().clone();
        let bytes = backup_of(data);
        let most = total();
        let kept = moves(&bytes);
        for (id, moves) in &least {
            assert!(kept.get(id) >= Some(moves), "backup {number}: {id}");
        }
        let sum = kept.values().sum::<usize>();
        // The last one may be on its way.
        assert!(sum <= most + 1, "backup {number}: {sum} of {most} moves");
        let other = lay(&bytes);
        done(other.path(), &["restore", "file.gz"]);
        done(other.path(), &["check"]);
        assert!(backup_of(other.path()) == bytes, "backup {number}");
    }
    is_over.store(true, Ordering::SeqCst);
    playing.join().unwrap();
}

#[test]
fn files_in_use_are_backed_up_by_the_process_that_holds_them() {
    let directory = tempfile::tempdir().unwrap();
    backups_while_moves_are_made(directory.path());
    assert!(!directory.path().join("backup.sock").exists());
}

#[test]
fn a_database_in_use_is_backed_up_by_any_process() {
    let Some(text) = in_postgres() else { return };
    let directory = tempfile::tempdir().unwrap();
    configure(directory.path(), &text);
    backups_while_moves_are_made(directory.path());
}

/// Returns true if a user can connect to a socket; `None` if that cannot be tried.
fn connects(user: u32, socket: &Path) -> Option<bool> {
    let connect = "exit(IO::Socket::UNIX->new(Peer => $ARGV[0]) ? 0 : 3)";
    let mut perl = Command::new("perl");
    perl.args(["-MIO::Socket::UNIX", "-e", connect])
        .arg(socket)
        .stderr(Stdio::null())
        .uid(user);
    match perl.status().ok()?.code() {
        Some(0) => Some(true),
        Some(3) => Some(false),
        Some(_) | None => None,
    }
}

#[test]
fn nobody_else_can_ask_for_a_backup() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path();
    let console = Console::start(&Store::Files(data.to_owned()));
    let socket = data.join("backup.sock");
    let begun = Instant::now();
    // It is bound, and then closed to others.
    let mode = || fs::metadata(&socket).map_or(0, |socket| socket.mode() & 0o777);
    while mode() != 0o600 {
        assert!(begun.elapsed() < Duration::from_secs(60), "{:o}", mode());
        thread::yield_now();
    }
    // Even where the directory is open to others.
    fs::set_permissions(data, fs::Permissions::from_mode(0o755)).unwrap();
    let own = fs::metadata(data).unwrap().uid();
    let tried = (connects(own, &socket), connects(65_534, &socket));
    match tried {
        (Some(own), Some(other)) => assert_eq!((own, other), (true, false)),
        // Only root can act as somebody else.
        _ => println!("it was not tried to connect as another user"),
    }
    console.finish();
}
