//! Proposals: to abort, pause, resume, take moves back, and to fill or end a seat.

use super::{Filling::Match, *};
use crate::matchplay::{Expiry, Matter, Proposal};

/// Returns the id of a text about a proposal. Each has a whole sentence for whatever becomes of it.
fn id(motion: &Motion, what: &str) -> String {
    let word = match motion {
        // These are told by `agreements`.
        Motion::Agreement(_) => "",
        Motion::Abort => "abort",
        Motion::Pause => "pause",
        Motion::Resume => "resume",
        Motion::Takeback { .. } => "takeback",
        Motion::Substitute { .. } => "substitute",
        Motion::Computer { .. } => "computer",
        Motion::PutOut { .. } => "put-out",
    };
    format!("{word}-{what}")
}

/// Returns the seat and the substitute that a proposal is about.
fn about(motion: &Motion) -> impl Iterator<Item = Filling<'static>> {
    let (army, name) = (motion.seat().map(Army), motion.substitute().map(Name));
    army.into_iter().chain(name)
}

impl Story<'_> {
    pub(super) fn proposed(&self, by: Color, motion: &Motion) -> Option<Message> {
        if *motion == Motion::Abort && self.state.outcome().is_some() {
            return Some(self.tell("abort-alone", [Player(by)]));
        }
        // A proposal that needed nobody's consent has been carried out, and that is told.
        let standing = self.state.proposals().about(motion.matter());
        let stands = standing.is_some_and(|proposal| proposal.motion == *motion);
        (stands || *motion == Motion::Abort).then(|| {
            let others = self.asked(self.state.electorate(motion, by), motion.substitute());
            let term = match standing.map(|proposal| proposal.expires) {
                // A record has no times.
                Some(Expiry::WithWindow(_)) if self.state.imported().is_some() => {
                    self.tell("within-time", [])
                }
                Some(Expiry::WithWindow(closes)) => {
                    self.tell("within-window", [At("closes", closes)])
                }
                _ => self.tell("within-day", []),
            };
            let term = Text("term", term.into());
            let values = [Player(by), Text("others", others), Match, term];
            self.tell(
                id(motion, "proposed"),
                values.into_iter().chain(about(motion)),
            )
        })
    }

    /// Tells an answer to a proposal, or that it lapsed.
    pub(super) fn answered(&self, what: &str, by: Color, motion: &Motion) -> Message {
        let answer = self.answer(what, by, motion);
        let rated = what == "declined"
            && self.state.is_rated()
            && self.state.seats()[by].computer().is_some()
            && !matches!(motion, Motion::Agreement(_));
        let reason = rated.then(|| self.tell("computer-plays-rated", []));
        Message::sentences([answer].into_iter().chain(reason))
    }

    fn answer(&self, what: &str, by: Color, motion: &Motion) -> Message {
        self.tell(
            id(motion, what),
            [Player(by)].into_iter().chain(about(motion)),
        )
    }

    /// Tells the proposals that are dropped, since their subject has changed.
    pub(super) fn proposals_gone(&self, events: &[Event]) -> Vec<Message> {
        // An answer or its consequence is told as such.
        let told = |matter: Matter| events.iter().any(|event| settles(event) == Some(matter));
        let now = self.state.proposals();
        let gone = |proposal: &&Proposal| {
            let matter = proposal.motion.matter();
            now.about(matter).is_none() && !told(matter)
        };
        let gone = self.before.1.iter().filter(gone);
        gone.map(|proposal| self.answered("gone", proposal.by, &proposal.motion))
            .collect()
    }

    /// Tells the open proposals, and whose answer each waits for, a sentence each.
    pub(crate) fn proposals(&self) -> Vec<Message> {
        let standing = self.state.proposals().iter();
        let said = standing.filter_map(|standing| {
            let motion = &standing.motion;
            let others = self.asked(self.state.pending(standing), standing.pending_substitute());
            let (player, others) = (Player(standing.by), Text("others", others));
            let values = [player, others, At("until", standing.until()?)];
            Some(self.tell(
                id(motion, "stands"),
                values.into_iter().chain(about(motion)),
            ))
        });
        said.collect()
    }

    /// Names the players and the substitute whose answer is wanted.
    pub(crate) fn asked(&self, armies: Colors, substitute: Option<Person>) -> String {
        let armies = armies.iter().map(|color| self.player(color));
        let substitute = substitute.map(|person| self.called_somehow(person));
        self.and(armies.chain(substitute))
    }
}

/// Returns the subject that an event settles, and speaks of itself.
fn settles(event: &Event) -> Option<Matter> {
    if let Event::Proposal {
        action: OfferAction::Decline,
        motion,
        ..
    }
    | Event::Lapsed { motion, .. } = event
    {
        return Some(motion.matter());
    }
    if let Event::TookOver { seat, .. }
    | Event::SubstituteAnswered { seat, .. }
    | Event::OutOfTime { color: seat } = event
    {
        return Some(Matter::Seat(*seat));
    }
    if let Event::TakenBack { .. } = event {
        return Some(Matter::Takeback);
    }
    matches!(event, Event::Paused | Event::Resumed).then_some(Matter::Pause)
}
