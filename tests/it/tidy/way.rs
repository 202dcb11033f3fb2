//! The way of a `/move` from Discord to the disk and back, as docs/ARCHITECTURE.md lists it.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    process::Command,
};

use fake_discord::FakeDiscord;

use super::{assert_none, read, root};
use crate::discord::{Bot, Scene, mv};

/// The shortest function that is listed, in lines of its body. Shorter ones are accessors and the like.
const SHORTEST: usize = 10;

/// The rooms that word and draw, and those behind whose doors nothing is counted: what others call there is.
const WORDING: [&str; 2] = ["src/messages/", "src/render/"];
const CLOSED: [&str; 5] = [
    "src/rules/",
    "src/render/",
    "src/store/",
    "src/computer/",
    "src/standings/",
];
/// What wires it all and waits.
const AROUND: [&str; 3] = ["src/cli/", "src/main.rs", "src/config.rs"];

/// The first function of the way, which reads a frame of the gateway, and the one at which it turns.
const FIRST: &str = "rondel::chats::discord::event::read";
const TURN: &str = "*SledStore*append";

/// A function, by its file and its name.
type Step = (String, String);

/// Returns the functions of the way to the disk, and those of the way back.
fn listed() -> [BTreeSet<Step>; 2] {
    let page = read("docs/ARCHITECTURE.md");
    let section = page.split("\n## The way of a move\n").nth(1);
    let mut blocks = section.expect("a section").split("```").skip(1).step_by(2);
    [(); 2].map(|()| {
        let lines = blocks.next().expect("a list").lines().skip(1);
        let steps = lines.flat_map(|line| {
            let (path, rest) = line.split_once(' ').unwrap_or_else(|| panic!("{line}"));
            let names = rest.split(" – ").next().unwrap_or_default();
            let names = names.split(',').map(str::trim);
            names.map(move |name| (format!("src/{path}"), name.to_owned()))
        });
        steps.collect()
    })
}

/// A function in a source file.
struct Function<'a> {
    name: &'a str,
    first: usize,
    last: usize,
    /// The lines of its body that are neither blank nor comments.
    body: usize,
}

fn functions(text: &str) -> Vec<Function<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let signs = code.split(' ').take_while(|word| *word != "fn");
        let mut signs = signs.map(|word| word.split('(').next().unwrap_or_default());
        let is_function = signs.all(|word| ["pub", "const", "async"].contains(&word));
        let Some((_, name)) = code.split_once("fn ").filter(|_| is_function) else {
            continue;
        };
        let end = format!("{}}}", &line[..line.len() - code.len()]);
        let open = (at..lines.len()).find(|at| lines[*at].ends_with(['{', ';']));
        let last = (at..lines.len()).find(|at| lines[*at] == end);
        let (Some(open), Some(last)) = (open, last) else {
            continue;
        };
        let body = lines.get(open + 1..last).unwrap_or_default().iter();
        let is_code = |line: &&&str| {
            let line = line.trim_start();
            !line.is_empty() && !line.starts_with("//")
        };
        found.push(Function {
            name: name.split(['(', '<']).next().unwrap(),
            first: at + 1,
            last: last + 1,
            body: body.filter(is_code).count(),
        });
    }
    found
}

#[test]
fn the_way_of_a_move_is_as_it_is_listed() {
    let mut wrong = Vec::new();
    for (path, name) in listed().iter().flatten() {
        let text = read(path);
        let declared = [format!("fn {name}("), format!("fn {name}<")];
        if !declared.iter().any(|declared| text.contains(declared)) {
            wrong.push(format!("{path}: {name}"));
        }
    }
    assert_none(&wrong, "functions that are not there");
}

/// What callgrind says of one function.
#[derive(Default)]
struct Traced {
    file: String,
    line: usize,
    calls: BTreeSet<String>,
}

/// Reads what callgrind has written down, without abbreviations.
fn traced(profile: &str) -> BTreeMap<String, Traced> {
    let top = format!("{}/", root().display());
    let mut found: BTreeMap<String, Traced> = BTreeMap::new();
    let (mut file, mut name) = ("", "");
    for line in profile.lines() {
        if let Some(path) = line.strip_prefix("fl=") {
            file = path.strip_prefix(&top).unwrap_or_default();
        } else if let Some(function) = line.strip_prefix("fn=") {
            name = function;
            let traced = found.entry(name.to_owned()).or_default();
            traced.file = file.to_owned();
        } else if let Some(called) = line.strip_prefix("cfn=") {
            let traced = found.entry(name.to_owned()).or_default();
            traced.calls.insert(called.to_owned());
        } else if let Some(traced) = found.get_mut(name).filter(|traced| traced.line == 0)
            && let Some(number) = line.split(' ').next().and_then(|first| first.parse().ok())
        {
            traced.line = number;
        }
    }
    found
}

/// Returns the functions of ours that were gone through, with the lines of their bodies.
fn gone_through(profiles: &[String]) -> BTreeMap<Step, usize> {
    let is_in = |file: &str, rooms: &[&str]| rooms.iter().any(|room| file.starts_with(room));
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    let mut steps = BTreeMap::new();
    for traced in profiles.iter().map(|profile| traced(profile)) {
        let outside = traced
            .values()
            .filter(|of| of.file.starts_with("src/") && !is_in(&of.file, &CLOSED));
        let doors: BTreeSet<&String> = outside.flat_map(|of| &of.calls).collect();
        for (name, Traced { file, line, .. }) in &traced {
            let is_counted = file.starts_with("src/")
                && !is_in(file, &AROUND)
                && (!is_in(file, &CLOSED) || doors.contains(name));
            if !is_counted {
                continue;
            }
            let text = texts.entry(file.clone()).or_insert_with(|| read(file));
            let functions = functions(text);
            let around = functions
                .iter()
                .filter(|of| (of.first..=of.last).contains(line));
            if let Some(function) = around.max_by_key(|function| function.first) {
                steps.insert((file.clone(), function.name.to_owned()), function.body);
            }
        }
    }
    steps
}

/// Runs the bot under callgrind while somebody moves, and returns the profiles of the way to the disk and of
/// the way back: from the frame to the append, and from there to the frame of what is pressed next.
async fn profiles_of_a_move(directory: &Path) -> [Vec<String>; 2] {
    let mut valgrind = Command::new("valgrind");
    valgrind
        .args([
            "--tool=callgrind",
            "--compress-strings=no",
            "--compress-pos=no",
        ])
        .arg(format!(
            "--callgrind-out-file={}",
            directory.join("calls").display()
        ))
        .args([
            format!("--dump-before={FIRST}"),
            format!("--dump-before={TURN}"),
        ])
        .arg(env!("CARGO_BIN_EXE_rondel"))
        .env_remove("RUST_LOG");
    let mut scene = Scene::without_bot(FakeDiscord::start().await);
    let bot = Bot::start_by(valgrind, &scene.discord, scene.data.path(), &[]);
    scene.bot = Some(bot);
    scene.discord.bot_ready().await;
    let table = scene.seat(&scene.channel, &scene.players).await;
    // By the third move all is said of the table.
    let mut boards = Vec::new();
    for (ply, text) in (1..).zip(["Nf3", "Nn3", "Nv3"]) {
        let player = &scene.players[ply as usize - 1];
        drop(player.slash(&table.thread, "move", &mv(text)));
        let board = table.told(&scene.discord, ply).await;
        // The picture follows, and what else is to be done.
        let drawn = scene.discord.wait_for("the picture", |world| {
            let mut messages = world.messages(table.thread.id()).into_iter();
            let told = messages.find(|one| one.id == board.id)?;
            (!told.attachments.is_empty()).then_some(())
        });
        drawn.await;
        boards.push(board);
    }
    let view = format!("rd1:{}:3:view", table.id);
    scene.players[0].press(&boards[2], &view).await;
    drop(scene);
    let parts = (1..).map(|number| directory.join(format!("calls.{number}")));
    let parts = parts.take_while(|path| path.exists());
    let parts: Vec<String> = parts
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect();
    let ends_at = |part: &String, name: &str| {
        let trigger = part.lines().find(|line| line.starts_with("desc: Trigger:"));
        trigger.is_some_and(|trigger| trigger.contains(name))
    };
    // Opening a table writes and sitting down does; the last that is written is the move.
    let turn = parts.iter().rposition(|part| ends_at(part, "append"));
    let turn = turn.expect("a profile of an append");
    [vec![parts[turn].clone()], parts[turn + 1..].to_vec()]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs valgrind, and functions that are not inlined: .ci/long way"]
async fn a_move_takes_the_way_that_is_listed() {
    let directory = tempfile::tempdir().unwrap();
    let profiles = profiles_of_a_move(directory.path()).await;
    let mut unlisted = Vec::new();
    let [there, back] = listed();
    for ((profiles, half), (own, other)) in profiles
        .iter()
        .zip(["in", "out"])
        .zip([(&there, &back), (&back, &there)])
    {
        let mut gone = gone_through(profiles);
        // What the other half has begun may go on meanwhile.
        gone.retain(|step, _| own.contains(step) || !other.contains(step));
        for shortest in [1, 5, SHORTEST] {
            gone.retain(|_, lines| *lines >= shortest);
            let files: BTreeSet<&String> = gone.keys().map(|(path, _)| path).collect();
            println!(
                "{half}: {} functions of {shortest} lines and more in {} files",
                gone.len(),
                files.len()
            );
        }
        gone.retain(|(path, _), _| !WORDING.iter().any(|room| path.starts_with(room)));
        assert!(gone.len() > own.len() / 2, "{gone:?}");
        let others = gone.keys().filter(|step| !own.contains(step));
        unlisted.extend(others.map(|(path, name)| format!("{half}: {path}: {name}")));
    }
    assert_none(
        &unlisted,
        "functions that docs/ARCHITECTURE.md does not list",
    );
}
