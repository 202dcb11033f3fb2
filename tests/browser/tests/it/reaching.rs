//! Pages that cannot reach the server, or not as they would, and seats that a browser may lose.

use std::time::{Duration, Instant};

use browser::{Browser, ENTER, Look, PATIENCE, Table, left_out, wait, written};
use serde_json::Value;

/// What browsers of some years ago do not have. They have dialogs and the syntax.
const OLD: &str = r"
    delete globalThis.DecompressionStream;
    delete AbortSignal.timeout;
    delete AbortSignal.any;
    delete Promise.withResolvers;
    delete navigator.__proto__.userActivation;
    for (const name of ['at', 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with']) delete Array.prototype[name];
    for (const name of ['role', 'ariaPressed', 'ariaBusy', 'ariaCurrent', 'ariaLabel', 'ariaSelected', 'ariaChecked', 'ariaDisabled']) delete Element.prototype[name];
    delete Object.groupBy;
    delete globalThis.structuredClone;
    delete globalThis.requestIdleCallback;
    delete globalThis.navigation;
";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w20_a_browser_of_some_years_ago_plays_a_match() {
    if left_out("a browser of some years ago") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::open(Look::DESKTOP).await;
    page.run_before(OLD).await;
    page.begin_at_one_screen(&table).await;
    let (from, to) = (page.square("d2").await, page.square("d4").await);
    page.drag(from, to).await;
    page.find("button", "d4").await;
    let kept = page.kept().await;
    page.says(&kept, "m4", 1).await;
    page.find("button", "m4").await;
    page.press("button", "Previous move").await;
    page.shows_ply(1, 2).await;
    page.press("button", "Back to now").await;
    // Along the board by keys, and a typed command.
    page.script("document.querySelector('[data-cell=w1]').focus()")
        .await;
    page.keys(".,?").await;
    page.press("button", "Close").await;
    page.says(&kept, "/draw action:offer", 0).await;
    page.press("button", "Accept draw").await;
    wait("one answer less", PATIENCE, async || {
        let left = "return [...document.querySelectorAll('.answers')].filter(one => one.querySelectorAll('button').length > 1).length";
        (page.script(left).await == 1).then_some(())
    })
    .await;
    page.press("button", "Accept draw").await;
    page.find("heading", "Result").await;
    page.goto(&format!("{}settings", table.url)).await;
    page.find("switch", "Ask you to confirm moves made with buttons")
        .await;
    let focus = r"
        const confirms = document.querySelector('[id^=switch-Ask]');
        confirms.focus();
        return confirms.getAttribute('aria-checked');
    ";
    let focused = "return document.activeElement.getAttribute('aria-checked')";
    for _ in 0..2 {
        let before = page.script(focus).await;
        page.keys(" ").await;
        wait("turned, and still focused", PATIENCE, async || {
            let now = page.script(focused).await;
            (now.is_string() && now != before).then_some(())
        })
        .await;
    }
    page.close().await;
}

/// Ways in which sockets do not get through.
const BLOCKED: [(&str, &str); 4] = [
    (
        "thrown",
        "globalThis.WebSocket = class { constructor() { throw new DOMException('no', 'SecurityError'); } };",
    ),
    (
        "closed",
        "globalThis.WebSocket = class extends EventTarget { \
           constructor() { super(); this.readyState = 0; \
             setTimeout(() => { this.readyState = 3; this.onclose?.({ code: 1006 }); }, 20); } \
           send() {} close() {} };",
    ),
    (
        "hung",
        "globalThis.WebSocket = class extends EventTarget { readyState = 0; send() {} close() {} };",
    ),
    (
        "mute",
        "globalThis.WebSocket = class extends EventTarget { \
           constructor() { super(); this.readyState = 0; \
             setTimeout(() => { this.readyState = 1; this.onopen?.(); }, 20); } \
           send() {} close() { this.readyState = 3; } };",
    ),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w20_a_page_without_sockets_plays_on() {
    if left_out("a page without sockets") {
        return;
    }
    for (how, script) in BLOCKED {
        println!("sockets are {how}");
        let table = Table::start();
        let mut page = Browser::open(Look::DESKTOP).await;
        page.run_before(script).await;
        page.begin_at_one_screen(&table).await;
        let (from, to) = (page.square("d2").await, page.square("d4").await);
        page.drag(from, to).await;
        page.find("button", "d4").await;
        let kept = page.kept().await;
        for (line, seat) in [("m4", 1), ("Nx3", 2)] {
            page.says(&kept, line, seat).await;
            page.find("button", &written(line)).await;
        }
        assert!(!page.shows("Connection lost").await, "{how}");
        // What has the focus keeps it, though the page asks again and again.
        page.press("combobox", "A move").await;
        page.keys("d").await;
        page.says(&kept, "/draw action:offer", 1).await;
        page.exists(".asked .card").await;
        let focused = page.focused().await.unwrap_or_default();
        assert_eq!(focused.role, "combobox", "{how}: {focused:?}");
        page.close_after_cuts().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w20_a_ninth_window_plays_on() {
    if left_out("a ninth window") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::at_one_screen(&table, Look::DESKTOP).await;
    let url = page.url().await;
    let kept = page.kept().await;
    let windows = r"
        const [{ id, tokens }] = arguments;
        globalThis.others = await Promise.all(Array.from({ length: 7 }, (_, index) => new Promise((done, failed) => {
          const socket = new WebSocket(`ws://${location.host}/live`);
          const said = { do: 'watch', match: id, tokens, lang: 'en', version: 0, page: `window-${index}` };
          socket.onopen = () => socket.send(JSON.stringify(said));
          socket.onmessage = () => done(socket);
          socket.onclose = failed;
          setInterval(() => socket.readyState === 1 && socket.send(JSON.stringify({ do: 'ping', at: 0 })), 3000);
        })));
    ";
    page.script_awaited(windows, vec![kept.clone()]).await;
    let _first = page.tab().await;
    page.goto(&url).await;
    page.reads("you · to move").await;
    page.says(&kept, "d4", 0).await;
    page.find("button", "d4").await;
    let (from, to) = (page.square("m2").await, page.square("m4").await);
    page.drag(from, to).await;
    page.find("button", "m4").await;
    for words in ["busy", "Connection lost", "too many windows"] {
        assert!(!page.shows(words).await, "{words}");
    }
    page.close_after_cuts().await;
}

/// Sockets from which nothing comes any more, though they look open, once they are told so.
const SILENT: &str = r"
    globalThis.WebSocket = class extends WebSocket {
      constructor(...given) {
        super(...given);
        for (const kind of ['message', 'close']) {
          this.addEventListener(kind, event => globalThis.silent && event.stopImmediatePropagation());
        }
      }
    };
    Object.defineProperty(navigator, 'onLine', { get: () => !globalThis.gone });
";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w24_a_connection_that_is_gone_is_noticed() {
    if left_out("a connection that is gone is noticed") {
        return;
    }
    let table = Table::start();
    for (how, limit) in [
        (
            "globalThis.gone = true; dispatchEvent(new Event('offline'))",
            3,
        ),
        ("", 11),
    ] {
        let mut page = Browser::open(Look::DESKTOP).await;
        page.run_before(SILENT).await;
        page.begin_at_one_screen(&table).await;
        let began = Instant::now();
        page.script(&format!("globalThis.silent = true; {how}"))
            .await;
        let limit = Duration::from_secs(limit);
        wait("the notice", limit, async || {
            page.shows("Connection lost").await.then_some(())
        })
        .await;
        println!("noticed after {:?}", began.elapsed());
        page.script(
            "globalThis.silent = globalThis.gone = false; dispatchEvent(new Event('online'))",
        )
        .await;
        wait("the end of it", PATIENCE, async || {
            (!page.shows("Connection lost").await).then_some(())
        })
        .await;
        page.close_after_cuts().await;
    }
}

/// The server is there, though the browser says that there is no network: both are on one machine.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w24_without_a_network_a_server_on_this_machine_is_still_there() {
    if left_out("without a network") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::open(Look::DESKTOP).await;
    page.run_before(SILENT).await;
    page.begin_at_one_screen(&table).await;
    page.script("globalThis.gone = true; dispatchEvent(new Event('offline'))")
        .await;
    let kept = page.kept().await;
    page.says(&kept, "d4", 0).await;
    page.find("button", "d4").await;
    assert!(!page.shows("Connection lost").await);
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w24_nothing_reconnects_after_a_link_was_ended() {
    if left_out("nothing reconnects after a link was ended") {
        return;
    }
    let table = Table::start();
    let page = Browser::at_one_screen(&table, Look::DESKTOP).await;
    page.press("button", "More").await;
    page.press("button", "Make a link to watch").await;
    let link = page.find("textbox", "Link to watch").await.value;
    let mut watcher = Browser::open(Look::DESKTOP).await;
    watcher.goto(&link).await;
    watcher.reads("to move").await;
    page.press("button", "Stop sharing").await;
    let kept = page.kept().await;
    page.says(&kept, "d4", 0).await;
    watcher.reads("no longer valid").await;
    // The notice of a lost connection comes after a second.
    let later = "await new Promise(done => setTimeout(done, 1_600)); return document.querySelector('#cut').textContent";
    assert_eq!(watcher.script_awaited(later, vec![]).await, "");
    watcher.picture("link-ended").await;
    watcher.close_after_cuts().await;
    page.close().await;
}

/// Time goes from one timer straight to the next, however slow the machine is, and no request gets through: when each
/// was tried.
const FAST: &str = r"
    const timer = setTimeout;
    let [now, last] = [Date.now(), 0];
    const waiting = new Map();
    const step = () => {
      const [next] = [...waiting].sort(([, one], [, other]) => one.at - other.at);
      if (!next) return;
      const [id, { at, work }] = next;
      waiting.delete(id);
      now = Math.max(now, at);
      work();
    };
    Date.now = () => now;
    globalThis.setTimeout = (work, ms = 0, ...given) => {
      waiting.set(last += 1, { at: now + ms, work: () => work(...given) });
      timer(step, 5);
      return last;
    };
    globalThis.clearTimeout = id => waiting.delete(id);
    globalThis.tried = [];
    const real = fetch;
    globalThis.fetch = (...given) => {
      if (!String(given[0]).includes('/api/open')) return real(...given);
      tried.push(Date.now());
      return Promise.reject(new TypeError('no network'));
    };
";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w24_a_request_is_sent_again_for_thirty_seconds() {
    if left_out("a request is sent again for thirty seconds") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::open(Look::DESKTOP).await;
    page.run_before(FAST).await;
    page.goto(&table.url).await;
    page.press("button", "On one screen").await;
    // Heard, since at this speed it is not seen for long.
    page.hears("Check your connection and try again", 0).await;
    let tried = page.script("return tried").await;
    let tried: Vec<f64> = tried
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_f64)
        .collect();
    let took = tried.last().expect("tries") - tried[0];
    println!("{} tries in {took} ms", tried.len());
    assert!((28_000.0..=30_000.0).contains(&took), "{took} ms");
    let most = tried
        .windows(2)
        .map(|pair| pair[1] - pair[0])
        .fold(0.0, f64::max);
    assert!(most <= 4_000.0, "{most} ms between two tries");
    page.close_after_cuts().await;
}

/// Opens a browser in which somebody takes Gray's seat by a link.
async fn ben_by(link: &str) -> Browser {
    let mut ben = Browser::open(Look::DESKTOP).await;
    ben.goto(link).await;
    ben.press("textbox", "Your name").await;
    ben.keys("Ben").await;
    ben.press("button", "Gray").await;
    ben.reads("Ben").await;
    ben
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_came_by_a_link_keeps_the_seat_whoever_they_let_watch() {
    if left_out("who came by a link keeps the seat") {
        return;
    }
    let table = Table::start();
    let mut ann = Browser::open(Look::DESKTOP).await;
    ann.goto(&table.url).await;
    ann.press("button", "With two friends").await;
    let link = ann.find("textbox", "Link for Gray").await.value;
    let mut ben = ben_by(&link).await;
    let kept = ben.kept().await;
    ben.press("button", "More").await;
    for (button, then) in [
        ("Make a link to watch", ("textbox", "Link to watch")),
        ("New link: Link to watch", ("textbox", "Link to watch")),
        ("Stop sharing", ("button", "Make a link to watch")),
    ] {
        ben.press("button", button).await;
        ben.find(then.0, then.1).await;
        assert_eq!(ben.kept().await, kept, "{button}");
    }
    ben.reload().await;
    ben.exists(".seats .mine").await;
    // Though the browser may know more tokens than a page shows a match by.
    let tokens = r"
        const [{ id, tokens }] = arguments;
        const others = [...'abcdefgh'].map(one => one.repeat(22));
        localStorage.setItem(`rondel.m.${id}`, JSON.stringify({ tokens: [...others, ...tokens], came: tokens, links: {}, at: 1 }));
    ";
    ben.script_with(tokens, vec![kept]).await;
    ben.reload().await;
    // What was open is open again.
    let own = ben.find("textbox", "Link to your seat").await.value;
    assert_eq!(own, link);
    ben.close().await;
    ann.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w21_a_new_link_to_a_seat_stands_in_a_field_and_the_seat_stays() {
    if left_out("a new link to a seat stands in a field") {
        return;
    }
    let table = Table::start();
    let mut ann = Browser::open(Look::PHONE).await;
    ann.goto(&table.url).await;
    ann.press("button", "With two friends").await;
    let link = ann.find("textbox", "Link for Gray").await.value;
    let mut ben = ben_by(&link).await;
    // Both who came by a link and who opened the table.
    for page in [&mut ben, &mut ann] {
        let send = "const line = document.querySelector('#line'); line.value = '/seat action:link'; line.form.requestSubmit()";
        page.script(send).await;
        page.exists("#answer[open] input[readonly]").await;
        let field = "const field = document.querySelector('#answer input'); field.focus(); \
                     return [field.value, field.value.slice(field.selectionStart, field.selectionEnd)]";
        let shown = page.script(field).await;
        assert!(
            shown[0].as_str().expect("a link").contains("#s="),
            "{shown}"
        );
        assert_eq!(shown[0], shown[1], "it is not selected");
        page.picture(&format!("seat-link-{}", page_width(page).await))
            .await;
        page.press("button", "Close").await;
        page.reload().await;
        page.exists(".seats .mine").await;
        let mut elsewhere = Browser::open(Look::DESKTOP).await;
        elsewhere.goto(shown[0].as_str().expect("a link")).await;
        elsewhere.exists(".seats .mine").await;
        elsewhere.close().await;
    }
    ben.close().await;
    ann.close().await;
}

/// A link that something was pasted behind, or put into, leads to its seat.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w23_a_link_leads_to_its_seat_whatever_stands_around_its_secret() {
    if left_out("links with something around their secret") {
        return;
    }
    let table = Table::start();
    let mut ann = Browser::open(Look::PHONE).await;
    ann.goto(&table.url).await;
    ann.press("button", "With two friends").await;
    let link = ann.find("textbox", "Link for Gray").await.value;
    let behind = [".", ")", "]", "%20", "&utm_source=chat", ".%20"];
    let mut links: Vec<String> = behind.iter().map(|text| format!("{link}{text}")).collect();
    links.extend(["/#", "?utm_source=chat#"].map(|text| link.replace('#', text)));
    links.push(link.replace("s=", "s%3D"));
    for link in links {
        let mut ben = Browser::open(Look::PHONE).await;
        ben.goto(&link).await;
        ben.find("button", "Gray").await;
        ben.close().await;
    }
    ann.close().await;
}

async fn page_width(page: &Browser) -> Value {
    page.script("return innerWidth").await
}

/// A browser that keeps nothing, in two ways.
const FORGETS: [(&str, &str); 2] = [
    (
        "blocked",
        "Object.defineProperty(globalThis, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });",
    ),
    (
        "dropped",
        "Storage.prototype.setItem = () => {}; Storage.prototype.getItem = () => null;",
    ),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w22_a_browser_that_keeps_nothing_is_said_and_keeps_the_seat_over_a_reload() {
    if left_out("a browser that keeps nothing") {
        return;
    }
    let table = Table::start();
    for (how, script) in FORGETS {
        let mut page = Browser::open(Look::PHONE).await;
        page.run_before(script).await;
        page.goto(&table.url).await;
        page.reads("This browser can't save anything").await;
        page.press("button", "Against computers").await;
        page.reads("you · to move").await;
        page.reads("This browser won't remember your seat").await;
        page.picture(&format!("not-kept-{how}")).await;
        page.reload().await;
        page.reads("you · to move").await;
        // Whoever opens a table has one.
        let link = page.find("textbox", "Link to your seat").await.value;
        let mut other = Browser::open(Look::DESKTOP).await;
        other.goto(&link).await;
        other.reads("you · to move").await;
        assert!(!other.shows("doesn't keep").await);
        other.close().await;
        page.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w22_a_storage_that_is_emptied_under_a_page_takes_no_seat() {
    if left_out("a storage that is emptied") {
        return;
    }
    let table = Table::start();
    let page = Browser::at_one_screen(&table, Look::DESKTOP).await;
    let url = page.url().await;
    assert!(!page.shows("won't remember your seat").await);
    // The link that whoever opens a table gets to keep.
    let link = page
        .script(
            "const id = location.pathname.split('/')[2]; return JSON.parse(localStorage.getItem(`rondel.m.${id}`)).links.white",
        )
        .await;
    let link = format!("{url}#s={}.white", link.as_str().expect("a link"));
    page.script("localStorage.clear(); dispatchEvent(new Event('focus'))")
        .await;
    page.reads("This browser won't remember your seat").await;
    let (from, to) = (page.square("d2").await, page.square("d4").await);
    page.drag(from, to).await;
    page.find("button", "d4").await;
    page.press("combobox", "A move").await;
    page.keys("m4").await;
    page.keys(ENTER).await;
    page.find("button", "m4").await;
    page.close().await;
    // Whoever comes back to a browser that has forgotten them is told what may have happened.
    let mut other = Browser::open(Look::DESKTOP).await;
    other.goto(&url).await;
    other.reads("this browser has forgotten your seat").await;
    // Nothing is beside the board any more that could be kept.
    other
        .script("dispatchEvent(new Event('focus')); dispatchEvent(new Event('storage'))")
        .await;
    let complaints = other.complaints().await;
    assert!(
        !complaints.iter().any(|one| one.contains("TypeError")),
        "{complaints:?}"
    );
    // By the link that they kept they sit there again, and by nothing else.
    other.goto(&link).await;
    other.exists(".seats .mine.near").await;
    assert_eq!(
        other
            .script("return document.querySelectorAll('.seats .mine').length")
            .await,
        1
    );
    other.close_after_cuts().await;
}
