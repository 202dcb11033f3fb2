//! Replies as Discord takes them.

use serde_json::{Value, json};
use serenity::all::{CreateAttachment, Mentionable};
use tokio::time::timeout_at;

use super::{
    calls::Called,
    layout::{self, Body, LONGEST_ALT, PAGE, SMALL},
    posted::{self, Posted},
    prelude::*,
};
use crate::{
    delivery::calls_alone,
    messages::{Block, Button, Drawing, Drawn, Message, Priority, markup::shortened},
};

/// The longest text of a message, in characters.
const LONGEST_CONTENT: usize = 2_000;
/// The flag of a message that one person sees.
pub(super) const PRIVATE: u64 = 1 << 6;

/// A part of a reply that is a message of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReplyPart {
    /// All of it.
    Whole,
    /// Its page, which calls nobody.
    Page,
    /// The words that call those whom the page concerns.
    Call,
}

impl ReplyPart {
    /// Returns the parts of a reply in the order in which they stand; the last one alone if everybody
    /// has `heard` the others.
    pub(super) fn of(reply: &Reply, heard: bool) -> &'static [ReplyPart] {
        match (reply.pings.call.is_some(), heard) {
            (false, true) => &[],
            (false, false) => &[ReplyPart::Whole],
            (true, true) if calls_alone(reply) => &[],
            (true, false) if calls_alone(reply) => &[ReplyPart::Call],
            (true, true) if reply.news.opens() => &[ReplyPart::Call],
            (true, true) => &[ReplyPart::Page],
            (true, false) if reply.news.opens() => &[ReplyPart::Page, ReplyPart::Call],
            (true, false) => &[ReplyPart::Call, ReplyPart::Page],
        }
    }

    /// Returns what tells its nonce from those of other parts.
    pub(super) const fn mark(self) -> &'static str {
        match self {
            ReplyPart::Whole => "",
            ReplyPart::Page => "-page",
            ReplyPart::Call => "-call",
        }
    }
}

/// A reply ready to be sent, calling nobody until it is told whom.
#[derive(Clone, Debug, Default)]
pub(super) struct Letter {
    /// Its words, with the mentions before them.
    said: String,
    /// The player to whom it speaks, by the name with which its words begin.
    speaks_to: Option<(Person, String)>,
    /// Paragraphs after those words and the note.
    added: String,
    /// A line about its picture, after a line feed.
    note: String,
    /// The things that its picture shows, in words.
    shown: Option<String>,
    /// Remarks that it makes.
    lacks: Vec<Remark>,
    /// Those whom it mentions.
    mentioned: Vec<UserId>,
    /// The role that is called besides.
    role: Option<RoleId>,
    picture: Option<CreateAttachment>,
    file: Option<CreateAttachment>,
    /// The words that stand in for that file where none may be attached.
    no_file: String,
    rows: Vec<Value>,
    /// Its layout, if it is a page, which has no rows.
    blocks: Vec<Block>,
    /// The ids of the buttons in the rows.
    buttons: Vec<String>,
    /// True if the message keeps its buttons where it takes the place of another.
    keeps_buttons: bool,
    /// The name of its picture, which names the match and the ply of a board.
    pictured: Option<String>,
}

impl Letter {
    /// Returns the reply without its picture.
    pub(super) fn of(office: &Office, reply: &Reply) -> Letter {
        let texts = &office.locale(reply).texts;
        let picture = office.responder.picture(reply);
        let pictured = picture.as_ref().map(|picture| picture.name.clone());
        let file = reply.body.file();
        let words = reply.body.words();
        let rights = Need::Attach.names(Permissions::empty(), texts);
        let ids = words.buttons.iter();
        let to_move = reply.state.as_ref().and_then(|state| state.to_move());
        Letter {
            speaks_to: to_move.zip(words.text.addressee().map(str::to_owned)),
            shown: picture.and_then(|picture| picture.in_words(texts, office.responder.markup())),
            role: reply.pings.role.as_deref().and_then(place::id),
            file: file.map(|file| CreateAttachment::bytes(file.text.as_bytes(), &file.name)),
            no_file: texts.say("lacks-record", &[("rights", &rights)]).into(),
            rows: layout::rows(&words.menus, &words.buttons),
            blocks: reply.body.blocks().to_vec(),
            buttons: ids.map(|button| button.id.clone()).collect(),
            pictured,
            ..Letter::of_words(&words.text)
        }
    }

    /// Returns the words that call those whom the page of a reply concerns, with that call's buttons.
    pub(super) fn of_call(reply: &Reply) -> Letter {
        let call = reply.pings.call.clone().unwrap_or_default();
        Letter {
            role: reply.pings.role.as_deref().and_then(place::id),
            ..Letter::of_words(&call.text)
        }
        .over(&call.buttons)
    }

    /// Puts these buttons under its words.
    pub(super) fn over(mut self, buttons: &[Button]) -> Letter {
        self.rows = layout::rows(&[], buttons);
        self.buttons = buttons.iter().map(|button| button.id.clone()).collect();
        self
    }

    /// Leaves the buttons of the message as they are whose place it takes.
    pub(super) fn with_buttons_as_they_are(self) -> Letter {
        let keeps_buttons = true;
        Letter {
            keeps_buttons,
            ..self
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
        let locale = office.locale(reply);
        if let Some(drawn) = office.examples.find(&picture, locale) {
            return (letter.showing(Some(drawn)), None);
        }
        match picture.queue(&office.pictures, &office.examples, locale.clone(), priority) {
            None => (letter.telling_picture(), None),
            drawing => (letter, drawing),
        }
    }

    /// Returns a part of the reply, with its picture if that is in it.
    pub(super) async fn part(office: &Office, reply: &Reply, part: ReplyPart) -> Letter {
        match part {
            ReplyPart::Whole => Letter::drawn(office, reply).await,
            ReplyPart::Call => Letter::of_call(reply),
            ReplyPart::Page => Letter {
                role: None,
                ..Letter::drawn(office, reply).await
            },
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
        let alt = shortened(&drawn.alt, LONGEST_ALT);
        let attached = CreateAttachment::bytes(drawn.file, drawn.name).description(alt);
        self.picture = Some(attached);
        self.note.extend(drawn.note.map(|note| format!("\n{note}")));
        self
    }

    /// Puts a mention in place of the name with which its words begin, where it calls that player
    /// alone; otherwise a line of mentions before its words.
    pub(super) fn calling(mut self, called: &[Called]) -> Letter {
        if called.is_empty() {
            return self;
        }
        let mentions: Vec<String> = called
            .iter()
            .map(|one| one.user.mention().to_string())
            .collect();
        let mentions = mentions.join(" ");
        let said = match (&self.speaks_to, called) {
            (Some((person, name)), [one]) if one.person == *person => {
                self.said.replacen(name, &mentions, 1)
            }
            _ => format!("{mentions}\n{}", self.said),
        };
        self.said = shortened(&said, LONGEST_CONTENT);
        self.mentioned = called.iter().map(|one| one.user).collect();
        self
    }

    /// Lets the mention of somebody that stands in its words notify them.
    pub(super) fn notifying(mut self, user: UserId) -> Letter {
        self.mentioned.push(user);
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
        if let Some((remark, text)) = lack {
            self.lacks.push(remark);
            self.added += &format!("\n{text}");
        }
    }

    /// Adds a paragraph about something else.
    pub(super) fn add(&mut self, words: Option<String>) {
        if let Some(words) = words {
            self.added += &format!("\n{words}");
        }
    }

    /// Returns true if it calls a role.
    pub(super) const fn calls_role(&self) -> bool {
        self.role.is_some()
    }

    /// Remarks that it makes.
    pub(super) fn lacks(&self) -> &[Remark] {
        &self.lacks
    }

    /// Returns true if a picture or a file comes with it.
    pub(super) const fn has_files(&self) -> bool {
        self.picture.is_some() || self.file.is_some()
    }

    /// Returns true if this trouble may be about what comes with it: its words can stand where no
    /// file may be attached. What is not understood may be too, once it `lasts`.
    pub(super) const fn is_too_much(&self, trouble: Trouble, lasts: bool) -> bool {
        let may_be = trouble.is_about_files() || lasts && matches!(trouble, Trouble::Unknown);
        self.has_files() && may_be
    }

    /// Returns true if it took too long to send what comes with it: its words can still arrive.
    pub(super) const fn is_too_slow(&self, error: &RequestError) -> bool {
        self.has_files() && matches!(error, RequestError::Slow)
    }

    /// Returns true if the message says what this letter says, no matter who is mentioned and what was
    /// added to either: the same words, over the same buttons.
    pub(super) fn is_said_by(&self, message: &Posted) -> bool {
        let (ids, content) = (message.button_ids(), message.said());
        let (_, said) = without_mentions(&content);
        let own = if self.blocks.is_empty() {
            self.said.clone()
        } else {
            posted::texts(&layout::page(&self.blocks, "", None))
        };
        let (said, own) = (said.trim_start(), own.trim());
        // A mention may stand in place of the name.
        let name = self.speaks_to.as_ref().map(|(_, name)| name);
        let unnamed = name.and_then(|name| own.strip_prefix(name.as_str()));
        message.author.bot
            && (said.starts_with(own) || unnamed.is_some_and(|own| said.starts_with(own)))
            && (self.buttons.iter().all(|id| ids.contains(&id.as_str()))
                || ids.is_empty() && (self.is_pictured_by(message) || is_closed(said)))
    }

    /// Returns true if the message says this and nothing else, with the same mentions.
    pub(super) fn is_all_of(&self, message: &Posted) -> bool {
        message.author.bot && message.content == self.said
    }

    /// Returns true if the picture of the message is that of this letter, whose buttons may have been
    /// taken off since.
    fn is_pictured_by(&self, message: &Posted) -> bool {
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

    /// Returns the file that comes with it: its picture, if it has one.
    fn attached(&mut self) -> Option<CreateAttachment> {
        self.picture.take().or_else(|| self.file.take())
    }

    /// Returns the body of a message with these flags, and the file that comes with it; of a page if it is
    /// to stand on one. It notifies those whom it mentions and the role that it calls, whatever names stand
    /// in its text.
    fn body(mut self, mut flags: u64, on_page: bool) -> Body {
        let users: Vec<String> = self.mentioned.iter().map(UserId::to_string).collect();
        let roles: Vec<String> = self.role.iter().map(RoleId::to_string).collect();
        let file = self.attached();
        let mut map = json!({
            "allowed_mentions": {"parse": [], "users": users, "roles": roles},
        });
        let picture = file.as_ref();
        let components = if !self.blocks.is_empty() {
            flags |= PAGE;
            layout::page(
                &self.blocks,
                &format!("{}{}", self.note, self.added),
                picture,
            )
        } else if on_page {
            // A page stays one, whatever takes its place.
            flags |= PAGE;
            let said = Block::Text(Message::plain(self.content()));
            [
                layout::page(&[said, Block::Picture], "", picture),
                self.rows,
            ]
            .concat()
        } else {
            map["content"] = json!(self.content());
            self.rows
        };
        map["components"] = Value::Array(components);
        if flags != 0 {
            map["flags"] = json!(flags);
        }
        let told = file.iter().map(
            |file| json!({"id": 0, "filename": file.filename, "description": file.description}),
        );
        map["attachments"] = told.collect();
        let files = file.into_iter().collect();
        Body { map, files }
    }

    /// Returns it as an answer to an interaction.
    pub(super) fn answer(self, private: bool) -> Body {
        self.body(if private { PRIVATE } else { 0 }, false)
    }

    /// Returns it as an answer in place of the message that was pressed on: `on_page` says that this
    /// is a page, not plain words.
    pub(super) fn update(self, on_page: bool) -> Body {
        let keeps_buttons = self.keeps_buttons;
        let mut body = self.body(0, on_page);
        if keeps_buttons {
            body = body.without("components");
        }
        if body.map.get("content").is_none() {
            // What was said in plain words goes where a page takes its place.
            body.map["content"] = Value::Null;
        }
        body
    }

    /// Returns it as the contents of an answer that was promised.
    pub(super) fn edit(self) -> Body {
        self.body(0, false)
    }

    /// Returns it as the successor of an answer in words. The buttons may have been taken off
    /// since, and stay as they are.
    pub(super) fn edit_beside_buttons(self) -> Body {
        self.body(0, false).without("components")
    }

    /// Returns it in place of a message that stands. That notifies nobody.
    pub(super) fn change(self) -> Body {
        let still = Letter {
            mentioned: Vec::new(),
            role: None,
            ..self
        };
        still.update(false).without("attachments")
    }

    /// Returns it as a message of its own. The nonce keeps one that is sent twice from standing
    /// twice.
    pub(super) fn message(self, nonce: String) -> Body {
        let mut body = self.body(0, false);
        body.map["nonce"] = Value::String(nonce);
        body.map["enforce_nonce"] = json!(true);
        body
    }
}

/// Returns the nonce of a message about something: it tells apart what it says, as `what` names it, and
/// the channel. Discord takes two messages of one author with the same nonce for one, in whatever
/// channels they are: all direct messages of a notice need nonces of their own. It takes 25 characters:
/// the longest id of a match has nine, and a hyphen and 13 digits follow.
pub(super) fn nonce(about: &str, what: &str, to: ChannelId) -> String {
    // FNV-1a: the same after a restart, which sends the same message again.
    let bytes = what.bytes().chain(to.get().to_be_bytes());
    let mut hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mut nonce = format!("{about}-");
    for _ in 0..13 {
        nonce.extend(char::from_digit((hash % 36) as u32, 36));
        hash /= 36;
    }
    nonce
}

/// Returns true if the last line says how a vote ended, which has lost its buttons then.
fn is_closed(said: &str) -> bool {
    said.lines()
        .last()
        .is_some_and(|line| line.starts_with(SMALL))
}

/// Splits the mentions with which a message begins off its words.
pub(super) fn without_mentions(content: &str) -> (&str, &str) {
    let mut words = content;
    while let Some(mention) = words.trim_start_matches(' ').strip_prefix("<@")
        && let Some((_, after)) = mention.split_once('>')
    {
        words = after;
    }
    content.split_at(content.len() - words.len())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_nonce_tells_messages_and_channels_apart_within_discords_25_characters() {
        let about = MatchId::numbered(u64::MAX);
        assert_eq!(about.as_str().len(), MatchId::LONGEST);
        let mut known = HashSet::new();
        for version in [0, 1, u64::MAX] {
            for what in ["", "-page", "-call", "-dm", "direct-instead", "called"] {
                for channel in [1, 2, u64::MAX] {
                    let what = format!("{version}{what}");
                    let made = nonce(about.as_str(), &what, ChannelId::new(channel));
                    assert!(made.len() <= 25, "{made}");
                    assert!(known.insert(made), "{what} {channel}");
                }
            }
        }
    }
}
