//! Standard error: the log, and what commands say about themselves.
//!
//! Nothing there may hold up or end what the program does: its reader may be gone, may have stopped reading,
//! or its disk may be full. So whatever cannot be written is dropped.

use std::{
    env,
    io::{self, IsTerminal, Write},
    sync::{
        OnceLock,
        mpsc::{self, SyncSender, TrySendError},
    },
    thread,
    time::{Duration, Instant},
};

use tracing_subscriber::{
    Layer,
    filter::{LevelFilter, Targets},
    fmt,
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

use crate::{
    config::{Config, LogFormat, LogLevel},
    store::causes,
};

/// The log target of serenity that contains people's ids, even at the level of warnings: members
/// with roles that do not exist.
const NAMING: &str = "serenity::model";

/// The number of lines that wait for a reader that is slow; later ones are dropped.
const MOST_WAITING: usize = 8_192;

/// The time that the last lines have to be read when the program ends.
const LAST_LINES: Duration = Duration::from_secs(1);

/// The pause before a last line is tried again for which there is no room yet.
const RETRY: Duration = Duration::from_millis(5);

/// Standard error as a writer that never fails.
pub(crate) struct StandardError;

impl Write for StandardError {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = io::stderr().write_all(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A line on its way to standard error.
struct LogLine {
    bytes: Vec<u8>,
    /// Hears once it and all lines before it are written.
    written: Option<SyncSender<()>>,
}

/// The lines of this process. They are written by a thread of their own: a pipe whose reader has stopped blocks its
/// writer, and neither a move nor the end of the program must wait for it.
fn lines() -> &'static SyncSender<LogLine> {
    static LINES: OnceLock<SyncSender<LogLine>> = OnceLock::new();
    LINES.get_or_init(|| {
        let (sender, waiting) = mpsc::sync_channel::<LogLine>(MOST_WAITING);
        thread::spawn(move || {
            for line in waiting {
                let _ = StandardError.write_all(&line.bytes);
                if let Some(written) = line.written {
                    let _ = written.send(());
                }
            }
        });
        sender
    })
}

/// The log as a writer that never waits: a line for which there is no room is dropped.
struct LogWriter;

impl Write for LogWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = lines().try_send(LogLine {
            bytes: bytes.to_vec(),
            written: None,
        });
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes something after all lines so far, and waits until that is done: for [`LAST_LINES`] at most.
fn write_last(bytes: Vec<u8>) {
    let until = Instant::now() + LAST_LINES;
    let (written, done) = mpsc::sync_channel(1);
    let mut line = LogLine {
        bytes,
        written: Some(written),
    };
    while let Err(TrySendError::Full(unsent)) = lines().try_send(line) {
        if Instant::now() >= until {
            return;
        }
        thread::sleep(RETRY);
        line = unsent;
    }
    let _ = done.recv_timeout(until.saturating_duration_since(Instant::now()));
}

/// Waits a moment until the lines so far are written, for a process that ends at once.
pub(super) fn finish() {
    write_last(Vec::new());
}

/// The log, until this is dropped, which waits a moment for the last lines.
#[must_use]
pub(crate) struct LogGuard;

impl Drop for LogGuard {
    fn drop(&mut self) {
        finish();
    }
}

/// Starts the log. `RUST_LOG` says which lines are wanted, if it is set and can be read; otherwise the configuration.
pub(super) fn start(config: &Config) -> LogGuard {
    let asked = env::var("RUST_LOG").unwrap_or_default();
    let read = (!asked.is_empty()).then(|| asked.parse::<Targets>());
    let wanted = match &read {
        Some(Ok(targets)) => targets.clone(),
        _ => configured(config.log.level),
    };
    let wanted = wanted.with_target(NAMING, LevelFilter::OFF);
    let lines = fmt::layer().with_writer(|| LogWriter);
    // Fails only if a log has already been started.
    let _ = match config.log.format {
        LogFormat::Text => {
            let lines = lines.with_ansi(io::stderr().is_terminal());
            tracing_subscriber::registry()
                .with(lines.with_filter(wanted))
                .try_init()
        }
        LogFormat::Json => tracing_subscriber::registry()
            .with(lines.json().with_filter(wanted))
            .try_init(),
    };
    if let Some(Err(error)) = read {
        tracing::warn!(error = %causes(&error), "RUST_LOG can't be read; the configuration says what is logged");
    }
    LogGuard
}

/// Libraries may log warnings, except if only errors are wanted.
fn configured(level: LogLevel) -> Targets {
    let (own, others) = match level {
        LogLevel::Error => (LevelFilter::ERROR, LevelFilter::ERROR),
        LogLevel::Warn => (LevelFilter::WARN, LevelFilter::WARN),
        LogLevel::Info => (LevelFilter::INFO, LevelFilter::WARN),
        LogLevel::Debug => (LevelFilter::DEBUG, LevelFilter::WARN),
        LogLevel::Trace => (LevelFilter::TRACE, LevelFilter::WARN),
    };
    // All crates of the program begin so.
    Targets::new()
        .with_default(others)
        .with_target("rondel", own)
}

/// Says something on standard error, apart from the log and after all of its lines so far.
pub(crate) fn remark(text: impl std::fmt::Display) {
    write_last(format!("{text}\n").into_bytes());
}
