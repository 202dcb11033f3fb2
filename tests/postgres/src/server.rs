//! Servers.

use std::{
    env,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    thread,
};

use crate::{
    asking,
    processes::{
        as_user, children, directory, done, free_port, kill, postmaster, programs, signal,
    },
};

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
        let rows = asking::ask(&self.address(database), statements);
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

    /// Stops all of its processes where they are, so that it answers nothing, until it is [thawed](Server::thaw).
    ///
    /// # Panics
    ///
    /// If its processes cannot be found.
    pub fn freeze(&self) {
        self.signal("STOP");
    }

    /// Lets it go on.
    ///
    /// # Panics
    ///
    /// If its processes cannot be found.
    pub fn thaw(&self) {
        self.signal("CONT");
    }

    fn signal(&self, name: &str) {
        let postmaster = postmaster(&self.directory).expect("the server's process");
        // The first starts the others, so it stops before them.
        signal(name, std::slice::from_ref(&postmaster));
        signal(name, &children(&postmaster));
    }

    /// Ends it at once, with all that it does: no process of it has time for anything.
    ///
    /// # Panics
    ///
    /// If its processes cannot be found.
    pub fn kill(&mut self) {
        let postmaster = postmaster(&self.directory).expect("the server's process");
        kill(&[postmaster]);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(postmaster) = postmaster(&self.directory) {
            let frozen = children(&postmaster);
            signal("CONT", &[vec![postmaster], frozen].concat());
        }
        drop(self.input.take());
        let _ = self.shell.wait();
    }
}
