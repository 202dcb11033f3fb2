//! Checks of what the design promises (docs/ARCHITECTURE.md).

mod languages;
mod manifests;
mod rooms;
mod texts;
mod way;

use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

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

/// Returns a source without its tests at the end, and with empty lines for its comments.
fn code_lines(text: &str) -> String {
    let code = text.split("\n#[cfg(test)]\nmod tests {").next();
    let lines = code.unwrap_or_default().lines();
    let is_comment = |line: &str| line.trim_start().starts_with("//");
    lines
        .map(|line| if is_comment(line) { "" } else { line })
        .fold(String::new(), |code, line| code + line + "\n")
}

/// Returns the lines of the program's code that have one of these in them, as `path:line: text`.
fn lines_with(texts: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for path in files(&["src"], &[".rs"]) {
        for (number, line) in (1..).zip(code_lines(&read(&path)).lines()) {
            if texts.iter().any(|text| line.contains(text)) {
                found.push(format!("{path}:{number}: {}", line.trim()));
            }
        }
    }
    found
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

/// An error says little without what caused it: "error sending request".
#[test]
fn the_log_has_the_causes_of_errors() {
    let mut logged = lines_with(&["%error", "?error", "!(error,"]);
    let macros = ["error!", "warn!", "info!", "debug!", "trace!"];
    logged.retain(|line| {
        let shown = ["%error", "?error"].into_iter().any(|shown| {
            let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
            let mut after = line.split(shown).skip(1);
            after.any(|after| !after.starts_with(is_part))
        });
        shown
            || macros
                .iter()
                .any(|name| line.contains(&format!("{name}(error,")))
    });
    assert_none(
        &logged,
        "errors that are logged without their causes: `causes(&error)`",
    );
}

/// One way to write a file, which spares links, pipes and what Rondel keeps.
#[test]
fn files_are_written_in_one_way() {
    let mut written = lines_with(&[
        "File::create",
        "File::options",
        "OpenOptions",
        "fs::write(",
        "fs::copy(",
        "fs::rename(",
    ]);
    let allowed = ["src/store/", "src/output.rs"];
    written.retain(|line| !allowed.iter().any(|place| line.starts_with(place)));
    assert_none(&written, "files written beside `output`");
}
