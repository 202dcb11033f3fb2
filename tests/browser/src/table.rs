//! The program that is tested, as a process of its own.

use std::{
    env,
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

use tempfile::TempDir;

/// A Rondel that serves the page from a directory of its own. It stops when this is dropped.
#[derive(Debug)]
pub struct Table {
    directory: TempDir,
    program: PathBuf,
    /// A port that no other test takes while the program is away.
    port: u16,
    running: Option<Running>,
    /// The address that it printed, with a slash at the end.
    pub url: String,
    /// The time from the start of the process to the printed address.
    pub started_in: Duration,
}

#[derive(Debug)]
struct Running {
    child: Child,
    // Kept open: a program whose reader is gone may end when it prints.
    _out: BufReader<ChildStdout>,
}

impl Table {
    /// Starts the program that `cargo build` made.
    pub fn start() -> Table {
        let mut table = Table {
            directory: tempfile::tempdir().expect("a directory"),
            program: program(),
            port: free_port(),
            running: None,
            url: String::new(),
            started_in: Duration::ZERO,
        };
        table.start_again();
        table
    }

    /// Starts it on the same directory, after [`kill`](Table::kill), and at the same address.
    pub fn start_again(&mut self) {
        let began = Instant::now();
        let said = File::options()
            .create(true)
            .append(true)
            .open(self.log())
            .expect("a log");
        let mut child = self
            .program()
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(said)
            .spawn()
            .unwrap_or_else(|error| {
                panic!(
                    "{} does not start: {error}; `cargo build` makes it",
                    self.program.display()
                )
            });
        let out = child.stdout.take().expect("its output");
        let mut out = BufReader::new(out);
        let mut line = String::new();
        out.read_line(&mut line).expect("a line");
        self.running = Some(Running { child, _out: out });
        self.started_in = began.elapsed();
        let url = line.trim().strip_prefix("Rondel table: ");
        let url = url.unwrap_or_else(|| panic!("not an address: {line:?}\n{}", self.said()));
        assert!(self.url.is_empty() || self.url == url, "it moved to {url}");
        url.clone_into(&mut self.url);
    }

    /// Ends it as `kill -9` does.
    pub fn kill(&mut self) {
        if let Some(mut running) = self.running.take() {
            running.child.kill().expect("it can be killed");
            running.child.wait().expect("it ends");
        }
    }

    /// Ends it, and starts another version of it at the same address: the same program but for a color of the style
    /// sheet, so that all its files have other addresses.
    pub fn update(&mut self) {
        self.kill();
        let mut bytes = std::fs::read(&self.program).expect("the program");
        let [word, other] = [b"--page: #f5f3ef;", b"--page: #f5f3ee;"];
        let at = |of: &[u8]| bytes.windows(of.len()).position(|found| found == of);
        let (at, other) = match (at(word), at(other)) {
            (Some(at), _) => (at, other),
            (None, Some(at)) => (at, word),
            (None, None) => panic!("the style sheet has another color"),
        };
        bytes[at..at + other.len()].copy_from_slice(other);
        self.program = self.directory.path().join("rondel-next");
        std::fs::write(&self.program, bytes).expect("a file");
        let runs = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&self.program, runs).expect("a program");
        self.start_again();
    }

    /// Ends it, and returns the record of a match as `rondel export` writes it.
    pub fn export(&mut self, id: &str) -> String {
        self.kill();
        let written = self.program().args(["export", "--match", id]).output();
        let written = written.expect("it exports");
        let said = String::from_utf8_lossy(&written.stderr).into_owned();
        assert!(written.status.success(), "{said}");
        String::from_utf8(written.stdout).expect("text")
    }

    /// True where the program is a debug build, beside these tests.
    pub fn is_debug() -> bool {
        env::var_os("RONDEL_BIN").is_none() && cfg!(debug_assertions)
    }

    /// Returns what it said in passing.
    pub fn said(&self) -> String {
        std::fs::read_to_string(self.log()).unwrap_or_default()
    }

    fn log(&self) -> PathBuf {
        self.directory.path().join("log.txt")
    }

    fn program(&self) -> Command {
        let mut command = Command::new(&self.program);
        command
            .current_dir(self.directory.path())
            .env_remove("DISCORD_TOKEN")
            .env_remove("RONDEL_BIN")
            .env("RONDEL_WEB__LISTEN", format!("127.0.0.1:{}", self.port))
            .env("RONDEL_COMPUTERS__PAUSE_MS", "0")
            .env("RONDEL_LOG__LEVEL", "warn");
        command
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        self.kill();
        if std::thread::panicking() {
            eprintln!("== what Rondel said\n{}", self.said());
        }
    }
}

fn free_port() -> u16 {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    taken.local_addr().expect("an address").port()
}

/// Returns where the program is: `RONDEL_BIN`, or beside the tests.
fn program() -> PathBuf {
    if let Some(given) = env::var_os("RONDEL_BIN") {
        return PathBuf::from(given);
    }
    let own = env::current_exe().expect("a path");
    let built = own.parent().and_then(Path::parent).expect("a folder");
    built.join("rondel")
}
