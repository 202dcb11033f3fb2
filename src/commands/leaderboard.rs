//! `/leaderboard`: the standings as text and as a picture, a page at a time.

use super::{pager::Pager, prelude::*};
use crate::{
    messages::{Shows, Values},
    render::{LeaderboardCard, LeaderboardRow, Results},
    standings::{LeaderboardPage, LeaderboardQuery, Month, RankedPerson, Standing},
    store::preferences::Viewers,
};

pub(super) const COMMAND: Command = Command {
    name: "leaderboard",
    options: &[
        ruleset(),
        choice("scope", Scope::NAMES),
        choice("period", Period::NAMES),
        option("page", Kind::Integer),
    ],
    read: |options| {
        let scope = options.choice("scope", Scope::from_word);
        let period = options.choice("period", Period::from_word);
        Ok(request(PageAsked {
            ruleset: options.owned("ruleset"),
            scope: scope.unwrap_or(Scope::Server),
            period: period.unwrap_or(Period::All),
            page: options.number("page")?.unwrap_or(1),
            pressed: false,
        }))
    },
    press,
    ..Command::PLAIN
};

words! {
    /// The matches that count: those of the server where it is asked, or of all.
    pub(super) Scope {
        "server" => Server,
        "everywhere" => Everywhere,
    }

    /// The time that counts: the present month, or all.
    pub(super) Period {
        "month" => Month,
        "all" => All,
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
    let plain = |letter: char| matches!(letter, 'a'..='z' | '0'..='9' | '-');
    let named = !ruleset.is_empty() && ruleset.chars().all(plain);
    let asked = PageAsked {
        ruleset: Some(ruleset.to_owned()),
        scope: Scope::from_word(scope)?,
        period: Period::from_word(period)?,
        page: exact(page).filter(|page| *page > 0)?,
        pressed: true,
    };
    named.then(|| request(asked))
}

#[derive(Clone, Debug)]
struct PageAsked {
    ruleset: Option<String>,
    scope: Scope,
    period: Period,
    page: u32,
    /// Whether a page was turned, which one person reads alone.
    pressed: bool,
}

fn request(asked: PageAsked) -> Request {
    Request {
        page: PageUse::Turns,
        of_match: false,
        ..Request::look(Cost::Picture, move |cx| Box::pin(run(cx, asked.clone())))
    }
}

/// Shows a page, with the speaker's own row wherever that is. Everybody sees the page, unless it
/// has a row of the speaker's that others may not see.
async fn run(cx: &Context<'_>, asked: PageAsked) -> Answer {
    let ruleset = cx.ruleset(asked.ruleset.as_deref())?.name.to_string();
    // In direct messages no server is meant.
    let scope = Some(asked.scope).filter(|_| cx.is_shared());
    let scope = scope.unwrap_or(Scope::Everywhere);
    let of_server = scope == Scope::Server;
    let viewers = cx.host.server_preferences(cx.place).leaderboard;
    let among_managers = of_server && viewers != Viewers::Everyone;
    if among_managers && !cx.incoming.speaker.manages {
        return Err(cx.not_allowed(cx.say("refused-leaderboard", &[])));
    }
    let server = of_server.then(|| Server::of(cx.place));
    let (now, hidden, asker) = (cx.host.now(), cx.host.hidden(), cx.person);
    let month = (asked.period == Period::Month).then(|| Month::of(now));
    let (name, at) = (ruleset.clone(), asked.page.saturating_sub(1));
    let standings = cx.host.standings(move |standings| {
        let query = LeaderboardQuery {
            server,
            ruleset: &name,
            month,
            now,
            hidden: &|person| hidden.contains(&person),
        };
        standings.leaderboard(&query, at as usize, PAGE, Some(asker))
    });
    let page = standings.await?;
    let named = page.rows.iter().chain(&page.own);
    let named: Vec<Person> = named.map(|row| row.person).collect();
    cx.host.people().know(&named).await?;
    let pager = Pager::of(cx, page.total.max(1), PAGE, asked.page)?;
    let card = LeaderboardCard {
        title: cx.texts().ruleset(&ruleset),
        subtitle: whose_and_when(cx, scope, month).into(),
        rows: page.rows.iter().map(|row| row_of(cx, row)).collect(),
        own: page.own_elsewhere().map(|row| row_of(cx, row)),
    };
    let text = in_words(cx, &card, &page);
    let hidden = page.own.as_ref().is_some_and(|own| own.rank.is_none());
    let alone = asked.pressed || hidden || among_managers;
    let button = |page: usize| {
        let (scope, period) = (scope.word(), asked.period.word());
        let id = format!("{LEADERS}{ruleset}.{scope}.{period}.{page}");
        Button::alone(id, cx.say("button-page", &[("page", &page)]))
    };
    let own = asked.pressed && !hidden && !among_managers;
    let beside = pager.previous().into_iter().chain(pager.next());
    Ok(Reply {
        audience: [Audience::All, Audience::Speaker][usize::from(alone)],
        picture: Some(Picture {
            name: format!("leaderboard-{ruleset}"),
            shows: Shows::Leaderboard(Box::new(card)),
        }),
        buttons: beside.map(button).collect(),
        page: if own { Page::TurnsOwn } else { Page::Stays },
        ..Reply::words(text)
    })
}

/// Names the place and the time that count: `this server, November 2026`.
fn whose_and_when(cx: &Context<'_>, scope: Scope, month: Option<Month>) -> Message {
    let whose = cx.say(format!("leaders-{}", scope.word()), &[]);
    let when = match month {
        None => cx.say("leaders-all", &[]),
        Some(month) => {
            let name = cx.word(&format!("month-{}", month.number()));
            let year = month.year();
            cx.say("leaders-month", &[("month", &name), ("year", &year)])
        }
    };
    cx.say("leaders-where", &[("where", &whose), ("when", &when)])
}

fn in_words(cx: &Context<'_>, card: &LeaderboardCard, page: &LeaderboardPage) -> Message {
    let (ruleset, place) = (&card.title, &card.subtitle);
    let heading = cx.say("leaders-heading", &[("ruleset", ruleset), ("where", place)]);
    let mut lines = vec![heading];
    if page.rows.is_empty() {
        lines.push(cx.say("leaders-nobody", &[("ruleset", ruleset)]));
    }
    let rows = page.rows.iter().zip(&card.rows);
    lines.extend(rows.map(|(row, drawn)| in_a_line(cx, row, &drawn.results)));
    let own = match &page.own {
        None => Some("leaders-absent").filter(|_| !page.rows.is_empty()),
        Some(own) if own.rank.is_some() => page.own_elsewhere().map(|_| "leaders-own"),
        Some(_) if cx.host.preferences_of(cx.person).public => Some("leaders-idle"),
        Some(_) => Some("leaders-hidden"),
    };
    let row = card.own.as_ref().zip(page.own.as_ref());
    let row = row.map(|(drawn, own)| in_a_line(cx, own, &drawn.results));
    lines.extend(own.map(|id| cx.say(id, &[("row", &row.unwrap_or_default())])));
    let shown = || page.rows.iter().chain(&page.own);
    if shown().next().is_some() {
        lines.push(averages_of(cx));
    }
    if shown().any(|row| row.standing.provisional) {
        lines.push(cx.say("leaders-provisional", &[]));
    }
    if page.pages > 1 {
        let (count, page, pages) = (page.total, page.page + 1, page.pages);
        lines.push(cx.say(
            "leaders-page",
            &[("count", &count), ("page", &page), ("pages", &pages)],
        ));
    }
    Message::lines(lines)
}

/// Names the order of averages: `White/Gray/Black`.
pub(super) fn averages_of(cx: &Context<'_>) -> Message {
    let armies = Color::ALL.map(|color| cx.army(color)).join("/");
    cx.say("leaders-averages", &[("armies", &armies)])
}

fn in_a_line(cx: &Context<'_>, row: &RankedPerson, shown: &Results) -> Message {
    let name = cx.called_somehow(row.person);
    let (id, rank) = match row.rank {
        None => ("leaders-row-unranked", String::new()),
        Some(rank) => ("leaders-row", rank.to_string()),
    };
    let own = [("name", &name as _), ("rank", &rank as _)];
    results(cx, id, &own, shown)
}

/// Tells a rating and the results behind it in words. `own` has the other values of the text.
pub(super) fn results(
    cx: &Context<'_>,
    id: &'static str,
    own: Values<'_>,
    shown: &Results,
) -> Message {
    let sure = if shown.provisional { "?" } else { "" };
    let rating = format!("{}{sure}", shown.rating);
    let averages = Color::ALL.map(|color| shown.averages[color].as_str());
    let averages = averages.join("/");
    let results: Values<'_> = &[
        ("rating", &rating),
        ("points", &shown.points),
        ("matches", &shown.matches),
        ("wins", &shown.wins),
        ("averages", &averages),
    ];
    cx.say(id, &[own, results].concat())
}

/// Returns a standing as cards show it.
pub(super) fn drawn(standing: &Standing) -> Results {
    let tally = &standing.tally;
    Results {
        rating: standing.rating.to_string(),
        provisional: standing.provisional,
        points: tally.points(),
        matches: tally.matches.to_string(),
        wins: tally.wins.to_string(),
        average: tally.average(),
        averages: tally.seats.map(|seat| seat.average()),
    }
}

fn row_of(cx: &Context<'_>, row: &RankedPerson) -> LeaderboardRow {
    let rank = row.rank.map(|rank| rank.to_string());
    let name = cx.name_of(row.person);
    LeaderboardRow {
        rank: rank.unwrap_or_else(|| String::from("–")),
        name: name.unwrap_or_else(|| cx.called_somehow(row.person)),
        results: drawn(&row.standing),
        asked: row.person == cx.person,
    }
}
