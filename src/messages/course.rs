//! The course of a match: a line for each round of moves, and one for everything else in between.

use super::{
    message::Message,
    narrator::Narrator,
    story::{goes_out, stood},
};
use crate::{
    matchplay::{Event, Match, Moment, Stage},
    rules::Color,
};

/// Stands in a line of moves for an army that is out.
const OUT: &str = "–";

/// Stands in a line of moves for an army whose move is not in this line.
const ELSEWHERE: &str = "…";

/// A line of the course, or several of them, with the rounds and plies in it, each from the first to the
/// last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourseLine {
    /// The moves of a round, or a sentence.
    pub text: Message,
    /// The rounds; `None` for what is no move.
    pub rounds: Option<(u32, u32)>,
    /// The plies; `None` for what is no move.
    pub plies: Option<(u32, u32)>,
}

/// Tells a match from this place in its events on.
#[must_use]
pub fn course(
    narrator: &Narrator<'_>,
    state: &Match,
    events: &[(Event, Moment)],
    from: usize,
) -> Vec<CourseLine> {
    let mut lines: Vec<CourseLine> = Vec::new();
    // The round of each move that stands, and the first ply of the last line while its round may go on.
    let mut rounds: Vec<u32> = Vec::new();
    let mut goes_on: Option<u32> = None;
    let mut names = narrator.story(state).names;
    let Some((mut now, later)) = Match::begun(state.id(), events) else {
        return lines;
    };
    let line = |text| CourseLine {
        text,
        rounds: None,
        plies: None,
    };
    let opening = narrator.story(&now).happened(&events[0].0);
    lines.extend(opening.filter(|_| from == 0).map(line));
    for (number, (event, at)) in (1..).zip(later) {
        let before = stood(&now);
        now.apply(event, *at);
        if matches!(
            event,
            Event::Started | Event::TookOver { .. } | Event::Freed { .. }
        ) {
            names = narrator.story(&now).names;
        }
        if let Event::Moved { color, .. } = event {
            rounds.truncate(now.played().len() - 1);
            let begins = now.played().iter().rev().nth(1);
            let begins = begins.is_some_and(|before| before.color >= *color);
            rounds.push(rounds.last().map_or(1, |last| last + u32::from(begins)));
        }
        if number < from {
            continue;
        }
        let mut story = narrator.story_named(&now, names.clone());
        story.before = before;
        let mut sentences = story.lapsed(std::slice::from_ref(event));
        if let Event::Moved { .. } = event {
            let (ply, round) = (now.ply(), rounds.last().copied().unwrap_or(1));
            let here = |line: &CourseLine| line.rounds == Some((round, round));
            let first = goes_on.filter(|_| lines.last().is_some_and(here));
            if first.is_some() {
                lines.pop();
            }
            let first = first.unwrap_or(ply);
            lines.push(CourseLine {
                text: moves(narrator, &now, &rounds, first),
                rounds: Some((round, round)),
                plies: Some((first, ply)),
            });
            goes_on = Some(first);
        } else if !goes_out(event, events.get(number + 1).map(|(next, _)| next)) {
            sentences.splice(0..0, story.happened(event));
        }
        if !sentences.is_empty() {
            goes_on = None;
        }
        lines.extend(sentences.into_iter().map(line));
    }
    if lines.is_empty() && from == 0 {
        let id = match state.stage() {
            Stage::Table => "history-table",
            Stage::Running | Stage::Ended => "history-none",
        };
        lines.push(line(narrator.say(id, &[])));
    }
    lines
}

/// Writes the moves of the last round from a ply on, in the order of play: `12. Qh5 – r4`.
fn moves(narrator: &Narrator<'_>, now: &Match, rounds: &[u32], first: u32) -> Message {
    let round = rounds.last().copied().unwrap_or(1);
    let played = rounds.iter().zip(now.played()).rev();
    let played = played.take_while(|(of, _)| **of == round);
    let played: Vec<_> = played.map(|(_, played)| played).collect();
    let last = played.first().map_or(Color::White, |last| last.color);
    let in_play = now.position().in_play();
    let armies = now.game().ruleset().armies().iter();
    let shown = armies.filter_map(|color| -> Option<String> {
        let own = played.iter().find(|played| played.color == color);
        match own {
            Some(own) if own.ply >= first => Some(narrator.short(own.short)),
            None if !in_play.contains(color) => Some(OUT.to_owned()),
            None if color > last => None,
            _ => Some(ELSEWHERE.to_owned()),
        }
    });
    let shown: Vec<String> = shown.collect();
    let values = [
        ("bold", &narrator.markup.bold() as _),
        ("round", &round as _),
        ("moves", &shown.join(" ") as _),
    ];
    narrator.say("history-round", &values)
}

/// Puts lines together to pages of at most this many characters, from the first on, so that a page
/// that is full never changes. The lines of a round stay together, unless they are a page and more.
#[must_use]
pub fn pages(lines: Vec<CourseLine>, longest: usize) -> Vec<CourseLine> {
    let letters = |line: &CourseLine| line.text.chars().count() + 1;
    let mut rounds: Vec<Vec<CourseLine>> = Vec::new();
    let mut round = None;
    for line in lines {
        let goes_on = line.rounds.is_none() || line.rounds == round;
        round = line.rounds.or(round);
        match rounds.last_mut().filter(|_| goes_on) {
            Some(lines) => lines.push(line),
            None => rounds.push(vec![line]),
        }
    }
    let mut pages: Vec<(CourseLine, usize)> = Vec::new();
    for lines in rounds {
        let whole: usize = lines.iter().map(letters).sum();
        let full = pages
            .last()
            .is_none_or(|(_, taken)| taken + whole > longest);
        for (at, line) in lines.into_iter().enumerate() {
            let more = letters(&line);
            match pages.last_mut() {
                Some((page, taken)) if *taken + more <= longest && !(full && at == 0) => {
                    page.text = Message::lines([std::mem::take(&mut page.text), line.text]);
                    page.rounds = joined(page.rounds, line.rounds);
                    page.plies = joined(page.plies, line.plies);
                    *taken += more;
                }
                _ => pages.push((line, more)),
            }
        }
    }
    pages.into_iter().map(|(page, _)| page).collect()
}

/// Returns the span of two, of which the second may reach back: moves are taken back.
fn joined(one: Option<(u32, u32)>, other: Option<(u32, u32)>) -> Option<(u32, u32)> {
    match (one, other) {
        (Some(one), Some(other)) => Some((one.0.min(other.0), one.1.max(other.1))),
        (known, other) => known.or(other),
    }
}
