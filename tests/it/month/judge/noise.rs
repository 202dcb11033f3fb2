//! Noise: what the places of matches are told, by what it tells of, is no more than there is to say.

use std::collections::BTreeMap;

use fake_discord::{FakeDiscord, Message};
use rondel::{
    matchplay::{Event, Extension},
    rules::OfferAction,
    store::EventStore,
};

use super::{
    Judge,
    calls::{Telling, Told, mentioned, told_by},
    clocks::Course,
};
use crate::now::now;

/// The most messages that tell of an end: a line that calls its players, and a page.
const MOST_OF_AN_END: usize = 2;

/// The flag of a message that makes no sound.
const SILENT: u64 = 1 << 12;

/// The kinds of messages that every match has.
const OF_PLAY: [&str; 3] = ["moves", "beginnings", "ends"];

impl Judge {
    /// Counts the messages in the places of matches by what they tell of. Of moves, beginnings and ends
    /// there may be `most` in a hundred plies, which have been counted before; whatever asks somebody
    /// something has a message of its own beside them.
    pub(super) fn noise(
        &mut self,
        discord: &FakeDiscord,
        store: &dyn EventStore,
        followed: &[Course],
        most: usize,
    ) {
        let messages = discord.look(|world| {
            let in_thread = |message: &Message| {
                let channel = world.channel(message.channel);
                message.only_for.is_none() && channel.is_some_and(|one| one.parent.is_some())
            };
            let mut messages = world.all_messages();
            messages.retain(in_thread);
            messages
        });
        let mut told: BTreeMap<Told, usize> = BTreeMap::new();
        for message in messages {
            let nonce = (message.nonce.as_deref(), message.channel, &*message.content);
            let called = mentioned(&message.content);
            let is_silent = message.flags & SILENT != 0;
            self.expect(!is_silent || called.is_empty(), || {
                format!("a silent message calls somebody: {}", message.content)
            });
            match told_by(store, nonce, message.interaction, &called) {
                Some((_, Telling::Call | Telling::Missed)) => {
                    self.count("messages in matches: calls of people who are not reached directly");
                }
                Some((_, Telling::Late)) => {
                    self.count("messages in matches: calls that had to wait");
                }
                Some((of, Telling::News)) => *told.entry(of).or_default() += 1,
                None => self.count("messages in matches: answers that show something"),
            }
        }
        for course in followed {
            let events = now(store.load(course.id)).expect("the match is read");
            let (mut group, mut first) = (Vec::new(), 0);
            for (number, (event, _)) in events.iter().enumerate() {
                group.push(event);
                let next = course.steps.get(number + 1);
                if next.is_some_and(|next| next.follows) {
                    continue;
                }
                let kind = kind(&group);
                group.clear();
                let told = told.remove(&(course.id, number as u64 + 1));
                let count = told.unwrap_or_default();
                let id = course.id;
                let quiet = course.steps[first].quiet;
                first = number + 1;
                let kind = match (quiet, kind) {
                    (true, "ends") => "ends of what computers were left to play",
                    (true, _) => "what computers were left to play",
                    (false, kind) => kind,
                };
                let messages = format!("messages in matches: {kind}");
                *self.counts.entry(messages).or_default() += count;
                if quiet {
                    // One message, of the end, which must not be missing either.
                    let wanted = usize::from(kind.starts_with("ends"));
                    self.expect(count == wanted, || {
                        format!("{id} {}: {count} messages tell of {kind}", number + 1)
                    });
                    continue;
                }
                let most = if kind == "ends" { MOST_OF_AN_END } else { 1 };
                self.expect(count <= most, || {
                    format!("{id} {}: {count} messages tell of {kind}", number + 1)
                });
            }
        }
        self.expect(told.is_empty(), || format!("messages of nothing: {told:?}"));
        let of_play = OF_PLAY.map(|kind| format!("messages in matches: {kind}"));
        let of_play = of_play.map(|kind| self.counts.get(&kind).copied().unwrap_or_default());
        let of_play: usize = of_play.into_iter().sum();
        let plies = self.counts.get("plies").copied().unwrap_or_default();
        let in_a_hundred = of_play * 100 / plies.max(1);
        self.counts
            .insert(String::from("messages of play in 100 plies"), in_a_hundred);
        self.expect(in_a_hundred <= most, || {
            format!("{of_play} messages tell of the play in {plies} plies")
        });
    }
}

/// Returns what a message about these events tells of above all.
fn kind(events: &[&Event]) -> &'static str {
    let kind = |event: &&Event| match event {
        Event::Ended(_) => Some((0, "ends")),
        Event::Moved { .. } => Some((1, "moves")),
        Event::Started => Some((2, "beginnings")),
        Event::Proposal {
            action: OfferAction::Offer,
            ..
        } => Some((3, "proposals")),
        Event::Proposal { .. } | Event::SubstituteAnswered { .. } => Some((4, "answers to them")),
        Event::DeadlinePassed { .. } => Some((5, "windows")),
        Event::Extended {
            why: Extension::Downtime,
            ..
        } => Some((6, "extensions after outages")),
        Event::Reminded { .. } => Some((7, "reminders")),
        _ => None,
    };
    let most = events.iter().filter_map(kind).min();
    most.map_or("other", |(_, kind)| kind)
}
