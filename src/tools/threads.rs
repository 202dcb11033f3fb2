//! Work that is shared between threads.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Does a number of tasks on several threads, and returns each result with the task's number, in no
/// particular order. The results of a thread that breaks off are missing.
pub(super) fn shared<T: Send>(
    threads: usize,
    tasks: usize,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<(usize, T)> {
    let next = AtomicUsize::new(0);
    let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|number| *number < tasks);
    let worker = || -> Vec<(usize, T)> {
        let numbers = std::iter::from_fn(take);
        numbers.map(|number| (number, work(number))).collect()
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        let results = workers.into_iter().filter_map(|worker| worker.join().ok());
        results.flatten().collect()
    })
}
