//! Links to matches, by which a page lets people in.

use super::Host;
use crate::{
    matchplay::{MatchId, Person},
    rules::Color,
    store::{
        StoreError, StoredRow, Subject,
        links::{Guest, Links, SecretDigest},
    },
};

/// The length of a secret: more than 128 bits in the letters of base64 for URLs.
const SECRET: usize = 22;

/// Draws a secret by the system's own chance: nobody guesses one from others.
#[must_use]
pub fn secret() -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut bytes = [0_u8; SECRET];
    rand::fill(&mut bytes[..]);
    let letters = bytes.iter().map(|byte| LETTERS[usize::from(byte & 63)]);
    letters.map(char::from).collect()
}

impl Host {
    /// Returns the links of a match.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn links(&self, id: MatchId) -> Result<Links, StoreError> {
        let text = self.store.preference(&Subject::Links(id)).await?;
        text.map_or_else(|| Ok(Links::default()), |text| Links::decode(&text))
    }

    /// Gives somebody a link to a match in place of the one they have, and returns its secret, which is
    /// kept nowhere. Durable on return. Who may do so is for the caller to know.
    ///
    /// # Errors
    ///
    /// When the store cannot be read or written; nothing has changed then.
    pub async fn new_link(&self, id: MatchId, guest: Guest) -> Result<String, StoreError> {
        let secret = secret();
        let digest = SecretDigest::of(&secret);
        self.change_links(id, |links| links.set(guest, Some(digest.clone())))
            .await?;
        Ok(secret)
    }

    /// Gives somebody a link to a free seat of a match in place of the one they have, and returns its
    /// secret. They are the one whom a later link to this seat is for, until somebody else is.
    ///
    /// # Errors
    ///
    /// As [`new_link`](Host::new_link).
    pub async fn new_seat_link(
        &self,
        id: MatchId,
        seat: Color,
        person: Person,
    ) -> Result<String, StoreError> {
        let secret = secret();
        let digest = SecretDigest::of(&secret);
        self.change_links(id, |links| links.expect(seat, person, digest.clone()))
            .await?;
        Ok(secret)
    }

    /// Takes somebody's link to a match away.
    ///
    /// # Errors
    ///
    /// As [`new_link`](Host::new_link).
    pub async fn end_link(&self, id: MatchId, guest: Guest) -> Result<(), StoreError> {
        self.change_links(id, |links| links.set(guest, None)).await
    }

    /// Lets the links to a match lead to the one as well in which its people play once more.
    ///
    /// # Errors
    ///
    /// As [`new_link`](Host::new_link).
    pub async fn carry_links(&self, from: MatchId, to: MatchId) -> Result<(), StoreError> {
        // First where they lead, so that a link that is ended meanwhile is ended before it is carried.
        let mut links = Links::default();
        self.change_links(from, |own| {
            own.next = Some(to.to_string());
            links = own.clone();
        })
        .await?;
        self.change_links(to, |own| links.carry_into(own)).await
    }

    async fn change_links(
        &self,
        id: MatchId,
        mut change: impl FnMut(&mut Links),
    ) -> Result<(), StoreError> {
        self.change_row(Subject::Links(id), |there| {
            let there = there.map(Links::decode).transpose()?;
            let mut links = there.unwrap_or_default();
            change(&mut links);
            Ok::<_, StoreError>(Some((links.encode(), None)))
        })
        .await?;
        // Somebody may see it no more, or there is another match to go on to.
        self.watched.touch(id);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn secrets_differ() {
        let secrets: HashSet<String> = (0..1_000).map(|_| secret()).collect();
        assert_eq!(secrets.len(), 1_000);
        assert!(secrets.iter().all(|secret| secret.len() == SECRET));
    }
}
