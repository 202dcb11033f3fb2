//! Calls that had to wait: one line each, which says what is still open when it is made.

use std::time::Duration;

use super::{
    Called, ChatResult, Delivery, DeliveryError, LEAD, MessageMark, Messenger, Outgoing,
    retry::{Retry, unless_refused},
};
use crate::{
    host::{Host, HostError},
    matchplay::{Match, MatchId, Moment, Place, Stage},
    messages::{Locale, Markup, Message, news::still_open},
    store::{
        StoreError, causes,
        preferences::{Concern, Manner},
    },
};

/// The number of waits after which somebody who seems to have left is asked about again: some seconds.
const AGAIN: u32 = 2;

/// The first of some tries to say a line, which is told by it from other lines.
#[derive(Clone, Copy, Debug)]
struct FirstTry {
    /// The version of the match then. It is in the mark, by which the chat knows for some minutes what it has got.
    version: u64,
    at: Moment,
}

/// Returns what somebody whose call had to wait is to hear of a match as it is now, and wants to hear.
fn wanted(host: &Host, now: &Match, called: &Called) -> Vec<Concern> {
    let preferences = host.preferences_of(called.person);
    let mut open = still_open(now, called.person, called.concern);
    open.retain(|concern| preferences.manner(*concern) != Manner::Off);
    open
}

/// A line that says to somebody what is open for them.
struct LateLine<'a> {
    state: &'a Match,
    called: &'a Called,
    open: &'a [Concern],
    /// What tells its mark from those of other messages.
    mark: String,
    /// The moment of an earlier try, which may have got through.
    tried: Option<Moment>,
}

/// Returns what tells the mark of such a line from those of other messages.
pub(super) fn late_mark(called: &Called) -> String {
    format!("-late-{}", called.id)
}

impl<M: Messenger> Delivery<M> {
    /// Calls somebody, again and again until that is through: one whose call had to wait if `waited`, or else one
    /// who seemed to have left. Returns the version of the match that was looked at; `None` if everything is to
    /// stop before.
    pub(super) async fn call_until_through(
        &self,
        id: MatchId,
        called: &Called,
        waited: bool,
    ) -> Option<u64> {
        let (mut retry, mut first) = (Retry::new(&self.tries), None);
        loop {
            let trying = self.call_late(id, (called, waited), &mut first, retry.is_last());
            let error = match trying.await {
                Ok(version) => return Some(version),
                Err(error) => error,
            };
            tracing::warn!(error = %causes(&error), %id, "a call waits");
            let goes_on = match &error {
                DeliveryError::Store(StoreError::Damaged { .. }) => return Some(u64::MAX),
                DeliveryError::Store(_) => retry.pause(Duration::ZERO).await,
                DeliveryError::Chat(failure) => retry.again(failure).await,
            };
            if !goes_on {
                return None;
            }
        }
    }

    /// Returns true if the chat says twice, some seconds apart, that somebody is not in the server of a place.
    async fn has_left(&self, place: &Place, user: &str) -> bool {
        let lacks = async || matches!(self.messenger.is_member(place, user).await, Ok(false));
        if !lacks().await {
            return false;
        }
        tokio::time::sleep(self.tries.waits.after(AGAIN)).await;
        lacks().await
    }

    /// Calls somebody whose call had to wait, if something in the match still concerns them. Done again after a
    /// failure, it is one message with the first try. Lets the match know if it is the player to move, and has left
    /// the server. Returns the version of the match that was looked at; the highest where none could be.
    ///
    /// # Errors
    ///
    /// What is to be tried again.
    async fn call_late(
        &self,
        id: MatchId,
        (called, waited): (&Called, bool),
        first: &mut Option<FirstTry>,
        is_last: bool,
    ) -> Result<u64, DeliveryError> {
        let host = self.responder.host();
        let Some(state) = host.state(id).await? else {
            return Ok(u64::MAX);
        };
        let version = state.version();
        let open = wanted(host, &state, called);
        let Some(concern) = open.first().filter(|_| !host.is_forgotten(called.person)) else {
            return Ok(version);
        };
        let place = state.place();
        if *concern == Concern::Turn
            && self.responder.markup().is_shared(place)
            && self.has_left(place, &called.id).await
        {
            self.note_gone(id, called).await?;
            return Ok(version);
        }
        let now = host.clock().run_for();
        if !self.pings.note_late(&state, called.person, now, waited) {
            return Ok(version);
        }
        let is_again = first.is_some();
        let FirstTry { version: of, at } = *first.get_or_insert(FirstTry {
            version,
            at: host.now(),
        });
        let line = LateLine {
            state: &state,
            called,
            open: &open,
            mark: format!("{of}{}", late_mark(called)),
            tried: is_again.then_some(at),
        };
        if self.say_line(&line, *concern, is_last).await? {
            self.remembered.unreached.forget((id, called.person));
            return Ok(version);
        }
        tracing::warn!(%id, "a player cannot be called anywhere");
        if open.contains(&Concern::Turn) {
            self.remembered.unreached.note(&state, called.person);
        }
        Ok(version)
    }

    /// Lets a match know that a player has left.
    async fn note_gone(&self, id: MatchId, called: &Called) -> Result<(), StoreError> {
        match self.responder.host().gone(id, called.person).await {
            Err(HostError::Store(error)) => return Err(error),
            Err(error) => {
                tracing::warn!(error = %causes(&error), %id, "that a player has left cannot be noted");
            }
            Ok(_) => {}
        }
        Ok(())
    }

    /// Says a line where somebody wants it, or else in the other way. Returns false if no way is open.
    async fn say_line(
        &self,
        line: &LateLine<'_>,
        concern: Concern,
        is_last: bool,
    ) -> ChatResult<bool> {
        let preferences = self.responder.host().preferences_of(line.called.person);
        let state = line.state;
        // Where the match is played, or else where it was opened, unless it is private.
        let opened = Some(state.opened_at()).filter(|_| !state.is_private());
        let mut ways = vec![Some(state.place())];
        ways.extend(opened.filter(|at| *at != state.place()).map(Some));
        let direct = if preferences.manner(concern) == Manner::Mention {
            ways.len()
        } else {
            0
        };
        ways.insert(direct, None);
        for way in ways {
            let saying = async {
                match way {
                    Some(place) => {
                        let outgoing = self.late_line(state, line.called, line.open);
                        self.say_late(place, line, &outgoing).await
                    }
                    None => self.write_late(line).await,
                }
            };
            let said = unless_refused(saying, state.id(), "a late call is refused", is_last);
            if said.await?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Writes a line to somebody directly.
    async fn write_late(&self, line: &LateLine<'_>) -> ChatResult<()> {
        let LateLine {
            state,
            called,
            open,
            ..
        } = line;
        let (host, markup) = (self.responder.host(), self.responder.markup());
        let locales = self.responder.locales();
        let own = locales.of_person(host, Some(called.person), None, state.place());
        let name = self.responder.narrator(&own).called_somehow(called.person);
        let mut said = self::line(markup, state, &own, &name, open);
        if let Some(open) = host.open_place(state) {
            said += &format!(" {}", markup.link(open, &Place::new("")));
        }
        let direct = self.direct_with(called).await?;
        self.say_late(&direct, line, &Outgoing::of_words(&said))
            .await
    }

    /// Says a line at a place, unless an earlier try has.
    async fn say_late(
        &self,
        place: &Place,
        line: &LateLine<'_>,
        outgoing: &Outgoing,
    ) -> ChatResult<()> {
        let _turn = self.turns.take(place.clone()).await;
        if let Some(tried) = line.tried {
            let messages = self.found(place, Some(tried.plus(-LEAD))).await?;
            if messages.iter().any(|message| outgoing.is_all_of(message)) {
                return Ok(());
            }
        }
        let id = line.state.id();
        let mark = MessageMark {
            about: id.as_str(),
            what: &line.mark,
        };
        self.messenger.send(place, outgoing, mark).await
    }

    /// Returns the line that says to somebody where the match is played, by a mention, what is still open for them
    /// in it as it is `now`; `None` if nothing is.
    pub(super) fn late(&self, now: &Match, called: &Called) -> Option<Outgoing> {
        let open = wanted(self.responder.host(), now, called);
        (!open.is_empty()).then(|| self.late_line(now, called, &open))
    }

    fn late_line(&self, state: &Match, called: &Called, open: &[Concern]) -> Outgoing {
        let (locale, markup) = (
            self.responder.locale_at(state.place()),
            self.responder.markup(),
        );
        let mention = markup.mention(&called.id);
        let mut outgoing = Outgoing::of_words(&line(markup, state, &locale, &mention, open));
        // It stands in the words.
        outgoing.notified.people.push(called.id.clone());
        outgoing
    }
}

/// Says to somebody, by this name, what is open for them, in one line.
fn line(
    markup: &dyn Markup,
    state: &Match,
    locale: &Locale,
    player: &str,
    open: &[Concern],
) -> String {
    let (id, texts) = (state.id(), &locale.texts);
    let deadline = state.clock().filter(|clock| clock.window.is_none());
    let sentences = open
        .iter()
        .enumerate()
        .map(|(at, concern)| match (concern, deadline) {
            (Concern::Question, _) if at > 0 => texts.say("late-question-too", &[]),
            (Concern::Turn, Some(clock)) => {
                let when = markup.moment(clock.deadline);
                let told = [
                    texts.say("your-move", &[("player", &player)]),
                    texts.say("deadline", &[("when", &when)]),
                ];
                Message::sentences(told)
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
