//! Meets people: finds them by their accounts, and expects those who are new.

use std::sync::Arc;

use super::Host;
use crate::{
    matchplay::Person,
    store::{Identity, StoreError},
};

/// The reason why somebody comes, on which it depends whether they are written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// They change nothing. Someone new stays unknown, and without a disk this works all the same.
    Look,
    /// They change something, unless they are refused. Someone new is written down with what they change.
    Change,
    /// They want to be forgotten, or to hear of it. Someone who asked before, and whose wish could
    /// not be carried out, asks once more as who they were.
    Forget,
}

impl Host {
    /// Returns the person behind an account, written down with the name that they show when they
    /// are met first. Durable on return.
    ///
    /// # Errors
    ///
    /// When the store of people cannot be read or written.
    pub async fn meet(
        self: &Arc<Self>,
        identity: &Identity,
        name: &str,
    ) -> Result<Person, StoreError> {
        let fresh = || self.new_person();
        self.people.meet(identity, name, fresh).await
    }

    /// Returns the person behind an account. Someone new has a reference from now on, and is written down once
    /// something is stored that names them.
    ///
    /// # Errors
    ///
    /// When the store of people cannot be read.
    pub async fn expect(
        self: &Arc<Self>,
        identity: &Identity,
        name: &str,
    ) -> Result<Person, StoreError> {
        let fresh = || self.new_person();
        self.people.expect(identity, name, fresh).await
    }

    /// Returns the person who comes, who was looked up by their account; `None` for someone unknown who stays
    /// so. Their name of today is noted. Someone who asked to be forgotten before, and could not be, is
    /// forgotten first, and is someone new then.
    ///
    /// # Errors
    ///
    /// When the store of people cannot be read, or written for more than a look.
    pub async fn welcome(
        self: &Arc<Self>,
        known: Option<Person>,
        (identity, name): (&Identity, &str),
        visit: Visit,
    ) -> Result<Option<Person>, StoreError> {
        let looks = visit != Visit::Change;
        let known = match known {
            Some(person) if visit == Visit::Forget => return Ok(Some(person)),
            Some(person) if self.is_forgotten(person) => match self.forget(person).await {
                Err(error) if !(looks && error.is_of_writing()) => return Err(error),
                Ok(()) | Err(_) => None,
            },
            known => known,
        };
        if looks && known.is_none() {
            return Ok(None);
        }
        let met = self.expect(identity, name).await.map(Some);
        let welcome = match met {
            Err(_) if looks => known,
            met => met?,
        };
        if let Some(person) = welcome {
            self.people.know(&[person]).await?;
        }
        Ok(welcome)
    }
}
