//! Opening a table from a page: what its seats are meant to be, and the commands that bring it about.

use std::net::IpAddr;

use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use super::{
    acts::{RequestName, carry_out, command},
    answer::AnswerData,
    links::new_seat_link,
    refusal::PageRefusal,
    server::TableServer,
    visitors::{Caller, Visitor, guest_name, home},
};
use crate::{
    commands::{Input, MATCH, Value},
    matchplay::Place,
    messages::{Reply, Texts},
    rules::Color,
    store::links::Guest,
};

/// A table to be opened.
#[derive(Debug, Deserialize)]
pub(super) struct Open {
    #[serde(flatten)]
    caller: Caller,
    request: RequestName,
    seats: SeatsData,
    #[serde(default)]
    ruleset: Option<String>,
    #[serde(default)]
    time: Option<String>,
    #[serde(default)]
    private: bool,
}

#[derive(Debug, Deserialize)]
struct SeatsData {
    white: TakerData,
    gray: TakerData,
    black: TakerData,
}

/// Who is to sit on a seat, as a page says.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum TakerData {
    /// Somebody at this screen, with a token of their own.
    Here {
        token: String,
        #[serde(default)]
        name: String,
    },
    /// Somebody who gets a link.
    Link,
    /// A computer of a level.
    Computer { level: u8 },
    /// Nobody, where the ruleset has no such army.
    Empty,
}

/// Who is to sit on a seat, found.
#[derive(Debug)]
enum Taker {
    Here(Box<Visitor>),
    Link,
    Computer(u8),
}

/// Opens a table by the commands that every chat has, one after the other. The first at this screen opens
/// it; without one its opener watches computers.
pub(super) async fn open(
    server: &TableServer,
    asked: Open,
    from: IpAddr,
) -> Result<Json, PageRefusal> {
    let texts = server.texts(&asked.caller);
    let mut takers = takers(server, &asked, from).await?;
    name_guests(&mut takers, texts);
    let first = here(&takers).next().map(|(_, visitor)| visitor.clone());
    let sits = first.is_some();
    let opener = match first {
        Some(visitor) => visitor,
        None => server.visitor(&asked.caller, from).await?,
    };
    server.count_act(&opener, &asked.caller)?;
    let opening = NewTable {
        server,
        texts,
        place: home(&opener.speaker.identity),
        opener,
        request: &asked.request,
    };
    let locales = server.responder.locales();
    locales.report(&opening.place, asked.caller.language());
    let play = command("play", options(&asked, &takers));
    let reply = opening.carry_out(&opening.opener, play, 0).await;
    let id = reply.state.as_ref().map(|state| state.id().to_string());
    let own = here(&takers).next().map(|(color, _)| color);
    let (mut links, last) = if sits && reply.refused().is_none() {
        opening.seat(takers, reply).await?
    } else {
        (Map::new(), reply)
    };
    // A browser may lose its secrets: whoever opens a table has a link to keep.
    let person = own.and_then(|own| last.state.as_ref()?.seats()[own].person());
    if let (Some(own), Some(state), Some(person)) = (own, last.state.as_ref(), person) {
        let host = server.responder.host();
        let made = host.new_link(state.id(), Guest::Player(person), None).await;
        let secret = made.map_err(|error| PageRefusal::store(texts, &error))?;
        links.insert(own.word().to_owned(), Json::from(secret));
    }
    let answer = AnswerData::of(&server.responder, &last);
    Ok(json!({"match": id, "links": links, "answer": answer}))
}

/// Finds those who are to sit down, in turn order.
async fn takers(
    server: &TableServer,
    asked: &Open,
    from: IpAddr,
) -> Result<Vec<(Color, Taker)>, PageRefusal> {
    let SeatsData { white, gray, black } = &asked.seats;
    let mut takers = Vec::new();
    for (color, meant) in Color::ALL.into_iter().zip([white, gray, black]) {
        let taker = match meant {
            TakerData::Here { token, name } => {
                let caller = Caller {
                    token: token.clone(),
                    name: name.clone(),
                    ..asked.caller.clone()
                };
                Taker::Here(Box::new(server.visitor(&caller, from).await?))
            }
            TakerData::Link => Taker::Link,
            TakerData::Computer { level } => Taker::Computer(*level),
            TakerData::Empty => continue,
        };
        takers.push((color, taker));
    }
    Ok(takers)
}

/// Tells those at this screen apart who give no name.
fn name_guests(takers: &mut [(Color, Taker)], texts: &Texts) {
    let named = here(takers).filter(|(_, visitor)| !visitor.is_nameless);
    let mut names: Vec<String> = named.map(|(_, one)| one.speaker.name.clone()).collect();
    for (_, taker) in takers {
        if let Taker::Here(visitor) = taker
            && visitor.is_nameless
        {
            visitor.speaker.name = guest_name(&names, texts);
            names.push(visitor.speaker.name.clone());
        }
    }
}

/// Returns those at this screen.
fn here(takers: &[(Color, Taker)]) -> impl Iterator<Item = (Color, &Visitor)> {
    takers.iter().filter_map(|(color, taker)| match taker {
        Taker::Here(visitor) => Some((*color, &**visitor)),
        Taker::Link | Taker::Computer(_) => None,
    })
}

/// Returns the options of the command that opens the table. Computers sit down one by one later, unless
/// nobody else plays.
fn options(asked: &Open, takers: &[(Color, Taker)]) -> Vec<(&'static str, Value)> {
    let own = here(takers).next();
    let texts = [
        ("ruleset", asked.ruleset.clone()),
        ("time", asked.time.clone()),
        ("seat", own.map(|(color, _)| color.word().to_owned())),
    ];
    let texts = texts.into_iter();
    let texts = texts.filter_map(|(name, value)| Some((name, Value::Text(value?))));
    let mut options = vec![("rated", Value::Boolean(false))];
    options.extend(texts);
    if asked.private {
        options.push(("private", Value::Boolean(true)));
    }
    if own.is_none() {
        let levels = takers.iter().filter_map(|(_, taker)| match taker {
            Taker::Computer(level) => Some(i64::from(*level)),
            Taker::Here(_) | Taker::Link => None,
        });
        let levels: Vec<i64> = levels.collect();
        let count = i64::try_from(levels.len()).unwrap_or_default();
        let level = levels.first().copied().unwrap_or_default();
        options.push(("computers", Value::Integer(count)));
        options.push(("level", Value::Integer(level)));
    }
    options
}

/// A table that is being opened.
struct NewTable<'a> {
    server: &'a TableServer,
    texts: &'a Texts,
    opener: Visitor,
    place: Place,
    /// The name of what the page asked for, of which each command is a step.
    request: &'a RequestName,
}

impl NewTable<'_> {
    async fn carry_out(&self, visitor: &Visitor, input: Input, step: usize) -> Reply {
        let request = self.request.step(step);
        carry_out(self.server, visitor, &self.place, input, &request).await
    }

    /// Seats all but the opener, who sits already, until one of them is refused; links are made when all
    /// others sit. Returns the secrets of the links, by their seats, and the last answer.
    async fn seat(
        &self,
        mut takers: Vec<(Color, Taker)>,
        opened: Reply,
    ) -> Result<(Map<String, Json>, Reply), PageRefusal> {
        let own = here(&takers).next().map(|(color, _)| color);
        takers.retain(|(color, _)| Some(*color) != own);
        takers.sort_by_key(|(_, taker)| matches!(taker, Taker::Link));
        let (mut links, mut last) = (Map::new(), opened);
        for (step, (color, taker)) in (1..).zip(takers) {
            let Some(state) = last.state.as_ref().filter(|_| last.refused().is_none()) else {
                break;
            };
            let seat = color.word().to_owned();
            let mut options = vec![
                ("seat", Value::Text(seat.clone())),
                (MATCH.name, Value::Text(state.id().to_string())),
            ];
            let (visitor, name) = match &taker {
                Taker::Here(visitor) => (&**visitor, "join"),
                Taker::Computer(level) => {
                    options.push(("action", Value::Text(String::from("computer"))));
                    options.push(("level", Value::Integer(i64::from(*level))));
                    (&self.opener, "seat")
                }
                Taker::Link => {
                    let secret = new_seat_link(self.server, self.texts, state, color).await?;
                    links.extend(secret.map(|secret| (seat, Json::from(secret))));
                    continue;
                }
            };
            last = self.carry_out(visitor, command(name, options), step).await;
        }
        Ok((links, last))
    }
}
