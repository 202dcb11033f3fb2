//! `/rematch`: the same match once more.

use std::sync::Arc;

use super::{Asked, Desk};
use crate::{
    host::{Done, HostError, Purpose},
    matchplay::Match,
};

impl Desk {
    /// Opens a table for a rematch, or sits down at the one that is open.
    pub(super) async fn rematch(
        &self,
        asked: &Asked<'_>,
    ) -> Result<Done, (HostError, Option<Arc<Match>>)> {
        let found = self.find(asked, Purpose::Again).await;
        let played = found.map_err(|error| (error, None))?;
        let again = self.host.rematch(
            played.id(),
            asked.person,
            asked.shown_ply,
            asked.delivery.clone(),
        );
        again.await.map_err(|error| (error, Some(played)))
    }
}
