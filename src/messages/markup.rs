//! The words a chat needs around names, places and moments.

use crate::{
    matchplay::{Event, Moment, Place, TimeLimit},
    render::readable,
};

pub(crate) use crate::render::isolated;

/// A chat's way of writing names, places, roles and moments into a text. By default it is plain text
/// without anything that steers a terminal.
pub trait Markup: Send + Sync + std::fmt::Debug {
    /// Returns a name as it may stand in a text: no mention, no markup, nothing that runs on beyond
    /// it. Empty when nothing of it can be seen.
    fn name(&self, name: &str) -> String {
        harmless(name)
    }

    /// Returns a text that somebody wrote, as harmless as a name.
    fn quote(&self, text: &str) -> String {
        harmless_text(text, Event::LONGEST_REASON)
    }

    /// Returns the sign before and after what stands out; empty in chats that cannot show that.
    fn bold(&self) -> &'static str {
        ""
    }

    /// Returns a reference to a place.
    fn place(&self, place: &Place) -> String {
        format!("#{}", harmless(place.room()))
    }

    /// Returns a mention of a role, given what the chat knows it by.
    fn role(&self, role: &str) -> String {
        format!("@{}", self.name(role))
    }

    /// Returns a mention of a person, given their id in the chat.
    fn mention(&self, id: &str) -> String {
        format!("@{}", self.name(id))
    }

    /// Splits the mentions with which a text begins off its words.
    fn without_mentions<'a>(&self, text: &'a str) -> (&'a str, &'a str) {
        let mut words = text;
        let is_of_id = |letter: char| letter.is_alphanumeric() || "_-".contains(letter);
        while let Some(mention) = words.trim_start_matches(' ').strip_prefix('@') {
            words = mention.trim_start_matches(is_of_id);
        }
        text.split_at(text.len() - words.len())
    }

    /// Returns true if one of these mentions is of a person, not of a role.
    fn mentions_people(&self, mentions: &str) -> bool {
        mentions.contains('@')
    }

    /// Returns the mark before a line in small letters.
    fn small(&self) -> &'static str {
        "– "
    }

    /// Returns a command as it is typed, given its name in the reader's language; or a link to it, in a chat
    /// that has registered it under a name and an id.
    fn command(&self, label: &str, _registered: Option<(&str, u64)>) -> String {
        format!("/{label}")
    }

    /// Returns a reference to a place for somebody at another one, or at the same, by which they
    /// find the way there.
    fn link(&self, place: &Place, _from: &Place) -> String {
        self.place(place)
    }

    /// Returns a moment, to the minute in UTC (`2026-11-21 22:00 UTC`) unless the chat can do
    /// better.
    fn moment(&self, at: Moment) -> String {
        in_utc(at)
    }

    /// Returns the time left until a moment that is seconds away, in chats that show that
    /// themselves.
    fn again(&self, _at: Moment) -> Option<String> {
        None
    }

    /// Returns the time for each move at a table where neither its opener nor its server names one.
    fn usual_time(&self) -> Option<TimeLimit> {
        None
    }

    /// Returns whether matches there can count for the ratings. Where anybody can be anybody they cannot.
    fn knows_people(&self) -> bool {
        true
    }

    /// Returns whether it can call people who are not looking, by mentions or direct messages.
    fn calls_people(&self) -> bool {
        false
    }

    /// Returns whether it says which language a server speaks, a while after it is connected.
    fn reports_languages(&self) -> bool {
        false
    }

    /// Returns whether it tells of reminders, so that players can choose how many they want.
    fn reminds_people(&self) -> bool {
        true
    }

    /// Returns whether a menu stands beside its label there, whatever is chosen.
    fn labels_menus(&self) -> bool {
        false
    }

    /// Returns whether nothing can be said at a place but answers.
    fn takes_answers_alone(&self, _place: &Place) -> bool {
        false
    }

    /// Returns whether people speak in channels of servers, whose managers set things up there. Where they do not, texts
    /// speak of none, and what is for managers is not there.
    fn has_channels(&self) -> bool {
        true
    }

    /// Returns whether the people at a place share a server, unlike those who talk to the bot alone.
    fn is_shared(&self, _place: &Place) -> bool {
        true
    }
}

/// Writes a moment to the minute in UTC. Moments far beyond years of four digits become the first
/// or the last one there is.
fn in_utc(at: Moment) -> String {
    let beyond = if at.0 < 0 {
        jiff::Timestamp::MIN
    } else {
        jiff::Timestamp::MAX
    };
    let time = jiff::Timestamp::from_millisecond(at.0).unwrap_or(beyond);
    time.strftime("%Y-%m-%d %H:%M UTC").to_string()
}

/// The most letters of a name or a typed text that are shown. Escaped, each letter is two at most,
/// and the words of pictures take 64.
const MOST_SHOWN: usize = 32;

/// Returns at most this many letters of a text, without those that steer a terminal or turn the
/// direction of what follows.
pub(crate) fn harmless_text(text: &str, most: usize) -> String {
    let shown: String = readable(text).chars().take(most).collect();
    shown.trim_end().to_owned()
}

/// Cuts a text to this number of characters, the last one an ellipsis where something is left out.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

/// Returns a name of at most 32 visible letters, as harmless as a quoted text. Empty when
/// nothing of it can be seen.
pub(crate) fn harmless(name: &str) -> String {
    harmless_text(name, MOST_SHOWN)
}
