//! Backups that a running process makes: at regular times, and for `rondel backup` over a socket.

use std::{
    collections::HashMap,
    fs::{self, File},
    io::{self, BufWriter, Read, Write},
    os::unix::fs::{FileTypeExt, PermissionsExt},
    path::{Path, PathBuf},
    thread::{self, JoinHandle},
    time::{Duration, SystemTime},
};

use crate::{
    output::{self, FileAccess, KeptPaths, Output},
    store::{
        StoreError, Stores,
        backup::{
            self, BackupCounts, BackupError, BackupReader, BackupSink, CopyScope,
            forgotten::{ForgottenList, LIST},
        },
        causes,
        embedded::disk::{Disk, SystemDisk},
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

/// The time between two looks at the list of those who were forgotten.
const LOOKS_AT_LIST: Duration = Duration::from_secs(5);

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
    let copied = backup::write(stores, BufWriter::new(to), scope).await?;
    Ok(copied.counts)
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
        let directory = kept.backups();
        let making = Regularly {
            directory: directory.clone(),
            every: kept.config.backup.interval(&kept.config.store.url),
            keep: kept.config.backup.keep(),
        };
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
                let forgetting = forget_in_backups(&directory, &turn);
                let making = making.make(&stores, &turn);
                tokio::select! {
                    _ = async { tokio::join!(answering, making, forgetting) } => {}
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

/// How backups are made without being asked for.
struct Regularly {
    directory: PathBuf,
    /// The time between two of them; none are made without it.
    every: Option<Duration>,
    /// The number that is kept.
    keep: usize,
}

impl Regularly {
    /// Makes a backup whenever the last one is old enough.
    async fn make(self, stores: &Stores, turn: &Mutex<()>) {
        let directory = &self.directory;
        if let Err(error) = remove_unfinished(directory) {
            tracing::warn!(error = %causes(&error), "what is left of a backup could not be removed");
        }
        let Some(every) = self.every else { return };
        // An owner is told once in a row of backups that cannot be made.
        let mut is_short = false;
        loop {
            let now = Timestamp::now();
            let last = match made(directory, now) {
                Ok(mut made) => made.pop(),
                Err(error) => {
                    tracing::error!(error = %causes(&error), "the backups cannot be looked at");
                    sleep(LOOKS).await;
                    continue;
                }
            };
            let age = last.as_ref().map(|(at, _)| now.duration_since(*at));
            let age = age.map(|age| Duration::try_from(age).unwrap_or_default());
            let rest = age.map_or(Duration::ZERO, |age| every.saturating_sub(age));
            if !rest.is_zero() || keeps_nothing(stores).await {
                sleep(if rest.is_zero() {
                    LOOKS
                } else {
                    rest.min(LOOKS)
                })
                .await;
                continue;
            }
            let missing = last.and_then(|(_, last)| missing_room(directory, &last));
            if let Some(missing) = missing {
                if !is_short {
                    let missing = missing.div_ceil(1 << 20);
                    tracing::warn!(
                        directory = %directory.display(),
                        "no backup is made: {missing} MiB more must be free, so that twice the last one is"
                    );
                }
                is_short = true;
                sleep(LOOKS).await;
                continue;
            }
            is_short = false;
            let _turn = turn.lock().await;
            let file = directory.join(name_of(Timestamp::now()));
            let written = async {
                let output = Output::open(&file, &KeptPaths::default(), FileAccess::Private)?;
                write_backup(output, async |to| Ok(copy_into(stores, to, true).await?)).await
            };
            match written.await {
                Ok(counts) => {
                    tracing::info!(file = %file.display(), %counts, "a backup was made");
                    remove_old(directory, self.keep);
                }
                Err(error) => {
                    tracing::error!(error = format!("{error:#}"), "a backup could not be made");
                    sleep(LOOKS).await;
                }
            }
        }
    }
}

/// Writes Rondel's own backups again, whenever somebody was forgotten, without those who were.
async fn forget_in_backups(directory: &Path, turn: &Mutex<()>) {
    let list = directory.join(LIST);
    // What each was compared with last, by the time of the list.
    let mut compared: HashMap<PathBuf, SystemTime> = HashMap::new();
    loop {
        let changed = fs::metadata(&list).and_then(|list| list.modified()).ok();
        let made = made(directory, Timestamp::now()).unwrap_or_default();
        for (_, path) in made.into_iter().rev() {
            let Some(changed) = changed else { break };
            let written = fs::metadata(&path).and_then(|path| path.modified()).ok();
            let is_newer = written.is_some_and(|written| written > changed);
            if is_newer || compared.get(&path) == Some(&changed) {
                continue;
            }
            let _turn = turn.lock().await;
            match forget_in(&path, &list).await {
                Ok(0) => {}
                Ok(people) => {
                    tracing::info!(file = %path.display(), people, "who was forgotten is in this backup no more");
                }
                Err(error) => {
                    tracing::warn!(file = %path.display(), error = format!("{error:#}"), "people who were forgotten may still be in this backup");
                }
            }
            compared.insert(path, changed);
        }
        sleep(LOOKS_AT_LIST).await;
    }
}

/// Writes a backup again without those who are in a list, if it has any of them; returns how many.
async fn forget_in(backup: &Path, list: &Path) -> anyhow::Result<usize> {
    let forgotten = ForgottenList::read(list)?;
    let mut reader = BackupReader::begin(File::open(backup)?)?;
    if forgotten.is_empty() || !reader.has_people() {
        return Ok(0);
    }
    let output = Output::open(backup, &KeptPaths::default(), FileAccess::Private)?;
    let to = BufWriter::new(output.handle()?);
    let (left_out, file) = backup::rewrite(&mut reader, &forgotten, to).await?;
    if left_out > 0 {
        Box::new(file).finish().await?;
        output.finish()?;
    }
    Ok(left_out)
}

/// Returns true if there is nothing in these stores that a backup would bring back.
async fn keeps_nothing(stores: &Stores) -> bool {
    // If they cannot be read, the backup says so.
    matches!(stores.matches.count().await, Ok(0))
        && matches!(stores.matches.preferences(None, 2).await, Ok(rows) if rows.len() < 2)
}

/// Returns the number of bytes that must be freed before another backup like the last one is made: it must fit twice,
/// so that it does not take the room that the store needs.
fn missing_room(directory: &Path, last: &Path) -> Option<u64> {
    let size = fs::metadata(last).ok()?.len();
    // If the system does not say, the backup will show it.
    let free = SystemDisk.free(directory).ok()?;
    (2 * size).checked_sub(free).filter(|missing| *missing > 0)
}

/// Returns the newest backup in a directory, if there is one.
pub(super) fn newest(directory: &Path) -> Option<PathBuf> {
    let (_, path) = made(directory, Timestamp::now()).ok()?.pop()?;
    Some(path)
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
