//! The gateway breaks off, asks to come back, forgets, falls silent, or ends it for good.

use std::time::{Duration, Instant};

use fake_discord::{FakeDiscord, Fault, Guild, Resume, World};
use serde_json::json;

use super::{Bot, Scene, mv, pings};
use crate::said::assert_moved;

/// Counts the sessions that the bot has begun, and those that it has resumed.
fn sessions(scene: &Scene) -> (usize, usize) {
    scene
        .discord
        .look(|world| (world.identifies(), world.resumes()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_happens_in_a_gap_is_answered_once_after_resuming() {
    let scene = Scene::new().await;
    let [ann, ben, _] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    // The connection is lost, and cannot be had again at once.
    let late = Fault::Delay(Duration::from_millis(500));
    scene.discord.fail_next("GET /", late);
    scene.discord.drop_gateway();
    let pending = ann.slash(&table.thread, "move", &mv("e4"));
    assert!(!scene.discord.look(|world| world.bot_connected()));
    let answer = pending.await;
    assert_moved(&answer.content, "e4");
    assert_eq!(sessions(&scene), (1, 1));
    // Discord asks to come back.
    scene.discord.ask_to_reconnect();
    let resumed = |world: &World| world.resumes() == 2;
    scene.discord.wait_until("a resumption", resumed).await;
    let answer = table.play(ben, "m4").await;
    assert_moved(&answer.content, "m4");
    assert_eq!(sessions(&scene), (1, 2));
    assert_eq!(scene.discord.look(World::resumes_where_told), 2);
    assert_eq!(pings(ben, table.thread.id()), 1);
    assert_eq!(pings(&scene.players[2], table.thread.id()), 1);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "waits in real time: .ci/long gateway"]
async fn an_invalid_session_and_missing_heartbeats_begin_a_new_one() {
    let discord = FakeDiscord::start().await;
    discord.set_heartbeat(Duration::from_millis(300));
    let mut scene = Scene::without_bot(discord);
    scene.start(&[]).await;
    let [ann, ben, _] = scene.players.clone();
    let table = scene.seat(&scene.channel, &scene.players).await;
    scene.discord.on_resume(Resume::Invalid);
    scene.discord.drop_gateway();
    let again = |times| move |world: &World| world.identifies() == times;
    let wait = scene.discord.wait_until("a second session", again(2));
    wait.await;
    let answer = table.play(&ann, "e4").await;
    assert_moved(&answer.content, "e4");
    scene.discord.ignore_heartbeats(true);
    // It notices, and would go on doing so: the next connection is heard.
    scene.discord.bot_gone().await;
    scene.discord.ignore_heartbeats(false);
    let wait = scene.discord.wait_until("a third session", again(3));
    wait.await;
    let answer = table.play(&ben, "m4").await;
    assert_moved(&answer.content, "m4");
    assert_eq!(scene.discord.look(|world| world.registrations()), 1);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "waits in real time: .ci/long gateway"]
async fn a_gateway_that_wants_heartbeats_without_a_pause_is_left_for_another_connection() {
    let scene = Scene::new().await;
    let [ann, ..] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    scene.discord.set_heartbeat(Duration::ZERO);
    // Given two connections that begin so.
    let soon = Fault::Delay(Duration::from_millis(1));
    scene.discord.fail_times("GET /", soon, 2);
    scene.discord.drop_gateway();
    let tried = |world: &World| !world.plans_fault("GET /");
    scene.discord.wait_until("two connections", tried).await;
    scene.discord.set_heartbeat(Duration::from_secs(40));
    let again = |world: &World| world.identifies() == 2;
    scene.discord.wait_until("a second session", again).await;
    let answer = table.play(ann, "e4").await;
    assert_moved(&answer.content, "e4");
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "waits in real time: .ci/long gateway"]
async fn d39_after_an_invalid_session_a_command_is_soon_answered() {
    let discord = FakeDiscord::start().await;
    discord.set_heartbeat(Duration::from_millis(500));
    let mut scene = Scene::without_bot(discord);
    scene.start(&[]).await;
    let [ann, ben, _] = scene.players.clone();
    let table = scene.seat(&scene.channel, &scene.players).await;
    scene.discord.on_resume(Resume::Invalid);
    // Given more than five seconds since the session began: Discord lets no other begin before.
    let beaten = |world: &World| world.heartbeats() >= 12;
    scene.discord.wait_until("heartbeats", beaten).await;
    // When it cannot be resumed, another one begins at once.
    let begun = Instant::now();
    scene.discord.drop_gateway();
    let again = |times| move |world: &World| world.identifies() == times;
    scene.discord.wait_until("a second session", again(2)).await;
    let answer = table.play(&ann, "e4").await;
    assert_moved(&answer.content, "e4");
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(2), "{took:?}");
    // And so where Discord ends it unasked, as soon as it may.
    scene.discord.send_frame(r#"{"op":9,"d":false}"#);
    scene.discord.wait_until("a third session", again(3)).await;
    let answer = table.play(&ben, "m4").await;
    assert_moved(&answer.content, "m4");
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(8), "{took:?}");
    assert_eq!(sessions(&scene), (3, 0));
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "waits in real time: .ci/long gateway"]
async fn each_server_is_heard_over_its_own_one_of_several_connections() {
    let discord = FakeDiscord::start().await;
    discord.set_shards(2);
    let mut scene = Scene::without_bot(discord);
    let shard = |guild: &Guild| (guild.id().0 >> 22) % 2;
    let more = std::iter::repeat_with(|| scene.discord.guild("Square house"));
    let other = more
        .take(10_000)
        .find(|guild| shard(guild) != shard(&scene.guild));
    let other = other.expect("one of the other connection");
    let (channel, dora) = (other.channel("chess"), other.user("dora"));
    scene.start(&[]).await;
    let both = |world: &World| world.identifies() == 2;
    scene.discord.wait_until("both connections", both).await;
    for (who, place) in [(&scene.players[0], &scene.channel), (&dora, &channel)] {
        assert!(!who.slash(place, "help", &[]).await.is_timed_out());
    }
    // Each resumes its own session.
    scene.discord.drop_gateway();
    let both = |world: &World| world.resumes_where_told() == 2;
    scene.discord.wait_until("both sessions", both).await;
    for (who, place) in [(&scene.players[0], &scene.channel), (&dora, &channel)] {
        assert!(!who.slash(place, "help", &[]).await.is_timed_out());
    }
    assert_eq!(sessions(&scene), (2, 2));
    assert_eq!(scene.discord.look(World::registrations), 1);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_read_is_counted_in_the_log_without_its_text() {
    let scene = Scene::new().await;
    let [ann, ..] = &scene.players;
    let log = async |text: &str| {
        let file = scene.data.path().join("log");
        let mut looks = tokio::time::interval(Duration::from_millis(10));
        for _ in 0..2_000 {
            looks.tick().await;
            let said = std::fs::read_to_string(&file).expect("a log");
            if said.contains(text) {
                return said;
            }
        }
        panic!("no {text:?} in the log");
    };
    // Given a command as Discord would send it, but for the fields by which it is answered.
    let help = ann.slash(&scene.channel, "help", &[]).await;
    let mut press = (*help.interaction.payload).clone();
    press["member"]["user"]["username"] = json!("Zerlinde");
    press.as_object_mut().expect("fields").remove("token");
    // And an event that nobody knows, which does no harm.
    let unknown = json!({"op": 0, "s": 3, "t": "ZERLINDE_UPDATE", "d": {"name": "Zerlinde"}});
    scene.discord.send_frame(&unknown.to_string());
    let frame = json!({"op": 0, "s": 4, "t": "INTERACTION_CREATE", "d": press});
    scene.discord.send_frame(&frame.to_string());
    // Then the log has the number and nothing of what was in it.
    let said = log("that cannot be read").await;
    let mut lines = said.lines();
    let field = lines.find(|line| line.contains("a field of an event cannot be read"));
    assert!(field.is_some_and(|line| line.contains("token")), "{said}");
    let line = lines.find(|line| line.contains("cannot be read"));
    let line = line.expect("a line");
    assert!(line.contains("WARN"), "{line}");
    assert!(
        line.contains("count=1") && line.contains("INTERACTION_CREATE"),
        "{line}"
    );
    assert!(!said.to_lowercase().contains("zerlinde"), "{said}");
    // What can be read is answered as before.
    assert!(!ann.slash(&scene.channel, "help", &[]).await.is_timed_out());
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn close_codes_that_are_final_end_the_program_with_advice() {
    for (code, advice) in [
        (4004, "DISCORD_TOKEN"),
        (4013, "intents"),
        (4014, "intents"),
    ] {
        let mut scene = Scene::new().await;
        scene.discord.close_gateway(code);
        let (status, said) = scene.bot.take().expect("a bot").ended().await;
        assert_eq!(status.code(), Some(1), "{code}: {said}");
        let last = said.lines().last().unwrap_or_default();
        assert!(last.contains(advice), "{code}: {said}");
        assert!(!said.contains("a.test.token"), "{code}: {said}");
        assert_eq!(sessions(&scene), (1, 0), "{code}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_is_turned_away_gives_up_and_says_what_the_codes_mean() {
    for code in [4000, 4010, 4011, 4012] {
        let scene = Scene::without_bot(FakeDiscord::start().await);
        scene.discord.turn_away(Some(code));
        let patience = [("RONDEL_DISCORD__GATEWAY_PATIENCE", "4")];
        let bot = Bot::start_with(&scene.discord, scene.data.path(), &patience);
        let (status, said) = bot.ended().await;
        assert_eq!(status.code(), Some(1), "{code}: {said}");
        let mut lines = said.lines().rev();
        let last = lines.next().unwrap_or_default();
        assert!(last.contains("4010 (shard data)"), "{code}: {said}");
        let above = |line: &str| line.contains(&format!("code={code}"));
        assert!(lines.any(above), "{code}: {said}");
        assert_eq!(sessions(&scene), (1, 0), "{code}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_token_is_told_before_a_connection_is_begun() {
    let scene = Scene::without_bot(FakeDiscord::start().await);
    scene.discord.accept_only("another.token");
    let bot = Bot::start(&scene.discord, scene.data.path());
    let (status, said) = bot.ended().await;
    assert_eq!(status.code(), Some(1), "{said}");
    assert!(said.contains("DISCORD_TOKEN"), "{said}");
    assert_eq!(sessions(&scene), (0, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "waits in real time: .ci/long gateway"]
async fn a_gateway_that_stays_away_ends_the_program_when_its_patience_is_over() {
    let patience = [("RONDEL_DISCORD__GATEWAY_PATIENCE", "2")];
    let mut scene = Scene::without_bot(FakeDiscord::start().await);
    scene.start(&patience).await;
    scene
        .discord
        .fail_times("GET /", Fault::Status(503, 0), 10_000);
    scene.discord.drop_gateway();
    let (status, said) = scene.bot.take().expect("a bot").ended().await;
    assert_eq!(status.code(), Some(1), "{said}");
    assert!(
        said.contains("for 2 seconds (discord.gateway_patience)"),
        "{said}"
    );
    // From the start it is the same, whether the gateway or the question for it fails.
    for route in ["GET /", "GET /gateway/bot"] {
        scene.discord.clear_faults();
        scene
            .discord
            .fail_times(route, Fault::Status(503, 0), 10_000);
        let bot = Bot::start_with(&scene.discord, scene.data.path(), &patience);
        let (status, said) = bot.ended().await;
        assert_eq!(status.code(), Some(1), "{route}: {said}");
        assert!(said.contains("for 2 seconds"), "{route}: {said}");
    }
    // What was on its way when it ended has not been lost: it starts again.
    scene.discord.clear_faults();
    scene.start(&[]).await;
    scene.seat(&scene.channel, &scene.players).await;
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "waits in real time: .ci/long gateway"]
async fn a_start_while_discord_refuses_to_name_its_gateway_comes_through() {
    let mut scene = Scene::without_bot(FakeDiscord::start().await);
    for (number, status) in [(1, 503), (2, 429)] {
        let route = "GET /gateway/bot";
        let refusal = Fault::Status(status, 0);
        scene.discord.fail_times(route, refusal, 2);
        scene.start(&[]).await;
        let asked = scene.requests(route);
        // Twice in vain, and not by the client on its own, which would go to the real Discord.
        assert_eq!(asked, 3 * number, "{status}");
        scene.stop().await;
    }
}
