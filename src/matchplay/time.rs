//! Time limits, for each move or for a number of moves, and the periods that depend on them.

use std::{fmt, num::NonZeroU8, str::FromStr};

use super::id::Moment;

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;

/// The units of a limit in text, longest first.
const UNITS: [(char, i64); 4] = [
    ('d', Moment::DAY),
    ('h', HOUR),
    ('m', MINUTE),
    ('s', SECOND),
];

/// The words of each unit in English and German, in the order of the units.
const WORDS: [&[&str]; 4] = [
    &["d", "day", "days", "t", "tg", "tag", "tage", "tagen"],
    &[
        "h", "hr", "hrs", "hour", "hours", "std", "stunde", "stunden",
    ],
    &["m", "min", "mins", "minute", "minutes", "minuten"],
    &[
        "s", "sec", "secs", "second", "seconds", "sek", "sekunde", "sekunden",
    ],
];

/// The words of a week, which is read and written as seven days.
const WEEKS: &[&str] = &["w", "wk", "wks", "week", "weeks", "woche", "wochen"];

/// The words for numbers, from one on.
const NUMBERS: [&[&str]; 10] = [
    &["one", "a", "an", "ein", "eine", "einem", "einen", "einer"],
    &["two", "zwei"],
    &["three", "drei"],
    &["four", "vier"],
    &["five", "fünf"],
    &["six", "sechs"],
    &["seven", "sieben"],
    &["eight", "acht"],
    &["nine", "neun"],
    &["ten", "zehn"],
];

/// The words for moves, as in `10 moves in 30 days`.
const MOVES: &[&str] = &["move", "moves", "zug", "züge", "zuege"];

/// The words for no limit at all, without their spaces.
const NO_LIMIT: &[&str] = &[
    "none",
    "nolimit",
    "notimelimit",
    "unlimited",
    "ohne",
    "ohnelimit",
    "ohnezeitlimit",
    "keinlimit",
    "keinzeitlimit",
    "unbegrenzt",
    "unbegrenztezeit",
];

/// The time a player has: for each move, or for a number of moves.
///
/// For each move it is whole seconds, from ten seconds to thirty days. For a number of moves, from one
/// to a hundred, it is so long that each of them has a time within the same bounds. What is left of
/// it after the last of them is added to the time for the next ones.
///
/// ```
/// use rondel_matchplay::TimeLimit;
///
/// let limit: TimeLimit = "12h".parse().unwrap();
/// assert_eq!(limit.milliseconds(), 12 * 60 * 60 * 1_000);
/// assert_eq!("48h".parse::<TimeLimit>().unwrap().to_string(), "2d");
/// assert_eq!("3 days".parse(), "3d".parse::<TimeLimit>());
/// assert_eq!("2h30m".parse(), "150m".parse::<TimeLimit>());
/// assert!("9s".parse::<TimeLimit>().is_err());
///
/// let limit: TimeLimit = "10/30d".parse().unwrap();
/// assert_eq!(limit.milliseconds(), 3 * 24 * 60 * 60 * 1_000);
/// assert_eq!("10 moves in 30 days".parse(), Ok(limit));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeLimit {
    /// The number of moves the time is for; `None` if each has its own.
    moves: Option<NonZeroU8>,
    /// The time for each move, or for all of them together, in milliseconds.
    time: i64,
}

/// The time a seat has for its next moves, if the limit is for a number of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// What is left, in milliseconds.
    pub left: i64,
    /// The number of moves until the next period is added, the coming one included.
    pub moves: u8,
}

impl TimeLimit {
    /// The shortest time for each move, ten seconds.
    const SHORTEST: i64 = 10 * SECOND;
    /// The longest time for each move, thirty days.
    const LONGEST: i64 = 30 * Moment::DAY;
    /// The largest number of moves in a period.
    const MOST_MOVES: u8 = 100;
    /// A limit of one day for each move.
    pub const DAY: TimeLimit = TimeLimit::each(Moment::DAY);
    /// A limit of three days for each move, for players who look in every other day.
    pub const THREE_DAYS: TimeLimit = TimeLimit::each(3 * Moment::DAY);

    const fn each(time: i64) -> TimeLimit {
        TimeLimit { moves: None, time }
    }

    /// Returns the time for a move in milliseconds: the limit, or its period divided by the moves in
    /// it. What depends on the limit depends on this.
    #[must_use]
    pub const fn milliseconds(self) -> i64 {
        match self.moves {
            Some(moves) => self.time / moves.get() as i64,
            None => self.time,
        }
    }

    /// Returns the number of moves the time is for; `None` if it is for each move.
    #[must_use]
    pub const fn moves(self) -> Option<u8> {
        match self.moves {
            Some(moves) => Some(moves.get()),
            None => None,
        }
    }

    /// Returns what a seat has when play begins; `None` if the limit is for each move.
    pub(super) const fn budget(self) -> Option<Budget> {
        match self.moves {
            Some(moves) => Some(Budget {
                left: self.time,
                moves: moves.get(),
            }),
            None => None,
        }
    }

    /// Returns what a seat has after a move with so much left. The last move of a period adds the next one.
    pub(super) fn after_move(self, before: Budget, left: i64) -> Budget {
        match (self.budget(), before.moves) {
            (Some(next), 0 | 1) => Budget {
                left: left.saturating_add(next.left),
                ..next
            },
            (_, moves) => Budget {
                left,
                moves: moves.saturating_sub(1),
            },
        }
    }

    /// Returns how long the window after the deadline stays open, in milliseconds: a quarter of the
    /// time for a move, between a minute and a day. `None` for less than ten minutes, where an army goes
    /// out at the deadline.
    #[must_use]
    pub fn window(self) -> Option<i64> {
        let limit = self.milliseconds();
        (limit >= 10 * MINUTE).then(|| (limit / 4).clamp(MINUTE, Moment::DAY))
    }

    /// Returns the least time a player has after an outage, in milliseconds: ten minutes or the
    /// time for a move, whichever is less.
    #[must_use]
    pub fn grace(self) -> i64 {
        self.milliseconds().min(10 * MINUTE)
    }

    /// Returns the time for each move or for a period, as numbers with their units, the longest unit
    /// first: days `d`, hours `h`, minutes `m`, seconds `s`.
    pub fn in_units(self) -> impl Iterator<Item = (i64, char)> {
        let mut rest = self.time;
        let units = UNITS.into_iter().map(move |(unit, length)| {
            let number = rest / length;
            rest %= length;
            (number, unit)
        });
        units.filter(|(number, _)| *number > 0)
    }

    /// Reads a limit as it is typed, or `None` for words such as `none` or `no limit`.
    ///
    /// # Errors
    ///
    /// [`ParseTimeLimitError`] for anything else.
    pub fn read(text: &str) -> Result<Option<TimeLimit>, ParseTimeLimitError> {
        let word: String = text.split_whitespace().collect();
        if NO_LIMIT.contains(&word.to_lowercase().as_str()) {
            return Ok(None);
        }
        text.parse().map(Some)
    }

    /// Returns the units, as letters, of which a word begins so; every unit for no letters.
    pub fn units_beginning(typed: &str) -> impl Iterator<Item = char> {
        let typed = typed.to_lowercase();
        let units = UNITS.into_iter().zip(WORDS);
        let units = units.map(|((unit, _), words)| (unit, words));
        let all = units.chain([('w', WEEKS)]);
        all.filter(move |(_, words)| words.iter().any(|word| word.starts_with(&typed)))
            .map(|(unit, _)| unit)
    }
}

/// Writes a number and its unit, the longest unit that divides it evenly, after the number of moves if it
/// is for several: `3d`, `10/30d`.
impl fmt::Display for TimeLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        let whole = |(_, length): &&(char, i64)| self.time % length == 0;
        let (unit, length) = UNITS.iter().find(whole).copied().unwrap_or(UNITS[3]);
        write!(f, "{}{unit}", self.time / length)
    }
}

/// The text is not a time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a time limit is numbers with s, m, h or d, from 10s to 30d for each move, or such a time for 1 to 100 moves, as in 10/30d"
)]
pub struct ParseTimeLimitError;

impl FromStr for TimeLimit {
    type Err = ParseTimeLimitError;

    /// Reads numbers, each with its unit as a letter or a word of any language, such as `12h`, `3 days`,
    /// `2h30m` or `eine Woche`, after a number of moves if it is for several: `10/30d`,
    /// `10 moves in 30 days`.
    fn from_str(text: &str) -> Result<TimeLimit, ParseTimeLimitError> {
        let text = text.to_lowercase();
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ");
        let (moves, time) = match text.split_once('/') {
            Some((moves, time)) => (Some(moves), time),
            None => match text.split_once(" in ") {
                Some((moves, time)) => (Some(moves), time),
                None => (None, text.as_str()),
            },
        };
        let moves = moves.map(read_moves).transpose()?;
        let time = read_time(time)?;
        let each = i64::from(moves.map_or(1, NonZeroU8::get));
        let bounds = TimeLimit::SHORTEST * each..=TimeLimit::LONGEST * each;
        let within = bounds.contains(&time);
        within
            .then_some(TimeLimit { moves, time })
            .ok_or(ParseTimeLimitError)
    }
}

/// Reads a number of moves in small letters: `10`, `10 moves`.
fn read_moves(text: &str) -> Result<NonZeroU8, ParseTimeLimitError> {
    let (number, word) = number(text.trim()).ok_or(ParseTimeLimitError)?;
    let word = word.trim();
    let moves = u8::try_from(number).ok().and_then(NonZeroU8::new);
    let moves = moves.filter(|moves| moves.get() <= TimeLimit::MOST_MOVES);
    moves
        .filter(|_| word.is_empty() || MOVES.contains(&word))
        .ok_or(ParseTimeLimitError)
}

/// Reads numbers with their units in small letters, and returns the milliseconds.
fn read_time(text: &str) -> Result<i64, ParseTimeLimitError> {
    let mut rest = text.trim();
    let mut sum: i64 = 0;
    while !rest.is_empty() {
        let (number, after) = number(rest).ok_or(ParseTimeLimitError)?;
        let (word, after) = split(after.trim_start(), char::is_alphabetic);
        let length = length(word).ok_or(ParseTimeLimitError)?;
        let part = number.checked_mul(length);
        let longer = part.and_then(|part| sum.checked_add(part));
        sum = longer.ok_or(ParseTimeLimitError)?;
        // Abbreviations and sentences end with a full stop.
        let after = after.strip_prefix('.').unwrap_or(after).trim_start();
        rest = joined(after);
    }
    Ok(sum)
}

/// Returns what follows a comma, or the word for *and*, if something does.
fn joined(text: &str) -> &str {
    let after = ["and ", "und ", ","].map(|between| text.strip_prefix(between));
    let after = after.into_iter().flatten().next().map(str::trim_start);
    after.filter(|after| !after.is_empty()).unwrap_or(text)
}

/// Reads a number in digits, or one of the words for small numbers, and returns what follows it.
fn number(text: &str) -> Option<(i64, &str)> {
    let (digits, after) = split(text, |letter| letter.is_ascii_digit());
    if !digits.is_empty() {
        return Some((digits.parse().ok()?, after));
    }
    let (word, after) = split(text, char::is_alphabetic);
    let numbers = (1..).zip(NUMBERS);
    let mut numbers = numbers.filter(|(_, words)| words.contains(&word));
    numbers.next().map(|(number, _)| (number, after))
}

/// Splits a text after the letters for which `fits` is true.
fn split(text: &str, fits: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|letter| !fits(letter)).unwrap_or(text.len()))
}

/// Returns the length of a unit that is called so, in milliseconds.
fn length(word: &str) -> Option<i64> {
    let units = WORDS.into_iter().zip(UNITS);
    let units = units.map(|(words, (_, length))| (words, length));
    let mut units = units.chain([(WEEKS, 7 * Moment::DAY)]);
    let found = units.find(|(words, _)| words.contains(&word));
    found.map(|(_, length)| length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_and_written() {
        for (typed, written) in [
            ("10s", "10s"),
            ("90s", "90s"),
            ("60s", "1m"),
            (" 5m ", "5m"),
            ("12H", "12h"),
            ("24h", "1d"),
            ("30d", "30d"),
            ("720h", "30d"),
            ("3 d", "3d"),
            ("3 days", "3d"),
            ("1 Day", "1d"),
            ("2h30m", "150m"),
            ("2 hours 30 min", "150m"),
            ("1h 1h", "2h"),
            ("one day", "1d"),
            ("a day", "1d"),
            ("an hour", "1h"),
            ("1 week", "7d"),
            ("two weeks", "14d"),
            ("3w", "21d"),
            ("2 hours and 30 minutes", "150m"),
            ("2 hours, 30 minutes", "150m"),
            ("2 hr 30 min", "150m"),
            ("3 Tage", "3d"),
            ("1 Tag", "1d"),
            ("ein Tag", "1d"),
            ("90 Minuten", "90m"),
            ("1 Woche", "7d"),
            ("Eine Woche", "7d"),
            ("eine Stunde", "1h"),
            ("zwei Wochen", "14d"),
            ("FÜNF TAGE", "5d"),
            ("2 Stunden 30 Minuten", "150m"),
            ("2 Stunden und 30 Minuten", "150m"),
            ("2 Std. 30 Min.", "150m"),
            ("45 Sek.", "45s"),
            ("3\u{a0}Tage.", "3d"),
            ("10/30d", "10/30d"),
            ("10 / 30 days", "10/30d"),
            ("10/720h", "10/30d"),
            ("10 moves in 30 days", "10/30d"),
            ("ten moves in a week", "10/7d"),
            ("10 moves/30 days", "10/30d"),
            ("10 Züge in 30 Tagen", "10/30d"),
            ("10 ZÜGE IN 30 TAGEN", "10/30d"),
            ("1 Zug in einem Tag", "1/1d"),
            ("5 Züge in einer Stunde", "5/1h"),
            ("40 moves in 2 hours 30 minutes", "40/150m"),
            ("1/30d", "1/30d"),
            ("100/1000s", "100/1000s"),
            ("100/3000d", "100/3000d"),
        ] {
            let limit: TimeLimit = typed.parse().expect(typed);
            assert_eq!(limit.to_string(), written);
            assert_eq!(written.parse(), Ok(limit));
            assert_eq!(TimeLimit::read(typed), Ok(Some(limit)));
        }
        for bad in [
            "",
            "d",
            "3",
            "9s",
            "0d",
            "31d",
            "5 weeks",
            "-3d",
            "+3d",
            "h2",
            "2h30",
            "days",
            "2 h m",
            "3dd",
            "１d",
            "3é",
            "1.5h",
            "1d,",
            "1d and",
            "and 1d",
            "eleven days",
            "99999999999999999999d",
            "9223372036854775807d",
            "9223372036854775807w",
            "/30d",
            "10/",
            "0/30d",
            "101/3000d",
            "256/3000d",
            "100/999s",
            "10/301d",
            "10/10/30d",
            "10 hours in 30 days",
            "10 in",
            "moves in 30 days",
            "10/none",
        ] {
            assert_eq!(bad.parse::<TimeLimit>(), Err(ParseTimeLimitError), "{bad}");
        }
        for none in [
            "none",
            "No limit",
            "no time limit",
            "unbegrenzt",
            " Ohne Zeitlimit ",
        ] {
            assert_eq!(TimeLimit::read(none), Ok(None));
        }
    }

    #[test]
    fn windows_and_graces_are_bounded() {
        let of = |text: &str| text.parse::<TimeLimit>().unwrap();
        assert_eq!(of("599s").window(), None);
        assert_eq!(of("10/99m").window(), None);
        assert_eq!(of("10m").window(), Some(150 * SECOND));
        assert_eq!(of("10/100m").window(), Some(150 * SECOND));
        assert_eq!(of("4d").window(), Some(Moment::DAY));
        assert_eq!(of("30d").window(), Some(Moment::DAY));
        assert_eq!(of("10s").grace(), 10 * SECOND);
        assert_eq!(of("3d").grace(), 10 * MINUTE);
        assert_eq!(of("10/30d").grace(), 10 * MINUTE);
    }

    #[test]
    fn the_last_move_of_a_period_adds_the_next_one() {
        let limit: TimeLimit = "2/10m".parse().unwrap();
        let budget = |left, moves| Budget { left, moves };
        let begun = limit.budget().unwrap();
        assert_eq!(begun, budget(10 * MINUTE, 2));
        let once = limit.after_move(begun, MINUTE);
        assert_eq!(once, budget(MINUTE, 1));
        assert_eq!(limit.after_move(once, 0), budget(10 * MINUTE, 2));
        assert_eq!(limit.after_move(once, MINUTE), budget(11 * MINUTE, 2));
    }
}
