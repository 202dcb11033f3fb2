//! The office: everything that answers, posts and threads work with.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    sync::{Arc, Mutex},
};

use serenity::all::{ChannelId, Mentionable};
use tokio::{
    sync::{Mutex as AsyncMutex, Notify, watch},
    time::sleep,
};

use super::{
    api::Api,
    backoff::Backoff,
    homes::Homes,
    members::Members,
    pings::Pings,
    place,
    requests::DiscordRequests,
    rights::{Lack, Need, Rights},
};
use crate::{
    commands::Responder,
    host::Connectivity,
    matchplay::{Match, MatchId, Person, Place},
    messages::{DrawingQueue, Examples, Language, Locale, Reply},
    store::locked,
};

/// Everything that answers, posts and threads work with. Cheap to share behind an [`Arc`].
#[derive(Debug)]
pub(super) struct Office {
    pub(super) responder: Responder,
    pub(super) api: Arc<Api>,
    /// Speaks to Discord about interactions alone.
    pub(super) answers: DiscordRequests,
    pub(super) rights: Rights,
    pub(super) members: Members,
    pub(super) pictures: Arc<DrawingQueue>,
    pub(super) examples: Arc<Examples>,
    /// Waits between tries.
    pub(super) waits: Backoff,
    /// True once everything is to stop.
    pub(super) stopping: watch::Sender<bool>,
    /// The servers where the bot is.
    pub(super) homes: Homes,
    /// The matches whose old boards are to lose their buttons.
    pub(super) sweeps: Sweeps,
    /// Threads that are not noted yet.
    pub(super) threads: UnnotedThreads,
    /// The latest pings of people.
    pub(super) pings: Pings,
    /// The ways in which people are reached.
    pub(super) reach: Arc<Connectivity>,
    /// Held by the one whose turn it is to find out if requests succeed again.
    pub(super) finding_out: AsyncMutex<()>,
    /// Players to move whom no call has reached.
    pub(super) unreached: Unreached,
}

impl Office {
    /// Returns the locale of a reply.
    pub(super) fn locale<'a>(&'a self, reply: &'a Reply) -> &'a Locale {
        reply.locale.as_ref().unwrap_or(self.responder.usual())
    }

    /// Returns what it takes to say something where a match is played: in its own thread, or in the
    /// channel or thread where it was opened.
    pub(super) fn need_to_speak(&self, state: &Match) -> Need {
        let at = place::channel(state.place());
        Need::to_speak(state.is_housed() || at.is_some_and(|at| self.rights.is_thread(at)))
    }

    /// Says, once for a match, that a need is not met in a channel, and what to grant.
    pub(super) fn lack(
        &self,
        state: &Match,
        channel: Option<ChannelId>,
        need: Need,
        locale: &Locale,
    ) -> Option<Lack> {
        let (said, words) = match need {
            Need::Thread => (need, "lacks-thread"),
            Need::PrivateThread => (need, "lacks-private-thread"),
            Need::Attach => (need, "lacks-files"),
            Need::Speak | Need::SpeakInThread | Need::History => (Need::Speak, "lacks-speech"),
        };
        let id = state.id();
        let channel = channel.filter(|_| self.rights.is_unsaid(id, said))?;
        // A private thread that the bot is not in takes no post, whatever rights it has.
        let shut_out = said == Need::Speak
            && self.rights.is_private(channel)
            && !self.rights.lack(channel, need);
        let words = if shut_out { "lacks-entry" } else { words };
        let rights = self.rights.names(channel, need, &locale.texts);
        let place = self.responder.markup().place(state.place());
        let bot = self.api.own.get().map(|own| own.mention().to_string());
        let bot = bot.unwrap_or_default();
        let values = [
            ("where", &place as _),
            ("rights", &rights as _),
            ("match", &id as _),
            ("bot", &bot as _),
        ];
        let text = locale.texts.say(words, &values);
        Some((said, text.into()))
    }

    /// Waits, while requests fail, for one's turn to find out if they succeed again: somebody's comes every
    /// second.
    pub(super) async fn takes_turn(&self) {
        let _turn = self.finding_out.lock().await;
        sleep(self.waits.after(0)).await;
    }

    /// Takes in the language that a server has, which each of its places tells. What does not say it changes
    /// nothing.
    pub(super) fn hear(&self, place: &Place, locale: Option<&str>) {
        if let Some(locale) = locale {
            let language = Language::of_locale(locale);
            self.responder.locales().report(place, language);
        }
    }
}

/// The matches that have gone on, whose older boards are to lose their buttons.
#[derive(Debug, Default)]
pub(super) struct Sweeps {
    waiting: Mutex<BTreeSet<MatchId>>,
    arrived: Notify,
}

impl Sweeps {
    /// Notes that a match has gone on.
    pub(super) fn note(&self, id: MatchId) {
        locked(&self.waiting).insert(id);
        self.arrived.notify_one();
    }

    /// Waits for one of them, and takes it.
    pub(super) async fn next(&self) -> MatchId {
        loop {
            let arrived = self.arrived.notified();
            if let Some(id) = locked(&self.waiting).pop_first() {
                return id;
            }
            arrived.await;
        }
    }
}

/// Threads that were opened and could not be noted as the places of their matches yet.
#[derive(Debug, Default)]
pub(super) struct UnnotedThreads(Mutex<HashMap<MatchId, ChannelId>>);

impl UnnotedThreads {
    pub(super) fn note(&self, id: MatchId, thread: ChannelId) {
        locked(&self.0).insert(id, thread);
    }

    pub(super) fn opened(&self, id: MatchId) -> Option<ChannelId> {
        locked(&self.0).get(&id).copied()
    }

    pub(super) fn forget(&self, id: MatchId) {
        locked(&self.0).remove(&id);
    }
}

/// Number of players who are remembered.
const MOST_UNREACHED: usize = 1_024;

/// Players to move whom no call has reached.
#[derive(Debug, Default)]
pub(super) struct Unreached(Mutex<HashMap<(MatchId, Person), UnreachedTurn>>);

/// A turn of which nothing tells its player.
#[derive(Debug, Default)]
struct UnreachedTurn {
    ply: u32,
    /// The players who have been told of it.
    told: HashSet<Person>,
}

impl Unreached {
    /// Notes that somebody who is to move in a match was not reached.
    pub(super) fn note(&self, state: &Match, person: Person) {
        let mut all = locked(&self.0);
        if all.len() >= MOST_UNREACHED {
            return;
        }
        let turn = all.entry((state.id(), person)).or_default();
        if turn.ply != state.ply() {
            *turn = UnreachedTurn {
                ply: state.ply(),
                told: HashSet::new(),
            };
        }
    }

    /// Returns the players that somebody has not been told about, with the plies at which they are to move.
    pub(super) fn untold(&self, reader: Person) -> Vec<(MatchId, Person, u32)> {
        let all = locked(&self.0);
        let untold = all.iter().filter(|(_, turn)| !turn.told.contains(&reader));
        untold
            .map(|((id, person), turn)| (*id, *person, turn.ply))
            .collect()
    }

    pub(super) fn forget(&self, one: (MatchId, Person)) {
        locked(&self.0).remove(&one);
    }

    pub(super) fn note_told(&self, one: (MatchId, Person), reader: Person) {
        if let Some(turn) = locked(&self.0).get_mut(&one) {
            turn.told.insert(reader);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        locked(&self.0).is_empty()
    }
}
