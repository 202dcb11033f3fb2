//! Moving by buttons: the piece, the square, what a pawn becomes. Every page is made from
//! the id that was pressed and from the match, so that nothing is lost when the program ends.

use super::MoveTask;
use crate::{
    commands::{pager::Pager, prelude::*, rules, shortcut::ASK},
    matchplay::{MoveInput, may_move},
    messages::move_preview,
    render::Mark,
    rules::{ConsideredMove, Move, ReadMoveError, Square, Weight, read_move},
};

/// The most pieces or squares on a page, four rows of buttons. The fifth leads on and back.
const MOST: usize = 20;

/// A step on the way to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::commands) enum Step {
    /// A page of the pieces that can move.
    Pieces(u32),
    /// A page of the squares where a piece can go.
    Goals(Square, u32),
    /// Asking if a move is meant, with a claim or without.
    Ask { mv: Move, claims: bool },
    /// Making a move. Unless it is confirmed, it is asked what a pawn becomes, and whether the move is meant.
    Make { mv: Move, confirmed: bool },
}

/// Reads the action of a button on the way to a move.
pub(super) fn press(action: &str) -> Option<Request> {
    let step = match action.split(':').collect::<Vec<_>>()[..] {
        ["move"] => Step::Pieces(1),
        ["pieces", page] => Step::Pieces(exact(page)?),
        ["from", from, page] => Step::Goals(exact(from)?, exact(page)?),
        ["meant", mv, ref claim @ ..] if matches!(claim, [] | ["claim"]) => Step::Ask {
            mv: exact(mv)?,
            claims: !claim.is_empty(),
        },
        [to @ ("to" | "make"), mv] => Step::Make {
            mv: exact(mv)?,
            confirmed: to == "make",
        },
        _ => return None,
    };
    let makes = matches!(step, Step::Make { .. });
    Some(Request {
        page: PageUse::Replaces,
        about: About::Match,
        visit: if makes { Visit::Change } else { Visit::Look },
        cost: Cost::Step,
        ..Request::new(Task::Move(MoveTask::Step(step)))
    })
}

pub(super) async fn run(cx: &Context<'_>, step: Step) -> Answer {
    match step {
        Step::Pieces(page) => pieces(cx, page).await,
        Step::Goals(from, page) => goals(cx, from, page).await,
        Step::Ask { mv, claims } => ask(cx, mv, claims).await,
        Step::Make { mv, confirmed } => choose(cx, mv, confirmed).await,
    }
}

/// Returns the button to the pieces that can move.
pub(in crate::commands) fn button(narrator: &Narrator<'_>, state: &Match) -> Button {
    narrator.button(state, "move", "button-move").main()
}

/// Returns the button that makes a move.
pub(super) fn to(narrator: &Narrator<'_>, state: &Match, mv: Move) -> Button {
    let label = narrator.move_in(state.position(), mv);
    Button::of(state, format!("to:{mv}"), label)
}

/// Makes a move and claims a draw with it.
pub(super) const CLAIM: &str = "claim:";

/// Returns the button that makes a move and claims a draw with it.
pub(super) fn claim(narrator: &Narrator<'_>, state: &Match, mv: Move) -> Button {
    let label = narrator.move_in(state.position(), mv);
    let label = narrator.say("button-claim-with", &[("move", &label)]);
    Button::of(state, format!("{CLAIM}{mv}"), label)
}

/// Returns the button that shows a move, to ask if it is meant, with a claim or without.
pub(super) fn meant(narrator: &Narrator<'_>, state: &Match, mv: Move, claims: bool) -> Button {
    let claim = if claims { ":claim" } else { "" };
    let label = narrator.move_in(state.position(), mv);
    Button::of(state, format!("meant:{mv}{claim}"), label)
}

/// Returns the button back to the squares of a piece; to the pieces, where it has one square alone.
fn again(narrator: &Narrator<'_>, state: &Match, from: Square) -> Button {
    let action = match goals_of(state, from).len() {
        0 | 1 => String::from("pieces:1"),
        _ => format!("from:{from}:1"),
    };
    narrator.button(state, action, "button-choose-again")
}

/// Shows the pieces that can move: those that take, check or mate first, then by kind and square. A piece
/// that can go to one square alone goes there at once.
async fn pieces(cx: &Context<'_>, page: u32) -> Answer {
    let (state, color) = to_move(cx).await?;
    let role = |from: Square| state.position().piece_at(from).map(|piece| piece.role);
    let mut moves = state.game().considered(None);
    moves.sort_by_key(|one| one.mv.from);
    // The most forcing move of a piece is its first.
    let pieces = moves.chunk_by(|one, next| one.mv.from == next.mv.from);
    let mut pieces: Vec<&[ConsideredMove]> = pieces.collect();
    pieces.sort_by_key(|moves| {
        let best = &moves[0];
        let forcing = Some(best.weight).filter(|weight| weight.is_forcing());
        let from = best.mv.from;
        (forcing.unwrap_or(Weight::Quiet), role(from), from)
    });
    let pager = Pager::of(cx, pieces.len(), MOST, page)?;
    let army = cx.army(color);
    let text = cx.say("moving-pieces", &[("match", &state.id()), ("army", &army)]);
    let (mut buttons, mut done) = (Vec::new(), Vec::new());
    for moves in &pieces[pager.shown.clone()] {
        let best = &moves[0];
        let (from, to) = (best.mv.from, best.mv.to);
        let Some(piece) = role(from).map(|role| cx.piece_alone(role)) else {
            continue;
        };
        let label = cx.say("button-piece", &[("piece", &piece), ("square", &from)]);
        let alone = moves.iter().all(|one| one.mv.to == to);
        let does = if best.weight.is_forcing() {
            preview(cx, &state, best)
        } else if alone {
            // Nothing else says it before the move is made.
            effects(cx, &state, best).1
        } else {
            String::new()
        };
        done.push((label.to_string(), does));
        buttons.push(if alone {
            let label = cx.say("button-piece-to", &[("piece", &label), ("square", &to)]);
            Button::of(&state, format!("to:{}", Move::plain(from, to)), label)
        } else {
            Button::of(&state, format!("from:{from}:1"), label)
        });
    }
    let mut turning =
        pager.buttons(|page, label| cx.button(&state, format!("pieces:{page}"), label));
    turning.push(cx.button(&state, format!("{ASK}move"), "button-type-move"));
    buttons.extend(Button::in_a_row(turning));
    let board = Shown::Board(cx.locale.seen_from(&state, Some(color)));
    let reply = Reply::about(state, told(cx, numbered(cx, text, &pager), &done));
    Ok(reply.showing(board).over(buttons))
}

/// Shows the squares where a piece can go, numbered as on the board: captures and checks first.
async fn goals(cx: &Context<'_>, from: Square, page: u32) -> Answer {
    let (state, color) = to_move(cx).await?;
    let goals = goals_of(&state, from);
    let piece = state.position().piece_at(from);
    let Some(piece) = piece.filter(|_| !goals.is_empty()) else {
        let text = cx.say("refused-no-moves-from", &[("square", &from)]);
        let buttons = vec![button(cx, &state), rules::button_to(cx, "check")];
        let refusal = Reply {
            page: Page::Turns,
            ..Reply::refusal("bad-option", text).over(buttons)
        };
        return Err(refusal.into());
    };
    let pager = Pager::of(cx, goals.len(), MOST, page)?;
    let piece = cx.texts().piece(piece.role);
    let text = cx.say("moving-goals", &[("piece", &piece), ("square", &from)]);
    let (mut buttons, mut done) = (Vec::new(), Vec::new());
    let shown = (1..).zip(&goals).skip(pager.shown.start);
    for (number, one) in shown.take(pager.shown.len()) {
        let (label, does) = goal(cx, &state, number, one);
        let to = Move::plain(one.mv.from, one.mv.to);
        buttons.push(Button::of(&state, format!("to:{to}"), label));
        done.push(does);
    }
    let mut leading =
        pager.buttons(|page, label| cx.button(&state, format!("from:{from}:{page}"), label));
    leading.push(cx.button(&state, "pieces:1", "button-choose-again"));
    buttons.extend(Button::in_a_row(leading));
    let to = goals.iter().map(|one| one.mv.to).collect();
    let board = pointing(cx, &state, color, Mark::Numbered { from, to });
    let reply = Reply::about(state, told(cx, numbered(cx, text, &pager), &done));
    Ok(reply.showing(Shown::Picture(board)).over(buttons))
}

/// Returns a move of a piece to each square where it can go; whatever a pawn becomes there.
fn goals_of(state: &Match, from: Square) -> Vec<ConsideredMove> {
    let mut goals: Vec<ConsideredMove> = Vec::new();
    for one in state.game().considered(Some(from)) {
        if goals.iter().all(|other| other.mv.to != one.mv.to) {
            goals.push(one);
        }
    }
    goals
}

/// Makes the move that was chosen; or asks what the pawn becomes, where that is open, and whether the move is
/// meant, if the player wants to be asked.
async fn choose(cx: &Context<'_>, mv: Move, confirmed: bool) -> Answer {
    let state = cx.find(Purpose::Act).await?;
    let asks = !confirmed && cx.preferences().confirm;
    let legal = still_to_move(cx, &state).and_then(|color| {
        read_move(state.position(), &mv.to_string())?;
        Ok(color)
    });
    match legal {
        Ok(color) if asks => return Ok(confirm(cx, state, color, mv, false)),
        Err(Rejection::Move(ReadMoveError::PromotionMissing { .. })) => {
            return Ok(promote(cx, state, mv));
        }
        Err(rejection) if asks => return Err(CommandError::of(rejection, &state)),
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
    let played = played.map_or_else(|| mv.to_string(), |played| cx.short(played.short));
    let played = cx.say("moving-played", &[("move", &played)]);
    Ok(Reply {
        page: Page::Closes(played),
        ..cx.told(done)
    })
}

/// Asks for the piece that the pawn becomes.
fn promote(cx: &Context<'_>, state: Arc<Match>, mv: Move) -> Reply {
    let text = cx.say("moving-promotion", &[("from", &mv.from), ("to", &mv.to)]);
    let (mut buttons, mut done) = (Vec::new(), Vec::new());
    let moves = state.game().considered(Some(mv.from)).into_iter();
    for one in moves.filter(|one| one.mv.to == mv.to) {
        let mut consequences = one.consequences;
        let Some(role) = consequences.promotion.take() else {
            continue;
        };
        let role = cx.piece_alone(role);
        let does = move_preview::about(cx.texts(), state.game(), &consequences);
        buttons.push(Button::of(&state, format!("to:{}", one.mv), &*role));
        done.push((role, does));
    }
    buttons.push(again(cx, &state, mv.from).first_in_row());
    let board = pointing(cx, &state, state.position().turn(), one_way(mv));
    let reply = Reply::about(state, told(cx, text, &done));
    reply.showing(Shown::Picture(board)).over(buttons)
}

/// Shows a move that may have been meant, and asks, whether or not the player wants to be asked of others.
async fn ask(cx: &Context<'_>, mv: Move, claims: bool) -> Answer {
    let (state, color) = to_move(cx).await?;
    let read = read_move(state.position(), &mv.to_string());
    read.map_err(|error| CommandError::of(Rejection::Move(error), &state))?;
    Ok(confirm(cx, state, color, mv, claims))
}

/// Asks the player to confirm the move, and tells its consequences.
fn confirm(cx: &Context<'_>, state: Arc<Match>, color: Color, mv: Move, claims: bool) -> Reply {
    let mut moves = state.game().considered(Some(mv.from)).into_iter();
    let one = moves.find(|one| one.mv == mv);
    let what = one.map_or_else(|| mv.to_string(), |one| preview(cx, &state, &one));
    let text = cx.say("moving-confirm", &[("move", &what)]);
    let make = if claims {
        claim(cx, &state, mv)
    } else {
        let label = cx.move_in(state.position(), mv);
        let label = cx.say("button-make", &[("move", &label)]);
        Button::of(&state, format!("make:{mv}"), label)
    };
    let board = pointing(cx, &state, color, one_way(mv));
    let buttons = vec![make.main(), again(cx, &state, mv.from)];
    let reply = Reply::about(state, text);
    reply.showing(Shown::Picture(board)).over(buttons)
}

/// Returns a move with its consequences, in a line.
fn preview(cx: &Context<'_>, state: &Match, one: &ConsideredMove) -> String {
    move_preview::label(cx.texts(), state.game(), one.mv, &one.consequences)
}

/// Returns the label of a move's target square with its number; and the move with its number, and what it
/// does.
fn goal(
    cx: &Context<'_>,
    state: &Match,
    number: usize,
    one: &ConsideredMove,
) -> (Message, (String, String)) {
    let label = |what: &str| cx.say("button-goal", &[("number", &number), ("move", &what)]);
    let (written, does) = effects(cx, state, one);
    let written = label(&written).to_string();
    (label(&one.mv.to.to_string()), (written, does))
}

/// Returns a move to a square, in writing, and what it does there; empty for a quiet one.
fn effects(cx: &Context<'_>, state: &Match, one: &ConsideredMove) -> (String, String) {
    let about = |consequences| move_preview::about(cx.texts(), state.game(), consequences);
    if one.mv.promotion.is_none() {
        return (
            cx.move_in(state.position(), one.mv),
            about(&one.consequences),
        );
    }
    // The rest depends on what the pawn becomes.
    let about = about(&one.consequences.of_any_role());
    let parts = [about, cx.word("moving-promotes")];
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    (one.mv.to.to_string(), cx.comma(parts))
}

/// Adds what comes of each choice that has consequences, a line for those of which the same comes.
fn told(cx: &Context<'_>, text: Message, choices: &[(String, String)]) -> Message {
    let mut said: Vec<(&str, Vec<&str>)> = Vec::new();
    for (what, does) in choices.iter().filter(|(_, does)| !does.is_empty()) {
        match said.iter_mut().find(|(known, _)| known == does) {
            Some((_, all)) => all.push(what),
            None => said.push((does, vec![what])),
        }
    }
    let line = |(does, what): (&str, Vec<&str>)| {
        cx.say("moving-does", &[("what", &cx.comma(what)), ("does", &does)])
    };
    Message::lines([text].into_iter().chain(said.into_iter().map(line)))
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
async fn to_move(cx: &Context<'_>) -> Result<(Arc<Match>, Color), CommandError> {
    let state = cx.find(Purpose::Act).await?;
    let color = still_to_move(cx, &state);
    let color = color.map_err(|rejection| CommandError::of(rejection, &state))?;
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
