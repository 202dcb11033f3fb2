//! Settings as a page shows them.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::table::{Table, request, token};

/// Options that call people, of which a page can call nobody, and that show them to others, of which there
/// are none.
const WITHOUT_EFFECT: [&str; 5] = ["public", "reminders", "turns", "questions", "news"];

/// Returns the menus and the ids of all that can be pressed on a page of settings.
fn read(answer: &Value) -> (Vec<&Value>, Vec<&str>) {
    let blocks = answer["blocks"].as_array().unwrap();
    let menus: Vec<&Value> = blocks
        .iter()
        .map(|block| &block["menu"])
        .filter(|menu| menu.is_object())
        .collect();
    let options = menus
        .iter()
        .flat_map(|menu| menu["options"].as_array().unwrap());
    let beside = blocks.iter().map(|block| &block["button"]);
    let rows = blocks
        .iter()
        .filter_map(|block| block["buttons"].as_array());
    let pressed = options.chain(beside).chain(rows.flatten());
    let ids = pressed.filter_map(|one| one["id"].as_str()).collect();
    (menus, ids)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_leaves_out_what_has_no_effect_there_and_says_each_thing_once() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let first = table.plays("ann", &id, "/settings").await;
    let (_, ids) = read(&first);
    let to_boards = ids.iter().find(|id| id.ends_with(":settings:boards"));
    let press = json!({
        "token": token("ann"), "lang": "en", "match": id, "request": request(),
        "id": to_boards.expect("a page about boards"),
    });
    let boards = table.asks("press", &press).await["answer"].take();
    let mut shown = HashSet::new();
    for page in [&first, &boards] {
        let (menus, ids) = read(page);
        assert!(!menus.is_empty(), "{page}");
        for option in WITHOUT_EFFECT {
            let sets = format!(":settings:{option}=");
            assert!(!ids.iter().any(|id| id.contains(&sets)), "{option}: {page}");
        }
        for menu in menus {
            let label = menu["prompt"].as_str().unwrap();
            assert!(shown.insert(label.to_owned()), "{label} stands there twice");
            let options = menu["options"].as_array().unwrap();
            let chosen = options.iter().filter(|one| one["chosen"] == true);
            assert_eq!(chosen.count(), 1, "{menu}");
            let words = options.iter().map(|one| one["label"].as_str().unwrap());
            let words: HashSet<&str> = words.collect();
            assert_eq!(words.len(), options.len(), "{menu}");
            // A word that all options begin with says what the label says.
            let begins = |word: &&str| word.split(' ').next().unwrap_or_default().to_owned();
            let begins: HashSet<String> = words.iter().map(begins).collect();
            assert!(begins.len() > 1, "{menu}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_menu_shows_what_is_set() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let german = "rd1:-:0:do:settings:language=de";
    let press = json!({
        "token": token("ann"), "lang": "en", "match": id, "request": request(), "id": german,
    });
    let set = table.asks("press", &press).await["answer"].take();
    let (menus, _) = read(&set);
    let language = menus
        .iter()
        .find(|menu| menu["name"] == "language")
        .unwrap();
    let options = language["options"].as_array().unwrap();
    let chosen: Vec<&Value> = options.iter().filter(|one| one["chosen"] == true).collect();
    assert_eq!(chosen.len(), 1, "{language}");
    assert_eq!(chosen[0]["id"], german);
    assert!(options.iter().all(|one| one["id"] != ""), "{language}");
}

/// A page that is shown in one language and answered in another.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_hears_which_language_was_chosen() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let mut page = table.watch(&id, &[token("ann")]).await;
    let (_, you) = page.state().await;
    assert_eq!(you["lang"], Value::Null);
    let other = table.plays("ann", &id, "/rules").await;
    assert!(!other.as_object().unwrap().contains_key("lang"), "{other}");
    for (line, lang) in [
        ("/settings language:de", json!("de")),
        ("/settings", json!("de")),
        ("/settings language:en", json!("en")),
    ] {
        let answer = table.plays("ann", &id, line).await;
        assert_eq!(answer.get("lang"), Some(&lang), "{line}: {answer}");
        let (_, you) = table.watch(&id, &[token("ann")]).await.state().await;
        assert_eq!(you["lang"], lang, "{line}");
    }
}

/// A board is mirrored as its player has set it, until their page says otherwise.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_is_mirrored_as_it_is_set_and_as_the_page_says() {
    let table = Table::start().await;
    let id = table.open_three().await;
    table.plays("ann", &id, "/settings mirror:true").await;
    let watching = |outlook: Value| {
        json!({
            "match": id, "tokens": [token("ann")], "lang": "en", "version": 0, "page": "mirror",
            "outlook": outlook,
        })
    };
    for (asked, shown) in [
        (Value::Null, "round-white-000-mirror"),
        (json!("round-white"), "round-white-000"),
        (json!("sector-gray-mirror"), "sector-gray-000-mirror"),
    ] {
        let live = table.asks("live", &watching(asked)).await;
        assert_eq!(live["state"]["board"]["outlook"], shown);
    }
}
