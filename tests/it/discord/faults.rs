//! Requests that fail: posts get through or are given up, answers arrive or are told by the outbox.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use fake_discord::{FakeDiscord, Fault, User, World};
use rondel::{host::Clock, matchplay::Moment};
use serde_json::json;

use super::{Scene, boards, inside::Parts, mv, pings, told};
use crate::{
    console::replaying::quiet_moves,
    said::{GERMAN, Said, assert_moved, assert_says},
};

const POSTS: &str = "POST /channels/*/messages";
const THREADS: &str = "POST /channels/*/threads";
const ANSWERS: &str = "POST /interactions/*/*/callback";

/// A text of the German ones.
fn in_german(id: &str) -> Said {
    Said::within(&GERMAN, id, &[])
}

/// Slow mode, of which only some rights exempt a bot: what comes too soon is posted when its time is over, and
/// once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_slow_mode_posts_wait_and_stand_once() {
    let (scene, _bot, _) = Scene::inside().await;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let elsewhere = scene.guild.channel("elsewhere");
    table.thread.set_slow(Duration::from_millis(700));
    for (ply, text) in ["e4", "m4", "u4"].into_iter().enumerate() {
        table.play_from(&elsewhere, &scene.players[ply], text).await;
    }
    table.told(&scene.discord, 3).await;
    let refused = scene.discord.look(|world| {
        let refusals = world.refusals().iter();
        refusals.filter(|refusal| refusal.code == 20_016).count()
    });
    assert!(refused > 0, "nothing came too soon");
    for ply in 1..=3 {
        let stand = table.boards(&scene.discord, ply);
        assert_eq!(stand, 1, "{ply}");
    }
    scene.assert_sound();
}

/// The same is asked again, in the same words, and it is not known if the answer arrived: what told of it
/// the first time tells nobody of the second.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_asked_before_in_the_same_words_is_asked_again() {
    let scene = Scene::without_bot(FakeDiscord::start().await);
    let real = SystemTime::now().duration_since(UNIX_EPOCH);
    let real = real.expect("a time").as_millis();
    let (parts, clock) = Parts::driven(&scene.discord, Moment(real as i64));
    let bot = parts.start();
    scene.discord.bot_ready().await;
    let [ann, ben, cy] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let directly = [("questions", json!("direct"))];
    cy.slash(&scene.channel, "settings", &directly).await;
    let act = async |who: &User, command: &'static str, action| {
        let options = [("action", json!(action))];
        let answer = who.slash(&table.thread, command, &options).await;
        assert!(!answer.is_timed_out(), "{command} {action}");
    };
    let pass = || {
        clock.advance(Duration::from_secs(120));
        let run_for = clock.run_for().as_millis() as u64;
        scene.discord.set_time(real as u64 + run_for);
    };
    for command in ["pause", "draw"] {
        pass();
        let direct = cy.direct_messages().len();
        act(ann, command, "offer").await;
        let written = |world: &World| {
            let channel = world.direct_with(cy.id());
            channel.is_some_and(|channel| world.messages(channel).len() > direct)
        };
        scene.discord.wait_until("a direct message", written).await;
        act(ben, command, "decline").await;
        pass();
        let before = [ben, cy].map(|who| who.notifications().len());
        scene.discord.fail_times(ANSWERS, Fault::DropBefore, 2);
        drop(ann.slash(&table.thread, command, &[("action", json!("offer"))]));
        for (who, before) in [ben, cy].into_iter().zip(before) {
            let asked = |world: &World| world.notified(who.id()) > before;
            scene.discord.wait_until(command, asked).await;
        }
        act(ben, command, "decline").await;
    }
    bot.stop().await.expect("it stops");
}

/// A connection breaks after the thread is open, or the board posted, and the bot stops. Until it is
/// there again its server has come to speak another language.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_told_in_one_language_is_not_told_again_in_another() {
    for route in [THREADS, POSTS] {
        let scene = Scene::without_bot(FakeDiscord::start().await);
        scene.guild.set_locale("de");
        let parts = Parts::new(&scene.discord);
        let again = parts.again();
        let bot = parts.patient().start();
        scene.discord.bot_ready().await;
        scene.discord.fail_next(route, Fault::DropAfter);
        let id = scene.sit_down(&scene.channel, &scene.players).await;
        let thread = scene.thread(&scene.channel, &id).await;
        if route == POSTS {
            let board = told(&scene.discord, &thread, &id, 0).await;
            assert!(
                in_german("your-move-first").is_in(&board.content),
                "{}",
                board.content
            );
        }
        scene.ends(bot).await;
        scene.guild.set_locale("en-US");
        scene.discord.forget_nonces();
        let bot = again.start();
        scene.discord.bot_ready().await;
        told(&scene.discord, &thread, &id, 0).await;
        // Whatever is under way is finished.
        bot.stop().await.expect("it stops");
        assert_eq!(scene.channel.threads().len(), 1, "{route}");
        assert_eq!(boards(&scene.discord, &thread, &id, 0), 1, "{route}");
        assert_eq!(pings(&scene.players[0], thread.id()), 1, "{route}");
        scene.assert_sound();
    }
}

/// Messages that wait until the bot comes back are in the server's language, also where the
/// server is heard of a little later.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_told_at_the_start_is_in_the_servers_language() {
    let scene = Scene::without_bot(FakeDiscord::start().await);
    scene.guild.set_locale("de");
    let parts = Parts::new(&scene.discord);
    let again = parts.again();
    let bot = parts.patient().start();
    scene.discord.bot_ready().await;
    scene.discord.fail_next(THREADS, Fault::Status(500, 0));
    let id = scene.sit_down(&scene.channel, &scene.players).await;
    scene.ends(bot).await;
    let _bot = again.start();
    let thread = scene.thread(&scene.channel, &id).await;
    let board = told(&scene.discord, &thread, &id, 0).await;
    assert!(
        in_german("your-move-first").is_in(&board.content),
        "{}",
        board.content
    );
    let name = thread.info().expect("a thread").name;
    assert!(in_german("thread-name").is(&name), "{name}");
    scene.assert_sound();
}

/// What is refused is told all the same: later, in words, or in the channel.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn posts_that_are_refused_take_another_way_and_later_ones_go_through() {
    let (scene, _bot, _) = Scene::inside().await;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let elsewhere = scene.guild.channel("elsewhere");
    let moves = ["e4", "m4", "u4", "d4", "l4", "t4", "c3", "k3", "s3"];
    // What is refused, how often, and whether it is told in the thread then, and with its picture.
    let refusals = [
        (400, 50_035, 1, true, false),
        (400, 200_000, 2, false, true),
        (403, 400_001, 1, true, false),
        (403, 40_333, 1, true, true),
        (400, 0, 1, true, true),
        (400, 99_999_999, 3, true, true),
        (400, 50_007, 1, true, true),
        (400, 50_095, 1, false, true),
    ];
    for (turn, (status, code, times, in_thread, pictured)) in refusals.into_iter().enumerate() {
        scene
            .discord
            .fail_times(POSTS, Fault::Status(status, code), times);
        // Moves made away from the thread are told there by the outbox alone.
        let player = &scene.players[turn % 3];
        let answer = table.play_from(&elsewhere, player, moves[turn]);
        assert!(answer.await.ephemeral, "{code}");
        let place = if in_thread {
            &table.thread
        } else {
            &scene.channel
        };
        let ply = turn as u32 + 1;
        let board = told(&scene.discord, place, &table.id, ply).await;
        assert_eq!(!board.attachments.is_empty(), pictured, "{code}");
        let next = &scene.players[(turn + 1) % 3];
        assert!(board.content.contains(&next.mention()), "{code}");
        let both = [&table.thread, &scene.channel];
        let boards = both.map(|place| boards(&scene.discord, place, &table.id, ply));
        assert_eq!(boards.iter().sum::<usize>(), 1, "{code}");
    }
    scene.assert_sound();
}

/// Pages of proxies, of Cloudflare and of captive portals, whatever their status, are no answers of
/// Discord's: nothing is told by them and nothing given up.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_of_other_programs_are_neither_deliveries_nor_refusals() {
    let (scene, _bot, _) = Scene::inside().await;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let elsewhere = scene.guild.channel("elsewhere");
    let moves = ["e4", "m4", "u4", "d4", "l4", "t4", "c3", "k3"];
    let statuses = [200, 204, 302, 400, 403, 404, 429, 503];
    for (turn, (text, status)) in moves.into_iter().zip(statuses).enumerate() {
        scene.discord.fail_times(POSTS, Fault::Foreign(status), 5);
        let player = &scene.players[turn % 3];
        let answer = table.play_from(&elsewhere, player, text).await;
        assert!(answer.ephemeral, "{text}: {}", answer.content);
        let ply = turn as u32 + 1;
        let board = table.told(&scene.discord, ply).await;
        assert!(!board.attachments.is_empty(), "{status}");
        assert_eq!(table.boards(&scene.discord, ply), 1);
    }
    // A proxy takes no file of this size: the board comes in words.
    scene.discord.fail_next(POSTS, Fault::Foreign(413));
    table.play_from(&elsewhere, &scene.players[2], "s3").await;
    let board = table.told(&scene.discord, 9).await;
    assert!(board.attachments.is_empty());
    // An answer that another program swallowed is sent again; Discord says if it had arrived.
    for status in [200, 403] {
        let before = scene.requests(ANSWERS);
        scene.discord.fail_next(ANSWERS, Fault::Foreign(status));
        let answer = scene.players[0].slash(&table.thread, "board", &[]).await;
        assert!(!answer.is_timed_out(), "{status}");
        assert_eq!(scene.requests(ANSWERS) - before, 2, "{status}");
    }
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn d42_an_answer_is_tried_twice_at_most_and_told_by_the_outbox_when_it_fails() {
    let status = Fault::Status;
    // What happens to the first and the second try, how many tries there are, and whether the
    // move is told in an answer.
    let cases = [
        ("too late", vec![status(404, 10_062)], 1, false),
        // In words it may be taken.
        ("wrong form", vec![status(400, 50_035)], 2, true),
        ("server error", vec![status(500, 0)], 2, true),
        ("two errors", vec![status(500, 0), status(503, 0)], 2, false),
        ("broken before", vec![Fault::DropBefore], 2, true),
        ("broken after", vec![Fault::DropAfter], 2, true),
        // Nobody can know that it arrived: it is looked for, and found.
        (
            "broken twice",
            vec![Fault::DropAfter, Fault::DropBefore],
            2,
            true,
        ),
        (
            "too slow",
            vec![Fault::Delay(Duration::from_secs(9))],
            2,
            true,
        ),
    ];
    let (scene, _bot, _) = Scene::inside().await;
    for (name, faults, tries, in_answer) in cases {
        let channel = scene.guild.channel(name);
        let table = scene.seat(&channel, &scene.players).await;
        let (answers, posts) = (scene.requests(ANSWERS), scene.requests(POSTS));
        for fault in faults {
            scene.discord.fail_next(ANSWERS, fault);
        }
        drop(scene.players[0].slash(&table.thread, "move", &mv("e4")));
        let board = table.told(&scene.discord, 1).await;
        assert_moved(&board.content, "e4");
        scene.requested(ANSWERS, answers + tries).await;
        let answer = table.play(&scene.players[1], "m4").await;
        assert_moved(&answer.content, "m4");
        let answer = table.play(&scene.players[2], "u4").await;
        assert_moved(&answer.content, "u4");
        assert_eq!(table.boards(&scene.discord, 1), 1, "{name}");
        assert_eq!(pings(&scene.players[1], table.thread.id()), 1, "{name}");
        assert_eq!(scene.requests(ANSWERS) - answers, tries + 2, "{name}");
        let posts = scene.requests(POSTS) - posts;
        assert_eq!(posts, usize::from(!in_answer), "{name}");
        scene.discord.clear_faults();
    }
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_delivery_that_comes_again_while_it_is_answered_changes_nothing() {
    let (scene, _bot, _) = Scene::inside().await;
    let [ann, ben, _] = &scene.players;
    for turns in ["mention", "direct"] {
        let wants = [("turns", json!(turns))];
        ben.slash(&scene.channel, "settings", &wants).await;
        let channel = scene.guild.channel("round");
        let table = scene.seat(&channel, &scene.players).await;
        let before = scene.requests(ANSWERS);
        let hold = scene.discord.hold(ANSWERS);
        let first = ann.slash(&table.thread, "move", &mv("e4"));
        hold.caught().await;
        drop(scene.discord.deliver_again(first.interaction()));
        // Read after it, so that it is read by then.
        let other = ben.slash(&scene.channel, "help", &[]);
        scene.requested(ANSWERS, before + 2).await;
        hold.release();
        assert_moved(&first.await.content, "e4");
        other.await;
        scene.called(ben, 1).await;
        let answer = table.play(ben, "m4").await;
        assert_moved(&answer.content, "m4");
        // Each was answered once.
        assert_eq!(scene.requests(ANSWERS), before + 3);
        assert_eq!(table.boards(&scene.discord, 1), 1);
        assert_eq!(ben.notifications().len(), 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn given_the_outbox_has_told_when_the_delivery_comes_again_then_nobody_is_pinged_twice() {
    let (scene, _bot, _) = Scene::inside().await;
    let [ann, ben, cy] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    scene.discord.fail_times(ANSWERS, Fault::Status(500, 0), 2);
    let first = ann.slash(&table.thread, "move", &mv("e4"));
    let made = first.interaction().clone();
    table.told(&scene.discord, 1).await;
    assert_eq!(pings(ben, table.thread.id()), 1);
    let again = scene.discord.deliver_again(&made).await;
    assert_moved(&again.content, "e4");
    assert_eq!(pings(ben, table.thread.id()), 1);
    // Delivered again while it is answered, it is answered once, and calls the player to move.
    let asked = scene.requests(ANSWERS);
    scene
        .discord
        .fail_next(ANSWERS, Fault::Delay(Duration::from_millis(500)));
    let first = ben.slash(&table.thread, "move", &mv("m4"));
    scene.requested(ANSWERS, asked + 1).await;
    let again = scene.discord.deliver_again(first.interaction()).await;
    assert_moved(&again.content, "m4");
    assert!(again.content.contains(&cy.mention()), "{}", again.content);
    scene.called(cy, 1).await;
    let answer = table.play(cy, "u4").await;
    assert_moved(&answer.content, "u4");
    assert_eq!(table.boards(&scene.discord, 2), 1);
    assert_eq!(cy.notifications().len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn given_every_delivery_comes_twice_when_moves_are_made_then_none_is_refused_for_itself() {
    const KNIGHTS: [[&str; 2]; 3] = [["g1f3", "f3g1"], ["o1n3", "n3o1"], ["w1v3", "v3w1"]];
    let (scene, _bot, _) = Scene::inside().await;
    let table = scene.seat(&scene.channel, &scene.players).await;
    scene.discord.deliver_some_twice(1, 3);
    for ply in 1..=18 {
        let (who, back) = ((ply - 1) % 3, (ply - 1) / 3 % 2);
        let player = &scene.players[who];
        let answer = table.play(player, KNIGHTS[who][back]).await;
        assert!(!answer.ephemeral, "{ply}: {}", answer.content);
        let mv = format!("N{}", &KNIGHTS[who][back][2..]);
        assert_moved(&answer.content, &mv);
        let boards = table.boards(&scene.discord, ply as u32);
        assert_eq!(boards, 1, "{ply}");
        // Some are called by the outbox.
        let ids = scene.players.each_ref().map(|who| who.id());
        scene
            .discord
            .wait_until("a call", |world| {
                ids.map(|id| world.notified(id)).iter().sum::<usize>() >= ply
            })
            .await;
    }
    let counts = scene
        .players
        .each_ref()
        .map(|who| who.notifications().len());
    assert_eq!(counts, [6, 6, 6]);
    scene.assert_sound();
}

/// On a line that is too slow for pictures everything is told in words.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_takes_too_long_with_its_picture_is_told_in_words() {
    let scene = Scene::without_bot(FakeDiscord::start().await);
    let mut parts = Parts::new(&scene.discord);
    parts.connection.allowed = |bytes| Duration::from_secs(if bytes > 0 { 1 } else { 20 });
    parts.prefer_direct(&scene.players[1]).await;
    let bot = parts.start();
    scene.discord.bot_ready().await;
    let [ann, ben, cy] = &scene.players;
    let table = scene.played(24).await;
    let elsewhere = scene.guild.channel("elsewhere");
    let slow = |route: &str| {
        let late = Fault::Delay(Duration::from_secs(60));
        scene.discord.fail_next(route, late);
    };
    // A promised answer, an answer, a post and a direct message.
    slow("PATCH /webhooks/*/*/messages/@original");
    let promised = ann.slash(&table.thread, "replay", &[]).await;
    let filled = scene.discord.filled(&promised).await;
    assert_eq!(filled.attachments.len(), 0, "{}", filled.content);
    slow(ANSWERS);
    let shown = cy.slash(&table.thread, "board", &[]).await;
    assert!(!shown.is_timed_out());
    assert_eq!(shown.attachments.len(), 0, "{}", shown.content);
    let (before, direct) = (table.thread.messages().len(), ben.direct().id());
    let written = scene.discord.look(|world| world.messages(direct).len());
    slow(&format!("POST /channels/{}/messages", table.thread.id()));
    slow(&format!("POST /channels/{direct}/messages"));
    let moves = quiet_moves(25);
    let options = [("match", json!(table.id)), ("move", json!(moves[24]))];
    ann.slash(&elsewhere, "move", &options).await;
    let post = table.told(&scene.discord, 25).await;
    let call = scene.discord.wait_for("a direct message", |world| {
        world
            .messages(direct)
            .get(written)
            .map(|one| (*one).clone())
    });
    for told in [post, call.await] {
        assert_eq!(told.attachments.len(), 0, "{}", told.content);
        assert_says(&told.content, "moved", &[]);
    }
    assert_eq!(table.thread.messages().len(), before + 1);
    bot.stop().await.expect("it stops");
    scene.assert_sound();
}
