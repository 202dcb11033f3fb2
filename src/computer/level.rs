//! Levels of computer opponents.

use std::fmt;

use crate::rules::Color;

/// The names of computers by level, the weakest first, and by seat: nobody's, and the same in every
/// language.
const NAMES: [[&str; 3]; 3] = [
    ["Ceres", "Juno", "Vesta"],
    ["Rhea", "Titan", "Io"],
    ["Altair", "Rigel", "Vega"],
];

/// The playing strength of a computer. A higher level plays better.
///
/// ```
/// use rondel::computer::Level;
///
/// assert_eq!(Level::new(2).map(Level::number), Some(2));
/// assert_eq!(Level::new(0), None);
/// assert_eq!(Level::new(4), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 3] = [Level(1), Level(2), Level(3)];

    /// The number of the weakest level.
    pub const LOWEST: u8 = 1;

    /// The number of the strongest level.
    pub const HIGHEST: u8 = 3;

    /// The level of a computer if none is named.
    pub const USUAL: Level = Level(2);

    /// Returns the level with this number.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.0 == number)
    }

    /// Returns the name of a computer of this level in a seat. No two seats share one, so that
    /// computers of one match are told apart.
    ///
    /// ```
    /// use rondel::{computer::Level, rules::Color};
    ///
    /// let names = Color::ALL.map(|seat| Level::USUAL.name(seat));
    /// assert_eq!(names, ["Rhea", "Titan", "Io"]);
    /// ```
    #[must_use]
    pub fn name(self, seat: Color) -> &'static str {
        let nth = usize::from(self.0 - Level::LOWEST);
        NAMES.get(nth).unwrap_or(&NAMES[0])[seat.index()]
    }

    /// Returns its number, from 1 on.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
