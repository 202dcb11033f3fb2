//! `/privacy`: what is kept of people, where, how long, why, and the person to ask about it.

use super::{prelude::*, shortcut};
use crate::messages::Block;

pub(super) const COMMAND: Command = Command {
    name: "privacy",
    group: Group::You,
    read: |_| Ok(Request::look(Cost::Free, Task::Privacy).about(About::Nothing)),
    ..Command::plain(Presser::Anybody)
};

pub(super) fn run(cx: &Context<'_>) -> Answer {
    let contact = match &cx.contact {
        Some(contact) => cx.say("privacy-contact", &[("contact", contact)]),
        None => cx.say("privacy-nobody", &[]),
    };
    let label = |id: &'static str| cx.say(id, &[]);
    Ok(Reply::page(vec![
        Block::Heading(cx.say("privacy-heading", &[])),
        Block::Text(cx.say("privacy", &[("bold", &cx.markup.bold())])),
        Block::Small(contact),
        Block::Buttons(vec![
            shortcut::button("export", &[("of", "me")], label("button-export-me")),
            shortcut::button("forget-me", &[], label("button-forget-me-asks")),
        ]),
    ]))
}
