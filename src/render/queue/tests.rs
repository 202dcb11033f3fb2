//! The queue, with work that the tests hold back and let go.

use std::{
    sync::mpsc::{Receiver, Sender, channel},
    time::Duration,
};

use super::*;

/// The longest that anything may take that is sure to come.
const PATIENCE: Duration = Duration::from_secs(20);
const LONG: Work = Work::Frames(600);

/// A queue whose work says when it begins, and then waits until it is let go.
struct Held {
    queue: DrawingQueue,
    begun: (Sender<&'static str>, Receiver<&'static str>),
}

/// Work that was queued: dropped, it is waited for no more.
struct Queued {
    drawing: Drawing<()>,
    /// Lets it go, whenever it begins.
    go: Sender<()>,
}

impl Held {
    fn with_threads(threads: usize) -> Held {
        Held {
            queue: DrawingQueue::with_threads(threads).unwrap(),
            begun: channel(),
        }
    }

    fn enter(&self, name: &'static str, priority: Priority, work: Work) -> Option<Queued> {
        let (go, wait) = channel();
        let begun = self.begun.0.clone();
        let draw = move || {
            begun.send(name).unwrap();
            // The test that lets it go may have ended by then.
            wait.recv().ok()
        };
        let drawing = self.queue.draw(priority, work, draw)?;
        Some(Queued { drawing, go })
    }

    fn boards(&self, priority: Priority, names: &[&'static str]) -> Vec<Queued> {
        let boards = names
            .iter()
            .map(|name| self.enter(name, priority, Work::Board));
        boards.map(Option::unwrap).collect()
    }

    /// Waits for what begins next.
    #[track_caller]
    fn next(&self) -> &'static str {
        self.begun.1.recv_timeout(PATIENCE).unwrap()
    }

    fn waiting(&self) -> usize {
        self.queue.shared.backlog().waiting.iter().flatten().count()
    }
}

#[test]
fn boards_of_moves_are_drawn_first_and_others_in_order_of_arrival() {
    let held = Held::with_threads(1);
    let first = held.boards(Priority::Shown, &["first"]);
    assert_eq!(held.next(), "first");
    let looks = held.boards(Priority::Shown, &["look 1", "look 2", "look 3"]);
    let moves = held.boards(Priority::Told, &["move 1", "move 2"]);
    let mut order = Vec::new();
    // Each is let go once it has begun.
    for queued in first.iter().chain(&moves).chain(&looks) {
        queued.go.send(()).unwrap();
        if order.len() < 5 {
            order.push(held.next());
        }
    }
    assert_eq!(order, ["move 1", "move 2", "look 1", "look 2", "look 3"]);
}

#[test]
fn as_many_are_drawn_at_once_as_there_are_threads() {
    let held = Held::with_threads(2);
    let queued = held.boards(Priority::Shown, &["1", "2", "3", "4"]);
    assert_eq!([held.next(), held.next()].map(str::len), [1, 1]);
    // Both threads are held, so that whatever else were drawn would be by a third.
    assert_eq!(held.waiting(), 2);
    assert_eq!(held.queue.shared.backlog().running.len(), 2);
    drop(queued);
}

#[test]
fn of_long_pictures_one_is_drawn_at_a_time_and_boards_beside_it() {
    let held = Held::with_threads(2);
    let replay = |name| held.enter(name, Priority::Shown, LONG).unwrap();
    let first = replay("replay 1");
    assert_eq!(held.next(), "replay 1");
    let second = replay("replay 2");
    let boards = held.boards(Priority::Shown, &["board 1", "board 2"]);
    for (board, name) in boards.iter().zip(["board 1", "board 2"]) {
        assert_eq!(held.next(), name);
        board.go.send(()).unwrap();
    }
    assert_eq!(held.waiting(), 1);
    first.go.send(()).unwrap();
    assert_eq!(held.next(), "replay 2");
    drop(second);
}

#[test]
fn what_nobody_waits_for_any_more_is_not_drawn() {
    let held = Held::with_threads(1);
    let first = held.boards(Priority::Shown, &["first"]);
    assert_eq!(held.next(), "first");
    let gone = held.boards(Priority::Shown, &["gone"]);
    let last = held.boards(Priority::Shown, &["last"]);
    assert_eq!(held.waiting(), 2);
    drop(gone);
    assert_eq!(held.waiting(), 1);
    drop(first);
    assert_eq!(held.next(), "last");
    drop(last);
}

#[test]
fn only_a_thousand_boards_and_thirty_thousand_frames_wait() {
    let held = Held::with_threads(1);
    let mut queued = held.boards(Priority::Shown, &["first"]);
    assert_eq!(held.next(), "first");
    let look = || held.enter("look", Priority::Shown, Work::Board);
    queued.extend((0..1_000).map(|_| look().unwrap()));
    assert!(look().is_none());
    // Those who look keep nobody from moving.
    queued.push(held.enter("move", Priority::Told, Work::Board).unwrap());
    queued.truncate(1);
    // Replays are long lists of boards.
    let replay = || held.enter("replay", Priority::Shown, LONG);
    queued.extend((0..50).map(|_| replay().unwrap()));
    assert!(replay().is_none());
    assert!(look().is_some());
}

#[test]
fn a_picture_that_breaks_down_ends_no_thread() {
    let held = Held::with_threads(1);
    let mut broken = held
        .queue
        .draw(Priority::Told, Work::Board, || panic!("on purpose"))
        .unwrap();
    let next = held.boards(Priority::Told, &["next"]);
    assert_eq!(held.next(), "next");
    let answered: Result<(), _> = broken.receiver.try_recv();
    assert!(answered.is_err());
    drop(next);
}

#[tokio::test]
async fn pictures_that_cannot_be_drawn_or_are_left_at_the_end_are_none() {
    let held = Held::with_threads(1);
    let mut drawing = held
        .queue
        .draw(Priority::Told, Work::Board, || Some(7))
        .unwrap();
    assert!(!drawing.is_long());
    assert_eq!(drawing.finished().await, Some(7));
    let failed = || None::<()>;
    let mut drawing = held
        .queue
        .draw(Priority::Told, Work::Board, failed)
        .unwrap();
    assert_eq!(drawing.finished().await, None);
    let running = held.boards(Priority::Told, &["running"]);
    assert_eq!(held.next(), "running");
    let mut waiting = held.boards(Priority::Told, &["waiting"]).remove(0);
    drop(held.queue);
    assert_eq!(waiting.drawing.finished().await, None);
    drop(running);
}
