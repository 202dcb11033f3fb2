//! `/look` and `/history`: what is shown to one person and changes nothing.

use super::{Console, Store, harness::Answer};

/// A match of Ann, Ben and Cy a few moves on.
fn begun(moves: &str) -> Console {
    let mut console = Console::start(&Store::Memory);
    console.three(["ann", "ben", "cy"]);
    console.moves(0, moves);
    console
}

#[track_caller]
fn says(answer: &Answer, wanted: &[&str]) {
    let lines: Vec<&str> = answer.text().lines().collect();
    for line in wanted {
        assert!(lines.contains(line), "{line} is not in\n{}", answer.text());
    }
}

#[test]
fn a_square_is_described() {
    let mut console = begun("e4 m4 u4 Bc4 Nn3 Ns3");
    let id = console.done("@ann /board").id().to_owned();
    let own = console.done("@ann /look square:c4");
    assert_eq!((own.to(), own.command()), ("ann", Some("look")));
    assert_eq!(own.image(), None);
    says(
        &own,
        &[
            &format!("c4 in match {id}, ply 6: White's bishop."),
            "Nothing attacks it.",
            "Nothing guards it.",
            "inward: c5, c6, the centre, o6, o5, o4, o3, Gray's pawn on o2",
            "outward: c3, White's pawn on c2",
            "around, with the letters: d4, White's pawn on e4",
            "aslant outward, with the letters: d3, e2, f1, the edge",
        ],
    );
    // Nothing of it depends on who asks, or on the case.
    let other = console.done("@dora /look C4");
    assert_eq!(other.text(), own.text());
    let empty = console.done("@ben /look square:m5");
    says(
        &empty,
        &[
            &format!("m5 in match {id}, ply 6: nothing stands there."),
            "Attacked by Gray: knight on n3.",
            "outward: Gray's pawn on m4",
        ],
    );
    assert!(
        empty.text().contains("l5, and m5 again"),
        "{}",
        empty.text()
    );
    assert!(!empty.text().contains("against the letters: l5, k5"));
    let corner = console.done("/look a1");
    says(
        &corner,
        &[
            "The moat x|a lies beside it, and nothing crosses it: it is not bridged (rules §3.2).",
            "around, against the letters: the moat x|a, not bridged",
        ],
    );
    let creek = "The creek h|i lies beside it: no pawn that has yet to pass the centre captures \
                 across it (rules §3.7).";
    says(&console.done("/look i2"), &[creek]);
    says(&console.done("/look h3"), &[creek]);
    assert!(!console.done("/look h4").text().contains("creek"));
    assert!(!console.done("/look i1").text().contains("creek"));
}

#[test]
fn dead_pieces_bridges_and_ended_matches_are_described() {
    let mut console = begun("e4 m4 u4");
    let id = console.done("@ben /resign confirm:true").id().to_owned();
    let dead = console.done("@ann /look m4");
    says(&dead, &["Nothing attacks it."]);
    assert!(
        dead.text().contains(
            "Gray's dead pawn. It neither moves nor attacks, and may be taken (rules §4.4)."
        ),
        "{}",
        dead.text()
    );
    assert!(!dead.text().contains("uards it"), "{}", dead.text());
    says(
        &console.done("/look p1"),
        &[
            "The moat p|q lies beside it and is bridged. What crosses it may neither take nor give a \
             new check (rules §3.4).",
            "around, with the letters: the bridged moat p|q, Black's rook on q1",
        ],
    );
    // What was passed over just now.
    console.done("@ann /move d4");
    let passed = console.done("/look d3");
    assert!(
        passed
            .text()
            .contains("en passant: White's pawn on d4 (rules §2.7)."),
        "{}",
        passed.text()
    );
    console.done("@cy /resign confirm:true");
    let after = console.done(&format!("@dora /look square:a1 match:{id}"));
    assert!(after.text().contains("White's rook."), "{}", after.text());
    assert!(after.over().is_some());
}

#[test]
fn what_is_no_square_is_refused_with_what_squares_look_like() {
    let mut console = begun("e4");
    for bad in ["z9", "a7", "m", "m44", "\"\"", "é1", "@here"] {
        let refused = console.refuses(&format!("@ann /look square:{bad}"), "unreadable");
        assert_eq!(refused.command(), Some("look"));
        assert!(refused.text().contains("a to x"), "{}", refused.text());
        assert!(refused.text().contains("m4"), "{}", refused.text());
    }
    console.refuses("/look", "bad-option");
    console.refuses(&format!("/look {}", "m".repeat(101)), "too-long");
    console.refuses("/look m4 match:m7k3q", "no-such-match");
}

#[test]
fn every_look_fits_into_a_message() {
    let mut console = begun("e4 m4 u4 Bc4 Nn3 Ns3 Qf3 Nk3");
    for square in rondel::rules::Square::all() {
        let text = console
            .done(&format!("@ann /look {square}"))
            .text()
            .to_owned();
        assert!(text.chars().count() <= 2_000, "{text}");
        assert!(text.lines().all(|line| !line.is_empty()), "{text}");
    }
}

#[test]
fn the_history_tells_moves_and_what_came_of_them() {
    let mut console = Console::start(&Store::Memory);
    let id = console.three(["ann", "ben", "cy"]);
    says(&console.done("@ann /history"), &["No move has been made."]);
    console.moves(0, "e4 m4 u4 Bc4");
    console.done("@ann /draw action:offer");
    console.done("@ben /draw action:accept");
    console.moves(4, "Nn3 Ns3");
    let lapsed = console.done("@ann /move d3");
    assert!(
        lapsed.text().contains("The offer of a draw has lapsed."),
        "{}",
        lapsed.text()
    );
    console.done("@ben /resign confirm:true");
    console.done("@cy /abort action:offer");
    console.done("@ann /abort action:accept");
    let history = console.done(&format!("@dora /history match:{id}"));
    assert_eq!((history.to(), history.command()), ("dora", Some("history")));
    assert_eq!(history.buttons(), [] as [&str; 0]);
    let lines: Vec<&str> = history.text().lines().collect();
    assert_eq!(
        lines,
        [
            format!("Match {id} · White: ann · Gray: ben · Black: cy").as_str(),
            "1: e4 (White) · 2: m4 (Gray) · 3: u4 (Black)",
            "4: Bc4 (White)",
            "ann (White) offers a draw. It stands for one round and needs ben (Gray) and cy (Black) to agree.",
            "ben (Gray) agrees to the draw; cy (Black) must agree too.",
            "5: Nn3 (Gray) · 6: Ns3 (Black)",
            "7: d3 (White)",
            "The offer of a draw has lapsed.",
            "ben (Gray) resigns and is out. The pieces stay on the board, dead.",
            "cy (Black) proposes to call the match off. ann (White) must agree within a day.",
            "ann (White) agrees to call it off.",
            "The match is called off: no points.",
        ]
    );
}

#[test]
fn a_long_history_has_pages() {
    let mut console = begun("e4 m4 u4");
    for round in 0..40 {
        let names = ["ann", "ben", "cy"];
        let (offers, declines) = (names[round % 3], names[(round + 1) % 3]);
        console.done(&format!("@{offers} /draw action:offer"));
        console.done(&format!("@{declines} /draw action:decline"));
    }
    let last = console.done("@ann /history");
    assert!(last.text().chars().count() <= 2_000);
    let count: usize = last
        .text()
        .lines()
        .last()
        .unwrap()
        .split(' ')
        .nth(3)
        .unwrap()
        .trim_end_matches('.')
        .parse()
        .unwrap();
    assert!(count >= 3, "{}", last.text());
    // From the last page to the first by the button, also once the match has moved on.
    console.done("@ann /move d4");
    let mut seen = Vec::new();
    let mut page = last;
    for number in (1..=count).rev() {
        assert!(page.text().chars().count() <= 2_000);
        let lines: Vec<String> = page.text().lines().map(str::to_owned).collect();
        let typed = console.done(&format!("@dora /history page:{number}"));
        if number < count {
            assert_eq!(typed.text(), page.text());
        }
        seen.splice(0..0, lines[1..lines.len() - 1].iter().cloned());
        if number > 1 {
            let earlier = page.button(&format!("history:{}", number - 1)).to_owned();
            page = console.done(&format!("@cy /press {earlier}"));
            assert_eq!(page.to(), "cy");
            assert!(
                page.button(&format!("history:{number}"))
                    .starts_with("rd1:")
            );
        }
    }
    assert_eq!(seen.len(), 1 + 80, "{seen:#?}");
    assert_eq!(seen[0], "1: e4 (White) · 2: m4 (Gray) · 3: u4 (Black)");
    for bad in ["0", "9", "4294967295"] {
        let refused = console.refuses(&format!("/history page:{bad}"), "bad-option");
        assert!(refused.text().contains("pages"), "{}", refused.text());
    }
    console.refuses("/history page:x", "bad-option");
}
