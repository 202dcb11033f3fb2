//! Matches kept in files: they stand where they were when the program starts again.

use std::{path::Path, process::Stdio};

use super::{
    Console, Store,
    harness::{Answer, rondel},
};
use crate::matches::{PLAYERS, Writing, script};

struct Kept {
    directory: tempfile::TempDir,
}

impl Kept {
    fn new() -> Kept {
        Kept {
            directory: tempfile::tempdir().unwrap(),
        }
    }

    fn path(&self) -> &Path {
        self.directory.path()
    }

    fn console(&self) -> Console {
        Console::start(&Store::Files(self.path().to_owned()))
    }
}

#[test]
fn a_match_stands_where_it_was() {
    let kept = Kept::new();
    let mut console = kept.console();
    assert!(console.first.is_empty());
    let id = console.three(["ann", "ben", "cy"]);
    console.moves(0, "e4 m4");
    console.done("@cy /draw action:offer");
    let table = console
        .done("@dora /play seat:gray player2:@ann")
        .id()
        .to_owned();
    let boards = [
        "@ann /board match:=M",
        "@ben /board match:=M ply:1",
        "@cy /matches",
        "@ann /matches",
    ];
    let read = |console: &mut Console| -> Vec<String> {
        let line = |line: &&str| line.replace("=M", &id);
        boards
            .iter()
            .map(|l| format!("{:?}", console.done(&line(l))))
            .collect()
    };
    let before = read(&mut console);
    console.finish();
    let mut console = kept.console();
    // Everything has been told: nothing is told again.
    assert!(console.first.is_empty(), "{:?}", console.first);
    assert_eq!(read(&mut console), before);
    // Names, seats, the offer and its round, the table: all as it was.
    console.refuses("@ann /join seat:gray", "seat-taken");
    console.done(&format!("@ann /draw action:accept match:{id}"));
    console.refuses("@cy /draw action:offer", "already-proposed");
    console.done("@cy /move u4");
    assert_eq!(
        console.done(&format!("@ann /join match:{table}")).id(),
        table
    );
    // Buttons shown by the first process work in the second.
    let offered = console.done(&format!("@ben /press rd1:{id}:3:draw"));
    assert_eq!(
        offered.over(),
        Some(super::End::new("draw:agreement", Some("1/3-1/3-1/3")))
    );
    console.finish();
}

#[test]
fn ids_are_never_used_again() {
    let kept = Kept::new();
    let mut ids = Vec::new();
    for run in 0..6 {
        let mut console = kept.console();
        console.say(&format!("/channel room{run}"));
        for player in ["ann", "ben", "cy", "dora"] {
            let player = format!("{player}{run}");
            ids.push(console.done(&format!("@{player} /play")).id().to_owned());
            ids.push(console.done(&format!("@{player} /play")).id().to_owned());
        }
        console.finish();
    }
    let all = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), all);
}

#[test]
fn a_match_is_played_over_many_runs() {
    let kept = Kept::new();
    let script = script("resignations");
    let mut console = kept.console();
    console.three(PLAYERS);
    for (number, step) in script.steps.iter().enumerate() {
        if number % 5 == 0 {
            console.finish();
            console = kept.console();
        }
        let answer = console.done(&format!(
            "@{} {}",
            step.player(),
            step.command(Writing::Short)
        ));
        assert_eq!(answer.position(), step.position);
    }
    console.finish();
    let mut console = kept.console();
    let board = console.done("@ann /board");
    assert_eq!(board.position(), script.final_position);
    assert_eq!(board.over(), Some(script.outcome.into()));
    console.finish();
}

#[test]
fn what_was_answered_survives_a_kill() {
    let kept = Kept::new();
    let mut console = kept.console();
    let id = console.three(["ann", "ben", "cy"]);
    let script = script("open-rings");
    let mut steps = script.steps.iter();
    for round in 1..=8 {
        let mut last = String::new();
        for step in steps.by_ref().take(round) {
            let command = step.command(Writing::Plain);
            last = console
                .done(&format!("@{} {command}", step.player()))
                .position()
                .to_owned();
        }
        console.kill();
        console = kept.console();
        // Whatever is told again is told of this match, as it stands.
        let told = |answer: &Answer| answer.command().is_none() && answer.position() == last;
        assert!(console.first.iter().all(told), "{:?}", console.first);
        assert_eq!(
            console.done(&format!("@ann /board match:{id}")).position(),
            last
        );
    }
    console.finish();
}

#[test]
fn one_process_holds_a_store() {
    let kept = Kept::new();
    let mut console = kept.console();
    let id = console.three(["ann", "ben", "cy"]);
    let tasks = [
        (&["console"][..], ""),
        (&["console", "--json"], ""),
        (&["check"], ""),
        (&[], ""),
        (&[], "a.test.token"),
    ];
    for (arguments, token) in tasks {
        let output = rondel(kept.path())
            .arg("--data")
            .arg(kept.path())
            .args(arguments)
            // With a token it would connect to Discord, had it not looked at the store before.
            .env("DISCORD_TOKEN", token)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("in use"), "{said}");
    }
    // The one that holds it plays on.
    console.moves(0, "e4");
    console.finish();
    // And once it has ended, the store is free, and whole.
    let output = rondel(kept.path())
        .arg("--data")
        .arg(kept.path())
        .arg("check")
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(!said.is_empty());
    let mut console = kept.console();
    assert!(
        console
            .done(&format!("@ann /board match:{id}"))
            .position()
            .ends_with(" 0 1")
    );
    console.finish();
}

#[test]
fn data_lie_below_the_directory_given() {
    let kept = Kept::new();
    let mut console = kept.console();
    console.done("@ann /play");
    console.finish();
    let mut names: Vec<String> = std::fs::read_dir(kept.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["backups", "people", "store"]);
}
