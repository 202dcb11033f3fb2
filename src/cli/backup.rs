//! Backups on demand, and what moves everything from one store into another.

use std::{
    collections::BTreeSet,
    fs::File,
    io::{self, BufReader, Read, Write},
    os::unix::net::UnixStream,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};

use crate::{
    config::StoreUrl,
    matchplay::MatchId,
    output::{FileAccess, Output},
    store::{
        ReadMatches, StoreError, Stores,
        backup::{
            self, BackupCounts, BackupReader, BackupSink, Copied, CopyScope,
            forgotten::{ForgottenList, LIST},
        },
        embedded::{FileFilling, Pair, Rescue, is_kept},
        every,
        postgres::{PostgresFilling, PostgresStore},
    },
};
use anyhow::Context;

use super::{
    arguments::RestoreArguments,
    backups::{self, copy_into},
    done,
    log::remark,
    stores::{Kept, SOCKET, in_runtime, with_password},
};

/// Writes everything that is kept into a file, which takes the place of one that is there once it is whole.
pub(super) fn backup(kept: &Kept, file: &Path, people: bool) -> anyhow::Result<ExitCode> {
    anyhow::ensure!(kept.keeps(), "nothing is kept where store.url is memory:");
    // Before anything is read, so that what cannot be written is said at once.
    let output = Output::open(file, &kept.paths, FileAccess::Private)?;
    let is_standard_output = output.is_standard_output();
    let postgres = kept.postgres_to_read()?;
    let written = backups::write_backup(output, async |to| match postgres {
        Some(store) => Ok(copy_into(&store.into(), to, people).await?),
        None => {
            let data = kept.data.display();
            let matches = kept.kept_matches()?;
            let matches = matches.with_context(|| format!("nothing is kept in {data}"))?;
            match Pair::open(&matches, &kept.people(), false) {
                Err(StoreError::InUse { .. }) => ask_for(&kept.data.join(SOCKET), to, people).await,
                opened => Ok(copy_into(&opened?.stores(), to, people).await?),
            }
        }
    });
    let counts = in_runtime(written)??;
    if is_standard_output {
        remark(format_args!("wrote {counts}"));
        return Ok(ExitCode::SUCCESS);
    }
    Ok(done(format_args!("wrote {}: {counts}", file.display())))
}

/// Asks the process that holds the stores for a backup.
async fn ask_for(socket: &Path, to: File, people: bool) -> anyhow::Result<BackupCounts> {
    let asked = UnixStream::connect(socket);
    let mut asked = asked.with_context(|| {
        let socket = socket.display();
        format!("another process holds the stores, and does not answer at {socket}")
    })?;
    asked.write_all(backups::request(people).as_bytes())?;
    let mut unwritten = None;
    let checked = backups::read_to_end(Passing {
        from: asked,
        to,
        unwritten: &mut unwritten,
    });
    let checked = checked.await;
    match unwritten {
        Some(error) => Err(anyhow::Error::new(error).context("the backup cannot be written")),
        None => Ok(checked?),
    }
}

/// A reader that writes down what is read from another one.
struct Passing<'a> {
    from: UnixStream,
    to: File,
    /// The reason why it could not be written.
    unwritten: &'a mut Option<io::Error>,
}

impl Read for Passing<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let length = self.from.read(bytes)?;
        self.to.write_all(&bytes[..length]).map_err(|error| {
            let ended = io::Error::from(error.kind());
            *self.unwritten = Some(error);
            ended
        })?;
        Ok(length)
    }
}

/// Reads a backup into the configured store.
pub(super) fn restore(kept: &Kept, task: &RestoreArguments) -> anyhow::Result<ExitCode> {
    anyhow::ensure!(kept.keeps(), "nothing is kept where store.url is memory:");
    let is_standard_input = task.file == Path::new("-");
    let from: Box<dyn Read + Send> = if is_standard_input {
        Box::new(io::stdin())
    } else {
        let name = task.file.display();
        Box::new(File::open(&task.file).with_context(|| format!("{name} cannot be read"))?)
    };
    let mut reader = BackupReader::begin(BufReader::with_capacity(1 << 16, from))
        .with_context(|| refused(&task.file))?;
    let forgotten = if task.without_forgotten || !reader.has_people() {
        ForgottenList::default()
    } else {
        // Nothing lies beside standard input but the list that this data directory has.
        let beside = || match is_standard_input {
            true => kept.backups().join(LIST),
            false => task.file.with_file_name(LIST),
        };
        let list = task.forgotten.clone().unwrap_or_else(beside);
        ForgottenList::read(&list).with_context(|| {
            format!(
                "the list {} says who was forgotten since, and cannot be read: name it with --forgotten, \
                 or bring everybody back with --without-forgotten",
                list.display()
            )
        })?
    };
    let left_out = in_runtime(async {
        let sink = fill(kept, &kept.config.store.url).await?;
        let restored = backup::restore(&mut reader, &forgotten, sink).await;
        restored.with_context(|| refused(&task.file))
    })??;
    forgotten.keep_in(&kept.backups())?;
    let mut counts = reader.counts();
    counts.people -= left_out as u64;
    let mut said = format!("restored {counts}");
    if left_out > 0 {
        said += &format!("; people who were forgotten since: {left_out}");
    }
    if !reader.has_people() {
        said += "; the backup was made without people, so nobody in these matches is known";
    }
    Ok(done(said))
}

fn refused(file: &Path) -> String {
    format!("{} is refused, and nothing of it is kept", file.display())
}

/// Copies everything from one store into another.
pub(super) fn migrate(kept: &Kept, from: &StoreUrl, to: &StoreUrl) -> anyhow::Result<ExitCode> {
    let counts = in_runtime(async {
        let stores: Stores = match from {
            StoreUrl::Memory => anyhow::bail!("nothing is kept in memory:"),
            StoreUrl::Embedded(path) => {
                let (matches, people) = kept_places(kept, path)?;
                Pair::open(&matches, &people, false)?.stores()
            }
            // As one that writes, so that nobody else does meanwhile.
            StoreUrl::Postgres(address) => {
                Arc::new(PostgresStore::open(&with_password(address)?).await?).into()
            }
        };
        let mut sink = fill(kept, to).await?;
        let copied = backup::copy(&stores, &mut *sink, CopyScope::All).await?;
        sink.finish().await?;
        keep_forgotten(kept, to)?;
        Ok(copied.counts)
    })??;
    Ok(done(format_args!(
        "copied {counts}; {}",
        next_step(kept, to)
    )))
}

/// A store that may be damaged: what can be read of it, and the matches of which there is anything.
struct Hurt {
    stores: Stores,
    ids: BTreeSet<MatchId>,
    // The copy that is read, if it is one, goes with this.
    _rescue: Option<Rescue>,
}

impl Hurt {
    async fn open(kept: &Kept, from: &StoreUrl) -> anyhow::Result<Hurt> {
        Ok(match from {
            StoreUrl::Memory => anyhow::bail!("nothing is kept in memory:"),
            StoreUrl::Embedded(path) => {
                let (matches, people) = kept_places(kept, path)?;
                let rescue = Rescue::open(&matches, &people)?;
                Hurt {
                    stores: rescue.stores().await?,
                    ids: rescue.ids().clone(),
                    _rescue: Some(rescue),
                }
            }
            StoreUrl::Postgres(address) => {
                let store = PostgresStore::open_to_read(&with_password(address)?).await?;
                let ids = every(|after, most| store.all(after, most)).await?;
                Hurt {
                    stores: Arc::new(store).into(),
                    ids: ids.into_iter().collect(),
                    _rescue: None,
                }
            }
        })
    }
}

/// Says what of a damaged store was not copied. Where no match was, whoever asked must not take what there is for
/// their matches.
fn say_left_out(copied: &Copied) -> anyhow::Result<()> {
    for what in &copied.left_out {
        done(format_args!("left out: {what}"));
    }
    anyhow::ensure!(
        copied.counts.matches > 0,
        "nothing is saved: no match is whole"
    );
    Ok(())
}

/// Writes a backup of what is whole in a damaged store.
pub(super) fn backup_damaged(kept: &Kept, file: &Path) -> anyhow::Result<ExitCode> {
    let output = Output::open(file, &kept.paths, FileAccess::Private)?;
    anyhow::ensure!(
        !output.is_standard_output(),
        "what is left out is said on standard output: name a file"
    );
    let written = backups::write_backup(output, async |to| {
        let hurt = Hurt::open(kept, &kept.config.store.url).await?;
        let copied = backup::write(&hurt.stores, to, CopyScope::Whole(&hurt.ids)).await?;
        say_left_out(&copied)?;
        Ok(copied.counts)
    });
    let counts = in_runtime(written)??;
    Ok(done(format_args!("wrote {}: {counts}", file.display())))
}

/// Copies what is whole from one store into another.
pub(super) fn salvage(kept: &Kept, from: &StoreUrl, to: &StoreUrl) -> anyhow::Result<ExitCode> {
    let copied = in_runtime(async {
        let Hurt {
            stores,
            ids,
            _rescue,
        } = Hurt::open(kept, from).await?;
        let mut sink = fill(kept, to).await?;
        let copied = backup::copy(&stores, &mut *sink, CopyScope::Whole(&ids)).await?;
        if copied.counts.matches > 0 {
            sink.finish().await?;
            keep_forgotten(kept, to)?;
        }
        Ok::<_, anyhow::Error>(copied)
    })??;
    say_left_out(&copied)?;
    let (counts, next) = (copied.counts, next_step(kept, to));
    Ok(done(format_args!("copied {counts}; {next}")))
}

/// Takes the list of people who were forgotten to a store that was copied to another data directory.
fn keep_forgotten(kept: &Kept, to: &StoreUrl) -> anyhow::Result<()> {
    let StoreUrl::Embedded(path) = to else {
        return Ok(());
    };
    let (_, people) = places(kept, path);
    let list = kept.backups().join(LIST);
    if people == kept.people() || !list.exists() {
        return Ok(());
    }
    let list = ForgottenList::read(&list).with_context(|| list.display().to_string())?;
    Ok(list.keep_in(&people.with_file_name("backups"))?)
}

/// Begins to fill a store in which nothing is kept.
async fn fill(kept: &Kept, to: &StoreUrl) -> anyhow::Result<Box<dyn BackupSink>> {
    Ok(match to {
        StoreUrl::Memory => anyhow::bail!("nothing is kept in memory:"),
        StoreUrl::Embedded(path) => {
            let (matches, people) = places(kept, path);
            Box::new(FileFilling::begin(&matches, &people)?)
        }
        StoreUrl::Postgres(address) => {
            Box::new(PostgresFilling::begin(&with_password(address)?).await?)
        }
    })
}

/// Returns where the matches and the people of a store in files lie, if it is there.
fn kept_places(kept: &Kept, path: &Path) -> anyhow::Result<(PathBuf, PathBuf)> {
    let (matches, people) = places(kept, path);
    let is_there = is_kept(&matches, &people)?;
    anyhow::ensure!(is_there, "{} is not there", matches.display());
    Ok((matches, people))
}

/// Returns where the matches and the people of a store in files lie: people in the data directory, or beside
/// matches whose path says all, if that is not the configured store.
fn places(kept: &Kept, path: &Path) -> (PathBuf, PathBuf) {
    let matches = kept.data.join(path);
    let is_apart = path.is_absolute() && kept.matches().as_ref() != Some(&matches);
    let people = match matches.parent().filter(|_| is_apart) {
        Some(beside) => beside.join("people"),
        None => kept.people(),
    };
    (matches, people)
}

/// Returns what an operator does next.
fn next_step(kept: &Kept, to: &StoreUrl) -> String {
    match to {
        StoreUrl::Embedded(path) if places(kept, path).1 != kept.people() => {
            let (matches, people) = places(kept, path);
            let data = people.parent().unwrap_or(Path::new("/")).display();
            let name = StoreUrl::Embedded(PathBuf::from(matches.file_name().unwrap_or_default()));
            format!("start Rondel with --data {data} and store.url = \"{name}\" to go on with it")
        }
        StoreUrl::Embedded(_) | StoreUrl::Postgres(_) | StoreUrl::Memory => {
            String::from("set store.url to the new store, and start Rondel to go on with it")
        }
    }
}
