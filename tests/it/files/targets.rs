//! Every command that writes a file, and every kind of thing that may be in its place.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{Read, Write},
    os::unix::{
        fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink},
        net::UnixListener,
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use rondel::store::backup::BackupReader;
use tempfile::TempDir;

use crate::{
    console::{Console, Store, rondel},
    store::rescue::{played, run, said},
};

/// A command that writes a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Writer {
    /// `backup` of a store that nobody holds.
    Backup,
    /// `backup` through the process that holds the store.
    BackupInUse,
    BackupWithoutPeople,
    Render,
    RenderSvg,
    /// The first picture of `console --images`.
    Images,
}

use Writer::*;

const ALL: [Writer; 6] = [
    Backup,
    BackupInUse,
    BackupWithoutPeople,
    Render,
    RenderSvg,
    Images,
];

/// A data directory with a store, and a directory beside it for what is written.
struct Place {
    directory: TempDir,
    /// The name of the picture that the console writes first.
    picture: String,
}

impl Place {
    fn new() -> Place {
        let directory = tempfile::tempdir().unwrap();
        let data = directory.path().join("data");
        fs::create_dir_all(directory.path().join("out")).unwrap();
        fs::create_dir_all(directory.path().join("config")).unwrap();
        fs::write(directory.path().join("config/rondel.toml"), "").unwrap();
        played(&data);
        let place = Place {
            directory,
            picture: String::new(),
        };
        // Once, to find out the name.
        assert_eq!(said(place.console("out")).0, Some(0));
        let names = names(&place.at("out"));
        let picture = names.first().expect("a picture").clone();
        fs::remove_dir_all(place.at("out")).unwrap();
        fs::create_dir(place.at("out")).unwrap();
        Place { picture, ..place }
    }

    fn at(&self, path: &str) -> PathBuf {
        self.directory.path().join(path)
    }

    /// Where this command writes in `out`.
    fn target(&self, writer: Writer) -> PathBuf {
        match writer {
            Images => self.at("out").join(&self.picture),
            Backup | BackupInUse | BackupWithoutPeople | Render | RenderSvg => self.at("out/file"),
        }
    }

    fn command(&self) -> Command {
        let mut command = rondel(self.directory.path());
        command.arg("--data").arg(self.at("data"));
        command
    }

    fn console(&self, images: &str) -> Output {
        let mut command = self.command();
        command
            .env("RONDEL_STORE__URL", "memory:")
            .args(["console", "--seed", "1", "--images", images])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let line = b"@ann /play computers:2 seat:white\n";
        let _ = child.stdin.take().unwrap().write_all(line);
        child.wait_with_output().unwrap()
    }

    /// Lets a command write to a path.
    fn write(&self, writer: Writer, to: &Path) -> Output {
        let mut command = self.command();
        command.stdin(Stdio::null());
        let held = (writer == BackupInUse).then(|| {
            let console = Console::start(&Store::Files(self.at("data")));
            until("it answers", || self.at("data/backup.sock").exists());
            console
        });
        match writer {
            Backup | BackupInUse => command.arg("backup").arg(to),
            BackupWithoutPeople => command.args(["backup", "--without-people"]).arg(to),
            Render => command.args(["render", "--size", "200", "--out"]).arg(to),
            RenderSvg => command
                .args(["render", "--svg", "--size", "200", "--out"])
                .arg(to),
            Images => return self.console(to.parent().unwrap().to_str().unwrap()),
        };
        let output = command.output().unwrap();
        if let Some(console) = held {
            console.finish();
        }
        output
    }
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        thread::yield_now();
    }
}

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Checks that these bytes are complete.
#[track_caller]
fn assert_complete(writer: Writer, bytes: &[u8]) {
    match writer {
        Backup | BackupInUse | BackupWithoutPeople => {
            let mut reader = BackupReader::begin(bytes).unwrap();
            while reader.next_item().unwrap().is_some() {}
            assert_eq!(reader.counts().matches, 3, "{writer:?}");
            assert_eq!(reader.has_people(), writer != BackupWithoutPeople);
        }
        Render | Images => {
            assert!(bytes.starts_with(b"\x89PNG"), "{writer:?}");
            assert!(bytes.ends_with(b"IEND\xaeB`\x82"), "{writer:?}");
        }
        RenderSvg => {
            let text = std::str::from_utf8(bytes).unwrap();
            assert!(text.contains("<svg") && text.trim_end().ends_with("</svg>"));
        }
    }
}

fn private(writer: Writer) -> bool {
    !matches!(writer, Render | RenderSvg)
}

/// Everything below a directory: what each is, and the bytes of files.
fn contents(directory: &Path) -> BTreeMap<PathBuf, (u32, Vec<u8>)> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let about = fs::symlink_metadata(&path).unwrap();
        let mut bytes = Vec::new();
        if about.is_dir() {
            found.extend(contents(&path));
        } else if about.is_symlink() {
            let leads = fs::read_link(&path).unwrap();
            bytes.extend(leads.to_str().unwrap().as_bytes());
        } else if about.is_file() {
            bytes = fs::read(&path).unwrap();
        }
        found.insert(path, (about.mode(), bytes));
    }
    found
}

#[test]
fn regular_files_are_replaced_and_absent_ones_made() {
    let place = Place::new();
    for writer in ALL {
        let to = place.target(writer);
        for before in [None, Some(0o644), Some(0o600)] {
            if let Some(mode) = before {
                fs::write(&to, "old").unwrap();
                fs::set_permissions(&to, fs::Permissions::from_mode(mode)).unwrap();
            }
            let (code, _, log) = said(place.write(writer, &to));
            assert_eq!(code, Some(0), "{writer:?} over {before:?}: {log}");
            assert_complete(writer, &fs::read(&to).unwrap());
            let mode = fs::metadata(&to).unwrap().mode() & 0o777;
            if private(writer) {
                assert_eq!(mode, 0o600, "{writer:?}");
            } else if let Some(before) = before {
                assert_eq!(mode, before, "{writer:?}");
            }
            assert_eq!(names(&place.at("out")).len(), 1, "{writer:?}");
            fs::remove_file(&to).unwrap();
        }
    }
}

#[test]
fn pipes_devices_and_standard_output_are_written_as_a_stream() {
    let place = Place::new();
    let reads = |pipe: &Path| {
        let pipe = pipe.to_owned();
        thread::spawn(move || fs::read(pipe).unwrap())
    };
    for writer in ALL {
        let to = place.target(writer);
        let made = Command::new("mkfifo").arg(&to).status().unwrap();
        assert!(made.success());
        for through_link in [false, true] {
            let link = place.at("link");
            let path = if through_link && writer != Images {
                symlink(&to, &link).unwrap();
                &link
            } else {
                &to
            };
            let reading = reads(&to);
            let (code, _, log) = said(place.write(writer, path));
            assert_eq!(code, Some(0), "{writer:?}: {log}");
            assert_complete(writer, &reading.join().unwrap());
            assert!(fs::metadata(&to).unwrap().file_type().is_fifo());
            let _ = fs::remove_file(&link);
        }
        fs::remove_file(&to).unwrap();
        if writer == Images {
            continue;
        }
        let null = Path::new("/dev/null");
        let (code, _, log) = said(place.write(writer, null));
        assert_eq!(code, Some(0), "{writer:?}: {log}");
        assert!(fs::metadata(null).unwrap().file_type().is_char_device());
        for standard_output in ["-", "/dev/stdout"] {
            let output = place.write(writer, Path::new(standard_output));
            assert_eq!(output.status.code(), Some(0), "{writer:?}");
            assert_complete(writer, &output.stdout);
        }
        assert_eq!(names(&place.at("out")), [""; 0], "{writer:?}");
        assert!(!place.at("-").exists());
    }
}

/// `rondel backup /dev/stdout > FILE`: nothing else may come into the file.
#[test]
fn a_file_that_is_standard_output_holds_nothing_else() {
    let place = Place::new();
    let to = place.at("out/file");
    for path in ["/dev/stdout", "-", to.to_str().unwrap()] {
        let out = File::create(&to).unwrap();
        let mut command = place.command();
        command.args(["backup", path]).stdin(Stdio::null());
        let status = command.stdout(out).stderr(Stdio::null()).status().unwrap();
        assert_eq!(status.code(), Some(0), "{path}");
        assert_complete(Backup, &fs::read(&to).unwrap());
    }
}

#[test]
fn links_stay_and_what_they_lead_to_is_replaced() {
    let place = Place::new();
    fs::create_dir(place.at("elsewhere")).unwrap();
    for writer in ALL {
        let to = place.target(writer);
        let file = place.at("elsewhere/file");
        for leads in [
            file.to_str().unwrap(),
            "../elsewhere/file",
            // Over another link.
            "../elsewhere/link",
        ] {
            for is_there in [true, false] {
                if is_there {
                    fs::write(&file, "old").unwrap();
                }
                symlink("file", place.at("elsewhere/link")).unwrap();
                symlink(leads, &to).unwrap();
                let (code, _, log) = said(place.write(writer, &to));
                assert_eq!(code, Some(0), "{writer:?} over {leads}: {log}");
                assert_eq!(fs::read_link(&to).unwrap(), Path::new(leads));
                assert!(!fs::symlink_metadata(&file).unwrap().is_symlink());
                assert_complete(writer, &fs::read(&file).unwrap());
                assert_eq!(names(&place.at("elsewhere")), ["file", "link"]);
                assert_eq!(names(&place.at("out")).len(), 1);
                for path in [&to, &file, &place.at("elsewhere/link")] {
                    fs::remove_file(path).unwrap();
                }
            }
        }
    }
}

#[test]
fn what_rondel_keeps_is_never_written_to() {
    let place = Place::new();
    let path = |path: &str| place.at(path);
    symlink("data/store", path("linked-store")).unwrap();
    let kept = [
        "data/store/db",
        "data/store/mark",
        "data/store/lock",
        "data/store/new",
        "data/store/../store/db",
        "linked-store/db",
        "linked-store/new",
        "data/people/lock",
        "data/people/new",
        "data/people/1/db",
        "data/backups/forgotten",
        "data/console-history",
        "data/store.restoring",
        "data/people.restored",
        "config/rondel.toml",
    ];
    // Made by the command that holds the store.
    let standing = [
        "data/backup.sock",
        "data/store/standings",
        "data/store/standings.new",
    ];
    for writer in ALL {
        let to = place.target(writer);
        for leads in kept {
            if writer == Images && leads == "data/store.restoring" {
                // It runs with a store in memory.
                continue;
            }
            let file = path(leads);
            let before = contents(place.directory.path());
            symlink(&file, &to).unwrap();
            let paths = [&to, &file];
            for path in paths.iter().take(if writer == Images { 1 } else { 2 }) {
                let (code, _, log) = said(place.write(writer, path));
                if writer != Images {
                    assert_eq!(code, Some(2), "{writer:?} to {}: {log}", path.display());
                }
                assert_ne!(code, Some(0), "{writer:?} to {}: {log}", path.display());
                assert!(!log.contains("panicked"), "{log}");
            }
            fs::remove_file(&to).unwrap();
            let after = contents(place.directory.path());
            for (path, before) in &before {
                // Opened and closed by the process that holds it, a store's own files change.
                if writer != BackupInUse {
                    assert_eq!(
                        after.get(path),
                        Some(before),
                        "{writer:?}: {}",
                        path.display()
                    );
                }
            }
            let more: Vec<_> = after
                .keys()
                .filter(|path| !before.contains_key(*path))
                .collect();
            let is_own = |made: &Path| {
                // sled writes one when it is closed.
                let name = made.file_name().unwrap().to_string_lossy().into_owned();
                let is_daily = made.parent() == Some(&path("data/backups"));
                is_daily
                    || name.starts_with("snap.")
                    || standing.iter().any(|own| made == path(own))
            };
            let more: Vec<_> = more.iter().filter(|made| !is_own(made)).collect();
            assert!(more.is_empty(), "{writer:?} to {leads}: {more:?}");
        }
        // A store that is not the configured one.
        let to = path("data/store/db");
        let mut other = rondel(place.directory.path());
        other
            .args(["--data", "elsewhere", "render", "--out"])
            .arg(&to);
        assert_eq!(other.output().unwrap().status.code(), Some(2));
    }
    let images = said(place.console("data/store"));
    assert_eq!(images.0, Some(2), "{}", images.2);
    assert_eq!(said(run(&path("data"), &["check"])).0, Some(0));
}

/// `render` into a data directory in which nothing is kept yet.
#[test]
fn nothing_takes_the_place_of_a_store_that_is_still_to_be_made() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path();
    for path in ["store", "people", "store.restored", "table", "backup.sock"] {
        let (code, _, log) = said(run(data, &["render", "--out", path]));
        assert_eq!(code, Some(2), "{path}: {log}");
        assert_eq!(names(data), [""; 0]);
    }
}

#[test]
fn what_cannot_be_written_is_left_as_it_was() {
    let place = Place::new();
    let out = place.at("out");
    fs::create_dir(out.join("directory")).unwrap();
    fs::create_dir(out.join(&place.picture)).unwrap();
    fs::write(out.join("kept"), "old").unwrap();
    let _socket = UnixListener::bind(out.join("socket")).unwrap();
    symlink("loop", out.join("loop")).unwrap();
    for writer in ALL {
        let paths = [
            "directory",
            "directory/",
            "absent/file",
            "absent/",
            "kept/file",
            "socket",
            "loop",
            "",
        ];
        let paths = paths.map(|path| {
            if path.is_empty() {
                PathBuf::new()
            } else {
                out.join(path)
            }
        });
        let paths = if writer == Images {
            vec![place.target(writer)]
        } else {
            paths.to_vec()
        };
        for to in paths {
            let before = contents(&out);
            let (code, _, log) = said(place.write(writer, &to));
            let to = to.display();
            // An empty name is wrong usage already for the parser of arguments.
            assert!(
                matches!(code, Some(1 | 2)),
                "{writer:?} to {to}: {code:?} {log}"
            );
            assert!(!log.contains("panicked"), "{writer:?} to {to}: {log}");
            assert_eq!(contents(&out), before, "{writer:?} to {to}");
        }
    }
}

/// Somebody who may not write to a directory leaves it as it is; root may, and is passed over.
#[test]
fn a_directory_that_is_read_only_is_left_as_it_was() {
    let place = Place::new();
    let out = place.at("out");
    fs::write(out.join("file"), "old").unwrap();
    let is_root = fs::metadata(place.directory.path()).unwrap().uid() == 0;
    fs::set_permissions(&out, fs::Permissions::from_mode(0o555)).unwrap();
    let mut command = place.command();
    command
        .args(["render", "--size", "200", "--out"])
        .arg(out.join("file"));
    if is_root {
        // As nobody, who may read all of this.
        for path in [place.directory.path(), Path::new(command.get_program())] {
            for directory in path.ancestors() {
                let mode = fs::metadata(directory).unwrap().mode();
                if mode & 0o5 != 0o5 && directory != place.directory.path() {
                    println!("PASSED OVER: {} is closed to others", directory.display());
                    fs::set_permissions(&out, fs::Permissions::from_mode(0o755)).unwrap();
                    return;
                }
            }
        }
        fs::set_permissions(place.directory.path(), fs::Permissions::from_mode(0o755)).unwrap();
        command.uid(65_534).gid(65_534);
    }
    let (code, _, log) = said(command.output().unwrap());
    fs::set_permissions(&out, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(code, Some(1), "{log}");
    assert_eq!(fs::read(out.join("file")).unwrap(), b"old");
    assert_eq!(names(&out), ["file"]);
}

/// Runs a command whose files may have no more than this many blocks of 512 bytes: to it the disk is full.
fn on_full_disk(command: &Command, blocks: u32) -> Command {
    let mut full = Command::new("sh");
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    full.args(["-c", &script, "sh"]).arg(command.get_program());
    full.args(command.get_args());
    if let Some(directory) = command.get_current_dir() {
        full.current_dir(directory);
    }
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => full.env(name, value),
            None => full.env_remove(name),
        };
    }
    full
}

#[test]
fn a_full_disk_leaves_the_file_before() {
    let place = Place::new();
    let to = place.at("out/file");
    let console = Console::start(&Store::Files(place.at("data")));
    until("it answers", || place.at("data/backup.sock").exists());
    for is_there in [true, false] {
        if is_there {
            fs::write(&to, "old").unwrap();
        }
        for arguments in [
            &["backup", "out/file"][..],
            &["render", "--out", "out/file"],
            &["render", "--svg", "--out", "out/file"],
        ] {
            let mut command = place.command();
            command.args(arguments);
            let output = on_full_disk(&command, 1).stdin(Stdio::null()).output();
            let (code, _, log) = said(output.unwrap());
            assert_eq!(code, Some(1), "{arguments:?}: {log}");
            assert!(!log.contains("panicked"), "{arguments:?}: {log}");
            if is_there {
                assert_eq!(fs::read(&to).unwrap(), b"old");
            }
            assert_eq!(names(&place.at("out")).len(), usize::from(is_there));
        }
        let _ = fs::remove_file(&to);
    }
    console.finish();
}

#[test]
fn many_writers_of_one_file_leave_it_complete() {
    let place = Place::new();
    let console = Console::start(&Store::Files(place.at("data")));
    until("it answers", || place.at("data/backup.sock").exists());
    for writer in [Backup, Render] {
        let to = place.at("out/file");
        let started = (0..6).map(|_| {
            let mut command = place.command();
            if writer == Backup {
                command.arg("backup");
            } else {
                command.args(["render", "--size", "200", "--out"]);
            }
            command.arg(&to);
            let command = command.stdin(Stdio::null()).stdout(Stdio::null());
            command.spawn().unwrap()
        });
        let started: Vec<_> = started.collect();
        for mut child in started {
            assert_eq!(child.wait().unwrap().code(), Some(0), "{writer:?}");
        }
        assert_complete(writer, &fs::read(&to).unwrap());
        assert_eq!(names(&place.at("out")), ["file"]);
    }
    console.finish();
}

/// What a process that is killed leaves is its owner's alone, and goes with the next backup.
#[test]
fn a_backup_that_is_cut_short_leaves_nothing_to_others() {
    let place = Place::new();
    let bytes = {
        let output = place.write(Backup, Path::new("-"));
        output.stdout
    };
    let to = place.at("out/file");
    fs::write(&to, "old").unwrap();
    // A process that holds the store, and sends half a backup.
    let lock = File::options()
        .write(true)
        .open(place.at("data/store/lock"))
        .unwrap();
    lock.try_lock().unwrap();
    let listener = UnixListener::bind(place.at("data/backup.sock")).unwrap();
    let mut command = place.command();
    command.arg("backup").arg(&to).stdin(Stdio::null());
    let mut killed = command.spawn().unwrap();
    let (mut asked, _) = listener.accept().unwrap();
    let half = &bytes[..bytes.len() / 2];
    asked.write_all(half).unwrap();
    let part = || {
        names(&place.at("out"))
            .into_iter()
            .find(|name| name.ends_with(".part"))
    };
    until("half of it is written", || {
        part().is_some_and(|part| {
            fs::metadata(place.at("out").join(part)).unwrap().len() == half.len() as u64
        })
    });
    killed.kill().unwrap();
    killed.wait().unwrap();
    let left = place.at("out").join(part().unwrap());
    assert_eq!(fs::metadata(&left).unwrap().mode() & 0o777, 0o600);
    // The process ends in the middle: the backup is refused, also where it cannot be read back.
    for path in [to.to_str().unwrap(), "-"] {
        let mut command = place.command();
        let mut child = command
            .args(["backup", path])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut asked, _) = listener.accept().unwrap();
        let mut request = [0; 7];
        asked.read_exact(&mut request).unwrap();
        asked.write_all(half).unwrap();
        drop(asked);
        assert_eq!(child.wait().unwrap().code(), Some(1), "{path}");
        assert_eq!(names(&place.at("out")), ["file"], "{path}");
        assert_eq!(fs::read(&to).unwrap(), b"old", "{path}");
    }
}

#[test]
fn what_is_written_to_standard_output_is_restored_from_standard_input() {
    let place = Place::new();
    let backup = place.write(Backup, Path::new("-")).stdout;
    let other = tempfile::tempdir().unwrap();
    let restore = |arguments: &[&str]| {
        let mut child = rondel(other.path())
            .args(["--data", "new", "restore", "-"])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let _ = child.stdin.take().unwrap().write_all(&backup);
        said(child.wait_with_output().unwrap())
    };
    // Nobody says who was forgotten since.
    let (code, _, log) = restore(&[]);
    assert_eq!(code, Some(1), "{log}");
    assert!(log.contains("--without-forgotten"), "{log}");
    let (code, out, log) = restore(&["--without-forgotten"]);
    assert_eq!(code, Some(0), "{log}");
    assert!(out.starts_with("restored 3 matches"), "{out}");
}
