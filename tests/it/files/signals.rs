//! Signals: the program stops in order, whatever becomes of its terminal.

use std::{
    fs,
    io::{self, BufRead, BufReader, Read, Write, pipe},
    net::{TcpListener, TcpStream},
    os::{
        fd::OwnedFd,
        unix::net::{UnixListener, UnixStream},
    },
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

/// A request that never ends holds up the end for two seconds. Whatever signal asks again ends it at once.
#[test]
fn each_signal_that_asks_again_ends_at_once() {
    for [first, again] in [
        ["-TERM", "-TERM"],
        ["-TERM", "-INT"],
        ["-TERM", "-HUP"],
        ["-HUP", "-HUP"],
    ] {
        let directory = tempfile::tempdir().unwrap();
        let mut child = rondel(directory.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let address = address(&mut child);
        let mut held = TcpStream::connect(&address).unwrap();
        let asked = format!(
            "POST /api/say HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\n\
             content-length: 9\r\nexpect: 100-continue\r\n\r\n"
        );
        held.write_all(asked.as_bytes()).unwrap();
        held.set_read_timeout(Some(PATIENCE)).unwrap();
        held.read_exact(&mut [0]).expect("the rest is asked for");
        let mut idle = TcpStream::connect(&address).unwrap();
        idle.write_all(format!("GET / HTTP/1.1\r\nhost: {address}\r\n\r\n").as_bytes())
            .unwrap();
        idle.set_read_timeout(Some(PATIENCE)).unwrap();
        idle.read_exact(&mut [0]).expect("an answer");
        signal(&child, first);
        // It is asked to stop: what waits for the next request is closed.
        io::copy(&mut idle, &mut io::sink()).expect("it is closed");
        let begun = Instant::now();
        let code = loop {
            signal(&child, again);
            if let Some(status) = child.try_wait().unwrap() {
                break status.code();
            }
            assert!(begun.elapsed() < PATIENCE, "it goes on");
            thread::yield_now();
        };
        assert_eq!(code, Some(1), "{first} {again}");
    }
}

/// Returns the address that a process serves the page at.
fn address(child: &mut Child) -> String {
    let mut first = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut first).unwrap();
    let address = first.trim().trim_start_matches("Rondel table: http://");
    address.trim_end_matches('/').to_owned()
}

/// What is not the program's own socket stays where it is.
#[test]
fn what_others_have_in_the_place_of_the_socket_stays() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    fs::create_dir(&data).unwrap();
    let place = data.join("backup.sock");
    let end = |variables: &[(&str, &str)]| {
        let mut child = rondel(directory.path())
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        address(&mut child);
        signal(&child, "-TERM");
        assert_eq!(ends(&mut child), Some(0));
    };
    fs::write(&place, "kept").unwrap();
    end(&[]);
    assert_eq!(fs::read_to_string(&place).unwrap(), "kept");
    // Another process answers there, and this one keeps nothing.
    fs::remove_file(&place).unwrap();
    let _other = UnixListener::bind(&place).unwrap();
    end(&[("RONDEL_STORE__URL", "memory:")]);
    assert!(place.exists());
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
    let mut stream = TcpStream::connect(address(&mut child)).unwrap();
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

/// What the program says last is lost where nobody reads it, and the exit code is not.
#[test]
fn last_words_that_are_not_read_hold_up_no_end() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    let kept = tempfile::tempdir().unwrap();
    played(&kept.path().join("data"));
    for (arguments, variables, code) in [
        (&["--config", "none.toml", "console"][..], &[][..], 2),
        (&["export", "--match", "m7k3q"], &[], 1),
        (&["standings"], &[("RONDEL_LOG__LEVEL", "loud")], 2),
        (&["backup", "-"], &[], 0),
        (&[], &[("RONDEL_WEB__LISTEN", taken.as_str())], 1),
        (
            &[],
            &[
                ("RONDEL_WEB__LISTEN", taken.as_str()),
                ("RONDEL_LOG__LEVEL", "debug"),
            ],
            1,
        ),
    ] {
        let (reader, writer) = UnixStream::pair().unwrap();
        writer.set_nonblocking(true).unwrap();
        while (&writer).write(&[0; 4096]).is_ok() {}
        writer.set_nonblocking(false).unwrap();
        let mut child = rondel(kept.path())
            .args(arguments)
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(OwnedFd::from(writer))
            .spawn()
            .unwrap();
        assert_eq!(ends(&mut child), Some(code), "{arguments:?} {variables:?}");
        drop(reader);
    }
}
