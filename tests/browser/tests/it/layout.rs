//! What is beside the board stays where it is, at every width.

use browser::{Browser, Look, PATIENCE, Table, is_thorough, left_out, wait};
use serde_json::{Value, json};

/// Sizes of windows at which nothing may move.
const SIZES: [(u32, u32); 3] = [(1280, 800), (820, 1180), (390, 844)];

/// Moves in thorough tests and in others.
const MOVES: [u32; 2] = [90, 15];

/// Plays one legal move for whoever is to move, at one screen; which one follows from a number.
pub(crate) const PLAYS: &str = r"
    const [{ id, tokens }, number] = arguments;
    const ask = async (what, body) => {
      const whole = JSON.stringify({ name: '', lang: 'en', match: id, request: crypto.randomUUID(), ...body });
      // On a fast machine this is more than a page may ask for in a second: it is asked again, as the page does.
      for (let tries = 0; ; tries += 1) {
        const answer = await fetch(`/api/${what}`, { method: 'POST', body: whole });
        if (answer.status !== 429 || tries > 40) return answer.json();
        await new Promise(done => setTimeout(done, 250));
      }
    };
    const { state } = await ask('live', { tokens, version: 0 });
    const seat = ['white', 'gray', 'black'].indexOf(state.turn);
    // No army goes out early: no piece is taken while others can move.
    const quiet = state.moves.filter(move => !state.board.pieces[move.slice(2, 4)]);
    const all = quiet.length ? quiet : state.moves;
    const line = all[(number * 7919) % all.length];
    const said = await ask('say', { token: tokens[seat], line });
    if (said.answer?.refused !== null) throw new Error(JSON.stringify(said));
    return line;
";

/// Where the entry line, the list and the arrows are, and whether the newest move and the arrows are in sight.
const PLACES: &str = r"
    const at = selector => {
      const { x, y } = document.querySelector(selector).getBoundingClientRect();
      return `${Math.round(x)} ${Math.round(y)}`;
    };
    const seen = one => {
      if (!one?.checkVisibility()) return false;
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight && (one === over || one.contains(over));
    };
    const newest = [...document.querySelectorAll('tbody button')].at(-1);
    return {
      places: ['#line', '.moves', '.steps'].map(at),
      newest: seen(newest) || seen(document.querySelector('.latest')),
      arrows: seen(document.querySelector('[data-do=previous]')) && seen(document.querySelector('[data-do=next]')),
      line: seen(document.querySelector('#line')),
    };
";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w7_ninety_moves_move_nothing_beside_the_board() {
    if left_out("ninety moves move nothing") {
        return;
    }
    let moves = if is_thorough() { MOVES[0] } else { MOVES[1] };
    let table = Table::start();
    for (width, height) in SIZES {
        let look = Look {
            width,
            height,
            touch: width < 600,
            ..Look::DESKTOP
        };
        let page = Browser::at_one_screen(&table, look).await;
        let kept = page.kept().await;
        let mut before = Value::Null;
        let mut jumps = 0;
        for number in 0..moves {
            page.script_awaited(PLAYS, vec![kept.clone(), json!(number)])
                .await;
            page.exists(&format!("tbody[data-count=\"{}\"]", number + 1))
                .await;
            if number % 30 == 0 {
                page.picture(&format!("ninety-{width}-{number}")).await;
            }
            // The list follows in the frame after.
            let what = format!("{width}×{height}, move {}", number + 1);
            let now = wait(&what, PATIENCE, async || {
                let now = page.script(PLACES).await;
                let all = ["newest", "arrows", "line"];
                all.iter().all(|what| now[what] == true).then_some(now)
            })
            .await;
            jumps += usize::from(!before.is_null() && before != now["places"]);
            before = now["places"].clone();
        }
        println!("{width}×{height}: {jumps} jumps in {moves} moves");
        page.picture(&format!("ninety-{width}")).await;
        assert_eq!(jumps, 0, "{width}×{height}");
        // What was asked too often is this test's doing, and all that the console may hold.
        let complaints = page.complaints().await;
        let others: Vec<&String> = complaints
            .iter()
            .filter(|one| !one.contains("429"))
            .collect();
        assert!(others.is_empty(), "{others:#?}");
        page.close().await;
    }
}
