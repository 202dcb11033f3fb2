//! Gives a match a thread of its own, where that is allowed.

use serde::Deserialize;
use serenity::{
    all::{AutoArchiveDuration, CreateThread, EditThread, LightMethod, Request, Route},
    futures::TryFutureExt,
};

use super::{
    api::ask,
    calls::user,
    fields::{self, Thing},
    prelude::*,
    servers::Channel,
};

/// Open threads.
#[derive(Deserialize)]
struct Threads {
    threads: Vec<Channel>,
}

/// Opens, fills and concludes the thread of a match.
pub(super) struct Housing<'a> {
    pub(super) office: &'a Office,
    pub(super) state: &'a Match,
}

impl Housing<'_> {
    /// Opens a thread for the match: returns it, and the reason why there is none where that is to be
    /// said. It is for these people alone, if any are named. `doubtful` says that this may have been
    /// done before.
    pub(super) async fn house(
        &self,
        people: Option<&[Person]>,
        doubtful: bool,
    ) -> serenity::Result<(Option<ChannelId>, Option<Lack>)> {
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
        let found = if doubtful {
            self.find_thread(guild, channel, &locale).await?
        } else {
            None
        };
        let thread = match found {
            Some(thread) => thread,
            None => {
                let _turn = api.turn(channel).await;
                let name = responder.narrator(&locale).thread_name(self.state);
                // A thread is archived where nobody writes for so long, and vanishes from lists then.
                let asked = CreateThread::new(name)
                    .kind(kind)
                    .auto_archive_duration(AutoArchiveDuration::OneWeek);
                let mut lacking = None;
                let mut asked = serde_json::to_value(&asked)?;
                if people.is_some() {
                    // Else each of them could let others in.
                    asked["invitable"] = false.into();
                }
                let asked = serde_json::to_vec(&asked)?;
                let route = Route::ChannelThreads {
                    channel_id: channel,
                };
                let asked = Request::new(route, LightMethod::Post).body(Some(asked));
                let opening = ask::<Thing<ChannelId>>(api.paced().await, asked, fields::THING);
                let opening = opening.inspect_err(|error| {
                    lacking = match trouble(error) {
                        Trouble::Rights => lack(),
                        Trouble::Threads => {
                            Some((Need::Thread, locale.texts.word("lacks-free-thread")))
                        }
                        // This may be a thread already, in which nobody has asked anything yet.
                        _ => None,
                    };
                });
                match unless_refused(opening, id, "no thread could be opened").await? {
                    Some(thread) => thread.id,
                    None => return Ok((None, lacking)),
                }
            }
        };
        let seats = self.state.seats().iter();
        let players: Vec<Person> = seats.filter_map(|(_, seat)| seat.person()).collect();
        // Before it is noted, so that a second try lets in whom the first one did not. A thread that
        // everybody sees stands in the lists of those alone who are added.
        for person in people.unwrap_or(&players) {
            self.add(thread, *person).await?;
        }
        let own = place::place(Some(guild), thread);
        if let Err(error) = responder.host().house(id, &own).await {
            tracing::error!(%error, %id, "a thread could not be noted");
        }
        Ok((Some(thread), None))
    }

    /// Lets people who come to a private match into its thread, as long as they play it.
    pub(super) async fn admit(&self, people: impl Iterator<Item = Person>) -> serenity::Result<()> {
        let place = self.state.place();
        let thread = place::channel(place).filter(|_| self.state.is_housed());
        let Some(thread) = thread.filter(|_| self.state.is_private()) else {
            return Ok(());
        };
        for person in people.filter(|person| self.state.color_of(*person).is_some()) {
            self.add(thread, person).await?;
        }
        Ok(())
    }

    /// Adds somebody to a thread, unless they are unknown to Discord.
    async fn add(&self, thread: ChannelId, person: Person) -> serenity::Result<()> {
        let (responder, api) = (&self.office.responder, &self.office.api);
        let Some(user) = user(responder, person).await else {
            return Ok(());
        };
        let adding = thread.add_thread_member(api.paced().await, user);
        // Their first mention there adds them too.
        let added = unless_refused(adding, self.state.id(), "a player was not added").await;
        added.map(drop)
    }

    /// Gives the thread of a match that is over the result as its name, and lets Discord archive it
    /// once nobody has said anything there for an hour, the shortest time that there is.
    ///
    /// It is not archived at once: in an archived thread no command can be given, and not every
    /// client lets buttons be pressed, while people want to talk and to play a rematch. An hour is
    /// counted by Discord itself: that outlasts any restart of this program, and begins again with
    /// each word that is said. It is not locked, so that a word opens it again later.
    pub(super) async fn conclude(&self) -> serenity::Result<()> {
        let (responder, api) = (&self.office.responder, &self.office.api);
        let (state, place) = (self.state, self.state.place());
        let locale = responder.locale_at(place);
        let name = responder.narrator(&locale).over_name(state);
        let (Some(thread), Some(name)) = (place::channel(place), name) else {
            return Ok(());
        };
        let edit = EditThread::new()
            .name(name)
            .auto_archive_duration(AutoArchiveDuration::OneHour);
        let _turn = api.turn(thread).await;
        let editing = api.edit_thread(thread, edit);
        let edited = unless_refused(editing, state.id(), "a thread keeps its name").await;
        edited.map(drop)
    }

    /// Finds the thread of the match under a channel, by its name in any language: its server may
    /// have spoken another one then. The name bears the match's id, and so the thread is its own.
    async fn find_thread(
        &self,
        guild: GuildId,
        channel: ChannelId,
        locale: &Locale,
    ) -> serenity::Result<Option<ChannelId>> {
        let (responder, api) = (&self.office.responder, &self.office.api);
        let name = |locale: &Locale| responder.narrator(locale).thread_name(self.state);
        let mut names = vec![name(locale)];
        names.extend(responder.locales().others(locale).map(|other| name(&other)));
        let route = Route::GuildThreadsActive { guild_id: guild };
        let asked = Request::new(route, LightMethod::Get);
        let asking = ask::<Threads>(api.paced().await, asked, fields::THREADS);
        let refused = "the open threads could not be listed";
        let active = unless_refused(asking, self.state.id(), refused).await?;
        let mut threads = active.into_iter().flat_map(|active| active.threads);
        let is_named = |thread: &Channel| thread.name.as_ref().is_some_and(|it| names.contains(it));
        let own = threads.find(|thread| thread.parent_id == Some(channel) && is_named(thread));
        Ok(own.map(|thread| thread.id))
    }
}
