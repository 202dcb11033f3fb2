//! Which module of the program may name which, and where libraries are named, read from the paths in its code.
//! Between its crates Cargo sees to it.

use super::{assert_none, code_lines, files, read};

/// The modules under `src` that are no crates of their own, with the others that each may name.
const MODULES: &[(&str, &[&str])] = &[
    ("output", &[]),
    ("rulesets", &[]),
    ("config", &[]),
    ("host", &[]),
    ("tools", &[]),
    ("transcript", &["rulesets"]),
    ("messages", &["rulesets", "host"]),
    ("commands", &["rulesets", "host", "transcript", "messages"]),
    ("delivery", &["host", "messages", "commands"]),
    (
        "chats",
        &[
            "rulesets",
            "host",
            "config",
            "messages",
            "output",
            "delivery",
            "commands",
            "tools",
            "transcript",
        ],
    ),
    (
        "cli",
        &[
            "host",
            "config",
            "rulesets",
            "messages",
            "output",
            "commands",
            "chats",
            "tools",
            "transcript",
        ],
    ),
];

/// Libraries with one place each.
const LIBRARIES: &[(&str, &str)] = &[
    ("anyhow", "src/cli/"),
    ("axum", "src/chats/web/"),
    ("serenity", "src/chats/discord/"),
    ("sled", "src/store/sled/"),
    ("tokio_postgres", "src/store/postgres/"),
    ("twilight_gateway", "src/chats/discord/"),
];

/// Crates that only compute: time, chance and ids come to them as arguments.
const PURE: &[&str] = &["rules", "computer", "matchplay", "standings"];
const IMPURE: &[&str] = &["env", "fs", "io", "net", "process", "thread", "time"];

/// Returns the paths that begin so in code, each up to its second name, with their lines: of
/// `use std::{fs, io::Read}` those are `fs` and `io`.
fn paths_from(root: &str, code: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let start = format!("{root}::");
    for (at, _) in code.match_indices(&start) {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|letter| letter.is_alphanumeric() || "_$:\"".contains(letter)) {
            continue;
        }
        let line = code[..at].lines().count().max(1);
        let rest = &code[at + start.len()..];
        let names = match rest.strip_prefix('{') {
            Some(group) => first_names(group),
            None => vec![name(rest)],
        };
        found.extend(names.into_iter().map(|name| (line, name)));
    }
    found
}

/// Returns the first names of what stands in braces, up to the closing one.
fn first_names(group: &str) -> Vec<String> {
    let (mut depth, mut from, mut names) = (0, 0, Vec::new());
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                names.push(name(group[from..at].trim_start()));
                from = at + 1;
                if letter == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    names
}

fn name(path: &str) -> String {
    let is_part = |letter: &char| letter.is_alphanumeric() || *letter == '_';
    path.chars().take_while(is_part).collect()
}

/// Returns the paths of the sources with their code, without comments.
fn sources() -> Vec<(String, String)> {
    let sources = files(&["src"], &[".rs"]).into_iter();
    let sources = sources.map(|path| (code_lines(&read(&path)), path));
    sources.map(|(code, path)| (path, code)).collect()
}

#[test]
fn modules_name_only_what_they_may() {
    let mut wrong = Vec::new();
    for (path, code) in sources() {
        let of = name(path.trim_start_matches("src/"));
        let Some((_, known)) = MODULES.iter().find(|(module, _)| *module == of) else {
            continue;
        };
        for (line, named) in paths_from("crate", &code) {
            let is_module = MODULES.iter().any(|(module, _)| *module == named);
            if is_module && named != of && !known.contains(&&*named) {
                wrong.push(format!("{path}:{line}: {of} names {named}"));
            }
        }
    }
    assert_none(
        &wrong,
        "modules know those that are listed here and no others",
    );
}

#[test]
fn libraries_are_named_in_their_place() {
    let mut wrong = Vec::new();
    for (path, code) in sources() {
        for (library, place) in LIBRARIES {
            if !path.starts_with(place) {
                let named = paths_from(library, &code).into_iter();
                wrong.extend(named.map(|(line, name)| format!("{path}:{line}: {library}::{name}")));
            }
        }
        if PURE
            .iter()
            .any(|pure| path.starts_with(&format!("src/{pure}/")))
        {
            let named = paths_from("std", &code).into_iter();
            let named = named.filter(|(_, name)| IMPURE.contains(&&**name));
            wrong.extend(named.map(|(line, name)| format!("{path}:{line}: std::{name}")));
        }
    }
    assert_none(&wrong, "named outside of its place");
}
