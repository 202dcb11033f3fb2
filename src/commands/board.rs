//! `/board`: the board of a match, from any seat, at any ply, in words or near.

use std::fmt::Display;

use super::{
    command::{VIEW, offered},
    r#move,
    prelude::*,
    replay::{missed, no_such_ply, since_button},
    rules,
};
use crate::{matchplay::may_move, messages::Emphasis, render::BoardView};

pub(super) const COMMAND: Command = Command {
    name: "board",
    options: &[
        choice("seat", ARMIES),
        option("move", Kind::Integer),
        option("text", Kind::Boolean),
        option("zoom", Kind::Boolean),
        MATCH,
    ],
    read: |options| {
        Ok(request(Board {
            seat: options.color("seat"),
            ply: options.number("move")?,
            text: options.is_set("text"),
            zoom: options.is_set("zoom"),
        }))
    },
    press: |action| Some((Presser::Anybody, pressed(action)?)),
    offers: |narrator, state, occasion| {
        let view = || narrator.button(state, VIEW, "button-view");
        match occasion {
            Occasion::Board(_) => {
                let more = narrator.button(state, MORE, "button-more");
                // At the first board nothing was missed yet, and somebody may be new to the game.
                let first = match state.ply() {
                    0 => rules::minute_button(narrator),
                    _ => since_button(narrator, state),
                };
                vec![first, view(), more]
            }
            Occasion::Watched | Occasion::LeftToComputers => vec![view()],
            Occasion::MovedOn(_) if state.stage() == Stage::Running => vec![view()],
            Occasion::Looking => vec![narrator.button(state, TEXT, "button-text")],
            _ => Vec::new(),
        }
    },
    ..Command::plain(Presser::Anybody)
};

/// Reads the action of a button.
fn pressed(action: &str) -> Option<Request> {
    Some(match action.split(':').collect::<Vec<_>>()[..] {
        [VIEW] => request(Board::default()),
        [TEXT] => request(Board {
            text: true,
            ..Board::default()
        }),
        [MORE] => Request {
            page: PageUse::AnyBoard,
            about: About::Match,
            ..Request::look(Cost::Free, Task::Board(BoardTask::More))
        },
        [ZOOM, seat] => request(Board {
            seat: Some(Color::from_word(seat)?),
            zoom: true,
            ..Board::default()
        }),
        [PLY, ply, seat] => request(Board {
            seat: Some(Color::from_word(seat)?),
            ply: match ply {
                START => Some(0),
                NOW => None,
                ply => Some(exact(ply)?),
            },
            ..Board::default()
        }),
        _ => return None,
    })
}

/// The board in words.
const TEXT: &str = "text";
/// Everything that is not under the board itself.
const MORE: &str = "more";
/// The sector of a seat.
const ZOOM: &str = "zoom";
/// The board at a ply, seen from a seat; at the beginning and as it stands for these words.
const PLY: &str = "ply";
const START: &str = "start";
const NOW: &str = "now";

/// The way in which a board is to be seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Board {
    /// The seat; as the speaker is used to when `None`. Buttons that step through a match name one.
    seat: Option<Color>,
    /// The plies after which it stands; as it stands when `None`.
    ply: Option<u32>,
    /// Whether it is shown in words.
    text: bool,
    /// Whether the sector of the seat alone is shown, large.
    zoom: bool,
}

fn request(board: Board) -> Request {
    let (cost, page) = match board {
        Board { text: true, .. } => (Cost::Free, PageUse::Turns),
        Board { seat: Some(_), .. } => (Cost::Picture, PageUse::Turns),
        // From any board, it shows the board as it stands.
        Board { seat: None, .. } => (Cost::Picture, PageUse::AnyBoard),
    };
    Request {
        page,
        about: About::Match,
        ..Request::look(cost, Task::Board(BoardTask::Show(board)))
    }
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardTask {
    Show(Board),
    /// What else there is to do, and to see.
    More,
}

pub(super) async fn run(cx: &Context<'_>, task: BoardTask) -> Answer {
    let state = cx.find(Purpose::Show).await?;
    match task {
        BoardTask::Show(board) => show(cx, state, board).await,
        BoardTask::More => Ok(more(cx, state)),
    }
}

async fn show(cx: &Context<'_>, state: Arc<Match>, board: Board) -> Answer {
    let now = state.ply();
    let shown = match board.ply {
        None => Arc::clone(&state),
        Some(ply) => {
            let earlier = cx.host.state_at_ply(state.id(), ply).await?;
            earlier.ok_or_else(|| no_such_ply(cx, ply, now))?
        }
    };
    let own = state.color_of(cx.person);
    let seat = board.seat;
    let seat = seat.unwrap_or_else(|| cx.locale.seen_from(&shown, own));
    let missed = match own.filter(|_| board.ply.is_none()) {
        Some(own) => missed(cx, &state, own).await,
        None => None,
    };
    let said = board.said(cx, &shown, seat).into_iter();
    let mut reply = Reply::words(Message::lines(said.chain(missed)));
    if board.zoom && !board.text {
        let name = format!("{}-{}-{}", shown.id(), shown.ply(), seat.word());
        let view = BoardView {
            zoom: Some(seat),
            ..cx.view(&shown, seat)
        };
        let picture = Picture::of_board(name, view);
        let ply = board.ply.map_or(String::from(NOW), |ply| ply.to_string());
        let whole = vec![step(cx, &shown, seat, ply, "button-whole")];
        reply = reply.showing(Shown::Picture(picture)).over(whole);
    } else if !board.text {
        let steps = steps(cx, &state, &shown, seat);
        reply = reply.showing(Shown::Board(seat)).over(steps);
    }
    reply.state = Some(shown);
    Ok(reply)
}

/// Offers the speaker what else there is to do, and to see. What cannot be undone comes last.
fn more(cx: &Context<'_>, state: Arc<Match>) -> Reply {
    let in_play = |army: &Color| {
        state.stage() == Stage::Running && state.position().in_play().contains(*army)
    };
    let army = state.color_of(cx.person).filter(in_play);
    let acts = army.map(|army| offered(cx, &state, Occasion::Acting(army)));
    let acts = acts.unwrap_or_default().into_iter();
    let (last, acts): (Vec<Button>, Vec<Button>) =
        acts.partition(|button| button.emphasis == Emphasis::Danger);
    let looks = Button::in_a_row(offered(cx, &state, Occasion::Looking));
    let own = state.color_of(cx.person).filter(|_| cx.page.is_some());
    let browser = own.map(|_| super::seat::link_button(cx, &state));
    let text = cx.say("more-heading", &[("match", &state.id())]);
    let buttons = [acts, looks, browser.into_iter().collect(), last].concat();
    Reply::about(state, text).over(buttons)
}

impl Board {
    /// Returns the words next to the board, or the board in words.
    fn said(&self, cx: &Context<'_>, shown: &Match, seat: Color) -> Vec<Message> {
        let story = cx.story(shown);
        let (first, last) = if self.text {
            // The time of then is past. The board in words says the points itself.
            let time = story.time_left().filter(|_| self.ply.is_none());
            (time, Some(Message::plain(story.text_board(seat))))
        } else {
            let values = [("match", &shown.id() as _), ("count", &shown.ply() as _)];
            let heading = cx.say("board-shown", &values);
            let sentence = match shown.stage() {
                Stage::Running if self.ply.is_none() => story.turn_and_time(),
                Stage::Running => story.turn(),
                Stage::Table => story.table(),
                // A table that was closed has no result.
                Stage::Ended if shown.outcome().is_none() => Message::default(),
                Stage::Ended => story.standing(),
            };
            let first = Message::sentences([heading, sentence]);
            (Some(first), story.points_so_far())
        };
        let budgets = story.budgets().filter(|_| self.ply.is_none());
        let between = budgets.into_iter().chain(story.agreements());
        let between = between.chain(story.captured_so_far());
        first.into_iter().chain(between).chain(last).collect()
    }
}

/// Returns the button that shows the board at a ply.
fn step(
    narrator: &Narrator<'_>,
    shown: &Match,
    seat: Color,
    ply: impl Display,
    label: &'static str,
) -> Button {
    narrator.button(shown, format!("{PLY}:{ply}:{}", seat.word()), label)
}

/// Returns the buttons under a board that one person sees alone: to a move if it is theirs, to what they
/// missed, back through the match, and to a closer view. An earlier board also has those that lead on, so that all keep
/// their places.
fn steps(cx: &Context<'_>, now: &Match, shown: &Match, seat: Color) -> Vec<Button> {
    let (ply, last) = (shown.ply(), now.ply());
    let back = step(cx, shown, seat, ply.saturating_sub(1), "button-back");
    if now.stage() == Stage::Table {
        return Vec::new();
    }
    if ply == last {
        let own = now.color_of(cx.person);
        let missed = own.is_some_and(|own| now.last_ply_of(own) < last);
        let since = missed.then(|| since_button(cx, now));
        let back = (ply > 0).then_some(back);
        let zoom = format!("{ZOOM}:{}", seat.word());
        let zoom = cx.button(now, zoom, "button-zoom");
        let moves = may_move(now, cx.person).is_ok();
        let moves = moves.then(|| r#move::button(cx, now)).into_iter();
        return moves.chain(since).chain(back).chain([zoom]).collect();
    }
    vec![
        step(cx, shown, seat, START, "button-start").enabled(ply > 0),
        back.enabled(ply > 0),
        step(cx, shown, seat, ply + 1, "button-on"),
        step(cx, shown, seat, NOW, "button-now"),
    ]
}
