//! Links are for one match and one seat: by one of them nothing is asked, answered or changed that is of
//! another match or of anybody's own.
//!
//! `CASES` is the number of orders in which everything is asked; 1 unless set. A third of it is asked, or with
//! `RONDEL_WHOLE` all.

use std::{collections::BTreeMap, env, sync::Arc, time::Duration};

use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha12Rng;
use rondel::{
    chats::web::{OwnMatches, PageMarkup},
    commands::{COMMANDS, Command, Kind, Opt, Responder, command_called},
    host::{DrivenClock, Host},
    matchplay::{Match, MatchId, Moment, Person},
    rules::Color,
    store::{
        Identity, PreferenceStore, ReadMatches, Stores, Subject, memory::MemoryStore,
        people::People,
    },
};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::{
    links::{lets_in, refused},
    table::{Pages, Table, request, token},
};
use crate::{said::said, whole};

/// What passes before each of two people does more than opening a match.
const A_WHILE: Duration = Duration::from_secs(60);
/// The most that one may look at in a row.
const ALL: usize = 1_000;

/// A page that is served, with what is behind it.
struct World {
    table: Table,
    host: Arc<Host>,
    store: Arc<MemoryStore>,
    clock: Arc<DrivenClock>,
}

/// A match, and the links to it.
struct Links {
    id: String,
    /// To Black's seat, for whoever comes by it.
    guest: String,
    /// To Gray's seat, which is ben's, who plays elsewhere too.
    ben: String,
    /// To watch, by ann.
    watch: String,
}

impl World {
    async fn new() -> World {
        let store = Arc::new(MemoryStore::new());
        let clock = Arc::new(DrivenClock::at(Moment(1_700_000_000_000)));
        let stores = Stores::new(store.clone(), People::in_memory());
        let host = Host::new(stores, clock.clone(), Some(1)).await.unwrap();
        let responder = Responder::new(Arc::clone(&host), Arc::new(PageMarkup))
            .with_visibility(Arc::new(OwnMatches))
            .with_page(Some("http://page.example"))
            .with_pictures(false);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        World {
            table: Table::served(listener, responder),
            host,
            store,
            clock,
        }
    }

    /// Opens the match that the links are to.
    async fn with_links(&self) -> Links {
        let table = &self.table;
        let here = |name| json!({"kind": "here", "token": token(name), "name": name});
        let seats = json!({"white": here("ann"), "gray": here("ben"), "black": {"kind": "link"}});
        let opened = table.open("ann", &seats).await;
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let (id, guest) = (text(&opened["match"]), text(&opened["links"]["black"]));
        let joined = table.says(&guest, &id, "/join seat:black").await;
        assert_eq!(joined["refused"], Value::Null, "{joined}");
        Links {
            ben: table.links(&token("ben"), &id, "gray").await,
            watch: table.links(&token("ann"), &id, "watch").await,
            id,
            guest,
        }
    }

    /// Types a line as somebody who shows no match.
    async fn types(&self, name: &str, line: &str) -> Value {
        let body = json!({"token": token(name), "lang": "en", "line": line, "request": request()});
        self.table.asks("say", &body).await["answer"].take()
    }

    /// Lets the people of the match have others besides, and settings of their own. Returns one in which it is
    /// ben's turn.
    async fn with_more(&self) -> String {
        let table = &self.table;
        let here = |name| json!({"kind": "here", "token": token(name), "name": name});
        let three = |first, second| json!({"white": here(first), "gray": here(second), "black": here("eve")});
        let opened = table.open("ben", &three("ben", "ann")).await;
        let other = opened["match"].as_str().unwrap().to_owned();
        let ended = table.open("ann", &three("ann", "ben")).await;
        let ended = ended["match"].as_str().unwrap();
        for name in ["ann", "ben"] {
            self.clock.advance(A_WHILE);
            table.plays(name, ended, "/resign confirm:true").await;
            let seats = json!({
                "white": here(name), "gray": {"kind": "link"}, "black": {"kind": "link"},
            });
            table.open(name, &seats).await;
            let last = |option: &str| {
                let settings = command_called("settings").unwrap();
                *settings.option(option).unwrap().choices.last().unwrap()
            };
            let (theme, pieces) = (last("theme"), last("pieces"));
            let seat = last("orientation");
            let line = format!(
                "/settings language:de theme:{theme} pieces:{pieces} orientation:{seat} confirm:true"
            );
            let set = self.types(name, &line).await;
            assert_eq!(set["refused"], Value::Null, "{set}");
        }
        other
    }

    /// Reads a match.
    async fn state(&self, id: &str) -> Arc<Match> {
        let state = self.host.state(id.parse().unwrap()).await;
        state.unwrap().expect("a match")
    }

    /// Counts all matches.
    async fn matches(&self) -> usize {
        self.store.all(None, ALL).await.unwrap().len()
    }

    /// Everything that is stored but the match with its links, and the one who came by a link to it.
    async fn others(&self, id: &str) -> BTreeMap<String, String> {
        let own: MatchId = id.parse().unwrap();
        let guest = self.state(id).await.seats()[Color::Black].person();
        let mut all = BTreeMap::new();
        for id in self.store.all(None, ALL).await.unwrap() {
            if id != own {
                let events = self.store.load(id).await.unwrap();
                all.insert(format!("match {id}"), format!("{events:?}"));
                let links = self.host.links(id).await.unwrap();
                all.insert(format!("links of {id}"), format!("{links:?}"));
            }
        }
        for (subject, text) in self.store.preferences(None, ALL).await.unwrap() {
            if subject != Subject::Links(own) {
                all.insert(format!("{subject:?}"), text);
            }
        }
        for (person, card) in self.host.people().everybody(None, ALL).await.unwrap() {
            if Some(person) != guest {
                all.insert(format!("person {person}"), format!("{card:?}"));
            }
        }
        all
    }
}

/// The values that an option is given.
fn values(option: &Opt, ids: [&str; 2]) -> Vec<String> {
    if !option.choices.is_empty() {
        return option.choices.iter().map(|one| (*one).to_owned()).collect();
    }
    let all: &[&str] = match option.kind {
        Kind::Text => &["x"],
        Kind::Move => &["e4", "m4", "u4"],
        Kind::Square => &["e2", "m4"],
        Kind::Match => &ids,
        Kind::Ruleset => &["three-man"],
        Kind::Command => &["move"],
        Kind::Integer => &["0", "1"],
        Kind::Within(..) => &["1", "2"],
        Kind::Boolean => &["true", "false"],
        Kind::User => &["@ben"],
        Kind::Time => &["3d", "none"],
        Kind::Channel | Kind::Role => &["1"],
    };
    all.iter().map(|one| (*one).to_owned()).collect()
}

/// Every command with each value of each of its options, alone and about each of the matches.
fn lines(command: &Command, ids: [&str; 2]) -> Vec<String> {
    let needed = command.options.iter().filter(|option| option.required);
    let mut bare = vec![format!("/{}", command.name)];
    for option in needed {
        let values = values(option, ids);
        let with = |line: &String| {
            let name = option.name;
            let lines = values.iter().map(|value| format!("{line} {name}:{value}"));
            lines.collect::<Vec<_>>()
        };
        bare = bare.iter().flat_map(with).collect();
    }
    let mut all = bare.clone();
    for option in command.options.iter().filter(|option| !option.required) {
        for (line, value) in bare.iter().zip(values(option, ids).iter().cycle()) {
            all.push(format!("{line} {}:{value}", option.name));
        }
        for value in values(option, ids) {
            all.push(format!("{} {}:{value}", bare[0], option.name));
        }
    }
    if command.option("match").is_some() {
        let about = ids.iter().flat_map(|id| {
            let lines = all.iter().filter(|line| !line.contains(" match:"));
            lines
                .map(|line| format!("{line} match:{id}"))
                .collect::<Vec<_>>()
        });
        let about: Vec<String> = about.collect();
        all.extend(about);
    }
    all
}

/// What buttons do.
const ACTIONS: [&str; 32] = [
    "view",
    "text",
    "more",
    "history",
    "history:1",
    "since",
    "ply:0:white",
    "zoom:gray",
    "move",
    "pieces:1",
    "from:m2:1",
    "to:m2m4",
    "make:m2m4",
    "join:black",
    "join:gray",
    "leave",
    "draw",
    "draw:accept",
    "resign",
    "resign:confirm",
    "pact:offer:white",
    "takeback",
    "pause",
    "abort",
    "seat:link",
    "seat:computer:white",
    "rematch",
    "do:export",
    "do:export:of=me",
    "do:board",
    "ask:move",
    "settings",
];

/// What buttons do that are about no match.
const APART: [&str; 12] = [
    "do:play",
    "do:play:computers=2",
    "ask:play",
    "do:settings:language=de",
    "settings:boards",
    "do:matches",
    "forget-me",
    "do:forget-me",
    "do:export:of=me",
    "do:profile",
    "do:help",
    "leaders:three-man.everywhere.all.1",
];

/// Everything that a page can ask for: what, and the body but for who asks.
fn requests(ids: [&str; 2]) -> Vec<(&'static str, Value)> {
    let mut all = Vec::new();
    for command in COMMANDS {
        for line in lines(command, ids) {
            all.push(("say", json!({"line": line})));
        }
        for ending in ["", " ", " match:", " of:"] {
            let line = format!("/{}{ending}", command.name);
            all.push(("suggest", json!({"line": line})));
        }
    }
    for line in ["e4", "m4", "u4", "zzz", "/nonsense"] {
        all.push(("say", json!({"line": line})));
        all.push(("suggest", json!({"line": line})));
    }
    for id in ids {
        let of = |action| json!({"id": format!("rd1:{id}:0:{action}")});
        all.extend(ACTIONS.map(|action| ("press", of(action))));
        for command in ["move", "board", "resign"] {
            let line = format!("/{command} match:{id} ");
            all.push(("suggest", json!({"line": line})));
        }
    }
    let apart = |action| json!({"id": format!("rd1:-:0:{action}")});
    all.extend(APART.map(|action| ("press", apart(action))));
    for ply in [0, 1, 99] {
        all.push(("ply", json!({"ply": ply, "outlook": "round-white"})));
    }
    for square in ["e2", "m2", "x9"] {
        all.push(("ways", json!({"square": square, "outlook": "sector-gray"})));
    }
    for seat in ["white", "gray", "black", "watch", "none"] {
        all.push(("link", json!({"seat": seat})));
    }
    let level = json!({"kind": "computer", "level": 1});
    let seats = json!({"white": level, "gray": level, "black": level});
    all.push(("open", json!({"seats": seats})));
    all
}

/// Asks for something by a link, and returns the answer without the secrets that are drawn.
async fn asks(world: &World, token: &str, id: &str, (what, body): &(&str, Value)) -> (u16, String) {
    world.clock.advance(Duration::from_secs(5));
    let mut body = body.clone();
    for (key, value) in [
        ("token", token),
        ("match", id),
        ("name", "Mallory"),
        ("lang", "en"),
        ("request", &request()),
    ] {
        body[key] = value.into();
    }
    let (status, mut answer) = world.table.ask(what, &body).await;
    if answer["secret"].is_string() {
        answer["secret"] = "drawn".into();
    }
    let text = answer.to_string();
    let parts: Vec<&str> = text.split("#s=").collect();
    let cut = parts.iter().enumerate();
    let parts = cut.map(|(at, part)| if at == 0 { part } else { &part[22..] });
    (status, parts.collect::<Vec<_>>().join("#s="))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn by_a_link_nothing_depends_on_another_match_or_on_anybodys_row() {
    let cases = env::var("CASES").map_or(1, |text| text.parse().expect("a number"));
    let mut asked = 0;
    for case in 0..cases {
        for holder in ["guest", "ben", "watch"] {
            asked += by_link(holder, case).await;
        }
    }
    println!("{asked} requests by links, each in two worlds");
}

/// Asks for everything by one kind of link, in two worlds: one has nothing but the match.
async fn by_link(holder: &str, case: u64) -> usize {
    // The ids are drawn from the same dice, and so the same in every world.
    let world = World::new().await;
    let links = world.with_links().await;
    let other = world.with_more().await;
    let mut all = requests([&links.id, &other]);
    if holder == "guest" {
        // They may play again, and this is a new match.
        let again = |body: &Value| body.to_string().contains("rematch");
        all.retain(|(_, body)| !again(body));
    }
    all.shuffle(&mut ChaCha12Rng::seed_from_u64(case));
    if !whole() {
        all.truncate(all.len() / 3);
    }
    for some in all.chunks(40) {
        let (bare, full) = (World::new().await, World::new().await);
        let (one, two) = (bare.with_links().await, full.with_links().await);
        assert_eq!(full.with_more().await, other);
        bare.clock.advance(2 * A_WHILE);
        let token = |links: &Links| match holder {
            "guest" => links.guest.clone(),
            "ben" => links.ben.clone(),
            _ => links.watch.clone(),
        };
        let before = full.others(&two.id).await;
        for asked in some {
            let first = asks(&bare, &token(&one), &one.id, asked).await;
            let second = asks(&full, &token(&two), &two.id, asked).await;
            assert_eq!(first, second, "{holder}: {asked:?}");
            let after = full.others(&two.id).await;
            assert!(
                before == after,
                "{holder}: {asked:?} changed {:#?}",
                changed(&before, &after)
            );
        }
        let shown = async |world: &World, links: &Links| {
            let mut page = world.table.watch(&links.id, &[token(links)]).await;
            page.state().await
        };
        if lets_in(&bare.table, &one.id, &token(&one)).await {
            assert_eq!(
                shown(&bare, &one).await,
                shown(&full, &two).await,
                "{holder}"
            );
        }
    }
    all.len()
}

/// What differs between two accounts of a store.
fn changed(
    before: &BTreeMap<String, String>,
    after: &BTreeMap<String, String>,
) -> Vec<(String, Option<String>)> {
    let keys = before.keys().chain(after.keys());
    let differ = keys.filter(|key| before.get(*key) != after.get(*key));
    differ
        .map(|key| (key.clone(), after.get(key).cloned()))
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refusal_says_what_a_link_is_for() {
    let world = World::new().await;
    let Links { id, ben, watch, .. } = world.with_links().await;
    let seat = said("refused-link-seat", &[("army", "Gray"), ("match", &id)]);
    let watching = said("refused-link-watch", &[("match", &id)]);
    let acting = said("refused-link-acts", &[("match", &id)]);
    for (link, line, text, reason) in [
        (&ben, "/matches", &seat, "not-allowed"),
        (&ben, "/settings theme:paper", &seat, "not-allowed"),
        (&ben, "/forget-me confirm:true", &seat, "not-allowed"),
        (&ben, "/move e4 match:m7k3q", &seat, "not-allowed"),
        (&ben, "/rematch", &seat, "not-allowed"),
        (&watch, "/play computers:2", &watching, "not-allowed"),
        (&watch, "/board match:m7k3q", &watching, "not-allowed"),
        (&watch, "e4", &acting, "not-a-player"),
        (&watch, "/join", &acting, "not-a-player"),
        (&watch, "/resign confirm:true", &acting, "not-a-player"),
    ] {
        let answer = world.table.says(link, &id, line).await;
        let got = (answer["text"].as_str().unwrap(), &answer["refused"]);
        assert_eq!(got, (text.as_str(), &json!(reason)), "{line}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_ends_with_the_seat_and_so_does_the_one_to_watch_that_its_player_made() {
    type Ends = fn(&World, &Links) -> std::pin::Pin<Box<dyn Future<Output = ()>>>;
    let ways: [(&str, Ends); 3] = [
        ("forgetting", |world, _| {
            let (pages, body) = (
                world.table.clone(),
                json!({
                    "token": token("ben"), "lang": "en", "request": request(),
                    "line": "/forget-me confirm:true",
                }),
            );
            Box::pin(async move {
                let answer = pages.asks("say", &body).await["answer"].take();
                assert_eq!(answer["refused"], Value::Null, "{answer}");
            })
        }),
        ("leaving the server", |world, links| {
            let (host, id) = (Arc::clone(&world.host), links.id.parse().unwrap());
            Box::pin(async move {
                let ben = person(&host, "ben").await;
                assert!(host.gone(id, ben).await.unwrap());
            })
        }),
        ("a computer that takes over", |world, links| {
            let (host, id) = (Arc::clone(&world.host), links.id.clone());
            let pages = world.table.clone();
            let guest = links.guest.clone();
            Box::pin(async move {
                let ben = person(&host, "ben").await;
                assert!(host.gone(id.parse().unwrap(), ben).await.unwrap());
                for who in [token("ann"), guest] {
                    let line = "/seat action:computer seat:gray";
                    let answer = pages.says(&who, &id, line).await;
                    assert_eq!(answer["refused"], Value::Null, "{answer}");
                }
            })
        }),
    ];
    for (how, ends) in ways {
        let world = World::new().await;
        let links = world.with_links().await;
        let (table, id) = (&world.table, &links.id);
        let watched = table.links(&token("ben"), id, "watch").await;
        let mut pages = Vec::new();
        for link in [&links.ben, &watched] {
            let mut page = table.watch(id, std::slice::from_ref(link)).await;
            page.state().await;
            pages.push(page);
        }
        table.plays("ann", id, "e4").await;
        ends(&world, &links).await;
        for mut page in pages {
            assert_eq!(refused(&mut page).await, "no-such-match", "{how}");
        }
        for link in [&links.ben, &watched] {
            assert!(!lets_in(table, id, link).await, "{how}");
        }
        for link in [&links.guest, &links.watch] {
            assert!(lets_in(table, id, link).await, "{how}");
        }
    }
}

async fn person(host: &Host, name: &str) -> Person {
    let digest = rondel::store::links::SecretDigest::of(&token(name));
    let identity = Identity::new("web", digest.as_str()).unwrap();
    host.people().find(&identity).await.unwrap().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_ends_when_its_holder_leaves_the_table_and_does_not_come_back() {
    let world = World::new().await;
    let table = &world.table;
    let here = json!({"kind": "here", "token": token("ann"), "name": "ann"});
    let seats = json!({"white": here, "gray": {"kind": "link"}, "black": {"kind": "link"}});
    let opened = table.open("ann", &seats).await;
    let (id, link) = (&opened["match"], &opened["links"]["black"]);
    let (id, link) = (id.as_str().unwrap(), link.as_str().unwrap());
    for line in ["/join", "/leave"] {
        let answer = table.says(link, id, line).await;
        assert_eq!(answer["refused"], Value::Null, "{line}: {answer}");
    }
    assert!(!lets_in(table, id, link).await);
    let again = table.links(&token("ann"), id, "black").await;
    let answer = table.says(&again, id, "/join").await;
    assert_eq!(answer["refused"], Value::Null, "{answer}");
    assert!(!lets_in(table, id, link).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_speaks_at_the_place_of_somebody_elses_match() {
    let world = World::new().await;
    let links = world.with_links().await;
    let (table, id) = (&world.table, &links.id);
    let here = json!({"kind": "here", "token": token("ann"), "name": "ann"});
    let seats = json!({"white": here, "gray": {"kind": "link"}, "black": {"kind": "link"}});
    let opened = table.open("ann", &seats).await;
    let open = opened["match"].as_str().unwrap();
    // Neither a watcher nor a player of the one finds the opener's other table.
    for who in [&links.watch, &links.guest, &links.ben, &token("ben")] {
        for line in [
            "/join",
            &format!("/join match:{open}"),
            &format!("/board match:{open}"),
        ] {
            world.clock.advance(Duration::from_secs(5));
            let answer = table.says(who, id, line).await;
            assert!(
                answer["refused"].is_string() || answer["match"] == **id,
                "{line}: {answer}"
            );
        }
    }
    let state = world.state(open).await;
    assert_eq!(state.people().len(), 1, "ann alone");
    // A player's new table is at a place of their own, and no link of the match leads there.
    let count = world.matches().await;
    let answer = table.says(&links.watch, id, "/play rated:false").await;
    assert_eq!(answer["refused"], "not-allowed", "{answer}");
    assert_eq!(world.matches().await, count);
    let answer = table.plays("ben", id, "/play rated:false").await;
    let new = answer["opens"].as_str().expect("a table").to_owned();
    let state = world.state(&new).await;
    let shown = world.state(id).await;
    assert_ne!(state.place(), shown.place());
    for link in [&links.watch, &links.guest, &links.ben] {
        assert!(!lets_in(table, &new, link).await);
    }
    let (_, you) = table
        .watch(id, std::slice::from_ref(&links.watch))
        .await
        .state()
        .await;
    assert_eq!(you["next"], Value::Null);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn links_go_on_with_the_match_that_is_played_again_and_with_no_other() {
    let world = World::new().await;
    let links = world.with_links().await;
    let (table, id) = (&world.table, &links.id);
    let here = |name| json!({"kind": "here", "token": token(name), "name": name});
    let three = json!({"white": here("ben"), "gray": here("dan"), "black": here("eve")});
    let ended = table.open("ben", &three).await;
    let ended = ended["match"].as_str().unwrap();
    for name in ["ben", "dan"] {
        table.plays(name, ended, "/resign confirm:true").await;
    }
    // Another match that is played again from this page is another match.
    let answer = table
        .plays("ben", id, &format!("/rematch match:{ended}"))
        .await;
    let other = answer["opens"].as_str().expect("a table").to_owned();
    for link in [&links.watch, &links.guest, &links.ben] {
        assert!(!lets_in(table, &other, link).await);
    }
    world.clock.advance(Duration::from_secs(5));
    for (who, line) in [
        (token("ann"), "e4"),
        (token("ben"), "m4"),
        (links.guest.clone(), "u4"),
    ] {
        let answer = table.says(&who, id, line).await;
        assert_eq!(answer["refused"], Value::Null, "{answer}");
    }
    for who in [token("ann"), token("ben")] {
        let answer = table.says(&who, id, "/resign confirm:true").await;
        assert_eq!(answer["refused"], Value::Null, "{answer}");
    }
    // Ben's link is not ben: he can play again, and it cannot.
    let answer = table.says(&links.ben, id, "/rematch").await;
    assert_eq!(answer["refused"], "not-allowed", "{answer}");
    let answer = table.says(&links.guest, id, "/rematch").await;
    let next = answer["opens"].as_str().expect("a table").to_owned();
    for link in [&links.watch, &links.guest, &links.ben] {
        assert!(lets_in(table, &next, link).await);
    }
    let (_, you) = table
        .watch(id, std::slice::from_ref(&links.watch))
        .await
        .state()
        .await;
    assert_eq!(you["next"], json!(next));
    // A link that is made there stays, though others join by playing again.
    let answer = table.says(&links.ben, &next, "/join").await;
    assert_eq!(answer["refused"], Value::Null, "{answer}");
    let seat = world.state(&next).await;
    let seat = seat.color_of(person(&world.host, "ben").await).unwrap();
    let fresh = table.links(&token("ben"), &next, seat.word()).await;
    let answer = table.plays("ann", id, "/rematch").await;
    assert_eq!(answer["match"], json!(next), "{answer}");
    assert!(lets_in(table, &next, &fresh).await);
    assert!(!lets_in(table, &next, &links.ben).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guest_says_their_name_and_nobody_is_renamed_by_a_link() {
    let world = World::new().await;
    let links = world.with_links().await;
    let (table, id): (&Pages, _) = (&world.table, &links.id);
    let acts = async |token: &str, name: &str, line: &str| {
        let body = json!({
            "token": token, "name": name, "lang": "en", "match": id, "line": line,
            "request": request(),
        });
        table.asks("say", &body).await["answer"].take()
    };
    for (token, name, line) in [
        (token("ann"), "Ann", "e4"),
        (links.ben.clone(), "Mallory", "m4"),
        (links.guest.clone(), "Cy", "u4"),
        (links.watch.clone(), "Mallory", "/board"),
    ] {
        let answer = acts(&token, name, line).await;
        assert_eq!(answer["refused"], Value::Null, "{answer}");
    }
    let (state, _) = table.watch(id, &[token("ann")]).await.state().await;
    let names = ["white", "gray", "black"].map(|army| state["seats"][army]["name"].clone());
    assert_eq!(names, [json!("Ann"), json!("ben"), json!("Cy")]);
}
