//! Mutated interactions through the bot's own process: commands with options of wrong names,
//! types and values, forged buttons, completion of anything, and frames that are no events.

use std::process::Stdio;

use fake_discord::{Answer, AnswerKind, Channel, FakeDiscord, Pending, Snowflake, User};
use rondel::{
    commands::{COMMANDS, Command, Kind},
    rules::{Position, read_move},
};
use serde_json::{Value, json};

use super::{
    inputs::{self, ACTIONS, LATE, Mutator, presses_now, serves_from_any_board},
    markup,
    pipes::{assert_whole, logs},
    process::Watched,
};
use crate::discord::{Scene, Table};

/// Number of interactions under way at once.
const AT_ONCE: usize = 8;
/// After how many interactions a frame comes that is no event.
const FRAME_EVERY: u64 = 50;
/// The types of options: text, number, yes or no, person, channel, role, any of them, fraction,
/// file. Subcommands hold options of their own.
const TYPES: [u64; 9] = [3, 4, 5, 6, 7, 8, 9, 10, 11];
const SUBCOMMANDS: [u64; 2] = [1, 2];

/// Starts the bot with its standard error watched.
pub(super) fn watched_bot(scene: &Scene) -> Watched {
    Watched::start(
        crate::program()
            .arg("--data")
            .arg(scene.data.path())
            .current_dir(scene.data.path())
            .env("DISCORD_TOKEN", "a.test.token")
            .env("RONDEL_DISCORD__API_URL", scene.discord.api_url())
            .env("RONDEL_LOG__LEVEL", "warn")
            .stdin(Stdio::null()),
    )
}

/// The people and places, and the matches that nothing may touch.
struct Stage<'a> {
    scene: &'a Scene,
    tables: Vec<Table>,
    positions: Vec<Position>,
    strangers: [User; 40],
    /// Messages with buttons.
    boards: Vec<Snowflake>,
}

/// An interaction.
#[derive(Debug)]
enum Act {
    Command(Value),
    Completion(Value),
    Press(Snowflake, String),
}

impl Stage<'_> {
    /// Somebody, somewhere, doing something.
    fn next(&self, dice: &mut Mutator) -> (User, Channel, Act) {
        let thread = dice.one_of(&self.tables).thread.clone();
        let place = match dice.below(3) {
            0 => self.scene.channel.clone(),
            _ => thread,
        };
        let board = *dice.one_of(&self.boards);
        let player = dice.one_of(&self.scene.players).clone();
        let stranger = dice.one_of(&self.strangers).clone();
        match dice.below(10) {
            0 => (player, place, Act::Completion(self.completion(dice))),
            1 => (stranger, place, Act::Completion(self.completion(dice))),
            2 => (
                player,
                place,
                Act::Press(board, self.id_without_effect(dice)),
            ),
            3 => (stranger, place, Act::Press(board, dice.text())),
            4 | 5 => (player, place, Act::Command(self.move_without_effect(dice))),
            _ => {
                let command = dice.one_of(COMMANDS);
                (stranger, place, Act::Command(self.command(dice, command)))
            }
        }
    }

    /// The name of a match, or something like it, for an option.
    fn some_match(&self, dice: &mut Mutator) -> String {
        let id = dice.one_of(&self.tables).id.clone();
        match dice.below(3) {
            0 => dice.mutated_text(&id),
            _ => id,
        }
    }

    /// A move that no player could mean here.
    fn move_without_effect(&self, dice: &mut Mutator) -> Value {
        let text = loop {
            let text = dice.text();
            let read = as_read(&text);
            if !self.positions.iter().any(|at| read_move(at, &read).is_ok()) {
                break text;
            }
        };
        let mut options = vec![json!({"name": "move", "type": 3, "value": text})];
        if dice.below(2) == 0 {
            let id = self.some_match(dice);
            options.push(json!({"name": "match", "type": 3, "value": id}));
        }
        json!({"id": "1", "name": "move", "type": 1, "options": options})
    }

    /// A button that does nothing for anyone: none of ours, or of another ply.
    fn id_without_effect(&self, dice: &mut Mutator) -> String {
        let (id, action) = (self.some_match(dice), *dice.one_of(&ACTIONS));
        if !serves_from_any_board(action) && dice.below(2) == 0 {
            return format!("rd1:{id}:{}:{action}", LATE as usize + dice.below(1_000));
        }
        loop {
            let id = dice.text();
            if !presses_now(&as_read(&id)) {
                return id;
            }
        }
    }

    fn completion(&self, dice: &mut Mutator) -> Value {
        let text = dice.text();
        let mut options = vec![json!({"name": "move", "type": 3, "value": text, "focused": true})];
        if dice.below(4) == 0 {
            options.push(self.strange_option(dice, 0));
        }
        let name = if dice.below(8) == 0 { "board" } else { "move" };
        json!({"id": "1", "name": name, "type": 1, "options": options})
    }

    /// A command with what could have stood in it, changed here and there.
    fn command(&self, dice: &mut Mutator, command: &Command) -> Value {
        let mut options = Vec::new();
        for option in command.options {
            let wanted = option.required || dice.below(2) == 0;
            if !wanted {
                continue;
            }
            let sane = match (option.kind, option.choices) {
                (Kind::Match, _) => json!(self.some_match(dice)),
                (Kind::Text | Kind::Command, []) | (Kind::Move | Kind::Square, _) => {
                    json!(dice.text())
                }
                (Kind::Text | Kind::Ruleset | Kind::Command, choices) => {
                    let choice = *dice.one_of(choices);
                    match dice.below(2) {
                        0 => json!(dice.mutated_text(choice)),
                        _ => json!(choice),
                    }
                }
                (Kind::Time, _) => match dice.below(2) {
                    0 => json!(*dice.one_of(&["none", "10s", "12h", "30d"])),
                    _ => json!(dice.mutated_text("3d")),
                },
                (Kind::Integer, _) => json!(dice.below(200) as i64 - 100),
                // One beyond either end too.
                (Kind::Within(least, most), _) => {
                    let choices = usize::from(most - least) + 3;
                    json!(i64::from(least) - 1 + dice.below(choices) as i64)
                }
                (Kind::Boolean, _) => json!(dice.below(2) == 0),
                // An id is an id, whatever it is of.
                (Kind::User | Kind::Channel | Kind::Role, _) => {
                    json!(dice.one_of(&self.strangers).id())
                }
            };
            let number = match option.kind {
                Kind::Text
                | Kind::Move
                | Kind::Square
                | Kind::Match
                | Kind::Ruleset
                | Kind::Command
                | Kind::Time => 3,
                Kind::Integer | Kind::Within(..) => 4,
                Kind::Boolean => 5,
                Kind::User => 6,
                Kind::Channel => 7,
                Kind::Role => 8,
            };
            options.push(match dice.below(4) {
                0 => {
                    let mut other = self.strange_option(dice, 0);
                    other["name"] = json!(option.name);
                    other
                }
                _ => json!({"name": option.name, "type": number, "value": sane}),
            });
        }
        for _ in 0..dice.below(3) {
            options.push(self.strange_option(dice, 0));
        }
        if dice.below(16) == 0 {
            let again = options.clone();
            options.extend(again);
        }
        let name = match dice.below(8) {
            0 => dice.mutated_text(command.name),
            _ => command.name.to_owned(),
        };
        json!({"id": "1", "name": name, "type": 1, "options": options})
    }

    /// An option of any type, with a value of that type: Discord sees to that much.
    fn strange_option(&self, dice: &mut Mutator, depth: usize) -> Value {
        let name = match dice.below(3) {
            0 => "match".to_owned(),
            1 => "move".to_owned(),
            _ => dice.text(),
        };
        if depth < 3 && dice.below(6) == 0 {
            let inner: Vec<Value> = (0..dice.below(3))
                .map(|_| self.strange_option(dice, depth + 1))
                .collect();
            let kind = *dice.one_of(&SUBCOMMANDS);
            return json!({"name": name, "type": kind, "options": inner});
        }
        let kind = *dice.one_of(&TYPES);
        let value = match kind {
            3 => json!(dice.text()),
            4 => json!(*dice.one_of(&[0, -1, 7, i64::MAX, i64::MIN, 1 << 53])),
            5 => json!(dice.below(2) == 0),
            10 => json!(*dice.one_of(&[0.5, -0.0, 1e308, f64::MIN_POSITIVE])),
            _ => json!((1 + dice.below(1_000_000)).to_string()),
        };
        json!({"name": name, "type": kind, "value": value})
    }

    fn act(who: &User, place: &Channel, act: &Act) -> Pending {
        match act {
            Act::Command(data) => who.slash_raw(place, data.clone()),
            Act::Completion(data) => who.complete_raw(place, data.clone()),
            Act::Press(message, id) => who.press_forged(*message, id),
        }
    }
}

/// What the bot reads of a text: the zeros in it are passed over.
fn as_read(text: &str) -> String {
    text.replace('\0', "")
}

/// Frames that are no events: not JSON, or not of Discord's shape.
fn frame(number: u64) -> String {
    let event = |data: &str| format!(r#"{{"op":0,"s":7,"t":"INTERACTION_CREATE","d":{data}}}"#);
    match number % 8 {
        0 => event(r#"{"id":"1","type":2,"token":"\ud800","data":{"name":"\udfff"}}"#),
        1 => event(&"[".repeat(10_000)),
        2 => event(&r#"{"options":"#.repeat(1_000)),
        3 => event(r#"{"id":1e400,"type":2}"#),
        4 => event(r#"{"id":"one","type":"two","data":[]}"#),
        5 => "\0".to_owned(),
        6 => r#"{"op":"zero"}"#.to_owned(),
        _ => event("null"),
    }
}

/// The words of an answer, of a page without the marks of headings and small letters, which are the
/// bot's own.
fn words(answer: &Answer) -> String {
    let page = answer.raw["data"]["flags"].as_u64().unwrap_or(0) & 1 << 15 != 0;
    let lines = answer.content.lines().map(|line| {
        let own = ["## ", "-# "]
            .iter()
            .find_map(|mark| line.strip_prefix(mark));
        own.filter(|_| page).unwrap_or(line)
    });
    lines.collect::<Vec<_>>().join("\n")
}

async fn check(discord: &FakeDiscord, answer: &Answer, told: &(dyn std::fmt::Debug + Sync)) {
    assert!(!answer.is_timed_out(), "no answer to {told:?}");
    assert_eq!(answer.refused, None, "{told:?}");
    match answer.kind {
        AnswerKind::Choices => assert!(answer.choices.len() <= 25, "{told:?}"),
        AnswerKind::Message | AnswerKind::Update => markup::assert_harmless(&words(answer), told),
        // A promise, which is kept.
        AnswerKind::Deferred => {
            let filled = discord.filled(answer).await;
            markup::assert_harmless(&filled.content, told);
        }
        // A modal has no text that anybody else has written.
        AnswerKind::Modal => {}
        AnswerKind::DeferredUpdate | AnswerKind::TimedOut => {
            panic!("{:?} to {told:?}", answer.kind)
        }
    }
}

/// Sends a frame that is no event, and sees that the bot goes on.
async fn survives(discord: &FakeDiscord, who: &User, place: &Channel, number: u64) {
    let frame = frame(number);
    discord.send_frame(&frame);
    let help = who.slash(place, "help", &[]).await;
    check(discord, &help, &frame).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bot_answers_every_mutated_interaction_and_no_match_is_touched() {
    let mut scene = Scene::new().await;
    scene.discord.keep_file_bytes(false);
    let [ann, ben, _] = scene.players.clone();
    let tables = vec![
        scene.seat(&scene.channel, &scene.players).await,
        scene.seat(&scene.channel, &scene.players).await,
    ];
    tables[1].play(&ann, "e4").await;
    tables[1].play(&ben, "m4").await;
    let boards = vec![
        tables[0].told(&scene.discord, 0).await.id,
        tables[1].told(&scene.discord, 2).await.id,
    ];
    let mut late = Position::start();
    for mv in ["e2e4", "m2m4"] {
        late.play(mv.parse().unwrap());
    }
    let ids: Vec<String> = tables.iter().map(|table| table.id.clone()).collect();
    scene.stop().await;
    let before = logs(scene.data.path(), &ids);
    let bot = watched_bot(&scene);
    scene.discord.bot_ready().await;

    let mut seeds = inputs::seeds("button_id");
    seeds.extend(
        ids.iter()
            .map(|id| format!("rd1:{id}:0:resign:confirm").into_bytes()),
    );
    let moves = [
        "e4",
        "Nf3",
        "e2e4",
        "O-O",
        "QxKm1",
        "d1=Q",
        "xyzzy",
        "@everyone",
        "`x`",
    ];
    seeds.extend(moves.map(|text| text.as_bytes().to_vec()));
    let mut dice = Mutator::new(3, seeds);
    let stage = Stage {
        // Enough that none meets a limit often.
        strangers: std::array::from_fn(|number| scene.guild.user(&format!("dora{number}"))),
        positions: vec![Position::start(), late],
        tables,
        boards,
        scene: &scene,
    };
    let (mut answered, mut refused, mut frames) = (0, 0, 0);
    while answered < inputs::count() {
        let acts: Vec<_> = (0..AT_ONCE).map(|_| stage.next(&mut dice)).collect();
        let pending: Vec<Pending> = acts
            .iter()
            .map(|(who, place, act)| Stage::act(who, place, act))
            .collect();
        for (pending, (_, _, act)) in pending.into_iter().zip(&acts) {
            let answer = pending.await;
            check(&scene.discord, &answer, act).await;
            answered += 1;
            refused += u64::from(answer.ephemeral);
        }
        bot.assert_calm(&acts);
        if answered / FRAME_EVERY > frames {
            survives(&scene.discord, &ann, &scene.channel, frames).await;
            frames += 1;
        }
    }
    scene.assert_sound();
    drop(bot);
    scene.discord.bot_gone().await;
    assert_eq!(logs(scene.data.path(), &ids), before);
    assert_whole(scene.data.path());
    println!(
        "Discord: {answered} mutated interactions answered, {refused} of them privately, {frames} \
         frames survived; {} watched matches untouched, 0 violations, 0 panics",
        ids.len()
    );
}
