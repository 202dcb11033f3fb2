//! Calls: the player to move is called once, and reminded as they want it.

use std::collections::HashMap;

use fake_discord::{FakeDiscord, Ping, Snowflake, User};
use rondel::{
    matchplay::{MatchId, Moment},
    store::{EventStore, RequestId, preferences::Reminders},
};

use super::{Judge, clocks::Course};

/// The events that a message tells of: a match, and its version after them.
type Told = (MatchId, u64);

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
            self.calls_of(course, &mut told, people, &direct);
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
        course: &Course,
        told: &mut HashMap<Told, Vec<Seen>>,
        people: &[User],
        direct: &HashMap<Snowflake, usize>,
    ) {
        let mut before = None;
        for (number, step) in course.steps.iter().enumerate() {
            let last = course
                .steps
                .get(number + 1)
                .is_none_or(|next| !next.follows);
            if !last {
                continue;
            }
            let called = step
                .mover
                .filter(|mover| step.reminder.is_some() || before != Some(*mover));
            before = step.mover;
            let version = number as u64 + 1;
            let seen = told.remove(&(course.id, version)).unwrap_or_default();
            let Some(person) = called else {
                self.expect(seen.is_empty(), || {
                    format!(
                        "{} {version}: a ping though nobody else is to move",
                        course.id
                    )
                });
                continue;
            };
            let Some(person) = self.person(person) else {
                self.findings
                    .push(format!("{} {version}: nobody knows who plays", course.id));
                continue;
            };
            let (id, at) = (course.id, step.at);
            let until = seen
                .first()
                .map_or(at.plus(super::TOLERANCE), |seen| seen.at);
            let prefers = self.diary.preferred_between(person, at, until);
            let server = course.server.unwrap_or_default();
            let there = self
                .diary
                .was_member(person, server, at.plus(-600_000), until);
            let wanted = match (step.reminder, prefers) {
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
            let kind = if step.reminder.is_some() {
                "reminder"
            } else {
                "turn"
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
                    "{id} {version}: {wanted:?} pings for a {kind} expected, there are {pings:?}; {prefers:?}, {:?}", step.reminder
                )
            });
            for Seen { ping, .. } in &seen {
                let directly = direct.get(&ping.channel) == Some(&person);
                self.count(match (kind, directly) {
                    ("turn", false) => "calls by mention",
                    ("turn", true) => "calls by direct message",
                    (_, false) => "reminders by mention",
                    (_, true) => "reminders by direct message",
                });
                self.expect(ping.user == people[person].id(), || {
                    format!("{id} {version}: somebody else was pinged for a {kind}")
                });
                let wants = prefers.map(|(_, direct)| direct && !self.is_closed(person));
                self.expect(wants.is_none_or(|wants| wants == directly), || {
                    format!("{id} {version}: a {kind} told directly: {directly}, wanted: {wants:?}")
                });
            }
        }
    }
}

/// Returns the events that a ping tells of: by its nonce, or as the answer to an interaction.
fn tells(discord: &FakeDiscord, store: &dyn EventStore, ping: &Ping) -> Option<Told> {
    if let Some(nonce) = &ping.nonce {
        let mut parts = nonce.split('-');
        let id = parts.next()?.parse().ok()?;
        return Some((id, parts.next()?.parse().ok()?));
    }
    let interaction = discord.look(|world| world.message(ping.message)?.interaction)?;
    let request_id = RequestId(format!("discord/{interaction}"));
    let led = store.answered(&request_id).expect("the store is read")?;
    Some((led.id, led.to))
}
