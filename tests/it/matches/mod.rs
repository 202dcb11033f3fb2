//! Whole matches of `tests/data/matches`, to their ends: by the rules, and through the console.

mod console;
mod features;

use std::{fs, path::PathBuf};

use rondel::{
    matchplay::Event,
    rules::{
        ArmyOut, ByColor, Color, Colors, Draw, Exit, Game, Move, Over, Ruleset, Verdict, short,
    },
};

/// The people who play a script, in turn order.
pub(crate) const PLAYERS: [&str; 3] = ["ann", "ben", "cy"];

/// A match from its start to its end.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    /// The file's name without its ending.
    pub(crate) name: String,
    /// What happens, in order.
    pub(crate) steps: Vec<Step>,
    /// The position line at the end.
    pub(crate) final_position: String,
    /// How it ends.
    pub(crate) over: Over,
}

/// Something that a player does, and what follows from it.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// Whose player does it.
    pub(crate) army: Color,
    /// What they do.
    pub(crate) act: Act,
    /// The event for what they do; resigning has none but that the army goes out.
    event: Option<Event>,
    /// The armies that go out, in order.
    pub(crate) outs: Vec<ArmyOut>,
    /// The end of the match, if this is it.
    pub(crate) over: Option<Over>,
    /// The position line after it.
    pub(crate) position: String,
}

/// What a player does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Moves: plain and short form, and the ply that it makes.
    Move {
        ply: u32,
        plain: String,
        short: String,
    },
    /// Resigns.
    Resign,
    /// Offers a draw, or agrees to the one that stands.
    Draw,
    /// Declines a draw.
    Decline,
    /// Takes an offer back.
    Withdraw,
}

/// How moves are typed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Writing {
    Plain,
    Short,
}

impl Step {
    /// What happens, as a match tells it.
    pub(crate) fn events(&self) -> Vec<Event> {
        let mut events = Vec::from_iter(self.event.clone());
        events.extend(self.outs.iter().copied().map(Event::WentOut));
        events.extend(self.over.map(Event::Ended));
        events
    }

    /// The player's name.
    pub(crate) fn player(&self) -> &'static str {
        PLAYERS[self.army.index()]
    }

    /// The line that a player types.
    pub(crate) fn command(&self, writing: Writing) -> String {
        match (&self.act, writing) {
            (Act::Move { plain, .. }, Writing::Plain) => format!("/move {plain}"),
            (Act::Move { short, .. }, Writing::Short) => format!("/move {short}"),
            (Act::Resign, _) => String::from("/resign confirm:true"),
            (Act::Draw, _) => String::from("/draw action:offer"),
            (Act::Decline, _) => String::from("/draw action:decline"),
            (Act::Withdraw, _) => String::from("/draw action:withdraw"),
        }
    }
}

impl Script {
    /// Everything that happens from the first move on.
    pub(crate) fn events(&self) -> Vec<Event> {
        self.steps.iter().flat_map(Step::events).collect()
    }

    /// How many moves are made.
    pub(crate) fn plies(&self) -> usize {
        let is_move = |step: &&Step| matches!(step.act, Act::Move { .. });
        self.steps.iter().filter(is_move).count()
    }
}

fn directory() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/matches")
}

/// The names of all scripts, sorted.
pub(crate) fn names() -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(directory())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| name.strip_suffix(".txt").map(str::to_owned))
        .collect();
    names.sort();
    names
}

/// Reads the script of this name and plays it by the rules.
///
/// # Panics
///
/// When the rules do not agree with a line of it.
pub(crate) fn script(name: &str) -> Script {
    let text = fs::read_to_string(directory().join(format!("{name}.txt"))).unwrap();
    let lines: Vec<(usize, &str)> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let mut reading = Reading::new(name);
    for (number, line) in lines {
        reading.at = number;
        reading.take(line);
    }
    reading.finish()
}

/// A script half read: what the rules say, and what the file has said so far.
struct Reading {
    name: String,
    at: usize,
    game: Game,
    steps: Vec<Step>,
    /// What followed from the latest step by the rules and has not been read yet.
    outs: Vec<ArmyOut>,
    end: Option<String>,
}

impl Reading {
    fn new(name: &str) -> Reading {
        Reading {
            name: name.to_owned(),
            at: 0,
            game: Game::start(Ruleset::THREE_MAN),
            steps: Vec::new(),
            outs: Vec::new(),
            end: None,
        }
    }

    fn place(&self) -> String {
        format!("{}.txt, line {}", self.name, self.at)
    }

    fn take(&mut self, line: &str) {
        let words: Vec<&str> = line.split(' ').collect();
        match words.as_slice() {
            ["end", position @ ..] => self.end = Some(position.join(" ")),
            [">", "out", army, how, rest @ ..] => {
                let wanted = out(army, how, rest);
                assert!(!self.outs.is_empty(), "{}: nobody goes out", self.place());
                assert_eq!(self.outs.remove(0), wanted, "{}", self.place());
            }
            [">", "over", how, score] => self.ends(how, score),
            [
                word @ ("resign" | "offer" | "agree" | "decline" | "withdraw"),
                army,
            ] => {
                let by = color(army);
                let (act, event) = match *word {
                    "resign" => (Act::Resign, None),
                    "offer" => (Act::Draw, Some(Event::DrawOffered { by })),
                    "agree" => (Act::Draw, Some(Event::DrawAgreed { by })),
                    "decline" => (Act::Decline, Some(Event::DrawDeclined { by })),
                    _ => (Act::Withdraw, Some(Event::DrawWithdrawn { by })),
                };
                let verdict = if act == Act::Resign {
                    self.game.judge_concession(by)
                } else {
                    Verdict::default()
                };
                self.carry_out(by, act, event, &verdict);
            }
            [ply, plain, short] => self.moves(ply, plain, short),
            _ => panic!("{}: what is this?", self.place()),
        }
    }

    fn moves(&mut self, ply: &str, plain: &str, written: &str) {
        let mv: Move = plain.parse().unwrap();
        let army = self.game.position().turn();
        assert_eq!(short(self.game.position(), mv), written, "{}", self.place());
        let verdict = self.game.judge_move(mv).expect(plain);
        self.game.carry_out_move(mv);
        let act = Act::Move {
            ply: ply.parse().unwrap(),
            plain: plain.to_owned(),
            short: written.to_owned(),
        };
        let reached = self.game.position().ply();
        assert_eq!(reached.to_string(), ply, "{}", self.place());
        let moved = Event::Moved { color: army, mv };
        self.carry_out(army, act, Some(moved), &verdict);
    }

    fn carry_out(&mut self, army: Color, act: Act, event: Option<Event>, verdict: &Verdict) {
        assert!(
            self.outs.is_empty(),
            "{}: {:?} before it",
            self.place(),
            self.outs
        );
        self.game.carry_out(verdict);
        self.outs.clone_from(&verdict.outs);
        self.steps.push(Step {
            army,
            act,
            event,
            outs: verdict.outs.clone(),
            over: verdict.over,
            position: self.game.position().to_string(),
        });
    }

    fn ends(&mut self, how: &str, score: &str) {
        let place = self.place();
        let step = self.steps.last_mut().expect("something ends it");
        if step.act == Act::Draw && how == "draw:agreement" {
            step.over = Some(self.game.draw(Draw::Agreement));
        }
        let over = step
            .over
            .unwrap_or_else(|| panic!("{place}: it is not over"));
        assert_eq!(
            (over.ending.word(), over.score().as_deref()),
            (how, Some(score)),
            "{place}"
        );
        self.game.end(over);
    }

    fn finish(self) -> Script {
        assert!(
            self.outs.is_empty(),
            "{}: {:?} is not told",
            self.name,
            self.outs
        );
        let final_position = self.end.expect("the file says how it stands at the end");
        assert_eq!(
            self.game.position().to_string(),
            final_position,
            "{}",
            self.name
        );
        Script {
            name: self.name,
            over: *self.game.over().expect("a script is played to its end"),
            steps: self.steps,
            final_position,
        }
    }
}

fn color(letter: &str) -> Color {
    let mut letters = letter.chars();
    let color = letters.next().and_then(Color::from_letter).expect(letter);
    assert_eq!(letters.next(), None, "{letter}");
    color
}

fn out(army: &str, how: &str, rest: &[&str]) -> ArmyOut {
    let exit = Exit::ALL.into_iter().find(|exit| exit.word() == how);
    let mut out = ArmyOut {
        color: color(army),
        exit: exit.expect(how),
        checkers: Colors::NONE,
        by: None,
        points: ByColor::default(),
    };
    for pair in rest.chunks(2) {
        match pair {
            ["by", by] => out.by = Some(color(by)),
            ["checkers", armies] => {
                out.checkers = armies
                    .chars()
                    .map(|army| color(&army.to_string()))
                    .collect();
            }
            _ => panic!("{pair:?}"),
        }
    }
    out
}
