//! `/matches`: what somebody plays, and what there is to watch.

use rondel::{matchplay::MatchId, rules::Color};

use super::{Console, Store};
use crate::said::{army, assert_begins, assert_ends, assert_is, listed, player, said, says};

/// What stands before and after the heading of the matches to watch.
fn parts(text: &str) -> (&str, &str) {
    let heading = format!("{}\n", said("matches-to-watch", &[]));
    text.split_once(&heading).unwrap_or((text, ""))
}

/// The lines that name a match.
fn lines(text: &str) -> Vec<&str> {
    let is_id = |word: &str| word.parse::<MatchId>().is_ok();
    let named = |line: &&str| line.get(..5).is_some_and(is_id);
    text.lines().filter(named).collect()
}

#[test]
fn nobody_is_said_to_be_to_move_while_a_match_is_paused() {
    let mut console = Console::start(&Store::Memory);
    let id = console.three(["ann", "ben", "cy"]);
    console.done("@ann /move e4");
    for line in [
        "@ann /pause action:offer",
        "@ben /pause action:accept",
        "@cy /pause action:accept",
    ] {
        console.done(line);
    }
    let ben = player("ben", Color::Gray);
    let board = console.done("@ann /board");
    board.assert_says("turn-paused", &[("player", &ben)]);
    let words = console.done("@ann /board text:true");
    words.assert_says("board-paused", &[]);
    let own = console.done("@ben /matches");
    own.assert_says("matches-paused", &[("match", &id)]);
    let others = console.done("@dora /matches");
    others.assert_says("matches-of-others-paused", &[("match", &id)]);
    for said in [board, words, own, others] {
        for to_move in ["turn", "turn-and-next", "board-turn", "your-move"] {
            said.assert_silent(to_move, &[]);
        }
    }
    console.finish();
}

#[test]
fn own_matches_come_first_and_then_what_others_play() {
    let mut console = Console::start(&Store::Memory);
    let first = console.duel("ben", "ann");
    let second = console.duel("ann", "cy");
    console.say("/channel park");
    let third = console.three_by("match-points", ["cy", "ben", "dora"]);
    console.done(&format!("@cy /move e4 match:{third}"));
    let table = console.done("@eve /play").id().to_owned();

    let shown = console.done("@ann /matches");
    assert_eq!(shown.to(), "ann");
    let (own, others) = parts(shown.text());
    // The one that waits for her comes first, and says where it is played.
    let own = lines(own);
    assert_eq!(own.len(), 2, "{own:?}");
    assert_is(
        own[0],
        "matches-waiting",
        &[
            ("match", &second),
            ("others", &player("cy", Color::Black)),
            ("army", &army(Color::White)),
            ("where", "#table"),
        ],
    );
    assert_is(
        own[1],
        "matches-running",
        &[
            ("match", &first),
            ("others", &player("ben", Color::White)),
            ("player", &player("ben", Color::White)),
            ("army", &army(Color::Black)),
            ("where", "#table"),
        ],
    );
    assert_is(
        others,
        "matches-of-others",
        &[
            ("match", &third),
            (
                "others",
                &listed(&[
                    &player("cy", Color::White),
                    &player("ben", Color::Gray),
                    &player("dora", Color::Black),
                ]),
            ),
            ("ruleset", &said("ruleset-match-points", &[])),
            ("player", &player("ben", Color::Gray)),
            ("where", "#park"),
        ],
    );

    // Somebody who plays in none sees them all, an open table and one that has ended not among them.
    let ended = console.duel("cy", "dora");
    console.done(&format!("@cy /resign confirm:true match:{ended}"));
    let shown = console.done("@finn /matches");
    let (own, others) = parts(shown.text());
    assert_begins(own, "matches-none", &[]);
    let ids: Vec<&str> = lines(others).iter().map(|line| &line[..5]).collect();
    assert_eq!(ids.len(), 3, "{others}");
    // Where something happened last comes first.
    assert_eq!(ids[0], third);
    assert!(ids.contains(&first.as_str()) && ids.contains(&second.as_str()));
    assert!(!shown.text().contains(&table) && !shown.text().contains(&ended));
    console.finish();
}

#[test]
fn what_there_is_no_room_for_is_counted() {
    let mut console = Console::start(&Store::Memory);
    for _ in 0..17 {
        console.duel("ann", "ben");
    }
    let shown = console.done("@ann /matches");
    shown.assert_begins("matches-heading", &[("count", "17")]);
    assert_eq!(lines(shown.text()).len(), 15);
    shown.assert_ends("matches-more", &[("count", "2")]);
    let shown = console.done("@cy /matches");
    let (_, others) = parts(shown.text());
    let seen = lines(others).len();
    assert!((5..=10).contains(&seen), "{others}");
    let more = (17 - seen).to_string();
    assert_ends(others, "matches-more", &[("count", &more)]);
    assert!(others.chars().count() <= 520, "{others}");
    for number in 17..100 {
        console.duel(&format!("w{number}"), &format!("b{number}"));
    }
    let shown = console.done("@cy /matches");
    shown.assert_ends("matches-many-more", &[]);
    console.finish();
}

/// Six matches, as a scene: three that wait for ann, two that do not, and a table to which she is invited.
#[test]
fn the_first_five_of_six_have_a_button_that_leads_to_a_move_where_it_is_theirs() {
    let mut console = Console::start(&Store::Memory);
    let three = ["ben", "cy", "dora"];
    let mine = three.map(|other| console.three(["ann", other, "eve"]));
    let theirs = ["ben", "cy"].map(|other| console.duel(other, "ann"));
    let table = console
        .done("@dora /play seat:white player2:@ann")
        .id()
        .to_owned();
    let shown = console.done("@ann /matches");
    shown.assert_begins("matches-heading", &[("count", "6")]);
    let listed = lines(shown.text());
    assert_eq!(listed.len(), 6, "{listed:?}");
    let gray = army(Color::Gray);
    let values = [("match", &*table), ("name", "dora"), ("army", &gray)];
    assert!(
        listed
            .iter()
            .any(|line| says(line, "matches-invited", &values))
    );
    // In the order of the list, those that wait first: three moves and the invitation, by its own button.
    let buttons: Vec<String> = shown.buttons().into_iter().map(str::to_owned).collect();
    let first = listed.iter().take(5).map(|line| &line[..5]);
    let expected: Vec<String> = first
        .map(|id| {
            let action = if id == table { "do:join" } else { "view" };
            format!("rd1:{id}:0:{action}")
        })
        .collect();
    assert_eq!(buttons, expected);
    assert!(listed[..4].iter().any(|line| line.starts_with(&table)));
    let joined = console.done(&format!("@ann /press rd1:{table}:0:do:join"));
    joined.assert_says("joined", &[("name", "ann"), ("army", &gray)]);
    for (id, moves) in mine
        .iter()
        .map(|id| (id, true))
        .chain(theirs.iter().map(|id| (id, false)))
    {
        let board = console.done(&format!("@ann /press rd1:{id}:0:view"));
        let action = format!("rd1:{id}:0:move");
        assert_eq!(board.buttons().contains(&&*action), moves, "{board:?}");
        // From there it is a press to the move.
        if moves {
            let pieces = console.done(&format!("@ann /press {action}"));
            pieces.assert_says("moving-pieces", &[("match", id)]);
        }
    }
    console.finish();
}
