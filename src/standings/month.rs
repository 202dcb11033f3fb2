//! Months of the calendar.

use std::fmt;

use rondel_matchplay::Moment;

/// A month of the Gregorian calendar, in UTC.
///
/// ```
/// use rondel_matchplay::Moment;
/// use rondel_standings::Month;
///
/// let month = Month::of(Moment(1_767_225_600_000));
/// assert_eq!(month.to_string(), "2026-01");
/// assert_eq!((month.year(), month.number()), (2026, 1));
/// assert_eq!(Month::of(Moment(1_767_225_599_999)).to_string(), "2025-12");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month(i32);

impl Month {
    /// Returns the month of a moment.
    #[must_use]
    pub fn of(moment: Moment) -> Month {
        // Worked out by hand: a calendar library refuses moments outside its range of years, while
        // a stored moment may be any number. Years are counted from March on, so that the leap day
        // is the last of its year, and days from 1 March of the year 0, in rounds of 400 years.
        let days = moment.0.div_euclid(Moment::DAY) + 719_468;
        let round = days.div_euclid(146_097);
        let day = days.rem_euclid(146_097);
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day_of_year = day - (365 * year + year / 4 - year / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let months = (round * 400 + year) * 12 + month_from_march + 2;
        // A moment can be 292 million years away, which is more months than fit here.
        Month(months.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32)
    }

    /// Returns the year, such as 2026.
    #[must_use]
    pub const fn year(self) -> i32 {
        self.0.div_euclid(12)
    }

    /// Returns the number of the month in its year, from 1 on.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0.rem_euclid(12) as u8 + 1
    }
}

/// Writes year and month, `2026-01`.
impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year(), self.number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_those_of_the_calendar() {
        let of = |day: i64| Month::of(Moment(day * Moment::DAY)).to_string();
        // Days since 1970 of the first and last days of months, from a calendar.
        for (first, month, days) in [
            (0, "1970-01", 31),
            (31, "1970-02", 28),
            (59, "1970-03", 31),
            (10_957, "2000-01", 31),
            (10_988, "2000-02", 29),
            (19_754, "2024-02", 29),
            (20_788, "2026-12", 31),
            (47_541, "2100-03", 31),
            (-31, "1969-12", 31),
        ] {
            assert_eq!(of(first), month);
            assert_eq!(of(first + days - 1), month);
            assert_ne!(of(first - 1), month);
            assert_ne!(of(first + days), month);
        }
        // No moment is too early or too late.
        assert!(Month::of(Moment(i64::MIN)) < Month::of(Moment(i64::MAX)));
    }
}
