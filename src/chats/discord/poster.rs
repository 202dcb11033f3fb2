//! Posts what the outbox holds: whatever no answer has told, until it is through.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use serenity::{
    builder::{EditThread, GetMessages},
    http::Http,
    model::{channel::Message, id::ChannelId},
};
use tokio::{
    sync::{
        OwnedMutexGuard,
        watch::{Receiver, Sender},
    },
    task::JoinSet,
};

use super::{
    calls::{Call, Calls},
    direct::{Directs, Memo},
    housing::Home,
    place,
    present::{Letter, mention},
    rights::{Need, Rights},
    trouble::{Trouble, trouble},
    waits::{Pace, Waits},
};
use crate::{
    commands::Responder,
    host::{HeldNotice, LeftTables, Turns},
    matchplay::{Match, Stage},
    messages::{DrawingQueue, Reply},
    store::{Notice, StoreError},
};

/// How many of the latest messages are searched for one that says the same.
const SEARCHED: u8 = 20;

/// For how long what a server's language is may be waited for, at the start above all: its servers
/// are told to a bot one after the other.
const TO_HEAR: Duration = Duration::from_secs(2);

/// How often posting may break down over one notice before the notice is given up: it would keep
/// its match's later ones from being told.
const MOST_BREAKDOWNS: u32 = 5;

/// Posts the rows of the outbox. Cheap to share behind an [`Arc`].
#[derive(Debug)]
pub(super) struct Poster {
    pub(super) responder: Arc<Responder>,
    pub(super) http: Arc<Http>,
    pub(super) rights: Arc<Rights>,
    calls: Arc<Calls>,
    pictures: Arc<DrawingQueue>,
    pub(super) directs: Directs,
    waits: Waits,
    /// Between requests, where Discord's limits are kept to.
    pace: Option<Arc<Pace>>,
    /// One request at a time for each channel: a limiter learns from each answer.
    channels: Turns<ChannelId>,
    /// What cannot be told on Discord, or not now that it stops: held so that nobody else takes it,
    /// it stays in the outbox.
    kept: Mutex<Vec<HeldNotice>>,
    stopping: Sender<bool>,
}

/// What became of a notice.
enum Posted {
    /// It is told, or nothing is left to tell.
    Told,
    /// Its match is not played on Discord.
    Elsewhere,
    /// It cannot be read just now.
    Unread,
}

/// A notice that is being posted.
pub(super) struct Post<'a> {
    pub(super) notice: &'a Notice,
    pub(super) state: &'a Match,
    pub(super) reply: &'a Reply,
    /// How whoever it pings is to hear of it.
    pub(super) call: Call,
    pub(super) memo: Memo,
    /// Whether some of it may have been said before.
    pub(super) doubtful: bool,
}

/// How a notice stands in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// With a mention of whoever it pings.
    Calling,
    /// With no mention.
    Plainly,
}

impl Poster {
    /// A poster over this connection, which waits between tries, and between requests where it
    /// keeps to Discord's limits.
    pub(super) fn new(
        calls: Arc<Calls>,
        http: Arc<Http>,
        rights: Arc<Rights>,
        pictures: Arc<DrawingQueue>,
        (waits, pace): (Waits, Option<Arc<Pace>>),
    ) -> Poster {
        Poster {
            responder: Arc::clone(&calls.responder),
            http,
            rights,
            calls,
            pictures,
            directs: Directs::default(),
            waits,
            pace,
            channels: Turns::default(),
            kept: Mutex::default(),
            stopping: Sender::new(false),
        }
    }

    /// Posts until [`Poster::stop`], and then once what is left.
    pub(super) async fn run(self: Arc<Self>) {
        let mut posting = JoinSet::new();
        let mut stopping = self.stopping.subscribe();
        loop {
            tokio::select! {
                held = self.responder.host().next_notice() => {
                    posting.spawn(Arc::clone(&self).post(held));
                }
                Some(ended) = posting.join_next() => complain(ended),
                () = stopped(&mut stopping) => break,
            }
        }
        loop {
            while let Some(held) = self.responder.host().free_notice() {
                posting.spawn(Arc::clone(&self).post(held));
            }
            match posting.join_next().await {
                Some(ended) => complain(ended),
                None => break,
            }
        }
    }

    /// Lets [`Poster::run`] end. What does not get through at once then will be found in the outbox
    /// after the next start.
    pub(super) fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Posts a notice until it is through, or posting has been stopped.
    async fn post(self: Arc<Self>, held: HeldNotice) {
        let mut stopping = self.stopping.subscribe();
        let notice = *held.notice();
        let (mut before, mut breakdowns) = (0, 0);
        let mut doubtful = held.is_doubtful();
        let heard = held.is_heard();
        let left = held.left_tables().map(Arc::new);
        loop {
            let (poster, left) = (Arc::clone(&self), left.clone());
            // In a task of its own, so that a panic ends this try alone.
            let tried = async move {
                if heard {
                    poster.finish(&notice).await
                } else {
                    poster.try_post(&notice, left.as_deref(), doubtful).await
                }
            };
            let tried = tokio::spawn(tried).await;
            match tried {
                Ok(Ok(Posted::Told)) => break,
                Ok(Ok(Posted::Elsewhere)) => {
                    locked(&self.kept).push(held);
                    return;
                }
                // It has been said why.
                Ok(Ok(Posted::Unread)) => {}
                Ok(Err(error)) if trouble(&error) == Trouble::Passing => {
                    tracing::warn!(%error, id = %notice.id, before, "a notice waits");
                }
                Ok(Err(error)) => {
                    tracing::warn!(%error, id = %notice.id, "a notice cannot be told");
                    break;
                }
                Err(error) => {
                    breakdowns += 1;
                    tracing::error!(%error, id = %notice.id, "posting a notice broke down");
                    if breakdowns == MOST_BREAKDOWNS {
                        tracing::error!(id = %notice.id, "a notice is given up");
                        break;
                    }
                }
            }
            doubtful = true;
            tokio::select! {
                () = tokio::time::sleep(self.waits.after(before)) => {}
                () = stopped(&mut stopping) => {
                    locked(&self.kept).push(held);
                    return;
                }
            }
            before += 1;
        }
        held.told();
    }

    async fn try_post(
        &self,
        notice: &Notice,
        left: Option<&LeftTables>,
        doubtful: bool,
    ) -> serenity::Result<Posted> {
        let state = match self.responder.host().state(notice.id).await {
            Ok(Some(state)) => state,
            Ok(None) => return Ok(Posted::Told),
            Err(error) => return Ok(unread(notice, &error)),
        };
        if place::guild(state.place()).is_some() {
            self.responder.await_language(state.place(), TO_HEAR).await;
        }
        let reply = match self.responder.notify(notice, left).await {
            Ok(Some(reply)) => reply,
            Ok(None) => return Ok(Posted::Told),
            Err(error) => return Ok(unread(notice, &error)),
        };
        // A private match is played nowhere else, so that it is tried again whatever happens.
        let secret = state.is_private() && state.started_at().is_some();
        let due = reply.begins || secret && state.stage() == Stage::Running;
        let home = if due && !state.is_housed() {
            self.house(&state, doubtful).await?
        } else {
            Home::default()
        };
        let own = home
            .thread
            .or_else(|| place::channel(state.place()))
            .into_iter();
        // Where a thread is gone or takes nothing, the channel that it hangs on serves, unless
        // others would see there what they may not.
        let housed = state.is_housed() || home.thread.is_some();
        let own = own.filter(|_| !secret || housed);
        let opened = place::channel(state.opened_at());
        let places: Vec<ChannelId> = own.chain(opened.filter(|_| !secret)).collect();
        if opened.is_none() {
            return Ok(Posted::Elsewhere);
        }
        let call = self.calls.call(&reply).await;
        let post = Post {
            notice,
            state: &state,
            reply: &reply,
            call,
            memo: Memo::of(notice),
            doubtful,
        };
        let mut lack = home.lack;
        if let (Some(channel), Some((need, text))) =
            (opened.filter(|_| secret), lack.take_if(|_| secret))
        {
            self.say_lack(channel, &post, need, &text).await?;
        }
        for channel in &places {
            match self.say(*channel, &post, lack.take()).await {
                Ok(said) => {
                    self.reach(&post, *channel, said).await?;
                    if place::channel(state.place()) == Some(*channel) {
                        self.conclude(&state).await?;
                    }
                    self.calls.note_left(notice.id, call).await;
                    return Ok(Posted::Told);
                }
                Err(error) => match trouble(&error) {
                    Trouble::Rights
                        if Some(channel) != places.last()
                            && self.rights.is_unsaid(state.id(), Need::Speak) =>
                    {
                        let need = Need::SpeakInThread;
                        let locale = self.responder.locale_at(state.place());
                        let (rights, texts) = (&self.rights, &locale.texts);
                        let text =
                            rights.speech_lacking(&self.responder, texts, state.place(), need);
                        lack = Some((Need::Speak, text));
                    }
                    Trouble::Rights | Trouble::Gone | Trouble::Archived => {
                        tracing::info!(%error, id = %notice.id, "a place takes no post");
                    }
                    _ => return Err(error),
                },
            }
        }
        self.reach_elsewhere(&post).await?;
        self.calls.note_left(notice.id, call).await;
        Ok(Posted::Told)
    }

    /// Does what is left to be done once everybody has heard.
    async fn finish(&self, notice: &Notice) -> serenity::Result<Posted> {
        match self.responder.host().state(notice.id).await {
            Ok(Some(state)) => self.conclude(&state).await?,
            Ok(None) => {}
            Err(error) => return Ok(unread(notice, &error)),
        }
        Ok(Posted::Told)
    }

    /// Says, once for a match, that something is lacking, where nothing else may be said of it.
    async fn say_lack(
        &self,
        channel: ChannelId,
        post: &Post<'_>,
        need: Need,
        text: &str,
    ) -> serenity::Result<()> {
        let locale = self.responder.locale_at(post.state.place());
        let letter = Letter::of_words(text, &locale.texts);
        let _turn = self.turn(channel).await;
        self.pace().await;
        let message = letter.message(format!("{}-lack", post.notice.id));
        match channel.send_message(&self.http, message).await {
            Err(error) if trouble(&error) == Trouble::Passing => return Err(error),
            Err(error) if trouble(&error) != Trouble::Unreadable => {
                tracing::info!(%error, id = %post.notice.id, "a place takes no post");
            }
            Ok(_) | Err(_) => self.rights.note_said(post.notice.id, &[need]),
        }
        Ok(())
    }

    /// Waits until nobody else asks anything of a channel, for as long as what is returned.
    pub(super) async fn turn(&self, channel: ChannelId) -> OwnedMutexGuard<()> {
        self.channels.take(channel).await
    }

    /// Waits until a request may begin.
    pub(super) async fn pace(&self) {
        if let Some(pace) = &self.pace {
            pace.turn().await;
        }
    }

    /// Says a reply, and what is lacking, in a channel, unless what was said before stands there.
    async fn say(
        &self,
        channel: ChannelId,
        post: &Post<'_>,
        lack: Option<(Need, String)>,
    ) -> serenity::Result<Said> {
        let (state, reply) = (post.state, post.reply);
        let letter = Letter::drawn(&self.responder, &self.pictures, reply).await;
        let mut letter = marked(letter, reply, post);
        let _turn = self.turn(channel).await;
        if post.doubtful
            && let Some(said) = self.said_there(channel, &letter, post).await?
        {
            return Ok(said);
        }
        if let Some((need, text)) = lack {
            letter.add_lack(need, &text);
        }
        let mut said = Said::Plainly;
        if let Call::Mention(user) = post.call {
            letter = letter.calling(user);
            said = Said::Calling;
        }
        if letter.has_files() && self.rights.lack(channel, Need::Attach) {
            letter = self.in_words(letter, channel, state, reply);
        }
        let mut unarchived = false;
        loop {
            self.pace().await;
            let message = letter.clone().message(post.memo.nonce());
            let sent = channel.send_message(&self.http, message).await;
            let Err(error) = sent else {
                self.rights.note_said(state.id(), letter.lacks());
                return Ok(said);
            };
            match trouble(&error) {
                // It is there, whatever Discord says of it.
                Trouble::Unreadable => return Ok(said),
                // The words can stand where no file may be attached.
                Trouble::Rights | Trouble::TooLarge if letter.has_files() => {
                    letter = self.in_words(letter, channel, state, reply);
                }
                Trouble::Archived if !unarchived => {
                    unarchived = true;
                    self.pace().await;
                    let open = EditThread::new().archived(false);
                    channel.edit_thread(&self.http, open).await?;
                }
                _ => return Err(error),
            }
        }
    }

    /// The letter without its picture, and once for a match with the reason.
    fn in_words(&self, letter: Letter, channel: ChannelId, state: &Match, reply: &Reply) -> Letter {
        let mut letter = letter;
        if self.rights.is_unsaid(state.id(), Need::Attach) {
            let held = self.rights.held(channel);
            let held = held.filter(|held| Need::Attach.is_unmet(*held));
            let rights = Need::Attach.names(held, letter.texts());
            let text = letter.texts().say("lacks-files", &[("rights", &rights)]);
            letter.add_lack(Need::Attach, &text);
        }
        letter.in_words(&self.responder, reply)
    }

    /// How what the letter says stands among the latest messages of the channel, if it does.
    async fn said_there(
        &self,
        channel: ChannelId,
        letter: &Letter,
        post: &Post<'_>,
    ) -> serenity::Result<Option<Said>> {
        let messages = self.latest(channel).await?;
        // The server may have spoken another language then.
        let mut letters = vec![letter.clone()];
        let locale = self.responder.locale_at(post.state.place());
        for other in self.responder.locales().others(&locale) {
            if let Ok(Some(retold)) = self.responder.retell(&other, post.notice).await {
                let undrawn = Letter::undrawn(&self.responder, &retold);
                letters.push(marked(undrawn, &retold, post));
            }
        }
        let stands = |letter: &Letter| messages.iter().any(|message| letter.is_said_by(message));
        let called = post.call.user().is_some_and(|user| {
            letters
                .iter()
                .any(|letter| stands(&letter.clone().calling(user)))
                || post.memo.is_in(&messages, &mention(user))
        });
        Ok(if called {
            Some(Said::Calling)
        } else {
            letters.iter().any(stands).then_some(Said::Plainly)
        })
    }

    /// The latest messages of a channel; none where they may not be read: telling twice is better
    /// than not at all.
    pub(super) async fn latest(&self, channel: ChannelId) -> serenity::Result<Vec<Message>> {
        self.pace().await;
        let asked = GetMessages::new().limit(SEARCHED);
        match channel.messages(&self.http, asked).await {
            Err(error) if trouble(&error) != Trouble::Passing => Ok(Vec::new()),
            latest => latest,
        }
    }
}

/// The letter with a line that tells it from another, where it would say the same: a reminder says
/// what the one before it said.
fn marked(letter: Letter, reply: &Reply, post: &Post<'_>) -> Letter {
    if reply.ping.is_some() && reply.seat.is_none() {
        letter.marked(&post.memo.line())
    } else {
        letter
    }
}

/// What becomes of a notice that could not be read: what is damaged stays so, and must not keep the
/// later ones of its match back.
fn unread(notice: &Notice, error: &StoreError) -> Posted {
    tracing::error!(%error, id = %notice.id, "a notice could not be read");
    match error {
        StoreError::Damaged { .. } => Posted::Told,
        StoreError::InUse { .. }
        | StoreError::Later { .. }
        | StoreError::Unwritable { .. }
        | StoreError::InDoubt { .. }
        | StoreError::Failed(_) => Posted::Unread,
    }
}

/// Waits until posting is to be stopped.
async fn stopped(stopping: &mut Receiver<bool>) {
    // Without a sender there is nobody left to post for.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

/// Notes that a task of the poster has ended otherwise than it should.
fn complain(ended: Result<(), tokio::task::JoinError>) {
    if let Err(error) = ended {
        tracing::error!(%error, "the poster lost a task");
    }
}

/// Locks; a panic elsewhere while the lock was held leaves plain data that is still whole.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
