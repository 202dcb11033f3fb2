//! Agreements between armies, made between moves: draws (rules §5.1), pacts (rules §6.3), and
//! resigning for a named winner (rules §6.5).

use super::color::{Color, Colors};

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
        let pacts = *self;
        Color::ALL.into_iter().flat_map(move |one| {
            let others = pacts.agreed[one.index()];
            others
                .iter()
                .filter(move |other| one < *other)
                .map(move |other| (one, other))
        })
    }

    /// Returns the unanswered offers, each as the army that made it and the army it was made to.
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

/// An offer, or an answer to one, that a player asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Offer a draw, or agree to the one already offered.
    OfferDraw,
    /// Agree to the draw that is offered.
    AcceptDraw,
    /// Decline the draw that is offered.
    DeclineDraw,
    /// Withdraw one's own draw offer.
    WithdrawDraw,
    /// Resign for this winner.
    ResignFor(Color),
    /// Accept another army's resignation for a named winner, as the third army.
    AcceptResignation,
    /// Decline another army's resignation for a named winner, as the third army.
    DeclineResignation,
    /// Withdraw one's own resignation.
    WithdrawResignation,
    /// Offer this army a pact, or accept the one it offers.
    OfferPact(Color),
    /// Accept the pact this army offers.
    AcceptPact(Color),
    /// End the pact with this army, or withdraw one's own offer of one.
    RevokePact(Color),
}

/// A granted [`Wish`]: an offer or answer as it entered the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statement {
    /// Offered a draw.
    DrawOffered,
    /// Agreed to the draw that is offered.
    DrawAgreed,
    /// Declined the draw that is offered.
    DrawDeclined,
    /// Withdrew its own draw offer.
    DrawWithdrawn,
    /// Resigned for this winner, provided the third army accepts.
    ResignationOffered(Color),
    /// Accepted the resignation, as the third army.
    ResignationAccepted,
    /// Declined the resignation, as the third army.
    ResignationDeclined,
    /// Withdrew its own resignation.
    ResignationWithdrawn,
    /// Offered this army a pact.
    PactOffered(Color),
    /// Accepted the pact this army offered.
    PactAgreed(Color),
    /// Ended the pact with this army, or withdrew its own offer of one.
    PactRevoked(Color),
}

impl Statement {
    /// Returns true if others may answer it, or more of them must agree.
    #[must_use]
    pub const fn asks(self) -> bool {
        matches!(
            self,
            Statement::DrawOffered
                | Statement::DrawAgreed
                | Statement::ResignationOffered(_)
                | Statement::PactOffered(_)
                | Statement::PactAgreed(_)
        )
    }
}

/// The reason a [`Wish`] is refused, with its section of the rules.
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

    /// Grants or refuses a wish of an army in play. The caller has checked that the ruleset knows
    /// this kind of wish.
    pub(crate) fn wish(
        &self,
        by: Color,
        wish: Wish,
        in_play: Colors,
    ) -> Result<Statement, Refusal> {
        match wish {
            Wish::OfferDraw | Wish::AcceptDraw => match self.draw {
                Some(offer) if offer.agreed.contains(by) => Err(Refusal::AlreadyProposed),
                Some(_) => Ok(Statement::DrawAgreed),
                None if wish == Wish::OfferDraw => Ok(Statement::DrawOffered),
                None => Err(Refusal::NothingToAccept),
            },
            Wish::DeclineDraw => {
                let open = self.draw.is_some_and(|offer| !offer.agreed.contains(by));
                granted(open, Statement::DrawDeclined)
            }
            Wish::WithdrawDraw => {
                let own = self.draw.is_some_and(|offer| offer.by == by);
                granted(own, Statement::DrawWithdrawn)
            }
            Wish::ResignFor(winner) => {
                if winner == by || !in_play.contains(winner) {
                    Err(Refusal::WhichWinner)
                } else if self.resignation.is_some() {
                    Err(Refusal::AlreadyProposed)
                } else {
                    Ok(Statement::ResignationOffered(winner))
                }
            }
            Wish::AcceptResignation => granted(self.asks(by), Statement::ResignationAccepted),
            Wish::DeclineResignation => granted(self.asks(by), Statement::ResignationDeclined),
            Wish::WithdrawResignation => {
                let own = self.resignation.is_some_and(|offer| offer.by == by);
                granted(own, Statement::ResignationWithdrawn)
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

    fn wish_pact(&self, by: Color, wish: Wish, with: Color) -> Result<Statement, Refusal> {
        let pacts = &self.pacts;
        let known = pacts.stands(by, with) || pacts.is_offered(by, with);
        if matches!(wish, Wish::RevokePact(_)) {
            granted(known, Statement::PactRevoked(with))
        } else if known {
            Err(Refusal::AlreadyProposed)
        } else if pacts.is_offered(with, by) {
            Ok(Statement::PactAgreed(with))
        } else {
            let offers = matches!(wish, Wish::OfferPact(_));
            granted(offers, Statement::PactOffered(with))
        }
    }

    /// Returns true if a resignation waits for this army's answer.
    fn asks(&self, army: Color) -> bool {
        self.resignation.is_some_and(|offer| offer.third() == army)
    }

    /// Records what an army has said, `ply` plies into the match and with `in_play` armies in play.
    pub(crate) fn hear(&mut self, by: Color, said: Statement, ply: u32, in_play: usize) {
        match said {
            Statement::DrawOffered => {
                self.draw = Some(DrawOffer {
                    by,
                    agreed: Colors::NONE.with(by),
                    until_ply: ply + in_play as u32,
                });
            }
            Statement::DrawAgreed => {
                if let Some(offer) = &mut self.draw {
                    offer.agreed = offer.agreed.with(by);
                }
            }
            Statement::DrawDeclined | Statement::DrawWithdrawn => self.draw = None,
            Statement::ResignationOffered(winner) => {
                self.resignation = Some(Resignation { by, winner })
            }
            Statement::ResignationAccepted
            | Statement::ResignationDeclined
            | Statement::ResignationWithdrawn => {
                self.resignation = None;
            }
            Statement::PactOffered(with) => {
                let offered = &mut self.pacts.offered[by.index()];
                *offered = offered.with(with);
            }
            Statement::PactAgreed(with) => {
                self.pacts.forget(by, with);
                for (one, other) in [(by, with), (with, by)] {
                    let agreed = &mut self.pacts.agreed[one.index()];
                    *agreed = agreed.with(other);
                }
            }
            Statement::PactRevoked(with) => self.pacts.forget(by, with),
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

fn granted(granted: bool, said: Statement) -> Result<Statement, Refusal> {
    if granted {
        Ok(said)
    } else {
        Err(Refusal::NothingToAccept)
    }
}
