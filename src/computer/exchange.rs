//! What a capture wins on its square once all have captured there who want to.

use rondel_rules::{Bitboard, Color, Move, Position, Role};

use super::evaluation::value;

/// Returns the owner and the role of the piece a move captures, if its army is in play. En passant
/// is not considered.
#[inline]
pub(super) fn captured(position: &Position, mv: Move) -> Option<(Color, Role)> {
    let taken = position.piece_at(mv.to)?;
    let alive = position.in_play().contains(taken.color);
    alive.then_some((taken.color, taken.role))
}

/// The roles from the cheapest on.
const CHEAPEST: [Role; 7] = [
    Role::Pawn,
    Role::CrossedPawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
    Role::King,
];

/// Returns what the army to move wins by the move on its square, in hundredths of a pawn, where either
/// opponent may recapture. Pieces behind pieces do not count.
pub(super) fn exchange(position: &Position, role: Role, mv: Move) -> i32 {
    let won = captured(position, mv).map_or(0, |(_, taken)| value(taken));
    if won >= 10_000 || role == Role::King {
        // A king cannot go where it could be captured.
        return won;
    }
    let turn = position.turn();
    let board = position.board();
    let theirs = position.opponents(turn);
    let mut against = board.attackers(mv.to, theirs);
    if against.is_empty() {
        return won;
    }
    let mut with = board
        .attackers(mv.to, board.of_color(turn))
        .without(Bitboard::of(mv.from));
    // What each side has won when it stops at this point.
    let mut gains = [0; 24];
    gains[0] = won;
    let mut stands = value(role);
    let mut last = 0;
    loop {
        let attackers = if last % 2 == 0 {
            &mut against
        } else {
            &mut with
        };
        let Some(next) = cheapest(position, attackers) else {
            break;
        };
        last += 1;
        gains[last] = stands - gains[last - 1];
        if gains[last].max(-gains[last - 1]) < 0 || last == gains.len() - 1 {
            break;
        }
        stands = value(next);
    }
    while last > 0 {
        last -= 1;
        gains[last] = -gains[last + 1].max(-gains[last]);
    }
    gains[0]
}

/// Takes the cheapest piece out of the set.
fn cheapest(position: &Position, attackers: &mut Bitboard) -> Option<Role> {
    if attackers.is_empty() {
        return None;
    }
    for role in CHEAPEST {
        let own = *attackers & position.board().of_role(role);
        if let Some(square) = own.into_iter().next() {
            *attackers = attackers.without(Bitboard::of(square));
            return Some(role);
        }
    }
    None
}
