//! A log and answers that nobody reads, or that cannot be written: what is done is done all the same.

use std::{
    fs::{self, File},
    io::{Write, pipe},
    path::Path,
    process::{Command, ExitStatus, Stdio},
};

use crate::{
    console::rondel,
    store::rescue::{played, run, said},
};

/// Ways in which what is written is lost.
#[derive(Clone, Copy, Debug)]
enum Lost {
    /// The reader of the pipe is gone.
    Reader,
    /// The disk of the file is full.
    Disk,
}

impl Lost {
    /// Returns a command that writes this stream (1 or 2) into nothing.
    fn with(self, command: &Command, stream: u8, scratch: &Path) -> Command {
        let mut lost = Command::new("sh");
        let script = match self {
            Lost::Reader => "exec \"$@\"",
            // No file may be longer than this one.
            Lost::Disk => "trap '' XFSZ; ulimit -f 100000; exec \"$@\"",
        };
        lost.args(["-c", script, "sh"]).arg(command.get_program());
        lost.args(command.get_args());
        lost.stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        if let Some(directory) = command.get_current_dir() {
            lost.current_dir(directory);
        }
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => lost.env(name, value),
                None => lost.env_remove(name),
            };
        }
        let to: Stdio = match self {
            Lost::Reader => pipe().unwrap().1.into(),
            Lost::Disk => {
                let path = scratch.join("full");
                let file = File::options()
                    .create(true)
                    .append(true)
                    .open(path)
                    .unwrap();
                // Nothing of it is on the disk.
                file.set_len(1 << 30).unwrap();
                file.into()
            }
        };
        match stream {
            1 => lost.stdout(to),
            _ => lost.stderr(to),
        };
        lost
    }
}

fn ends(mut command: Command, typed: &str) -> ExitStatus {
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    // It may have ended before it reads.
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    child.wait().unwrap()
}

/// Commands, what they read, and how they end.
fn commands(id: &str) -> Vec<(Vec<String>, &'static str, i32)> {
    let line = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let mut all: Vec<(Vec<String>, &str, i32)> = [
        ("check", "", 0),
        ("standings", "", 0),
        ("standings --rebuild", "", 0),
        ("perft 2", "", 0),
        ("perft 2 --divide", "", 0),
        ("analyze", "start\nnonsense\n", 0),
        ("engine", "rondel\nisready\nquit\n", 0),
        ("render --text", "", 0),
        ("render --alt", "", 0),
        ("render --size 200 --out -", "", 0),
        ("render --svg --out -", "", 0),
        ("render --svg --out picture.svg", "", 0),
        ("arena --engine random --engine random --games 1", "", 2),
        ("console", "@ann /help\n@ann /play seat:white\n", 0),
        ("console --json", "@ann /help\n@ann /matches\n", 0),
        ("backup copy.gz", "", 0),
        ("export --match zzzzz", "", 2),
        ("restore absent.gz", "", 1),
        ("import absent.json", "", 1),
        ("migrate memory: sled:other", "", 1),
        ("salvage memory: sled:other", "", 1),
        ("render --ruleset absent --text", "", 2),
        ("--config absent.toml check", "", 2),
        ("nonsense", "", 2),
        ("--help", "", 0),
        ("--version", "", 0),
    ]
    .map(|(words, typed, code)| (line(words), typed, code))
    .to_vec();
    all.push((line(&format!("export --match {id}")), "", 0));
    all
}

#[test]
fn a_log_that_cannot_be_written_changes_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    let ids = played(&data);
    for (words, typed, code) in commands(&ids[0]) {
        let mut command = rondel(directory.path());
        // Every step is logged.
        command.env("RONDEL_LOG__LEVEL", "trace").args(&words);
        for lost in [Lost::Reader, Lost::Disk] {
            // A store writes files, and none may grow.
            let stores = [
                "console",
                "backup",
                "standings",
                "render",
                "check",
                "export",
                "migrate",
            ];
            if matches!(lost, Lost::Disk)
                && stores.iter().any(|own| words.contains(&(*own).to_owned()))
            {
                continue;
            }
            let lossy = lost.with(&command, 2, directory.path());
            let ended = ends(lossy, typed);
            assert_eq!(ended.code(), Some(code), "{words:?}, {lost:?}");
        }
    }
}

#[test]
fn answers_that_nobody_reads_are_no_failure() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    let ids = played(&data);
    for (words, typed, code) in commands(&ids[0]) {
        let mut command = rondel(directory.path());
        command.args(&words);
        let lossy = Lost::Reader.with(&command, 1, directory.path());
        let ended = ends(lossy, typed);
        assert_eq!(ended.code(), Some(code), "{words:?}");
    }
}

/// What was done is done, even if its report cannot be written; what was only asked for is not.
#[test]
fn only_answers_that_are_lost_are_failures() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    let ids = played(&data);
    let (code, record, _) = said(run(
        &data,
        &["export", "--match", &ids[0], "--format", "json"],
    ));
    assert_eq!(code, Some(0));
    fs::write(directory.path().join("record.json"), record).unwrap();
    let at = |path: &str| format!("sled:{}", directory.path().join(path).display());
    let (moved, saved) = (at("moved/store"), at("saved/store"));
    for (words, code) in [
        (&["backup", "copy.gz"][..], 0),
        (
            &[
                "--data",
                "restored",
                "restore",
                "copy.gz",
                "--without-forgotten",
            ],
            0,
        ),
        (&["migrate", "sled:store", &moved], 0),
        (&["salvage", "sled:store", &saved], 0),
        (&["check"], 1),
        (&["render", "--text"], 1),
        (&["render", "--out", "-"], 1),
        (&["backup", "-"], 1),
    ] {
        let mut command = rondel(directory.path());
        command.args(words);
        let ended = ends(Lost::Disk.with(&command, 1, directory.path()), "");
        assert_eq!(ended.code(), Some(code), "{words:?}");
    }
    for store in ["restored/store", "moved/store", "saved/store"] {
        assert!(directory.path().join(store).exists(), "{store}");
    }
}
