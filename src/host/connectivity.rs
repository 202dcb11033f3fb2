//! The lines over which a chat reaches people, and since when.

use std::{
    fmt,
    sync::{Arc, Mutex},
    time::Duration,
};

use super::clock::Clock;
use crate::{matchplay::Place, store::locked};

/// The shortest silence, of a chat or of the store, that may have cost somebody something: a chat that reconnects
/// takes less.
pub(super) const SILENCE: Duration = Duration::from_secs(2);

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
}

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

    /// Takes in that a line has been connected or connected again, even if nobody noticed that it
    /// was down.
    pub fn begin(&self, line: usize) {
        self.change(line, |line, now| {
            line.hear(now);
            line.come(now);
        });
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
        Some(line.since)
    }
}

impl fmt::Debug for Connectivity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reach")
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
