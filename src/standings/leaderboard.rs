//! Leaderboards: people by rating, page by page.

use std::cmp::Reverse;

use rondel_matchplay::{Moment, Person, Server};

use super::{
    fold::{CountedMatch, LeaderboardKey, Standing, Standings},
    month::Month,
};

/// People who have finished no match for this long are left out of leaderboards, in milliseconds:
/// 90 days.
const IDLE: i64 = 90 * Moment::DAY;

/// The leaderboard asked for.
pub struct LeaderboardQuery<'a> {
    /// Only people who finished a match that counts in this server; everybody if `None`.
    pub server: Option<Server>,
    /// The ruleset of the ratings and results.
    pub ruleset: &'a str,
    /// Only people who finished such a match in this month, with their results in it; all time if
    /// `None`. The rating is always the current one.
    pub month: Option<Month>,
    /// The current time, which decides who is left out as idle.
    pub now: Moment,
    /// Returns true for people who do not want to be seen.
    pub hidden: &'a dyn Fn(Person) -> bool,
}

impl std::fmt::Debug for LeaderboardQuery<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LeaderboardQuery")
            .field("server", &self.server)
            .field("ruleset", &self.ruleset)
            .field("month", &self.month)
            .finish_non_exhaustive()
    }
}

/// A person in a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedPerson {
    /// One more than the number of people with a higher rating, so equal ratings share a rank.
    /// `None` for an asker who is left out but sees their own row.
    pub rank: Option<u32>,
    /// The person in this row.
    pub person: Person,
    /// Their rating in the ruleset, and their results in the server and month asked for.
    pub standing: Standing,
}

/// A page of a leaderboard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeaderboardPage {
    /// The rows, highest rating first. People with the same rating are in the order in which they
    /// entered the standings.
    pub rows: Vec<RankedPerson>,
    /// The asker's own row, on whatever page it is.
    pub own: Option<RankedPerson>,
    /// The number of this page, from 0 on.
    pub page: usize,
    /// The number of pages, at least one.
    pub pages: usize,
    /// The number of people on all pages.
    pub total: usize,
}

impl LeaderboardPage {
    /// Returns the asker's own row if it is on another page or on none.
    #[must_use]
    pub fn own_elsewhere(&self) -> Option<&RankedPerson> {
        let own = self.own.as_ref()?;
        let here = self.rows.iter().any(|row| row.person == own.person);
        (!here).then_some(own)
    }
}

impl Standings {
    /// Returns a page of a leaderboard, with `size` rows, at least 1. A page beyond the last gives
    /// the last.
    ///
    /// ```
    /// use rondel_matchplay::Moment;
    /// use rondel_standings::{LeaderboardQuery, Standings};
    ///
    /// let query = LeaderboardQuery {
    ///     server: None,
    ///     ruleset: "three-man",
    ///     month: None,
    ///     now: Moment(0),
    ///     hidden: &|_| false,
    /// };
    /// let page = Standings::default().leaderboard(&query, 3, 10, None);
    /// assert_eq!((page.page, page.pages, page.total), (0, 1, 0));
    /// ```
    #[must_use]
    pub fn leaderboard(
        &self,
        query: &LeaderboardQuery<'_>,
        page: usize,
        size: usize,
        asker: Option<Person>,
    ) -> LeaderboardPage {
        let empty = LeaderboardPage {
            pages: 1,
            ..LeaderboardPage::default()
        };
        let Some((ruleset, _, shown)) = self.rulesets.get_full(query.ruleset) else {
            return empty;
        };
        let server = query.server.as_ref();
        let server = server.map(|server| self.servers.get_index_of(server));
        if server == Some(None) {
            return empty;
        }
        let server = server.flatten().map(|server| server as u32);
        let scope = (ruleset as u32, server, query.month);
        let Some(there) = self.scopes.get(&scope) else {
            return empty;
        };
        // The sort key: the highest rating first, then the place.
        let number = |place: u32| shown.get(place as usize).copied().unwrap_or(0);
        let key = |place: u32| (Reverse(number(place)), place);
        let mut seen: Vec<(Reverse<u32>, u32)> = there
            .iter()
            .filter(|place| self.is_seen(**place, query))
            .map(|place| key(*place))
            .collect();

        let (size, total) = (size.max(1), seen.len());
        let pages = total.div_ceil(size).max(1);
        let page = page.min(pages - 1);
        let (from, to) = (page * size, total.min((page + 1) * size));
        // Rows before and after the page need not be in order.
        if to < total {
            seen.select_nth_unstable(to);
        }
        if from < to {
            seen[..to].select_nth_unstable(from);
        }
        seen[from..to].sort_unstable();

        let rank = |number: Reverse<u32>| {
            let better = seen.iter().filter(|(other, _)| *other < number);
            Some(better.count() as u32 + 1)
        };
        let row = |rank, place| self.row(rank, place, scope);
        let mut rows: Vec<RankedPerson> = Vec::with_capacity(to - from);
        for (before, (number, place)) in (from..).zip(&seen[from..to]) {
            // Everybody before is better, except those with the same rating.
            let rank = match rows.last() {
                Some(last) if last.standing.rating == number.0 => last.rank,
                Some(_) => Some(before as u32 + 1),
                None => rank(*number),
            };
            rows.push(row(rank, *place));
        }
        let own = asker.and_then(|asker| self.place(asker));
        let own = own.filter(|place| there.contains(place)).map(|place| {
            let seen = self.is_seen(place, query);
            let rank = if seen { rank(key(place).0) } else { None };
            row(rank, place)
        });
        LeaderboardPage {
            rows,
            own,
            page,
            pages,
            total,
        }
    }

    fn is_seen(&self, place: u32, query: &LeaderboardQuery<'_>) -> bool {
        let last = self.last[place as usize];
        let person = self.people[place as usize];
        query.now.0.saturating_sub(last.0) < IDLE && !(query.hidden)(person)
    }

    fn row(
        &self,
        rank: Option<u32>,
        place: u32,
        (ruleset, server, month): LeaderboardKey,
    ) -> RankedPerson {
        let fits = |played: &CountedMatch| {
            server.is_none_or(|server| server == played.server)
                && month.is_none_or(|month| month == Month::of(played.ended))
        };
        RankedPerson {
            rank,
            person: self.people[place as usize],
            standing: self.standing(place, ruleset, fits),
        }
    }
}
