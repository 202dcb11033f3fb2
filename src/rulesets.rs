//! The rulesets that matches can be played by: the presets of `config/rulesets`, which are compiled
//! in, and those an operator adds (rules §6).

use std::{
    borrow::Cow,
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Deserializer, de};

use crate::rules::{
    Armies, Choice, Conceding, DrawLimits, Ends, Impossibility, Inconsistent, KingCapture, Ruleset,
    RulesetOptions, Sameness, Scoring, Stalemate,
};

/// The names of the presets, the default first.
pub const PRESETS: [&str; 6] = [
    "three-man",
    "match-points",
    "first-mate",
    "second-mate",
    "three-player",
    "duel",
];

/// The files of the presets, in the same order.
const FILES: [&str; PRESETS.len()] = [
    include_str!("../config/rulesets/three-man.toml"),
    include_str!("../config/rulesets/match-points.toml"),
    include_str!("../config/rulesets/first-mate.toml"),
    include_str!("../config/rulesets/second-mate.toml"),
    include_str!("../config/rulesets/three-player.toml"),
    include_str!("../config/rulesets/duel.toml"),
];

/// The largest number of rulesets: Discord offers at most 25 choices.
const MOST: usize = 25;
/// The longest name of a ruleset, in characters.
const LONGEST_NAME: usize = 32;
/// The longest description of a ruleset, in characters.
const LONGEST_ABOUT: usize = 60;
/// The longest file, in bytes.
const LONGEST_FILE: u64 = 64 * 1024;

/// A ruleset, with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name that players and records use.
    pub name: Cow<'static, str>,
    /// A description in a few words, for rulesets that an operator added; presets are described in
    /// the texts.
    pub about: Option<String>,
    /// The options of the ruleset.
    pub ruleset: Ruleset,
}

/// All rulesets on offer.
#[derive(Clone, Debug)]
pub struct Rulesets(Vec<Named>);

/// The reason a file cannot be used as a ruleset.
#[derive(Debug, thiserror::Error)]
pub enum RulesetsError {
    /// A file or the directory cannot be read.
    #[error("{path} cannot be read")]
    Unreadable {
        /// The path of the file or directory.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The contents of a file are wrong.
    #[error("the ruleset {path} is wrong: {what}")]
    File {
        /// The file's path.
        path: PathBuf,
        /// The error, with its line.
        what: String,
    },
}

/// The contents of a file of `config/rulesets`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RulesetFile {
    #[serde(default)]
    about: Option<String>,
    armies: u32,
    ends: Spelled<Ends>,
    king_capture: Spelled<KingCapture>,
    stalemate_of_three: Spelled<Stalemate>,
    same_position: Spelled<Sameness>,
    #[serde(with = "LimitsTable")]
    repetition: DrawLimits,
    #[serde(with = "LimitsTable")]
    moves: DrawLimits,
    impossibility: Spelled<Impossibility>,
    conceding: Spelled<Conceding>,
    scoring: Spelled<Scoring>,
}

/// The form of [`DrawLimits`] in a file.
#[derive(Deserialize)]
#[serde(remote = "DrawLimits", deny_unknown_fields)]
struct LimitsTable {
    claim: Option<u32>,
    automatic: Option<u32>,
}

/// The value of an option, written as one of its words.
struct Spelled<T>(T);

impl<'de, T: Choice> Deserialize<'de> for Spelled<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Spelled<T>, D::Error> {
        let word = String::deserialize(deserializer)?;
        T::from_word(&word).map(Spelled).ok_or_else(|| {
            let words: Vec<String> = T::WORDS
                .iter()
                .map(|(word, _)| format!("{word:?}"))
                .collect();
            de::Error::custom(format!("takes one of {}", words.join(", ")))
        })
    }
}

impl Rulesets {
    /// Returns the options of the preset of this name.
    #[must_use]
    pub fn preset(name: &str) -> Option<Ruleset> {
        Rulesets::presets().named(name).map(|known| known.ruleset)
    }

    /// Returns the presets of rules §6.
    ///
    /// ```
    /// use rondel::{rules::Ruleset, rulesets::Rulesets};
    ///
    /// let rulesets = Rulesets::presets();
    /// assert_eq!(rulesets.named("three-man").unwrap().ruleset, Ruleset::THREE_MAN);
    /// assert!(rulesets.named("four-man").is_none());
    /// ```
    #[must_use]
    pub fn presets() -> Rulesets {
        let read = |(name, text)| {
            // A test checks that each of them can be read.
            let (ruleset, _) = read(text).ok()?;
            Some(Named {
                name: Cow::Borrowed(name),
                about: None,
                ruleset,
            })
        };
        Rulesets(PRESETS.into_iter().zip(FILES).filter_map(read).collect())
    }

    /// Returns the presets, with the rulesets of a directory if one is configured.
    ///
    /// # Errors
    ///
    /// As [`with_directory`](Rulesets::with_directory).
    pub fn configured(directory: Option<&Path>) -> Result<Rulesets, RulesetsError> {
        directory.map_or_else(|| Ok(Rulesets::presets()), Rulesets::with_directory)
    }

    /// Returns the presets and the rulesets in the files `NAME.toml` of a directory.
    ///
    /// # Errors
    ///
    /// [`RulesetsError`] for the first file, by name, that cannot be read or used.
    pub fn with_directory(directory: &Path) -> Result<Rulesets, RulesetsError> {
        let unreadable = |path: &Path| {
            let path = path.to_owned();
            move |source| RulesetsError::Unreadable { path, source }
        };
        let mut files = BTreeMap::new();
        for entry in fs::read_dir(directory).map_err(unreadable(directory))? {
            let path = entry.map_err(unreadable(directory))?.path();
            if path.extension().is_some_and(|end| end == "toml") {
                let name = path.file_stem().unwrap_or_default().to_string_lossy();
                files.insert(name.into_owned(), path);
            }
        }
        let mut rulesets = Rulesets::presets();
        for (name, path) in files {
            let wrong = |what: String| RulesetsError::File {
                path: path.clone(),
                what,
            };
            check_name(&name).map_err(wrong)?;
            if rulesets.named(&name).is_some() {
                return Err(wrong(format!("there is a preset called {name}")));
            }
            if rulesets.0.len() == MOST {
                return Err(wrong(format!(
                    "there can be {MOST} rulesets, the presets included"
                )));
            }
            let bytes = bytes_of(&path).map_err(unreadable(&path))?;
            let text = check_text(&bytes).map_err(wrong)?;
            let (ruleset, about) = read(text).map_err(wrong)?;
            let about = check_about(text, about).map_err(wrong)?;
            rulesets.0.push(Named {
                name: Cow::Owned(name),
                about: Some(about),
                ruleset,
            });
        }
        Ok(rulesets)
    }

    /// Returns the ruleset of this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&Named> {
        self.0.iter().find(|known| known.name == name)
    }

    /// Iterates over all rulesets, the default first.
    pub fn iter(&self) -> impl Iterator<Item = &Named> {
        self.0.iter()
    }

    /// Returns all names, for a sentence.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.iter().map(|known| known.name.to_string()).collect()
    }
}

impl Default for Rulesets {
    fn default() -> Rulesets {
        Rulesets::presets()
    }
}

/// Returns the contents of a file: of one that is too long, only enough to see that.
fn bytes_of(path: &Path) -> io::Result<Vec<u8>> {
    // Reading a pipe would wait for it.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?
        .take(LONGEST_FILE + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn check_text(bytes: &[u8]) -> Result<&str, String> {
    let line_at = |end: usize| {
        let before = bytes.iter().take(end);
        1 + before.filter(|byte| **byte == b'\n').count()
    };
    if bytes.len() as u64 > LONGEST_FILE {
        let line = line_at(bytes.len() - 1);
        return Err(format!("line {line}: the file is longer than 64 KiB"));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = line_at(error.valid_up_to());
        format!("line {line} is not UTF-8")
    });
    text.map(|text| text.trim_start_matches('\u{feff}'))
}

/// Parses a file. The error names the line.
fn read(text: &str) -> Result<(Ruleset, Option<String>), String> {
    let file: RulesetFile = toml::from_str(text).map_err(|error| error.to_string())?;
    let ruleset = options(&file).and_then(Ruleset::new);
    let ruleset = ruleset.map_err(|error| format!("{}: {error}", line_of(text, error.key())))?;
    Ok((ruleset, file.about))
}

fn options(file: &RulesetFile) -> Result<RulesetOptions, Inconsistent> {
    let armies = Armies::from_word(&file.armies.to_string()).ok_or(Inconsistent::OutOfRange {
        option: "armies",
        value: file.armies,
        least: 2,
        most: 3,
    })?;
    Ok(RulesetOptions {
        armies,
        ends: file.ends.0,
        king_capture: file.king_capture.0,
        stalemate_of_three: file.stalemate_of_three.0,
        same_position: file.same_position.0,
        repetition: file.repetition,
        moves: file.moves,
        impossibility: file.impossibility.0,
        conceding: file.conceding.0,
        scoring: file.scoring.0,
    })
}

/// Returns `line 7` for a key set on line 7.
fn line_of(text: &str, key: &str) -> String {
    let sets = |line: &str| {
        let opens = |letter: char| letter.is_whitespace() || matches!(letter, '[' | '"' | '\'');
        let rest = line.trim_start_matches(opens).strip_prefix(key);
        let closes = |letter: char| letter.is_whitespace() || matches!(letter, '"' | '\'');
        rest.is_some_and(|rest| rest.trim_start_matches(closes).starts_with(['=', ']', '.']))
    };
    let at = text.lines().position(sets).unwrap_or(0);
    format!("line {}", at + 1)
}

fn check_name(name: &str) -> Result<(), String> {
    let plain =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    let fits = (1..=LONGEST_NAME).contains(&name.len()) && name.chars().all(plain);
    fits.then_some(()).ok_or_else(|| {
        format!(
            "a ruleset's file is called by its name, 1 to {LONGEST_NAME} of a-z, 0-9 and -, and .toml"
        )
    })
}

fn check_about(text: &str, about: Option<String>) -> Result<String, String> {
    let line = line_of(text, "about");
    let about =
        about.ok_or("line 1: about = \"…\" is missing, a line that tells players what it is")?;
    let fits = !about.trim().is_empty()
        && about.chars().count() <= LONGEST_ABOUT
        && !about.chars().any(char::is_control);
    let refused = || format!("{line}: about takes one line of 1 to {LONGEST_ABOUT} characters");
    fits.then_some(about).ok_or_else(refused)
}
