//! What is turned away, each with its reason.

use serde_json::json;

use super::table::{Heard, Table, token};

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
