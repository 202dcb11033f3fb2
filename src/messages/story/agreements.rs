//! Offers between armies: draws, resignations that name a winner, and pacts.

use super::{Story, without};
use crate::{
    matchplay::Event,
    messages::message::Message,
    rules::{Color, Colors, Resignation, Statement},
};

impl Story<'_> {
    /// Tells what an army has said to the others (rules §5.1, §6.3, §6.5).
    pub(super) fn said(&self, by: Color, said: Statement) -> Message {
        match said {
            Statement::DrawOffered => self.draw_offered(by),
            Statement::DrawAgreed => self.draw_agreed(by),
            Statement::DrawDeclined => self.of("draw-declined", by),
            Statement::DrawWithdrawn => self.of("draw-withdrawn", by),
            Statement::ResignationOffered(winner) => {
                self.resignation("resignation-offered", Resignation { by, winner })
            }
            Statement::ResignationAccepted => self.of("resignation-accepted", by),
            Statement::ResignationDeclined => self.of("resignation-declined", by),
            Statement::ResignationWithdrawn => self.of("resignation-withdrawn", by),
            Statement::PactOffered(with) => self.pact("pact-offered", by, with),
            Statement::PactAgreed(with) => self.pact("pact-agreed", by, with),
            Statement::PactRevoked(with) if self.before.pacts().stands(by, with) => {
                self.pact("pact-revoked", by, with)
            }
            Statement::PactRevoked(with) => self.pact("pact-offer-revoked", by, with),
        }
    }

    fn draw_offered(&self, by: Color) -> Message {
        let others = self.state.position().in_play().without(by);
        let (player, others) = (self.player(by), self.players(others));
        self.say("draw-offered", &[("player", &player), ("others", &others)])
    }

    fn draw_agreed(&self, by: Color) -> Message {
        let waiting = self.state.draw_offer().map_or(Colors::NONE, |offer| {
            without(self.state.position().in_play(), offer.agreed)
        });
        if waiting.is_empty() {
            return self.of("draw-agreed", by);
        }
        let (player, others) = (self.player(by), self.players(waiting));
        let values = [("player", &player as _), ("others", &others as _)];
        self.say("draw-agreed-waiting", &values)
    }

    fn resignation(&self, id: &'static str, offer: Resignation) -> Message {
        self.say(
            id,
            &[
                ("player", &self.player(offer.by)),
                ("winner", &self.player(offer.winner)),
                ("third", &self.player(offer.third())),
            ],
        )
    }

    fn pact(&self, id: &'static str, by: Color, with: Color) -> Message {
        let third = without(Colors::ALL, Colors::NONE.with(by).with(with));
        self.say(
            id,
            &[
                ("player", &self.player(by)),
                ("other", &self.player(with)),
                ("third", &self.players(third)),
            ],
        )
    }

    /// The offers and proposals that have lapsed with a move or with an army that went out (rules
    /// §4.4, §5.1, §6.5), a sentence each.
    #[must_use]
    pub fn lapsed(&self, events: &[Event]) -> Vec<Message> {
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
        let (before, now) = (&self.before, self.state.game().agreements());
        if before.draw().is_some() && now.draw().is_none() {
            lapsed.push(self.say("draw-lapsed", &[]));
        }
        if let Some(offer) = before.resignation()
            && now.resignation().is_none()
        {
            lapsed.push(self.resignation("resignation-lapsed", *offer));
        }
        if before.pacts().agreed().next().is_some() && now.pacts().agreed().next().is_none() {
            lapsed.push(self.say("pacts-lapsed", &[]));
        } else if before.pacts().offers().next().is_some() && now.pacts().offers().next().is_none()
        {
            lapsed.push(self.say("pact-offers-lapsed", &[]));
        }
        lapsed
    }

    /// The pacts that stand or are offered, the resignation that waits for its third, and the
    /// proposals, a sentence each.
    #[must_use]
    pub fn agreements(&self) -> Vec<Message> {
        let now = self.state.game().agreements();
        let agreed = now.pacts().agreed();
        let offers = now.pacts().offers();
        let resignation = now.resignation();
        agreed
            .map(|(one, other)| self.pact("pact-stands", one, other))
            .chain(offers.map(|(by, with)| self.pact("pact-stands-offered", by, with)))
            .chain(resignation.map(|offer| self.resignation("resignation-stands", *offer)))
            .chain(self.proposals())
            .collect()
    }
}
