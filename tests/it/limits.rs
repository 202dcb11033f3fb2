//! The limits of one person, one channel and one server: each is reached, refused with
//! words that say when it ends, and ends.

use std::{sync::Arc, time::Duration};

use rondel::{
    chats::console::PlainMarkup,
    commands::{Incoming, Input, Responder, Speaker, Typing},
    host::{DrivenClock, Host, Limit},
    matchplay::{MatchId, Moment, Place, Server},
    messages::Reply,
    store::{List, ReadMatches, RequestId, Shelf, memory::MemoryStore, people::People},
};

use crate::now::now;
use crate::{
    line::{speaker, typed},
    said::{assert_says, said},
};

struct Scene {
    responder: Responder,
    clock: Arc<DrivenClock>,
    store: Arc<MemoryStore>,
    people: Arc<People>,
}

fn stranger(name: &str) -> Speaker {
    speaker("test", name)
}

fn most(limit: Limit) -> usize {
    limit.most().0
}

impl Scene {
    fn new() -> Scene {
        let store = Arc::new(MemoryStore::new());
        let clock = Arc::new(DrivenClock::at(Moment(1_700_000_000_000)));
        let host = now(Host::new(store.clone(), clock.clone(), Some(1))).unwrap();
        let people = Arc::clone(host.people());
        let markup = Arc::new(PlainMarkup);
        let responder = Responder::new(host, markup);
        Scene {
            responder,
            clock,
            store,
            people,
        }
    }

    /// Answers a line typed at a place, such as `draw action:offer`.
    async fn says_at(&self, place: &str, who: &str, line: &str, delivery: Option<&str>) -> Reply {
        let mut asked = typed(stranger(who), place, line);
        asked.request_id = delivery.map(|name| RequestId(name.to_owned()));
        self.responder.answer(&asked).await
    }

    async fn says(&self, who: &str, line: &str) -> Reply {
        self.says_at("house/hall", who, line, None).await
    }

    async fn presses(&self, who: &str, id: &str) -> Reply {
        let press = Input::press(id);
        let asked = Incoming::new(stranger(who), Place::new("house/hall"), press);
        self.responder.answer(&asked).await
    }

    async fn done(&self, who: &str, line: &str) -> Reply {
        let reply = self.says(who, line).await;
        assert_eq!(reply.refused(), None, "{who} {line}: {}", reply.text());
        reply
    }

    /// A match of ann, ben and cy.
    async fn three(&self) -> MatchId {
        let id = self
            .done("ann", "play seat:white")
            .await
            .state
            .unwrap()
            .id();
        self.done("ben", "join").await;
        self.done("cy", "join").await;
        id
    }

    fn later(&self, seconds: u64) {
        self.clock.advance(Duration::from_secs(seconds));
    }
}

/// Expects that this limit is said to be reached.
#[track_caller]
fn assert_limited(reply: &Reply, limit: &str, values: &[(&'static str, &str)]) {
    assert_eq!(reply.refused(), Some("rate-limited"), "{}", reply.text());
    assert_says(reply.text(), &format!("refused-limit-{limit}"), values);
}

/// The same, with the seconds until it ends.
#[track_caller]
fn assert_limited_for(reply: &Reply, limit: &str, seconds: u64) {
    let again = said("again-in", &[("count", &seconds.to_string())]);
    assert_limited(reply, limit, &[("again", &again)]);
}

#[tokio::test]
async fn a_person_has_three_open_tables_in_a_server() {
    let scene = Scene::new();
    for channel in ["house/hall", "house/attic", "house/hall"] {
        let opened = scene.says_at(channel, "ann", "play", None).await;
        assert_eq!(opened.refused(), None);
    }
    for private in ["play", "play private:true", "play computers:1"] {
        let refused = scene.says_at("house/cellar", "ann", private, None).await;
        assert_limited(&refused, "tables-of-person", &[("most", "3")]);
    }
    // Elsewhere, and for others, there is room.
    let elsewhere = scene.says_at("barn/loft", "ann", "play", None).await;
    assert_eq!(elsewhere.refused(), None);
    scene.done("ben", "play").await;
    // What begins at once is no table.
    scene.done("ann", "play computers:2").await;
    scene.done("ann", "play computers:3").await;
    // One closes, one begins, one is left to time.
    let own = List::Opened(
        now(scene.people.find(&stranger("ann").identity))
            .unwrap()
            .unwrap(),
        Server::new("house"),
    );
    for room in [1, 2] {
        let id = now(scene.store.listed(&own, None, 1)).unwrap()[0];
        if room == 1 {
            scene.done("ann", &format!("leave match:{id}")).await;
        } else {
            scene.done("ben", &format!("join match:{id}")).await;
            scene.done("cy", &format!("join match:{id}")).await;
        }
        scene.done("ann", "play").await;
        assert_limited(&scene.says("ann", "play").await, "tables-of-person", &[]);
    }
    scene.later(24 * 60 * 60);
    scene.responder.host().settle_due().await.unwrap();
    scene.done("ann", "play").await;
}

#[tokio::test]
async fn a_channel_and_a_server_have_so_many_open_tables() {
    let scene = Scene::new();
    let (here, server) = (most(Limit::TablesInChannel), most(Limit::TablesInServer));
    let mut opened = 0;
    for number in 0..server {
        let place = format!("house/room{}", number / here);
        let who = format!("person{number}");
        let reply = scene.says_at(&place, &who, "play", None).await;
        assert_eq!(reply.refused(), None, "{number}: {}", reply.text());
        opened += 1;
        if opened % here == 0 {
            let refused = scene.says_at(&place, "zoe", "play", None).await;
            assert_limited(&refused, "tables-in-channel", &[("most", "20")]);
        }
    }
    let refused = scene.says_at("house/another", "zoe", "play", None).await;
    assert_limited(&refused, "tables-in-server", &[("most", "1000")]);
    assert_eq!(
        scene
            .says_at("barn/loft", "zoe", "play", None)
            .await
            .refused(),
        None
    );
}

#[tokio::test]
async fn a_rematch_is_a_table_like_others() {
    let scene = Scene::new();
    scene.three().await;
    for _ in 0..3 {
        scene.done("ann", "play").await;
    }
    let id = now(scene
        .store
        .listed(&List::On(Shelf::Public, Place::new("house/hall")), None, 1))
    .unwrap()[0];
    scene
        .done("ann", &format!("abort action:offer match:{id}"))
        .await;
    let rematch = format!("rematch match:{id}");
    let refused = scene.says("ann", &rematch).await;
    assert_limited(&refused, "tables-of-person", &[("most", "3")]);
    scene.done("ben", &rematch).await;
    // She sits down at his.
    scene.done("ann", &rematch).await;
}

#[tokio::test]
async fn nobody_plays_more_than_so_many_matches_at_once() {
    let scene = Scene::new();
    for number in 0..most(Limit::Matches) {
        let place = format!("house{number}/hall");
        let host = format!("host{number}");
        scene
            .says_at(&place, &host, "play ruleset:duel", None)
            .await;
        let joined = scene.says_at(&place, "ann", "join", None).await;
        assert_eq!(joined.refused(), None, "{number}: {}", joined.text());
        scene.later(2);
    }
    let hundred = [("most", "100")];
    assert_limited(&scene.says("ann", "play").await, "matches", &hundred);
    scene.done("ben", "play").await;
    assert_limited(&scene.says("ann", "join").await, "matches", &hundred);
    let ended = scene
        .says_at("house7/hall", "ann", "abort action:offer", None)
        .await;
    assert_eq!(ended.refused(), None, "{}", ended.text());
    scene.done("ann", "join").await;
}

#[tokio::test]
async fn nobody_plays_more_than_so_many_matches_against_computers_alone() {
    let scene = Scene::new();
    for _ in 0..most(Limit::ComputerMatches) {
        scene.done("ann", "play computers:2").await;
    }
    let refused = scene.says("ann", "play computers:2").await;
    assert_limited(&refused, "computer-matches", &[]);
    scene.done("ann", "play computers:1").await;
}

#[tokio::test]
async fn eight_hundred_offers_and_withdrawals_in_four_seconds_cannot_be_made() {
    let scene = Scene::new();
    let id = scene.three().await;
    let mut made = 0;
    for number in 0..800 {
        let action = ["offer", "withdraw"][number % 2];
        let reply = scene.says("ann", &format!("draw action:{action}")).await;
        made += usize::from(reply.refused().is_none());
        if reply.refused().is_some() {
            assert_limited_for(&reply, "proposals", 60);
        }
        if number % 200 == 199 {
            assert_eq!(made, most(Limit::Proposals));
        }
    }
    // A move is a move, others have their say, and in another match nothing was proposed.
    scene.done("ann", "move move:e4").await;
    scene.done("ben", "draw action:offer").await;
    scene.done("dora", "play ruleset:duel seat:white").await;
    scene.done("ann", "join").await;
    let other =
        now(scene
            .store
            .listed(&List::On(Shelf::Public, Place::new("house/hall")), None, 9));
    let other = other.unwrap().into_iter().find(|one| *one != id).unwrap();
    scene
        .done("ann", &format!("draw action:offer match:{other}"))
        .await;
    scene.later(60);
    scene
        .done("ann", &format!("takeback action:offer match:{id}"))
        .await;
}

#[tokio::test]
async fn a_refused_proposal_costs_nothing() {
    let scene = Scene::new();
    scene.three().await;
    scene.done("ann", "draw action:offer").await;
    for _ in 0..2 * most(Limit::Proposals) {
        let again = scene.says("ann", "draw action:offer").await;
        assert_eq!(again.refused(), Some("already-proposed"));
    }
    scene.done("ann", "draw action:withdraw").await;
}

#[tokio::test]
async fn pictures_end_and_words_and_moves_do_not() {
    let scene = Scene::new();
    let id = scene.three().await;
    for _ in 0..most(Limit::Pictures) {
        assert!(scene.done("ann", "board").await.seat().is_some());
    }
    scene.later(20);
    for line in ["board", "replay", "profile", "leaderboard"] {
        let refused = scene.says("ann", line).await;
        assert_limited_for(&refused, "pictures", 40);
    }
    let refused = scene.presses("ann", &format!("rd1:{id}:0:view")).await;
    assert_limited_for(&refused, "pictures", 40);
    // What draws nothing is not held up, nor what can do without.
    assert!(
        scene
            .done("ann", "rules topic:moats")
            .await
            .body
            .shown()
            .is_none()
    );
    scene.done("ann", "board text:true").await;
    scene.done("ann", "look square:a1").await;
    scene.done("ann", "history").await;
    // The way to a move is in words, and the move is made.
    for press in ["move", "from:e2:1"] {
        let page = scene.presses("ann", &format!("rd1:{id}:0:{press}")).await;
        assert_eq!(
            (page.refused(), page.seat().is_some()),
            (None, false),
            "{}",
            page.text()
        );
        assert!(page.body.shown().is_none() && page.buttons().len() > 1);
    }
    let moved = scene.presses("ann", &format!("rd1:{id}:0:to:e2e4")).await;
    assert_eq!(
        (moved.refused(), moved.seat().is_some()),
        (None, true),
        "{}",
        moved.text()
    );
    scene.done("ben", "board").await;
    scene.later(40);
    scene.done("ann", "board").await;
}

#[tokio::test]
async fn what_draws_nothing_costs_no_picture() {
    let scene = Scene::new();
    for _ in 0..2 * most(Limit::Pictures) {
        let none = scene.says("ann", "board").await;
        assert_eq!(none.refused(), Some("no-such-match"));
    }
    scene.three().await;
    scene.done("ann", "board").await;
    // Nor does anything where no pictures are drawn.
    let responder = scene.responder.with_pictures(false);
    let scene = Scene { responder, ..scene };
    for _ in 0..2 * most(Limit::Pictures) {
        scene.done("ann", "board").await;
    }
}

#[tokio::test]
async fn onlookers_are_counted_apart_and_written_down_nowhere() {
    let scene = Scene::new();
    scene.three().await;
    for _ in 0..most(Limit::Pictures) {
        scene.done("dora", "board").await;
    }
    assert_limited_for(&scene.says("dora", "board").await, "pictures", 60);
    scene.done("eve", "board").await;
    for name in ["dora", "eve"] {
        assert_eq!(
            now(scene.people.find(&stranger(name).identity)).unwrap(),
            None
        );
    }
}

#[tokio::test]
async fn a_delivery_that_comes_again_is_not_counted_again() {
    let scene = Scene::new();
    scene.three().await;
    let board = async |delivery: &str| {
        let place = "house/hall";
        let shown = scene.says_at(place, "ann", "board", Some(delivery)).await;
        shown.refused()
    };
    for number in 0..most(Limit::Pictures) {
        let delivery = number.to_string();
        assert_eq!(board(&delivery).await, None);
        assert_eq!(board(&delivery).await, None, "{number}");
    }
    assert_eq!(board("more").await, Some("rate-limited"));
    assert_eq!(board("7").await, None);
}

#[tokio::test]
async fn a_clock_that_is_set_back_keeps_nobody_waiting() {
    let scene = Scene::new();
    scene.three().await;
    for _ in 0..most(Limit::Pictures) {
        scene.done("ann", "board").await;
    }
    scene.clock.set(Moment(1_600_000_000_000));
    assert_limited_for(&scene.says("ann", "board").await, "pictures", 60);
    scene.later(60);
    scene.done("ann", "board").await;
}

#[tokio::test]
async fn tables_opened_and_closed_in_turn_come_to_an_end() {
    let scene = Scene::new();
    for _ in 0..most(Limit::Seats) / 2 {
        scene.done("ann", "play").await;
        scene.done("ann", "leave").await;
    }
    assert_limited_for(&scene.says("ann", "play").await, "seats", 60);
    scene.later(60);
    scene.done("ann", "play").await;
}

#[tokio::test]
async fn settings_and_exports_come_to_an_end() {
    let scene = Scene::new();
    for number in 0..most(Limit::Errands) {
        let to = ["once", "off"][number % 2];
        scene.done("ann", &format!("settings reminders:{to}")).await;
    }
    for line in ["settings reminders:once", "export of:me"] {
        assert_limited(&scene.says("ann", line).await, "errands", &[]);
    }
    scene.done("ann", "settings").await;
}

#[tokio::test]
async fn completions_end_with_the_second() {
    let scene = Scene::new();
    scene.three().await;
    let place = Place::new("house/hall");
    let typing = Typing {
        command: "move",
        option: "move",
        text: "",
        given: None,
    };
    let offered = async |who: &str| {
        let who = stranger(who);
        let offered = scene.responder.suggest(&who, &place, &typing, 25);
        !offered.await.is_empty()
    };
    for _ in 0..most(Limit::Completions) {
        assert!(offered("ann").await);
    }
    assert!(!offered("ann").await);
    scene.done("ann", "move move:e4").await;
    assert!(offered("ben").await);
    scene.later(1);
    scene.done("ben", "move move:m4").await;
    scene.done("cy", "move move:u4").await;
    assert!(offered("ann").await);
}
