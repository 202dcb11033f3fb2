//! Which match a command means (interfaces §2).

use rondel::rules::Color;

use super::{Console, Store};
use crate::said::{assert_moved, listed, player, said};

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

/// Fault D8: where several matches may be meant, each is a button away, and the button keeps what was typed.
#[test]
fn d08_a_move_is_made_in_the_match_that_is_chosen() {
    let mut console = Console::start(&Store::Memory);
    let first = console.three(["ann", "ben", "cy"]);
    let second = console.three(["ann", "cy", "ben"]);
    // Not hers to move, and so no place for it.
    let third = console.three(["ben", "ann", "cy"]);
    let unclear = console.refuses("@ann /move e4", "which-match");
    let players = ["ben", "cy"];
    for (id, [gray, black]) in [(&first, players), (&second, [players[1], players[0]])] {
        let others = [player(gray, Color::Gray), player(black, Color::Black)];
        let others = listed(&[&others[0], &others[1]]);
        let values = [("match", &**id), ("others", &others)];
        unclear.assert_says("matches-waiting", &values);
    }
    unclear.assert_says("matches-running", &[("match", &third)]);
    let both = [&first, &second].map(|id| format!("rd1:{id}:0:to:e2e4"));
    let mut buttons = unclear.buttons();
    buttons.sort_unstable();
    let mut wanted: Vec<&str> = both.iter().map(|id| &**id).collect();
    wanted.sort_unstable();
    assert_eq!(buttons, wanted);
    let labels = unclear.labels().into_iter().map(|(label, _)| label);
    let label = said("button-move-in", &[("move", "e4"), ("match", &second)]);
    assert!(labels.into_iter().any(|one| one == label), "{unclear:?}");
    let moved = console.done(&format!("@ann /press {}", both[1]));
    assert_eq!(moved.id(), second);
    assert_moved(moved.text(), "e4");
    // The other one is as it was; the same button moves nothing twice.
    console.refuses(&format!("@ann /press {}", both[1]), "position-moved-on");
    console.refuses(&format!("@dora /press {}", both[0]), "not-a-player");
    assert_eq!(console.done("@ann /move d4").id(), first);
    console.finish();
}

/// What cannot be read, or claims a draw, is asked for in the chosen match as it was typed.
#[test]
fn what_was_typed_is_kept_whatever_it_was() {
    let mut console = Console::start(&Store::Memory);
    let ids = ["cy", "dora"].map(|other| console.three(["ann", "ben", other]));
    let reason = |console: &mut Console, line: &str, action: &str, reason: &str| {
        let unclear = console.refuses(&format!("@ann {line}"), "which-match");
        for id in &ids {
            let button = format!("rd1:{id}:0:{action}");
            assert!(unclear.buttons().contains(&&*button), "{line}: {unclear:?}");
            let answer = console.one(&format!("@ann /press \"{button}\""));
            let refused = answer.refused().unwrap_or_default();
            assert_eq!(refused, reason, "{line}: {}", answer.text());
            // That it was asked of this match is seen by its board or its words.
            assert!(answer.refused().is_some() || answer.id() == id);
        }
    };
    for (line, action, refused) in [
        ("/move zzz", "in:move:move=zzz", "unreadable"),
        ("/move e5", "in:move:move=e5", "illegal-move"),
        ("/move \"e4 d4\"", "in:move:move=e4 d4", "illegal-move"),
        ("/move e4 claim:true", "claim:e2e4", "claim-not-due"),
        ("/board", "in:board", ""),
        ("/board seat:gray", "in:board:seat=gray", ""),
        ("/board text:true", "in:board:text=true", ""),
        ("/look square:e2", "in:look:square=e2", ""),
        ("/history", "in:history", ""),
        ("/replay", "in:replay", ""),
        ("/export format:json", "in:export:format=json", ""),
        (
            "/takeback action:offer",
            "in:takeback:action=offer",
            "nothing-to-take-back",
        ),
        // Whatever was confirmed was confirmed of one match.
        ("/resign confirm:true", "in:resign", "needs-confirmation"),
        (
            "/draw action:accept",
            "in:draw:action=accept",
            "nothing-to-accept",
        ),
        // What no button can hold leads to the board.
        ("/move \"zzz, please\"", "view", ""),
        ("/seat action:substitute user:@eve", "view", ""),
    ] {
        reason(&mut console, line, action, refused);
    }
    // A move that names another match is made in neither.
    let elsewhere = format!("@ann /move \"e4 in {}\" match:{}", ids[1], ids[0]);
    console.refuses(&elsewhere, "unreadable");
    // A button of nobody's match, or of none, does nothing.
    for (id, why) in [
        ("rd1:-:0:in:board", "unreadable"),
        ("rd1:zzzzz:0:in:board", "unreadable"),
        ("rd1:a2a2a:0:in:board", "no-such-match"),
    ] {
        console.refuses(&format!("@ann /press {id}"), why);
    }
    // Tables too: whoever may type it may press it.
    let tables = ["eve", "finn"].map(|who| {
        console
            .done(&format!("@{who} /play seat:white"))
            .id()
            .to_owned()
    });
    let unclear = console.refuses("@gus /join", "which-match");
    for id in &tables {
        assert!(
            unclear.buttons().contains(&&*format!("rd1:{id}:0:in:join")),
            "{unclear:?}"
        );
    }
    let joined = console.done(&format!("@gus /press rd1:{}:0:in:join", tables[1]));
    assert_eq!(joined.id(), tables[1]);
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
