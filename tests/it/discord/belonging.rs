//! Belonging to a server: its page, private matches, roles that are called, threads that are over,
//! and the rights that are missing.

use fake_discord::{Answer, Channel, FakeDiscord, Fault, Snowflake, User};
use rondel::rules::Color;
use serde_json::{Value, json};

use super::{Scene, ended, pings, told};
use crate::said::{assert_begins, assert_says, assert_silent, player, said, says};

/// `/server` as its action and further options, which a client still has that was there before its page.
async fn server(who: &User, at: &Channel, action: &str, more: &[(&'static str, Value)]) -> Answer {
    let mut options = vec![("action", json!(action))];
    options.extend(more.iter().cloned());
    who.slash_unchecked(at, "server", &options).await
}

/// Returns the name of the thread of a match that Black has won.
fn won(id: &str, who: &str) -> String {
    let who = player(who, Color::Black);
    over(id, "over-won", &[("who", &who)], "0-0-1")
}

/// Returns the name of the thread of a match that is over.
fn over(id: &str, text: &'static str, values: &[(&'static str, &str)], score: &str) -> String {
    let result = said(text, values);
    let scored = said("over-score", &[("result", &result), ("score", score)]);
    let result = if score.is_empty() { result } else { scored };
    said("thread-over", &[("match", id), ("result", &result)])
}

/// Waits until a thread is called so.
async fn called(discord: &FakeDiscord, thread: Snowflake, wanted: &str) {
    let wanted = wanted.to_owned();
    discord
        .wait_for("the thread's name", |world| {
            let name = world.channel(thread).map(|thread| thread.name.clone());
            (name.as_deref() == Some(&*wanted)).then_some(())
        })
        .await;
}

/// Waits until somebody has been notified so often.
async fn notified(discord: &FakeDiscord, user: &User, times: usize) {
    let id = user.id();
    discord
        .wait_for("a notification", |world| {
            (world.notified(id) >= times).then_some(())
        })
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thread_is_named_after_the_result_and_archived_by_silence() {
    let mut scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players.clone();
    let table = scene.seat(&scene.channel, &scene.players).await;
    table.thread.fall_silent(60);
    let open = table.thread.info().expect("a thread");
    assert!(!open.archived, "while it is played an hour is not long");
    for (who, text) in [(ann, "e4"), (ben, "m4"), (cy, "u4")] {
        table.play(who, text).await;
    }
    // The one who gives up last does so while Discord has trouble, and the bot is killed.
    let confirm = [("confirm", json!(true))];
    ann.slash(&table.thread, "resign", &confirm).await;
    let down = Fault::Status(503, 0);
    for _ in 0..2 {
        scene.discord.fail_next("PATCH /channels/*", down);
    }
    let last = ben.slash(&table.thread, "resign", &confirm).await;
    assert_says(&last.content, "end-call", &[]);
    scene.restart().await;
    let end = ended(&scene.discord, &table.thread, &table.id).await;
    let rematch = format!("rd1:{}:3:rematch", table.id);
    let wanted = won(&table.id, "cy");
    called(&scene.discord, table.thread.id(), &wanted).await;
    let info = table.thread.info().expect("a thread");
    assert_eq!(
        (info.auto_archive, info.archived, info.locked),
        (60, false, false)
    );
    // Nothing was said twice, and all that works at the end works until nobody says anything.
    let results = table.thread.messages();
    let results = results
        .iter()
        .filter(|message| says(&message.said(), "over-won", &[]));
    assert_eq!(results.count(), 2);
    let again = cy.press(end.id, &rematch).await;
    let there = format!("<#{}>", scene.channel.id());
    assert_says(&again.content, "done-elsewhere", &[("where", &there)]);
    table.thread.fall_silent(60);
    assert!(table.thread.info().expect("a thread").archived);
    ann.say(&table.thread, "Well played!");
    assert_eq!(
        ann.slash(&table.thread, "board", &[])
            .await
            .attachments
            .len(),
        1
    );
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn threads_say_how_matches_ended_or_keep_their_names() {
    let (scene, _bot, _) = Scene::inside().await;
    let [ann, ben, cy] = &scene.players;
    let long = "Annabella Maria von und zu Hohenstein";
    let drawn = scene.seat(&scene.channel, &scene.players).await;
    drawn.agreed("draw", [ann, ben, cy]).await;
    let wanted = over(&drawn.id, "over-drawn", &[], "⅓-⅓-⅓");
    called(&scene.discord, drawn.thread.id(), &wanted).await;
    let off = scene.seat(&scene.channel, &scene.players).await;
    let offer = [("action", json!("offer"))];
    ann.slash(&off.thread, "abort", &offer).await;
    let wanted = over(&off.id, "over-aborted", &[], "");
    called(&scene.discord, off.thread.id(), &wanted).await;
    // A long name is cut, and what could be no name at all is left out.
    cy.set_global_name(long);
    let won = scene.seat(&scene.channel, &scene.players).await;
    won.resigned(&[ann, ben]).await;
    let wanted = self::won(&won.id, long[..32].trim_end());
    called(&scene.discord, won.thread.id(), &wanted).await;
    // Where it may not be renamed it is not, and all else goes on.
    let kept = scene.seat(&scene.channel, &scene.players).await;
    let no = Fault::Status(403, 50_013);
    scene.discord.fail_next("PATCH /channels/*", no);
    kept.resigned(&[ann, ben]).await;
    let next = scene.seat(&scene.channel, &scene.players).await;
    assert!(!next.play(ann, "e4").await.ephemeral);
    let name = kept.thread.info().expect("a thread").name;
    assert_eq!(name, said("thread-name", &[("match", &kept.id)]));
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_match_takes_the_right_to_open_its_thread() {
    let (scene, _bot, _) = Scene::inside().await;
    let [ann, ..] = &scene.players;
    let private = [("private", json!(true))];
    scene
        .channel
        .set_rights(super::rights(|it| it.private_threads = false));
    let refused = ann.slash(&scene.channel, "play", &private).await;
    super::assert_private(
        &refused,
        "refused-private-rights",
        &[("rights", &said("right-create-private-threads", &[]))],
    );
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_match_without_its_thread_is_told_to_its_players_alone() {
    let (scene, _bot, _) = Scene::inside().await;
    let [ann, ben, _] = &scene.players;
    for _ in 0..2 {
        let no = Fault::Status(403, 50_013);
        scene.discord.fail_next("POST /channels/*/threads", no);
    }
    let private = [("private", json!(true))];
    let id = scene
        .sit_down_with(&private, &scene.channel, &scene.players)
        .await;
    // White hears of it directly, and the channel what is missing.
    notified(&scene.discord, ann, 1).await;
    let of_match = [("move", json!("e4")), ("match", json!(id))];
    let moved = ann.slash(&scene.channel, "move", &of_match).await;
    assert!(moved.ephemeral, "{}", moved.content);
    assert_eq!(moved.attachments.len(), 1);
    notified(&scene.discord, ben, 1).await;
    let said = scene.channel.messages();
    assert!(said.iter().all(|message| message.attachments.is_empty()));
    let lacks = said
        .iter()
        .filter(|m| says(&m.content, "lacks-private-thread", &[("match", &id)]));
    assert_eq!(lacks.count(), 1);
    // As soon as it can be it gets its thread.
    let of_match = [("move", json!("m4")), ("match", json!(id))];
    ben.slash(&scene.channel, "move", &of_match).await;
    let thread = scene.thread(&scene.channel, &id).await;
    told(&scene.discord, &thread, &id, 2).await;
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_public_table_with_free_seats_calls_the_role_once() {
    let (scene, _bot, _) = Scene::inside().await;
    let [ann, ben, cy] = &scene.players;
    scene.guild.set_manager(ann, true);
    let role = scene.guild.role("players");
    scene.guild.give_role(cy, role);
    let other = scene.guild.role("others");
    scene.guild.give_role(ben, other);
    let set = [("table-role", json!(role))];
    let page = server(ann, &scene.channel, "set", &set).await;
    assert!(page.ephemeral && page.content.contains(&format!("<@&{role}>")));
    assert_eq!(pings(cy, scene.channel.id()), 0, "a page calls nobody");
    let all_taken = [("player2", json!(ben.id())), ("player3", json!(cy.id()))];
    let private = [("private", json!(true))];
    let bare = super::table();
    for (options, calls) in [
        // They are invited, and the role is not called.
        (&all_taken[..], 1),
        (&private[..], 1),
        (&bare[..], 2),
        // Not again within ten minutes.
        (&bare[..], 2),
    ] {
        let table = ann.slash(&scene.channel, "play", options).await;
        assert_eq!(table.refused, None, "{}", table.content);
        notified(&scene.discord, cy, calls).await;
        assert_eq!(pings(cy, scene.channel.id()), calls, "{options:?}");
        assert_eq!(pings(ben, scene.channel.id()), 1, "{options:?}");
    }
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_servers_page_is_for_its_managers_and_binds_all_others() {
    let (scene, _bot, _) = Scene::inside().await;
    let [ann, ben, cy] = &scene.players;
    let at = &scene.channel;
    scene.guild.set_manager(ann, true);
    // Discord does not show it to others, who are refused all the same.
    for action in ["show", "set", "check", "fairplay", "audit", "abort"] {
        let options = [
            ("action", json!(action)),
            ("reason", json!("mine")),
            ("openers", json!("everyone")),
        ];
        let refused = ben.slash_unchecked(at, "server", &options).await;
        super::assert_private(&refused, "refused-not-managing", &[]);
    }
    let elsewhere = scene.discord.guild("Square house");
    elsewhere.join(ann);
    elsewhere.set_manager(ann, true);
    let hall = elsewhere.channel("hall");
    server(ann, at, "set", &[("rated-computers", json!(true))]).await;
    for (place, says) in [
        (at, "server-rated-computers-true"),
        (&hall, "server-rated-computers-false"),
    ] {
        let shown = server(ann, place, "show", &[]).await;
        assert_says(&shown.content, says, &[]);
    }
    let role = scene.guild.role("players");
    scene.guild.give_role(cy, role);
    server(ann, at, "set", &[("openers", json!("managers"))]).await;
    for (who, may) in [(ann, true), (ben, false), (cy, false)] {
        let table = who.slash(at, "play", &super::table()).await;
        assert_eq!(!table.ephemeral, may, "{}", table.content);
    }
    server(ann, at, "set", &[("role", json!(role))]).await;
    for (who, may) in [(ann, true), (ben, false), (cy, true)] {
        let table = who.slash(at, "play", &super::table()).await;
        assert_eq!(!table.ephemeral, may, "{}", table.content);
    }
    let other = scene.guild.channel("games");
    let only = [
        ("openers", json!("everyone")),
        ("channel", json!(other.id())),
        ("allow", json!(true)),
    ];
    server(ann, at, "set", &only).await;
    let refused = ben.slash(at, "play", &super::table()).await;
    let link = format!("<#{}>", other.id());
    assert!(
        refused.ephemeral && refused.content.contains(&link),
        "{}",
        refused.content
    );
    let table = ben.slash(&other, "play", &super::table()).await;
    assert!(!table.ephemeral, "{}", table.content);
    // A thread under a channel belongs to it.
    let played = scene.seat(&other, &scene.players).await;
    let people = other.open_thread("chess", ben);
    let table = ben.slash(&people, "play", &super::table()).await;
    assert!(!table.ephemeral, "{}", table.content);
    let table = ben.slash(&played.thread, "play", &super::table()).await;
    assert!(table.content.contains(&link), "{}", table.content);
    assert_silent(&table.content, "refused-channel", &[]);
    server(ann, at, "set", &[("leaderboard", json!("managers"))]).await;
    let refused = ben.slash(at, "leaderboard", &[]).await;
    assert_says(&refused.content, "refused-leaderboard", &[]);
    let seen = ann.slash(at, "leaderboard", &[]).await;
    assert!(
        seen.ephemeral && says(&seen.content, "leaders-nobody", &[]),
        "{}",
        seen.content
    );
    let everywhere = [("scope", json!("everywhere"))];
    assert!(!ben.slash(at, "leaderboard", &everywhere).await.ephemeral);
    // An end that is put to a match from elsewhere is told where it is played.
    let end = [
        ("match", json!(played.id)),
        ("reason", json!("House rules")),
    ];
    let done = server(ann, at, "abort", &end).await;
    assert!(done.ephemeral, "{}", done.content);
    scene
        .posted(&played.thread, |one| one.content.contains("House rules"))
        .await;
    let wanted = over(&played.id, "over-aborted", &[], "");
    called(&scene.discord, played.thread.id(), &wanted).await;
    let audit = server(ann, at, "audit", &[]).await;
    let ended = [
        ("who", "ann"),
        ("match", &played.id),
        ("reason", "House rules"),
    ];
    assert_says(&audit.content, "audit-aborted", &ended);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn d19_each_missing_right_is_named_for_each_channel() {
    let (scene, _bot, _) = Scene::inside().await;
    // Fault D19: the bot as a user has another id than its application.
    let ids = scene
        .discord
        .look(|world| (world.bot(), world.application()));
    assert_ne!(ids.0, ids.1);
    let [ann, ..] = &scene.players;
    scene.guild.set_manager(ann, true);
    let at = &scene.channel;
    let fine = server(ann, at, "check", &[]).await;
    super::assert_private(&fine, "check-all-fine", &[]);
    let (mute, hidden) = (scene.guild.channel("mute"), scene.guild.channel("hidden"));
    let live = scene
        .seat(&scene.guild.channel("live"), &scene.players)
        .await;
    let live = live
        .thread
        .info()
        .and_then(|info| info.parent)
        .expect("a channel");
    for channel in [at, &mute, &hidden] {
        let allow = [("channel", json!(channel.id())), ("allow", json!(true))];
        server(ann, at, "set", &allow).await;
    }
    mute.set_rights(super::rights(|it| {
        (it.send, it.attach, it.private_threads) = (false, false, false)
    }));
    scene
        .discord
        .channel(live)
        .set_rights(super::rights(|it| it.history = false));
    let role = scene.guild.role("players");
    server(ann, at, "set", &[("table-role", json!(role))]).await;
    scene.guild.set_mentionable(role, false);
    hidden.delete();
    let found = server(ann, at, "check", &[]).await;
    let link = |channel: Snowflake| format!("<#{channel}>");
    let right = |name: &str| said(&format!("right-{name}"), &[]);
    let missing = ["send-messages", "create-private-threads", "attach-files"].map(right);
    for (channel, rights) in [
        (mute.id(), missing.join(", ")),
        (live, right("read-history")),
    ] {
        let missing = [("where", &*link(channel)), ("rights", &*rights)];
        assert_says(&found.content, "check-missing", &missing);
    }
    assert_says(&found.content, "check-fine", &[("where", &link(at.id()))]);
    // What is gone is off the list.
    assert_says(&found.content, "lapsed-channel", &[]);
    assert!(
        !found.content.contains(&link(hidden.id())),
        "{}",
        found.content
    );
    let silent = [("role", &*format!("<@&{role}>"))];
    assert_says(&found.content, "check-role-silent", &silent);
    // Where Discord does not say, the channel where it is asked is told of. What was deleted may be asked about as
    // well just now.
    scene
        .discord
        .fail_times("GET /guilds/*/channels", Fault::Status(503, 0), 9);
    let found = server(ann, at, "check", &[]).await;
    assert_begins(&found.content, "check-fine", &[("where", &link(at.id()))]);
    assert_says(&found.content, "check-unknown", &[]);
    scene.assert_sound();
}

/// Fault D30: in a direct message help lists the commands that work there, and no others.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn d30_help_lists_what_works_where_it_is_asked_for() {
    let (scene, _bot, _) = Scene::inside().await;
    let [ann, ..] = &scene.players;
    for (place, serves) in [(&ann.direct(), false), (&scene.channel, true)] {
        let help = ann.slash(place, "help", &[]).await;
        for (command, listed) in [("/settings", true), ("/play", true), ("/join", serves)] {
            let help = help.components.to_string();
            assert_eq!(help.contains(command), listed, "{command}: {help}");
        }
    }
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_work_where_they_are_registered_for() {
    let (scene, _bot, _) = Scene::inside().await;
    let [ann, ..] = &scene.players;
    let servers = ["join", "seat", "server"];
    scene.discord.look(|world| {
        for command in world.commands() {
            let name = command["name"].as_str().expect("a name");
            let of_servers = servers.contains(&name) || command["type"] == 2;
            let (contexts, installed) = if of_servers {
                (json!([0]), json!([0]))
            } else {
                (json!([0, 1, 2]), json!([0, 1]))
            };
            assert_eq!(command["contexts"], contexts, "{name}");
            assert_eq!(command["integration_types"], installed, "{name}");
            let needed = &command["default_member_permissions"];
            assert_eq!(needed.as_str() == Some("32"), name == "server", "{name}");
        }
    });
    let direct = ann.direct();
    for name in ["help", "settings", "matches", "profile", "leaderboard"] {
        let answer = ann.slash(&direct, name, &[]).await;
        assert_silent(&answer.content, "refused-server-only", &[]);
    }
    for (name, options) in [
        ("join", vec![]),
        ("seat", vec![("action", json!("accept"))]),
        ("server", vec![("action", json!("show"))]),
    ] {
        let answer = ann.slash_unchecked(&direct, name, &options).await;
        super::assert_private(&answer, "refused-server-only", &[]);
    }
    scene.assert_sound();
}

/// A match's thread is for that match alone, also when it is over: there every command means it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_opened_in_a_match_s_thread_is_played_elsewhere() {
    let (scene, _bot, _) = Scene::inside().await;
    let [ann, ben, _] = &scene.players;
    let dora = scene.guild.user("dora");
    let table = scene.seat(&scene.channel, &scene.players).await;
    let own = scene.channel.id();
    let threads = || scene.discord.look(|world| world.threads(own).len());
    for over in [false, true] {
        if over {
            table.resigned(&[ann, ben]).await;
            ended(&scene.discord, &table.thread, &table.id).await;
        }
        for options in [
            &[("player2", json!(ben.id()))][..],
            &[("private", json!(true)), ("computers", json!(0))],
        ] {
            let before = scene.channel.messages().len();
            let asked = dora.slash(&table.thread, "play", options).await;
            assert!(asked.ephemeral, "{}", asked.content);
            let opened = scene.discord.wait_for("the table", |world| {
                let messages = world.messages(own).into_iter().skip(before);
                let mut ids = messages.flat_map(|message| message.buttons());
                ids.find_map(|one| one.custom_id.filter(|id| id.contains(":join:")))
            });
            let id = opened.await.split(':').nth(1).expect("an id").to_owned();
            let there = format!("<#{}>", scene.channel.id());
            let values = [("match", &*id), ("where", &*there)];
            assert_says(&asked.content, "done-elsewhere", &values);
            let closes = [("action", json!("offer")), ("match", json!(id))];
            dora.slash(&scene.channel, "abort", &closes).await;
        }
        let before = threads();
        let computers = [("computers", json!(2)), ("seat", json!("white"))];
        let begun = dora.slash(&table.thread, "play", &computers).await;
        assert_eq!(begun.refused, None, "{}", begun.content);
        scene
            .discord
            .wait_until("a thread of its own", |world| {
                world.threads(own).len() == before + 1
            })
            .await;
        // Here every command still means the match of this thread.
        let board = ben.slash(&table.thread, "board", &[]).await;
        let about = said("thread-name", &[("match", &table.id)]);
        assert!(
            board.content.contains(&*table.id),
            "{about}: {}",
            board.content
        );
        if !over {
            let moved = table.play(ann, "e4").await;
            assert!(!moved.ephemeral, "{}", moved.content);
        }
    }
    scene.assert_sound();
}
