//! Servers, as far as it takes to say who sees which channel there: what roles grant, what
//! channels allow and deny, and which channels threads hang on.
//!
//! The gateway tells all of it when a server comes. What has changed since is not taken from the event
//! but forgotten, and Discord is asked when it is needed next.

pub(super) mod channels;
pub(super) mod check;
pub(super) mod deleted;
pub(super) mod greeting;
pub(super) mod guilds;
pub(super) mod members;
mod permissions;
pub(super) mod rights;

use std::{collections::HashMap, sync::Arc, time::Duration};

use serde::{Deserialize, Deserializer, de::DeserializeOwned};
use serde_json::Value;
use serenity::all::{
    ChannelId, ChannelType, GuildId, PermissionOverwrite, Permissions, RoleId, Timestamp, UserId,
};

use self::permissions::{Holder, Ranks, permissions};
use super::{place::is_thread, requests::pace::is_fresh};
use crate::{matchplay::Moment, store::Latest};

/// Bound over all servers: servers, roles and channels together. Beyond it the servers
/// that were not asked about for longest are forgotten, and asked for again where they are needed.
const MOST_KEPT: usize = 200_000;

/// Time for which what was asked for counts.
const FRESH: Duration = Duration::from_secs(300);

/// The permissions that decide whether a channel is seen; of all others nothing is kept. Nobody
/// reads a voice channel's messages who may not enter it.
pub(super) const OF_SIGHT: Permissions = Permissions::VIEW_CHANNEL
    .union(Permissions::CONNECT)
    .union(Permissions::MANAGE_THREADS)
    .union(Permissions::ADMINISTRATOR);

/// A server, as far as Discord says and it can be read.
#[derive(Debug, Deserialize)]
pub(super) struct DescribedServer {
    pub(super) id: GuildId,
    /// True while Discord itself cannot reach it; it comes again with everything in it.
    #[serde(default)]
    pub(super) unavailable: bool,
    pub(super) preferred_locale: Option<String>,
    owner_id: Option<UserId>,
    #[serde(default, deserialize_with = "readable")]
    pub(super) roles: Option<Vec<Role>>,
    #[serde(default, deserialize_with = "readable")]
    pub(super) channels: Option<Vec<Channel>>,
    #[serde(default, deserialize_with = "readable")]
    pub(super) threads: Option<Vec<Channel>>,
    pub(super) system_channel_id: Option<ChannelId>,
    pub(super) rules_channel_id: Option<ChannelId>,
    pub(super) public_updates_channel_id: Option<ChannelId>,
    features: Option<Vec<String>>,
    pub(super) joined_at: Option<String>,
}

/// A role of a server.
#[derive(Debug, Deserialize)]
pub(super) struct Role {
    pub(super) id: RoleId,
    permissions: Permissions,
    pub(super) mentionable: bool,
}

/// A channel or thread of a server.
#[derive(Debug, Deserialize)]
pub(super) struct Channel {
    pub(super) id: ChannelId,
    #[serde(rename = "type")]
    pub(super) kind: ChannelType,
    pub(super) guild_id: Option<GuildId>,
    pub(super) parent_id: Option<ChannelId>,
    pub(super) position: i64,
    pub(super) permission_overwrites: Option<Vec<PermissionOverwrite>>,
    /// The time between two messages of a person, in seconds.
    pub(super) rate_limit_per_user: Option<u32>,
    thread_metadata: Option<ThreadMetadata>,
}

/// What threads have and channels have not.
#[derive(Debug, Deserialize)]
pub(super) struct ThreadMetadata {
    pub(super) locked: bool,
}

impl Channel {
    /// Returns true for a thread that is locked.
    pub(super) fn is_locked(&self) -> bool {
        self.thread_metadata
            .as_ref()
            .is_some_and(|thread| thread.locked)
    }

    /// Returns true if slow mode is on.
    pub(super) fn is_slow(&self) -> bool {
        self.rate_limit_per_user.is_some_and(|seconds| seconds > 0)
    }
}

/// Reads of a list whatever can be read.
fn readable<'de, D: Deserializer<'de>, T: DeserializeOwned>(
    list: D,
) -> Result<Option<Vec<T>>, D::Error> {
    let list: Option<Vec<Value>> = Option::deserialize(list)?;
    let read = |list: Vec<Value>| {
        let list = list.into_iter();
        list.filter_map(|one| serde_json::from_value(one).ok())
            .collect()
    };
    Ok(list.map(read))
}

impl DescribedServer {
    /// Returns true if its managers choose its language: in all others it is en-US. `None` if it does not say
    /// what it can do.
    pub(super) fn chooses_language(&self) -> Option<bool> {
        let features = self.features.as_ref()?;
        Some(features.iter().any(|feature| feature == "COMMUNITY"))
    }

    /// Returns when the bot has come there, if it says so.
    pub(super) fn joined(&self) -> Option<Moment> {
        let joined: Timestamp = self.joined_at.as_deref()?.parse().ok()?;
        Some(Moment(joined.unix_timestamp() * 1_000))
    }

    /// Returns true if it says all that it takes to greet it. One that shows no channel may have had none that
    /// could be read.
    pub(super) fn is_whole(&self) -> bool {
        let channels = self.channels.as_ref();
        self.preferred_locale.is_some() && channels.is_some_and(|all| !all.is_empty())
    }

    /// Returns its owner and what its roles grant of these permissions, if it says both.
    pub(super) fn ranks(&self, of: Permissions) -> Option<Ranks> {
        let roles = self.roles.as_ref()?.iter();
        let roles = roles.map(|role| (role.id, role.permissions & of));
        Some(Ranks {
            owner: self.owner_id?,
            roles: roles.filter(|(_, granted)| !granted.is_empty()).collect(),
        })
    }
}

/// A channel or thread: what it is, and what it allows and denies.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct KnownChannel {
    kind: ChannelType,
    /// The channel that a thread hangs on, whose overwrites are a thread's too.
    pub(super) parent: Option<ChannelId>,
    overwrites: Box<[PermissionOverwrite]>,
}

impl KnownChannel {
    /// Returns a channel or thread as Discord describes it.
    ///
    /// # Errors
    ///
    /// The name of the field that does not say from whom it is hidden: a channel's overwrites, or the channel
    /// that a thread hangs on.
    pub(super) fn of(channel: &Channel) -> Result<KnownChannel, &'static str> {
        let is_thread = is_thread(channel.kind);
        if is_thread && channel.parent_id.is_none() {
            return Err("parent_id");
        }
        let overwrites = channel.permission_overwrites.as_deref();
        let overwrites = overwrites.or(is_thread.then_some(&[]));
        let overwrites = overwrites.ok_or("permission_overwrites")?.iter();
        let overwrites = overwrites.map(|one| PermissionOverwrite {
            allow: one.allow & OF_SIGHT,
            deny: one.deny & OF_SIGHT,
            kind: one.kind,
        });
        Ok(KnownChannel {
            kind: channel.kind,
            parent: channel.parent_id.filter(|_| is_thread),
            overwrites: overwrites
                .filter(|one| !(one.allow | one.deny).is_empty())
                .collect(),
        })
    }
}

/// A member's sight of a channel or thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seeing {
    /// Not at all.
    Nowhere,
    /// If they were added to it.
    IfAdded,
    /// As every member of the server does who has the rights.
    Within,
}

/// Returns how far a member sees a room. `channel` is the room itself, or the channel that it hangs
/// on.
pub(super) fn seeing(
    guild: GuildId,
    ranks: &Ranks,
    member: &Holder<'_>,
    room: &KnownChannel,
    channel: &KnownChannel,
) -> Seeing {
    let held = permissions(guild, ranks, member, &channel.overwrites);
    let spoken = matches!(channel.kind, ChannelType::Voice | ChannelType::Stage);
    if !held.view_channel() || spoken && !held.connect() {
        return Seeing::Nowhere;
    }
    if room.kind == ChannelType::PrivateThread && !held.manage_threads() {
        return Seeing::IfAdded;
    }
    Seeing::Within
}

/// Something that is known until it changes, or for a while only.
#[derive(Clone, Debug)]
pub(super) struct Found<T> {
    pub(super) value: T,
    /// The time at which it was asked for; what the gateway told counts until it tells of a change.
    pub(super) asked: Option<Moment>,
}

impl<T: Clone> Found<T> {
    fn told(value: T) -> Found<T> {
        Found { value, asked: None }
    }

    /// Returns it as long as it counts.
    pub(super) fn at(&self, now: Moment) -> Option<T> {
        let fresh = self.asked.is_none_or(|asked| is_fresh(asked, now, FRESH));
        fresh.then(|| self.value.clone())
    }
}

/// One server, as far as it is known.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// The owner and the roles.
    pub(super) ranks: Option<Found<Arc<Ranks>>>,
    /// Channels and threads; `None` for one that Discord does not show the bot.
    pub(super) rooms: HashMap<ChannelId, Found<Option<Arc<KnownChannel>>>>,
    /// Number of its changes.
    changes: u64,
}

impl Facts {
    fn size(&self) -> usize {
        let ranks = self.ranks.as_ref().map_or(0, |held| held.value.roles.len());
        1 + ranks + self.rooms.len()
    }
}

/// All servers, as far as they are known, within [`MOST_KEPT`].
#[derive(Debug, Default)]
pub(super) struct Servers(Latest<GuildId, Facts, { usize::MAX }>);

impl Servers {
    /// Takes in a server that has come, with everything in it that it says. Discord is asked for the
    /// rest when it is needed.
    pub(super) fn learn(&mut self, server: &DescribedServer) {
        let channels = server.channels.iter().chain(&server.threads).flatten();
        let channels = channels.filter(|channel| channel.kind != ChannelType::Category);
        let rooms =
            channels.filter_map(|channel| Some((channel.id, KnownChannel::of(channel).ok()?)));
        self.arrive(server.id, server.ranks(OF_SIGHT), rooms);
    }

    fn arrive(
        &mut self,
        guild: GuildId,
        ranks: Option<Ranks>,
        rooms: impl Iterator<Item = (ChannelId, KnownChannel)>,
    ) {
        self.forget(guild);
        let rooms = rooms.map(|(id, room)| (id, Found::told(Some(Arc::new(room)))));
        let known = Facts {
            ranks: ranks.map(|ranks| Found::told(Arc::new(ranks))),
            rooms: rooms.collect(),
            ..Facts::default()
        };
        self.make_room(known.size());
        self.0.put(guild, known);
    }

    /// Forgets a server that has gone.
    pub(super) fn forget(&mut self, guild: GuildId) {
        self.0.pop(&guild);
    }

    /// Returns what is known of a server, which is asked about by that.
    pub(super) fn of(&mut self, guild: GuildId) -> Option<&Facts> {
        self.0.get(&guild)
    }

    /// Begins to ask about a server: what [`Servers::note`] wants to know later.
    pub(super) fn ask(&mut self, guild: GuildId) -> u64 {
        self.known(guild).changes
    }

    /// Takes in what was asked for, unless the server has changed meanwhile.
    pub(super) fn note(&mut self, guild: GuildId, ask: u64, note: impl FnOnce(&mut Facts)) {
        let known = self.0.get_mut(&guild);
        if let Some(known) = known.filter(|known| known.changes == ask) {
            note(known);
            self.make_room(0);
        }
    }

    /// Takes in that something has changed in a server: returns where it is to be forgotten.
    pub(super) fn changed(&mut self, guild: GuildId) -> &mut Facts {
        let known = self.known(guild);
        known.changes += 1;
        known
    }

    /// Takes in that a channel or thread has changed, in this server or in whichever has it.
    pub(super) fn room_changed(&mut self, guild: Option<GuildId>, room: ChannelId) {
        match guild {
            Some(guild) => drop(self.changed(guild).rooms.remove(&room)),
            None => self.0.iter_mut().for_each(|(_, facts)| {
                facts.changes += 1;
                facts.rooms.remove(&room);
            }),
        }
    }

    fn known(&mut self, guild: GuildId) -> &mut Facts {
        if !self.0.contains(&guild) {
            self.make_room(1);
        }
        self.0.get_or_insert_mut(guild, Facts::default)
    }

    /// Forgets the servers that were not asked about for longest where there would be too much with this much
    /// more.
    fn make_room(&mut self, more: usize) {
        let mut kept: usize = self.0.iter().map(|(_, facts)| facts.size()).sum();
        while kept + more > MOST_KEPT {
            let Some((_, oldest)) = self.0.pop_lru() else {
                return;
            };
            kept -= oldest.size();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serenity::model::channel::PermissionOverwriteType;

    const GUILD: GuildId = GuildId::new(1);
    const START: Moment = Moment(3_600_000);

    const NONE: Permissions = Permissions::empty();
    const VIEW: Permissions = Permissions::VIEW_CHANNEL;

    /// A role of the member's.
    const OWN: u64 = 2;
    /// A role of others.
    const OTHER: u64 = 3;
    const MEMBER: UserId = UserId::new(9);

    fn room(kind: ChannelType, overwrites: &[PermissionOverwrite]) -> KnownChannel {
        KnownChannel {
            kind,
            parent: None,
            overwrites: overwrites.into(),
        }
    }

    fn ranks(owner: u64, roles: &[(u64, Permissions)]) -> Ranks {
        let roles = roles.iter().map(|(id, held)| (RoleId::new(*id), *held));
        Ranks {
            owner: UserId::new(owner),
            roles: roles.collect(),
        }
    }

    #[test]
    fn channels_and_threads_are_seen_as_discord_shows_them() {
        use ChannelType::{PrivateThread, PublicThread, Stage, Text, Voice};
        use Seeing::{IfAdded, Nowhere, Within};
        let of_role = |id| PermissionOverwriteType::Role(RoleId::new(id));
        let of_member = |id| PermissionOverwriteType::Member(UserId::new(id));
        let said = |kind, deny, allow| PermissionOverwrite { allow, deny, kind };
        let hidden = said(of_role(1), VIEW, NONE);
        let admin = Permissions::ADMINISTRATOR;
        let manage = Permissions::MANAGE_THREADS;
        let enter = VIEW | Permissions::CONNECT;
        let nobody = 7;
        for (owner, everyone, own, overwrites, channel, thread, expected) in [
            (nobody, VIEW, NONE, vec![], Text, None, Within),
            (nobody, NONE, NONE, vec![], Text, None, Nowhere),
            (nobody, NONE, VIEW, vec![], Text, None, Within),
            (
                nobody,
                VIEW,
                NONE,
                vec![hidden.clone()],
                Text,
                None,
                Nowhere,
            ),
            // The owner and administrators see everything, private threads too.
            (9, VIEW, NONE, vec![hidden.clone()], Text, None, Within),
            (
                9,
                NONE,
                NONE,
                vec![hidden.clone()],
                Text,
                Some(PrivateThread),
                Within,
            ),
            (
                nobody,
                VIEW,
                admin,
                vec![hidden.clone()],
                Text,
                Some(PrivateThread),
                Within,
            ),
            // Hidden from a role, and shown to one.
            (
                nobody,
                VIEW,
                NONE,
                vec![said(of_role(OWN), VIEW, NONE)],
                Text,
                None,
                Nowhere,
            ),
            (
                nobody,
                VIEW,
                NONE,
                vec![said(of_role(OTHER), VIEW, NONE)],
                Text,
                None,
                Within,
            ),
            (
                nobody,
                VIEW,
                NONE,
                vec![hidden.clone(), said(of_role(OWN), NONE, VIEW)],
                Text,
                None,
                Within,
            ),
            (
                nobody,
                VIEW,
                NONE,
                vec![hidden.clone(), said(of_role(OTHER), NONE, VIEW)],
                Text,
                None,
                Nowhere,
            ),
            // Shown to a person, and hidden from one.
            (
                nobody,
                VIEW,
                NONE,
                vec![hidden.clone(), said(of_member(9), NONE, VIEW)],
                Text,
                None,
                Within,
            ),
            (
                nobody,
                VIEW,
                NONE,
                vec![
                    said(of_role(OWN), NONE, VIEW),
                    said(of_member(9), VIEW, NONE),
                ],
                Text,
                None,
                Nowhere,
            ),
            (
                nobody,
                VIEW,
                NONE,
                vec![said(of_member(8), VIEW, NONE)],
                Text,
                None,
                Within,
            ),
            // A thread is seen where its channel is; a private one by those who were added to it,
            // and by those who manage threads and see its channel.
            (nobody, VIEW, NONE, vec![], Text, Some(PublicThread), Within),
            (
                nobody,
                VIEW,
                NONE,
                vec![hidden.clone()],
                Text,
                Some(PublicThread),
                Nowhere,
            ),
            (
                nobody,
                VIEW,
                NONE,
                vec![],
                Text,
                Some(PrivateThread),
                IfAdded,
            ),
            (
                nobody,
                VIEW,
                NONE,
                vec![hidden.clone()],
                Text,
                Some(PrivateThread),
                Nowhere,
            ),
            (
                nobody,
                VIEW,
                manage,
                vec![],
                Text,
                Some(PrivateThread),
                Within,
            ),
            (
                nobody,
                VIEW,
                manage,
                vec![hidden.clone()],
                Text,
                Some(PrivateThread),
                Nowhere,
            ),
            (
                nobody,
                VIEW,
                manage,
                vec![said(of_role(OWN), manage, NONE)],
                Text,
                Some(PrivateThread),
                IfAdded,
            ),
            // Nobody reads what is written in a voice channel who may not enter it.
            (nobody, VIEW, NONE, vec![], Voice, None, Nowhere),
            (nobody, VIEW, NONE, vec![], Stage, None, Nowhere),
            (nobody, enter, NONE, vec![], Voice, None, Within),
        ] {
            let ranks = ranks(owner, &[(1, everyone), (OWN, own), (OTHER, admin)]);
            let channel = room(channel, &overwrites);
            let thread = thread.map(|kind| room(kind, &[]));
            let member = Holder {
                user: MEMBER,
                roles: &[RoleId::new(OWN)],
            };
            let seen = thread.as_ref().unwrap_or(&channel);
            let found = seeing(GUILD, &ranks, &member, seen, &channel);
            let what = format!("{owner} {everyone:?} {own:?} {overwrites:?} {seen:?}");
            assert_eq!(found, expected, "{what}");
        }
    }

    fn found<T>(value: T, at: Moment) -> Found<T> {
        let asked = Some(at);
        Found { value, asked }
    }

    impl Servers {
        fn ranks(&mut self, guild: GuildId, now: Moment) -> Option<Arc<Ranks>> {
            self.of(guild)?.ranks.as_ref()?.at(now)
        }

        fn room(
            &mut self,
            guild: GuildId,
            id: ChannelId,
            now: Moment,
        ) -> Option<Option<Arc<KnownChannel>>> {
            self.of(guild)?.rooms.get(&id)?.at(now)
        }

        fn note_no_room(&mut self, guild: GuildId, id: ChannelId, ask: u64, now: Moment) {
            let room = found(None, now);
            self.note(guild, ask, |facts| drop(facts.rooms.insert(id, room)));
        }
    }

    /// Returns a server with one channel, as the gateway tells of it.
    fn arrived() -> Servers {
        let mut servers = Servers::default();
        arrive(&mut servers, GUILD);
        servers
    }

    fn arrive(servers: &mut Servers, guild: GuildId) {
        let rooms = [(ChannelId::new(5), room(ChannelType::Text, &[]))];
        servers.arrive(guild, Some(ranks(7, &[(1, VIEW)])), rooms.into_iter());
    }

    #[test]
    fn what_changes_is_forgotten_and_what_was_asked_for_counts_for_five_minutes() {
        let (id, much_later) = (ChannelId::new(5), Moment(START.0 * 100));
        let mut servers = arrived();
        assert!(servers.ranks(GUILD, much_later).is_some());
        assert!(servers.room(GUILD, id, much_later).is_some());
        assert!(servers.room(GUILD, ChannelId::new(6), START).is_none());
        servers.changed(GUILD).rooms.remove(&id);
        assert!(servers.room(GUILD, id, START).is_none());
        assert!(servers.ranks(GUILD, START).is_some());
        servers.changed(GUILD).ranks = None;
        assert!(servers.ranks(GUILD, START).is_none());
        // What was asked for, also that there is no such channel.
        let ask = servers.ask(GUILD);
        servers.note_no_room(GUILD, id, ask, START);
        let asked = found(Arc::new(ranks(7, &[])), START);
        servers.note(GUILD, ask, |facts| facts.ranks = Some(asked));
        for (at, known) in [(0, true), (299_999, true), (300_000, false), (-1, false)] {
            let now = Moment(START.0 + at);
            assert_eq!(servers.room(GUILD, id, now).is_some(), known, "{at}");
            assert_eq!(servers.ranks(GUILD, now).is_some(), known, "{at}");
        }
        // An answer that was on its way while something changed is not kept.
        let ask = servers.ask(GUILD);
        servers.changed(GUILD).rooms.remove(&ChannelId::new(6));
        servers.note_no_room(GUILD, id, ask, much_later);
        assert!(servers.room(GUILD, id, much_later).is_none());
        servers.forget(GUILD);
        servers.note_no_room(GUILD, id, ask, START);
        assert!(servers.room(GUILD, id, START).is_none());
    }

    #[test]
    fn the_servers_that_are_asked_about_stay() {
        let mut servers = Servers::default();
        for guild in 1..=1_000 {
            let rooms = (1..1_000).map(|id| (ChannelId::new(id), room(ChannelType::Text, &[])));
            servers.arrive(GuildId::new(guild), None, rooms);
            assert!(servers.of(GUILD).is_some(), "{guild}");
        }
        assert!(servers.of(GuildId::new(2)).is_none());
    }

    #[test]
    fn no_more_is_kept_than_is_allowed() {
        let mut servers = Servers::default();
        let size = |servers: &Servers| {
            servers
                .0
                .iter()
                .map(|(_, facts)| facts.size())
                .sum::<usize>()
        };
        for guild in 1..=1_000 {
            let guild = GuildId::new(guild);
            let rooms = (1..500).map(|id| (ChannelId::new(id), room(ChannelType::Text, &[])));
            servers.arrive(guild, Some(ranks(7, &[(1, VIEW)])), rooms);
            assert!(size(&servers) <= MOST_KEPT);
        }
        assert!(servers.ranks(GuildId::new(1_000), START).is_some());
        for id in 1..=(MOST_KEPT as u64 + 10) {
            // A server of which nothing else is known counts too.
            if id % 1_000 == 0 {
                servers.changed(GuildId::new(id + 5_000)).ranks = None;
            }
        }
        assert!(size(&servers) <= MOST_KEPT);
    }
}
