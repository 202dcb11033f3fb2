//! Requests: read, hit by faults, judged, carried out, answered.

use std::{sync::Arc, time::Duration};

use axum::{
    body::{Body, Bytes},
    extract::{ConnectInfo, Request, State as Shared},
    http::{HeaderMap, Response, header, request::Parts},
};
use tokio::time::{self, Instant};

use crate::{
    Snowflake, away,
    call::{Call, read_body, read_content, read_query},
    connection::Cut,
    fault::{Fault, fits},
    interaction::Record,
    rate::{self, Standing},
    reply::{Refused, Reply, foreign, respond},
    routes,
    state::State,
    world::World,
};

/// The time that a refusal names which a test asks for by its status alone.
const SHORT_WAIT: Duration = Duration::from_millis(150);

/// A request that has arrived.
struct Arrived {
    head: Parts,
    bytes: Result<Bytes, Refused>,
    /// The path without `/api/v10`.
    path: String,
    /// `METHOD /path`, as patterns see it.
    route: String,
    /// Its place among all requests.
    number: usize,
    received: Instant,
}

/// Serves one request.
pub(crate) async fn serve(
    Shared(state): Shared<Arc<State>>,
    ConnectInfo(cut): ConnectInfo<Cut>,
    request: Request,
) -> Response<Body> {
    let received = Instant::now();
    let (head, body) = request.into_parts();
    let whole = head.uri.path();
    let path = whole.strip_prefix("/api/v10").unwrap_or(whole).to_owned();
    let route = format!("{} {path}", head.method);
    let bytes = read_body(body).await;
    let (number, standing) =
        state.change(|world| (world.note_request(&route), world.rates.count(&route)));
    let mut response = if away::refuses(&state, &cut, false) {
        respond(503, None)
    } else if let Some(wait) = standing.wait() {
        state.change(|world| world.note_status(number, 429));
        let global = matches!(standing, Standing::OverAll(_));
        respond(429, Some(&rate::too_soon(wait, global)))
    } else {
        let arrived = Arrived {
            head,
            bytes,
            path,
            route,
            number,
            received,
        };
        take_up(&state, &cut, arrived).await
    };
    standing.write(response.headers_mut());
    response
}

/// Applies a fault to a request, or carries the request out.
async fn take_up(state: &State, cut: &Cut, arrived: Arrived) -> Response<Body> {
    let (number, route) = (arrived.number, &arrived.route);
    let callback = callback_of(&arrived.path);
    let fault = state.change(|world| world.take_fault(route));
    let _flight = callback.map(|id| Flight::start(state, id));
    hold(state, route).await;
    if let Some(fault) = fault {
        hinder(state, callback, fault);
    }
    let fault = match fault {
        // Discord's usual form has no code, and the time that it names is to be kept to.
        Some(Fault::Status(429, 0)) => Some(Fault::RateLimited(SHORT_WAIT)),
        fault => fault,
    };
    match fault {
        Some(Fault::Status(status, code)) => {
            state.change(|world| world.note_status(number, status));
            let body = Refused::met(status, code, "A fault on purpose.").to_json();
            return respond(status, Some(&body));
        }
        Some(Fault::RateLimited(wait)) => {
            state.change(|world| {
                world.note_status(number, 429);
                world.rates.tell_to_wait(route, wait);
            });
            return respond(429, Some(&rate::too_soon(wait, false)));
        }
        Some(Fault::Foreign(status)) => {
            state.change(|world| world.note_status(number, status));
            return foreign(status);
        }
        Some(Fault::DropBefore) => {
            cut.cut();
            return respond(500, None);
        }
        Some(Fault::Delay(wait)) => time::sleep(wait).await,
        Some(Fault::DropAfter) | None => {}
    }
    let route = route.clone();
    let done = act(state, arrived).await;
    if fault == Some(Fault::DropAfter) {
        cut.cut();
        return respond(500, None);
    }
    match done {
        Ok(Some(body)) => {
            let spoilt = state.change(|world| world.spoil_answer(&route, &body));
            respond(200, Some(&spoilt.unwrap_or(body)))
        }
        Ok(None) => respond(204, None),
        Err(refused) => respond(refused.status, Some(&refused.to_json())),
    }
}

/// Judges a request and carries it out.
async fn act(state: &State, arrived: Arrived) -> Reply {
    let (head, path) = (arrived.head, arrived.path);
    let read = match arrived.bytes {
        Ok(bytes) => read_content(&head.headers, bytes).await,
        Err(refused) => Err(refused),
    };
    state.change(|world| {
        let reply = check_headers(world, &path, &head.headers).and_then(|()| {
            let (body, files) = read?;
            if !head.uri.path().starts_with("/api/v10/") {
                return Err(Refused::wrong(404, 0, "404: Not Found"));
            }
            let segments = path.split('/').filter(|part| !part.is_empty());
            let call = Call {
                method: head.method.to_string(),
                path: segments.map(str::to_owned).collect(),
                query: read_query(head.uri.query()),
                body,
                files,
                received: arrived.received,
            };
            routes::serve(world, &call, state.port)
        });
        note(world, arrived.number, &arrived.route, &reply);
        reply
    })
}

/// Records the result of a request, and its faults.
fn note(world: &mut World, number: usize, route: &str, reply: &Reply) {
    let status = match reply {
        Ok(Some(_)) => 200,
        Ok(None) => 204,
        Err(refused) => refused.status,
    };
    world.note_status(number, status);
    let Err(refused) = reply else { return };
    for (code, text) in &refused.faults {
        world.accuse(route, code, text);
    }
    if refused.faults.is_empty() {
        let at = route.to_owned();
        world.refusals.push(crate::Refusal {
            at,
            status,
            code: refused.code,
        });
    }
}

/// Returns the interaction that a path gives a first answer to.
fn callback_of(path: &str) -> Option<Snowflake> {
    let mut segments = path.strip_prefix("/interactions/")?.split('/');
    let id = Snowflake::parse(segments.next()?)?;
    (segments.nth(1)? == "callback").then_some(id)
}

/// Waits while the route is held.
async fn hold(state: &State, route: &str) {
    let held = state.change(|world| {
        let held = world
            .holds
            .iter_mut()
            .find(|held| fits(&held.route, route))?;
        held.caught += 1;
        Some(held.id)
    });
    if let Some(id) = held {
        let free = |world: &World| world.holds.iter().all(|held| held.id != id).then_some(());
        state.until(free).await;
    }
}

/// Excuses what follows from a fault in the way of an answer.
fn hinder(state: &State, callback: Option<Snowflake>, fault: Fault) {
    let Some(id) = callback else { return };
    state.change(|world| {
        if let Some(record) = world.record_mut(id) {
            record.hindered = true;
            record.allowance += usize::from(fault == Fault::DropAfter);
        }
    });
}

fn check_headers(world: &World, path: &str, headers: &HeaderMap) -> Result<(), Refused> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let agent = text(header::USER_AGENT).unwrap_or_default();
    if !agent.starts_with("DiscordBot (") {
        return Err(Refused::wrong(
            403,
            0,
            "A user agent like DiscordBot (URL, VERSION) is missing.",
        ));
    }
    let open = ["/interactions/", "/webhooks/"]
        .iter()
        .any(|start| path.starts_with(start));
    if open || path == "/gateway" {
        return Ok(());
    }
    let Some(token) = text(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bot "))
    else {
        return Err(Refused::wrong(401, 0, "401: Unauthorized"));
    };
    if world
        .only_token
        .as_deref()
        .is_some_and(|only| only != token)
    {
        return Err(Refused::met(401, 0, "401: Unauthorized"));
    }
    Ok(())
}

/// A callback that has arrived and is not done yet. If its sender goes away it ends as well.
struct Flight<'a> {
    state: &'a State,
    id: Snowflake,
}

impl<'a> Flight<'a> {
    fn start(state: &'a State, id: Snowflake) -> Self {
        Self::change(state, id, |record| record.in_flight += 1);
        Self { state, id }
    }

    fn change(state: &State, id: Snowflake, change: impl FnOnce(&mut Record)) {
        state.change(|world| {
            if let Some(record) = world.record_mut(id) {
                change(record);
            }
        });
    }
}

impl Drop for Flight<'_> {
    fn drop(&mut self) {
        Self::change(self.state, self.id, |record| record.in_flight -= 1);
    }
}
