//! A page on a machine that sleeps for ten minutes while the others play on.

use std::time::{Duration, Instant};

use browser::{Browser, Look, Table, left_out, wait, written};
use serde_json::json;

/// The time in which a page that wakes shows how things stand: less than a socket is waited for.
const SOON: Duration = Duration::from_secs(5);

/// Runs before the page's own scripts. When the page is frozen ten minutes pass, and its sockets are
/// dead from then on, though they look open. Sleep hides no page; the browser that freezes one does.
const SLEEP: &str = r"
    const now = Date.now;
    let slept = 0;
    Date.now = () => now() + slept;
    globalThis.WebSocket = class extends WebSocket {
      constructor(...given) {
        super(...given);
        for (const kind of ['message', 'close']) {
          this.addEventListener(kind, event => this.dead && event.stopImmediatePropagation());
        }
      }
      get readyState() { return this.dead ? WebSocket.OPEN : super.readyState; }
    };
    Object.defineProperty(document, 'visibilityState', { get: () => 'visible' });
    Object.defineProperty(document, 'hidden', { get: () => false });
    document.addEventListener('freeze', () => {
      slept += 600_000;
      noted.sockets.forEach(socket => { socket.dead = true; });
    });
";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_slept_shows_the_present_and_has_lost_nothing() {
    if left_out("a page that slept") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::open(Look::DESKTOP).await;
    page.cdp(
        "Page.addScriptToEvaluateOnNewDocument",
        json!({"source": SLEEP}),
    )
    .await;
    page.begin_at_one_screen(&table).await;
    let kept = page.kept().await;
    let mut other = Browser::open(Look::DESKTOP).await;
    other.goto(&table.url).await;
    let mut played = 0;
    for nap in [["d4", "m4"], ["Nx3", "d5"]] {
        page.listen().await;
        let heard = page.heard.len();
        page.cdp("Page.setWebLifecycleState", json!({"state": "frozen"}))
            .await;
        for line in nap {
            other.says(&kept, line, played % 3).await;
            played += 1;
        }
        page.cdp("Page.setWebLifecycleState", json!({"state": "active"}))
            .await;
        let woke = Instant::now();
        wait("the moves", SOON, async || {
            let shown =
                "return [...document.querySelectorAll('tbody button')].map(one => one.textContent)";
            let shown = page.script(shown).await;
            (shown.as_array()?.len() == played).then_some(())
        })
        .await;
        println!("{played} moves {:?} after waking", woke.elapsed());
        for line in nap {
            page.hears(&written(line), heard).await;
        }
        let dead = page
            .script("return noted.sockets.filter(one => one.dead).length")
            .await;
        assert!(dead.as_u64() >= Some(1), "it did not sleep");
    }
    // It goes on from there.
    let (from, to) = (page.square("l1").await, page.square("n3").await);
    page.drag(from, to).await;
    page.find("button", "Qn3").await;
    let shown = page
        .script("return [...document.querySelectorAll('tbody button')].map(one => one.textContent)")
        .await;
    assert_eq!(shown, json!(["d4", "m4", "Nw1–x3", "d5", "Qn3"]));
    other.close().await;
    // The browser says of a page that it freezes that it cuts its sockets.
    let mut all = page.complaints().await;
    all.retain(|complaint| !complaint.contains("WebSocket connection"));
    assert!(all.is_empty(), "the console is not empty: {all:#?}");
    page.end().await;
}
