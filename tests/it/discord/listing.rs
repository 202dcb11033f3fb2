//! `/matches` in Discord: links that lead there, and a message that is short enough.

use std::sync::Arc;

use rondel::{
    chats::discord::DiscordMarkup,
    commands::Responder,
    host::Host,
    matchplay::{Moment, Stage},
    rules::Color,
    store::memory::MemoryStore,
};
use serde_json::json;

use super::Scene;
use crate::now::now;
use crate::{
    line::{speaker, typed},
    said::{army, assert_begins, assert_says, listed, player, said, says},
};

/// Another server, in which the same three are.
fn other_house(scene: &Scene) -> fake_discord::Guild {
    let house = scene.discord.guild("Other house");
    for player in &scene.players {
        house.join(player);
    }
    house
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_of_all_servers_are_linked_and_those_to_watch_are_of_this_one() {
    let scene = Scene::new().await;
    let ann = &scene.players[0];
    let here = scene.seat(&scene.channel, &scene.players).await;
    let elsewhere = other_house(&scene);
    let there = scene
        .seat_by("duel", &elsewhere.channel("chess"), &scene.players)
        .await;
    here.play(ann, "e4").await;
    let dora = scene.guild.user("dora");

    let shown = ann.slash(&scene.channel, "matches", &[]).await;
    assert!(shown.ephemeral);
    let lines: Vec<&str> = shown.content.lines().skip(1).collect();
    let link = format!(
        "https://discord.com/channels/{}/{}",
        elsewhere.id(),
        there.thread.id()
    );
    let (white, gray) = (army(Color::White), player("ben", Color::Gray));
    // Behind each stands the deadline.
    let deadline = said("deadline", &[("when", "")]);
    let deadline = deadline.trim_end_matches('.').trim_end();
    let before = |line: &&str| {
        let (before, _) = line.split_once(deadline).expect(line);
        before.trim_end().to_owned()
    };
    let lines: Vec<String> = lines.iter().map(before).collect();
    assert_eq!(
        lines,
        [
            said(
                "matches-waiting",
                &[
                    ("match", &there.id),
                    ("others", &player("cy", Color::Black)),
                    ("army", &white),
                    ("where", &link)
                ],
            ),
            said(
                "matches-running",
                &[
                    ("match", &here.id),
                    ("others", &listed(&[&gray, &player("cy", Color::Black)])),
                    ("player", &gray),
                    ("army", &white),
                    ("where", &format!("<#{}>", here.thread.id())),
                ],
            ),
        ]
    );
    // There is a button for the one that can be looked at from here, and none for the other.
    let boards: Vec<Option<String>> = shown
        .buttons()
        .into_iter()
        .map(|one| one.custom_id)
        .collect();
    assert_eq!(boards, [Some(format!("rd1:{}:0:view", here.id))]);
    // To whom it is to move there, it leads to a move, also from the channel.
    let ben = &scene.players[1];
    let own = ben.slash(&scene.channel, "matches", &[]).await;
    let view = format!("rd1:{}:0:view", here.id);
    let board = ben.press(own.message.expect("a list"), &view).await;
    assert!(board.ephemeral, "{}", board.content);
    let moves = format!("rd1:{}:1:move", here.id);
    let pieces = ben.press(board.message.expect("a board"), &moves).await;
    assert_says(&pieces.content, "moving-pieces", &[("match", &here.id)]);
    // She plays in neither, and this server's alone is hers to watch.
    let shown = dora.slash(&scene.channel, "matches", &[]).await;
    assert!(shown.ephemeral && shown.content.contains(&format!("<#{}>", here.thread.id())));
    assert!(!shown.content.contains(&there.id), "{}", shown.content);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_longest_names_and_links_leave_a_message_that_can_be_sent() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    for (player, name) in scene.players.iter().zip(["*_", "[]", "@e"]) {
        player.set_global_name(&name.repeat(16));
    }
    let elsewhere = other_house(&scene).channel("chess");
    // Those of the other server have the longest links, those of this one are to be watched.
    for (channel, white, black) in [
        (&elsewhere, ann, ben),
        (&elsewhere, ben, ann),
        (&scene.channel, ben, cy),
    ] {
        for _ in 0..8 {
            let options = [
                ("ruleset", json!("duel")),
                ("seat", json!("white")),
                ("player2", json!(black.id())),
            ];
            let opened = white.slash(channel, "play", &options).await;
            let id = super::match_of(&opened.buttons());
            let joined = black.press(opened.message.unwrap(), &format!("rd1:{id}:0:join:black"));
            assert_eq!(joined.await.refused, None);
        }
    }
    let shown = ann.slash(&scene.channel, "matches", &[]).await;
    let text = &shown.content;
    assert!(text.chars().count() <= 2_000, "{text}");
    assert_begins(text, "matches-heading", &[("count", "16")]);
    let more = |line: &&str| says(line, "matches-more", &[]);
    assert_eq!(text.lines().filter(more).count(), 2, "{text}");
    scene.assert_sound();
}

/// People who talk to the bot alone share no server.
#[tokio::test]
async fn nobody_watches_what_others_play_in_direct_messages() {
    let clock = Arc::new(|| Moment(1_700_000_000_000));
    let host = now(Host::new(Arc::new(MemoryStore::new()), clock, Some(1))).unwrap();
    let markup = Arc::new(DiscordMarkup);
    let responder = Responder::new(Arc::clone(&host), markup);
    let asks = async |who: &str, place: &str, command: &str| {
        let asked = typed(speaker("discord", who), place, command);
        responder.answer(&asked).await
    };
    // Somebody plays computers there.
    let alone = asks("1", "discord/direct/7", "play").await;
    let alone = alone.state.expect("a match").id();
    for own in ["discord/direct/9", "discord/1/9"] {
        let text = asks("4", own, "matches").await.text().clone();
        assert!(!text.contains(alone.as_str()), "{own}: {text}");
    }
    for (others, own, seen) in [
        ("discord/1/7", "discord/direct/9", false),
        ("discord/1/7", "discord/1/9", true),
        ("discord/2/7", "discord/3/9", false),
    ] {
        asks("1", others, "play").await;
        asks("2", others, "join").await;
        let begun = asks("3", others, "join").await;
        let state = begun.state.expect("a match");
        assert_eq!(state.stage(), Stage::Running);
        let text = asks("4", own, "matches").await.text().clone();
        assert_eq!(text.contains(state.id().as_str()), seen, "{own}: {text}");
    }
}
