//! Messages as Discord takes them.

use serde_json::{Value, json};
use serenity::all::CreateAttachment;

use super::layout::{self, Body, LONGEST_ALT, PAGE};
use crate::{
    chats::discord::prelude::*,
    delivery::{Attached, MessageMark, Outgoing},
    messages::{Block, Message, markup::shortened},
};

/// The flag of a message that one person sees.
pub(crate) const PRIVATE: u64 = 1 << 6;
/// The flag of a message that makes no sound.
const SILENT: u64 = 1 << 12;

/// Returns the file that comes with a message.
fn file(attached: Attached) -> Option<CreateAttachment> {
    match attached {
        Attached::Nothing => None,
        Attached::Picture(drawn) => {
            let alt = shortened(&drawn.alt, LONGEST_ALT);
            Some(CreateAttachment::bytes(drawn.file, drawn.name).description(alt))
        }
        Attached::File(file) => Some(CreateAttachment::bytes(file.text, file.name)),
    }
}

/// Returns the body of a message with these flags, and the file that comes with it; of a page if it is
/// to stand on one. It notifies those whom it names, whatever names stand in its text.
fn body(message: Outgoing, mut flags: u64, on_page: bool) -> Body {
    let content = message.content();
    let remarks = message.remarks();
    let file = file(message.attached);
    let users: Vec<&str> = message.notified.people.iter().map(|id| &**id).collect();
    let role = message.notified.role.as_deref().and_then(place::id);
    let roles: Vec<String> = role.iter().map(RoleId::to_string).collect();
    let mut map = json!({
        "allowed_mentions": {"parse": [], "users": users, "roles": roles},
    });
    let picture = file.as_ref();
    let components = if !message.blocks.is_empty() {
        flags |= PAGE;
        layout::page(&message.blocks, &remarks, picture)
    } else if on_page {
        // A page stays one, whatever takes its place.
        flags |= PAGE;
        let said = Block::Text(Message::plain(content));
        let mut page = layout::page(&[said, Block::Picture], "", picture);
        page.extend(layout::rows(&message.menus, &message.buttons));
        page
    } else {
        map["content"] = json!(content);
        layout::rows(&message.menus, &message.buttons)
    };
    map["components"] = Value::Array(components);
    if flags != 0 {
        map["flags"] = json!(flags);
    }
    let told = file
        .iter()
        .map(|file| json!({"id": 0, "filename": file.filename, "description": file.description}));
    map["attachments"] = told.collect();
    let files = file.into_iter().collect();
    Body { map, files }
}

/// Returns the flag of a message that makes no sound, if it makes none.
const fn sound(message: &Outgoing) -> u64 {
    if message.is_silent { SILENT } else { 0 }
}

/// Returns a message as an answer to an interaction.
pub(crate) fn answer(message: Outgoing, private: bool) -> Body {
    let flags = if private { PRIVATE } else { sound(&message) };
    body(message, flags, false)
}

/// Returns a message as an answer in place of the one that was pressed on: `on_page` says that this
/// is a page, not plain words.
pub(crate) fn update(message: Outgoing, on_page: bool) -> Body {
    let keeps_buttons = message.origin.keeps_buttons;
    let mut body = body(message, 0, on_page);
    if keeps_buttons {
        body = body.without("components");
    }
    if body.map.get("content").is_none() {
        // What was said in plain words goes where a page takes its place.
        body.map["content"] = Value::Null;
    }
    body
}

/// Returns a message as the contents of an answer that was promised.
pub(crate) fn edit(message: Outgoing) -> Body {
    body(message, 0, false)
}

/// Returns a message as the successor of an answer in words. The buttons may have been taken off
/// since, and stay as they are.
pub(crate) fn edit_beside_buttons(message: Outgoing) -> Body {
    body(message, 0, false).without("components")
}

/// Returns a message in place of one that stands.
pub(crate) fn change(message: Outgoing) -> Body {
    update(message, false).without("attachments")
}

/// Returns a message of its own. The nonce keeps one that is sent twice from standing twice.
pub(crate) fn message(message: Outgoing, nonce: &str) -> Body {
    let flags = sound(&message);
    let mut body = body(message, flags, false);
    body.map["nonce"] = json!(nonce);
    body.map["enforce_nonce"] = json!(true);
    body
}

/// Returns the nonce of a message about something: it tells apart what it says, as `what` names it, and
/// the channel. Discord takes two messages of one author with the same nonce for one, in whatever
/// channels they are: all direct messages of a notice need nonces of their own. It takes 25 characters:
/// the longest id of a match has nine, and a hyphen and 13 digits follow.
pub(crate) fn nonce(MessageMark { about, what }: MessageMark<'_>, to: ChannelId) -> String {
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::matchplay::MatchId;

    #[test]
    fn a_nonce_tells_messages_and_channels_apart_within_discords_25_characters() {
        let about = MatchId::numbered(u64::MAX);
        assert_eq!(about.as_str().len(), MatchId::LONGEST);
        let mut known = HashSet::new();
        for version in [0, 1, u64::MAX] {
            for what in ["", "-page", "-call", "-dm", "direct-instead", "called"] {
                for channel in [1, 2, u64::MAX] {
                    let what = format!("{version}{what}");
                    let mark = MessageMark {
                        about: about.as_str(),
                        what: &what,
                    };
                    let made = nonce(mark, ChannelId::new(channel));
                    assert!(made.len() <= 25, "{made}");
                    assert!(known.insert(made), "{what} {channel}");
                }
            }
        }
    }
}
