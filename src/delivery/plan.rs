//! Plans where news goes: what is sent of it, who sees it, who is notified, and what serves where the first way
//! is closed.
//!
//! [`plan`] says of a reply, and of the [`Trigger`] that sends it out, which [`Route`]s it takes, and returns them
//! as a [`DeliveryPlan`]. It is pure: what a chat knows of its places comes in, and rights that turn out to be
//! missing lead to the next route.

use std::mem;

use crate::{
    host::{Doubt, NoticeState},
    matchplay::{Match, Person, Place, Stage},
    messages::{
        Audience, Body, Call, Message, Narrator, News, Page, Reply, Words, news::is_secret,
    },
};

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
    /// True if somebody is to be added to the thread.
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
        let call = reply.pings.call.take();
        let mut said = mem::take(reply.body.words_mut());
        match (self.excerpt, call) {
            (Excerpt::Call, Some(Call { text, buttons })) => {
                let menus = Vec::new();
                reply.body = Body::Words(Words {
                    text,
                    buttons,
                    menus,
                });
            }
            (Excerpt::Words | Excerpt::Pointer { .. }, _) => {
                said.buttons.clear();
                reply.body = Body::Words(said);
            }
            (excerpt, call) => {
                *reply.body.words_mut() = said;
                // Plain words call those whom a page cannot.
                if excerpt == Excerpt::Whole && call.is_some() {
                    reply.body = reply.body.as_plain();
                }
            }
        }
        if let (Excerpt::Words, true, Some(state)) =
            (self.excerpt, reply.news.begins(), &reply.state)
        {
            let locale = reply.locale.as_ref().unwrap_or(own.locale);
            reply.body.words_mut().text = Narrator { locale, ..*own }.story(state).begun();
        }
        if !self.pings {
            reply.pings.people.clear();
            reply.pings.role = None;
        }
        if let Excerpt::Pointer { closes, elsewhere } = self.excerpt {
            let closed = match page {
                Page::Closes(said) if closes => Some(said),
                Page::Closes(_) | Page::Turns | Page::TurnsOwn | Page::Stays => None,
            };
            let state = reply.state.as_deref().filter(|_| elsewhere);
            let elsewhere = state.map(|state| own.elsewhere(state));
            reply.body.words_mut().text = Message::lines(closed.into_iter().chain(elsewhere));
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

    /// Returns how far the notice has come that an answer took along: whether it `arrived` if that is known, whom
    /// it has `called`, and whether somebody is still to be called, directly or later, which the outbox does.
    pub(crate) fn state(
        &self,
        arrived: Option<bool>,
        called: Vec<Person>,
        calls_more: bool,
    ) -> NoticeState {
        let rests = self.is_part() || self.concludes || self.changes_table || self.admits;
        match arrived {
            // It is about the answer that others see: no doubt about one that they do not see.
            _ if !self.tells => NoticeState::Queued,
            // The outbox says the rest directly. It need not look for what has arrived, which it may not
            // be allowed to see.
            Some(true) if calls_more => NoticeState::Shown(called),
            Some(true) if rests => NoticeState::Heard,
            Some(true) => NoticeState::Delivered,
            Some(false) => NoticeState::Queued,
            None => NoticeState::InDoubt(Doubt::Answer),
        }
    }
}

/// Returns true if the thread of a match is to be named after its result.
fn concludes(state: &Match) -> bool {
    state.is_housed() && state.stage() == Stage::Ended
}

/// Returns true if the message of a table says less than is so now: not when it has just been opened.
const fn changes_table(news: News) -> bool {
    matches!(
        news,
        News::TableAskedFor | News::TableChanged | News::InvitationChanged | News::MatchBegins
    )
}

/// Returns true if the words that call people are all of it: they are invited to a table that stands
/// already.
pub fn calls_alone(reply: &Reply) -> bool {
    reply.pings.call.is_some() && !reply.news.opens() && !reply.news.ends()
}

/// Plans where a reply goes.
#[must_use]
pub fn plan(reply: &Reply, trigger: &Trigger<'_>) -> DeliveryPlan {
    match *trigger {
        Trigger::Outbox(state) => posted(reply, state),
        Trigger::Asked(asked) => answered(reply, &asked),
    }
}

/// Plans a post. Where a thread is gone or takes nothing, the channel that it hangs on serves, unless
/// others would see there what they may not; last comes a direct message.
fn posted(reply: &Reply, state: &Match) -> DeliveryPlan {
    let secret = is_secret(state);
    // A private match is played nowhere else, so that it is tried again whatever happens.
    let due = reply.news.begins() || secret && state.stage() == Stage::Running;
    let own = if state.is_housed() {
        Some(Route::Own)
    } else {
        due.then(|| Route::Thread(state.is_private().then(|| members(state))))
    };
    let opened = (!secret).then_some(Route::Opened);
    let routes = [own, opened, Some(Route::Direct)];
    DeliveryPlan {
        routes: routes.into_iter().flatten().collect(),
        excerpt: Excerpt::Whole,
        pings: true,
        tells: true,
        concludes: concludes(state),
        changes_table: changes_table(reply.news),
        admits: reply.news == News::NewcomerPlays,
    }
}

/// Returns the members of a private match's thread: its players, and the opener of a match of computers.
#[must_use]
pub fn members(state: &Match) -> Vec<Person> {
    let seats = state.seats().iter();
    let players = seats.filter_map(|(_, seat)| seat.person());
    let watches = state.is_of_computers().then_some(state.opener());
    players.chain(watches).collect()
}

/// Where somebody asked, seen from the place where others are to read the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stand {
    /// There.
    Here,
    /// There, where the chat may say nothing but answers.
    Mute,
    /// Elsewhere.
    Elsewhere,
}

impl Stand {
    fn of(reply: &Reply, asked: &Asked<'_>) -> Stand {
        let here = reply.state.as_deref().is_none_or(|state| {
            // Of a table a thread of its channel may hear too: all who see the one see the other. One that was
            // asked for is told of where it stands.
            let asked_for = matches!(reply.news, News::TableOpened | News::TableAskedFor);
            let table = reply.news.begins() || state.stage() == Stage::Table && !asked_for;
            state.place() == asked.place || table && asked.within == Some(state.place())
        });
        match (here, asked.is_mute) {
            (true, false) => Stand::Here,
            (true, true) => Stand::Mute,
            (false, _) => Stand::Elsewhere,
        }
    }
}

/// Returns what is sent of an answer for everybody. `secret` says that nobody else is to see its match, and `closes`
/// that it takes the place of a page.
fn answer_of(
    reply: &Reply,
    (stand, pressed): (Stand, Pressed),
    secret: bool,
    closes: bool,
) -> Excerpt {
    use News::{
        InvitationChanged, MatchBegins, OpenedAndBegun, TableAskedFor, TableChanged, TableOpened,
        VoteCast,
    };
    use Stand::{Elsewhere, Here, Mute};
    let calls = reply.pings.call.is_some();
    match (reply.news, stand) {
        (_, Elsewhere) => Excerpt::Pointer {
            closes,
            elsewhere: true,
        },
        // A match that begins is told of where it will be played, unless that cannot be.
        (MatchBegins | OpenedAndBegun, Here) => Excerpt::Words,
        (MatchBegins | OpenedAndBegun, Mute) if secret => Excerpt::Words,
        // Where nothing else can be said, the seats have their buttons here.
        (TableAskedFor | TableChanged | InvitationChanged, Mute) if calls => Excerpt::Whole,
        (TableAskedFor | TableChanged | InvitationChanged, Here) if calls => Excerpt::Call,
        // Its buttons stand under the message of the table.
        (TableAskedFor | TableChanged | InvitationChanged, _) if pressed != Pressed::Table => {
            Excerpt::Words
        }
        _ if closes => Excerpt::Pointer {
            closes,
            elsewhere: false,
        },
        // The message that asks counts those who agree. If it was not pressed on, the outbox brings it up to date.
        (VoteCast, Here) if pressed != Pressed::Vote && !secret => Excerpt::Words,
        (_, Mute) => Excerpt::Whole,
        (TableOpened, Here) if calls => Excerpt::Page,
        (_, Here) if calls => Excerpt::Call,
        (_, Here) => Excerpt::Whole,
    }
}

/// Plans an answer. What it tells everybody counts as told if it can be said where the match is
/// played; otherwise the outbox says it there.
fn answered(reply: &Reply, asked: &Asked<'_>) -> DeliveryPlan {
    let state = reply.state.as_deref();
    let public = reply.audience == Audience::All;
    let stand = Stand::of(reply, asked);
    // Nobody else is to see a private match that has no thread yet.
    let secret = state.is_some_and(|state| is_secret(state) && !state.is_housed());
    // What replaces a page of one person alone calls nobody: the outbox tells the others, if it can.
    let closes =
        matches!(reply.page, Page::Closes(_)) && asked.pressed == Pressed::Page && !asked.is_mute;
    let excerpt = if public {
        answer_of(reply, (stand, asked.pressed), secret, closes)
    } else {
        Excerpt::Whole
    };
    let begins = excerpt == Excerpt::Words && reply.news.begins();
    let counts = excerpt == Excerpt::Words && reply.news == News::VoteCast;
    // A match that begins calls its players where it is played.
    let whole = match excerpt {
        Excerpt::Whole | Excerpt::Call => true,
        Excerpt::Words => !begins,
        Excerpt::Page | Excerpt::Pointer { .. } => false,
    };
    let pings = whole && !(public && secret) && !counts;
    let elsewhere = stand == Stand::Elsewhere;
    let private = !public || closes || secret && !begins || elsewhere || counts;
    let form = match asked.pressed {
        // A change of the table's message would notify nobody.
        Pressed::Table | Pressed::Invitation | Pressed::Vote
            if public && !elsewhere && (!pings || reply.pings.people.is_empty()) =>
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
        changes_table: ((form, asked.pressed) != (Form::Update, Pressed::Table)
            || reply.news == News::InvitationChanged)
            && changes_table(reply.news),
        admits: reply.news == News::NewcomerPlays,
    }
}
