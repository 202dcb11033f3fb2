//! The fields of Discord's events and answers that are read, and what is done without each. Everything
//! that Discord says passes [`keep`] before a type reads it: all other fields are taken out there, so that
//! one that nobody needs spoils nothing, however odd it is. serenity's types are stricter than Discord's
//! own description: one null in a picture's frame would make everything that a person does unreadable.

use std::{borrow::Cow, collections::HashMap};

use serde::Deserialize;
use serde_json::{Map, Value, json, value::RawValue};

/// A field that is read.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: &'static str,
    kind: FieldKind,
    pub(crate) without: Without,
}

/// What a field must be; anything else counts as if the field were not there.
#[derive(Debug)]
enum FieldKind {
    /// An id, which is never 0.
    Id,
    /// A whole number in digits, such as permissions; Discord writes it as text.
    Digits,
    /// The number of a kind, up to 255.
    Small,
    /// A whole number from 0, of 32 bits.
    Number,
    /// A whole number, which may be below 0.
    Whole,
    Flag,
    Text,
    /// Whatever it is: what reads it later decides.
    Any,
    /// True for whatever it is set to, null too, but false.
    Set,
    Object(&'static [Field]),
    /// Objects by their ids. Those that cannot be read are left out.
    ById(&'static [Field]),
    /// A list of objects. Those that cannot be read are left out.
    Objects(&'static [Field]),
    /// A list of objects, of which none may be left out: where one cannot be read, the whole list cannot, which
    /// makes its own object unreadable unless the list may be lacking.
    AllObjects(&'static [Field]),
    /// A list of ids. Those that cannot be read are left out.
    Ids,
    Texts,
    /// Nobody needs it, but serenity's type wants this, in JSON.
    Always(&'static str),
}

/// What is done where a field is not there, is null, or cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Without {
    /// It stays away: nothing that is done depends on it, or there is another way to know.
    Nothing,
    /// It is taken to be this, in JSON.
    Is(&'static str),
    /// It is taken from the first of these other fields of its object that has it, by their pointers.
    From(&'static [&'static str]),
    /// Its object cannot be understood.
    Unread,
}

const fn field(name: &'static str, kind: FieldKind, without: Without) -> Field {
    Field {
        name,
        kind,
        without,
    }
}

use FieldKind::{
    AllObjects, Always, Any, ById, Digits, Flag, Id, Ids, Number, Object, Objects, Set, Small,
    Text, Texts, Whole,
};
use Without::{From, Is, Nothing, Unread};

/// A person. People are known by their names on all of Discord.
static USER: &[Field] = &[
    field("id", Id, Unread),
    field("username", Text, From(&["/global_name", "/id"])),
    field("global_name", Text, Nothing),
    field("bot", Flag, Is("false")),
];

/// A person as a member of the server where they act.
static MEMBER: &[Field] = &[
    field("user", Object(USER), Unread),
    field("roles", Ids, Is("[]")),
    field("permissions", Digits, Nothing),
    field("deaf", Always("false"), Nothing),
    field("mute", Always("false"), Nothing),
    field("flags", Always("0"), Nothing),
];

/// The channel where somebody acts, or one that they choose.
static PLACE: &[Field] = &[
    field("id", Id, Is("\"1\"")),
    field("type", Small, Unread),
    field("parent_id", Id, Nothing),
    field("thread_metadata", Object(THREAD_METADATA), Nothing),
];

/// The message on which somebody presses. Its author, its time and the like are nobody's business.
static MESSAGE: &[Field] = &[
    field("id", Id, Is("\"1\"")),
    field("channel_id", Id, Is("\"1\"")),
    field("content", Text, Is("\"\"")),
    field("flags", Number, Nothing),
    field("attachments", Objects(ATTACHMENT), Is("[]")),
    field("interaction_metadata", Object(METADATA), Nothing),
    field("author", Always(r#"{"id": "1", "username": ""}"#), Nothing),
    field("timestamp", Always("\"2015-01-01T00:00:00Z\""), Nothing),
    field("tts", Always("false"), Nothing),
    field("mention_everyone", Always("false"), Nothing),
    field("mentions", Always("[]"), Nothing),
    field("mention_roles", Always("[]"), Nothing),
    field("embeds", Always("[]"), Nothing),
    field("pinned", Always("false"), Nothing),
    field("type", Always("0"), Nothing),
];

/// A file of such a message: what counts is that it is there.
static ATTACHMENT: &[Field] = &[
    field("id", Id, Is("\"1\"")),
    field("filename", Text, Is("\"\"")),
    field("size", Always("0"), Nothing),
    field("url", Always("\"\""), Nothing),
    field("proxy_url", Always("\"\""), Nothing),
];

/// What such a message answered.
static METADATA: &[Field] = &[
    field("type", Small, Unread),
    field("user", Object(USER), Unread),
    field("id", Always("\"1\""), Nothing),
    field("authorizing_integration_owners", Always("{}"), Nothing),
];

/// Who has installed the application where somebody acts: a server, which is 0 in direct messages, or
/// a person.
static OWNERS: &[Field] = &[field("0", Digits, Nothing), field("1", Id, Nothing)];

/// What interactions of all kinds have, less what was asked.
static INTERACTION: &[Field] = &[
    field("id", Id, Unread),
    field("token", Text, Unread),
    field("type", Small, Unread),
    field("application_id", Id, Unread),
    field(
        "channel_id",
        Id,
        From(&["/channel/id", "/message/channel_id"]),
    ),
    field("guild_id", Id, Nothing),
    field("channel", Object(PLACE), Nothing),
    field("member", Object(MEMBER), Nothing),
    field("user", Object(USER), Nothing),
    field("message", Object(MESSAGE), Nothing),
    field("app_permissions", Digits, Nothing),
    field("locale", Text, Is("\"\"")),
    field("guild_locale", Text, Nothing),
    field("authorizing_integration_owners", Object(OWNERS), Is("{}")),
    field("context", Small, Nothing),
    // What Discord takes from everybody.
    field("attachment_size_limit", Number, Is("10485760")),
    field("version", Always("1"), Nothing),
    field("entitlements", Always("[]"), Nothing),
];

/// People and channels that somebody names.
static RESOLVED: &[Field] = &[
    field("users", ById(USER), Nothing),
    // Who is not among them is not in the server.
    field("members", ById(NAMED_MEMBER), Nothing),
    field("channels", ById(PLACE), Nothing),
];

/// A member of the server whom somebody names: what counts is that they are there.
static NAMED_MEMBER: &[Field] = &[field("roles", Ids, Is("[]"))];

static COMMAND: &[Field] = &[
    field("id", Always("\"1\""), Nothing),
    field("name", Text, Unread),
    field("type", Small, Is("1")),
    field("options", AllObjects(OPTION), Is("[]")),
    field("target_id", Id, Nothing),
    field("resolved", Object(RESOLVED), Is("{}")),
];

static OPTION: &[Field] = &[
    field("name", Text, Unread),
    field("type", Small, Unread),
    field("value", Any, Unread),
    field("focused", Flag, Nothing),
];

static COMPONENT: &[Field] = &[
    field("custom_id", Text, Unread),
    field("component_type", Small, Unread),
    field("values", Texts, Nothing),
];

static MODAL: &[Field] = &[
    field("custom_id", Text, Unread),
    field("components", AllObjects(MODAL_PART), Unread),
    field("resolved", Object(RESOLVED), Is("{}")),
];

/// A label or a row with what is in it, or a text.
static MODAL_PART: &[Field] = &[
    field("type", Small, Unread),
    field("component", Object(MODAL_FIELD), Nothing),
    field("components", AllObjects(MODAL_FIELD), Is("[]")),
];

/// A field in which something was filled in.
static MODAL_FIELD: &[Field] = &[
    field("type", Small, Unread),
    field("custom_id", Text, Nothing),
    field("value", Any, Nothing),
    field("values", Texts, Nothing),
];

/// The beginning of a session.
pub(crate) static READY: &[Field] = &[
    field("user", Object(USER), Nothing),
    field("application", Object(THING), Nothing),
    field("guilds", AllObjects(THING), Nothing),
];

/// Where the gateway is. The others are read by serenity's type, which wants them all.
pub(crate) static GATEWAY: &[Field] = &[
    field("url", Text, Unread),
    field("shards", Number, Is("1")),
    field("session_start_limit", Object(SESSION_LIMIT), Is(NO_LIMIT)),
];

/// How many sessions may still begin; one where it does not say so.
static SESSION_LIMIT: &[Field] = &[
    field("total", Number, Is("1")),
    field("remaining", Number, Is("1")),
    field("reset_after", Number, Is("0")),
    field("max_concurrency", Number, Is("1")),
];

const NO_LIMIT: &str = r#"{"total": 1, "remaining": 1, "reset_after": 0, "max_concurrency": 1}"#;

/// Something that has an id, which is all that counts.
#[derive(Debug, Deserialize)]
pub(crate) struct Thing<T> {
    pub(crate) id: T,
}

/// The same, as a table.
pub(crate) static THING: &[Field] = &[field("id", Id, Unread)];

/// A server: that it is there, and, as far as it can be read, what is in it.
pub(crate) static SERVER: &[Field] = &[
    field("id", Id, Unread),
    field("unavailable", Flag, Nothing),
    field("preferred_locale", Text, Nothing),
    field("owner_id", Id, Nothing),
    field("roles", AllObjects(ROLE), Nothing),
    field("channels", Objects(CHANNEL), Nothing),
    field("threads", Objects(CHANNEL), Nothing),
    field("system_channel_id", Id, Nothing),
    field("rules_channel_id", Id, Nothing),
    field("public_updates_channel_id", Id, Nothing),
    field("features", Texts, Nothing),
    field("joined_at", Text, Nothing),
];

static ROLE: &[Field] = &[
    field("id", Id, Unread),
    field("permissions", Digits, Unread),
    field("mentionable", Flag, Is("false")),
];

/// A channel or thread of a server. Without one of its overwrites, or a part of one, too much would be
/// shown.
pub(crate) static CHANNEL: &[Field] = &[
    field("id", Id, Unread),
    field("type", Small, Unread),
    field("guild_id", Id, Nothing),
    field("parent_id", Id, Nothing),
    field("position", Whole, Is("0")),
    field("permission_overwrites", AllObjects(OVERWRITE), Nothing),
    field("rate_limit_per_user", Number, Nothing),
    field("thread_metadata", Object(THREAD_METADATA), Nothing),
];

/// What threads have and channels have not. Of it counts whether the thread is locked.
static THREAD_METADATA: &[Field] = &[
    field("locked", Flag, Is("false")),
    field("archived", Always("false"), Nothing),
    field("auto_archive_duration", Always("60"), Nothing),
];

static OVERWRITE: &[Field] = &[
    field("id", Id, Unread),
    field("type", Small, Unread),
    field("allow", Digits, Unread),
    field("deny", Digits, Unread),
];

/// A server that is told to have gone.
pub(crate) static SERVER_GONE: &[Field] =
    &[field("id", Id, Unread), field("unavailable", Set, Nothing)];

/// Something that has changed in a server; a channel may come without its server.
pub(crate) static CHANGE: &[Field] = &[
    field("id", Id, Nothing),
    field("guild_id", Id, Nothing),
    field("role_id", Id, Nothing),
];

/// A thread that has changed.
pub(crate) static CHANGED_THREAD: &[Field] = &[
    field("id", Id, Unread),
    field("guild_id", Id, Nothing),
    field("thread_metadata", Object(THREAD_METADATA), Nothing),
];

/// Open threads. One that is passed over would be opened again.
pub(crate) static THREADS: &[Field] = &[field("threads", AllObjects(OPEN_THREAD), Unread)];

static OPEN_THREAD: &[Field] = &[
    field("id", Id, Unread),
    field("name", Text, Unread),
    field("parent_id", Id, Nothing),
    field("thread_metadata", Object(THREAD_METADATA), Nothing),
];

/// A message that stands in a channel.
pub(crate) static POSTED: &[Field] = &[
    field("id", Id, Unread),
    field("author", Object(USER), Unread),
    field("content", Text, Is("\"\"")),
    field("attachments", Objects(ATTACHMENT), Is("[]")),
    field("components", Any, Is("[]")),
    field("type", Small, Is("0")),
];

/// The channel whose last message counts.
pub(crate) static LAST_MESSAGE: &[Field] = &[field("last_message_id", Id, Nothing)];

/// A member, asked for by their id.
pub(crate) static ASKED_MEMBER: &[Field] = &[field("roles", Ids, Is("[]"))];

/// The path of a field that is needed and cannot be read. It never holds what was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unreadable(pub(crate) String);

impl Unreadable {
    fn at(name: &str) -> Unreadable {
        Unreadable(name.to_owned())
    }

    fn within(self, name: &str) -> Unreadable {
        Unreadable(format!("{name}.{}", self.0))
    }
}

/// Returns what is read of an object.
///
/// # Errors
///
/// When a field without which the object cannot be understood is not there, or cannot be read.
pub(crate) fn keep(object: &Value, fields: &[Field]) -> Result<Value, Unreadable> {
    let mut kept = Map::new();
    for field in fields {
        let found = field.find(object)?;
        kept.extend(found.map(|found| (field.name.to_owned(), found)));
    }
    Ok(Value::Object(kept))
}

/// Returns what is read of the text of an object. Fields that are not in the table are passed over
/// unread: a server that comes has megabytes of them.
///
/// # Errors
///
/// When it is no object, or lacks a field without which it cannot be understood.
pub(crate) fn keep_of_text(text: &str, fields: &[Field]) -> Result<Value, Unreadable> {
    let whole: HashMap<Cow<'_, str>, &RawValue> =
        serde_json::from_str(text).map_err(|_| Unreadable::at("(all)"))?;
    let read = |field: &Field| {
        let given = whole.get(field.name)?;
        let given = serde_json::from_str(given.get()).ok()?;
        Some((field.name.to_owned(), given))
    };
    let given = fields.iter().filter_map(read).collect();
    keep(&Value::Object(given), fields)
}

/// Returns what is read of a list of objects, without those that cannot be read.
pub(crate) fn keep_each(list: &Value, fields: &[Field]) -> Vec<Value> {
    let list = list.as_array().into_iter().flatten();
    list.filter_map(|one| keep(one, fields).ok()).collect()
}

impl Field {
    /// Returns true for a list of which every object counts, and which means something else if it is lacking.
    const fn is_strict(&self) -> bool {
        matches!(self.kind, AllObjects(_)) && !matches!(self.without, Nothing)
    }

    fn find(&self, object: &Value) -> Result<Option<Value>, Unreadable> {
        let needed = |error: Unreadable| match self.without {
            Unread => Err(error.within(self.name)),
            Nothing | Is(_) | From(_) => Ok(None),
        };
        let found = match object.get(self.name) {
            None if !matches!(self.kind, Always(_)) => None,
            Some(Value::Null) if !matches!(self.kind, Always(_) | Set) => None,
            found => match self.kind.read(found.unwrap_or(&Value::Null)) {
                // What was asked cannot be guessed: one option of several cannot be read.
                Ok(None) if self.is_strict() => return Err(Unreadable::at(self.name)),
                Err(error) if self.is_strict() => return Err(error.within(self.name)),
                Ok(found) => found,
                Err(error) => needed(error)?,
            },
        };
        if found.is_some() {
            return Ok(found);
        }
        match self.without {
            Nothing => Ok(None),
            Is(text) => Ok(serde_json::from_str(text).ok()),
            From(others) => {
                let mut others = others.iter().filter_map(|other| object.pointer(other));
                let found = others.find_map(|other| self.kind.read(other).ok().flatten());
                found.map(Some).ok_or_else(|| Unreadable::at(self.name))
            }
            Unread => Err(Unreadable::at(self.name)),
        }
    }
}

impl FieldKind {
    /// Reads a value; `None` if it is of another kind.
    fn read(&self, value: &Value) -> Result<Option<Value>, Unreadable> {
        let same = |fits: bool| fits.then(|| value.clone());
        Ok(match self {
            Id => digits(value).filter(|id| *id != 0).map(in_digits),
            Digits => digits(value).map(in_digits),
            Small => same(
                value
                    .as_u64()
                    .is_some_and(|kind| u8::try_from(kind).is_ok()),
            ),
            Number => same(value.as_u64().is_some_and(|it| u32::try_from(it).is_ok())),
            Whole => same(value.is_i64()),
            Flag => same(value.is_boolean()),
            // Nothing that keeps names takes a zero in them.
            Text => value.as_str().map(|text| json!(text.replace('\0', ""))),
            Any => Some(value.clone()),
            Set => Some(json!(*value != false)),
            Object(fields) if value.is_object() => Some(keep(value, fields)?),
            ById(fields) => value.as_object().map(|objects| {
                let named = |(id, one): (&String, &Value)| {
                    let mut one = one.clone();
                    let own = one.as_object_mut().filter(|_| is_id(id))?;
                    own.insert("id".to_owned(), json!(id));
                    Some((id.clone(), keep(&one, fields).ok()?))
                };
                Value::Object(objects.iter().filter_map(named).collect())
            }),
            Objects(fields) => same(value.is_array()).map(|list| keep_each(&list, fields).into()),
            AllObjects(fields) => match value.as_array() {
                Some(list) => {
                    let kept = list.iter().map(|one| keep(one, fields));
                    Some(Value::Array(kept.collect::<Result<_, _>>()?))
                }
                None => None,
            },
            Ids => value.as_array().map(|ids| {
                let ids = ids.iter().filter_map(|id| Id.read(id).ok().flatten());
                ids.collect()
            }),
            Texts => same(
                value
                    .as_array()
                    .is_some_and(|all| all.iter().all(Value::is_string)),
            ),
            Always(text) => serde_json::from_str(text).ok(),
            Object(_) => None,
        })
    }
}

fn digits(value: &Value) -> Option<u64> {
    match value {
        Value::String(text) => text.parse().ok(),
        value => value.as_u64(),
    }
}

fn in_digits(number: u64) -> Value {
    Value::String(number.to_string())
}

fn is_id(text: &str) -> bool {
    text.parse::<u64>().is_ok_and(|id| id != 0)
}

/// Kinds of interactions.
pub(crate) const TYPED: i64 = 2;
pub(crate) const PRESSED: i64 = 3;
pub(crate) const COMPLETED: i64 = 4;
pub(crate) const FILLED: i64 = 5;

/// The id of a message that Discord has not described.
pub(crate) const NO_MESSAGE: u64 = 1;

/// Types of options.
const USER_OPTION: i64 = 6;
const CHANNEL_OPTION: i64 = 7;

/// The type of a command in the menu of a person.
const USER_MENU: i64 = 2;

/// Returns what is read of an interaction.
///
/// # Errors
///
/// When it does not say who asks, where, or what for: the path of the field that does not.
pub(crate) fn keep_interaction(whole: &Value) -> Result<Value, Unreadable> {
    let mut kept = keep(whole, INTERACTION)?;
    let kind = kept["type"].as_i64().unwrap_or_default();
    let fields = match kind {
        TYPED | COMPLETED => COMMAND,
        PRESSED => COMPONENT,
        FILLED => MODAL,
        _ => return Err(Unreadable::at("type")),
    };
    let data = whole.get("data").filter(|data| data.is_object());
    let data = data.ok_or_else(|| Unreadable::at("data"))?;
    kept["data"] = keep(data, fields).map_err(|error| error.within("data"))?;
    if matches!(kind, TYPED | COMPLETED) {
        check_command(&kept["data"]).map_err(|error| error.within("data"))?;
    }
    if kind == PRESSED && kept.get("message").is_none() {
        kept["message"] = keep(&json!({}), MESSAGE)?;
    }
    if let Some(message) = kept.get_mut("message").and_then(Value::as_object_mut) {
        // Who asked counts of messages that answered a command. Those that answered a press or a form
        // have other fields, which serenity wants.
        let metadata = message.get("interaction_metadata");
        if metadata.is_some_and(|metadata| metadata["type"] != TYPED) {
            message.remove("interaction_metadata");
        }
    }
    find_server(whole, &mut kept)?;
    find_person(whole, &mut kept)?;
    Ok(kept)
}

/// Makes sure that people and channels that are named are described.
fn check_command(data: &Value) -> Result<(), Unreadable> {
    let lacks = |whose: &'static str, id: &Value| {
        let described = id
            .as_str()
            .is_some_and(|id| data["resolved"][whose].get(id).is_some());
        (!described).then(|| Unreadable(format!("resolved.{whose}")))
    };
    if data["type"] == USER_MENU {
        if data["target_id"].is_null() {
            return Err(Unreadable::at("target_id"));
        }
        return lacks("users", &data["target_id"]).map_or(Ok(()), Err);
    }
    let mut options = data["options"].as_array().into_iter().flatten();
    let lacking = options.find_map(|option| match option["type"].as_i64() {
        Some(USER_OPTION) => lacks("users", &option["value"]),
        Some(CHANNEL_OPTION) => lacks("channels", &option["value"]),
        _ => None,
    });
    lacking.map_or(Ok(()), Err)
}

/// Finds the server where somebody acts by whatever names it. In direct messages there is none.
fn find_server(whole: &Value, kept: &mut Value) -> Result<(), Unreadable> {
    if kept.get("guild_id").is_some() {
        return Ok(());
    }
    let owner = kept["authorizing_integration_owners"].get("0");
    let named = [
        whole.pointer("/guild/id"),
        whole.pointer("/channel/guild_id"),
        owner,
    ];
    let read = |id: &Value| Id.read(id).ok().flatten();
    let found = named.into_iter().flatten().find_map(read);
    let is_in_server = kept.get("member").is_some()
        || kept.get("guild_locale").is_some()
        || kept.get("context").is_some_and(|context| *context == 0);
    match found {
        Some(id) => kept["guild_id"] = id,
        None if is_in_server => return Err(Unreadable::at("guild_id")),
        None => {}
    }
    Ok(())
}

/// Finds the person who acts: a member of the server, or somebody about whom no more is known.
fn find_person(whole: &Value, kept: &mut Value) -> Result<(), Unreadable> {
    if kept.get("guild_id").is_none()
        && let Some(member) = kept.as_object_mut().and_then(|kept| kept.remove("member"))
    {
        kept["user"] = member["user"].clone();
    }
    if kept.get("member").is_some() || kept.get("user").is_some() {
        return Ok(());
    }
    for (name, fields) in [("member", MEMBER), ("user", USER)] {
        if let Some(given) = whole.get(name).filter(|given| given.is_object()) {
            keep(given, fields).map_err(|error| error.within(name))?;
        }
    }
    let in_server = kept.get("guild_id").is_some();
    Err(Unreadable::at(if in_server { "member" } else { "user" }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(whole: &Value) -> Option<String> {
        keep_interaction(whole).err().map(|Unreadable(field)| field)
    }

    fn typed() -> Value {
        json!({
            "id": "1", "token": "t", "type": 2, "application_id": "2", "channel_id": "3",
            "guild_id": "4", "member": {"user": {"id": "5", "username": "ann"}, "roles": ["6", 7]},
            "data": {"name": "move", "type": 1, "options": [
                {"name": "move", "type": 3, "value": "e4"},
            ]},
        })
    }

    #[test]
    fn of_an_interaction_what_matters_is_kept_and_nothing_else() {
        let mut whole = typed();
        whole["member"]["user"]["avatar_decoration_data"] = json!({"sku_id": null});
        whole["entitlements"] = json!("odd");
        let kept = keep_interaction(&whole).unwrap();
        let user = json!({"id": "5", "username": "ann", "bot": false});
        assert_eq!(kept["member"]["user"], user);
        assert_eq!(kept["member"]["roles"], json!(["6", "7"]));
        assert_eq!(kept["entitlements"], json!([]));
        assert_eq!(kept["data"]["options"], whole["data"]["options"]);
    }

    #[test]
    fn a_press_is_read_on_messages_of_every_origin() {
        let user = json!({"id": "5", "username": "ann"});
        for kind in [2, 3, 5, 9] {
            let mut whole = typed();
            whole["type"] = json!(3);
            whole["data"] = json!({"custom_id": "x", "component_type": 2});
            whole["message"] = json!({"id": "8", "interaction_metadata": {
                "id": "9", "type": kind, "user": user, "authorizing_integration_owners": {},
            }});
            let kept = keep_interaction(&whole).unwrap();
            let asked = kept["message"].get("interaction_metadata").is_some();
            assert_eq!(asked, kind == 2);
            serde_json::from_value::<serenity::all::Interaction>(kept).unwrap();
        }
    }

    #[test]
    fn what_lacks_is_found_elsewhere_or_named() {
        for (path, to, expected) in [
            ("/channel_id", json!(null), Some("channel_id")),
            ("/guild_id", json!(null), Some("guild_id")),
            ("/member", json!(7), Some("member")),
            ("/member/user/id", json!("0"), Some("member.user.id")),
            ("/member/user/username", json!(null), None),
            ("/data", json!([]), Some("data")),
            ("/data/name", json!(null), Some("data.name")),
            ("/data/options", json!("e4"), Some("data.options")),
            ("/data/options/0", json!(7), Some("data.options.name")),
            (
                "/data/options/0/type",
                json!(6),
                Some("data.resolved.users"),
            ),
            (
                "/data/options/0/type",
                json!(7),
                Some("data.resolved.channels"),
            ),
            (
                "/data/options/0/value",
                json!(null),
                Some("data.options.value"),
            ),
            ("/token", json!(null), Some("token")),
        ] {
            let mut whole = typed();
            *whole.pointer_mut(path).unwrap() = to.clone();
            assert_eq!(refused(&whole).as_deref(), expected, "{path} {to}");
        }
        let mut whole = typed();
        whole["guild"] = json!({"id": "4"});
        whole["channel"] = json!({"id": "3", "type": 0});
        for name in ["guild_id", "channel_id"] {
            let given = whole.as_object_mut().unwrap().remove(name);
            assert_eq!(keep_interaction(&whole).unwrap().get(name), given.as_ref());
        }
    }
}
