//! Moving by buttons and menus: the piece, the square, what a pawn becomes. Every page is made from
//! the id that was pressed and from the match, so that nothing is lost when the program ends.

use crate::{
    commands::{command::Running, pager::Pager, prelude::*},
    matchplay::{MoveInput, may_move},
    messages::{Menu, MenuOption, move_preview},
    render::Mark,
    rules::{ConsideredMove, Move, ReadMoveError, Square, Weight, read_move, short},
};

/// The names of the menus of a piece's squares, page by page: Discord shows a menu of the same name
/// as if the option chosen from it before were still chosen. There are no more than 144 squares.
const GOALS: [&str; 6] = [
    "goals", "goals-2", "goals-3", "goals-4", "goals-5", "goals-6",
];

/// The buttons for what a move that cannot be read may have meant, also with a claim.
type Meanings = fn(&Context<'_>, &ReadMoveError, &Match, bool) -> Vec<Button>;

/// Reads the action of a button of the menus. A move that is refused gets these meanings.
pub(super) fn press(action: &str, meanings: Meanings) -> Option<Request> {
    Some(match action.split(':').collect::<Vec<_>>()[..] {
        ["move"] => step(|cx| Box::pin(pieces(cx, 1))),
        ["pieces", page] => {
            let page = exact(page)?;
            step(move |cx| Box::pin(pieces(cx, page)))
        }
        ["from", from, page] => {
            let (from, page) = (exact(from)?, exact(page)?);
            step(move |cx| Box::pin(goals(cx, from, page)))
        }
        // The first asks what a pawn becomes, and whether the move is meant; the other does not.
        [to @ ("to" | "make"), mv] => {
            let (mv, confirmed): (Move, bool) = (exact(mv)?, to == "make");
            Request {
                visit: Visit::Change,
                typed: mv.to_string(),
                ways_out: Box::new(move |cx, why, state| match why {
                    Rejection::Move(error) => meanings(cx, error, state, false),
                    _ => Vec::new(),
                }),
                ..step(move |cx| Box::pin(choose(cx, mv, confirmed)))
            }
        }
        _ => return None,
    })
}

/// Returns a step on the way to a move.
fn step(run: impl for<'a> Fn(&'a Context<'a>) -> Running<'a> + Send + Sync + 'static) -> Request {
    Request {
        page: PageUse::Replaces,
        ..Request::look(Cost::Step, run)
    }
}

/// Returns the button to the pieces that can move.
pub(super) fn button(narrator: &Narrator<'_>, state: &Match) -> Button {
    narrator.button(state, "move", "button-move")
}

/// Returns the button that makes a move.
pub(super) fn to(state: &Match, mv: Move) -> Button {
    Button::of(state, format!("to:{mv}"), short(state.position(), mv))
}

/// Returns the button back to the squares of a piece.
fn again(narrator: &Narrator<'_>, state: &Match, from: Square) -> Button {
    narrator.button(state, format!("from:{from}:1"), "button-choose-again")
}

/// Returns an option of a menu, which does the same as a button with this action.
fn option(state: &Match, action: String, label: impl Into<String>, about: String) -> MenuOption {
    let Button { id, label, .. } = Button::of(state, action, label);
    MenuOption { id, label, about }
}

/// Shows the pieces that can move: those that take, check or mate first, then by kind and square.
async fn pieces(cx: &Context<'_>, page: u32) -> Answer {
    let (state, color) = to_move(cx).await?;
    let role = |from: Square| state.position().piece_at(from).map(|piece| piece.role);
    let mut moves = state.game().considered(None);
    moves.sort_by_key(|one| one.mv.from);
    let pieces = moves.chunk_by(|one, next| one.mv.from == next.mv.from);
    // The most forcing move of a piece is its first.
    let mut pieces: Vec<(&ConsideredMove, usize)> = pieces
        .filter_map(|moves| Some((moves.first()?, moves.len())))
        .collect();
    pieces.sort_by_key(|(best, _)| {
        let forcing = Some(best.weight).filter(|weight| weight.is_forcing());
        let from = best.mv.from;
        (forcing.unwrap_or(Weight::Quiet), role(from), from)
    });
    let pager = Pager::of(cx, pieces.len(), Menu::MOST, page)?;
    let options = pieces[pager.shown.clone()].iter();
    let options = options.filter_map(|(best, moves)| {
        let from = best.mv.from;
        let piece = cx.piece_alone(role(from)?);
        let label = cx.say("menu-piece", &[("piece", &piece), ("square", &from)]);
        let about = if best.weight.is_forcing() {
            preview(cx, &state, best)
        } else {
            cx.say("menu-moves", &[("count", moves)]).into()
        };
        Some(option(&state, format!("from:{from}:1"), label, about))
    });
    let menu = Menu {
        name: "pieces",
        prompt: cx.word("menu-pieces"),
        options: options.collect(),
    };
    let army = cx.army(color);
    let text = cx.say("moving-pieces", &[("match", &state.id()), ("army", &army)]);
    Ok(Reply {
        seat: Some(cx.locale.seen_from(&state, Some(color))),
        menus: vec![menu],
        buttons: pager.buttons(cx, &state, |page| format!("pieces:{page}")),
        ..Reply::about(Arc::clone(&state), numbered(cx, text, &pager))
    })
}

/// Shows the squares where a piece can go, numbered as on the board: captures and checks first.
async fn goals(cx: &Context<'_>, from: Square, page: u32) -> Answer {
    let (state, color) = to_move(cx).await?;
    let mut goals: Vec<ConsideredMove> = Vec::new();
    for one in state.game().considered(Some(from)) {
        // What a pawn becomes is asked next.
        if goals.iter().all(|other| other.mv.to != one.mv.to) {
            goals.push(one);
        }
    }
    let piece = state.position().piece_at(from);
    let Some(piece) = piece.filter(|_| !goals.is_empty()) else {
        let text = cx.say("refused-no-moves-from", &[("square", &from)]);
        let refusal = Reply {
            buttons: vec![button(cx, &state)],
            page: Page::Turns,
            ..Reply::refusal("bad-option", text)
        };
        return Err(refusal.into());
    };
    let pager = Pager::of(cx, goals.len(), Menu::MOST, page)?;
    let options = (1..).zip(&goals).skip(pager.shown.start);
    let options = options.take(pager.shown.len());
    let menu = Menu {
        name: GOALS[(pager.page - 1).min(GOALS.len() - 1)],
        prompt: cx.word("menu-goals"),
        options: options
            .map(|(number, one)| goal(cx, &state, number, one))
            .collect(),
    };
    let piece = cx.piece_alone(piece.role);
    let text = cx.say(
        "moving-goals",
        &[("match", &state.id()), ("piece", &piece), ("square", &from)],
    );
    let mut buttons = pager.buttons(cx, &state, |page| format!("from:{from}:{page}"));
    buttons.push(cx.button(&state, "pieces:1", "button-choose-again"));
    let to = goals.iter().map(|one| one.mv.to).collect();
    Ok(Reply {
        picture: Some(pointing(cx, &state, color, Mark::Numbered { from, to })),
        menus: vec![menu],
        buttons,
        ..Reply::about(state, numbered(cx, text, &pager))
    })
}

/// Makes the move that was chosen; or asks what the pawn becomes, where that is open, and whether the move is
/// meant, if the player wants to be asked.
async fn choose(cx: &Context<'_>, mv: Move, confirmed: bool) -> Answer {
    let state = cx.find(Purpose::Act).await?;
    let asks = !confirmed && cx.host.preferences_of(cx.person).confirm;
    let legal = still_to_move(cx, &state).and_then(|color| {
        read_move(state.position(), &mv.to_string())?;
        Ok(color)
    });
    match legal {
        Ok(color) if asks => return Ok(confirm(cx, state, color, mv)),
        Err(Rejection::Move(ReadMoveError::PromotionMissing { .. })) => {
            return Ok(promote(cx, state, mv));
        }
        Err(rejection) if asks => return Err(Failure::of(rejection, &state)),
        // A request that comes twice is refused here, and answered as it was by the host.
        Ok(_) | Err(_) => {}
    }
    let command = MatchCommand::Move {
        mv: MoveInput::Chosen(mv),
        claim: false,
    };
    let done = cx.submit(&state, &command).await?;
    let mut played = done.change.after.played().iter().rev();
    let played = played.find(|played| {
        let (color, mv) = (played.color, played.mv);
        done.change.events.contains(&Event::Moved { color, mv })
    });
    let played = played.map_or_else(|| mv.to_string(), |played| played.short.clone());
    let played = cx.say("moving-played", &[("move", &played)]);
    Ok(Reply {
        page: Page::Closes(played),
        ..cx.told(done)
    })
}

/// Asks for the piece that the pawn becomes.
fn promote(cx: &Context<'_>, state: Arc<Match>, mv: Move) -> Reply {
    let moves = state.game().considered(Some(mv.from)).into_iter();
    let options = moves.filter(|one| one.mv.to == mv.to).filter_map(|one| {
        let mut consequences = one.consequences;
        let role = cx.piece_alone(consequences.promotion.take()?);
        let about = move_preview::about(cx.texts(), state.game(), &consequences);
        Some(option(&state, format!("to:{}", one.mv), role, about))
    });
    let menu = Menu {
        name: "promotion",
        prompt: cx.word("menu-promotion"),
        options: options.collect(),
    };
    let text = cx.say(
        "moving-promotion",
        &[("match", &state.id()), ("from", &mv.from), ("to", &mv.to)],
    );
    Reply {
        picture: Some(pointing(cx, &state, state.position().turn(), one_way(mv))),
        menus: vec![menu],
        buttons: vec![again(cx, &state, mv.from)],
        ..Reply::about(state, text)
    }
}

/// Asks the player to confirm the move, and tells its consequences.
fn confirm(cx: &Context<'_>, state: Arc<Match>, color: Color, mv: Move) -> Reply {
    let mut moves = state.game().considered(Some(mv.from)).into_iter();
    let one = moves.find(|one| one.mv == mv);
    let what = one.map_or_else(|| mv.to_string(), |one| preview(cx, &state, &one));
    let text = cx.say("moving-confirm", &[("match", &state.id()), ("move", &what)]);
    let label = short(state.position(), mv);
    let label = cx.say("button-make", &[("move", &label)]);
    Reply {
        picture: Some(pointing(cx, &state, color, one_way(mv))),
        buttons: vec![
            Button::of(&state, format!("make:{mv}"), label),
            again(cx, &state, mv.from),
        ],
        ..Reply::about(state, text)
    }
}

/// Returns a move with its consequences, in a line.
fn preview(cx: &Context<'_>, state: &Match, one: &ConsideredMove) -> String {
    let written = short(state.position(), one.mv);
    move_preview::label(cx.texts(), state.game(), &written, &one.consequences)
}

/// Returns the option for a move's target square, with its number.
fn goal(cx: &Context<'_>, state: &Match, number: usize, one: &ConsideredMove) -> MenuOption {
    let about = |consequences| move_preview::about(cx.texts(), state.game(), consequences);
    let mut mv = one.mv;
    let (written, about) = if mv.promotion.take().is_some() {
        // The rest depends on what the pawn becomes.
        let about = about(&one.consequences.of_any_role());
        let parts = [about, cx.word("menu-promotes")];
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        (mv.to.to_string(), cx.comma(parts))
    } else {
        let mut written = short(state.position(), mv);
        if one.consequences.castles.is_some() {
            written = format!("{written} ({})", mv.to);
        }
        (written, about(&one.consequences))
    };
    let label = cx.say("menu-goal", &[("number", &number), ("move", &written)]);
    option(state, format!("to:{mv}"), label, about)
}

/// Adds the number of the page to a text if there are several.
fn numbered(cx: &Context<'_>, text: Message, pager: &Pager) -> Message {
    let Pager { page, pages, .. } = pager;
    let number = || cx.say("moving-page", &[("page", page), ("pages", pages)]);
    Message::lines([text].into_iter().chain((*pages > 1).then(number)))
}

/// Returns the board from the player's seat, with something pointed out.
fn pointing(cx: &Context<'_>, state: &Match, color: Color, mark: Mark) -> Picture {
    let mut view = cx.view(state, cx.locale.seen_from(state, Some(color)));
    view.marks.push(mark);
    Picture::of_board(format!("{}-{}", state.id(), state.ply()), view)
}

/// Marks the way of one move.
fn one_way(mv: Move) -> Mark {
    let (from, to) = (mv.from, vec![mv.to]);
    Mark::Reach { from, to }
}

/// Finds the match, and returns it with the speaker's army if they are to move.
async fn to_move(cx: &Context<'_>) -> Result<(Arc<Match>, Color), Failure> {
    let state = cx.find(Purpose::Act).await?;
    let color = still_to_move(cx, &state);
    let color = color.map_err(|rejection| Failure::of(rejection, &state))?;
    Ok((state, color))
}

/// Returns the speaker's army if they are to move on the board that they were shown.
fn still_to_move(cx: &Context<'_>, state: &Match) -> Result<Color, Rejection> {
    let now = state.ply();
    match cx.shown_ply {
        Some(shown) if shown != now => Err(Rejection::PositionMovedOn { shown, now }),
        Some(_) | None => may_move(state, cx.person),
    }
}
