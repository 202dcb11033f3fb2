//! Posts what the outbox holds: whatever no answer has told, until it is through.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::{sync::watch, task::JoinSet, time::Instant};

use super::{
    Called, Calls, Delivery, DeliveryError, Failure, Messenger, pings::CallWait, post::Attempt,
    retry::Retry, threads::before_board,
};
use crate::{
    host::{Doubt, HeldNotice, NoticeState, Outbox},
    matchplay::{Place, Stage},
    store::{Notice, StoreError, causes, locked},
};

/// Breakdowns of posting over one notice after which the notice is given up: it would keep
/// its match's later ones from being told.
const MOST_BREAKDOWNS: u32 = 5;

/// Time after which news has had to wait, in milliseconds: what waits with it is told together.
const LATE: i64 = 2_000;

/// The time after which a chat may have forgotten a mark: Discord says a few minutes.
const MARK_KEPT: Duration = Duration::from_secs(120);

/// Posts the rows of the outbox. Cheap to share behind an [`Arc`].
#[derive(Debug)]
pub struct Poster<M> {
    delivery: Arc<Delivery<M>>,
    /// Notices that cannot be told now that it stops: held so that nobody else takes them, they stay in the outbox.
    kept: Mutex<Vec<HeldNotice>>,
    stopping: watch::Sender<bool>,
}

/// The rows that are left when everything stops. Each is given once.
#[derive(Debug, Default)]
struct Rest {
    given: HashSet<u64>,
    /// Those that came back untold, held so that they do not come again.
    kept: Vec<HeldNotice>,
}

impl Rest {
    fn next(&mut self, outbox: &Outbox) -> Option<HeldNotice> {
        loop {
            let held = outbox.take_free()?;
            if self.given.insert(held.notice().number) {
                return Some(held);
            }
            self.kept.push(held);
        }
    }
}

/// What becomes of a notice after a try.
enum AfterTry {
    /// It has come so far, and nothing is left to do.
    Ends(NoticeState),
    /// Those are to be called who could not be called with it.
    Calls(Calls),
    /// It is tried again, after this time at the earliest.
    Again(Duration),
}

/// The tries to tell one notice.
struct Posting<'a> {
    retry: Retry<'a>,
    attempt: Attempt,
    /// When a try failed first that may have got through.
    unsure: Option<Instant>,
    breakdowns: u32,
}

impl<M: Messenger> Poster<M> {
    /// Returns a poster that delivers with this.
    #[must_use]
    pub fn new(delivery: Arc<Delivery<M>>) -> Poster<M> {
        Poster {
            delivery,
            kept: Mutex::default(),
            stopping: watch::Sender::new(false),
        }
    }

    /// Posts what an outbox holds until [`Poster::stop`], and then once what is left.
    pub async fn run(self: Arc<Self>, outbox: Outbox) {
        let mut posting = JoinSet::new();
        let mut stopping = self.stopping.subscribe();
        let mut cleaning = JoinSet::new();
        cleaning.spawn(Arc::clone(&self.delivery).clean_up());
        loop {
            tokio::select! {
                held = outbox.next() => {
                    posting.spawn(Arc::clone(&self).post(held));
                    // Where the runtime is ending, the task is gone already and the row waits again:
                    // without a pause the runtime would wait for this loop, which never ended.
                    tokio::task::yield_now().await;
                }
                Some(_) = posting.join_next() => {}
                () = stopped(&mut stopping) => break,
            }
        }
        cleaning.shutdown().await;
        let mut rest = Rest::default();
        loop {
            while let Some(held) = rest.next(&outbox) {
                posting.spawn(Arc::clone(&self).post(held));
            }
            if posting.join_next().await.is_none() {
                break;
            }
        }
        locked(&self.kept).append(&mut rest.kept);
    }

    /// Lets [`Poster::run`] end. What does not get through at once then will be found in the outbox
    /// after the next start.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Posts a notice until it is through, or posting has been stopped.
    async fn post(self: Arc<Self>, mut held: HeldNotice) {
        let mut stopping = self.stopping.subscribe();
        if self.is_late(&held).await {
            held.gather();
        }
        let notice = *held.notice();
        let mut tries = Posting {
            retry: Retry::new(&self.delivery.tries),
            attempt: Attempt {
                left: held.left_tables(),
                role: held.role().map(str::to_owned),
                ..Attempt::first(held.state())
            },
            unsure: None,
            breakdowns: 0,
        };
        loop {
            let (delivery, attempt) = (Arc::clone(&self.delivery), tries.attempt.clone());
            // In a task of its own, so that a panic ends this try alone.
            let tried = tokio::spawn(async move { delivery.post(&notice, &attempt).await });
            let least = match tries.judge(&notice, tried.await) {
                AfterTry::Ends(state) => {
                    if state == NoticeState::Delivered {
                        self.delivery.remembered.cleanups.note(notice.id);
                    }
                    return held.end(state);
                }
                AfterTry::Calls(calls) => {
                    self.delivery.remembered.cleanups.note(notice.id);
                    held.let_others_pass();
                    tokio::select! {
                        // After the next start it is found where it stands, and they are called.
                        called = self.call_all_later(&notice, &calls) => {
                            if called {
                                return held.end(NoticeState::Delivered);
                            }
                        }
                        () = stopped(&mut stopping) => {}
                    }
                    break;
                }
                AfterTry::Again(least) => least,
            };
            tokio::select! {
                () = tries.retry.wait(least) => {}
                () = stopped(&mut stopping) => break,
            }
            tries.go_on();
        }
        locked(&self.kept).push(held);
    }

    /// Returns true if a notice about play had to wait, and nobody has heard of it.
    async fn is_late(&self, held: &HeldNotice) -> bool {
        let host = self.delivery.responder.host();
        let together = held.left_tables().is_some() || held.role().is_some();
        if together || held.state() != NoticeState::Queued {
            return false;
        }
        let notice = held.notice();
        if let Ok(Some(now)) = host.state(notice.id).await
            && now.version() == notice.to
            && host.now() < now.changed().plus(LATE)
        {
            // It has just happened, as nearly all that is told: its match need not be read.
            return false;
        }
        let Ok(Some(account)) = host.account(notice.id, notice.from, notice.to).await else {
            return false;
        };
        let plays = account.before.as_ref();
        let plays = plays.is_some_and(|before| before.stage() == Stage::Running);
        plays && host.now() >= account.after.changed().plus(LATE)
    }

    /// Calls those who could not be called where a notice stands, as soon as that can be. Returns false if
    /// everything is to stop before.
    async fn call_all_later(&self, notice: &Notice, calls: &Calls) -> bool {
        let left = async {
            match &calls.left {
                Some(left) => {
                    let calling = self.delivery.call_until_through(notice.id, left, false);
                    calling.await.is_some()
                }
                None => true,
            }
        };
        let (left, later) = tokio::join!(left, self.call_later(notice, &calls.later));
        left && later
    }

    /// Calls those who had been called just before, once some time has passed, if something still
    /// concerns them then. Those who are to be called later already are called once for everything.
    async fn call_later(&self, notice: &Notice, later: &[Called]) -> bool {
        let (delivery, id) = (&*self.delivery, notice.id);
        let clock = delivery.responder.host().clock();
        // Somebody may have been called for everything while this notice was told.
        let waits = |called: &Called| delivery.pings.wait(id, called.person, notice.to);
        let waits: Vec<CallWait> = later.iter().map(waits).collect();
        // Nobody waits for another who cannot be reached.
        let calls = later.iter().zip(waits).map(|(called, waiting)| async move {
            match waiting {
                CallWait::Over => return true,
                CallWait::ForOther => {
                    // Until then the notice stays in the outbox, so that nothing is lost by a restart.
                    delivery.pings.waited(id, called.person).await;
                    return true;
                }
                CallWait::First => {}
            }
            loop {
                let free = delivery.pings.free_from(id, called.person);
                clock.after(free.saturating_sub(clock.run_for())).await;
                let calling = delivery.call_until_through(id, called, true);
                let Some(version) = calling.await else {
                    return false;
                };
                if delivery.pings.end_wait(id, called.person, version) {
                    return true;
                }
            }
        });
        let called = futures_util::future::join_all(calls).await;
        called.into_iter().all(|called| called)
    }
}

impl Posting<'_> {
    /// Takes in what came of a try, and says what becomes of the notice.
    fn judge(
        &mut self,
        notice: &Notice,
        tried: Result<Result<Option<Calls>, DeliveryError>, tokio::task::JoinError>,
    ) -> AfterTry {
        let id = notice.id;
        let given_up = AfterTry::Ends(NoticeState::GivenUp);
        match tried {
            Ok(Ok(Some(calls))) if calls.later.is_empty() && calls.left.is_none() => {
                AfterTry::Ends(NoticeState::Delivered)
            }
            Ok(Ok(Some(calls))) => AfterTry::Calls(calls),
            Ok(Ok(None)) => {
                tracing::warn!(%id, "a notice is given up: no place takes it");
                given_up
            }
            Ok(Err(DeliveryError::Store(error))) => {
                tracing::error!(error = %causes(&error), %id, "a notice could not be read or noted");
                // What is damaged stays so, and must not keep the later ones of its match back.
                if matches!(error, StoreError::Damaged { .. }) {
                    return given_up;
                }
                AfterTry::Again(Duration::ZERO)
            }
            Ok(Err(DeliveryError::Chat(failure))) => {
                if !failure.is_passing() && self.attempt.is_last {
                    tracing::error!(%failure, %id, "a notice is given up");
                    return given_up;
                }
                tracing::warn!(%failure, %id, "a notice waits");
                if failure == Failure::InDoubt {
                    self.unsure.get_or_insert_with(Instant::now);
                }
                AfterTry::Again(self.retry.count(&failure))
            }
            Err(error) => {
                self.breakdowns += 1;
                tracing::error!(error = %causes(&error), %id, "posting a notice broke down");
                if self.breakdowns == MOST_BREAKDOWNS {
                    tracing::error!(%id, "a notice is given up");
                    return given_up;
                }
                AfterTry::Again(Duration::ZERO)
            }
        }
    }

    /// Begins the next try: what was sent may stand now.
    fn go_on(&mut self) {
        let unsure = self.unsure.map(|first| first.elapsed());
        self.attempt.state = sent(self.attempt.state.clone(), unsure);
        self.attempt.looks = true;
        self.attempt.is_last = self.retry.is_last();
    }
}

/// Returns how far a notice may have come after tries that failed, the first of which that may have got through this
/// long ago.
fn sent(state: NoticeState, unsure: Option<Duration>) -> NoticeState {
    let is_partly = matches!(state, NoticeState::Shown(_) | NoticeState::Heard);
    if unsure.is_some_and(|time| time >= MARK_KEPT) && !is_partly {
        NoticeState::InDoubt(Doubt::Earlier)
    } else if state == NoticeState::Queued {
        NoticeState::Sent
    } else {
        state
    }
}

impl<M: Messenger> Delivery<M> {
    /// Lets a match go on whose thread was deleted: its latest board is told again, where it is played from now on.
    pub(super) async fn move_on(self: Arc<Self>, gone: Place) {
        let mut retry = Retry::new(&self.tries);
        let mut attempt = Attempt::first(NoticeState::Queued);
        loop {
            attempt.is_last = retry.is_last();
            let error = match self.tell_again(&gone, &attempt).await {
                Ok(()) => return,
                Err(error) => error,
            };
            tracing::warn!(error = %causes(&error), "a match whose thread was deleted waits");
            (attempt.state, attempt.looks) = (NoticeState::Sent, true);
            let goes_on = match &error {
                DeliveryError::Chat(failure) => retry.insists(failure).await,
                DeliveryError::Store(StoreError::Damaged { .. }) => false,
                DeliveryError::Store(_) => retry.pause(Duration::ZERO).await,
            };
            if !goes_on {
                return;
            }
        }
    }

    async fn tell_again(&self, gone: &Place, attempt: &Attempt) -> Result<(), DeliveryError> {
        let host = self.responder.host();
        // Once it has moved, the outbox tells it.
        let Some(id) = host.match_of(gone).await?.map(|state| state.id()) else {
            return Ok(());
        };
        let events = host.events(id).await?;
        let Some(from) = before_board(&events) else {
            return Ok(());
        };
        let notice = Notice {
            number: 0,
            id,
            from,
            to: events.len() as u64,
        };
        // Who was called just before for something else is called here as well.
        let calls = self.post(&notice, attempt).await?.unwrap_or_default();
        for called in calls.later.iter().chain(&calls.left) {
            self.call_until_through(id, called, true).await;
        }
        Ok(())
    }
}

/// Waits until posting is to be stopped.
async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // Without a sender there is nobody left to post for.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        host::{Host, SystemClock, Table},
        matchplay::Person,
        rules::Ruleset,
        store::{Stores, memory::MemoryStore},
    };

    #[test]
    fn a_mark_is_trusted_for_as_long_as_it_is_known() {
        let at = |seconds| Some(Duration::from_secs(seconds));
        let [answer, earlier] = [Doubt::Answer, Doubt::Earlier].map(NoticeState::InDoubt);
        for (state, unsure, then) in [
            (NoticeState::Queued, None, NoticeState::Sent),
            (NoticeState::Queued, at(119), NoticeState::Sent),
            (NoticeState::Queued, at(120), earlier.clone()),
            (answer.clone(), at(1), answer.clone()),
            (answer, at(500), earlier.clone()),
            (earlier.clone(), None, earlier),
            (NoticeState::Heard, at(500), NoticeState::Heard),
        ] {
            assert_eq!(sent(state.clone(), unsure), then, "{state:?} {unsure:?}");
        }
    }

    /// In a runtime that ends, tasks are gone before they begin: their rows come back at once, and again.
    #[tokio::test]
    async fn a_row_that_comes_back_at_the_end_is_not_taken_again() {
        let stores: Stores = Arc::new(MemoryStore::new()).into();
        let host = Host::new(stores, Arc::new(SystemClock::start()), Some(1)).await;
        let host = host.unwrap();
        let outbox = host.outbox("discord").await.unwrap();
        let table = Table {
            ruleset: String::from("three-man"),
            options: Ruleset::THREE_MAN,
            place: Place::new("discord/1/2"),
            seat: None,
            invited: Vec::new(),
            computers: None,
            rated: true,
            time: None,
            private: false,
        };
        for person in 1..=2 {
            let opened = host.open(&table, Person(person), None).await.unwrap();
            drop(opened.notice);
        }
        let mut rest = Rest::default();
        let mut given = 0;
        while let Some(held) = rest.next(&outbox) {
            drop(held);
            given += 1;
            assert!(given <= 2, "a row is given again and again");
        }
        assert_eq!((given, rest.kept.len()), (2, 2));
    }
}
