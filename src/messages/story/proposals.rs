//! Proposals: to abort, pause, resume, take moves back, and to fill or end a seat.

use super::Story;
use crate::{
    matchplay::{Event, Expiry, Matter, Motion, Person, Proposal, What},
    messages::message::Message,
    rules::{Color, Colors},
};

/// A proposal as a noun, and as the sentence that makes it.
const fn ids(motion: &Motion) -> (&'static str, &'static str) {
    match motion {
        Motion::Abort => ("motion-abort", "abort-offered"),
        Motion::Pause => ("motion-pause", "pause-proposed"),
        Motion::Resume => ("motion-resume", "resume-proposed"),
        Motion::Takeback { .. } => ("motion-takeback", "takeback-proposed"),
        Motion::Substitute { .. } => ("motion-substitute", "substitute-proposed"),
        Motion::Computer { .. } => ("motion-computer", "computer-proposed"),
        Motion::PutOut { .. } => ("motion-put-out", "put-out-proposed"),
    }
}

impl Story<'_> {
    pub(super) fn proposed(&self, by: Color, motion: &Motion) -> Option<Message> {
        if *motion == Motion::Abort && self.state.outcome().is_some() {
            return Some(self.of("abort-offered-alone", by));
        }
        // A proposal that needed nobody's consent has been carried out, and that is told.
        let standing = self.state.proposals().about(motion.matter());
        let stands = standing.is_some_and(|proposal| proposal.motion == *motion);
        (stands || *motion == Motion::Abort).then(|| self.made(by, motion))
    }

    /// The proposal, and whose consent it needs.
    fn made(&self, by: Color, motion: &Motion) -> Message {
        let needed = self.state.electorate(motion, by);
        let others = self.asked(needed, motion.substitute());
        let ply = if let Motion::Takeback { to_ply } = motion {
            to_ply.to_string()
        } else {
            String::new()
        };
        let (army, name) = self.army_and_name(motion);
        self.say(
            ids(motion).1,
            &[
                ("player", &self.player(by)),
                ("others", &others),
                ("ply", &ply),
                ("army", &army),
                ("name", &name),
                ("match", &self.state.id()),
            ],
        )
    }

    /// The seat and the substitute that a proposal is about; empty where it is about none.
    fn army_and_name(&self, motion: &Motion) -> (String, String) {
        let army = motion.seat().map(|seat| self.texts.army(seat));
        let name = motion.substitute().map(|person| self.person(person));
        (army.unwrap_or_default(), name.unwrap_or_default())
    }

    /// An answer to a proposal, or its lapse.
    pub(super) fn answered(&self, what: &str, by: Color, motion: &Motion) -> Message {
        if *motion == Motion::Abort {
            return self.of(format!("abort-{what}"), by);
        }
        let (player, noun) = (self.player(by), self.noun(motion));
        let id = format!("proposal-{what}");
        self.say(id, &[("player", &player), ("what", &noun)])
    }

    fn noun(&self, motion: &Motion) -> Message {
        let (army, name) = self.army_and_name(motion);
        self.say(ids(motion).0, &[("army", &army), ("name", &name)])
    }

    /// The proposals that are off the table since what they were about has changed.
    pub(super) fn proposals_gone(&self, events: &[Event]) -> Vec<Message> {
        // An answer or its consequence is told as such.
        let told = |matter: Matter| events.iter().any(|event| settles(event) == Some(matter));
        let now = self.state.proposals();
        let gone = |proposal: &&Proposal| {
            let matter = proposal.motion.matter();
            now.about(matter).is_none() && !told(matter)
        };
        let gone = self.proposals_before.iter().filter(gone);
        gone.map(|proposal| self.answered("gone", proposal.by, &proposal.motion))
            .collect()
    }

    /// The proposals that stand, and whose answer each waits for, a sentence each.
    pub(super) fn proposals(&self) -> Vec<Message> {
        let standing = self.state.open_proposals().into_iter();
        let said = standing.filter_map(|standing| {
            let (What::Motion(motion), Expiry::At(until)) = (standing.what, standing.expires)
            else {
                return None;
            };
            let others = self.asked(standing.pending, motion.substitute());
            Some(self.say(
                "proposal-stands",
                &[
                    ("player", &self.player(standing.by)),
                    ("what", &self.noun(&motion)),
                    ("others", &others),
                    ("until", &self.markup.moment(until)),
                ],
            ))
        });
        said.collect()
    }

    fn asked(&self, armies: Colors, substitute: Option<Person>) -> String {
        let mut asked: Vec<String> = armies.iter().map(|color| self.player(color)).collect();
        asked.extend(substitute.map(|person| self.person(person)));
        self.texts.and(&asked)
    }
}

/// The matter that an event settles in its own words.
fn settles(event: &Event) -> Option<Matter> {
    if let Event::Declined { motion, .. } | Event::Lapsed { motion, .. } = event {
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
