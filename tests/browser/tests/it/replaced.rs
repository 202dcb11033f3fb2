//! The server is replaced by another build under an open page, or is gone for a while: in every state of a match the
//! page recovers by itself, or says what to do.

use std::time::Duration;

use browser::{Browser, ENTER, Look, PATIENCE, Table, left_out, wait};

use crate::held::brought;

/// A state of the page: how it comes about, and what is still there afterwards.
struct State {
    name: &'static str,
    begins: &'static str,
    /// A key that is pressed then.
    key: &'static str,
    remains: &'static str,
}

const RUNNING: [State; 6] = [
    State {
        name: "a chosen piece",
        begins: "document.querySelector('[data-cell=d2]').focus()",
        key: ENTER,
        remains: "[data-cell=d2][aria-selected=true]",
    },
    State {
        name: "an earlier position",
        begins: "document.querySelector('[data-do=first]').click()",
        key: "",
        remains: "#past:not([hidden])",
    },
    State {
        name: "an open sheet",
        begins: "document.querySelector('[data-do=more]').click()",
        key: "",
        remains: "#side[data-sheet=more]",
    },
    State {
        name: "a dialog",
        begins: "document.querySelector('[data-do=keys]').click()",
        key: "",
        remains: ".strip",
    },
    State {
        name: "a typed line",
        begins: "document.querySelector('#line').focus()",
        key: "/draw",
        remains: "#line",
    },
    State {
        name: "nothing at all",
        begins: "",
        key: "",
        remains: ".strip",
    },
];

const TABLE: State = State {
    name: "a table with open seats",
    begins: "",
    key: "",
    remains: ".cards [data-key=links]",
};

const ENDED: State = State {
    name: "a match that is over",
    begins: "",
    key: "",
    remains: ".cards [data-key=result]",
};

/// True where the page is of the version that the server has, or offers to load itself again.
const IS_NEW: &str = r"
    const { digest } = JSON.parse(document.querySelector('#setup').textContent);
    const answer = await fetch('/manifest.json').catch(() => null);
    if (!answer) return false;
    const has = answer.headers.get('x-rondel-page');
    return has === digest && !document.querySelector('#unstarted') && !!document.querySelector('[data-cell]')
        || !document.querySelector('#update').hidden;
";

const IS_KEPT: &str =
    "return navigator.serviceWorker.ready.then(() => caches.keys()).then(all => all.length === 1)";

/// What happens to the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Replaced,
    Gone,
    /// It is gone for a while, and another one comes.
    Both,
}

impl Fate {
    /// Lets it happen, and waits until the page is as it was or has said what to do.
    async fn befalls(self, table: &mut Table, page: &mut Browser, state: &State, away: Duration) {
        let what = format!("{self:?}, {}", state.name);
        page.script(state.begins).await;
        if !state.key.is_empty() {
            page.keys(state.key).await;
        }
        page.exists(state.remains).await;
        if self != Fate::Replaced {
            table.kill();
            page.exists("#cut:not(:empty)").await;
            tokio::time::sleep(away).await;
        }
        match self {
            Fate::Replaced | Fate::Both => table.update(),
            Fate::Gone => table.start_again(),
        }
        is_new(page, &what).await;
        let says = "return !document.querySelector('#update').hidden";
        if page.script(says).await == true {
            println!("{what}: it says what to do");
            page.script("document.querySelector('#update button').click()")
                .await;
            wait(&what, PATIENCE, async || {
                (page.script(says).await == false).then_some(())
            })
            .await;
            is_new(page, &what).await;
        }
        page.exists("#cut:empty").await;
        page.exists(state.remains).await;
        let typed = page
            .script("return document.querySelector('#line')?.value")
            .await;
        assert_eq!(
            typed,
            if state.key.starts_with('/') {
                state.key
            } else {
                ""
            },
            "{what}"
        );
        println!("{what}: there again");
        // At most once a minute a page loads itself again: as if that were over. And nothing is left of this state.
        page.script("history.replaceState({}, '')").await;
        page.goto("about:blank").await;
    }
}

async fn is_new(page: &Browser, what: &str) {
    wait(what, PATIENCE, async || {
        (page.script_awaited(IS_NEW, vec![]).await == true).then_some(())
    })
    .await;
}

async fn outlives(cases: &[(Fate, &State)], away: Duration) {
    let mut table = Table::start();
    let mut page = Browser::open(Look::DESKTOP).await;
    brought(&table, &mut page).await;
    let ended = page.url().await;
    page.goto(&table.url).await;
    page.script("document.querySelectorAll('.quick')[2].click()")
        .await;
    page.exists(TABLE.remains).await;
    let open = page.url().await;
    page.begin_at_one_screen(&table).await;
    let running = page.url().await;
    let kept = page.kept().await;
    for (seat, line) in ["e4", "m4", "u4"].into_iter().enumerate() {
        page.says(&kept, line, seat).await;
    }
    page.exists("tbody[data-count=\"3\"]").await;
    assert_eq!(page.script_awaited(IS_KEPT, vec![]).await, true);
    for (fate, state) in cases {
        let url = match state.name {
            name if name == TABLE.name => &open,
            name if name == ENDED.name => &ended,
            _ => &running,
        };
        page.goto(url).await;
        page.exists("body[data-stage] #side .strip").await;
        fate.befalls(&mut table, &mut page, state, away).await;
    }
    // Whoever comes back plays on.
    page.goto(&running).await;
    page.exists("tbody[data-count=\"3\"]").await;
    page.says(&kept, "d4", 0).await;
    page.exists("tbody[data-count=\"4\"]").await;
    page.close_after_cuts().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_outlives_a_server_that_is_replaced_or_gone() {
    if left_out("a page outlives a server that is replaced or gone") {
        return;
    }
    let [chosen, earlier, ..] = &RUNNING;
    let cases = [(Fate::Gone, chosen), (Fate::Both, earlier)];
    outlives(&cases, Duration::ZERO).await;
}

/// In every state, and away for a minute: `cargo test -p browser --test it -- --ignored minute`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes half an hour: .ci/long page"]
async fn a_page_outlives_a_minute_without_a_server() {
    if left_out("a page outlives a minute without a server") {
        return;
    }
    let states = || RUNNING.iter().chain([&TABLE, &ENDED]);
    let fates = [Fate::Replaced, Fate::Gone, Fate::Both].into_iter();
    let cases: Vec<_> = fates
        .flat_map(|fate| states().map(move |state| (fate, state)))
        .collect();
    outlives(&cases, Duration::from_secs(60)).await;
}
