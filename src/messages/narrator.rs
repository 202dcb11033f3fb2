//! Names of people, and the stories of matches, in a locale.

use std::{borrow::Cow, fmt::Display, ops::Deref, sync::Arc};

use super::{
    controls::Button,
    locale::Locale,
    markup::{Markup, harmless},
    message::Message,
    texts::Texts,
};
use crate::{
    host::{Host, LeftTables},
    matchplay::{Event, Match, MatchId, Person},
    rules::{ByColor, Color},
    rulesets::Rulesets,
    store::Identity,
};

/// The most matches that are named where some seats are given up together.
const MOST_NAMED: usize = 20;

/// Everything that is needed to say something: who is who, the rulesets, the chat's markup, and the
/// locale. A bundle of references, cheap to copy; to speak another language copy it with another
/// locale.
#[derive(Clone, Copy, Debug)]
pub struct Narrator<'a> {
    /// Knows the names of the people of its matches, and who has asked to be forgotten.
    pub host: &'a Arc<Host>,
    /// The rulesets that can be played by.
    pub rulesets: &'a Rulesets,
    /// The chat's markup.
    pub markup: &'a dyn Markup,
    /// The language and the looks.
    pub locale: &'a Locale,
}

/// A narrator speaks as its texts do.
impl Deref for Narrator<'_> {
    type Target = Texts;

    fn deref(&self) -> &Texts {
        &self.locale.texts
    }
}

impl<'a> Narrator<'a> {
    /// Returns the texts of its language.
    #[must_use]
    pub const fn texts(&self) -> &'a Texts {
        &self.locale.texts
    }

    /// Returns a button about a match as it stands, with a text as its label.
    #[must_use]
    pub fn button(
        &self,
        state: &Match,
        action: impl Display,
        label: impl Into<Cow<'static, str>>,
    ) -> Button {
        Button::of(state, action, self.say(label, &[]))
    }

    /// Returns the bare names of a match's players, computers by names of their own.
    pub(crate) fn names_in(&self, state: &Match) -> ByColor<Option<String>> {
        // What is added must not be cut off a long name.
        let name = |person| {
            let name = self.name_of(person)?;
            Some(self.marked(state, person, name, harmless))
        };
        ByColor::new(|color| self.in_seat(state, color, name))
    }

    /// Returns the names of a match's players as they may stand in a text.
    pub(crate) fn called_in(&self, state: &Match) -> ByColor<Option<String>> {
        let called = |person| Some(self.marked(state, person, self.called(person)?, str::to_owned));
        ByColor::new(|color| self.in_seat(state, color, called))
    }

    /// Marks the name of somebody who plays by a link in a match of another chat: there they can take any name,
    /// that of a member too. `cut` makes the name as long as it may be there.
    pub(super) fn marked(
        &self,
        state: &Match,
        person: Person,
        name: String,
        cut: fn(&str) -> String,
    ) -> String {
        let is_of = |realm| self.host.people().is_of_realm(person, realm);
        if state.opened_at().realm() != Identity::OF_PAGE && is_of(Identity::OF_PAGE) {
            self.say("called-by-link", &[("name", &cut(&name))]).into()
        } else {
            name
        }
    }

    pub(super) fn in_seat(
        &self,
        state: &Match,
        color: Color,
        name: impl FnOnce(Person) -> Option<String>,
    ) -> Option<String> {
        let seat = state.seats()[color];
        match seat.computer() {
            Some(level) => Some(String::from(level.name(color))),
            None => name(seat.person()?),
        }
    }

    /// Returns the bare name of a person; `None` if they are not known or asked to be forgotten.
    #[must_use]
    pub fn name_of(&self, person: Person) -> Option<String> {
        if self.host.is_forgotten(person) {
            return None;
        }
        self.host.people().name(person)
    }

    /// Returns the name of a person as it may stand in a text.
    #[must_use]
    pub fn called(&self, person: Person) -> Option<String> {
        let name = self.name_of(person)?;
        let visible = self.visible(&name);
        Some(visible.unwrap_or_else(|| self.word("nameless")))
    }

    /// Returns the same as [`Narrator::called`], or words for a person who has no name here. Only
    /// people who asked to be forgotten are said to be forgotten.
    pub(crate) fn called_somehow(&self, person: Person) -> String {
        self.called(person).unwrap_or_else(|| {
            let forgotten = self.host.is_forgotten(person);
            self.word(if forgotten { "forgotten" } else { "nameless" })
        })
    }

    /// Returns a name made harmless, unless nothing of it can be seen.
    pub(crate) fn visible(&self, name: &str) -> Option<String> {
        Some(self.markup.name(name)).filter(|name| !name.is_empty())
    }

    /// Returns the invitation to a table, if these events hold one.
    pub(crate) fn invitation(&self, events: &[Event]) -> Option<Message> {
        let names = self.comma(events.iter().filter_map(|event| {
            if let Event::Invited { person, .. } = event {
                return self.called(*person);
            }
            None
        }));
        (!names.is_empty()).then(|| self.say("table-invites", &[("names", &names)]))
    }

    /// Returns the answer to somebody who acted away from where the match is played.
    pub(crate) fn elsewhere(&self, state: &Match) -> Message {
        let id = state.id();
        match self.host.open_place(state) {
            Some(place) => {
                let place = self.markup.place(place);
                self.say("done-elsewhere", &[("match", &id), ("where", &place)])
            }
            None => self.say("done-nowhere", &[("match", &id)]),
        }
    }

    /// Returns the name of a match's own place: at most 100 characters.
    #[must_use]
    pub fn thread_name(&self, state: &Match) -> String {
        let name = self.say("thread-name", &[("match", &state.id())]);
        name.chars().take(100).collect()
    }

    /// Matches by their ids, the first twenty.
    pub(crate) fn named_matches(&self, ids: &[MatchId]) -> String {
        let named = ids.iter().take(MOST_NAMED).map(ToString::to_string);
        let more = (ids.len() > MOST_NAMED).then(|| String::from("…"));
        self.comma(named.chain(more))
    }

    /// Returns the news that somebody who asked to be forgotten has left these tables of one place.
    #[must_use]
    pub fn left_tables(&self, left: &LeftTables) -> Message {
        let lines = [("tables-closed", &left.closed), ("tables-left", &left.open)];
        let told = lines.into_iter().filter(|(_, ids)| !ids.is_empty());
        Message::lines(told.map(|(id, ids)| {
            let matches = self.named_matches(ids);
            self.say(id, &[("count", &ids.len()), ("matches", &matches)])
        }))
    }
}
