//! People at tables, who play, or who ask for things.

mod ask;
mod burst;
mod flood;
mod tally;

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use fake_discord::{Answer, Channel, FakeDiscord, User};
use serde_json::{Value, json};
use tokio::{
    task::JoinSet,
    time::{Instant, Interval, MissedTickBehavior, interval, timeout},
};

pub(crate) use self::{ask::Ask, burst::burst, flood::flood, tally::Tally};

/// Plies until a match is given up: a fifth repetition would end it with the next.
const PLIES: usize = 23;
/// The time a bot has to open a thread.
const FOR_A_THREAD: Duration = Duration::from_secs(2);
/// Knights of the three armies, there and back.
const KNIGHTS: [[&str; 2]; 3] = [["g1f3", "f3g1"], ["o1n3", "n3o1"], ["w1v3", "v3w1"]];

/// The length of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Extent {
    /// For this long, with this many actions per second.
    Time(Duration, f64),
    /// This many actions as fast as answers come, with this many waited for at once.
    Count(usize, usize),
}

/// The pace of a table's moves, which also ends them.
#[derive(Debug)]
enum Pace {
    /// With each tick until this moment.
    Ticks(Interval, Instant),
    /// At once, while there are numbers left.
    Numbers(Arc<Numbers>),
}

impl Pace {
    async fn next(&mut self) -> bool {
        match self {
            Self::Ticks(ticks, end) => {
                ticks.tick().await;
                Instant::now() < *end
            }
            Self::Numbers(numbers) => numbers.next().is_some(),
        }
    }
}

/// Three people at a table.
#[derive(Debug)]
pub(crate) struct Table {
    discord: Arc<FakeDiscord>,
    channel: Channel,
    people: Vec<User>,
}

/// A number for each action, until there are no more.
#[derive(Debug)]
struct Numbers {
    given: AtomicUsize,
    count: usize,
}

impl Numbers {
    fn up_to(count: usize) -> Arc<Self> {
        let given = AtomicUsize::new(0);
        Arc::new(Self { given, count })
    }

    /// Returns the next number. Prints each tenth of the way, as a sign for measurements of the
    /// bot.
    fn next(&self) -> Option<usize> {
        let number = self.given.fetch_add(1, Ordering::Relaxed);
        if number >= self.count {
            return None;
        }
        if number > 0 && number.is_multiple_of(self.count.div_ceil(10)) {
            println!("so far {number}");
        }
        Some(number)
    }
}

impl Table {
    /// A table with a channel of its own.
    pub(crate) fn new(
        discord: &Arc<FakeDiscord>,
        guild: &fake_discord::Guild,
        number: usize,
    ) -> Self {
        Self {
            discord: Arc::clone(discord),
            channel: guild.channel(&format!("table-{number}")),
            people: (0..3)
                .map(|seat| guild.user(&format!("user{number}x{seat}")))
                .collect(),
        }
    }

    async fn act(&self, who: usize, command: &str, options: &[(&str, Value)]) -> Answer {
        self.people[who]
            .slash_unchecked(&self.place(), command, options)
            .await
    }

    /// Returns the newest thread of the channel, or else the channel.
    fn place(&self) -> Channel {
        self.channel
            .threads()
            .pop()
            .unwrap_or_else(|| self.channel.clone())
    }

    /// Opens a match, seats all three players, and waits for its thread, if it gets one.
    pub(crate) async fn open(&self) {
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
        // If a bot opens no thread, the match is played in the channel.
        let _ = timeout(FOR_A_THREAD, opened).await;
    }

    /// Plays match after match at a pace, until the pace ends.
    async fn play(&self, mut pace: Pace) -> Tally {
        let mut tally = Tally::default();
        let mut ply = 0;
        while pace.next().await {
            let to = KNIGHTS[ply % 3][ply / 3 % 2];
            let answer = self.act(ply % 3, "move", &[("move", json!(to))]).await;
            tally.add(&answer);
            ply += 1;
            if answer.ephemeral || ply == PLIES {
                for who in 0..2 {
                    self.act(who, "resign", &[("confirm", json!(true))]).await;
                }
                self.open().await;
                ply = 0;
            }
        }
        tally
    }

    /// Lets one of the three do this.
    async fn ask(&self, who: usize, ask: &Ask, tally: &mut Tally) {
        match ask.act(&self.people[who % 3], &self.place()).await {
            Some(answer) => tally.add(&answer),
            None => tally.miss(),
        }
    }
}

/// Lets everyone in turn do one thing after the other.
pub(crate) async fn look(tables: Arc<Vec<Table>>, asks: Vec<Ask>, extent: Extent) -> Tally {
    let asks = Arc::new(asks);
    let one = async move |number: usize, tally: &mut Tally| {
        let table = &tables[number % tables.len()];
        let round = number / tables.len();
        let ask = &asks[round / 3 % asks.len()];
        table.ask(round, ask, tally).await;
    };
    let one = Arc::new(one);
    let mut asked = JoinSet::new();
    match extent {
        Extent::Count(count, at_once) => {
            let numbers = Numbers::up_to(count);
            for _ in 0..at_once {
                let (one, numbers) = (Arc::clone(&one), Arc::clone(&numbers));
                asked.spawn(async move {
                    let mut tally = Tally::default();
                    while let Some(number) = numbers.next() {
                        one(number, &mut tally).await;
                    }
                    tally
                });
            }
        }
        Extent::Time(time, rate) => {
            let mut ticks = interval(Duration::from_secs_f64(1.0 / rate));
            let end = Instant::now() + time;
            for number in 0.. {
                ticks.tick().await;
                if Instant::now() >= end {
                    break;
                }
                // Nobody waits for the others.
                let one = Arc::clone(&one);
                asked.spawn(async move {
                    let mut tally = Tally::default();
                    one(number, &mut tally).await;
                    tally
                });
            }
        }
    }
    let tallies = asked.join_all().await;
    tallies.into_iter().fold(Tally::default(), Tally::join)
}

/// Lets all tables play at once.
pub(crate) async fn play(tables: Vec<Table>, extent: Extent) -> Tally {
    let of = tables.len() as f64;
    let begun = Instant::now();
    let numbers = Numbers::up_to(match extent {
        Extent::Count(count, _) => count,
        Extent::Time(..) => 0,
    });
    let mut playing = JoinSet::new();
    for table in tables {
        let pace = match extent {
            Extent::Count(..) => Pace::Numbers(Arc::clone(&numbers)),
            Extent::Time(time, rate) => {
                let mut ticks = interval(Duration::from_secs_f64(of / rate));
                ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
                Pace::Ticks(ticks, begun + time)
            }
        };
        playing.spawn(async move { table.play(pace).await });
    }
    let tallies = playing.join_all().await;
    tallies.into_iter().fold(Tally::default(), Tally::join)
}
