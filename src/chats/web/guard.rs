//! Who may speak to the server at all: pages that it has served itself, at the addresses it knows.
//!
//! A page of somebody else could send requests here from the browser of a player, and a name that leads
//! here could be given to it (DNS rebinding). So every request must name a host that is known, and every
//! request that does more than fetch must come from a page of such a host. There are no cookies, so that
//! there is nothing else that a foreign page could make use of.

use std::{
    net::{IpAddr, Ipv6Addr, SocketAddr},
    sync::Once,
};

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, header};

use crate::config::{OriginUrl, TrustedProxies, WebConfig};

/// The hosts and origins that are known, and the proxies whose word on addresses is taken.
#[derive(Debug)]
pub(super) struct Guard {
    hosts: Vec<String>,
    origins: Vec<String>,
    proxies: TrustedProxies,
    /// True if a proxy leads here: it is known by another address than its own.
    is_public: bool,
    /// What the log has been told once.
    said: LoggedOnce,
}

/// What an operator hears once of each, since it means that something is set up wrong.
#[derive(Debug)]
struct LoggedOnce {
    host: Once,
    origin: Once,
    untrusted: Once,
    unread: Once,
    contradicting: Once,
}

/// A request that is turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Foreign {
    /// It names another host.
    Host,
    /// It comes from a page of another host, or from none.
    Origin,
}

/// Returns the policy of every page: nothing from elsewhere, and nothing inline but one script, whose digest this is.
pub(super) fn policy(script: &str) -> HeaderValue {
    let policy = POLICY.replace("{script}", script);
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
}

const POLICY: &str = "default-src 'none'; script-src 'self' 'sha256-{script}'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// Features of browsers, none of which a page uses.
const FEATURES: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(), \
    gyroscope=(), microphone=(), midi=(), payment=(), usb=()";

/// The headers of every answer, besides the [policy].
pub(super) const HEADERS: [(HeaderName, HeaderValue); 6] = [
    (
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    ),
    (
        header::REFERRER_POLICY,
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static(FEATURES),
    ),
    (
        header::VARY,
        HeaderValue::from_static("accept-encoding, accept-language"),
    ),
];

/// The headers by which proxies name the addresses that a request came through.
const FORWARDED: [&str; 2] = ["x-forwarded-for", "forwarded"];

/// The address for which everybody is counted whose headers contradict each other. Nobody connects from it, so
/// that they use up nothing of anybody else's.
const CONTRADICTING: IpAddr = IpAddr::V6(Ipv6Addr::UNSPECIFIED);

/// Another such header, which anybody may write: nothing says which proxy it is from.
const REAL_IP: &str = "x-real-ip";

impl Guard {
    /// Returns the guard of a server that listens here, and is configured so.
    pub(super) fn new(listens: SocketAddr, config: &WebConfig) -> Guard {
        let port = listens.port();
        let mut hosts = Vec::new();
        if listens.ip().is_loopback() {
            let names = ["127.0.0.1", "localhost", "[::1]"];
            hosts.extend(names.map(|name| format!("{name}:{port}")));
        } else if !listens.ip().is_unspecified() {
            hosts.push(listens.to_string());
        }
        let mut origins: Vec<String> = hosts.iter().map(|host| format!("http://{host}")).collect();
        if let Some(public) = config.public_url.as_ref().map(OriginUrl::as_str) {
            let (scheme, host) = public.split_once("://").unwrap_or(("", public));
            let (_, name) = host.rsplit_once(']').unwrap_or(("", host));
            if !name.contains(':') {
                // A client may name the port that the scheme has anyway.
                let port = if scheme == "https" { 443 } else { 80 };
                hosts.push(format!("{host}:{port}"));
                origins.push(format!("{public}:{port}"));
            }
            hosts.push(host.to_owned());
            origins.push(public.to_owned());
        }
        Guard {
            hosts,
            origins,
            proxies: config.trusted_proxies.clone(),
            is_public: config.public_url.is_some(),
            said: LoggedOnce {
                host: Once::new(),
                origin: Once::new(),
                untrusted: Once::new(),
                unread: Once::new(),
                contradicting: Once::new(),
            },
        }
    }

    /// Checks where a request comes from. The log hears once of each reason to turn one away.
    ///
    /// # Errors
    ///
    /// [`Foreign`] for one that nobody answers.
    pub(super) fn check<B>(&self, request: &Request<B>) -> Result<(), Foreign> {
        let checked = self.look(request);
        if let Err(foreign) = checked {
            self.note(foreign, request);
        }
        checked
    }

    fn look<B>(&self, request: &Request<B>) -> Result<(), Foreign> {
        let headers = request.headers();
        let known =
            |list: &[String], name: &str| list.iter().any(|one| *one == name.to_lowercase());
        let host = only(headers, &header::HOST).ok_or(Foreign::Host)?;
        let named = request.uri().authority();
        if !known(&self.hosts, host)
            || named.is_some_and(|named| !known(&self.hosts, named.as_str()))
        {
            return Err(Foreign::Host);
        }
        let fetches = matches!(*request.method(), Method::GET | Method::HEAD)
            && !headers.contains_key(header::UPGRADE);
        match (headers.contains_key(header::ORIGIN), fetches) {
            (false, true) => Ok(()),
            _ => {
                let origin = only(headers, &header::ORIGIN).ok_or(Foreign::Origin)?;
                known(&self.origins, origin)
                    .then_some(())
                    .ok_or(Foreign::Origin)
            }
        }
    }

    /// Returns the origin by which a visitor knows the server whose request was checked: the public one, or else the
    /// one that they have come to.
    pub(super) fn origin(&self, headers: &HeaderMap) -> Option<String> {
        let public = self.origins.last().filter(|_| self.is_public);
        let came = || Some(format!("http://{}", only(headers, &header::HOST)?));
        public.cloned().or_else(came)
    }

    /// Tells the log, once for each reason, of a request that was turned away: if `web.public_url` is not
    /// what people open, all of them are.
    fn note<B>(&self, foreign: Foreign, request: &Request<B>) {
        let named = |name: &HeaderName| {
            let value = only(request.headers(), name).unwrap_or_default();
            value.chars().take(100).collect::<String>()
        };
        match foreign {
            Foreign::Host => self.said.host.call_once(|| {
                let (named, known) = (named(&header::HOST), &self.hosts);
                tracing::warn!(?named, ?known, "a request for a host that is not known was turned away; is web.public_url the address that people open? Others are not logged");
            }),
            Foreign::Origin => self.said.origin.call_once(|| {
                let (named, known) = (named(&header::ORIGIN), &self.origins);
                tracing::warn!(?named, ?known, "a request from a page that is not known was turned away; is web.public_url the address that people open? Others are not logged");
            }),
        }
    }

    /// Returns the address that a request is counted for: that of the connection, or the one that trusted
    /// proxies name. Of an IPv6 address its network of 64 bits, since each visitor has one of those for
    /// themselves.
    pub(super) fn address(&self, connected: IpAddr, headers: &HeaderMap) -> IpAddr {
        network_of(self.visitor(connected.to_canonical(), headers))
    }

    /// Returns the address that a connection is counted for until its first request; `None` for that of a proxy, which
    /// names a visitor with each request.
    pub(super) fn connecting(&self, connected: IpAddr) -> Option<IpAddr> {
        let is_proxy = self.is_public && self.proxies.include(connected.to_canonical());
        (!is_proxy).then(|| network_of(connected))
    }

    fn visitor(&self, connected: IpAddr, headers: &HeaderMap) -> IpAddr {
        let lists = [forwarded_for(headers), forwarded(headers)];
        if lists.iter().all(Vec::is_empty) {
            if headers.contains_key(REAL_IP) {
                self.said.unread.call_once(|| {
                    tracing::warn!(%connected, "X-Real-IP is ignored: let the proxy set X-Forwarded-For, or all its visitors count as one; others are not logged");
                });
            }
            return connected;
        }
        if !self.proxies.include(connected) {
            self.said.untrusted.call_once(|| {
                let names = FORWARDED.iter().filter(|name| headers.contains_key(**name));
                let ignored: Vec<&str> = names.copied().collect();
                tracing::warn!(%connected, ?ignored, "a header that names another address is ignored, since web.trusted_proxies does not have the address that it came from; others are not logged");
            });
            return connected;
        }
        let named = lists.iter().filter(|list| !list.is_empty());
        let mut named = named.map(|list| self.first_untrusted(connected, list));
        let visitor = named.next().unwrap_or(connected);
        // A proxy sets one of the two, and may pass on what the visitor has put into the other.
        if named.any(|other| other != visitor) {
            self.said.contradicting.call_once(|| {
                tracing::warn!("X-Forwarded-For and Forwarded name different addresses, and all who send both are counted as one visitor: let the proxy remove the one that it does not set; others are not logged");
            });
            return CONTRADICTING;
        }
        visitor
    }

    /// Returns the address that the last trusted proxy in a row has seen, from the right: what stands further
    /// left is the word of somebody who is not trusted.
    fn first_untrusted(&self, connected: IpAddr, list: &[Option<IpAddr>]) -> IpAddr {
        let mut seen = connected;
        for address in list.iter().rev() {
            match address {
                Some(address) if self.proxies.include(seen) => seen = *address,
                Some(_) | None => break,
            }
        }
        seen
    }
}

/// Returns the network that an address is counted for: itself, or the first 64 bits of an IPv6 address.
fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let network = address.to_bits() >> 64 << 64;
            IpAddr::V6(Ipv6Addr::from_bits(network))
        }
        address @ IpAddr::V4(_) => address,
    }
}

/// Returns the addresses of `X-Forwarded-For`; `None` for what is none.
fn forwarded_for(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    let lists = headers.get_all(FORWARDED[0]).iter();
    let lists = lists.map(|list| list.to_str().unwrap_or("?"));
    lists
        .flat_map(|list| list.split(',').map(address_in))
        .collect()
}

/// Returns the addresses of `Forwarded` (RFC 7239); `None` for what is none, such as `unknown`.
fn forwarded(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    let lists = headers.get_all(FORWARDED[1]).iter();
    let lists = lists.map(|list| list.to_str().unwrap_or("?"));
    let elements = lists.flat_map(|list| list.split(','));
    let address = |element: &str| {
        let mut pairs = element.split(';').filter_map(|pair| pair.split_once('='));
        let (_, address) = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("for"))?;
        address_in(address.trim().trim_matches('"'))
    };
    elements.map(address).collect()
}

/// Reads an address that may have a port.
fn address_in(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'));
    let address = bare.unwrap_or(text).parse::<IpAddr>().ok();
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    address
        .or_else(with_port)
        .map(|address| address.to_canonical())
}

/// Returns the value of a header that stands there once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    fn local() -> Guard {
        Guard::new("127.0.0.1:8833".parse().unwrap(), &WebConfig::default())
    }

    fn request(method: &str, headers: &[(&str, &str)]) -> Request<()> {
        let mut request = Request::builder().method(method).uri("/live");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(()).unwrap()
    }

    #[test]
    fn foreign_hosts_and_origins_are_turned_away() {
        let own = ("host", "127.0.0.1:8833");
        let origin = ("origin", "http://localhost:8833");
        let upgrade = ("upgrade", "websocket");
        for (method, headers, want) in [
            ("GET", vec![own], Ok(())),
            ("GET", vec![("host", "LOCALHOST:8833")], Ok(())),
            ("GET", vec![("host", "[::1]:8833")], Ok(())),
            ("GET", vec![own, origin], Ok(())),
            ("POST", vec![own, origin], Ok(())),
            ("GET", vec![own, origin, upgrade], Ok(())),
            ("GET", vec![], Err(Foreign::Host)),
            ("GET", vec![("host", "127.0.0.1")], Err(Foreign::Host)),
            ("GET", vec![("host", "127.0.0.1:8834")], Err(Foreign::Host)),
            (
                "GET",
                vec![("host", "evil.example:8833")],
                Err(Foreign::Host),
            ),
            ("GET", vec![own, own], Err(Foreign::Host)),
            ("POST", vec![own], Err(Foreign::Origin)),
            ("GET", vec![own, upgrade], Err(Foreign::Origin)),
            ("GET", vec![own, ("origin", "null")], Err(Foreign::Origin)),
            ("POST", vec![own, ("origin", "null")], Err(Foreign::Origin)),
            (
                "POST",
                vec![own, ("origin", "https://localhost:8833")],
                Err(Foreign::Origin),
            ),
            (
                "GET",
                vec![own, upgrade, ("origin", "http://evil.example")],
                Err(Foreign::Origin),
            ),
        ] {
            let asked = request(method, &headers);
            assert_eq!(local().check(&asked), want, "{method} {headers:?}");
        }
        let absolute = Request::builder()
            .uri("http://evil.example/")
            .header("host", own.1)
            .body(())
            .unwrap();
        assert_eq!(local().check(&absolute), Err(Foreign::Host));
    }

    /// A server that people know by this origin, behind proxies at these addresses.
    fn behind(public: &str, proxies: &str) -> Guard {
        let variables = [
            ("RONDEL_WEB__PUBLIC_URL", public),
            ("RONDEL_WEB__TRUSTED_PROXIES", proxies),
        ];
        let config = Config::load(None, variables).unwrap();
        Guard::new("10.0.0.9:8833".parse().unwrap(), &config.web)
    }

    #[test]
    fn the_origin_is_compared_as_browsers_write_it() {
        for (public, host, origin) in [
            (
                "https://chess.example",
                "chess.example",
                "https://chess.example",
            ),
            (
                "https://chess.example:443/",
                "chess.example",
                "https://chess.example",
            ),
            (
                "HTTPS://Chess.Example",
                "chess.example",
                "https://chess.example",
            ),
            (
                "https://chess.example",
                "chess.example:443",
                "https://chess.example:443",
            ),
            (
                "https://bücher.example",
                "xn--bcher-kva.example",
                "https://xn--bcher-kva.example",
            ),
            (
                "http://chess.example:80",
                "chess.example",
                "http://chess.example",
            ),
            (
                "https://chess.example:8443",
                "chess.example:8443",
                "https://chess.example:8443",
            ),
            ("http://[fd00::1]", "[fd00::1]", "http://[fd00::1]"),
            ("http://[fd00::1]", "[fd00::1]:80", "http://[fd00::1]"),
        ] {
            let asked = request("POST", &[("host", host), ("origin", origin)]);
            assert_eq!(behind(public, "").check(&asked), Ok(()), "{public}: {host}");
        }
        for (public, host, origin, want) in [
            (
                "https://chess.example",
                "chess.example:80",
                "https://chess.example",
                Foreign::Host,
            ),
            (
                "https://chess.example:8443",
                "chess.example",
                "https://chess.example",
                Foreign::Host,
            ),
            (
                "https://chess.example",
                "chess.example",
                "http://chess.example",
                Foreign::Origin,
            ),
        ] {
            let asked = request("POST", &[("host", host), ("origin", origin)]);
            assert_eq!(
                behind(public, "").check(&asked),
                Err(want),
                "{public}: {host}"
            );
        }
    }

    #[test]
    fn trusted_proxies_say_who_asks_and_nobody_else() {
        let x = "x-forwarded-for";
        let loopback = "127.0.0.0/8, ::1";
        let private = "127.0.0.0/8, 10.0.0.0/8, fd00::/8";
        for (proxies, connected, headers, want) in [
            (loopback, "127.0.0.1", &[(x, "5.6.7.8")][..], "5.6.7.8"),
            (loopback, "::ffff:127.0.0.1", &[(x, "5.6.7.8")], "5.6.7.8"),
            (loopback, "::1", &[(x, "5.6.7.8")], "5.6.7.8"),
            // What a visitor has written stands further left.
            (loopback, "127.0.0.1", &[(x, "1.2.3.4, 5.6.7.8")], "5.6.7.8"),
            (
                loopback,
                "127.0.0.1",
                &[(x, "1.2.3.4"), (x, "5.6.7.8")],
                "5.6.7.8",
            ),
            // Anybody else is who they are.
            (loopback, "9.9.9.9", &[(x, "5.6.7.8")], "9.9.9.9"),
            (loopback, "10.0.0.2", &[(x, "5.6.7.8")], "10.0.0.2"),
            ("", "127.0.0.1", &[(x, "5.6.7.8")], "127.0.0.1"),
            // Several proxies in a row.
            (private, "10.0.0.2", &[(x, "5.6.7.8")], "5.6.7.8"),
            (
                private,
                "::ffff:10.0.0.2",
                &[(x, "1.1.1.1, 5.6.7.8, 10.0.0.3")],
                "5.6.7.8",
            ),
            (
                private,
                "fd00::2",
                &[(x, "5.6.7.8, fd00::3, ::ffff:10.0.0.3")],
                "5.6.7.8",
            ),
            (
                private,
                "10.0.0.2",
                &[(x, "10.0.0.4, 10.0.0.3")],
                "10.0.0.4",
            ),
            // What is no address says nothing, nor does what stands left of it.
            (loopback, "127.0.0.1", &[(x, "unknown")], "127.0.0.1"),
            (
                private,
                "10.0.0.2",
                &[(x, "5.6.7.8, nonsense, 10.0.0.3")],
                "10.0.0.3",
            ),
            (loopback, "127.0.0.1", &[(x, "")], "127.0.0.1"),
            // Ports and brackets.
            (loopback, "127.0.0.1", &[(x, "5.6.7.8:4711")], "5.6.7.8"),
            (
                loopback,
                "127.0.0.1",
                &[(x, "[2001:db8::1]:4711")],
                "2001:db8::",
            ),
            (loopback, "127.0.0.1", &[(x, "::ffff:5.6.7.8")], "5.6.7.8"),
            (
                loopback,
                "127.0.0.1",
                &[("forwarded", "for=5.6.7.8;proto=https")],
                "5.6.7.8",
            ),
            (
                loopback,
                "127.0.0.1",
                &[(
                    "forwarded",
                    "for=1.1.1.1, By=3.3.3.3;For=\"[2001:db8::1]:80\"",
                )],
                "2001:db8::",
            ),
            (
                loopback,
                "127.0.0.1",
                &[("forwarded", "for=_hidden")],
                "127.0.0.1",
            ),
            (
                loopback,
                "127.0.0.1",
                &[("forwarded", "proto=https")],
                "127.0.0.1",
            ),
            // A proxy sets one of them, a visitor the other: they are counted for nobody who connects.
            (
                loopback,
                "127.0.0.1",
                &[(x, "5.6.7.8"), ("forwarded", "for=1.1.1.1")],
                "::",
            ),
            (
                loopback,
                "127.0.0.1",
                &[(x, "5.6.7.8"), ("forwarded", "for=_hidden")],
                "::",
            ),
            (
                loopback,
                "9.9.9.9",
                &[(x, "5.6.7.8"), ("forwarded", "for=1.1.1.1")],
                "9.9.9.9",
            ),
            (
                loopback,
                "127.0.0.1",
                &[(x, "5.6.7.8"), ("forwarded", "for=5.6.7.8")],
                "5.6.7.8",
            ),
            // IPv6 visitors have a network each.
            (loopback, "2001:db8::1:2:3:4", &[], "2001:db8::"),
            (
                loopback,
                "127.0.0.1",
                &[(x, "2001:db8:0:1:ffff::9")],
                "2001:db8:0:1::",
            ),
        ] {
            let guard = behind("https://chess.example", proxies);
            let asked = request("GET", headers);
            let found = guard.address(connected.parse().unwrap(), asked.headers());
            let context = format!("{proxies} {connected} {headers:?}");
            assert_eq!(found, want.parse::<IpAddr>().unwrap(), "{context}");
            let ignores = found == network_of(connected.parse().unwrap()) && !headers.is_empty();
            assert!(!guard.said.untrusted.is_completed() || ignores, "{context}");
        }
    }

    #[test]
    fn what_is_ignored_or_refused_is_logged_once() {
        let guard = behind("https://chess.example", "127.0.0.1");
        let asked = request("GET", &[("x-forwarded-for", "5.6.7.8")]);
        guard.address("127.0.0.1".parse().unwrap(), asked.headers());
        assert!(!guard.said.untrusted.is_completed());
        guard.address("10.0.0.2".parse().unwrap(), asked.headers());
        assert!(guard.said.untrusted.is_completed());
        let both = [("x-forwarded-for", "5.6.7.8"), ("forwarded", "for=1.1.1.1")];
        guard.address(
            "127.0.0.1".parse().unwrap(),
            request("GET", &both).headers(),
        );
        assert!(guard.said.contradicting.is_completed());
        let asked = request("GET", &[("x-real-ip", "5.6.7.8")]);
        guard.address("127.0.0.1".parse().unwrap(), asked.headers());
        assert!(guard.said.unread.is_completed());
        assert_eq!(guard.check(&asked), Err(Foreign::Host));
        assert!(guard.said.host.is_completed() && !guard.said.origin.is_completed());
        let host = ("host", "chess.example");
        assert_eq!(guard.check(&request("GET", &[host])), Ok(()));
        assert!(!guard.said.origin.is_completed());
        assert_eq!(guard.check(&request("POST", &[host])), Err(Foreign::Origin));
        assert!(guard.said.origin.is_completed());
    }

    #[test]
    fn connections_are_counted_for_networks_and_those_of_proxies_for_nobody_yet() {
        for (public, connected, want) in [
            (true, "127.0.0.1", None),
            (true, "::ffff:127.0.0.1", None),
            (true, "5.6.7.8", Some("5.6.7.8")),
            (true, "::ffff:5.6.7.8", Some("5.6.7.8")),
            (true, "2001:db8:0:1:2::3", Some("2001:db8:0:1::")),
            (false, "127.0.0.1", Some("127.0.0.1")),
        ] {
            let guard = if public {
                behind("https://chess.example", "127.0.0.1")
            } else {
                local()
            };
            let found = guard.connecting(connected.parse().unwrap());
            let want = want.map(|want| want.parse::<IpAddr>().unwrap());
            assert_eq!(found, want, "{public} {connected}");
        }
    }
}
