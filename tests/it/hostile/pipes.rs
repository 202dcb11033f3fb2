//! Mutated lines through the pipes of `rondel analyze` and `rondel console --json`.

use std::path::Path;

use rondel::{
    chats::console::{Line, read_line},
    commands::{COMMANDS, Input, Value, check_input},
    matchplay::{Event, MatchId},
    rules::{Position, read_move},
    rulesets::Rulesets,
    store::{ReadMatches, embedded::SledStore},
};
use serde_json::Value as Json;

use super::{
    inputs::{self, Mutator, presses_now},
    process::{Piped, Shown},
    properties,
};
use crate::console::{Console, Store, rondel};
use crate::now::now;

/// As a line: whatever would end it is left out.
fn line_of(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.retain(|byte| *byte != b'\n');
    bytes
}

#[test]
fn analyze_answers_every_mutated_line() {
    let mut dice = Mutator::new(1, inputs::seeds("analyze_line"));
    // The rulesets take turns.
    let mut programs: Vec<Piped> = Rulesets::presets()
        .names()
        .iter()
        .map(|name| Piped::start(crate::program().args(["analyze", "--ruleset", name])))
        .collect();
    let (mut answered, mut wrong) = (0, 0);
    for number in 0..inputs::count() as usize {
        let line = line_of(dice.bytes());
        let turn = number % programs.len();
        let analyze = &mut programs[turn];
        analyze.tell(&line);
        let answer = analyze.said(&line);
        properties::analyze_answer(&answer);
        answered += 1;
        wrong += u64::from(answer.contains("\"error\":{"));
    }
    programs.into_iter().for_each(Piped::finish);
    println!("analyze: {answered} mutated lines answered, {wrong} of them refused, 0 panics");
    assert_eq!(answered, inputs::count());
}

/// The people who sit at the watched matches.
const PLAYERS: [&str; 3] = ["ann", "ben", "cy"];

/// All that happened in these matches.
pub(super) fn logs(data: &Path, ids: &[String]) -> Vec<Vec<Event>> {
    let store = SledStore::open(&data.join("store")).expect("a store");
    let logs = ids.iter().map(|id| {
        let id: MatchId = id.parse().expect("an id");
        let stored = now(store.load(id)).expect("a match");
        assert!(!stored.is_empty(), "{id}");
        stored.into_iter().map(|(event, _)| event).collect()
    });
    logs.collect()
}

/// Expects that the store is whole, by the program's own word.
pub(super) fn assert_whole(data: &Path) {
    let check = rondel(data)
        .arg("--data")
        .arg(data)
        .arg("check")
        .output()
        .expect("it runs");
    assert!(
        check.status.success(),
        "{}",
        String::from_utf8_lossy(&check.stdout)
    );
}

/// Returns true if a player could mean something legal by this line. What is said by nobody in
/// particular may be said by a player.
fn may_be_legal(line: &[u8], positions: &[Position]) -> bool {
    let Ok(line) = std::str::from_utf8(line) else {
        return false;
    };
    // As the console passes over a byte order mark.
    match read_line(line.trim_start_matches('\u{feff}')) {
        Ok(Line::Input {
            speaker: who,
            input: Input::Press { id, .. },
        }) => who.is_none_or(|who| is_player(who.identity.id())) && presses_now(&id),
        Ok(Line::Input {
            speaker: who,
            input,
        }) => {
            if who
                .as_ref()
                .is_some_and(|who| !is_player(who.identity.id()))
            {
                return false;
            }
            let unfit = check_input(&input).is_err();
            let Input::Command { name, options } = input else {
                return false;
            };
            let typed = options.iter().find_map(|(name, value)| match value {
                Value::Text(text) => (name == "move").then(|| text.clone()),
                Value::Integer(_)
                | Value::Boolean(_)
                | Value::User(_)
                | Value::Channel(_)
                | Value::Channels(_)
                | Value::Role(_) => None,
            });
            if unfit || ["matches", "help", "board"].contains(&name.as_str()) {
                return false;
            }
            match (name.as_str(), typed) {
                ("move", Some(typed)) => positions.iter().any(|at| read_move(at, &typed).is_ok()),
                _ => true,
            }
        }
        Ok(Line::Nothing | Line::Channel { .. }) | Err(_) => false,
    }
}

fn is_player(name: &str) -> bool {
    PLAYERS.contains(&name)
}

/// Lines of the watched matches' players and of others about these matches, mostly wrong already.
fn lines_about(ids: &[String]) -> Vec<Vec<u8>> {
    let mut lines = inputs::console_lines();
    for (id, who) in ids
        .iter()
        .zip(["ann", "ben", "cy", "dora"].into_iter().cycle())
    {
        for command in COMMANDS {
            let required = match command.name {
                "move" => " e2e5",
                "draw" | "abort" => " action:offer",
                "resign" => " confirm:true",
                _ => "",
            };
            lines.push(format!("@eve /{}{required} match:{id}", command.name));
        }
        for text in ["e2e5", "Qh5", "xyzzy", "e2e4e6", "O-O-O", "e9", "d1=Q"] {
            lines.push(format!("@{who} /move {text} match:{id}"));
        }
        for action in [
            "view",
            "draw",
            "resign",
            "resign:confirm",
            "join:white",
            "leave",
            "win",
        ] {
            lines.push(format!("@{who} /press rd1:{id}:99:{action}"));
            lines.push(format!("@eve /press rd1:{id}:2:{action}"));
        }
    }
    lines.into_iter().map(String::into_bytes).collect()
}

#[test]
fn the_console_answers_every_mutated_line_and_no_match_is_touched() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::Files(directory.path().to_owned());
    let mut console = Console::start(&store);
    let (mut ids, mut positions) = (Vec::new(), Vec::new());
    for moves in ["", "e2e4 m2m4", "b1c3 j1k3 r1s3 e2e4 m2m4"] {
        let id = console.three(PLAYERS);
        for (turn, mv) in moves.split_whitespace().enumerate() {
            console.done(&format!("@{} /move {mv} match:{id}", PLAYERS[turn % 3]));
        }
        let board = console.done(&format!("@ann /board match:{id}"));
        positions.push(board.position().parse().unwrap());
        ids.push(id);
    }
    console.finish();
    let before = logs(directory.path(), &ids);

    let mut dice = Mutator::new(2, lines_about(&ids));
    let mut process = Piped::start(
        rondel(directory.path())
            .arg("--data")
            .arg(directory.path())
            .args(["console", "--json", "--seed", "2"]),
    );
    let (mut sent, mut answers, mut refused, mut spared) = (0_u64, 0_u64, 0_u64, 0_u64);
    while sent < inputs::count() {
        let line = line_of(dice.bytes());
        if may_be_legal(&line, &positions) {
            spared += 1;
            continue;
        }
        process.tell(&line);
        sent += 1;
        loop {
            let said = process.said(&line);
            let value: Json = serde_json::from_str(&said)
                .unwrap_or_else(|error| panic!("{error}: {said} to {:?}", Shown(&line)));
            if let Some(end) = value.get("end") {
                assert_eq!(end.as_u64(), Some(sent), "{:?}", Shown(&line));
                break;
            }
            answers += 1;
            refused += u64::from(!value["refused"].is_null());
            assert_plain(&value, &line);
        }
    }
    process.finish();
    assert_eq!(logs(directory.path(), &ids), before);
    assert_whole(directory.path());
    println!(
        "console: {sent} mutated lines, {answers} answers, {refused} refusals, {spared} left out \
         since they may be legal; {} watched matches untouched, 0 panics",
        ids.len()
    );
}

/// Whatever is answered, nothing in it steers a terminal or runs on without end.
fn assert_plain(value: &Json, line: &[u8]) {
    for key in ["text", "to", "alt"] {
        let said = value[key].as_str().unwrap_or_default();
        let steers = |letter: char| letter.is_control() && letter != '\n';
        assert!(
            !said.chars().any(steers),
            "{key}: {said:?} to {:?}",
            Shown(line)
        );
        assert!(
            said.chars().count() <= 4_000,
            "{key}: {said:?} to {:?}",
            Shown(line)
        );
    }
    let named = value["text"]
        .as_str()
        .is_some_and(|text| !text.trim().is_empty());
    assert!(named, "{value} to {:?}", Shown(line));
}
