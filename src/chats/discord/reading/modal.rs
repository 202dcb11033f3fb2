//! Modals that somebody has sent, read from their text: serenity knows no labels, and leaves out what
//! stands in them.

use std::collections::HashMap;

use serde::{Deserialize, de::IgnoredAny};
use serenity::all::{
    AuthorizingIntegrationOwners, ChannelId, GuildId, InteractionContext, ModalInteraction,
    PartialChannel, User, UserId,
};

use super::{
    fields::Unreadable,
    interaction::{asked, is_guest, most_bytes, named, place_to_play, speaker, with_own_name},
};
use crate::{
    commands::{Incoming, Input, Value},
    store::RequestId,
};

/// Kinds of parts that hold fields.
const ROW: u8 = 1;
const LABEL: u8 = 18;
/// A field for text, which is empty where nothing is typed.
const TEXT_INPUT: u8 = 4;
/// A menu of texts.
const TEXTS: u8 = 3;
/// Kinds of menus whose values are ids.
const USERS: u8 = 5;
const ROLES: u8 = 6;
const USERS_AND_ROLES: u8 = 7;
const CHANNELS: u8 = 8;

/// A modal that somebody has sent.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FilledModal {
    /// The id that it was opened with.
    pub(crate) id: String,
    /// Its fields in their order.
    pub(crate) fields: Vec<FilledField>,
    /// True where the bot is a guest, which serenity does not say of modals.
    pub(crate) is_guest: bool,
}

/// A field of a modal.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FilledField {
    pub(crate) id: String,
    /// What was typed, ticked or chosen; nothing where it was left empty.
    pub(crate) values: Vec<Value>,
}

#[derive(Deserialize)]
struct Submission {
    data: Data,
    #[serde(default)]
    authorizing_integration_owners: AuthorizingIntegrationOwners,
    context: Option<InteractionContext>,
    guild_id: Option<GuildId>,
}

#[derive(Deserialize)]
struct Data {
    custom_id: String,
    components: Vec<Component>,
    #[serde(default)]
    resolved: Resolved,
}

/// A label or a row with what is in it, a field, or a text between them.
#[derive(Deserialize)]
struct Component {
    #[serde(rename = "type")]
    kind: u8,
    component: Option<Box<Component>>,
    #[serde(default)]
    components: Vec<Component>,
    custom_id: Option<String>,
    value: Option<FieldValue>,
    values: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum FieldValue {
    Tick(bool),
    Text(String),
}

#[derive(Default, Deserialize)]
struct Resolved {
    #[serde(default)]
    users: HashMap<UserId, User>,
    #[serde(default)]
    members: HashMap<UserId, IgnoredAny>,
    #[serde(default)]
    channels: HashMap<ChannelId, PartialChannel>,
}

/// Reads an interaction by which a modal was sent, of which what matters was kept.
///
/// # Errors
///
/// When it names somebody whom it does not describe, or what was filled in cannot be read.
pub(crate) fn read(interaction: &serde_json::Value) -> Result<FilledModal, Unreadable> {
    let unreadable = |_| Unreadable("data.components".to_owned());
    let Submission {
        data,
        authorizing_integration_owners: owners,
        context,
        guild_id,
    } = Submission::deserialize(interaction).map_err(unreadable)?;
    let mut fields = Vec::new();
    for component in data.components {
        let is_empty = component.component.is_none() && component.components.is_empty();
        if is_empty && [ROW, LABEL].contains(&component.kind) {
            return Err(Unreadable("data.components.component".to_owned()));
        }
        for field in component
            .component
            .map(|field| *field)
            .into_iter()
            .chain(component.components)
        {
            let values = field.values(&data.resolved, guild_id.is_some())?;
            // Without it the fields after it would be taken for others.
            let id = field.custom_id;
            let id = id.ok_or_else(|| Unreadable("data.components.custom_id".to_owned()))?;
            fields.push(FilledField { id, values });
        }
    }
    Ok(FilledModal {
        id: data.custom_id,
        fields,
        is_guest: is_guest(&owners, context),
    })
}

impl Component {
    fn values(&self, resolved: &Resolved, in_server: bool) -> Result<Vec<Value>, Unreadable> {
        let lacks = match self.kind {
            TEXT_INPUT => self.value.is_none().then_some("value"),
            TEXTS | USERS..=CHANNELS => self.values.is_none().then_some("values"),
            _ => None,
        };
        if let Some(lacks) = lacks {
            return Err(Unreadable(format!("data.components.{lacks}")));
        }
        let typed = self.value.iter().filter_map(|entry| match entry {
            FieldValue::Tick(ticked) => Some(Value::Boolean(*ticked)),
            FieldValue::Text(text) if text.is_empty() => None,
            FieldValue::Text(text) => Some(Value::Text(text.clone())),
        });
        let chosen = self.values.iter().flatten().map(|value| match self.kind {
            USERS => resolved.user(value, in_server),
            ROLES => Some(Value::Role(value.clone())),
            USERS_AND_ROLES => resolved
                .user(value, in_server)
                .or_else(|| Some(Value::Role(value.clone()))),
            CHANNELS => resolved.channel(value),
            _ => Some(Value::Text(value.clone())),
        });
        let values = typed.map(Some).chain(chosen).collect::<Option<_>>();
        values.ok_or_else(|| Unreadable("data.resolved".to_owned()))
    }
}

impl Resolved {
    fn user(&self, id: &str, in_server: bool) -> Option<Value> {
        let id = id.parse().ok()?;
        let is_absent = in_server && !self.members.contains_key(&id);
        Some(Value::User(named(self.users.get(&id)?, is_absent)))
    }

    fn channel(&self, id: &str) -> Option<Value> {
        self.channels.get(&id.parse().ok()?).map(place_to_play)
    }
}

/// Reads a modal that was filled in and sent. `own` is the user that the bot is, where that is known yet, and
/// `outside` says that it is not in the server.
pub(crate) fn incoming(
    modal: &ModalInteraction,
    sent: &FilledModal,
    own: Option<UserId>,
    outside: bool,
) -> Incoming {
    let (user, member) = (&modal.user, modal.member.as_ref());
    let values = |field: &FilledField| {
        let values = field.values.iter().cloned();
        values.map(|value| with_own_name(value, own)).collect()
    };
    Incoming {
        most_bytes: Some(most_bytes(modal.attachment_size_limit)),
        request_id: Some(RequestId(format!("discord/{}", modal.id))),
        ..asked(
            (modal.guild_id, modal.channel_id),
            modal.channel.as_ref(),
            (outside || sent.is_guest).then_some(modal.application_id),
            speaker(user, member, Some(&modal.locale)),
            Input::Press {
                id: sent.id.clone(),
                filled: sent.fields.iter().map(values).collect(),
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::chats::discord::reading::event::{self, Event, Frame};

    /// Returns an interaction by which a modal with these components was sent.
    fn sent(components: &serde_json::Value) -> serde_json::Value {
        let user = |id: &str, name: &str| {
            json!({"id": id, "username": name, "discriminator": "0", "global_name": null,
                "avatar": null})
        };
        json!({
            "type": 5, "id": "70", "application_id": "71", "token": "t", "version": 1,
            "channel_id": "72", "locale": "de", "user": user("11", "ann"), "entitlements": [],
            "attachment_size_limit": 1_000, "authorizing_integration_owners": {},
            "data": {
                "custom_id": "play",
                "components": components,
                "resolved": {
                    "users": {"12": user("12", "ben"), "13": user("13", "cy")},
                    "channels": {
                        "20": {"id": "20", "type": 0, "name": "chess", "permissions": "0"},
                        "21": {"id": "21", "type": 4, "name": "games", "permissions": "0"},
                    },
                },
            },
        })
    }

    fn label(field: &serde_json::Value) -> serde_json::Value {
        json!({"type": 18, "id": 1, "component": field})
    }

    /// Reads a modal with one field of this kind.
    fn values(kind: u8, entry: &str, content: serde_json::Value) -> Option<Vec<Value>> {
        let mut field = json!({"type": kind, "id": 2, "custom_id": "field"});
        field[entry] = content;
        let mut modal = read(&sent(&json!([label(&field)]))).ok()?;
        assert_eq!((modal.id.as_str(), modal.fields.len()), ("play", 1));
        assert_eq!(modal.fields[0].id, "field");
        modal.fields.pop().map(|field| field.values)
    }

    fn text(text: &str) -> Value {
        Value::Text(text.to_owned())
    }

    #[test]
    fn every_kind_of_field_is_read() {
        let typed = |kind, content| values(kind, "value", content).unwrap();
        assert_eq!(typed(4, json!("3 days")), [text("3 days")]);
        assert_eq!(typed(4, json!("")), []);
        assert_eq!(typed(21, json!("duel")), [text("duel")]);
        assert_eq!(typed(21, json!(null)), []);
        assert_eq!(typed(23, json!(false)), [Value::Boolean(false)]);
        let chosen = |kind, content| values(kind, "values", content).unwrap();
        assert_eq!(chosen(3, json!(["b", "a"])), [text("b"), text("a")]);
        assert_eq!(chosen(22, json!([])), []);
        let role = |id: &str| Value::Role(id.to_owned());
        assert_eq!(chosen(6, json!(["12"])), [role("12")]);
        let channel = |id: Option<&str>| Value::Channel(id.map(str::to_owned));
        let channels = chosen(8, json!(["20", "21"]));
        assert_eq!(channels, [channel(Some("20")), channel(None)]);
        let people = chosen(5, json!(["13", "12"]));
        let names = people.iter().map(|value| match value {
            Value::User(speaker) => (speaker.identity.id(), speaker.name.as_str()),
            other => panic!("{other:?}"),
        });
        assert!(names.eq([("13", "cy"), ("12", "ben")]), "{people:?}");
        let both = chosen(7, json!(["12", "30"]));
        assert_eq!(both, [people[1].clone(), role("30")]);
    }

    #[test]
    fn a_chosen_person_must_be_described() {
        for kind in [5, 8] {
            for id in ["99", "", "x"] {
                assert_eq!(values(kind, "values", json!([id])), None, "{kind} {id}");
            }
        }
        assert!(read(&json!({"type": 2, "data": {"name": "play"}})).is_err());
        assert!(read(&json!({"type": 1})).is_err());
    }

    #[test]
    fn fields_keep_their_order_in_labels_and_rows_alike() {
        let field = |id: &str| json!({"type": 4, "custom_id": id, "value": id});
        let row = json!({"type": 1, "components": [field("b"), field("c")]});
        let words = json!({"type": 10, "id": 9});
        let components = json!([label(&field("a")), words, row, label(&field("d"))]);
        let sent = sent(&components);
        let modal = read(&sent).unwrap();
        let ids: Vec<_> = modal.fields.iter().map(|field| field.id.as_str()).collect();
        assert_eq!(ids, ["a", "b", "c", "d"]);
        // The rest of it is read as that of other interactions.
        let frame = format!(r#"{{"op":0,"s":1,"t":"INTERACTION_CREATE","d":{sent}}}"#);
        assert!(matches!(
            event::read(&frame),
            Frame::Event(Event::Interaction(_, Some(_)))
        ));
    }
}
