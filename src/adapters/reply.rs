//! Answers, before they are drawn and sent.

use std::sync::Arc;

use crate::{
    host::HeldNotice,
    matchplay::{Match, Person},
    rules::Color,
};

use super::{button::Pressable, desk::Voice, picture::Picture};

/// Who sees an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Everybody where the match is played.
    All,
    /// The speaker alone.
    Speaker,
}

/// An answer.
#[derive(Debug)]
pub struct Reply {
    /// Who sees it.
    pub audience: Audience,
    /// The command it answers, a button's twin for a press; `None` for what cannot be read and
    /// for what comes by itself.
    pub command: Option<&'static str>,
    /// What it says.
    pub text: String,
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
    /// Who is notified: the player to move, when it has just become their turn.
    pub ping: Option<Person>,
    /// The role that is called besides, by its id: its mention stands in the text.
    pub calls_role: Option<String>,
    /// Whether it tells that a match begins.
    pub begins: bool,
    /// What must be told to others unless this answer has told it.
    pub notice: Option<HeldNotice>,
    /// In which language and looks it is; in those of the desk when `None`.
    pub voice: Option<Voice>,
    /// What becomes of the page that was asked from, if it was.
    pub page: Page,
}

/// What becomes of a message that its reader alone sees, when something is pressed or chosen on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// It stays as it is, and the answer is a message of its own.
    #[default]
    Stays,
    /// The answer takes its place.
    Turns,
    /// It says no more than this from now on. The answer is for everybody, and told apart from it.
    Closes(String),
}

/// A menu under an answer: who chooses one of its options presses that option's id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Menu {
    /// What tells it from other menus of the answer.
    pub name: &'static str,
    /// What stands on it until something is chosen.
    pub prompt: String,
    /// What can be chosen, 1 to [`Menu::MOST`].
    pub options: Vec<MenuOption>,
}

impl Menu {
    /// How many options a menu may have.
    pub const MOST: usize = 25;
}

/// An option of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MenuOption {
    /// What choosing it does.
    pub id: Pressable,
    /// What it is called.
    pub label: String,
    /// What more there is to say of it; empty for nothing.
    pub about: String,
}

/// A file that comes with an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// What it is called: letters, digits and a dot.
    pub name: String,
    /// What stands in it.
    pub text: String,
}

/// A button under an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// What it does.
    pub id: Pressable,
    /// What stands on it.
    pub label: String,
    /// Whether it can be pressed.
    pub enabled: bool,
    /// Whether pressing it is hard to undo.
    pub danger: bool,
}

impl Reply {
    /// An answer in words for the speaker alone.
    #[must_use]
    pub fn words(command: Option<&'static str>, text: String) -> Reply {
        Reply {
            audience: Audience::Speaker,
            command,
            text,
            state: None,
            seat: None,
            picture: None,
            file: None,
            buttons: Vec::new(),
            menus: Vec::new(),
            refused: None,
            ping: None,
            calls_role: None,
            begins: false,
            notice: None,
            voice: None,
            page: Page::Stays,
        }
    }

    /// A refusal, for the speaker alone.
    #[must_use]
    pub fn refusal(command: Option<&'static str>, reason: &'static str, text: String) -> Reply {
        Reply {
            refused: Some(reason),
            ..Reply::words(command, text)
        }
    }
}
