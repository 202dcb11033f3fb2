//! Plans where news goes: what is sent of it, who sees it, who is notified, and what serves where the
//! first way is closed. Chats carry the plan out.
//!
//! [`news`] reads from a change what a message about it holds. [`plan`] says of a reply, and of
//! the [`Trigger`] that sends it out, which [`Route`]s it takes, and returns them as a
//! [`DeliveryPlan`]. [`Calls`] say how those who are notified hear of it. All are pure: what a chat
//! knows of its places comes in, and rights that turn out to be missing lead to the next route.

mod call;
mod pings;

use std::mem;

use crate::{
    host::{Change, Fate},
    matchplay::{Event, Match, Motion, NewPlayer, Person, Place, Stage},
    messages::{Audience, Call, Message, Narrator, Page, Ping, Reply},
    rules::{Agreement, OfferAction},
};

pub use call::{Calls, DirectCall, Instead};
pub use pings::{gap, is_over_for, still_concerns, still_open};

/// The parts of a message about a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// True if the board is shown: it has changed, or play begins or ends, or a player is reminded.
    pub board: bool,
    /// The people who are notified, each once.
    pub pings: Vec<Ping>,
    /// True if play begins.
    pub begins: bool,
    /// True if a match that has been played is over.
    pub ends: bool,
    /// True if a table is opened.
    pub opens: bool,
    /// True if somebody agreed to a proposal, which waits for others.
    pub casts_vote: bool,
    /// True if somebody new plays a private match.
    pub admits: bool,
    /// True if it is a reminder, which is for the player to move alone.
    pub is_reminder: bool,
}

/// Returns the parts of a message about a change.
#[must_use]
pub fn news(change: &Change) -> News {
    let (after, events) = (&change.after, &change.events);
    let draws = |event: &Event| {
        matches!(
            event,
            Event::Started
                | Event::Moved { .. }
                | Event::Eliminated(_)
                | Event::TakenBack { .. }
                | Event::TookOver { .. }
                | Event::Reminded { .. }
                | Event::Ended(_)
        )
    };
    // Who agrees to a pact waits for nobody else.
    let agrees = |event: &Event| {
        let accepts = matches!(event, Event::Proposal {
            action: OfferAction::Accept,
            motion,
            ..
        } if !matches!(motion, Motion::Agreement(Agreement::Pact(_))));
        accepts || matches!(event, Event::SubstituteAnswered { agrees: true, .. })
    };
    News {
        board: events.iter().any(draws) && after.stage() != Stage::Table,
        pings: pings::pings(change),
        begins: events.contains(&Event::Started),
        ends: after.outcome().is_some()
            && events.iter().any(|event| matches!(event, Event::Ended(_))),
        opens: change.before.is_none(),
        casts_vote: !events.is_empty() && events.iter().all(agrees),
        admits: is_secret(after) && newcomers(events).next().is_some(),
        is_reminder: matches!(events.as_slice(), [Event::Reminded { .. }]),
    }
}

/// Lists the people who come to a match that has begun, by taking over a seat.
pub fn newcomers(events: &[Event]) -> impl Iterator<Item = Person> {
    events.iter().filter_map(|event| {
        let Event::TookOver {
            taker: NewPlayer::Person(person),
            ..
        } = event
        else {
            return None;
        };
        Some(*person)
    })
}

/// The cause for which a reply goes out.
#[derive(Clone, Copy, Debug)]
pub enum Trigger<'a> {
    /// Somebody asked, and waits for the answer.
    Asked(Asked<'a>),
    /// The outbox holds it, of this match as it stands now.
    Outbox(&'a Match),
}

/// The place and the way in which somebody asked.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The place.
    pub place: &'a Place,
    /// The channel that the place hangs on, if it is a thread.
    pub within: Option<&'a Place>,
    /// The message that they pressed on.
    pub pressed: Pressed,
    /// True if the chat may say nothing there but answers.
    pub is_mute: bool,
}

/// A message that was pressed on, which the answer may take the place of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pressed {
    /// None, or one that stays.
    Neither,
    /// The message of a table.
    Table,
    /// The words that call those who are invited to a table.
    Invitation,
    /// A vote, which stays and counts an answer.
    Vote,
    /// A page that its reader alone sees.
    Page,
    /// A message that everybody sees, and that answered the one who pressed.
    Own,
}

/// What is sent of a reply, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveryPlan {
    /// The routes in order: each serves where those before it are closed.
    pub routes: Vec<Route>,
    /// The part of the reply that is sent.
    pub excerpt: Excerpt,
    /// True if those whom the reply pings are notified by it.
    pub pings: bool,
    /// True if everybody who is to hear of it hears it so.
    pub tells: bool,
    /// True if the thread is named after the result once all have heard.
    pub concludes: bool,
    /// True if the message of the table is brought up to date once all have heard.
    pub changes_table: bool,
    /// True if somebody is to be let into the thread of a private match.
    pub admits: bool,
}

/// A way to send a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// As the answer to the one who asked.
    Answer(Form),
    /// In a thread that is opened for the match: a private one, into which these people are let, or
    /// one for everybody.
    Thread(Option<Vec<Person>>),
    /// In the match's own thread.
    Own,
    /// In the channel where the match was opened.
    Opened,
    /// In direct messages to those whom it pings.
    Direct,
}

/// The form in which an answer is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As a message of its own, which the one who asked sees alone where it is private.
    Message {
        /// True if nobody else sees it.
        private: bool,
    },
    /// In place of the message that was pressed on.
    Update,
}

/// The part of a reply that is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excerpt {
    /// All of it.
    Whole,
    /// The page, which calls nobody. The words that do are told from the outbox.
    Page,
    /// The words that call those whom the page concerns. It is told from the outbox.
    Call,
    /// Its words alone: the board and its buttons are shown where the match is played. Where one
    /// begins, these words are about its table.
    Words,
    /// Nothing of it, but what is left of the page that was pressed on, and where to find it.
    Pointer {
        /// True if the page closes.
        closes: bool,
        /// True if it is told elsewhere.
        elsewhere: bool,
    },
}

impl DeliveryPlan {
    /// Returns what is sent of a reply. The one who asked is pointed elsewhere by their own narrator.
    #[must_use]
    pub fn cut(&self, mut reply: Reply, own: &Narrator<'_>) -> Reply {
        let page = mem::take(&mut reply.page);
        let call = reply.call.take();
        match (self.excerpt, call) {
            (Excerpt::Call, Some(Call { text, buttons })) => {
                reply = Reply {
                    text,
                    buttons,
                    seat: None,
                    blocks: Vec::new(),
                    ..reply
                };
            }
            // Plain words call those whom a page cannot.
            (Excerpt::Whole, Some(_)) => reply.blocks.clear(),
            _ => {}
        }
        if matches!(self.excerpt, Excerpt::Words | Excerpt::Pointer { .. }) {
            reply.seat = None;
            reply.buttons.clear();
            reply.blocks.clear();
        }
        if let (Excerpt::Words, true, Some(state)) = (self.excerpt, reply.begins, &reply.state) {
            let locale = reply.locale.as_ref().unwrap_or(own.locale);
            reply.text = Narrator { locale, ..*own }.story(state).begun();
        }
        if !self.pings {
            reply.pings.clear();
            reply.calls_role = None;
        }
        if let Excerpt::Pointer { closes, elsewhere } = self.excerpt {
            let closed = match page {
                Page::Closes(said) if closes => Some(said),
                Page::Closes(_) | Page::Turns | Page::TurnsOwn | Page::Stays => None,
            };
            let state = reply.state.as_deref().filter(|_| elsewhere);
            let elsewhere = state.map(|state| own.elsewhere(state));
            reply.text = Message::lines(closed.into_iter().chain(elsewhere));
            reply.locale = Some(own.locale.clone());
        }
        reply
    }

    /// Returns the form of the answer; that of a private message where none is given.
    pub(crate) fn form(&self) -> Form {
        match self.routes.first() {
            Some(Route::Answer(form)) => *form,
            _ => Form::Message { private: true },
        }
    }

    /// Returns true if another part of the reply is told from the outbox.
    const fn is_part(&self) -> bool {
        matches!(self.excerpt, Excerpt::Page | Excerpt::Call)
    }

    /// Returns the fate of the notice that an answer took along: whether it `arrived` if that is
    /// known, and whether somebody is still to be called, directly or later, which the outbox does.
    pub(crate) const fn fate(&self, arrived: Option<bool>, calls_more: bool) -> Fate {
        match arrived {
            // The outbox says the rest directly. It need not look for what has arrived, which it may not
            // be allowed to see.
            Some(true) if self.tells && calls_more => Fate::Shown,
            Some(true) if self.tells && self.is_part() => Fate::Heard,
            Some(true) if self.tells && (self.concludes || self.changes_table || self.admits) => {
                Fate::Heard
            }
            Some(true) if self.tells => Fate::Told,
            None if self.tells => Fate::Unknown,
            // It is about the answer that others see: no doubt about one that they do not see.
            Some(_) | None => Fate::Untold,
        }
    }
}

/// Returns true if the thread of a match is to be named after its result.
fn concludes(state: &Match) -> bool {
    state.is_housed() && state.stage() == Stage::Ended
}

/// Returns true if the message of a table says less than is so now: not when it has just been opened.
fn changes_table(reply: &Reply) -> bool {
    let state = reply.state.as_deref();
    let told = reply.notice.is_some() || reply.audience == Audience::All;
    told && !reply.opens && state.is_some_and(|state| reply.begins || state.started_at().is_none())
}

/// Returns true if the words that call people are all of it: they are invited to a table that stands
/// already.
pub fn calls_alone(reply: &Reply) -> bool {
    reply.call.is_some() && !reply.opens && !reply.ends
}

/// Plans where a reply goes.
#[must_use]
pub fn plan(reply: &Reply, trigger: &Trigger<'_>) -> DeliveryPlan {
    match *trigger {
        Trigger::Outbox(state) => posted(reply, state),
        Trigger::Asked(asked) => answered(reply, &asked),
    }
}

/// Returns true if the reply tells of a table whose message stands elsewhere.
fn is_beside_table(reply: &Reply, asked: &Asked<'_>) -> bool {
    changes_table(reply) && !reply.begins && asked.pressed != Pressed::Table
}

/// Returns true for a private match that has begun, of which nobody else is to see anything.
fn is_secret(state: &Match) -> bool {
    state.is_private() && state.started_at().is_some()
}

/// Plans a post. Where a thread is gone or takes nothing, the channel that it hangs on serves, unless
/// others would see there what they may not; last comes a direct message.
fn posted(reply: &Reply, state: &Match) -> DeliveryPlan {
    let secret = is_secret(state);
    // A private match is played nowhere else, so that it is tried again whatever happens.
    let due = reply.begins || secret && state.stage() == Stage::Running;
    let own = if state.is_housed() {
        Some(Route::Own)
    } else {
        due.then(|| Route::Thread(state.is_private().then(|| let_in(state))))
    };
    let opened = (!secret).then_some(Route::Opened);
    let routes = [own, opened, Some(Route::Direct)];
    DeliveryPlan {
        routes: routes.into_iter().flatten().collect(),
        excerpt: Excerpt::Whole,
        pings: true,
        tells: true,
        concludes: concludes(state),
        changes_table: changes_table(reply),
        admits: reply.admits,
    }
}

/// Returns the people of a private match: its players, and the opener of a match of computers.
#[must_use]
pub fn let_in(state: &Match) -> Vec<Person> {
    let seats = state.seats().iter();
    let players = seats.filter_map(|(_, seat)| seat.person());
    let watches = state.is_of_computers().then_some(state.opener());
    players.chain(watches).collect()
}

/// Plans an answer. What it tells everybody counts as told if it can be said where the match is
/// played; otherwise the outbox says it there.
fn answered(reply: &Reply, asked: &Asked<'_>) -> DeliveryPlan {
    let state = reply.state.as_deref();
    let public = reply.audience == Audience::All;
    let here = state.is_none_or(|state| {
        // Of a table a thread of its channel may hear too: all who see the one see the other.
        let table = reply.begins || state.stage() == Stage::Table && !reply.opens_elsewhere;
        state.place() == asked.place || table && asked.within == Some(state.place())
    });
    // Nobody else is to see a private match that has no thread yet.
    let secret = state.is_some_and(|state| is_secret(state) && !state.is_housed());
    // A match that begins is told of where it will be played, unless that cannot be.
    let begins = reply.begins && here && (secret || !asked.is_mute);
    // What replaces a page of one person alone calls nobody: the outbox tells the others, if it can.
    let closes =
        matches!(reply.page, Page::Closes(_)) && asked.pressed == Pressed::Page && !asked.is_mute;
    let elsewhere = !here;
    // The message that asks counts those who agree. If it was not pressed on, the outbox brings it up to date.
    let counts = reply.casts_vote && public && here && !asked.is_mute;
    let counts = counts && asked.pressed != Pressed::Vote && !secret;
    let excerpt = if begins {
        Excerpt::Words
    } else if public && here && calls_alone(reply) {
        // Where nothing else can be said, the seats have their buttons here.
        if asked.is_mute {
            Excerpt::Whole
        } else {
            Excerpt::Call
        }
    } else if public && is_beside_table(reply, asked) && here {
        // Its buttons stand under the message of the table.
        Excerpt::Words
    } else if public && (closes || elsewhere) {
        Excerpt::Pointer { closes, elsewhere }
    } else if counts {
        Excerpt::Words
    } else if reply.call.is_none() || asked.is_mute {
        Excerpt::Whole
    } else if reply.opens {
        Excerpt::Page
    } else {
        Excerpt::Call
    };
    // A match that begins calls its players where it is played.
    let whole = match excerpt {
        Excerpt::Whole | Excerpt::Call => true,
        Excerpt::Words => !begins,
        Excerpt::Page | Excerpt::Pointer { .. } => false,
    };
    let pings = whole && !(public && secret) && !counts;
    let private = !public || closes || secret && !begins || elsewhere || counts;
    let form = match asked.pressed {
        // A change of the table's message would notify nobody.
        Pressed::Table | Pressed::Invitation | Pressed::Vote
            if public && here && (!pings || reply.pings.is_empty()) =>
        {
            Form::Update
        }
        Pressed::Page if closes || reply.page == Page::Turns => Form::Update,
        Pressed::Page | Pressed::Own if reply.page == Page::TurnsOwn => Form::Update,
        Pressed::Neither
        | Pressed::Table
        | Pressed::Invitation
        | Pressed::Vote
        | Pressed::Page
        | Pressed::Own => Form::Message { private },
    };
    DeliveryPlan {
        routes: vec![Route::Answer(form)],
        excerpt,
        pings,
        tells: !private && !begins,
        concludes: state.is_some_and(concludes),
        // Put in its place, the answer has done so, but for what calls people to it.
        changes_table: ((form, asked.pressed) != (Form::Update, Pressed::Table) || reply.invites)
            && changes_table(reply),
        admits: reply.admits,
    }
}

#[cfg(test)]
mod tests;
