//! `/history`: what has happened in a match, a page at a time.

use super::{Asked, Desk};
use crate::{
    adapters::{button::Action, refusals::Refused, reply::Reply, telling::Teller},
    host::Purpose,
    matchplay::{Event, Match, Moment, Stage},
    rules::Color,
};

/// The most characters of a page. With its heading it fits into a message.
const PAGE: usize = 1_600;

impl Desk {
    /// The moves and what came of them; the latest page unless another is asked for, counted from
    /// 1 for the first.
    pub(super) async fn history(&self, asked: &Asked<'_>, page: Option<u32>) -> Reply {
        let command = Some(asked.command);
        let state = match self.find(asked, Purpose::Show).await {
            Ok(state) => state,
            Err(error) => return self.refused(command, &error, &Refused::default()),
        };
        let events = match self.host.events(state.id()).await {
            Ok(events) => events,
            Err(error) => return self.refused(command, &error.into(), &Refused::of(&state)),
        };
        let pages = paged(self.course(&state, &events, 0));
        let last = pages.len();
        let number = match page.map(|page| usize::try_from(page).unwrap_or(usize::MAX)) {
            None => last,
            Some(page) if (1..=last).contains(&page) => page,
            Some(_) => {
                let text = self.words.say_counted("refused-no-such-page", last, &[]);
                return Reply::refusal(command, "bad-option", text);
            }
        };
        let teller = self.teller(&state);
        let (id, seats) = (state.id(), teller.table());
        let heading = self.words.say(
            "history-heading",
            &[("match", id.as_str()), ("seats", &seats)],
        );
        let points = teller.points_so_far();
        drop(teller);
        let mut lines = vec![heading];
        // Of an imported match its record says where it comes from, which is more.
        if !state.is_rated() && state.imported().is_none() {
            lines.push(self.words.say("table-casual", &[]));
        }
        lines.extend(points);
        let page = &pages[number - 1];
        lines.push(page.text.clone());
        let mut buttons = Vec::new();
        if last > 1 {
            let numbers = [("page", &*number.to_string()), ("pages", &last.to_string())];
            let plies = page.plies.map(|(first, last)| {
                let plies = [("first", &*first.to_string()), ("last", &last.to_string())];
                self.words.say("history-plies", &plies)
            });
            let which = self.words.say("history-page", &numbers);
            let said: Vec<String> = plies.into_iter().chain([which]).collect();
            lines.push(said.join(" "));
            let beside = [number.checked_sub(1), Some(number + 1)];
            for page in beside.into_iter().flatten() {
                if (1..=last).contains(&page) {
                    let page = u32::try_from(page).unwrap_or(u32::MAX);
                    let action = Action::History(page);
                    let label = if (page as usize) < number {
                        "button-earlier"
                    } else {
                        "button-later"
                    };
                    buttons.push(self.button_labelled(&state, action, label));
                }
            }
        }
        Reply {
            state: Some(state),
            buttons,
            ..Reply::words(command, lines.join("\n"))
        }
    }

    /// A line for each round of moves, and one for whatever else happened in between, from this
    /// place in the events on.
    pub(super) fn course(
        &self,
        state: &Match,
        events: &[(Event, Moment)],
        from: usize,
    ) -> Vec<Told> {
        let mut lines: Vec<Told> = Vec::new();
        let mut round = Round::default();
        let between = self.words.say("seat-separator", &[]);
        let mut names = self.teller(state).names;
        let mut folded: Option<Match> = None;
        for (number, (event, at)) in events.iter().enumerate() {
            let Some(mut now) = folded.take() else {
                folded = Match::first(state.id(), event, *at);
                continue;
            };
            let before = *now.game().agreements();
            let votes_before = now.votes().clone();
            now.apply(event, *at);
            if matches!(
                event,
                Event::Started | Event::TookOver { .. } | Event::Freed { .. }
            ) {
                names = self.teller(&now).names;
            }
            if number < from {
                folded = Some(now);
                continue;
            }
            let teller = Teller {
                words: &self.words,
                manner: &*self.manner,
                state: &now,
                names: names.clone(),
                rulesets: &self.rulesets,
                before,
                votes_before,
                people: self.people_in(&now, std::slice::from_ref(event)),
            };
            if let Event::Moved { color, .. } = event {
                if round.ends_before(*color) {
                    lines.extend(round.take(&between));
                }
                round.moves.extend(teller.moved_shortly());
                round.last = Some(*color);
                round.add(now.ply());
            } else if let Some(sentence) = teller.happened(event) {
                lines.extend(round.take(&between));
                lines.push(Told::of(sentence));
            }
            let lapsed = teller.lapsed(std::slice::from_ref(event));
            if !lapsed.is_empty() {
                lines.extend(round.take(&between));
                lines.extend(lapsed.into_iter().map(Told::of));
            }
            drop(teller);
            folded = Some(now);
        }
        lines.extend(round.take(&between));
        if lines.is_empty() && from == 0 {
            let id = match state.stage() {
                Stage::Table => "history-table",
                Stage::Running | Stage::Ended => "history-none",
            };
            lines.push(Told::of(self.words.say(id, &[])));
        }
        lines
    }
}

/// What is told, and of which plies, from the first to the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) text: String,
    plies: Option<(u32, u32)>,
}

impl Told {
    /// Something that is no move.
    const fn of(text: String) -> Told {
        Told { text, plies: None }
    }
}

/// Moves that stand in one line.
#[derive(Default)]
struct Round {
    moves: Vec<String>,
    last: Option<Color>,
    plies: Option<(u32, u32)>,
}

impl Round {
    /// Whether the round is over when this army moves.
    fn ends_before(&self, color: Color) -> bool {
        self.last.is_some_and(|last| color <= last)
    }

    fn add(&mut self, ply: u32) {
        self.plies = Some((self.plies.map_or(ply, |(first, _)| first), ply));
    }

    fn take(&mut self, between: &str) -> Option<Told> {
        let moves = std::mem::take(&mut self.moves);
        let plies = self.plies.take();
        let text = moves.join(between);
        (!moves.is_empty()).then_some(Told { text, plies })
    }
}

/// Lines put together to pages, from the first on, so that a page that is full never changes.
fn paged(lines: Vec<Told>) -> Vec<Told> {
    let mut pages: Vec<Told> = Vec::new();
    let mut letters = 0;
    for line in lines {
        let more = line.text.chars().count() + 1;
        match pages.last_mut() {
            Some(page) if letters + more <= PAGE => {
                page.text.push('\n');
                page.text.push_str(&line.text);
                page.plies = match (page.plies, line.plies) {
                    (Some((first, _)), Some((_, last))) => Some((first, last)),
                    (known, other) => known.or(other),
                };
                letters += more;
            }
            _ => {
                pages.push(line);
                letters = more;
            }
        }
    }
    pages
}
