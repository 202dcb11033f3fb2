//! Whole matches of `tests/data/matches`, to their ends: by the rules, and through the console.

mod console;
mod features;
mod written;

use std::{fs, path::PathBuf};

use rondel::{
    matchplay::{Command, Event, Motion, MoveInput},
    rules::{
        Agreement, Color, Colors, Draw, Elimination, Ending, Game, Move, OfferAction, Outcome,
        Role, Ruleset, Verdict, score_line,
    },
    rulesets::Rulesets,
};

use crate::said::{self, says};

/// The people who play a script, in turn order.
pub(crate) const PLAYERS: [&str; 3] = ["ann", "ben", "cy"];

/// The texts that say that an army is out.
const OUT: [&str; 12] = [
    "out-mate",
    "out-mate-pact",
    "out-mate-each",
    "out-mate-shared",
    "out-king-taken",
    "out-king-taken-pact",
    "out-king-capturable",
    "out-stalemate",
    "out-time",
    "out-time-last",
    "out-conceded",
    "out-conceded-last",
];

/// A match from its start to its end.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    /// The file's name without its ending.
    pub(crate) name: String,
    /// The ruleset's name.
    pub(crate) ruleset: String,
    /// The steps, in order.
    pub(crate) steps: Vec<Step>,
    /// The position line at the end.
    pub(crate) final_position: String,
    /// Its end.
    pub(crate) outcome: Outcome,
}

/// Something that a player does, and what follows from it.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The army whose player does it.
    pub(crate) army: Color,
    /// Their act.
    pub(crate) act: Act,
    /// The event for what they do; resigning has none but that the army goes out.
    event: Option<Event>,
    /// The draw that they claim with it.
    claimed: Option<Event>,
    /// The armies that go out, in order.
    pub(crate) outs: Vec<Elimination>,
    /// The end of the match, if this is it.
    pub(crate) outcome: Option<Outcome>,
    /// The position line after it.
    pub(crate) position: String,
}

/// An act of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Moves: plain and short form, the form for people, and the ply that it makes.
    Move {
        ply: u32,
        plain: String,
        short: String,
        written: String,
        claim: bool,
    },
    /// Resigns.
    Resign,
    /// Agrees on something, or answers.
    Wish(OfferAction, Agreement),
    /// Claims a draw.
    Claim,
}

/// The form in which moves are typed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Writing {
    Plain,
    Short,
}

impl Step {
    /// The events that follow, as a match tells them.
    pub(crate) fn events(&self) -> Vec<Event> {
        let mut events = Vec::from_iter(self.event.clone());
        events.extend(self.outs.iter().copied().map(Event::Eliminated));
        events.extend(self.claimed.clone());
        events.extend(self.outcome.map(Event::Ended));
        events
    }

    /// The player's name.
    pub(crate) fn player(&self) -> &'static str {
        PLAYERS[self.army.index()]
    }

    /// The line that a player types.
    pub(crate) fn command(&self, writing: Writing) -> String {
        let options = self.options(writing);
        let options = options
            .iter()
            .map(|(name, value)| format!(" {name}:{value}"));
        format!("/{}{}", self.name(), options.collect::<String>())
    }

    /// The name of the command.
    pub(crate) fn name(&self) -> &'static str {
        match &self.act {
            Act::Move { .. } => "move",
            Act::Resign => "resign",
            Act::Claim => "draw",
            Act::Wish(_, Agreement::Draw) => "draw",
            Act::Wish(_, Agreement::Resignation(_)) => "resign",
            Act::Wish(_, Agreement::Pact(_)) => "pact",
        }
    }

    /// Its options, all as texts.
    pub(crate) fn options(&self, writing: Writing) -> Vec<(&'static str, &str)> {
        match (&self.act, writing) {
            (
                Act::Move {
                    plain,
                    short,
                    claim,
                    ..
                },
                writing,
            ) => {
                let written = match writing {
                    Writing::Plain => plain,
                    Writing::Short => short,
                };
                let mut options = vec![("move", written.as_str())];
                if *claim {
                    options.push(("claim", "true"));
                }
                options
            }
            (Act::Resign, _) => vec![("confirm", "true")],
            (Act::Claim, _) => vec![("action", "claim")],
            (Act::Wish(OfferAction::Offer, Agreement::Resignation(winner)), _) => {
                vec![("winner", winner.word()), ("confirm", "true")]
            }
            (Act::Wish(action, about), _) => {
                let pact = matches!(about, Agreement::Pact(_));
                let word = match action {
                    OfferAction::Offer => "offer",
                    OfferAction::Accept => "accept",
                    OfferAction::Decline => "decline",
                    OfferAction::Withdraw if pact => "revoke",
                    OfferAction::Withdraw => "withdraw",
                };
                let mut options = vec![("action", word)];
                if let Agreement::Pact(with) = about {
                    options.push(("with", with.word()));
                }
                options
            }
        }
    }

    /// Expects that a text says of the armies that go out, and of no other, that they are out.
    #[track_caller]
    pub(crate) fn assert_outs(&self, text: &str) {
        for color in Color::ALL {
            let player = said::player(PLAYERS[color.index()], color);
            let told = OUT.iter().any(|id| says(text, id, &[("player", &player)]));
            let out = self.outs.iter().any(|out| out.color == color);
            assert_eq!(told, out, "{player}: {text}");
        }
    }

    /// The command that the player gives to the match.
    pub(crate) fn asked(&self) -> Command {
        match &self.act {
            Act::Move { short, claim, .. } => Command::Move {
                mv: MoveInput::Typed(short.clone()),
                claim: *claim,
            },
            Act::Resign => Command::Resign {
                confirmed: true,
                winner: None,
            },
            Act::Claim => Command::ClaimDraw,
            Act::Wish(OfferAction::Offer, Agreement::Resignation(winner)) => Command::Resign {
                confirmed: true,
                winner: Some(*winner),
            },
            Act::Wish(action, Agreement::Resignation(_)) => Command::Resignation(*action),
            Act::Wish(action, Agreement::Draw) => Command::Draw(*action),
            Act::Wish(action, Agreement::Pact(with)) => Command::Pact {
                action: *action,
                with: Some(*with),
            },
        }
    }
}

impl Script {
    /// Everything that happens from the first move on.
    pub(crate) fn events(&self) -> Vec<Event> {
        self.steps.iter().flat_map(Step::events).collect()
    }

    /// Counts the moves.
    pub(crate) fn plies(&self) -> usize {
        let is_move = |step: &&Step| matches!(step.act, Act::Move { .. });
        self.steps.iter().filter(is_move).count()
    }

    /// The options that it is played by.
    pub(crate) fn options(&self) -> Ruleset {
        options(&self.ruleset)
    }

    /// Returns true if the army is played: Gray is not in a duel.
    pub(crate) fn seats(&self, army: Color) -> bool {
        self.options().armies().contains(army)
    }
}

fn options(ruleset: &str) -> Ruleset {
    Rulesets::presets().named(ruleset).expect(ruleset).ruleset
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
    ruleset: String,
    game: Game,
    steps: Vec<Step>,
    /// Armies that went out with the latest step by the rules and have not been read yet.
    outs: Vec<Elimination>,
    end: Option<String>,
}

impl Reading {
    fn new(name: &str) -> Reading {
        Reading {
            name: name.to_owned(),
            at: 0,
            ruleset: String::from("three-man"),
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
            ["ruleset", name] => {
                assert!(self.steps.is_empty(), "{}", self.place());
                self.ruleset = (*name).to_owned();
                self.game = Game::start(options(name));
            }
            [">", "out", army, how, rest @ ..] => {
                assert!(!self.outs.is_empty(), "{}: nobody goes out", self.place());
                let came = self.outs.remove(0);
                assert_eq!(
                    told(&came),
                    (color(army), *how, rest.join(" ")),
                    "{}",
                    self.place()
                );
            }
            [">", "over", how, score] => self.ends(how, score),
            ["resign", army] => {
                let verdict = self.game.judge_concession(color(army));
                self.carry_out(color(army), Act::Resign, None, None, &verdict);
            }
            ["claim", army, how] => self.claims(color(army), how),
            [ply, plain, short, rest @ ..] if ply.parse::<u32>().is_ok() => {
                self.moves(ply, plain, short, rest);
            }
            [word, army, rest @ ..] => {
                use OfferAction::{Accept, Decline, Offer, Withdraw};
                let by = color(army);
                // The answer is about the one that stands.
                let standing = Agreement::Resignation(by);
                let (action, about) = match (*word, rest) {
                    ("offer", []) => (Offer, Agreement::Draw),
                    ("agree", []) => (Accept, Agreement::Draw),
                    ("decline", []) => (Decline, Agreement::Draw),
                    ("withdraw", []) => (Withdraw, Agreement::Draw),
                    ("resign", ["for", winner]) => (Offer, Agreement::Resignation(color(winner))),
                    ("accept", []) => (Accept, standing),
                    ("refuse", []) => (Decline, standing),
                    ("take-back", []) => (Withdraw, standing),
                    ("pact", [with]) => (Offer, Agreement::Pact(color(with))),
                    ("join-pact", [with]) => (Accept, Agreement::Pact(color(with))),
                    ("unpact", [with]) => (Withdraw, Agreement::Pact(color(with))),
                    _ => panic!("{}: what is this?", self.place()),
                };
                self.wishes(by, action, about);
            }
            _ => panic!("{}: what is this?", self.place()),
        }
    }

    fn wishes(&mut self, by: Color, action: OfferAction, about: Agreement) {
        let act = Act::Wish(action, about);
        let said = self.game.wish(by, action, about);
        let said = said.unwrap_or_else(|refusal| panic!("{}: {refusal}", self.place()));
        let (action, about) = said;
        let verdict = self.game.judge_said(by, action, about);
        self.game.carry_out_said(by, action, about);
        let motion = Motion::Agreement(about);
        let event = Event::Proposal { by, action, motion };
        self.carry_out(by, act, Some(event), None, &verdict);
    }

    fn claims(&mut self, by: Color, how: &str) {
        let draw = self.game.claimable(by).expect("a claim that is due");
        assert_eq!(Ending::Draw(draw).word(), how, "{}", self.place());
        let verdict = Verdict {
            outs: Vec::new(),
            outcome: Some(self.game.draw(draw)),
        };
        let claimed = Event::DrawClaimed { by, draw };
        self.carry_out(by, Act::Claim, None, Some(claimed), &verdict);
    }

    fn moves(&mut self, ply: &str, plain: &str, written: &str, rest: &[&str]) {
        let mv: Move = plain.parse().unwrap();
        let army = self.game.position().turn();
        let verdict = match rest {
            [] => self.game.judge_move(mv).expect(plain),
            ["claim"] => {
                let claimed = self.game.judge_claiming_move(mv).expect(plain);
                claimed.expect("a claim that is due with the move")
            }
            _ => panic!("{}: what is this?", self.place()),
        };
        let short = self.game.short(mv, &verdict);
        let for_people = short.for_people(Role::letter);
        let short = short.to_string();
        assert_eq!(short, written, "{}", self.place());
        self.game.carry_out_move(mv);
        let act = Act::Move {
            ply: ply.parse().unwrap(),
            plain: plain.to_owned(),
            short,
            written: for_people,
            claim: !rest.is_empty(),
        };
        let reached = self.game.position().ply();
        assert_eq!(reached.to_string(), ply, "{}", self.place());
        let moved = Event::Moved { color: army, mv };
        let draw = verdict.outcome.and_then(|outcome| match outcome.ending {
            Ending::Draw(draw) if !rest.is_empty() => Some(draw),
            Ending::Draw(_)
            | Ending::LastArmy
            | Ending::FirstOut
            | Ending::CapturableKing
            | Ending::ResignedFor
            | Ending::Aborted => None,
        });
        let claimed = draw.map(|draw: Draw| Event::DrawClaimed { by: army, draw });
        self.carry_out(army, act, Some(moved), claimed, &verdict);
    }

    fn carry_out(
        &mut self,
        army: Color,
        act: Act,
        event: Option<Event>,
        claimed: Option<Event>,
        verdict: &Verdict,
    ) {
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
            claimed,
            outs: verdict.outs.clone(),
            outcome: verdict.outcome,
            position: self.game.position().to_string(),
        });
    }

    fn ends(&mut self, how: &str, score: &str) {
        let place = self.place();
        let step = self.steps.last().expect("something ends it");
        let outcome = step
            .outcome
            .unwrap_or_else(|| panic!("{place}: it is not over"));
        assert_eq!(
            (outcome.ending.word(), outcome.score().as_deref()),
            (how, Some(score)),
            "{place}"
        );
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
            ruleset: self.ruleset,
            outcome: *self.game.outcome().expect("a script is played to its end"),
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

/// An army that went out, as a line of a script tells it.
fn told(out: &Elimination) -> (Color, &'static str, String) {
    let mut rest = Vec::new();
    if let Some(by) = out.by {
        rest.push(format!("by {}", by.letter()));
    }
    if out.checkers != Colors::NONE {
        rest.push(format!("checkers {}", out.checkers));
    }
    let points = score_line(&out.points);
    if points != "0-0-0" {
        rest.push(format!("points {points}"));
    }
    (out.color, out.exit.word(), rest.join(" "))
}
