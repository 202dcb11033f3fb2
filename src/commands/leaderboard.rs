//! `/leaderboard`: the standings as text and as a picture, a page at a time.

use super::{pager::Pager, prelude::*};
use crate::{
    messages::{Block, Menu, MenuOption, Shows, Texts, Values},
    render::{LeaderboardCard, LeaderboardRow, Results},
    standings::{LeaderboardPage, LeaderboardQuery, Month, RankedPerson, Standing},
    store::preferences::Viewers,
};

pub(super) const COMMAND: Command = Command {
    name: "leaderboard",
    group: Group::After,
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
            in_words: false,
        }))
    },
    press: |action| Some((Presser::Anybody, press(action)?)),
    offers: |narrator, state, occasion| match occasion {
        Occasion::Ended if state.is_rated() => {
            let action = format!("{LEADERS}{}.server.all.1", state.ruleset());
            vec![Button::alone(action, narrator.say("button-leaders", &[]))]
        }
        _ => Vec::new(),
    },
    ..Command::plain(Presser::Anybody)
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

/// The same in words.
const IN_WORDS: &str = "leaders-text:";

fn press(action: &str) -> Option<Request> {
    let in_words = action.strip_prefix(IN_WORDS);
    let page = in_words.or_else(|| action.strip_prefix(LEADERS))?;
    let parts: Vec<&str> = page.split('.').collect();
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
        in_words: in_words.is_some(),
    };
    named.then(|| request(asked))
}

/// A page of a leaderboard that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PageAsked {
    ruleset: Option<String>,
    scope: Scope,
    period: Period,
    page: u32,
    /// Whether a page was turned, which one person reads alone.
    pressed: bool,
    /// Whether it is asked for in words alone.
    in_words: bool,
}

fn request(asked: PageAsked) -> Request {
    let (page, cost) = if asked.in_words {
        (PageUse::AnyBoard, Cost::Free)
    } else {
        (PageUse::Turns, Cost::Picture)
    };
    Request {
        page,
        ..Request::look(cost, Task::Leaderboard(asked))
    }
}

/// Shows a page, with the speaker's own row wherever that is. Everybody sees the page, unless it
/// has a row of the speaker's that others may not see.
pub(super) async fn run(cx: &Context<'_>, asked: &PageAsked) -> Answer {
    let ruleset = cx.ruleset(asked.ruleset.as_deref())?.name.to_string();
    // In direct messages no server is meant.
    let scope = Some(asked.scope).filter(|_| cx.is_in_server());
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
    let words = PageWords::of(cx, &card, &page);
    let text = words.together();
    let hidden = page.own.as_ref().is_some_and(|own| own.rank.is_none());
    let alone = asked.pressed || hidden || among_managers;
    if asked.in_words {
        return Ok(Reply::words(text));
    }
    let own = asked.pressed && !hidden && !among_managers;
    let shown = PageShown {
        ruleset: &ruleset,
        scope,
        period: asked.period,
    };
    let mut blocks = vec![Block::Heading(words.heading)];
    if page.rows.is_empty() {
        blocks.extend(words.rows.into_iter().map(Block::Text));
    } else {
        blocks.push(Block::Picture);
    }
    blocks.extend(words.own.into_iter().chain(words.numbers).map(Block::Small));
    blocks.extend(shown.controls(cx, &pager));
    let picture = (!page.rows.is_empty()).then(|| {
        Shown::Picture(Picture {
            name: format!("leaderboard-{ruleset}"),
            shows: Shows::Leaderboard(Box::new(card)),
        })
    });
    Ok(Reply {
        audience: if alone {
            Audience::Speaker
        } else {
            Audience::All
        },
        page: if own { Page::TurnsOwn } else { Page::Stays },
        ..Reply::page(blocks).saying(text).showing(picture)
    })
}

/// The leaderboard that a page is of.
#[derive(Clone, Copy)]
struct PageShown<'a> {
    ruleset: &'a str,
    scope: Scope,
    period: Period,
}

impl PageShown<'_> {
    fn action(self, of: &str, page: usize) -> String {
        let (scope, period) = (self.scope.word(), self.period.word());
        format!("{of}{}.{scope}.{period}.{page}", self.ruleset)
    }

    /// Returns the menu of rulesets, and the buttons to other pages, times and places.
    fn controls(self, cx: &Context<'_>, pager: &Pager) -> [Block; 2] {
        let option = |named: &crate::rulesets::Named| {
            let ruleset = named.name.as_ref();
            let action = PageShown { ruleset, ..self }.action(LEADERS, 1);
            let button = Button::alone(action, cx.texts().ruleset(ruleset));
            MenuOption::of(button, ruleset == self.ruleset)
        };
        let options = cx.rulesets.iter().map(option).take(Menu::MOST).collect();
        let menu = Menu {
            name: "leaders",
            prompt: cx.word("menu-leaders"),
            label: None,
            options,
        };
        let pages = pager.previous().into_iter().chain(pager.next());
        let pages = pages.map(|page| {
            let label = cx.say("button-page", &[("page", &page)]);
            Button::alone(self.action(LEADERS, page), label)
        });
        let (period, of_period) = match self.period {
            Period::All => (Period::Month, "button-leaders-month"),
            Period::Month => (Period::All, "button-leaders-all"),
        };
        let (scope, of_scope) = match self.scope {
            Scope::Server => (Scope::Everywhere, "button-leaders-everywhere"),
            Scope::Everywhere => (Scope::Server, "button-leaders-server"),
        };
        let to = |shown: PageShown<'_>, label: &'static str| {
            Button::alone(shown.action(LEADERS, 1), cx.say(label, &[]))
        };
        let mut buttons: Vec<Button> = pages.collect();
        buttons.push(to(PageShown { period, ..self }, of_period));
        if cx.is_in_server() {
            buttons.push(to(PageShown { scope, ..self }, of_scope));
        }
        let label = cx.say("button-leaders-text", &[]);
        buttons.push(Button::alone(self.action(IN_WORDS, pager.page), label));
        [Block::Menu(menu), Block::Buttons(buttons)]
    }
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

/// The words of a page.
struct PageWords {
    heading: Message,
    rows: Vec<Message>,
    /// The row of the one who asks, or why there is none.
    own: Option<Message>,
    /// The numbers of the page and of all, where there are several.
    numbers: Option<Message>,
    /// What the signs in the rows mean.
    notes: Vec<Message>,
}

impl PageWords {
    fn of(cx: &Context<'_>, card: &LeaderboardCard, page: &LeaderboardPage) -> PageWords {
        let (ruleset, place) = (&card.title, &card.subtitle);
        let nobody = page.rows.is_empty();
        let nobody = nobody.then(|| cx.say("leaders-nobody", &[("ruleset", ruleset)]));
        let rows = page.rows.iter().zip(&card.rows);
        let rows = rows.map(|(row, drawn)| in_a_line(cx, row, &drawn.results));
        let own = match &page.own {
            None => Some("leaders-absent").filter(|_| !page.rows.is_empty()),
            Some(own) if own.rank.is_some() => page.own_elsewhere().map(|_| "leaders-own"),
            Some(_) if cx.host.preferences_of(cx.person).public => Some("leaders-idle"),
            Some(_) => Some("leaders-hidden"),
        };
        let row = card.own.as_ref().zip(page.own.as_ref());
        let row = row.map(|(drawn, own)| in_a_line(cx, own, &drawn.results));
        let shown = || page.rows.iter().chain(&page.own);
        let averages = shown().next().is_some().then(|| averages_of(cx));
        let provisional = shown().any(|row| row.standing.provisional);
        let provisional = provisional.then(|| cx.say("leaders-provisional", &[]));
        let (count, number, pages) = (page.total, page.page + 1, page.pages);
        let numbers = [
            ("count", &count as _),
            ("page", &number as _),
            ("pages", &pages as _),
        ];
        PageWords {
            heading: cx.say("leaders-heading", &[("ruleset", ruleset), ("where", place)]),
            rows: nobody.into_iter().chain(rows).collect(),
            own: own.map(|id| cx.say(id, &[("row", &row.unwrap_or_default())])),
            numbers: (pages > 1).then(|| cx.say("leaders-page", &numbers)),
            notes: averages.into_iter().chain(provisional).collect(),
        }
    }

    /// Returns all of it as one message.
    fn together(&self) -> Message {
        let lines = [&self.heading]
            .into_iter()
            .chain(&self.rows)
            .chain(&self.own);
        Message::lines(lines.chain(&self.notes).chain(&self.numbers).cloned())
    }
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
pub(super) fn drawn(texts: &Texts, standing: &Standing) -> Results {
    let tally = &standing.tally;
    Results {
        rating: standing.rating.to_string(),
        provisional: standing.provisional,
        points: tally.points(),
        matches: tally.matches.to_string(),
        wins: tally.wins.to_string(),
        average: texts.decimal(&tally.average()),
        averages: tally.seats.map(|seat| texts.decimal(&seat.average())),
    }
}

fn row_of(cx: &Context<'_>, row: &RankedPerson) -> LeaderboardRow {
    let rank = row.rank.map(|rank| rank.to_string());
    let name = cx.name_of(row.person);
    LeaderboardRow {
        rank: rank.unwrap_or_else(|| String::from("–")),
        name: name.unwrap_or_else(|| cx.called_somehow(row.person)),
        results: drawn(cx.texts(), &row.standing),
        asked: row.person == cx.person,
    }
}
