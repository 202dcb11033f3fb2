//! The record of one match, to be kept and read outside of the store (interfaces §8): as a text for
//! people and as JSON for programs, both described in `docs/RECORDS.md`.
//!
//! A [`Transcript`] is written from the events of a match, and read back from a file that may come
//! from anywhere: every length is bounded, and every move and word is played again. What today's
//! rules do not give is refused, with line and reason.
//!
//! (The stored form of events is another thing: `store::record`.)

mod json;
mod refused;
mod tags;
mod text;
mod verify;
mod word;

pub use refused::{Reason, Refused};
pub use tags::Tag;

use self::word::Word;

use crate::{
    matchplay::{Event, Imported, Match, MatchId, Moment, Person, Place},
    rules::{ByColor, Color, Move, Over, Ruleset},
};

/// The version of both forms that is written. What it has written is read for ever.
pub const VERSION: u64 = 1;

/// The longest file that is read, in bytes.
pub const LONGEST_FILE: usize = 4 * 1024 * 1024;

/// The longest line of a text that is read, in bytes.
pub const LONGEST_LINE: usize = 4_096;

/// The most moves and words that are read.
pub const MOST_EVENTS: usize = 20_000;

/// The longest name of a player that is read, in characters.
pub const LONGEST_NAME: usize = 100;

/// The longest name of a ruleset that is read, in characters: `a` to `z`, `0` to `9` and `-`.
pub const LONGEST_RULESET: usize = 32;

/// One of the two forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Tags, numbered moves and words.
    Text,
    /// One JSON document.
    Json,
}

impl Format {
    /// Both.
    pub const ALL: [Format; 2] = [Format::Text, Format::Json];

    /// The word of options: `text` or `json`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Json => "json",
        }
    }

    /// The form of this [word](Format::word), if there is one.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.word() == word)
    }

    /// What the name of a file of this form ends with: `txt` or `json`.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Text => "txt",
            Format::Json => "json",
        }
    }
}

/// The record of a match from its first move on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// What the match is called.
    pub id: MatchId,
    /// What it was called where it was played, if it came from a record.
    pub original: Option<MatchId>,
    /// Where it was played.
    pub place: Place,
    /// When it began.
    pub began: Moment,
    /// When it ended; `None` while it is being played.
    pub ended: Option<Moment>,
    /// What the players are called, empty where nobody knows; `None` for an army without a player.
    pub players: ByColor<Option<String>>,
    /// The name of its ruleset.
    pub ruleset: String,
    /// The options of its ruleset.
    pub options: Ruleset,
    course: Vec<Step>,
}

/// A move, or what was said or followed.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    /// A move of an army, with its short form.
    Move {
        color: Color,
        mv: Move,
        short: String,
    },
    /// Anything else that belongs to play.
    Word(Event),
}

impl Transcript {
    /// The record of a match with these events so far. `name` says what a player is called. `None`
    /// when it has never begun.
    #[must_use]
    pub fn of(
        id: MatchId,
        events: &[(Event, Moment)],
        mut name: impl FnMut(Person) -> String,
    ) -> Option<Transcript> {
        let ((first, at), rest) = events.split_first()?;
        let mut state = Match::first(id, first, *at)?;
        let (mut began, mut ended) = (None, None);
        let mut course = Vec::new();
        for (event, at) in rest {
            state.apply(event, *at);
            if let Event::Moved { color, mv } = event {
                let short = state.played().last().map(|played| played.short.clone());
                course.push(Step::Move {
                    color: *color,
                    mv: *mv,
                    short: short.unwrap_or_default(),
                });
            } else if Word::of(event).is_some() {
                course.push(Step::Word(event.clone()));
            }
            if *event == Event::Started {
                began = Some(*at);
            }
            // It may be given a place of its own even after that.
            if matches!(event, Event::Ended(_)) {
                ended = Some(*at);
            }
        }
        let imported = state.imported();
        let options = *state.game().ruleset();
        Some(Transcript {
            id,
            original: imported.map(|imported| imported.from),
            place: imported.map_or(state.place(), |from| &from.place).clone(),
            began: imported.map_or(began?, |imported| imported.began),
            ended: imported.map_or(ended, |imported| Some(imported.ended)),
            players: ByColor::new(|color| {
                let plays = options.armies().contains(color);
                let player = state.seats()[color].player();
                plays.then(|| player.map(&mut name).unwrap_or_default())
            }),
            ruleset: state.ruleset().to_owned(),
            options,
            course,
        })
    }

    /// How the match ended, if it has.
    #[must_use]
    pub fn over(&self) -> Option<&Over> {
        self.course.iter().rev().find_map(|step| match step {
            Step::Word(Event::Ended(over)) => Some(over),
            Step::Word(_) | Step::Move { .. } => None,
        })
    }

    /// All that happened in it, from the first move on.
    pub fn events(&self) -> impl Iterator<Item = Event> + '_ {
        self.course.iter().map(|step| match step {
            Step::Move { color, mv, .. } => Event::Moved {
                color: *color,
                mv: *mv,
            },
            Step::Word(event) => event.clone(),
        })
    }

    /// The events of a match that is stored from this record: opened at `place` by these people,
    /// marked as imported. `None` while the match of the record is not over.
    #[must_use]
    pub fn as_imported(&self, place: &Place, people: &ByColor<Person>) -> Option<Vec<Event>> {
        let imported = Imported {
            from: self.original.unwrap_or(self.id),
            place: self.place.clone(),
            began: self.began,
            ended: self.ended?,
        };
        let mut events = opening(&self.ruleset, self.options, place, people);
        events.insert(1, Event::Imported(imported));
        events.extend(self.events());
        Some(events)
    }

    /// The record in one of its forms.
    #[must_use]
    pub fn written(&self, format: Format) -> String {
        match format {
            Format::Text => text::write(self),
            Format::Json => json::write(self),
        }
    }

    /// Reads a record of either form, and plays it again.
    ///
    /// # Errors
    ///
    /// [`Refused`] for whatever is no record of a match that is over, or one that today's rules
    /// under its options would judge differently.
    ///
    /// ```
    /// use rondel::transcript::Transcript;
    ///
    /// let refused = Transcript::read(b"1. e4 e5 2. Nf3").unwrap_err();
    /// assert_eq!(refused.line, 1);
    /// assert!(refused.to_string().starts_with("line 1: this is no record of a match"));
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Transcript, Refused> {
        if bytes.len() > LONGEST_FILE {
            return Err(Refused::at(1, Reason::FileTooLong { most: LONGEST_FILE }));
        }
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let before = &bytes[..error.valid_up_to()];
            let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
            Refused::at(line, Reason::NotText)
        })?;
        let draft = if text.trim_start().starts_with('{') {
            json::read(text)?
        } else {
            text::read(text)?
        };
        verify::verify(draft)
    }
}

/// The events of a table at which everybody sits from the start.
fn opening(ruleset: &str, options: Ruleset, place: &Place, people: &ByColor<Person>) -> Vec<Event> {
    let mut events = vec![Event::Opened {
        ruleset: ruleset.to_owned(),
        options: Some(options),
        opener: people.white,
        place: place.clone(),
        rated: true,
    }];
    events.extend(options.armies().iter().map(|seat| Event::Joined {
        seat,
        person: people[seat],
    }));
    events.push(Event::Started);
    events
}

/// A record as it stands in a file, not yet played again.
struct Draft {
    tags: tags::Tags,
    entries: Vec<(usize, Entry)>,
    /// The line on which it ends.
    end: usize,
}

/// A move or a word in a file.
enum Entry {
    Move {
        number: u32,
        short: String,
        /// The plain form and whose move it is, where the file says that too.
        plain: Option<(Color, Move)>,
    },
    Word(Event),
}
