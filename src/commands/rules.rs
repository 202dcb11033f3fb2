//! `/rules`: the rules topic by topic, with pictures.

pub mod rulebook;

use self::rulebook::{Chapter, NAMES, TOPICS, topic};
use super::{prelude::*, shortcut};
use crate::{
    messages::{Block, Menu},
    render::BoardView,
    rules::{IllegalDetail, IllegalMove, IllegalReason, Position, ReadMoveError, Role, Step},
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

/// The differences from chess for two, which the first page tells.
const DIFFERENCES: [&str; 6] = [
    "rules-ring",
    "rules-centre",
    "rules-water",
    "rules-crossed",
    "rules-dead",
    "rules-last-king",
];

/// Returns the button to the topic of the rule on which the refusal of a move rests.
pub(super) fn button_for(cx: &Context<'_>, error: &ReadMoveError) -> Button {
    let topic = match error {
        ReadMoveError::Illegal(why) | ReadMoveError::PawnMeant { why, .. } => topic_of(why),
        ReadMoveError::PromotionMissing { .. } => "crossed-pawns",
        ReadMoveError::TooLong
        | ReadMoveError::Unreadable { .. }
        | ReadMoveError::Ambiguous { .. } => "notation",
    };
    button_to(cx, topic)
}

/// Returns the button to all that somebody new to the game needs.
pub(super) fn minute_button(narrator: &Narrator<'_>) -> Button {
    let label = narrator.say("button-rules-minute", &[]);
    shortcut::button("rules", &[("topic", "minute")], label)
}

/// Returns the button to a topic, under a refusal.
pub(super) fn button_to(cx: &Context<'_>, topic: &str) -> Button {
    let title = title(cx.texts(), topic);
    // What follows a colon explains the topic in a list.
    let title = title.split(':').next().unwrap_or_default();
    let label = cx.say("button-rules-topic", &[("topic", &title)]);
    shortcut::button("rules", &[("topic", topic)], label)
}

/// Returns the topic that explains why a move is illegal, by the section of the rules that forbids it.
fn topic_of(why: &IllegalMove) -> &'static str {
    let crossed = why.details().any(|detail| {
        matches!(
            detail,
            IllegalDetail::Step(Step { piece, .. }) | IllegalDetail::Piece(piece)
                if piece.role == Role::CrossedPawn
        )
    });
    let promotes = matches!(
        why.reason,
        IllegalReason::PromotionMissing
            | IllegalReason::NotAPromotion
            | IllegalReason::CannotBecome
    );
    match why.rule() {
        "§2.3" => "diagonals",
        "§2.4" | "§2.5" => "pieces",
        "§2.6" if crossed || promotes => "crossed-pawns",
        "§2.6" => "pawns",
        "§2.7" => "en-passant",
        "§2.8" => "castling",
        "§3.2" => "moats",
        "§3.4" => "bridges",
        "§3.7" => "creeks",
        "§4.1" => "check",
        "§4.4" | "§6" => "going-out",
        "§7.1" => "notation",
        _ => "board",
    }
}

/// Explains a topic, or what is most different from chess for two.
pub(super) fn run(cx: &Context<'_>, topic: Option<&'static Chapter>) -> Answer {
    let (blocks, view, text) = match topic {
        None => {
            let heading = cx.say("rules-differences", &[]);
            let differences = DIFFERENCES.map(|id| cx.say(id, &[]));
            let said = [heading.clone()].into_iter().chain(differences.clone());
            let said = Message::lines(said.chain([list(cx)]));
            let mut blocks = vec![Block::Heading(heading)];
            blocks.extend(differences.map(Block::Text));
            let mut view = BoardView::new(Position::start(), Color::White);
            view.example = true;
            (blocks, Some(view), said)
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
    let view = view.map(|view| BoardView {
        mirrored: cx.locale.mirrored,
        ..view
    });
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Color, Piece, Square};

    #[test]
    fn every_reason_against_a_move_of_any_piece_has_a_topic() {
        let [from, to]: [Square; 2] = ["a1", "a3"].map(|square| square.parse().unwrap());
        for reason in IllegalReason::ALL {
            for role in Role::ALL {
                let color = Color::White;
                let piece = Piece { color, role };
                let step = IllegalDetail::Step(Step { piece, from, to });
                for why in [
                    reason.with([step]),
                    reason.with([IllegalDetail::Piece(piece)]),
                ] {
                    assert!(topic(topic_of(&why)).is_some(), "{why}");
                }
            }
        }
    }
}
