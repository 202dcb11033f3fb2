//! `/rules`: the rules topic by topic, with pictures.

pub mod rulebook;

use self::rulebook::{Chapter, NAMES, TOPICS, topic};
use super::{prelude::*, shortcut};
use crate::{
    messages::{Block, Menu},
    render::BoardView,
    rules::Position,
};

pub(super) const COMMAND: Command = Command {
    name: "rules",
    group: Group::After,
    options: &[choice("topic", NAMES)],
    takes_bare: true,
    read: |options| {
        let topic = options.choice("topic", topic);
        Ok(Request::look(Cost::Step, Task::Rules(topic)).about(About::Nothing))
    },
    offers: |narrator, _, occasion| match occasion {
        Occasion::Looking => {
            let label = narrator.say("button-rules", &[]);
            vec![shortcut::button("rules", &[], label)]
        }
        _ => Vec::new(),
    },
    ..Command::plain(Presser::Anybody)
};

/// The differences from chess for two that the first page tells.
const DIFFERENCES: [&str; 5] = [
    "rules-ring",
    "rules-centre",
    "rules-water",
    "rules-dead",
    "rules-last-king",
];

/// Explains a topic, or what is most different from chess for two.
pub(super) fn run(cx: &Context<'_>, topic: Option<&'static Chapter>) -> Answer {
    let (blocks, view, text) = match topic {
        None => {
            let mut blocks = vec![Block::Heading(cx.say("rules-minute", &[]))];
            blocks.extend(DIFFERENCES.map(|id| Block::Text(cx.say(id, &[]))));
            let mut view = BoardView::new(Position::start(), Color::White);
            view.example = true;
            (blocks, Some(view), list(cx))
        }
        Some(topic) => {
            let text = cx.say(format!("rules-{}", topic.name), &[]);
            let title = Message::plain(title(cx.texts(), &topic.name));
            let blocks = vec![Block::Heading(title.clone()), Block::Text(text.clone())];
            let lines = [title, text, onward(cx, topic)];
            (blocks, topic.view(), Message::lines(lines))
        }
    };
    let name = topic.map_or("rules", |topic| &topic.name);
    let picture = view.map(|view| Picture::of_board(format!("rules-{name}"), view));
    let page = blocks.into_iter().chain(beneath(cx, topic));
    let reply = Reply::page(page.collect()).saying(text);
    Ok(reply.showing(picture.map(Shown::Picture)))
}

/// Says how to go on from a topic.
fn onward(cx: &Context<'_>, topic: &Chapter) -> Message {
    match topic.next() {
        Some(next) => {
            let next = cx.choice_name(&next.name);
            cx.say("rules-next", &[("topic", &next)])
        }
        None => cx.say("rules-last", &[]),
    }
}

/// Returns what stands beneath a topic: its picture, the way to those beside it, and all of them.
fn beneath(cx: &Context<'_>, shown: Option<&Chapter>) -> [Block; 3] {
    let at = shown.and_then(|shown| TOPICS.iter().position(|topic| topic == shown));
    let to = |topic: &Chapter, label: &'static str| {
        shortcut::button("rules", &[("topic", &topic.name)], cx.say(label, &[]))
    };
    let before = at.map(|at| match at.checked_sub(1).and_then(|at| TOPICS.get(at)) {
        Some(topic) => to(topic, "button-topic-before"),
        None => shortcut::button("rules", &[], cx.say("button-topic-before", &[])),
    });
    let next = TOPICS.get(at.map_or(0, |at| at + 1));
    let next = next.map(|topic| to(topic, "button-topic-next"));
    let option = |topic: &Chapter| {
        let title = title(cx.texts(), &topic.name);
        let chosen = Some(topic) == shown;
        shortcut::option("rules", &[("topic", &topic.name)], title, chosen)
    };
    let menu = Menu {
        name: "topics",
        prompt: cx.word("menu-topics"),
        label: None,
        options: TOPICS.iter().map(option).collect(),
    };
    let buttons = before.into_iter().chain(next).collect();
    [Block::Picture, Block::Buttons(buttons), Block::Menu(menu)]
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
