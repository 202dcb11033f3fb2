//! What is read out: each thing once, in its order, and over an open dialog as well.

use browser::{Browser, Look, PATIENCE, Table, left_out, wait, written};
use serde_json::json;

/// Nine moves, with a capture through the center.
const MOVES: [&str; 9] = ["d4", "m4", "Nx3", "d5", "Qn3", "w3", "d6", "Qxb2", "Bw2"];

/// True if nothing lies over this element, pressed or not.
const SEEN: &str = r"
    const one = document.querySelector(arguments[0]);
    const { left, top, width, height } = one.getBoundingClientRect();
    const before = one.style.pointerEvents;
    one.style.pointerEvents = 'auto';
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    one.style.pointerEvents = before;
    return width > 20 && one === over;
";

/// Opens a table for three people here, with this time for a move.
const FORM: &str = r"
    for (const army of ['gray', 'black']) {
      const choice = document.getElementById(`seat-${army}`);
      choice.value = 'here';
      choice.dispatchEvent(new Event('change', { bubbles: true }));
    }
    const time = document.getElementById('time');
    time.append(new Option('', arguments[0]));
    time.value = arguments[0];
    document.querySelector('#new .main').click();
";

async fn is_seen(page: &Browser, selector: &str) {
    wait(selector, PATIENCE, async || {
        let seen = page.script_with(SEEN, vec![json!(selector)]).await;
        (seen == true).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_is_called_once_and_after_the_move_that_leads_to_it() {
    if left_out("a turn is called once") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::at_one_screen(&table, Look::DESKTOP).await;
    let kept = page.kept().await;
    // From now on this page plays White alone.
    let alone = "const key = `rondel.m.${arguments[0]}`; const kept = JSON.parse(localStorage.getItem(key)); \
                 localStorage.setItem(key, JSON.stringify({ ...kept, tokens: kept.tokens.slice(0, 1) }))";
    page.script_with(alone, vec![kept["id"].clone()]).await;
    page.reload().await;
    page.reads("you · to move").await;
    page.listen().await;
    let begins = page.heard.len();
    for (ply, typed) in MOVES.iter().enumerate() {
        let (heard, line) = (page.heard.len(), &*written(typed));
        page.says(&kept, typed, ply % 3).await;
        let told = page.hears(&format!("played {line}:"), heard).await;
        if ply % 3 == 2 {
            let (before, after) = told.split_once(line).expect("the move");
            assert!(!before.contains("turn"), "{told}");
            assert!(after.contains("It's your turn as White"), "{told}");
        } else {
            let next = ["Gray) to move", "Black) to move"][ply % 3];
            page.hears(next, heard).await;
        }
    }
    // Two texts for a move, and one where the turn is White's; checks are told beside the moves.
    let heard = &page.heard[begins..];
    let checks = heard
        .iter()
        .filter(|text| text.contains("in check"))
        .count();
    assert_eq!(heard.len() - checks, MOVES.len() * 2 - 3, "{heard:#?}");
    for again in ["so far", "Next", "your move"] {
        assert!(!heard.iter().any(|text| text.contains(again)), "{heard:#?}");
    }
    for typed in MOVES {
        let begins = format!("played {}:", written(typed));
        let told = heard.iter().filter(|text| text.contains(&begins));
        assert_eq!(told.count(), 1, "{begins}: {heard:#?}");
    }
    // How things stand is there to be read all the same.
    page.exists(".seats .taken svg").await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_happens_behind_a_dialog_is_heard_and_seen() {
    if left_out("what happens behind a dialog is heard and seen") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::at_one_screen(&table, Look::DESKTOP).await;
    let kept = page.kept().await;
    for (ply, line) in ["d4", "m4"].iter().enumerate() {
        page.press("link", "Rules").await;
        page.find("dialog", "").await;
        page.listen().await;
        let heard = page.heard.len();
        page.says(&kept, line, ply).await;
        page.hears(line, heard).await;
        if ply == 1 {
            page.cut(true).await;
            page.hears("Connection lost", heard).await;
            is_seen(&page, "#cut").await;
            page.picture("cut-over-a-dialog").await;
            page.cut(false).await;
            page.exists("#cut:empty").await;
        }
        page.press("button", "Close").await;
        page.exists("body > #voices").await;
    }
    page.listen().await;
    let heard = page.heard.len();
    page.says(&kept, "Nx3", 2).await;
    page.hears(&written("Nx3"), heard).await;
    page.close_after_cuts().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_that_runs_short_is_told_once() {
    if left_out("time that runs short is told once") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::open(Look::DESKTOP).await;
    page.goto(&table.url).await;
    page.script_with(FORM, vec![json!("12s")]).await;
    page.exists(".seats li.turn .clock").await;
    page.script("document.querySelector('[data-do=keys]').click()")
        .await;
    page.exists("#answer[open]").await;
    // Over the dialog that is read in the meantime.
    is_seen(&page, "#toast").await;
    page.exists(".clock.short").await;
    page.hears("left for this move", 0).await;
    let last = "return [...document.querySelectorAll('.clock')].some(one => /^[12]\\D/.test(one.textContent))";
    wait("the last seconds", PATIENCE, async || {
        (page.script(last).await == true).then_some(())
    })
    .await;
    page.listen().await;
    let told = page.heard.iter().filter(|text| text.contains("left for"));
    assert_eq!(told.count(), 1, "{:#?}", page.heard);
    page.close().await;
}

/// Whether a page shows a text of its own, or what its actions are called.
const SHOWS: &str = r"
    const { texts } = JSON.parse(document.getElementById('setup').textContent);
    const words = texts[arguments[0]].split('{')[0];
    return document.body.innerText.includes(words) || !!document.querySelector('.acts')?.ariaLabel.includes(words);
";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_sits_is_not_told_to_sit_down() {
    if left_out("who sits is not told to sit down") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::open(Look::DESKTOP).await;
    page.goto(&table.url).await;
    page.press("button", "With two friends").await;
    let link = page.find("textbox", "Link for Gray").await.value;
    let mut guest = Browser::open(Look::DESKTOP).await;
    guest.goto(&link).await;
    guest.exists("#join").await;
    let how = vec![json!("sit-down")];
    assert_eq!(guest.script_with(SHOWS, how.clone()).await, true);
    assert_eq!(page.script_with(SHOWS, how).await, false);
    for page in [&page, &guest] {
        page.reads("Open seats: Gray").await;
        assert!(!page.shows("Press a button").await);
    }
    guest.close().await;
    // Three at one screen act for one after the other, until it is over.
    page.begin_at_one_screen(&table).await;
    let acting = || vec![json!("acting")];
    wait("the army", PATIENCE, async || {
        (page.script_with(SHOWS, acting()).await == true).then_some(())
    })
    .await;
    let kept = page.kept().await;
    for seat in [1, 2] {
        page.says(&kept, "/resign confirm:true", seat).await;
    }
    page.find("heading", "Result").await;
    wait("nobody to act for", PATIENCE, async || {
        (page.script_with(SHOWS, acting()).await == false).then_some(())
    })
    .await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_that_is_open_twice_says_so_in_both_windows() {
    if left_out("a seat that is open twice says so") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::open(Look::DESKTOP).await;
    page.goto(&table.url).await;
    page.press("button", "Against computers").await;
    page.reads("you · to move").await;
    let url = page.url().await;
    assert_eq!(page.script(TWICE).await, false);
    let first = page.tab().await;
    page.goto(&url).await;
    told_twice(&page, true).await;
    page.hears("open in another window", 0).await;
    let heard = page.heard.len();
    page.turn_to(first).await;
    told_twice(&page, true).await;
    page.hears("open in another window", heard).await;
    page.close().await;
}

const TWICE: &str = "return document.querySelector('.elsewhere').checkVisibility()";

async fn told_twice(page: &Browser, is: bool) {
    wait("the other window", PATIENCE, async || {
        (page.script(TWICE).await == is).then_some(())
    })
    .await;
}
