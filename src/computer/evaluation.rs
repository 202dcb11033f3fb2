//! Static evaluation of a position: material, mobility, and king safety.

use crate::rules::{Bitboard, Position, Role, Square};

/// Returns the value of a piece, in hundredths of a pawn.
pub(super) const fn value(role: Role) -> i32 {
    match role {
        // More than everything else together; kings are never weighed against each other.
        Role::King => 10_000,
        Role::Queen => 1_000,
        Role::Rook => 540,
        Role::Bishop => 350,
        Role::Knight => 330,
        Role::Pawn => 100,
        Role::CrossedPawn => 130,
    }
}

/// The pieces other than king and pawns, each with the value of a square that it reaches, and the
/// pressure of its attack on a square next to a king.
const OFFICERS: [(Role, i32, i32); 4] = [
    (Role::Queen, 1, 4),
    (Role::Rook, 2, 3),
    (Role::Bishop, 4, 2),
    (Role::Knight, 4, 2),
];

/// What depends on the number of armies in play. With two of them large pieces count more, knights less, and a
/// king on an inner ring is in more danger: values found by playing (docs/COMPUTER.md).
struct Valuation {
    /// The values of [`OFFICERS`], in hundredths of a pawn.
    officers: [i32; 4],
    /// The value of a pawn's advance, in quarters of [`advance`].
    advance: i32,
    /// The danger to a king on each ring further in, as the part of what stands against it.
    inward: i32,
}

const THREE_ARMIES: Valuation = Valuation {
    officers: [
        value(Role::Queen),
        value(Role::Rook),
        value(Role::Bishop),
        value(Role::Knight),
    ],
    advance: 4,
    inward: 200,
};

const TWO_ARMIES: Valuation = Valuation {
    officers: [1_250, 700, 380, 240],
    advance: 5,
    inward: 70,
};

/// An army with less than this, not counting its king and pawns, is driven into a mating net.
const FEW: i32 = 700;

/// The evaluation of one army.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Strength {
    /// Its total strength, in hundredths of a pawn.
    pub(super) total: i32,
    /// The value of its pieces other than king and pawns.
    pub(super) officers: i32,
}

/// Evaluates each army in play; an army that is out has 0.
pub(super) fn strengths(position: &Position) -> [Strength; 3] {
    let board = &position.board;
    let in_play = position.in_play();
    let valuation = if in_play.len() == 2 {
        TWO_ARMIES
    } else {
        THREE_ARMIES
    };
    let mut strength = [Strength::default(); 3];
    let mut attacked = [Bitboard::EMPTY; 3];
    let mut pressed = [0; 3];
    let mut zones = [Bitboard::EMPTY; 3];
    for color in in_play.iter() {
        if let Some(king) = position.king_square(color) {
            zones[color.index()] = board.targets(Role::King, king);
        }
    }
    let pawns = board.of_role(Role::Pawn);
    let crossed = board.of_role(Role::CrossedPawn);
    for color in in_play.iter() {
        let at = color.index();
        let own = board.of_color(color);
        let others = [color.next().index(), color.next().next().index()];
        let mut total = 0;
        let mut officers = 0;
        let mut reached = zones[at];
        for ((role, each, presses), worth) in OFFICERS.into_iter().zip(valuation.officers) {
            (own & board.of_role(role)).into_iter().for_each(|from| {
                let targets = board.targets(role, from);
                reached |= targets;
                officers += worth;
                total += each * targets.without(own).len() as i32;
                for other in others {
                    let near = targets & zones[other];
                    if !near.is_empty() {
                        pressed[other] += presses * near.len() as i32;
                    }
                }
            });
        }
        for (role, kind) in [(Role::Pawn, pawns), (Role::CrossedPawn, crossed)] {
            (own & kind).into_iter().for_each(|from| {
                reached |= board.targets(role, from);
                total += value(role) + advance(role, from) * valuation.advance / 4;
            });
        }
        let shield = zones[at] & own & (pawns | crossed);
        total += 8 * shield.len() as i32;
        attacked[at] = reached;
        strength[at] = Strength {
            total: total + officers,
            officers,
        };
    }
    let all: i32 = strength.iter().map(|army| army.officers).sum();
    for color in in_play.iter() {
        let at = color.index();
        let Some(king) = position.king_square(color) else {
            continue;
        };
        let against = all - strength[at].officers;
        let by = attacked[color.next().index()] | attacked[color.next().next().index()];
        let free = zones[at].without(board.of_color(color)).without(by).len() as i32;
        let inward = i32::from(king.rank()) - 1;
        let mut safety = -(pressed[at] * pressed[at] / 4).min(300);
        safety -= inward * against.min(4_000) / valuation.inward;
        if strength[at].officers < FEW && against > FEW {
            safety += 20 * free + 24 * inward;
            for other in in_play.without(color).iter() {
                if let Some(hunter) = position.king_square(other) {
                    strength[other.index()].total += 10 * (12 - distance(king, hunter));
                }
            }
        } else {
            safety += 3 * free.min(3);
        }
        strength[at].total += safety;
    }
    strength
}

/// Returns the value of a pawn's advance. From its start to promotion it makes ten steps.
pub(super) fn advance(role: Role, square: Square) -> i32 {
    let rank = i32::from(square.rank());
    let made = if role == Role::Pawn {
        rank - 2
    } else {
        11 - rank
    };
    made * made * 4
}

/// Returns the largest number of steps between two kings, around the rings or through the centre.
pub(super) fn distance(one: Square, other: Square) -> i32 {
    let (a, b) = (i32::from(one.rank()), i32::from(other.rank()));
    let files = (i32::from(one.file()) - i32::from(other.file())).rem_euclid(24);
    let files = files.min(24 - files);
    let around = files.max((a - b).abs());
    around.min((13 - a - b).max(12 - files))
}
