//! People and their actions.

use std::{collections::BTreeMap, sync::Arc};

use serde_json::{Map, Value, json};

use crate::{
    Snowflake,
    answer::{Answer, AnswerKind, Pending},
    guild::Channel,
    interaction::{self, Act},
    message::{Message, Select},
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
        let data = json!({"custom_id": custom_id, "component_type": 2});
        self.component(message.into(), data)
    }

    /// Chooses in a select they see.
    ///
    /// # Panics
    ///
    /// If there is no such select, or it does not offer these values in this number.
    #[track_caller]
    pub fn select(
        &self,
        message: impl Into<Snowflake>,
        custom_id: &str,
        values: &[&str],
    ) -> Pending {
        let id = message.into();
        let select = self.seen(id, |message| {
            message
                .selects()
                .into_iter()
                .find(|select| select.custom_id == custom_id)
        });
        let Some(select) = select else {
            panic!("no select {custom_id:?} on message {id}")
        };
        assert!(!select.disabled, "the select {custom_id:?} is disabled");
        let count = u64::try_from(values.len()).unwrap_or(u64::MAX);
        assert!(
            (select.min_values..=select.max_values).contains(&count),
            "{count} values are not from {} to {}",
            select.min_values,
            select.max_values
        );
        for value in values {
            let offered = select.options.iter().any(|option| option.value == *value);
            assert!(
                select.kind != 3 || offered,
                "{value:?} is not among {:?}",
                select.options
            );
        }
        let data = json!({
            "custom_id": custom_id, "component_type": select.kind, "values": values,
        });
        self.component(id, self.with_chosen_users(data, select.kind, values))
    }

    /// Chooses one option, by its value, in any select they see.
    ///
    /// # Panics
    ///
    /// If no enabled select offers it, or it asks for more than one value.
    #[track_caller]
    pub fn choose(&self, message: impl Into<Snowflake>, value: &str) -> Pending {
        let id = message.into();
        let selects = self.seen(id, Message::selects);
        let offers = |select: &&Select| {
            let mut options = select.options.iter();
            !select.disabled && options.any(|option| option.value == value)
        };
        let Some(select) = selects.iter().find(offers) else {
            panic!("no select on message {id} offers {value:?}: {selects:?}")
        };
        self.select(id, &select.custom_id, &[value])
    }

    /// Chooses in a select of texts that may not exist.
    #[track_caller]
    pub fn select_forged(
        &self,
        message: impl Into<Snowflake>,
        custom_id: &str,
        values: &[&str],
    ) -> Pending {
        let data = json!({"custom_id": custom_id, "component_type": 3, "values": values});
        self.component(message.into(), data)
    }

    fn with_chosen_users(&self, mut data: Value, kind: u64, values: &[&str]) -> Value {
        if kind == 5 {
            let users: BTreeMap<_, _> = self.state.look(|world| {
                let find = |text: &&str| world.users.get(&Snowflake::parse(text)?);
                let found = values.iter().filter_map(find);
                found
                    .map(|user| (user.id.to_string(), user.to_json()))
                    .collect()
            });
            data["resolved"] = json!({"users": users});
        }
        data
    }

    /// Submits a modal that an answer opened, with a text for each of its inputs by id.
    ///
    /// # Panics
    ///
    /// If the answer opened none, or a text fits no input.
    #[track_caller]
    pub fn submit(&self, modal: &Answer, texts: &[(&str, &str)]) -> Pending {
        assert_eq!(modal.kind, AnswerKind::Modal, "the answer opened no modal");
        let data = &modal.raw["data"];
        let rows = data["components"].as_array().cloned().unwrap_or_default();
        let inputs: Vec<_> = rows
            .iter()
            .map(|row| row["components"][0].clone())
            .collect();
        for (id, _) in texts {
            assert!(
                inputs.iter().any(|input| input["custom_id"] == *id),
                "no input {id:?}"
            );
        }
        let filled: Vec<_> = inputs
            .iter()
            .map(|input| {
                let text = texts.iter().find(|(id, _)| input["custom_id"] == *id);
                let value = text.map_or(json!(""), |(_, text)| json!(text));
                let input = json!({"type": 4, "custom_id": input["custom_id"], "value": value});
                json!({"type": 1, "components": [input]})
            })
            .collect();
        let from = self.state.look(|world| {
            let record = world.interactions.get(&modal.interaction.id);
            record.map(|record| (record.channel, record.source))
        });
        let Some((channel, source)) = from else {
            panic!("nothing is known of that modal")
        };
        let act = Act {
            kind: interaction::MODAL,
            user: self.id,
            channel,
            data: json!({"custom_id": data["custom_id"], "components": filled}),
            source,
            focused: 0,
        };
        interaction::send(&self.state, &act)
    }

    /// Sends a message. This reopens an archived thread.
    pub fn say(&self, channel: &Channel, text: &str) -> Snowflake {
        self.state.change(|world| {
            if let Some(place) = world.channels.get_mut(&channel.id) {
                place.archived &= place.locked;
            }
            world.say(self.id, channel.id, text)
        })
    }

    /// Looks at a message they see.
    #[track_caller]
    fn seen<T>(&self, id: Snowflake, look: impl FnOnce(&Message) -> T) -> T {
        let result = self.state.look(|world: &World| {
            let message = world.message(id)?;
            message
                .only_for
                .is_none_or(|user| user == self.id)
                .then(|| look(message))
        });
        result.unwrap_or_else(|| panic!("they see no message {id}"))
    }

    #[track_caller]
    fn component(&self, source: Snowflake, data: Value) -> Pending {
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
            data: with_resolved(data),
            source: Some(source),
            focused: 0,
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
        };
        interaction::send(&self.state, &act)
    }
}

/// Adds the data of everybody named, as the data of a component always has.
fn with_resolved(mut data: Value) -> Value {
    if data.get("resolved").is_none() {
        data["resolved"] = Value::Object(Map::new());
    }
    data
}
