//! The world: all that a fake Discord knows, and questions about it.

use std::{
    collections::{BTreeMap, HashSet},
    fmt,
    time::Duration,
};

use serde_json::{Value, json};
use tokio::time::Instant;

use crate::{
    Snowflake,
    away::Absence,
    delivery::Deliveries,
    fault::{Fault, Held, Planned, Trouble, fits},
    gateway::{Resume, Session},
    interaction::Record,
    judge::limits,
    message::{self, Message},
    nonce::Nonces,
    payload::Spoil,
    ping::Notified,
    place::{ChannelInfo, GuildInfo, Rights},
    rate::Rates,
    snowflake::Ids,
    violation::{Refusal, Violation},
};

/// Number of requests that are remembered; load runs make more.
const REMEMBERED: usize = 20_000;

/// A person, or the bot.
#[derive(Clone, Debug)]
pub struct UserInfo {
    /// The id of the user.
    pub id: Snowflake,
    /// The unique name of the user.
    pub username: String,
    /// The display name of the user.
    pub global_name: Option<String>,
    /// The language of the user.
    pub locale: String,
    /// True for the bot, and for others.
    pub bot: bool,
    /// True if they accept no direct messages from the bot.
    pub closed: bool,
    /// True if they have installed the application for themselves.
    pub installed: bool,
    /// True if the frame of their picture is of no article in Discord's shop, which is null then.
    pub unsold_frame: bool,
}

impl UserInfo {
    pub(crate) fn to_json(&self) -> Value {
        let mut user = json!({
            "id": self.id,
            "username": self.username,
            "global_name": self.global_name,
            "discriminator": "0",
            "avatar": null,
            "public_flags": 0,
            "flags": 0,
            "banner": null,
            "accent_color": null,
            "avatar_decoration_data": null,
            "collectibles": null,
            "primary_guild": null,
        });
        if self.bot {
            user["bot"] = json!(true);
        } else {
            user["avatar_decoration_data"] =
                json!({"asset": "a_55c9d0354290afa8b7fe47ea9bd7dbcf", "sku_id": self.id});
            if self.unsold_frame {
                user["avatar_decoration_data"]["sku_id"] = json!(null);
            }
        }
        user
    }

    /// Returns the user with the fields that only they see.
    pub(crate) fn to_own_json(&self) -> Value {
        let mut user = self.to_json();
        user["mfa_enabled"] = json!(false);
        user["verified"] = json!(true);
        user["locale"] = json!(self.locale);
        user["flags"] = json!(0);
        user
    }
}

/// A request that arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestInfo {
    /// `METHOD /path`, without `/api/v10` and query.
    pub route: String,
    /// The status of its answer; `None` before there is one.
    pub status: Option<u16>,
}

/// All that a fake Discord knows.
pub struct World {
    pub(crate) ids: Ids,
    pub(crate) bot: Snowflake,
    pub(crate) application: Snowflake,
    pub(crate) token: Option<String>,
    pub(crate) only_token: Option<String>,
    pub(crate) users: BTreeMap<Snowflake, UserInfo>,
    pub(crate) guilds: BTreeMap<Snowflake, GuildInfo>,
    pub(crate) channels: BTreeMap<Snowflake, ChannelInfo>,
    pub(crate) messages: BTreeMap<Snowflake, Message>,
    /// The forms that messages had before they were edited, oldest first.
    pub(crate) earlier: BTreeMap<Snowflake, Vec<Message>>,
    /// The time that tests let pass.
    pub(crate) clock: Duration,
    pub(crate) gone: HashSet<Snowflake>,
    pub(crate) commands: Vec<Value>,
    pub(crate) guild_commands: BTreeMap<Snowflake, Vec<Value>>,
    pub(crate) registrations: usize,
    pub(crate) interactions: BTreeMap<Snowflake, Record>,
    pub(crate) sessions: Vec<Session>,
    pub(crate) identifies: usize,
    pub(crate) resumes: usize,
    pub(crate) resumes_where_told: usize,
    pub(crate) goodbyes: usize,
    pub(crate) violations: Vec<Violation>,
    pub(crate) refusals: Vec<Refusal>,
    pub(crate) requests: Vec<RequestInfo>,
    pub(crate) forgotten_requests: usize,
    pub(crate) faults: Vec<Planned>,
    pub(crate) troubles: Vec<Trouble>,
    pub(crate) deliveries: Deliveries,
    pub(crate) nonces: Nonces,
    pub(crate) notified: Notified,
    pub(crate) holds: Vec<Held>,
    pub(crate) rates: Rates,
    pub(crate) spoils: Vec<Spoil>,
    pub(crate) spoilt: usize,
    pub(crate) next_hold: u64,
    pub(crate) patience: Duration,
    pub(crate) first_answer: Duration,
    pub(crate) heartbeat: Duration,
    pub(crate) shards: u64,
    pub(crate) deaf_to_heartbeats: bool,
    pub(crate) heartbeats: usize,
    pub(crate) turning_away: Option<u16>,
    pub(crate) absence: Option<Absence>,
    pub(crate) resume: Resume,
    pub(crate) keep_bytes: bool,
    pub(crate) keep: Option<usize>,
    /// Ids up to this one may have been forgotten.
    pub(crate) forgotten: Snowflake,
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.story())
    }
}

impl World {
    pub(crate) fn new() -> Self {
        let mut ids = Ids::default();
        let (application, bot) = (ids.next(), ids.next());
        let info = UserInfo {
            id: bot,
            username: "the-bot".to_owned(),
            global_name: None,
            locale: "en-US".to_owned(),
            bot: true,
            closed: false,
            installed: false,
            unsold_frame: false,
        };
        Self {
            ids,
            bot,
            application,
            token: None,
            only_token: None,
            users: BTreeMap::from([(bot, info)]),
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            earlier: BTreeMap::new(),
            clock: Duration::ZERO,
            gone: HashSet::new(),
            commands: Vec::new(),
            guild_commands: BTreeMap::new(),
            registrations: 0,
            interactions: BTreeMap::new(),
            sessions: Vec::new(),
            identifies: 0,
            resumes: 0,
            resumes_where_told: 0,
            goodbyes: 0,
            violations: Vec::new(),
            refusals: Vec::new(),
            requests: Vec::new(),
            forgotten_requests: 0,
            faults: Vec::new(),
            troubles: Vec::new(),
            deliveries: Deliveries::default(),
            nonces: Nonces::default(),
            notified: Notified::default(),
            holds: Vec::new(),
            rates: Rates::default(),
            spoils: Vec::new(),
            spoilt: 0,
            next_hold: 0,
            patience: Duration::from_secs(20),
            first_answer: limits::FIRST_ANSWER,
            heartbeat: Duration::from_millis(41_250),
            shards: 1,
            deaf_to_heartbeats: false,
            heartbeats: 0,
            turning_away: None,
            absence: None,
            resume: Resume::Replay,
            keep_bytes: true,
            keep: None,
            forgotten: Snowflake(0),
        }
    }

    /// Returns the bot's user id.
    #[must_use]
    pub fn bot(&self) -> Snowflake {
        self.bot
    }

    /// Returns the id of the bot's application, which is another one, as with bots of old.
    #[must_use]
    pub fn application(&self) -> Snowflake {
        self.application
    }

    /// Returns the token the bot last identified itself with.
    #[must_use]
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Returns true if a bot is connected to the gateway.
    #[must_use]
    pub fn bot_connected(&self) -> bool {
        self.sessions.iter().any(Session::alive)
    }

    /// Returns how often bots have identified themselves at the gateway, not counting resumes.
    #[must_use]
    pub fn identifies(&self) -> usize {
        self.identifies
    }

    /// Returns how often bots have resumed a session.
    #[must_use]
    pub fn resumes(&self) -> usize {
        self.resumes
    }

    /// Returns how often bots have resumed a session at the address that they were told for it.
    #[must_use]
    pub fn resumes_where_told(&self) -> usize {
        self.resumes_where_told
    }

    /// Returns how often bots have ended their session in order.
    #[must_use]
    pub fn goodbyes(&self) -> usize {
        self.goodbyes
    }

    /// Returns the number of acknowledged heartbeats.
    #[must_use]
    pub fn heartbeats(&self) -> usize {
        self.heartbeats
    }

    /// Returns the events lately sent to bots, as they were sent, session by session.
    #[must_use]
    pub fn events(&self) -> Vec<&str> {
        self.sessions.iter().flat_map(Session::events).collect()
    }

    /// Returns the commands registered for all servers.
    #[must_use]
    pub fn commands(&self) -> &[Value] {
        &self.commands
    }

    /// Returns how often a whole table of commands was registered.
    #[must_use]
    pub fn registrations(&self) -> usize {
        self.registrations
    }

    /// Returns a message, public or ephemeral.
    #[must_use]
    pub fn message(&self, id: Snowflake) -> Option<&Message> {
        self.messages.get(&id)
    }

    /// Returns the forms that a message has had, oldest first; the last one is its present form.
    /// Earlier ones are not kept in long runs.
    #[must_use]
    pub fn forms(&self, id: Snowflake) -> Vec<&Message> {
        let earlier = self.earlier.get(&id).into_iter().flatten();
        earlier.chain(self.messages.get(&id)).collect()
    }

    /// Returns the messages in a channel or thread that everybody sees, oldest first.
    #[must_use]
    pub fn messages(&self, channel: Snowflake) -> Vec<&Message> {
        let public = |message: &&Message| message.channel == channel && message.only_for.is_none();
        self.messages.values().filter(public).collect()
    }

    /// Returns all messages, public and ephemeral, oldest first.
    #[must_use]
    pub fn all_messages(&self) -> Vec<Message> {
        self.messages.values().cloned().collect()
    }

    /// Returns the ephemeral messages that only this user sees, oldest first.
    #[must_use]
    pub fn ephemeral(&self, user: Snowflake) -> Vec<&Message> {
        self.messages
            .values()
            .filter(|message| message.only_for == Some(user))
            .collect()
    }

    /// Returns a channel or thread.
    #[must_use]
    pub fn channel(&self, id: Snowflake) -> Option<&ChannelInfo> {
        self.channels.get(&id)
    }

    /// Returns all channels, threads and direct messages, oldest first.
    pub fn channels(&self) -> impl Iterator<Item = &ChannelInfo> {
        self.channels.values()
    }

    /// Returns the server of a channel.
    pub(crate) fn guild_of(&self, channel: Snowflake) -> Option<Snowflake> {
        self.channels.get(&channel)?.guild
    }

    /// Returns the threads of a channel, oldest first.
    #[must_use]
    pub fn threads(&self, channel: Snowflake) -> Vec<&ChannelInfo> {
        self.channels
            .values()
            .filter(|thread| thread.parent == Some(channel))
            .collect()
    }

    /// Returns the messages that notified this user, oldest first.
    #[must_use]
    pub fn pings(&self, user: Snowflake) -> Vec<&Message> {
        self.messages
            .values()
            .filter(|message| message.pinged.contains(&user))
            .collect()
    }

    /// Forgets whom the messages have notified.
    pub(crate) fn forget_pinged(&mut self) {
        for message in self.messages.values_mut() {
            message.pinged.clear();
        }
    }

    /// Returns the violations of the bot.
    #[must_use]
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// Returns the refusals that were not the bot's fault.
    #[must_use]
    pub fn refusals(&self) -> &[Refusal] {
        &self.refusals
    }

    /// Returns the number of requests made so far.
    #[must_use]
    pub fn requests_made(&self) -> usize {
        self.requests.len()
    }

    /// Returns the requests whose route fits a pattern such as `POST /channels/*/messages`, oldest
    /// first.
    #[must_use]
    pub fn requests(&self, pattern: &str) -> Vec<&RequestInfo> {
        self.requests
            .iter()
            .filter(|request| fits(pattern, &request.route))
            .collect()
    }

    /// Returns true if a fault is planned for this pattern that no request has met.
    #[must_use]
    pub fn plans_fault(&self, pattern: &str) -> bool {
        self.faults.iter().any(|planned| planned.route == pattern)
    }

    /// Returns the bot's rights in a channel, or in a thread's channel.
    pub(crate) fn rights(&self, channel: &ChannelInfo) -> Rights {
        channel
            .parent
            .and_then(|id| self.channels.get(&id))
            .map_or(channel.rights, |c| c.rights)
    }

    /// Returns a member in Discord's form.
    pub(crate) fn member_json(&self, guild: Snowflake, user: Snowflake) -> Option<Value> {
        let member = self.guilds.get(&guild)?.members.get(&user)?;
        self.any_member_json(user, member.nick.as_deref(), &member.roles, &member.joined)
    }

    /// Returns the bot as a member of a server in Discord's form.
    pub(crate) fn own_member_json(&self, guild: Snowflake) -> Option<Value> {
        self.any_member_json(self.bot, None, &[], &guild.timestamp())
    }

    fn any_member_json(
        &self,
        user: Snowflake,
        nick: Option<&str>,
        roles: &[Snowflake],
        joined: &str,
    ) -> Option<Value> {
        Some(json!({
            "user": self.users.get(&user)?.to_json(),
            "nick": nick,
            "avatar": null,
            "banner": null,
            "roles": roles,
            "joined_at": joined,
            "premium_since": null,
            "deaf": false,
            "mute": false,
            "flags": 0,
            "pending": false,
            "communication_disabled_until": null,
            "avatar_decoration_data": null,
            "collectibles": null,
        }))
    }

    /// Returns all names of people.
    pub(crate) fn names(&self) -> Vec<String> {
        let people = self.users.values().filter(|user| !user.bot);
        let known = people.flat_map(|user| [Some(user.username.clone()), user.global_name.clone()]);
        let members = self
            .guilds
            .values()
            .flat_map(|guild| guild.members.values());
        known
            .chain(members.map(|member| member.nick.clone()))
            .flatten()
            .collect()
    }

    /// Returns a message in Discord's form.
    pub(crate) fn message_json(&self, message: &Message) -> Value {
        let user = |id: &Snowflake| self.users.get(id).map(UserInfo::to_json);
        let said = crate::judge::said_in(&message.content, Some(&message.components));
        let mentioned: Vec<_> = crate::judge::mentions(&said)
            .into_iter()
            .filter_map(|text| user(&Snowflake::parse(text)?))
            .collect();
        let author = user(&message.author).unwrap_or_default();
        message::to_json(message, &author, &mentioned, self.application)
    }

    /// Forgets the oldest once there are twice as many as are to be kept: of public messages, of
    /// ephemeral ones, and of finished interactions.
    pub(crate) fn forget(&mut self) {
        let Some(keep) = self.keep else { return };
        if self.messages.len() > 2 * keep {
            for hidden in [false, true] {
                let kind = |message: &Message| message.only_for.is_some() == hidden;
                let known = self.messages.values().filter(|message| kind(message));
                let Some(newest) = known.map(|message| message.id).rev().nth(keep) else {
                    continue;
                };
                self.messages
                    .retain(|id, message| *id > newest || !kind(message));
                self.forgotten = self.forgotten.max(newest);
            }
        }
        // Not at each one where many of them wait for an answer.
        if self.interactions.len() > 2 * keep
            && self.interactions.len().is_multiple_of(keep / 2 + 1)
            && let Some(newest) = self.interactions.keys().copied().rev().nth(keep)
        {
            let now = Instant::now();
            self.interactions
                .retain(|id, record| *id > newest || !record.settled(now));
        }
        if self.refusals.len() > 2 * keep {
            self.refusals.drain(..keep);
        }
    }

    /// Returns true if the thing once existed, or may have.
    pub(crate) fn was_there(&self, id: Snowflake) -> bool {
        self.gone.contains(&id) || id <= self.forgotten
    }

    /// Records a request and returns its place.
    pub(crate) fn note_request(&mut self, route: &str) -> usize {
        if self.requests.len() >= REMEMBERED {
            self.requests.drain(..REMEMBERED / 2);
            self.forgotten_requests += REMEMBERED / 2;
        }
        self.requests.push(RequestInfo {
            route: route.to_owned(),
            status: None,
        });
        self.forgotten_requests + self.requests.len() - 1
    }

    /// Records the status of the answer to a request.
    pub(crate) fn note_status(&mut self, number: usize, status: u16) {
        let place = number.checked_sub(self.forgotten_requests);
        if let Some(request) = place.and_then(|place| self.requests.get_mut(place)) {
            request.status = Some(status);
        }
    }

    /// Records a violation of the bot.
    pub(crate) fn accuse(&mut self, at: &str, code: &str, text: &str) {
        let (at, code, text) = (at.to_owned(), code.to_owned(), text.to_owned());
        self.violations.push(Violation { at, code, text });
    }

    /// Returns the fault planned for a request, or a random one.
    pub(crate) fn take_fault(&mut self, route: &str) -> Option<Fault> {
        let place = self
            .faults
            .iter()
            .position(|planned| fits(&planned.route, route));
        let Some(place) = place else {
            return self
                .troubles
                .iter_mut()
                .filter(|trouble| fits(&trouble.route, route))
                .find_map(Trouble::strike);
        };
        let planned = &mut self.faults[place];
        let fault = planned.fault;
        planned.times -= 1;
        if planned.times == 0 {
            self.faults.remove(place);
        }
        Some(fault)
    }

    /// Returns what happened lately, for the message of a wait that failed.
    pub(crate) fn story(&self) -> String {
        let mut story = format!(
            "bot connected: {}, commands: {}, messages: {}",
            self.bot_connected(),
            self.commands.len(),
            self.messages.len()
        );
        for request in self.requests.iter().rev().take(12).rev() {
            story += &format!("\n  {} -> {:?}", request.route, request.status);
        }
        for violation in &self.violations {
            story += &format!("\n  violation: {violation}");
        }
        story
    }
}
