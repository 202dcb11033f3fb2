//! Processes of servers: where they are found, whom they run as, and how they end.

use std::{
    env, fs,
    net::TcpListener,
    os::unix::{
        fs::{MetadataExt, chown},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Returns the directory of the server's programs.
pub(crate) fn programs() -> Option<PathBuf> {
    let named = env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = Vec::new();
    if let Ok(versions) = fs::read_dir("/usr/lib/postgresql") {
        folders.extend(versions.flatten().map(|version| version.path().join("bin")));
    }
    folders.sort();
    folders.reverse();
    folders.extend(env::split_paths(&named));
    let whole = |folder: &PathBuf| {
        ["initdb", "postgres", "pg_basebackup"]
            .iter()
            .all(|name| folder.join(name).exists())
    };
    folders.into_iter().find(whole)
}

/// Returns the program of this name in the directories of `PATH`.
pub(crate) fn on_path(name: &str) -> Option<PathBuf> {
    let named = env::var_os("PATH").unwrap_or_default();
    let mut programs = env::split_paths(&named).map(|folder| folder.join(name));
    programs.find(|program| program.exists())
}

/// Makes a directory that belongs to whom a server runs as.
pub(crate) fn directory() -> PathBuf {
    let directory = tempfile::Builder::new().prefix("postgres-").tempdir();
    let directory = directory.expect("a directory").keep();
    if let Some((user, group)) = user_beside_root(&directory) {
        chown(&directory, Some(user), Some(group)).expect("a directory of theirs");
    }
    directory
}

/// Returns a command that runs as the owner of a directory.
pub(crate) fn as_user(program: &Path, directory: &Path) -> Command {
    let mut command = Command::new(program);
    let owner = fs::metadata(directory).expect("the directory");
    if owner.uid() != fs::metadata("/proc/self").map_or(owner.uid(), |own| own.uid()) {
        command.uid(owner.uid()).gid(owner.gid());
    }
    command.current_dir(directory);
    command
}

/// Returns the user and the group of somebody else, if this is root: a server does not run as root.
fn user_beside_root(directory: &Path) -> Option<(u32, u32)> {
    if fs::metadata(directory).ok()?.uid() != 0 {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").ok()?;
    let user = |name: &str| {
        let mut lines = users.lines();
        let line = lines.find(|line| line.starts_with(&format!("{name}:")))?;
        let mut fields = line.split(':').skip(2).map(str::parse);
        Some((fields.next()?.ok()?, fields.next()?.ok()?))
    };
    user("postgres").or_else(|| user("nobody"))
}

pub(crate) fn done(command: &mut Command) {
    let output = command.stdin(Stdio::null()).output();
    let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
}

/// Returns a port that is free, as far as anybody knows.
pub(crate) fn free_port() -> u16 {
    let free = TcpListener::bind(("127.0.0.1", 0)).and_then(|free| free.local_addr());
    free.expect("a port").port()
}

/// Returns the id of the process that serves from a directory, if there was one.
pub(crate) fn postmaster(directory: &Path) -> Option<String> {
    let pid = fs::read_to_string(directory.join("data/postmaster.pid"));
    pid.ok()?.lines().next().map(str::to_owned)
}

/// Ends processes and their children at once: none of them has time for anything.
pub(crate) fn kill(processes: &[String]) {
    // The first must not see the others end.
    signal("STOP", processes);
    let children = processes.iter().flat_map(|process| children(process));
    let mut all: Vec<String> = children.collect();
    all.extend_from_slice(processes);
    signal("KILL", &all);
}

/// Sends a signal to processes, some of which may be gone.
pub(crate) fn signal(name: &str, processes: &[String]) {
    let mut kill = Command::new("kill");
    let kill = kill.arg(format!("-{name}")).args(processes);
    // It says which are gone.
    let _ = kill.stderr(Stdio::null()).status();
}

/// Returns the ids of the processes that a process has started.
pub(crate) fn children(of: &str) -> Vec<String> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let names = processes.filter_map(|process| process.file_name().into_string().ok());
    names
        .filter(|name| name.bytes().all(|byte| byte.is_ascii_digit()))
        .filter(|process| {
            let stat = fs::read_to_string(format!("/proc/{process}/stat"));
            // After the name in brackets: the state and the parent.
            let stat = stat.unwrap_or_default();
            let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
            fields.split_whitespace().nth(1) == Some(of)
        })
        .collect()
}
