//! Taps of an unsteady finger: what the page takes each for.

use browser::{Browser, Look, Table, is_thorough, left_out};
use serde_json::{Value, json};

/// Taps in thorough tests and in others, and the pixels by which they miss as a rule.
const TAPS: [u32; 2] = [1_000, 250];
const SCATTER: f64 = 4.0;

/// An opening after which most pieces can move.
const MOVES: [&str; 12] = [
    "d4", "m4", "Nx3", "d5", "Qn3", "w3", "d6", "Qxb2", "Bw2", "p6", "i3", "O-O",
];

/// Chooses pieces and taps near their goals, again and again; each move waits to be confirmed, and is
/// taken back. A piece is chosen by a tap near it, or by its cell where `steady` is true.
const TAPPED: &str = r"
    const [count, scatter, steady] = arguments;
    let seed = 20261125;
    const random = () => {
      seed = (seed * 1664525 + 1013904223) % 4294967296;
      return (seed + 0.5) / 4294967296;
    };
    // Twelve make a bell.
    const miss = () => scatter * (Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, 0) - 6);
    const one = list => list[Math.floor(random() * list.length)];
    const all = selector => [...document.querySelectorAll(selector)];
    const bar = document.getElementById('confirm');
    const back = bar.querySelector('button:last-child');
    const cells = new Map(all('.board .ground [data-square]').map(cell => [cell.dataset.square, cell]));
    const middle = square => {
      const cell = cells.get(square);
      return new DOMPoint(cell.dataset.x, cell.dataset.y).matrixTransform(cell.getScreenCTM());
    };
    const names = new Map(all('[data-cell]').map(cell => [cell.dataset.cell, cell]));
    const chosen = () => names.keys().find(square => names.get(square).ariaSelected === 'true');
    const tap = square => {
      const { x, y } = middle(square);
      const at = { clientX: x + miss(), clientY: y + miss() };
      const on = document.elementFromPoint(at.clientX, at.clientY);
      const how = { ...at, pointerId: 1, pointerType: 'touch', isPrimary: true, bubbles: true, cancelable: true };
      for (const kind of ['pointerdown', 'pointerup']) on?.dispatchEvent(new PointerEvent(kind, how));
    };
    // Where the piece lies that waits to be confirmed.
    const aimed = () => {
      const ghost = document.querySelector('.over .ghost');
      if (!ghost) return null;
      const [x, y] = ['x', 'y'].map(side => ghost[side].baseVal.value + ghost.width.baseVal.value / 2);
      return cells.keys().find(square => Math.hypot(cells.get(square).dataset.x - x, cells.get(square).dataset.y - y) < 1);
    };
    const goalsOf = () => cells.keys().filter(square => names.get(square).ariaLabel.includes('you can')).toArray();
    const letGo = () => {
      if (!bar.hidden) back.click();
      const held = chosen();
      if (held) names.get(held).click();
    };
    /** Goals of each piece that can move and is shown. */
    const pieces = new Map();
    for (const [square, cell] of names) {
      if (!cells.has(square) || !cell.ariaLabel.includes(arguments[3])) continue;
      cell.click();
      const goals = chosen() === square ? goalsOf() : [];
      if (goals.length) pieces.set(square, goals);
      letGo();
    }
    const found = { pieces: pieces.size, goals: [...pieces.values()].flat().length, right: 0, none: 0, other: 0, illegal: 0, otherPiece: 0 };
    for (let taps = 0; taps < count;) {
      const from = one([...pieces.keys()]);
      if (steady) names.get(from).click();
      else tap(from);
      const held = chosen();
      if (held !== from) {
        found.otherPiece += 1;
        letGo();
        continue;
      }
      const goal = one(pieces.get(from));
      tap(goal);
      taps += 1;
      const to = aimed();
      if (document.querySelector('.bubble') || to && !pieces.get(from).includes(to)) found.illegal += 1;
      else if (!to) found.none += 1;
      else if (to === goal) found.right += 1;
      else found.other += 1;
      letGo();
    }
    return found;
";

async fn tapped(page: &mut Browser, taps: u32, steady: bool) -> Value {
    page.script(
        "document.getElementById('board').scrollIntoView({ block: 'center', behavior: 'instant' })",
    )
    .await;
    let values = vec![json!(taps), json!(SCATTER), json!(steady), json!("White's")];
    page.script_awaited(TAPPED, values).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn scattered_taps_mean_what_they_should() {
    if left_out("scattered taps") {
        return;
    }
    let taps = if is_thorough() { TAPS[0] } else { TAPS[1] };
    let table = Table::start();
    let mut page = Browser::at_one_screen(&table, Look::PHONE).await;
    let kept = page.kept().await;
    for (ply, line) in MOVES.iter().enumerate() {
        page.says(&kept, line, ply % 3).await;
    }
    page.says(&kept, "/settings confirm:true", 0).await;
    page.reload().await;
    page.reads("you · to move").await;
    page.exists("tbody tr:nth-child(4) td:nth-child(3) button")
        .await;
    // The whole board, with squares of twenty pixels.
    let whole = tapped(&mut page, taps, true).await;
    println!("whole board, {taps} taps with {SCATTER} px scatter: {whole}");
    page.reload().await;
    page.reads("you · to move").await;
    page.script("document.querySelector('[data-do=large]').click()")
        .await;
    page.exists("#tabs:not([hidden])").await;
    // A sector, as it is shown for each move on a small board.
    let large = tapped(&mut page, taps, false).await;
    println!("large sector, {taps} taps with {SCATTER} px scatter: {large}");
    for found in [&whole, &large] {
        assert_eq!(found["illegal"], 0, "{found}");
    }
    let share = |found: &Value| {
        let count = |name: &str| found[name].as_u64().expect("a count");
        assert!(count("goals") > 5, "{found}");
        (count("other") + count("none")) * 100 / u64::from(taps)
    };
    assert_eq!(share(&large), 0, "less than one of a hundred: {large}");
    assert!(share(&whole) < 5, "{whole}");
    page.close().await;
}
