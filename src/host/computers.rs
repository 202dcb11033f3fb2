//! Computers at the board: they think off the threads that must not block, and act as players do.

use std::{
    collections::{BTreeSet, HashMap, VecDeque},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use tokio::{
    sync::{AcquireError, Notify, Semaphore, SemaphorePermit},
    task::JoinSet,
};

use super::{Cause, Done, Host, HostError, MOST_TRIES, locked};
use crate::{
    computer::{self, Level, Question},
    matchplay::{
        Actor, Command, ComputerTask, Event, Match, MatchId, Moment, Motion, MoveInput, Rejection,
        SeatAction, decide,
    },
    rules::{Agreement, Color, OfferAction},
    store::{StoreError, causes, seldom::store_failed},
};

/// The largest number of matches in which a computer pauses or thinks at once. Others wait.
const MOST_AT_ONCE: usize = 64;

/// The most of these that only computers are left to play, so that matches with people find room.
const MOST_LEFT_AT_ONCE: usize = MOST_AT_ONCE / 4;

/// The matches that wait for a computer.
#[derive(Debug)]
pub(super) struct Computers {
    matches: Mutex<Matches>,
    arrived: Notify,
    thoughts: Thoughts,
}

/// Permits to think. Matches that only computers are left to play get one only while no other match waits
/// for one.
#[derive(Debug)]
struct Thoughts {
    /// One permit for each computer that may think at once.
    permits: Semaphore,
    /// The number of computers that wait for one in matches that somebody plays or watches.
    waiting: AtomicUsize,
    /// Rings when a permit may be free for a match that is left to computers.
    freed: Notify,
}

/// Somebody who waits for a permit, for as long as this lives.
struct Waits<'a>(&'a Thoughts);

impl<'a> Waits<'a> {
    fn begin(thoughts: &'a Thoughts) -> Waits<'a> {
        thoughts.waiting.fetch_add(1, Ordering::SeqCst);
        Waits(thoughts)
    }
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::SeqCst);
        self.0.freed.notify_waiters();
    }
}

/// A permit to think.
struct Permit<'a> {
    thoughts: &'a Thoughts,
    permit: Option<SemaphorePermit<'a>>,
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        // Before it is said that one is free.
        drop(self.permit.take());
        self.thoughts.freed.notify_waiters();
    }
}

impl Thoughts {
    fn new(most: usize) -> Thoughts {
        Thoughts {
            permits: Semaphore::new(most),
            waiting: AtomicUsize::new(0),
            freed: Notify::new(),
        }
    }

    /// Waits for a permit to think about a match; `left` says that it is left to computers.
    async fn permit(&self, left: bool) -> Result<Permit<'_>, AcquireError> {
        let permit = |permit| Permit {
            thoughts: self,
            permit: Some(permit),
        };
        if !left {
            let _waits = Waits::begin(self);
            return self.permits.acquire().await.map(permit);
        }
        loop {
            // Created first, so that nothing that is freed meanwhile is missed.
            let freed = self.freed.notified();
            if self.waiting.load(Ordering::SeqCst) == 0
                && let Ok(free) = self.permits.try_acquire()
            {
                return Ok(permit(free));
            }
            freed.await;
        }
    }
}

#[derive(Debug, Default)]
struct Matches {
    waiting: VecDeque<MatchId>,
    /// Those that only computers are left to play. All others come first.
    left: VecDeque<MatchId>,
    queued: BTreeSet<MatchId>,
    /// Matches in which a computer pauses or thinks just now, and whether they are left to computers.
    acting: HashMap<MatchId, bool>,
}

impl Matches {
    /// Takes the next match out of the queue.
    fn next(&mut self) -> Option<(MatchId, bool)> {
        if let Some(id) = self.waiting.pop_front() {
            return Some((id, false));
        }
        let left = self.acting.values().filter(|left| **left).count();
        if left >= MOST_LEFT_AT_ONCE {
            return None;
        }
        self.left.pop_front().map(|id| (id, true))
    }
}

impl Computers {
    /// Returns an empty queue. All cores but one may think.
    pub(super) fn new() -> Computers {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        Computers {
            matches: Mutex::default(),
            arrived: Notify::new(),
            thoughts: Thoughts::new(processors.saturating_sub(1).max(1)),
        }
    }

    /// Notes that a match waits for a computer, if it does.
    pub(super) fn note(&self, state: &Match) {
        if state.computer_task().is_none() {
            return;
        }
        let mut matches = locked(&self.matches);
        if !matches.acting.contains_key(&state.id()) && matches.queued.insert(state.id()) {
            let queue = if state.is_left_to_computers() {
                &mut matches.left
            } else {
                &mut matches.waiting
            };
            queue.push_back(state.id());
            self.arrived.notify_one();
        }
    }

    fn take(self: &Arc<Self>) -> Option<Turn> {
        let mut matches = locked(&self.matches);
        let (id, left) = matches.next()?;
        matches.queued.remove(&id);
        matches.acting.insert(id, left);
        Some(Turn {
            computers: Arc::clone(self),
            id,
        })
    }

    async fn next(self: &Arc<Self>) -> Turn {
        loop {
            let arrived = self.arrived.notified();
            if let Some(turn) = self.take() {
                return turn;
            }
            arrived.await;
        }
    }
}

/// A match in which a computer is to act, for as long as this lives.
struct Turn {
    computers: Arc<Computers>,
    id: MatchId,
}

impl Drop for Turn {
    fn drop(&mut self) {
        locked(&self.computers.matches).acting.remove(&self.id);
        // There may be room for one that is left to computers.
        self.computers.arrived.notify_one();
    }
}

/// Stops a computer from thinking when dropped: nobody waits for its answer any more.
struct Stopper(Arc<AtomicBool>);

impl Drop for Stopper {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Host {
    /// Lets a computer act in one match that waits for one, at once, and returns whether there was
    /// such a match. What others must hear of it goes to the outbox.
    ///
    /// # Errors
    ///
    /// When the store fails; the match waits on, and is found again by
    /// [`settle_due`](Host::settle_due).
    pub async fn let_computer_act(self: &Arc<Self>) -> Result<bool, HostError> {
        match self.computers.take() {
            Some(turn) => self.take_turn(turn).await.map(|()| true),
            None => Ok(false),
        }
    }

    /// Waits until no computer is to act in a match that people play on, and returns its version then.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn acted(&self, id: MatchId) -> Result<u64, StoreError> {
        let mut watcher = self.watch(id).await?;
        loop {
            let state = self.folded(id).await?;
            let waits =
                |state: &Match| state.computer_task().is_some() && people_in_play(state) > 0;
            if !state.as_deref().is_some_and(waits) {
                return Ok(state.map_or(0, |state| state.version()));
            }
            watcher.changed().await;
        }
    }

    /// Lets computers act wherever a match waits for one, each after about this pause, for as long
    /// as the future is polled.
    pub async fn run_computers(self: Arc<Self>, pause: Duration) {
        let mut turns = JoinSet::new();
        loop {
            while turns.len() >= MOST_AT_ONCE {
                turns.join_next().await;
            }
            tokio::select! {
                turn = self.computers.next() => {
                    let host = Arc::clone(&self);
                    turns.spawn(host.take_turn_after(turn, pause));
                }
                // Those that have ended make room.
                Some(_) = turns.join_next() => {}
            }
        }
    }

    async fn take_turn_after(self: Arc<Self>, turn: Turn, pause: Duration) {
        let id = turn.id;
        let ply = match self.state(id).await {
            Ok(state) => state.map_or(0, |state| state.ply()),
            Err(error) => {
                return store_failed(&error, "a match could not be read");
            }
        };
        // A computer does not always answer after the same pause.
        let part = seed(id, ply) % 1_000;
        tokio::time::sleep(pause.mul_f64(0.5 + part as f64 / 1_000.0)).await;
        match self.take_turn(turn).await {
            Ok(()) => {}
            Err(HostError::Store(error)) => store_failed(&error, "a computer could not act"),
            Err(error) => {
                tracing::error!(error = %causes(&error), %id, "a computer could not act");
            }
        }
    }

    async fn take_turn(self: &Arc<Self>, turn: Turn) -> Result<(), HostError> {
        let id = turn.id;
        let acted = self.act(id).await?;
        drop(turn);
        // It may be the next computer's turn.
        if let Some(done) = acted {
            self.computers.note(&done.untold().after);
        }
        Ok(())
    }

    /// Lets the computer that a match waits for act, if it waits for one; and with it the next one, if
    /// two move in a row, so that both moves are stored and told as one change.
    async fn act(self: &Arc<Self>, id: MatchId) -> Result<Option<Done>, HostError> {
        for _ in 0..MOST_TRIES {
            let Some(state) = self.folded(id).await? else {
                return Ok(None);
            };
            let (seen, ply) = (state.version(), state.ply());
            let Some(first) = self.considered(&state).await? else {
                return Ok(None);
            };
            let second = match next_of_row(&state, &first) {
                Some(next) => self.considered(&Arc::new(next)).await?,
                None => None,
            };
            let acted = self.change(id, Cause::default(), |state, now| {
                if state.version() != seen {
                    let now = state.ply();
                    return Err(Rejection::PositionMovedOn { shown: ply, now });
                }
                let mut events = first.decide(state, now)?;
                if let Some(second) = &second {
                    let after = with(state, &events, now);
                    // What the second may no longer do, it is asked again.
                    events.extend(second.decide(&after, now).unwrap_or_default());
                }
                Ok(events)
            });
            match acted.await {
                // Something happened in the meantime: it thinks again.
                Err(HostError::Rejected(Rejection::PositionMovedOn { .. })) => {}
                acted => return acted.map(Some),
            }
        }
        Ok(None)
    }

    /// Returns the act of the computer that a match waits for, if it waits for one.
    async fn considered(&self, state: &Arc<Match>) -> Result<Option<Act>, StoreError> {
        let Some((color, task)) = state.computer_task() else {
            return Ok(None);
        };
        let command = self.think(Arc::clone(state), color, task).await?;
        Ok(command.map(|command| Act { color, command }))
    }

    /// Returns what the computer does, thought out on a thread that holds nobody up. It stops
    /// thinking when the future is dropped.
    async fn think(
        &self,
        state: Arc<Match>,
        color: Color,
        task: ComputerTask,
    ) -> Result<Option<Command>, StoreError> {
        let failed = |error: &dyn std::fmt::Display| StoreError::Failed(error.to_string());
        let left = state.is_left_to_computers();
        let permit = self.computers.thoughts.permit(left).await;
        let _permit = permit.map_err(|error| failed(&error))?;
        let stop = Arc::new(AtomicBool::new(false));
        let _stopper = Stopper(Arc::clone(&stop));
        let thinking = tokio::task::spawn_blocking(move || {
            let level = state.seats()[color].computer()?;
            thought(&state, color, level, task, &stop)
        });
        thinking.await.map_err(|error| failed(&error))
    }
}

/// The command of a computer.
struct Act {
    color: Color,
    command: Command,
}

impl Act {
    fn decide(&self, state: &Match, now: Moment) -> Result<Vec<Event>, Rejection> {
        decide(state, Actor::Computer(self.color), &self.command, now)
    }
}

/// Returns the match as it stands after a computer's move, if another computer moves next. Where no
/// person plays on, somebody watches, and sees each move by itself.
fn next_of_row(state: &Match, first: &Act) -> Option<Match> {
    let now = state.changed();
    let events = first.decide(state, now).ok()?;
    let moves = matches!(events.first(), Some(Event::Moved { .. }));
    let after = moves.then(|| with(state, &events, now))?;
    let next = matches!(after.computer_task(), Some((_, ComputerTask::Move)));
    (next && people_in_play(&after) > 0).then_some(after)
}

/// Returns the match as these events leave it.
fn with(state: &Match, events: &[Event], now: Moment) -> Match {
    let mut after = state.clone();
    for event in events {
        after.apply(event, now);
    }
    after
}

/// Returns what a computer of this level does now that it is its turn to move or answer.
fn thought(
    state: &Match,
    color: Color,
    level: Level,
    task: ComputerTask,
    stop: &AtomicBool,
) -> Option<Command> {
    let game = state.game();
    let agrees = |by, about| computer::agrees(game, color, level, by, about);
    Some(match task {
        ComputerTask::Answer { by, motion } => {
            let agrees = motion.agreement().is_some_and(|about| agrees(by, about));
            answer(state, by, motion, agrees)
        }
        ComputerTask::Move => {
            let mut offers = game.agreements().pacts().offers();
            let offered = offers.find(|(_, to)| *to == color).map(|(by, _)| by);
            if let Some(with) = offered.filter(|with| agrees(*with, Agreement::Pact(color))) {
                return Some(Command::Pact {
                    action: OfferAction::Accept,
                    with: Some(with),
                });
            }
            if game.claimable(color).is_some() && computer::claims(game, color, level) {
                return Some(Command::ClaimDraw);
            }
            let seed = seed(state.id(), state.ply());
            let level = Some(level);
            let question = Question { game, level, seed };
            let choice = computer::choose(&question, &|| stop.load(Ordering::Relaxed))?;
            Command::Move {
                mv: MoveInput::Chosen(choice.mv),
                claim: choice.claim,
            }
        }
    })
}

/// Returns a computer's answer to what an army proposes. `agrees` says that it accepts the agreement, if it is
/// one.
fn answer(state: &Match, by: Color, motion: Motion, agrees: bool) -> Command {
    // What people agree on goes. One alone is not let out of a result that counts, nor replaced.
    let is_bound = state.is_rated() && people_in_play(state) < 2;
    let said = |agrees| {
        if agrees {
            OfferAction::Accept
        } else {
            OfferAction::Decline
        }
    };
    match motion {
        Motion::Agreement(Agreement::Draw) => Command::Draw(said(agrees)),
        Motion::Agreement(Agreement::Resignation(_)) => Command::Resignation(said(agrees)),
        Motion::Agreement(Agreement::Pact(_)) => Command::Pact {
            action: said(agrees),
            with: None,
        },
        Motion::Abort => Command::Abort(said(!is_bound)),
        Motion::Pause | Motion::Resume => Command::Pause(OfferAction::Accept),
        // In a rated match a move stands.
        Motion::Takeback { .. } => Command::Takeback(said(!state.is_rated())),
        Motion::Substitute { seat, .. }
        | Motion::Computer { seat, .. }
        | Motion::PutOut { seat } => Command::Seat {
            action: if is_bound && seat == by {
                SeatAction::Decline
            } else {
                SeatAction::Accept
            },
            seat: Some(seat),
        },
    }
}

/// Returns the number of people whose armies are in play.
fn people_in_play(state: &Match) -> usize {
    let in_play = state.position().in_play();
    let seats = in_play.iter().map(|army| state.seats()[army]);
    seats.filter(|seat| seat.player().is_some()).count()
}

/// Returns the seed of a computer's choice among equal moves: the same in the same match at the
/// same ply, also after a restart.
fn seed(id: MatchId, ply: u32) -> u64 {
    let text = id.as_str().bytes();
    text.fold(u64::from(ply), |number, byte| {
        number.wrapping_mul(257).wrapping_add(u64::from(byte))
    })
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Poll, Waker};

    use super::*;

    fn id(number: u64) -> MatchId {
        MatchId::numbered(number)
    }

    #[test]
    fn matches_that_are_left_to_computers_come_after_all_others() {
        let computers = Arc::new(Computers::new());
        {
            let mut matches = locked(&computers.matches);
            matches.left.extend((0..100).map(id));
            matches.waiting.extend((100..150).map(id));
        }
        let mut turns: Vec<Turn> = Vec::new();
        turns.extend(std::iter::from_fn(|| computers.take()));
        let ids: Vec<MatchId> = turns.iter().map(|turn| turn.id).collect();
        let room = MOST_LEFT_AT_ONCE as u64;
        let expected: Vec<MatchId> = (100..150).chain(0..room).map(id).collect();
        assert_eq!(ids, expected);
        // Each that ends makes room for one.
        turns.pop();
        assert_eq!(computers.take().map(|turn| turn.id), Some(id(room)));
    }

    #[test]
    fn a_match_left_to_computers_thinks_only_while_no_other_waits() {
        let thoughts = Thoughts::new(1);
        let mut context = Context::from_waker(Waker::noop());
        let mut busy = Box::pin(thoughts.permit(false));
        let Poll::Ready(Ok(busy)) = busy.as_mut().poll(&mut context) else {
            panic!("nobody thinks yet");
        };
        let mut left = Box::pin(thoughts.permit(true));
        let mut played = Box::pin(thoughts.permit(false));
        assert!(left.as_mut().poll(&mut context).is_pending());
        assert!(played.as_mut().poll(&mut context).is_pending());
        drop(busy);
        assert!(left.as_mut().poll(&mut context).is_pending());
        let Poll::Ready(Ok(thinks)) = played.as_mut().poll(&mut context) else {
            panic!("a permit is free");
        };
        assert!(left.as_mut().poll(&mut context).is_pending());
        drop(thinks);
        assert!(left.as_mut().poll(&mut context).is_ready());
    }

    #[test]
    fn who_no_longer_waits_holds_nobody_up() {
        let thoughts = Thoughts::new(1);
        let mut context = Context::from_waker(Waker::noop());
        let mut busy = Box::pin(thoughts.permit(true));
        let Poll::Ready(Ok(busy)) = busy.as_mut().poll(&mut context) else {
            panic!("nobody thinks yet");
        };
        let mut left = Box::pin(thoughts.permit(true));
        let mut played = Box::pin(thoughts.permit(false));
        assert!(left.as_mut().poll(&mut context).is_pending());
        assert!(played.as_mut().poll(&mut context).is_pending());
        drop(played);
        drop(busy);
        assert!(left.as_mut().poll(&mut context).is_ready());
    }
}
