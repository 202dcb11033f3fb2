//! Panics in what answers and posts: they are answered, they are noted, and all goes on.

use std::{
    future::ready,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use fake_discord::{FakeDiscord, Fault, World};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use rondel::{
    chats::discord::{Connection, DiscordMarkup},
    config::Config,
    matchplay::Place,
    messages::Markup,
    store::{Pending, Reading, Store, StoreError},
};

use super::{Scene, inside::Parts, pings};
use crate::{
    said::assert_moved,
    store::guarded::{Guard, Guarded},
};

const POSTS: &str = "POST /channels/*/messages";

/// Number of panics to come.
#[derive(Clone, Debug, Default)]
struct Charge(Arc<AtomicUsize>);

impl Charge {
    fn load(&self, times: usize) {
        self.0.store(times, Ordering::SeqCst);
    }

    /// Waits until it has fired.
    async fn fired(&self, loaded: usize) {
        let mut looks = tokio::time::interval(Duration::from_millis(5));
        let fired = async {
            while self.0.load(Ordering::SeqCst) >= loaded {
                looks.tick().await;
            }
        };
        let fired = tokio::time::timeout(Duration::from_secs(20), fired).await;
        fired.expect("it fires");
    }

    /// Panics while it is loaded.
    fn fire(&self) {
        assert!(!self.fires(), "a panic on purpose");
    }

    /// Uses one up; returns true if there was one.
    fn fires(&self) -> bool {
        let left = |left: usize| left.checked_sub(1);
        let fired = self
            .0
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, left);
        fired.is_ok()
    }
}

/// The markup of Discord, until it panics.
#[derive(Debug)]
struct Fragile(Charge);

impl Markup for Fragile {
    fn name(&self, name: &str) -> String {
        self.0.fire();
        DiscordMarkup.name(name)
    }

    fn quote(&self, text: &str) -> String {
        DiscordMarkup.quote(text)
    }

    fn place(&self, place: &Place) -> String {
        DiscordMarkup.place(place)
    }

    fn mention(&self, id: &str) -> String {
        DiscordMarkup.mention(id)
    }
}

/// A guard that panics when a store is written to or asked, and fails when it is read.
#[derive(Debug, Default)]
struct Breaking {
    writing: Charge,
    reading: Charge,
    failing: Charge,
}

impl Guard for Breaking {
    fn writes(&self) -> Pending<'_, ()> {
        self.writing.fire();
        Box::pin(ready(()))
    }

    fn loads(&self) -> Reading<'_, ()> {
        Box::pin(ready(match self.failing.fires() {
            true => Err(StoreError::Failed(String::from("a fault on purpose"))),
            false => Ok(()),
        }))
    }

    fn lists(&self) {
        self.reading.fire();
    }
}

/// Looks up the one name there is, until it panics.
struct Lookup(Charge);

impl Resolve for Lookup {
    fn resolve(&self, _: Name) -> Resolving {
        self.0.fire();
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let addresses: Addrs = Box::new(std::iter::once(address));
        Box::pin(ready(Ok(addresses)))
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_panic_in_an_answer_is_answered_and_what_was_done_is_told() {
    let scene = Scene::without_bot(FakeDiscord::start().await);
    let (words, store) = (
        Charge::default(),
        Arc::new(Guarded::by(Breaking::default())),
    );
    let bot = Parts {
        markup: Arc::new(Fragile(words.clone())),
        store: Arc::clone(&store) as Arc<dyn Store>,
        ..Parts::new(&scene.discord)
    }
    .start();
    scene.discord.bot_ready().await;
    let [ann, ben, cy] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    // Before anything is written down.
    store.guard.writing.load(1);
    let answer = table.play(ann, "e4").await;
    super::assert_private(&answer, "refused-failed", &[]);
    // Where it is read.
    store.guard.reading.load(1);
    let answer = table.play(ann, "e4").await;
    super::assert_private(&answer, "refused-failed", &[]);
    // When it has been written down, and was to be told.
    words.load(1);
    let answer = table.play(ann, "e4").await;
    super::assert_private(&answer, "refused-failed", &[]);
    let told = table.told(&scene.discord, 1).await;
    assert_moved(&told.content, "e4");
    for (who, text) in [(ben, "m4"), (cy, "u4"), (ann, "d4")] {
        let answer = table.play(who, text).await;
        assert!(answer.content.contains(text), "{}", answer.content);
    }
    assert_eq!(table.boards(&scene.discord, 1), 1);
    assert_eq!(pings(ben, table.thread.id()), 2);
    scene.assert_sound();
    bot.stop().await.expect("it stops");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_panic_in_a_completion_is_answered_with_no_choices() {
    let scene = Scene::without_bot(FakeDiscord::start().await);
    let lookup = Charge::default();
    let url = scene.discord.api_url().replace("127.0.0.1", "localhost");
    let url = [("RONDEL_DISCORD__API_URL".to_owned(), url)];
    let mut parts = Parts::of(&Config::load(None, url).expect("a configuration"));
    // Every request looks the name up.
    let client = Connection::client()
        .pool_max_idle_per_host(0)
        .dns_resolver(Arc::new(Lookup(lookup.clone())))
        .build()
        .expect("a client");
    parts.connection = parts.connection.with_client(client);
    let _bot = parts.start();
    scene.discord.bot_ready().await;
    let [ann, ..] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let complete = || ann.complete(&table.thread, "move", &[], ("move", "e"));
    assert!(!complete().await.choices.is_empty());
    let registered = |world: &World| (world.registrations() > 0).then_some(());
    scene.discord.wait_for("the commands", registered).await;
    let mut empty = false;
    // Another request may run into it first.
    for _ in 0..10 {
        lookup.load(1);
        let choices = complete().await;
        assert!(!choices.is_timed_out());
        empty = choices.choices.is_empty();
        if empty {
            break;
        }
    }
    assert!(empty, "a completion that panics offers nothing");
    assert!(!complete().await.choices.is_empty());
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_panic_in_the_poster_ends_one_try_and_a_row_that_always_panics_is_given_up() {
    let scene = Scene::without_bot(FakeDiscord::start().await);
    let words = Charge::default();
    let _bot = Parts {
        markup: Arc::new(Fragile(words.clone())),
        ..Parts::new(&scene.discord)
    }
    .start();
    scene.discord.bot_ready().await;
    let [ann, ben, cy] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let elsewhere = scene.guild.channel("elsewhere");
    for (ply, who, text, panics) in [(1, ann, "e4", 3), (2, ben, "m4", 5), (3, cy, "u4", 4)] {
        // The answer has been worded when the post fails for the first time.
        let before = scene.requests(POSTS);
        scene
            .discord
            .fail_times(POSTS, Fault::Status(500, 0), 10_000);
        let answer = table.play_from(&elsewhere, who, text).await;
        assert!(answer.ephemeral, "{}", answer.content);
        scene.requested(POSTS, before + 1).await;
        // A try that has worded its post already must not get through.
        words.load(panics);
        words.fired(panics).await;
        scene.discord.clear_faults();
        if panics < 5 {
            table.told(&scene.discord, ply).await;
        }
    }
    // The one that was given up stands nowhere, and has kept none of the others back.
    let counts = [1, 2, 3].map(|ply| table.boards(&scene.discord, ply));
    assert_eq!(counts, [1, 0, 1]);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn given_a_store_that_cannot_be_read_for_a_while_when_a_move_is_to_be_told_then_it_is_told_once()
 {
    let scene = Scene::without_bot(FakeDiscord::start().await);
    let store = Arc::new(Guarded::by(Breaking::default()));
    let bot = Parts {
        store: Arc::clone(&store) as Arc<dyn Store>,
        ..Parts::new(&scene.discord)
    }
    .start();
    scene.discord.bot_ready().await;
    let [ann, ben, _] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    store.guard.failing.load(3);
    let elsewhere = scene.guild.channel("elsewhere");
    let answer = table.play_from(&elsewhere, ann, "e4").await;
    assert!(answer.ephemeral, "{}", answer.content);
    store.guard.failing.fired(1).await;
    table.told(&scene.discord, 1).await;
    assert_eq!(table.boards(&scene.discord, 1), 1);
    assert_eq!(pings(ben, table.thread.id()), 1);
    scene.assert_sound();
    bot.stop().await.expect("it stops");
}
