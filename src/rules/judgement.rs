//! Judging a move, a concession or a player's time running out, in the order of rules §6.7.

use super::{
    agreement::Agreements,
    color::{ByColor, Color},
    outcome::{Draw, Elimination, Ending, Exit, Outcome, Points},
    position::Position,
    ruleset::{KingCapture, Ruleset},
    scoring::Going,
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
    outs: Vec<Elimination>,
    outcome: Option<Outcome>,
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
            outs: Vec::new(),
            outcome: None,
        }
    }

    pub(crate) const fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// Puts an army out. Depending on the ruleset, this may end the match.
    pub(crate) fn put_out(&mut self, color: Color, exit: Exit) {
        let before = self.position;
        self.note(Going::new(color, exit, None), &before);
        self.look_at_ends();
    }

    /// Puts out the army whose king a move has captured. `before` is the position with that army
    /// still in play.
    pub(crate) fn take_king(&mut self, before: &Position, color: Color) {
        let by = Some(before.turn());
        self.note(Going::new(color, Exit::KingTaken, by), before);
        self.look_at_ends();
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
            self.note(Going::new(color, Exit::KingTaken, by), &before);
            self.end(Ending::CapturableKing);
        }
    }

    /// Puts out the army that resigned for a winner, which ends the match (rules §6.5).
    pub(crate) fn resign_for(&mut self, color: Color, winner: Color) {
        let before = self.position;
        self.note(Going::new(color, Exit::Conceded, Some(winner)), &before);
        // The verdict names the winner, but no army is credited with putting this one out (rules
        // §8).
        if let Some(out) = self.outs.last_mut() {
            out.by = None;
        }
        self.end(Ending::ResignedFor);
    }

    /// Settles the army to move, and the next one whenever an army goes out (rules §4.5).
    pub(crate) fn settle(&mut self) {
        while !self.is_over()
            && let Some(going) = self.position.stranded()
        {
            let before = self.position;
            if going.exit == Exit::Stalemate && self.ruleset.draws_stalemate(before.in_play()) {
                return self.draw(Draw::Stalemate);
            }
            self.note(going, &before);
            self.look_at_ends();
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
        self.outcome = Some(Outcome { ending, points });
    }

    /// Returns the verdict.
    pub(crate) fn verdict(self) -> Verdict {
        Verdict {
            outs: self.outs,
            outcome: self.outcome,
        }
    }

    fn note(&mut self, going: Going, before: &Position) {
        let pacts = self.agreements.pacts();
        let (by, points) = self.ruleset.award(going, before, pacts);
        self.points += points;
        self.outs.push(Elimination {
            color: going.color,
            exit: going.exit,
            checkers: going.checkers,
            by,
            points,
        });
        self.position.put_out(going.color);
    }

    fn look_at_ends(&mut self) {
        if let Some(ending) = self.ruleset.ending_with(self.position.in_play()) {
            self.end(ending);
        }
    }
}
