//! `/leaderboard`: the standings as text and as a picture, a page at a time.

use super::prelude::*;
use crate::{
    matchplay::Server,
    messages::picture::Shows,
    render::{LeaderboardCard, LeaderboardRow},
    rules::ByColor,
    standings::{LeaderboardPage, LeaderboardQuery, Month, RankedPerson, SeatTally},
    store::preferences::Viewers,
};

pub(super) const COMMAND: Command = Command {
    name: "leaderboard",
    options: &[
        ruleset(),
        choice("scope", Scope::WORDS),
        choice("period", Period::WORDS),
        option("page", Kind::Integer),
    ],
    read: |options| {
        Ok(request(Asked {
            ruleset: options.owned("ruleset"),
            scope: options.choice("scope", Scope::from_word),
            period: options.choice("period", Period::from_word),
            page: options.number("page")?,
            pressed: false,
        }))
    },
    press,
    ..Command::PLAIN
};

choices! {
    /// The matches that count: those of the server where it is asked, or of all.
    enum Scope {
        Server = "server",
        Everywhere = "everywhere",
    }
}

choices! {
    /// The time that counts: the present month, or all.
    enum Period {
        Month = "month",
        All = "all",
    }
}

/// The people on a page: as many as a picture shows.
const PAGE: usize = LeaderboardCard::ROWS;

/// `leaders:<ruleset>.<scope>.<period>.<page>` (interfaces §9), about no match.
const LEADERS: &str = "leaders:";

fn press(action: &str) -> Option<Request> {
    let parts: Vec<&str> = action.strip_prefix(LEADERS)?.split('.').collect();
    let [ruleset, scope, period, page] = parts[..] else {
        return None;
    };
    let plain =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    let page = exact::<u32>(page).filter(|page| *page > 0)?;
    let named = !ruleset.is_empty() && ruleset.chars().all(plain);
    named.then_some(())?;
    Some(request(Asked {
        ruleset: Some(ruleset.to_owned()),
        scope: Some(Scope::from_word(scope)?),
        period: Some(Period::from_word(period)?),
        page: Some(page),
        pressed: true,
    }))
}

#[derive(Clone, Debug)]
struct Asked {
    ruleset: Option<String>,
    scope: Option<Scope>,
    period: Option<Period>,
    page: Option<u32>,
    /// Whether a page was turned, which one person reads alone.
    pressed: bool,
}

fn request(asked: Asked) -> Request {
    Request {
        page: PageUse::Turns,
        of_match: false,
        ..Request::look(Cost::Picture, move |cx| Box::pin(run(cx, asked.clone())))
    }
}

/// A page, with the speaker's own row wherever that is. Everybody sees it, unless the speaker's
/// row is one that others may not see.
async fn run(cx: &Context<'_>, asked: Asked) -> Answer {
    let ruleset = cx.ruleset(asked.ruleset.as_deref())?.name.to_string();
    // In direct messages no server is meant.
    let scope = match asked.scope.unwrap_or(Scope::Server) {
        Scope::Server if !cx.is_shared() => Scope::Everywhere,
        scope => scope,
    };
    let set = cx.host.server_preferences(cx.place);
    let shown_to_all = set.leaderboard == Viewers::Everyone;
    if scope == Scope::Server && !shown_to_all && !cx.speaker.manages {
        return Err(cx.not_allowed(cx.say("refused-leaderboard", &[])));
    }
    let period = asked.period.unwrap_or(Period::All);
    let server = (scope == Scope::Server).then(|| Server::of(cx.place));
    let month = (period == Period::Month).then(|| Month::of(cx.host.now()));
    let at = usize::try_from(asked.page.unwrap_or(1)).unwrap_or(usize::MAX);
    let (name, now, hidden) = (ruleset.clone(), cx.host.now(), cx.host.hidden());
    let asker = cx.person;
    let standings = cx.host.standings(move |standings| {
        let query = LeaderboardQuery {
            server,
            ruleset: &name,
            month,
            now,
            hidden: &|person| hidden.contains(&person),
        };
        standings.leaderboard(&query, at.saturating_sub(1), PAGE, Some(asker))
    });
    let page = standings.await?;
    if !(1..=page.pages).contains(&at) {
        return Err(cx.no_such_page(page.pages));
    }
    let place = whose_and_when(cx, scope, month);
    let card = LeaderboardCard {
        title: cx.texts().ruleset(&ruleset),
        subtitle: place.to_string(),
        rows: page.rows.iter().map(|row| drawn(cx, row)).collect(),
        own: own_elsewhere(&page).map(|row| drawn(cx, row)),
    };
    let hidden = page.own.as_ref().is_some_and(|own| own.rank.is_none());
    let among_managers = scope == Scope::Server && !shown_to_all;
    let alone = asked.pressed || hidden || among_managers;
    let button = |page: usize| {
        let (scope, period) = (scope.word(), period.word());
        let id = format!("{LEADERS}{ruleset}.{scope}.{period}.{page}");
        Button::alone(id, cx.say("button-page", &[("page", &page)]))
    };
    let beside = [page.page.checked_sub(1), Some(page.page + 1)];
    let beside = beside.into_iter().flatten();
    let beside = beside.filter(|at| *at < page.pages);
    Ok(Reply {
        audience: if alone {
            Audience::Speaker
        } else {
            Audience::All
        },
        picture: Some(Picture {
            name: format!("leaderboard-{ruleset}"),
            shows: Shows::Leaderboard(card),
        }),
        buttons: beside.map(|at| button(at + 1)).collect(),
        ..Reply::words(in_words(cx, &ruleset, &place, &page))
    })
}

/// `this server, November 2026`
fn whose_and_when(cx: &Context<'_>, scope: Scope, month: Option<Month>) -> Message {
    let whose = cx.say(format!("leaders-{}", scope.word()), &[]);
    let when = match month {
        None => cx.say("leaders-all", &[]),
        Some(month) => {
            let name = cx.texts().word(&format!("month-{}", month.number()));
            cx.say(
                "leaders-month",
                &[("month", &name), ("year", &month.year())],
            )
        }
    };
    cx.say("leaders-where", &[("where", &whose), ("when", &when)])
}

fn in_words(cx: &Context<'_>, ruleset: &str, place: &Message, page: &LeaderboardPage) -> Message {
    let ruleset = cx.texts().ruleset(ruleset);
    let mut lines = vec![cx.say(
        "leaders-heading",
        &[("ruleset", &ruleset), ("where", place)],
    )];
    if page.rows.is_empty() {
        lines.push(cx.say("leaders-nobody", &[("ruleset", &ruleset)]));
    }
    lines.extend(page.rows.iter().map(|row| in_a_line(cx, row)));
    match &page.own {
        Some(own) if own.rank.is_none() => {
            let id = if cx.host.preferences_of(cx.person).public {
                "leaders-idle"
            } else {
                "leaders-hidden"
            };
            lines.push(cx.say(id, &[("row", &in_a_line(cx, own))]));
        }
        Some(_) => {
            let own = own_elsewhere(page).map(|own| in_a_line(cx, own));
            lines.extend(own.map(|row| cx.say("leaders-own", &[("row", &row)])));
        }
        None if page.rows.is_empty() => {}
        None => lines.push(cx.say("leaders-absent", &[])),
    }
    let shown = || page.rows.iter().chain(&page.own);
    if shown().next().is_some() {
        lines.push(cx.say("leaders-averages", &[("armies", &armies(cx))]));
    }
    if shown().any(|row| row.provisional) {
        lines.push(cx.say("leaders-provisional", &[]));
    }
    if page.pages > 1 {
        lines.push(cx.say(
            "leaders-page",
            &[
                ("count", &page.total),
                ("page", &(page.page + 1)),
                ("pages", &page.pages),
            ],
        ));
    }
    Message::lines(lines)
}

/// `White/Gray/Black`
pub(super) fn armies(cx: &Context<'_>) -> String {
    Color::ALL.map(|color| cx.texts().army(color)).join("/")
}

fn in_a_line(cx: &Context<'_>, row: &RankedPerson) -> Message {
    let mark = if row.provisional { "?" } else { "" };
    let averages = Color::ALL.map(|color| average(&row.tally.seats[color]));
    let (id, rank) = match row.rank {
        None => ("leaders-row-unranked", String::new()),
        Some(rank) => ("leaders-row", rank.to_string()),
    };
    cx.say(
        id,
        &[
            ("name", &cx.called_somehow(row.person)),
            ("rating", &format!("{}{mark}", row.rating)),
            ("points", &points(row.tally.sixths)),
            ("matches", &row.tally.matches),
            ("wins", &row.tally.wins),
            ("averages", &averages.join("/")),
            ("rank", &rank),
        ],
    )
}

fn drawn(cx: &Context<'_>, row: &RankedPerson) -> LeaderboardRow {
    let name = cx.name_of(row.person);
    LeaderboardRow {
        rank: row
            .rank
            .map_or_else(|| String::from("–"), |rank| rank.to_string()),
        name: name.unwrap_or_else(|| cx.called_somehow(row.person)),
        rating: row.rating.to_string(),
        provisional: row.provisional,
        points: points(row.tally.sixths),
        matches: row.tally.matches.to_string(),
        wins: row.tally.wins.to_string(),
        averages: ByColor::new(|color| average(&row.tally.seats[color])),
        asked: row.person == cx.person,
    }
}

/// The speaker's own row, when it is none of those on the page.
fn own_elsewhere(page: &LeaderboardPage) -> Option<&RankedPerson> {
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

/// The average of points in a match, `1.27`, and a dash where there was no match.
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
