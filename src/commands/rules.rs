//! `/rules`: the rules topic by topic, with pictures.

pub mod rulebook;
mod topics;

use async_trait::async_trait;

use self::rulebook::{NAMES, TOPICS, Topic, topic};
use super::{
    command::{Answer, Command, Context, Cost, Request},
    options::choice,
};
use crate::messages::{Message, Picture, Reply, Texts};

pub(super) const COMMAND: Command = Command {
    name: "rules",
    options: &[choice("topic", NAMES)],
    takes_bare: true,
    works_alone: true,
    read: |options| Ok(Box::new(Rules(options.choice("topic", topic)))),
    ..Command::PLAIN
};

/// The topic; a list of all when `None`.
#[derive(Debug)]
struct Rules(Option<&'static Topic>);

#[async_trait]
impl Request for Rules {
    async fn run(&self, cx: &Context<'_>) -> Answer {
        let Some(topic) = self.0 else {
            return Ok(Reply::words(list(cx)));
        };
        let onward = match topic.next() {
            Some(next) => {
                let next = cx.texts().choice_name(next.name);
                cx.say("rules-next", &[("topic", &next)])
            }
            None => cx.say("rules-last", &[]),
        };
        let text = cx.say(&format!("rules-{}", topic.name), &[]);
        let title = Message::plain(title(cx.texts(), topic.name));
        let picture = topic.view();
        Ok(Reply {
            picture: picture.map(|view| Picture::of_board(format!("rules-{}", topic.name), view)),
            ..Reply::words(Message::lines([title, text, onward]))
        })
    }

    fn only_shows(&self) -> bool {
        true
    }

    fn cost(&self) -> Cost {
        if self.0.is_some() {
            Cost::Picture
        } else {
            Cost::Free
        }
    }
}

/// The title of a topic. A ruleset as a choice is explained at once; its topic does so at length.
fn title(texts: &Texts, name: &str) -> String {
    let ruleset = format!("ruleset-{name}");
    if texts.has(&ruleset) {
        texts.word(&ruleset)
    } else {
        texts.word(&format!("choice-{name}"))
    }
}

/// All topics, a line each.
fn list(cx: &Context<'_>) -> Message {
    let lines = TOPICS.iter().map(|topic| {
        let (name, title) = (
            cx.texts().choice_name(topic.name),
            title(cx.texts(), topic.name),
        );
        cx.say("rules-line", &[("topic", &name), ("title", &title)])
    });
    let first = TOPICS.first().map_or("", |topic| topic.name);
    let first = cx.texts().choice_name(first);
    let heading = cx.say("rules-heading", &[]);
    let more = cx.say("rules-more", &[("topic", &first)]);
    Message::lines([heading].into_iter().chain(lines).chain([more]))
}
