//! The way of a `/move` from a chat to the disk, as docs/ARCHITECTURE.md lists it.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Write as _,
    path::Path,
    process::Stdio,
};

use super::{assert_none, read, root};

/// The shortest function that is listed, in lines of its body. Shorter ones are accessors and the like.
const SHORTEST: usize = 10;

/// Rooms that word and read languages, which is not listed.
const WORDING: [&str; 2] = ["src/messages/", "src/render/"];
/// The room whose functions are listed where others call them.
const CLOSED: &str = "src/rules/";

/// The door of all chats, and the last function of the way.
const ENTRY: &str = "rondel::commands::responder::Responder::answer";
const LAST: &str = "*SledStore*append";

/// A function, by its file and its name.
type Step = (String, String);

fn listed() -> Vec<Step> {
    let page = read("docs/ARCHITECTURE.md");
    let section = page.split("\n## The way of a move\n").nth(1);
    let block = section.and_then(|section| section.split("```").nth(1));
    let lines = block.expect("a list").lines().skip(1);
    let step = |line: &str| {
        let mut words = line.split_whitespace();
        let path = format!("src/{}", words.next()?);
        Some((path, words.next()?.to_owned()))
    };
    lines
        .map(|line| step(line).unwrap_or_else(|| panic!("{line}")))
        .collect()
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
    let way = listed();
    let files: BTreeSet<&String> = way.iter().map(|(path, _)| path).collect();
    println!(
        "the way of a move: {} functions, {} files",
        way.len(),
        files.len()
    );
    let mut wrong = Vec::new();
    for (path, name) in &way {
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

/// Returns the functions of ours on the way from the entry, but accessors and what is not listed.
fn gone_through(profile: &str) -> BTreeSet<Step> {
    let traced = traced(profile);
    let mut waiting: Vec<&str> = traced.keys().map(String::as_str).collect();
    waiting.retain(|name| *name == format!("{ENTRY}::{{{{closure}}}}"));
    let mut seen: BTreeSet<&str> = waiting.iter().copied().collect();
    let mut texts: BTreeMap<&str, String> = BTreeMap::new();
    let mut steps = BTreeSet::new();
    while let Some(name) = waiting.pop() {
        let Some(Traced { file, line, calls }) = traced.get(name) else {
            continue;
        };
        let ours = file.starts_with("src/");
        let is_closed = file.starts_with(CLOSED);
        for called in calls.iter().filter(|_| !is_closed) {
            let inside = traced.get(called);
            let inside = inside.is_some_and(|called| called.file.starts_with(CLOSED));
            // What others run for `rules` is an affair of `rules`.
            if (ours || !inside) && seen.insert(called) {
                waiting.push(called);
            }
        }
        if !ours || WORDING.iter().any(|room| file.starts_with(room)) {
            continue;
        }
        let text = texts.entry(file).or_insert_with(|| read(file));
        let functions = functions(text);
        let around = functions
            .iter()
            .filter(|of| (of.first..=of.last).contains(line));
        if let Some(function) = around.max_by_key(|function| function.first)
            && function.body >= SHORTEST
        {
            steps.insert((file.clone(), function.name.to_owned()));
        }
    }
    steps
}

/// The script of a match whose last line is the move.
const SCRIPT: &str =
    "@ann /play seat:white\n@ben /join seat:gray\n@cy /join seat:black\n@ann /move Nf3\n";

/// Runs the program under callgrind, and returns the profile of the move up to its append.
fn profile_of_a_move(directory: &Path) -> String {
    let profile = directory.join("calls");
    let mut valgrind = std::process::Command::new("valgrind");
    valgrind
        .args([
            "--tool=callgrind",
            "--compress-strings=no",
            "--compress-pos=no",
        ])
        .arg(format!("--callgrind-out-file={}", profile.display()))
        .arg(format!("--toggle-collect={ENTRY}::{{{{closure}}}}"))
        .args([
            format!("--dump-before={ENTRY}"),
            format!("--dump-before={LAST}"),
        ])
        .args([env!("CARGO_BIN_EXE_rondel"), "--data"])
        .arg(directory.join("data"))
        .arg("console")
        .env_remove("DISCORD_TOKEN")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut running = valgrind.spawn().expect("valgrind is installed");
    let mut input = running.stdin.take().unwrap();
    input.write_all(SCRIPT.as_bytes()).unwrap();
    drop(input);
    assert!(running.wait().unwrap().success());
    // Before each command and before each append one is written; the last is the move's.
    let last = (1..).map(|number| directory.join(format!("calls.{number}")));
    let last = last.take_while(|path| path.exists()).last();
    std::fs::read_to_string(last.expect("a profile")).unwrap()
}

#[test]
#[ignore = "needs valgrind, and functions that are not inlined: .ci/long way"]
fn a_move_takes_the_way_that_is_listed() {
    let directory = tempfile::tempdir().unwrap();
    let taken = gone_through(&profile_of_a_move(directory.path()));
    let listed: BTreeSet<Step> = listed().into_iter().collect();
    println!(
        "functions of {SHORTEST} lines and more on the way: {}",
        taken.len()
    );
    assert!(taken.len() > listed.len() / 2, "{taken:?}");
    let unlisted = taken.difference(&listed);
    let unlisted: Vec<String> = unlisted
        .map(|(path, name)| format!("{path}: {name}"))
        .collect();
    assert_none(
        &unlisted,
        "functions that docs/ARCHITECTURE.md does not list",
    );
}
