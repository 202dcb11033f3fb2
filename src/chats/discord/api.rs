//! Requests to Discord, at the pace that it allows and one at a time for each channel.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use serde::de::{DeserializeOwned, Error};
use serde_json::{Value, json};
use serenity::all::{ChannelId, EditThread, Http, LightMethod, MessageId, Request, Route, UserId};
use tokio::sync::OwnedMutexGuard;

use super::{
    backoff::Pace,
    fields::{self, Field, Thing, Unreadable},
    layout::Body,
    posted::Posted,
    trouble::{Trouble, is_answered, trouble},
};
use crate::{
    host::{Connectivity, Turns},
    matchplay::{MatchId, Moment},
    store::{Latest, locked},
};

/// Number of the latest messages that are searched for one that says the same.
const SEARCHED: u8 = 20;
/// The first moment of Discord's ids, in milliseconds since 1970.
const EPOCH: u64 = 1_420_070_400_000;
/// Number of people whose direct messages are remembered.
const MOST_KEPT: usize = 4_096;

/// Discord's HTTP interface for channels, threads and servers. Cheap to share behind an [`Arc`].
#[derive(Debug)]
pub(super) struct Api {
    /// For requests that wait for nobody.
    pub(super) http: Arc<Http>,
    pace: Option<Pace>,
    /// One request at a time for each channel: a limiter learns from each answer.
    channels: Turns<ChannelId>,
    /// The channels of direct messages with people.
    directs: Mutex<Latest<UserId, ChannelId, MOST_KEPT>>,
    reach: Arc<Connectivity>,
}

impl Api {
    /// Leaves this gap between requests where Discord's limits are kept to.
    pub(super) fn new(http: Http, gap: Option<Duration>, reach: Arc<Connectivity>) -> Api {
        Api {
            http: Arc::new(http),
            pace: gap.map(Pace::new),
            channels: Turns::default(),
            directs: Mutex::default(),
            reach,
        }
    }

    /// Asks for something, and counts whether Discord has answered.
    pub(super) async fn counted<T>(
        &self,
        asking: impl Future<Output = serenity::Result<T>>,
    ) -> serenity::Result<T> {
        let sent = self.reach.send();
        let asked = asking.await;
        match is_answered(&asked) {
            Some(true) => self.reach.succeed(),
            Some(false) => self.reach.fail(sent),
            None => {}
        }
        asked
    }

    /// Waits until a request may begin.
    pub(super) async fn paced(&self) -> &Http {
        if let Some(pace) = &self.pace {
            pace.turn().await;
        }
        &self.http
    }

    /// Returns true if no request waits for its turn.
    pub(super) fn is_free(&self) -> bool {
        self.pace.as_ref().is_none_or(Pace::is_free)
    }

    /// Waits until nobody else asks anything of a channel, for as long as what is returned.
    pub(super) async fn turn(&self, channel: ChannelId) -> OwnedMutexGuard<()> {
        self.channels.take(channel).await
    }

    /// Returns the channel of direct messages with somebody.
    pub(super) async fn direct(&self, user: UserId) -> serenity::Result<ChannelId> {
        let known = locked(&self.directs).get(&user).copied();
        if let Some(channel) = known {
            return Ok(channel);
        }
        let whom = serde_json::to_vec(&json!({"recipient_id": user}))?;
        let opening = Request::new(Route::UserMeDmChannels, LightMethod::Post).body(Some(whom));
        let asking = ask(self.paced().await, opening, fields::THING);
        let opened: Thing<ChannelId> = self.counted(asking).await?;
        let channel = opened.id;
        locked(&self.directs).put(user, channel);
        Ok(channel)
    }

    /// Forgets the channel of direct messages with somebody, which takes none.
    pub(super) fn forget_direct(&self, user: UserId) {
        locked(&self.directs).pop(&user);
    }

    /// Sends a message, in a turn of the channel.
    pub(super) async fn send(&self, to: ChannelId, message: Body) -> serenity::Result<()> {
        let Body { map, files } = message;
        let sending = self.paced().await;
        done(self.counted(sending.send_message(to, files, &map))).await
    }

    /// Changes a message, in a turn of the channel.
    pub(super) async fn edit(
        &self,
        at: ChannelId,
        message: MessageId,
        change: Body,
    ) -> serenity::Result<()> {
        let Body { map, files } = change;
        let editing = self.paced().await;
        done(self.counted(editing.edit_message(at, message, &map, files))).await
    }

    /// Changes a thread, in a turn of it.
    pub(super) async fn edit_thread(
        &self,
        thread: ChannelId,
        change: EditThread<'_>,
    ) -> serenity::Result<()> {
        let editing = self.paced().await;
        done(self.counted(thread.edit_thread(editing, change))).await
    }

    /// Returns the latest messages of a channel; none where they may not be read: telling twice is
    /// better than not at all.
    pub(super) async fn latest(&self, channel: ChannelId) -> serenity::Result<Vec<Posted>> {
        self.messages(channel, vec![("limit", SEARCHED.to_string())])
            .await
    }

    /// Returns the first messages of a channel since this moment, by the time that their ids tell;
    /// none where they may not be read.
    pub(super) async fn since(
        &self,
        channel: ChannelId,
        moment: Moment,
    ) -> serenity::Result<Vec<Posted>> {
        let milliseconds = u64::try_from(moment.0).unwrap_or(0);
        let id = milliseconds.saturating_sub(EPOCH) << 22;
        let asked = vec![("limit", SEARCHED.to_string()), ("after", id.to_string())];
        self.messages(channel, asked).await
    }

    async fn messages(
        &self,
        channel: ChannelId,
        asked: Vec<(&'static str, String)>,
    ) -> serenity::Result<Vec<Posted>> {
        let route = Route::ChannelMessages {
            channel_id: channel,
        };
        let asked = Request::new(route, LightMethod::Get).params(Some(asked));
        let asking = self.paced().await;
        match self.counted(asking.fire::<Value>(asked)).await {
            Err(error) if trouble(&error) != Trouble::Passing => Ok(Vec::new()),
            Err(error) => Err(error),
            Ok(latest) => {
                let kept = fields::keep_each(&latest, fields::POSTED).into_iter();
                let read = kept.filter_map(|one| serde_json::from_value(one).ok());
                Ok(read.collect())
            }
        }
    }
}

/// Does something of which nothing need be heard but that it is done, whatever Discord says of it.
pub(super) async fn done<T>(
    doing: impl Future<Output = serenity::Result<T>>,
) -> serenity::Result<()> {
    match doing.await {
        Err(error) if trouble(&error) != Trouble::Unreadable => Err(error),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Asks for an object of which these fields are read.
pub(super) async fn ask<T: DeserializeOwned>(
    http: &Http,
    request: Request<'_>,
    fields: &[Field],
) -> serenity::Result<T> {
    let answer: Value = http.fire(request).await?;
    let kept = fields::keep(&answer, fields);
    // Its text may name people.
    let kept = kept.map_err(|Unreadable(field)| {
        serde_json::Error::custom(format!("the field {field} of an answer cannot be read"))
    })?;
    Ok(serde_json::from_value(kept)?)
}

/// Asks for a list of objects, of which these fields are read; those that cannot be read are left out.
pub(super) async fn ask_each<T: DeserializeOwned>(
    http: &Http,
    request: Request<'_>,
    fields: &[Field],
) -> serenity::Result<Vec<T>> {
    let answer: Value = http.fire(request).await?;
    let kept = fields::keep_each(&answer, fields).into_iter();
    Ok(kept
        .filter_map(|one| serde_json::from_value(one).ok())
        .collect())
}

/// Asks for something. A refusal is `None`, and a line of the log about the match; only what may pass
/// remains an error.
pub(super) async fn unless_refused<T>(
    asking: impl Future<Output = serenity::Result<T>>,
    id: MatchId,
    refused: &str,
) -> serenity::Result<Option<T>> {
    match asking.await {
        Err(error) if trouble(&error) != Trouble::Passing => {
            tracing::info!(%error, %id, "{refused}");
            Ok(None)
        }
        asked => asked.map(Some),
    }
}
