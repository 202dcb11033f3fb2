//! How well hands fare: squares large enough for fingers, few keys for a first move, and drags that keep up
//! with a slow processor.

use std::time::Duration;

use browser::{Browser, ENTER, Look, PATIENCE, Point, TAB, Table, left_out, wait};
use serde_json::{Value, json};

/// The least width and height of what a finger has to meet, in CSS pixels.
const FINGER: f64 = 24.0;
/// The most keys for the opening move from a fresh page.
const KEYS: usize = 6;

/// Lists the squares of one's own sector that a finger can miss.
const SMALL: &str = r"
    const [least] = arguments;
    return [...document.querySelectorAll('.ground [data-square][data-army=white]')].filter(cell => {
      const { width, height } = cell.getBoundingClientRect();
      return Math.min(width, height) < least;
    }).map(cell => cell.dataset.square);
";

/// Lists what else is there to press and is too small for a finger.
const SMALL_BUTTONS: &str = r"
    const [least] = arguments;
    return [...document.querySelectorAll('button, select, input, summary, a:not(.skip)')].filter(one => {
      const { width, height } = one.getBoundingClientRect();
      return width > 0 && Math.min(width, height) < least;
    }).map(one => one.outerHTML.slice(0, 80));
";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fingers_meet_what_they_mean() {
    if left_out("fingers meet what they mean") {
        return;
    }
    let table = Table::start();
    for width in [320, 390, 430] {
        let look = Look {
            width,
            height: 700,
            ..Look::PHONE
        };
        let page = Browser::at_one_screen(&table, look).await;
        let small = page.script_with(SMALL_BUTTONS, vec![json!(FINGER)]).await;
        assert_eq!(small, json!([]), "buttons at {width} px");
        page.tap(page.square("d2").await).await;
        page.find("button", "Whole board").await;
        page.find("gridcell", "d4, you can move here").await;
        let small = page.script_with(SMALL, vec![json!(FINGER)]).await;
        assert_eq!(small, json!([]), "squares at {width} px");
        page.picture(&format!("sector-{width}")).await;
        // Beside the goal, but nearer to it than to anything else that is meant.
        let (x, y) = page.square("d4").await;
        page.tap((x + 4.0, y - 4.0)).await;
        page.find("button", "d4").await;
        // Between sectors the rim scrolls the page: the board takes only what begins on its squares.
        page.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_first_move_takes_few_keys() {
    if left_out("a first move takes few keys") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::at_one_screen(&table, Look::DESKTOP).await;
    page.script("document.activeElement.blur()").await;
    page.reload().await;
    page.reads("you · to move").await;
    let mut keys = 0;
    while page
        .focused()
        .await
        .is_none_or(|node| node.role != "gridcell")
    {
        page.keys(TAB).await;
        keys += 1;
        assert!(keys < 20, "the board is out of reach");
    }
    let tabs = keys;
    for key in ["e", "4"] {
        page.keys(key).await;
    }
    wait("the line", PATIENCE, async || {
        let line = page.focused().await?;
        (line.role == "combobox" && line.value == "e4").then_some(())
    })
    .await;
    page.keys(ENTER).await;
    page.find("button", "e4").await;
    println!("{tabs} tabulators to the board, then 3 keys");
    page.close().await;
    // From the first side the focus is beside the board.
    let page = Browser::at_one_screen(&table, Look::DESKTOP).await;
    let keys = format!("{TAB}e4{ENTER}");
    assert!(keys.chars().count() <= KEYS);
    page.keys(keys).await;
    page.find("button", "e4").await;
    page.close().await;
}

/// Notes the frames and the long tasks while something is dragged.
const FRAMES: &str = r"
    globalThis.frames_ = [];
    globalThis.long = [];
    new PerformanceObserver(list => long.push(...list.getEntries().map(one => one.duration))).observe({ type: 'longtask' });
    let last = 0;
    const frame = at => {
      if (last) frames_.push(at - last);
      last = at;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_drag_keeps_up_with_a_slow_processor() {
    if left_out("a drag keeps up with a slow processor") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::at_one_screen(&table, Look::DESKTOP).await;
    page.reload().await;
    page.reads("you · to move").await;
    page.look(Look {
        slow: 4,
        ..Look::DESKTOP
    })
    .await;
    let (from, to) = (page.square("d2").await, page.square("d4").await);
    let mouse = async |kind: &str, (x, y): Point| {
        let event =
            json!({"type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1});
        page.cdp("Input.dispatchMouseEvent", event).await;
    };
    mouse("mousePressed", from).await;
    page.script(FRAMES).await;
    for step in 0..120 {
        let part = f64::from(step) / 120.0 * std::f64::consts::TAU;
        let place = (
            from.0 + 120.0 * part.sin(),
            from.1 - 120.0 + 120.0 * part.cos(),
        );
        mouse("mouseMoved", place).await;
    }
    let frames = page.script("return frames_").await;
    let long = page.script("return long").await;
    mouse("mouseMoved", to).await;
    mouse("mouseReleased", to).await;
    page.look(Look::DESKTOP).await;
    page.find("button", "d4").await;
    let mut frames: Vec<f64> = frames
        .as_array()
        .expect("frames")
        .iter()
        .filter_map(Value::as_f64)
        .collect();
    frames.sort_by(f64::total_cmp);
    let p95 = frames[frames.len() * 95 / 100];
    println!(
        "dragging at a quarter of the speed: {} frames, p95 {p95:.1} ms, long tasks {long}",
        frames.len()
    );
    // A display of sixty frames a second; three times the goal.
    assert!(Duration::from_secs_f64(p95 / 1_000.0) <= Duration::from_millis(50));
    page.close().await;
}
