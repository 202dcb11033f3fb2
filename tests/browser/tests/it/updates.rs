//! Pages that stay open while the server is updated, or that know something of another version.

use browser::{Browser, Look, PATIENCE, Table, left_out, wait, written};
use serde_json::{Value, json};

/// Counts how often a page was loaded.
const LOADS: &str = r"
    if (location.protocol.startsWith('http')) localStorage.setItem('loads', Number(localStorage.getItem('loads')) + 1);
";

/// Notes the requests that a page would wait for without end; those of the tests are no page's.
const ENDLESS: &str = r"
    const asked = fetch;
    globalThis.fetch = (what, how) => {
      if (!how?.signal && what !== '/api/say') localStorage.setItem('endless', `${localStorage.getItem('endless') ?? ''} ${what}`);
      return asked(what, how);
    };
";

/// Waits until the page was loaded this many times.
async fn loaded(page: &Browser, times: u64) {
    wait("another load", PATIENCE, async || {
        let loads = "return Number(localStorage.getItem('loads'))";
        (page.script(loads).await == times).then_some(())
    })
    .await;
}

async fn value(page: &Browser, selector: &str) -> Value {
    let body = "return document.querySelector(arguments[0])?.value ?? null";
    page.script_with(body, vec![json!(selector)]).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w1_an_open_match_outlives_an_update_with_what_was_typed_and_where_it_was() {
    if left_out("an open match outlives an update") {
        return;
    }
    let mut table = Table::start();
    let mut page = Browser::open(Look::DESKTOP).await;
    page.run_before(LOADS).await;
    page.run_before(ENDLESS).await;
    page.begin_at_one_screen(&table).await;
    let kept = page.kept().await;
    for (seat, line) in ["d4", "m4", "Nx3"].into_iter().enumerate() {
        page.says(&kept, line, seat).await;
    }
    page.find("button", &written("Nx3")).await;
    page.press("button", "Previous move").await;
    page.shows_ply(2, 3).await;
    page.press("combobox", "A move").await;
    page.keys("/draw").await;
    page.script("localStorage.setItem('loads', 1)").await;
    for update in 2..4 {
        table.update();
        loaded(&page, update).await;
        page.shows_ply(2, 3).await;
        assert_eq!(value(&page, "#line").await, "/draw");
        let focused = page.focused().await.unwrap_or_default();
        assert_eq!(focused.role, "combobox", "{focused:?}");
        // At most once a minute: as if that were over.
        page.script("history.replaceState({ ...history.state, reloaded: 0 }, '')")
            .await;
    }
    assert_eq!(
        page.script("return localStorage.getItem('endless')").await,
        Value::Null
    );
    page.press("button", "Back to now").await;
    let (from, to) = (page.square("d4").await, page.square("d5").await);
    page.drag(from, to).await;
    page.find("button", "d5").await;
    page.picture("updated").await;
    page.close_after_cuts().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w1_what_was_chosen_on_the_first_side_outlives_an_update() {
    if left_out("what was chosen outlives an update") {
        return;
    }
    let mut table = Table::start();
    let mut page = Browser::open(Look::DESKTOP).await;
    page.run_before(LOADS).await;
    page.goto(&table.url).await;
    let chosen = r"
        document.getElementById('ruleset-duel').click();
        for (const [id, value] of [['seat-black', 'here'], ['time', '1d'], ['name-black', 'Ann'], ['strength', '5']]) {
          const field = document.getElementById(id);
          field.value = value;
          field.dispatchEvent(new Event('change', { bubbles: true }));
        }
        localStorage.setItem('loads', 1);
    ";
    page.script(chosen).await;
    table.update();
    // As when somebody comes back to the window.
    page.script("document.dispatchEvent(new Event('visibilitychange'))")
        .await;
    loaded(&page, 2).await;
    for (selector, wanted) in [
        ("#ruleset :checked", "duel"),
        ("#seat-black", "here"),
        ("#time", "1d"),
        ("#name-black", "Ann"),
        ("#strength", "5"),
    ] {
        wait(selector, PATIENCE, async || {
            (value(&page, selector).await == wanted).then_some(())
        })
        .await;
    }
    page.close_after_cuts().await;
}

/// Has the page take itself for one of another version, each time that it is loaded.
const OLD: &str = r"
    const read = JSON.parse;
    JSON.parse = (...given) => {
      const data = read(...given);
      if (data?.digest && data.texts) data.digest = '0000000000000000';
      return data;
    };
";

/// Two versions behind one address: whichever answers, the page is of the other one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w1_a_page_that_stays_another_version_loads_itself_once_and_says_so() {
    if left_out("a page that stays another version") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::open(Look::DESKTOP).await;
    page.run_before(LOADS).await;
    page.run_before(OLD).await;
    page.goto(&table.url).await;
    // A match is another page, which loads itself once.
    page.press("button", "On one screen").await;
    loaded(&page, 3).await;
    page.reads("Rondel has been updated").await;
    // It works as far as it can: from another seat the ground is another.
    page.press("button", "More").await;
    let gray = "document.querySelectorAll('.from button')[1].click()";
    page.script(gray).await;
    wait("the board from Gray", PATIENCE, async || {
        let pressed = "return document.querySelectorAll('.from button')[1].ariaPressed";
        (page.script(pressed).await == "true").then_some(())
    })
    .await;
    page.press("button", "More").await;
    let kept = page.kept().await;
    page.says(&kept, "d4", 0).await;
    page.find("button", "d4").await;
    assert_eq!(
        page.script("return localStorage.getItem('loads')").await,
        "3"
    );
    page.picture("outdated").await;
    page.press("button", "Reload").await;
    loaded(&page, 4).await;
    page.close().await;
}

/// States of a newer server, which this page cannot show; and when it asked for them.
const NEWER: &str = r"
    const read = JSON.parse;
    JSON.parse = (...given) => {
      const data = read(...given);
      if (data?.state?.board && !globalThis.shows) data.state.board = { outlook: data.state.board.outlook, squares: data.state.board.pieces };
      return data;
    };
    globalThis.opened = [];
    globalThis.WebSocket = class extends WebSocket {
      constructor(...given) {
        super(...given);
        opened.push(performance.now());
      }
    };
";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w1_what_cannot_be_shown_is_said_and_asked_for_ever_less_often() {
    if left_out("what cannot be shown is said") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::open(Look::DESKTOP).await;
    page.run_before(NEWER).await;
    page.goto(&table.url).await;
    page.press("button", "On one screen").await;
    page.reads("This page couldn't read Rondel's reply").await;
    page.picture("unshown").await;
    let opened = wait("three connections", PATIENCE, async || {
        let opened = page.script("return opened").await;
        (opened.as_array()?.len() >= 3).then_some(opened)
    })
    .await;
    let at = |index: usize| opened[index].as_f64().expect("a time");
    let gaps = [at(1) - at(0), at(2) - at(1)];
    assert!(gaps[0] > 2_000.0 && gaps[1] > gaps[0], "{gaps:?}");
    // As soon as it can it goes on.
    page.script("globalThis.shows = true").await;
    page.script("dispatchEvent(new Event('online'))").await;
    page.reads("you · to move").await;
    assert!(!page.shows("couldn't read").await);
    page.close_after_cuts().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w1_a_page_whose_scripts_do_not_begin_says_so() {
    if left_out("a page whose scripts do not begin") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::open(Look::PHONE).await;
    page.goto(&table.url).await;
    assert!(!page.shows("This page didn't load properly").await);
    page.cdp("Network.enable", json!({})).await;
    let blocked = json!({"urls": ["*/home.js"]});
    page.cdp("Network.setBlockedURLs", blocked).await;
    page.goto(&table.url).await;
    wait("the words", PATIENCE, async || {
        let seen = "const said = document.getElementById('unstarted'); \
                    return !!said && getComputedStyle(said).visibility === 'visible'";
        (page.script(seen).await == true).then_some(())
    })
    .await;
    page.picture("unstarted").await;
    page.end().await;
}

/// What other versions, other programs at the same address and curious people may have left in the storage.
const KEPT: [(&str, &str); 9] = [
    ("me", "null"),
    ("me", "[]"),
    ("me", "7"),
    ("me", "{broken"),
    ("me", r#"{"token": 7}"#),
    ("me", r#"{"token": "too-short", "name": null}"#),
    ("sound", "\"loud\""),
    ("m.m7k3q", "null"),
    ("m.m7k3q", r#"{"tokens": "none", "links": null, "at": 5}"#),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w1_a_page_begins_whatever_other_versions_have_left() {
    if left_out("a page begins whatever is kept") {
        return;
    }
    let mut page = Browser::open(Look::DESKTOP).await;
    for (key, text) in KEPT {
        let table = Table::start();
        page.goto(&table.url).await;
        let body =
            "localStorage.clear(); localStorage.setItem(`rondel.${arguments[0]}`, arguments[1])";
        page.script_with(body, vec![json!(key), json!(text)]).await;
        page.reload().await;
        page.press("button", "Against computers").await;
        page.reads("you · to move").await;
        println!("{key} = {text}");
    }
    page.close_after_cuts().await;
}
