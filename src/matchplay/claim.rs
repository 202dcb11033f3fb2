//! What there is to a claim that is not due.

use crate::rules::{Color, Limits, Move};

use super::state::Match;

/// The most moves that are named with which a claim would be due.
const MOST_OFFERED: usize = 4;

/// Why no draw can be claimed, and how it could be (rules §5.2 to §5.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotDue {
    /// The move with which it was claimed, if it was. What follows is counted after it.
    pub claimed_with: Option<Move>,
    /// Whether that move ends the match by itself, so that nothing is left to claim.
    pub ends: bool,
    /// The plies after which the position stood on the board, the latest last.
    pub occurrences: Vec<u32>,
    /// How often it must have stood.
    pub repetition: Limits,
    /// Whether the one who claims has brought the position about, and so could only have claimed
    /// with that move.
    pub own_move: bool,
    /// Plies without a capture, a pawn move or an army going out.
    pub clock: u32,
    /// How many plies it takes with as many armies in play.
    pub clock_limits: Limits,
    /// Whether a draw could be claimed because nobody can checkmate.
    pub impossibility: bool,
    /// Moves of the one who claims with which a claim would be due: at most four, and none unless
    /// they are to move.
    pub due_with: Vec<Move>,
}

impl Match {
    /// What there is to a claim of this army that is not due, made with a legal move or without
    /// one.
    #[must_use]
    pub(super) fn not_due(&self, color: Color, claimed_with: Option<Move>) -> NotDue {
        let mut game = self.game().clone();
        let mut ends = false;
        if let Some((mv, Ok(verdict))) = claimed_with.map(|mv| (mv, self.game().judge_move(mv))) {
            ends = verdict.over.is_some();
            game.carry_out_move(mv);
            game.carry_out(&verdict);
        }
        let last_mover = self.played().last().map(|played| played.color);
        NotDue {
            claimed_with,
            ends,
            occurrences: game.occurrences(),
            repetition: game.ruleset().options().repetition,
            own_move: claimed_with.is_none() && last_mover == Some(color),
            clock: game.position().clock(),
            clock_limits: game.clock_limits(),
            impossibility: game.ruleset().claims_impossibility(),
            due_with: self.claiming_moves(color),
        }
    }

    /// Legal moves of this army, if it is to move, with which a claim would be due.
    fn claiming_moves(&self, color: Color) -> Vec<Move> {
        if self.position().turn() != color {
            return Vec::new();
        }
        let is_due = |mv: &Move| matches!(self.game().judge_claiming_move(*mv), Ok(Some(_)));
        let moves = self.position().legal_moves().into_iter();
        moves.filter(is_due).take(MOST_OFFERED).collect()
    }
}
