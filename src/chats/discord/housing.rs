//! Gives a match a thread of its own, where that is allowed.

use serenity::{
    all::CreateThread,
    builder::EditThread,
    model::{
        channel::{AutoArchiveDuration, ChannelType},
        id::{ChannelId, GuildId},
    },
};

use super::{
    place,
    poster::Poster,
    present::user,
    rights::Need,
    trouble::{Trouble, trouble},
};
use crate::matchplay::{Match, Person, Stage};

/// Where a match is at home.
#[derive(Debug, Default)]
pub(super) struct Home {
    /// Its thread, where it has just got one.
    pub(super) thread: Option<ChannelId>,
    /// Why it has none, where that is to be said.
    pub(super) lack: Option<(Need, String)>,
}

impl Poster {
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
            self.find_thread(guild, channel, &names).await?
        } else {
            None
        };
        let thread = match found {
            Some(thread) => thread,
            None => {
                let _turn = self.turn(channel).await;
                self.pace().await;
                let asked = CreateThread::new(name).kind(kind);
                match channel.create_thread(&self.http, asked).await {
                    Ok(thread) => thread.id,
                    Err(error) => {
                        let trouble = trouble(&error);
                        if trouble == Trouble::Passing {
                            return Err(error);
                        }
                        tracing::info!(%error, id = %state.id(), "no thread could be opened");
                        return Ok(match trouble {
                            Trouble::Rights => self.without_thread(state, channel, need),
                            Trouble::Threads => {
                                let text = locale.texts.word("lacks-free-thread");
                                let lack = Some((Need::Thread, text));
                                Home { thread: None, lack }
                            }
                            // This may be a thread already, in which nobody has asked anything yet.
                            _ => Home::default(),
                        });
                    }
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

    /// The channel serves; once for a match it is said why.
    fn without_thread(&self, state: &Match, channel: ChannelId, need: Need) -> Home {
        let held = self.rights.held(channel);
        let held = held.filter(|held| need.is_unmet(*held));
        let texts = self.responder.locale_at(state.place()).texts;
        let rights = need.names(held, &texts);
        let lack = self.rights.is_unsaid(state.id(), need).then(|| {
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

    /// Lets those into a private thread who play there, and who watches.
    async fn let_in(&self, state: &Match, thread: ChannelId) -> serenity::Result<()> {
        let seats = state.seats().iter();
        let mut people: Vec<Person> = seats.filter_map(|(_, seat)| seat.person()).collect();
        people.extend(state.is_of_computers().then_some(state.opener()));
        for user in people
            .into_iter()
            .filter_map(|who| user(&self.responder, who))
        {
            self.pace().await;
            match thread.add_thread_member(&self.http, user).await {
                Err(error) if trouble(&error) == Trouble::Passing => return Err(error),
                // Their first mention there lets them in too.
                Err(error) => tracing::info!(%error, id = %state.id(), "a player was not let in"),
                Ok(()) => {}
            }
        }
        Ok(())
    }

    /// Gives the thread of a match that is over the result as its name, and lets Discord archive it
    /// once nobody has said anything there for an hour, the shortest time that there is.
    ///
    /// It is not archived at once: in an archived thread no command can be given, and not every
    /// client lets buttons be pressed, while people want to talk and to play a rematch. An hour is
    /// counted by Discord itself: that outlasts any restart of this program, and begins anew with
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
        let _turn = self.turn(thread).await;
        self.pace().await;
        match thread.edit_thread(&self.http, edit).await {
            Err(error) if trouble(&error) == Trouble::Passing => Err(error),
            Err(error) if trouble(&error) != Trouble::Unreadable => {
                tracing::info!(%error, id = %state.id(), "a thread keeps its name");
                Ok(())
            }
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// The thread of one of these names under a channel, which bears a match's id and so is its own.
    async fn find_thread(
        &self,
        guild: GuildId,
        channel: ChannelId,
        names: &[String],
    ) -> serenity::Result<Option<ChannelId>> {
        self.pace().await;
        match guild.get_active_threads(&self.http).await {
            Ok(active) => Ok(active
                .threads
                .iter()
                .find(|thread| thread.parent_id == Some(channel) && names.contains(&thread.name))
                .map(|thread| thread.id)),
            Err(error) if trouble(&error) == Trouble::Passing => Err(error),
            Err(error) => {
                tracing::warn!(%error, "the open threads could not be listed");
                Ok(None)
            }
        }
    }
}
