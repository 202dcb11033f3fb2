//! `/replay`: a match, or a part of it, as a moving picture.

use std::sync::Arc;

use super::prelude::*;
use crate::{
    matchplay::{Moment, PlayedMove},
    messages::{
        course::{CourseLine, course},
        picture::{BoardSequence, Shows},
        story::moved,
    },
    render::{BoardView, Frame},
    rules::ByColor,
};

pub(super) const COMMAND: Command = Command {
    name: "replay",
    options: &[
        option("from", Kind::Integer),
        option("to", Kind::Integer),
        option("since", Kind::Boolean),
        MATCH,
    ],
    read: |options| {
        Ok(request(if options.is_set("since") {
            Span::Since
        } else {
            Span::Plies {
                from: options.number("from")?,
                to: options.number("to")?,
            }
        }))
    },
    press: |action| match action {
        SINCE => Some(request(Span::Since)),
        _ => None,
    },
    ..Command::PLAIN
};

const SINCE: &str = "since";

/// The button that shows a player everything since their own last move.
pub(super) fn since_button(narrator: &Narrator<'_>, state: &Match) -> Button {
    Button::of(state, SINCE, narrator.say("button-since", &[]))
}

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

/// The part of a match that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Span {
    /// The plies from one to another, counted from 1; from the first and to the last unless said.
    Plies { from: Option<u32>, to: Option<u32> },
    /// Everything since the speaker's own last move.
    Since,
}

fn request(span: Span) -> Request {
    Request {
        page: PageUse::LooksBack,
        ..Request::look(Cost::Picture, move |cx| Box::pin(run(cx, span)))
    }
}

async fn run(cx: &Context<'_>, span: Span) -> Answer {
    let state = cx.find(Purpose::Show).await?;
    let reject = |rejection: Rejection| Failure::from(rejection).of(&state);
    if state.stage() == Stage::Table {
        return Err(reject(Rejection::NotStarted));
    }
    let events = cx.host.events(state.id()).await?;
    let own = state.color_of(cx.person);
    let (first, last) = match span {
        Span::Since => {
            let own = own.ok_or_else(|| reject(Rejection::NotAPlayer))?;
            (state.last_ply_of(own) + 1, state.ply())
        }
        Span::Plies { from, to } => {
            let (first, last) = (from.unwrap_or(1).max(1), to.unwrap_or(state.ply()));
            check_plies(cx, &state, [first, last])?;
            (first, last)
        }
    };
    let since = span == Span::Since;
    let seat = cx.locale.seen_from(&state, own);
    let told = course(cx, &state, &events, Event::place_from_ply(&events, first));
    if first > last {
        // Nobody has moved: the board as it stands says all there is.
        let id = if since {
            "since-nothing"
        } else {
            "history-none"
        };
        let told = if since { texts(told) } else { Vec::new() };
        let lines = [vec![cx.say(id, &[])], told].concat();
        return Ok(Reply {
            seat: Some(seat),
            state: Some(state),
            ..Reply::words(latest(cx, &lines))
        });
    }
    let heading = heading(cx, &state, since, first, last);
    let moves = if since {
        latest(cx, &texts(told))
    } else {
        latest(cx, &rounds(cx, state.played(), first, last))
    };
    // A player is told at once what they missed, but a whole match only where there is no
    // picture of it.
    let mut lines = vec![heading.clone()];
    if since {
        lines.push(moves.clone());
    } else {
        lines.push(bounds(cx, state.played(), first, last));
    }
    if last == state.ply() {
        lines.push(cx.story(&state).standing());
    }
    let replay = BoardSequence {
        frames: paced(boards(cx, &state, &events, seat, first - 1, last)),
        title: cx.say("replay-alt", &[("what", &heading)]).into(),
        moves: if since { String::new() } else { moves.into() },
        most_bytes: cx.most_bytes,
    };
    Ok(Reply {
        picture: Some(Picture {
            name: format!("{}-{first}-{last}", state.id()),
            shows: Shows::Replay(Arc::new(replay)),
        }),
        state: Some(state),
        ..Reply::words(Message::lines(lines))
    })
}

/// Refuses plies that the match has not come to, or that are the wrong way around.
fn check_plies(cx: &Context<'_>, state: &Match, [first, last]: [u32; 2]) -> Result<(), Failure> {
    let now = state.ply();
    let beyond = [last, first].into_iter().find(|ply| *ply > now.max(1));
    match beyond {
        Some(ply) => Err(no_such_ply(cx, ply, now)),
        None if now > 0 && first > last => {
            Err(cx.refuse("bad-option", cx.say("refused-plies-backwards", &[])))
        }
        None => Ok(()),
    }
}

/// The refusal of a ply that the match has not come to.
pub(super) fn no_such_ply(cx: &Context<'_>, ply: u32, now: u32) -> Failure {
    let message = cx.say("refused-no-such-ply", &[("ply", &ply), ("now", &now)]);
    cx.refuse("bad-option", message)
}

fn heading(cx: &Context<'_>, state: &Match, since: bool, first: u32, last: u32) -> Message {
    let id = match (since, first == last) {
        (true, _) => "since-heading",
        (false, false) => "replay-heading",
        (false, true) => "replay-heading-one",
    };
    cx.say(
        id,
        &[("match", &state.id()), ("first", &first), ("last", &last)],
    )
}

/// The first of some moves and the last.
fn bounds(cx: &Context<'_>, played: &[PlayedMove], first: u32, last: u32) -> Message {
    let said = |ply: u32| {
        let found = played.iter().find(|played| played.ply == ply);
        found
            .map(|played| moved(cx.texts(), played))
            .unwrap_or_default()
    };
    if first == last {
        return said(first);
    }
    let (first, last) = (said(first), said(last));
    cx.say("replay-bounds", &[("first", &first), ("last", &last)])
}

/// Some moves, a round to a line.
fn rounds(cx: &Context<'_>, played: &[PlayedMove], first: u32, last: u32) -> Vec<Message> {
    let between = cx.texts().word("seat-separator");
    let shown = played.iter();
    let shown: Vec<&PlayedMove> = shown
        .filter(|played| (first..=last).contains(&played.ply))
        .collect();
    let rounds = shown.chunk_by(|one, next| one.color < next.color);
    let line = |round: &[&PlayedMove]| {
        let moves = round.iter().map(|played| moved(cx.texts(), played));
        Message::joined(&between, moves)
    };
    rounds.map(line).collect()
}

/// The latest lines, as many as an answer has room for, and where to find the others.
fn latest(cx: &Context<'_>, lines: &[Message]) -> Message {
    let mut room = MOST_TOLD;
    let kept = lines.iter().rev().take_while(|line| {
        let letters = line.chars().count() + 1;
        room = room.saturating_sub(letters);
        room > 0
    });
    let kept = kept.count();
    let (left_out, kept) = lines.split_at(lines.len() - kept);
    let more = (!left_out.is_empty()).then(|| cx.say("replay-earlier", &[]));
    Message::lines(more.into_iter().chain(kept.iter().cloned()))
}

/// The board after each ply from one to another; an army that went out between two moves is out with
/// the first of them. Plies that were taken back are left out.
fn boards(
    cx: &Context<'_>,
    state: &Match,
    events: &[(Event, Moment)],
    seat: Color,
    first: u32,
    last: u32,
) -> Vec<BoardView> {
    // The players of today are named all along: nothing flickers.
    let names = cx.names_in(state);
    let board = |now: &Match| {
        let story = cx.story_named(now, ByColor::new(|_| None));
        story.view(seat, names.clone())
    };
    let Some((mut now, later)) = Match::begun(state.id(), events) else {
        return Vec::new();
    };
    let mut boards: Vec<(u32, BoardView)> = Vec::new();
    for (event, at) in later {
        let ply = now.ply();
        if matches!(event, Event::Moved { .. }) && (first..=last).contains(&ply) {
            boards.push((ply, board(&now)));
        }
        now.apply(event, *at);
        if let Event::TakenBack { to_ply } = event {
            boards.retain(|(ply, _)| ply < to_ply);
        }
    }
    if (first..=last).contains(&now.ply()) {
        boards.push((now.ply(), board(&now)));
    }
    boards.into_iter().map(|(_, board)| board).collect()
}

/// Everything since a player's own last move, in words, where a picture of the latest moves does not
/// tell it all.
pub(super) async fn missed(cx: &Context<'_>, state: &Match, own: Color) -> Option<Message> {
    let first = state.last_ply_of(own) + 1;
    let plies = state.ply().saturating_sub(first - 1);
    if plies <= 2 && state.outs().iter().all(|(_, out)| out.is_none()) {
        return None;
    }
    let events = cx.host.events(state.id()).await;
    let events = events.inspect_err(|error| {
        tracing::warn!(%error, "the course of a match could not be read");
    });
    let events = events.ok()?;
    let from = Event::place_from_ply(&events, first);
    let later = events.get(from..).unwrap_or_default();
    let outs = later
        .iter()
        .any(|(event, _)| matches!(event, Event::Eliminated(_)));
    if plies <= 2 && !outs {
        return None;
    }
    let told = texts(course(cx, state, &events, from));
    let heading = cx.say("since-own-move", &[]);
    Some(Message::lines([heading, latest(cx, &told)]))
}

fn texts(told: Vec<CourseLine>) -> Vec<Message> {
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
