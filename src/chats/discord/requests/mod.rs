//! Sends requests to Discord and reads what comes back of them: within Discord's limits, each failure as
//! what it is, and each counted, as failures of all requests stop the clocks of matches. serenity builds the
//! requests; its own sender hides how long to wait, sleeps for as long as Discord says, and takes any answer
//! with a good status for Discord's.

pub(super) mod api;
pub(super) mod pace;
pub(super) mod trouble;

use std::{
    collections::HashMap,
    mem::{Discriminant, discriminant},
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use reqwest::{StatusCode, header::HeaderMap};
use serde::de::DeserializeOwned;
use serde_json::Value;
use serenity::all::{
    ApplicationId, LightMethod, Multipart, MultipartUpload, RatelimitingBucket, Request, Route,
};
use tokio::time::{Instant, sleep};

use self::trouble::{RequestError, RequestResult, duration};
use super::{
    message::layout::Body,
    reading::fields::{self, Thing},
};
use crate::{config::Secret, host::Connectivity, store::locked};

/// Most time that a request waits for a limit. A channel's turn may be held meanwhile: what has to wait
/// longer fails, and is asked for again later.
const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// The shortest wait after a request that came too soon, whatever Discord says.
const SHORTEST_WAIT: Duration = Duration::from_millis(250);
/// A wait that is worth a line in the log.
const LONG_WAIT: Duration = Duration::from_secs(1);
/// Number of routes whose limits are remembered; those that are over are forgotten beyond it.
const MOST_ROUTES: usize = 4_096;
/// Time after which an answer that nobody waits for any more is taken to fail. What is given up sooner, as
/// when another request of several has failed, says nothing.
const GIVEN_TIME: Duration = Duration::from_millis(500);

/// The header of a refusal that is about all requests.
const GLOBAL: &str = "x-ratelimit-global";

/// The most time for a request with files of this many bytes.
pub(super) type Allowed = fn(usize) -> Duration;

/// Most time for a request without files.
const ASKING: Duration = Duration::from_secs(20);
/// The bytes that a slow line carries in a second.
const SLOWEST: u64 = 32 * 1_024;

/// Returns the most time for a request with files of this many bytes: a home line may need minutes for some
/// megabytes.
pub(super) fn allowed(bytes: usize) -> Duration {
    let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
    ASKING + Duration::from_millis(bytes.saturating_mul(1_000) / SLOWEST)
}

/// Sends requests to Discord with the bot's token.
#[derive(Debug)]
pub(crate) struct DiscordRequests {
    client: reqwest::Client,
    token: Secret,
    /// The origin that is asked in place of Discord's own.
    api_url: Option<String>,
    limits: RouteLimits,
    /// True if no limit is to be met here. Otherwise it is somebody else's business to keep to limits, and the
    /// time that a refusal names is all that counts.
    keeps_limits: bool,
    /// The most time for a request with files of this many bytes.
    allowed: Allowed,
    application: Mutex<Option<ApplicationId>>,
    reach: Arc<Connectivity>,
}

impl DiscordRequests {
    pub(super) fn new(
        client: reqwest::Client,
        token: Secret,
        api_url: Option<String>,
        (keeps_limits, allowed): (bool, Allowed),
        reach: Arc<Connectivity>,
    ) -> DiscordRequests {
        DiscordRequests {
            client,
            token,
            api_url,
            limits: RouteLimits::default(),
            keeps_limits,
            allowed,
            application: Mutex::default(),
            reach,
        }
    }

    /// Returns true if it keeps to Discord's limits.
    #[cfg(test)]
    pub(super) const fn is_limited(&self) -> bool {
        self.keeps_limits
    }

    /// Returns the most time for a request with this body.
    pub(super) fn allowed(&self, body: &Body) -> Duration {
        (self.allowed)(body.bytes())
    }

    /// Takes in which application this is.
    pub(super) fn learn_application(&self, id: ApplicationId) {
        *locked(&self.application) = Some(id);
    }

    /// Returns the application, once it is known.
    pub(super) fn application(&self) -> Option<ApplicationId> {
        *locked(&self.application)
    }

    /// Gets something.
    pub(super) async fn get(
        &self,
        route: Route<'_>,
        params: &[(&'static str, String)],
    ) -> RequestResult<Value> {
        let asked = Request::new(route, LightMethod::Get);
        let asked = asked.params((!params.is_empty()).then(|| params.to_vec()));
        self.send(asked, 0, json).await
    }

    /// Replaces something, and returns what is there then.
    pub(super) async fn put(&self, route: Route<'_>, value: &Value) -> RequestResult<Value> {
        let asked = Request::new(route, LightMethod::Put).body(Some(value.to_string().into()));
        self.send(asked, 0, json).await
    }

    /// Sends something that is answered with what was made or changed of it, which has an id. An answer
    /// without one is not Discord's, and nothing may have been done.
    pub(super) async fn make<Id: DeserializeOwned>(
        &self,
        method: LightMethod,
        route: Route<'_>,
        body: Body,
    ) -> RequestResult<Id> {
        let bytes = body.bytes();
        self.send(filled(method, route, body), bytes, |status, body| {
            let made = fields::keep(&json(status, body)?, fields::THING);
            let made = made.ok().and_then(|made| serde_json::from_value(made).ok());
            let made: Option<Thing<Id>> = made;
            made.map(|made| made.id)
                .ok_or(RequestError::Foreign(status))
        })
        .await
    }

    /// Sends something that is answered with nothing, or with what it did to an interaction.
    pub(super) async fn tell(
        &self,
        method: LightMethod,
        route: Route<'_>,
        body: Body,
    ) -> RequestResult<()> {
        let bytes = body.bytes();
        self.send(filled(method, route, body), bytes, |status, body| {
            if status == 204 || json(status, body)?.get("interaction").is_some() {
                Ok(())
            } else {
                Err(RequestError::Foreign(status))
            }
        })
        .await
    }

    /// Sends a request, with files of this many bytes, when the limits allow it, and again for some time where it
    /// came too soon all the same; `read` reads an answer with a good status. Where no limits are kept to, it fails
    /// before the time that Discord has named for requests of its kind.
    async fn send<T>(
        &self,
        request: Request<'_>,
        bytes: usize,
        read: impl Fn(u16, &[u8]) -> RequestResult<T>,
    ) -> RequestResult<T> {
        let route: RouteKey = (
            discriminant(request.method_ref()),
            request.route_ref().ratelimiting_bucket(),
        );
        let is_free = is_of_interaction(request.route_ref()) && !self.keeps_limits;
        let mut left = LONGEST_WAIT;
        loop {
            while let Some(wait) = self.limits.take(route, Instant::now()).filter(|_| !is_free) {
                if !self.keeps_limits {
                    return Err(RequestError::Limited(wait));
                }
                spend(&mut left, wait).await?;
            }
            let sent = Unanswered::begin(&self.reach);
            let asked = self.exchange(request.clone(), (route, bytes)).await;
            let asked = asked.and_then(|(status, body)| read(status, &body));
            sent.end(&asked);
            match asked {
                Err(RequestError::Limited(wait)) if self.keeps_limits => {
                    spend(&mut left, wait.max(SHORTEST_WAIT)).await?;
                }
                asked => return asked,
            }
        }
    }

    /// Sends a request, with files of this many bytes, and returns the status and the body of a good answer.
    async fn exchange(
        &self,
        request: Request<'_>,
        (route, bytes): (RouteKey, usize),
    ) -> RequestResult<(u16, Vec<u8>)> {
        let token = format!("Bot {}", self.token.reveal());
        let is_free = is_of_interaction(request.route_ref());
        let built = request.build(&self.client, &token, self.api_url.as_deref())?;
        let built = built.timeout((self.allowed)(bytes));
        let response = self.client.execute(built.build()?).await?;
        let (status, headers) = (response.status(), response.headers());
        if self.keeps_limits {
            let limited = status == StatusCode::TOO_MANY_REQUESTS;
            self.limits.learn(route, headers, limited, Instant::now());
        }
        let wait = seconds(headers, "retry-after");
        let all = headers.contains_key(GLOBAL);
        let body = response.bytes().await?.to_vec();
        if status.is_success() {
            return Ok((status.as_u16(), body));
        }
        let error = RequestError::read(status.as_u16(), wait, &body);
        if let RequestError::Limited(wait) = error
            && !self.keeps_limits
            && !is_free
        {
            // The body is exact, and the header says whole seconds.
            self.limits.hold(route, all, Instant::now() + wait);
        }
        Err(error)
    }
}

/// Returns true for requests about an interaction. Each has limits of its own, by its token, and none of them
/// counts for others: whoever sends one again waits by itself.
const fn is_of_interaction(route: &Route<'_>) -> bool {
    matches!(
        route,
        Route::InteractionResponse { .. } | Route::WebhookOriginalInteractionResponse { .. }
    )
}

/// A request whose answer is waited for. If nobody waits any more, it has failed.
struct Unanswered<'a> {
    reach: &'a Connectivity,
    /// The instant by the clock of the program.
    sent: Duration,
    since: Instant,
    is_over: bool,
}

impl<'a> Unanswered<'a> {
    fn begin(reach: &'a Connectivity) -> Unanswered<'a> {
        Unanswered {
            reach,
            sent: reach.send(),
            since: Instant::now(),
            is_over: false,
        }
    }

    /// Counts what came of it.
    fn end<T>(mut self, asked: &RequestResult<T>) {
        self.is_over = true;
        match asked
            .as_ref()
            .map_or_else(RequestError::is_answer, |_| Some(true))
        {
            Some(true) => self.reach.succeed(),
            Some(false) => self.reach.fail(self.sent),
            None => {}
        }
    }
}

impl Drop for Unanswered<'_> {
    fn drop(&mut self) {
        if !self.is_over && self.since.elapsed() >= GIVEN_TIME {
            self.reach.give_up(self.sent);
        }
    }
}

/// Reads the body of an answer. What is no JSON at all is not Discord's.
fn json(status: u16, body: &[u8]) -> RequestResult<Value> {
    serde_json::from_slice(body).map_err(|_| RequestError::Foreign(status))
}

/// Waits for a limit, within the time that is left for that.
async fn spend(left: &mut Duration, wait: Duration) -> RequestResult<()> {
    if wait >= LONG_WAIT {
        tracing::warn!(
            ?wait,
            "Discord takes no more requests of a kind for a while"
        );
    }
    *left = left.checked_sub(wait).ok_or(RequestError::Limited(wait))?;
    sleep(wait).await;
    Ok(())
}

/// Returns a request with a body, and with the files that come with it.
fn filled<'a>(method: LightMethod, route: Route<'a>, body: Body) -> Request<'a> {
    let Body { map, files } = body;
    let request = Request::new(route, method);
    if files.is_empty() {
        return request.body(Some(map.to_string().into()));
    }
    request.multipart(Some(Multipart {
        upload: MultipartUpload::Attachments(files),
        payload_json: Some(map.to_string()),
        fields: Vec::new(),
    }))
}

/// Reads a number of seconds in a header.
fn seconds(headers: &HeaderMap, name: &str) -> Option<Duration> {
    let text = headers.get(name)?.to_str().ok()?;
    text.parse().ok().and_then(duration)
}

/// What a limit is counted for: a method and a route, there of one channel, one server or the like.
type RouteKey = (Discriminant<LightMethod>, RatelimitingBucket);

/// Limits as Discord's answers have told them.
#[derive(Debug, Default)]
struct RouteLimits {
    routes: Mutex<HashMap<RouteKey, RouteLimit>>,
    /// The time until which nothing at all may be asked.
    all: Mutex<Option<Instant>>,
}

/// The rest of a route's limit.
#[derive(Clone, Copy, Debug)]
struct RouteLimit {
    /// Number of requests that are left.
    left: u32,
    /// The time at which there are new ones.
    until: Instant,
}

impl RouteLimits {
    /// Takes one request off what is left; returns how long to wait if nothing is.
    fn take(&self, route: RouteKey, now: Instant) -> Option<Duration> {
        if let Some(until) = *locked(&self.all)
            && until > now
        {
            return Some(until - now);
        }
        let mut routes = locked(&self.routes);
        let window = routes.get_mut(&route).filter(|window| window.until > now)?;
        match window.left.checked_sub(1) {
            Some(left) => window.left = left,
            None => return Some(window.until - now),
        }
        None
    }

    /// Takes in that nothing may be asked on a route until then, or on none at all.
    fn hold(&self, route: RouteKey, all: bool, until: Instant) {
        if all {
            *locked(&self.all) = Some(until);
        } else {
            let mut routes = self.routes_at(Instant::now());
            routes.insert(route, RouteLimit { left: 0, until });
        }
    }

    /// Returns the limits of all routes, without those that are over once there are many.
    fn routes_at(&self, now: Instant) -> MutexGuard<'_, HashMap<RouteKey, RouteLimit>> {
        let mut routes = locked(&self.routes);
        if routes.len() >= MOST_ROUTES {
            routes.retain(|_, window| window.until > now);
        }
        routes
    }

    /// Takes in what the headers of an answer say, which may be that the request was one too many.
    fn learn(&self, route: RouteKey, headers: &HeaderMap, limited: bool, now: Instant) {
        // Servers that are overloaded name a wait too, which is about none of these limits.
        let retry = seconds(headers, "retry-after").filter(|_| limited);
        if let Some(wait) = retry
            && headers.contains_key(GLOBAL)
        {
            *locked(&self.all) = Some(now + wait);
            return;
        }
        let left = headers.get("x-ratelimit-remaining");
        let left = left.and_then(|left| left.to_str().ok()?.parse().ok());
        // After a 429 that names a wait nothing is left until then, whatever the rest says: a resource may
        // have a limit of its own beside that of the route.
        let window = match (retry, left, seconds(headers, "x-ratelimit-reset-after")) {
            (Some(wait), _, _) => (0, wait),
            (None, Some(left), Some(after)) => (left, after),
            _ => return,
        };
        let (left, until) = (window.0, now + window.1);
        let mut routes = self.routes_at(now);
        // One that was asked meanwhile may be answered later, with more left.
        let left = match routes.get(&route) {
            Some(known) if known.until > now && retry.is_none() => left.min(known.left),
            _ => left,
        };
        routes.insert(route, RouteLimit { left, until });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serenity::all::ChannelId;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let pairs = pairs.iter();
        let pairs = pairs.map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
        pairs.collect()
    }

    fn route(method: LightMethod, channel: u64) -> RouteKey {
        let channel_id = ChannelId::new(channel);
        let route = Route::ChannelMessages { channel_id };
        (discriminant(&method), route.ratelimiting_bucket())
    }

    #[test]
    fn the_time_for_a_request_grows_with_its_files() {
        for (bytes, seconds) in [
            (0, 20),
            (32 * 1_024, 21),
            (200 * 1_024, 26),
            (10 * 1_024 * 1_024, 340),
        ] {
            assert_eq!(allowed(bytes).as_secs(), seconds, "{bytes}");
        }
        // The token of an interaction lives fifteen minutes: the largest file that is taken has its time.
        assert!(allowed(24_900_000).as_secs() < 14 * 60);
        assert!(allowed(usize::MAX) > allowed(0));
    }

    #[test]
    fn until_the_time_that_a_refusal_names_nothing_is_asked() {
        let limits = RouteLimits::default();
        let start = Instant::now();
        let until = start + Duration::from_secs(60);
        let (post, other) = (route(LightMethod::Post, 1), route(LightMethod::Post, 2));
        limits.hold(post, false, until);
        assert_eq!(limits.take(post, start), Some(Duration::from_secs(60)));
        assert_eq!(limits.take(other, start), None);
        assert_eq!(limits.take(post, until), None);
        limits.hold(post, true, until);
        assert_eq!(limits.take(other, start), Some(Duration::from_secs(60)));
        assert_eq!(limits.take(other, until), None);
    }

    /// A request that waits holds up what else is to be told of the same match.
    #[tokio::test]
    async fn a_limit_beyond_the_time_that_is_left_is_told_at_once() {
        let mut left = Duration::from_secs(2);
        assert!(spend(&mut left, Duration::from_millis(1)).await.is_ok());
        assert_eq!(left, Duration::from_millis(1_999));
        let long = Duration::from_secs(1_337);
        let spent = tokio::time::timeout(Duration::from_secs(10), spend(&mut left, long)).await;
        assert!(matches!(spent, Ok(Err(RequestError::Limited(wait))) if wait == long));
    }

    #[test]
    fn limits_are_kept_to_as_the_answers_tell_them() {
        let limits = RouteLimits::default();
        let start = Instant::now();
        let after = |ms| start + Duration::from_millis(ms);
        let wait = |ms| Some(Duration::from_millis(ms));
        let (post, other) = (route(LightMethod::Post, 1), route(LightMethod::Post, 2));
        let list = route(LightMethod::Get, 1);
        assert_eq!(limits.take(post, start), None);
        let told = [
            ("x-ratelimit-remaining", "1"),
            ("x-ratelimit-reset-after", "2.5"),
        ];
        limits.learn(post, &headers(&told), false, start);
        assert_eq!(limits.take(post, start), None);
        assert_eq!(limits.take(post, after(500)), wait(2_000));
        // Another channel and another method are free.
        assert_eq!(limits.take(other, start), None);
        assert_eq!(limits.take(list, start), None);
        assert_eq!(limits.take(post, after(2_500)), None);
        // A server that is away limits nothing.
        limits.learn(
            post,
            &headers(&[("retry-after", "3600")]),
            false,
            after(2_500),
        );
        assert_eq!(limits.take(post, after(2_500)), None);
        // Discord's own example: nine are left of the route, and none of the resource.
        let shared = [
            ("retry-after", "1337"),
            ("x-ratelimit-remaining", "9"),
            ("x-ratelimit-reset-after", "64.57"),
        ];
        limits.learn(post, &headers(&shared), true, start);
        assert_eq!(limits.take(post, start), wait(1_337_000));
        assert_eq!(limits.take(other, start), None);
        let global = [("retry-after", "65"), ("x-ratelimit-global", "true")];
        limits.learn(other, &headers(&global), true, start);
        assert_eq!(limits.take(list, start), wait(65_000));
        assert_eq!(limits.take(list, after(65_000)), None);
    }

    #[test]
    fn few_limits_are_remembered() {
        let limits = RouteLimits::default();
        let start = Instant::now();
        let told = [
            ("x-ratelimit-remaining", "1"),
            ("x-ratelimit-reset-after", "1"),
        ];
        for channel in 1..20_000 {
            let now = start + Duration::from_millis(channel);
            limits.learn(
                route(LightMethod::Post, channel),
                &headers(&told),
                false,
                now,
            );
        }
        assert!(locked(&limits.routes).len() <= MOST_ROUTES);
    }
}
