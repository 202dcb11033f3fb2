//! Days, from milliseconds. Done by hand, since a day in UTC is all of a calendar that a card needs.

const DAY: i64 = 24 * 60 * 60 * 1000;

/// The first millisecond that no date here has: the beginning of the year 10000.
pub(super) const END: i64 = 253_402_300_800_000;

/// Returns the day in UTC on which a moment lies, as `2026-11-21`. Moments are milliseconds since
/// 1970 and are held within 1970 and 9999.
///
/// Hinnant, "chrono-Compatible Low-Level Date Algorithms" (`civil_from_days`), for days since 1970.
pub(super) fn day(moment: i64) -> String {
    let days = moment.clamp(0, END - 1) / DAY + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    // Years begin in March, so that the leap day comes last.
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * march + 2) / 5 + 1;
    let month = if march < 10 { march + 3 } else { march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (moment, date) in [
            (i64::MIN, "1970-01-01"),
            (0, "1970-01-01"),
            (DAY - 1, "1970-01-01"),
            (DAY, "1970-01-02"),
            (951_782_400_000, "2000-02-29"),
            (951_868_800_000, "2000-03-01"),
            (1_735_689_599_999, "2024-12-31"),
            (1_735_689_600_000, "2025-01-01"),
            (1_795_290_894_000, "2026-11-21"),
            (4_107_542_400_000, "2100-03-01"),
            (i64::MAX, "9999-12-31"),
        ] {
            assert_eq!(day(moment), date, "{moment}");
        }
    }
}
