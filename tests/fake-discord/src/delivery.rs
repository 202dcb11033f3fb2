//! Delivery of interactions to the bot: at once and exactly once, unless a test says otherwise.

use std::{sync::Arc, time::Duration};

use tokio::time::Instant;

use crate::{
    Snowflake,
    fault::Chance,
    interaction::{deliver, watch},
    server::FakeDiscord,
    state::State,
    world::World,
};

/// The longest time to wait for the answer to an interaction that is held back.
const HELD: Duration = Duration::from_secs(3600);

/// The interactions on their way from people to the bot.
#[derive(Debug, Default)]
pub(crate) struct Deliveries {
    /// The interactions held back, while some are.
    held: Option<Vec<Snowflake>>,
    /// Chance of delivering an interaction twice.
    twice: Option<Chance>,
}

/// Takes a new interaction. Returns true if it was delivered.
pub(crate) fn arrive(world: &mut World, id: Snowflake) -> bool {
    if let Some(held) = &mut world.deliveries.held {
        held.push(id);
        if let Some(record) = world.record_mut(id) {
            record.due = Instant::now() + HELD;
        }
        return false;
    }
    deliver_by_chance(world, id);
    true
}

fn deliver_by_chance(world: &mut World, id: Snowflake) {
    deliver(world, id);
    if world.deliveries.twice.as_mut().is_some_and(Chance::strikes) {
        deliver(world, id);
    }
}

impl FakeDiscord {
    /// Delivers about one in `one_in` of the coming interactions twice, by chance, which `seed`
    /// makes repeatable; none with zero.
    pub fn deliver_some_twice(&self, one_in: usize, seed: u64) {
        self.state
            .change(|world| world.deliveries.twice = Some(Chance::new(one_in, seed)));
    }

    /// Holds back the interactions that people make from now on, until the returned value is
    /// dropped or told to deliver them. The bot's time begins when they are delivered.
    ///
    /// # Panics
    ///
    /// If they are already held back.
    #[must_use]
    pub fn hold_deliveries(&self) -> HeldDeliveries {
        let before = self
            .state
            .change(|world| world.deliveries.held.replace(Vec::new()));
        assert!(before.is_none(), "deliveries are held back already");
        HeldDeliveries {
            state: Arc::clone(&self.state),
        }
    }
}

/// Interactions held back while this lives. Dropping it delivers them in order.
#[derive(Debug)]
pub struct HeldDeliveries {
    state: Arc<State>,
}

impl HeldDeliveries {
    /// Returns the number of interactions held back.
    #[must_use]
    pub fn count(&self) -> usize {
        let count = |world: &World| world.deliveries.held.as_ref().map_or(0, Vec::len);
        self.state.look(count)
    }

    /// Delivers them, newest first.
    pub fn deliver_backwards(self) {
        self.deliver(|held| held.reverse());
    }

    /// Delivers them in random order, which `seed` makes repeatable.
    pub fn deliver_shuffled(self, seed: u64) {
        let mut chance = Chance::new(0, seed);
        self.deliver(|held| {
            for last in (1..held.len()).rev() {
                held.swap(last, chance.below(last + 1));
            }
        });
    }

    fn deliver(&self, order: impl FnOnce(&mut [Snowflake])) {
        let delivered = self.state.change(|world| {
            let mut held = world.deliveries.held.take().unwrap_or_default();
            order(&mut held);
            for id in &held {
                deliver_by_chance(world, *id);
            }
            held
        });
        for id in delivered {
            watch(&self.state, id);
        }
    }
}

impl Drop for HeldDeliveries {
    fn drop(&mut self) {
        self.deliver(|_| {});
    }
}
