//! Static evaluation of a position: material, mobility, and king safety.

use rondel_rules::{Bitboard, Position, Role, Square};

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

/// What a piece other than king and pawns is worth, its square and its targets considered.
#[derive(Clone, Copy, Debug)]
struct Officer {
    role: Role,
    /// Its value, in hundredths of a pawn.
    worth: i32,
    /// The value of each of its targets, in hundredths of a hundredth.
    reach: i32,
    /// The pressure of its attack on each square next to a king, in hundredths.
    press: i32,
}

impl Officer {
    const fn of(role: Role, worth: i32, reach: i32, press: i32) -> Officer {
        Officer {
            role,
            worth,
            reach,
            press,
        }
    }
}

/// What everything is worth that evaluation knows of, in hundredths of a pawn. The numbers were found by
/// playing (docs/COMPUTER.md).
#[derive(Clone, Copy, Debug)]
struct Valuation {
    officers: [Officer; 4],
    /// The value of a pawn on its first square, and the hundredths of the square of its steps that are
    /// added.
    pawn: [i32; 2],
    crossed: [i32; 2],
    /// The danger to a king that pressure of 20 means.
    pressure: i32,
    /// The danger to a king on each ring further in, as a part of what stands against it, in
    /// [`INWARD`]ths.
    inward: i32,
    /// Each square that a king can step to, up to three, in tenths.
    free: i32,
    /// Each pawn beside its king, in tenths.
    shield: i32,
    /// To be the one to move.
    turn: i32,
    /// Each square from which a piece could check a king and not be captured; and more of it for the army
    /// to move.
    checks: i32,
    checks_now: i32,
}

const THREE_ARMIES: Valuation = Valuation {
    officers: [
        Officer::of(Role::Queen, value(Role::Queen), 100, 400),
        Officer::of(Role::Rook, value(Role::Rook), 200, 300),
        Officer::of(Role::Bishop, value(Role::Bishop), 400, 200),
        Officer::of(Role::Knight, value(Role::Knight), 400, 200),
    ],
    pawn: [value(Role::Pawn), 400],
    crossed: [value(Role::CrossedPawn), 400],
    pressure: 100,
    inward: 70,
    free: 30,
    shield: 80,
    turn: 0,
    checks: 0,
    checks_now: 0,
};

const TWO_ARMIES: Valuation = Valuation {
    officers: [
        Officer::of(Role::Queen, 1_280, 130, 420),
        Officer::of(Role::Rook, 670, 260, 280),
        Officer::of(Role::Bishop, 395, 330, 200),
        Officer::of(Role::Knight, 235, 480, 250),
    ],
    pawn: [80, 370],
    crossed: [65, 600],
    pressure: 80,
    inward: 170,
    free: 50,
    shield: 110,
    turn: 17,
    checks: 28,
    checks_now: 12,
};

/// An army with less than this, not counting its king and pawns, is driven into a mating net.
const FEW: i32 = 700;

/// The parts of danger to a king on inner rings.
const INWARD: i32 = 14_000;

/// More than this against a king is no more danger.
const MOST_AGAINST: i32 = 4_000;

/// More safe checks by one kind of piece count no more.
const MOST_CHECKS: u32 = 4;

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
    let board = position.board();
    let in_play = position.in_play();
    let valuation = if in_play.len() == 2 {
        &TWO_ARMIES
    } else {
        &THREE_ARMIES
    };
    let mut strength = [Strength::default(); 3];
    let mut attacked = [Bitboard::EMPTY; 3];
    let mut pressed = [0; 3];
    let mut kings = [None; 3];
    let mut zones = [Bitboard::EMPTY; 3];
    // From where each king can be checked, and where each army can go to check another, by officers.
    let mut lines = [[Bitboard::EMPTY; 4]; 3];
    let mut checks = [[Bitboard::EMPTY; 4]; 3];
    for color in in_play.iter() {
        if let Some(king) = position.king_square(color) {
            let at = color.index();
            kings[at] = Some(king);
            zones[at] = board.targets(Role::King, king);
            if valuation.checks > 0 {
                let straight = board.targets(Role::Rook, king);
                let diagonal = board.targets(Role::Bishop, king);
                let knight = board.targets(Role::Knight, king);
                lines[at] = [straight | diagonal, straight, diagonal, knight];
            }
        }
    }
    let pawns = board.of_role(Role::Pawn);
    let crossed = board.of_role(Role::CrossedPawn);
    for color in in_play.iter() {
        let at = color.index();
        let own = board.of_color(color);
        let others = in_play.without(color);
        let mut officers = 0;
        let mut reached = zones[at];
        let mut reach = 0;
        for (nth, officer) in valuation.officers.iter().enumerate() {
            (own & board.of_role(officer.role))
                .into_iter()
                .for_each(|from| {
                    let targets = board.targets(officer.role, from);
                    reached |= targets;
                    officers += officer.worth;
                    reach += officer.reach * targets.without(own).len() as i32;
                    for other in others.iter() {
                        let other = other.index();
                        let near = targets & zones[other];
                        if !near.is_empty() {
                            pressed[other] += officer.press * near.len() as i32;
                        }
                        checks[at][nth] |= (targets & lines[other][nth]).without(own);
                    }
                });
        }
        let mut total = officers + reach / 100;
        for (role, kind, [first, steps]) in [
            (Role::Pawn, pawns, valuation.pawn),
            (Role::CrossedPawn, crossed, valuation.crossed),
        ] {
            (own & kind).into_iter().for_each(|from| {
                reached |= board.targets(role, from);
                total += first + advance(role, from) * steps / 100;
            });
        }
        let shield = zones[at] & own & (pawns | crossed);
        total += valuation.shield * shield.len() as i32 / 10;
        if color == position.turn() {
            total += valuation.turn;
        }
        attacked[at] = reached;
        strength[at] = Strength { total, officers };
    }
    let all: i32 = strength.iter().map(|army| army.officers).sum();
    for color in in_play.iter() {
        let at = color.index();
        let Some(king) = kings[at] else {
            continue;
        };
        let others = in_play.without(color);
        let against = all - strength[at].officers;
        let by = others
            .iter()
            .fold(Bitboard::EMPTY, |all, other| all | attacked[other.index()]);
        let free = zones[at].without(board.of_color(color)).without(by).len() as i32;
        let inward = i32::from(king.rank()) - 1;
        let pressure = pressed[at] / 100;
        let mut safety = -(pressure * pressure * valuation.pressure / 400).min(300);
        safety -= inward * against.min(MOST_AGAINST) * valuation.inward / INWARD;
        if strength[at].officers < FEW && against > FEW {
            safety += 20 * free + 24 * inward;
            for other in others.iter() {
                if let Some(hunter) = kings[other.index()] {
                    strength[other.index()].total += 10 * (12 - distance(king, hunter));
                }
            }
        } else {
            safety += valuation.free * free.min(3) / 10;
        }
        if valuation.checks > 0 {
            let now = if color == position.turn() {
                valuation.checks_now
            } else {
                0
            };
            let each = valuation.checks + now;
            for squares in checks[at] {
                safety += each * squares.without(by).len().min(MOST_CHECKS) as i32;
            }
        }
        strength[at].total += safety;
    }
    strength
}

/// Returns the square of a pawn's steps so far; to promotion it makes ten.
pub(super) fn advance(role: Role, square: Square) -> i32 {
    let rank = i32::from(square.rank());
    let made = if role == Role::Pawn {
        rank - 2
    } else {
        11 - rank
    };
    made * made
}

/// Returns the largest number of steps between two kings, around the rings or through the centre.
pub(super) fn distance(one: Square, other: Square) -> i32 {
    let (a, b) = (i32::from(one.rank()), i32::from(other.rank()));
    let files = (i32::from(one.file()) - i32::from(other.file())).rem_euclid(24);
    let files = files.min(24 - files);
    let around = files.max((a - b).abs());
    around.min((13 - a - b).max(12 - files))
}
