//! Agreements between armies, made between moves: draws (rules §5.1), pacts (rules §6.3), and
//! resigning for a named winner (rules §6.5).

use super::{
    color::{Color, Colors},
    words::words,
};

/// The offers and pacts that stand in a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreements {
    draw: Option<DrawOffer>,
    resignation: Option<Resignation>,
    pacts: Pacts,
}

/// An open offer of a draw (rules §5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawOffer {
    /// The army that offered it.
    pub by: Color,
    /// The armies that agree, the one that offered it among them.
    pub agreed: Colors,
    /// The ply at which the offer expires.
    pub until_ply: u32,
}

/// An open offer to resign for a named winner (rules §6.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resignation {
    /// The army that resigns.
    pub by: Color,
    /// The army that would win.
    pub winner: Color,
}

impl Resignation {
    /// Returns the army that must accept: the one that neither resigns nor wins.
    #[must_use]
    pub fn third(&self) -> Color {
        third(self.by, self.winner)
    }
}

/// Returns the third army, given two different ones.
pub(crate) fn third(one: Color, other: Color) -> Color {
    if one.next() == other {
        other.next()
    } else {
        one.next()
    }
}

/// The pacts that are offered or agreed (rules §6.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pacts {
    /// For each army, the others it has offered a pact.
    offered: [Colors; 3],
    /// For each army, the others it has a pact with.
    agreed: [Colors; 3],
}

impl Pacts {
    /// Returns true if the two have a pact to mate the third army.
    #[must_use]
    pub fn stands(&self, one: Color, other: Color) -> bool {
        self.agreed[one.index()].contains(other)
    }

    /// Returns true if the other two armies have a pact to mate this one.
    #[must_use]
    pub fn are_against(&self, color: Color) -> bool {
        let mut pacts = self.agreed();
        pacts.any(|(one, other)| one != color && other != color)
    }

    /// Returns true if `by` has offered `with` a pact that is still unanswered.
    #[must_use]
    pub fn is_offered(&self, by: Color, with: Color) -> bool {
        self.offered[by.index()].contains(with)
    }

    /// Returns the pairs that have a pact, each pair once, in turn order.
    pub fn agreed(&self) -> impl Iterator<Item = (Color, Color)> + use<> {
        pairs(self.agreed).filter(|(one, other)| one < other)
    }

    /// Returns the unanswered offers, each as the army that made it and the army it was made to.
    pub fn offers(&self) -> impl Iterator<Item = (Color, Color)> + use<> {
        pairs(self.offered)
    }

    fn forget(&mut self, one: Color, other: Color) {
        for (from, to) in [(one, other), (other, one)] {
            let from = from.index();
            self.offered[from] = self.offered[from].without(to);
            self.agreed[from] = self.agreed[from].without(to);
        }
    }
}

/// Returns each army together with each of its others.
fn pairs(others: [Colors; 3]) -> impl Iterator<Item = (Color, Color)> {
    let each = Color::ALL.into_iter().zip(others);
    each.flat_map(|(one, others)| others.iter().map(move |other| (one, other)))
}

/// An agreement that armies can come to between their moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// A draw between all armies in play (rules §5.1).
    Draw,
    /// A pact with this army (rules §6.3).
    Pact(Color),
    /// A resignation for this winner, which the third army must accept (rules §6.5).
    Resignation(Color),
}

words! {
    /// An action on an offer or a proposal.
    OfferAction {
        /// Make it, or agree to the one already made.
        "offer" => Offer,
        /// Agree to it.
        "accept" => Accept,
        /// Decline it, which ends it.
        "decline" => Decline,
        /// Take one's own back, or end the pact that came of it.
        "withdraw" => Withdraw,
    }
}

impl OfferAction {
    /// Returns true if others may answer it, or more of them must agree.
    #[must_use]
    pub const fn asks(self) -> bool {
        matches!(self, OfferAction::Offer | OfferAction::Accept)
    }
}

/// The reason an [`OfferAction`] is refused, with its section of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// The army is out of the game.
    #[error("the army is out of the game (rules §4.4)")]
    ArmyOut,
    /// The ruleset does not have this kind of agreement.
    #[error("there is no such thing in this ruleset (rules §6)")]
    NotInThisRuleset,
    /// The army has already proposed or agreed to it, or another proposal is in the way.
    #[error("that stands proposed or agreed already")]
    AlreadyProposed,
    /// There is no such offer to answer or withdraw.
    #[error("there is nothing of the kind to answer or to take back")]
    NothingToAccept,
    /// The named winner must be another army in play.
    #[error("the winner must be another army in play (rules §6.5)")]
    WhichWinner,
    /// A pact needs another army in play as partner.
    #[error("a pact is with another army in play (rules §6.3)")]
    WhichPartner,
    /// A pact needs a third army in play to be against.
    #[error("a pact is against a third army, and only two are in play (rules §6.3)")]
    NoThirdArmy,
}

impl Refusal {
    /// Returns the section of the rules behind the refusal, such as `§6.5`, if there is one.
    #[must_use]
    pub const fn rule(self) -> Option<&'static str> {
        match self {
            Refusal::ArmyOut => Some("§4.4"),
            Refusal::NotInThisRuleset => Some("§6"),
            Refusal::WhichWinner => Some("§6.5"),
            Refusal::WhichPartner | Refusal::NoThirdArmy => Some("§6.3"),
            Refusal::Over | Refusal::AlreadyProposed | Refusal::NothingToAccept => None,
        }
    }
}

impl Agreements {
    /// Returns the open draw offer.
    #[must_use]
    pub const fn draw(&self) -> Option<&DrawOffer> {
        self.draw.as_ref()
    }

    /// Returns the open resignation for a named winner.
    #[must_use]
    pub const fn resignation(&self) -> Option<&Resignation> {
        self.resignation.as_ref()
    }

    /// Returns the pacts that are offered or agreed.
    #[must_use]
    pub const fn pacts(&self) -> &Pacts {
        &self.pacts
    }

    /// Grants or refuses an action of an army in play, and returns what it amounts to. The caller has
    /// checked that the ruleset knows such agreements.
    pub(crate) fn wish(
        &self,
        by: Color,
        action: OfferAction,
        about: Agreement,
        in_play: Colors,
    ) -> Result<(OfferAction, Agreement), Refusal> {
        use OfferAction::{Accept, Decline, Offer, Withdraw};
        let granted = |granted: bool| granted.then_some(action).ok_or(Refusal::NothingToAccept);
        match (about, self.resignation) {
            (Agreement::Draw, _) => {
                let agrees = self.draw.map(|offer| offer.agreed.contains(by));
                let own = self.draw.is_some_and(|offer| offer.by == by);
                let amounts = match (action, agrees) {
                    (Offer | Accept, Some(true)) => Err(Refusal::AlreadyProposed),
                    (Offer | Accept, Some(false)) => Ok(Accept),
                    (Offer | Accept, None) => granted(action == Offer),
                    (Decline, _) => granted(agrees == Some(false)),
                    (Withdraw, _) => granted(own),
                };
                Ok((amounts?, about))
            }
            (Agreement::Resignation(winner), standing) if action == Offer => {
                if winner == by || !in_play.contains(winner) {
                    Err(Refusal::WhichWinner)
                } else if standing.is_some() {
                    Err(Refusal::AlreadyProposed)
                } else {
                    Ok((Offer, about))
                }
            }
            (Agreement::Resignation(_), standing) => {
                let standing = standing.ok_or(Refusal::NothingToAccept)?;
                let answers = if action == Withdraw {
                    standing.by
                } else {
                    standing.third()
                };
                Ok((
                    granted(answers == by)?,
                    Agreement::Resignation(standing.winner),
                ))
            }
            (Agreement::Pact(_), _) if in_play.len() < 3 => Err(Refusal::NoThirdArmy),
            (Agreement::Pact(with), _) if with == by => Err(Refusal::WhichPartner),
            (Agreement::Pact(with), _) => {
                let known = self.pacts.stands(by, with) || self.pacts.is_offered(by, with);
                let offered = self.pacts.is_offered(with, by);
                let amounts = match action {
                    Withdraw => granted(known),
                    Offer | Accept if known => Err(Refusal::AlreadyProposed),
                    Offer | Accept if offered => Ok(Accept),
                    Offer => Ok(Offer),
                    Accept | Decline => Err(Refusal::NothingToAccept),
                };
                Ok((amounts?, about))
            }
        }
    }

    /// Records an action of an army, `ply` plies into the match and with `in_play` armies in play.
    pub(crate) fn hear(
        &mut self,
        by: Color,
        action: OfferAction,
        about: Agreement,
        ply: u32,
        in_play: usize,
    ) {
        use OfferAction::{Accept, Decline, Offer, Withdraw};
        match (about, action) {
            (Agreement::Draw, Offer) => {
                self.draw = Some(DrawOffer {
                    by,
                    agreed: Colors::NONE.with(by),
                    until_ply: ply + in_play as u32,
                });
            }
            (Agreement::Draw, Accept) => {
                if let Some(offer) = &mut self.draw {
                    offer.agreed = offer.agreed.with(by);
                }
            }
            (Agreement::Draw, Decline | Withdraw) => self.draw = None,
            (Agreement::Resignation(winner), Offer) => {
                self.resignation = Some(Resignation { by, winner });
            }
            (Agreement::Resignation(_), Accept | Decline | Withdraw) => self.resignation = None,
            (Agreement::Pact(with), Offer) => {
                let offered = &mut self.pacts.offered[by.index()];
                *offered = offered.with(with);
            }
            (Agreement::Pact(with), Accept) => {
                self.pacts.forget(by, with);
                for (one, other) in [(by, with), (with, by)] {
                    let agreed = &mut self.pacts.agreed[one.index()];
                    *agreed = agreed.with(other);
                }
            }
            (Agreement::Pact(with), Decline | Withdraw) => self.pacts.forget(by, with),
        }
    }

    /// Drops what expires with a move of this army that brings the match to `ply`: a draw offer
    /// whose round is over (rules §5.1), and the mover's own resignation (rules §6.5).
    pub(crate) fn after_move(&mut self, mover: Color, ply: u32) {
        self.draw = self.draw.filter(|offer| ply < offer.until_ply);
        self.resignation = self.resignation.filter(|offer| offer.by != mover);
    }

    /// Returns what survives when moves are taken back: the pacts, and the offers of pacts.
    pub(crate) fn without_offers(&self) -> Agreements {
        Agreements {
            pacts: self.pacts,
            ..Agreements::default()
        }
    }

    /// Drops all offers and pacts, as happens when an army goes out (rules §4.4) and when the match
    /// ends.
    pub(crate) fn lapse(&mut self) {
        *self = Agreements::default();
    }
}
