//! Standard error: the log, and what commands say about themselves.
//!
//! Nothing there may hold up or end what the program does: its reader may be gone, may have stopped reading,
//! or its disk may be full. So whatever cannot be written is dropped.

use std::{
    io::{self, IsTerminal, Write},
    sync::{
        OnceLock,
        mpsc::{self, SyncSender},
    },
    thread,
    time::Duration,
};

use rondel::config::{Config, LogFormat, LogLevel};

/// The log target of serenity that contains people's ids, even at the level of warnings: members
/// with roles that do not exist.
const NAMING: &str = "serenity::model";

/// The number of lines that wait for a reader that is slow; later ones are dropped.
const MOST_WAITING: usize = 8_192;

/// The time that the last lines have to be read when the program ends.
const LAST_LINES: Duration = Duration::from_secs(1);

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

/// The lines of the log on their way to standard error.
#[derive(Clone)]
struct LogLines(SyncSender<LogMessage>);

enum LogMessage {
    Line(Vec<u8>),
    /// Answered once all lines before it are written.
    End(SyncSender<()>),
}

impl Write for LogLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = self.0.try_send(LogMessage::Line(bytes.to_vec()));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The log, until this is dropped, which waits a moment for the last lines.
#[must_use]
pub(crate) struct LogGuard(LogLines);

impl Drop for LogGuard {
    fn drop(&mut self) {
        self.0.finish();
    }
}

impl LogLines {
    /// Waits a moment until the lines so far are written.
    fn finish(&self) {
        let (done, ended) = mpsc::sync_channel(1);
        let _ = self.0.try_send(LogMessage::End(done));
        let _ = ended.recv_timeout(LAST_LINES);
    }
}

/// Waits a moment until the lines so far are written, for a process that ends at once.
pub(super) fn finish() {
    if let Some(lines) = LINES.get() {
        lines.finish();
    }
}

/// The log of this process.
static LINES: OnceLock<LogLines> = OnceLock::new();

/// Starts the log. Its lines are written by a thread of their own: a pipe whose reader has stopped blocks
/// its writer, and a move must not wait for it.
pub(super) fn start(config: &Config) -> LogGuard {
    // Libraries may log warnings, except if only errors are wanted.
    let others = if config.log.level == LogLevel::Error {
        "error"
    } else {
        "warn"
    };
    // Capitals mean nothing in the name of a level.
    let filter = format!("{others},{NAMING}=off,rondel={:?}", config.log.level);
    let filter = tracing_subscriber::EnvFilter::new(filter);
    let (sender, waiting) = mpsc::sync_channel(MOST_WAITING);
    thread::spawn(move || {
        for message in waiting {
            match message {
                LogMessage::Line(line) => {
                    let _ = StandardError.write_all(&line);
                }
                LogMessage::End(done) => {
                    let _ = done.send(());
                }
            }
        }
    });
    let lines = LogLines(sender);
    let _ = LINES.set(lines.clone());
    let writer = lines.clone();
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(move || writer.clone());
    // Fails only if a log has already been started.
    let _ = match config.log.format {
        LogFormat::Text => log.with_ansi(io::stderr().is_terminal()).try_init(),
        LogFormat::Json => log.json().try_init(),
    };
    LogGuard(lines)
}

/// Says something on standard error, apart from the log.
pub(crate) fn remark(text: impl std::fmt::Display) {
    let _ = writeln!(StandardError, "{text}");
}
