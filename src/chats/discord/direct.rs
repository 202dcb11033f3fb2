//! Direct messages, for players who want to be called by them or cannot be called otherwise.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use serenity::all::{ChannelId, CreateMessage, UserId};

use super::{
    api::{Api, unless_refused},
    calls::Call,
    delivery::Delivery,
    place,
    present::{Letter, cut},
    trouble::{Trouble, trouble},
};
use crate::{commands::Responder, messages::Locale, store::locked};

/// Number of people whose direct messages are remembered.
const MOST_KEPT: usize = 4_096;
/// The longest account of what happened, in characters.
const LONGEST_ACCOUNT: usize = 300;

/// Calls players outside the message that tells of a notice.
#[derive(Debug)]
pub(super) struct Directs {
    responder: Arc<Responder>,
    api: Arc<Api>,
    /// The channels of direct messages with people.
    known: Mutex<HashMap<UserId, ChannelId>>,
}

impl Directs {
    pub(super) fn new(responder: Arc<Responder>, api: Arc<Api>) -> Directs {
        Directs {
            responder,
            api,
            known: Mutex::default(),
        }
    }

    /// Calls the player of a post that stands in the channel and mentions nobody.
    pub(super) async fn reach(
        &self,
        delivery: &Delivery<'_>,
        channel: ChannelId,
    ) -> serenity::Result<()> {
        let (user, call) = match delivery.call {
            Call::Nobody | Call::Left(..) => return Ok(()),
            Call::Direct(user) => {
                let told = self.told(delivery, channel).await;
                if self.write(user, delivery, &told).await? {
                    return Ok(());
                }
                (user, "direct-instead")
            }
            // It was said when they could not be called, or by an answer that left that to this;
            // or a direct message has called them, as they wanted it then.
            Call::Mention(user) => {
                if self.directly(user, delivery, None).await? {
                    return Ok(());
                }
                (user, "called")
            }
        };
        let id = delivery.notice.id;
        // It stands where everybody reads it.
        let texts = self.responder.locale_at(delivery.state.place()).texts;
        let text = texts.say(call, &[("match", &id)]);
        let letter = Letter::of_words(&text, &texts)
            .marked(&delivery.memo.line())
            .calling(user);
        let message = letter.message(format!("{}-here", delivery.memo));
        let _turn = self.api.turn(channel).await;
        let sent = self.api.send(channel, message).await;
        unless_refused(sent, id, "a player cannot be called").map(drop)
    }

    /// Calls the player of a post by a direct message, where nothing can be said where the match is
    /// played.
    pub(super) async fn reach_elsewhere(&self, delivery: &Delivery<'_>) -> serenity::Result<()> {
        let id = delivery.notice.id;
        let (Call::Mention(user) | Call::Direct(user)) = delivery.call else {
            tracing::warn!(%id, "a notice cannot be told");
            return Ok(());
        };
        let own = self.own(delivery);
        let happened = self.happened(&own, delivery).await;
        let values = [("match", &id as _), ("happened", &happened as _)];
        let text = own.texts.say("direct-elsewhere", &values);
        if !self.write(user, delivery, &text).await? {
            tracing::warn!(%id, "a player cannot be called anywhere");
        }
        Ok(())
    }

    /// Returns the words of a direct message about what stands in a channel.
    async fn told(&self, delivery: &Delivery<'_>, channel: ChannelId) -> String {
        let own = self.own(delivery);
        let guild = place::guild(delivery.state.place());
        let guild = guild.map_or_else(|| "@me".to_owned(), |guild| guild.to_string());
        let values = [
            ("match", &delivery.notice.id as _),
            ("happened", &self.happened(&own, delivery).await as _),
            (
                "link",
                &format!("https://discord.com/channels/{guild}/{channel}") as _,
            ),
        ];
        own.texts.say("direct-told", &values).into()
    }

    /// Writes a direct message, unless it has been written. `false` when it cannot be.
    async fn write(
        &self,
        user: UserId,
        delivery: &Delivery<'_>,
        text: &str,
    ) -> serenity::Result<bool> {
        let letter =
            Letter::of_words(text, &self.responder.usual().texts).marked(&delivery.memo.line());
        let message = letter.message(format!("{}-dm", delivery.memo));
        self.directly(user, delivery, Some(message)).await
    }

    /// Looks, where that is in doubt, for a direct message about the post, and else sends this one.
    /// Returns true if one is there then.
    async fn directly(
        &self,
        user: UserId,
        delivery: &Delivery<'_>,
        message: Option<CreateMessage>,
    ) -> serenity::Result<bool> {
        let done = self.try_directly(user, delivery, message).await;
        if let Err(error) = &done
            && !matches!(trouble(error), Trouble::Passing | Trouble::Closed)
        {
            locked(&self.known).remove(&user);
        }
        let refused = "a direct message cannot be written";
        Ok(unless_refused(done, delivery.notice.id, refused)?.unwrap_or(false))
    }

    async fn try_directly(
        &self,
        user: UserId,
        delivery: &Delivery<'_>,
        message: Option<CreateMessage>,
    ) -> serenity::Result<bool> {
        let known = locked(&self.known).get(&user).copied();
        let channel = match known {
            Some(channel) => channel,
            None => {
                let channel = user.create_dm_channel(self.api.paced().await).await?.id;
                let mut known = locked(&self.known);
                if known.len() >= MOST_KEPT {
                    known.clear();
                }
                known.insert(user, channel);
                channel
            }
        };
        let _turn = self.api.turn(channel).await;
        if delivery.doubtful && delivery.memo.is_in(&self.api.latest(channel).await?, "") {
            return Ok(true);
        }
        let Some(message) = message else {
            return Ok(false);
        };
        self.api.send(channel, message).await.map(|()| true)
    }

    /// Returns the locale of the player whom the post calls.
    fn own(&self, delivery: &Delivery<'_>) -> Locale {
        let place = delivery.state.place();
        match delivery.reply.ping {
            Some(person) => self.responder.locale_of_person(person, place),
            None => self.responder.locale_at(place),
        }
    }

    /// Returns the event in a line, in a locale.
    async fn happened(&self, own: &Locale, delivery: &Delivery<'_>) -> String {
        let told = delivery.reply.locale.as_ref();
        let alike = told.is_none_or(|told| told.texts.language() == own.texts.language());
        let translated = if alike {
            None
        } else {
            // What cannot be read just now is told as it stands in the channel.
            let retold = self.responder.retell(own, delivery.notice).await;
            retold.unwrap_or_default()
        };
        let reply = translated.as_ref().unwrap_or(delivery.reply);
        let first = reply.text.lines().next().unwrap_or_default();
        cut(first, LONGEST_ACCOUNT)
    }
}
