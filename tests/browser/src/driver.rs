//! The driver of the browsers: one for each process of tests, which ends with it.

use std::{
    env,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, ChildStdin, Command, Stdio},
    sync::Mutex,
};

const CHROMIUM: &str = "/usr/bin/chromium";
const DRIVER: &str = "/usr/bin/chromedriver";

/// Returns where the browser is.
pub(crate) fn chromium() -> String {
    env::var("CHROMIUM").unwrap_or_else(|_| CHROMIUM.to_owned())
}

fn driver() -> String {
    env::var("CHROMEDRIVER").unwrap_or_else(|_| DRIVER.to_owned())
}

/// Returns true where tests try all that they know, which takes long: with `THOROUGH=yes`, as in `.ci/long page`.
#[must_use]
pub fn is_thorough() -> bool {
    env::var_os("THOROUGH").is_some_and(|all| all == "yes")
}

/// Says that a test is left out where there is no browser, and returns true then.
///
/// # Panics
///
/// With `CI=true`, where nothing may be left out.
pub fn left_out(test: &str) -> bool {
    lacks(test, &[&chromium(), &driver()])
}

/// Says that a test is left out where one of these programs or files is missing, and returns true then.
///
/// # Panics
///
/// With `CI=true`, where nothing may be left out.
pub fn lacks(test: &str, needed: &[&str]) -> bool {
    let missing: Vec<&str> = needed
        .iter()
        .copied()
        .filter(|path| !Path::new(path).exists())
        .collect();
    if missing.is_empty() {
        return false;
    }
    let said = format!("left out: {test} (missing: {})", missing.join(", "));
    assert_ne!(env::var("CI").as_deref(), Ok("true"), "{said}");
    println!("{said}");
    true
}

#[derive(Debug)]
struct Driver {
    url: String,
    _child: Child,
    // While this is open the driver lives.
    _alive: ChildStdin,
}

static DRIVING: Mutex<Option<Driver>> = Mutex::new(None);

/// Returns the address of the driver, which is started for the first that asks.
pub(crate) fn address() -> String {
    let mut driving = DRIVING.lock().expect("nobody fell");
    driving.get_or_insert_with(start).url.clone()
}

fn start() -> Driver {
    // The shell ends the driver when these tests end, however they end.
    let script = "exec 3<&0; \"$0\" --port=0 & cat <&3 >/dev/null; kill $!";
    let mut child = Command::new("sh")
        .args(["-c", script, &driver()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a shell");
    let alive = child.stdin.take().expect("its input");
    let mut out = BufReader::new(child.stdout.take().expect("its output"));
    let mut said = String::new();
    let port = loop {
        let from = said.len();
        let read = out.read_line(&mut said).expect("a line");
        assert!(read > 0, "the driver does not start: {said}");
        let line = said[from..].trim().trim_end_matches('.');
        if let Some((_, port)) = line.split_once("successfully on port ") {
            break port.to_owned();
        }
    };
    // Whatever else it says has somewhere to go.
    std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
    Driver {
        url: format!("http://127.0.0.1:{port}"),
        _child: child,
        _alive: alive,
    }
}
