//! Earlier plies on the board, a match that is played again, and answers that concern no match.

use browser::{Browser, Look, PATIENCE, Table, left_out, wait};
use serde_json::json;

/// Moves of three players in turn.
const MOVES: [&str; 24] = [
    "d4", "m4", "Nx3", "d5", "Qn3", "w3", "d6", "Qxb2", "Bw2", "p6", "i3", "O-O", "p5", "j3", "q3",
    "p4", "o4", "r3", "pxo3", "k3", "s3", "oxp2", "l3", "t3",
];

/// Holds Alt and an arrow: so many repeats, as fast as keyboards send them at most.
const HOLDS: &str = r"
    const [key, times] = arguments;
    for (let time = 0; time < times; time += 1) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, altKey: true, bubbles: true, cancelable: true, repeat: time > 0 }));
      await new Promise(done => setTimeout(done, 4));
    }
";

/// Says which ply the bar names, and whether the board shows that one; the server says how it is.
const SHOWN: &str = r"
    const [{ id, tokens }] = arguments;
    const past = document.querySelector('#past');
    const moves = document.querySelectorAll('tbody button').length;
    const ply = past.hidden ? moves : Number(/\d+/.exec(past.textContent)[0]);
    const current = [...document.querySelectorAll('tbody button')].findIndex(one => one.ariaCurrent) + 1;
    const body = JSON.stringify({ token: tokens[0], name: '', lang: 'en', match: id, ply, outlook: 'round-white' });
    const answer = await fetch('/api/ply', { method: 'POST', body });
    const { board } = await answer.json();
    if (!board) return null;
    const cells = [...document.querySelectorAll('[data-cell]')].filter(cell => / \w+'s /.test(cell.ariaLabel));
    const shows = cells.map(cell => cell.dataset.cell).sort().join();
    return { ply, current, fits: shows === Object.keys(board.pieces).sort().join() };
";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w3_the_board_shows_the_ply_that_the_bar_names_after_keys_were_held() {
    if left_out("the board shows the ply that the bar names") {
        return;
    }
    let table = Table::start();
    let page = Browser::at_one_screen(&table, Look::DESKTOP).await;
    let kept = page.kept().await;
    for (ply, line) in MOVES.iter().enumerate() {
        page.says(&kept, line, ply % 3).await;
    }
    page.find("button", "t3").await;
    for (key, times, wanted) in [
        ("ArrowLeft", 20, 4),
        ("ArrowRight", 17, 21),
        ("ArrowLeft", 19, 2),
        ("ArrowRight", 16, 18),
        ("ArrowLeft", 40, 0),
        ("ArrowRight", 40, 24),
    ] {
        page.script_awaited(HOLDS, vec![json!(key), json!(times)])
            .await;
        let mut last = json!(null);
        wait(&format!("ply {wanted}"), PATIENCE, async || {
            last = page.script_awaited(SHOWN, vec![kept.clone()]).await;
            println!("{last}");
            let wanted = json!({"ply": wanted, "current": wanted, "fits": true});
            (last == wanted).then_some(())
        })
        .await;
    }
    page.close().await;
}

/// A position that is on its way in one way of seeing the board is none in another.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_board_is_seen_otherwise_while_one_steps() {
    if left_out("the board is seen otherwise while one steps") {
        return;
    }
    let table = Table::start();
    let page = Browser::at_one_screen(&table, Look::DESKTOP).await;
    let kept = page.kept().await;
    for (ply, line) in MOVES[..12].iter().enumerate() {
        page.says(&kept, line, ply % 3).await;
    }
    page.exists("tbody[data-count=\"12\"]").await;
    page.script("document.querySelector('[data-do=large]').click()")
        .await;
    page.exists("#tabs:not([hidden])").await;
    // In one breath: the sector's positions are asked for, and then the whole board's.
    page.script(
        "document.querySelector('[data-do=previous]').click(); document.querySelector('#tabs button:last-child').click(); \
         document.querySelector('[data-do=previous]').click()",
    )
    .await;
    page.shows_ply(10, 12).await;
    wait("the whole board", PATIENCE, async || {
        let squares = "return document.querySelectorAll('#board .ground [data-square]').length";
        (page.script(squares).await == 144).then_some(())
    })
    .await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w3_moves_that_come_and_go_while_one_looks_back_change_nothing_there() {
    if left_out("moves that come and go while one looks back") {
        return;
    }
    let table = Table::start();
    let page = Browser::at_one_screen(&table, Look::DESKTOP).await;
    let kept = page.kept().await;
    for (ply, line) in MOVES.iter().enumerate().take(6) {
        page.says(&kept, line, ply % 3).await;
    }
    page.find("button", "w3").await;
    page.script_awaited(HOLDS, vec![json!("ArrowLeft"), json!(1)])
        .await;
    page.shows_ply(5, 6).await;
    let shows = async |wanted: usize| {
        wait(&format!("ply {wanted}"), PATIENCE, async || {
            let shown = page.script_awaited(SHOWN, vec![kept.clone()]).await;
            let wanted = json!({"ply": wanted, "current": wanted, "fits": true});
            (shown == wanted).then_some(())
        })
        .await;
    };
    page.says(&kept, MOVES[6], 0).await;
    page.shows_ply(5, 7).await;
    shows(5).await;
    // Three moves are taken back: there is no fifth ply any more.
    page.says(&kept, "/takeback action:offer", 1).await;
    page.says(&kept, "/takeback action:accept", 0).await;
    page.says(&kept, "/takeback action:accept", 2).await;
    wait("the present", PATIENCE, async || {
        (page
            .script("return document.querySelector('#past').hidden")
            .await
            == true)
            .then_some(())
    })
    .await;
    shows(4).await;
    // It may have asked for a ply that was taken back in the same moment.
    for complaint in page.complaints().await {
        assert!(complaint.contains("/api/ply "), "{complaint}");
    }
    page.close().await;
}

/// What anybody may ask and everybody may hear; it changes no match.
const LOOKS: [&str; 12] = [
    "/leaderboard",
    "/leaderboard period:month scope:everywhere",
    "/profile",
    "/help",
    "/help command:draw",
    "/rules",
    "/rules topic:pawns",
    "/matches",
    "/privacy",
    "/board text:true",
    "/history",
    "/look square:e1",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w4_whoever_asks_gets_every_answer() {
    if left_out("whoever asks gets every answer") {
        return;
    }
    let table = Table::start();
    let page = Browser::at_one_screen(&table, Look::DESKTOP).await;
    let kept = page.kept().await;
    page.says(&kept, "d4", 0).await;
    for line in LOOKS {
        let send = r"
            document.querySelector('#toast').hidden = true;
            const line = document.querySelector('#line');
            line.value = arguments[0];
            line.form.requestSubmit();
        ";
        page.script_with(send, vec![json!(line)]).await;
        let said = wait(line, PATIENCE, async || {
            let shown = "const dialog = document.querySelector('#answer[open] .inner'); \
                         const toast = document.querySelector('#toast:not([hidden])'); \
                         return (dialog ?? toast)?.textContent ?? ''";
            let said = page.script(shown).await;
            said.as_str()
                .filter(|text| !text.is_empty())
                .map(str::to_owned)
        })
        .await;
        println!("{line}: {}", said.lines().next().unwrap_or_default());
        page.script("document.querySelector('#answer').close()")
            .await;
    }
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w4_a_match_that_is_over_is_played_again_on_the_board() {
    if left_out("a match that is over is played again") {
        return;
    }
    let table = Table::start();
    for look in [Look::DESKTOP, Look::PHONE] {
        let page = Browser::at_one_screen(&table, look).await;
        let kept = page.kept().await;
        for (ply, line) in MOVES.iter().enumerate().take(3) {
            page.says(&kept, line, ply % 3).await;
        }
        for seat in [1, 2] {
            page.says(&kept, "/resign confirm:true", seat).await;
        }
        page.find("heading", "Result").await;
        page.press("button", "Replay").await;
        for ply in 0..3 {
            page.shows_ply(ply, 3).await;
            if ply == 1 {
                page.picture(&format!("replay-{}", look.width)).await;
            }
        }
        wait("the end", PATIENCE, async || {
            (page
                .script("return document.querySelector('#past').hidden")
                .await
                == true)
                .then_some(())
        })
        .await;
        assert!(
            page.seek("dialog", "").await.is_none(),
            "words in its place"
        );
        page.close().await;
    }
}
