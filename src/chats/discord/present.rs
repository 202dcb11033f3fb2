//! Replies as Discord takes them.

use serenity::all::{
    ActionRowComponent, ButtonKind, ButtonStyle, CreateActionRow, CreateAllowedMentions,
    CreateAttachment, CreateButton, CreateInteractionResponseMessage, CreateMessage,
    CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption, EditAttachments,
    EditInteractionResponse, Message, Nonce, RoleId, UserId,
};

use tokio::time::{Instant, timeout_at};

use super::rights::Need;
use crate::{
    commands::Responder,
    matchplay::Person,
    messages::{
        Button, DrawingQueue, Menu, Reply, Texts,
        picture::{Drawing, Drawn, Priority},
    },
};

/// The longest text of a message, in characters.
const LONGEST_CONTENT: usize = 2_000;
/// The longest label of a button, in characters.
const LONGEST_LABEL: usize = 80;
/// The longest label of a menu's option, and the longest that is said of it, in characters.
const LONGEST_OPTION: usize = 100;
/// The longest text on a menu, in characters.
const LONGEST_PROMPT: usize = 150;
/// Buttons in a row.
const ROW: usize = 5;

/// A reply ready to be sent, calling nobody until it is told whom.
#[derive(Clone, Debug)]
pub(super) struct Letter {
    /// Its words, after a mention of the player it pings.
    said: String,
    /// Paragraphs after those words and the note.
    added: String,
    /// A line about its picture, after a line feed.
    note: String,
    /// Needs that it says are not met.
    lacks: Vec<Need>,
    ping: Option<UserId>,
    /// The role that is called besides.
    role: Option<RoleId>,
    picture: Option<CreateAttachment>,
    file: Option<CreateAttachment>,
    rows: Vec<CreateActionRow>,
    /// The ids of the buttons in the rows.
    buttons: Vec<String>,
    texts: Texts,
}

impl Letter {
    /// The reply without its picture.
    pub(super) fn of(responder: &Responder, reply: &Reply) -> Letter {
        Letter {
            role: role(reply),
            file: reply
                .file
                .as_ref()
                .map(|file| CreateAttachment::bytes(file.text.as_bytes(), &file.name)),
            rows: rows(reply),
            ..Letter::undrawn(responder, reply)
        }
    }

    /// Draws the reply's picture, however long that takes, and tells it in words where it cannot be
    /// drawn.
    pub(super) async fn drawn(
        responder: &Responder,
        queue: &DrawingQueue,
        reply: &Reply,
    ) -> Letter {
        let letter = Letter::of(responder, reply);
        match Art::of(responder, queue, reply, Priority::Told) {
            Art::Nothing => letter,
            Art::Done(drawn) => letter.showing(responder, reply, drawn),
            Art::Waits(mut drawing) => {
                let drawn = drawing.finished().await;
                letter.showing(responder, reply, drawn)
            }
        }
    }

    /// Adds the reply's picture; in words where there is none.
    pub(super) fn showing(
        self,
        responder: &Responder,
        reply: &Reply,
        drawn: Option<Drawn>,
    ) -> Letter {
        match drawn {
            None => self.telling_picture(responder, reply),
            Some(drawn) => self.with_picture(drawn),
        }
    }

    /// Adds a picture.
    pub(super) fn with_picture(mut self, drawn: Drawn) -> Letter {
        let attached = CreateAttachment::bytes(drawn.file, drawn.name).description(drawn.alt);
        self.picture = Some(attached);
        let note = drawn.note.map(|note| format!("\n{note}"));
        self.note = note.unwrap_or_default();
        self
    }

    /// The words and button ids of a reply without anything to be seen or pressed: to be compared with
    /// what stands somewhere.
    pub(super) fn undrawn(responder: &Responder, reply: &Reply) -> Letter {
        Letter {
            buttons: reply.buttons.iter().map(|b| b.id.clone()).collect(),
            ..Letter::of_words(&reply.text, texts_of(responder, reply))
        }
    }

    /// A few words without more.
    pub(super) fn of_words(text: &str, texts: &Texts) -> Letter {
        Letter {
            said: cut(text, LONGEST_CONTENT),
            added: String::new(),
            note: String::new(),
            lacks: Vec::new(),
            ping: None,
            role: None,
            picture: None,
            file: None,
            rows: Vec::new(),
            buttons: Vec::new(),
            texts: texts.clone(),
        }
    }

    /// The texts of its language.
    pub(super) const fn texts(&self) -> &Texts {
        &self.texts
    }

    /// Puts a mention of the player it pings before its words.
    pub(super) fn calling(mut self, user: UserId) -> Letter {
        let said = format!("{}\n{}", mention(user), self.said);
        self.said = cut(&said, LONGEST_CONTENT);
        self.ping = Some(user);
        self
    }

    /// The same with a last line that tells it from others in the same words.
    pub(super) fn marked(mut self, line: &str) -> Letter {
        let room = LONGEST_CONTENT / 2;
        self.said = format!("{}\n{line}", cut(&self.said, room));
        self
    }

    /// The same with the board in words instead of its picture, and with what is lacking instead
    /// of another file, for places where none may be attached.
    pub(super) fn in_words(self, responder: &Responder, reply: &Reply) -> Letter {
        let mut letter = self.telling_picture(responder, reply);
        if letter.file.take().is_some() {
            let rights = Need::Attach.names(None, &letter.texts);
            let text = letter.texts.say("lacks-record", &[("rights", &rights)]);
            letter.add(&text);
        }
        letter
    }

    /// Returns the letter in words, for places where no file may be attached; `None` if it has none.
    pub(super) fn without_files(&self, responder: &Responder, reply: &Reply) -> Option<Letter> {
        self.has_files()
            .then(|| self.clone().in_words(responder, reply))
    }

    /// Says in words what the reply's picture shows.
    pub(super) fn telling_picture(mut self, responder: &Responder, reply: &Reply) -> Letter {
        self.picture = None;
        self.note.clear();
        let picture = responder.picture(reply);
        if let Some(words) = picture.and_then(|picture| picture.in_words(&self.texts)) {
            self.add(&words);
        }
        self
    }

    /// Says besides that something is lacking.
    pub(super) fn add_lack(&mut self, need: Need, text: &str) {
        self.lacks.push(need);
        self.add(text);
    }

    /// Needs that it says are not met.
    pub(super) fn lacks(&self) -> &[Need] {
        &self.lacks
    }

    fn add(&mut self, paragraph: &str) {
        self.added.push('\n');
        self.added.push_str(paragraph);
    }

    /// Returns true if a picture or a file comes with it.
    pub(super) const fn has_files(&self) -> bool {
        self.picture.is_some() || self.file.is_some()
    }

    /// Returns true if the message says what this letter says, whatever was added to either: the same
    /// words, over the same buttons.
    pub(super) fn is_said_by(&self, message: &Message) -> bool {
        let ids = button_ids(message);
        message.content.trim_start().starts_with(self.said.trim())
            && self.buttons.iter().all(|id| ids.contains(&id.as_str()))
    }

    fn content(&self) -> String {
        let said = format!("{}{}{}", self.said, self.note, self.added);
        cut(&said, LONGEST_CONTENT)
    }

    /// Limits whom it notifies to the player it pings and the role it calls, whatever names stand
    /// in its text.
    fn mentions(&self) -> CreateAllowedMentions {
        CreateAllowedMentions::new()
            .users(self.ping)
            .roles(self.role)
    }

    /// As an answer to an interaction.
    pub(super) fn answer(self, private: bool) -> CreateInteractionResponseMessage {
        CreateInteractionResponseMessage::new()
            .ephemeral(private)
            .allowed_mentions(self.mentions())
            .content(self.content())
            .components(self.rows)
            .files(self.picture.into_iter().chain(self.file))
    }

    /// As what fills an answer that was promised.
    pub(super) fn edit(self) -> EditInteractionResponse {
        let rows = self.rows.clone();
        self.edit_beside_buttons().components(rows)
    }

    /// As what takes the place of an answer in words. Its buttons may have been taken off since, and
    /// stay as they are.
    pub(super) fn edit_beside_buttons(self) -> EditInteractionResponse {
        let files = self.picture.iter().chain(&self.file).cloned();
        let attachments = files.fold(EditAttachments::new(), EditAttachments::add);
        EditInteractionResponse::new()
            .allowed_mentions(self.mentions())
            .content(self.content())
            .attachments(attachments)
    }

    /// As a message of its own. The nonce keeps one that is sent twice from standing twice.
    pub(super) fn message(self, nonce: String) -> CreateMessage {
        CreateMessage::new()
            .allowed_mentions(self.mentions())
            .content(self.content())
            .components(self.rows)
            .files(self.picture.into_iter().chain(self.file))
            .nonce(Nonce::String(nonce))
            .enforce_nonce(true)
    }
}

/// The role that a reply calls.
fn role(reply: &Reply) -> Option<RoleId> {
    let id: u64 = reply.calls_role.as_ref()?.parse().ok()?;
    (id > 0).then(|| RoleId::new(id))
}

/// Returns the mention of somebody in a message.
pub(super) fn mention(user: UserId) -> String {
    format!("<@{user}>")
}

/// The picture of a reply, on its way.
#[derive(Debug)]
pub(super) enum Art {
    /// The reply has none.
    Nothing,
    /// Drawn; `None` where it could not be.
    Done(Option<Drawn>),
    Waits(Drawing<Drawn>),
}

impl Art {
    /// Queues what the reply shows.
    pub(super) fn of(
        responder: &Responder,
        queue: &DrawingQueue,
        reply: &Reply,
        priority: Priority,
    ) -> Art {
        let Some(picture) = responder.picture(reply) else {
            return Art::Nothing;
        };
        let locale = reply.locale.as_ref().unwrap_or(responder.usual());
        match picture.queue(queue, locale.clone(), priority) {
            Some(drawing) => Art::Waits(drawing),
            None => Art::Done(None),
        }
    }

    /// Waits for it until then at most, and not at all where it would not be there by then.
    pub(super) async fn by(self, until: Instant) -> Art {
        match self {
            Art::Waits(mut drawing) if Instant::now() + drawing.wait() <= until => {
                match timeout_at(until, drawing.finished()).await {
                    Ok(drawn) => Art::Done(drawn),
                    Err(_) => Art::Waits(drawing),
                }
            }
            art => art,
        }
    }
}

/// The Discord user behind a person.
pub(super) fn user(responder: &Responder, person: Person) -> Option<UserId> {
    if responder.host().is_forgotten(person) {
        return None;
    }
    match responder.people().identity(person) {
        Ok(identity) => {
            let id: u64 = identity
                .filter(|who| who.realm() == "discord")?
                .id()
                .parse()
                .ok()?;
            (id > 0).then(|| UserId::new(id))
        }
        Err(error) => {
            tracing::warn!(%error, "a person could not be looked up");
            None
        }
    }
}

/// The texts of a reply's language.
fn texts_of<'a>(responder: &'a Responder, reply: &'a Reply) -> &'a Texts {
    let locale = reply.locale.as_ref();
    &locale.unwrap_or(responder.usual()).texts
}

/// Its menus, one to a row, over its buttons.
fn rows(reply: &Reply) -> Vec<CreateActionRow> {
    let menus = reply.menus.iter().map(menu);
    menus.chain(rows_of_buttons(&reply.buttons)).collect()
}

/// Choosing an option presses it: the options bear the ids, the menu itself just a name.
fn menu(menu: &Menu) -> CreateActionRow {
    let options = menu.options.iter().take(Menu::MOST).map(|option| {
        let built = CreateSelectMenuOption::new(cut(&option.label, LONGEST_OPTION), &option.id);
        if option.about.is_empty() {
            built
        } else {
            built.description(cut(&option.about, LONGEST_OPTION))
        }
    });
    let options = options.collect();
    let kind = CreateSelectMenuKind::String { options };
    let prompt = cut(&menu.prompt, LONGEST_PROMPT);
    CreateActionRow::SelectMenu(CreateSelectMenu::new(menu.name, kind).placeholder(prompt))
}

fn rows_of_buttons(buttons: &[Button]) -> impl Iterator<Item = CreateActionRow> {
    buttons.chunks(ROW).map(|row| {
        CreateActionRow::Buttons(
            row.iter()
                .map(|button| {
                    CreateButton::new(&button.id)
                        .label(cut(&button.label, LONGEST_LABEL))
                        .disabled(!button.enabled)
                        .style(if button.danger {
                            ButtonStyle::Danger
                        } else {
                            ButtonStyle::Secondary
                        })
                })
                .collect(),
        )
    })
}

/// The ids of a message's buttons.
fn button_ids(message: &Message) -> Vec<&str> {
    message
        .components
        .iter()
        .flat_map(|row| &row.components)
        .filter_map(|component| match component {
            ActionRowComponent::Button(button) => match &button.data {
                ButtonKind::NonLink { custom_id, .. } => Some(custom_id.as_str()),
                _ => None,
            },
            _ => None,
        })
        .collect()
}

/// Cuts a text to this number of characters, the last one an ellipsis where something is left out.
pub(super) fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}
