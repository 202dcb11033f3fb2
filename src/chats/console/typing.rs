//! Continuations of a line that is being typed. Without the terminal, so that they can be tested
//! as data.

use crate::commands::{COMMANDS, Command, Kind, MATCH, Opt, command_called, naming};

/// A kind of word that could stand before the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sought {
    /// The name of the speaker, or of somebody a value names.
    Name,
    /// A command, of the table or of the console.
    Command,
    /// The id of a button.
    Button,
    /// An option of a command, or the value that needs no name.
    Option {
        command: &'static Command,
        /// Options that the line has already.
        given: Vec<String>,
    },
    /// The value of an option.
    Value {
        command: &'static Command,
        option: &'static Opt,
    },
    /// Nothing that is known.
    Nothing,
}

/// The word before the cursor, and what the line says before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Typed<'a> {
    /// Start of the completed word in the line, in bytes.
    pub(super) start: usize,
    /// The part of it that is typed.
    pub(super) text: &'a str,
    pub(super) sought: Sought,
    /// The speaker, where the line says so.
    pub(super) speaker: Option<&'a str>,
    /// The value given as `match:`.
    pub(super) given_match: Option<&'a str>,
}

/// Commands that only the console has.
pub(super) const OWN_COMMANDS: [&str; 2] = ["channel", "press"];

/// Reads a line up to the cursor.
pub(super) fn typed(line: &str) -> Typed<'_> {
    let start = line.rfind(char::is_whitespace).map_or(0, |at| {
        at + line[at..].chars().next().map_or(0, char::len_utf8)
    });
    let (before, text) = line.split_at(start);
    let mut words: Vec<&str> = before.split_whitespace().collect();
    let mut typed = Typed {
        start,
        text,
        sought: Sought::Nothing,
        speaker: None,
        given_match: None,
    };
    // What stands between quotes is nobody's to guess.
    if line.contains('"') || line.trim_start().starts_with('#') {
        return typed;
    }
    if let Some(name) = words.first().and_then(|word| word.strip_prefix('@')) {
        typed.speaker = Some(name);
        words.remove(0);
    }
    let Some(command) = words.first() else {
        typed.sought = if text.starts_with('@') && typed.speaker.is_none() {
            Sought::Name
        } else if text.is_empty() || text.starts_with('/') {
            Sought::Command
        } else {
            Sought::Nothing
        };
        return typed;
    };
    let name = command.strip_prefix('/').unwrap_or_default();
    if name == "press" && words.len() == 1 {
        typed.sought = Sought::Button;
    }
    let Some(command) = command_called(name) else {
        return typed;
    };
    let given: Vec<String> = words[1..]
        .iter()
        .filter_map(|word| match word.split_once(':') {
            Some((name, _)) => {
                let known = naming::option(command, name);
                Some(known.map_or(name, |known| known.name).to_owned())
            }
            None => command.unnamed().map(|option| option.name.to_owned()),
        })
        .collect();
    typed.given_match = words[1..].iter().find_map(|word| {
        let (name, value) = word.split_once(':')?;
        let option = naming::option(command, name)?;
        (option.name == MATCH.name).then_some(value)
    });
    typed.sought = match text.split_once(':') {
        None => Sought::Option { command, given },
        Some((name, value)) => {
            typed.start += name.len() + 1;
            typed.text = value;
            match naming::option(command, name) {
                Some(option) if option.kind == Kind::User => Sought::Name,
                Some(option) => Sought::Value { command, option },
                None => Sought::Nothing,
            }
        }
    };
    typed
}

/// Something to go on with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Continuation {
    /// Its line in the list.
    pub(super) shown: String,
    /// Replacement for the part that is typed.
    pub(super) typed: String,
}

impl Continuation {
    /// A whole word, with what is to be said about it in the list.
    pub(super) fn word(word: &str, about: Option<String>) -> Continuation {
        Continuation {
            shown: match about {
                Some(about) => format!("{word} – {about}"),
                None => word.to_owned(),
            },
            typed: format!("{word} "),
        }
    }
}

/// Commands that begin so; `about` says what one is for.
pub(super) fn commands(text: &str, about: impl Fn(&str) -> Option<String>) -> Vec<Continuation> {
    let begun = text.strip_prefix('/').unwrap_or(text).to_lowercase();
    let names = COMMANDS.iter().map(|command| command.name);
    names
        .chain(OWN_COMMANDS)
        .filter(|name| name.starts_with(&begun))
        .map(|name| Continuation::word(&format!("/{name}"), about(name)))
        .collect()
}

/// Options of a command that begin so and are not given yet; `what` says what one is for.
pub(super) fn options(
    command: &'static Command,
    given: &[String],
    text: &str,
    what: impl Fn(&str) -> Option<String>,
) -> Vec<Continuation> {
    command
        .options
        .iter()
        .filter(|option| !given.iter().any(|given| given == option.name))
        .filter(|option| option.name.starts_with(&text.to_lowercase()))
        .map(|option| Continuation {
            shown: match what(option.name) {
                Some(what) => format!("{}: {what}", option.name),
                None => format!("{}:", option.name),
            },
            typed: format!("{}:", option.name),
        })
        .collect()
}

/// Values of an option whose list is closed that begin so; `choices` are those that it lists, each
/// with what is to be said about it.
pub(super) fn values(
    option: &Opt,
    choices: Vec<(String, Option<String>)>,
    text: &str,
) -> Vec<Continuation> {
    let names: Vec<String> = match option.kind {
        Kind::Boolean => vec!["true".to_owned(), "false".to_owned()],
        Kind::Command => COMMANDS.iter().map(|one| one.name.to_owned()).collect(),
        Kind::Within(least, most) => (least..=most).map(|number| number.to_string()).collect(),
        // A time is completed by the responder, who knows what a number can mean.
        Kind::Text
        | Kind::Ruleset
        | Kind::Integer
        | Kind::User
        | Kind::Time
        | Kind::Channel
        | Kind::Role => Vec::new(),
    };
    let begun = text.to_lowercase();
    let names = names.into_iter().map(|name| (name, None));
    names
        .chain(choices)
        .filter(|(value, _)| value.starts_with(&begun))
        .map(|(value, about)| Continuation::word(&value, about))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the kind of word in a word, with the part that is typed.
    fn said(line: &str) -> String {
        let typed = typed(line);
        assert_eq!(&line[typed.start..], typed.text);
        let what = match typed.sought {
            Sought::Name => String::from("name"),
            Sought::Command => String::from("command"),
            Sought::Button => String::from("button"),
            Sought::Option { command, given } => format!("{} option{given:?}", command.name),
            Sought::Value { command, option } => format!("{} {}", command.name, option.name),
            Sought::Nothing => String::from("nothing"),
        };
        let speaker = typed
            .speaker
            .map_or(String::new(), |name| format!(" by {name}"));
        let given = typed
            .given_match
            .map_or(String::new(), |id| format!(" of {id}"));
        format!("{what} {:?}{speaker}{given}", typed.text)
    }

    #[test]
    fn the_word_before_the_cursor_is_known() {
        for (line, want) in [
            ("", r#"command """#),
            ("/", r#"command "/""#),
            ("  /mo", r#"command "/mo""#),
            ("@an", r#"name "@an""#),
            ("@ann ", r#"command "" by ann"#),
            ("@ann /mo", r#"command "/mo" by ann"#),
            ("@ann @b", r#"nothing "@b" by ann"#),
            ("hello", r#"nothing "hello""#),
            ("/move ", r#"move option[] """#),
            ("@ann /move Nf", r#"move option[] "Nf" by ann"#),
            ("/move Nf3 cl", r#"move option["move"] "cl""#),
            (
                "/move match:m7k3q N",
                r#"move option["match"] "N" of m7k3q"#,
            ),
            ("/move move:N", r#"move move "N""#),
            ("/play seat:", r#"play seat """#),
            ("/play player2:@b", r#"name "@b""#),
            ("/play nonsense:b", r#"nothing "b""#),
            ("/help mo", r#"help option[] "mo""#),
            ("/help /mo", r#"help option[] "/mo""#),
            ("/press rd1:", r#"button "rd1:""#),
            ("/press rd1:m7k3q:3:view ", r#"nothing """#),
            ("/channel ", r#"nothing """#),
            ("/nonsense ", r#"nothing """#),
            ("# /mo", r#"nothing "/mo""#),
            ("/move \"Nf", r#"nothing "\"Nf""#),
            ("/move\u{3000}é", r#"move option[] "é""#),
        ] {
            assert_eq!(said(line), want, "{line}");
        }
    }

    #[test]
    fn commands_options_and_values_are_offered() {
        let words = |candidates: Vec<Continuation>| -> Vec<String> {
            let words = candidates.into_iter().map(|candidate| candidate.typed);
            words.collect()
        };
        let nothing = |_: &str| None;
        assert_eq!(words(commands("/ma", nothing)), ["/matches "]);
        assert_eq!(words(commands("/M", nothing)), ["/move ", "/matches "]);
        assert_eq!(words(commands("/chan", nothing)), ["/channel "]);
        assert_eq!(words(commands("", nothing)).len(), COMMANDS.len() + 2);
        let shown = commands("/mov", |name| Some(format!("what {name} does")));
        assert_eq!(shown[0].shown, "/move – what move does");
        let play = command_called("play").unwrap();
        let given = [String::from("seat")];
        let others = play.options.len() - given.len();
        assert_eq!(words(options(play, &given, "", nothing)).len(), others);
        assert_eq!(words(options(play, &[], "SE", nothing)), ["seat:"]);
        let seat = play.option("seat").unwrap();
        let armies = ["white", "gray", "black"].map(|army| (army.to_owned(), None));
        assert_eq!(words(values(seat, armies.to_vec(), "b")), ["black "]);
        let ruleset = play.option("ruleset").unwrap();
        let added = [(String::from("blitz"), Some(String::from("blitz: quick")))];
        assert_eq!(
            values(ruleset, added.to_vec(), "bl")[0].shown,
            "blitz – blitz: quick"
        );
        let level = play.option("level").unwrap();
        assert_eq!(words(values(level, Vec::new(), "")), ["1 ", "2 ", "3 "]);
        let claim = command_called("move").unwrap().option("claim").unwrap();
        assert_eq!(words(values(claim, Vec::new(), "")), ["true ", "false "]);
        let topic = command_called("help").unwrap().option("command").unwrap();
        assert_eq!(words(values(topic, Vec::new(), "his")), ["history "]);
    }
}
