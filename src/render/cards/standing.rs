//! Standings to show on cards: plain data.

use rondel_rules::ByColor;

/// One person on a leaderboard. A missing rank is an empty text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeaderboardRow {
    /// The place: people with the same may share it.
    pub rank: String,
    /// The person's name.
    pub name: String,
    /// The rating and the results.
    pub results: Results,
    /// True for the person who asked, whose row is pointed out.
    pub asked: bool,
}

/// A page of a leaderboard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeaderboardCard {
    /// The ruleset that is played.
    pub title: String,
    /// The place and the time that it is for.
    pub subtitle: String,
    /// The rows, the best first. Those after the first [`LeaderboardCard::ROWS`] are not shown.
    pub rows: Vec<LeaderboardRow>,
    /// The row of the person who asked, when it is none of these.
    pub own: Option<LeaderboardRow>,
}

/// Rating and results of a person in some matches. Numbers are texts; a missing one is an empty text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// The rating as it is shown.
    pub rating: String,
    /// True if the rating rests on few matches.
    pub provisional: bool,
    /// All points earned.
    pub points: String,
    /// Number of matches that they come from.
    pub matches: String,
    /// Number of those that were won.
    pub wins: String,
    /// The points in a match on average.
    pub average: String,
    /// The same with each army.
    pub averages: ByColor<String>,
}

/// Results and rating of a person under one ruleset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesetResults {
    /// The ruleset's name.
    pub name: String,
    /// The rating, and the results of its matches.
    pub results: Results,
    /// The course of the rating: moments in milliseconds since 1970, each with the rating that was
    /// shown from then on. A lone one is a point.
    pub curve: Vec<(i64, i32)>,
}

/// One person's standing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProfileCard {
    /// The person's name.
    pub name: String,
    /// The line below the name.
    pub subtitle: String,
    /// The rulesets played, the most important first. Those after the first
    /// [`ProfileCard::RULESETS`] are only counted.
    pub rulesets: Vec<RulesetResults>,
    /// The results with each army.
    pub seats: ByColor<Results>,
    /// Sentences below all that, such as how often a match was finished; each takes one line or
    /// two. Those after the first [`ProfileCard::NOTES`] are not shown, nor those with letters that
    /// the font lacks, which [`ProfileCard::alt_text`] has.
    pub notes: Vec<String>,
}
