//! `/matches`: what somebody plays, and what there is to watch.

use rondel::rules::Color;

use super::{Console, Store};
use crate::said::{army, assert_begins, assert_ends, assert_is, player, said};

/// What stands before and after the heading of the matches to watch.
fn parts(text: &str) -> (&str, &str) {
    let heading = format!("{}\n", said("matches-to-watch", &[]));
    text.split_once(&heading).unwrap_or((text, ""))
}

/// The lines that name a match.
fn lines(text: &str) -> Vec<&str> {
    let named = |line: &&str| line.get(5..7) == Some(": ");
    text.lines().filter(named).collect()
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
            ("army", &army(Color::White)),
            ("ply", "0"),
            ("where", "#table"),
        ],
    );
    assert_is(
        own[1],
        "matches-running",
        &[
            ("match", &first),
            ("player", &player("ben", Color::White)),
            ("army", &army(Color::Black)),
            ("ply", "0"),
            ("where", "#table"),
        ],
    );
    assert_is(
        others,
        "matches-of-others",
        &[
            ("match", &third),
            ("ruleset", &said("ruleset-match-points", &[])),
            ("player", &player("ben", Color::Gray)),
            ("ply", "1"),
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
