//! Messages on their way: replies as every chat can lay them out, calling nobody until they are told whom.

use std::sync::Arc;

use tokio::time::{Instant, timeout_at};

use super::{Called, Delivery, Messenger, Posted, Remark};
use crate::{
    matchplay::Person,
    messages::{
        Block, Button, Drawing, Drawn, File, Locale, Markup, Menu, Priority, Reply, Switch,
        markup::shortened,
    },
};

/// The longest text of a message, in characters.
pub(super) const LONGEST_TEXT: usize = 2_000;

/// What is lacking, and the words for it.
pub(crate) type Lack = (Remark, String);

/// A message on its way.
#[derive(Clone, Debug, Default)]
pub struct Outgoing {
    /// Its words, with mentions before them.
    pub text: String,
    /// Paragraphs after its words and the note on its picture, each after a line feed.
    pub added: String,
    /// The buttons under its words.
    pub buttons: Vec<Button>,
    /// The menus under its words.
    pub menus: Vec<Menu>,
    /// Its layout, if it is a page: these blocks hold its words, buttons and menus then.
    pub blocks: Vec<Block>,
    /// What comes with it.
    pub attached: Attached,
    /// Those whom it notifies.
    pub notified: Notified,
    /// True if it is to make no sound anywhere, since it asks nothing of anyone.
    pub is_silent: bool,
    /// What else is known of it.
    pub(crate) origin: Details,
}

/// What comes with a message.
#[derive(Clone, Debug, Default)]
pub enum Attached {
    /// Nothing.
    #[default]
    Nothing,
    /// A picture.
    Picture(Drawn),
    /// Another file.
    File(File),
}

impl Attached {
    /// Returns the name of its file.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match self {
            Attached::Nothing => None,
            Attached::Picture(drawn) => Some(&drawn.name),
            Attached::File(file) => Some(&file.name),
        }
    }
}

/// Those whom a message notifies, whatever names stand in its text.
#[derive(Clone, Debug, Default)]
pub struct Notified {
    /// People, by their ids.
    pub people: Vec<Arc<str>>,
    /// A role, by its id.
    pub role: Option<String>,
}

/// What is known of a message besides what it shows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Details {
    /// The player to whom it speaks, by the name with which its words begin.
    speaks_to: Option<(Person, String)>,
    /// The words that stand in for its picture.
    picture_words: Option<String>,
    /// The name of its picture, which names the match and the ply of a board.
    pictured: Option<String>,
    /// The words that stand in for its file.
    no_file: String,
    /// Remarks that it makes.
    pub(crate) remarks: Vec<Remark>,
    /// True if the message keeps its buttons whose place it takes.
    pub(crate) keeps_buttons: bool,
}

impl Outgoing {
    /// Returns a message of a few words.
    pub(crate) fn of_words(text: &str) -> Outgoing {
        Outgoing {
            text: shortened(text, LONGEST_TEXT),
            ..Outgoing::default()
        }
    }

    /// Returns the words that call those whom the page of a reply concerns, with that call's buttons.
    pub(super) fn of_call(reply: &Reply) -> Outgoing {
        let call = reply.pings.call.clone().unwrap_or_default();
        Outgoing {
            notified: Notified::role(reply),
            ..Outgoing::of_words(&call.text).over(call.buttons)
        }
    }

    /// Puts these buttons under its words.
    pub(crate) fn over(self, buttons: Vec<Button>) -> Outgoing {
        Outgoing { buttons, ..self }
    }

    /// Leaves the buttons of the message as they are whose place it takes.
    pub(crate) fn with_buttons_as_they_are(mut self) -> Outgoing {
        self.origin.keeps_buttons = true;
        self
    }

    /// Adds its picture; in words where there is none.
    pub(crate) fn showing(mut self, drawn: Option<Drawn>) -> Outgoing {
        match drawn {
            Some(drawn) => {
                self.attached = Attached::Picture(drawn);
                self
            }
            None => self.telling_picture(),
        }
    }

    /// Says in words what its picture shows.
    pub(crate) fn telling_picture(mut self) -> Outgoing {
        if let Attached::Picture(_) = self.attached {
            self.attached = Attached::Nothing;
        }
        let words = self.origin.picture_words.take();
        self.add(words);
        self
    }

    /// Puts the board in words in place of its picture, and a note in place of another file, for places where
    /// none may be attached.
    pub(crate) fn in_words(self) -> Outgoing {
        let mut told = self.telling_picture();
        if let Attached::File(_) = told.attached {
            told.attached = Attached::Nothing;
            told.add(Some(told.origin.no_file.clone()));
        }
        told
    }

    /// Waits for its picture until then at most, and not at all where it would not be there by then. A picture that
    /// is not there is given back.
    pub(crate) async fn drawn_by(
        self,
        drawing: Option<Drawing<Drawn>>,
        until: Instant,
    ) -> (Outgoing, Option<Drawing<Drawn>>) {
        match drawing {
            Some(mut drawing) if Instant::now() + drawing.wait() <= until => {
                match timeout_at(until, drawing.finished()).await {
                    Ok(drawn) => (self.showing(drawn), None),
                    Err(_) => (self, Some(drawing)),
                }
            }
            drawing => (self, drawing),
        }
    }

    /// Puts a mention in place of the name with which its words begin, where it calls that player alone; otherwise
    /// a line of mentions before its words.
    pub(crate) fn calling(mut self, called: &[Called], markup: &dyn Markup) -> Outgoing {
        if called.is_empty() {
            return self;
        }
        let mentions = called.iter().map(|one| markup.mention(&one.id));
        let mentions = mentions.collect::<Vec<_>>().join(" ");
        let text = match (&self.origin.speaks_to, called) {
            (Some((person, name)), [one]) if one.person == *person => {
                self.text.replacen(name, &mentions, 1)
            }
            _ => format!("{mentions}\n{}", self.text),
        };
        self.text = shortened(&text, LONGEST_TEXT);
        self.notified.people = called.iter().map(|one| Arc::clone(&one.id)).collect();
        self
    }

    /// Silences it where it calls nobody, and tells of no table that is open to everybody.
    pub(crate) fn silenced(mut self, reply: &Reply) -> Outgoing {
        let asks_everybody = reply.news.opens() && reply.pings.call.is_none();
        let calls = !self.notified.people.is_empty() || self.notified.role.is_some();
        self.is_silent = !calls && !asks_everybody;
        self
    }

    /// Says besides what is lacking, if anything is.
    pub(crate) fn add_lack(&mut self, lack: Option<Lack>) {
        if let Some((remark, text)) = lack {
            self.origin.remarks.push(remark);
            self.add(Some(text));
        }
    }

    /// Adds a paragraph about something else.
    pub(crate) fn add(&mut self, words: Option<String>) {
        if let Some(words) = words {
            self.added += &format!("\n{words}");
        }
    }

    /// Returns the whole text: its words, the note on its picture, and what was added.
    #[must_use]
    pub fn content(&self) -> String {
        let text = format!("{}{}", self.text, self.remarks());
        shortened(&text, LONGEST_TEXT)
    }

    /// Returns what follows its words.
    pub(crate) fn remarks(&self) -> String {
        let note = match &self.attached {
            Attached::Picture(drawn) => drawn.note.iter(),
            Attached::Nothing | Attached::File(_) => None.iter(),
        };
        let note = note.map(|note| format!("\n{note}"));
        note.chain([self.added.clone()]).collect()
    }

    /// Returns true if a picture or a file comes with it.
    #[must_use]
    pub const fn has_files(&self) -> bool {
        !matches!(self.attached, Attached::Nothing)
    }

    /// Returns true if the message says what this says, no matter who is mentioned and what was added to either: the
    /// same words, over the same buttons.
    pub(super) fn is_said_by(&self, message: &Posted, markup: &dyn Markup) -> bool {
        let said = message.words(markup);
        let own = if self.blocks.is_empty() {
            self.text.clone()
        } else {
            self.page_text()
        };
        let own = own.trim();
        // A mention may stand in place of the name.
        let name = self.origin.speaks_to.as_ref().map(|(_, name)| name);
        let unnamed = name.and_then(|name| own.strip_prefix(name.as_str()));
        let is_bare = message.buttons.is_empty();
        let has = |one: &Button| {
            let mut there = message.buttons.iter().flatten();
            there.any(|there| there.to_string() == one.id)
        };
        message.by_bot
            && (said.starts_with(own) || unnamed.is_some_and(|own| said.starts_with(own)))
            && (self.buttons.iter().all(has)
                || is_bare && (self.is_pictured_by(message) || is_closed(said, markup)))
    }

    /// Returns true if the message says this and nothing else, with the same mentions.
    pub(super) fn is_all_of(&self, message: &Posted) -> bool {
        message.by_bot && message.text == self.text
    }

    /// Returns true if the picture of the message is that of this one, whose buttons may have been taken off since.
    fn is_pictured_by(&self, message: &Posted) -> bool {
        let Some(name) = &self.origin.pictured else {
            return false;
        };
        let mut files = message.files.iter();
        files.any(|file| file.starts_with(&format!("{name}.")))
    }

    /// Returns the texts of its page, a line each.
    fn page_text(&self) -> String {
        let texts = self.blocks.iter().filter_map(|block| match block {
            Block::Heading(text)
            | Block::Text(text)
            | Block::Small(text)
            | Block::Beside(text, _)
            | Block::Switch(Switch { line: text, .. }) => Some(text.to_string()),
            Block::Picture
            | Block::Buttons(_)
            | Block::Menu(_)
            | Block::Roles(_)
            | Block::Channels(..) => None,
        });
        texts.collect::<Vec<_>>().join("\n")
    }
}

/// Returns true if the last line says how a vote ended, which has lost its buttons then.
fn is_closed(said: &str, markup: &dyn Markup) -> bool {
    let last = said.lines().last();
    last.is_some_and(|line| line.starts_with(markup.small()))
}

impl Notified {
    /// Returns the role that a reply calls.
    fn role(reply: &Reply) -> Notified {
        Notified {
            people: Vec::new(),
            role: reply.pings.role.clone(),
        }
    }
}

/// A part of a reply that is a message of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoticePart {
    /// All of it.
    Whole,
    /// Its page, which calls nobody.
    Page,
    /// The words that call those whom the page concerns.
    Call,
}

impl NoticePart {
    /// Returns what tells its mark from those of other parts.
    pub(super) const fn mark(self) -> &'static str {
        match self {
            NoticePart::Whole => "",
            NoticePart::Page => "-page",
            NoticePart::Call => "-call",
        }
    }
}

impl<M: Messenger> Delivery<M> {
    /// Returns the locale of a reply.
    pub(crate) fn locale<'a>(&'a self, reply: &'a Reply) -> &'a Locale {
        reply.locale.as_ref().unwrap_or(self.responder.usual())
    }

    /// Returns the reply without its picture.
    pub(crate) fn undrawn(&self, reply: &Reply) -> Outgoing {
        let texts = &self.locale(reply).texts;
        let picture = self.responder.picture(reply);
        let words = reply.body.words();
        let rights = texts.word("right-attach-files");
        let to_move = reply.state.as_ref().and_then(|state| state.to_move());
        let file = reply.body.file().cloned().map(Attached::File);
        Outgoing {
            buttons: words.buttons.clone(),
            menus: words.menus.clone(),
            blocks: reply.body.blocks().to_vec(),
            attached: file.unwrap_or_default(),
            notified: Notified::role(reply),
            origin: Details {
                speaks_to: to_move.zip(words.text.addressee().map(str::to_owned)),
                picture_words: picture
                    .as_ref()
                    .and_then(|picture| picture.in_words(texts, self.responder.markup())),
                pictured: picture.map(|picture| picture.name),
                no_file: texts.say("lacks-record", &[("rights", &rights)]).into(),
                ..Details::default()
            },
            ..Outgoing::of_words(&words.text)
        }
    }

    /// Returns the reply, and its picture on its way; in words if none can be drawn.
    pub(crate) fn queued(
        &self,
        reply: &Reply,
        priority: Priority,
    ) -> (Outgoing, Option<Drawing<Drawn>>) {
        let outgoing = self.undrawn(reply);
        let Some(picture) = self.responder.picture(reply) else {
            return (outgoing, None);
        };
        let locale = self.locale(reply);
        if let Some(drawn) = self.examples.find(&picture, locale) {
            return (outgoing.showing(Some(drawn)), None);
        }
        match picture.queue(&self.pictures, &self.examples, locale.clone(), priority) {
            None => (outgoing.telling_picture(), None),
            drawing => (outgoing, drawing),
        }
    }

    /// Returns the reply with its picture, no matter how long that takes.
    pub(crate) async fn drawn(&self, reply: &Reply) -> Outgoing {
        match self.queued(reply, Priority::Told) {
            (outgoing, None) => outgoing,
            (outgoing, Some(mut drawing)) => outgoing.showing(drawing.finished().await),
        }
    }

    /// Returns a part of the reply, with its picture if that is in it.
    pub(super) async fn part(&self, reply: &Reply, part: NoticePart) -> Outgoing {
        match part {
            NoticePart::Whole => self.drawn(reply).await,
            NoticePart::Call => Outgoing::of_call(reply),
            NoticePart::Page => Outgoing {
                notified: Notified::default(),
                ..self.drawn(reply).await
            },
        }
    }
}
