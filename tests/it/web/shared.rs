//! What is shared of matches: pictures, codes, and what programs show beside a link. And records that are taken in.

use std::{sync::Arc, time::Instant};

use rondel::{
    commands::{Account, Incoming, Input, Responder, Speaker, Value as Given},
    host::{Host, SystemClock},
    matchplay::Place,
    store::{Identity, Stores, links::Guest, memory::MemoryStore},
};
use serde_json::{Value, json};

use super::table::{Pages, Table, request, token};

const RECORD: &str = include_str!("../../browser/three-hundred.txt");

/// Asks for a picture, and returns the status, the type and the bytes.
async fn picture(pages: &Pages, by: &str, id: &str, what: &str) -> (u16, String, Vec<u8>) {
    let body =
        json!({"token": token(by), "lang": "en", "match": id, "what": what, "request": request()});
    let answer = pages.post("share", &body).await;
    let status = answer.status().as_u16();
    let kind = answer.headers()["content-type"]
        .to_str()
        .unwrap()
        .to_owned();
    (status, kind, answer.bytes().await.unwrap().to_vec())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_share_pictures_of_their_match_and_strangers_none() {
    let table = Table::start().await;
    let id = table.open_three().await;
    for (name, line) in [("ann", "e4"), ("ben", "m4"), ("cy", "u4")] {
        table.plays(name, &id, line).await;
    }
    for (what, kind, magic) in [
        ("board", "image/png", &b"\x89PNG"[..]),
        ("replay", "image/gif", b"GIF89a"),
    ] {
        let (status, of, bytes) = picture(&table, "ben", &id, what).await;
        assert_eq!((status, &*of), (200, kind), "{what}");
        assert!(bytes.starts_with(magic) && bytes.len() > 5_000, "{what}");
        let (status, _, text) = picture(&table, "eve", &id, what).await;
        let text: Value = serde_json::from_slice(&text).unwrap();
        assert_eq!((status, &text["refused"]), (404, &json!("no-such-match")));
    }
    let (status, _, text) = picture(&table, "ann", &id, "video").await;
    assert_eq!(status, 400, "{}", String::from_utf8_lossy(&text));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_is_written_as_a_code() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let code =
        |link: String| json!({"token": token("ann"), "lang": "en", "match": id, "link": link});
    let link = format!("http://127.0.0.1:8833/m/{id}#s={}.white", token("ann"));
    let written = table.asks("code", &code(link)).await;
    // A code of version 5 or 6 for some sixty letters.
    let width = written["width"].as_u64().unwrap();
    assert!((33..=45).contains(&width), "{width}");
    assert!(
        written["path"]
            .as_str()
            .unwrap()
            .starts_with("M0 0h1v1h-1z")
    );
    let (status, _) = table.ask("code", &code("x".repeat(201))).await;
    assert_eq!(status, 400);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_is_taken_in_and_watched_by_whoever_brought_it() {
    let table = Table::start().await;
    let bring = |record: &str| json!({"token": token("ann"), "lang": "en", "record": record});
    let brought = table.asks("import", &bring(RECORD)).await;
    let (id, secret) = (&brought["match"], &brought["secret"]);
    let (id, secret) = (id.as_str().unwrap(), secret.as_str().unwrap().to_owned());
    let (state, you) = table
        .watch(id, std::slice::from_ref(&secret))
        .await
        .state()
        .await;
    assert_eq!(
        (
            &state["stage"],
            state["played"]["moves"].as_array().unwrap().len()
        ),
        (&json!("ended"), 300)
    );
    assert_eq!(state["seats"]["gray"]["name"], "Ben");
    assert_eq!(you["seats"][0]["seat"], Value::Null);
    assert_eq!(
        table.get(&format!("/m/{id}/board.png"), &[]).await.status(),
        404
    );
    // Another page sees nothing of it.
    let (status, _) = table
        .ask(
            "live",
            &json!({"match": id, "tokens": [token("eve")], "lang": "en", "version": 0}),
        )
        .await;
    assert_eq!(status, 404);
    for (record, refused) in [
        ("1. e4 e5 2. Nf3", "no-record"),
        (
            &*RECORD
                .replace("over:how=last-army,points=1-0-0", "")
                .replace("1-0-0", "*"),
            "no-record",
        ),
        ("", "no-record"),
    ] {
        let (status, answer) = table.ask("import", &bring(record)).await;
        assert_eq!(
            (status, &answer["refused"]),
            (422, &json!(refused)),
            "{answer}"
        );
    }
    let (status, _) = table.ask("import", &bring(&"x".repeat(300_000))).await;
    assert_eq!(status, 400);
}

/// A table over a store in which another chat plays as well: it opens a match there, private or not.
async fn beside_a_chat() -> (Table, Responder, Arc<Host>) {
    let stores: Stores = Arc::new(MemoryStore::new()).into();
    let host = Host::new(stores, Arc::new(SystemClock::start()), Some(7))
        .await
        .unwrap();
    let chat = Responder::new(
        Arc::clone(&host),
        Arc::new(rondel::chats::console::PlainMarkup),
    );
    let table = Table::beside(Arc::clone(&host)).await;
    (table, chat, host)
}

async fn in_chat(
    chat: &Responder,
    name: &str,
    command: &str,
    options: Vec<(&str, Given)>,
) -> Option<String> {
    let identity = Identity::new("console", name).unwrap();
    let speaker = Speaker {
        identity,
        name: name.to_owned(),
        account: Account::Person,
        manages: false,
        roles: Vec::new(),
        language: None,
        pass: None,
    };
    let options = options
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value));
    let input = Input::Command {
        name: command.to_owned(),
        options: options.collect(),
    };
    let reply = chat
        .answer(&Incoming::new(speaker, Place::new("console/table"), input))
        .await;
    assert_eq!(reply.refused(), None, "{command}");
    reply.state.map(|state| state.id().to_string())
}

/// Returns the page of a match as a program that shows links reads it.
async fn page(table: &Pages, id: &str) -> String {
    table
        .get(&format!("/m/{id}"), &[])
        .await
        .text()
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn public_matches_alone_have_a_picture_beside_their_link() {
    let (table, chat, host) = beside_a_chat().await;
    let mut ids = Vec::new();
    for private in [false, true] {
        let opened = in_chat(
            &chat,
            "ann",
            "play",
            vec![
                ("private", Given::Boolean(private)),
                ("computers", Given::Integer(2)),
            ],
        )
        .await;
        ids.push(opened.unwrap());
    }
    let picture = format!("/m/{}/board.png", ids[0]);
    // Nobody has let others watch yet.
    assert_eq!(table.get(&picture, &[]).await.status(), 404);
    for id in &ids {
        let watched = host.new_link(id.parse().unwrap(), Guest::Onlooker { by: None }, None);
        watched.await.unwrap();
    }
    let shown = page(&table, &ids[0]).await;
    assert!(shown.contains(&format!(
        "<meta property=\"og:image\" content=\"{}\">",
        table.url(&picture)
    )));
    assert!(shown.contains("og:title"));
    assert!(!shown.contains("ann"), "nobody is named");
    let drawn = table.get(&picture, &[]).await;
    assert_eq!(
        (drawn.status().as_u16(), &drawn.headers()["content-type"]),
        (200, &"image/png".parse().unwrap())
    );
    for id in [&*ids[1], "zzzzz"] {
        assert!(!page(&table, id).await.contains("og:image"), "{id}");
        assert_eq!(
            table.get(&format!("/m/{id}/board.png"), &[]).await.status(),
            404,
            "{id}"
        );
    }
    // It is drawn once for each position, and two of them in a second.
    let again = table
        .get(
            &picture,
            &[("if-none-match", drawn.headers()["etag"].to_str().unwrap())],
        )
        .await;
    assert_eq!(again.status(), 304);
}

/// However many programs ask at once, two pictures a second are drawn for them: people's boards come first.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn few_pictures_are_drawn_for_programs() {
    let (table, chat, host) = beside_a_chat().await;
    let mut ids = Vec::new();
    for name in ["ann", "ben", "cy", "dan", "eve"] {
        let opened = in_chat(&chat, name, "play", vec![("computers", Given::Integer(2))]).await;
        let id = opened.unwrap();
        let watched = host.new_link(id.parse().unwrap(), Guest::Onlooker { by: None }, None);
        watched.await.unwrap();
        ids.push(id);
    }
    let began = Instant::now();
    let addresses = ids.iter().map(|id| format!("/m/{id}/board.png"));
    let asked = addresses.map(|address| {
        let pages = (*table).clone();
        tokio::spawn(async move { pages.get(&address, &[]).await.status().as_u16() })
    });
    let mut statuses = Vec::new();
    for one in asked.collect::<Vec<_>>() {
        statuses.push(one.await.unwrap());
    }
    statuses.sort_unstable();
    let drawn = statuses.iter().filter(|status| **status == 200).count();
    let seconds = usize::try_from(began.elapsed().as_secs()).unwrap();
    assert!((2..=2 + 2 * seconds).contains(&drawn), "{statuses:?}");
}
