//! Posts what the outbox holds: whatever no answer has told, until it is through.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};

use serenity::{
    all::CreateThread,
    builder::GetMessages,
    http::Http,
    model::{
        application::{ActionRowComponent, ButtonKind},
        channel::{ChannelType, Message},
        id::ChannelId,
    },
};

use super::{answers, place, present::Letter};
use crate::{
    adapters::{Desk, Reply},
    host::HeldNotice,
    matchplay::{Match, MatchId},
};

/// The longest wait between two tries.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// How many of the latest messages are searched for one that says the same.
const SEARCHED: u8 = 20;

/// Posts the rows of the outbox. Cheap to share behind an [`Arc`].
#[derive(Debug)]
pub(super) struct Poster {
    pub(super) desk: Arc<Desk>,
    pub(super) http: Arc<Http>,
    /// One at a time for each match, in order.
    pub(super) turns: Mutex<HashMap<MatchId, Weak<tokio::sync::Mutex<()>>>>,
    /// What is not told on Discord, kept so that it stays in the outbox for whoever tells it.
    pub(super) elsewhere: Mutex<Vec<HeldNotice>>,
}

/// What became of a notice.
enum Posted {
    /// It is told, or nothing is left to tell.
    Told,
    /// Its match is not played on Discord.
    Elsewhere,
}

impl Poster {
    /// Posts for as long as the program runs.
    pub(super) async fn run(self: Arc<Self>) {
        // What an earlier process left may have been told before it could be noted.
        for held in self.desk.host().take_notices() {
            self.spawn(held, true);
        }
        loop {
            let held = self.desk.host().next_notice().await;
            self.spawn(held, false);
        }
    }

    fn spawn(self: &Arc<Self>, held: HeldNotice, left_over: bool) {
        let poster = Arc::clone(self);
        let turn = poster.turn(held.notice().id);
        // A lock's waiters are served in order, so the tasks of a match are too.
        let turn = turn.lock_owned();
        tokio::spawn(async move {
            let _turn = turn.await;
            poster.post(held, left_over).await;
        });
    }

    fn turn(&self, id: MatchId) -> Arc<tokio::sync::Mutex<()>> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        if turns.len() > 1_000 {
            turns.retain(|_, turn| turn.strong_count() > 0);
        }
        if let Some(turn) = turns.get(&id).and_then(Weak::upgrade) {
            return turn;
        }
        let turn = Arc::new(tokio::sync::Mutex::new(()));
        turns.insert(id, Arc::downgrade(&turn));
        turn
    }

    async fn post(&self, held: HeldNotice, left_over: bool) {
        let notice = *held.notice();
        let mut wait = Duration::from_secs(1);
        loop {
            match self.try_post(&held, left_over).await {
                Ok(Posted::Told) => break,
                Ok(Posted::Elsewhere) => {
                    let mut elsewhere = self
                        .elsewhere
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner);
                    elsewhere.push(held);
                    return;
                }
                Err(error) if answers::is_passing(&error) => {
                    tracing::warn!(%error, id = %notice.id, "a notice waits");
                    tokio::time::sleep(wait).await;
                    wait = (wait * 2).min(LONGEST_WAIT);
                }
                Err(error) => {
                    tracing::warn!(%error, id = %notice.id, "a notice cannot be told");
                    break;
                }
            }
        }
        held.told();
    }

    async fn try_post(&self, held: &HeldNotice, left_over: bool) -> serenity::Result<Posted> {
        let notice = held.notice();
        let reply = match self.desk.notify(notice).await {
            Ok(Some(reply)) => reply,
            Ok(None) => return Ok(Posted::Told),
            Err(error) => {
                tracing::error!(%error, id = %notice.id, "a notice could not be read");
                return Ok(Posted::Told);
            }
        };
        let Some(state) = self.current(notice.id).await else {
            return Ok(Posted::Told);
        };
        let own = if reply.begins && !state.is_housed() {
            self.house(&state).await?
        } else {
            None
        };
        let Some(channel) = own.or_else(|| place::channel(state.place())) else {
            return Ok(Posted::Elsewhere);
        };
        if left_over && self.stands_there(channel, &reply).await? {
            return Ok(Posted::Told);
        }
        let letter = Letter::of(&self.desk, &reply).await;
        let nonce = format!("{}-{}", notice.id, notice.to);
        let sent = channel
            .send_message(&self.http, letter.clone().message(nonce.clone()))
            .await;
        match sent {
            // The words can stand where no file may be attached.
            Err(error) if answers::code(&error) == Some(50013) => {
                let letter = letter.without_picture().message(nonce);
                channel.send_message(&self.http, letter).await?;
            }
            Err(error) => return Err(error),
            Ok(_) => {}
        }
        Ok(Posted::Told)
    }

    async fn current(&self, id: MatchId) -> Option<Arc<Match>> {
        self.desk.host().state(id).await.unwrap_or_else(|error| {
            tracing::error!(%error, %id, "a match could not be read");
            None
        })
    }

    /// Opens a thread for the match, where that is allowed.
    async fn house(&self, state: &Match) -> serenity::Result<Option<ChannelId>> {
        let (Some(guild), Some(channel)) =
            (place::guild(state.place()), place::channel(state.place()))
        else {
            return Ok(None);
        };
        let name = self.desk.thread_name(state);
        let thread = CreateThread::new(name).kind(ChannelType::PublicThread);
        let thread = match channel.create_thread(&self.http, thread).await {
            Ok(thread) => thread.id,
            Err(error) if answers::is_passing(&error) => return Err(error),
            Err(error) => {
                // Threads may be forbidden here, or this may be one: the channel serves.
                tracing::info!(%error, id = %state.id(), "no thread could be opened");
                return Ok(None);
            }
        };
        let own = place::place(Some(guild), thread);
        if let Err(error) = self.desk.host().house(state.id(), &own).await {
            tracing::error!(%error, id = %state.id(), "a thread could not be noted");
        }
        Ok(Some(thread))
    }

    /// Whether a message with the buttons of this very position stands in the channel.
    async fn stands_there(&self, channel: ChannelId, reply: &Reply) -> serenity::Result<bool> {
        let wanted: Vec<String> = reply.buttons.iter().map(|b| b.id.to_string()).collect();
        if wanted.is_empty() {
            return Ok(false);
        }
        let latest = channel
            .messages(&self.http, GetMessages::new().limit(SEARCHED))
            .await;
        match latest {
            Ok(messages) => Ok(messages.iter().any(|message| has_buttons(message, &wanted))),
            Err(error) if answers::is_passing(&error) => Err(error),
            // Where the past may not be read, telling twice is better than not at all.
            Err(_) => Ok(false),
        }
    }
}

/// Whether the message has all these buttons.
fn has_buttons(message: &Message, wanted: &[String]) -> bool {
    let ids: Vec<&str> = message
        .components
        .iter()
        .flat_map(|row| &row.components)
        .filter_map(|component| match component {
            ActionRowComponent::Button(button) => match &button.data {
                ButtonKind::NonLink { custom_id, .. } => Some(custom_id.as_str()),
                _ => None,
            },
            _ => None,
        })
        .collect();
    wanted.iter().all(|id| ids.contains(&id.as_str()))
}
