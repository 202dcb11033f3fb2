//! Load for a bot: people who look at boards, or who move, and how long their answers take.

use std::{process::ExitCode, sync::Arc, time::Duration};

use fake_discord::{Answer, Channel, FakeDiscord, User};
use serde_json::{Value, json};
use tokio::{
    task::JoinSet,
    time::{Instant, MissedTickBehavior, interval, timeout},
};

const USAGE: &str = "usage: fake-discord [--port N] [--users N] [--rate PER_SECOND] [--seconds N]
                    [--wait SECONDS] [--command board|move]

Prints the address for the bot's discord.api_url, waits for a bot with commands, lets people sit
down three by three, and then look at their boards or move knights to and fro. Prints how long
the answers took. Ends with 1 when one did not come, or the bot sent what Discord refuses.";

/// Plies until a match is given up: a fifth repetition would end it with the next.
const PLIES: usize = 23;
/// How long a bot may take to open a thread.
const FOR_A_THREAD: Duration = Duration::from_secs(2);
/// Knights of the three armies, there and back.
const KNIGHTS: [[&str; 2]; 3] = [["g1f3", "f3g1"], ["o1n3", "n3o1"], ["w1v3", "v3w1"]];

/// What the command line says.
struct Options {
    port: u16,
    users: usize,
    rate: f64,
    time: Duration,
    wait: Duration,
    moves: bool,
}

fn read(words: &[String]) -> Option<Options> {
    let mut options = Options {
        port: 0,
        users: 3,
        rate: 10.0,
        time: Duration::from_secs(30),
        wait: Duration::from_secs(60),
        moves: false,
    };
    for pair in words.chunks(2) {
        let [name, value] = pair else { return None };
        let seconds = || value.parse().ok().map(Duration::from_secs);
        match name.as_str() {
            "--port" => options.port = value.parse().ok()?,
            "--users" => options.users = value.parse().ok()?,
            "--rate" => options.rate = value.parse().ok()?,
            "--seconds" => options.time = seconds()?,
            "--wait" => options.wait = seconds()?,
            "--command" => options.moves = ["board", "move"].iter().position(|c| c == value)? == 1,
            _ => return None,
        }
    }
    let bounded = (1..=3000).contains(&options.users)
        && (0.01..=2000.0).contains(&options.rate)
        && options.time <= Duration::from_secs(3600);
    bounded.then_some(options)
}

/// Three people at a table.
struct Table {
    discord: Arc<FakeDiscord>,
    channel: Channel,
    people: Vec<User>,
}

impl Table {
    async fn act(&self, who: usize, command: &str, options: &[(&str, Value)]) -> Answer {
        self.people[who]
            .slash_unchecked(&self.place(), command, options)
            .await
    }

    /// The newest thread of the channel, or the channel.
    fn place(&self) -> Channel {
        self.channel
            .threads()
            .pop()
            .unwrap_or_else(|| self.channel.clone())
    }

    /// Opens a match, seats all three, and waits for the thread in which it is played, if any.
    async fn open(&self) {
        let (channel, known) = (self.channel.id(), self.channel.threads().len());
        let invited = [
            ("seat", json!("white")),
            ("player2", json!(self.people[1].id())),
            ("player3", json!(self.people[2].id())),
        ];
        self.people[0]
            .slash_unchecked(&self.channel, "play", &invited)
            .await;
        for person in &self.people[1..] {
            person.slash_unchecked(&self.channel, "join", &[]).await;
        }
        let opened = self
            .discord
            .wait_until("a thread", |world| world.threads(channel).len() > known);
        // A bot that opens none is played with in the channel.
        let _ = timeout(FOR_A_THREAD, opened).await;
    }

    /// Plays match after match, a ply a tick, until the time is over.
    async fn play(&self, pace: Duration, end: Instant) -> Vec<Answer> {
        let mut answers = Vec::new();
        let mut ticks = interval(pace);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut ply = 0;
        while Instant::now() < end {
            ticks.tick().await;
            let to = KNIGHTS[ply % 3][ply / 3 % 2];
            let answer = self.act(ply % 3, "move", &[("move", json!(to))]).await;
            let refused = answer.ephemeral;
            answers.push(answer);
            ply += 1;
            if refused || ply == PLIES {
                for who in 0..2 {
                    self.act(who, "resign", &[("confirm", json!(true))]).await;
                }
                self.open().await;
                ply = 0;
            }
        }
        answers
    }
}

/// Lets everyone look at their board in turn, without waiting for one another.
async fn look(tables: &[Table], options: &Options) -> Vec<Answer> {
    let mut asked = JoinSet::new();
    let mut ticks = interval(Duration::from_secs_f64(1.0 / options.rate));
    let end = Instant::now() + options.time;
    for number in 0.. {
        ticks.tick().await;
        if Instant::now() >= end {
            break;
        }
        let table = &tables[number % tables.len()];
        let person = &table.people[number / tables.len() % table.people.len()];
        asked.spawn(
            person
                .slash_unchecked(&table.place(), "board", &[])
                .answer(),
        );
    }
    asked.join_all().await
}

/// Lets all tables play at once.
async fn play(tables: Vec<Table>, options: &Options) -> Vec<Answer> {
    let pace = Duration::from_secs_f64(tables.len() as f64 / options.rate);
    let end = Instant::now() + options.time;
    let mut playing = JoinSet::new();
    for table in tables {
        playing.spawn(async move { table.play(pace, end).await });
    }
    playing.join_all().await.into_iter().flatten().collect()
}

/// The time within which this share of the answers came.
fn percentile(sorted: &[Duration], share: f64) -> Duration {
    let last = sorted.len().saturating_sub(1);
    let place = (last as f64 * share).round() as usize;
    sorted.get(place).copied().unwrap_or_default()
}

async fn run(options: Options) -> Result<bool, String> {
    let started = FakeDiscord::start_on(options.port).await;
    let discord = started.map_err(|error| format!("port {}: {error}", options.port))?;
    let discord = Arc::new(discord);
    discord.keep_file_bytes(false);
    let guild = discord.guild("Load");
    let tables: Vec<_> = (0..options.users.div_ceil(3))
        .map(|number| Table {
            discord: Arc::clone(&discord),
            channel: guild.channel(&format!("table-{number}")),
            people: (0..3)
                .map(|seat| guild.user(&format!("user{number}x{seat}")))
                .collect(),
        })
        .collect();
    println!("discord.api_url {}", discord.api_url());
    discord.set_patience(options.wait + Duration::from_secs(1));
    let ready = timeout(options.wait, discord.bot_ready()).await;
    ready.map_err(|_| format!("no bot with commands within {:?}", options.wait))?;
    for table in &tables {
        table.open().await;
    }
    let begun = Instant::now();
    let answers = if options.moves {
        play(tables, &options).await
    } else {
        look(&tables, &options).await
    };
    let took = begun.elapsed().as_secs_f64();
    let asked = answers.len();
    let late = answers
        .iter()
        .filter(|answer| answer.is_timed_out())
        .count();
    let pictures = answers
        .iter()
        .filter(|answer| !answer.attachments.is_empty())
        .count();
    let came = answers.iter().filter(|answer| !answer.is_timed_out());
    let mut times: Vec<_> = came.map(|answer| answer.after).collect();
    times.sort_unstable();
    println!(
        "asked {asked} in {took:.1} s, {:.1} a second",
        asked as f64 / took
    );
    println!(
        "answered {}, with a picture {pictures}, late or never {late}",
        times.len()
    );
    let [p50, p95, p99, max] = [0.5, 0.95, 0.99, 1.0].map(|share| percentile(&times, share));
    println!("p50 {p50:.1?}, p95 {p95:.1?}, p99 {p99:.1?}, max {max:.1?}");
    let violations = discord.violations();
    println!("violations {}", violations.len());
    for violation in violations.iter().take(10) {
        println!("  {violation}");
    }
    Ok(late == 0 && violations.is_empty())
}

#[tokio::main]
async fn main() -> ExitCode {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let Some(options) = read(&words) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match run(options).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
