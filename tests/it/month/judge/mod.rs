//! The judge: compares what was stored, what people saw and what the simulation did itself with
//! what was promised. It shares no code with the parts of the bot that decide these things.

mod answers;
mod calls;
mod clocks;
mod consent;
mod noise;
mod private;

use std::{
    collections::{BTreeMap, HashMap},
    fmt,
    path::Path,
};

use fake_discord::FakeDiscord;
use rondel::{
    matchplay::{Event, MatchId, Moment, Person, Place},
    store::{EventStore, Identity, embedded::check_files},
};

use self::clocks::Course as Followed;
use super::{
    bot,
    buttons::{LEADS_ON, Standing, UNREAD},
    course::Course,
    diary::{Diary, Outcome},
    plan::START,
};
use crate::now::now;

/// The delay with which something may happen, in milliseconds of driven time: the clock goes on a
/// second at a time while the simulation waits.
pub(super) const TOLERANCE: i64 = 60_000;

/// The most matches that are written out.
const MOST_RECALLED: usize = 12;

/// The evidence of the judge, and its findings.
pub(super) struct Judge {
    pub(super) findings: Vec<String>,
    /// The courses of a few matches about which something was found.
    pub(super) recalled: Vec<String>,
    pub(super) counts: BTreeMap<String, usize>,
    pub(super) diary: Diary,
    /// The people by the references that the store has for them.
    persons: HashMap<Person, usize>,
    /// The servers, by the beginnings of their places.
    servers: Vec<String>,
    /// True for people who take no direct messages.
    closed: Vec<bool>,
    end: Moment,
}

impl Judge {
    /// Ends the simulation and judges it.
    pub(super) async fn judge(mut course: Course, noise: usize) -> Judge {
        let standing = course.world.press_what_stands().await;
        course.world.end().await;
        let diary = std::mem::take(&mut course.world.diary);
        let world = &course.world;
        let (store, people) = bot::open(world.data()).await;
        let mut persons = HashMap::new();
        for (number, user) in world.people.iter().enumerate() {
            let identity = Identity::new("discord", &user.id().to_string()).expect("an identity");
            let person = now(people.find(&identity)).expect("the people are read");
            persons.extend(person.map(|person| (person, number)));
        }
        let guilds = world.guilds.iter();
        let servers = guilds
            .map(|guild| format!("discord/{}", guild.id()))
            .collect();
        let mut judge = Judge {
            findings: Vec::new(),
            recalled: Vec::new(),
            counts: BTreeMap::new(),
            closed: course
                .plan
                .people
                .iter()
                .map(|person| person.closed)
                .collect(),
            end: course.world.now(),
            diary,
            persons,
            servers,
        };
        let mut followed = Vec::new();
        for id in now(store.all(None, usize::MAX)).expect("the store is read") {
            let events = now(store.load(id)).expect("the store is read");
            followed.push(judge.follow(id, &events));
        }
        let outbox = now(store.outbox("console", 0, usize::MAX)).expect("the store is read");
        judge.expect(outbox.is_empty(), || format!("never told: {outbox:?}"));
        judge.answers(store.as_ref(), &followed);
        judge.calls(&world.discord, store.as_ref(), &followed, &world.people);
        judge.noise(&world.discord, store.as_ref(), &followed, noise);
        judge.private(&world.discord, store.as_ref(), &followed, &world.people);
        judge.buttons(standing);
        judge.violations(&world.discord);
        let sights = std::mem::take(&mut judge.diary.sights);
        judge.findings.extend(sights);
        judge.recall(&world.discord, store.as_ref());
        drop((store, people));
        judge.files(world.data()).await;
        judge
    }

    pub(super) fn expect(&mut self, holds: bool, otherwise: impl FnOnce() -> String) {
        if !holds {
            self.findings.push(otherwise());
        }
    }

    pub(super) fn count(&mut self, what: impl Into<String>) {
        *self.counts.entry(what.into()).or_default() += 1;
    }

    /// Returns the moment since which people of a server could play at this moment.
    fn there_since(&self, server: Option<usize>, at: Moment) -> Moment {
        self.diary.there_since(server, at, START)
    }

    fn person(&self, person: Person) -> Option<usize> {
        self.persons.get(&person).copied()
    }

    fn is_closed(&self, person: usize) -> bool {
        self.closed[person]
    }

    fn server(&self, place: &Place) -> Option<usize> {
        let mut servers = self.servers.iter();
        servers.position(|server| place.as_str().starts_with(&format!("{server}/")))
    }

    fn follow(&mut self, id: MatchId, events: &[(Event, Moment)]) -> Followed {
        for (event, _) in events {
            let told = format!("{event:?}");
            let name = told.split([' ', '{', '(']).next().unwrap_or_default();
            self.count(format!("events: {name}"));
        }
        clocks::follow(self, id, events)
    }

    /// Writes out what happened in a few of the matches about which something was found.
    fn recall(&mut self, discord: &FakeDiscord, store: &dyn EventStore) {
        let found = |id: &MatchId| {
            let mut findings = self.findings.iter();
            findings.any(|finding| finding.contains(id.as_str()))
        };
        let seconds = |moment: Moment| (moment.0 - START.0) as f64 / 1_000.0;
        let away = self.diary.absences.iter();
        let away = away.map(|away| {
            (
                away.from,
                away.until,
                format!("away, killed: {}", away.killed),
            )
        });
        let gaps = self.diary.gaps.iter();
        let gaps = gaps.map(|gap| (gap.from, gap.until, format!("{:?}", gap.cause)));
        let outages = away.chain(gaps).map(|(from, until, what)| {
            format!("from {} to {} s: {what}", seconds(from), seconds(until))
        });
        self.recalled.extend(outages);
        let ids = now(store.all(None, usize::MAX)).expect("the store is read");
        for id in ids.into_iter().filter(found).take(MOST_RECALLED) {
            let events = now(store.load(id)).expect("the store is read");
            for (version, (event, at)) in (1..).zip(events) {
                let at = seconds(at);
                self.recalled
                    .push(format!("{id} {version} at {at} s: {event:?}"));
            }
            let said = discord.look(fake_discord::World::all_messages);
            for message in said {
                let nonce = (message.nonce.as_deref(), message.channel, &*message.content);
                let told = calls::told_by(store, nonce, message.interaction, &message.pinged);
                if let Some(((_, version), telling)) = told.filter(|((of, _), _)| *of == id) {
                    let content: String = message.content.chars().take(120).collect();
                    let (by, called) = (message.interaction, &message.pinged);
                    self.recalled.push(format!(
                        "{id} {version} said: {telling:?} answers {by:?} calls {called:?}: {content:?}"
                    ));
                }
            }
        }
    }

    /// Notes what Discord would have refused, and what was tried for people who got no answer.
    fn violations(&mut self, discord: &FakeDiscord) {
        let unanswered = self.diary.asked.iter();
        let unanswered =
            unanswered.filter(|asked| asked.outcome == Outcome::Unanswered && !asked.lost);
        let tried = unanswered.map(|asked| {
            let route = format!("POST /interactions/{}/*/callback", asked.interaction);
            discord.look(|world| format!("tried: {route} {:?}", world.requests(&route)))
        });
        let tried: Vec<String> = tried.collect();
        self.findings.extend(tried);
        for violation in discord.violations() {
            self.findings.push(format!("Discord: {violation}"));
        }
    }

    /// Checks that no button does nothing, but where Discord refused to take it off, or the process was
    /// killed before.
    fn buttons(&mut self, standing: Standing) {
        let Standing {
            live,
            overdue,
            refused,
            pressed,
            idle,
        } = standing;
        for (what, count) in [
            ("buttons that stand at the end", live),
            ("of them pressed", pressed),
            ("edits that Discord refused", refused),
        ] {
            self.counts.insert(what.to_owned(), count);
        }
        let mut of_no_use = idle;
        for (what, rows) in overdue {
            self.counts
                .insert(format!("left standing: {what}"), rows.len());
            if ![LEADS_ON, UNREAD].contains(&what) {
                of_no_use.extend(rows.into_iter().map(|row| format!("{what}: {row}")));
            }
        }
        // What was to be taken off when the process was killed is forgotten with it.
        let killed = self.diary.absences.iter().filter(|away| away.killed);
        let excused = refused + killed.count();
        self.expect(of_no_use.len() <= excused, || {
            format!("buttons that do nothing: {of_no_use:#?}")
        });
    }

    /// Replays the files by the rules.
    async fn files(&mut self, data: &Path) {
        let (matches, people) = (data.join("matches"), data.join("people"));
        let report = bot::soon("the stores to be let go", || {
            now(check_files(&matches, &people)).ok()
        });
        let report = report.await;
        self.expect(report.is_whole(), || format!("damaged: {report}"));
        for finding in &report.findings {
            self.findings.push(format!("check: {finding}"));
        }
    }
}

impl fmt::Debug for Judge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Judge").finish_non_exhaustive()
    }
}
