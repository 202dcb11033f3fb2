//! `/matches`: what somebody plays, and what there is to watch.

use super::{Console, Store};

/// What stands before and after the heading of the matches to watch.
fn parts(text: &str) -> (&str, &str) {
    text.split_once("To watch in this server, each with /board match: and its name:\n")
        .unwrap_or((text, ""))
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
    assert_eq!(
        lines(own),
        [
            format!("{second}: it is your move (White), ply 0, in #table."),
            format!("{first}: ben (White) to move, you are Black, ply 0, in #table."),
        ]
    );
    assert_eq!(
        others,
        format!("{third}: Match Points, ben (Gray) to move, ply 1, in #park.")
    );

    // Whoever plays in none sees them all, an open table and one that has ended not among them.
    let ended = console.duel("cy", "dora");
    console.done(&format!("@cy /resign confirm:true match:{ended}"));
    let shown = console.done("@finn /matches");
    let (own, others) = parts(shown.text());
    assert!(own.starts_with("You play no match"), "{own}");
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
    assert!(shown.text().starts_with("You have 17 matches:\n"));
    assert_eq!(lines(shown.text()).len(), 15);
    assert!(shown.text().ends_with("… and 2 more."), "{}", shown.text());
    let shown = console.done("@cy /matches");
    let (_, others) = parts(shown.text());
    let seen = lines(others).len();
    assert!((5..=10).contains(&seen), "{others}");
    let more = format!("… and {} more.", 17 - seen);
    assert!(others.ends_with(&more), "{others}");
    assert!(others.chars().count() <= 520, "{others}");
    for number in 17..100 {
        console.duel(&format!("w{number}"), &format!("b{number}"));
    }
    let shown = console.done("@cy /matches");
    assert!(shown.text().ends_with("… and many more."));
    console.finish();
}
