//! `/look` and `/history`: what is shown to one person and changes nothing.

use rondel::rules::{Color, Role};

use super::{Console, Store, harness::Answer};
use crate::said::{TEXTS, army, assert_says, listed, piece, players, round, said};

/// A match of Ann, Ben and Cy a few moves on.
fn begun(moves: &str) -> Console {
    let mut console = Console::start(&Store::Memory);
    console.three(["ann", "ben", "cy"]);
    console.moves(0, moves);
    console
}

/// Expects these lines among others.
#[track_caller]
fn says(answer: &Answer, wanted: &[String]) {
    let lines: Vec<&str> = answer.text().lines().collect();
    for line in wanted {
        let found = lines.contains(&line.as_str());
        assert!(found, "{line} is not in\n{}", answer.text());
    }
}

/// The line that a look begins with.
fn heading(square: &str, id: &str, holds: &str) -> String {
    let values = [("square", square), ("match", id)];
    format!("{} {holds}", said("look-heading", &values))
}

/// A line of squares from the one that is looked at.
fn line(id: &str, stops: &[&str]) -> String {
    let line = stops.join(&said("list-comma", &[]));
    said(id, &[("line", &line)])
}

/// A piece and where it stands.
fn on(color: Color, role: Role, square: &str) -> String {
    let piece = piece(color, role);
    said("piece-on", &[("piece", &piece), ("square", square)])
}

/// The line of the first three moves.
fn first_round() -> String {
    round("1", "e4 m4 u4")
}

/// The line under a page of the history that says what it holds.
fn covers(rounds: &str, plies: &str) -> String {
    said("history-covers", &[("rounds", rounds), ("plies", plies)])
}

/// Without a square a look lists what is attacked of one's own, by what, and what guards it.
#[test]
fn a_look_at_no_square_lists_what_is_attacked() {
    let mut console = begun("e4 m4 u4 Bc4 Nn3 Ns3");
    let id = console.done("@ann /board").id().to_owned();
    let about = |color| [("army", army(color)), ("match", id.clone())];
    let told = |id: &'static str, color| {
        let values = about(color);
        said(
            id,
            &values
                .each_ref()
                .map(|(place, value)| (*place, value.as_str())),
        )
    };
    let own = console.done("@ann /look");
    assert_eq!(own.text(), told("look-own-safe", Color::White));
    let own = console.done("@cy /look");
    assert_eq!((own.to(), own.command()), ("cy", Some("look")));
    let pawn = on(Color::Black, Role::Pawn, "u4");
    let bears = |color, role, square| {
        let piece = TEXTS.piece(role);
        let pieces = said("piece-on", &[("piece", &piece), ("square", square)]);
        (army(color), pieces)
    };
    let (white, bishop) = bears(Color::White, Role::Bishop, "c4");
    let (black, knight) = bears(Color::Black, Role::Knight, "s3");
    let attacked = [("army", &*white), ("pieces", &*bishop)];
    let guarded = [("army", &*black), ("pieces", &*knight)];
    let line = [
        said("look-piece", &[("piece", &pawn)]),
        said("look-attacked", &attacked),
        said("look-guarded", &guarded),
    ];
    let lines: Vec<&str> = own.text().lines().collect();
    assert_eq!(lines, [told("look-own", Color::Black), line.join(" ")]);
    // To those who do not play it tells of the army to move.
    let other = console.done("@dora /look");
    assert_eq!(other.text(), told("look-own-safe", Color::White));
    console.finish();
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
            heading(
                "c4",
                &id,
                &said(
                    "look-piece",
                    &[("piece", &piece(Color::White, Role::Bishop))],
                ),
            ),
            said("look-not-attacked", &[]),
            said("look-not-guarded", &[]),
            line(
                "line-inward",
                &[
                    "c5",
                    "c6",
                    &said("line-centre", &[]),
                    "o6",
                    "o5",
                    "o4",
                    "o3",
                    &on(Color::Gray, Role::Pawn, "o2"),
                ],
            ),
            line("line-outward", &["c3", &on(Color::White, Role::Pawn, "c2")]),
            line(
                "line-clockwise",
                &["d4", &on(Color::White, Role::Pawn, "e4")],
            ),
            line(
                "line-outward-clockwise",
                &["d3", "e2", "f1", &said("line-edge", &[])],
            ),
        ],
    );
    // Nothing of it depends on who asks, or on the case.
    let other = console.done("@dora /look C4");
    assert_eq!(other.text(), own.text());
    let empty = console.done("@ben /look square:m5");
    let knight = TEXTS.piece(Role::Knight);
    let knight = said("piece-on", &[("piece", &knight), ("square", "n3")]);
    let attacked = [("army", &*army(Color::Gray)), ("pieces", &*knight)];
    says(
        &empty,
        &[
            heading("m5", &id, &said("look-empty", &[])),
            said("look-attacked", &attacked),
            line("line-outward", &[&on(Color::Gray, Role::Pawn, "m4")]),
        ],
    );
    let comma = said("list-comma", &[]);
    let again = ["l5", &*said("line-start", &[("square", "m5")])].join(&comma);
    assert!(empty.text().contains(&again), "{}", empty.text());
    // The other way around it is the same ring.
    empty.assert_silent("line-counterclockwise", &[]);
    let corner = console.done("/look a1");
    let border = [("border", "x and a")];
    says(
        &corner,
        &[
            said("look-moat", &border),
            line("line-counterclockwise", &[&said("line-moat", &border)]),
        ],
    );
    // Along rank 2 there is no moat.
    for (square, border) in [("h2", "h and i"), ("i2", "h and i"), ("a2", "x and a")] {
        let second = console.done(&format!("/look {square}"));
        says(&second, &[said("look-moat-corner", &[("border", border)])]);
        second.assert_silent("look-moat", &[]);
    }
    console
        .done("/look h3")
        .assert_silent("look-moat-corner", &[]);
    let creek = [said("look-creek", &[("border", "h and i")])];
    says(&console.done("/look i2"), &creek);
    says(&console.done("/look h3"), &creek);
    for none in ["/look h4", "/look i1"] {
        console.done(none).assert_silent("look-creek", &[]);
    }
}

#[test]
fn dead_pieces_bridges_and_ended_matches_are_described() {
    let mut console = begun("e4 m4 u4");
    let id = console.done("@ben /resign confirm:true").id().to_owned();
    let dead = console.done("@ann /look m4");
    says(&dead, &[said("look-not-attacked", &[])]);
    let pawn = TEXTS.piece(Role::Pawn);
    let gray = army(Color::Gray);
    let pawn = said("dead-piece-of", &[("army", &gray), ("piece", &pawn)]);
    dead.assert_says("look-dead", &[("piece", &pawn)]);
    dead.assert_silent("look-guarded", &[]);
    dead.assert_silent("look-not-guarded", &[]);
    let border = [("border", "p and q")];
    says(
        &console.done("/look p1"),
        &[
            said("look-moat-bridged", &border),
            line(
                "line-clockwise",
                &[
                    &said("line-bridge", &border),
                    &on(Color::Black, Role::Rook, "q1"),
                ],
            ),
        ],
    );
    says(
        &console.done("/look p2"),
        &[said("look-moat-corner-bridged", &border)],
    );
    // What was passed over just now.
    console.done("@ann /move d4");
    let passed = console.done("/look d3");
    let pawn = on(Color::White, Role::Pawn, "d4");
    passed.assert_says("look-en-passant", &[("piece", &pawn)]);
    console.done("@cy /resign confirm:true");
    let after = console.done(&format!("@dora /look square:a1 match:{id}"));
    let rook = piece(Color::White, Role::Rook);
    after.assert_says("look-piece", &[("piece", &rook)]);
    assert!(after.over().is_some());
}

#[test]
fn what_is_no_square_is_refused_with_what_squares_look_like() {
    let mut console = begun("e4");
    for bad in ["z9", "a7", "m", "m44", "\"\"", "é1", "@here"] {
        let refused = console.refuses(&format!("@ann /look square:{bad}"), "unreadable");
        assert_eq!(refused.command(), Some("look"));
        refused.assert_is("refused-unreadable-square", &[]);
    }
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
    let none = said("history-none", &[]);
    says(&console.done("@ann /history"), &[none]);
    console.moves(0, "e4 m4 u4 Bc4");
    console.done("@ann /draw action:offer");
    console.done("@ben /draw action:accept");
    console.moves(4, "Nn3 Ns3");
    let lapsed = console.done("@ann /move d3");
    lapsed.assert_says("draw-lapsed", &[]);
    console.done("@ben /resign confirm:true");
    console.done("@cy /abort action:offer");
    console.done("@ann /abort action:accept");
    let history = console.done(&format!("@dora /history match:{id}"));
    assert_eq!((history.to(), history.command()), ("dora", Some("history")));
    assert_eq!(history.buttons(), [] as [&str; 0]);
    let lines: Vec<&str> = history.text().lines().collect();
    let [ann, ben, cy] = players();
    let between = said("seat-separator", &[]);
    let seats = Color::ALL.into_iter().zip(["ann", "ben", "cy"]);
    let seats: Vec<String> = seats
        .map(|(color, name)| said("seat-taken", &[("army", &army(color)), ("name", name)]))
        .collect();
    let seats = [("match", &*id), ("seats", &*seats.join(&between))];
    let others = listed(&[&ben, &cy]);
    let term = said("within-day", &[]);
    assert_eq!(
        lines,
        [
            said("history-heading", &seats),
            first_round(),
            round("2", "Bc4"),
            said("draw-offered", &[("player", &ann), ("others", &others)]),
            said("draw-agreed-waiting", &[("player", &ben), ("others", &cy)]),
            round("2", "… Nn3 Ns3"),
            round("3", "d3"),
            said("draw-lapsed", &[]),
            said("out-conceded", &[("player", &ben)]),
            said(
                "abort-proposed",
                &[("player", &cy), ("others", &ann), ("term", &term)]
            ),
            said("abort-agreed", &[("player", &ann)]),
            said("ended-aborted", &[]),
            covers("1–3", "1–7"),
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
    let foot = last.text().lines().last().unwrap();
    // The page is the first number, and how many there are the second.
    let numbers = foot.split(|letter: char| !letter.is_ascii_digit());
    let mut numbers = numbers.filter(|number| !number.is_empty());
    let count = numbers.nth(1).unwrap();
    assert_says(foot, "history-page", &[("page", count), ("pages", count)]);
    let count: usize = count.parse().unwrap();
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
    assert_eq!(seen[0], first_round());
    for bad in ["0", "9", "4294967295"] {
        let refused = console.refuses(&format!("/history page:{bad}"), "bad-option");
        refused.assert_is("refused-no-such-page", &[]);
    }
    console.refuses("/history page:x", "bad-option");
}
