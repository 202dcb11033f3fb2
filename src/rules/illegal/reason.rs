//! Finding the rule that forbids a move (rules §2 to §4).

use super::{IllegalDetail as Of, IllegalMove, IllegalReason as Reason, Step};
use crate::{
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
        return Reason::NobodyLeft.with([]);
    }
    let Some(piece) = position.piece_at(from) else {
        return Reason::NoPiece.with([Of::From(from)]);
    };
    if piece.color != turn {
        return if position.in_play().contains(piece.color) {
            Reason::OtherArmy.with([Of::Standing(piece, from), Of::Turn(turn)])
        } else {
            Reason::DeadPiece.with([Of::Standing(piece, from)])
        };
    }
    if from == to {
        return Reason::SameSquare.with([Of::Standing(piece, from)]);
    }
    let step = Step { piece, from, to };
    if piece.role == Role::King
        && let Some(why) = castling(position, step)
    {
        return why;
    }
    let forbidden = match piece.role {
        Role::Pawn | Role::CrossedPawn => pawn(position, step),
        Role::Knight => knight(position, step),
        Role::King | Role::Queen | Role::Rook | Role::Bishop => along_lines(position, step),
    };
    if let Some(target) = position.piece_at(to)
        && target.color == turn
        && !forbidden.is_err_and(|why| why.reason == Reason::NotSo)
    {
        return Reason::OwnPiece.with([Of::Step(step), Of::Role(target.role)]);
    }
    forbidden
        .and_then(|()| king_safety(position, step))
        .map_or_else(|why| why, |()| promotion_fault(step, promotion))
}

/// Returns the fault in the promotion of a move that is otherwise legal.
fn promotion_fault(step: Step, promotion: Option<Role>) -> IllegalMove {
    if step.piece.role != Role::CrossedPawn || step.to.rank() != 1 {
        return Reason::NotAPromotion.with([Of::Step(step)]);
    }
    match promotion {
        Some(role) => Reason::CannotBecome.with([Of::Step(step), Of::Role(role)]),
        None => Reason::PromotionMissing.with([Of::Step(step)]),
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
    let Some((attacker, by)) = first_attacker(&after, king, color) else {
        return Ok(());
    };
    let reason = if position.is_checked(color) {
        Reason::KingStaysAttacked
    } else {
        Reason::KingAttacked
    };
    let attacker = Of::Standing(by, attacker);
    Err(reason.with([Of::Step(step), Of::King(king), attacker]))
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

/// Checks a move of a pawn (rules §2.6).
fn pawn(position: &Position, step: Step) -> Result<(), IllegalMove> {
    let role = step.piece.role;
    let ahead: Vec<Square> = step.from.ahead(role).collect();
    if let Some(at) = ahead.iter().position(|at| *at == step.to) {
        return empty(position, step, &ahead[..=at]);
    }
    let captures = |direction: Direction| {
        let mut first = step.from.ray(direction).take(1);
        direction.is_diagonal() && direction.is_of(role) && first.any(|next| next.to == step.to)
    };
    if !Direction::ALL.into_iter().any(captures) {
        Err(Reason::NotSo.with([Of::Step(step)]))
    } else if role == Role::CrossedPawn {
        outward_capture(position, step)
    } else {
        inward_capture(position, step)
    }
}

/// Checks a capture of a pawn that has not been through the centre (rules §3.7).
fn inward_capture(position: &Position, step: Step) -> Result<(), IllegalMove> {
    let creek = Border::between(step.from.file(), step.to.file()).filter(|_| step.from.rank() <= 3);
    let takes = position.piece_at(step.to).is_some();
    match creek {
        // This covers en passant too: such a pawn meets another army's double step only across a
        // creek.
        Some(border) if takes || position.en_passant().any(|passed| passed == step.to) => {
            Err(Reason::Creek.with([Of::Step(step), Of::Border(border)]))
        }
        None if takes => Ok(()),
        Some(_) | None => Err(Reason::NothingToTake.with([Of::Step(step)])),
    }
}

/// Checks a capture of a pawn that has been through the centre (rules §2.7).
fn outward_capture(position: &Position, step: Step) -> Result<(), IllegalMove> {
    let rank = step.from.rank();
    if position.piece_at(step.to).is_some() {
        let moat = moat_between(step.from, step.to);
        return moat.map_or(Ok(()), |border| across(position, step, border));
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
            Err(Reason::NoEnPassant.with([Of::Step(step), Of::Pawn(beside)]))
        }
        _ => Err(Reason::NothingToTake.with([Of::Step(step)])),
    }
}

/// Refuses a way over squares of which one is occupied.
fn empty(position: &Position, step: Step, squares: &[Square]) -> Result<(), IllegalMove> {
    let mut pieces = squares
        .iter()
        .filter_map(|at| Some((position.piece_at(*at)?, *at)));
    pieces.next().map_or(Ok(()), |(occupant, blocker)| {
        let details = [Of::Step(step), Of::Standing(occupant, blocker)];
        Err(Reason::Blocked.with(details))
    })
}

fn knight(position: &Position, step: Step) -> Result<(), IllegalMove> {
    if LINES.knight[step.from].contains(step.to) {
        return Ok(());
    }
    match moat_between(step.from, step.to) {
        Some(border) if LINES.knight_crossing[step.from].contains(step.to) => {
            across(position, step, border)
        }
        _ => Err(Reason::NotSo.with([Of::Step(step)])),
    }
}

/// Refuses crossing an unbridged moat, and capturing or giving check across a bridged one (rules
/// §3.2, §3.4).
fn across(position: &Position, step: Step, border: Border) -> Result<(), IllegalMove> {
    let reason = if !position.is_bridged(border) {
        Reason::UnbridgedMoat
    } else if position.piece_at(step.to).is_some() {
        Reason::TakesAcrossMoat
    } else if position.initiates_check(step.from, step.to) {
        Reason::ChecksAcrossMoat
    } else {
        return Ok(());
    };
    Err(reason.with([Of::Step(step), Of::Border(border)]))
}

/// Returns the reason a king may not castle, if its illegal move would be castling. If nothing else
/// forbids it, the fault is that a promotion was asked for.
fn castling(position: &Position, step: Step) -> Option<IllegalMove> {
    let color = step.piece.color;
    let side = CastlingSide::ALL
        .into_iter()
        .find(|side| step.from == king_start(color) && step.to == side.king_to(color))?;
    if !position.may_castle(color, side) {
        return Some(Reason::CastlingRightGone.with([Of::Castling(side)]));
    }
    let king = i32::from(step.from.file());
    let rook = i32::from(side.rook_from(color).file());
    let blocker = (king.min(rook) + 1..king.max(rook))
        .map(|file| Square::wrapped(file, 1))
        .find(|square| position.piece_at(*square).is_some());
    if let Some(blocker) = blocker {
        return Some(Reason::CastlingBlocked.with([Of::Castling(side), Of::On(blocker)]));
    }
    if let Some((attacker, _)) = first_attacker(position, step.from, color) {
        return Some(Reason::CastlingInCheck.with([Of::Castling(side), Of::From(attacker)]));
    }
    [side.rook_to(color), side.king_to(color)]
        .into_iter()
        .find_map(|square| {
            let (attacker, _) = first_attacker(position, square, color)?;
            let details = [Of::Castling(side), Of::On(square), Of::From(attacker)];
            Some(Reason::CastlingAttacked.with(details))
        })
        .or(Some(Reason::NotAPromotion.with([Of::Step(step)])))
}

/// Faults at the end of a free way.
const AT_ITS_END: [Reason; 2] = [Reason::ChecksAcrossMoat, Reason::TakesAcrossMoat];

/// Checks a move of a king, queen, rook or bishop along every line that leads to the target.
fn along_lines(position: &Position, step: Step) -> Result<(), IllegalMove> {
    let ways = Direction::ALL.into_iter().filter_map(|direction| {
        let (length, found) = along(position, step, direction)?;
        // A free way beats all others; next comes one whose only fault is at its end.
        let fault = match found {
            Ok(()) => 0,
            Err(why) if AT_ITS_END.contains(&why.reason) => 1,
            Err(_) => 1 + length,
        };
        Some(((fault, direction.steps()), found))
    });
    let best = ways.min_by_key(|(rank, _)| *rank);
    best.map_or(Err(Reason::NotSo.with([Of::Step(step)])), |(_, found)| {
        found
    })
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
                stop = stop.or_else(|| across(position, step, border).err());
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
