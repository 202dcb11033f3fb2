//! What all connections share.

use std::{net::IpAddr, sync::Arc};

use tokio::sync::{Semaphore, watch};

use super::{
    assets::Assets,
    connections::Counts,
    drawn::Pictures,
    guard::Guard,
    presences::Presences,
    refusal::PageRefusal,
    states::States,
    visitors::{self, Browser, Caller, Seen, Visitor},
};
use crate::{
    commands::Responder,
    host::{Limit, Limited},
    matchplay::Match,
    messages::{Locale, Texts},
};

/// The server of the page.
#[derive(Debug)]
pub(super) struct TableServer {
    pub(super) responder: Responder,
    pub(super) guard: Guard,
    pub(super) assets: Assets,
    pub(super) seen: Seen,
    pub(super) states: States,
    /// The sockets that are open, by the browsers that opened them.
    pub(super) sockets: Counts<Browser>,
    pub(super) presences: Presences,
    pub(super) pictures: Pictures,
    /// One record is read at a time: it may be of a long match.
    pub(super) reading: Semaphore,
    pub(super) stopped: watch::Receiver<bool>,
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
    pub(super) fn locale(&self, visitor: &Visitor, caller: &Caller) -> Locale {
        let language = caller.language();
        self.responder.locale_for(visitor.settled(), language)
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
        self.count(Limit::PageLooks, &visitor, caller)?;
        let state = visitor.state.clone();
        let state = state.ok_or_else(|| PageRefusal::no_such_match(self.texts(caller)))?;
        Ok((visitor, state))
    }

    /// Counts a command or a press.
    pub(super) fn count_act(&self, visitor: &Visitor, caller: &Caller) -> Result<(), PageRefusal> {
        self.count(Limit::PageActs, visitor, caller)
    }

    /// Counts something of a visitor's.
    pub(super) fn count(
        &self,
        limit: Limit,
        visitor: &Visitor,
        caller: &Caller,
    ) -> Result<(), PageRefusal> {
        let counted = self.count_of(limit, &visitor.browser);
        counted.map_err(|limited| PageRefusal::limited(self.texts(caller), &limited))
    }

    /// Counts something of a browser's.
    pub(super) fn count_of(&self, limit: Limit, browser: &Browser) -> Result<(), Limited> {
        self.responder.host().count(limit, browser, None).map(drop)
    }
}

/// Waits until everything stops.
pub(super) async fn stop(stopped: &mut watch::Receiver<bool>) {
    // When the sender is gone it stops too.
    let _ = stopped.wait_for(|stopped| *stopped).await;
}
