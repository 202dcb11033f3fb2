//! Whole texts as players read them, in every language. A tour is typed at a console, line by line
//! (`*.txt`), and what is answered stands in a snapshot beside it. `INSTA_UPDATE=always cargo test` renews
//! these.

use std::{collections::BTreeSet, fmt::Write, fs, path::Path};

use rondel::messages::Language;
use serde_json::Value;

use crate::{
    console::{
        lapse::{HOUR, Scene},
        reasons,
    },
    matches::{Act, PLAYERS, Writing, script},
};

/// Somebody who goes through a tour, and notes what they read.
struct Guide {
    language: Language,
    scene: Scene,
    /// The match that was shown last.
    id: String,
    notes: String,
}

impl Guide {
    fn new(language: Language) -> Guide {
        Guide {
            language,
            scene: Scene::speaking(language),
            id: String::new(),
            notes: String::new(),
        }
    }

    /// Follows one line of a tour:
    ///
    /// - `= …` begins again, with nobody and no match;
    /// - `+ 90m` lets the time pass, and tells what happens by itself;
    /// - `play NAME` plays a match of `tests/data/matches`, and notes all that is no mere move;
    /// - `- …` types what follows, and notes nothing;
    /// - `* 9 …` types it 9 times, one line after the other where ` ; ` stands between them, and
    ///   notes the last answer;
    /// - `! …` types what follows, and notes what pictures show, too;
    /// - anything else is typed as it stands, with `=M` for the match that was shown last.
    async fn follow(&mut self, line: &str) {
        let (sign, rest) = line.split_once(' ').unwrap_or((line, ""));
        match sign {
            "=" => {
                self.scene = Scene::speaking(self.language);
                self.notes.push_str(&format!("== {rest}\n\n"));
            }
            "+" => {
                self.scene.later(time(rest));
                let said = self.scene.one("#").await;
                self.note(line, &said, false);
            }
            "play" => self.play(rest).await,
            "-" => {
                let said = self.say(rest).await;
                let refused = said.iter().find(|answer| !answer["refused"].is_null());
                assert!(refused.is_none(), "{rest}: {refused:?}");
            }
            "*" => {
                let (times, typed) = rest.split_once(' ').unwrap();
                let mut said = Vec::new();
                for _ in 0..times.parse().unwrap() {
                    for typed in typed.split(" ; ") {
                        said = self.say(typed).await;
                    }
                }
                self.note(line, &said, false);
            }
            "!" => {
                let said = self.say(rest).await;
                self.note(rest, &said, true);
            }
            _ => {
                let said = self.say(line).await;
                self.note(line, &said, false);
            }
        }
    }

    async fn say(&mut self, line: &str) -> Vec<Value> {
        let said = self.scene.one(&line.replace("=M", &self.id)).await;
        for answer in &said {
            if let Some(id) = answer["match"].as_str() {
                id.clone_into(&mut self.id);
            }
        }
        said
    }

    /// Plays a whole match, which begins with its players at the table.
    async fn play(&mut self, name: &str) {
        let script = script(name);
        self.scene = Scene::speaking(self.language);
        self.notes
            .push_str(&format!("== {name}: {}\n\n", script.ruleset));
        let invited = if script.ruleset == "duel" {
            format!("player2:@{}", PLAYERS[2])
        } else {
            format!("player2:@{} player3:@{}", PLAYERS[1], PLAYERS[2])
        };
        let ruleset = &script.ruleset;
        self.say(&format!(
            "@ann /play ruleset:{ruleset} seat:white {invited}"
        ))
        .await;
        for player in &PLAYERS[1..] {
            self.say(&format!("@{player} /join match:=M")).await;
        }
        for step in &script.steps {
            let line = format!("@{} {}", step.player(), step.command(Writing::Short));
            let quiet = step.events().len() == 1;
            if let (Act::Move { ply, plain, .. }, false) = (&step.act, quiet) {
                // What it would do stands on its button.
                let (ply, from) = (ply - 1, &plain[..2]);
                let press = format!("@{} /press rd1:=M:{ply}:from:{from}:1", step.player());
                let offered = self.say(&press).await;
                self.note(&press, &offered, false);
            }
            let said = self.say(&line).await;
            if !(quiet && matches!(step.act, Act::Move { .. })) {
                self.note(&line, &said, step.outcome.is_some());
            }
        }
    }

    fn note(&mut self, line: &str, said: &[Value], pictures: bool) {
        writeln!(self.notes, "> {line}").unwrap();
        // Computers that play each other say much of the same.
        let cut = said.len().saturating_sub(MOST).max(1);
        for (number, answer) in said.iter().enumerate() {
            if (1..cut).contains(&number) {
                continue;
            }
            match answer["refused"].as_str() {
                Some(reason) => writeln!(self.notes, "({reason})"),
                None => writeln!(self.notes, "(to {})", answer["to"].as_str().unwrap()),
            }
            .unwrap();
            writeln!(self.notes, "{}", answer["text"].as_str().unwrap()).unwrap();
            if let Some(alt) = answer["alt"].as_str().filter(|_| pictures) {
                writeln!(self.notes, "(picture) {alt}").unwrap();
            }
            let buttons = answer["buttons"].as_array().unwrap().iter();
            let labels: Vec<String> = buttons
                .map(|button| format!("[{}]", button["label"].as_str().unwrap()))
                .collect();
            if !labels.is_empty() {
                writeln!(self.notes, "{}", labels.join(" ")).unwrap();
            }
        }
        self.notes.push('\n');
    }
}

/// Answers to one line that are noted besides the first: the last ones.
const MOST: usize = 3;

/// A time such as `90m`, in milliseconds.
fn time(written: &str) -> i64 {
    let (number, unit) = written.split_at(written.len() - 1);
    let unit = match unit {
        "d" => 24 * HOUR,
        "h" => HOUR,
        "m" => HOUR / 60,
        _ => HOUR / 3_600,
    };
    number.parse::<i64>().unwrap() * unit
}

/// The languages, by the endings of their snapshots.
const LANGUAGES: [(Language, &str); 2] = [(Language::English, "en"), (Language::German, "de")];

/// Holds a text against the snapshot of this name in this language.
pub(crate) fn compare(name: &str, language: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(format!("{name}.{language}"), text));
}

async fn tour(name: &str, lines: &str) {
    for (language, ending) in LANGUAGES {
        let mut guide = Guide::new(language);
        for line in lines.lines().filter(|line| !line.is_empty()) {
            guide.follow(line).await;
        }
        compare(name, ending, &guide.notes);
    }
}

macro_rules! tours {
    ($($name:ident)*) => {
        /// The tours, by name.
        const NAMES: &[&str] = &[$(stringify!($name)),*];

        $(
            #[tokio::test]
            async fn $name() {
                tour(stringify!($name), include_str!(concat!(stringify!($name), ".txt"))).await;
            }
        )*
    };
}

tours! {
    drawing
    endings
    helping
    leading
    looking
    moving
    opening
    pacts
    privacy
    rules
    serving
    waiting
    wrong
}

/// Every refusal that a ruleset can give, as `console::reasons` asks for them.
#[tokio::test]
async fn refusals() {
    for (language, ending) in LANGUAGES {
        let mut guide = Guide::new(language);
        for situation in reasons::situations() {
            guide.follow(&format!("= {}", situation.name)).await;
            for line in situation.script {
                guide.follow(&format!("- {line}")).await;
            }
            for case in situation.cases {
                guide.follow(&case.line).await;
            }
        }
        compare("refusals", ending, &guide.notes);
    }
}

/// Snapshots of other tests: the library's own in `src/messages`, and what the sheet of messages tells.
const OF_OTHERS: &[&str] = &["story", "move-preview", "told"];

/// None is left of a tour that nobody goes on any more.
#[test]
fn snapshots_and_tours_go_together() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/snapshots");
    let found = fs::read_dir(folder).unwrap();
    let found = found.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut wanted = BTreeSet::from([String::from("mod.rs")]);
    for name in NAMES {
        wanted.insert(format!("{name}.txt"));
    }
    for name in NAMES.iter().chain(&["refusals"]).chain(OF_OTHERS) {
        for (_, language) in LANGUAGES {
            wanted.insert(format!("{name}.{language}.snap"));
        }
    }
    // One that is missing is missed by its own test.
    let left: Vec<String> = found.filter(|name| !wanted.contains(name)).collect();
    assert!(left.is_empty(), "{left:?}");
}
