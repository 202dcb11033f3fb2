//! A notice on its way into a channel.

use serenity::all::{ChannelId, EditThread, Mentionable, Message};

use super::{
    calls::Call,
    office::Office,
    present::Letter,
    rights::{Lack, Need},
    trouble::{Trouble, trouble},
};
use crate::{
    matchplay::Match,
    messages::{Locale, Reply},
    store::Notice,
};

/// A notice that is being posted.
pub(super) struct Delivery<'a> {
    pub(super) office: &'a Office,
    pub(super) notice: &'a Notice,
    pub(super) state: &'a Match,
    pub(super) reply: &'a Reply,
    pub(super) call: Call,
    /// Some of it may have been said before.
    pub(super) doubtful: bool,
}

impl Delivery<'_> {
    /// The mark of its messages, by which each is known again: two turns of one match may be told
    /// in the same words.
    pub(super) fn mark(&self) -> String {
        format!("{}-{}", self.notice.id, self.notice.to)
    }

    /// The mark as a line in small letters.
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

    /// The locale of the place where its match is played.
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
                let (texts, need) = (self.locale().texts, Need::SpeakInThread);
                lack = self.office.lacks_speech(&texts, self.state, need);
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
                // The words can stand where no file may be attached.
                Trouble::Rights | Trouble::TooLarge if letter.has_files() => {
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

    /// The letter without its picture, and once for a match with the reason.
    fn in_words(&self, mut letter: Letter, channel: ChannelId) -> Letter {
        let rights = &self.office.rights;
        if rights.is_unsaid(self.state.id(), Need::Attach) {
            let texts = &self.office.locale(self.reply).texts;
            let names = rights.names(channel, Need::Attach, texts);
            let text = texts.say("lacks-files", &[("rights", &names)]);
            letter.add_lack(Some((Need::Attach, text.into())));
        }
        letter.in_words()
    }

    /// The letter with a line that tells it from another, where it would say the same: a reminder
    /// says what the one before it said.
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
            letters
                .iter()
                .any(|letter| stands(&letter.clone().calling(user)))
                || self.is_in(&messages, &user.mention().to_string())
        });
        Ok((called || letters.iter().any(stands)).then_some(called))
    }
}
