//! The pages of a match: its table and its end, and the calls to those whom they concern.

use std::mem;

use super::shortcut;
use crate::{
    computer::Level,
    matchplay::{Match, Person, Seat, Stage},
    messages::{Block, Button, ButtonKind, Call, Menu, MenuOption, Message, Narrator, Reply},
    rules::ByColor,
    rulesets::PRESETS,
};

/// Lays out a table: what is played, its seats, each with its button while it is free, and what comes
/// next. `buttons` are those of its seats and what else can be done.
pub(super) fn table_page(
    narrator: &Narrator<'_>,
    state: &Match,
    mut buttons: Vec<Button>,
) -> Vec<Block> {
    let story = narrator.story(state);
    let ruleset = state.ruleset();
    let mut blocks = vec![Block::Heading(story.table_heading())];
    let terms = story.table_terms();
    let explains = state.stage() == Stage::Table && PRESETS.contains(&ruleset);
    blocks.push(if explains {
        let label = narrator.say("button-table-rules", &[]);
        let rules = shortcut::button("rules", &[("topic", ruleset)], label);
        Block::Beside(terms, rules)
    } else {
        Block::Text(terms)
    });
    blocks.extend(story.table_notes().into_iter().map(Block::Text));
    for (color, seat) in state.seats().iter() {
        let sits = ButtonKind::Join(color);
        let own = buttons.iter().position(|one| one.kind == sits);
        let own = own.map(|at| buttons.remove(at));
        let line = story.seat(color);
        blocks.push(match own.filter(|_| !seat.is_settled()) {
            Some(button) => Block::Beside(line, button),
            None => Block::Text(line),
        });
    }
    blocks.push(Block::Small(story.table_next()));
    blocks.extend(filling(narrator, state));
    blocks.extend((!buttons.is_empty()).then_some(Block::Buttons(buttons)));
    blocks
}

/// Returns the menu that seats computers in all seats that are still open, if one is.
fn filling(narrator: &Narrator<'_>, state: &Match) -> Option<Block> {
    let mut seats = state.seats().iter();
    let open = state.stage() == Stage::Table && seats.any(|(_, seat)| *seat == Seat::Open);
    let options = Level::ALL.into_iter().map(|level| {
        let label = narrator.texts().level(level.number());
        let level = level.to_string();
        let given = [("action", "computer"), ("level", &*level)];
        let fill = shortcut::of_match(state, "seat", &given, label);
        MenuOption::of(fill, false)
    });
    open.then(|| {
        Block::Menu(Menu {
            name: "fill",
            prompt: narrator.word("menu-fill"),
            label: None,
            options: options.collect(),
        })
    })
}

/// Calls those who are invited to a table, with the buttons of their answers until all whom it `asks` have
/// given them, and says how things stand.
pub(super) fn invitation(
    narrator: &Narrator<'_>,
    state: &Match,
    asks: impl Fn(Person) -> bool,
) -> Call {
    let story = narrator.story(state);
    let is_open = state.stage() == Stage::Table;
    let seats = state.seats().iter();
    let waiting = seats.filter_map(|(_, seat)| match seat {
        Seat::Kept(person) if is_open => Some(*person),
        _ => None,
    });
    let waiting: Vec<Person> = waiting.collect();
    let waits = waiting.iter().any(|person| asks(*person));
    let stands = if !is_open {
        Some(story.table_next())
    } else if waiting.is_empty() {
        Some(narrator.say("invitation-answered", &[]))
    } else {
        story.answers(waits)
    };
    let text = Message::lines([story.invitation()].into_iter().chain(stands));
    if !waits {
        return Call::of(text);
    }
    let answers = [
        ("join", "button-accept-invitation"),
        ("leave", "button-decline-invitation"),
    ];
    let button = |(command, label): (&str, &'static str)| {
        shortcut::of_match(state, command, &[], narrator.say(label, &[]))
    };
    let [accept, decline] = answers.map(button);
    Call {
        buttons: vec![accept.good(), decline],
        ..Call::of(text)
    }
}

/// Lets a table call a role of its server too.
pub(super) fn call_role(narrator: &Narrator<'_>, reply: &mut Reply, role: String) {
    let Some(state) = &reply.state else { return };
    let mention = Message::plain(narrator.markup.role(&role));
    let seeks = narrator.story(state).seeks(&mention);
    let call = reply.pings.call.take().unwrap_or_default();
    let text = Message::lines([seeks, call.text]);
    reply.pings.call = Some(Call { text, ..call });
    reply.pings.role = Some(role);
    let said = &mut reply.words_mut().text;
    *said = Message::lines([mem::take(said), mention]);
}

/// Lays out the end of a match: who won, how each player fared, the last board, and what comes next.
/// `changes` are the ratings before and after, of those whose ratings it changes.
pub(super) fn end_page(
    narrator: &Narrator<'_>,
    state: &Match,
    changes: &[(Person, (u32, u32))],
    buttons: &[Button],
) -> Vec<Block> {
    let story = narrator.story(state);
    let mut blocks = vec![
        Block::Heading(story.end_heading()),
        Block::Small(story.end_terms()),
    ];
    let rating = |color| {
        let person = state.seats()[color].person()?;
        let found = changes.iter().find(|(rated, _)| *rated == person);
        found.map(|(_, change)| *change)
    };
    let players = story.end_players(ByColor::new(rating));
    blocks.extend(players.into_iter().map(Block::Text));
    blocks.extend(story.end_reason().map(Block::Small));
    blocks.push(Block::Picture);
    blocks.extend((!buttons.is_empty()).then(|| Block::Buttons(buttons.to_vec())));
    blocks
}
