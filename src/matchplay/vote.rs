//! Proposals: things one player wants and the others must agree to. A proposal has a proposer, the
//! armies that must agree, those that have, and a time when it expires.
//!
//! Draws, pacts and resignations for a named winner are part of the game, and the rules say when
//! they expire (rules §5.1, §6.3, §6.5): `rules` keeps them. All other proposals are kept here, and
//! [`Match::standing`] lists both kinds alike.

use crate::{
    computer::Level,
    rules::{Color, Colors},
};

use super::{
    id::{Moment, Person},
    seat::Seat,
    state::Match,
};

/// The content of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// Abort the match.
    Abort,
    /// Pause the match, which stops its clock.
    Pause,
    /// Resume a paused match.
    Resume,
    /// Take back the proposer's last move and all later moves.
    Takeback {
        /// The ply after which the match would go on.
        to_ply: u32,
    },
    /// Let another person take over a seat. That person must agree as well.
    Substitute {
        /// The seat to take over.
        seat: Color,
        /// The proposed substitute.
        person: Person,
    },
    /// Let a computer take over a seat.
    Computer {
        /// The seat to take over.
        seat: Color,
        /// The computer's level.
        level: Level,
    },
    /// Put the army of a seat out at once, as if its window had closed (rules §5.5).
    PutOut {
        /// The seat of that army.
        seat: Color,
    },
}

/// The subject of a proposal. There is at most one open proposal about each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matter {
    /// Aborting the match.
    Abort,
    /// Pausing or resuming.
    Pause,
    /// Taking back moves.
    Takeback,
    /// The future of this seat.
    Seat(Color),
}

impl Motion {
    /// Returns the subject.
    #[must_use]
    pub const fn matter(&self) -> Matter {
        match self {
            Motion::Abort => Matter::Abort,
            Motion::Pause | Motion::Resume => Matter::Pause,
            Motion::Takeback { .. } => Matter::Takeback,
            Motion::Substitute { seat, .. }
            | Motion::Computer { seat, .. }
            | Motion::PutOut { seat } => Matter::Seat(*seat),
        }
    }

    /// Returns the seat it would give to another player, or whose army it would put out.
    #[must_use]
    pub const fn seat(&self) -> Option<Color> {
        match self.matter() {
            Matter::Seat(seat) => Some(seat),
            Matter::Abort | Matter::Pause | Matter::Takeback => None,
        }
    }

    /// Returns the substitute it names, who must agree.
    #[must_use]
    pub const fn substitute(&self) -> Option<Person> {
        match self {
            Motion::Substitute { person, .. } => Some(*person),
            Motion::Abort
            | Motion::Pause
            | Motion::Resume
            | Motion::Takeback { .. }
            | Motion::Computer { .. }
            | Motion::PutOut { .. } => None,
        }
    }
}

/// An open proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The proposal's content.
    pub motion: Motion,
    /// The army that made it.
    pub by: Color,
    /// The armies that agree, including its own.
    pub agreed: Colors,
    /// True if the substitute agrees. Unused if it names none.
    pub substitute_agreed: bool,
    /// The moment it expires, a day after it was made.
    pub until: Moment,
}

impl Proposal {
    /// The time a proposal stays open, in milliseconds.
    pub const STANDS: i64 = Moment::DAY;

    pub(super) fn new(motion: Motion, by: Color, at: Moment) -> Proposal {
        Proposal {
            motion,
            by,
            agreed: Colors::NONE.with(by),
            substitute_agreed: false,
            until: at.plus(Proposal::STANDS),
        }
    }
}

/// The open proposals of a match, at most one for each [`Matter`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Votes(Vec<Proposal>);

impl Votes {
    /// Returns the proposal on this subject.
    #[must_use]
    pub fn about(&self, matter: Matter) -> Option<&Proposal> {
        self.iter()
            .find(|proposal| proposal.motion.matter() == matter)
    }

    /// Iterates over all of them, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Proposal> {
        self.0.iter()
    }

    /// Returns the moment the first one expires.
    #[must_use]
    pub fn first_lapse(&self) -> Option<Moment> {
        self.iter().map(|proposal| proposal.until).min()
    }

    pub(super) fn propose(&mut self, proposal: Proposal) {
        self.drop(proposal.motion.matter());
        self.0.push(proposal);
    }

    pub(super) fn agree(&mut self, matter: Matter, by: Color) {
        if let Some(proposal) = self.about_mut(matter) {
            proposal.agreed = proposal.agreed.with(by);
        }
    }

    pub(super) fn substitute_agrees(&mut self, seat: Color) {
        if let Some(proposal) = self.about_mut(Matter::Seat(seat)) {
            proposal.substitute_agreed = true;
        }
    }

    pub(super) fn drop(&mut self, matter: Matter) {
        self.0.retain(|proposal| proposal.motion.matter() != matter);
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn retain(&mut self, keep: impl FnMut(&Proposal) -> bool) {
        self.0.retain(keep);
    }

    fn about_mut(&mut self, matter: Matter) -> Option<&mut Proposal> {
        let mut all = self.0.iter_mut();
        all.find(|proposal| proposal.motion.matter() == matter)
    }
}

/// Any open proposal, whether `rules` keeps it or [`Votes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The content of the proposal.
    pub what: What,
    /// The army that made it.
    pub by: Color,
    /// The armies that agree, including its own.
    pub agreed: Colors,
    /// The armies that must still agree.
    pub awaited: Colors,
    /// The time when it expires.
    pub lapses: Lapse,
}

/// The content of any open proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A draw (rules §5.1).
    Draw,
    /// A pact with this army (rules §6.3).
    Pact(Color),
    /// A resignation for this winner (rules §6.5).
    Resignation(Color),
    /// Any other proposal.
    Motion(Motion),
}

/// The time when a proposal expires unless it is answered before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lapse {
    /// At this moment.
    At(Moment),
    /// Once this many plies have been made (rules §5.1).
    AtPly(u32),
    /// With the next move of the army that made it (rules §6.5).
    WithTheirMove,
    /// With the next elimination (rules §6.3).
    WithAnArmy,
}

impl Match {
    /// Returns the armies that must agree to a motion, in addition to its proposer: every other
    /// army in play, with two exceptions. A seat to be given to another or put out has no say.
    /// Nor has a seat that is vacant or past its deadline, unless moves are to be taken back.
    #[must_use]
    pub fn electorate(&self, motion: &Motion, by: Color) -> Colors {
        let in_play = self.position().in_play().iter();
        in_play
            .filter(|army| *army != by && Some(*army) != motion.seat())
            .filter(|army| {
                let absent = self.is_overdue(*army) || self.seats()[*army] == Seat::Vacant;
                motion.matter() == Matter::Takeback || !absent
            })
            .collect()
    }

    /// Returns true if everyone who must agree to a proposal now has.
    #[must_use]
    pub fn is_carried(&self, proposal: &Proposal) -> bool {
        let mut needed = self.electorate(&proposal.motion, proposal.by).iter();
        let substitute = proposal.motion.substitute().is_none() || proposal.substitute_agreed;
        substitute && needed.all(|army| proposal.agreed.contains(army))
    }

    /// Returns all open proposals: draws, pacts, resignations for a named winner, and those of
    /// [`Match::votes`].
    #[must_use]
    pub fn standing(&self) -> Vec<Standing> {
        let agreements = self.game().agreements();
        let in_play = self.position().in_play();
        let without = |colors: Colors, others: Colors| -> Colors {
            let mut rest = colors;
            for color in others.iter() {
                rest = rest.without(color);
            }
            rest
        };
        let draw = agreements.draw().map(|offer| Standing {
            what: What::Draw,
            by: offer.by,
            agreed: offer.agreed,
            awaited: without(in_play, offer.agreed),
            lapses: Lapse::AtPly(offer.until_ply),
        });
        let resignation = agreements.resignation().map(|offer| Standing {
            what: What::Resignation(offer.winner),
            by: offer.by,
            agreed: Colors::NONE.with(offer.by),
            awaited: Colors::NONE.with(offer.third()),
            lapses: Lapse::WithTheirMove,
        });
        let pacts = agreements.pacts().offers().map(|(by, with)| Standing {
            what: What::Pact(with),
            by,
            agreed: Colors::NONE.with(by),
            awaited: Colors::NONE.with(with),
            lapses: Lapse::WithAnArmy,
        });
        let votes = self.votes().iter().map(|proposal| Standing {
            what: What::Motion(proposal.motion),
            by: proposal.by,
            agreed: proposal.agreed,
            awaited: without(
                self.electorate(&proposal.motion, proposal.by),
                proposal.agreed,
            ),
            lapses: Lapse::At(proposal.until),
        });
        draw.into_iter()
            .chain(resignation)
            .chain(pacts)
            .chain(votes)
            .collect()
    }
}
