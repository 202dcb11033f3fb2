//! Answers, before they are drawn and sent.

use std::sync::Arc;

use crate::{
    host::HeldNotice,
    matchplay::{Match, Person},
    rules::Color,
};

use super::{button::Pressable, picture::Picture};

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
    /// Its buttons, at most five.
    pub buttons: Vec<Button>,
    /// The stable reason of a refusal.
    pub refused: Option<&'static str>,
    /// Who is notified: the player to move, when it has just become their turn.
    pub ping: Option<Person>,
    /// Whether it tells that a match begins.
    pub begins: bool,
    /// What must be told to others unless this answer has told it.
    pub notice: Option<HeldNotice>,
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
            refused: None,
            ping: None,
            begins: false,
            notice: None,
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
