//! What is lacking where a match is played, and how to mend that: said once.

use super::{Delivery, Lack, Messenger, Need, Refusal, Remark};
use crate::{
    matchplay::{Match, Place},
    messages::Locale,
};

impl<M: Messenger> Delivery<M> {
    /// Says why a place takes nothing, and what to grant: once for a match, and that no thread can be opened once
    /// for the channel.
    pub(crate) fn lack(
        &self,
        state: &Match,
        at: &Place,
        refusal: &Refusal,
        locale: &Locale,
    ) -> Option<Lack> {
        let (id, host) = (state.id(), self.responder.host());
        let is_locked = host.is_locked(state.place());
        let speech = Remark::Lack(id, Need::Speak);
        let (remark, words) = match refusal {
            Refusal::Rights(Need::Thread, _) => (Remark::Threads(at.clone()), "lacks-thread"),
            Refusal::Threads => (Remark::Threads(at.clone()), "lacks-free-thread"),
            Refusal::Rights(need @ Need::PrivateThread, _) => {
                (Remark::Lack(id, *need), "lacks-private-thread")
            }
            Refusal::Kind => (
                Remark::Lack(id, Need::PrivateThread),
                "lacks-private-channel",
            ),
            Refusal::Files(_) | Refusal::Rights(Need::Attach, _) => {
                (Remark::Lack(id, Need::Attach), "lacks-files")
            }
            Refusal::Rights(need @ Need::History, _) => (Remark::Lack(id, *need), "lacks-history"),
            _ if is_locked && state.is_private() => (speech, "lacks-unlocked-private"),
            _ if is_locked => (speech, "lacks-unlocked"),
            Refusal::ShutOut(_) => (speech, "lacks-entry"),
            Refusal::Rights(..) => (speech, "lacks-speech"),
            Refusal::Locked | Refusal::Closed | Refusal::Unknown => return None,
        };
        if !self.remembered.said.is_unsaid(&remark) {
            return None;
        }
        let rights = match refusal {
            Refusal::Rights(_, rights) | Refusal::Files(rights) => &**rights,
            Refusal::ShutOut(_)
            | Refusal::Locked
            | Refusal::Threads
            | Refusal::Kind
            | Refusal::Closed
            | Refusal::Unknown => &[],
        };
        let bot = if let Refusal::ShutOut(bot) = refusal {
            bot
        } else {
            ""
        };
        let rights: Vec<String> = rights.iter().map(|id| locale.texts.word(id)).collect();
        let rights = locale.texts.and(&rights);
        let place = self.responder.markup().place(state.place());
        let values = [
            ("where", &place as _),
            ("rights", &rights as _),
            ("match", &id as _),
            ("bot", &bot as _),
        ];
        Some((remark, locale.texts.say(words, &values).into()))
    }

    /// Says once that a match has moved.
    pub(super) fn moved_to(&self, state: &Match, to: &Place, words: &'static str) -> Option<Lack> {
        let remark = Remark::Moved(state.id(), to.clone());
        let texts = self.responder.locale_at(state.opened_at()).texts;
        let is_unsaid = self.remembered.said.is_unsaid(&remark);
        is_unsaid.then(|| (remark, texts.say(words, &[("match", &state.id())]).into()))
    }
}
