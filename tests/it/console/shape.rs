//! The shape of what is said: keys, ends of lines, speakers, channels, pictures, plain text.

use std::{
    fs,
    io::Write,
    process::{Output, Stdio},
};

use rondel::rules::Color;

use super::{
    Console, Store,
    harness::{Answer, rondel},
};
use crate::said::{army, assert_says, player};

const START: &str = "wRwNwBwQwKwBwNwRgRgNgBgQgKgBgNgRbRbNbBbQbKbBbNbR/wPwPwPwPwPwPwPwPgPgPgPgPgPgPgPgPbPbPbPbPbPbPbPbP/24/24/24/24 w wgb - wKQgKQbKQ - 0 0";

/// Runs the console on a whole script.
fn run(arguments: &[&str], script: &[u8]) -> Output {
    let directory = tempfile::tempdir().unwrap();
    let mut child = rondel(directory.path())
        .env("RONDEL_STORE__URL", "memory:")
        .arg("console")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(script).unwrap();
    child.wait_with_output().unwrap()
}

const SCRIPT: &str = "@ann /play seat:white player2:@ben player3:@cy\n@ben /join\n@cy /join\n@ann /move e4\n@ben /board text:true\n/matches\n/help";

#[test]
fn every_line_has_an_end() {
    let script = format!("# a comment\n\n   \n{SCRIPT}\nnonsense\n\r\n# the last line has no end");
    let output = run(&["--json", "--seed", "1"], script.as_bytes());
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    let said = String::from_utf8(output.stdout).unwrap();
    let mut ends = 0;
    let mut answers = Vec::new();
    for line in said.lines() {
        match line.strip_prefix("{\"end\":") {
            Some(_) => {
                ends += 1;
                assert_eq!(line, format!("{{\"end\":{ends}}}"));
            }
            None => answers.push(ends + 1),
        }
    }
    assert_eq!(ends, script.lines().count());
    assert_eq!(answers, [4, 5, 6, 7, 8, 9, 10, 11]);
}

#[test]
fn keys_come_in_the_documented_order() {
    let said = String::from_utf8(run(&["--json"], SCRIPT.as_bytes()).stdout).unwrap();
    let keys = [
        "to", "command", "match", "text", "image", "alt", "buttons", "refused", "position", "over",
        "file",
    ];
    for line in said.lines().filter(|line| !line.starts_with("{\"end\":")) {
        let places: Vec<usize> = keys
            .iter()
            .map(|key| line.find(&format!("\"{key}\":")).expect(line))
            .collect();
        assert!(places.is_sorted(), "{line}");
    }
}

#[test]
fn lines_that_say_nothing_are_not_answered() {
    let mut console = Console::start(&Store::Memory);
    for line in [
        "",
        "   ",
        "# comment",
        "   # comment",
        "\r",
        "/channel park",
        "@ann /channel park",
    ] {
        assert!(console.say(line).is_empty(), "{line:?}");
    }
    console.finish();
}

#[test]
fn the_last_speaker_goes_on() {
    let mut console = Console::start(&Store::Memory);
    let nobody = console.refuses("/play seat:white", "unreadable");
    assert_eq!((nobody.to(), nobody.command()), ("all", None));
    console.done("@ann /play seat:white");
    console.refuses("/join", "already-seated");
    console.done("@ben /join");
    let refused = console.refuses("/join", "already-seated");
    assert_eq!(refused.to(), "ben");
    // Who goes to another channel speaks too.
    console.say("@cy /channel park");
    console.say("/channel table");
    let joined = console.done("/join");
    let black = army(Color::Black);
    joined.assert_says("joined", &[("name", "cy"), ("army", &black)]);
    // A line that cannot be read is answered to its writer.
    assert_eq!(console.refuses("@dora hello", "unreadable").to(), "dora");
    assert_eq!(console.done("/board").to(), "dora");
    console.finish();
}

#[test]
fn names_are_the_same_in_any_case() {
    let mut console = Console::start(&Store::Memory);
    console.done("@Ann /play seat:white");
    console.refuses("@ANN /join", "already-seated");
    console.finish();
}

#[test]
fn answers_say_whom_they_are_for_and_what_they_show() {
    let mut console = Console::start(&Store::Memory);
    let table = console.done("@ann /play seat:white player2:@ben");
    assert_eq!((table.to(), table.command()), ("all", Some("play")));
    assert_eq!((table.position(), table.over()), (START, None));
    let id = table.id().to_owned();
    assert_eq!(
        table.buttons(),
        ["join:gray", "join:black", "leave", "do:abort:action=offer"]
            .map(|action| format!("rd1:{id}:0:{action}")),
    );
    console.done("@ben /join");
    let started = console.done("@cy /join");
    assert_eq!(
        (started.command(), started.position()),
        (Some("join"), START)
    );
    assert!(started.alt().is_some() && started.image().is_none());
    let of_match = |action| format!("rd1:{id}:0:{action}");
    let rules = String::from("rd1:-:0:do:rules:topic=minute");
    assert_eq!(
        started.buttons(),
        [of_match("move"), rules, of_match("view"), of_match("more")],
    );
    let own = console.done("@ben /board");
    assert_eq!(
        (own.to(), own.command(), own.id()),
        ("ben", Some("board"), id.as_str())
    );
    let gray = [("army", &*army(Color::Gray))];
    assert_says(own.alt().unwrap(), "board-seen-from", &gray);
    let refused = console.refuses("@ben /move k3", "not-your-turn");
    assert_eq!((refused.to(), refused.command()), ("ben", Some("move")));
    assert!(refused.shows_nothing());
    for (line, command) in [
        ("/matches", "matches"),
        ("/help", "help"),
        ("/help command:move", "help"),
    ] {
        let answer = console.done(line);
        assert_eq!((answer.to(), answer.command()), ("ben", Some(command)));
        assert_eq!(answer.shows_nothing(), line != "/help", "{line}");
    }
    // A press is answered as the command that does the same.
    let view = console.done(&format!("@cy /press rd1:{id}:0:view"));
    assert_eq!((view.command(), view.to()), (Some("board"), "cy"));
    let black = [("army", &*army(Color::Black))];
    assert_says(view.alt().unwrap(), "board-seen-from", &black);
    let more = console.done(&format!("@cy /press {}", started.button("more")));
    assert_eq!((more.command(), more.to()), (Some("board"), "cy"));
    let offered = console.done(&format!("@cy /press {}", more.button("draw")));
    assert_eq!((offered.command(), offered.to()), (Some("draw"), "all"));
    console.finish();
}

#[test]
fn boards_of_earlier_plies_and_in_words() {
    let mut console = Console::start(&Store::Memory);
    console.three(["ann", "ben", "cy"]);
    console.moves(0, "e4 m4 u4");
    assert_eq!(console.done("@ann /board ply:0").position(), START);
    let one = console.done("/board ply:1 seat:black");
    assert!(one.position().ends_with(" e3 0 1"), "{}", one.position());
    let black = [("army", &*army(Color::Black))];
    assert_says(one.alt().unwrap(), "board-seen-from", &black);
    let words = console.done("/board text:true");
    assert!(words.text().lines().count() > 3, "{}", words.text());
    assert!(words.position().ends_with(" 3"));
    console
        .refuses("/board ply:4", "bad-option")
        .assert_is("refused-no-such-ply", &[("ply", "4"), ("now", "3")]);
    console.finish();
}

#[test]
fn pictures_go_where_they_are_asked_for() {
    let images = tempfile::tempdir().unwrap();
    let path = images.path().join("new/pictures");
    let mut console = Console::with(&Store::Memory, &["--images", path.to_str().unwrap()]);
    let table = console.done("@ann /play seat:white player2:@ben player3:@cy");
    assert_eq!(table.image(), None);
    console.done("@ben /join");
    let started = console.done("@cy /join");
    let image = started.image().unwrap();
    assert!(image.starts_with(path.to_str().unwrap()), "{image}");
    let picture = fs::read(image).unwrap();
    assert_eq!(picture.get(..8), Some(&b"\x89PNG\r\n\x1a\n"[..]));
    assert!(started.alt().is_some());
    let count = |answers: &[Answer]| answers.iter().filter(|a| a.image().is_some()).count();
    assert_eq!(
        count(&console.say("@ben /move m4")),
        0,
        "a refusal shows nothing"
    );
    assert_eq!(fs::read_dir(&path).unwrap().count(), 1);
    console.finish();
}

#[test]
fn plain_text_is_for_people() {
    let output = run(
        &["--seed", "1"],
        format!("# hello\n{SCRIPT}\n/move a4\n").as_bytes(),
    );
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(!said.contains("{\"end\""), "{said}");
    for part in ["(to ben alone)", "/press rd1:"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let (ann, ben) = (player("ann", Color::White), player("ben", Color::Gray));
    let values = [("move", "e4"), ("player", &ann)];
    assert_says(&said, "moved", &values);
    assert_says(&said, "your-move", &[("player", &ben)]);
}

#[test]
fn a_seed_repeats_dice_and_ids() {
    let round =
        |nth: usize| format!("@ann{nth} /play\n/play\n/play\n@ben /play seat:random\n@cy /join\n");
    let script: String = (0..3).map(round).collect();
    let said = |seed: &str| run(&["--json", "--seed", seed], script.as_bytes()).stdout;
    let first = said("7");
    assert_eq!(first, said("7"));
    assert_ne!(first, said("8"));
    let ids: Vec<String> = String::from_utf8(first)
        .unwrap()
        .lines()
        .filter_map(|line| {
            Some(line.split_once("\"command\":\"play\",\"match\":\"")?.1[..5].to_owned())
        })
        .collect();
    let mut different = ids.clone();
    different.sort();
    different.dedup();
    assert_eq!((ids.len(), different.len()), (12, 12), "{ids:?}");
}

#[test]
fn bytes_that_are_no_text_and_lines_that_are_too_long() {
    let mut console = Console::start(&Store::Memory);
    let answer = &console.say_bytes(b"@ann /move \xff\xfe")[0];
    assert_eq!(
        (answer.refused(), answer.command()),
        (Some("unreadable"), None)
    );
    let long = format!("@ann /move {}", "x".repeat(100_000));
    let answer = console.refuses(&long, "too-long");
    assert_eq!(answer.command(), None);
    console.refuses(&format!("@{} /matches", "x".repeat(33)), "too-long");
    console.refuses(
        &format!("@ann /play player2:@{}", "x".repeat(33)),
        "too-long",
    );
    console.refuses("@ann \u{202e}/play\u{7}", "unreadable");
    console.done("@ann /play seat:white");
    console.finish();
}
