//! `rondel engine` (interfaces §10): answers the lines of a program that lets engines play.

use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
    io::{self, BufRead, Write},
    sync::mpsc::{Receiver, TryRecvError, sync_channel},
    thread,
    time::{Duration, Instant},
};

use crate::{
    computer::{Level, Question, Thought, think},
    rules::{Color, Game, Ruleset},
    tools::{
        action::PlayerAction,
        limits::SearchLimits,
        lines::{place, read_bounded},
    },
};

/// The longest line, in bytes: a position and some ten thousand moves.
const LONGEST_LINE: usize = 64 * 1024;
/// The most lines that are read ahead of their answers.
const AHEAD: usize = 64;
/// How long a search goes on after `quit` or the end of the input.
const LAST: Duration = Duration::from_secs(60);

/// A line as it was read.
type ReadLine = Result<String, &'static str>;

/// Answers every line of the input until `quit` or its end, each in its order; `stop` alone reaches a
/// search that is under way. `named` finds rulesets by their names.
///
/// # Errors
///
/// If an answer cannot be written. An input that cannot be read has ended.
pub fn run(
    named: &dyn Fn(&str) -> Option<Ruleset>,
    input: impl BufRead + Send + 'static,
    out: impl Write,
) -> io::Result<()> {
    let (sender, receiver) = sync_channel(AHEAD);
    // It ends with the input, or with the program.
    thread::spawn(move || {
        let mut input = input;
        let mut line = Vec::new();
        while let Ok(true) = read_bounded(&mut input, &mut line, LONGEST_LINE) {
            let read = if line.len() > LONGEST_LINE {
                Err("a line is at most 64 KiB long")
            } else {
                String::from_utf8(std::mem::take(&mut line)).map_err(|_| "the line is not UTF-8")
            };
            if sender.send(read).is_err() {
                break;
            }
        }
    });
    let ruleset = Ruleset::THREE_MAN;
    let mut engine = Engine {
        named,
        ruleset,
        seed: 0,
        level: None,
        game: Game::start(ruleset),
        inbox: Inbox {
            lines: receiver,
            waiting: RefCell::default(),
        },
        out,
    };
    while let Some(line) = engine.inbox.next() {
        let answered = match &line {
            Ok(line) => engine.answer(line)?,
            Err(why) => Err((*why).to_owned()),
        };
        match answered {
            Ok(Goes::On) => {}
            Ok(Goes::Away) => break,
            Err(why) => writeln!(engine.out, "error {why}")?,
        }
        engine.out.flush()?;
    }
    Ok(())
}

/// The lines that have not been answered.
struct Inbox {
    lines: Receiver<ReadLine>,
    /// Those that came during a search, as many as are read ahead.
    waiting: RefCell<VecDeque<ReadLine>>,
}

impl Inbox {
    fn next(&self) -> Option<ReadLine> {
        let waiting = self.waiting.borrow_mut().pop_front();
        waiting.or_else(|| self.lines.recv().ok())
    }

    /// Returns true if the search under way is to stop.
    fn stops(&self, ends: &Cell<Option<Instant>>) -> bool {
        let quits = || ends.set(ends.get().or_else(|| Some(Instant::now() + LAST)));
        while self.waiting.borrow().len() < AHEAD {
            match self.lines.try_recv() {
                Ok(Ok(line)) if line.trim() == "stop" => return true,
                Ok(line) => {
                    if line.as_deref().is_ok_and(|line| line.trim() == "quit") {
                        quits();
                    }
                    self.waiting.borrow_mut().push_back(line);
                }
                Err(TryRecvError::Disconnected) => {
                    quits();
                    break;
                }
                Err(TryRecvError::Empty) => break,
            }
        }
        ends.get().is_some_and(|at| Instant::now() >= at)
    }
}

enum Goes {
    On,
    Away,
}

struct Engine<'a, W> {
    named: &'a dyn Fn(&str) -> Option<Ruleset>,
    ruleset: Ruleset,
    seed: u64,
    /// The highest if none is set.
    level: Option<Level>,
    game: Game,
    inbox: Inbox,
    out: W,
}

impl<W: Write> Engine<'_, W> {
    /// Answers a line, or returns what is wrong with it.
    fn answer(&mut self, line: &str) -> io::Result<Result<Goes, String>> {
        let (word, rest) = split(line.trim());
        Ok(match word {
            "rondel" => {
                self.introduce()?;
                Ok(Goes::On)
            }
            "isready" => {
                writeln!(self.out, "readyok")?;
                Ok(Goes::On)
            }
            "setoption" => self.set(rest).map(|()| Goes::On),
            "position" => self.place(rest).map(|()| Goes::On),
            "go" => match rest.parse() {
                Ok(limits) => {
                    self.go(limits)?;
                    Ok(Goes::On)
                }
                Err(why) => Err(why.to_string()),
            },
            // There is nothing to stop.
            "stop" | "" => Ok(Goes::On),
            "quit" => Ok(Goes::Away),
            _ => Err(format!(
                "{word:.20?} is none of rondel, isready, setoption, position, go, stop, quit"
            )),
        })
    }

    fn introduce(&mut self) -> io::Result<()> {
        let out = &mut self.out;
        writeln!(out, "id name Rondel {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(out, "option name Ruleset type string default three-man")?;
        writeln!(out, "option name Seed type number default 0")?;
        writeln!(
            out,
            "option name Level type number default none min {} max {}",
            Level::LOWEST,
            Level::HIGHEST
        )?;
        writeln!(out, "rondelok")
    }

    fn set(&mut self, text: &str) -> Result<(), String> {
        let form = || String::from("an option is set as in: setoption name Seed value 7");
        let named = text.strip_prefix("name ").ok_or_else(form)?;
        let (name, value) = named.split_once(" value ").ok_or_else(form)?;
        let value = value.trim();
        match name.trim() {
            "Ruleset" => {
                let named = (self.named)(value);
                self.ruleset = named.ok_or_else(|| format!("there is no ruleset {value:.40?}"))?;
                self.game = Game::start(self.ruleset);
            }
            "Seed" => {
                let seed = value.parse();
                self.seed = seed.map_err(|_| String::from("a seed is a whole number"))?;
            }
            "Level" if value == "none" => self.level = None,
            "Level" => {
                let level = value.parse().ok().and_then(Level::new);
                self.level = Some(level.ok_or_else(|| {
                    format!(
                        "levels are {} to {}, or none",
                        Level::LOWEST,
                        Level::HIGHEST
                    )
                })?);
            }
            _ => return Err(format!("{name:.20?} is none of Ruleset, Seed, Level")),
        }
        Ok(())
    }

    fn place(&mut self, text: &str) -> Result<(), String> {
        let (at, words) = match text.split_once(" moves ") {
            Some((at, words)) => (at.trim(), words),
            None => (text, ""),
        };
        let position = place(self.ruleset, at).map_err(|error| error.to_string())?;
        let mut game = Game::from_position(self.ruleset, position);
        let verdict = game.judge_position();
        game.carry_out(&verdict);
        for word in words.split_whitespace() {
            let action: PlayerAction = word.parse().map_err(|error| format!("{error}"))?;
            if game.outcome().is_some() {
                return Err(format!("the match is over before {word:.20}"));
            }
            let done = action.carry_out(&mut game);
            done.map_err(|refused| format!("{word:.20}: {refused}"))?;
        }
        self.game = game;
        Ok(())
    }

    fn go(&mut self, limits: SearchLimits) -> io::Result<()> {
        let begun = Instant::now();
        let ends = Cell::new(None);
        let stop =
            || self.inbox.stops(&ends) || limits.time.is_some_and(|time| begun.elapsed() >= time);
        let unbounded = limits == SearchLimits::default();
        let highest = Level::new(Level::HIGHEST).filter(|_| unbounded);
        let question = Question {
            game: &self.game,
            // Without any bounds it plays as well as a level can.
            level: self.level.or(highest),
            seed: self.seed,
        };
        let out = &mut self.out;
        let mut written = Ok(());
        // Of a position with too few armies it is known that the match has ended, but not how.
        let plays = self.ruleset.plays_on_with(self.game.position().in_play());
        let chosen = plays.then(|| {
            think(&question, limits.bounds, &stop, &mut |thought| {
                if written.is_ok() {
                    written = inform(out, thought).and_then(|()| out.flush());
                }
            })
        });
        written?;
        match chosen.flatten() {
            None => writeln!(out, "bestmove none"),
            Some(chosen) if chosen.claim => writeln!(out, "bestmove {} claim", chosen.mv),
            Some(chosen) => writeln!(out, "bestmove {}", chosen.mv),
        }
    }
}

fn inform(out: &mut impl Write, thought: &Thought) -> io::Result<()> {
    let [white, gray, black] = Color::ALL.map(|color| thought.shares[color]);
    let (plies, seen) = (thought.plies, thought.seen);
    write!(
        out,
        "info depth {plies} nodes {seen} shares {white} {gray} {black}"
    )?;
    if let Some((winner, moves)) = thought.mate {
        write!(out, " mate {} {moves}", winner.letter())?;
    }
    write!(out, " pv")?;
    for mv in &thought.line {
        write!(out, " {mv}")?;
    }
    writeln!(out)
}

/// Splits off the first word.
fn split(line: &str) -> (&str, &str) {
    match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (line, ""),
    }
}
