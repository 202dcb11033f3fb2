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
    let letters = list.text().chars().count();
    assert!(letters <= 2_000, "{}", list.text());
    let lines: Vec<&str> = list.text().lines().collect();
    // First what is different from chess, in six lines.
    let listed: Vec<&str> = lines[8..lines.len() - 1]
        .iter()
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert_eq!(listed, NAMES);
    let more = [("topic", "minute")];
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

/// Each refusal of a move has the button to the topic of the rule that forbids it, and the button opens that
/// topic.
#[test]
fn each_refused_move_has_the_button_to_its_rule() {
    let opened = "e4 m4 u4";
    for (before, bad, reason, topic) in [
        ("", "e3e4", "illegal-move", "notation"),
        ("", "m2m4", "illegal-move", "board"),
        ("", "e2e2", "illegal-move", "board"),
        ("", "a1b1", "illegal-move", "board"),
        ("", "a1a3", "illegal-move", "board"),
        ("", "c1c2", "illegal-move", "diagonals"),
        ("", "c1c3", "illegal-move", "diagonals"),
        ("", "Bd3", "illegal-move", "diagonals"),
        ("", "b1b3", "illegal-move", "pieces"),
        ("", "Nd5", "illegal-move", "pieces"),
        ("", "e1e3", "illegal-move", "pieces"),
        ("", "e2e5", "illegal-move", "pawns"),
        ("", "e2f3", "illegal-move", "pawns"),
        ("", "O-O", "illegal-move", "castling"),
        ("", "a1x1", "illegal-move", "moats"),
        ("e4 m4 x4", "a2x3", "illegal-move", "creeks"),
        ("e4 m4 u4 f4 l4 t4 Qe2 Qm2", "Ke7", "unreadable", "notation"),
        ("Nf3 Nn3 Nv3", "Nd2", "illegal-move", "board"),
        ("Nf3 Nn3 Nv3 d4 l4 t4", "Nd2", "ambiguous", "notation"),
        (opened, "hello", "unreadable", "notation"),
        (opened, &"e".repeat(60), "too-long", "notation"),
    ] {
        let mut console = Console::start(&Store::Memory);
        console.three(["ann", "ben", "cy"]);
        console.moves(0, before);
        let turn = before.split_whitespace().count() % 3;
        let player = ["ann", "ben", "cy"][turn];
        let refused = console.refuses(&format!("@{player} /move {bad}"), reason);
        let button = format!("do:rules:topic={topic}");
        let found = refused.buttons().into_iter().map(str::to_owned);
        let found = found
            .filter(|id| id.contains(":rules:"))
            .collect::<Vec<_>>();
        assert_eq!(
            found,
            [format!("rd1:-:0:{button}")],
            "{bad}: {}",
            refused.text()
        );
        let opened = console.done(&format!("@{player} /press {}", found[0]));
        let told = said(&format!("rules-{topic}"), &[]);
        assert!(opened.text().contains(&told), "{bad}: {}", opened.text());
        console.finish();
    }
}
