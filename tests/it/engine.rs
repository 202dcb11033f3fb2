//! `rondel engine` as a process (interfaces §10).

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Stdio},
};

use rondel::rules::{Game, Ruleset};

/// An engine that is spoken to line by line.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        let directory = tempfile::tempdir().unwrap();
        let mut child = crate::program()
            .arg("engine")
            .current_dir(directory.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Engine {
            child,
            input,
            output,
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.output.read_line(&mut line).unwrap() > 0, "it ended");
        line.trim_end().to_owned()
    }

    /// Says a line, and returns what is answered up to a line that begins with `last`.
    fn ask(&mut self, line: &str, last: &str) -> Vec<String> {
        self.say(line);
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().unwrap().starts_with(last) {
                return lines;
            }
        }
    }

    fn end(mut self) {
        self.say("quit");
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn an_engine_introduces_itself_and_chooses_legal_moves() {
    let mut engine = Engine::start();
    let said = engine.ask("rondel", "rondelok");
    assert!(said[0].starts_with("id name Rondel "), "{said:?}");
    for option in ["Ruleset", "Seed", "Level"] {
        let begin = format!("option name {option} ");
        let found = said.iter().find(|line| line.starts_with(&begin));
        assert!(found.unwrap().contains(" default "), "{said:?}");
    }
    assert_eq!(engine.ask("isready", "readyok"), ["readyok"]);
    // No position has been said: the start.
    let said = engine.ask("go nodes 2000", "bestmove");
    let best = said.last().unwrap().strip_prefix("bestmove ").unwrap();
    let game = Game::start(Ruleset::THREE_MAN);
    assert!(game.position().is_legal(best.parse().unwrap()), "{said:?}");
    for info in &said[..said.len() - 1] {
        let words: Vec<&str> = info.split(' ').collect();
        let number = |name: &str| -> u64 {
            let at = words.iter().position(|word| *word == name).unwrap();
            words[at + 1].parse().unwrap()
        };
        assert!(number("depth") >= 1 && number("nodes") <= 2_000, "{info}");
        let at = words.iter().position(|word| *word == "shares").unwrap();
        let shares: Vec<u32> = words[at + 1..at + 4]
            .iter()
            .map(|word| word.parse().unwrap())
            .collect();
        assert_eq!(shares.iter().sum::<u32>(), 1_000, "{info}");
        let at = words.iter().position(|word| *word == "pv").unwrap();
        assert!(
            game.position().is_legal(words[at + 1].parse().unwrap()),
            "{info}"
        );
    }
    assert!(said.len() > 1);
    engine.end();
}

#[test]
fn the_same_question_has_the_same_answer() {
    let answers = |seed: u32| {
        let mut engine = Engine::start();
        engine.say(&format!("setoption name Seed value {seed}"));
        engine.say("position start moves e2e4 m2m4 u2u4");
        let first = engine.ask("go nodes 3000", "bestmove");
        // What was asked before does not matter.
        engine.say("position start");
        engine.ask("go nodes 500", "bestmove");
        engine.say("position start moves e2e4 m2m4 u2u4");
        assert_eq!(engine.ask("go nodes 3000", "bestmove"), first);
        engine.end();
        first
    };
    assert_eq!(answers(1), answers(1));
}

#[test]
fn a_line_that_cannot_be_read_is_answered_and_changes_nothing() {
    let mut engine = Engine::start();
    engine.say("setoption name Ruleset value duel");
    engine.say("setoption name Level value 1");
    engine.say("position start moves e2e4");
    let before = engine.ask("go depth 2", "bestmove");
    for line in [
        "nonsense",
        "go",
        "go nodes",
        "go nodes 0",
        "go nodes -1",
        "go for 3",
        "position",
        "position nonsense",
        "position start moves e2e5",
        "position start moves e2e4 resign:w resign:b e7e5",
        "setoption",
        "setoption name Seed value x",
        "setoption name Level value 99",
        "setoption name Ruleset value nonsense",
        "setoption name Nonsense value 1",
        &"x".repeat(70_000),
    ] {
        if line == "go" {
            // A level's own bounds are enough.
            engine.ask(line, "bestmove");
            continue;
        }
        engine.say(line);
        let said = engine.line();
        assert!(said.starts_with("error "), "{:.60}: {said}", line);
        assert!(said.len() < 400, "{said}");
    }
    assert_eq!(engine.ask("go depth 2", "bestmove"), before);
    engine.end();
}

#[test]
fn where_nothing_can_be_moved_none_is_best() {
    let mut engine = Engine::start();
    engine.say("position start moves resign:w resign:g");
    assert_eq!(engine.ask("go depth 1", "bestmove"), ["bestmove none"]);
    // Of this match the rules say that it has ended.
    engine.say("setoption name Ruleset value first-mate");
    engine.say("position 24/24/24/24/24/wK7gK7bK7 w wg xhp - - 0 0");
    assert_eq!(engine.ask("go depth 1", "bestmove"), ["bestmove none"]);
    engine.end();
}

/// A long search ends when it is told to, with the best move so far.
#[test]
fn a_search_stops_when_told() {
    let mut engine = Engine::start();
    engine.say("go depth 60");
    let first = engine.line();
    assert!(first.starts_with("info depth 1 "), "{first}");
    let said = engine.ask("stop", "bestmove");
    assert!(said.last().unwrap().len() > "bestmove ".len());
    engine.end();
}
