//! Claims made with a move that brings another draw too (rules §5.2).

use super::telling::{expanded, told};

/// White's rook and all kings go to and fro: a third time after twelve plies.
const TO_AND_FRO: &str = "2*(b3b4 m1m2 u1u2 b4b3 m2m1 u2u1)";

/// The line of these armies' kings and a rook, the clock at `clock`, with the last move of
/// [`TO_AND_FRO`] as it is or claimed with.
fn line(clock: u32, claimed: bool) -> String {
    let words = expanded(TO_AND_FRO);
    let words = match words.strip_suffix("u2u1") {
        Some(before) if claimed => format!("{before}claim:b:u2u1"),
        _ => words,
    };
    format!("4wK7gK7bK3/24/1wR22/24/24/24 w wgb xhp - - {clock} 300 moves {words}")
}

#[test]
fn a_claim_stands_where_another_draw_would_come_by_itself() {
    // The third time comes with the 225th ply without progress, at which the match is drawn by
    // itself (three-man: 75 moves of three armies).
    let drawn = "1/3-1/3-1/3";
    for (clock, claimed, want) in [
        (213, false, format!("draw:moves {drawn}")),
        (213, true, format!("draw:repetition {drawn}")),
        (214, false, format!("draw:moves {drawn}; over at 11")),
        (100, false, String::from("w to move of wgb")),
        (100, true, format!("draw:repetition {drawn}")),
    ] {
        let said = told("three-man", &line(clock, claimed));
        assert_eq!(said, want, "{clock} {claimed}");
    }
    // Claimed is what counts first, though the other draw comes by itself.
    let moves = "4wK7gK7bK3/24/1wR22/24/24/24 w wgb xhp - - 224 300 moves";
    assert_eq!(
        told("three-man", &format!("{moves} b3b4")),
        format!("draw:moves {drawn}")
    );
    assert_eq!(
        told("three-man", &format!("{moves} claim:w:b3b4")),
        format!("draw:moves {drawn}")
    );
}

/// With a move that ends the match otherwise it is not due.
#[test]
fn a_claim_does_not_stand_with_a_move_that_mates() {
    let mate = "1gK22/24/2bQ1bQ19/wK23/23bR/23bK b wgb hp - - 149 94 moves";
    let claimed = told("first-mate", &format!("{mate} claim:b:c3a3"));
    assert_eq!(claimed, "b to move of wgb; refused at 0");
    let played = told("first-mate", &format!("{mate} c3a3"));
    assert!(played.starts_with("w mate"), "{played}");
}
