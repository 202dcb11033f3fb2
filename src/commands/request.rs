//! What somebody asks for, once it is read: data, which can be printed and compared.

use std::borrow::Cow;

use super::{
    board::{self, BoardTask},
    command::{Answer, Command, Context},
    draw, export, forget_me,
    help::{self, HelpTask},
    history,
    incoming::Speaker,
    join,
    leaderboard::{self, PageAsked},
    leave, look, matches,
    r#move::{self, MoveTask},
    options::InputError,
    play::{self, Play},
    privacy, profile, rematch,
    replay::{self, Span},
    rules::{self, rulebook::Chapter},
    seat::{self, SeatTask},
    server::{self, ServerTask},
    settings::{self, SettingsTask},
    shortcut::FilledIn,
};
use crate::{
    host::{Limit, Purpose, Visit},
    matchplay::{Command as MatchCommand, MatchId},
    messages::refusals::Topic,
    rules::{Color, OfferAction, Square},
    transcript::Format,
};

/// A command that was read, ready to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) task: Task,
    /// The reason why the speaker comes. Someone new who only looks is not written down.
    pub(super) visit: Visit,
    /// What it is about, which decides who may ask for it by a link.
    pub(super) about: About,
    /// The limit that it counts for.
    pub(super) cost: Cost,
    /// The use that it makes of the page it was pressed on.
    pub(super) page: PageUse,
    /// The work that the chat does itself, or first.
    pub(super) handling: Option<Handling>,
    /// Whether it is for managers of the server alone.
    pub(super) for_managers: bool,
}

impl Request {
    /// Returns a request that may change something.
    pub(super) const fn new(task: Task) -> Request {
        Request {
            task,
            visit: Visit::Change,
            about: About::People,
            cost: Cost::Free,
            page: PageUse::Latest,
            handling: None,
            for_managers: false,
        }
    }

    /// Returns a request that changes nothing.
    pub(super) fn look(cost: Cost, task: Task) -> Request {
        Request {
            visit: Visit::Look,
            cost,
            ..Request::new(task)
        }
    }

    /// Returns the same request about something else.
    pub(super) fn about(self, about: About) -> Request {
        Request { about, ..self }
    }

    /// Returns a request that changes the match it is about by a command.
    pub(super) fn change(purpose: Purpose, command: MatchCommand) -> Request {
        Request::new(Task::Change(purpose, command)).about(About::Match)
    }
}

/// What there is to do: one for each command, with what was said of it. Most of those that change a match
/// are one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// Changes the match that is found for this purpose, and tells everybody there.
    Change(Purpose, MatchCommand),
    /// Opens the modal of a command, about a match as it stood on some board, or about none.
    Form(&'static Command, Option<(MatchId, u32)>, FilledIn),
    /// Opens a table. Where nothing is said of it, the modal opens first.
    Play(Option<Box<Play>>),
    Join(Option<Color>),
    Leave,
    Rematch,
    Move(MoveTask),
    Draw(MatchCommand),
    Seat(SeatTask),
    Board(BoardTask),
    /// Describes a square, or all of one's own that is attacked.
    Look(Option<Square>),
    Matches,
    /// Shows a page of the history; the last when `None`.
    History(Option<u32>),
    Replay(Span),
    /// Hands out the record of a match, or all that is kept of the speaker.
    Export(Option<Format>),
    Leaderboard(PageAsked),
    /// Shows somebody's profile; the speaker's own when `None`.
    Profile(Option<Speaker>),
    Rules(Option<&'static Chapter>),
    Help(HelpTask),
    Settings(SettingsTask),
    Server(ServerTask),
    Privacy,
    /// Forgets the speaker, if they have confirmed it.
    ForgetMe(bool),
}

impl Task {
    /// Does it.
    pub(super) async fn run(&self, cx: &Context<'_>) -> Answer {
        match self {
            Task::Change(purpose, command) => cx.change(*purpose, command).await,
            Task::Form(command, of, filled) => match command.modal {
                Some(modal) => Ok(modal(cx, *of, filled)),
                None => Err(InputError::UnknownButton.into()),
            },
            Task::Play(play) => play::run(cx, play.as_deref()).await,
            Task::Join(seat) => join::run(cx, *seat).await,
            Task::Leave => leave::run(cx).await,
            Task::Rematch => rematch::run(cx).await,
            Task::Move(task) => r#move::run(cx, task).await,
            Task::Draw(command) => draw::run(cx, command).await,
            Task::Seat(task) => seat::run(cx, task).await,
            Task::Board(task) => board::run(cx, *task).await,
            Task::Look(square) => look::run(cx, *square).await,
            Task::Matches => matches::run(cx).await,
            Task::History(page) => history::run(cx, *page).await,
            Task::Replay(span) => replay::run(cx, *span).await,
            Task::Export(format) => export::run(cx, *format).await,
            Task::Leaderboard(asked) => leaderboard::run(cx, asked).await,
            Task::Profile(of) => profile::run(cx, of.as_ref()).await,
            Task::Rules(topic) => rules::run(cx, *topic),
            Task::Help(task) => help::run(cx, task),
            Task::Settings(task) => settings::run(cx, task).await,
            Task::Server(task) => server::run(cx, task).await,
            Task::Privacy => privacy::run(cx),
            Task::ForgetMe(confirmed) => forget_me::run(cx, *confirmed).await,
        }
    }

    /// Returns the move as it was typed, to be repeated by a refusal; empty where none was.
    pub(super) fn typed(&self) -> Cow<'_, str> {
        match self {
            Task::Move(task) => task.typed(),
            _ => Cow::Borrowed(""),
        }
    }

    /// Returns the topic of it as refusals speak of it.
    pub(super) fn topic(&self) -> Topic {
        match self {
            Task::Change(_, command) | Task::Draw(command) => topic_of(command),
            Task::Seat(_) => Topic::Proposal,
            Task::Rematch => Topic::Rematch,
            _ => Topic::Other,
        }
    }
}

fn topic_of(command: &MatchCommand) -> Topic {
    let is_own = |action: &OfferAction| *action == OfferAction::Withdraw;
    match command {
        MatchCommand::Draw(action) => Topic::Draw {
            own: is_own(action),
        },
        MatchCommand::ClaimDraw => Topic::Draw { own: false },
        MatchCommand::Resign { .. } => Topic::Resignation { own: true },
        MatchCommand::Resignation(action) => Topic::Resignation {
            own: is_own(action),
        },
        MatchCommand::Pact { action, .. } => Topic::Pact {
            own: is_own(action),
        },
        MatchCommand::Abort(_) => Topic::Abort,
        MatchCommand::Pause(_) | MatchCommand::Takeback(_) | MatchCommand::Free { .. } => {
            Topic::Proposal
        }
        _ => Topic::Other,
    }
}

/// What a request is about, which decides who may make it by a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum About {
    /// The one who asks, other people, servers, or several matches. No link is for any of these.
    People,
    /// The match that it finds. To look at it takes any link to it, to change it one to a seat.
    Match,
    /// Sitting down in a match: at this seat, or at any. By a link it must be the seat of that.
    Seat(Option<Color>),
    /// Playing a match once more, which is a new match of its player's: only those whom a link made a player
    /// can do so by it.
    Again,
    /// Nothing that is stored.
    Nothing,
}

impl About {
    /// Returns true if it is about a match: its buttons are, and the match on the speaker's screen is meant where
    /// none is named.
    pub(super) const fn is_of_match(self) -> bool {
        match self {
            About::Match | About::Seat(_) | About::Again => true,
            About::People | About::Nothing => false,
        }
    }
}

/// The use that a request makes of the page it was pressed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PageUse {
    /// None: the board must be the latest.
    Latest,
    /// None: it does not depend on the position or looks at what is past, and may come from any board.
    AnyBoard,
    /// The same, and its answer takes the place of the page.
    Turns,
    /// Its refusal takes the place of the page, which serves no more.
    Replaces,
}

/// The limit that a request counts for, before anybody knows what comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cost {
    /// None.
    Free,
    /// Pictures, if the answer has one.
    Picture,
    /// Pictures; without room for one the answer comes in words.
    Step,
    /// This limit, unless it is refused.
    Unless(Limit),
}

/// What the chat itself has to do for a request, or before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handling {
    /// Forgetting the speaker: a chat forgets what it keeps of them itself, and had better promise an
    /// answer first, for the speaker alone, since it may take long.
    Forget,
    /// Changing the message of a table in place, which follows its seats.
    ChangeTable,
    /// Listing the rights that the bot lacks, which the chat alone knows.
    CheckRights,
    /// Making sure that a table can be told of where it is opened.
    OpenTable {
        /// Whether its players alone are to see it.
        private: bool,
    },
}
