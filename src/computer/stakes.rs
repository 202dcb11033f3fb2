//! What points are worth: rulesets differ in what they pay for, and a search compares.

use crate::rules::{
    ByColor, Color, Colors, Draw, Ending, Exit, Going, KingCapture, Pacts, Points, Position,
    Ruleset, Scoring, Stalemate,
};

/// Grains to a hundredth of a pawn: fine enough that a small gain still shows where much is had.
pub(super) const GRAIN: i32 = 16;

/// What the best end of a match is worth, in grains.
pub(super) const BEST: i32 = 6_000 * GRAIN;

/// What a ruleset pays, seen by one army.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stakes {
    ruleset: Ruleset,
    pacts: Pacts,
    me: Color,
    /// The most by which an army can be ahead, as [`Stakes::lead`] counts.
    most: i32,
}

impl Stakes {
    pub(super) fn new(ruleset: Ruleset, pacts: Pacts, me: Color) -> Stakes {
        let two = ruleset.armies().len() == 2;
        let first_out = ruleset.ends_with_first_out();
        // The scores of rules §6 that are best for somebody, as `lead` counts them, in sixths.
        let most = match (ruleset.options().scoring, two) {
            (Scoring::SharedPoint | Scoring::Stages, true) => 6,
            (Scoring::SharedPoint, false) => 12,
            (Scoring::MatchPoints, true) => 18,
            (Scoring::MatchPoints, false) if first_out => 24,
            (Scoring::MatchPoints, false) => 60,
            (Scoring::Stages, false) if first_out => 15,
            (Scoring::Stages, false) => 27,
            (Scoring::WinnerAndThird, _) => 9,
        };
        Stakes {
            ruleset,
            pacts,
            me,
            most,
        }
    }

    /// The army that these stakes are seen by.
    pub(super) fn me(&self) -> Color {
        self.me
    }

    /// The ruleset that pays.
    pub(super) fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// What final points are worth: nothing where all have the same, and up to [`BEST`].
    pub(super) fn worth(&self, points: &ByColor<Points>) -> i32 {
        self.lead(points) * (BEST / self.most)
    }

    /// By how much the army is ahead of the others' average, as often as it has opponents.
    fn lead(&self, points: &ByColor<Points>) -> i32 {
        let armies = self.ruleset.armies();
        let sixths = |color: Color| i32::from(points[color].sixths());
        let others: i32 = armies.without(self.me).iter().map(sixths).sum();
        sixths(self.me) * (armies.len() as i32 - 1) - others
    }

    /// What it is worth that these armies share what is still to be had: a draw, or a match that
    /// is open.
    pub(super) fn shared(&self, points: &ByColor<Points>, in_play: Colors) -> i32 {
        let shared = Ending::Draw(Draw::Agreement);
        self.worth(&self.ruleset.total(*points, shared, in_play))
    }

    /// Whether a king that can be taken ends the match (rules §6.5).
    pub(super) fn capturable_wins(&self) -> bool {
        self.ruleset.options().king_capture == KingCapture::Wins
    }

    /// Whether an army without a move that is not in check draws the match.
    pub(super) fn stalemate_draws(&self, in_play: Colors) -> bool {
        in_play.len() == 2 || self.ruleset.options().stalemate_of_three == Stalemate::Draw
    }

    /// Puts an army out, with what the others earn by it; says what that is worth if it is the end
    /// of the match, or of all hopes.
    pub(super) fn put_out(
        &self,
        position: &mut Position,
        before: &Position,
        points: &mut ByColor<Points>,
        going: Going,
    ) -> Option<i32> {
        let (_, earned) = self.ruleset.award(going, before, &self.pacts);
        *points += earned;
        position.put_out(going.color);
        let in_play = position.in_play();
        if !self.ruleset.plays_on_with(in_play) {
            let ending = if self.ruleset.ends_with_first_out() {
                Ending::FirstOut
            } else {
                Ending::LastArmy
            };
            return Some(self.worth(&self.ruleset.total(*points, ending, in_play)));
        }
        (going.color == self.me).then(|| self.shared(points, in_play))
    }

    /// What it would be worth to mate the only opponent that is left.
    pub(super) fn won(&self, position: &Position, points: &ByColor<Points>) -> i32 {
        let me = Colors::NONE.with(self.me);
        let Some(color) = position.in_play().without(self.me).iter().next() else {
            return self.shared(points, me);
        };
        let going = Going {
            color,
            exit: Exit::Mate,
            checkers: me,
            by: Some(self.me),
        };
        let (_, earned) = self.ruleset.award(going, position, &self.pacts);
        let mut points = *points;
        points += earned;
        self.worth(&self.ruleset.total(points, Ending::LastArmy, me))
    }

    /// What it is worth that the king of an army can be taken, where that wins (rules §6.5).
    pub(super) fn capturable(
        &self,
        position: &Position,
        points: &ByColor<Points>,
        color: Color,
    ) -> i32 {
        let going = Going {
            color,
            exit: Exit::KingTaken,
            checkers: Colors::NONE,
            by: Some(position.turn()),
        };
        let (_, earned) = self.ruleset.award(going, position, &self.pacts);
        let mut points = *points;
        points += earned;
        self.worth(&points)
    }
}
