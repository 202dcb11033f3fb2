//! What the gateway says, read from its text: of each event that matters here as much as matters.

use std::{borrow::Cow, time::Duration};

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json, value::RawValue};
use serenity::all::{
    ApplicationId, ChannelId, GuildId, Interaction, InteractionId, RoleId, UserId,
};

use super::{
    fields::{self, Field, Thing, Unreadable},
    modal::{self, FilledModal},
};
use crate::chats::discord::{
    message::{posted, present::PRIVATE},
    servers::{DescribedServer, ThreadMetadata},
};
use crate::messages::ButtonId;

/// Something that the gateway says.
#[derive(Debug)]
pub(crate) enum Frame {
    /// The beginning of a connection, with the time between two heartbeats.
    Hello(Duration),
    /// The answer to a heartbeat.
    Beat,
    /// Something that has happened.
    Event(Event),
    /// An event that matters, but cannot be read: its kind, and the field at which that was seen.
    Unread(&'static str, String),
    /// Something that does not matter here.
    Other,
}

/// Something that has happened on Discord.
#[derive(Debug)]
pub(crate) enum Event {
    /// A session has begun.
    Ready(SessionStart),
    /// A session goes on; what happened in the gap came before.
    Resumed,
    /// Somebody asks for something; with what they filled in, if it sends a modal.
    Interaction(Box<Interaction>, Option<FilledModal>),
    /// Somebody asks for something that cannot be understood, and waits for an answer.
    Unclear(Unclear),
    /// A server has come, with everything in it that can be read.
    ServerCame(Box<DescribedServer>),
    /// A server has gone.
    ServerGone {
        guild: GuildId,
        /// True while Discord itself cannot be reached there: the bot is still in it.
        outage: bool,
    },
    /// A server has changed: as it is now, as far as it says so.
    ServerChanged(Box<DescribedServer>),
    /// The roles of a server have changed.
    RolesChanged(GuildId),
    /// A role of a server was deleted; which one, if it says so.
    RoleGone(GuildId, Option<RoleId>),
    /// A channel or thread has changed; with its server, if it says so.
    RoomChanged(Option<GuildId>, ChannelId),
    /// A thread has changed.
    ThreadChanged(ChangedThread),
    /// A channel or thread was deleted; with its server, if it says so.
    RoomGone(Option<GuildId>, ChannelId),
}

/// A thread that has changed, as far as it can be read.
#[derive(Debug, Deserialize)]
pub(crate) struct ChangedThread {
    pub(crate) id: ChannelId,
    pub(crate) guild_id: Option<GuildId>,
    thread_metadata: Option<ThreadMetadata>,
}

impl ChangedThread {
    /// Returns true if it is locked; `None` if it does not say so.
    pub(crate) fn is_locked(&self) -> Option<bool> {
        self.thread_metadata.as_ref().map(|thread| thread.locked)
    }
}

/// The beginning of a session, as far as it can be read.
#[derive(Debug, Deserialize)]
pub(crate) struct SessionStart {
    pub(crate) user: Option<OwnUser>,
    pub(crate) application: Option<Thing<ApplicationId>>,
    /// The servers where the bot is.
    pub(crate) guilds: Option<Vec<Thing<GuildId>>>,
}

impl SessionStart {
    /// Returns the fields that cannot be read.
    pub(crate) fn lacking(&self) -> impl Iterator<Item = &'static str> {
        let lacking = [
            ("user", self.user.is_none()),
            ("application", self.application.is_none()),
            ("guilds", self.guilds.is_none()),
        ];
        let lacking = lacking.into_iter().filter(|(_, lacks)| *lacks);
        lacking.map(|(field, _)| field)
    }
}

/// The bot as a user.
#[derive(Debug, Deserialize)]
pub(crate) struct OwnUser {
    pub(crate) id: UserId,
    pub(crate) username: String,
}

/// An interaction that does not say who asks, where, or what for.
#[derive(Debug)]
pub(crate) struct Unclear {
    pub(crate) id: InteractionId,
    pub(crate) token: String,
    /// True if choices are asked for while something is being typed.
    pub(crate) completes: bool,
    /// The language of the person, as Discord names it.
    pub(crate) locale: String,
    /// The path of the field that cannot be read.
    pub(crate) field: String,
}

impl Unclear {
    /// Returns what it takes to answer an interaction; `None` if that cannot be read either.
    fn of(whole: &Value, field: &str) -> Option<Unclear> {
        let token = whole["token"].as_str()?.to_owned();
        let mut options = whole["data"]["options"].as_array().into_iter().flatten();
        let is_typing = options.any(|option| option["focused"] == true);
        Some(Unclear {
            id: whole["id"].as_str()?.parse().ok()?,
            token,
            // Either of them may be what cannot be read.
            completes: is_typing || whole["type"] == fields::COMPLETED,
            locale: whole["locale"].as_str().unwrap_or_default().to_owned(),
            field: field.to_owned(),
        })
    }
}

/// Reads the data of an event.
type Read = fn(&str) -> Result<Event, Unreadable>;

/// The kinds of events that matter. Others, also such as Discord has added, do no harm.
const KINDS: [(&str, Read); 16] = [
    ("READY", |data| {
        Ok(Event::Ready(read_by(data, fields::READY)?))
    }),
    ("RESUMED", |_| Ok(Event::Resumed)),
    ("INTERACTION_CREATE", |data| {
        let whole = serde_json::from_str(data).map_err(|_| Unreadable("(all)".to_owned()))?;
        let unreadable = match interaction(&whole) {
            Err(unreadable) => unreadable,
            read => return read,
        };
        let unclear = Unclear::of(&whole, &unreadable.0).map(Event::Unclear);
        unclear.ok_or(unreadable)
    }),
    ("GUILD_CREATE", |data| {
        Ok(Event::ServerCame(read_by(data, fields::SERVER)?))
    }),
    ("GUILD_UPDATE", |data| {
        Ok(Event::ServerChanged(read_by(data, fields::SERVER)?))
    }),
    ("GUILD_DELETE", |data| {
        let gone = fields::keep_of_text(data, fields::SERVER_GONE)?;
        // Where it is not set, the bot was removed; whatever else it is set to means an outage.
        let outage = gone["unavailable"] == true;
        let Thing { id: guild } = typed(gone)?;
        Ok(Event::ServerGone { guild, outage })
    }),
    ("GUILD_ROLE_CREATE", roles),
    ("GUILD_ROLE_UPDATE", roles),
    ("GUILD_ROLE_DELETE", |data| {
        let (guild, role) = role(data)?;
        Ok(Event::RoleGone(guild, role))
    }),
    ("CHANNEL_CREATE", room),
    ("CHANNEL_UPDATE", room),
    ("CHANNEL_DELETE", gone),
    ("THREAD_CREATE", room),
    ("THREAD_UPDATE", |data| {
        Ok(Event::ThreadChanged(read_by(data, fields::CHANGED_THREAD)?))
    }),
    ("THREAD_DELETE", gone),
    ("THREAD_MEMBERS_UPDATE", room),
];

#[derive(Deserialize)]
struct Envelope<'a> {
    op: u8,
    #[serde(borrow)]
    t: Option<Cow<'a, str>>,
    #[serde(borrow)]
    d: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Hello {
    heartbeat_interval: u64,
}

/// Something that has changed.
#[derive(Deserialize)]
struct ChangedThing {
    id: Option<ChannelId>,
    guild_id: Option<GuildId>,
    /// The role that was deleted.
    role_id: Option<RoleId>,
}

fn role(data: &str) -> Result<(GuildId, Option<RoleId>), Unreadable> {
    let change: ChangedThing = read_by(data, fields::CHANGE)?;
    let guild = change.guild_id;
    let guild = guild.ok_or_else(|| Unreadable("guild_id".to_owned()))?;
    Ok((guild, change.role_id))
}

fn roles(data: &str) -> Result<Event, Unreadable> {
    role(data).map(|(guild, _)| Event::RolesChanged(guild))
}

fn changed_room(data: &str) -> Result<(Option<GuildId>, ChannelId), Unreadable> {
    let ChangedThing { id, guild_id, .. } = read_by(data, fields::CHANGE)?;
    let id = id.ok_or_else(|| Unreadable("id".to_owned()))?;
    Ok((guild_id, id))
}

fn room(data: &str) -> Result<Event, Unreadable> {
    changed_room(data).map(|(guild, room)| Event::RoomChanged(guild, room))
}

fn gone(data: &str) -> Result<Event, Unreadable> {
    changed_room(data).map(|(guild, room)| Event::RoomGone(guild, room))
}

/// Reads an interaction: what it says that matters, by serenity's types.
fn interaction(whole: &Value) -> Result<Event, Unreadable> {
    let mut kept = fields::keep_interaction(whole)?;
    if let Some(flags) = kept.pointer_mut("/message/flags")
        && is_told(&whole["message"])
    {
        // One person alone may see it, where a server lets guests show nothing or a private match has no
        // thread: all the same it is the board of a match, and no page of theirs to be turned.
        *flags = json!(flags.as_u64().unwrap_or_default() & !PRIVATE);
    }
    let mut modal = None;
    if kept["type"] == fields::FILLED {
        modal = Some(modal::read(&kept)?);
        // serenity knows no labels.
        kept["data"]["components"] = Value::Array(Vec::new());
    }
    let read: Interaction =
        serde_json::from_value(kept).map_err(|_| Unreadable("data".to_owned()))?;
    Ok(Event::Interaction(Box::new(read), modal))
}

/// The actions of buttons under messages that tell of a match, and nowhere else.
const TOLD: [&str; 2] = ["more", "rematch"];

/// Returns true if a message tells of a match: how its board stands, or how it ended.
fn is_told(message: &Value) -> bool {
    let components = message["components"].as_array();
    let ids = components.map_or_else(Vec::new, |all| posted::ids(all));
    let mut read = ids.into_iter().filter_map(|id| id.parse().ok());
    read.any(|id: ButtonId| TOLD.contains(&id.action.as_str()))
}

/// Reads an event of which these fields are kept.
fn read_by<T: DeserializeOwned>(data: &str, fields: &[Field]) -> Result<T, Unreadable> {
    typed(fields::keep_of_text(data, fields)?)
}

fn typed<T: DeserializeOwned>(kept: Value) -> Result<T, Unreadable> {
    // What is kept has the kinds of its table, so that a type which fits the table reads it.
    serde_json::from_value(kept).map_err(|_| Unreadable("(its form)".to_owned()))
}

/// Reads what the gateway says.
pub(crate) fn read(text: &str) -> Frame {
    let Ok(envelope) = serde_json::from_str::<Envelope<'_>>(text) else {
        return Frame::Other;
    };
    let data = envelope.d.map_or("null", RawValue::get);
    match envelope.op {
        0 => {
            let said = envelope.t.unwrap_or_default();
            let Some((kind, read)) = KINDS.into_iter().find(|(kind, _)| *kind == said) else {
                return Frame::Other;
            };
            match read(data) {
                Ok(event) => Frame::Event(event),
                Err(Unreadable(field)) => Frame::Unread(kind, field),
            }
        }
        10 => serde_json::from_str(data).map_or(Frame::Other, |hello: Hello| {
            Frame::Hello(Duration::from_millis(hello.heartbeat_interval))
        }),
        11 => Frame::Beat,
        _ => Frame::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what is read of an event with this data, in short.
    fn event(kind: &str, data: &str) -> String {
        match read(&format!(r#"{{"t":"{kind}","s":7,"op":0,"d":{data}}}"#)) {
            Frame::Event(event) => format!("{event:?}"),
            frame => format!("{frame:?}"),
        }
    }

    #[test]
    fn of_changes_only_the_place_is_read() {
        let data = r#"{"id":"5","guild_id":"1","type":"unheard of","role_id":"6"}"#;
        for (room, role, kind) in [
            ("RoomChanged", "RolesChanged(GuildId(1))", "CREATE"),
            ("RoomChanged", "RolesChanged(GuildId(1))", "UPDATE"),
            (
                "RoomGone",
                "RoleGone(GuildId(1), Some(RoleId(6)))",
                "DELETE",
            ),
        ] {
            let changed = event(&format!("CHANNEL_{kind}"), data);
            assert_eq!(changed, format!("{room}(Some(GuildId(1)), ChannelId(5))"));
            let changed = event(&format!("GUILD_ROLE_{kind}"), data);
            assert_eq!(changed, role);
        }
        for kind in ["THREAD_CREATE", "THREAD_MEMBERS_UPDATE"] {
            let changed = event(kind, data);
            assert_eq!(changed, "RoomChanged(Some(GuildId(1)), ChannelId(5))");
        }
        let gone = event("THREAD_DELETE", data);
        assert_eq!(gone, "RoomGone(Some(GuildId(1)), ChannelId(5))");
        for (metadata, locked) in [
            (r#"{"archived":true,"locked":true}"#, Some(true)),
            (r#"{"locked":false}"#, Some(false)),
            ("{}", Some(false)),
            ("null", None),
        ] {
            let data = format!(r#"{{"id":"5","thread_metadata":{metadata}}}"#);
            let text = format!(r#"{{"t":"THREAD_UPDATE","s":7,"op":0,"d":{data}}}"#);
            let Frame::Event(Event::ThreadChanged(thread)) = read(&text) else {
                panic!("{metadata}")
            };
            assert_eq!(thread.is_locked(), locked, "{metadata}");
        }
        for (locale, said) in [(r#""de""#, Some("de")), ("null", None)] {
            let data = format!(r#"{{"id":"1","preferred_locale":{locale}}}"#);
            let text = format!(r#"{{"t":"GUILD_UPDATE","s":7,"op":0,"d":{data}}}"#);
            let Frame::Event(Event::ServerChanged(changed)) = read(&text) else {
                panic!("{data}")
            };
            assert_eq!(changed.id, GuildId::new(1));
            assert_eq!(changed.preferred_locale.as_deref(), said);
        }
        // The specification lets channels come without their server, and fields be null.
        let alone = event("CHANNEL_UPDATE", r#"{"id":"5","guild_id":null}"#);
        assert_eq!(alone, "RoomChanged(None, ChannelId(5))");
        let gone = event("GUILD_DELETE", r#"{"id":"1","unavailable":true}"#);
        assert_eq!(gone, "ServerGone { guild: GuildId(1), outage: true }");
        let odd = event("GUILD_DELETE", r#"{"id":"1","unavailable":null}"#);
        assert_eq!(odd, gone);
        let left = event("GUILD_DELETE", r#"{"id":"1"}"#);
        assert_eq!(left, "ServerGone { guild: GuildId(1), outage: false }");
        assert_eq!(event("RESUMED", "{}"), "Resumed");
    }

    #[test]
    fn a_session_begins_whatever_it_does_not_say() {
        for (data, lacking) in [
            ("{}", vec!["user", "application", "guilds"]),
            (
                r#"{"user":{"id":null},"application":{"id":"2"},"guilds":[{"id":"3"}]}"#,
                vec!["user"],
            ),
            (
                r#"{"user":{"id":"1"},"application":{"id":"2"},"guilds":[{"id":"3"},{}]}"#,
                vec!["guilds"],
            ),
        ] {
            let frame = read(&format!(r#"{{"t":"READY","s":1,"op":0,"d":{data}}}"#));
            let Frame::Event(Event::Ready(ready)) = frame else {
                panic!("{frame:?}")
            };
            assert_eq!(ready.lacking().collect::<Vec<_>>(), lacking, "{data}");
        }
    }

    #[test]
    fn what_matters_and_cannot_be_read_is_its_kind_and_the_field() {
        for (kind, data, field) in [
            ("READY", "null", "(all)"),
            (
                "INTERACTION_CREATE",
                r#"{"id":"1","name":"Zerlinde"}"#,
                "token",
            ),
            ("INTERACTION_CREATE", "[]", "id"),
            ("GUILD_CREATE", r#"{"name":"Zerlinde"}"#, "id"),
            ("GUILD_CREATE", "[]", "(all)"),
            ("CHANNEL_DELETE", "{}", "id"),
            ("GUILD_ROLE_CREATE", "{}", "guild_id"),
        ] {
            let expected = format!("Unread({kind:?}, {field:?})");
            assert_eq!(event(kind, data), expected, "{data}");
        }
        assert_eq!(event("TYPING_START", r#"{"user_id":"1"}"#), "Other");
    }

    #[test]
    fn of_all_other_frames_the_greeting_and_heartbeats_are_read() {
        for (text, expected) in [
            (
                r#"{"t":null,"s":null,"op":10,"d":{"heartbeat_interval":41250,"_trace":["a"]}}"#,
                "Hello(41.25s)",
            ),
            (r#"{"op":10,"d":{}}"#, "Other"),
            (r#"{"op":11}"#, "Beat"),
            (r#"{"op":11,"d":null}"#, "Beat"),
            (r#"{"op":9,"d":false}"#, "Other"),
            (r#"{"op":0,"d":{}}"#, "Other"),
            ("{}", "Other"),
            ("", "Other"),
        ] {
            assert_eq!(format!("{:?}", read(text)), expected, "{text}");
        }
    }
}
