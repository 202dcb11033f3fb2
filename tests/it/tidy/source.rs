//! Rust source as words and signs, and the paths that are named in it.
//!
//! Read by hand and not with a parser such as `syn`: it is enough to know words and signs, it finds
//! paths inside macros as well, and it needs no further crate.

use std::path::Path;

/// A file of source code.
pub(super) struct Source {
    /// Its path from the top of the repository, such as `src/rules/mod.rs`.
    pub(super) path: String,
    /// The text of the file.
    pub(super) text: String,
}

/// A word or a sign. Comments, texts in quotes and lifetimes are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) text: String,
    pub(super) line: usize,
    /// True if it stands in something that only tests see.
    pub(super) in_test: bool,
}

/// The target of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// Something in this crate, from its top.
    Inner(Vec<String>),
    /// Something in another crate, whose name comes first.
    Outer(Vec<String>),
}

impl Source {
    /// Returns the part of the program it belongs to: `rules`, `render`, …; for files right under
    /// `src` the name of the file.
    pub(super) fn room(&self) -> &str {
        let inner = self.path.strip_prefix("src/").unwrap_or(&self.path);
        let end = inner.find('/').unwrap_or(inner.len());
        inner[..end].trim_end_matches(".rs")
    }

    /// Returns the names of the modules it lies in, from the top of the crate.
    pub(super) fn module(&self) -> Vec<String> {
        let inner = self.path.strip_prefix("src/").unwrap_or(&self.path);
        // The one module that is not called like its folder.
        let inner = inner.replace("store/sled", "store/embedded");
        let mut names: Vec<String> = inner
            .trim_end_matches(".rs")
            .split('/')
            .map(str::to_owned)
            .collect();
        if names
            .last()
            .is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str()))
        {
            names.pop();
        }
        names
    }

    /// Returns its words and signs.
    pub(super) fn tokens(&self) -> Vec<Token> {
        let mut tokens = lex(&self.text);
        mark_tests(&mut tokens);
        if Path::new(&self.path).ends_with("tests.rs") {
            tokens.iter_mut().for_each(|token| token.in_test = true);
        }
        tokens
    }

    /// Returns the paths in this crate that it hands on under names of its own, by `pub use`.
    pub(super) fn exports(&self, crates: &[String]) -> Vec<Vec<String>> {
        let tokens = self.tokens();
        let local = modules(&tokens);
        let module = self.module();
        let mut found = Vec::new();
        for at in 1..tokens.len() {
            let is_public = ["pub", ")"].contains(&text(&tokens, at - 1));
            if text(&tokens, at) == "use" && is_public {
                let (mut at, mut named) = (at + 1, Vec::new());
                read_tree(&tokens, &mut at, &[], &mut named);
                for path in named {
                    if let Some(Target::Inner(path)) = resolve(path, &module, &local, &[], crates) {
                        found.push(path);
                    }
                }
            }
        }
        found
    }

    /// Returns all paths that are named in it, by `use` or where they are used, with their lines.
    /// `crates` are the names of other crates.
    pub(super) fn paths(&self, crates: &[String]) -> Vec<(Target, usize)> {
        let tokens = self.tokens();
        let local = modules(&tokens);
        let mut imported: Vec<Vec<String>> = Vec::new();
        let mut module = self.module();
        let mut inner: Vec<usize> = Vec::new();
        let mut depth = 0;
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let (line, start) = (token.line, at);
            let mut named: Vec<Vec<String>> = Vec::new();
            let is_use = token.text == "use";
            match token.text.as_str() {
                "mod" if text(&tokens, at + 2) == "{" => {
                    depth += 1;
                    module.push(text(&tokens, at + 1).to_owned());
                    inner.push(depth);
                    at += 3;
                }
                "{" => {
                    depth += 1;
                    at += 1;
                }
                "}" => {
                    if inner.last() == Some(&depth) {
                        inner.pop();
                        module.pop();
                    }
                    depth -= 1;
                    at += 1;
                }
                "use" if text(&tokens, at + 1) != "<" => {
                    at += 1;
                    read_tree(&tokens, &mut at, &[], &mut named);
                }
                _ => {
                    at += 1;
                    if begins_path(&tokens, start) {
                        let mut path = vec![token.text.clone()];
                        if token.text == "::" {
                            path.push(text(&tokens, at).to_owned());
                            at += 1;
                        }
                        while text(&tokens, at) == "::" && is_word(text(&tokens, at + 1)) {
                            path.push(text(&tokens, at + 1).to_owned());
                            at += 2;
                        }
                        if path.len() > 1 {
                            named.push(path);
                        }
                    }
                }
            }
            for path in named {
                if let Some(target) = resolve(path, &module, &local, &imported, crates) {
                    if let (true, Target::Inner(path)) = (is_use, &target) {
                        imported.push(path.clone());
                    }
                    found.push((target, line));
                }
            }
        }
        found
    }
}

/// Returns the names of the modules that are declared in a file.
fn modules(tokens: &[Token]) -> Vec<&str> {
    let pairs = tokens.windows(2).filter(|pair| pair[0].text == "mod");
    pairs.map(|pair| pair[1].text.as_str()).collect()
}

fn text(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).map_or("", |token| &token.text)
}

fn is_word(text: &str) -> bool {
    text.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// Returns true if a path can begin here, and does not go on, nor is a method or a part of a
/// type's.
fn begins_path(tokens: &[Token], at: usize) -> bool {
    const BEFORE: [&str; 9] = [
        "as", "dyn", "else", "for", "impl", "in", "match", "mut", "return",
    ];
    let before = |back: usize| at.checked_sub(back).map_or("", |at| text(tokens, at));
    match text(tokens, at) {
        "::" if before(1) == ">" => before(2) == "-",
        "::" => !is_word(before(1)) || BEFORE.contains(&before(1)),
        word => is_word(word) && !["::", "."].contains(&before(1)),
    }
}

/// Reads the rest of a `use` into the paths it names.
fn read_tree(tokens: &[Token], at: &mut usize, before: &[String], named: &mut Vec<Vec<String>>) {
    let mut path = before.to_vec();
    loop {
        match text(tokens, *at) {
            "{" => {
                *at += 1;
                while !["}", ""].contains(&text(tokens, *at)) {
                    read_tree(tokens, at, &path, named);
                    if text(tokens, *at) == "," {
                        *at += 1;
                    }
                }
                *at += 1;
                return;
            }
            "::" => {
                if path.is_empty() {
                    path.push("::".to_owned());
                }
                *at += 1;
            }
            "as" => *at += 2,
            word if is_word(word) || word == "*" => {
                path.push(word.to_owned());
                *at += 1;
            }
            _ => {
                named.push(path);
                return;
            }
        }
    }
}

/// Returns the target of a path in a module with these children and these imports; `None` for other
/// names from nearby.
fn resolve(
    path: Vec<String>,
    module: &[String],
    local: &[&str],
    imported: &[Vec<String>],
    crates: &[String],
) -> Option<Target> {
    let is_crate =
        |name: &String| crates.contains(name) || ["std", "core", "alloc"].contains(&name.as_str());
    let mut rest = path.as_slice();
    let mut base: Vec<String> = match rest.first()?.as_str() {
        "::" => return Some(Target::Outer(path[1..].to_vec())),
        "crate" | "rondel" => Vec::new(),
        "self" | "super" => module.to_vec(),
        name if is_crate(&rest[0]) && !local.contains(&name) => {
            return Some(Target::Outer(path));
        }
        name if local.contains(&name) => module.to_vec(),
        name => {
            let called = |path: &&Vec<String>| path.last().is_some_and(|last| last == name);
            let mut base = imported.iter().find(called)?.clone();
            base.extend_from_slice(&path[1..]);
            return Some(Target::Inner(base));
        }
    };
    while let Some(first) = rest.first() {
        match first.as_str() {
            "crate" | "rondel" | "self" => {}
            "super" => drop(base.pop()),
            _ => break,
        }
        rest = &rest[1..];
    }
    base.extend_from_slice(rest);
    Some(Target::Inner(base))
}

/// Marks everything behind `#[cfg(test)]`.
fn mark_tests(tokens: &mut [Token]) {
    const MARK: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut at = 0;
    while at + MARK.len() <= tokens.len() {
        let marked = (0..MARK.len()).all(|nth| tokens[at + nth].text == MARK[nth]);
        if !marked {
            at += 1;
            continue;
        }
        let mut depth = 0;
        while let Some(token) = tokens.get_mut(at) {
            token.in_test = true;
            at += 1;
            match token.text.as_str() {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            if depth == 0 && ["}", ";"].contains(&token.text.as_str()) {
                break;
            }
        }
    }
}

fn lex(text: &str) -> Vec<Token> {
    let letters: Vec<char> = text.chars().collect();
    let letter = |at: usize| letters.get(at).copied().unwrap_or('\0');
    let mut tokens = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < letters.len() {
        let start = at;
        let (begun, mut word) = (line, String::new());
        match (letter(at), letter(at + 1)) {
            ('/', '/') => {
                while at < letters.len() && letter(at) != '\n' {
                    at += 1;
                }
            }
            ('/', '*') => {
                let mut depth = 0;
                loop {
                    match (letter(at), letter(at + 1)) {
                        ('/', '*') => (depth, at) = (depth + 1, at + 2),
                        ('*', '/') => (depth, at) = (depth - 1, at + 2),
                        _ => at += 1,
                    }
                    if depth == 0 || at >= letters.len() {
                        break;
                    }
                }
            }
            ('"', _) => at = end_of_text(&letters, at + 1),
            // A letter between quotes, or else a lifetime.
            ('\'', '\\') => {
                at += 3;
                while at < letters.len() && letter(at) != '\'' {
                    at += 1;
                }
                at += 1;
            }
            ('\'', _) if letter(at + 2) == '\'' => at += 3,
            ('\'', _) => {
                at += 1;
                while is_part(letter(at)) {
                    at += 1;
                }
            }
            (first, _) if is_part(first) => {
                while is_part(letter(at)) {
                    word.push(letter(at));
                    at += 1;
                }
                // Texts whose quotes come after a letter: r"", b"", br#""#, c"".
                let is_prefix = ["r", "b", "br", "c", "cr"].contains(&word.as_str());
                let raw = word.contains('r');
                let hashes = (at..).take_while(|at| letter(*at) == '#').count();
                if is_prefix && letter(at) == '"' && !raw {
                    at = end_of_text(&letters, at + 1);
                    word.clear();
                } else if is_prefix && raw && letter(at + hashes) == '"' {
                    at = end_of_raw_text(&letters, at + hashes + 1, hashes);
                    word.clear();
                } else if word == "r" && hashes == 1 && is_part(letter(at + 1)) {
                    // A name that is a word of the language too: r#move.
                    word.clear();
                    at += 1;
                    while is_part(letter(at)) {
                        word.push(letter(at));
                        at += 1;
                    }
                }
            }
            (':', ':') => {
                word.push_str("::");
                at += 2;
            }
            (sign, _) => {
                if !sign.is_whitespace() {
                    word.push(sign);
                }
                at += 1;
            }
        }
        let end = at.min(letters.len());
        line += letters[start..end]
            .iter()
            .filter(|letter| **letter == '\n')
            .count();
        if !word.is_empty() {
            tokens.push(Token {
                text: word,
                line: begun,
                in_test: false,
            });
        }
    }
    tokens
}

fn is_part(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn end_of_text(letters: &[char], mut at: usize) -> usize {
    while at < letters.len() {
        match letters[at] {
            '\\' => at += 2,
            '"' => return at + 1,
            _ => at += 1,
        }
    }
    at
}

fn end_of_raw_text(letters: &[char], mut at: usize, hashes: usize) -> usize {
    while at < letters.len() {
        let rest = &letters[at + 1..];
        if letters[at] == '"'
            && rest
                .iter()
                .take(hashes)
                .filter(|sign| **sign == '#')
                .count()
                == hashes
        {
            return at + 1 + hashes;
        }
        at += 1;
    }
    at
}

/// Returns the paths in a piece of source, written out.
fn written(path: &str, text: &str) -> Vec<String> {
    let source = Source {
        path: path.to_owned(),
        text: text.to_owned(),
    };
    source
        .paths(&["serde".to_owned(), "sled".to_owned()])
        .into_iter()
        .map(|(target, line)| match target {
            Target::Inner(path) => format!("{line} crate::{}", path.join("::")),
            Target::Outer(path) => format!("{line} {}", path.join("::")),
        })
        .collect()
}

#[test]
fn paths_are_found() {
    let text = r##"
        // use crate::nothing;
        use crate::{a::{self, B as C}, d};
        pub(crate) use super::{super::e, self::f::*};
        mod g { use super::h; fn i() { super::super::j::k(); } }
        const L: &str = "use sled::no; \" crate::no";
        const M: (char, &str) = ('"', r#"use "sled"::no"#);
        fn n<'a>(o: &'a ::sled::Db) -> serde::Result<std::io::Error> { x.sled::<u8>() }
        #[derive(serde::Serialize)] /* sled::no /* */ sled::no */ struct P;
    "##;
    assert_eq!(
        written("src/q/r.rs", text),
        [
            "3 crate::a::self",
            "3 crate::a::B",
            "3 crate::d",
            "4 crate::e",
            "4 crate::q::f::*",
            "5 crate::q::r::h",
            "5 crate::q::j::k",
            "8 sled::Db",
            "8 serde::Result",
            "8 std::io::Error",
            "9 serde::Serialize",
        ]
    );
    let own = "mod sled; use sled::S; fn t() { sled::u(); ::sled::v(); }";
    assert_eq!(
        written("src/q/mod.rs", own),
        ["1 crate::q::sled::S", "1 crate::q::sled::u", "1 sled::v"]
    );
    let nearby = "mod a; use super::b::{C, d}; fn e() { a::f(); d::g(C::H); i::j() }";
    assert_eq!(
        written("src/q/mod.rs", nearby),
        [
            "1 crate::b::C",
            "1 crate::b::d",
            "1 crate::q::a::f",
            "1 crate::b::d::g",
            "1 crate::b::C::H",
        ]
    );
}

#[test]
fn tests_are_told_apart() {
    let text = "fn a() { b.unwrap() } #[cfg(test)] mod c { fn d() { e.unwrap() } } fn f() {}";
    let source = Source {
        path: "src/q.rs".to_owned(),
        text: text.to_owned(),
    };
    let tokens = source.tokens();
    let in_test = |word: &str| {
        let token = tokens.iter().find(|token| token.text == word);
        token.is_some_and(|token| token.in_test)
    };
    assert!(!in_test("b") && in_test("e") && !in_test("f"));
}
