//! The features that the scripts contain between them.

use std::collections::BTreeMap;

use rondel::rules::{Border, CastlingSide, Exit, Move, Position, Role, Square};

use super::{Act, Script, names, script};

/// The features that must occur in matches of 60 plies or more.
const WANTED: [&str; 11] = [
    "castling on the king's side",
    "castling on the queen's side",
    "crossed pawn promoted",
    "dead piece taken",
    "double step taken en passant",
    "king taken",
    "mate",
    "moat bridged by an empty ring",
    "moat crossed with an army out",
    "moat crossed with three in play",
    "pawn through the centre",
];

#[test]
fn scripts_hold_what_they_are_for() {
    let scripts: Vec<Script> = names().iter().map(|name| script(name)).collect();
    let long: Vec<&Script> = scripts
        .iter()
        .filter(|script| script.plies() >= 60)
        .collect();
    assert!(long.len() >= 2);
    let mut found = BTreeMap::new();
    for script in &long {
        for feature in features(script) {
            *found.entry(feature).or_insert(0_u32) += 1;
        }
    }
    println!("scripted matches checked: {}, {found:?}", scripts.len());
    assert_eq!(found.into_keys().collect::<Vec<_>>(), WANTED);
    let endings: Vec<&str> = scripts
        .iter()
        .map(|script| script.outcome.ending.word())
        .collect();
    for how in ["last-army", "draw:agreement"] {
        assert!(endings.contains(&how), "{how}");
    }
    let resigns = |script: &Script| script.steps.iter().any(|step| step.act == Act::Resign);
    assert!(scripts.iter().any(resigns));
}

fn features(script: &Script) -> Vec<&'static str> {
    let mut found = Vec::new();
    let mut before = script.options().start();
    for step in &script.steps {
        let after: Position = step.position.parse().unwrap();
        if let Act::Move { plain, .. } = &step.act {
            found.extend(of_move(&before, plain.parse().unwrap(), &after));
        }
        found.extend(step.outs.iter().filter_map(|out| match out.exit {
            Exit::Mate => Some("mate"),
            Exit::KingTaken => Some("king taken"),
            Exit::Stalemate | Exit::Conceded | Exit::Time => None,
        }));
        before = after;
    }
    found
}

fn of_move(before: &Position, mv: Move, after: &Position) -> Vec<&'static str> {
    let piece = before.piece_at(mv.from).unwrap();
    let taken = before.piece_at(mv.to);
    let is_crossed = piece.role == Role::CrossedPawn;
    let castles = |side: CastlingSide, files: i32| {
        piece.role == Role::King
            && before.may_castle(piece.color, side)
            && i32::from(mv.to.file()) - i32::from(mv.from.file()) == files
    };
    let three = before.in_play().len() == 3 && after.in_play().len() == 3;
    let bridges = three
        && Border::ALL
            .iter()
            .any(|b| after.is_bridged(*b) && !before.is_bridged(*b));
    let crossed = crosses(before, mv);
    [
        (
            "castling on the king's side",
            castles(CastlingSide::King, 2),
        ),
        (
            "castling on the queen's side",
            castles(CastlingSide::Queen, -2),
        ),
        (
            "crossed pawn promoted",
            is_crossed && mv.promotion.is_some(),
        ),
        (
            "dead piece taken",
            taken.is_some_and(|taken| !before.in_play().contains(taken.color)),
        ),
        (
            "double step taken en passant",
            is_crossed && taken.is_none() && mv.from.file() != mv.to.file(),
        ),
        ("moat bridged by an empty ring", bridges),
        ("moat crossed with an army out", crossed && !three),
        ("moat crossed with three in play", crossed && three),
        (
            "pawn through the centre",
            piece.role == Role::Pawn && mv.from.rank() == 6 && mv.to.rank() == 6,
        ),
    ]
    .into_iter()
    .filter_map(|(feature, found)| found.then_some(feature))
    .collect()
}

/// Returns true if only a bridged moat allows the move: by rook, king or queen along rank 1 to
/// another sector, or by knight to or from rank 1 (rules §3.1).
fn crosses(before: &Position, mv: Move) -> bool {
    let sector = |square: Square| square.file() / 8;
    if sector(mv.from) == sector(mv.to) {
        return false;
    }
    let ends = [mv.from, mv.to].map(|square| square.rank() == 1);
    let through_centre = (mv.from.file() + 12) % 24 == mv.to.file();
    let crosses = match before.piece_at(mv.from).unwrap().role {
        Role::Rook | Role::King => ends == [true, true] && !through_centre,
        Role::Knight => ends != [false, false],
        // A queen may come another way. Bishops and crossed pawns are not looked at.
        Role::Queen | Role::Bishop | Role::Pawn | Role::CrossedPawn => false,
    };
    if crosses && before.in_play().len() == 3 {
        assert!(!unbridged(before).is_legal(mv), "{mv} crosses no moat");
    }
    crosses
}

/// The same position with every moat unbridged, which it may be while no army is out.
fn unbridged(position: &Position) -> Position {
    let line = position.to_string();
    let mut fields: Vec<&str> = line.split(' ').collect();
    fields[3] = "-";
    fields.join(" ").parse().unwrap()
}

#[test]
fn moves_across_a_moat_are_known() {
    let line = "wR7gR15/24/4wK14bK4/12gK11/24/24 w wgb xhp - - 0 30";
    let position: Position = line.parse().unwrap();
    let along: Move = "a1w1".parse().unwrap();
    assert!(position.is_legal(along) && crosses(&position, along));
    assert!(
        !crosses(&position, "a1m1".parse().unwrap()),
        "through the centre"
    );
}
