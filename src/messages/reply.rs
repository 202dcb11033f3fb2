//! Answers, before they are drawn and sent.

use std::{
    fmt::{self, Display},
    str::FromStr,
    sync::Arc,
};

use crate::{
    host::HeldNotice,
    matchplay::{Match, MatchId, Person},
    rules::Color,
    store::preferences::Concern,
};

use super::{locale::Locale, message::Message, picture::Picture};

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
    /// Its buttons, at most 25 less five for each menu.
    pub buttons: Vec<Button>,
    /// Its menus, at most four.
    pub menus: Vec<Menu>,
    /// The stable reason of a refusal.
    pub refused: Option<&'static str>,
    /// The people who are notified, each once.
    pub pings: Vec<Ping>,
    /// True if it is for the people it pings alone, and stands nowhere where nobody is notified by it.
    pub is_personal: bool,
    /// The role that is also notified, by its id: its mention stands in the text.
    pub calls_role: Option<String>,
    /// True if it tells that a match begins.
    pub begins: bool,
    /// True if it tells that a table is opened.
    pub opens: bool,
    /// The news that others must hear unless this answer has told it.
    pub notice: Option<HeldNotice>,
    /// In which language and looks it is; in the usual one when `None`.
    pub locale: Option<Locale>,
    /// The fate of the page that was asked from, if it was.
    pub page: Page,
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

/// A menu under an answer. To choose an option is to press the button of its id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Menu {
    /// Its name, which no other menu of the answer has.
    pub name: &'static str,
    /// The words on it until something is chosen.
    pub prompt: String,
    /// The options, 1 to [`Menu::MOST`].
    pub options: Vec<MenuOption>,
}

impl Menu {
    /// The largest number of options.
    pub const MOST: usize = 25;
}

/// An option of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MenuOption {
    /// The id of the button that choosing it presses.
    pub id: String,
    /// Its label, on the first line.
    pub label: String,
    /// A second line, smaller; empty for none.
    pub about: String,
}

/// A file that comes with an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name: letters, digits and a dot.
    pub name: String,
    /// Its contents.
    pub text: String,
}

/// A button under an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// Its id (interfaces §9), which says what it does.
    pub id: String,
    /// The words on it.
    pub label: String,
    /// True if it can be pressed.
    pub enabled: bool,
    /// True if pressing it is hard to undo.
    pub danger: bool,
}

/// The id of a button (interfaces §9): `rd1:<match>:<ply>:<action>[:<argument>]`, with `-` and `0`
/// for what belongs to no match. Nothing in an id is trusted: it says what somebody asks for, as a
/// typed command would.
///
/// ```
/// use rondel::messages::ButtonId;
///
/// let id: ButtonId = "rd1:m7k3q:12:draw:decline".parse().unwrap();
/// assert_eq!((id.of.unwrap().1, id.action.as_str()), (12, "draw:decline"));
/// assert_eq!(id.to_string(), "rd1:m7k3q:12:draw:decline");
/// assert!("rd1:m7k3q:+12:draw".parse::<ButtonId>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ButtonId {
    /// The match, and its ply when the button was shown.
    pub of: Option<(MatchId, u32)>,
    /// The action and its arguments, as a command reads them.
    pub action: String,
}

impl ButtonId {
    /// The longest id, in characters.
    pub const LONGEST: usize = 100;
}

impl fmt::Display for ButtonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.of {
            Some((id, ply)) => write!(f, "rd1:{id}:{ply}:{}", self.action),
            None => write!(f, "rd1:-:0:{}", self.action),
        }
    }
}

/// A text that is not the id of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a button's id is rd1:<match>:<ply>:<action>[:<argument>]")]
pub struct ParseButtonError;

impl FromStr for ButtonId {
    type Err = ParseButtonError;

    fn from_str(text: &str) -> Result<ButtonId, ParseButtonError> {
        let parts: Vec<&str> = text.splitn(4, ':').collect();
        let ["rd1", of, ply, action] = parts[..] else {
            return Err(ParseButtonError);
        };
        let of = of.parse().ok().zip(ply.parse().ok());
        let action = action.to_owned();
        let read = ButtonId { of, action };
        // An id is ours only as we write it: no other case, no sign before the ply, no match that
        // cannot be read.
        let ours = text.len() <= ButtonId::LONGEST && read.to_string() == text;
        ours.then_some(read).ok_or(ParseButtonError)
    }
}

impl Button {
    /// Returns a button about a match as it stands.
    #[must_use]
    pub fn of(state: &Match, action: impl Display, label: impl Into<String>) -> Button {
        Button::new(Some((state.id(), state.ply())), action, label)
    }

    /// Returns a button about a match at whatever ply, for what only shows.
    pub(crate) fn of_match(id: MatchId, action: impl Display, label: impl Into<String>) -> Button {
        Button::new(Some((id, 0)), action, label)
    }

    /// Returns a button about no match.
    pub(crate) fn alone(action: impl Display, label: impl Into<String>) -> Button {
        Button::new(None, action, label)
    }

    fn new(of: Option<(MatchId, u32)>, action: impl Display, label: impl Into<String>) -> Button {
        let action = action.to_string();
        Button {
            id: ButtonId { of, action }.to_string(),
            label: label.into(),
            enabled: true,
            danger: false,
        }
    }

    /// Marks it as hard to undo.
    pub(crate) fn dangerous(self) -> Button {
        let danger = true;
        Button { danger, ..self }
    }

    /// Sets if it can be pressed.
    pub(crate) fn enabled(self, enabled: bool) -> Button {
        Button { enabled, ..self }
    }
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
