//! Posts what the outbox holds: whatever no answer has told, until it is through.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use serenity::all::{ChannelId, EditThread};
use tokio::{sync::watch, task::JoinSet};

use super::{
    api::{Api, unless_refused},
    backoff::Backoff,
    calls::{Call, Calls},
    delivery::{Delivery, Memo},
    direct::Directs,
    housing::{Home, Housing},
    place,
    present::{Letter, mention},
    rights::{Need, Rights},
    trouble::{Trouble, trouble},
};
use crate::{
    commands::Responder,
    host::{HeldNotice, LeftTables},
    matchplay::{Match, Stage},
    messages::{DrawingQueue, Reply},
    store::{Notice, StoreError, locked},
};

/// For how long what a server's language is may be waited for, at the start above all: its servers
/// are told to a bot one after the other.
const TO_HEAR: Duration = Duration::from_secs(2);

/// Breakdowns of posting over one notice after which the notice is given up: it would keep
/// its match's later ones from being told.
const MOST_BREAKDOWNS: u32 = 5;

/// Posts the rows of the outbox. Cheap to share behind an [`Arc`].
#[derive(Debug)]
pub(super) struct Poster {
    responder: Arc<Responder>,
    api: Arc<Api>,
    rights: Arc<Rights>,
    calls: Arc<Calls>,
    pictures: Arc<DrawingQueue>,
    directs: Directs,
    housing: Housing,
    waits: Backoff,
    /// Notices that cannot be told on Discord, or not now that it stops: held so that nobody else takes
    /// them, they stay in the outbox.
    kept: Mutex<Vec<HeldNotice>>,
    stopping: watch::Sender<bool>,
}

/// Fate of a notice.
enum Posted {
    /// It is told, or nothing is left to tell.
    Told,
    /// Its match is not played on Discord.
    Elsewhere,
    /// It cannot be read just now.
    Unread,
}

impl Poster {
    /// A poster that waits so between tries.
    pub(super) fn new(
        calls: Arc<Calls>,
        api: Arc<Api>,
        rights: Arc<Rights>,
        pictures: Arc<DrawingQueue>,
        waits: Backoff,
    ) -> Poster {
        let responder = Arc::clone(&calls.responder);
        Poster {
            directs: Directs::new(Arc::clone(&responder), Arc::clone(&api)),
            housing: Housing {
                responder: Arc::clone(&responder),
                api: Arc::clone(&api),
                rights: Arc::clone(&rights),
            },
            responder,
            api,
            rights,
            calls,
            pictures,
            waits,
            kept: Mutex::default(),
            stopping: watch::Sender::new(false),
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
            self.housing.house(&state, doubtful).await?
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
        let delivery = Delivery {
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
            self.say_lack(channel, &delivery, need, &text).await?;
        }
        for channel in &places {
            match self.say(*channel, &delivery, lack.take()).await {
                Ok(called) => {
                    if !called {
                        self.directs.reach(&delivery, *channel).await?;
                    }
                    if place::channel(state.place()) == Some(*channel) {
                        self.housing.conclude(&state).await?;
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
        self.directs.reach_elsewhere(&delivery).await?;
        self.calls.note_left(notice.id, call).await;
        Ok(Posted::Told)
    }

    /// Does what is left to be done once everybody has heard.
    async fn finish(&self, notice: &Notice) -> serenity::Result<Posted> {
        match self.responder.host().state(notice.id).await {
            Ok(Some(state)) => self.housing.conclude(&state).await?,
            Ok(None) => {}
            Err(error) => return Ok(unread(notice, &error)),
        }
        Ok(Posted::Told)
    }

    /// Says, once for a match, that something is lacking, where nothing else may be said of it.
    async fn say_lack(
        &self,
        channel: ChannelId,
        delivery: &Delivery<'_>,
        need: Need,
        text: &str,
    ) -> serenity::Result<()> {
        let locale = self.responder.locale_at(delivery.state.place());
        let id = delivery.notice.id;
        let message = Letter::of_words(text, &locale.texts).message(format!("{id}-lack"));
        let _turn = self.api.turn(channel).await;
        let sent = self.api.send(channel, message).await;
        if unless_refused(sent, id, "a place takes no post")?.is_some() {
            self.rights.note_said(id, &[need]);
        }
        Ok(())
    }

    /// Says a reply, and what is lacking, in a channel, unless what was said before stands there.
    /// Returns true if what stands there mentions the player whom it calls.
    async fn say(
        &self,
        channel: ChannelId,
        delivery: &Delivery<'_>,
        lack: Option<(Need, String)>,
    ) -> serenity::Result<bool> {
        let (state, reply) = (delivery.state, delivery.reply);
        let letter = Letter::drawn(&self.responder, &self.pictures, reply).await;
        let mut letter = marked(letter, reply, delivery);
        let _turn = self.api.turn(channel).await;
        if delivery.doubtful
            && let Some(called) = self.said_there(channel, &letter, delivery).await?
        {
            return Ok(called);
        }
        if let Some((need, text)) = lack {
            letter.add_lack(need, &text);
        }
        let mut called = false;
        if let Call::Mention(user) = delivery.call {
            letter = letter.calling(user);
            called = true;
        }
        if letter.has_files() && self.rights.lack(channel, Need::Attach) {
            letter = self.in_words(letter, channel, state, reply);
        }
        let mut unarchived = false;
        loop {
            let message = letter.clone().message(delivery.memo.to_string());
            let Err(error) = self.api.send(channel, message).await else {
                self.rights.note_said(state.id(), letter.lacks());
                return Ok(called);
            };
            match trouble(&error) {
                // The words can stand where no file may be attached.
                Trouble::Rights | Trouble::TooLarge if letter.has_files() => {
                    letter = self.in_words(letter, channel, state, reply);
                }
                Trouble::Archived if !unarchived => {
                    unarchived = true;
                    let open = EditThread::new().archived(false);
                    channel.edit_thread(self.api.paced().await, open).await?;
                }
                _ => return Err(error),
            }
        }
    }

    /// The letter without its picture, and once for a match with the reason.
    fn in_words(&self, letter: Letter, channel: ChannelId, state: &Match, reply: &Reply) -> Letter {
        let mut letter = letter;
        if self.rights.is_unsaid(state.id(), Need::Attach) {
            let rights = self.rights.names(channel, Need::Attach, letter.texts());
            let text = letter.texts().say("lacks-files", &[("rights", &rights)]);
            letter.add_lack(Need::Attach, &text);
        }
        letter.in_words(&self.responder, reply)
    }

    /// Looks among the latest messages of the channel for what the letter says. Returns true if it
    /// stands there with a mention, and false if without.
    async fn said_there(
        &self,
        channel: ChannelId,
        letter: &Letter,
        delivery: &Delivery<'_>,
    ) -> serenity::Result<Option<bool>> {
        let messages = self.api.latest(channel).await?;
        // The server may have spoken another language then.
        let mut letters = vec![letter.clone()];
        let locale = self.responder.locale_at(delivery.state.place());
        for other in self.responder.locales().others(&locale) {
            if let Ok(Some(retold)) = self.responder.retell(&other, delivery.notice).await {
                let undrawn = Letter::undrawn(&self.responder, &retold);
                letters.push(marked(undrawn, &retold, delivery));
            }
        }
        let stands = |letter: &Letter| messages.iter().any(|message| letter.is_said_by(message));
        let called = delivery.call.user().is_some_and(|user| {
            letters
                .iter()
                .any(|letter| stands(&letter.clone().calling(user)))
                || delivery.memo.is_in(&messages, &mention(user))
        });
        Ok((called || letters.iter().any(stands)).then_some(called))
    }
}

/// The letter with a line that tells it from another, where it would say the same: a reminder says
/// what the one before it said.
fn marked(letter: Letter, reply: &Reply, delivery: &Delivery<'_>) -> Letter {
    if reply.ping.is_some() && reply.seat.is_none() {
        letter.marked(&delivery.memo.line())
    } else {
        letter
    }
}

/// Decides about a notice that could not be read: what is damaged stays so, and must not keep the
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
async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // Without a sender there is nobody left to post for.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

/// Notes that a task of the poster has ended otherwise than it should.
fn complain(ended: Result<(), tokio::task::JoinError>) {
    if let Err(error) = ended {
        tracing::error!(%error, "the poster lost a task");
    }
}
