//! The first minute of somebody who knows nothing but what they read, and what it costs.

use std::time::{Duration, Instant};

use browser::{Browser, Look, Table, left_out};
use serde_json::{Value, json};

/// The goals, and how many times worse a busy machine may be.
const PAINTED: (f64, f64) = (100.0, 200.0);
const WORSE: f64 = 3.0;
const VISITS: usize = 20;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_clicks_make_a_move() {
    if left_out("three clicks make a move") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::open(Look::DESKTOP).await;
    let began = Instant::now();
    page.goto(&table.url).await;
    page.press("button", "Against computers").await;
    page.press("gridcell", "White's knight").await;
    page.press("gridcell", "you can move here").await;
    let made = page.find("cell", "N").await;
    let took = began.elapsed();
    println!(
        "first move {} after {took:?}, process to address {:?}",
        made.name, table.started_in
    );
    assert!(took < Duration::from_secs(10));
    let outside = page.script_with(OUTSIDE, vec![json!(table.url)]).await;
    assert_eq!(outside, json!([]), "it asks elsewhere");
    page.picture("first-move").await;
    page.close().await;
}

/// Lists requests that did not go to the page's own origin.
const OUTSIDE: &str = r"
    return performance.getEntriesByType('resource').map(({ name }) => name).filter(name =>
        !name.startsWith(arguments[0]) && !name.startsWith('data:') && !name.startsWith('blob:'));
";

/// Adds up the bodies of what a visit has fetched, as they came, and says when it was painted.
const COST: &str = r"
    const paint = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
    for (let tries = 0; tries < 200 && !(paint() && globalThis.piecesAt); tries += 1) {
      await new Promise(done => setTimeout(done, 10));
    }
    const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    const bytes = all.reduce((sum, { transferSize, encodedBodySize }) => sum + Math.min(transferSize, encodedBodySize), 0);
    const scripts = all.filter(({ name }) => name.endsWith('.js'));
    return {
      bytes,
      scripts: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      requests: all.filter(({ transferSize }) => transferSize > 0).length,
      names: all.map(({ name, encodedBodySize }) => `${encodedBodySize} ${name}`),
      paint: paint(),
      pieces: globalThis.piecesAt,
    };
";

/// Notes when the first piece has been painted.
const PIECES: &str = r"
    const watch = new MutationObserver(() => {
      if (!document.querySelector('.over use, .over image')) return;
      watch.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => { globalThis.piecesAt = performance.now(); };
        port2.postMessage(null);
      });
    });
    watch.observe(document, { subtree: true, childList: true });
";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_visit_is_light_and_soon_painted() {
    if left_out("a visit is light and soon painted") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::open(Look::DESKTOP).await;
    page.run_before(PIECES).await;
    let mut first = Value::Null;
    let (mut paints, mut pieces) = (Vec::new(), Vec::new());
    for visit in 0..VISITS {
        page.cdp("Network.clearBrowserCache", json!({})).await;
        page.goto("about:blank").await;
        page.goto(&table.url).await;
        let cost = page.script_awaited(COST, vec![]).await;
        paints.push(cost["paint"].as_f64().expect("it is painted"));
        pieces.push(cost["pieces"].as_f64().expect("there are pieces"));
        if visit == 0 {
            first = cost;
        }
    }
    page.reload().await;
    let again = page.script_awaited(COST, vec![]).await;
    println!(
        "first visit: {} bytes, {} of scripts, {} requests",
        first["bytes"], first["scripts"], first["requests"]
    );
    println!("reload: {} bytes", again["bytes"]);
    let paint = [share(&mut paints, 50), share(&mut paints, 95)];
    let piece = [share(&mut pieces, 50), share(&mut pieces, 95)];
    println!(
        "first paint of {VISITS}: p50 {:.0} ms, p95 {:.0} ms",
        paint[0], paint[1]
    );
    println!(
        "pieces painted: p50 {:.0} ms, p95 {:.0} ms",
        piece[0], piece[1]
    );
    let names = &first["names"];
    assert!(first["bytes"].as_u64() <= Some(40 << 10), "{names:#}");
    assert!(first["scripts"].as_u64() < Some(28 << 10), "{names:#}");
    assert!(first["requests"].as_u64() <= Some(10), "{names:#}");
    assert!(
        again["bytes"].as_u64() < Some(4 << 10),
        "{:#}",
        again["names"]
    );
    for (shown, goal) in [(paint[0], PAINTED.0), (paint[1], PAINTED.1)] {
        assert!(
            shown <= goal * WORSE,
            "{shown} ms, where {goal} is the goal"
        );
    }
    page.close().await;
    a_link_to_a_match_is_light(&table).await;
}

async fn a_link_to_a_match_is_light(table: &Table) {
    let page = Browser::at_one_screen(table, Look::DESKTOP).await;
    page.press("button", "More").await;
    page.press("button", "Make a link to watch").await;
    let link = page.find("textbox", "Link to watch").await.value;
    let mut other = Browser::open(Look::DESKTOP).await;
    other.run_before(PIECES).await;
    other.goto(&link).await;
    other.reads("to move").await;
    let cost = other.script_awaited(COST, vec![]).await;
    let heard = other.script("return noted.bytes").await;
    println!(
        "a link to a match: {} bytes, {} of scripts, {} requests, and {heard} bytes by the socket",
        cost["bytes"], cost["scripts"], cost["requests"]
    );
    let names = &cost["names"];
    let all = cost["bytes"].as_u64().zip(heard.as_u64());
    assert!(
        all.is_some_and(|(bytes, heard)| bytes + heard <= 48 << 10),
        "{names:#}"
    );
    assert!(cost["requests"].as_u64() <= Some(10), "{names:#}");
    other.close().await;
    page.close().await;
}

fn share(all: &mut [f64], percent: usize) -> f64 {
    all.sort_by(f64::total_cmp);
    all[(all.len() * percent / 100).min(all.len() - 1)]
}
