//! The record of one match, to be kept and read outside of the store (interfaces §8): as a text for
//! people and as JSON for programs, both described in `docs/RECORDS.md`.
//!
//! A [`Transcript`] is written from the events of a match, and read back from a file that may come
//! from anywhere: every length is bounded, and every move and word is played again. What today's
//! rules do not give is refused, with line and reason.
//!
//! The data of a record is in `data`. `text` and `json` write it and read it as a `draft`, with tags
//! from `tags` and events as [`Word`](crate::matchplay::Word)s, in which `people` go by name;
//! `verify` plays the draft again. `personal` is another document: everything kept of one person.

mod bounds;
mod data;
mod draft;
mod escaping;
mod invalid;
mod json;
mod people;
mod personal;
mod tag;
mod tags;
mod text;
mod verify;

pub use bounds::{LONGEST_FILE, LONGEST_LINE, LONGEST_NAME, LONGEST_RULESET, MOST_EVENTS, VERSION};
pub use data::{Player, Transcript};
pub use invalid::{InvalidRecord, Reason};
pub use personal::{Personal, PersonalDeed, PersonalMatch, PersonalRating, SeenThrough};
pub use tag::Tag;

use std::collections::HashMap;

use self::{
    data::RecordedEvent,
    people::{is_recorded, recorded},
};
use crate::{
    matchplay::{Event, Imported, Match, MatchId, Moment, Person, Place, Seat},
    rules::{ByColor, Color, words},
};

words! {
    /// One of the two forms, the one for people first.
    Format {
        /// Tags, numbered moves and words.
        "text" => Text,
        /// One JSON document.
        "json" => Json,
    }
}

impl Format {
    /// Returns the extension of a file of this form: `txt` or `json`.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Text => "txt",
            Format::Json => "json",
        }
    }
}

impl Transcript {
    /// Returns the record of a match with these events so far. `name` gives the names of players.
    /// `None` when it has never begun.
    #[must_use]
    pub fn of(
        id: MatchId,
        events: &[(Event, Moment)],
        mut name: impl FnMut(Person) -> String,
    ) -> Option<Transcript> {
        let ((opened, at), rest) = events.split_first()?;
        let mut state = Match::first(id, opened, *at)?;
        let (mut began, mut ended) = (None, None);
        let mut course = Vec::new();
        for (event, at) in rest {
            state.apply(event, *at);
            if is_recorded(event) {
                let played = state.played().last();
                let played = played.filter(|_| matches!(event, Event::Moved { .. }));
                course.push(RecordedEvent {
                    event: event.clone(),
                    short: played
                        .map(|played| played.short.to_string())
                        .unwrap_or_default(),
                });
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
        let first = |color| {
            let mut held = state.tenures().iter().filter(|held| held.seat == color);
            held.next().map_or(Seat::Empty, |held| held.holder)
        };
        let mut numbers = HashMap::new();
        for color in Color::ALL {
            if let Seat::Taken(person) = first(color) {
                numbers.insert(person, Transcript::first_of(color));
            }
        }
        let mut others = Vec::new();
        for step in &mut course {
            step.event = recorded(&step.event, |person| {
                *numbers.entry(person).or_insert_with(|| {
                    others.push(name(person));
                    Person((Color::ALL.len() + others.len() - 1) as u128)
                })
            });
        }
        Some(Transcript {
            id,
            original: imported.map(|imported| imported.from),
            place: imported.map_or(state.place(), |from| &from.place).clone(),
            began: imported.map_or(began?, |imported| imported.began),
            ended: imported.map_or(ended, |imported| Some(imported.ended)),
            players: ByColor::new(|color| {
                let plays = options.armies().contains(color);
                plays.then(|| match first(color) {
                    Seat::Taken(person) => Player::Person(name(person)),
                    Seat::Computer(level) => Player::Computer(level),
                    Seat::Open | Seat::Kept(_) | Seat::Vacant | Seat::Empty => {
                        Player::Person(String::new())
                    }
                })
            }),
            ruleset: state.ruleset().to_owned(),
            options,
            // An imported match counts nowhere, and may have counted where it was played.
            rated: state.is_rated()
                || imported.is_some() && matches!(opened, Event::Opened { rated: true, .. }),
            time: state.time_limit(),
            others,
            course,
        })
    }

    /// Returns all events, from the first move on. People are numbers in them, their places among
    /// the record's [people](Transcript::people), and moments are [`Moment`] 0.
    pub fn events(&self) -> impl Iterator<Item = Event> + '_ {
        self.course.iter().map(|step| step.event.clone())
    }

    /// Returns the events of a match that is stored from this record: opened at `place` and marked
    /// as imported, with `people` for the record's [people](Transcript::people), one for each, and
    /// computers where computers sit. The first person in the order of turns counts as its opener;
    /// if computers have all seats, it is the person given for White, who should be a new one.
    /// `None` while the match of the record is not over, and when people are too few.
    #[must_use]
    pub fn as_imported(&self, place: &Place, people: &[Person]) -> Option<Vec<Event>> {
        let of_army = |color| people.get(usize::try_from(Transcript::first_of(color).0).ok()?);
        let [white, gray, black] = Color::ALL.map(of_army);
        let seated = ByColor([*white?, *gray?, *black?]);
        if people.len() < self.people().len() {
            return None;
        }
        let imported = Imported {
            from: self.original.unwrap_or(self.id),
            place: self.place.clone(),
            began: self.began,
            ended: self.ended?,
        };
        let mut events = self.opening(place, &seated, Some(imported));
        // Every number belongs to somebody who is there.
        let person = |Person(number)| people[number as usize];
        events.extend(self.events().map(|event| recorded(&event, person)));
        Some(events)
    }

    /// Returns the events of a table at which everybody sits from the start, these people where
    /// people sit.
    fn opening(
        &self,
        place: &Place,
        people: &ByColor<Person>,
        imported: Option<Imported>,
    ) -> Vec<Event> {
        let computer = |seat: Color| self.players[seat].as_ref().and_then(Player::computer);
        let armies = self.options.armies();
        let first = armies.iter().find(|seat| computer(*seat).is_none());
        let mut events = vec![Event::Opened {
            ruleset: self.ruleset.clone(),
            options: self.options,
            opener: people[first.unwrap_or(Color::White)],
            place: place.clone(),
            rated: self.rated,
            // Anyone who has the record can see the match.
            private: false,
            time: self.time,
            imported,
        }];
        events.extend(armies.iter().map(|seat| match computer(seat) {
            Some(level) => Event::Seated {
                seat,
                level,
                casual: false,
            },
            None => Event::Joined {
                seat,
                person: people[seat],
            },
        }));
        events.push(Event::Started);
        events
    }

    /// Returns the record in one of its forms.
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
    /// [`InvalidRecord`] for a file that is no record of a match that is over, or one that today's rules
    /// under its options would judge differently.
    ///
    /// ```
    /// use rondel::transcript::Transcript;
    ///
    /// let refused = Transcript::read(b"1. e4 e5 2. Nf3").unwrap_err();
    /// assert_eq!(refused.line, 1);
    /// assert!(refused.to_string().starts_with("line 1: this is no record of a match"));
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Transcript, InvalidRecord> {
        if bytes.len() > LONGEST_FILE {
            return Err(InvalidRecord::at(
                1,
                Reason::FileTooLong { most: LONGEST_FILE },
            ));
        }
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let before = &bytes[..error.valid_up_to()];
            let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
            InvalidRecord::at(line, Reason::NotText)
        })?;
        let text = text.trim_start_matches('\u{feff}');
        let draft = if text.trim_start().starts_with('{') {
            json::read(text)?
        } else {
            text::read(text)?
        };
        verify::verify(draft)
    }
}
