//! Gives a match a thread of its own, where that is allowed.

use serde_json::json;

use super::{
    calls::user,
    prelude::*,
    retry::{EarlierTries, Setback},
};
use crate::host::HostError;

/// The shortest time after which a thread is archived where nobody writes, in minutes.
const ONE_HOUR: u32 = 60;

/// Opens, fills and concludes the thread of a match.
pub(super) struct Housing<'a> {
    pub(super) office: &'a Office,
    pub(super) state: &'a Match,
}

impl Housing<'_> {
    /// Opens a thread for the match: returns it, and the reason why there is none where that is to be
    /// said. It is for these people alone, if any are named. One that may have been opened before is
    /// looked for.
    pub(super) async fn house(
        &self,
        people: Option<&[Person]>,
        tries: EarlierTries,
    ) -> Result<(Option<ChannelId>, Option<Lack>), Setback> {
        let (responder, api) = (&self.office.responder, &self.office.api);
        let rights = &self.office.rights;
        let (id, place) = (self.state.id(), self.state.place());
        let (Some(guild), Some(channel)) = (place::guild(place), place::channel(place)) else {
            return Ok((None, None));
        };
        // On a thread hangs no other: it serves.
        if rights.is_thread(channel) {
            return Ok((None, None));
        }
        let (need, kind) = if people.is_some() {
            (Need::PrivateThread, ChannelType::PrivateThread)
        } else {
            (Need::Thread, ChannelType::PublicThread)
        };
        let locale = responder.locale_at(place);
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
                        Some((Need::Thread, locale.texts.word("lacks-free-thread")))
                    }
                    // This may be a thread already, in which nobody has asked anything yet.
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
        self.office.threads.note(id, thread);
        let seats = self.state.seats().iter();
        let players: Vec<Person> = seats.filter_map(|(_, seat)| seat.person()).collect();
        // Before it is noted, so that a second try lets in whom the first one did not. A thread that
        // everybody sees stands in the lists of those alone who are added.
        for person in people.unwrap_or(&players) {
            self.add(thread, *person, tries.is_last).await?;
        }
        let own = place::place(Some(guild), thread);
        match responder.host().house(id, &own).await {
            // Tried again, it is found: without the note the match would be played elsewhere.
            Err(HostError::Store(error)) => return Err(error.into()),
            Err(error) => tracing::error!(%error, %id, "a thread could not be noted"),
            Ok(_) => {}
        }
        self.office.threads.forget(id);
        Ok((Some(thread), None))
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
