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
    layout::{Block, Modal, Switch},
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
    /// The match it is about, as it stood.
    pub state: Option<Arc<Match>>,
    /// What it says and shows.
    pub body: Body,
    /// What it tells everybody at the place of its match.
    pub news: News,
    /// Those who are notified.
    pub pings: Pings,
    /// The news that others must hear unless this answer has told it.
    pub notice: Option<HeldNotice>,
    /// In which language and looks it is; in the usual one when `None`.
    pub locale: Option<Locale>,
    /// The fate of the page that was asked from, if it was.
    pub page: Page,
}

/// What a reply says and shows.
#[derive(Clone, Debug)]
pub enum Body {
    /// Words alone.
    Words(Words),
    /// Words with a picture.
    Pictured(Shown, Words),
    /// A page of [blocks](Block), with a picture where a block has room for it. Chats without pages have the
    /// same words, buttons and menus.
    Page(Vec<Block>, Option<Shown>, Words),
    /// A form to fill in, in chats with forms; elsewhere these words.
    Form(Modal, Words),
    /// A file, with words about it.
    File(File, Words),
    /// A refusal for this stable reason.
    Refusal(&'static str, Box<Body>),
}

/// The words of a reply, with what can be pressed and chosen under them.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// The words.
    pub text: Message,
    /// The buttons, at most [`Button::MOST`] less five for each menu.
    pub buttons: Vec<Button>,
    /// The menus, at most four.
    pub menus: Vec<Menu>,
}

/// The picture of a reply.
#[derive(Clone, Debug)]
pub enum Shown {
    /// The board of its match, seen from this seat.
    Board(Color),
    /// Another picture.
    Picture(Picture),
}

/// What a reply tells everybody at the place of its match. Where it goes follows from this
/// ([`delivery`](crate::delivery)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum News {
    /// Nothing that decides where it goes.
    #[default]
    Other,
    /// A table is opened.
    TableOpened,
    /// A table that stands is told of to somebody who asked for one.
    TableAskedFor,
    /// A table has changed: its seats, or it is closed.
    TableChanged,
    /// The same, and somebody is, or was until now, invited to it: what calls them stands beside the table.
    InvitationChanged,
    /// A match begins.
    MatchBegins,
    /// A table was opened, and its match begins at once.
    OpenedAndBegun,
    /// Somebody agreed to a proposal, which waits for others.
    VoteCast,
    /// Somebody new plays a private match that has begun.
    NewcomerPlays,
    /// The player to move is reminded. It is for them alone, and stands nowhere where nobody is notified by it.
    Reminder,
    /// A match that has been played is over.
    MatchEnds,
}

impl News {
    /// Returns true if a table is opened.
    #[must_use]
    pub const fn opens(self) -> bool {
        matches!(self, News::TableOpened | News::OpenedAndBegun)
    }

    /// Returns true if a match begins.
    #[must_use]
    pub const fn begins(self) -> bool {
        matches!(self, News::MatchBegins | News::OpenedAndBegun)
    }

    /// Returns true if a match that has been played is over.
    #[must_use]
    pub const fn ends(self) -> bool {
        matches!(self, News::MatchEnds)
    }
}

/// Those who are notified of a reply.
#[derive(Clone, Debug, Default)]
pub struct Pings {
    /// The people, each once.
    pub people: Vec<Ping>,
    /// The role that is also notified, by its id: its mention stands in the text, and in that of the
    /// call if it is a page.
    pub role: Option<String>,
    /// The plain words that call them beside a page: phones show nothing of a page that calls
    /// somebody. They stand above the page of an end, and below that of a table.
    pub call: Option<Call>,
}

impl Pings {
    /// Returns those of some people.
    #[must_use]
    pub const fn of(people: Vec<Ping>) -> Pings {
        Pings {
            people,
            role: None,
            call: None,
        }
    }
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

impl Default for Body {
    fn default() -> Body {
        Body::Words(Words::default())
    }
}

impl Body {
    /// Returns its words.
    #[must_use]
    pub fn words(&self) -> &Words {
        match self {
            Body::Words(words)
            | Body::Pictured(_, words)
            | Body::Page(_, _, words)
            | Body::Form(_, words)
            | Body::File(_, words) => words,
            Body::Refusal(_, said) => said.words(),
        }
    }

    /// Returns its words, to be changed.
    pub fn words_mut(&mut self) -> &mut Words {
        match self {
            Body::Words(words)
            | Body::Pictured(_, words)
            | Body::Page(_, _, words)
            | Body::Form(_, words)
            | Body::File(_, words) => words,
            Body::Refusal(_, said) => said.words_mut(),
        }
    }

    /// Returns its picture.
    #[must_use]
    pub fn shown(&self) -> Option<&Shown> {
        match self {
            Body::Pictured(shown, _) => Some(shown),
            Body::Page(_, shown, _) => shown.as_ref(),
            Body::Refusal(_, said) => said.shown(),
            Body::Words(_) | Body::Form(..) | Body::File(..) => None,
        }
    }

    /// Returns the blocks of a page; none if it is no page.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        match self {
            Body::Page(blocks, ..) => blocks,
            Body::Refusal(_, said) => said.blocks(),
            Body::Words(_) | Body::Pictured(..) | Body::Form(..) | Body::File(..) => &[],
        }
    }

    /// Returns its form, if it is one.
    #[must_use]
    pub const fn form(&self) -> Option<&Modal> {
        if let Body::Form(modal, _) = self {
            Some(modal)
        } else {
            None
        }
    }

    /// Returns its file, if it is one.
    #[must_use]
    pub const fn file(&self) -> Option<&File> {
        if let Body::File(file, _) = self {
            Some(file)
        } else {
            None
        }
    }

    /// Returns the same laid out as a page. Forms and files stay what they are.
    #[must_use]
    pub fn as_page(self, blocks: Vec<Block>) -> Body {
        match self {
            Body::Words(words) => Body::Page(blocks, None, words),
            Body::Pictured(shown, words) => Body::Page(blocks, Some(shown), words),
            Body::Page(_, shown, words) => Body::Page(blocks, shown, words),
            Body::Refusal(reason, said) => Body::Refusal(reason, Box::new(said.as_page(blocks))),
            Body::Form(..) | Body::File(..) => self,
        }
    }

    /// Returns the same in plain words, if it is a page.
    #[must_use]
    pub fn as_plain(self) -> Body {
        match self {
            Body::Page(_, None, words) => Body::Words(words),
            Body::Page(_, Some(shown), words) => Body::Pictured(shown, words),
            Body::Refusal(reason, said) => Body::Refusal(reason, Box::new(said.as_plain())),
            Body::Words(_) | Body::Pictured(..) | Body::Form(..) | Body::File(..) => self,
        }
    }

    /// Returns the same with this picture, or without one. Forms and files have none.
    #[must_use]
    pub fn with(self, shown: Option<Shown>) -> Body {
        match (self, shown) {
            (Body::Words(words) | Body::Pictured(_, words), Some(shown)) => {
                Body::Pictured(shown, words)
            }
            (Body::Words(words) | Body::Pictured(_, words), None) => Body::Words(words),
            (Body::Page(blocks, _, words), shown) => Body::Page(blocks, shown, words),
            (Body::Refusal(reason, said), shown) => {
                Body::Refusal(reason, Box::new(said.with(shown)))
            }
            (body @ (Body::Form(..) | Body::File(..)), _) => body,
        }
    }
}

impl Words {
    /// Returns words with nothing under them.
    fn of(text: Message) -> Words {
        Words {
            text,
            ..Words::default()
        }
    }
}

impl Reply {
    /// Returns an answer for the speaker alone.
    fn of(body: Body) -> Reply {
        Reply {
            body,
            ..Reply::default()
        }
    }

    /// Returns an answer in words for the speaker alone.
    #[must_use]
    pub fn words(text: Message) -> Reply {
        Reply::of(Body::Words(Words::of(text)))
    }

    /// Returns a page for the speaker alone. Its words, buttons and menus are those of its blocks.
    pub(crate) fn page(blocks: Vec<Block>) -> Reply {
        let (mut texts, mut buttons, mut menus) = (Vec::new(), Vec::new(), Vec::new());
        for block in &blocks {
            match block {
                Block::Heading(text) | Block::Text(text) | Block::Small(text) => {
                    texts.push(text.clone());
                }
                Block::Beside(text, button)
                | Block::Switch(Switch {
                    line: text, button, ..
                }) => {
                    texts.push(text.clone());
                    buttons.push(button.clone());
                }
                Block::Buttons(row) => buttons.extend_from_slice(row),
                Block::Menu(menu) => menus.push(menu.clone()),
                // Both are chosen where there are some.
                Block::Roles(_) | Block::Channels(..) | Block::Picture => {}
            }
        }
        let words = Words {
            text: Message::lines(texts),
            buttons,
            menus,
        };
        Reply::of(Body::Page(blocks, None, words))
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
        Reply::words(text).refused_for(reason)
    }

    /// Returns a file, for the speaker alone.
    pub(crate) fn file(file: File, text: Message) -> Reply {
        Reply::of(Body::File(file, Words::of(text)))
    }

    /// Returns a form for the speaker alone, or these words in a chat without forms.
    pub(crate) fn form(modal: Modal, text: Message) -> Reply {
        Reply::of(Body::Form(modal, Words::of(text)))
    }

    /// Returns it as a refusal.
    pub(crate) fn refused_for(mut self, reason: &'static str) -> Reply {
        self.body = Body::Refusal(reason, Box::new(self.body));
        self
    }

    /// Returns it with other words.
    pub(crate) fn saying(mut self, text: Message) -> Reply {
        self.words_mut().text = text;
        self
    }

    /// Returns it over these buttons.
    pub(crate) fn over(mut self, buttons: Vec<Button>) -> Reply {
        self.words_mut().buttons = buttons;
        self
    }

    /// Returns it with a picture, or without one.
    pub(crate) fn showing(mut self, shown: impl Into<Option<Shown>>) -> Reply {
        self.body = self.body.with(shown.into());
        self
    }

    /// Returns its words.
    #[must_use]
    pub fn text(&self) -> &Message {
        &self.body.words().text
    }

    /// Returns its buttons.
    #[must_use]
    pub fn buttons(&self) -> &[Button] {
        &self.body.words().buttons
    }

    /// Returns its words, buttons and menus, to be changed.
    pub(crate) fn words_mut(&mut self) -> &mut Words {
        self.body.words_mut()
    }

    /// Returns the seat from which the board is drawn, if it is.
    #[must_use]
    pub fn seat(&self) -> Option<Color> {
        match self.body.shown() {
            Some(Shown::Board(seat)) => Some(*seat),
            Some(Shown::Picture(_)) | None => None,
        }
    }

    /// Returns the stable reason of a refusal.
    #[must_use]
    pub const fn refused(&self) -> Option<&'static str> {
        if let Body::Refusal(reason, _) = self.body {
            Some(reason)
        } else {
            None
        }
    }
}
