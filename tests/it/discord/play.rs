//! People play by commands.

use std::time::Duration;

use fake_discord::{AnswerKind, FakeDiscord, User, World};
use rondel::{commands::COMMANDS, rules::Color};
use serde_json::{Value, json};

use super::{Scene, match_of, mv, told};
use crate::said::{army, assert_moved, assert_says, assert_silent, computer, said, says, sits};

/// Faults D3 and D25: the thread of a match stands in each player's list from its first moment, and
/// stays there for the days that they take between moves.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn d03_d25_a_match_stands_in_the_list_of_threads_for_days() {
    let scene = Scene::new().await;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let lists = || {
        let of = |player: &User| {
            player
                .threads()
                .iter()
                .any(|one| one.id() == table.thread.id())
        };
        scene.players.iter().map(of).collect::<Vec<_>>()
    };
    assert_eq!(lists(), [true; 3]);
    // To be added would notify; whom its first post mentions has it by that.
    assert_eq!(scene.requests("PUT /channels/*/thread-members/*"), 0);
    scene.discord.pass(Duration::from_secs(6 * 24 * 3_600));
    assert_eq!(lists(), [true; 3]);
    scene.assert_sound();
}

/// Fault D2: nobody who never looks in again keeps two others waiting, unless they want it so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn d02_a_table_has_three_days_a_move_unless_it_or_its_server_says_otherwise() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    scene.guild.set_manager(ann, true);
    let limit = |days: &str| said("limit-days", &[("count", days)]);
    let open = async |who: &User, time: Option<&str>| {
        let mut options = Vec::from(super::table());
        options.extend(time.iter().map(|time| ("time", json!(time))));
        who.slash(&scene.channel, "play", &options).await.content
    };
    let set = async |time: &str| {
        let options = [("action", json!("set")), ("time", json!(time))];
        let set = ann.slash_unchecked(&scene.channel, "server", &options);
        set.await.content
    };
    let show = [("action", json!("show"))];
    let shown = ann.slash(&scene.channel, "server", &show).await.content;
    assert_says(&shown, "server-time", &[("limit", &limit("3"))]);
    let plays = |table: &str, time: &str| assert_says(table, "table-terms", &[("time", time)]);
    let each = |days: &str| said("table-time-each", &[("limit", &limit(days))]);
    let untimed = said("table-untimed", &[]);
    plays(&open(ann, None).await, &each("3"));
    plays(&open(ann, Some("none")).await, &untimed);
    assert_says(&set("none").await, "server-time-none", &[]);
    plays(&open(ben, None).await, &untimed);
    plays(&open(ben, Some("2d")).await, &each("2"));
    assert_says(&set("5d").await, "server-time", &[("limit", &limit("5"))]);
    plays(&open(cy, None).await, &each("5"));
    scene.assert_sound();
}

/// Fault D8: the speaker's matches complete `match:`, those that wait for them first.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn d08_matches_are_completed() {
    let scene = Scene::new().await;
    let [ann, ben, _] = &scene.players;
    let first = scene.seat(&scene.channel, &scene.players).await;
    let second = scene.seat(&scene.channel, &scene.players).await;
    second.play(ann, "e4").await;
    let complete = |who: &User, typed: &'static str| {
        who.complete(&scene.channel, "move", &[], ("match", typed))
    };
    let values = |choices: &[fake_discord::Choice]| {
        let values = choices.iter().map(|choice| choice.value.clone());
        values.collect::<Vec<_>>()
    };
    let of_ann = complete(ann, "").await;
    assert_eq!(values(&of_ann.choices), [json!(first.id), json!(second.id)]);
    let of_ben = complete(ben, "").await;
    assert_eq!(values(&of_ben.choices), [json!(second.id), json!(first.id)]);
    let stranger = scene.guild.user("dora");
    assert_eq!(complete(&stranger, "").await.choices, []);
    scene.assert_sound();
}

/// Fault D8: where several matches wait for somebody, completion offers the moves of each, with its match;
/// one that is chosen without `match:` leads to the question which is meant, with a button for each.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn d08_moves_of_several_matches_are_completed() {
    let scene = Scene::new().await;
    let [ann, _, cy] = &scene.players;
    let channel = &scene.channel;
    channel.set_rights(super::rights(|it| it.public_threads = false));
    let mut ids = Vec::new();
    for _ in 0..2 {
        let id = scene.sit_down(channel, &scene.players).await;
        told(&scene.discord, channel, &id, 0).await;
        ids.push(id);
    }
    let offered = ann.complete(channel, "move", &[], ("move", "")).await;
    assert_eq!(offered.choices.len(), 25);
    for id in &ids {
        let label = said("move-in-match", &[("match", id), ("move", "")]);
        let own = offered.choices.iter();
        let own = own.filter(|one| one.name.starts_with(&label));
        assert!(own.count() >= 12, "{:?}", offered.choices);
    }
    let typed = ann.complete(channel, "move", &[], ("move", "e4")).await;
    let values: Vec<&Value> = typed.choices.iter().map(|one| &one.value).collect();
    assert_eq!(values, [&json!("e2e4"); 2]);
    let which = ann.slash(channel, "move", &mv("e2e4")).await;
    super::assert_private(&which, "refused-which-match", &[]);
    // Each button keeps what was typed, and the one that is pressed plays it.
    let buttons = which.buttons();
    let labels: Vec<String> = buttons.iter().map(|one| one.label.clone()).collect();
    for id in &ids {
        let label = said("button-move-in", &[("move", "e4"), ("match", id)]);
        assert!(labels.contains(&label), "{labels:?}");
    }
    assert_eq!(labels.len(), 2);
    let chosen = format!("rd1:{}:0:to:e2e4", ids[1]);
    let moved = ann.press(which.message.expect("a page"), &chosen).await;
    assert_eq!(moved.kind, AnswerKind::Update, "{}", moved.content);
    assert_says(&moved.content, "moving-played", &[("move", "e4")]);
    told(&scene.discord, channel, &ids[1], 1).await;
    // Where it is somebody else's turn nothing is completed.
    let other = cy.complete(channel, "move", &[], ("move", "")).await;
    assert_eq!(other.choices, []);
    scene.assert_sound();
}

/// Some clients send the text of what was chosen in place of its value: moves and matches are known by it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_choice_that_comes_by_its_text_is_answered_and_nothing_is_lost() {
    let scene = Scene::new().await;
    let ann = &scene.players[0];
    let table = scene.seat(&scene.channel, &scene.players).await;
    let offered = ann
        .complete(&table.thread, "move", &[], ("move", "e4"))
        .await;
    let matches = ann.complete(&table.thread, "move", &[], ("match", ""));
    let matches = matches.await;
    let (first, own) = (&offered.choices[0], &matches.choices[0]);
    assert_ne!(first.label(), first.value);
    let elsewhere = scene.guild.channel("elsewhere");
    let options = [("move", first.label()), ("match", own.label())];
    let moved = ann.slash(&elsewhere, "move", &options).await;
    assert!(!moved.content.is_empty());
    table.told(&scene.discord, 1).await;
    let board = ann
        .slash(&elsewhere, "board", &[("match", own.label())])
        .await;
    assert_says(&board.content, "board-shown", &[("count", "1")]);
    scene.assert_sound();
}

/// Fault D29: the first message of a match's thread repeated what stands above it, in the channel.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn d29_the_first_message_of_a_thread_repeats_nothing() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let first = async |id: &str| {
        let thread = scene.thread(&scene.channel, id).await;
        let first = told(&scene.discord, &thread, id, 0).await.content;
        assert_says(&first, "your-move-first", &[]);
        let above = scene.channel.messages();
        let above: Vec<String> = above.iter().map(|one| one.said()).collect();
        let above: Vec<&str> = above.iter().flat_map(|one| one.lines()).collect();
        let begun = ["started", "table-begun"].map(|text| says(&above.join("\n"), text, &[]));
        assert!(begun.contains(&true), "{above:?}");
        let again: Vec<&str> = first.lines().filter(|line| above.contains(line)).collect();
        assert_eq!(again, [""; 0], "{first}");
    };
    // By a button, which changes the message of the table.
    let id = scene.sit_down(&scene.channel, &scene.players).await;
    first(&id).await;
    // By a command of the last one to sit down.
    let [white, second, third] = [
        ("seat", json!("white")),
        ("player2", json!(ben.id())),
        ("player3", json!(cy.id())),
    ];
    let invited = [white.clone(), second, third];
    let opened = ann.slash(&scene.channel, "play", &invited).await;
    let id = match_of(&opened.buttons());
    for who in [ben, cy] {
        let joins = [("match", json!(id))];
        who.slash(&scene.channel, "join", &joins).await;
    }
    first(&id).await;
    // By the opener alone.
    let alone = [white, ("computers", json!(2))];
    let opened = ann.slash(&scene.channel, "play", &alone).await;
    assert_says(&opened.content, "started", &[]);
    assert_silent(&opened.content, "your-move", &[]);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_is_answered_with_its_board_and_what_is_no_move_with_the_reason() {
    let scene = Scene::new().await;
    let [ann, ben, _] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let start = table.told(&scene.discord, 0).await;
    let picture = start.attachments.first().expect("a picture");
    assert!(
        picture
            .description
            .as_deref()
            .is_some_and(|alt| alt.contains(&army(Color::White)))
    );
    assert_eq!(picture.dimensions().map(|(width, _)| width), Some(1024));

    let answer = table.play(ann, "e4").await;
    assert_eq!(answer.kind, AnswerKind::Message);
    assert!(!answer.ephemeral, "{}", answer.content);
    assert_moved(&answer.content, "e4");
    assert!(answer.content.contains("**e4**"), "{}", answer.content);
    assert_eq!(answer.attachments.len(), 1);
    // Not their turn, not legal, not a move: each said privately, with its reason.
    let answer = table.play(ann, "d4").await;
    assert!(answer.ephemeral, "{}", answer.content);
    let gray = army(Color::Gray);
    assert_says(&answer.content, "refused-not-your-turn", &[("army", &gray)]);
    let answer = table.play(ben, "m2m6").await;
    super::assert_private(&answer, "refused-illegal-move", &[]);
    let answer = table.play(ben, "horse").await;
    assert!(answer.ephemeral, "{}", answer.content);
    let typed = [("typed", "horse")];
    assert_says(&answer.content, "refused-no-move", &typed);
    let all = format!("rd1:{}:1:move", table.id);
    let offered = answer.buttons().into_iter();
    let offered: Vec<_> = offered.filter_map(|button| button.custom_id).collect();
    assert_eq!(offered, [&*all, "rd1:-:0:do:rules:topic=notation"]);

    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_are_registered_beside_the_one_that_launches_activities() {
    let launching = |world: &World| -> Vec<Value> {
        let commands = world.commands().iter();
        let launching = commands.filter(|command| command["type"] == 4);
        let fields = launching.map(|command| {
            let mut command = command.clone();
            // Discord counts versions, and says of which server it is.
            command["version"].take();
            command["guild_id"].take();
            command
        });
        fields.collect()
    };
    let registered = |count| move |world: &World| world.registrations() == count;
    // Given an application with Activities before its bot starts for the first time.
    let mut scene = Scene::without_bot(FakeDiscord::start().await);
    scene.discord.set_activities(true);
    let launch = scene.discord.look(launching);
    assert_eq!(launch.len(), 1);
    scene.start(&[]).await;
    // Then all commands are there, and that one as it was.
    let (own, kept) = scene
        .discord
        .look(|world| (world.commands().len() - 1, launching(world)));
    let of_people = COMMANDS.iter().filter(|one| one.of_person.is_some());
    let count = COMMANDS.len() + of_people.count();
    assert_eq!((own, kept), (count, launch.clone()));
    // The same table is not registered again next to it.
    scene.restart().await;
    let answer = scene.players[0].slash(&scene.channel, "help", &[]).await;
    assert!(!answer.is_timed_out());
    assert_eq!(scene.discord.look(|world| world.registrations()), 1);
    // Switched off while the bot is away, it is left out of what is registered next.
    scene.stop().await;
    scene.discord.set_activities(false);
    let rulesets = scene.data.path().join("rulesets");
    std::fs::create_dir(&rulesets).expect("a directory");
    let preset = include_str!("../../../config/rulesets/match-points.toml");
    let own = format!("about = \"As on Tuesdays\"\n{preset}");
    std::fs::write(rulesets.join("ours.toml"), own).expect("a ruleset");
    let with = [("RONDEL_RULESETS__DIR", rulesets.to_str().expect("a path"))];
    scene.start(&with).await;
    scene
        .discord
        .wait_until("a second table", registered(2))
        .await;
    assert_eq!(scene.discord.look(launching), [] as [Value; 0]);
    // Switched on again, there is another one.
    scene.stop().await;
    scene.discord.set_activities(true);
    let another = scene.discord.look(launching);
    assert_ne!(another, launch);
    scene.start(&[]).await;
    scene
        .discord
        .wait_until("a third table", registered(3))
        .await;
    assert_eq!(scene.discord.look(launching), another);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_and_texts_do_no_harm() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    ann.set_global_name("@everyone **bold** \u{202e}`x`");
    ben.set_global_name(&"n".repeat(32));
    cy.set_global_name("<@1> [a](http://b)");
    let table = scene.seat(&scene.channel, &scene.players).await;
    let long = "x".repeat(10_000);
    for text in ["@everyone", "`", "\u{202e}", &long] {
        let answer = ann
            .slash_unchecked(&table.thread, "move", &[("move", json!(text))])
            .await;
        assert!(answer.ephemeral, "{}", answer.content);
        assert!(answer.content.chars().count() <= 2_000);
    }
    let answer = table.play(ann, "e4").await;
    assert_moved(&answer.content, "e4");
    assert!(!answer.content.contains("@everyone"));
    scene.assert_sound();
}

/// Fault D6: a table waited a day for the bot. Naming it seats a computer; other bots are refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn d06_naming_the_bot_seats_a_computer_and_other_bots_are_refused() {
    let scene = Scene::new().await;
    let [ann, ben, _] = &scene.players;
    let own = scene.discord.look(fake_discord::World::bot);
    let play = |options: &[(&'static str, Value)]| {
        let mut all = vec![("seat", json!("white"))];
        all.extend_from_slice(options);
        ann.slash(&scene.channel, "play", &all)
    };
    let opened = play(&[("player2", json!(own)), ("level", json!(1))]).await;
    assert_eq!(opened.refused, None, "{}", opened.content);
    sits(&opened.content, Color::Gray, &computer(1, Color::Gray));
    // Without a level it has the usual one, and sits down beside somebody who is invited.
    let opened = play(&[("player2", json!(ben.id())), ("player3", json!(own))]).await;
    sits(&opened.content, Color::Black, &computer(3, Color::Black));
    let kept = [("army", &*army(Color::Gray)), ("name", "ben")];
    assert_says(&opened.content, "seat-kept", &kept);
    let other = scene.guild.user("Music");
    other.become_bot();
    let refused = play(&[("player2", json!(other.id()))]).await;
    super::assert_private(&refused, "refused-bot", &[("name", "Music")]);
    scene.assert_sound();
}

/// Fault D23: one person opened 25 public tables in a row.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn d23_one_person_has_three_open_tables_at_most() {
    let scene = Scene::new().await;
    let [ann, ben, _] = &scene.players;
    let other = scene.guild.channel("other");
    for channel in [&scene.channel, &other, &scene.channel] {
        let opened = ann.slash(channel, "play", &super::table()).await;
        assert_eq!(opened.refused, None, "{}", opened.content);
    }
    for channel in [&scene.channel, &other] {
        let refused = ann.slash(channel, "play", &super::table()).await;
        assert!(refused.ephemeral, "{}", refused.content);
        let most = [("most", "3")];
        assert_says(&refused.content, "refused-limit-tables-of-person", &most);
    }
    let opened = ben.slash(&scene.channel, "play", &super::table()).await;
    assert_eq!(opened.refused, None, "{}", opened.content);
    scene.assert_sound();
}
