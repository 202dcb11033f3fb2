//! Consent: the armies that must agree to a proposal, and all proposals that are open.

use crate::rules::{Color, Colors};

use super::{
    id::Moment,
    proposal::{Matter, Motion, Proposal},
    seat::Seat,
    state::Match,
};

/// Any open proposal, in `rules` or in [`Match::proposals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenProposal {
    /// The content of the proposal.
    pub what: What,
    /// The army that made it.
    pub by: Color,
    /// The armies that agree, including its own.
    pub agreed: Colors,
    /// The armies that must still agree.
    pub pending: Colors,
    /// The time when it expires.
    pub expires: Expiry,
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
pub enum Expiry {
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
    /// [`Match::proposals`].
    #[must_use]
    pub fn open_proposals(&self) -> Vec<OpenProposal> {
        let agreements = self.game().agreements();
        let in_play = self.position().in_play();
        let without = |colors: Colors, others: Colors| -> Colors {
            let mut rest = colors;
            for color in others.iter() {
                rest = rest.without(color);
            }
            rest
        };
        let draw = agreements.draw().map(|offer| OpenProposal {
            what: What::Draw,
            by: offer.by,
            agreed: offer.agreed,
            pending: without(in_play, offer.agreed),
            expires: Expiry::AtPly(offer.until_ply),
        });
        let resignation = agreements.resignation().map(|offer| OpenProposal {
            what: What::Resignation(offer.winner),
            by: offer.by,
            agreed: Colors::NONE.with(offer.by),
            pending: Colors::NONE.with(offer.third()),
            expires: Expiry::WithTheirMove,
        });
        let pacts = agreements.pacts().offers().map(|(by, with)| OpenProposal {
            what: What::Pact(with),
            by,
            agreed: Colors::NONE.with(by),
            pending: Colors::NONE.with(with),
            expires: Expiry::WithAnArmy,
        });
        let proposals = self.proposals().iter().map(|proposal| OpenProposal {
            what: What::Motion(proposal.motion),
            by: proposal.by,
            agreed: proposal.agreed,
            pending: without(
                self.electorate(&proposal.motion, proposal.by),
                proposal.agreed,
            ),
            expires: Expiry::At(proposal.until),
        });
        draw.into_iter()
            .chain(resignation)
            .chain(pacts)
            .chain(proposals)
            .collect()
    }
}
