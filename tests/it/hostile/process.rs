//! Processes whose standard error is watched.

use std::{
    fmt,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::{Arc, Mutex, mpsc},
    thread::{self, JoinHandle},
    time::Duration,
};

/// The words that a panic writes.
const PANICKED: &str = "panicked";

/// A process, ended when dropped. What it says on standard error is kept.
#[derive(Debug)]
pub(super) struct Watched {
    pub(super) child: Child,
    said: Arc<Mutex<Vec<String>>>,
    reader: Option<JoinHandle<()>>,
}

impl Watched {
    pub(super) fn start(command: &mut Command) -> Watched {
        let mut child = command.stderr(Stdio::piped()).spawn().expect("it starts");
        let stderr = BufReader::new(child.stderr.take().expect("a pipe"));
        let said = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&said);
        let reader = thread::spawn(move || {
            for line in stderr.split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line).into_owned();
                heard.lock().unwrap().push(line);
            }
        });
        Watched {
            child,
            said,
            reader: Some(reader),
        }
    }

    /// Fails when it has panicked so far.
    #[track_caller]
    pub(super) fn assert_calm(&self, last: &dyn std::fmt::Debug) {
        let said = self.said.lock().unwrap();
        let panicked = said.iter().any(|line| line.contains(PANICKED));
        assert!(!panicked, "after {last:?}:\n{}", said.join("\n"));
    }

    /// Waits for its end, which must be a good one, and for all that it said.
    #[track_caller]
    pub(super) fn finish(mut self) {
        let status = self.child.wait().expect("it ends");
        if let Some(reader) = self.reader.take() {
            reader.join().expect("a reader");
        }
        self.assert_calm(&"the end");
        assert_eq!(status.code(), Some(0), "{:?}", self.said.lock().unwrap());
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        // Ended already, unless the test has failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The time that an answer may take before the test gives up.
const PATIENCE: Duration = Duration::from_secs(60);

/// A process that is told lines and says lines.
#[derive(Debug)]
pub(super) struct Piped {
    process: Watched,
    input: ChildStdin,
    output: mpsc::Receiver<String>,
}

impl Piped {
    pub(super) fn start(command: &mut Command) -> Piped {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = Watched::start(command);
        let input = process.child.stdin.take().expect("a pipe");
        let output = BufReader::new(process.child.stdout.take().expect("a pipe"));
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Piped {
            process,
            input,
            output: receiver,
        }
    }

    /// Tells it a line.
    #[track_caller]
    pub(super) fn tell(&mut self, line: &[u8]) {
        let whole = [line, b"\n"].concat();
        let told = self
            .input
            .write_all(&whole)
            .and_then(|()| self.input.flush());
        if let Err(error) = told {
            self.process.assert_calm(&Shown(line));
            panic!("{error} at {:?}", Shown(line));
        }
    }

    /// The next line that it says in answer to this one.
    #[track_caller]
    pub(super) fn said(&self, line: &[u8]) -> String {
        self.output.recv_timeout(PATIENCE).unwrap_or_else(|error| {
            self.process.assert_calm(&Shown(line));
            panic!("{error}: no answer to {:?}", Shown(line));
        })
    }

    /// Ends the input, upon which it must end well, without another word.
    #[track_caller]
    pub(super) fn finish(self) {
        drop(self.input);
        let rest = self.output.recv_timeout(PATIENCE);
        assert_eq!(
            rest,
            Err(mpsc::RecvTimeoutError::Disconnected),
            "something is left to say"
        );
        self.process.finish();
    }
}

/// An input as it can be typed into a test: the bytes, escaped.
pub(super) struct Shown<'a>(pub(super) &'a [u8]);

impl fmt::Debug for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}
