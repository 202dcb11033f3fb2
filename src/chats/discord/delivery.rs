//! A notice on its way into a channel; and into direct messages, for players who want to be called
//! by them or cannot be called otherwise.

use serde_json::json;
use serenity::{all::Mentionable, futures::TryFutureExt};

use super::{
    api::{LEAD, SEARCHED, posted_at},
    calls::Called,
    late::{late_letter, late_mark, wanted},
    posted::Posted,
    prelude::*,
    present::{Letter, ReplyPart, nonce, without_mentions},
    retry::{Doubt, EarlierTries},
};
use crate::{
    delivery::{Calls, Instead, is_over_for, still_concerns},
    host::Closed,
    messages::markup::shortened,
    store::{Notice, preferences::Concern},
};

/// The longest account of what happened, in characters.
const LONGEST_ACCOUNT: usize = 1_600;

/// What became of the search for a message.
enum SearchResult {
    /// It stands there, and mentions these people.
    Found(Vec<Called>),
    /// It does not stand there.
    Missing,
    /// The bot may not read what stands there, and something was posted since.
    Unseen,
}

/// A notice that is being posted.
pub(super) struct Delivery<'a> {
    pub(super) office: &'a Office,
    pub(super) notice: &'a Notice,
    pub(super) state: &'a Match,
    pub(super) reply: &'a Reply,
    pub(super) calls: Calls<Called>,
    /// Whether some of it may have been said before.
    pub(super) tries: EarlierTries,
    /// The parts that are to be said.
    pub(super) parts: &'static [ReplyPart],
}

impl Delivery<'_> {
    /// Returns the nonce of one of its messages, in a channel.
    fn nonce(&self, what: &str, to: ChannelId) -> String {
        let id = self.notice.id;
        nonce(id.as_str(), &format!("{}{what}", self.notice.to), to)
    }

    /// Returns the locale of the place where its match is played.
    pub(super) fn locale(&self) -> Locale {
        self.office.responder.locale_at(self.state.place())
    }

    /// Says the reply, and what is lacking, in the first of these channels that takes it. Returns
    /// that channel, and who is mentioned there.
    pub(super) async fn say(
        &self,
        channels: &[ChannelId],
        mut lack: Option<Lack>,
    ) -> RequestResult<Option<(ChannelId, Vec<Called>)>> {
        for channel in channels {
            let (host, place) = (self.office.responder.host(), self.state.place());
            let was_closed = self.is_own(*channel) && host.closed(place).is_some();
            let error = match self.say_in(*channel, lack.take()).await {
                Ok(mentioned) => {
                    if !self.is_own(*channel) {
                        self.office.sweeps.note_beside(self.state.id(), true);
                    }
                    // It may have been locked just after it took this, which is known already.
                    if was_closed {
                        host.report_closed(place, None);
                    }
                    return Ok(Some((*channel, mentioned)));
                }
                Err(error) => error,
            };
            let is_last = self.tries.is_last;
            let trouble = match trouble(&error) {
                Trouble::Rights if self.is_locked(*channel).await => Trouble::Locked,
                trouble => trouble,
            };
            if self.closes(*channel, trouble) && !is_last {
                // Tried again, it is told in another thread.
                return Err(error);
            }
            if trouble.is_asked_again(is_last) || trouble.is_senseless_for_posts() && !is_last {
                return Err(error);
            }
            tracing::info!(error = %causes(&error), id = %self.state.id(), "a place takes no post");
            if matches!(trouble, Trouble::Rights | Trouble::Locked) {
                let at = place::channel(self.state.place());
                let need = self.office.need_to_speak(self.state);
                lack = self.office.lack(self.state, at, need, &self.locale());
            }
        }
        Ok(None)
    }

    /// Returns true if a channel is the thread of the match.
    fn is_own(&self, channel: ChannelId) -> bool {
        self.state.is_housed() && place::channel(self.state.place()) == Some(channel)
    }

    /// Returns true if a channel is the match's thread and locked: then no right is missing.
    async fn is_locked(&self, channel: ChannelId) -> bool {
        if !self.is_own(channel) || self.office.rights.lack(channel, Need::SpeakInThread) {
            return false;
        }
        let found = self.office.api.channel(channel).await;
        found.is_ok_and(|found| found.is_locked())
    }

    /// Takes in that the match's thread takes no post. Returns true if it gets another one, since it is gone.
    fn closes(&self, channel: ChannelId, trouble: Trouble) -> bool {
        let why = match trouble {
            Trouble::Gone => Closed::Gone,
            Trouble::Locked => Closed::Locked,
            _ => return false,
        };
        if !self.is_own(channel) {
            return false;
        }
        let host = self.office.responder.host();
        host.report_closed(self.state.place(), Some(why));
        why == Closed::Gone && self.state.stage() == Stage::Running
    }

    /// Says the parts of the reply, and what is lacking, in a channel, unless what was said before
    /// stands there. Returns who is mentioned by what stands there.
    async fn say_in(
        &self,
        channel: ChannelId,
        mut lack: Option<Lack>,
    ) -> RequestResult<Vec<Called>> {
        let mut mentioned = Vec::new();
        for part in self.parts {
            mentioned.extend(self.say_part(channel, *part, lack.take()).await?);
        }
        Ok(mentioned)
    }

    async fn say_part(
        &self,
        channel: ChannelId,
        part: ReplyPart,
        lack: Option<Lack>,
    ) -> RequestResult<Vec<Called>> {
        let (api, rights) = (&self.office.api, &self.office.rights);
        let mut letter = Letter::part(self.office, self.reply, part).await;
        let mut mentioned = if part == ReplyPart::Page {
            Vec::new()
        } else {
            self.calls.mentioned.clone()
        };
        // The page of a table says all to those who are not called.
        if part == ReplyPart::Call
            && !self.reply.news.ends()
            && mentioned.is_empty()
            && !letter.calls_role()
        {
            return Ok(mentioned);
        }
        let _turn = api.turn(channel).await;
        if !self.tries.are_none() {
            match self.said_in(channel, part, &letter).await? {
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
        letter.add_lack(lack);
        // The turn may have ended while it waited.
        self.keep_concerned(&mut mentioned).await;
        letter = letter.calling(&mentioned);
        if letter.has_files() && rights.lack(channel, Need::Attach) {
            letter = self.in_words(letter, channel);
        }
        let mut unarchived = false;
        loop {
            let nonce = self.nonce(part.mark(), channel);
            let message = letter.clone().message(nonce);
            let Err(error) = api.send(channel, message).await else {
                rights.note_said(letter.lacks());
                return Ok(mentioned);
            };
            match trouble(&error) {
                trouble if letter.is_too_much(trouble, self.tries.is_last) => {
                    letter = self.in_words(letter, channel);
                }
                // By its nonce it stands once, should it have arrived.
                _ if letter.is_too_slow(&error) => letter = letter.in_words(),
                Trouble::Archived if !unarchived => {
                    unarchived = true;
                    let open = json!({"archived": false});
                    api.change_thread(channel, open).await?;
                }
                _ => return Err(error),
            }
        }
    }

    /// Returns true if a part may have been said by what Discord knows no nonce of.
    fn may_stand(&self, part: ReplyPart) -> bool {
        match self.tries.doubt {
            Doubt::None | Doubt::Tried => false,
            Doubt::Answered => ReplyPart::of(self.reply, false).first() == Some(&part),
            Doubt::Before => true,
        }
    }

    /// Keeps of these people those whom it still concerns, as the match is now.
    async fn keep_concerned(&self, called: &mut Vec<Called>) {
        let now = self.office.responder.host().state(self.notice.id).await;
        if let (Ok(Some(now)), Some(then)) = (now, &self.reply.state) {
            called.retain(|called| still_concerns(then, &now, &called.ping()));
        }
    }

    /// Takes the picture off a letter, and says the reason once for a match.
    fn in_words(&self, mut letter: Letter, channel: ChannelId) -> Letter {
        let (at, locale) = (Some(channel), self.office.locale(self.reply));
        letter.add_lack(self.office.lack(self.state, at, Need::Attach, locale));
        letter.in_words()
    }

    /// Returns the moment since which it may have been said, by Discord's clock.
    async fn since(&self) -> Option<Moment> {
        let host = self.office.responder.host();
        let events = host.events(self.notice.id).await.ok()?;
        let from = usize::try_from(self.notice.from).ok()?;
        let (_, happened) = events.get(from)?;
        Some(happened.plus(-LEAD))
    }

    /// Looks among the latest messages of the channel, and the first since it happened, for what the
    /// letter says, and for what was said next to it.
    async fn said_in(
        &self,
        channel: ChannelId,
        part: ReplyPart,
        letter: &Letter,
    ) -> RequestResult<SearchResult> {
        let (responder, api) = (&self.office.responder, &self.office.api);
        let since = self.since().await;
        let mut messages = api.latest(channel).await?;
        if let (Some(since), Some(oldest)) = (since, messages.last())
            && messages.len() >= usize::from(SEARCHED)
            && posted_at(oldest.id) > since
        {
            messages.extend(api.since(channel, since).await?);
        }
        let missing = if let (Some(since), true) = (since, messages.is_empty()) {
            match api.is_silent_since(channel, since).await {
                Ok(false) => SearchResult::Unseen,
                Err(error) if trouble(&error) == Trouble::Passing => return Err(error),
                Ok(true) | Err(_) => SearchResult::Missing,
            }
        } else {
            SearchResult::Missing
        };
        if self.reply.news.opens() {
            // Of a table its message is the first that tells, and may have changed with its seats since;
            // so may the invitation.
            let tells = |one: &&Posted| {
                part == ReplyPart::Whole || one.content.is_empty() == (part == ReplyPart::Page)
            };
            let mut told = messages.iter().filter(tells);
            let told = told.any(|one| one.tells_of(self.notice.id));
            return Ok(if told {
                SearchResult::Found(self.calls.mentioned.clone())
            } else {
                missing
            });
        }
        let own = self.locale();
        let mut letters = vec![letter.clone()];
        letters.push(undelivered(self.notice.id, self.reply, &own));
        // The server may have spoken another language then.
        for other in responder.locales().others(&own) {
            if let Ok(Some(retold)) = responder.retell(&other, self.notice).await {
                letters.push(if part == ReplyPart::Call {
                    Letter::of_call(&retold)
                } else {
                    Letter::of(self.office, &retold)
                });
                letters.push(undelivered(self.notice.id, &retold, &other));
            }
        }
        let says = |one: &&Posted| {
            is_of_time(one, since) && letters.iter().any(|letter| letter.is_said_by(one))
        };
        let said: Vec<&Posted> = messages.iter().filter(says).collect();
        let posted = said.iter().map(|one| one.id).min();
        let is_mentioned = |called: &Called| {
            let mention = called.user.mention().to_string();
            let mentions =
                |message: &&Posted| without_mentions(&message.content).0.contains(&mention);
            // An earlier line may have said the same of an earlier turn.
            let later = messages.iter().filter(|one| Some(one.id) > posted);
            let late = self.late(self.state, *called);
            let late = late.is_some_and(|late| later.into_iter().any(|one| late.is_all_of(one)));
            said.iter().any(mentions) || late
        };
        let mentioned = self.calls.all().filter(is_mentioned).collect();
        Ok(if said.is_empty() {
            missing
        } else {
            SearchResult::Found(mentioned)
        })
    }

    /// Returns the line that says to somebody what is still open for them in the match as it is `now`;
    /// `None` if nothing is.
    fn late(&self, now: &Match, called: Called) -> Option<Letter> {
        let open = wanted(self.office.responder.host(), now, called);
        (!open.is_empty()).then(|| late_letter(self.office, now, called, &open))
    }

    /// Calls those whom a post in this channel does not mention; all of them, where nothing can be said
    /// of it where the match is played. Returns false if nobody has heard of it at all.
    pub(super) async fn reach(
        &self,
        channel: Option<ChannelId>,
        mentioned: &[Called],
    ) -> RequestResult<bool> {
        let id = self.notice.id;
        let calls = self.calls.directly(channel.map(|_| mentioned));
        let mut is_heard = channel.is_some();
        for called in mentioned {
            self.office.unreached.forget((id, called.person));
        }
        let mut undelivered_to: Vec<Called> = Vec::new();
        let (mut late, mut missed) = (Vec::new(), Vec::new());
        for call in calls {
            let mut still = vec![call.user];
            self.keep_concerned(&mut still).await;
            if still.is_empty() {
                continue;
            }
            let letter = self.direct_letter(call.user.person, channel).await;
            if self.directly(call.user.user, letter, call.writes).await? {
                self.office.unreached.forget((id, call.user.person));
                is_heard = true;
                continue;
            }
            match call.instead {
                Some(Instead::Undelivered) => undelivered_to.push(call.user),
                Some(Instead::Late) => late.push(call.user),
                None => {
                    tracing::warn!(%id, "a player cannot be called anywhere");
                    if call.user.concern == Concern::Turn {
                        self.office.unreached.note(self.state, call.user.person);
                    }
                }
            }
        }
        let Some(channel) = channel else {
            return Ok(is_heard);
        };
        // Both stand where everybody reads them.
        let host = self.office.responder.host();
        let run_for = host.clock().run_for();
        let mut letters = Vec::new();
        // More may have happened by now, and one line stands for all.
        let now = if late.is_empty() {
            None
        } else {
            host.state(id).await.ok().flatten()
        };
        let now = now.as_deref().unwrap_or(self.state);
        for called in late {
            if let Some(letter) = self.late(now, called) {
                letters.push((letter, late_mark(called), Some(called.person)));
            } else if called.concern == Concern::News && is_over_for(now, called.person) {
                // They have nothing left to do, and have not heard that.
                missed.push(called);
            }
        }
        let closed = undelivered_to.clone();
        for (called, mark) in [(undelivered_to, "direct-instead"), (missed, "missed")] {
            if called.is_empty() {
                continue;
            }
            let letter = if mark == "missed" {
                Letter::of_words(&happened(self.reply))
            } else {
                undelivered(id, self.reply, &self.locale())
            };
            // The same words may call others a moment later.
            let readers = called.iter().map(|one| one.user.to_string());
            let readers: Vec<String> = readers.collect();
            let mark = format!("{mark}{}", readers.join("+"));
            letters.push((letter.calling(&called), mark, None));
        }
        if letters.is_empty() {
            return Ok(is_heard);
        }
        let mut said = Vec::new();
        if !self.tries.are_none() {
            let since = self.since().await.unwrap_or(Moment(0));
            said = self.office.api.since(channel, since).await?;
        }
        // Not before the search: if that failed, a line would count as said when all is tried again.
        for person in letters.iter().filter_map(|(_, _, late)| *late) {
            self.office.pings.note_late(now, person, run_for, false);
        }
        letters.retain(|(letter, ..)| !said.iter().any(|one| letter.is_all_of(one)));
        let mut letters = letters.into_iter();
        while let Some((letter, mark, late)) = letters.next() {
            let message = letter.message(self.nonce(&mark, channel));
            let _turn = self.office.api.turn(channel).await;
            let sending = self.office.api.send(channel, message);
            let refused = "a player cannot be called";
            let sent = unless_refused(sending, id, refused, self.tries.is_last).await;
            if sent.is_err() {
                // Tried again, they are the same pings.
                let left = letters.by_ref().filter_map(|(_, _, late)| late);
                for person in late.into_iter().chain(left) {
                    let pings = &self.office.pings;
                    pings.note(self.state, person, self.notice.to, run_for);
                }
            }
            sent?;
        }
        for called in closed {
            self.office.closed.note(id, called.person);
        }
        Ok(is_heard)
    }

    /// Writes to all who are to hear of it, where it is for them alone. Returns false if somebody could
    /// not be written to.
    pub(super) async fn reach_alone(&self) -> RequestResult<bool> {
        let channel = place::channel(self.state.place());
        let mut reached = true;
        for called in &self.calls.direct {
            let letter = self.direct_letter(called.person, channel).await;
            reached &= self.directly(called.user, letter, true).await?;
        }
        Ok(reached)
    }

    /// Returns a direct message to somebody about what stands in a channel, or nowhere: in their
    /// language, with the board as they are used to see it.
    async fn direct_letter(&self, person: Person, channel: Option<ChannelId>) -> Letter {
        let (responder, place) = (&self.office.responder, self.state.place());
        let locales = responder.locales();
        let own = locales.of_person(responder.host(), Some(person), None, place);
        let told = self.reply.locale.as_ref();
        let retold = if told.is_none_or(|told| told.texts.language() == own.texts.language()) {
            None
        } else {
            // What cannot be read just now is told as it stands in the channel.
            let retold = responder.retell(&own, self.notice).await;
            retold.unwrap_or_default()
        };
        let reply = retold.as_ref().unwrap_or(self.reply);
        // Whom a table invites is asked whether they accept: its own buttons are for everybody who reads it.
        let call = reply.pings.call.as_ref();
        let invites = call.filter(|_| !reply.news.ends());
        let told = invites.map_or(reply.text(), |call| &call.text);
        let happened = shortened(told, LONGEST_ACCOUNT);
        let (id, texts) = (&self.notice.id, &own.texts);
        let mut values = vec![("match", id as _), ("happened", &happened as _)];
        let link = channel.map(|channel| place::address(place::guild(place), channel));
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
            (None, _) => reply.buttons().to_vec(),
        };
        let letter = Reply {
            state,
            locale: Some(own),
            ..Reply::words(text)
                .over(buttons)
                .showing(seat.map(Shown::Board))
        };
        Letter::drawn(self.office, &letter).await
    }

    /// Looks, where that is in doubt, for a direct message that says this, and else sends it if it is to
    /// be written; in words where it is refused with a picture. Returns true if it is there then.
    async fn directly(&self, user: UserId, letter: Letter, writes: bool) -> RequestResult<bool> {
        let (api, is_last) = (&self.office.api, self.tries.is_last);
        let writing = async {
            let channel = api.direct(user).await?;
            let _turn = api.turn(channel).await;
            if !self.tries.are_none() {
                let since = self.since().await;
                let messages = api.latest(channel).await?;
                let mut later = messages.iter().filter(|one| is_of_time(one, since));
                if later.any(|message| letter.is_said_by(message)) {
                    return Ok(true);
                }
            }
            if !writes {
                return Ok(false);
            }
            let message = |letter: Letter| letter.message(self.nonce("-dm", channel));
            let sent = api.send(channel, message(letter.clone())).await;
            let sent = match sent {
                Err(error)
                    if letter.is_too_much(trouble(&error), is_last)
                        || letter.is_too_slow(&error) =>
                {
                    api.send(channel, message(letter.in_words())).await
                }
                sent => sent,
            };
            sent.map(|()| true)
        };
        let writing = writing.inspect_err(|error| {
            if !matches!(trouble(error), Trouble::Passing | Trouble::Closed) {
                api.forget_direct(user);
            }
        });
        let refused = "a direct message cannot be written";
        let written = unless_refused(writing, self.notice.id, refused, is_last).await?;
        Ok(written.unwrap_or(false))
    }
}

/// Returns true if a message may tell of what happened then: one that stood there before says the same of
/// something else.
fn is_of_time(message: &Posted, happened: Option<Moment>) -> bool {
    happened.is_none_or(|happened| happened <= posted_at(message.id))
}

/// Returns the words next to a post for those who take no direct messages and are called here instead.
fn undelivered(id: MatchId, reply: &Reply, locale: &Locale) -> Letter {
    let happened = happened(reply);
    let values = [("match", &id as _), ("happened", &happened as _)];
    Letter::of_words(&locale.texts.say("direct-instead", &values))
}

/// Returns what has happened, in the first lines of a reply.
fn happened(reply: &Reply) -> String {
    let lines: Vec<&str> = reply.text().lines().take(2).collect();
    shortened(&lines.join("\n"), LONGEST_ACCOUNT / 4)
}
