//! Who may speak to the server at all: pages that it has served itself, at the addresses it knows.
//!
//! A page of somebody else could send requests here from the browser of a player, and a name that leads
//! here could be given to it (DNS rebinding). So every request must name a host that is known, and every
//! request that does more than fetch must come from a page of such a host. There are no cookies, so that
//! there is nothing else that a foreign page could make use of.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, header};

/// The hosts and origins that are known.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    hosts: Vec<String>,
    origins: Vec<String>,
    /// True where a proxy stands in front, whose word on addresses is taken.
    is_behind_proxy: bool,
}

/// A request that is turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Foreign {
    /// It names another host.
    Host,
    /// It comes from a page of another host, or from none.
    Origin,
}

/// The policy of every page: nothing from elsewhere, nothing inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// Features of browsers, none of which a page uses.
const FEATURES: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(), \
    gyroscope=(), microphone=(), midi=(), payment=(), usb=()";

/// The headers of every answer.
pub(super) const HEADERS: [(HeaderName, HeaderValue); 7] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(POLICY),
    ),
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

impl Guard {
    /// Returns the guard of a server that listens here, and that people know by `public`, an origin, if
    /// by any other.
    pub(super) fn new(listens: SocketAddr, public: Option<&str>) -> Guard {
        let port = listens.port();
        let mut hosts = Vec::new();
        if listens.ip().is_loopback() {
            let names = ["127.0.0.1", "localhost", "[::1]"];
            hosts.extend(names.map(|name| format!("{name}:{port}")));
        } else if !listens.ip().is_unspecified() {
            hosts.push(listens.to_string());
        }
        let mut origins: Vec<String> = hosts.iter().map(|host| format!("http://{host}")).collect();
        if let Some(public) = public {
            let host = public.split_once("://").map_or(public, |(_, host)| host);
            hosts.push(host.to_lowercase());
            origins.push(public.to_lowercase());
        }
        Guard {
            hosts,
            origins,
            is_behind_proxy: public.is_some(),
        }
    }

    /// Checks where a request comes from.
    ///
    /// # Errors
    ///
    /// [`Foreign`] for one that nobody answers.
    pub(super) fn check<B>(&self, request: &Request<B>) -> Result<(), Foreign> {
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

    /// Returns the address that a request comes from: that of the connection, or the one that a proxy on
    /// this machine names last.
    pub(super) fn address(&self, connected: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !(self.is_behind_proxy && connected.is_loopback()) {
            return connected;
        }
        let forwarded = headers.get_all("x-forwarded-for").iter().next_back();
        let last = forwarded.and_then(|list| list.to_str().ok()?.rsplit(',').next());
        last.and_then(|last| last.trim().parse().ok())
            .unwrap_or(connected)
    }
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

    fn local() -> Guard {
        Guard::new("127.0.0.1:8833".parse().unwrap(), None)
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

    #[test]
    fn a_proxy_on_this_machine_says_who_asks() {
        let public = Guard::new(
            "127.0.0.1:8833".parse().unwrap(),
            Some("https://chess.example"),
        );
        let asked = request(
            "POST",
            &[
                ("host", "chess.example"),
                ("origin", "https://chess.example"),
                ("x-forwarded-for", "1.2.3.4, 5.6.7.8"),
            ],
        );
        assert_eq!(public.check(&asked), Ok(()));
        let proxy: IpAddr = "127.0.0.1".parse().unwrap();
        let far: IpAddr = "9.9.9.9".parse().unwrap();
        assert_eq!(
            public.address(proxy, asked.headers()),
            "5.6.7.8".parse::<IpAddr>().unwrap()
        );
        // Anybody else is who they are, and where there is no proxy nobody is asked.
        assert_eq!(public.address(far, asked.headers()), far);
        assert_eq!(local().address(proxy, asked.headers()), proxy);
    }
}
