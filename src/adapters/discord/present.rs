//! Replies as Discord takes them.

use std::sync::Arc;

use serenity::{
    builder::{
        CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateButton,
        CreateInteractionResponseMessage, CreateMessage, CreateSelectMenu, CreateSelectMenuKind,
        CreateSelectMenuOption, EditAttachments, EditInteractionResponse,
    },
    model::{
        application::{ActionRowComponent, ButtonKind, ButtonStyle},
        channel::{Message, Nonce},
        id::{RoleId, UserId},
    },
};

use tokio::sync::Semaphore;

use super::rights::Need;
use crate::{
    adapters::{Button, Desk, Menu, Reply, words::Words},
    matchplay::Person,
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

/// A reply ready to be sent: drawn, and calling nobody until it is told whom.
#[derive(Clone, Debug)]
pub(super) struct Letter {
    /// What it says, with a mention of whom it pings.
    said: String,
    /// What is said besides.
    added: String,
    /// What is said of its picture.
    note: String,
    /// What it says is lacking.
    lacks: Vec<Need>,
    ping: Option<UserId>,
    /// The role that is called besides.
    role: Option<RoleId>,
    picture: Option<CreateAttachment>,
    file: Option<CreateAttachment>,
    rows: Vec<CreateActionRow>,
    /// The ids of the buttons in the rows.
    buttons: Vec<String>,
    words: Words,
}

impl Letter {
    /// Draws what the reply shows.
    pub(super) async fn of(desk: &Arc<Desk>, reply: &Reply) -> Letter {
        let drawing = draw(desk, reply).await;
        Letter {
            said: cut(&reply.text, LONGEST_CONTENT),
            added: drawing.instead,
            note: drawing.note,
            lacks: Vec::new(),
            ping: None,
            role: role(reply),
            picture: drawing.picture,
            file: reply
                .file
                .as_ref()
                .map(|file| CreateAttachment::bytes(file.text.as_bytes(), &file.name)),
            rows: rows(reply),
            words: words_of(desk, reply),
            buttons: reply.buttons.iter().map(|b| b.id.to_string()).collect(),
        }
    }

    /// What the reply says, over what buttons, with neither of them to be seen: to be compared with
    /// what stands somewhere.
    pub(super) fn undrawn(desk: &Desk, reply: &Reply) -> Letter {
        Letter {
            buttons: reply.buttons.iter().map(|b| b.id.to_string()).collect(),
            ..Letter::of_words(&reply.text, &words_of(desk, reply))
        }
    }

    /// A few words without more.
    pub(super) fn of_words(text: &str, words: &Words) -> Letter {
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
            words: words.clone(),
        }
    }

    /// The texts of its language.
    pub(super) const fn words(&self) -> &Words {
        &self.words
    }

    /// The same with a mention of whom it pings.
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
    pub(super) fn in_words(mut self, desk: &Desk, reply: &Reply) -> Letter {
        self.picture = None;
        self.note.clear();
        let picture = desk.picture(reply);
        if let Some(words) = picture.and_then(|picture| picture.in_words(&self.words)) {
            self.add(&words);
        }
        if self.file.take().is_some() {
            let rights = Need::Attach.names(None, &self.words);
            let text = self.words.say("lacks-record", &[("rights", &rights)]);
            self.add(&text);
        }
        self
    }

    /// Says besides that something is lacking.
    pub(super) fn add_lack(&mut self, need: Need, text: &str) {
        self.lacks.push(need);
        self.add(text);
    }

    /// What it says is lacking.
    pub(super) fn lacks(&self) -> &[Need] {
        &self.lacks
    }

    fn add(&mut self, paragraph: &str) {
        self.added.push('\n');
        self.added.push_str(paragraph);
    }

    /// Whether a picture or a file comes with it.
    pub(super) const fn has_files(&self) -> bool {
        self.picture.is_some() || self.file.is_some()
    }

    /// Whether the message says what this letter says, whatever was added to either: the same
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

    /// Whom it may notify: the one who is pinged and the role that is called, whatever names stand
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
        let files = self.picture.iter().chain(&self.file).cloned();
        let attachments = files.fold(EditAttachments::new(), EditAttachments::add);
        EditInteractionResponse::new()
            .allowed_mentions(self.mentions())
            .content(self.content())
            .attachments(attachments)
            .components(self.rows)
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

/// How a message mentions somebody.
pub(super) fn mention(user: UserId) -> String {
    format!("<@{user}>")
}

/// A picture that was drawn, and what is to be said of it.
#[derive(Debug, Default)]
struct Drawing {
    picture: Option<CreateAttachment>,
    note: String,
    /// What is said in its place.
    instead: String,
}

/// Long moving pictures are drawn one after the other: those who wait for a move come first.
static LONG: Semaphore = Semaphore::const_new(1);

/// Draws the picture off the threads that must not block. Of one that fails the words are said
/// instead.
async fn draw(desk: &Arc<Desk>, reply: &Reply) -> Drawing {
    let Some(picture) = desk.picture(reply) else {
        return Drawing::default();
    };
    let _alone = match picture.takes_long() {
        true => LONG.acquire().await.ok(),
        false => None,
    };
    let voice = reply.voice.clone().unwrap_or_else(|| desk.voice());
    let drawn = tokio::task::spawn_blocking(move || {
        let drawn = picture.draw(&voice.words, &voice.style);
        drawn
            .map_err(|error| (error, picture.in_words(&voice.words)))
            .map(|drawn| {
                let name = format!("{}.{}", picture.name, drawn.ending);
                let alt = picture.alt(&voice.words);
                let attached = CreateAttachment::bytes(drawn.file, name).description(alt);
                (attached, drawn.note)
            })
    })
    .await;
    let line = |text: Option<String>| text.map_or_else(String::new, |text| format!("\n{text}"));
    match drawn {
        Ok(Ok((picture, note))) => Drawing {
            picture: Some(picture),
            note: line(note),
            instead: String::new(),
        },
        Ok(Err((error, words))) => {
            tracing::error!(%error, "a picture could not be drawn");
            Drawing {
                instead: line(words),
                ..Drawing::default()
            }
        }
        Err(error) => {
            tracing::error!(%error, "drawing a picture failed");
            Drawing::default()
        }
    }
}

/// The Discord user behind a person.
pub(super) fn user(desk: &Desk, person: Person) -> Option<UserId> {
    if desk.host().is_forgotten(person) {
        return None;
    }
    match desk.people().identity(person) {
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
fn words_of(desk: &Desk, reply: &Reply) -> Words {
    let voice = reply.voice.as_ref();
    voice.map_or_else(|| desk.words().clone(), |voice| voice.words.clone())
}

/// Its menus, one to a row, over its buttons.
fn rows(reply: &Reply) -> Vec<CreateActionRow> {
    let menus = reply.menus.iter().map(menu);
    menus.chain(rows_of_buttons(&reply.buttons)).collect()
}

/// Choosing an option presses it: the options bear the ids, the menu itself just a name.
fn menu(menu: &Menu) -> CreateActionRow {
    let options = menu.options.iter().take(Menu::MOST).map(|option| {
        let built =
            CreateSelectMenuOption::new(cut(&option.label, LONGEST_OPTION), option.id.to_string());
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
                    CreateButton::new(button.id.to_string())
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

/// At most so many characters, the last one an ellipsis where something is left out.
pub(super) fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}
