//! Bursts: many people ask at the same moment, and a few of them move.

use std::{fmt, sync::Arc, time::Duration};

use fake_discord::{Answer, AnswerKind, FakeDiscord};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};

use super::{Ask, Extent, KNIGHTS, Table, look};

/// Number of people who move, each at a table of their own.
const MOVERS: usize = 3;
/// Number of people who ask at once while the bot warms up, as on a busy evening.
const WARMING: usize = 64;
/// The pause before a measurement of the bot's memory.
const REST: Duration = Duration::from_secs(4);
/// The time until the bot has settled: idle threads are kept for ten seconds.
const SETTLING: Duration = Duration::from_secs(15);
/// The route of first answers.
const FIRST_ANSWERS: &str = "POST /interactions/*/*/callback";

/// The result of a burst.
#[derive(Debug, Default)]
pub(crate) struct Burst {
    asked: usize,
    at_once: usize,
    deferred: usize,
    pictures: usize,
    never: usize,
    /// Number of first answers beyond one for each question.
    doubled: usize,
    /// The time when the last deferred answer was filled.
    last: Duration,
    /// The time of the slowest move, and true if each was answered with a board.
    mover: Duration,
    moved: usize,
}

/// The outcome for one person who asked.
struct Seen {
    answer: Answer,
    /// True if there was a picture in the end.
    picture: bool,
    after: Duration,
}

/// Lets `count` people ask at once, all of them for the first of these things.
///
/// Before that as many ask in turn, for one thing after the other, so that the bot has filled its
/// caches. Prints `warm` before the burst and `settled` after it, and rests each time.
pub(crate) async fn burst(
    discord: Arc<FakeDiscord>,
    tables: Vec<Table>,
    asks: Vec<Ask>,
    count: usize,
) -> Burst {
    let tables = Arc::new(tables);
    let warming = Extent::Count(count, WARMING);
    look(Arc::clone(&tables), asks.clone(), warming).await;
    println!("warm");
    sleep(REST).await;
    let before = answers(&discord);
    let begun = Instant::now();
    let mut asked = JoinSet::new();
    let mut moved = JoinSet::new();
    for number in 0..count {
        if moved.len() < MOVERS && number >= (moved.len() + 1) * count / (MOVERS + 1) {
            let (tables, table) = (Arc::clone(&tables), moved.len());
            moved.spawn(async move {
                let options = [("move", KNIGHTS[0][0].into())];
                tables[table].act(0, "move", &options).await
            });
        }
        let (discord, tables) = (Arc::clone(&discord), Arc::clone(&tables));
        let ask = asks[0].clone();
        asked.spawn(async move {
            let table = &tables[number % tables.len()];
            let person = &table.people[number / tables.len() % 3];
            let answer = ask.act(person, &table.place()).await?;
            let promised = [AnswerKind::Deferred, AnswerKind::DeferredUpdate];
            let picture = if promised.contains(&answer.kind) {
                !discord.filled(&answer).await.attachments.is_empty()
            } else {
                !answer.attachments.is_empty()
            };
            let after = begun.elapsed();
            Some(Seen {
                answer,
                picture,
                after,
            })
        });
    }
    let mut burst = Burst {
        asked: count,
        ..Burst::default()
    };
    for seen in asked.join_all().await {
        match seen {
            Some(seen) => burst.add(&seen),
            None => burst.never += 1,
        }
    }
    for answer in moved.join_all().await {
        burst.mover = burst.mover.max(answer.after);
        let told = !answer.ephemeral && !answer.is_timed_out();
        burst.moved += usize::from(told && answer.kind == AnswerKind::Message);
    }
    burst.doubled = (answers(&discord) - before).saturating_sub(count + MOVERS);
    sleep(SETTLING).await;
    println!("settled");
    sleep(REST).await;
    burst
}

/// Returns the number of first answers so far.
fn answers(discord: &FakeDiscord) -> usize {
    discord.look(|world| world.requests(FIRST_ANSWERS).len())
}

impl Burst {
    fn add(&mut self, seen: &Seen) {
        match seen.answer.kind {
            AnswerKind::TimedOut => self.never += 1,
            AnswerKind::Deferred | AnswerKind::DeferredUpdate => {
                self.deferred += 1;
                self.last = self.last.max(seen.after);
            }
            AnswerKind::Message | AnswerKind::Update | AnswerKind::Choices | AnswerKind::Modal => {
                self.at_once += 1
            }
        }
        self.pictures += usize::from(seen.picture);
    }

    /// Returns true if everybody was answered once, and the moves within this time.
    pub(crate) fn whole(&self, mover: Duration) -> bool {
        self.at_once + self.deferred == self.asked
            && self.doubled == 0
            && self.moved == MOVERS
            && self.mover <= mover
    }
}

impl fmt::Display for Burst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "asked at once {}, answered within three seconds {}, deferred {}, late or never {}",
            self.asked, self.at_once, self.deferred, self.never
        )?;
        writeln!(
            f,
            "with a picture in the end {}, the last deferred one after {:.1?}, sent twice {}",
            self.pictures, self.last, self.doubled
        )?;
        write!(
            f,
            "moved among them {} of {MOVERS}, the slowest after {:.1?}",
            self.moved, self.mover
        )
    }
}
