//! The owners of rows of preferences.

use std::{fmt, str::FromStr};

use rondel_matchplay::{MatchId, Person, Server};

/// The owner of a row of preferences. As text it is a word and the name of the owner, in the order of the
/// variants: `person 000000000000000000000000000000a1`.
///
/// ```
/// use rondel_matchplay::Server;
/// use rondel_store::Subject;
///
/// let server = Subject::Server(Server::new("discord/7"));
/// assert_eq!(server.to_string(), "server discord/7");
/// assert_eq!("server discord/7".parse(), Ok(server));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// The last [call of a role](super::preferences::RoleCall) in a server. It is no preference, but has a row
    /// next to them, so that it and what managers set do not overwrite each other.
    RoleCall(Server),
    /// A person, who sets their own.
    Person(Person),
    /// A server, whose managers set them.
    Server(Server),
    /// The [links](super::links) to a match. They are no preferences, but are read and set alike.
    Links(MatchId),
    /// The store itself: its [key](super::backup::forgotten::StoreKey).
    Store,
}

/// The text is that of nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a row names nobody")]
pub struct ParseSubjectError;

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The words are in the order of the variants, so that texts are too.
        match self {
            Subject::RoleCall(server) => write!(f, "call {server}"),
            Subject::Person(person) => write!(f, "person {person}"),
            Subject::Server(server) => write!(f, "server {server}"),
            Subject::Links(id) => write!(f, "share {id}"),
            Subject::Store => f.write_str("store"),
        }
    }
}

impl FromStr for Subject {
    type Err = ParseSubjectError;

    fn from_str(text: &str) -> Result<Subject, ParseSubjectError> {
        let subject = match text.split_once(' ') {
            Some(("call", of)) => Some(Subject::RoleCall(Server::new(of))),
            Some(("person", of)) => of.parse().ok().map(Subject::Person),
            Some(("server", of)) => Some(Subject::Server(Server::new(of))),
            Some(("share", of)) => of.parse().ok().map(Subject::Links),
            None if text == "store" => Some(Subject::Store),
            Some(_) | None => None,
        };
        subject.ok_or(ParseSubjectError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_are_read_as_they_were_written_and_keep_their_order() {
        let server = |name| Server::new(name);
        let mut subjects = vec![
            Subject::Store,
            Subject::Links(MatchId::numbered(5)),
            Subject::Server(server("a b")),
            Subject::Server(server("")),
            Subject::Person(Person(u128::MAX)),
            Subject::Person(Person(3)),
            Subject::RoleCall(server("guild")),
        ];
        for of in &subjects {
            assert_eq!(of.to_string().parse(), Ok(of.clone()));
        }
        let mut texts: Vec<String> = subjects.iter().map(Subject::to_string).collect();
        texts.sort();
        subjects.sort();
        let sorted: Vec<String> = subjects.iter().map(Subject::to_string).collect();
        assert_eq!(texts, sorted);
        for wrong in ["person x", "nobody", "store x"] {
            assert_eq!(wrong.parse::<Subject>(), Err(ParseSubjectError));
        }
    }
}
