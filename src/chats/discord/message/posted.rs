//! Messages that stand in a channel, read from Discord's text: serenity reads of one of Components V2
//! none of its parts.

use serde::Deserialize;
use serde_json::Value;
use serenity::all::{Attachment, MessageId, User, UserId};

use crate::{
    chats::discord::place::{HEADING, SMALL},
    delivery::{PostId, Posted},
    matchplay::Moment,
};

/// A message that stands in a channel.
#[derive(Debug, Deserialize)]
pub(crate) struct ListedMessage {
    pub(crate) id: MessageId,
    author: User,
    content: String,
    attachments: Vec<Attachment>,
    components: Vec<Value>,
    #[serde(default, rename = "type")]
    kind: u8,
}

/// The first moment of Discord's ids, in milliseconds since 1970.
pub(crate) const EPOCH: u64 = 1_420_070_400_000;

/// The kinds of messages that somebody has posted: as such, in reply to another, or in answer to a command or
/// to one from a menu.
const SAID: u8 = 0;
const REPLIES: u8 = 19;
const ANSWERS: u8 = 20;
const ANSWERS_MENU: u8 = 23;

impl ListedMessage {
    /// Returns true if Discord itself has posted it: somebody was added, a thread opened or renamed, a message
    /// pinned. Nothing is looked for there.
    pub(crate) const fn is_discords(&self) -> bool {
        !matches!(self.kind, SAID | REPLIES | ANSWERS | ANSWERS_MENU)
    }

    /// Returns it as delivery reads it. Discord need not say which author is a bot: this is the bot `own`.
    pub(crate) fn read(self, own: Option<UserId>) -> Posted {
        let is_page = self.content.is_empty();
        let ids = ids(&self.components).into_iter();
        let buttons = ids.map(|id| id.parse().ok()).collect();
        Posted {
            id: PostId(self.id.get()),
            at: posted_at(self.id),
            by_bot: self.author.bot || own == Some(self.author.id),
            text: if is_page {
                texts(&self.components)
            } else {
                self.content
            },
            is_page,
            buttons,
            files: self
                .attachments
                .into_iter()
                .map(|file| file.filename)
                .collect(),
        }
    }
}

/// Returns the ids among some components.
pub(crate) fn ids(components: &[Value]) -> Vec<&str> {
    let parts = parts(components).into_iter();
    parts
        .filter_map(|part| part["custom_id"].as_str())
        .collect()
}

/// Returns the texts among some components, a line each, without their marks.
fn texts(components: &[Value]) -> String {
    let unmarked = |text: &str| {
        let mut marks = [HEADING, SMALL].into_iter();
        let bare = marks.find_map(|mark| text.strip_prefix(mark));
        bare.unwrap_or(text).to_owned()
    };
    let parts = parts(components).into_iter();
    let texts = parts.filter_map(|part| part["content"].as_str().map(unmarked));
    texts.collect::<Vec<_>>().join("\n")
}

/// Returns all components, also those inside of others.
fn parts(components: &[Value]) -> Vec<&Value> {
    let mut all = Vec::new();
    for component in components {
        all.push(component);
        all.extend(
            component["components"]
                .as_array()
                .map_or_else(Vec::new, |inside| parts(inside)),
        );
        all.extend(component.get("accessory"));
    }
    all
}

/// Returns when a message was posted, by Discord's clock, as its id tells.
pub(crate) fn posted_at(id: MessageId) -> Moment {
    let milliseconds = (id.get() >> 22).saturating_add(EPOCH);
    Moment(i64::try_from(milliseconds).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_page_is_read_with_all_that_is_in_it() {
        let button = json!({"type": 2, "custom_id": "rd1:-:0:join"});
        let components = [
            json!({"type": 10, "content": "## one"}),
            json!({"type": 9, "components": [{"type": 10, "content": "two"}], "accessory": button}),
            json!({"type": 1, "components": [{"type": 2, "custom_id": "leave"}]}),
        ];
        let author = json!({"id": "5", "username": "rondel", "discriminator": "0", "bot": true});
        let message = json!({
            "id": "7", "author": author, "content": "", "components": components,
            "attachments": [],
        });
        let listed: ListedMessage = serde_json::from_value(message).unwrap();
        let posted = listed.read(None);
        assert_eq!((&*posted.text, posted.is_page), ("one\ntwo", true));
        let ids = posted
            .buttons
            .iter()
            .map(|id| id.as_ref().map(ToString::to_string));
        assert_eq!(ids.collect::<Vec<_>>(), [Some("rd1:-:0:join".into()), None]);
    }
}
