//! Rights of the bot in channels, as far as it has been told.

use std::{collections::HashSet, sync::Mutex};

use serenity::all::{ChannelId, ChannelType, Permissions};

use crate::chats::discord::place::is_thread;
use crate::{
    delivery::Need,
    messages::Texts,
    store::{Latest, locked},
};

/// Number of channels that are remembered.
const MOST_KEPT: usize = 4_096;

/// A right, with the id of the name under which it is granted.
type Right = (Permissions, &'static str);

const VIEW: Right = (Permissions::VIEW_CHANNEL, "right-view-channel");
const SEND: Right = (Permissions::SEND_MESSAGES, "right-send-messages");
/// Nobody writes in a voice or stage channel who may not enter it.
const CONNECT: Right = (Permissions::CONNECT, "right-connect");
const SEND_IN_THREADS: Right = (
    Permissions::SEND_MESSAGES_IN_THREADS,
    "right-send-in-threads",
);
const OPEN_THREADS: Right = (Permissions::CREATE_PUBLIC_THREADS, "right-create-threads");
const OPEN_PRIVATE_THREADS: Right = (
    Permissions::CREATE_PRIVATE_THREADS,
    "right-create-private-threads",
);
const ATTACH: Right = (Permissions::ATTACH_FILES, "right-attach-files");
const READ_HISTORY: Right = (Permissions::READ_MESSAGE_HISTORY, "right-read-history");

/// Rights that nobody can take from the bot in its direct messages with a person. Interactions do not
/// name them there: `app_permissions` is 442368, to attach files, embed links, mention everyone and use
/// external emojis.
const IN_DIRECT: Permissions = Permissions::VIEW_CHANNEL
    .union(Permissions::SEND_MESSAGES)
    .union(Permissions::READ_MESSAGE_HISTORY);

impl Need {
    /// Returns the needs of matches in a channel of this kind. A forum is for posts alone, which are threads.
    pub(crate) const fn of(kind: ChannelType) -> &'static [Need] {
        match kind {
            ChannelType::Voice | ChannelType::Stage => {
                &[Need::SpeakInVoice, Need::Attach, Need::History]
            }
            ChannelType::News => &[
                Need::Speak,
                Need::SpeakInThread,
                Need::Thread,
                Need::Attach,
                Need::History,
            ],
            ChannelType::Forum => &[Need::SpeakInThread, Need::Attach, Need::History],
            _ => &[
                Need::Speak,
                Need::SpeakInThread,
                Need::Thread,
                Need::PrivateThread,
                Need::Attach,
                Need::History,
            ],
        }
    }

    /// Returns the need to say something in a channel of this kind, or of one that is not known.
    pub(crate) fn to_speak(kind: Option<ChannelType>) -> Need {
        match kind {
            Some(ChannelType::Voice | ChannelType::Stage) => Need::SpeakInVoice,
            Some(kind) if is_thread(kind) => Need::SpeakInThread,
            _ => Need::Speak,
        }
    }

    /// Returns the rights that it takes.
    const fn rights(self) -> &'static [Right] {
        match self {
            Need::Speak => &[VIEW, SEND],
            Need::SpeakInThread => &[VIEW, SEND_IN_THREADS],
            Need::SpeakInVoice => &[VIEW, CONNECT, SEND],
            Need::Thread => &[OPEN_THREADS, SEND_IN_THREADS],
            Need::PrivateThread => &[OPEN_PRIVATE_THREADS, SEND_IN_THREADS],
            Need::Attach => &[ATTACH],
            Need::History => &[READ_HISTORY],
        }
    }

    /// Returns the ids of the names of the rights that are missing.
    fn missing(self, held: Permissions) -> impl Iterator<Item = &'static str> {
        let missing = move |right| !held.administrator() && !held.contains(right);
        let rights = self.rights().iter();
        rights.filter_map(move |(right, name)| missing(*right).then_some(*name))
    }

    /// Returns true if these rights do not suffice.
    pub(crate) fn is_unmet(self, held: Permissions) -> bool {
        self.missing(held).next().is_some()
    }

    /// Returns the names of the rights that are missing.
    pub(crate) fn names(self, held: Permissions, texts: &Texts) -> String {
        let names: Vec<String> = self.missing(held).map(|name| texts.word(name)).collect();
        texts.and(&names)
    }

    /// Returns the ids of the names of all rights that it takes.
    pub(crate) fn rights_ids(self) -> Vec<&'static str> {
        self.missing(Permissions::empty()).collect()
    }

    /// Returns the names of the missing rights, of all that these needs take together.
    pub(crate) fn names_of_all(needs: &[Need], held: Permissions, texts: &Texts) -> Vec<String> {
        let mut named = HashSet::new();
        let missing = needs.iter().flat_map(|need| need.missing(held));
        let missing = missing.filter(|name| named.insert(*name));
        missing.map(|name| texts.word(name)).collect()
    }
}

/// A channel as interactions have described it.
#[derive(Clone, Copy, Debug, Default)]
struct ChannelRights {
    held: Option<Permissions>,
    kind: Option<ChannelType>,
}

/// Known rights. Every interaction brings the bot's rights where it was made, and whether that is a thread.
#[derive(Debug, Default)]
pub(crate) struct Rights {
    known: Mutex<Latest<ChannelId, ChannelRights, MOST_KEPT>>,
}

impl Rights {
    /// Takes in what an interaction says of its channel, in a server or in direct messages; what it
    /// leaves out stays as it was.
    pub(crate) fn learn(
        &self,
        channel: ChannelId,
        in_server: bool,
        held: Option<Permissions>,
        kind: Option<ChannelType>,
    ) {
        let held = if in_server {
            held
        } else {
            Some(held.unwrap_or_default() | IN_DIRECT)
        };
        let mut known = locked(&self.known);
        let known = known.get_or_insert_mut(channel, ChannelRights::default);
        known.held = held.or(known.held);
        known.kind = kind.or(known.kind);
    }

    /// Returns the bot's rights in a channel, where they are known.
    pub(crate) fn held(&self, channel: ChannelId) -> Option<Permissions> {
        locked(&self.known).get(&channel)?.held
    }

    /// Returns true if a channel is known to be a private thread.
    pub(crate) fn is_private(&self, channel: ChannelId) -> bool {
        self.kind(channel) == Some(ChannelType::PrivateThread)
    }

    /// Returns the kind of a channel, where it is known.
    pub(crate) fn kind(&self, channel: ChannelId) -> Option<ChannelType> {
        locked(&self.known).get(&channel)?.kind
    }

    /// Takes in the kind of a channel.
    pub(crate) fn learn_kind(&self, channel: ChannelId, kind: ChannelType) {
        self.learn(channel, true, None, Some(kind));
    }

    /// Forgets the kind of a channel, which has changed: text channels become announcement channels, and back.
    pub(crate) fn forget_kind(&self, channel: ChannelId) {
        if let Some(known) = locked(&self.known).peek_mut(&channel) {
            known.kind = None;
        }
    }

    /// Returns the need to say something in a channel or thread: in threads *Send Messages* has no
    /// effect.
    pub(crate) fn to_speak(&self, channel: ChannelId) -> Need {
        Need::to_speak(self.kind(channel))
    }

    /// Returns true if it is known that something cannot be done in a channel.
    pub(crate) fn lack(&self, channel: ChannelId, need: Need) -> bool {
        self.held(channel).is_some_and(|held| need.is_unmet(held))
    }

    /// Returns the ids of the names of the rights that are missing in a channel, all of them where that is not
    /// known.
    pub(crate) fn missing(&self, channel: ChannelId, need: Need) -> Vec<&'static str> {
        let held = self.held(channel).filter(|held| need.is_unmet(*held));
        need.missing(held.unwrap_or_default()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needs_are_met_by_their_rights_or_by_all() {
        let invited = Permissions::from_bits_truncate(crate::chats::discord::place::PERMISSIONS);
        // Everybody has this one from the start.
        let invited = invited | Permissions::CONNECT;
        let [text, voice] = [ChannelType::Text, ChannelType::Voice].map(Need::of);
        for need in text.iter().chain(voice) {
            assert!(!need.is_unmet(invited), "{need:?}");
            assert!(!need.is_unmet(Permissions::ADMINISTRATOR), "{need:?}");
            assert!(need.is_unmet(Permissions::empty()), "{need:?}");
            for (right, _) in need.rights() {
                assert!(need.is_unmet(invited - *right), "{need:?} {right:?}");
            }
        }
        let texts = Texts::english();
        let held = Permissions::VIEW_CHANNEL;
        let [view, send] = ["right-view-channel", "right-send-messages"].map(|id| texts.word(id));
        assert_eq!(Need::Speak.names(held, &texts), send);
        let both = texts.and(&[view, send]);
        assert_eq!(Need::Speak.names(Permissions::empty(), &texts), both);
    }

    #[test]
    fn a_thread_stays_one_when_an_interaction_leaves_its_channel_out() {
        let rights = Rights::default();
        let thread = ChannelId::new(1);
        rights.learn(thread, true, None, Some(ChannelType::PublicThread));
        rights.learn(thread, true, Some(Permissions::empty()), None);
        assert_eq!(rights.to_speak(thread), Need::SpeakInThread);
        rights.learn(thread, true, None, Some(ChannelType::Text));
        assert_eq!(rights.to_speak(thread), Need::Speak);
        assert!(rights.lack(thread, Need::Speak));
    }

    #[test]
    fn in_direct_messages_the_bot_speaks_whatever_interactions_name() {
        let rights = Rights::default();
        for (number, held) in [(1, Some(442_368)), (2, Some(0)), (3, None)] {
            let channel = ChannelId::new(number);
            let held = held.map(Permissions::from_bits_truncate);
            rights.learn(channel, false, held, None);
            assert!(!rights.lack(channel, Need::Speak), "{held:?}");
            assert!(!rights.lack(channel, Need::History), "{held:?}");
            let attach = rights.lack(channel, Need::Attach);
            assert_eq!(attach, number != 1, "{held:?}");
        }
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let rights = Rights::default();
        let channel = ChannelId::new(1);
        assert!(!rights.lack(channel, Need::Attach));
        rights.learn(channel, true, Some(Permissions::empty()), None);
        assert!(rights.lack(channel, Need::Attach));
        rights.learn(channel, true, None, None);
        assert!(rights.lack(channel, Need::Attach));
        rights.learn(channel, true, Some(Permissions::ATTACH_FILES), None);
        assert!(!rights.lack(channel, Need::Attach));
        for number in 2..20_000 {
            rights.learn(
                ChannelId::new(number),
                true,
                Some(Permissions::empty()),
                None,
            );
        }
        assert!(locked(&rights.known).len() <= MOST_KEPT);
    }
}
