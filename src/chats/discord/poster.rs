//! Posts what the outbox holds: whatever no answer has told, until it is through.

use std::collections::HashSet;

use serenity::futures::future::join_all;
use tokio::{sync::watch, task::JoinSet};

use super::{
    calls::{Called, calls},
    delivery::Delivery,
    housing::{Housing, before_board},
    late::call_until_through,
    pings::CallWait,
    prelude::*,
    present::{Letter, ReplyPart, nonce},
    retry::{Doubt, EarlierTries, Retry, Setback},
    upkeep::{count_vote, refresh_table, sweep},
};
use crate::{
    delivery::{Calls, Route, Trigger, let_in, newcomers, plan, still_concerns},
    host::{Closed, Fate, HeldNotice, LeftTables, Outbox},
    matchplay::Seat,
    messages::Ping,
    store::{Notice, StoreError, causes},
};

/// For how long what a server's language is may be waited for, at the start above all: its servers
/// are told to a bot one after the other.
const TO_HEAR: Duration = Duration::from_secs(2);

/// Breakdowns of posting over one notice after which the notice is given up: it would keep
/// its match's later ones from being told.
const MOST_BREAKDOWNS: u32 = 5;

/// Time after which news has had to wait, in milliseconds: what waits with it is told together.
const LATE: i64 = 2_000;

/// Posts the rows of the outbox. Cheap to share behind an [`Arc`].
#[derive(Debug)]
pub(super) struct Poster {
    office: Arc<Office>,
    /// Notices that cannot be told on Discord, or not now that it stops: held so that nobody else takes
    /// them, they stay in the outbox.
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

impl Poster {
    pub(super) fn new(office: Arc<Office>) -> Poster {
        Poster {
            office,
            kept: Mutex::default(),
            stopping: watch::Sender::new(false),
        }
    }

    /// Posts what an outbox holds until [`Poster::stop`], and then once what is left.
    pub(super) async fn run(self: Arc<Self>, outbox: Outbox) {
        let mut posting = JoinSet::new();
        let mut stopping = self.stopping.subscribe();
        let mut sweeping = JoinSet::new();
        sweeping.spawn(sweep(Arc::clone(&self.office)));
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
        sweeping.shutdown().await;
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
    pub(super) fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Posts a notice until it is through, or posting has been stopped.
    async fn post(self: Arc<Self>, mut held: HeldNotice) {
        let mut stopping = self.stopping.subscribe();
        if self.is_late(&held).await {
            held.gather();
        }
        let notice = *held.notice();
        let heard = held.is_heard();
        let shown: Option<Arc<[Person]>> = held.is_shown().then(|| held.called().into());
        let mut doubt = match held.is_doubtful() {
            true if held.is_from_before() => Doubt::Before,
            true => Doubt::Answered,
            false => Doubt::None,
        };
        let mut unsure: Option<Instant> = None;
        let left = held.left_tables().map(Arc::new);
        let role: Option<Arc<str>> = held.role().map(Arc::from);
        let mut breakdowns = 0;
        let mut retry = Retry::new(&self.office);
        loop {
            let (office, shown) = (Arc::clone(&self.office), shown.clone());
            let (left, role) = (left.clone(), role.clone());
            let is_last = retry.is_last();
            let tries = EarlierTries { doubt, is_last };
            let mut least = Duration::ZERO;
            // In a task of its own, so that a panic ends this try alone.
            let tried = tokio::spawn(async move {
                let extras = (left.as_deref(), role.as_deref());
                post(&office, &notice, extras, (heard, shown.as_deref()), tries).await
            });
            match tried.await {
                Ok(Ok(Some(calls))) => {
                    self.office.sweeps.note(notice.id);
                    if calls.later.is_empty() && calls.left.is_none() {
                        return held.end(Fate::Told);
                    }
                    held.let_others_pass();
                    tokio::select! {
                        // After the next start it is found where it stands, and they are called.
                        called = self.call_all_later(&notice, &calls) => {
                            if called {
                                return held.end(Fate::Told);
                            }
                        }
                        () = stopped(&mut stopping) => {}
                    }
                    break;
                }
                Ok(Ok(None)) => {
                    tracing::warn!(id = %notice.id, "a notice is given up: no place takes it");
                    return held.end(Fate::GivenUp);
                }
                Ok(Err(Setback::Elsewhere)) => break,
                Ok(Err(Setback::Store(error))) => {
                    tracing::error!(error = %causes(&error), id = %notice.id, "a notice could not be read or noted");
                    // What is damaged stays so, and must not keep the later ones of its match back.
                    if matches!(error, StoreError::Damaged { .. }) {
                        return held.end(Fate::GivenUp);
                    }
                }
                Ok(Err(Setback::Refused(error))) => {
                    let passes = trouble(&error) == Trouble::Passing;
                    if !passes && is_last {
                        tracing::error!(error = %causes(&error), id = %notice.id, "a notice is given up");
                        return held.end(Fate::GivenUp);
                    }
                    tracing::warn!(error = %causes(&error), id = %notice.id, "a notice waits");
                    least = retry.count(&error);
                    if error.is_unsure() {
                        unsure.get_or_insert_with(Instant::now);
                    }
                }
                Err(error) => {
                    breakdowns += 1;
                    tracing::error!(error = %causes(&error), id = %notice.id, "posting a notice broke down");
                    if breakdowns == MOST_BREAKDOWNS {
                        tracing::error!(id = %notice.id, "a notice is given up");
                        return held.end(Fate::GivenUp);
                    }
                }
            }
            tokio::select! {
                () = retry.wait(least) => {}
                () = stopped(&mut stopping) => break,
            }
            doubt = doubt.after(unsure.map(|first| first.elapsed()));
        }
        locked(&self.kept).push(held);
    }

    /// Returns true if a notice about play had to wait, and nobody has heard of it.
    async fn is_late(&self, held: &HeldNotice) -> bool {
        let host = self.office.responder.host();
        let together = held.left_tables().is_some() || held.role().is_some();
        if together || held.is_doubtful() || held.is_heard() || held.is_shown() {
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
    async fn call_all_later(&self, notice: &Notice, calls: &Calls<Called>) -> bool {
        let left = async {
            match calls.left {
                Some(left) => {
                    let called = call_until_through(&self.office, notice.id, left, false).await;
                    called.is_some()
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
        let (office, id) = (&*self.office, notice.id);
        let clock = office.responder.host().clock();
        let free_from = |called: &Called| office.pings.free_from(id, called.person);
        // Somebody may have been called for everything while this notice was told.
        let waits = |called: &Called| (*called, office.pings.wait(id, called.person, notice.to));
        let later: Vec<(Called, CallWait)> = later.iter().map(waits).collect();
        // Nobody waits for another who cannot be reached.
        let free_from = &free_from;
        let calls = later.into_iter().map(|(called, waiting)| async move {
            match waiting {
                CallWait::Over => return true,
                CallWait::ForOther => {
                    // Until then the notice stays in the outbox, so that nothing is lost by a restart.
                    office.pings.waited(id, called.person).await;
                    return true;
                }
                CallWait::First => {}
            }
            loop {
                let free = free_from(&called);
                clock.after(free.saturating_sub(clock.run_for())).await;
                let Some(version) = call_until_through(office, id, called, true).await else {
                    return false;
                };
                if office.pings.end_wait(id, called.person, version) {
                    return true;
                }
            }
        });
        join_all(calls).await.into_iter().all(|called| called)
    }
}

/// Tells a notice where its match is played, or as near to it as can be, and does what else is to
/// be done: that alone where everybody has `heard`, and calls alone where it is `shown`, of those whom that has
/// not called. It may be told together with tables that somebody left, or call a role. Returns who is to be
/// called and how; `None` if nobody has heard of it, and every way is closed.
async fn post(
    office: &Arc<Office>,
    notice: &Notice,
    extras: (Option<&LeftTables>, Option<&str>),
    heard: (bool, Option<&[Person]>),
    tries: EarlierTries,
) -> Result<Option<Calls<Called>>, Setback> {
    let moved = Mutex::new(None);
    let posted = post_where(office, notice, extras, heard, tries, &moved).await;
    // Otherwise the outbox tells it, also after a restart.
    if let (Ok(Some(_)), Some(row)) = (&posted, locked(&moved).take()) {
        row.end(Fate::Told);
    }
    posted
}

/// The same; the row by which the match has `moved` is left to the caller where this shows its board.
async fn post_where(
    office: &Arc<Office>,
    notice: &Notice,
    (left, role): (Option<&LeftTables>, Option<&str>),
    (heard, shown): (bool, Option<&[Person]>),
    tries: EarlierTries,
    moved: &Mutex<Option<HeldNotice>>,
) -> Result<Option<Calls<Called>>, Setback> {
    let nobody = || Some(Calls::default());
    let responder = &office.responder;
    let Some(state) = responder.host().state(notice.id).await? else {
        return Ok(nobody());
    };
    let state = &*state;
    if place::is_guest(state.place()) {
        // Answers tell of it, and nothing else can.
        return Ok(nobody());
    }
    let housing = Housing {
        office,
        state,
        moved,
    };
    if state.is_private() && state.is_housed() {
        // Before anything is said there, so that a mention reaches them. To be let in twice is harmless.
        let change = responder.host().account(notice.id, notice.from, notice.to);
        let change = change.await?;
        let events = change.map_or_else(Vec::new, |change| change.events);
        housing.admit(newcomers(&events), tries.is_last).await?;
    }
    // The message of a table whose match has begun is brought up to date by the notice of that alone, which knows
    // where it is played.
    let has_begun = state.started_at().is_some();
    // An opening and an end alone have a part of their own that may be left to say.
    if heard && notice.from > 0 && state.stage() != Stage::Ended {
        if !has_begun {
            refresh_table(office, state, tries.is_last).await?;
        }
        return Ok(nobody());
    }
    let place = state.place();
    if place::guild(place).is_some() {
        let (locales, host) = (responder.locales(), responder.host());
        locales.wait_for(host, place, TO_HEAR).await;
    }
    let Some(mut reply) = responder.notify(notice, left, role).await? else {
        return Ok(nobody());
    };
    let (mut places, mut lack, mut wider) = (Vec::new(), None, *notice);
    if state.is_housed()
        && reply.seat().is_none()
        && let Some(again) = housing.shown_again(notice).await?
    {
        (wider, lack) = again;
        let Some(shown) = responder.notify(&wider, left, role).await? else {
            return Ok(nobody());
        };
        reply = shown;
    }
    let notice = &wider;
    // What had to wait calls those alone whom it still concerns.
    if let Some(then) = reply.state.clone() {
        reply
            .pings
            .people
            .retain(|ping| still_concerns(&then, state, ping));
    }
    let parts = ReplyPart::of(&reply, heard || shown.is_some());
    if parts.is_empty() && shown.is_none() && state.is_housed() && state.stage() == Stage::Ended {
        housing.conclude(tries.is_last).await?;
        return Ok(nobody());
    }
    if parts.is_empty() && shown.is_none() {
        if !has_begun {
            refresh_table(office, state, tries.is_last).await?;
        }
        return Ok(nobody());
    }
    if heard && reply.news.opens() {
        // Others have answered meanwhile.
        let seats = state.seats();
        let kept = |ping: &Ping| {
            seats
                .iter()
                .any(|(_, seat)| *seat == Seat::Kept(ping.person))
        };
        reply.pings.people.retain(kept);
    } else if heard {
        reply.pings.people.clear();
    }
    let Some(opened) = place::channel(state.opened_at()) else {
        return Err(Setback::Elsewhere);
    };
    let plan = plan(&reply, &Trigger::Outbox(state));
    let opens_thread = plan
        .routes
        .iter()
        .any(|route| matches!(route, Route::Thread(_)));
    if plan.changes_table && !opens_thread {
        let is_left = has_begun && !reply.news.begins();
        let found = is_left || refresh_table(office, state, tries.is_last).await?;
        // The message of the table says it all, where nobody is to be called.
        if found && reply.pings.people.is_empty() && !reply.news.begins() && left.is_none() {
            return Ok(nobody());
        }
    }
    // Nobody else is asked anything by an answer to a vote, which the vote's own message counts.
    let votes = reply.news == News::VoteCast && reply.pings.people.is_empty();
    if votes && !heard && shown.is_none() && count_vote(office, state, &reply, tries).await? {
        return Ok(nobody());
    }
    for route in &plan.routes {
        match route {
            Route::Thread(people) => {
                let (thread, reason) = housing.house(people.as_deref(), tries).await?;
                places.extend(thread);
                lack = reason;
            }
            Route::Own => match responder.host().closed(place) {
                Some(Closed::Gone) if state.stage() == Stage::Running => {
                    let people = state.is_private().then(|| let_in(state));
                    let (found, said) = housing.house_again(people.as_deref(), tries).await?;
                    places.extend(found);
                    lack = said;
                    // Where this shows no board, the outbox does so after it.
                    let row = locked(moved).take_if(|_| reply.seat().is_none());
                    if let Some(row) = row {
                        row.end(Fate::Untold);
                    }
                }
                Some(Closed::Locked) if !office.manages_threads(state.opened_at()) => {
                    let (at, locale) = (place::channel(place), office.locale(&reply));
                    lack = office.lack(state, at, Need::SpeakInThread, locale);
                }
                Some(Closed::Gone | Closed::Locked) | None => {
                    places.extend(place::channel(place));
                }
            },
            Route::Opened => places.push(opened),
            Route::Answer(_) | Route::Direct => {}
        }
    }
    if plan.changes_table && opens_thread {
        // Only now is it known where the match is played, which the table's message says.
        let now = responder.host().state(notice.id).await?;
        refresh_table(office, now.as_deref().unwrap_or(state), tries.is_last).await?;
    }
    let reply = &reply;
    let delivery = Delivery {
        office,
        notice,
        state,
        reply,
        calls: calls(office, reply, notice.to, Duration::MAX).await?,
        tries,
        parts,
    };
    // Once for a match, where nothing else may be said of it.
    let is_here = |(remark, _): &mut Lack| {
        !matches!(remark, Remark::Moved(..)) && !plan.routes.contains(&Route::Opened)
    };
    if let Some((remark, text)) = lack.take_if(is_here) {
        let nonce = nonce(notice.id.as_str(), "lack", opened);
        let message = Letter::of_words(&text).message(nonce);
        let _turn = office.api.turn(opened).await;
        let sending = office.api.send(opened, message);
        let refused = "a place takes no post";
        let sent = unless_refused(sending, notice.id, refused, tries.is_last).await?;
        if sent.is_some() {
            office.rights.note_said(&[remark]);
        }
    }
    if reply.news == News::Reminder && delivery.calls.mentioned.is_empty() {
        // It is for one person, who wants it elsewhere or not at all; where they cannot be written
        // to, it stands where the match is played.
        if delivery.reach_alone().await? {
            return Ok(Some(delivery.calls));
        }
    }
    let said = match place::channel(place).zip(shown) {
        Some((here, called)) => {
            let said = delivery.say(&[here], lack).await?;
            let (_, mut mentioned) = said.unwrap_or((here, Vec::new()));
            let all = delivery.calls.all();
            mentioned.extend(all.filter(|one| called.contains(&one.person)));
            Some((here, mentioned))
        }
        None => delivery.say(&places, lack).await?,
    };
    let is_heard = match said {
        Some((channel, mentioned)) => {
            let is_heard = delivery.reach(Some(channel), &mentioned).await?;
            if plan.concludes && place::channel(place) == Some(channel) {
                housing.conclude(tries.is_last).await?;
            }
            is_heard
        }
        None => delivery.reach(None, &[]).await?,
    };
    let calls = delivery.calls;
    // Some may be called later who could not be told now.
    let goes_on = is_heard || !calls.later.is_empty() || calls.left.is_some();
    Ok(goes_on.then_some(calls))
}

/// Lets a match go on whose thread was deleted: its latest board is told again, where it is played from now on.
pub(super) async fn move_on(office: Arc<Office>, gone: Place) {
    let mut retry = Retry::new(&office);
    let mut doubt = Doubt::None;
    loop {
        let tries = EarlierTries {
            doubt,
            is_last: retry.is_last(),
        };
        let error = match tell_again(&office, &gone, tries).await {
            Ok(()) | Err(Setback::Elsewhere) => return,
            Err(error) => error,
        };
        tracing::warn!(error = %causes(&error), "a match whose thread was deleted waits");
        doubt = Doubt::Tried;
        let goes_on = match &error {
            Setback::Refused(error) => retry.insists(error).await,
            Setback::Store(StoreError::Damaged { .. }) => false,
            Setback::Store(_) | Setback::Elsewhere => retry.pause(Duration::ZERO).await,
        };
        if !goes_on {
            return;
        }
    }
}

/// Looks for the threads of matches that a server does not show as it comes: they are archived, or were locked
/// or deleted while the bot was away.
pub(super) async fn look_for_threads(
    office: Arc<Office>,
    guild: GuildId,
    shown: HashSet<ChannelId>,
) {
    let host = office.responder.host();
    let server = place::of_server(guild);
    for state in host.live_in(&server).await {
        let own = place::channel(state.place());
        let own = own.filter(|own| state.is_housed() && !shown.contains(own));
        let Some(thread) = own else {
            continue;
        };
        match office.api.channel(thread).await {
            Ok(found) => {
                office.note_lock(state.place(), found.is_locked());
            }
            Err(error) if trouble(&error) == Trouble::Gone => {
                host.report_closed(state.place(), Some(Closed::Gone));
                tokio::spawn(move_on(Arc::clone(&office), state.place().clone()));
            }
            Err(error) => {
                tracing::info!(error = %causes(&error), "Discord does not say what a thread is")
            }
        }
    }
}

async fn tell_again(
    office: &Arc<Office>,
    gone: &Place,
    tries: EarlierTries,
) -> Result<(), Setback> {
    let host = office.responder.host();
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
    let calls = post(office, &notice, (None, None), (false, None), tries).await?;
    // Who was called just before for something else is called here as well.
    let calls = calls.unwrap_or_default();
    for called in calls.later.into_iter().chain(calls.left) {
        call_until_through(office, id, called, true).await;
    }
    Ok(())
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
