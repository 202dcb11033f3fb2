//! Posts what the outbox holds: whatever no answer has told, until it is through.

use tokio::{sync::watch, task::JoinSet};

use super::{
    calls::{calls, note_left},
    delivery::Delivery,
    housing::Housing,
    prelude::*,
    present::Letter,
    upkeep::{refresh_table, sweep},
};
use crate::{
    delivery::{Route, Trigger, plan},
    host::{Fate, HeldNotice, LeftTables, Outbox},
    store::{Notice, StoreError},
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
    office: Arc<Office>,
    /// Notices that cannot be told on Discord, or not now that it stops: held so that nobody else takes
    /// them, they stay in the outbox.
    kept: Mutex<Vec<HeldNotice>>,
    stopping: watch::Sender<bool>,
}

/// Reason why a notice is not told.
#[derive(Debug, thiserror::Error)]
enum Setback {
    /// Its match is not played on Discord.
    #[error("it is not for Discord")]
    Elsewhere,
    /// It cannot be read.
    #[error(transparent)]
    Unread(#[from] StoreError),
    /// Discord refuses it.
    #[error(transparent)]
    Refused(#[from] serenity::Error),
}

impl Poster {
    pub(super) fn new(office: Arc<Office>) -> Poster {
        Poster {
            office,
            kept: Mutex::default(),
            stopping: watch::Sender::new(false),
        }
    }

    /// Posts what an outbox holds until [`Poster::stop`], and then once what is left.
    pub(super) async fn run(self: Arc<Self>, outbox: Outbox) {
        let mut posting = JoinSet::new();
        let mut stopping = self.stopping.subscribe();
        let mut sweeping = JoinSet::new();
        sweeping.spawn(sweep(Arc::clone(&self.office)));
        loop {
            tokio::select! {
                held = outbox.next() => {
                    posting.spawn(Arc::clone(&self).post(held));
                }
                Some(_) = posting.join_next() => {}
                () = stopped(&mut stopping) => break,
            }
        }
        sweeping.shutdown().await;
        loop {
            while let Some(held) = outbox.take_free() {
                posting.spawn(Arc::clone(&self).post(held));
            }
            if posting.join_next().await.is_none() {
                break;
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
        let (heard, mut doubtful) = (held.is_heard(), held.is_doubtful());
        let left = held.left_tables().map(Arc::new);
        let mut breakdowns = 0;
        for wait in self.office.waits.each() {
            let (office, left) = (Arc::clone(&self.office), left.clone());
            // In a task of its own, so that a panic ends this try alone.
            let tried = tokio::spawn(async move {
                post(&office, &notice, left.as_deref(), heard, doubtful).await
            });
            match tried.await {
                Ok(Ok(())) => {
                    self.office.sweeps.note(notice.id);
                    return held.end(Fate::Told);
                }
                Ok(Err(Setback::Elsewhere)) => break,
                Ok(Err(Setback::Unread(error))) => {
                    tracing::error!(%error, id = %notice.id, "a notice could not be read");
                    // What is damaged stays so, and must not keep the later ones of its match back.
                    if matches!(error, StoreError::Damaged { .. }) {
                        return held.end(Fate::Told);
                    }
                }
                Ok(Err(Setback::Refused(error))) if trouble(&error) == Trouble::Passing => {
                    tracing::warn!(%error, id = %notice.id, "a notice waits");
                }
                Ok(Err(Setback::Refused(error))) => {
                    tracing::warn!(%error, id = %notice.id, "a notice cannot be told");
                    return held.end(Fate::Told);
                }
                Err(error) => {
                    breakdowns += 1;
                    tracing::error!(%error, id = %notice.id, "posting a notice broke down");
                    if breakdowns == MOST_BREAKDOWNS {
                        tracing::error!(id = %notice.id, "a notice is given up");
                        return held.end(Fate::Told);
                    }
                }
            }
            doubtful = true;
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = stopped(&mut stopping) => break,
            }
        }
        locked(&self.kept).push(held);
    }
}

/// Tells a notice where its match is played, or as near to it as can be, and does what else is to
/// be done: that alone where everybody has `heard`.
async fn post(
    office: &Office,
    notice: &Notice,
    left: Option<&LeftTables>,
    heard: bool,
    doubtful: bool,
) -> Result<(), Setback> {
    let responder = &office.responder;
    let Some(state) = responder.host().state(notice.id).await? else {
        return Ok(());
    };
    let state = &*state;
    let housing = Housing { office, state };
    if heard && state.is_housed() && state.stage() == Stage::Ended {
        return Ok(housing.conclude().await?);
    }
    if heard {
        return Ok(refresh_table(office, state).await.map(drop)?);
    }
    let place = state.place();
    if place::guild(place).is_some() {
        let (locales, host) = (responder.locales(), responder.host());
        locales.wait_for(host, place, TO_HEAR).await;
    }
    let Some(reply) = responder.notify(notice, left).await? else {
        return Ok(());
    };
    let Some(opened) = place::channel(state.opened_at()) else {
        return Err(Setback::Elsewhere);
    };
    let plan = plan(&reply, &Trigger::Outbox(state));
    if plan.changes_table {
        let found = refresh_table(office, state).await?;
        // The message of the table says it all, where nobody is to be called.
        if found && reply.pings.is_empty() && !reply.begins && left.is_none() {
            return Ok(());
        }
    }
    let (mut places, mut lack) = (Vec::new(), None);
    for route in &plan.routes {
        match route {
            Route::Thread(people) => {
                let (thread, reason) = housing.house(people.as_deref(), doubtful).await?;
                places.extend(thread);
                lack = reason;
            }
            Route::Own => places.extend(place::channel(place)),
            Route::Opened => places.push(opened),
            Route::Answer(_) | Route::Direct => {}
        }
    }
    let reply = &reply;
    let delivery = Delivery {
        office,
        notice,
        state,
        reply,
        calls: calls(office, reply, Duration::MAX).await,
        doubtful,
    };
    // Once for a match, where nothing else may be said of it.
    if let Some((need, text)) = lack.take_if(|_| !plan.routes.contains(&Route::Opened)) {
        let message = Letter::of_words(&text).message(format!("{}-lack", notice.id));
        let _turn = office.api.turn(opened).await;
        let sending = office.api.send(opened, message);
        let sent = unless_refused(sending, notice.id, "a place takes no post").await?;
        if sent.is_some() {
            office.rights.note_said(notice.id, &[need]);
        }
    }
    if reply.is_personal && delivery.calls.mentioned.is_empty() {
        // It is for one person, who wants it elsewhere or not at all; where they cannot be written
        // to, it stands where the match is played.
        if delivery.reach_alone().await? {
            note_left(&delivery.calls, responder.host(), notice.id).await;
            return Ok(());
        }
    }
    match delivery.say(&places, lack).await? {
        Some((channel, mentioned)) => {
            delivery.reach(Some(channel), &mentioned).await?;
            if plan.concludes && place::channel(place) == Some(channel) {
                housing.conclude().await?;
            }
        }
        None => delivery.reach(None, &[]).await?,
    }
    note_left(&delivery.calls, responder.host(), notice.id).await;
    Ok(())
}

/// Waits until posting is to be stopped.
async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // Without a sender there is nobody left to post for.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}
