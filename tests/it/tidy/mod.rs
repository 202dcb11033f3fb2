//! Checks of what the design promises (docs/ARCHITECTURE.md).

mod language;
mod languages;
mod source;
mod texts;
mod way;

use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use self::source::{Source, Target};

/// The rooms under `src`, with what each may know of the others. Everything else is forbidden.
const ROOMS: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("computer", &["rules"]),
    ("matchplay", &["rules", "computer"]),
    ("render", &["rules"]),
    ("input", &[]),
    ("store", &["rules", "matchplay", "input"]),
    (
        "host",
        &["rules", "computer", "matchplay", "standings", "store"],
    ),
    ("standings", &["rules", "computer", "matchplay"]),
    ("config", &["store", "input"]),
    ("output", &[]),
    ("rulesets", &["rules", "input"]),
    (
        "transcript",
        &["rules", "rulesets", "computer", "matchplay", "input"],
    ),
    (
        "messages",
        &["rules", "rulesets", "matchplay", "render", "store", "host"],
    ),
    (
        "delivery",
        &[
            "rules",
            "computer",
            "matchplay",
            "store",
            "host",
            "messages",
        ],
    ),
    (
        "commands",
        &[
            "rules",
            "computer",
            "rulesets",
            "matchplay",
            "render",
            "store",
            "standings",
            "host",
            "transcript",
            "messages",
            "delivery",
        ],
    ),
    (
        "chats",
        &[
            // The page in the browser puts the board together from parts, and offers what there is.
            "rules",
            "computer",
            "render",
            "rulesets",
            "matchplay",
            "store",
            "host",
            "config",
            "messages",
            "input",
            "output",
            "delivery",
            "commands",
            // The console reads lines and writes outcomes as `rondel analyze` does.
            "tools",
        ],
    ),
    ("tools", &["rules", "computer", "render"]),
    (
        "cli",
        &[
            "rules",
            "matchplay",
            "render",
            "standings",
            "store",
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
    ("main", &["cli"]),
    ("lib", &[]),
];

/// The places where other crates may be named: beginnings of paths under `src`.
const CRATES: &[(&str, &[&str])] = &[
    ("ab_glyph", &["render/"]),
    ("anyhow", &["cli", "main.rs"]),
    ("axum", &["chats/web/"]),
    ("clap", &["cli/arguments.rs", "main.rs"]),
    ("deadpool_postgres", &["store/postgres/"]),
    ("dejavu", &["render/"]),
    ("flate2", &["chats/web/", "render/", "store/backup/file.rs"]),
    ("fluent_bundle", &["messages/texts.rs"]),
    ("fs4", &["store/sled/disk.rs"]),
    (
        "futures_util",
        &[
            "chats/discord/gateway.rs",
            "store/backup/copying.rs",
            "store/people.rs",
            "store/postgres/",
        ],
    ),
    ("gif", &["render/animation.rs"]),
    ("hmac", &["store/backup/forgotten.rs"]),
    ("hyper", &["chats/web/mod.rs"]),
    ("hyper_util", &["chats/web/mod.rs"]),
    ("image", &["render/"]),
    ("imageproc", &["render/"]),
    ("indexmap", &["standings/"]),
    ("indicatif", &["tools/arena.rs"]),
    ("ipnet", &["config.rs"]),
    (
        "jiff",
        &[
            "cli/backups.rs",
            "config.rs",
            "messages/markup.rs",
            "host/clock.rs",
            "render/cards/curve.rs",
            "transcript/",
        ],
    ),
    ("lru", &["store/latest.rs"]),
    ("mimalloc", &["main.rs"]),
    ("png", &["render/"]),
    ("postcard", &["standings/snapshot.rs", "store/sled/rows.rs"]),
    (
        "rand",
        &[
            "chats/web/visitors.rs",
            "host/",
            "store/backup/forgotten.rs",
            "store/postgres/",
            "tools/arena/",
        ],
    ),
    ("rand_chacha", &["host/", "tools/arena/"]),
    // The client that serenity asks with.
    ("reqwest", &["chats/discord/"]),
    ("resvg", &["render/"]),
    ("rustix", &["chats/web/mod.rs", "cli/chats.rs"]),
    ("rustls", &["store/postgres/connection.rs"]),
    ("rustyline", &["chats/console/terminal.rs"]),
    // No serde on the types of the game: what is stored or said has shapes of its own.
    (
        "serde",
        &[
            "chats/",
            "commands/rules/rulebook.rs",
            "config.rs",
            "matchplay/stored.rs",
            "rulesets.rs",
            "standings/",
            "store/",
            "tools/analyze.rs",
            "tools/arena/report.rs",
            "tools/lines.rs",
            "transcript/json.rs",
            "transcript/personal.rs",
        ],
    ),
    (
        "serde_json",
        &[
            "chats/",
            "store/",
            "tools/analyze.rs",
            "tools/arena/report.rs",
            "tools/lines.rs",
            "transcript/json.rs",
            "transcript/personal.rs",
        ],
    ),
    ("serenity", &["chats/discord/"]),
    ("sha2", &["chats/web/assets.rs", "standings/", "store/"]),
    ("simd_adler32", &["render/"]),
    ("skillratings", &["standings/"]),
    ("sled", &["store/sled"]),
    ("strsim", &["commands/options.rs"]),
    // Beside `output` in tests alone.
    (
        "tempfile",
        &["cli/backups.rs", "config.rs", "output.rs", "store/"],
    ),
    ("thiserror", &[""]),
    (
        "tokio",
        &[
            "chats/",
            "commands/",
            "messages/",
            // The queue of pictures hands each over to a task, and says in the log which failed.
            "render/queue",
            "cli",
            "host/",
            "store/backup/forgotten.rs",
            "store/postgres/",
            "store/sled/",
        ],
    ),
    ("tokio_postgres", &["store/postgres/"]),
    ("tokio_postgres_rustls", &["store/postgres/connection.rs"]),
    (
        "toml",
        &["commands/rules/rulebook.rs", "config.rs", "rulesets.rs"],
    ),
    (
        "tracing",
        &[
            "chats/",
            "commands/",
            "messages/",
            "render/queue",
            "cli",
            "host/",
            "store/",
        ],
    ),
    ("tracing_subscriber", &["cli/log.rs"]),
    ("twilight_gateway", &["chats/discord/"]),
    ("unic_langid", &["messages/language.rs"]),
    ("url", &["config.rs"]),
    ("webpki_roots", &["store/postgres/connection.rs"]),
    ("xxhash_rust", &["store/sled/tally.rs"]),
];

/// Rooms that only compute, with what they must not name: time, chance and ids come in as
/// arguments.
const PURE: &[&str] = &["rules", "matchplay", "computer", "standings"];
const IMPURE: &[&str] = &[
    "cell", "env", "fs", "io", "net", "process", "sync", "thread", "time",
];
const WAITING: &[&str] = &["async", "await", "dbg", "eprintln", "println"];

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Reads a file, by its path from the top of the repository.
pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns all files below these directories with this ending, as paths from the top of the
/// repository.
pub(crate) fn files(below: &[&str], ends: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut waiting: Vec<PathBuf> = below.iter().map(|path| root().join(path)).collect();
    while let Some(directory) = waiting.pop() {
        let Ok(entries) = fs::read_dir(&directory) else {
            continue;
        };
        for entry in entries {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(root()).unwrap().to_str().unwrap();
            if path.is_dir() && !name.ends_with("/target") {
                waiting.push(path);
            } else if ends.iter().any(|end| name.ends_with(end)) {
                found.push(name.to_owned());
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "no {ends:?} below {below:?}");
    found
}

fn sources() -> Vec<Source> {
    files(&["src"], &[".rs"])
        .into_iter()
        .map(|path| Source {
            text: read(&path),
            path,
        })
        .collect()
}

/// Returns the names of the crates that the program depends on, as they stand in code.
fn crates() -> Vec<String> {
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    let dependencies = manifest["dependencies"].as_table().unwrap();
    dependencies
        .keys()
        .map(|name| name.replace('-', "_"))
        .collect()
}

/// Fails with everything that was found wrong, a line each.
#[track_caller]
pub(super) fn assert_none(wrong: &[String], what: &str) {
    let mut message = String::new();
    for line in wrong {
        let _ = writeln!(message, "  {line}");
    }
    assert!(wrong.is_empty(), "{what}:\n{message}");
}

#[test]
fn rooms_know_only_what_they_may() {
    let crates = crates();
    let mut wrong = Vec::new();
    let mut unused: Vec<(&str, &str)> = ROOMS
        .iter()
        .flat_map(|(room, known)| known.iter().map(|known| (*room, *known)))
        .collect();
    for source in sources() {
        let room = source.room().to_owned();
        let Some((_, known)) = ROOMS.iter().find(|(name, _)| *name == room) else {
            wrong.push(format!(
                "{}: {room} is no room that is listed here",
                source.path
            ));
            continue;
        };
        for (target, line) in source.paths(&crates) {
            let Target::Inner(path) = target else {
                continue;
            };
            let named = path.join("::");
            let may = |known: &str| named == known || named.starts_with(&format!("{known}::"));
            unused.retain(|(from, known)| *from != room || !may(known));
            let is_room = ROOMS.iter().any(|(name, _)| *name == path[0]);
            if is_room && path[0] != room && !known.iter().any(|known| may(known)) {
                wrong.push(format!("{}:{line}: {room} names {named}", source.path));
            }
        }
    }
    // A list longer than needed would let in what nobody wanted.
    wrong.extend(
        unused
            .iter()
            .map(|(room, known)| format!("{room} never names {known}")),
    );
    assert_none(&wrong, "rooms must know what is listed here and no more");
}

#[test]
fn no_chat_is_known_to_what_all_chats_share() {
    let crates = crates();
    let chats = ["console", "discord"];
    let mut wrong = Vec::new();
    for source in sources() {
        let Some(inner) = source.path.strip_prefix("src/chats/") else {
            continue;
        };
        for (target, line) in source.paths(&crates) {
            let Target::Inner(path) = target else {
                continue;
            };
            let chat = match path.as_slice() {
                [room, chat, ..] if room == "chats" => chat.as_str(),
                _ => continue,
            };
            if chats.contains(&chat) && !inner.starts_with(&format!("{chat}/")) {
                wrong.push(format!("{}:{line}: {}", source.path, path.join("::")));
            }
        }
    }
    assert_none(&wrong, "a chat's own parts named outside of it");
}

#[test]
fn other_crates_are_named_only_where_they_belong() {
    let crates = crates();
    let listed: Vec<&str> = CRATES.iter().map(|(name, _)| *name).collect();
    assert_eq!(crates, listed, "every dependency has its places here");
    let mut wrong = Vec::new();
    let mut unused = listed.clone();
    for source in sources() {
        for (target, line) in source.paths(&crates) {
            let Target::Outer(path) = target else {
                continue;
            };
            let name = path[0].as_str();
            unused.retain(|unused| *unused != name);
            let Some((_, places)) = CRATES.iter().find(|(listed, _)| *listed == name) else {
                continue;
            };
            let inner = source.path.trim_start_matches("src/");
            if !places.iter().any(|place| inner.starts_with(place)) {
                wrong.push(format!("{}:{line}: {}", source.path, path.join("::")));
            }
        }
    }
    wrong.extend(
        unused
            .iter()
            .map(|name| format!("Cargo.toml: {name} is named nowhere")),
    );
    assert_none(&wrong, "crates named where they do not belong");
}

#[test]
fn rules_and_matchplay_are_pure() {
    let crates = crates();
    let mut wrong = Vec::new();
    for source in sources() {
        if !PURE.contains(&source.room()) {
            continue;
        }
        for (target, line) in source.paths(&crates) {
            let Target::Outer(path) = target else {
                continue;
            };
            // A constant that is worked out late is no state.
            let constant = path.last().is_some_and(|last| last == "LazyLock");
            if !constant
                && path
                    .get(1)
                    .is_some_and(|part| IMPURE.contains(&part.as_str()))
            {
                wrong.push(format!("{}:{line}: {}", source.path, path.join("::")));
            }
        }
        for token in source.tokens() {
            if WAITING.contains(&token.text.as_str()) && !token.in_test {
                wrong.push(format!("{}:{}: {}", source.path, token.line, token.text));
            }
        }
    }
    assert_none(
        &wrong,
        "input, output, time, waiting or shared state in a pure room",
    );
}

#[test]
fn sled_stays_behind_one_wall() {
    let mut named = Vec::new();
    for source in sources() {
        let lines = (1..).zip(source.text.lines());
        let lines = lines.filter(|(_, line)| line.to_lowercase().contains("sled"));
        let own = ["src/store/sled/", "src/config.rs"];
        if !own.iter().any(|own| source.path.starts_with(own)) {
            named.extend(lines.map(|(line, _)| format!("{}:{line}", source.path)));
        }
    }
    // The line that makes it the embedded store.
    let [line] = named.as_slice() else {
        panic!("sled is named in {named:?}");
    };
    assert!(line.starts_with("src/store/mod.rs:"), "{line}");
}

#[test]
fn nothing_is_put_off() {
    // Written apart, so that they are not found here.
    let marks = [["TO", "DO"], ["FIX", "ME"], ["XX", "X"]].map(|mark| mark.concat());
    let below = [
        "src",
        "tests",
        "benches",
        "config",
        "assets/texts",
        ".ci",
        "docs",
    ];
    let mut wrong = Vec::new();
    for path in files(&below, &[".rs", ".toml", ".ftl", ".md", "run", "long"]) {
        for (number, line) in (1..).zip(read(&path).lines()) {
            let mut words = line.split(|letter: char| !letter.is_alphanumeric());
            if words.any(|word| marks.iter().any(|mark| mark == word)) {
                wrong.push(format!("{path}:{number}: {}", line.trim()));
            }
        }
    }
    assert_none(&wrong, "marks of what is still to be done");
}

#[test]
fn nothing_is_unwrapped_outside_tests() {
    let mut wrong = Vec::new();
    for source in sources() {
        let tokens = source.tokens();
        for three in tokens.windows(3) {
            let [dot, name, open] = three else { continue };
            let is_call = (dot.text.as_str(), open.text.as_str()) == (".", "(");
            if is_call && name.text == "unwrap" && !name.in_test {
                wrong.push(format!("{}:{}", source.path, name.line));
            }
        }
    }
    assert_none(&wrong, "unwrap() outside of tests");
}

/// An error says little without what caused it: "error sending request".
#[test]
fn the_log_has_the_causes_of_errors() {
    let mut wrong = Vec::new();
    for source in sources() {
        let tokens = source.tokens();
        for five in tokens.windows(5) {
            let words: Vec<&str> = five.iter().map(|token| token.text.as_str()).collect();
            let logs = ["error", "warn", "info", "debug", "trace"].contains(&words[0]);
            let alone = logs && words[1..] == ["!", "(", "error", ","];
            let shown = ["%", "?"].contains(&words[0]) && words[1] == "error";
            if (alone || shown) && !five[0].in_test {
                wrong.push(format!("{}:{}", source.path, five[0].line));
            }
        }
    }
    assert_none(
        &wrong,
        "errors that are logged without their causes: `causes(&error)`",
    );
}

/// One way to write a file, which spares links, pipes and what Rondel keeps.
#[test]
fn files_are_written_in_one_way() {
    let mut wrong = Vec::new();
    for source in sources() {
        if source.path.starts_with("src/store/") || source.path == "src/output.rs" {
            continue;
        }
        for three in source.tokens().windows(3) {
            let [on, _, name] = three else { continue };
            let makes = ["create", "create_new", "options"];
            let is_file = on.text == "File" && makes.contains(&name.text.as_str());
            let is_fs =
                on.text == "fs" && ["write", "copy", "rename"].contains(&name.text.as_str());
            if (is_file || is_fs || on.text == "OpenOptions") && !on.in_test {
                wrong.push(format!("{}:{}", source.path, on.line));
            }
        }
    }
    assert_none(&wrong, "files written beside `output`");
}
