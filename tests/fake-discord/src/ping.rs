//! Who was really notified of what: kept when messages are deleted or forgotten.

use std::collections::{BTreeMap, VecDeque};

use crate::{
    Snowflake,
    message::{self, Message},
    user::User,
    world::World,
};

/// How many are kept at most, the newest.
const MOST: usize = 100_000;

/// One person notified by one message: a new one, or an answer given at once, that mentions them
/// and may notify them, or a direct message. An edit notifies nobody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ping {
    /// Who was notified.
    pub user: Snowflake,
    /// Where.
    pub channel: Snowflake,
    /// The message.
    pub message: Snowflake,
    /// The nonce with which it was sent; answers have none.
    pub nonce: Option<String>,
    /// What it said.
    pub content: String,
    /// The ids of the buttons under it.
    pub buttons: Vec<String>,
}

/// All pings, in order.
#[derive(Debug, Default)]
pub(crate) struct Notified {
    pings: VecDeque<Ping>,
    /// How often each was notified, also of what is not kept any more.
    counts: BTreeMap<Snowflake, usize>,
}

impl Notified {
    /// Notes whom a new message notifies.
    pub(crate) fn note(&mut self, message: &Message) {
        let buttons = message::buttons(&message.components);
        let buttons: Vec<_> = buttons.into_iter().filter_map(|b| b.custom_id).collect();
        for user in &message.pinged {
            *self.counts.entry(*user).or_default() += 1;
            if self.pings.len() >= MOST {
                self.pings.pop_front();
            }
            self.pings.push_back(Ping {
                user: *user,
                channel: message.channel,
                message: message.id,
                nonce: message.nonce.clone(),
                content: message.content.clone(),
                buttons: buttons.clone(),
            });
        }
    }
}

impl World {
    /// Every time that somebody was notified, oldest first, of the last hundred thousand: also of
    /// messages that are there no more.
    pub fn notifications(&self) -> impl Iterator<Item = &Ping> {
        self.notified.pings.iter()
    }

    /// How often somebody was notified in all.
    #[must_use]
    pub fn notified(&self, user: Snowflake) -> usize {
        self.notified.counts.get(&user).copied().unwrap_or(0)
    }
}

impl User {
    /// Every time that they were notified, oldest first: also of messages that are there no more.
    #[must_use]
    pub fn notifications(&self) -> Vec<Ping> {
        self.state.look(|world| {
            let own = world.notifications().filter(|ping| ping.user == self.id);
            own.cloned().collect()
        })
    }
}
