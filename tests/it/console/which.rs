//! Which match a command means (interfaces §2).

use super::{Console, Store};

#[test]
fn the_only_one_that_waits_for_the_speaker() {
    let mut console = Console::start(&Store::Memory);
    let first = console.three(["ann", "ben", "cy"]);
    let second = console.three(["ben", "ann", "cy"]);
    // Ann is to move in the first, Ben in the second.
    assert_eq!(console.done("@ann /move e4").id(), first);
    // Now Ben is to move in both.
    let unclear = console.refuses("@ben /move e4", "which-match");
    assert!(unclear.text().contains(&first) && unclear.text().contains(&second));
    assert_eq!(
        console.done(&format!("@ben /move e4 match:{second}")).id(),
        second
    );
    assert_eq!(console.done("@ben /move m4").id(), first);
    // Ann's second is waiting for her, so her offer is made there.
    assert_eq!(console.done("@ann /draw action:offer").id(), second);
    assert_eq!(console.done("@ann /move m4").id(), second);
    // None waits for Ann.
    console.refuses("@ann /draw action:decline", "which-match");
    console.finish();
}

/// Fault D8: where several matches may be meant, each is a button away.
#[test]
fn d08_matches_that_may_be_meant_are_offered_as_buttons() {
    let mut console = Console::start(&Store::Memory);
    let first = console.three(["ann", "ben", "cy"]);
    let second = console.three(["ann", "cy", "ben"]);
    let unclear = console.refuses("@ann /move e4", "which-match");
    for id in [&first, &second] {
        let view = format!("rd1:{id}:0:view");
        assert!(
            unclear.buttons().contains(&&*view),
            "{:?}",
            unclear.buttons()
        );
        assert_eq!(console.done(&format!("@ann /press {view}")).id(), id);
    }
    console.finish();
}

#[test]
fn the_only_one_of_theirs() {
    let mut console = Console::start(&Store::Memory);
    let first = console.three(["ann", "ben", "cy"]);
    let second = console.three(["dora", "eve", "finn"]);
    for (speaker, id) in [("cy", &first), ("finn", &second)] {
        assert_eq!(
            console.done(&format!("@{speaker} /draw action:offer")).id(),
            id
        );
        assert_eq!(console.done(&format!("@{speaker} /board")).id(), id);
        console.refuses(&format!("@{speaker} /move a4"), "not-your-turn");
    }
    // An open table is one of theirs too, and a running match that waits comes before it.
    let table = console.done("@gus /play seat:white").id().to_owned();
    assert_eq!(console.done("@gus /board").id(), table);
    console.refuses("@gus /move e4", "not-started");
    console.done("@ann /play seat:white");
    assert_eq!(console.done("@ann /move e4").id(), first);
    console.refuses("@ann /resign", "which-match");
    console.finish();
}

#[test]
fn the_one_that_is_named() {
    let mut console = Console::start(&Store::Memory);
    let here = console.three(["ann", "ben", "cy"]);
    console.say("/channel park");
    let there = console.three(["ann", "ben", "cy"]);
    assert_eq!(
        console.done(&format!("@ann /move e4 match:{here}")).id(),
        here
    );
    assert_eq!(console.done("@ann /move d4").id(), there);
    assert_eq!(
        console
            .done(&format!("/board match:{}", here.to_uppercase()))
            .id(),
        here
    );
    for none in ["z9z9z", "nonsense", "\"\"", "é"] {
        console.refuses(&format!("/board match:{none}"), "no-such-match");
    }
    // A channel of its own knows nothing of the others.
    console.say("/channel empty");
    for line in [
        "/move e4",
        "/board",
        "/resign",
        "/leave",
        "/join",
        "/draw action:offer",
    ] {
        console.refuses(line, "no-such-match");
    }
    let listed = console.done("@ann /matches");
    assert!(listed.text().contains(&here) && listed.text().contains(&there));
    console.finish();
}

#[test]
fn joining_means_a_table() {
    let mut console = Console::start(&Store::Memory);
    console.refuses("@dora /join", "no-such-match");
    console.three(["ann", "ben", "cy"]);
    console.refuses("@dora /join", "no-such-match");
    // The only one that is open.
    let open = console.done("@ann /play seat:white").id().to_owned();
    assert_eq!(console.done("@dora /join").id(), open);
    // The only one with a seat kept for the speaker.
    let kept = console
        .done("@ann /play seat:white player2:@eve")
        .id()
        .to_owned();
    assert_eq!(console.done("@eve /join").id(), kept);
    // Several are open, none of them kept: which?
    let unclear = console.refuses("@finn /join", "which-match");
    assert!(unclear.text().contains(&open) && unclear.text().contains(&kept));
    let started = console.done(&format!("@finn /join match:{open}"));
    assert_eq!(started.id(), open);
    assert_eq!(console.done("@finn /join").id(), kept);
    // Two seats kept in two tables.
    console.done("@ann /play player2:@gus");
    console.done("@ben /play player2:@gus");
    console.refuses("@gus /join", "which-match");
    console.finish();
}

#[test]
fn looking_is_for_everybody() {
    let mut console = Console::start(&Store::Memory);
    console.refuses("@dora /board", "no-such-match");
    console.done("@gus /play seat:white");
    console.refuses("@dora /board", "no-such-match");
    let first = console.three(["ann", "ben", "cy"]);
    assert_eq!(console.done("@dora /board").id(), first);
    // But not for acting.
    console.refuses("@dora /draw action:offer", "no-such-match");
    let second = console.three(["eve", "finn", "gus"]);
    let unclear = console.refuses("@dora /board", "which-match");
    assert!(unclear.text().contains(&first) && unclear.text().contains(&second));
    assert_eq!(console.done("@ben /board").id(), first);
    assert_eq!(console.done("@finn /board").id(), second);
    console.finish();
}

#[test]
fn ended_matches_count_when_nothing_else_fits() {
    let mut console = Console::start(&Store::Memory);
    let first = console.three(["ann", "ben", "cy"]);
    console.done("@ann /abort action:offer");
    for line in [
        "@ann /move e4",
        "@ben /draw action:offer",
        "@cy /resign",
        "@ben /abort action:offer",
    ] {
        console.refuses(line, "match-over");
    }
    assert_eq!(console.done("@cy /board").id(), first);
    let second = console.three(["ann", "ben", "dora"]);
    // Somebody who plays another means that one; the latest is meant where several have ended.
    assert_eq!(console.done("@ann /move e4").id(), second);
    console.refuses("@cy /move e4", "match-over");
    console.done("@ben /abort action:offer");
    assert_eq!(console.done("@ann /board").id(), second);
    assert_eq!(console.done("@cy /board").id(), first);
    console.say("/channel park");
    console.refuses("@ann /move e4", "no-such-match");
    console.finish();
}

#[test]
fn many_matches_in_one_channel_and_in_another() {
    let mut console = Console::start(&Store::Memory);
    let players = |n: usize| [format!("w{n}"), format!("g{n}"), format!("b{n}")];
    let mut ids = Vec::new();
    for n in 0..6 {
        console.say(if n < 4 {
            "/channel table"
        } else {
            "/channel park"
        });
        let names = players(n);
        ids.push(console.three([&names[0], &names[1], &names[2]]));
    }
    let moves = "e4 m4 u4 Nf3 Nk3 Ns3 d4 l4 t4 Bd3 Nn3 Nv3";
    for (made, mv) in moves.split(' ').enumerate() {
        for (n, id) in ids.iter().enumerate() {
            console.say(if n < 4 {
                "/channel table"
            } else {
                "/channel park"
            });
            let board = console.done(&format!("@{} /move {mv}", players(n)[made % 3]));
            let ply = format!(" {}", made + 1);
            assert_eq!(&board.id(), id);
            assert!(board.position().ends_with(&ply), "{}", board.position());
        }
    }
    console.finish();
}
