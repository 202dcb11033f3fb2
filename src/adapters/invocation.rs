//! What somebody typed or chose, read once into something typed.

mod server;

use crate::{
    computer::Level,
    matchplay::{OfferAction, PactAction, Place, TimeLimit},
    rules::{Color, Move, Square, Wish},
    store::{
        Delivery,
        people::Identity,
        preferences::{Looks, Orientation, PersonChanges, Reminders},
    },
    transcript::Format,
};

use super::{
    catalog::{self, Kind, LONGEST_TEXT},
    language::Language,
    leaders::{Period, Scope, Wanted},
    naming,
    rulebook::{self, Topic},
};

pub use self::server::{ServerAsk, ServerChanges};

/// Somebody as a chat knows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Speaker {
    /// Who they are.
    pub identity: Identity,
    /// What they call themselves.
    pub name: String,
    /// Whether they manage the server in which they speak.
    pub manages: bool,
    /// Their roles there, by their ids.
    pub roles: Vec<String>,
    /// In which language their chat says that they read.
    pub language: Option<Language>,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A text.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// Yes or no.
    Boolean(bool),
    /// A person.
    User(Speaker),
    /// A channel, by its id; `None` for one in which nobody could play.
    Channel(Option<String>),
    /// A role, by its id.
    Role(String),
}

/// A command as it was given.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// By whom.
    pub speaker: Speaker,
    /// Where.
    pub place: Place,
    /// The channel on which that place hangs, if it is a thread.
    pub within: Option<Place>,
    /// The command's name.
    pub command: String,
    /// Its options, by name.
    pub options: Vec<(String, Value)>,
    /// How large a file may be that comes with the answer, in bytes, where the chat says so.
    pub most_bytes: Option<u64>,
    /// What tells a repeated delivery from a new one.
    pub delivery: Option<Delivery>,
}

/// What a command asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// `/play`
    Play(Box<Play>),
    /// `/join`
    Join {
        /// The seat, if it matters.
        seat: Option<Color>,
    },
    /// `/leave`
    Leave,
    /// `/move`
    Move {
        /// The move as typed.
        text: String,
        /// Whether a draw is claimed with it.
        claim: bool,
    },
    /// A page of the pieces that can move, for `/move` by buttons
    Pieces {
        /// Which, 1 the first.
        page: u32,
    },
    /// A page of where a piece can go
    Goals {
        /// Where it stands.
        from: Square,
        /// Which, 1 the first.
        page: u32,
    },
    /// `/move`, chosen rather than typed
    Choose {
        /// The move; what a pawn becomes may be missing.
        mv: Move,
        /// Whether they mean it, where they want to be asked.
        confirmed: bool,
    },
    /// `/board`
    Board {
        /// Seen from here; from the asker's own seat when `None`.
        seat: Option<Color>,
        /// As it stood after so many plies; as it stands when `None`.
        ply: Option<u32>,
        /// In words.
        text: bool,
        /// The sector of the seat alone, shown large.
        zoom: bool,
    },
    /// `/look`
    Look {
        /// The square.
        square: Square,
    },
    /// `/history`
    History {
        /// Which page, 1 the first; the last when `None`.
        page: Option<u32>,
    },
    /// `/replay`
    Replay(Span),
    /// `/export`
    Export {
        /// In which form.
        format: Format,
    },
    /// `/export of:me`
    ExportOfMe,
    /// `/draw` but for claims, and answers to a resignation
    Agree(Wish),
    /// `/pact`
    Pact {
        /// What to do.
        action: PactAction,
        /// With which army, if it was said.
        with: Option<Color>,
    },
    /// `/draw action:claim`
    ClaimDraw,
    /// `/resign`
    Resign {
        /// Whether they mean it.
        confirmed: bool,
        /// For whom, where the ruleset wants a winner.
        winner: Option<Color>,
    },
    /// `/abort`
    Abort(OfferAction),
    /// `/takeback`
    Takeback(OfferAction),
    /// `/pause`
    Pause(OfferAction),
    /// `/seat`
    Seat {
        /// What is to become of it.
        action: SeatAsk,
        /// Which, if it was said.
        seat: Option<Color>,
    },
    /// `/rematch`
    Rematch,
    /// `/matches`
    Matches,
    /// `/leaderboard`
    Leaderboard(Wanted),
    /// `/profile`
    Profile {
        /// Whose; the asker's own when `None`.
        of: Option<Speaker>,
    },
    /// `/settings`
    Settings(PersonChanges),
    /// `/server`
    Server(ServerAsk),
    /// `/privacy`
    Privacy,
    /// `/forget-me`
    ForgetMe {
        /// Whether they mean it.
        confirmed: bool,
    },
    /// `/rules`
    Rules {
        /// Which topic; what there is when `None`.
        topic: Option<&'static Topic>,
    },
    /// `/help`
    Help {
        /// Which command, or all.
        command: Option<&'static catalog::Command>,
    },
}

/// Which part of a match is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// The plies from one to another, counted from 1; from the first and to the last unless said.
    Plies {
        /// The first one.
        from: Option<u32>,
        /// The last one.
        to: Option<u32>,
    },
    /// What happened since the asker's own last move.
    Since,
}

/// A table that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// The name of the rules; the default ones unless said.
    pub ruleset: Option<String>,
    /// The opener's seat; drawn when `None`.
    pub seat: Option<Color>,
    /// Who is invited, clockwise from the opener: `player2` and `player3`.
    pub invited: [Option<Speaker>; 2],
    /// How many computers sit down, 0 to 3.
    pub computers: u8,
    /// How well they play.
    pub level: Level,
    /// Whether the match is to be rated, where it was said.
    pub rated: Option<bool>,
    /// How long a player may think about a move, where it was said: as long as they like when
    /// `Some(None)`.
    pub time: Option<Option<TimeLimit>>,
    /// Whether its players alone are to see it.
    pub private: bool,
}

/// What `/seat` asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatAsk {
    /// To grant its player the limit again.
    Grant,
    /// That this person takes it over, or to agree to that.
    Substitute(Option<Speaker>),
    /// That a computer takes it over.
    Computer,
    /// That its army goes out at once.
    End,
    /// To decline what is proposed about it.
    Decline,
    /// To take it from its player, for this reason.
    Free(String),
}

/// Why a command could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// There is no such command.
    #[error("unknown command {0}")]
    UnknownCommand(String),
    /// The command has no such option.
    #[error("/{command} has no option {option}")]
    UnknownOption {
        /// The command.
        command: &'static str,
        /// What was given.
        option: String,
    },
    /// An option holds what it cannot hold.
    #[error("/{command} {option}: wants {wants}")]
    BadValue {
        /// The command.
        command: &'static str,
        /// The option.
        option: &'static str,
        /// The choices, or the kind in words.
        wants: Wants,
    },
    /// A required option is missing.
    #[error("/{command} needs {option}:")]
    Missing {
        /// The command.
        command: &'static str,
        /// The option.
        option: &'static str,
    },
    /// An option was given twice.
    #[error("{option}: was given twice")]
    Twice {
        /// The option.
        option: &'static str,
    },
    /// There is no such ruleset.
    #[error("unknown ruleset {given}")]
    UnknownRuleset {
        /// What was given.
        given: String,
        /// Those there are.
        known: Vec<String>,
    },
    /// What should be the name of a square is none.
    #[error("{0} is not a square")]
    NotASquare(String),
    /// A text is longer than [`LONGEST_TEXT`].
    #[error("{option}: is too long")]
    TooLong {
        /// The most characters it may have.
        most: usize,
        /// The option.
        option: &'static str,
    },
    /// The line is no command at all.
    #[error("not a command")]
    NoCommand,
}

/// What an option wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wants {
    /// One of these.
    Choice(&'static [&'static str]),
    /// A value of this kind.
    Kind(Kind),
}

impl std::fmt::Display for Wants {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Wants::Choice(choices) => f.write_str(&choices.join(", ")),
            Wants::Kind(Kind::Within(least, most)) => write!(f, "{least} to {most}"),
            Wants::Kind(kind) => write!(f, "{kind:?}"),
        }
    }
}

impl InputError {
    /// The command that was meant, where it is there and the fault lies in its options.
    #[must_use]
    pub const fn command(&self) -> Option<&'static str> {
        match self {
            InputError::UnknownOption { command, .. }
            | InputError::BadValue { command, .. }
            | InputError::Missing { command, .. } => Some(command),
            InputError::UnknownCommand(_)
            | InputError::Twice { .. }
            | InputError::UnknownRuleset { .. }
            | InputError::TooLong { .. }
            | InputError::NoCommand => None,
            InputError::NotASquare(_) => Some("look"),
        }
    }

    /// The stable name of interfaces §3.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            InputError::UnknownCommand(_) => "unknown-command",
            InputError::UnknownRuleset { .. } => "unknown-ruleset",
            InputError::TooLong { .. } => "too-long",
            InputError::NoCommand | InputError::NotASquare(_) => "unreadable",
            InputError::UnknownOption { .. }
            | InputError::BadValue { .. }
            | InputError::Missing { .. }
            | InputError::Twice { .. } => "bad-option",
        }
    }
}

/// A command that was read, and the match it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The command's name.
    pub command: &'static str,
    /// What it asks for.
    pub ask: Ask,
    /// What was given as `match:`.
    pub given: Option<String>,
}

impl Invocation {
    /// Reads the command by the table.
    ///
    /// # Errors
    ///
    /// [`InputError`] for whatever does not fit the table.
    pub fn read(&self) -> Result<Read, InputError> {
        let command = catalog::command(&self.command)
            .ok_or_else(|| InputError::UnknownCommand(cut(&self.command)))?;
        let options = Options::of(command, &self.options)?;
        let ask = match command.name {
            "play" => Ask::Play(Box::new(Play {
                ruleset: options.text("ruleset").map(str::to_owned),
                seat: options.text("seat").and_then(Color::from_name),
                invited: ["player2", "player3"].map(|name| options.user(name)),
                computers: options.small("computers").unwrap_or(0),
                level: options
                    .small("level")
                    .and_then(Level::new)
                    .unwrap_or(Level::USUAL),
                rated: options.said("rated"),
                time: options.time(),
                private: options.boolean("private"),
            })),
            "join" => Ask::Join {
                seat: options.text("seat").and_then(Color::from_name),
            },
            "leave" => Ask::Leave,
            "move" => Ask::Move {
                text: options.text("move").unwrap_or_default().to_owned(),
                claim: options.boolean("claim"),
            },
            "board" => Ask::Board {
                seat: options.text("seat").and_then(Color::from_name),
                ply: options.number("ply")?,
                text: options.boolean("text"),
                zoom: options.boolean("zoom"),
            },
            "look" => Ask::Look {
                square: options.square()?,
            },
            "history" => Ask::History {
                page: options.number("page")?,
            },
            "replay" => Ask::Replay(if options.boolean("since") {
                Span::Since
            } else {
                Span::Plies {
                    from: options.number("from")?,
                    to: options.number("to")?,
                }
            }),
            "export" if options.text("of") == Some("me") => Ask::ExportOfMe,
            "export" => Ask::Export {
                format: options
                    .text("format")
                    .and_then(Format::from_word)
                    .unwrap_or(Format::Text),
            },
            "draw" => match options.text("action") {
                Some("claim") => Ask::ClaimDraw,
                Some("accept") => Ask::Agree(Wish::AcceptDraw),
                Some("decline") => Ask::Agree(Wish::DeclineDraw),
                Some("withdraw") => Ask::Agree(Wish::WithdrawDraw),
                _ => Ask::Agree(Wish::OfferDraw),
            },
            "resign" => match options.text("action") {
                Some("accept") => Ask::Agree(Wish::AcceptResignation),
                Some("decline") => Ask::Agree(Wish::DeclineResignation),
                Some("withdraw") => Ask::Agree(Wish::WithdrawResignation),
                _ => Ask::Resign {
                    confirmed: options.boolean("confirm"),
                    winner: options.text("winner").and_then(Color::from_name),
                },
            },
            "pact" => Ask::Pact {
                action: pact_action(options.text("action")),
                with: options.text("with").and_then(Color::from_name),
            },
            "abort" => Ask::Abort(offer_action(options.text("action"))),
            "takeback" => Ask::Takeback(offer_action(options.text("action"))),
            "pause" => Ask::Pause(offer_action(options.text("action"))),
            "seat" => Ask::Seat {
                action: options.seat_ask()?,
                seat: options.text("seat").and_then(Color::from_name),
            },
            "rematch" => Ask::Rematch,
            "matches" => Ask::Matches,
            "leaderboard" => Ask::Leaderboard(Wanted {
                ruleset: options.text("ruleset").map(str::to_owned),
                scope: options
                    .text("scope")
                    .and_then(Scope::from_word)
                    .unwrap_or(Scope::Server),
                period: options
                    .text("period")
                    .and_then(Period::from_word)
                    .unwrap_or(Period::All),
                page: options.number("page")?,
            }),
            "profile" => Ask::Profile {
                of: options.user("user"),
            },
            "settings" => Ask::Settings(PersonChanges {
                public: options.said("public"),
                reminders: options.text("reminders").and_then(Reminders::from_word),
                direct: options.said("direct"),
                language: options.text("language").map(str::to_owned),
                looks: options.looks(),
                confirm: options.said("confirm"),
            }),
            "server" => Ask::Server(options.server_ask()?),
            "privacy" => Ask::Privacy,
            "forget-me" => Ask::ForgetMe {
                confirmed: options.boolean("confirm"),
            },
            "rules" => Ask::Rules {
                topic: options.text("topic").and_then(rulebook::topic),
            },
            "help" => Ask::Help {
                command: options.help_topic()?,
            },
            name => return Err(InputError::UnknownCommand(name.to_owned())),
        };
        Ok(Read {
            command: command.name,
            ask,
            given: options.text("match").map(str::to_owned),
        })
    }
}

/// The table has let nothing else through.
fn offer_action(action: Option<&str>) -> OfferAction {
    match action {
        Some("accept") => OfferAction::Accept,
        Some("decline") => OfferAction::Decline,
        _ => OfferAction::Offer,
    }
}

/// The table has let nothing else through.
fn pact_action(action: Option<&str>) -> PactAction {
    let known = |known: &PactAction| action == Some(known.word());
    let found = PactAction::ALL.into_iter().find(known);
    found.unwrap_or(PactAction::Offer)
}

/// Options that fit the table.
struct Options<'a> {
    command: &'static catalog::Command,
    given: Vec<(&'static catalog::Opt, &'a Value)>,
}

impl<'a> Options<'a> {
    fn of(
        command: &'static catalog::Command,
        options: &'a [(String, Value)],
    ) -> Result<Options<'a>, InputError> {
        let mut given: Vec<(&'static catalog::Opt, &Value)> = Vec::new();
        for (name, value) in options {
            let option = command
                .option(name)
                .ok_or_else(|| InputError::UnknownOption {
                    command: command.name,
                    option: cut(name),
                })?;
            if given.iter().any(|(other, _)| other.name == option.name) {
                return Err(InputError::Twice {
                    option: option.name,
                });
            }
            check(command, option, value)?;
            given.push((option, value));
        }
        for option in command.options.iter().filter(|option| option.required) {
            if !given.iter().any(|(other, _)| other.name == option.name) {
                return Err(InputError::Missing {
                    command: command.name,
                    option: option.name,
                });
            }
        }
        Ok(Options { command, given })
    }

    fn value(&self, name: &str) -> Option<&'a Value> {
        self.given
            .iter()
            .find(|(option, _)| option.name == name)
            .map(|(_, value)| *value)
    }

    fn text(&self, name: &str) -> Option<&'a str> {
        if let Some(Value::Text(text)) = self.value(name) {
            Some(text)
        } else {
            None
        }
    }

    fn boolean(&self, name: &str) -> bool {
        self.said(name).unwrap_or(false)
    }

    fn said(&self, name: &str) -> Option<bool> {
        if let Some(Value::Boolean(said)) = self.value(name) {
            Some(*said)
        } else {
            None
        }
    }

    /// A number that the table keeps within limits.
    fn small(&self, name: &str) -> Option<u8> {
        if let Some(Value::Integer(number)) = self.value(name) {
            u8::try_from(*number).ok()
        } else {
            None
        }
    }

    fn user(&self, name: &str) -> Option<Speaker> {
        if let Some(Value::User(user)) = self.value(name) {
            Some(user.clone())
        } else {
            None
        }
    }

    /// How pictures are to look.
    fn looks(&self) -> Looks {
        let orientation = self.text("orientation");
        Looks {
            theme: self.text("theme").map(str::to_owned),
            pieces: self.text("pieces").map(str::to_owned),
            orientation: orientation.and_then(Orientation::from_word),
        }
    }

    /// A time per move, where one was given: `Some(None)` for none.
    fn time(&self) -> Option<Option<TimeLimit>> {
        self.text("time").map(|time| time.parse().ok())
    }

    /// Why something is forced on players. All see it: an empty reason is none.
    fn reason(&self) -> Result<String, InputError> {
        let reason = self.text("reason").map(str::trim).unwrap_or_default();
        if reason.is_empty() {
            return Err(InputError::Missing {
                command: self.command.name,
                option: "reason",
            });
        }
        Ok(reason.to_owned())
    }

    fn square(&self) -> Result<Square, InputError> {
        let typed = self.text("square").ok_or(InputError::Missing {
            command: self.command.name,
            option: "square",
        })?;
        let named = typed.trim().to_lowercase().parse();
        named.map_err(|_| InputError::NotASquare(cut(typed)))
    }

    fn number(&self, name: &'static str) -> Result<Option<u32>, InputError> {
        match self.value(name) {
            Some(Value::Integer(number)) => match u32::try_from(*number) {
                Ok(number) => Ok(Some(number)),
                Err(_) => Err(InputError::BadValue {
                    command: self.command.name,
                    option: name,
                    wants: Wants::Kind(Kind::Integer),
                }),
            },
            Some(
                Value::Boolean(_)
                | Value::Text(_)
                | Value::User(_)
                | Value::Channel(_)
                | Value::Role(_),
            )
            | None => Ok(None),
        }
    }

    fn seat_ask(&self) -> Result<SeatAsk, InputError> {
        Ok(match self.text("action") {
            Some("substitute") => SeatAsk::Substitute(self.user("user")),
            Some("computer") => SeatAsk::Computer,
            Some("end") => SeatAsk::End,
            Some("decline") => SeatAsk::Decline,
            Some("free") => SeatAsk::Free(self.reason()?),
            _ => SeatAsk::Grant,
        })
    }

    fn help_topic(&self) -> Result<Option<&'static catalog::Command>, InputError> {
        match self.text("command") {
            None => Ok(None),
            Some(name) => {
                let name = name.trim_start_matches('/');
                let command =
                    naming::command(name).ok_or_else(|| InputError::UnknownCommand(cut(name)))?;
                Ok(Some(command))
            }
        }
    }
}

fn check(
    command: &'static catalog::Command,
    option: &'static catalog::Opt,
    value: &Value,
) -> Result<(), InputError> {
    let fits = match (option.kind, value) {
        (Kind::Text, Value::Text(text)) => {
            if text.chars().count() > LONGEST_TEXT {
                return Err(InputError::TooLong {
                    most: LONGEST_TEXT,
                    option: option.name,
                });
            }
            // A ruleset that is not there has a refusal of its own.
            let free = option.choices.is_empty() || option.holds_ruleset();
            free || option.choices.contains(&text.as_str())
        }
        (Kind::Integer, Value::Integer(_))
        | (Kind::Boolean, Value::Boolean(_))
        | (Kind::User, Value::User(_))
        | (Kind::Channel, Value::Channel(_))
        | (Kind::Role, Value::Role(_)) => true,
        (Kind::Within(least, most), Value::Integer(number)) => {
            (i64::from(least)..=i64::from(most)).contains(number)
        }
        (Kind::Time, Value::Text(text)) => text == "none" || text.parse::<TimeLimit>().is_ok(),
        (
            Kind::Text
            | Kind::Integer
            | Kind::Within(..)
            | Kind::Boolean
            | Kind::User
            | Kind::Time
            | Kind::Channel
            | Kind::Role,
            _,
        ) => false,
    };
    if fits {
        return Ok(());
    }
    Err(InputError::BadValue {
        command: command.name,
        option: option.name,
        wants: if option.choices.is_empty() {
            Wants::Kind(option.kind)
        } else {
            Wants::Choice(option.choices)
        },
    })
}

/// What somebody typed, short enough to be repeated to them.
pub(super) fn cut(text: &str) -> String {
    text.chars().take(40).collect()
}
