//! The office: everything that answers, posts and threads work with.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    sync::{Arc, Mutex},
    time::Duration,
};

use serenity::all::{ChannelId, ChannelType, GuildId, Mentionable, MessageId, UserId};
use tokio::{
    sync::{Mutex as AsyncMutex, Notify, watch},
    time::{sleep, timeout},
};

use super::{
    api::Api,
    backoff::Backoff,
    homes::Homes,
    members::Members,
    pings::Pings,
    place,
    requests::DiscordRequests,
    rights::{Lack, Need, Remark, Rights},
    servers::DescribedServer,
};
use crate::{
    commands::Responder,
    host::{Closed, Connectivity, Turns},
    matchplay::{Match, MatchId, Person, Place},
    messages::{DrawingQueue, Examples, Language, Locale, Reply},
    store::{Latest, causes, locked},
};

/// Time that somebody who asks for something can wait for Discord to say what a channel is.
const PATIENCE: Duration = Duration::from_secs(1);

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
    /// Invitations that were pressed on.
    pub(super) invitations: PressedInvitations,
    /// Threads that are not noted yet.
    pub(super) threads: UnnotedThreads,
    /// The languages of people who play in servers.
    pub(super) spoken: Spoken,
    /// Turns of matches in being given a thread.
    pub(super) housing: Turns<MatchId>,
    /// The latest pings of people.
    pub(super) pings: Pings,
    /// The ways in which people are reached.
    pub(super) reach: Arc<Connectivity>,
    /// Held by the one whose turn it is to find out if requests succeed again.
    pub(super) finding_out: AsyncMutex<()>,
    /// Players to move whom no call has reached.
    pub(super) unreached: Unreached,
    /// People who take no direct messages, though they want to be called by them.
    pub(super) closed: ClosedDirects,
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
        if state.is_housed() {
            Need::SpeakInThread
        } else {
            Need::to_speak(at.and_then(|at| self.rights.kind(at)))
        }
    }

    /// Returns the kind of a channel: as interactions have described it, or else as Discord says. `None` where
    /// it does not say.
    pub(super) async fn kind(&self, channel: ChannelId) -> Option<ChannelType> {
        if let Some(kind) = self.rights.kind(channel) {
            return Some(kind);
        }
        let asked = timeout(PATIENCE, self.api.channel(channel)).await;
        let found = asked.ok()?.inspect_err(|error| {
            tracing::info!(error = %causes(&error), "Discord does not say what a channel is");
        });
        let kind = found.ok()?.kind;
        self.rights.learn_kind(channel, kind);
        Some(kind)
    }

    /// Takes in whether a thread is locked. A bot that manages threads can write in it all the same.
    pub(super) fn note_lock(&self, thread: &Place, locked: bool) {
        let why = (locked && !self.manages_threads(thread)).then_some(Closed::Locked);
        self.responder.host().report_closed(thread, why);
    }

    /// Returns true if the bot is known to manage threads at a place.
    pub(super) fn manages_threads(&self, place: &Place) -> bool {
        let held = place::channel(place).and_then(|channel| self.rights.held(channel));
        held.is_some_and(|held| held.administrator() || held.manage_threads())
    }

    /// Says that a need is not met in a channel, and what to grant: once for a match, and that no thread can be
    /// opened once for the channel.
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
            Need::History => (need, "lacks-history"),
            Need::Speak | Need::SpeakInThread | Need::SpeakInVoice => (Need::Speak, "lacks-speech"),
        };
        let (id, channel) = (state.id(), channel?);
        let remark = if said == Need::Thread {
            Remark::Threads(channel)
        } else {
            Remark::Lack(id, said)
        };
        if !self.rights.is_unsaid(remark) {
            return None;
        }
        let speaks = said == Need::Speak;
        // A private thread that the bot is not in takes no post, whatever rights it has.
        let shut_out =
            speaks && self.rights.is_private(channel) && !self.rights.lack(channel, need);
        let is_locked = self.responder.host().is_locked(state.place());
        let words = if speaks && is_locked && state.is_private() {
            "lacks-unlocked-private"
        } else if speaks && is_locked {
            "lacks-unlocked"
        } else if shut_out {
            "lacks-entry"
        } else {
            words
        };
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
        Some((remark, text.into()))
    }

    /// Waits, while requests fail, for one's turn to find out if they succeed again: somebody's comes every
    /// second.
    pub(super) async fn takes_turn(&self) {
        let _turn = self.finding_out.lock().await;
        sleep(self.waits.after(0)).await;
    }

    /// Takes in the language that a server has, which each of its places tells. What does not say it changes
    /// nothing. All servers whose managers choose none say en-US: that says nothing.
    pub(super) fn hear(&self, place: &Place, locale: Option<&str>) {
        if let Some(locale) = locale {
            let chooses = |guild| self.homes.chooses_language(guild);
            let is_chosen = locale != UNCHOSEN || place::guild(place).is_some_and(chooses);
            let language = Language::of_locale(locale).filter(|_| is_chosen);
            self.responder.locales().report(place, language);
        }
    }

    /// Takes in the language of a server, and whether its managers choose it.
    pub(super) fn learn_language(&self, server: &DescribedServer) {
        if let Some(chooses) = server.chooses_language() {
            self.homes.learn_choice(server.id, chooses);
        }
        let place = place::of_server(server.id);
        self.hear(&place, server.preferred_locale.as_deref());
    }

    /// Takes in the language of somebody who opens a table or sits down: where nobody has said which language a
    /// server speaks, it is that of most who play there.
    pub(super) async fn hear_player(&self, place: &Place, user: UserId, language: Language) {
        let Some(guild) = place::guild(place) else {
            return;
        };
        let host = self.responder.host();
        let set = host.server_preferences(place);
        let now = set.spoken.as_deref().and_then(Language::from_word);
        let Some(spoken) = self.spoken.hear(guild, user, language, now) else {
            return;
        };
        let word = spoken.word().to_owned();
        let noting = host.note_server(place, |set| {
            set.spoken.replace(word.clone()).as_ref() != Some(&word)
        });
        // It is written all the same.
        if let Ok(Err(error)) = timeout(PATIENCE / 2, noting).await {
            tracing::warn!(error = %causes(&error), "the language of those who play in a server cannot be noted");
        }
    }
}

/// The language of a server whose managers have chosen none.
const UNCHOSEN: &str = "en-US";

/// Number of servers whose speakers are remembered, and of speakers in each.
const MOST_SERVERS: usize = 4_096;
const MOST_SPEAKERS: usize = 16;

/// The people who last opened tables or sat down in a server, with their languages.
#[derive(Debug, Default)]
pub(super) struct Spoken(Mutex<Latest<GuildId, Vec<(UserId, Language)>, MOST_SERVERS>>);

impl Spoken {
    /// Takes in the language of one more of them. Returns the language that most of them have, if it is another
    /// one than `now`: of two people more than have that one, so that it does not change with each of them.
    fn hear(
        &self,
        guild: GuildId,
        user: UserId,
        language: Language,
        now: Option<Language>,
    ) -> Option<Language> {
        let mut all = locked(&self.0);
        let speakers = all.get_or_insert_mut(guild, Vec::new);
        speakers.retain(|(known, _)| *known != user);
        speakers.push((user, language));
        let surplus = speakers.len().saturating_sub(MOST_SPEAKERS);
        speakers.drain(..surplus);
        let count = |of: Language| speakers.iter().filter(|(_, own)| *own == of).count();
        let most = Language::ALL.into_iter().max_by_key(|one| count(*one))?;
        match now {
            Some(now) if now == most || count(most) < count(now) + 2 => None,
            Some(_) | None => Some(most),
        }
    }
}

/// Number of matches of which that is remembered.
const MOST_BARE: usize = 4_096;

/// The matches that have gone on, whose older boards are to lose their buttons.
#[derive(Debug, Default)]
pub(super) struct Sweeps {
    waiting: Mutex<BTreeSet<MatchId>>,
    arrived: Notify,
    /// Matches of which no buttons stand in the channel beside their threads, as was seen since the start.
    bare: Mutex<Latest<MatchId, (), MOST_BARE>>,
}

impl Sweeps {
    /// Notes that a match has gone on.
    pub(super) fn note(&self, id: MatchId) {
        locked(&self.waiting).insert(id);
        self.arrived.notify_one();
    }

    /// Notes whether buttons of a match stand in the channel beside its thread.
    pub(super) fn note_beside(&self, id: MatchId, any: bool) {
        let mut bare = locked(&self.bare);
        if any {
            bare.pop(&id);
        } else {
            bare.put(id, ());
        }
    }

    /// Returns true if some may stand there.
    pub(super) fn may_be_beside(&self, id: MatchId) -> bool {
        !locked(&self.bare).contains(&id)
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

/// A message that calls people to a table.
#[derive(Clone, Debug)]
pub(super) struct Invitation {
    pub(super) channel: ChannelId,
    pub(super) message: MessageId,
    /// What it says.
    pub(super) said: String,
    /// True if it is a direct message.
    pub(super) is_direct: bool,
}

/// Number of invitations that are remembered.
const MOST_PRESSED: usize = 1_024;

/// Invitations that somebody pressed on. They need not be looked for, far up as they may be.
#[derive(Debug, Default)]
pub(super) struct PressedInvitations(Mutex<Latest<MessageId, (MatchId, Invitation), MOST_PRESSED>>);

impl PressedInvitations {
    pub(super) fn note(&self, id: MatchId, invitation: Invitation) {
        locked(&self.0).put(invitation.message, (id, invitation));
    }

    /// Returns those to the table of a match.
    pub(super) fn to(&self, id: MatchId) -> Vec<Invitation> {
        let all = locked(&self.0);
        let to = all.iter().filter(|(_, (to, _))| *to == id);
        to.map(|(_, (_, invitation))| invitation.clone()).collect()
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

/// Number of people and matches of which that is remembered.
const MOST_CLOSED: usize = 4_096;

/// People whom a match's place has told that their direct messages are closed. They are mentioned there from
/// then on, and nobody reads the same of them at each of their turns.
#[derive(Debug, Default)]
pub(super) struct ClosedDirects(Mutex<Latest<(MatchId, Person), (), MOST_CLOSED>>);

impl ClosedDirects {
    pub(super) fn note(&self, id: MatchId, person: Person) {
        locked(&self.0).put((id, person), ());
    }

    pub(super) fn has(&self, id: MatchId, person: Person) -> bool {
        locked(&self.0).contains(&(id, person))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_speaks_the_language_of_most_who_play_there() {
        use Language::{English, German};
        let spoken = Spoken::default();
        let guild = GuildId::new(1);
        for (user, language, now, then) in [
            (1, German, None, Some(German)),
            (1, German, Some(German), None),
            // One visitor changes nothing, and two only if they are two more.
            (2, English, Some(German), None),
            (3, English, Some(German), None),
            (4, English, Some(German), Some(English)),
            (4, German, Some(English), None),
        ] {
            let heard = spoken.hear(guild, UserId::new(user), language, now);
            assert_eq!(heard, then, "{user} {language:?} {now:?}");
        }
        for user in 5..100 {
            spoken.hear(guild, UserId::new(user), German, Some(German));
        }
        let kept = locked(&spoken.0).peek(&guild).map(Vec::len);
        assert_eq!(kept, Some(MOST_SPEAKERS));
    }
}
