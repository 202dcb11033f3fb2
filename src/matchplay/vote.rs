//! Proposals: what one player wants and the others must agree to. Who proposed, who must agree, who
//! has, and when it lapses.
//!
//! Draws, pacts and resignations for a named winner are part of the game, whose rules say when they
//! lapse (rules §5.1, §6.3, §6.5): `rules` keeps them. Whatever else needs consent is kept here, and
//! [`Match::standing`] lists all of them alike.

use crate::{
    computer::Level,
    rules::{Color, Colors},
};

use super::{
    id::{Moment, Person},
    seat::Seat,
    state::Match,
};

/// What is proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// To call the match off.
    Abort,
    /// To stop the clock.
    Pause,
    /// To let a stopped clock go on.
    Resume,
    /// To take back the proposer's last move and all since.
    Takeback {
        /// After how many plies the match goes on.
        to_ply: u32,
    },
    /// That somebody else takes a seat over, which they must agree to as well.
    Substitute {
        /// Which seat.
        seat: Color,
        /// Who.
        person: Person,
    },
    /// That a computer takes a seat over.
    Computer {
        /// Which seat.
        seat: Color,
        /// How well it plays.
        level: Level,
    },
    /// That the army of a seat goes out at once, as if its window had closed (rules §5.5).
    PutOut {
        /// Which seat.
        seat: Color,
    },
}

/// What a proposal is about: of each there is one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matter {
    /// Calling the match off.
    Abort,
    /// Stopping the clock, or letting it go on.
    Pause,
    /// Taking moves back.
    Takeback,
    /// What becomes of a seat.
    Seat(Color),
}

impl Motion {
    /// What it is about.
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

    /// The seat that it would give to another, or whose army it would put out.
    #[must_use]
    pub const fn seat(&self) -> Option<Color> {
        match self.matter() {
            Matter::Seat(seat) => Some(seat),
            Matter::Abort | Matter::Pause | Matter::Takeback => None,
        }
    }

    /// Who would take a seat over, and must agree.
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

/// A proposal that stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// What is proposed.
    pub motion: Motion,
    /// The army that proposed it.
    pub by: Color,
    /// The armies that agree, the one that proposed it among them.
    pub agreed: Colors,
    /// Whether the substitute agrees, where there is one.
    pub substitute_agreed: bool,
    /// When it lapses, a day after it was made.
    pub until: Moment,
}

impl Proposal {
    /// How long a proposal stands, in milliseconds.
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

/// The proposals that stand in a match, one for each [`Matter`] at most.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Votes(Vec<Proposal>);

impl Votes {
    /// The proposal about this matter.
    #[must_use]
    pub fn about(&self, matter: Matter) -> Option<&Proposal> {
        self.iter()
            .find(|proposal| proposal.motion.matter() == matter)
    }

    /// All of them, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Proposal> {
        self.0.iter()
    }

    /// When the first one lapses.
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

/// Anything that stands proposed, whoever keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// What.
    pub what: What,
    /// The army that proposed it.
    pub by: Color,
    /// The armies that agree, the one that proposed it among them.
    pub agreed: Colors,
    /// The armies that must still agree.
    pub awaited: Colors,
    /// When it lapses.
    pub lapses: Lapse,
}

/// What stands proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A draw (rules §5.1).
    Draw,
    /// A pact with this army (rules §6.3).
    Pact(Color),
    /// A resignation for this winner (rules §6.5).
    Resignation(Color),
    /// Anything else.
    Motion(Motion),
}

/// When a proposal lapses, unless it is answered before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lapse {
    /// At this moment.
    At(Moment),
    /// When so many plies have been made (rules §5.1).
    AtPly(u32),
    /// When the one who made it moves (rules §6.5).
    WithTheirMove,
    /// When an army goes out (rules §6.3).
    WithAnArmy,
}

impl Match {
    /// The armies whose consent a motion needs besides that of its proposer, now: every other army
    /// in play. Unless moves are to be taken back, a seat that is past its deadline is left out, and
    /// one that nobody has; and so is always one that is to be given to another or put out.
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

    /// Whether all have agreed whose consent a proposal needs, now.
    #[must_use]
    pub fn is_carried(&self, proposal: &Proposal) -> bool {
        let mut needed = self.electorate(&proposal.motion, proposal.by).iter();
        let substitute = proposal.motion.substitute().is_none() || proposal.substitute_agreed;
        substitute && needed.all(|army| proposal.agreed.contains(army))
    }

    /// Everything that stands proposed: draws, pacts, resignations for a named winner, and what
    /// needs consent besides.
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
