//! Limits on how many requests may come in how much time, and who oversteps them.
//!
//! <https://docs.discord.com/developers/topics/rate-limits>

use std::{
    collections::HashMap,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::fault::fits;

/// Windows that are looked through for such as are over.
const MANY_WINDOWS: usize = 1000;

/// A request that came too soon, and was answered 429.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The request, as `METHOD /path`.
    pub at: String,
    /// It broke the limit on all requests, and not its route's.
    pub global: bool,
}

/// So many requests in so much time.
#[derive(Clone, Debug)]
struct Limit {
    route: String,
    count: u32,
    period: Duration,
}

/// The time that a count runs for: it begins with a first request.
#[derive(Clone, Copy, Debug)]
struct Window {
    count: u32,
    end: Instant,
}

impl Window {
    /// Counts a request, unless that is one too many.
    fn count(&mut self, limit: &Limit, now: Instant) -> bool {
        if now >= self.end {
            *self = Self {
                count: 0,
                end: now + limit.period,
            };
        }
        let within = self.count < limit.count;
        self.count += u32::from(within);
        within
    }
}

/// How a request stands to the limits.
#[derive(Clone, Debug)]
pub(crate) enum Standing {
    /// No limit is on its route.
    Free,
    /// It is within its route's limit, and how much is left.
    Within(Left),
    /// It is over its route's limit.
    Over(Left),
    /// It is over the limit on all requests, for this long.
    OverAll(Duration),
}

/// What is left of a route's limit.
#[derive(Clone, Debug)]
pub(crate) struct Left {
    limit: u32,
    remaining: u32,
    after: Duration,
    bucket: String,
}

/// All limits, and what is left of them.
#[derive(Debug, Default)]
pub(crate) struct Rates {
    routes: Vec<Limit>,
    /// By the limit's place and what it is counted for.
    windows: HashMap<(usize, String), Window>,
    all: Option<(Limit, Window)>,
    pub(crate) breaches: Vec<Breach>,
}

impl Rates {
    /// Puts a limit on every route that fits.
    pub(crate) fn limit(&mut self, route: &str, count: u32, period: Duration) {
        let limit = Limit {
            route: route.to_owned(),
            count,
            period,
        };
        let known = self.routes.iter().position(|known| known.route == route);
        match known {
            Some(place) => {
                self.routes[place] = limit;
                self.windows.retain(|(of, _), _| *of != place);
            }
            None => self.routes.push(limit),
        }
    }

    /// Puts a limit on all requests together.
    pub(crate) fn limit_all(&mut self, count: u32, period: Duration) {
        let limit = Limit {
            route: String::new(),
            count,
            period,
        };
        let end = Instant::now();
        self.all = Some((limit, Window { count: 0, end }));
    }

    /// Takes all limits back.
    pub(crate) fn clear(&mut self) {
        (self.routes, self.all) = (Vec::new(), None);
        self.windows.clear();
    }

    /// Counts a request and notes it where it comes too soon.
    pub(crate) fn count(&mut self, route: &str) -> Standing {
        let now = Instant::now();
        let path = route.split_once(' ').map_or(route, |(_, path)| path);
        // First answers to interactions are under no limit, later ones not under the one on all.
        if path.starts_with("/interactions/") {
            return Standing::Free;
        }
        if let Some((limit, window)) = &mut self.all
            && !path.starts_with("/webhooks/")
            && !window.count(limit, now)
        {
            let after = window.end - now;
            self.note(route, true);
            return Standing::OverAll(after);
        }
        let Some(place) = self
            .routes
            .iter()
            .position(|limit| fits(&limit.route, route))
        else {
            return Standing::Free;
        };
        if self.windows.len() >= MANY_WINDOWS {
            self.windows.retain(|_, window| window.end > now);
        }
        let limit = &self.routes[place];
        let window = self
            .windows
            .entry((place, major(path)))
            .or_insert(Window { count: 0, end: now });
        let within = window.count(limit, now);
        let left = Left {
            limit: limit.count,
            remaining: limit.count.saturating_sub(window.count),
            after: window.end - now,
            bucket: format!("{:016x}", fingerprint(&limit.route)),
        };
        if within {
            return Standing::Within(left);
        }
        self.note(route, false);
        Standing::Over(left)
    }

    fn note(&mut self, route: &str, global: bool) {
        let at = route.to_owned();
        self.breaches.push(Breach { at, global });
    }
}

/// What a route's limit is counted for: one channel, one server, one webhook with its token.
fn major(path: &str) -> String {
    let parts: Vec<_> = path.split('/').filter(|part| !part.is_empty()).collect();
    let length = match parts.first() {
        Some(&("channels" | "guilds")) => 2,
        Some(&"webhooks") => 3,
        Some(_) | None => 0,
    };
    parts[..length.min(parts.len())].join("/")
}

/// A short name that says nothing, as Discord's names of buckets do.
fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Seconds with three decimals, never fewer than there are: who waits as long is not too soon.
fn seconds(time: Duration) -> f64 {
    time.as_micros().div_ceil(1000) as f64 / 1000.0
}

impl Standing {
    /// How long a request that came too soon must wait.
    pub(crate) fn wait(&self) -> Option<Duration> {
        match self {
            Self::Free | Self::Within(_) => None,
            Self::Over(left) => Some(left.after),
            Self::OverAll(after) => Some(*after),
        }
    }

    /// Says it in the answer's head.
    pub(crate) fn write(&self, headers: &mut HeaderMap) {
        let mut put = |name: &'static str, value: &str| {
            if let Ok(value) = HeaderValue::from_str(value) {
                headers.insert(HeaderName::from_static(name), value);
            }
        };
        match self {
            Self::Free => {}
            Self::Within(left) | Self::Over(left) => {
                let now = SystemTime::now()
                    .duration_since(UNIX_EPOCH)
                    .unwrap_or_default();
                put("x-ratelimit-limit", &left.limit.to_string());
                put("x-ratelimit-remaining", &left.remaining.to_string());
                put(
                    "x-ratelimit-reset",
                    &format!("{:.3}", seconds(now + left.after)),
                );
                put(
                    "x-ratelimit-reset-after",
                    &format!("{:.3}", seconds(left.after)),
                );
                put("x-ratelimit-bucket", &left.bucket);
            }
            Self::OverAll(_) => put("x-ratelimit-global", "true"),
        }
        match self {
            Self::Free | Self::Within(_) => {}
            Self::Over(_) => put("x-ratelimit-scope", "user"),
            Self::OverAll(_) => put("x-ratelimit-scope", "global"),
        }
    }
}

/// The body of an answer to a request that came too soon.
pub(crate) fn too_soon(wait: Duration, global: bool) -> Value {
    json!({
        "message": "You are being rate limited.",
        "retry_after": seconds(wait),
        "global": global,
        "code": 0,
    })
}

/// Says in an answer's head how long to wait. There Discord gives whole seconds.
pub(crate) fn write_wait(headers: &mut HeaderMap, wait: Duration) {
    let whole = wait.as_millis().div_ceil(1000).max(1);
    if let Ok(value) = HeaderValue::from_str(&whole.to_string()) {
        headers.insert(header::RETRY_AFTER, value);
    }
}
