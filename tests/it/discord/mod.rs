//! The bot's process against the fake Discord: the real client logs in, people type and press.

mod alone;
mod away;
mod belonging;
mod buttons;
mod calls;
mod computers;
mod crash;
mod direct;
mod distant;
mod faults;
mod fields;
mod gateway;
mod german;
mod guest;
pub(crate) mod inside;
mod leaders;
mod left;
mod limiter;
mod listing;
mod matches;
mod members;
mod pages;
mod panics;
mod payloads;
mod pictures;
mod pings;
mod places;
mod play;
mod refusals;
mod rematch;
mod replaying;
mod rights;
mod rounds;
mod rules;
mod rulesets;
mod seeing;
mod showing;
mod stop;
mod taps;
mod thumbs;
mod upkeep;

use std::{
    fs::File,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

use fake_discord::{Answer, Channel, FakeDiscord, Guild, Message, Rights, Snowflake, User, World};
use serde_json::{Value, json};

use self::inside::{Inside, Parts};
use crate::said::assert_says;

/// The bot as a process of its own, ended when dropped.
pub(crate) struct Bot {
    child: Child,
    log: PathBuf,
}

impl Bot {
    /// Starts the bot on a directory for its data.
    pub(crate) fn start(discord: &FakeDiscord, data: &Path) -> Bot {
        Bot::start_with(discord, data, &[])
    }

    /// Starts the bot with these variables besides.
    pub(crate) fn start_with(
        discord: &FakeDiscord,
        data: &Path,
        variables: &[(&'static str, &str)],
    ) -> Bot {
        Bot::start_by(crate::program(), discord, data, variables)
    }

    /// Starts the bot by this command, to which its arguments are added.
    pub(crate) fn start_by(
        mut program: Command,
        discord: &FakeDiscord,
        data: &Path,
        variables: &[(&'static str, &str)],
    ) -> Bot {
        let log = data.join("log");
        let child = program
            .arg("--data")
            .arg(data)
            .current_dir(data)
            .env("DISCORD_TOKEN", "a.test.token")
            .env("RONDEL_DISCORD__API_URL", discord.api_url())
            .env("RONDEL_LOG__LEVEL", "warn")
            // People of tests act faster than any real ones.
            .env("RONDEL_DISCORD__PING_GAP", "0")
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stderr(File::create(&log).expect("a log"))
            .spawn()
            .expect("the bot starts");
        Bot { child, log }
    }

    /// The number of its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends it as a power cut would.
    pub(crate) fn kill(mut self) {
        self.end();
    }

    /// Asks it to stop.
    pub(crate) fn terminate(&self) {
        self.signal("TERM");
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, signal: &str) {
        let told = Command::new("kill")
            .args([&format!("-{signal}"), &self.child.id().to_string()])
            .status()
            .expect("kill is there");
        assert!(told.success());
    }

    /// Waits for it to end by itself; what it ended with, and what it has said on standard error.
    pub(crate) async fn ended(mut self) -> (ExitStatus, String) {
        let begun = Instant::now();
        let mut looks = tokio::time::interval(Duration::from_millis(10));
        loop {
            looks.tick().await;
            let status = self.child.try_wait().expect("it can be waited for");
            let said = std::fs::read_to_string(&self.log).expect("its log");
            match status {
                Some(status) => return (status, said),
                None => assert!(begun.elapsed() < PATIENCE, "it goes on: {said}"),
            }
        }
    }

    fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The time that a process may take to end by itself.
const PATIENCE: Duration = Duration::from_secs(40);

impl Drop for Bot {
    fn drop(&mut self) {
        self.end();
    }
}

/// A server with three people, a channel, and the bot in it.
pub(crate) struct Scene {
    pub(crate) discord: FakeDiscord,
    pub(crate) guild: Guild,
    pub(crate) channel: Channel,
    pub(crate) players: [User; 3],
    pub(crate) data: tempfile::TempDir,
    pub(crate) bot: Option<Bot>,
}

impl Scene {
    pub(crate) async fn new() -> Scene {
        let mut scene = Scene::without_bot(FakeDiscord::start().await);
        scene.start(&[]).await;
        scene
    }

    /// A scene in which no bot has been started.
    pub(crate) fn without_bot(discord: FakeDiscord) -> Scene {
        let guild = discord.guild("Round house");
        let channel = guild.channel("chess");
        let players = ["ann", "ben", "cy"].map(|name| guild.user(name));
        let data = tempfile::tempdir().expect("a directory");
        Scene {
            discord,
            guild,
            channel,
            players,
            data,
            bot: None,
        }
    }

    /// Starts the bot with these variables besides, and waits until it is connected.
    pub(crate) async fn start(&mut self, variables: &[(&'static str, &str)]) {
        let bot = Bot::start_with(&self.discord, self.data.path(), variables);
        self.bot = Some(bot);
        self.discord.bot_ready().await;
    }

    /// Ends the bot as a power cut would.
    pub(crate) async fn stop(&mut self) {
        if let Some(bot) = self.bot.take() {
            bot.kill();
        }
        self.discord.bot_gone().await;
    }

    /// Ends the bot and starts it again on the same data.
    pub(crate) async fn restart(&mut self) {
        self.stop().await;
        self.start(&[]).await;
    }

    /// A scene with a bot inside this process, whose waits are short, and what the bot is made of.
    pub(crate) async fn inside() -> (Scene, Inside, Parts) {
        let scene = Scene::without_bot(FakeDiscord::start().await);
        let parts = Parts::new(&scene.discord);
        let bot = scene.begins(&parts).await;
        (scene, bot, parts)
    }

    /// Starts a bot inside this process, and waits until it is connected.
    pub(crate) async fn begins(&self, parts: &Parts) -> Inside {
        let bot = parts.again().start();
        self.discord.bot_ready().await;
        bot
    }

    /// Stops a bot inside this process, and waits until it is gone.
    pub(crate) async fn ends(&self, bot: Inside) {
        bot.stop().await.expect("it stops");
        self.discord.bot_gone().await;
    }

    /// Opens a table for the three in a channel and seats them; the thread of the match. Whom that
    /// called is forgotten.
    pub(crate) async fn seat(&self, channel: &Channel, players: &[User; 3]) -> Table {
        self.seat_by("three-man", channel, players).await
    }

    /// The same by another ruleset; in a duel the second of the three does not play.
    pub(crate) async fn seat_by(
        &self,
        ruleset: &str,
        channel: &Channel,
        players: &[User; 3],
    ) -> Table {
        let options = [("ruleset", json!(ruleset))];
        let table = self.seat_with(&options, channel, players).await;
        self.discord.forget_pings();
        table
    }

    /// Opens a table with these options for the three in a channel and seats them; the thread of the match.
    pub(crate) async fn seat_with(
        &self,
        options: &[(&'static str, Value)],
        channel: &Channel,
        players: &[User; 3],
    ) -> Table {
        let id = self.sit_down_with(options, channel, players).await;
        self.housed(channel, id).await
    }

    /// Waits until a match has begun in a thread of a channel.
    pub(crate) async fn housed(&self, channel: &Channel, id: String) -> Table {
        let thread = self.thread(channel, &id).await;
        let table = Table { id, thread };
        table.told(&self.discord, 0).await;
        table
    }

    /// Waits until a match has a thread on a channel.
    pub(crate) async fn thread(&self, channel: &Channel, id: &str) -> Channel {
        let own = channel.id();
        let thread = self.discord.wait_for("a thread", |world| {
            let mut threads = world.threads(own).into_iter();
            let own = threads.find(|thread| thread.name.contains(id));
            own.map(|thread| thread.id)
        });
        self.discord.channel(thread.await)
    }

    /// Counts the requests to a route.
    pub(crate) fn requests(&self, route: &str) -> usize {
        self.discord.look(|world| world.requests(route).len())
    }

    /// Waits until a route has been asked for so often.
    pub(crate) async fn requested(&self, route: &str, times: usize) {
        let asked = |world: &World| world.requests(route).len() >= times;
        self.discord.wait_until(route, asked).await;
    }

    /// Waits for the first message in a place that is as it is to be.
    pub(crate) async fn posted(&self, place: &Channel, is: impl Fn(&Message) -> bool) -> Message {
        let at = place.id();
        let found = self.discord.wait_for("a message", |world| {
            let mut messages = world.messages(at).into_iter();
            messages.find(|one| is(one)).cloned()
        });
        found.await
    }

    /// Waits until a message is as it is to be.
    pub(crate) async fn stands(&self, id: Snowflake, is: impl Fn(&Message) -> bool) -> Message {
        let found = self.discord.wait_for("an edit", |world| {
            let message = world.message(id).expect("a message");
            is(message).then(|| message.clone())
        });
        found.await
    }

    /// Waits until somebody has been notified so often.
    pub(crate) async fn called(&self, who: &User, times: usize) {
        let id = who.id();
        let called = |world: &World| world.notified(id) >= times;
        self.discord.wait_until("a call", called).await;
    }

    /// Opens a table for the three in a channel and seats them; the match that begins.
    pub(crate) async fn sit_down(&self, channel: &Channel, players: &[User; 3]) -> String {
        self.sit_down_with(&[], channel, players).await
    }

    /// The same with these options of the table.
    pub(crate) async fn sit_down_with(
        &self,
        options: &[(&'static str, Value)],
        channel: &Channel,
        players: &[User; 3],
    ) -> String {
        let [ann, ben, cy] = players;
        let duel = options.contains(&("ruleset", json!("duel")));
        let mut options = options.to_vec();
        options.push(("seat", json!("white")));
        let opened = ann.slash(channel, "play", &options).await;
        assert_eq!(opened.refused, None, "{}", opened.content);
        let message = opened.message.expect("a public table");
        let id = match_of(&opened.buttons());
        if !duel {
            let joined = ben.press(message, &format!("rd1:{id}:0:join:gray")).await;
            assert_eq!(joined.refused, None, "{}", joined.content);
        }
        let joined = cy.press(message, &format!("rd1:{id}:0:join:black")).await;
        assert_eq!(joined.refused, None, "{}", joined.content);
        id
    }

    pub(crate) fn assert_sound(&self) {
        assert_eq!(self.discord.violations(), []);
    }
}

/// Asks the imitation for something as the bot does.
pub(super) async fn asked(
    scene: &Scene,
    method: reqwest::Method,
    path: &str,
    body: Value,
) -> Value {
    let url = format!("{}/api/v10{path}", scene.discord.api_url());
    let request = reqwest::Client::new()
        .request(method, url)
        .header("user-agent", "DiscordBot (https://example.invalid, 1)")
        .header("authorization", "Bot a.test.token")
        .header("content-type", "application/json")
        .body(body.to_string());
    let answer = request.send().await.expect("an answer");
    serde_json::from_str(&answer.text().await.expect("a text")).expect("JSON")
}

/// A match and its thread.
pub(crate) struct Table {
    pub(crate) id: String,
    pub(crate) thread: Channel,
}

impl Table {
    /// Waits for the message that shows the board at this ply.
    pub(crate) async fn told(&self, discord: &FakeDiscord, ply: u32) -> Message {
        told(discord, &self.thread, &self.id, ply).await
    }

    /// What a player is offered privately under the board of this ply, besides moving and looking.
    pub(crate) async fn more(&self, board: &Message, player: &User, ply: u32) -> Answer {
        let id = format!("rd1:{}:{ply}:more", self.id);
        let more = player.press(board, &id).await;
        assert!(more.ephemeral, "{}", more.content);
        more
    }

    /// Makes a move elsewhere, so that the outbox alone tells it in the thread.
    pub(crate) async fn play_from(&self, elsewhere: &Channel, player: &User, text: &str) -> Answer {
        let options = [("move", json!(text)), ("match", json!(self.id))];
        let answer = player.slash(elsewhere, "move", &options).await;
        assert_eq!(answer.refused, None, "{}", answer.content);
        answer
    }

    /// Lets players agree to something: the first of them proposes it.
    pub(crate) async fn agreed(&self, command: &str, players: [&User; 3]) {
        for (who, action) in players.into_iter().zip(["offer", "accept", "accept"]) {
            let action = [("action", json!(action))];
            who.slash(&self.thread, command, &action).await;
        }
    }

    /// Lets players resign.
    pub(crate) async fn resigned(&self, players: &[&User]) {
        for who in players {
            let confirm = [("confirm", json!(true))];
            who.slash(&self.thread, "resign", &confirm).await;
        }
    }

    /// Counts the messages in the thread that show the board at this ply.
    pub(crate) fn boards(&self, discord: &FakeDiscord, ply: u32) -> usize {
        boards(discord, &self.thread, &self.id, ply)
    }

    /// Makes a move in the thread.
    pub(crate) async fn play(&self, player: &User, text: &str) -> Answer {
        player.slash(&self.thread, "move", &mv(text)).await
    }
}

/// Waits for the message in a channel that shows the board of a match at this ply.
pub(crate) async fn told(discord: &FakeDiscord, place: &Channel, id: &str, ply: u32) -> Message {
    let (channel, wanted) = (place.id(), format!("rd1:{id}:{ply}:view"));
    discord
        .wait_for("the board", |world| {
            world
                .messages(channel)
                .iter()
                .find(|message| message.had_button(&wanted))
                .map(|message| (*message).clone())
        })
        .await
}

/// Waits for the page that tells the end of a match.
pub(crate) async fn ended(discord: &FakeDiscord, place: &Channel, id: &str) -> Message {
    let channel = place.id();
    discord
        .wait_for("the end", |world| {
            let mut messages = world.messages(channel).into_iter();
            messages.find(|one| is_end(one, id)).cloned()
        })
        .await
}

/// Returns true for the page that tells the end of a match.
pub(crate) fn is_end(message: &Message, id: &str) -> bool {
    let (begin, buttons) = (format!("rd1:{id}:"), message.buttons());
    let mut ids = buttons.iter().filter_map(|one| one.custom_id.as_deref());
    ids.any(|own| own.starts_with(&begin) && own.ends_with(":rematch"))
}

/// Counts the messages in a channel that show the board of a match at this ply.
pub(crate) fn boards(discord: &FakeDiscord, place: &Channel, id: &str, ply: u32) -> usize {
    let wanted = format!("rd1:{id}:{ply}:view");
    discord.look(|world| {
        let messages = world.messages(place.id());
        messages.iter().filter(|m| m.had_button(&wanted)).count()
    })
}

pub(crate) fn has_button(message: &Message, id: &str) -> bool {
    message
        .buttons()
        .iter()
        .any(|button| button.custom_id.as_deref() == Some(id))
}

/// The match that the buttons are about.
pub(crate) fn match_of(buttons: &[fake_discord::Button]) -> String {
    let ids = buttons
        .iter()
        .filter_map(|button| button.custom_id.as_deref());
    let mut matches = ids.filter_map(|id| id.split(':').nth(1));
    let of_match = matches.find(|id| *id != "-");
    of_match.expect("a button of a match").to_owned()
}

/// Counts the pings of a person in a channel.
pub(crate) fn pings(user: &User, channel: Snowflake) -> usize {
    user.pings()
        .iter()
        .filter(|message| message.channel == channel)
        .count()
}

/// Expects that an answer is seen by one person alone, and says this.
#[track_caller]
pub(crate) fn assert_private(answer: &Answer, id: &str, values: &[(&'static str, &str)]) {
    assert!(answer.ephemeral, "{}", answer.content);
    assert_says(&answer.content, id, values);
}

/// The rights of an invited bot, but for this change.
pub(crate) fn rights(change: impl FnOnce(&mut Rights)) -> Rights {
    let mut rights = Rights::INVITED;
    change(&mut rights);
    rights
}

/// A move option.
pub(crate) fn mv(text: &str) -> [(&'static str, Value); 1] {
    [("move", json!(text))]
}

/// The options of a table of White's to which these people are invited, two at most.
pub(crate) fn inviting(guests: &[&User]) -> Vec<(&'static str, Value)> {
    let seats = ["player2", "player3"].into_iter();
    let seats = seats
        .zip(guests)
        .map(|(seat, guest)| (seat, json!(guest.id())));
    [("seat", json!("white"))]
        .into_iter()
        .chain(seats)
        .collect()
}

/// The options of a table like any other: without any a modal opens.
pub(crate) fn table() -> [(&'static str, Value); 1] {
    [("computers", json!(0))]
}
