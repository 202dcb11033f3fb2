//! The clock on the wall is set while matches of all limits are played: everybody has as much time
//! left as before, at least the grace, and all hear where a deadline moves.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use rondel::{
    chats::discord::DiscordMarkup,
    commands::Responder,
    host::Clock,
    matchplay::{Command, Event, Extension, Match, MatchId, Moment, Person, TimeLimit},
    rules::OfferAction,
};

use crate::noon::{NOON, Noon};
use crate::now::now;

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = Moment::DAY;

const LIMITS: [&str; 9] = ["10s", "5m", "10m", "1h", "12h", "1d", "3d", "7d", "none"];

/// The parts of their limits that turns have used at noon, in thousandths of the limit; what is
/// beyond it lies within the window, where there is one.
const PHASES: [i64; 6] = [0, 400, 700, 999, 1_050, 1_200];

/// A match in which somebody is thinking.
struct Thinking {
    id: MatchId,
    limit: Option<TimeLimit>,
    /// The moments when the time is up and the window closes, unless somebody sets the clock.
    deadline: Moment,
    closes: Option<Moment>,
}

struct Hall {
    noon: Noon,
    responder: Responder,
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
        let noon = Noon::at(planned[0].0);
        let responder = Responder::new(Arc::clone(&noon.host), Arc::new(DiscordMarkup));
        let time = tokio::spawn(Arc::clone(&noon.host).run_deadlines());
        let mut hall = Hall {
            noon,
            responder,
            matches: Vec::new(),
            time,
        };
        for (begins, limit) in planned {
            hall.go_to(begins).await;
            let id = hall.begin(limit).await;
            // Without a limit it is silence that opens a window.
            let deadline = begins.plus(limit.map_or(3 * DAY, TimeLimit::milliseconds));
            let closes =
                (deadline <= NOON).then(|| deadline.plus(window(limit).unwrap_or_default()));
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

    async fn begin(&self, time: Option<TimeLimit>) -> MatchId {
        self.noon.begin("discord/1/2", time).await
    }

    /// Lets time go by, from one moment at which something is due to the next.
    async fn go_to(&self, moment: Moment) {
        loop {
            let due = now(self.noon.store.due(moment, None, 1)).unwrap();
            let next = due.first().map_or(moment, |(at, _)| *at);
            let by = next.0 - self.noon.clock.now().0;
            self.noon
                .clock
                .advance(Duration::from_millis(u64::try_from(by).unwrap_or(0)));
            self.noon.host.settle_due().await.unwrap();
            if due.is_empty() {
                break;
            }
        }
    }

    /// Sets the clock forward or back, and waits until all deadlines have followed. The keeper of
    /// time looks at it a second later.
    async fn set_by(&self, by: i64) {
        let mut before = Vec::new();
        for thinking in &self.matches {
            before.push(self.extensions(thinking.id).await.len());
        }
        self.noon.clock.set(self.noon.clock.now().plus(by));
        self.noon.clock.advance(Duration::from_secs(1));
        let begun = Instant::now();
        let mut looks = tokio::time::interval(Duration::from_millis(1));
        for (thinking, before) in self.matches.iter().zip(before) {
            while self.extensions(thinking.id).await.len() == before {
                looks.tick().await;
                assert!(
                    begun.elapsed() < Duration::from_secs(20),
                    "nobody keeps time"
                );
            }
        }
    }

    async fn events(&self, id: MatchId) -> Vec<(Event, Moment)> {
        self.noon.host.events(id).await.unwrap()
    }

    /// The extensions of a match, each with its version.
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

    /// The outbox's message about the event that led to this version.
    async fn told(&self, id: MatchId, version: u64) -> String {
        let rows = now(self.noon.store.outbox("discord", 0, usize::MAX)).unwrap();
        let of = |row: &&rondel::store::Notice| row.id == id && row.to == version;
        let row = rows.iter().find(of).expect("it is to be told");
        let reply = self.responder.notify(row, None, None).await.unwrap();
        reply
            .expect("there is something to tell")
            .text()
            .to_string()
    }

    /// Expects that all hear of every extension of a match.
    async fn all_hear(&self, id: MatchId) {
        for (version, until) in self.extensions(id).await {
            let told = self.told(id, version).await;
            assert!(
                told.contains(&format!("<t:{}:R>", until.0 / SECOND)),
                "{told}"
            );
        }
    }
}

/// The window after a time that is up, or after too long a silence where there is no limit.
fn window(limit: Option<TimeLimit>) -> Option<i64> {
    limit.map_or(Some(DAY), TimeLimit::window)
}

impl Thinking {
    /// The time from noon until a player who does nothing goes out.
    fn left(&self) -> i64 {
        let goes_out = || self.deadline.plus(window(self.limit).unwrap_or_default());
        self.closes.unwrap_or_else(goes_out).0 - NOON.0
    }
}

/// Settings of the clock, one after the other, with a minute in between.
const SETTINGS: [&[i64]; 6] = [
    &[DAY],
    &[-HOUR],
    &[-DAY],
    &[DAY, -DAY],
    &[-DAY, DAY],
    &[40 * DAY, -20 * DAY, -20 * DAY],
];

#[tokio::test]
async fn given_matches_of_all_limits_when_the_clock_is_set_then_everybody_has_as_much_time_left() {
    for settings in SETTINGS {
        let hall = Hall::at_noon().await;
        let mut elapsed = 0;
        for (nth, by) in settings.iter().enumerate() {
            if nth > 0 {
                // As long as even those of ten seconds have in the grace.
                hall.noon.clock.advance(Duration::from_secs(4));
                elapsed += 4 * SECOND;
            }
            hall.set_by(*by).await;
            elapsed += SECOND;
        }
        let set: i64 = settings.iter().sum();
        hall.go_to(NOON.plus(set + 10 * DAY)).await;
        for thinking in &hall.matches {
            let events = hall.events(thinking.id).await;
            let mut out = events.iter().filter_map(|(event, at)| {
                matches!(event, Event::OutOfTime { .. }).then_some(at.0 - set - NOON.0)
            });
            let left = thinking.left();
            let context = format!("{settings:?}: {left} of {:?}", thinking.limit);
            let out = out.next().expect(&context);
            let grace = thinking.limit.unwrap_or(TimeLimit::DAY).grace();
            // As much as before; where the deadline comes in the grace, until its end, and then
            // there is the whole window still.
            assert!(out >= left, "{context}: out {out}");
            let window = window(thinking.limit);
            let window = window.filter(|_| thinking.closes.is_none());
            let latest = left.max(elapsed + grace + window.unwrap_or_default());
            assert!(out <= latest + 2 * SECOND, "{context}: out {out}");
            hall.all_hear(thinking.id).await;
        }
    }
}

#[tokio::test]
async fn given_a_clock_that_was_set_when_somebody_moves_before_anybody_has_looked_then_the_next_turn_has_its_whole_time()
 {
    for by in [DAY, -DAY] {
        let mut hall = Hall::at_noon().await;
        hall.time.abort();
        let mover = hall.matches.iter().find(|thinking| {
            let ten = thinking.limit == "10s".parse().ok();
            ten && thinking.left() < 7 * SECOND
        });
        let id = mover.unwrap().id;
        hall.noon.clock.set(NOON.plus(by));
        hall.noon.first_move(id).await;
        // A table that is opened by the new time owes nothing either.
        let later = hall.begin("3d".parse().ok()).await;
        hall.noon.host.settle_due().await.unwrap();
        for (id, limit) in [(id, 10 * SECOND), (later, 3 * DAY)] {
            let state = hall.noon.host.state(id).await.unwrap().unwrap();
            let deadline = state.clock().unwrap().deadline;
            assert_eq!(deadline, NOON.plus(by + limit), "{by}");
        }
        hall.matches.clear();
    }
}

#[tokio::test]
async fn given_a_match_that_stands_still_when_the_clock_is_set_then_it_goes_on_with_what_was_left()
{
    for by in [DAY, -DAY] {
        let hall = Hall::at_noon().await;
        hall.time.abort();
        let thinking = hall.matches.iter().find(|thinking| {
            let days = thinking.limit == "3d".parse().ok();
            days && thinking.closes.is_none()
        });
        let id = thinking.unwrap().id;
        let ask = async |person, action| {
            let pause = Command::Pause(action);
            let asked = hall
                .noon
                .host
                .submit(id, Person(person), &pause, None, None);
            asked.await.unwrap().change.after
        };
        let all_agree = async || {
            ask(1, OfferAction::Offer).await;
            ask(2, OfferAction::Accept).await;
            ask(3, OfferAction::Accept).await
        };
        let left = |state: &Match, now: Moment| state.clock().unwrap().deadline.0 - now.0;
        let paused = all_agree().await;
        let before = left(&paused, hall.noon.clock.now());
        hall.noon.clock.set(hall.noon.clock.now().plus(by));
        hall.noon.host.settle_due().await.unwrap();
        hall.noon.clock.advance(Duration::from_secs(60));
        let resumed = all_agree().await;
        assert_eq!(left(&resumed, hall.noon.clock.now()), before, "{by}");
    }
}
