//! A queue in which pictures are drawn, by jobs that others make. It has threads of its own, as many as the machine has
//! cores, so that a burst of pictures takes neither more of the machine than that nor more memory
//! than a few pictures need.
//!
//! ```text
//!             draw(priority, work, job)
//! answers ──► Move  [job][job]        ──► thread 1 ──► Drawing::finished
//! outbox  ──► Look  [job][job][job]…  ──► thread 2 ──► …
//! ```
//!
//! Each picture is drawn by one thread from beginning to end. To share one between two would save some
//! milliseconds where nothing else is drawn, and cost memory: what draws on threads that come and go
//! leaves pixels in the allocator's arenas of all of them.

mod backlog;
#[cfg(test)]
mod tests;

use std::{
    fmt, io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use tokio::sync::oneshot;

use self::backlog::{Backlog, Job};
pub use self::backlog::{Priority, Work};

/// A queue of pictures to be drawn, for one chat. Its threads end when it is dropped, each after the
/// picture that it draws just then; those who wait for another one get none.
#[derive(Debug)]
pub struct DrawingQueue {
    shared: Arc<Shared>,
}

/// State that the threads share with those who wait.
struct Shared {
    backlog: Mutex<Backlog>,
    /// Told whenever there is something to draw, or the queue ends.
    changed: Condvar,
}

impl Shared {
    /// A panic while it was locked leaves whole jobs in whole lists.
    fn backlog(&self) -> MutexGuard<'_, Backlog> {
        self.backlog.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").finish_non_exhaustive()
    }
}

impl DrawingQueue {
    /// Starts a queue with a thread for each core. On a single core there are two all the same, as a
    /// replay may keep one busy for a second or more.
    ///
    /// # Errors
    ///
    /// When the machine gives no more threads.
    pub fn start() -> io::Result<DrawingQueue> {
        DrawingQueue::with_threads(thread::available_parallelism()?.get().max(2))
    }

    fn with_threads(threads: usize) -> io::Result<DrawingQueue> {
        let queue = DrawingQueue {
            shared: Arc::new(Shared {
                backlog: Mutex::new(Backlog::new(threads)),
                changed: Condvar::new(),
            }),
        };
        for _ in 0..threads {
            let shared = Arc::clone(&queue.shared);
            thread::Builder::new()
                .name(String::from("drawing"))
                .spawn(move || keep_drawing(&shared))?;
        }
        Ok(queue)
    }

    /// Lets nothing more be drawn until what is returned is dropped, as on a machine that is far too
    /// slow: for tests.
    #[must_use]
    pub fn hold(&self) -> Hold {
        self.shared.backlog().held = true;
        Hold(Arc::clone(&self.shared))
    }

    /// Queues a job, which draws a picture or returns `None` if it cannot. `None` if the
    /// queue is full: this picture had better be told in words.
    pub fn draw<T: Send + 'static>(
        &self,
        priority: Priority,
        work: Work,
        job: impl FnOnce() -> Option<T> + Send + 'static,
    ) -> Option<Drawing<T>> {
        let (sender, receiver) = oneshot::channel();
        let run = Box::new(move || {
            match catch_unwind(AssertUnwindSafe(job)) {
                // Nobody may wait for it any more.
                Ok(Some(drawn)) => drop(sender.send(drawn)),
                Ok(None) => {}
                Err(_) => tracing::error!("drawing a picture failed"),
            }
        });
        let (number, wait) = self
            .shared
            .backlog()
            .enter(priority, work, run, Instant::now())?;
        self.shared.changed.notify_one();
        Some(Drawing {
            shared: Arc::clone(&self.shared),
            number,
            work,
            wait,
            receiver,
        })
    }
}

impl Drop for DrawingQueue {
    fn drop(&mut self) {
        self.shared.backlog().close();
        self.shared.changed.notify_all();
    }
}

/// Keeps a queue from drawing for as long as this lives.
#[derive(Debug)]
pub struct Hold(Arc<Shared>);

impl Drop for Hold {
    fn drop(&mut self) {
        self.0.backlog().held = false;
        self.0.changed.notify_all();
    }
}

/// A picture that is waited for. Dropped before its turn has come, it leaves the queue.
pub struct Drawing<T> {
    shared: Arc<Shared>,
    number: u64,
    work: Work,
    wait: Duration,
    receiver: oneshot::Receiver<T>,
}

impl<T> fmt::Debug for Drawing<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Drawing")
            .field("number", &self.number)
            .field("work", &self.work)
            .finish_non_exhaustive()
    }
}

impl<T> Drawing<T> {
    /// Returns the time until it is drawn, its own drawing included, as far as could be told when it
    /// was queued. Pictures that are queued later and go first make it longer.
    pub const fn wait(&self) -> Duration {
        self.wait
    }

    /// Returns whether it is drawn for so long that nobody should be without an answer in the
    /// meantime, even with the queue empty.
    pub const fn is_long(&self) -> bool {
        self.work.is_long()
    }

    /// Waits until it is drawn. `None` when drawing failed, which the log says, or the queue has
    /// ended. Cancelled, it goes on waiting in the queue, and may be asked again.
    pub async fn finished(&mut self) -> Option<T> {
        (&mut self.receiver).await.ok()
    }
}

impl<T> Drop for Drawing<T> {
    fn drop(&mut self) {
        self.shared.backlog().leave(self.number);
    }
}

/// Draws what is queued until the queue ends.
fn keep_drawing(shared: &Shared) {
    let mut backlog = shared.backlog();
    loop {
        if backlog.closed {
            return;
        }
        let Some(Job { number, run, .. }) = backlog.begin(Instant::now()) else {
            backlog = shared
                .changed
                .wait(backlog)
                .unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        drop(backlog);
        run();
        backlog = shared.backlog();
        backlog.end(number, Instant::now());
        // Another long picture was kept back, and may be drawn now, by any thread.
        shared.changed.notify_one();
    }
}
