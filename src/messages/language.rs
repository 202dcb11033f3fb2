//! The languages that Rondel speaks.

use unic_langid::LanguageIdentifier;

use crate::rules::words;

words! {
    /// A language with texts of its own. Its word is the tag in options, stored preferences and Discord's
    /// localizations.
    ///
    /// ```
    /// use rondel::messages::Language;
    ///
    /// assert_eq!(Language::of_locale("de"), Some(Language::German));
    /// assert_eq!(Language::of_locale("en-GB"), Some(Language::English));
    /// assert_eq!(Language::of_locale("pt-BR"), None);
    /// ```
    #[derive(Default)]
    Language {
        /// English, also for people who speak no other language of these.
        #[default]
        "en" => English,
        /// German.
        "de" => German,
    }
}

impl Language {
    /// Returns the language of a locale such as `de` or `en-US`, whatever country it names.
    #[must_use]
    pub fn of_locale(locale: &str) -> Option<Language> {
        let language = locale.split(['-', '_']).next().unwrap_or_default();
        Language::from_word(&language.to_ascii_lowercase())
    }

    /// Returns the language as plural rules ask for it.
    pub(super) fn id(self) -> LanguageIdentifier {
        self.word().parse().unwrap_or_default()
    }
}
