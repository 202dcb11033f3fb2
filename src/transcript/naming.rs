//! Names of people in words.

use crate::matchplay::Person;

/// The way people are named in a record, and back.
pub(super) trait Naming {
    /// Returns the name of a person.
    fn name(&self, person: Person) -> String;

    /// Returns the person of a name.
    fn person(&mut self, name: &str) -> Option<Person>;
}
