//! A page that has no socket, or cannot decompress: it is told the same in other ways.

use serde_json::{Value, json};

use super::table::{Heard, Table, token};

fn watching(id: &str, name: &str, version: &Value) -> Value {
    json!({
        "match": id, "tokens": [token(name)], "lang": "en", "version": version, "page": "asking",
        "outlook": "round-white",
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_asks_is_told_what_sockets_are() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let mut socket = table.watch(&id, &[token("ann")]).await;
    let (state, you) = socket.state().await;
    let asked = table.asks("live", &watching(&id, "ann", &json!(0))).await;
    assert_eq!((&asked["state"], &asked["you"]), (&state, &you));
    let moved = table.plays("ann", &id, "e4").await;
    let (state, you) = socket.at(moved["version"].as_u64().unwrap()).await;
    let since = asked["state"]["v"].clone();
    let asked = table.asks("live", &watching(&id, "ann", &since)).await;
    assert_eq!((&asked["state"], &asked["you"]), (&state, &you));
    assert!(!state["said"].as_array().unwrap().is_empty(), "{state}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strangers_and_those_who_ask_too_often_are_refused() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let (status, answer) = table.ask("live", &watching(&id, "dan", &json!(0))).await;
    assert_eq!((status, &answer["refused"]), (404, &json!("no-such-match")));
    let mut refused = Value::Null;
    for _ in 0..70 {
        let (status, answer) = table.ask("live", &watching(&id, "ann", &json!(0))).await;
        if status == 429 {
            refused = answer;
            break;
        }
    }
    assert_eq!(refused["refused"], "rate-limited");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_asks_is_no_window_that_comes_and_goes() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let mut socket = table.watch(&id, &[token("ann")]).await;
    let (_, you) = socket.state().await;
    assert_eq!(you["elsewhere"], false);
    for _ in 0..3 {
        table.asks("live", &watching(&id, "ann", &json!(0))).await;
    }
    // The next thing that the window hears is the move.
    let moved = table.plays("ann", &id, "e4").await;
    let (state, you) = socket.state().await;
    assert_eq!(
        (&state["v"], &you["elsewhere"]),
        (&moved["version"], &json!(false))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_browser_that_cannot_decompress_gets_text() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let (state, _) = table.watch(&id, &[token("ann")]).await.state().await;
    let mut socket = table.connect().await;
    let said = json!({
        "do": "watch", "match": id, "tokens": [token("ann")], "lang": "en", "version": 0, "plain": true,
    });
    socket.send(&said).await;
    let Heard::Text(heard) = socket.hear().await else {
        panic!("no text");
    };
    assert_eq!(heard["state"], state);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn earlier_boards_come_with_those_around_them() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let moves = [
        "e4", "m4", "u4", "Nf3", "Nn3", "Nv3", "Bc4", "Bk4", "Bs4", "a3", "i3", "q3",
    ];
    for (name, line) in ["ann", "ben", "cy"].iter().cycle().zip(moves) {
        table.plays(name, &id, line).await;
    }
    let look = |ply: u64, around: u64| json!({"token": token("ann"), "lang": "en", "match": id, "ply": ply, "around": around, "outlook": "round-gray"});
    for (ply, around, wanted) in [
        (4, 2, vec![2, 3, 4, 5, 6]),
        (0, 2, vec![0, 1, 2]),
        (12, 2, vec![10, 11, 12]),
        (4, 0, vec![4]),
        // No more than ten on each side.
        (0, 1_000_000, (0..=10).collect()),
    ] {
        let got = table.asks("ply", &look(ply, around)).await;
        assert_eq!(got["board"]["ply"], ply);
        let boards = got["boards"].as_array().unwrap();
        let plies: Vec<u64> = boards
            .iter()
            .map(|one| one["ply"].as_u64().unwrap())
            .collect();
        assert_eq!(plies, wanted);
        for board in boards {
            let alone = table
                .asks("ply", &look(board["ply"].as_u64().unwrap(), 0))
                .await;
            assert_eq!(&alone["board"], board);
        }
    }
    let (status, _) = table.ask("ply", &look(13, 2)).await;
    assert_eq!(status, 400, "there is no such ply");
}
