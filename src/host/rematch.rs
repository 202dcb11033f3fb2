//! Rematches: the same match again.

use std::sync::Arc;

use super::{Done, Host, HostError, Limit, Limited, MOST_TRIES};
use crate::{
    matchplay::{Command, Event, Match, MatchId, Person, Place, Rejection, Seat, Stage, rematch},
    store::{RequestId, StoreError},
};

/// The number of tables for the rematch of one match that may close before anybody plays.
const MOST_CLOSED: usize = 100;

impl Host {
    /// Opens a table for the rematch of this match, or seats the asker at the one that another
    /// player has opened. It is rated if the match was; with computers, if the server still allows
    /// that.
    ///
    /// The table is opened in the [place](Host::place_of_rematch) where it is asked for.
    ///
    /// A match has one rematch. Its table is found again by the name of the request with which it
    /// was opened, for as long as the store remembers that one; after a table that closed before
    /// play began the next one has the next name.
    ///
    /// # Errors
    ///
    /// Those of [`rematch`], [`Rejection::PositionMovedOn`] where another ply than the last was
    /// shown, [`Rejection::RematchBegan`] when it is played already, those of joining a table, and
    /// [`Rejection::NotAllowed`] when tables for it have been closed all too often; else when the
    /// store fails. [`HostError::Limited`] where there are too many tables.
    pub async fn rematch(
        self: &Arc<Self>,
        id: MatchId,
        (asker, place): (Person, &Place),
        shown_ply: Option<u32>,
        request_id: Option<RequestId>,
    ) -> Result<Done, HostError> {
        let again = self.play_again(id, (asker, place), shown_ply, request_id.clone());
        self.unless_repeated(again.await, request_id.as_ref()).await
    }

    async fn play_again(
        self: &Arc<Self>,
        id: MatchId,
        (asker, place): (Person, &Place),
        shown_ply: Option<u32>,
        request_id: Option<RequestId>,
    ) -> Result<Done, HostError> {
        let played = self.state(id).await?.ok_or(Rejection::NoSuchMatch)?;
        if let Some(shown) = shown_ply.filter(|shown| *shown != played.ply()) {
            let now = played.ply();
            return Err(Rejection::PositionMovedOn { shown, now }.into());
        }
        let opening = self.opened_again(&played, asker, place).await?;
        let mut closed = 0;
        for _ in 0..MOST_CLOSED + MOST_TRIES {
            let name = RequestId(format!("rematch:{id}:{closed}"));
            // Both at once: a database may be far away.
            let (before, room) = tokio::join!(
                self.store.answered(&name),
                self.room_for(&opening, asker, None)
            );
            let Some(before) = before? else {
                if played.is_of_computers() {
                    self.watches_none(asker).await?;
                }
                let _room = room?;
                let done = self.begin(Some(name), &opening).await?;
                if done.repeated {
                    // Somebody else was faster.
                    continue;
                }
                return Ok(done);
            };
            let again = before.id;
            let table = self.state(again).await?.ok_or(Rejection::NoSuchMatch)?;
            match table.stage() {
                Stage::Ended if table.started_at().is_none() => closed += 1,
                Stage::Running | Stage::Ended => {
                    return Err(Rejection::RematchBegan { id: again }.into());
                }
                Stage::Table => {
                    let join = Command::Join { seat: None };
                    // The limits of tables are for those who open one.
                    if let Err(
                        error @ (HostError::Store(_)
                        | HostError::Limited(Limited {
                            limit: Limit::Matches,
                            ..
                        })),
                    ) = room
                    {
                        return Err(error);
                    }
                    let joined = self.carry_out(again, asker, &join, None, request_id.clone());
                    match joined.await {
                        // It has just closed, or begun.
                        Err(HostError::Rejected(
                            Rejection::MatchOver | Rejection::AlreadyStarted,
                        )) => {}
                        answer => return answer,
                    }
                }
            }
        }
        Err(Rejection::NotAllowed.into())
    }

    /// Checks that there will be room for the rematch of a match that is left to computers once somebody has
    /// ended it for that.
    ///
    /// # Errors
    ///
    /// Those of [`rematch`], and [`HostError::Limited`] where there is no room; else when the store fails.
    pub async fn room_for_rematch(
        &self,
        played: &Match,
        asker: Person,
        place: &Place,
    ) -> Result<(), HostError> {
        let mut ended = played.clone();
        ended.apply(&Event::Ended(played.game().call_off()), self.now());
        let opening = self.opened_again(&ended, asker, place).await?;
        let room = self.room_for(&opening, asker, Some(played.id()));
        room.await.map(drop)
    }

    /// Returns the place where the table for the rematch of a match is opened that somebody asks for here:
    /// here like any other table, and where the match was opened if this is in another server, or in none.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn place_of_rematch(
        &self,
        played: &Match,
        asked: &Place,
    ) -> Result<Place, StoreError> {
        let before = played.opened_at();
        let here = asked.server() == before.server();
        // It may have been opened in the thread of another match.
        self.place_of_table(if here { asked } else { before }).await
    }

    /// Returns the events that open the table of a match that is played again, as somebody asks here.
    async fn opened_again(
        &self,
        played: &Match,
        asker: Person,
        asked: &Place,
    ) -> Result<Vec<Event>, HostError> {
        let mut opening = rematch(played, asker, self.may_be_rated(played))?;
        if let Some(Event::Opened { place, .. }) = opening.first_mut() {
            *place = self.place_of_rematch(played, asked).await?;
        }
        // The seat of a forgotten person is for anyone.
        opening.retain(
            |event| !matches!(event, Event::Invited { person, .. } if self.is_forgotten(*person)),
        );
        Ok(opening)
    }

    fn may_be_rated(&self, played: &Match) -> bool {
        let mut seats = played.seats().iter();
        let computers = seats.any(|(_, seat)| matches!(seat, Seat::Computer(_)));
        !computers || self.server_preferences(played.opened_at()).rated_computers
    }
}
