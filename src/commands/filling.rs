//! The menu of a table that seats computers in all seats that are still open.

use super::shortcut;
use crate::{
    computer::Level,
    matchplay::{Match, Seat, Stage},
    messages::{Block, Menu, MenuOption, Narrator},
};

/// The words for the levels of computers, from the lowest on.
const LEVELS: [&str; 3] = ["level-easy", "level-middling", "level-strong"];

/// Returns the menu, if a seat is open to anyone.
pub(super) fn menu(narrator: &Narrator<'_>, state: &Match) -> Option<Block> {
    let mut seats = state.seats().iter();
    let open = state.stage() == Stage::Table && seats.any(|(_, seat)| *seat == Seat::Open);
    let levels = (Level::LOWEST..=Level::HIGHEST).zip(LEVELS);
    let options = levels.map(|(level, word)| {
        let level = level.to_string();
        let given = [("action", "computer"), ("level", &*level)];
        let fill = shortcut::of_match(state, "seat", &given, narrator.say(word, &[]));
        MenuOption::of(fill, false)
    });
    open.then(|| {
        Block::Menu(Menu {
            name: "fill",
            prompt: narrator.word("menu-fill"),
            options: options.collect(),
        })
    })
}
