//! What armies offer each other, agree on, and let lapse.

use super::{Teller, without};
use crate::{
    matchplay::Event,
    rules::{Color, Colors, Resignation, Said},
};

impl Teller<'_> {
    /// What an army has said to the others (rules §5.1, §6.3, §6.5).
    pub(super) fn said(&self, by: Color, said: Said) -> String {
        let alone = |id: &str| self.say(id, &[("player", &self.player(by))]);
        match said {
            Said::DrawOffered => self.offered("draw-offered", by),
            Said::DrawAgreed => self.draw_agreed(by),
            Said::DrawDeclined => alone("draw-declined"),
            Said::DrawWithdrawn => alone("draw-withdrawn"),
            Said::ResignationOffered(winner) => {
                self.resignation("resignation-offered", Resignation { by, winner })
            }
            Said::ResignationAccepted => alone("resignation-accepted"),
            Said::ResignationDeclined => alone("resignation-declined"),
            Said::ResignationWithdrawn => alone("resignation-withdrawn"),
            Said::PactOffered(with) => self.pact("pact-offered", by, with),
            Said::PactAgreed(with) => self.pact("pact-agreed", by, with),
            Said::PactRevoked(with) if self.before.pacts().stands(by, with) => {
                self.pact("pact-revoked", by, with)
            }
            Said::PactRevoked(with) => self.pact("pact-offer-revoked", by, with),
        }
    }

    fn draw_agreed(&self, by: Color) -> String {
        let player = self.player(by);
        let waiting = self.state.draw_offer().map_or(Colors::NONE, |offer| {
            without(self.state.position().in_play(), offer.agreed)
        });
        if waiting.is_empty() {
            return self.say("draw-agreed", &[("player", &player)]);
        }
        let others = self.players(waiting);
        let values = [("player", player.as_str()), ("others", others.as_str())];
        self.say("draw-agreed-waiting", &values)
    }

    fn resignation(&self, id: &str, offer: Resignation) -> String {
        self.say(
            id,
            &[
                ("player", &self.player(offer.by)),
                ("winner", &self.player(offer.winner)),
                ("third", &self.player(offer.third())),
            ],
        )
    }

    fn pact(&self, id: &str, by: Color, with: Color) -> String {
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

    pub(super) fn offered(&self, id: &str, by: Color) -> String {
        let others = self.state.position().in_play().without(by);
        self.say(
            id,
            &[
                ("player", &self.player(by)),
                ("others", &self.players(others)),
            ],
        )
    }

    /// What stood before and has lapsed with a move or with an army that went out (rules §4.4,
    /// §5.1, §6.5).
    #[must_use]
    pub fn lapsed(&self, events: &[Event]) -> Vec<String> {
        if self.state.over().is_some() {
            return Vec::new();
        }
        let mut lapsed = self.proposals_gone(events);
        let changes = |event: &Event| {
            matches!(
                event,
                Event::Moved { .. } | Event::WentOut(_) | Event::TakenBack { .. }
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

    /// The pacts that stand or are offered, the resignation that waits for its third, and what is
    /// proposed besides, a sentence each.
    #[must_use]
    pub fn agreements(&self) -> Vec<String> {
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
