//! Moving by buttons and menus: which piece, where to, what a pawn becomes. Every page is made from
//! the id that was pressed and from the match, so that nothing is lost when the program ends.

use std::sync::Arc;

use super::{Asked, Desk};
use crate::{
    adapters::{
        button::{Action, ButtonId, Pressable},
        forecast,
        invocation::Ask,
        language::Language,
        picture::Picture,
        refusals::Refused,
        reply::{Button, Menu, MenuOption, Page, Reply},
    },
    host::{HostError, Purpose},
    matchplay::{Command, Event, Match, Rejection, may_move},
    render::Mark,
    rules::{
        Color, Colors, Consequences, Move, ReadMoveError, Role, Square, in_german, read_move, short,
    },
};

/// What the menus of a piece's squares are called, page by page: Discord shows a menu of the same
/// name as if what was chosen from it before were still chosen. There are no more than 144 squares.
const GOALS: [&str; 6] = [
    "goals", "goals-2", "goals-3", "goals-4", "goals-5", "goals-6",
];

/// A refusal, and the match where one was found.
type Refusal = (HostError, Option<Arc<Match>>);

/// A legal move, and what would come of it.
struct Considered {
    mv: Move,
    weight: Weight,
    consequences: Consequences,
}

/// How much a move asks to be looked at, the most first.
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

/// The legal moves, of the piece on a square where one is named; what matters most first, among
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
    // What a pawn becomes is offered in one order, the queen first.
    let offered = |mv: Move| {
        let mut roles = Role::PROMOTIONS.iter();
        roles.position(|role| mv.promotion == Some(*role))
    };
    moves.sort_by_cached_key(|one| (one.weight, one.mv.to.to_string(), offered(one.mv)));
    moves
}

/// A page of what a menu offers, counted from 1; `None` when there is none.
fn paged<T>(all: &[T], page: u32) -> Option<&[T]> {
    let page = usize::try_from(page).ok()?.checked_sub(1)?;
    all.chunks(Menu::MOST).nth(page)
}

impl Desk {
    /// The pieces that can move: those that take, check or mate first, then by kind and square.
    pub(super) async fn pieces(&self, asked: &Asked<'_>, ask: &Ask, page: u32) -> Reply {
        let (state, color) = match self.awaited(asked, ask).await {
            Ok(found) => found,
            Err(refusal) => return *refusal,
        };
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
        let Some(shown) = paged(&pieces, page) else {
            return self.no_such_page(asked, pieces.len());
        };
        let options = shown.iter().filter_map(|(from, moves)| {
            let name = self.piece_named(role(*from)?);
            let square = from.to_string();
            let values = [("piece", name.as_str()), ("square", &square)];
            let best = moves.first().filter(|one| one.weight.is_forcing());
            Some(MenuOption {
                id: pressable(&state, Action::From(*from, 1)),
                label: self.words.say("menu-piece", &values),
                about: match best {
                    Some(best) => self.foretold(&state, best),
                    None => self.words.say_counted("menu-moves", moves.len(), &[]),
                },
            })
        });
        let menu = Menu {
            name: "pieces",
            prompt: self.words.say("menu-pieces", &[]),
            options: options.collect(),
        };
        let army = self.words.army(color);
        let id = state.id();
        let values = [("match", id.as_str()), ("army", &army)];
        let text = self.words.say("moving-pieces", &values);
        let (text, buttons) = self.turning(&state, text, page, pieces.len(), Action::Pieces);
        Reply {
            seat: Some(self.seen_from(&state, Some(color))),
            state: Some(state),
            menus: vec![menu],
            buttons,
            page: Page::Turns,
            ..Reply::words(Some(asked.command), text)
        }
    }

    /// Where a piece can go, numbered as on the board: captures and checks first.
    pub(super) async fn goals(
        &self,
        asked: &Asked<'_>,
        ask: &Ask,
        from: Square,
        page: u32,
    ) -> Reply {
        let (state, color) = match self.awaited(asked, ask).await {
            Ok(found) => found,
            Err(refusal) => return *refusal,
        };
        let mut goals: Vec<Considered> = Vec::new();
        for one in considered(&state, Some(from)) {
            // What a pawn becomes is asked next.
            if goals.iter().all(|other| other.mv.to != one.mv.to) {
                goals.push(one);
            }
        }
        let piece = state.position().piece_at(from);
        let (Some(piece), false) = (piece, goals.is_empty()) else {
            let square = from.to_string();
            let values = [("square", square.as_str())];
            let text = self.words.say("refused-no-moves-from", &values);
            return Reply {
                buttons: vec![self.button(&state, Action::Move)],
                page: Page::Turns,
                ..Reply::refusal(Some(asked.command), "bad-option", text)
            };
        };
        let numbered: Vec<(usize, &Considered)> = (1..).zip(&goals).collect();
        let Some(shown) = paged(&numbered, page) else {
            return self.no_such_page(asked, goals.len());
        };
        let options = shown
            .iter()
            .map(|(number, one)| self.goal(&state, *number, one));
        let menu = Menu {
            name: GOALS[(page as usize - 1).min(GOALS.len() - 1)],
            prompt: self.words.say("menu-goals", &[]),
            options: options.collect(),
        };
        let name = self.piece_named(piece.role);
        let (id, square) = (state.id(), from.to_string());
        let values = [
            ("match", id.as_str()),
            ("piece", &name),
            ("square", &square),
        ];
        let text = self.words.say("moving-goals", &values);
        let onward = |page| Action::From(from, page);
        let (text, mut buttons) = self.turning(&state, text, page, goals.len(), onward);
        buttons.push(self.button(&state, Action::Pieces(1)));
        let to = goals.iter().map(|one| one.mv.to).collect();
        Reply {
            picture: Some(self.pointing(&state, color, Mark::Numbered { from, to })),
            state: Some(state),
            menus: vec![menu],
            buttons,
            page: Page::Turns,
            ..Reply::words(Some(asked.command), text)
        }
    }

    /// Makes the move that was chosen; or asks what the pawn becomes, where that is open, and
    /// whether the move is meant, of those who want to be asked.
    pub(super) async fn choose(
        &self,
        asked: &Asked<'_>,
        ask: &Ask,
        mv: Move,
        confirmed: bool,
    ) -> Reply {
        let state = match self.find(asked, Purpose::Act).await {
            Ok(state) => state,
            Err(error) => return self.refused(Some(asked.command), &error, &Refused::default()),
        };
        let asks = !confirmed && self.host.preferences_of(asked.person).confirm;
        match judge(asked, &state, mv) {
            Ok(color) if asks => return self.confirming(asked, state, color, mv),
            Err(Rejection::Move(ReadMoveError::PromotionMissing { .. })) => {
                return self.promoting(asked, state, mv);
            }
            Err(rejection) if asks => {
                return self.refused_page(asked, ask, &rejection.into(), &state);
            }
            // A delivery that comes twice is refused here, and answered as it was there.
            Ok(_) | Err(_) => {}
        }
        let command = Command::Move {
            text: mv.to_string(),
            claim: false,
        };
        let (id, delivery) = (state.id(), asked.delivery.clone());
        let submitted = self
            .host
            .submit(id, asked.person, &command, asked.shown_ply, delivery)
            .await;
        match submitted {
            Ok(done) => {
                let moved = done.events.iter().find_map(|event| {
                    if let Event::Moved { color, mv } = event {
                        Some((*color, *mv))
                    } else {
                        None
                    }
                });
                let mut played = done.state.played().iter().rev();
                let played = played.find(|played| Some((played.color, played.mv)) == moved);
                let played = played.map_or_else(|| mv.to_string(), |played| played.short.clone());
                let closes = self.words.say("moving-played", &[("move", &played)]);
                Reply {
                    page: Page::Closes(closes),
                    ..self.done(asked, done).await
                }
            }
            Err(error) => self.refused_page(asked, ask, &error, &state),
        }
    }

    /// What the pawn becomes.
    fn promoting(&self, asked: &Asked<'_>, state: Arc<Match>, mv: Move) -> Reply {
        let moves = considered(&state, Some(mv.from));
        let moves = moves.iter().filter(|one| one.mv.to == mv.to);
        let options = moves.filter_map(|one| {
            let mut consequences = one.consequences.clone();
            let role = consequences.promotion.take()?;
            Some(MenuOption {
                id: pressable(&state, Action::To(one.mv)),
                label: self.piece_named(role),
                about: forecast::about(&self.words, state.game(), &consequences),
            })
        });
        let menu = Menu {
            name: "promotion",
            prompt: self.words.say("menu-promotion", &[]),
            options: options.collect(),
        };
        let (id, from, to) = (state.id(), mv.from.to_string(), mv.to.to_string());
        let values = [("match", id.as_str()), ("from", &from), ("to", &to)];
        let text = self.words.say("moving-promotion", &values);
        let color = state.position().turn();
        Reply {
            picture: Some(self.pointing(&state, color, one_way(mv))),
            menus: vec![menu],
            buttons: vec![self.back(&state, mv.from)],
            state: Some(state),
            page: Page::Turns,
            ..Reply::words(Some(asked.command), text)
        }
    }

    /// Whether the move is meant, with what it does.
    fn confirming(&self, asked: &Asked<'_>, state: Arc<Match>, color: Color, mv: Move) -> Reply {
        let moves = considered(&state, Some(mv.from));
        let one = moves.iter().find(|one| one.mv == mv);
        let what = one.map_or_else(|| mv.to_string(), |one| self.foretold(&state, one));
        let id = state.id();
        let values = [("match", id.as_str()), ("move", &what)];
        let text = self.words.say("moving-confirm", &values);
        Reply {
            picture: Some(self.pointing(&state, color, one_way(mv))),
            buttons: vec![
                self.button(&state, Action::Make(mv)),
                self.back(&state, mv.from),
            ],
            state: Some(state),
            page: Page::Turns,
            ..Reply::words(Some(asked.command), text)
        }
    }

    /// The match, and the army of the one who asks, when they are to move in it; else the refusal.
    async fn awaited(
        &self,
        asked: &Asked<'_>,
        ask: &Ask,
    ) -> Result<(Arc<Match>, Color), Box<Reply>> {
        let state = match self.find(asked, Purpose::Act).await {
            Ok(state) => state,
            Err(error) => {
                let refused = self.refused(Some(asked.command), &error, &Refused::default());
                return Err(Box::new(refused));
            }
        };
        match still_to_move(asked, &state) {
            Ok(color) => Ok((state, color)),
            Err(rejection) => {
                let refused = self.refused_page(asked, ask, &rejection.into(), &state);
                Err(Box::new(refused))
            }
        }
    }

    /// A refusal of something that was chosen. It takes the place of a page that serves no more.
    fn refused_page(
        &self,
        asked: &Asked<'_>,
        ask: &Ask,
        error: &HostError,
        state: &Match,
    ) -> Reply {
        let serves_on = matches!(
            error,
            HostError::Store(_) | HostError::Limited(_) | HostError::Rejected(Rejection::Paused)
        );
        let mut reply = self.refused_ask(asked, ask, error, Some(state));
        if !serves_on {
            reply.page = Page::Turns;
        }
        reply
    }

    fn no_such_page(&self, asked: &Asked<'_>, options: usize) -> Reply {
        let pages = options.div_ceil(Menu::MOST);
        let text = self.words.say_counted("refused-no-such-page", pages, &[]);
        Reply::refusal(Some(asked.command), "bad-option", text)
    }

    /// The text with the number of the page, where there are several, and the buttons to those
    /// beside it.
    fn turning(
        &self,
        state: &Match,
        text: String,
        page: u32,
        options: usize,
        action: impl Fn(u32) -> Action,
    ) -> (String, Vec<Button>) {
        let pages = options.div_ceil(Menu::MOST);
        if pages < 2 {
            return (text, Vec::new());
        }
        let (number, count) = (page.to_string(), pages.to_string());
        let numbers = [("page", number.as_str()), ("pages", &count)];
        let said = self.words.say("moving-page", &numbers);
        let earlier = (page > 1).then(|| (page - 1, "button-earlier"));
        let later = ((page as usize) < pages).then(|| (page + 1, "button-later"));
        let buttons = [earlier, later].into_iter().flatten();
        let buttons = buttons.map(|(page, label)| self.button_labelled(state, action(page), label));
        (format!("{text}\n{said}"), buttons.collect())
    }

    /// A square where a piece can go, under its number.
    fn goal(&self, state: &Match, number: usize, one: &Considered) -> MenuOption {
        let mut mv = one.mv;
        let (written, about) = if mv.promotion.take().is_some() {
            // What more it does depends on what the pawn becomes.
            let quiet = Consequences {
                promotion: None,
                outs: Vec::new(),
                checked: Colors::NONE,
                still_checked: Colors::NONE,
                over: None,
                ..one.consequences.clone()
            };
            let about = forecast::about(&self.words, state.game(), &quiet);
            let becomes = self.words.say("menu-promotes", &[]);
            let parts = [about, becomes];
            let parts = parts.iter().filter(|part| !part.is_empty());
            let parts: Vec<&str> = parts.map(String::as_str).collect();
            let comma = self.words.say("list-comma", &[]);
            (mv.to.to_string(), parts.join(&comma))
        } else {
            let mut written = short(state.position(), mv);
            if one.consequences.castles.is_some() {
                written = format!("{written} ({})", mv.to);
            }
            let about = forecast::about(&self.words, state.game(), &one.consequences);
            (written, about)
        };
        let number = number.to_string();
        let values = [("number", number.as_str()), ("move", &written)];
        MenuOption {
            id: pressable(state, Action::To(mv)),
            label: self.words.say("menu-goal", &values),
            about,
        }
    }

    /// A move with what it does.
    fn foretold(&self, state: &Match, one: &Considered) -> String {
        let written = short(state.position(), one.mv);
        forecast::label(&self.words, state.game(), &written, &one.consequences)
    }

    /// A piece's name as a text of its own.
    pub(super) fn piece_named(&self, role: Role) -> String {
        let name = self.words.piece(role);
        let mut letters = name.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(letters).collect()
    }

    fn back(&self, state: &Match, from: Square) -> Button {
        self.button_labelled(state, Action::From(from, 1), "button-choose-again")
    }

    /// The board from the player's seat, with something pointed out.
    fn pointing(&self, state: &Match, color: Color, mark: Mark) -> Picture {
        let mut view = self.view(state, self.seen_from(state, Some(color)));
        view.marks.push(mark);
        Picture::of_board(format!("{}-{}", state.id(), state.ply()), view)
    }

    /// A move as its player typed it, with the letters by which pieces are called in their language
    /// where these make a move of it.
    ///
    /// # Errors
    ///
    /// When it is one move by those letters and another by the letters of rules §7.2, or a pawn's
    /// capture where no piece of that letter can go.
    pub(super) async fn in_own_letters(
        &self,
        asked: &Asked<'_>,
        text: &str,
    ) -> Result<String, Refusal> {
        let as_typed = || Ok(text.to_owned());
        if self.words.language() != Language::German {
            return as_typed();
        }
        let Ok(state) = self.find(asked, Purpose::Act).await else {
            return as_typed();
        };
        if may_move(&state, asked.person).is_err() {
            return as_typed();
        }
        in_german(state.position(), text)
            .map_err(|refused| (Rejection::Move(refused).into(), Some(state)))
    }
}

/// The way of one move.
fn one_way(mv: Move) -> Mark {
    let (from, to) = (mv.from, vec![mv.to]);
    Mark::Reach { from, to }
}

fn pressable(state: &Match, action: Action) -> Pressable {
    let (id, ply) = (state.id(), state.ply());
    Pressable::OfMatch(ButtonId { id, ply, action })
}

/// The army of the one who asks, when they are to move on the board that they were shown.
fn still_to_move(asked: &Asked<'_>, state: &Match) -> Result<Color, Rejection> {
    let now = state.ply();
    match asked.shown_ply {
        Some(shown) if shown != now => Err(Rejection::PositionMovedOn { shown, now }),
        Some(_) | None => may_move(state, asked.person),
    }
}

/// The same, when the move is theirs and legal.
fn judge(asked: &Asked<'_>, state: &Match, mv: Move) -> Result<Color, Rejection> {
    let color = still_to_move(asked, state)?;
    read_move(state.position(), &mv.to_string())?;
    Ok(color)
}
