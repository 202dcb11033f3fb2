//! The bot: its requests to Discord, and what Discord has told it.

use std::{sync::Mutex, time::Duration};

use serenity::all::Route;

use super::{
    prelude::*,
    requests::{DiscordRequests, api::Api},
    servers::{DescribedServer, guilds::Guilds, members::Members, rights::Rights},
};
use crate::{host::Closed, store::Latest};

/// Time that somebody who asks for something can wait for Discord to say what a channel is.
const PATIENCE: Duration = Duration::from_secs(1);

/// The bot, as what delivery speaks to.
#[derive(Debug)]
pub(super) struct Bot {
    pub(super) host: Arc<Host>,
    pub(super) api: Arc<Api>,
    /// Speaks to Discord about interactions alone.
    pub(super) answers: DiscordRequests,
    pub(super) rights: Rights,
    pub(super) members: Members,
    /// The servers where the bot is.
    pub(super) guilds: Guilds,
    /// The languages of people who play in servers.
    pub(super) spoken: Spoken,
}

/// Finds out every second if requests succeed again, for as long as it is polled, where they fail and
/// nobody else does.
pub(super) async fn keep_probing(delivery: Arc<BotDelivery>) {
    let tries = &delivery.tries;
    let mut signals = tries.reach.signals();
    while signals.wait_for(|signals| signals.failing).await.is_ok() {
        tries.takes_turn().await;
        if tries.reach.is_failing() {
            let asking = delivery.messenger.api.requests.get(Route::Gateway, &[]);
            if let Err(error) = asking.await {
                tracing::debug!(error = %causes(&error), "requests to Discord fail");
            }
        }
    }
}

impl Bot {
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
        self.host.report_closed(thread, why);
    }

    /// Returns true if the bot is known to manage threads at a place.
    pub(super) fn manages_threads(&self, place: &Place) -> bool {
        let held = place::channel(place).and_then(|channel| self.rights.held(channel));
        held.is_some_and(|held| held.administrator() || held.manage_threads())
    }
}

impl BotDelivery {
    /// Takes in the language that a server has, which each of its places tells. What does not say it changes
    /// nothing. All servers whose managers choose none say en-US: that says nothing.
    pub(super) fn hear(&self, place: &Place, locale: Option<&str>) {
        if let Some(locale) = locale {
            let chooses = |guild| self.messenger.guilds.chooses_language(guild);
            let is_chosen = locale != UNCHOSEN || place::guild(place).is_some_and(chooses);
            let language = Language::of_locale(locale).filter(|_| is_chosen);
            self.responder.locales().report(place, language);
        }
    }

    /// Takes in the language of a server, and whether its managers choose it.
    pub(super) fn learn_language(&self, server: &DescribedServer) {
        if let Some(chooses) = server.chooses_language() {
            self.messenger.guilds.learn_choice(server.id, chooses);
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
        let Some(spoken) = self.messenger.spoken.hear(guild, user, language, now) else {
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
