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
mod unreachable;
mod upkeep;

use std::{
    fs::File,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

use fake_discord::{Answer, Channel, FakeDiscord, Guild, Message, Snowflake, User};
use serde_json::{Value, json};

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
        let log = data.join("log");
        let child = crate::program()
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
        let known = channel.threads().len();
        let id = self.sit_down_by(ruleset, channel, players).await;
        let own = channel.id();
        let thread = self
            .discord
            .wait_for("a thread", |world| {
                world.threads(own).get(known).map(|thread| thread.id)
            })
            .await;
        let table = Table {
            id,
            thread: self.discord.channel(thread),
        };
        table.told(&self.discord, 0).await;
        self.discord.forget_pings();
        table
    }

    /// Opens a table for the three in a channel and seats them; the match that begins.
    pub(crate) async fn sit_down(&self, channel: &Channel, players: &[User; 3]) -> String {
        self.sit_down_by("three-man", channel, players).await
    }

    async fn sit_down_by(&self, ruleset: &str, channel: &Channel, players: &[User; 3]) -> String {
        let options = [("ruleset", json!(ruleset))];
        self.sit_down_with(&options, channel, players).await
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

    /// Makes a move in the thread.
    pub(crate) async fn play(&self, player: &User, text: &str) -> Answer {
        player
            .slash(&self.thread, "move", &[("move", json!(text))])
            .await
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

/// A move option.
pub(crate) fn mv(text: &str) -> [(&'static str, Value); 1] {
    [("move", json!(text))]
}

/// The options of a table like any other: without any a modal opens.
pub(crate) fn table() -> [(&'static str, Value); 1] {
    [("computers", json!(0))]
}
