//! The words of cards, supplied by the caller in some language.

use std::borrow::Cow;

use crate::rules::{ByColor, Color};

/// A word, or a sentence with places such as `{name}` that are filled in.
type Word = Cow<'static, str>;

/// Every word that cards write by themselves. `{…}` marks what is filled in; a place that a
/// language does not need may be left out.
#[derive(Clone, Debug)]
pub struct CardWords {
    /// The armies: `White`.
    pub armies: ByColor<Word>,
    /// The heading of ratings.
    pub rating: Word,
    /// The heading of points.
    pub points: Word,
    /// The heading of numbers of matches.
    pub matches: Word,
    /// The heading of numbers of matches won.
    pub wins: Word,
    /// The heading of points in a match on average.
    pub average: Word,
    /// What the columns hold that have a king each above them.
    pub average_with: Word,
    /// What the mark after a rating means: `{mark} after a rating: …`.
    pub provisional: Word,
    /// In place of a name that cannot be drawn.
    pub nameless: Word,
    /// On a leaderboard without rows.
    pub nobody: Word,
    /// On a profile without matches.
    pub unplayed: Word,
    /// Below the rulesets that are shown, where there are more: `and {count} more`.
    pub more: Word,
    /// Opens the alt text of a leaderboard: `Leaderboard: {title}, {subtitle}.`
    pub leaders: Word,
    /// A row of it: `{rank}. {name}: rating {rating}, points {points}, …`.
    pub row: Word,
    /// The row of the person who asked, further down: `Further down: {row}`.
    pub further: Word,
    /// A rating that rests on few matches: `{rating} (provisional)`.
    pub uncertain: Word,
    /// Opens the alt text of a profile: `Profile of {name}.`
    pub profile: Word,
    /// One ruleset of it: `{ruleset}: rating {rating}, …`.
    pub ruleset: Word,
    /// Its curve: `{ruleset} went from {first} to {last}, at lowest {lowest}, …`.
    pub curve: Word,
    /// One army of it: `With {army}: matches {matches}, …`.
    pub seat: Word,
}

impl CardWords {
    /// The words in English.
    #[must_use]
    pub fn english() -> CardWords {
        CardWords {
            armies: ByColor {
                white: "White".into(),
                gray: "Gray".into(),
                black: "Black".into(),
            },
            rating: "Rating".into(),
            points: "Points".into(),
            matches: "Matches".into(),
            wins: "Won".into(),
            average: "Average".into(),
            average_with: "Below the kings: points a match, on average with each army".into(),
            provisional: "{mark} after a rating: fewer than ten matches so far".into(),
            nameless: "(name in the text)".into(),
            nobody: "Nobody stands here yet.".into(),
            unplayed: "No rated matches yet.".into(),
            more: "and {count} more".into(),
            leaders: "Leaderboard: {title}, {subtitle}.".into(),
            row: "{rank}. {name}: rating {rating}, points {points}, matches {matches}, won {wins}."
                .into(),
            further: "Further down: {row}".into(),
            uncertain: "{rating} (provisional)".into(),
            profile: "Profile of {name}.".into(),
            ruleset:
                "{ruleset}: rating {rating}, matches {matches}, won {wins}, average {average}."
                    .into(),
            curve: "{ruleset} went from {first} to {last}, at lowest {lowest}, at highest \
                    {highest}."
                .into(),
            seat: "With {army}: matches {matches}, won {wins}, average {average}.".into(),
        }
    }

    pub(crate) fn army(&self, color: Color) -> &str {
        &self.armies[color]
    }
}
