//! Values that are named by stable words, in records, options and the ids of texts.

/// A kind of value that is named by words.
pub trait Choice: Copy + 'static {
    /// The words, each with its value.
    const WORDS: &'static [(&'static str, Self)];

    /// Returns the value of a word.
    #[must_use]
    fn from_word(word: &str) -> Option<Self> {
        let found = Self::WORDS.iter().find(|(known, _)| *known == word);
        found.map(|(_, value)| *value)
    }
}

/// Declares enums as lists of words, each with its value. They are public unless said.
#[macro_export]
macro_rules! words {
    ($($(#[$about:meta])* $name:ident { $($listed:tt)+ })+) => {
        $crate::words! { $($(#[$about])* pub $name { $($listed)+ })+ }
    };
    ($($(#[$about:meta])* $vis:vis $name:ident {
        $($(#[$means:meta])* $word:literal => $variant:ident,)+
    })+) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $name { $($(#[$means])* $variant,)+ }

        #[allow(dead_code, reason = "an enum that few see is read in few ways")]
        impl $name {
            /// All values, in order.
            $vis const ALL: [$name; [$($word),+].len()] = [$($name::$variant),+];
            /// All words, in order.
            $vis const NAMES: &'static [&'static str] = &[$($word),+];

            /// Returns the word of this value.
            #[must_use]
            $vis const fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)+ }
            }

            /// Returns the value of a word.
            #[must_use]
            $vis fn from_word(word: &str) -> Option<$name> {
                $crate::Choice::from_word(word)
            }
        }

        impl $crate::Choice for $name {
            const WORDS: &'static [(&'static str, $name)] = &[$(($word, $name::$variant),)+];
        }
    )+};
}

pub(crate) use words;
