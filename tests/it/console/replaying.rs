//! Looking back: replays, what somebody missed, and steps through a match.

use std::fs;

use rondel::rules::{Color, Position};

use super::{Console, Store, harness::Answer};
use crate::said::{Values, army, assert_begins, player, round, said, told};

/// A number of random moves from the start after which all three armies are still in play.
pub(crate) fn quiet_moves(plies: usize) -> Vec<String> {
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut position = Position::start();
    let mut chosen = Vec::new();
    while chosen.len() < plies {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let moves = position.legal_moves();
        let mv = moves[(random % moves.len() as u64) as usize];
        let mut after = position;
        after.play(mv);
        if after.settle(|_| ()).is_none() && after.in_play() == position.in_play() {
            position = after;
            chosen.push(mv.to_string());
        }
    }
    chosen
}

/// A match of Ann, Ben and Cy with that many of them.
fn played(console: &mut Console, plies: usize) -> String {
    let id = console.three(["ann", "ben", "cy"]);
    console.moves(0, &quiet_moves(plies).join(" "));
    id
}

/// The pictures of a GIF: how long each stays, in hundredths of a second.
fn times(path: &str) -> Vec<u16> {
    let file = fs::read(path).unwrap();
    let mut decoder = gif::DecodeOptions::new().read_info(&file[..]).unwrap();
    assert_eq!((decoder.width(), decoder.height()), (640, 685));
    let mut times = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        times.push(frame.delay);
    }
    assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
    times
}

/// The labels of these buttons.
fn buttons<const N: usize>(ids: [&str; N]) -> [String; N] {
    ids.map(|id| said(&format!("button-{id}"), &[]))
}

/// The labels of the buttons, those that cannot be pressed in brackets.
fn labels(answer: &Answer) -> Vec<String> {
    let labels = answer.labels();
    labels
        .into_iter()
        .map(|(label, enabled)| if enabled { label } else { format!("({label})") })
        .collect()
}

#[test]
fn a_match_is_replayed_as_a_moving_picture() {
    // Given a match of seven plies at a console that keeps pictures.
    let images = tempfile::tempdir().unwrap();
    let directory = images.path().to_str().unwrap();
    let mut console = Console::with(&Store::Memory, &["--seed", "1", "--images", directory]);
    let id = console.three(["ann", "ben", "cy"]);
    console.moves(0, "e4 m4 u4 Bc4 Nn3 Ns3 d3");
    // When it is replayed, or a part of it.
    let whole = console.done("@dora /replay");
    assert_eq!((whole.to(), whole.command()), ("dora", Some("replay")));
    let heading = |first: &str, last: &str| {
        let values = [("match", &*id), ("first", first), ("last", last)];
        said("replay-heading", &values)
    };
    let bounds =
        |first: &str, last: &str| said("replay-bounds", &[("first", first), ("last", last)]);
    let d3 = told("7", "d3", Color::White);
    let (ben, cy) = (player("ben", Color::Gray), player("cy", Color::Black));
    let turn = said("turn-and-next", &[("player", &ben), ("next", &cy)]);
    let lines: Vec<&str> = whole.text().lines().collect();
    let all = bounds(&told("1", "e4", Color::White), &d3);
    assert_eq!(lines, [heading("1", "7"), all, turn]);
    let part = console.done("@ann /replay from:4 to:6");
    let lines: Vec<&str> = part.text().lines().collect();
    let some = bounds(
        &told("4", "Bc4", Color::White),
        &told("6", "Ns3", Color::Black),
    );
    assert_eq!(lines, [heading("4", "6"), some]);
    let one = console.done("@ann /replay from:7");
    let lines: Vec<&str> = one.text().lines().collect();
    let values = [("match", &*id), ("first", "7")];
    assert_eq!(lines[..2], [said("replay-heading-one", &values), d3]);
    // Then each is a GIF with the board before the first ply and one after each, the last of which
    // stays longest, and words say what it shows.
    for (answer, plies) in [(whole, 7), (part, 3), (one, 1)] {
        let image = answer.image().unwrap();
        assert!(image.ends_with(".gif"), "{image}");
        let times = times(image);
        let (last, others) = times.split_last().unwrap();
        assert_eq!((*last, others.len()), (400, plies));
        assert!(others.iter().all(|time| *time == 100), "{others:?}");
        let alt = answer.alt().unwrap();
        let heading = answer.text().lines().next().unwrap();
        assert_begins(alt, "replay-alt", &[]);
        assert!(alt.contains(heading), "{alt}");
        assert!(alt.chars().count() <= 1_024);
    }
}

#[test]
fn what_was_taken_back_is_not_replayed() {
    let images = tempfile::tempdir().unwrap();
    let directory = images.path().to_str().unwrap();
    let mut console = Console::with(&Store::Memory, &["--seed", "1", "--images", directory]);
    console.three(["ann", "ben", "cy"]);
    console.moves(0, "e4 m4 u4 Bc4 Nn3");
    console.done("@ben /takeback action:offer");
    console.done("@ann /takeback action:accept");
    console.done("@cy /takeback action:accept");
    console.moves(4, "Nk3 Ns3");
    let whole = console.done("@ann /replay from:4");
    whole.assert_says(
        "replay-bounds",
        &[
            ("first", &told("4", "Bc4", Color::White)),
            ("last", &told("6", "Ns3", Color::Black)),
        ],
    );
    assert_eq!(times(whole.image().unwrap()).len(), 4);
    let since = console.done("@ann /replay since:true");
    // In words all is told that happened; the picture shows what stands.
    let lines: Vec<&str> = since.text().lines().collect();
    let first = round("2", "… Nn3");
    assert!(lines.iter().any(|line| **line == first), "{lines:?}");
    let wanted = [
        said("taken-back", &[("count", "4")]),
        round("2", "… Nk3 Ns3"),
    ];
    assert!(lines.windows(2).any(|lines| lines == wanted), "{lines:?}");
    assert_eq!(times(since.image().unwrap()).len(), 3);
}

#[test]
fn parts_that_are_not_there_are_refused() {
    let mut console = Console::start(&Store::Memory);
    let table = console.done("@ann /play").id().to_owned();
    console.refuses(&format!("@ann /replay match:{table}"), "not-started");
    console.done(&format!("@ann /leave match:{table}"));
    let id = console.three(["ann", "ben", "cy"]);
    let fresh = console.done(&format!("@ann /replay match:{id}"));
    fresh.assert_is("history-none", &[]);
    console.moves(0, "e4 m4 u4");
    let bad = "bad-option";
    let cases: [(&str, &str, &str, Values<'_>); 9] = [
        (
            "from:4",
            bad,
            "refused-no-such-ply",
            &[("ply", "4"), ("now", "3")],
        ),
        ("to:9", bad, "refused-no-such-ply", &[("ply", "9")]),
        ("from:3 to:2", bad, "refused-plies-backwards", &[]),
        ("to:0", bad, "refused-plies-backwards", &[]),
        ("from:-1", bad, "refused-bad-integer", &[("option", "from")]),
        (
            "from:4294967296",
            bad,
            "refused-bad-integer",
            &[("option", "from")],
        ),
        (
            "since:perhaps",
            bad,
            "refused-bad-boolean",
            &[("option", "since")],
        ),
        ("ply:3", bad, "refused-unknown-option", &[("option", "ply")]),
        ("match:m0000", "no-such-match", "refused-no-such-match", &[]),
    ];
    for (options, reason, id, values) in cases {
        let refused = console.refuses(&format!("@ann /replay {options}"), reason);
        assert_eq!(refused.command(), Some("replay"), "{options}");
        refused.assert_is(id, values);
    }
    // Who does not play has made no move.
    console.refuses("@dora /replay since:true", "not-a-player");
    // From 0 is from the beginning.
    let whole = console.done("@ann /replay from:0");
    whole.assert_says("replay-heading", &[("first", "1"), ("last", "3")]);
}

#[test]
fn a_player_sees_what_happened_since_their_own_move() {
    let images = tempfile::tempdir().unwrap();
    let directory = images.path().to_str().unwrap();
    let mut console = Console::with(&Store::Memory, &["--seed", "1", "--images", directory]);
    let id = console.three(["ann", "ben", "cy"]);
    // The player who has just moved missed nothing, and has no button for it.
    console.moves(0, "e4 m4 u4 Bc4");
    let board = console.done("@ann /board");
    assert_eq!(labels(&board), buttons(["back", "zoom"]));
    let nothing = console.done("@ann /replay since:true");
    nothing.assert_is("since-nothing", &[]);
    assert!(nothing.image().unwrap().ends_with(".png"));
    // When both others have moved, the picture marks it, and the button shows it.
    console.moves(4, "Nn3 Ns3");
    let board = console.done("@ann /board");
    let own_turn = buttons(["move", "since", "back", "zoom"]);
    assert_eq!(labels(&board), own_turn);
    board.assert_silent("since-own-move", &[]);
    let since = board.button("since").to_owned();
    assert_eq!(since, format!("rd1:{id}:6:since"));
    let shown = console.done(&format!("@ann /press {since}"));
    assert_eq!((shown.to(), shown.command()), ("ann", Some("replay")));
    let lines: Vec<&str> = shown.text().lines().collect();
    let (ann, ben) = (player("ann", Color::White), player("ben", Color::Gray));
    assert_eq!(
        lines,
        [
            said("since-heading", &[("match", &id)]),
            round("2", "… Nn3 Ns3"),
            said("turn-and-next", &[("player", &ann), ("next", &ben)]),
        ]
    );
    assert_eq!(times(shown.image().unwrap()).len(), 3);
    assert_eq!(console.done("@ann /replay since:true").text(), shown.text());
    // The same button says what is so when it is pressed, to those who play.
    console.moves(6, "d3");
    let later = console.done(&format!("@cy /press {since}"));
    let d3 = round("3", "d3");
    assert!(later.text().lines().any(|line| line == d3), "{later:?}");
    console.refuses(&format!("@dora /press {since}"), "not-a-player");
}

/// Fault D37: whoever cannot see the picture heard no move of it.
#[test]
fn d37_the_words_for_what_happened_since_ones_move_name_its_moves() {
    let mut console = Console::start(&Store::Memory);
    console.three(["ann", "ben", "cy"]);
    console.moves(0, "e4 m4 u4");
    let shown = console.done("@ann /replay since:true");
    let alt = shown.alt().unwrap();
    let moved = |ply: &str, mv: &str, color| {
        let values = [("ply", ply), ("move", mv), ("army", &army(color))];
        alt.find(&said("history-move", &values))
            .unwrap_or_else(|| panic!("{mv}: {alt}"))
    };
    let named = [
        moved("2", "m4", Color::Gray),
        moved("3", "u4", Color::Black),
    ];
    let board = alt.find("ann").unwrap_or_else(|| panic!("{alt}"));
    // They come before the board, of which the end may be cut off.
    assert!(named[0] < named[1] && named[1] < board, "{alt}");
}

#[test]
fn a_player_who_missed_much_is_told_in_words() {
    let mut console = Console::start(&Store::Memory);
    console.three(["ann", "ben", "cy"]);
    console.moves(0, "e4 m4 u4 d4");
    // That an army went out is said, in `/board` and under the button of a public board alike.
    console.done("@ben /resign confirm:true");
    let since = said("since-own-move", &[]);
    let ben = player("ben", Color::Gray);
    let out = said("out-conceded", &[("player", &ben)]);
    let d4 = round("2", "d4");
    let shown = console.done("@cy /board");
    let missed = [&*since, &d4, &out].join("\n");
    assert!(shown.text().contains(&missed), "{shown:?}");
    let board = console.done("@ann /board");
    let missed = [&*since, &out].join("\n");
    assert!(board.text().contains(&missed), "{}", board.text());
    // And what more than two plies were.
    let moved = console.done("@cy /move v4");
    let view = moved.button("view").to_owned();
    let view = console.done(&format!("@ben /press {view}"));
    let missed = [&*since, &round("1", "… … u4"), &d4, &out].join("\n");
    assert!(view.text().contains(&missed), "{}", view.text());
    // Somebody who only watches, or who looks at an earlier ply, is told nothing of it.
    for line in ["@dora /board", "@ben /board ply:4"] {
        let other = console.done(line);
        other.assert_silent("since-own-move", &[]);
        other.assert_silent("since-heading", &[]);
    }
}

#[test]
fn what_was_missed_fits_however_much_it_was() {
    let mut console = Console::start(&Store::Memory);
    let id = played(&mut console, 30);
    console.done("@ben /resign confirm:true");
    for round in 0..30 {
        console.done(&format!("@ann /draw action:offer match:{id}"));
        console.done(&format!("@cy /draw action:decline match:{id}"));
        assert!(round < 30);
    }
    let board = console.done("@ben /board");
    let earlier = said("replay-earlier", &[]);
    assert!(
        board.text().lines().any(|line| line == earlier),
        "{board:?}"
    );
    assert!(board.text().chars().count() <= 2_000);
}

#[test]
fn buttons_step_through_a_match() {
    let mut console = Console::start(&Store::Memory);
    let id = console.three(["ann", "ben", "cy"]);
    // There is nowhere to step before anything happened. To whom it is to move, a move is offered.
    let first = labels(&console.done("@ann /board"));
    assert_eq!(first, buttons(["move", "zoom"]));
    console.moves(0, "e4 m4 u4");
    let ply = |answer: &Answer| answer.position().rsplit(' ').next().unwrap().to_owned();
    // From the board as it stands back to the first ply.
    let mut shown = console.done("@ben /board");
    let usual = buttons(["since", "back", "zoom"]);
    assert_eq!(labels(&shown), usual);
    for back in ["2", "1", "0"] {
        let id = shown.button(&format!("ply:{back}:gray")).to_owned();
        shown = console.done(&format!("@ben /press {id}"));
        assert_eq!((shown.to(), shown.command()), ("ben", Some("board")));
        assert_eq!(ply(&shown), back);
        let mut wanted = buttons(["start", "back", "on", "now"]);
        if back == "0" {
            for label in &mut wanted[..2] {
                *label = format!("({label})");
            }
        }
        assert_eq!(labels(&shown), wanted);
        // What a button shows a command shows too.
        let typed = console.done(&format!("@ben /board ply:{back}"));
        assert_eq!(typed.text(), shown.text());
    }
    // On, and to where the match stands, which meanwhile has gone on.
    let on = shown.button("ply:1:gray").to_owned();
    shown = console.done(&format!("@ben /press {on}"));
    assert_eq!(ply(&shown), "1");
    let (now, start) = (
        shown.button("ply:now:gray").to_owned(),
        shown.button("ply:start:gray").to_owned(),
    );
    console.moves(3, "d4");
    shown = console.done(&format!("@ben /press {now}"));
    assert_eq!(ply(&shown), "4");
    let own_turn = buttons(["move", "since", "back", "zoom"]);
    assert_eq!(labels(&shown), own_turn);
    assert_eq!(ply(&console.done(&format!("@ben /press {start}"))), "0");
    // Who watches keeps the side from which they look.
    let watched = console.done("@dora /board seat:black ply:2");
    watched.button("ply:1:black");
    // What no button says is refused.
    for (forged, reason) in [
        (format!("rd1:{id}:4:ply:5:white"), "bad-option"),
        (format!("rd1:{id}:4:ply:4294967295:white"), "bad-option"),
        (format!("rd1:{id}:4:ply:1"), "unreadable"),
        (format!("rd1:{id}:4:ply:01:white"), "unreadable"),
        (format!("rd1:{id}:4:since:x"), "unreadable"),
        (String::from("rd1:m0000:4:ply:1:white"), "unreadable"),
    ] {
        console.refuses(&format!("@ben /press {forged}"), reason);
    }
}

#[test]
fn pages_of_the_history_say_which_rounds_and_plies_they_tell() {
    let mut console = Console::start(&Store::Memory);
    let id = played(&mut console, 110);
    let last = console.done(&format!("@ann /history match:{id}"));
    let mut plies = 110;
    let mut page = last;
    loop {
        assert!(page.text().chars().count() <= 2_000);
        let foot = page.text().lines().last().unwrap().to_owned();
        let numbers = foot.split(|letter: char| !letter.is_ascii_digit());
        let mut numbers = numbers.filter_map(|number| number.parse::<u32>().ok());
        let [from, to, first, end] = [(); 4].map(|()| numbers.next().unwrap());
        let covers = [
            ("rounds", &*format!("{from}–{to}")),
            ("plies", &*format!("{first}–{end}")),
        ];
        assert_begins(&foot, "history-covers", &covers);
        // A page holds whole rounds.
        assert_eq!((first, end), (3 * from - 2, plies), "{foot}");
        page.assert_says("history-round", &[("round", &from.to_string())]);
        plies = first - 1;
        if plies == 0 {
            break;
        }
        let earlier = page.buttons().first().map(|id| (*id).to_owned());
        let earlier = earlier.expect("a button for the page before");
        page = console.done(&format!("@ann /press {earlier}"));
    }
}

#[test]
fn a_sector_is_shown_large() {
    let images = tempfile::tempdir().unwrap();
    let directory = images.path().to_str().unwrap();
    let mut console = Console::with(&Store::Memory, &["--seed", "1", "--images", directory]);
    let id = console.three(["ann", "ben", "cy"]);
    console.moves(0, "e4 m4");
    // Given one's own board, its button shows one's own sector, as the command does.
    let board = console.done("@ben /board");
    let zoom = board.button("zoom:gray").to_owned();
    let near = console.done(&format!("@ben /press {zoom}"));
    assert_eq!((near.to(), near.command()), ("ben", Some("board")));
    assert_eq!(labels(&near), buttons(["whole"]));
    let (far, close) = (board.image().unwrap(), near.image().unwrap());
    assert!(close.ends_with(&format!("{id}-2-gray.png")), "{close}");
    assert_ne!(fs::read(far).unwrap(), fs::read(close).unwrap());
    assert_ne!(near.alt(), board.alt());
    let typed = console.done("@ben /board zoom:true");
    assert_eq!((typed.text(), typed.alt()), (near.text(), near.alt()));
    // Any seat's, at any ply, and the whole board again, also when the match has moved on.
    let early = console.done("@dora /board zoom:true seat:black ply:1");
    let whole = early.button("ply:1:black").to_owned();
    assert_ne!(early.alt(), near.alt());
    console.moves(2, "u4");
    let whole = console.done(&format!("@dora /press {whole}"));
    assert!(whole.position().ends_with(" 1"), "{}", whole.position());
    let back = near.button("ply:now:gray").to_owned();
    let back = console.done(&format!("@ben /press {back}"));
    assert!(back.position().ends_with(" 3"), "{}", back.position());
    // In words there is nothing to be shown large.
    let words = console.done("@ben /board zoom:true text:true");
    assert_eq!(words.image(), None);
    assert_eq!(words.text(), console.done("@ben /board text:true").text());
}
