//! A server and people who read German: whole matches, and everything that can be asked for.

use fake_discord::{Channel, FakeDiscord, Message, User};
use rondel::{
    commands::{COMMANDS, Command, Kind, rulebook::NAMES},
    messages::Texts,
    rules::Role,
};
use serde_json::{Value, json};

use super::{Scene, mv};
use crate::{
    matches::{Script, Writing, names, script},
    said::{GERMAN, Said, TEXTS},
};

/// Texts that no German sentence has, and hardly an English one does without.
const ENGLISH: &[&str] = &[
    "the", "is", "to", "of", "and", "your", "you", "with", "for", "has", "have", "are", "it",
    "this", "that", "or", "by", "out", "not", "on", "at", "from", "move", "moves", "turn", "board",
    "draw", "pact", "seat", "white", "gray", "black", "king", "queen", "rook", "bishop", "knight",
    "pawn", "rules", "ply", "command", "page",
];

/// Names that are English in every language: rulesets by their names, forms of files, and what is
/// typed for a truth.
const NAMED: &[&str] = &["Match Points", "Open King"];

async fn german() -> Scene {
    let mut scene = Scene::without_bot(FakeDiscord::start().await);
    scene.guild.set_locale("de");
    for player in &scene.players {
        player.set_locale("de");
    }
    scene.start(&[]).await;
    scene
}

/// All that a message says: its text, what its pictures are in words, and what stands on what can be
/// pressed or chosen.
fn said(message: &Message) -> Vec<String> {
    let mut said = vec![message.content.clone()];
    let pictures = message.attachments.iter();
    said.extend(pictures.filter_map(|picture| picture.description.clone()));
    said.extend(message.buttons().into_iter().map(|button| button.label));
    for select in message.selects() {
        said.extend(select.placeholder);
        for option in select.options {
            said.push(option.name);
            said.extend(option.description);
        }
    }
    said.extend(message.embeds.iter().map(Value::to_string));
    said
}

/// The English words in a text. What stands in quotes somebody typed.
fn english(text: &str) -> Vec<String> {
    let mut text = text.to_owned();
    for name in NAMED {
        text = text.replace(name, "");
    }
    // Discord finds a command by the name that it is registered under.
    for command in COMMANDS {
        text = text.replace(&format!("</{}:", command.name), "");
    }
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
    let english = words.filter(|word| ENGLISH.contains(&word.to_lowercase().as_str()));
    english.map(str::to_owned).collect()
}

/// All that was said so far, publicly or to one of them alone, is German; how much that was.
fn assert_german(scene: &Scene) -> usize {
    let messages: Vec<Message> = scene.discord.look(|world| world.all_messages());
    let mut count = 0;
    for message in &messages {
        for text in said(message) {
            let found = english(&text);
            assert!(found.is_empty(), "{found:?} in {text}");
            count += 1;
        }
    }
    count
}

/// Expects that a text says this in the language of these texts.
#[track_caller]
fn assert_in(texts: &Texts, text: &str, id: &str, values: &[(&'static str, &str)]) {
    assert!(Said::within(texts, id, values).is_in(text), "{id}: {text}");
}

#[test]
fn english_words_are_seen() {
    assert_eq!(english("Weiß is am Zug, Match Points."), ["is"]);
    assert_eq!(english("Weiß ist am Zug."), [""; 0]);
}

/// Plays a script to its end in a thread.
async fn play(thread: &Channel, players: &[User; 3], script: &Script) {
    for step in &script.steps {
        let options: Vec<(&str, Value)> = step
            .options(Writing::Short)
            .into_iter()
            .map(|(name, text)| match name {
                "confirm" | "claim" => (name, json!(text == "true")),
                _ => (name, json!(text)),
            })
            .collect();
        let answer = players[step.army.index()]
            .slash(thread, step.name(), &options)
            .await;
        let text = &answer.content;
        assert!(answer.refused.is_none(), "{}: {text}", script.name);
        // The vote's own message counts whom it waits for.
        let votes = Said::within(&GERMAN, "draw-agreed-waiting", &[]).is_in(text);
        assert!(!answer.ephemeral || votes, "{}: {text}", script.name);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whole_matches_of_every_ruleset_are_told_in_german() {
    let scene = german().await;
    // Two of them, or with `RONDEL_GERMAN=all` each, as `.ci/long german` does.
    let all = std::env::var("RONDEL_GERMAN").as_deref() == Ok("all");
    for name in names().into_iter().take(if all { usize::MAX } else { 2 }) {
        let script = script(&name);
        let channel = scene.guild.channel(&script.name);
        let table = scene
            .seat_by(&script.ruleset, &channel, &scene.players)
            .await;
        play(&table.thread, &scene.players, &script).await;
        let [ann, ..] = &scene.players;
        let course = ann.slash(&table.thread, "history", &[]).await;
        assert_in(&GERMAN, &course.content, "history-covers", &[]);
    }
    let count = assert_german(&scene);
    println!("texts in German: {count}");
    assert!(count > if all { 1_000 } else { 100 }, "{count}");
    scene.assert_sound();
}

/// The options of a command that must be given, and each choice of the first one that has choices.
fn ways(command: &Command) -> Vec<Vec<(&'static str, Value)>> {
    let needed = command.options.iter().filter(|option| option.required);
    let needed: Vec<(&str, Value)> = needed
        .map(|option| match option.kind {
            Kind::Boolean => (option.name, json!(true)),
            Kind::Integer | Kind::Within(..) => (option.name, json!(1)),
            Kind::Text
            | Kind::Move
            | Kind::Square
            | Kind::Match
            | Kind::Ruleset
            | Kind::Command
            | Kind::Time
            | Kind::User
            | Kind::Channel
            | Kind::Role => {
                let first = option.choices.first().copied();
                (option.name, json!(first.unwrap_or("m4")))
            }
        })
        .collect();
    let listed = command
        .options
        .iter()
        .find(|option| !option.choices.is_empty());
    let Some(listed) = listed else {
        return vec![needed];
    };
    let ways = listed.choices.iter().map(|choice| {
        let mut way = needed.clone();
        way.retain(|(name, _)| *name != listed.name);
        way.push((listed.name, json!(choice)));
        way
    });
    ways.chain(std::iter::once(needed.clone())).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_is_asked_for_is_answered_in_german() {
    let scene = german().await;
    let [ann, ben, cy] = &scene.players;
    scene.guild.set_manager(ann, true);
    let help = ann.slash(&scene.channel, "help", &[]).await;
    assert_in(&GERMAN, &help.content, "help-title", &[]);
    for command in COMMANDS {
        let one = [("command", json!(command.name))];
        let help = ann.slash(&scene.channel, "help", &one).await;
        assert!(help.content.chars().count() <= 2_000, "{}", help.content);
    }
    let topic = [("topic", json!(NAMES[0]))];
    let answer = ann.slash(&scene.channel, "rules", &topic).await;
    assert_in(
        &GERMAN,
        &answer.content,
        &format!("rules-{}", NAMES[0]),
        &[],
    );

    let table = scene.seat(&scene.channel, &scene.players).await;
    // In its thread and away from it, before a move and after some, in their turn and out of it.
    for round in 0..2 {
        for command in COMMANDS {
            // They would end it, or go on for ever.
            let ends = ["resign", "abort", "play"].contains(&command.name);
            for way in ways(command) {
                for player in [ann, cy] {
                    let ends = ends || way.contains(&("action", json!("computer")));
                    if !ends {
                        player
                            .slash_unchecked(&table.thread, command.name, &way)
                            .await;
                    }
                    if round == 0 {
                        let elsewhere = scene.guild.channel("elsewhere");
                        player.slash_unchecked(&elsewhere, command.name, &way).await;
                    }
                }
            }
        }
        for (player, text) in [(ann, "e4"), (ben, "m4"), (cy, "u4")] {
            player.slash(&table.thread, "move", &mv(text)).await;
            player.slash(&table.thread, "move", &mv("horse")).await;
            player.slash(&table.thread, "move", &mv("a1a5")).await;
        }
    }
    for button in table.told(&scene.discord, 3).await.buttons() {
        let id = button.custom_id.expect("an id");
        for player in [ann, ben] {
            player
                .press_forged(&table.told(&scene.discord, 3).await, &id)
                .await;
        }
    }
    for text in ["", "N", "e"] {
        for option in [("move", "move"), ("look", "square"), ("play", "time")] {
            let typed = (option.1, text);
            let choices = ann.complete(&table.thread, option.0, &[], typed).await;
            for name in choices.choice_names() {
                assert!(english(name).is_empty(), "{name}");
            }
        }
    }
    let count = assert_german(&scene);
    println!("texts in German: {count}");
    assert!(count > 500, "{count}");
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_are_registered_with_their_german_names_once() {
    let mut scene = german().await;
    scene.discord.look(|world| {
        let of_people = COMMANDS.iter().filter(|one| one.of_person.is_some());
        let count = COMMANDS.len() + of_people.count();
        assert_eq!(world.commands().len(), count);
        for command in world.commands() {
            let listed = command["options"].as_array().into_iter().flatten();
            for named in listed.chain([command]) {
                // What stands in the menu of a person has a name alone.
                let keys = ["name_localizations", "description_localizations"];
                let keys = if command["type"] == 2 {
                    &keys[..1]
                } else {
                    &keys[..]
                };
                for key in keys {
                    assert!(named[key]["de"].is_string(), "{named}");
                }
                let said = named["description_localizations"]["de"].as_str();
                assert!(english(said.unwrap_or_default()).is_empty(), "{named}");
                for choice in named["choices"].as_array().into_iter().flatten() {
                    let label = choice["name_localizations"]["de"].as_str();
                    // It is left out where it is the same in both.
                    let label = label.or_else(|| choice["name"].as_str());
                    assert!(english(label.expect("a label")).is_empty(), "{choice}");
                }
            }
        }
        let zug = world.commands().iter().find(|one| one["name"] == "move");
        assert_eq!(zug.expect("it is there")["name_localizations"]["de"], "zug");
    });
    scene.restart().await;
    assert_eq!(scene.discord.look(|world| world.registrations()), 1);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_server_is_read_in_two_languages() {
    let scene = german().await;
    let [ann, ben, _] = &scene.players;
    ben.set_locale("en-GB");
    let table = scene.seat(&scene.channel, &scene.players).await;
    // To everybody in the server's language, to each alone in their own.
    let told = table.play(ann, "e4").await;
    assert_in(&GERMAN, &told.content, "your-move", &[]);
    let (own, other) = (
        ann.slash(&table.thread, "board", &[]).await,
        ben.slash(&table.thread, "board", &[]).await,
    );
    assert_in(&GERMAN, &own.content, "board-shown", &[("count", "1")]);
    assert_in(&TEXTS, &other.content, "board-shown", &[("count", "1")]);
    let refused = ben.slash(&table.thread, "move", &mv("horse")).await;
    let typed = [("typed", "horse")];
    assert_in(&TEXTS, &refused.content, "refused-no-move", &typed);
    scene.assert_sound();
}

/// Fault D40: completion offered English letters, though German ones are read.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn d40_completion_offers_german_letters_of_pieces() {
    let scene = german().await;
    let [ann, ..] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let offered = async |typed: &str| {
        let answer = ann.complete(&table.thread, "move", &[], ("move", typed));
        answer.await.choices
    };
    for typed in ["", "s", "S", "n", "g1"] {
        let choices = offered(typed).await;
        let knight = choices.iter().find(|choice| choice.value == "g1f3");
        let knight = knight.unwrap_or_else(|| panic!("{typed}: {choices:?}"));
        assert!(knight.name.starts_with("Sf3"), "{knight:?}");
    }
    scene.assert_sound();
}

/// Fault D40: `a1 Weiß Turm`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn d40_the_board_in_german_words_has_the_piece_before_its_square() {
    let scene = german().await;
    let [ann, ..] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let board = ann
        .slash(&table.thread, "board", &[("text", json!(true))])
        .await;
    for (role, squares) in [(Role::Rook, "a1 h1"), (Role::Pawn, "a2 b2")] {
        let pieces = format!("{} {squares}", GERMAN.piece(role));
        assert!(board.content.contains(&pieces), "{}", board.content);
    }
    let first = format!("a1 {}", GERMAN.army(rondel::rules::Color::White));
    assert!(!board.content.contains(&first), "{}", board.content);
    scene.assert_sound();
}
