//! `/rematch`: the same match once more.

use std::sync::Arc;

use super::{Asked, Desk};
use crate::{
    adapters::reply::Reply,
    host::{Done, HostError, Purpose},
    matchplay::Match,
};

impl Desk {
    /// Opens a table for a rematch, or sits down at the one that is open; a refusal where the
    /// server wants no tables any more.
    pub(super) async fn rematch(
        &self,
        asked: &Asked<'_>,
    ) -> Result<Result<Done, (HostError, Option<Arc<Match>>)>, Reply> {
        let played = match self.find(asked, Purpose::Again).await {
            Ok(played) => played,
            Err(error) => return Ok(Err((error, None))),
        };
        // Who plays on is the players' own affair; where tables stand is the server's.
        if let Some(refusal) = self.refuses_table_at(asked, played.opened_at()) {
            return Err(refusal);
        }
        let again = self.host.rematch(
            played.id(),
            asked.person,
            asked.shown_ply,
            asked.delivery.clone(),
        );
        Ok(again.await.map_err(|error| (error, Some(played))))
    }
}
