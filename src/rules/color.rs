//! Armies, and small collections with one entry for each of them.

use std::{
    fmt,
    ops::{Index, IndexMut},
};

use super::words::words;

words! {
    /// One of the three armies, in the order in which they move (rules §1.2).
    Color {
        /// Files a to h; moves first.
        "white" => White,
        /// Files i to p; moves second.
        "gray" => Gray,
        /// Files q to x; moves third.
        "black" => Black,
    }
}

impl Color {
    /// Returns the army that sits next, clockwise: White, Gray, Black, White …
    #[must_use]
    pub const fn next(self) -> Color {
        match self {
            Color::White => Color::Gray,
            Color::Gray => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// Returns 0 for White, 1 for Gray, 2 for Black.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the letter of position lines (rules §7.3): `w`, `g` or `b`.
    #[must_use]
    pub const fn letter(self) -> char {
        self.word().as_bytes()[0] as char
    }

    /// Returns the army with this [letter](Color::letter).
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Color> {
        let mut all = Color::ALL.into_iter();
        all.find(|color| color.letter() == letter)
    }

    /// Returns the army whose [letter](Color::letter) is the whole text.
    #[must_use]
    pub fn from_lone_letter(text: &str) -> Option<Color> {
        let mut letters = text.chars();
        let color = Color::from_letter(letters.next()?)?;
        letters.next().is_none().then_some(color)
    }

    /// Returns the army's first file: 0, 8 or 16. Its sector is this file and the seven after it.
    #[must_use]
    pub const fn first_file(self) -> u8 {
        self as u8 * 8
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Gray => "Gray",
            Color::Black => "Black",
        })
    }
}

/// One value for each army, in turn order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ByColor<T>(pub [T; 3]);

impl<T> ByColor<T> {
    /// Makes a collection by asking `value` for each army in turn order.
    pub fn new(value: impl FnMut(Color) -> T) -> ByColor<T> {
        ByColor(Color::ALL.map(value))
    }

    /// Iterates over the armies and their values, in turn order.
    pub fn iter(&self) -> impl Iterator<Item = (Color, &T)> {
        Color::ALL.into_iter().zip(&self.0)
    }

    /// Returns the same collection with `f` applied to each value.
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> ByColor<U> {
        ByColor(self.0.map(f))
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    fn index(&self, color: Color) -> &T {
        &self.0[color.index()]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color.index()]
    }
}

/// A set of armies, such as those in play.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Colors(u8);

impl Colors {
    /// The empty set.
    pub const NONE: Colors = Colors(0);
    /// The set of all three armies.
    pub const ALL: Colors = Colors(7);

    /// Returns true if the army is in the set.
    #[must_use]
    pub const fn contains(self, color: Color) -> bool {
        self.0 & (1 << color as u8) != 0
    }

    /// Returns the set with the army added.
    #[must_use]
    pub const fn with(self, color: Color) -> Colors {
        Colors(self.0 | (1 << color as u8))
    }

    /// Returns the set with the army removed.
    #[must_use]
    pub const fn without(self, color: Color) -> Colors {
        Colors(self.0 & !(1 << color as u8))
    }

    /// Returns the number of armies in the set, 0 to 3.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns true if the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Iterates over the armies in the set, in turn order.
    pub fn iter(self) -> impl Iterator<Item = Color> {
        Color::ALL
            .into_iter()
            .filter(move |color| self.contains(*color))
    }

    /// Returns the first army in the set that comes after `color` in turn order. That is `color`
    /// itself only if it is the last one left. `None` for the empty set.
    #[must_use]
    pub fn next_after(self, color: Color) -> Option<Color> {
        let (second, third) = (color.next(), color.next().next());
        if self.contains(second) {
            Some(second)
        } else if self.contains(third) {
            Some(third)
        } else {
            self.contains(color).then_some(color)
        }
    }
}

impl FromIterator<Color> for Colors {
    fn from_iter<I: IntoIterator<Item = Color>>(colors: I) -> Colors {
        colors.into_iter().fold(Colors::NONE, Colors::with)
    }
}

/// Writes the letters in turn order, `wgb`; the empty set is the empty string.
impl fmt::Display for Colors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter()
            .try_for_each(|color| write!(f, "{}", color.letter()))
    }
}

impl fmt::Debug for Colors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Colors({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turn_skips_armies_that_are_out() {
        let in_play = Colors::ALL.without(Color::Gray);
        assert_eq!(in_play.next_after(Color::White), Some(Color::Black));
        assert_eq!(in_play.next_after(Color::Black), Some(Color::White));
        assert_eq!(
            Colors::NONE.with(Color::Gray).next_after(Color::Gray),
            Some(Color::Gray)
        );
        assert_eq!(Colors::NONE.next_after(Color::White), None);
        assert_eq!(in_play.to_string(), "wb");
    }

    #[test]
    fn letters_and_words_read_back() {
        for color in Color::ALL {
            assert_eq!(Color::from_letter(color.letter()), Some(color));
            assert_eq!(Color::from_word(color.word()), Some(color));
        }
        assert_eq!(Color::from_letter('W'), None);
    }
}
