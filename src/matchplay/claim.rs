//! Draw claims that are not due, explained.

use rondel_rules::{Color, DrawLimits, Move};

use super::state::Match;

/// The largest number of moves listed with which a claim would be due.
const MOST_OFFERED: usize = 4;

/// The reasons no draw can be claimed, and how it could be (rules §5.2 to §5.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimNotDue {
    /// The move with which it was claimed, if any. The other fields count after that move.
    pub claimed_with: Option<Move>,
    /// True if that move ends the match automatically, so that there is nothing left to claim.
    pub ends: bool,
    /// The plies after which the position stood on the board, the latest last.
    pub occurrences: Vec<u32>,
    /// The numbers of occurrences at which a draw is due.
    pub repetition: DrawLimits,
    /// True if the claiming player brought the position about, and could only have claimed with
    /// that move.
    pub own_move: bool,
    /// Plies without a capture, a pawn move or an elimination.
    pub clock: u32,
    /// The plies at which a draw is due, for the number of armies in play.
    pub clock_limits: DrawLimits,
    /// True if a draw could be claimed once no army can checkmate.
    pub impossibility: bool,
    /// Moves of the claiming player with which a claim would be due. At most four, and none unless
    /// that player is to move.
    pub due_with: Vec<Move>,
}

impl Match {
    /// Explains a claim of this army that is not due, made with a legal move or without one.
    #[must_use]
    pub(super) fn not_due(&self, color: Color, claimed_with: Option<Move>) -> ClaimNotDue {
        let mut game = self.game().clone();
        let mut ends = false;
        if let Some((mv, Ok(verdict))) = claimed_with.map(|mv| (mv, self.game().judge_move(mv))) {
            ends = verdict.outcome.is_some();
            game.carry_out_move(mv);
            game.carry_out(&verdict);
        }
        let last_mover = self.played().last().map(|played| played.color);
        ClaimNotDue {
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

    /// Returns legal moves of this army with which a claim would be due, if it is to move.
    fn claiming_moves(&self, color: Color) -> Vec<Move> {
        if self.position().turn() != color {
            return Vec::new();
        }
        let is_due = |mv: &Move| matches!(self.game().judge_claiming_move(*mv), Ok(Some(_)));
        let moves = self.position().legal_moves().into_iter();
        moves.filter(is_due).take(MOST_OFFERED).collect()
    }
}
