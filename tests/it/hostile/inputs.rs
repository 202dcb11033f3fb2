//! Inputs that nobody sane sends, made from sane ones: seeded, so that each can be made again.

use std::{fs, sync::Arc};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rondel::{
    commands::COMMANDS,
    matchplay::MatchId,
    messages::ButtonId,
    rules::{Position, short},
    transcript::Format,
};
use serde_json::Value;

use super::properties::is_button;
use crate::{
    matches::{Act, names, script},
    store::records::stored_events,
    transcript::Played,
};

/// Number of inputs that each door is tried with, unless `RONDEL_HOSTILE` says otherwise.
const INPUTS: u64 = 1_000;

/// The seed of all dice, unless `RONDEL_HOSTILE_SEED` says otherwise.
const SEED: u64 = 4;

/// The number of inputs that each door is tried with.
pub(crate) fn count() -> u64 {
    from_environment("RONDEL_HOSTILE").unwrap_or(INPUTS)
}

fn seed() -> u64 {
    from_environment("RONDEL_HOSTILE_SEED").unwrap_or(SEED)
}

fn from_environment(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Texts of all the grammars.
const WORDS: [&str; 68] = [
    "start",
    " moves ",
    " resign:w",
    " resign:g:for:b",
    " accept:w",
    " draw:b",
    " claim:w:",
    " pact:w:b",
    " unpact:w:b",
    " flag:g",
    "e2e4",
    "m2m4",
    "d2d1q",
    "Nf3",
    "O-O",
    "0-0-0",
    "exf5",
    "QxKm1",
    "Rac1",
    "w",
    "wgb",
    "wKQgKQbKQ",
    "e3m3",
    "24/",
    "wC",
    "bP",
    " 4294967295",
    " 18446744073709551616",
    "-1",
    "1e308",
    "NaN",
    "0x7f",
    "@ann ",
    "@",
    "/",
    "/move ",
    "/press ",
    "/channel ",
    "move:",
    "match:",
    "confirm:true",
    "player2:@",
    "\"",
    "rd1:",
    ":view",
    ":join:white",
    "::",
    "{\"v\":1",
    "\"kind\":",
    "null",
    "\\ud800",
    "\\u0000",
    "[[",
    "]]",
    "[store]",
    "url = ",
    "sled:",
    "\"\"\"",
    "= [",
    "{ }",
    "\r",
    "\t",
    "#",
    "%s%n",
    "$(id)",
    "{ $name }",
    "../../",
    "--help",
];

/// Signs that keyboards seldom have.
const SIGNS: [&str; 24] = [
    "\0",
    "\u{7}",
    "\u{1b}[31m",
    "\u{7f}",
    "\u{85}",
    "\u{a0}",
    "\u{ad}",
    "\u{301}\u{302}\u{303}",
    "\u{200b}",
    "\u{200d}",
    "\u{200f}",
    "\u{202e}",
    "\u{2066}",
    "\u{2069}",
    "\u{2028}",
    "\u{3164}",
    "\u{feff}",
    "\u{e0041}",
    "\u{fffd}",
    "\u{10ffff}",
    "שלום",
    "🏴‍☠️",
    "👩‍👩‍👧‍👦",
    "ﷺ",
];

/// Dice that spoil sane inputs.
#[derive(Debug)]
pub(crate) struct Mutator {
    dice: ChaCha8Rng,
    seeds: Arc<[Vec<u8>]>,
}

impl Mutator {
    /// Over these inputs. `door` tells the dice of one door from those of another.
    pub(crate) fn new(door: u64, seeds: impl Into<Arc<[Vec<u8>]>>) -> Mutator {
        Mutator {
            dice: ChaCha8Rng::seed_from_u64(seed() ^ door << 32),
            seeds: seeds.into(),
        }
    }

    /// A number below this one.
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.dice.random_range(0..most)
    }

    /// One of several.
    pub(crate) fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    fn any_seed(&mut self) -> Vec<u8> {
        let place = self.below(self.seeds.len());
        self.seeds[place].clone()
    }

    /// An input that was sane.
    pub(crate) fn bytes(&mut self) -> Vec<u8> {
        let seed = self.any_seed();
        self.mutated(seed)
    }

    /// As [`Mutator::bytes`], as a text.
    pub(crate) fn text(&mut self) -> String {
        String::from_utf8_lossy(&self.bytes()).into_owned()
    }

    /// Changes an input once or a few times: after each, every second one is done.
    pub(crate) fn mutated(&mut self, mut input: Vec<u8>) -> Vec<u8> {
        loop {
            self.change(&mut input);
            if self.below(2) == 0 {
                return input;
            }
        }
    }

    /// Changes a text.
    pub(crate) fn mutated_text(&mut self, text: &str) -> String {
        String::from_utf8_lossy(&self.mutated(text.into())).into_owned()
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        let at = self.below(input.len() + 1);
        let to = at + self.below((input.len() - at).min(16) + 1);
        match self.below(24) {
            0..=3 => {
                if let Some(byte) = input.get_mut(at) {
                    *byte ^= 1 << self.dice.random_range(0..8);
                }
            }
            4 | 5 => {
                if let Some(byte) = input.get_mut(at) {
                    *byte = self.dice.random();
                }
            }
            6..=8 => drop(input.drain(at..to)),
            9 | 10 => {
                let again = input[at..to].to_vec();
                insert(input, at, &again);
            }
            11 | 12 => {
                let other = self.any_seed();
                let from = self.below(other.len() + 1);
                input.truncate(at);
                input.extend_from_slice(&other[from..]);
            }
            13..=16 => {
                let word = *self.one_of(&WORDS);
                insert(input, at, word.as_bytes());
            }
            17..=19 => {
                let sign = *self.one_of(&SIGNS);
                insert(input, at, sign.as_bytes());
            }
            20 => {
                let digits = "9".repeat(1 + self.below(40));
                insert(input, at, digits.as_bytes());
            }
            21 => input.truncate(at),
            22 => {
                let end = input.len().min(at + 2);
                input[at..end].make_ascii_uppercase();
            }
            _ => {
                let many = *self.one_of(&["a", "é", "🦀", "[", "{\"a\":", "\"", "@a ", "e\u{301}"]);
                // Seldom, since it takes the time of hundreds of others.
                let times = if self.below(8) == 0 { 10_000 } else { 100 };
                insert(input, at, many.repeat(times).as_bytes());
            }
        }
    }
}

fn insert(input: &mut Vec<u8>, at: usize, part: &[u8]) {
    input.splice(at..at, part.iter().copied());
}

/// Sane inputs of the property of this name.
pub(crate) fn seeds(property: &str) -> Vec<Vec<u8>> {
    let texts: Vec<String> = match property {
        "position_line" => positions(),
        "plain_move" => moves().into_iter().map(|(plain, _)| plain).collect(),
        "typed_move" => return typed_moves(),
        "analyze_line" => analyze_lines(),
        "console_line" => console_lines(),
        "button_id" => button_ids(),
        "stored_record" => return records(),
        "match_record" => match_records(),
        "config" => configs(),
        _ => panic!("{property} has no seeds"),
    };
    texts.into_iter().map(String::into_bytes).collect()
}

fn data(name: &str) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/");
    fs::read_to_string(format!("{path}{name}")).expect(name)
}

/// A key of each line of a file of JSON lines.
fn column(name: &str, key: &str) -> Vec<String> {
    let rows = data(name);
    let rows = rows.lines().map(|line| {
        let row: Value = serde_json::from_str(line).expect(line);
        row[key].as_str().expect(line).to_owned()
    });
    rows.collect()
}

/// Every fourth of the positions there are: enough of each kind.
fn positions() -> Vec<String> {
    let mut lines: Vec<String> = column("positions.jsonl", "position")
        .into_iter()
        .step_by(4)
        .collect();
    lines.push(Position::start().to_string());
    lines
}

/// The moves of whole matches, plain and short.
fn moves() -> Vec<(String, String)> {
    let steps = names().into_iter().flat_map(|name| script(&name).steps);
    let mut moves: Vec<(String, String)> = steps
        .filter_map(|step| match step.act {
            Act::Move { plain, short, .. } => Some((plain, short)),
            Act::Resign | Act::Wish(..) | Act::Claim => None,
        })
        .collect();
    moves.sort();
    moves.dedup();
    moves
}

/// After some plies, all by the first legal move, the moves of matches, and what is legal.
fn typed_moves() -> Vec<Vec<u8>> {
    let start = Position::start();
    let opening = start.legal_moves();
    let mut typed: Vec<Vec<u8>> = opening
        .iter()
        .flat_map(|mv| [mv.to_string(), short(&start, *mv)])
        .map(|text| [&[0], text.as_bytes()].concat())
        .collect();
    for (plies, (plain, short)) in (0_u8..).zip(moves().into_iter().take(200)) {
        let before = [&[plies][..], &vec![plies; plies.into()]].concat();
        typed.push([&before, plain.as_bytes()].concat());
        typed.push([&before, short.as_bytes()].concat());
    }
    typed
}

fn analyze_lines() -> Vec<String> {
    let mut lines = column("endings.jsonl", "line");
    lines.extend(positions());
    for name in names() {
        let steps = script(&name).steps.into_iter();
        let moves: Vec<String> = steps
            .map_while(|step| match step.act {
                Act::Move { plain, .. } => Some(plain),
                Act::Resign | Act::Wish(..) | Act::Claim => None,
            })
            .collect();
        let lengths = (1..=moves.len()).step_by(5);
        lines.extend(lengths.map(|length| format!("start moves {}", moves[..length].join(" "))));
    }
    lines.push("start".to_owned());
    lines
}

/// Every command with every option, and what else a line may be.
pub(crate) fn console_lines() -> Vec<String> {
    let mut lines: Vec<String> = [
        "",
        "# well",
        "/channel park",
        "/matches",
        "/help",
        "@dora /matches",
    ]
    .map(str::to_owned)
    .to_vec();
    for command in COMMANDS {
        lines.push(format!("@dora /{}", command.name));
        for option in command.options {
            let values: Vec<&str> = match option.choices {
                [] => vec!["a2a2a", "e4", "true", "7", "@eve", "\"e2 e4\""],
                choices => choices.to_vec(),
            };
            lines.extend(
                values
                    .iter()
                    .map(|value| format!("@dora /{} {}:{value}", command.name, option.name)),
            );
        }
    }
    lines.extend(button_ids().iter().map(|id| format!("@dora /press {id}")));
    lines
}

/// A button for each action, and those that turn pages.
pub(crate) fn button_ids() -> Vec<String> {
    let plies = [0, 1, 7, 4_294_967_295].into_iter().cycle();
    let buttons = ACTIONS.into_iter().zip(plies);
    let leaders = [
        "server.all.1",
        "everywhere.month.1",
        "server.month.4294967295",
    ];
    buttons
        .map(|(action, ply)| format!("rd1:{}:{ply}:{action}", MatchId::numbered(ply)))
        .chain(leaders.map(|page| format!("rd1:-:0:leaders:three-man.{page}")))
        .inspect(|id| assert!(is_button(id), "{id}"))
        .collect()
}

/// A ply that no watched match comes to.
pub(crate) const LATE: u32 = 50;

/// Whether an id is a button's that may do something: one of ours, and not of a ply still to come.
pub(crate) fn presses_now(id: &str) -> bool {
    let read = id.parse::<ButtonId>().ok().filter(|_| is_button(id));
    read.is_some_and(|button| {
        let now = button.of.is_none_or(|(_, ply)| ply < LATE);
        now || serves_from_any_board(&button.action)
    })
}

/// Whether a button does something whichever board it was under, since it does not depend on the position.
pub(crate) fn serves_from_any_board(action: &str) -> bool {
    let answers = ["resign:accept", "resign:decline", "resign:withdraw"];
    let begins = ["resign", "draw", "pause", "pact:offer", "pact:revoke"];
    let serves = begins.iter().any(|begins| action.starts_with(begins));
    serves && !answers.contains(&action) && !action.starts_with("pause:")
}

/// The actions of buttons about matches that name no number, square or move.
pub(crate) const ACTIONS: [&str; 42] = [
    "join:white",
    "join:gray",
    "join:black",
    "leave",
    "view",
    "text",
    "more",
    "history",
    "draw",
    "draw:decline",
    "resign",
    "resign:confirm",
    "resign:white",
    "resign:gray",
    "resign:black",
    "resign:confirm:white",
    "resign:confirm:gray",
    "resign:confirm:black",
    "resign:accept",
    "resign:decline",
    "resign:withdraw",
    "pact:offer:white",
    "pact:offer:gray",
    "pact:offer:black",
    "pact:accept:white",
    "pact:accept:gray",
    "pact:accept:black",
    "pact:revoke",
    "pact:revoke:white",
    "pact:revoke:gray",
    "pact:revoke:black",
    "abort:accept",
    "abort:decline",
    "pause",
    "pause:accept",
    "pause:decline",
    "takeback",
    "takeback:accept",
    "takeback:decline",
    "rematch",
    "since",
    "move",
];

/// The stored records of every kind, each after no other.
fn records() -> Vec<Vec<u8>> {
    let rows = stored_events();
    rows.lines()
        .map(|row| [&[0; 32], row.as_bytes()].concat())
        .collect()
}

/// Short matches under all rulesets, each in both forms.
fn match_records() -> Vec<String> {
    let mut played: Vec<Played> = (0..120).map(Played::by_plan).collect();
    played.retain(|played| played.state.ply() < 60);
    let records = played.iter().map(Played::transcript);
    records
        .flat_map(|record| Format::ALL.map(|format| record.written(format)))
        .collect()
}

/// The configuration that explains every key, with and without its commented keys; a part each.
fn configs() -> Vec<String> {
    let whole = include_str!("../../../config/rondel.toml");
    let used: String = whole
        .lines()
        .map(|line| match line.strip_prefix("# ") {
            Some(key) if key.contains(" = ") => format!("{key}\n"),
            _ => format!("{line}\n"),
        })
        .collect();
    [
        whole,
        &used,
        "[log]\nlevel = \"warn\"\n",
        "store.url = \"memory:\"\n",
        "",
    ]
    .map(str::to_owned)
    .to_vec()
}
