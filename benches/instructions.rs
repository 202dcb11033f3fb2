//! Work of a fixed size, for programs that count instructions: `.ci/long instructions`.
//!
//! `cargo bench --bench instructions -- KIND TIMES` does one kind of it that often: `board` and
//! `card` draw a picture, `host` plays a match in memory, `interaction` plays one by commands and looks
//! at it after each move, without pictures. Without arguments each is done once.

mod table;

use std::{
    hint::black_box,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
};

use rondel::{
    chats::console::PlainMarkup,
    commands::{Account, Incoming, Input, Responder, Speaker, Value},
    host::{Host, NoticeState},
    matchplay::{Command, Moment, MoveInput, Person, Place},
    messages::Texts,
    render::{BoardView, Hands, LeaderboardCard, LeaderboardRow, Results, Style, png_by},
    rules::{ByColor, Color, Position},
    store::{Identity, memory::MemoryStore},
};

use table::{done, seated};

/// Moves in each match. A position that occurs for the fifth time would end it.
const PLIES: usize = 24;
const KNIGHTS: [[&str; 2]; 3] = [["b1c3", "c3b1"], ["j1k3", "k3j1"], ["r1s3", "s3r1"]];

/// The time between two requests, in milliseconds, so that nobody reaches a limit.
const PACE: i64 = 20_000;

/// Does its work this many times.
type Work = fn(usize);

/// The kinds of work.
const KINDS: [(&str, Work); 4] = [
    ("board", boards),
    ("card", cards),
    ("host", matches),
    ("interaction", interactions),
];

fn boards(times: usize) {
    let (texts, style) = (Texts::english(), Style::default());
    let mut position = Position::start();
    for nth in 0..times {
        let moves = position.legal_moves();
        position.play(moves[nth * 7 % moves.len()]);
        let view = BoardView::new(position, Color::White);
        let picture = png_by(&view, &texts, &style, Hands::One);
        black_box(picture.expect("it is drawn"));
    }
}

fn cards(times: usize) {
    let (texts, style) = (Texts::english(), Style::default());
    let row = |rank: u32| LeaderboardRow {
        rank: rank.to_string(),
        name: String::from("Bartholomew Featherstonehaugh"),
        results: Results {
            rating: (1_900 - rank).to_string(),
            provisional: rank.is_multiple_of(3),
            points: format!("{} 1/2", 400 - rank),
            matches: (500 - rank).to_string(),
            wins: (200 - rank).to_string(),
            averages: ByColor::new(|color| format!("1.{:02}", rank + color as u32)),
            ..Results::default()
        },
        asked: rank == 3,
    };
    let card = LeaderboardCard {
        title: String::from("Three-Player Chess"),
        subtitle: String::from("this server, November 2026"),
        rows: (1..=10).map(row).collect(),
        own: None,
    };
    for _ in 0..times {
        let scene = black_box(&card).scene(&texts).expect("a scene");
        black_box(scene.png(&style).expect("it is drawn"));
    }
}

fn matches(times: usize) {
    let store = Arc::new(MemoryStore::new());
    on_one_thread(async {
        let host = Host::new(store, Arc::new(|| Moment(0)), Some(1)).await;
        let host = host.expect("a host");
        for nth in 0..times {
            play(&host, nth).await;
        }
    });
}

async fn play(host: &Arc<Host>, nth: usize) {
    let people = [1, 2, 3].map(|seat| Person(nth as u128 * 10 + seat));
    let id = seated(host, &format!("bench/{nth}"), people, None)
        .await
        .id();
    for ply in 0..PLIES {
        let mv = MoveInput::Typed(KNIGHTS[ply % 3][ply / 3 % 2].to_owned());
        let command = Command::Move { mv, claim: false };
        done(host, id, people[ply % 3], &command).await;
    }
}

fn interactions(times: usize) {
    let now = AtomicI64::new(0);
    let clock = move || Moment(now.fetch_add(PACE, Ordering::Relaxed));
    let store = Arc::new(MemoryStore::new());
    on_one_thread(async {
        let host = Host::new(store, Arc::new(clock), Some(1)).await;
        let responder = Responder::new(host.expect("a host"), Arc::new(PlainMarkup));
        let responder = responder.with_pictures(false);
        for nth in 0..times {
            interact(&responder, nth).await;
        }
    });
}

async fn interact(responder: &Responder, nth: usize) {
    let word = |word: &str| Value::Text(word.to_owned());
    let seated = [("seat", word("white"))];
    for (seat, (command, options)) in [("play", seated.as_slice()), ("join", &[]), ("join", &[])]
        .into_iter()
        .enumerate()
    {
        ask(responder, nth, seat, command, options).await;
    }
    for ply in 0..PLIES {
        let moved = [("move", word(KNIGHTS[ply % 3][ply / 3 % 2]))];
        let in_words = [("text", Value::Boolean(true))];
        for (command, options) in [
            ("move", moved.as_slice()),
            ("board", &in_words),
            ("history", &[]),
            ("leaderboard", &[]),
        ] {
            ask(responder, nth, ply % 3, command, options).await;
        }
    }
}

async fn ask(
    responder: &Responder,
    nth: usize,
    seat: usize,
    command: &str,
    options: &[(&str, Value)],
) {
    let name = format!("player{}", 3 * nth + seat);
    let options = options.iter();
    let options = options.map(|(name, value)| ((*name).to_owned(), value.clone()));
    let speaker = Speaker {
        identity: Identity::new("console", &name).expect("an identity"),
        name,
        account: Account::Person,
        manages: true,
        roles: Vec::new(),
        language: None,
        pass: None,
    };
    let input = Input::Command {
        name: command.to_owned(),
        options: options.collect(),
    };
    let incoming = Incoming::new(speaker, Place::new(&format!("bench/{nth}")), input);
    let reply = responder.answer(&incoming).await;
    assert_eq!(reply.refused(), None, "/{command}: {}", reply.text());
    if let Some(notice) = reply.notice {
        notice.end(NoticeState::Delivered);
    }
}

fn on_one_thread(work: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(work);
}

fn main() {
    // Cargo adds an argument of its own.
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    let asked = words.next();
    let times = words.next().and_then(|times| times.parse().ok());
    for (kind, work) in KINDS {
        if asked.as_deref().is_none_or(|asked| asked == kind) {
            work(times.unwrap_or(1));
            println!("{kind}: done");
        }
    }
}
