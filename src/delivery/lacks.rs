//! What is lacking where a match is played, and how to mend that: said once.

use super::{ChatRefusal, Delivery, Lack, Messenger, Need, Remark};
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
        refusal: &ChatRefusal,
        locale: &Locale,
    ) -> Option<Lack> {
        let (id, host) = (state.id(), self.responder.host());
        let is_locked = host.is_locked(state.place());
        let speech = Remark::Lack(id, Need::Speak);
        let (remark, words) = match refusal {
            ChatRefusal::Rights(Need::Thread, _) => (Remark::Threads(at.clone()), "lacks-thread"),
            ChatRefusal::Threads => (Remark::Threads(at.clone()), "lacks-free-thread"),
            ChatRefusal::Rights(need @ Need::PrivateThread, _) => {
                (Remark::Lack(id, *need), "lacks-private-thread")
            }
            ChatRefusal::Kind => (
                Remark::Lack(id, Need::PrivateThread),
                "lacks-private-channel",
            ),
            ChatRefusal::Files(_) | ChatRefusal::Rights(Need::Attach, _) => {
                (Remark::Lack(id, Need::Attach), "lacks-files")
            }
            ChatRefusal::Rights(need @ Need::History, _) => {
                (Remark::Lack(id, *need), "lacks-history")
            }
            _ if is_locked && state.is_private() => (speech, "lacks-unlocked-private"),
            _ if is_locked => (speech, "lacks-unlocked"),
            ChatRefusal::ShutOut(_) => (speech, "lacks-entry"),
            ChatRefusal::Rights(..) => (speech, "lacks-speech"),
            ChatRefusal::Locked | ChatRefusal::Closed | ChatRefusal::Unknown => return None,
        };
        if self.remembered.said.has(&remark) {
            return None;
        }
        let rights: &[_] =
            if let ChatRefusal::Rights(_, rights) | ChatRefusal::Files(rights) = refusal {
                rights
            } else {
                &[]
            };
        let bot = if let ChatRefusal::ShutOut(bot) = refusal {
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

    /// Takes in what has been said, which is not to be said again.
    pub(crate) fn note_said(&self, remarks: impl IntoIterator<Item = Remark>) {
        for remark in remarks {
            self.remembered.said.note(remark, ());
        }
    }

    /// Says once that a match has moved.
    pub(super) fn moved_to(&self, state: &Match, to: &Place, words: &'static str) -> Option<Lack> {
        let remark = Remark::Moved(state.id(), to.clone());
        let texts = self.responder.locale_at(state.opened_at()).texts;
        let is_unsaid = !self.remembered.said.has(&remark);
        is_unsaid.then(|| (remark, texts.say(words, &[("match", &state.id())]).into()))
    }
}
