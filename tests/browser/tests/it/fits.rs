//! What has to be in sight, or to fit, on each kind of screen.

use browser::{Browser, Look, PATIENCE, Table, left_out, wait};
use serde_json::{Value, json};

/// A telephone on its side.
const LANDSCAPE: Look = Look {
    width: 844,
    height: 390,
    ..Look::PHONE
};

/// The part of an element that is in the window and that nothing covers, from 0 to 1, as points of it tell.
const SEEN: &str = r"
    const one = document.querySelector(arguments[0]);
    if (!one?.checkVisibility()) return 0;
    const { left, top, width, height } = one.getBoundingClientRect();
    let seen = 0;
    for (let at = 0; at < 100; at += 1) {
      const [x, y] = [left + width * (at % 10 + 0.5) / 10, top + height * (Math.floor(at / 10) + 0.5) / 10];
      const over = document.elementFromPoint(x, y);
      if (over && (one.contains(over) || over.closest('.stage') && one.closest('.stage'))) seen += 1;
    }
    return seen / 100;
";

async fn seen(page: &Browser, selector: &str) -> f64 {
    let share = page.script_with(SEEN, vec![json!(selector)]).await;
    share.as_f64().expect("a share")
}

/// Waits until this much of an element is in sight.
async fn is_seen(page: &Browser, selector: &str, least: f64, what: &str) {
    let mut last = 0.0;
    wait(&format!("{what}: {selector}"), PATIENCE, async || {
        last = seen(page, selector).await;
        (last >= least).then_some(())
    })
    .await;
}

async fn after_moves(table: &Table, look: Look) -> (Browser, Value) {
    let page = Browser::at_one_screen(table, look).await;
    let kept = page.kept().await;
    for (seat, line) in ["e4", "m4", "u4", "d4"].into_iter().enumerate() {
        page.says(&kept, line, seat % 3).await;
    }
    page.exists("tbody[data-count=\"4\"]").await;
    (page, kept)
}

/// Fault W5: on phones and upright tablets one stepped through moves with nothing of the board in sight; offers and
/// results lay below the fold.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w5_on_phones_the_board_questions_and_the_result_are_in_sight() {
    if left_out("on phones the board is in sight") {
        return;
    }
    let table = Table::start();
    for (width, height) in [(390, 844), (360, 640), (820, 1180)] {
        let what = format!("{width}×{height}");
        let look = Look {
            width,
            height,
            ..Look::PHONE
        };
        let (page, kept) = after_moves(&table, look).await;
        page.press("button", "Previous move").await;
        page.shows_ply(3, 4).await;
        is_seen(&page, ".stage .board", 0.98, &what).await;
        page.press("button", "Back to now").await;
        page.says(&kept, "/draw action:offer", 1).await;
        is_seen(&page, ".pending", 0.9, &what).await;
        is_seen(&page, ".stage .board", 0.98, &what).await;
        // What is asked can be answered without looking for it.
        page.script("document.querySelector('.pending').click()")
            .await;
        page.picture(&format!("asked-{width}")).await;
        is_seen(&page, ".asked .card button", 0.9, &what).await;
        for seat in [0, 2] {
            page.says(&kept, "/draw action:accept", seat).await;
        }
        page.exists("body[data-stage=ended]").await;
        page.exists("#side").await;
        is_seen(&page, "[data-key=result] h2", 0.9, &what).await;
        is_seen(&page, ".stage .board", 0.98, &what).await;
        page.close().await;
    }
}

/// Fault W14: the bar of an earlier position lay over one's own back rank.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w14_an_earlier_position_covers_no_square() {
    if left_out("an earlier position covers no square") {
        return;
    }
    let table = Table::start();
    for look in [
        Look {
            height: 800,
            ..Look::DESKTOP
        },
        Look::PHONE,
        LANDSCAPE,
    ] {
        let (page, _) = after_moves(&table, look).await;
        page.press("button", "Previous move").await;
        page.shows_ply(3, 4).await;
        let covered = r"
            return [...document.querySelectorAll('.ground [data-square]')].filter(cell => {
              const { x, y } = new DOMPoint(cell.dataset.x, cell.dataset.y).matrixTransform(cell.getScreenCTM());
              return !document.elementFromPoint(x, y)?.closest('.ground');
            }).map(cell => cell.dataset.square);
        ";
        assert_eq!(page.script(covered).await, json!([]), "{look:?}");
        page.close().await;
    }
}

/// Fault W19: on a telephone on its side the board was 282 px wide.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w19_on_its_side_a_phone_has_two_columns() {
    if left_out("a phone on its side") {
        return;
    }
    let table = Table::start();
    let (page, _) = after_moves(&table, LANDSCAPE).await;
    let board = "const { height } = document.querySelector('.stage .board').getBoundingClientRect(); return height";
    let height = page.script(board).await.as_f64().expect("a height");
    assert!(height >= 0.95 * f64::from(LANDSCAPE.height), "{height} px");
    is_seen(&page, ".stage .board", 0.98, "on its side").await;
    is_seen(&page, ".strip", 0.98, "on its side").await;
    page.picture("landscape").await;
    page.close().await;
}

/// Fault W28: with text of 200 % a page of 390 px was 83 px too wide.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w28_text_of_twice_the_size_fits() {
    if left_out("text of twice the size fits") {
        return;
    }
    let table = Table::start();
    let (mut page, _) = after_moves(&table, Look::PHONE).await;
    let wide = r"
        document.documentElement.style.fontSize = '200%';
        // A telephone shows whatever is too wide in small: its window seems to be wider then.
        const { width } = screen;
        const wide = [...document.querySelectorAll('body *')].filter(one => one.checkVisibility() && one.getBoundingClientRect().right > width + 1
          && !one.closest('.unseen, #tabs, .moves, .who'));
        return { by: Math.max(innerWidth, document.scrollingElement.scrollWidth) - width, wide: wide.slice(0, 4).map(one => one.outerHTML.slice(0, 90)) };
    ";
    for path in ["", "rules", "settings", "leaderboard", "help"] {
        if !path.is_empty() {
            page.goto(&format!("{}{path}", table.url)).await;
            page.exists("#shown > *").await;
        }
        let found = page.script(wide).await;
        page.picture(&format!("twice-{path}")).await;
        assert_eq!(found, json!({"by": 0, "wide": []}), "/{path}");
    }
    page.goto(&table.url).await;
    page.exists("#known li a").await;
    let found = page.script(wide).await;
    page.picture("twice-home").await;
    assert_eq!(found, json!({"by": 0, "wide": []}), "/");
    page.close().await;
}
