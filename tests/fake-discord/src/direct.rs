//! Direct messages between the bot and a person.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::{
    Snowflake,
    guild::Channel,
    message::Message,
    place::{ChannelInfo, DIRECT, Rights},
    user::User,
    world::{UserInfo, World},
};

impl User {
    /// The direct messages with the bot, as a channel: opened if they were not.
    #[must_use]
    pub fn direct(&self) -> Channel {
        let id = self.state.change(|world| world.direct(self.id));
        Channel {
            state: Arc::clone(&self.state),
            id,
        }
    }

    /// What was said in the direct messages with the bot, oldest first; nothing where nobody has
    /// opened them.
    #[must_use]
    pub fn direct_messages(&self) -> Vec<Message> {
        self.state.look(|world| {
            let channel = world.direct_with(self.id);
            let messages = channel.map(|channel| world.messages(channel));
            messages.into_iter().flatten().cloned().collect()
        })
    }

    /// Closes their direct messages to the bot, whose messages are refused with 50007 from then
    /// on, or opens them again.
    pub fn set_direct_closed(&self, closed: bool) {
        self.state.change(|world| {
            if let Some(user) = world.users.get_mut(&self.id) {
                user.closed = closed;
            }
        });
    }
}

impl World {
    /// The direct messages with a person, where they have been opened.
    #[must_use]
    pub fn direct_with(&self, user: Snowflake) -> Option<Snowflake> {
        let mut channels = self.channels.values();
        let with = channels.find(|channel| channel.recipient == Some(user));
        with.map(|channel| channel.id)
    }

    /// The direct messages with a person, opened if they were not.
    pub(crate) fn direct(&mut self, user: Snowflake) -> Snowflake {
        if let Some(known) = self.direct_with(user) {
            return known;
        }
        let id = self.ids.next();
        let info = ChannelInfo {
            recipient: Some(user),
            rights: Rights::DIRECT,
            ..ChannelInfo::new(id, DIRECT, "")
        };
        self.channels.insert(id, info);
        id
    }

    /// A channel in Discord's form, with whom its direct messages are with.
    pub(crate) fn channel_json(&self, channel: &ChannelInfo) -> Value {
        let mut data = self.place_json(channel);
        if let Some(user) = channel.recipient {
            let recipient = self.users.get(&user).map(UserInfo::to_json);
            data["recipients"] = json!([recipient]);
        }
        data
    }
}
