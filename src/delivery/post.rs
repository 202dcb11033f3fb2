//! One notice on its way: to the place where its match is played, or as near to it as can be; and to those whom
//! that does not call, in direct messages or by lines next to it.

use std::time::Duration;

use super::{
    Called, Calls, ChatRefusal, ChatResult, Delivery, DeliveryError, Failure, Instead, Lack,
    MessageMark, Messenger, Need, Outgoing, PostId, Posted, Remark, Trigger,
    messenger::{LEAD, LISTED},
    outgoing::NoticePart,
    plan::{DeliveryPlan, Route, calls_alone, members, plan},
    retry::unless_refused,
    upkeep::MOVES,
};
use crate::{
    host::{Closed, Doubt, HeldNotice, LeftTables, NoticeState},
    matchplay::{Match, Moment, Person, Place, Seat, Stage},
    messages::{
        Button, ButtonId, Locale, News, Ping, Reply, Shown,
        markup::shortened,
        news::{is_over_for, newcomers, still_concerns},
    },
    store::{Notice, preferences::Concern},
};

/// The longest account of what happened, in characters.
const LONGEST_ACCOUNT: usize = 1_600;

/// For how long what a server's language is may be waited for, at the start above all: its servers
/// are told to a bot one after the other.
const TO_HEAR: Duration = Duration::from_secs(2);

/// A try to tell a notice: how far it has come by then.
#[derive(Clone, Debug)]
pub(super) struct Attempt {
    pub(super) state: NoticeState,
    /// True if some of it may have been said before, by an earlier try too.
    pub(super) looks: bool,
    /// True if refusals that are not understood have been met often enough: what else can be done
    /// is done instead.
    pub(super) is_last: bool,
    /// Tables that are told of together with it.
    pub(super) left: Option<LeftTables>,
    /// A role that it calls too.
    pub(super) role: Option<String>,
}

impl Attempt {
    /// Returns the first try of a notice.
    pub(super) fn first(state: NoticeState) -> Attempt {
        Attempt {
            looks: matches!(state, NoticeState::Sent | NoticeState::InDoubt(_)),
            state,
            is_last: false,
            left: None,
            role: None,
        }
    }

    /// Returns true if everybody has heard, and only other work is left to do.
    fn is_heard(&self) -> bool {
        self.state == NoticeState::Heard
    }

    /// Returns those whom what was shown has called, if only calls are left.
    fn shown(&self) -> Option<&[Person]> {
        if let NoticeState::Shown(called) = &self.state {
            Some(called)
        } else {
            None
        }
    }
}

/// A notice that is being told.
struct Post<'a, M> {
    delivery: &'a Delivery<M>,
    notice: Notice,
    /// The match as it is now.
    state: &'a Match,
    reply: Reply,
    calls: Calls,
    attempt: &'a Attempt,
    /// The parts that are to be said.
    parts: &'static [NoticePart],
}

/// The places that take a notice, best first, with what is to be said of them.
#[derive(Debug, Default)]
struct TakingPlaces {
    places: Vec<Place>,
    lack: Option<Lack>,
    /// The row by which the match has moved, where this shows its board.
    moved: Option<HeldNotice>,
}

/// What became of the search for a message.
enum SearchResult {
    /// It stands there, and mentions these people.
    Found(Vec<Called>),
    /// It does not stand there.
    Missing,
    /// The bot may not read what stands there, and something was posted since.
    Unseen,
}

/// A line that is said next to a post.
struct Line {
    outgoing: Outgoing,
    /// What tells its mark from those of others.
    mark: String,
    /// The one whom it calls, if it is a call that had to wait.
    late: Option<Person>,
}

/// Returns the parts of a reply in the order in which they stand; the last one alone if everybody
/// has `heard` the others.
fn parts(reply: &Reply, heard: bool) -> &'static [NoticePart] {
    match (reply.pings.call.is_some(), heard) {
        (false, true) => &[],
        (false, false) => &[NoticePart::Whole],
        (true, true) if calls_alone(reply) => &[],
        (true, false) if calls_alone(reply) => &[NoticePart::Call],
        (true, true) if reply.news.opens() => &[NoticePart::Call],
        (true, true) => &[NoticePart::Page],
        (true, false) if reply.news.opens() => &[NoticePart::Page, NoticePart::Call],
        (true, false) => &[NoticePart::Call, NoticePart::Page],
    }
}

/// Nobody is left to be called.
fn nobody() -> Option<Calls> {
    Some(Calls::default())
}

impl<M: Messenger> Delivery<M> {
    /// Tells a notice where its match is played, or as near to it as can be, and does what else is to be done.
    /// Returns who is to be called and how; `None` if nobody has heard of it, and every way is closed.
    pub(super) async fn post(
        &self,
        notice: &Notice,
        attempt: &Attempt,
    ) -> Result<Option<Calls>, DeliveryError> {
        let (responder, host) = (&self.responder, self.responder.host());
        let Some(state) = host.state(notice.id).await? else {
            return Ok(nobody());
        };
        let (state, is_last) = (&*state, attempt.is_last);
        if responder.markup().takes_answers_alone(state.place()) {
            // Answers tell of it, and nothing else can.
            return Ok(nobody());
        }
        if state.is_housed() {
            // Before anything is said there, so that a mention reaches them. To be added twice is harmless.
            let change = host.account(notice.id, notice.from, notice.to).await?;
            let events = change.map_or_else(Vec::new, |change| change.events);
            self.admit(state, newcomers(&events), is_last).await?;
        }
        // The message of a table whose match has begun is brought up to date by the notice of that alone, which knows
        // where it is played. An opening and an end alone have a part of their own that may be left to say.
        if attempt.is_heard() && notice.from > 0 && state.stage() != Stage::Ended {
            self.refresh_unless_begun(state, is_last).await?;
            return Ok(nobody());
        }
        let markup = responder.markup();
        if markup.reports_languages() && markup.is_shared(state.place()) {
            let locales = responder.locales();
            locales.wait_for(host, state.place(), TO_HEAR).await;
        }
        let Some((post, lack)) = self.prepare(notice, state, attempt).await? else {
            return Ok(nobody());
        };
        if post.parts.is_empty() && attempt.shown().is_none() {
            if state.is_housed() && state.stage() == Stage::Ended {
                self.conclude(state, is_last).await?;
            } else {
                self.refresh_unless_begun(state, is_last).await?;
            }
            return Ok(nobody());
        }
        post.tell(lack).await
    }

    /// Brings the message of a table up to date, unless its match has begun.
    async fn refresh_unless_begun(&self, state: &Match, is_last: bool) -> ChatResult<()> {
        if state.started_at().is_none() {
            self.refresh_table(state, is_last).await?;
        }
        Ok(())
    }

    /// Words a notice, and what is to be said with it; `None` if nobody wants to hear it.
    async fn prepare<'a>(
        &'a self,
        notice: &Notice,
        state: &'a Match,
        attempt: &'a Attempt,
    ) -> Result<Option<(Post<'a, M>, Option<Lack>)>, DeliveryError> {
        let (left, role) = (attempt.left.as_ref(), attempt.role.as_deref());
        let (mut notice, mut lack) = (*notice, None);
        let Some(mut reply) = self.responder.notify(&notice, left, role).await? else {
            return Ok(None);
        };
        if state.is_housed()
            && reply.seat().is_none()
            && let Some((wider, moved)) = self.shown_again(state, &notice).await?
        {
            let Some(shown) = self.responder.notify(&wider, left, role).await? else {
                return Ok(None);
            };
            (notice, lack, reply) = (wider, moved, shown);
        }
        let is_heard = attempt.is_heard();
        let parts = parts(&reply, is_heard || attempt.shown().is_some());
        // What had to wait calls those alone whom it still concerns.
        let then = reply.state.clone();
        let kept = |ping: &Ping| {
            let mut seats = state.seats().iter();
            seats.any(|(_, seat)| *seat == Seat::Kept(ping.person))
        };
        let opens = reply.news.opens();
        reply.pings.people.retain(|ping| {
            let concerns = then
                .as_ref()
                .is_none_or(|then| still_concerns(then, state, ping));
            // Others have answered meanwhile.
            concerns && (!is_heard || opens && kept(ping))
        });
        let post = Post {
            delivery: self,
            notice,
            state,
            reply,
            calls: Calls::default(),
            attempt,
            parts,
        };
        Ok(Some((post, lack)))
    }

    /// Lists what stands at a place; nothing where that may not be read.
    pub(super) async fn found(&self, at: &Place, since: Option<Moment>) -> ChatResult<Vec<Posted>> {
        match self.messenger.find(at, since).await {
            Err(failure) if !failure.is_passing() => Ok(Vec::new()),
            found => found,
        }
    }

    /// Returns the place of direct messages with somebody.
    pub(super) async fn direct_with(&self, called: &Called) -> ChatResult<Place> {
        if let Some(place) = self.remembered.directs.of(&called.person) {
            return Ok(place);
        }
        let place = self.messenger.direct(&called.id).await?;
        self.remembered.directs.note(called.person, place.clone());
        Ok(place)
    }
}

impl<M: Messenger> Post<'_, M> {
    async fn tell(mut self, lack: Option<Lack>) -> Result<Option<Calls>, DeliveryError> {
        let (delivery, state, is_last) = (self.delivery, self.state, self.attempt.is_last);
        let plan = plan(&self.reply, &Trigger::Outbox(state));
        if self.is_said_by_others(&plan).await? {
            return Ok(nobody());
        }
        let mut ways = self.ways(&plan, lack).await?;
        if plan.changes_table && opens_thread(&plan) {
            // Only now is it known where the match is played, which the table's message says.
            let now = delivery.responder.host().state(self.notice.id).await?;
            let now = now.as_deref().unwrap_or(state);
            delivery.refresh_table(now, is_last).await?;
        }
        let version = self.notice.to;
        self.calls = delivery.calls(&self.reply, version, Duration::MAX).await?;
        self.say_lack_apart(&plan, &mut ways).await?;
        if self.reply.news == News::Reminder && self.calls.mentioned.is_empty() {
            // It is for one person, who wants it elsewhere or not at all; where they cannot be written
            // to, it stands where the match is played.
            if self.reach_alone().await? {
                return Ok(Some(self.calls));
            }
        }
        let here = Some(state.place()).zip(self.attempt.shown());
        let said = if let Some((here, called)) = here {
            let said = self.say(std::slice::from_ref(here), ways.lack).await?;
            let mut mentioned = said.map_or_else(Vec::new, |(_, mentioned)| mentioned);
            let all = self.calls.all();
            mentioned.extend(all.filter(|one| called.contains(&one.person)).cloned());
            Some((here.clone(), mentioned))
        } else {
            self.say(&ways.places, ways.lack).await?
        };
        let is_heard = match said {
            Some((place, mentioned)) => {
                let is_heard = self.reach(Some(&place), &mentioned).await?;
                if plan.concludes && *state.place() == place {
                    delivery.conclude(state, is_last).await?;
                }
                is_heard
            }
            None => self.reach(None, &[]).await?,
        };
        // Otherwise the outbox tells it, also after a restart.
        let calls = self.calls;
        // Some may be called later who could not be told now.
        let goes_on = is_heard || !calls.later.is_empty() || calls.left.is_some();
        if let (true, Some(row)) = (goes_on, ways.moved) {
            row.end(NoticeState::Delivered);
        }
        Ok(goes_on.then_some(calls))
    }

    /// Returns true if what stands already says it all, and is up to date now: the message of a table, or of the
    /// vote that an answer is counted by.
    async fn is_said_by_others(&self, plan: &DeliveryPlan) -> ChatResult<bool> {
        let (delivery, state, reply) = (self.delivery, self.state, &self.reply);
        let calls_nobody = reply.pings.people.is_empty();
        if plan.changes_table && !opens_thread(plan) {
            let is_left = state.started_at().is_some() && !reply.news.begins();
            let found = is_left || delivery.refresh_table(state, self.attempt.is_last).await?;
            // The message of the table says it all, where nobody is to be called.
            if found && calls_nobody && !reply.news.begins() && self.attempt.left.is_none() {
                return Ok(true);
            }
        }
        // Nobody else is asked anything by an answer to a vote, which the vote's own message counts.
        let votes = reply.news == News::VoteCast && calls_nobody;
        let is_unsaid = !self.attempt.is_heard() && self.attempt.shown().is_none();
        if !(votes && is_unsaid) {
            return Ok(false);
        }
        delivery
            .count_vote(state, reply, self.attempt.is_last)
            .await
    }

    /// Finds the places that take it, along the routes of its plan; opens a thread where it is to have one.
    async fn ways(
        &self,
        plan: &DeliveryPlan,
        lack: Option<Lack>,
    ) -> Result<TakingPlaces, DeliveryError> {
        let (delivery, state) = (self.delivery, self.state);
        let mut ways = TakingPlaces {
            lack,
            ..TakingPlaces::default()
        };
        for route in &plan.routes {
            let home = match route {
                Route::Thread(people) => {
                    let housing = delivery.house(state, people.as_deref(), self.attempt);
                    housing.await?
                }
                Route::Own if self.is_thread_gone() => {
                    let people = state.is_private().then(|| members(state));
                    let housing = delivery.house_again(state, people.as_deref(), self.attempt);
                    housing.await?
                }
                Route::Own => {
                    ways.places.push(state.place().clone());
                    continue;
                }
                Route::Opened => {
                    ways.places.push(state.opened_at().clone());
                    continue;
                }
                Route::Answer(_) | Route::Direct => continue,
            };
            ways.places.extend(home.place);
            (ways.lack, ways.moved) = (home.lack, home.moved);
            // Where this shows no board, the outbox does so after it.
            let leaves_board = *route == Route::Own && self.reply.seat().is_none();
            if let Some(row) = ways.moved.take_if(|_| leaves_board) {
                row.end(NoticeState::Queued);
            }
        }
        Ok(ways)
    }

    /// Returns true if the match's thread was deleted, and it gets another one.
    fn is_thread_gone(&self) -> bool {
        let host = self.delivery.responder.host();
        let is_gone = host.closed(self.state.place()) == Some(Closed::Gone);
        is_gone && self.state.stage() == Stage::Running
    }

    /// Says by itself what is lacking, once for a match, where nothing else may be said of it.
    async fn say_lack_apart(&self, plan: &DeliveryPlan, ways: &mut TakingPlaces) -> ChatResult<()> {
        let is_here = |(remark, _): &mut Lack| {
            !matches!(remark, Remark::Moved(..)) && !plan.routes.contains(&Route::Opened)
        };
        let Some((remark, text)) = ways.lack.take_if(is_here) else {
            return Ok(());
        };
        let (delivery, opened) = (self.delivery, self.state.opened_at());
        let mark = MessageMark {
            about: self.notice.id.as_str(),
            what: "lack",
        };
        let outgoing = Outgoing::of_words(&text);
        let _turn = delivery.turns.take(opened.clone()).await;
        let sending = delivery.messenger.send(opened, &outgoing, mark);
        let refused = "a place takes no post";
        let sent = unless_refused(sending, self.notice.id, refused, self.attempt.is_last).await?;
        if sent.is_some() {
            delivery.note_said([remark]);
        }
        Ok(())
    }

    /// Returns what tells one of its messages from all others.
    fn mark<'b>(&'b self, what: &'b str) -> MessageMark<'b> {
        MessageMark {
            about: self.notice.id.as_str(),
            what,
        }
    }

    /// Names one of its messages.
    fn named(&self, what: &str) -> String {
        format!("{}{what}", self.notice.to)
    }

    /// Returns the locale of the place where its match is played.
    fn own_locale(&self) -> Locale {
        self.delivery.responder.locale_at(self.state.place())
    }

    /// Says the reply, and what is lacking, in the first of these places that takes it. Returns
    /// that place, and who is mentioned there.
    async fn say(
        &self,
        places: &[Place],
        mut lack: Option<Lack>,
    ) -> ChatResult<Option<(Place, Vec<Called>)>> {
        let (delivery, state, is_last) = (self.delivery, self.state, self.attempt.is_last);
        let host = delivery.responder.host();
        for place in places {
            let is_own = state.is_housed() && state.place() == place;
            let was_closed = is_own && host.closed(place).is_some();
            let failure = match self.say_in(place, lack.take()).await {
                Ok(mentioned) => {
                    if !is_own {
                        let cleanups = &delivery.remembered.cleanups;
                        cleanups.note_beside(state.id(), true);
                    }
                    // It may have been locked just after it took this, which is known already.
                    if was_closed {
                        host.report_closed(place, None);
                    }
                    return Ok(Some((place.clone(), mentioned)));
                }
                Err(failure) => failure,
            };
            let moves = failure == Failure::Gone && is_own && state.stage() == Stage::Running;
            if is_own {
                self.note_closed(&failure);
            }
            if moves && !is_last || failure.is_asked_again(is_last) {
                // Tried again, it is told in another thread if this one is gone.
                return Err(failure);
            }
            tracing::info!(%failure, id = %state.id(), "a place takes no post");
            if let Failure::Refused(
                refusal @ (ChatRefusal::Rights(..) | ChatRefusal::ShutOut(_) | ChatRefusal::Locked),
            ) = &failure
            {
                lack = delivery.lack(state, state.place(), refusal, &self.own_locale());
            }
        }
        Ok(None)
    }

    /// Takes in that the match's thread takes no post.
    fn note_closed(&self, failure: &Failure) {
        let why = match failure {
            Failure::Gone => Closed::Gone,
            Failure::Refused(ChatRefusal::Locked) => Closed::Locked,
            Failure::Refused(_) | Failure::TryAgain(_) | Failure::InDoubt => return,
        };
        let host = self.delivery.responder.host();
        host.report_closed(self.state.place(), Some(why));
    }

    /// Says the parts of the reply, and what is lacking, at a place, unless what was said before
    /// stands there. Returns who is mentioned by what stands there.
    async fn say_in(&self, place: &Place, mut lack: Option<Lack>) -> ChatResult<Vec<Called>> {
        let mut mentioned = Vec::new();
        for part in self.parts {
            mentioned.extend(self.say_part(place, *part, lack.take()).await?);
        }
        Ok(mentioned)
    }

    async fn say_part(
        &self,
        place: &Place,
        part: NoticePart,
        lack: Option<Lack>,
    ) -> ChatResult<Vec<Called>> {
        let delivery = self.delivery;
        let mut outgoing = delivery.part(&self.reply, part).await;
        let mut mentioned = if part == NoticePart::Page {
            Vec::new()
        } else {
            self.calls.mentioned.clone()
        };
        // The page of a table says all to those who are not called.
        let calls_nobody = mentioned.is_empty() && outgoing.notified.role.is_none();
        if part == NoticePart::Call && !self.reply.news.ends() && calls_nobody {
            return Ok(mentioned);
        }
        let _turn = delivery.turns.take(place.clone()).await;
        if self.attempt.looks {
            match self.said_in(place, part, &outgoing).await? {
                SearchResult::Found(mentioned) => return Ok(mentioned),
                // A board that stands twice is worse than one that a line stands in for.
                SearchResult::Unseen if self.may_stand(part) => {
                    let id = self.notice.id;
                    tracing::info!(%id, "what may stand in a channel already cannot be looked for");
                    return Ok(Vec::new());
                }
                SearchResult::Unseen | SearchResult::Missing => {}
            }
        }
        outgoing.add_lack(lack);
        // The turn may have ended while it waited.
        self.keep_concerned(&mut mentioned).await;
        let markup = delivery.responder.markup();
        outgoing = outgoing.calling(&mentioned, markup).silenced(&self.reply);
        self.send(place, outgoing, &self.named(part.mark())).await?;
        Ok(mentioned)
    }

    /// Sends a message; in words if it is refused with its picture, with the reason once for a match where more than
    /// one reads it.
    async fn send(&self, place: &Place, mut outgoing: Outgoing, mark: &str) -> ChatResult<()> {
        let delivery = self.delivery;
        let (messenger, mark) = (&delivery.messenger, self.mark(mark));
        let sent = match messenger.send(place, &outgoing, mark).await {
            Err(Failure::Refused(refusal))
                if may_be_of_files(&outgoing, &refusal, self.attempt.is_last) =>
            {
                let is_shared = delivery.responder.markup().is_shared(place);
                if let (ChatRefusal::Files(_), true) = (&refusal, is_shared) {
                    let locale = delivery.locale(&self.reply);
                    outgoing.add_lack(delivery.lack(self.state, place, &refusal, locale));
                }
                outgoing = outgoing.in_words();
                messenger.send(place, &outgoing, mark).await
            }
            sent => sent,
        };
        if sent.is_ok() {
            delivery.note_said(outgoing.origin.remarks.clone());
        }
        sent
    }

    /// Returns true if a part may have been said by what the chat knows no mark of.
    fn may_stand(&self, part: NoticePart) -> bool {
        let NoticeState::InDoubt(doubt) = self.attempt.state else {
            return false;
        };
        doubt == Doubt::Earlier || parts(&self.reply, false).first() == Some(&part)
    }

    /// Keeps of these people those whom it still concerns, as the match is now.
    async fn keep_concerned(&self, called: &mut Vec<Called>) {
        let now = self.delivery.responder.host().state(self.notice.id).await;
        if let (Ok(Some(now)), Some(then)) = (now, &self.reply.state) {
            called.retain(|called| still_concerns(then, &now, &called.ping()));
        }
    }

    /// Returns the moment since which it may have been said, by the chat's clock.
    async fn since(&self) -> Option<Moment> {
        let host = self.delivery.responder.host();
        let events = host.events(self.notice.id).await.ok()?;
        let from = usize::try_from(self.notice.from).ok()?;
        let (_, happened) = events.get(from)?;
        Some(happened.plus(-LEAD))
    }

    /// Looks among the latest messages of a place, and the first since it happened, for what the
    /// message says, and for what was said next to it.
    async fn said_in(
        &self,
        place: &Place,
        part: NoticePart,
        outgoing: &Outgoing,
    ) -> ChatResult<SearchResult> {
        let (since, id) = (self.since().await, self.notice.id);
        let mut messages = self.delivery.found(place, None).await?;
        let are_all_later = messages.is_empty() || messages.len() >= LISTED;
        let are_later =
            |since: &Moment| are_all_later && messages.iter().all(|one| one.at > *since);
        if let Some(since) = since.filter(are_later) {
            match self.delivery.messenger.find(place, Some(since)).await {
                Ok(first) => messages.extend(first),
                Err(Failure::Refused(ChatRefusal::Rights(Need::History, _))) => {
                    return Ok(SearchResult::Unseen);
                }
                Err(failure) if failure.is_passing() => return Err(failure),
                Err(_) => {}
            }
        }
        if self.reply.news.opens() {
            // Of a table its message is the first that tells, and may have changed with its seats since;
            // so may the invitation.
            let tells = |one: &&Posted| {
                part == NoticePart::Whole || one.is_page == (part == NoticePart::Page)
            };
            let mut told = messages.iter().filter(tells);
            return Ok(if told.any(|one| one.tells_of(id)) {
                SearchResult::Found(self.calls.mentioned.clone())
            } else {
                SearchResult::Missing
            });
        }
        let markup = self.delivery.responder.markup();
        let told = self.told_as(part, outgoing).await;
        let says = |one: &&Posted| {
            is_of_time(one, since) && told.iter().any(|told| told.is_said_by(one, markup))
        };
        let said: Vec<&Posted> = messages.iter().filter(says).collect();
        let Some(posted) = said.iter().map(|one| one.id).min() else {
            return Ok(SearchResult::Missing);
        };
        let called = self.calls.all();
        let called = called.filter(|one| self.is_mentioned(one, (&said, posted), &messages));
        Ok(SearchResult::Found(called.cloned().collect()))
    }

    /// Lists the forms in which it may have been said: also in another language, which the server may have spoken
    /// then, and to those who take no direct messages.
    async fn told_as(&self, part: NoticePart, outgoing: &Outgoing) -> Vec<Outgoing> {
        let (delivery, own) = (self.delivery, self.own_locale());
        let mut told = vec![outgoing.clone(), self.undelivered(&self.reply, &own)];
        for other in delivery.responder.locales().others(&own) {
            let retelling = delivery.responder.retell(&other, &self.notice);
            if let Ok(Some(retold)) = retelling.await {
                told.push(if part == NoticePart::Call {
                    Outgoing::of_call(&retold)
                } else {
                    delivery.undrawn(&retold)
                });
                told.push(self.undelivered(&retold, &other));
            }
        }
        told
    }

    /// Returns true if somebody is mentioned by what was `said`, or by a line that was posted after that.
    fn is_mentioned(
        &self,
        called: &Called,
        (said, posted): (&[&Posted], PostId),
        messages: &[Posted],
    ) -> bool {
        let markup = self.delivery.responder.markup();
        let mention = markup.mention(&called.id);
        let mut said = said.iter();
        if said.any(|one| markup.without_mentions(&one.text).0.contains(&mention)) {
            return true;
        }
        // An earlier line may have said the same of an earlier turn.
        let mut later = messages.iter().filter(|one| one.id > posted);
        let late = self.delivery.late(self.state, called);
        late.is_some_and(|late| later.any(|one| late.is_all_of(one)))
    }

    /// Calls those whom a post at this place does not mention; all of them, where nothing can be said
    /// of it where the match is played. Returns false if nobody has heard of it at all.
    async fn reach(&self, place: Option<&Place>, mentioned: &[Called]) -> ChatResult<bool> {
        let (delivery, id) = (self.delivery, self.notice.id);
        let unreached = &delivery.remembered.unreached;
        let mut is_heard = place.is_some();
        for called in mentioned {
            unreached.forget((id, called.person));
        }
        let (mut undelivered, mut late) = (Vec::new(), Vec::new());
        for call in self.calls.directly(place.map(|_| mentioned)) {
            let mut still = vec![call.called.clone()];
            self.keep_concerned(&mut still).await;
            if still.is_empty() {
                continue;
            }
            let called = call.called;
            let outgoing = self.direct_message(called.person, place).await;
            if self.directly(&called, outgoing, call.writes).await? {
                unreached.forget((id, called.person));
                is_heard = true;
                continue;
            }
            match call.instead {
                Some(Instead::Undelivered) => undelivered.push(called),
                Some(Instead::Late) => late.push(called),
                None => {
                    tracing::warn!(%id, "a player cannot be called anywhere");
                    if called.concern == Concern::Turn {
                        unreached.note(self.state, called.person);
                    }
                }
            }
        }
        if let Some(place) = place {
            self.call_beside(place, undelivered, late).await?;
        }
        Ok(is_heard)
    }

    /// Calls people by lines next to the post, where everybody reads them: those who take no direct messages, and
    /// those who are to hear of it late.
    async fn call_beside(
        &self,
        place: &Place,
        undelivered: Vec<Called>,
        late: Vec<Called>,
    ) -> ChatResult<()> {
        let (delivery, id) = (self.delivery, self.notice.id);
        let host = delivery.responder.host();
        // More may have happened by now, and one line stands for all.
        let now = if late.is_empty() {
            None
        } else {
            host.state(id).await.ok().flatten()
        };
        let now = now.as_deref().unwrap_or(self.state);
        let mut lines = self.lines(now, &undelivered, late);
        if lines.is_empty() {
            return Ok(());
        }
        let run_for = host.clock().run_for();
        if self.attempt.looks {
            let since = self.since().await.unwrap_or(Moment(0));
            let said = delivery.found(place, Some(since)).await?;
            // Not before the search: if that failed, a line would count as said when all is tried again.
            self.note_late(now, &lines, run_for);
            lines.retain(|line| !said.iter().any(|one| line.outgoing.is_all_of(one)));
        } else {
            self.note_late(now, &lines, run_for);
        }
        for (at, line) in lines.iter().enumerate() {
            let mark = self.named(&line.mark);
            let _turn = delivery.turns.take(place.clone()).await;
            let sending = delivery
                .messenger
                .send(place, &line.outgoing, self.mark(&mark));
            let refused = "a player cannot be called";
            let sent = unless_refused(sending, id, refused, self.attempt.is_last).await;
            if sent.is_err() {
                // Tried again, they are the same pings.
                for person in lines[at..].iter().filter_map(|line| line.late) {
                    let pings = &delivery.pings;
                    pings.note(self.state, person, self.notice.to, run_for);
                }
            }
            sent?;
        }
        for called in undelivered {
            delivery.remembered.closed.note((id, called.person), ());
        }
        Ok(())
    }

    /// Notes whom some lines call late.
    fn note_late(&self, now: &Match, lines: &[Line], run_for: Duration) {
        for person in lines.iter().filter_map(|line| line.late) {
            self.delivery.pings.note_late(now, person, run_for, false);
        }
    }

    /// Returns the lines that call people next to the post, in the match as it is `now`.
    fn lines(&self, now: &Match, undelivered: &[Called], late: Vec<Called>) -> Vec<Line> {
        let (mut lines, mut missed) = (Vec::new(), Vec::new());
        for called in late {
            if let Some(outgoing) = self.delivery.late(now, &called) {
                lines.push(Line {
                    outgoing,
                    mark: super::late::late_mark(&called),
                    late: Some(called.person),
                });
            } else if called.concern == Concern::News && is_over_for(now, called.person) {
                // They have nothing left to do, and have not heard that.
                missed.push(called);
            }
        }
        let instead = self.undelivered(&self.reply, &self.own_locale());
        let told = Outgoing::of_words(&happened(&self.reply));
        for (called, mark, outgoing) in [
            (undelivered, "direct-instead", instead),
            (&missed, "missed", told),
        ] {
            if called.is_empty() {
                continue;
            }
            // The same words may call others a moment later.
            let readers: Vec<&str> = called.iter().map(|one| &*one.id).collect();
            lines.push(Line {
                outgoing: outgoing.calling(called, self.delivery.responder.markup()),
                mark: format!("{mark}{}", readers.join("+")),
                late: None,
            });
        }
        lines
    }

    /// Returns the words next to a post for those who take no direct messages and are called here instead.
    fn undelivered(&self, reply: &Reply, locale: &Locale) -> Outgoing {
        let happened = happened(reply);
        let values = [
            ("match", &self.notice.id as _),
            ("happened", &happened as _),
        ];
        Outgoing::of_words(&locale.texts.say("direct-instead", &values))
    }

    /// Writes to all who are to hear of it, where it is for them alone. Returns false if somebody could
    /// not be written to.
    async fn reach_alone(&self) -> ChatResult<bool> {
        let mut reached = true;
        for called in &self.calls.direct {
            let place = Some(self.state.place());
            let outgoing = self.direct_message(called.person, place).await;
            reached &= self.directly(called, outgoing, true).await?;
        }
        Ok(reached)
    }

    /// Returns a direct message to somebody about what stands at a place, or nowhere: in their
    /// language, with the board as they are used to see it.
    async fn direct_message(&self, person: Person, at: Option<&Place>) -> Outgoing {
        let responder = &self.delivery.responder;
        let locales = responder.locales();
        let place = self.state.place();
        let own = locales.of_person(responder.host(), Some(person), None, place);
        let told = self.reply.locale.as_ref();
        let retold = if told.is_none_or(|told| told.texts.language() == own.texts.language()) {
            None
        } else {
            // What cannot be read just now is told as it stands in the channel.
            let retold = responder.retell(&own, &self.notice).await;
            retold.unwrap_or_default()
        };
        let reply = retold.as_ref().unwrap_or(&self.reply);
        // Whom a table invites is asked whether they accept: its own buttons are for everybody who reads it.
        let call = reply.pings.call.as_ref();
        let invites = call.filter(|_| !reply.news.ends());
        let told = invites.map_or(reply.text(), |call| &call.text);
        let happened = shortened(told, LONGEST_ACCOUNT);
        let (id, texts) = (&self.notice.id, &own.texts);
        let mut values = vec![("match", id as _), ("happened", &happened as _)];
        let link = at.map(|at| responder.markup().link(at, &Place::new("")));
        let text = match &link {
            Some(link) => {
                values.push(("link", link as _));
                texts.say("direct-told", &values)
            }
            None => texts.say("direct-elsewhere", &values),
        };
        let state = reply.state.clone();
        let seat = state.as_ref().zip(reply.seat());
        let seat = seat.map(|(state, _)| own.seen_from(state, state.color_of(person)));
        let buttons = match (invites, &reply.state) {
            (Some(call), _) => call.buttons.clone(),
            (None, Some(state)) if state.stage() == Stage::Table => Vec::new(),
            (None, state) => {
                let is_to_move = state
                    .as_ref()
                    .is_some_and(|one| one.to_move() == Some(person));
                let mut buttons = reply.buttons().to_vec();
                buttons.retain(|one| is_to_move || !moves(one));
                buttons
            }
        };
        let direct = Reply {
            state,
            locale: Some(own),
            ..Reply::words(text)
                .over(buttons)
                .showing(seat.map(Shown::Board))
        };
        self.delivery.drawn(&direct).await
    }

    /// Looks, where that is in doubt, for a direct message that says this, and else sends it if it is to
    /// be written; in words where it is refused with a picture. Returns true if it is there then.
    async fn directly(
        &self,
        called: &Called,
        outgoing: Outgoing,
        writes: bool,
    ) -> ChatResult<bool> {
        let (delivery, is_last) = (self.delivery, self.attempt.is_last);
        let writing = async {
            let place = delivery.direct_with(called).await?;
            let _turn = delivery.turns.take(place.clone()).await;
            if self.attempt.looks {
                let since = self.since().await;
                let messages = delivery.found(&place, None).await?;
                let mut later = messages.iter().filter(|one| is_of_time(one, since));
                let markup = delivery.responder.markup();
                if later.any(|message| outgoing.is_said_by(message, markup)) {
                    return Ok(true);
                }
            }
            if !writes {
                return Ok(false);
            }
            let sent = self.send(&place, outgoing, &self.named("-dm")).await;
            sent.map(|()| true)
        };
        let written = writing.await;
        if let Err(failure) = &written
            && !failure.is_passing()
            && *failure != Failure::Refused(ChatRefusal::Closed)
        {
            delivery.remembered.directs.forget(&called.person);
        }
        let refused = "a direct message cannot be written";
        let written = unless_refused(async { written }, self.notice.id, refused, is_last).await?;
        Ok(written.unwrap_or(false))
    }
}

/// Returns true for the button that begins a move.
fn moves(button: &Button) -> bool {
    let id: Result<ButtonId, _> = button.id.parse();
    id.is_ok_and(|id| id.action == MOVES)
}

/// Returns true if a plan lets a thread be opened.
fn opens_thread(plan: &DeliveryPlan) -> bool {
    let mut routes = plan.routes.iter();
    routes.any(|route| matches!(route, Route::Thread(_)))
}

/// Returns true if a refusal may be about what comes with a message: its words may be taken without it. What is not
/// understood may be too, once it `lasts`.
fn may_be_of_files(outgoing: &Outgoing, refusal: &ChatRefusal, lasts: bool) -> bool {
    let lasts_unknown = lasts && *refusal == ChatRefusal::Unknown;
    let may_be = lasts_unknown || matches!(refusal, ChatRefusal::Files(_));
    outgoing.has_files() && may_be
}

/// Returns true if a message may tell of what happened then: one that stood there before says the same of
/// something else.
fn is_of_time(message: &Posted, happened: Option<Moment>) -> bool {
    happened.is_none_or(|happened| happened <= message.at)
}

/// Returns what has happened, in the first lines of a reply.
fn happened(reply: &Reply) -> String {
    let lines: Vec<&str> = reply.text().lines().take(2).collect();
    shortened(&lines.join("\n"), LONGEST_ACCOUNT / 4)
}
