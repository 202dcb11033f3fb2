//! The languages that Rondel speaks.

use unic_langid::LanguageIdentifier;

/// A language with texts of its own.
///
/// ```
/// use rondel::messages::Language;
///
/// assert_eq!(Language::of_locale("de"), Some(Language::German));
/// assert_eq!(Language::of_locale("en-GB"), Some(Language::English));
/// assert_eq!(Language::of_locale("pt-BR"), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// English, also for people who speak no other language of these.
    #[default]
    English,
    /// German.
    German,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 2] = [Language::English, Language::German];

    /// Returns its tag in options, stored preferences and Discord's localizations.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
        }
    }

    /// Returns the language of this tag, to the letter.
    pub(crate) fn of_tag(tag: &str) -> Option<Language> {
        let mut all = Language::ALL.into_iter();
        all.find(|language| language.tag() == tag)
    }

    /// Returns the language of a locale such as `de` or `en-US`, whatever country it names.
    #[must_use]
    pub fn of_locale(locale: &str) -> Option<Language> {
        let language = locale.split(['-', '_']).next().unwrap_or_default();
        Language::of_tag(&language.to_ascii_lowercase())
    }

    /// Returns the language as plural rules ask for it.
    pub(super) fn id(self) -> LanguageIdentifier {
        self.tag().parse().unwrap_or_default()
    }
}
