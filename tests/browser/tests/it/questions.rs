//! What is asked of players on a page: who answers at one screen, and how a page calls whoever is asked.

use browser::{Browser, Look, PATIENCE, Table, left_out, wait, written};
use serde_json::{Value, json};

const PLAYERS: [&str; 3] = ["White", "Gray", "Black"];

/// Lists whom the page lets answer.
const ANSWERING: &str = r"
    return [...document.querySelectorAll('.asked .answers')]
        .filter(one => one.querySelectorAll('button').length > 1)
        .map(one => one.ariaLabel);
";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w2_at_one_screen_a_draw_is_agreed_whoever_offers_it_and_whoever_is_to_move() {
    if left_out("at one screen a draw is agreed") {
        return;
    }
    let mut page = Browser::open(Look::DESKTOP).await;
    for plies in 0..2 {
        let table = Table::start();
        for offers in 0..3 {
            page.begin_at_one_screen(&table).await;
            let kept = page.kept().await;
            for (seat, line) in ["d4", "m4"].into_iter().enumerate().take(plies) {
                page.says(&kept, line, seat).await;
            }
            page.says(&kept, "/draw action:offer", offers).await;
            page.exists(".asked .card").await;
            let answering = page.script(ANSWERING).await;
            let wanted: Vec<String> = PLAYERS
                .iter()
                .enumerate()
                .filter(|(seat, _)| *seat != offers)
                .map(|(_, army)| format!("You're playing {army}."))
                .collect();
            assert_eq!(answering, json!(wanted), "{plies} plies");
            let cards = "return document.querySelectorAll('.asked .card').length";
            assert_eq!(page.script(cards).await, 1);
            if (plies, offers) == (0, 0) {
                page.picture("draw-at-one-screen").await;
            }
            page.press("button", "Accept draw").await;
            wait("one answer less", PATIENCE, async || {
                let left = page.script(ANSWERING).await;
                (left.as_array()?.len() == 1).then_some(())
            })
            .await;
            page.press("button", "Accept draw").await;
            page.find("heading", "Result").await;
        }
    }
    page.close_after_cuts().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w2_at_one_screen_everything_that_is_asked_can_be_answered() {
    if left_out("at one screen everything can be answered") {
        return;
    }
    let mut page = Browser::open(Look::DESKTOP).await;
    for (asked, agrees) in [
        ("draw", "Accept draw"),
        ("pause", "Accept pause"),
        ("abort", "Abort match"),
        ("takeback", "Accept takeback"),
    ] {
        let table = Table::start();
        for (offers, name) in PLAYERS.into_iter().enumerate() {
            page.begin_at_one_screen(&table).await;
            let kept = page.kept().await;
            for (seat, line) in ["d4", "m4", "Nx3"].into_iter().enumerate() {
                page.says(&kept, line, seat).await;
            }
            page.says(&kept, &format!("/{asked} action:offer"), offers)
                .await;
            page.exists(".asked .card").await;
            let answering = page.script(ANSWERING).await;
            let count = answering.as_array().map_or(0, Vec::len);
            assert_eq!(count, 2, "{asked} offered by {name}: {answering}");
            for left in [1, 0] {
                page.press("button", agrees).await;
                wait("one answer less", PATIENCE, async || {
                    let answering = page.script(ANSWERING).await;
                    (answering.as_array()?.len() == left).then_some(())
                })
                .await;
            }
            wait("the end of the question", PATIENCE, async || {
                let none = "return !document.querySelector('.asked .card')";
                (page.script(none).await == true).then_some(())
            })
            .await;
        }
    }
    page.close_after_cuts().await;
}

/// Returns whom the cards of the page offer a seat: what each says, and how many buttons it has.
const OFFERED: &str = r"
    return [...document.querySelectorAll('.cards .card')]
        .filter(one => [...one.querySelectorAll('button')].some(({ dataset, textContent }) => dataset.id || textContent.startsWith('Play ')))
        .map(one => [one.querySelector('h2').textContent, one.querySelectorAll('button').length]);
";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w11_at_one_screen_each_player_of_a_rematch_is_offered_their_own_seat() {
    if left_out("at one screen each player of a rematch is offered their own seat") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::open(Look::DESKTOP).await;
    page.begin_at_one_screen(&table).await;
    let kept = page.kept().await;
    page.says(&kept, "/resign confirm:true", 0).await;
    page.says(&kept, "/resign confirm:true", 1).await;
    page.find("heading", "Result").await;
    page.press("button", "Rematch").await;
    page.picture("rematch-at-one-screen").await;
    for left in [2, 1] {
        let offered = wait("the seats that are kept", PATIENCE, async || {
            let offered = page.script(OFFERED).await;
            (offered.as_array()?.len() == left).then_some(offered)
        })
        .await;
        let offered = offered.as_array().unwrap().clone();
        assert!(offered.iter().all(|one| one[1] == 1), "{offered:?}");
        assert!(left == 1 || offered[0][0] != offered[1][0], "{offered:?}");
        let sits = "return document.querySelector('.cards .card button').textContent";
        let label = page.script(sits).await;
        page.press("button", label.as_str().unwrap()).await;
    }
    page.reads("to move").await;
    page.close_after_cuts().await;
}

/// Counts tones.
const TONES: &str = r"
    globalThis.tones = 0;
    globalThis.OscillatorNode = class extends OscillatorNode {
      start(...given) {
        tones += 1;
        super.start(...given);
      }
    };
";

/// Opens a match of three of whom one is here, and returns what all three act by.
async fn one_of_three(table: &Table, page: &mut Browser) -> Value {
    page.run_before(TONES).await;
    page.begin_at_one_screen(table).await;
    let all = page.kept().await;
    let alone = r"
        const [{ id, tokens }] = arguments;
        localStorage.setItem(`rondel.m.${id}`, JSON.stringify({ tokens: tokens.slice(0, 1), links: {}, at: 1 }));
    ";
    page.script_with(alone, vec![all.clone()]).await;
    page.reload().await;
    page.reads("you · to move").await;
    // Somebody who has pressed nothing hears no sound.
    page.press("button", "Sound").await;
    page.press("button", "Sound").await;
    all
}

/// Waits for a sound after those before.
async fn sounds(page: &Browser, before: &Value) {
    wait("a sound", PATIENCE, async || {
        let tones = page.script("return tones").await;
        (tones.as_u64() > before.as_u64()).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w8_questions_and_the_end_are_called_out_with_a_sound() {
    if left_out("questions and the end are called out") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::open(Look::DESKTOP).await;
    let all = one_of_three(&table, &mut page).await;
    // Who has not moved yet may abort alone.
    for (seat, line) in ["d4", "m4", "Nx3"].into_iter().enumerate() {
        page.says(&all, line, seat).await;
        page.find("button", &written(line)).await;
    }
    for (line, seat, said) in [
        ("/draw action:offer", 1, "It's your turn to answer"),
        ("/draw action:withdraw", 1, ""),
        ("/pause action:offer", 2, "It's your turn to answer"),
        ("/pause action:decline", 0, ""),
        ("/abort action:offer", 1, "It's your turn to answer"),
        ("/abort action:decline", 0, ""),
        ("/resign confirm:true", 1, ""),
        ("/resign confirm:true", 2, "wins"),
    ] {
        page.listen().await;
        let heard = page.heard.len();
        let before = page.script("return tones").await;
        page.says(&all, line, seat).await;
        if said.is_empty() {
            continue;
        }
        page.hears(said, heard).await;
        sounds(&page, &before).await;
    }
    page.find("heading", "Result").await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w8_a_hidden_page_has_what_it_calls_for_in_its_title() {
    if left_out("a hidden page has what it calls for in its title") {
        return;
    }
    let table = Table::start();
    let mut page = Browser::open(Look::DESKTOP).await;
    let all = one_of_three(&table, &mut page).await;
    page.says(&all, "d4", 0).await;
    page.find("button", "d4").await;
    let first = page.tab().await;
    page.goto(&table.url).await;
    let titled = async |word: &str| {
        wait(word, PATIENCE, async || {
            let all = page.cdp("Target.getTargets", json!({})).await;
            let titles = all["targetInfos"].as_array()?.iter();
            let mut titles = titles.filter_map(|one| one["title"].as_str());
            titles.any(|title| title.starts_with(word)).then_some(())
        })
        .await;
    };
    titled("Match").await;
    page.says(&all, "/draw action:offer", 1).await;
    titled("● Question").await;
    page.says(&all, "/draw action:withdraw", 1).await;
    titled("Match").await;
    page.says(&all, "/resign confirm:true", 1).await;
    page.says(&all, "/resign confirm:true", 2).await;
    titled("● Result").await;
    page.turn_to(first).await;
    titled("Match").await;
    page.close().await;
}
