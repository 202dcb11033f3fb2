//! Texts for people agree with the program and with themselves.

use rondel::{
    commands::{COMMANDS, Command},
    host::{LIMITS, LimitRow},
    messages::{Language, Texts},
};

use super::{assert_none, files, read, root};

/// Returns the line of docs/COMMANDS.md for a command.
fn command_line(command: &Command) -> String {
    let options: Vec<String> = command
        .options
        .iter()
        .map(|option| {
            let needed = if option.required { "" } else { "?" };
            format!("`{}:`{needed}", option.name)
        })
        .collect();
    let what = Texts::english().word(&format!("command-{}", command.name));
    format!("| `/{}` | {} | {what} |", command.name, options.join(" ")).replace("|  |", "| |")
}

#[test]
fn the_page_of_commands_lists_them() {
    let page = read("docs/COMMANDS.md");
    let listed: Vec<&str> = page
        .lines()
        .filter(|line| line.starts_with("| `/"))
        .collect();
    let wanted: Vec<String> = COMMANDS.iter().map(command_line).collect();
    assert_eq!(
        listed,
        wanted,
        "the table of commands in docs/COMMANDS.md is\n{}",
        wanted.join("\n")
    );
}

#[test]
fn the_page_for_operators_has_the_table_of_limits() {
    let line = |row: &LimitRow| {
        let time = match row.within.map(|within| within.as_secs()) {
            None => String::from("at once"),
            Some(1) => String::from("a second"),
            Some(60) => String::from("a minute"),
            Some(other) => format!("in {other} seconds"),
        };
        format!("| {} | {} | {} {time} |", row.what, row.whose, row.most)
    };
    let wanted: Vec<String> = LIMITS.iter().map(line).collect();
    let page = read("docs/OPERATIONS.md");
    let table = page
        .lines()
        .skip_while(|line| *line != "| What | For each | At most |");
    let listed: Vec<&str> = table
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .collect();
    let wanted_lines = wanted.join("\n");
    assert_eq!(
        listed, wanted,
        "the table of limits in docs/OPERATIONS.md is\n{wanted_lines}"
    );
}

/// Returns every line of every text, with its place.
fn lines_of_texts() -> Vec<(String, String)> {
    let mut lines = Vec::new();
    for path in files(&["assets/texts"], &[".ftl"]) {
        for (number, line) in (1..).zip(read(&path).lines()) {
            lines.push((format!("{path}:{number}"), line.to_owned()));
        }
    }
    lines
}

/// Returns the word with which a text begins, as names of commands are written.
fn word(text: &str) -> &str {
    let end = text.find(|letter: char| !letter.is_lowercase() && letter != '-');
    &text[..end.unwrap_or(text.len())]
}

/// Returns the command of this English name.
fn of_name(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

/// Returns the command of this name in the language of these words, and in no other.
fn named(words: &Texts, name: &str) -> Option<&'static Command> {
    COMMANDS
        .iter()
        .find(|command| words.command_name(command.name) == name)
}

/// Returns what follows a command in a text and is no option of it, or no choice of its option, in
/// the language of these words.
fn unknown_in(words: &Texts, command: &Command, rest: &str) -> Option<String> {
    for part in rest.split(' ').skip(1) {
        let (name, value) = part.split_once(':')?;
        let is_name = |name: &str| {
            !name.is_empty()
                && name
                    .chars()
                    .all(|letter| letter.is_lowercase() || letter.is_ascii_digit() || letter == '-')
        };
        if !is_name(name) {
            return None;
        }
        let mut options = command.options.iter();
        let Some(option) = options.find(|option| words.option_name(option.name) == name) else {
            return Some(format!("{name}:"));
        };
        let value = word(value);
        let mut choices = option.choices.iter();
        let known = choices.any(|choice| words.choice_name(choice) == value);
        if !option.choices.is_empty() && !value.is_empty() && !known {
            return Some(format!("{name}:{value}"));
        }
    }
    None
}

#[test]
fn commands_that_texts_name_exist() {
    let all = Language::ALL.map(Texts::of);
    let mut wrong = Vec::new();
    for (at, line) in lines_of_texts() {
        if line.starts_with('#') {
            continue;
        }
        let own =
            |words: &&Texts| at.starts_with(&format!("assets/texts/{}/", words.language().word()));
        let words = all.iter().find(own).expect("each language has a folder");
        for (start, _) in line.match_indices('/') {
            let before = line[..start].chars().next_back();
            let rest = &line[start + 1..];
            let name = word(rest);
            let names = !name.is_empty() && !before.is_some_and(char::is_alphanumeric);
            if !names {
                continue;
            }
            match named(words, name) {
                Some(command) => {
                    let unknown = unknown_in(words, command, &rest[name.len()..]);
                    wrong.extend(unknown.map(|what| format!("{at}: /{name} {what}")));
                }
                None => wrong.push(format!("{at}: /{name}")),
            }
        }
        let id = line.split(' ').next().unwrap_or_default();
        let is_choice = |choice: &str| {
            let options = || COMMANDS.iter().flat_map(|command| command.options);
            options().any(|option| {
                let own = choice.strip_prefix(option.name);
                let own = own.and_then(|choice| choice.strip_prefix('-'));
                let mut choices = [Some(choice), own].into_iter().flatten();
                choices.any(|choice| option.choices.contains(&choice))
            })
        };
        let known = match id.split_once('-') {
            Some(("command", name)) => of_name(name).is_some(),
            // Names of commands may have hyphens too.
            Some(("option", name)) => name.match_indices('-').any(|(at, _)| {
                let command = of_name(&name[..at]);
                command.is_some_and(|command| command.option(&name[at + 1..]).is_some())
            }),
            Some(("choice", name)) => is_choice(name),
            _ => true,
        };
        if !known {
            wrong.push(format!("{at}: {id}"));
        }
    }
    assert_none(&wrong, "texts about commands that do not exist");
}

/// Returns the numbers of the sections of a document: `3` of `## 3. Name`, `3.2` of a paragraph
/// that begins with it.
fn sections(path: &str) -> Vec<String> {
    let is_number = |word: &str| {
        word.starts_with(|first: char| first.is_ascii_digit())
            && word
                .chars()
                .all(|letter| letter.is_ascii_digit() || letter == '.')
    };
    read(path)
        .lines()
        .filter_map(|line| {
            line.trim_start_matches("## ")
                .split(' ')
                .next()
                .map(str::to_owned)
        })
        .filter(|word| is_number(word))
        .map(|word| word.trim_end_matches('.').to_owned())
        .collect()
}

/// Returns the sections that a text cites, each with the word before it, so that it is `("rules",
/// "3.2")`. In `rules §3.2, §3.4` the word counts for both.
fn citations(text: &str) -> Vec<(String, String)> {
    let joined: Vec<&str> = text
        .split_whitespace()
        .filter(|word| !["//", "///", "//!", "#", "*"].contains(word))
        .collect();
    let mut found = Vec::new();
    let mut of = String::new();
    for word in joined {
        let mut parts = word.split('§');
        let before = parts.next().unwrap_or_default();
        let before = before.trim_matches(|letter: char| !letter.is_alphanumeric());
        let mut cites = false;
        for part in parts {
            cites = true;
            let end = part.find(|letter: char| !letter.is_ascii_digit() && letter != '.');
            let number = part[..end.unwrap_or(part.len())].trim_end_matches('.');
            if !number.is_empty() {
                found.push((of.clone(), number.to_owned()));
            }
        }
        if !cites && !["to", "and", "or", ""].contains(&before) {
            of = before.to_owned();
        }
    }
    found
}

#[test]
fn citations_are_read() {
    let text = "/// as (rules §3.2, §3.4) and\n/// interfaces §5 to §7; rules\n/// §3.3b. \"§7.1\"";
    let read = citations(text);
    let read: Vec<(&str, &str)> = read
        .iter()
        .map(|(of, number)| (of.as_str(), number.as_str()))
        .collect();
    let wanted = [
        ("rules", "3.2"),
        ("rules", "3.4"),
        ("interfaces", "5"),
        ("interfaces", "7"),
        ("rules", "3.3"),
        ("rules", "7.1"),
    ];
    assert_eq!(read, wanted);
}

#[test]
fn cited_sections_exist() {
    let rules = sections("docs/RULES.md");
    let interfaces = sections("docs/INTERFACES.md");
    assert!(rules.len() > 40 && interfaces.len() >= 9);
    // Their numbers stand nowhere in this repository.
    let absent = ["design", "measured", "experience", "discord.md", "models"];
    let mut paths = files(&["src", "tests/it", "benches"], &[".rs"]);
    paths.extend(files(&["assets/texts"], &[".ftl"]));
    paths.extend(["config/rondel.toml", "README.md", "CHANGELOG.md"].map(str::to_owned));
    paths.extend(["CONTRIBUTING.md", "docs/ARCHITECTURE.md"].map(str::to_owned));
    paths.extend(["docs/BENCHMARKS.md", "docs/GLOSSARY.md"].map(str::to_owned));
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in paths
        .iter()
        .filter(|path| !path.starts_with("tests/it/tidy"))
    {
        for (of, number) in citations(&read(path)) {
            count += 1;
            let exists = match of.as_str() {
                "interfaces" => interfaces.contains(&number),
                _ => rules.contains(&number),
            };
            if !exists || absent.contains(&of.as_str()) {
                wrong.push(format!("{path}: {of} §{number}"));
            }
        }
    }
    println!("citations checked: {count}");
    assert_none(&wrong, "sections that do not exist");
}

#[test]
fn the_architecture_names_every_room() {
    let text = read("docs/ARCHITECTURE.md");
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(root().join("src")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let named = [format!("`src/{name}`"), format!("`src/{name}/`")];
        if !named.iter().any(|name| text.contains(name)) {
            wrong.push(name);
        }
    }
    assert_none(&wrong, "rooms that docs/ARCHITECTURE.md does not name");
}

/// The files that no document names before they are there.
const YET_TO_COME: [&str; 2] = ["src/commands/NAME.rs", "tests/data/events.jsonl"];

#[test]
fn files_that_documents_name_are_there() {
    let roots = [
        "src/", "tests/", "assets/", "docs/", "config/", "web/", "seeds/", ".ci/",
    ];
    let mut wrong = Vec::new();
    let mut paths = files(&["docs", "assets/texts"], &[".md", ".ftl"]);
    paths.extend(["README.md", "CONTRIBUTING.md"].map(str::to_owned));
    for path in paths {
        let is_of_path = |letter: char| letter.is_ascii_alphanumeric() || "_-./*".contains(letter);
        let text = read(&path);
        for word in text.split(|letter| !is_of_path(letter)) {
            let word = word.trim_end_matches('.');
            let named = roots.iter().any(|start| word.starts_with(start));
            let found = word.contains('*') || root().join(word).exists();
            if named && !found && !YET_TO_COME.contains(&word) {
                wrong.push(format!("{path}: {word}"));
            }
        }
    }
    assert_none(&wrong, "files that are not there");
}

#[test]
fn links_lead_somewhere() {
    let mut wrong = Vec::new();
    let mut paths = files(&["docs"], &[".md"]);
    paths.extend(["README.md", "CHANGELOG.md", "CONTRIBUTING.md"].map(str::to_owned));
    for path in paths {
        let text = read(&path);
        let directory = root().join(&path);
        let directory = directory.parent().unwrap();
        for (at, _) in text.match_indices("](") {
            let link = text[at + 2..]
                .split([')', ' ', '#'])
                .next()
                .unwrap_or_default();
            let elsewhere = link.is_empty() || link.contains("://");
            if !elsewhere && !directory.join(link).exists() {
                wrong.push(format!("{path}: {link}"));
            }
        }
    }
    assert_none(&wrong, "links to what is not there");
}
