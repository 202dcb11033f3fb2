//! In which language, and with which looks, somebody is answered.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};

use tokio::{sync::Notify, time::timeout};

use super::Desk;
use crate::{
    adapters::{invocation::Speaker, language::Language, words::Words},
    matchplay::{Match, Person, Place, Server},
    render::{PieceSet, Style, Theme},
    rules::Color,
    store::preferences::{Looks, Orientation},
};

/// The language and the looks of an answer. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Voice {
    /// Its texts.
    pub words: Words,
    /// How its pictures look.
    pub style: Style,
    /// From where its boards are seen; from where it is usual when `None`.
    pub(super) orientation: Option<Orientation>,
}

#[cfg(test)]
impl Voice {
    pub(in crate::adapters) const fn for_tests(words: Words, style: Style) -> Voice {
        Voice {
            words,
            style,
            orientation: None,
        }
    }
}

/// How many servers are remembered.
const MOST_SERVERS: usize = 100_000;

/// In which languages chats say that their servers are, `None` for one that there are no texts in:
/// said anew at each start.
#[derive(Debug, Default)]
pub(super) struct Heard {
    servers: RwLock<HashMap<Server, Option<Language>>>,
    news: Notify,
}

impl Heard {
    fn hear(&self, place: &Place, language: Option<Language>) {
        if self.of(place) == Some(language) {
            return;
        }
        // A panic elsewhere while it was held leaves plain data that is still whole.
        let mut servers = self.servers.write().unwrap_or_else(PoisonError::into_inner);
        if servers.len() >= MOST_SERVERS {
            servers.clear();
        }
        servers.insert(Server::of(place), language);
        drop(servers);
        self.news.notify_waiters();
    }

    fn of(&self, place: &Place) -> Option<Option<Language>> {
        let servers = self.servers.read().unwrap_or_else(PoisonError::into_inner);
        servers.get(&Server::of(place)).copied()
    }

    fn language(&self, place: &Place) -> Option<Language> {
        self.of(place).flatten()
    }

    async fn known(&self, place: &Place) {
        loop {
            let news = self.news.notified();
            tokio::pin!(news);
            // From here on nothing that is said is missed.
            news.as_mut().enable();
            if self.of(place).is_some() {
                return;
            }
            news.await;
        }
    }
}

/// The texts of all languages, those of the one that is spoken where nobody says otherwise among
/// them.
pub(super) fn languages(usual: &Words) -> Arc<[Words]> {
    let words = Language::ALL.map(|language| {
        if language == usual.language() {
            usual.clone()
        } else {
            Words::of(language)
        }
    });
    Arc::from(words)
}

impl Desk {
    /// The desk as it answers somebody alone: in the language of their settings, else of their
    /// chat, else of the place; in the looks of their settings.
    #[must_use]
    pub fn speaking_to(&self, speaker: &Speaker, place: &Place) -> Desk {
        let person = self.people.find(&speaker.identity).unwrap_or_else(|error| {
            tracing::warn!(%error, "somebody could not be looked up");
            None
        });
        self.speaking(person, speaker.language, place)
    }

    /// As [`Desk::speaking_to`], of somebody of whose chat nothing is known.
    #[must_use]
    pub fn speaking_to_person(&self, person: Person, place: &Place) -> Desk {
        self.speaking(Some(person), None, place)
    }

    /// The desk as it speaks to everybody at a place: in the language and the looks that its server
    /// has set, else in the language in which the chat says that the server is.
    #[must_use]
    pub fn speaking_at(&self, place: &Place) -> Desk {
        let set = self.host.server_preferences(place);
        let language = set.language.as_deref().and_then(Language::of_tag);
        let language = language.or_else(|| self.servers.language(place));
        self.voiced(language, &set.looks)
    }

    /// Waits until it is known in which language the server of a place is, so long at most.
    pub async fn await_language(&self, place: &Place, most: Duration) {
        if self.host.server_preferences(place).language.is_none() {
            // Whoever never says it is spoken to in the usual one.
            let _ = timeout(most, self.servers.known(place)).await;
        }
    }

    /// The desk in each language that it is not in.
    pub fn in_other_languages(&self) -> impl Iterator<Item = Desk> {
        let others = self.languages.iter();
        let others = others.filter(|words| words.language() != self.words.language());
        others.map(|words| {
            let words = words.clone();
            self.with_voice(&Voice {
                words,
                ..self.voice()
            })
        })
    }

    /// Takes in in which language the chat says that the server of a place is.
    pub fn hear_language(&self, place: &Place, language: Option<Language>) {
        self.servers.hear(place, language);
    }

    fn speaking(&self, person: Option<Person>, chat: Option<Language>, place: &Place) -> Desk {
        let set = person.map(|person| self.host.preferences_of(person));
        let set = set.unwrap_or_default();
        let language = set.language.as_deref().and_then(Language::of_tag);
        let language = language.or(chat).or_else(|| {
            let there = self.host.server_preferences(place).language;
            let there = there.as_deref().and_then(Language::of_tag);
            there.or_else(|| self.servers.language(place))
        });
        self.voiced(language, &set.looks)
    }

    /// The texts of a language; of the usual one when `None`.
    #[must_use]
    pub fn words_in(&self, language: Option<Language>) -> &Words {
        let known = language.and_then(|language| {
            let mut all = self.languages.iter();
            all.find(|words| words.language() == language)
        });
        known.unwrap_or(&self.usual)
    }

    /// The desk in a language, the usual one when `None`, and in these looks.
    fn voiced(&self, language: Option<Language>, looks: &Looks) -> Desk {
        // A theme that is no more is none that was chosen.
        let theme = looks.theme.as_deref().and_then(Theme::named);
        let pieces = looks.pieces.as_deref().and_then(PieceSet::named);
        let usual = Style::default();
        let style = Style {
            theme: theme.unwrap_or(usual.theme),
            pieces: pieces.unwrap_or(usual.pieces),
            ..usual
        };
        self.with_voice(&Voice {
            words: self.words_in(language).clone(),
            style,
            orientation: looks.orientation,
        })
    }

    /// The desk as it speaks with this voice.
    #[must_use]
    pub fn with_voice(&self, voice: &Voice) -> Desk {
        Desk {
            words: voice.words.clone(),
            style: voice.style,
            orientation: voice.orientation,
            ..self.clone()
        }
    }

    /// The voice in which this desk speaks.
    #[must_use]
    pub fn voice(&self) -> Voice {
        Voice {
            words: self.words.clone(),
            style: self.style,
            orientation: self.orientation,
        }
    }

    /// From where a board is seen, by somebody who has this seat, if any. Where nothing is set a
    /// player sees it from their own, everybody else from that of the player to move.
    pub(super) fn seen_from(&self, state: &Match, own: Option<Color>) -> Color {
        let turn = state.position().turn();
        match self.orientation {
            Some(Orientation::Fixed(seat)) => seat,
            Some(Orientation::Turn) => turn,
            Some(Orientation::Own) | None => own.unwrap_or(turn),
        }
    }
}
