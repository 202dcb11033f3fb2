//! Floods: one person opens table after table, while others wait in the same channel.

use std::{fmt, sync::Arc, time::Duration};

use fake_discord::{Channel, User};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::{Numbers, Table};

/// Number of questions that others ask in each channel in one round.
const LOOKS: usize = 600;
/// Number of rounds before the flood, and again after it. Other work on the machine can spoil the
/// slowest hundredth of a round or two, but not that of most.
const ROUNDS: usize = 5;
/// Number of tables asked for at once.
const AT_ONCE: usize = 16;
/// Number of tables one person may have open.
const MOST_OPEN: usize = 3;

/// The result of a flood.
#[derive(Debug, Default)]
pub(crate) struct Flood {
    tried: usize,
    open: usize,
    limited: usize,
    before: Looks,
    after: Looks,
}

/// The time within which 99 of 100 answers came, in the channel of the flood and in another one:
/// the median over some rounds.
#[derive(Debug, Default)]
struct Looks {
    here: Duration,
    beside: Duration,
    late: usize,
}

/// Lets `flooder` try to open `count` tables in the channel of the first of these tables. The
/// people of the second table have a channel to themselves.
pub(crate) async fn flood(tables: &[Table; 2], flooder: User, count: usize) -> Flood {
    // The first answers of a process take longer.
    Looks::take(tables, 1).await;
    let before = Looks::take(tables, ROUNDS).await;
    let mut flood = Flood {
        before,
        ..Flood::default()
    };
    let numbers = Numbers::up_to(count);
    let mut opening = JoinSet::new();
    for _ in 0..AT_ONCE {
        let (channel, flooder) = (tables[0].channel.clone(), flooder.clone());
        opening.spawn(open(channel, flooder, Arc::clone(&numbers)));
    }
    for (tried, open, limited) in opening.join_all().await {
        flood.tried += tried;
        flood.open += open;
        flood.limited += limited;
    }
    flood.after = Looks::take(tables, ROUNDS).await;
    flood
}

/// Opens tables. Counts those that were tried, those that opened, and those that were refused as
/// too many.
async fn open(channel: Channel, flooder: User, numbers: Arc<Numbers>) -> (usize, usize, usize) {
    let (mut tried, mut open, mut limited) = (0, 0, 0);
    while numbers.next().is_some() {
        let options = [("ruleset", json!("three-man"))];
        let answer = flooder.slash_unchecked(&channel, "play", &options).await;
        tried += 1;
        if !answer.is_timed_out() && !answer.ephemeral {
            open += 1;
        } else {
            limited += usize::from(answer.content.contains("open tables in this server"));
        }
    }
    (tried, open, limited)
}

impl Looks {
    /// Lets the people at these tables ask for one thing after the other, alternating between both
    /// channels, so that other work on the machine slows both alike.
    async fn take(tables: &[Table; 2], rounds: usize) -> Looks {
        let (mut here, mut beside, mut late) = (Vec::new(), Vec::new(), 0);
        for _ in 0..rounds {
            let mut times = [Vec::new(), Vec::new()];
            for number in 0..LOOKS {
                let (command, options): (_, &[(&str, Value)]) = match number % 4 {
                    0 => ("matches", &[]),
                    1 => ("board", &[("text", json!(true))]),
                    2 => ("look", &[("square", json!("a1"))]),
                    _ => ("history", &[]),
                };
                for (table, times) in tables.iter().zip(&mut times) {
                    let person = &table.people[number / 4 % 3];
                    let answer = person.slash_unchecked(&table.channel, command, options);
                    let answer = answer.await;
                    late += usize::from(answer.is_timed_out());
                    times.push(answer.after);
                }
            }
            let [these, those] = times;
            here.push(quantile(these, 99));
            beside.push(quantile(those, 99));
        }
        Looks {
            here: quantile(here, 50),
            beside: quantile(beside, 50),
            late,
        }
    }
}

/// Returns the time within which this many hundredths of them lie.
fn quantile(mut times: Vec<Duration>, hundredths: usize) -> Duration {
    times.sort_unstable();
    let last = times.len().saturating_sub(1);
    times
        .get(last * hundredths / 100)
        .copied()
        .unwrap_or_default()
}

impl Flood {
    /// Returns true if three tables are open, all others were refused, and nobody waits longer than
    /// this many hundredths of the time before the flood, or of the time in the other channel.
    pub(crate) fn whole(&self, worse: u32) -> bool {
        let usual = self.before.here.max(self.after.beside);
        self.open == MOST_OPEN
            && self.limited == self.tried - MOST_OPEN
            && self.before.late + self.after.late == 0
            && self.after.here * 100 <= usual * (100 + worse)
    }
}

impl fmt::Display for Flood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "tables tried {}, open {}, refused as one too many {}",
            self.tried, self.open, self.limited
        )?;
        for (moment, looks) in [("before", &self.before), ("after", &self.after)] {
            writeln!(
                f,
                "{moment}: p99 of others in the channel {:.2?}, in another one {:.2?}",
                looks.here, looks.beside
            )?;
        }
        let ratio = self.after.here.as_secs_f64() / self.before.here.as_secs_f64();
        write!(f, "others in the channel wait {ratio:.2} times as long")
    }
}
