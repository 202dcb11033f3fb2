//! Moving by what answers offer, at the console: the same ids as in Discord.

use rondel::{messages::Texts, rules::Role};

use super::{Console, Store, harness::Answer};
use crate::{
    matches::{Act, PLAYERS, Writing, script},
    said::{GERMAN, Said, TEXTS, assert_says, said},
};

/// A piece's name as a line begins with it.
fn named(texts: &Texts, role: Role) -> String {
    let name = texts.piece(role);
    let mut letters = name.chars();
    letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .chain(letters)
        .collect()
}

/// The labels of what an answer offers, with their ids after the ply.
fn offered(answer: &Answer) -> Vec<(String, String)> {
    let ids = answer.buttons().into_iter();
    let action = |id: &str| id.splitn(4, ':').last().unwrap_or_default().to_owned();
    let labels = answer.labels().into_iter();
    let labels = labels.filter_map(|(label, enabled)| enabled.then_some(label));
    ids.map(action).zip(labels).collect()
}

fn has(answer: &Answer, action: &str, label: &str) {
    let offered = offered(answer);
    let wanted = (action.to_owned(), label.to_owned());
    assert!(
        offered.contains(&wanted),
        "{wanted:?} is not among {offered:?}"
    );
}

impl Console {
    /// Presses what the answer offers for this action.
    fn press(&mut self, who: &str, answer: &Answer, action: &str) -> Answer {
        let id = answer.button(action).to_owned();
        self.done(&format!("@{who} /press {id}"))
    }
}

#[test]
fn castling_is_named_and_made() {
    let mut console = Console::start(&Store::Memory);
    console.three(PLAYERS);
    console.moves(0, "e4 m4 u4 Nf3 n3 v3 Be2 o3 w3");
    let board = console.done("@ann /board");
    let id = board.id().to_owned();
    let pieces = console.done(&format!("@ann /press rd1:{id}:9:move"));
    assert_eq!((pieces.to(), pieces.command()), ("ann", Some("move")));
    let king = named(&TEXTS, Role::King);
    let king = said("button-piece", &[("piece", &king), ("square", "e1")]);
    has(&pieces, "from:e1:1", &king);
    let goals = console.press("ann", &pieces, "from:e1:1");
    let goal = |what| said("button-goal", &[("number", "1"), ("move", what)]);
    has(&goals, "to:e1g1", &goal("g1"));
    let castles = said("move-castles-king", &[]);
    let castles = [("what", &*goal("O-O")), ("does", &*castles)];
    goals.assert_says("moving-does", &castles);
    let alt = goals.alt().unwrap();
    let squares = [("from", "e1"), ("squares", "1: g1, 2: f1")];
    assert_says(alt, "board-may-go", &squares);
    let done = console.press("ann", &goals, "to:e1g1");
    assert_eq!(done.to(), "all");
    done.assert_says("moved", &[("move", "O-O")]);
    console.finish();
}

/// A piece with one square goes there at once, so its button and the words above say all of it.
#[test]
fn a_piece_with_one_square_says_what_it_does_there() {
    let mut console = Console::start(&Store::Memory);
    let script = script("duel-repeated");
    let id = console.duel(PLAYERS[0], PLAYERS[2]);
    let last = script.steps.len() - 1;
    for step in &script.steps[..last] {
        let command = step.command(Writing::Plain);
        console.done(&format!("@{} {command}", step.player()));
    }
    let who = script.steps[last].player();
    let pieces = console.done(&format!("@{who} /press rd1:{id}:{last}:move"));
    let king = named(&TEXTS, Role::King);
    let king = said("button-piece", &[("piece", &king), ("square", "v2")]);
    let alone = [("piece", &*king), ("square", "u1")];
    has(&pieces, "to:v2u1", &said("button-piece-to", &alone));
    let draws = said("move-draws-repetition", &[]);
    pieces.assert_says("moving-does", &[("what", &king), ("does", &draws)]);
    console.finish();
}

#[test]
fn a_pawn_becomes_what_is_chosen() {
    let mut console = Console::start(&Store::Memory);
    let script = script("long-march");
    let id = console.three_by(&script.ruleset, PLAYERS);
    let promoting = script
        .steps
        .iter()
        .position(|step| matches!(&step.act, Act::Move { plain, .. } if plain == "c2c1q"));
    let promoting = promoting.expect("a promotion");
    for step in &script.steps[..promoting] {
        console.done(&format!(
            "@{} {}",
            step.player(),
            step.command(Writing::Plain)
        ));
    }
    let step = &script.steps[promoting];
    let Act::Move { ply, .. } = &step.act else {
        unreachable!("found as a move")
    };
    let (who, ply) = (step.player(), ply - 1);
    let goals = console.done(&format!("@{who} /press rd1:{id}:{ply}:from:c2:1"));
    let ways = offered(&goals).into_iter();
    let ways = ways.filter(|(action, _)| action.starts_with("to:c2c1"));
    assert_eq!(ways.count(), 1, "whatever the pawn becomes: {goals:?}");
    goals.assert_says("moving-promotes", &[]);
    let roles = console.press(who, &goals, "to:c2c1");
    let ids: Vec<String> = offered(&roles)
        .into_iter()
        .map(|(action, _)| action)
        .collect();
    assert_eq!(
        ids,
        ["to:c2c1q", "to:c2c1r", "to:c2c1b", "to:c2c1n", "pieces:1"]
    );
    let queen = named(&TEXTS, Role::Queen);
    assert_eq!(offered(&roles)[0].1, queen);
    // The rook checks as well.
    let both = [queen, named(&TEXTS, Role::Rook)].join(&said("list-comma", &[]));
    roles.assert_says("moving-does", &[("what", &both)]);
    roles.assert_says("move-checks", &[]);
    assert_eq!(offered(&roles)[3].1, named(&TEXTS, Role::Knight));
    // Typed without the letter, the same four are offered.
    let typed = console.refuses(&format!("@{who} /move c1"), "ambiguous");
    let buttons = offered(&typed);
    assert_eq!(
        buttons[0],
        ("to:c2c1q".to_owned(), named(&TEXTS, Role::Queen))
    );
    assert_eq!(buttons.len(), 5, "and the rules");
    let done = console.press(who, &typed, "to:c2c1n");
    assert!(done.text().contains("c1=N"), "{}", done.text());
    console.finish();
}

#[test]
fn what_is_claimed_with_a_move_is_claimed_with_what_was_meant() {
    let mut console = Console::start(&Store::Memory);
    console.three(PLAYERS);
    let asks = |answer: &Answer, claim: &str| {
        let ids = answer.buttons().into_iter();
        let asked = ids.filter(|id| id.ends_with(&format!(":meant:g1f3{claim}")));
        assert_eq!(asked.count(), 1, "{answer:?}");
    };
    let unread = console.refuses("@ann /move Nf33 claim:true", "unreadable");
    asks(&unread, ":claim");
    let asked = console.press("ann", &unread, "meant:g1f3:claim");
    asked.assert_says("moving-confirm", &[]);
    let refused = console.refuses(
        &format!("@ann /press {}", asked.button("claim:g1f3")),
        "claim-not-due",
    );
    refused.assert_says("refused-claim-with", &[("move", "Nf3")]);
    let unread = console.refuses("@ann /move Nf33", "unreadable");
    asks(&unread, "");
    console.finish();
}

/// What nobody can have meant is not offered: the refusal says what a move looks like.
#[test]
fn suggestions_are_near_to_what_was_typed() {
    let mut console = Console::start(&Store::Memory);
    console.three(PLAYERS);
    for far in ["zzz", "Ke9", "<script>", "horse", "?", "10.", "xyz4"] {
        let refused = console.refuses(&format!("@ann /move {far}"), "unreadable");
        refused.assert_says("refused-no-move", &[]);
        let ids = refused.buttons();
        assert!(
            ids.iter()
                .all(|id| id.ends_with(":0:move") || id.contains(":rules:")),
            "{far}: {ids:?}"
        );
    }
    for (slip, near) in [
        ("Nf4", "g1f3"),
        ("e22e4", "e2e4"),
        ("fN3", "g1f3"),
        ("e5", "e2e4"),
    ] {
        // What is readable is refused by its rule.
        let answer = console.one(&format!("@ann /move {slip}"));
        if answer.refused() == Some("illegal-move") {
            continue;
        }
        assert_eq!(answer.refused(), Some("unreadable"), "{slip}");
        let asked = console.press("ann", &answer, &format!("meant:{near}"));
        asked.assert_says("moving-confirm", &[]);
        asked.button(&format!("make:{near}"));
    }
    // A slip of case or sign alone is played at once.
    let cases = console.refuses("@ann /move N;f;3", "unreadable");
    let done = console.press("ann", &cases, "to:g1f3");
    done.assert_says("moved", &[("move", "Nf3")]);
    console.finish();
}

/// Words that belong together need no quotes.
#[test]
fn moves_are_typed_as_they_are_read() {
    let mut console = Console::start(&Store::Memory);
    let id = console.three(PLAYERS);
    let typed = [
        "e2 e4",
        "2. m4",
        "move:u2 u4",
        "4... d2 – d4",
        "**5.** n3.",
        "“v3”",
        "Nf3, takes nothing at all",
        "8: Nk3 (Gray)",
        "Knight r1 to s3",
        &format!("{id}: c3"),
        &format!("o3 in {id}"),
        "w2→w3",
    ];
    for (turn, mv) in typed.iter().enumerate() {
        let player = PLAYERS[turn % 3];
        let done = console.done(&format!("@{player} /move {mv}"));
        done.assert_says("moved", &[]);
    }
    for (line, heading) in [
        ("e1: White's king", "e1"),
        ("Gray's king on M1", "m1"),
        ("f3.", "f3"),
    ] {
        let look = console.done(&format!("@ann /look {line}"));
        look.assert_says("look-heading", &[("square", heading)]);
    }
    let board = console.done(&format!(
        "@ann /board match:{id} · Three Man Chess · ann (White) to move"
    ));
    assert_eq!(board.id(), id);
    console.finish();
}

#[test]
fn buttons_serve_while_they_may_and_say_so_when_not() {
    let mut console = Console::start(&Store::Memory);
    let id = console.three(PLAYERS);
    for action in ["move", "from:g1:1", "to:g1f3", "make:g1f3"] {
        let press = format!("/press rd1:{id}:0:{action}");
        console.refuses(&format!("@ben {press}"), "not-your-turn");
        console.refuses(&format!("@dora {press}"), "not-a-player");
        let late = console.refuses(
            &format!("@ann /press rd1:{id}:7:{action}"),
            "position-moved-on",
        );
        assert_eq!(late.buttons().len(), 2, "{late:?}");
        late.button("move");
    }
    console.refuses(&format!("@ann /press rd1:{id}:0:to:g1g3"), "illegal-move");
    console.refuses(&format!("@ann /press rd1:{id}:0:from:g4:1"), "bad-option");
    console.refuses(&format!("@ann /press rd1:{id}:0:from:g1:2"), "bad-option");
    console.done("@ann /pause action:offer");
    console.done("@ben /pause action:accept");
    console.done("@cy /pause action:accept");
    for action in ["move", "to:g1f3"] {
        console.refuses(&format!("@ann /press rd1:{id}:0:{action}"), "paused");
    }
    for who in ["ann", "ben"] {
        console.done(&format!("@{who} /resign confirm:true"));
    }
    console.refuses(&format!("@cy /press rd1:{id}:0:move"), "match-over");
    console.finish();
}

#[test]
fn german_letters_are_read_for_those_who_speak_german() {
    let mut console = Console::start(&Store::Memory);
    console.three(PLAYERS);
    console.done("@ann /settings language:de");
    let done = console.done("@ann /move Sf3");
    done.assert_says("moved", &[("move", "Nf3")]);
    console.moves(1, "o3 Nx3 d3 n3 Na5 Qd2 m3 Nxb3");
    console.finish();
}

/// `D` is a file as well: what could mean either is asked, in German alone.
#[test]
fn a_letter_that_may_be_a_file_is_asked_about() {
    for german in [true, false] {
        let mut console = Console::start(&Store::Memory);
        console.three(PLAYERS);
        console.moves(0, "d3 o3 Nx3 Qd2 n3 Na5 Qb4 m3 Nc4");
        if !german {
            let done = console.done("@ann /move Dxc4");
            done.assert_says("moved", &[("move", "d×c4")]);
            continue;
        }
        console.done("@ann /settings language:de");
        let asked = console.refuses("@ann /move Dxc4", "ambiguous");
        has(&asked, "to:b4c4", "Db4×c4");
        has(&asked, "to:d3c4", "d3×c4");
        // What only the queen can do, and what only the pawn can.
        let illegal = console.refuses("@ann /move Da2", "illegal-move");
        assert!(illegal.text().contains("b4"), "{}", illegal.text());
        let done = console.done("@ann /move Dd2");
        done.assert_says("moved", &[("move", "Qd2")]);
        console.finish();
    }
}

/// `L` is a file as well as the German bishop's letter: with a large one the pawn never takes, and
/// is offered.
#[test]
fn a_large_german_letter_takes_with_no_pawn() {
    let mut console = Console::start(&Store::Memory);
    console.three(PLAYERS);
    console.moves(0, "Nf3 p3 x3 Nh4 o3 w3 Nj5 p4 v3 Nk3");
    console.done("@ben /settings language:de");
    let refused = console.refuses("@ben /move Lxk3", "illegal-move");
    let bishop = named(&GERMAN, Role::Bishop);
    let (text, captures) = (refused.text(), [("captures", "l×k3")]);
    assert!(text.contains(&bishop), "{text}");
    let meant = Said::within(&GERMAN, "refused-pawn-meant", &captures);
    assert!(meant.is(text), "{text}");
    has(&refused, "to:l2k3", "l2×k3");
    let done = console.press("ben", &refused, "to:l2k3");
    done.assert_says("moved", &[("move", "l×k3")]);
    console.finish();
}
