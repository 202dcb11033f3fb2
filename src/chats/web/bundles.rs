//! The scripts of the page as browsers get them: several files of `web/` in one, so that a page waits for few, with
//! neither comments nor types.

use std::collections::{BTreeMap, BTreeSet};

/// A script as it lies in `web/`.
type File = (&'static str, &'static str);

macro_rules! files {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../../web/", $name)))),*]
    };
}

/// The scripts, each with what it is made of, and that in an order in which nothing is used too early. What all pages
/// need comes first.
const BUNDLES: [(&str, &[File]); 4] = [
    (
        "main.js",
        files!["dom.js" "kept.js" "server.js" "said.js" "cues.js" "dress.js" "board.js" "answer.js" "main.js"],
    ),
    (
        "match.js",
        files!["fit.js" "live.js" "drawn.js" "hands.js" "grid.js" "past.js" "calls.js" "list.js" "plates.js" "entry.js" "beside.js" "waits.js" "match.js"],
    ),
    ("cards.js", files!["cards.js"]),
    ("home.js", files!["home.js"]),
];

/// Returns all scripts by their names.
pub(super) fn all() -> impl Iterator<Item = (&'static str, String)> {
    BUNDLES.iter().map(|(name, files)| (*name, bundle(files)))
}

/// Returns true if one of these scripts says a text of the page, which it names without its beginning: in full, or
/// with an end that it puts there itself.
pub(super) fn say(scripts: &[&str], text: &str) -> bool {
    let begins = text.split('-').next().unwrap_or(text);
    let files = BUNDLES.iter().filter(|(name, _)| scripts.contains(name));
    let mut files = files.flat_map(|(_, files)| *files);
    files.any(|(_, script)| {
        script.contains(&format!("\"{text}\"")) || script.contains(&format!("`{begins}-${{"))
    })
}

/// Returns the script that holds a file.
fn holder(file: &str) -> Option<&'static str> {
    let holds = |files: &[File]| files.iter().any(|(name, _)| *name == file);
    let found = BUNDLES.iter().find(|(_, files)| holds(files));
    found.map(|(name, _)| *name)
}

/// Puts files together: what one takes from another of them is there, and what comes from elsewhere is imported once.
fn bundle(files: &[File]) -> String {
    let mut imports: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut body = String::new();
    let texts: Vec<String> = files
        .iter()
        .map(|(_, text)| without_comments(text))
        .collect();
    for text in &texts {
        for line in text.lines() {
            let Some((names, from)) = import(line) else {
                body.push_str(line);
                body.push('\n');
                continue;
            };
            if !files.iter().any(|(name, _)| *name == from) {
                let holder = holder(from).unwrap_or(from);
                imports.entry(holder).or_default().extend(names);
            }
        }
    }
    let mut script = String::with_capacity(body.len());
    for (from, names) in imports {
        let names: Vec<&str> = names.into_iter().collect();
        script.push_str(&format!(
            "import {{ {} }} from \"./{from}\";\n",
            names.join(", ")
        ));
    }
    script + &body
}

/// Reads a line that imports something: what, and from which file.
fn import(line: &str) -> Option<(Vec<&str>, &str)> {
    let (names, from) = line.strip_prefix("import { ")?.split_once(" } from \"./")?;
    Some((names.split(", ").collect(), from.strip_suffix("\";")?))
}

/// Returns a script without comments, the types among them, and without indents, which a browser need not carry. No
/// text of a script runs over lines, and none holds the beginning of a comment.
pub(super) fn without_comments(script: &str) -> String {
    let mut kept = String::with_capacity(script.len());
    let mut in_comment = false;
    for line in script.lines() {
        let text = line.trim();
        let begins = text.starts_with("/*") && !text.contains("*/");
        in_comment |= begins;
        if !in_comment && !text.starts_with("//") {
            let mut rest = text;
            let mut written = String::new();
            while let Some((before, comment)) = rest.split_once("/**") {
                written.push_str(before);
                rest = comment
                    .split_once("*/")
                    .map_or("", |(_, after)| after.trim_start());
            }
            written.push_str(rest);
            if !written.is_empty() {
                kept.push_str(&written);
                kept.push('\n');
            }
        }
        in_comment &= !text.ends_with("*/");
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_types_go() {
        let script = "// one\nlet a = 1; // two\n/** three\n * four\n */\n\nlet b = /** @type {X} */ (a);\n\
            /** @type {X} */ (b).c = 2;\n/** five */\n  let d = 2;\n";
        assert_eq!(
            without_comments(script),
            "let a = 1; // two\nlet b = (a);\n(b).c = 2;\nlet d = 2;\n"
        );
    }

    #[test]
    fn every_file_finds_what_it_imports() {
        for (bundle, files) in BUNDLES {
            for (name, text) in files {
                let wanted = text.lines().filter(|line| line.starts_with("import"));
                for line in wanted {
                    let (_, from) = import(line).expect("an import that can be read");
                    assert!(holder(from).is_some(), "{bundle}: {name}: {line}");
                }
            }
        }
    }

    #[test]
    fn nothing_has_the_same_name_twice() {
        for (bundle, files) in BUNDLES {
            let mut names = BTreeSet::new();
            for (name, text) in files {
                let declared = text.lines().filter_map(|line| {
                    let line = line.strip_prefix("export ").unwrap_or(line);
                    let line = line.strip_prefix("async ").unwrap_or(line);
                    let kinds = ["const ", "let ", "function ", "class "];
                    let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
                    rest.split([' ', '(', ';']).next()
                });
                for one in declared {
                    assert!(names.insert(one), "{bundle}: {name}: {one}");
                }
            }
        }
    }
}
