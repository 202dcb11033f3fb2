//! What happens by itself: tables that close and proposals that lapse a day after (interfaces §3).
//! The clock is the test's, so that nothing waits for a day.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use rondel::{
    chats::console::{Console, ConsoleOptions, PlainMarkup},
    commands::Responder,
    host::{Clock, Host, HostError, Table},
    matchplay::{Command, Event, MatchId, Moment, Person, Place, Rejection, Stage},
    messages::Language,
    rules::{Color, Ruleset},
    store::{
        Append, EventStore, Listing, Shelf, Store, Stores, embedded::SledStore,
        memory::MemoryStore, people::People,
    },
};
use serde_json::Value;

use crate::now::{OutboxNow, now, open_people};
use crate::said::{army, assert_begins, assert_is, player, said};

pub(super) const NOON: Moment = Moment(1_700_000_000_000);
pub(crate) const HOUR: i64 = 60 * 60 * 1_000;

/// A console whose clock stands still until it is set.
pub(crate) struct Scene {
    console: Console<Vec<u8>>,
    pub(super) host: Arc<Host>,
    clock: Arc<AtomicI64>,
}

impl Scene {
    pub(super) fn in_memory() -> Scene {
        let store = Arc::new(MemoryStore::new());
        Scene::over(store, People::in_memory(), NOON)
    }

    /// One that speaks a language where nobody has said otherwise.
    pub(crate) fn speaking(language: Language) -> Scene {
        let store = Arc::new(MemoryStore::new());
        Scene::in_language(store, People::in_memory(), NOON, language)
    }

    pub(super) fn in_files(path: &Path, at: Moment) -> Scene {
        let store = Arc::new(SledStore::open(&path.join("store")).unwrap());
        Scene::over(store, open_people(&path.join("people")).unwrap(), at)
    }

    fn over(store: Arc<dyn Store>, people: People, at: Moment) -> Scene {
        Scene::in_language(store, people, at, Language::English)
    }

    fn in_language(store: Arc<dyn Store>, people: People, at: Moment, language: Language) -> Scene {
        let time = Arc::new(AtomicI64::new(at.0));
        let told = Arc::clone(&time);
        let clock: Arc<dyn Clock> = Arc::new(move || Moment(told.load(Ordering::SeqCst)));
        let host = now(Host::new(Stores::new(store, people), clock, Some(1))).unwrap();
        let markup = Arc::new(PlainMarkup);
        let responder = Responder::new(Arc::clone(&host), markup).with_language(language);
        let options = ConsoleOptions {
            json: true,
            ..ConsoleOptions::default()
        };
        Scene {
            console: Console::new(Arc::new(responder), options, Vec::new()),
            host,
            clock: time,
        }
    }

    pub(crate) fn later(&self, milliseconds: i64) {
        self.clock.fetch_add(milliseconds, Ordering::SeqCst);
    }

    /// Types lines, and gives back all that is answered, the ends of lines too.
    pub(super) async fn say(&mut self, lines: &str) -> Vec<Value> {
        self.console.run(lines.as_bytes()).await.unwrap();
        let said = std::mem::take(self.console.output());
        String::from_utf8(said)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    /// Types a line, and gives back the answers without the end.
    pub(crate) async fn one(&mut self, line: &str) -> Vec<Value> {
        let mut said = self.say(line).await;
        assert!(said.pop().is_some_and(|end| end["end"].is_u64()), "{line}");
        said
    }

    /// Opens a table, and gives back its id.
    pub(super) async fn table(&mut self) -> MatchId {
        let said = self.one("@ann /play seat:white").await;
        said[0]["match"].as_str().unwrap().parse().unwrap()
    }

    /// A match of three in which each has moved.
    async fn begun(&mut self) -> MatchId {
        let id = self.table().await;
        self.say("@ben /join\n@cy /join\n@ann /move e4\n@ben /move m4\n@cy /move u4")
            .await;
        id
    }

    pub(super) async fn stage(&self, id: MatchId) -> Stage {
        self.host.state(id).await.unwrap().unwrap().stage()
    }
}

pub(super) fn text(answer: &Value) -> &str {
    answer["text"].as_str().unwrap()
}

#[tokio::test]
async fn a_table_closes_a_day_after_its_last_change() {
    let mut scene = Scene::in_memory();
    let id = scene.table().await;
    scene.later(23 * HOUR);
    assert_eq!(scene.one("@ben /join").await.len(), 1);
    // A day after it was opened, and an hour after somebody sat down.
    scene.later(HOUR);
    assert_eq!(scene.one("#").await, [] as [Value; 0]);
    assert_eq!(scene.stage(id).await, Stage::Table);
    scene.later(23 * HOUR - 1);
    assert_eq!(scene.one("#").await, [] as [Value; 0]);
    scene.later(1);
    let said = scene.one("#").await;
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0]["command"].is_null());
    assert_eq!(said[0]["to"], "all");
    assert_eq!(said[0]["match"], id.as_str());
    assert_is(text(&said[0]), "expired", &[("match", id.as_str())]);
    assert_eq!(scene.stage(id).await, Stage::Ended);
    // It is said once, and the table is nobody's any more.
    assert_eq!(scene.one("#").await, [] as [Value; 0]);
    let said = scene.one("@cy /join").await;
    assert_eq!(said[0]["refused"], "no-such-match");
}

#[tokio::test]
async fn a_table_that_is_due_is_closed_for_who_comes_before_anybody_has_looked() {
    let mut scene = Scene::in_memory();
    let id = scene.table().await;
    scene.later(24 * HOUR);
    let join = Command::Join { seat: None };
    let refused = scene.host.submit(id, Person(9), &join, None, None).await;
    let Err(HostError::Rejected(rejection)) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(rejection, Rejection::MatchOver);
    let told = scene.host.outbox_now().take_all();
    assert_eq!(told.len(), 1);
    assert_eq!(scene.host.settle_due().await.unwrap(), 0);
}

#[tokio::test]
async fn what_fell_due_while_nothing_ran_happens_at_the_start() {
    let dir = tempfile::tempdir().unwrap();
    let mut scene = Scene::in_files(dir.path(), NOON);
    let early = scene.table().await;
    scene.later(2 * HOUR);
    let late = scene.table().await;
    drop(scene);
    let mut scene = Scene::in_files(dir.path(), NOON.plus(Moment::DAY));
    let said = scene.say("").await;
    assert_eq!(said.len(), 1, "{said:?}");
    assert_eq!(said[0]["match"], early.as_str());
    assert_eq!(scene.stage(early).await, Stage::Ended);
    assert_eq!(scene.stage(late).await, Stage::Table);
}

#[tokio::test]
async fn a_proposal_to_call_off_lapses_after_a_day_and_it_is_said() {
    let mut scene = Scene::in_memory();
    let id = scene.begun().await;
    scene.one("@ann /abort action:offer").await;
    scene.one("@ben /abort action:accept").await;
    // Moves put nothing off.
    scene.later(12 * HOUR);
    scene.one("@ann /move d4").await;
    scene.later(12 * HOUR);
    let said = scene.one("@cy /abort action:accept").await;
    assert_eq!(said.len(), 2, "{said:?}");
    assert_eq!(said[1]["refused"], "nothing-to-accept");
    assert!(said[0]["command"].is_null());
    let ann = player("ann", Color::White);
    assert_is(text(&said[0]), "abort-lapsed", &[("player", &ann)]);
    assert_eq!(scene.stage(id).await, Stage::Running);
    assert_eq!(scene.one("#").await, [] as [Value; 0]);
    // One that was answered does not lapse.
    scene.one("@ann /abort action:offer").await;
    scene.one("@ben /abort action:decline").await;
    scene.later(25 * HOUR);
    assert_eq!(scene.one("#").await, [] as [Value; 0]);
}

#[tokio::test]
async fn many_tables_close_at_once() {
    let scene = Scene::in_memory();
    let mut open = Vec::new();
    for number in 0..600 {
        let table = Table {
            ruleset: String::from("three-man"),
            options: Ruleset::THREE_MAN,
            place: Place::new(&format!("chat/{}/{}", number / 60, number % 60)),
            seat: None,
            invited: Vec::new(),
            computers: None,
            rated: true,
            time: None,
            private: false,
        };
        let opened = scene.host.open(&table, Person(1 + number), None).await;
        open.push(opened.unwrap().change.after.id());
    }
    scene.later(24 * HOUR);
    assert_eq!(scene.host.settle_due().await.unwrap(), open.len());
    for id in open {
        assert_eq!(scene.stage(id).await, Stage::Ended);
    }
    assert_eq!(scene.host.settle_due().await.unwrap(), 0);
}

#[tokio::test]
async fn rows_that_lead_to_nothing_hold_nothing_up() {
    let store = Arc::new(MemoryStore::new());
    for number in 1..=400 {
        // Matches that cannot be folded, since none of them has been opened.
        let append = Append {
            id: MatchId::numbered(number),
            expected: 0,
            events: vec![Event::Started],
            at: NOON,
            request_id: None,
            listing: Listing {
                shelf: Some(Shelf::Table),
                due: Some(NOON),
                ..Listing::default()
            },
            tell: None,
            note: None,
        };
        store.append(append).await.unwrap();
    }
    let mut scene = Scene::over(store, People::in_memory(), NOON);
    let id = scene.table().await;
    scene.later(24 * HOUR);
    assert_eq!(scene.host.settle_due().await.unwrap(), 1);
    assert_eq!(scene.stage(id).await, Stage::Ended);
}

#[tokio::test]
async fn the_host_looks_by_itself() {
    let mut scene = Scene::in_memory();
    let id = scene.table().await;
    scene.later(24 * HOUR);
    let looking = tokio::spawn(Arc::clone(&scene.host).run_deadlines());
    let outbox = scene.host.outbox_now();
    let held = tokio::time::timeout(Duration::from_secs(60), outbox.next());
    let held = held.await.expect("a notice within a minute");
    assert_eq!(held.notice().id, id);
    let account = scene.host.account(id, held.notice().from, held.notice().to);
    assert_eq!(account.await.unwrap().unwrap().events, [Event::Expired]);
    looking.abort();
}

#[tokio::test]
async fn a_rematch_may_be_asked_for_again_once_its_table_has_closed_by_itself() {
    let mut scene = Scene::in_memory();
    let id = scene.table().await;
    scene.say("@ben /join\n@cy /join").await;
    scene.one("@ann /abort action:offer").await;
    let again = format!("@ann /rematch match:{id}");
    let opened = scene.one(&again).await;
    scene.later(24 * HOUR);
    // Nobody has looked yet: the one who asks finds it closed, and opens the next one.
    let said = scene.one(&format!("@ben /rematch match:{id}")).await;
    let tables: Vec<&Value> = said.iter().map(|answer| &answer["match"]).collect();
    assert!(tables.contains(&&opened[0]["match"]), "{said:?}");
    let next = said.last().unwrap();
    assert!(next["refused"].is_null() && next["match"] != opened[0]["match"]);
    assert_begins(text(next), "table-opened", &[("name", "ben")]);
}

/// The lines of `/matches` that name a match.
fn listed(answer: &Value) -> Vec<&str> {
    let lines = text(answer).lines();
    let is_id = |word: &str| word.parse::<MatchId>().is_ok();
    lines
        .filter(|line| line.get(..5).is_some_and(is_id))
        .collect()
}

#[tokio::test]
async fn matches_are_listed_by_who_is_waited_for_and_then_by_their_deadlines() {
    let mut scene = Scene::in_memory();
    let mut ids = Vec::new();
    for time in ["none", "3d", "12h", "1d", "1d"] {
        let line = format!("@ann /play ruleset:duel seat:white time:{time}");
        let said = scene.one(&line).await;
        let id = said[0]["match"].as_str().unwrap().to_owned();
        scene.one(&format!("@ben /join match:{id}")).await;
        ids.push(id);
    }
    let [none, three, twelve, moved, paused] = &ids[..] else {
        panic!("{ids:?}");
    };
    scene.one(&format!("@ann /move e4 match:{moved}")).await;
    scene
        .say(&format!(
            "@ann /pause action:offer match:{paused}\n@ben /pause action:accept match:{paused}"
        ))
        .await;
    // What stands there is in the words of one text, and what time there is in those of another.
    let line = |id: &str, values: &[(&'static str, &str)], time: &str| {
        let line = said(id, values);
        [&*line, time].join(if time.is_empty() { "" } else { " " })
    };
    let (white, ann) = (army(Color::White), player("ann", Color::White));
    let ben = player("ben", Color::Black);
    let both = crate::said::listed(&[&ann, &ben]);
    let own = |id: &str, time: &str| {
        let values = [
            ("match", id),
            ("others", &ben),
            ("army", &white),
            ("where", "#table"),
        ];
        line("matches-waiting", &values, time)
    };
    let deadline = |when: &str| said("deadline", &[("when", when)]);
    let closes = |when: &str| said("window-closes", &[("when", when)]);
    let duel = said("ruleset-duel", &[]);
    let said = scene.one("@ann /matches").await;
    let lines = listed(&said[0]);
    assert_eq!(
        lines[..3],
        [
            own(twelve, &deadline("2023-11-15 10:13 UTC")),
            own(three, &deadline("2023-11-17 22:13 UTC")),
            own(none, ""),
        ]
    );
    // Nobody is waited for where the clock stands still, nor she where it is his move.
    let rest = lines[3..].join("\n");
    let theirs = line(
        "matches-running",
        &[
            ("match", moved),
            ("others", &ben),
            ("player", &ben),
            ("army", &white),
            ("where", "#table"),
        ],
        &deadline("2023-11-15 22:13 UTC"),
    );
    let values = [
        ("match", &**paused),
        ("others", &ben),
        ("army", &white),
        ("where", "#table"),
    ];
    let stands = line("matches-paused", &values, "");
    assert!(
        lines.len() == 5 && rest.contains(&theirs) && rest.contains(&stands),
        "{rest}"
    );
    // A watcher sees the same.
    let said = scene.one("@dora /matches").await;
    let to_watch = line(
        "matches-of-others",
        &[
            ("match", twelve),
            ("others", &both),
            ("ruleset", &duel),
            ("player", &ann),
            ("where", "#table"),
        ],
        &deadline("2023-11-15 10:13 UTC"),
    );
    assert!(listed(&said[0]).contains(&&*to_watch), "{said:?}");

    // Past the deadline it says until when the others may do something about it.
    scene.later(12 * HOUR);
    scene.one("#").await;
    let said = scene.one("@ann /matches").await;
    let up = closes("2023-11-15 13:13 UTC");
    assert_eq!(listed(&said[0])[0], own(twelve, &up));
    // Who is asked to play on is waited for as well.
    let ask = format!("@ben /seat action:substitute user:@dora match:{twelve}");
    scene.one(&ask).await;
    let said = scene.one("@dora /matches").await;
    let asked = line(
        "matches-asked",
        &[
            ("match", twelve),
            ("others", &both),
            ("player", &ann),
            ("where", "#table"),
        ],
        &up,
    );
    assert_eq!(listed(&said[0])[0], asked, "{said:?}");
}
