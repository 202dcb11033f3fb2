//! Calls that had to wait: one line each, which says what is still open when it is made.

use serenity::all::Mentionable;

use super::{
    api::LEAD,
    calls::Called,
    prelude::*,
    present::{Letter, nonce},
    retry::{Retry, Setback},
};
use crate::{
    delivery::still_open,
    host::HostError,
    store::{
        StoreError, causes,
        preferences::{Concern, Manner},
    },
};

/// Calls somebody, again and again until that is through: one whose call had to wait if `waited`, or else one who
/// seemed to have left. Returns the version of the match that was looked at; `None` if everything is to stop
/// before.
pub(super) async fn call_until_through(
    office: &Office,
    id: MatchId,
    called: Called,
    waited: bool,
) -> Option<u64> {
    let (mut retry, mut first) = (Retry::new(office), None);
    loop {
        let trying = call_late(office, id, (called, waited), &mut first, retry.is_last());
        let error = match trying.await {
            Ok(version) => return Some(version),
            Err(error) => error,
        };
        tracing::warn!(error = %causes(&error), %id, "a call waits");
        let goes_on = match &error {
            Setback::Elsewhere | Setback::Store(StoreError::Damaged { .. }) => {
                return Some(u64::MAX);
            }
            Setback::Store(_) => retry.pause(Duration::ZERO).await,
            Setback::Refused(error) => retry.again(error).await,
        };
        if !goes_on {
            return None;
        }
    }
}

/// The number of waits after which somebody who seems to have left is asked about again: some seconds.
const AGAIN: u32 = 2;

/// Returns true if Discord says twice, some seconds apart, that somebody is not in a server.
async fn has_left(office: &Office, member: (GuildId, UserId)) -> bool {
    let (api, host) = (&office.api, office.responder.host());
    if !office.members.lacks(api, host, member).await {
        return false;
    }
    tokio::time::sleep(office.waits.after(AGAIN)).await;
    office.members.lacks(api, host, member).await
}

/// The first of some tries to say a line, which is told by it from other lines.
#[derive(Clone, Copy, Debug)]
struct FirstTry {
    /// The version of the match then. It is in the nonce, by which Discord knows for some minutes what it has got.
    version: u64,
    at: Moment,
}

/// Calls somebody whose call had to wait, if something in the match still concerns them. Done again after a
/// failure, it is one message with the first try. Lets the match know if it is the player to move, and has left the server.
/// Returns the version of the match that was looked at; the highest where none could be.
///
/// # Errors
///
/// What is to be tried again.
async fn call_late(
    office: &Office,
    id: MatchId,
    (called, waited): (Called, bool),
    first: &mut Option<FirstTry>,
    is_last: bool,
) -> Result<u64, Setback> {
    let host = office.responder.host();
    let Some(state) = host.state(id).await? else {
        return Ok(u64::MAX);
    };
    let version = state.version();
    let open = wanted(host, &state, called);
    let Some(concern) = open.first().filter(|_| !host.is_forgotten(called.person)) else {
        return Ok(version);
    };
    let manner = host.preferences_of(called.person).manner(*concern);
    let place = state.place();
    if *concern == Concern::Turn
        && let Some(guild) = place::guild(place)
        && has_left(office, (guild, called.user)).await
    {
        return match host.gone(id, called.person).await {
            Err(HostError::Store(error)) => Err(error.into()),
            Err(error) => {
                tracing::warn!(error = %causes(&error), %id, "that a player has left cannot be noted");
                Ok(version)
            }
            Ok(_) => Ok(version),
        };
    }
    let now = host.clock().run_for();
    if !office.pings.note_late(&state, called.person, now, waited) {
        return Ok(version);
    }
    let is_again = first.is_some();
    let FirstTry { version: of, at } = *first.get_or_insert(FirstTry {
        version,
        at: host.now(),
    });
    let line = LateLine {
        office,
        state: &state,
        called,
        open: &open,
        mark: format!("{of}{}", late_mark(called)),
        tried: is_again.then_some(at),
    };
    // Where they want it, or else the other way.
    let mut ways: Vec<Option<ChannelId>> = line.channels().into_iter().map(Some).collect();
    let direct = if manner == Manner::Mention {
        ways.len()
    } else {
        0
    };
    ways.insert(direct, None);
    for way in ways {
        let saying = async {
            match way {
                Some(channel) => line.mention(channel).await,
                None => line.write().await,
            }
        };
        let said = unless_refused(saying, id, "a late call is refused", is_last);
        if said.await?.is_some() {
            office.unreached.forget((id, called.person));
            return Ok(version);
        }
    }
    tracing::warn!(%id, "a player cannot be called anywhere");
    if open.contains(&Concern::Turn) {
        office.unreached.note(&state, called.person);
    }
    Ok(version)
}

/// Returns what somebody whose call had to wait is to hear of a match as it is now, and wants to hear.
pub(super) fn wanted(host: &Host, now: &Match, called: Called) -> Vec<Concern> {
    let preferences = host.preferences_of(called.person);
    let mut open = still_open(now, called.person, called.concern);
    open.retain(|concern| preferences.manner(*concern) != Manner::Off);
    open
}

/// A line that says to somebody what is open for them.
struct LateLine<'a> {
    office: &'a Office,
    state: &'a Match,
    called: Called,
    open: &'a [Concern],
    /// What tells its nonce from those of other messages.
    mark: String,
    /// The moment of an earlier try, which may have got through.
    tried: Option<Moment>,
}

impl LateLine<'_> {
    /// Returns the channels that take it: where the match is played, or else where it was opened, unless it is
    /// private.
    fn channels(&self) -> Vec<ChannelId> {
        let opened = Some(self.state.opened_at()).filter(|_| !self.state.is_private());
        let places = [Some(self.state.place()), opened];
        let mut channels: Vec<ChannelId> = places
            .into_iter()
            .flatten()
            .filter_map(place::channel)
            .collect();
        channels.dedup();
        channels
    }

    /// Mentions them in a channel.
    async fn mention(&self, channel: ChannelId) -> RequestResult<()> {
        let letter = late_letter(self.office, self.state, self.called, self.open);
        self.say(channel, letter).await
    }

    /// Writes to them directly.
    async fn write(&self) -> RequestResult<()> {
        let LateLine {
            office,
            state,
            called,
            open,
            ..
        } = *self;
        let (responder, place) = (&office.responder, state.place());
        let (host, locales) = (responder.host(), responder.locales());
        let own = locales.of_person(host, Some(called.person), None, place);
        let name = responder.narrator(&own).called_somehow(called.person);
        let mut said = line(office, state, &own, &name, open);
        let open = host.open_place(state);
        if let Some((open, channel)) = open.and_then(|open| Some((open, place::channel(open)?))) {
            said += &format!(" {}", place::address(place::guild(open), channel));
        }
        let direct = office.api.direct(called.user).await?;
        self.say(direct, Letter::of_words(&said)).await
    }

    /// Says a letter in a channel, unless an earlier try has.
    async fn say(&self, channel: ChannelId, letter: Letter) -> RequestResult<()> {
        let api = &self.office.api;
        let _turn = api.turn(channel).await;
        if let Some(tried) = self.tried {
            let messages = api.since(channel, tried.plus(-LEAD)).await?;
            if messages.iter().any(|message| letter.is_all_of(message)) {
                return Ok(());
            }
        }
        let nonce = nonce(self.state.id().as_str(), &self.mark, channel);
        api.send(channel, letter.message(nonce)).await
    }
}

/// Returns what tells the nonce of such a line from those of other messages.
pub(super) fn late_mark(called: Called) -> String {
    format!("-late-{}", called.user)
}

/// Returns the line that mentions somebody where the match is played, and says what is open for them.
pub(super) fn late_letter(
    office: &Office,
    state: &Match,
    called: Called,
    open: &[Concern],
) -> Letter {
    let locale = office.responder.locale_at(state.place());
    let mention = called.user.mention().to_string();
    Letter::of_words(&line(office, state, &locale, &mention, open)).notifying(called.user)
}

/// Says to somebody, by this name, what is open for them, in one line.
fn line(office: &Office, state: &Match, locale: &Locale, player: &str, open: &[Concern]) -> String {
    let (id, texts, markup) = (state.id(), &locale.texts, office.responder.markup());
    let deadline = state.clock().filter(|clock| clock.window.is_none());
    let sentences = open
        .iter()
        .enumerate()
        .map(|(at, concern)| match (concern, deadline) {
            (Concern::Question, _) if at > 0 => texts.say("late-question-too", &[]),
            (Concern::Turn, Some(clock)) => {
                let when = markup.moment(clock.deadline);
                texts.say("your-move-by", &[("player", &player), ("when", &when)])
            }
            (Concern::Turn, None) => texts.say("your-move", &[("player", &player)]),
            (Concern::Question, _) => {
                texts.say("late-question", &[("player", &player), ("match", &id)])
            }
            (Concern::News, _) => {
                let begins = state.stage() == Stage::Running;
                let text = if begins {
                    "late-begun"
                } else {
                    "late-declined"
                };
                texts.say(text, &[("player", &player), ("match", &id)])
            }
        });
    let sentences: Vec<String> = sentences.map(String::from).collect();
    sentences.join(" ")
}
