//! The proof: two people with names and ids that nothing else has, in every kind of thing that is
//! kept, and one of them is forgotten in the middle of a match. Every byte is searched before and
//! after.

use std::{
    collections::BTreeMap,
    path::Path,
    process::Output,
    time::{Duration, Instant},
};

use fake_discord::{Answer, Channel, FakeDiscord, User};
use rondel::rules::Color;
use serde_json::{Value, json};

use super::bytes::{Needles, found_below};
use crate::said::{GERMAN, Said, TEXTS, army, assert_says, said, says};
use crate::{
    console::rondel,
    discord::{Scene, Table, match_of},
};

const LOGGING: &[(&str, &str)] = &[
    ("RONDEL_LOG__LEVEL", "trace"),
    ("RONDEL_COMPUTERS__PAUSE_MS", "0"),
];

/// A name with letters of two and three bytes, which JSON may escape.
const NAME: &str = "Zerlinde Quästenflößer ☂";
const OTHER: &str = "Balduin Kräuselschnabel";

async fn done(user: &User, channel: &Channel, command: &str, options: &[(&str, Value)]) -> Answer {
    let answer = user.slash(channel, command, options).await;
    assert_eq!(answer.refused, None, "/{command}: {}", answer.content);
    answer
}

fn needles(user: &User, name: &str) -> Needles {
    let id = user.id().0;
    assert!(id > 1 << 40, "{id} could stand anywhere");
    Needles::default().text("name", name).number("id", id)
}

fn program(data: &Path, arguments: &[&str]) -> Output {
    let mut command = rondel(data);
    let output = command.arg("--data").arg(data).args(arguments).output();
    let output = output.unwrap();
    assert!(output.status.success(), "{output:?}");
    output
}

/// Counts the places where something is found, by the first part of their paths. The directories of
/// the stores are parts of their own.
fn summed(data: &Path, needles: &Needles) -> BTreeMap<String, usize> {
    let mut sums = BTreeMap::new();
    for (path, _, times) in found_below(data, needles) {
        let first = path
            .components()
            .next()
            .unwrap()
            .as_os_str()
            .to_string_lossy();
        *sums.entry(first.into_owned()).or_default() += times;
    }
    sums
}

/// A row of the table that is printed: what was searched, how often each of the two is in it.
fn row(what: &str, (ones, others): (usize, usize)) {
    println!("| {what:<44} | {ones:>9} | {others:>9} |");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_left_of_somebody_who_is_forgotten_in_the_middle_of_a_match() {
    let mut scene = Scene::without_bot(FakeDiscord::start().await);
    let guild = scene.guild.clone();
    let (zerlinde, balduin, cy) = (guild.user("z1"), guild.user("b1"), guild.user("c1"));
    zerlinde.set_global_name(NAME);
    balduin.set_global_name(OTHER);
    scene.start(LOGGING).await;
    let data = scene.data.path().to_owned();
    let (ones, others) = (needles(&zerlinde, NAME), needles(&balduin, OTHER));
    let search = |what: &str, bytes: &[u8]| {
        let count = |needles: &Needles| needles.within(bytes).iter().map(|found| found.1).sum();
        let counts: (usize, usize) = (count(&ones), count(&others));
        row(what, counts);
        counts
    };
    println!("\n{} forms of each are looked for.", ones.forms());
    println!("| {:<44} | forgotten | the other |", "searched");

    // What the bot cannot read is in no log either.
    let name = json!({"id": zerlinde.id().to_string(), "global_name": NAME});
    let frame = json!({"op": 0, "s": 3, "t": "INTERACTION_CREATE", "d": {"type": 2, "user": name}});
    let frame = frame.to_string();
    scene.discord.send_frame(&frame);
    // Nor is what is no JSON at all.
    scene.discord.send_frame(&frame[..frame.len() - 1]);

    // A match that is over, one that goes on, a table of theirs, a table to which they are
    // invited, preferences, a leaderboard, a profile.
    let players = [zerlinde.clone(), balduin.clone(), cy.clone()];
    let two = [balduin.clone(), balduin.clone(), zerlinde.clone()];
    let duel = [("ruleset", json!("duel"))];
    let ended = scene.sit_down_with(&duel, &scene.channel, &two).await;
    let named = ("match", json!(ended));
    done(
        &zerlinde,
        &scene.channel,
        "resign",
        &[("confirm", json!(true)), named.clone()],
    )
    .await;
    let table: Table = scene.seat(&guild.channel("round"), &players).await;
    for (player, mv) in [(&zerlinde, "e4"), (&balduin, "m4"), (&cy, "u4")] {
        done(player, &table.thread, "move", &[("move", json!(mv))]).await;
    }
    let tables = guild.channel("tables");
    let opened = done(&zerlinde, &tables, "play", &crate::discord::table()).await;
    let own_table = match_of(&opened.buttons());
    let options = [("player2", json!(zerlinde.id()))];
    let invited = match_of(&done(&balduin, &tables, "play", &options).await.buttons());
    done(
        &zerlinde,
        &tables,
        "settings",
        &[("reminders", json!("twice"))],
    )
    .await;
    done(&cy, &tables, "profile", &[("user", json!(zerlinde.id()))]).await;
    let board = done(&cy, &tables, "leaderboard", &[("ruleset", json!("duel"))]).await;
    let shown = board.attachments[0].description.as_deref();
    assert!(shown.is_some_and(|alt| alt.contains("Zerlinde")));

    // Everything about them, as a file for them alone.
    let mine = done(&zerlinde, &tables, "export", &[("of", json!("me"))]).await;
    assert!(mine.ephemeral);
    let document: Value = serde_json::from_slice(&mine.attachments[0].bytes).unwrap();
    assert_eq!(document["id"], json!(zerlinde.id().to_string()));
    assert_eq!(document["name"], json!(NAME));
    assert_eq!(document["settings"]["reminders"], json!("twice"));
    assert_eq!(document["ratings"][0]["ruleset"], json!("duel"));
    let matches: BTreeMap<&str, &Value> = document["matches"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["match"].as_str().unwrap(), one))
        .collect();
    assert_eq!(matches.len(), 4);
    assert_eq!(matches[ended.as_str()]["result"], json!("first-out"));
    assert_eq!(matches[ended.as_str()]["seats"], json!(["black"]));
    assert_eq!(matches[table.id.as_str()]["moves"], json!("1. e2e4"));
    assert_eq!(matches[table.id.as_str()]["ended"], Value::Null);
    assert_eq!(
        search(
            "their export of everything about them",
            &mine.attachments[0].bytes
        ),
        (2, 0)
    );

    // The operator keeps the record of a match of theirs as one that came from elsewhere.
    let record = done(&cy, &scene.channel, "export", std::slice::from_ref(&named)).await;
    let record = record.attachments[0].bytes.clone();
    assert_eq!(search("an export of a match, before", &record).0, 1);
    let log = std::fs::read(data.join("log")).unwrap();
    assert_eq!(search("the log at level trace, until here", &log), (0, 0));
    scene.stop().await;
    let file = data.join("record.txt");
    std::fs::write(&file, &record).unwrap();
    program(&data, &["import", file.to_str().unwrap()]);
    std::fs::remove_file(file).unwrap();

    scene.start(LOGGING).await;
    let before = [&ones, &others].map(|needles| summed(&data, needles));
    for (directory, needles) in before.iter().zip([&ones, &others]) {
        // The backup of today is made as soon as it starts.
        let places = directory.keys().filter(|place| *place != "backups");
        let places: Vec<&String> = places.collect();
        assert_eq!(places, ["people"], "{:?}", found_below(&data, needles));
    }
    row(
        "every file of the store of people, before",
        (before[0]["people"], before[1]["people"]),
    );
    row(
        "every other file, the log at level trace among them, before",
        (0, 0),
    );

    // Asked without saying that they mean it, they are told what would happen.
    let asked = zerlinde.slash(&tables, "forget-me", &[]).await;
    assert!(asked.ephemeral, "{}", asked.content);
    assert_says(&asked.content, "forget-frees", &[("count", "3")]);
    for id in [&table.id, &own_table, &invited] {
        assert!(asked.content.contains(id), "{}", asked.content);
    }
    let message = asked.message.unwrap();
    let promised = zerlinde.press(message, "rd1:-:0:forget-me").await;
    assert!(promised.ephemeral);
    let answer = scene.discord.filled(&promised).await;
    assert_says(&answer.content, "forget-done", &[]);

    // The others are told without a name, and go on.
    let thread = table.thread.id();
    let white = army(Color::White);
    let told = scene.discord.wait_for("the others to be told", |world| {
        let messages = world.messages(thread);
        let said = messages.iter().map(|message| message.content.clone());
        said.into_iter()
            .find(|said| says(said, "given-up", &[("army", &white)]))
    });
    let told = told.await;
    assert!(!told.contains("Zerlinde"), "{told}");
    let told_of = [("tables-closed", &own_table), ("tables-left", &invited)];
    scene
        .discord
        .wait_until("the tables to be told of", |world| {
            let messages = world.messages(tables.id());
            told_of.iter().all(|(id, table)| {
                let values = [("count", "1"), ("matches", table)];
                let mut messages = messages.iter();
                messages.any(|message| says(&message.content, id, &values))
            })
        })
        .await;
    let computer = [("action", json!("computer")), ("seat", json!("white"))];
    for player in [&balduin, &cy] {
        done(player, &table.thread, "seat", &computer).await;
    }
    table.told(&scene.discord, 4).await;
    for (player, mv) in [(&balduin, "l4"), (&cy, "t4")] {
        done(player, &table.thread, "move", &[("move", json!(mv))]).await;
    }
    table.told(&scene.discord, 7).await;

    // Matches that are over are whole, without the name.
    let shown = done(&cy, &scene.channel, "history", std::slice::from_ref(&named)).await;
    assert_says(&shown.content, "forgotten", &[]);
    let board = done(&cy, &tables, "leaderboard", &[("ruleset", json!("duel"))]).await;
    let shown = board.attachments[0]
        .description
        .as_deref()
        .unwrap_or_default();
    assert!(shown.contains("Balduin"), "{shown}");
    for unseen in ["Zerlinde", &*said("forgotten", &[])] {
        assert!(!shown.contains(unseen), "{shown}");
    }
    let record = done(&cy, &scene.channel, "export", std::slice::from_ref(&named)).await;
    assert_eq!(
        search("an export of a match, after", &record.attachments[0].bytes).0,
        0
    );
    // Looking writes nobody down again.
    for command in ["privacy", "matches", "help", "forget-me"] {
        done(&zerlinde, &tables, command, &[]).await;
    }
    done(&cy, &tables, "profile", &[("user", json!(zerlinde.id()))]).await;
    let nothing = done(&zerlinde, &tables, "export", &[("of", json!("me"))]).await;
    assert!(nothing.attachments.is_empty(), "{}", nothing.content);

    // The backup of before is written again.
    let begun = Instant::now();
    while !summed(&data, &ones).is_empty() && begun.elapsed() < Duration::from_secs(60) {
        tokio::task::yield_now().await;
    }
    let after = [&ones, &others].map(|needles| summed(&data, needles));
    assert_eq!(after[0], BTreeMap::new(), "{:?}", found_below(&data, &ones));
    row(
        "every file of the store of people, after",
        (0, after[1]["people"]),
    );
    scene.restart().await;
    done(&balduin, &table.thread, "history", &[]).await;
    scene.stop().await;
    assert_eq!(found_below(&data, &ones), []);
    row("every file, after a restart", (0, after[1]["people"]));
    let files = super::bytes::every_file(&data);
    let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    println!(
        "{} files, {} KiB in all; the log has {} lines.",
        files.len(),
        bytes >> 10,
        String::from_utf8_lossy(
            &files
                .iter()
                .find(|(path, _)| path.ends_with("log"))
                .unwrap()
                .1
        )
        .lines()
        .count()
    );
    let checked = program(&data, &["check"]);
    let checked = String::from_utf8(checked.stdout).unwrap();
    assert!(checked.ends_with(" 0 damaged\n"), "{checked}");
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_kept_is_told_in_the_language_of_the_one_who_asks() {
    let mut scene = Scene::without_bot(FakeDiscord::start().await);
    scene
        .start(&[("RONDEL_PRIVACY__CONTACT", "privacy@example.org")])
        .await;
    let [ann, ben, _] = scene.players.clone();
    ben.set_locale("de");
    for (who, texts) in [(&ann, &TEXTS), (&ben, &GERMAN)] {
        let told = done(who, &scene.channel, "privacy", &[]).await;
        assert!(told.ephemeral);
        let begins = Said::within(texts, "privacy", &[]).is_in(&told.content);
        assert!(begins, "{}", told.content);
        assert!(
            told.content.ends_with("privacy@example.org"),
            "{}",
            told.content
        );
        assert!(
            told.content.chars().count() <= 2_000,
            "{}",
            told.content.chars().count()
        );
    }
    scene.assert_sound();
}
