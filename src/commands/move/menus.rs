//! Moving by buttons and menus: the piece, the square, what a pawn becomes. Every page is made from
//! the id that was pressed and from the match, so that nothing is lost when the program ends.

use std::sync::Arc;

use crate::{
    commands::{command::Running, pager::Pager, prelude::*},
    host::Done,
    matchplay::may_move,
    messages::{Menu, MenuOption, move_preview},
    render::Mark,
    rules::{Colors, Consequences, Move, ReadMoveError, Role, Square, read_move, short},
};

/// The names of the menus of a piece's squares, page by page: Discord shows a menu of the same name
/// as if the option chosen from it before were still chosen. There are no more than 144 squares.
const GOALS: [&str; 6] = [
    "goals", "goals-2", "goals-3", "goals-4", "goals-5", "goals-6",
];

/// The pieces that can move, the first page.
const MOVE: &str = "move";
/// A page of them.
const PIECES: &str = "pieces:";
/// A page of the squares where a piece can go.
const FROM: &str = "from:";
/// Makes a move, or asks first what a pawn becomes, or whether the move is meant.
const TO: &str = "to:";
/// Makes a move that is meant.
const MAKE: &str = "make:";

/// The buttons for what a move that cannot be read may have meant, also with a claim.
type Meanings = fn(&Narrator<'_>, &ReadMoveError, &Match, bool) -> Vec<Button>;

/// Reads the action of a button of the menus. A move that is refused gets these meanings.
pub(super) fn press(action: &str, meanings: Meanings) -> Option<Request> {
    if action == MOVE {
        return Some(step(|cx| Box::pin(pieces(cx, 1))));
    }
    if let Some(page) = action.strip_prefix(PIECES) {
        let page = exact(page)?;
        return Some(step(move |cx| Box::pin(pieces(cx, page))));
    }
    if let Some(rest) = action.strip_prefix(FROM) {
        let (from, page) = rest.split_once(':')?;
        let (from, page) = (exact(from)?, exact(page)?);
        return Some(step(move |cx| Box::pin(goals(cx, from, page))));
    }
    let (mv, confirmed) = match action.strip_prefix(TO) {
        Some(mv) => (mv, false),
        None => (action.strip_prefix(MAKE)?, true),
    };
    let mv: Move = exact(mv)?;
    Some(Request {
        visit: Visit::Change,
        typed: mv.to_string(),
        ways_out: Box::new(move |cx, why, state| match why {
            Rejection::Move(error) => meanings(cx, error, state, false),
            _ => Vec::new(),
        }),
        ..step(move |cx| Box::pin(choose(cx, mv, confirmed)))
    })
}

/// A step on the way to a move.
fn step(run: impl for<'a> Fn(&'a Context<'a>) -> Running<'a> + Send + Sync + 'static) -> Request {
    Request {
        page: PageUse::Replaces,
        ..Request::look(Cost::Step, run)
    }
}

/// The button to the pieces that can move.
pub(super) fn button(narrator: &Narrator<'_>, state: &Match) -> Button {
    Button::of(state, MOVE, narrator.say("button-move", &[]))
}

/// The button that makes a move.
pub(super) fn to(state: &Match, mv: Move) -> Button {
    Button::of(state, format!("{TO}{mv}"), short(state.position(), mv))
}

/// The button back to the squares of a piece.
fn again(narrator: &Narrator<'_>, state: &Match, from: Square) -> Button {
    let label = narrator.say("button-choose-again", &[]);
    Button::of(state, format!("{FROM}{from}:1"), label)
}

/// A legal move, and its consequences.
struct Considered {
    mv: Move,
    weight: Weight,
    consequences: Consequences,
}

/// Sort key of menus: forcing moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    PutsOut,
    Checks,
    Takes,
    Promotes,
    Castles,
    Quiet,
}

impl Weight {
    fn of(mover: Color, consequences: &Consequences) -> Weight {
        let mut outs = consequences.outs.iter();
        if outs.any(|out| out.by.is_none_or(|by| by == mover)) {
            Weight::PutsOut
        } else if !consequences.checked.is_empty() {
            Weight::Checks
        } else if consequences.taken.is_some() {
            Weight::Takes
        } else if consequences.promotion.is_some() {
            Weight::Promotes
        } else if consequences.castles.is_some() {
            Weight::Castles
        } else {
            Weight::Quiet
        }
    }

    const fn is_forcing(self) -> bool {
        matches!(self, Weight::PutsOut | Weight::Checks | Weight::Takes)
    }
}

/// The legal moves, of the piece on a square where one is named: the most forcing first, among
/// equals by the square that they lead to.
fn considered(state: &Match, from: Option<Square>) -> Vec<Considered> {
    let legal = state.position().legal_moves();
    let legal = legal
        .into_iter()
        .filter(|mv| from.is_none_or(|from| mv.from == from));
    let mover = state.position().turn();
    let mut moves: Vec<Considered> = legal
        .filter_map(|mv| {
            let consequences = state.game().consequences(mv).ok()?;
            Some(Considered {
                mv,
                weight: Weight::of(mover, &consequences),
                consequences,
            })
        })
        .collect();
    // Promotions are offered in one order, the queen first.
    let offered = |mv: Move| {
        let mut roles = Role::PROMOTIONS.iter();
        roles.position(|role| mv.promotion == Some(*role))
    };
    moves.sort_by_cached_key(|one| (one.weight, one.mv.to.to_string(), offered(one.mv)));
    moves
}

/// Shows the pieces that can move: those that take, check or mate first, then by kind and square.
async fn pieces(cx: &Context<'_>, page: u32) -> Answer {
    let (state, color) = to_move(cx).await?;
    let mut pieces: Vec<(Square, Vec<Considered>)> = Vec::new();
    for one in considered(&state, None) {
        match pieces.iter_mut().find(|(from, _)| *from == one.mv.from) {
            Some((_, moves)) => moves.push(one),
            None => pieces.push((one.mv.from, vec![one])),
        }
    }
    let role = |from: Square| state.position().piece_at(from).map(|piece| piece.role);
    pieces.sort_by_key(|(from, moves)| {
        let best = moves.first().map(|one| one.weight);
        let forcing = best.filter(|weight| weight.is_forcing());
        (forcing.unwrap_or(Weight::Quiet), role(*from), *from)
    });
    let pager = Pager::of(pieces.len(), Menu::MOST, page);
    let shown = pager.range().ok_or_else(|| cx.no_such_page(pager.pages))?;
    let options = pieces[shown].iter().filter_map(|(from, moves)| {
        let piece = cx.texts().piece_alone(role(*from)?);
        let best = moves.first().filter(|one| one.weight.is_forcing());
        Some(MenuOption {
            id: Button::id_of(&state, format!("{FROM}{from}:1")),
            label: cx
                .say("menu-piece", &[("piece", &piece), ("square", from)])
                .into(),
            about: match best {
                Some(best) => best.label(cx, &state),
                None => cx.say("menu-moves", &[("count", &moves.len())]).into(),
            },
        })
    });
    let menu = Menu {
        name: "pieces",
        prompt: cx.texts().word("menu-pieces"),
        options: options.collect(),
    };
    let army = cx.texts().army(color);
    let text = cx.say("moving-pieces", &[("match", &state.id()), ("army", &army)]);
    let buttons = pager.buttons(cx, &state, |page| format!("{PIECES}{page}"));
    Ok(Reply {
        seat: Some(cx.locale.seen_from(&state, Some(color))),
        menus: vec![menu],
        buttons,
        page: Page::Turns,
        state: Some(state),
        ..Reply::words(numbered(cx, text, &pager))
    })
}

/// Shows the squares where a piece can go, numbered as on the board: captures and checks first.
async fn goals(cx: &Context<'_>, from: Square, page: u32) -> Answer {
    let (state, color) = to_move(cx).await?;
    let mut goals: Vec<Considered> = Vec::new();
    for one in considered(&state, Some(from)) {
        // What a pawn becomes is asked next.
        if goals.iter().all(|other| other.mv.to != one.mv.to) {
            goals.push(one);
        }
    }
    let piece = state.position().piece_at(from);
    let (Some(piece), false) = (piece, goals.is_empty()) else {
        let text = cx.say("refused-no-moves-from", &[("square", &from)]);
        let refusal = Reply {
            buttons: vec![button(cx, &state)],
            page: Page::Turns,
            ..Reply::refusal("bad-option", text)
        };
        return Err(refusal.into());
    };
    let pager = Pager::of(goals.len(), Menu::MOST, page);
    let shown = pager.range().ok_or_else(|| cx.no_such_page(pager.pages))?;
    let numbers = shown.start + 1..;
    let options = numbers.zip(&goals[shown]);
    let menu = Menu {
        name: GOALS[(pager.page - 1).min(GOALS.len() - 1)],
        prompt: cx.texts().word("menu-goals"),
        options: options
            .map(|(number, one)| one.option(cx, &state, number))
            .collect(),
    };
    let piece = cx.texts().piece_alone(piece.role);
    let text = cx.say(
        "moving-goals",
        &[("match", &state.id()), ("piece", &piece), ("square", &from)],
    );
    let mut buttons = pager.buttons(cx, &state, |page| format!("{FROM}{from}:{page}"));
    let other = cx.say("button-choose-again", &[]);
    buttons.push(Button::of(&state, format!("{PIECES}1"), other));
    let to = goals.iter().map(|one| one.mv.to).collect();
    Ok(Reply {
        picture: Some(pointing(cx, &state, color, Mark::Numbered { from, to })),
        menus: vec![menu],
        buttons,
        page: Page::Turns,
        state: Some(state),
        ..Reply::words(numbered(cx, text, &pager))
    })
}

/// Makes the move that was chosen; or asks what the pawn becomes, where that is open, and whether the move is
/// meant, if the player wants to be asked.
async fn choose(cx: &Context<'_>, mv: Move, confirmed: bool) -> Answer {
    let state = cx.find(Purpose::Act).await?;
    let asks = !confirmed && cx.host.preferences_of(cx.person).confirm;
    match judge(cx, &state, mv) {
        Ok(color) if asks => return Ok(confirm(cx, state, color, mv)),
        Err(Rejection::Move(ReadMoveError::PromotionMissing { .. })) => {
            return Ok(promote(cx, state, mv));
        }
        Err(rejection) if asks => return Err(Failure::from(rejection).of(&state)),
        // A request that comes twice is refused here, and answered as it was by the host.
        Ok(_) | Err(_) => {}
    }
    let command = MatchCommand::Move {
        text: mv.to_string(),
        claim: false,
    };
    let done = cx.submit(&state, &command).await;
    let done = done.map_err(|error| Failure::from(error).of(&state))?;
    let played = cx.say("moving-played", &[("move", &as_played(mv, &done))]);
    Ok(Reply {
        page: Page::Closes(played),
        ..cx.told(done)
    })
}

/// The move in short form, as it was played.
fn as_played(mv: Move, done: &Done) -> String {
    let moved = done.events.iter().find_map(|event| {
        if let Event::Moved { color, mv } = event {
            Some((*color, *mv))
        } else {
            None
        }
    });
    let mut played = done.state.played().iter().rev();
    let played = played.find(|played| Some((played.color, played.mv)) == moved);
    played.map_or_else(|| mv.to_string(), |played| played.short.clone())
}

/// The question what the pawn becomes.
fn promote(cx: &Context<'_>, state: Arc<Match>, mv: Move) -> Reply {
    let moves = considered(&state, Some(mv.from));
    let moves = moves.iter().filter(|one| one.mv.to == mv.to);
    let options = moves.filter_map(|one| {
        let mut consequences = one.consequences.clone();
        let role = consequences.promotion.take()?;
        Some(MenuOption {
            id: Button::id_of(&state, format!("{TO}{}", one.mv)),
            label: cx.texts().piece_alone(role),
            about: move_preview::about(cx.texts(), state.game(), &consequences),
        })
    });
    let menu = Menu {
        name: "promotion",
        prompt: cx.texts().word("menu-promotion"),
        options: options.collect(),
    };
    let text = cx.say(
        "moving-promotion",
        &[("match", &state.id()), ("from", &mv.from), ("to", &mv.to)],
    );
    let color = state.position().turn();
    Reply {
        picture: Some(pointing(cx, &state, color, one_way(mv))),
        menus: vec![menu],
        buttons: vec![again(cx, &state, mv.from)],
        page: Page::Turns,
        state: Some(state),
        ..Reply::words(text)
    }
}

/// The question whether the move is meant, with its consequences.
fn confirm(cx: &Context<'_>, state: Arc<Match>, color: Color, mv: Move) -> Reply {
    let moves = considered(&state, Some(mv.from));
    let one = moves.iter().find(|one| one.mv == mv);
    let what = one.map_or_else(|| mv.to_string(), |one| one.label(cx, &state));
    let text = cx.say("moving-confirm", &[("match", &state.id()), ("move", &what)]);
    let label = short(state.position(), mv);
    let label = cx.say("button-make", &[("move", &label)]);
    Reply {
        picture: Some(pointing(cx, &state, color, one_way(mv))),
        buttons: vec![
            Button::of(&state, format!("{MAKE}{mv}"), label),
            again(cx, &state, mv.from),
        ],
        page: Page::Turns,
        state: Some(state),
        ..Reply::words(text)
    }
}

impl Considered {
    /// The move with its consequences.
    fn label(&self, cx: &Context<'_>, state: &Match) -> String {
        let written = short(state.position(), self.mv);
        move_preview::label(cx.texts(), state.game(), &written, &self.consequences)
    }

    /// The square that it leads to, under its number.
    fn option(&self, cx: &Context<'_>, state: &Match, number: usize) -> MenuOption {
        let about = |consequences: &Consequences| {
            move_preview::about(cx.texts(), state.game(), consequences)
        };
        let mut mv = self.mv;
        let (written, about) = if mv.promotion.take().is_some() {
            // The rest depends on what the pawn becomes.
            let about = about(&Consequences {
                promotion: None,
                outs: Vec::new(),
                checked: Colors::NONE,
                still_checked: Colors::NONE,
                outcome: None,
                ..self.consequences.clone()
            });
            let parts = [about, cx.texts().word("menu-promotes")];
            let parts = parts.into_iter().filter(|part| !part.is_empty());
            let parts: Vec<String> = parts.collect();
            (mv.to.to_string(), cx.texts().comma(&parts))
        } else {
            let mut written = short(state.position(), mv);
            if self.consequences.castles.is_some() {
                written = format!("{written} ({})", mv.to);
            }
            (written, about(&self.consequences))
        };
        let label = cx.say("menu-goal", &[("number", &number), ("move", &written)]);
        MenuOption {
            id: Button::id_of(state, format!("{TO}{mv}")),
            label: label.into(),
            about,
        }
    }
}

/// The text with the number of the page, where there are several.
fn numbered(cx: &Context<'_>, text: Message, pager: &Pager) -> Message {
    let several = pager.pages > 1;
    let number = several.then(|| {
        cx.say(
            "moving-page",
            &[("page", &pager.page), ("pages", &pager.pages)],
        )
    });
    Message::lines([text].into_iter().chain(number))
}

/// The board from the player's seat, with something pointed out.
fn pointing(cx: &Context<'_>, state: &Match, color: Color, mark: Mark) -> Picture {
    let mut view = cx.view(state, cx.locale.seen_from(state, Some(color)));
    view.marks.push(mark);
    Picture::of_board(format!("{}-{}", state.id(), state.ply()), view)
}

/// The way of one move.
fn one_way(mv: Move) -> Mark {
    let (from, to) = (mv.from, vec![mv.to]);
    Mark::Reach { from, to }
}

/// The match, and the speaker's army, if they are to move in it.
async fn to_move(cx: &Context<'_>) -> Result<(Arc<Match>, Color), Failure> {
    let state = cx.find(Purpose::Act).await?;
    match still_to_move(cx, &state) {
        Ok(color) => Ok((state, color)),
        Err(rejection) => Err(Failure::from(rejection).of(&state)),
    }
}

/// The speaker's army, if they are to move on the board that they were shown.
fn still_to_move(cx: &Context<'_>, state: &Match) -> Result<Color, Rejection> {
    let now = state.ply();
    match cx.shown_ply {
        Some(shown) if shown != now => Err(Rejection::PositionMovedOn { shown, now }),
        Some(_) | None => may_move(state, cx.person),
    }
}

/// The same, if the move is legal.
fn judge(cx: &Context<'_>, state: &Match, mv: Move) -> Result<Color, Rejection> {
    let color = still_to_move(cx, state)?;
    read_move(state.position(), &mv.to_string())?;
    Ok(color)
}
