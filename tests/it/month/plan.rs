//! The plan, drawn from a seed before anything happens.

use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha12Rng;
use rondel::{matchplay::Moment, rulesets::PRESETS, store::preferences::Reminders};

/// The moment at which it all begins.
pub(super) const START: Moment = Moment(1_800_000_000_000);
const SECOND: i64 = 1_000;
pub(super) const MINUTE: i64 = 60 * SECOND;
pub(super) const HOUR: i64 = 60 * MINUTE;

/// The times for each move, as they are typed.
pub(super) const LIMITS: [&str; 11] = [
    "10s", "1h", "none", "5m", "12h", "1m", "1d", "10m", "3d", "2m", "7d",
];

/// The size of the simulation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub(super) seed: u64,
    pub(super) days: i64,
    pub(super) servers: usize,
    pub(super) players: usize,
    pub(super) matches: usize,
    pub(super) restarts: usize,
    /// The number of times that nobody can play for a while though the bot has not ended.
    pub(super) gaps: usize,
    /// The number of plies after which players begin to have enough of a match.
    pub(super) plies: u32,
    /// The most messages in a hundred plies that tell of moves, beginnings and ends: the shorter matches
    /// are, the more.
    pub(super) noise: usize,
}

impl Scale {
    pub(super) fn end(&self) -> Moment {
        START.plus(self.days * Moment::DAY)
    }
}

/// The events that are planned.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) people: Vec<PlannedPerson>,
    pub(super) matches: Vec<PlannedMatch>,
    /// Restarts, in order.
    pub(super) restarts: Vec<PlannedRestart>,
    pub(super) absences: Vec<Absence>,
    /// Changes of preferences, in order.
    pub(super) changes: Vec<Change>,
    /// Moments at which the gateway breaks off.
    pub(super) breaks: Vec<Moment>,
    /// Gaps, in order.
    pub(super) gaps: Vec<PlannedGap>,
}

#[derive(Clone, Debug)]
pub(super) struct PlannedPerson {
    /// The servers that they are in, the first one first.
    pub(super) servers: Vec<usize>,
    /// True if they take no direct messages from the bot.
    pub(super) closed: bool,
}

#[derive(Clone, Debug)]
pub(super) struct PlannedMatch {
    pub(super) at: Moment,
    pub(super) server: usize,
    pub(super) ruleset: &'static str,
    pub(super) limit: &'static str,
    /// The person who opens the table, and those who are asked to it.
    pub(super) players: Vec<usize>,
    pub(super) computers: usize,
    /// True if its players alone may see it.
    pub(super) private: bool,
    /// True if nobody who is asked ever comes.
    pub(super) forsaken: bool,
    pub(super) plies: u32,
    pub(super) seed: u64,
}

/// The manner in which the bot ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// It is asked to stop.
    Asked,
    /// It is killed while nothing is on its way.
    Idle,
    /// It is killed when this many of the latest requests are answered.
    Answering(usize),
    /// It is killed when a post stands on Discord, and nobody has heard so.
    Posted,
    /// It is killed while a post is on its way.
    Posting,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct PlannedRestart {
    pub(super) at: Moment,
    pub(super) manner: Manner,
    /// The time for which it is away, in milliseconds.
    pub(super) down: i64,
}

/// The cause of a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// Discord is away.
    Discord,
    /// One server, by its number, is away, as in an outage of Discord.
    Server(usize),
    /// The bot's process stands still.
    Frozen,
}

/// A gap in which nobody can play.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlannedGap {
    pub(super) at: Moment,
    pub(super) cause: Cause,
    /// The length of the gap, in milliseconds.
    pub(super) time: i64,
}

/// A time that somebody spends outside a server.
#[derive(Clone, Copy, Debug)]
pub(super) struct Absence {
    pub(super) person: usize,
    pub(super) server: usize,
    pub(super) from: Moment,
    pub(super) until: Moment,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub(super) at: Moment,
    pub(super) person: usize,
    pub(super) reminders: Reminders,
    pub(super) direct: bool,
}

impl Plan {
    pub(super) fn draw(scale: &Scale) -> Plan {
        let mut dice = ChaCha12Rng::seed_from_u64(scale.seed);
        let people: Vec<PlannedPerson> = (0..scale.players)
            .map(|number| PlannedPerson {
                servers: (0..scale.servers)
                    .filter(|server| {
                        number % scale.servers == *server || dice.random_range(0..3) == 0
                    })
                    .collect(),
                closed: dice.random_range(0..6) == 0,
            })
            .collect();
        let matches = (0..scale.matches)
            .map(|number| draw_match(number, scale, &people, &mut dice))
            .collect();
        let length = scale.days * Moment::DAY;
        let within = |dice: &mut ChaCha12Rng| START.plus(dice.random_range(HOUR..length - HOUR));
        let mut restarts: Vec<PlannedRestart> = (0..scale.restarts)
            .map(|number| PlannedRestart {
                at: within(&mut dice),
                manner: match number % 8 {
                    0 => Manner::Idle,
                    1 => Manner::Answering(dice.random_range(0..3)),
                    2 => Manner::Posted,
                    3 => Manner::Posting,
                    _ => Manner::Asked,
                },
                down: match dice.random_range(0..20) {
                    0..4 => 0,
                    4..16 => dice.random_range(5 * SECOND..20 * MINUTE),
                    16..19 => dice.random_range(HOUR..9 * HOUR),
                    _ => dice.random_range(20 * HOUR..30 * HOUR),
                },
            })
            .collect();
        restarts.sort_by_key(|restart| restart.at);
        let absences = (0..scale.players / 5)
            .map(|_| {
                let person = dice.random_range(0..scale.players);
                let servers = &people[person].servers;
                let from = within(&mut dice);
                Absence {
                    person,
                    server: servers[dice.random_range(0..servers.len())],
                    from,
                    until: from.plus(dice.random_range(HOUR..6 * Moment::DAY)),
                }
            })
            .collect();
        let mut changes: Vec<Change> = (0..scale.players)
            .map(|person| Change {
                // Most set them once, early, and some change their minds.
                at: if person % 4 == 0 {
                    within(&mut dice)
                } else {
                    START.plus(dice.random_range(0..HOUR))
                },
                person,
                reminders: Reminders::ALL[dice.random_range(0..3)],
                direct: dice.random_range(0..3) == 0,
            })
            .collect();
        changes.sort_by_key(|change| change.at);
        let mut breaks: Vec<Moment> = (0..scale.restarts / 8).map(|_| within(&mut dice)).collect();
        breaks.sort();
        Plan {
            gaps: draw_gaps(scale),
            people,
            matches,
            restarts,
            absences,
            changes,
            breaks,
        }
    }
}

/// Draws gaps, by dice of their own, so that everything else is as it would be without them.
fn draw_gaps(scale: &Scale) -> Vec<PlannedGap> {
    let mut dice = ChaCha12Rng::seed_from_u64(scale.seed ^ 2);
    let length = scale.days * Moment::DAY;
    let mut gaps: Vec<PlannedGap> = (0..scale.gaps)
        .map(|number| PlannedGap {
            at: START.plus(dice.random_range(HOUR..length - 3 * HOUR)),
            cause: match number % 6 {
                0 => Cause::Discord,
                3 => Cause::Server(number / 6 % scale.servers),
                _ => Cause::Frozen,
            },
            time: match dice.random_range(0..4) {
                0 => dice.random_range(6 * SECOND..MINUTE),
                1 | 2 => dice.random_range(MINUTE..20 * MINUTE),
                _ => dice.random_range(20 * MINUTE..2 * HOUR),
            },
        })
        .collect();
    gaps.sort_by_key(|gap| gap.at);
    gaps
}

fn draw_match(
    number: usize,
    scale: &Scale,
    people: &[PlannedPerson],
    dice: &mut ChaCha12Rng,
) -> PlannedMatch {
    let server = number % scale.servers;
    let mut those_there: Vec<usize> = (0..people.len())
        .filter(|person| people[*person].servers.contains(&server))
        .collect();
    those_there.shuffle(dice);
    // Over many matches each ruleset is played with each limit.
    let rounds = number / PRESETS.len();
    let ruleset = PRESETS[number % PRESETS.len()];
    let limit = LIMITS[(number + rounds) % LIMITS.len()];
    let seats = if ruleset == "duel" { 2 } else { 3 };
    // Some play computers alone, and the computers go on when they are out.
    let computers = match number % 7 {
        3 => seats - 1,
        6 => 1,
        _ => 0,
    };
    // Matches that take long begin early.
    let span = scale.days * Moment::DAY * 6 / 10;
    PlannedMatch {
        at: START.plus(dice.random_range(HOUR / 2..span)),
        server,
        ruleset,
        limit,
        players: those_there.into_iter().take(seats - computers).collect(),
        computers,
        private: number % 5 == 4,
        forsaken: number % 29 == 28,
        plies: dice.random_range(scale.plies / 2..scale.plies * 3 / 2),
        seed: dice.random(),
    }
}
