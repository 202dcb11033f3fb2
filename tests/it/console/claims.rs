//! Draws that are due are claimed (rules §5.2, §5.3).

use rondel::rules::{Game, Move, Role, Ruleset, short};

use super::{Console, End, Store};

/// Every army's knight out and back: the start stands on the board again.
const ROUND: &str = "Nf3 Nk3 Ns3 Ng1 Nj1 Nr1";

fn started() -> Console {
    let mut console = Console::start(&Store::Memory);
    console.three(["ann", "ben", "cy"]);
    console
}

fn repeated() -> Option<End> {
    Some(End::new("draw:repetition", Some("1/3-1/3-1/3")))
}

#[test]
fn the_third_occurrence_is_claimed_afterwards() {
    let mut console = started();
    console.moves(0, ROUND);
    // The second time is not enough.
    for player in ["ann", "ben", "cy"] {
        console.refuses(&format!("@{player} /draw action:claim"), "claim-not-due");
    }
    console.moves(0, ROUND);
    // The player who brought it about could have claimed with the move.
    console.refuses("@cy /draw action:claim", "claim-not-due");
    let over = console.done("@ben /draw action:claim");
    assert_eq!(over.over(), repeated());
    over.assert_says("ended-draw-repetition", &[("count", "3")]);
    console.finish();
}

#[test]
fn the_claim_ends_with_the_next_move() {
    let mut console = started();
    console.moves(0, ROUND);
    console.moves(0, ROUND);
    console.moves(0, "e4");
    for player in ["ann", "ben", "cy"] {
        console.refuses(&format!("@{player} /draw action:claim"), "claim-not-due");
    }
    console.finish();
}

#[test]
fn the_third_occurrence_is_claimed_with_the_move() {
    let mut console = started();
    console.moves(0, ROUND);
    console.moves(0, "Nf3 Nk3 Ns3 Ng1 Nj1");
    let before = console.done("@cy /board").position().to_owned();
    // Not with another move, and then neither happens.
    console.refuses("@cy /move Nv3 claim:true", "claim-not-due");
    assert_eq!(console.done("@cy /board").position(), before);
    let over = console.done("@cy /move Nr1 claim:true");
    assert_eq!(over.over(), repeated());
    over.assert_begins("moved", &[("move", "Nr1")]);
    console.finish();
}

#[test]
fn the_fifth_occurrence_draws_by_itself() {
    let mut console = started();
    for _ in 0..3 {
        console.moves(0, ROUND);
    }
    console.moves(0, "Nf3 Nk3 Ns3 Ng1 Nj1");
    assert_eq!(console.done("@cy /move Nr1").over(), repeated());
    console.refuses("@ann /draw action:claim", "match-over");
    console.finish();
}

/// This many plies without a capture or a pawn move in which no position comes again, in short form.
fn quiet_walk(plies: usize) -> Vec<String> {
    let mut game = Game::start(Ruleset::THREE_MAN);
    let mut seen = vec![board(&game)];
    let mut walk = Vec::new();
    for ply in 0..plies {
        let position = *game.position();
        let mut moves: Vec<Move> = position.legal_moves();
        moves.rotate_left(ply * 7 % position.legal_moves().len());
        let quiet = moves.into_iter().find(|mv| {
            let piece = position.piece_at(mv.from).unwrap();
            let mut after = game.clone();
            after.carry_out_move(*mv);
            !piece.role.is_pawn()
                && piece.role != Role::King
                && position.piece_at(mv.to).is_none()
                && after.position().checked().is_empty()
                && !seen.contains(&board(&after))
        });
        let mv = quiet.expect("there is always another knight's move");
        walk.push(short(&position, mv));
        game.carry_out_move(mv);
        seen.push(board(&game));
    }
    walk
}

fn board(game: &Game) -> String {
    game.position()
        .to_string()
        .split(' ')
        .next()
        .unwrap()
        .to_owned()
}

#[test]
fn fifty_moves_each_are_claimed_by_anybody() {
    let walk = quiet_walk(150);
    let mut console = started();
    console.moves(0, &walk[..149].join(" "));
    for player in ["ann", "ben", "cy"] {
        let early = console.refuses(&format!("@{player} /draw action:claim"), "claim-not-due");
        early.assert_says("refused-claim-clock", &[("clock", "149"), ("due", "150")]);
    }
    let last = console.done(&format!("@cy /move {}", walk[149]));
    assert!(last.position().ends_with(" 150 150") && last.over().is_none());
    // Even by the player who has just moved.
    let over = console.done("@cy /draw action:claim");
    assert_eq!(
        over.over(),
        Some(End::new("draw:moves", Some("1/3-1/3-1/3")))
    );
    over.assert_says("ended-draw-moves", &[("clock", "150"), ("count", "50")]);
    console.finish();
}

#[test]
fn fifty_moves_each_are_claimed_with_the_last() {
    let walk = quiet_walk(150);
    let mut console = started();
    console.moves(0, &walk[..148].join(" "));
    console.refuses(
        &format!("@ben /move {} claim:true", walk[148]),
        "claim-not-due",
    );
    console.moves(148, &walk[148]);
    let over = console.done(&format!("@cy /move {} claim:true", walk[149]));
    assert_eq!(
        over.over(),
        Some(End::new("draw:moves", Some("1/3-1/3-1/3")))
    );
    assert!(over.position().ends_with(" 150 150"), "{}", over.position());
    console.finish();
}

#[test]
fn seventy_five_moves_each_draw_by_themselves() {
    let walk = quiet_walk(225);
    let mut console = started();
    console.moves(0, &walk[..224].join(" "));
    let over = console.done(&format!("@cy /move {}", walk[224]));
    assert_eq!(
        over.over(),
        Some(End::new("draw:moves", Some("1/3-1/3-1/3")))
    );
    console.finish();
}
