//! Servers.

use std::{
    env, fs,
    io::{self, BufRead, BufReader},
    net::TcpListener,
    os::unix::{
        fs::{MetadataExt, chown},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    thread,
};

use tokio::runtime::Builder;
use tokio_postgres::{NoTls, SimpleQueryMessage};

/// Serves from a directory until nobody holds the other end of its input, and removes the directory then.
const SERVE: &str = r#"
    program=$1 directory=$2
    shift 2
    "$program" -D "$directory/data" -k "$directory" -c listen_addresses=127.0.0.1 "$@" 2>&1 &
    exec >&-
    read -r line
    kill -INT $! 2>/dev/null
    wait
    rm -rf "$directory"
"#;

/// Settings of a server, as `-c` takes them: `fsync=off`.
pub type Settings<'a> = &'a [&'a str];

/// A server on loopback with a superuser `rondel` who needs no password. It ends with this value, and with
/// the process.
#[derive(Debug)]
pub struct Server {
    programs: PathBuf,
    directory: PathBuf,
    port: u16,
    /// Ends with the last holder of its input.
    shell: Child,
    input: Option<ChildStdin>,
    databases: AtomicU32,
}

impl Server {
    /// Starts a server with these settings; `None` if PostgreSQL is not installed.
    ///
    /// # Panics
    ///
    /// If the server does not start, or if PostgreSQL is not installed where `CI` is set.
    #[must_use]
    pub fn start(settings: Settings<'_>) -> Option<Server> {
        let Some(programs) = programs() else {
            assert!(env::var_os("CI").is_none(), "PostgreSQL is not installed");
            println!("PostgreSQL is not installed: nothing is tried on it");
            return None;
        };
        let directory = directory();
        let data = directory.join("data");
        let mut initdb = as_user(&programs.join("initdb"), &directory);
        initdb
            .arg("-D")
            .arg(&data)
            .args(["-U", "rondel", "--auth=trust"]);
        initdb.args(["--no-sync", "-E", "UTF8", "--locale=C"]);
        done(&mut initdb);
        Some(Server::serve(programs, directory, settings))
    }

    /// Starts a standby of this name, which follows this server through a port.
    ///
    /// # Panics
    ///
    /// If it does not start.
    #[must_use]
    pub fn standby(&self, name: &str, through: u16, settings: Settings<'_>) -> Server {
        let directory = directory();
        let data = directory.join("data");
        let mut copy = as_user(&self.programs.join("pg_basebackup"), &directory);
        let from = format!("host=127.0.0.1 port={through} user=rondel application_name={name}");
        copy.arg("-D").arg(&data).args(["-d", &from]);
        copy.args(["-R", "-X", "stream", "-c", "fast", "--no-sync"]);
        done(&mut copy);
        Server::serve(self.programs.clone(), directory, settings)
    }

    fn serve(programs: PathBuf, directory: PathBuf, settings: Settings<'_>) -> Server {
        let port = free_port();
        let mut shell = as_user(Path::new("sh"), &directory);
        shell.args(["-c", SERVE, "serve"]);
        shell.arg(programs.join("postgres")).arg(&directory);
        shell.args(["-p", &port.to_string(), "-c", "lc_messages=C"]);
        for setting in settings {
            shell.args(["-c", setting]);
        }
        shell.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut shell = shell.spawn().expect("a shell");
        let input = shell.stdin.take();
        let output = shell.stdout.take().expect("its output");
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        let mut said = String::new();
        while !said.contains("ready to accept") {
            let line = lines.next();
            said += &line.unwrap_or_else(|| panic!("the server does not start: {said}"));
        }
        thread::spawn(move || lines.for_each(drop));
        Server {
            programs,
            directory,
            port,
            shell,
            input,
            databases: AtomicU32::new(0),
        }
    }

    /// Returns the port at which it listens.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Returns the address of a database.
    #[must_use]
    pub fn address(&self, database: &str) -> String {
        format!("postgres://rondel@127.0.0.1:{}/{database}", self.port)
    }

    /// Makes an empty database, and returns its name.
    ///
    /// # Panics
    ///
    /// If it cannot be made.
    pub fn database(&self) -> String {
        let name = format!("test{}", self.databases.fetch_add(1, Ordering::SeqCst));
        self.ask("postgres", &format!("CREATE DATABASE {name}"));
        name
    }

    /// Runs statements in a database, and returns the first column of the rows of the last one.
    ///
    /// # Panics
    ///
    /// If one of them fails.
    pub fn ask(&self, database: &str, statements: &str) -> Vec<String> {
        let (address, statements) = (self.address(database), statements.to_owned());
        // A thread of its own, so that it can be called from within a runtime too.
        let asked = thread::spawn(move || {
            let runtime = Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(async {
                let connected = tokio_postgres::connect(&address, NoTls).await;
                let (client, connection) = connected.map_err(io::Error::other)?;
                tokio::spawn(connection);
                let rows = client.simple_query(&statements).await;
                let rows = rows.map_err(io::Error::other)?.into_iter();
                let first = rows.filter_map(|row| {
                    let SimpleQueryMessage::Row(row) = row else {
                        return None;
                    };
                    Some(row.get(0).unwrap_or_default().to_owned())
                });
                Ok::<_, io::Error>(first.collect())
            })
        });
        let rows = asked.join().expect("an answer");
        rows.unwrap_or_else(|error| panic!("the server is asked in vain: {error}"))
    }

    /// Makes a primary of a standby, and returns once it is.
    ///
    /// # Panics
    ///
    /// If it fails.
    pub fn promote(&self) {
        let promoted = self.ask("postgres", "SELECT pg_promote()");
        assert_eq!(promoted, ["t"]);
    }

    /// Ends it at once, with all that it does: no process of it has time for anything.
    ///
    /// # Panics
    ///
    /// If its processes cannot be found.
    pub fn kill(&mut self) {
        let pid = fs::read_to_string(self.directory.join("data/postmaster.pid"));
        let pid = pid.expect("the file with its process's id");
        let postmaster = pid.lines().next().unwrap_or_default();
        // The first must not see the others end.
        signal("STOP", &[postmaster]);
        let children = children(postmaster);
        let mut all: Vec<&str> = children.iter().map(String::as_str).collect();
        all.push(postmaster);
        signal("KILL", &all);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.shell.wait();
    }
}

fn signal(name: &str, processes: &[&str]) {
    let mut kill = Command::new("kill");
    // Some may be gone.
    let _ = kill
        .arg(format!("-{name}"))
        .args(processes)
        .stderr(Stdio::null())
        .status();
}

fn children(of: &str) -> Vec<String> {
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

/// Returns the directory of the server's programs.
fn programs() -> Option<PathBuf> {
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

/// Makes a directory that belongs to whom a server runs as.
fn directory() -> PathBuf {
    let directory = tempfile::Builder::new().prefix("postgres-").tempdir();
    let directory = directory.expect("a directory").keep();
    if let Some((user, group)) = user_beside_root(&directory) {
        chown(&directory, Some(user), Some(group)).expect("a directory of theirs");
    }
    directory
}

/// Returns a command that runs as the owner of a directory.
fn as_user(program: &Path, directory: &Path) -> Command {
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

fn done(command: &mut Command) {
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
