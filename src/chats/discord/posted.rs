//! Messages that stand in a channel, read from Discord's text: serenity reads of one of Components V2
//! none of its parts.

use serde::Deserialize;
use serde_json::Value;
use serenity::all::{Attachment, MessageId, User};

use crate::matchplay::MatchId;

/// A message that stands in a channel.
#[derive(Debug, Deserialize)]
pub(super) struct Posted {
    pub(super) id: MessageId,
    pub(super) author: User,
    pub(super) content: String,
    pub(super) attachments: Vec<Attachment>,
    components: Vec<Value>,
    #[serde(default, rename = "type")]
    kind: u8,
}

/// The kinds of messages that somebody has posted: as such, in reply to another, or in answer to a command or
/// to one from a menu.
const SAID: u8 = 0;
const REPLIES: u8 = 19;
const ANSWERS: u8 = 20;
const ANSWERS_MENU: u8 = 23;

impl Posted {
    /// Returns its words, of a page all its texts, a line each.
    pub(super) fn said(&self) -> String {
        if self.content.is_empty() {
            texts(&self.components)
        } else {
            self.content.clone()
        }
    }

    /// Returns true if it tells of a match: its buttons are about it, or its words name it.
    pub(super) fn tells_of(&self, id: MatchId) -> bool {
        let buttons = format!("rd1:{id}:");
        let of_match = |own: &str| own.starts_with(&buttons);
        self.author.bot
            && (self.button_ids().into_iter().any(of_match) || self.said().contains(id.as_str()))
    }

    /// Returns the ids of its buttons.
    pub(super) fn button_ids(&self) -> Vec<&str> {
        button_ids(&self.components)
    }

    /// Returns true if Discord itself has posted it: somebody was added, a thread opened or renamed, a message
    /// pinned. Nothing is looked for there.
    pub(super) const fn is_discords(&self) -> bool {
        !matches!(self.kind, SAID | REPLIES | ANSWERS | ANSWERS_MENU)
    }
}

/// Returns the ids of the buttons among some components.
pub(super) fn button_ids(components: &[Value]) -> Vec<&str> {
    let parts = parts(components).into_iter();
    parts
        .filter_map(|part| part["custom_id"].as_str())
        .collect()
}

/// Returns the texts among some components, a line each.
pub(super) fn texts(components: &[Value]) -> String {
    let parts = parts(components).into_iter();
    let texts = parts.filter_map(|part| part["content"].as_str());
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_page_is_read_with_all_that_is_in_it() {
        let button = json!({"type": 2, "custom_id": "join"});
        let components = [
            json!({"type": 10, "content": "one"}),
            json!({"type": 9, "components": [{"type": 10, "content": "two"}], "accessory": button}),
            json!({"type": 1, "components": [{"type": 2, "custom_id": "leave"}]}),
        ];
        let author = json!({"id": "5", "username": "rondel", "discriminator": "0", "bot": true});
        let message = json!({
            "id": "7", "author": author, "content": "", "components": components,
            "attachments": [],
        });
        let posted: Posted = serde_json::from_value(message).unwrap();
        assert_eq!(posted.said(), "one\ntwo");
        assert_eq!(posted.button_ids(), ["join", "leave"]);
    }
}
