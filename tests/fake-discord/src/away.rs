//! Outages: Discord as a whole is away for a while.

use crate::{
    connection::Cut,
    gateway::{Order, Resume},
    server::FakeDiscord,
    state::State,
    world::World,
};

/// The kind of an outage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// Connections to the gateway break, and new ones are refused.
    Refusing,
    /// Connections to the gateway break; new ones are accepted but stay silent.
    Silent,
    /// Connections to the gateway stay open, but nothing passes in either direction, not even
    /// heartbeats.
    Deaf,
}

impl FakeDiscord {
    /// Goes away until [`FakeDiscord::come_back`]. In every kind of outage requests break off.
    pub fn go_away(&self, how: Absence) {
        self.state.change(|world| {
            world.absence = Some(how);
            if how != Absence::Deaf {
                world.end_all(|| Order::Drop);
            }
        });
    }

    /// Comes back, and either lets bots resume their sessions or makes them begin new ones.
    pub fn come_back(&self, resume: Resume) {
        self.state.change(|world| {
            world.absence = None;
            world.resume = resume;
        });
    }
}

/// Breaks off a request or a new connection if an outage refuses it. Returns true if it did.
pub(crate) fn refuses(state: &State, cut: &Cut, gateway: bool) -> bool {
    let refuses = state.look(|world| match world.absence {
        Some(Absence::Refusing) => true,
        Some(Absence::Silent | Absence::Deaf) => !gateway,
        None => false,
    });
    if refuses {
        cut.cut();
    }
    refuses
}

/// Waits until the gateway is no longer silent.
pub(crate) async fn spoken(state: &State) {
    let back = |world: &World| world.absence.is_none().then_some(());
    state.until(back).await;
}
