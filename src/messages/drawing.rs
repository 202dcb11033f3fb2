//! The queue in which pictures are drawn. It has threads of its own, as many as the machine has
//! cores, so that a burst of pictures takes neither more of the machine than that nor more memory
//! than a few pictures need.
//!
//! ```text
//!             draw(picture, locale, priority)
//! answers ──► Move  [job][job]        ──► thread 1 ──► Drawing::finished
//! outbox  ──► Look  [job][job][job]…  ──► thread 2 ──► …
//! ```
//!
//! Each picture is drawn by one thread from beginning to end. To share one between two would save some
//! milliseconds where nothing else is drawn, and cost memory: what draws on threads that come and go
//! leaves pixels in the allocator's arenas of all of them.

mod line;
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

use self::line::{Job, Line};
pub(crate) use self::line::{Priority, Work};
use super::{
    locale::Locale,
    picture::{Drawn, Picture},
};
use crate::render::Hands;

/// A queue of pictures to be drawn, for one chat. Its threads end when it is dropped, each after the picture that
/// it draws just then; whoever waits for another one gets none.
pub struct DrawingQueue {
    shared: Arc<Shared>,
}

/// State that the threads share with those who wait.
struct Shared {
    line: Mutex<Line>,
    /// Told whenever there is something to draw, or the queue ends.
    changed: Condvar,
}

impl Shared {
    /// A panic while it was locked leaves whole jobs in whole lists.
    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for DrawingQueue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DrawingQueue").finish_non_exhaustive()
    }
}

/// A picture that is ready to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finished {
    /// Name of the file, with its ending.
    pub(crate) name: String,
    pub(crate) file: Vec<u8>,
    /// The same in words, for those who cannot see it.
    pub(crate) alt: String,
    /// What is to be said of how it was drawn.
    pub(crate) note: Option<String>,
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
                line: Mutex::new(Line::new(threads)),
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
        self.shared.line().hold(true);
        Hold(Arc::clone(&self.shared))
    }

    /// Queues a picture. `None` where so many wait already that this one had better be told in words.
    pub(crate) fn draw(
        &self,
        picture: Picture,
        locale: Locale,
        priority: Priority,
    ) -> Option<Drawing<Option<Finished>>> {
        let work = picture.work();
        self.enter(priority, work, move || finished(&picture, &locale))
    }

    fn enter<T: Send + 'static>(
        &self,
        priority: Priority,
        work: Work,
        draw: impl FnOnce() -> T + Send + 'static,
    ) -> Option<Drawing<T>> {
        let (sender, receiver) = oneshot::channel();
        let run = Box::new(move || {
            match catch_unwind(AssertUnwindSafe(draw)) {
                // Whoever has stopped waiting needs nothing.
                Ok(drawn) => drop(sender.send(drawn)),
                Err(_) => tracing::error!("drawing a picture failed"),
            }
        });
        let (number, wait) = self
            .shared
            .line()
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
        self.shared.line().close();
        self.shared.changed.notify_all();
    }
}

/// Keeps a queue from drawing for as long as this lives.
pub struct Hold(Arc<Shared>);

impl fmt::Debug for Hold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hold").finish_non_exhaustive()
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.0.line().hold(false);
        self.0.changed.notify_all();
    }
}

/// A picture that is waited for. Dropped before its turn has come, it leaves the queue.
pub(crate) struct Drawing<T = Option<Finished>> {
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
            .finish_non_exhaustive()
    }
}

impl<T> Drawing<T> {
    /// How long it takes until it is drawn, its own drawing included, as far as could be told when it
    /// was queued. What is queued later and goes first makes it longer.
    pub(crate) const fn wait(&self) -> Duration {
        self.wait
    }

    /// Whether it is drawn for so long that nobody should be without an answer meanwhile, even with
    /// the queue empty.
    pub(crate) const fn is_long(&self) -> bool {
        self.work.is_long()
    }
}

impl Drawing<Option<Finished>> {
    /// Waits until it is drawn. `None` when drawing failed, which the log says, or the queue has
    /// ended. Cancelled, it goes on waiting in the queue, and may be asked again.
    pub(crate) async fn finished(&mut self) -> Option<Finished> {
        (&mut self.receiver).await.ok().flatten()
    }
}

impl<T> Drop for Drawing<T> {
    fn drop(&mut self) {
        self.shared.line().leave(self.number);
    }
}

fn finished(picture: &Picture, locale: &Locale) -> Option<Finished> {
    match picture.draw_by(&locale.texts, &locale.style, Hands::One) {
        Ok(Drawn { file, ending, note }) => Some(Finished {
            name: format!("{}.{ending}", picture.name),
            file,
            alt: picture.alt(&locale.texts),
            note,
        }),
        Err(error) => {
            tracing::error!(%error, "a picture could not be drawn");
            None
        }
    }
}

/// Draws what is queued until the queue ends.
fn keep_drawing(shared: &Shared) {
    let mut line = shared.line();
    loop {
        if line.is_closed() {
            return;
        }
        let Some(Job { number, run }) = line.begin(Instant::now()) else {
            line = shared
                .changed
                .wait(line)
                .unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        drop(line);
        run();
        line = shared.line();
        line.end(number, Instant::now());
        // What was kept back by a long picture may be drawn now, by anyone.
        shared.changed.notify_one();
    }
}
