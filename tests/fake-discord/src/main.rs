//! Load for a bot: people who ask for things or play, and the times of the answers.

mod load;

use std::{process::ExitCode, sync::Arc, time::Duration};

use fake_discord::FakeDiscord;
use tokio::time::{Instant, timeout};

use crate::load::{Ask, Extent, Table};

/// Thousands of people a second must leave the bot its share of the machine.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const USAGE: &str = "usage: fake-discord [--port N] [--users N] [--wait SECONDS] [--command ASK]…
                    [--rate PER_SECOND] [--seconds N] [--movers N]
                    [--count N] [--in-flight N]
                    [--burst N] [--mover SECONDS]
                    [--flood N] [--worse PERCENT]

Prints the address for the bot's discord.api_url, waits for a bot with commands, lets people sit
down three by three, and then do what --command says: move knights to and fro (move), or, several
in turn where it is given more than once,

    NAME [OPTION:VALUE]…         use a command, such as board or board text:true
    complete NAME OPTION:TEXT    type into an option
    press LABEL                  press a button on the newest message that has it

This many times a second for this long; or, with --count, this many times in all, as fast as answers
come, with at most --in-flight waited for at once (one at each table where they move); then each
tenth is said as `so far N`. With --movers so many tables play meanwhile, one move for a hundred of what the others ask;
then each move must be answered within --mover seconds, and nobody else need be. With --burst as many people ask the first of them at the same moment, after as
many have asked all of them, and three move among them, who may wait for --mover seconds (1); `warm`
and `settled` are said around it, each with some seconds to look at the bot. With --flood one person tries to open as many
tables in a channel: three are open then, and those who play there may wait by so much longer than
before or than elsewhere (20). Old messages and interactions are forgotten. Prints how long the
answers took. Ends with 1 when one did not come, or the bot sent what Discord refuses.";

/// Number of messages and interactions that are remembered.
const KEPT: usize = 2000;

/// The time a bot has to fill a deferred answer.
const FOR_A_PROMISE: Duration = Duration::from_secs(15 * 60);

/// The options of the command line.
struct Options {
    port: u16,
    users: usize,
    wait: Duration,
    extent: Extent,
    /// The number of tables that play while others ask, and the longest time a move may take.
    movers: Option<(usize, Duration)>,
    /// For a burst: the number of people, and the longest time a move may take.
    burst: Option<(usize, Duration)>,
    /// For a flood: the number of tables one person tries to open, and the longest others may wait,
    /// in hundredths of the normal time.
    flood: Option<(usize, u32)>,
    /// The actions; none if people play instead.
    asks: Vec<Ask>,
}

fn read(words: &[String]) -> Option<Options> {
    let (mut port, mut users, mut wait) = (0, 3_usize, Duration::from_secs(60));
    let (mut rate, mut time) = (10.0, Duration::from_secs(30));
    let (mut count, mut in_flight) = (None, 16);
    let (mut burst, mut mover, mut movers) = (None, Duration::from_secs(1), None);
    let (mut flood, mut worse) = (None, 20);
    let mut commands: Vec<&str> = Vec::new();
    for pair in words.chunks(2) {
        let [name, value] = pair else { return None };
        let seconds = || value.parse().ok().map(Duration::from_secs);
        match name.as_str() {
            "--port" => port = value.parse().ok()?,
            "--users" => users = value.parse().ok()?,
            "--wait" => wait = seconds()?,
            "--rate" => rate = value.parse().ok()?,
            "--seconds" => time = seconds()?,
            "--count" => count = Some(value.parse().ok()?),
            "--in-flight" => in_flight = value.parse().ok()?,
            "--burst" => burst = Some(value.parse().ok()?),
            "--movers" => movers = Some(value.parse().ok()?),
            "--mover" => mover = seconds()?,
            "--flood" => flood = Some(value.parse().ok()?),
            "--worse" => worse = value.parse().ok()?,
            "--command" => commands.push(value),
            _ => return None,
        }
    }
    if commands.is_empty() {
        commands.push("board");
    }
    let asks = if commands == ["move"] {
        Vec::new()
    } else {
        let asks: Option<_> = commands.into_iter().map(Ask::read).collect();
        asks?
    };
    let bounded = (1..=3000).contains(&users)
        && (0.01..=2000.0).contains(&rate)
        && time <= Duration::from_secs(3600)
        && count.is_none_or(|count| (1..=10_000_000).contains(&count))
        && (1..=KEPT / 4).contains(&in_flight)
        // Each of those who move has a table of their own.
        && flood.is_none_or(|flood| (4..=100_000).contains(&flood) && users >= 6)
        && movers.is_none_or(|movers| (1..users.div_ceil(3)).contains(&movers) && !asks.is_empty())
        && burst.is_none_or(|burst| (1..=KEPT / 4).contains(&burst) && users >= 9 && !asks.is_empty());
    let extent = count.map_or(Extent::Time(time, rate), |count| {
        Extent::Count(count, in_flight)
    });
    bounded.then_some(Options {
        port,
        users,
        wait,
        extent,
        movers: movers.map(|movers| (movers, mover)),
        burst: burst.map(|burst| (burst, mover)),
        flood: flood.map(|flood| (flood, worse)),
        asks,
    })
}

async fn run(options: Options) -> Result<bool, String> {
    let started = FakeDiscord::start_on(options.port).await;
    let discord = started.map_err(|error| format!("port {}: {error}", options.port))?;
    let discord = Arc::new(discord);
    discord.keep_file_bytes(false);
    discord.keep_last(KEPT);
    let guild = discord.guild("Load");
    let tables: Vec<_> = (0..options.users.div_ceil(3))
        .map(|number| Table::new(&discord, &guild, number))
        .collect();
    println!("discord.api_url {}", discord.api_url());
    discord.set_patience(options.wait + Duration::from_secs(1));
    let ready = timeout(options.wait, discord.bot_ready()).await;
    ready.map_err(|_| format!("no bot with commands within {:?}", options.wait))?;
    for table in &tables {
        table.open().await;
    }
    println!("ready");
    let begun = Instant::now();
    let whole = if let Some((count, worse)) = options.flood {
        let mut tables = tables.into_iter();
        let (Some(here), Some(beside)) = (tables.next(), tables.next()) else {
            return Err(String::from("a flood needs two tables"));
        };
        let flood = load::flood(&[here, beside], guild.user("flooder"), count).await;
        println!("{flood}");
        flood.whole(worse)
    } else if let Some((count, mover)) = options.burst {
        discord.set_patience(FOR_A_PROMISE);
        let burst = load::burst(Arc::clone(&discord), tables, options.asks, count).await;
        println!("{burst}");
        burst.whole(mover)
    } else if let (Some((movers, most)), Extent::Time(time, rate)) =
        (options.movers, options.extent)
    {
        let mut tables = tables;
        let movers = tables.split_off(tables.len() - movers);
        let (moved, asked) = tokio::join!(
            load::play(movers, Extent::Time(time, rate / 100.0)),
            load::look(Arc::new(tables), options.asks, options.extent),
        );
        let whole = moved.whole_within(most);
        println!("moves: {}", moved.report(begun.elapsed()));
        println!("others: {}", asked.report(begun.elapsed()));
        whole
    } else {
        let tally = if options.asks.is_empty() {
            load::play(tables, options.extent).await
        } else {
            load::look(Arc::new(tables), options.asks, options.extent).await
        };
        let whole = tally.whole();
        println!("{}", tally.report(begun.elapsed()));
        whole
    };
    let violations = discord.violations();
    println!("violations {}", violations.len());
    for violation in violations.iter().take(10) {
        println!("  {violation}");
    }
    Ok(whole && violations.is_empty())
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
