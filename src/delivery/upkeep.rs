//! Keeps what stands in channels up to date: the message of a table, invitations, votes, and rows of buttons whose
//! time is over. All are found by the ids of their buttons among the latest messages, so that nothing need be
//! remembered, and a restart changes nothing.

use std::sync::Arc;

use super::{
    ChatResult, Delivery, Edit, Failure, Messenger, Outgoing, PostId, Posted,
    messenger::{LEAD, LISTED},
    remembered::Invitation,
    retry::unless_refused,
};
use crate::{
    commands::{END, is_vote},
    matchplay::{Event, Match, MatchId, Moment, Person, Place, Seat, Stage},
    messages::{ButtonId, Call, Reply},
};

/// The most rows that are taken off at once: an old match may have left many.
const MOST_ROWS: usize = 5;

/// The action of the button that begins a move.
pub(super) const MOVES: &str = "move";
/// The action of the button that is under every board, and not under a reminder of one.
const VIEWS: &str = "view";
/// The action of the button that lets the clock go on, in a match that is paused.
const RESUMES: &str = "pause";

/// The messages in a channel, and where rows are taken off: in that of a match, beside its thread, or in direct
/// messages with somebody.
type Reading = (Vec<Place>, Option<Person>);

impl<M: Messenger> Delivery<M> {
    /// Brings the message of a table up to date, wherever its seats were taken or it was closed. Returns
    /// true if it was found and says it now.
    pub(super) async fn refresh_table(&self, state: &Match, is_last: bool) -> ChatResult<bool> {
        let (id, place) = (state.id(), state.opened_at());
        let mut reply = self.responder.table(state);
        let page = self.undrawn(&reply);
        reply.body = reply.body.as_plain();
        let words = self.undrawn(&reply);
        let turn = self.turns.take(place.clone()).await;
        let messages = self.messages_of_table(state).await?;
        let calls = self.invitations(state, &messages).await;
        let mut says = false;
        for table in messages.iter().filter(|one| is_table(one, id)) {
            // One that called somebody is in plain words, and stays so: a button that is pressed meanwhile is
            // answered in its kind.
            let told = if table.is_page { &page } else { &words };
            let change = Edit::To(Box::new(told.clone()));
            let editing = self.messenger.edit(place, table.id, change);
            let changed = unless_refused(editing, id, "a table cannot be changed", is_last).await?;
            says |= changed.is_some();
        }
        drop(turn);
        for call in calls {
            self.refresh_invitation(state, &call, is_last).await?;
        }
        Ok(says)
    }

    /// Lists the messages among which that of a table and its invitations are. Where much has been said since, it
    /// stands where it was opened, and what invites where somebody was invited.
    async fn messages_of_table(&self, state: &Match) -> ChatResult<Vec<Posted>> {
        let (id, place) = (state.id(), state.opened_at());
        let mut messages = self.found(place, None).await?;
        let oldest = messages.iter().map(|one| one.at).min();
        let Some(oldest) = oldest.filter(|_| messages.len() >= LISTED) else {
            return Ok(messages);
        };
        let is_found = messages.iter().any(|one| is_table(one, id));
        let events = self.responder.host().events(id).await;
        for at in invited_at(&events.unwrap_or_default(), is_found) {
            let since = at.plus(-LEAD);
            if !is_found || since < oldest {
                messages.extend(self.found(place, Some(since)).await?);
            }
        }
        Ok(messages)
    }

    /// Lists the invitations to a table that are to change: those among these messages, and those that were
    /// pressed on.
    async fn invitations(&self, state: &Match, messages: &[Posted]) -> Vec<Invitation> {
        let (id, at) = (state.id(), state.opened_at());
        let locale = self.responder.locale_at(at);
        let call = self.responder.invitation(&locale, state, |_| true);
        let pressed = self.remembered.invitations.values().into_iter();
        let pressed = pressed.filter(|(to, _)| *to == id);
        let mut calls: Vec<Invitation> = pressed.map(|(_, call)| call).collect();
        for one in messages {
            if !self.is_invitation(one, id, &call) {
                continue;
            }
            let stays =
                one.buttons.is_empty() && self.invitation(state, &one.text).await.is_all_of(one);
            if !stays && !calls.iter().any(|known| known.message == one.id) {
                calls.push(Invitation {
                    at: at.clone(),
                    message: one.id,
                    said: one.text.clone(),
                    is_direct: false,
                });
            }
        }
        calls
    }

    /// Brings an invitation up to date. A direct message has been answered by its reader, and only loses its
    /// buttons.
    async fn refresh_invitation(
        &self,
        state: &Match,
        call: &Invitation,
        is_last: bool,
    ) -> ChatResult<()> {
        let change = if call.is_direct {
            Edit::NoButtons
        } else {
            Edit::To(Box::new(self.invitation(state, &call.said).await))
        };
        let _turn = self.turns.take(call.at.clone()).await;
        let editing = self.messenger.edit(&call.at, call.message, change);
        let refused = "an invitation cannot be changed";
        let edited = unless_refused(editing, state.id(), refused, is_last).await;
        edited.map(drop)
    }

    /// Brings an invitation up to date on which somebody pressed in vain: if it is over, nothing else does.
    pub(crate) async fn refresh_if_over(&self, id: MatchId, call: &Invitation) {
        let Ok(Some(state)) = self.responder.host().state(id).await else {
            return;
        };
        let is_over = if call.is_direct {
            state.stage() != Stage::Table
        } else {
            let locale = self.responder.locale_at(state.opened_at());
            let call = self.responder.invitation(&locale, &state, |_| true);
            call.buttons.is_empty()
        };
        if is_over && let Err(failure) = self.refresh_invitation(&state, call, true).await {
            tracing::info!(%failure, %id, "an invitation stays as it is");
        }
    }

    /// Returns the call to those who are invited to a table, as things stand now, in place of what it
    /// said: those whom it mentions stay mentioned, and it asks them alone.
    pub(crate) async fn invitation(&self, state: &Match, said: &str) -> Outgoing {
        let (responder, markup) = (&self.responder, self.responder.markup());
        let (mentions, _) = markup.without_mentions(said);
        // One that mentions nobody, or a role, asks all of them.
        let names_people = markup.mentions_people(mentions);
        let mut others = Vec::new();
        for (_, seat) in state.seats().iter().filter(|_| names_people) {
            if let Seat::Kept(person) = seat
                && let Ok(Some(user)) = self.id_of(*person).await
                && !mentions.contains(&markup.mention(&user))
            {
                others.push(*person);
            }
        }
        let locale = responder.locale_at(state.opened_at());
        let call = responder.invitation(&locale, state, |person| !others.contains(&person));
        let said = format!("{mentions}\n{}", call.text);
        Outgoing::of_words(said.trim_start()).over(call.buttons)
    }

    /// Returns true if the message calls people to this table: it has the buttons of their answers, or without any
    /// begins as the call does that is `now` in its place.
    fn is_invitation(&self, message: &Posted, id: MatchId, now: &Call) -> bool {
        let answers = |own: &ButtonId| ["do:join", "do:leave"].contains(&own.action.as_str());
        let mut words = message.words(self.responder.markup()).lines();
        let first = now.text.lines().next().filter(|first| !first.is_empty());
        let begins = first.is_some_and(|first| words.next() == Some(first));
        message.by_bot
            && (message.buttons.is_empty() && begins || message.buttons_of(id).any(answers))
    }

    /// Takes the rows of buttons off older boards, which serve no more, one match after the other, for as
    /// long as it is polled. Nothing depends on it, so it gives way to everything else and gives up what is
    /// refused.
    pub(super) async fn clean_up(self: Arc<Self>) {
        loop {
            let id = self.remembered.cleanups.next().await;
            match self.clean_up_once(id).await {
                Err(Failure::InDoubt) => {
                    tracing::debug!(%id, "it is not known whether old buttons stay");
                }
                Err(failure) => tracing::debug!(%failure, %id, "old buttons stay"),
                Ok(()) => {}
            }
        }
    }

    async fn clean_up_once(&self, id: MatchId) -> ChatResult<()> {
        let Ok(Some(state)) = self.responder.host().state(id).await else {
            return Ok(());
        };
        let mut left = MOST_ROWS;
        for (places, reader) in self.readings(&state).await {
            if left == 0 || self.messenger.is_busy() {
                break;
            }
            left = self.clean_up_at(id, (&places, reader), left).await?;
        }
        Ok(())
    }

    /// Lists where old rows of a match may stand.
    async fn readings(&self, state: &Match) -> Vec<Reading> {
        let mut readings: Vec<Reading> = Vec::new();
        // A table has no older boards, and its message is brought up to date by itself.
        if state.stage() != Stage::Table {
            let mut places = vec![state.place().clone()];
            // What its thread does not take stands where it was opened. That is asked about once after a start, and
            // as long as something has buttons there.
            let beside = Some(state.opened_at()).filter(|beside| *beside != state.place());
            let may_be = self.remembered.cleanups.may_be_beside(state.id());
            places.extend(beside.filter(|_| may_be).cloned());
            readings.push((places, None));
        }
        if self.remembered.directs.is_empty() {
            return readings;
        }
        for person in self.everybody(state).await {
            // Who was not written to since the start is not asked about: chats want direct messages to be
            // opened rarely.
            if let Some(place) = self.remembered.directs.of(&person) {
                readings.push((vec![place], Some(person)));
            }
        }
        readings
    }

    /// Lists those who have had something to do with a match: before its first move also everybody who was invited.
    async fn everybody(&self, state: &Match) -> Vec<Person> {
        let mut people = state.people();
        if state.ply() == 0 {
            let events = self.responder.host().events(state.id()).await;
            let events = events.unwrap_or_default();
            people.extend(events.iter().filter_map(|(event, _)| event.person()));
            people.sort_unstable();
            people.dedup();
        }
        people
    }

    /// Returns the latest messages of the channel beside the thread of a match, and notes whether any has buttons
    /// of it.
    async fn latest_beside(&self, id: MatchId, place: &Place) -> ChatResult<Vec<Posted>> {
        // Before the look: what is posted meanwhile is noted after it.
        let cleanups = &self.remembered.cleanups;
        cleanups.note_beside(id, false);
        let latest = self.found(place, None).await;
        let is_bare = |one: &Posted| one.buttons_of(id).next().is_none();
        if !latest.as_ref().is_ok_and(|all| all.iter().all(is_bare)) {
            cleanups.note_beside(id, true);
        }
        latest
    }

    /// Takes at most this many rows off where a match is played, and beside its thread if a second place is given,
    /// or in the direct messages with somebody. Returns how many are left.
    async fn clean_up_at(
        &self,
        id: MatchId,
        (places, reader): (&[Place], Option<Person>),
        mut left: usize,
    ) -> ChatResult<usize> {
        let mut messages = Vec::new();
        for (number, place) in places.iter().enumerate() {
            let latest = if number == 0 {
                self.found(place, None).await?
            } else {
                self.latest_beside(id, place).await?
            };
            messages.extend(latest.into_iter().map(|message| (place, message)));
        }
        // As it stands now: of a match as it was before, a vote that was posted meanwhile would be over.
        let Ok(Some(state)) = self.responder.host().state(id).await else {
            return Ok(0);
        };
        let newest = newest_board(messages.iter().map(|(_, message)| message), id);
        for (place, message) in &messages {
            let is_old = is_old(message, &state, newest);
            if !is_old && self.reworded(&state, message, reader).await.is_none() {
                continue;
            }
            if left == 0 || self.messenger.is_busy() {
                return Ok(0);
            }
            left -= 1;
            if is_old {
                let editing = self.messenger.edit(place, message.id, Edit::NoButtons);
                unless_refused(editing, id, "old buttons stay", true).await?;
            } else {
                self.reword(id, (place, message.id), reader).await?;
            }
        }
        Ok(left)
    }

    /// Rewords a vote or an invitation. Others do so as well: whoever writes has read it, and the match, in the
    /// same turn, so that nobody writes what was true before.
    async fn reword(
        &self,
        id: MatchId,
        (place, message): (&Place, PostId),
        reader: Option<Person>,
    ) -> ChatResult<()> {
        let _turn = self.turns.take(place.clone()).await;
        let latest = self.found(place, None).await?;
        let message = latest.iter().find(|one| one.id == message);
        let (Some(message), Ok(Some(state))) = (message, self.responder.host().state(id).await)
        else {
            return Ok(());
        };
        if let Some(change) = self.reworded(&state, message, reader).await {
            let editing = self.messenger.edit(place, message.id, change);
            unless_refused(editing, id, "old words stay", true).await?;
        }
        Ok(())
    }

    /// Returns the change that makes a message say how its vote stands, or, to its `reader`, how the table stands to
    /// which it invites; `None` if it says so already, and for other messages.
    async fn reworded(
        &self,
        state: &Match,
        message: &Posted,
        reader: Option<Person>,
    ) -> Option<Edit> {
        if let Some(change) = reader.and_then(|reader| self.invited(state, message, reader)) {
            return Some(change);
        }
        recounted(message, self.vote(state, message).await?)
    }

    /// Returns the change that makes an invitation in direct messages with somebody say how its table stands;
    /// `None` if it says so already, and for other messages.
    fn invited(&self, state: &Match, message: &Posted, reader: Person) -> Option<Edit> {
        let responder = &self.responder;
        let locales = responder.locales();
        let own = locales.of_person(responder.host(), Some(reader), None, state.place());
        let call = responder.invitation(&own, state, |person| person == reader);
        if !self.is_invitation(message, state.id(), &call) {
            return None;
        }
        // Its last line says where the table stands.
        let last = message.text.rfind('\n');
        let last = last.map_or("", |at| &message.text[at..]);
        let is_over = call.buttons.is_empty();
        let told = Outgoing::of_words(&format!("{}{last}", call.text)).over(call.buttons);
        let is_said = told.is_all_of(message) && is_over == message.buttons.is_empty();
        (!is_said).then(|| Edit::To(Box::new(told)))
    }

    /// Counts an answer in the message that asks for it, as a press of its own buttons does: where that has the
    /// buttons of this reply, it is among the latest messages, and it says then how the vote stands. Returns
    /// false if there is none.
    pub(super) async fn count_vote(
        &self,
        state: &Match,
        reply: &Reply,
        is_last: bool,
    ) -> ChatResult<bool> {
        let place = state.place();
        let asked = reply.buttons().iter().map(|one| one.id.parse().ok());
        let asked: Option<Vec<ButtonId>> = asked.collect();
        let asked = asked.unwrap_or_default();
        let _turn = self.turns.take(place.clone()).await;
        let latest = self.found(place, None).await?;
        // Others may have answered while it waited.
        let Ok(Some(state)) = self.responder.host().state(state.id()).await else {
            return Ok(false);
        };
        for message in latest {
            let own = message.only_buttons().unwrap_or_default();
            let own = own.iter().map(|one| &one.action);
            if own.len() == 0 || !own.eq(asked.iter().map(|one| &one.action)) {
                continue;
            }
            let Some(voted) = self.vote(&state, &message).await else {
                continue;
            };
            let Some(change) = recounted(&message, voted) else {
                return Ok(true);
            };
            let editing = self.messenger.edit(place, message.id, change);
            let refused = "a vote cannot be counted where it stands";
            let edited = unless_refused(editing, state.id(), refused, is_last).await?;
            return Ok(edited.is_some());
        }
        Ok(false)
    }

    /// Returns the words of a vote with a last line for how it stands, and true if it is over; `None` while
    /// nobody has answered it, and of other messages.
    async fn vote(&self, state: &Match, message: &Posted) -> Option<(String, bool)> {
        if !message.by_bot || !message.files.is_empty() {
            return None;
        }
        let all = message.only_buttons()?;
        if message.buttons_of(state.id()).count() < all.len() {
            return None;
        }
        let actions: Vec<&str> = all.iter().map(|id| id.action.as_str()).collect();
        self.vote_of(state, &message.text, &actions).await
    }

    /// The same of a message with these words, and buttons of these actions.
    pub(crate) async fn vote_of(
        &self,
        state: &Match,
        said: &str,
        actions: &[&str],
    ) -> Option<(String, bool)> {
        let now = self.responder.vote_now(state, actions).await;
        let (now, is_over) = now.ok().flatten()?;
        let small = self.responder.markup().small();
        let earlier = said.rfind(&format!("\n{small}"));
        let words = &said[..earlier.unwrap_or(said.len())];
        Some((format!("{words}\n{small}{now}"), is_over))
    }
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

/// Returns the change that makes a message say this of its vote, and end it if that is over; `None` if it says
/// so already.
fn recounted(message: &Posted, (text, is_over): (String, bool)) -> Option<Edit> {
    if is_over {
        Some(Edit::LastWords(text))
    } else {
        (text != message.text).then_some(Edit::Words(text))
    }
}

/// Returns true if the message is that of a table. Once its last seat was taken by pressing it, it is a page
/// without buttons, and no other such page names the match.
fn is_table(message: &Posted, id: MatchId) -> bool {
    let is_seat = |own: &ButtonId| ["join", "leave"].contains(&own.verb());
    let is_page = message.is_page && message.files.is_empty();
    let is_full = is_page && message.buttons.is_empty() && message.tells_of(id);
    message.by_bot && (is_full || message.buttons_of(id).any(is_seat))
}

/// Returns the newest of some messages that shows a board of a match, over its buttons.
fn newest_board<'a>(messages: impl IntoIterator<Item = &'a Posted>, id: MatchId) -> Option<PostId> {
    let is_board = |message: &&Posted| {
        let is_pictured = message.by_bot && !message.files.is_empty();
        let mut buttons = message.buttons_of(id);
        is_pictured && buttons.any(|own| own.action == VIEWS)
    };
    let boards = messages.into_iter().filter(is_board);
    boards.map(|message| message.id).max()
}

/// Returns true if the buttons of a message serve no more: all are about the match as it stood before, they are
/// those of a board and the `newest` one came later, or the match is over and they play on. Buttons that give
/// commands are about the match at whatever ply. By its picture or its words the message is known again without
/// them.
fn is_old(message: &Posted, state: &Match, newest: Option<PostId>) -> bool {
    let ids = message.only_buttons().unwrap_or_default();
    let own: Vec<&ButtonId> = message.buttons_of(state.id()).collect();
    let are_all = own.len() == ids.len();
    // Nothing would be left of a page.
    let is_page = message.is_page && message.files.is_empty();
    if !message.by_bot || is_page || ids.is_empty() || own.is_empty() {
        return false;
    }
    // Whatever the computers have moved meanwhile, it can still be ended.
    if state.is_left_to_computers() && own.iter().any(|own| own.action == END) {
        return false;
    }
    let is_board = !message.files.is_empty();
    let actions: Vec<&str> = ids.iter().map(|own| own.action.as_str()).collect();
    if !is_board && is_vote(&actions) {
        // It outlives moves, and says itself how it ended.
        return false;
    }
    // Of a later ply is what was taken back.
    let of_another_ply = |own: &&ButtonId| {
        let gives_command = ["do", "ask"].contains(&own.verb());
        let ply = own.of.map(|(_, ply)| ply);
        ply != Some(state.ply()) && (is_board || !gives_command)
    };
    // Of the same ply is one that was reached again by other moves, or that an army has left.
    let is_one_of = |actions: &[&str]| {
        let mut own = own.iter();
        own.any(|own| actions.contains(&own.action.as_str()))
    };
    let is_replaced =
        newest.is_some_and(|newest| message.id < newest) && is_one_of(&[MOVES, VIEWS]);
    let plays_on = state.stage() == Stage::Ended && is_one_of(&[MOVES, RESUMES, END]);
    // Once the clock goes on, the same button would stop it.
    let has_resumed = !state.is_paused() && are_all && own.iter().all(|own| own.action == RESUMES);
    are_all && own.iter().all(of_another_ply) || is_replaced || plays_on || has_resumed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        matchplay::{Actor, Command, MoveInput, Table, decide, open},
        rules::{Color, OfferAction, Ruleset},
    };

    /// A board of a match with a button of this action, under it as it stood at this ply.
    fn board(id: MatchId, ply: u32, action: &str) -> Posted {
        Posted {
            id: PostId(1),
            at: Moment(0),
            by_bot: true,
            text: String::new(),
            is_page: true,
            buttons: vec![format!("rd1:{id}:{ply}:{action}").parse().ok()],
            files: vec![String::from("board.webp")],
        }
    }

    #[test]
    fn the_button_that_ends_what_computers_play_stays_until_the_end() {
        let (ann, now) = (Person(1), Moment(0));
        let opening = Table {
            ruleset: String::from("three-man"),
            options: Ruleset::THREE_MAN,
            place: Place::new("discord/1/2"),
            seat: Some(Color::White),
            invited: vec![],
            computers: Some((2, crate::computer::Level::USUAL)),
            rated: false,
            time: None,
            private: false,
        };
        let events = open(&opening, ann).unwrap();
        let id = MatchId::numbered(7);
        let mut state = Match::fold(id, events.iter().map(|event| (event, now))).unwrap();
        let of_turn = board(id, 0, MOVES);
        assert!(!is_old(&of_turn, &state, Some(PostId(1))));
        assert!(is_old(&of_turn, &state, Some(PostId(2))));
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
