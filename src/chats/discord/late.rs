//! Calls that had to wait: one line each, which says what is still open when it is made.

use serenity::all::Mentionable;

use super::{
    calls::Called,
    prelude::*,
    present::{Letter, nonce},
    retry::{Retry, Setback},
};
use crate::{
    delivery::still_open,
    store::{
        StoreError,
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
    let mut retry = Retry::new(office);
    loop {
        let error = match call_late(office, id, (called, waited), retry.is_last()).await {
            Ok(version) => return Some(version),
            Err(error) => error,
        };
        tracing::warn!(%error, %id, "a call waits");
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

/// Calls somebody whose call had to wait, if something in the match still concerns them. Done again after a
/// failure, it is known by its nonce. Lets the match know if it is the player to move, and has left the server.
/// Returns the version of the match that was looked at; the highest where none could be.
///
/// # Errors
///
/// What is to be tried again.
async fn call_late(
    office: &Office,
    id: MatchId,
    (called, waited): (Called, bool),
    is_last: bool,
) -> Result<u64, Setback> {
    let host = office.responder.host();
    let Some(state) = host.state(id).await? else {
        return Ok(u64::MAX);
    };
    let version = state.version();
    let open = still_open(&state, called.person, called.concern);
    let Some(first) = open.first() else {
        return Ok(version);
    };
    let manner = host.preferences_of(called.person).manner(*first);
    if manner == Manner::Off || host.is_forgotten(called.person) {
        return Ok(version);
    }
    let place = state.place();
    if *first == Concern::Turn
        && let Some(guild) = place::guild(place)
        && has_left(office, (guild, called.user)).await
    {
        if let Err(error) = host.gone(id, called.person).await {
            tracing::warn!(%error, %id, "that a player has left cannot be noted");
        }
        return Ok(version);
    }
    let now = host.clock().run_for();
    if !office.pings.note_late(&state, called.person, now, waited) {
        return Ok(version);
    }
    // Where they want it, or else the other way.
    let mentions = manner == Manner::Mention;
    let mut called_them = false;
    for here in [mentions, !mentions] {
        let saying = async {
            if here {
                say_here(office, &state, called, &open).await
            } else {
                write(office, &state, called, &open).await.map(Some)
            }
        };
        let said = unless_refused(saying, id, "a late call is refused", is_last);
        called_them = said.await?.flatten().is_some();
        if called_them {
            break;
        }
    }
    if !called_them {
        tracing::warn!(%id, "a player cannot be called anywhere");
        if *first == Concern::Turn {
            office.unreached.note(id, called.person);
        }
    }
    Ok(version)
}

/// Mentions somebody where the match is played; `None` if that is no channel.
async fn say_here(
    office: &Office,
    state: &Match,
    called: Called,
    open: &[Concern],
) -> RequestResult<Option<()>> {
    let Some(channel) = place::channel(state.place()) else {
        return Ok(None);
    };
    let letter = late_letter(office, state, called, open);
    let of = (state.id(), &*late_mark_at(state, called));
    say(office, channel, letter, of).await.map(Some)
}

/// Writes to somebody directly.
async fn write(
    office: &Office,
    state: &Match,
    called: Called,
    open: &[Concern],
) -> RequestResult<()> {
    let (responder, place) = (&office.responder, state.place());
    let (host, locales) = (responder.host(), responder.locales());
    let own = locales.of_person(host, Some(called.person), None, place);
    let name = responder.narrator(&own).called_somehow(called.person);
    let mut said = line(office, state, &own, &name, open);
    if let Some(channel) = place::channel(place) {
        said += &format!(" {}", place::address(place::guild(place), channel));
    }
    let direct = office.api.direct(called.user).await?;
    let of = (state.id(), &*late_mark_at(state, called));
    say(office, direct, Letter::of_words(&said), of).await
}

/// Returns the mark in the nonce of a line about a match as it is.
fn late_mark_at(state: &Match, called: Called) -> String {
    format!("{}{}", state.version(), late_mark(called))
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

/// Says a letter in a channel.
async fn say(
    office: &Office,
    channel: ChannelId,
    letter: Letter,
    (id, mark): (MatchId, &str),
) -> RequestResult<()> {
    let _turn = office.api.turn(channel).await;
    let nonce = nonce(id.as_str(), mark, channel);
    office.api.send(channel, letter.message(nonce)).await
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
