//! `/rules`: the rules topic by topic, each with a picture.

use rondel::{
    commands::rulebook::NAMES,
    messages::Texts,
    rules::{Color, Role},
};

use super::{Console, Store};
use crate::said::{army, assert_is, said};

/// The most characters of an answer. Discord takes 2,000.
const LONGEST: usize = 1_100;

#[test]
fn every_topic_is_told_with_its_picture() {
    let directory = tempfile::tempdir().unwrap();
    let images = directory.path().to_str().unwrap();
    let mut console = Console::with(&Store::Memory, &["--seed", "1", "--images", images]);
    let id = console.three(["ann", "ben", "cy"]);
    console.moves(0, "e4 m4");
    let before = console.done("@ann /board").position().to_owned();
    let texts = Texts::english();
    for (at, name) in NAMES.iter().enumerate() {
        let topic = console.done(&format!("@dora /rules topic:{name}"));
        assert_eq!((topic.to(), topic.command()), ("dora", Some("rules")));
        let letters = topic.text().chars().count();
        assert!(letters <= LONGEST, "{name}: {letters}");
        let title = topic.text().lines().next().unwrap();
        // A ruleset is explained where it is chosen; its topic bears the name alone.
        let choice = texts.word(&format!("choice-{name}"));
        assert!(
            choice == title || choice.starts_with(&format!("{title}: ")),
            "{title}"
        );
        let told = said(&format!("rules-{name}"), &[]);
        assert!(topic.text().contains(&told), "{}", topic.text());
        let last = topic.text().lines().last().unwrap();
        match NAMES.get(at + 1) {
            Some(next) => assert_is(last, "rules-next", &[("topic", next)]),
            None => assert_is(last, "rules-last", &[]),
        }
        // A picture of no match, with what it shows in words.
        let path = topic.image().unwrap();
        assert!(path.ends_with(&format!("-rules-{name}.png")), "{path}");
        assert!(
            std::fs::read(path).unwrap().starts_with(b"\x89PNG"),
            "{path}"
        );
        let alt = topic.alt().unwrap();
        assert!((100..1_000).contains(&alt.chars().count()), "{alt}");
        let king = format!("{}: {} ", army(Color::White), texts.piece(Role::King));
        assert!(alt.contains(&king), "{alt}");
        assert!(topic.over().is_none());
        // The name of the option may be left out.
        assert_eq!(console.done(&format!("/rules {name}")).text(), topic.text());
    }
    // Nothing has happened to the match, and nobody else was told of anything.
    let after = console.done("@ann /board");
    assert_eq!(
        (after.id(), after.position()),
        (id.as_str(), before.as_str())
    );
    console.finish();
}

#[test]
fn without_a_topic_all_are_listed() {
    let mut console = Console::start(&Store::Memory);
    let list = console.done("@ann /rules");
    assert_eq!((list.to(), list.command()), ("ann", Some("rules")));
    assert!(list.text().chars().count() <= LONGEST, "{}", list.text());
    let lines: Vec<&str> = list.text().lines().collect();
    let listed: Vec<&str> = lines[1..lines.len() - 1]
        .iter()
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert_eq!(listed, NAMES);
    let more = [("topic", "board")];
    assert_is(lines[lines.len() - 1], "rules-more", &more);
}

#[test]
fn what_is_no_topic_is_refused_with_those_there_are() {
    let mut console = Console::start(&Store::Memory);
    for bad in ["rooks", "moat", "\"\"", "moats,"] {
        let refused = console.refuses(&format!("@ann /rules topic:{bad}"), "bad-option");
        assert_eq!(refused.command(), Some("rules"));
        assert!(
            refused.text().contains("moats, bridges"),
            "{}",
            refused.text()
        );
        assert!(refused.shows_nothing());
    }
    console.refuses("/rules match:m7k3q", "bad-option");
    console.refuses(&format!("/rules {}", "m".repeat(101)), "too-long");
}
