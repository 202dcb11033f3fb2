//! Rulesets: what ends a match and what it scores (rules §6).

use super::{
    color::{ByColor, Colors},
    outcome::{Ending, Over, Points},
};

/// The options that one match is played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruleset {
    name: &'static str,
    /// At which occurrence of a position a draw may be claimed, and at which it comes by itself
    /// (rules §5.2).
    pub(crate) repetition: Limits,
    /// After how many moves of each army in play without progress likewise (rules §5.3).
    pub(crate) moves: Limits,
}

/// When a draw may be claimed, and when it is automatic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    pub(crate) claim: u32,
    pub(crate) automatic: u32,
}

impl Ruleset {
    /// `three-man` (rules §6.1): the last army in play wins.
    pub const THREE_MAN: Ruleset = Ruleset {
        name: "three-man",
        repetition: Limits {
            claim: 3,
            automatic: 5,
        },
        moves: Limits {
            claim: 50,
            automatic: 75,
        },
    };

    /// Every ruleset there is, the default first.
    pub const ALL: [Ruleset; 1] = [Ruleset::THREE_MAN];

    /// The ruleset with this name, if there is one.
    #[must_use]
    pub fn named(name: &str) -> Option<Ruleset> {
        Ruleset::ALL
            .into_iter()
            .find(|ruleset| ruleset.name == name)
    }

    /// The name that players and records use.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The end of a match in which these armies were still in play: they share one point.
    #[must_use]
    pub fn over(&self, ending: Ending, in_play: Colors) -> Over {
        let share = match ending {
            Ending::Aborted => Points::default(),
            Ending::LastArmy | Ending::Draw(_) => {
                Points::from_sixths(Points::ONE.sixths() / in_play.len().max(1) as u16)
            }
        };
        Over {
            ending,
            points: ByColor::new(|color| {
                if in_play.contains(color) {
                    share
                } else {
                    Points::default()
                }
            }),
        }
    }
}
