//! `/rules`: the rules topic by topic, with pictures.

pub mod rulebook;

use self::rulebook::{Chapter, NAMES, TOPICS, topic};
use super::prelude::*;

pub(super) const COMMAND: Command = Command {
    name: "rules",
    options: &[choice("topic", NAMES)],
    takes_bare: true,
    works_alone: true,
    read: |options| {
        let topic = options.choice("topic", topic);
        let cost = topic.map_or(Cost::Free, |_| Cost::Picture);
        Ok(Request::look(cost, move |cx| Box::pin(run(cx, topic))))
    },
    ..Command::PLAIN
};

/// Explains a topic; lists all when `None`.
async fn run(cx: &Context<'_>, topic: Option<&'static Chapter>) -> Answer {
    let Some(topic) = topic else {
        return Ok(Reply::words(list(cx)));
    };
    let onward = match topic.next() {
        Some(next) => {
            let next = cx.choice_name(&next.name);
            cx.say("rules-next", &[("topic", &next)])
        }
        None => cx.say("rules-last", &[]),
    };
    let id = format!("rules-{}", topic.name);
    let picture = topic.view();
    let picture = picture.map(|view| Picture::of_board(id.clone(), view));
    let title = Message::plain(title(cx.texts(), &topic.name));
    let text = cx.say(id, &[]);
    Ok(Reply {
        picture,
        ..Reply::words(Message::lines([title, text, onward]))
    })
}

/// Returns the title of a topic. A ruleset as a choice is explained at once; its topic does so at length.
fn title(texts: &Texts, name: &str) -> String {
    let ruleset = texts.known(&format!("ruleset-{name}"));
    ruleset.unwrap_or_else(|| texts.word(&format!("choice-{name}")))
}

/// Lists all topics, a line each.
fn list(cx: &Context<'_>) -> Message {
    let name = |topic: &Chapter| cx.choice_name(&topic.name);
    let lines = TOPICS.iter().map(|topic| {
        let (name, title) = (name(topic), title(cx.texts(), &topic.name));
        cx.say("rules-line", &[("topic", &name), ("title", &title)])
    });
    let first = TOPICS.first().map(name).unwrap_or_default();
    let heading = cx.say("rules-heading", &[]);
    let more = cx.say("rules-more", &[("topic", &first)]);
    Message::lines([heading].into_iter().chain(lines).chain([more]))
}
