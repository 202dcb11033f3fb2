//! The answers of `rondel analyze` in a few words, for tables of cases.

use std::sync::LazyLock;

use rondel::{rules::Ruleset, rulesets::Rulesets, tools::analyze::analyze};
use serde_json::Value;

/// A preset by its name.
pub(super) fn preset(name: &str) -> Ruleset {
    static PRESETS: LazyLock<Rulesets> = LazyLock::new(Rulesets::presets);
    PRESETS.named(name).unwrap().ruleset
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// The armies that went out, then the end with its score or else who is to move and who plays, then
/// the error: `g mate of wb by b; b to move of wb; refused at 3`.
pub(super) fn told(ruleset: &str, line: &str) -> String {
    let answer =
        serde_json::to_value(analyze(preset(ruleset), &ToString::to_string, line)).unwrap();
    let mut told = Vec::new();
    for event in answer["events"].as_array().unwrap() {
        let mut out = format!("{} {}", text(&event["army"]), text(&event["how"]));
        let checkers = event["checkers"].as_array().unwrap();
        if !checkers.is_empty() {
            out += " of ";
            checkers.iter().for_each(|army| out += text(army));
        }
        if let Some(by) = event["by"].as_str() {
            out += &format!(" by {by}");
        }
        told.push(out);
    }
    let outcome = &answer["over"];
    if !outcome.is_null() {
        told.push(format!(
            "{} {}",
            text(&outcome["how"]),
            text(&outcome["score"])
        ));
    } else if !answer["turn"].is_null() {
        let in_play = text(&answer["in_play"]);
        told.push(format!("{} to move of {in_play}", text(&answer["turn"])));
    }
    let error = &answer["error"];
    if !error.is_null() {
        told.push(format!("{} at {}", text(&error["kind"]), error["at"]));
    }
    told.join("; ")
}

/// A line as it would be with every army one seat further, `seats` times: board, armies and words.
/// It has no castling and nothing to take en passant.
pub(super) fn moved_on(line: &str, seats: usize) -> String {
    let (place, words) = match line.split_once(" moves ") {
        Some((place, words)) => (place, words),
        None => (line, ""),
    };
    let fields: Vec<&str> = place.split(' ').collect();
    let ["-", "-"] = fields[4..6] else {
        panic!("castling or en passant: {line}");
    };
    let board: Vec<String> = fields[0]
        .split('/')
        .map(|rank| {
            let mut squares = squares(rank);
            squares.rotate_right(8 * seats);
            run_lengths(&squares, seats)
        })
        .collect();
    let ordered = |letters: &str, order: &str, ring: &str| -> String {
        let letters: String = letters
            .chars()
            .map(|letter| on(letter, ring, seats))
            .collect();
        order
            .chars()
            .filter(|letter| letters.contains(*letter))
            .collect()
    };
    let moats = match fields[3] {
        "-" => String::from("-"),
        moats => ordered(moats, "xhp", "xhp"),
    };
    let mut moved = format!(
        "{} {} {} {moats} - - {} {}",
        board.join("/"),
        army(fields[1], seats),
        ordered(fields[2], "wgb", "wgb"),
        fields[6],
        fields[7],
    );
    for (at, word) in words.split(' ').filter(|word| !word.is_empty()).enumerate() {
        moved += if at == 0 { " moves " } else { " " };
        let parts: Vec<String> = word
            .split(':')
            .enumerate()
            .map(|(at, part)| match part {
                "w" | "g" | "b" => army(part, seats),
                _ if at == 0 && word.contains(':') || part == "for" => String::from(part),
                mv => further(mv, seats),
            })
            .collect();
        moved += &parts.join(":");
    }
    moved
}

/// The letter that stands some places further in a ring of letters.
fn on(letter: char, ring: &str, places: usize) -> char {
    let at = ring.find(letter).unwrap();
    ring.chars().cycle().nth(at + places).unwrap()
}

fn army(letter: &str, seats: usize) -> String {
    letter
        .chars()
        .map(|letter| on(letter, "wgb", seats))
        .collect()
}

/// A plain move, eight files further for each seat.
fn further(mv: &str, seats: usize) -> String {
    let moved = |(at, letter): (usize, char)| match at {
        0 | 2 => char::from(b'a' + (letter as u8 - b'a' + 8 * seats as u8) % 24),
        _ => letter,
    };
    mv.chars().enumerate().map(moved).collect()
}

/// A rank of a position line, square by square.
fn squares(rank: &str) -> Vec<Option<(char, char)>> {
    let mut squares = Vec::new();
    let mut letters = rank.chars().peekable();
    while let Some(letter) = letters.next() {
        let Some(digit) = letter.to_digit(10) else {
            squares.push(Some((letter, letters.next().unwrap())));
            continue;
        };
        let mut run = digit;
        while let Some(next) = letters.peek().and_then(|letter| letter.to_digit(10)) {
            run = 10 * run + next;
            letters.next();
        }
        squares.resize(squares.len() + run as usize, None);
    }
    assert_eq!(squares.len(), 24, "{rank}");
    squares
}

fn run_lengths(squares: &[Option<(char, char)>], seats: usize) -> String {
    let mut rank = String::new();
    let mut run = 0;
    let end = |rank: &mut String, run: &mut u32| {
        if *run > 0 {
            *rank += &run.to_string();
        }
        *run = 0;
    };
    for square in squares {
        match square {
            None => run += 1,
            Some((owner, kind)) => {
                end(&mut rank, &mut run);
                rank.push(on(*owner, "wgb", seats));
                rank.push(*kind);
            }
        }
    }
    end(&mut rank, &mut run);
    rank
}

/// The answer with every army one seat further, `seats` times.
pub(super) fn told_further(told: &str, seats: usize) -> String {
    let parts: Vec<String> = told
        .split("; ")
        .map(|part| {
            let mut words = Vec::new();
            for word in part.split(' ') {
                let scores: Vec<&str> = word.split('-').collect();
                words.push(if word.chars().all(|letter| "wgb".contains(letter)) {
                    let mut armies: Vec<char> = army(word, seats).chars().collect();
                    armies.sort_by_key(|army| "wgb".find(*army));
                    armies.into_iter().collect()
                } else if scores.len() == 3
                    && word.starts_with(|letter: char| letter.is_ascii_digit())
                {
                    let mut scores = scores;
                    scores.rotate_right(seats);
                    scores.join("-")
                } else {
                    String::from(word)
                });
            }
            words.join(" ")
        })
        .collect();
    parts.join("; ")
}

/// A position line of pieces like `wKe4` and of the seven fields after the board.
pub(super) fn laid_out(fields: &str, pieces: &str) -> String {
    let mut board = vec![None; 144];
    for piece in pieces.split(' ') {
        let [army, kind, file, rank] = piece.as_bytes() else {
            panic!("{piece}");
        };
        let square = usize::from(rank - b'1') * 24 + usize::from(file - b'a');
        assert_eq!(board[square], None, "{piece}");
        board[square] = Some((char::from(*army), char::from(*kind)));
    }
    let ranks: Vec<String> = board.chunks(24).map(|rank| run_lengths(rank, 0)).collect();
    format!("{} {fields}", ranks.join("/"))
}

/// Texts in which `2*(a b)` stands for `a b a b`.
pub(super) fn expanded(words: &str) -> String {
    let Some((before, rest)) = words.split_once("*(") else {
        return String::from(words);
    };
    let (inner, after) = rest.split_once(')').unwrap();
    let (before, times) = before.split_at(before.len() - 1);
    let times = vec![inner; times.parse().unwrap()];
    format!("{before}{}{}", times.join(" "), expanded(after))
}
