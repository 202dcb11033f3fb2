//! The world's clock: what grows old without waiting for it.

use std::{sync::Arc, time::Duration};

use crate::{guild::Channel, place::ChannelInfo, server::FakeDiscord, user::User, world::World};

impl FakeDiscord {
    /// Sets the time that new ids carry, in milliseconds of Unix time, if it is not past; it goes on from
    /// there.
    pub fn set_time(&self, time: u64) {
        self.state.change(|world| world.ids.set_time(time));
    }

    /// Lets time pass on the world's clock, which otherwise stands still: messages grow older, and
    /// threads in which nobody said anything for long enough are archived. Interactions, nonces and
    /// rate limits keep to real time.
    pub fn pass(&self, time: Duration) {
        self.state.change(|world| {
            world.clock += time;
            world.archive_silent();
        });
    }
}

impl World {
    /// Archives the threads that have been silent for too long, and tells the bot.
    fn archive_silent(&mut self) {
        let now = self.clock;
        let mut archived = Vec::new();
        for thread in self.channels.values_mut() {
            let patience = Duration::from_secs(60 * thread.auto_archive);
            let silent = now.saturating_sub(thread.active) >= patience;
            if thread.is_thread() && !thread.archived && silent {
                thread.archived = true;
                archived.push((thread.guild, thread.to_json()));
            }
        }
        for (guild, thread) in archived {
            self.dispatch(guild, "THREAD_UPDATE", &thread);
        }
    }
}

impl User {
    /// Returns the threads in this person's list, oldest first: those they are in and still see
    /// that are not archived.
    #[must_use]
    pub fn threads(&self) -> Vec<Channel> {
        let handle = |thread: &ChannelInfo| Channel {
            state: Arc::clone(&self.state),
            id: thread.id,
        };
        self.state.look(|world| {
            let threads = world.channels.values().filter(|one| one.is_thread());
            let listed =
                threads.filter(|thread| !thread.archived && thread.members.contains(&self.id));
            let seen = listed.filter(|thread| world.sees(self.id, thread));
            seen.map(handle).collect()
        })
    }
}
