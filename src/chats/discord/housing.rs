//! Gives a match a thread of its own, where that is allowed.

use std::sync::Arc;

use serenity::all::{
    AutoArchiveDuration, ChannelId, ChannelType, CreateThread, EditThread, GuildId,
};

use super::{
    api::{Api, unless_refused},
    place,
    present::user,
    rights::{Need, Rights},
    trouble::{Trouble, trouble},
};
use crate::{
    commands::Responder,
    matchplay::{Match, Person, Stage},
};

/// The home of a match after an attempt to open a thread for it.
#[derive(Debug, Default)]
pub(super) struct Home {
    /// Its thread, where it has just got one.
    pub(super) thread: Option<ChannelId>,
    /// The reason why it has none, where that is to be said.
    pub(super) lack: Option<(Need, String)>,
}

/// Opens, fills and concludes the threads of matches.
#[derive(Debug)]
pub(super) struct Housing {
    pub(super) responder: Arc<Responder>,
    pub(super) api: Arc<Api>,
    pub(super) rights: Arc<Rights>,
}

impl Housing {
    /// Opens a thread for the match. `doubtful` says that this may have been done before.
    pub(super) async fn house(&self, state: &Match, doubtful: bool) -> serenity::Result<Home> {
        let (Some(guild), Some(channel)) =
            (place::guild(state.place()), place::channel(state.place()))
        else {
            return Ok(Home::default());
        };
        // On a thread hangs no other: it serves.
        if self.rights.is_thread(channel) {
            return Ok(Home::default());
        }
        let (need, kind) = if state.is_private() {
            (Need::PrivateThread, ChannelType::PrivateThread)
        } else {
            (Need::Thread, ChannelType::PublicThread)
        };
        if self.rights.lack(channel, need) {
            return Ok(self.without_thread(state, channel, need));
        }
        let locale = self.responder.locale_at(state.place());
        let name = self.responder.narrator(&locale).thread_name(state);
        let found = if doubtful {
            // Its server may have spoken another language then.
            let others = self.responder.locales().others(&locale);
            let others = others.map(|other| self.responder.narrator(&other).thread_name(state));
            let mut names: Vec<String> = others.collect();
            names.push(name.clone());
            self.find_thread(state, (guild, channel), &names).await?
        } else {
            None
        };
        let thread = match found {
            Some(thread) => thread,
            None => {
                let _turn = self.api.turn(channel).await;
                let asked = CreateThread::new(name).kind(kind);
                let opened = channel.create_thread(self.api.paced().await, asked).await;
                let home = match opened.as_ref().map_err(trouble) {
                    Err(Trouble::Rights) => self.without_thread(state, channel, need),
                    Err(Trouble::Threads) => {
                        let text = locale.texts.word("lacks-free-thread");
                        let lack = Some((Need::Thread, text));
                        Home { thread: None, lack }
                    }
                    // This may be a thread already, in which nobody has asked anything yet.
                    Ok(_) | Err(_) => Home::default(),
                };
                match unless_refused(opened, state.id(), "no thread could be opened")? {
                    Some(thread) => thread.id,
                    None => return Ok(home),
                }
            }
        };
        if state.is_private() {
            // Before it is noted, so that a second try lets in whom the first one did not.
            self.let_in(state, thread).await?;
        }
        let own = place::place(Some(guild), thread);
        if let Err(error) = self.responder.host().house(state.id(), &own).await {
            tracing::error!(%error, id = %state.id(), "a thread could not be noted");
        }
        Ok(Home {
            thread: Some(thread),
            lack: None,
        })
    }

    /// Lets the channel serve; once for a match it is said why.
    fn without_thread(&self, state: &Match, channel: ChannelId, need: Need) -> Home {
        let lack = self.rights.is_unsaid(state.id(), need).then(|| {
            let texts = self.responder.locale_at(state.place()).texts;
            let rights = self.rights.names(channel, need, &texts);
            let id = if state.is_private() {
                "lacks-private-thread"
            } else {
                "lacks-thread"
            };
            let text = texts.say(id, &[("rights", &rights), ("match", &state.id())]);
            (need, text.into())
        });
        Home { thread: None, lack }
    }

    /// Lets the players into a private thread, and the opener of a match of computers.
    async fn let_in(&self, state: &Match, thread: ChannelId) -> serenity::Result<()> {
        let seats = state.seats().iter();
        let mut people: Vec<Person> = seats.filter_map(|(_, seat)| seat.person()).collect();
        people.extend(state.is_of_computers().then_some(state.opener()));
        for person in people {
            let Some(user) = user(&self.responder, person) else {
                continue;
            };
            let http = self.api.paced().await;
            let added = thread.add_thread_member(http, user).await;
            // Their first mention there lets them in too.
            unless_refused(added, state.id(), "a player was not let in")?;
        }
        Ok(())
    }

    /// Gives the thread of a match that is over the result as its name, and lets Discord archive it
    /// once nobody has said anything there for an hour, the shortest time that there is.
    ///
    /// It is not archived at once: in an archived thread no command can be given, and not every
    /// client lets buttons be pressed, while people want to talk and to play a rematch. An hour is
    /// counted by Discord itself: that outlasts any restart of this program, and begins again with
    /// each word that is said. It is not locked, so that a word opens it again later.
    pub(super) async fn conclude(&self, state: &Match) -> serenity::Result<()> {
        let own = place::channel(state.place()).filter(|_| state.is_housed());
        let Some(thread) = own.filter(|_| state.stage() == Stage::Ended) else {
            return Ok(());
        };
        let locale = self.responder.locale_at(state.place());
        let name = self.responder.narrator(&locale).over_name(state);
        let Some(name) = name else { return Ok(()) };
        let edit = EditThread::new()
            .name(name)
            .auto_archive_duration(AutoArchiveDuration::OneHour);
        let _turn = self.api.turn(thread).await;
        let edited = thread.edit_thread(self.api.paced().await, edit).await;
        unless_refused(edited, state.id(), "a thread keeps its name").map(drop)
    }

    /// Finds the thread of one of these names under a channel. A name bears a match's id, and so the
    /// thread is its own.
    async fn find_thread(
        &self,
        state: &Match,
        (guild, channel): (GuildId, ChannelId),
        names: &[String],
    ) -> serenity::Result<Option<ChannelId>> {
        let asked = guild.get_active_threads(self.api.paced().await).await;
        let refused = "the open threads could not be listed";
        let active = unless_refused(asked, state.id(), refused)?;
        let mut threads = active.into_iter().flat_map(|active| active.threads);
        let own = threads
            .find(|thread| thread.parent_id == Some(channel) && names.contains(&thread.name));
        Ok(own.map(|thread| thread.id))
    }
}
