//! Rulesets as players meet them: the presets and those that an operator has added, at `/play`, in
//! `/help`, in completion, and as a table opens.

use std::{fs, path::Path, sync::Arc};

use rondel::{
    chats::console::{Console, ConsoleOptions, PlainMarkup},
    commands::{Responder, command_called},
    host::Host,
    matchplay::Moment,
    rules::Color,
    rulesets::{PRESETS, Rulesets},
    store::{memory::MemoryStore, people::People},
};

use crate::now::now;
use crate::said::{self, army, assert_says, assert_silent, player};

/// The options of `match-points`, said to be something else.
fn added(about: &str) -> String {
    let preset = include_str!("../../../config/rulesets/match-points.toml");
    format!("about = {about:?}\n{preset}")
}

fn responder(directory: &Path) -> Arc<Responder> {
    let clock = Arc::new(|| Moment(1_700_000_000_000));
    let host = now(Host::new(Arc::new(MemoryStore::new()), clock, Some(1))).unwrap();
    let _people = Arc::new(People::in_memory());
    let responder = Responder::new(host, Arc::new(PlainMarkup));
    let rulesets = Rulesets::with_directory(directory).unwrap();
    Arc::new(responder.with_rulesets(rulesets))
}

async fn said(responder: &Arc<Responder>, script: &str) -> String {
    let options = ConsoleOptions::default();
    let mut console = Console::new(Arc::clone(responder), options, Vec::new());
    console.run(script.as_bytes()).await.unwrap();
    String::from_utf8(std::mem::take(console.output())).unwrap()
}

#[tokio::test]
async fn an_added_ruleset_is_a_choice_like_the_presets() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(
        directory.path().join("club-night.toml"),
        added("As on Tuesdays"),
    )
    .unwrap();
    let responder = responder(directory.path());
    let option = command_called("play").unwrap().option("ruleset").unwrap();
    let choices = responder.choices(&said::TEXTS, option);
    let values: Vec<&str> = choices.iter().map(|choice| choice.value.as_str()).collect();
    let presets: Vec<&str> = PRESETS.iter().copied().chain(["club-night"]).collect();
    assert_eq!(values, presets);
    assert_eq!(choices[6].label, "club-night: As on Tuesdays");
    let help = said(&responder, "@ann /help command:play\n").await;
    let duel = said::said("choice-duel", &[]);
    for (choice, what) in [
        ("club-night", "club-night: As on Tuesdays"),
        ("duel", &*duel),
    ] {
        let values = [("choice", choice), ("what", what)];
        assert_says(&help, "help-choice", &values);
    }
    // In sentences it goes by its name, at the table by what its file says of it.
    let script = "@ann /play ruleset:club-night seat:white\n@ben /join\n@cy /join\n\
                  @ann /pact action:offer with:gray\n";
    let told = said(&responder, script).await;
    let values = [("name", "ann"), ("ruleset", "club-night")];
    assert_says(&told, "table-opened", &values);
    let about = "club-night: As on Tuesdays";
    assert!(told.lines().any(|line| line == about), "{told}");
    assert_says(&told, "refused-no-pacts", &values[1..]);
    assert!(!told.contains("/rules topic:club-night"), "{told}");
}

/// As many rulesets as there may be, with names and descriptions as long as they may be, fit into
/// what Discord takes.
#[tokio::test]
async fn as_many_as_there_may_be_fit() {
    let directory = tempfile::tempdir().unwrap();
    for number in 0..25 - PRESETS.len() {
        let name = format!("{}{number:02}.toml", "r".repeat(30));
        fs::write(directory.path().join(name), added(&"a".repeat(60))).unwrap();
    }
    let responder = responder(directory.path());
    let option = command_called("play").unwrap().option("ruleset").unwrap();
    let choices = responder.choices(&said::TEXTS, option);
    assert_eq!(choices.len(), 25);
    for choice in &choices {
        assert!(choice.label.chars().count() <= 100, "{}", choice.label);
    }
    for line in ["/help command:play", "/play ruleset:nonsense"] {
        let text = said(&responder, &format!("@ann {line}\n")).await;
        let letters = text.chars().count();
        assert!(letters <= 2_000, "{line}: {letters}");
        for choice in &choices {
            assert!(text.contains(&choice.value), "{line}: {}", choice.value);
        }
        println!("{line}: {letters} characters");
    }
}

/// Rules §6.2: who has mated one and draws with the other wins, and everything says so.
#[test]
fn a_match_won_by_a_mate_and_a_draw_is_won_in_every_wording() {
    let mut console = super::Console::start(&super::Store::Memory);
    let script = crate::matches::script("open-rings");
    let players = crate::matches::PLAYERS;
    let id = console.three_by("match-points", players);
    // Gray takes Black's king.
    for step in &script.steps {
        let command = step.command(crate::matches::Writing::Short);
        console.done(&format!("@{} {command}", step.player()));
        if !step.outs.is_empty() {
            break;
        }
    }
    console.done(&format!("@{} /draw action:offer", players[0]));
    let ended = console.done(&format!("@{} /draw action:accept", players[1]));
    let over = ended.over();
    assert_eq!(over, Some(super::End::new("draw:agreement", Some("1-3-0"))));
    let text = ended.text();
    let winner = player(players[1], Color::Gray);
    ended.assert_says("ended-wins", &[("player", &winner)]);
    let gray = army(Color::Gray);
    let result = [("army", &*gray), ("score", "1-3-0")];
    let alt = ended.alt().unwrap();
    assert_says(alt, "result-wins", &result);
    let board = console.done(&format!("@{} /board text:true match:{id}", players[2]));
    board.assert_says("result-wins", &result);
    let listed = console.done(&format!("@{} /history match:{id}", players[2]));
    for told in [text, alt, board.text(), listed.text()] {
        for first in ["result-first", "result-draw-first"] {
            assert_silent(told, first, &[("army", &gray)]);
        }
        assert_silent(told, "ended-first", &[]);
    }
    console.finish();
}
