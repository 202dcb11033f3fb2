//! Reads files that may be damaged.
//!
//! sled mends while it opens: it cuts off what it cannot read. So the files are copied, and
//! everything is read from the copy; a second look finds the same.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use rondel_matchplay::MatchId;

use super::{
    advice,
    contents::Contents,
    database::{Database, names},
    disk::{Disk, SystemDisk},
    expendable::{self, ASIDE},
    files::PROBE,
    lock::Lock,
    mark::MarkFile,
    permissions, standings_file,
    store::SledStore,
    survey::Survey,
    view::View,
};
use crate::{
    Answered, StoreError, causes,
    keyed::{Lookups, ReadRows, keys, values},
};

/// Files of ours next to sled's own, which are not copied.
const OURS: [&str; 7] = [
    "lock",
    "mark",
    "ballast",
    PROBE,
    COPY,
    standings_file::FILE,
    standings_file::NEW,
];

/// The directory of the copy, in the store's own.
const COPY: &str = "check";

/// A store's files, copied and opened as far as they can be.
pub(super) struct Examined {
    /// The faults of the store as a whole, each a sentence without a full stop.
    pub(super) faults: Vec<String>,
    /// The number of matches or people that there should be, if it is known.
    pub(super) holds: Option<u64>,
    /// The copy, when it can be opened.
    pub(super) database: Option<Database>,
    // Fields are dropped in order: the copy is closed, then deleted, then the store is free again.
    _copy: Option<Copy>,
    _lock: Option<Lock>,
}

impl Examined {
    /// Copies the files of this directory and opens the copy.
    ///
    /// # Errors
    ///
    /// [`StoreError::InUse`] when a process holds them; [`StoreError::Later`] when they are of a
    /// later version; [`StoreError::Failed`] when there is no room for the copy.
    pub(super) fn open(path: &Path, kind: Contents) -> Result<Examined, StoreError> {
        let mut examined = Examined {
            faults: Vec::new(),
            holds: None,
            database: None,
            _copy: None,
            _lock: None,
        };
        if !path.exists() {
            return Ok(examined);
        }
        examined._lock = Some(Lock::take(path)?);
        let there = fs::metadata(path.join("db")).map_or(0, |db| db.len()) > 0;
        let mark = examined.marked(path, kind, there)?;
        examined.holds = mark.map(|mark| mark.holds);
        if !there {
            if mark.is_some_and(|mark| mark.writes > 0) {
                examined.fault("its file `db` is not there");
            }
            return Ok(examined);
        }
        let copy = Copy::of(path)?;
        let mut opened = Database::open(&copy.0, kind.cache).map_err(StoreError::from);
        // Without the files that sled makes again, the log still has everything. A new copy each
        // time, since opening may have cut off some of it.
        for set in expendable::SETS {
            if opened.is_err() && copy.fill_without(path, set)? {
                let again = Database::open(&copy.0, kind.cache);
                // The first error counts.
                opened = again.or(opened);
            }
        }
        match opened {
            Ok(database) => {
                examined._copy = Some(copy);
                examined.compare(path, &database, mark, kind)?;
                examined.database = Some(database);
            }
            Err(error) => {
                examined.fault(&format!("it cannot be opened: {error}"));
                examined._copy = Some(copy);
            }
        }
        Ok(examined)
    }

    fn fault(&mut self, what: &str) {
        self.faults.push(what.to_owned());
    }

    fn marked(
        &mut self,
        path: &Path,
        kind: Contents,
        there: bool,
    ) -> Result<Option<MarkFile>, StoreError> {
        let Ok(file) = File::open(path.join("mark")) else {
            if there {
                self.fault(
                    "its file `mark` is not there, and nobody can tell whether the latest writes are",
                );
            }
            return Ok(None);
        };
        match MarkFile::read(&file, path, kind) {
            Ok(None) if there => {
                self.fault("its file `mark` is empty");
                Ok(None)
            }
            Ok(mark) => Ok(mark),
            Err(other @ (StoreError::Later { .. } | StoreError::Draft { .. })) => Err(other),
            Err(error) => {
                self.fault(&error.to_string());
                Ok(None)
            }
        }
    }

    /// Compares what is there with what was written.
    fn compare(
        &mut self,
        path: &Path,
        database: &Database,
        mark: Option<MarkFile>,
        kind: Contents,
    ) -> Result<(), StoreError> {
        let survey = match Survey::of(database) {
            Ok(survey) => survey,
            Err(error) => {
                self.fault(&error.to_string());
                return Ok(());
            }
        };
        survey.check_format(path, mark)?;
        self.faults
            .extend(mark.map_or(Vec::new(), |mark| survey.missing(mark)));
        self.faults.extend(survey.differences());
        // The later of the two.
        if let Some(tally) = &survey.tally
            && mark.is_none_or(|mark| mark.writes <= survey.writes)
        {
            self.holds = Some(tally.count(kind.held));
        }
        Ok(())
    }
}

/// A copy of sled's files, deleted when dropped.
struct Copy(PathBuf);

impl Copy {
    fn of(path: &Path) -> Result<Copy, StoreError> {
        let failed =
            |error: io::Error| StoreError::Failed(format!("{}: no copy: {error}", path.display()));
        let to = path.join(COPY);
        if to.exists() {
            fs::remove_dir_all(&to).map_err(failed)?;
        }
        let files = theirs(path).map_err(failed)?;
        let sizes = files.iter().map(|file| Ok(fs::metadata(file)?.len()));
        let bytes = sizes.sum::<io::Result<u64>>().map_err(failed)?;
        if let Ok(free) = SystemDisk.free(path)
            && free < bytes
        {
            let missing = (bytes - free).div_ceil(1 << 20);
            return Err(StoreError::Failed(format!(
                "{}: it is read from a copy, for which {missing} MiB more must be free",
                path.display()
            )));
        }
        let copy = Copy(to);
        copy.fill(path).map_err(failed)?;
        Ok(copy)
    }

    fn fill(&self, from: &Path) -> io::Result<()> {
        permissions::make(&self.0)?;
        for file in theirs(from)? {
            let to = self.0.join(file.strip_prefix(from).unwrap_or(&file));
            to.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::copy(&file, &to)?;
        }
        Ok(())
    }

    /// Copies again, without some of the files. Returns whether there are any of these.
    fn fill_without(&self, from: &Path, set: fn(&str) -> bool) -> Result<bool, StoreError> {
        let filled = (|| {
            fs::remove_dir_all(&self.0)?;
            self.fill(from)?;
            let names = names(&self.0, set)?;
            for name in &names {
                fs::remove_file(self.0.join(name))?;
            }
            Ok(!names.is_empty())
        })();
        filled.map_err(|error: io::Error| advice::of_system(from, &error))
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.0) {
            tracing::warn!(error = %causes(&error), path = %self.0.display(), "a copy could not be deleted");
        }
    }
}

/// Returns sled's own files in a directory and those below it.
fn theirs(path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let name = entry.file_name();
        let aside = name.to_string_lossy().starts_with(ASIDE);
        if aside || OURS.iter().any(|ours| name == *ours) {
            continue;
        }
        if entry.path().is_dir() {
            files.extend(theirs(&entry.path())?);
        } else {
            files.push(entry.path());
        }
    }
    Ok(files)
}

/// The matches of files that may be damaged, to be read and not written.
pub(super) struct ExaminedMatches {
    /// The copy, as a store that refuses every write.
    pub(super) store: Arc<SledStore>,
    /// The matches that any row names.
    pub(super) ids: BTreeSet<MatchId>,
    /// The faults of the store as a whole.
    pub(super) faults: Vec<String>,
    /// False if there never was anything.
    pub(super) is_there: bool,
    // After `store`, so that the copy is closed before it is deleted.
    _examined: Examined,
}

impl std::fmt::Debug for ExaminedMatches {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ExaminedMatches").finish_non_exhaustive()
    }
}

impl ExaminedMatches {
    /// Copies and opens them, as [`Examined::open`] does.
    pub(super) fn open(path: &Path) -> Result<ExaminedMatches, StoreError> {
        let mut examined = Examined::open(path, Contents::MATCHES)?;
        let opened = examined.database.is_some();
        let view = Arc::new(View::over(path, examined.database.take()));
        let store = Arc::new(SledStore::read_only(Arc::clone(&view)));
        let ids = if opened {
            all_ids(&view)
        } else {
            BTreeSet::new()
        };
        let found = ids.len() as u64;
        let mut faults = std::mem::take(&mut examined.faults);
        if let Some(holds) = examined.holds.filter(|holds| *holds > found) {
            faults.push(format!("there were {holds} matches and there are {found}"));
        }
        Ok(ExaminedMatches {
            store,
            ids,
            is_there: opened || !faults.is_empty(),
            faults,
            _examined: examined,
        })
    }
}

/// Returns the matches that any row names. If the rows cannot be gone through, it tries every id of
/// five characters.
fn all_ids(view: &View) -> BTreeSet<MatchId> {
    let mut ids = BTreeSet::new();
    if let Ok(all) = view.all(None, usize::MAX) {
        ids.extend(all);
    } else {
        let every = MatchId::numbers(0).map(MatchId::numbered);
        ids.extend(every.filter(|id| {
            let rows = [keys::head(*id), keys::log(*id, 1)];
            rows.iter().any(|row| matches!(view.get(row), Ok(Some(_))))
        }));
    }
    let of_kind = |kind| {
        view.range(&[kind], &|key| key.first() == Some(&kind), usize::MAX)
            .unwrap_or_default()
    };
    for (key, _) in [keys::LISTING, keys::LIST, keys::DUE]
        .into_iter()
        .flat_map(of_kind)
    {
        ids.extend(keys::id_at_end(&key));
    }
    for (_, row) in [keys::ENDED, keys::END].into_iter().flat_map(of_kind) {
        ids.extend(keys::id_at_end(&row));
    }
    for (_, row) in of_kind(keys::OUTBOX) {
        ids.extend(values::decode::<Answered>(&row).map(|notice| notice.id));
    }
    ids
}
