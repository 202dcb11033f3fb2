//! Keys that mean the same wherever the focus is, presses beside the goals, and what is drawn on the board.

use browser::{Browser, ENTER, ESCAPE, LEFT, Look, PATIENCE, Point, RIGHT, Table, left_out, wait};
use serde_json::{Value, json};

use crate::layout::PLAYS;

const UP: &str = "\u{e013}";
const DOWN: &str = "\u{e015}";

/// The piece that is chosen, whether something is said at a square, how much is drawn, and the seat from which the
/// board is seen.
const STATE: &str = r"
    const chosen = document.querySelector('[data-cell][aria-selected=true]');
    const seen = document.querySelector('.from [aria-pressed=true]');
    return {
      chosen: chosen && chosen.dataset.cell,
      bubble: !!document.querySelector('.bubble'),
      drawn: [...document.querySelectorAll('.drawn > *')].map(one => `${one.tagName} ${one.getAttribute('class')}`).join(),
      seen: seen && seen.textContent,
    };
";

async fn state(page: &Browser) -> Value {
    page.script(STATE).await
}

/// Waits until the page is so.
async fn is(page: &Browser, wanted: Value) {
    let mut last = json!(null);
    let what = wanted.to_string();
    wait(&what, PATIENCE, async || {
        last = state(page).await;
        let wanted = wanted.as_object()?;
        wanted
            .iter()
            .all(|(key, value)| last[key] == *value)
            .then_some(())
    })
    .await;
}

/// An event of the mouse, with a button held and perhaps Shift.
async fn mouse(page: &Browser, kind: &str, (x, y): Point, button: &str, modifiers: u32) {
    let buttons = if button == "right" { 2 } else { 1 };
    let event = json!({
        "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1,
        "modifiers": modifiers,
    });
    page.cdp("Input.dispatchMouseEvent", event).await;
}

async fn right_drag(page: &Browser, from: &str, to: &str, modifiers: u32) {
    let (from, to) = (page.square(from).await, page.square(to).await);
    mouse(page, "mousePressed", from, "right", modifiers).await;
    mouse(page, "mouseMoved", to, "right", modifiers).await;
    mouse(page, "mouseReleased", to, "right", modifiers).await;
}

async fn at_one_screen(lines: &[&str]) -> (Table, Browser) {
    let table = Table::start();
    let page = Browser::at_one_screen(&table, Look::DESKTOP).await;
    let kept = page.kept().await;
    for (ply, line) in lines.iter().enumerate() {
        page.says(&kept, line, ply % 3).await;
    }
    page.script("document.activeElement.blur()").await;
    (table, page)
}

/// Fault W12: Escape worked on the board alone, a drag could not be called off, and ← → did nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w12_keys_mean_the_same_wherever_the_focus_is() {
    if left_out("keys mean the same wherever the focus is") {
        return;
    }
    let (_table, page) = at_one_screen(&["e4", "m4", "u4"]).await;
    page.find("button", "u4").await;
    page.click(page.square("d2").await).await;
    is(&page, json!({"chosen": "d2"})).await;
    page.script("document.querySelector('#sound').focus()")
        .await;
    page.keys(ESCAPE).await;
    is(&page, json!({"chosen": null})).await;
    // A drag is called off, by Escape and by the other button.
    let (from, to) = (page.square("d2").await, page.square("d4").await);
    for calls_off in ["Escape", "button"] {
        mouse(&page, "mousePressed", from, "left", 0).await;
        mouse(&page, "mouseMoved", to, "left", 0).await;
        is(&page, json!({"chosen": "d2"})).await;
        if calls_off == "Escape" {
            page.keys(ESCAPE).await;
        } else {
            let event = json!({"type": "mousePressed", "x": to.0, "y": to.1, "button": "right", "buttons": 3, "clickCount": 1});
            page.cdp("Input.dispatchMouseEvent", event).await;
        }
        is(&page, json!({"chosen": null})).await;
        mouse(&page, "mouseReleased", to, "left", 0).await;
        is(&page, json!({"chosen": null, "bubble": false})).await;
        assert!(page.seek("button", "d4").await.is_none(), "{calls_off}");
    }
    page.script("document.activeElement.blur()").await;
    for (key, ply) in [(LEFT, 2), (LEFT, 1), (RIGHT, 2), (UP, 0)] {
        page.keys(key).await;
        page.shows_ply(ply, 3).await;
    }
    page.keys(DOWN).await;
    wait("the current position", PATIENCE, async || {
        let past = page
            .script("return document.querySelector('#past').hidden")
            .await;
        (past == json!(true)).then_some(())
    })
    .await;
    page.keys("f").await;
    is(&page, json!({"seen": "Gray"})).await;
    // A field has its own use for keys.
    page.script("document.querySelector('#line').focus()").await;
    page.keys(format!("f{LEFT}")).await;
    is(&page, json!({"seen": "Gray"})).await;
    let past = page
        .script("return document.querySelector('#past').hidden")
        .await;
    assert_eq!(past, json!(true));
    // On the board letters go to the line, and 0 turns it.
    page.script("document.querySelector('[data-cell][tabindex=\"0\"]').focus()")
        .await;
    page.keys("0").await;
    is(&page, json!({"seen": "Black"})).await;
    page.script("document.activeElement.blur()").await;
    page.keys("?").await;
    page.find("heading", "Keyboard shortcuts").await;
    page.close().await;
}

/// Fault W13: a press anywhere but on a goal was an illegal move.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w13_a_press_elsewhere_lets_go_of_the_piece() {
    if left_out("a press elsewhere lets go of the piece") {
        return;
    }
    let (_table, page) = at_one_screen(&["e4", "m4", "u4"]).await;
    page.find("button", "u4").await;
    for (from, to, said) in [
        ("d2", "k5", false),
        // Beside a goal, on a line behind something, and where a piece stands.
        ("d2", "c4", true),
        ("a1", "a3", true),
        ("d2", "m4", true),
        ("a1", "e5", false),
    ] {
        page.click(page.square(from).await).await;
        is(&page, json!({"chosen": from, "bubble": false})).await;
        page.click(page.square(to).await).await;
        is(&page, json!({"bubble": said})).await;
        page.keys(ESCAPE).await;
        is(&page, json!({"chosen": null})).await;
    }
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn arrows_and_circles_are_drawn_by_the_right_button() {
    if left_out("arrows and circles are drawn") {
        return;
    }
    let (_table, page) = at_one_screen(&["e4", "m4", "u4"]).await;
    page.find("button", "u4").await;
    right_drag(&page, "d1", "h5", 0).await;
    is(&page, json!({"drawn": "line first", "chosen": null})).await;
    right_drag(&page, "m4", "m4", 8).await;
    is(&page, json!({"drawn": "line first,circle second"})).await;
    page.picture("drawn").await;
    // They lie on their squares however the board is turned, and the same once more takes one away.
    page.keys("f").await;
    is(
        &page,
        json!({"seen": "Gray", "drawn": "line first,circle second"}),
    )
    .await;
    right_drag(&page, "m4", "m4", 8).await;
    is(&page, json!({"drawn": "line first"})).await;
    page.keys(ESCAPE).await;
    is(&page, json!({"drawn": ""})).await;
    right_drag(&page, "d1", "h5", 2).await;
    is(&page, json!({"drawn": "line third"})).await;
    page.click(page.square("k5").await).await;
    is(&page, json!({"drawn": ""})).await;
    // They don't outlast the match on the page.
    right_drag(&page, "d1", "h5", 0).await;
    is(&page, json!({"drawn": "line first"})).await;
    page.script("document.querySelector('header .home').click()")
        .await;
    is(&page, json!({"drawn": ""})).await;
    page.close().await;
}

/// What has the focus, and whether it is a button of what the player can do.
const FOCUS: &str = r"
    const on = document.activeElement;
    return `${on.closest('.acts') ? 'acts' : ''} ${on.textContent}`;
";

/// Fault W6: at every change the focus fell to the page, and a press that had begun was lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w6_the_focus_and_a_press_outlast_what_others_do() {
    if left_out("the focus and a press outlast what others do") {
        return;
    }
    let (_table, page) = at_one_screen(&["e4", "m4", "u4"]).await;
    page.find("button", "u4").await;
    let kept = page.kept().await;
    page.script("document.querySelector('.acts').open = true")
        .await;
    page.script("[...document.querySelectorAll('.acts button')].find(one => one.textContent.startsWith('Resign')).focus()")
        .await;
    for number in 0..20 {
        let line = page
            .script_awaited(PLAYS, vec![kept.clone(), json!(number)])
            .await;
        page.exists(&format!("tbody[data-count=\"{}\"]", number + 4))
            .await;
        let focus = page.script(FOCUS).await;
        assert!(
            focus
                .as_str()
                .is_some_and(|focus| focus.starts_with("acts Resign")),
            "after {line}: {focus}"
        );
    }
    // A press begins, somebody moves, and it ends.
    let draw = page.find("button", "Draw").await;
    let place = page.place(&draw).await;
    mouse(&page, "mousePressed", place, "left", 0).await;
    page.script_awaited(PLAYS, vec![kept, json!(20)]).await;
    page.exists("tbody[data-count=\"24\"]").await;
    mouse(&page, "mouseReleased", place, "left", 0).await;
    page.reads("offers a draw").await;
    page.close().await;
}

/// Fault W16: a typed line that was refused opened a dialog.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w16_a_refusal_stands_under_the_line() {
    if left_out("a refusal stands under the line") {
        return;
    }
    let (_table, page) = at_one_screen(&["e4", "m4", "u4"]).await;
    page.find("button", "u4").await;
    let refusal = r"
        const one = document.querySelector('.refusal');
        return {
          text: one.hidden ? null : one.querySelector('p').textContent,
          buttons: [...one.querySelectorAll('button')].map(button => button.textContent),
          dialog: !!document.querySelector('dialog[open]'),
          line: document.querySelector('#line').value,
        };
    ";
    let refused = async |line: &str| {
        page.script("document.querySelector('#line').focus()").await;
        page.keys(format!("{line}{ENTER}")).await;
        wait("the refusal", PATIENCE, async || {
            let found = page.script(refusal).await;
            (found["text"].is_string() && found["line"] == line).then_some(found)
        })
        .await
    };
    let found = refused("e9").await;
    assert_eq!(found["dialog"], json!(false), "{found}");
    assert!(
        found["buttons"]
            .as_array()
            .is_some_and(|all| all.iter().any(|one| one == "e5")),
        "{found}"
    );
    page.picture("refusal").await;
    // Escape, or what is typed next, takes it away.
    page.keys(ESCAPE).await;
    assert_eq!(page.script(refusal).await["text"], json!(null));
    page.keys(ESCAPE).await;
    let found = refused("Ra3").await;
    assert!(
        found["text"]
            .as_str()
            .is_some_and(|text| text.contains("a2")),
        "{found}"
    );
    page.keys("x").await;
    assert_eq!(page.script(refusal).await["text"], json!(null));
    page.close().await;
}

/// Fault W17: two fingers on the board enlarged nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w17_two_fingers_enlarge_the_board() {
    if left_out("two fingers enlarge the board") {
        return;
    }
    let table = Table::start();
    let page = Browser::at_one_screen(&table, Look::PHONE).await;
    // Chromium pinches nothing without a screen: what it would ask is asked here.
    let asked = r"
        const cell = document.querySelector('[data-square=e4]');
        const touch = new Touch({ identifier: 1, target: cell, clientX: 1, clientY: 1 });
        const event = new TouchEvent('touchstart', { touches: [touch], cancelable: true, bubbles: true });
        cell.dispatchEvent(event);
        return [getComputedStyle(cell).touchAction, event.defaultPrevented];
    ";
    assert_eq!(page.script(asked).await, json!(["pinch-zoom", false]));
    page.close().await;
}
