//! Proved truths about positions, by which a computer player is judged.
//!
//! Nothing here depends on how the computer of the library plays: positions come from
//! [greedy matches](greedy), and truths from exhaustive search by the rules or from tables. Section
//! numbers are those of `docs/RULES.md`.
//!
//! - [`table`]: the endings of king and queen, rook or pawn against king, and of king and queen
//!   against two kings, solved for all positions. [`men`] has their moves, [`places`] their names,
//!   and [`geometry`] the lines of the board; [`check`] holds them against the rules library.
//! - [`mates`]: mates forced against every reply of both others.
//! - [`only`]: positions in which one move alone avoids being mated.
//! - [`traps`]: captures that a greedy player makes and should not.
//!
//! - [`trial`]: a player that is asked for those moves, or plays the endings out.
//!
//! Every truth is a line of JSON with the position and the moves that are right.

pub mod check;
pub mod command;
pub mod files;
pub mod geometry;
pub mod greedy;
pub mod mates;
pub mod men;
pub mod only;
pub mod places;
pub mod step;
pub mod table;
pub mod traps;
pub mod trial;

use std::iter;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use rondel::rules::{Color, Move, Position, Role};
use serde_json::{Value, json};

use self::{
    geometry::SYMMETRIES,
    greedy::Matches,
    men::{Hop, Men, Third},
    places::may_stand,
    table::{Aim, OPEN, Subject, Tables},
};

/// Returns the truths that positions of greedy matches hold, at most one of a match.
fn found(
    seed: u64,
    mut truth: impl FnMut(&Position) -> Option<Value>,
) -> impl Iterator<Item = Value> {
    let mut matches = Matches::new(seed);
    iter::from_fn(move || {
        loop {
            let position = matches.next()?;
            if let Some(truth) = truth(&position) {
                matches.break_off();
                return Some(truth);
            }
        }
    })
}

fn names(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

/// Returns positions in which the army to move forces a mate in so many own moves and in no fewer,
/// with all moves that do. Its `kind` is `king-taken` where only the capture of a king will do.
pub fn of_mates(seed: u64, own_moves: u32) -> impl Iterator<Item = Value> {
    found(seed, move |position| {
        let moves = mates::mates(position, own_moves, true);
        let sooner = || !mates::mates(position, own_moves - 1, true).is_empty();
        if moves.is_empty() || sooner() {
            return None;
        }
        let mated = !mates::mates(position, own_moves, false).is_empty();
        Some(json!({
            "position": position.to_string(),
            "moves": names(&moves),
            "army": position.turn().letter(),
            "kind": if mated { "mate" } else { "king-taken" },
        }))
    })
}

/// Returns positions in which one move alone avoids a forced mate ([`only::only_move`]).
pub fn of_only_moves(seed: u64) -> impl Iterator<Item = Value> {
    found(seed, |position| {
        let only = only::only_move(position)?;
        Some(json!({
            "position": position.to_string(),
            "moves": names(&[only]),
            "army": position.turn().letter(),
        }))
    })
}

/// Returns traps of a kind ([`traps::trap`]).
pub fn of_traps(seed: u64, kind: traps::Kind) -> impl Iterator<Item = Value> {
    found(seed, move |position| {
        let trap = traps::trap(position, kind)?;
        Some(json!({
            "position": position.to_string(),
            "kind": kind,
            "naive": trap.naive.to_string(),
            "loses": trap.loses.map_or(json!("out"), |balance| json!(-balance)),
            "good": names(&trap.good),
        }))
    })
}

/// Returns endless random men of a kind that can stand so, with a random attacker.
///
/// # Panics
///
/// If the library refuses the position of such men.
pub fn deals(seed: u64, role: Role, third: Third) -> impl Iterator<Item = Deal> {
    Deals::new(seed, role, third)
}

struct Deals {
    dice: ChaCha12Rng,
    role: Role,
    third: Third,
}

/// Men as they were dealt, the turn, and their position.
pub type Deal = (Men, usize, Position);

impl Deals {
    fn new(seed: u64, role: Role, third: Third) -> Deals {
        let dice = ChaCha12Rng::seed_from_u64(seed);
        Deals { dice, role, third }
    }

    fn deal(&mut self) -> Option<Deal> {
        let number = self.dice.random_range(0..Men::places(self.third));
        let symmetry = self.dice.random_range(0..SYMMETRIES);
        let men = Men::of_number(self.role, self.third, number).moved_by(symmetry);
        let turn = self.dice.random_range(0..men.turns());
        let attacker = Color::ALL[self.dice.random_range(0..3)];
        let skips = self.third != Third::InPlay && self.dice.random_range(0..2) == 0;
        if !men.is_legal(turn) || !may_stand(men.role, men.piece, attacker) {
            return None;
        }
        let line = men.line(turn, attacker, skips);
        let position = line
            .parse()
            .unwrap_or_else(|error| panic!("{line}: {error}"));
        Some((men, turn, position))
    }
}

impl Iterator for Deals {
    type Item = Deal;

    fn next(&mut self) -> Option<Deal> {
        loop {
            if let Some(deal) = self.deal() {
                return Some(deal);
            }
        }
    }
}

fn plies(value: u8) -> Option<u8> {
    (value < OPEN).then_some(value)
}

fn hops(hops: &[Hop]) -> Vec<String> {
    hops.iter().map(|hop| hop.to_move().to_string()).collect()
}

/// Returns positions of two armies with nothing of the third left: their distance to mate with best
/// play, or `draw`, and all best moves. Without a pawn they are all won.
pub fn endings(tables: &Tables, role: Role, seed: u64) -> impl Iterator<Item = Value> {
    deals(seed, role, Third::Gone).filter_map(move |(men, turn, position)| {
        let (value, best) = tables.best(Aim::Point, &men, turn)?;
        let plies = plies(value);
        // A mate that is there already is nobody's to find, and so is a move when there is none.
        if best.is_empty() || (plies.is_none() && !role.is_pawn()) {
            return None;
        }
        Some(json!({
            "position": position.to_string(),
            "value": plies.map_or(json!("draw"), |plies| json!(plies)),
            "moves": hops(&best),
        }))
    })
}

/// Returns positions of a queen against two lone kings, with what each army can guarantee.
///
/// An army *guarantees* a share of the point of `three-man` (rules §6.1) if it gets at least that,
/// whatever both others do, even together. The attacker guarantees all of it if it can force
/// [`Aim::Point`], half of it by [`Aim::Half`], and always a third. A lone king guarantees a third
/// as long as the others cannot force it out, else nothing.
///
/// The third is safe because kings alone can neither mate the attacker nor take its king, nor
/// stalemate it: at least three squares next to a queen lie on her side of the moats, her king
/// holds at most one of them, and a king of the others on one can be taken.
///
/// `plies` has the distances of all four aims, null where one cannot be forced. `moves` are those
/// of the army to move that keep its guarantee: the shortest ways for one that strives for
/// something, the longest for one that is to lose something.
pub fn three(tables: &Tables, seed: u64) -> impl Iterator<Item = Value> {
    deals(seed, Role::Queen, Third::InPlay).filter_map(|(men, turn, position)| {
        let value = |aim| tables.value(aim, &men, turn).and_then(plies);
        let [point, half, first, second] = AIMS.map(value);
        let third = |out: Option<u8>| if out.is_some() { "0" } else { "1/3" };
        let attacker = match (point, half) {
            (Some(_), _) => "1",
            (None, Some(_)) => "1/2",
            (None, None) => "1/3",
        };
        let aim = match turn {
            0 if point.is_some() => Aim::Point,
            0 => Aim::Half,
            1 => Aim::FirstOut,
            _ => Aim::SecondOut,
        };
        let (_, best) = tables.best(aim, &men, turn)?;
        let shares = [attacker, third(first), third(second)];
        let army = |nth: usize| {
            let mut army = position.turn();
            (turn..nth + 3).for_each(|_| army = army.next());
            army.letter().to_string()
        };
        let shares = (0..3).map(|nth| (army(nth), json!(shares[nth]))).collect();
        if best.is_empty() {
            return None;
        }
        Some(json!({
            "position": position.to_string(),
            "guarantees": Value::Object(shares),
            "plies": { "point": point, "half": half, "first-out": first, "second-out": second },
            "moves": hops(&best),
        }))
    })
}

/// Returns true if an ending promises something to the army to move, that play can lose: the whole
/// point to an attacker who can force it, and of two armies a draw to the other where it is one.
#[must_use]
pub fn is_promised(truth: &Value) -> bool {
    let position = truth["position"].as_str().unwrap_or_default().parse();
    let turn = position
        .ok()
        .and_then(|position| Men::of_position(&position));
    let attacks = turn.is_some_and(|(_, turn)| turn == 0);
    let won = truth["value"].is_number() || truth["plies"]["point"].is_number();
    attacks && won || !attacks && truth["value"] == "draw"
}

const AIMS: [Aim; 4] = [Aim::Point, Aim::Half, Aim::FirstOut, Aim::SecondOut];

/// Returns the subjects of a queen against two lone kings.
#[must_use]
pub fn three_subjects() -> [Subject; 4] {
    let (role, third) = (Role::Queen, Third::InPlay);
    AIMS.map(|aim| Subject { role, third, aim })
}

/// Returns the subjects of all tables, those that others need first.
#[must_use]
pub fn all_subjects() -> Vec<Subject> {
    let two = [Role::Queen, Role::Rook, Role::CrossedPawn, Role::Pawn].map(Subject::two);
    let (role, third, aim) = (Role::Queen, Third::Dead, Aim::Point);
    let dead = Subject { role, third, aim };
    two.into_iter()
        .chain([dead])
        .chain(three_subjects())
        .collect()
}

/// Returns the figures of all tables that are there, by turn, and how many of so many random
/// positions have another value than the rules library asks for ([`check::expected`]).
#[must_use]
pub fn figures(tables: &Tables, seed: u64, checked: usize) -> Vec<Value> {
    let subjects = all_subjects();
    let there = subjects
        .into_iter()
        .filter_map(|subject| tables.table(subject));
    let figures = there.map(|table| {
        let Subject { role, third, aim } = table.subject;
        let turns: Vec<_> = (0..table.turns()).map(|turn| table.figures(turn)).collect();
        let is_wrong = |(men, turn, position): &Deal| {
            check::expected(tables, aim, position) != tables.value(aim, men, *turn)
        };
        let wrong = deals(seed, role, third)
            .take(checked)
            .filter(is_wrong)
            .count();
        json!({
            "piece": role.letter(), "third": third, "aim": aim, "turns": turns,
            "checked": checked, "wrong": wrong,
        })
    });
    figures.collect()
}
