//! Looking back: `/replay`, what happened since somebody's own last move, and steps through a match.

use std::sync::Arc;

use super::{Asked, Desk, recounting::Told};
use crate::{
    adapters::{
        button::{Action, Step},
        invocation::Span,
        picture::{Picture, Replay, Shows},
        refusals::Refused,
        reply::{Button, Reply},
        telling::{Teller, moved},
    },
    host::Purpose,
    matchplay::{Event, Match, Moment, Played, Rejection, Stage, Votes},
    render::{BoardView, Frame},
    rules::{Agreements, ByColor, Color, Exit},
};

/// How long a ply stays in a short replay, in hundredths of a second.
const SLOWEST: u32 = 100;
/// How long it stays at least, however long the match is.
const FASTEST: u32 = 10;
/// How long a replay takes at most while plies can be made shorter.
const LONGEST: u32 = 12_000;
/// How long the last board stays before it begins again.
const LAST: u16 = 400;
/// The most characters of moves that stand in an answer besides its own words.
const MOST_TOLD: usize = 1_000;

impl Desk {
    /// A match as a moving picture, or a part of it.
    pub(super) async fn replay(&self, asked: &Asked<'_>, span: Span) -> Reply {
        let command = Some(asked.command);
        let state = match self.find(asked, Purpose::Show).await {
            Ok(state) => state,
            Err(error) => return self.refused(command, &error, &Refused::default()),
        };
        if state.stage() == Stage::Table {
            let error = Rejection::NotStarted.into();
            return self.refused(command, &error, &Refused::of(&state));
        }
        let events = match self.host.events(state.id()).await {
            Ok(events) => events,
            Err(error) => return self.refused(command, &error.into(), &Refused::of(&state)),
        };
        let own = state.color_of(asked.person);
        let (first, last) = match span {
            Span::Since => {
                let Some(own) = own else {
                    let error = Rejection::NotAPlayer.into();
                    return self.refused(command, &error, &Refused::of(&state));
                };
                (last_move(&state, own) + 1, state.ply())
            }
            Span::Plies { from, to } => {
                let (first, last) = (from.unwrap_or(1).max(1), to.unwrap_or(state.ply()));
                if let Some(refusal) = self.no_such_plies(command, &state, [first, last]) {
                    return refusal;
                }
                (first, last)
            }
        };
        let since = span == Span::Since;
        let seat = self.seen_from(&state, own);
        let told = self.course(&state, &events, after(&events, first));
        if first > last {
            // Nobody has moved: the board as it stands says all there is.
            let id = if since {
                "since-nothing"
            } else {
                "history-none"
            };
            let told = told.into_iter().map(|told| told.text);
            let told = if since { told.collect() } else { Vec::new() };
            let lines = [vec![self.words.say(id, &[])], told].concat();
            return Reply {
                seat: Some(seat),
                state: Some(state),
                ..Reply::words(command, self.latest(&lines))
            };
        }
        let heading = self.replay_heading(&state, since, first, last);
        let moves = if since {
            self.latest(&texts(told))
        } else {
            self.latest(&self.rounds_of(state.played(), first, last))
        };
        // What a player missed is said at once, a whole match only where its picture cannot be.
        let mut lines = vec![heading.clone()];
        if since {
            lines.push(moves.clone());
        } else {
            lines.push(self.bounds(state.played(), first, last));
        }
        if last == state.ply() {
            lines.push(self.standing(&state));
        }
        let replay = Replay {
            frames: paced(self.boards(&state, &events, seat, first - 1, last)),
            title: self.words.say("replay-alt", &[("what", &heading)]),
            moves: if since { String::new() } else { moves },
            most_bytes: asked.most_bytes,
        };
        Reply {
            picture: Some(Picture {
                name: format!("{}-{first}-{last}", state.id()),
                shows: Shows::Replay(Arc::new(replay)),
            }),
            state: Some(state),
            ..Reply::words(command, lines.join("\n"))
        }
    }

    /// The refusal of plies that the match has not come to, or that are the wrong way around.
    fn no_such_plies(
        &self,
        command: Option<&'static str>,
        state: &Match,
        [first, last]: [u32; 2],
    ) -> Option<Reply> {
        let now = state.ply();
        let beyond = [last, first].into_iter().find(|ply| *ply > now.max(1));
        let text = match beyond {
            Some(ply) => self.no_such_ply(ply, now),
            None if now > 0 && first > last => self.words.say("refused-plies-backwards", &[]),
            None => return None,
        };
        Some(Reply::refusal(command, "bad-option", text))
    }

    /// That the match has not come to a ply.
    pub(super) fn no_such_ply(&self, ply: u32, now: u32) -> String {
        let values = [("ply", &*ply.to_string()), ("now", &now.to_string())];
        self.words.say("refused-no-such-ply", &values)
    }

    fn replay_heading(&self, state: &Match, since: bool, first: u32, last: u32) -> String {
        let (id, first, last) = (state.id(), first.to_string(), last.to_string());
        let values = [("match", id.as_str()), ("first", &*first), ("last", &*last)];
        let heading = match (since, first == last) {
            (true, _) => "since-heading",
            (false, false) => "replay-heading",
            (false, true) => "replay-heading-one",
        };
        self.words.say(heading, &values)
    }

    /// The first move of some and the last.
    fn bounds(&self, played: &[Played], first: u32, last: u32) -> String {
        let said = |ply: u32| {
            let found = played.iter().find(|played| played.ply == ply);
            found
                .map(|played| moved(&self.words, played))
                .unwrap_or_default()
        };
        if first == last {
            return said(first);
        }
        let values = [("first", &*said(first)), ("last", &said(last))];
        self.words.say("replay-bounds", &values)
    }

    /// Some moves, a round to a line.
    fn rounds_of(&self, played: &[Played], first: u32, last: u32) -> Vec<String> {
        let between = self.words.say("seat-separator", &[]);
        let shown: Vec<&Played> = played
            .iter()
            .filter(|played| (first..=last).contains(&played.ply))
            .collect();
        let rounds = shown.chunk_by(|one, next| one.color < next.color);
        let line = |round: &[&Played]| {
            let moves: Vec<String> = round
                .iter()
                .map(|played| moved(&self.words, played))
                .collect();
            moves.join(&between)
        };
        rounds.map(line).collect()
    }

    /// The latest lines, as many as an answer has room for, and where the others are to be found.
    fn latest(&self, lines: &[String]) -> String {
        let mut room = MOST_TOLD;
        let kept = lines.iter().rev().take_while(|line| {
            let letters = line.chars().count() + 1;
            room = room.saturating_sub(letters);
            room > 0
        });
        let kept = kept.count();
        let (left_out, kept) = lines.split_at(lines.len() - kept);
        let more = (!left_out.is_empty()).then(|| self.words.say("replay-earlier", &[]));
        let lines: Vec<String> = more.into_iter().chain(kept.iter().cloned()).collect();
        lines.join("\n")
    }

    /// Whose turn it is, or how it ended.
    fn standing(&self, state: &Match) -> String {
        let teller = self.teller(state);
        match state.over() {
            Some(over) => {
                let result = teller.result(over);
                self.words.say("board-result", &[("result", &result)])
            }
            None => teller.turn(),
        }
    }

    /// The board after each ply from one to another, whoever went out between two moves with the
    /// first of them. Plies that were taken back are left out.
    fn boards(
        &self,
        state: &Match,
        events: &[(Event, Moment)],
        seat: Color,
        first: u32,
        last: u32,
    ) -> Vec<BoardView> {
        // Whoever sits there now is named all along: nothing flickers.
        let names = self.teller(state).names;
        let shown = ByColor::new(|color| self.name_in(state, color));
        let board = |now: &Match| {
            let teller = Teller {
                words: &self.words,
                manner: &*self.manner,
                state: now,
                names: names.clone(),
                rulesets: &self.rulesets,
                before: Agreements::default(),
                votes_before: Votes::default(),
                people: Vec::new(),
            };
            teller.view(seat, shown.clone())
        };
        let mut boards: Vec<(u32, BoardView)> = Vec::new();
        let mut folded: Option<Match> = None;
        for (event, at) in events {
            let Some(mut now) = folded.take() else {
                folded = Match::first(state.id(), event, *at);
                continue;
            };
            let ply = now.ply();
            if matches!(event, Event::Moved { .. }) && (first..=last).contains(&ply) {
                boards.push((ply, board(&now)));
            }
            now.apply(event, *at);
            if let Event::TakenBack { to_ply } = event {
                boards.retain(|(ply, _)| ply < to_ply);
            }
            folded = Some(now);
        }
        if let Some(now) = folded.filter(|now| (first..=last).contains(&now.ply())) {
            boards.push((now.ply(), board(&now)));
        }
        boards.into_iter().map(|(_, board)| board).collect()
    }

    /// What happened since a player's own last move, in words, where a picture of the latest moves
    /// does not tell it all.
    pub(super) async fn missed(&self, state: &Match, own: Color) -> Option<String> {
        let first = last_move(state, own) + 1;
        let plies = state.ply().saturating_sub(first - 1);
        if plies <= 2 && state.outs().iter().all(|(_, out)| out.is_none()) {
            return None;
        }
        let events = self.host.events(state.id()).await;
        let events = events.inspect_err(|error| {
            tracing::warn!(%error, "the course of a match could not be read");
        });
        let events = events.ok()?;
        let from = after(&events, first);
        let later = events.get(from..).unwrap_or_default();
        let outs = later
            .iter()
            .any(|(event, _)| matches!(event, Event::WentOut(_)));
        if plies <= 2 && !outs {
            return None;
        }
        let told = texts(self.course(state, &events, from));
        let heading = self.words.say("since-own-move", &[]);
        Some(format!("{heading}\n{}", self.latest(&told)))
    }

    /// The buttons under a board that somebody alone sees: to what they missed, back through the
    /// match, and nearer. Under an earlier board those that lead on too, so that all keep their places.
    pub(super) fn steps(
        &self,
        now: &Match,
        shown: &Match,
        seat: Color,
        own: Option<Color>,
    ) -> Vec<Button> {
        let (ply, last) = (shown.ply(), now.ply());
        let step = |step| self.button(shown, Action::Step(step, seat));
        if now.stage() == Stage::Table {
            return Vec::new();
        }
        if ply == last {
            let missed = own.is_some_and(|own| last_move(now, own) < last);
            let since = missed.then(|| self.button(now, Action::Since));
            let back = ply.checked_sub(1).map(|before| step(Step::To(before)));
            let zoom = self.button(now, Action::Zoom(seat));
            return since.into_iter().chain(back).chain([zoom]).collect();
        }
        let enabled = |button: Button, enabled| Button { enabled, ..button };
        let before = ply.saturating_sub(1);
        vec![
            enabled(step(Step::Start), ply > 0),
            enabled(step(Step::To(before)), ply > 0),
            step(Step::To(ply + 1)),
            step(Step::Now),
        ]
    }
}

/// The ply of an army's last move that stands, 0 when it has not moved.
fn last_move(state: &Match, own: Color) -> u32 {
    let mut moves = state.played().iter().rev();
    let last = moves.find(|played| played.color == own);
    last.map_or(0, |played| played.ply)
}

/// Where among the events those begin that follow the move before this ply and what came of it at
/// once. Before the first ply nothing is left out but the table.
fn after(events: &[(Event, Moment)], first: u32) -> usize {
    let (mut ply, mut found) = (0, 0);
    for (place, (event, _)) in events.iter().enumerate() {
        if matches!(event, Event::Moved { .. }) {
            ply += 1;
        } else if let Event::TakenBack { to_ply } = event {
            ply = *to_ply;
            continue;
        } else if *event != Event::Started {
            continue;
        }
        if ply + 1 == first {
            found = place + 1;
        }
    }
    let later = events.get(found..).unwrap_or_default();
    let of_the_move = later.iter().take_while(|(event, _)| {
        let Event::WentOut(out) = event else {
            return false;
        };
        matches!(out.exit, Exit::Mate | Exit::KingTaken | Exit::Stalemate)
    });
    found + of_the_move.count()
}

fn texts(told: Vec<Told>) -> Vec<String> {
    told.into_iter().map(|told| told.text).collect()
}

/// Boards with the time that each stays: a second in a short match, less in a long one, so that it
/// takes two minutes at most, and the last one longer, before it begins again.
fn paced(boards: Vec<BoardView>) -> Vec<Frame> {
    let plies = u32::try_from(boards.len().max(1)).unwrap_or(u32::MAX);
    let each = (LONGEST / plies).clamp(FASTEST, SLOWEST);
    let each = u16::try_from(each).unwrap_or(u16::MAX);
    let last = boards.len().saturating_sub(1);
    let frames = boards.into_iter().enumerate().map(|(at, view)| Frame {
        // The first one says who plays, and the last one whose turn it is.
        view: BoardView {
            passing: at != last && at != 0,
            ..view
        },
        hundredths: if at == last { LAST } else { each },
    });
    frames.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;

    #[test]
    fn replays_are_slow_when_short_and_never_take_much_longer_than_two_minutes() {
        let board = BoardView::new(Position::start(), Color::White);
        for (plies, each) in [
            (1, 100),
            (51, 100),
            (120, 100),
            (240, 50),
            (601, 19),
            (2_000, 10),
        ] {
            let frames = paced(vec![board.clone(); plies]);
            assert_eq!(frames.len(), plies);
            let (last, others) = frames.split_last().unwrap();
            assert_eq!((last.hundredths, last.view.passing), (LAST, false));
            assert!(
                others.iter().all(|frame| frame.hundredths == each),
                "{plies}"
            );
            assert!(others.iter().skip(1).all(|frame| frame.view.passing));
        }
    }
}
