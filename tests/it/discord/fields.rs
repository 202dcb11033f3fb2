//! Each field of Discord's events about servers, and of its answers to the bot's requests, taken away and
//! made null: what is done is the same. Where nothing else says who, where or what for, nothing is done, the
//! log names the field, and what comes next works.

use std::{collections::BTreeMap, fmt, sync::Arc, time::Duration};

use fake_discord::{
    Channel, FakeDiscord, Fault, Holder, Overwrite, Snowflake, User, World, found, permissions,
    table,
};
use reqwest::Method;
use rondel::{host::DrivenClock, matchplay::Moment};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{
    Scene, Table, asked, boards,
    inside::{Inside, Parts},
    told,
};
use crate::console::replaying::quiet_moves;

/// A field, and what becomes of it.
#[derive(Clone, Debug)]
pub(super) struct Spoil {
    pub(super) path: String,
    pub(super) to: Option<Value>,
}

impl fmt::Display for Spoil {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = if self.to.is_some() { "null" } else { "gone" };
        write!(f, "{} {to}", self.path)
    }
}

/// Returns each field of an object, or of those in a list, and of all that is in them: once gone and once
/// null.
pub(super) fn spoils(object: &'static str, payload: &Value) -> Vec<Spoil> {
    let mut paths: BTreeMap<String, (bool, bool)> = BTreeMap::new();
    let (list, one) = (payload.as_array(), std::slice::from_ref(payload));
    for one in list.map_or(one, Vec::as_slice) {
        for part in found(object, one) {
            for row in table().iter().filter(|row| row.object == part.object) {
                let within = [list.map_or("", |_| "*"), &part.path, row.field];
                let steps = within.into_iter().filter(|step| !step.is_empty());
                let value = part.value.get(row.field);
                if value.is_some() || row.nullable {
                    let path = steps.collect::<Vec<_>>().join(".");
                    let (is_there, says) = paths.entry(path).or_default();
                    *is_there |= value.is_some();
                    *says |= value != Some(&Value::Null);
                }
            }
        }
    }
    let each = paths.into_iter().flat_map(|(path, (is_there, says))| {
        let spoil = |to| Spoil {
            path: path.clone(),
            to,
        };
        let gone = is_there.then(|| spoil(None));
        let null = says.then(|| spoil(Some(Value::Null)));
        [gone, null].into_iter().flatten().collect::<Vec<_>>()
    });
    each.collect()
}

/// Of so many fields, one is tried where not all are.
pub(super) const PART: usize = 48;

/// Returns those of many that are to be tried: the named ones, and of the others one of so many, beginning with the
/// number in `RONDEL_FIELDS`; all of them if that says `all`, as `.ci/long fields` does.
pub(super) fn sampled(all: Vec<Spoil>, of: usize, named: &[&str]) -> Vec<Spoil> {
    let said = std::env::var("RONDEL_FIELDS").unwrap_or_default();
    let first: usize = said.parse().unwrap_or(0);
    let is_tried = |number: usize, spoil: &Spoil| {
        said == "all" || number % of == first % of || named.contains(&&*spoil.path)
    };
    let numbered = all.into_iter().enumerate();
    let tried = numbered.filter(|(number, spoil)| is_tried(*number, spoil));
    tried.map(|(_, spoil)| spoil).collect()
}

/// What was tried of each event or answer, and what went wrong.
#[derive(Debug, Default)]
struct Results {
    tried: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

impl Results {
    fn note(&mut self, of: &str, spoil: &Spoil, wrong: Option<String>) {
        *self.tried.entry(of.to_owned()).or_default() += 1;
        self.wrong
            .extend(wrong.map(|wrong| format!("{of}: {spoil}: {wrong}")));
    }

    fn assert_right(&self) {
        println!("{:#?}", self.tried);
        assert!(self.wrong.is_empty(), "{:#?}", self.wrong);
    }
}

/// A match in a thread of a channel that not everybody sees.
struct Sight {
    scene: Scene,
    bot: Option<Inside>,
    clock: Arc<DrivenClock>,
    /// The hidden channel.
    games: Channel,
    table: Table,
    /// A role that nobody has.
    role: Snowflake,
    /// Sees the channel, as one of its roles is shown it.
    eve: User,
    /// Sees the channel, as one of its roles may do everything.
    fay: User,
    /// Does not see it.
    dora: User,
}

impl Sight {
    /// With a bot in this process, or in a process of its own, which has a log.
    async fn new(inside: bool) -> Sight {
        let mut scene = Scene::without_bot(FakeDiscord::start().await);
        let games = scene.guild.hidden_channel("games");
        let shown = scene.guild.role("players");
        games.set_overwrite(Overwrite {
            holder: Holder::Role(shown),
            allow: permissions::VIEW_CHANNEL,
            deny: 0,
        });
        let role = scene.guild.role("others");
        let [eve, fay, dora] = ["eve", "fay", "dora"].map(|name| scene.guild.user(name));
        let admins = scene.guild.role("admins");
        let all = permissions::ADMINISTRATOR;
        scene.guild.set_permissions(admins, all);
        scene.guild.give_role(&fay, admins);
        for player in scene.players.iter().chain([&eve]) {
            scene.guild.give_role(player, shown);
        }
        let clock = Arc::new(DrivenClock::at(Moment(1)));
        let mut bot = None;
        if inside {
            let parts = Parts {
                clock: Arc::clone(&clock) as _,
                ..Parts::new(&scene.discord)
            };
            bot = Some(parts.start());
            scene.discord.bot_ready().await;
        } else {
            scene.start(&[]).await;
        }
        let thread = games.open_thread("a thread", &scene.players[0]);
        let id = scene.sit_down(&thread, &scene.players).await;
        told(&scene.discord, &thread, &id, 0).await;
        let table = Table { id, thread };
        Sight {
            scene,
            bot,
            clock,
            games,
            table,
            role,
            eve,
            fay,
            dora,
        }
    }

    /// Returns true if somebody in another channel finds the match in their list.
    async fn sees(&self, who: &User) -> bool {
        let listed = who.slash(&self.scene.channel, "matches", &[]).await;
        assert!(!listed.is_timed_out());
        listed.content.contains(&self.table.id)
    }

    /// Returns what is wrong with who sees the match.
    async fn wrong(&self) -> Option<String> {
        self.unless_seen([true, true, false]).await
    }

    /// The same where it is to be seen by these of eve, fay and dora.
    async fn unless_seen(&self, expected: [bool; 3]) -> Option<String> {
        let mut seen = [false; 3];
        for (seen, who) in seen.iter_mut().zip([&self.eve, &self.fay, &self.dora]) {
            *seen = self.sees(who).await;
        }
        (seen != expected).then(|| format!("seen by eve, fay, dora: {seen:?}"))
    }

    /// The number of requests for something.
    fn asked(&self, of: &str) -> usize {
        let guild = self.scene.guild.id();
        let route = match of {
            "server" => format!("GET /guilds/{guild}"),
            "thread" => format!("GET /channels/{}", self.table.thread.id()),
            _ => format!("GET /channels/{}", self.games.id()),
        };
        self.scene.requests(&route)
    }

    fn tell(&self, event: &str) {
        let guild = &self.scene.guild;
        match event {
            "GUILD_UPDATE" => guild.set_locale("en-US"),
            "GUILD_ROLE_CREATE" => drop(guild.role("one more")),
            "GUILD_ROLE_UPDATE" => guild.set_mentionable(self.role, true),
            "GUILD_ROLE_DELETE" => guild.delete_role(self.role),
            "GUILD_DELETE" => guild.lose_sight(),
            "GUILD_CREATE" => guild.regain_sight(),
            event if event.starts_with("THREAD") => self.table.thread.tell(event),
            event => self.games.tell(event),
        }
    }

    /// Returns the latest event of a kind.
    fn told(&self, event: &str) -> Value {
        self.scene.discord.look(|world| {
            let events = world.events();
            let read = events
                .iter()
                .rev()
                .filter_map(|event| serde_json::from_str(event).ok());
            let mut of_kind = read.filter(|read: &Value| read["t"] == event);
            of_kind.next().expect("an event")["d"].clone()
        })
    }
}

/// Events about servers: the object that they are, what is asked for anew after them, and the fields without
/// which they are not understood.
const CHANGES: [(&str, &str, Option<&str>, &[&str]); 13] = [
    ("CHANNEL_CREATE", "channel", Some("channel"), &["id"]),
    ("CHANNEL_UPDATE", "channel", Some("channel"), &["id"]),
    ("CHANNEL_DELETE", "channel", Some("channel"), &["id"]),
    ("THREAD_CREATE", "thread", Some("thread"), &["id"]),
    ("THREAD_UPDATE", "thread", None, &["id"]),
    ("THREAD_DELETE", "thread-gone", Some("thread"), &["id"]),
    (
        "THREAD_MEMBERS_UPDATE",
        "thread-members",
        Some("thread"),
        &["id"],
    ),
    (
        "GUILD_ROLE_CREATE",
        "role-change",
        Some("server"),
        &["guild_id"],
    ),
    (
        "GUILD_ROLE_UPDATE",
        "role-change",
        Some("server"),
        &["guild_id"],
    ),
    (
        "GUILD_ROLE_DELETE",
        "role-gone",
        Some("server"),
        &["guild_id"],
    ),
    ("GUILD_UPDATE", "server", Some("server"), &["id"]),
    (
        "GUILD_DELETE",
        "server-unavailable",
        Some("server"),
        &["id"],
    ),
    ("GUILD_CREATE", "server", None, &["id"]),
];

/// Fields of servers on which it depends who sees what.
const OF_SIGHT: &[&str] = &[
    "channels.*.permission_overwrites",
    "channels.*.permission_overwrites.*.allow",
    "channels.*.permission_overwrites.*.deny",
    "threads.*.parent_id",
    "roles.*.id",
    "roles.*.permissions",
    "unavailable",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_field_of_a_change_of_a_server_may_be_lacking_or_null() {
    let sight = Sight::new(true).await;
    let (discord, mut results) = (&sight.scene.discord, Results::default());
    for (event, object, asks, needs) in CHANGES {
        sight.tell(event);
        let payload = sight.told(event);
        sight.tell("GUILD_CREATE");
        assert_eq!(sight.wrong().await, None, "{event}");
        for spoil in sampled(spoils(object, &payload), PART, &[needs, OF_SIGHT].concat()) {
            // Without it the bot was removed.
            if event == "GUILD_DELETE" && spoil.path == "unavailable" && spoil.to.is_none() {
                continue;
            }
            sight.clock.advance(Duration::from_secs(1));
            assert_eq!(sight.wrong().await, None, "{event} before {spoil}");
            let before = asks.map(|of| sight.asked(of));
            discord.spoil_next(event, &spoil.path, spoil.to.clone());
            sight.tell(event);
            let mut wrong = sight.wrong().await;
            if let (Some(of), Some(before)) = (asks, before) {
                let (asked, needed) = (sight.asked(of) > before, needs.contains(&&*spoil.path));
                let odd = asked == needed;
                wrong = wrong.or_else(|| odd.then(|| format!("asked anew: {asked}")));
                // The next one works.
                let before = sight.asked(of);
                sight.tell(event);
                let after = sight.wrong().await;
                let after = after.or_else(|| (sight.asked(of) == before).then(String::new));
                wrong = wrong.or(after.map(|after| format!("not afterwards {after}")));
            }
            if event.starts_with("GUILD_") {
                sight.tell("GUILD_CREATE");
            }
            results.note(event, &spoil, wrong);
        }
    }
    sight.scene.assert_sound();
    results.assert_right();
    drop(sight.bot);
}

/// Answers about servers: the request, its object, the event after which it is made, and the fields without
/// which nobody is shown anything.
const LOOKS: [(&str, &str, &str, &[&str]); 3] = [
    (
        "channel",
        "channel",
        "CHANNEL_UPDATE",
        &[
            "id",
            "type",
            "permission_overwrites",
            "permission_overwrites.*.id",
            "permission_overwrites.*.type",
            "permission_overwrites.*.allow",
            "permission_overwrites.*.deny",
        ],
    ),
    (
        "thread",
        "thread",
        "THREAD_CREATE",
        &["id", "type", "parent_id"],
    ),
    (
        "server",
        "server",
        "GUILD_UPDATE",
        &[
            "id",
            "owner_id",
            "roles",
            "roles.*.id",
            "roles.*.permissions",
        ],
    ),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_an_answer_about_a_server_lacks_shows_nothing_to_anybody_else() {
    let sight = Sight::new(true).await;
    let (discord, mut results) = (&sight.scene.discord, Results::default());
    for (of, object, event, needs) in LOOKS {
        let path = match of {
            "server" => format!("/guilds/{}", sight.scene.guild.id()),
            "thread" => format!("/channels/{}", sight.table.thread.id()),
            _ => format!("/channels/{}", sight.games.id()),
        };
        let payload = asked(&sight.scene, Method::GET, &path, json!({})).await;
        for spoil in sampled(spoils(object, &payload), PART, needs) {
            sight.clock.advance(Duration::from_secs(1));
            assert_eq!(sight.wrong().await, None, "{of} before {spoil}");
            discord.spoil_answer(&format!("GET {path}"), &spoil.path, spoil.to.clone());
            sight.tell(event);
            let is_seen = !needs.contains(&&*spoil.path);
            let wrong = sight.unless_seen([is_seen, is_seen, false]).await;
            discord.spoil_no_more();
            let after = sight.wrong().await;
            let wrong = wrong.or(after.map(|after| format!("afterwards {after}")));
            if wrong.is_some() {
                sight.tell(event);
            }
            results.note(&format!("GET {of}"), &spoil, wrong);
        }
    }
    sight.scene.assert_sound();
    results.assert_right();
    drop(sight.bot);
}

/// Whatever an event lacks that is needed, one line of the log names it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_names_each_field_that_an_event_lacks() {
    let mut sight = Sight::new(false).await;
    for (event, _, _, needs) in CHANGES {
        for path in needs {
            for to in [None, Some(Value::Null)] {
                sight.scene.discord.spoil_next(event, path, to);
                sight.tell(event);
            }
            assert_eq!(sight.wrong().await, None, "{event} {path}");
            sight.tell("GUILD_CREATE");
        }
    }
    sight.scene.assert_sound();
    // Its log is whole once it has ended.
    let bot = sight.scene.bot.take().expect("a bot");
    bot.terminate();
    let (_, said) = bot.ended().await;
    for (event, _, _, needs) in CHANGES {
        for path in needs {
            let names = |line: &&str| {
                let says = |what: &str| line.contains(&format!("\"{what}\""));
                says(event) && says(path)
            };
            let lines = said.lines().filter(names).count();
            assert_eq!(lines, 1, "{event} {path}: {said}");
        }
    }
}

/// A match that goes on and on, each time in another channel, so that it is posted where it is played.
struct Game {
    scene: Scene,
    bot: Option<Inside>,
    parts: Parts,
    clock: Arc<DrivenClock>,
    elsewhere: Channel,
    table: Table,
    moves: Vec<String>,
    /// The number of moves that have been made.
    ply: usize,
}

/// The time for which something is waited that comes at once if it comes.
const PATIENCE: Duration = Duration::from_secs(4);

impl Game {
    async fn new(moves: &[String]) -> Game {
        let scene = Scene::without_bot(FakeDiscord::start().await);
        let (parts, clock) = Parts::driven(&scene.discord, Moment(1));
        // The second player wants direct messages.
        parts.prefer_direct(&scene.players[1]).await;
        let bot = Some(parts.again().start());
        scene.discord.bot_ready().await;
        Game {
            elsewhere: scene.guild.channel("elsewhere"),
            table: scene.seat(&scene.channel, &scene.players).await,
            moves: moves.to_vec(),
            ply: 0,
            scene,
            bot,
            parts,
            clock,
        }
    }

    /// Starts the bot again.
    async fn restart(&mut self) {
        if let Some(bot) = self.bot.take() {
            bot.stop().await.expect("it stops");
        }
        self.scene.discord.bot_gone().await;
        self.bot = Some(self.parts.again().start());
        self.scene.discord.bot_ready().await;
    }

    /// Makes the next move, of which the next player has to hear. `meanwhile` is done once the board stands.
    /// Returns what went wrong; the match cannot be gone on with then.
    async fn go_on(
        &mut self,
        meanwhile: impl AsyncFnOnce(&FakeDiscord) -> Option<String>,
    ) -> Option<String> {
        // Whoever was found in the server is asked about again.
        self.clock.advance(Duration::from_secs(660));
        let (discord, players) = (&self.scene.discord, &self.scene.players);
        let (mover, next) = (&players[self.ply % 3], &players[(self.ply + 1) % 3]);
        let mv = json!(self.moves[self.ply]);
        let (user, before) = (next.id(), next.notifications().len());
        let options = [("move", mv), ("match", json!(self.table.id))];
        let answer = mover.slash(&self.elsewhere, "move", &options).await;
        if answer.is_timed_out() {
            return Some("no answer".to_owned());
        }
        self.ply += 1;
        let (thread, id, ply) = (&self.table.thread, &self.table.id, self.ply as u32);
        if timeout(PATIENCE, told(discord, thread, id, ply))
            .await
            .is_err()
        {
            return Some(format!("no board: {}", answer.content));
        }
        if let Some(wrong) = meanwhile(discord).await {
            return Some(wrong);
        }
        let heard = discord.wait_until("the next player to hear", |world| {
            world.notified(user) > before
        });
        if timeout(PATIENCE, heard).await.is_err() {
            return Some("the next player does not hear".to_owned());
        }
        // What was posted for the second time stands there by the next move.
        let stand = (ply.max(3) - 2..=ply).map(|ply| boards(discord, thread, id, ply));
        let stand: Vec<usize> = stand.collect();
        let threads = self.scene.channel.threads().len();
        let is_right = stand.iter().all(|boards| *boards == 1) && threads == 1;
        (!is_right).then(|| format!("boards {stand:?}, threads {threads}"))
    }

    /// Makes the next move while a field of the answers to a request is spoilt. What is needed is spoilt once.
    async fn spoil(&mut self, route: &str, spoil: &Spoil, needed: bool) -> Option<String> {
        let spoilt = self.scene.discord.look(World::spoilt);
        let posts = format!("POST /channels/{}/messages", self.table.thread.id());
        let fault = match route {
            // It is looked if it is there all the same.
            LISTS => Some(Fault::DropAfter),
            // It is reopened.
            THREAD => Some(Fault::Status(400, 50_083)),
            _ => None,
        };
        let discord = &self.scene.discord;
        let held = (route == LISTS).then(|| discord.hold(LISTS));
        discord.spoil_answer(route, &spoil.path, spoil.to.clone());
        // Last, as whatever is posted from now on meets it.
        if let Some(fault) = fault {
            discord.fail_next(&posts, fault);
        }
        let meanwhile = async |discord: &FakeDiscord| {
            if let Some(held) = held {
                if !needed {
                    discord.forget_nonces();
                }
                held.release();
            }
            let hit = discord.wait_until("something spoilt", |world| world.spoilt() > spoilt);
            let hit = timeout(PATIENCE, hit).await;
            if needed {
                discord.spoil_no_more();
            }
            hit.is_err().then(|| "nothing was spoilt".to_owned())
        };
        let wrong = self.go_on(meanwhile).await;
        self.scene.discord.spoil_no_more();
        // What is posted twice is posted before the next.
        match wrong {
            None => self.go_on(async |_| None).await,
            wrong => wrong,
        }
    }
}

const POSTS: &str = "POST /channels/*/messages";
const EDITS: &str = "PATCH /channels/*/messages/*";
const LISTS: &str = "GET /channels/*/messages";
const THREAD: &str = "PATCH /channels/*";
const MEMBERS: &str = "GET /guilds/*/members/*";
const OPENINGS: &str = "POST /users/@me/channels";

/// Requests about a move: their object, and the fields that are needed.
const ASKED: [(&str, &str, &[&str]); 6] = [
    (POSTS, "message", &["id"]),
    (EDITS, "message", &["id"]),
    (
        LISTS,
        "message",
        &[
            "*.id",
            "*.author",
            "*.author.id",
            "*.components",
            "*.content",
        ],
    ),
    (THREAD, "thread", &["id"]),
    (MEMBERS, "member", &[]),
    (OPENINGS, "direct", &["id"]),
];

/// Fields of answers that are optional, and by which something is decided.
const DECIDED: &[&str] = &["*.author.bot", "threads.*.parent_id"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_field_of_an_answer_about_a_move_may_be_lacking_or_null() {
    let moves = quiet_moves(900);
    let (mut game, mut results) = (Game::new(&moves).await, Results::default());
    game.go_on(async |_| None).await;
    for (route, object, needs) in ASKED {
        let (thread, user) = (game.table.thread.id(), game.scene.players[1].id());
        let guild = game.scene.guild.id();
        let (method, path, body) = match route {
            LISTS => (
                Method::GET,
                format!("/channels/{thread}/messages"),
                json!({}),
            ),
            POSTS | EDITS => (
                Method::GET,
                format!("/channels/{thread}/messages"),
                json!({}),
            ),
            THREAD => (Method::GET, format!("/channels/{thread}"), json!({})),
            MEMBERS => (
                Method::GET,
                format!("/guilds/{guild}/members/{user}"),
                json!({}),
            ),
            _ => {
                let body = json!({"recipient_id": user});
                (Method::POST, "/users/@me/channels".to_owned(), body)
            }
        };
        let mut payload = asked(&game.scene, method, &path, body).await;
        if [POSTS, EDITS].contains(&route) {
            payload = payload[0].clone();
        }
        for spoil in sampled(spoils(object, &payload), PART, &[needs, DECIDED].concat()) {
            if route == OPENINGS {
                // The channel is asked for once.
                game.restart().await;
                while game.ply % 3 != 0 {
                    game.go_on(async |_| None).await;
                }
            }
            let wrong = game
                .spoil(route, &spoil, needs.contains(&&*spoil.path))
                .await;
            if wrong.is_some() || game.ply + 6 > moves.len() {
                game = Game::new(&moves).await;
                game.go_on(async |_| None).await;
            }
            results.note(route, &spoil, wrong);
        }
    }
    results.assert_right();
    game.scene.assert_sound();
}

const THREADS: &str = "POST /channels/*/threads";
const OPEN: &str = "GET /guilds/*/threads/active";

/// The most tables that are opened in one place, since nobody may open hundreds.
const MOST_TABLES: usize = 40;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_field_of_an_answer_about_a_thread_may_be_lacking_or_null() {
    let mut results = Results::default();
    let mut game = Game::new(&[]).await;
    let mut tables = 0;
    for (route, object, needs) in [
        (THREADS, "thread", &["id"] as &[_]),
        (
            OPEN,
            "threads",
            &["threads", "threads.*.id", "threads.*.name"],
        ),
    ] {
        let guild = game.scene.guild.id();
        let path = format!("/guilds/{guild}/threads/active");
        let mut payload = asked(&game.scene, Method::GET, &path, json!({})).await;
        if route == THREADS {
            payload["threads"][0]["member"] = payload["members"][0].clone();
            payload = payload["threads"][0].clone();
            // Nothing stands in a new one.
            payload["last_message_id"] = Value::Null;
        }
        for spoil in sampled(spoils(object, &payload), PART, &[needs, DECIDED].concat()) {
            tables += 1;
            if tables % MOST_TABLES == 0 {
                game = Game::new(&[]).await;
            }
            game.clock.advance(Duration::from_secs(60));
            let (scene, needed) = (&game.scene, needs.contains(&&*spoil.path));
            let (discord, spoilt) = (&scene.discord, scene.discord.look(World::spoilt));
            if route == OPEN {
                discord.fail_next(THREADS, Fault::DropAfter);
            }
            discord.spoil_answer(route, &spoil.path, spoil.to.clone());
            let channel = scene.guild.channel("round");
            let id = scene.sit_down(&channel, &scene.players).await;
            let hit = discord.wait_until("something spoilt", |world| world.spoilt() > spoilt);
            let hit = timeout(PATIENCE, hit).await;
            if needed {
                discord.spoil_no_more();
            }
            assert!(hit.is_ok(), "{route}: nothing is spoilt by {spoil}");
            let own = channel.id();
            let begun = discord.wait_for("the board", |world| {
                let threads = world.threads(own).into_iter().map(|one| one.id);
                let places = threads.chain([own]);
                let wanted = format!("rd1:{id}:0:view");
                places.into_iter().find(|place| {
                    world
                        .messages(*place)
                        .iter()
                        .any(|it| it.had_button(&wanted))
                })
            });
            let begun = timeout(PATIENCE, begun).await;
            discord.spoil_no_more();
            let threads: Vec<Snowflake> = channel.threads().iter().map(Channel::id).collect();
            let is_right = begun.as_ref().is_ok_and(|at| threads == [*at]);
            let wrong = (!is_right).then(|| format!("board in {begun:?}, threads {threads:?}"));
            results.note(route, &spoil, wrong);
        }
    }
    results.assert_right();
    game.scene.assert_sound();
}

/// What is asked and told once at a start: its object, and the fields that are needed.
const STARTS: [(&str, &str, &[&str]); 3] = [
    ("GET /gateway/bot", "gateway", &["url"]),
    ("GET /applications/*/commands", "registered", &[]),
    ("READY", "ready", &[]),
];

/// Fields of a beginning session that need not be there.
const OF_SESSIONS: &[&str] = &[
    "guilds",
    "guilds.*.id",
    "application",
    "application.id",
    "user",
    "user.id",
    "session_id",
    "resume_gateway_url",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_field_of_a_beginning_session_may_be_lacking_or_null() {
    let moves = quiet_moves(900);
    let (mut game, mut results) = (Game::new(&moves).await, Results::default());
    for (route, object, needs) in STARTS {
        let application = game.scene.discord.look(World::application);
        let payload = match route {
            "READY" => game.scene.discord.look(|world| {
                let events = world.events();
                let read = |event: &&str| serde_json::from_str::<Value>(event).ok();
                let mut events = events.iter().filter_map(read);
                events.find(|event| event["t"] == "READY").expect("one")["d"].clone()
            }),
            "GET /gateway/bot" => asked(&game.scene, Method::GET, "/gateway/bot", json!({})).await,
            _ => {
                let path = format!("/applications/{application}/commands?with_localizations=true");
                asked(&game.scene, Method::GET, &path, json!({})).await
            }
        };
        for spoil in sampled(
            spoils(object, &payload),
            PART,
            &[needs, OF_SESSIONS].concat(),
        ) {
            let before = (game.scene.channel.messages().len(), commands(&game.scene));
            if let Some(bot) = game.bot.take() {
                bot.stop().await.expect("it stops");
            }
            let discord = &game.scene.discord;
            discord.bot_gone().await;
            let spoilt = discord.look(World::spoilt);
            discord.spoil_answer(route, &spoil.path, spoil.to.clone());
            game.bot = Some(game.parts.again().start());
            let hit = discord.wait_until("something spoilt", |world| world.spoilt() > spoilt);
            let hit = timeout(PATIENCE, hit).await;
            assert!(hit.is_ok(), "{route}: nothing is spoilt by {spoil}");
            if needs.contains(&&*spoil.path) {
                discord.spoil_no_more();
            }
            discord.bot_ready().await;
            let wrong = game.go_on(async |_| None).await;
            game.scene.discord.spoil_no_more();
            let after = (game.scene.channel.messages().len(), commands(&game.scene));
            let odd = before != after;
            let wrong = wrong.or_else(|| odd.then(|| "a greeting, or other commands".to_owned()));
            if wrong.is_some() {
                game = Game::new(&moves).await;
            }
            results.note(route, &spoil, wrong);
        }
    }
    results.assert_right();
    game.scene.assert_sound();
}

/// What is registered, without what Discord numbers anew.
fn commands(scene: &Scene) -> Vec<Value> {
    let mut commands = scene.discord.look(|world| world.commands().to_vec());
    for command in &mut commands {
        command["version"] = Value::Null;
    }
    commands
}
