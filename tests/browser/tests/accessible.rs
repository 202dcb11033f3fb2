//! axe on every page and state, in both languages, at three widths, light and dark; and nothing that has
//! to be scrolled sideways.

use std::{collections::BTreeSet, fs, path::Path};

use browser::{Browser, Look, Table, lacks, left_out};
use serde_json::json;

const WIDTHS: [u32; 3] = [320, 390, 1280];

/// Runs axe with all that it knows, and lists what it finds.
const FINDINGS: &str = r"
    const found = await axe.run(document, { resultTypes: ['violations', 'incomplete'] });
    globalThis.unsure = found.incomplete.map(({ id }) => id);
    return found.violations.map(({ id, impact, help, nodes }) =>
        `${id} (${impact}): ${help}: ${nodes.slice(0, 3).map(node => `${node.target} ${node.html.slice(0, 120)} ${node.any[0]?.message ?? ''}`).join(' | ')}`);
";

/// Lists what reaches beyond the right edge.
const WIDE: &str = r"
    const root = document.scrollingElement;
    if (root.scrollWidth <= innerWidth) return [];
    const wide = [...document.body.querySelectorAll('*')].filter(one => one.getBoundingClientRect().right > innerWidth + 1);
    return [`${root.scrollWidth} of ${innerWidth} px`, ...wide.slice(0, 5).map(one => one.outerHTML.slice(0, 100))];
";

struct Checks {
    axe: String,
    findings: Vec<String>,
    /// What axe cannot decide, by state.
    unsure: BTreeSet<String>,
    checked: usize,
}

impl Checks {
    /// Checks what is shown at all widths, light and dark.
    async fn all(&mut self, page: &mut Browser, state: &str, look: Look) {
        if page.script("return !globalThis.axe").await == true {
            page.script(&self.axe).await;
        }
        for width in WIDTHS {
            for dark in [false, true] {
                let look = Look {
                    width,
                    height: 844,
                    dark,
                    ..look
                };
                page.look(look).await;
                // Frames that are due are drawn first, so that nothing is measured halfway.
                page.script_awaited(
                    "await new Promise(done => requestAnimationFrame(() => setTimeout(done)))",
                    vec![],
                )
                .await;
                let scheme = if dark { "dark" } else { "light" };
                let name = format!("{state}-{}-{width}-{scheme}", look.lang);
                let found = page.script_awaited(FINDINGS, vec![]).await;
                let unsure = page.script("return unsure").await;
                for id in unsure.as_array().into_iter().flatten() {
                    self.unsure
                        .insert(format!("{state}: {}", id.as_str().unwrap_or_default()));
                }
                let wide = page.script(WIDE).await;
                for (what, list) in [("axe", found), ("too wide", wide)] {
                    for one in list.as_array().into_iter().flatten() {
                        self.findings.push(format!(
                            "{name}: {what}: {}",
                            one.as_str().unwrap_or_default()
                        ));
                    }
                }
                self.checked += 1;
                page.picture(&name).await;
            }
        }
        page.look(look).await;
    }
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
    let unsure: BTreeSet<&String> = en.unsure.union(&de.unsure).collect();
    let checked = en.checked + de.checked;
    println!("{checked} pages and states checked; axe cannot decide on {unsure:?}");
    let findings = [en.findings, de.findings].concat();
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
        unsure: BTreeSet::new(),
        checked: 0,
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
    exists(&guest, "#join").await;
    checks.all(&mut guest, "invited", look).await;
    guest.close().await;
    // A match with a clock and three at one screen, where moves are asked about.
    page.goto(&table.url).await;
    page.script(FORM).await;
    exists(&page, ".seats li.turn .clock").await;
    let kept = page.script_awaited(OPENED, vec![]).await;
    let play = |line: &str, seat: usize| vec![kept.clone(), json!(line), json!(seat)];
    page.click(page.square("d2").await).await;
    exists(&page, ".over .goal").await;
    page.click(page.square("d4").await).await;
    exists(&page, "#confirm:not([hidden])").await;
    checks.all(&mut page, "confirm", look).await;
    page.script("document.querySelector('#confirm button:last-child').click()")
        .await;
    for (ply, line) in MOVES[..15].iter().enumerate() {
        page.script_awaited(SAID, play(line, ply % 3)).await;
    }
    page.script_awaited(SAID, play("/draw action:offer", 1))
        .await;
    exists(&page, ".asked .card button").await;
    shows_moves(&page, 15).await;
    page.script("document.querySelectorAll('#side details').forEach(one => { one.open = true; })")
        .await;
    page.click(page.square("p5").await).await;
    exists(&page, ".over .goal").await;
    checks.all(&mut page, "chosen", look).await;
    page.script("document.querySelector('[data-do=large]').click()")
        .await;
    exists(&page, "#tabs:not([hidden])").await;
    checks.all(&mut page, "sector", look).await;
    page.script("document.querySelector('#tabs button:last-child').click()")
        .await;
    page.script("document.querySelector('[data-do=previous]').click()")
        .await;
    exists(&page, "#past:not([hidden])").await;
    checks.all(&mut page, "past", look).await;
    page.script("document.querySelector('#past button').click()")
        .await;
    for (ply, line) in MOVES.iter().enumerate().skip(15).take(9) {
        page.script_awaited(SAID, play(line, ply % 3)).await;
    }
    shows_moves(&page, 24).await;
    exists(&page, "#tabs[hidden]").await;
    let (from, to) = (page.square("p2").await, page.square("o1").await);
    page.drag(from, to).await;
    exists(&page, "#promotion[open] button").await;
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
        exists(&page, "#answer[open]").await;
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
        page.script_awaited(SAID, play(line, seat)).await;
    }
    exists(&page, ".cards h2").await;
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

const ESCAPE: &str = "\u{e00c}";

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

/// What the browser keeps of the match that is shown.
const OPENED: &str = r"
    const id = location.pathname.split('/').pop();
    return { id, tokens: JSON.parse(localStorage.getItem(`rondel.m.${id}`)).tokens };
";

/// Types a line for a seat, as its player does elsewhere.
const SAID: &str = r"
    const [{ id, tokens }, line, seat] = arguments;
    const body = JSON.stringify({ token: tokens[seat], name: '', lang: 'en', match: id, line, request: crypto.randomUUID() });
    const answer = await fetch('/api/say', { method: 'POST', body });
    const said = await answer.json();
    if (said.answer?.refused !== null) throw new Error(`${line}: ${JSON.stringify(said)}`);
";

async fn exists(page: &Browser, selector: &str) {
    browser::wait(selector, browser::PATIENCE, async || {
        let body = "return !!document.querySelector(arguments[0])";
        (page.script_with(body, vec![json!(selector)]).await == true).then_some(())
    })
    .await;
}

async fn shows_moves(page: &Browser, count: usize) {
    browser::wait("the moves", browser::PATIENCE, async || {
        let shown = page
            .script("return document.querySelectorAll('tbody button').length")
            .await;
        (shown == count).then_some(())
    })
    .await;
}
