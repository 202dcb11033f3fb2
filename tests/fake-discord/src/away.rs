//! Discord is away for a while, as a whole.

use crate::{
    connection::Cut,
    gateway::{Order, Resume},
    server::FakeDiscord,
    state::State,
    world::World,
};

/// How Discord is away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// The gateway's connections break, and no other can be had.
    Refusing,
    /// The gateway's connections break; others can be had, and nothing is said on them.
    Silent,
    /// The gateway's connections stay, and nothing comes or goes on them, heartbeats neither.
    Deaf,
}

impl FakeDiscord {
    /// Goes away until [`FakeDiscord::come_back`]. Requests break off however it is away.
    pub fn go_away(&self, how: Absence) {
        self.state.change(|world| {
            world.absence = Some(how);
            if how != Absence::Deaf {
                world.end_all(|| Order::Drop);
            }
        });
    }

    /// Comes back, and lets bots resume their sessions or makes them begin new ones.
    pub fn come_back(&self, resume: Resume) {
        self.state.change(|world| {
            world.absence = None;
            world.resume = resume;
        });
    }
}

/// Breaks a request or a new connection off where Discord is away and takes none, and says whether
/// it did.
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

/// Waits until something is said again on the gateway's connections.
pub(crate) async fn spoken(state: &State) {
    let back = |world: &World| world.absence.is_none().then_some(());
    state.until(back).await;
}
