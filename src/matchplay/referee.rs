//! Replay: holding the events of a log or a record against today's rules, event by event.

use std::collections::VecDeque;

use super::{
    army::has_moved,
    due::may_open_window,
    event::{Event, Extension},
    proposal::{Matter, Motion},
    seats::may_grant,
    state::{Match, Stage},
    voting::carried,
};
use crate::rules::{Color, Draw, Elimination, Ending, Exit, Outcome, Statement, Verdict, Wish};

/// A check of the events of one match, in order, against the rules.
///
/// ```
/// use rondel::matchplay::{Event, Match, MatchId, Moment, Person, Place, Referee};
/// use rondel::rules::{Color, Ruleset};
///
/// let opened = Event::Opened {
///     ruleset: String::from("three-man"),
///     options: Some(Ruleset::THREE_MAN),
///     opener: Person(1),
///     place: Place::new("console/table"),
///     rated: true,
///     time: None,
/// };
/// let events = [opened, Event::Started];
/// let events = events.iter().map(|event| (event, Moment(0)));
/// let state = Match::fold(MatchId::numbered(7), events).unwrap();
/// let mut replay = Referee::default();
/// let mv = |text: &str| text.parse().unwrap();
/// let moved = Event::Moved { color: Color::White, mv: mv("e2e4") };
/// assert_eq!(replay.judge(&state, &moved), Ok(vec![]));
/// let moved = Event::Moved { color: Color::White, mv: mv("e2e5") };
/// assert!(replay.judge(&state, &moved).is_err());
/// ```
#[derive(Debug, Default)]
pub struct Referee {
    /// Events that must still follow from the last move or word.
    due: Due,
    /// Differences found at the current event, as sentences without a full stop.
    differences: Vec<String>,
}

/// A thing that no rules have ever allowed, as a sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Contradiction(pub String);

/// The events that must come next.
#[derive(Debug, Default)]
struct Due {
    outs: VecDeque<Elimination>,
    outcome: Option<Outcome>,
    /// The events that follow from everyone agreeing.
    carried: VecDeque<Event>,
    /// The army that has just moved, with the outcome it could have claimed with that move.
    claimable: Option<(Color, Option<Outcome>)>,
}

impl Due {
    fn from(verdict: Verdict) -> Due {
        Due {
            outs: verdict.outs.into(),
            outcome: verdict.outcome,
            ..Due::default()
        }
    }

    fn end(outcome: Outcome) -> Due {
        Due {
            outcome: Some(outcome),
            ..Due::default()
        }
    }
}

impl Referee {
    /// Checks the next event of a match. `state` is the match before it. Returns what today's rules
    /// would judge differently, each as a sentence without a full stop.
    ///
    /// # Errors
    ///
    /// [`Contradiction`] for what no rules have ever allowed: the match cannot be followed any
    /// further.
    pub fn judge(&mut self, state: &Match, event: &Event) -> Result<Vec<String>, Contradiction> {
        let game = state.game();
        match event {
            Event::Moved { color, mv } => {
                self.nothing_due();
                let turn = state.position().turn();
                if state.stage() != Stage::Running {
                    let what = format!("{color} moves in a match that is not being played");
                    return Err(Contradiction(what));
                }
                if *color != turn {
                    let what = format!("{color} moves and it is {turn}'s turn");
                    return Err(Contradiction(what));
                }
                if state.is_paused() {
                    self.differs(format!("{color} moves while the match is paused"));
                }
                let verdict = game.judge_move(*mv);
                let verdict = verdict.map_err(|error| Contradiction(error.to_string()))?;
                let claimed = game.judge_claiming_move(*mv).ok().flatten();
                self.due = Due::from(verdict);
                self.due.claimable = Some((*color, claimed.and_then(|verdict| verdict.outcome)));
            }
            Event::Eliminated(out) => self.judge_out(state, out),
            Event::DrawClaimed { by, draw } => self.judge_claim(state, *by, *draw),
            Event::Ended(outcome) => self.judge_end(outcome),
            Event::Said { by, said } => {
                self.nothing_due();
                match game.wish(*by, wish(*said)) {
                    Ok(granted) if granted == *said => {}
                    Ok(_) => self.differs(format!("{by} would say something else")),
                    Err(refusal) => self.differs(format!("{by} may not say so: {refusal}")),
                }
                self.due = Due::from(game.judge_said(*by, *said));
            }
            Event::OutOfTime { color } => {
                self.was_carried(event);
                self.nothing_due();
                self.must_play(state, *color);
                self.due = Due::from(game.judge_time(*color));
            }
            Event::Proposed { by, motion } => {
                self.nothing_due();
                // Before its first move an army needs nobody's consent, whatever is proposed.
                let alone = *motion == Motion::Abort && !has_moved(state, *by);
                let stands = state.proposals().about(motion.matter()).is_some();
                self.judge_answer(state, *by, alone || !stands);
                if alone {
                    self.due = Due::end(game.call_off());
                } else {
                    self.must_stand(state, event, motion);
                    self.due.carried = now_carried(state, event);
                }
            }
            Event::Agreed { by, motion } => {
                self.nothing_due();
                self.judge_answer(state, *by, unanswered(state, *by, motion));
                self.due.carried = now_carried(state, event);
            }
            Event::Declined { by, motion } => {
                self.nothing_due();
                self.judge_answer(state, *by, unanswered(state, *by, motion));
            }
            Event::Lapsed { by, motion } => {
                self.nothing_due();
                let proposal = state.proposals().about(motion.matter());
                self.judge_answer(state, *by, proposal.is_some_and(|vote| vote.by == *by));
            }
            Event::SubstituteAnswered { seat, person, .. } => {
                self.nothing_due();
                let proposal = state.proposals().about(Matter::Seat(*seat));
                if proposal.and_then(|vote| vote.motion.substitute()) != Some(*person) {
                    self.differs(String::from("nobody has asked who answers as a substitute"));
                }
                self.due.carried = now_carried(state, event);
            }
            Event::Paused | Event::TookOver { .. } => self.must_be_carried(state, event),
            // A pause can also end on its own, after its longest time.
            Event::Resumed => {
                self.was_carried(event);
                self.nothing_due();
                if !state.is_paused() {
                    self.differs(String::from("the match is not paused"));
                }
                self.due.carried = now_carried(state, event);
            }
            Event::TakenBack { to_ply } => {
                if *to_ply >= state.ply() {
                    let what = format!("moves are taken back to ply {to_ply}, which is not past");
                    return Err(Contradiction(what));
                }
                self.must_be_carried(state, event);
            }
            Event::DeadlinePassed { color, .. } => {
                // Proposals that now only need the others' consent wait for this event.
                self.due.carried.clear();
                self.nothing_due();
                self.must_be_to_move(state, *color);
                if !may_open_window(state) {
                    self.differs(format!("no time of {color} can be up"));
                }
                self.due.carried = now_carried(state, event);
            }
            Event::Extended { color, why, .. } => {
                self.nothing_due();
                self.must_be_to_move(state, *color);
                let may = match why {
                    Extension::Granted(by) => {
                        self.must_play(state, *by);
                        may_grant(state, *by, *color).is_ok()
                    }
                    Extension::Downtime => state.clock().is_some() && !state.is_paused(),
                };
                if !may {
                    self.differs(format!("{color} may not be given more time"));
                }
            }
            Event::Reminded { color } => {
                self.nothing_due();
                self.must_be_to_move(state, *color);
            }
            Event::Gone { seat, person } | Event::Freed { seat, person, .. } => {
                self.nothing_due();
                self.must_play(state, *seat);
                if state.color_of(*person) != Some(*seat) {
                    self.differs(format!("it is not they who play {seat}"));
                }
                self.due.carried = now_carried(state, event);
            }
            Event::CalledOff => {
                self.nothing_due();
                if state.stage() != Stage::Running || !state.is_of_computers() {
                    let what = "a match that people play needs the consent of all to be called off";
                    self.differs(String::from(what));
                }
                self.due = Due::end(game.call_off());
            }
            Event::Aborted { .. } => {
                self.nothing_due();
                if state.stage() == Stage::Running {
                    self.due = Due::end(game.call_off());
                }
            }
            Event::Opened { .. } => {
                return Err(Contradiction(String::from("it opens a second time")));
            }
            Event::Imported(_)
            | Event::MadePrivate
            | Event::Invited { .. }
            | Event::Joined { .. }
            | Event::Seated { .. }
            | Event::Left { .. }
            | Event::Closed
            | Event::Expired
            | Event::Started
            | Event::Housed { .. } => self.nothing_due(),
        }
        Ok(std::mem::take(&mut self.differences))
    }

    /// Returns the differences at the end of the events: what should have followed and did not.
    #[must_use]
    pub fn finish(&mut self) -> Vec<String> {
        self.nothing_due();
        std::mem::take(&mut self.differences)
    }

    fn judge_out(&mut self, state: &Match, out: &Elimination) {
        if out.exit == Exit::Conceded && self.due.outs.is_empty() {
            self.nothing_due();
            if let Err(refusal) = state.game().may_concede(out.color) {
                self.differs(format!("{} may not concede: {refusal}", out.color));
            }
            self.due = Due::from(state.game().judge_concession(out.color));
        }
        if self.due.outs.pop_front().as_ref() != Some(out) {
            let how = out.exit.word();
            self.differs(format!("{} would not go out so: {how}", out.color));
        }
    }

    fn judge_claim(&mut self, state: &Match, by: Color, draw: Draw) {
        let game = state.game();
        let with_move = match self.due.claimable {
            Some((mover, outcome)) if mover == by => {
                outcome.filter(|outcome| is_draw(outcome, draw))
            }
            Some(_) | None => None,
        };
        if with_move.is_none() {
            self.nothing_due();
            if game.claimable(by) != Some(draw) {
                self.differs(String::from("the draw would not be due"));
            }
        }
        self.due.outcome = with_move.or_else(|| Some(game.draw(draw)));
    }

    fn judge_end(&mut self, outcome: &Outcome) {
        if self.was_carried(&Event::Ended(*outcome)) {
            return;
        }
        self.no_outs_due();
        let expected = self.due.outcome.take();
        if expected != Some(*outcome) {
            let would = expected.map_or_else(|| String::from("not end here"), ended_so);
            self.differs(format!("the match would {would}"));
        }
        self.due = Due::default();
    }

    /// Checks a proposal or an answer to one. `may` is true if its conditions are met.
    fn judge_answer(&mut self, state: &Match, by: Color, may: bool) {
        self.must_play(state, by);
        if !may {
            self.differs(String::from("no proposal stands so"));
        }
    }

    /// Checks that a proposal makes sense in this match.
    fn must_stand(&mut self, state: &Match, event: &Event, motion: &Motion) {
        let mut after = state.clone();
        after.apply(event, state.changed());
        if after
            .proposals()
            .about(motion.matter())
            .map(|vote| vote.motion)
            != Some(*motion)
        {
            self.differs(String::from("this cannot be proposed here"));
        }
    }

    /// Returns true if the event follows from everyone agreeing. Nothing else is then expected to.
    fn was_carried(&mut self, event: &Event) -> bool {
        let carried = self.due.carried.front() == Some(event);
        if carried {
            self.due.carried.clear();
        }
        carried
    }

    /// Checks that the event follows from everyone agreeing.
    fn must_be_carried(&mut self, state: &Match, event: &Event) {
        if !self.was_carried(event) {
            self.differs(String::from("not all have agreed to it"));
        }
        self.nothing_due();
        if state.stage() != Stage::Running {
            self.differs(String::from("the match is not being played"));
        }
        // Several proposals may have waited for the same army.
        self.due.carried = now_carried(state, event);
    }

    fn must_be_to_move(&mut self, state: &Match, color: Color) {
        if state.stage() != Stage::Running || state.position().turn() != color {
            self.differs(format!("{color} is not to move"));
        }
    }

    fn must_play(&mut self, state: &Match, color: Color) {
        let plays = state.stage() == Stage::Running && state.position().in_play().contains(color);
        if !plays {
            self.differs(format!("{color} is not in play"));
        }
    }

    fn differs(&mut self, what: String) {
        self.differences.push(what);
    }

    /// Records everything that should have followed by now and has not.
    fn nothing_due(&mut self) {
        self.no_outs_due();
        if let Some(outcome) = self.due.outcome.take() {
            let so = ended_so(outcome);
            self.differs(format!("the match would {so} before this"));
        }
        self.due = Due::default();
    }

    fn no_outs_due(&mut self) {
        if !self.due.carried.is_empty() {
            self.differs(String::from(
                "all have agreed to something that has not happened",
            ));
        }
        while let Some(out) = self.due.outs.pop_front() {
            let how = out.exit.word();
            self.differs(format!("{} would go out before this: {how}", out.color));
        }
    }
}

/// Returns true if this proposal is open and the army has not agreed to it.
fn unanswered(state: &Match, color: Color, motion: &Motion) -> bool {
    let proposal = state.proposals().about(motion.matter());
    proposal.is_some_and(|vote| vote.motion == *motion && !vote.agreed.contains(color))
}

/// Returns the events that follow at once if an event makes a proposal unanimous.
fn now_carried(state: &Match, event: &Event) -> VecDeque<Event> {
    let mut after = state.clone();
    after.apply(event, state.changed());
    let mut proposals = after.proposals().iter();
    let proposal = proposals.find(|proposal| after.is_carried(proposal));
    proposal.map_or_else(VecDeque::new, |proposal| carried(&after, proposal).into())
}

/// Returns the wish that leads to these words.
const fn wish(said: Statement) -> Wish {
    match said {
        Statement::DrawOffered => Wish::OfferDraw,
        Statement::DrawAgreed => Wish::AcceptDraw,
        Statement::DrawDeclined => Wish::DeclineDraw,
        Statement::DrawWithdrawn => Wish::WithdrawDraw,
        Statement::ResignationOffered(winner) => Wish::ResignFor(winner),
        Statement::ResignationAccepted => Wish::AcceptResignation,
        Statement::ResignationDeclined => Wish::DeclineResignation,
        Statement::ResignationWithdrawn => Wish::WithdrawResignation,
        Statement::PactOffered(with) => Wish::OfferPact(with),
        Statement::PactAgreed(with) => Wish::AcceptPact(with),
        Statement::PactRevoked(with) => Wish::RevokePact(with),
    }
}

fn is_draw(outcome: &Outcome, draw: Draw) -> bool {
    outcome.ending == Ending::Draw(draw)
}

fn ended_so(outcome: Outcome) -> String {
    let word = outcome.ending.word();
    match outcome.score() {
        Some(score) => format!("end by {word} {score}"),
        None => format!("end by {word}"),
    }
}
