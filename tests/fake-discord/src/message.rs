//! Messages in channels.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    Snowflake,
    component::{self, Button, Select},
    judge::limits,
};

/// The flag of a message that one person sees.
pub(crate) const EPHEMERAL: u64 = 1 << 6;
/// The flag of a message that notifies nobody.
pub(crate) const SILENT: u64 = 1 << 12;
/// The flag of a message of Components V2.
pub(crate) const COMPONENTS_V2: u64 = 1 << 15;

/// A file of a message.
#[derive(Clone, PartialEq, Eq)]
pub struct Attachment {
    /// The id of the file.
    pub id: Snowflake,
    /// The name of the file.
    pub filename: String,
    /// The alt text of the file.
    pub description: Option<String>,
    /// The type the sender gave it.
    pub content_type: String,
    /// The length in bytes, even if the bytes are not kept.
    pub size: usize,
    /// The contents, if bytes are kept.
    pub bytes: Vec<u8>,
}

impl std::fmt::Debug for Attachment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} ({} bytes, {:?})",
            self.filename, self.size, self.description
        )
    }
}

impl Attachment {
    /// Returns width and height of a PNG.
    #[must_use]
    pub fn dimensions(&self) -> Option<(u32, u32)> {
        let header = self.bytes.get(..24)?;
        if !header.starts_with(b"\x89PNG\r\n\x1a\n") {
            return None;
        }
        let number = |at: usize| {
            header[at..at + 4]
                .iter()
                .fold(0_u32, |sum, byte| sum << 8 | u32::from(*byte))
        };
        Some((number(16), number(20)))
    }

    pub(crate) fn to_json(&self) -> Value {
        let url = format!(
            "https://cdn.example.invalid/attachments/{}/{}",
            self.id, self.filename
        );
        let mut file = json!({
            "id": self.id,
            "filename": self.filename,
            "content_type": self.content_type,
            "size": self.size,
            "url": url,
            "proxy_url": url,
        });
        if let Some(description) = &self.description {
            file["description"] = json!(description);
        }
        if let Some((width, height)) = self.dimensions() {
            file["width"] = json!(width);
            file["height"] = json!(height);
        }
        file
    }
}

/// A message of a person or the bot.
#[derive(Clone, Debug)]
pub struct Message {
    /// The id of the message.
    pub id: Snowflake,
    /// The channel or thread it is in.
    pub channel: Snowflake,
    /// The sender of the message.
    pub author: Snowflake,
    /// The text of the message.
    pub content: String,
    /// The embeds, as sent.
    pub embeds: Vec<Value>,
    /// Its components, as sent.
    pub components: Value,
    /// Its components before any edit.
    pub first_components: Value,
    /// The files of the message.
    pub attachments: Vec<Attachment>,
    /// The flags, as bits.
    pub flags: u64,
    /// The only person who sees it, if it is an ephemeral answer.
    pub only_for: Option<Snowflake>,
    /// The interaction it answers.
    pub interaction: Option<Snowflake>,
    /// Discord's data about that interaction.
    pub interaction_metadata: Option<Value>,
    /// True for a deferred answer that has not been filled yet.
    pub deferred: bool,
    /// The nonce it was sent with.
    pub nonce: Option<String>,
    /// The people it notified when it was sent.
    pub pinged: Vec<Snowflake>,
    /// The type of a message that Discord itself posts about something that happened.
    pub system: Option<u64>,
    /// The number of edits.
    pub edits: usize,
    /// True if it counts as older than an hour and as edited too often.
    pub aged: bool,
    /// The time it was sent, by the world's clock.
    pub(crate) sent: Duration,
    /// The times of its edits when it was older than an hour.
    pub(crate) late_edits: Vec<Duration>,
    /// `allowed_mentions`, as last sent.
    pub allowed_mentions: Option<Value>,
}

impl Message {
    /// Returns true if the flag for one person only is set.
    #[must_use]
    pub fn ephemeral(&self) -> bool {
        self.flags & EPHEMERAL != 0
    }

    /// Returns true if it is older than an hour.
    pub(crate) fn is_old(&self, now: Duration) -> bool {
        now.saturating_sub(self.sent) > limits::HOUR
    }

    /// Returns true if it is too old to be edited once more.
    pub(crate) fn takes_no_edit(&self, now: Duration) -> bool {
        let lately = |at: &&Duration| now.saturating_sub(**at) < limits::HOUR;
        let late = self.late_edits.iter().filter(lately).count();
        self.aged || late >= limits::LATE_EDITS
    }

    /// Returns true for a message of Components V2, which has no plain content.
    #[must_use]
    pub fn is_v2(&self) -> bool {
        self.flags & COMPONENTS_V2 != 0
    }

    /// Returns the texts of its text displays, from top to bottom.
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        component::texts(&self.components)
    }

    /// Returns its text; of a message of Components V2 its texts and what stands on its selects, a line
    /// each.
    #[must_use]
    pub fn said(&self) -> String {
        if self.is_v2() {
            component::said(&self.components)
        } else {
            self.content.clone()
        }
    }

    /// Returns the files that are seen: all of them, but in a message of Components V2 only those
    /// that a gallery, a thumbnail or a file names.
    #[must_use]
    pub fn shown(&self) -> Vec<&Attachment> {
        let named = component::shown(&self.components);
        let files = self.attachments.iter();
        files
            .filter(|file| !self.is_v2() || named.contains(&file.filename.as_str()))
            .collect()
    }

    /// Returns its buttons, from top to bottom.
    #[must_use]
    pub fn buttons(&self) -> Vec<Button> {
        component::buttons(&self.components)
    }

    /// Returns true if it has, or had before an edit, a button of this id.
    #[must_use]
    pub fn had_button(&self, custom_id: &str) -> bool {
        let mut first = component::buttons(&self.first_components);
        first.extend(self.buttons());
        let is = |button: &Button| button.custom_id.as_deref() == Some(custom_id);
        first.iter().any(is)
    }

    /// Returns the button with this label.
    #[must_use]
    pub fn button(&self, label: &str) -> Option<Button> {
        self.buttons()
            .into_iter()
            .find(|button| button.label == label)
    }

    /// Returns its selects, from top to bottom.
    #[must_use]
    pub fn selects(&self) -> Vec<Select> {
        component::selects(&self.components)
    }
}

/// Returns a message in Discord's form. `author` and `mentions` are users in that form.
pub(crate) fn to_json(
    message: &Message,
    author: &Value,
    mentions: &[Value],
    application: Snowflake,
) -> Value {
    let attachments: Vec<_> = message
        .attachments
        .iter()
        .map(Attachment::to_json)
        .collect();
    let typed = |embed: &Value| {
        let mut embed = embed.clone();
        embed["type"] = json!("rich");
        embed
    };
    let embeds: Vec<_> = message.embeds.iter().map(typed).collect();
    let edited = (message.edits > 0).then(|| message.id.timestamp());
    let mut data = json!({
        "id": message.id,
        "type": match (message.system, message.interaction) {
            (Some(kind), _) => kind,
            (None, Some(_)) => 20,
            (None, None) => 0,
        },
        "channel_id": message.channel,
        "author": author,
        "content": message.content,
        "timestamp": message.id.timestamp(),
        "edited_timestamp": edited,
        "tts": false,
        "mention_everyone": false,
        "mentions": mentions,
        "mention_roles": [],
        "attachments": attachments,
        "embeds": embeds,
        "components": component::told(&message.components, &message.attachments),
        "pinned": false,
        "flags": message.flags,
    });
    if let Some(nonce) = &message.nonce {
        data["nonce"] = json!(nonce);
    }
    if author["bot"] == true {
        data["application_id"] = json!(application);
    }
    if message.interaction.is_some() {
        data["webhook_id"] = json!(application);
    }
    if let Some(metadata) = &message.interaction_metadata {
        data["interaction_metadata"] = metadata.clone();
    }
    data
}
