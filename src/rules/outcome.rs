//! How armies go out, how matches end, and what they score (rules §6, §8).

use std::{fmt, ops::AddAssign};

use super::color::{ByColor, Color, Colors};

/// How an army went out of the game (rules §8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exit {
    /// Checkmated when its turn came.
    Mate,
    /// Its king was captured.
    KingTaken,
    /// Without a move and not in check, where that puts an army out.
    Stalemate,
    /// Its player conceded.
    Conceded,
    /// Its player ran out of time.
    Time,
}

impl Exit {
    /// All ways out.
    pub const ALL: [Exit; 5] = [
        Exit::Mate,
        Exit::KingTaken,
        Exit::Stalemate,
        Exit::Conceded,
        Exit::Time,
    ];

    /// The word of rules §8.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Exit::Mate => "mate",
            Exit::KingTaken => "king-taken",
            Exit::Stalemate => "stalemate",
            Exit::Conceded => "conceded",
            Exit::Time => "time",
        }
    }
}

/// An army that went out of the game, and through whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ArmyOut {
    /// The army.
    pub color: Color,
    /// How it went out.
    pub exit: Exit,
    /// The armies that attacked its king (rules §4.6); none unless mated.
    pub checkers: Colors,
    /// The army credited with it, if one is.
    pub by: Option<Color>,
    /// What each army earned by it at once (rules §6.2, §6.3, §6.5).
    pub points: ByColor<Points>,
}

/// Why a match was drawn (rules §5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Draw {
    /// All armies in play agreed (rules §5.1).
    Agreement,
    /// The army to move, one of two, has no legal move and is not in check.
    Stalemate,
    /// The same position again and again (rules §5.2).
    Repetition,
    /// Too many plies without progress (rules §5.3).
    Moves,
    /// Nobody can mate any more (rules §5.4).
    Impossibility,
    /// A player ran out of time, and no opponent can mate (rules §5.5).
    Time,
}

/// How a match ended (rules §8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// One army is left in play.
    LastArmy,
    /// An army went out, and the ruleset ends with the first one.
    FirstOut,
    /// The army to move next could have taken a king (rules §6.5).
    CapturableKing,
    /// A player resigned for a named winner, and the third agreed (rules §6.5).
    ResignedFor,
    /// The armies in play share.
    Draw(Draw),
    /// Called off: no points, in no standing.
    Aborted,
}

impl Ending {
    /// All endings.
    pub const ALL: [Ending; 11] = [
        Ending::LastArmy,
        Ending::FirstOut,
        Ending::CapturableKing,
        Ending::ResignedFor,
        Ending::Draw(Draw::Agreement),
        Ending::Draw(Draw::Stalemate),
        Ending::Draw(Draw::Repetition),
        Ending::Draw(Draw::Moves),
        Ending::Draw(Draw::Impossibility),
        Ending::Draw(Draw::Time),
        Ending::Aborted,
    ];

    /// The word of rules §8.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Ending::LastArmy => "last-army",
            Ending::FirstOut => "first-out",
            Ending::CapturableKing => "capturable-king",
            Ending::ResignedFor => "resigned-for",
            Ending::Draw(Draw::Agreement) => "draw:agreement",
            Ending::Draw(Draw::Stalemate) => "draw:stalemate",
            Ending::Draw(Draw::Repetition) => "draw:repetition",
            Ending::Draw(Draw::Moves) => "draw:moves",
            Ending::Draw(Draw::Impossibility) => "draw:impossibility",
            Ending::Draw(Draw::Time) => "draw:time",
            Ending::Aborted => "aborted",
        }
    }

    /// The ending with this [word](Ending::word), if there is one.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Ending> {
        Ending::ALL.into_iter().find(|ending| ending.word() == word)
    }

    /// Why the match was drawn, if it was.
    #[must_use]
    pub const fn draw(self) -> Option<Draw> {
        match self {
            Ending::Draw(draw) => Some(draw),
            Ending::LastArmy
            | Ending::FirstOut
            | Ending::CapturableKing
            | Ending::ResignedFor
            | Ending::Aborted => None,
        }
    }
}

/// Points, an exact fraction (rules §6.4).
///
/// ```
/// use rondel::rules::Points;
///
/// assert_eq!(Points::from_sixths(4).to_string(), "2/3");
/// assert_eq!(Points::from_sixths(15).to_string(), "5/2");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(u16);

impl Points {
    /// Half a point.
    pub const HALF: Points = Points(3);
    /// One whole point.
    pub const ONE: Points = Points(6);
    /// Two points.
    pub const TWO: Points = Points(12);

    /// So many sixths of a point.
    #[must_use]
    pub const fn from_sixths(sixths: u16) -> Points {
        Points(sixths)
    }

    /// How many sixths these points are.
    #[must_use]
    pub const fn sixths(self) -> u16 {
        self.0
    }
}

/// Adds up; what is more than can be counted, which no match comes to, stays at the most.
impl AddAssign for Points {
    fn add_assign(&mut self, more: Points) {
        self.0 = self.0.saturating_add(more.0);
    }
}

/// Adds up army by army.
impl AddAssign for ByColor<Points> {
    fn add_assign(&mut self, more: ByColor<Points>) {
        for (color, points) in more.iter() {
            self[color] += *points;
        }
    }
}

/// Writes an integer or a reduced fraction (rules §8).
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let divisor = [6, 3, 2]
            .into_iter()
            .find(|divisor| self.0.is_multiple_of(*divisor))
            .unwrap_or(1);
        let (over, under) = (self.0 / divisor, 6 / divisor);
        if under == 1 {
            write!(f, "{over}")
        } else {
            write!(f, "{over}/{under}")
        }
    }
}

/// The end of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Over {
    /// How it ended.
    pub ending: Ending,
    /// What each army scored; all 0 when called off.
    pub points: ByColor<Points>,
}

impl Over {
    /// The score line of rules §8, `1/2-0-1/2`; `None` for a match that was called off.
    #[must_use]
    pub fn score(&self) -> Option<String> {
        if self.ending == Ending::Aborted {
            return None;
        }
        Some(score_line(&self.points))
    }
}

/// Points of the three armies in turn order, joined as in `5/2-0-1/2` (rules §8).
///
/// ```
/// use rondel::rules::{ByColor, Points, score_line};
///
/// let so_far = ByColor { gray: Points::TWO, ..ByColor::default() };
/// assert_eq!(score_line(&so_far), "0-2-0");
/// ```
#[must_use]
pub fn score_line(points: &ByColor<Points>) -> String {
    let ByColor { white, gray, black } = points;
    format!("{white}-{gray}-{black}")
}
