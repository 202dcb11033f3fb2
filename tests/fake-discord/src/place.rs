//! Data of servers and channels.

use std::{collections::BTreeMap, time::Duration};

use serde_json::{Value, json};
use tokio::time::Instant;

use crate::{Snowflake, permission::Overwrite, role::RoleInfo};

/// The bot's rights in a channel and its threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rights {
    /// See the channel.
    pub view: bool,
    /// Send messages in it.
    pub send: bool,
    /// Attach files to messages.
    pub attach: bool,
    /// Show embeds in messages.
    pub embed: bool,
    /// Read earlier messages.
    pub history: bool,
    /// Open public threads.
    pub public_threads: bool,
    /// Open private threads.
    pub private_threads: bool,
    /// Send messages in threads.
    pub send_in_threads: bool,
    /// Change threads of others.
    pub manage_threads: bool,
    /// Enter a voice or stage channel, and so read and write there. It means nothing elsewhere.
    pub connect: bool,
}

impl Rights {
    /// The rights of a bot that was invited with the permission integer for a thread per match.
    pub const INVITED: Self = Self {
        view: true,
        send: true,
        attach: true,
        embed: true,
        history: true,
        public_threads: true,
        private_threads: true,
        send_in_threads: true,
        manage_threads: false,
        connect: true,
    };
    /// The rights of a bot in direct messages.
    pub(crate) const DIRECT: Self = Self {
        public_threads: false,
        private_threads: false,
        send_in_threads: false,
        ..Self::INVITED
    };
    /// The one right that it was not invited with.
    pub(crate) const MANAGING: Self = Self {
        manage_threads: true,
        ..Self::NONE
    };
    /// No right at all.
    pub const NONE: Self = Self {
        view: false,
        send: false,
        attach: false,
        embed: false,
        history: false,
        public_threads: false,
        private_threads: false,
        send_in_threads: false,
        manage_threads: false,
        connect: false,
    };

    /// Returns the permission integer.
    #[must_use]
    pub fn bits(self) -> u64 {
        [
            (self.view, 10),
            (self.send, 11),
            (self.embed, 14),
            (self.attach, 15),
            (self.history, 16),
            (self.manage_threads, 34),
            (self.public_threads, 35),
            (self.private_threads, 36),
            (self.send_in_threads, 38),
        ]
        .iter()
        .map(|(held, bit)| u64::from(*held) << bit)
        .sum()
    }
}

impl Default for Rights {
    fn default() -> Self {
        Self::INVITED
    }
}

/// A text channel.
pub(crate) const TEXT: u64 = 0;
/// A voice channel, which has messages.
pub(crate) const VOICE: u64 = 2;
/// A stage channel, which has messages.
pub(crate) const STAGE: u64 = 13;
/// A forum: its posts are threads, and nothing else is written there.
pub(crate) const FORUM: u64 = 15;
/// Direct messages with one person.
pub(crate) const DIRECT: u64 = 1;
/// A channel of announcements.
pub(crate) const ANNOUNCEMENTS: u64 = 5;
/// A thread in a channel of announcements.
pub(crate) const ANNOUNCEMENT_THREAD: u64 = 10;
/// A private channel of several people, or of two who are not the bot.
pub(crate) const GROUP: u64 = 3;
/// A thread for everybody who sees its channel.
pub(crate) const PUBLIC_THREAD: u64 = 11;
/// A thread for those who were added to it.
pub(crate) const PRIVATE_THREAD: u64 = 12;

/// A channel, a thread, direct messages with one person, or a private channel.
#[derive(Clone, Debug)]
pub struct ChannelInfo {
    /// The id of the channel.
    pub id: Snowflake,
    /// The server it belongs to; `None` for direct messages.
    pub guild: Option<Snowflake>,
    /// The person on the other side of direct messages.
    pub recipient: Option<Snowflake>,
    /// The name of the channel.
    pub name: String,
    /// 0 for text, 1 for direct messages, 3 for a private channel, 5 for announcements, 10 for a thread of
    /// these, 11 for a public and 12 for a private thread.
    pub kind: u64,
    /// The channel that a thread belongs to.
    pub parent: Option<Snowflake>,
    /// The opener of the thread.
    pub owner: Option<Snowflake>,
    /// The bot's rights here. Threads have those of their channel.
    pub rights: Rights,
    /// The overwrites here. Threads have those of their channel.
    pub overwrites: Vec<Overwrite>,
    /// True for a thread that accepts nothing but new messages.
    pub archived: bool,
    /// True for a thread that accepts nothing.
    pub locked: bool,
    /// True for a private thread into which each of its members may let others.
    pub invitable: bool,
    /// Minutes of silence after which the thread is archived.
    pub auto_archive: u64,
    /// The people in the thread, or in the private channel.
    pub members: Vec<Snowflake>,
    /// The time between two posts of the bot: zero unless a test sets it, since Discord exempts bots
    /// from slow mode by its documents, and not always in fact.
    pub(crate) slow: Duration,
    /// The time of the bot's last post, while there is such a time between posts.
    pub(crate) posted: Option<Instant>,
    /// The time of the last message in the thread, by the world's clock.
    pub(crate) active: Duration,
}

impl ChannelInfo {
    /// Returns true for a thread.
    #[must_use]
    pub fn is_thread(&self) -> bool {
        matches!(
            self.kind,
            ANNOUNCEMENT_THREAD | PUBLIC_THREAD | PRIVATE_THREAD
        )
    }

    /// Returns true for a voice or stage channel.
    pub(crate) fn is_entered(&self) -> bool {
        [VOICE, STAGE].contains(&self.kind)
    }

    /// Makes a new channel or thread.
    pub(crate) fn new(id: Snowflake, kind: u64, name: &str) -> Self {
        Self {
            id,
            guild: None,
            recipient: None,
            name: name.to_owned(),
            kind,
            parent: None,
            owner: None,
            rights: Rights::default(),
            overwrites: Vec::new(),
            archived: false,
            locked: false,
            invitable: true,
            auto_archive: 1440,
            members: Vec::new(),
            slow: Duration::ZERO,
            posted: None,
            active: Duration::ZERO,
        }
    }

    /// Returns the channel as interactions have it, with what somebody may do there. Discord's documents
    /// list its fields.
    pub(crate) fn to_partial(&self, permissions: &str) -> Value {
        const LISTED: [&str; 12] = [
            "id",
            "name",
            "type",
            "last_message_id",
            "nsfw",
            "parent_id",
            "guild_id",
            "flags",
            "rate_limit_per_user",
            "topic",
            "position",
            "thread_metadata",
        ];
        let mut partial = self.to_json();
        if let Some(map) = partial.as_object_mut() {
            map.retain(|key, _| LISTED.contains(&key.as_str()));
        }
        partial["permissions"] = json!(permissions);
        partial
    }

    /// Takes note of a message at a time `now`. It reopens a thread that is not locked, and brings
    /// the people it names into the thread.
    pub(crate) fn hear(&mut self, people: &[Snowflake], now: Duration) {
        if !self.is_thread() {
            return;
        }
        self.archived &= self.locked;
        self.active = now;
        for user in people {
            if !self.members.contains(user) {
                self.members.push(*user);
            }
        }
    }

    /// Returns the channel in Discord's form, without the person of direct messages.
    pub(crate) fn to_json(&self) -> Value {
        if [DIRECT, GROUP].contains(&self.kind) {
            return json!({
                "id": self.id, "type": self.kind, "last_message_id": null, "flags": 0,
            });
        }
        let mut channel = json!({
            "id": self.id,
            "type": self.kind,
            "guild_id": self.guild,
            "name": self.name,
            "parent_id": self.parent,
            "position": 0,
            "permission_overwrites": [],
            "nsfw": false,
            "rate_limit_per_user": self.slow.as_secs(),
            "topic": null,
            "last_message_id": null,
            "flags": 0,
        });
        if self.is_thread() {
            for key in ["position", "permission_overwrites", "nsfw", "topic"] {
                channel.as_object_mut().map(|channel| channel.remove(key));
            }
            channel["owner_id"] = json!(self.owner);
            channel["message_count"] = json!(0);
            channel["member_count"] = json!(self.members.len());
            channel["total_message_sent"] = json!(0);
            channel["thread_metadata"] = json!({
                "archived": self.archived,
                "locked": self.locked,
                "auto_archive_duration": self.auto_archive,
                "archive_timestamp": self.id.timestamp(),
                "create_timestamp": self.id.timestamp(),
            });
            if self.kind == PRIVATE_THREAD {
                channel["thread_metadata"]["invitable"] = json!(self.invitable);
            }
        }
        channel
    }
}

/// A person's membership in a server.
#[derive(Clone, Debug)]
pub struct MemberInfo {
    /// Their name in this server.
    pub nick: Option<String>,
    /// True if they manage the server.
    pub manager: bool,
    /// The ids of their roles.
    pub roles: Vec<Snowflake>,
    /// The time they joined.
    pub(crate) joined: String,
}

/// The data of a server.
#[derive(Clone, Debug)]
pub struct GuildInfo {
    /// The id of the server.
    pub id: Snowflake,
    /// The name of the server.
    pub name: String,
    /// The language of the server: en-US unless it is a Community server, which chooses one.
    pub locale: String,
    /// True for a Community server.
    pub community: bool,
    /// The time at which the bot was brought there.
    pub(crate) joined: String,
    /// The channel for Discord's own messages.
    pub(crate) system_channel: Option<Snowflake>,
    /// The channel of the rules.
    pub(crate) rules_channel: Option<Snowflake>,
    /// True if the bot is not installed there.
    pub strange: bool,
    /// True if its commands are installed there without it.
    pub commands: bool,
    /// True if its people may not use applications of their own for all to see.
    pub hides_guests: bool,
    /// The owner; unknown unless a test sets one.
    pub owner: Option<Snowflake>,
    /// The permissions of everybody in it.
    pub everyone: u64,
    /// Its roles, without the role of everybody.
    pub roles: Vec<RoleInfo>,
    /// The members of the server.
    pub members: BTreeMap<Snowflake, MemberInfo>,
    /// True in an outage, in which the bot is told that it is unavailable.
    pub(crate) unavailable: bool,
}

impl GuildInfo {
    /// Returns what the server can do.
    pub(crate) fn features(&self) -> &'static [&'static str] {
        if self.community { &["COMMUNITY"] } else { &[] }
    }

    /// Returns the server in Discord's form, as sent to a bot that has connected.
    pub(crate) fn to_json(
        &self,
        roles: &[Value],
        channels: &[Value],
        threads: &[Value],
        members: &[Value],
    ) -> Value {
        json!({
            "id": self.id,
            "name": self.name,
            "icon": null,
            "splash": null,
            "discovery_splash": null,
            "owner_id": self.owner.unwrap_or(self.id),
            "afk_channel_id": null,
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "roles": roles,
            "emojis": [],
            "features": self.features(),
            "mfa_level": 0,
            "application_id": null,
            "system_channel_id": self.system_channel,
            "system_channel_flags": 0,
            "rules_channel_id": self.rules_channel,
            "max_members": 500_000,
            "vanity_url_code": null,
            "description": null,
            "banner": null,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "preferred_locale": self.locale,
            "public_updates_channel_id": null,
            "nsfw_level": 0,
            "nsfw": false,
            "stickers": [],
            "premium_progress_bar_enabled": false,
            "safety_alerts_channel_id": null,
            "incidents_data": null,
            "joined_at": self.joined,
            "large": false,
            "unavailable": false,
            "member_count": self.members.len() + 1,
            "voice_states": [],
            "members": members,
            "channels": channels,
            "threads": threads,
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        })
    }

    /// Returns the server in Discord's form, as sent when it changes: without the parts that only a
    /// bot that has just connected gets.
    pub(crate) fn to_update(&self, roles: &[Value]) -> Value {
        let mut data = self.to_json(roles, &[], &[], &[]);
        if let Some(map) = data.as_object_mut() {
            for key in [
                "joined_at",
                "large",
                "unavailable",
                "member_count",
                "voice_states",
                "members",
                "channels",
                "threads",
                "presences",
                "stage_instances",
                "guild_scheduled_events",
                "soundboard_sounds",
            ] {
                map.remove(key);
            }
        }
        data
    }
}
