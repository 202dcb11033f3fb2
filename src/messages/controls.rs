//! Buttons and menus under an answer, and the ids that pressing them sends.

use std::{
    fmt::{self, Display},
    str::FromStr,
};

use crate::{
    matchplay::{Match, MatchId},
    rules::Color,
};

/// A button under an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// Its id (interfaces §9), which says what it does.
    pub id: String,
    /// The words on it.
    pub label: String,
    /// True if it can be pressed.
    pub enabled: bool,
    /// Its kind, for chats that show everyone only what is theirs to do.
    pub kind: ButtonKind,
    /// Its look among the others.
    pub emphasis: Emphasis,
    /// True if a row of buttons begins with it.
    pub begins_row: bool,
}

/// The kind of a button, by those who can press it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ButtonKind {
    /// For all whom the message is for.
    #[default]
    Common,
    /// Takes this seat of a table: for those who have none.
    Join(Color),
    /// Takes a proposal back: for the army that made it.
    Withdraw,
}

/// The look of a button among others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emphasis {
    /// As most are.
    #[default]
    None,
    /// It does what most people want next.
    Main,
    /// It is the best first step.
    Good,
    /// Pressing it is hard to undo.
    Danger,
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

    /// Returns the first word of its action.
    #[must_use]
    pub fn verb(&self) -> &str {
        self.action.split(':').next().unwrap_or_default()
    }
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
    /// The largest number under a message.
    pub const MOST: usize = 25;

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
        Button::with_id(&ButtonId { of, action }, label)
    }

    /// Returns the button of an id.
    pub(crate) fn with_id(id: &ButtonId, label: impl Into<String>) -> Button {
        Button {
            id: id.to_string(),
            label: label.into(),
            enabled: true,
            kind: ButtonKind::default(),
            emphasis: Emphasis::None,
            begins_row: false,
        }
    }

    /// Sets its kind.
    pub(crate) fn of_kind(self, kind: ButtonKind) -> Button {
        Button { kind, ..self }
    }

    /// Marks it as what most people want next.
    pub(crate) fn main(self) -> Button {
        let emphasis = Emphasis::Main;
        Button { emphasis, ..self }
    }

    /// Marks it as the best first step.
    pub(crate) fn good(self) -> Button {
        let emphasis = Emphasis::Good;
        Button { emphasis, ..self }
    }

    /// Marks it as hard to undo.
    pub(crate) fn dangerous(self) -> Button {
        let emphasis = Emphasis::Danger;
        Button { emphasis, ..self }
    }

    /// Begins a row with it.
    pub(crate) fn first_in_row(self) -> Button {
        let begins_row = true;
        Button { begins_row, ..self }
    }

    /// Puts buttons into a row of their own.
    pub(crate) fn in_a_row(mut buttons: Vec<Button>) -> Vec<Button> {
        if let Some(first) = buttons.first_mut() {
            first.begins_row = true;
        }
        buttons
    }

    /// Sets if it can be pressed.
    pub(crate) fn enabled(self, enabled: bool) -> Button {
        Button { enabled, ..self }
    }
}

/// A menu under an answer. To choose an option is to press the button of its id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Menu {
    /// Its name, which no other menu of the answer has.
    pub name: &'static str,
    /// The words on it until something is chosen.
    pub prompt: String,
    /// The label beside it, in chats that [have such](super::Markup::labels_menus) and for menus that
    /// show how things are.
    pub label: Option<String>,
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
    /// True if it shows how things are now.
    pub chosen: bool,
}

impl MenuOption {
    /// Returns the option that presses a button.
    pub(crate) fn of(button: Button, chosen: bool) -> MenuOption {
        MenuOption {
            id: button.id,
            label: button.label,
            about: String::new(),
            chosen,
        }
    }
}
