//! Eliminations, the ends of matches, and the points for both (rules §6, §8).

use std::{
    fmt,
    ops::{AddAssign, Sub},
};

use super::{
    color::{ByColor, Color, Colors},
    ruleset::{Ruleset, Scoring},
    words::words,
};

words! {
    /// The way an army went out of the game (rules §8).
    Exit {
        /// Checkmated when its turn came.
        "mate" => Mate,
        /// Its king was captured.
        "king-taken" => KingTaken,
        /// Left without a move and not in check, under a ruleset where that puts an army out.
        "stalemate" => Stalemate,
        /// Its player conceded.
        "conceded" => Conceded,
        /// Its player ran out of time.
        "time" => Time,
    }
}

/// An elimination: an army that went out of the game, and the army credited with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Elimination {
    /// The army that went out.
    pub color: Color,
    /// The way it went out.
    pub exit: Exit,
    /// The armies that attacked its king (rules §4.6); none unless mated.
    pub checkers: Colors,
    /// The army credited with it, if any.
    pub by: Option<Color>,
    /// The points each army earned by it at once (rules §6.2, §6.3, §6.5).
    pub points: ByColor<Points>,
}

impl Elimination {
    /// Returns an army that goes out without being mated, to the credit of another, before any
    /// points are awarded.
    pub fn of(color: Color, exit: Exit, by: Option<Color>) -> Elimination {
        Elimination {
            color,
            exit,
            checkers: Colors::NONE,
            by,
            points: ByColor::default(),
        }
    }
}

words! {
    /// The reason a match was drawn (rules §5).
    Draw {
        /// All armies in play agreed (rules §5.1).
        "draw:agreement" => Agreement,
        /// The army to move, one of two, has no legal move and is not in check.
        "draw:stalemate" => Stalemate,
        /// The same position occurred too often (rules §5.2).
        "draw:repetition" => Repetition,
        /// Too many plies without progress (rules §5.3).
        "draw:moves" => Moves,
        /// No army can mate any more (rules §5.4).
        "draw:impossibility" => Impossibility,
        /// A player ran out of time, and no opponent can mate (rules §5.5).
        "draw:time" => Time,
    }
}

/// The way a match ended (rules §8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// One army is left in play.
    LastArmy,
    /// An army went out, and the ruleset ends with the first one.
    FirstOut,
    /// The army to move next could have taken a king (rules §6.5).
    CapturableKing,
    /// A player resigned for a named winner, and the third player accepted (rules §6.5).
    ResignedFor,
    /// The armies in play share the points.
    Draw(Draw),
    /// The match was aborted: no points, and it counts in no standing.
    Aborted,
}

impl Ending {
    /// All endings, in the order of the variants, draws expanded.
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

    /// Returns the word of rules §8.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Ending::LastArmy => "last-army",
            Ending::FirstOut => "first-out",
            Ending::CapturableKing => "capturable-king",
            Ending::ResignedFor => "resigned-for",
            Ending::Draw(draw) => draw.word(),
            Ending::Aborted => "aborted",
        }
    }

    /// Returns the ending with this [word](Ending::word).
    #[must_use]
    pub fn from_word(word: &str) -> Option<Ending> {
        Ending::ALL.into_iter().find(|ending| ending.word() == word)
    }

    /// Returns the reason of a draw, if the match was drawn.
    #[must_use]
    pub const fn draw(self) -> Option<Draw> {
        if let Ending::Draw(draw) = self {
            Some(draw)
        } else {
            None
        }
    }
}

/// Points, as an exact fraction (rules §6.4).
///
/// ```
/// use rondel_rules::Points;
///
/// assert_eq!(Points::from_sixths(4).to_string(), "2/3");
/// assert_eq!(Points::from_sixths(15).to_string(), "5/2");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(u16);

impl Points {
    /// Half a point, as for sharing between two.
    pub const HALF: Points = Points(3);
    /// One whole point.
    pub const ONE: Points = Points(6);
    /// Two points, as for a checkmate (rules §6.2).
    pub const TWO: Points = Points(12);

    /// Returns this number of sixths of a point.
    #[must_use]
    pub const fn from_sixths(sixths: u16) -> Points {
        Points(sixths)
    }

    /// Returns the points as a number of sixths.
    #[must_use]
    pub const fn sixths(self) -> u16 {
        self.0
    }

    /// Writes the points for people, `1½`. Records and programs have `3/2`.
    #[must_use]
    pub fn for_people(self) -> String {
        sixths_for_people(u64::from(self.0))
    }
}

/// Writes a sum of points for people, from a number of sixths of a point: `41½`.
#[must_use]
pub fn sixths_for_people(sixths: u64) -> String {
    let part = match sixths % 6 {
        1 => "⅙",
        2 => "⅓",
        3 => "½",
        4 => "⅔",
        5 => "⅚",
        _ => return (sixths / 6).to_string(),
    };
    match sixths / 6 {
        0 => part.to_owned(),
        whole => format!("{whole}{part}"),
    }
}

/// Writes the points of White, Gray and Black for people: `1½-½-0`. Records and programs have the text of
/// [`score_line`].
#[must_use]
pub fn score_for_people(points: &ByColor<Points>) -> String {
    points.0.map(Points::for_people).join("-")
}

/// Adds up, and stays at the largest number that can be counted, which no match reaches.
impl AddAssign for Points {
    fn add_assign(&mut self, more: Points) {
        self.0 = self.0.saturating_add(more.0);
    }
}

/// Takes points away, down to none.
impl Sub for Points {
    type Output = Points;

    fn sub(self, less: Points) -> Points {
        Points(self.0.saturating_sub(less.0))
    }
}

/// Adds up the points of each army.
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

/// The outcome of a match: how it ended, with the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The way the match ended.
    pub ending: Ending,
    /// The total points of each army; all 0 if the match was aborted.
    pub points: ByColor<Points>,
}

impl Outcome {
    /// Returns the score line of rules §8, `1/2-0-1/2`, or `None` for an aborted match.
    #[must_use]
    pub fn score(&self) -> Option<String> {
        if self.ending == Ending::Aborted {
            return None;
        }
        Some(score_line(&self.points))
    }

    /// Returns the score for people, `½-0-½`, or `None` for an aborted match.
    #[must_use]
    pub fn score_for_people(&self) -> Option<String> {
        (self.ending != Ending::Aborted).then(|| score_for_people(&self.points))
    }

    /// Returns the army that is first by points alone (rules §6.4). To *win* a match of
    /// `match-points` an army mates both opponents, or mates one and draws with the other (rules
    /// §6.2): nothing else earns as many points. Where there is one point to win, the army that has
    /// it wins.
    #[must_use]
    pub fn winner(&self, ruleset: &Ruleset) -> Winner {
        let most = Color::ALL.map(|color| self.points[color]).into_iter().max();
        let leaders = Color::ALL.into_iter();
        let leaders: Colors = leaders
            .filter(|color| Some(self.points[*color]) == most)
            .collect();
        let draw = self.ending.draw().is_some();
        // Two mates and the last king, or a mate and a draw.
        let won = Points::from_sixths(if draw { 3 * 6 } else { 5 * 6 });
        let only = leaders.iter().next().filter(|_| leaders.len() == 1);
        match (only, ruleset.options().scoring) {
            _ if self.ending == Ending::Aborted => Winner::Nobody,
            (None, _) if draw => Winner::Nobody,
            (None, _) => Winner::Shared(leaders),
            (Some(color), Scoring::SharedPoint | Scoring::WinnerAndThird) => Winner::Wins(color),
            (Some(color), Scoring::MatchPoints) if most == Some(won) => Winner::Wins(color),
            (Some(color), Scoring::MatchPoints | Scoring::Stages) => Winner::Alone(color),
        }
    }
}

/// The army, or the armies, in first place at the end of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    /// This army wins.
    Wins(Color),
    /// This army has the most points, where the ruleset does not call that winning.
    Alone(Color),
    /// These armies have the most points.
    Shared(Colors),
    /// No army: the match was aborted, or all that were left share alike in a draw.
    Nobody,
}

impl Winner {
    /// Returns the armies in first place.
    #[must_use]
    pub fn armies(self) -> Colors {
        match self {
            Winner::Wins(color) | Winner::Alone(color) => Colors::NONE.with(color),
            Winner::Shared(colors) => colors,
            Winner::Nobody => Colors::NONE,
        }
    }
}

/// Writes the points of the three armies in turn order, as in `5/2-0-1/2` (rules §8).
///
/// ```
/// use rondel_rules::{ByColor, Points, score_line};
///
/// let so_far = ByColor([Points::default(), Points::TWO, Points::default()]);
/// assert_eq!(score_line(&so_far), "0-2-0");
/// ```
#[must_use]
pub fn score_line(points: &ByColor<Points>) -> String {
    let ByColor([white, gray, black]) = points;
    format!("{white}-{gray}-{black}")
}
