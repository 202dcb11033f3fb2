//! A cluster that Patroni watches over, with people at their tables, while its primary fails: nothing that was
//! acknowledged is lost, and nobody is worse off for it.
//!
//! `RONDEL_PATRONI_SERVERS`, `RONDEL_PATRONI_NODES`, `RONDEL_PATRONI_STANDBYS`, `RONDEL_PATRONI_SWITCHES` and
//! `RONDEL_PATRONI_STOPS` are the numbers of servers killed whose Patroni lives, of nodes killed, of standbys' nodes
//! killed, of planned switchovers, and of primaries whose Patroni is told to stop: a server and a switchover unless one
//! of them is set. With them, silence has its limits, which a machine that does other things need not keep.

use std::{
    env,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use local_postgres::Cluster;
use rondel::{
    host::{Clock, Done, DrivenClock, Host, HostError, NoticeState, Reading, SystemClock, Table},
    matchplay::{Command, Event, MatchId, Moment, MoveInput, Person, Place},
    rules::{Color, Ruleset},
    store::{
        Pending, ReadMatches, RequestId,
        postgres::{PostgresAddress, PostgresStore},
    },
};
use tokio::{runtime::Runtime, task::JoinHandle, time::sleep};

use super::failover::until;
use crate::now::nameless;

/// The tables where each player moves at once, and those where each takes their time.
const QUICK: usize = 16;
const SLOW: usize = 6;
/// The time that slow players take for a move, out of the ten seconds that they have.
const THINKS: Duration = Duration::from_secs(3);
/// The moves of a match, knights to and fro. The next ones would end it.
const PLIES: usize = 23;
const KNIGHTS: [[&str; 2]; 3] = [["b1c3", "c3b1"], ["j1k3", "k3j1"], ["r1s3", "s3r1"]];
/// The moves that show that all is well.
const WELL: u64 = 200;
/// From the moment of a failure until all of [`Due`] comes.
const COMES_AFTER: i64 = 1_500;
/// The shortest silence that has given players more time for certain: looks at what is due are a second apart.
const LONG: Duration = Duration::from_secs(4);

/// What happens to the primary, or to a standby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Failure {
    ServerKilled,
    NodeKilled,
    StandbyKilled,
    Switchover,
    /// As before maintenance.
    NodeStopped,
}

impl Failure {
    /// Returns the longest silence that may come of it.
    const fn most(self) -> Duration {
        Duration::from_secs(match self {
            Failure::ServerKilled => 8,
            Failure::NodeKilled => Cluster::TTL + 5,
            Failure::StandbyKilled => 5,
            Failure::Switchover | Failure::NodeStopped => 3,
        })
    }

    /// Returns the variable that says how often it happens, and how often it does without any.
    const fn variable(self) -> (&'static str, usize) {
        match self {
            Failure::ServerKilled => ("RONDEL_PATRONI_SERVERS", 1),
            Failure::NodeKilled => ("RONDEL_PATRONI_NODES", 0),
            Failure::StandbyKilled => ("RONDEL_PATRONI_STANDBYS", 0),
            Failure::Switchover => ("RONDEL_PATRONI_SWITCHES", 1),
            Failure::NodeStopped => ("RONDEL_PATRONI_STOPS", 0),
        }
    }
}

/// The machine's clock, some time ahead of it.
struct Ahead {
    system: SystemClock,
    by: Mutex<Duration>,
}

impl Ahead {
    fn skip(&self, by: Duration) {
        *self.by.lock().unwrap() += by;
    }
}

impl Clock for Ahead {
    fn read(&self) -> Reading {
        let by = *self.by.lock().unwrap();
        let mut reading = self.system.read();
        reading.now = reading.now.plus(by.as_millis() as i64);
        reading.run_for += by;
        reading
    }

    fn after(&self, pause: Duration) -> Pending<'_, ()> {
        self.system.after(pause)
    }
}

/// What players have seen.
#[derive(Debug, Default)]
struct Seen {
    /// Each match with the number of its moves that were acknowledged.
    matches: Vec<(MatchId, usize)>,
    acknowledged: u64,
    last: Option<Instant>,
    longest_silence: Duration,
}

impl Seen {
    fn acknowledge(&mut self) {
        let now = Instant::now();
        let silence = self.last.map_or(Duration::ZERO, |last| now - last);
        self.longest_silence = self.longest_silence.max(silence);
        self.last = Some(now);
        self.acknowledged += 1;
    }
}

/// What the players of all tables share.
#[derive(Clone)]
struct Hall {
    host: Arc<Host>,
    seen: Arc<Mutex<Seen>>,
    enough: Arc<AtomicBool>,
}

impl Hall {
    /// Plays one match after the other until it is enough.
    async fn play(self, place: String, limit: Option<&str>, thinks: Duration) {
        for number in 0.. {
            let table = Seated::at(&self.host, &format!("{place}-{number}"), limit).await;
            let nth = {
                let mut seen = self.seen.lock().unwrap();
                seen.matches.push((table.id, 0));
                seen.matches.len() - 1
            };
            for ply in 0..PLIES {
                sleep(thinks).await;
                if self.enough.load(Ordering::SeqCst) {
                    return;
                }
                table.moves(&self.host, ply).await;
                let mut seen = self.seen.lock().unwrap();
                seen.matches[nth].1 = ply + 1;
                seen.acknowledge();
            }
        }
    }
}

/// A match that has begun.
struct Seated {
    id: MatchId,
    people: [Person; 3],
}

impl Seated {
    /// Opens a table at a place where there is no other, and seats everybody.
    async fn at(host: &Arc<Host>, place: &str, limit: Option<&str>) -> Seated {
        let people = [(); 3].map(|()| host.new_person());
        let table = Table {
            ruleset: String::from("three-man"),
            options: Ruleset::THREE_MAN,
            place: Place::new(&format!("hall/{place}")),
            seat: Some(Color::White),
            invited: Vec::new(),
            computers: None,
            rated: false,
            time: limit.map(|limit| limit.parse().unwrap()),
            private: false,
        };
        let request = |what: &str| Some(RequestId(format!("{place}/{what}")));
        let id = insist(|| Box::pin(host.open(&table, people[0], request("first")))).await;
        for (person, what) in people[1..].iter().zip(["second", "third"]) {
            let join = Command::Join { seat: None };
            insist(|| Box::pin(host.submit(id, *person, &join, None, request(what)))).await;
        }
        Seated { id, people }
    }

    /// Makes a move, and tries again until it is acknowledged.
    async fn moves(&self, host: &Arc<Host>, ply: usize) {
        let command = Command::Move {
            mv: MoveInput::Typed(KNIGHTS[ply % 3][ply / 3 % 2].to_owned()),
            claim: false,
        };
        let request = || Some(RequestId(format!("{}/{ply}", self.id)));
        let person = self.people[ply % 3];
        insist(|| Box::pin(host.submit(self.id, person, &command, None, request()))).await;
    }

    async fn events(&self, host: &Host) -> Vec<Event> {
        let events = host.events(self.id).await.unwrap();
        events.into_iter().map(|(event, _)| event).collect()
    }
}

/// Asks until the store answers, as people do, and says which match it was about.
async fn insist<'a>(ask: impl Fn() -> Pending<'a, Result<Done, HostError>>) -> MatchId {
    loop {
        match ask().await {
            Ok(done) => {
                if let Some(notice) = done.notice {
                    notice.end(NoticeState::Delivered);
                }
                return done.change.after.id();
            }
            Err(HostError::Store(_)) => sleep(Duration::from_millis(50)).await,
            Err(error) => panic!("{error}"),
        }
    }
}

/// Matches where something comes at the same moment: a deadline with a window after it, the end of such a window,
/// a deadline without one, and a reminder.
struct Due {
    opens: Seated,
    closes: Seated,
    ends: Seated,
    reminds: Seated,
}

impl Due {
    const SECOND: i64 = 1_000;
    const MINUTE: i64 = 60 * Due::SECOND;

    /// Begins them so that everything comes at a moment, by a host that lives in the past.
    async fn at(store: &Arc<PostgresStore>, name: &str, moment: Moment) -> Due {
        let hour_ago = Arc::new(DrivenClock::at(moment.plus(-60 * Due::MINUTE)));
        let host = Host::new(
            nameless(Arc::clone(store) as _),
            Arc::clone(&hour_ago) as _,
            None,
        );
        let host = host.await.unwrap();
        let wait_until = |before: i64| {
            let by = moment.0 - before - hour_ago.now().0;
            hour_ago.advance(Duration::from_millis(by.unsigned_abs()));
        };
        wait_until(40 * Due::MINUTE);
        let reminds = Seated::at(&host, &format!("{name}-reminds"), Some("1h")).await;
        wait_until(12 * Due::MINUTE + 30 * Due::SECOND);
        let closes = Seated::at(&host, &format!("{name}-closes"), Some("10m")).await;
        wait_until(10 * Due::MINUTE);
        let opens = Seated::at(&host, &format!("{name}-opens"), Some("10m")).await;
        wait_until(2 * Due::MINUTE + 30 * Due::SECOND);
        host.settle_due().await.unwrap();
        wait_until(10 * Due::SECOND);
        let ends = Seated::at(&host, &format!("{name}-ends"), Some("10s")).await;
        let due = Due {
            opens,
            closes,
            ends,
            reminds,
        };
        assert_eq!(due.fell(&host).await, [0, 1, 0, 0]);
        due
    }

    /// Returns how often anything has fallen due in each: windows, forfeits and reminders.
    async fn fell(&self, host: &Host) -> [usize; 4] {
        let mut fell = [0; 4];
        let all = [&self.opens, &self.closes, &self.ends, &self.reminds];
        for (fell, table) in fell.iter_mut().zip(all) {
            *fell = fallen(&table.events(host).await);
        }
        fell
    }

    /// Lets the players move who could not before.
    async fn all_move(&self, host: &Arc<Host>) {
        for table in [&self.opens, &self.closes, &self.ends] {
            table.moves(host, 0).await;
        }
    }
}

/// Returns how often a window has opened, an army gone out, or a player been reminded.
fn fallen(events: &[Event]) -> usize {
    let fallen = events.iter().filter(|event| {
        matches!(
            event,
            Event::DeadlinePassed { .. } | Event::OutOfTime { .. } | Event::Reminded { .. }
        )
    });
    fallen.count()
}

/// What was seen of a failure.
#[derive(Debug)]
struct Round {
    /// True if something was about to fall due during the silence.
    comes_in_it: bool,
    acknowledged: u64,
    longest_silence: Duration,
    /// All matches with the number of moves that were acknowledged.
    matches: Vec<(MatchId, usize)>,
}

/// Lets the primary fail while people play.
fn round(
    runtime: &Runtime,
    cluster: &mut Cluster,
    store: &Arc<PostgresStore>,
    clock: &Arc<Ahead>,
    name: &str,
    failure: Failure,
) -> Round {
    cluster.settle();
    let (primary, standby) = (cluster.primary().unwrap(), cluster.standby());
    let host = Host::new(
        nameless(Arc::clone(store) as _),
        Arc::clone(clock) as _,
        None,
    );
    let host = runtime.block_on(host).unwrap();
    // Nobody has more time because the host is young.
    clock.skip(Duration::from_secs(3_600));
    let deadlines = runtime.spawn(Arc::clone(&host).run_deadlines());
    let hall = Hall {
        host: Arc::clone(&host),
        seen: Arc::default(),
        enough: Arc::default(),
    };
    let play = |number: usize, limit, thinks| {
        let place = format!("{name}-{number}");
        runtime.spawn(hall.clone().play(place, limit, thinks))
    };
    let quick = (0..QUICK).map(|number| play(number, None, Duration::ZERO));
    let slow = (QUICK..QUICK + SLOW).map(|number| play(number, Some("10s"), THINKS));
    let players: Vec<JoinHandle<()>> = quick.chain(slow).collect();
    let acknowledged = || hall.seen.lock().unwrap().acknowledged;
    until(|| acknowledged() >= WELL);
    let comes = clock.now().plus(4 * COMES_AFTER);
    let due = runtime.block_on(Due::at(store, name, comes));
    let strikes = comes.plus(-COMES_AFTER);
    // Where the machine does other things, it may have come before.
    let comes_in_it = clock.now() < strikes;
    until(|| clock.now() >= strikes);
    let before = {
        let mut seen = hall.seen.lock().unwrap();
        seen.longest_silence = Duration::ZERO;
        seen.acknowledged
    };
    match failure {
        Failure::ServerKilled => cluster.kill_server(primary),
        Failure::NodeKilled => cluster.kill_node(primary),
        Failure::StandbyKilled => cluster.kill_node(standby),
        Failure::Switchover => cluster.switch_over(),
        Failure::NodeStopped => cluster.stop_node(primary),
    }
    until(|| clock.now() > comes && acknowledged() >= before + WELL);
    // So that what is due is looked at a few times.
    std::thread::sleep(Duration::from_secs(3));
    let silence = hall.seen.lock().unwrap().longest_silence;
    if comes_in_it && silence >= LONG {
        runtime.block_on(async {
            let fell = due.fell(&host).await;
            assert_eq!(fell[..3], [0, 1, 0], "{failure:?}: {silence:?}");
            assert!(fell[3] <= 1, "reminded {} times", fell[3]);
            due.all_move(&host).await;
        });
    }
    hall.enough.store(true, Ordering::SeqCst);
    runtime.block_on(async {
        for player in players {
            player.await.unwrap();
        }
    });
    deadlines.abort();
    match failure {
        Failure::NodeKilled | Failure::NodeStopped => cluster.start_node(primary),
        Failure::StandbyKilled => cluster.start_node(standby),
        Failure::ServerKilled | Failure::Switchover => {}
    }
    let seen = hall.seen.lock().unwrap();
    // Before a later host finds nobody at them.
    for (id, _) in &seen.matches {
        let events = runtime.block_on(host.events(*id)).unwrap();
        let events: Vec<Event> = events.into_iter().map(|(event, _)| event).collect();
        assert_eq!(fallen(&events), 0, "{id}");
    }
    Round {
        comes_in_it,
        acknowledged: seen.acknowledged,
        longest_silence: silence,
        matches: seen.matches.clone(),
    }
}

/// Expects that exactly the moves that were acknowledged are there.
async fn assert_whole(store: &PostgresStore, round: &Round) {
    for (id, moves) in &round.matches {
        let events = store.load(*id).await.unwrap();
        let kept = events
            .iter()
            .filter(|(event, _)| matches!(event, Event::Moved { .. }));
        assert_eq!(kept.count(), *moves, "{id}");
    }
}

#[test]
#[ignore = "needs a machine that does nothing else: .ci/long patroni"]
fn a_cluster_whose_primary_fails_loses_nothing_that_was_acknowledged_and_nobody_time() {
    use Failure::{NodeKilled, NodeStopped, ServerKilled, StandbyKilled, Switchover};
    let kinds = [
        ServerKilled,
        NodeKilled,
        StandbyKilled,
        Switchover,
        NodeStopped,
    ];
    let asked = kinds.map(|kind| env::var(kind.variable().0).ok());
    let timed = asked.iter().any(Option::is_some);
    let Some(mut cluster) = Cluster::start() else {
        return;
    };
    assert_eq!(cluster.ask("postgres", "CREATE DATABASE rondel"), [""; 0]);
    let address = cluster.address("rondel");
    let address = PostgresAddress::parse(&address).unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = { runtime }.worker_threads(2).enable_all().build().unwrap();
    let store = Arc::new(runtime.block_on(PostgresStore::open(&address)).unwrap());
    let clock = Arc::new(Ahead {
        system: SystemClock::start(),
        by: Mutex::default(),
    });
    let mut rounds = Vec::new();
    for (kind, asked) in kinds.into_iter().zip(asked) {
        let usual = if timed { 0 } else { kind.variable().1 };
        let times = asked.map_or(usual, |text| text.parse().unwrap());
        for number in 1..=times {
            let name = format!("{kind:?}-{number}");
            let round = round(&runtime, &mut cluster, &store, &clock, &name, kind);
            println!(
                "{kind:?} {number}: {} moves acknowledged, longest silence {:?}",
                round.acknowledged, round.longest_silence
            );
            let in_time = round.comes_in_it && round.longest_silence <= kind.most();
            assert!(in_time || !timed, "{}", cluster.logs());
            rounds.push(round);
        }
    }
    drop(store);
    cluster.settle();
    let acknowledged: u64 = rounds.iter().map(|round| round.acknowledged).sum();
    runtime.block_on(async {
        let store = PostgresStore::open(&address).await.unwrap();
        for round in &rounds {
            assert_whole(&store, round).await;
        }
    });
    println!(
        "{} failures, {acknowledged} moves acknowledged, none lost, nobody's time",
        rounds.len()
    );
}
