//! Records as they stand in a file.

use std::collections::HashMap;

use super::{naming::Naming, tags::Tags};
use crate::{
    matchplay::{Event, Person},
    rules::{Color, Move},
};

/// A record as it stands in a file, before it is played again.
pub(super) struct Draft {
    /// The version that it claims.
    pub(super) version: u64,
    pub(super) tags: Tags,
    pub(super) entries: Vec<(usize, DraftItem)>,
    /// Names of people in the words; the events have numbers.
    pub(super) names: Names,
    /// The line on which it ends.
    pub(super) end: usize,
}

/// Names as they stand in the words of a file, each once.
#[derive(Default)]
pub(super) struct Names {
    all: Vec<String>,
    numbers: HashMap<String, u128>,
}

impl Naming for Names {
    fn name(&self, Person(number): Person) -> String {
        let name = usize::try_from(number)
            .ok()
            .and_then(|number| self.all.get(number));
        name.cloned().unwrap_or_default()
    }

    fn person(&mut self, name: &str) -> Option<Person> {
        let number = *self.numbers.entry(name.to_owned()).or_insert_with(|| {
            self.all.push(name.to_owned());
            self.all.len() as u128 - 1
        });
        Some(Person(number))
    }
}

/// A move or a word in a file.
pub(super) enum DraftItem {
    Move {
        number: u32,
        short: String,
        /// The plain form with the army that moves, where the file has that too.
        plain: Option<(Color, Move)>,
    },
    Word(Event),
}
