//! Links: who has one plays or watches, and who has none sees nothing.

use std::{
    collections::HashSet,
    net::Ipv4Addr,
    sync::{Arc, Mutex},
    time::Instant,
};

use rondel::{
    matchplay::Person,
    store::{
        Card, Identity, Pending, PeopleStore, Reading, StoreError, Stores, memory::MemoryStore,
        people::People,
    },
};
use serde_json::{Value, json};

use super::table::{Heard, Pages, Socket, Table, request, token};

/// A store of people that notes everybody who was ever met.
#[derive(Debug, Default)]
struct Noting {
    people: MemoryStore,
    met: Mutex<HashSet<Identity>>,
}

impl PeopleStore for Noting {
    fn write_card(&self, person: Person, seen: Option<Card>, card: Card) -> Reading<'_, bool> {
        self.met.lock().unwrap().insert(card.identity.clone());
        self.people.write_card(person, seen, card)
    }

    fn find<'a>(&'a self, identity: &'a Identity) -> Reading<'a, Option<Person>> {
        self.people.find(identity)
    }

    fn cards(&self, people: Vec<Person>) -> Reading<'_, Vec<(Person, Card)>> {
        self.people.cards(people)
    }

    fn everybody(&self, after: Option<Person>, most: usize) -> Reading<'_, Vec<(Person, Card)>> {
        self.people.everybody(after, most)
    }

    fn forget(&self, people: Vec<Person>) -> Pending<'_, Result<usize, StoreError>> {
        self.people.forget(people)
    }
}

/// A table with one seat for a link, and the secret of that.
async fn with_link(table: &Table) -> (String, String) {
    let here = |name| json!({"kind": "here", "token": token(name), "name": name});
    let seats = json!({"white": here("ann"), "gray": here("ben"), "black": {"kind": "link"}});
    let opened = table.open("ann", &seats).await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&opened["match"]), text(&opened["links"]["black"]))
}

/// Waits until a page is told that it may not see its match any more, and returns the reason.
pub(super) async fn refused(page: &mut Socket) -> Value {
    loop {
        match page.hear().await {
            Heard::Text(heard) if heard["refused"].is_string() => return heard["refused"].clone(),
            Heard::State(..) | Heard::Text(_) => {}
            Heard::Closed(code) => panic!("closed without a word: {code}"),
        }
    }
}

/// Whether a token lets its holder see a match.
pub(super) async fn lets_in(table: &Pages, id: &str, token: &str) -> bool {
    let look =
        json!({"token": token, "lang": "en", "match": id, "ply": 0, "outlook": "round-white"});
    let (status, answer) = table.ask("ply", &look).await;
    assert!([200, 404].contains(&status), "{answer}");
    status == 200
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_lets_one_in_who_takes_the_seat_by_a_button() {
    let table = Table::start().await;
    let (id, link) = with_link(&table).await;
    let mut page = table.watch(&id, std::slice::from_ref(&link)).await;
    let (state, you) = page.state().await;
    assert_eq!(
        (&state["stage"], &state["seats"]["black"]["kind"]),
        (&json!("table"), &json!("open"))
    );
    // Looking has claimed nothing.
    assert_eq!(you["seats"][0]["seat"], Value::Null);
    let buttons = you["seats"][0]["buttons"].as_array().unwrap();
    let join = buttons
        .iter()
        .find(|one| one["id"].as_str().unwrap().ends_with(":join:black"));
    let (_, seated) = table.watch(&id, &[token("ann")]).await.state().await;
    let own = seated["seats"][0]["buttons"].as_array().unwrap();
    let joins = |one: &Value| one["id"].as_str().unwrap().contains(":join:");
    assert!(!own.is_empty() && !own.iter().any(joins), "{own:?}");
    let press = json!({
        "token": link, "name": "Cy", "lang": "en", "match": id, "request": request(),
        "id": join.expect("a button")["id"],
    });
    let answer = table.asks("press", &press).await;
    assert_eq!(answer["answer"]["refused"], Value::Null, "{answer}");
    let (state, you) = page.state().await;
    assert_eq!(state["stage"], "running");
    assert_eq!(state["seats"]["black"]["name"], "Cy");
    assert_eq!(you["seats"][0]["seat"], "black");
    for (who, line) in [(token("ann"), "e4"), (token("ben"), "m4"), (link, "u4")] {
        let answer = table.says(&who, &id, line).await;
        assert_eq!(answer["refused"], Value::Null, "{answer}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_link_ends_all_others_but_the_one_that_asks() {
    let table = Table::start().await;
    let (id, first) = with_link(&table).await;
    table.says(&first, &id, "/join seat:black").await;
    let mut page = table.watch(&id, std::slice::from_ref(&first)).await;
    page.state().await;
    // Whoever plays by a link is not thrown out when they ask for another one.
    let second = table.links(&first, &id, "black").await;
    for link in [&first, &second] {
        let (_, you) = table
            .watch(&id, std::slice::from_ref(link))
            .await
            .state()
            .await;
        assert_eq!(you["seats"][0]["seat"], "black");
    }
    // Asked by the new one, another ends the first.
    let third = table.links(&second, &id, "black").await;
    assert_eq!(refused(&mut page).await, "no-such-match");
    assert!(matches!(page.hear().await, Heard::Closed(4404)));
    assert!(!lets_in(&table, &id, &first).await);
    for link in [second, third] {
        let (_, you) = table.watch(&id, &[link]).await.state().await;
        assert_eq!(you["seats"][0]["seat"], "black", "the same player");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn links_that_somebody_makes_as_themselves_end_the_ones_before() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let first = table.links(&token("ben"), &id, "gray").await;
    let second = table.links(&token("ben"), &id, "gray").await;
    assert!(!lets_in(&table, &id, &first).await);
    assert!(lets_in(&table, &id, &second).await);
    assert!(lets_in(&table, &id, &token("ben")).await);
    // To watch each player has a link of their own, which others do not end by making theirs.
    let by_ann = table.links(&token("ann"), &id, "watch").await;
    let by_ben = table.links(&token("ben"), &id, "watch").await;
    assert!(lets_in(&table, &id, &by_ann).await && lets_in(&table, &id, &by_ben).await);
    let again = table.links(&token("ann"), &id, "watch").await;
    assert!(!lets_in(&table, &id, &by_ann).await);
    assert!(lets_in(&table, &id, &again).await && lets_in(&table, &id, &by_ben).await);
    // A page shows its link as long as that is its own.
    let told = async |name: &str| {
        let (_, you) = table.watch(&id, &[token(name)]).await.state().await;
        json!([you["watched"], you["shares"]])
    };
    assert_eq!(told("ann").await, json!([true, true]));
    assert_eq!(told("cy").await, json!([true, false]));
    let end =
        json!({"token": token("cy"), "lang": "en", "match": id, "seat": "watch", "end": true});
    table.asks("link", &end).await;
    table.links(&token("ben"), &id, "watch").await;
    assert_eq!(told("ann").await, json!([true, false]));
    assert_eq!(told("ben").await, json!([true, true]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_to_a_free_seat_made_again_and_again_is_for_one_person() {
    let noting = Arc::new(Noting::default());
    let people = People::over(Arc::clone(&noting) as Arc<dyn PeopleStore>);
    let table = Table::over(Stores::new(Arc::new(MemoryStore::new()), people)).await;
    let (id, first) = with_link(&table).await;
    let mut link = first.clone();
    for _ in 0..15 {
        link = table.links(&token("ann"), &id, "black").await;
    }
    let met = noting.met.lock().unwrap().clone();
    assert_eq!(met.len(), 3, "Ann, Ben, and the one who is to come");
    let look =
        json!({"token": first, "lang": "en", "match": id, "ply": 0, "outlook": "round-white"});
    assert_eq!(table.ask("ply", &look).await.0, 404);
    let answer = table.says(&link, &id, "/join seat:black").await;
    assert_eq!(answer["refused"], Value::Null, "{answer}");
    // Now it is their seat: they alone make a new link to it, and stay who they are.
    let wanted = json!({"token": token("ben"), "lang": "en", "match": id, "seat": "black"});
    assert_eq!(table.ask("link", &wanted).await.0, 403);
    let later = table.links(&link, &id, "black").await;
    let (_, you) = table.watch(&id, &[later]).await.state().await;
    assert_eq!(you["seats"][0]["seat"], "black");
    assert_eq!(*noting.met.lock().unwrap(), met);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_is_to_one_seat_and_to_no_other() {
    let table = Table::start().await;
    let here = json!({"kind": "here", "token": token("ann"), "name": "ann"});
    let seats = json!({"white": here, "gray": {"kind": "link"}, "black": {"kind": "link"}});
    let opened = table.open("ann", &seats).await;
    let id = opened["match"].as_str().unwrap();
    let black = opened["links"]["black"].as_str().unwrap();
    for line in [
        "/join seat:gray",
        "/join seat:white",
        "/seat action:computer seat:gray level:1",
    ] {
        let answer = table.says(black, id, line).await;
        assert_eq!(answer["refused"], "not-allowed", "{line}: {answer}");
    }
    // Nor are the others offered.
    let (_, you) = table.watch(id, &[black.to_owned()]).await.state().await;
    let buttons = you["seats"][0]["buttons"].as_array().unwrap();
    let ids: Vec<&str> = buttons
        .iter()
        .map(|one| one["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, [format!("rd1:{id}:0:join:black")]);
    // Without a seat it means its own.
    let answer = table.says(black, id, "/join").await;
    assert_eq!(answer["refused"], Value::Null, "{answer}");
    let (_, you) = table.watch(id, &[black.to_owned()]).await.state().await;
    assert_eq!(you["seats"][0]["seat"], "black");
    // The opener alone gives other seats away, and closes the table.
    let (_, opener) = table.watch(id, &[token("ann")]).await.state().await;
    for (you, is_opener) in [(&you, false), (&opener, true)] {
        let [seat] = you["seats"].as_array().unwrap().as_slice() else {
            panic!("{you}");
        };
        assert_eq!(seat["gives"], is_opener);
        let mut buttons = seat["buttons"].as_array().unwrap().iter();
        let closes = |one: &Value| one["id"].as_str().unwrap().contains("do:abort");
        assert_eq!(buttons.any(closes), is_opener, "{seat}");
    }
    let wanted = json!({"token": black, "lang": "en", "match": id, "seat": "gray"});
    assert_eq!(table.ask("link", &wanted).await.0, 403);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guests_without_names_are_told_apart() {
    let table = Table::start().await;
    let here = |name: &str| json!({"kind": "here", "token": token(name)});
    for seats in [
        json!({"white": here("ann"), "gray": here("ben"), "black": here("cy")}),
        // Ann is known by now, if by no name of her own.
        json!({"white": here("dan"), "gray": here("ann"), "black": {"kind": "link"}}),
    ] {
        let body = json!({
            "token": token("ann"), "lang": "en", "request": request(), "seats": seats,
        });
        let opened = table.asks("open", &body).await;
        let id = opened["match"].as_str().unwrap();
        if let Some(link) = opened["links"]["black"].as_str() {
            let answer = table.says(link, id, "/join seat:black").await;
            assert_eq!(answer["refused"], Value::Null, "{answer}");
        }
        let (state, _) = table.watch(id, &[token("ann")]).await.state().await;
        let armies = ["white", "gray", "black"].into_iter();
        let names: HashSet<&str> = armies
            .filter_map(|army| state["seats"][army]["name"].as_str())
            .collect();
        assert_eq!(names.len(), 3, "{names:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn onlookers_see_and_do_nothing_until_a_player_ends_it() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let stranger = json!({"token": token("eve"), "lang": "en", "match": id, "seat": "watch"});
    assert_eq!(table.ask("link", &stranger).await.0, 404);
    let by = |end: bool| json!({"token": token("ben"), "lang": "en", "match": id, "seat": "watch", "end": end});
    let secret = table.asks("link", &by(false)).await["secret"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut page = table.watch(&id, &[token("eve"), secret.clone()]).await;
    let (state, you) = page.state().await;
    assert_eq!(state["stage"], "running");
    assert_eq!(you["seats"][0]["buttons"], json!([]));
    for line in ["e4", "/resign confirm:true", "/draw action:offer"] {
        let answer = table.says(&secret, &id, line).await;
        assert!(answer["refused"].is_string(), "{line}: {answer}");
    }
    let onlooker = json!({"token": secret, "lang": "en", "match": id, "seat": "watch"});
    assert_eq!(table.ask("link", &onlooker).await.0, 403);
    table.plays("ann", &id, "e4").await;
    let (state, _) = page.state().await;
    assert_eq!(state["board"]["ply"], 1);
    table.asks("link", &by(true)).await;
    let gone = refused(&mut page).await;
    assert_eq!(gone, "no-such-match");
}

/// Whatever is wrong with a secret, it is refused in the same words, and counts as a guess. The times are printed: the
/// same is done for each.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_wrong_secret_is_refused_alike_and_counted() {
    let table = Table::start().await;
    let (id, secret) = with_link(&table).await;
    let (_, elsewhere) = with_link(&table).await;
    let (_, ended) = with_link(&table).await;
    let renewed = table.links(&token("ann"), &id, "black").await;
    let mut off = renewed.clone().into_bytes();
    off[10] = if off[10] == b'A' { b'B' } else { b'A' };
    let wrong = [
        ("another match's", elsewhere),
        ("another table's", ended),
        ("one that has ended", secret),
        ("a letter off", String::from_utf8(off).unwrap()),
        ("cut", renewed[..21].to_owned()),
        ("padded", format!("{renewed}A")),
        ("with a sign", format!("{renewed}=")),
        ("in capitals", renewed.to_uppercase()),
        ("nothing", String::new()),
    ];
    let mut refusals = HashSet::new();
    for (at, (what, secret)) in (1..).zip(&wrong) {
        let pages = Pages::from(Ipv4Addr::new(127, 0, 3, at), table.address);
        let guess = |token: &str| json!({"token": token, "tokens": [token], "lang": "en", "match": id, "ply": 0, "square": "e1", "outlook": "round-white"});
        let mut times = Vec::new();
        for asked in ["ply", "ways", "live"].repeat(5) {
            let began = Instant::now();
            let (status, answer) = pages.ask(asked, &guess(secret)).await;
            times.push(began.elapsed());
            assert_eq!(status, 404, "{what}, {asked}: {answer}");
            refusals.insert(answer.to_string());
        }
        times.sort();
        println!(
            "{what}: refused after {:?} (median)",
            times[times.len() / 2]
        );
        // That was one guess of ten.
        for number in 0..10 {
            let other = token(&format!("guess-{at}-{number}"));
            let (status, _) = pages.ask("ply", &guess(&other)).await;
            assert_eq!(
                status,
                if number < 9 { 404 } else { 429 },
                "{what}, {number}"
            );
        }
    }
    assert_eq!(refusals.len(), 1, "{refusals:#?}");
    assert!(lets_in(&table, &id, &renewed).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strangers_see_nothing_whatever_they_know() {
    let table = Table::start().await;
    let id = table.open_three().await;
    let mut page = table.watch(&id, &[token("eve")]).await;
    let Heard::Text(heard) = page.hear().await else {
        panic!("something was shown");
    };
    assert_eq!(heard["refused"], "no-such-match");
    for line in [
        "/board",
        "/look e2",
        "/history",
        "/join",
        "e4",
        "/export format:text",
    ] {
        let answer = table.says(&token("eve"), &id, line).await;
        assert_eq!(answer["refused"], "no-such-match", "{line}: {answer}");
        let named = format!("{line} match:{id}");
        let answer = table.says(&token("eve"), &id, &named).await;
        assert!(answer["refused"].is_string(), "{named}: {answer}");
    }
    let press = json!({
        "token": token("eve"), "lang": "en", "match": id, "request": request(),
        "id": format!("rd1:{id}:0:view"),
    });
    let answer = table.asks("press", &press).await;
    assert_eq!(answer["answer"]["refused"], "no-such-match", "{answer}");
}
