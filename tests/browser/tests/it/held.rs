//! A long match from a record: keys, buttons and the wheel that are held, and steps over a slow connection.

use browser::{Browser, LEFT, Look, Table, left_out};
use serde_json::{Value, json};

/// A match of three hundred moves, as `rondel export` wrote it.
const RECORD: &str = include_str!("../../three-hundred.txt");
const MOVES: usize = 300;
/// The looks at what the page shows while something is held, and the milliseconds for which it is.
const LOOKS: usize = 20;
const HELD: u32 = 3_000;

/// Puts a file into the field for records.
const BRINGS: &str = r"
    const field = document.querySelector('#record');
    const files = new DataTransfer();
    files.items.add(new File([arguments[0]], 'match.txt', { type: 'text/plain' }));
    field.files = files.files;
    field.dispatchEvent(new Event('change', { bubbles: true }));
";

/// Takes the record in on the first page.
pub(crate) async fn brought(table: &Table, page: &mut Browser) {
    page.goto(&table.url).await;
    page.exists("#record").await;
    page.script_with(BRINGS, vec![json!(RECORD)]).await;
    page.exists(&format!("tbody[data-count=\"{MOVES}\"]")).await;
}

/// Holds something, and looks again and again at what the board shows and what the bar says. All positions are asked
/// for before, by themselves.
const HOLDS: &str = r"
    const [what, last, looks, held] = arguments;
    const id = location.pathname.split('/')[2];
    const { tokens } = JSON.parse(localStorage.getItem(`rondel.m.${id}`));
    const truth = globalThis.truth ??= new Map();
    for (let ply = 10; truth.size <= last && ply <= last + 10; ply += 21) {
      const body = JSON.stringify({ token: tokens.at(-1), name: '', lang: 'en', match: id, ply: Math.min(ply, last), outlook: 'round-white', around: 10 });
      // This is more than a page may ask for at once.
      let answer;
      while ((answer = await fetch('/api/ply', { method: 'POST', body })).status === 429) await new Promise(done => setTimeout(done, 250));
      const { boards } = await answer.json();
      for (const { ply, pieces } of boards) truth.set(ply, Object.keys(pieces).sort().join());
    }
    const back = document.querySelector('[data-do=previous]');
    const does = {
      key: repeat => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true, cancelable: true, repeat })),
      click: () => back.click(),
      wheel: () => back.dispatchEvent(new WheelEvent('wheel', { deltaY: -100, bubbles: true, cancelable: true })),
    };
    const shown = () => {
      const past = document.querySelector('#past');
      const ply = past.hidden ? last : Number(/\d+/.exec(past.textContent)[0]);
      const pieces = [...document.querySelectorAll('[data-cell]')].filter(cell => / \w+'s /.test(cell.ariaLabel));
      return { ply, fits: pieces.map(cell => cell.dataset.cell).sort().join() === truth.get(ply) };
    };
    const found = [];
    const began = performance.now();
    for (let at = 0; found.length < looks; at += 1) {
      does[what](at > 0);
      await new Promise(done => setTimeout(done, 16));
      if (performance.now() - began >= (found.length + 1) * held / looks) found.push(shown());
    }
    return found;
";

/// What is held says how far the page goes back; whatever it shows, board and bar show the same position.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn board_and_bar_agree_while_keys_clicks_and_the_wheel_are_held() {
    if left_out("board and bar agree while something is held") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::open(Look::DESKTOP).await;
    brought(&table, &mut page).await;
    let mut looked = 0;
    for what in ["key", "click", "wheel"] {
        page.script("document.querySelector('[data-do=now]').click()")
            .await;
        page.exists("#past[hidden]").await;
        let given = vec![json!(what), json!(MOVES), json!(LOOKS), json!(HELD)];
        let found = page.script_awaited(HOLDS, given).await;
        let found = found.as_array().expect("looks");
        let plies: Vec<&Value> = found.iter().map(|look| &look["ply"]).collect();
        println!("{what}: {plies:?}");
        for look in found {
            assert_eq!(look["fits"], true, "{what}: {look}");
        }
        let [first, last] = [plies[0], plies[LOOKS - 1]].map(|ply| ply.as_u64().expect("a ply"));
        assert!(last + 10 < first, "{what} goes back: {plies:?}");
        looked += found.len();
    }
    println!("{looked} looks");
    // What was asked too often is this test's doing.
    page.complaints().await;
    page.close().await;
}

/// Delays whatever goes to the server, and what comes from it, by half of the milliseconds each.
const SLOW: &str = r"
    const half = 75;
    const later = work => setTimeout(work, half);
    const own = fetch;
    globalThis.fetch = async (...asked) => {
      await new Promise(later);
      const answer = await own(...asked);
      await new Promise(later);
      return answer;
    };
    globalThis.WebSocket = class extends WebSocket {
      send(data) { later(() => super.send(data)); }
      set onmessage(hears) { super.onmessage = event => later(() => hears?.(event)); }
    };
";

/// Notes how long it takes from a key until the bar says another position.
const STEPS: &str = r"
    globalThis.steps = [];
    let pressed = 0;
    addEventListener('keydown', event => { pressed = event.timeStamp; }, true);
    new MutationObserver(() => {
      if (pressed) steps.push(performance.now() - pressed);
      pressed = 0;
    }).observe(document.querySelector('#past'), { subtree: true, childList: true, characterData: true, attributes: true });
";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn steps_back_wait_for_no_connection() {
    if left_out("steps back wait for no connection") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::open(Look::DESKTOP).await;
    page.run_before(SLOW).await;
    brought(&table, &mut page).await;
    page.script("document.activeElement.blur()").await;
    page.script(STEPS).await;
    for step in 1..=30_usize {
        page.keys(LEFT).await;
        page.shows_ply(MOVES - step, MOVES).await;
    }
    let steps = page.script("return steps").await;
    let mut steps: Vec<f64> = serde_json::from_value(steps).expect("times");
    steps.sort_by(f64::total_cmp);
    let nine_of_ten = steps[steps.len() * 9 / 10 - 1];
    println!(
        "{} steps back at 150 ms: nine of ten within {nine_of_ten:.1} ms, the slowest {:.1} ms",
        steps.len(),
        steps[steps.len() - 1]
    );
    assert_eq!(steps.len(), 30);
    // A step that waited would take as long as the connection: on a busy machine others may take longer than the goal.
    assert!(nine_of_ten < 75.0, "{steps:?}");
    page.close().await;
}
