//! `/leaderboard`: who leads, as text and as a picture, a page at a time.

use super::{Asked, Desk};
use crate::{
    adapters::{
        button::Pressable,
        leaders::{Leaders, Period, Scope, Wanted},
        picture::{Picture, Shows},
        refusals::Refused,
        reply::{Audience, Button, Reply},
    },
    matchplay::Server,
    render::{LeaderboardCard, LeaderboardRow},
    rules::{ByColor, Color},
    standings::{Month, Page, Query, Row, SeatTally},
};

/// How many people stand on a page: as many as a picture shows.
const PAGE: usize = LeaderboardCard::ROWS;

impl Desk {
    /// A page of a leaderboard, with the asker's own row wherever that is. Everybody sees it, but
    /// for an own row that others may not see.
    pub(super) async fn leaderboard(&self, asked: &Asked<'_>, wanted: &Wanted) -> Reply {
        let command = Some(asked.command);
        let ruleset = match self.ruleset_called(wanted.ruleset.as_deref()) {
            Ok(named) => named.name.to_string(),
            Err(error) => return self.misread(command, &error),
        };
        // Whoever asks in direct messages is in no server whose leaderboard could be meant.
        let wanted = &Wanted {
            scope: if self.manner.is_shared(asked.place) {
                wanted.scope
            } else {
                Scope::Everywhere
            },
            ..wanted.clone()
        };
        let refusal = self.refuses_leaders(asked);
        if let Some(refusal) = refusal.filter(|_| wanted.scope == Scope::Server) {
            return refusal;
        }
        let server = match wanted.scope {
            Scope::Server => Some(Server::of(asked.place)),
            Scope::Everywhere => None,
        };
        let month = match wanted.period {
            Period::Month => Some(Month::of(self.host.now())),
            Period::All => None,
        };
        let number = wanted.page.unwrap_or(1);
        let at = usize::try_from(number).unwrap_or(usize::MAX);
        let (name, now, hidden) = (ruleset.clone(), self.host.now(), self.host.hidden());
        let asker = asked.person;
        let page = self.host.standings(move |standings| {
            let query = Query {
                server,
                ruleset: &name,
                month,
                now,
                hidden: &|person| hidden.contains(&person),
            };
            standings.leaderboard(&query, at.saturating_sub(1), PAGE, Some(asker))
        });
        let page = match page.await {
            Ok(page) => page,
            Err(error) => return self.refused(command, &error.into(), &Refused::default()),
        };
        if !(1..=page.pages).contains(&at) {
            let text = self
                .words
                .say_counted("refused-no-such-page", page.pages, &[]);
            return Reply::refusal(command, "bad-option", text);
        }
        let card = LeaderboardCard {
            title: self.words.ruleset(&ruleset),
            subtitle: self.whose_and_when(wanted.scope, month),
            rows: page
                .rows
                .iter()
                .map(|row| self.row_drawn(row, asked))
                .collect(),
            own: own_elsewhere(&page).map(|row| self.row_drawn(row, asked)),
        };
        let among_managers = wanted.scope == Scope::Server && !self.shows_leaders(asked.place);
        let hidden = page.own.as_ref().is_some_and(|own| own.rank.is_none());
        Reply {
            audience: if hidden || among_managers {
                Audience::Speaker
            } else {
                Audience::All
            },
            picture: Some(Picture {
                name: format!("leaderboard-{ruleset}"),
                shows: Shows::Leaderboard(card),
            }),
            buttons: self.beside(&ruleset, wanted, &page),
            ..Reply::words(
                command,
                self.leaders(&ruleset, wanted.scope, month, &page, asked),
            )
        }
    }

    /// `this server, November 2026`
    fn whose_and_when(&self, scope: Scope, month: Option<Month>) -> String {
        let words = &self.words;
        let whose = words.say(&format!("leaders-{}", scope.word()), &[]);
        let when = match month {
            None => words.say("leaders-all", &[]),
            Some(month) => {
                let (name, year) = (
                    format!("month-{}", month.number()),
                    month.year().to_string(),
                );
                let name = words.say(&name, &[]);
                words.say("leaders-month", &[("month", &name), ("year", &year)])
            }
        };
        words.say("leaders-where", &[("where", &whose), ("when", &when)])
    }

    /// The page in words.
    fn leaders(
        &self,
        ruleset: &str,
        scope: Scope,
        month: Option<Month>,
        page: &Page,
        asked: &Asked<'_>,
    ) -> String {
        let words = &self.words;
        let ruleset = words.ruleset(ruleset);
        let place = self.whose_and_when(scope, month);
        let mut lines = vec![words.say(
            "leaders-heading",
            &[("ruleset", &ruleset), ("where", &place)],
        )];
        if page.rows.is_empty() {
            lines.push(words.say("leaders-nobody", &[("ruleset", &ruleset)]));
        }
        lines.extend(page.rows.iter().map(|row| self.row_said(row)));
        match &page.own {
            Some(own) if own.rank.is_none() => {
                let id = if self.host.preferences_of(asked.person).public {
                    "leaders-idle"
                } else {
                    "leaders-hidden"
                };
                lines.push(words.say(id, &[("row", &self.row_said(own))]));
            }
            Some(_) => {
                let own = own_elsewhere(page);
                lines.extend(
                    own.map(|own| words.say("leaders-own", &[("row", &self.row_said(own))])),
                );
            }
            None if page.rows.is_empty() => {}
            None => lines.push(words.say("leaders-absent", &[])),
        }
        let shown = || page.rows.iter().chain(&page.own);
        if shown().next().is_some() {
            let armies = Color::ALL.map(|color| words.army(color)).join("/");
            lines.push(words.say("leaders-averages", &[("armies", &armies)]));
        }
        if shown().any(|row| row.provisional) {
            lines.push(words.say("leaders-provisional", &[]));
        }
        if page.pages > 1 {
            let (number, pages) = ((page.page + 1).to_string(), page.pages.to_string());
            let values = [("page", number.as_str()), ("pages", &pages)];
            lines.push(words.say_counted("leaders-page", page.total, &values));
        }
        lines.join("\n")
    }

    fn row_said(&self, row: &Row) -> String {
        let called = self.called_somehow(row.person);
        let mark = if row.provisional { "?" } else { "" };
        let averages = Color::ALL.map(|color| average(&row.tally.seats[color]));
        let numbers = [
            ("name", called),
            ("rating", format!("{}{mark}", row.rating)),
            ("points", points(row.tally.sixths)),
            ("matches", row.tally.matches.to_string()),
            ("wins", row.tally.wins.to_string()),
            ("averages", averages.join("/")),
        ];
        let mut values: Vec<(&str, &str)> = numbers
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        match row.rank.map(|rank| rank.to_string()) {
            None => self.words.say("leaders-row-unranked", &values),
            Some(rank) => {
                values.push(("rank", &rank));
                self.words.say("leaders-row", &values)
            }
        }
    }

    fn row_drawn(&self, row: &Row, asked: &Asked<'_>) -> LeaderboardRow {
        LeaderboardRow {
            rank: row
                .rank
                .map_or_else(|| String::from("–"), |rank| rank.to_string()),
            name: self
                .name_of(row.person)
                .unwrap_or_else(|| self.called_somehow(row.person)),
            rating: row.rating.to_string(),
            provisional: row.provisional,
            points: points(row.tally.sixths),
            matches: row.tally.matches.to_string(),
            wins: row.tally.wins.to_string(),
            averages: ByColor::new(|color| average(&row.tally.seats[color])),
            asked: row.person == asked.person,
        }
    }

    /// The buttons that lead to the pages beside this one.
    fn beside(&self, ruleset: &str, wanted: &Wanted, page: &Page) -> Vec<Button> {
        let number = page.page + 1;
        let beside = [number.checked_sub(1), number.checked_add(1)];
        let there = |number: &usize| (1..=page.pages).contains(number);
        let button = |number: usize| Button {
            id: Pressable::Leaders(Leaders {
                ruleset: ruleset.to_owned(),
                scope: wanted.scope,
                period: wanted.period,
                page: u32::try_from(number).unwrap_or(u32::MAX),
            }),
            label: self
                .words
                .say("button-page", &[("page", &number.to_string())]),
            enabled: true,
            danger: false,
        };
        beside
            .into_iter()
            .flatten()
            .filter(there)
            .map(button)
            .collect()
    }
}

/// The asker's own row, when it is none of those on the page.
fn own_elsewhere(page: &Page) -> Option<&Row> {
    let own = page.own.as_ref()?;
    let here = page.rows.iter().any(|row| row.person == own.person);
    (!here).then_some(own)
}

/// Sixths of a point as points: `41 1/2`.
pub(super) fn points(sixths: u64) -> String {
    let (whole, rest) = (sixths / 6, (sixths % 6) as u16);
    let rest = crate::rules::Points::from_sixths(rest);
    match (whole, rest.sixths()) {
        (whole, 0) => whole.to_string(),
        (0, _) => rest.to_string(),
        (whole, _) => format!("{whole} {rest}"),
    }
}

/// Points in a match on average: `1.27`, and a dash where there was no match.
pub(super) fn average(tally: &SeatTally) -> String {
    match tally.average() {
        None => String::from("–"),
        Some(hundredths) => format!("{}.{:02}", hundredths / 100, hundredths % 100),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_said_exactly_and_averages_in_hundredths() {
        for (sixths, said) in [
            (0, "0"),
            (1, "1/6"),
            (3, "1/2"),
            (6, "1"),
            (9, "1 1/2"),
            (252, "42"),
            (7_400_000_005, "1233333334 1/6"),
        ] {
            assert_eq!(points(sixths), said);
        }
        for (matches, sixths, said) in [
            (0, 0, "–"),
            (3, 0, "0.00"),
            (3, 10, "0.56"),
            (2, 36, "3.00"),
        ] {
            assert_eq!(average(&SeatTally { matches, sixths }), said);
        }
    }
}
