//! `rondel analyze` (interfaces §6): reads positions and moves, and writes their consequences, one
//! JSON line for each line.

use std::io::{self, BufRead, Write};

use serde::Serialize;

use crate::{
    rules::{Elimination, Game, Move, NotLegal, ParsePositionError, Ruleset, why_illegal},
    tools::{
        OverLine, Wording,
        action::{Misplaced, PlayerAction},
        lines::place,
        read_bounded,
    },
};

/// The longest line, in bytes.
pub const LONGEST_LINE: usize = 64 * 1024;

/// The number of characters after which words are cut.
const LONGEST_WORD: usize = 100;

/// The answer to a line. Every key is always present.
#[derive(Debug, Default, Serialize)]
pub struct Analysis {
    position: Option<String>,
    turn: Option<char>,
    in_play: String,
    legal: Vec<String>,
    check: String,
    events: Vec<OutLine>,
    over: Option<OverLine>,
    error: Option<ErrorLine>,
}

#[derive(Debug, Serialize)]
struct OutLine {
    ply: u32,
    army: char,
    how: &'static str,
    checkers: Vec<char>,
    by: Option<char>,
}

#[derive(Debug, Serialize)]
struct ErrorLine {
    kind: &'static str,
    at: i64,
    word: String,
    rule: Option<String>,
    text: String,
}

/// Answers every line of the input, each as soon as it is read.
///
/// # Errors
///
/// If the input cannot be read or an answer cannot be written.
pub fn run(
    ruleset: Ruleset,
    wording: Wording<'_>,
    mut input: impl BufRead,
    mut out: impl Write,
) -> io::Result<()> {
    let mut line = Vec::new();
    while read_bounded(&mut input, &mut line, LONGEST_LINE)? {
        let analysis = if line.len() > LONGEST_LINE {
            let text = "a line is at most 64 KiB long";
            Analysis::without_state(error("too-long", -1, "", None, text))
        } else {
            match std::str::from_utf8(&line) {
                Ok(text) => analyze(ruleset, wording, text),
                Err(_) => Analysis::without_state(error(
                    "unreadable",
                    -1,
                    &String::from_utf8_lossy(&line),
                    None,
                    "the line is not UTF-8",
                )),
            }
        };
        serde_json::to_writer(&mut out, &analysis)?;
        out.write_all(b"\n")?;
        out.flush()?;
    }
    Ok(())
}

/// Answers one line.
///
/// ```
/// use rondel::{rules::Ruleset, tools::analyze::analyze};
///
/// let analysis = analyze(Ruleset::THREE_MAN, &ToString::to_string, "start moves e2e4 m2m4");
/// let json = serde_json::to_string(&analysis)?;
/// assert!(json.contains(r#""turn":"b""#));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[must_use]
pub fn analyze(ruleset: Ruleset, wording: Wording<'_>, line: &str) -> Analysis {
    let line = line.trim_end_matches('\r');
    let (text, words) = match line.split_once(" moves ") {
        Some((text, words)) => (text, Some(words)),
        None => (line, None),
    };
    let position = match place(ruleset, text) {
        Ok(position) => position,
        Err(refused) => return Analysis::without_state(position_error(text, refused)),
    };
    let mut game = Game::from_position(ruleset, position);
    // A line with fewer armies than the ruleset plays on with is accepted as a match that has
    // ended. Nothing happens in it.
    let ended = !ruleset.plays_on_with(position.in_play());
    let mut events = Vec::new();
    let verdict = game.judge_position();
    game.carry_out(&verdict);
    note(&game, &verdict.outs, &mut events);
    let mut wrong = None;
    let words = words.into_iter().flat_map(|words| words.split(' '));
    for (at, word) in (0..).zip(words) {
        match play(&mut game, wording, ended, word, at) {
            Ok(outs) => note(&game, &outs, &mut events),
            Err(found) => {
                wrong = Some(found);
                break;
            }
        }
    }
    Analysis::of(&game, ended, events, wrong)
}

fn play(
    game: &mut Game,
    wording: Wording<'_>,
    ended: bool,
    word: &str,
    at: i64,
) -> Result<Vec<Elimination>, ErrorLine> {
    let read = word
        .parse::<PlayerAction>()
        .map_err(|refused| error("unreadable", at, word, Some("§7.1"), &refused.to_string()))?;
    if ended || game.outcome().is_some() {
        return Err(error("over", at, word, None, "the match is over"));
    }
    let illegal = |game: &Game, kind, mv: Move| {
        let why = why_illegal(game.position(), mv.from, mv.to, mv.promotion);
        error(kind, at, word, Some(why.rule()), &wording(&why))
    };
    let refused = |rule: Option<&str>, misplaced: &Misplaced| {
        error("refused", at, word, rule, &misplaced.to_string())
    };
    let verdict = read.carry_out(game).map_err(|misplaced| match misplaced {
        Misplaced::Illegal(NotLegal(mv)) => illegal(game, "illegal", mv),
        Misplaced::IllegalClaim(NotLegal(mv)) => illegal(game, "refused", mv),
        Misplaced::Refused(refusal) => refused(refusal.rule(), &misplaced),
        Misplaced::NotDue => refused(Some("§5"), &misplaced),
    })?;
    Ok(verdict.outs)
}

fn note(game: &Game, outs: &[Elimination], events: &mut Vec<OutLine>) {
    events.extend(outs.iter().map(|out| OutLine {
        ply: game.position().ply(),
        army: out.color.letter(),
        how: out.exit.word(),
        checkers: out.checkers.iter().map(|color| color.letter()).collect(),
        by: out.by.map(|color| color.letter()),
    }));
}

fn error(kind: &'static str, at: i64, word: &str, rule: Option<&str>, text: &str) -> ErrorLine {
    ErrorLine {
        kind,
        at,
        word: word.chars().take(LONGEST_WORD).collect(),
        rule: rule.map(str::to_owned),
        text: text.to_owned(),
    }
}

fn position_error(line: &str, refused: ParsePositionError) -> ErrorLine {
    let (kind, rule) = match refused {
        ParsePositionError::Fields | ParsePositionError::Unreadable(_) => ("unreadable", "§7.3"),
        ParsePositionError::Impossible(_) => ("impossible", "§7.4"),
    };
    let word = refused
        .field()
        .and_then(|field| line.split(' ').nth(field as usize));
    error(
        kind,
        -1,
        word.unwrap_or(line),
        Some(rule),
        &refused.to_string(),
    )
}

impl Analysis {
    fn of(game: &Game, ended: bool, events: Vec<OutLine>, error: Option<ErrorLine>) -> Analysis {
        let position = game.position();
        let mut legal: Vec<String> = if ended || game.outcome().is_some() {
            Vec::new()
        } else {
            position.legal_moves().iter().map(Move::to_string).collect()
        };
        legal.sort_unstable();
        Analysis {
            position: Some(position.to_string()),
            turn: Some(position.turn().letter()),
            in_play: position.in_play().to_string(),
            legal,
            check: position.checked().to_string(),
            events,
            over: game.outcome().map(OverLine::of),
            error,
        }
    }

    fn without_state(error: ErrorLine) -> Analysis {
        Analysis {
            error: Some(error),
            ..Analysis::default()
        }
    }
}
