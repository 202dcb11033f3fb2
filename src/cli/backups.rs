//! Backups that a running process makes: at regular times, and for `rondel backup` over a socket.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Read, Write},
    os::unix::fs::{FileTypeExt, PermissionsExt},
    path::{Path, PathBuf},
    thread::{self, JoinHandle},
    time::Duration,
};

use crate::{
    config::BackupConfig,
    output::{self, FileAccess, KeptPaths, Output},
    store::{
        StoreError, Stores,
        backup::{self, BackupCounts, BackupError, BackupReader, CopyScope},
        causes,
    },
};
use jiff::{Timestamp, civil::DateTime, tz::TimeZone};
use tokio::{
    io::AsyncReadExt,
    net::{UnixListener, UnixStream},
    sync::{Mutex, oneshot},
    task::yield_now,
    time::{sleep, timeout},
};

use super::stores::{Kept, SOCKET, in_runtime};

/// What is asked for over the socket.
const WITH_PEOPLE: &str = "backup\n";
const WITHOUT_PEOPLE: &str = "backup without people\n";

/// The time in which a request must come, and in which each part of the answer must be taken.
const PATIENCE: Duration = Duration::from_secs(5);
/// The longest time between two looks at the clock, and between two tries of a backup that failed.
const LOOKS: Duration = Duration::from_secs(60);

/// How the time of a backup stands in the name of its file.
const NAME: &str = "%Y-%m-%dT%H-%M-%SZ.jsonl.gz";

/// The ending that 0.1.0 gave to the name of a backup that was not complete yet.
const OLD_PART: &str = ".part";

/// Returns the request for a backup.
pub(super) const fn request(people: bool) -> &'static str {
    if people { WITH_PEOPLE } else { WITHOUT_PEOPLE }
}

/// Writes a backup of stores to this.
///
/// # Errors
///
/// As [`backup::write`].
pub(super) async fn copy_into<W: Write + Send + 'static>(
    stores: &Stores,
    to: W,
    people: bool,
) -> Result<BackupCounts, StoreError> {
    let scope = if people {
        CopyScope::All
    } else {
        CopyScope::WithoutPeople
    };
    backup::write(stores, BufWriter::new(to), scope).await
}

/// Has a backup written, reads it back where that is possible, and puts it in its place.
pub(super) async fn write_backup(
    output: Output,
    write: impl AsyncFnOnce(File) -> anyhow::Result<BackupCounts>,
) -> anyhow::Result<BackupCounts> {
    let written = write(output.handle()?).await?;
    let counts = match output.part() {
        Some(part) => read_to_end(File::open(part)?).await?,
        None => written,
    };
    output.finish()?;
    Ok(counts)
}

/// Reads a backup to its end: where what it comes from ends early, the rest is missing.
pub(super) async fn read_to_end(from: impl Read) -> Result<BackupCounts, BackupError> {
    let mut reader = BackupReader::begin(from)?;
    while reader.next_item()?.is_some() {
        // A process that ends does not wait for all of it.
        yield_now().await;
    }
    Ok(reader.counts())
}

/// The backups of a running process, until this is dropped.
pub(super) struct Backups {
    /// Dropped to end the thread.
    stop: Option<oneshot::Sender<()>>,
    /// A thread of their own: they take as long as the stores are large, and nobody else is to wait for them.
    thread: Option<JoinHandle<()>>,
    /// The socket, if this process answers there.
    socket: Option<PathBuf>,
}

impl Backups {
    /// Starts to answer at the socket, if the stores are in files, and to make backups at regular times, if the
    /// configuration says so.
    ///
    /// # Errors
    ///
    /// When there can be no thread.
    pub(super) fn start(kept: &Kept, stores: &Stores) -> io::Result<Backups> {
        let socket = kept.matches().map(|_| kept.data.join(SOCKET));
        let mut backups = Backups {
            stop: None,
            thread: None,
            socket: socket.clone(),
        };
        if !kept.keeps() {
            return Ok(backups);
        }
        let (config, directory) = (kept.config.backup.clone(), kept.backups());
        let stores = stores.clone();
        let (stop, stopped) = oneshot::channel::<()>();
        let thread = thread::Builder::new().name(String::from("backups"));
        let thread = thread.spawn(move || {
            let ended = in_runtime(async {
                // One at a time.
                let turn = Mutex::new(());
                let answering = async {
                    if let Some(socket) = socket {
                        answer(&socket, &stores, &turn).await;
                    }
                };
                let making = make_regularly(&directory, &config, &stores, &turn);
                tokio::select! {
                    _ = async { tokio::join!(answering, making) } => {}
                    _ = stopped => {}
                }
            });
            if let Err(error) = ended {
                tracing::error!(error = %causes(&error), "no backups are made");
            }
        })?;
        backups.stop = Some(stop);
        backups.thread = Some(thread);
        Ok(backups)
    }
}

impl Drop for Backups {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        if let Some(socket) = &self.socket {
            // The next start removes it otherwise.
            let _ = remove_socket(socket);
        }
    }
}

/// Removes a socket; anything else that is there is not ours.
fn remove_socket(socket: &Path) -> io::Result<()> {
    if fs::symlink_metadata(socket).is_ok_and(|there| there.file_type().is_socket()) {
        fs::remove_file(socket)?;
    }
    Ok(())
}

fn listen(socket: &Path) -> io::Result<UnixListener> {
    // What an earlier process left there: this one holds the stores.
    remove_socket(socket)?;
    let listener = UnixListener::bind(socket)?;
    fs::set_permissions(socket, fs::Permissions::from_mode(0o600))?;
    Ok(listener)
}

async fn answer(socket: &Path, stores: &Stores, turn: &Mutex<()>) {
    let listener = match listen(socket) {
        Ok(listener) => listener,
        Err(error) => {
            tracing::warn!(error = %causes(&error), "`rondel backup` works only while this process is stopped");
            return;
        }
    };
    loop {
        match listener.accept().await {
            Ok((asked, _)) => {
                let _turn = turn.lock().await;
                if let Err(error) = answer_one(asked, stores).await {
                    tracing::warn!(error = %causes(&*error), "a backup was not sent");
                }
            }
            Err(error) => {
                tracing::warn!(error = %causes(&error), "nobody can ask for a backup at the moment");
                sleep(LOOKS).await;
            }
        }
    }
}

async fn answer_one(mut asked: UnixStream, stores: &Stores) -> anyhow::Result<()> {
    let mut request = String::new();
    let mut bounded = (&mut asked).take(WITHOUT_PEOPLE.len() as u64);
    let read = async {
        while !request.ends_with('\n') {
            let byte = bounded.read_u8().await?;
            request.push(char::from(byte));
        }
        Ok::<_, io::Error>(())
    };
    timeout(PATIENCE, read).await??;
    let people = match request.as_str() {
        WITH_PEOPLE => true,
        WITHOUT_PEOPLE => false,
        _ => anyhow::bail!("something else was asked for"),
    };
    let asked = asked.into_std()?;
    asked.set_nonblocking(false)?;
    asked.set_write_timeout(Some(PATIENCE))?;
    copy_into(stores, asked, people).await?;
    Ok(())
}

/// Makes a backup whenever the last one is old enough.
async fn make_regularly(
    directory: &Path,
    config: &BackupConfig,
    stores: &Stores,
    turn: &Mutex<()>,
) {
    if let Err(error) = remove_unfinished(directory) {
        tracing::warn!(error = %causes(&error), "what is left of a backup could not be removed");
    }
    let Some(every) = config.every else { return };
    loop {
        let now = Timestamp::now();
        let age = match made(directory, now) {
            Ok(made) => made.last().map(|(at, _)| now.duration_since(*at)),
            Err(error) => {
                tracing::error!(error = %causes(&error), "the backups cannot be looked at");
                sleep(LOOKS).await;
                continue;
            }
        };
        let age = age.map(|age| Duration::try_from(age).unwrap_or_default());
        let rest = age.map_or(Duration::ZERO, |age| every.duration().saturating_sub(age));
        if !rest.is_zero() {
            sleep(rest.min(LOOKS)).await;
            continue;
        }
        let _turn = turn.lock().await;
        let file = directory.join(name_of(Timestamp::now()));
        let written = async {
            let output = Output::open(&file, &KeptPaths::default(), FileAccess::Private)?;
            write_backup(output, async |to| Ok(copy_into(stores, to, true).await?)).await
        };
        match written.await {
            Ok(counts) => {
                tracing::info!(file = %file.display(), %counts, "a backup was made");
                remove_old(directory, config.keep());
            }
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "a backup could not be made");
                sleep(LOOKS).await;
            }
        }
    }
}

fn name_of(at: Timestamp) -> String {
    at.strftime(NAME).to_string()
}

/// Returns the time in the name of a backup.
fn time_of(name: &str) -> Option<Timestamp> {
    let at = DateTime::strptime(NAME, name).and_then(|at| at.to_zoned_datetime(TimeZone::UTC));
    at.ok().map(|at| at.timestamp())
}

/// Returns the backups in a directory with their times, the oldest first. Those that a clock has named that was
/// ahead are none yet.
fn made(directory: &Path, now: Timestamp) -> io::Result<Vec<(Timestamp, PathBuf)>> {
    let mut made = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let at = time_of(&name).filter(|at| *at <= now);
        made.extend(at.map(|at| (at, path)));
    }
    made.sort();
    Ok(made)
}

/// Removes backups that were cut short with the process that made them: there are names in them.
fn remove_unfinished(directory: &Path) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.strip_suffix(OLD_PART).and_then(time_of).is_some() {
            fs::remove_file(path)?;
        }
    }
    output::remove_leftovers(directory, |name| time_of(name).is_some())
}

/// Removes all backups but the latest.
fn remove_old(directory: &Path, keep: usize) {
    let Ok(made) = made(directory, Timestamp::now()) else {
        return;
    };
    let old = made.len().saturating_sub(keep);
    for (_, path) in &made[..old] {
        if let Err(error) = fs::remove_file(path) {
            tracing::warn!(error = %causes(&error), path = %path.display(), "an old backup could not be removed");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_latest_backups_stay_and_nothing_else_is_touched() {
        let directory = tempfile::tempdir().unwrap();
        let at = |second: i64| Timestamp::from_second(1_700_000_000 + second).unwrap();
        for second in 0..5 {
            fs::write(directory.path().join(name_of(at(second))), "").unwrap();
        }
        fs::write(directory.path().join("forgotten"), "").unwrap();
        remove_old(directory.path(), 2);
        let left = made(directory.path(), Timestamp::now()).unwrap();
        let times: Vec<_> = left.iter().map(|(at, _)| *at).collect();
        assert_eq!(times, [at(3), at(4)]);
        assert!(directory.path().join("forgotten").exists());
    }
}
