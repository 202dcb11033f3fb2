//! All that a fake Discord knows, and questions to it.

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
    ping::Notified,
    place::{ChannelInfo, GuildInfo, Rights},
    rate::Rates,
    snowflake::Ids,
    violation::{Refusal, Violation},
};

/// Requests that are remembered; load runs make more.
const REMEMBERED: usize = 20_000;

/// A person, or the bot.
#[derive(Clone, Debug)]
pub struct UserInfo {
    /// Their id.
    pub id: Snowflake,
    /// Their unique name.
    pub username: String,
    /// The name that they show.
    pub global_name: Option<String>,
    /// Their language.
    pub locale: String,
    /// It is the bot.
    pub bot: bool,
    /// They take no direct messages of the bot.
    pub closed: bool,
}

impl UserInfo {
    pub(crate) fn to_json(&self) -> Value {
        json!({
            "id": self.id,
            "username": self.username,
            "global_name": self.global_name,
            "discriminator": "0",
            "avatar": null,
            "bot": self.bot,
            "public_flags": 0,
        })
    }

    /// The user as they are shown to themselves.
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
    /// The status of its answer; none while there is none.
    pub status: Option<u16>,
}

/// All that a fake Discord knows.
pub struct World {
    pub(crate) ids: Ids,
    pub(crate) bot: Snowflake,
    pub(crate) token: Option<String>,
    pub(crate) only_token: Option<String>,
    pub(crate) users: BTreeMap<Snowflake, UserInfo>,
    pub(crate) guilds: BTreeMap<Snowflake, GuildInfo>,
    pub(crate) channels: BTreeMap<Snowflake, ChannelInfo>,
    pub(crate) messages: BTreeMap<Snowflake, Message>,
    pub(crate) gone: HashSet<Snowflake>,
    pub(crate) commands: Vec<Value>,
    pub(crate) guild_commands: BTreeMap<Snowflake, Vec<Value>>,
    pub(crate) registrations: usize,
    pub(crate) interactions: BTreeMap<Snowflake, Record>,
    pub(crate) sessions: Vec<Session>,
    pub(crate) identifies: usize,
    pub(crate) resumes: usize,
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
    pub(crate) next_hold: u64,
    pub(crate) patience: Duration,
    pub(crate) first_answer: Duration,
    pub(crate) heartbeat: Duration,
    pub(crate) deaf_to_heartbeats: bool,
    pub(crate) heartbeats: usize,
    pub(crate) turning_away: Option<u16>,
    pub(crate) absence: Option<Absence>,
    pub(crate) resume: Resume,
    pub(crate) keep_bytes: bool,
    pub(crate) keep: Option<usize>,
    /// What is no newer than this may have been forgotten.
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
        let bot = ids.next();
        let info = UserInfo {
            id: bot,
            username: "the-bot".to_owned(),
            global_name: None,
            locale: "en-US".to_owned(),
            bot: true,
            closed: false,
        };
        Self {
            ids,
            bot,
            token: None,
            only_token: None,
            users: BTreeMap::from([(bot, info)]),
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            gone: HashSet::new(),
            commands: Vec::new(),
            guild_commands: BTreeMap::new(),
            registrations: 0,
            interactions: BTreeMap::new(),
            sessions: Vec::new(),
            identifies: 0,
            resumes: 0,
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
            next_hold: 0,
            patience: Duration::from_secs(20),
            first_answer: limits::FIRST_ANSWER,
            heartbeat: Duration::from_millis(41_250),
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

    /// The bot's user id, which is its application's id too.
    #[must_use]
    pub fn bot(&self) -> Snowflake {
        self.bot
    }

    /// The token with which the bot identified itself last.
    #[must_use]
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Whether a bot is connected to the gateway.
    #[must_use]
    pub fn bot_connected(&self) -> bool {
        self.sessions.iter().any(Session::alive)
    }

    /// How often bots have identified themselves at the gateway; resuming is not counted.
    #[must_use]
    pub fn identifies(&self) -> usize {
        self.identifies
    }

    /// How often bots have resumed a session.
    #[must_use]
    pub fn resumes(&self) -> usize {
        self.resumes
    }

    /// How many heartbeats of bots have been acknowledged.
    #[must_use]
    pub fn heartbeats(&self) -> usize {
        self.heartbeats
    }

    /// The events that were sent to bots lately, as they were sent, session by session.
    #[must_use]
    pub fn events(&self) -> Vec<&str> {
        self.sessions.iter().flat_map(Session::events).collect()
    }

    /// The commands that are registered for all servers.
    #[must_use]
    pub fn commands(&self) -> &[Value] {
        &self.commands
    }

    /// How often a whole table of commands was put.
    #[must_use]
    pub fn registrations(&self) -> usize {
        self.registrations
    }

    /// A command by its name, as used in this server; in none, as in direct messages.
    #[must_use]
    pub fn command(&self, guild: impl Into<Option<Snowflake>>, name: &str) -> Option<&Value> {
        let guild = guild.into();
        let local = guild.and_then(|guild| self.guild_commands.get(&guild));
        local
            .into_iter()
            .flatten()
            .chain(&self.commands)
            .find(|command| command["name"] == name)
    }

    /// A message, public or ephemeral.
    #[must_use]
    pub fn message(&self, id: Snowflake) -> Option<&Message> {
        self.messages.get(&id)
    }

    /// The messages in a channel or thread that all see, oldest first.
    #[must_use]
    pub fn messages(&self, channel: Snowflake) -> Vec<&Message> {
        let public = |message: &&Message| message.channel == channel && message.only_for.is_none();
        self.messages.values().filter(public).collect()
    }

    /// Every message there is, whoever sees it, oldest first.
    #[must_use]
    pub fn all_messages(&self) -> Vec<Message> {
        self.messages.values().cloned().collect()
    }

    /// The ephemeral messages that only this user sees, oldest first.
    #[must_use]
    pub fn ephemeral(&self, user: Snowflake) -> Vec<&Message> {
        self.messages
            .values()
            .filter(|message| message.only_for == Some(user))
            .collect()
    }

    /// A channel or thread.
    #[must_use]
    pub fn channel(&self, id: Snowflake) -> Option<&ChannelInfo> {
        self.channels.get(&id)
    }

    /// The threads under a channel, oldest first.
    #[must_use]
    pub fn threads(&self, channel: Snowflake) -> Vec<&ChannelInfo> {
        self.channels
            .values()
            .filter(|thread| thread.parent == Some(channel))
            .collect()
    }

    /// The messages whose sending notified this user, oldest first.
    #[must_use]
    pub fn pings(&self, user: Snowflake) -> Vec<&Message> {
        self.messages
            .values()
            .filter(|message| message.pinged.contains(&user))
            .collect()
    }

    /// What the bot did wrong.
    #[must_use]
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// What was refused without being the bot's fault.
    #[must_use]
    pub fn refusals(&self) -> &[Refusal] {
        &self.refusals
    }

    /// The requests whose route fits a pattern such as `POST /channels/*/messages`, oldest first.
    #[must_use]
    pub fn requests(&self, pattern: &str) -> Vec<&RequestInfo> {
        self.requests
            .iter()
            .filter(|request| fits(pattern, &request.route))
            .collect()
    }

    /// What the bot may do in a channel, or in a thread's channel.
    pub(crate) fn rights(&self, channel: &ChannelInfo) -> Rights {
        channel
            .parent
            .and_then(|id| self.channels.get(&id))
            .map_or(channel.rights, |c| c.rights)
    }

    /// A member in Discord's form.
    pub(crate) fn member_json(&self, guild: Snowflake, user: Snowflake) -> Option<Value> {
        let member = self.guilds.get(&guild)?.members.get(&user)?;
        Some(json!({
            "user": self.users.get(&user)?.to_json(),
            "nick": member.nick,
            "avatar": null,
            "banner": null,
            "roles": member.roles,
            "joined_at": member.joined,
            "premium_since": null,
            "deaf": false,
            "mute": false,
            "flags": 0,
            "pending": false,
            "communication_disabled_until": null,
        }))
    }

    /// All that people are called.
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

    /// A message in Discord's form.
    pub(crate) fn message_json(&self, message: &Message) -> Value {
        let user = |id: &Snowflake| self.users.get(id).map(UserInfo::to_json);
        let mentioned: Vec<_> = crate::judge::mentions(&message.content)
            .into_iter()
            .filter_map(|text| user(&Snowflake::parse(text)?))
            .collect();
        let author = user(&message.author).unwrap_or_default();
        message::to_json(message, &author, &mentioned, self.bot)
    }

    /// Forgets the oldest where there are twice as many as are to be kept: of messages that all see,
    /// of those that one sees, and of interactions that are over.
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
        if self.interactions.len() > 2 * keep
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

    /// Whether something was there once, or may have been.
    pub(crate) fn was_there(&self, id: Snowflake) -> bool {
        self.gone.contains(&id) || id <= self.forgotten
    }

    /// Notes a request and says where it stands.
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

    /// Notes the status with which a request was answered.
    pub(crate) fn note_status(&mut self, number: usize, status: u16) {
        let place = number.checked_sub(self.forgotten_requests);
        if let Some(request) = place.and_then(|place| self.requests.get_mut(place)) {
            request.status = Some(status);
        }
    }

    /// Notes what the bot did wrong.
    pub(crate) fn accuse(&mut self, at: &str, code: &str, text: &str) {
        let (at, code, text) = (at.to_owned(), code.to_owned(), text.to_owned());
        self.violations.push(Violation { at, code, text });
    }

    /// The fault planned for a request, or that chance has in store for it.
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

    /// What happened lately, for whoever waited in vain.
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
