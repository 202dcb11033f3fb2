//! Figures of how the code is written: words, names of types, circles of files, and its length. Each
//! is printed, and held to a bound.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    assert_none, crates, files, read,
    source::{Source, Target},
    sources,
};

/// Beginnings of a doc comment that hold the reader in the air.
const OPENINGS: &[&str] = &[
    "What", "Whatever", "Whether", "Which", "Who", "Whom", "Whose", "Whoever", "How", "Where",
    "When", "That", "Why",
];
/// The most doc comments with one of the [`OPENINGS`], in thousandths of all.
const MOST_OPENINGS: usize = 50;

/// Words that nobody says, written apart so that they are not found here.
const ODD: &[&[&str]] = &[
    &["whoever"],
    &["whomever"],
    &["anew"],
    &["awaited"],
    &["aslant"],
    &["so", "many"],
    &["of", "whom"],
    &["put", "an", "end"],
    &["is", "met", "by"],
];
const MOST_ODD: usize = 10;
/// Specifications, which are not ours to reword.
const GIVEN: &[&str] = &["docs/INTERFACES.md", "docs/RULES.md"];

/// The most names of types that are declared in several files.
const MOST_SHARED: usize = 8;

/// The rooms whose files know each other in one direction.
const ONE_WAY: &[&str] = &[
    "commands",
    "messages",
    "chats",
    "render",
    "computer",
    "tools",
    "matchplay",
    "store",
    "transcript",
];

/// The most places that list more than half of all events.
const MOST_EVENT_LISTS: usize = 6;

/// The most files in which the type that answers commands is implemented.
const MOST_IMPLS: usize = 2;

/// Returns the first lines of all doc comments.
fn docs(text: &str) -> Vec<&str> {
    let mut inside = false;
    let mut found = Vec::new();
    for line in text.lines().map(str::trim_start) {
        let doc = line
            .strip_prefix("///")
            .or_else(|| line.strip_prefix("//!"));
        match doc.map(str::trim).filter(|doc| !doc.is_empty()) {
            Some(doc) if !inside => found.push(doc),
            _ => {}
        }
        inside = doc.is_some();
    }
    found
}

fn opens_badly(doc: &str) -> bool {
    let first = doc.split(|letter: char| !letter.is_alphanumeric()).next();
    first.is_some_and(|first| OPENINGS.contains(&first))
}

/// Returns the words of a text, those within names too, in small letters and with their lines.
fn words(text: &str) -> Vec<(String, usize)> {
    let mut found: Vec<(String, usize)> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let mut before = ' ';
        for letter in line.chars() {
            if letter.is_alphanumeric() {
                let begins =
                    !before.is_alphanumeric() || (before.is_lowercase() && letter.is_uppercase());
                if begins {
                    found.push((String::new(), number));
                }
                if let Some((word, _)) = found.last_mut() {
                    word.extend(letter.to_lowercase());
                }
            }
            before = letter;
        }
    }
    found
}

/// Returns the lines of [`ODD`] words, with the words.
fn odd(text: &str) -> Vec<(usize, String)> {
    let words = words(text);
    let mut found = Vec::new();
    for at in 0..words.len() {
        for odd in ODD {
            let here = words[at..].iter().map(|(word, _)| word.as_str());
            if here.take(odd.len()).eq(odd.iter().copied()) {
                found.push((words[at].1, odd.join(" ")));
            }
        }
    }
    found
}

/// Returns the names of types that are declared in several files, with these. A command's own file
/// may have private types of any name.
fn shared_names(sources: &[Source]) -> BTreeMap<String, BTreeSet<&str>> {
    let mut declared: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for source in sources {
        let own = source.path.strip_prefix("src/commands/");
        let is_command = own.is_some_and(|name| !name.contains('/'));
        let tokens = source.tokens();
        let mut depth = 0;
        for (at, token) in tokens.iter().enumerate() {
            match token.text.as_str() {
                "{" => depth += 1,
                "}" => depth -= 1,
                // Types within traits belong to them.
                "struct" | "enum" | "trait" | "type" if token.text != "type" || depth == 0 => {
                    let before = at.checked_sub(1).map_or("", |at| &tokens[at].text);
                    let is_private = !["pub", ")"].contains(&before);
                    let Some(name) = tokens.get(at + 1) else {
                        continue;
                    };
                    let named = name.text.starts_with(char::is_uppercase);
                    if named && !token.in_test && !(is_command && is_private) {
                        let files = declared.entry(name.text.clone()).or_default();
                        files.insert(&source.path);
                    }
                }
                _ => {}
            }
        }
    }
    declared.retain(|_, files| files.len() > 1);
    declared
}

/// Files that name each other, by their modules.
struct Graph {
    /// The file of each module.
    modules: BTreeMap<Vec<String>, String>,
    /// The names that a module hands on, with the paths that they stand for.
    exports: BTreeMap<Vec<String>, Vec<Vec<String>>>,
}

impl Graph {
    fn of(sources: &[Source], crates: &[String]) -> Graph {
        Graph {
            modules: sources
                .iter()
                .map(|source| (source.module(), source.path.clone()))
                .collect(),
            exports: sources
                .iter()
                .map(|source| (source.module(), source.exports(crates)))
                .collect(),
        }
    }

    /// Returns the file in which a path is declared, beyond all modules that hand it on.
    fn file(&self, path: &[String]) -> Option<&str> {
        let mut path = path.to_vec();
        // Names are handed on a few times at most.
        for _ in 0..8 {
            path.pop_if(|last| last == "self");
            let there = (1..=path.len()).rev();
            let len = there
                .into_iter()
                .find(|len| self.modules.contains_key(&path[..*len]))?;
            let (module, rest) = path.split_at(len);
            let onward = rest.first().and_then(|name| {
                let exports = self.exports.get(module)?.iter();
                let mut exports = exports.filter(|export| export.last() == Some(name));
                exports.find(|export| export.as_slice() != &path[..=len])
            });
            match onward {
                Some(onward) => path = [onward.as_slice(), &rest[1..]].concat(),
                None => return self.modules.get(module).map(String::as_str),
            }
        }
        None
    }
}

/// Returns the groups of files that name each other in a circle, by `use` or by a path where it is
/// used. A method called through `Self` is of a type whose path stands in the file as well. The list
/// of a module's children, `mod`, `pub use` and the table of commands, is no knowledge of them.
fn circles(sources: &[Source], crates: &[String]) -> Vec<BTreeSet<String>> {
    let graph = Graph::of(sources, crates);
    let mut known: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for source in sources {
        let tests: BTreeSet<usize> = source
            .tokens()
            .iter()
            .filter(|token| token.in_test)
            .map(|token| token.line)
            .collect();
        let lists = source.exports(crates);
        let files = known.entry(source.path.clone()).or_default();
        for (target, line) in source.paths(crates) {
            let Target::Inner(path) = target else {
                continue;
            };
            let is_entry = path.last().is_some_and(|last| last == "COMMAND");
            let is_child = path.starts_with(&source.module());
            if tests.contains(&line) || is_child && (is_entry || lists.contains(&path)) {
                continue;
            }
            files.extend(graph.file(&path).map(str::to_owned));
        }
        files.remove(&source.path);
    }
    let reached = |from: &String| {
        let mut reached = BTreeSet::new();
        let mut waiting = vec![from];
        while let Some(file) = waiting.pop() {
            for next in known.get(file).into_iter().flatten() {
                if reached.insert(next.clone()) {
                    waiting.push(next);
                }
            }
        }
        reached
    };
    let reached: BTreeMap<&String, BTreeSet<String>> =
        known.keys().map(|file| (file, reached(file))).collect();
    let rings: BTreeSet<BTreeSet<String>> = known
        .keys()
        .filter(|file| reached[file].contains(*file))
        .map(|file| {
            let back = |other: &&String| reached.get(other).is_some_and(|all| all.contains(file));
            reached[file].iter().filter(back).cloned().collect()
        })
        .collect();
    rings.into_iter().collect()
}

/// Returns true if a type is implemented in a source, and the same for each of its public fields.
fn implements(source: &Source, name: &str) -> (bool, usize) {
    let tokens = source.tokens();
    let until = |at: usize, end: &str| {
        let rest = tokens[at..].iter().map(|token| token.text.as_str());
        rest.take_while(|text| *text != end).collect::<Vec<_>>()
    };
    let (mut implemented, mut public) = (false, 0);
    for at in 1..tokens.len() {
        let head = || {
            let head = until(at, "{");
            let target = head.iter().rposition(|word| *word == "for").unwrap_or(0);
            head[target..].contains(&name)
        };
        match tokens[at - 1].text.as_str() {
            "impl" if !tokens[at].in_test => implemented |= head(),
            "struct" if tokens[at].text == name => {
                let fields = until(at, "}");
                public += fields.iter().filter(|word| **word == "pub").count();
            }
            _ => {}
        }
    }
    (implemented, public)
}

fn is_of(rooms: &[&str]) -> impl Fn(&Source) -> bool {
    |source| rooms.contains(&source.room())
}

#[test]
fn doc_comments_open_with_what_they_are_about() {
    let sources = sources();
    let (mut all, mut bad) = (0, Vec::new());
    for source in &sources {
        for doc in docs(&source.text) {
            all += 1;
            if opens_badly(doc) {
                bad.push(format!("{}: {doc}", source.path));
            }
        }
    }
    let thousandths = bad.len() * 1000 / all;
    println!(
        "{} of {all} doc comments open with What, Whether, Who, That …: {thousandths} ‰",
        bad.len()
    );
    if thousandths > MOST_OPENINGS {
        assert_none(&bad, "too many doc comments hold the reader in the air");
    }
}

#[test]
fn words_are_those_that_people_say() {
    let docs = files(&["docs"], &[".md"]).into_iter();
    let docs = docs.filter(|path| !GIVEN.contains(&path.as_str()));
    let more = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(str::to_owned);
    let docs = docs.chain(more).map(|path| Source {
        text: read(&path),
        path,
    });
    let mut found = Vec::new();
    for source in sources().into_iter().chain(docs) {
        let odd = odd(&source.text).into_iter();
        found.extend(odd.map(|(line, word)| format!("{}:{line}: {word}", source.path)));
    }
    println!("{} words that nobody says", found.len());
    if found.len() > MOST_ODD {
        assert_none(&found, "too many words that nobody says");
    }
}

#[test]
fn a_name_of_a_type_stands_for_one_thing() {
    let sources = sources();
    let shared = shared_names(&sources);
    println!("{} names of types stand in several files", shared.len());
    let lines: Vec<String> = shared
        .iter()
        .map(|(name, files)| {
            format!(
                "{name}: {}",
                Vec::from_iter(files.iter().copied()).join(" ")
            )
        })
        .collect();
    for line in &lines {
        println!("  {line}");
    }
    if shared.len() > MOST_SHARED {
        assert_none(&lines, "too many names stand for several types");
    }
}

#[test]
fn files_know_each_other_in_one_direction() {
    let mut sources = sources();
    sources.retain(is_of(ONE_WAY));
    let circles = circles(&sources, &crates());
    let inside: usize = circles.iter().map(BTreeSet::len).sum();
    println!(
        "{inside} of {} files know each other in circles",
        sources.len()
    );
    let lines: Vec<String> = circles
        .iter()
        .map(|files| Vec::from_iter(files.iter().cloned()).join(" "))
        .collect();
    assert_none(&lines, "files that know each other in circles");
}

/// Returns the names of the variants of an enum, wherever it is declared.
fn variants(sources: &[Source], name: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for source in sources {
        let tokens = source.tokens();
        let declared = tokens
            .windows(3)
            .position(|words| words[0].text == "enum" && words[1].text == name);
        let Some(at) = declared else {
            continue;
        };
        let mut depth = 0;
        let mut before = "";
        for token in &tokens[at + 2..] {
            match token.text.as_str() {
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => depth -= 1,
                word if depth == 1 && (before == "{" || before == ",") => {
                    found.insert(word.to_owned());
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
            before = token.text.as_str();
        }
    }
    found
}

/// Returns the lines of all matches and tables that name more than half of these variants
/// of an enum.
fn lists_of(source: &Source, name: &str, variants: &BTreeSet<String>) -> Vec<usize> {
    let tokens = source.tokens();
    let is = |at: usize, text: &str| tokens.get(at).is_some_and(|token| token.text == text);
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let opens = token.text == "match" || token.text == "table" && is(at + 1, "!");
        if !opens || token.in_test {
            continue;
        }
        let mut depth = 0;
        let mut named = BTreeSet::new();
        for inner in at + 1..tokens.len() {
            match tokens[inner].text.as_str() {
                "{" => depth += 1,
                "}" if depth == 1 => break,
                "}" => depth -= 1,
                ";" if depth == 0 => break,
                of if of == name || of == "Self" => {
                    let path = (1..=3).map(|next| tokens.get(inner + next));
                    let last = path.flatten().find(|next| !next.text.starts_with(':'));
                    named.extend(last.map(|next| next.text.clone()));
                }
                _ => {}
            }
        }
        if named.intersection(variants).count() * 2 > variants.len() {
            found.push(token.line);
        }
    }
    found
}

#[test]
fn few_places_list_all_events() {
    let sources = sources();
    let events = variants(&sources, "Event");
    let lists: Vec<String> = sources
        .iter()
        .flat_map(|source| {
            let lines = lists_of(source, "Event", &events);
            lines
                .into_iter()
                .map(|line| format!("{}:{line}", source.path))
        })
        .collect();
    println!(
        "{} places list more than half of the {} events: {lists:?}",
        lists.len(),
        events.len()
    );
    assert!(events.len() > 20, "{events:?}");
    assert!((1..=MOST_EVENT_LISTS).contains(&lists.len()), "{lists:?}");
}

#[test]
fn commands_are_answered_in_one_place() {
    let sources = sources();
    let mut files = Vec::new();
    for source in &sources {
        let (implemented, public) = implements(source, "Responder");
        assert_eq!(public, 0, "{}: public fields", source.path);
        files.extend(implemented.then(|| source.path.clone()));
    }
    println!("Responder is implemented in {files:?}");
    assert!((1..=MOST_IMPLS).contains(&files.len()));
}

/// A file for the tests of these figures themselves.
fn file(path: &str, text: &str) -> Source {
    Source {
        path: path.to_owned(),
        text: text.to_owned(),
    }
}

#[test]
fn openings_of_doc_comments_are_seen() {
    let text = "//! Whom it concerns.\n\n/// Whether.\n/// That.\nfn a() {\n    // Why\n    \
        /// Returns what.\n    fn b() {}\n}\n/// Thatched.\n";
    let docs = docs(text);
    assert_eq!(
        docs,
        [
            "Whom it concerns.",
            "Whether.",
            "Returns what.",
            "Thatched."
        ]
    );
    let bad: Vec<bool> = docs.into_iter().map(opens_badly).collect();
    assert_eq!(bad, [true, true, false, false]);
}

#[test]
fn odd_words_are_seen_in_comments_and_names() {
    let (so, many, awaited) = (ODD[5][0], ODD[5][1], ODD[3][0]);
    let text = format!("/// Not {so}\n/// {many}.\nfn {awaited}_by() {{}}\nstruct NotA{awaited};");
    let found = odd(&text);
    assert_eq!(
        found,
        [(1, format!("{so} {many}")), (3, awaited.to_owned())]
    );
    let upper = format!("{}{}", awaited[..1].to_uppercase(), &awaited[1..]);
    assert_eq!(odd(&format!("Is{upper}")), [(1, awaited.to_owned())]);
}

#[test]
fn names_that_stand_for_several_types_are_seen() {
    let sources = [
        file(
            "src/a.rs",
            "pub struct A; enum B {} impl T for A { type C = u8; }",
        ),
        file(
            "src/b.rs",
            "pub(super) enum A {} impl T for B { type C = u8; }",
        ),
        file(
            "src/commands/c.rs",
            "enum A {} struct B; pub(super) struct D;",
        ),
        file(
            "src/commands/d.rs",
            "pub struct D; #[cfg(test)] mod tests { struct B; }",
        ),
    ];
    let shared = shared_names(&sources);
    let names: Vec<&str> = shared.keys().map(String::as_str).collect();
    assert_eq!(names, ["A", "D"]);
    assert_eq!(
        Vec::from_iter(shared["A"].iter().copied()),
        ["src/a.rs", "src/b.rs"]
    );
}

#[test]
fn a_circle_of_three_is_seen() {
    let parent = "mod a; mod b; mod c; mod d; pub use self::{a::A, b::B}; \
        const COMMANDS: &[C] = &[a::COMMAND, b::COMMAND];";
    let a = "use super::B; pub struct A;";
    let b = "pub struct B; fn b() { crate::commands::c::there() }";
    let d = "use super::A; #[cfg(test)] mod tests { use super::super::e; }";
    let e = "use super::d;";
    let sources = |c: &str| {
        [
            file("src/commands/mod.rs", parent),
            file("src/commands/a.rs", a),
            file("src/commands/b.rs", b),
            file("src/commands/c.rs", c),
            file("src/commands/d.rs", d),
            file("src/commands/e.rs", e),
        ]
    };
    assert!(circles(&sources("fn there() {}"), &[]).is_empty());
    let found = circles(&sources("fn there() -> super::A { Self::of() }"), &[]);
    let ring = ["a", "b", "c"].map(|name| format!("src/commands/{name}.rs"));
    assert_eq!(found, [BTreeSet::from(ring)]);
    // A parent that uses its child, which uses the parent.
    let two = [
        file(
            "src/messages/mod.rs",
            "mod a; fn b() { a::c() } pub struct D;",
        ),
        file("src/messages/a.rs", "fn c() -> super::D {}"),
    ];
    assert_eq!(circles(&two, &[]).len(), 1);
}

#[test]
fn lists_of_more_than_half_are_seen() {
    let declared = file("src/a.rs", "pub enum E { A, B { b: u8 }, C(u8, u8), D }");
    let names = variants(std::slice::from_ref(&declared), "E");
    assert_eq!(names, ["A", "B", "C", "D"].map(String::from).into());
    for (text, found) in [
        (
            "fn f() { match e { E::A => {} E::B { b } | E::C(..) => {} _ => {} } }",
            1,
        ),
        (
            "fn f() { match self { Self::A | Self::B { .. } | Self::D => {} _ => {} } }",
            1,
        ),
        (
            "table! { E: \"a\" () { E::A } \"b\" () { E::B } \"c\" () { E::C } }",
            1,
        ),
        ("fn f() { match e { E::A => E::B, _ => E::A } }", 0),
        ("fn f() { if let E::A | E::B { .. } | E::C(..) = e {} }", 0),
        (
            "#[cfg(test)] mod tests { fn f() { match e { E::A | E::B | E::C => {} } } }",
            0,
        ),
    ] {
        assert_eq!(
            lists_of(&file("src/b.rs", text), "E", &names).len(),
            found,
            "{text}"
        );
    }
}

#[test]
fn implementations_and_public_fields_are_seen() {
    let text = "pub struct R { a: u8, pub(super) b: u8 } pub struct S { pub c: u8 }";
    assert_eq!(implements(&file("src/a.rs", text), "R"), (false, 1));
    for (head, implemented) in [
        ("impl R {}", true),
        ("impl<T> fmt::Debug for R {}", true),
        ("impl From<R> for S {}", false),
        ("#[cfg(test)] mod tests { impl R {} }", false),
    ] {
        let text = format!("struct S; {head}");
        assert_eq!(implements(&file("src/a.rs", &text), "R"), (implemented, 0));
    }
}
