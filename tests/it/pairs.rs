//! Pairs of writes that are asked for at the same moment: neither is lost, whichever comes first.
//!
//! `RONDEL_PAIRS` pairs of each kind, in each store.

use std::{
    future::Future,
    pin::Pin,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use rondel::{
    chats::console::PlainMarkup,
    commands::{ChosenChannels, Incoming, Input, Responder, Speaker, Value},
    host::{DrivenClock, Host, Table},
    matchplay::{Command, MatchId, Moment, Person, Place},
    messages::Block,
    rules::{Color, Ruleset},
    store::{
        Identity, StoredRow, Stores, Subject,
        links::{Guest, Links, SecretDigest},
        preferences::{FORGOTTEN, PersonPreferences, ServerPreferences},
    },
};
use tokio::{sync::Barrier, task::JoinSet};

use crate::{
    line::{speaker, typed},
    said::assert_says,
    store::contract::STORES,
};

/// The pairs that are under way at the same time, so that writes share commits.
const TOGETHER: usize = 32;

/// The longest that a seat of somebody who is forgotten may take to be free again.
const PATIENCE: Duration = Duration::from_secs(30);

/// One of a pair.
type One = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A program over a store.
#[derive(Clone)]
struct Program {
    host: Arc<Host>,
    responder: Arc<Responder>,
    stores: Stores,
}

impl Program {
    async fn over(stores: Stores) -> Program {
        let clock = Arc::new(DrivenClock::at(Moment(1_700_000_000_000)));
        let host = Host::new(stores.clone(), clock, Some(1)).await.unwrap();
        let responder = Responder::new(Arc::clone(&host), Arc::new(PlainMarkup));
        let responder = Arc::new(responder.with_pictures(false));
        Program {
            host,
            responder,
            stores,
        }
    }

    /// Has somebody type a command, which must not be refused.
    fn types(&self, who: &str, place: &str, line: &str) -> One {
        let manager = Speaker {
            manages: true,
            ..speaker("test", who)
        };
        let (incoming, line) = (typed(manager, place, line), line.to_owned());
        let responder = Arc::clone(&self.responder);
        Box::pin(async move {
            let reply = responder.answer(&incoming).await;
            assert_eq!(reply.refused(), None, "{line}: {}", reply.text());
        })
    }

    async fn meet(&self, who: &str) -> Person {
        let identity = Identity::new("test", who).unwrap();
        self.host.meet(&identity, who).await.unwrap()
    }

    fn meets(&self, who: &str, name: &str) -> One {
        let (host, name) = (Arc::clone(&self.host), name.to_owned());
        let identity = Identity::new("test", who).unwrap();
        Box::pin(async move {
            host.meet(&identity, &name).await.unwrap();
        })
    }

    fn forgets(&self, person: Person) -> One {
        let host = Arc::clone(&self.host);
        Box::pin(async move { host.forget(person).await.unwrap() })
    }

    async fn row(&self, subject: Subject) -> String {
        let row = self.stores.matches.preference(&subject).await.unwrap();
        row.unwrap_or_default()
    }

    async fn links(&self, id: MatchId) -> Links {
        self.host.links(id).await.unwrap()
    }
}

/// Returns a table in the server of this number, at which White sits.
fn table_of(number: usize) -> Table {
    Table {
        ruleset: String::from("three-man"),
        options: Ruleset::THREE_MAN,
        place: Place::new(&format!("house{number}/hall")),
        seat: Some(Color::White),
        invited: vec![],
        computers: None,
        rated: true,
        time: None,
        private: false,
    }
}

/// Lets both begin at the same moment, and waits for both.
async fn both(one: One, other: One) {
    let barrier = Arc::new(Barrier::new(2));
    let mut tasks = JoinSet::new();
    for task in [one, other] {
        let barrier = Arc::clone(&barrier);
        tasks.spawn(async move {
            barrier.wait().await;
            task.await;
        });
    }
    while let Some(done) = tasks.join_next().await {
        done.unwrap();
    }
}

/// Lets a pair of each number come in each store.
async fn in_each<F: Future<Output = ()> + Send + 'static>(
    kind: &str,
    pair: impl Fn(Program, usize) -> F,
) {
    let set = std::env::var("RONDEL_PAIRS").ok();
    let pairs = set.and_then(|set| set.parse().ok()).unwrap_or(100);
    for (store, make) in STORES {
        let directory = tempfile::tempdir().unwrap();
        let Some(stores) = make(directory.path()) else {
            continue;
        };
        let program = Program::over(stores).await;
        let mut running = JoinSet::new();
        for number in 0..pairs {
            running.spawn(pair(program.clone(), number));
            if running.len() == TOGETHER {
                running.join_next().await.unwrap().unwrap();
            }
        }
        while let Some(done) = running.join_next().await {
            done.unwrap();
        }
        println!("{kind}: {pairs} pairs in {store}, none lost");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_settings_of_a_person_none_is_lost() {
    in_each("settings", |program, number| async move {
        let who = format!("p{number}");
        let types = |line| program.types(&who, "house/hall", line);
        both(
            types("settings theme:night"),
            types("settings confirm:true"),
        )
        .await;
        let person = program.meet(&who).await;
        let mut wanted = PersonPreferences::default();
        wanted.looks.theme = Some(String::from("night"));
        wanted.confirm = true;
        assert_eq!(program.row(Subject::Person(person)).await, wanted.encode());
        assert_eq!(program.host.preferences_of(person), wanted);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_settings_of_a_server_none_is_lost_and_both_are_noted() {
    in_each("server settings", |program, number| async move {
        let place = format!("house{number}/hall");
        let [one, other] = ["ann", "ben"].map(|name| format!("{name}{number}"));
        both(
            program.types(&one, &place, "server action:set theme:night"),
            program.types(&other, &place, "server action:set allow:true"),
        )
        .await;
        let place = Place::new(&place);
        let mut wanted = ServerPreferences::default();
        wanted.looks.theme = Some(String::from("night"));
        wanted.channels = vec![String::from("hall")];
        assert_eq!(program.host.server_preferences(&place), wanted);
        assert_eq!(program.host.audit(&place).await.unwrap().len(), 2);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_lists_of_channels_chosen_on_the_same_page_one_is_set() {
    in_each("channels", |program, number| async move {
        let place = format!("house{number}/hall");
        let manager = |name: &str| Speaker {
            manages: true,
            ..speaker("test", &format!("{name}{number}"))
        };
        let show = typed(manager("ann"), &place, "server action:show");
        let page = program.responder.answer(&show).await;
        let menus = page.body.blocks().iter().filter_map(|block| {
            if let Block::Channels(menu, _) = block {
                Some(menu.id.clone())
            } else {
                None
            }
        });
        let [menu] = menus.collect::<Vec<_>>().try_into().unwrap();
        let set = Arc::new(Mutex::new(Vec::new()));
        let choose = |name: &str, channel: &'static str| -> One {
            let ids = vec![channel.to_owned()];
            let chosen = Value::Channels(ChosenChannels { ids, shown: None });
            let input = Input::Press {
                id: menu.clone(),
                filled: vec![vec![chosen]],
            };
            let incoming = Incoming::new(manager(name), Place::new(&place), input);
            let (responder, set) = (Arc::clone(&program.responder), Arc::clone(&set));
            Box::pin(async move {
                let reply = responder.answer(&incoming).await;
                match reply.refused() {
                    None => set.lock().unwrap().push(channel.to_owned()),
                    Some(_) => assert_says(reply.text(), "server-channels-changed", &[]),
                }
            })
        };
        both(choose("ann", "park"), choose("ben", "attic")).await;
        let place = Place::new(&place);
        let set = set.lock().unwrap().clone();
        assert_eq!(set.len(), 1, "{set:?}");
        assert_eq!(program.host.server_preferences(&place).channels, set);
        assert_eq!(program.host.audit(&place).await.unwrap().len(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_links_of_a_match_none_is_lost_and_none_comes_back() {
    in_each("links", |program, number| async move {
        let id = MatchId::numbered(10_000 + number as u64);
        let host = || Arc::clone(&program.host);
        let onlooker = Guest::Onlooker { by: None };
        let guests = [Guest::Player(Person(1)), onlooker];
        let secrets = Arc::new(Mutex::new(Vec::new()));
        let made = guests.map(|guest| -> One {
            let (host, secrets) = (host(), Arc::clone(&secrets));
            Box::pin(async move {
                let secret = host.new_link(id, guest, None).await.unwrap();
                secrets.lock().unwrap().push(secret);
            })
        });
        let [one, other] = made;
        both(one, other).await;
        let links = program.links(id).await;
        for secret in &*secrets.lock().unwrap() {
            let guest = links.guest(&SecretDigest::of(secret));
            assert!(guest.is_some(), "{links:?}");
        }
        // One ends while another is made, and while all are carried on.
        let (ends, seat) = (host(), host());
        let secret = Arc::new(Mutex::new(String::new()));
        let made = Arc::clone(&secret);
        both(
            Box::pin(async move { ends.end_watching(id).await.unwrap() }),
            Box::pin(async move {
                let new = seat.new_link(id, Guest::Player(Person(2)), None).await;
                *made.lock().unwrap() = new.unwrap();
            }),
        )
        .await;
        let links = program.links(id).await;
        assert!(!links.is_watched(), "{links:?}");
        let digest = SecretDigest::of(&secret.lock().unwrap());
        assert_eq!(links.guest(&digest), Some(Guest::Player(Person(2))));
        let next = MatchId::numbered(1_000_000 + number as u64);
        let (carries, adds) = (host(), host());
        both(
            Box::pin(async move {
                let seat = |_| Some(Color::Gray);
                carries.carry_links(id, next, seat).await.unwrap();
            }),
            Box::pin(async move { drop(adds.new_link(next, onlooker, None).await.unwrap()) }),
        )
        .await;
        let carried = program.links(next).await;
        assert_eq!(carried.guest(&digest), Some(Guest::Player(Person(2))));
        assert!(carried.is_watched(), "{carried:?}");
        let links = program.links(id).await;
        assert_eq!(links.next, Some(next.to_string()));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_sits_down_by_a_link_keeps_it_though_a_new_one_is_made() {
    in_each(
        "a new link and who sits down",
        |program, number| async move {
            let table = table_of(number);
            let opened = program
                .host
                .open(&table, Person(1_000_000 + number as u128), None);
            let id = opened.await.unwrap().change.after.id();
            let guest = program.meet(&format!("guest{number}")).await;
            let first = program.host.new_seat_link(id, Color::Gray, guest).await;
            let first = SecretDigest::of(&first.unwrap().expect("a free seat"));
            let state = program.host.state(id).await.unwrap().unwrap();
            let links = program.links(id).await;
            let pass = program.host.pass(&state, &links, &first);
            let holder = Speaker {
                pass: pass.await.unwrap(),
                ..speaker("test", &format!("holder{number}"))
            };
            let sits_down = typed(holder, &format!("house{number}/hall"), "join seat:gray");
            let (responder, host) = (Arc::clone(&program.responder), Arc::clone(&program.host));
            let made = Arc::new(Mutex::new(None));
            let new = Arc::clone(&made);
            both(
                Box::pin(async move { drop(responder.answer(&sits_down).await) }),
                Box::pin(async move {
                    let secret = host.new_seat_link(id, Color::Gray, guest).await.unwrap();
                    *new.lock().unwrap() = secret;
                }),
            )
            .await;
            let state = program.host.state(id).await.unwrap().unwrap();
            let links = program.links(id).await;
            let made = made.lock().unwrap().take();
            let is_seated = state.color_of(guest) == Some(Color::Gray);
            // One of them comes first, and the other to nothing.
            assert_eq!(made.is_none(), is_seated, "{links:?}");
            let wanted = made.map_or(first, |made| SecretDigest::of(&made));
            assert_eq!(links.guest(&wanted), Some(Guest::Player(guest)));
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_names_at_once_one_holds_everywhere() {
    in_each("names", |program, number| async move {
        let who = format!("p{number}");
        // Whoever comes twice for the first time is one person.
        both(program.meets(&who, "Ann"), program.meets(&who, "Ann")).await;
        let person = program.meet(&who).await;
        both(program.meets(&who, "Anna"), program.meets(&who, "Annie")).await;
        let cards = program.stores.people.everybody(None, usize::MAX);
        let identity = Identity::new("test", &who).unwrap();
        let mut cards = cards.await.unwrap();
        cards.retain(|(_, card)| card.identity == identity);
        let [(known, card)] = cards.as_slice() else {
            panic!("{who} is not one person: {cards:?}");
        };
        assert_eq!(*known, person);
        assert!(["Anna", "Annie"].contains(&card.name.as_str()), "{card:?}");
        let said = program.stores.people.look_up(person).await.unwrap();
        assert_eq!(said.as_ref(), Some(card));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_forgotten_stays_so_whatever_else_they_ask_for() {
    in_each("forgetting", |program, number| async move {
        let who = format!("p{number}");
        let person = program.meet(&who).await;
        let host = Arc::clone(&program.host);
        let other: One = match number % 4 {
            0 => {
                let line = "settings theme:night";
                let incoming = typed(speaker("test", &who), "house/hall", line);
                let responder = Arc::clone(&program.responder);
                Box::pin(async move { drop(responder.answer(&incoming).await) })
            }
            // Also by somebody who was found before.
            1 => Box::pin(async move {
                let night = |set: &mut PersonPreferences| {
                    set.looks.theme = Some(String::from("night"));
                };
                host.change_preferences(person, night).await.unwrap();
            }),
            2 => program.meets(&who, "Anna"),
            _ => Box::pin(async move {
                let table = table_of(number);
                let opened = host.open(&table, Person(1_000_000 + number as u128), None);
                let id = opened.await.unwrap().change.after.id();
                // They may be refused.
                let join = Command::Join { seat: None };
                let _ = host.submit(id, person, &join, None, None).await;
            }),
        };
        both(program.forgets(person), other).await;
        let row = program.row(Subject::Person(person)).await;
        assert_eq!(row, FORGOTTEN);
        assert!(program.host.is_forgotten(person));
        let card = program.stores.people.look_up(person).await.unwrap();
        assert_eq!(card, None, "{who} came back under the same reference");
        // A seat that was taken in the same moment is free again soon.
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE && !program.host.parts_of(person).await.unwrap().is_empty()
        {
            tokio::task::yield_now().await;
        }
        let parts = program.host.parts_of(person).await.unwrap();
        assert!(parts.is_empty(), "{parts:?}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_tables_one_calls_the_role() {
    in_each("calls of a role", |program, number| async move {
        let calls = Arc::new(AtomicUsize::new(0));
        let call = || -> One {
            let (host, calls) = (Arc::clone(&program.host), Arc::clone(&calls));
            Box::pin(async move {
                let place = Place::new(&format!("house{number}/hall"));
                if host.may_call_role(&place).await {
                    calls.fetch_add(1, Ordering::SeqCst);
                }
            })
        };
        both(call(), call()).await;
        assert_eq!(calls.load(Ordering::SeqCst), 1);
    })
    .await;
}
