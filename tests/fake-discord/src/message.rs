//! Messages in channels.

use serde_json::{Value, json};

use crate::{Snowflake, answer::Choice};

/// The flag of a message that one person sees.
pub(crate) const EPHEMERAL: u64 = 1 << 6;
/// The flag of a message that notifies nobody.
pub(crate) const SILENT: u64 = 1 << 12;

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

    fn to_json(&self) -> Value {
        let url = format!(
            "https://cdn.example.invalid/attachments/{}/{}",
            self.id, self.filename
        );
        let dimensions = self.dimensions();
        json!({
            "id": self.id,
            "filename": self.filename,
            "description": self.description,
            "content_type": self.content_type,
            "size": self.size,
            "url": url,
            "proxy_url": url,
            "width": dimensions.map(|(width, _)| width),
            "height": dimensions.map(|(_, height)| height),
        })
    }
}

/// A button on a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// The id that a press sends; a link has none.
    pub custom_id: Option<String>,
    /// The text on it; empty if it shows only an emoji.
    pub label: String,
    /// 1 primary, 2 secondary, 3 success, 4 danger, 5 link.
    pub style: u64,
    /// True if it cannot be pressed.
    pub disabled: bool,
    /// The address of a link.
    pub url: Option<String>,
}

/// A select on a message.
#[derive(Clone, Debug, PartialEq)]
pub struct Select {
    /// The id that a choice sends.
    pub custom_id: String,
    /// 3 for strings; 5 to 8 for users, roles, both, channels.
    pub kind: u64,
    /// The text shown while nothing is chosen.
    pub placeholder: Option<String>,
    /// The options to choose from.
    pub options: Vec<Choice>,
    /// The least number of options to choose.
    pub min_values: u64,
    /// The largest number of options to choose.
    pub max_values: u64,
    /// True if nothing can be chosen.
    pub disabled: bool,
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
    /// Its rows of buttons and selects, as sent.
    pub components: Value,
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
    /// The number of edits.
    pub edits: usize,
    /// True if it counts as older than an hour and can no longer be edited.
    pub aged: bool,
    /// `allowed_mentions`, as last sent.
    pub allowed_mentions: Option<Value>,
}

impl Message {
    /// Returns true if the flag for one person only is set.
    #[must_use]
    pub fn ephemeral(&self) -> bool {
        self.flags & EPHEMERAL != 0
    }

    /// Returns its buttons, row by row.
    #[must_use]
    pub fn buttons(&self) -> Vec<Button> {
        buttons(&self.components)
    }

    /// Returns the button with this label.
    #[must_use]
    pub fn button(&self, label: &str) -> Option<Button> {
        self.buttons()
            .into_iter()
            .find(|button| button.label == label)
    }

    /// Returns its selects, row by row.
    #[must_use]
    pub fn selects(&self) -> Vec<Select> {
        selects(&self.components)
    }
}

/// Iterates over the components inside the rows of `components`.
fn inner(components: &Value) -> impl Iterator<Item = &Value> {
    let rows = components.as_array().into_iter().flatten();
    rows.filter_map(|row| row["components"].as_array())
        .flatten()
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

/// Returns the buttons in `components`.
pub(crate) fn buttons(components: &Value) -> Vec<Button> {
    inner(components)
        .filter(|component| component["type"] == 2)
        .map(|button| Button {
            custom_id: text(&button["custom_id"]),
            label: text(&button["label"]).unwrap_or_default(),
            style: button["style"].as_u64().unwrap_or(0),
            disabled: button["disabled"] == true,
            url: text(&button["url"]),
        })
        .collect()
}

/// Returns the selects in `components`.
pub(crate) fn selects(components: &Value) -> Vec<Select> {
    inner(components)
        .filter(|component| {
            component["type"]
                .as_u64()
                .is_some_and(|kind| kind == 3 || kind > 4)
        })
        .map(|select| Select {
            custom_id: text(&select["custom_id"]).unwrap_or_default(),
            kind: select["type"].as_u64().unwrap_or(0),
            placeholder: text(&select["placeholder"]),
            options: Choice::list(&select["options"], "label"),
            min_values: select["min_values"].as_u64().unwrap_or(1),
            max_values: select["max_values"].as_u64().unwrap_or(1),
            disabled: select["disabled"] == true,
        })
        .collect()
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
        "type": if message.interaction.is_some() { 20 } else { 0 },
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
        "components": message.components,
        "pinned": false,
        "flags": message.flags,
        "nonce": message.nonce,
        "application_id": application,
    });
    if let Some(metadata) = &message.interaction_metadata {
        data["interaction_metadata"] = metadata.clone();
    }
    data
}
