//! What the page keeps to itself and shows as it is: storage, cookies, names, languages, turns, tabs.

use browser::{Browser, Look, PATIENCE, Table, left_out, wait};
use serde_json::{Value, json};

/// Everything that a page can keep in a browser.
const KEPT: &str = r"
    return {
      cookies: document.cookie,
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
      databases: (await indexedDB.databases()).length,
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      caches: (await caches.keys()).length,
    };
";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_keeps_tokens_and_preferences_alone() {
    if left_out("it keeps tokens and preferences alone") {
        return;
    }
    let table = Table::start();
    let page = Browser::at_one_screen(&table, Look::DESKTOP).await;
    page.press("button", "Sound").await;
    let kept = page.script_awaited(KEPT, vec![]).await;
    for (what, none) in [
        ("cookies", json!("")),
        ("session", json!([])),
        ("databases", json!(0)),
        ("workers", json!(0)),
        ("caches", json!(0)),
    ] {
        assert_eq!(kept[what], none, "{what}");
    }
    for key in kept["local"].as_array().expect("keys") {
        let key = key.as_str().expect("a key");
        let known = ["rondel.me", "rondel.sound"].contains(&key) || key.starts_with("rondel.m.");
        assert!(known, "{key}");
    }
    let cookies = page.cdp("Storage.getCookies", json!({})).await;
    assert_eq!(cookies["cookies"], json!([]));
    page.close().await;
}

/// A name that would be markup, and one that would turn what follows around.
const MARKUP: &str = "<img src=x onerror=document.title='!'>";
const BIDI: &str = "Ann\u{202e}nnA";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_are_text() {
    if left_out("names are text") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::open(Look::DESKTOP).await;
    page.goto(&table.url).await;
    let here = "for (const army of ['gray', 'black']) { const choice = document.getElementById(`seat-${army}`); \
                choice.value = 'here'; choice.dispatchEvent(new Event('change', { bubbles: true })); }";
    page.script(here).await;
    // The longest name is 32 characters: what would run stands at the front.
    for (army, name) in [
        ("White", &MARKUP[..32]),
        ("Gray", "<b>b</b>"),
        ("Black", BIDI),
    ] {
        let label = if army == "White" {
            String::from("Your name")
        } else {
            format!("Name for {army}")
        };
        let field = page.find("textbox", &label).await;
        page.press_on(&field).await;
        page.keys(name).await;
    }
    page.press("button", "Start").await;
    page.reads("you · to move").await;
    page.reads("<img src=x").await;
    page.reads("<b>b</b>").await;
    page.press("link", "Rules").await;
    page.press("button", "Close").await;
    let inside = page
        .script("return document.querySelectorAll('main img, main b b, bdi *').length")
        .await;
    assert_eq!(inside, 0);
    let turns = page
        .script("return document.body.innerText.includes('\u{202e}')")
        .await;
    assert_eq!(turns, false);
    let title = page.title().await;
    assert!(!title.contains('!'), "{title}");
    page.picture("names").await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_speaks_german_to_germans() {
    if left_out("it speaks German to Germans") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::open(Look {
        lang: "de-DE",
        ..Look::DESKTOP
    })
    .await;
    page.goto(&table.url).await;
    assert_eq!(
        page.script("return document.documentElement.lang").await,
        "de"
    );
    page.press("button", "An einem Bildschirm").await;
    page.reads("am Zug").await;
    page.find("gridcell", "Dame von Weiß").await;
    page.press("link", "Regeln").await;
    page.reads("Feldern").await;
    page.picture("german").await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hidden_tab_says_that_it_is_your_turn_and_a_second_one_works() {
    if left_out("a hidden tab says that it is your turn") {
        return;
    }
    let table = Table::start();
    let mut ann = Browser::open(Look::DESKTOP).await;
    ann.goto(&table.url).await;
    ann.press("button", "With two friends").await;
    let mut others = Vec::new();
    for (army, name) in [("Gray", "Ben"), ("Black", "Cy")] {
        let link = ann.find("textbox", &format!("Link for {army}")).await.value;
        let mut other = Browser::open(Look::DESKTOP).await;
        other.goto(&link).await;
        other.press("textbox", "Your name").await;
        other.keys(name).await;
        other.press("button", army).await;
        other.reads("you").await;
        others.push(other);
    }
    ann.reads("you · to move").await;
    let url = ann.url().await;
    let drag = async |page: &Browser, from: &str, to: &str| {
        if page.seek("button", "Close").await.is_some() {
            page.press("button", "Close").await;
        }
        let (from, to) = (page.square(from).await, page.square(to).await);
        page.drag(from, to).await;
    };
    drag(&ann, "d2", "d4").await;
    ann.reads("to move").await;
    // A second tab of the same browser knows the same seat; the first is hidden now.
    let first = ann.tab().await;
    ann.goto(&url).await;
    ann.find("button", "d4").await;
    others[0].reads("you · to move").await;
    drag(&others[0], "m2", "m4").await;
    others[1].reads("you · to move").await;
    drag(&others[1], "w1", "x3").await;
    ann.reads("you · to move").await;
    let titles = wait("a title that calls", PATIENCE, async || {
        let all = ann.cdp("Target.getTargets", json!({})).await;
        let all: Vec<String> = all["targetInfos"]
            .as_array()?
            .iter()
            .filter(|one| one["type"] == "page")
            .filter_map(|one| one["title"].as_str().map(str::to_owned))
            .collect();
        all.iter()
            .any(|title| title.contains("Your turn"))
            .then_some(all)
    })
    .await;
    println!("{titles:?}");
    drag(&ann, "d4", "d5").await;
    ann.find("button", "d5").await;
    ann.turn_to(first).await;
    ann.find("button", "d5").await;
    ann.close().await;
    for other in others {
        other.close().await;
    }
}

/// Turns the plan around before the page reads it: left is right.
const MIRROR: &str = r"
    document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return;
      const width = document.querySelector('.ground svg').viewBox.baseVal.width;
      for (const cell of document.querySelectorAll('.ground [data-square]')) {
        cell.dataset.x = width - Number(cell.dataset.x);
        cell.setAttribute('transform', `translate(${width} 0) scale(-1 1)`);
      }
    });
";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_follows_another_plan() {
    if left_out("it follows another plan") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::open(Look::DESKTOP).await;
    page.goto(&table.url).await;
    let place = "const { left, width } = document.querySelector('.ground svg').getBoundingClientRect(); \
                 const piece = document.querySelector('.over [href=\"#piece-Q\"].white').getBoundingClientRect(); \
                 return (piece.left + piece.width / 2 - left) / width";
    let before = page.script(place).await.as_f64().expect("a place");
    page.run_before(MIRROR).await;
    page.reload().await;
    let after = page.script(place).await.as_f64().expect("a place");
    assert!((before + after - 1.0).abs() < 0.02, "{before} and {after}");
    page.press("button", "Against computers").await;
    page.reads("you · to move").await;
    let body = "const cell = document.querySelector(`.ground [data-square=d2]`); \
                const { left, top, width } = cell.ownerSVGElement.getBoundingClientRect(); \
                const at = width / cell.ownerSVGElement.viewBox.baseVal.width; \
                return [left + cell.dataset.x * at, top + cell.dataset.y * at]";
    let at = page.script(body).await;
    let number = |value: &Value| value.as_f64().expect("a number");
    page.click((number(&at[0]), number(&at[1]))).await;
    let chosen = page.find("gridcell", "d2, ").await;
    println!("{chosen:?}");
    page.find("gridcell", "d4, you can move here").await;
    page.picture("mirrored").await;
    page.close().await;
}

/// Other rules before the page reads them: d2 can move to k5, and e2 cannot go to e4.
const RULES: &str = r"
    const json = Response.prototype.json;
    const other = data => {
      const moves = data?.state?.moves;
      if (moves?.length) data.state.moves = [...moves.filter(move => move !== 'e2e4'), 'd2k5'];
      return data;
    };
    Response.prototype.json = async function () { return other(await json.call(this)); };
    const parse = JSON.parse;
    JSON.parse = (...given) => other(parse(...given));
";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_follows_other_rules() {
    if left_out("it follows other rules") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::open(Look::DESKTOP).await;
    page.run_before(RULES).await;
    page.goto(&table.url).await;
    page.press("button", "Against computers").await;
    page.reads("you · to move").await;
    let at = page.square("e2").await;
    page.click(at).await;
    page.find("gridcell", "e3, you can move here").await;
    let barred = page.seek("gridcell", "e4, you can move here").await;
    assert!(barred.is_none(), "it knows better: {barred:?}");
    let at = page.square("d2").await;
    page.click(at).await;
    page.find("gridcell", "d4, you can move here").await;
    page.find("gridcell", "k5, you can move here").await;
    page.close().await;
}
