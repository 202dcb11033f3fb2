//! Links to matches, by which a page lets people in, and what they let their holders do.

use tokio::sync::OwnedMutexGuard;

use super::{Change, Host, HostError};
use crate::{
    matchplay::{Match, MatchId, Person, Rejection, Seat, Stage},
    rules::Color,
    store::{
        StoreError, StoredRow, Subject, causes,
        links::{Guest, Links, SecretDigest},
    },
};

/// What a link lets its holder do: one thing in one match. Anywhere else it is nothing: not the person who
/// plays that seat, and not the place where the match is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pass {
    /// The match.
    pub id: MatchId,
    /// The digest of the link's secret.
    pub digest: SecretDigest,
    /// What the link is for.
    pub to: PassTo,
}

/// What a link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassTo {
    /// To act for the player of one seat.
    Play {
        /// The seat.
        seat: Color,
        /// Its player, or who is to sit down there.
        player: Person,
        /// True if the seat was given away by a link, so that its player is nobody but the holder, who may
        /// choose their name and play again.
        is_guest: bool,
    },
    /// To watch.
    Watch,
}

impl Pass {
    /// Returns the player for whom its holder acts, if they do.
    #[must_use]
    pub const fn player(&self) -> Option<Person> {
        match self.to {
            PassTo::Play { player, .. } => Some(player),
            PassTo::Watch => None,
        }
    }
}

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
    /// Returns what a secret lets its holder do in a match with these links; `None` if it is that of no link,
    /// or if the link has ended: with the seat that its player had, when they have left the server where they
    /// play, and when they are forgotten. A link to watch ends with the seat of the player who made it.
    ///
    /// # Errors
    ///
    /// When the store of people cannot be read.
    pub async fn pass(
        &self,
        state: &Match,
        links: &Links,
        digest: &SecretDigest,
    ) -> Result<Option<Pass>, StoreError> {
        let to = match links.guest(digest) {
            None => return Ok(None),
            Some(Guest::Onlooker { by }) => {
                if by.is_some_and(|by| self.is_forgotten(by) || !gives_links(state, by)) {
                    return Ok(None);
                }
                PassTo::Watch
            }
            Some(Guest::Player(player)) => {
                let made_for = links.made_for(player);
                let free = made_for.filter(|seat| {
                    state.stage() == Stage::Table && state.seats()[*seat] == Seat::Open
                });
                let own = state.seat_of(player);
                let Some(seat) = own.filter(|seat| !state.is_gone(*seat)).or(free) else {
                    return Ok(None);
                };
                if self.is_forgotten(player) || self.people.look_up(player).await?.is_none() {
                    return Ok(None);
                }
                PassTo::Play {
                    seat,
                    player,
                    is_guest: made_for.is_some(),
                }
            }
        };
        Ok(Some(Pass {
            id: state.id(),
            digest: digest.clone(),
            to,
        }))
    }

    /// Gives somebody a link to a match in place of those they have, but for the link `asked_by`, and returns
    /// its secret, which is kept nowhere. Durable on return. Who may do so is for the caller to know.
    ///
    /// # Errors
    ///
    /// When the store cannot be read or written; nothing has changed then.
    pub async fn new_link(
        &self,
        id: MatchId,
        guest: Guest,
        asked_by: Option<&SecretDigest>,
    ) -> Result<String, StoreError> {
        let secret = secret();
        let digest = SecretDigest::of(&secret);
        self.change_links(id, |links| links.give(guest, digest.clone(), asked_by))
            .await?;
        Ok(secret)
    }

    /// Gives somebody a link to a free seat of a match in place of the one they have, and returns its
    /// secret; `None` if the seat is no longer free, or if they sit at another. They are the one whom a later
    /// link to this seat is for, until somebody else is.
    ///
    /// # Errors
    ///
    /// As [`new_link`](Host::new_link).
    pub async fn new_seat_link(
        &self,
        id: MatchId,
        seat: Color,
        person: Person,
    ) -> Result<Option<String>, StoreError> {
        let _turn = self.linking.take(id).await;
        let state = self.folded(id).await?;
        let is_free = |state: &Match| {
            let is_open = state.stage() == Stage::Table && state.seats()[seat] == Seat::Open;
            is_open && !state.has_part(person)
        };
        if !state.as_deref().is_some_and(is_free) {
            return Ok(None);
        }
        let secret = secret();
        let digest = SecretDigest::of(&secret);
        self.change_links(id, |links| links.expect(seat, person, digest.clone()))
            .await?;
        Ok(Some(secret))
    }

    /// Waits until the holder of a link may sit down by it. Until what is returned is dropped, no new link to a
    /// free seat of that match takes its place.
    ///
    /// # Errors
    ///
    /// [`Rejection::NoSuchMatch`] if the link has ended meanwhile; else when a store cannot be read.
    pub async fn hold_link(&self, pass: &Pass) -> Result<OwnedMutexGuard<()>, HostError> {
        let turn = self.linking.take(pass.id).await;
        let state = self.folded(pass.id).await?.ok_or(Rejection::NoSuchMatch)?;
        let links = self.links(pass.id).await?;
        let now = self.pass(&state, &links, &pass.digest).await?;
        let is_same = now.is_some_and(|now| now.player() == pass.player());
        is_same
            .then_some(turn)
            .ok_or_else(|| Rejection::NoSuchMatch.into())
    }

    /// Ends all links to watch a match.
    ///
    /// # Errors
    ///
    /// As [`new_link`](Host::new_link).
    pub async fn end_watching(&self, id: MatchId) -> Result<(), StoreError> {
        self.change_links(id, Links::end_watching).await
    }

    /// Lets the links to a match lead to the one as well in which its people play once more, on the seats that
    /// `seat_of` returns. What has been carried there before stays as it is: those people may have made other
    /// links since.
    ///
    /// # Errors
    ///
    /// As [`new_link`](Host::new_link).
    pub async fn carry_links(
        &self,
        from: MatchId,
        to: MatchId,
        seat_of: impl Fn(Person) -> Option<Color> + Send + Sync,
    ) -> Result<(), StoreError> {
        let next = to.to_string();
        // First where they lead, so that a link that is ended meanwhile is ended before it is carried.
        let (mut links, mut was_carried) = (Links::default(), false);
        self.change_links(from, |own| {
            was_carried = own.next.as_ref() == Some(&next);
            own.next = Some(next.clone());
            links = own.clone();
        })
        .await?;
        // If it was cut short between the two, nothing is there yet.
        if was_carried && self.links(to).await? != Links::default() {
            return Ok(());
        }
        self.change_links(to, |own| links.carry_into(own, &seat_of))
            .await
    }

    /// Ends the links of those who have lost their seats by a change. A link that is left here by chance lets
    /// nobody in all the same, until its player has a seat in this match again.
    pub(super) async fn end_links_of_leavers(&self, change: &Change) {
        let (id, after) = (change.after.id(), &change.after);
        let seats = change
            .before
            .iter()
            .flat_map(|before| before.seats().iter());
        let people = seats.filter_map(|(_, seat)| seat.person());
        let left: Vec<Person> = people
            .filter(|person| after.seat_of(*person).is_none())
            .collect();
        if left.is_empty() {
            return;
        }
        let ended = self.change_links(id, |links| {
            for person in &left {
                links.end_of(*person);
            }
        });
        if let Err(error) = ended.await {
            tracing::warn!(error = %causes(&error), match = %id, "the links of somebody who has left are still stored");
        }
    }

    async fn change_links(
        &self,
        id: MatchId,
        mut change: impl FnMut(&mut Links),
    ) -> Result<(), StoreError> {
        let mut is_new = false;
        self.change_row(Subject::Links(id), |there| {
            let before = there.map(Links::decode).transpose()?.unwrap_or_default();
            let mut links = before.clone();
            change(&mut links);
            is_new = links != before;
            Ok::<_, StoreError>(is_new.then(|| (links.encode(), None)))
        })
        .await?;
        if is_new {
            // Somebody may see it no more, or there is another match to go on to.
            self.watched.touch(id);
        }
        Ok(())
    }
}

/// Returns true for those who may let others watch a match: its players, those who are invited, and the one
/// who watches computers play.
#[must_use]
pub fn gives_links(state: &Match, person: Person) -> bool {
    let watches = state.is_of_computers() && state.opener() == person;
    let seat = state.seat_of(person);
    watches || seat.is_some_and(|seat| !state.is_gone(seat))
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
