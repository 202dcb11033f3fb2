//! What a page shows of a match, as data: made once for everybody who sees it alike.

use std::{collections::BTreeSet, ops::RangeInclusive};

use serde_json::{Map, Value, json};

use crate::{
    commands::Responder,
    matchplay::{Match, MatchId, Seat, Stage},
    messages::{Locale, Message, Narrator, Texts, move_preview, story::moved},
    render::{
        BoardView, LastMove,
        page::{Figures, Outlook},
    },
    rules::{Color, Move, Piece, Position, Role, Square},
    store::{StoreError, causes},
};

/// The way in which somebody wants to see the board, whatever bridges there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Aspect {
    /// The seat from which it is seen.
    pub(super) seat: Color,
    /// True if that seat's sector is shown large.
    pub(super) zoomed: bool,
    /// True if that seat's letters run from left to right.
    pub(super) mirrored: bool,
}

impl Aspect {
    /// Reads an outlook's name, whatever bridges there are: `round-white`, `sector-gray-010-mirror`.
    pub(super) fn read(word: &str) -> Option<Aspect> {
        let mut parts = word.split('-');
        let zoomed = match parts.next()? {
            "round" => false,
            "sector" => true,
            _ => return None,
        };
        let seat = Color::from_word(parts.next()?)?;
        let mirrored = parts.next_back() == Some("mirror");
        Some(Aspect {
            seat,
            zoomed,
            mirrored,
        })
    }

    /// Shows a view in this way.
    fn of(self, mut view: BoardView) -> BoardView {
        view.seat = self.seat;
        view.zoom = self.zoomed.then_some(self.seat);
        view.mirrored = self.mirrored;
        view
    }
}

/// Names a piece in words.
pub(super) fn piece_words(texts: &Texts, piece: Piece, dead: bool) -> String {
    move_preview::piece_of(texts, piece, dead)
}

/// Lists the pieces by their squares.
pub(super) fn pieces(position: &Position) -> Value {
    let pieces = position.pieces().map(|(square, piece)| {
        let name = format!("{}{}", piece.color.letter(), piece.role.letter());
        (square.to_string(), Value::from(name))
    });
    Value::Object(pieces.collect())
}

/// Names the armies that are out, by their letters.
pub(super) fn out(position: &Position) -> String {
    let out = Color::ALL.into_iter();
    let out = out.filter(|color| !position.in_play().contains(*color));
    out.map(Color::letter).collect()
}

/// Names the stage of a match.
pub(super) fn stage(state: &Match) -> &'static str {
    match state.stage() {
        Stage::Table => "table",
        Stage::Running => "running",
        Stage::Ended => "ended",
    }
}

/// Returns the board of a view.
pub(super) fn board(view: BoardView, aspect: Aspect, locale: &Locale) -> Value {
    let mut view = aspect.of(view);
    // Whoever has moved knows what they moved: what the others made since then is marked.
    let number = |last: &LastMove| last.number;
    let of_seat = view
        .last_moves
        .iter()
        .filter(|last| last.color == aspect.seat);
    let own = of_seat.map(number).max();
    let newest = view.last_moves.iter().map(number).max();
    let is_marked = |last: &LastMove| Some(last.number) > own || Some(last.number) == newest;
    view.last_moves.retain(is_marked);
    let figures = Figures::of(&view, &locale.texts).unwrap_or_else(|error| {
        tracing::error!(error = %causes(&error), "a board could not be drawn");
        Figures::default()
    });
    let position = &view.position;
    json!({
        "outlook": Outlook::of(&view).word(),
        "pieces": pieces(position),
        "out": out(position),
        "beneath": figures.beneath,
        "above": figures.above,
        "ply": position.ply(),
    })
}

/// The most plies before the present one that a step brings: a page that knows less asks for all.
const STEP: usize = 6;

/// Returns the ply from which a page needs the moves, if it knows this version: some may have been taken back,
/// and others made. Each version makes one ply at most, so none of the last [`STEP`] reaches further back.
fn needed_from(state: &Match, since: Option<u64>) -> usize {
    let behind = since.and_then(|since| state.version().checked_sub(since));
    match behind {
        Some(behind) if behind <= STEP as u64 => state.played().len().saturating_sub(STEP),
        Some(_) | None => 0,
    }
}

/// Returns a match as everybody sees it who is not asked anything, with what has happened since a
/// version, or with all moves if there is none.
///
/// # Errors
///
/// When the store cannot be read.
pub(super) async fn state(
    responder: &Responder,
    locale: &Locale,
    state: &Match,
    aspect: Aspect,
    since: Option<u64>,
) -> Result<Value, StoreError> {
    let narrator = responder.narrator(locale);
    let said = match since {
        Some(from) if from < state.version() => said(responder, &narrator, state, from).await?,
        Some(_) | None => Vec::new(),
    };
    let story = narrator.story(state);
    let calls = (state.stage() == Stage::Running).then(|| String::from(story.turn()));
    let status = lines(status(&narrator, state));
    let from = needed_from(state, since);
    let position = state.position();
    let running = state.stage() == Stage::Running && !state.is_paused();
    let moves: Vec<String> = if running {
        let legal = position.legal_moves().into_iter();
        legal.map(|mv| mv.to_string()).collect()
    } else {
        Vec::new()
    };
    let seats: Map<String, Value> = Color::ALL
        .into_iter()
        .map(|color| (color.word().to_owned(), seat(&narrator, state, color)))
        .collect();
    let clock = state.clock().filter(|_| running).map(|clock| {
        let until = clock.window.unwrap_or(clock.deadline);
        json!({
            "until": until.0,
            "of": Some(clock.allotted).filter(|of| *of > 0),
            "window": clock.window.is_some(),
        })
    });
    let played = state.played()[from..].iter().map(|played| {
        json!({
            "army": played.color.word(),
            "short": locale.texts.short(played.short),
            "words": &*moved(&locale.texts, played),
            "from": played.mv.from.to_string(),
            "to": played.mv.to.to_string(),
        })
    });
    let turn = running.then(|| position.turn().word());
    let result = (state.stage() == Stage::Ended).then(|| match state.outcome() {
        Some(_) => story.standing(),
        None => story.table_next(),
    });
    Ok(json!({
        "v": state.version(),
        "match": state.id().to_string(),
        "stage": stage(state),
        "board": board(shown(&narrator, state, aspect.seat), aspect, locale),
        "turn": turn,
        "moves": moves,
        "seats": seats,
        "said": said,
        "calls": calls,
        "status": status,
        "clock": clock,
        "played": {"from": from, "moves": played.collect::<Vec<_>>()},
        "result": result.map(String::from),
        "terms": String::from(story.table_terms()),
        "deliberate": state.time_limit().is_some_and(|limit| limit.milliseconds() >= DELIBERATE),
    }))
}

/// Returns the board of a match; before it begins nobody is to move.
fn shown(narrator: &Narrator<'_>, state: &Match, seat: Color) -> BoardView {
    BoardView {
        example: state.stage() == Stage::Table,
        ..narrator.view(state, seat)
    }
}

/// The time per move from which a move is confirmed before it is made: an hour.
const DELIBERATE: i64 = 60 * 60 * 1_000;

/// Tells what has happened since a version, a line each. How things stand, the turn included, is in the
/// status alone, so that nobody hears it twice.
async fn said(
    responder: &Responder,
    narrator: &Narrator<'_>,
    state: &Match,
    from: u64,
) -> Result<Vec<String>, StoreError> {
    let host = responder.host();
    let change = host.account(state.id(), from, state.version()).await?;
    Ok(change.map_or_else(Vec::new, |change| {
        lines(narrator.story_of(&change).course(&change.events))
    }))
}

fn lines(messages: impl IntoIterator<Item = Message>) -> Vec<String> {
    let lines = messages.into_iter().flat_map(|message| {
        let lines = message.lines().map(str::to_owned);
        lines.collect::<Vec<_>>()
    });
    lines.filter(|line| !line.is_empty()).collect()
}

/// Tells what the board and the players' plates don't show: a pause, and what stands agreed.
fn status(narrator: &Narrator<'_>, state: &Match) -> Vec<Message> {
    let story = narrator.story(state);
    match state.stage() {
        // How to sit down is told to those who can, beside the buttons.
        Stage::Table => vec![narrator.say("page-free-seats", &[("seats", &story.wanted())])],
        Stage::Ended => Vec::new(),
        Stage::Running => {
            let pause = state.is_paused().then(|| story.turn_and_time());
            // An open proposal stands beside it, with its answers.
            let asks = state.open_proposals().next().is_some();
            let agreed = (!asks).then(|| story.agreements()).into_iter().flatten();
            pause.into_iter().chain(agreed).collect()
        }
    }
}

/// The values of pieces in halves of a pawn, as `/rules` gives them.
const fn halves(role: Role) -> usize {
    match role {
        Role::Pawn | Role::CrossedPawn => 2,
        Role::Knight => 6,
        Role::Bishop => 7,
        Role::Rook => 11,
        Role::Queen => 20,
        Role::King => 0,
    }
}

/// Returns what an army has captured.
fn captured(narrator: &Narrator<'_>, state: &Match, color: Color) -> Value {
    let story = narrator.story(state);
    let pieces = story.captured(color).into_iter();
    let pieces = pieces.map(|(role, count)| (role.letter().to_string(), json!(count)));
    json!({
        "pieces": pieces.collect::<Map<_, _>>(),
        "words": story.captured_by(color).map(String::from),
    })
}

/// Returns the place of an army in a match that is over and counts.
fn place(state: &Match, color: Color) -> Option<usize> {
    let outcome = state.outcome()?;
    outcome.score()?;
    let has_more = |other: &Color| outcome.points[*other] > outcome.points[color];
    let playing = state.game().ruleset().armies();
    let better = playing.iter().filter(has_more).count();
    playing.contains(color).then_some(better + 1)
}

/// Tells how an army went out, and in which round.
fn fell(narrator: &Narrator<'_>, state: &Match, color: Color) -> Option<String> {
    let (ply, out) = state.fall_of(color)?;
    let how = narrator.word(&format!("exit-{}", out.exit.word()));
    // A round ends before an army whose turn in it is over.
    let played = state.played().iter().take(usize::try_from(ply).ok()?);
    let armies: Vec<Color> = played.map(|played| played.color).collect();
    let rounds = 1 + armies
        .windows(2)
        .filter(|two| two[1] as usize <= two[0] as usize)
        .count();
    let values = [("how", &how as _), ("round", &rounds as _)];
    Some(narrator.say("page-fell", &values).into())
}

/// Returns how much more an army has captured than any other, in pawns.
fn ahead(narrator: &Narrator<'_>, state: &Match, color: Color) -> Option<String> {
    let story = narrator.story(state);
    let worth = |army: Color| -> usize {
        let captured = story.captured(army).into_iter();
        captured.map(|(role, count)| halves(role) * count).sum()
    };
    let others = Color::ALL.into_iter().filter(|other| *other != color);
    let next = others.map(worth).max().unwrap_or_default();
    let by = worth(color).checked_sub(next).filter(|by| *by > 0)?;
    Some(match (by / 2, by % 2) {
        (0, _) => String::from("½"),
        (pawns, 0) => pawns.to_string(),
        (pawns, _) => format!("{pawns}½"),
    })
}

/// Returns a seat with who sits there, and how they stand.
fn seat(narrator: &Narrator<'_>, state: &Match, color: Color) -> Value {
    let seat = state.seats()[color];
    let kind = match seat {
        Seat::Open => "open",
        Seat::Kept(_) => "kept",
        Seat::Taken(_) => "person",
        Seat::Computer(_) => "computer",
        Seat::Vacant => "vacant",
        Seat::Empty => "empty",
    };
    let name = narrator.called_in(state)[color].clone();
    let out = state.outs()[color].map(|out| narrator.word(&format!("exit-{}", out.exit.word())));
    let points = match state.outcome() {
        Some(outcome) => Some(outcome.points[color].for_people()),
        None => {
            let points = state.game().points()[color];
            (points.sixths() > 0).then(|| points.for_people())
        }
    };
    let budget = narrator.story(state).budget(color);
    // The clock of the player to move stands in a pause.
    let stands = state.is_paused() && state.position().turn() == color;
    let left = budget.map(|budget| match state.clock().filter(|_| stands) {
        Some(clock) => clock.left(state.paused_since().unwrap_or(state.changed())),
        None => budget.left,
    });
    let moves = budget.map(|budget| {
        let said = narrator.say("page-budget", &[("count", &budget.moves)]);
        String::from(said)
    });
    json!({
        "name": name,
        "left": left,
        "moves": moves,
        "kind": kind,
        "out": out,
        "points": points,
        "place": place(state, color),
        "fell": fell(narrator, state, color),
        "captured": captured(narrator, state, color),
        "ahead": ahead(narrator, state, color),
        "link": seat == Seat::Open,
    })
}

/// Returns where a piece can go, now or if it were its army's turn: the ways as paths, the goals with
/// what a move there does, and the lines in words.
pub(super) fn ways(locale: &Locale, state: &Match, aspect: Aspect, from: Square) -> Value {
    let position = state.position();
    let texts = &locale.texts;
    let Some(piece) = position.piece_at(from) else {
        return json!({"ways": [], "goals": [], "lines": [], "near": []});
    };
    let outlook = Outlook::of(&aspect.of(BoardView::new(*position, aspect.seat)));
    let moves = position.moves_from(from);
    let is_turn = position.turn() == piece.color && state.stage() == Stage::Running;
    let paths: Vec<Vec<Square>> = moves.iter().map(|mv| position.squares_of(*mv)).collect();
    let longest = paths.iter().filter(|path| {
        let goes_on = |other: &&Vec<Square>| other.len() > path.len() && other.starts_with(path);
        !paths.iter().any(|other| goes_on(&other))
    });
    let mut drawn: Vec<&Vec<Square>> = longest.collect();
    drawn.dedup();
    let goals = moves.iter().map(|mv| {
        let label = if is_turn {
            match state.game().consequences(*mv) {
                Ok(consequences) => move_preview::label(texts, state.game(), *mv, &consequences),
                Err(_) => texts.move_in(position, *mv),
            }
        } else {
            mv.to.to_string()
        };
        json!({"to": mv.to.to_string(), "move": mv.to_string(), "label": label})
    });
    let near = near(from, piece.role, &moves);
    let near = near.iter().map(ToString::to_string);
    let lines = drawn.iter().map(|path| {
        let squares = path.iter().skip(1).map(ToString::to_string);
        texts.comma(squares)
    });
    json!({
        "ways": drawn.iter().map(|path| json!({"d": outlook.way(path)})).collect::<Vec<_>>(),
        "goals": goals.collect::<Vec<_>>(),
        "lines": lines.collect::<Vec<_>>(),
        "near": near.collect::<Vec<_>>(),
    })
}

/// Returns the squares that somebody may mean for a piece to go to although it can't: all on its lines, whatever
/// is in the way, and those beside its goals.
fn near(from: Square, role: Role, moves: &[Move]) -> BTreeSet<Square> {
    let beside = moves.iter().flat_map(|mv| mv.to.neighbors());
    from.lines_of(role).into_iter().chain(beside).collect()
}

/// Returns the boards of a match at these plies, as far as it has come.
///
/// # Errors
///
/// When the store cannot be read.
pub(super) async fn boards_at(
    responder: &Responder,
    locale: &Locale,
    id: MatchId,
    plies: RangeInclusive<u32>,
    aspect: Aspect,
) -> Result<Vec<Value>, StoreError> {
    let events = responder.host().events(id).await?;
    let narrator = responder.narrator(locale);
    let boards = Match::at_plies(id, &events, plies, |state| {
        board(narrator.view(state, aspect.seat), aspect, locale)
    });
    Ok(boards)
}
