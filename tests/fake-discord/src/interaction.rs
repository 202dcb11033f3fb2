//! Interactions: actions of users, as they are sent to the bot.

use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};
use tokio::{
    sync::Notify,
    time::{self, Instant},
};

use crate::{
    Snowflake,
    answer::{Answer, Pending},
    delivery, install,
    judge::limits,
    state::State,
    typed::SLASH,
    world::World,
};

/// The type of a command.
pub(crate) const COMMAND: u64 = 2;
/// The type of a press on a button, and of a choice in a select.
pub(crate) const COMPONENT: u64 = 3;
/// The type of a request for choices while something is being typed.
pub(crate) const COMPLETION: u64 = 4;
/// The type of a submitted modal.
pub(crate) const MODAL: u64 = 5;

/// An action of a user, as it was sent.
#[derive(Clone, Debug)]
pub struct Interaction {
    /// The id of the interaction.
    pub id: Snowflake,
    /// The token to answer it with.
    pub token: String,
    /// The data of the event `INTERACTION_CREATE`.
    pub payload: Arc<Value>,
}

/// The progress of an interaction.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) interaction: Interaction,
    pub(crate) kind: u64,
    pub(crate) guild: Option<Snowflake>,
    pub(crate) channel: Snowflake,
    pub(crate) user: Snowflake,
    /// The message with the component.
    pub(crate) source: Option<Snowflake>,
    /// The type of the option being typed.
    pub(crate) focused: u64,
    pub(crate) delivered: Instant,
    pub(crate) due: Instant,
    /// The number of callbacks a sound bot may try: one per delivery, and one more after an answer
    /// that broke off.
    pub(crate) allowance: usize,
    /// Callbacks that have arrived and are held or delayed.
    pub(crate) in_flight: usize,
    /// True if a fault was put in the way of the answer.
    pub(crate) hindered: bool,
    /// The session it was sent to.
    pub(crate) session: Option<String>,
    pub(crate) attempts: Vec<Answer>,
    /// The kind of the accepted answer, as its number.
    pub(crate) acknowledged: Option<u64>,
    /// The message that the answer made, or the one with the component.
    pub(crate) original: Option<Snowflake>,
    /// The number of later answers that made messages.
    pub(crate) followups: usize,
    /// The interaction whose answer opened the modal that was submitted.
    pub(crate) opener: Option<Snowflake>,
    /// The time by which it counts as older than it is.
    pub(crate) aged: Duration,
    /// Wakes those who wait for its answer.
    pub(crate) changed: Arc<Notify>,
}

impl Record {
    /// Returns true if a first answer that arrives now is too late.
    pub(crate) fn late(&self, now: Instant) -> bool {
        now + self.aged > self.due
    }

    /// Returns true if it is answered, or can no longer be, and nobody waits for the answer.
    pub(crate) fn settled(&self, now: Instant) -> bool {
        let waited_for = Arc::strong_count(&self.changed) > 1;
        !waited_for && self.in_flight == 0 && (self.acknowledged.is_some() || self.late(now))
    }

    /// Returns true if its token has run out.
    pub(crate) fn over(&self, now: Instant) -> bool {
        now + self.aged > self.delivered + limits::TOKEN
    }
}

impl World {
    /// Returns an interaction to be changed, and wakes those who wait for its answer.
    pub(crate) fn record_mut(&mut self, id: Snowflake) -> Option<&mut Record> {
        let record = self.interactions.get_mut(&id)?;
        record.changed.notify_waiters();
        Some(record)
    }

    /// Returns Discord's data about the interaction for a message that answers it: for a press also
    /// the message that was pressed, for a modal what opened it, and for a later message also the
    /// first one.
    pub(crate) fn interaction_metadata(&self, id: Snowflake) -> Option<Value> {
        let record = self.interactions.get(&id)?;
        let payload = &record.interaction.payload;
        let mut data = json!({
            "id": id,
            "type": record.kind,
            "user": self.users.get(&record.user)?.to_json(),
            "authorizing_integration_owners": payload["authorizing_integration_owners"],
        });
        match (record.kind, record.source) {
            (COMMAND, _) => {
                data["name"] = payload["data"]["name"].clone();
                let kind = payload["data"]["type"].as_u64();
                data["command_type"] = json!(kind.unwrap_or(SLASH));
                let target = payload["data"]["target_id"].as_str();
                let target = target.and_then(Snowflake::parse);
                if let Some(user) = target.and_then(|id| self.users.get(&id)) {
                    data["target_user"] = user.to_json();
                }
            }
            (MODAL, _) => {
                let opened = record.opener.and_then(|id| self.interaction_metadata(id));
                data["triggering_interaction_metadata"] = opened?;
            }
            (COMPONENT, Some(source)) => data["interacted_message_id"] = json!(source),
            _ => return None,
        }
        if let Some(original) = record.original {
            data["original_response_message_id"] = json!(original);
        }
        Some(data)
    }
}

/// An action of a user, before it is sent.
#[derive(Debug)]
pub(crate) struct Act {
    pub(crate) kind: u64,
    pub(crate) user: Snowflake,
    pub(crate) channel: Snowflake,
    pub(crate) data: Value,
    pub(crate) source: Option<Snowflake>,
    pub(crate) focused: u64,
    /// The interaction whose answer opened the modal that is submitted.
    pub(crate) opener: Option<Snowflake>,
}

/// Sends an action of a user to the bot.
///
/// # Panics
///
/// If the user is not in the channel's server, cannot see the channel there, or is not the person
/// of a channel of direct messages.
#[track_caller]
pub(crate) fn send(state: &Arc<State>, act: &Act) -> Pending {
    let built = state.change(|world| {
        let payload = payload(world, act)?;
        let id = world.ids.next();
        let token = format!("interaction-token-{id}");
        let mut payload = payload;
        payload["id"] = json!(id);
        payload["token"] = json!(token);
        let payload = Arc::new(payload);
        let interaction = Interaction { id, token, payload };
        let now = Instant::now();
        let record = Record {
            interaction: interaction.clone(),
            kind: act.kind,
            guild: world.channels.get(&act.channel)?.guild,
            channel: act.channel,
            user: act.user,
            source: act.source,
            focused: act.focused,
            delivered: now,
            due: now,
            allowance: 0,
            in_flight: 0,
            hindered: false,
            session: None,
            attempts: Vec::new(),
            acknowledged: None,
            original: None,
            followups: 0,
            opener: act.opener,
            aged: Duration::ZERO,
            changed: Arc::default(),
        };
        world.forget();
        world.interactions.insert(id, record);
        Some((interaction, delivery::arrive(world, id)))
    });
    let Some((interaction, delivered)) = built else {
        panic!(
            "the user does not see channel {}, or there is no such channel",
            act.channel
        )
    };
    if delivered {
        watch(state, interaction.id);
    }
    Pending {
        state: Arc::clone(state),
        interaction,
        skip: 0,
        repeated: false,
    }
}

/// Sends the same interaction again.
pub(crate) fn send_again(state: &Arc<State>, interaction: &Interaction) -> Pending {
    let (skip, repeated) = state.change(|world| {
        let record = world.interactions.get(&interaction.id);
        let before = record.map_or((0, false), |record| {
            (record.attempts.len(), record.acknowledged.is_some())
        });
        deliver(world, interaction.id);
        before
    });
    watch(state, interaction.id);
    Pending {
        state: Arc::clone(state),
        interaction: interaction.clone(),
        skip,
        repeated,
    }
}

/// Sends an interaction to the connected bot.
pub(crate) fn deliver(world: &mut World, id: Snowflake) {
    let Some(record) = world.interactions.get(&id) else {
        return;
    };
    let (guild, payload) = (record.guild, Arc::clone(&record.interaction.payload));
    let patience = world.first_answer;
    let session = world.dispatch(guild, "INTERACTION_CREATE", &payload);
    if let Some(record) = world.record_mut(id) {
        record.delivered = Instant::now();
        record.due = record.delivered + patience;
        record.allowance += 1;
        record.session = session;
    }
}

/// Records a violation if the time runs out while the bot that was asked is still there.
pub(crate) fn watch(state: &Arc<State>, id: Snowflake) {
    let state = Arc::clone(state);
    let runtime = state.runtime.clone();
    runtime.spawn(async move {
        let due = state.look(|world| world.interactions.get(&id).map(|record| record.due));
        let Some(due) = due else { return };
        time::sleep_until(due).await;
        state.change(|world| {
            let Some(record) = world.interactions.get(&id) else {
                return;
            };
            let waiting = record.acknowledged.is_none() && record.due == due;
            let asked = record
                .session
                .as_deref()
                .is_some_and(|session| world.connected(session));
            if waiting && asked && !record.hindered && record.in_flight == 0 {
                let at = describe(record);
                world.accuse(&at, "TIMED_OUT", "No answer within three seconds.");
            }
        });
    });
}

/// Describes an interaction in a few words.
pub(crate) fn describe(record: &Record) -> String {
    let data = &record.interaction.payload["data"];
    let name = data["name"]
        .as_str()
        .or_else(|| data["custom_id"].as_str())
        .unwrap_or_default();
    match record.kind {
        COMMAND => format!("interaction {}: command {name}", record.interaction.id),
        COMPLETION => format!(
            "interaction {}: completion for {name}",
            record.interaction.id
        ),
        _ => format!("interaction {}: component {name}", record.interaction.id),
    }
}

/// Returns the event's data without id and token.
fn payload(world: &World, act: &Act) -> Option<Value> {
    let channel = world.channels.get(&act.channel)?;
    let user = world.users.get(&act.user)?;
    if !world.sees(user.id, channel) {
        return None;
    }
    let permissions = world.permissions(user.id, channel).to_string();
    let place = channel.to_partial(&permissions);
    let mut payload = json!({
        "application_id": world.application,
        "type": act.kind,
        "data": act.data,
        "channel": place,
        "channel_id": channel.id,
        "version": 1,
        "app_permissions": world.app_permissions(channel).to_string(),
        "locale": user.locale,
        "entitlements": [],
        "authorizing_integration_owners": world.owners(act, channel),
        "context": install::context(channel),
        "attachment_size_limit": limits::FILE_BYTES,
    });
    match channel.guild {
        Some(id) => {
            let guild = world.guilds.get(&id)?;
            let mut member = world.member_json(id, user.id)?;
            member["permissions"] = json!(permissions);
            payload["member"] = member;
            payload["guild_id"] = json!(id);
            payload["guild"] = json!({
                "id": id, "locale": guild.locale, "features": guild.features(),
            });
            payload["guild_locale"] = json!(guild.locale);
        }
        None => payload["user"] = user.to_json(),
    }
    if let Some(source) = act.source {
        payload["message"] = world.message_json(world.messages.get(&source)?);
    }
    Some(payload)
}
