//! Time limits per move, and the periods that depend on them.

use std::{fmt, str::FromStr};

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

/// The words of each unit in full or shortened, in their order.
const WORDS: [&[&str]; 4] = [
    &["d", "day", "days"],
    &["h", "hr", "hrs", "hour", "hours"],
    &["m", "min", "mins", "minute", "minutes"],
    &["s", "sec", "secs", "second", "seconds"],
];

/// The time a player has for each move: whole seconds, from ten seconds to thirty days.
///
/// ```
/// use rondel::matchplay::TimeLimit;
///
/// let limit: TimeLimit = "12h".parse().unwrap();
/// assert_eq!(limit.milliseconds(), 12 * 60 * 60 * 1_000);
/// assert_eq!("48h".parse::<TimeLimit>().unwrap().to_string(), "2d");
/// assert_eq!("3 days".parse(), "3d".parse::<TimeLimit>());
/// assert_eq!("2h30m".parse(), "150m".parse::<TimeLimit>());
/// assert!("9s".parse::<TimeLimit>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeLimit(i64);

impl TimeLimit {
    /// The shortest limit, ten seconds.
    pub const SHORTEST: TimeLimit = TimeLimit(10 * SECOND);
    /// A limit of one day.
    pub const DAY: TimeLimit = TimeLimit(Moment::DAY);
    /// A limit of three days, for players who look in every other day.
    pub const THREE_DAYS: TimeLimit = TimeLimit(3 * Moment::DAY);
    /// The longest limit, thirty days.
    pub const LONGEST: TimeLimit = TimeLimit(30 * Moment::DAY);

    /// Returns the limit in milliseconds.
    #[must_use]
    pub const fn milliseconds(self) -> i64 {
        self.0
    }

    /// Returns how long the window after the deadline stays open, in milliseconds: a quarter of the
    /// limit, between a minute and a day. `None` for limits below ten minutes, where an army goes
    /// out at the deadline.
    #[must_use]
    pub fn window(self) -> Option<i64> {
        (self.0 >= 10 * MINUTE).then(|| (self.0 / 4).clamp(MINUTE, Moment::DAY))
    }

    /// Returns the least time a player has after an outage, in milliseconds: ten minutes or the
    /// limit, whichever is less.
    #[must_use]
    pub fn grace(self) -> i64 {
        self.0.min(10 * MINUTE)
    }

    /// Returns how long before the deadline a player is reminded, in milliseconds: when a third of
    /// the limit is left, and when a tenth is. `None` for limits below an hour.
    #[must_use]
    pub fn reminders(self) -> Option<[i64; 2]> {
        (self.0 >= HOUR).then_some([self.0 / 3, self.0 / 10])
    }
}

impl TimeLimit {
    /// Returns the limit as a number and a unit: days `d`, hours `h`, minutes `m` or seconds `s`,
    /// the longest unit that divides it evenly.
    #[must_use]
    pub fn in_units(self) -> (i64, char) {
        let whole = |(_, length): &&(char, i64)| self.0 % length == 0;
        let (unit, length) = UNITS.iter().find(whole).copied().unwrap_or(UNITS[3]);
        (self.0 / length, unit)
    }
}

/// Writes a number and its unit, the longest unit that divides it evenly.
impl fmt::Display for TimeLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, unit) = self.in_units();
        write!(f, "{number}{unit}")
    }
}

/// The text is not a time per move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a time per move is numbers with s, m, h or d, from 10s to 30d")]
pub struct ParseTimeLimitError;

impl FromStr for TimeLimit {
    type Err = ParseTimeLimitError;

    /// Reads numbers, each with its unit as a letter or a word, such as `12h`, `3 days` or `2h30m`.
    fn from_str(text: &str) -> Result<TimeLimit, ParseTimeLimitError> {
        let mut rest = text.trim();
        let mut sum: i64 = 0;
        while !rest.is_empty() {
            let (digits, after) = split(rest, |letter| letter.is_ascii_digit());
            let (word, after) = split(after.trim_start(), |letter| letter.is_ascii_alphabetic());
            let length = length(word).ok_or(ParseTimeLimitError)?;
            let number: i64 = digits.parse().map_err(|_| ParseTimeLimitError)?;
            let part = number.checked_mul(length);
            let longer = part.and_then(|part| sum.checked_add(part));
            sum = longer.ok_or(ParseTimeLimitError)?;
            rest = after.trim_start();
        }
        let limit = TimeLimit(sum);
        if (TimeLimit::SHORTEST..=TimeLimit::LONGEST).contains(&limit) {
            Ok(limit)
        } else {
            Err(ParseTimeLimitError)
        }
    }
}

/// Splits a text after the letters for which `fits` is true.
fn split(text: &str, fits: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|letter| !fits(letter)).unwrap_or(text.len()))
}

/// Returns the length of a unit that is called so, in milliseconds.
fn length(word: &str) -> Option<i64> {
    let word = word.to_ascii_lowercase();
    let units = WORDS.into_iter().zip(UNITS);
    let mut units = units.filter(|(words, _)| words.contains(&word.as_str()));
    units.next().map(|(_, (_, length))| length)
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
        ] {
            let limit: TimeLimit = typed.parse().unwrap();
            assert_eq!(limit.to_string(), written);
            assert_eq!(written.parse(), Ok(limit));
        }
        for bad in [
            "",
            "d",
            "3",
            "9s",
            "0d",
            "31d",
            "-3d",
            "+3d",
            "3w",
            "h2",
            "2h30",
            "days",
            "2 h m",
            "3dd",
            "１d",
            "3é",
            "1.5h",
            "99999999999999999999d",
            "9223372036854775807d",
        ] {
            assert_eq!(bad.parse::<TimeLimit>(), Err(ParseTimeLimitError), "{bad}");
        }
    }

    #[test]
    fn windows_graces_and_reminders_are_bounded() {
        let of = |text: &str| text.parse::<TimeLimit>().unwrap();
        assert_eq!(of("599s").window(), None);
        assert_eq!(of("10m").window(), Some(150 * SECOND));
        assert_eq!(of("4d").window(), Some(Moment::DAY));
        assert_eq!(of("30d").window(), Some(Moment::DAY));
        assert_eq!(of("10s").grace(), 10 * SECOND);
        assert_eq!(of("3d").grace(), 10 * MINUTE);
        assert_eq!(of("59m").reminders(), None);
        assert_eq!(of("1h").reminders(), Some([20 * MINUTE, 6 * MINUTE]));
    }
}
