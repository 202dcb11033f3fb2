//! A chat in memory: messages in places, without anybody who reads them. It shows what a chat has to do, and
//! delivery is tested with it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex},
};

use super::{
    ChatRefusal, ChatResult, Edit, Failure, LISTED, MessageMark, Messenger, NewThread, Outgoing,
    PostId, Posted, ThreadChange,
};
use crate::{
    matchplay::{Moment, Place},
    store::locked,
};

/// A chat in memory. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct MemoryChat(Arc<Mutex<Rooms>>);

/// What stands in a chat.
#[derive(Debug, Default)]
pub struct Rooms {
    /// The time by the chat's clock.
    pub now: Moment,
    /// The places and what stands in them, oldest first.
    pub rooms: BTreeMap<Place, Room>,
    /// Those who are not in the server, by their ids.
    pub gone: BTreeSet<String>,
    /// Why the next requests fail, each by the name of its function; of one without a reason nobody hears that it was
    /// done.
    pub faults: Vec<(&'static str, Option<Failure>)>,
    /// The marks of the messages of the past minutes.
    pub marks: BTreeSet<String>,
    posted: u64,
}

/// A place.
#[derive(Clone, Debug, Default)]
pub struct Room {
    /// The name of a thread; empty for a channel.
    pub name: String,
    /// Why nothing more can be said in it, if so.
    pub closed: Option<Failure>,
    /// The people who were added, by their ids.
    pub members: BTreeSet<String>,
    /// Its messages, with those whom each has notified.
    pub messages: Vec<(Posted, Vec<String>)>,
}

impl MemoryChat {
    /// Looks at the chat, or changes it.
    pub fn with<T>(&self, work: impl FnOnce(&mut Rooms) -> T) -> T {
        work(&mut locked(&self.0))
    }

    /// Does what was asked, unless a fault is planned for it.
    fn does<T>(&self, of: &str, work: impl FnOnce(&mut Rooms) -> ChatResult<T>) -> ChatResult<T> {
        self.with(|chat| {
            let at = chat.faults.iter().position(|(one, _)| *one == of);
            match at.map(|at| chat.faults.remove(at).1) {
                Some(Some(failure)) => Err(failure),
                Some(None) => work(chat).and(Err(Failure::InDoubt)),
                None => work(chat),
            }
        })
    }
}

impl Rooms {
    /// Returns a place that is open.
    fn open(&mut self, place: &Place) -> ChatResult<&mut Room> {
        let room = self.rooms.entry(place.clone()).or_default();
        room.closed.clone().map_or(Ok(room), Err)
    }

    fn post(&mut self, to: &Place, message: &Outgoing, mark: MessageMark<'_>) -> ChatResult<()> {
        self.open(to)?;
        if !self.marks.insert(format!("{to} {mark:?}")) {
            return Ok(());
        }
        self.posted += 1;
        let posted = posted(PostId(self.posted), self.now, message);
        let people = message.notified.people.iter().map(ToString::to_string);
        let notified = people.chain(message.notified.role.clone()).collect();
        self.open(to)?.messages.push((posted, notified));
        Ok(())
    }
}

/// Returns a message as it stands there.
fn posted(id: PostId, at: Moment, message: &Outgoing) -> Posted {
    let (buttons, file) = (message.buttons.iter(), message.attached.name());
    Posted {
        id,
        at,
        by_bot: true,
        text: message.content(),
        is_page: !message.blocks.is_empty(),
        buttons: buttons.map(|one| one.id.parse().ok()).collect(),
        files: file.into_iter().map(str::to_owned).collect(),
    }
}

impl Messenger for MemoryChat {
    const REALM: &'static str = "memory";

    async fn send(&self, to: &Place, message: &Outgoing, mark: MessageMark<'_>) -> ChatResult<()> {
        self.does("send", |chat| chat.post(to, message, mark))
    }

    async fn edit(&self, at: &Place, message: PostId, change: Edit) -> ChatResult<()> {
        self.does("edit", |chat| {
            let mut all = chat.open(at)?.messages.iter_mut().map(|(one, _)| one);
            let one = all.find(|one| one.id == message).ok_or(Failure::Gone)?;
            match change {
                Edit::To(outgoing) => *one = posted(one.id, one.at, &outgoing),
                Edit::Words(text) => one.text = text,
                Edit::LastWords(text) => (one.text, one.buttons) = (text, Vec::new()),
                Edit::NoButtons => one.buttons.clear(),
            }
            Ok(())
        })
    }

    async fn find(&self, at: &Place, since: Option<Moment>) -> ChatResult<Vec<Posted>> {
        self.does("find", |chat| {
            let all = chat.open(at)?.messages.iter().map(|(one, _)| one.clone());
            Ok(match since {
                Some(since) => all.filter(|one| one.at >= since).take(LISTED).collect(),
                None => all.rev().take(LISTED).collect(),
            })
        })
    }

    async fn open_thread(&self, on: &Place, thread: &NewThread) -> ChatResult<Place> {
        self.does("open_thread", |chat| {
            chat.open(on)?;
            let mut rooms = chat.rooms.iter();
            let is_own =
                |room: &Room| thread.looks_for.contains(&room.name) && room.closed.is_none();
            let found = rooms.find(|(_, room)| is_own(room));
            let place = match found {
                Some((place, _)) => place.clone(),
                None => Place::new(&format!("{}/{}", on.server(), chat.rooms.len())),
            };
            thread.name.clone_into(&mut chat.open(&place)?.name);
            Ok(place)
        })
    }

    async fn change_thread(&self, thread: &Place, change: ThreadChange) -> ChatResult<()> {
        self.does("change_thread", |chat| {
            let room = chat.open(thread)?;
            match change {
                ThreadChange::Conclude(name) => room.name = name,
                ThreadChange::Close => room.closed = Some(Failure::Refused(ChatRefusal::Locked)),
            }
            Ok(())
        })
    }

    async fn look_up(&self, thread: &Place) -> ChatResult<()> {
        self.does("look_up", |chat| chat.open(thread).map(drop))
    }

    async fn add_member(&self, thread: &Place, user: &str) -> ChatResult<()> {
        self.does("add_member", |chat| {
            chat.open(thread)?.members.insert(user.to_owned());
            Ok(())
        })
    }

    async fn is_member(&self, _of: &Place, user: &str) -> ChatResult<bool> {
        self.does("is_member", |chat| Ok(!chat.gone.contains(user)))
    }

    async fn direct(&self, user: &str) -> ChatResult<Place> {
        self.does("direct", |_| {
            Ok(Place::new(&format!("memory/direct/{user}")))
        })
    }
}
