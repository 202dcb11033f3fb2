//! What a small neural network has learned of positions with three armies in play, beyond what the evaluation
//! says of them.
//!
//! Each army looks at the board from its own seat, all through the same weights: a hidden layer of
//! [`HIDDEN`] units. What an army can expect depends on its own view and on those of the next army and of the
//! one after it, so that to turn the seats is to turn the result. The package `learn` makes the weights.
//! Here all numbers are whole: no machine computes them otherwise.

use std::sync::LazyLock;

use rondel_rules::{ByColor, Color, FILES, Position, Role, Square};

use super::evaluation;

/// The units of the hidden layer.
pub const HIDDEN: usize = 32;

/// The inputs that stand for pieces: by owner as seen from the view, role, and square as seen from there.
const PIECES: usize = 3 * Role::ALL.len() * Square::COUNT;

/// The inputs of a view: a piece on a square, and who is to move.
pub const INPUTS: usize = PIECES + 3;

/// What stands for one in weights of the first layer, and of the second.
pub const ONE: (i32, i32) = (128, 64);

/// The lead, in hundredths of a pawn, at which an army expects e times as much as another: one more in what
/// the network says of it.
pub const STEP: i32 = 1_000;

/// The largest weight of the first layer. No sum of a view can overflow, even with a piece on every square.
pub const MOST: f32 = 1.7;

/// A number for each hidden unit.
type Units = [i16; HIDDEN];

/// The weights.
struct Net {
    first: Vec<Units>,
    bias: Units,
    /// By the army whose view it is: the army itself, the next, and the one after it.
    second: [Units; 3],
}

/// Two bytes for each weight, the lower one first: the rows of the inputs, the bias, the second layer.
static NET: LazyLock<Net> = LazyLock::new(|| {
    let bytes = include_bytes!("../../assets/net.bin");
    let mut weights = bytes
        .chunks_exact(2)
        .map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
    let mut row = || std::array::from_fn(|_| weights.next().unwrap_or_default());
    Net {
        first: (0..INPUTS).map(|_| row()).collect(),
        bias: row(),
        second: [row(), row(), row()],
    }
});

/// Returns the inputs that are on in an army's view of a position with three armies in play: first those of
/// the pieces, last that of the army to move.
///
/// ```
/// use rondel_computer::net;
/// use rondel_rules::{Color, Position};
///
/// let start = Position::start();
/// let [own, next] = [Color::White, Color::Gray].map(|view| net::inputs(&start, view));
/// assert_eq!(own.len(), 48 + 1);
/// // At the start every army sees the same, but for who is to move.
/// let pieces = |inputs: &[usize]| {
///     let mut pieces = inputs[..48].to_vec();
///     pieces.sort_unstable();
///     pieces
/// };
/// assert_eq!(pieces(&own), pieces(&next));
/// assert_ne!(own.last(), next.last());
/// ```
#[must_use]
pub fn inputs(position: &Position, view: Color) -> Vec<usize> {
    let pieces = position
        .pieces()
        .map(|(square, piece)| input(view, piece.color, piece.role, square));
    let mut inputs: Vec<_> = pieces.collect();
    inputs.push(turn_input(view, position.turn()));
    inputs
}

/// Returns what the evaluation says of each army without the network, as strength in hundredths of a pawn.
#[must_use]
pub fn evaluated(position: &Position) -> ByColor<i32> {
    ByColor(evaluation::strengths(position).map(|strength| strength.total))
}

fn input(view: Color, owner: Color, role: Role, square: Square) -> usize {
    let files = usize::from(FILES);
    let turned = (usize::from(square.file()) + files - view.index() * files / 3) % files;
    let square = usize::from(square.rank() - 1) * files + turned;
    (seen(view, owner) * Role::ALL.len() + role as usize) * Square::COUNT + square
}

fn turn_input(view: Color, turn: Color) -> usize {
    PIECES + seen(view, turn)
}

/// Returns how many seats after the view an army sits.
fn seen(view: Color, army: Color) -> usize {
    (army.index() + 3 - view.index()) % 3
}

/// The sums of the hidden layer in each army's view, but for who is to move. With fewer than three armies in
/// play they mean nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Views([Units; 3]);

impl Views {
    /// Works out the views of a position.
    pub(super) fn of(position: &Position) -> Views {
        let mut views = Views([NET.bias; 3]);
        if position.in_play().len() == 3 {
            for (square, piece) in position.pieces() {
                views.change(piece.color, piece.role, square, COMES);
            }
        }
        views
    }

    /// Brings the views of one position to the next: pieces that have come and gone.
    pub(super) fn follow(&mut self, before: &Position, after: &Position) {
        if after.in_play().len() < 3 {
            return;
        }
        for color in Color::ALL {
            let (old, new) = (
                before.board().of_color(color),
                after.board().of_color(color),
            );
            for (squares, board, times) in [
                (old.without(new), before.board(), GOES),
                (new.without(old), after.board(), COMES),
            ] {
                for square in squares {
                    if let Some(role) = board.role_at(square) {
                        self.change(color, role, square, times);
                    }
                }
            }
        }
    }

    fn change(&mut self, owner: Color, role: Role, square: Square, times: i16) {
        for view in Color::ALL {
            let row = &NET.first[input(view, owner, role, square)];
            let sums = &mut self.0[view.index()];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum = sum.wrapping_add(times * weight);
            }
        }
    }

    /// Returns what each army can expect, as strength in hundredths of a pawn: only differences count.
    pub(super) fn strengths(&self, turn: Color) -> ByColor<i32> {
        let (first, second) = ONE;
        let units = Color::ALL.map(|view| {
            let to_move = &NET.first[turn_input(view, turn)];
            let sums = &self.0[view.index()];
            let unit = |nth: usize| sums[nth].wrapping_add(to_move[nth]).clamp(0, first as i16);
            std::array::from_fn::<i16, HIDDEN, _>(unit)
        });
        ByColor::new(|army| {
            let mut sum = 0;
            for (seat, weights) in NET.second.iter().enumerate() {
                let view = &units[(army.index() + seat) % 3];
                for (unit, weight) in view.iter().zip(weights) {
                    sum += i32::from(*unit) * i32::from(*weight);
                }
            }
            (i64::from(sum) * i64::from(STEP) / i64::from(first * second)) as i32
        })
    }
}

/// How often a piece is added to the sums.
const COMES: i16 = 1;
const GOES: i16 = -1;

#[cfg(test)]
mod tests {
    use rondel_rules::{Game, Ruleset};

    use super::*;

    #[test]
    fn the_weights_are_all_there_and_cannot_overflow() {
        let bytes = include_bytes!("../../assets/net.bin");
        assert_eq!(bytes.len(), 2 * HIDDEN * (INPUTS + 4));
        let most = (MOST * ONE.0 as f32).ceil() as i32;
        assert!((Square::COUNT as i32 + 2) * most < i32::from(i16::MAX));
        let rows = NET.first.iter().chain([&NET.bias]);
        assert!(
            rows.flatten()
                .all(|weight| i32::from(*weight).abs() <= most)
        );
        assert!(NET.first.iter().flatten().any(|weight| *weight != 0));
    }

    #[test]
    fn views_that_follow_the_moves_are_those_of_the_position() {
        for seed in 0..30_usize {
            let mut game = Game::start(Ruleset::THREE_MAN);
            let mut views = Views::of(game.position());
            for nth in 0..120_usize {
                let before = *game.position();
                let moves: Vec<_> = before.legal_moves().into_iter().collect();
                if moves.is_empty() || before.in_play().len() < 3 || game.outcome().is_some() {
                    break;
                }
                // Captures first, for the sake of promotions and armies that go out.
                let captures = moves.iter().position(|mv| before.piece_at(mv.to).is_some());
                let chosen = (seed * 7 + nth * 13) % moves.len();
                let mv = moves[captures.filter(|_| nth % 3 == 0).unwrap_or(chosen)];
                let verdict = game.judge_move(mv).unwrap();
                game.carry_out_move(mv);
                game.carry_out(&verdict);
                let after = game.position();
                views.follow(&before, after);
                if after.in_play().len() == 3 {
                    assert_eq!(views, Views::of(after), "{after}");
                }
            }
        }
    }
}
