//! `/privacy`: what is kept of people, where, how long, why, and the person to ask about it.

use super::prelude::*;

pub(super) const COMMAND: Command = Command {
    name: "privacy",
    works_alone: true,
    read: |_| Ok(Request::look(Cost::Free, |cx| Box::pin(run(cx)))),
    ..Command::PLAIN
};

async fn run(cx: &Context<'_>) -> Answer {
    let contact = match &cx.contact {
        Some(contact) => cx.say("privacy-contact", &[("contact", contact)]),
        None => cx.say("privacy-nobody", &[]),
    };
    let lines = [cx.say("privacy", &[]), contact];
    Ok(Reply::words(Message::lines(lines)))
}
