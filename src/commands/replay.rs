//! `/replay`: a match, or a part of it, as a moving picture.

use super::{pager::fitting, prelude::*, shortcut};
use crate::{
    matchplay::{Moment, PlayedMove},
    messages::{BoardSequence, Shows, course::course, story::moved},
    render::Frame,
    rules::ByColor,
    store::seldom::store_failed,
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
        if options.is_set("since") {
            return Ok(request(Span::Since));
        }
        let (from, to) = (options.number("from")?, options.number("to")?);
        Ok(request(Span::Plies { from, to }))
    },
    press: |action| (action == SINCE).then(|| (Presser::Player, request(Span::Since))),
    offers: |narrator, state, occasion| match occasion {
        Occasion::Ended if state.ply() > 0 => {
            let label = narrator.say("button-replay", &[]);
            let whole = shortcut::of_match(state, "replay", &[], label);
            rest_button(narrator, state)
                .into_iter()
                .chain([whole])
                .collect()
        }
        _ => Vec::new(),
    },
    ..Command::plain(Presser::Anybody)
};

const SINCE: &str = "since";

/// Returns the button that shows a player everything since their own last move.
pub(super) fn since_button(narrator: &Narrator<'_>, state: &Match) -> Button {
    narrator.button(state, SINCE, "button-since")
}

/// Returns the button that shows what computers played after the last person was out, if they did.
fn rest_button(narrator: &Narrator<'_>, state: &Match) -> Option<Button> {
    let left = state.left_to_computers()?;
    let first = (left + 1).to_string();
    let label = narrator.say("button-rest", &[]);
    let button = || shortcut::of_match(state, "replay", &[("from", &first)], label);
    (left < state.ply()).then(button)
}

/// The most characters of moves that stand in an answer besides its own words.
const MOST_TOLD: usize = 1_000;

/// The part of a match that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Span {
    /// The plies from one to another, counted from 1; from the first and to the last unless said.
    Plies { from: Option<u32>, to: Option<u32> },
    /// Everything since the speaker's own last move.
    Since,
}

fn request(span: Span) -> Request {
    Request {
        page: PageUse::AnyBoard,
        about: About::Match,
        ..Request::look(Cost::Picture, Task::Replay(span))
    }
}

pub(super) async fn run(cx: &Context<'_>, span: Span) -> Answer {
    let state = cx.find(Purpose::Show).await?;
    if state.stage() == Stage::Table {
        return Err(CommandError::of(Rejection::NotStarted, &state));
    }
    let events = cx.host.events(state.id()).await?;
    let own = state.color_of(cx.person);
    let (first, last) = match (span, own) {
        (Span::Since, None) => return Err(CommandError::of(Rejection::NotAPlayer, &state)),
        (Span::Since, Some(own)) => (state.last_ply_of(own) + 1, state.ply()),
        (Span::Plies { from, to }, _) => {
            let (first, last) = (from.unwrap_or(1).max(1), to.unwrap_or(state.ply()));
            check_plies(cx, &state, [first, last])?;
            (first, last)
        }
    };
    let since = span == Span::Since;
    let seat = cx.locale.seen_from(&state, own);
    let played = state.played().iter();
    let played = played.filter(|played| (first..=last).contains(&played.ply));
    let played: Vec<&PlayedMove> = played.collect();
    let told = if since {
        self::told(cx, &state, &events, first)
    } else {
        rounds(cx, &played)
    };
    if first > last {
        // Nobody has moved: the board as it stands says all there is.
        let id = ["history-none", "since-nothing"][usize::from(since)];
        let lines = [vec![cx.say(id, &[])], told].concat();
        let reply = Reply::about(state, latest(cx, &lines));
        return Ok(reply.showing(Shown::Board(seat)));
    }
    let id = match (since, first == last) {
        (true, _) => "since-heading",
        (false, false) => "replay-heading",
        (false, true) => "replay-heading-one",
    };
    let heading = cx.say(
        id,
        &[("match", &state.id()), ("first", &first), ("last", &last)],
    );
    let moves = latest(cx, &told);
    // A player is told at once what they missed, but a whole match only where there is no
    // picture of it.
    let (said, unsaid) = if since {
        (moves, String::new())
    } else {
        (bounds(cx, &played), moves.into())
    };
    let standing = (last == state.ply()).then(|| cx.story(&state).standing());
    // The players of today are named all along: nothing flickers.
    let names = cx.names_in(&state);
    let boards = Match::at_plies(state.id(), &events, first - 1..=last, |now| {
        let story = cx.story_named(now, ByColor::new(|_| None));
        story.view(seat, names.clone())
    });
    // Of a whole match they would leave no room for the board.
    let missed = since.then(|| rounds(cx, &played)).into_iter().flatten();
    let what = Message::sentences([heading.clone()].into_iter().chain(missed));
    let replay = BoardSequence {
        frames: Frame::paced(boards),
        title: cx.say("replay-alt", &[("what", &what)]).into(),
        moves: unsaid,
        most_bytes: cx.incoming.most_bytes,
    };
    let lines = [heading, said].into_iter().chain(standing);
    let picture = Picture {
        name: format!("{}-{first}-{last}", state.id()),
        shows: Shows::Replay(Arc::new(replay)),
    };
    let reply = Reply::about(state, Message::lines(lines));
    Ok(reply.showing(Shown::Picture(picture)))
}

/// Refuses plies that the match has not come to, or that are the wrong way around.
fn check_plies(
    cx: &Context<'_>,
    state: &Match,
    [first, last]: [u32; 2],
) -> Result<(), CommandError> {
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

/// Returns the refusal of a ply that the match has not reached.
pub(super) fn no_such_ply(cx: &Context<'_>, ply: u32, now: u32) -> CommandError {
    let message = cx.say("refused-no-such-ply", &[("ply", &ply), ("now", &now)]);
    cx.refuse("bad-option", message)
}

/// Names the first and the last of some moves.
fn bounds(cx: &Context<'_>, played: &[&PlayedMove]) -> Message {
    match played {
        [] => Message::default(),
        [one] => moved(cx.texts(), one),
        [first, .., last] => {
            let [first, last] = [first, last].map(|played| moved(cx.texts(), played));
            cx.say("replay-bounds", &[("first", &first), ("last", &last)])
        }
    }
}

/// Lists moves, a round to a line.
fn rounds(cx: &Context<'_>, played: &[&PlayedMove]) -> Vec<Message> {
    let between = cx.word("seat-separator");
    let rounds = played.chunk_by(|one, next| one.color < next.color);
    let line = |round: &[&PlayedMove]| {
        let moves = round.iter().map(|played| moved(cx.texts(), played));
        Message::joined(&between, moves)
    };
    rounds.map(line).collect()
}

/// Tells everything from a ply on.
fn told(cx: &Context<'_>, state: &Match, events: &[(Event, Moment)], first: u32) -> Vec<Message> {
    let told = course(cx, state, events, Event::place_from_ply(events, first));
    told.into_iter().map(|line| line.text).collect()
}

/// Returns as many of the latest lines as fit into an answer, and where to find the others.
fn latest(cx: &Context<'_>, lines: &[Message]) -> Message {
    let letters = lines.iter().rev().map(|line| line.chars().count() + 1);
    let (left_out, kept) = lines.split_at(lines.len() - fitting(letters, MOST_TOLD - 1));
    let more = (!left_out.is_empty()).then(|| cx.say("replay-earlier", &[]));
    Message::lines(more.into_iter().chain(kept.iter().cloned()))
}

/// Tells in words everything since a player's own last move, if a picture of the latest moves does
/// not show it all.
pub(super) async fn missed(cx: &Context<'_>, state: &Match, own: Color) -> Option<Message> {
    let first = state.last_ply_of(own) + 1;
    let few = state.ply() <= first + 1;
    if few && state.outs().iter().all(|(_, out)| out.is_none()) {
        return None;
    }
    let events = cx.host.events(state.id()).await;
    let failed = |error: &_| store_failed(error, "the course of a match could not be read");
    let events = events.inspect_err(failed);
    let events = events.ok()?;
    let mut later = events.iter().skip(Event::place_from_ply(&events, first));
    if few && !later.any(|(event, _)| matches!(event, Event::Eliminated(_))) {
        return None;
    }
    let told = told(cx, state, &events, first);
    let heading = cx.say("since-own-move", &[]);
    Some(Message::lines([heading, latest(cx, &told)]))
}
