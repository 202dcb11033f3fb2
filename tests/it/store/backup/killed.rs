//! Restores that are cut short.

use std::{
    env, fs,
    io::Read,
    path::Path,
    process::Stdio,
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use rand::{RngExt, SeedableRng, rngs::StdRng};

use super::{
    backed_up,
    commands::{backup_of, backup_of_three, configure, done, lay},
    lines, sample,
};
use crate::{
    console::rondel,
    postgres,
    store::rescue::{run, said},
};

/// Whatever is asked next finds the stores of a restore that was cut short once it was kept, in each of the
/// moments before they had come to their places.
#[test]
fn a_restore_that_is_kept_is_there_for_whatever_comes_next() {
    let (bytes, ids) = backup_of_three();
    let elsewhere = tempfile::tempdir().unwrap();
    let target = format!("sled:{}", elsewhere.path().join("store").display());
    let commands = [
        &["backup", "other.gz"][..],
        &["check"],
        &["standings"],
        &["export", "--match", &ids[0]],
        &["migrate", "sled:store", &target],
        &["salvage", "sled:store", &target],
    ];
    for moved in [&["store"][..], &["store", "people"]] {
        for command in commands {
            let [whole, cut] = [false, true].map(|cut| {
                let directory = lay(&bytes);
                let data = directory.path();
                done(data, &["restore", "file.gz"]);
                for name in moved.iter().filter(|_| cut) {
                    let ending = if *name == "store" {
                        "restored"
                    } else {
                        "restoring"
                    };
                    fs::rename(data.join(name), data.join(format!("{name}.{ending}"))).unwrap();
                }
                let out = done(data, command);
                for name in ["store", "people"] {
                    let _ = fs::remove_dir_all(elsewhere.path().join(name));
                }
                assert_eq!(backup_of(data), bytes, "{command:?}");
                out
            });
            assert_eq!(cut, whole, "{command:?}");
        }
    }
}

/// Restores a file until it is done, or is killed after this time. Returns how long it took.
fn restore_for(data: &Path, most: Duration) -> Duration {
    let mut child = rondel(data)
        .arg("--data")
        .arg(data)
        .args(["restore", "file.gz"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    let mut output = child.stdout.take().unwrap();
    let (ended, ends) = mpsc::channel();
    thread::spawn(move || {
        let read = output.read_to_end(&mut Vec::new());
        let _ = ended.send(read.map(|_| begun.elapsed()));
    });
    let took = ends.recv_timeout(most);
    child.kill().unwrap();
    child.wait().unwrap();
    took.map_or(most, |took| took.unwrap())
}

/// Where the moment is sought next from which a restore is kept, once one was killed and found whole, or empty.
const SOONER: f64 = 0.9;
const LATER: f64 = 1.1;

/// A kind of store that is restored into, with the moment around which restores begin to be kept.
struct Target {
    kind: &'static str,
    edge: Duration,
    empty: u32,
    whole: u32,
}

impl Target {
    /// Prepares a data directory for a restore. Returns the database, if there is one.
    fn prepare(&self, data: &Path) -> Option<String> {
        if self.kind == "files" {
            return None;
        }
        let server = postgres::server().unwrap();
        let database = server.database();
        let url = server.address(&database);
        configure(data, &format!("[store]\nurl = \"{url}\"\n"));
        Some(database)
    }
}

/// Returns once a server has noticed that a process is gone.
fn wait_for_the_end(database: &str) {
    let server = postgres::server().unwrap();
    let connections = format!("SELECT count(*) FROM pg_stat_activity WHERE datname = '{database}'");
    let begun = Instant::now();
    while server.ask("postgres", &connections) != ["0"] {
        assert!(begun.elapsed() < Duration::from_secs(60), "{database}");
    }
}

/// Returns true if a restore is kept as a whole, and false if nothing of it is.
fn is_whole(data: &Path, bytes: &[u8], context: &str) -> bool {
    let (code, checked, log) = said(run(data, &["check"]));
    assert_eq!(code, Some(0), "{context}: {checked}{log}");
    let (code, _, _) = said(run(data, &["backup", "now.gz"]));
    if code != Some(0) {
        assert_eq!(code, Some(1), "{context}");
        let left = ["store", "people"].map(|name| data.join(name).exists());
        assert_eq!(left, [false; 2], "{context}");
        return false;
    }
    let kept = fs::read(data.join("now.gz")).unwrap();
    // A database without anything in it can be backed up: a first line and a last.
    let is_whole = lines(&kept).len() != 2;
    assert!(!is_whole || kept == bytes, "{context}: not all is kept");
    is_whole
}

#[test]
fn restores_that_are_killed_leave_nothing_or_all() {
    let number = |name| env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let kills = number("RONDEL_RESTORES_KILLED").unwrap_or(2);
    let seed = number("RONDEL_RESTORES_KILLED_SEED").unwrap_or_else(|| rand::rng().random());
    let mut dice = StdRng::seed_from_u64(seed);
    let bytes = backed_up(&sample(60));
    let kinds = ["files", "postgres"].into_iter();
    let kinds = kinds.filter(|kind| *kind == "files" || postgres::server().is_some());
    let mut targets: Vec<Target> = kinds
        .map(|kind| Target {
            kind,
            edge: Duration::ZERO,
            empty: 0,
            whole: 0,
        })
        .collect();
    for target in &mut targets {
        let directory = lay(&bytes);
        target.prepare(directory.path());
        target.edge = restore_for(directory.path(), Duration::from_secs(60));
        assert!(is_whole(directory.path(), &bytes, target.kind));
    }
    for kill in 0..kills {
        let count = targets.len() as u64;
        let target = &mut targets[(kill % count) as usize];
        let directory = lay(&bytes);
        let data = directory.path();
        let database = target.prepare(data);
        // Anywhere, or close to the moment from which it is kept, which is sought, since it comes later while
        // other programs run.
        let near = (kill / count) % 2 == 1;
        let share = if near { 0.95..1.05 } else { 0.0..1.1 };
        let after = target.edge.mul_f64(dice.random_range(share));
        restore_for(data, after);
        if let Some(database) = &database {
            wait_for_the_end(database);
        }
        let context = format!("seed {seed}, kill {kill}, {}, after {after:?}", target.kind);
        if is_whole(data, &bytes, &context) {
            target.whole += 1;
            target.edge = target.edge.min(after.mul_f64(SOONER));
            let again = said(run(data, &["restore", "file.gz"])).0;
            assert_eq!(again, Some(1), "{context}");
        } else {
            target.empty += 1;
            target.edge = target.edge.max(after.mul_f64(LATER));
            done(data, &["restore", "file.gz"]);
        }
        assert!(backup_of(data) == bytes, "{context}");
    }
    for Target {
        kind,
        edge,
        empty,
        whole,
    } in &targets
    {
        println!(
            "restores killed: {} into {kind}, {empty} left nothing and {whole} all, \
             which begins after about {edge:?} (seed {seed})",
            empty + whole
        );
        assert!(
            kills < 20 || (*empty > 0 && *whole > 0),
            "only one came out (seed {seed})"
        );
    }
}
