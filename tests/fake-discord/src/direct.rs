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
    /// Returns the channel of direct messages with the bot, and opens it if necessary.
    #[must_use]
    pub fn direct(&self) -> Channel {
        let id = self.state.change(|world| world.direct(self.id));
        Channel {
            state: Arc::clone(&self.state),
            id,
        }
    }

    /// Returns the direct messages with the bot, oldest first; none if nobody has opened them.
    #[must_use]
    pub fn direct_messages(&self) -> Vec<Message> {
        self.state.look(|world| {
            let channel = world.direct_with(self.id);
            let messages = channel.map(|channel| world.messages(channel));
            messages.into_iter().flatten().cloned().collect()
        })
    }

    /// Closes this person's direct messages to the bot, or opens them again. While they are closed,
    /// messages of the bot are refused with 50007.
    pub fn set_direct_closed(&self, closed: bool) {
        self.state.change(|world| {
            if let Some(user) = world.users.get_mut(&self.id) {
                user.closed = closed;
            }
        });
    }
}

impl World {
    /// Returns the channel of direct messages with a person, if it has been opened.
    #[must_use]
    pub fn direct_with(&self, user: Snowflake) -> Option<Snowflake> {
        let mut channels = self.channels.values();
        let with = channels.find(|channel| channel.recipient == Some(user));
        with.map(|channel| channel.id)
    }

    /// Returns the channel of direct messages with a person, and opens it if necessary.
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

    /// Returns a channel in Discord's form. For direct messages that includes the person.
    pub(crate) fn channel_json(&self, channel: &ChannelInfo) -> Value {
        let mut data = self.place_json(channel);
        if let Some(user) = channel.recipient {
            let recipient = self.users.get(&user).map(UserInfo::to_json);
            data["recipients"] = json!([recipient]);
        }
        // Said to everybody who sees the channel, also to those who may not read the history.
        let last = self.messages(channel.id).last().map(|message| message.id);
        data["last_message_id"] = json!(last);
        data
    }
}
