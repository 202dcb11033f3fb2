//! People and their actions.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::{
    Snowflake,
    answer::Pending,
    component::BUTTON,
    guild::Channel,
    interaction::{self, Act},
    message::Message,
    place::{ANNOUNCEMENT_THREAD, ANNOUNCEMENTS, ChannelInfo, PRIVATE_THREAD, PUBLIC_THREAD},
    state::State,
    typed,
    world::World,
};

/// The type of an option with text.
const TEXT_OPTION: u64 = 3;

/// A handle on a person.
#[derive(Clone, Debug)]
pub struct User {
    pub(crate) state: Arc<State>,
    pub(crate) id: Snowflake,
}

impl User {
    /// Returns the id of the person.
    #[must_use]
    pub fn id(&self) -> Snowflake {
        self.id
    }

    /// Returns the text that mentions them in a message.
    #[must_use]
    pub fn mention(&self) -> String {
        format!("<@{}>", self.id)
    }

    /// Returns the ephemeral messages that only they see, oldest first.
    #[must_use]
    pub fn ephemeral(&self) -> Vec<Message> {
        self.state
            .look(|world| world.ephemeral(self.id).into_iter().cloned().collect())
    }

    /// Returns the messages that notified them, oldest first.
    #[must_use]
    pub fn pings(&self) -> Vec<Message> {
        self.state
            .look(|world| world.pings(self.id).into_iter().cloned().collect())
    }

    /// Changes their display name.
    pub fn set_global_name(&self, name: &str) {
        self.state.change(|world| {
            if let Some(user) = world.users.get_mut(&self.id) {
                user.global_name = Some(name.to_owned());
            }
        });
    }

    /// Gives their picture a frame that is of no article in Discord's shop.
    pub fn wear_unsold_frame(&self) {
        self.state.change(|world| {
            if let Some(user) = world.users.get_mut(&self.id) {
                user.unsold_frame = true;
            }
        });
    }

    /// Makes another program's account of it, as a bot in the server has one.
    pub fn become_bot(&self) {
        self.state.change(|world| {
            if let Some(user) = world.users.get_mut(&self.id) {
                user.bot = true;
            }
        });
    }

    /// Changes their language.
    pub fn set_locale(&self, locale: &str) {
        self.state.change(|world| {
            if let Some(user) = world.users.get_mut(&self.id) {
                locale.clone_into(&mut user.locale);
            }
        });
    }

    /// Uses a command under the checks of a client: registered, with every required option, values
    /// of the right types and, if the list is closed, from the list.
    ///
    /// # Panics
    ///
    /// If a client would refuse.
    #[track_caller]
    pub fn slash(&self, channel: &Channel, command: &str, options: &[(&str, Value)]) -> Pending {
        let data = self
            .state
            .look(|world| typed::command(world, self.id, channel.id, command, options));
        match data {
            Ok(data) => self.act(interaction::COMMAND, channel.id, data),
            Err(why) => panic!("/{command}: {why}"),
        }
    }

    /// Uses a command without the checks of a client. Types of unknown options follow from the
    /// values.
    #[track_caller]
    pub fn slash_unchecked(
        &self,
        channel: &Channel,
        command: &str,
        options: &[(&str, Value)],
    ) -> Pending {
        let data = self
            .state
            .look(|world| typed::unchecked(world, channel.id, command, options));
        self.act(interaction::COMMAND, channel.id, data)
    }

    /// Uses a command from the menu of a person, under the checks of a client.
    ///
    /// # Panics
    ///
    /// If a client would refuse.
    #[track_caller]
    pub fn menu(&self, channel: &Channel, command: &str, target: &Self) -> Pending {
        let data = self
            .state
            .look(|world| typed::menu(world, self.id, channel.id, command, target.id));
        match data {
            Ok(data) => self.act(interaction::COMMAND, channel.id, data),
            Err(why) => panic!("{command}: {why}"),
        }
    }

    /// Uses a command with exactly this data, even if it is not registered that way.
    #[track_caller]
    pub fn slash_raw(&self, channel: &Channel, data: Value) -> Pending {
        self.act(interaction::COMMAND, channel.id, data)
    }

    /// Types into an option of a command with exactly this data, as text.
    #[track_caller]
    pub fn complete_raw(&self, channel: &Channel, data: Value) -> Pending {
        let act = Act {
            kind: interaction::COMPLETION,
            user: self.id,
            channel: channel.id,
            data,
            source: None,
            focused: TEXT_OPTION,
            opener: None,
        };
        interaction::send(&self.state, &act)
    }

    /// Types into an option: `focused` is its name and the text so far, `options` are those filled
    /// in before.
    ///
    /// # Panics
    ///
    /// If the option is not registered for completion.
    #[track_caller]
    pub fn complete(
        &self,
        channel: &Channel,
        command: &str,
        options: &[(&str, Value)],
        focused: (&str, &str),
    ) -> Pending {
        let built = self
            .state
            .look(|world| typed::completion(world, self.id, channel.id, command, options, focused));
        match built {
            Ok((data, kind)) => interaction::send(
                &self.state,
                &Act {
                    kind: interaction::COMPLETION,
                    user: self.id,
                    channel: channel.id,
                    data,
                    source: None,
                    focused: kind,
                    opener: None,
                },
            ),
            Err(why) => panic!("/{command} {}: {why}", focused.0),
        }
    }

    /// Presses a button they see that is not disabled.
    ///
    /// # Panics
    ///
    /// If there is no such button.
    #[track_caller]
    pub fn press(&self, message: impl Into<Snowflake>, custom_id: &str) -> Pending {
        let id = message.into();
        let (ids, found) = self.seen(id, |message| {
            let buttons = message.buttons();
            let fits = |button: &crate::Button| {
                button.custom_id.as_deref() == Some(custom_id) && !button.disabled
            };
            let found = buttons.iter().any(fits);
            (buttons, found)
        });
        assert!(
            found,
            "no button {custom_id:?} can be pressed among {ids:?}"
        );
        self.press_forged(id, custom_id)
    }

    /// Presses a button that may not exist, on a message that may be deleted.
    #[track_caller]
    pub fn press_forged(&self, message: impl Into<Snowflake>, custom_id: &str) -> Pending {
        let data = json!({"custom_id": custom_id, "component_type": BUTTON, "resolved": {}});
        self.component(message.into(), data)
    }

    /// Opens a thread, which only those see who are added to it if it is `private`. The bot is in none
    /// that it has not opened until somebody mentions it there.
    pub fn open_thread(&self, channel: &Channel, name: &str, private: bool) -> Channel {
        let id = self.state.change(|world| {
            let id = world.ids.next();
            let of = world.channels.get(&channel.id);
            let kind = match (private, of.map(|of| of.kind)) {
                (true, _) => PRIVATE_THREAD,
                (false, Some(ANNOUNCEMENTS)) => ANNOUNCEMENT_THREAD,
                (false, _) => PUBLIC_THREAD,
            };
            let thread = ChannelInfo {
                guild: of.and_then(|of| of.guild),
                parent: Some(channel.id),
                owner: Some(self.id),
                members: vec![self.id],
                active: world.clock,
                ..ChannelInfo::new(id, kind, name)
            };
            world.channels.insert(id, thread);
            if !private {
                world.tell_of_channel(id, "THREAD_CREATE");
            }
            id
        });
        Channel {
            state: Arc::clone(&self.state),
            id,
        }
    }

    /// Sends a message. In a thread this reopens it if it is archived, and adds them to it.
    pub fn say(&self, channel: &Channel, text: &str) -> Snowflake {
        self.state
            .change(|world| world.say(self.id, channel.id, text))
    }

    /// Looks at a message they see.
    #[track_caller]
    pub(crate) fn seen<T>(&self, id: Snowflake, look: impl FnOnce(&Message) -> T) -> T {
        let result = self.state.look(|world: &World| {
            let message = world.message(id)?;
            message
                .only_for
                .is_none_or(|user| user == self.id)
                .then(|| look(message))
        });
        result.unwrap_or_else(|| panic!("they see no message {id}"))
    }

    /// Uses a component of a message.
    #[track_caller]
    pub(crate) fn component(&self, source: Snowflake, data: Value) -> Pending {
        let Some(channel) = self
            .state
            .look(|world| world.message(source).map(|m| m.channel))
        else {
            panic!("there is no message {source}")
        };
        let act = Act {
            kind: interaction::COMPONENT,
            user: self.id,
            channel,
            data,
            source: Some(source),
            focused: 0,
            opener: None,
        };
        interaction::send(&self.state, &act)
    }

    #[track_caller]
    fn act(&self, kind: u64, channel: Snowflake, data: Value) -> Pending {
        let act = Act {
            kind,
            user: self.id,
            channel,
            data,
            source: None,
            focused: 0,
            opener: None,
        };
        interaction::send(&self.state, &act)
    }
}
