//! `/board`: the board of a match, from any seat, at any ply, in words or near.

use std::sync::Arc;

use super::{
    prelude::*,
    replay::{missed, no_such_ply, since_button},
};
use crate::render::BoardView;

pub(super) const COMMAND: Command = Command {
    name: "board",
    options: &[
        choice("seat", ARMIES),
        option("ply", Kind::Integer),
        option("text", Kind::Boolean),
        option("zoom", Kind::Boolean),
        MATCH,
    ],
    read: |options| {
        Ok(request(Board {
            seat: options.color("seat"),
            ply: options.number("ply")?,
            text: options.is_set("text"),
            zoom: options.is_set("zoom"),
        }))
    },
    press,
    offers: |narrator, state, occasion| {
        let view = Button::of(state, VIEW, narrator.say("button-view", &[]));
        match occasion {
            Occasion::Board(_) | Occasion::Watched => vec![view],
            Occasion::MovedOn(_) if state.stage() == Stage::Running => vec![view],
            _ => Vec::new(),
        }
    },
    ..Command::PLAIN
};

/// The board from the presser's own seat.
const VIEW: &str = "view";
/// The sector of a seat.
const ZOOM: &str = "zoom:";
/// The board at a ply, seen from a seat; at the beginning and as it stands for these words.
const PLY: &str = "ply:";
const START: &str = "start";
const NOW: &str = "now";

fn press(action: &str) -> Option<Request> {
    if action == VIEW {
        return Some(request(Board::default()));
    }
    if let Some(seat) = action.strip_prefix(ZOOM) {
        return Some(request(Board {
            seat: Some(Color::from_name(seat)?),
            zoom: true,
            ..Board::default()
        }));
    }
    let (ply, seat) = action.strip_prefix(PLY)?.split_once(':')?;
    let ply = match ply {
        START => Some(0),
        NOW => None,
        ply => Some(exact(ply)?),
    };
    let seat = Some(Color::from_name(seat)?);
    Some(request(Board {
        seat,
        ply,
        ..Board::default()
    }))
}

/// The way in which a board is to be seen.
#[derive(Clone, Copy, Debug, Default)]
struct Board {
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
    let cost = if board.text {
        Cost::Free
    } else {
        Cost::Picture
    };
    Request {
        page: if board.seat.is_some() {
            PageUse::Turns
        } else {
            PageUse::Latest
        },
        ..Request::look(cost, move |cx| Box::pin(run(cx, board)))
    }
}

async fn run(cx: &Context<'_>, board: Board) -> Answer {
    let state = cx.find(Purpose::Show).await?;
    if let Some(shown) = cx.shown_ply.filter(|shown| *shown != state.ply()) {
        let now = state.ply();
        return Err(Rejection::PositionMovedOn { shown, now }.into());
    }
    let shown = match board.ply {
        None => Arc::clone(&state),
        Some(ply) => {
            let earlier = cx.host.state_at_ply(state.id(), ply).await?;
            earlier.ok_or_else(|| no_such_ply(cx, ply, state.ply()))?
        }
    };
    let own = state.color_of(cx.person);
    let seat = board.seat;
    let seat = seat.unwrap_or_else(|| cx.locale.seen_from(&shown, own));
    let missed = match own.filter(|_| board.ply.is_none()) {
        Some(own) => missed(cx, &state, own).await,
        None => None,
    };
    let zoom = board.zoom && !board.text;
    let buttons = if board.text {
        Vec::new()
    } else if zoom {
        vec![board.whole(cx, &shown, seat)]
    } else {
        steps(cx, &state, &shown, seat, own)
    };
    let picture = zoom.then(|| {
        let name = format!("{}-{}-{}", shown.id(), shown.ply(), seat.name());
        let view = BoardView {
            zoom: Some(seat),
            ..cx.view(&shown, seat)
        };
        Picture::of_board(name, view)
    });
    let text = Message::lines(board.said(cx, &shown, seat).into_iter().chain(missed));
    Ok(Reply {
        buttons,
        seat: (!board.text && !zoom).then_some(seat),
        picture,
        state: Some(shown),
        ..Reply::words(text)
    })
}

impl Board {
    /// The words beside the board, or the board in words.
    fn said(&self, cx: &Context<'_>, shown: &Match, seat: Color) -> Vec<Message> {
        let story = cx.story(shown);
        if self.text {
            // The board in words says the points itself.
            let time = story.time_left().filter(|_| self.ply.is_none());
            let board = Message::plain(story.text_board(seat));
            return time
                .into_iter()
                .chain(story.agreements())
                .chain([board])
                .collect();
        }
        let heading = cx.say(
            "board-shown",
            &[("match", &shown.id()), ("ply", &shown.ply())],
        );
        let sentence = match shown.stage() {
            // The time of then is past.
            Stage::Running if self.ply.is_none() => story.turn_and_time(),
            Stage::Running => story.turn(),
            Stage::Table => story.table(),
            // A table that was closed has no result.
            Stage::Ended if shown.outcome().is_none() => Message::default(),
            Stage::Ended => story.standing(),
        };
        let first = Message::sentences([heading, sentence]);
        [first]
            .into_iter()
            .chain(story.agreements())
            .chain(story.points_so_far())
            .collect()
    }

    /// The button back from a sector to the whole board.
    fn whole(&self, narrator: &Narrator<'_>, shown: &Match, seat: Color) -> Button {
        let ply = self.ply.map_or(String::from(NOW), |ply| ply.to_string());
        let id = format!("{PLY}{ply}:{}", seat.name());
        Button::of(shown, id, narrator.say("button-whole", &[]))
    }
}

/// The buttons under a board that one person sees alone: to what they missed, back through the
/// match, and nearer. Under an earlier board those that lead on too, so that all keep their places.
fn steps(
    narrator: &Narrator<'_>,
    now: &Match,
    shown: &Match,
    seat: Color,
    own: Option<Color>,
) -> Vec<Button> {
    let (ply, last) = (shown.ply(), now.ply());
    let step = |to: &str, label| {
        let id = format!("{PLY}{to}:{}", seat.name());
        Button::of(shown, id, narrator.say(label, &[]))
    };
    if now.stage() == Stage::Table {
        return Vec::new();
    }
    if ply == last {
        let missed = own.is_some_and(|own| now.last_ply_of(own) < last);
        let since = missed.then(|| since_button(narrator, now));
        let before = ply.checked_sub(1);
        let back = before.map(|before| step(&before.to_string(), "button-back"));
        let zoom = format!("{ZOOM}{}", seat.name());
        let zoom = Button::of(now, zoom, narrator.say("button-zoom", &[]));
        return since.into_iter().chain(back).chain([zoom]).collect();
    }
    let before = ply.saturating_sub(1).to_string();
    vec![
        step(START, "button-start").enabled(ply > 0),
        step(&before, "button-back").enabled(ply > 0),
        step(&(ply + 1).to_string(), "button-on"),
        step(NOW, "button-now"),
    ]
}
