//! Pictures that wait or are being drawn: the next one, and the time until then.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

/// Pictures that may wait at once in each line.
const MOST_WAITING: usize = 1_000;
/// Boards of moving pictures that may wait at once. They are kept in memory, and take a minute or two
/// to draw.
const MOST_FRAMES: usize = 30_000;
/// Moving pictures of more boards than this take long.
const QUICKLY_DRAWN: usize = 24;

/// Order of drawing: a priority that comes first here is drawn before any that comes later. Pictures of one
/// priority are drawn in order of arrival.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// The board of something that has happened, such as a move: the next player is called with it.
    Told,
    /// A picture that somebody only looks at.
    Shown,
    /// A picture for programs, which nobody may ever look at.
    Preview,
}

/// The number of priorities.
const PRIORITIES: usize = 3;

/// Kind and amount of what is to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// The picture of a board.
    Board,
    /// A card with somebody's standing.
    Card,
    /// A moving picture of this many boards.
    Frames(usize),
}

impl Work {
    /// Returns whether nobody should be without an answer while it is drawn.
    pub(super) const fn is_long(self) -> bool {
        matches!(self, Work::Frames(count) if count > QUICKLY_DRAWN)
    }

    const fn frames(self) -> usize {
        match self {
            Work::Board | Work::Card => 0,
            Work::Frames(count) => count,
        }
    }

    const fn kind(self) -> usize {
        match self {
            Work::Board => 0,
            Work::Card => 1,
            Work::Frames(_) => 2,
        }
    }

    /// Returns its amount in units of its kind.
    fn units(self) -> u32 {
        u32::try_from(self.frames().max(1)).unwrap_or(u32::MAX)
    }
}

/// Draws, and hands over what was drawn.
type Run = Box<dyn FnOnce() + Send>;

/// A picture that waits, or whose turn has come.
pub(super) struct Job {
    pub(super) number: u64,
    work: Work,
    pub(super) run: Run,
}

pub(super) struct Begun {
    number: u64,
    work: Work,
    since: Instant,
}

/// The pictures that wait or are being drawn.
pub(super) struct Backlog {
    /// By priority, each in order of arrival.
    pub(super) waiting: [VecDeque<Job>; PRIORITIES],
    pub(super) running: Vec<Begun>,
    threads: usize,
    /// The time that a unit of each kind takes one thread, as was seen lately.
    costs: [Duration; 3],
    next: u64,
    /// True while nothing more may begin.
    pub(super) held: bool,
    /// True once nothing is drawn any more.
    pub(super) closed: bool,
}

impl Backlog {
    /// Returns an empty line that this many threads serve.
    pub(super) const fn new(threads: usize) -> Backlog {
        Backlog {
            waiting: [const { VecDeque::new() }; PRIORITIES],
            running: Vec::new(),
            threads,
            // A slow machine's, until something has been drawn.
            costs: [
                Duration::from_millis(10),
                Duration::from_millis(20),
                Duration::from_millis(3),
            ],
            next: 0,
            held: false,
            closed: false,
        }
    }

    /// Puts a picture at the end of its line. Returns its number and the time until it is drawn;
    /// `None` where too many wait.
    pub(super) fn enter(
        &mut self,
        priority: Priority,
        work: Work,
        run: Run,
        now: Instant,
    ) -> Option<(u64, Duration)> {
        let frames = self.waiting.iter().flatten().map(|one| one.work.frames());
        let full = self.waiting[priority as usize].len() >= MOST_WAITING
            || frames.sum::<usize>() + work.frames() > MOST_FRAMES;
        if self.closed || full {
            return None;
        }
        let wait = self.wait(priority, work, now);
        let number = self.next;
        self.next += 1;
        self.waiting[priority as usize].push_back(Job { number, work, run });
        Some((number, wait))
    }

    /// Lets a picture go that nobody waits for any more. One that is being drawn is drawn to its end.
    pub(super) fn leave(&mut self, number: u64) {
        for line in &mut self.waiting {
            if let Some(at) = line.iter().position(|one| one.number == number) {
                line.remove(at);
                return;
            }
        }
    }

    /// Takes the next picture to be drawn. Of those that take long one is drawn at a time, so that
    /// the others have a thread at least.
    pub(super) fn begin(&mut self, now: Instant) -> Option<Job> {
        if self.held {
            return None;
        }
        let long = self.running.iter().any(|one| one.work.is_long());
        let found = self.waiting.iter_mut().find_map(|line| {
            let at = line.iter().position(|one| !(long && one.work.is_long()))?;
            line.remove(at)
        });
        let job = found?;
        self.running.push(Begun {
            number: job.number,
            work: job.work,
            since: now,
        });
        Some(job)
    }

    /// Notes that a picture was drawn, and learns from it.
    pub(super) fn end(&mut self, number: u64, now: Instant) {
        let Some(at) = self.running.iter().position(|one| one.number == number) else {
            return;
        };
        let ended = self.running.swap_remove(at);
        let took = now.saturating_duration_since(ended.since);
        let cost = &mut self.costs[ended.work.kind()];
        *cost = (*cost * 3 + took / ended.work.units()) / 4;
    }

    /// Lets nothing be drawn any more.
    pub(super) fn close(&mut self) {
        self.closed = true;
        self.waiting = Default::default();
    }

    /// Returns the time until a picture is drawn that is queued now.
    fn wait(&self, priority: Priority, work: Work, now: Instant) -> Duration {
        let running = self.running.iter().map(|one| {
            let done = now.saturating_duration_since(one.since);
            (one.work, self.cost(one.work).saturating_sub(done))
        });
        let ahead = self.waiting[..=priority as usize].iter().flatten();
        let ahead = ahead.map(|one| (one.work, self.cost(one.work)));
        let (mut short, mut long) = (Duration::ZERO, Duration::ZERO);
        for (work, left) in running.chain(ahead) {
            *(if work.is_long() {
                &mut long
            } else {
                &mut short
            }) += left;
        }
        let threads = u32::try_from(self.threads).unwrap_or(u32::MAX);
        let before = if work.is_long() {
            // The others are drawn beside it, or before it.
            long + short / threads
        } else if long.is_zero() {
            short / threads
        } else {
            short / (threads - 1).max(1)
        };
        before + self.cost(work)
    }

    fn cost(&self, work: Work) -> Duration {
        self.costs[work.kind()].saturating_mul(work.units())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    impl Backlog {
        /// Queues work that does nothing. Returns the time until it is drawn, in milliseconds.
        fn wait_ms(&mut self, priority: Priority, work: Work, now: Instant) -> u128 {
            let entered = self.enter(priority, work, Box::new(|| {}), now);
            entered.unwrap().1.as_millis()
        }

        /// Has a picture drawn that nothing waits beside, in this time.
        fn draw_in(&mut self, work: Work, took: Duration, now: Instant) {
            self.wait_ms(Priority::Told, work, now);
            let job = self.begin(now).unwrap();
            self.end(job.number, now + took);
        }
    }

    #[test]
    fn the_wait_is_told_from_what_is_queued_before_and_how_long_such_took_lately() {
        let now = Instant::now();
        let mut line = Backlog::new(2);
        for _ in 0..60 {
            line.draw_in(Work::Board, ms(4), now);
            line.draw_in(Work::Frames(600), ms(600), now);
        }
        assert_eq!(line.wait_ms(Priority::Shown, Work::Board, now), 4);
        for _ in 0..99 {
            line.wait_ms(Priority::Shown, Work::Board, now);
        }
        // A hundred before it, for two threads.
        assert_eq!(line.wait_ms(Priority::Shown, Work::Board, now), 204);
        // Those who move wait for moves alone.
        assert_eq!(line.wait_ms(Priority::Told, Work::Board, now), 4);
        assert_eq!(line.wait_ms(Priority::Told, Work::Board, now), 6);
        // What is drawn already takes the rest of its time.
        line.begin(now).unwrap();
        assert_eq!(line.wait_ms(Priority::Told, Work::Board, now + ms(3)), 6);
    }

    #[test]
    fn long_pictures_wait_for_one_another_and_hold_one_thread() {
        let now = Instant::now();
        let mut line = Backlog::new(2);
        for _ in 0..60 {
            line.draw_in(Work::Board, ms(4), now);
            line.draw_in(Work::Frames(600), ms(600), now);
        }
        assert_eq!(line.wait_ms(Priority::Shown, Work::Frames(600), now), 600);
        assert_eq!(line.wait_ms(Priority::Shown, Work::Frames(300), now), 900);
        assert_eq!(line.wait_ms(Priority::Shown, Work::Board, now), 4);
        assert_eq!(line.wait_ms(Priority::Shown, Work::Board, now), 8);
        line.begin(now).unwrap();
        // The second replay is kept back, the boards are not.
        assert_eq!(line.begin(now).unwrap().number, 122);
        assert_eq!(line.begin(now).unwrap().number, 123);
        assert!(line.begin(now).is_none());
        line.end(120, now + ms(600));
        assert_eq!(line.begin(now).unwrap().number, 121);
    }
}
