//! What armies agree on between moves: draws (rules §5.1), pacts (rules §6.3), and resigning for a
//! named winner (rules §6.5).

use super::color::{Color, Colors};

/// What stands proposed or agreed in a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreements {
    draw: Option<DrawOffer>,
    resignation: Option<Resignation>,
    pacts: Pacts,
}

/// A draw that stands offered (rules §5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawOffer {
    /// The army that offered it.
    pub by: Color,
    /// The armies that agree, the one that offered it among them.
    pub agreed: Colors,
    /// The ply at which it lapses.
    pub until_ply: u32,
}

/// A resignation for a named winner that stands offered (rules §6.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resignation {
    /// The army that resigns.
    pub by: Color,
    /// The army that wins by it.
    pub winner: Color,
}

impl Resignation {
    /// The army that must accept: neither of the two, where they differ.
    #[must_use]
    pub fn third(&self) -> Color {
        third(self.by, self.winner)
    }
}

/// The army besides two others.
pub(crate) fn third(one: Color, other: Color) -> Color {
    if one.next() == other {
        other.next()
    } else {
        one.next()
    }
}

/// The pacts that stand offered or agreed (rules §6.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pacts {
    /// For each army the others to whom it has offered one.
    offered: [Colors; 3],
    /// For each army the others with whom it has one.
    agreed: [Colors; 3],
}

impl Pacts {
    /// Whether the two have a pact to mate the third.
    #[must_use]
    pub fn stands(&self, one: Color, other: Color) -> bool {
        self.agreed[one.index()].contains(other)
    }

    /// Whether `by` has offered one to `with`, who has not answered.
    #[must_use]
    pub fn is_offered(&self, by: Color, with: Color) -> bool {
        self.offered[by.index()].contains(with)
    }

    /// The pairs that have a pact, each once, in turn order.
    pub fn agreed(&self) -> impl Iterator<Item = (Color, Color)> + use<> {
        let pacts = *self;
        Color::ALL.into_iter().flat_map(move |one| {
            let others = pacts.agreed[one.index()];
            others
                .iter()
                .filter(move |other| one < *other)
                .map(move |other| (one, other))
        })
    }

    /// The offers that are not answered: who made them, and to whom.
    pub fn offers(&self) -> impl Iterator<Item = (Color, Color)> + use<> {
        let pacts = *self;
        Color::ALL.into_iter().flat_map(move |by| {
            let others = pacts.offered[by.index()];
            others.iter().map(move |with| (by, with))
        })
    }

    fn forget(&mut self, one: Color, other: Color) {
        for (from, to) in [(one, other), (other, one)] {
            let from = from.index();
            self.offered[from] = self.offered[from].without(to);
            self.agreed[from] = self.agreed[from].without(to);
        }
    }
}

/// What a player wants to agree on, or answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To offer a draw, or to agree to the one that stands.
    OfferDraw,
    /// To agree to the draw that stands offered.
    AcceptDraw,
    /// To decline it.
    DeclineDraw,
    /// To take one's own offer of a draw back.
    WithdrawDraw,
    /// To resign for this winner.
    ResignFor(Color),
    /// To let a resignation for another winner stand, as the third.
    AcceptResignation,
    /// To decline it.
    DeclineResignation,
    /// To take one's own resignation back.
    WithdrawResignation,
    /// To offer this army a pact, or to accept the one that it offers.
    OfferPact(Color),
    /// To accept the pact that this army offers.
    AcceptPact(Color),
    /// To end the pact with this army, or to take one's own offer to it back.
    RevokePact(Color),
}

/// What a player has said by such a wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// Offered a draw.
    DrawOffered,
    /// Agreed to it.
    DrawAgreed,
    /// Declined it.
    DrawDeclined,
    /// Took the offer back.
    DrawWithdrawn,
    /// Resigned for this winner, if the third agrees.
    ResignationOffered(Color),
    /// Agreed to it, as the third.
    ResignationAccepted,
    /// Declined it.
    ResignationDeclined,
    /// Took it back.
    ResignationWithdrawn,
    /// Offered this army a pact.
    PactOffered(Color),
    /// Accepted the pact that this army offered.
    PactAgreed(Color),
    /// Ended the pact with this army, or took the offer to it back.
    PactRevoked(Color),
}

/// Why a wish is not granted, with the section that says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// The army is out of the game.
    #[error("the army is out of the game (rules §4.4)")]
    ArmyOut,
    /// The ruleset has no such thing.
    #[error("there is no such thing in this ruleset (rules §6)")]
    NotInThisRuleset,
    /// The army has proposed or agreed to it already, or another one stands in its way.
    #[error("that stands proposed or agreed already")]
    AlreadyProposed,
    /// Nothing stands that could be answered or taken back so.
    #[error("there is nothing of the kind to answer or to take back")]
    NothingToAccept,
    /// The winner must be another army in play.
    #[error("the winner must be another army in play (rules §6.5)")]
    WhichWinner,
    /// A pact is with another army in play.
    #[error("a pact is with another army in play (rules §6.3)")]
    WhichPartner,
    /// A pact needs a third army in play.
    #[error("a pact is against a third army, and only two are in play (rules §6.3)")]
    NoThirdArmy,
}

impl Refusal {
    /// The section of the rules that says so, where one does.
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
    /// The draw that stands offered.
    #[must_use]
    pub const fn draw(&self) -> Option<&DrawOffer> {
        self.draw.as_ref()
    }

    /// The resignation for a named winner that stands offered.
    #[must_use]
    pub const fn resignation(&self) -> Option<&Resignation> {
        self.resignation.as_ref()
    }

    /// The pacts.
    #[must_use]
    pub const fn pacts(&self) -> &Pacts {
        &self.pacts
    }

    /// What an army in play would say by a wish that the ruleset knows.
    pub(crate) fn wish(&self, by: Color, wish: Wish, in_play: Colors) -> Result<Said, Refusal> {
        match wish {
            Wish::OfferDraw | Wish::AcceptDraw => match self.draw {
                Some(offer) if offer.agreed.contains(by) => Err(Refusal::AlreadyProposed),
                Some(_) => Ok(Said::DrawAgreed),
                None if wish == Wish::OfferDraw => Ok(Said::DrawOffered),
                None => Err(Refusal::NothingToAccept),
            },
            Wish::DeclineDraw => {
                let open = self.draw.is_some_and(|offer| !offer.agreed.contains(by));
                granted(open, Said::DrawDeclined)
            }
            Wish::WithdrawDraw => {
                let own = self.draw.is_some_and(|offer| offer.by == by);
                granted(own, Said::DrawWithdrawn)
            }
            Wish::ResignFor(winner) => {
                if winner == by || !in_play.contains(winner) {
                    Err(Refusal::WhichWinner)
                } else if self.resignation.is_some() {
                    Err(Refusal::AlreadyProposed)
                } else {
                    Ok(Said::ResignationOffered(winner))
                }
            }
            Wish::AcceptResignation => granted(self.asks(by), Said::ResignationAccepted),
            Wish::DeclineResignation => granted(self.asks(by), Said::ResignationDeclined),
            Wish::WithdrawResignation => {
                let own = self.resignation.is_some_and(|offer| offer.by == by);
                granted(own, Said::ResignationWithdrawn)
            }
            Wish::OfferPact(with) | Wish::AcceptPact(with) | Wish::RevokePact(with) => {
                if in_play.len() < 3 {
                    return Err(Refusal::NoThirdArmy);
                }
                if with == by {
                    return Err(Refusal::WhichPartner);
                }
                self.wish_pact(by, wish, with)
            }
        }
    }

    fn wish_pact(&self, by: Color, wish: Wish, with: Color) -> Result<Said, Refusal> {
        let pacts = &self.pacts;
        let known = pacts.stands(by, with) || pacts.is_offered(by, with);
        if matches!(wish, Wish::RevokePact(_)) {
            granted(known, Said::PactRevoked(with))
        } else if known {
            Err(Refusal::AlreadyProposed)
        } else if pacts.is_offered(with, by) {
            Ok(Said::PactAgreed(with))
        } else {
            let offers = matches!(wish, Wish::OfferPact(_));
            granted(offers, Said::PactOffered(with))
        }
    }

    /// Whether a resignation waits for this army's answer.
    fn asks(&self, army: Color) -> bool {
        self.resignation.is_some_and(|offer| offer.third() == army)
    }

    /// Takes in what an army has said after so many plies, with so many armies in play.
    pub(crate) fn hear(&mut self, by: Color, said: Said, ply: u32, in_play: usize) {
        match said {
            Said::DrawOffered => {
                self.draw = Some(DrawOffer {
                    by,
                    agreed: Colors::NONE.with(by),
                    until_ply: ply + in_play as u32,
                });
            }
            Said::DrawAgreed => {
                if let Some(offer) = &mut self.draw {
                    offer.agreed = offer.agreed.with(by);
                }
            }
            Said::DrawDeclined | Said::DrawWithdrawn => self.draw = None,
            Said::ResignationOffered(winner) => self.resignation = Some(Resignation { by, winner }),
            Said::ResignationAccepted | Said::ResignationDeclined | Said::ResignationWithdrawn => {
                self.resignation = None;
            }
            Said::PactOffered(with) => {
                let offered = &mut self.pacts.offered[by.index()];
                *offered = offered.with(with);
            }
            Said::PactAgreed(with) => {
                self.pacts.forget(by, with);
                for (one, other) in [(by, with), (with, by)] {
                    let agreed = &mut self.pacts.agreed[one.index()];
                    *agreed = agreed.with(other);
                }
            }
            Said::PactRevoked(with) => self.pacts.forget(by, with),
        }
    }

    /// Lets lapse what ends with a move of this army, the match now standing at this ply: a draw's
    /// round (rules §5.1), and the mover's own resignation (rules §6.5).
    pub(crate) fn after_move(&mut self, mover: Color, ply: u32) {
        self.draw = self.draw.filter(|offer| ply < offer.until_ply);
        self.resignation = self.resignation.filter(|offer| offer.by != mover);
    }

    /// What stays agreed when moves are taken back: pacts, and offers of them.
    pub(crate) fn without_offers(&self) -> Agreements {
        Agreements {
            pacts: self.pacts,
            ..Agreements::default()
        }
    }

    /// Lets lapse all that stands, as an army goes out (rules §4.4) and at the end.
    pub(crate) fn lapse(&mut self) {
        *self = Agreements::default();
    }
}

fn granted(granted: bool, said: Said) -> Result<Said, Refusal> {
    if granted {
        Ok(said)
    } else {
        Err(Refusal::NothingToAccept)
    }
}
