//! For a while nobody can play: the chat is away, the process stands still, both, or the store does not
//! answer. No army goes out for it, all hear of the extension once, and a player who then does nothing goes out
//! as usual.

use std::{future::Future, sync::Arc, time::Duration};

use rondel::{
    host::{Clock, Connectivity},
    matchplay::{Event, Extension, MatchId, Moment, Place},
    store::{Pending, Reading, StoreError},
};
use tokio::{sync::watch::Sender, time::timeout};

use crate::{
    noon::{NOON, Noon},
    store::guarded::{Guard, Guarded},
};

/// Limits, and for how many seconds nobody can play.
const GAPS: [(&str, u64); 2] = [("10s", 14), ("1m", 100)];

/// Places are reached over the line whose number is their server; others always are.
fn line_of(place: &Place, _: usize) -> Option<usize> {
    place.server().parse().ok()
}

impl Noon {
    /// People are reached over this number of lines, all of which are there.
    fn reach(&self, lines: usize) -> Arc<Connectivity> {
        let reach = self.host.reach_over(line_of);
        reach.open(lines);
        (0..lines).for_each(|line| reach.begin(line));
        reach
    }

    /// Lets seconds go by, one after the other.
    async fn wait(&self, seconds: u64) {
        for _ in 0..seconds {
            self.clock.advance(Duration::from_secs(1));
            self.host.settle_due().await.unwrap();
        }
    }

    /// The deadlines to which White was given time, and the moment at which it went out, in seconds
    /// from now.
    async fn happened(&self, id: MatchId) -> (Vec<i64>, Option<i64>) {
        let from_now = |at: Moment| (at.0 - self.clock.now().0) / 1_000;
        let events = self.host.events(id).await.unwrap();
        let extended = events.iter().filter_map(|(event, _)| {
            let Event::Extended { until, why, .. } = event else {
                return None;
            };
            (*why == Extension::Downtime).then(|| from_now(*until))
        });
        let out = |(event, _): &&(Event, Moment)| matches!(event, Event::OutOfTime { .. });
        let out = events.iter().find(out).map(|(_, at)| from_now(*at));
        (extended.collect(), out)
    }

    async fn is_out(&self, id: MatchId) -> bool {
        self.happened(id).await.1.is_some()
    }
}

fn seconds(limit: &str) -> u64 {
    let limit: rondel::matchplay::TimeLimit = limit.parse().unwrap();
    u64::try_from(limit.milliseconds() / 1_000).unwrap()
}

/// Expects that White has until the limit after now, was told so once, and goes out then.
async fn plays_on(scene: &Noon, id: MatchId, limit: &str) {
    let grace = seconds(limit);
    scene.host.settle_due().await.unwrap();
    scene.wait(grace - 1).await;
    assert_eq!(scene.happened(id).await, (vec![1], None), "{limit}");
    scene.wait(1).await;
    assert_eq!(scene.happened(id).await, (vec![0], Some(0)), "{limit}");
}

#[tokio::test]
async fn given_the_chat_is_away_when_a_deadline_passes_then_nobody_goes_out_before_the_grace_after_it()
 {
    for (limit, away) in GAPS {
        let scene = Noon::at(NOON);
        let reach = scene.reach(2);
        let id = scene.begin("0/room", limit.parse().ok()).await;
        let other = scene.begin("1/room", limit.parse().ok()).await;
        let version = scene.host.events(id).await.unwrap().len();
        reach.lose(0);
        scene.wait(away).await;
        assert_eq!(scene.host.events(id).await.unwrap().len(), version);
        // Whom the chat reaches has no more time for it.
        assert!(scene.is_out(other).await, "{limit}");
        reach.begin(0);
        plays_on(&scene, id, limit).await;
    }
}

#[tokio::test]
async fn given_the_chat_was_away_when_a_move_comes_first_then_it_counts() {
    for (limit, away) in GAPS {
        let scene = Noon::at(NOON);
        let reach = scene.reach(1);
        let id = scene.begin("0/room", limit.parse().ok()).await;
        reach.lose(0);
        scene.wait(away).await;
        // The interaction itself shows that the chat is there again.
        reach.hear(0);
        scene.first_move(id).await;
        assert!(!scene.is_out(id).await);
    }
}

#[tokio::test]
async fn given_the_chat_is_away_for_a_moment_then_the_clock_runs_as_before() {
    let scene = Noon::at(NOON);
    let reach = scene.reach(1);
    let id = scene.begin("0/room", "10s".parse().ok()).await;
    for _ in 0..9 {
        scene.wait(1).await;
        reach.hear(0);
    }
    reach.lose(0);
    scene.clock.advance(Duration::from_millis(1_500));
    scene.host.settle_due().await.unwrap();
    assert!(!scene.is_out(id).await);
    reach.begin(0);
    scene.host.settle_due().await.unwrap();
    assert!(scene.is_out(id).await);
}

#[tokio::test]
async fn given_the_chat_is_away_when_the_process_is_started_anew_then_the_grace_begins_with_the_chat()
 {
    for (limit, away) in GAPS {
        let mut scene = Noon::at(NOON);
        scene.reach(1);
        let id = scene.begin("0/room", limit.parse().ok()).await;
        scene.clock.advance(Duration::from_secs(away / 2));
        scene.restart();
        let reach = scene.host.reach_over(line_of);
        scene.wait(away).await;
        reach.open(1);
        scene.wait(away).await;
        assert_eq!(scene.happened(id).await, (vec![], None), "{limit}");
        reach.begin(0);
        plays_on(&scene, id, limit).await;
    }
}

#[tokio::test]
async fn given_the_process_stood_still_when_it_goes_on_then_nobody_goes_out_before_the_grace() {
    for (limit, frozen) in [("10s", 15), ("1m", 150)] {
        let scene = Noon::at(NOON);
        let id = scene.begin("console/table", limit.parse().ok()).await;
        scene.clock.freeze(Duration::from_secs(frozen));
        plays_on(&scene, id, limit).await;
        // A move that comes before anybody has looked counts.
        let id = scene.begin("console/table", limit.parse().ok()).await;
        scene.clock.freeze(Duration::from_secs(frozen));
        scene.first_move(id).await;
        assert!(!scene.is_out(id).await, "{limit}");
    }
}

#[tokio::test]
async fn given_somebody_keeps_time_when_the_process_stood_still_then_the_grace_begins() {
    let scene = Noon::at(NOON);
    let id = scene.begin("console/table", "10s".parse().ok()).await;
    let keeping = tokio::spawn(Arc::clone(&scene.host).run_deadlines());
    scene.clock.freeze(Duration::from_secs(15));
    let mut looks = tokio::time::interval(Duration::from_millis(1));
    while scene.happened(id).await == (vec![], None) {
        looks.tick().await;
    }
    keeping.abort();
    assert_eq!(scene.happened(id).await, (vec![10], None));
}

/// What may be asked of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ask {
    Due,
    Match,
    Write,
}

/// A guard that holds up one kind of what is asked, or refuses all that can be.
#[derive(Debug, Default)]
struct Gate {
    held: Sender<Option<Ask>>,
    refuses: Sender<bool>,
    /// True while somebody waits.
    waits: Sender<bool>,
}

impl Gate {
    fn pass(&self, ask: Ask) -> Reading<'_, ()> {
        Box::pin(async move {
            let mut held = self.held.subscribe();
            if *held.borrow() == Some(ask) {
                self.waits.send_replace(true);
                let _ = held.wait_for(|held| *held != Some(ask)).await;
                self.waits.send_replace(false);
            }
            match *self.refuses.borrow() {
                true => Err(StoreError::Failed(String::from("a fault on purpose"))),
                false => Ok(()),
            }
        })
    }
}

impl Guard for Gate {
    fn writes(&self) -> Pending<'_, ()> {
        Box::pin(async { self.pass(Ask::Write).await.unwrap_or_default() })
    }

    fn loads(&self) -> Reading<'_, ()> {
        self.pass(Ask::Match)
    }

    fn looks(&self) -> Reading<'_, ()> {
        self.pass(Ask::Due)
    }
}

/// A match over a store with a gate.
struct Gated {
    scene: Noon,
    store: Arc<Guarded<Gate>>,
    id: MatchId,
}

impl Gated {
    async fn begin(limit: &str) -> Gated {
        let store = Arc::new(Guarded::by(Gate::default()));
        let scene = Noon::over(Arc::clone(&store) as _, NOON);
        let id = scene.begin("console/table", limit.parse().ok()).await;
        Gated { scene, store, id }
    }

    fn advance(&self, milliseconds: u64) {
        let by = Duration::from_millis(milliseconds);
        self.scene.clock.advance(by);
    }

    /// Does something that the store holds up for a while, and something else at the end of it.
    async fn held_and(
        &self,
        ask: Ask,
        milliseconds: u64,
        doing: impl Future<Output = ()>,
        meanwhile: impl Future<Output = ()>,
    ) {
        let gate = &self.store.guard;
        gate.held.send_replace(Some(ask));
        let holding = async {
            let mut waits = gate.waits.subscribe();
            waits.wait_for(|waits| *waits).await.unwrap();
            self.advance(milliseconds);
            meanwhile.await;
            gate.held.send_replace(None);
        };
        tokio::join!(doing, holding);
    }

    /// Does something that the store holds up for a while.
    async fn held(&self, ask: Ask, milliseconds: u64, doing: impl Future<Output = ()>) {
        self.held_and(ask, milliseconds, doing, async {}).await;
    }

    async fn look(&self) {
        self.scene.host.settle_due().await.unwrap();
    }

    async fn plays_on(&self, limit: &str) {
        plays_on(&self.scene, self.id, limit).await;
    }

    async fn is_out(&self) -> bool {
        self.scene.is_out(self.id).await
    }
}

#[tokio::test]
async fn given_a_look_waits_for_the_store_when_a_deadline_passes_then_the_grace_begins_after_it() {
    for (limit, gap) in GAPS {
        let gated = Gated::begin(limit).await;
        gated.held(Ask::Due, gap * 1_000, gated.look()).await;
        gated.plays_on(limit).await;
    }
}

#[tokio::test]
async fn given_looks_fail_when_a_deadline_passes_then_the_grace_begins_with_the_store() {
    for (limit, gap) in GAPS {
        let gated = Gated::begin(limit).await;
        let gate = &gated.store.guard;
        gate.refuses.send_replace(true);
        for _ in 0..gap {
            gated.advance(1_000);
            assert!(gated.scene.host.settle_due().await.is_err());
        }
        gate.refuses.send_replace(false);
        gated.plays_on(limit).await;
    }
}

#[tokio::test]
async fn given_a_match_waits_for_the_store_when_it_is_settled_then_the_grace_begins_after_it() {
    let mut gated = Gated::begin("10s").await;
    gated.scene.restart();
    gated.advance(10_000);
    gated.held(Ask::Match, 4_000, gated.look()).await;
    gated.plays_on("10s").await;
}

#[tokio::test]
async fn given_a_move_waits_for_the_store_then_the_next_player_has_the_grace_after_it() {
    for (limit, gap) in GAPS {
        let gated = Gated::begin(limit).await;
        let moving = gated.scene.first_move(gated.id);
        gated.held(Ask::Write, gap * 1_000, moving).await;
        gated.plays_on(limit).await;
    }
}

#[tokio::test]
async fn given_a_move_waits_for_the_store_then_nothing_falls_due_elsewhere() {
    let gated = Gated::begin("10s").await;
    let other = gated.scene.begin("console/other", None).await;
    gated.advance(8_000);
    let looks = async {
        // What it wrote would wait too.
        let looked = timeout(Duration::from_secs(5), gated.look());
        looked.await.expect("nothing is written");
        assert_eq!(gated.scene.happened(gated.id).await, (vec![], None));
    };
    let moving = gated.scene.first_move(other);
    gated.held_and(Ask::Write, 3_000, moving, looks).await;
    gated.plays_on("10s").await;
}

#[tokio::test]
async fn given_a_move_waits_for_a_moment_when_a_deadline_passes_elsewhere_then_it_is_looked_at_after_it()
 {
    let gated = Gated::begin("10s").await;
    let other = gated.scene.begin("console/other", None).await;
    gated.advance(9_000);
    let looks = async {
        let looked = timeout(Duration::from_secs(5), gated.look());
        looked.await.expect("nothing is written");
        assert_eq!(gated.scene.happened(gated.id).await, (vec![], None));
    };
    let moving = gated.scene.first_move(other);
    gated.held_and(Ask::Write, 1_500, moving, looks).await;
    gated.look().await;
    assert!(gated.is_out().await);
}

#[tokio::test]
async fn given_the_store_is_slow_for_a_moment_then_the_clock_runs_as_before() {
    let gated = Gated::begin("10s").await;
    gated.advance(9_000);
    gated.held(Ask::Due, 1_999, gated.look()).await;
    gated.look().await;
    assert!(gated.is_out().await);
}
