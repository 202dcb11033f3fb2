//! Discord is away for a while, or the bot's process stands still: no army goes out for it.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use fake_discord::{Absence, FakeDiscord, Fault, Message, Resume, World};
use rondel::{
    host::DrivenClock,
    matchplay::{Command, Event, Extension, MatchId, Moment, MoveInput, Place},
};
use serde_json::json;

use super::{
    Bot, Scene, Table,
    inside::{Inside, Parts},
};
use crate::said::says;

/// A bot whose clock is driven, and a match with ten seconds for each move.
struct Driven {
    scene: Scene,
    clock: Arc<DrivenClock>,
    bot: Inside,
    id: MatchId,
}

impl Driven {
    async fn begin() -> Driven {
        let discord = FakeDiscord::start().await;
        discord.set_heartbeat(Duration::from_millis(300));
        let scene = Scene::without_bot(discord);
        let (parts, clock) = Parts::driven(&scene.discord, Moment(1_800_000_000_000));
        let bot = parts.start();
        scene.discord.bot_ready().await;
        let options = [("time", json!("10s"))];
        let id = scene.sit_down_with(&options, &scene.channel, &scene.players);
        let id = id.await.parse().expect("a match");
        // The bot knows by now how often heartbeats come back.
        let beaten = |world: &World| world.heartbeats() >= 5;
        scene.discord.wait_until("heartbeats", beaten).await;
        Driven {
            scene,
            clock,
            bot,
            id,
        }
    }

    /// Returns true if the bot's host takes the players to be reached.
    async fn is_reached(&self) -> bool {
        let state = self.bot.host.state(self.id).await.expect("it is read");
        self.bot.host.reaches(state.expect("a match").place())
    }

    /// Waits until the bot's host takes the players to be reached, or not to be.
    async fn until_reached(&self, reached: bool) {
        let begun = Instant::now();
        let mut looks = tokio::time::interval(Duration::from_millis(5));
        while self.is_reached().await != reached {
            looks.tick().await;
            assert!(begun.elapsed() < super::PATIENCE, "reached: {}", !reached);
        }
    }

    /// Lets the player to move make a move, which the outbox tells.
    async fn moves(&self, text: &str) {
        let host = &self.bot.host;
        let state = host.state(self.id).await.expect("it is read");
        let person = state.and_then(|state| state.to_move()).expect("somebody");
        let mv = MoveInput::Typed(String::from(text));
        let command = Command::Move { mv, claim: false };
        let moved = host.submit(self.id, person, &command, None, None).await;
        drop(moved.expect("a move"));
    }

    async fn wait(&self, seconds: u64) {
        for _ in 0..seconds {
            self.clock.advance(Duration::from_secs(1));
            self.bot.host.settle_due().await.expect("it happens");
        }
    }

    /// Counts how often the player was given time, and tells if they went out.
    async fn happened(&self) -> (usize, bool) {
        let events = self.bot.host.events(self.id).await.expect("they are read");
        let why = Extension::Downtime;
        let given = events.iter().filter(
            |(event, _)| matches!(event, Event::Extended { why: for_it, .. } if *for_it == why),
        );
        let out = |(event, _): &(Event, Moment)| matches!(event, Event::OutOfTime { .. });
        (given.count(), events.iter().any(out))
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "waits in real time: .ci/long away"]
async fn given_discord_is_away_in_any_way_when_it_comes_back_then_the_grace_begins() {
    for (how, resume) in [
        (Absence::Silent, Resume::Replay),
        (Absence::Refusing, Resume::Replay),
        (Absence::Deaf, Resume::Invalid),
    ] {
        let driven = Driven::begin().await;
        let discord = &driven.scene.discord;
        discord.go_away(how);
        driven.until_reached(false).await;
        driven.wait(14).await;
        assert_eq!(driven.happened().await, (0, false), "{how:?}");
        discord.come_back(resume);
        driven.until_reached(true).await;
        driven.wait(9).await;
        assert_eq!(driven.happened().await, (1, false), "{how:?}");
        driven.wait(1).await;
        assert_eq!(driven.happened().await, (1, true), "{how:?}");
        driven.bot.stop().await.expect("it stops");
        driven.scene.assert_sound();
    }
}

/// The server alone is away: that of another one goes on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "waits in real time: .ci/long away"]
async fn given_a_server_is_unavailable_when_it_comes_back_then_the_grace_begins() {
    let driven = Driven::begin().await;
    let guild = &driven.scene.guild;
    guild.lose_sight();
    driven.until_reached(false).await;
    let other = driven.scene.discord.guild("elsewhere");
    let place = format!("discord/{}/{}", other.id(), other.channel("chess").id());
    let place = rondel::matchplay::Place::new(&place);
    assert!(driven.bot.host.reaches(&place));
    driven.wait(14).await;
    assert_eq!(driven.happened().await, (0, false));
    // A gateway that is connected again says nothing about it either.
    driven.scene.discord.on_resume(Resume::Invalid);
    let before = driven.scene.discord.look(World::identifies);
    driven.scene.discord.drop_gateway();
    let again = |world: &World| world.identifies() > before && world.bot_connected();
    driven
        .scene
        .discord
        .wait_until("another session", again)
        .await;
    driven.wait(14).await;
    assert!(!driven.is_reached().await);
    assert_eq!(driven.happened().await, (0, false));
    guild.regain_sight();
    driven.until_reached(true).await;
    driven.wait(9).await;
    assert_eq!(driven.happened().await, (1, false));
    driven.wait(1).await;
    assert_eq!(driven.happened().await, (1, true));
    driven.bot.stop().await.expect("it stops");
    driven.scene.assert_sound();
}

/// The gateway works, and what is told over it comes in; but nothing can be said.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn given_requests_fail_when_they_succeed_again_then_the_grace_begins_and_the_turn_is_pinged()
{
    for fault in [Fault::Status(503, 0), Fault::DropBefore] {
        let driven = Driven::begin().await;
        let discord = &driven.scene.discord;
        let [ann, ben, _] = &driven.scene.players;
        driven.scene.called(ann, 1).await;
        for route in [
            "* /channels/**",
            "* /users/**",
            "* /guilds/**",
            "GET /gateway",
        ] {
            discord.fail_times(route, fault, usize::MAX);
        }
        let before = discord.look(|world| world.notified(ben.id()));
        driven.moves("e4").await;
        driven.until_reached(false).await;
        driven.wait(14).await;
        assert_eq!(driven.happened().await, (0, false), "{fault:?}");
        discord.clear_faults();
        driven.until_reached(true).await;
        let back = Instant::now();
        driven.scene.called(ben, before + 1).await;
        assert!(
            back.elapsed() < Duration::from_secs(2),
            "{:?}",
            back.elapsed()
        );
        driven.wait(9).await;
        assert_eq!(driven.happened().await, (1, false), "{fault:?}");
        driven.wait(1).await;
        assert_eq!(driven.happened().await, (1, true), "{fault:?}");
        driven.bot.stop().await.expect("it stops");
    }
}

const MEMBERS: &str = "GET /guilds/*/members/*";
const LISTS: &str = "GET /channels/*/messages";
const PROBES: &str = "GET /gateway";

/// From the first request that fails no deadline passes until others have shown if Discord is away.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn given_one_request_fails_then_no_deadline_passes_until_the_next_one() {
    let driven = Driven::begin().await;
    let discord = &driven.scene.discord;
    let [ann, ben, _] = &driven.scene.players;
    driven.scene.called(ann, 1).await;
    // Nothing is answered but the one request that fails.
    let (others, probes) = (discord.hold("* /channels/**"), discord.hold(PROBES));
    discord.fail_next(MEMBERS, Fault::Status(503, 0));
    driven.moves("e4").await;
    others.caught().await;
    probes.caught().await;
    driven.wait(12).await;
    assert_eq!(driven.happened().await, (0, false));
    probes.release();
    others.release();
    driven.scene.called(ben, 2).await;
    driven.wait(1).await;
    assert_eq!(driven.happened().await, (0, true));
    driven.bot.stop().await.expect("it stops");
}

/// Whatever is asked of Discord tells if it is away, also where nothing is posted.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_of_every_kind_tell_that_discord_is_away() {
    for failing in [
        &["* /applications/*/commands"][..],
        &["POST /channels/*/threads", "GET /guilds/*/threads/active"],
        &["PUT /channels/*/thread-members/*"],
        &[MEMBERS],
    ] {
        let scene = Scene::without_bot(FakeDiscord::start().await);
        let discord = &scene.discord;
        for route in failing.iter().chain(&[PROBES]) {
            discord.fail_times(route, Fault::Status(503, 0), usize::MAX);
        }
        let posts = discord.hold("POST /channels/*/messages");
        let bot = Parts::new(discord).start();
        discord.wait_until("a bot", World::bot_connected).await;
        if failing != ["* /applications/*/commands"] {
            discord.bot_ready().await;
            // Nobody is added to a public thread.
            let private = [("private", json!(failing[0].starts_with("PUT")))];
            scene
                .sit_down_with(&private, &scene.channel, &scene.players)
                .await;
        }
        let asked = |world: &World| {
            failing
                .iter()
                .all(|route| !world.requests(route).is_empty())
        };
        discord.wait_until("a request", asked).await;
        // What an answer may have told is looked for: if that succeeded, people would be reached.
        discord.fail_times(LISTS, Fault::Status(503, 0), usize::MAX);
        let place = format!("discord/{}/{}", scene.guild.id(), scene.channel.id());
        let place = Place::new(&place);
        // The line was there before, and is there again as soon as a request succeeds.
        let until = async |reached: bool| {
            let begun = Instant::now();
            let mut looks = tokio::time::interval(Duration::from_millis(5));
            while bot.host.reaches(&place) != reached {
                looks.tick().await;
                assert!(begun.elapsed() < super::PATIENCE, "{failing:?}: {reached}");
            }
        };
        until(false).await;
        scene.requested(PROBES, 3).await;
        until(false).await;
        discord.clear_faults();
        posts.release();
        until(true).await;
        bot.stop().await.expect("it stops");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn given_the_bot_is_removed_from_a_server_then_its_clocks_go_on() {
    let driven = Driven::begin().await;
    let id = driven.scene.guild.id();
    driven.scene.guild.lose_sight();
    driven.until_reached(false).await;
    let removed = format!(r#"{{"op":0,"t":"GUILD_DELETE","s":99,"d":{{"id":"{id}"}}}}"#);
    driven.scene.discord.send_frame(&removed);
    driven.until_reached(true).await;
    driven.bot.stop().await.expect("it stops");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "waits in real time: .ci/long away"]
async fn given_nothing_comes_but_heartbeats_then_people_are_reached() {
    let driven = Driven::begin().await;
    let discord = &driven.scene.discord;
    // For longer than a shard may be silent.
    let enough = discord.look(World::heartbeats) + 15;
    let beaten = |world: &World| world.heartbeats() >= enough;
    discord.wait_until("heartbeats", beaten).await;
    assert!(driven.is_reached().await);
    driven.bot.stop().await.expect("it stops");
    driven.scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn given_the_bot_stops_then_nobody_is_reached_any_more() {
    let driven = Driven::begin().await;
    let host = Arc::clone(&driven.bot.host);
    let place = rondel::matchplay::Place::new(&format!(
        "discord/{}/{}",
        driven.scene.guild.id(),
        driven.scene.channel.id()
    ));
    assert!(host.reaches(&place));
    driven.bot.stop().await.expect("it stops");
    assert!(!host.reaches(&place));
}

/// The program itself, and a match in a thread of Discord's.
struct Real {
    scene: Scene,
    table: Table,
    limit: Duration,
    begun: Instant,
}

impl Real {
    async fn begin(limit: u64) -> Real {
        let mut scene = Scene::without_bot(FakeDiscord::start().await);
        scene.discord.set_patience(Duration::from_secs(300));
        scene.start(&[]).await;
        let options = [("time", json!(format!("{limit}s")))];
        let table = scene.seat_with(&options, &scene.channel, &scene.players);
        let (table, begun) = (table.await, Instant::now());
        let limit = Duration::from_secs(limit);
        Real {
            scene,
            table,
            limit,
            begun,
        }
    }

    /// Counts the messages in the thread that say this.
    fn count(&self, id: &str) -> usize {
        let messages = self.table.thread.messages();
        let saying = |message: &&Message| says(&message.content, id, &[]);
        messages.iter().filter(saying).count()
    }

    /// Expects that nobody has gone out since it began, but in the grace that everybody was told of
    /// once; after it a player who does nothing goes out.
    async fn ends_well(&self, back: Instant) {
        let out = |one: &Message| says(&one.content, OUT, &[]);
        self.scene.posted(&self.table.thread, out).await;
        let (after, whole) = (back.elapsed(), self.begun.elapsed());
        println!(
            "{:?} for a move: out {after:.1?} after the gap, {whole:.1?} after it began",
            self.limit
        );
        // A message takes its time, and so does a clock that ticks every second.
        assert!(after + Duration::from_secs(1) > self.limit, "{after:?}");
        assert_eq!(self.count(EXTENDED), 1);
        self.scene.assert_sound();
    }

    fn signal(&self, signal: &str) {
        let bot = self.scene.bot.as_ref().expect("a bot");
        bot.signal(signal);
    }

    /// Stops the program for a while.
    async fn freeze(&self, time: Duration) {
        self.signal("STOP");
        tokio::time::sleep(time).await;
        self.signal("CONT");
    }
}

/// Said of a player whose deadline has moved, and of one whose time was up.
const EXTENDED: &str = "time-extended";
const OUT: &str = "out-time";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "waits in real time: .ci/long away"]
async fn given_the_program_was_stopped_when_it_goes_on_then_nobody_goes_out_before_the_grace() {
    let real = Real::begin(10).await;
    // The only way to have a process stand still is to let it.
    real.freeze(Duration::from_secs(6)).await;
    real.ends_well(Instant::now()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: .ci/long away"]
async fn stopped_for_longer_than_a_turn_nobody_goes_out() {
    for (limit, stopped) in [(10, 15), (60, 150)] {
        let real = Real::begin(limit).await;
        real.freeze(Duration::from_secs(stopped)).await;
        real.ends_well(Instant::now()).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: .ci/long away"]
async fn with_discord_away_for_longer_than_a_turn_nobody_goes_out() {
    for (limit, away) in [(10, 14), (60, 100)] {
        for restarted in [false, true] {
            let mut real = Real::begin(limit).await;
            real.scene.discord.go_away(Absence::Refusing);
            let half = Duration::from_secs(away) / 2;
            tokio::time::sleep(half).await;
            if restarted {
                let bot = real.scene.bot.take().expect("a bot");
                bot.kill();
                real.scene.bot = Some(Bot::start(&real.scene.discord, real.scene.data.path()));
            }
            tokio::time::sleep(half).await;
            real.scene.discord.come_back(Resume::Replay);
            let connected = World::bot_connected;
            real.scene.discord.wait_until("the bot", connected).await;
            real.ends_well(Instant::now()).await;
        }
    }
}
