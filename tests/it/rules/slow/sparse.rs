//! Positions with few pieces, drawn by lot, in which much is about to end.

use rand::{RngExt, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use super::{
    Slow,
    geometry::{At, army_of, first_file, next_army},
    table::Table,
};

/// A correct position line (rules §7.4) for the ruleset.
pub(crate) fn sparse(table: &Table, rng: &mut ChaCha8Rng) -> String {
    loop {
        if let (line, true) = possible_or_not(table, rng) {
            return line;
        }
    }
}

/// A position line, and whether it is a possible one: it is not when the army that has just moved
/// stands in check where that cannot be (rules §7.4).
pub(crate) fn possible_or_not(table: &Table, rng: &mut ChaCha8Rng) -> (String, bool) {
    let position = any(table, rng);
    // Two steps on is one step back.
    let mut before = next_army(next_army(position.turn));
    while !position.in_play.contains(before) {
        before = next_army(next_army(before));
    }
    let must_be_safe = position.in_play.len() == 3 || table.duel;
    let lone = position.in_play.len() == 1;
    let possible = lone || !(must_be_safe && position.checked(before));
    (position.line(), possible)
}

fn any(table: &Table, rng: &mut ChaCha8Rng) -> Slow {
    let pairs = ["wg", "wb", "gb"];
    let in_play = match rng.random_range(0..20) {
        _ if table.duel => "wb",
        0 => ["w", "g", "b"].choose(rng).unwrap(),
        1..6 => pairs.choose(rng).unwrap(),
        _ => "wgb",
    };
    let turns: Vec<char> = in_play.chars().collect();
    let mut slow = Slow {
        board: [None; 144],
        turn: *turns.choose(rng).unwrap(),
        in_play: String::from(in_play),
        moats: String::new(),
        castling: Vec::new(),
        en_passant: Vec::new(),
        clock: clock(in_play.len() as u32, rng),
        ply: rng.random_range(0..300),
    };
    // Kings near each other, in half of all, are mated sooner.
    let close = rng.random_bool(0.5);
    let middle = rng.random_range(0..24);
    for army in "wgb".chars() {
        if in_play.contains(army) || rng.random_bool(0.5) {
            let file = if close {
                (middle + rng.random_range(0..6)) % 24
            } else {
                rng.random_range(0..24)
            };
            let at = (file, rng.random_range(1..=6));
            if slow.on(at).is_some() {
                return any(table, rng);
            }
            slow.put(at, Some((army, 'K')));
        }
        let most = *[0, 1, 1, 2, 3, 5, 8].choose(rng).unwrap();
        for _ in 0..most {
            let kind = *b"QQQRRRBNPCC".choose(rng).unwrap() as char;
            let at = (rng.random_range(0..24), rng.random_range(1..=6));
            if slow.on(at).is_none() && may_stand(army, kind, at) {
                slow.put(at, Some((army, kind)));
            }
        }
    }
    for army in "wgb".chars() {
        if !in_play.contains(army) || rng.random_bool(0.4) {
            slow.bridge_beside(army);
        }
    }
    if rng.random_bool(0.15) {
        castling(&mut slow, rng);
    }
    if rng.random_bool(0.3) {
        double_step(&mut slow, rng);
    }
    slow
}

fn may_stand(army: char, kind: char, (file, rank): At) -> bool {
    match (kind, rank) {
        ('P' | 'C', 1) => false,
        ('P', 2) => army_of(file) == army,
        _ => true,
    }
}

/// Often just before something is due.
fn clock(armies: u32, rng: &mut ChaCha8Rng) -> u32 {
    let due = [50, 75].choose(rng).unwrap() * armies;
    match rng.random_range(0..4) {
        0 => due - rng.random_range(0..4),
        1 => due.saturating_sub(rng.random_range(0..12)),
        _ => rng.random_range(0..60),
    }
}

/// An army's king and rooks at home, with their rights.
fn castling(slow: &mut Slow, rng: &mut ChaCha8Rng) {
    let army = slow.turn;
    let first = first_file(army);
    if (0..8).any(|file| slow.on((first + file, 1)).is_some()) {
        return;
    }
    let king = slow.king(army).unwrap();
    slow.put(king, None);
    slow.put((first + 4, 1), Some((army, 'K')));
    for (side, file) in [('K', 7), ('Q', 0)] {
        if rng.random_bool(0.7) {
            slow.put((first + file, 1), Some((army, 'R')));
            slow.castling.push((army, side));
        }
    }
}

/// A pawn that has just stepped twice, and mostly a crossed pawn of another army beside it.
fn double_step(slow: &mut Slow, rng: &mut ChaCha8Rng) {
    let owners: Vec<char> = slow
        .in_play
        .chars()
        .filter(|army| *army != slow.turn)
        .collect();
    let Some(&owner) = owners.choose(rng) else {
        return;
    };
    let file = first_file(owner) + rng.random_range(0..8);
    if (2..=4).any(|rank| slow.on((file, rank)).is_some()) {
        return;
    }
    slow.put((file, 4), Some((owner, 'P')));
    slow.en_passant.push((owner, (file, 3)));
    let beside = ((file + [1, 23].choose(rng).unwrap()) % 24, 4);
    let others: Vec<char> = slow.in_play.chars().filter(|army| *army != owner).collect();
    if slow.on(beside).is_none() && rng.random_bool(0.8) {
        slow.put(beside, Some((*others.choose(rng).unwrap(), 'C')));
    }
}
