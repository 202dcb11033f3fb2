//! `/privacy`: what is kept of people, where, how long, why, and the person to ask about it.

use async_trait::async_trait;

use super::command::{Answer, Command, Context, Request};
use crate::messages::{Message, Reply};

pub(super) const COMMAND: Command = Command {
    name: "privacy",
    works_alone: true,
    read: |_| Ok(Box::new(Privacy)),
    ..Command::PLAIN
};

#[derive(Debug)]
struct Privacy;

#[async_trait]
impl Request for Privacy {
    async fn run(&self, cx: &Context<'_>) -> Answer {
        let contact = match &cx.contact {
            Some(contact) => cx.say("privacy-contact", &[("contact", contact)]),
            None => cx.say("privacy-nobody", &[]),
        };
        let lines = [cx.say("privacy", &[]), contact];
        Ok(Reply::words(Message::lines(lines)))
    }

    fn only_shows(&self) -> bool {
        true
    }
}
