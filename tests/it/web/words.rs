//! What is said in the browser knows that it is said there.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::table::{Pages, Table, request, three_here, token};

/// What stands in no browser.
const FOREIGN: [(&str, &[&str]); 2] = [
    (
        "en",
        &[
            "thread", "threads", "channel", "channels", "server", "servers",
        ],
    ),
    (
        "de",
        &[
            "thread", "threads", "kanal", "kanäle", "kanälen", "server", "servern", "servers",
        ],
    ),
];

/// Commands with what they are given, in matches and at tables, allowed or not.
const LINES: [&str; 46] = [
    "/help",
    "/help command:leaderboard",
    "/help command:play",
    "/rules",
    "/leaderboard",
    "/leaderboard scope:everywhere",
    "/leaderboard scope:server",
    "/profile",
    "/profile player:ben",
    "/settings",
    "/matches",
    "/privacy",
    "/export",
    "/export of:me",
    "/history",
    "/board",
    "/board text:true",
    "/look e2",
    "e9",
    "e4",
    "/draw",
    "/draw action:offer",
    "/takeback",
    "/pause",
    "/resume",
    "/abort",
    "/seat",
    "/seat action:link",
    "/seat action:substitute",
    "/seat action:computer seat:gray",
    "/seat action:free seat:gray",
    "/join",
    "/leave",
    "/play",
    "/play private:true",
    "/play computers:3",
    "/play computers:2",
    "/play rated:true computers:1",
    "/rematch",
    "/replay",
    "/server",
    "/server action:check",
    "/server action:set",
    "/pass",
    "/resign",
    "/forget-me",
];

/// Adds whatever is written in data to a list.
fn texts(data: &Value, all: &mut Vec<String>) {
    match data {
        Value::String(text) => all.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|one| texts(one, all)),
        Value::Object(fields) => {
            for (name, one) in fields {
                // Names that programs read.
                if !["id", "name", "command", "refused", "reason", "file"].contains(&&**name) {
                    texts(one, all);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Types a line, in a match or in none, as somebody whose page is in this language.
async fn says(pages: &Pages, lang: &str, by: &str, id: Option<&str>, line: &str) -> Value {
    let mut body = json!({"token": token(by), "lang": lang, "line": line, "request": request()});
    if let Some(id) = id {
        body["match"] = id.into();
    }
    pages.patiently("say", &body).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w18_texts_know_that_they_are_in_the_browser() {
    let mut foreign = BTreeSet::new();
    for (lang, words) in FOREIGN {
        let table = Table::start().await;
        let running = table.open_three().await;
        let mut seats = three_here();
        seats["black"] = json!({"kind": "link"});
        let open = table.open("ann", &seats).await;
        let open = open["match"].as_str().unwrap().to_owned();
        let mut all = Vec::new();
        for line in LINES {
            for by in ["ann", "ben"] {
                for id in [Some(&*running), Some(&*open), None] {
                    texts(&says(&table, lang, by, id, line).await, &mut all);
                }
            }
        }
        for line in ["/", "/s", "/leaderboard ", "/settings ", "/m"] {
            let body = json!({"token": token("ann"), "lang": lang, "match": running, "line": line});
            texts(&table.patiently("suggest", &body).await, &mut all);
        }
        // The page itself, with all that its scripts say.
        for path in ["/", "/m/m7k3q", "/rules"] {
            let page = table.get(path, &[("accept-language", lang)]).await;
            let page = page.text().await.unwrap();
            let (_, setup) = page.rsplit_once("id=\"setup\">").unwrap();
            let (setup, _) = setup.split_once("</script>").unwrap();
            texts(&serde_json::from_str(setup).unwrap(), &mut all);
        }
        assert!(all.len() > 500, "{}", all.len());
        for text in all.iter().flat_map(|text| text.lines()) {
            let is_foreign = |word: &str| words.contains(&&*word.to_lowercase());
            // What can be typed has the same names in every chat.
            let text = text.split(" [").next().unwrap_or_default();
            let is_letter = |one: char| one.is_alphabetic() || one == '/' || one == ':';
            if text.split(|one| !is_letter(one)).any(is_foreign) {
                foreign.insert(format!("{lang}: {text}"));
            }
        }
    }
    assert!(foreign.is_empty(), "{foreign:#?}");
}
