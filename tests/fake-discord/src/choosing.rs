//! Choosing in selects, and filling in modals.

use serde_json::{Value, json};

use crate::{
    Snowflake,
    answer::{Answer, AnswerKind, Pending},
    component::{self, LABEL, STRING_SELECT, Select, TEXT_INPUT},
    interaction::{self, Act},
    resolved::Resolved,
    user::User,
    world::World,
};

impl User {
    /// Chooses in a select they see: by the values of its options, or by the ids of users, roles
    /// and channels.
    ///
    /// # Panics
    ///
    /// If there is no such select, or it does not offer these values in this number.
    #[track_caller]
    pub fn choose(
        &self,
        message: impl Into<Snowflake>,
        custom_id: &str,
        values: &[&str],
    ) -> Pending {
        let id = message.into();
        let select = self.seen(id, |message| {
            let mut selects = message.selects().into_iter();
            selects.find(|select| select.custom_id == custom_id)
        });
        let Some(select) = select else {
            panic!("no select {custom_id:?} on message {id}")
        };
        let chosen = self.state.look(|world| {
            let guild = world.message(id).and_then(|it| world.guild_of(it.channel));
            let mut resolved = Resolved::new(world, guild);
            check_chosen(world, &select, 0, values, &mut resolved).map(|()| resolved.into_json())
        });
        match chosen {
            Ok(resolved) => self.component(
                id,
                json!({
                    "custom_id": custom_id, "component_type": select.kind, "values": values,
                    "resolved": resolved,
                }),
            ),
            Err(why) => panic!("{custom_id:?}: {why}"),
        }
    }

    /// Chooses in a select of strings that may not exist.
    #[track_caller]
    pub fn select_forged(
        &self,
        message: impl Into<Snowflake>,
        custom_id: &str,
        values: &[&str],
    ) -> Pending {
        let data = json!({
            "custom_id": custom_id, "component_type": STRING_SELECT, "values": values,
            "resolved": {},
        });
        self.component(message.into(), data)
    }

    /// Fills in a modal that an answer opened for them, and sends it. `fields` are texts, and lists
    /// of what is chosen in selects, by custom id; the others stay as the modal shows them.
    ///
    /// # Panics
    ///
    /// If the answer opened none for them, or a client would refuse a field.
    #[track_caller]
    pub fn submit(&self, modal: &Answer, fields: &[(&str, Value)]) -> Pending {
        assert_eq!(modal.kind, AnswerKind::Modal, "the answer opened no modal");
        let data = &modal.raw["data"];
        let built = self.state.look(|world| {
            let record = world.interactions.get(&modal.interaction.id);
            let record = record.filter(|record| record.user == self.id);
            let record = record.ok_or("the modal was opened for somebody else")?;
            let mut resolved = Resolved::new(world, record.guild);
            let components = fill(world, data, fields, &mut resolved)?;
            let filled = json!({
                "custom_id": data["custom_id"], "components": components,
                "resolved": resolved.into_json(),
            });
            Ok::<_, String>((filled, record.channel, record.source))
        });
        match built {
            Ok((data, channel, source)) => interaction::send(
                &self.state,
                &Act {
                    kind: interaction::MODAL,
                    user: self.id,
                    channel,
                    data,
                    source,
                    focused: 0,
                    opener: Some(modal.interaction.id),
                },
            ),
            Err(why) => panic!("the modal {}: {why}", data["custom_id"]),
        }
    }
}

/// Returns the parts of a modal with their values, as a submission has them.
fn fill(
    world: &World,
    modal: &Value,
    fields: &[(&str, Value)],
    resolved: &mut Resolved<'_>,
) -> Result<Vec<Value>, String> {
    let told = component::told(&modal["components"], &[]);
    let parts = told.as_array().map_or(&[][..], Vec::as_slice);
    let input = |part: &Value| match component::kind(part) {
        LABEL => part["component"].clone(),
        _ => part["components"][0].clone(),
    };
    let inputs: Vec<_> = parts.iter().map(input).collect();
    for (id, _) in fields {
        if !inputs.iter().any(|input| input["custom_id"] == *id) {
            return Err(format!("no field {id:?}"));
        }
    }
    let mut filled = Vec::new();
    for (part, input) in parts.iter().zip(&inputs) {
        let given = fields.iter().find(|(id, _)| input["custom_id"] == *id);
        let given = given.map(|(_, value)| value);
        let mut sent = json!({
            "type": input["type"], "id": input["id"], "custom_id": input["custom_id"],
        });
        let why = |why| format!("{}: {why}", input["custom_id"]);
        if component::kind(input) == TEXT_INPUT {
            sent["value"] = json!(typed(input, given).map_err(why)?);
        } else {
            sent["values"] = json!(picked(world, input, given, resolved).map_err(why)?);
        }
        let (kind, id) = (&part["type"], &part["id"]);
        filled.push(match component::kind(part) {
            LABEL => json!({"type": kind, "id": id, "component": sent}),
            _ => json!({"type": kind, "id": id, "components": [sent]}),
        });
    }
    Ok(filled)
}

/// Returns the text in an input, or the reason a client would not send it.
fn typed(input: &Value, given: Option<&Value>) -> Result<String, String> {
    let text = given.unwrap_or(&input["value"]);
    if !text.is_string() && given.is_some() {
        return Err(format!("{text} is not a text"));
    }
    let text = text.as_str().unwrap_or_default();
    let length = u64::try_from(text.chars().count()).unwrap_or(u64::MAX);
    let least = input["min_length"].as_u64().unwrap_or(0);
    let least = least.max(u64::from(input["required"] != false));
    let most = input["max_length"].as_u64().unwrap_or(4000);
    if length == 0 && input["required"] == false || (least..=most).contains(&length) {
        return Ok(text.to_owned());
    }
    Err(format!(
        "{text:?} is not from {least} to {most} characters long"
    ))
}

/// Returns what is chosen in a select of a modal, or the reason a client would not send it.
fn picked(
    world: &World,
    input: &Value,
    given: Option<&Value>,
    resolved: &mut Resolved<'_>,
) -> Result<Vec<String>, String> {
    let select = Select::read(input);
    let texts = |list: &Value, key: Option<&str>| {
        let list = list.as_array().into_iter().flatten();
        let text = |one: &Value| key.map_or(one, |key| &one[key]).as_str().map(str::to_owned);
        list.filter_map(text).collect::<Vec<_>>()
    };
    let chosen = match given {
        Some(list) if list.is_array() => texts(list, None),
        Some(other) => return Err(format!("{other} is not a list")),
        None => {
            let options = select.options.iter().filter(|option| option.default);
            let options = options.filter_map(|option| option.value.as_str().map(str::to_owned));
            let ids = texts(&input["default_values"], Some("id"));
            options.chain(ids).collect()
        }
    };
    let optional = input["required"] == false;
    let least = if optional { 0 } else { 1 };
    let values: Vec<_> = chosen.iter().map(String::as_str).collect();
    if !(optional && values.is_empty()) {
        check_chosen(world, &select, least, &values, resolved)?;
    }
    Ok(chosen)
}

/// Says why a client would not send these values, at least `least` of them.
fn check_chosen(
    world: &World,
    select: &Select,
    least: u64,
    values: &[&str],
    resolved: &mut Resolved<'_>,
) -> Result<(), String> {
    if select.disabled {
        return Err("it is disabled".to_owned());
    }
    let count = u64::try_from(values.len()).unwrap_or(u64::MAX);
    let bounds = select.min_values.max(least)..=select.max_values;
    if !bounds.contains(&count) {
        return Err(format!("{count} values are not within {bounds:?}"));
    }
    for value in values {
        let offered = match select.kind {
            STRING_SELECT => select.options.iter().any(|option| option.value == *value),
            kind => resolved.chosen(kind, value),
        };
        let types = &select.channel_types;
        let channel = Snowflake::parse(value).and_then(|id| world.channel(id));
        let fits = channel.is_some_and(|channel| types.contains(&channel.kind));
        if !offered || !types.is_empty() && !fits {
            return Err(format!("{value:?} is not offered by {select:?}"));
        }
    }
    Ok(())
}
