//! Calls: those whom a message concerns are called once, nobody else is, and the player to move is reminded
//! as they want it.

use std::{collections::HashMap, sync::Arc};

use fake_discord::{FakeDiscord, Ping, Snowflake, User};
use rondel::{
    delivery::news,
    host::Change,
    matchplay::{Event, Match, MatchId, Moment},
    messages::ButtonId,
    store::{
        EventStore, RequestId,
        preferences::{Concern, Reminders},
    },
};

use super::{
    Judge,
    clocks::{Course, Step},
};
use crate::now::now;

/// The time for which nobody is pinged again about the same match, and a little more: when a ping was made
/// is not known to the second.
const GAP: i64 = 60_000 + super::TOLERANCE;

/// The events that a message tells of: a match, and its version after them.
pub(super) type Told = (MatchId, u64);

/// A ping, with the latest moment at which it was seen.
struct Seen {
    ping: Ping,
    at: Moment,
}

impl Judge {
    pub(super) fn calls(
        &mut self,
        discord: &FakeDiscord,
        store: &dyn EventStore,
        followed: &[Course],
        people: &[User],
    ) {
        let pings: Vec<Ping> = discord.look(|world| world.notifications().cloned().collect());
        let direct: HashMap<Snowflake, usize> = discord.look(|world| {
            let channels = people.iter().map(|user| world.direct_with(user.id()));
            let channels = channels.enumerate();
            channels
                .filter_map(|(number, channel)| Some((channel?, number)))
                .collect()
        });
        let mut told: HashMap<Told, Vec<Seen>> = HashMap::new();
        for (number, ping) in pings.into_iter().enumerate() {
            let at = self.diary.ping_seen(number);
            match tells(discord, store, &ping) {
                Some(of) => told.entry(of).or_default().push(Seen { ping, at }),
                None => self.findings.push(format!("a ping for nothing: {ping:?}")),
            }
        }
        for course in followed {
            self.calls_of(store, course, &mut told, people, &direct);
        }
        for (of, seen) in told {
            self.findings.push(format!(
                "pings for {of:?}, which called nobody: {}",
                seen.len()
            ));
        }
    }

    /// Takes the calls of one match from those that are left.
    fn calls_of(
        &mut self,
        store: &dyn EventStore,
        course: &Course,
        told: &mut HashMap<Told, Vec<Seen>>,
        people: &[User],
        direct: &HashMap<Snowflake, usize>,
    ) {
        let events = now(store.load(course.id)).expect("the match is read");
        let mut before: Option<Match> = None;
        let mut first = 0;
        // The latest moment at which each may have been pinged last.
        let mut latest: HashMap<usize, Moment> = HashMap::new();
        for (number, step) in course.steps.iter().enumerate() {
            let last = course
                .steps
                .get(number + 1)
                .is_none_or(|next| !next.follows);
            if !last {
                continue;
            }
            let group = &events[first..=number];
            let moved = |(event, _): &&(Event, Moment)| matches!(event, Event::Moved { .. });
            let plies = if course.steps[first].quiet {
                "plies that nobody is told of"
            } else {
                "plies"
            };
            *self.counts.entry(plies.to_owned()).or_default() += group.iter().filter(moved).count();
            first = number + 1;
            let change = change(course.id, before.as_ref(), group);
            let version = number as u64 + 1;
            let mut seen = told.remove(&(course.id, version)).unwrap_or_default();
            for expected in news(&change).pings {
                let Some(person) = self.person(expected.person) else {
                    continue;
                };
                let user = people[person].id();
                let (own, others) = seen.into_iter().partition(|one| one.ping.user == user);
                seen = others;
                let of = (course.id, version);
                let last = latest.get(&person).copied();
                let is_late = last.is_some_and(|last| step.at < last.plus(GAP));
                let called = (person, expected.concern, is_late);
                self.call_of(of, course, step, called, &own, direct);
                let pinged = own.iter().map(|one| one.at).max();
                latest.extend(pinged.map(|at| (person, at)));
            }
            self.expect(seen.is_empty(), || {
                let pings: Vec<_> = seen.iter().map(|one| &one.ping).collect();
                let id = course.id;
                format!("{id} {version}: pings of people whom it does not concern: {pings:?}")
            });
            before = Some(Match::clone(&change.after));
        }
    }

    /// Judges the calls of one person by one message.
    fn call_of(
        &mut self,
        (id, version): Told,
        course: &Course,
        step: &Step,
        (person, concern, is_late): (usize, Concern, bool),
        seen: &[Seen],
        direct: &HashMap<Snowflake, usize>,
    ) {
        let at = step.at;
        let until = seen
            .first()
            .map_or(at.plus(super::TOLERANCE), |seen| seen.at);
        let prefers = self.diary.preferred_between(person, at, until);
        let server = course.server.unwrap_or_default();
        let there = self
            .diary
            .was_member(person, server, at.plus(-600_000), until);
        let reminder = step.reminder.filter(|_| concern == Concern::Turn);
        let wanted = match (reminder, prefers) {
            (None, _) => Some(1),
            (Some(_), None) => None,
            (Some(nth), Some((reminders, _))) => Some(match reminders {
                Reminders::Off => 0,
                Reminders::Once => usize::from(nth == 1),
                Reminders::Twice => 1,
            }),
        };
        // A player who has left the server need not be called.
        let wanted = wanted.filter(|_| there == Some(true));
        // Whoever was pinged just before is pinged again only if they are waited for a minute later.
        if is_late {
            self.count("calls within a minute of another");
        }
        let wanted = wanted.filter(|_| !is_late);
        let kind = match (concern, reminder) {
            (Concern::Turn, None) => "turn",
            (Concern::Turn, Some(_)) => "reminder",
            (Concern::Question, _) => "question",
            (Concern::News, _) => "beginning or end",
        };
        let right = match wanted {
            Some(wanted) => seen.len() == wanted,
            None => seen.len() <= 1,
        };
        self.expect(right, || {
            let pings: Vec<_> = seen
                .iter()
                .map(|seen| (&seen.ping.nonce, seen.at))
                .collect();
            format!(
                "{id} {version}: {wanted:?} pings for a {kind} expected, there are {pings:?}; {prefers:?}, {reminder:?}"
            )
        });
        for Seen { ping, .. } in seen {
            let directly = direct.get(&ping.channel) == Some(&person);
            self.count(match (kind, directly) {
                ("turn", false) => "calls by mention",
                ("turn", true) => "calls by direct message",
                ("reminder", false) => "reminders by mention",
                ("reminder", true) => "reminders by direct message",
                ("question", _) => "questions",
                _ => "beginnings and ends",
            });
            // All but turns is told by mentions, unless there is no other way.
            if concern != Concern::Turn {
                continue;
            }
            let wants = prefers.map(|(_, direct)| direct && !self.is_closed(person));
            self.expect(wants.is_none_or(|wants| wants == directly), || {
                format!("{id} {version}: a {kind} told directly: {directly}, wanted: {wants:?}")
            });
        }
    }
}

/// Returns the change that these events of a match make.
fn change(id: MatchId, before: Option<&Match>, events: &[(Event, Moment)]) -> Change {
    let after = match before {
        Some(before) => {
            let mut after = before.clone();
            for (event, at) in events {
                after.apply(event, *at);
            }
            after
        }
        None => Match::fold(id, events.iter().map(|(event, at)| (event, *at)))
            .expect("it begins as a match does"),
    };
    Change {
        before: before.cloned().map(Arc::new),
        after: Arc::new(after),
        events: events.iter().map(|(event, _)| event.clone()).collect(),
    }
}

/// What tells the nonces of the messages about one change apart. The last one, with the ids of those whom it
/// mentions behind it, calls somebody and tells nothing new.
const PARTS: [&str; 5] = ["", "-page", "-call", "-dm", "direct-instead"];

/// Returns the nonce of a message about a match after this many events, in a channel.
fn nonce_of((id, version): Told, part: &str, channel: Snowflake) -> String {
    let what = format!("{version}{part}");
    let bytes = what.bytes().chain(channel.0.to_be_bytes());
    let mut hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mut nonce = format!("{id}-");
    for _ in 0..13 {
        nonce.extend(char::from_digit((hash % 36) as u32, 36));
        hash /= 36;
    }
    nonce
}

/// Returns the ids of those whom a message mentions, in their order.
fn mentioned(content: &str) -> Vec<&str> {
    let begun = content.split("<@").skip(1);
    begun
        .filter_map(|rest| Some(rest.split_once('>')?.0))
        .collect()
}

/// Returns the events that a message in a channel tells of: by its nonce, or as the answer to an
/// interaction if that is still kept. True with it if it calls somebody and tells nothing new.
pub(super) fn told_by(
    store: &dyn EventStore,
    (nonce, channel, content): (Option<&str>, Snowflake, &str),
    interaction: Option<Snowflake>,
) -> Option<(Told, bool)> {
    if let Some(nonce) = nonce {
        let id = nonce.split('-').next()?.parse().ok()?;
        let events = now(store.load(id)).expect("the match is read");
        let told = (1..=events.len() as u64).flat_map(|version| {
            let parts = PARTS.iter().enumerate();
            parts.map(move |(at, part)| ((id, version), at, *part))
        });
        let readers = mentioned(content).join("+");
        let mut told = told.filter(|(told, _, part)| {
            let alone = nonce_of(*told, part, channel) == nonce;
            alone || nonce_of(*told, &format!("{part}{readers}"), channel) == nonce
        });
        return told
            .next()
            .map(|(told, at, _)| (told, at == PARTS.len() - 1));
    }
    let request_id = RequestId(format!("discord/{}", interaction?));
    let led = now(store.answered(&request_id)).expect("the store is read");
    led.map(|led| ((led.id, led.to), false))
}

/// Returns the events that a ping tells of.
fn tells(discord: &FakeDiscord, store: &dyn EventStore, ping: &Ping) -> Option<Told> {
    let interaction = discord.look(|world| world.message(ping.message)?.interaction);
    let nonce = (ping.nonce.as_deref(), ping.channel, &*ping.content);
    let told = told_by(store, nonce, interaction).map(|(told, _)| told);
    if told.is_some() || ping.nonce.is_some() || interaction.is_none() {
        return told;
    }
    // What was answered is not kept for ever. Of a table its opening alone calls anybody.
    let button: ButtonId = ping.buttons.first()?.parse().ok()?;
    let (id, _) = button.of?;
    let events = now(store.load(id)).ok()?;
    let (_, opened) = events.first()?;
    let together = events.iter().take_while(|(_, at)| at == opened);
    Some((id, together.count() as u64))
}
