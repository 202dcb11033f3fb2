//! Nonces, by which Discord recognizes a message that is sent twice.

use std::{
    collections::{HashMap, VecDeque},
    time::Duration,
};

use tokio::time::Instant;

use crate::{Snowflake, server::FakeDiscord};

/// The time Discord calls "the past few minutes".
const FEW_MINUTES: Duration = Duration::from_secs(3 * 60);
/// The largest number of nonces remembered.
const MOST: usize = 10_000;

/// The nonces of the past few minutes. The bot is the author of all messages that are sent with one, and
/// a nonce is unique for its author, in whatever channel.
#[derive(Debug, Default)]
pub(crate) struct Nonces {
    sent: HashMap<String, Snowflake>,
    /// The same nonces, oldest first.
    order: VecDeque<(Instant, String)>,
}

impl Nonces {
    /// Returns the message that was sent with this nonce a short time ago.
    pub(crate) fn find(&mut self, nonce: &str) -> Option<Snowflake> {
        self.forget(Instant::now(), MOST);
        self.sent.get(nonce).copied()
    }

    /// Remembers a message that was sent with a new nonce.
    pub(crate) fn note(&mut self, nonce: &str, message: Snowflake) {
        let (now, key) = (Instant::now(), nonce.to_owned());
        self.forget(now, MOST - 1);
        self.order.push_back((now, key.clone()));
        self.sent.insert(key, message);
    }

    /// Forgets nonces that are too old, and the oldest ones beyond the largest number `most`.
    fn forget(&mut self, now: Instant, most: usize) {
        while let Some((at, key)) = self.order.front()
            && (self.order.len() > most || now.duration_since(*at) > FEW_MINUTES)
        {
            self.sent.remove(key);
            self.order.pop_front();
        }
    }

    fn clear(&mut self) {
        self.sent.clear();
        self.order.clear();
    }
}

impl FakeDiscord {
    /// Forgets all nonces, as Discord does after some minutes. A message sent again with the same
    /// nonce then appears twice.
    pub fn forget_nonces(&self) {
        self.state.change(|world| world.nonces.clear());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn nonces_are_known_for_a_while_and_in_bounded_number() {
        let mut nonces = Nonces::default();
        nonces.note("a", Snowflake(3));
        assert_eq!(nonces.find("a"), Some(Snowflake(3)));
        for number in 0..2 * MOST {
            nonces.note(&number.to_string(), Snowflake(4));
        }
        assert!(nonces.sent.len() == MOST && nonces.order.len() == MOST);
        assert_eq!(nonces.find("a"), None);
        nonces.note("b", Snowflake(5));
        nonces.forget(Instant::now() + FEW_MINUTES + Duration::from_secs(1), MOST);
        assert_eq!(nonces.find("b"), None);
        assert!(nonces.sent.is_empty());
    }
}
