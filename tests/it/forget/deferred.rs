//! `/forget-me` where it takes long: promised, done, and then said; many tables told of at once.

use std::{
    fs,
    sync::Arc,
    time::{Duration, Instant},
};

use fake_discord::{Answer, AnswerKind, Fault, Snowflake, User};
use rondel::{
    host::{Host, LeftTables, NoticeState, Table as NewTable},
    matchplay::{Moment, Person, Place},
    rules::Ruleset,
    store::{Identity, Store, Stores, embedded::SledStore, memory::MemoryStore, people::People},
};
use serde_json::{Value, json};

use super::bytes::{Needles, found_below};
use crate::discord::{Scene, match_of};
use crate::now::{OutboxNow, PeopleNow, now, open_people};
use crate::said::{assert_begins, assert_says, says};

const CALLBACK: &str = "POST /interactions/*/*/callback";
const FILLING: &str = "PATCH /webhooks/*/*/messages/@original";
const FORGET: &str = "rd1:-:0:forget-me";

/// The time that something may take of which nobody is told.
const PATIENCE: Duration = Duration::from_secs(60);

fn mean_it() -> [(&'static str, Value); 1] {
    [("confirm", json!(true))]
}

/// Somebody who is known, since they have a table of their own.
async fn known(scene: &Scene, name: &str) -> User {
    let user = scene.guild.user(name);
    let opened = user
        .slash(&scene.guild.channel(name), "play", &crate::discord::table())
        .await;
    assert_eq!(opened.refused, None, "{}", opened.content);
    user
}

/// The generations of people that there are, and what is left of them.
fn generations(scene: &Scene) -> Vec<String> {
    let entries = fs::read_dir(scene.data.path().join("people")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name != "lock").collect()
}

fn is_known(scene: &Scene, user: &User) -> bool {
    let needles = Needles::default().number("id", user.id().0);
    !found_below(&scene.data.path().join("people"), &needles).is_empty()
}

/// Checks that somebody is promised to be forgotten, and is once that is said.
async fn is_forgotten(scene: &Scene, user: &User, promised: &Answer) {
    assert_eq!(
        (promised.kind, promised.ephemeral),
        (AnswerKind::Deferred, true)
    );
    let filled = scene.discord.filled(promised).await;
    assert_says(&filled.content, "forget-done", &[]);
    assert!(!is_known(scene, user));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forgetting_is_promised_to_the_one_who_asked_and_filled_in_when_it_is_done() {
    let scene = Scene::new().await;
    let (ann, ben) = (known(&scene, "z1").await, known(&scene, "z2").await);
    // What it would do is said at once.
    let asked = ann.slash(&scene.channel, "forget-me", &[]).await;
    assert_eq!((asked.kind, asked.ephemeral), (AnswerKind::Message, true));
    let pressed = ann.press(asked.message.unwrap(), FORGET).await;
    is_forgotten(&scene, &ann, &pressed).await;
    // Only now: while one is forgotten, the files are written again, and nobody can go through them.
    let typed = ben.slash(&scene.channel, "forget-me", &mean_it()).await;
    is_forgotten(&scene, &ben, &typed).await;
    // So is that there is nothing to do.
    let again = ann.slash(&scene.channel, "forget-me", &mean_it()).await;
    let filled = scene.discord.filled(&again).await;
    assert_says(&filled.content, "forget-unknown", &[]);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_not_told_of_it_is_forgotten_all_the_same() {
    let scene = Scene::new().await;
    for (number, (request, fault)) in [
        (CALLBACK, Fault::Status(404, 10_062)),
        (FILLING, Fault::Status(404, 10_015)),
    ]
    .into_iter()
    .enumerate()
    {
        let user = known(&scene, &format!("z{number}")).await;
        scene.discord.fail_next(request, fault);
        // Nobody waits for the answer, which may not come.
        drop(user.slash(&scene.channel, "forget-me", &mean_it()));
        let begun = Instant::now();
        let mut looks = tokio::time::interval(Duration::from_millis(10));
        while generations(&scene) != [(number + 2).to_string()] {
            assert!(begun.elapsed() < PATIENCE, "{request}: not forgotten");
            looks.tick().await;
        }
        assert!(!is_known(&scene, &user), "{request}");
    }
}

/// Returns true if a text tells the others that somebody has asked to be forgotten.
fn tells(text: &str) -> bool {
    let told = ["given-up", "tables-closed", "tables-left"];
    told.iter().any(|id| says(text, id, &[]))
}

/// The messages in a channel that tell of somebody who asked to be forgotten.
fn told_in(scene: &Scene, channel: Snowflake) -> Vec<String> {
    scene.discord.look(|world| {
        let said = world.messages(channel);
        let said = said.iter().map(|message| message.content.clone());
        said.filter(|said| tells(said)).collect()
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_tables_a_channel_hears_once_and_each_match_in_its_thread() {
    let scene = Scene::new().await;
    let zerlinde = scene.guild.user("zerlinde");
    let [_, ben, cy] = scene.players.clone();
    let running = scene
        .seat(&scene.channel, &[zerlinde.clone(), ben, cy])
        .await;
    let tables = scene.guild.channel("tables");
    let (mut ids, mut own) = (Vec::new(), Vec::new());
    for _ in 0..2 {
        let opened = zerlinde
            .slash(&tables, "play", &crate::discord::table())
            .await;
        own.push(match_of(&opened.buttons()));
    }
    let invites = [("player2", json!(zerlinde.id()))];
    for number in 0..12 {
        let host = scene.guild.user(&format!("host-{number}"));
        let opened = host.slash(&tables, "play", &invites).await;
        ids.push(match_of(&opened.buttons()));
    }
    // What a table still has to tell is told by itself.
    let mention = format!("<@{}>", zerlinde.id());
    scene
        .discord
        .wait_until("every invitation", |world| {
            let all = world.messages(tables.id()).into_iter();
            all.filter(|one| one.content.contains(&mention)).count() == ids.len()
        })
        .await;
    let promised = zerlinde.slash(&tables, "forget-me", &mean_it()).await;
    scene.discord.filled(&promised).await;
    scene
        .discord
        .wait_until("the others to be told", |world| {
            let told = |channel: Snowflake| {
                let mut said = world.messages(channel).into_iter();
                said.any(|message| tells(&message.content))
            };
            told(tables.id()) && told(running.thread.id())
        })
        .await;
    let [told] = &told_in(&scene, tables.id())[..] else {
        panic!("{:?}", told_in(&scene, tables.id()));
    };
    let lines: Vec<&str> = told.lines().collect();
    let [closed, left] = lines[..] else {
        panic!("{told}");
    };
    assert_begins(closed, "tables-closed", &[("count", "2")]);
    assert_says(left, "tables-left", &[("count", "12")]);
    assert!(own.iter().all(|id| closed.contains(id)), "{closed}");
    assert!(ids.iter().all(|id| left.contains(id)), "{left}");
    let [told] = &told_in(&scene, running.thread.id())[..] else {
        panic!("{:?}", told_in(&scene, running.thread.id()));
    };
    assert_says(told, "given-up", &[]);
    scene.assert_sound();
}

fn person(number: u128) -> Person {
    Person(number)
}

fn host(store: &Arc<dyn Store>, people: &Arc<People>) -> Arc<Host> {
    let stores = Stores {
        matches: Arc::clone(store),
        people: Arc::clone(people),
    };
    now(Host::new(stores, Arc::new(|| Moment(1)), Some(1))).unwrap()
}

/// Opens a table at a place, to which this person is invited if they do not open it.
async fn open(host: &Arc<Host>, place: &str, opener: Person, invited: Person) {
    let table = NewTable {
        ruleset: String::from("three-man"),
        options: Ruleset::THREE_MAN,
        place: Place::new(place),
        seat: None,
        invited: Some(invited)
            .filter(|invited| *invited != opener)
            .into_iter()
            .collect(),
        computers: None,
        rated: false,
        time: None,
        private: false,
    };
    let done = host.open(&table, opener, None).await.unwrap();
    done.notice.unwrap().end(NoticeState::Delivered);
}

#[tokio::test]
async fn tables_are_told_of_together_after_a_restart_too() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let people = Arc::new(People::in_memory());
    let zerlinde = person(1);
    let known = now(people.meet(&Identity::new("console", "z").unwrap(), "Z", || zerlinde));
    assert_eq!(known, Ok(zerlinde));
    let before = host(&store, &people);
    for place in ["console/one", "console/two"] {
        for other in 2..20 {
            open(&before, place, person(other), zerlinde).await;
        }
        open(&before, place, zerlinde, zerlinde).await;
    }
    before.forget(zerlinde).await.unwrap();
    assert_eq!(before.parts_of(zerlinde).await.unwrap().len(), 0);
    let counted = |left: Option<LeftTables>| left.map(|left| (left.closed.len(), left.open.len()));
    for host in [Arc::clone(&before), host(&store, &people)] {
        let held = host.outbox_now().take_all();
        let counts: Vec<_> = held
            .iter()
            .map(|held| counted(held.left_tables()))
            .collect();
        assert_eq!(counts, [Some((1, 18)); 2]);
        // Untold, they wait as they were.
        assert!(host.outbox_now().take_all().is_empty());
        drop(held);
    }
    let after = host(&store, &people);
    for _ in 0..2 {
        let held = after.outbox_now().next().await;
        assert!(matches!(held.state(), NoticeState::InDoubt(_)) && held.left_tables().is_some());
        held.end(NoticeState::Delivered);
    }
    assert!(after.outbox_now().take_free().is_none());
    assert_eq!(now(store.outbox("console", 0, usize::MAX)).unwrap(), []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_who_wait_at_the_same_time_are_forgotten_by_one_rewriting() {
    let dir = tempfile::tempdir().unwrap();
    let store: Arc<dyn Store> = Arc::new(SledStore::open(&dir.path().join("store")).unwrap());
    let path = dir.path().join("people");
    let people = Arc::new(open_people(&path).unwrap());
    for number in 1..=40 {
        let identity = Identity::new("console", &format!("z{number}")).unwrap();
        let met = now(people.meet(&identity, &format!("Zerlinde{number}!"), || person(number)));
        assert_eq!(met, Ok(person(number)));
    }
    let host = host(&store, &people);
    let mut asking = tokio::task::JoinSet::new();
    for number in 1..=30 {
        let host = Arc::clone(&host);
        asking.spawn(async move { host.forget(person(number)).await });
    }
    let done = asking.join_all().await;
    assert!(done.iter().all(Result::is_ok), "{done:?}");
    for number in 1..=40 {
        let known = people.named(person(number)).unwrap().is_some();
        assert_eq!(known, number > 30, "{number}");
    }
    let entries = fs::read_dir(&path).unwrap();
    let generation = entries.filter_map(|entry| {
        let name = entry.unwrap().file_name().into_string().unwrap();
        name.parse::<u32>().ok()
    });
    let rewritings = generation.max().unwrap() - 1;
    println!("30 who asked at once were forgotten by {rewritings} rewritings");
    assert!(rewritings <= 5, "{rewritings}");
}
