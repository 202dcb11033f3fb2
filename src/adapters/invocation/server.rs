//! What `/server` asks for.

use super::{InputError, Options, Value};
use crate::{adapters::catalog::Clear, matchplay::TimeLimit, store::preferences::Looks};

/// What `/server` asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerAsk {
    /// What is set.
    Show,
    /// To set something.
    Set(Box<ServerChanges>),
    /// Which rights the bot lacks where.
    Check,
    /// Who may be playing into each other's hands.
    FairPlay,
    /// What managers have forced and set.
    Audit {
        /// Which page, 1 the first, with what happened last.
        page: Option<u32>,
    },
    /// To put an end to a match.
    Abort {
        /// Why.
        reason: String,
    },
}

/// What is to be set for a server. Whatever is `None` stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerChanges {
    /// Whether matches with computers may be rated.
    pub rated_computers: Option<bool>,
    /// The channel that `allow` is about; the one where it is said when `None`.
    pub channel: Option<Option<String>>,
    /// Whether tables may be opened there.
    pub allow: Option<bool>,
    /// Who may open tables, a word of the table of commands.
    pub openers: Option<String>,
    /// The id of the role that may.
    pub role: Option<String>,
    /// Whether everybody sees the leaderboard.
    pub leaderboard: Option<bool>,
    /// The id of the role that tables call.
    pub table_role: Option<String>,
    /// By which rules tables are.
    pub ruleset: Option<String>,
    /// Their time per move.
    pub time: Option<Option<TimeLimit>>,
    /// Whether they are rated.
    pub rated: Option<bool>,
    /// In which language everybody is spoken to, by its tag.
    pub language: Option<String>,
    /// How pictures look.
    pub looks: Looks,
    /// What is to be as if it had never been set.
    pub clear: Option<Clear>,
}

impl Options<'_> {
    /// What `/server` was given.
    pub(super) fn server_ask(&self) -> Result<ServerAsk, InputError> {
        Ok(match self.text("action") {
            Some("set") => ServerAsk::Set(Box::new(self.server_changes())),
            Some("check") => ServerAsk::Check,
            Some("fairplay") => ServerAsk::FairPlay,
            Some("audit") => ServerAsk::Audit {
                page: self.number("page")?,
            },
            Some("abort") => ServerAsk::Abort {
                reason: self.reason()?,
            },
            _ => ServerAsk::Show,
        })
    }

    fn server_changes(&self) -> ServerChanges {
        let leaderboard = self.text("leaderboard");
        ServerChanges {
            rated_computers: self.said("rated-computers"),
            channel: self.channel("channel"),
            allow: self.said("allow"),
            openers: self.text("openers").map(str::to_owned),
            role: self.role("role"),
            leaderboard: leaderboard.map(|who| who == "everyone"),
            table_role: self.role("table-role"),
            ruleset: self.text("ruleset").map(str::to_owned),
            time: self.time(),
            rated: self.said("rated"),
            language: self.text("language").map(str::to_owned),
            looks: self.looks(),
            clear: self.text("clear").and_then(Clear::from_word),
        }
    }

    fn role(&self, name: &str) -> Option<String> {
        if let Some(Value::Role(role)) = self.value(name) {
            Some(role.clone())
        } else {
            None
        }
    }

    fn channel(&self, name: &str) -> Option<Option<String>> {
        if let Some(Value::Channel(channel)) = self.value(name) {
            Some(channel.clone())
        } else {
            None
        }
    }
}
