//! The course of a match: a line for each round of moves, and one for everything else in between.

use super::{message::Message, narrator::Narrator};
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

impl CourseLine {
    const fn of(text: Message) -> CourseLine {
        CourseLine { text, plies: None }
    }
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
    let mut round = Round::default();
    let between = narrator.texts().word("seat-separator");
    let mut names = narrator.story(state).names;
    let Some((mut now, later)) = Match::begun(state.id(), events) else {
        return lines;
    };
    for (number, (event, at)) in (1..).zip(later) {
        let before = *now.game().agreements();
        let proposals_before = now.proposals().clone();
        now.apply(event, *at);
        if matches!(
            event,
            Event::Started | Event::TookOver { .. } | Event::Freed { .. }
        ) {
            names = narrator.story(&now).names;
        }
        if number >= from {
            let mut story = narrator.story_named(&now, names.clone());
            story.before = before;
            story.proposals_before = proposals_before;
            story.people = narrator.spoken_of(&now, std::slice::from_ref(event));
            if let Event::Moved { color, .. } = event {
                if round.ends_before(*color) {
                    lines.extend(round.take(&between));
                }
                round.moves.extend(story.moved_last());
                round.last = Some(*color);
                round.add(now.ply());
            } else if let Some(sentence) = story.happened(event) {
                lines.extend(round.take(&between));
                lines.push(CourseLine::of(sentence));
            }
            let lapsed = story.lapsed(std::slice::from_ref(event));
            if !lapsed.is_empty() {
                lines.extend(round.take(&between));
                lines.extend(lapsed.into_iter().map(CourseLine::of));
            }
        }
    }
    lines.extend(round.take(&between));
    if lines.is_empty() && from == 0 {
        let id = match state.stage() {
            Stage::Table => "history-table",
            Stage::Running | Stage::Ended => "history-none",
        };
        lines.push(CourseLine::of(narrator.say(id, &[])));
    }
    lines
}

/// Moves that stand in one line.
#[derive(Default)]
struct Round {
    moves: Vec<Message>,
    last: Option<Color>,
    plies: Option<(u32, u32)>,
}

impl Round {
    /// Returns whether the round is over when this army moves.
    fn ends_before(&self, color: Color) -> bool {
        self.last.is_some_and(|last| color <= last)
    }

    fn add(&mut self, ply: u32) {
        self.plies = Some((self.plies.map_or(ply, |(first, _)| first), ply));
    }

    fn take(&mut self, between: &str) -> Option<CourseLine> {
        let moves = std::mem::take(&mut self.moves);
        let plies = self.plies.take();
        let any = !moves.is_empty();
        let text = Message::joined(between, moves);
        any.then_some(CourseLine { text, plies })
    }
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
