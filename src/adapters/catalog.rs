//! The one table of commands (interfaces §3): registration with Discord, the console, completion
//! and help all come from it. What commands and options are for stands in the texts, under
//! `command-NAME` and `option-COMMAND-OPTION`.

use super::{language::Language, rulebook};
use crate::{
    computer::Level,
    render::PieceSet,
    store::preferences::{Orientation, Reminders},
};

/// A command.
#[derive(Debug, PartialEq, Eq)]
pub struct Command {
    /// Its name, without the slash.
    pub name: &'static str,
    /// Its options, required ones first.
    pub options: &'static [Opt],
}

/// An option of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opt {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Whether it must be given.
    pub required: bool,
    /// What it may hold, where the list is closed; the texts call them `choice-CHOICE`.
    pub choices: &'static [&'static str],
    /// Whether it is completed while it is typed.
    pub completed: bool,
}

/// What an option holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text, at most [`LONGEST_TEXT`] characters.
    Text,
    /// A whole number, 0 or more.
    Integer,
    /// A whole number from the first to the second.
    Within(u8, u8),
    /// Yes or no.
    Boolean,
    /// A person.
    User,
    /// A time per move, such as `3d`, or `none`.
    Time,
    /// A channel of the server.
    Channel,
    /// A role of the server.
    Role,
}

/// The longest text an option takes, in characters.
pub const LONGEST_TEXT: usize = 100;

const ARMIES: &[&str] = &["white", "gray", "black"];
/// The presets, which the texts name `ruleset-PRESET`; an operator's own rulesets come besides.
pub const PRESETS: &[&str] = &[
    "three-man",
    "match-points",
    "first-mate",
    "second-mate",
    "three-player",
    "duel",
];
/// How often somebody is reminded of a turn.
const REMINDERS: &[&str] = &[
    Reminders::Off.word(),
    Reminders::Once.word(),
    Reminders::Twice.word(),
];
/// The tags of the languages that there are texts in.
pub const LANGUAGES: &[&str] = &[Language::English.tag(), Language::German.tag()];
/// The names of the themes of pictures.
pub const THEMES: &[&str] = &[
    "classic",
    "night",
    "forest",
    "paper",
    "marble",
    "clear",
    "clear-light",
];
/// The names of the sets of pieces.
pub const PIECES: &[&str] = &[PieceSet::Carved.name(), PieceSet::Plain.name()];
/// From where somebody may want to see boards.
const ORIENTATIONS: &[&str] = &[
    Orientation::Own.word(),
    Orientation::Turn.word(),
    "white",
    "gray",
    "black",
];
const MATCH: Opt = text("match");

const fn option(name: &'static str, kind: Kind) -> Opt {
    Opt {
        name,
        kind,
        required: false,
        choices: &[],
        completed: false,
    }
}

const fn text(name: &'static str) -> Opt {
    option(name, Kind::Text)
}

const fn choice(name: &'static str, choices: &'static [&'static str]) -> Opt {
    Opt {
        choices,
        ..text(name)
    }
}

const fn required(opt: Opt) -> Opt {
    Opt {
        required: true,
        ..opt
    }
}

const fn completed(opt: Opt) -> Opt {
    Opt {
        completed: true,
        ..opt
    }
}

/// Every command there is.
pub const COMMANDS: &[Command] = &[
    Command {
        name: "play",
        options: &[
            choice("ruleset", PRESETS),
            completed(option("time", Kind::Time)),
            choice("seat", &["white", "gray", "black", "random"]),
            option("player2", Kind::User),
            option("player3", Kind::User),
            option("computers", Kind::Within(0, 3)),
            option("level", Kind::Within(Level::LOWEST, Level::HIGHEST)),
            option("rated", Kind::Boolean),
            option("private", Kind::Boolean),
        ],
    },
    Command {
        name: "join",
        options: &[choice("seat", ARMIES), MATCH],
    },
    Command {
        name: "leave",
        options: &[MATCH],
    },
    Command {
        name: "move",
        options: &[
            completed(required(text("move"))),
            MATCH,
            option("claim", Kind::Boolean),
        ],
    },
    Command {
        name: "board",
        options: &[
            choice("seat", ARMIES),
            option("ply", Kind::Integer),
            option("text", Kind::Boolean),
            option("zoom", Kind::Boolean),
            MATCH,
        ],
    },
    Command {
        name: "look",
        options: &[completed(text("square")), MATCH],
    },
    Command {
        name: "draw",
        options: &[
            required(choice(
                "action",
                &["offer", "accept", "decline", "withdraw", "claim"],
            )),
            MATCH,
        ],
    },
    Command {
        name: "resign",
        options: &[
            option("confirm", Kind::Boolean),
            choice("winner", ARMIES),
            choice("action", &["accept", "decline", "withdraw"]),
            MATCH,
        ],
    },
    Command {
        name: "pact",
        options: &[
            required(choice("action", &["offer", "accept", "revoke"])),
            choice("with", ARMIES),
            MATCH,
        ],
    },
    Command {
        name: "abort",
        options: &[
            required(choice("action", &["offer", "accept", "decline"])),
            MATCH,
        ],
    },
    Command {
        name: "takeback",
        options: &[
            required(choice("action", &["offer", "accept", "decline"])),
            MATCH,
        ],
    },
    Command {
        name: "pause",
        options: &[
            required(choice("action", &["offer", "accept", "decline"])),
            MATCH,
        ],
    },
    Command {
        name: "seat",
        options: &[
            required(choice(
                "action",
                &["grant", "substitute", "computer", "end", "free", "decline"],
            )),
            choice("seat", ARMIES),
            option("user", Kind::User),
            text("reason"),
            MATCH,
        ],
    },
    Command {
        name: "rematch",
        options: &[MATCH],
    },
    Command {
        name: "matches",
        options: &[],
    },
    Command {
        name: "history",
        options: &[option("page", Kind::Integer), MATCH],
    },
    Command {
        name: "replay",
        options: &[
            option("from", Kind::Integer),
            option("to", Kind::Integer),
            option("since", Kind::Boolean),
            MATCH,
        ],
    },
    Command {
        name: "export",
        options: &[
            choice("format", &["text", "json"]),
            MATCH,
            choice("of", &["match", "me"]),
        ],
    },
    Command {
        name: "leaderboard",
        options: &[
            choice("ruleset", PRESETS),
            choice("scope", &["server", "everywhere"]),
            choice("period", &["month", "all"]),
            option("page", Kind::Integer),
        ],
    },
    Command {
        name: "profile",
        options: &[option("user", Kind::User)],
    },
    Command {
        name: "rules",
        options: &[choice("topic", rulebook::NAMES)],
    },
    Command {
        name: "settings",
        options: &[
            option("public", Kind::Boolean),
            choice("reminders", REMINDERS),
            option("direct", Kind::Boolean),
            option("confirm", Kind::Boolean),
            choice("language", LANGUAGES),
            choice("theme", THEMES),
            choice("pieces", PIECES),
            choice("orientation", ORIENTATIONS),
        ],
    },
    Command {
        name: "server",
        options: &[
            required(choice(
                "action",
                &["show", "set", "check", "fairplay", "audit", "abort"],
            )),
            option("rated-computers", Kind::Boolean),
            option("channel", Kind::Channel),
            option("allow", Kind::Boolean),
            choice("openers", &["everyone", "managers", "role"]),
            option("role", Kind::Role),
            choice("leaderboard", &["everyone", "managers"]),
            option("table-role", Kind::Role),
            choice("ruleset", PRESETS),
            completed(option("time", Kind::Time)),
            option("rated", Kind::Boolean),
            choice("language", LANGUAGES),
            choice("theme", THEMES),
            choice("pieces", PIECES),
            choice("orientation", ORIENTATIONS),
            choice("clear", Clear::WORDS),
            option("page", Kind::Integer),
            text("reason"),
            MATCH,
        ],
    },
    Command {
        name: "privacy",
        options: &[],
    },
    Command {
        name: "forget-me",
        options: &[option("confirm", Kind::Boolean)],
    },
    Command {
        name: "help",
        options: &[text("command")],
    },
];

/// What `/server action:set clear:` sets back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clear {
    /// Where tables may be opened.
    Channels,
    /// The role that they call.
    TableRole,
    /// By which rules they are.
    Ruleset,
    /// In which language everybody is spoken to.
    Language,
    /// How pictures look.
    Looks,
}

impl Clear {
    const ALL: [Clear; 5] = [
        Clear::Channels,
        Clear::TableRole,
        Clear::Ruleset,
        Clear::Language,
        Clear::Looks,
    ];

    const WORDS: &'static [&'static str] = &[
        Clear::Channels.word(),
        Clear::TableRole.word(),
        Clear::Ruleset.word(),
        Clear::Language.word(),
        Clear::Looks.word(),
    ];

    /// The word of the option.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Clear::Channels => "channels",
            Clear::TableRole => "table-role",
            Clear::Ruleset => "ruleset",
            Clear::Language => "language",
            Clear::Looks => "looks",
        }
    }

    /// What this word means.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Clear> {
        Clear::ALL.into_iter().find(|clear| clear.word() == word)
    }
}

impl Opt {
    /// Whether it holds the name of a ruleset, of which an operator may add some to its choices.
    #[must_use]
    pub fn holds_ruleset(&self) -> bool {
        self.name == "ruleset"
    }
}

/// The command of this name.
#[must_use]
pub fn command(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

impl Command {
    /// Whether it is for those alone who manage the server in which it is given.
    #[must_use]
    pub fn is_for_managers(&self) -> bool {
        self.name == "server"
    }

    /// Whether it works for somebody who talks to the bot alone, in direct messages. All others are
    /// about the server in which they are given.
    #[must_use]
    pub fn works_alone(&self) -> bool {
        matches!(
            self.name,
            "help"
                | "rules"
                | "privacy"
                | "forget-me"
                | "settings"
                | "matches"
                | "export"
                | "profile"
        )
    }

    /// The option that is meant by a value without a name, as in `/move Nf3`.
    #[must_use]
    pub fn unnamed(&self) -> Option<&'static Opt> {
        let options: &'static [Opt] = self.options;
        let first = options.first()?;
        let means_first =
            first.required || matches!(self.name, "look" | "history" | "rules" | "help");
        means_first.then_some(first)
    }

    /// The option of this name.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&'static Opt> {
        // The table is static, and so are its parts.
        let options: &'static [Opt] = self.options;
        options.iter().find(|option| option.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_chosen_is_there() {
        let themes = crate::render::Theme::ALL.map(|theme| theme.name);
        assert_eq!(THEMES, themes);
        assert_eq!(PIECES, PieceSet::ALL.map(PieceSet::name));
        let languages = Language::ALL.map(Language::tag);
        assert_eq!(LANGUAGES, languages);
        assert_eq!(ORIENTATIONS, Orientation::ALL.map(Orientation::word));
    }

    #[test]
    fn names_are_unique_and_required_options_come_first() {
        for command in COMMANDS {
            assert_eq!(
                COMMANDS.iter().filter(|c| c.name == command.name).count(),
                1
            );
            for option in command.options {
                let same = command.options.iter().filter(|o| o.name == option.name);
                assert_eq!(same.count(), 1, "/{} {}", command.name, option.name);
            }
            assert!(
                command.options.is_sorted_by_key(|option| !option.required),
                "/{}",
                command.name
            );
        }
    }
}
