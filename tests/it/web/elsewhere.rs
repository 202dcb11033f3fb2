//! A seat that is open in two windows, which both say so.

use serde_json::{Value, json};

use super::table::{Pages, Socket, Table, token};

/// Watches a match by a page of this name.
async fn watch(table: &Pages, id: &str, names: &[&str], page: &str) -> Socket {
    let mut socket = table.connect().await;
    shows(&mut socket, id, names, page, "round-white").await;
    socket
}

async fn shows(socket: &mut Socket, id: &str, names: &[&str], page: &str, outlook: &str) {
    let tokens: Vec<String> = names.iter().map(|name| token(name)).collect();
    let said = json!({
        "do": "watch", "match": id, "tokens": tokens, "lang": "en", "version": 0,
        "page": page, "outlook": outlook,
    });
    socket.send(&said).await;
}

/// Returns what is said of other windows, with the version beside it.
async fn told(socket: &mut Socket) -> (Value, Value) {
    let (state, mut you) = socket.state().await;
    (you["elsewhere"].take(), state["v"].clone())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn both_windows_of_a_seat_say_so_and_the_last_one_does_not() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let mut first = watch(&table, &id, &["ann", "ben"], "first").await;
    let (is, version) = told(&mut first).await;
    assert_eq!(is, false);
    // Another seat is nobody's second window.
    let mut other = watch(&table, &id, &["cy"], "other").await;
    assert_eq!(told(&mut other).await.0, false);
    let mut second = watch(&table, &id, &["ben"], "second").await;
    assert_eq!(told(&mut second).await.0, true);
    // Nothing else has happened, and the first hears of it at once.
    assert_eq!(told(&mut first).await, (json!(true), version));
    // A third is no news to the two.
    let mut third = watch(&table, &id, &["ben"], "third").await;
    assert_eq!(told(&mut third).await.0, true);
    drop(third);
    // To look in another way is not to leave.
    shows(&mut second, &id, &["ben"], "second", "sector-gray").await;
    assert_eq!(told(&mut second).await.0, true);
    let moved = table.plays("ann", &id, "e4").await;
    assert_eq!(
        told(&mut first).await,
        (json!(true), moved["version"].clone())
    );
    assert_eq!(
        told(&mut other).await,
        (json!(false), moved["version"].clone())
    );
    drop(second);
    assert_eq!(
        told(&mut first).await,
        (json!(false), moved["version"].clone())
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_comes_back_is_not_another_window() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let mut cut = watch(&table, &id, &["ann"], "page").await;
    assert_eq!(told(&mut cut).await.0, false);
    // Its first socket seems open still.
    let mut back = watch(&table, &id, &["ann"], "page").await;
    assert_eq!(told(&mut back).await.0, false);
    drop(cut);
    let moved = table.plays("ann", &id, "e4").await;
    assert_eq!(
        told(&mut back).await,
        (json!(false), moved["version"].clone())
    );
}
