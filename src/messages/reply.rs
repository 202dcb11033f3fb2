//! Answers, before they are drawn and sent.

use std::sync::Arc;

use crate::{
    host::HeldNotice,
    matchplay::{Match, Person},
    rules::Color,
    store::preferences::Concern,
};

use super::{
    controls::{Button, Menu},
    layout::{Block, Modal},
    locale::Locale,
    message::Message,
    picture::Picture,
};

/// The people who see an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Audience {
    /// Everybody where the match is played.
    All,
    /// The speaker alone.
    #[default]
    Speaker,
}

/// An answer before it is drawn and sent.
#[derive(Debug, Default)]
pub struct Reply {
    /// The people who see it.
    pub audience: Audience,
    /// The command it answers, a button's twin for a press; `None` for what cannot be read and
    /// for what comes by itself.
    pub command: Option<&'static str>,
    /// Its words.
    pub text: Message,
    /// The match it shows, as it stood.
    pub state: Option<Arc<Match>>,
    /// The seat from which the board is drawn, if it is.
    pub seat: Option<Color>,
    /// A picture of no match.
    pub picture: Option<Picture>,
    /// The file that comes with it.
    pub file: Option<File>,
    /// Its buttons, at most [`Button::MOST`] less five for each menu.
    pub buttons: Vec<Button>,
    /// Its menus, at most four.
    pub menus: Vec<Menu>,
    /// Its layout, where it is a page: the same words, buttons and menus.
    pub blocks: Vec<Block>,
    /// The plain words that call those whom its page pings: phones show nothing of a page that calls
    /// somebody. They stand above the page of an end, and below that of a table.
    pub call: Option<Call>,
    /// The form to fill in that chats with forms open instead of it.
    pub modal: Option<Modal>,
    /// The stable reason of a refusal.
    pub refused: Option<&'static str>,
    /// The people who are notified, each once.
    pub pings: Vec<Ping>,
    /// True if it is for the people it pings alone, and stands nowhere where nobody is notified by it.
    pub is_personal: bool,
    /// The role that is also notified, by its id: its mention stands in the text, and in that of the
    /// call if it is a page.
    pub calls_role: Option<String>,
    /// True if it tells that a match begins.
    pub begins: bool,
    /// True if it tells that a match that has been played is over.
    pub ends: bool,
    /// True if it tells that a table is opened.
    pub opens: bool,
    /// True if the table that is asked for stands at another place, and is told of there.
    pub opens_elsewhere: bool,
    /// True if somebody is, or was until now, invited to its table: what calls them stands beside the
    /// table.
    pub invites: bool,
    /// True if it tells that somebody new plays a private match that has begun.
    pub admits: bool,
    /// True if it tells that somebody agreed to a proposal, which waits for others.
    pub casts_vote: bool,
    /// The news that others must hear unless this answer has told it.
    pub notice: Option<HeldNotice>,
    /// In which language and looks it is; in the usual one when `None`.
    pub locale: Option<Locale>,
    /// The fate of the page that was asked from, if it was.
    pub page: Page,
}

/// The plain words beside a page that call those whom the page concerns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Call {
    /// Its words.
    pub text: Message,
    /// Its buttons.
    pub buttons: Vec<Button>,
}

impl Call {
    /// Returns a call without buttons.
    pub(crate) fn of(text: Message) -> Call {
        let buttons = Vec::new();
        Call { text, buttons }
    }
}

/// A person to notify, and the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ping {
    /// The person.
    pub person: Person,
    /// The reason, for which they have chosen a manner.
    pub concern: Concern,
}

/// The fate of a message, most often one that its reader alone sees, when something is pressed or chosen on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// It stays as it is, and the answer is a message of its own.
    #[default]
    Stays,
    /// The answer takes its place.
    Turns,
    /// The same, and even that of a message for everybody, where the one who pressed had asked for it.
    TurnsOwn,
    /// It says no more than this from now on. The answer is for everybody, and told apart from it.
    Closes(Message),
}

/// A file that comes with an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name: letters, digits and a dot.
    pub name: String,
    /// Its contents.
    pub text: String,
}

impl Reply {
    /// Returns an answer in words for the speaker alone.
    #[must_use]
    pub fn words(text: Message) -> Reply {
        Reply {
            text,
            ..Reply::default()
        }
    }

    /// Returns a page for the speaker alone. Its words, buttons and menus are those of its blocks.
    pub(crate) fn page(blocks: Vec<Block>) -> Reply {
        let (mut texts, mut buttons, mut menus) = (Vec::new(), Vec::new(), Vec::new());
        for block in &blocks {
            match block {
                Block::Heading(text) | Block::Text(text) | Block::Small(text) => {
                    texts.push(text.clone());
                }
                Block::Beside(text, button) => {
                    texts.push(text.clone());
                    buttons.push(button.clone());
                }
                Block::Buttons(row) => buttons.extend_from_slice(row),
                Block::Menu(menu) => menus.push(menu.clone()),
                // Both are chosen where there are some.
                Block::Roles(_) | Block::Channels(..) | Block::Picture => {}
            }
        }
        Reply {
            buttons,
            menus,
            blocks,
            ..Reply::words(Message::lines(texts))
        }
    }

    /// Returns an answer in words about a match, for the speaker alone.
    pub(crate) fn about(state: Arc<Match>, text: Message) -> Reply {
        Reply {
            state: Some(state),
            ..Reply::words(text)
        }
    }

    /// Returns a refusal, for the speaker alone.
    #[must_use]
    pub fn refusal(reason: &'static str, text: Message) -> Reply {
        Reply {
            refused: Some(reason),
            ..Reply::words(text)
        }
    }
}
