//! Gives a match a thread of its own, where that is allowed.

use serde_json::json;

use super::{
    calls::user,
    interaction::is_thread,
    prelude::*,
    retry::{EarlierTries, Setback},
};
use crate::{
    host::{HeldNotice, HostError},
    matchplay::Event,
    store::{Notice, StoreError},
};

/// The shortest time after which a thread is archived where nobody writes, in minutes.
const ONE_HOUR: u32 = 60;

/// Opens, fills and concludes the thread of a match.
pub(super) struct Housing<'a> {
    pub(super) office: &'a Office,
    pub(super) state: &'a Match,
    /// The row of the outbox by which it is shown where it has moved, once that is to be told.
    pub(super) moved: &'a Mutex<Option<HeldNotice>>,
}

/// Returns the version just before the latest board of a match.
pub(super) fn before_board(events: &[(Event, Moment)]) -> Option<u64> {
    let draws = |(event, _): &(Event, Moment)| {
        matches!(
            event,
            Event::Started | Event::Moved { .. } | Event::TakenBack { .. }
        )
    };
    events.iter().rposition(draws).map(|at| at as u64)
}

impl Housing<'_> {
    /// Opens a thread for the match where it was opened, unless it has one: returns it, and what is to be said
    /// of it, or of there being none. It is for these people alone, if any are named. One that may have been
    /// opened before is looked for.
    pub(super) async fn house(
        &self,
        people: Option<&[Person]>,
        tries: EarlierTries,
    ) -> Result<(Option<ChannelId>, Option<Lack>), Setback> {
        let _turn = self.office.housing.take(self.state.id()).await;
        self.open(people, tries).await
    }

    async fn open(
        &self,
        people: Option<&[Person]>,
        tries: EarlierTries,
    ) -> Result<(Option<ChannelId>, Option<Lack>), Setback> {
        let (responder, api) = (&self.office.responder, &self.office.api);
        let rights = &self.office.rights;
        let (id, place) = (self.state.id(), self.state.opened_at());
        let (Some(guild), Some(channel)) = (place::guild(place), place::channel(place)) else {
            return Ok((None, None));
        };
        let locale = responder.locale_at(place);
        let remark = Remark::Lack(id, Need::PrivateThread);
        let no_private = || {
            let text = locale.texts.say("lacks-private-channel", &[("match", &id)]);
            let is_unsaid = people.is_some() && rights.is_unsaid(remark);
            is_unsaid.then(|| (remark, text.into()))
        };
        let kind = match (self.office.kind(channel).await, people) {
            // On a thread hangs no other: it serves.
            (Some(kind), _) if is_thread(kind) => return Ok((None, None)),
            // Nor on these.
            (Some(ChannelType::Voice | ChannelType::Stage), _)
            | (Some(ChannelType::News), Some(_)) => {
                return Ok((None, no_private()));
            }
            (Some(ChannelType::News), None) => ChannelType::NewsThread,
            (_, Some(_)) => ChannelType::PrivateThread,
            (_, None) => ChannelType::PublicThread,
        };
        let need = if people.is_some() {
            Need::PrivateThread
        } else {
            Need::Thread
        };
        let lack = || self.office.lack(self.state, Some(channel), need, &locale);
        if rights.lack(channel, need) {
            return Ok((None, lack()));
        }
        let found = if tries.are_none() {
            None
        } else {
            self.find_thread(guild, channel, &locale, tries).await?
        };
        let thread = match found {
            Some(thread) => thread,
            None => {
                let _turn = api.turn(channel).await;
                let name = responder.narrator(&locale).thread_name(self.state);
                let opened = api.open_thread(channel, kind, &name).await;
                let lacking = match opened.as_ref().map_err(trouble) {
                    Err(Trouble::Rights) => lack(),
                    Err(Trouble::Threads) => {
                        let remark = Remark::Threads(channel);
                        let text = || locale.texts.word("lacks-free-thread");
                        rights.is_unsaid(remark).then(|| (remark, text()))
                    }
                    Err(Trouble::Place) => {
                        // It may be of another kind by now. Or it is a thread, in which nobody has asked
                        // anything yet.
                        rights.forget_kind(channel);
                        no_private()
                    }
                    _ => None,
                };
                let refused = "no thread could be opened";
                let opened = unless_refused(async { opened }, id, refused, tries.is_last);
                match opened.await? {
                    Some(thread) => thread,
                    None => return Ok((None, lacking)),
                }
            }
        };
        rights.note_over(Remark::Threads(channel));
        self.office.threads.note(id, thread);
        // To be added notifies, and posts a line for each. A public thread is seen by everybody, and a mention
        // there adds whom it calls: nobody else is to hear of it. Into a private one they all have to be let
        // in, since whom a mention adds depends on who may invite there. That comes before the thread is
        // noted, so that a second try lets in whom the first one did not.
        // Nor does a mention call everybody to a thread that is opened again: those who were in the old one are
        // added.
        let seats = self.state.seats().iter();
        let again = seats.filter(|_| self.state.is_housed());
        let again: Vec<Person> = again.filter_map(|(_, seat)| seat.person()).collect();
        let host = responder.host();
        for person in people.unwrap_or(&again) {
            self.add(thread, *person, tries.is_last).await?;
        }
        let own = place::place(Some(guild), thread);
        let noted = if self.state.is_housed() {
            host.house_again(id, self.state.place(), &own).await
        } else {
            host.house(id, &own).await
        };
        match noted {
            // Tried again, it is found: without the note the match would be played elsewhere.
            Err(HostError::Store(error)) => return Err(error.into()),
            Err(error) => {
                tracing::error!(error = %causes(&error), %id, "a thread could not be noted");
                return self.give_up(thread, tries.is_last).await;
            }
            Ok(done) => *locked(self.moved) = done.notice,
        }
        self.office.threads.forget(id);
        Ok((Some(thread), None))
    }

    /// Finds the match another place where its thread was deleted: once a new thread, with all its players in
    /// it, and after that the channel. A private match is played in a thread or nowhere. Returns the thread or
    /// channel, and what is to be said of it. One that is there all the same stays.
    pub(super) async fn house_again(
        &self,
        people: Option<&[Person]>,
        tries: EarlierTries,
    ) -> Result<(Option<ChannelId>, Option<Lack>), Setback> {
        let (responder, id) = (&self.office.responder, self.state.id());
        let _turn = self.office.housing.take(id).await;
        let (host, lost) = (responder.host(), self.state.place());
        let now = host.state(id).await?;
        if let Some(now) = now.filter(|now| now.place() != lost) {
            return Ok((place::channel(now.place()), None));
        }
        let Some(thread) = place::channel(lost) else {
            return Ok((None, None));
        };
        match self.office.api.channel(thread).await {
            Err(error) if trouble(&error) == Trouble::Gone => {}
            Err(error) if trouble(&error) == Trouble::Passing => return Err(error.into()),
            Ok(_) | Err(_) => {
                host.report_found(lost);
                return Ok((Some(thread), None));
            }
        }
        let events = host.events(id).await?;
        let is_housed = |(event, _): &&(Event, Moment)| matches!(event, Event::Housed { .. });
        let is_first = events.iter().filter(is_housed).count() == 1;
        if !is_first && self.state.is_private() {
            return Ok((None, None));
        }
        let mut lack = None;
        if is_first {
            let opened = self.open(people, tries).await?;
            if let (Some(thread), _) = opened {
                return Ok((Some(thread), self.moved_to(thread, "thread-again")));
            }
            if self.state.is_private() {
                return Ok(opened);
            }
            lack = opened.1;
        }
        let opened_at = self.state.opened_at();
        match host.house_again(id, lost, opened_at).await {
            Err(HostError::Store(error)) => return Err(error.into()),
            Err(error) => {
                tracing::error!(error = %causes(&error), %id, "a match cannot move to its channel")
            }
            Ok(done) => *locked(self.moved) = done.notice,
        }
        let channel = place::channel(opened_at);
        if let (Some(channel), false) = (channel, is_first) {
            lack = self.moved_to(channel, "thread-moved");
        }
        Ok((channel, lack))
    }

    /// Returns what a row tells by which the match has moved: its latest board, where it is played now; and
    /// what is to be said of that. `None` for other rows.
    pub(super) async fn shown_again(
        &self,
        notice: &Notice,
    ) -> Result<Option<(Notice, Option<Lack>)>, StoreError> {
        let events = self.office.responder.host().events(notice.id).await?;
        let Ok(at) = usize::try_from(notice.from) else {
            return Ok(None);
        };
        let Some((Event::Housed { place }, _)) = events.get(at) else {
            return Ok(None);
        };
        let before = &events[..at];
        let moves = before
            .iter()
            .filter(|(event, _)| matches!(event, Event::Housed { .. }));
        let words = match (place == self.state.opened_at(), moves.count()) {
            (false, _) => Some("thread-again"),
            (true, 2..) => Some("thread-moved"),
            // Without a thread again: what was lacking has been said, or will be.
            (true, _) => None,
        };
        let lack = place::channel(place).zip(words);
        let lack = lack.and_then(|(at, words)| self.moved_to(at, words));
        let from = before_board(before).unwrap_or(notice.from);
        Ok(Some((Notice { from, ..*notice }, lack)))
    }

    /// Says once that the match has moved.
    fn moved_to(&self, to: ChannelId, words: &'static str) -> Option<Lack> {
        let (responder, id) = (&self.office.responder, self.state.id());
        let remark = Remark::Moved(id, to);
        let texts = responder.locale_at(self.state.opened_at()).texts;
        let is_unsaid = self.office.rights.is_unsaid(remark);
        is_unsaid.then(|| (remark, texts.say(words, &[("match", &id)]).into()))
    }

    /// Closes a thread that the match does not take for its own, since it has another one by now: no command
    /// would mean the match there. Returns that other one.
    async fn give_up(
        &self,
        thread: ChannelId,
        is_last: bool,
    ) -> Result<(Option<ChannelId>, Option<Lack>), Setback> {
        let (api, id) = (&self.office.api, self.state.id());
        let closing = async {
            let _turn = api.turn(thread).await;
            api.change_thread(thread, json!({"archived": true})).await
        };
        unless_refused(closing, id, "a thread stays open", is_last).await?;
        self.office.threads.forget(id);
        let now = self.office.responder.host().state(id).await?;
        let now = now.filter(|now| now.is_housed());
        Ok((now.and_then(|now| place::channel(now.place())), None))
    }

    /// Lets people who come to a private match into its thread, as long as they play it.
    pub(super) async fn admit(
        &self,
        people: impl Iterator<Item = Person>,
        is_last: bool,
    ) -> Result<(), Setback> {
        let place = self.state.place();
        let thread = place::channel(place).filter(|_| self.state.is_housed());
        let Some(thread) = thread.filter(|_| self.state.is_private()) else {
            return Ok(());
        };
        for person in people.filter(|person| self.state.color_of(*person).is_some()) {
            self.add(thread, person, is_last).await?;
        }
        Ok(())
    }

    /// Adds somebody to a thread, unless they are unknown to Discord.
    async fn add(&self, thread: ChannelId, person: Person, is_last: bool) -> Result<(), Setback> {
        let (responder, api) = (&self.office.responder, &self.office.api);
        let Some(user) = user(responder, person).await? else {
            return Ok(());
        };
        let (adding, refused) = (api.let_in(thread, user), "a player was not added");
        // Their first mention there adds them too.
        unless_refused(adding, self.state.id(), refused, is_last).await?;
        Ok(())
    }

    /// Gives the thread of a match that is over the result as its name, and lets Discord archive it
    /// once nobody has said anything there for an hour, the shortest time that there is.
    ///
    /// It is not archived at once: in an archived thread no command can be given, and not every
    /// client lets buttons be pressed, while people want to talk and to play a rematch. An hour is
    /// counted by Discord itself: that outlasts any restart of this program, and begins again with
    /// each word that is said. It is not locked, so that a word opens it again later.
    pub(super) async fn conclude(&self, is_last: bool) -> RequestResult<()> {
        let (responder, api) = (&self.office.responder, &self.office.api);
        let (state, place) = (self.state, self.state.place());
        let locale = responder.locale_at(place);
        let name = responder.narrator(&locale).over_name(state);
        let (Some(thread), Some(name)) = (place::channel(place), name) else {
            return Ok(());
        };
        let change = json!({"name": name, "auto_archive_duration": ONE_HOUR});
        let _turn = api.turn(thread).await;
        let editing = api.change_thread(thread, change);
        let refused = "a thread keeps its name";
        let edited = unless_refused(editing, state.id(), refused, is_last).await;
        edited.map(drop)
    }

    /// Finds the thread of the match under a channel: it was opened a moment ago, or bears the name
    /// in any language, as its server may have spoken another one then. The name bears the match's id,
    /// and so the thread is its own.
    async fn find_thread(
        &self,
        guild: GuildId,
        channel: ChannelId,
        locale: &Locale,
        tries: EarlierTries,
    ) -> RequestResult<Option<ChannelId>> {
        let (responder, api) = (&self.office.responder, &self.office.api);
        if let Some(thread) = self.office.threads.opened(self.state.id()) {
            return Ok(Some(thread));
        }
        let name = |locale: &Locale| responder.narrator(locale).thread_name(self.state);
        let mut names = vec![name(locale)];
        names.extend(responder.locales().others(locale).map(|other| name(&other)));
        let asking = api.open_threads(guild);
        let refused = "the open threads could not be listed";
        let id = self.state.id();
        let open = unless_refused(asking, id, refused, tries.is_last).await?;
        let mut threads = open.into_iter().flatten();
        // Discord need not say on which channel it hangs.
        let is_here = |on: Option<ChannelId>| on.is_none_or(|on| on == channel);
        let own = threads.find(|one| is_here(one.parent_id) && names.contains(&one.name));
        Ok(own.map(|thread| thread.id))
    }
}
