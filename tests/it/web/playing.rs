//! Matches as pages play them.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use rondel::store::{Store, Stores, people::People};
use serde_json::{Value, json};

use super::table::{Heard, Table, request, three_here, token};
use crate::store::guarded::{Guard, Guarded};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_at_one_screen_play_and_every_page_hears_of_it() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let tokens = ["ann", "ben", "cy"].map(token);
    let mut page = table.watch(&id, &tokens).await;
    let (state, you) = page.state().await;
    assert_eq!(
        (&state["stage"], &state["turn"]),
        (&json!("running"), &json!("white"))
    );
    assert_eq!(state["moves"].as_array().unwrap().len(), 20);
    assert_eq!(state["board"]["pieces"]["e2"], "wP");
    assert_eq!(state["seats"]["gray"]["name"], "ben");
    let seats: Vec<&Value> = you["seats"].as_array().unwrap().iter().collect();
    let armies: Vec<&Value> = seats.iter().map(|one| &one["seat"]).collect();
    assert_eq!(armies, ["white", "gray", "black"]);
    for (ply, (name, line)) in (1..).zip([("ann", "e4"), ("ben", "/move m4"), ("cy", "u2u4")]) {
        let answer = table.plays(name, &id, line).await;
        let version = answer["version"].as_u64().unwrap();
        let (state, _) = page.at(version).await;
        assert_eq!(state["board"]["ply"], ply);
        let played = &state["played"];
        let known =
            played["from"].as_u64().unwrap() + played["moves"].as_array().unwrap().len() as u64;
        assert_eq!(known, ply);
        assert!(!state["said"].as_array().unwrap().is_empty(), "{state}");
    }
    // Every page that comes later knows all.
    let (state, _) = table.watch(&id, &tokens[..1]).await.state().await;
    assert_eq!(state["played"]["from"], 0);
    assert_eq!(state["played"]["moves"].as_array().unwrap().len(), 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_was_away_hears_of_moves_that_were_taken_back() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let play = async |lines: &[&str]| {
        for (name, line) in ["ann", "ben", "cy"].iter().cycle().zip(lines) {
            table.plays(name, &id, line).await;
        }
    };
    let seen = async |version: u64| {
        let mut page = table.connect().await;
        let watch = json!({
            "do": "watch", "match": id, "tokens": [token("ann")], "lang": "en", "version": version,
        });
        page.send(&watch).await;
        let mut state = page.state().await.0;
        let played = state["played"]["moves"].take();
        let from = state["played"]["from"].as_u64().unwrap() as usize;
        (
            state["v"].as_u64().unwrap(),
            from,
            played.as_array().unwrap().clone(),
        )
    };
    play(&["e4", "m4", "u4", "Nf3", "Nn3", "Nv3"]).await;
    let (known, _, before) = seen(0).await;
    for (name, action) in [("ann", "offer"), ("ben", "accept"), ("cy", "accept")] {
        let line = format!("/takeback action:{action}");
        table.plays(name, &id, &line).await;
    }
    play(&["d3", "l3", "t3", "g3", "o3", "w3", "c3", "k3", "s3"]).await;
    let (now, _, after) = seen(0).await;
    assert_eq!((before.len(), after.len()), (6, 12));
    let (_, from, moves) = seen(known).await;
    assert_eq!([&before[..from], &moves].concat(), after);
    // Nor does it rest on what there is not yet, as after a restore. Who is up to date gets the last moves.
    for (version, wanted) in [(now + 1, 0), (now - 1, 6), (now - 6, 6), (now - 7, 0)] {
        assert_eq!(seen(version).await.1, wanted, "{version} of {now}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn links_to_seats_that_are_played_here_add_nobody() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let mut tokens = ["ann", "ben", "cy"].map(token).to_vec();
    for (name, seat) in [("ann", "white"), ("ben", "gray"), ("cy", "black")] {
        tokens.push(table.links(&token(name), &id, seat).await);
    }
    let (_, you) = table.watch(&id, &tokens).await.state().await;
    let seats = you["seats"].as_array().unwrap().iter();
    let seats: Vec<Value> = seats
        .map(|one| json!([one["token"], one["seat"]]))
        .collect();
    assert_eq!(
        json!(seats),
        json!([[0, "white"], [1, "gray"], [2, "black"]])
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refusals_say_why_and_change_nothing() {
    let table = Table::start().await;
    let id = table.open_three().await;
    for (name, line, reason) in [
        ("ben", "m4", "not-your-turn"),
        ("ann", "e5", "illegal-move"),
        ("ann", "Qz9", "unreadable"),
        ("ann", "/mvoe e4", "unknown-command"),
        ("ann", "/play player2:@ben", "unreadable"),
        ("ann", "/play rated:true", "not-allowed"),
    ] {
        let answer = table.says(&token(name), &id, line).await;
        assert_eq!(answer["refused"], reason, "{line}: {answer}");
        assert!(!answer["text"].as_str().unwrap().is_empty());
    }
    let (state, _) = table.watch(&id, &[token("ann")]).await.state().await;
    assert_eq!(state["board"]["ply"], 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_sent_again_acts_once() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let request = request();
    let body = json!({
        "token": token("ann"), "lang": "en", "match": id, "line": "e4", "request": request,
    });
    let first = table.asks("say", &body).await;
    let again = table.asks("say", &body).await;
    assert_eq!(first["answer"]["version"], again["answer"]["version"]);
    assert_eq!(again["answer"]["refused"], Value::Null, "{again}");
    let (state, _) = table.watch(&id, &[token("ann")]).await.state().await;
    assert_eq!(state["board"]["ply"], 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn against_computers_the_opener_moves_first() {
    let table = Table::start().await;
    let here = json!({"kind": "here", "token": token("ann"), "name": "Ann"});
    let level = |level| json!({"kind": "computer", "level": level});
    let seats = json!({"white": here, "gray": level(1), "black": level(2)});
    let opened = table.open("ann", &seats).await;
    let id = opened["match"].as_str().unwrap();
    let (state, you) = table.watch(id, &[token("ann")]).await.state().await;
    assert_eq!(
        (&state["stage"], &state["turn"]),
        (&json!("running"), &json!("white"))
    );
    assert_eq!(state["seats"]["black"]["kind"], "computer");
    assert_eq!(you["seats"][0]["seat"], "white");
}

/// Who is out is asked to watch or to play again, by buttons that no move of a computer makes stale.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_out_while_computers_finish_may_play_again() {
    let table = Table::start().await;
    let here = json!({"kind": "here", "token": token("ann"), "name": "Ann"});
    let computer = json!({"kind": "computer", "level": 1});
    let seats = json!({"white": here, "gray": computer, "black": computer});
    let opened = table.open("ann", &seats).await;
    let id = opened["match"].as_str().unwrap();
    let mut page = table.watch(id, &[token("ann")]).await;
    page.state().await;
    let resigned = table.plays("ann", id, "/resign confirm:true").await;
    let (_, you) = page.at(resigned["version"].as_u64().unwrap()).await;
    let asked = &you["seats"][0]["asked"][0];
    let buttons = asked["buttons"].as_array().expect("a question");
    let ids: Vec<&str> = buttons
        .iter()
        .map(|one| one["id"].as_str().unwrap())
        .collect();
    let [again, end] = [":again", ":end"].map(|action| {
        let found = ids.iter().find(|id| id.ends_with(action));
        *found.unwrap_or_else(|| panic!("{action}: {ids:?}"))
    });
    let press = |button: &str| json!({"token": token("ann"), "lang": "en", "match": id, "id": button, "request": request()});
    let pressed = table.asks("press", &press(again)).await;
    let next = pressed["answer"]["opens"].as_str().expect("another match");
    assert_ne!(next, id, "{pressed}");
    let (state, _) = table.watch(id, &[token("ann")]).await.state().await;
    assert_eq!(state["stage"], "ended", "{state}");
    let late = table.asks("press", &press(end)).await;
    assert_eq!(late["answer"]["refused"], "match-over", "{late}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_asked_of_a_player_comes_with_the_answers() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let mut page = table.watch(&id, &[token("ben")]).await;
    page.state().await;
    let offered = table.plays("ann", &id, "/draw action:offer").await;
    let (_, you) = page.at(offered["version"].as_u64().unwrap()).await;
    let asked = &you["seats"][0]["asked"];
    assert_eq!(asked.as_array().unwrap().len(), 1, "{you}");
    assert_eq!(
        (&asked[0]["id"], &asked[0]["waits"]),
        (&json!("agreement-white"), &json!(true))
    );
    let buttons = asked[0]["buttons"].as_array().unwrap();
    assert_eq!(buttons.len(), 2, "{asked}");
    let (_, own) = table.watch(&id, &[token("ann")]).await.state().await;
    let own = &own["seats"][0]["asked"][0];
    assert_eq!(
        (&own["id"], &own["waits"]),
        (&json!("agreement-white"), &json!(false))
    );
    let own = own["buttons"].as_array().unwrap();
    assert_eq!(own.len(), 1, "who offers can take it back: {own:?}");
    for name in ["ben", "cy"] {
        let press = json!({
            "token": token(name), "lang": "en", "match": id, "request": request(),
            "id": buttons[0]["id"],
        });
        let answer = table.asks("press", &press).await;
        assert_eq!(answer["answer"]["refused"], Value::Null, "{answer}");
    }
    let (state, you) = table.watch(&id, &[token("ann")]).await.state().await;
    assert_eq!(state["stage"], "ended");
    assert!(!state["result"].as_str().unwrap().is_empty());
    // It can be played once more, and those who had links have them still.
    assert_eq!(you["seats"][0]["buttons"].as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_sees_of_an_offered_pact_what_is_theirs_to_do() {
    let table = Table::start().await;
    let body = json!({
        "token": token("ann"), "lang": "en", "request": request(), "seats": three_here(),
        "ruleset": "first-mate",
    });
    let opened = table.asks("open", &body).await;
    let id = opened["match"].as_str().unwrap();
    let asked = async |name: &str| {
        let (_, mut you) = table.watch(id, &[token(name)]).await.state().await;
        you["seats"][0]["asked"].take()
    };
    let offers = async || {
        let mut all = Vec::new();
        for name in ["ann", "ben", "cy"] {
            let buttons = asked(name).await[0]["buttons"].take();
            all.push(buttons.as_array().cloned().unwrap_or_default());
        }
        all
    };
    table.plays("ann", id, "/pact action:offer with:gray").await;
    let all = offers().await;
    let counts: Vec<usize> = all.iter().map(Vec::len).collect();
    assert_eq!(counts, [1, 1, 0], "{all:?}");
    assert_ne!(all[0][0]["id"], all[1][0]["id"]);
    let press = json!({
        "token": token("ann"), "lang": "en", "match": id, "request": request(),
        "id": all[0][0]["id"],
    });
    let answer = table.asks("press", &press).await;
    assert_eq!(answer["answer"]["refused"], Value::Null, "{answer}");
    assert_eq!(asked("ben").await, json!([]), "it is taken back");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_ways_of_any_piece_and_earlier_boards_are_shown() {
    let table = Table::start().await;
    let id = table.open_three().await;
    table.plays("ann", &id, "e4").await;
    let look = |what: &str| json!({"token": token("ann"), "lang": "en", "match": id, "square": what, "outlook": "round-gray"});
    let ways = table.asks("ways", &look("f1")).await;
    let goals: Vec<&str> = ways["goals"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["to"].as_str().unwrap())
        .collect();
    assert!(goals.contains(&"e2") && goals.contains(&"a6"), "{ways}");
    assert!(ways["ways"][0]["d"].as_str().unwrap().starts_with('M'));
    assert_eq!(table.asks("ways", &look("e5")).await["goals"], json!([]));
    let then = json!({"token": token("ann"), "lang": "en", "match": id, "ply": 0, "outlook": "sector-white"});
    let board = table.asks("ply", &then).await;
    assert_eq!(board["board"]["pieces"]["e2"], "wP");
    assert_eq!(board["board"]["outlook"], "sector-white-000");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lines_are_completed_as_in_every_chat() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let typing =
        |line: &str| json!({"token": token("ann"), "lang": "en", "match": id, "line": line});
    let moves = table.asks("suggest", &typing("N")).await;
    let values: Vec<&str> = moves["suggestions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["value"].as_str().unwrap())
        .collect();
    assert!(values.contains(&"Nf3"), "{moves}");
    assert_eq!(moves["start"], 0);
    let commands = table.asks("suggest", &typing("/re")).await;
    let first = commands["suggestions"][0]["value"].as_str().unwrap();
    assert!(first.starts_with("/re"), "{commands}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_is_told_to_each_watcher_in_few_bytes() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let mut page = table.watch(&id, &[token("ann")]).await;
    page.state().await;
    let moves = ["e4", "m4", "u4", "Nf3", "Nn3", "Nv3", "Bc4", "Bk4", "Bs4"];
    let mut most = 0;
    for (name, line) in ["ann", "ben", "cy"].iter().cycle().zip(moves) {
        table.plays(name, &id, line).await;
        if let Heard::State(_, bytes) = page.hear().await {
            most = most.max(bytes);
        }
        let Heard::Text(you) = page.hear().await else {
            panic!("nothing for the players");
        };
        most = most.max(you.to_string().len());
    }
    println!("at most {most} bytes a move and watcher");
    assert!((1..=2_500).contains(&most), "{most} bytes");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_is_played_once_more_by_the_same_links() {
    let table = Table::start().await;
    let here = json!({"kind": "here", "token": token("ann"), "name": "Ann"});
    let seats = json!({"white": here, "gray": {"kind": "link"}, "black": {"kind": "empty"}});
    let body = json!({
        "token": token("ann"), "name": "Ann", "lang": "en", "request": request(),
        "seats": seats, "ruleset": "duel",
    });
    let opened = table.asks("open", &body).await;
    // Gray has no seat in a duel.
    assert_eq!(opened["answer"]["refused"], Value::Null, "{opened}");
    let seats = json!({"white": here, "gray": {"kind": "empty"}, "black": {"kind": "link"}});
    let body = json!({
        "token": token("ann"), "name": "Ann", "lang": "en", "request": request(),
        "seats": seats, "ruleset": "duel",
    });
    let opened = table.asks("open", &body).await;
    let id = opened["match"].as_str().unwrap();
    let link = opened["links"]["black"].as_str().unwrap();
    let joined = table.says(link, id, "/join seat:black").await;
    assert_eq!(joined["refused"], Value::Null, "{joined}");
    let resigned = table.says(link, id, "/resign confirm:true").await;
    assert_eq!(resigned["refused"], Value::Null, "{resigned}");
    let again = table.plays("ann", id, "/rematch").await;
    let next = again["opens"].as_str().expect("a new match");
    let (state, you) = table.watch(next, &[link.to_owned()]).await.state().await;
    assert_eq!(state["match"], next);
    assert_eq!(you["seats"].as_array().unwrap().len(), 1);
}

/// The army whose seat each of these buttons takes.
fn joins(seat: &Value) -> Vec<String> {
    let buttons = seat["buttons"].as_array().unwrap().iter();
    let ids = buttons.filter_map(|button| button["id"].as_str());
    let armies = ids.filter_map(|id| id.split_once(":join:"));
    armies.map(|(_, army)| army.to_owned()).collect()
}

/// Each player of a rematch is offered the seat that is kept for them, and nobody another's.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kept_seat_is_offered_to_its_own_player() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let tokens = ["ann", "ben", "cy"].map(token);
    for name in ["ann", "ben"] {
        table.plays(name, &id, "/resign confirm:true").await;
    }
    let again = table.plays("cy", &id, "/rematch").await;
    let next = again["opens"].as_str().expect("a new match");
    // At one screen, and each alone.
    let (_, you) = table.watch(next, &tokens).await.state().await;
    let offered = |you: &Value| -> Vec<Vec<String>> {
        you["seats"].as_array().unwrap().iter().map(joins).collect()
    };
    assert_eq!(offered(&you), [vec!["gray"], vec!["black"], vec![]]);
    for (token, own) in tokens.iter().zip([vec!["gray"], vec!["black"], vec![]]) {
        let (_, you) = table
            .watch(next, std::slice::from_ref(token))
            .await
            .state()
            .await;
        assert_eq!(offered(&you), [own]);
    }
    // A seat that was declined is for anybody who has none; kept ones stay for their own.
    let left = table.plays("ann", next, "/leave").await;
    assert_eq!(left["refused"], Value::Null, "{left}");
    let (_, you) = table.watch(next, &tokens[1..2]).await.state().await;
    assert_eq!(offered(&you), [vec!["black"]]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_to_move_on_a_page_while_the_match_is_paused() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let turn = async || {
        let (state, _) = table.watch(&id, &[token("ann")]).await.state().await;
        (
            state["turn"].clone(),
            state["moves"].as_array().unwrap().len(),
        )
    };
    assert_eq!(turn().await, (json!("white"), 20));
    for expected in [(Value::Null, 0), (json!("white"), 20)] {
        for (name, action) in [("ann", "offer"), ("ben", "accept"), ("cy", "accept")] {
            let line = format!("/pause action:{action}");
            table.plays(name, &id, &line).await;
        }
        assert_eq!(turn().await, expected);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_with_long_names_that_begin_alike_are_not_taken_for_one() {
    let table = Table::start().await;
    for length in [1, 22, 32, 36, 48, 49, 1_000] {
        let name = "x".repeat(length);
        let body = json!({
            "token": token("ann"), "name": "ann", "lang": "en", "request": name, "seats": three_here(),
        });
        let (status, opened) = table.ask("open", &body).await;
        if length > 48 {
            assert_eq!(
                (status, &opened["refused"]),
                (400, &json!("unreadable")),
                "{opened}"
            );
            continue;
        }
        // Each seat was taken by a step of its own.
        let id = opened["match"]
            .as_str()
            .unwrap_or_else(|| panic!("{opened}"));
        let (state, _) = table.watch(id, &[token("ann")]).await.state().await;
        assert_eq!(state["stage"], "running", "{length}: {state}");
    }
}

/// Counts how often rows of preferences are read.
#[derive(Debug, Default)]
struct PreferenceReads(AtomicUsize);

impl Guard for PreferenceReads {
    fn prefers(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_is_not_read_again_for_each_page_that_shows_it() {
    let store = Arc::new(Guarded::by(PreferenceReads::default()));
    let stores = Stores::new(Arc::clone(&store) as Arc<dyn Store>, People::in_memory());
    let table = Table::over(stores).await;
    let id = table.open_three().await;
    let tokens = ["ann", "ben", "cy"].map(token);
    let mut pages = Vec::new();
    for nth in 0..9 {
        let mut page = table.watch(&id, &tokens[nth % 3..=nth % 3]).await;
        page.state().await;
        pages.push(page);
    }
    let before = store.guard.0.load(Ordering::SeqCst);
    for (name, line) in [("ann", "e4"), ("ben", "m4"), ("cy", "u4")] {
        let version = table.plays(name, &id, line).await["version"].as_u64();
        for page in &mut pages {
            page.at(version.unwrap()).await;
        }
    }
    let reads = store.guard.0.load(Ordering::SeqCst) - before;
    assert!(reads <= 3, "{reads} rows were read for 3 moves");
    // And what changes is seen by all of them.
    let secret = table.links(&token("ann"), &id, "watch").await;
    let (_, you) = table.watch(&id, &[secret]).await.state().await;
    assert_eq!(you["watched"], true);
}
