//! The process on a disk that gets full, and has room again.

use std::time::{Duration, Instant};

use super::{Console, Store};
use crate::store::disk::{SmallDisk, on_a_small_disk};

/// How long it may take to write again.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn a_full_disk_refuses_moves_until_there_is_room() {
    let Some(said) = on_a_small_disk("console::disk::on_a_full_disk", 128) else {
        return;
    };
    // The operator is told once that it stops, for each store, and once that it goes on.
    let lines = |what: &str| said.lines().filter(|line| line.contains(what)).count();
    assert_eq!(lines("the store cannot write"), 2, "{said}");
    assert_eq!(lines("MiB more must be free"), 2, "{said}");
    assert_eq!(lines("the store can write again"), 2, "{said}");
    let figure = said.lines().find(|line| line.starts_with("full disk"));
    println!("{}", figure.unwrap());
}

/// The child of [`a_full_disk_refuses_moves_until_there_is_room`].
#[test]
fn on_a_full_disk() {
    let Some(small) = SmallDisk::here() else {
        return;
    };
    let data = small.path.join("data");
    std::fs::create_dir(&data).unwrap();
    let mut console = Console::logging(&Store::Files(data.clone()));
    let id = console.three(["ann", "ben", "cy"]);
    console.moves(0, "e4 m4 u4");
    let board = format!("@ann /board match:{id}");
    let before = console.done(&board).position().to_owned();
    small.fill(1 << 20);
    for _ in 0..5 {
        let answer = console.refuses(&format!("@ann /move Nc3 match:{id}"), "store-unavailable");
        answer.assert_is("refused-store-unavailable", &[]);
        assert_eq!(console.done(&board).position(), before);
    }
    // Nobody is forgotten by half: they play on as before.
    console.refuses("@ben /forget-me confirm:true", "store-unavailable");
    assert!(console.done("@ben /history").text().contains("ben"));
    // Nobody new is met; but they may look.
    console.refuses("@dora /play", "store-unavailable");
    for looking in ["/board", "/look square:e4", "/history"] {
        let looked = console.done(&format!("@dora {looking} match:{id}"));
        assert_eq!(looked.position(), before, "{looking}");
    }
    console.done("@dora /rules moats");
    small.empty();
    let start = Instant::now();
    let command = format!("@ann /move Nc3 match:{id}");
    let done = loop {
        let answer = console.one(&command);
        match answer.refused() {
            None => break answer,
            Some("store-unavailable") if start.elapsed() < PATIENCE => {}
            Some(_) => panic!("{answer:?}"),
        }
    };
    let ms = start.elapsed().as_millis();
    println!("full disk, the process: refused, read, played on {ms} ms after there was room");
    let after = done.position().to_owned();
    console.done("@dora /play");
    // Its log is whole once it has ended.
    console.finish();
    let store = Store::Files(data);
    let mut console = Console::start(&store);
    assert_eq!(console.done(&board).position(), after);
    console.kill();
    let mut console = Console::start(&store);
    assert_eq!(console.done(&board).position(), after);
    console.finish();
}
