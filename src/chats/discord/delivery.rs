//! A notice on its way into a channel.

use std::fmt;

use serenity::all::Message;

use super::calls::Call;
use crate::{
    matchplay::{Match, MatchId},
    messages::Reply,
    store::Notice,
};

/// A notice that is being posted.
pub(super) struct Delivery<'a> {
    pub(super) notice: &'a Notice,
    pub(super) state: &'a Match,
    pub(super) reply: &'a Reply,
    pub(super) call: Call,
    pub(super) memo: Memo,
    /// Some of it may have been said before.
    pub(super) doubtful: bool,
}

/// The mark of one notice's messages, by which each is known again: two turns of one match may be
/// told in the same words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memo {
    id: MatchId,
    version: u64,
}

impl fmt::Display for Memo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.id, self.version)
    }
}

impl Memo {
    pub(super) const fn of(notice: &Notice) -> Memo {
        Memo {
            id: notice.id,
            version: notice.to,
        }
    }

    /// Returns a line in small letters.
    pub(super) fn line(self) -> String {
        format!("-# {self}")
    }

    /// Returns true if one of these messages is marked by it and begins so.
    pub(super) fn is_in(self, messages: &[Message], beginning: &str) -> bool {
        let line = self.line();
        // Nobody else can keep a call from being made by writing the mark.
        messages.iter().any(|message| {
            let content = &message.content;
            message.author.bot
                && content.starts_with(beginning)
                && content.lines().next_back() == Some(&line)
        })
    }
}
