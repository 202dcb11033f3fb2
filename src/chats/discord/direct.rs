//! Direct messages, for players who want to be called by them or cannot be called otherwise.

use serenity::all::{ChannelId, UserId};

use super::{
    api::unless_refused,
    calls::Call,
    delivery::Delivery,
    place,
    present::{Letter, cut},
    trouble::{Trouble, trouble},
};

/// The longest account of what happened, in characters.
const LONGEST_ACCOUNT: usize = 300;

impl Delivery<'_> {
    /// Calls the player of a post that stands in the channel and mentions nobody.
    pub(super) async fn reach(&self, channel: ChannelId) -> serenity::Result<()> {
        let (user, words, instead) = match self.call {
            Call::Nobody | Call::Left(..) => return Ok(()),
            Call::Direct(user) => (
                user,
                Some(self.words(Some(channel)).await),
                "direct-instead",
            ),
            // It was said when they could not be called, or by an answer that left that to this;
            // or a direct message has called them, as they wanted it then.
            Call::Mention(user) => (user, None, "called"),
        };
        if self.directly(user, words).await? {
            return Ok(());
        }
        let id = self.notice.id;
        // It stands where everybody reads it.
        let texts = self.locale().texts;
        let text = texts.say(instead, &[("match", &id)]);
        let letter = Letter::of_words(&text).marked(&self.line());
        let message = letter
            .calling(user)
            .message(format!("{}-here", self.mark()));
        let _turn = self.office.api.turn(channel).await;
        let sent = self.office.api.send(channel, message).await;
        unless_refused(sent, id, "a player cannot be called").map(drop)
    }

    /// Calls the player of a post by a direct message, where nothing can be said where the match is
    /// played.
    pub(super) async fn reach_elsewhere(&self) -> serenity::Result<()> {
        let id = self.notice.id;
        let (Call::Mention(user) | Call::Direct(user)) = self.call else {
            tracing::warn!(%id, "a notice cannot be told");
            return Ok(());
        };
        let words = self.words(None).await;
        if !self.directly(user, Some(words)).await? {
            tracing::warn!(%id, "a player cannot be called anywhere");
        }
        Ok(())
    }

    /// Returns the words of a direct message about what stands in a channel, or nowhere, in the
    /// language of the player whom the post calls.
    async fn words(&self, channel: Option<ChannelId>) -> String {
        let (responder, place) = (&self.office.responder, self.state.place());
        let own = match self.reply.ping {
            Some(person) => responder.locale_of_person(person, place),
            None => self.locale(),
        };
        let told = self.reply.locale.as_ref();
        let alike = told.is_none_or(|told| told.texts.language() == own.texts.language());
        let translated = if alike {
            None
        } else {
            // What cannot be read just now is told as it stands in the channel.
            let retold = responder.retell(&own, self.notice).await;
            retold.unwrap_or_default()
        };
        let reply = translated.as_ref().unwrap_or(self.reply);
        let happened = cut(
            reply.text.lines().next().unwrap_or_default(),
            LONGEST_ACCOUNT,
        );
        let mut values = vec![
            ("match", &self.notice.id as _),
            ("happened", &happened as _),
        ];
        let link = channel.map(|channel| place::address(place::guild(place), channel));
        values.extend(link.as_ref().map(|link| ("link", link as _)));
        let id = if link.is_some() {
            "direct-told"
        } else {
            "direct-elsewhere"
        };
        own.texts.say(id, &values).into()
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
        let written = writing.await;
        if let Err(error) = &written
            && !matches!(trouble(error), Trouble::Passing | Trouble::Closed)
        {
            api.forget_direct(user);
        }
        let refused = "a direct message cannot be written";
        Ok(unless_refused(written, self.notice.id, refused)?.unwrap_or(false))
    }
}
