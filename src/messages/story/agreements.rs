//! Offers between armies: draws, resignations that name a winner, and pacts.

use super::*;
use crate::rules::Resignation;

impl Story<'_> {
    /// Tells what an army has said to the others (rules §5.1, §6.3, §6.5).
    pub(super) fn said(&self, by: Color, action: OfferAction, about: Agreement) -> Message {
        use OfferAction::{Accept, Decline, Offer, Withdraw};
        let in_play = self.state.position().in_play();
        let id = match (about, action) {
            (Agreement::Draw, Offer) => {
                let others = Others(in_play.without(by));
                return self.tell("draw-offered", [Player(by), others]);
            }
            (Agreement::Draw, Accept) => {
                let agreed = self.state.draw_offer().map(|offer| offer.agreed.iter());
                let waiting = agreed.map(|agreed| agreed.fold(in_play, Colors::without));
                if let Some(waiting) = waiting.filter(|waiting| !waiting.is_empty()) {
                    return self.tell("draw-agreed-waiting", [Player(by), Others(waiting)]);
                }
                "draw-agreed"
            }
            (Agreement::Draw, Decline) => "draw-declined",
            (Agreement::Draw, Withdraw) => "draw-withdrawn",
            (Agreement::Resignation(winner), Offer) => {
                return self.resignation("resignation-offered", Resignation { by, winner });
            }
            (Agreement::Resignation(_), Accept) => "resignation-accepted",
            (Agreement::Resignation(_), Decline) => "resignation-declined",
            (Agreement::Resignation(_), Withdraw) => "resignation-withdrawn",
            (Agreement::Pact(with), _) => {
                let stood = self.before.0.pacts().stands(by, with);
                let id = match action {
                    Offer => "pact-offered",
                    Accept => "pact-agreed",
                    Decline | Withdraw if stood => "pact-revoked",
                    Decline | Withdraw => "pact-offer-revoked",
                };
                return self.pact(id, by, with);
            }
        };
        self.tell(id, [Player(by)])
    }

    fn resignation(&self, id: &'static str, offer: Resignation) -> Message {
        let (winner, third) = (Who("winner", offer.winner), Who("third", offer.third()));
        self.tell(id, [Player(offer.by), winner, third])
    }

    fn pact(&self, id: &'static str, by: Color, with: Color) -> Message {
        let third = Colors::ALL.without(by).without(with).iter();
        let third = third.map(|color| Who("third", color));
        self.tell(
            id,
            [Player(by), Who("other", with)].into_iter().chain(third),
        )
    }

    /// Tells the offers and proposals that lapsed with a move or an elimination (rules §4.4, §5.1,
    /// §6.5), a sentence each.
    pub(crate) fn lapsed(&self, events: &[Event]) -> Vec<Message> {
        if self.state.outcome().is_some() {
            return Vec::new();
        }
        let mut lapsed = self.proposals_gone(events);
        let changes = |event: &Event| {
            matches!(
                event,
                Event::Moved { .. } | Event::Eliminated(_) | Event::TakenBack { .. }
            )
        };
        if !events.iter().any(changes) {
            return lapsed;
        }
        let (before, now) = (&self.before.0, self.state.game().agreements());
        if before.draw().is_some() && now.draw().is_none() {
            lapsed.push(self.tell("draw-lapsed", []));
        }
        if let (Some(offer), None) = (before.resignation(), now.resignation()) {
            lapsed.push(self.resignation("resignation-lapsed", *offer));
        }
        let (before, now) = (before.pacts(), now.pacts());
        if before.agreed().next().is_some() && now.agreed().next().is_none() {
            lapsed.push(self.tell("pacts-lapsed", []));
        } else if before.offers().next().is_some() && now.offers().next().is_none() {
            lapsed.push(self.tell("pact-offers-lapsed", []));
        }
        lapsed
    }

    /// Tells the pacts that stand or are offered, the draw that is offered, the resignation that
    /// waits for the third army, and the proposals, a sentence each.
    #[must_use]
    pub fn agreements(&self) -> Vec<Message> {
        let agreed = self.state.game().agreements().pacts().agreed();
        let agreed = agreed.map(|(one, other)| self.pact("pact-stands", one, other));
        agreed.chain(self.offers()).collect()
    }

    /// Tells the same but for pacts that stand: what waits for an answer.
    pub(super) fn offers(&self) -> Vec<Message> {
        let now = self.state.game().agreements();
        let offers = now.pacts().offers();
        let resignation = now.resignation();
        let draw = now.draw().map(|offer| {
            let in_play = self.state.position().in_play();
            let waiting = offer.agreed.iter().fold(in_play, Colors::without);
            self.tell("draw-stands", [Player(offer.by), Others(waiting)])
        });
        draw.into_iter()
            .chain(offers.map(|(by, with)| self.pact("pact-stands-offered", by, with)))
            .chain(resignation.map(|offer| self.resignation("resignation-stands", *offer)))
            .chain(self.proposals())
            .collect()
    }
}
