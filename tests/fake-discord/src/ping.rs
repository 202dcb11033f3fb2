//! Pings: real notifications of people. They are kept even if messages are deleted or forgotten.

use std::collections::{BTreeMap, VecDeque};

use crate::{FakeDiscord, Snowflake, component, message::Message, user::User, world::World};

/// The largest number of pings kept, the newest ones.
const MOST: usize = 100_000;

/// A notification of one person by one message: a new message or an immediate answer that mentions
/// them and may notify them, or a direct message. Edits notify nobody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ping {
    /// The person notified.
    pub user: Snowflake,
    /// The channel or thread of the message.
    pub channel: Snowflake,
    /// The id of the message.
    pub message: Snowflake,
    /// The nonce it was sent with; answers have none.
    pub nonce: Option<String>,
    /// The text that a lock screen shows: the plain content of the message.
    pub content: String,
    /// The ids of the buttons under it.
    pub buttons: Vec<String>,
}

/// All pings, in order.
#[derive(Debug, Default)]
pub(crate) struct Notified {
    pings: VecDeque<Ping>,
    /// The number of notifications of each person, including those no longer kept.
    counts: BTreeMap<Snowflake, usize>,
}

impl Notified {
    /// Records the people whom a new message notifies.
    pub(crate) fn note(&mut self, message: &Message) {
        let buttons = component::buttons(&message.components);
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
    /// Iterates over the last hundred thousand notifications, oldest first, including those of
    /// messages that no longer exist.
    pub fn notifications(&self) -> impl Iterator<Item = &Ping> {
        self.notified.pings.iter()
    }

    /// Returns the number of times a person was notified.
    #[must_use]
    pub fn notified(&self, user: Snowflake) -> usize {
        self.notified.counts.get(&user).copied().unwrap_or(0)
    }
}

impl FakeDiscord {
    /// Forgets whom messages have notified so far, so that a test counts from here on.
    pub fn forget_pings(&self) {
        self.state.change(|world| {
            world.notified = Notified::default();
            world.forget_pinged();
        });
    }
}

impl User {
    /// Returns their notifications, oldest first, including those of messages that no longer exist.
    #[must_use]
    pub fn notifications(&self) -> Vec<Ping> {
        self.state.look(|world| {
            let own = world.notifications().filter(|ping| ping.user == self.id);
            own.cloned().collect()
        })
    }
}
