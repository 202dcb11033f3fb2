//! Borders between sectors, with their moats and creeks (rules §3).

use std::fmt;

use super::{color::Color, words::words};

words! {
    /// A border between two neighbouring sectors. On rank 1 lies its moat, on ranks 2 and 3 its
    /// creek. They are in the order of position lines (rules §7.3).
    Border {
        /// Between Black's file x and White's file a.
        "x|a" => XA,
        /// Between White's file h and Gray's file i.
        "h|i" => HI,
        /// Between Gray's file p and Black's file q.
        "p|q" => PQ,
    }
}

impl Border {
    /// Returns the file on the lower side, which names the border in position lines: `x`, `h` or
    /// `p`.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self.lower_file()) as char
    }

    /// Returns the file (0 = a) on the lower side: 23, 7 or 15. The next file, around the board,
    /// lies on the other side.
    #[must_use]
    pub const fn lower_file(self) -> u8 {
        [23, 7, 15][self as usize]
    }

    /// Returns the border between the army's sector and the one before it.
    #[must_use]
    pub const fn before(color: Color) -> Border {
        Border::ALL[color.index()]
    }

    /// Returns the border between the army's sector and the one after it.
    #[must_use]
    pub const fn after(color: Color) -> Border {
        Border::before(color.next())
    }

    /// Returns the border on one side of a file (0 = a), if it lies there.
    ///
    /// ```
    /// use rondel_rules::Border;
    ///
    /// assert_eq!(Border::beside(0), Some(Border::XA));
    /// assert_eq!(Border::beside(1), None);
    /// ```
    #[must_use]
    pub fn beside(file: u8) -> Option<Border> {
        Border::ALL.into_iter().find(|border| {
            let lower = border.lower_file();
            file == lower || file == (lower + 1) % 24
        })
    }

    /// Returns the border between two files at most 7 files apart, or `None` within one sector.
    pub(crate) const fn between(a: u8, b: u8) -> Option<Border> {
        match (a / 8, b / 8) {
            (0, 1) | (1, 0) => Some(Border::HI),
            (1, 2) | (2, 1) => Some(Border::PQ),
            (2, 0) | (0, 2) => Some(Border::XA),
            _ => None,
        }
    }
}

/// Writes both files: `h|i`.
impl fmt::Display for Border {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The bridged moats (rules §3.3). A bridged moat stays bridged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Moats(u8);

impl Moats {
    pub(crate) const fn is_bridged(self, border: Border) -> bool {
        self.0 & (1 << border as u8) != 0
    }

    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    pub(crate) const fn any_bridged(self) -> bool {
        self.0 != 0
    }

    pub(crate) const fn bridge(&mut self, border: Border) {
        self.0 |= 1 << border as u8;
    }

    pub(crate) const fn bridge_around(&mut self, color: Color) {
        self.bridge(Border::before(color));
        self.bridge(Border::after(color));
    }
}
