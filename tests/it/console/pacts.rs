//! Pacts (rules §6.3), resignations for a winner (rules §6.5) and claims that are offered (rules
//! §5.2), as they are played.

use super::{Console, End, Store};

/// A match of ann, ben and cy under this ruleset.
fn started(ruleset: &str) -> (Console, String) {
    let mut console = Console::start(&Store::Memory);
    let table = console.done(&format!("@ann /play ruleset:{ruleset} seat:white"));
    let id = table.id().to_owned();
    console.done("@ben /join");
    console.done("@cy /join");
    (console, id)
}

#[test]
fn a_pact_is_made_by_button_seen_by_all_and_ended() {
    let (mut console, id) = started("first-mate");
    let offered = console.done("@ann /pact action:offer with:black");
    assert_eq!((offered.to(), offered.command()), ("all", Some("pact")));
    assert_eq!(
        offered.buttons(),
        [
            format!("rd1:{id}:0:pact:accept:white"),
            format!("rd1:{id}:0:pact:revoke:black")
        ]
    );
    // Whoever it is not for has nothing of it.
    let accept = offered.button("pact:accept:white").to_owned();
    console.refuses(&format!("@ben /press {accept}"), "nothing-to-accept");
    let agreed = console.done(&format!("@cy /press {accept}"));
    assert!(
        agreed.text().starts_with("cy (Black) accepts."),
        "{}",
        agreed.text()
    );
    // It is told under every board, and to whoever looks.
    let stands = "cy (Black)";
    let moved = console.done("@ann /move e4");
    let told = "ann (White) and cy (Black) have a pact against ben (Gray).";
    assert!(moved.text().contains(told), "{}", moved.text());
    for line in ["@ben /board", "@ben /board text:true", "@ben /history"] {
        let shown = console.done(line);
        assert!(shown.text().contains(stands), "{}", shown.text());
    }
    // With one pact only one can be meant.
    let over = console.done("@cy /pact action:revoke");
    assert_eq!(over.text(), "cy (Black) ends the pact with ann (White).");
    console.refuses("@ann /pact action:revoke", "nothing-to-accept");
    // An offer to whoever has offered is an agreement.
    console.done("@ben /pact action:offer with:black");
    let agreed = console.done("@cy /pact action:offer with:gray");
    assert!(
        agreed.text().contains("have a pact against ann (White)"),
        "{}",
        agreed.text()
    );
    console.finish();
}

#[test]
fn a_pact_ends_with_the_army_that_goes_out_and_that_is_said_once() {
    let (mut console, _) = started("second-mate");
    console.done("@ann /pact action:offer with:gray");
    console.done("@ben /pact action:accept");
    let out = console.done("@cy /resign confirm:true");
    let lapsed = "With that, no pact stands any more.";
    assert_eq!(out.text().matches(lapsed).count(), 1, "{}", out.text());
    assert!(
        out.text()
            .contains("Points so far: White 1, Gray 1, Black 0."),
        "{}",
        out.text()
    );
    let moved = console.done("@ann /move e4");
    assert!(!moved.text().contains("pact"), "{}", moved.text());
    let so_far = "Points so far: White 1, Gray 1, Black 0.";
    for line in [
        "@ben /board",
        "@ben /board text:true",
        "@ben /matches",
        "@ben /history",
    ] {
        let shown = console.done(line);
        assert_eq!(shown.text().matches(so_far).count(), 1, "{}", shown.text());
    }
    let board = console.done("@ben /board");
    assert!(board.alt().is_some_and(|alt| alt.contains(so_far)));
    let history = console.done("@ben /history");
    assert_eq!(
        history.text().matches(lapsed).count(),
        1,
        "{}",
        history.text()
    );
    let second = console.done("@ann /resign confirm:true");
    assert_eq!(second.over(), Some(End::new("last-army", Some("1-2-0"))));
    let parts = "White 1 (a share in Black's defeat 1/2, outlived Black 1/2), \
                 Gray 2 (White resigned 1, a share in Black's defeat 1/2, outlived Black 1/2), \
                 Black 0 · rules §6.3";
    assert!(second.text().contains(parts), "{}", second.text());
    console.finish();
}

#[test]
fn a_resignation_for_a_winner_is_confirmed_and_agreed_by_the_third() {
    let (mut console, id) = started("three-player");
    let which = console.refuses(&format!("@ben /press rd1:{id}:0:resign"), "which-winner");
    let asked = console.refuses(
        &format!("@ben /press {}", which.button("resign:black")),
        "needs-confirmation",
    );
    let confirm = asked.button("resign:confirm:black").to_owned();
    let offered = console.done(&format!("@ben /press {confirm}"));
    assert_eq!((offered.to(), offered.over()), ("all", None));
    let agree = offered.button("resign:accept").to_owned();
    // Neither the winner nor the resigner can agree to it.
    console.refuses(&format!("@cy /press {agree}"), "nothing-to-accept");
    console.refuses(&format!("@ben /press {agree}"), "nothing-to-accept");
    console.done(&format!("@ann /press {}", offered.button("resign:decline")));
    // Once more, and taken back; once more, and agreed to.
    let again = console.done("@ben /resign winner:white confirm:true");
    console.done(&format!("@ben /press {}", again.button("resign:withdraw")));
    console.done("@ben /resign winner:black confirm:true");
    let over = console.done(&format!("@ann /press {agree}"));
    assert_eq!(over.over(), Some(End::new("resigned-for", Some("1/2-0-1"))));
    assert!(
        over.alt()
            .is_some_and(|alt| alt.contains("Black wins, 1/2-0-1"))
    );
    console.finish();
}

#[test]
fn a_resignation_lapses_when_the_resigner_moves() {
    let (mut console, _) = started("three-player");
    console.done("@ben /resign winner:black confirm:true");
    let moved = console.done("@ann /move e4");
    assert!(
        moved.text().contains("ann (White) has not answered."),
        "{}",
        moved.text()
    );
    let lapsed = console.done("@ben /move m4");
    assert!(
        lapsed
            .text()
            .contains("The resignation of ben (Gray) for cy (Black) has lapsed"),
        "{}",
        lapsed.text()
    );
    console.refuses("@ann /resign action:accept", "nothing-to-accept");
    console.finish();
}

#[test]
fn a_claim_that_is_due_with_a_move_is_offered_and_made_by_button() {
    let round = "Nf3 Nk3 Ns3 Ng1 Nj1 Nr1";
    let (mut console, id) = started("first-mate");
    console.moves(0, round);
    console.moves(0, "Nf3 Nk3 Ns3 Ng1 Nj1");
    let offer = console.refuses("@cy /draw action:claim", "claim-not-due");
    let claim = offer.button("claim:s3r1").to_owned();
    assert_eq!(claim, format!("rd1:{id}:11:claim:s3r1"));
    // It is judged as if they had typed it.
    console.refuses(&format!("@ann /press {claim}"), "not-your-turn");
    let forged = format!("rd1:{id}:11:claim:s3v3");
    console.refuses(&format!("@cy /press {forged}"), "illegal-move");
    let over = console.done(&format!("@cy /press {claim}"));
    assert_eq!(over.command(), Some("move"));
    assert_eq!(
        over.over(),
        Some(End::new("draw:repetition", Some("2/3-2/3-2/3")))
    );
    assert!(
        over.text()
            .contains("this position has stood after plies 0, 6 and 12."),
        "{}",
        over.text()
    );
    console.finish();
}

#[test]
fn a_duel_has_two_seats_and_an_empty_one() {
    let mut console = Console::start(&Store::Memory);
    let table = console.done("@ann /play ruleset:duel seat:white player2:@cy");
    let text = table.text();
    for part in [
        "ann opens a table for Duel:",
        "White against Black",
        "/rules topic:duel",
        "Gray: empty, its army stands dead",
        "Still awaited: cy for Black.",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let id = table.id().to_owned();
    assert_eq!(
        table.buttons(),
        [
            format!("rd1:{id}:0:join:black"),
            format!("rd1:{id}:0:leave")
        ]
    );
    console.refuses("@cy /join seat:gray", "not-in-this-ruleset");
    console.refuses(
        &format!("@cy /press rd1:{id}:0:join:gray"),
        "not-in-this-ruleset",
    );
    let started = console.done("@cy /join");
    assert!(
        started.position().contains(" w wb hp wKQbKQ "),
        "{}",
        started.position()
    );
    let alt = started.alt().unwrap();
    assert!(
        alt.contains("Gray's seat is empty, and its army stands dead.")
            && alt.ends_with("Moats bridged: h|i, p|q."),
        "{alt}"
    );
    let board = console.done("@cy /board text:true");
    for part in [
        "Gray's seat is empty, and its army stands dead.",
        "Gray, dead: king m1",
    ] {
        assert!(board.text().contains(part), "{part}: {}", board.text());
    }
    assert!(!board.text().contains("is out"), "{}", board.text());
    let over = console.done("@cy /resign confirm:true");
    assert_eq!(over.over(), Some(End::new("first-out", Some("1-0-0"))));
    console.finish();
}
