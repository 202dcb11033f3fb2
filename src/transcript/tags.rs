//! The tags at the head of a record. Both forms have the same ones, as texts.

use jiff::Timestamp;

use super::{
    bounds::{LONGEST_NAME, LONGEST_RULESET},
    data::{Player, Transcript},
    invalid::{InvalidRecord, Reason},
    tag::Tag,
};
use crate::{
    computer::Level,
    matchplay::{Moment, Written},
    rules::{ByColor, Color, Ending, Points, Ruleset},
    rulesets::Rulesets,
};

/// The value of [`Tag::Result`] while the match is being played.
const RUNNING: &str = "*";

/// The value of [`Tag::Rated`] if the match does not count.
const UNRATED: &str = "no";

impl Tag {
    /// Returns its value for this record; `None` if it is left out.
    pub(super) fn value(self, record: &Transcript) -> Option<String> {
        let outcome = record.outcome();
        let name_of = |color: Color| {
            let player = record.players[color].as_ref();
            player.and_then(Player::name).map(str::to_owned)
        };
        match self {
            Tag::Match => Some(record.id.to_string()),
            Tag::Original => record.original.map(|id| id.to_string()),
            Tag::Place => Some(record.place.as_str().to_owned()),
            Tag::Began => Some(write_time(record.began)),
            Tag::Ended => record.ended.map(write_time),
            Tag::White => name_of(Color::White),
            Tag::Gray => name_of(Color::Gray),
            Tag::Black => name_of(Color::Black),
            Tag::Computers => Some(write_computers(&record.players)).filter(|all| !all.is_empty()),
            Tag::Ruleset => Some(record.ruleset.clone()),
            Tag::Options => Some(record.options.to_string()),
            Tag::Rated => (!record.rated).then(|| UNRATED.to_owned()),
            Tag::Time => record.time.map(|limit| limit.to_string()),
            Tag::Result => Some(
                outcome
                    .map_or(RUNNING, |outcome| outcome.ending.word())
                    .to_owned(),
            ),
            Tag::Score => outcome.and_then(|outcome| outcome.score()),
        }
    }
}

/// The tags of a file, with their lines.
#[derive(Default)]
pub(super) struct Tags([Option<(usize, String)>; Tag::ALL.len()]);

/// The contents of the tags of a file.
pub(super) struct Header {
    /// The record, without its moves and words.
    pub(super) record: Transcript,
    pub(super) ending: Ending,
    pub(super) score: Option<ByColor<Points>>,
}

impl Tags {
    /// Takes in a tag.
    pub(super) fn put(
        &mut self,
        tag: Tag,
        line: usize,
        value: String,
    ) -> Result<(), InvalidRecord> {
        let place = &mut self.0[tag as usize];
        if place.is_some() {
            return Err(InvalidRecord::at(line, Reason::Twice(tag)));
        }
        *place = Some((line, value));
        Ok(())
    }

    /// Returns the line of a tag; the first line if it is missing.
    pub(super) fn line(&self, tag: Tag) -> usize {
        self.0[tag as usize].as_ref().map_or(1, |(line, _)| *line)
    }

    /// Returns the last line on which a tag stands.
    fn last_line(&self) -> usize {
        let lines = self.0.iter().flatten().map(|(line, _)| *line);
        lines.max().unwrap_or(1)
    }

    fn get(&self, tag: Tag) -> Option<&str> {
        self.0[tag as usize]
            .as_ref()
            .map(|(_, value)| value.as_str())
    }

    fn required(&self, tag: Tag) -> Result<&str, InvalidRecord> {
        self.get(tag)
            .ok_or_else(|| InvalidRecord::at(self.last_line(), Reason::Missing(tag)))
    }

    fn refuse(&self, tag: Tag, reason: Reason) -> InvalidRecord {
        InvalidRecord::at(self.line(tag), reason)
    }

    /// Reads the value of a tag.
    fn read<T>(
        &self,
        tag: Tag,
        wants: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, InvalidRecord> {
        read(self.required(tag)?).ok_or_else(|| self.refuse(tag, Reason::Value { tag, wants }))
    }

    /// Reads the value of a tag that may be left out.
    fn optional<T>(
        &self,
        tag: Tag,
        wants: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, InvalidRecord> {
        let value = self.get(tag).map(|_| self.read(tag, wants, read));
        value.transpose()
    }

    /// Returns the contents of the tags of a match that is over.
    pub(super) fn head(&self) -> Result<Header, InvalidRecord> {
        let options = self.options()?;
        if self.required(Tag::Result)? == RUNNING {
            return Err(self.refuse(Tag::Result, Reason::NotOver));
        }
        let unrated = |text: &str| (text == UNRATED).then_some(false);
        let ending = self.read(Tag::Result, "a word of rules §8 or *", Ending::from_word)?;
        let record = Transcript {
            id: self.read(Tag::Match, ID, Written::exactly)?,
            original: self.optional(Tag::Original, ID, Written::exactly)?,
            place: self.read(Tag::Place, "a place of 100 bytes at most", Written::exactly)?,
            began: self.read(Tag::Began, TIME, read_time)?,
            // It may be earlier than the beginning if the clock was set back in the meantime.
            ended: Some(self.read(Tag::Ended, TIME, read_time)?),
            players: self.players(options)?,
            ruleset: self.ruleset(options)?,
            options,
            rated: self
                .optional(Tag::Rated, "no, or is left out", unrated)?
                .unwrap_or(true),
            time: self.optional(Tag::Time, LIMIT, Written::exactly)?,
            others: Vec::new(),
            course: Vec::new(),
        };
        Ok(Header {
            record,
            ending,
            score: self.score(ending)?,
        })
    }

    fn options(&self) -> Result<Ruleset, InvalidRecord> {
        let line: Result<Ruleset, _> = self.required(Tag::Options)?.parse();
        line.map_err(|error| self.refuse(Tag::Options, Reason::Options(error.to_string())))
    }

    /// Returns the name of the ruleset. The name of a preset is refused over other options than its
    /// own.
    fn ruleset(&self, options: Ruleset) -> Result<String, InvalidRecord> {
        let name = self.read(Tag::Ruleset, "the name of a ruleset", |name| {
            let plain =
                |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
            let fits = (1..=LONGEST_RULESET).contains(&name.len()) && name.bytes().all(plain);
            fits.then(|| name.to_owned())
        })?;
        match Rulesets::preset(&name) {
            Some(preset) if preset != options => Err(self.refuse(
                Tag::Options,
                Reason::OtherOptions {
                    ruleset: name,
                    options: preset.to_string(),
                },
            )),
            Some(_) | None => Ok(name),
        }
    }

    fn players(&self, options: Ruleset) -> Result<ByColor<Option<Player>>, InvalidRecord> {
        let computers = self
            .optional(Tag::Computers, COMPUTERS, read_computers)?
            .unwrap_or_default();
        let mut players = ByColor::default();
        for color in Color::ALL {
            let tag = Tag::of_player(color);
            let misplaced = |tag, with| Err(self.refuse(tag, Reason::OutOfPlace { tag, with }));
            match (options.armies().contains(color), computers[color]) {
                (true, None) => {
                    let name = self.read(tag, "a name of 100 characters at most", |name| {
                        let fits = name.chars().nth(LONGEST_NAME).is_none();
                        fits.then(|| name.to_owned())
                    })?;
                    players[color] = Some(Player::Person(name));
                }
                (true, Some(_)) if self.get(tag).is_some() => {
                    return misplaced(tag, "a person, and a computer plays that army");
                }
                (true, Some(level)) => players[color] = Some(Player::Computer(level)),
                (false, Some(_)) => return misplaced(Tag::Computers, "armies that have a seat"),
                (false, None) if self.get(tag).is_some() => {
                    return misplaced(tag, "three armies");
                }
                (false, None) => {}
            }
        }
        Ok(players)
    }

    fn score(&self, ending: Ending) -> Result<Option<ByColor<Points>>, InvalidRecord> {
        if ending == Ending::Aborted {
            return match self.get(Tag::Score) {
                Some(_) => Err(self.refuse(Tag::Score, Reason::ScoreOfNothing)),
                None => Ok(None),
            };
        }
        let wants = "a score line of rules §8";
        self.read(Tag::Score, wants, |line| Written::read(Some(line)))
            .map(Some)
    }
}

const ID: &str = "the id of a match, such as m7k3q";
const TIME: &str = "a time in UTC, such as 2026-11-21T16:01:42.5Z";
const LIMIT: &str = "a time per move from 10s to 30d, in the longest unit that leaves no rest, or such times for 1 to 100 moves, such as 10/30d";
const COMPUTERS: &str =
    "armies in the order wgb, each with a level that computers have, such as g2 b1";

/// Writes a moment by RFC 3339, in UTC, with as much of a second as there is. One after the year
/// 9999, which no clock of ours has shown, is cut to it.
pub(super) fn write_time(moment: Moment) -> String {
    let (least, most) = (Timestamp::MIN, Timestamp::MAX);
    let within = moment
        .0
        .clamp(least.as_millisecond(), most.as_millisecond());
    Timestamp::from_millisecond(within)
        .unwrap_or_default()
        .to_string()
}

/// Reads a moment as [`write_time`] writes it.
fn read_time(text: &str) -> Option<Moment> {
    let time: Timestamp = text.parse().ok()?;
    let moment = Moment(time.as_millisecond());
    (write_time(moment) == text).then_some(moment)
}

/// Writes the armies that computers play, each with its computer's level: `g2 b1`.
fn write_computers(players: &ByColor<Option<Player>>) -> String {
    let computers = players.iter().filter_map(|(color, player)| {
        let level = player.as_ref()?.computer()?;
        Some(format!("{}{level}", color.letter()))
    });
    computers.collect::<Vec<_>>().join(" ")
}

/// Reads computers as [`write_computers`] writes them.
fn read_computers(text: &str) -> Option<ByColor<Option<Level>>> {
    let mut computers = ByColor::default();
    for part in text.split(' ') {
        let mut chars = part.chars();
        let color = Color::from_letter(chars.next()?)?;
        let level = Level::new(chars.as_str().parse().ok()?)?;
        computers[color] = Some(level);
    }
    let players = ByColor::new(|color| computers[color].map(Player::Computer));
    (write_computers(&players) == text).then_some(computers)
}
