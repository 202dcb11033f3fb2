//! The gateway: a WebSocket on which the bot is told of events.

use std::{collections::VecDeque, sync::Arc};

use axum::{
    Extension,
    extract::{
        ConnectInfo, OriginalUri, State as Shared,
        ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade},
    },
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::{
    Snowflake, away,
    connection::{Cut, Port},
    fault::Fault,
    reply::{Refused, foreign, respond},
    state::State,
    world::World,
};

/// Intents that ordinary applications do not have: members, presences, message content.
const PRIVILEGED: u64 = 1 << 1 | 1 << 8 | 1 << 15;
/// Path at which bots are to resume their sessions.
pub(crate) const RESUMING: &str = "/resume/";
/// Number of events kept for a bot that resumes.
const KEPT_EVENTS: usize = 2000;

/// The answer to a bot that wants to resume its session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resume {
    /// The bot gets the events that it missed.
    Replay,
    /// The session is invalid, and the bot must identify itself again.
    Invalid,
}

/// An order to a connection.
#[derive(Debug)]
pub(crate) enum Order {
    Text(String),
    Close(u16),
    Drop,
}

/// A bot's session.
#[derive(Debug)]
pub(crate) struct Session {
    id: String,
    shard: (u64, u64),
    /// The connection, if there is one, and its number.
    link: Option<(u64, UnboundedSender<Order>)>,
    sequence: u64,
    sent: VecDeque<(u64, String)>,
}

impl Session {
    /// Returns true if a bot is connected to it.
    pub(crate) fn alive(&self) -> bool {
        self.link.is_some()
    }

    /// Iterates over the events sent to it lately.
    pub(crate) fn events(&self) -> impl Iterator<Item = &str> {
        self.sent.iter().map(|(_, event)| event.as_str())
    }

    fn give(&self, order: Order) {
        if let Some((_, link)) = &self.link {
            // A bot that has just disconnected is noticed by the end of its connection.
            let _gone = link.send(order);
        }
    }

    /// Returns true if the session receives events of a server, or of direct messages.
    fn hears(&self, guild: Option<Snowflake>) -> bool {
        let (number, of) = self.shard;
        // Direct messages go to the first shard.
        guild.map_or(0, |guild| (guild.0 >> 22) % of.max(1)) == number
    }

    fn event(&mut self, name: &str, data: &Value) {
        self.sequence += 1;
        let event = json!({"op": 0, "s": self.sequence, "t": name, "d": data}).to_string();
        self.sent.push_back((self.sequence, event.clone()));
        if self.sent.len() > KEPT_EVENTS {
            self.sent.pop_front();
        }
        self.give(Order::Text(event));
    }
}

impl World {
    /// Sends an event of a server, or of direct messages. Returns the session it went to. A session
    /// without a connection gets it when it resumes.
    pub(crate) fn dispatch(
        &mut self,
        guild: impl Into<Option<Snowflake>>,
        name: &str,
        data: &Value,
    ) -> Option<String> {
        let guild = guild.into();
        if guild.is_some_and(|guild| self.is_strange(guild)) && name != "INTERACTION_CREATE" {
            return None;
        }
        let place = self
            .sessions
            .iter()
            .rposition(|session| session.alive() && session.hears(guild))
            .or_else(|| {
                self.sessions
                    .iter()
                    .rposition(|session| session.hears(guild))
            })?;
        let spoilt = self.spoil(name, data);
        let session = &mut self.sessions[place];
        session.event(name, spoilt.as_ref().unwrap_or(data));
        Some(session.id.clone())
    }

    /// Returns true if a session has a connection.
    pub(crate) fn connected(&self, session: &str) -> bool {
        self.sessions
            .iter()
            .any(|known| known.id == session && known.alive())
    }

    /// Gives an order to every connection.
    pub(crate) fn order_all(&self, order: impl Fn() -> Order) {
        for session in &self.sessions {
            session.give(order());
        }
    }

    /// Ends every connection. The fake counts them as over at once, even if the bot notices later.
    pub(crate) fn end_all(&mut self, order: impl Fn() -> Order) {
        self.order_all(order);
        for session in &mut self.sessions {
            session.link = None;
        }
    }

    /// Returns a server with all its contents, in Discord's form.
    pub(crate) fn guild_json(&self, id: Snowflake) -> Option<Value> {
        let guild = self.guilds.get(&id)?;
        let inside = self
            .channels
            .values()
            .filter(|channel| channel.guild == Some(id));
        let inside = inside.filter(|channel| self.bot_sees(channel));
        let (threads, channels): (Vec<_>, Vec<_>) = inside.partition(|channel| channel.is_thread());
        let channels: Vec<_> = channels.into_iter().map(|c| self.place_json(c)).collect();
        let threads: Vec<_> = threads
            .into_iter()
            .filter(|t| !t.archived)
            .map(|t| t.to_json())
            .collect();
        // Without the members' intent, a bot is told only of itself.
        let own = self.own_member_json(id)?;
        let roles = self.roles_json(id)?;
        Some(guild.to_json(&roles, &channels, &threads, &[own]))
    }
}

/// Accepts a bot's connection.
pub(crate) async fn connect(
    Shared(state): Shared<Arc<State>>,
    Extension(Port(port)): Extension<Port>,
    ConnectInfo(cut): ConnectInfo<Cut>,
    OriginalUri(uri): OriginalUri,
    upgrade: WebSocketUpgrade,
) -> Response {
    if away::refuses(&state, &cut, true) {
        return respond(503, None).into_response();
    }
    let fault = state.change(|world| world.take_fault("GET /"));
    match fault {
        Some(Fault::Status(status, code)) => {
            let body = Refused::met(status, code, "A fault on purpose.").to_json();
            return respond(status, Some(&body)).into_response();
        }
        Some(Fault::RateLimited(_)) => {
            return respond(429, Some(&json!({"retry_after": 1.0}))).into_response();
        }
        Some(Fault::Foreign(status)) => return foreign(status).into_response(),
        Some(Fault::DropBefore | Fault::DropAfter) => cut.cut(),
        Some(Fault::Delay(time)) => tokio::time::sleep(time).await,
        None => {}
    }
    let is_for_resuming = uri.path() == RESUMING;
    upgrade.on_upgrade(move |socket| async move {
        let (link, orders) = unbounded_channel();
        let mut connection = Connection {
            state,
            port,
            number: 0,
            is_for_resuming,
            session: None,
            link,
        };
        connection.run(socket, orders).await;
        connection.end();
    })
}

/// One connection of a bot.
struct Connection {
    state: Arc<State>,
    port: u16,
    number: u64,
    /// The bot has come to the address for resuming.
    is_for_resuming: bool,
    session: Option<String>,
    link: UnboundedSender<Order>,
}

impl Connection {
    async fn run(&mut self, mut socket: WebSocket, mut orders: UnboundedReceiver<Order>) {
        let interval = self.state.change(|world| {
            self.number = world.ids.next().0;
            world.heartbeat.as_millis().try_into().unwrap_or(u64::MAX)
        });
        let hello = json!({"op": 10, "d": {"heartbeat_interval": interval}});
        self.say(&hello);
        loop {
            let (order, frame) = tokio::select! {
                order = orders.recv() => (order, None),
                frame = socket.recv() => (None, Some(frame)),
            };
            if !matches!(order, Some(Order::Drop)) {
                // During an outage, messages wait here until it is over.
                away::spoken(&self.state).await;
            }
            match (order, frame) {
                (Some(Order::Text(text)), _) => {
                    if socket.send(Frame::Text(text.into())).await.is_err() {
                        return;
                    }
                }
                (Some(Order::Close(code)), _) => {
                    let frame = CloseFrame {
                        code,
                        reason: "".into(),
                    };
                    let _gone = socket.send(Frame::Close(Some(frame))).await;
                    return;
                }
                (_, Some(Some(Ok(Frame::Text(text))))) => self.hear(text.as_str()),
                (_, Some(Some(Ok(Frame::Ping(_) | Frame::Pong(_))))) => {}
                (_, Some(Some(Ok(Frame::Close(said))))) => {
                    // The library answers it when it is asked for the next frame.
                    let goodbye = said.is_some_and(|said| said.code == 1000);
                    self.state
                        .change(|world| world.goodbyes += usize::from(goodbye));
                }
                (_, Some(Some(Ok(Frame::Binary(_))))) => {
                    self.close(4002, "The gateway takes text only.");
                }
                (Some(Order::Drop), _) | (None, None | Some(_)) => return,
            }
        }
    }

    fn say(&self, payload: &Value) {
        let _gone = self.link.send(Order::Text(payload.to_string()));
    }

    /// Closes the connection because of what the bot did.
    fn close(&self, code: u16, why: &str) {
        self.state
            .change(|world| world.accuse("gateway", &code.to_string(), why));
        let _gone = self.link.send(Order::Close(code));
    }

    fn hear(&mut self, text: &str) {
        let Ok(payload) = serde_json::from_str::<Value>(text) else {
            self.close(4002, "What was sent cannot be decoded.");
            return;
        };
        match payload["op"].as_u64() {
            Some(1) => {
                let acknowledged = self.state.change(|world| {
                    world.heartbeats += usize::from(!world.deaf_to_heartbeats);
                    !world.deaf_to_heartbeats
                });
                if acknowledged {
                    self.say(&json!({"op": 11}));
                }
            }
            Some(2) => self.identify(&payload["d"]),
            Some(6) => self.resume(&payload["d"]),
            Some(3) => {}
            Some(_) | None => self.close(4001, "An unknown opcode."),
        }
    }

    fn identify(&mut self, data: &Value) {
        if self.session.is_some() {
            return self.close(4005, "The bot has identified itself already.");
        }
        let (Some(token), Some(intents)) = (data["token"].as_str(), data["intents"].as_u64())
        else {
            return self.close(4002, "An identification needs a token and intents.");
        };
        if intents & PRIVILEGED != 0 {
            return self.close(4014, "A privileged intent is asked for.");
        }
        if !data["properties"].is_object() {
            return self.close(4002, "An identification needs properties.");
        }
        let shard = |n: usize| data["shard"][n].as_u64();
        let shard = (shard(0).unwrap_or(0), shard(1).unwrap_or(1));
        let token = token.strip_prefix("Bot ").unwrap_or(token).to_owned();
        let known = self
            .state
            .look(|world| world.only_token.as_ref().is_none_or(|only| *only == token));
        if !known {
            let _gone = self.link.send(Order::Close(4004));
            return;
        }
        self.state.change(|world| {
            world.identifies += 1;
            if let Some(code) = world.turning_away {
                let _gone = self.link.send(Order::Close(code));
                return;
            }
            world.token = Some(token);
            let id = format!("session-{}", world.ids.next());
            let mut session = Session {
                id: id.clone(),
                shard,
                link: Some((self.number, self.link.clone())),
                sequence: 0,
                sent: VecDeque::new(),
            };
            let heard: Vec<_> = world
                .guilds
                .values()
                .filter(|guild| !guild.strange && session.hears(Some(guild.id)))
                .map(|guild| guild.id)
                .collect();
            let guilds: Vec<_> = heard
                .iter()
                .map(|id| json!({"id": id, "unavailable": true}))
                .collect();
            let ready = json!({
                "v": 10,
                "user": world.users.get(&world.bot).map(crate::UserInfo::to_own_json),
                "guilds": guilds,
                "session_id": id,
                "resume_gateway_url": format!("ws://127.0.0.1:{}{}", self.port, RESUMING.trim_end_matches('/')),
                "shard": [shard.0, shard.1],
                "application": {"id": world.application, "flags": 0},
            });
            let ready = world.spoil("READY", &ready).unwrap_or(ready);
            session.event("READY", &ready);
            // One that is unavailable comes when it is available again.
            let here = |id: &Snowflake| world.guilds.get(id).is_some_and(|one| !one.unavailable);
            let heard: Vec<_> = heard.into_iter().filter(here).collect();
            for guild in heard {
                if let Some(data) = world.guild_json(guild) {
                    session.event("GUILD_CREATE", &data);
                }
            }
            world
                .sessions
                .retain(|known| known.alive() || known.shard != shard);
            world.sessions.push(session);
            self.session = Some(id);
        });
    }

    fn resume(&mut self, data: &Value) {
        let seen = data["seq"].as_u64().unwrap_or(0);
        let resumed = self.state.change(|world| {
            let allowed = world.resume == Resume::Replay;
            let wanted = data["session_id"].as_str().filter(|_| allowed)?;
            let session = world
                .sessions
                .iter_mut()
                .find(|session| session.id == wanted)?;
            session.give(Order::Drop);
            session.link = Some((self.number, self.link.clone()));
            for (_, event) in session.sent.iter().filter(|(sequence, _)| *sequence > seen) {
                session.give(Order::Text(event.clone()));
            }
            session.event("RESUMED", &json!({}));
            let id = session.id.clone();
            world.resumes += 1;
            world.resumes_where_told += usize::from(self.is_for_resuming);
            Some(id)
        });
        match resumed {
            Some(id) => self.session = Some(id),
            None => self.say(&json!({"op": 9, "d": false})),
        }
    }

    /// Ends the connection. The session may be resumed.
    fn end(&self) {
        self.state.change(|world| {
            for session in &mut world.sessions {
                if session
                    .link
                    .as_ref()
                    .is_some_and(|(number, _)| *number == self.number)
                {
                    session.link = None;
                }
            }
        });
    }
}
