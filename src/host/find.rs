//! Which match a command means (interfaces §2).

use std::sync::Arc;

use super::{Access, Host, HostError};
use crate::{
    matchplay::{Match, MatchId, Person, Place, Rejection, Server, Stage},
    store::StoreError,
};

/// What a match is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To act in it as a player.
    Act,
    /// To sit down at it.
    Join,
    /// To look at it.
    Show,
    /// To act in it as one who manages the server and need not play in it.
    Manage,
    /// To play it once more.
    Again,
}

/// Who looks for a match, where, and what they said of it.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// What for.
    pub purpose: Purpose,
    /// What was given as `match:`.
    pub given: Option<&'a str>,
    /// Where the command was given.
    pub place: &'a Place,
    /// By whom.
    pub speaker: Person,
    /// What they can see of the chat.
    pub access: &'a dyn Access,
}

impl Host {
    /// The match that is meant.
    ///
    /// # Errors
    ///
    /// [`Rejection::WhichMatch`] with the candidates when there are several,
    /// [`Rejection::NoSuchMatch`] when there is none, and those of [`Request::admit`] for one that
    /// the speaker may not see; else when the store fails.
    pub async fn find(&self, request: &Request<'_>) -> Result<Arc<Match>, HostError> {
        let found = self.meant(request).await?;
        request.admit(&found).await?;
        Ok(found)
    }

    async fn meant(&self, request: &Request<'_>) -> Result<Arc<Match>, HostError> {
        if let Some(given) = request.given {
            return self.find_named(given, request.place).await;
        }
        let live = self.live_at(request.place).await?;
        // In a match's own place nothing else can be meant.
        if let Some(own) = live
            .iter()
            .find(|state| state.is_housed() && state.place() == request.place)
        {
            return Ok(Arc::clone(own));
        }
        if live.is_empty()
            && let Some(own) = self.ended_here(request.place).await?
        {
            return Ok(own);
        }
        let speaker = request.speaker;
        match request.purpose {
            Purpose::Join => {
                let tables = filtered(&live, |state| state.stage() == Stage::Table);
                let kept = filtered(&live, |state| match state.stage() {
                    Stage::Table => {
                        state.seat_of(speaker).is_some() && state.color_of(speaker).is_none()
                    }
                    Stage::Running => state.asks(speaker),
                    Stage::Ended => false,
                });
                match only(&kept).or(only(&tables)) {
                    Some(table) => Ok(table),
                    None => Err(unclear(&tables)),
                }
            }
            Purpose::Again => match self.latest_ended(request.place, speaker).await {
                // What is played here is not over yet, which whoever asks is to hear.
                Err(HostError::Rejected(Rejection::NoSuchMatch)) => {
                    let theirs = filtered(&live, |state| state.concerns(speaker));
                    only(&theirs).ok_or_else(|| unclear(&theirs))
                }
                found => found,
            },
            Purpose::Act | Purpose::Show | Purpose::Manage => {
                let theirs = filtered(&live, |state| state.concerns(speaker));
                let waiting = filtered(&theirs, |state| state.to_move() == Some(speaker));
                if let Some(state) = only(&waiting).or(only(&theirs)) {
                    return Ok(state);
                }
                if !theirs.is_empty() {
                    return Err(unclear(&theirs));
                }
                let running = filtered(&live, |state| state.stage() == Stage::Running);
                let running = match request.purpose {
                    Purpose::Show => filtered(&running, |state| request.is_near(state)),
                    // Tables may be put an end to as well.
                    Purpose::Manage => live.clone(),
                    Purpose::Act | Purpose::Join | Purpose::Again => Vec::new(),
                };
                if !running.is_empty() {
                    if let Some(state) = only(&running) {
                        return Ok(state);
                    }
                    return Err(unclear(&running));
                }
                self.latest_ended(request.place, speaker).await
            }
        }
    }

    /// The live matches in which a person sits or is invited, or is asked to take a seat over, over
    /// all places: those waiting for them first, and among them those first whose time is up
    /// soonest.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn matches_of(&self, person: Person) -> Result<Vec<Arc<Match>>, StoreError> {
        let ids = self.read(move |store| store.live_of(person)).await?;
        let mut states = self.states(ids).await?;
        states.sort_by_key(|state| {
            let waits = state.waits_for(person);
            let deadline = state.clock().filter(|_| waits).map(|clock| clock.deadline);
            (!waits, deadline.is_none(), deadline, state.id())
        });
        Ok(states)
    }

    /// The live matches of the server in which this place is, open tables among them, in order of
    /// their ids, at most `most`; which ones, where there are more, is not said.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn matches_in(
        &self,
        place: &Place,
        most: usize,
    ) -> Result<Vec<Arc<Match>>, StoreError> {
        let server = Server::of(place);
        let ids = self.read(move |store| store.live_in(&server, most)).await?;
        self.states(ids).await
    }

    async fn find_named(&self, given: &str, place: &Place) -> Result<Arc<Match>, HostError> {
        let id: MatchId = given.trim().parse().map_err(|_| Rejection::NoSuchMatch)?;
        let state = self.state(id).await?.ok_or(Rejection::NoSuchMatch)?;
        // A match is nobody's business in another server.
        if state.place().server() == place.server() {
            Ok(state)
        } else {
            Err(Rejection::NoSuchMatch.into())
        }
    }

    async fn live_at(&self, place: &Place) -> Result<Vec<Arc<Match>>, StoreError> {
        let place = place.clone();
        let ids = self.read(move |store| store.live_at(&place)).await?;
        self.states(ids).await
    }

    /// The match whose own place this was.
    async fn ended_here(&self, place: &Place) -> Result<Option<Arc<Match>>, StoreError> {
        let at = place.clone();
        let Some(id) = self.read(move |store| store.ended_at(&at)).await? else {
            return Ok(None);
        };
        let ended = self.state(id).await?;
        Ok(ended.filter(|state| state.is_housed() && state.place() == place))
    }

    async fn states(&self, ids: Vec<MatchId>) -> Result<Vec<Arc<Match>>, StoreError> {
        let mut states = Vec::with_capacity(ids.len());
        for id in ids {
            states.extend(self.state(id).await?);
        }
        Ok(states)
    }

    async fn latest_ended(&self, place: &Place, person: Person) -> Result<Arc<Match>, HostError> {
        let place = place.clone();
        let id = self
            .read(move |store| store.latest_ended(&place, person))
            .await?
            .ok_or(Rejection::NoSuchMatch)?;
        Ok(self.state(id).await?.ok_or(Rejection::NoSuchMatch)?)
    }
}

fn filtered(states: &[Arc<Match>], fits: impl Fn(&Match) -> bool) -> Vec<Arc<Match>> {
    states.iter().filter(|state| fits(state)).cloned().collect()
}

fn only(states: &[Arc<Match>]) -> Option<Arc<Match>> {
    match states {
        [state] => Some(Arc::clone(state)),
        _ => None,
    }
}

fn unclear(states: &[Arc<Match>]) -> HostError {
    if states.is_empty() {
        return Rejection::NoSuchMatch.into();
    }
    let candidates = states.iter().map(|state| state.id()).collect();
    Rejection::WhichMatch { candidates }.into()
}
