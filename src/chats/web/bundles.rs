//! The scripts of the page as browsers get them: several files of `web/` in one, so that a page waits for few, without
//! comments, types and spaces.

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
        files!["dom.js" "kept.js" "server.js" "fit.js" "said.js" "cues.js" "sprites.js" "dress.js" "board.js" "answer.js" "main.js"],
    ),
    (
        "match.js",
        files!["live.js" "drawn.js" "lens.js" "hands.js" "grid.js" "past.js" "calls.js" "list.js" "plates.js" "entry.js" "beside.js" "waits.js" "choice.js" "match.js"],
    ),
    ("cards.js", files!["cards.js"]),
    ("home.js", files!["home.js"]),
];

/// Returns all scripts by their names.
pub(super) fn all() -> impl Iterator<Item = (&'static str, String)> {
    let made = BUNDLES.iter();
    made.map(|(name, files)| (*name, shortened(&bundle(files))))
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
    for (_, text) in files {
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

/// Returns a script without comments, the types among them, and without the spaces that nobody needs.
pub(super) fn shortened(script: &str) -> String {
    minifier::js::minify(script).map_or_else(|_| script.to_owned(), |short| short.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_script_is_shortened() {
        for (name, files) in BUNDLES {
            let long = bundle(files);
            let short = minifier::js::minify(&long).expect(name).to_string();
            assert!(2 * short.len() < long.len() + long.len() / 2, "{name}");
        }
    }

    /// The library drops the spaces that keep these apart, and takes these patterns for divisions.
    #[test]
    fn nothing_is_written_that_shortening_would_change() {
        for (_, files) in BUNDLES {
            for (name, text) in files {
                for line in text.lines() {
                    // Types begin so, too.
                    let line = line.replace("return /*", "");
                    for form in ["+ +", "- -", "return /"] {
                        assert!(!line.contains(form), "{name}: {line}");
                    }
                }
            }
        }
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
