//! Finding the rule that forbids a move (rules §2 to §4).

use super::{IllegalMove, Step};
use crate::rules::{
    border::Border,
    color::Color,
    lines::LINES,
    moves::Move,
    position::{CastlingSide, Position, king_start},
    ray::{Direction, moat_between},
    role::{Piece, Role},
    square::Square,
};

/// Returns the rule that forbids an illegal move.
///
/// Every illegal pair of squares has a reason. If there are several, the answer is the one nearest
/// to a legal move: found on the shorter way, and judged last. How the piece moves comes before the
/// piece on the target. For a legal move the answer means nothing.
#[must_use]
pub fn why_illegal(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> IllegalMove {
    let turn = position.turn();
    if position.in_play().len() < 2 {
        return IllegalMove::NobodyLeft;
    }
    let Some(piece) = position.piece_at(from) else {
        return IllegalMove::NoPiece { from };
    };
    if piece.color != turn {
        return if position.in_play().contains(piece.color) {
            IllegalMove::OtherArmy { from, piece, turn }
        } else {
            IllegalMove::DeadPiece { from, piece }
        };
    }
    if from == to {
        return IllegalMove::SameSquare { from, piece };
    }
    let step = Step { piece, from, to };
    if piece.role == Role::King
        && let Some(why) = castling(position, step)
    {
        return why;
    }
    let forbidden = match piece.role {
        Role::Pawn => pawn(position, step),
        Role::CrossedPawn => crossed_pawn(position, step),
        Role::Knight => knight(position, step),
        Role::King | Role::Queen | Role::Rook | Role::Bishop => along_lines(position, step),
    };
    if let Some(target) = position.piece_at(to)
        && target.color == turn
        && !matches!(forbidden, Err(IllegalMove::NotSo { .. }))
    {
        return IllegalMove::OwnPiece {
            step,
            occupant: target.role,
        };
    }
    forbidden
        .and_then(|()| king_safety(position, step))
        .map_or_else(|why| why, |()| promotion_fault(step, promotion))
}

/// Returns the fault in the promotion of a move that is otherwise legal.
fn promotion_fault(step: Step, promotion: Option<Role>) -> IllegalMove {
    if step.piece.role != Role::CrossedPawn || step.to.rank() != 1 {
        return IllegalMove::NotAPromotion { step };
    }
    match promotion {
        Some(role) => IllegalMove::CannotBecome { step, role },
        None => IllegalMove::PromotionMissing { step },
    }
}

/// Refuses a move that leaves the mover's king attacked (rules §4.1).
fn king_safety(position: &Position, step: Step) -> Result<(), IllegalMove> {
    let color = step.piece.color;
    let mut after = *position;
    after.play(Move::plain(step.from, step.to));
    let Some(king) = after.king_square(color) else {
        return Ok(());
    };
    match first_attacker(&after, king, color) {
        Some((attacker, by)) => Err(IllegalMove::KingAttacked {
            step,
            king,
            attacker,
            by,
            checked: position.is_checked(color),
        }),
        None => Ok(()),
    }
}

/// Returns a piece that attacks a square of the army.
fn first_attacker(position: &Position, square: Square, color: Color) -> Option<(Square, Piece)> {
    let attacker = position
        .board
        .attackers(square, position.opponents(color))
        .into_iter()
        .next()?;
    Some((attacker, position.piece_at(attacker)?))
}

/// Checks a move of a pawn that has not been through the centre (rules §2.6, §3.7).
fn pawn(position: &Position, step: Step) -> Result<(), IllegalMove> {
    let ahead: Vec<Square> = step.from.ahead(Role::Pawn).collect();
    if let Some(at) = ahead.iter().position(|at| *at == step.to) {
        return empty(position, step, &ahead[..=at]);
    }
    let flanks = [
        Direction::InwardClockwise,
        Direction::InwardCounterclockwise,
    ];
    if !flanks.into_iter().any(|flank| leads(step, flank)) {
        return Err(IllegalMove::NotSo { step });
    }
    let creek = Border::between(step.from.file(), step.to.file()).filter(|_| step.from.rank() <= 3);
    let takes = position.piece_at(step.to).is_some();
    match creek {
        // This covers en passant too: such a pawn meets another army's double step only across a
        // creek.
        Some(border) if takes || position.en_passant().any(|passed| passed == step.to) => {
            Err(IllegalMove::Creek { step, border })
        }
        None if takes => Ok(()),
        Some(_) | None => Err(IllegalMove::NothingToTake { step }),
    }
}

/// Checks a move of a pawn that has been through the centre (rules §2.6, §2.7).
fn crossed_pawn(position: &Position, step: Step) -> Result<(), IllegalMove> {
    if leads(step, Direction::Outward) {
        return empty(position, step, &[step.to]);
    }
    let flanks = [
        Direction::OutwardClockwise,
        Direction::OutwardCounterclockwise,
    ];
    if !flanks.into_iter().any(|flank| leads(step, flank)) {
        return Err(IllegalMove::NotSo { step });
    }
    let rank = step.from.rank();
    if position.piece_at(step.to).is_some() {
        return match moat_between(step.from, step.to) {
            Some(border) if position.is_bridged(border) => {
                Err(IllegalMove::TakesAcrossMoat { step, border })
            }
            Some(border) => Err(IllegalMove::UnbridgedMoat { step, border }),
            None => Ok(()),
        };
    }
    if position.en_passant_targets(step.from).contains(step.to) && rank == 4 {
        return Ok(());
    }
    let beside = Square::wrapped(i32::from(step.to.file()), i32::from(rank));
    match position.piece_at(beside) {
        // A double step ends on rank 4 of the pawn's own sector.
        Some(other)
            if rank == 4
                && other.role == Role::Pawn
                && other.color != step.piece.color
                && beside.file() & !7 == other.color.first_file() =>
        {
            Err(IllegalMove::NoEnPassant { step, pawn: beside })
        }
        _ => Err(IllegalMove::NothingToTake { step }),
    }
}

/// Returns true if a single step in the direction leads to the target.
fn leads(step: Step, direction: Direction) -> bool {
    let first = step.from.ray(direction).next();
    first.is_some_and(|first| first.to == step.to)
}

/// Refuses a way over squares of which one is occupied.
fn empty(position: &Position, step: Step, squares: &[Square]) -> Result<(), IllegalMove> {
    let blocked = squares.iter().find_map(|&blocker| {
        let occupant = position.piece_at(blocker)?;
        Some(IllegalMove::Blocked {
            step,
            blocker,
            occupant,
        })
    });
    blocked.map_or(Ok(()), Err)
}

fn knight(position: &Position, step: Step) -> Result<(), IllegalMove> {
    if LINES.knight[step.from].contains(step.to) {
        return Ok(());
    }
    match moat_between(step.from, step.to) {
        Some(border) if LINES.knight_crossing[step.from].contains(step.to) => {
            across(position, step, border)
        }
        _ => Err(IllegalMove::NotSo { step }),
    }
}

/// Refuses crossing an unbridged moat, and capturing or giving check across a bridged one (rules
/// §3.2, §3.4).
fn across(position: &Position, step: Step, border: Border) -> Result<(), IllegalMove> {
    if !position.is_bridged(border) {
        Err(IllegalMove::UnbridgedMoat { step, border })
    } else if position.piece_at(step.to).is_some() {
        Err(IllegalMove::TakesAcrossMoat { step, border })
    } else if position.initiates_check(step.from, step.to) {
        Err(IllegalMove::ChecksAcrossMoat { step, border })
    } else {
        Ok(())
    }
}

/// Returns the reason a king may not castle, if its illegal move would be castling. If nothing else
/// forbids it, the fault is that a promotion was asked for.
fn castling(position: &Position, step: Step) -> Option<IllegalMove> {
    let color = step.piece.color;
    let side = CastlingSide::ALL
        .into_iter()
        .find(|side| step.from == king_start(color) && step.to == side.king_to(color))?;
    if !position.may_castle(color, side) {
        return Some(IllegalMove::CastlingRightGone { side });
    }
    let king = i32::from(step.from.file());
    let rook = i32::from(side.rook_from(color).file());
    let blocker = (king.min(rook) + 1..king.max(rook))
        .map(|file| Square::wrapped(file, 1))
        .find(|square| position.piece_at(*square).is_some());
    if let Some(blocker) = blocker {
        return Some(IllegalMove::CastlingBlocked { side, blocker });
    }
    if let Some((attacker, _)) = first_attacker(position, step.from, color) {
        return Some(IllegalMove::CastlingInCheck { side, attacker });
    }
    [side.rook_to(color), side.king_to(color)]
        .into_iter()
        .find_map(|square| {
            let (attacker, _) = first_attacker(position, square, color)?;
            Some(IllegalMove::CastlingAttacked {
                side,
                square,
                attacker,
            })
        })
        .or(Some(IllegalMove::NotAPromotion { step }))
}

/// Checks a move of a king, queen, rook or bishop along every line that leads to the target.
fn along_lines(position: &Position, step: Step) -> Result<(), IllegalMove> {
    let ways = Direction::ALL.into_iter().filter_map(|direction| {
        let (length, found) = along(position, step, direction)?;
        // A free way beats all others; next comes one whose only fault is at its end.
        let fault = match found {
            Ok(()) => 0,
            Err(IllegalMove::ChecksAcrossMoat { .. } | IllegalMove::TakesAcrossMoat { .. }) => 1,
            Err(_) => 1 + length,
        };
        Some(((fault, direction.steps()), found))
    });
    let best = ways.min_by_key(|(rank, _)| *rank);
    best.map_or(Err(IllegalMove::NotSo { step }), |(_, found)| found)
}

/// Returns the distance to the target in a direction, and what forbids going there, or `None` if
/// the target does not lie that way.
fn along(
    position: &Position,
    step: Step,
    direction: Direction,
) -> Option<(usize, Result<(), IllegalMove>)> {
    if !direction.is_of(step.piece.role) {
        return None;
    }
    let most = if step.piece.role == Role::King { 1 } else { 24 };
    // The first thing that stops the piece, and the first moat it comes to.
    let (mut stop, mut moat) = (None, None);
    for (length, next) in (1..=most).zip(step.from.ray(direction)) {
        if let Some(border) = next.moat {
            moat = moat.or(Some(border));
            if !position.is_bridged(border) {
                stop = stop.or(Some(IllegalMove::UnbridgedMoat { step, border }));
            }
        }
        if next.to == step.to {
            let found = match (stop, moat) {
                (Some(why), _) => Err(why),
                (None, Some(border)) => across(position, step, border),
                (None, None) => Ok(()),
            };
            return Some((length, found));
        }
        stop = stop.or_else(|| empty(position, step, &[next.to]).err());
    }
    None
}
