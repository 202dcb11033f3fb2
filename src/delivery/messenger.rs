//! What delivery needs of a chat: ten functions, and what each of them returns.

use std::{fmt, time::Duration};

use super::outgoing::Outgoing;
use crate::{
    matchplay::{MatchId, Moment, Place},
    messages::{ButtonId, Markup},
};

/// The time by which a chat's clock may be behind, in milliseconds.
pub(super) const LEAD: i64 = 30_000;

/// The number of messages that are listed.
pub const LISTED: usize = 20;

/// A chat to which delivery sends messages. Its places and people are those of one realm, and people are known by
/// their ids there ([`Identity::id`](crate::store::Identity::id)).
pub trait Messenger: fmt::Debug + Send + Sync + 'static {
    /// The realm of its places and people.
    const REALM: &'static str;

    /// Sends a message to a place, and notifies those whom it names. By its mark it stands there once, should it be
    /// sent twice within two minutes.
    fn send(
        &self,
        to: &Place,
        message: &Outgoing,
        mark: MessageMark<'_>,
    ) -> impl Future<Output = ChatResult<()>> + Send;

    /// Changes a message of its own. That notifies nobody.
    fn edit(
        &self,
        at: &Place,
        message: PostId,
        change: Edit,
    ) -> impl Future<Output = ChatResult<()>> + Send;

    /// Lists the latest messages of a place, or the first ones since a moment: [`LISTED`] of them at least, if there
    /// are so many. Refused where nothing may be read, if something was posted since that moment.
    fn find(
        &self,
        at: &Place,
        since: Option<Moment>,
    ) -> impl Future<Output = ChatResult<Vec<Posted>>> + Send;

    /// Opens a thread, and returns its place: one that the bot has opened there before under one of these names, if
    /// it is to look for that.
    fn open_thread(
        &self,
        on: &Place,
        thread: &NewThread,
    ) -> impl Future<Output = ChatResult<Place>> + Send;

    /// Renames or closes a thread.
    fn change_thread(
        &self,
        thread: &Place,
        change: ThreadChange,
    ) -> impl Future<Output = ChatResult<()>> + Send;

    /// Finds out whether a thread is there, and can be written in: refused as [locked](ChatRefusal::Locked) if it
    /// cannot.
    fn look_up(&self, thread: &Place) -> impl Future<Output = ChatResult<()>> + Send;

    /// Adds somebody to a thread. To be added twice does no harm.
    fn add_member(&self, thread: &Place, user: &str)
    -> impl Future<Output = ChatResult<()>> + Send;

    /// Returns true if somebody is in the server of a place.
    fn is_member(&self, of: &Place, user: &str) -> impl Future<Output = ChatResult<bool>> + Send;

    /// Returns the place of direct messages with somebody.
    fn direct(&self, user: &str) -> impl Future<Output = ChatResult<Place>> + Send;

    /// Returns true if requests wait for their turns: what is not urgent gives way then.
    fn is_busy(&self) -> bool {
        false
    }
}

/// What came of a request.
pub type ChatResult<T> = Result<T, Failure>;

/// Why a request has not done what it asked, as far as that is known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// It is refused, and that lasts.
    #[error("it is refused: {0:?}")]
    Refused(ChatRefusal),
    /// The place, the message or the person is not there any more.
    #[error("what it is about is gone")]
    Gone,
    /// It was not carried out, and may get through later, after this time at the earliest.
    #[error("it is to be tried again")]
    TryAgain(Duration),
    /// Nobody knows whether it was carried out.
    #[error("no answer says whether it was carried out")]
    InDoubt,
}

/// Why something is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChatRefusal {
    /// Rights are missing for this. These are the ids of the texts that name them.
    Rights(Need, Vec<&'static str>),
    /// The bot is not in the private thread. The text mentions it, so that somebody can let it in by that.
    ShutOut(String),
    /// The thread is locked.
    Locked,
    /// Files are not taken there; perhaps since these rights are missing. The words may be taken without them.
    Files(Vec<&'static str>),
    /// There are as many open threads as there may be.
    Threads,
    /// That place takes nothing of the kind, whatever is granted.
    Kind,
    /// The person takes no direct messages.
    Closed,
    /// For a reason that is not understood. It may pass, but is not waited for for ever.
    Unknown,
}

/// Something that the bot needs rights for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Need {
    /// To say something in a channel.
    Speak,
    /// To say something in a thread.
    SpeakInThread,
    /// To say something in a voice or stage channel.
    SpeakInVoice,
    /// To give a match a thread of its own.
    Thread,
    /// To give a private match a thread of its own.
    PrivateThread,
    /// To show a picture.
    Attach,
    /// To see whether something has been said.
    History,
}

/// What tells a message from all others, now and after a restart: the subject, and which message about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageMark<'a> {
    /// The subject, at most [`MatchId::LONGEST`] characters.
    pub about: &'a str,
    /// Which message about it.
    pub what: &'a str,
}

/// The number of a message in its chat. Later ones have higher numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PostId(pub u64);

/// A message that stands somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posted {
    /// Its number.
    pub id: PostId,
    /// The moment at which it was posted, by the chat's clock.
    pub at: Moment,
    /// True if a bot has posted it.
    pub by_bot: bool,
    /// Its words with the mentions in them; all texts of a page, a line each.
    pub text: String,
    /// True if it is laid out as a page.
    pub is_page: bool,
    /// What can be pressed or chosen on it; `None` for what is no [`Button`](crate::messages::Button).
    pub buttons: Vec<Option<ButtonId>>,
    /// The names of its files.
    pub files: Vec<String>,
}

impl Posted {
    /// Returns its buttons about a match.
    pub(super) fn buttons_of(&self, id: MatchId) -> impl Iterator<Item = &ButtonId> {
        let about = move |one: &&ButtonId| one.of.is_some_and(|(of, _)| of == id);
        self.buttons.iter().flatten().filter(about)
    }

    /// Returns all its buttons, if it has any and nothing else.
    pub(super) fn only_buttons(&self) -> Option<Vec<&ButtonId>> {
        let all: Option<Vec<&ButtonId>> = self.buttons.iter().map(Option::as_ref).collect();
        all.filter(|all| !all.is_empty())
    }

    /// Returns true if it tells of a match: its buttons are about it, or its words name it.
    pub(super) fn tells_of(&self, id: MatchId) -> bool {
        let is_about = self.buttons_of(id).next().is_some();
        self.by_bot && (is_about || self.text.contains(id.as_str()))
    }

    /// Returns its words without the mentions before them.
    pub(super) fn words(&self, markup: &dyn Markup) -> &str {
        let (_, words) = markup.without_mentions(&self.text);
        words.trim_start()
    }
}

/// A change of a message.
#[derive(Clone, Debug)]
pub enum Edit {
    /// It says this in place of what it said.
    To(Box<Outgoing>),
    /// It has these words, and keeps its buttons.
    Words(String),
    /// It has these words, and no buttons any more.
    LastWords(String),
    /// It has no buttons any more.
    NoButtons,
}

/// A thread to be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewThread {
    /// Its name.
    pub name: String,
    /// True if those alone see it who are added.
    pub is_private: bool,
    /// The names under which it may have been opened before; none if it is not to be looked for.
    pub looks_for: Vec<String>,
}

/// A change of a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThreadChange {
    /// It is named so, and put away once nobody has said anything there for an hour.
    Conclude(String),
    /// It is put away.
    Close,
}
