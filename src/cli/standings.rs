//! Standings as a plain table.

use std::fmt::Write;

use crate::{
    matchplay::{Moment, Person},
    standings::{LeaderboardPage, LeaderboardQuery, RankedPerson, Standings},
};

/// The number of rows in the table of a ruleset.
const ROWS: usize = 10;

/// The leaders in a ruleset.
pub(super) struct Leaders {
    ruleset: String,
    page: LeaderboardPage,
}

/// Returns the leaders in each ruleset, over all servers and all time. As in every leaderboard,
/// people who do not want to be seen and people who have been away for long are left out.
pub(super) fn leaders(
    standings: &Standings,
    now: Moment,
    hidden: &dyn Fn(Person) -> bool,
) -> Vec<Leaders> {
    let leaders = standings.rulesets().into_iter().map(|ruleset| {
        let query = LeaderboardQuery {
            server: None,
            ruleset,
            month: None,
            now,
            hidden,
        };
        Leaders {
            ruleset: ruleset.to_owned(),
            page: standings.leaderboard(&query, 0, ROWS, None),
        }
    });
    leaders.collect()
}

/// Returns the people whom tables name.
pub(super) fn named(leaders: &[Leaders]) -> Vec<Person> {
    let rows = leaders.iter().flat_map(|leaders| &leaders.page.rows);
    rows.map(|row| row.person).collect()
}

/// Writes a table for each ruleset.
pub(super) fn tables(leaders: &[Leaders], name: &dyn Fn(Person) -> String) -> String {
    let mut text = String::new();
    for Leaders { ruleset, page } in leaders {
        let players = counted(page.total, "player");
        let _ = writeln!(text, "{ruleset}: {players}");
        for row in &page.rows {
            let _ = writeln!(text, "{}", line(row, &name(row.person)));
        }
    }
    if text.is_empty() {
        text.push_str("no match has counted yet\n");
    }
    text
}

/// Writes the size of the standings in figures.
pub(super) fn summary(standings: &Standings) -> String {
    let ends = standings.upto().map_or(0, |(number, _)| number);
    format!(
        "ends {ends}\nmatches that count {}\nplayers {}\nsha256 {}\n",
        standings.matches(),
        standings.players(),
        standings.digest(),
    )
}

fn line(row: &RankedPerson, name: &str) -> String {
    let (rank, standing) = (row.rank.unwrap_or_default(), &row.standing);
    // A provisional rating has a question mark.
    let sure = if standing.provisional { '?' } else { ' ' };
    let tally = &standing.tally;
    let matches = counted(tally.matches as usize, "match");
    let wins = counted(tally.wins as usize, "win");
    let points = hundredths(tally.sixths);
    format!(
        "{rank:4}  {:5}{sure}  {matches}, {wins}, {points} points  {name}",
        standing.rating
    )
}

/// Writes points with two digits after the point.
fn hundredths(sixths: u64) -> String {
    let hundredths = (sixths * 100 + 3) / 6;
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

fn counted(count: usize, what: &str) -> String {
    let end = match (count, what) {
        (1, _) => "",
        (_, "match") => "es",
        _ => "s",
    };
    format!("{count} {what}{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_points_are_said_plainly() {
        assert_eq!(counted(1, "match"), "1 match");
        assert_eq!(counted(0, "match"), "0 matches");
        assert_eq!(counted(2, "win"), "2 wins");
        assert_eq!(
            [0, 2, 4, 9, 605].map(hundredths),
            ["0.00", "0.33", "0.67", "1.50", "100.83"]
        );
    }
}
