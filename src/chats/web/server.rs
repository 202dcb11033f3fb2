//! What all connections share.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex},
};

use tokio::sync::watch;

use super::{
    assets::Assets,
    guard::Guard,
    presences::Presences,
    refusal::PageRefusal,
    states::States,
    visitors::{self, Caller, Seen, Visitor},
};
use crate::{
    commands::Responder,
    host::Limit,
    matchplay::{Match, Person},
    messages::{Locale, Texts},
    store::{links::SecretDigest, locked},
};

/// The most sockets of one browser.
pub(super) const MOST_SOCKETS: usize = 8;

/// The server of the page.
#[derive(Debug)]
pub(super) struct TableServer {
    pub(super) responder: Responder,
    pub(super) guard: Guard,
    pub(super) assets: Assets,
    pub(super) seen: Seen,
    pub(super) states: States,
    pub(super) sockets: Sockets,
    pub(super) presences: Presences,
    pub(super) stopped: watch::Receiver<bool>,
}

/// The sockets that are open, by the digests of the tokens that opened them.
#[derive(Debug, Default)]
pub(super) struct Sockets(Arc<Mutex<HashMap<SecretDigest, usize>>>);

/// A place among the sockets of a browser.
pub(super) struct SocketPlace {
    all: Arc<Mutex<HashMap<SecretDigest, usize>>>,
    of: SecretDigest,
}

impl Sockets {
    /// Takes a place for one more socket; `None` if this browser has as many as it may.
    pub(super) fn take(&self, token: &str) -> Option<SocketPlace> {
        let of = SecretDigest::of(token);
        let mut all = locked(&self.0);
        let count = all.entry(of.clone()).or_default();
        if *count >= MOST_SOCKETS {
            return None;
        }
        *count += 1;
        Some(SocketPlace {
            all: Arc::clone(&self.0),
            of,
        })
    }
}

impl Drop for SocketPlace {
    fn drop(&mut self) {
        let mut all = locked(&self.all);
        if let Some(count) = all.get_mut(&self.of) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.of);
            }
        }
    }
}

impl TableServer {
    pub(super) async fn visitor(
        &self,
        caller: &Caller,
        from: IpAddr,
    ) -> Result<Visitor, PageRefusal> {
        visitors::visitor(&self.responder, &self.seen, caller, from).await
    }

    /// Returns the texts in the language of a page.
    pub(super) fn texts(&self, caller: &Caller) -> &Texts {
        self.responder.texts_of(caller.language())
    }

    /// Returns the locale in which somebody on a page is answered.
    pub(super) fn locale(&self, person: Option<Person>, caller: &Caller) -> Locale {
        self.responder.locale_for(person, caller.language())
    }

    /// Returns the match that a page shows, and who looks at it there, which counts as a look.
    ///
    /// # Errors
    ///
    /// The refusal of somebody who may not see it, and those of [`visitor`](TableServer::visitor).
    pub(super) async fn shown(
        &self,
        caller: &Caller,
        from: IpAddr,
    ) -> Result<(Visitor, Arc<Match>), PageRefusal> {
        let visitor = self.visitor(caller, from).await?;
        self.count(Limit::PageLooks, &caller.token, self.texts(caller))?;
        let state = visitor.state.clone();
        let state = state.ok_or_else(|| PageRefusal::no_such_match(self.texts(caller)))?;
        Ok((visitor, state))
    }

    /// Counts a command or a press.
    pub(super) fn count_act(&self, caller: &Caller) -> Result<(), PageRefusal> {
        self.count(Limit::PageActs, &caller.token, self.texts(caller))
    }

    /// Counts something for the browser with this token.
    pub(super) fn count(
        &self,
        limit: Limit,
        token: &str,
        texts: &Texts,
    ) -> Result<(), PageRefusal> {
        let counted = self.responder.host().count(limit, token, None);
        match counted {
            Ok(_counted) => Ok(()),
            Err(limited) => Err(PageRefusal::limited(texts, &limited)),
        }
    }
}

/// Waits until everything stops.
pub(super) async fn stop(stopped: &mut watch::Receiver<bool>) {
    // When the sender is gone it stops too.
    let _ = stopped.wait_for(|stopped| *stopped).await;
}
