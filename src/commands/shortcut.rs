//! Buttons, menus and modals that give a command, so that a page needs no actions of its own:
//! `do:<command>[:<option>=<value>,…]` (interfaces §9). What is chosen or filled in stands for the
//! value `?`, in the order of the fields; `a+b=?` spreads several values over several options, and
//! `a=?word` gives the word for what was chosen before with channels.

use crate::{
    matchplay::Match,
    messages::{Button, MenuOption},
};

pub(super) const DO: &str = "do:";

/// The sign for a value that is chosen or filled in.
pub(super) const FILLED: &str = "?";

/// The action of a button that opens the modal of a command.
pub(super) const ASK: &str = "ask:";

/// The options of a command, by name and value.
pub(super) type Assigned<'a> = &'a [(&'a str, &'a str)];

/// Returns the action that gives a command with these options.
pub(super) fn action(command: &str, given: Assigned<'_>) -> String {
    let given: Vec<String> = given
        .iter()
        .map(|(option, value)| format!("{option}={value}"))
        .collect();
    if given.is_empty() {
        format!("{DO}{command}")
    } else {
        format!("{DO}{command}:{}", given.join(","))
    }
}

/// Returns a button that gives a command with these options.
pub(super) fn button(command: &str, given: Assigned<'_>, label: impl Into<String>) -> Button {
    Button::alone(action(command, given), label)
}

/// Returns a button that gives a command about a match with these options, whatever has happened in it
/// since.
pub(super) fn of_match(
    state: &Match,
    command: &str,
    given: Assigned<'_>,
    label: impl Into<String>,
) -> Button {
    Button::of_match(state.id(), action(command, given), label)
}

/// Returns an option of a menu that gives a command with these options.
pub(super) fn option(
    command: &str,
    given: Assigned<'_>,
    label: impl Into<String>,
    chosen: bool,
) -> MenuOption {
    MenuOption::of(button(command, given, label), chosen)
}
