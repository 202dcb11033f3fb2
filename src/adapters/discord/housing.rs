//! Gives a match a thread of its own, where that is allowed.

use serenity::{
    all::CreateThread,
    model::{
        channel::ChannelType,
        id::{ChannelId, GuildId},
    },
};

use super::{
    place,
    poster::Poster,
    rights::Need,
    trouble::{Trouble, trouble},
};
use crate::matchplay::Match;

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
        if self.rights.lack(channel, Need::Thread) {
            return Ok(self.without_thread(state, channel));
        }
        let name = self.desk.speaking_at(state.place()).thread_name(state);
        let found = if doubtful {
            self.find_thread(guild, channel, &name).await?
        } else {
            None
        };
        let thread = match found {
            Some(thread) => thread,
            None => {
                let _turn = self.turn(channel).await;
                self.pace().await;
                let asked = CreateThread::new(name).kind(ChannelType::PublicThread);
                match channel.create_thread(&self.http, asked).await {
                    Ok(thread) => thread.id,
                    Err(error) => {
                        let trouble = trouble(&error);
                        if trouble == Trouble::Passing {
                            return Err(error);
                        }
                        tracing::info!(%error, id = %state.id(), "no thread could be opened");
                        return Ok(match trouble {
                            Trouble::Rights => self.without_thread(state, channel),
                            Trouble::Threads => {
                                let desk = self.desk.speaking_at(state.place());
                                let text = desk.words().say("lacks-free-thread", &[]);
                                let lack = Some((Need::Thread, text));
                                Home { thread: None, lack }
                            }
                            // This may be a thread already: it serves.
                            _ => Home::default(),
                        });
                    }
                }
            }
        };
        let own = place::place(Some(guild), thread);
        if let Err(error) = self.desk.host().house(state.id(), &own).await {
            tracing::error!(%error, id = %state.id(), "a thread could not be noted");
        }
        Ok(Home {
            thread: Some(thread),
            lack: None,
        })
    }

    /// The channel serves; once for a match it is said why.
    fn without_thread(&self, state: &Match, channel: ChannelId) -> Home {
        let held = self.rights.held(channel);
        let held = held.filter(|held| Need::Thread.is_unmet(*held));
        let desk = self.desk.speaking_at(state.place());
        let words = desk.words();
        let rights = Need::Thread.names(held, words);
        let lack = self.rights.is_unsaid(state.id(), Need::Thread).then(|| {
            let text = words.say("lacks-thread", &[("rights", &rights)]);
            (Need::Thread, text)
        });
        Home { thread: None, lack }
    }

    /// The thread of this name under a channel, which bears a match's id and so is its own.
    async fn find_thread(
        &self,
        guild: GuildId,
        channel: ChannelId,
        name: &str,
    ) -> serenity::Result<Option<ChannelId>> {
        self.pace().await;
        match guild.get_active_threads(&self.http).await {
            Ok(active) => Ok(active
                .threads
                .iter()
                .find(|thread| thread.parent_id == Some(channel) && thread.name == name)
                .map(|thread| thread.id)),
            Err(error) if trouble(&error) == Trouble::Passing => Err(error),
            Err(error) => {
                tracing::warn!(%error, "the open threads could not be listed");
                Ok(None)
            }
        }
    }
}
