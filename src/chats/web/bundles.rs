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
        files!["dom.js" "kept.js" "server.js" "said.js" "cues.js" "sprites.js" "dress.js" "board.js" "answer.js" "main.js"],
    ),
    (
        "match.js",
        files!["fit.js" "live.js" "drawn.js" "lens.js" "hands.js" "grid.js" "past.js" "calls.js" "list.js" "plates.js" "entry.js" "beside.js" "waits.js" "choice.js" "match.js"],
    ),
    ("cards.js", files!["cards.js"]),
    ("home.js", files!["home.js"]),
];

/// Returns all scripts by their names.
pub(super) fn all() -> impl Iterator<Item = (&'static str, String)> {
    let made = BUNDLES.iter();
    made.map(|(name, files)| (*name, without_spaces(&bundle(files))))
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

/// What a character of a script is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum In {
    /// Code, with this many braces open; the code in a template ends with one more.
    Code(usize),
    /// A text in these quotes.
    Text(char),
    Template,
    /// A pattern, or a class of characters in one.
    Pattern {
        in_class: bool,
    },
}

/// Signs beside which a space says nothing.
const SIGNS: &str = "{}()[],;:?=<>*&|!+-";

/// Returns a script without the spaces and the ends of lines that nobody needs. It has no comments, no text of it runs
/// over lines, and where it has a slash after a sign a pattern begins.
fn without_spaces(script: &str) -> String {
    let mut kept = String::with_capacity(script.len());
    for line in script.lines() {
        let line = line_without_spaces(line);
        // Elsewhere the end of a line may end a statement.
        let goes_on =
            kept.ends_with(['{', '(', '[', ',', ';']) || line.starts_with(['}', ')', ']']);
        if !goes_on && !kept.is_empty() {
            kept.push('\n');
        }
        kept.push_str(&line);
    }
    kept
}

fn line_without_spaces(line: &str) -> String {
    let mut kept = String::with_capacity(line.len());
    let mut inside = vec![In::Code(0)];
    let mut chars = line.chars().peekable();
    while let Some(one) = chars.next() {
        let is_outermost = inside.len() == 1;
        let Some(top) = inside.last_mut() else {
            break;
        };
        if one == '\\' && !matches!(top, In::Code(_)) {
            kept.push(one);
            kept.extend(chars.next());
            continue;
        }
        match (*top, one) {
            (In::Code(_), ' ') => {
                let (before, after) = (kept.chars().next_back(), chars.peek().copied());
                let is_sign = |one: Option<char>| one.is_some_and(|one| SIGNS.contains(one));
                let adds = |one: Option<char>| one.is_some_and(|one| matches!(one, '+' | '-'));
                if (is_sign(before) || is_sign(after)) && !(adds(before) && adds(after)) {
                    continue;
                }
            }
            (In::Code(_), '"' | '\'') => inside.push(In::Text(one)),
            (In::Code(_), '`') => inside.push(In::Template),
            (In::Code(_), '/') if begins_pattern(&kept) => {
                inside.push(In::Pattern { in_class: false });
            }
            (In::Code(open), '{') => *top = In::Code(open + 1),
            (In::Code(0), '}') if !is_outermost => drop(inside.pop()),
            (In::Code(open), '}') => *top = In::Code(open.saturating_sub(1)),
            (In::Template, '$') if chars.peek() == Some(&'{') => {
                kept.push(one);
                kept.extend(chars.next());
                inside.push(In::Code(0));
                continue;
            }
            (In::Template, '`') | (In::Pattern { in_class: false }, '/') => drop(inside.pop()),
            (In::Text(quote), _) if quote == one => drop(inside.pop()),
            (In::Pattern { .. }, '[' | ']') => {
                *top = In::Pattern {
                    in_class: one == '[',
                };
            }
            (In::Code(_) | In::Text(_) | In::Template | In::Pattern { .. }, _) => {}
        }
        kept.push(one);
    }
    kept
}

/// Returns true if a slash after this begins a pattern, and divides nothing.
fn begins_pattern(before: &str) -> bool {
    let before = before.trim_end();
    before.is_empty()
        || before.ends_with([
            '(', ',', '=', ':', '[', '!', '&', '|', '?', '{', '}', ';', '>',
        ])
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
    fn spaces_go_where_they_say_nothing() {
        for (script, short) in [
            (
                "import { a, b } from \"./c.js\";\nlet d = { e: 1 };\n",
                "import{a,b}from \"./c.js\";let d={e:1};",
            ),
            (
                "if (a && !b) {\nreturn c + +d - e;\n} else f();\ng()\nh()\n",
                "if(a&&!b){return c+ +d-e;}else f();g()\nh()",
            ),
            (
                "say(`a, ${b ? `c ${d} ` : \" , \"} { e`, \"f = \\\" , g\");\n",
                "say(`a, ${b?`c ${d} `:\" , \"} { e`,\"f = \\\" , g\");",
            ),
            (
                "a = b.replace(/ , \\/ [/ ] ,/g, c) / 2 / d;\n",
                "a=b.replace(/ , \\/ [/ ] ,/g,c)/ 2 / d;",
            ),
            (
                "const a = async b => { await c; }\n",
                "const a=async b=>{await c;}",
            ),
        ] {
            assert_eq!(without_spaces(script), short);
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
