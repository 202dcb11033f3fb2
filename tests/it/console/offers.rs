//! Resigning, draws by agreement, calling off: every step of them.

use rondel::rules::Color;

use super::{Console, End, Store};
use crate::said::{army, player, said, sits};

fn started() -> (Console, String) {
    let mut console = Console::start(&Store::Memory);
    let id = console.three(["ann", "ben", "cy"]);
    (console, id)
}

fn third() -> Option<End> {
    Some(End::new("draw:agreement", Some("1/3-1/3-1/3")))
}

#[test]
fn resigning_by_button_is_confirmed() {
    let (mut console, id) = started();
    console.moves(0, "e4");
    let asked = console.refuses(
        &format!("@cy /press rd1:{id}:1:resign"),
        "needs-confirmation",
    );
    assert_eq!(asked.to(), "cy");
    let confirm = asked.button("resign:confirm").to_owned();
    assert_eq!(confirm, format!("rd1:{id}:1:resign:confirm"));
    // Somebody else's press is their own resignation, not Cy's. A move of others meanwhile changes nothing.
    console.refuses(&format!("@dora /press {confirm}"), "not-a-player");
    console.moves(1, "m4");
    let out = console.done(&format!("@cy /press {confirm}"));
    assert_eq!((out.command(), out.to()), (Some("resign"), "all"));
    assert_eq!(out.over(), None);
    assert!(
        out.position().contains(" w wg xp wKQgKQ "),
        "{}",
        out.position()
    );
    console.refuses(&format!("@cy /press {confirm}"), "already-conceded");
    // The others play on, and the next to resign loses.
    console.done("@ann /move d4");
    let over = console.done("@ann /resign confirm:true");
    assert_eq!(over.over(), Some(End::new("last-army", Some("0-1-0"))));
    // First of what is left to do is to play again.
    assert_eq!(over.buttons()[0], over.button("rematch"));
    console.finish();
}

#[test]
fn all_must_agree_to_a_draw() {
    let (mut console, id) = started();
    let offered = console.done("@ben /draw action:offer");
    assert_eq!(offered.over(), None);
    assert!(offered.text().contains("ann") && offered.text().contains("cy"));
    console.refuses("@ben /draw action:offer", "already-proposed");
    console.refuses("@ben /draw action:accept", "already-proposed");
    console.refuses("@ben /draw action:decline", "nothing-to-accept");
    // By the button under the offer.
    let agreed = console.done(&format!("@ann /press {}", offered.button("draw")));
    assert_eq!((agreed.over(), agreed.id()), (None, id.as_str()));
    console.refuses("@ann /draw action:withdraw", "nothing-to-accept");
    // Agreement stands while the match goes on.
    console.done("@ann /move e4");
    let over = console.done("@cy /draw action:accept");
    assert_eq!(over.over(), third());
    for line in [
        "@ann /draw action:accept",
        "@cy /move u4",
        "@ben /draw action:offer",
    ] {
        console.refuses(line, "match-over");
    }
    console.finish();
}

#[test]
fn one_declines() {
    let (mut console, _) = started();
    let offered = console.done("@ann /draw action:offer");
    console.done("@ben /draw action:accept");
    console.done(&format!("@cy /press {}", offered.button("draw:decline")));
    for line in [
        "@cy /draw action:accept",
        "@ann /draw action:withdraw",
        "@ben /draw action:decline",
    ] {
        console.refuses(line, "nothing-to-accept");
    }
    console.done("@ann /draw action:offer");
    console.finish();
}

#[test]
fn one_takes_it_back() {
    let (mut console, _) = started();
    console.done("@ann /draw action:offer");
    console.refuses("@ben /draw action:withdraw", "nothing-to-accept");
    console.done("@ann /draw action:withdraw");
    console.refuses("@ben /draw action:accept", "nothing-to-accept");
    console.refuses("@ann /draw action:withdraw", "nothing-to-accept");
    console.finish();
}

#[test]
fn an_offer_lapses_after_a_round() {
    let (mut console, _) = started();
    console.moves(0, "e4");
    console.done("@cy /draw action:offer");
    console.done("@ann /draw action:accept");
    console.moves(1, "m4 u4");
    // Two plies on it still stands, three plies on it does not.
    console.refuses("@ann /draw action:accept", "already-proposed");
    console.moves(0, "d4");
    console.refuses("@ben /draw action:accept", "nothing-to-accept");
    // What Ben offers now is an offer of its own.
    console.done("@ben /draw action:offer");
    assert_eq!(console.done("@ann /draw action:offer").over(), None);
    assert_eq!(console.done("@cy /draw action:offer").over(), third());
    console.finish();
}

#[test]
fn an_offer_lapses_when_an_army_goes_out() {
    let (mut console, _) = started();
    console.done("@ann /draw action:offer");
    console.done("@ben /draw action:accept");
    console.done("@cy /resign confirm:true");
    console.refuses("@ben /draw action:accept", "nothing-to-accept");
    console.refuses("@cy /draw action:offer", "army-out");
    console.done("@ann /draw action:offer");
    let over = console.done("@ben /draw action:accept");
    assert_eq!(
        over.over(),
        Some(End::new("draw:agreement", Some("1/2-1/2-0")))
    );
    console.finish();
}

#[test]
fn called_off_alone_before_a_first_move() {
    let (mut console, _) = started();
    console.moves(0, "e4");
    let over = console.done("@cy /abort action:offer");
    assert_eq!(over.over(), Some(End::new("aborted", None)));
    console.refuses("@ben /move m4", "match-over");
    console.finish();
}

#[test]
fn called_off_by_all() {
    let (mut console, id) = started();
    console.moves(0, "e4 m4 u4");
    let offered = console.done("@ann /abort action:offer");
    assert_eq!(offered.over(), None);
    console.refuses("@ann /abort action:offer", "already-proposed");
    console.refuses("@ann /abort action:accept", "already-proposed");
    console.refuses("@dora /abort action:accept", "no-such-match");
    console.refuses(
        &format!("@dora /press {}", offered.button("abort:accept")),
        "not-a-player",
    );
    console.done(&format!("@ben /press {}", offered.button("abort:accept")));
    console.done(&format!("@cy /press {}", offered.button("abort:decline")));
    console.refuses("@cy /abort action:accept", "nothing-to-accept");
    // It stands while the match goes on.
    console.done("@cy /abort action:offer");
    console.moves(3, "d4 l4 t4 c3");
    console.done("@ann /abort action:accept");
    let over = console.done("@ben /abort action:offer");
    assert_eq!(
        (over.over(), over.id()),
        (Some(End::new("aborted", None)), id.as_str())
    );
    console.finish();
}

#[test]
fn those_who_are_out_need_not_agree_to_call_off() {
    let (mut console, _) = started();
    console.moves(0, "e4 m4 u4");
    console.done("@ann /abort action:offer");
    console.done("@ben /abort action:accept");
    let gone = said("abort-gone", &[("player", &player("ann", Color::White))]);
    let out = console.done("@cy /resign confirm:true");
    assert!(out.text().contains(&gone), "{}", out.text());
    let told = console.done("@ann /history").text().matches(&gone).count();
    assert_eq!(told, 1);
    // Those in the game can agree again.
    console.refuses("@cy /abort action:accept", "army-out");
    console.say("@ann /abort action:offer");
    let over = console.done("@ben /abort action:accept");
    assert_eq!(over.over(), Some(End::new("aborted", None)));
    console.finish();
}

#[test]
fn seats_are_taken_and_given_up() {
    let mut console = Console::start(&Store::Memory);
    let table = console.done("@ann /play seat:black player2:@ben");
    let (white, gray) = (army(Color::White), army(Color::Gray));
    table.assert_says("seat-kept", &[("army", &white), ("name", "ben")]);
    console.refuses("@cy /join seat:white", "seat-taken");
    console.done("@cy /join seat:gray");
    let moved = console.done("@ben /leave");
    moved.assert_begins("left", &[("name", "ben"), ("army", &white)]);
    let left = console.done("@cy /leave");
    left.assert_begins("left", &[("name", "cy"), ("army", &gray)]);
    console.refuses("@cy /leave", "not-seated");
    let joined = console.done(&format!("@cy /press {}", table.button("join:gray")));
    assert_eq!(joined.command(), Some("join"));
    console.done("@ann /leave");
    let closed = console.done("@cy /leave");
    closed.assert_says("closed", &[("match", table.id())]);
    console.refuses(&format!("@cy /join match:{}", table.id()), "match-over");
    // The opener may close a table.
    let table = console.done("@ann /play seat:white");
    let id = table.id().to_owned();
    console.done("@ben /join");
    console.refuses("@ben /abort action:offer", "not-started");
    console.done("@ann /abort action:offer");
    console.refuses(&format!("@ben /leave match:{id}"), "match-over");
    console.refuses("@ben /join", "no-such-match");
    console.finish();
}

#[test]
fn an_invited_player_may_sit_elsewhere() {
    let mut console = Console::start(&Store::Memory);
    console.done("@ann /play seat:white player2:@ben");
    let joined = console.done("@ben /join seat:black");
    let (gray, black) = (army(Color::Gray), army(Color::Black));
    joined.assert_says("left", &[("name", "ben"), ("army", &gray)]);
    joined.assert_says("joined", &[("name", "ben"), ("army", &black)]);
    joined.assert_says("seat-open", &[("army", &gray)]);
    sits(joined.text(), Color::Black, "ben");
    console.done("@cy /join");
    console.finish();
}

#[test]
fn invited_players_sit_clockwise_from_the_opener() {
    let [taken, kept] = ["seat-taken", "seat-kept"];
    for (seat, row) in [
        ("white", [(taken, "ann"), (kept, "ben"), (kept, "cy")]),
        ("gray", [(kept, "cy"), (taken, "ann"), (kept, "ben")]),
        ("black", [(kept, "ben"), (kept, "cy"), (taken, "ann")]),
    ] {
        let mut console = Console::start(&Store::Memory);
        let table = console.done(&format!("@ann /play seat:{seat} player2:@ben player3:@cy"));
        for (color, (id, name)) in Color::ALL.into_iter().zip(row) {
            let values = [("army", &*army(color)), ("name", name)];
            table.assert_says(id, &values);
        }
        console.finish();
    }
}

#[test]
fn a_beginning_tells_who_sits_before_the_first_turn() {
    let mut console = Console::start(&Store::Memory);
    console.done("@ann /play seat:white");
    console.done("@ben /join");
    let begun = console.done("@cy /join");
    let black = army(Color::Black);
    begun.assert_begins("joined", &[("name", "cy"), ("army", &black)]);
    let place = |id, values: &[(&'static str, &str)]| {
        let line = said(id, values);
        begun
            .text()
            .find(&line)
            .unwrap_or_else(|| panic!("no {line}"))
    };
    let ann = player("ann", Color::White);
    let sits = place("seat-taken", &[("army", &black), ("name", "cy")]);
    assert!(sits < place("your-move-first", &[("player", &ann)]));
    // Later the one who is to move comes first.
    let moved = console.done("@ann /move e4");
    let ben = player("ben", Color::Gray);
    moved.assert_begins("your-move", &[("player", &ben)]);
}

/// Fault D10: a move says what it captured, and what was captured so far.
#[test]
fn d10_a_move_says_what_it_captured() {
    let (mut console, _) = started();
    console.moves(0, "Nh3 i3 Nq3 Nj4 Np3");
    let quiet = console.say("@ann /board").remove(0);
    quiet.assert_silent("captured-so-far", &[]);
    let taken = console.done("@cy /move Nxo2");
    let pawn = said(
        "piece-of",
        &[
            ("army", &army(Color::Gray)),
            ("piece", &said("piece-pawn", &[])),
        ],
    );
    let knight = said("piece-knight", &[]);
    let does = [("piece", &*knight), ("taken", &pawn), ("square", "o2")];
    let does = said("done-takes", &does);
    taken.assert_says(
        "moved",
        &[
            ("move", "N×o2+"),
            ("player", &player("cy", Color::Black)),
            ("does", &does),
        ],
    );
    let by = said(
        "captured-by",
        &[
            ("army", &army(Color::Black)),
            ("pieces", &said("captured-pawn", &[("count", "1")])),
        ],
    );
    taken.assert_says("captured-so-far", &[("captured", &by)]);
    // The next board says nothing of it, and those who look read it.
    let next = console.done("@ann /move e4");
    next.assert_silent("captured-so-far", &[]);
    let seen = console.say("@ann /board").remove(0);
    seen.assert_says("captured-so-far", &[("captured", &by)]);
    console.finish();
}

/// Faults D27 and D28: while a draw is offered, each board says by whom and has both answers; the offer
/// itself can be taken back by a button.
#[test]
fn d27_d28_a_draw_that_is_offered_is_answered_and_taken_back_by_buttons() {
    let (mut console, id) = started();
    let offered = console.done("@ann /draw offer");
    offered.button("draw:decline");
    offered.button("draw:withdraw");
    let board = console.done("@ann /move e4");
    let others = said("list-and", &[]);
    let others = [player("ben", Color::Gray), player("cy", Color::Black)].join(&others);
    let stands = [
        ("player", &*player("ann", Color::White)),
        ("others", &*others),
    ];
    board.assert_says("draw-stands", &stands);
    let decline = board.button("draw:decline").to_owned();
    assert_eq!(decline, format!("rd1:{id}:1:draw:decline"));
    // Nobody takes back what somebody else has offered.
    let withdraw = format!("rd1:{id}:1:draw:withdraw");
    console.refuses(&format!("@ben /press {withdraw}"), "nothing-to-accept");
    console
        .done(&format!("@ann /press {withdraw}"))
        .assert_says("draw-withdrawn", &[]);
    console.finish();
}
