//! What completes what is being typed: moves with what they do, squares with what stands there.

use std::sync::Arc;

use rondel::{
    chats::console::{Console, ConsoleOptions, PlainMarkup, speaker},
    commands::{Responder, Suggestion, Typing},
    host::Host,
    matchplay::{Moment, Place},
    rules::{Color, Role},
    store::{memory::MemoryStore, people::People},
};

use crate::now::now;
use crate::said::{piece, said, says};

/// A responder behind which Ann, Ben and Cy have made some moves.
struct Scene {
    responder: Arc<Responder>,
}

impl Scene {
    async fn after(moves: &str) -> Scene {
        let clock = Arc::new(|| Moment(1_700_000_000_000));
        let host = now(Host::new(Arc::new(MemoryStore::new()), clock, Some(1))).unwrap();
        let _people = Arc::new(People::in_memory());
        let responder = Responder::new(host, Arc::new(PlainMarkup));
        let responder = Arc::new(responder);
        let options = ConsoleOptions::default();
        let mut console = Console::new(Arc::clone(&responder), options, Vec::new());
        let mut script = String::from("@ann /play seat:white\n@ben /join\n@cy /join\n");
        for (turn, mv) in moves.split_whitespace().enumerate() {
            let player = ["ann", "ben", "cy"][turn % 3];
            script.push_str(&format!("@{player} /move {mv}\n"));
        }
        console.run(script.as_bytes()).await.unwrap();
        let answers = String::from_utf8(std::mem::take(console.output())).unwrap();
        let made = answers.lines().filter(|line| says(line, "moved", &[]));
        assert_eq!(made.count(), moves.split_whitespace().count(), "{answers}");
        assert!(!answers.contains("(to "), "{answers}");
        Scene { responder }
    }

    async fn offered(&self, who: &str, command: &str, text: &str) -> Vec<Suggestion> {
        let option = match command {
            "look" => "square",
            "play" => "time",
            command => command,
        };
        let typing = Typing {
            command,
            option,
            text,
            given: None,
        };
        let place = Place::new("console/table");
        self.responder
            .suggest(&speaker(who).unwrap(), &place, &typing, 25)
            .await
    }

    async fn labels(&self, who: &str, command: &str, text: &str) -> Vec<String> {
        let offered = self.offered(who, command, text).await;
        offered.into_iter().map(|choice| choice.label).collect()
    }
}

#[tokio::test]
async fn moves_are_offered_with_what_they_do() {
    let scene = Scene::after("e4 m4 u4 Bc4 Nn3 Ns3").await;
    let offered = scene.offered("ann", "move", "bx").await;
    let taken = piece(Color::Black, Role::Pawn);
    let takes = said("move-takes", &[("piece", &taken)]);
    let through = said("move-through-centre", &[]);
    let label = ["B×u4", &takes, &through].join(&said("list-comma", &[]));
    assert_eq!(
        offered,
        [Suggestion {
            label,
            value: String::from("c4u4"),
            short: Some(String::from("Bxu4")),
        }]
    );
    // Small letters, the plain form, and signs that nobody types.
    for typed in ["BU4", "bxu", "c4u", "c4-u4"] {
        assert_eq!(
            scene.offered("ann", "move", typed).await,
            offered,
            "{typed}"
        );
    }
    // To nothing typed what takes or checks comes first, and there are no more than fit.
    let all = scene.offered("ann", "move", "").await;
    assert_eq!(all.len(), 25);
    assert!(all[0].label.contains(&takes), "{:?}", all[0]);
    for choice in &all {
        let short = choice.short.as_deref().unwrap();
        let written = short.replace('x', "×");
        assert!(choice.label.starts_with(&written), "{choice:?}");
        assert!(choice.label.chars().count() <= 100, "{choice:?}");
        assert!(choice.value.len() <= 5, "{choice:?}");
    }
    assert_eq!(scene.labels("ann", "move", "horse").await, [""; 0]);
    // A player who is not to move has none.
    for who in ["ben", "cy", "dora"] {
        assert_eq!(scene.labels(who, "move", "").await, [""; 0], "{who}");
    }
}

#[tokio::test]
async fn squares_are_offered_with_what_stands_there() {
    let scene = Scene::after("e4 m4 u4 Bc4 Nn3 Ns3").await;
    let empty = said("square-empty", &[]);
    let holds =
        |square: &str, what: &str| said("square-holds", &[("square", square), ("what", what)]);
    let gray = |role: Role| piece(Color::Gray, role);
    assert_eq!(
        scene.labels("ben", "look", "M").await,
        [
            holds("m1", &gray(Role::King)),
            holds("m2", &empty),
            holds("m3", &empty),
            holds("m4", &gray(Role::Pawn)),
            holds("m5", &empty),
            holds("m6", &empty)
        ]
    );
    let rank = scene.offered("ben", "look", "4").await;
    assert_eq!(rank.len(), 24);
    assert_eq!(
        (rank[2].label.as_str(), rank[2].value.as_str()),
        (&*holds("c4", &piece(Color::White, Role::Bishop)), "c4")
    );
    // To nothing typed the asker's own pieces, to others those of the army to move.
    for (who, army) in [
        ("ben", Color::Gray),
        ("cy", Color::Black),
        ("ann", Color::White),
    ] {
        let own = scene.labels(who, "look", "").await;
        assert_eq!(own.len(), 16, "{who}");
        let pieces = Role::ALL.map(|role| piece(army, role));
        let is_own = |label: &String| pieces.iter().any(|piece| label.contains(piece));
        assert!(own.iter().all(is_own), "{own:?}");
    }
    for nothing in ["z", "m44", "mm"] {
        assert_eq!(scene.labels("ann", "look", nothing).await, [""; 0]);
    }
    // Nobody knows Dora yet: she is offered names alone.
    assert_eq!(
        scene.labels("dora", "look", "a").await,
        ["a1", "a2", "a3", "a4", "a5", "a6"]
    );
}

#[tokio::test]
async fn times_are_completed_with_what_a_number_can_mean() {
    let scene = Scene::after("").await;
    for (typed, values) in [
        ("", "none 10m 1h 12h 1d 2d 3d 7d 10/30d"),
        ("n", "none"),
        ("1", "10m 1h 12h 1d 10/30d 1m 7d"),
        ("36", "36h 36m 36s"),
        ("3D", "3d"),
        ("24h", "1d"),
        ("31", "31h 31m 31s"),
        ("x", ""),
        ("99999999999999999999", ""),
    ] {
        let offered = scene.offered("ann", "play", typed).await;
        let offered: Vec<String> = offered.into_iter().map(|one| one.value).collect();
        assert_eq!(offered.join(" "), values, "{typed}");
    }
    let labels = scene.labels("ann", "play", "1").await;
    let wanted = [
        ("limit-minutes", "10"),
        ("limit-hours", "1"),
        ("limit-hours", "12"),
        ("limit-days", "1"),
        ("limit-minutes", "1"),
        ("limit-days", "7"),
    ];
    let wanted = wanted.map(|(id, count)| said(id, &[("count", count)]));
    let days = said("limit-within-days", &[("count", "30")]);
    let several = said("limit-moves", &[("count", "10"), ("time", &days)]);
    let mut wanted = Vec::from(wanted);
    wanted.insert(4, several);
    assert_eq!(labels, wanted);
    let none = scene.labels("ann", "play", "none").await;
    assert_eq!(none, [said("limit-none", &[])]);
}

#[tokio::test]
async fn nothing_else_is_completed() {
    let scene = Scene::after("e4").await;
    assert_eq!(scene.labels("ann", "board", "").await, [""; 0]);
}
