//! Pages that show the same seat, so that each can say that there is another: somebody's second window,
//! or somebody else with a copy of their link.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use tokio::sync::Notify;

use crate::{
    matchplay::{MatchId, Person},
    store::locked,
};

/// The most letters of a page's name that count.
const LONGEST_NAME: usize = 22;

/// The pages that are open, by the seats that they show.
#[derive(Debug, Default)]
pub(super) struct Presences(Arc<Mutex<OpenSeats>>);

type OpenSeats = HashMap<(MatchId, Person), Vec<Arc<OpenPage>>>;

/// A socket of a page. A page that comes back after a cut is not another one, though the socket that it
/// had seems open for a while.
#[derive(Debug)]
struct OpenPage {
    name: String,
    /// Rings when the page is no longer the only one, or is so again.
    bell: Notify,
}

/// The presence of one page, until this is dropped.
#[derive(Debug)]
pub(super) struct Presence {
    all: Arc<Mutex<OpenSeats>>,
    page: Arc<OpenPage>,
    seats: Vec<(MatchId, Person)>,
}

impl Presences {
    /// Returns the presence of a page with this name, which shows no seat yet.
    pub(super) fn of(&self, name: &str) -> Presence {
        Presence {
            all: Arc::clone(&self.0),
            page: Arc::new(OpenPage {
                name: name.chars().take(LONGEST_NAME).collect(),
                bell: Notify::new(),
            }),
            seats: Vec::new(),
        }
    }
}

impl Presence {
    /// Notes which seats the page shows from now on, and returns true if another page shows one of them.
    pub(super) fn shows(&mut self, seats: Vec<(MatchId, Person)>) -> bool {
        let mut all = locked(&self.all);
        for left in self.seats.iter().filter(|seat| !seats.contains(seat)) {
            self.leave(&mut all, *left);
        }
        for come in seats.iter().filter(|seat| !self.seats.contains(seat)) {
            let pages = all.entry(*come).or_default();
            self.ring(pages);
            pages.push(Arc::clone(&self.page));
        }
        let is_elsewhere = seats.iter().any(|seat| {
            let pages = all.get(seat).into_iter().flatten();
            pages.into_iter().any(|page| page.name != self.page.name)
        });
        drop(all);
        self.seats = seats;
        is_elsewhere
    }

    /// Waits until what [`shows`](Presence::shows) returned may be otherwise.
    pub(super) async fn changed(&self) {
        self.page.bell.notified().await;
    }

    fn leave(&self, all: &mut OpenSeats, seat: (MatchId, Person)) {
        if let Some(pages) = all.get_mut(&seat) {
            pages.retain(|page| !Arc::ptr_eq(page, &self.page));
            self.ring(pages);
            if pages.is_empty() {
                all.remove(&seat);
            }
        }
    }

    /// Rings where this page was or will be the only other one: nothing changes for more than those.
    fn ring(&self, others: &[Arc<OpenPage>]) {
        let is_first = |other: &Arc<OpenPage>| other.name == others[0].name;
        if others.iter().all(is_first) {
            let others = others.iter().filter(|other| other.name != self.page.name);
            others.for_each(|other| other.bell.notify_one());
        }
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        let mut all = locked(&self.all);
        for seat in &self.seats {
            self.leave(&mut all, *seat);
        }
    }
}
