//! Signals: the program stops in order, whatever becomes of its terminal.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write, pipe},
    net::TcpStream,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{console::rondel, store::rescue::played};

/// The time in which a process must answer or end.
const PATIENCE: Duration = Duration::from_secs(30);

fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args([name, &id]).status();
    assert!(sent.unwrap().success());
}

/// Returns the exit code of a process that ends; `None` if a signal ended it.
#[track_caller]
fn ends(child: &mut Child) -> Option<i32> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        assert!(begun.elapsed() < PATIENCE, "it goes on");
        thread::yield_now();
    }
}

#[test]
fn each_signal_that_asks_to_stop_stops_in_order() {
    for name in ["-TERM", "-INT", "-HUP"] {
        let directory = tempfile::tempdir().unwrap();
        played(&directory.path().join("data"));
        let mut child = rondel(directory.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let socket = directory.path().join("data/backup.sock");
        let begun = Instant::now();
        while !socket.exists() {
            assert!(begun.elapsed() < PATIENCE);
            thread::yield_now();
        }
        signal(&child, name);
        assert_eq!(ends(&mut child), Some(0), "{name}");
        // Removed by a process that ends in order.
        assert!(!socket.exists(), "{name}");
    }
}

/// `nohup rondel` goes on when its terminal is closed.
#[test]
fn a_hangup_that_is_ignored_stays_so() {
    let directory = tempfile::tempdir().unwrap();
    let program = rondel(directory.path());
    let mut command = Command::new("sh");
    command
        .args(["-c", "trap '' HUP; exec \"$@\"", "sh"])
        .arg(program.get_program())
        .current_dir(directory.path())
        .env_remove("DISCORD_TOKEN")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut first = [0; 13];
    child
        .stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut first)
        .unwrap();
    assert_eq!(&first, b"Rondel table:");
    signal(&child, "-HUP");
    signal(&child, "-TERM");
    assert_eq!(ends(&mut child), Some(0));
    let status = fs::read_dir(directory.path().join("data")).unwrap().count();
    assert!(status > 0);
}

/// A pager that has stopped reading the log holds up nobody.
#[test]
fn a_log_that_is_not_read_holds_up_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let (reader, writer) = pipe().unwrap();
    let mut child = rondel(directory.path())
        .env("RONDEL_LOG__LEVEL", "debug")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(writer)
        .spawn()
        .unwrap();
    let mut first = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut first).unwrap();
    let address = first.trim().trim_start_matches("Rondel table: http://");
    let mut stream = TcpStream::connect(address.trim_end_matches('/')).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    // Each is a line in the log. A pipe holds 64 KiB.
    let mut answers = BufReader::new(stream.try_clone().unwrap());
    for number in 0..2_000 {
        let asked = b"HEAD / HTTP/1.1\r\nhost: elsewhere.example\r\n\r\n";
        stream.write_all(asked).unwrap();
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            assert_ne!(
                answers.read_line(&mut line).expect("an answer"),
                0,
                "{number}"
            );
        }
    }
    signal(&child, "-TERM");
    assert_eq!(ends(&mut child), Some(0));
    drop(reader);
}
