//! The signals that ask a program to stop, and its end once it was asked, whatever holds it up: a database that
//! does not answer, or a disk.

use std::{future::pending, io, process, sync::Once, thread, time::Duration};

use tokio::{
    runtime::Builder,
    signal::unix::{Signal, SignalKind, signal},
    time::{sleep, timeout},
};

use crate::store::causes;

use super::log;

/// The time that a program has to stop in order.
const IN_ORDER: Duration = Duration::from_secs(11);
/// The time that it has once it is asked again, to say so.
const AT_ONCE: Duration = Duration::from_millis(500);

/// The signals that ask a program to stop.
pub(super) struct Signals {
    terminate: Signal,
    interrupt: Signal,
    /// `None` if the program was started to go on without its terminal, as `nohup` does.
    hangup: Option<Signal>,
    ends: Once,
}

impl Signals {
    /// Begins to listen. Nothing is heard of what came before.
    ///
    /// # Errors
    ///
    /// When the system lets nobody listen.
    pub(super) fn new() -> io::Result<Signals> {
        // Before a handler takes the place of what was inherited.
        let ignored = ignores_hangup();
        let hangup = (!ignored).then(|| signal(SignalKind::hangup()));
        Ok(Signals {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            hangup: hangup.transpose()?,
            ends: Once::new(),
        })
    }

    /// Waits until the program is asked to stop. From the first time on it ends in eleven seconds, and at once if
    /// it is asked again.
    pub(super) async fn next(&mut self) {
        self.heard().await;
        self.ends.call_once(end_soon);
    }

    /// Waits for one of the signals.
    async fn heard(&mut self) {
        let hangup = async {
            match &mut self.hangup {
                Some(hangup) => hangup.recv().await,
                None => pending().await,
            }
        };
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
            _ = hangup => {}
        }
    }
}

/// Returns true if this process was started with SIGHUP ignored. Only Linux says so.
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // The lowest bit is that of signal 1.
    mask.is_some_and(|mask| mask & 1 == 1)
}

/// Ends the process in eleven seconds, and at once if it is asked to stop again.
///
/// It does so from a thread of its own: what holds the others up may hold them up for ever.
fn end_soon() {
    let started = thread::Builder::new()
        .name(String::from("stopping"))
        .spawn(|| {
            let Ok(runtime) = Builder::new_current_thread().enable_all().build() else {
                return;
            };
            runtime.block_on(async {
                if timeout(IN_ORDER, asked_again()).await.is_ok() {
                    sleep(AT_ONCE).await;
                }
            });
            tracing::error!(
                "stopped without finishing; what was not told is told after the next start"
            );
            log::finish();
            process::exit(1);
        });
    if let Err(error) = started {
        tracing::warn!(error = %causes(&error), "nothing ends this process if it cannot stop in order");
    }
}

/// Waits for another signal that asks the process to stop.
async fn asked_again() {
    match Signals::new() {
        Ok(mut signals) => signals.heard().await,
        Err(_) => pending().await,
    }
}
