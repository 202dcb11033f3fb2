//! Keeps what stands in channels up to date: the message of a table, and rows of buttons whose time is
//! over. Both are found by the ids of their buttons among the latest messages, so that nothing need be
//! remembered, and a restart changes nothing.

use serde_json::{Value, json};
use serenity::all::{Mentionable, MessageId};

use super::{
    api::{LEAD, SEARCHED, posted_at},
    calls::user,
    layout::{Body, SMALL},
    office::Invitation,
    posted::Posted,
    prelude::*,
    present::{Letter, without_mentions},
    retry::EarlierTries,
};
use crate::{
    commands::{END, is_vote},
    matchplay::{Event, Seat},
    messages::ButtonId,
};

/// The most rows that are taken off at once: an old match may have left many.
const MOST_ROWS: usize = 5;

/// The action of the button that begins a move.
const MOVES: &str = "move";
/// The action of the button that is under every board, and not under a reminder of one.
const VIEWS: &str = "view";
/// The action of the button that lets the clock go on, in a match that is paused.
const RESUMES: &str = "pause";

/// Brings the message of a table up to date, wherever its seats were taken or it was closed. Returns
/// true if it was found and says it now.
pub(super) async fn refresh_table(
    office: &Office,
    state: &Match,
    is_last: bool,
) -> RequestResult<bool> {
    let (id, api) = (state.id(), &office.api);
    let Some(channel) = place::channel(state.opened_at()) else {
        return Ok(false);
    };
    let mut reply = office.responder.table(state);
    let page = Letter::of(office, &reply);
    reply.body = reply.body.as_plain();
    let words = Letter::of(office, &reply);
    let turn = api.turn(channel).await;
    let mut messages = api.latest(channel).await?;
    if let Some(oldest) = messages.last().map(|one| posted_at(one.id))
        && messages.len() >= usize::from(SEARCHED)
    {
        // Much has been said since: it stands where it was opened, and what invites where somebody was invited.
        let found = messages.iter().any(|one| is_table(one, id));
        let events = office.responder.host().events(id).await;
        for at in invited_at(&events.unwrap_or_default(), found) {
            let since = at.plus(-LEAD);
            if !found || since < oldest {
                messages.extend(api.since(channel, since).await?);
            }
        }
    }
    let tables = messages.iter().filter(|one| is_table(one, id));
    // One that called somebody is in plain words, and stays so: a button that is pressed meanwhile is
    // answered in its kind.
    let tables = tables.map(|one| {
        let letter = if one.content.is_empty() {
            &page
        } else {
            &words
        };
        (one.id, letter.clone())
    });
    let tables: Vec<(MessageId, Letter)> = tables.collect();
    let locale = office.responder.locale_at(state.opened_at());
    let call = office.responder.invitation(&locale, state, |_| true);
    let mut calls = office.invitations.to(id);
    for one in messages
        .iter()
        .filter(|one| is_invitation(one, id, &call.text))
    {
        let stays = one.button_ids().is_empty()
            && invitation(office, state, &one.content).await.is_all_of(one);
        if !stays && !calls.iter().any(|known| known.message == one.id) {
            calls.push(Invitation {
                channel,
                message: one.id,
                said: one.content.clone(),
                is_direct: false,
            });
        }
    }
    let mut says = false;
    for (message, letter) in tables {
        let editing = api.edit(channel, message, letter.change());
        let changed = unless_refused(editing, id, "a table cannot be changed", is_last).await?;
        says |= changed.is_some();
    }
    drop(turn);
    for call in calls {
        refresh_invitation(office, state, &call, is_last).await?;
    }
    Ok(says)
}

/// Lists when a table was opened, unless its message was `found`, and when the latest were invited to it later.
fn invited_at(events: &[(Event, Moment)], found: bool) -> Vec<Moment> {
    let opened = events.first().map(|(_, at)| *at);
    let invited = events.iter().rev();
    let invited = invited.filter(|(event, _)| matches!(event, Event::Invited { .. }));
    let mut later: Vec<Moment> = invited
        .map(|(_, at)| *at)
        .filter(|at| Some(*at) != opened)
        .collect();
    later.dedup();
    later.truncate(MOST_ROWS);
    later.extend(opened.filter(|_| !found));
    later
}

/// Brings an invitation up to date. A direct message has been answered by its reader, and only loses its buttons.
async fn refresh_invitation(
    office: &Office,
    state: &Match,
    call: &Invitation,
    is_last: bool,
) -> RequestResult<()> {
    let change = if call.is_direct {
        quietly(json!({"components": []}))
    } else {
        invitation(office, state, &call.said).await.change()
    };
    let _turn = office.api.turn(call.channel).await;
    let editing = office.api.edit(call.channel, call.message, change);
    let refused = "an invitation cannot be changed";
    let edited = unless_refused(editing, state.id(), refused, is_last).await;
    edited.map(drop)
}

/// Brings an invitation up to date on which somebody pressed in vain: if it is over, nothing else does.
pub(super) async fn refresh_if_over(office: &Office, id: MatchId, call: &Invitation) {
    let Ok(Some(state)) = office.responder.host().state(id).await else {
        return;
    };
    let is_over = if call.is_direct {
        state.stage() != Stage::Table
    } else {
        let locale = office.responder.locale_at(state.opened_at());
        let call = office.responder.invitation(&locale, &state, |_| true);
        call.buttons.is_empty()
    };
    if is_over && let Err(error) = refresh_invitation(office, &state, call, true).await {
        tracing::info!(error = %causes(&error), %id, "an invitation stays as it is");
    }
}

/// The mark of an invitation's buttons: they give commands.
pub(super) const INVITES: &str = ":0:do:";

/// Returns the call to those who are invited to a table, as things stand now, in place of what it
/// said: those whom it mentions stay mentioned, and it asks them alone.
pub(super) async fn invitation(office: &Office, state: &Match, said: &str) -> Letter {
    let responder = &office.responder;
    let (mentions, _) = without_mentions(said);
    // One that mentions nobody, or a role, asks all of them.
    let names_people = mentions
        .split("<@")
        .skip(1)
        .any(|one| !one.starts_with('&'));
    let mut others = Vec::new();
    for (_, seat) in state.seats().iter().filter(|_| names_people) {
        if let Seat::Kept(person) = seat
            && let Ok(Some(user)) = user(responder, *person).await
            && !mentions.contains(&user.mention().to_string())
        {
            others.push(*person);
        }
    }
    let locale = responder.locale_at(state.opened_at());
    let call = responder.invitation(&locale, state, |person| !others.contains(&person));
    let said = format!("{mentions}\n{}", call.text);
    Letter::of_words(said.trim_start()).over(&call.buttons)
}

/// Returns true if the message calls people to this table: it has the buttons of their answers, or without any
/// begins as the call does that is `now` in its place.
fn is_invitation(message: &Posted, id: MatchId, now: &str) -> bool {
    let answers = ["join", "leave"].map(|command| format!("rd1:{id}{INVITES}{command}"));
    let is_answer = |own: &str| answers.iter().any(|answer| own == answer);
    let ids = message.button_ids();
    let (_, said) = without_mentions(&message.content);
    let first = now.lines().next().filter(|first| !first.is_empty());
    let begins = first.is_some_and(|first| said.trim_start().lines().next() == Some(first));
    message.author.bot && (ids.is_empty() && begins || ids.into_iter().any(is_answer))
}

/// Takes the rows of buttons off older boards, which serve no more, one match after the other, for as
/// long as it is polled. Nothing depends on it, so it gives way to everything else and gives up what is
/// refused.
pub(super) async fn sweep(office: Arc<Office>) {
    loop {
        let id = office.sweeps.next().await;
        match sweep_once(&office, id).await {
            Err(error) if error.is_unsure() => {
                tracing::debug!(error = %causes(&error), %id, "it is not known whether old buttons stay");
            }
            Err(error) => tracing::debug!(error = %causes(&error), %id, "old buttons stay"),
            Ok(()) => {}
        }
    }
}

async fn sweep_once(office: &Office, id: MatchId) -> RequestResult<()> {
    let (api, host) = (&office.api, office.responder.host());
    let Ok(Some(state)) = host.state(id).await else {
        return Ok(());
    };
    // A table has no older boards, and its message is brought up to date by itself.
    let place = place::channel(state.place()).filter(|_| state.stage() != Stage::Table);
    let mut left = MOST_ROWS;
    let mut readings: Vec<(Vec<ChannelId>, Option<Person>)> = Vec::new();
    if let Some(place) = place {
        // What its thread does not take stands where it was opened. That is asked about once after a start, and
        // as long as something has buttons there.
        let beside = place::channel(state.opened_at()).filter(|beside| *beside != place);
        let beside = beside.filter(|_| office.sweeps.may_be_beside(id));
        readings.push(([Some(place), beside].into_iter().flatten().collect(), None));
    }
    let people = if api.has_written() {
        everybody(office, &state).await
    } else {
        Vec::new()
    };
    for person in people {
        // Who was not written to since the start is not asked about: Discord wants direct messages to be
        // opened rarely.
        if let Ok(Some(user)) = user(&office.responder, person).await
            && let Some(channel) = api.known_direct(user)
        {
            readings.push((vec![channel], Some(person)));
        }
    }
    for (channels, reader) in readings {
        if left == 0 || !api.is_free() {
            break;
        }
        left = sweep_channels(office, id, (&channels, reader), left).await?;
    }
    Ok(())
}

/// Lists those who have had something to do with a match: before its first move also everybody who was invited.
async fn everybody(office: &Office, state: &Match) -> Vec<Person> {
    let mut people = state.people();
    if state.ply() == 0 {
        let events = office.responder.host().events(state.id()).await;
        let events = events.unwrap_or_default();
        people.extend(events.iter().filter_map(|(event, _)| event.person()));
        people.sort_unstable();
        people.dedup();
    }
    people
}

/// Returns the latest messages of the channel beside the thread of a match, and notes whether any has buttons
/// of it.
async fn latest_beside(
    office: &Office,
    id: MatchId,
    channel: ChannelId,
) -> RequestResult<Vec<Posted>> {
    // Before the look: what is posted meanwhile is noted after it.
    office.sweeps.note_beside(id, false);
    let latest = office.api.latest(channel).await;
    let buttons = format!("rd1:{id}:");
    let is_bare = |one: &Posted| {
        let mut ids = one.button_ids().into_iter();
        !ids.any(|own| own.starts_with(&buttons))
    };
    if !latest.as_ref().is_ok_and(|all| all.iter().all(is_bare)) {
        office.sweeps.note_beside(id, true);
    }
    latest
}

/// Takes at most this many rows off where a match is played, and beside its thread if a second channel is given,
/// or in the direct messages with somebody. Returns how many are left.
async fn sweep_channels(
    office: &Office,
    id: MatchId,
    (channels, reader): (&[ChannelId], Option<Person>),
    mut left: usize,
) -> RequestResult<usize> {
    let api = &office.api;
    let mut messages = Vec::new();
    for (number, channel) in channels.iter().enumerate() {
        let latest = if number == 0 {
            api.latest(*channel).await?
        } else {
            latest_beside(office, id, *channel).await?
        };
        messages.extend(latest.into_iter().map(|message| (*channel, message)));
    }
    // As it stands now: of a match as it was before, a vote that was posted meanwhile would be over.
    let Ok(Some(state)) = office.responder.host().state(id).await else {
        return Ok(0);
    };
    let newest = newest_board(messages.iter().map(|(_, message)| message), id);
    for (channel, message) in &messages {
        let is_old = is_old(message, &state, newest);
        if !is_old && reworded(office, &state, message, reader).await.is_none() {
            continue;
        }
        if left == 0 || !api.is_free() {
            return Ok(0);
        }
        left -= 1;
        if is_old {
            let editing = api.edit(*channel, message.id, quietly(json!({"components": []})));
            unless_refused(editing, id, "old buttons stay", true).await?;
        } else {
            reword(office, id, (*channel, message.id), reader).await?;
        }
    }
    Ok(left)
}

/// Rewords a vote or an invitation. Others do so as well: whoever writes has read it, and the match, in the
/// same turn, so that nobody writes what was true before.
async fn reword(
    office: &Office,
    id: MatchId,
    (channel, message): (ChannelId, MessageId),
    reader: Option<Person>,
) -> RequestResult<()> {
    let api = &office.api;
    let _turn = api.turn(channel).await;
    let latest = api.latest(channel).await?;
    let message = latest.iter().find(|one| one.id == message);
    let (Some(message), Ok(Some(state))) = (message, office.responder.host().state(id).await)
    else {
        return Ok(());
    };
    if let Some(change) = reworded(office, &state, message, reader).await {
        let editing = api.edit(channel, message.id, change);
        unless_refused(editing, id, "old words stay", true).await?;
    }
    Ok(())
}

/// Returns the change that makes a message say how its vote stands, or, to its `reader`, how the table stands to
/// which it invites; `None` if it says so already, and for other messages.
async fn reworded(
    office: &Office,
    state: &Match,
    message: &Posted,
    reader: Option<Person>,
) -> Option<Body> {
    if let Some(change) = reader.and_then(|reader| invited(office, state, message, reader)) {
        return Some(change);
    }
    recounted(message, vote(office, state, message).await?).map(quietly)
}

/// Returns the change that makes an invitation in direct messages with somebody say how its table stands;
/// `None` if it says so already, and for other messages.
fn invited(office: &Office, state: &Match, message: &Posted, reader: Person) -> Option<Body> {
    let responder = &office.responder;
    let locales = responder.locales();
    let own = locales.of_person(responder.host(), Some(reader), None, state.place());
    let call = responder.invitation(&own, state, |person| person == reader);
    if !is_invitation(message, state.id(), &call.text) {
        return None;
    }
    // Its last line says where the table stands.
    let last = message.content.rfind('\n');
    let last = last.map_or("", |at| &message.content[at..]);
    let letter = Letter::of_words(&format!("{}{last}", call.text)).over(&call.buttons);
    let is_said =
        letter.is_all_of(message) && call.buttons.is_empty() == message.button_ids().is_empty();
    (!is_said).then(|| letter.change())
}

/// Returns a change that notifies nobody.
fn quietly(edit: Value) -> Body {
    let mut edit = Body::bare(edit);
    edit.map["allowed_mentions"] = json!({"parse": []});
    edit
}

/// Returns the change that makes a message say this of its vote, and end it if that is over; `None` if it says
/// so already.
fn recounted(message: &Posted, (content, is_over): (String, bool)) -> Option<Value> {
    if is_over {
        Some(json!({"content": content, "components": []}))
    } else {
        (content != message.content).then(|| json!({"content": content}))
    }
}

/// Counts an answer in the message that asks for it, as a press of its own buttons does: where that has the
/// buttons of this reply, it is among the latest messages, and it says then how the vote stands. Returns
/// false if there is none.
pub(super) async fn count_vote(
    office: &Office,
    state: &Match,
    reply: &Reply,
    tries: EarlierTries,
) -> RequestResult<bool> {
    let api = &office.api;
    let Some(channel) = place::channel(state.place()) else {
        return Ok(false);
    };
    let wanted: Option<Vec<String>> = reply.buttons().iter().map(|one| action(&one.id)).collect();
    let _turn = api.turn(channel).await;
    let latest = api.latest(channel).await?;
    // Others may have answered while it waited.
    let Ok(Some(state)) = office.responder.host().state(state.id()).await else {
        return Ok(false);
    };
    for message in latest {
        let ids = message.button_ids().into_iter();
        let actions: Option<Vec<String>> = ids.map(action).collect();
        if actions.as_ref().is_none_or(Vec::is_empty) || actions != wanted {
            continue;
        }
        let Some(voted) = vote(office, &state, &message).await else {
            continue;
        };
        let Some(edit) = recounted(&message, voted) else {
            return Ok(true);
        };
        let editing = api.edit(channel, message.id, quietly(edit));
        let refused = "a vote cannot be counted where it stands";
        let edited = unless_refused(editing, state.id(), refused, tries.is_last).await?;
        return Ok(edited.is_some());
    }
    Ok(false)
}

/// Returns what a button of this id does.
fn action(id: &str) -> Option<String> {
    id.parse().ok().map(|id: ButtonId| id.action)
}

/// Returns the words of a vote with a last line for how it stands, and true if it is over; `None` while
/// nobody has answered it, and of other messages.
async fn vote(office: &Office, state: &Match, message: &Posted) -> Option<(String, bool)> {
    if !message.author.bot || !message.attachments.is_empty() {
        return None;
    }
    let ids = message.button_ids().into_iter();
    let ids: Option<Vec<ButtonId>> = ids.map(|id| id.parse().ok()).collect();
    let ids = ids.filter(|ids| !ids.is_empty())?;
    let of_match = |id: &ButtonId| id.of.is_some_and(|(of, _)| of == state.id());
    let actions: Vec<&str> = ids.iter().map(|id| id.action.as_str()).collect();
    if !ids.iter().all(of_match) {
        return None;
    }
    vote_of(office, state, &message.content, &actions).await
}

/// The same of a message with these words, and buttons of these actions.
pub(super) async fn vote_of(
    office: &Office,
    state: &Match,
    said: &str,
    actions: &[&str],
) -> Option<(String, bool)> {
    let now = office.responder.vote_now(state, actions).await;
    let (now, is_over) = now.ok().flatten()?;
    let earlier = said.rfind(&format!("\n{SMALL}"));
    let words = &said[..earlier.unwrap_or(said.len())];
    Some((format!("{words}\n{SMALL}{now}"), is_over))
}

/// Returns true if the message is that of a table. Once its last seat was taken by pressing it, it is a page
/// without buttons, and no other such page names the match.
fn is_table(message: &Posted, id: MatchId) -> bool {
    let seats = [format!("rd1:{id}:0:join:"), format!("rd1:{id}:0:leave")];
    let is_seat = |own: &str| seats.iter().any(|seat| own.starts_with(seat));
    let ids = message.button_ids();
    let is_page = message.content.is_empty() && message.attachments.is_empty();
    let is_full = is_page && ids.is_empty() && message.tells_of(id);
    message.author.bot && (is_full || ids.into_iter().any(is_seat))
}

/// Returns the newest of some messages that shows a board of a match, over its buttons.
fn newest_board<'a>(
    messages: impl IntoIterator<Item = &'a Posted>,
    id: MatchId,
) -> Option<MessageId> {
    let is_view = |own: &str| {
        let own: Option<ButtonId> = own.parse().ok();
        let own = own.filter(|own| own.action == VIEWS);
        own.and_then(|own| own.of).is_some_and(|(of, _)| of == id)
    };
    let is_board = |message: &&Posted| {
        let is_pictured = message.author.bot && !message.attachments.is_empty();
        is_pictured && message.button_ids().into_iter().any(is_view)
    };
    let boards = messages.into_iter().filter(is_board);
    boards.map(|message| message.id).max()
}

/// Returns true if the buttons of a message serve no more: all are about the match as it stood before, they are
/// those of a board and the `newest` one came later, or the match is over and they play on. Buttons that give
/// commands are about the match at whatever ply. By its picture or its words the message is known again without
/// them.
fn is_old(message: &Posted, state: &Match, newest: Option<MessageId>) -> bool {
    let ids: Option<Vec<ButtonId>> = message
        .button_ids()
        .into_iter()
        .map(|id| id.parse().ok())
        .collect();
    let ids = ids.filter(|ids| !ids.is_empty()).unwrap_or_default();
    let of_match = |own: &ButtonId| own.of.filter(|(id, _)| *id == state.id());
    // Nothing would be left of a page.
    let is_page = message.content.is_empty() && message.attachments.is_empty();
    if !message.author.bot || is_page || !ids.iter().any(|own| of_match(own).is_some()) {
        return false;
    }
    let is_over = state.stage() == Stage::Ended;
    // Whatever the computers have moved meanwhile, it can still be ended.
    let ends = |own: &ButtonId| of_match(own).is_some() && own.action == END;
    if state.is_left_to_computers() && ids.iter().any(ends) {
        return false;
    }
    let is_board = !message.attachments.is_empty();
    let actions: Vec<&str> = ids.iter().map(|own| own.action.as_str()).collect();
    if !is_board && is_vote(&actions) {
        // It outlives moves, and says itself how it ended.
        return false;
    }
    // Of a later ply is what was taken back.
    let of_another_ply = |own: &ButtonId| {
        let gives_command = own.action.starts_with("do:") || own.action.starts_with("ask:");
        of_match(own).is_some_and(|(_, ply)| ply != state.ply()) && (is_board || !gives_command)
    };
    // Of the same ply is one that was reached again by other moves, or that an army has left.
    let of_board =
        |own: &ButtonId| of_match(own).is_some() && [MOVES, VIEWS].contains(&own.action.as_str());
    let is_replaced = newest.is_some_and(|newest| message.id < newest) && ids.iter().any(of_board);
    let plays_on = |own: &ButtonId| {
        let plays = [MOVES, RESUMES, END].contains(&own.action.as_str());
        of_match(own).is_some() && plays
    };
    // Once the clock goes on, the same button would stop it.
    let resumes = |own: &ButtonId| of_match(own).is_some() && own.action == RESUMES;
    let has_resumed = !state.is_paused() && ids.iter().all(resumes);
    ids.iter().all(of_another_ply)
        || is_replaced
        || is_over && ids.iter().any(plays_on)
        || has_resumed
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{
        matchplay::{Actor, Command, Moment, MoveInput, Opening, Person, decide, open},
        rules::{Color, OfferAction, Ruleset},
    };

    /// A board of a match with a button of this action, under it as it stood at this ply.
    fn board(id: MatchId, ply: u32, action: &str) -> Posted {
        let button = json!({"type": 2, "custom_id": format!("rd1:{id}:{ply}:{action}")});
        let message = json!({
            "id": "1",
            "author": {"id": "2", "username": "rondel", "avatar": null, "bot": true},
            "content": "",
            "attachments": [{
                "id": "3", "filename": "board.webp", "size": 1,
                "url": "https://example.com/board.webp",
                "proxy_url": "https://example.com/board.webp",
            }],
            "components": [{"type": 1, "components": [button]}],
        });
        serde_json::from_value(message).unwrap()
    }

    #[test]
    fn the_button_that_ends_what_computers_play_stays_until_the_end() {
        let (ann, now) = (Person(1), Moment(0));
        let opening = Opening {
            id: MatchId::numbered(7),
            ruleset: String::from("three-man"),
            options: Ruleset::THREE_MAN,
            place: Place::new("discord/1/2"),
            seat: Color::White,
            invited: vec![],
            computers: Some((2, crate::computer::Level::USUAL)),
            rated: false,
            time: None,
            private: false,
        };
        let events = open(&opening, ann).unwrap();
        let id = opening.id;
        let mut state = Match::fold(id, events.iter().map(|event| (event, now))).unwrap();
        let of_turn = board(id, 0, MOVES);
        assert!(!is_old(&of_turn, &state, Some(MessageId::new(1))));
        assert!(is_old(&of_turn, &state, Some(MessageId::new(2))));
        let mut does = |actor: Actor, command: Command| {
            for event in decide(&state, actor, &command, now).unwrap() {
                state.apply(&event, now);
            }
            state.clone()
        };
        let resigns = Command::Resign {
            confirmed: true,
            winner: None,
        };
        let left = does(ann.into(), resigns);
        assert!(!is_old(&board(id, 0, END), &left, None));
        let mv = MoveInput::Typed(String::from("m4"));
        let later = does(
            Actor::Computer(Color::Gray),
            Command::Move { mv, claim: false },
        );
        assert!(!is_old(&board(id, 0, END), &later, None));
        assert!(is_old(&board(id, 0, "view"), &later, None));
        let over = does(ann.into(), Command::Draw(OfferAction::Offer));
        assert!(is_old(&board(id, 0, END), &over, None));
    }
}
