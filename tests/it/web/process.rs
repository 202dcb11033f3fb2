//! The program without a token: it serves the page, says where first, and keeps everything.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::table::{Pages, request, three_here, token};

/// The program, serving.
pub(crate) struct Running {
    child: Child,
    url: String,
}

impl Running {
    /// Starts the program with no standard input, and reads where the table is.
    pub(crate) fn start(directory: &Path) -> Running {
        Running::start_with(directory, &[])
    }

    /// Starts the program with these variables besides.
    pub(crate) fn start_with(directory: &Path, variables: &[(&str, &str)]) -> Running {
        let mut command = crate::console::rondel(directory);
        command
            .envs(variables.iter().copied())
            .stderr(Stdio::null());
        Running::run(command)
    }

    /// Starts the program by a command.
    pub(crate) fn run(mut command: Command) -> Running {
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut first = String::new();
        let out = child.stdout.take().unwrap();
        BufReader::new(out).read_line(&mut first).unwrap();
        let url = first
            .trim()
            .strip_prefix("Rondel table: ")
            .expect("the first line");
        Running {
            url: url.to_owned(),
            child,
        }
    }

    fn ask(&self, what: &str, body: &Value) -> Value {
        let origin = self.url.trim_end_matches('/');
        let asked = async {
            let asked = reqwest::Client::new()
                .post(format!("{origin}/api/{what}"))
                .header("origin", origin)
                .body(body.to_string());
            asked.send().await.unwrap().text().await.unwrap()
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        serde_json::from_str(&runtime.block_on(asked)).unwrap()
    }

    /// Where it is.
    pub(crate) fn address(&self) -> String {
        let address = self.url.trim_start_matches("http://");
        address.trim_end_matches('/').to_owned()
    }

    pub(crate) fn pages(&self) -> Pages {
        Pages::of(self.address().parse().unwrap())
    }

    /// Pages at another address of this machine.
    pub(crate) fn pages_from(&self, from: std::net::Ipv4Addr) -> Pages {
        Pages::from(from, self.address().parse().unwrap())
    }

    /// Its resident memory, in bytes.
    pub(crate) fn resident(&self) -> usize {
        let path = format!("/proc/{}/statm", self.child.id());
        let pages = std::fs::read_to_string(path).expect("this is Linux");
        let pages = pages.split(' ').nth(1).and_then(|pages| pages.parse().ok());
        pages.map_or(0, |pages: usize| pages * 4_096)
    }

    /// The most resident memory that it ever had, in KiB.
    pub(crate) fn peak(&self) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).expect("this is Linux");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.unwrap().trim().trim_end_matches(" kB").parse();
        peak.unwrap()
    }

    /// Asks it to end, and waits until it has.
    pub(crate) fn end(mut self) {
        self.signal("-TERM");
        assert_eq!(self.ends(), Some(0));
    }

    fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let sent = std::process::Command::new("kill")
            .args([name, &id])
            .status();
        assert!(sent.unwrap().success());
    }

    /// Waits until it ends, and returns its exit code.
    pub(crate) fn ends(&mut self) -> Option<i32> {
        let until = Instant::now() + Duration::from_secs(20);
        while Instant::now() < until {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            std::thread::yield_now();
        }
        panic!("it goes on");
    }
}

/// A test that fails leaves nothing running.
impl Drop for Running {
    fn drop(&mut self) {
        // It fails where the process has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_serves_until_a_signal_and_loses_nothing_when_killed() {
    let directory = tempfile::tempdir().unwrap();
    // Where it was last: at a port of its own, since other tests start at the usual one.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let last = free.local_addr().unwrap();
    drop(free);
    std::fs::create_dir(directory.path().join("data")).unwrap();
    std::fs::write(directory.path().join("data/table"), format!("{last}\n")).unwrap();
    let first = Running::start(directory.path());
    assert_eq!(first.url, format!("http://{last}/"));
    let open = json!({
        "token": token("ann"), "name": "Ann", "lang": "en", "request": request(),
        "seats": three_here(),
    });
    let opened = first.ask("open", &open);
    let id = opened["match"].as_str().unwrap().to_owned();
    let says = |running: &Running, name: &str, line: &str| {
        let body = json!({
            "token": token(name), "lang": "en", "match": id, "line": line, "request": request(),
        });
        running.ask("say", &body)["answer"].take()
    };
    assert_eq!(says(&first, "ann", "e4")["refused"], Value::Null);
    let url = first.url.clone();
    first.signal("-KILL");
    let mut first = first;
    first.child.wait().unwrap();
    let second = Running::start(directory.path());
    assert_eq!(second.url, url, "it is where it was");
    assert_eq!(says(&second, "ann", "d4")["refused"], "not-your-turn");
    assert_eq!(says(&second, "ben", "m4")["refused"], Value::Null);
    second.end();
}

#[test]
fn where_the_port_is_taken_it_takes_a_free_one_and_says_who_has_the_store() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let first = Running::start(one.path());
    let second = Running::start(other.path());
    assert_ne!(first.url, second.url);
    let third = crate::console::rondel(one.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(third.status.code(), Some(1));
    let said = String::from_utf8_lossy(&third.stderr).into_owned();
    assert!(said.contains(&first.url), "{said}");
    for mut running in [first, second] {
        running.signal("-INT");
        assert_eq!(running.ends(), Some(0));
    }
}

#[test]
fn an_address_that_is_taken_is_no_start() {
    let directory = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let refused = crate::console::rondel(directory.path())
        .env("RONDEL_WEB__LISTEN", &address)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        said.contains("web.listen") && said.contains(&address),
        "{said}"
    );
}
