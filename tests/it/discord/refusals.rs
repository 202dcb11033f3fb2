//! Each of Discord's error codes at each of the bot's requests: everybody who was to hear something hears
//! it, later or in another way, or the log says why not. And what cannot be seen is not taken for what is not
//! there.

use std::{
    collections::BTreeMap,
    fmt,
    io::{self, Write},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use fake_discord::{AnswerKind, Channel, FakeDiscord, Fault, Snowflake, User, World, codes};
use rondel::{
    chats::discord::DiscordError,
    matchplay::{Event, Place},
    store::Store,
};
use serde_json::json;
use tokio::time::{interval, timeout};
use tracing::{Level, subscriber::DefaultGuard};

use super::{
    Scene, Table, boards, ended,
    inside::{Inside, Parts},
    is_end, match_of, mv, table, told,
};
use crate::{
    said::{assert_moved, assert_says, says},
    store::guarded::{Guard, Guarded},
    tidy::{files, read},
};

const ADDED: &str = "PUT /channels/*/thread-members/*";
const ANSWERS: &str = "POST /interactions/*/*/callback";
const CHANNEL: &str = "GET /channels/*";
const DIRECT: &str = "POST /channels/DIRECT/messages";
const EDITS: &str = "PATCH /channels/*/messages/*";
const GATEWAY: &str = "GET /gateway";
const IS_IN: &str = "GET /channels/*/thread-members/*";
const LISTS: &str = "GET /channels/*/messages";
const MEMBERS: &str = "GET /guilds/*/members/*";
const OPENINGS: &str = "POST /users/@me/channels";
const OPEN_THREADS: &str = "GET /guilds/*/threads/active";
const POSTS: &str = "POST /channels/*/messages";
const PROMISED: &str = "PATCH /webhooks/*/*/messages/@original";
const THREADS: &str = "POST /channels/*/threads";

/// The cause of a request whose refusal is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// It starts.
    Start,
    /// It starts where its commands are not registered.
    Register,
    /// It comes to a server.
    Greet,
    /// A manager asks what it may do there.
    Check,
    /// Somebody takes a seat at a table that stands elsewhere.
    Table,
    /// Somebody opens a table in a private thread.
    Join,
    /// A match begins.
    Begin,
    /// A move is made elsewhere, so that the outbox alone tells it.
    Move,
    /// The same after a post of it has failed.
    Doubt,
    /// The same as the first thing after a start.
    First,
    /// The same while all posts fail.
    Outage,
    /// A move is made where the match is played.
    Answer,
    /// The same where Discord does not describe the channel.
    Undescribed,
    /// Somebody asks for something that is there at once.
    Show,
    /// Somebody asks for something that is there later.
    Promise,
    /// Somebody asks for something, and Discord's words cannot be read.
    Unclear,
    /// Somebody who does not play asks for the board.
    Sight,
    /// A match ends.
    End,
}

/// A request: serenity's name, the number of times that it stands in the code, and the routes, each with a cause.
type Tried = (&'static str, usize, &'static [(&'static str, Way)]);

/// The requests of the bot.
const REQUESTS: &[Tried] = &[
    (
        "Channel",
        3,
        &[
            (CHANNEL, Way::Doubt),
            (CHANNEL, Way::Sight),
            (CHANNEL, Way::Undescribed),
            ("PATCH /channels/*", Way::End),
        ],
    ),
    (
        "ChannelMessage",
        1,
        &[(EDITS, Way::Move), (EDITS, Way::Table)],
    ),
    (
        "ChannelMessages",
        2,
        &[
            (DIRECT, Way::Move),
            (LISTS, Way::Doubt),
            (LISTS, Way::Move),
            (LISTS, Way::Table),
            (POSTS, Way::Greet),
            (POSTS, Way::Move),
        ],
    ),
    (
        "ChannelThreadMember",
        2,
        &[(ADDED, Way::Begin), (IS_IN, Way::Sight)],
    ),
    (
        "ChannelThreadMemberMe",
        1,
        &[("PUT /channels/*/thread-members/@me", Way::Join)],
    ),
    ("ChannelThreads", 1, &[(THREADS, Way::Begin)]),
    (
        "Commands",
        1,
        &[
            ("GET /applications/*/commands", Way::Register),
            ("PUT /applications/*/commands", Way::Register),
        ],
    ),
    ("Gateway", 1, &[(GATEWAY, Way::Outage)]),
    ("GatewayBot", 1, &[("GET /gateway/bot", Way::Start)]),
    (
        "Guild",
        1,
        &[
            ("GET /guilds/*", Way::Check),
            ("GET /guilds/*", Way::Greet),
            ("GET /guilds/*", Way::Sight),
        ],
    ),
    (
        "GuildChannels",
        1,
        &[
            ("GET /guilds/*/channels", Way::Check),
            ("GET /guilds/*/channels", Way::Greet),
        ],
    ),
    (
        "GuildMember",
        2,
        &[(MEMBERS, Way::Check), (MEMBERS, Way::First)],
    ),
    ("GuildThreadsActive", 1, &[(OPEN_THREADS, Way::Begin)]),
    (
        "InteractionResponse",
        1,
        &[
            (ANSWERS, Way::Answer),
            (ANSWERS, Way::Show),
            (ANSWERS, Way::Unclear),
        ],
    ),
    ("UserMeDmChannels", 1, &[(OPENINGS, Way::First)]),
    (
        "WebhookOriginalInteractionResponse",
        1,
        &[(PROMISED, Way::Promise)],
    ),
];

/// A new request is not forgotten: it is in the table, and so it is tried.
#[test]
fn each_request_that_the_bot_sends_is_tried() {
    let mut sent: BTreeMap<String, usize> = BTreeMap::new();
    for path in files(&["src/chats/discord"], &[".rs"]) {
        let text = read(&path);
        let code = text.split("#[cfg(test)]").next().expect("a part");
        for named in code.split("Route::").skip(1) {
            let name = named.split(|letter: char| !letter.is_alphanumeric()).next();
            *sent.entry(name.expect("a part").to_owned()).or_default() += 1;
        }
    }
    let tried = REQUESTS
        .iter()
        .map(|(name, count, _)| ((*name).to_owned(), *count));
    assert_eq!(sent, tried.collect());
}

/// Codes of each meaning, one that nobody knows, and the statuses that they come with.
const MEANINGS: [(u16, u64); 22] = [
    (400, 0),
    (400, 99_999_999),
    (403, 40_333),
    (401, 40_001),
    (400, 40_004),
    (429, 20_028),
    (503, 130_000),
    (404, 10_003),
    (404, 10_007),
    (404, 10_008),
    (404, 10_062),
    (400, 40_060),
    (403, 50_001),
    (403, 50_007),
    (403, 50_013),
    (400, 50_024),
    (400, 50_035),
    (400, 50_083),
    (400, 160_006),
    (400, 200_000),
    (403, 400_001),
    // Too many requests, in Discord's usual form, which has no code.
    (429, 0),
];

/// The codes that say that the time of an interaction is over: no answer is given any more.
const OVER: [u64; 4] = [10_012, 10_015, 10_062, 50_027];

/// The code that says that an interaction has been answered.
const ANSWERED: u64 = 40_060;

/// The codes that say of somebody that they are not there: a player who has left is not called.
const LEFT: [u64; 2] = [10_007, 10_013];

/// Returns the codes and statuses that are tried at the request of this number: every third meaning, so that each is
/// tried at every third request; or with `RONDEL_CODES=all` each code that is documented, as `.ci/long codes` does.
fn tried(request: usize) -> Vec<(u16, u64)> {
    if std::env::var("RONDEL_CODES").as_deref() != Ok("all") {
        let some = MEANINGS.iter().skip(request % 3).step_by(3);
        return some.copied().collect();
    }
    let known = |code| MEANINGS.iter().find(|(_, known)| *known == code);
    let all = codes().into_iter();
    all.map(|code| known(code).copied().unwrap_or((400, code)))
        .collect()
}

/// A refusal that a request meets once.
struct Refusal {
    route: &'static str,
    status: u16,
    code: u64,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.route, self.code)
    }
}

/// What came of each code at each request.
#[derive(Default)]
struct Results(BTreeMap<String, Vec<u64>>);

impl Drop for Results {
    fn drop(&mut self) {
        for (of, codes) in &self.0 {
            println!("{of} ({} codes): {codes:?}", codes.len());
        }
    }
}

/// The log of the bots on the thread of a test.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Keeps what is written as long as the guard lives.
    fn begin() -> (Log, DefaultGuard) {
        let log = Log::default();
        let writer = log.clone();
        let kept = tracing_subscriber::fmt()
            .with_max_level(Level::INFO)
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .finish();
        (log, tracing::subscriber::set_default(kept))
    }

    fn forget(&self) {
        self.0.lock().expect("no panic").clear();
    }

    /// Returns true if there is this in it.
    fn says(&self, words: &str) -> bool {
        let log = self.0.lock().expect("no panic");
        String::from_utf8_lossy(&log).contains(words)
    }

    /// Returns true if a line names this refusal. Of one that is about the number of requests the code is not read.
    fn names(&self, refusal: &Refusal) -> bool {
        let log = self.0.lock().expect("no panic");
        let log = String::from_utf8_lossy(&log);
        let is_limit = refusal.status == 429 && log.contains("too many requests");
        is_limit || log.contains(&format!("(code {}, status ", refusal.code))
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Lets the bot meet each code once at each request that is tried in a way: `act` makes the bot send the request,
/// and returns what came of it, once somebody has heard or the log has said why not.
async fn each_code(way: Way, mut act: impl AsyncFnMut(&mut Setting, &Refusal) -> &'static str) {
    let ((log, _guard), mut results) = (Log::begin(), Results::default());
    let routes = REQUESTS.iter().flat_map(|(_, _, routes)| *routes);
    for (request, (route, _)) in routes.enumerate().filter(|(_, (_, own))| *own == way) {
        // In places of their own, since nobody may open hundreds of tables.
        let (limits, others): (Vec<_>, Vec<_>) = tried(request)
            .into_iter()
            .partition(|(status, _)| *status == 429);
        // Whatever follows a limit has to wait for its time.
        for some in others.chunks(MEANINGS.len()).chain(limits.chunks(1)) {
            let mut setting = Setting::without_bot(&log).await;
            setting.start().await;
            for &(status, code) in some {
                let refusal = Refusal {
                    route,
                    status,
                    code,
                };
                log.forget();
                let came = act(&mut setting, &refusal).await;
                setting.has_met(&refusal).await;
                setting.scene.discord.clear_faults();
                let of = format!("{way:?}, {route}: {came}");
                results.0.entry(of).or_default().push(code);
            }
            setting.scene.assert_sound();
            // Nothing was asked again before the time that was named.
            assert_eq!(setting.scene.discord.breaches(), [], "{route}");
        }
    }
}

/// The first moves of three players.
const MOVES: [&str; 9] = ["e4", "m4", "u4", "d4", "l4", "t4", "c3", "k3", "s3"];

/// A server, and a match there that goes on as long as it is asked to, each time for one move.
struct Setting {
    scene: Scene,
    parts: Parts,
    bot: Option<Inside>,
    log: Log,
    elsewhere: Channel,
    /// The channel in which alone requests are refused.
    within: Option<Snowflake>,
    table: Option<Table>,
    played: usize,
}

impl Setting {
    /// One in which no bot has been started.
    async fn without_bot(log: &Log) -> Setting {
        let scene = Scene::without_bot(FakeDiscord::start().await);
        let parts = Parts::new(&scene.discord);
        // The second player wants direct messages.
        parts.prefer_direct(&scene.players[1]).await;
        let elsewhere = scene.guild.channel("elsewhere");
        Setting {
            scene,
            parts,
            bot: None,
            log: log.clone(),
            elsewhere,
            within: None,
            table: None,
            played: 0,
        }
    }

    async fn start(&mut self) {
        self.bot = Some(self.parts.again().start());
        self.scene.discord.bot_ready().await;
    }

    async fn stop(&mut self) {
        let bot = self.bot.take().expect("a bot");
        bot.stop().await.expect("it stops");
        self.scene.discord.bot_gone().await;
    }

    /// Returns the pattern of a refusal's route.
    fn route(&self, refusal: &Refusal) -> String {
        let direct = self.scene.players[1].direct().id().to_string();
        let route = refusal.route.replace("DIRECT", &direct);
        match self.within {
            Some(channel) => route.replace("/channels/*", &format!("/channels/{channel}")),
            None => route,
        }
    }

    /// Lets the next request of a kind be refused.
    fn meets(&self, refusal: &Refusal) {
        let fault = Fault::Status(refusal.status, refusal.code);
        self.scene.discord.fail_next(&self.route(refusal), fault);
    }

    /// Waits until a request has been refused.
    async fn has_met(&self, refusal: &Refusal) {
        let (route, what) = (self.route(refusal), format!("{refusal}: to be met"));
        let discord = &self.scene.discord;
        discord
            .wait_until(&what, |world| !world.plans_fault(&route))
            .await;
    }

    /// Waits until the log says why nobody has heard.
    async fn log_says_why(&self, refusal: &Refusal) -> &'static str {
        let mut looks = interval(Duration::from_millis(5));
        let saying = async {
            while !self.log.names(refusal) {
                looks.tick().await;
            }
        };
        let said = timeout(Duration::from_secs(20), saying).await;
        assert!(
            said.is_ok(),
            "{refusal}: nobody hears, and nothing is in the log"
        );
        "the log says why not"
    }

    /// Asks for something again and again until the log says why there is no answer: it has a line a second of all
    /// that fail.
    async fn asks_in_vain(&self, refusal: &Refusal, mut ask: impl AsyncFnMut()) -> &'static str {
        let asking = async {
            loop {
                self.meets(refusal);
                ask().await;
                self.has_met(refusal).await;
                let said = self.log_says_why(refusal);
                if let Ok(said) = timeout(Duration::from_millis(100), said).await {
                    return said;
                }
            }
        };
        let asked = timeout(Duration::from_secs(20), asking).await;
        asked.unwrap_or_else(|_| panic!("{refusal}: the log does not say why not"))
    }

    /// Begins a match.
    async fn seat(&mut self) {
        let table = self.scene.seat(&self.scene.channel, &self.scene.players);
        self.table = Some(table.await);
        self.played = 0;
    }

    /// Begins a match unless one goes on.
    async fn goes_on(&mut self) {
        if self.table.is_none() || self.played == MOVES.len() {
            self.seat().await;
        }
    }

    /// Returns the match that is played.
    fn table(&self) -> &Table {
        self.table.as_ref().expect("a match")
    }

    /// Makes the next move and waits until the next player hears of it: in the thread, in the channel that it hangs on,
    /// or directly. The board may not stand twice. Made elsewhere, the outbox alone tells it.
    async fn play(&mut self, refusal: &Refusal, in_thread: bool) -> &'static str {
        let (text, table) = (MOVES[self.played], self.table());
        let options = [("move", json!(text)), ("match", json!(table.id))];
        let at = if in_thread {
            &table.thread
        } else {
            &self.elsewhere
        };
        let next = &self.scene.players[(self.played + 1) % 3];
        let before = next.notifications().len();
        let answer = self.scene.players[self.played % 3].slash(at, "move", &options);
        self.played += 1;
        if refusal.route == GATEWAY {
            self.has_met(refusal).await;
            self.scene.discord.clear_faults();
        }
        let heard = self.hears(refusal, text, before).await;
        // An answer that is refused is not waited for.
        if refusal.route != ANSWERS {
            assert!(!answer.await.is_timed_out(), "{refusal}");
        }
        heard
    }

    /// Waits until the player to move hears of a move, after those of which they heard before. Returns where
    /// they heard it.
    async fn hears(&self, refusal: &Refusal, text: &str, before: usize) -> &'static str {
        let (discord, table) = (&self.scene.discord, self.table());
        let user = self.scene.players[self.played % 3].id();
        let what = format!("{refusal}: somebody to hear of {text}");
        let heard = discord.wait_for(&what, |world| {
            let theirs = world.notifications().filter(|ping| ping.user == user);
            let mut new = theirs.skip(before);
            let ping = new.find(|ping| ping.content.contains(text))?;
            let message = world.message(ping.message)?;
            Some((ping.channel, message.attachments.is_empty()))
        });
        let (channel, in_words) = heard.await;
        let ply = self.played as u32;
        let places = [&table.thread, &self.scene.channel];
        let stand = places.map(|place| boards(discord, place, &table.id, ply));
        assert!(stand.iter().sum::<usize>() <= 1, "{refusal}: {stand:?}");
        let places = [table.thread.id(), self.scene.channel.id()];
        match (places.iter().position(|place| *place == channel), in_words) {
            (Some(0), false) => "heard in the thread",
            (Some(0), true) => "heard in the thread, in words",
            (Some(_), false) => "heard in the channel",
            (Some(_), true) => "heard in the channel, in words",
            (None, _) => "heard directly",
        }
    }
}

#[tokio::test]
async fn a_code_of_each_meaning_at_the_gateway_lets_the_bot_come() {
    each_code(Way::Start, async |setting, refusal| {
        setting.stop().await;
        setting.meets(refusal);
        if refusal.status == 401 {
            let bot = setting.parts.again().start();
            assert!(matches!(bot.ended().await, Err(DiscordError::Token)));
            setting.log_says_why(refusal).await;
            setting.start().await;
            return "it ends, and says that the token is wrong";
        }
        setting.start().await;
        "it comes"
    })
    .await;
}

#[tokio::test]
async fn a_code_of_each_meaning_at_the_registration_is_asked_again() {
    each_code(Way::Register, async |setting, refusal| {
        setting.stop().await;
        *setting = Setting::without_bot(&setting.log).await;
        setting.meets(refusal);
        setting.start().await;
        "registered"
    })
    .await;
}

/// A server that comes without its channels is asked about.
#[tokio::test]
async fn a_code_of_each_meaning_at_a_server_that_comes_lets_it_be_greeted() {
    each_code(Way::Greet, async |setting, refusal| {
        let discord = &setting.scene.discord;
        let server = discord.strange_guild("new house");
        let channels = ["first", "second"].map(|name| server.channel(name).id());
        if refusal.route != POSTS {
            discord.spoil_next("GUILD_CREATE", "channels", None);
        }
        setting.meets(refusal);
        server.invite_bot();
        discord
            .wait_for(&format!("{refusal}: a greeting"), |world| {
                let greeted = channels.map(|channel| !world.messages(channel).is_empty());
                let at = greeted.iter().position(|greeted| *greeted)?;
                Some(["greeted", "greeted in another channel"][at])
            })
            .await
    })
    .await;
}

/// A manager hears at least that Discord does not say what the bot may do.
#[tokio::test]
async fn a_code_of_each_meaning_at_a_check_is_said() {
    each_code(Way::Check, async |setting, refusal| {
        if setting.table.is_none() {
            setting.seat().await;
        }
        let ann = &setting.scene.players[0];
        setting.scene.guild.set_manager(ann, true);
        setting.meets(refusal);
        let check = [("action", json!("check"))];
        let checked = ann.slash(&setting.elsewhere, "server", &check).await;
        assert_says(&checked.content, "check-unknown", &[]);
        setting.log_says_why(refusal).await;
        "said, and the log says why"
    })
    .await;
}

#[tokio::test]
async fn a_code_of_each_meaning_at_a_table_lets_its_seats_be_seen() {
    each_code(Way::Table, async |setting, refusal| {
        let (discord, channel) = (&setting.scene.discord, setting.scene.guild.channel("round"));
        setting.within = Some(channel.id());
        let [dora, eve] = ["dora", "eve"].map(|name| setting.scene.guild.user(name));
        let opened = dora
            .slash(&channel, "play", &[("seat", json!("white"))])
            .await;
        let id = match_of(&opened.buttons());
        let message = opened.message.expect("a public table");
        setting.meets(refusal);
        let joins = [("match", json!(id)), ("seat", json!("gray"))];
        let joined = eve.slash(&setting.elsewhere, "join", &joins).await;
        assert!(!joined.is_timed_out(), "{refusal}");
        let own = channel.id();
        let what = format!("{refusal}: her seat");
        let told = discord.wait_for(&what, |world| {
            let since = world.messages(own).into_iter();
            let mut since = since.filter(|one| one.id >= message);
            let telling = since.find(|one| one.said().contains("eve"))?;
            Some(["told in a post", "told by the table"][usize::from(telling.id == message)])
        });
        let told = told.await;
        // There may not be many open tables.
        let close = format!("rd1:{id}:0:do:abort:action=offer");
        dora.press(message, &close).await;
        told
    })
    .await;
}

#[tokio::test]
async fn a_code_of_each_meaning_at_joining_a_thread_is_no_silence() {
    each_code(Way::Join, async |setting, refusal| {
        let (scene, ann) = (&setting.scene, &setting.scene.players[0]);
        let thread = ann.open_thread(&scene.channel, "among us", true);
        let bot = format!("<@{}>", scene.discord.look(World::bot));
        ann.say(&thread, &format!("Come in, {bot}!"));
        setting.meets(refusal);
        let opened = ann.slash(&thread, "play", &table()).await;
        if !opened.ephemeral {
            let of_match = [("match", json!(match_of(&opened.buttons())))];
            ann.slash(&thread, "leave", &of_match).await;
            return "opened";
        }
        assert_says(&opened.content, "refused-shut-out", &[("bot", &bot)]);
        "said how to let it in"
    })
    .await;
}

/// Its players hear of a match in a thread, or in the channel.
#[tokio::test]
async fn a_code_of_each_meaning_at_each_request_lets_a_match_begin() {
    each_code(Way::Begin, async |setting, refusal| {
        let scene = &setting.scene;
        setting.meets(refusal);
        if refusal.route == OPEN_THREADS {
            // A thread that may be open already is looked for.
            scene.discord.fail_next(THREADS, Fault::Status(503, 0));
        }
        let channel = scene.guild.channel("round");
        // Whom a first post mentions is added to a private thread alone.
        let private = [("private", json!(refusal.route == ADDED))];
        let id = scene
            .sit_down_with(&private, &channel, &scene.players)
            .await;
        let (own, wanted) = (channel.id(), format!("rd1:{id}:0:view"));
        scene
            .discord
            .wait_until(&format!("{refusal}: a board"), |world| {
                let threads = world.threads(own).into_iter().map(|thread| thread.id);
                let mut places = threads.chain([own]);
                places.any(|place| {
                    let messages = world.messages(place);
                    messages.iter().any(|one| one.had_button(&wanted))
                })
            })
            .await;
        let threads = channel.threads().len();
        assert!(threads <= 1, "{refusal}");
        ["begun in the channel", "begun in a thread"][threads]
    })
    .await;
}

/// Lists and edits are those of old boards, which lose their buttons later.
#[tokio::test]
async fn a_code_of_each_meaning_at_each_request_keeps_nobody_from_hearing() {
    each_code(Way::Move, async |setting, refusal| {
        // The second player, who wants direct messages, is the next one.
        let most = if refusal.route == DIRECT {
            1
        } else {
            MOVES.len()
        };
        if setting.table.is_none() || setting.played >= most {
            setting.seat().await;
        }
        setting.meets(refusal);
        setting.play(refusal, false).await
    })
    .await;
}

/// A message that may be there already is looked for; without Read Message History Discord says at least if there is
/// one.
#[tokio::test]
async fn a_code_of_each_meaning_at_a_second_try_keeps_nobody_from_hearing() {
    each_code(Way::Doubt, async |setting, refusal| {
        let history = refusal.route == LISTS;
        setting
            .scene
            .channel
            .set_rights(super::rights(|it| it.history = history));
        setting.goes_on().await;
        let thread = setting.table().thread.id();
        setting.within = Some(thread);
        let done = async |setting: &Setting, what: &str, count: usize| {
            let route = format!("{what} /channels/{thread}/messages/**");
            let is_done = |world: &World| !history || world.requests(&route).len() >= count;
            setting.scene.discord.wait_until(&route, is_done).await;
        };
        // Nobody else lists messages there: old buttons have been looked for.
        done(setting, "GET", 1).await;
        setting.meets(refusal);
        let discord = &setting.scene.discord;
        discord.fail_next(POSTS, Fault::Status(503, 0));
        let heard = setting.play(refusal, false).await;
        done(setting, "PATCH", setting.played).await;
        heard
    })
    .await;
}

#[tokio::test]
async fn a_code_of_each_meaning_at_the_first_requests_keeps_nobody_from_hearing() {
    each_code(Way::First, async |setting, refusal| {
        setting.seat().await;
        setting.stop().await;
        setting.start().await;
        setting.meets(refusal);
        if refusal.route == MEMBERS && LEFT.contains(&refusal.code) {
            setting.scene.discord.clear_faults();
            return "says that the player has left";
        }
        setting.play(refusal, false).await
    })
    .await;
}

/// Lets a match go on while a request that is tried in this way is refused.
async fn keeps_nobody_from_hearing(way: Way) {
    each_code(way, async |setting, refusal| {
        setting.goes_on().await;
        let discord = &setting.scene.discord;
        if way == Way::Outage {
            // The bot asks for the gateway to find out if Discord answers again.
            discord.fail_times(POSTS, Fault::Status(503, 0), 1_000_000);
        } else if way == Way::Undescribed {
            discord.spoil_next("INTERACTION_CREATE", "channel", None);
        }
        setting.meets(refusal);
        setting.play(refusal, way != Way::Outage).await
    })
    .await;
}

#[tokio::test]
async fn a_code_of_each_meaning_in_an_outage_keeps_nobody_from_hearing() {
    keeps_nobody_from_hearing(Way::Outage).await;
}

/// The answer to a move is told then by another try or the outbox.
#[tokio::test]
async fn a_code_of_each_meaning_at_an_answer_keeps_nobody_from_hearing() {
    keeps_nobody_from_hearing(Way::Answer).await;
}

#[tokio::test]
async fn a_code_of_each_meaning_at_a_channel_that_is_not_described_keeps_nobody_from_hearing() {
    keeps_nobody_from_hearing(Way::Undescribed).await;
}

/// Nothing else shows it: the answer is sent once more, unless Discord says that its time is over or
/// that it is there.
#[tokio::test]
async fn a_code_of_each_meaning_at_an_answer_that_shows_something_is_answered_all_the_same() {
    for way in [Way::Show, Way::Unclear] {
        each_code(way, async |setting, refusal| {
            let (discord, ann) = (&setting.scene.discord, &setting.scene.players[0]);
            let ask = || {
                if way == Way::Unclear {
                    discord.spoil_next("INTERACTION_CREATE", "data.name", Some(json!(7)));
                }
                ann.slash(&setting.scene.channel, "help", &[])
            };
            if OVER.contains(&refusal.code) || refusal.code == ANSWERED {
                return setting.asks_in_vain(refusal, async || drop(ask())).await;
            }
            setting.meets(refusal);
            assert!(!ask().await.is_timed_out(), "{refusal}");
            "answered"
        })
        .await;
    }
}

/// It is given later, unless Discord says that its time is over.
#[tokio::test]
async fn a_code_of_each_meaning_at_a_promised_answer_lets_it_be_given() {
    each_code(Way::Promise, async |setting, refusal| {
        if setting.table.is_none() {
            setting.table = Some(setting.scene.played(25).await);
        }
        let (ann, at) = (&setting.scene.players[0], &setting.table().thread);
        let ask = async || {
            let promised = ann.slash(at, "replay", &[]).await;
            assert_eq!(promised.kind, AnswerKind::Deferred, "{refusal}");
            promised
        };
        if OVER.contains(&refusal.code) {
            return setting
                .asks_in_vain(refusal, async || drop(ask().await))
                .await;
        }
        setting.meets(refusal);
        let promised = ask().await;
        setting.scene.discord.filled(&promised).await;
        "given"
    })
    .await;
}

/// Of a match in a place that Discord does not let the bot see nothing is shown, and the log says why not.
#[tokio::test]
async fn a_code_of_each_meaning_at_what_somebody_sees_is_in_the_log() {
    each_code(Way::Sight, async |setting, refusal| {
        let scene = &setting.scene;
        let eve = scene.guild.user("eve");
        let is_private = refusal.route == IS_IN;
        if setting.table.is_none() && is_private {
            let (private, own) = ([("private", json!(true))], scene.channel.id());
            let id = scene
                .sit_down_with(&private, &scene.channel, &scene.players)
                .await;
            let thread = scene.discord.wait_for("a thread", |world| {
                world.threads(own).first().map(|thread| thread.id)
            });
            let thread = scene.discord.channel(thread.await);
            told(&scene.discord, &thread, &id, 0).await;
            setting.table = Some(Table { id, thread });
        } else if setting.table.is_none() {
            setting.seat().await;
        }
        let (scene, table) = (&setting.scene, setting.table());
        if is_private {
            table.thread.add(&eve);
        }
        // In words, which take no time to draw.
        let board = [("match", json!(table.id)), ("text", json!(true))];
        let is_shown = |said: &str| !says(said, "refused-no-such-match", &[]);
        scene.channel.show_to(&eve);
        let shown = eve.slash(&setting.elsewhere, "board", &board).await;
        assert!(is_shown(&shown.content), "{}", shown.content);
        // What is known of the roles and the channel counts no more.
        let _ = scene.guild.role("new");
        scene.channel.show_to(&eve);
        setting.meets(refusal);
        let shown = eve.slash(&setting.elsewhere, "board", &board).await;
        if is_private && LEFT.contains(&refusal.code) {
            return "says that they are not in the thread";
        }
        if is_shown(&shown.content) {
            return "shown";
        }
        setting.log_says_why(refusal).await
    })
    .await;
}

/// The end is told, whatever its thread is called then.
#[tokio::test]
async fn a_code_of_each_meaning_at_a_thread_lets_the_end_be_told() {
    each_code(Way::End, async |setting, refusal| {
        let scene = &setting.scene;
        let channel = scene.guild.channel("round");
        let table = scene.seat(&channel, &scene.players).await;
        setting.meets(refusal);
        let abort = [("action", json!("offer"))];
        scene.players[0].slash(&table.thread, "abort", &abort).await;
        ended(&scene.discord, &table.thread, &table.id).await;
        "told"
    })
    .await;
}

async fn scene() -> (Scene, Inside, Parts) {
    let scene = Scene::without_bot(FakeDiscord::start().await);
    let parts = Parts::new(&scene.discord);
    // The second player wants direct messages.
    parts.prefer_direct(&scene.players[1]).await;
    let bot = scene.begins(&parts).await;
    (scene, bot, parts)
}

/// Discord takes the token of an interaction for fifteen minutes, and so long an answer that was promised
/// is tried again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "waits in real time: .ci/long codes"]
async fn a_promised_answer_outlasts_an_outage() {
    let (scene, bot, _) = scene().await;
    let table = scene.played(25).await;
    for fault in [
        Fault::Status(503, 0),
        Fault::Foreign(502),
        Fault::DropBefore,
        Fault::RateLimited(Duration::from_millis(20)),
    ] {
        scene.discord.fail_times(PROMISED, fault, 12);
        let promised = scene.players[0].slash(&table.thread, "replay", &[]).await;
        assert_eq!(promised.kind, AnswerKind::Deferred);
        let filled = scene.discord.filled(&promised).await;
        assert_eq!(filled.attachments.len(), 1, "{fault:?}");
    }
    // It keeps nothing from stopping.
    scene
        .discord
        .fail_times(PROMISED, Fault::Status(503, 0), 100_000);
    let promised = scene.players[0].slash(&table.thread, "replay", &[]).await;
    assert_eq!(promised.kind, AnswerKind::Deferred);
    bot.stop().await.expect("it stops");
}

/// An answer that came too soon is sent again when Discord has said that it may.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_waits_as_long_as_discord_says() {
    let (scene, _bot, _) = scene().await;
    let wait = Duration::from_millis(400);
    scene.discord.fail_next(ANSWERS, Fault::RateLimited(wait));
    let answer = scene.players[0].slash(&scene.channel, "help", &[]).await;
    assert!(!answer.is_timed_out());
    assert!(answer.after >= wait, "{:?}", answer.after);
}

/// Without Read Message History lists of messages are empty, and boards stand once all the same: also those
/// of answers whose calls are left, of answers in doubt, and after a restart.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_history_no_board_stands_twice_and_everybody_is_called() {
    let (scene, bot, parts) = scene().await;
    let [ann, ben, cy] = &scene.players;
    scene
        .channel
        .set_rights(super::rights(|it| it.history = false));
    let table = scene.seat(&scene.channel, &scene.players).await;
    // The next player is called directly, beside the answer.
    let answer = table.play(ann, "e4").await;
    assert_moved(&answer.content, "e4");
    let called = async |who: &User, text: &str| {
        let user = who.id();
        scene
            .discord
            .wait_until(text, |world| {
                let mut pings = world.notifications();
                pings.any(|ping| ping.user == user && ping.content.contains(text))
            })
            .await;
    };
    called(ben, "e4").await;
    // An answer arrives, and the bot does not get to know it.
    scene.discord.fail_next(ANSWERS, Fault::DropAfter);
    scene.discord.fail_next(ANSWERS, Fault::DropBefore);
    drop(ben.slash(&table.thread, "move", &mv("m4")));
    called(cy, "m4").await;
    // The bot is ended before it could note that all is told, and forgotten are the nonces.
    scene
        .discord
        .fail_times(OPENINGS, Fault::Status(503, 0), 10_000);
    let posts = format!("POST /channels/{}/messages", ben.direct().id());
    scene
        .discord
        .fail_times(&posts, Fault::Status(503, 0), 10_000);
    table.play(cy, "u4").await;
    let answer = table.play(ann, "d4").await;
    assert_moved(&answer.content, "d4");
    scene.ends(bot).await;
    scene.discord.forget_nonces();
    scene.discord.clear_faults();
    let bot = scene.begins(&parts).await;
    called(ben, "d4").await;
    table.play(ben, "l4").await;
    table.told(&scene.discord, 5).await;
    bot.stop().await.expect("it stops");
    for ply in 0..=5 {
        assert_eq!(table.boards(&scene.discord, ply), 1, "{ply}");
    }
    scene.assert_sound();
}

/// The bot is killed between a table's message and the line that calls those who are invited: they are called after
/// the next start, whether or not it can be read what stands there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_who_are_invited_are_called_after_a_kill() {
    for (history, declines) in [(true, false), (true, true), (false, false), (false, true)] {
        let mut scene = Scene::new().await;
        let [ann, ben, cy] = scene.players.clone();
        let channel = scene.channel.clone();
        channel.set_rights(super::rights(|it| it.history = history));
        scene
            .discord
            .fail_times(POSTS, Fault::Status(503, 0), 10_000);
        let invited = super::inviting(&[&ben, &cy]);
        let opened = ann.slash(&channel, "play", &invited).await;
        assert_eq!(opened.refused, None, "{}", opened.content);
        let mut called = vec![ben.clone(), cy.clone()];
        if declines {
            // What names the table is not what calls to it.
            let id = match_of(&opened.buttons());
            let left = ben.slash(&channel, "leave", &[("match", json!(id))]).await;
            assert!(!left.ephemeral, "{}", left.content);
            called.remove(0);
        }
        scene.stop().await;
        scene.discord.forget_nonces();
        scene.discord.clear_faults();
        scene.start(&[]).await;
        for who in called {
            scene.called(&who, 1).await;
        }
        scene.assert_sound();
    }
}

/// Where the history may not be read a line stands in for a board that may stand. If it cannot be found out whether
/// the line stands, it is said when all is tried again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_that_cannot_be_looked_for_is_said_later() {
    let (scene, bot, parts) = Scene::inside().await;
    let [ann, ben, _] = &scene.players;
    scene
        .channel
        .set_rights(super::rights(|it| it.history = false));
    let table = scene.seat(&scene.channel, &scene.players).await;
    let elsewhere = scene.guild.channel("elsewhere");
    let before = ben.notifications().len();
    scene
        .discord
        .fail_times(POSTS, Fault::Status(503, 0), 10_000);
    table.play_from(&elsewhere, ann, "e4").await;
    scene.ends(bot).await;
    scene.discord.forget_nonces();
    scene.discord.clear_faults();
    let lists = format!("GET /channels/{}/messages", table.thread.id());
    let looks = scene.discord.hold(&lists);
    let bot = parts.again().start();
    // The board is looked for, then the line.
    looks.caught().await;
    scene.discord.fail_next(&lists, Fault::Status(503, 0));
    looks.release();
    scene.called(ben, before + 1).await;
    bot.stop().await.expect("it stops");
    scene.assert_sound();
}

/// An end whose answer is in doubt is shown where the history may not be read, and its players hear of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_history_an_end_in_doubt_is_shown_once_and_calls_its_players() {
    let (scene, bot, _) = scene().await;
    let [ann, ben, cy] = &scene.players;
    scene
        .channel
        .set_rights(super::rights(|it| it.history = false));
    let table = scene.seat(&scene.channel, &scene.players).await;
    let resign = [("confirm", json!(true))];
    ann.slash(&table.thread, "resign", &resign).await;
    let before = [ann, cy].map(|who| who.notifications().len());
    scene.discord.fail_next(ANSWERS, Fault::DropAfter);
    scene.discord.fail_next(ANSWERS, Fault::DropBefore);
    drop(ben.slash(&table.thread, "resign", &resign));
    let end = ended(&scene.discord, &table.thread, &table.id).await;
    for (who, before) in [ann, cy].into_iter().zip(before) {
        scene.called(who, before + 1).await;
    }
    bot.stop().await.expect("it stops");
    let messages = table.thread.messages().into_iter();
    let ends = messages.filter(|one| is_end(one, &table.id));
    assert_eq!(ends.map(|one| one.id).collect::<Vec<_>>(), [end.id]);
    scene.assert_sound();
}

/// Fails once where the thread of a match is noted.
#[derive(Debug, Default)]
struct Unnoted(AtomicUsize);

impl Guard for Unnoted {
    fn refuses(&self, events: &[Event]) -> bool {
        let houses = |event: &Event| matches!(event, Event::Housed { .. });
        events.iter().any(houses) && self.0.fetch_add(1, Ordering::SeqCst) == 0
    }
}

/// A thread that cannot be noted at once is the match's own all the same: no second one is opened, and the
/// match is not played beside it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thread_that_could_not_be_noted_is_noted_later() {
    for history in [true, false] {
        let scene = Scene::without_bot(FakeDiscord::start().await);
        scene
            .channel
            .set_rights(super::rights(|it| it.history = history));
        let parts = Parts {
            store: Arc::new(Guarded::by(Unnoted::default())) as Arc<dyn Store>,
            ..Parts::new(&scene.discord)
        };
        let bot = parts.start();
        scene.discord.bot_ready().await;
        let table = scene.seat(&scene.channel, &scene.players).await;
        table.play(&scene.players[0], "e4").await;
        let elsewhere = scene.guild.channel("elsewhere");
        table.play_from(&elsewhere, &scene.players[1], "m4").await;
        told(&scene.discord, &table.thread, &table.id, 2).await;
        assert_eq!(scene.channel.threads().len(), 1);
        scene.assert_sound();
        bot.stop().await.expect("it stops");
    }
}

/// A thread that the match does not take for its own is closed, and nothing is said in it: no command would mean
/// the match there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thread_that_a_match_does_not_take_is_closed() {
    let (scene, bot, _) = Scene::inside().await;
    let [ann, ..] = &scene.players;
    let taken = scene.channel.open_thread("taken", ann);
    let opening = scene.discord.hold(THREADS);
    let id = scene.sit_down(&scene.channel, &scene.players).await;
    opening.caught().await;
    let place = Place::new(&format!("discord/{}/{}", scene.guild.id(), taken.id()));
    let housed = bot.host.house(id.parse().expect("an id"), &place);
    drop(housed.await.expect("it is noted"));
    opening.release();
    told(&scene.discord, &taken, &id, 0).await;
    let own = scene.channel.id();
    let left = scene.discord.wait_for("a closed thread", |world| {
        let mut threads = world.threads(own).into_iter();
        threads
            .find(|one| one.id != taken.id() && one.archived)
            .map(|one| one.id)
    });
    let left = scene.discord.channel(left.await);
    assert_eq!(left.messages().len(), 0);
    bot.stop().await.expect("it stops");
    scene.assert_sound();
}

/// An edit that was carried out is no edit that was refused, whatever Discord says of the message.
#[tokio::test]
async fn only_edits_that_failed_are_in_the_log() {
    let (log, _guard) = Log::begin();
    for (status, code) in [(0, 0), (403, 50_013)] {
        let mut setting = Setting::without_bot(&log).await;
        setting.start().await;
        setting.seat().await;
        let discord = &setting.scene.discord;
        for field in [
            "author",
            "attachments",
            "components",
            "mentions",
            "timestamp",
        ] {
            discord.spoil_answer(EDITS, field, Some(json!(7)));
        }
        let edits = format!("PATCH /channels/{}/messages/*", setting.table().thread.id());
        if status > 0 {
            discord.fail_next(&edits, Fault::Status(status, code));
        }
        log.forget();
        let refusal = Refusal {
            route: EDITS,
            status,
            code,
        };
        for _ in 0..2 {
            setting.play(&refusal, true).await;
        }
        let discord = &setting.scene.discord;
        discord
            .wait_until("edits", |world| world.requests(&edits).len() >= 2)
            .await;
        setting.stop().await;
        let says = log.says("old buttons stay");
        assert_eq!(says, status > 0, "{status}");
    }
}
