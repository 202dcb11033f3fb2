//! Ids: 64 bits, made of a time and a count, written as strings.

use std::{
    fmt,
    time::{SystemTime, UNIX_EPOCH},
};

use serde::{Serialize, Serializer};

/// Milliseconds between the Unix epoch and Discord's.
const EPOCH: u64 = 1_420_070_400_000;

/// An id, as Discord gives to users, channels, messages and everything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Snowflake(pub u64);

impl Snowflake {
    /// Reads an id from its decimal form.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|id| *id > 0).map(Self)
    }

    /// Returns the moment the id was made, in the form Discord writes times.
    #[must_use]
    pub fn timestamp(self) -> String {
        let millis = (self.0 >> 22) + EPOCH;
        let (days, rest) = (millis / 86_400_000, millis % 86_400_000);
        let (year, month, day) = civil(days);
        let (hour, minute) = (rest / 3_600_000, rest / 60_000 % 60);
        let (second, milli) = (rest / 1000 % 60, rest % 1000);
        format!(
            "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}000+00:00"
        )
    }
}

impl fmt::Display for Snowflake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Snowflake {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Returns year, month and day of a day counted from 1970-01-01.
fn civil(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let era = shifted / 146_097;
    let day_of_era = shifted % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    (year, month, day)
}

/// Gives out ids, each greater than the one before.
#[derive(Debug, Default)]
pub(crate) struct Ids {
    last: u64,
    /// The milliseconds by which their time is ahead of the real one.
    ahead: u64,
}

impl Ids {
    /// Returns a new id.
    pub(crate) fn next(&mut self) -> Snowflake {
        let now = real_time() + self.ahead;
        self.last = (now.saturating_sub(EPOCH) << 22).max(self.last + 1);
        Snowflake(self.last)
    }

    /// Sets the time that new ids carry, in milliseconds of Unix time, if it is not past; it goes on from
    /// there.
    pub(crate) fn set_time(&mut self, time: u64) {
        self.ahead = time.saturating_sub(real_time());
    }
}

/// Returns the real time, in milliseconds of Unix time.
fn real_time() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_increase_and_carry_a_time() {
        let mut ids = Ids::default();
        let (first, second) = (ids.next(), ids.next());
        assert!(first < second);
        assert_eq!(
            Snowflake(175_928_847_299_117_063).timestamp(),
            "2016-04-30T11:18:25.796000+00:00"
        );
        assert_eq!(Snowflake::parse("12"), Some(Snowflake(12)));
        assert_eq!(Snowflake::parse("0"), None);
        assert_eq!(Snowflake::parse("@me"), None);
    }
}
