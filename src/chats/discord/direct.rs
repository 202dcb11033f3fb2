//! Direct messages to whoever wants to be called by them, or cannot be called otherwise.

use std::{
    collections::HashMap,
    fmt,
    sync::{Mutex, PoisonError},
};

use serenity::{
    builder::CreateMessage,
    model::{
        channel::Message,
        id::{ChannelId, UserId},
    },
};

use super::{
    calls::Call,
    place,
    poster::{Post, Poster, Said},
    present::{Letter, cut},
    trouble::{Trouble, trouble},
};
use crate::{matchplay::MatchId, messages::Locale, store::Notice};

/// How many people's direct messages are remembered.
const MOST_KEPT: usize = 4_096;
/// The longest account of what happened, in characters.
const LONGEST_ACCOUNT: usize = 300;

/// Where direct messages with people are.
#[derive(Debug, Default)]
pub(super) struct Directs(Mutex<HashMap<UserId, ChannelId>>);

impl Directs {
    /// Asks or changes what is known; a panic elsewhere leaves plain data that is whole.
    fn known<T>(&self, ask: impl FnOnce(&mut HashMap<UserId, ChannelId>) -> T) -> T {
        ask(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn find(&self, user: UserId) -> Option<ChannelId> {
        self.known(|known| known.get(&user).copied())
    }

    fn note(&self, user: UserId, channel: ChannelId) {
        self.known(|known| {
            if known.len() >= MOST_KEPT {
                known.clear();
            }
            known.insert(user, channel);
        });
    }

    fn forget(&self, user: UserId) {
        self.known(|known| known.remove(&user));
    }
}

/// What marks the messages of one notice, so that each is known again: two turns of one match may
/// be told in the same words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memo {
    id: MatchId,
    version: u64,
}

impl fmt::Display for Memo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.id, self.version)
    }
}

impl Memo {
    pub(super) const fn of(notice: &Notice) -> Memo {
        Memo {
            id: notice.id,
            version: notice.to,
        }
    }

    /// The nonce of the message where the match is played.
    pub(super) fn nonce(self) -> String {
        self.to_string()
    }

    /// A line in small letters.
    pub(super) fn line(self) -> String {
        format!("-# {self}")
    }

    /// Whether one of these messages is marked by it and begins so.
    pub(super) fn is_in(self, messages: &[Message], beginning: &str) -> bool {
        let line = self.line();
        let marked = |message: &Message| {
            let content = &message.content;
            content.starts_with(beginning) && content.lines().next_back() == Some(&line)
        };
        // Nobody else can keep a call from being made by writing the mark.
        messages
            .iter()
            .any(|message| message.author.bot && marked(message))
    }
}

impl Poster {
    /// Calls whoever the post is to call and what stands in the channel does not.
    pub(super) async fn reach(
        &self,
        post: &Post<'_>,
        channel: ChannelId,
        said: Said,
    ) -> serenity::Result<()> {
        let (user, call) = match (said, post.call) {
            (Said::Calling, _) | (Said::Plainly, Call::Nobody | Call::Left(..)) => return Ok(()),
            (Said::Plainly, Call::Direct(user)) => {
                let told = self.told(post, channel).await;
                if self.write(user, post, &told).await? {
                    return Ok(());
                }
                (user, "direct-instead")
            }
            // It was said when they could not be called, or by an answer that left that to this;
            // or a direct message has called them, as they wanted it then.
            (Said::Plainly, Call::Mention(user)) => {
                if self.has_been_written(user, post).await? {
                    return Ok(());
                }
                (user, "called")
            }
        };
        let id = post.notice.id;
        // It stands where everybody reads it.
        let texts = self.responder.locale_at(post.state.place()).texts;
        let text = texts.say(call, &[("match", &id)]);
        let letter = Letter::of_words(&text, &texts)
            .marked(&post.memo.line())
            .calling(user);
        let message = letter.message(format!("{}-here", post.memo));
        let _turn = self.turn(channel).await;
        self.pace().await;
        match channel.send_message(&self.http, message).await {
            Err(error) if trouble(&error) == Trouble::Passing => Err(error),
            Err(error) if trouble(&error) != Trouble::Unreadable => {
                tracing::warn!(%error, id = %post.notice.id, "a player cannot be called");
                Ok(())
            }
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// Calls whoever the post is to call by a direct message, where nothing can be said where the
    /// match is played.
    pub(super) async fn reach_elsewhere(&self, post: &Post<'_>) -> serenity::Result<()> {
        let (Call::Mention(user) | Call::Direct(user)) = post.call else {
            tracing::warn!(id = %post.notice.id, "a notice cannot be told");
            return Ok(());
        };
        let own = self.own(post);
        let happened = self.happened(&own, post).await;
        let values = [
            ("match", &post.notice.id as _),
            ("happened", &happened as _),
        ];
        let text = own.texts.say("direct-elsewhere", &values);
        if !self.write(user, post, &text).await? {
            tracing::warn!(id = %post.notice.id, "a player cannot be called anywhere");
        }
        Ok(())
    }

    /// What a direct message says of what stands in a channel.
    async fn told(&self, post: &Post<'_>, channel: ChannelId) -> String {
        let own = self.own(post);
        let guild = place::guild(post.state.place());
        let guild = guild.map_or_else(|| "@me".to_owned(), |guild| guild.to_string());
        let happened = self.happened(&own, post).await;
        let link = format!("https://discord.com/channels/{guild}/{channel}");
        let told = own.texts.say(
            "direct-told",
            &[
                ("match", &post.notice.id),
                ("happened", &happened),
                ("link", &link),
            ],
        );
        told.into()
    }

    /// Writes a direct message, unless it has been written. `false` when it cannot be.
    async fn write(&self, user: UserId, post: &Post<'_>, text: &str) -> serenity::Result<bool> {
        let letter =
            Letter::of_words(text, &self.responder.usual().texts).marked(&post.memo.line());
        let message = letter.message(format!("{}-dm", post.memo));
        self.directly(user, post, Some(message)).await
    }

    /// Whether a direct message about the post has been written.
    async fn has_been_written(&self, user: UserId, post: &Post<'_>) -> serenity::Result<bool> {
        self.directly(user, post, None).await
    }

    /// Looks, where that is in doubt, whether a direct message has been written, and writes it if
    /// there is one to be written. Whether it is there then.
    async fn directly(
        &self,
        user: UserId,
        post: &Post<'_>,
        message: Option<CreateMessage>,
    ) -> serenity::Result<bool> {
        let done = self.try_directly(user, post, message).await;
        let Err(error) = done else { return done };
        match trouble(&error) {
            Trouble::Passing => return Err(error),
            Trouble::Unreadable => return Ok(true),
            Trouble::Closed => {}
            _ => self.directs.forget(user),
        }
        tracing::info!(%error, id = %post.notice.id, "a direct message cannot be written");
        Ok(false)
    }

    async fn try_directly(
        &self,
        user: UserId,
        post: &Post<'_>,
        message: Option<CreateMessage>,
    ) -> serenity::Result<bool> {
        let channel = match self.directs.find(user) {
            Some(channel) => channel,
            None => {
                self.pace().await;
                let channel = user.create_dm_channel(&self.http).await?.id;
                self.directs.note(user, channel);
                channel
            }
        };
        let _turn = self.turn(channel).await;
        if post.doubtful && post.memo.is_in(&self.latest(channel).await?, "") {
            return Ok(true);
        }
        let Some(message) = message else {
            return Ok(false);
        };
        self.pace().await;
        channel.send_message(&self.http, message).await?;
        Ok(true)
    }

    /// The locale of the person whom the post calls.
    fn own(&self, post: &Post<'_>) -> Locale {
        let place = post.state.place();
        match post.reply.ping {
            Some(person) => self.responder.locale_of_person(person, place),
            None => self.responder.locale_at(place),
        }
    }

    /// The event in a line, in a locale.
    async fn happened(&self, own: &Locale, post: &Post<'_>) -> String {
        let told = post.reply.locale.as_ref();
        let alike = told.is_none_or(|told| told.texts.language() == own.texts.language());
        let translated = if alike {
            None
        } else {
            // What cannot be read just now is told as it stands in the channel.
            let retold = self.responder.retell(own, post.notice).await;
            retold.unwrap_or_default()
        };
        let reply = translated.as_ref().unwrap_or(post.reply);
        cut(
            reply.text.lines().next().unwrap_or_default(),
            LONGEST_ACCOUNT,
        )
    }
}
