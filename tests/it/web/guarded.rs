//! What is turned away, each with its reason.

use std::{
    future::ready,
    net::{IpAddr, Ipv4Addr},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use rondel::{
    config::Config,
    host::{Doubt, Host, Limit, NoticeState, SystemClock},
    matchplay::{Person, Place},
    rules::Ruleset,
    store::{Reading, Store, StoreError, Stores, memory::MemoryStore, people::People},
};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::Notify,
    time::timeout,
};

use super::table::{Heard, Pages, Table, token};
use crate::store::guarded::{Guard, Guarded};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn foreign_requests_are_turned_away_with_a_reason() {
    let table = Table::start().await;
    let own = format!("http://{}", table.address);
    let host = table.address.to_string();
    let upgrade = [
        ("connection", "upgrade"),
        ("upgrade", "websocket"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    for (path, headers, reason) in [
        ("/", vec![("host", "evil.example")], "foreign-host"),
        ("/live", upgrade.to_vec(), "foreign-origin"),
        (
            "/live",
            [&upgrade[..], &[("origin", "http://evil.example")]].concat(),
            "foreign-origin",
        ),
        (
            "/live",
            [&upgrade[..], &[("origin", "null")]].concat(),
            "foreign-origin",
        ),
    ] {
        let answer = table.get(path, &headers).await;
        assert_eq!(answer.status(), 403, "{path} {headers:?}");
        let body: serde_json::Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
        assert_eq!(body["refused"], reason);
        assert!(!body["text"].as_str().unwrap().is_empty());
    }
    let opened = table
        .get(
            "/live",
            &[&upgrade[..], &[("origin", &own), ("host", &host)]].concat(),
        )
        .await;
    assert_eq!(opened.status(), 101);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn broken_and_oversized_bodies_get_a_sentence() {
    let table = Table::start().await;
    for (what, body) in [
        ("open", json!({})),
        ("say", json!({"token": token("ann"), "line": "e4"})),
        (
            "say",
            json!({"token": "short", "line": "e4", "request": "r"}),
        ),
        (
            "say",
            json!({"token": token("ann"), "line": "x".repeat(20_000), "request": "r"}),
        ),
        ("nothing", json!({"token": token("ann")})),
        ("ways", json!([1, 2, 3])),
        (
            "ply",
            json!({"token": token("ann"), "ply": -1, "outlook": "round-white"}),
        ),
    ] {
        let (status, answer) = table.ask(what, &body).await;
        assert_eq!(
            (status, &answer["refused"]),
            (400, &json!("unreadable")),
            "{what}"
        );
        assert!(!answer["text"].as_str().unwrap().is_empty());
    }
    let mut socket = table.connect().await;
    socket.send(&json!({"do": "something else"})).await;
    let Heard::Text(heard) = socket.hear().await else {
        panic!("no reason");
    };
    assert_eq!(heard["refused"], "unreadable");
    let mut socket = table.watch("zzzzz", &vec![token("ann"); 9]).await;
    assert!(matches!(socket.hear().await, Heard::Text(_)));
    assert!(matches!(socket.hear().await, Heard::Closed(_)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tokens_that_nobody_has_are_looked_up_ten_times_a_minute() {
    let table = Table::start().await;
    let mut answered = 0;
    for number in 0..40 {
        let guess = json!({
            "token": token(&format!("guess-{number}")), "lang": "en", "match": "m7k3q", "ply": 0,
            "outlook": "round-white",
        });
        let (status, answer) = table.ask("ply", &guess).await;
        match status {
            404 => answered += 1,
            429 => assert_eq!(answer["refused"], "rate-limited"),
            other => panic!("{other}: {answer}"),
        }
    }
    assert_eq!(answered, 10);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acts_are_limited_and_a_match_goes_on() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let mut refused = 0;
    for _ in 0..60 {
        let body = json!({
            "token": token("ben"), "lang": "en", "match": id, "line": "m4",
            "request": super::table::request(),
        });
        let (status, _) = table.ask("say", &body).await;
        refused += u32::from(status == 429);
    }
    assert!(refused >= 30, "{refused}");
    table.plays("ann", &id, "e4").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_browser_has_eight_sockets_at_most() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let mut pages = Vec::new();
    for _ in 0..8 {
        let mut page = table.watch(&id, &[token("ann")]).await;
        page.state().await;
        pages.push(page);
    }
    let mut over = table.watch(&id, &[token("ann")]).await;
    let Heard::Text(heard) = over.hear().await else {
        panic!("a ninth");
    };
    assert_eq!(heard["refused"], "too-many-windows");
    drop(pages);
}

/// Returns true if a new connection from an address is answered.
async fn is_answered(table: &Pages, from: IpAddr) -> bool {
    let asked = format!(
        "GET / HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n",
        table.address
    );
    let mut stream = table.stream_from(from).await;
    let mut answer = Vec::new();
    let asking = async {
        stream.write_all(asked.as_bytes()).await?;
        stream.read_to_end(&mut answer).await
    };
    // One that is not admitted is closed, or reset.
    let _ = asking.await;
    answer.starts_with(b"HTTP/1.1 200")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_sockets_of_an_address_are_among_its_connections() {
    let table = Table::start().await;
    let (school, other) = ([127, 0, 4, 1].into(), [127, 0, 4, 2].into());
    // Each browser has eight sockets at most.
    let mut pages = Vec::new();
    for number in 0..256 / 8 {
        let name = format!("pupil-{number}");
        let here = json!({"kind": "here", "token": token(&name), "name": name});
        let seats = json!({"white": here, "gray": {"kind": "link"}, "black": {"kind": "link"}});
        let opened = table.open(&name, &seats).await;
        let id = opened["match"].as_str().unwrap();
        for _ in 0..8 {
            let mut page = table.watch_from(school, id, &[token(&name)]).await;
            page.state().await;
            pages.push(page);
        }
    }
    assert!(!is_answered(&table, school).await);
    assert!(is_answered(&table, other).await);
    pages.pop();
    // The server notices the end of a socket a moment later.
    let room = async { while !is_answered(&table, school).await {} };
    timeout(Duration::from_secs(20), room)
        .await
        .expect("room for another connection");
}

/// Asks by a proxy on this machine with these headers, and returns the connection, which stays open, and the
/// status.
async fn by_proxy(table: &Pages, headers: &str) -> (TcpStream, String) {
    let mut stream = table.stream_from(Ipv4Addr::LOCALHOST.into()).await;
    let asked = format!("GET / HTTP/1.1\r\nhost: chess.example\r\n{headers}\r\n");
    let mut status = vec![0; 12];
    let asking = async {
        stream.write_all(asked.as_bytes()).await?;
        stream.read_exact(&mut status).await
    };
    // One that is not admitted is closed, or reset.
    let _ = asking.await;
    (stream, String::from_utf8_lossy(&status[9..]).into_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_contradicts_the_proxy_shuts_nobody_else_out() {
    let public = [("RONDEL_WEB__PUBLIC_URL", "https://chess.example")];
    let config = Config::load(None, public).unwrap().web;
    let table = Table::set_up(Arc::new(MemoryStore::new()).into(), config).await;
    let (mut open, mut refused) = (Vec::new(), 0);
    for number in 0..300 {
        let headers = format!(
            "x-forwarded-for: 5.6.7.8\r\nforwarded: for=1.1.1.{}\r\n",
            number % 250
        );
        let (stream, status) = by_proxy(&table, &headers).await;
        refused += usize::from(status == "503");
        open.push(stream);
    }
    assert_eq!(refused, 300 - 256);
    for number in 1..=20 {
        let (stream, status) =
            by_proxy(&table, &format!("x-forwarded-for: 9.9.9.{number}\r\n")).await;
        assert_eq!(status, "200");
        open.push(stream);
    }
    // Without a header they are the proxy's own, which has no more than others.
    for number in 0..257 {
        let (stream, status) = by_proxy(&table, "").await;
        assert_eq!(status, if number < 256 { "200" } else { "503" });
        open.push(stream);
    }
    let (_, status) = by_proxy(&table, "x-forwarded-for: 9.9.9.21\r\n").await;
    assert_eq!(status, "200");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_school_of_newcomers_comes_by_one_address_and_guesses_nothing() {
    let table = Table::start().await;
    for number in 0..30 {
        let name = format!("pupil-{number}");
        let here = json!({"kind": "here", "token": token(&name), "name": name});
        let level = json!({"kind": "computer", "level": 1});
        let seats = json!({"white": here, "gray": level, "black": level});
        table.open(&name, &seats).await;
    }
    // Nor do those who come by a link, and they may all look.
    let id = table.open_three().await;
    let link = table.links(&token("ann"), &id, "watch").await;
    let mut pages = Vec::new();
    for _ in 0..30 {
        let mut page = table.watch(&id, std::slice::from_ref(&link)).await;
        page.state().await;
        pages.push(page);
    }
    drop(pages);
    let most = Limit::Newcomers.most().0;
    let mut opened = 30;
    for number in 0..most {
        let seats = json!({"white": {"kind": "computer", "level": 1}});
        let body = json!({
            "token": token(&format!("flood-{number}")), "lang": "en", "line": "/help",
            "request": "r", "seats": seats,
        });
        let (status, answer) = table.ask("say", &body).await;
        match status {
            200 => opened += 1,
            429 => assert_eq!(answer["refused"], "rate-limited"),
            other => panic!("{other}: {answer}"),
        }
    }
    assert!(opened <= most, "{opened}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "waits in real time: .ci/long page"]
async fn a_page_that_asks_without_end_is_heard_more_slowly() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let mut page = table.watch(&id, &[token("ann")]).await;
    page.state().await;
    let (most, _) = Limit::PageLooks.most();
    // Other tokens before its own do not make it another page.
    let watch = json!({
        "do": "watch", "match": id, "tokens": [token("ben"), token("ann")], "lang": "en",
        "version": 0, "outlook": "round-gray",
    });
    for (kind, asks) in [("watch", watch), ("ping", json!({"do": "ping", "at": 0}))] {
        let began = Instant::now();
        for _ in 0..most + most / 4 {
            page.send(&asks).await;
        }
        page.send(&json!({"do": "ping", "at": 1})).await;
        loop {
            match page.hear().await {
                Heard::Text(heard) if heard["pong"].as_f64() == Some(1.0) => break,
                Heard::State(..) | Heard::Text(_) => {}
                Heard::Closed(code) => panic!("{kind}: closed: {code}"),
            }
        }
        // Nothing is lost, but all of it takes as long as the limit says.
        assert!(
            began.elapsed() >= Duration::from_secs(1),
            "{kind}: {:?}",
            began.elapsed()
        );
    }
    // In the meantime others are heard as ever.
    table.plays("ann", &id, "e4").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn completions_are_counted_by_browser() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let (most, _) = Limit::Completions.most();
    let mut refused = 0;
    for _ in 0..3 * most {
        let typing = json!({"token": token("ann"), "lang": "en", "match": id, "line": "/"});
        let (status, _) = table.ask("suggest", &typing).await;
        refused += usize::from(status == 429);
    }
    assert!(refused > 0, "none of {}", 3 * most);
}

/// A table that somebody has opened on a page.
fn opened() -> rondel::host::Table {
    rondel::host::Table {
        ruleset: String::from("three-man"),
        options: Ruleset::THREE_MAN,
        place: Place::new("web/ann/table"),
        seat: None,
        invited: Vec::new(),
        computers: None,
        rated: false,
        time: None,
        private: false,
    }
}

/// Refuses the first look into an outbox, and says when a row has been told.
#[derive(Debug, Default)]
struct OutOfReach {
    asked: AtomicUsize,
    told: Notify,
}

impl Guard for OutOfReach {
    fn opens_outbox(&self) -> Reading<'_, ()> {
        let first = self.asked.fetch_add(1, Ordering::SeqCst) == 0;
        let error = StoreError::Failed(String::from("out of reach, on purpose"));
        Box::pin(ready(if first { Err(error) } else { Ok(()) }))
    }

    fn was_told(&self) {
        self.told.notify_one();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_outbox_that_cannot_be_read_at_first_is_read_later() {
    let store = Arc::new(Guarded::by(OutOfReach::default()));
    let stores = Stores::new(Arc::clone(&store) as Arc<dyn Store>, People::in_memory());
    let before = Host::new(stores.clone(), Arc::new(SystemClock::start()), Some(1));
    let before = before.await.unwrap();
    // The process ends before anybody is told of it.
    drop(before.open(&opened(), Person(7), None).await.unwrap());
    let _table = Table::over(stores).await;
    let told = timeout(Duration::from_secs(20), store.guard.told.notified());
    told.await.expect("the row is told");
    assert!(store.guard.asked.load(Ordering::SeqCst) >= 2);
}

#[tokio::test]
async fn rows_wait_in_the_store_alone_while_an_outbox_cannot_be_read() {
    let store = Arc::new(Guarded::by(OutOfReach::default()));
    let stores = Stores::new(Arc::clone(&store) as Arc<dyn Store>, People::in_memory());
    let host = Host::new(stores, Arc::new(SystemClock::start()), Some(1));
    let host = host.await.unwrap();
    assert!(host.outbox("web").await.is_err());
    let done = host.open(&opened(), Person(7), None).await.unwrap();
    done.notice.expect("a notice").end(NoticeState::Queued);
    let outbox = host.outbox("web").await.unwrap();
    let rows = outbox.take_all();
    assert_eq!(rows.len(), 1, "once");
    assert_eq!(
        rows[0].state(),
        NoticeState::InDoubt(Doubt::Earlier),
        "read from the store"
    );
    rows.into_iter()
        .for_each(|row| row.end(NoticeState::Delivered));
}
