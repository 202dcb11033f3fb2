//! A program that speaks the protocol of `rondel engine` (interfaces §10).

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::Duration,
};

use rondel::{rules::Move, tools::limits::SearchLimits};

/// The time that a program has for an answer, besides what it may think for.
const PATIENCE: Duration = Duration::from_secs(120);

#[derive(Debug)]
pub(super) struct Program {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    go: String,
}

impl Program {
    pub(super) fn start(
        words: &[String],
        limits: &SearchLimits,
        settings: &[(String, String)],
    ) -> Result<Program, String> {
        let (name, arguments) = words.split_first().ok_or("no program is named")?;
        let mut child = Command::new(name)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{name}: {error}"))?;
        let input = child.stdin.take().ok_or("it has no input")?;
        let output = child.stdout.take().ok_or("it has no output")?;
        let (sender, lines) = channel();
        // It ends with the program.
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut program = Program {
            child,
            input,
            lines,
            go: format!("go{limits}"),
        };
        program.say("rondel")?;
        program.wait("rondelok")?;
        for (name, value) in settings {
            program.say(&format!("setoption name {name} value {value}"))?;
        }
        Ok(program)
    }

    pub(super) fn begin(&mut self, ruleset: &str, seed: u64) -> Result<(), String> {
        self.say(&format!("setoption name Ruleset value {ruleset}"))?;
        self.say(&format!("setoption name Seed value {seed}"))?;
        self.say("isready")?;
        self.wait("readyok")?;
        Ok(())
    }

    pub(super) fn play(&mut self, start: &str, moves: &str) -> Result<(Move, bool), String> {
        let moves = if moves.is_empty() {
            String::new()
        } else {
            format!(" moves {moves}")
        };
        self.say(&format!("position {start}{moves}"))?;
        let go = self.go.clone();
        self.say(&go)?;
        let answer = self.wait("bestmove")?;
        let mut words = answer.split_whitespace().skip(1);
        let mv = words.next().unwrap_or_default();
        let mv = mv.parse().map_err(|_| format!("it plays {answer:.40?}"))?;
        Ok((mv, words.next() == Some("claim")))
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        let said = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        said.map_err(|error| format!("it does not listen: {error}"))
    }

    /// Waits for a line that begins with this word.
    fn wait(&mut self, word: &str) -> Result<String, String> {
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            let line = line.map_err(|_| format!("it does not say {word}"))?;
            if let Some(why) = line.strip_prefix("error ") {
                return Err(format!("it says: {why:.200}"));
            }
            if line.split_whitespace().next() == Some(word) {
                return Ok(line);
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.say("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
