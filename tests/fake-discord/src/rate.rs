//! Rate limits, and the requests that exceed them.
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

/// The number of windows beyond which old ones are removed.
const MANY_WINDOWS: usize = 1000;

/// A request that came too soon and was answered 429.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The request, as `METHOD /path`.
    pub at: String,
    /// True if it exceeded the limit on all requests, not that of its route.
    pub global: bool,
}

/// A number of requests allowed in a period.
#[derive(Clone, Debug)]
struct Limit {
    route: String,
    count: u32,
    period: Duration,
}

/// The period of a count, which begins with its first request.
#[derive(Clone, Copy, Debug)]
struct Window {
    count: u32,
    end: Instant,
}

impl Window {
    /// Counts a request. Returns false if it is one too many.
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

/// A request's standing with the limits.
#[derive(Clone, Debug)]
pub(crate) enum Standing {
    /// There is no limit on its route.
    Free,
    /// It is within its route's limit, with this much left.
    Within(Left),
    /// It exceeds its route's limit.
    Over(Left),
    /// It exceeds the limit on all requests, for this long.
    OverAll(Duration),
}

/// The rest of a route's limit.
#[derive(Clone, Debug)]
pub(crate) struct Left {
    limit: u32,
    remaining: u32,
    after: Duration,
    bucket: String,
}

/// All limits, and the current counts.
#[derive(Debug, Default)]
pub(crate) struct Rates {
    routes: Vec<Limit>,
    /// By the limit's place in the list, and the thing it is counted for.
    windows: HashMap<(usize, String), Window>,
    all: Option<(Limit, Window)>,
    /// Requests that were told to wait, by their routes, and until when.
    told: HashMap<String, Instant>,
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

    /// Removes all limits.
    pub(crate) fn clear(&mut self) {
        (self.routes, self.all) = (Vec::new(), None);
        self.windows.clear();
    }

    /// Notes that a request was told to wait. One on the same route before that is over is recorded.
    pub(crate) fn tell_to_wait(&mut self, route: &str, wait: Duration) {
        self.told.insert(route.to_owned(), Instant::now() + wait);
    }

    /// Counts a request, and records it if it comes too soon.
    pub(crate) fn count(&mut self, route: &str) -> Standing {
        let now = Instant::now();
        if self.told.remove(route).is_some_and(|until| now < until) {
            self.note(route, false);
        }
        let path = route.split_once(' ').map_or(route, |(_, path)| path);
        // First answers to interactions are under no limit, later ones not under the limit on all
        // requests.
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

/// Returns the thing a route's limit is counted for: one channel, one server, or one webhook with
/// its token.
fn major(path: &str) -> String {
    let parts: Vec<_> = path.split('/').filter(|part| !part.is_empty()).collect();
    let length = match parts.first() {
        Some(&("channels" | "guilds")) => 2,
        Some(&"webhooks") => 3,
        Some(_) | None => 0,
    };
    parts[..length.min(parts.len())].join("/")
}

/// Returns a short name without meaning, like Discord's names of buckets.
fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Returns seconds with three decimals, rounded up: a bot that waits this long is not too soon.
fn seconds(time: Duration) -> f64 {
    time.as_micros().div_ceil(1000) as f64 / 1000.0
}

impl Standing {
    /// Returns how long a request that came too soon must wait.
    pub(crate) fn wait(&self) -> Option<Duration> {
        match self {
            Self::Free | Self::Within(_) => None,
            Self::Over(left) => Some(left.after),
            Self::OverAll(after) => Some(*after),
        }
    }

    /// Writes the rest of the limit into the headers of an answer.
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

/// Returns the body of an answer to a request that came too soon. It has no code, as most of Discord's
/// have none.
pub(crate) fn too_soon(wait: Duration, global: bool) -> Value {
    json!({
        "message": "You are being rate limited.",
        "retry_after": seconds(wait),
        "global": global,
    })
}

/// Writes the wait into the headers of an answer, in whole seconds as Discord does.
pub(crate) fn write_wait(headers: &mut HeaderMap, wait: Duration) {
    let whole = wait.as_millis().div_ceil(1000).max(1);
    if let Ok(value) = HeaderValue::from_str(&whole.to_string()) {
        headers.insert(header::RETRY_AFTER, value);
    }
}
