//! What the gateway says, read from its text: of each event that matters here as much as matters.

use std::{borrow::Cow, time::Duration};

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::value::RawValue;
use serenity::all::{ChannelId, Guild, GuildId, Interaction, Ready, UnavailableGuild};

use super::modal::{self, FilledModal};

/// Something that the gateway says.
#[derive(Debug)]
pub(super) enum Frame {
    /// The beginning of a connection, with the time between two heartbeats.
    Hello(Duration),
    /// The answer to a heartbeat.
    Beat,
    /// Something that has happened.
    Event(Event),
    /// An event that matters, but cannot be read: its kind alone.
    Unread(&'static str),
    /// Something that does not matter here.
    Other,
}

/// Something that has happened on Discord.
#[derive(Debug)]
pub(super) enum Event {
    /// A session has begun.
    Ready(Box<Ready>),
    /// A session goes on; what happened in the gap came before.
    Resumed,
    /// Somebody asks for something; with what they filled in, if it sends a modal.
    Interaction(Box<Interaction>, Option<FilledModal>),
    /// A server has come, with everything in it.
    ServerCame(Box<Guild>),
    /// A server has gone.
    ServerGone {
        guild: GuildId,
        /// True while Discord itself cannot be reached there: the bot is still in it.
        outage: bool,
    },
    /// A server has changed, and has this language now.
    ServerChanged(GuildId, String),
    /// The roles of a server have changed.
    RolesChanged(GuildId),
    /// A channel or thread of a server has changed.
    RoomChanged(GuildId, ChannelId),
}

/// Reads the data of an event.
type Read = fn(&str) -> serde_json::Result<Event>;

/// The kinds of events that matter. Others, also such as Discord has added, do no harm.
const KINDS: [(&str, Read); 14] = [
    ("READY", |data| Ok(Event::Ready(json(data)?))),
    ("RESUMED", |_| Ok(Event::Resumed)),
    ("INTERACTION_CREATE", |data| {
        let interaction: Box<Interaction> = json(data)?;
        let sends = matches!(*interaction, Interaction::Modal(_));
        let modal = sends.then(|| modal::read(data)).transpose()?;
        Ok(Event::Interaction(interaction, modal))
    }),
    ("GUILD_CREATE", |data| Ok(Event::ServerCame(json(data)?))),
    ("GUILD_UPDATE", |data| {
        let server: Server = json(data)?;
        Ok(Event::ServerChanged(server.id, server.preferred_locale))
    }),
    ("GUILD_DELETE", |data| {
        let server: UnavailableGuild = json(data)?;
        let (guild, outage) = (server.id, server.unavailable);
        Ok(Event::ServerGone { guild, outage })
    }),
    ("GUILD_ROLE_CREATE", role),
    ("GUILD_ROLE_UPDATE", role),
    ("GUILD_ROLE_DELETE", role),
    ("CHANNEL_CREATE", room),
    ("CHANNEL_UPDATE", room),
    ("CHANNEL_DELETE", room),
    ("THREAD_CREATE", room),
    ("THREAD_DELETE", room),
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

#[derive(Deserialize)]
struct Server {
    id: GuildId,
    preferred_locale: String,
}

#[derive(Deserialize)]
struct OfServer {
    guild_id: GuildId,
}

#[derive(Deserialize)]
struct Inside {
    guild_id: GuildId,
    id: ChannelId,
}

fn role(data: &str) -> serde_json::Result<Event> {
    let OfServer { guild_id } = json(data)?;
    Ok(Event::RolesChanged(guild_id))
}

fn room(data: &str) -> serde_json::Result<Event> {
    let Inside { guild_id, id } = json(data)?;
    Ok(Event::RoomChanged(guild_id, id))
}

fn json<T: DeserializeOwned>(data: &str) -> serde_json::Result<T> {
    serde_json::from_str(data)
}

/// Reads what the gateway says.
pub(super) fn read(text: &str) -> Frame {
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
            read(data).map_or(Frame::Unread(kind), Frame::Event)
        }
        10 => json(data).map_or(Frame::Other, |hello: Hello| {
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
        let data = r#"{"id":"5","guild_id":"1","type":"unheard of"}"#;
        for kind in ["CREATE", "UPDATE", "DELETE"] {
            let changed = event(&format!("CHANNEL_{kind}"), data);
            assert_eq!(changed, "RoomChanged(GuildId(1), ChannelId(5))");
            let changed = event(&format!("GUILD_ROLE_{kind}"), data);
            assert_eq!(changed, "RolesChanged(GuildId(1))");
        }
        for kind in ["THREAD_CREATE", "THREAD_DELETE"] {
            let changed = event(kind, data);
            assert_eq!(changed, "RoomChanged(GuildId(1), ChannelId(5))");
        }
        let changed = event("GUILD_UPDATE", r#"{"id":"1","preferred_locale":"de"}"#);
        assert_eq!(changed, r#"ServerChanged(GuildId(1), "de")"#);
        let gone = event("GUILD_DELETE", r#"{"id":"1","unavailable":true}"#);
        assert_eq!(gone, "ServerGone { guild: GuildId(1), outage: true }");
        let left = event("GUILD_DELETE", r#"{"id":"1"}"#);
        assert_eq!(left, "ServerGone { guild: GuildId(1), outage: false }");
        assert_eq!(event("RESUMED", "{}"), "Resumed");
    }

    #[test]
    fn what_matters_and_cannot_be_read_is_its_kind_alone() {
        for kind in ["READY", "INTERACTION_CREATE", "GUILD_CREATE"] {
            for data in [r#"{"id":"1","name":"Zerlinde"}"#, "null", "[]"] {
                assert_eq!(event(kind, data), format!("Unread({kind:?})"), "{data}");
            }
        }
        assert_eq!(event("CHANNEL_DELETE", "{}"), r#"Unread("CHANNEL_DELETE")"#);
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
