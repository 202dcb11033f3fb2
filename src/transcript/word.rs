//! Words for everything that is not a move. Both forms have the same names and values for them.

use super::escaping::unescaped;
use crate::{
    matchplay::Event,
    rules::{ByColor, Color, Points, score_line},
};

/// An event other than a move, as it is written: a name, and values by their keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RecordWord {
    pub(super) name: String,
    /// The letter of the army that it is about.
    pub(super) army: Option<String>,
    pub(super) values: Values,
}

/// The values of a word, each under a key of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Values {
    /// The letter of the other army of a pact.
    pub(super) with: Option<String>,
    /// The letter of the winner that a resignation names.
    pub(super) winner: Option<String>,
    /// A word of rules §8.
    pub(super) how: Option<String>,
    /// The letters of the armies that checked a mated king.
    pub(super) checkers: Option<String>,
    /// The letter of the army credited.
    pub(super) by: Option<String>,
    /// Points as a score line of rules §8.
    pub(super) points: Option<String>,
    /// The letter of the army whose seat would be given to another.
    pub(super) seat: Option<String>,
    /// The number of plies after which the match goes on.
    pub(super) to: Option<String>,
    /// The name of a person.
    pub(super) who: Option<String>,
    /// The level of a computer.
    pub(super) level: Option<String>,
    /// A reason in a manager's words.
    pub(super) why: Option<String>,
}

impl Values {
    /// Returns keys with their values, in the order in which they are written.
    pub(super) fn each(&mut self) -> [(&'static str, &mut Option<String>); 11] {
        [
            ("with", &mut self.with),
            ("winner", &mut self.winner),
            ("how", &mut self.how),
            ("checkers", &mut self.checkers),
            ("by", &mut self.by),
            ("points", &mut self.points),
            ("seat", &mut self.seat),
            ("to", &mut self.to),
            ("who", &mut self.who),
            ("level", &mut self.level),
            ("why", &mut self.why),
        ]
    }
}

impl RecordWord {
    pub(super) fn new(name: &str, army: Color, values: Values) -> RecordWord {
        RecordWord {
            name: name.to_owned(),
            army: letter(army),
            values,
        }
    }

    /// Returns a word that is about no army and has no values.
    pub(super) fn bare(name: &str) -> RecordWord {
        RecordWord {
            name: name.to_owned(),
            ..RecordWord::default()
        }
    }
}

/// Reads a reason in a manager's words; `None` if it is longer than reasons may be.
pub(super) fn read_reason(written: &str) -> Option<String> {
    let reason = unescaped(written)?;
    let fits = reason.chars().nth(Event::LONGEST_REASON).is_none();
    fits.then_some(reason)
}

pub(super) fn letter(color: Color) -> Option<String> {
    Some(color.letter().to_string())
}

/// Returns the army of a letter.
pub(super) fn army(text: &str) -> Option<Color> {
    Color::ALL
        .into_iter()
        .find(|color| text.chars().eq([color.letter()]))
}

/// Reads the points of the three armies, as [`score_line`] writes them.
pub(super) fn read_points(line: &str) -> Option<ByColor<Points>> {
    let mut parts = line.split('-').map(fraction);
    let points = ByColor {
        white: parts.next()??,
        gray: parts.next()??,
        black: parts.next()??,
    };
    (score_line(&points) == line).then_some(points)
}

fn fraction(text: &str) -> Option<Points> {
    let (over, under) = text.split_once('/').unwrap_or((text, "1"));
    let (over, under): (u16, u16) = (over.parse().ok()?, under.parse().ok()?);
    let sixths = 6_u16.checked_div(under)?.checked_mul(over)?;
    Some(Points::from_sixths(sixths))
}
