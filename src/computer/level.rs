//! Levels of computer opponents.

use std::fmt;

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
