//! Pages without a network, and what a browser knows of its matches.

use browser::{Browser, Look, PATIENCE, Table, left_out, wait};

/// True once the page is kept for when there is no network.
const IS_KEPT: &str =
    "return navigator.serviceWorker.ready.then(() => caches.keys()).then(all => all.length === 1)";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_without_a_network_is_shown_as_it_was() {
    if left_out("a match without a network") {
        return;
    }
    let mut table = Table::start();
    let mut page = Browser::at_one_screen(&table, Look::PHONE).await;
    let kept = page.kept().await;
    for (seat, line) in ["d4", "m4"].into_iter().enumerate() {
        page.says(&kept, line, seat).await;
    }
    page.find("button", "m4").await;
    assert_eq!(page.script_awaited(IS_KEPT, vec![]).await, true);
    table.kill();
    page.reload().await;
    page.reads("You're offline. This is the match as of").await;
    page.find("button", "m4").await;
    page.find("gridcell", "d4, White's pawn").await;
    page.picture("offline").await;
    // Nothing of it is a link or a secret.
    let stored = "return Object.entries(localStorage).filter(([key]) => key.startsWith('rondel.s.')).map(([, text]) => text).join()";
    let stored = page.script(stored).await;
    let stored = stored.as_str().expect("a text");
    assert!(!stored.is_empty());
    for token in kept["tokens"].as_array().expect("tokens") {
        assert!(!stored.contains(token.as_str().expect("a token")));
    }
    // As soon as the server is back it goes on.
    table.start_again();
    page.exists("#cut:empty").await;
    page.says(&kept, "Nx3", 2).await;
    page.find("button", "Nw1–x3").await;
    page.close_after_cuts().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_device_that_is_forgotten_keeps_nothing() {
    if left_out("a device that is forgotten") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::at_one_screen(&table, Look::DESKTOP).await;
    page.goto(&table.url).await;
    page.press("textbox", "Your name").await;
    page.keys("Ann").await;
    page.exists("#known li a").await;
    page.press("button", "Forget this device").await;
    page.press("button", "Remove everything from this device")
        .await;
    wait("another page", PATIENCE, async || {
        let gone = "return !document.querySelector('#answer[open]') && document.querySelector('#me')?.value === ''";
        (page.script(gone).await == true).then_some(())
    })
    .await;
    let left = "return Object.keys(localStorage).filter(key => key.startsWith('rondel.m.') || key.startsWith('rondel.s.')).length";
    assert_eq!(page.script(left).await, 0);
    assert!(!page.shows("My matches").await);
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_that_wait_come_first_and_lead_to_each_other() {
    if left_out("matches that wait come first") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::open(Look::DESKTOP).await;
    let mut opened = Vec::new();
    for kind in ["Against computers", "With two friends", "On one screen"] {
        page.goto(&table.url).await;
        page.press("button", kind).await;
        page.exists(".seats .mine").await;
        opened.push(page.url().await);
    }
    // From the last the first one is next: the second waits for nobody here.
    page.exists("#waits:not([hidden]) a[href]").await;
    let next = "return document.querySelector('#waits a:last-child').href";
    wait("the next one", PATIENCE, async || {
        (page.script(next).await == opened[0].as_str()).then_some(())
    })
    .await;
    page.goto(&table.url).await;
    page.exists("#known li:nth-child(3) a").await;
    let listed = "return [...document.querySelectorAll('#known li')].map(one => `${one.className} ${one.querySelector('a').href}`)";
    let listed = page.script(listed).await;
    let waits: Vec<bool> = listed
        .as_array()
        .expect("matches")
        .iter()
        .map(|one| one.as_str().expect("a text").starts_with("waits"))
        .collect();
    assert_eq!(waits, [true, true, false], "{listed}");
    page.close().await;
}
