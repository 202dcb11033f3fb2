//! Judging a move, a concession or a player's time running out, in the order of rules §6.7.

use super::{
    agreement::Agreements,
    color::{ByColor, Color},
    outcome::{Draw, Elimination, Ending, Exit, Outcome, Points},
    position::Position,
    ruleset::{KingCapture, Ruleset},
};

/// The verdict on a move, a concession, a player's time running out, or a position that was set up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The armies that went out, in order.
    pub outs: Vec<Elimination>,
    /// The outcome, if the match ended.
    pub outcome: Option<Outcome>,
}

/// A judgement in progress: armies go out one after the other, until the match ends or the army to
/// move has a move.
#[derive(Debug)]
pub(crate) struct Judgement {
    ruleset: Ruleset,
    agreements: Agreements,
    /// The position without the armies that have gone out so far.
    pub(crate) position: Position,
    points: ByColor<Points>,
    pub(crate) verdict: Verdict,
}

impl Judgement {
    /// Begins a judgement of a position in which the armies have earned these points so far.
    pub(crate) fn new(
        ruleset: Ruleset,
        agreements: Agreements,
        position: Position,
        points: ByColor<Points>,
    ) -> Judgement {
        Judgement {
            ruleset,
            agreements,
            position,
            points,
            verdict: Verdict::default(),
        }
    }

    pub(crate) const fn is_over(&self) -> bool {
        self.verdict.outcome.is_some()
    }

    /// Puts an army out, still in play in the position before. Depending on the ruleset, this may end
    /// the match.
    pub(crate) fn put_out(&mut self, out: Elimination, before: &Position) {
        self.note(out, before);
        if let Some(ending) = self.ruleset.ending_with(self.position.in_play()) {
            self.end(ending);
        }
    }

    /// Ends the match if the army to move next could capture a king, under rulesets where that wins
    /// (rules §6.5).
    pub(crate) fn look_for_capturable_king(&mut self) {
        if self.is_over() || self.ruleset.options().king_capture != KingCapture::Wins {
            return;
        }
        let before = self.position;
        if let Some(color) = before.capturable_king() {
            let by = Some(before.turn());
            self.note(Elimination::of(color, Exit::KingTaken, by), &before);
            self.end(Ending::CapturableKing);
        }
    }

    /// Puts out the army that resigned for a winner, which ends the match (rules §6.5).
    pub(crate) fn resign_for(&mut self, color: Color, winner: Color) {
        let before = self.position;
        let out = Elimination::of(color, Exit::Conceded, Some(winner));
        self.note(out, &before);
        // The verdict names the winner, but no army is credited with putting this one out (rules
        // §8).
        if let Some(out) = self.verdict.outs.last_mut() {
            out.by = None;
        }
        self.end(Ending::ResignedFor);
    }

    /// Settles the army to move, and the next one whenever an army goes out (rules §4.5).
    pub(crate) fn settle(&mut self) {
        while !self.is_over()
            && let Some(out) = self.position.stranded()
        {
            let before = self.position;
            if out.exit == Exit::Stalemate && self.ruleset.draws_stalemate(before.in_play()) {
                return self.draw(Draw::Stalemate);
            }
            self.put_out(out, &before);
        }
    }

    /// Ends the match as a draw between the armies in play.
    pub(crate) fn draw(&mut self, draw: Draw) {
        self.end(Ending::Draw(draw));
    }

    /// Ends the match and adds up the points.
    pub(crate) fn end(&mut self, ending: Ending) {
        let in_play = self.position.in_play();
        let points = self.ruleset.total(self.points, ending, in_play);
        self.verdict.outcome = Some(Outcome { ending, points });
    }

    fn note(&mut self, out: Elimination, before: &Position) {
        let out = self.ruleset.award(out, before, self.agreements.pacts());
        self.points += out.points;
        self.position.put_out(out.color);
        self.verdict.outs.push(out);
    }
}
