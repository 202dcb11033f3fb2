//! The language and the looks of an answer, and how they are found.

use std::time::Duration;

use tokio::{sync::watch, time::timeout};

use super::{language::Language, texts::Texts};
use crate::{
    host::Host,
    matchplay::{Match, Person, Place, Server},
    render::{PieceSet, Style, Theme},
    rules::Color,
    store::{
        Latest,
        preferences::{Looks, Orientation},
    },
};

/// The language and the looks of one answer. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Locale {
    /// Its texts.
    pub texts: Texts,
    /// The looks of its pictures.
    pub style: Style,
    /// The seat from which its boards are seen, where one is chosen.
    pub orientation: Option<Orientation>,
    /// True if the letters of that seat run from left to right.
    pub mirrored: bool,
}

impl Locale {
    /// Returns a locale of these texts with the usual looks.
    pub(crate) fn plain(texts: Texts) -> Locale {
        Locale::new(texts, &Looks::default())
    }

    fn new(texts: Texts, looks: &Looks) -> Locale {
        // A theme that is no more counts as none chosen.
        let theme = looks.theme.as_deref().and_then(Theme::named);
        let pieces = looks.pieces.as_deref().and_then(PieceSet::from_word);
        let usual = Style::default();
        let style = Style {
            theme: theme.unwrap_or(usual.theme),
            pieces: pieces.unwrap_or(usual.pieces),
            ..usual
        };
        Locale {
            texts,
            style,
            orientation: looks.orientation,
            mirrored: looks.mirror,
        }
    }

    /// Returns the seat from which a board is seen by somebody who has this seat, if any. Unless
    /// they chose otherwise, players see it from their own seat, and everybody else from that of
    /// the player to move.
    pub(crate) fn seen_from(&self, state: &Match, own: Option<Color>) -> Color {
        let turn = state.position().turn();
        let orientation = self.orientation.unwrap_or(Orientation::Own);
        orientation.seat(own, turn)
    }
}

/// The most servers whose language is remembered.
const MOST_SERVERS: usize = 100_000;

/// The texts of all languages, and the languages that chats report for their servers. Servers are
/// reported again at each start.
#[derive(Debug)]
pub struct Locales {
    texts: [Texts; Language::ALL.len()],
    usual: Locale,
    /// `None` for a server in a language that has no texts.
    servers: watch::Sender<Latest<Server, Option<Language>, MOST_SERVERS>>,
}

impl Locales {
    /// Returns all languages, with the one that is spoken where nobody has chosen.
    #[must_use]
    pub fn new(usual: Language) -> Locales {
        Locales::read(usual, Texts::of)
    }

    /// Returns the same for a chat without [channels](super::Markup::has_channels).
    pub(crate) fn without_channels(usual: Language) -> Locales {
        Locales::read(usual, Texts::without_channels)
    }

    fn read(usual: Language, of: fn(Language) -> Texts) -> Locales {
        Locales {
            texts: Language::ALL.map(of),
            usual: Locale::plain(of(usual)),
            servers: watch::Sender::default(),
        }
    }

    /// Returns the texts of a language.
    #[must_use]
    pub fn texts(&self, language: Language) -> &Texts {
        &self.texts[language as usize]
    }

    /// Returns the locale of those who have chosen nothing.
    #[must_use]
    pub const fn usual(&self) -> &Locale {
        &self.usual
    }

    /// Iterates over the same locale in each other language.
    pub fn others<'a>(&'a self, locale: &'a Locale) -> impl Iterator<Item = Locale> + 'a {
        let others = self.texts.iter();
        let others = others.filter(|texts| texts.language() != locale.texts.language());
        others.map(|texts| Locale {
            texts: texts.clone(),
            ..locale.clone()
        })
    }

    /// Returns the locale of an answer that one person alone sees: in the language of their
    /// settings, else of their chat, else of the place; in the looks of their settings.
    pub(crate) fn of_person(
        &self,
        host: &Host,
        person: Option<Person>,
        chat: Option<Language>,
        place: &Place,
    ) -> Locale {
        let set = person.map(|person| host.preferences_of(person));
        let set = set.unwrap_or_default();
        let chosen = set.language.as_deref().and_then(Language::from_word);
        let language = chosen.or(chat).or_else(|| self.language_of(host, place));
        self.locale(language, &set.looks)
    }

    /// Returns the locale in which everybody at a place is spoken to: as the managers of its server
    /// have set it, else in the language that the chat reports for the server, else in that of those who play
    /// there.
    pub(crate) fn of_place(&self, host: &Host, place: &Place) -> Locale {
        let looks = host.server_preferences(place).looks;
        self.locale(self.language_of(host, place), &looks)
    }

    /// Takes in the language that a chat reports for the server of a place.
    pub fn report(&self, place: &Place, language: Option<Language>) {
        if self.reported_for(place) == Some(language) {
            return;
        }
        self.servers.send_modify(|servers| {
            servers.put(Server::of(place), language);
        });
    }

    /// Waits until the language of a place's server is known, at most this long.
    pub async fn wait_for(&self, host: &Host, place: &Place, most: Duration) {
        if host.server_preferences(place).language.is_none() {
            // A server that is never reported is spoken to in the usual language.
            let (mut servers, server) = (self.servers.subscribe(), Server::of(place));
            let known = servers.wait_for(|servers| servers.contains(&server));
            let _ = timeout(most, known).await;
        }
    }

    fn reported_for(&self, place: &Place) -> Option<Option<Language>> {
        self.servers.borrow().peek(&Server::of(place)).copied()
    }

    fn language_of(&self, host: &Host, place: &Place) -> Option<Language> {
        let of_server = host.server_preferences(place);
        let named = |word: Option<String>| word.as_deref().and_then(Language::from_word);
        named(of_server.language)
            .or_else(|| self.reported_for(place).flatten())
            .or_else(|| named(of_server.spoken))
    }

    fn locale(&self, language: Option<Language>, looks: &Looks) -> Locale {
        let texts = language.map_or(&self.usual.texts, |language| self.texts(language));
        Locale::new(texts.clone(), looks)
    }
}
