//! The scripts through the real console.

use rondel::rules::Color;

use super::{Act, PLAYERS, Script, Step, Writing, names, script};
use crate::{
    console::{Console, Store},
    said::{assert_says, player},
};

#[test]
fn scripts_in_short_notation() {
    for name in names() {
        play(&script(&name), Writing::Short, &Store::Memory);
    }
}

#[test]
fn scripts_in_plain_notation_kept_in_files() {
    let kept = tempfile::tempdir().unwrap();
    for name in names() {
        let data = kept.path().join(&name);
        std::fs::create_dir(&data).unwrap();
        play(&script(&name), Writing::Plain, &Store::Files(data));
    }
}

#[test]
fn scripts_side_by_side() {
    let scripts: Vec<Script> = names().iter().map(|name| script(name)).collect();
    let mut console = Console::start(&Store::Memory);
    let ids: Vec<String> = scripts
        .iter()
        .map(|script| {
            let channel = &script.name;
            console.say(&format!("/channel {channel}"));
            begin(&mut console, script)
        })
        .collect();
    console.say("/channel elsewhere");
    let longest = scripts
        .iter()
        .map(|script| script.steps.len())
        .max()
        .unwrap();
    for turn in 0..longest {
        for (script, id) in scripts.iter().zip(&ids) {
            if let Some(step) = script.steps.get(turn) {
                let command = step.command(Writing::Short);
                check(&mut console, script, step, &format!("{command} match:{id}"));
            }
        }
    }
    console.finish();
}

/// Seats the players of a script; the match's id.
fn begin(console: &mut Console, script: &Script) -> String {
    if script.seats(Color::Gray) {
        console.three_by(&script.ruleset, PLAYERS)
    } else {
        console.duel(PLAYERS[0], PLAYERS[2])
    }
}

fn play(script: &Script, writing: Writing, store: &Store) {
    let mut console = Console::start(store);
    begin(&mut console, script);
    for step in &script.steps {
        check(&mut console, script, step, &step.command(writing));
    }
    let board = console.one("@ann /board");
    assert_eq!(board.position(), script.final_position, "{}", script.name);
    assert_eq!(board.over(), Some(script.outcome.into()), "{}", script.name);
    assert_says(board.text(), "board-result", &[]);
    console.finish();
}

/// What the console says of a step is what the script says.
fn check(console: &mut Console, script: &Script, step: &Step, command: &str) {
    let place = format!("{}: @{} {command}", script.name, step.player());
    let answer = console.one(&format!("@{} {command}", step.player()));
    assert_eq!(answer.refused(), None, "{place}: {}", answer.text());
    assert_eq!(answer.to(), "all", "{place}");
    assert_eq!(answer.position(), step.position, "{place}");
    assert_eq!(answer.over(), step.outcome.map(Into::into), "{place}");
    let text = answer.text();
    if let Act::Move { written, .. } = &step.act {
        let by = player(step.player(), step.army);
        let values = [("move", &**written), ("player", &*by)];
        assert_says(text, "moved", &values);
    }
    step.assert_outs(text);
}
