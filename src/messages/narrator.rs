//! Names of people, and the stories of matches, in a locale.

use super::{
    locale::Locale,
    markup::Markup,
    message::Message,
    reply::Button,
    story::Story,
    texts::{Texts, Values},
};
use crate::{
    host::{Change, Host, LeftTables},
    matchplay::{Event, Match, MatchId, NewPlayer, Person, Place, Proposals},
    render::BoardView,
    rules::{Agreements, ByColor, Color},
    rulesets::Rulesets,
    store::people::People,
};
use std::{borrow::Cow, fmt::Display, sync::Arc};

/// The most matches that are named where some seats are given up together.
const MOST_NAMED: usize = 20;

/// Everything that is needed to say something: who is who, the rulesets, the chat's markup, and the
/// locale. A bundle of references, cheap to copy; to speak another language copy it with another
/// locale.
#[derive(Clone, Copy, Debug)]
pub struct Narrator<'a> {
    /// Knows who has asked to be forgotten.
    pub host: &'a Arc<Host>,
    /// The people by their names.
    pub people: &'a Arc<People>,
    /// The rulesets that can be played by.
    pub rulesets: &'a Rulesets,
    /// The chat's markup.
    pub markup: &'a dyn Markup,
    /// The language and the looks.
    pub locale: &'a Locale,
}

impl<'a> Narrator<'a> {
    /// The texts of its language.
    #[must_use]
    pub const fn texts(&self) -> &'a Texts {
        &self.locale.texts
    }

    /// Returns a text with its places filled in; see [`Texts::say`].
    #[must_use]
    pub fn say(&self, id: impl Into<Cow<'static, str>>, values: Values<'_>) -> Message {
        self.texts().say(id, values)
    }

    /// A button about a match as it stands, with a text as its label.
    #[must_use]
    pub fn button(
        &self,
        state: &Match,
        action: impl Display,
        label: impl Into<Cow<'static, str>>,
    ) -> Button {
        Button::of(state, action, self.say(label, &[]))
    }

    /// The story of a match as it stands.
    #[must_use]
    pub fn story<'b>(&self, state: &'b Match) -> Story<'b>
    where
        'a: 'b,
    {
        let names = ByColor::new(|color| self.in_seat(state, color, |person| self.called(person)));
        let people = self.spoken_of(state, &[]);
        Story {
            people,
            ..self.story_named(state, names)
        }
    }

    /// The story of a match whose players go by these names, as they may stand in a text.
    #[must_use]
    pub fn story_named<'b>(&self, state: &'b Match, names: ByColor<Option<String>>) -> Story<'b>
    where
        'a: 'b,
    {
        Story {
            texts: self.texts(),
            markup: self.markup,
            rulesets: self.rulesets,
            state,
            names,
            before: Agreements::default(),
            proposals_before: Proposals::default(),
            people: Vec::new(),
        }
    }

    /// The story of what has just happened in a match: with what stood proposed before, and the
    /// names of people who have just given their seats up.
    #[must_use]
    pub fn story_of<'b>(&self, account: &'b Change) -> Story<'b>
    where
        'a: 'b,
    {
        let mut story = self.story(&account.state);
        story.before = account.agreements_before;
        story.proposals_before.clone_from(&account.proposals_before);
        story.people = self.spoken_of(&account.state, &account.events);
        for event in &account.events {
            if let Event::Left { seat, person } = event
                && story.names[*seat].is_none()
            {
                story.names[*seat] = Some(self.called_somehow(*person));
            }
        }
        story
    }

    /// The names of people who are spoken of without having a seat.
    #[must_use]
    pub fn spoken_of(&self, state: &Match, events: &[Event]) -> Vec<(Person, String)> {
        let asked = state.proposals().iter();
        let asked = asked.filter_map(|proposal| proposal.motion.substitute());
        asked
            .chain(events.iter().filter_map(spoken_of))
            .map(|person| (person, self.called_somehow(person)))
            .collect()
    }

    /// The board of a match from a seat, as a picture shows it.
    #[must_use]
    pub fn view(&self, state: &Match, seat: Color) -> BoardView {
        self.story(state).view(seat, self.names_in(state))
    }

    /// The bare names of a match's players, computers by their level.
    #[must_use]
    pub fn names_in(&self, state: &Match) -> ByColor<Option<String>> {
        ByColor::new(|color| self.in_seat(state, color, |person| self.name_of(person)))
    }

    fn in_seat(
        &self,
        state: &Match,
        color: Color,
        name: impl FnOnce(Person) -> Option<String>,
    ) -> Option<String> {
        let seat = state.seats()[color];
        match seat.computer() {
            Some(level) => Some(self.say("computer", &[("level", &level)]).into()),
            None => name(seat.person()?),
        }
    }

    /// The bare name of a person; `None` if they are not known or asked to be forgotten.
    #[must_use]
    pub fn name_of(&self, person: Person) -> Option<String> {
        if self.host.is_forgotten(person) {
            return None;
        }
        self.people.name(person).unwrap_or_else(|error| {
            tracing::warn!(%error, "a name could not be read");
            None
        })
    }

    /// The name of a person as it may stand in a text.
    #[must_use]
    pub fn called(&self, person: Person) -> Option<String> {
        let name = self.name_of(person)?;
        Some(self.visible(&name).unwrap_or_else(|| self.nameless()))
    }

    /// As [`Narrator::called`], with something to call a person by who has no name here. Only people
    /// who asked to be forgotten are said to be forgotten.
    #[must_use]
    pub fn called_somehow(&self, person: Person) -> String {
        self.called(person).unwrap_or_else(|| {
            if self.host.is_forgotten(person) {
                self.texts().word("forgotten")
            } else {
                self.nameless()
            }
        })
    }

    /// Returns a name made harmless, unless nothing of it can be seen.
    #[must_use]
    pub fn visible(&self, name: &str) -> Option<String> {
        Some(self.markup.name(name)).filter(|name| !name.is_empty())
    }

    /// Returns the word for somebody without a name.
    #[must_use]
    pub fn nameless(&self) -> String {
        self.texts().word("nameless")
    }

    /// The invitation to a table, if these events hold one.
    #[must_use]
    pub fn invitation(&self, events: &[Event]) -> Option<Message> {
        let invited = events.iter().filter_map(|event| {
            if let Event::Invited { person, .. } = event {
                self.called(*person)
            } else {
                None
            }
        });
        let names: Vec<String> = invited.collect();
        let names = (!names.is_empty()).then(|| self.texts().comma(&names))?;
        Some(self.say("table-invites", &[("names", &names)]))
    }

    /// The answer to somebody who acted away from where the match is played.
    #[must_use]
    pub fn elsewhere(&self, state: &Match) -> Message {
        let place = self.markup.place(state.place());
        self.say(
            "done-elsewhere",
            &[("match", &state.id()), ("where", &place)],
        )
    }

    /// The name of a match's own place: at most 100 characters.
    #[must_use]
    pub fn thread_name(&self, state: &Match) -> String {
        let name = self.say("thread-name", &[("match", &state.id())]);
        name.chars().take(100).collect()
    }

    /// The name of a match's own place once the match is over: at most 100 characters. `None` if it
    /// never began.
    #[must_use]
    pub fn over_name(&self, state: &Match) -> Option<String> {
        let outcome = state.outcome()?;
        Some(self.story(state).over_name(outcome, &self.names_in(state)))
    }

    /// Matches by their ids, the first twenty.
    #[must_use]
    pub fn named_matches(&self, ids: &[MatchId]) -> String {
        let named = ids.iter().take(MOST_NAMED).map(ToString::to_string);
        let more = (ids.len() > MOST_NAMED).then(|| String::from("…"));
        let named: Vec<String> = named.chain(more).collect();
        self.texts().comma(&named)
    }

    /// The news that somebody who asked to be forgotten has left these tables of one place.
    #[must_use]
    pub fn left_tables(&self, left: &LeftTables) -> Message {
        let say = |id: &'static str, ids: &[MatchId]| {
            let matches = self.named_matches(ids);
            let values = [("count", &ids.len() as _), ("matches", &matches as _)];
            (!ids.is_empty()).then(|| self.say(id, &values))
        };
        let lines = [
            say("tables-closed", &left.closed),
            say("tables-left", &left.open),
        ];
        Message::lines(lines.into_iter().flatten())
    }

    /// A reference to a place.
    #[must_use]
    pub fn place(&self, place: &Place) -> String {
        self.markup.place(place)
    }
}

/// The person an event is about who need not have a seat after it.
fn spoken_of(event: &Event) -> Option<Person> {
    if let Event::SubstituteAnswered { person, .. }
    | Event::Gone { person, .. }
    | Event::Freed { person, .. }
    | Event::TookOver {
        taker: NewPlayer::Person(person),
        ..
    } = event
    {
        return Some(*person);
    }
    if let Event::Proposed { motion, .. }
    | Event::Agreed { motion, .. }
    | Event::Declined { motion, .. }
    | Event::Lapsed { motion, .. } = event
    {
        return motion.substitute();
    }
    None
}
