//! Limits on what one person, one channel and one server may ask for.
//!
//! Open tables and matches are counted in the store's lists. Requests in a stretch of time are
//! counted in memory, by a clock that nobody sets: a restart forgets the last minutes.

use std::{
    collections::VecDeque,
    fmt,
    hash::{BuildHasher, Hash, RandomState},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use crate::{
    matchplay::Moment,
    store::{Latest, RequestId},
};

const SECOND: Duration = Duration::from_secs(1);
const FOUR_SECONDS: Duration = Duration::from_secs(4);
const MINUTE: Duration = Duration::from_secs(60);

/// The largest number of matches that a person may play at once.
pub(super) const MATCHES: usize = 100;

/// Something that is limited in number, open at once or in a stretch of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// Open tables that a person has opened in a server, private ones among them.
    TablesOfPerson,
    /// Open tables in a channel.
    TablesInChannel,
    /// Open tables in a server.
    TablesInServer,
    /// Matches in which a person has a seat.
    Matches,
    /// Matches of a person in which everybody else is a computer.
    ComputerMatches,
    /// Tables opened, seats taken and left.
    Seats,
    /// Proposals made, answered and withdrawn in a match.
    Proposals,
    /// Pictures drawn for a person.
    Pictures,
    /// Exports, and settings set.
    Errands,
    /// Completions of what a person is typing.
    Completions,
    /// Commands and presses from a page.
    PageActs,
    /// Looks at positions and pieces from a page.
    PageLooks,
    /// Tokens that came with a match and let nobody in: guesses at its links.
    Tokens,
    /// Visitors of the page whom nobody has seen before.
    Newcomers,
    /// Records that are brought in on the page.
    Imports,
    /// Matches that are looked up for the picture beside their link.
    Lookups,
    /// Pictures of public matches drawn for programs that show links.
    Previews,
}

/// A row of the table of limits.
#[derive(Clone, Copy, Debug)]
pub struct LimitRow {
    /// The thing that is limited.
    pub limit: Limit,
    /// A stable word for it.
    pub word: &'static str,
    /// A noun phrase for the documents: what is counted.
    pub what: &'static str,
    /// The person or place that it is counted for, for the documents.
    pub whose: &'static str,
    /// The largest number.
    pub most: usize,
    /// The stretch of time in which they are counted; `None` for things open at once.
    pub within: Option<Duration>,
}

/// The table of all limits. docs/OPERATIONS.md has the same table.
#[rustfmt::skip]
pub const LIMITS: [LimitRow; 17] = {
    use Limit::*;
    [
        row(TablesOfPerson, "tables-of-person", "open tables", "person and server", 3, None),
        row(TablesInChannel, "tables-in-channel", "open tables", "channel", 20, None),
        row(TablesInServer, "tables-in-server", "open tables", "server", 1_000, None),
        row(Matches, "matches", "matches with a seat", "person", MATCHES, None),
        row(ComputerMatches, "computer-matches", "matches against computers alone", "person", 10, None),
        row(Seats, "seats", "tables opened, seats taken and left", "person", 60, Some(MINUTE)),
        row(Proposals, "proposals", "proposals, answers and withdrawals", "person and match", 30, Some(MINUTE)),
        row(Pictures, "pictures", "pictures", "person", 60, Some(MINUTE)),
        row(Errands, "errands", "exports and changes of settings", "person", 60, Some(MINUTE)),
        row(Completions, "completions", "completions while typing", "person", 20, Some(SECOND)),
        row(PageActs, "page-acts", "commands and presses in the browser", "person", 20, Some(FOUR_SECONDS)),
        row(PageLooks, "page-looks", "positions and pieces looked at in the browser", "person", 60, Some(FOUR_SECONDS)),
        row(Tokens, "tokens", "wrong links tried on the page", "address", 10, Some(MINUTE)),
        row(Newcomers, "newcomers", "new visitors of the page", "address", 120, Some(MINUTE)),
        row(Imports, "imports", "matches imported on the page", "address", 5, Some(MINUTE)),
        row(Lookups, "lookups", "matches looked up for the picture beside their link", "address", 60, Some(MINUTE)),
        row(Previews, "previews", "pictures drawn beside links to public matches", "everybody", 2, Some(SECOND)),
    ]
};

const fn row(
    limit: Limit,
    word: &'static str,
    what: &'static str,
    whose: &'static str,
    most: usize,
    within: Option<Duration>,
) -> LimitRow {
    LimitRow {
        limit,
        word,
        what,
        whose,
        most,
        within,
    }
}

impl Limit {
    fn row(self) -> Option<&'static LimitRow> {
        LIMITS.iter().find(|row| row.limit == self)
    }

    /// Returns a stable word for it, such as `tables-in-channel`.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.row().map_or("", |row| row.word)
    }

    /// Returns the largest number, and the stretch of time in which it is counted.
    #[must_use]
    pub fn most(self) -> (usize, Option<Duration>) {
        self.row()
            .map_or((usize::MAX, None), |row| (row.most, row.within))
    }

    /// Allows one more than are there already.
    ///
    /// # Errors
    ///
    /// [`Limited`] if there are as many as there may be.
    pub(super) fn allows(self, there: usize) -> Result<(), Limited> {
        let (most, _) = self.most();
        let refused = Limited {
            limit: self,
            again: None,
        };
        if there < most { Ok(()) } else { Err(refused) }
    }
}

/// A refusal because a limit is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are as many as there may be: {limit:?}")]
pub struct Limited {
    /// The limit that is reached.
    pub limit: Limit,
    /// The moment at which there is room again, and the seconds until then; `None` where that
    /// depends on people.
    pub again: Option<(Moment, u64)>,
}

/// A person, as a number that says nothing about who they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Asker(u64);

/// The number of counters that are remembered at most.
const MOST_WINDOWS: usize = 10_000;

/// Counters of requests in a stretch of time. They keep the time of each request, and not only a
/// number of tokens, so that a refusal can say when there is room again and a request that came to
/// nothing can be given back.
#[derive(Debug, Default)]
pub(super) struct RateLimits {
    /// The keys of the hashes by which people are counted, so that memory holds nobody's name.
    keys: RandomState,
    counts: Mutex<Windows>,
}

#[derive(Debug, Default)]
struct Windows {
    windows: Latest<u64, Window, MOST_WINDOWS>,
    asked: u64,
}

/// The requests of one kind by one asker, oldest first.
#[derive(Debug)]
struct Window {
    within: Duration,
    counts: VecDeque<Hit>,
}

#[derive(Clone, Copy, Debug)]
struct Hit {
    number: u64,
    at: Duration,
    request_id: Option<u64>,
}

impl Window {
    /// Drops what has expired, and what is dated in the future, which only a clock that was set
    /// back can cause.
    fn pass(&mut self, now: Duration) {
        let within = self.within;
        self.counts.retain(|count| {
            let age = now.checked_sub(count.at);
            age.is_some_and(|age| age < within)
        });
    }
}

impl RateLimits {
    pub(super) fn asker(&self, identity: impl Hash) -> Asker {
        Asker(self.keys.hash_one(identity))
    }

    /// Counts one more, and returns its number; `None` if the same request was counted before. The
    /// error is the time until there is room again.
    pub(super) fn count(
        &self,
        limit: Limit,
        of: impl Hash,
        request_id: Option<&RequestId>,
        now: Duration,
    ) -> Result<Option<(u64, u64)>, Duration> {
        let (most, Some(within)) = limit.most() else {
            return Ok(None);
        };
        let key = self.keys.hash_one((limit, of));
        let request_id = request_id.map(|request_id| self.keys.hash_one(request_id));
        let mut counts = self.counts();
        counts.asked += 1;
        counts.drop_expired(now);
        let number = counts.asked;
        let window = counts.windows.get_or_insert_mut(key, || Window {
            within,
            counts: VecDeque::new(),
        });
        window.pass(now);
        let known = |count: &Hit| count.request_id.is_some() && count.request_id == request_id;
        if window.counts.iter().any(known) {
            return Ok(None);
        }
        if let Some(oldest) = window.counts.front()
            && window.counts.len() >= most
        {
            return Err((oldest.at + within).saturating_sub(now));
        }
        window.counts.push_back(Hit {
            number,
            at: now,
            request_id,
        });
        Ok(Some((key, number)))
    }

    /// Takes back a count of something that was not done after all.
    fn give_back(&self, (key, number): (u64, u64)) {
        if let Some(window) = self.counts().windows.peek_mut(&key) {
            window.counts.retain(|count| count.number != number);
        }
    }

    fn counts(&self) -> MutexGuard<'_, Windows> {
        // A panic elsewhere while it was held leaves plain data that is still whole.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Windows {
    /// Drops counters that have expired, the ones that were not used for longest first.
    fn drop_expired(&mut self, now: Duration) {
        while let Some((key, window)) = self.windows.iter_mut().next_back() {
            window.pass(now);
            if !window.counts.is_empty() {
                return;
            }
            let key = *key;
            self.windows.pop(&key);
        }
    }
}

/// A request that was counted. It stays counted unless it is given back.
#[must_use]
pub struct Counted {
    rates: Arc<RateLimits>,
    count: Option<(u64, u64)>,
}

impl Counted {
    pub(super) const fn new(rates: Arc<RateLimits>, count: Option<(u64, u64)>) -> Counted {
        Counted { rates, count }
    }

    /// Takes the count back: nothing was done after all.
    pub fn give_back(self) {
        if let Some(count) = self.count {
            self.rates.give_back(count);
        }
    }
}

impl fmt::Debug for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Counted").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn named(name: &str) -> RequestId {
        RequestId(name.to_owned())
    }

    #[test]
    fn each_limit_has_one_row() {
        for (number, row) in LIMITS.iter().enumerate() {
            let first = LIMITS.iter().position(|other| other.limit == row.limit);
            assert_eq!(first, Some(number), "{:?}", row.limit);
        }
    }

    #[test]
    fn one_more_than_the_most_waits_until_the_first_is_over() {
        let rates = RateLimits::default();
        let count = |of: &str, now| rates.count(Limit::Proposals, of, None, at(now)).map(drop);
        let (most, within) = Limit::Proposals.most();
        assert_eq!(within, Some(MINUTE));
        for nth in 0..most as u64 {
            assert_eq!(count("ann", 100 + nth), Ok(()), "{nth}");
        }
        assert_eq!(count("ann", 150), Err(at(10)));
        assert_eq!(count("ann", 159), Err(at(1)));
        // Nobody else is kept waiting, nor is anything else of theirs.
        assert_eq!(count("ben", 150), Ok(()));
        assert!(rates.count(Limit::Pictures, "ann", None, at(150)).is_ok());
        assert_eq!(count("ann", 160), Ok(()));
        assert_eq!(count("ann", 160), Err(at(1)));
    }

    #[test]
    fn what_came_to_nothing_or_came_twice_is_not_counted() {
        let rates = RateLimits::default();
        let count = |request_id: &str| {
            let request_id = named(request_id);
            rates.count(Limit::Proposals, "ann", Some(&request_id), at(5))
        };
        let (most, _) = Limit::Proposals.most();
        for nth in 1..most {
            assert!(count(&nth.to_string()).unwrap().is_some());
            assert_eq!(count(&nth.to_string()), Ok(None));
        }
        let last = count("last").unwrap().unwrap();
        assert!(count("more").is_err());
        assert_eq!(count("last"), Ok(None));
        rates.give_back(last);
        assert!(count("more").unwrap().is_some());
        assert!(count("last").is_err());
    }

    #[test]
    fn a_clock_that_is_set_back_locks_nobody_out() {
        let rates = RateLimits::default();
        let (most, _) = Limit::Completions.most();
        let count = |now| {
            rates
                .count(Limit::Completions, "ann", None, at(now))
                .map(drop)
        };
        for _ in 0..most {
            assert_eq!(count(1_000_000), Ok(()));
        }
        assert!(count(1_000_000).is_err());
        assert_eq!(count(10), Ok(()));
    }

    #[test]
    fn memory_is_bounded_and_let_go_of() {
        let rates = RateLimits::default();
        for person in 0..2 * MOST_WINDOWS {
            let _ = rates.count(Limit::Pictures, person, None, at(1));
            assert!(rates.counts().windows.len() <= MOST_WINDOWS);
        }
        // A minute later those who have gone are forgotten.
        let _ = rates.count(Limit::Pictures, "ann", None, at(62));
        assert_eq!(rates.counts().windows.len(), 1);
    }

    /// Made-up names push out old ones, and none that are in use.
    #[test]
    fn a_flood_of_new_names_resets_no_counter_in_use() {
        for limit in [Limit::Tokens, Limit::Pictures, Limit::Proposals] {
            let rates = RateLimits::default();
            let (most, _) = limit.most();
            let count = |of: u64, now| rates.count(limit, of, None, at(now)).map(drop);
            for _ in 0..most {
                assert_eq!(count(0, 1), Ok(()));
            }
            for name in 1..3 * MOST_WINDOWS as u64 {
                assert!(count(name, 2).is_ok());
                assert!(count(0, 2).is_err(), "{limit:?} after {name}");
            }
            // The oldest makes room, not all: those of the last ones are still there.
            assert_eq!(rates.counts().windows.len(), MOST_WINDOWS);
        }
    }
}
