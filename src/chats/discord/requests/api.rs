//! Requests to Discord about channels, threads and servers, at the pace that it allows and one at a time
//! for each channel.

use std::{sync::OnceLock, time::Duration};

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use serenity::all::{
    ChannelId, ChannelType, GuildId, LightMethod, MessageId, RoleId, Route, UserId,
};

use super::{
    DiscordRequests,
    pace::Pace,
    trouble::{RequestError, RequestResult, Trouble, trouble},
};
use crate::chats::discord::{
    message::{
        layout::Body,
        posted::{EPOCH, ListedMessage, posted_at},
    },
    reading::fields::{self, Field},
    servers::{Channel, DescribedServer, ThreadMetadata},
};
use crate::{
    delivery::{LISTED, Posted},
    matchplay::Moment,
    store::causes,
};

/// The most lists of that length that are asked for at once.
const MOST_LISTS: usize = 5;
/// The longest time after which a thread is archived where nobody writes, in minutes: a week.
const ONE_WEEK: u32 = 7 * 24 * 60;

/// Discord's HTTP interface for channels, threads and servers. Cheap to share behind an [`Arc`](std::sync::Arc).
#[derive(Debug)]
pub(crate) struct Api {
    /// For requests that wait for nobody.
    pub(crate) requests: DiscordRequests,
    pace: Option<Pace>,
    /// The bot as a user, once the gateway has said who it is. Its application may have another id.
    pub(crate) own: OnceLock<UserId>,
}

/// An open thread.
#[derive(Debug, Deserialize)]
pub(crate) struct OpenThread {
    pub(crate) id: ChannelId,
    pub(crate) name: String,
    pub(crate) parent_id: Option<ChannelId>,
    thread_metadata: Option<ThreadMetadata>,
}

impl OpenThread {
    /// Returns true if it is locked.
    pub(crate) fn is_locked(&self) -> bool {
        self.thread_metadata
            .as_ref()
            .is_some_and(|thread| thread.locked)
    }
}

impl Api {
    /// Leaves this gap between requests where Discord's limits are kept to.
    pub(crate) fn new(requests: DiscordRequests, gap: Option<Duration>) -> Api {
        Api {
            requests,
            pace: gap.map(Pace::new),
            own: OnceLock::new(),
        }
    }

    /// Waits until a request may begin.
    async fn paced(&self) -> &DiscordRequests {
        if let Some(pace) = &self.pace {
            pace.turn().await;
        }
        &self.requests
    }

    /// Returns true if no request waits for its turn.
    pub(crate) fn is_free(&self) -> bool {
        self.pace.as_ref().is_none_or(Pace::is_free)
    }

    /// Asks for an object of which these fields are read.
    async fn ask<T: DeserializeOwned>(
        &self,
        route: Route<'_>,
        fields: &[Field],
    ) -> RequestResult<T> {
        let answer = self.paced().await.get(route, &[]).await?;
        let kept = fields::keep(&answer, fields)?;
        serde_json::from_value(kept).map_err(|_| RequestError::Unreadable("(all)".to_owned()))
    }

    /// Asks for a list of objects, of which these fields are read; those that cannot be read are left out.
    async fn ask_each<T: DeserializeOwned>(
        &self,
        route: Route<'_>,
        params: &[(&'static str, String)],
        fields: &[Field],
    ) -> RequestResult<Vec<T>> {
        let answer = self.paced().await.get(route, params).await?;
        let kept = fields::keep_each(&answer, fields).into_iter();
        Ok(kept
            .filter_map(|one| serde_json::from_value(one).ok())
            .collect())
    }

    /// Asks for something that counts by being there, whatever Discord says of it.
    async fn find(&self, route: Route<'_>) -> RequestResult<()> {
        self.paced().await.get(route, &[]).await.map(drop)
    }

    /// Returns the channel of direct messages with somebody.
    pub(crate) async fn direct(&self, user: UserId) -> RequestResult<ChannelId> {
        let whom = Body::bare(json!({"recipient_id": user}));
        let opening = self.paced().await;
        let opening = opening.make(LightMethod::Post, Route::UserMeDmChannels, whom);
        opening.await
    }

    /// Sends a message, in a turn of the channel.
    pub(crate) async fn send(&self, to: ChannelId, message: Body) -> RequestResult<()> {
        let route = Route::ChannelMessages { channel_id: to };
        let sending = self.paced().await;
        let sent: RequestResult<MessageId> = sending.make(LightMethod::Post, route, message).await;
        sent.map(drop)
    }

    /// Changes a message, in a turn of the channel.
    pub(crate) async fn edit(
        &self,
        at: ChannelId,
        message: MessageId,
        change: Body,
    ) -> RequestResult<()> {
        let route = Route::ChannelMessage {
            channel_id: at,
            message_id: message,
        };
        let editing = self.paced().await;
        let edited: RequestResult<MessageId> =
            editing.make(LightMethod::Patch, route, change).await;
        edited.map(drop)
    }

    /// Opens a thread on a channel, in a turn of the channel. It is archived where nobody writes for a
    /// week, and vanishes from lists then.
    pub(crate) async fn open_thread(
        &self,
        on: ChannelId,
        kind: ChannelType,
        name: &str,
    ) -> RequestResult<ChannelId> {
        let mut thread = json!({
            "name": name,
            "type": u8::from(kind),
            "auto_archive_duration": ONE_WEEK,
        });
        if kind == ChannelType::PrivateThread {
            // Else each of its members could let others in.
            thread["invitable"] = false.into();
        }
        let route = Route::ChannelThreads { channel_id: on };
        let opening = self.paced().await;
        let thread = Body::bare(thread);
        opening.make(LightMethod::Post, route, thread).await
    }

    /// Changes a thread, in a turn of it.
    pub(crate) async fn change_thread(
        &self,
        thread: ChannelId,
        change: Value,
    ) -> RequestResult<()> {
        let route = Route::Channel { channel_id: thread };
        let (changing, change) = (self.paced().await, Body::bare(change));
        let changed: RequestResult<ChannelId> =
            changing.make(LightMethod::Patch, route, change).await;
        changed.map(drop)
    }

    /// Joins a thread.
    pub(crate) async fn join(&self, thread: ChannelId) -> RequestResult<()> {
        let route = Route::ChannelThreadMemberMe { channel_id: thread };
        let (joining, nothing) = (self.paced().await, Body::bare(json!({})));
        joining.tell(LightMethod::Put, route, nothing).await
    }

    /// Lets somebody into a thread.
    pub(crate) async fn let_in(&self, thread: ChannelId, user: UserId) -> RequestResult<()> {
        let route = Route::ChannelThreadMember {
            channel_id: thread,
            user_id: user,
        };
        let (adding, nothing) = (self.paced().await, Body::bare(json!({})));
        adding.tell(LightMethod::Put, route, nothing).await
    }

    /// Returns true if somebody was let into a thread; false also where Discord does not say.
    pub(crate) async fn is_in(&self, thread: ChannelId, user: UserId) -> bool {
        let route = Route::ChannelThreadMember {
            channel_id: thread,
            user_id: user,
        };
        let found = self.find(route).await;
        found
            .inspect_err(|error| {
                if trouble(error) != Trouble::Absent {
                    tracing::info!(error = %causes(&error), "Discord does not say who is in a thread");
                }
            })
            .is_ok()
    }

    /// Returns the open threads of a server, as far as the bot sees them.
    pub(crate) async fn open_threads(&self, guild: GuildId) -> RequestResult<Vec<OpenThread>> {
        #[derive(Deserialize)]
        struct OpenThreads {
            threads: Vec<OpenThread>,
        }
        let route = Route::GuildThreadsActive { guild_id: guild };
        let listed: OpenThreads = self.ask(route, fields::THREADS).await?;
        Ok(listed.threads)
    }

    /// Returns a server, without its channels.
    pub(crate) async fn server(&self, guild: GuildId) -> RequestResult<DescribedServer> {
        let route = Route::Guild { guild_id: guild };
        self.ask(route, fields::SERVER).await
    }

    /// Returns the channels of a server.
    pub(crate) async fn channels(&self, guild: GuildId) -> RequestResult<Vec<Channel>> {
        let route = Route::GuildChannels { guild_id: guild };
        self.ask_each(route, &[], fields::CHANNEL).await
    }

    /// Returns a channel or thread.
    pub(crate) async fn channel(&self, id: ChannelId) -> RequestResult<Channel> {
        let route = Route::Channel { channel_id: id };
        self.ask(route, fields::CHANNEL).await
    }

    /// Finds a member of a server: that there is one says it all.
    pub(crate) async fn find_member(&self, guild: GuildId, user: UserId) -> RequestResult<()> {
        let route = Route::GuildMember {
            guild_id: guild,
            user_id: user,
        };
        self.find(route).await
    }

    /// Returns the roles of a member of a server.
    pub(crate) async fn roles(&self, guild: GuildId, user: UserId) -> RequestResult<Vec<RoleId>> {
        #[derive(Deserialize)]
        struct AskedMember {
            roles: Vec<RoleId>,
        }
        let route = Route::GuildMember {
            guild_id: guild,
            user_id: user,
        };
        let member: AskedMember = self.ask(route, fields::ASKED_MEMBER).await?;
        Ok(member.roles)
    }

    /// Returns the latest messages of a channel; none where they may not be read.
    pub(crate) async fn latest(&self, channel: ChannelId) -> RequestResult<Vec<Posted>> {
        self.messages(channel, "before", None).await
    }

    /// Returns the first messages of a channel since this moment, by the time that their ids tell;
    /// none where they may not be read.
    pub(crate) async fn since(
        &self,
        channel: ChannelId,
        moment: Moment,
    ) -> RequestResult<Vec<Posted>> {
        let milliseconds = u64::try_from(moment.0).unwrap_or(0);
        let id = milliseconds.saturating_sub(EPOCH) << 22;
        self.messages(channel, "after", Some(id)).await
    }

    /// Returns true if nothing was posted in a channel since this moment: Discord names the last message
    /// also to those who may not read the history, for whom lists are empty.
    pub(crate) async fn is_silent_since(
        &self,
        channel: ChannelId,
        moment: Moment,
    ) -> RequestResult<bool> {
        #[derive(Deserialize)]
        struct LastMessage {
            last_message_id: Option<MessageId>,
        }
        let route = Route::Channel {
            channel_id: channel,
        };
        let last: LastMessage = self.ask(route, fields::LAST_MESSAGE).await?;
        Ok(last.last_message_id.is_none_or(|id| posted_at(id) < moment))
    }

    /// Asks for the messages next to one, on this side of it, or for the latest: as many as are searched, and
    /// further ones for those among them that Discord itself has posted.
    async fn messages(
        &self,
        channel: ChannelId,
        side: &'static str,
        mut next_to: Option<u64>,
    ) -> RequestResult<Vec<Posted>> {
        let (mut all, mut said) = (Vec::new(), 0);
        for _ in 0..MOST_LISTS {
            let mut asked = vec![("limit", LISTED.to_string())];
            asked.extend(next_to.map(|id| (side, id.to_string())));
            let route = Route::ChannelMessages {
                channel_id: channel,
            };
            let listed: RequestResult<Vec<ListedMessage>> =
                self.ask_each(route, &asked, fields::POSTED).await;
            let listed = match listed {
                Err(error) if trouble(&error) != Trouble::Passing => Vec::new(),
                listed => listed?,
            };
            let is_last = listed.len() < LISTED;
            said += listed.iter().filter(|one| !one.is_discords()).count();
            let ids = listed.iter().map(|one| one.id.get());
            next_to = if side == "after" {
                ids.max()
            } else {
                ids.min()
            };
            all.extend(listed);
            if is_last || said >= LISTED {
                break;
            }
        }
        let own = self.own.get().copied();
        Ok(all.into_iter().map(|one| one.read(own)).collect())
    }
}
