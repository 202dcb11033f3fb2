//! Starts the console, types into it, and reads what it answers until it says that all has been
//! said. Every answer is looked at for its shape.

use std::{
    collections::BTreeSet,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
    sync::{LazyLock, mpsc},
    thread,
    time::{Duration, Instant},
};

use rondel::rules::Outcome;
use serde_json::Value;

use crate::said::{assert_begins, assert_ends, assert_is, assert_says, assert_silent, says};

/// How long an answer may take before the test gives up.
const PATIENCE: Duration = Duration::from_secs(60);

/// What keeps the matches.
#[derive(Clone, Debug)]
pub(crate) enum Store {
    Memory,
    /// Files below this directory.
    Files(PathBuf),
}

/// The program, ready to be given arguments: it finds no configuration, no token and no data but
/// those below this directory.
pub(crate) fn rondel(directory: &Path) -> Command {
    let mut command = crate::program();
    command
        .current_dir(directory)
        .env("RONDEL_LOG__LEVEL", "warn");
    command
}

/// A console at work.
pub(crate) struct Console {
    child: Child,
    input: Option<ChildStdin>,
    output: mpsc::Receiver<String>,
    lines: u64,
    /// What it said before the first line was typed.
    pub(crate) first: Vec<Answer>,
    _directory: Option<tempfile::TempDir>,
}

impl Console {
    /// A console with seed 1.
    pub(crate) fn start(store: &Store) -> Console {
        Console::seeded(store, 1)
    }

    pub(crate) fn seeded(store: &Store, seed: u64) -> Console {
        Console::with(store, &["--seed", &seed.to_string()])
    }

    /// A console that logs what an operator likes to know.
    pub(crate) fn logging(store: &Store) -> Console {
        Console::begin(store, &["--seed", "1"], "info")
    }

    /// A console with these arguments besides `--json`.
    pub(crate) fn with(store: &Store, arguments: &[&str]) -> Console {
        Console::begin(store, arguments, "warn")
    }

    fn begin(store: &Store, arguments: &[&str], level: &str) -> Console {
        let mut scratch = None;
        let mut command = match store {
            Store::Memory => {
                let directory = tempfile::tempdir().unwrap();
                let mut command = rondel(directory.path());
                command.env("RONDEL_STORE__URL", "memory:");
                scratch = Some(directory);
                command
            }
            Store::Files(path) => {
                let mut command = rondel(path);
                command.arg("--data").arg(path);
                command
            }
        };
        let mut child = command
            .env("RONDEL_LOG__LEVEL", level)
            .args(["console", "--json"])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines() {
                if line.is_ok_and(|line| sender.send(line).is_err()) {
                    break;
                }
            }
        });
        let mut console = Console {
            child,
            input,
            output: receiver,
            lines: 0,
            first: Vec::new(),
            _directory: scratch,
        };
        // Whatever comes before the answer to an empty line came by itself.
        console.first = console.say("");
        console
    }

    /// Types a line, and gives back all that is answered.
    pub(crate) fn say(&mut self, line: &str) -> Vec<Answer> {
        self.say_bytes(line.as_bytes())
    }

    pub(crate) fn say_bytes(&mut self, line: &[u8]) -> Vec<Answer> {
        let typed = String::from_utf8_lossy(line);
        let input = self.input.as_mut().unwrap();
        input.write_all(line).unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
        self.lines += 1;
        let mut answers = Vec::new();
        loop {
            let said = self.output.recv_timeout(PATIENCE);
            let said = said.unwrap_or_else(|_| panic!("no answer to {typed}"));
            assert!(!said.contains("{$"), "a place is not filled: {said}");
            let value: Value = serde_json::from_str(&said).expect(&said);
            if let Some(end) = value.get("end") {
                assert_eq!(end.as_u64(), Some(self.lines), "{typed}");
                assert_eq!(said, format!("{{\"end\":{}}}", self.lines));
                return answers;
            }
            answers.push(Answer::of(value));
        }
    }

    /// Types a line that has one answer.
    pub(crate) fn one(&mut self, line: &str) -> Answer {
        let mut answers = self.say(line);
        assert_eq!(answers.len(), 1, "{line}: {answers:?}");
        answers.remove(0)
    }

    /// Types a line that is carried out.
    pub(crate) fn done(&mut self, line: &str) -> Answer {
        let answer = self.one(line);
        assert_eq!(answer.refused(), None, "{line}: {}", answer.text());
        answer
    }

    /// Types a line that is refused with this reason.
    pub(crate) fn refuses(&mut self, line: &str, reason: &str) -> Answer {
        let answer = self.one(line);
        assert_eq!(answer.refused(), Some(reason), "{line}: {}", answer.text());
        answer
    }

    /// Starts a match of these three in the present channel, and gives back its id.
    pub(crate) fn three(&mut self, players: [&str; 3]) -> String {
        self.three_by("three-man", players)
    }

    /// The same by another ruleset.
    pub(crate) fn three_by(&mut self, ruleset: &str, [white, gray, black]: [&str; 3]) -> String {
        let table = self.done(&format!(
            "@{white} /play ruleset:{ruleset} seat:white player2:@{gray} player3:@{black}"
        ));
        let id = table.id().to_owned();
        self.done(&format!("@{gray} /join match:{id}"));
        let started = self.done(&format!("@{black} /join match:{id}"));
        assert_eq!(started.id(), id);
        id
    }

    /// Starts a duel, and gives back its id.
    pub(crate) fn duel(&mut self, white: &str, black: &str) -> String {
        let table = self.done(&format!(
            "@{white} /play ruleset:duel seat:white player2:@{black}"
        ));
        let id = table.id().to_owned();
        let started = self.done(&format!("@{black} /join match:{id}"));
        assert_eq!(started.id(), id);
        id
    }

    /// Makes moves by ann, ben and cy in turn, from White's first on.
    pub(crate) fn moves(&mut self, first: usize, moves: &str) {
        for (turn, mv) in (first..).zip(moves.split_whitespace()) {
            let player = ["ann", "ben", "cy"][turn % 3];
            self.done(&format!("@{player} /move {mv}"));
        }
    }

    /// Ends the input, and expects the process to end well.
    pub(crate) fn finish(mut self) {
        self.input = None;
        let rest = self.output.recv_timeout(PATIENCE);
        assert_eq!(
            rest,
            Err(mpsc::RecvTimeoutError::Disconnected),
            "something is left to say"
        );
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }

    /// Types a line and ends the process that long after it as a power cut would, whatever has been
    /// answered by then.
    pub(crate) fn kill_while(mut self, line: &str, wait: Duration) {
        let input = self.input.as_mut().unwrap();
        input.write_all(line.as_bytes()).unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
        let begun = Instant::now();
        while begun.elapsed() < wait {
            thread::yield_now();
        }
        self.kill();
    }

    /// Ends the process as a power cut would.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Console {
    fn drop(&mut self) {
        // Ended already, unless the test has failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An answer of the console.
#[derive(Clone, Debug)]
pub(crate) struct Answer(Value);

const KEYS: [&str; 11] = [
    "to", "command", "match", "text", "image", "alt", "buttons", "refused", "position", "over",
    "file",
];

impl Answer {
    /// An answer, once its shape is what interfaces §4 say.
    fn of(value: Value) -> Answer {
        let keys: BTreeSet<&str> = value
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        assert_eq!(keys, BTreeSet::from(KEYS), "{value}");
        for key in ["to", "text"] {
            assert!(value[key].is_string(), "{key}: {value}");
        }
        for key in [
            "command", "match", "image", "alt", "refused", "position", "file",
        ] {
            assert!(
                value[key].is_string() || value[key].is_null(),
                "{key}: {value}"
            );
        }
        assert_eq!(
            value["position"].is_null(),
            value["match"].is_null(),
            "{value}"
        );
        for button in value["buttons"].as_array().unwrap() {
            let keys: Vec<&String> = button.as_object().unwrap().keys().collect();
            assert_eq!(keys.len(), 3, "{button}");
            assert!(
                button["id"].as_str().is_some_and(|id| id.len() <= 100),
                "{button}"
            );
            assert!(
                button["label"]
                    .as_str()
                    .is_some_and(|label| !label.is_empty()),
                "{button}"
            );
            assert!(button["enabled"].is_boolean(), "{button}");
        }
        if let Some(over) = value["over"].as_object() {
            let keys: BTreeSet<&str> = over.keys().map(String::as_str).collect();
            assert_eq!(keys, BTreeSet::from(["how", "points", "score"]), "{value}");
        }
        let answer = Answer(value);
        answer.check_text();
        answer
    }

    /// Whatever people read is words, not the machinery behind them.
    fn check_text(&self) {
        // What stands in a file is for programs too.
        let is_file = self.command() == Some("export") && self.refused().is_none();
        let text = self.0["text"].as_str().filter(|_| !is_file);
        let texts = [text, self.0["alt"].as_str()];
        let labels = self.0["buttons"].as_array().unwrap().iter();
        let texts = texts
            .into_iter()
            .flatten()
            .chain(labels.filter_map(|b| b["label"].as_str()));
        for text in texts {
            assert!(!text.trim().is_empty(), "{self:?}");
            assert!(!text.contains('{') && !text.contains('}'), "{text}");
            let words = text.split(|letter: char| !(letter.is_alphanumeric() || letter == '-'));
            for word in words {
                assert!(
                    !TEXT_IDS.contains(word),
                    "the raw id of a text, {word}: {text}"
                );
            }
        }
    }

    fn text_of(&self, key: &str) -> Option<&str> {
        self.0[key].as_str()
    }

    pub(crate) fn to(&self) -> &str {
        self.text_of("to").unwrap()
    }

    pub(crate) fn command(&self) -> Option<&str> {
        self.text_of("command")
    }

    pub(crate) fn text(&self) -> &str {
        self.text_of("text").unwrap()
    }

    /// Whether it says this somewhere, whatever stands in the places that are left open.
    #[track_caller]
    pub(crate) fn says(&self, id: &str, values: &[(&'static str, &str)]) -> bool {
        says(self.text(), id, values)
    }

    /// Expects that it says this somewhere.
    #[track_caller]
    pub(crate) fn assert_says(&self, id: &str, values: &[(&'static str, &str)]) -> &Answer {
        assert_says(self.text(), id, values);
        self
    }

    /// Expects that it says this nowhere.
    #[track_caller]
    pub(crate) fn assert_silent(&self, id: &str, values: &[(&'static str, &str)]) -> &Answer {
        assert_silent(self.text(), id, values);
        self
    }

    /// Expects that it begins with this.
    #[track_caller]
    pub(crate) fn assert_begins(&self, id: &str, values: &[(&'static str, &str)]) -> &Answer {
        assert_begins(self.text(), id, values);
        self
    }

    /// Expects that it ends with this.
    #[track_caller]
    pub(crate) fn assert_ends(&self, id: &str, values: &[(&'static str, &str)]) -> &Answer {
        assert_ends(self.text(), id, values);
        self
    }

    /// Expects that it says this and nothing else.
    #[track_caller]
    pub(crate) fn assert_is(&self, id: &str, values: &[(&'static str, &str)]) -> &Answer {
        assert_is(self.text(), id, values);
        self
    }

    pub(crate) fn refused(&self) -> Option<&str> {
        self.text_of("refused")
    }

    pub(crate) fn image(&self) -> Option<&str> {
        self.text_of("image")
    }

    /// Where its file was written.
    pub(crate) fn file(&self) -> Option<&str> {
        self.text_of("file")
    }

    pub(crate) fn alt(&self) -> Option<&str> {
        self.text_of("alt")
    }

    /// The match that the answer shows.
    pub(crate) fn id(&self) -> &str {
        self.text_of("match").unwrap_or_else(|| panic!("{self:?}"))
    }

    pub(crate) fn position(&self) -> &str {
        self.text_of("position")
            .unwrap_or_else(|| panic!("{self:?}"))
    }

    /// Whether the answer shows no match.
    pub(crate) fn shows_nothing(&self) -> bool {
        let null = |key: &str| self.0[key].is_null();
        null("match") && null("position") && null("over") && null("image") && null("alt")
    }

    pub(crate) fn over(&self) -> Option<End> {
        let over = self.0["over"].as_object()?;
        let points = |army: &str| over["points"][army].as_str();
        let score = over["score"].as_str().map(str::to_owned);
        let joined = ["w", "g", "b"].map(points);
        // The score line is the points, joined.
        assert_eq!(
            score,
            joined
                .iter()
                .copied()
                .collect::<Option<Vec<_>>>()
                .map(|all| all.join("-")),
            "{self:?}"
        );
        Some(End {
            how: over["how"].as_str().unwrap().to_owned(),
            score,
        })
    }

    /// The ids of the buttons that can be pressed.
    pub(crate) fn buttons(&self) -> Vec<&str> {
        let buttons = self.0["buttons"].as_array().unwrap().iter();
        buttons
            .filter(|button| button["enabled"] == true)
            .filter_map(|button| button["id"].as_str())
            .collect()
    }

    /// What stands on the buttons, and whether they can be pressed.
    pub(crate) fn labels(&self) -> Vec<(String, bool)> {
        let buttons = self.0["buttons"].as_array().unwrap().iter();
        buttons
            .filter_map(|button| {
                let label = button["label"].as_str()?.to_owned();
                Some((label, button["enabled"] == true))
            })
            .collect()
    }

    /// The id of the button that does this.
    pub(crate) fn button(&self, action: &str) -> &str {
        let found = self
            .buttons()
            .into_iter()
            .find(|id| id.splitn(4, ':').last() == Some(action));
        found.unwrap_or_else(|| panic!("no button {action}: {self:?}"))
    }
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct End {
    how: String,
    score: Option<String>,
}

impl End {
    pub(crate) fn new(how: &str, score: Option<&str>) -> End {
        End {
            how: how.to_owned(),
            score: score.map(str::to_owned),
        }
    }
}

impl From<Outcome> for End {
    fn from(over: Outcome) -> End {
        End::new(over.ending.word(), over.score().as_deref())
    }
}

/// The ids of texts that are no words of the language.
static TEXT_IDS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/texts/en");
    let files = std::fs::read_dir(directory).unwrap();
    let texts: Vec<String> = files
        .map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap())
        .collect();
    let lines = texts.iter().flat_map(|text| text.lines());
    let ids = lines
        .filter_map(|line| line.split_once(" ="))
        .map(|(id, _)| id);
    ids.filter(|id| id.contains('-') && !id.starts_with(' '))
        .map(str::to_owned)
        .collect()
});
