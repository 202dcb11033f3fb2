//! Links to matches, by which a page lets people in.

use super::Host;
use crate::{
    matchplay::MatchId,
    store::{
        StoreError, StoredRow, Subject,
        links::{Guest, Links, SecretDigest},
    },
};

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

    /// Gives somebody a link to a match in place of the one they have, or takes that away. Durable on
    /// return. Who may do so is for the caller to know.
    ///
    /// # Errors
    ///
    /// When the store cannot be read or written; nothing has changed then.
    pub async fn set_link(
        &self,
        id: MatchId,
        guest: Guest,
        digest: Option<SecretDigest>,
    ) -> Result<(), StoreError> {
        let subject = Subject::Links(id);
        // One after the other: each keeps what others have set.
        let _turn = self.setting.take(subject.clone()).await;
        let mut links = self.links(id).await?;
        links.set(guest, digest);
        let set = self.store.set_preferences(subject, links.encode(), None);
        set.await?;
        // Somebody may see it no more, or other players what there is to share.
        self.watched.touch(id);
        Ok(())
    }
}
