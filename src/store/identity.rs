//! Identities of people in the world outside, with their names.

use std::fmt;

/// An account in the world outside: a realm such as `discord` or `console`, and a text that is
/// theirs alone within it.
///
/// [`Debug`](fmt::Debug) does not show the text, so that it gets into no log by accident.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Identity {
    pub(super) realm: String,
    pub(super) id: String,
}

/// A realm or a text that no identity can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an identity is a realm of 1 to 16 bytes and a text of 1 to 64")]
pub struct IdentityError;

impl Identity {
    /// The realm of people who are known by a name and nothing else: no chat knows them.
    pub const NAME_ALONE: &str = "name-alone";

    /// The realm of those who come to the page in a browser, where anybody can take any name.
    pub const OF_PAGE: &str = "web";
    /// The longest realm, in bytes.
    pub const LONGEST_REALM: usize = 16;
    /// The longest text, in bytes.
    pub const LONGEST_ID: usize = 64;

    /// Returns the identity of this realm and this text.
    ///
    /// # Errors
    ///
    /// When one of them is empty or too long.
    pub fn new(realm: &str, id: &str) -> Result<Identity, IdentityError> {
        let fits = (1..=Identity::LONGEST_REALM).contains(&realm.len())
            && (1..=Identity::LONGEST_ID).contains(&id.len());
        if !fits {
            return Err(IdentityError);
        }
        Ok(Identity {
            realm: realm.to_owned(),
            id: id.to_owned(),
        })
    }

    /// Returns the realm, such as `discord`.
    #[must_use]
    pub fn realm(&self) -> &str {
        &self.realm
    }

    /// Returns the text within the realm.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Identity({}/…)", self.realm)
    }
}

/// The identity and the name of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// Their account, of which there is one for each person.
    pub identity: Identity,
    /// The name by which they go, at most [`LONGEST_NAME`](super::people::LONGEST_NAME).
    pub name: String,
}
