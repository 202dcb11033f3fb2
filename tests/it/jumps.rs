//! The clock on the wall is set while matches of all limits are played: nobody goes out of time for
//! it, and whatever time anybody gets for it is an event that all are told.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use rondel::{
    adapters::{Desk, discord::DiscordManner, words::Words},
    host::{Clock, DrivenClock, Host, Table},
    matchplay::{Command, Event, Extension, MatchId, Moment, Person, Place, TimeLimit},
    rules::{Color, Ruleset},
    store::{EventStore, memory::MemoryStore, people::People},
};

const NOON: Moment = Moment(1_800_000_000_000);
const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;

const LIMITS: [&str; 9] = ["10s", "5m", "10m", "1h", "12h", "1d", "3d", "7d", "none"];

/// How far turns have come at noon, in thousandths of the limit; what is beyond it lies within the
/// window, where there is one.
const PHASES: [i64; 6] = [0, 400, 700, 999, 1_050, 1_200];

/// A match in which somebody is thinking.
struct Thinking {
    id: MatchId,
    limit: Option<TimeLimit>,
    /// When the time for the move is up, and the window closes, unless somebody sets the clock.
    deadline: Option<Moment>,
    closes: Option<Moment>,
}

struct Hall {
    clock: Arc<DrivenClock>,
    store: Arc<dyn EventStore>,
    host: Arc<Host>,
    desk: Desk,
    matches: Vec<Thinking>,
    time: tokio::task::JoinHandle<()>,
}

impl Drop for Hall {
    fn drop(&mut self) {
        self.time.abort();
    }
}

impl Hall {
    /// Matches of all limits, which at noon have come as far as they should.
    async fn at_noon() -> Hall {
        let mut planned: Vec<(Moment, Option<TimeLimit>)> = LIMITS
            .iter()
            .flat_map(|limit| PHASES.map(|phase| (limit.parse().ok(), phase)))
            .map(|(limit, phase)| {
                let of = limit.map_or(Moment::DAY, TimeLimit::milliseconds);
                (NOON.plus(-(of * phase / 1_000)), limit)
            })
            // At noon nobody has gone out yet.
            .filter(|(begins, limit)| {
                let ends = |limit: TimeLimit| limit.milliseconds() + limit.window().unwrap_or(0);
                limit.is_none_or(|limit| NOON < begins.plus(ends(limit)))
            })
            .collect();
        planned.sort();
        let clock = Arc::new(DrivenClock::at(planned[0].0));
        let store: Arc<dyn EventStore> = Arc::new(MemoryStore::new());
        let host = Host::new(Arc::clone(&store), Arc::clone(&clock) as _, Some(7)).unwrap();
        let desk = Desk::new(
            Arc::clone(&host),
            Arc::new(People::in_memory()),
            Words::english(),
            Box::new(DiscordManner),
        );
        let time = tokio::spawn(Arc::clone(&host).keep_time());
        let mut hall = Hall {
            clock,
            store,
            host,
            desk,
            matches: Vec::new(),
            time,
        };
        for (begins, limit) in planned {
            hall.go_to(begins).await;
            let id = hall.begin(limit).await;
            let deadline = limit.map(|limit| begins.plus(limit.milliseconds()));
            let window = limit.and_then(TimeLimit::window);
            let closes = deadline
                .filter(|deadline| *deadline <= NOON)
                .map(|deadline| deadline.plus(window.unwrap_or_default()));
            hall.matches.push(Thinking {
                id,
                limit,
                deadline,
                closes,
            });
        }
        hall.go_to(NOON).await;
        hall
    }

    /// Begins a match whose first move is awaited from now on.
    async fn begin(&self, time: Option<TimeLimit>) -> MatchId {
        let table = Table {
            ruleset: String::from("three-man"),
            options: Ruleset::THREE_MAN,
            place: Place::new("discord/1/2"),
            seat: Some(Color::White),
            invited: vec![],
            computers: None,
            rated: true,
            time,
            private: false,
        };
        let opened = self.host.open(&table, Person(1), None).await.unwrap();
        let id = opened.state.id();
        for person in [2, 3] {
            let join = Command::Join { seat: None };
            let joined = self.host.submit(id, Person(person), &join, None, None);
            joined.await.unwrap();
        }
        id
    }

    /// Lets time go by, from one moment at which something is due to the next.
    async fn go_to(&self, moment: Moment) {
        loop {
            let due = self.store.due(moment, 1).unwrap();
            let next = due.first().map_or(moment, |(at, _)| *at);
            let by = next.0 - self.clock.now().0;
            self.clock
                .advance(Duration::from_millis(u64::try_from(by).unwrap_or(0)));
            self.host.let_fall_due().await.unwrap();
            if due.is_empty() {
                break;
            }
        }
    }

    /// Sets the clock. Whoever keeps time looks a second later, and lets happen what is due then.
    async fn set(&self, moment: Moment) {
        self.clock.set(moment);
        self.clock.advance(Duration::from_secs(1));
        let begun = Instant::now();
        let mut looks = tokio::time::interval(Duration::from_millis(1));
        while !self.store.due(self.clock.now(), 1).unwrap().is_empty() {
            looks.tick().await;
            // It may have been looking just then.
            self.clock.advance(Duration::from_millis(10));
            assert!(
                begun.elapsed() < Duration::from_secs(20),
                "nobody keeps time"
            );
        }
    }

    async fn events(&self, id: MatchId) -> Vec<(Event, Moment)> {
        self.host.events(id).await.unwrap()
    }

    /// In how many matches somebody has run out of time.
    async fn out_of_time(&self) -> usize {
        let mut out = 0;
        for thinking in &self.matches {
            let events = self.events(thinking.id).await;
            let runs = |(event, _): &(Event, Moment)| matches!(event, Event::OutOfTime { .. });
            out += usize::from(events.iter().any(runs));
        }
        out
    }

    /// The extensions of a match since some version, each with its version.
    async fn extensions(&self, id: MatchId) -> Vec<(u64, Moment)> {
        let events = self.events(id).await;
        let numbered = (1..).zip(events);
        let extended = numbered.filter_map(|(version, (event, _))| {
            let why = Extension::Downtime;
            let Event::Extended { color, until, .. } = event else {
                return None;
            };
            (event == Event::Extended { color, until, why }).then_some((version, until))
        });
        extended.collect()
    }

    /// What the outbox has to tell of the event that led to this version.
    async fn told(&self, id: MatchId, version: u64) -> String {
        let rows = self.store.outbox().unwrap();
        let of = |row: &&rondel::store::Notice| row.id == id && row.to == version;
        let row = rows.iter().find(of).expect("it is to be told");
        let reply = self.desk.notify(row).await.unwrap();
        reply.expect("there is something to tell").text
    }

    /// What every match whose time was up by now has got: until the end of the grace, and all
    /// hear of it; the others have got nothing. How many have got something.
    async fn all_were_extended(&self, before: Moment, now: Moment) -> usize {
        let mut extended = 0;
        for thinking in &self.matches {
            let ends = thinking.closes.or(thinking.deadline);
            let up = ends.is_some_and(|ends| before < ends && ends <= now);
            let extensions = self.extensions(thinking.id).await;
            assert_eq!(extensions.len(), usize::from(up), "{:?}", thinking.limit);
            let Some((version, until)) = extensions.first().copied() else {
                continue;
            };
            let grace = thinking.limit.unwrap().milliseconds().min(10 * MINUTE);
            let late = until.0 - now.0 - grace;
            assert!((-10 * SECOND..=0).contains(&late), "{late} ms");
            let told = self.told(thinking.id, version).await;
            assert!(
                told.contains(&format!("<t:{}:R>", until.0 / SECOND)),
                "{told}"
            );
            extended += 1;
        }
        extended
    }
}

#[tokio::test]
async fn given_matches_of_all_limits_when_the_clock_is_set_forward_a_day_then_nobody_forfeits_and_all_are_told()
 {
    let hall = Hall::at_noon().await;
    let out_before = hall.out_of_time().await;
    assert_eq!(out_before, 0);
    let tomorrow = NOON.plus(Moment::DAY);
    hall.set(tomorrow).await;
    assert_eq!(hall.out_of_time().await, 0);
    let extended = hall.all_were_extended(NOON, hall.clock.now()).await;
    // All but those of three and seven days that have time left, and those without a limit.
    assert!(extended >= 25, "{extended}");
    // One who moves within the grace has lost nothing.
    let mover = hall
        .matches
        .iter()
        .find(|thinking| thinking.limit == "5m".parse().ok());
    let mover = mover.unwrap().id;
    hall.go_to(tomorrow.plus(4 * MINUTE)).await;
    let mv = Command::Move {
        text: String::from("e4"),
        claim: false,
    };
    hall.host
        .submit(mover, Person(1), &mv, None, None)
        .await
        .unwrap();
    // Who had ten seconds has had them again.
    let ten = hall
        .matches
        .iter()
        .filter(|thinking| thinking.limit == "10s".parse().ok());
    assert_eq!(hall.out_of_time().await, ten.count());
    // The others have ten minutes, and then it goes on as usual: nothing is lost.
    hall.go_to(tomorrow.plus(8 * MINUTE)).await;
    let quick = |limit: TimeLimit| limit.milliseconds() < 9 * MINUTE;
    let quick = hall
        .matches
        .iter()
        .filter(|thinking| thinking.limit.is_some_and(quick));
    let quick = quick.filter(|thinking| thinking.id != mover).count();
    assert_eq!(hall.out_of_time().await, quick);
    hall.go_to(tomorrow.plus(10 * Moment::DAY)).await;
    let limited = hall
        .matches
        .iter()
        .filter(|thinking| thinking.limit.is_some())
        .count();
    assert_eq!(hall.out_of_time().await, limited);
}

#[tokio::test]
async fn given_matches_of_all_limits_when_the_clock_is_set_back_an_hour_then_nobody_forfeits() {
    let hall = Hall::at_noon().await;
    let before = NOON.plus(-HOUR);
    hall.set(before).await;
    assert_eq!(hall.out_of_time().await, 0);
    // Everybody has the hour once more: until noon nothing ends.
    hall.go_to(NOON.plus(-SECOND)).await;
    assert_eq!(hall.out_of_time().await, 0);
    assert_eq!(hall.all_were_extended(NOON, NOON).await, 0);
    // And then it goes on as usual.
    hall.go_to(NOON.plus(10 * Moment::DAY)).await;
    let limited = hall
        .matches
        .iter()
        .filter(|thinking| thinking.limit.is_some())
        .count();
    assert_eq!(hall.out_of_time().await, limited);
}

#[tokio::test]
async fn given_a_clock_that_was_set_forward_when_somebody_sets_it_right_then_nobody_forfeits() {
    let hall = Hall::at_noon().await;
    hall.set(NOON.plus(Moment::DAY)).await;
    hall.set(NOON.plus(MINUTE)).await;
    hall.go_to(NOON.plus(23 * HOUR)).await;
    // Whoever got time for it has it until then, and the others have what they had.
    for thinking in &hall.matches {
        let events = hall.events(thinking.id).await;
        let out = events
            .iter()
            .find(|(event, _)| matches!(event, Event::OutOfTime { .. }));
        let extended = hall.extensions(thinking.id).await;
        assert!(out.is_none() || extended.is_empty(), "{:?}", thinking.limit);
    }
}
