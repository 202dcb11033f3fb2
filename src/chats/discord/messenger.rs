//! Discord as what delivery speaks to: its places and people by their ids, its refusals by what they mean.

use serde_json::json;
use serenity::all::Mentionable;

use super::{
    bot::Bot,
    message::{
        layout::Body,
        present::{self, nonce},
    },
    place::{self, is_thread},
    prelude::*,
};
use crate::{
    delivery::{
        ChatRefusal, ChatResult, Edit, Failure, MessageMark, Messenger, NewThread, Outgoing,
        PostId, Posted, ThreadChange,
    },
    host::Closed,
};

/// The shortest time after which a thread is archived where nobody writes, in minutes.
const ONE_HOUR: u32 = 60;

/// Reads why a request has failed.
pub(super) fn failure(error: &RequestError) -> Failure {
    let refusal = match trouble(error) {
        Trouble::Passing if error.is_unsure() => return Failure::InDoubt,
        Trouble::Passing => return Failure::TryAgain(error.wait()),
        Trouble::Gone | Trouble::Absent | Trouble::Message => return Failure::Gone,
        Trouble::Rights => ChatRefusal::Rights(Need::Speak, Vec::new()),
        Trouble::Locked => ChatRefusal::Locked,
        Trouble::Threads => ChatRefusal::Threads,
        Trouble::File => ChatRefusal::Files(Vec::new()),
        Trouble::Closed => ChatRefusal::Closed,
        Trouble::Place
        | Trouble::Archived
        | Trouble::Content
        | Trouble::Answered
        | Trouble::Expired => ChatRefusal::Kind,
        Trouble::Unreadable | Trouble::Unknown => ChatRefusal::Unknown,
    };
    Failure::Refused(refusal)
}

/// Returns what came of a change. That its answer cannot be read changes nothing.
fn done(changed: RequestResult<()>) -> ChatResult<()> {
    match changed {
        Err(RequestError::Unreadable(_)) => Ok(()),
        changed => changed.map_err(|error| noted(&error)),
    }
}

/// Returns the failure of a request, with its details in the log.
fn noted(error: &RequestError) -> Failure {
    let failure = failure(error);
    tracing::info!(error = %causes(error), "Discord does not do what it was asked");
    failure
}

impl Messenger for Bot {
    const REALM: &'static str = place::REALM;

    async fn send(&self, to: &Place, message: &Outgoing, mark: MessageMark<'_>) -> ChatResult<()> {
        let channel = place::channel(to).ok_or(Failure::Gone)?;
        if message.has_files() && self.rights.lack(channel, Need::Attach) {
            return Err(Failure::Refused(ChatRefusal::Files(
                Need::Attach.rights_ids(),
            )));
        }
        let is_locked = self.host.closed(to) == Some(Closed::Locked);
        if is_locked && self.rights.held(channel).is_some() && !self.manages_threads(to) {
            return Err(Failure::Refused(ChatRefusal::Locked));
        }
        let nonce = nonce(mark, channel);
        let (mut is_open, mut words) = (false, None);
        loop {
            let told = words.as_ref().unwrap_or(message);
            let body = present::message(told.clone(), &nonce);
            let Err(error) = self.api.send(channel, body).await else {
                return Ok(());
            };
            match trouble(&error) {
                Trouble::Archived if !is_open => {
                    is_open = true;
                    let open = json!({"archived": false});
                    done(self.api.change_thread(channel, open).await)?;
                }
                // By its nonce it stands once, should it have arrived.
                _ if matches!(error, RequestError::Slow) && told.has_files() => {
                    words = Some(message.clone().in_words());
                }
                _ => {
                    return Err(self
                        .refused_post((to, channel), told.has_files(), &error)
                        .await);
                }
            }
        }
    }

    async fn edit(&self, at: &Place, message: PostId, change: Edit) -> ChatResult<()> {
        let channel = place::channel(at).ok_or(Failure::Gone)?;
        let mut body = match change {
            Edit::To(outgoing) => present::change(*outgoing),
            Edit::Words(text) => Body::bare(json!({"content": text})),
            Edit::LastWords(text) => Body::bare(json!({"content": text, "components": []})),
            Edit::NoButtons => Body::bare(json!({"components": []})),
        };
        body.map["allowed_mentions"] = json!({"parse": []});
        done(self.api.edit(channel, message.0.into(), body).await)
    }

    async fn find(&self, at: &Place, since: Option<Moment>) -> ChatResult<Vec<Posted>> {
        let channel = place::channel(at).ok_or(Failure::Gone)?;
        let Some(since) = since else {
            let latest = self.api.latest(channel).await;
            return latest.map_err(|error| noted(&error));
        };
        let listed = self.api.since(channel, since).await;
        let listed = listed.map_err(|error| noted(&error))?;
        if !listed.is_empty() {
            return Ok(listed);
        }
        match self.api.is_silent_since(channel, since).await {
            Ok(false) => {
                let rights = Need::History.rights_ids();
                Err(Failure::Refused(ChatRefusal::Rights(Need::History, rights)))
            }
            Err(error) if trouble(&error) == Trouble::Passing => Err(noted(&error)),
            Ok(true) | Err(_) => Ok(listed),
        }
    }

    async fn open_thread(&self, on: &Place, thread: &NewThread) -> ChatResult<Place> {
        let (guild, channel) = (place::guild(on), place::channel(on));
        let (guild, channel) = guild
            .zip(channel)
            .ok_or(Failure::Refused(ChatRefusal::Kind))?;
        let kind = match (self.kind(channel).await, thread.is_private) {
            // On these hangs none.
            (Some(ChannelType::Voice | ChannelType::Stage), _)
            | (Some(ChannelType::News), true) => return Err(Failure::Refused(ChatRefusal::Kind)),
            (Some(kind), _) if is_thread(kind) => return Err(Failure::Refused(ChatRefusal::Kind)),
            (Some(ChannelType::News), false) => ChannelType::NewsThread,
            (_, true) => ChannelType::PrivateThread,
            (_, false) => ChannelType::PublicThread,
        };
        let need = if thread.is_private {
            Need::PrivateThread
        } else {
            Need::Thread
        };
        let lack = || {
            Failure::Refused(ChatRefusal::Rights(
                need,
                self.rights.missing(channel, need),
            ))
        };
        if self.rights.lack(channel, need) {
            return Err(lack());
        }
        if let Some(found) = self.find_thread(guild, channel, &thread.looks_for).await? {
            return Ok(place::place(Some(guild), found));
        }
        let opened = self.api.open_thread(channel, kind, &thread.name).await;
        let opened = opened.map_err(|error| match trouble(&error) {
            Trouble::Rights => lack(),
            Trouble::Place => {
                // It may be of another kind by now. Or it is a thread, in which nobody has asked
                // anything yet.
                self.rights.forget_kind(channel);
                noted(&error)
            }
            // It is looked for.
            Trouble::Unreadable => Failure::InDoubt,
            _ => noted(&error),
        });
        Ok(place::place(Some(guild), opened?))
    }

    async fn change_thread(&self, thread: &Place, change: ThreadChange) -> ChatResult<()> {
        let channel = place::channel(thread).ok_or(Failure::Gone)?;
        let change = match change {
            // An hour is counted by Discord itself: that outlasts any restart of this program, and begins
            // again with each word that is said.
            ThreadChange::Conclude(name) => {
                json!({"name": name, "auto_archive_duration": ONE_HOUR})
            }
            ThreadChange::Close => json!({"archived": true}),
        };
        done(self.api.change_thread(channel, change).await)
    }

    async fn look_up(&self, thread: &Place) -> ChatResult<()> {
        let channel = place::channel(thread).ok_or(Failure::Gone)?;
        let found = self.api.channel(channel).await;
        let found = found.map_err(|error| noted(&error))?;
        if found.is_locked() && !self.manages_threads(thread) {
            return Err(Failure::Refused(ChatRefusal::Locked));
        }
        Ok(())
    }

    async fn add_member(&self, thread: &Place, user: &str) -> ChatResult<()> {
        let channel = place::channel(thread).ok_or(Failure::Gone)?;
        let user = place::id(user).ok_or(Failure::Gone)?;
        done(self.api.let_in(channel, user).await)
    }

    async fn is_member(&self, of: &Place, user: &str) -> ChatResult<bool> {
        let member = place::guild(of).zip(place::id(user));
        let member = member.ok_or(Failure::Gone)?;
        Ok(!self.members.lacks(&self.api, &self.host, member).await)
    }

    async fn direct(&self, user: &str) -> ChatResult<Place> {
        let user = place::id(user).ok_or(Failure::Gone)?;
        let channel = self.api.direct(user).await;
        let channel = channel.map_err(|error| noted(&error))?;
        Ok(place::place(None, channel))
    }

    fn is_busy(&self) -> bool {
        !self.api.is_free()
    }
}

impl Bot {
    /// Reads why a message is refused in a channel.
    async fn refused_post(
        &self,
        (to, channel): (&Place, ChannelId),
        has_files: bool,
        error: &RequestError,
    ) -> Failure {
        let is_direct = place::guild(to).is_none();
        let failure = match trouble(error) {
            trouble if has_files && trouble.is_about_files() => {
                Failure::Refused(ChatRefusal::Files(Need::Attach.rights_ids()))
            }
            Trouble::Rights => {
                let need = self.rights.to_speak(channel);
                if !self.rights.lack(channel, need) && self.is_locked(channel).await {
                    Failure::Refused(ChatRefusal::Locked)
                } else {
                    Failure::Refused(self.refusal(channel, need))
                }
            }
            // It stands there, and is found.
            Trouble::Unreadable => Failure::InDoubt,
            Trouble::Closed if is_direct => failure(error),
            // That says nothing about a post.
            Trouble::Absent
            | Trouble::Closed
            | Trouble::Message
            | Trouble::Answered
            | Trouble::Expired => Failure::Refused(ChatRefusal::Unknown),
            Trouble::File => Failure::Refused(ChatRefusal::Kind),
            _ => failure(error),
        };
        tracing::info!(error = %causes(error), "Discord takes no message");
        failure
    }

    /// Returns true if Discord says that a thread is locked.
    async fn is_locked(&self, channel: ChannelId) -> bool {
        let is_channel = self
            .rights
            .kind(channel)
            .is_some_and(|kind| !is_thread(kind));
        if is_channel {
            return false;
        }
        let found = self.api.channel(channel).await;
        found.is_ok_and(|found| found.is_locked())
    }

    /// Says why nothing can be said in a channel.
    pub(super) fn refusal(&self, channel: ChannelId, need: Need) -> ChatRefusal {
        // A private thread that the bot is not in takes no post, whatever rights it has.
        let is_shut_out = self.rights.is_private(channel) && !self.rights.lack(channel, need);
        if is_shut_out && need != Need::History {
            let bot = self.api.own.get().map(|own| own.mention().to_string());
            return ChatRefusal::ShutOut(bot.unwrap_or_default());
        }
        ChatRefusal::Rights(need, self.rights.missing(channel, need))
    }

    /// Finds the thread of a match under a channel: it bears one of these names, which hold the match's id.
    async fn find_thread(
        &self,
        guild: GuildId,
        channel: ChannelId,
        names: &[String],
    ) -> ChatResult<Option<ChannelId>> {
        if names.is_empty() {
            return Ok(None);
        }
        let open = match self
            .api
            .open_threads(guild)
            .await
            .map_err(|error| noted(&error))
        {
            Err(failure) if failure.is_asked_again(false) => return Err(failure),
            open => open.unwrap_or_default(),
        };
        // Discord need not say on which channel it hangs.
        let is_here = |on: Option<ChannelId>| on.is_none_or(|on| on == channel);
        let mut threads = open.into_iter();
        let own = threads.find(|one| is_here(one.parent_id) && names.contains(&one.name));
        Ok(own.map(|thread| thread.id))
    }
}
