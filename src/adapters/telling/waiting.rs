//! Clocks, pauses, proposals, and seats whose players are missing.

use super::{Teller, joined};
use crate::{
    matchplay::{Event, Extension, Lapse, Matter, Moment, Motion, Person, Proposal, Taker, What},
    rules::{Color, Colors},
};

impl Teller<'_> {
    /// What happened to a clock, a proposal or a seat; `None` for other events, and for what goes
    /// without saying.
    pub(super) fn waited(&self, event: &Event) -> Option<String> {
        let of = |id: &str, color: Color| Some(self.say(id, &[("player", &self.player(color))]));
        match event {
            Event::DeadlinePassed { color, closes } => Some(self.deadline_passed(*color, *closes)),
            Event::Extended { color, until, why } => {
                let (player, until) = (self.player(*color), self.manner.moment(*until));
                let (id, by) = match why {
                    Extension::Granted(by) => ("time-granted", self.player(*by)),
                    Extension::Downtime => ("time-extended", String::new()),
                };
                let values = [("player", &*player), ("until", &until), ("by", &by)];
                Some(self.say(id, &values))
            }
            Event::Reminded { color } => {
                let deadline = self.state.clock()?.deadline;
                Some(self.say(
                    "reminder",
                    &[
                        ("player", &*self.player(*color)),
                        ("match", self.state.id().as_str()),
                        ("until", &self.manner.moment(deadline)),
                    ],
                ))
            }
            Event::OutOfTime { color } => of("out-of-time", *color),
            Event::Paused => Some(self.say("paused", &[])),
            Event::Resumed => Some(self.say("resumed", &[])),
            Event::TakenBack { to_ply } => {
                Some(self.say("taken-back", &[("ply", &to_ply.to_string())]))
            }
            Event::Proposed { by, motion } => self.proposed(*by, motion),
            Event::Agreed { by, motion } => Some(self.answered("agreed", *by, motion)),
            Event::Declined { by, motion } => Some(self.answered("declined", *by, motion)),
            Event::Lapsed { by, motion } => Some(self.answered("lapsed", *by, motion)),
            Event::SubstituteAnswered { person, agrees, .. } => {
                let id = if *agrees {
                    "substitute-agrees"
                } else {
                    "substitute-declines"
                };
                Some(self.say(id, &[("name", &self.person(*person))]))
            }
            Event::TookOver { seat, taker } => {
                let army = self.words.army(*seat);
                Some(match taker {
                    Taker::Person(person) => {
                        let name = self.person(*person);
                        self.say("took-over", &[("name", &*name), ("army", &army)])
                    }
                    Taker::Computer(level) => {
                        let level = level.to_string();
                        self.say("computer-took-over", &[("army", &*army), ("level", &level)])
                    }
                })
            }
            Event::Gone { seat, person } => Some(self.say(
                "gone",
                &[
                    ("name", &*self.person(*person)),
                    ("army", &self.words.army(*seat)),
                ],
            )),
            Event::Freed { seat, reason, .. } if reason.is_empty() => {
                let army = self.words.army(*seat);
                Some(self.say("given-up", &[("army", &army)]))
            }
            Event::Freed {
                seat,
                person,
                reason,
            } => Some(self.say(
                "freed",
                &[
                    ("name", &*self.person(*person)),
                    ("army", &self.words.army(*seat)),
                    ("reason", &self.manner.quote(reason)),
                ],
            )),
            Event::Opened { .. }
            | Event::Imported(_)
            | Event::MadePrivate
            | Event::Invited { .. }
            | Event::Joined { .. }
            | Event::Seated { .. }
            | Event::Left { .. }
            | Event::Closed
            | Event::Expired
            | Event::Started
            | Event::Housed { .. }
            | Event::Moved { .. }
            | Event::WentOut(_)
            | Event::Said { .. }
            | Event::DrawClaimed { .. }
            | Event::CalledOff
            | Event::Aborted { .. }
            | Event::Ended(_) => None,
        }
    }

    /// That the window is open, and what may be done in it.
    fn deadline_passed(&self, color: Color, closes: Moment) -> String {
        let others = self.state.position().in_play().without(color);
        let alone = others.len() == 1;
        // Nobody sits in a freed seat who could be granted time.
        let vacant = self.state.seats()[color].player().is_none();
        let id = match (vacant, alone) {
            (false, false) => "deadline-passed",
            (false, true) => "deadline-passed-alone",
            (true, _) => "seat-waits",
        };
        self.say(
            id,
            &[
                ("player", &*self.player(color)),
                ("army", &self.words.army(color)),
                ("others", &self.players(others)),
                ("closes", &self.manner.moment(closes)),
            ],
        )
    }

    fn proposed(&self, by: Color, motion: &Motion) -> Option<String> {
        let standing = self.state.votes().about(motion.matter());
        if *motion == Motion::Abort {
            return Some(if self.state.over().is_some() {
                self.say("abort-offered-alone", &[("player", &self.player(by))])
            } else {
                self.awaiting("abort-offered", by, motion)
            });
        }
        // What needed nobody's consent has happened, and that is told.
        standing.filter(|proposal| proposal.motion == *motion)?;
        let id = match motion {
            Motion::Abort => "abort-offered",
            Motion::Pause => "pause-proposed",
            Motion::Resume => "resume-proposed",
            Motion::Takeback { .. } => "takeback-proposed",
            Motion::Substitute { .. } => "substitute-proposed",
            Motion::Computer { .. } => "computer-proposed",
            Motion::PutOut { .. } => "put-out-proposed",
        };
        Some(self.awaiting(id, by, motion))
    }

    /// What is proposed, and whose consent it needs.
    fn awaiting(&self, id: &str, by: Color, motion: &Motion) -> String {
        let needed = self.state.electorate(motion, by);
        let mut others: Vec<String> = needed.iter().map(|color| self.player(color)).collect();
        let substitute = motion.substitute().map(|person| self.person(person));
        others.extend(substitute.clone());
        let ply = match motion {
            Motion::Takeback { to_ply } => to_ply.to_string(),
            Motion::Abort
            | Motion::Pause
            | Motion::Resume
            | Motion::Substitute { .. }
            | Motion::Computer { .. }
            | Motion::PutOut { .. } => String::new(),
        };
        let army = motion.seat().map(|seat| self.words.army(seat));
        self.say(
            id,
            &[
                ("player", &*self.player(by)),
                ("others", &joined(self.words, &others)),
                ("ply", &ply),
                ("army", &army.unwrap_or_default()),
                ("name", &substitute.unwrap_or_default()),
                ("match", self.state.id().as_str()),
            ],
        )
    }

    /// An answer to a proposal, or its lapse.
    fn answered(&self, what: &str, by: Color, motion: &Motion) -> String {
        let player = self.player(by);
        if *motion == Motion::Abort {
            return self.say(&format!("abort-{what}"), &[("player", &player)]);
        }
        let id = format!("proposal-{what}");
        self.say(&id, &[("player", &*player), ("what", &self.motion(motion))])
    }

    /// What is proposed, as a noun.
    fn motion(&self, motion: &Motion) -> String {
        let id = match motion {
            Motion::Abort => "motion-abort",
            Motion::Pause => "motion-pause",
            Motion::Resume => "motion-resume",
            Motion::Takeback { .. } => "motion-takeback",
            Motion::Substitute { .. } => "motion-substitute",
            Motion::Computer { .. } => "motion-computer",
            Motion::PutOut { .. } => "motion-put-out",
        };
        let army = motion.seat().map(|seat| self.words.army(seat));
        let name = motion.substitute().map(|person| self.person(person));
        self.say(
            id,
            &[
                ("army", &*army.unwrap_or_default()),
                ("name", &name.unwrap_or_default()),
            ],
        )
    }

    /// That a proposal is gone since what it was about has changed.
    pub(super) fn proposals_gone(&self, events: &[Event]) -> Vec<String> {
        // What was answered or carried out is told as such.
        let told = |matter: Matter| events.iter().any(|event| settles(event) == Some(matter));
        let now = self.state.votes();
        let gone = |proposal: &&Proposal| {
            let matter = proposal.motion.matter();
            now.about(matter).is_none() && !told(matter)
        };
        let gone = self.votes_before.iter().filter(gone);
        gone.map(|proposal| self.answered("gone", proposal.by, &proposal.motion))
            .collect()
    }

    /// Until when the player to move has time, or that the clock stands still.
    #[must_use]
    pub fn time_left(&self) -> Option<String> {
        if self.state.is_paused() {
            return Some(self.say("clock-stands", &[]));
        }
        let clock = self.state.clock()?;
        Some(match clock.window {
            Some(closes) => self.say("window-closes", &[("when", &self.manner.moment(closes))]),
            None => self.say("deadline", &[("when", &self.manner.moment(clock.deadline))]),
        })
    }

    /// What is proposed and not part of the game, and whose consent is still awaited, a sentence
    /// each.
    pub(super) fn proposals(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for standing in self.state.standing() {
            let (What::Motion(motion), Lapse::At(until)) = (standing.what, standing.lapses) else {
                continue;
            };
            lines.push(self.say(
                "proposal-stands",
                &[
                    ("player", &*self.player(standing.by)),
                    ("what", &self.motion(&motion)),
                    (
                        "others",
                        &self.awaited_by(standing.awaited, motion.substitute()),
                    ),
                    ("until", &self.manner.moment(until)),
                ],
            ));
        }
        lines
    }

    fn awaited_by(&self, armies: Colors, substitute: Option<Person>) -> String {
        let mut awaited: Vec<String> = armies.iter().map(|color| self.player(color)).collect();
        awaited.extend(substitute.map(|person| self.person(person)));
        joined(self.words, &awaited)
    }

    /// What a person is called who need not sit anywhere.
    pub(super) fn person(&self, person: Person) -> String {
        let mut known = self.people.iter();
        let known = known.find(|(known, _)| *known == person);
        known.map_or_else(|| self.say("nameless", &[]), |(_, name)| name.clone())
    }
}

/// The matter that is settled by an event which says so itself.
const fn settles(event: &Event) -> Option<Matter> {
    match event {
        Event::Declined { motion, .. } | Event::Lapsed { motion, .. } => Some(motion.matter()),
        Event::Paused | Event::Resumed => Some(Matter::Pause),
        Event::TakenBack { .. } => Some(Matter::Takeback),
        Event::TookOver { seat, .. } | Event::SubstituteAnswered { seat, .. } => {
            Some(Matter::Seat(*seat))
        }
        Event::OutOfTime { color } => Some(Matter::Seat(*color)),
        Event::Opened { .. }
        | Event::Imported(_)
        | Event::MadePrivate
        | Event::Invited { .. }
        | Event::Joined { .. }
        | Event::Seated { .. }
        | Event::Left { .. }
        | Event::Closed
        | Event::Expired
        | Event::Started
        | Event::Housed { .. }
        | Event::Moved { .. }
        | Event::WentOut(_)
        | Event::Said { .. }
        | Event::DrawClaimed { .. }
        | Event::DeadlinePassed { .. }
        | Event::Extended { .. }
        | Event::Reminded { .. }
        | Event::Proposed { .. }
        | Event::Agreed { .. }
        | Event::Gone { .. }
        | Event::Freed { .. }
        | Event::CalledOff
        | Event::Aborted { .. }
        | Event::Ended(_) => None,
    }
}
