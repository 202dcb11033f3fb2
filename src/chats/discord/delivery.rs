//! A notice on its way into a channel; and into direct messages, for players who want to be called
//! by them or cannot be called otherwise.

use serenity::{
    all::{EditThread, Mentionable, Message},
    futures::TryFutureExt,
};

use super::{prelude::*, present::Letter};
use crate::{delivery::Call, messages::markup::shortened, store::Notice};

/// The longest account of what happened, in characters.
const LONGEST_ACCOUNT: usize = 300;

/// A notice that is being posted.
pub(super) struct Delivery<'a> {
    pub(super) office: &'a Office,
    pub(super) notice: &'a Notice,
    pub(super) state: &'a Match,
    pub(super) reply: &'a Reply,
    pub(super) call: Call<UserId>,
    /// Some of it may have been said before.
    pub(super) doubtful: bool,
}

impl Delivery<'_> {
    /// Returns the mark of its messages, by which each is known again: two turns of one match may
    /// be told in the same words.
    pub(super) fn mark(&self) -> String {
        format!("{}-{}", self.notice.id, self.notice.to)
    }

    /// Returns the mark as a line in small letters.
    pub(super) fn line(&self) -> String {
        format!("-# {}", self.mark())
    }

    /// Returns true if one of these messages bears its mark and begins so.
    pub(super) fn is_in(&self, messages: &[Message], beginning: &str) -> bool {
        let line = self.line();
        // Nobody else can keep a call from being made by writing the mark.
        messages.iter().any(|message| {
            let content = &message.content;
            message.author.bot
                && content.starts_with(beginning)
                && content.lines().next_back() == Some(&line)
        })
    }

    /// Returns the locale of the place where its match is played.
    pub(super) fn locale(&self) -> Locale {
        self.office.responder.locale_at(self.state.place())
    }

    /// Says the reply, and what is lacking, in the first of these channels that takes it. Returns
    /// that channel, and true if what stands there mentions the player who is called.
    pub(super) async fn say(
        &self,
        channels: &[ChannelId],
        mut lack: Option<Lack>,
    ) -> serenity::Result<Option<(ChannelId, bool)>> {
        for channel in channels {
            let error = match self.say_in(*channel, lack.take()).await {
                Ok(called) => return Ok(Some((*channel, called))),
                Err(error) => error,
            };
            let trouble = trouble(&error);
            if !matches!(trouble, Trouble::Rights | Trouble::Gone | Trouble::Archived) {
                return Err(error);
            }
            tracing::info!(%error, id = %self.state.id(), "a place takes no post");
            if trouble == Trouble::Rights {
                let at = place::channel(self.state.place());
                let (need, locale) = (Need::SpeakInThread, self.locale());
                lack = self.office.lack(self.state, at, need, &locale);
            }
        }
        Ok(None)
    }

    /// Says the reply, and what is lacking, in a channel, unless what was said before stands there.
    /// Returns true if what stands there mentions the player who is called.
    async fn say_in(&self, channel: ChannelId, lack: Option<Lack>) -> serenity::Result<bool> {
        let (api, rights) = (&self.office.api, &self.office.rights);
        let letter = Letter::drawn(self.office, self.reply).await;
        let mut letter = self.marked(letter, self.reply);
        let _turn = api.turn(channel).await;
        if self.doubtful
            && let Some(called) = self.said_in(channel, &letter).await?
        {
            return Ok(called);
        }
        letter.add_lack(lack);
        let called = matches!(self.call, Call::Mention(_));
        if let Call::Mention(user) = self.call {
            letter = letter.calling(user);
        }
        if letter.has_files() && rights.lack(channel, Need::Attach) {
            letter = self.in_words(letter, channel);
        }
        let mut unarchived = false;
        loop {
            let message = letter.clone().message(self.mark());
            let Err(error) = api.send(channel, message).await else {
                rights.note_said(self.state.id(), letter.lacks());
                return Ok(called);
            };
            match trouble(&error) {
                trouble if letter.is_too_much(trouble) => {
                    letter = self.in_words(letter, channel);
                }
                Trouble::Archived if !unarchived => {
                    unarchived = true;
                    let open = EditThread::new().archived(false);
                    channel.edit_thread(api.paced().await, open).await?;
                }
                _ => return Err(error),
            }
        }
    }

    /// Takes the picture off a letter, and says the reason once for a match.
    fn in_words(&self, mut letter: Letter, channel: ChannelId) -> Letter {
        let (at, locale) = (Some(channel), self.office.locale(self.reply));
        letter.add_lack(self.office.lack(self.state, at, Need::Attach, locale));
        letter.in_words()
    }

    /// Adds a line that tells a letter from another one in the same words: a reminder says what the
    /// one before it said.
    fn marked(&self, letter: Letter, reply: &Reply) -> Letter {
        if reply.ping.is_some() && reply.seat.is_none() {
            letter.marked(&self.line())
        } else {
            letter
        }
    }

    /// Looks among the latest messages of the channel for what the letter says. Returns true if it
    /// stands there with a mention, and false if without.
    async fn said_in(&self, channel: ChannelId, letter: &Letter) -> serenity::Result<Option<bool>> {
        let (responder, api) = (&self.office.responder, &self.office.api);
        let messages = api.latest(channel).await?;
        // The server may have spoken another language then.
        let mut letters = vec![letter.clone()];
        for other in responder.locales().others(&self.locale()) {
            if let Ok(Some(retold)) = responder.retell(&other, self.notice).await {
                letters.push(self.marked(Letter::of(self.office, &retold), &retold));
            }
        }
        let stands = |letter: &Letter| messages.iter().any(|message| letter.is_said_by(message));
        let called = self.call.user().is_some_and(|user| {
            let calls = |letter: &Letter| stands(&letter.clone().calling(user));
            letters.iter().any(calls) || self.is_in(&messages, &user.mention().to_string())
        });
        Ok((called || letters.iter().any(stands)).then_some(called))
    }

    /// Calls the player of a post that stands in this channel and mentions nobody, or of one that
    /// nothing can be said of where the match is played.
    pub(super) async fn reach(&self, channel: Option<ChannelId>) -> serenity::Result<()> {
        let id = self.notice.id;
        let Some(call) = self.call.directly(channel.is_some()) else {
            if channel.is_none() {
                tracing::warn!(%id, "a notice cannot be told");
            }
            return Ok(());
        };
        let words = if call.writes {
            Some(self.words(channel).await)
        } else {
            None
        };
        if self.directly(call.user, words).await? {
            return Ok(());
        }
        let (Some(channel), Some(instead)) = (channel, call.instead) else {
            tracing::warn!(%id, "a player cannot be called anywhere");
            return Ok(());
        };
        // It stands where everybody reads it.
        let texts = self.locale().texts;
        let text = texts.say(instead, &[("match", &id)]);
        let letter = Letter::of_words(&text).marked(&self.line());
        let message = letter
            .calling(call.user)
            .message(format!("{}-here", self.mark()));
        let _turn = self.office.api.turn(channel).await;
        let sending = self.office.api.send(channel, message);
        let sent = unless_refused(sending, id, "a player cannot be called").await;
        sent.map(drop)
    }

    /// Returns the words of a direct message about what stands in a channel, or nowhere, in the
    /// language of the player whom the post calls.
    async fn words(&self, channel: Option<ChannelId>) -> String {
        let (responder, place) = (&self.office.responder, self.state.place());
        let locales = responder.locales();
        let own = match self.reply.ping {
            None => self.locale(),
            called => locales.of_person(responder.host(), called, None, place),
        };
        let told = self.reply.locale.as_ref();
        let retold = if told.is_none_or(|told| told.texts.language() == own.texts.language()) {
            None
        } else {
            // What cannot be read just now is told as it stands in the channel.
            let retold = responder.retell(&own, self.notice).await;
            retold.unwrap_or_default()
        };
        let text = &retold.as_ref().unwrap_or(self.reply).text;
        let happened = shortened(text.lines().next().unwrap_or_default(), LONGEST_ACCOUNT);
        let (id, texts) = (&self.notice.id, &own.texts);
        let text = match channel.map(|channel| place::address(place::guild(place), channel)) {
            Some(link) => texts.say(
                "direct-told",
                &[("match", id), ("happened", &happened), ("link", &link)],
            ),
            None => texts.say(
                "direct-elsewhere",
                &[("match", id), ("happened", &happened)],
            ),
        };
        text.into()
    }

    /// Looks, where that is in doubt, for a direct message about the post, and else writes these
    /// words. Returns true if one is there then.
    async fn directly(&self, user: UserId, words: Option<String>) -> serenity::Result<bool> {
        let api = &self.office.api;
        let writing = async {
            let channel = api.direct(user).await?;
            let _turn = api.turn(channel).await;
            if self.doubtful && self.is_in(&api.latest(channel).await?, "") {
                return Ok(true);
            }
            let Some(words) = words else { return Ok(false) };
            let letter = Letter::of_words(&words).marked(&self.line());
            let message = letter.message(format!("{}-dm", self.mark()));
            api.send(channel, message).await.map(|()| true)
        };
        let writing = writing.inspect_err(|error| {
            if !matches!(trouble(error), Trouble::Passing | Trouble::Closed) {
                api.forget_direct(user);
            }
        });
        let refused = "a direct message cannot be written";
        let written = unless_refused(writing, self.notice.id, refused).await?;
        Ok(written.unwrap_or(false))
    }
}
