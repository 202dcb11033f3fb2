//! Calls: those whom a message concerns are called once, nobody else is, and the player to move is reminded
//! as they want it.

use std::{collections::HashMap, sync::Arc};

use fake_discord::{FakeDiscord, Ping, Snowflake, User};
use rondel::{
    host::Change,
    matchplay::{Event, Match, MatchId, Moment, Person, Stage},
    messages::{ButtonId, news::pings},
    store::{
        EventStore, RequestId,
        preferences::{Concern, Reminders},
    },
};

use super::{
    Judge,
    clocks::{Course, Step},
};
use crate::{
    month::{plan::MINUTE, world::World},
    now::now,
};

/// The longest time for which nobody is pinged again about the same match: that at a day a move or more.
const LONGEST_GAP: i64 = MINUTE;

/// The limit up to which every turn is pinged at once.
const FAST: i64 = 10 * MINUTE;

/// The time within which those to move are pinged in fast matches, once they can be.
const AT_ONCE: i64 = 2_000;

/// The events that a message tells of: a match, and its version after them.
pub(super) type Told = (MatchId, u64);

/// The kind of a message about a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Telling {
    /// It tells of what happened.
    News,
    /// It calls somebody who could not be told otherwise, and tells nothing new.
    Call,
    /// It calls somebody whose call had to wait, by what is so then.
    Late,
    /// It says to somebody that an end may have passed them by.
    Missed,
}

/// A ping.
struct Seen {
    ping: Ping,
    telling: Telling,
    /// The latest moment at which it was not there yet.
    missed: Moment,
    /// The first moment at which it was seen.
    at: Moment,
}

/// A call that a change makes of somebody, by their number.
struct Expected {
    person: usize,
    concern: Concern,
    /// True if they were pinged just before.
    is_late: bool,
    /// The moment at which the turn is over to which they are called.
    over: Moment,
}

/// A match after events that were stored and told together.
struct Group {
    version: u64,
    at: Moment,
    after: Arc<Match>,
}

/// A call that had to wait, since its person had been pinged just before.
struct Waiting {
    version: u64,
    person: Person,
    concern: Concern,
    /// The number of the reminder in its turn, if it is one.
    reminder: Option<u32>,
    /// The moment of what calls them, and that from which they may be pinged again.
    at: Moment,
    free: Moment,
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
        let mut late: HashMap<MatchId, Vec<(u64, Seen)>> = HashMap::new();
        let mut again: Vec<(Told, Seen)> = Vec::new();
        for (number, ping) in pings.into_iter().enumerate() {
            let Some(((id, version), telling)) = tells(discord, store, &ping) else {
                // Without words it is Discord's own line: somebody was let into the thread of a private match.
                let is_words = !ping.content.is_empty();
                self.expect(!is_words, || format!("a ping for nothing: {ping:?}"));
                continue;
            };
            let seen = Seen {
                missed: self.diary.ping_missed(number),
                at: self.diary.ping_seen(number),
                ping,
                telling,
            };
            match telling {
                Telling::Late => late.entry(id).or_default().push((version, seen)),
                Telling::Missed => again.push(((id, version), seen)),
                Telling::News | Telling::Call => told.entry((id, version)).or_default().push(seen),
            }
        }
        for (of, seen) in again {
            let user = seen.ping.user;
            let known = told.entry(of).or_default();
            let first = known.iter().filter(|one| one.ping.user == user);
            // Where the history may not be read, nobody knows after a kill if an answer had called them.
            match first.map(|one| one.missed).max() {
                None => known.push(seen),
                Some(first) => {
                    let excused = self.diary.was_killed(first, seen.at);
                    self.expect(excused, || {
                        format!("an end was told twice: {:?}", seen.ping)
                    });
                }
            }
        }
        for course in followed {
            let late = late.remove(&course.id).unwrap_or_default();
            self.calls_of(store, course, &mut told, &late, people, &direct);
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
        late: &[(u64, Seen)],
        people: &[User],
        direct: &HashMap<Snowflake, usize>,
    ) {
        let groups = groups_of(store, course);
        let events = now(store.load(course.id)).expect("the match is read");
        let mut before: Option<Match> = None;
        let mut first = 0;
        // The latest moment at which each may have been pinged last.
        let mut latest: HashMap<usize, Moment> = HashMap::new();
        let mut waiting = Vec::new();
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
            for expected in pings(&change) {
                let Some(person) = self.person(expected.person) else {
                    continue;
                };
                let user = people[person].id();
                let (own, others) = seen.into_iter().partition(|one| one.ping.user == user);
                seen = others;
                // Of somebody who seemed to have left, Discord is asked again first.
                let mut again = late.iter();
                let again = again.any(|(of, one)| *of == version && one.ping.user == user);
                let of = (course.id, version);
                let called = late.iter().filter(|(_, one)| one.ping.user == user);
                let called = called.map(|(_, one)| one.at).filter(|at| *at <= step.at);
                let last = called.chain(latest.get(&person).copied()).max();
                let free = last.map(|last| last.plus(gap(course.limit)));
                // Of two acts of one moment the second may be told first, and calls them for everything.
                let later = groups.iter().filter(|group| group.version > version);
                let mut beside = later.take_while(|group| group.at == step.at);
                let beside = beside.any(|group| {
                    let seen = told.get(&(course.id, group.version));
                    seen.is_some_and(|seen| seen.iter().any(|one| one.ping.user == user))
                });
                let is_soon = free.is_some_and(|free| step.at < free.plus(super::TOLERANCE));
                let is_late = again || beside || is_soon;
                let over = over(&groups, version, expected.person, expected.concern);
                let called = Expected {
                    person,
                    concern: expected.concern,
                    is_late,
                    over,
                };
                self.call_of(of, course, step, &called, &own, direct);
                if let Some(free) = free.filter(|_| is_late && !beside && own.is_empty()) {
                    waiting.push(Waiting {
                        version,
                        person: expected.person,
                        concern: expected.concern,
                        reminder: step.reminder.filter(|_| expected.concern == Concern::Turn),
                        at: step.at,
                        free,
                    });
                }
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
        self.late_calls(course, &groups, &waiting, late, people);
    }

    /// Judges the calls that had to wait: each is for somebody who is waited for, and nobody who is waits for
    /// one in vain.
    fn late_calls(
        &mut self,
        course: &Course,
        groups: &[Group],
        waiting: &[Waiting],
        late: &[(u64, Seen)],
        people: &[User],
    ) {
        let id = course.id;
        for (version, seen) in late {
            self.count("calls that had to wait");
            let group = groups.iter().rfind(|group| group.version <= *version);
            let person = people.iter().position(|user| user.id() == seen.ping.user);
            let mut own = self.persons.iter();
            let own = own.find(|(_, number)| Some(**number) == person);
            let concerns = group
                .zip(own)
                .is_some_and(|(group, (person, _))| is_waited_for(&group.after, *person));
            self.expect(concerns, || {
                format!(
                    "{id} {version}: a late call of somebody who is not waited for: {:?}",
                    seen.ping
                )
            });
            let Some((person, _)) = self
                .persons
                .iter()
                .find(|(_, number)| Some(**number) == person)
            else {
                continue;
            };
            let over = over(groups, *version, *person, Concern::Turn);
            let is_turn = group.is_some_and(|group| group.after.to_move() == Some(*person));
            self.expect(!is_turn || seen.missed <= over, || {
                format!(
                    "{id} {version}: a late call for a turn that was over: {:?}",
                    seen.ping
                )
            });
        }
        for call in waiting.iter().filter(|call| call.concern == Concern::Turn) {
            let over = over(groups, call.version, call.person, call.concern);
            let Some(number) = self.person(call.person) else {
                continue;
            };
            let user = people[number].id();
            let until = self.diary.can_be_told(course.server, call.free, AT_ONCE);
            let until = until.plus(super::TOLERANCE);
            let server = course.server.unwrap_or_default();
            let there = self
                .diary
                .was_member(number, server, call.free.plus(-600_000), until);
            // They have moved before, are not there, or want no such reminder.
            let prefers = self.diary.preferred_between(number, call.at, until);
            let is_wanted = call
                .reminder
                .is_none_or(|nth| prefers.is_some_and(|(reminders, _)| reminds(reminders, nth)));
            if over <= until || there != Some(true) || self.end <= until || !is_wanted {
                continue;
            }
            let mut own = late.iter().filter(|(_, seen)| seen.ping.user == user);
            let called = own.any(|(version, _)| *version >= call.version);
            self.expect(called, || {
                format!(
                    "{id} {}: player{number} was never called to a turn; reminder {:?}, {prefers:?}",
                    call.version, call.reminder
                )
            });
        }
    }

    /// Judges the calls of one person by one message.
    fn call_of(
        &mut self,
        (id, version): Told,
        course: &Course,
        step: &Step,
        called: &Expected,
        seen: &[Seen],
        direct: &HashMap<Snowflake, usize>,
    ) {
        let Expected {
            person,
            concern,
            is_late,
            over,
        } = *called;
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
            (Some(nth), Some((reminders, _))) => Some(usize::from(reminds(reminders, nth))),
        };
        // A player who has left the server need not be called.
        let wanted = wanted.filter(|_| there == Some(true));
        // Those who were pinged just before are pinged later, if they are still waited for then.
        if is_late {
            self.count("calls soon after another");
        }
        // Nobody need be pinged who moved before they could be.
        let can = self.diary.can_be_told(course.server, at, AT_ONCE);
        let wanted = wanted.filter(|_| !is_late && over > can);
        let kind = match (concern, reminder) {
            (Concern::Turn, None) => "turn",
            (Concern::Turn, Some(_)) => "reminder",
            (Concern::Question, _) => "question",
            (Concern::News, _) => "beginning or end",
        };
        // The post may have called them before a kill, and where the history may not be read nobody knows that.
        let again = match seen {
            [first, second] => {
                first.telling == Telling::News
                    && second.telling == Telling::Call
                    && !World::reads_history(server)
                    && self.diary.was_killed(first.missed, second.at)
            }
            _ => false,
        };
        if again {
            self.count("calls again, since nobody knows of the first");
        }
        let right = match wanted {
            Some(wanted) => seen.len() == wanted || again && wanted == 1,
            None => seen.len() <= 1 || again,
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
        let fast = course.limit.is_some_and(|limit| limit <= FAST);
        for Seen {
            ping, missed, at, ..
        } in seen
        {
            if concern == Concern::Turn {
                self.expect(*missed <= over, || {
                    format!("{id} {version}: a ping for a {kind} that was over: {ping:?}")
                });
            }
            if concern == Concern::Turn && fast {
                let took = at.0 - can.0;
                self.expect(took <= AT_ONCE, || {
                    format!("{id} {version}: a ping came after {took} ms: {ping:?}")
                });
                self.count("pings of turns within two seconds");
            }
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

/// Returns true if somebody with this preference is reminded of a turn for the nth time.
fn reminds(reminders: Reminders, nth: u32) -> bool {
    match reminders {
        Reminders::Off => false,
        Reminders::Once => nth == 1,
        Reminders::Twice => true,
    }
}

/// Returns the gap between two pings in a match with this time for each move.
fn gap(limit: Option<i64>) -> i64 {
    match limit {
        Some(limit) if limit <= FAST => 0,
        Some(limit) if limit < Moment::DAY => LONGEST_GAP * limit / Moment::DAY,
        Some(_) | None => LONGEST_GAP,
    }
}

/// Lists a match after each of the events that were stored together.
fn groups_of(store: &dyn EventStore, course: &Course) -> Vec<Group> {
    let events = now(store.load(course.id)).expect("the match is read");
    let mut groups: Vec<Group> = Vec::new();
    let mut first = 0;
    for number in 0..course.steps.len() {
        let next = course.steps.get(number + 1);
        if next.is_some_and(|next| next.follows) {
            continue;
        }
        let before = groups.last().map(|group| &*group.after);
        let change = change(course.id, before, &events[first..=number]);
        first = number + 1;
        groups.push(Group {
            version: number as u64 + 1,
            at: course.steps[number].at,
            after: change.after,
        });
    }
    groups
}

/// Returns the moment at which somebody's turn was over, or nothing was asked of them any more; the last of all for
/// what was no turn or question of theirs, or goes on.
fn over(groups: &[Group], version: u64, person: Person, concern: Concern) -> Moment {
    let never = Moment(i64::MAX);
    let Some(begun) = groups.iter().rfind(|group| group.version <= version) else {
        return never;
    };
    let turn = |group: &Group| (group.after.ply(), group.after.to_move());
    let mut later = groups.iter().filter(|group| group.version > version);
    let ends = match concern {
        Concern::Turn if begun.after.to_move() == Some(person) => {
            later.find(|group| turn(group) != turn(begun) || group.after.is_paused())
        }
        Concern::Question if is_asked(&begun.after, person) => {
            later.find(|group| !is_asked(&group.after, person))
        }
        _ => return never,
    };
    ends.map_or(never, |ends| ends.at)
}

/// Returns true if somebody is to answer a proposal of a match.
fn is_asked(state: &Match, person: Person) -> bool {
    let mut proposals = state.open_proposals();
    proposals.any(|open| state.awaits(&open, person))
}

/// Returns true if a match waits for somebody, or they play it and have not moved yet.
fn is_waited_for(state: &Match, person: Person) -> bool {
    let army = state.color_of(person);
    let seat = state.position().turn();
    match state.stage() {
        Stage::Table => true,
        Stage::Ended => false,
        Stage::Running => {
            state.to_move() == Some(person)
                || is_asked(state, person)
                || state.is_missing(seat)
                || state.is_gone(seat)
                || army.is_some_and(|army| state.last_ply_of(army) == 0)
        }
    }
}

/// What tells the nonces of the messages about one change apart, and their kinds. Behind the last two are the ids
/// of those whom it mentions.
const PARTS: [(&str, Telling); 6] = [
    ("", Telling::News),
    ("-page", Telling::News),
    ("-call", Telling::News),
    ("-dm", Telling::News),
    ("direct-instead", Telling::Call),
    ("missed", Telling::Missed),
];

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

/// Lists the users whom a message mentions, in their order.
pub(super) fn mentioned(content: &str) -> Vec<Snowflake> {
    let mentions = content.split("<@").skip(1);
    let ids = mentions.filter_map(|rest| rest.split_once('>')?.0.parse().ok());
    ids.map(Snowflake).collect()
}

/// Returns the events that a message in a channel tells of, and how: by its nonce, or as the answer to an
/// interaction if that is still kept. It may call these people.
pub(super) fn told_by(
    store: &dyn EventStore,
    (nonce, channel, content): (Option<&str>, Snowflake, &str),
    interaction: Option<Snowflake>,
    called: &[Snowflake],
) -> Option<(Told, Telling)> {
    if let Some(nonce) = nonce {
        let id = nonce.split('-').next()?.parse().ok()?;
        let events = now(store.load(id)).expect("the match is read");
        let readers: Vec<String> = mentioned(content)
            .iter()
            .map(Snowflake::to_string)
            .collect();
        let readers = readers.join("+");
        let parts = PARTS.map(|(part, telling)| match telling {
            Telling::Call | Telling::Missed => (format!("{part}{readers}"), telling),
            _ => (part.to_owned(), telling),
        });
        let late = called.iter().map(|user| format!("-late-{user}"));
        let late = late.map(|part| (part, Telling::Late));
        let parts: Vec<(String, Telling)> = parts.into_iter().chain(late).collect();
        return (1..=events.len() as u64).find_map(|version| {
            let told = (id, version);
            let mut parts = parts.iter();
            let part = parts.find(|(part, _)| nonce_of(told, part, channel) == nonce);
            part.map(|(_, telling)| (told, *telling))
        });
    }
    let request_id = RequestId(format!("discord/{}", interaction?));
    let led = now(store.answered(&request_id)).expect("the store is read");
    led.map(|led| ((led.id, led.to), Telling::News))
}

/// Returns the events that a ping tells of, and how.
fn tells(discord: &FakeDiscord, store: &dyn EventStore, ping: &Ping) -> Option<(Told, Telling)> {
    let interaction = discord.look(|world| world.message(ping.message)?.interaction);
    let nonce = (ping.nonce.as_deref(), ping.channel, &*ping.content);
    let told = told_by(store, nonce, interaction, &[ping.user]);
    if told.is_some() || ping.nonce.is_some() || interaction.is_none() {
        return told;
    }
    // What was answered is not kept for ever. Of a table its opening alone calls anybody.
    let button: ButtonId = ping.buttons.first()?.parse().ok()?;
    let (id, _) = button.of?;
    let events = now(store.load(id)).ok()?;
    let (_, opened) = events.first()?;
    let together = events.iter().take_while(|(_, at)| at == opened);
    Some(((id, together.count() as u64), Telling::News))
}
