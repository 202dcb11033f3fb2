//! The one way in which every command writes a file.
//!
//! A regular file is replaced in one step, once the new one is complete and on the disk: a reader never
//! sees half of one, and two writers never mix. Everything else (standard output, a pipe, a device) is
//! written as a stream, since replacing it would remove the pipe or the device itself. Links are followed,
//! so that the file they lead to is replaced and the link stays. What Rondel keeps is never written
//! this way: a backup over the store would be its end.

use std::{
    ffi::OsStr,
    fs::{self, File, OpenOptions, Permissions, TryLockError},
    io::{self, Write},
    os::{
        fd::AsFd,
        unix::{
            ffi::OsStrExt,
            fs::{FileTypeExt, MetadataExt, PermissionsExt, chown},
        },
    },
    path::{Path, PathBuf},
};

use tempfile::{Builder, NamedTempFile};

/// The name of standard output.
const STANDARD_OUTPUT: &str = "-";

/// The ending of the name of a file that is not complete yet.
const PART: &str = ".part";

/// The number of links that are followed, as in Linux.
const MOST_LINKS: usize = 40;

/// The number of characters of a file's name that its unfinished successor repeats: with what is added
/// the name is at most 255 bytes long in every script.
const LONGEST_NAME: usize = 60;

/// Who may read a new file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileAccess {
    /// Its owner alone, since it holds names or ids of people.
    Private,
    /// As the file before it, or as the umask says.
    Usual,
}

/// Files and directories that Rondel keeps, and that no command may write to.
#[derive(Clone, Debug, Default)]
pub struct KeptPaths(Vec<PathBuf>);

impl KeptPaths {
    /// Protects these paths and everything below them, whether they exist yet or not.
    #[must_use]
    pub const fn new(paths: Vec<PathBuf>) -> KeptPaths {
        KeptPaths(paths)
    }

    /// Checks that a file may be written.
    ///
    /// # Errors
    ///
    /// [`OutputError::Kept`] if it, or what a link of that name leads to, is kept by Rondel.
    pub fn check(&self, path: &Path) -> Result<(), OutputError> {
        // What can't be resolved can't be written either, and the attempt says why.
        match resolve(path) {
            Ok(place) if self.hold(&place) => Err(OutputError::Kept(path.to_owned())),
            Ok(_) | Err(_) => Ok(()),
        }
    }

    fn hold(&self, place: &Path) -> bool {
        let mut kept = self.0.iter();
        kept.any(|kept| resolve(kept).is_ok_and(|kept| place.starts_with(kept)))
            || place.ancestors().any(is_store)
    }
}

/// Returns true for a directory with a store in files, also one of another configuration.
fn is_store(directory: &Path) -> bool {
    let has = |directory: &Path, names: [&str; 2]| {
        names.iter().all(|name| directory.join(name).is_file())
    };
    if has(directory, ["mark", "db"]) {
        return true;
    }
    // The people: a lock, and numbered directories.
    let is_generation = |entry: fs::DirEntry| {
        let is_numbered = entry.file_name().as_bytes().iter().all(u8::is_ascii_digit);
        is_numbered && has(&entry.path(), ["mark", "db"])
    };
    directory.join("lock").is_file()
        && fs::read_dir(directory).is_ok_and(|entries| entries.flatten().any(is_generation))
}

/// The reason why a file can't be written.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// Rondel keeps something there.
    #[error("{} is part of what Rondel keeps, so nothing is written there", .0.display())]
    Kept(PathBuf),
    /// The system refuses.
    #[error("{} cannot be written", path.display())]
    Failed {
        /// The file's path, as it was given.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

/// A file that is being written. If it is dropped before [`finish`](Output::finish), the file that it was
/// to replace stays as it was.
#[derive(Debug)]
pub struct Output {
    /// The path, as it was given.
    path: PathBuf,
    target: Target,
}

#[derive(Debug)]
enum Target {
    /// Standard output, a pipe or a device.
    Stream { to: File, is_standard_output: bool },
    /// A regular file, which is replaced at the end.
    File {
        part: NamedTempFile,
        place: PathBuf,
        access: FileAccess,
    },
}

impl Output {
    /// Begins to write a file; `-` is standard output. Waits for a reader if it is a named pipe.
    ///
    /// # Errors
    ///
    /// [`OutputError`] if it can't be written, or must not be.
    pub fn open(path: &Path, kept: &KeptPaths, access: FileAccess) -> Result<Output, OutputError> {
        let target = if path.as_os_str() == STANDARD_OUTPUT {
            standard_output()
        } else {
            kept.check(path)?;
            Target::of(path, access)
        };
        let target = target.map_err(|source| OutputError::Failed {
            path: path.to_owned(),
            source,
        })?;
        Ok(Output {
            path: path.to_owned(),
            target,
        })
    }

    /// Returns true if standard output is what is written, so that nothing else can be said there.
    #[must_use]
    pub const fn is_standard_output(&self) -> bool {
        matches!(
            self.target,
            Target::Stream {
                is_standard_output: true,
                ..
            }
        )
    }

    /// Returns the file that will replace the old one, to be read back; `None` for a stream.
    #[must_use]
    pub fn part(&self) -> Option<&Path> {
        match &self.target {
            Target::File { part, .. } => Some(part.path()),
            Target::Stream { .. } => None,
        }
    }

    /// Returns a handle to write to.
    ///
    /// # Errors
    ///
    /// When the system has no more of them.
    pub fn handle(&self) -> io::Result<File> {
        self.file().try_clone()
    }

    fn file(&self) -> &File {
        match &self.target {
            Target::File { part, .. } => part.as_file(),
            Target::Stream { to, .. } => to,
        }
    }

    /// Makes what was written durable, and puts it in the place of the file that it replaces.
    ///
    /// # Errors
    ///
    /// [`OutputError::Failed`]; then the old file is still there.
    pub fn finish(self) -> Result<(), OutputError> {
        let finished = match self.target {
            Target::File {
                part,
                place,
                access,
            } => replace(part, &place, access),
            // A pipe or a terminal can't be synced, and needs not be.
            Target::Stream { to, .. } => match to.sync_all() {
                Err(error) if error.kind() != io::ErrorKind::InvalidInput => Err(error),
                Ok(()) | Err(_) => Ok(()),
            },
        };
        finished.map_err(|source| OutputError::Failed {
            path: self.path,
            source,
        })
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

/// Writes a whole file.
///
/// # Errors
///
/// As [`Output::open`] and [`Output::finish`].
pub fn write_file(
    path: &Path,
    kept: &KeptPaths,
    access: FileAccess,
    bytes: &[u8],
) -> Result<(), OutputError> {
    let mut output = Output::open(path, kept, access)?;
    let written = output.write_all(bytes);
    written.map_err(|source| OutputError::Failed {
        path: path.to_owned(),
        source,
    })?;
    output.finish()
}

/// Removes what processes that were killed have left of files with these names.
///
/// # Errors
///
/// When the directory can't be read or a file can't be removed.
pub fn remove_leftovers(directory: &Path, named: impl Fn(&str) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let is_leftover = entry
            .file_name()
            .to_str()
            .and_then(name_of_part)
            .is_some_and(&named);
        if is_leftover && entry.file_type()?.is_file() {
            let part = File::open(entry.path())?;
            // A process that still writes to it holds its lock.
            if part.try_lock().is_ok() {
                fs::remove_file(entry.path())?;
            }
        }
    }
    Ok(())
}

impl Target {
    fn of(path: &Path, access: FileAccess) -> io::Result<Target> {
        match fs::metadata(path) {
            Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(there) if !there.is_file() => Target::stream(path),
            // `FILE > FILE`, or `/dev/stdout` where that is a file.
            Ok(there) if is_standard_output(&there) => standard_output(),
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            Ok(_) | Err(_) => Target::file(resolve(path)?, access),
        }
    }

    fn stream(path: &Path) -> io::Result<Target> {
        // Neither made nor emptied: what was looked at may be another file by now.
        let to = OpenOptions::new().write(true).open(path)?;
        let opened = to.metadata()?;
        if opened.is_file() {
            return Err(io::Error::other("it has just become a regular file"));
        }
        if opened.file_type().is_socket() {
            return Err(io::ErrorKind::Unsupported.into());
        }
        Ok(Target::Stream {
            is_standard_output: is_standard_output(&opened),
            to,
        })
    }

    fn file(place: PathBuf, access: FileAccess) -> io::Result<Target> {
        let (Some(directory), Some(name)) = (place.parent(), place.file_name()) else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        let name = part_name(name);
        // They would fill the disk, one after each kill. If that fails, nothing else does.
        let _ = remove_leftovers(directory, |other| other == name);
        let part = loop {
            let part = Builder::new()
                .prefix(&format!(".{name}."))
                .suffix(PART)
                .permissions(Permissions::from_mode(match access {
                    FileAccess::Private => 0o600,
                    FileAccess::Usual => 0o666,
                }))
                .tempfile_in(directory)?;
            if claim(&part) {
                break part;
            }
        };
        Ok(Target::File {
            part,
            place,
            access,
        })
    }
}

/// Locks a file that has just been made. Returns false if somebody has taken it for a leftover in between: it is
/// removed, or about to be.
fn claim(part: &NamedTempFile) -> bool {
    // Where files can't be locked nobody removes one.
    let locked = part.as_file().try_lock();
    !matches!(locked, Err(TryLockError::WouldBlock)) && fs::metadata(part.path()).is_ok()
}

fn standard_output() -> io::Result<Target> {
    let to = io::stdout().as_fd().try_clone_to_owned()?;
    Ok(Target::Stream {
        to: File::from(to),
        is_standard_output: true,
    })
}

fn is_standard_output(file: &fs::Metadata) -> bool {
    let own = io::stdout().as_fd().try_clone_to_owned().map(File::from);
    let own = own.and_then(|own| own.metadata());
    own.is_ok_and(|own| (own.dev(), own.ino()) == (file.dev(), file.ino()))
}

/// Puts a complete file in its place, with the owner and the rights of the one before.
fn replace(part: NamedTempFile, place: &Path, access: FileAccess) -> io::Result<()> {
    let file = part.as_file();
    if let Ok(before) = fs::metadata(place) {
        let made = file.metadata()?;
        if (before.uid(), before.gid()) != (made.uid(), made.gid()) {
            // Only root can give a file away. For everybody else it becomes their own.
            let _ = chown(part.path(), Some(before.uid()), Some(before.gid()));
        }
        if access == FileAccess::Usual {
            file.set_permissions(Permissions::from_mode(before.mode() & 0o777))?;
        }
    }
    file.sync_all()?;
    part.persist(place)?;
    let directory = place.parent().unwrap_or(Path::new("/"));
    File::open(directory)?.sync_all()
}

/// Returns where a file lies, or would lie, once all links are followed, also one that leads nowhere yet.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::canonicalize(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            resolved => return resolved,
        }
        // `Path` drops the slash that says that a directory is meant.
        if path.as_os_str().as_bytes().ends_with(b"/") {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let name = path.file_name().ok_or(io::ErrorKind::NotFound)?;
        let directory = path
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty());
        let directory = fs::canonicalize(directory.unwrap_or(Path::new(".")))?;
        let place = directory.join(name);
        match fs::read_link(&place) {
            Ok(leads_to) => path = directory.join(leads_to),
            Err(_) => return Ok(place),
        }
    }
    Err(io::Error::other("too many links"))
}

/// Returns how the names of a file's unfinished successors begin, after a dot.
fn part_name(name: &OsStr) -> String {
    name.to_string_lossy().chars().take(LONGEST_NAME).collect()
}

/// Returns the name of the file that an unfinished one was to replace: `NAME` for `.NAME.XXXXXX.part`.
fn name_of_part(name: &str) -> Option<&str> {
    let (name, random) = name
        .strip_prefix('.')?
        .strip_suffix(PART)?
        .rsplit_once('.')?;
    (random.len() == 6).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(path: &Path) -> String {
        fs::read_to_string(path).unwrap()
    }

    fn put(path: &Path, access: FileAccess, text: &str) -> Result<(), OutputError> {
        write_file(path, &KeptPaths::default(), access, text.as_bytes())
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o777
    }

    #[test]
    fn the_file_before_stays_until_the_new_one_is_complete() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        fs::write(&path, "old").unwrap();
        let mut output = Output::open(&path, &KeptPaths::default(), FileAccess::Usual).unwrap();
        output.write_all(b"new").unwrap();
        assert_eq!(text(&path), "old");
        drop(output);
        assert_eq!(text(&path), "old");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
        put(&path, FileAccess::Usual, "new").unwrap();
        assert_eq!(text(&path), "new");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn the_mode_is_kept_unless_there_are_names_in_it() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        for before in [0o644, 0o640, 0o666, 0o600] {
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, Permissions::from_mode(before)).unwrap();
            put(&path, FileAccess::Usual, "new").unwrap();
            assert_eq!(mode(&path), before);
            put(&path, FileAccess::Private, "new").unwrap();
            assert_eq!(mode(&path), 0o600);
        }
    }

    #[test]
    fn two_writers_at_once_leave_one_whole_file() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        let open = || Output::open(&path, &KeptPaths::default(), FileAccess::Private).unwrap();
        let (mut one, mut other) = (open(), open());
        for _ in 0..100 {
            one.write_all(b"one ").unwrap();
            other.write_all(b"other ").unwrap();
        }
        one.finish().unwrap();
        assert_eq!(text(&path), "one ".repeat(100));
        other.finish().unwrap();
        assert_eq!(text(&path), "other ".repeat(100));
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn leftovers_go_and_what_is_being_written_stays() {
        let directory = tempfile::tempdir().unwrap();
        let long = "ö".repeat(120);
        for name in ["file", "file.jsonl.gz", long.as_str()] {
            let path = directory.path().join(name);
            let mut output =
                Output::open(&path, &KeptPaths::default(), FileAccess::Private).unwrap();
            let part = output.part().unwrap().to_owned();
            assert_eq!(mode(&part), 0o600);
            // What a killed process leaves is locked by nobody.
            let beginning = name.chars().take(LONGEST_NAME).collect::<String>();
            let left = directory.path().join(format!(".{beginning}.abcdef.part"));
            fs::write(&left, "half").unwrap();
            let others = directory.path().join(".else.abcdef.part");
            fs::write(&others, "half").unwrap();
            output.write_all(b"whole").unwrap();
            put(&path, FileAccess::Private, "between").unwrap();
            assert!(!left.exists() && part.exists() && others.exists(), "{name}");
            output.finish().unwrap();
            assert_eq!(text(&path), "whole");
        }
    }

    #[test]
    fn a_file_that_is_taken_for_a_leftover_is_not_written_to() {
        let part = NamedTempFile::new().unwrap();
        let remover = File::open(part.path()).unwrap();
        remover.try_lock().unwrap();
        assert!(!claim(&part), "it is about to be removed");
        drop(remover);
        assert!(claim(&part));
        fs::remove_file(part.path()).unwrap();
        assert!(!claim(&part), "it is removed");
    }

    #[test]
    fn a_store_of_any_configuration_is_kept() {
        let directory = tempfile::tempdir().unwrap();
        let at = |path: &str| directory.path().join(path);
        for path in ["other/store", "other/people/3", "mine"] {
            fs::create_dir_all(at(path)).unwrap();
        }
        for path in [
            "other/store/db",
            "other/store/mark",
            "other/people/lock",
            "other/people/3/db",
            "other/people/3/mark",
            "mine/lock",
            "mine/db",
        ] {
            fs::write(at(path), "kept").unwrap();
        }
        std::os::unix::fs::symlink(at("other/store/mark"), at("link")).unwrap();
        std::os::unix::fs::symlink(at("other/store/new"), at("dangling")).unwrap();
        let kept = KeptPaths::new(vec![at("mine"), at("soon")]);
        for path in [
            "other/store/db",
            "other/store/new",
            "other/store/../store/db",
            "other/people/lock",
            "other/people/3/db",
            "link",
            "dangling",
            "mine/db",
            "mine/new",
            "soon",
        ] {
            let refused = write_file(&at(path), &kept, FileAccess::Usual, b"backup");
            assert!(matches!(refused, Err(OutputError::Kept(_))), "{path}");
        }
        for path in ["other/file", "other/lock", "db", "soon.gz"] {
            write_file(&at(path), &kept, FileAccess::Usual, b"backup").unwrap();
        }
        assert_eq!(text(&at("other/store/db")), "kept");
    }
}
