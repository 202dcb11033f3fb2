//! `rondel analyze` as a process (interfaces §6).

use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader, Write},
    process::Stdio,
    sync::mpsc,
    thread,
    time::Duration,
};

use rondel::rules::Position;
use serde_json::{Value, json};

use crate::matches::{Act, script};

/// One process for all these lines: an answer for each, in order.
fn analyze(input: Vec<u8>) -> Vec<Value> {
    analyze_by("three-man", input)
}

fn analyze_by(ruleset: &str, input: Vec<u8>) -> Vec<Value> {
    let mut child = crate::program()
        .args(["analyze", "--ruleset", ruleset])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = thread::spawn(move || stdin.write_all(&input).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8(output.stdout).unwrap();
    said.lines().map(answer).collect()
}

/// An answer, once it has every key and no other.
fn answer(line: &str) -> Value {
    let value: Value = serde_json::from_str(line).expect(line);
    let keys = [
        "position", "turn", "in_play", "legal", "check", "events", "over", "error",
    ];
    let places: Vec<Option<usize>> = keys
        .iter()
        .map(|key| line.find(&format!("\"{key}\":")))
        .collect();
    assert!(
        places.iter().all(Option::is_some) && places.is_sorted(),
        "{line}"
    );
    assert_eq!(value.as_object().unwrap().len(), keys.len(), "{line}");
    let legal: Vec<&str> = strings(&value["legal"]);
    assert!(legal.is_sorted(), "{line}");
    if !value["over"].is_null() {
        assert_eq!(legal.len(), 0, "{line}");
    }
    if let Some(error) = value["error"].as_object() {
        let keys: Vec<&str> = error.keys().map(String::as_str).collect();
        assert_eq!(keys.len(), 5, "{line}");
        assert!(
            error["word"].as_str().unwrap().chars().count() <= 100,
            "{line}"
        );
        assert!(!error["text"].as_str().unwrap().is_empty(), "{line}");
        let rule = &error["rule"];
        assert!(
            rule.is_null() || rule.as_str().unwrap().starts_with('§'),
            "{line}"
        );
        if error["at"] == -1 {
            for key in ["position", "turn", "over"] {
                assert!(value[key].is_null(), "{key}: {line}");
            }
            assert_eq!(
                (&value["in_play"], &value["check"]),
                (&json!(""), &json!("")),
                "{line}"
            );
            assert_eq!(
                (&value["legal"], &value["events"]),
                (&json!([]), &json!([])),
                "{line}"
            );
        }
    }
    value
}

fn strings(value: &Value) -> Vec<&str> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|text| text.as_str().unwrap())
        .collect()
}

fn one(line: &str) -> Value {
    let mut answers = analyze(format!("{line}\n").into_bytes());
    assert_eq!(answers.len(), 1, "{line}");
    answers.remove(0)
}

#[test]
fn answers_to_endings_agree() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/endings.jsonl");
    let mut lines: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in fs::read_to_string(path).unwrap().lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let ruleset = line["ruleset"].as_str().unwrap().to_owned();
        lines.entry(ruleset).or_default().push(line);
    }
    let mut checked = 0;
    for (ruleset, lines) in &lines {
        let input: String = lines
            .iter()
            .map(|line| format!("{}\n", line["line"].as_str().unwrap()))
            .collect();
        let answers = analyze_by(ruleset, input.into_bytes());
        assert_eq!(answers.len(), lines.len());
        for (line, answer) in lines.iter().zip(&answers) {
            agrees(line["line"].as_str().unwrap(), &line["want"], answer);
        }
        checked += lines.len();
    }
    println!("endings checked: {checked}, of {} rulesets", lines.len());
    assert!(checked > 450 && lines.len() == 6);
}

#[track_caller]
fn agrees(text: &str, want: &Value, answer: &Value) {
    let error = &answer["error"];
    if want["error"].is_null() {
        assert_eq!(error, &Value::Null, "{text}");
        for key in ["position", "events", "over"] {
            assert_eq!(answer[key], want[key], "{key}: {text}");
        }
    } else {
        let found = (&error["kind"], &error["at"]);
        assert_eq!(found, (&want["error"], &want["at"]), "{text}");
    }
}

#[test]
fn the_documented_example() {
    let answer = one("start moves e2e4 m2m4");
    assert_eq!(
        answer["position"],
        "wRwNwBwQwKwBwNwRgRgNgBgQgKgBgNgRbRbNbBbQbKbBbNbR/wPwPwPwP1wPwPwPgPgPgPgP1gPgPgPbPbPbPbPbPbPbPbP/24/4wP7gP11/24/24 b wgb - wKQgKQbKQ e3m3 0 2"
    );
    assert_eq!(
        (&answer["turn"], &answer["in_play"]),
        (&json!("b"), &json!("wgb"))
    );
    let legal = strings(&answer["legal"]);
    assert_eq!((legal.len(), &legal[..2]), (20, &["q2q3", "q2q4"][..]));
    assert_eq!(
        (&answer["check"], &answer["events"]),
        (&json!(""), &json!([]))
    );
    assert!(answer["over"].is_null() && answer["error"].is_null());
}

/// Kings on their own; White has a rook on a1.
const ROOK: &str = "wR23/24/4wK14bK4/12gK11/24/24";

#[test]
fn errors() {
    let rook = |rest: &str| format!("{ROOK} {rest}");
    let two_kings = rook("w wgb - - - 0 30").replace("4wK14bK4", "4wKwK13bK4");
    let long_word = format!("start moves e2e4 {}", "é".repeat(150));
    let cut = "é".repeat(100);
    let moated = rook("w wgb - - - 0 30 moves a1x1");
    let not_in_play = rook("w gb xh - - 0 30");
    let fields = rook("w wgb - - - 0");
    let number = rook("w wgb - - - 0 many");
    for (line, kind, at, word, rule) in [
        ("start moves e2e5", "illegal", 0, "e2e5", Some("§2.6")),
        ("start moves e2e4 m2m4 e4e5", "illegal", 2, "e4e5", Some("")),
        (
            "start moves e2e4 m2m4 u2u4 e1e3",
            "illegal",
            3,
            "e1e3",
            Some("§2.4"),
        ),
        (&moated, "illegal", 0, "a1x1", Some("§3.2")),
        ("start moves hello", "unreadable", 0, "hello", Some("")),
        ("start moves e2e4 Nk3", "unreadable", 1, "Nk3", Some("")),
        (
            "start moves e2e4 m2m4 u2u4q",
            "illegal",
            2,
            "u2u4q",
            Some(""),
        ),
        ("start moves e2e4k", "unreadable", 0, "e2e4k", Some("")),
        ("start moves E2E4", "unreadable", 0, "E2E4", Some("")),
        ("start moves e2e4  m2m4", "unreadable", 1, "", Some("")),
        ("start moves ", "unreadable", 0, "", Some("")),
        (&long_word, "unreadable", 1, &cut, Some("")),
        ("", "unreadable", -1, "", Some("")),
        ("hello", "unreadable", -1, "hello", Some("")),
        ("start moves", "unreadable", -1, "start moves", Some("")),
        ("Start", "unreadable", -1, "Start", Some("")),
        (&number, "unreadable", -1, "many", Some("§7.3")),
        (&fields, "unreadable", -1, &fields, Some("§7.3")),
        (&not_in_play, "impossible", -1, "w", Some("§7.4")),
        (
            &two_kings,
            "impossible",
            -1,
            two_kings.split(' ').next().unwrap(),
            Some("§7.4"),
        ),
    ] {
        let answer = one(line);
        let error = &answer["error"];
        let found = (&error["kind"], &error["at"], &error["word"]);
        let word: String = word.chars().take(100).collect();
        assert_eq!(found, (&json!(kind), &json!(at), &json!(word)), "{line}");
        // An empty rule stands for any.
        if rule != Some("") {
            assert_eq!(error["rule"].as_str(), rule, "{line}");
        }
    }
}

#[test]
fn words_of_no_known_form() {
    for word in [
        "resign",
        "resign:",
        "resign:x",
        "resign:wg",
        "resign:W",
        "Resign:w",
        "resign:w:",
        "resign:w:for",
        "resign:w:for:",
        "resign:w:for:x",
        "resign:w:b",
        "resign:w:for:b:g",
        "accept",
        "accept:w:g",
        "decline:x",
        "withdraw:",
        "draw:w:g",
        "draw:wgb",
        "claim:x",
        "claim:w:",
        "claim:w:hello",
        "claim:w:e2e4:",
        "claim:w:Nf3",
        "pact:w",
        "pact:w:",
        "pact:w:x",
        "pact:w:g:b",
        "unpact:w",
        "flag",
        "flag:",
        ":w",
        ":",
        "flag:w\t",
        "takeback:w",
    ] {
        let answer = one(&format!("start moves e2e4 {word}"));
        let error = &answer["error"];
        let found = (&error["kind"], &error["at"], &error["word"]);
        let want = (&json!("unreadable"), &json!(1), &json!(word));
        assert_eq!(found, want, "{word:?}");
        assert_eq!(answer["turn"], "g", "{word:?}");
    }
}

#[test]
fn refused_words_name_the_rule_where_there_is_one() {
    for (ruleset, words, at, rule) in [
        ("three-man", "resign:g draw:g", 1, Some("§4.4")),
        ("three-man", "resign:g flag:g", 1, Some("§4.4")),
        ("three-man", "resign:g claim:g", 1, Some("§4.4")),
        ("three-man", "draw:w draw:w", 1, None),
        ("three-man", "decline:w", 0, None),
        ("three-man", "withdraw:w", 0, None),
        ("three-man", "accept:w", 0, Some("§6")),
        ("three-man", "pact:w:g", 0, Some("§6")),
        ("three-man", "resign:w:for:g", 0, Some("§6")),
        ("three-man", "claim:w", 0, Some("§5")),
        ("three-man", "claim:w:e2e4", 0, Some("§5")),
        ("three-man", "claim:w:e2e5", 0, Some("§2.6")),
        ("three-man", "claim:g:m2m4", 0, Some("§5")),
        ("three-player", "resign:w", 0, Some("§6.5")),
        ("three-player", "resign:w:for:w", 0, Some("§6.5")),
        ("first-mate", "pact:w:w", 0, Some("§6.3")),
        ("second-mate", "resign:b pact:w:g", 1, Some("§6.3")),
        ("second-mate", "unpact:w:g", 0, None),
    ] {
        let line = format!("start moves {words}\n");
        let answers = analyze_by(ruleset, line.into_bytes());
        let error = &answers[0]["error"];
        let found = (&error["kind"], &error["at"], error["rule"].as_str());
        let want = (&json!("refused"), &json!(at), rule);
        assert_eq!(found, want, "{ruleset}: {words}");
    }
}

/// What is impossible in a duel alone (rules §7.4), and its start (rules §6.6).
#[test]
fn a_duel_begins_without_gray() {
    let board = "wRwNwBwQwKwBwNwRgRgNgBgQgKgBgNgRbRbNbBbQbKbBbNbR/\
                 wPwPwPwPwPwPwPwPgPgPgPgPgPgPgPgPbPbPbPbPbPbPbPbP/24/24/24/24";
    let start = format!("{board} w wb hp wKQbKQ - 0 0");
    let three = format!("{board} w wgb - wKQgKQbKQ - 0 0");
    let checked = "24/24/24/4wK9wR2bK6/24/24 w wb hp - - 0 0";
    let lines = ["start", &start, &three, checked].join("\n");
    let answers = analyze_by("duel", lines.into_bytes());
    for answer in &answers[..2] {
        assert_eq!(answer["position"], json!(start));
        assert_eq!(strings(&answer["legal"]).len(), 20);
    }
    for (answer, word) in answers[2..].iter().zip(["wgb", checked]) {
        let error = &answer["error"];
        let found = (&error["kind"], &error["at"]);
        assert_eq!(found, (&json!("impossible"), &json!(-1)), "{answer}");
        assert!(word.contains(error["word"].as_str().unwrap()), "{answer}");
    }
}

#[test]
fn after_an_error_the_last_good_state_is_shown() {
    let (good, bad) = (
        one("start moves e2e4 m2m4"),
        one("start moves e2e4 m2m4 e4e5 u2u4"),
    );
    for key in [
        "position", "turn", "in_play", "legal", "check", "events", "over",
    ] {
        assert_eq!(good[key], bad[key], "{key}");
    }
    assert_eq!(bad["error"]["at"], 2);
}

/// A script's moves as an input line.
fn line_of(name: &str) -> (String, Vec<String>) {
    let moves: Vec<String> = script(name)
        .steps
        .iter()
        .filter_map(|step| match &step.act {
            Act::Move { plain, .. } => Some(plain.clone()),
            Act::Resign | Act::Wish(..) | Act::Claim => None,
        })
        .collect();
    (format!("start moves {}", moves.join(" ")), moves)
}

#[test]
fn whole_matches() {
    for name in ["open-rings", "long-march"] {
        let (script, (line, moves)) = (script(name), line_of(name));
        let answer = one(&line);
        assert_eq!(answer["position"], script.final_position);
        assert_eq!(answer["over"]["how"], script.outcome.ending.word());
        assert_eq!(
            answer["over"]["score"].as_str(),
            script.outcome.score().as_deref()
        );
        let want: Vec<Value> = script
            .steps
            .iter()
            .flat_map(|step| step.outs.iter().map(|out| (step.position.clone(), out)))
            .map(|(position, out)| {
                let ply: u32 = position.rsplit(' ').next().unwrap().parse().unwrap();
                json!({
                    "ply": ply,
                    "army": out.color.letter(),
                    "how": out.exit.word(),
                    "checkers": out.checkers.iter().map(|army| army.letter()).collect::<Vec<_>>(),
                    "by": out.by.map(|army| army.letter()),
                })
            })
            .collect();
        assert_eq!(answer["events"], json!(want));
        // A word after the end.
        let after = one(&format!("{line} a2a3"));
        assert_eq!(
            (&after["error"]["kind"], &after["error"]["at"]),
            (&json!("over"), &json!(moves.len()))
        );
        assert_eq!(after["over"], answer["over"]);
    }
}

#[test]
fn the_position_given_is_looked_at_first() {
    // The last move of a match, played without looking at what follows from it.
    let script = script("open-rings");
    let [.., before, last] = script.steps.as_slice() else {
        panic!("the script is long");
    };
    let Act::Move { plain, .. } = &last.act else {
        panic!("it ends with a move");
    };
    let mut position: Position = before.position.parse().unwrap();
    position.play(plain.parse().unwrap());
    let answer = one(&position.to_string());
    assert_eq!(
        answer["events"],
        json!([{"ply": 86, "army": "w", "how": "mate", "checkers": ["g"], "by": "g"}])
    );
    assert_eq!(
        answer["over"],
        json!({"how": "last-army", "points": {"w": "0", "g": "1", "b": "0"}, "score": "0-1-0"})
    );
    assert_eq!(answer["position"], script.final_position);
    // One army alone: ended already, and nothing has happened.
    for (line, kind) in [
        (script.final_position.clone(), None),
        (
            format!("{} moves a2a3", script.final_position),
            Some("over"),
        ),
    ] {
        let answer = one(&line);
        assert_eq!(answer["error"]["kind"].as_str(), kind);
        assert_eq!(answer["position"], script.final_position);
        assert_eq!(
            (&answer["legal"], &answer["events"], &answer["over"]),
            (&json!([]), &json!([]), &Value::Null)
        );
    }
}

#[test]
fn check_names_the_armies_in_check() {
    let line = format!("{ROOK} w wgb - - - 0 30 moves a1u1");
    // Along rank 1 the rook is stopped by a moat; up file a and through the centre it goes to m.
    assert_eq!(one(&line)["error"]["rule"], "§3.2");
    let line = format!("{ROOK} w wgb - - - 0 30 moves a1a4");
    assert_eq!(one(&line)["check"], "g");
}

#[test]
fn long_lines_and_bytes_that_are_no_text() {
    let bound = 64 * 1024;
    let mut input = Vec::new();
    let padded = |length: usize| {
        let mut line = b"start moves ".to_vec();
        line.resize(length, b'x');
        line.push(b'\n');
        line
    };
    for line in [
        padded(bound),
        padded(bound + 1),
        padded(5 * bound),
        b"start moves \xff\xfe\n".to_vec(),
        b"\n".to_vec(),
        b"start\r\n".to_vec(),
        b"start moves e2e4".to_vec(),
    ] {
        input.extend(line);
    }
    let answers = analyze(input);
    let kinds: Vec<Option<&str>> = answers
        .iter()
        .map(|answer| answer["error"]["kind"].as_str())
        .collect();
    let (unreadable, too_long) = (Some("unreadable"), Some("too-long"));
    assert_eq!(
        kinds,
        [
            unreadable, too_long, too_long, unreadable, unreadable, None, None
        ]
    );
    for (answer, at) in answers.iter().zip([0, -1, -1, -1, -1]) {
        assert_eq!(answer["error"]["at"], at);
    }
}

#[test]
fn every_answer_comes_at_once() {
    let mut child = crate::program()
        .args(["analyze", "--ruleset", "three-man"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let (sender, answers) = mpsc::channel();
    thread::spawn(move || {
        output
            .lines()
            .try_for_each(|line| sender.send(line.unwrap()))
    });
    for line in ["start", "", "start moves e2e4"] {
        writeln!(input, "{line}").unwrap();
        answer(
            &answers
                .recv_timeout(Duration::from_secs(60))
                .expect("an answer before the end"),
        );
    }
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
