//! Levels of computer opponents.

use std::fmt;

use rondel_rules::Color;

/// The names of computers by level, the weakest first, and by seat: nobody's, and the same in every
/// language.
const NAMES: [[&str; 3]; 8] = [
    ["Ceres", "Juno", "Vesta"],
    ["Phoebe", "Oberon", "Larissa"],
    ["Rhea", "Titan", "Io"],
    ["Mimas", "Triton", "Europa"],
    ["Mercury", "Mars", "Venus"],
    ["Uranus", "Saturn", "Jupiter"],
    ["Altair", "Rigel", "Vega"],
    ["Antares", "Sirius", "Arcturus"],
];

/// The most positions that a level looks at for a move, and its warmth: a move that is that many hundredths of
/// a pawn worse than the best is never made, and of those that are not, one is as likely as another.
const STRENGTHS: [(u64, i32); 8] = [
    (40, 910),
    (150, 638),
    (500, 520),
    (2_000, 405),
    (7_500, 336),
    (30_000, 280),
    (120_000, 150),
    (500_000, 0),
];

/// The playing strength of a computer. A higher level plays better.
///
/// ```
/// use rondel_computer::Level;
///
/// assert_eq!(Level::new(2).map(Level::number), Some(2));
/// assert_eq!(Level::new(0), None);
/// assert_eq!(Level::new(9), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 8] = [
        Level(1),
        Level(2),
        Level(3),
        Level(4),
        Level(5),
        Level(6),
        Level(7),
        Level(8),
    ];

    /// The number of the weakest level.
    pub const LOWEST: u8 = 1;

    /// The number of the strongest level.
    pub const HIGHEST: u8 = 8;

    /// The level of a computer if none is named.
    pub const USUAL: Level = Level(3);

    /// Returns the level with this number.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.0 == number)
    }

    /// Returns the name of a computer of this level in a seat. No two seats share one, so that
    /// computers of one match are told apart.
    ///
    /// ```
    /// use rondel_computer::Level;
    /// use rondel_rules::Color;
    ///
    /// let names = Color::ALL.map(|seat| Level::USUAL.name(seat));
    /// assert_eq!(names, ["Rhea", "Titan", "Io"]);
    /// ```
    #[must_use]
    pub fn name(self, seat: Color) -> &'static str {
        let nth = usize::from(self.0 - Level::LOWEST);
        NAMES.get(nth).unwrap_or(&NAMES[0])[seat.index()]
    }

    /// Returns the most positions that it looks at for a move.
    pub(super) fn positions(self) -> u64 {
        self.strength().0
    }

    /// Returns by how many hundredths of a pawn at the least a move is worse than the best that it never makes.
    pub(super) fn warmth(self) -> i32 {
        self.strength().1
    }

    fn strength(self) -> (u64, i32) {
        let nth = usize::from(self.0 - Level::LOWEST);
        STRENGTHS.get(nth).copied().unwrap_or(STRENGTHS[0])
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
