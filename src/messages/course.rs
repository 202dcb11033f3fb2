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

/// A line of the course, and the plies in it, from the first to the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourseLine {
    /// The moves of a round, or a sentence.
    pub text: Message,
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
    // The army that moved last, while the last line is a round that goes on.
    let mut moved: Option<Color> = None;
    let between = narrator.word("seat-separator");
    let mut names = narrator.story(state).names;
    let Some((mut now, later)) = Match::begun(state.id(), events) else {
        return lines;
    };
    let line = |text| CourseLine { text, plies: None };
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
        if number < from {
            continue;
        }
        let mut story = narrator.story_named(&now, names.clone());
        story.before = before;
        let mut sentences = story.lapsed(std::slice::from_ref(event));
        if let Event::Moved { color, .. } = event {
            let ply = now.ply();
            let text = story.moved_last().unwrap_or_default();
            let goes_on = moved.is_some_and(|last| last < *color);
            match lines.last_mut().filter(|_| goes_on) {
                Some(CourseLine { text: round, plies }) => {
                    *round = Message::joined(&between, [std::mem::take(round), text]);
                    *plies = plies.map(|(first, _)| (first, ply));
                }
                None => {
                    let plies = Some((ply, ply));
                    lines.push(CourseLine { text, plies });
                }
            }
            moved = Some(*color);
        } else if !goes_out(event, events.get(number + 1).map(|(next, _)| next)) {
            sentences.splice(0..0, story.happened(event));
        }
        if !sentences.is_empty() {
            moved = None;
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

/// Puts lines together to pages of at most this many characters, from the first on, so that a page
/// that is full never changes.
#[must_use]
pub fn pages(lines: Vec<CourseLine>, longest: usize) -> Vec<CourseLine> {
    let mut pages: Vec<(CourseLine, usize)> = Vec::new();
    for line in lines {
        let more = line.text.chars().count() + 1;
        match pages.last_mut() {
            Some((page, letters)) if *letters + more <= longest => {
                page.text = Message::lines([std::mem::take(&mut page.text), line.text]);
                page.plies = match (page.plies, line.plies) {
                    (Some((first, _)), Some((_, last))) => Some((first, last)),
                    (known, other) => known.or(other),
                };
                *letters += more;
            }
            _ => pages.push((line, more)),
        }
    }
    pages.into_iter().map(|(page, _)| page).collect()
}
