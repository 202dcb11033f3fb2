//! The console at a terminal: editing, completion and history, through a pseudo-terminal that
//! `script` of util-linux makes.

use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Child, ChildStdin, Command, Stdio},
    sync::{Arc, mpsc},
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use rondel::{
    host::{Host, NoticeState, Table},
    matchplay::{Moment, Person, Place},
    rules::{Color, Ruleset},
    store::embedded::SledStore,
};

use crate::now::{nameless, now};
use crate::said::{TEXTS, army, player, said, said_in};

/// How long something may take to be shown before the test gives up.
const PATIENCE: Duration = Duration::from_secs(60);

/// Whether there is a `script` that does what we need. Without it nothing is proved here.
fn has_script() -> bool {
    let version = Command::new("script").arg("--version").output();
    let fits = version
        .is_ok_and(|version| String::from_utf8_lossy(&version.stdout).contains("util-linux"));
    if !fits {
        eprintln!("PASSED OVER: no `script` of util-linux here, so no terminal to test with");
    }
    fits
}

/// A console at a terminal.
struct Terminal {
    child: Child,
    input: ChildStdin,
    output: mpsc::Receiver<Vec<u8>>,
    shown: String,
}

impl Terminal {
    fn start(data: &Path) -> Terminal {
        let mut terminal = Terminal::of(data, "xterm", "console");
        terminal.shows("#table> ");
        terminal
    }

    /// Runs the program at a terminal of this kind; its process is written to `pid`.
    fn of(data: &Path, kind: &str, arguments: &str) -> Terminal {
        let rondel = crate::program();
        let program = rondel.get_program().to_str().unwrap().to_owned();
        let data = data.display();
        let mut child = Command::new("script")
            .args(["--quiet", "--return", "--flush", "--command"])
            .arg(format!(
                "echo $$ > '{data}/pid'; exec '{program}' --data '{data}' {arguments}"
            ))
            .arg("/dev/null")
            .current_dir(data.to_string())
            .env("RONDEL_LOG__LEVEL", "warn")
            .env_remove("DISCORD_TOKEN")
            .env("TERM", kind)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let mut screen = child.stdout.take().unwrap();
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = [0; 4_096];
            while let Ok(length @ 1..) = screen.read(&mut bytes) {
                if sender.send(bytes[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal {
            child,
            input,
            output,
            shown: String::new(),
        }
    }

    fn types(&mut self, keys: &str) {
        self.shown.clear();
        self.input.write_all(keys.as_bytes()).unwrap();
        self.input.flush().unwrap();
    }

    /// Waits until this is shown, of what has been since the last keys.
    #[track_caller]
    fn shows(&mut self, text: &str) {
        let until = Instant::now() + PATIENCE;
        while !self.shown.contains(text) {
            let left = until.saturating_duration_since(Instant::now());
            let Ok(more) = self.output.recv_timeout(left) else {
                panic!("{text} is not shown, but:\n{}", self.shown);
            };
            self.shown.push_str(&String::from_utf8_lossy(&more));
        }
    }

    /// Types a line, and waits for what comes of it and for the next prompt.
    #[track_caller]
    fn says(&mut self, line: &str, answer: &str) {
        self.says_by(&format!("{line}\r"), answer);
    }

    /// The same with keys that end a line otherwise.
    #[track_caller]
    fn says_by(&mut self, keys: &str, answer: &str) {
        self.types(keys);
        self.shows(answer);
        let at = self.shown.find(answer).unwrap_or_default();
        self.shown.drain(..at);
        self.shows("> ");
    }

    /// Leaves, and gives back how the program ended.
    fn leave(mut self) -> Option<i32> {
        self.types("\u{4}");
        self.child.wait().unwrap().code()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Ended already, unless the test has failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a text begins with, up to the first place that is left open.
fn before(id: &str, values: &[(&'static str, &str)]) -> String {
    let text = said_in(&TEXTS, id, values);
    let (before, _) = text.split_once("{$").unwrap();
    before.to_owned()
}

/// The prompt for somebody in the first channel, with the army to move.
fn prompt(id: &str, name: &str, army: &str) -> String {
    let values = [("name", name), ("channel", "table"), ("army", army)];
    format!("{}> ", said(id, &values))
}

/// Ann's move.
fn moved(mv: &str) -> String {
    let ann = player("ann", Color::White);
    let (piece, square) = match mv.strip_prefix('N') {
        Some(square) => ("piece-knight", square),
        None => ("piece-pawn", mv),
    };
    let piece = said(piece, &[]);
    let does = said("done-moves", &[("piece", &piece), ("square", square)]);
    let values = [
        ("bold", ""),
        ("move", mv),
        ("player", &*ann),
        ("does", &*does),
    ];
    said("moved", &values)
}

#[test]
fn lines_are_edited_completed_and_remembered() {
    if !has_script() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start(dir.path());
    let gray = army(Color::Gray);
    let not_yet = said("refused-not-your-turn", &[("army", &gray)]);
    terminal.says(
        "@ann /pl\tse\twh\t",
        &before("table-opened", &[("name", "ann")]),
    );
    let takes = said("joined", &[("name", "ben"), ("army", &gray)]);
    terminal.says("@ben /joinn\u{7f}", &takes);
    let takes = said("joined", &[("name", "cy"), ("army", &army(Color::Black))]);
    terminal.says("@cy /join", &takes);
    let white = army(Color::White);
    terminal.shows(&prompt("console-prompt-turn", "cy", &white));
    // One candidate is put in; of several what they have in common, and all are shown.
    terminal.types("@ann /move Nf\t");
    terminal.shows("/move Nf3 ");
    terminal.says("", &moved("Nf3"));
    terminal.types("@ben /play ruleset:\t");
    let about = said("choice-duel", &[]);
    let about: String = about.chars().take(30).collect();
    terminal.shows(&format!("duel – {about}"));
    let interrupted = said("console-interrupted", &[]);
    terminal.says_by("\u{3}", &interrupted);
    terminal.types("@ben /move d\t");
    terminal.says_by("\u{3}", &interrupted);
    // The line before comes back; what was dropped is forgotten.
    terminal.types("\u{1b}[A");
    terminal.shows("@ann /move Nf3");
    terminal.says("", &not_yet);
    assert_eq!(terminal.leave(), Some(0));
    let history = dir.path().join("console-history");
    let kept = fs::read_to_string(&history).unwrap();
    assert!(
        kept.contains("@ben /join\n@cy /join\n@ann /move Nf3"),
        "{kept}"
    );
    assert!(!kept.contains("/move d"), "{kept}");
    let mode = fs::metadata(&history).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    // It is there the next time too.
    let mut terminal = Terminal::start(dir.path());
    terminal.types("\u{1b}[A");
    terminal.shows("@ann /move Nf3");
    terminal.says("", &not_yet);
    assert_eq!(terminal.leave(), Some(0));
}

#[test]
fn what_comes_by_itself_leaves_the_line_alone() {
    if !has_script() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    // Due in four seconds; where the program is slower than that it is told at the start.
    let opened = Moment(time.as_millis() as i64).plus(4_000 - Moment::DAY);
    let store = SledStore::open(&dir.path().join("store")).unwrap();
    let host = now(Host::new(
        nameless(Arc::new(store)),
        Arc::new(move || opened),
        Some(1),
    ))
    .unwrap();
    let table = Table {
        ruleset: String::from("three-man"),
        options: Ruleset::THREE_MAN,
        place: Place::new("console/table"),
        seat: Some(Color::White),
        invited: vec![],
        computers: None,
        rated: true,
        time: None,
        private: false,
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let done = runtime
        .block_on(host.open(&table, Person(1), None))
        .unwrap();
    let id = done.change.after.id();
    if let Some(notice) = done.notice {
        notice.end(NoticeState::Delivered);
    }
    drop((done.change, host, runtime));
    let mut terminal = Terminal::start(dir.path());
    let closed = said("expired", &[("match", id.as_str())]);
    let told = terminal.shown.contains(&closed);
    terminal.types("@ann /he");
    if !told {
        terminal.shows(&closed);
        // The line is there again below it.
        let at = terminal.shown.find(&closed).unwrap();
        terminal.shown.drain(..at);
        terminal.shows("@ann /he");
    }
    terminal.says("lp", &said("help-heading", &[]));
    assert_eq!(terminal.leave(), Some(0));
}

/// At a terminal computers take their time, and their moves appear while nothing is typed.
#[test]
fn computers_move_while_the_terminal_waits() {
    if !has_script() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start(dir.path());
    terminal.says(
        "@ann /play computers:2 level:1 seat:white",
        &said("table-casual", &[]),
    );
    terminal.says("/move e4", &moved("e4"));
    let ann = player("ann", Color::White);
    terminal.shows(&said("your-move", &[("player", &ann)]));
    assert_eq!(terminal.leave(), Some(0));
}

/// Fetches the page, and returns the first line of the answer.
fn fetched(address: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let asked = format!("GET / HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(asked.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.lines().next().unwrap_or_default().to_owned()
}

/// In a shell of Emacs (`TERM=dumb`) no line can be edited. The page is served there as anywhere, computers
/// move while nothing is typed, and signals are heard.
#[test]
fn every_kind_of_terminal_serves_the_page_and_hears_signals() {
    if !has_script() {
        return;
    }
    for (kind, stopped) in [
        ("dumb", false),
        ("xterm", false),
        ("dumb", true),
        ("xterm", true),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let mut terminal = Terminal::of(dir.path(), kind, "");
        terminal.shows("Rondel table: http://");
        terminal.shows("/\r\n");
        let (_, url) = terminal.shown.split_once("http://").unwrap();
        let address = url.split('/').next().unwrap().to_owned();
        assert_eq!(fetched(&address), "HTTP/1.1 200 OK", "{kind}");
        terminal.types("@ann /play computers:2 level:1 seat:white\r");
        terminal.shows(&said("table-casual", &[]));
        terminal.types("/move e4\r");
        terminal.shows(&moved("e4"));
        let ann = player("ann", Color::White);
        terminal.shows(&said("your-move", &[("player", &ann)]));
        if stopped {
            // Control-S: what is written to the terminal waits.
            terminal.types("\u{13}");
            for _ in 0..50 {
                terminal.types("/help\r");
            }
            assert_eq!(fetched(&address), "HTTP/1.1 200 OK", "{kind}");
        }
        let pid = fs::read_to_string(dir.path().join("pid")).unwrap();
        let sent = Command::new("kill").args(["-TERM", pid.trim()]).status();
        assert!(sent.unwrap().success());
        if stopped {
            // The terminal is let go of, so that `script` ends too.
            terminal.types("\u{11}");
        }
        assert_eq!(terminal.child.wait().unwrap().code(), Some(0), "{kind}");
    }
}

/// The console alone at such a terminal.
#[test]
fn a_terminal_without_editing_reads_whole_lines() {
    if !has_script() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::of(dir.path(), "dumb", "console");
    terminal.types("@ann /play computers:2 level:1 seat:white\r");
    terminal.shows(&said("table-casual", &[]));
    terminal.types("/move e4\r");
    let ann = player("ann", Color::White);
    terminal.shows(&moved("e4"));
    terminal.shows(&said("your-move", &[("player", &ann)]));
    assert_eq!(terminal.leave(), Some(0));
}
