//! The threads of matches: each is opened once, filled, opened again once if it was deleted, and named after the
//! result.

use std::{collections::HashSet, sync::Arc};

use super::{
    ChatRefusal, ChatResult, Delivery, DeliveryError, Failure, Lack, Messenger, NewThread, Remark,
    ThreadChange, post::Attempt, retry::unless_refused,
};
use crate::{
    host::{Closed, HeldNotice, HostError},
    matchplay::{Event, Match, MatchId, Moment, Person, Place},
    messages::Locale,
    store::{Notice, StoreError, causes},
};

/// Where a match is played from now on.
#[derive(Debug, Default)]
pub(super) struct Home {
    /// The thread or channel; `None` if it could not be given one.
    pub(super) place: Option<Place>,
    /// What is to be said of it, or of there being none.
    pub(super) lack: Option<Lack>,
    /// The row of the outbox that tells that the match has moved there.
    pub(super) moved: Option<HeldNotice>,
}

impl Home {
    const fn without(lack: Option<Lack>) -> Home {
        Home {
            place: None,
            lack,
            moved: None,
        }
    }

    fn at(place: Place) -> Home {
        Home {
            place: Some(place),
            ..Home::default()
        }
    }
}

/// Returns the version just before the latest board of a match.
pub(super) fn before_board(events: &[(Event, Moment)]) -> Option<u64> {
    let draws = |(event, _): &(Event, Moment)| {
        matches!(
            event,
            Event::Started | Event::Moved { .. } | Event::TakenBack { .. }
        )
    };
    events.iter().rposition(draws).map(|at| at as u64)
}

/// Counts the places that a match has been given.
fn moves(events: &[(Event, Moment)]) -> usize {
    let is_housed = |(event, _): &&(Event, Moment)| matches!(event, Event::Housed { .. });
    events.iter().filter(is_housed).count()
}

impl<M: Messenger> Delivery<M> {
    /// Opens a thread for a match where it was opened. It is for these people alone, if any are named. One that
    /// may have been opened before is looked for.
    pub(super) async fn house(
        &self,
        state: &Match,
        people: Option<&[Person]>,
        attempt: &Attempt,
    ) -> Result<Home, DeliveryError> {
        let _turn = self.openings.take(state.id()).await;
        self.give_thread(state, people, attempt).await
    }

    async fn give_thread(
        &self,
        state: &Match,
        people: Option<&[Person]>,
        attempt: &Attempt,
    ) -> Result<Home, DeliveryError> {
        let id = state.id();
        let opened = self.opened_thread(state, people.is_some(), attempt);
        let thread = match opened.await? {
            Ok(thread) => thread,
            Err(lack) => return Ok(Home::without(lack)),
        };
        self.remembered.threads.note(id, thread.clone());
        // To be added notifies, and posts a line for each. A public thread is seen by everybody, and a mention
        // there adds whom it calls: nobody else is to hear of it. Into a private one they all have to be let
        // in, since whom a mention adds depends on who may invite there. That comes before the thread is
        // noted, so that a second try lets in whom the first one did not.
        // Nor does a mention call everybody to a thread that is opened again: those who were in the old one are
        // added.
        let seats = state.seats().iter();
        let again = seats.filter(|_| state.is_housed());
        let again: Vec<Person> = again.filter_map(|(_, seat)| seat.person()).collect();
        for person in people.unwrap_or(&again) {
            self.let_in(id, &thread, *person, attempt.is_last).await?;
        }
        let host = self.responder.host();
        let noted = if state.is_housed() {
            host.house_again(id, state.place(), &thread).await
        } else {
            host.house(id, &thread).await
        };
        let moved = match noted {
            // Tried again, it is found: without the note the match would be played elsewhere.
            Err(HostError::Store(error)) => return Err(error.into()),
            Err(error) => {
                tracing::error!(error = %causes(&error), %id, "a thread could not be noted");
                return self.give_up(id, &thread, attempt.is_last).await;
            }
            Ok(done) => done.notice,
        };
        self.remembered.threads.forget(&id);
        Ok(Home {
            moved,
            ..Home::at(thread)
        })
    }

    /// Opens the thread of a match, or finds the one that was opened before; otherwise returns what is to be said
    /// of there being none.
    async fn opened_thread(
        &self,
        state: &Match,
        is_private: bool,
        attempt: &Attempt,
    ) -> ChatResult<Result<Place, Option<Lack>>> {
        let (id, on) = (state.id(), state.opened_at());
        if let Some(thread) = self.remembered.threads.of(&id) {
            return Ok(Ok(thread));
        }
        let locale = self.responder.locale_at(on);
        let name = |locale: &Locale| self.responder.narrator(locale).thread_name(state);
        let mut thread = NewThread {
            name: name(&locale),
            is_private,
            looks_for: Vec::new(),
        };
        if attempt.looks {
            // The server may have spoken another language then.
            let others = self.responder.locales().others(&locale);
            thread.looks_for.extend(others.map(|one| name(&one)));
            thread.looks_for.push(thread.name.clone());
        }
        let _turn = self.turns.take(on.clone()).await;
        let opened = self.messenger.open_thread(on, &thread).await;
        let lack = match &opened {
            // A match that everybody may see can be played where it was opened.
            Err(Failure::Refused(ChatRefusal::Kind)) if !is_private => None,
            Err(Failure::Refused(refusal)) => self.lack(state, on, refusal, &locale),
            Ok(_) | Err(_) => None,
        };
        if opened.is_ok() {
            self.remembered.said.forget(&Remark::Threads(on.clone()));
        }
        let refused = "no thread could be opened";
        let opened = unless_refused(async { opened }, id, refused, attempt.is_last).await?;
        Ok(opened.ok_or(lack))
    }

    /// Finds the match another place where its thread was deleted: once a new thread, with all its players in
    /// it, and after that the channel. A private match is played in a thread or nowhere. One that is there all the
    /// same stays.
    pub(super) async fn house_again(
        &self,
        state: &Match,
        people: Option<&[Person]>,
        attempt: &Attempt,
    ) -> Result<Home, DeliveryError> {
        let id = state.id();
        let _turn = self.openings.take(id).await;
        let (host, lost) = (self.responder.host(), state.place());
        let now = host.state(id).await?;
        if let Some(now) = now.filter(|now| now.place() != lost) {
            return Ok(Home::at(now.place().clone()));
        }
        match self.messenger.look_up(lost).await {
            Err(Failure::Gone) => {}
            Err(failure) if failure.is_passing() => return Err(failure.into()),
            Ok(()) | Err(_) => {
                host.report_found(lost);
                return Ok(Home::at(lost.clone()));
            }
        }
        let is_first = moves(&host.events(id).await?) == 1;
        if !is_first && state.is_private() {
            return Ok(Home::default());
        }
        let mut lack = None;
        if is_first {
            let mut home = self.give_thread(state, people, attempt).await?;
            if let Some(thread) = &home.place {
                home.lack = self.moved_to(state, thread, "thread-again");
                return Ok(home);
            }
            if state.is_private() {
                return Ok(home);
            }
            lack = home.lack;
        }
        let opened_at = state.opened_at();
        let moved = match host.house_again(id, lost, opened_at).await {
            Err(HostError::Store(error)) => return Err(error.into()),
            Err(error) => {
                tracing::error!(error = %causes(&error), %id, "a match cannot move to its channel");
                None
            }
            Ok(done) => done.notice,
        };
        if !is_first {
            lack = self.moved_to(state, opened_at, "thread-moved");
        }
        Ok(Home {
            place: Some(opened_at.clone()),
            lack,
            moved,
        })
    }

    /// Returns what a row tells by which the match has moved: its latest board, where it is played now; and
    /// what is to be said of that. `None` for other rows.
    pub(super) async fn shown_again(
        &self,
        state: &Match,
        notice: &Notice,
    ) -> Result<Option<(Notice, Option<Lack>)>, StoreError> {
        let events = self.responder.host().events(notice.id).await?;
        let Ok(at) = usize::try_from(notice.from) else {
            return Ok(None);
        };
        let Some((Event::Housed { place }, _)) = events.get(at) else {
            return Ok(None);
        };
        let before = &events[..at];
        let words = match (place == state.opened_at(), moves(before)) {
            (false, _) => Some("thread-again"),
            (true, 2..) => Some("thread-moved"),
            // Without a thread again: what was lacking has been said, or will be.
            (true, _) => None,
        };
        let lack = words.and_then(|words| self.moved_to(state, place, words));
        let from = before_board(before).unwrap_or(notice.from);
        Ok(Some((Notice { from, ..*notice }, lack)))
    }

    /// Closes a thread that the match does not take for its own, since it has another one by now: no command
    /// would mean the match there. Returns that other one.
    async fn give_up(
        &self,
        id: MatchId,
        thread: &Place,
        is_last: bool,
    ) -> Result<Home, DeliveryError> {
        let closing = async {
            let _turn = self.turns.take(thread.clone()).await;
            self.messenger
                .change_thread(thread, ThreadChange::Close)
                .await
        };
        unless_refused(closing, id, "a thread stays open", is_last).await?;
        self.remembered.threads.forget(&id);
        let now = self.responder.host().state(id).await?;
        let now = now.filter(|now| now.is_housed());
        Ok(now.map_or_else(Home::default, |now| Home::at(now.place().clone())))
    }

    /// Adds people who come to a match to its thread, as long as they play it.
    pub(super) async fn admit(
        &self,
        state: &Match,
        people: impl Iterator<Item = Person>,
        is_last: bool,
    ) -> Result<(), DeliveryError> {
        for person in people.filter(|person| state.color_of(*person).is_some()) {
            let admitting = self.let_in(state.id(), state.place(), person, is_last);
            admitting.await?;
        }
        Ok(())
    }

    /// Adds somebody to a thread, unless they are unknown to the chat.
    async fn let_in(
        &self,
        id: MatchId,
        thread: &Place,
        person: Person,
        is_last: bool,
    ) -> Result<(), DeliveryError> {
        let Some(user) = self.id_of(person).await? else {
            return Ok(());
        };
        let adding = self.messenger.add_member(thread, &user);
        // Their first mention there adds them too.
        unless_refused(adding, id, "a player was not added", is_last).await?;
        Ok(())
    }

    /// Gives the thread of a match that is over the result as its name, and lets the chat put it away once nobody
    /// has said anything there for an hour.
    ///
    /// It is not put away at once: in an archived thread no command can be given, and not every client lets buttons
    /// be pressed, while people want to talk and to play a rematch. It is not locked, so that a word opens it again
    /// later.
    pub(super) async fn conclude(&self, state: &Match, is_last: bool) -> ChatResult<()> {
        let place = state.place();
        let locale = self.responder.locale_at(place);
        let Some(name) = self.responder.narrator(&locale).over_name(state) else {
            return Ok(());
        };
        let _turn = self.turns.take(place.clone()).await;
        let change = ThreadChange::Conclude(name);
        let editing = self.messenger.change_thread(place, change);
        let refused = "a thread keeps its name";
        let edited = unless_refused(editing, state.id(), refused, is_last).await;
        edited.map(drop)
    }

    /// Takes in what a look at the thread of a match has found.
    pub(crate) fn note_thread(self: &Arc<Self>, thread: &Place, found: &ChatResult<()>) {
        let host = self.responder.host();
        match found {
            Ok(()) => host.report_closed(thread, None),
            Err(Failure::Refused(ChatRefusal::Locked)) => {
                host.report_closed(thread, Some(Closed::Locked));
            }
            Err(Failure::Gone) => {
                host.report_closed(thread, Some(Closed::Gone));
                tokio::spawn(Arc::clone(self).move_on(thread.clone()));
            }
            Err(failure) => tracing::info!(%failure, "a chat does not say what a thread is"),
        }
    }

    /// Looks for the threads of matches that a server does not show as it comes: they are archived, or were locked
    /// or deleted while the bot was away.
    pub(crate) async fn look_for_threads(self: Arc<Self>, server: Place, shown: HashSet<Place>) {
        for state in self.responder.host().live_in(&server).await {
            if state.is_housed() && !shown.contains(state.place()) {
                let found = self.messenger.look_up(state.place()).await;
                self.note_thread(state.place(), &found);
            }
        }
    }
}
