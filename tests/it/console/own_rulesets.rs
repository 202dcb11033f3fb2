//! Rulesets that an operator adds, in the console.

use std::fs;

use super::{Console, End, Store};

/// As `three-man`, but drawn when each army has made as many moves without progress.
fn quick(moves: u32) -> String {
    let preset = include_str!("../../../config/rulesets/three-man.toml");
    let usual = "moves = { claim = 50, automatic = 75 }";
    assert!(preset.contains(usual));
    let quick = preset.replace(usual, &format!("moves = {{ automatic = {moves} }}"));
    format!("about = \"A draw after {moves} quiet moves each\"\n{quick}")
}

#[test]
fn a_match_keeps_the_options_that_it_began_with() {
    let data = tempfile::tempdir().unwrap();
    let config = data.path().join("config");
    let own = data.path().join("own");
    fs::create_dir_all(&config).unwrap();
    fs::create_dir_all(&own).unwrap();
    fs::write(
        config.join("rondel.toml"),
        format!("[rulesets]\ndir = {:?}\n", own.to_str().unwrap()),
    )
    .unwrap();
    fs::write(own.join("quick.toml"), quick(1)).unwrap();
    let store = Store::Files(data.path().to_owned());
    let mut console = Console::start(&store);
    let id = console.three_by("quick", ["ann", "ben", "cy"]);
    console.moves(0, "Nc3 Nk3");
    console.finish();

    // Another draw now, for matches to come; and then no such ruleset at all.
    fs::write(own.join("quick.toml"), quick(2)).unwrap();
    let mut console = Console::start(&store);
    console.say("/channel later");
    console.three_by("quick", ["dora", "eve", "fay"]);
    for (player, mv) in [("dora", "Nc3"), ("eve", "Nk3"), ("fay", "Ns3")] {
        let answer = console.done(&format!("@{player} /move {mv}"));
        assert_eq!(answer.over(), None, "{}", answer.text());
    }
    console.finish();
    fs::remove_file(own.join("quick.toml")).unwrap();
    let mut console = Console::start(&store);
    console.refuses("@ann /play ruleset:quick", "unknown-ruleset");
    let answer = console.done(&format!("@cy /move Ns3 match:{id}"));
    let drawn = End::new("draw:moves", Some("1/3-1/3-1/3"));
    assert_eq!(answer.over(), Some(drawn), "{}", answer.text());
    console.finish();
}
