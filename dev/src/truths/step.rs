//! One move, with what follows from it by the library under `three-man`.

use rondel::rules::{Color, Exit, Game, Move, Piece, Position, Role, Ruleset, Square, Verdict};

/// The pieces of armies in play with which a draw by impossibility may come (rules §5.4).
const FEW: usize = 4;

/// What a move leads to.
#[derive(Clone, Debug)]
pub enum Step {
    /// The next army has a move, and nobody has gone out.
    On(Position),
    /// Somebody has gone out, or the match is over. The position is as it stands then.
    News(Verdict, Position),
}

/// Plays a legal move and judges it as [`Game::judge_move`] does, but for repetition and for the
/// count of rules §5.3, which are left out.
#[must_use]
pub fn step(before: &Position, mv: Move) -> Step {
    let mut after = *before;
    after.play(mv);
    if can_be_news(before, mv, &after) || !after.has_legal_move() {
        news(before, mv, after)
    } else {
        Step::On(after)
    }
}

/// Returns true for a move that may put out an army, or draw, though the next army has a move.
#[must_use]
pub fn can_be_news(before: &Position, mv: Move, after: &Position) -> bool {
    if after.in_play() != before.in_play() {
        return true;
    }
    let changes = before.piece_at(mv.to).is_some() || mv.promotion.is_some();
    changes && {
        let alive = |piece: Color| after.in_play().contains(piece);
        let alive = after.pieces().filter(|(_, piece)| alive(piece.color));
        alive.count() <= FEW
    }
}

/// Judges a legal move of which `after` is the board.
#[must_use]
pub fn news(before: &Position, mv: Move, mut after: Position) -> Step {
    let game = Game::from_position(Ruleset::THREE_MAN, *before);
    let verdict = game.judge_move(mv).unwrap_or_default();
    after.settle(|_| ());
    if verdict.outs.is_empty() && verdict.outcome.is_none() {
        Step::On(after)
    } else {
        Step::News(verdict, after)
    }
}

/// Returns the way in which the verdict puts out another army to the credit of this one (rules
/// §4.6), if it does.
#[must_use]
pub fn credited(verdict: &Verdict, army: Color) -> Option<Exit> {
    let mut outs = verdict.outs.iter();
    let out = outs.find(|out| out.color != army && out.by == Some(army))?;
    matches!(out.exit, Exit::Mate | Exit::KingTaken).then_some(out.exit)
}

/// Returns true if the verdict puts the army out.
#[must_use]
pub fn puts_out(verdict: &Verdict, army: Color) -> bool {
    verdict.outs.iter().any(|out| out.color == army)
}

/// Returns the piece that a legal move captures, en passant too (rules §2.7).
#[must_use]
pub fn taken(before: &Position, mv: Move) -> Option<Piece> {
    let taken = before.piece_at(mv.to);
    let crossed = |piece: Piece| piece.role == Role::CrossedPawn;
    if taken.is_none()
        && mv.from.file() != mv.to.file()
        && before.piece_at(mv.from).is_some_and(crossed)
    {
        return before.piece_at(Square::new(mv.to.file(), 4)?);
    }
    taken
}
