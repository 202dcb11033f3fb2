//! Rulesets as files: the presets, and what an operator adds (rules §6, interfaces §1).

use std::{
    fs,
    path::Path,
    process::{Output, Stdio},
    sync::LazyLock,
};

use proptest::{option, prelude::*, sample::select};
use rondel::{
    rules::{
        Armies, ByColor, Choice, Color, Colors, Conceding, Draw, DrawLimits, Ending, Ends,
        Impossibility, Inconsistent, KingCapture, Outcome, Points, Ruleset, RulesetOptions,
        Sameness, Scoring, Stalemate, Winner,
    },
    rulesets::{Rulesets, RulesetsError},
    tools::analyze,
};

use crate::hostile::analyze_answer;
use crate::rules::{Due, Scores, TABLES, Table};

fn limits(due: Due) -> DrawLimits {
    DrawLimits {
        claim: due.claim,
        automatic: due.automatic,
    }
}

/// A column of rules §6 as options.
fn options(table: &Table) -> RulesetOptions {
    RulesetOptions {
        armies: if table.duel {
            Armies::Two
        } else {
            Armies::Three
        },
        ends: if table.first_out {
            Ends::FirstOut
        } else {
            Ends::LastArmy
        },
        king_capture: if table.wins_by_itself {
            KingCapture::Wins
        } else {
            KingCapture::PutsOut
        },
        stalemate_of_three: if table.stalemate_of_three_is_out {
            Stalemate::Out
        } else {
            Stalemate::Draw
        },
        same_position: if table.arrangement {
            Sameness::Arrangement
        } else {
            Sameness::Rights
        },
        repetition: limits(table.repetition),
        moves: limits(table.moves),
        impossibility: if table.impossibility_is_claimed {
            Impossibility::Claimed
        } else {
            Impossibility::Automatic
        },
        conceding: if table.names_winner {
            Conceding::NamedWinner
        } else {
            Conceding::Out
        },
        scoring: match table.scores {
            Scores::Shared => Scoring::SharedPoint,
            Scores::MatchPoints => Scoring::MatchPoints,
            Scores::Stages => Scoring::Stages,
            Scores::WinnerAndThird => Scoring::WinnerAndThird,
        },
    }
}

#[test]
fn the_presets_are_the_table_of_the_rules() {
    let presets = Rulesets::presets();
    let names: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
    assert_eq!(presets.names(), names);
    for table in &TABLES {
        let preset = presets.named(table.name).unwrap().ruleset;
        assert_eq!(*preset.options(), options(table), "{}", table.name);
    }
    assert_eq!(
        presets.named("three-man").unwrap().ruleset,
        Ruleset::THREE_MAN
    );
    // Nothing but these lies beside them.
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/config/rulesets");
    let files = fs::read_dir(directory).unwrap().map(|entry| {
        let path = entry.unwrap().path();
        path.file_stem().unwrap().to_str().unwrap().to_owned()
    });
    let mut files: Vec<String> = files.collect();
    let mut names: Vec<String> = presets.names();
    files.sort();
    names.sort();
    assert_eq!(files, names);
}

#[track_caller]
fn assert_winner(name: &str, ending: Ending, sixths: [u16; 3], want: Winner) {
    let presets = Rulesets::presets();
    let ruleset = presets.named(name).unwrap().ruleset;
    let points = ByColor::new(|color: Color| Points::from_sixths(sixths[color.index()]));
    let outcome = Outcome { ending, points };
    assert_eq!(outcome.winner(&ruleset), want, "{name} {sixths:?}");
}

#[test]
fn the_army_with_the_most_points_is_first_and_wins_where_the_ruleset_says_so() {
    use Color::{Black, Gray, White};
    use Winner::{Alone, Nobody, Shared, Wins};
    let agreed = Ending::Draw(Draw::Agreement);
    let both = Colors::NONE.with(White).with(Gray);
    let check = assert_winner;
    check("three-man", Ending::LastArmy, [0, 6, 0], Wins(Gray));
    check("three-man", agreed, [3, 3, 0], Nobody);
    check("three-man", Ending::Aborted, [0, 0, 0], Nobody);
    check("match-points", Ending::LastArmy, [30, 0, 0], Wins(White));
    check("match-points", agreed, [6, 0, 18], Wins(Black));
    // The army that is mated in the end has mated another one too: first, but not the winner.
    check("match-points", Ending::LastArmy, [0, 18, 12], Alone(Gray));
    check("match-points", Ending::LastArmy, [24, 6, 0], Alone(White));
    check("match-points", agreed, [12, 12, 6], Nobody);
    check("first-mate", Ending::FirstOut, [6, 6, 0], Shared(both));
    check("first-mate", Ending::FirstOut, [9, 3, 0], Alone(White));
    check("second-mate", agreed, [12, 0, 6], Alone(White));
    check("second-mate", agreed, [9, 0, 9], Nobody);
    let capturable = Ending::CapturableKing;
    check("three-player", capturable, [3, 0, 6], Wins(Black));
    check("three-player", Ending::FirstOut, [3, 3, 0], Shared(both));
    check("duel", Ending::FirstOut, [6, 0, 0], Wins(White));
}

/// The file of a ruleset, from its line of options.
fn file(ruleset: Ruleset) -> String {
    let mut file = String::from("about = \"For a test\"\n");
    for option in ruleset.to_string().split(' ') {
        let (key, value) = option.split_once(':').unwrap();
        let value = match (key, value.split_once('/')) {
            ("armies", _) => value.to_owned(),
            (_, Some((claim, automatic))) => {
                let limits = [("claim", claim), ("automatic", automatic)];
                let given = limits.into_iter().filter(|(_, limit)| *limit != "-");
                let given: Vec<String> = given
                    .map(|(name, limit)| format!("{name} = {limit}"))
                    .collect();
                format!("{{ {} }}", given.join(", "))
            }
            _ => format!("{value:?}"),
        };
        file += &format!("{key} = {value}\n");
    }
    file
}

/// Lines in which matches end in all ways.
static LINES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/endings.jsonl");
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        line["line"].as_str().unwrap().to_owned()
    });
    lines.collect()
});

fn words<T: Choice + std::fmt::Debug>() -> impl Strategy<Value = T> {
    select(T::WORDS.iter().map(|(_, value)| *value).collect::<Vec<T>>())
}

fn any_limits(most: u32) -> impl Strategy<Value = DrawLimits> {
    let limit = move || option::of(0..=most);
    (limit(), limit()).prop_map(|(claim, automatic)| DrawLimits { claim, automatic })
}

/// Any options, whether they go together or not.
fn any_options() -> impl Strategy<Value = RulesetOptions> {
    let first = (words(), words(), words(), words(), words());
    let second = (
        any_limits(110),
        any_limits(1_100),
        words(),
        words(),
        words(),
    );
    (first, second).prop_map(|(first, second)| RulesetOptions {
        armies: first.0,
        ends: first.1,
        king_capture: first.2,
        stalemate_of_three: first.3,
        same_position: first.4,
        repetition: second.0,
        moves: second.1,
        impossibility: second.2,
        conceding: second.3,
        scoring: second.4,
    })
}

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    }
}

/// Reads an operator's directory with these files.
fn read(files: &[(&str, &[u8])]) -> Result<Rulesets, RulesetsError> {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), files);
    Rulesets::with_directory(directory.path())
}

fn write(directory: &Path, files: &[(&str, &[u8])]) {
    for (name, bytes) in files {
        fs::write(directory.join(name), bytes).unwrap();
    }
}

proptest! {
    #![proptest_config(cases(256))]

    /// Options that go together are written as a line and as a file that read back; whatever does
    /// not go together is refused in both.
    #[test]
    fn options_read_back(options in any_options()) {
        let Ok(ruleset) = Ruleset::new(options) else {
            return Ok(());
        };
        prop_assert_eq!(ruleset.to_string().parse(), Ok(ruleset));
        let file = file(ruleset);
        let rulesets = read(&[("mine.toml", file.as_bytes())]);
        prop_assert_eq!(rulesets.unwrap().named("mine").unwrap().ruleset, ruleset, "{}", file);
    }

    /// Whatever the options, every line has its answer.
    #[test]
    fn all_options_can_be_played(options in any_options(), skip in 0..40_usize) {
        let Ok(ruleset) = Ruleset::new(options) else {
            return Ok(());
        };
        let mut said = Vec::new();
        let lines: Vec<&str> = LINES.iter().skip(skip).step_by(40).map(String::as_str).collect();
        analyze::run(ruleset, &ToString::to_string, lines.join("\n").as_bytes(), &mut said).unwrap();
        let said = String::from_utf8(said).unwrap();
        prop_assert_eq!(said.lines().count(), lines.len());
        said.lines().for_each(|answer| drop(analyze_answer(answer)));
    }

    /// A line of options in which something else stands is refused, or is the line of another
    /// ruleset.
    #[test]
    fn mutilated_lines_of_options_are_refused_or_read_back(
        preset in select(TABLES.to_vec()),
        cuts in proptest::collection::vec((any::<prop::sample::Index>(), any::<char>()), 1..4),
    ) {
        let ruleset = Ruleset::new(options(&preset)).unwrap();
        let mut letters: Vec<char> = ruleset.to_string().chars().collect();
        for (index, letter) in cuts {
            let index = index.index(letters.len());
            letters[index] = letter;
        }
        let line: String = letters.into_iter().collect();
        if let Ok(read) = line.parse::<Ruleset>() {
            prop_assert_eq!(read.to_string(), line);
        }
    }
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    let three_player = options(TABLES.iter().find(|table| table.names_winner).unwrap());
    let three_man = *Ruleset::THREE_MAN.options();
    let limits = |claim: u32, automatic: u32| DrawLimits {
        claim: Some(claim),
        automatic: Some(automatic),
    };
    let none = DrawLimits {
        claim: None,
        automatic: None,
    };
    for (wrong, key) in [
        (
            RulesetOptions {
                king_capture: KingCapture::Wins,
                ..three_man
            },
            "king-capture",
        ),
        (
            RulesetOptions {
                conceding: Conceding::NamedWinner,
                ..three_man
            },
            "conceding",
        ),
        (
            RulesetOptions {
                armies: Armies::Two,
                ..three_player
            },
            "scoring",
        ),
        (
            RulesetOptions {
                ends: Ends::LastArmy,
                ..three_player
            },
            "scoring",
        ),
        (
            RulesetOptions {
                stalemate_of_three: Stalemate::Out,
                ..three_player
            },
            "scoring",
        ),
        (
            RulesetOptions {
                repetition: none,
                ..three_man
            },
            "repetition",
        ),
        (
            RulesetOptions {
                repetition: limits(1, 3),
                ..three_man
            },
            "repetition",
        ),
        (
            RulesetOptions {
                repetition: limits(3, 101),
                ..three_man
            },
            "repetition",
        ),
        (
            RulesetOptions {
                repetition: limits(3, 3),
                ..three_man
            },
            "repetition",
        ),
        (
            RulesetOptions {
                moves: none,
                ..three_man
            },
            "moves",
        ),
        (
            RulesetOptions {
                moves: limits(0, 3),
                ..three_man
            },
            "moves",
        ),
        (
            RulesetOptions {
                moves: limits(50, 1_001),
                ..three_man
            },
            "moves",
        ),
        (
            RulesetOptions {
                moves: limits(50, 49),
                ..three_man
            },
            "moves",
        ),
    ] {
        let refused: Inconsistent = Ruleset::new(wrong).unwrap_err();
        assert_eq!(refused.key(), key, "{wrong:?}");
    }
    for right in [
        RulesetOptions {
            repetition: limits(2, 100),
            ..three_man
        },
        RulesetOptions {
            moves: limits(1, 1_000),
            ..three_man
        },
        RulesetOptions {
            king_capture: KingCapture::PutsOut,
            ..three_player
        },
        RulesetOptions {
            conceding: Conceding::Out,
            ..three_player
        },
    ] {
        assert!(Ruleset::new(right).is_ok(), "{right:?}");
    }
}

/// Three-man chess in which the first mate wins.
const GOOD: &str = r#"# Ours.
about = "Three Man Chess, and the first mate wins"
armies = 3
ends = "first-out"
king-capture = "puts-out"
stalemate-of-three = "draw"
same-position = "rights"
repetition = { claim = 3, automatic = 5 }
moves = { claim = 50, automatic = 75 }
impossibility = "automatic"
conceding = "out"
scoring = "winner-and-third"
"#;

/// Black mates White.
const MATE: &str = "1gK22/24/2bQ1bQ19/wK23/23bR/23bK b wgb hp - - 35 94 moves c3a3";

/// Runs the program with these files in its directory of rulesets.
fn run(arguments: &[&str], files: &[(&str, &[u8])]) -> Output {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    fs::create_dir(path.join("ours")).unwrap();
    write(&path.join("ours"), files);
    fs::write(path.join("rondel.toml"), "[rulesets]\ndir = \"ours\"\n").unwrap();
    fs::write(path.join("input"), format!("start\n{MATE}\n")).unwrap();
    let input = fs::File::open(path.join("input")).unwrap();
    crate::program()
        .args(["--config", "rondel.toml"])
        .args(arguments)
        .env("RONDEL_STORE__URL", "memory:")
        .current_dir(path)
        .stdin(input)
        .output()
        .unwrap()
}

#[test]
fn an_operators_ruleset_is_added_and_played() {
    let rulesets = read(&[("quick.toml", GOOD.as_bytes()), ("notes.txt", b"nothing")]).unwrap();
    assert_eq!(rulesets.names().len(), 7);
    let quick = rulesets.named("quick").unwrap();
    assert_eq!(
        quick.about.as_deref(),
        Some("Three Man Chess, and the first mate wins")
    );
    assert_eq!(quick.ruleset.options().ends, Ends::FirstOut);
    let output = run(
        &["analyze", "--ruleset", "quick"],
        &[("quick.toml", GOOD.as_bytes())],
    );
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].contains("\"over\":null,\"error\":null"), "{said}");
    assert!(lines[1].contains("\"how\":\"first-out\""), "{said}");
    assert!(lines[1].contains("\"score\":\"0-1/2-1\""), "{said}");
    // One that is not there.
    let output = run(
        &["analyze", "--ruleset", "slow"],
        &[("quick.toml", GOOD.as_bytes())],
    );
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("unknown-ruleset") && said.contains("quick"),
        "{said}"
    );
}

#[test]
fn the_example_for_operators_is_a_ruleset() {
    let page = crate::tidy::read("docs/OPERATIONS.md");
    let (_, after) = page.split_once("```toml\n").unwrap();
    let (example, _) = after.split_once("```").unwrap();
    let marked = format!("\u{feff}{example}");
    assert!(read(&[("ours.toml", marked.as_bytes())]).is_ok());
    let rulesets = read(&[("ours.toml", example.as_bytes())]).unwrap();
    let good = read(&[("ours.toml", GOOD.as_bytes())]).unwrap();
    assert_eq!(rulesets.named("ours"), good.named("ours"));
    let readme = crate::tidy::read("README.md");
    for name in Rulesets::presets().names() {
        assert!(readme.contains(&format!("| `{name}` |")), "{name}");
    }
}

/// The good file with something else in place of a part of it.
fn but(part: &str, instead: &str) -> String {
    assert!(GOOD.contains(part), "{part}");
    GOOD.replacen(part, instead, 1)
}

#[test]
fn a_wrong_file_is_refused_at_the_start_with_file_and_line() {
    let long = format!("{GOOD}# {}\n", "x".repeat(64 * 1024));
    let about = |text: &str| but("Three Man Chess, and the first mate wins", text);
    let wrong: Vec<(&str, Vec<u8>, &[&str])> = vec![
        (
            "ours.toml",
            but("\"first-out\"", "\"first\"").into(),
            &["line 4", "last-army"],
        ),
        ("ours.toml", but("ends", "end").into(), &["line 4", "end"]),
        (
            "ours.toml",
            but("ends = \"first-out\"\n", "").into(),
            &["line 1", "ends"],
        ),
        (
            "ours.toml",
            but("armies = 3", "armies = 4").into(),
            &["line 3", "armies", "4"],
        ),
        (
            "ours.toml",
            but("armies = 3", "armies = -3").into(),
            &["line 3"],
        ),
        (
            "ours.toml",
            but("armies = 3", "armies = \"3\"").into(),
            &["line 3"],
        ),
        (
            "ours.toml",
            but("claim = 3", "claim = 1").into(),
            &["line 8", "repetition"],
        ),
        (
            "ours.toml",
            but("claim = 3", "claims = 3").into(),
            &["line 8", "claims"],
        ),
        (
            "ours.toml",
            but("automatic = 5", "automatic = 3").into(),
            &["line 8", "repetition"],
        ),
        (
            "ours.toml",
            but("{ claim = 3, automatic = 5 }", "{}").into(),
            &["line 8", "repetition"],
        ),
        (
            "ours.toml",
            but("automatic = 75", "automatic = 1001").into(),
            &["line 9", "moves"],
        ),
        (
            "ours.toml",
            but("\nmoves =", "\n \"moves\" =")
                .replace("= 75", "= 1001")
                .into(),
            &["line 9"],
        ),
        (
            "ours.toml",
            but("conceding = \"out\"", "conceding = \"named-winner\"")
                .replace("winner-and-third", "stages")
                .into(),
            &["line 11", "conceding"],
        ),
        (
            "ours.toml",
            but("king-capture = \"puts-out\"", "king-capture = \"wins\"")
                .replace("winner-and-third", "shared-point")
                .into(),
            &["line 5", "king-capture"],
        ),
        (
            "ours.toml",
            but(
                "stalemate-of-three = \"draw\"",
                "stalemate-of-three = \"out\"",
            )
            .into(),
            &["line 12", "scoring"],
        ),
        (
            "ours.toml",
            but("\"winner-and-third\"", "\"winner-and-third").into(),
            &["line 12"],
        ),
        (
            "ours.toml",
            but("armies = 3", "armies = 3\narmies = 3").into(),
            &["line 4"],
        ),
        (
            "ours.toml",
            but("about = ", "# about = ").into(),
            &["line 1", "about"],
        ),
        (
            "ours.toml",
            about(&"x".repeat(61)).into(),
            &["line 2", "60"],
        ),
        ("ours.toml", about("   ").into(), &["line 2", "about"]),
        ("ours.toml", about("one\\ntwo").into(), &["line 2", "about"]),
        (
            "ours.toml",
            about("one\\u0007").into(),
            &["line 2", "about"],
        ),
        (
            "ours.toml",
            b"about = \"x\"\narmies = \xff\n".to_vec(),
            &["line 2", "UTF-8"],
        ),
        ("ours.toml", long.into(), &["line 13", "64 KiB"]),
        ("ours.toml", Vec::new(), &["line 1"]),
        ("three-man.toml", GOOD.into(), &["preset"]),
        ("Ours.toml", GOOD.into(), &["a-z"]),
        ("our chess.toml", GOOD.into(), &["a-z"]),
        (
            "a-name-of-thirty-three-characters.toml",
            GOOD.into(),
            &["32"],
        ),
    ];
    for (name, bytes, parts) in wrong {
        let about = format!(
            "{name}: {}",
            String::from_utf8_lossy(&bytes[..bytes.len().min(900)])
        );
        let error = read(&[(name, &bytes)]).expect_err(&about).to_string();
        for part in parts.iter().chain([&name]) {
            assert!(
                error.contains(part),
                "{part} is not named: {error}: {about}"
            );
        }
    }
    // All of the program that plays by a ruleset, by a preset too.
    let bad = but("\"first-out\"", "\"first\"");
    for arguments in [&["console"][..], &[], &["analyze", "--ruleset", "duel"]] {
        let output = run(arguments, &[("ours.toml", bad.as_bytes())]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(
            said.contains("ours.toml") && said.contains("line 4"),
            "{said}"
        );
    }
}

#[test]
fn there_may_be_as_many_as_a_chat_can_list() {
    let names: Vec<String> = (0..20).map(|number| format!("r{number:02}.toml")).collect();
    let files: Vec<(&str, &[u8])> = names
        .iter()
        .map(|name| (name.as_str(), GOOD.as_bytes()))
        .collect();
    assert_eq!(read(&files[..19]).unwrap().names().len(), 25);
    let error = read(&files).unwrap_err().to_string();
    assert!(
        error.contains("r19.toml") && error.contains("25"),
        "{error}"
    );
}

/// By everything that plays by a ruleset, a preset too.
#[test]
fn a_directory_that_is_not_there_is_said_so() {
    let directory = tempfile::tempdir().unwrap();
    let config = "[rulesets]\ndir = \"none\"\n";
    fs::write(directory.path().join("rondel.toml"), config).unwrap();
    for arguments in [
        &["console"][..],
        &["analyze"],
        &["analyze", "--ruleset", "duel"],
        &["render", "--text"],
    ] {
        let output = crate::program()
            .args(["--config", "rondel.toml"])
            .args(arguments)
            .env("RONDEL_STORE__URL", "memory:")
            .current_dir(directory.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains("none"), "{said}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
    // A directory in place of a file.
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir(directory.path().join("ours.toml")).unwrap();
    let error = Rulesets::with_directory(directory.path()).unwrap_err();
    assert!(error.to_string().contains("ours.toml"), "{error}");
}
