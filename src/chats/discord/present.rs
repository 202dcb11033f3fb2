//! Replies as Discord takes them.

use serenity::all::{
    ActionRowComponent, ButtonKind, ButtonStyle, CreateActionRow, CreateAllowedMentions,
    CreateAttachment, CreateButton, CreateInteractionResponseMessage, CreateMessage,
    CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption, EditAttachments,
    EditInteractionResponse, EditMessage, Mentionable, Message, Nonce,
};
use tokio::time::timeout_at;

use super::{calls::Called, prelude::*};
use crate::messages::{Button, Drawing, Drawn, Menu, Priority, markup::shortened};

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
#[derive(Clone, Debug, Default)]
pub(super) struct Letter {
    /// Its words, after a line of mentions.
    said: String,
    /// Paragraphs after those words and the note.
    added: String,
    /// A line about its picture, after a line feed.
    note: String,
    /// The things that its picture shows, in words.
    shown: Option<String>,
    /// Needs that it says are not met.
    lacks: Vec<Need>,
    /// Those whom it mentions.
    mentioned: Vec<UserId>,
    /// The role that is called besides.
    role: Option<RoleId>,
    picture: Option<CreateAttachment>,
    file: Option<CreateAttachment>,
    /// The words that stand in for that file where none may be attached.
    no_file: String,
    rows: Vec<CreateActionRow>,
    /// The ids of the buttons in the rows.
    buttons: Vec<String>,
    /// The name of its picture, which names the match and the ply of a board.
    pictured: Option<String>,
}

impl Letter {
    /// Returns the reply without its picture.
    pub(super) fn of(office: &Office, reply: &Reply) -> Letter {
        let texts = &office.locale(reply).texts;
        let picture = office.responder.picture(reply);
        let pictured = picture.as_ref().map(|picture| picture.name.clone());
        let file = reply.file.as_ref();
        let rights = Need::Attach.names(Permissions::empty(), texts);
        let menus = reply.menus.iter().map(menu);
        let ids = reply.buttons.iter();
        Letter {
            shown: picture.and_then(|picture| picture.in_words(texts)),
            role: reply.calls_role.as_deref().and_then(place::id),
            file: file.map(|file| CreateAttachment::bytes(file.text.as_bytes(), &file.name)),
            no_file: texts.say("lacks-record", &[("rights", &rights)]).into(),
            rows: menus.chain(reply.buttons.chunks(ROW).map(row)).collect(),
            buttons: ids.map(|button| button.id.clone()).collect(),
            pictured,
            ..Letter::of_words(&reply.text)
        }
    }

    /// Returns a letter of a few words.
    pub(super) fn of_words(text: &str) -> Letter {
        Letter {
            said: shortened(text, LONGEST_CONTENT),
            ..Letter::default()
        }
    }

    /// Returns the reply, and its picture on its way; in words if none can be drawn.
    pub(super) fn queued(
        office: &Office,
        reply: &Reply,
        priority: Priority,
    ) -> (Letter, Option<Drawing<Drawn>>) {
        let letter = Letter::of(office, reply);
        let Some(picture) = office.responder.picture(reply) else {
            return (letter, None);
        };
        match picture.queue(&office.pictures, office.locale(reply).clone(), priority) {
            None => (letter.telling_picture(), None),
            drawing => (letter, drawing),
        }
    }

    /// Returns the reply with its picture, no matter how long that takes.
    pub(super) async fn drawn(office: &Office, reply: &Reply) -> Letter {
        match Letter::queued(office, reply, Priority::Told) {
            (letter, None) => letter,
            (letter, Some(mut drawing)) => letter.showing(drawing.finished().await),
        }
    }

    /// Waits for its picture until then at most, and not at all where it would not be there by
    /// then. A picture that is not there is given back.
    pub(super) async fn drawn_by(
        self,
        drawing: Option<Drawing<Drawn>>,
        until: Instant,
    ) -> (Letter, Option<Drawing<Drawn>>) {
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

    /// Adds its picture; in words where there is none.
    pub(super) fn showing(mut self, drawn: Option<Drawn>) -> Letter {
        let Some(drawn) = drawn else {
            return self.telling_picture();
        };
        let attached = CreateAttachment::bytes(drawn.file, drawn.name).description(drawn.alt);
        self.picture = Some(attached);
        self.note.extend(drawn.note.map(|note| format!("\n{note}")));
        self
    }

    /// Puts a line of mentions before its words.
    pub(super) fn calling(mut self, called: &[Called]) -> Letter {
        if called.is_empty() {
            return self;
        }
        let mentions: Vec<String> = called
            .iter()
            .map(|one| one.user.mention().to_string())
            .collect();
        let said = format!("{}\n{}", mentions.join(" "), self.said);
        self.said = shortened(&said, LONGEST_CONTENT);
        self.mentioned = called.iter().map(|one| one.user).collect();
        self
    }

    /// Puts the board in words in place of its picture, and a note in place of another file, for
    /// places where none may be attached.
    pub(super) fn in_words(self) -> Letter {
        let mut letter = self.telling_picture();
        if letter.file.take().is_some() {
            letter.added += &format!("\n{}", letter.no_file);
        }
        letter
    }

    /// Says in words what its picture shows.
    pub(super) fn telling_picture(mut self) -> Letter {
        self.picture = None;
        self.note.clear();
        if let Some(words) = self.shown.take() {
            self.added += &format!("\n{words}");
        }
        self
    }

    /// Says besides what is lacking, if anything is.
    pub(super) fn add_lack(&mut self, lack: Option<Lack>) {
        if let Some((need, text)) = lack {
            self.lacks.push(need);
            self.added += &format!("\n{text}");
        }
    }

    /// Needs that it says are not met.
    pub(super) fn lacks(&self) -> &[Need] {
        &self.lacks
    }

    /// Returns true if a picture or a file comes with it.
    pub(super) const fn has_files(&self) -> bool {
        self.picture.is_some() || self.file.is_some()
    }

    /// Returns true if this trouble may be about what comes with it: its words can stand where no
    /// file may be attached.
    pub(super) const fn is_too_much(&self, trouble: Trouble) -> bool {
        self.has_files() && matches!(trouble, Trouble::Rights | Trouble::TooLarge)
    }

    /// Returns true if the message says what this letter says, no matter who is mentioned and what was
    /// added to either: the same words, over the same buttons.
    pub(super) fn is_said_by(&self, message: &Message) -> bool {
        let ids: Vec<&str> = button_ids(message).collect();
        let (_, said) = without_mentions(&message.content);
        message.author.bot
            && said.trim_start().starts_with(self.said.trim())
            && (self.buttons.iter().all(|id| ids.contains(&id.as_str()))
                || ids.is_empty() && self.is_pictured_by(message))
    }

    /// Returns true if the picture of the message is that of this letter, whose buttons may have been
    /// taken off since.
    fn is_pictured_by(&self, message: &Message) -> bool {
        let Some(name) = &self.pictured else {
            return false;
        };
        let mut files = message.attachments.iter();
        files.any(|file| file.filename.starts_with(&format!("{name}.")))
    }

    fn content(&self) -> String {
        let said = format!("{}{}{}", self.said, self.note, self.added);
        shortened(&said, LONGEST_CONTENT)
    }

    /// Limits whom it notifies to those it mentions and the role it calls, whatever names stand
    /// in its text.
    fn mentions(&self) -> CreateAllowedMentions {
        CreateAllowedMentions::new()
            .users(self.mentioned.clone())
            .roles(self.role)
    }

    /// Returns it as an answer to an interaction.
    pub(super) fn answer(self, private: bool) -> CreateInteractionResponseMessage {
        CreateInteractionResponseMessage::new()
            .ephemeral(private)
            .allowed_mentions(self.mentions())
            .content(self.content())
            .components(self.rows)
            .files(self.picture.into_iter().chain(self.file))
    }

    /// Returns it as the contents of an answer that was promised.
    pub(super) fn edit(self) -> EditInteractionResponse {
        let rows = self.rows.clone();
        self.edit_beside_buttons().components(rows)
    }

    /// Returns it as the successor of an answer in words. The buttons may have been taken off
    /// since, and stay as they are.
    pub(super) fn edit_beside_buttons(self) -> EditInteractionResponse {
        let files = self.picture.iter().chain(&self.file).cloned();
        let attachments = files.fold(EditAttachments::new(), EditAttachments::add);
        EditInteractionResponse::new()
            .allowed_mentions(self.mentions())
            .content(self.content())
            .attachments(attachments)
    }

    /// Returns it in place of a message that stands. That notifies nobody.
    pub(super) fn change(self) -> EditMessage {
        EditMessage::new()
            .allowed_mentions(CreateAllowedMentions::new())
            .content(self.content())
            .components(self.rows)
    }

    /// Returns it as a message of its own. The nonce keeps one that is sent twice from standing
    /// twice.
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

/// Splits the line of mentions off the words of a message, if there is one.
pub(super) fn without_mentions(content: &str) -> (&str, &str) {
    let (first, rest) = content.split_once('\n').unwrap_or((content, ""));
    let mentions = |word: &str| word.starts_with("<@") && word.ends_with('>');
    if first.starts_with("<@") && first.split(' ').all(mentions) {
        (first, rest)
    } else {
        ("", content)
    }
}

/// Builds the row of a menu. Choosing an option presses it: the options have the ids, the menu
/// itself just a name.
fn menu(menu: &Menu) -> CreateActionRow {
    let options = menu.options.iter().take(Menu::MOST).map(|option| {
        let built =
            CreateSelectMenuOption::new(shortened(&option.label, LONGEST_OPTION), &option.id);
        if option.about.is_empty() {
            built
        } else {
            built.description(shortened(&option.about, LONGEST_OPTION))
        }
    });
    let options = options.collect();
    let kind = CreateSelectMenuKind::String { options };
    let prompt = shortened(&menu.prompt, LONGEST_PROMPT);
    CreateActionRow::SelectMenu(CreateSelectMenu::new(menu.name, kind).placeholder(prompt))
}

fn row(buttons: &[Button]) -> CreateActionRow {
    let built = buttons.iter().map(|button| {
        CreateButton::new(&button.id)
            .label(shortened(&button.label, LONGEST_LABEL))
            .disabled(!button.enabled)
            .style(if button.danger {
                ButtonStyle::Danger
            } else {
                ButtonStyle::Secondary
            })
    });
    CreateActionRow::Buttons(built.collect())
}

/// Returns the ids of the buttons under a message.
pub(super) fn button_ids(message: &Message) -> impl Iterator<Item = &str> {
    let components = message.components.iter().flat_map(|row| &row.components);
    components.filter_map(button_id)
}

/// Returns the id of a button.
fn button_id(component: &ActionRowComponent) -> Option<&str> {
    if let ActionRowComponent::Button(button) = component
        && let ButtonKind::NonLink { custom_id, .. } = &button.data
    {
        return Some(custom_id);
    }
    None
}
