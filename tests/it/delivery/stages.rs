//! The messengers that delivery is tested over: a chat in memory, and Discord as the fake has it.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, LazyLock},
    time::Duration,
};

use fake_discord::{FakeDiscord, Fault, User};
use rondel::{
    chats::discord::DiscordMarkup,
    commands::Responder,
    delivery::{
        Backoff, ChatRefusal, Delivery, Failure, Manner, Messenger, Need, PostId, Poster,
        memory::MemoryChat,
    },
    host::Host,
    matchplay::{Moment, Place},
    messages::{DrawingQueue, Markup},
    store::{Store, people::People},
};
use serde_json::Value;
use tokio::task::JoinHandle;

use super::Kept;
use crate::discord::{
    Scene,
    inside::{Inside, Parts},
};

/// A message as people see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    /// `hall`, `thread` or `to NAME`.
    pub(super) place: String,
    /// `page`, `board`, `asks` (words over buttons) or `words`.
    pub(super) kind: &'static str,
    pub(super) text: String,
    /// The names of those whom it calls.
    pub(super) calls: Vec<String>,
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.place, self.kind)?;
        for (at, name) in self.calls.iter().enumerate() {
            write!(f, "{}{name}", if at == 0 { " -> " } else { " " })?;
        }
        Ok(())
    }
}

/// Says what a message is.
fn kind(is_page: bool, is_pictured: bool, has_buttons: bool) -> &'static str {
    match (is_page, is_pictured, has_buttons) {
        (_, true, _) => "board",
        (true, ..) => "page",
        (_, _, true) => "asks",
        _ => "words",
    }
}

/// A way in which telling can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// A right is missing.
    Refused,
    /// Too many requests.
    Limited,
    /// The chat breaks down.
    Overloaded,
    /// The connection breaks, and nothing is done.
    Before,
    /// It is done, and the connection breaks.
    After,
    /// Files are not taken.
    Files,
    /// It is not understood.
    Unknown,
}

/// A request that can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// To post a message.
    Post,
    /// To open a thread.
    Thread,
}

/// What can happen to a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Loss {
    Gone,
    Locked,
}

pub(super) trait Stage: Sized {
    const REALM: &'static str;

    /// True if a mention in a private thread lets somebody in.
    const MENTIONS_LET_IN: bool;

    /// Starts on what is kept, with waits of this length, or short ones.
    async fn start(kept: &Kept, waits: Option<Duration>) -> Self;

    /// Ends it as it is, and starts it again some minutes later: nobody remembers marks.
    async fn restart(&mut self, kept: &Kept, waits: Option<Duration>);

    fn host(&self) -> &Arc<Host>;
    fn responder(&self) -> &Responder;

    /// The place where tables are opened.
    fn hall(&self) -> Place;

    /// The id of somebody.
    fn id_of(&self, name: &str) -> String;

    /// All that stands there, by the numbers of the messages.
    fn said(&self) -> BTreeMap<u64, Said>;

    /// Lets the next requests of a kind fail, this many.
    fn fail(&self, what: Asked, trouble: Trouble, times: usize);

    /// Waits until all planned failures have happened.
    async fn failed(&self);

    /// Does something to the thread of a match.
    fn lose(&self, thread: &Place, loss: Loss);

    /// Lets somebody leave the server, or come back.
    fn set_gone(&self, name: &str, gone: bool);

    /// Lets somebody take no direct messages, or take them again.
    fn set_closed(&self, name: &str, closed: bool);

    /// The names of those who were added to a thread.
    fn members(&self, thread: &Place) -> Vec<String>;
}

const NAMES: [&str; 5] = ["ann", "ben", "cy", "dora", "mia"];

/// The waits between tries.
fn backoff(waits: Option<Duration>) -> Backoff {
    match waits {
        Some(wait) => Backoff::new(wait, wait),
        None => Backoff::new(Duration::from_millis(2), Duration::from_millis(20)),
    }
}

/// The chat in memory.
pub(super) struct Memory {
    chat: MemoryChat,
    host: Arc<Host>,
    responder: Responder,
    poster: Arc<Poster<MemoryChat>>,
    posting: JoinHandle<()>,
}

/// Draws for all chats in memory: a queue has a thread of its own.
static DRAWING: LazyLock<Arc<DrawingQueue>> =
    LazyLock::new(|| Arc::new(DrawingQueue::start().expect("a thread")));

/// How it writes: nothing special.
#[derive(Debug)]
struct Plain;

impl Markup for Plain {
    fn calls_people(&self) -> bool {
        true
    }

    fn usual_time(&self) -> Option<rondel::matchplay::TimeLimit> {
        DiscordMarkup.usual_time()
    }

    fn is_shared(&self, place: &Place) -> bool {
        !place.server().ends_with("direct")
    }
}

impl Memory {
    async fn over(chat: MemoryChat, kept: &Kept, waits: Option<Duration>) -> Memory {
        let host = kept.host().await;
        let responder = || Responder::new(Arc::clone(&host), Arc::new(Plain));
        let manner = Manner {
            pictures: Arc::clone(&DRAWING),
            waits: backoff(waits),
            ping_gap: kept.ping_gap,
        };
        let reach = host.reach_over(|_, _| None);
        let delivery = Delivery::new(chat.clone(), responder(), reach, manner);
        let poster = Arc::new(Poster::new(Arc::new(delivery)));
        let outbox = host.outbox(MemoryChat::REALM).await.expect("an outbox");
        let posting = tokio::spawn(Arc::clone(&poster).run(outbox));
        Memory {
            chat,
            responder: responder(),
            host,
            poster,
            posting,
        }
    }
}

impl Stage for Memory {
    const REALM: &'static str = MemoryChat::REALM;
    const MENTIONS_LET_IN: bool = false;

    async fn start(kept: &Kept, waits: Option<Duration>) -> Memory {
        let chat = MemoryChat::default();
        chat.with(|rooms| {
            rooms.now = Moment(2_000);
            rooms
                .rooms
                .insert(Place::new("memory/1/hall"), Default::default());
        });
        Memory::over(chat, kept, waits).await
    }

    async fn restart(&mut self, kept: &Kept, waits: Option<Duration>) {
        self.poster.stop();
        self.chat.with(|chat| chat.marks.clear());
        (&mut self.posting).await.expect("it ends");
        *self = Memory::over(self.chat.clone(), kept, waits).await;
    }

    fn host(&self) -> &Arc<Host> {
        &self.host
    }

    fn responder(&self) -> &Responder {
        &self.responder
    }

    fn hall(&self) -> Place {
        Place::new("memory/1/hall")
    }

    fn id_of(&self, name: &str) -> String {
        name.to_owned()
    }

    fn said(&self) -> BTreeMap<u64, Said> {
        self.chat.with(|chat| {
            let named = |place: &Place| match (place.server(), place.room()) {
                ("memory/direct", who) => format!("to {who}"),
                (_, "hall") => String::from("hall"),
                _ => String::from("thread"),
            };
            let mut all = BTreeMap::new();
            for (place, room) in &chat.rooms {
                // What was deleted is seen by nobody.
                let messages = room.messages.iter();
                for (posted, calls) in messages.filter(|_| room.closed != Some(Failure::Gone)) {
                    let pictured = !posted.files.is_empty();
                    let buttons = !posted.buttons.is_empty();
                    let place = named(place);
                    // Who is written to is called by that.
                    let reader = place.strip_prefix("to ").map(str::to_owned);
                    let said = Said {
                        kind: kind(posted.is_page, pictured, buttons),
                        text: posted.text.clone(),
                        calls: calls.iter().cloned().chain(reader).collect(),
                        place,
                    };
                    let PostId(id) = posted.id;
                    all.insert(id, said);
                }
            }
            all
        })
    }

    fn fail(&self, what: Asked, trouble: Trouble, times: usize) {
        let what = match what {
            Asked::Post => "send",
            Asked::Thread => "open_thread",
        };
        let failure = match trouble {
            Trouble::Refused => Some(Failure::Refused(ChatRefusal::Rights(
                Need::Speak,
                Vec::new(),
            ))),
            Trouble::Limited => Some(Failure::TryAgain(Duration::from_millis(1))),
            Trouble::Overloaded => Some(Failure::TryAgain(Duration::ZERO)),
            Trouble::Before => Some(Failure::InDoubt),
            Trouble::After => None,
            Trouble::Files => Some(Failure::Refused(ChatRefusal::Files(Vec::new()))),
            Trouble::Unknown => Some(Failure::Refused(ChatRefusal::Unknown)),
        };
        let faults = std::iter::repeat_n((what, failure), times);
        self.chat.with(|chat| chat.faults.extend(faults));
    }

    async fn failed(&self) {
        let mut looks = tokio::time::interval(Duration::from_millis(2));
        while !self.chat.with(|chat| chat.faults.is_empty()) {
            looks.tick().await;
        }
    }

    fn lose(&self, thread: &Place, loss: Loss) {
        let why = match loss {
            Loss::Gone => Failure::Gone,
            Loss::Locked => Failure::Refused(ChatRefusal::Locked),
        };
        self.chat.with(|chat| {
            let room = chat.rooms.get_mut(thread).expect("a thread");
            room.closed = Some(why);
        });
    }

    fn set_gone(&self, name: &str, gone: bool) {
        self.chat.with(|chat| {
            if gone {
                chat.gone.insert(name.to_owned())
            } else {
                chat.gone.remove(name)
            }
        });
    }

    fn set_closed(&self, name: &str, closed: bool) {
        let direct = Place::new(&format!("memory/direct/{name}"));
        let why = closed.then_some(Failure::Refused(ChatRefusal::Closed));
        self.chat
            .with(|chat| chat.rooms.entry(direct).or_default().closed = why);
    }

    fn members(&self, thread: &Place) -> Vec<String> {
        let members =
            |room: &rondel::delivery::memory::Room| room.members.iter().cloned().collect();
        self.chat
            .with(|chat| chat.rooms.get(thread).map_or_else(Vec::new, members))
    }
}

/// Discord as the fake has it.
pub(super) struct Discord {
    scene: Scene,
    people: BTreeMap<&'static str, User>,
    bot: Option<Inside>,
    responder: Responder,
}

const POSTS: &str = "POST /channels/*/messages";
const THREADS: &str = "POST /channels/*/threads";

impl Discord {
    async fn boot(scene: &Scene, kept: &Kept, waits: Option<Duration>) -> (Inside, Responder) {
        let mut parts = Parts {
            store: Arc::clone(&kept.store) as Arc<dyn Store>,
            people: Arc::<People>::clone(&kept.people),
            clock: Arc::clone(&kept.clock) as _,
            ..Parts::new(&scene.discord)
        };
        parts.connection.waits = backoff(waits);
        parts.connection.ping_gap = kept.ping_gap;
        let bot = parts.start();
        scene.discord.bot_ready().await;
        let responder = Responder::new(Arc::clone(&bot.host), Arc::new(DiscordMarkup));
        (bot, responder)
    }

    fn bot(&self) -> &Inside {
        self.bot.as_ref().expect("it runs")
    }

    fn channel(&self, place: &Place) -> fake_discord::Channel {
        let id: u64 = place.room().parse().expect("an id");
        self.scene.discord.channel(fake_discord::Snowflake(id))
    }
}

/// Returns all texts of a page.
fn texts(component: &Value, all: &mut String) {
    match component {
        Value::Array(inside) => inside.iter().for_each(|one| texts(one, all)),
        Value::Object(_) => {
            all.extend(component["content"].as_str());
            texts(&component["components"], all);
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

impl Stage for Discord {
    const REALM: &'static str = "discord";
    const MENTIONS_LET_IN: bool = true;

    async fn start(kept: &Kept, waits: Option<Duration>) -> Discord {
        let scene = Scene::without_bot(FakeDiscord::start().await);
        let [ann, ben, cy] = scene.players.clone();
        let [dora, mia] = ["dora", "mia"].map(|name| scene.guild.user(name));
        let people = NAMES.into_iter().zip([ann, ben, cy, dora, mia]).collect();
        let (bot, responder) = Discord::boot(&scene, kept, waits).await;
        Discord {
            scene,
            people,
            bot: Some(bot),
            responder,
        }
    }

    async fn restart(&mut self, kept: &Kept, waits: Option<Duration>) {
        if let Some(bot) = self.bot.take() {
            bot.stop().await.expect("it ends");
        }
        self.scene.discord.bot_gone().await;
        self.scene.discord.forget_nonces();
        let (bot, responder) = Discord::boot(&self.scene, kept, waits).await;
        (self.bot, self.responder) = (Some(bot), responder);
    }

    fn host(&self) -> &Arc<Host> {
        &self.bot().host
    }

    fn responder(&self) -> &Responder {
        &self.responder
    }

    fn hall(&self) -> Place {
        let (guild, channel) = (self.scene.guild.id(), self.scene.channel.id());
        Place::new(&format!("discord/{guild}/{channel}"))
    }

    fn id_of(&self, name: &str) -> String {
        self.people[name].id().to_string()
    }

    fn said(&self) -> BTreeMap<u64, Said> {
        let names = |ids: &[fake_discord::Snowflake]| {
            let names = ids.iter().map(|id| {
                let found = self.people.iter().find(|(_, user)| user.id() == *id);
                found.map_or("somebody", |(name, _)| name).to_owned()
            });
            names.collect()
        };
        let mut directs = BTreeMap::new();
        for (name, user) in &self.people {
            if let Some(direct) = self
                .scene
                .discord
                .look(|world| world.direct_with(user.id()))
            {
                directs.insert(direct, format!("to {name}"));
            }
        }
        let threads = self.scene.channel.threads();
        let threads: Vec<_> = threads.iter().map(fake_discord::Channel::id).collect();
        let hall = self.scene.channel.id();
        let mut all = BTreeMap::new();
        self.scene.discord.look(|world| {
            for message in world.all_messages() {
                let at = message.channel;
                let thread = threads.iter().position(|one| *one == at);
                let place = match (thread, directs.get(&at)) {
                    (Some(_), _) => String::from("thread"),
                    (None, Some(direct)) => direct.clone(),
                    (None, None) if at == hall => String::from("hall"),
                    (None, None) => continue,
                };
                if message.system.is_some() || message.author != world.bot() {
                    continue;
                }
                let is_page = message.content.is_empty();
                let mut text = message.content.clone();
                if is_page {
                    texts(&message.components, &mut text);
                }
                let pictured = !message.attachments.is_empty();
                let said = Said {
                    place,
                    kind: kind(is_page, pictured, !message.buttons().is_empty()),
                    text,
                    calls: names(&message.pinged),
                };
                all.insert(message.id.0, said);
            }
        });
        all
    }

    fn fail(&self, what: Asked, trouble: Trouble, times: usize) {
        let fault = match trouble {
            // With a picture this may be about the picture: the words are tried as well.
            Trouble::Refused => Fault::Status(403, 50_013),
            Trouble::Limited => Fault::RateLimited(Duration::from_millis(1)),
            Trouble::Overloaded => Fault::Status(503, 130_000),
            Trouble::Before => Fault::DropBefore,
            Trouble::After => Fault::DropAfter,
            Trouble::Files => Fault::Status(413, 40_005),
            Trouble::Unknown => Fault::Status(400, 99_999_999),
        };
        let (route, each) = match (what, trouble) {
            (Asked::Post, Trouble::Refused) => (POSTS, 2),
            (Asked::Post, _) => (POSTS, 1),
            (Asked::Thread, _) => (THREADS, 1),
        };
        self.scene.discord.fail_times(route, fault, times * each);
    }

    async fn failed(&self) {
        let happened = |world: &fake_discord::World| {
            ![POSTS, THREADS].iter().any(|one| world.plans_fault(one))
        };
        self.scene
            .discord
            .wait_until("the failures", happened)
            .await;
    }

    fn lose(&self, thread: &Place, loss: Loss) {
        let thread = self.channel(thread);
        match loss {
            Loss::Gone => thread.delete(),
            Loss::Locked => thread.set_locked(true),
        }
    }

    fn set_gone(&self, name: &str, gone: bool) {
        let user = &self.people[name];
        if gone {
            self.scene.guild.leave(user);
        } else {
            self.scene.guild.join(user);
        }
    }

    fn set_closed(&self, name: &str, closed: bool) {
        self.people[name].set_direct_closed(closed);
    }

    fn members(&self, thread: &Place) -> Vec<String> {
        let members = self.channel(thread).info().expect("a thread").members;
        let mut names: Vec<String> = members
            .iter()
            .filter_map(|id| self.people.iter().find(|(_, user)| user.id() == *id))
            .map(|(name, _)| (*name).to_owned())
            .collect();
        names.sort();
        names
    }
}
