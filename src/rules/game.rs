//! A game in progress under a ruleset: earlier positions, draws, and the end.

use super::{
    agreement::{Agreement, Agreements, OfferAction, Refusal},
    color::{ByColor, Color},
    judgement::{Judgement, Verdict},
    material::is_impossible,
    moves::Move,
    outcome::{Draw, Elimination, Ending, Exit, Outcome, Points},
    position::Position,
    recurrence::History,
    ruleset::{DrawLimits, Impossibility, Ruleset},
};

/// A position together with what the ruleset must remember: earlier positions, agreements, points.
///
/// A move, a concession or a player's time running out is *judged* first, which changes nothing,
/// and then carried out with the verdict. So the verdict can be stored in between, and stays the
/// same even if the rules are corrected later.
///
/// ```
/// use rondel_rules::{Game, Ruleset};
///
/// let mut game = Game::start(Ruleset::THREE_MAN);
/// let mv = "e2e4".parse().unwrap();
/// let verdict = game.judge_move(mv).unwrap();
/// assert!(verdict.outcome.is_none());
/// game.carry_out_move(mv);
/// game.carry_out(&verdict);
/// assert_eq!(game.position().ply(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    ruleset: Ruleset,
    position: Position,
    history: History,
    /// The army that made the last move, or `None` in a position that was set up.
    last_mover: Option<Color>,
    agreements: Agreements,
    points: ByColor<Points>,
    outcome: Option<Outcome>,
}

/// A step in the course of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CourseStep {
    /// An army moves.
    Move(Move),
    /// An army goes out.
    Out(Elimination),
}

/// The move is not legal, or the match is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the move {0} is not legal here")]
pub struct NotLegal(pub Move);

impl Game {
    /// Returns a game at its start.
    #[must_use]
    pub fn start(ruleset: Ruleset) -> Game {
        Game::from_position(ruleset, ruleset.start())
    }

    /// Returns a game that begins with this position. The position is not judged yet: see
    /// [`Game::judge_position`]. Points count from here.
    #[must_use]
    pub fn from_position(ruleset: Ruleset, position: Position) -> Game {
        Game {
            ruleset,
            history: History::new(ruleset.options().same_position, &position),
            position,
            last_mover: None,
            agreements: Agreements::default(),
            points: ByColor::default(),
            outcome: None,
        }
    }

    /// Returns the current position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the ruleset in force.
    #[must_use]
    pub const fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// Returns the offers and pacts that stand.
    #[must_use]
    pub const fn agreements(&self) -> &Agreements {
        &self.agreements
    }

    /// Returns the points each army has earned so far. The points for the end are added when it
    /// comes.
    #[must_use]
    pub const fn points(&self) -> &ByColor<Points> {
        &self.points
    }

    /// Returns the outcome, once the match is over.
    #[must_use]
    pub const fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    fn judgement(&self, position: Position) -> Judgement {
        Judgement::new(self.ruleset, self.agreements, position, self.points)
    }

    /// Judges the position as it stands: settles an army to move that is mated or stalemated (rules
    /// §7.4: draws are not considered). Nothing follows if fewer armies are in play than the
    /// ruleset plays on with.
    #[must_use]
    pub fn judge_position(&self) -> Verdict {
        if !self.ruleset.plays_on_with(self.position.in_play()) {
            return Verdict::default();
        }
        let mut judgement = self.judgement(self.position);
        judgement.settle();
        judgement.verdict
    }

    /// Judges a move, in the order of rules §6.7.
    ///
    /// # Errors
    ///
    /// [`NotLegal`] for a move that is not legal, and for any move once the match is over.
    pub fn judge_move(&self, mv: Move) -> Result<Verdict, NotLegal> {
        let mut judgement = self.after_move(mv)?;
        if !judgement.is_over() {
            let count = self.history.count_after_move(&judgement.position);
            if let Some(draw) = self.automatic_draw(&judgement.position, count) {
                judgement.draw(draw);
            }
        }
        Ok(judgement.verdict)
    }

    /// Judges a move that claims a draw (rules §5.2 to §5.4). Returns `None` if the claim is not
    /// due with this move.
    ///
    /// # Errors
    ///
    /// As [`Game::judge_move`].
    pub fn judge_claiming_move(&self, mv: Move) -> Result<Option<Verdict>, NotLegal> {
        let mut judgement = self.after_move(mv)?;
        if judgement.is_over() {
            return Ok(None);
        }
        let count = self.history.count_after_move(&judgement.position);
        Ok(self.claim_due(&judgement.position, count).map(|draw| {
            judgement.draw(draw);
            judgement.verdict
        }))
    }

    fn after_move(&self, mv: Move) -> Result<Judgement, NotLegal> {
        if self.outcome.is_some() || !self.position.is_legal(mv) {
            return Err(NotLegal(mv));
        }
        let before = &self.position;
        let mut position = *before;
        position.play(mv);
        let mut judgement = self.judgement(position);
        if let Some(color) = before.king_on(mv.to) {
            let by = Some(before.turn());
            judgement.put_out(Elimination::of(color, Exit::KingTaken, by), before);
        }
        judgement.look_for_capturable_king();
        judgement.settle();
        Ok(judgement)
    }

    /// Judges a concession by an army in play (rules §4.4, §6.7). Nothing follows for an army that
    /// is out.
    #[must_use]
    pub fn judge_concession(&self, color: Color) -> Verdict {
        self.judge_leaving(color, Exit::Conceded)
    }

    /// Judges the player of an army in play running out of time (rules §5.5, §6.7): the army goes
    /// out, or the match is drawn if no opponent has mating material. Nothing follows for an army
    /// that is out.
    #[must_use]
    pub fn judge_time(&self, color: Color) -> Verdict {
        let mut opponents = self.position.in_play().without(color).iter();
        let playing = self.outcome.is_none() && self.position.in_play().contains(color);
        if playing && !opponents.any(|army| self.position.has_mating_material(army)) {
            let mut judgement = self.judgement(self.position);
            judgement.draw(Draw::Time);
            return judgement.verdict;
        }
        self.judge_leaving(color, Exit::Time)
    }

    fn judge_leaving(&self, color: Color, exit: Exit) -> Verdict {
        if self.outcome.is_some() || !self.position.in_play().contains(color) {
            return Verdict::default();
        }
        let mut judgement = self.judgement(self.position);
        judgement.put_out(Elimination::of(color, exit, None), &self.position);
        judgement.settle();
        if !judgement.is_over() {
            let count = self.history.count_in_place(&judgement.position);
            if let Some(draw) = self.automatic_draw(&judgement.position, count) {
                judgement.draw(draw);
            }
        }
        judgement.verdict
    }

    /// Checks that an army may simply give up. It may not where a winner must be named instead
    /// (rules §6.5).
    ///
    /// # Errors
    ///
    /// The [`Refusal`] with the reason.
    pub fn may_concede(&self, color: Color) -> Result<(), Refusal> {
        self.may_speak(color)?;
        if self.ruleset.names_winners() {
            return Err(Refusal::WhichWinner);
        }
        Ok(())
    }

    /// Grants or refuses an action of an army on an agreement (rules §5.1, §6.3, §6.5), and returns
    /// what it amounts to: offering what another army has offered is to accept it. The winner of a
    /// resignation counts only when it is offered; answers are about the one that stands.
    /// [`Game::judge_said`] judges what follows.
    ///
    /// # Errors
    ///
    /// The [`Refusal`] with the reason.
    pub fn wish(
        &self,
        color: Color,
        action: OfferAction,
        about: Agreement,
    ) -> Result<(OfferAction, Agreement), Refusal> {
        self.may_speak(color)?;
        let known = match about {
            Agreement::Draw => true,
            Agreement::Resignation(_) => self.ruleset.names_winners(),
            Agreement::Pact(_) => self.ruleset.has_pacts(),
        };
        if !known {
            return Err(Refusal::NotInThisRuleset);
        }
        let in_play = self.position.in_play();
        self.agreements.wish(color, action, about, in_play)
    }

    fn may_speak(&self, color: Color) -> Result<(), Refusal> {
        if self.outcome.is_some() {
            Err(Refusal::Over)
        } else if self.position.in_play().contains(color) {
            Ok(())
        } else {
            Err(Refusal::ArmyOut)
        }
    }

    /// Judges what an army has done by [`Game::wish`]: the match ends when the last army agrees to a
    /// draw (rules §5.1), or the third army to a resignation (rules §6.5).
    #[must_use]
    pub fn judge_said(&self, color: Color, action: OfferAction, about: Agreement) -> Verdict {
        let mut judgement = self.judgement(self.position);
        if action == OfferAction::Accept {
            let (draw, resignation) = (self.agreements.draw(), self.agreements.resignation());
            match (about, draw, resignation) {
                (Agreement::Draw, Some(offer), _)
                    if offer.agreed.with(color) == self.position.in_play() =>
                {
                    judgement.draw(Draw::Agreement);
                }
                (Agreement::Resignation(_), _, Some(offer)) => {
                    judgement.resign_for(offer.by, offer.winner);
                }
                _ => {}
            }
        }
        judgement.verdict
    }

    /// Returns the draw that the army may claim now without a move (rules §5.2 to §5.4). Repetition
    /// may be claimed by the opponents of the army that moved last, the others by any army in play.
    #[must_use]
    pub fn claimable(&self, color: Color) -> Option<Draw> {
        self.may_speak(color).ok()?;
        let count = if self.last_mover == Some(color) {
            0
        } else {
            self.occurrences().len() as u32
        };
        self.claim_due(&self.position, count)
    }

    /// Returns the plies after which the current position stood on the board, the current one last.
    #[must_use]
    pub fn occurrences(&self) -> Vec<u32> {
        self.history.occurrences()
    }

    /// Returns the earlier plies after which the position that a legal move leads to stood on the
    /// board.
    #[must_use]
    pub fn occurrences_before(&self, mv: Move) -> Vec<u32> {
        match self.after_move(mv) {
            Ok(judgement) => self.history.before(&judgement.position),
            Err(NotLegal(_)) => Vec::new(),
        }
    }

    /// Returns the plies without progress at which a draw may be claimed, and at which it comes
    /// automatically, for the number of armies now in play (rules §5.3).
    #[must_use]
    pub fn clock_limits(&self) -> DrawLimits {
        let moves = self.ruleset.options().moves;
        DrawLimits {
            claim: per_army(moves.claim, &self.position),
            automatic: per_army(moves.automatic, &self.position),
        }
    }

    /// Returns the outcome if the armies in play draw, by agreement for example.
    #[must_use]
    pub fn draw(&self, draw: Draw) -> Outcome {
        self.ended(Ending::Draw(draw))
    }

    /// Returns the outcome of an aborted match: no points.
    #[must_use]
    pub fn call_off(&self) -> Outcome {
        self.ended(Ending::Aborted)
    }

    fn ended(&self, ending: Ending) -> Outcome {
        let in_play = self.position.in_play();
        let points = self.ruleset.total(self.points, ending, in_play);
        Outcome { ending, points }
    }

    /// Returns the position after a legal move and its verdict.
    pub fn position_after(&self, mv: Move, verdict: &Verdict) -> Position {
        let mut after = self.position;
        after.play(mv);
        for out in &verdict.outs {
            after.put_out(out.color);
        }
        after
    }

    /// Plays a legal move, without carrying out its verdict.
    pub fn carry_out_move(&mut self, mv: Move) {
        let mover = self.position.turn();
        self.last_mover = Some(mover);
        self.position.play(mv);
        // The move itself has already restarted the count if it was a capture or a pawn's.
        self.history
            .note_move(&self.position, self.position.clock() == 0);
        self.agreements.after_move(mover, self.position.ply());
    }

    /// Returns the game as it stood after these first steps of its course. Taking moves back means
    /// going through the course again. Draw offers and resignations lapse; pacts stay as they are
    /// now, since they are not moves.
    #[must_use]
    pub fn back_after(&self, course: impl IntoIterator<Item = CourseStep>) -> Game {
        let mut game = Game::start(self.ruleset);
        for step in course {
            match step {
                CourseStep::Move(mv) => game.carry_out_move(mv),
                CourseStep::Out(out) => game.put_out(&out),
            }
        }
        game.agreements = self.agreements.without_offers();
        game
    }

    /// Records an action of an army on an agreement, without carrying out what follows from it.
    pub fn carry_out_said(&mut self, color: Color, action: OfferAction, about: Agreement) {
        let (ply, in_play) = (self.position.ply(), self.position.in_play().len());
        self.agreements.hear(color, action, about, ply, in_play);
    }

    /// Puts armies out and ends the match, as a verdict says.
    pub fn carry_out(&mut self, verdict: &Verdict) {
        for out in &verdict.outs {
            self.put_out(out);
        }
        if let Some(outcome) = verdict.outcome {
            self.end(outcome);
        }
    }

    /// Puts an army out of the game and adds the points the others earn by it.
    pub fn put_out(&mut self, out: &Elimination) {
        self.points += out.points;
        self.agreements.lapse();
        if self.position.in_play().contains(out.color) {
            self.position.put_out(out.color);
            self.history.note_out(&self.position);
        }
    }

    /// Ends the match with this outcome.
    pub fn end(&mut self, outcome: Outcome) {
        self.agreements.lapse();
        self.outcome = Some(outcome);
    }

    /// Returns the automatic draw due in a position that has occurred `count` times (rules §6.7).
    fn automatic_draw(&self, position: &Position, count: u32) -> Option<Draw> {
        let automatic = self.ruleset.options().impossibility == Impossibility::Automatic;
        let impossible = automatic && is_impossible(position);
        self.due(position, count, |limits| limits.automatic, impossible)
    }

    /// Returns the draw that may be claimed in a position that has occurred `count` times (rules
    /// §5.3).
    fn claim_due(&self, position: &Position, count: u32) -> Option<Draw> {
        let mut in_play = position.in_play().iter();
        let impossible = self.ruleset.claims_impossibility()
            && !in_play.any(|color| position.has_mating_material(color));
        self.due(position, count, |limits| limits.claim, impossible)
    }

    fn due(
        &self,
        position: &Position,
        count: u32,
        limit: impl Fn(DrawLimits) -> Option<u32>,
        impossible: bool,
    ) -> Option<Draw> {
        let options = self.ruleset.options();
        if limit(options.repetition).is_some_and(|most| count >= most) {
            Some(Draw::Repetition)
        } else if per_army(limit(options.moves), position)
            .is_some_and(|most| position.clock() >= most)
        {
            Some(Draw::Moves)
        } else {
            impossible.then_some(Draw::Impossibility)
        }
    }
}

/// Converts moves of each army in play to plies (rules §5.3).
fn per_army(moves: Option<u32>, position: &Position) -> Option<u32> {
    Some(moves? * position.in_play().len() as u32)
}
