//! Pacts (rules §6.3), resignations for a winner (rules §6.5) and claims that are offered (rules
//! §5.2), as they are played.

use rondel::rules::{Color, Role};

use super::{Console, End, Store};
use crate::said::{TEXTS, army, assert_ends, assert_says, players, said};

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
    // Somebody it is not for has nothing of it.
    let accept = offered.button("pact:accept:white").to_owned();
    console.refuses(&format!("@ben /press {accept}"), "nothing-to-accept");
    let agreed = console.done(&format!("@cy /press {accept}"));
    let [ann, ben, cy] = players();
    let agree = [("player", &*cy), ("other", &*ann), ("third", &*ben)];
    agreed.assert_begins("pact-agreed", &agree);
    // It is told to those who look, and not under every board.
    let moved = console.done("@ann /move e4");
    let stands = [("player", &*ann), ("other", &*cy), ("third", &*ben)];
    moved.assert_silent("pact-stands", &[]);
    for line in ["@ben /board", "@ben /board text:true"] {
        console.done(line).assert_says("pact-stands", &stands);
    }
    let history = console.done("@ben /history");
    history.assert_says("pact-agreed", &agree);
    // With one pact only one can be meant.
    let over = console.done("@cy /pact action:revoke");
    over.assert_is("pact-revoked", &[("player", &cy), ("other", &ann)]);
    console.refuses("@ann /pact action:revoke", "nothing-to-accept");
    // An offer to the one who has offered is an agreement.
    console.done("@ben /pact action:offer with:black");
    let agreed = console.done("@cy /pact action:offer with:gray");
    agreed.assert_says("pact-agreed", &[("player", &cy), ("third", &ann)]);
    console.finish();
}

/// Fault D26: a pact that stands has one button to end it, whichever of the two presses it; under the
/// board, *More* has each one's own.
#[test]
fn d26_a_pact_that_stands_has_one_button() {
    let (mut console, id) = started("first-mate");
    console.done("@ann /pact action:offer with:black");
    let agreed = console.done("@cy /pact action:accept");
    let end = format!("rd1:{id}:0:pact:revoke");
    assert_eq!(agreed.buttons(), [&*end]);
    let board = console.done("@ann /move e4");
    let [_, ben, cy] = ["ann", "ben", "cy"].map(|who| {
        let more = console.done(&format!("@{who} /press {}", board.button("more")));
        let pacts = more
            .buttons()
            .into_iter()
            .filter(|id| id.contains(":pact:"));
        pacts.map(str::to_owned).collect::<Vec<_>>()
    });
    let of = |action: &str| format!("rd1:{id}:1:pact:{action}");
    assert_eq!(ben, [of("offer:white"), of("offer:black")]);
    assert_eq!(cy, [of("revoke:white"), of("offer:gray")]);
    console
        .done(&format!("@cy /press {}", cy[0]))
        .assert_says("pact-revoked", &[]);
    console.finish();
}

#[test]
fn a_pact_ends_with_the_army_that_goes_out_and_that_is_said_once() {
    let (mut console, _) = started("second-mate");
    console.done("@ann /pact action:offer with:gray");
    console.done("@ben /pact action:accept");
    let out = console.done("@cy /resign confirm:true");
    let lapsed = &*said("pacts-lapsed", &[]);
    assert_eq!(out.text().matches(lapsed).count(), 1, "{}", out.text());
    let scores = [(Color::White, "1"), (Color::Gray, "1"), (Color::Black, "0")];
    let scores =
        scores.map(|(color, points)| said("score", &[("army", &army(color)), ("points", points)]));
    let scores = scores.join(&said("list-comma", &[]));
    let so_far = &*said("points-so-far", &[("scores", &scores)]);
    assert!(out.text().contains(so_far), "{}", out.text());
    let moved = console.done("@ann /move e4");
    for silent in ["pacts-lapsed", "pact-stands", "pact-stands-offered"] {
        moved.assert_silent(silent, &[]);
    }
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
    let [white, gray, black] = Color::ALL.map(army);
    let part = |id: &str, army: &str, points: &str| {
        let reason = said(id, &[("army", army)]);
        said("earned-part", &[("reason", &reason), ("points", points)])
    };
    let comma = said("list-comma", &[]);
    let shared = [
        part("earned-share", &black, "½"),
        part("earned-outlived", &black, "½"),
    ]
    .join(&comma);
    let alone = part("earned-conceded", &white, "1");
    let earned = |army: &str, points: &str, reasons: &str| {
        let values = [("army", army), ("points", points), ("reasons", reasons)];
        said("score-for", &values)
    };
    let scores = [
        earned(&white, "1", &shared),
        earned(&gray, "2", &[alone, shared.clone()].join(&comma)),
        said("score", &[("army", &black), ("points", "0")]),
    ]
    .join(&comma);
    second.assert_says("ended-scores", &[("scores", &scores)]);
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
    let black = army(Color::Black);
    let result = [("army", &*black), ("score", "½-0-1")];
    assert_says(over.alt().unwrap(), "result-wins", &result);
    console.finish();
}

#[test]
fn a_resignation_lapses_when_the_resigner_moves() {
    let (mut console, _) = started("three-player");
    console.done("@ben /resign winner:black confirm:true");
    let moved = console.done("@ann /move e4");
    let [ann, ben, cy] = players();
    let stands = [("player", &*ben), ("winner", &*cy), ("third", &*ann)];
    moved.assert_says("resignation-stands", &stands);
    let lapsed = console.done("@ben /move m4");
    lapsed.assert_says("resignation-lapsed", &stands[..2]);
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
    over.assert_says("ended-draw-repetition", &[("count", "3")]);
    console.finish();
}

#[test]
fn a_duel_has_two_seats_and_an_empty_one() {
    let mut console = Console::start(&Store::Memory);
    let table = console.done("@ann /play ruleset:duel seat:white player2:@cy");
    let duel = said("ruleset-duel", &[]);
    let (gray, black) = (army(Color::Gray), army(Color::Black));
    let kept = [("name", "cy"), ("army", &*black)];
    table.assert_says("seat-kept", &kept);
    let about = said("choice-duel", &[]);
    table.assert_says("table-opened", &[("name", "ann"), ("ruleset", &duel)]);
    table.assert_says("table-rules", &[("rules", &about), ("ruleset", "duel")]);
    table.assert_says("seat-empty", &[("army", &gray)]);
    table.assert_says("table-hint", &[]);
    let id = table.id().to_owned();
    assert_eq!(
        table.buttons(),
        [
            format!("rd1:{id}:0:join:black"),
            format!("rd1:{id}:0:leave"),
            format!("rd1:{id}:0:do:abort:action=offer"),
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
    assert_says(alt, "board-is-empty", &[("army", &gray)]);
    assert_ends(alt, "board-bridged", &[("borders", "h–i and p–q")]);
    let board = console.done("@cy /board text:true");
    board.assert_says("board-is-empty", &[("army", &gray)]);
    let dead = said("board-dead", &[]);
    let king = TEXTS.piece(Role::King);
    let rank = said("board-rank", &[("rank", "1")]);
    let row = format!("{gray}, {dead}:\n{rank}: {king} m1");
    assert!(board.text().contains(&row), "{}", board.text());
    board.assert_silent("board-is-out", &[]);
    board.assert_silent("board-is-out-because", &[]);
    let over = console.done("@cy /resign confirm:true");
    assert_eq!(over.over(), Some(End::new("first-out", Some("1-0-0"))));
    console.finish();
}
