//! What people ask for, as a chat hands it over.

use crate::{
    host::Pass,
    matchplay::{MatchId, Place},
    messages::Language,
    store::{Identity, RequestId},
};

/// Something that is asked for in a chat.
#[derive(Clone, Debug)]
pub struct Incoming {
    /// The person who asks.
    pub speaker: Speaker,
    /// The place.
    pub place: Place,
    /// The channel that the place hangs on, if it is a thread.
    pub within: Option<Place>,
    /// The link by which the bot can be invited, where it is a guest: there it is in nobody's server, and
    /// can say nothing but answers.
    pub invitation: Option<String>,
    /// The match that is on the speaker's screen: it is meant where none is named.
    pub shown: Option<MatchId>,
    /// The command or the press.
    pub input: Input,
    /// The most bytes of a file that comes with the answer, where the chat says so.
    pub most_bytes: Option<u64>,
    /// True if a form can be opened in answer.
    pub opens_modals: bool,
    /// True if the command was chosen in the menu of the person whom its option names.
    pub from_menu: bool,
    /// Tells a repeated request from a new one.
    pub request_id: Option<RequestId>,
}

impl Incoming {
    /// Returns a request from a chat without threads, bounds and repetitions.
    #[must_use]
    pub const fn new(speaker: Speaker, place: Place, input: Input) -> Incoming {
        Incoming {
            speaker,
            place,
            within: None,
            invitation: None,
            shown: None,
            input,
            most_bytes: None,
            opens_modals: false,
            from_menu: false,
            request_id: None,
        }
    }
}

/// The way in which something is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A command.
    Command {
        /// Its name in the table, if it is there.
        name: String,
        /// Its options, by their names in the table.
        options: Vec<(String, Value)>,
    },
    /// A press of a button, or a choice from a menu, by the id of the button or of what was chosen.
    /// Nothing in it is trusted: it says what somebody asks for, as a typed command would.
    Press {
        /// The id.
        id: String,
        /// What was chosen or filled in: the values of each field, in their order.
        filled: Vec<Vec<Value>>,
    },
}

impl Input {
    /// Returns a press of a button, with nothing chosen or filled in.
    #[must_use]
    pub fn press(id: impl Into<String>) -> Input {
        Input::Press {
            id: id.into(),
            filled: Vec::new(),
        }
    }
}

/// Somebody as a chat knows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Speaker {
    /// Their account.
    pub identity: Identity,
    /// The name that they show.
    pub name: String,
    /// The kind of their account.
    pub account: Account,
    /// Whether they manage the server in which they speak.
    pub manages: bool,
    /// Their roles there, by their ids.
    pub roles: Vec<String>,
    /// The language that their chat reports.
    pub language: Option<Language>,
    /// The link by which they speak: they are nobody then, but for what it is for. `None` for people who
    /// speak as themselves.
    pub pass: Option<Pass>,
}

/// The kind of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Account {
    /// A person's.
    Person,
    /// The one by which this program speaks: to invite it is to ask for a computer.
    Rondel,
    /// That of another program, which cannot play.
    OtherBot,
    /// That of a person who is not in the server where somebody else names them: they see nothing there.
    Absent,
}

/// Channels that were chosen together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChosenChannels {
    /// Their ids.
    pub ids: Vec<String>,
    /// A word for those that were chosen before, as the menu showed them; `None` where it has none.
    pub shown: Option<String>,
}

/// The value of an option as it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A text.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// `true` or `false`.
    Boolean(bool),
    /// A person.
    User(Speaker),
    /// A channel, by its id; `None` for one in which nobody could play.
    Channel(Option<String>),
    /// Channels that were chosen together: all that are meant, or none.
    Channels(ChosenChannels),
    /// A role, by its id.
    Role(String),
}
