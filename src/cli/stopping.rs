//! The end of a program that was asked to stop, whatever holds it up: a database that does not answer, or a disk.

use std::{process, thread, time::Duration};

use tokio::{
    runtime::Builder,
    signal::unix::{SignalKind, signal},
    time::{sleep, timeout},
};

use super::log;

/// The time that a program has to stop in order.
const IN_ORDER: Duration = Duration::from_secs(11);
/// The time that it has once it is asked again, to say so.
const AT_ONCE: Duration = Duration::from_millis(500);

/// Ends the process in eleven seconds, and at once if it is asked to stop again. Call it when it is first asked.
///
/// It does so from a thread of its own: what holds the others up may hold them up for ever.
pub(super) fn end_soon() {
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
        tracing::warn!(%error, "nothing ends this process if it cannot stop in order");
    }
}

/// Waits for another signal that asks the process to stop.
async fn asked_again() {
    let listened = signal(SignalKind::terminate()).and_then(|terminate| {
        let interrupt = signal(SignalKind::interrupt())?;
        Ok((terminate, interrupt))
    });
    let Ok((mut terminate, mut interrupt)) = listened else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}
