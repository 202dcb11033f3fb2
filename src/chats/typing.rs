//! Continuations of a line that is being typed. Without the terminal, so that they can be tested
//! as data.

use super::line::TypedWord;
use crate::{
    commands::{COMMANDS, Command, Kind, MATCH, Opt, Speaker, Suggestion, command_called, naming},
    matchplay::Place,
    messages::Texts,
};

/// State of a chat that completion draws on, next to the matches.
#[derive(Clone, Debug)]
pub(super) struct Surroundings {
    /// Commands that only this chat has.
    pub(super) own_commands: &'static [&'static str],
    /// True for commands of the table that are not offered.
    pub(super) hides: fn(&Command) -> bool,
    pub(super) speaker: Option<Speaker>,
    pub(super) place: Place,
    /// Names that were used.
    pub(super) names: Vec<String>,
    /// Ids of the buttons that were shown last.
    pub(super) buttons: Vec<String>,
}

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
        given: Vec<&'static str>,
    },
    /// The value of an option.
    Value {
        command: &'static Command,
        option: &'static Opt,
    },
    /// Nothing that is known.
    Nothing,
}

impl Sought {
    /// Returns the option whose value could stand here, and its command.
    pub(super) fn option(&self) -> Option<(&'static Command, &'static Opt)> {
        match self {
            Sought::Option { command, given } => {
                let unnamed = command.unnamed()?;
                (!given.contains(&unnamed.name)).then_some((*command, unnamed))
            }
            Sought::Value { command, option } => Some((*command, *option)),
            Sought::Name | Sought::Command | Sought::Button | Sought::Nothing => None,
        }
    }
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

/// Reads a line up to the cursor.
pub(super) fn typed(line: &str) -> Typed<'_> {
    let word = line.rsplit(char::is_whitespace).next().unwrap_or_default();
    let (before, text) = line.split_at(line.len() - word.len());
    let mut words = before.split_whitespace().peekable();
    let mut typed = Typed {
        start: before.len(),
        text,
        sought: Sought::Nothing,
        speaker: None,
        given_match: None,
    };
    // What stands between quotes is nobody's to guess.
    if line.contains('"') || line.trim_start().starts_with('#') {
        return typed;
    }
    typed.speaker = words.peek().and_then(|word| word.strip_prefix('@'));
    if typed.speaker.is_some() {
        words.next();
    }
    let Some(command) = words.next() else {
        if text.starts_with('@') && typed.speaker.is_none() {
            typed.sought = Sought::Name;
        } else if text.is_empty() || text.starts_with('/') {
            typed.sought = Sought::Command;
        }
        return typed;
    };
    let name = command.strip_prefix('/').unwrap_or_default();
    if name == "press" && words.peek().is_none() {
        typed.sought = Sought::Button;
    }
    let Some(command) = command_called(name) else {
        return typed;
    };
    let given = words.filter_map(|word| TypedWord::of(command, word).option(command));
    let given: Vec<_> = given.collect();
    let named = given.iter().find(|(option, _)| option.name == MATCH.name);
    typed.given_match = named.map(|(_, id)| *id);
    typed.sought = match text.split_once(':') {
        None => Sought::Option {
            command,
            given: given.iter().map(|(option, _)| option.name).collect(),
        },
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

/// Returns all that a line can go on with: what the responder suggests, the words that begin as it is
/// typed, each with what is to be said about it, and the options that are not given yet. `values` are
/// those of an option whose list is closed.
pub(super) fn continuations(
    typed: &Typed<'_>,
    suggested: Vec<Suggestion>,
    known: &Surroundings,
    texts: &Texts,
    values: impl Fn(&Opt) -> Vec<Suggestion>,
) -> Vec<Suggestion> {
    let begun = typed.text.to_lowercase();
    let offer = |replacement: String, about: Option<String>| {
        let word = replacement.trim_end().to_owned();
        let display = about.map_or(word.clone(), |about| format!("{word} {about}"));
        Suggestion::plain(replacement, display)
    };
    let word = |word: &str, about: Option<String>| {
        offer(format!("{word} "), about.map(|about| format!("– {about}")))
    };
    let alone = |words: &[String]| words.iter().map(|one| word(one, None)).collect();
    let mut words: Vec<Suggestion> = match &typed.sought {
        Sought::Name => alone(&known.names),
        Sought::Button => alone(&known.buttons),
        Sought::Command => {
            let shown = COMMANDS.iter().filter(|command| !(known.hides)(command));
            let names = shown.map(|command| command.name);
            let names = names.chain(known.own_commands.iter().copied());
            names
                .map(|name| word(&format!("/{name}"), texts.known(&format!("command-{name}"))))
                .collect()
        }
        Sought::Option { .. } | Sought::Value { .. } | Sought::Nothing => {
            let option = typed.sought.option().map(|(_, option)| option);
            // The names of the others say what they are.
            let explained = option.is_some_and(|option| option.kind == Kind::Ruleset);
            let values = option.map(values).unwrap_or_default().into_iter();
            values
                .map(|one| word(&one.value, explained.then_some(one.label)))
                .collect()
        }
    };
    words.retain(|word| {
        let bare = word.value.trim_start_matches('@').to_lowercase();
        bare.starts_with(begun.trim_start_matches('@'))
    });
    let mut all = suggested;
    all.append(&mut words);
    if let Sought::Option { command, given } = &typed.sought {
        // Beside moves a long sentence would push the columns apart.
        let explained = all.is_empty();
        let options = command.options.iter().map(|option| option.name);
        let options = options.filter(|name| !given.contains(name) && name.starts_with(&begun));
        all.extend(options.map(|name| {
            let about = || texts.word(&format!("option-{}-{name}", command.name));
            offer(format!("{name}:"), explained.then(about))
        }));
    }
    all
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
        let known = Surroundings {
            hides: |_| false,
            own_commands: &["channel", "press"],
            speaker: None,
            place: Place::new("console/table"),
            names: vec![String::from("@Ann"), String::from("@ben")],
            buttons: vec![String::from("rd1:m7k3q:3:view")],
        };
        let texts = Texts::english();
        let values = |option: &Opt| {
            let values = match option.name {
                "ruleset" => &[("blitz", "blitz: quick")],
                "seat" => [("white", "White"), ("gray", "Gray"), ("black", "Black")].as_slice(),
                _ => &[],
            };
            let values = values.iter().map(|(value, label)| Suggestion {
                label: (*label).to_owned(),
                value: (*value).to_owned(),
                short: None,
            });
            values.collect()
        };
        let offered = |line| continuations(&typed(line), Vec::new(), &known, &texts, values);
        let words = |line| -> Vec<String> {
            let words = offered(line).into_iter().map(|candidate| candidate.value);
            words.collect()
        };
        assert_eq!(words("/ma"), ["/matches "]);
        assert_eq!(words("/M"), ["/move ", "/matches "]);
        assert_eq!(words("/chan"), ["/channel "]);
        assert_eq!(words("").len(), COMMANDS.len() + 2);
        let what = texts.word("command-move");
        assert_eq!(offered("/mov")[0].label, format!("/move – {what}"));
        let play = command_called("play").unwrap();
        let others = play.options.len() - 1;
        assert_eq!(words("/play seat:white ").len(), others);
        assert_eq!(words("/play SE"), ["seat:"]);
        let what = texts.word("option-play-seat");
        assert_eq!(offered("/play se")[0].label, format!("seat: {what}"));
        assert_eq!(words("/play seat:b"), ["black "]);
        let ruleset = &offered("/play ruleset:bl")[0].label;
        assert_eq!(ruleset, "blitz – blitz: quick");
        assert_eq!(words("/play player2:b"), ["@ben "]);
        assert_eq!(words("@a"), ["@Ann "]);
        assert_eq!(words("/press rd1:"), ["rd1:m7k3q:3:view "]);
    }
}
