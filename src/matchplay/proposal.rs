//! Proposals: things one player wants and the others must agree to. A proposal has a proposer, the
//! armies that must agree, those that have, and a time when it expires.
//!
//! Draws, pacts and resignations for a named winner are part of the game, and the rules say when
//! they expire (rules §5.1, §6.3, §6.5): `rules` keeps them. All others are kept here, and
//! [`Match::open_proposals`](super::Match::open_proposals) lists both alike.

use rondel_computer::Level;
use rondel_rules::{Agreement, Color, Colors};

use super::id::{Moment, Person};

/// The content of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// Come to an agreement that the rules know.
    Agreement(Agreement),
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
    /// An agreement that the rules know.
    Agreement,
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
            Motion::Agreement(_) => Matter::Agreement,
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
            Matter::Agreement | Matter::Abort | Matter::Pause | Matter::Takeback => None,
        }
    }

    /// Returns the agreement, if the rules keep the proposal.
    #[must_use]
    pub const fn agreement(&self) -> Option<Agreement> {
        if let Motion::Agreement(agreement) = self {
            Some(*agreement)
        } else {
            None
        }
    }

    /// Returns the substitute it names, who must agree.
    #[must_use]
    pub const fn substitute(&self) -> Option<Person> {
        match self {
            Motion::Substitute { person, .. } => Some(*person),
            Motion::Agreement(_)
            | Motion::Abort
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
    /// The time when it expires.
    pub expires: Expiry,
}

/// The time when a proposal expires unless it is answered before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expiry {
    /// At this moment.
    At(Moment),
    /// With the window in which it was made. It closes at this moment, unless it is moved or the
    /// match is paused.
    WithWindow(Moment),
    /// Once this many plies have been made (rules §5.1).
    AtPly(u32),
    /// With the next move of the army that made it (rules §6.5).
    WithTheirMove,
    /// With the next elimination (rules §6.3).
    WithAnArmy,
}

impl Proposal {
    /// The time a proposal stays open, in milliseconds.
    pub const STANDS: i64 = Moment::DAY;

    pub(super) fn new(motion: Motion, by: Color, expires: Expiry) -> Proposal {
        Proposal {
            motion,
            by,
            agreed: Colors::NONE.with(by),
            substitute_agreed: false,
            expires,
        }
    }

    /// Returns a proposal that stays open for a day.
    pub(super) fn for_a_day(motion: Motion, by: Color, at: Moment) -> Proposal {
        Proposal::new(motion, by, Expiry::At(at.plus(Proposal::STANDS)))
    }

    /// Returns the substitute, if it names one who has not agreed yet.
    #[must_use]
    pub const fn pending_substitute(&self) -> Option<Person> {
        if self.substitute_agreed {
            None
        } else {
            self.motion.substitute()
        }
    }

    /// Returns the moment it expires, if it does so by the clock.
    #[must_use]
    pub const fn until(&self) -> Option<Moment> {
        match self.expires {
            Expiry::At(moment) | Expiry::WithWindow(moment) => Some(moment),
            Expiry::AtPly(_) | Expiry::WithTheirMove | Expiry::WithAnArmy => None,
        }
    }

    /// Returns true if it expires together with the window.
    pub(super) const fn ends_with_window(&self) -> bool {
        matches!(self.expires, Expiry::WithWindow(_))
    }

    /// Returns true if it has expired by the clock, and not together with a window.
    pub(super) fn is_over(&self, now: Moment) -> bool {
        !self.ends_with_window() && self.until().is_some_and(|until| until <= now)
    }
}

/// The open proposals of a match, at most one for each [`Matter`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proposals(Vec<Proposal>);

impl Proposals {
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

    /// Returns the moment the first one expires, apart from those that expire with the window.
    #[must_use]
    pub fn first_expiry(&self) -> Option<Moment> {
        let alone = self.iter().filter(|proposal| !proposal.ends_with_window());
        alone.filter_map(Proposal::until).min()
    }

    /// Lets those made in the window expire when it closes; at once if it is closed.
    pub(super) fn follow_window(&mut self, closes: Option<Moment>) {
        self.0.retain_mut(|proposal| {
            if proposal.ends_with_window() {
                proposal.expires = closes.map_or(proposal.expires, Expiry::WithWindow);
            }
            closes.is_some() || !proposal.ends_with_window()
        });
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
