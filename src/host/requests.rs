//! How requests to a chat fare: while they fail, nobody reads there what is told, and nobody can act.

use std::time::Duration;

use super::clock::SILENCE;

/// Number of requests in a row that fail in an outage.
const IN_A_ROW: u32 = 3;
/// Time after the first failed request from which it is an outage, unless one has succeeded.
const TOO_LONG: Duration = Duration::from_secs(10);

/// What came of the latest requests to a chat, with instants as [`Reading::run_for`](super::Reading)
/// counts them. An outage is three failures in a row, or ten seconds in which every request failed. It
/// counts from the first that failed until the first that succeeds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Requests {
    /// The instant at which the first request was sent that has failed since one succeeded.
    failed: Option<Duration>,
    /// The instant at which a request succeeded last.
    succeeded: Option<Duration>,
    /// Number of failures since one succeeded.
    in_a_row: u32,
    /// The instant at which the last outage ended that was long enough to matter.
    since: Duration,
}

impl Requests {
    /// Takes in that a request has failed which was sent at that instant. What others say who have succeeded
    /// since counts: nothing failed before that.
    pub(super) fn fail(&mut self, sent: Duration) {
        let sent = self.succeeded.map_or(sent, |succeeded| sent.max(succeeded));
        let first = self.failed.map_or(sent, |first| first.min(sent));
        self.failed = Some(first);
        self.in_a_row += 1;
    }

    /// Takes in that nobody waits any more for an answer to a request which was sent at that instant. That
    /// is a failure unless others have succeeded since: this process alone may have been too slow. Returns
    /// true if it is.
    pub(super) fn give_up(&mut self, sent: Duration) -> bool {
        let fails = self.succeeded.is_none_or(|succeeded| succeeded < sent);
        if fails {
            self.fail(sent);
        }
        fails
    }

    /// Takes in that a request has succeeded. Returns true if that ends an outage.
    pub(super) fn succeed(&mut self, now: Duration) -> bool {
        let ends = self.is_out(now);
        let lasted = self.failed.map(|failed| now.saturating_sub(failed));
        if ends && lasted.is_some_and(|lasted| lasted >= SILENCE) {
            self.since = now;
        }
        self.failed = None;
        self.succeeded = Some(now);
        self.in_a_row = 0;
        ends
    }

    /// Returns true in an outage.
    pub(super) fn is_out(&self, now: Duration) -> bool {
        // One failure alone is none: within a second it is followed by another request.
        let long = |failed: Duration| self.in_a_row > 1 && now.saturating_sub(failed) >= TOO_LONG;
        self.in_a_row >= IN_A_ROW || self.failed.is_some_and(long)
    }

    /// Returns the instant from which it may turn out to be an outage; `None` while requests succeed.
    pub(super) const fn failing_since(&self) -> Option<Duration> {
        self.failed
    }

    /// Returns the instant at which the last outage ended.
    pub(super) const fn since(&self) -> Duration {
        self.since
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes of a request that is sent at a second.
    #[derive(Clone, Copy, Debug)]
    enum Came {
        Fails,
        Succeeds,
    }
    use Came::*;

    #[test]
    fn an_outage_is_three_failures_in_a_row_or_ten_seconds_of_them() {
        for (story, at, out, since) in [
            (&[][..], 100, false, 0),
            (&[(1, Fails)], 10, false, 0),
            (&[(1, Fails)], 60, false, 0),
            (&[(1, Fails), (2, Fails)], 11, true, 0),
            (&[(1, Fails), (2, Fails)], 10, false, 0),
            (&[(1, Fails), (2, Fails), (2, Fails)], 2, true, 0),
            (
                &[(1, Fails), (2, Succeeds), (3, Fails), (4, Fails)],
                12,
                false,
                0,
            ),
            (
                &[(1, Fails), (2, Succeeds), (3, Fails), (4, Fails)],
                13,
                true,
                0,
            ),
            // Two failures that pass cost nobody anything, and an outage ends with the first success.
            (&[(1, Fails), (9, Fails), (10, Succeeds)], 30, false, 0),
            (&[(1, Fails), (2, Fails), (11, Succeeds)], 11, false, 11),
            (
                &[(1, Fails), (2, Fails), (3, Fails), (60, Succeeds)],
                61,
                false,
                60,
            ),
            // One that is over within two seconds is none.
            (
                &[(1, Fails), (1, Fails), (1, Fails), (2, Succeeds)],
                3,
                false,
                0,
            ),
            (
                &[(1, Fails), (2, Fails), (11, Succeeds), (20, Fails)],
                30,
                false,
                11,
            ),
        ] {
            let mut requests = Requests::default();
            for (second, came) in story {
                let now = Duration::from_secs(*second);
                match came {
                    Fails => requests.fail(now),
                    Succeeds => drop(requests.succeed(now)),
                }
            }
            let now = Duration::from_secs(at);
            assert_eq!(requests.is_out(now), out, "{story:?} at {at}");
            assert_eq!(requests.since().as_secs(), since, "{story:?} at {at}");
        }
    }

    #[test]
    fn a_request_that_was_sent_before_another_succeeded_does_not_count_from_then() {
        let at = Duration::from_secs;
        let mut requests = Requests::default();
        // A large picture that is given up after twenty seconds.
        requests.succeed(at(11));
        requests.fail(at(0));
        requests.fail(at(21));
        assert_eq!(requests.failing_since(), Some(at(11)));
        assert!(!requests.is_out(at(20)));
        assert!(requests.is_out(at(21)));
    }

    #[test]
    fn what_nobody_waits_for_has_failed_unless_others_have_succeeded_since() {
        let at = Duration::from_secs;
        let mut requests = Requests::default();
        assert!(requests.give_up(at(1)));
        requests.succeed(at(5));
        assert!(!requests.give_up(at(4)));
        assert_eq!(requests.failing_since(), None);
        assert!(requests.give_up(at(6)));
        assert_eq!(requests.failing_since(), Some(at(6)));
        assert!(requests.give_up(at(7)));
        assert_eq!(requests.failing_since(), Some(at(6)));
    }

    #[test]
    fn an_outage_counts_from_when_the_first_that_failed_was_sent() {
        let mut requests = Requests::default();
        // It was given up after twenty seconds; one that was sent later failed before.
        requests.fail(Duration::from_secs(15));
        requests.fail(Duration::from_secs(5));
        assert_eq!(requests.failing_since(), Some(Duration::from_secs(5)));
        assert!(requests.is_out(Duration::from_secs(15)));
        assert!(requests.succeed(Duration::from_secs(25)));
        assert_eq!(requests.failing_since(), None);
        assert!(!requests.succeed(Duration::from_secs(26)));
    }
}
