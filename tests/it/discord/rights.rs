//! Rights that are missing: played around where that can be, and said once in words.

use fake_discord::{Channel, Fault, Message, Rights};
use serde_json::json;

use super::{Scene, has_button, match_of, mv, pings, told};
use crate::said::{assert_moved, assert_says, listed, said, says};

const POSTS: &str = "POST /channels/*/messages";

/// Counts the messages in a channel that say this.
fn count(channel: &Channel, id: &str, values: &[(&'static str, &str)]) -> usize {
    let messages = channel.messages();
    let saying = messages.iter().filter(|m| says(&m.content, id, values));
    saying.count()
}

/// The names of rights, as they are asked for.
fn rights(names: &[&str]) -> String {
    let names = names.iter().map(|name| said(&format!("right-{name}"), &[]));
    let names: Vec<String> = names.collect();
    listed(&names.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Waits for a board in words.
async fn in_words(scene: &Scene, channel: &Channel, id: &str, ply: u32) -> Message {
    let board = told(&scene.discord, channel, id, ply).await;
    assert_eq!(board.attachments.len(), 0, "{}", board.content);
    assert_says(&board.content, "board-rank", &[("rank", "1")]);
    board
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_thread_the_channel_serves_and_is_told_why_once() {
    let (scene, _bot, _) = Scene::inside().await;
    let no_threads = super::rights(|it| it.public_threads = false);
    let silent_threads = super::rights(|it| it.send_in_threads = false);
    for (name, has, fault, wants) in [
        ("a", no_threads, None, &["create-threads"][..]),
        ("b", silent_threads, None, &["send-in-threads"]),
        ("c", Rights::INVITED, Some(160_006), &[]),
        // Not known before: the right was taken away unseen.
        (
            "d",
            Rights::INVITED,
            Some(50_013),
            &["create-threads", "send-in-threads"],
        ),
    ] {
        let wants = rights(wants);
        let (id, values) = match &*wants {
            "" => ("lacks-free-thread", vec![]),
            wants => ("lacks-thread", vec![("rights", wants)]),
        };
        let channel = scene.guild.channel(name);
        channel.set_rights(has);
        if let Some(code) = fault {
            let status = if code == 50_013 { 403 } else { 400 };
            let fault = Fault::Status(status, code);
            scene.discord.fail_next("POST /channels/*/threads", fault);
        }
        let played = scene.sit_down(&channel, &scene.players).await;
        let board = told(&scene.discord, &channel, &played, 0).await;
        assert_says(&board.content, id, &values);
        assert_eq!(board.attachments.len(), 1);
        for (who, text) in scene.players.iter().zip(["e4", "m4", "u4"]) {
            let answer = who.slash(&channel, "move", &mv(text)).await;
            assert!(!answer.ephemeral, "{}", answer.content);
        }
        let lacks = count(&channel, "lacks-thread", &[]);
        assert_eq!(lacks, usize::from(name != "c"));
        assert_eq!(count(&channel, id, &values), 1, "{name}");
        assert_eq!(channel.threads().len(), 0, "{name}");
    }
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_pictures_boards_are_posted_in_words() {
    let (scene, _bot, _) = Scene::inside().await;
    let [ann, ben, _] = &scene.players;
    scene
        .channel
        .set_rights(super::rights(|it| it.attach = false));
    let id = scene.sit_down(&scene.channel, &scene.players).await;
    let thread = scene.thread(&scene.channel, &id).await;
    let board = in_words(&scene, &thread, &id, 0).await;
    scene.discord.forget_pings();
    let attach = rights(&["attach-files"]);
    let lacks = [("rights", &*attach)];
    assert_says(&board.content, "lacks-files", &lacks);
    let elsewhere = scene.guild.channel("elsewhere");
    for (ply, (who, text)) in [(ann, "e4"), (ben, "m4")].into_iter().enumerate() {
        let options = [("move", json!(text)), ("match", json!(id))];
        who.slash(&elsewhere, "move", &options).await;
        in_words(&scene, &thread, &id, ply as u32 + 1).await;
    }
    assert_eq!(count(&thread, "lacks-files", &lacks), 1);
    // An answer needs no right of its own.
    let answer = scene.players[2].slash(&thread, "move", &mv("u4")).await;
    assert_eq!(answer.attachments.len(), 1, "{}", answer.content);
    // Where one is refused its picture all the same, it comes in words.
    scene.discord.fail_next(
        "POST /interactions/*/*/callback",
        Fault::Status(403, 50_013),
    );
    let answer = ann.slash(&thread, "move", &mv("d4")).await;
    assert_eq!(answer.attachments.len(), 0, "{}", answer.content);
    assert_says(&answer.content, "board-rank", &[("rank", "1")]);
    assert_eq!(pings(ben, thread.id()), 2);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_nothing_may_be_said_no_table_is_opened() {
    let (scene, _bot, _) = Scene::inside().await;
    let [ann, ..] = &scene.players;
    let mute = super::rights(|it| it.send = false);
    for (has, wants) in [
        (mute, &["send-messages"][..]),
        (Rights::NONE, &["view-channel", "send-messages"]),
    ] {
        scene.channel.set_rights(has);
        let answer = ann.slash(&scene.channel, "play", &super::table()).await;
        assert!(answer.ephemeral, "{}", answer.content);
        let wants = [("rights", &*rights(wants))];
        assert_says(&answer.content, "refused-missing-rights", &wants);
    }
    let answer = ann.slash(&scene.channel, "matches", &[]).await;
    assert_says(&answer.content, "matches-none", &[]);
    scene.channel.set_rights(Rights::INVITED);
    let answer = ann.slash(&scene.channel, "play", &super::table()).await;
    assert!(!answer.ephemeral, "{}", answer.content);
    scene.assert_sound();
}

/// The bot's rights look right in a private thread that it is not in, and every post there is refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_thread_that_the_bot_is_not_in_says_how_to_let_it_in() {
    let (scene, _bot, _) = Scene::inside().await;
    let [ann, ben, _] = &scene.players;
    let thread = ann.open_thread(&scene.channel, "among us", true);
    let bot = scene.discord.look(fake_discord::World::bot);
    let mention = format!("<@{bot}>");
    let answer = ann.slash(&thread, "play", &super::table()).await;
    super::assert_private(&answer, "refused-shut-out", &[("bot", &mention)]);
    ann.say(&thread, &format!("Come in, {mention}!"));
    let answer = ann.slash(&thread, "play", &super::table()).await;
    assert!(!answer.ephemeral, "{}", answer.content);
    // Where it manages threads it comes by itself.
    let managed = scene.guild.channel("managed");
    managed.set_rights(super::rights(|it| it.manage_threads = true));
    let thread = ben.open_thread(&managed, "among us", true);
    let answer = ben.slash(&thread, "play", &super::table()).await;
    assert!(!answer.ephemeral, "{}", answer.content);
    let members = thread.info().expect("it is there").members;
    assert!(members.contains(&bot), "{members:?}");
    scene.assert_sound();
}

/// A button that opens the next table there asks first, as the command does.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_button_for_the_next_table_in_a_private_thread_says_how_to_let_the_bot_in() {
    let (scene, _bot, _) = Scene::inside().await;
    let [ann, ben, cy] = &scene.players;
    let thread = ann.open_thread(&scene.channel, "among us", true);
    let bot = scene.discord.look(fake_discord::World::bot);
    let mention = format!("<@{bot}>");
    let (ben, cy) = (ben.mention(), cy.mention());
    ann.say(&thread, &format!("Come in, {mention}, {ben} and {cy}!"));
    let id = scene.sit_down(&thread, &scene.players).await;
    told(&scene.discord, &thread, &id, 0).await;
    let abort = [("action", json!("offer")), ("match", json!(id))];
    ann.slash(&thread, "abort", &abort).await;
    let end = super::ended(&scene.discord, &thread, &id).await;
    let ids = end.buttons().into_iter().filter_map(|one| one.custom_id);
    let again = ids.into_iter().find(|id| id.ends_with(":rematch"));
    let again = again.expect("a button for the next table");
    let joining = "PUT /channels/*/thread-members/@me";
    scene.discord.fail_next(joining, Fault::Status(403, 50_001));
    let refused = ann.press(&end, &again).await;
    super::assert_private(&refused, "refused-shut-out", &[("bot", &mention)]);
    let opened = ann.press(&end, &again).await;
    assert_eq!(opened.refused, None, "{}", opened.content);
    scene.assert_sound();
}

/// A thread that an interaction does not describe is asked about: no thread is opened on it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thread_that_is_not_described_is_known_all_the_same() {
    let (scene, _bot, _) = Scene::inside().await;
    let [ann, ..] = &scene.players;
    let thread = ann.open_thread(&scene.channel, "round table", false);
    scene
        .discord
        .spoil_next("INTERACTION_CREATE", "channel", None);
    ann.slash(&thread, "play", &[("computers", json!(2))]).await;
    scene
        .posted(&thread, |one| !one.attachments.is_empty())
        .await;
    assert_eq!(scene.requests("POST /channels/*/threads"), 0);
    scene.assert_sound();
}

/// In threads it is *Send Messages in Threads* that counts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_thread_matches_are_played_without_the_right_to_send_in_its_channel() {
    let (scene, _bot, _) = Scene::inside().await;
    let [ann, ben, cy] = &scene.players;
    let thread = ann.open_thread(&scene.channel, "round table", false);
    scene
        .channel
        .set_rights(super::rights(|it| it.send = false));
    let id = scene.sit_down(&thread, &scene.players).await;
    told(&scene.discord, &thread, &id, 0).await;
    let answer = ann.slash(&thread, "move", &mv("e4")).await;
    assert!(
        !says(&answer.content, "lacks-speech", &[]),
        "{}",
        answer.content
    );
    // Told in the thread what is done elsewhere.
    let elsewhere = scene.guild.channel("elsewhere");
    let options = [("move", json!("m4")), ("match", json!(id))];
    ben.slash(&elsewhere, "move", &options).await;
    told(&scene.discord, &thread, &id, 2).await;
    let lost = super::rights(|it| (it.send, it.send_in_threads) = (true, false));
    scene.channel.set_rights(lost);
    let wants = [("rights", &*rights(&["send-in-threads"]))];
    let answer = cy.slash(&thread, "move", &mv("u4")).await;
    assert_says(&answer.content, "lacks-speech", &wants);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_nothing_may_be_posted_any_more_answers_tell_the_match() {
    let (scene, _bot, _) = Scene::inside().await;
    let [ann, ben, cy] = &scene.players;
    let opened = ann
        .slash(&scene.channel, "play", &[("seat", json!("white"))])
        .await;
    let (id, message) = (match_of(&opened.buttons()), opened.message.unwrap());
    ben.press(message, &format!("rd1:{id}:0:join:gray")).await;
    scene.channel.set_rights(Rights::NONE);
    // The match begins: the answer tells what else would be posted, and pings.
    let begun = cy.press(message, &format!("rd1:{id}:0:join:black")).await;
    assert_says(&begun.content, "started", &[]);
    let lacks = &rights(&["view-channel"]);
    assert!(begun.content.contains(lacks), "{}", begun.content);
    assert_eq!(begun.attachments.len(), 1);
    assert_eq!(pings(ann, scene.channel.id()), 1);
    scene.discord.forget_pings();
    let answer = ann.slash(&scene.channel, "move", &mv("e4")).await;
    assert!(!answer.ephemeral, "{}", answer.content);
    assert!(!answer.content.contains(lacks), "{}", answer.content);
    assert_eq!(pings(ben, scene.channel.id()), 1);
    let asked = scene.requests(POSTS);
    assert_eq!(asked, 0);
    // What is told nowhere else is tried once more, and given up.
    let elsewhere = scene.guild.channel("elsewhere");
    let options = [("move", json!("m4")), ("match", json!(id))];
    let answer = ben.slash(&elsewhere, "move", &options).await;
    assert!(answer.ephemeral, "{}", answer.content);
    scene
        .discord
        .wait_until("refusals", |world| !world.refusals().is_empty())
        .await;
    scene.channel.set_rights(Rights::INVITED);
    let answer = cy.slash(&scene.channel, "move", &mv("u4")).await;
    assert_moved(&answer.content, "u4");
    let options = [("move", json!("d4")), ("match", json!(id))];
    ann.slash(&elsewhere, "move", &options).await;
    told(&scene.discord, &scene.channel, &id, 4).await;
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn threads_that_take_no_post_are_opened_again_or_their_channel_serves() {
    let (scene, _bot, _) = Scene::inside().await;
    let [ann, ben, cy] = &scene.players;
    let elsewhere = scene.guild.channel("elsewhere");
    for what in ["archived", "locked", "mute"] {
        let channel = scene.guild.channel(what);
        let table = scene.seat(&channel, &scene.players).await;
        let patches = |world: &fake_discord::World| world.requests("PATCH /channels/*").len();
        let before = scene.discord.look(patches);
        match what {
            "archived" => {
                table.thread.set_archived(true);
                scene.discord.fail_next(POSTS, Fault::Status(400, 50_083));
            }
            "locked" => table.thread.set_locked(true),
            _ => channel.set_rights(super::rights(|it| it.send_in_threads = false)),
        }
        let there = if what == "archived" {
            &table.thread
        } else {
            &channel
        };
        for (ply, (who, text)) in (1..).zip([(ann, "e4"), (ben, "m4")]) {
            let answer = table.play_from(&elsewhere, who, text).await;
            assert!(answer.ephemeral, "{what}: {}", answer.content);
            told(&scene.discord, there, &table.id, ply).await;
        }
        let second = told(&scene.discord, there, &table.id, 2).await;
        assert_eq!(second.attachments.len(), 1, "{what}: {}", second.content);
        assert_eq!(pings(ben, there.id()), 1, "{what}");
        assert_eq!(pings(cy, there.id()), 1, "{what}");
        let unarchived = scene.discord.look(patches) - before;
        assert_eq!(unarchived, usize::from(what == "archived"), "{what}");
        for (id, lacking) in [("lacks-unlocked", "locked"), ("lacks-speech", "mute")] {
            let told = count(there, id, &[]);
            assert_eq!(told, usize::from(what == lacking), "{what}");
        }
        assert!(has_button(&second, &format!("rd1:{}:2:view", table.id)));
    }
    scene.assert_sound();
}
