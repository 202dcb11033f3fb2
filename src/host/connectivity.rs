//! The ways in which a chat reaches people, and since when: lines, servers, requests.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::sync::watch;

use super::{
    clock::{Clock, SILENCE},
    requests::Requests,
};
use crate::{matchplay::Place, store::locked};

/// Returns the line over which the people of a place are reached, out of this many lines; `None` if
/// they always are. The number is zero until it is known.
pub type LineOf = fn(&Place, usize) -> Option<usize>;

/// The lines over which a chat reaches people, such as the shards of Discord's gateway, numbered
/// from zero. The chat reports on each; while a line is down, nothing falls due in the matches
/// behind it, and nobody's time runs out soon after it has come back.
///
/// A line that was silent for less than two seconds has not been away. Silence counts from the last
/// sign of life, since a broken connection may be noticed much later.
///
/// There are other ways in which nobody is reached: a server that the chat has lost, and requests of
/// which none succeeds. Both count like a line that is down, for the matches played there, or for all.
///
/// ```
/// use std::{sync::Arc, time::Duration};
/// use rondel::{
///     host::{DrivenClock, Host},
///     matchplay::{Moment, Place},
///     store::memory::MemoryStore,
/// };
///
/// # let runtime = tokio::runtime::Builder::new_current_thread().build()?;
/// # runtime.block_on(async {
/// let clock = Arc::new(DrivenClock::at(Moment(0)));
/// let host = Host::new(Arc::new(MemoryStore::new()), Arc::clone(&clock) as _, None).await?;
/// let place = Place::new("chat/room");
/// assert!(host.reaches(&place));
/// let reach = host.reach_over(|_, _| Some(0));
/// assert!(!host.reaches(&place));
/// reach.open(1);
/// reach.begin(0);
/// assert!(host.reaches(&place));
/// reach.lose(0);
/// assert!(!host.reaches(&place));
/// # Ok::<(), rondel::store::StoreError>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Connectivity {
    clock: Arc<dyn Clock>,
    line_of: LineOf,
    lines: Mutex<Vec<LineState>>,
    /// Servers that are away or were a while ago, by the beginnings of their places.
    servers: Mutex<HashMap<String, ServerState>>,
    requests: Mutex<Requests>,
    signals: watch::Sender<ReachSignals>,
}

/// What those who want to tell something wait for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReachSignals {
    /// The number of times that people could be reached again after they could not.
    pub returns: u64,
    /// True while the latest request has failed.
    pub failing: bool,
}

/// A server, with instants as [`Reading::run_for`](super::Reading) counts them.
#[derive(Clone, Copy, Debug)]
enum ServerState {
    /// It is away since then, and had come back before at that instant, if it had been away before.
    Away {
        since: Duration,
        before: Option<Duration>,
    },
    /// It is back since then.
    Back(Duration),
}

/// The time for which it counts that a server was away: the longest grace, and more.
const REMEMBERED: Duration = Duration::from_secs(3_600);

/// A line, with instants as [`Reading::run_for`](super::Reading) counts them.
#[derive(Clone, Copy, Debug)]
struct LineState {
    is_there: bool,
    /// The instant of the last sign of life.
    alive: Duration,
    /// The instant at which the last silence ended that was long enough to matter.
    broken: Duration,
    /// The instant since which people could act over it.
    since: Duration,
}

impl LineState {
    /// Takes in a sign of life.
    fn hear(&mut self, now: Duration) {
        if now.saturating_sub(self.alive) >= SILENCE {
            self.broken = now;
        }
        self.alive = now;
        if !self.is_there {
            self.come(now);
        }
    }

    /// Takes in that the line is there again. What came just before this belongs to it: Discord
    /// sends missed events first, and then that the session is resumed.
    fn come(&mut self, now: Duration) {
        self.is_there = true;
        if now.saturating_sub(self.broken) < SILENCE {
            self.since = now;
        }
    }
}

impl Connectivity {
    /// Returns a reach without lines.
    pub(super) fn new(clock: Arc<dyn Clock>, line_of: LineOf) -> Connectivity {
        Connectivity {
            clock,
            line_of,
            lines: Mutex::default(),
            servers: Mutex::default(),
            requests: Mutex::default(),
            signals: watch::Sender::default(),
        }
    }

    /// Sets the number of lines. None of them is there yet.
    pub fn open(&self, lines: usize) {
        let now = self.clock.run_for();
        let line = LineState {
            is_there: false,
            alive: now,
            broken: now,
            since: now,
        };
        *locked(&self.lines) = vec![line; lines];
    }

    /// Takes in a sign of life of a line, which is there from now on.
    pub fn hear(&self, line: usize) {
        self.change(line, LineState::hear);
    }

    /// Takes in that a server cannot be reached, until [`Connectivity::regain_server`]. A place names its server
    /// as [`Place::server`] does.
    pub fn lose_server(&self, server: &str) {
        let now = self.clock.run_for();
        let mut servers = locked(&self.servers);
        servers.retain(|_, state| match state {
            ServerState::Away { .. } => true,
            ServerState::Back(since) => now.saturating_sub(*since) < REMEMBERED,
        });
        let before = match servers.get(server) {
            Some(ServerState::Away { .. }) => return,
            Some(ServerState::Back(since)) => Some(*since),
            None => None,
        };
        servers.insert(server.to_owned(), ServerState::Away { since: now, before });
    }

    /// Takes in that a server can be reached.
    pub fn regain_server(&self, server: &str) {
        let now = self.clock.run_for();
        let mut servers = locked(&self.servers);
        let Some(state) = servers.get_mut(server) else {
            return;
        };
        let ServerState::Away { since, before } = *state else {
            return;
        };
        if now.saturating_sub(since) >= SILENCE {
            *state = ServerState::Back(now);
        } else if let Some(before) = before {
            // It was away for a moment, and a long outage just before still counts.
            *state = ServerState::Back(before);
        } else {
            servers.remove(server);
        }
        drop(servers);
        self.signal_return();
    }

    /// Takes in that a server is none of the chat's any more: that it cannot be reached counts for nothing.
    pub fn forget_server(&self, server: &str) {
        locked(&self.servers).remove(server);
    }

    /// Returns the instant at which a request is sent, for [`Connectivity::fail`].
    #[must_use]
    pub fn send(&self) -> Duration {
        self.clock.run_for()
    }

    /// Takes in that a request which was sent at that instant has failed: the chat's own server was not
    /// able to answer it, or something else answered, or nothing did.
    pub fn fail(&self, sent: Duration) {
        // Signaled under the lock: else a success between the two would leave what waits without a probe.
        let mut requests = locked(&self.requests);
        requests.fail(sent);
        self.signal_failure();
    }

    /// Takes in that nobody waits any more for an answer to a request that was sent at that instant, which
    /// has failed unless others have succeeded since.
    pub fn give_up(&self, sent: Duration) {
        let mut requests = locked(&self.requests);
        if requests.give_up(sent) {
            self.signal_failure();
        }
    }

    fn signal_failure(&self) {
        self.signals.send_if_modified(|signals| {
            let is_new = !signals.failing;
            signals.failing = true;
            is_new
        });
    }

    /// Takes in that a request has been answered.
    pub fn succeed(&self) {
        let now = self.clock.run_for();
        let mut requests = locked(&self.requests);
        let ends = requests.succeed(now);
        self.signals.send_if_modified(|signals| {
            let was_failing = std::mem::take(&mut signals.failing);
            signals.returns += u64::from(ends);
            ends || was_failing
        });
    }

    /// Returns true if the latest request has failed.
    #[must_use]
    pub fn is_failing(&self) -> bool {
        self.signals.borrow().failing
    }

    /// Returns a receiver of what those wait for who have something to tell.
    #[must_use]
    pub fn signals(&self) -> watch::Receiver<ReachSignals> {
        self.signals.subscribe()
    }

    fn signal_return(&self) {
        self.signals.send_modify(|signals| signals.returns += 1);
    }

    /// Takes in that a line has been connected or connected again, even if nobody noticed that it
    /// was down.
    pub fn begin(&self, line: usize) {
        self.change(line, |line, now| {
            line.hear(now);
            line.come(now);
        });
        self.signal_return();
    }

    /// Takes in that a line is down.
    pub fn lose(&self, line: usize) {
        self.change(line, |line, _| line.is_there = false);
    }

    /// Gives up all lines: nobody is reached any more.
    pub fn close(&self) {
        locked(&self.lines).clear();
    }

    fn change(&self, line: usize, change: impl FnOnce(&mut LineState, Duration)) {
        let mut lines = locked(&self.lines);
        if let Some(line) = lines.get_mut(line) {
            change(line, self.clock.run_for());
        }
    }

    /// Returns the instant since which the people of a place could act, as far as lines go; `None`
    /// while they cannot.
    pub(super) fn since(&self, place: &Place) -> Option<Duration> {
        let lines = locked(&self.lines);
        let Some(line) = (self.line_of)(place, lines.len()) else {
            return Some(Duration::ZERO);
        };
        let line = lines.get(line).filter(|line| line.is_there)?;
        let server = match locked(&self.servers).get(place.server()) {
            Some(ServerState::Away { .. }) => return None,
            Some(ServerState::Back(since)) => *since,
            None => Duration::ZERO,
        };
        let requests = *locked(&self.requests);
        if requests.is_out(self.clock.run_for()) {
            return None;
        }
        Some(line.since.max(server).max(requests.since()))
    }

    /// Returns the instant since which the people of a place may not be reached, though that is not
    /// certain yet: what is due since then has to wait. `None` while there is no doubt.
    pub(super) fn doubtful_since(&self, place: &Place) -> Option<Duration> {
        (self.line_of)(place, locked(&self.lines).len())?;
        locked(&self.requests).failing_since()
    }
}

impl fmt::Debug for Connectivity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connectivity")
            .field("lines", &self.lines)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::{super::clock::DrivenClock, *};
    use crate::matchplay::Moment;

    const FIRST: usize = 0;

    /// Returns a reach of one line that has been connected and heard each second for a minute.
    fn connected() -> (Arc<DrivenClock>, Connectivity) {
        let clock = Arc::new(DrivenClock::at(Moment(0)));
        let reach = Connectivity::new(Arc::clone(&clock) as _, |_, _| Some(FIRST));
        reach.open(1);
        reach.begin(FIRST);
        for _ in 0..60 {
            clock.advance(Duration::from_secs(1));
            reach.hear(FIRST);
        }
        (clock, reach)
    }

    #[test]
    fn a_server_that_was_away_counts_from_its_return_unless_it_was_for_a_moment() {
        for (away, counts) in [(1_999, 0), (2_000, 62), (90_000, 150)] {
            let (clock, reach) = connected();
            let mut signals = reach.signals();
            signals.mark_unchanged();
            reach.lose_server("a");
            // Once more, as after a reconnect.
            clock.advance(Duration::from_millis(away));
            reach.lose_server("a");
            let elsewhere = reach.since(&Place::new("b/c"));
            assert_eq!((since(&reach), elsewhere), (None, Some(Duration::ZERO)));
            reach.regain_server("a");
            assert_eq!(since(&reach), Some(counts), "{away}");
            assert!(signals.has_changed().unwrap(), "{away}");
            // It is told to be there once more.
            clock.advance(Duration::from_secs(1));
            reach.regain_server("a");
            assert_eq!(since(&reach), Some(counts), "{away}");
        }
    }

    #[test]
    fn a_moment_away_takes_nothing_from_the_outage_before_it() {
        let (clock, reach) = connected();
        reach.lose_server("a");
        clock.advance(Duration::from_secs(3_600));
        reach.regain_server("a");
        for _ in 0..3 {
            clock.advance(Duration::from_secs(20));
            reach.lose_server("a");
            assert_eq!(since(&reach), None);
            clock.advance(Duration::from_secs(1));
            reach.regain_server("a");
            assert_eq!(since(&reach), Some(3_660));
        }
    }

    #[test]
    fn a_server_that_is_none_any_more_is_not_away() {
        let (clock, reach) = connected();
        reach.lose_server("a");
        reach.forget_server("a");
        assert_eq!(since(&reach), Some(0));
        for number in 0..1_000 {
            let server = format!("server {number}");
            reach.lose_server(&server);
            clock.advance(Duration::from_secs(60));
            reach.regain_server(&server);
        }
        assert!(locked(&reach.servers).len() <= 61);
    }

    #[test]
    fn while_requests_fail_nobody_is_reached_and_before_that_is_certain_it_is_in_doubt() {
        let (clock, reach) = connected();
        let place = Place::new("a/b");
        let mut signals = reach.signals();
        for second in 0..3 {
            let doubt = reach.doubtful_since(&place).map(|since| since.as_secs());
            assert_eq!(doubt, (second > 0).then_some(60));
            assert_eq!(since(&reach), Some(0));
            reach.fail(reach.send());
            clock.advance(Duration::from_secs(1));
        }
        assert!(reach.is_failing());
        assert_eq!(since(&reach), None);
        let returns = signals.borrow_and_update().returns;
        reach.succeed();
        assert_eq!(signals.borrow_and_update().returns, returns + 1);
        assert!(!reach.is_failing());
        assert_eq!(
            (since(&reach), reach.doubtful_since(&place)),
            (Some(63), None)
        );
        // Another failure that passes is no outage.
        reach.fail(reach.send());
        clock.advance(Duration::from_secs(5));
        reach.succeed();
        assert_eq!(since(&reach), Some(63));
        assert_eq!(signals.borrow_and_update().returns, returns + 1);
    }

    fn since(reach: &Connectivity) -> Option<u64> {
        let since = reach.since(&Place::new("a/b"));
        since.map(|since| since.as_secs())
    }

    #[test]
    fn a_line_that_was_away_counts_from_its_return_unless_it_was_for_a_moment() {
        for (away, counts) in [(0, 0), (1_999, 0), (2_000, 62), (14_000, 74)] {
            let (clock, reach) = connected();
            reach.lose(FIRST);
            assert_eq!(since(&reach), None);
            clock.advance(Duration::from_millis(away));
            reach.begin(FIRST);
            assert_eq!(since(&reach), Some(counts), "{away}");
        }
    }

    #[test]
    fn a_silence_that_nobody_noticed_counts_once_it_is_connected_again() {
        let (clock, reach) = connected();
        clock.advance(Duration::from_secs(30));
        // A quiet hour alone is none.
        reach.hear(FIRST);
        assert_eq!(since(&reach), Some(0));
        clock.advance(Duration::from_secs(30));
        // What was missed comes first.
        reach.hear(FIRST);
        clock.advance(Duration::from_secs(1));
        reach.hear(FIRST);
        reach.begin(FIRST);
        assert_eq!(since(&reach), Some(121));
    }

    #[test]
    fn a_line_that_comes_and_goes_counts_from_the_last_time() {
        let (clock, reach) = connected();
        clock.advance(Duration::from_secs(10));
        reach.begin(FIRST);
        clock.advance(Duration::from_secs(1));
        reach.lose(FIRST);
        clock.advance(Duration::from_millis(500));
        reach.begin(FIRST);
        assert_eq!(since(&reach), Some(71));
        reach.close();
        reach.begin(FIRST);
        assert_eq!(since(&reach), None);
    }
}
