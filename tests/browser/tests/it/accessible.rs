//! axe on every page and state, in both languages, at three widths, light and dark; and nothing that has
//! to be scrolled sideways. Each page and state is looked at in one or two of these ways, and in all with
//! `THOROUGH=yes`.

use std::{collections::BTreeMap, fs, path::Path};

use browser::{Browser, ESCAPE, Look, Table, is_thorough, lacks, left_out};
use serde_json::{Value, json};

const WIDTHS: [u32; 3] = [320, 390, 1280];
/// A desktop of 1280 × 800 pixels at 200 %.
const ZOOMED: (u32, u32) = (640, 400);

/// What axe cannot decide, and why it is well all the same. Anything else fails.
const UNDECIDED: [(&str, &[&str], &str); 8] = [
    (
        "color-contrast (shortTextContent)",
        &["drawing", "moves"],
        "letters of files, numbers of ranks and of rounds are single signs: tests of the themes hold their contrast",
    ),
    (
        "color-contrast (imgNode)",
        &["plates"],
        "players stand in the corners of the board, beside its circle and not on it",
    ),
    (
        "color-contrast (emptyValue)",
        &["line"],
        "an empty line shows an example in the color of small text",
    ),
    (
        "label-content-name-mismatch (label-content-name-mismatch)",
        &["column"],
        "a button that makes a link says behind its words what the link is for",
    ),
    (
        "color-contrast (bgOverlap)",
        &["drawing", "plates", "moves", "column", "dialog"],
        "what is scrolled goes beneath what stays, dialogs lie over the page, and numbers of moves on shapes of the drawing",
    ),
    (
        "color-contrast (elmPartiallyObscured)",
        &["moves", "column", "dialog"],
        "the same, of a part of which a part is seen",
    ),
    (
        "color-contrast (elmPartiallyObscuring)",
        &["column"],
        "the same, of a text that begins or ends beneath what stays",
    ),
    (
        "color-contrast (elmPartiallyObscuring)",
        &["hub"],
        "the button lies on a circle of its own, which the box of its text reaches beyond",
    ),
];

/// Runs axe with all that it knows, and lists what it finds.
const FINDINGS: &str = r"
    const found = await axe.run(document, { resultTypes: ['violations', 'incomplete'] });
    const places = {
      svg: 'drawing', '.moves': 'moves', 'dialog': 'dialog', '.seats': 'plates', '#past': 'hub', '#line': 'line',
      '#side': 'column',
    };
    globalThis.unsure = found.incomplete.flatMap(({ id, nodes }) => nodes.map(({ any, all, none, target }) => {
      const reason = [...any, ...all, ...none].map(({ id, data }) => data?.messageKey ?? id)[0];
      const one = document.querySelector(target);
      const place = Object.keys(places).find(selector => one?.closest(selector));
      return [`${id} (${reason})`, places[place] ?? '', String(target)];
    }));
    return found.violations.map(({ id, impact, help, nodes }) =>
        `${id} (${impact}): ${help}: ${nodes.slice(0, 3).map(node => `${node.target} ${node.html.slice(0, 120)} ${node.any[0]?.message ?? ''}`).join(' | ')}`);
";

/// Lists what reaches beyond the right edge, what is cut off, words that are broken in two, and a dialog or
/// a board that is larger than the window.
const LAID: &str = r"
    const found = [];
    const told = one => one.outerHTML.slice(0, 100);
    const all = [...document.body.querySelectorAll('*')].filter(one => one.checkVisibility());
    const root = document.scrollingElement;
    if (root.scrollWidth > innerWidth) {
      const wide = all.filter(one => one.getBoundingClientRect().right > innerWidth + 1);
      found.push(`too wide: ${root.scrollWidth} of ${innerWidth} px`, ...wide.slice(0, 5).map(told));
    }
    for (const one of all) {
      const { overflowX, clipPath } = getComputedStyle(one);
      const clips = /hidden|clip/.test(overflowX) && clipPath === 'none' && !one.closest('svg, .unseen, select, input');
      if (clips && one.scrollWidth > one.clientWidth + 1) found.push(`cut off: ${told(one)}`);
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      if (!node.parentElement.checkVisibility() || node.parentElement.closest('svg, .unseen, select')) continue;
      for (const { index, 0: word } of node.data.matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = new Range();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(`broken: ${word}`);
      }
    }
    const menu = [...document.querySelectorAll('nav > *')].filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect().top);
    if (new Set(menu).size > 1) found.push('the menu has two lines');
    for (const one of document.querySelectorAll('dialog[open], .stage .board')) {
      const { left, right, width, height } = one.getBoundingClientRect();
      if (left < 0 || right > innerWidth || height > innerHeight) found.push(`${width} × ${height} px: ${told(one)}`);
    }
    return found;
";

struct Checks {
    axe: String,
    findings: Vec<String>,
    /// What axe cannot decide, by its reason and place: where it was seen first.
    unsure: BTreeMap<(String, String), String>,
    checked: usize,
    /// The ways in which pages could be looked at so far; unless all are, it is one of four.
    looks: usize,
    is_thorough: bool,
}

impl Checks {
    /// Checks what is shown at all widths, light and dark.
    async fn all(&mut self, page: &mut Browser, state: &str, look: Look) {
        if page.script("return !globalThis.axe").await == true {
            page.script(&self.axe).await;
        }
        for width in WIDTHS {
            for dark in [false, true] {
                self.looks += 1;
                if !self.is_thorough && !self.looks.is_multiple_of(4) {
                    continue;
                }
                let look = Look {
                    width,
                    height: 844,
                    dark,
                    ..look
                };
                drawn(page, look).await;
                let scheme = if dark { "dark" } else { "light" };
                let name = format!("{state}-{}-{width}-{scheme}", look.lang);
                let found = page.script_awaited(FINDINGS, vec![]).await;
                let unsure = page.script("return unsure").await;
                let unsure: Vec<[String; 3]> = serde_json::from_value(unsure).expect("a list");
                for [reason, place, target] in unsure {
                    let first = self.unsure.entry((reason, place));
                    first.or_insert_with(|| format!("{name}: {target}"));
                }
                self.note(&name, &found);
                self.note(&name, &page.script(LAID).await);
                self.checked += 1;
                page.picture(&name).await;
            }
        }
        let (width, height) = ZOOMED;
        let zoomed = Look {
            width,
            height,
            ..look
        };
        drawn(page, zoomed).await;
        let name = format!("{state}-{}-zoomed", look.lang);
        self.note(&name, &page.script(LAID).await);
        page.picture(&name).await;
        page.look(look).await;
    }

    fn note(&mut self, name: &str, list: &Value) {
        let list = list.as_array().into_iter().flatten();
        let list = list.filter_map(Value::as_str);
        self.findings
            .extend(list.map(|one| format!("{name}: {one}")));
    }
}

/// Looks at a page in a way; frames that are due are drawn first, so that nothing is measured halfway.
async fn drawn(page: &mut Browser, look: Look) {
    page.look(look).await;
    let frame = "await new Promise(done => requestAnimationFrame(() => setTimeout(done)))";
    page.script_awaited(frame, vec![]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn axe_finds_nothing() {
    let axe = Path::new(env!("CARGO_MANIFEST_DIR")).join("node_modules/axe-core/axe.min.js");
    let path = axe.display().to_string();
    if left_out("axe") || lacks("axe", &[&path]) {
        return;
    }
    let axe = fs::read_to_string(&axe).expect("axe");
    // Two at once: each waits for its browser most of the time.
    let (en, de) = tokio::join!(states(&axe, "en"), states(&axe, "de"));
    let checked = en.checked + de.checked;
    let mut findings = [en.findings, de.findings].concat();
    println!("{checked} pages and states checked");
    for ((reason, place), first) in en.unsure.into_iter().chain(de.unsure) {
        let known = UNDECIDED
            .iter()
            .find(|(known, places, _)| *known == reason && places.contains(&place.as_str()));
        match known {
            Some((_, _, why)) => println!("undecided: {reason}, {place}: {why}"),
            None => findings.push(format!("undecided: {reason}, {place}: {first}")),
        }
    }
    assert!(findings.is_empty(), "{findings:#?}");
}

/// Checks every page and state in a language.
async fn states(axe: &str, lang: &'static str) -> Checks {
    let look = Look {
        lang,
        ..Look::DESKTOP
    };
    let mut checks = Checks {
        axe: axe.to_owned(),
        findings: Vec::new(),
        unsure: BTreeMap::new(),
        checked: 0,
        looks: 0,
        is_thorough: is_thorough(),
    };
    let table = Table::start();
    let mut page = Browser::open(look).await;
    page.goto(&table.url).await;
    checks.all(&mut page, "home", look).await;
    // By what stands there whatever the language.
    let quick = |index: usize| format!("document.querySelectorAll('.quick')[{index}].click()");
    page.script(&quick(2)).await;
    let body = r"
        const links = () => [...document.querySelectorAll('.cards input')].map(one => one.value).filter(one => one.includes('#s='));
        while (links().length < 2) await new Promise(done => setTimeout(done, 20));
        return links();
    ";
    let links = page.script_awaited(body, vec![]).await;
    checks.all(&mut page, "table", look).await;
    let mut guest = Browser::open(look).await;
    guest.goto(links[0].as_str().expect("a link")).await;
    guest.exists("#join").await;
    checks.all(&mut guest, "invited", look).await;
    guest.close().await;
    // Pages with addresses of their own.
    for text in [
        "rules",
        "leaderboard",
        "profile",
        "settings",
        "help",
        "nothing-here",
    ] {
        page.goto(&format!("{}{text}", table.url)).await;
        page.exists("#shown > *, [data-page=missing] main a").await;
        checks.all(&mut page, &format!("page-{text}"), look).await;
    }
    page.complaints().await;
    // This browser knows a match by now.
    page.goto(&table.url).await;
    page.exists("#known li a").await;
    checks.all(&mut page, "mine", look).await;
    // A match with a clock and three at one screen, where moves are asked about.
    page.goto(&table.url).await;
    page.script(FORM).await;
    page.exists(".seats li.turn .clock").await;
    let kept = page.kept().await;
    page.click(page.square("d2").await).await;
    page.exists(".over .goal").await;
    page.click(page.square("d4").await).await;
    page.exists("#confirm:not([hidden])").await;
    checks.all(&mut page, "confirm", look).await;
    page.script("document.querySelector('#confirm button:last-child').click()")
        .await;
    for (ply, line) in MOVES[..15].iter().enumerate() {
        page.says(&kept, line, ply % 3).await;
    }
    page.says(&kept, "/draw action:offer", 1).await;
    page.exists(".asked .card button").await;
    shows_moves(&page, 15).await;
    page.click(page.square("p5").await).await;
    page.exists(".over .goal").await;
    checks.all(&mut page, "chosen", look).await;
    page.script("document.querySelector('[data-do=large]').click()")
        .await;
    page.exists("#tabs:not([hidden])").await;
    checks.all(&mut page, "sector", look).await;
    page.script("document.querySelector('#tabs button:last-child').click()")
        .await;
    page.script("document.querySelector('[data-do=previous]').click()")
        .await;
    page.exists("#past:not([hidden])").await;
    checks.all(&mut page, "past", look).await;
    for sheet in ["more", "moves"] {
        let open = format!("document.querySelector('.strip [data-do={sheet}]').click()");
        page.script(&open).await;
        checks.all(&mut page, sheet, look).await;
        page.script(&open).await;
    }
    page.script("document.querySelector('#past button').click()")
        .await;
    for (ply, line) in MOVES.iter().enumerate().skip(15).take(9) {
        page.says(&kept, line, ply % 3).await;
    }
    shows_moves(&page, 24).await;
    page.exists("#tabs[hidden]").await;
    let (from, to) = (page.square("p2").await, page.square("o1").await);
    page.drag(from, to).await;
    page.exists("#promotion[open] button").await;
    checks.all(&mut page, "promotion", look).await;
    page.keys(ESCAPE).await;
    for selector in [
        "[data-say='/rules']",
        "[data-say='/settings']",
        "[data-say='/help']",
        "[data-do=keys]",
    ] {
        page.script_with(
            "document.querySelector(arguments[0]).click()",
            vec![json!(selector)],
        )
        .await;
        page.exists("#answer[open]").await;
        let name = selector
            .trim_end_matches(['\'', ']'])
            .rsplit(['/', '='])
            .next();
        checks.all(&mut page, name.unwrap_or_default(), look).await;
        page.keys(ESCAPE).await;
    }
    for (line, seat) in [
        ("pxo1=Q", 0),
        ("/resign confirm:true", 1),
        ("/resign confirm:true", 2),
    ] {
        page.says(&kept, line, seat).await;
    }
    page.exists(".cards h2").await;
    checks.all(&mut page, "ended", look).await;
    // Seen, not judged: the system's colours, and nothing that moves.
    let forced = Look {
        forced: true,
        still: true,
        ..look
    };
    page.look(forced).await;
    page.picture(&format!("ended-{}-forced", look.lang)).await;
    page.close().await;
    checks
}

/// A match up to a promotion.
const MOVES: [&str; 24] = [
    "d4", "m4", "Nx3", "d5", "Qn3", "w3", "d6", "Qxb2", "Bw2", "p6", "i3", "O-O", "p5", "j3", "q3",
    "p4", "o4", "r3", "pxo3", "k3", "s3", "oxp2", "l3", "t3",
];

/// Opens a table for three people here who have a day for each move.
const FORM: &str = r"
    for (const army of ['gray', 'black']) {
      const choice = document.getElementById(`seat-${army}`);
      choice.value = 'here';
      choice.dispatchEvent(new Event('change', { bubbles: true }));
    }
    document.getElementById('time').value = '1d';
    document.querySelector('#new .main').click();
";

async fn shows_moves(page: &Browser, count: usize) {
    browser::wait("the moves", browser::PATIENCE, async || {
        let shown = page
            .script("return document.querySelectorAll('tbody button').length")
            .await;
        (shown == count).then_some(())
    })
    .await;
}
