//! `rondel export` and `rondel import`, and `/export` at the console (interfaces §3, §4, §8).

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Output, Stdio},
};

use rondel::{
    matchplay::MatchId,
    rules::Color,
    transcript::{Format, LONGEST_FILE, Player, Transcript},
};

use super::{course::Played, documents::example, versions};
use crate::{
    console::{Console, Store, rondel},
    said::{army, computer, round, said},
};

/// Runs the program on the data in a directory, with something to read.
fn run(data: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = rondel(data)
        .arg("--data")
        .arg(data.join("data"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that fails before it has read all of it closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// Returns the output of a run that ended well.
#[track_caller]
fn done(output: Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert_eq!(said, "");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the errors of a run that failed.
#[track_caller]
fn failed(output: Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// A console on the data of a directory.
fn console(data: &Path) -> Console {
    Console::start(&Store::Files(data.join("data")))
}

/// Keeps a match that is over, and returns its id.
fn one_match(data: &Path) -> String {
    fs::create_dir_all(data.join("data")).unwrap();
    let mut console = console(data);
    let id = console.three(["ann", "ben", "cy"]);
    console.moves(0, "e4 m4 u4 Nf3");
    for player in ["ann", "ben", "cy"] {
        console.done(&format!("@{player} /draw action:offer"));
    }
    console.finish();
    id
}

/// A seat as histories list it.
fn seat(color: Color, name: &str) -> String {
    said("seat-taken", &[("army", &army(color)), ("name", name)])
}

/// Returns the whole store in words: the report of a check.
fn checked(data: &Path) -> String {
    done(run(data, &["check"], b""))
}

/// Editors of Windows put a byte order mark before what they save.
#[test]
fn a_mark_before_a_record_is_no_part_of_it() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path();
    let id = one_match(data);
    for format in ["text", "json"] {
        let record = done(run(
            data,
            &["export", "--match", &id, "--format", format],
            b"",
        ));
        let marked = format!("\u{feff}{record}");
        let read = Transcript::read(record.as_bytes()).unwrap();
        assert_eq!(Transcript::read(marked.as_bytes()), Ok(read));
        let said = done(run(data, &["import", "-"], marked.as_bytes()));
        assert!(said.starts_with("imported "), "{said}");
    }
    // And before a script.
    let mut console = console(data);
    console.done("\u{feff}@ann /board");
    console.finish();
}

#[test]
fn a_match_goes_out_and_comes_in_again() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path();
    let id = one_match(data);
    let text = done(run(data, &["export", "--match", &id], b""));
    let json = done(run(
        data,
        &["export", "--match", &id, "--format", "json"],
        b"",
    ));
    assert_eq!(
        text,
        done(run(
            data,
            &["export", "--match", &id, "--format", "text"],
            b""
        ))
    );
    fs::write(data.join("match.json"), &json).unwrap();
    let said = done(run(data, &["import", "match.json"], b""));
    let first = said.strip_prefix("imported ").unwrap().trim().to_owned();
    let said = done(run(data, &["import", "-"], text.as_bytes()));
    let second = said.strip_prefix("imported ").unwrap().trim().to_owned();
    assert!(first != id && second != id && first != second);
    assert_eq!(checked(data), "checked 3 matches, 41 events, 0 damaged\n");
    for imported in [&first, &second] {
        let again = done(run(data, &["export", "--match", imported], b""));
        let marked = text.replace(
            &format!("[Match \"{id}\"]\n"),
            &format!("[Match \"{imported}\"]\n[Original \"{id}\"]\n"),
        );
        assert_eq!(again, marked);
    }
    // It is over, nobody is told of it, and nobody who plays here is a player of it.
    let mut console = console(data);
    assert!(console.first.is_empty(), "{:?}", console.first);
    let none = console.done("@ann /matches");
    none.assert_says("matches-none", &[]);
    let course = console.done(&format!("/history match:{first}"));
    for part in ["ann", "ben", "cy", &round("2", "Nf3")] {
        assert!(course.text().contains(part), "{}", course.text());
    }
    let from = [("match", &*id), ("where", "console/table")];
    course.assert_says("imported", &from);
    console.refuses(&format!("/move e5 match:{first}"), "match-over");
    assert_eq!(console.done("/board").id(), id);
    console.finish();
}

#[test]
fn names_stay_as_they_were_known() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path();
    // The last three have computers: alone, one, and two.
    for plan in [3, 4, 5, 28, 52, 76] {
        let record = Played::by_plan(plan).transcript();
        let written = record.written(Format::Text);
        let said = done(run(data, &["import", "-"], written.as_bytes()));
        let id = said.strip_prefix("imported ").unwrap().trim();
        let again = done(run(
            data,
            &["export", "--match", id, "--format", "json"],
            b"",
        ));
        let again = Transcript::read(again.as_bytes()).unwrap();
        assert!(again.events().eq(record.events()));
        for (color, player) in record.players.iter() {
            // The store of people keeps no control characters, and none that turn the writing.
            let steers = |c: char| c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c);
            let known = player.clone().map(|player| match player {
                Player::Person(name) => Player::Person(name.replace(steers, "")),
                Player::Computer(level) => Player::Computer(level),
            });
            assert_eq!(again.players[color], known);
        }
    }
    assert!(checked(data).ends_with(" 0 damaged\n"));
}

/// Played against computers, and between computers: both are casual.
#[test]
fn matches_with_computers_go_out_and_come_in_again() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path();
    fs::create_dir_all(data.join("data")).unwrap();
    let mut console = console(data);
    let with_ann = console.say("@ann /play computers:2 level:1 seat:gray");
    let with_ann = with_ann[0].id().to_owned();
    console.say("@ann /abort action:offer");
    let watched = "@ann /play computers:2 level:1 seat:white ruleset:duel";
    let watched = console.say(watched)[0].id().to_owned();
    console.finish();
    for (id, tags, names, told) in [
        (
            &with_ann,
            "[Gray \"ann\"]\n[Computers \"w1 b1\"]\n",
            1,
            vec![
                seat(Color::White, &computer(1, Color::White)),
                seat(Color::Gray, "ann"),
                said("ended-aborted", &[]),
            ],
        ),
        (
            &watched,
            "[Computers \"w1 b1\"]\n",
            0,
            vec![
                seat(Color::White, &computer(1, Color::White)),
                seat(Color::Black, &computer(1, Color::Black)),
            ],
        ),
    ] {
        let text = done(run(data, &["export", "--match", id], b""));
        assert!(text.starts_with("[Rondel \"1\"]\n"), "{text}");
        assert!(
            text.contains(tags) && text.contains("\n[Rated \"no\"]\n"),
            "{text}"
        );
        let players = text.lines().filter(|line| {
            ["[White ", "[Gray ", "[Black "]
                .iter()
                .any(|tag| line.starts_with(tag))
        });
        assert_eq!(players.count(), names, "{text}");
        let said = done(run(data, &["import", "-"], text.as_bytes()));
        let imported = said.strip_prefix("imported ").unwrap().trim();
        let marked = format!("[Match \"{imported}\"]\n[Original \"");
        let again = done(run(data, &["export", "--match", imported], b""));
        assert_eq!(again, text.replacen("[Match \"", &marked, 1));
        let mut console = self::console(data);
        for id in [id, imported] {
            let course = console.done(&format!("@dora /history match:{id}"));
            for part in &told {
                assert!(course.text().contains(part), "{part}: {}", course.text());
            }
        }
        console.finish();
    }
    assert!(checked(data).starts_with("checked 4 matches, "));
    assert!(checked(data).ends_with(", 0 damaged\n"));
}

#[test]
fn a_match_of_computers_comes_in_and_is_nobodys() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path();
    for (text, course) in [
        (
            versions::COMPUTERS,
            vec![seat(Color::White, "ann"), round("1", "e4 Nn3")],
        ),
        (
            versions::CALLED_OFF,
            vec![round("1", "e4"), said("called-off", &[])],
        ),
    ] {
        let said = done(run(data, &["import", "-"], text.as_bytes()));
        let id = said.strip_prefix("imported ").unwrap().trim();
        let again = done(run(data, &["export", "--match", id], b""));
        let marked = format!("[Match \"{id}\"]\n[Original \"");
        assert_eq!(again, text.replacen("[Match \"", &marked, 1));
        let mut console = console(data);
        assert!(console.first.is_empty(), "{:?}", console.first);
        let none = console.done("@ann /matches");
        none.assert_says("matches-none", &[]);
        let told = console.done(&format!("/history match:{id}"));
        for part in &course {
            assert!(told.text().contains(part), "{}", told.text());
        }
        console.refuses(
            &format!("@ann /abort action:offer match:{id}"),
            "match-over",
        );
        console.finish();
    }
    assert!(checked(data).ends_with(" 0 damaged\n"));
}

#[test]
fn nothing_is_kept_of_what_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path();
    let id = one_match(data);
    let text = done(run(data, &["export", "--match", &id], b""));
    let before = checked(data);
    let people = |data: &Path| -> Vec<Vec<u8>> {
        let mut rows: Vec<_> = fs::read_dir(data.join("data/people/1"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.is_file())
            .map(|path| fs::read(path).unwrap())
            .collect();
        rows.sort();
        rows
    };
    let known = people(data);
    for (file, reason) in [
        (
            text.replace("Nf3", "Nf4"),
            "line 14: \"Nf4\" cannot be played here",
        ),
        (
            text.replace("Score \"1/3-1/3-1/3\"", "Score \"1-0-0\""),
            "line 12: the match ended otherwise: Score",
        ),
        (
            text.replace("White", "Whyte"),
            "line 6: there is no tag \"Whyte\"",
        ),
        (
            "x".repeat(LONGEST_FILE + 1),
            "line 1: the file is longer than 4194304 bytes",
        ),
        (String::new(), "line 1: this is no record of a match"),
    ] {
        let said = failed(run(data, &["import", "-"], file.as_bytes()));
        let wanted = "rondel: standard input is refused, and nothing of it is kept: ";
        assert!(said.starts_with(&format!("{wanted}{reason}")), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    let said = failed(run(data, &["import", "nowhere.txt"], b""));
    assert!(said.contains("nowhere.txt cannot be read"), "{said}");
    assert_eq!((checked(data), people(data)), (before, known));
}

#[test]
fn what_cannot_be_exported() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path();
    let said = failed(run(data, &["export", "--match", "m7k3q"], b""));
    assert!(said.contains("no-such-match"), "{said}");
    assert!(!data.join("data").exists(), "looking makes no store");
    one_match(data);
    let said = failed(run(data, &["export", "--match", "a2a2a"], b""));
    assert!(said.contains("there is no match a2a2a"), "{said}");
    let mut console = console(data);
    let table = console.done("@ann /play").id().to_owned();
    console.refuses(&format!("/export match:{table}"), "not-started");
    console.finish();
    let said = failed(run(data, &["export", "--match", &table], b""));
    assert!(said.contains("not-started"), "{said}");
}

#[test]
fn a_store_in_use_is_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path();
    let id = one_match(data);
    let text = done(run(data, &["export", "--match", &id], b""));
    let holding = console(data);
    for (arguments, input) in [
        (&["export", "--match", &id][..], ""),
        (&["import", "-"], text.as_str()),
    ] {
        let said = failed(run(data, arguments, input.as_bytes()));
        assert!(said.contains("in use by another process"), "{said}");
    }
    holding.finish();
}

#[test]
fn nothing_is_imported_where_nothing_is_kept() {
    let directory = tempfile::tempdir().unwrap();
    let record = Played::by_plan(0).transcript().written(Format::Text);
    fs::write(directory.path().join("m.txt"), record).unwrap();
    let output = rondel(directory.path())
        .env("RONDEL_STORE__URL", "memory:")
        .args(["import", "m.txt"])
        .output()
        .unwrap();
    assert!(failed(output).contains("nothing is kept where store.url is memory:"));
}

#[test]
fn the_console_writes_the_file_or_says_it() {
    let directory = tempfile::tempdir().unwrap();
    let files = directory.path().join("files");
    for images in [None, Some(&files)] {
        let arguments: Vec<&str> = match images {
            Some(path) => vec!["--images", path.to_str().unwrap()],
            None => vec![],
        };
        let mut console = Console::with(&Store::Memory, &arguments);
        let id = console.three(["ann", "ben", "cy"]);
        console.moves(0, "e4 m4");
        let running = console.done("@dora /export");
        assert_eq!((running.to(), running.command()), ("dora", Some("export")));
        assert_eq!((running.id(), running.image()), (id.as_str(), None));
        for player in ["ann", "ben", "cy"] {
            console.done(&format!("@{player} /draw action:offer"));
        }
        for (line, format) in [
            ("@ann /export", Format::Text),
            ("/export format:text", Format::Text),
            ("/export format:json", Format::Json),
        ] {
            let answer = console.done(&format!("{line} match:{id}"));
            let record = match images {
                None => {
                    assert_eq!(answer.file(), None);
                    answer.text().to_owned()
                }
                Some(directory) => {
                    let name = format!("{id}.{}", format.extension());
                    assert_eq!(answer.file(), directory.join(name).to_str());
                    answer.assert_says("exported", &[("match", &id)]);
                    fs::read_to_string(answer.file().unwrap()).unwrap()
                }
            };
            let read = Transcript::read(record.as_bytes()).unwrap();
            assert_eq!(
                (read.id.as_str(), read.written(format)),
                (id.as_str(), record)
            );
        }
        console.refuses("/export format:pgn", "bad-option");
        console.refuses("/export match:a2a2a", "no-such-match");
        console.finish();
    }
}

/// Records have no times, and what is worked out from none is a date in 1970.
#[test]
fn the_history_of_an_imported_match_names_no_time() {
    for holds in ["q4d5e", "g2 b1", "took-over", "Two"] {
        let data = tempfile::tempdir().unwrap();
        fs::create_dir_all(data.path().join("data")).unwrap();
        let text = example("text", holds);
        let imported = done(run(data.path(), &["import", "-"], text.as_bytes()));
        let mut words = imported.split(|letter: char| !letter.is_alphanumeric());
        let id = words.find(|word| word.parse::<MatchId>().is_ok());
        let mut console = console(data.path());
        let history = console.done(&format!("@ann /history match:{}", id.expect("its id")));
        assert!(!history.text().contains("1970"), "{}", history.text());
        assert!(history.text().lines().count() > 1, "{}", history.text());
        console.finish();
    }
}
