//! The servers, the people in them, and the bot among them.

use std::{
    collections::{HashMap, HashSet},
    path::Path,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use fake_discord::{
    Absence, Answer, Channel, FakeDiscord, Fault, Guild, Pending, Resume, Rights, Snowflake, User,
};
use rondel::{
    host::{Clock, DrivenClock},
    matchplay::{Match, MatchId, Moment, Person, Place},
    store::{Identity, RequestId, StoredRow, Subject, preferences::PersonPreferences},
};
use serde_json::Value;
use tokio::task::JoinSet;

use super::{
    bot::{Bot, PATIENCE, soon},
    diary::{Asked, Away, Diary, Gap, Membership, Outcome},
    onlookers::Onlooker,
    plan::{Cause, Plan, START, Scale},
};
use crate::{now::now, store::samples::set};

/// The route on which boards and calls are posted.
const POSTS: &str = "POST /channels/*/messages";
/// The time for which Discord recognizes a message that is sent again, in milliseconds.
const NONCE: i64 = 3 * 60_000;
/// The number of fruitless looks after which the clock goes on a little, as it does while one
/// waits.
const PATIENT_LOOKS: u32 = 40;
/// The steps, in milliseconds, in which time goes by in an outage of one server, so that all that falls due in
/// the others happens soon.
const STEP: i64 = 30_000;
/// The number of looks in which Discord is asked nothing before the clock goes on at all: what failed is tried
/// again sooner, in real time.
const QUIET_LOOKS: u32 = 1_000;

pub(super) struct World {
    pub(super) discord: Arc<FakeDiscord>,
    pub(super) clock: Arc<DrivenClock>,
    pub(super) guilds: Vec<Guild>,
    pub(super) channels: Vec<Channel>,
    pub(super) people: Vec<User>,
    /// The manager of each server.
    pub(super) managers: Vec<User>,
    /// A person in each server who does not see its channel.
    onlookers: Vec<Onlooker>,
    pub(super) diary: Diary,
    bot: Option<Bot>,
    data: tempfile::TempDir,
    persons: HashMap<Person, usize>,
    /// True for each person who is in each server.
    there: Vec<Vec<bool>>,
    /// The requests that wait for an answer.
    waiting: JoinSet<(Asked, Answer)>,
    /// The last moment at which Discord has forgotten nonces.
    forgotten: Moment,
}

/// An act of a person.
pub(super) struct Act {
    pub(super) person: usize,
    pub(super) by: User,
    pub(super) channel: Channel,
    /// True if it is done where the match is played.
    pub(super) here: bool,
    pub(super) command: &'static str,
    pub(super) options: Vec<(&'static str, Value)>,
}

impl World {
    pub(super) async fn new(scale: &Scale, plan: &Plan) -> World {
        let discord = Arc::new(FakeDiscord::start().await);
        discord.keep_file_bytes(false);
        discord.set_patience(super::bot::PATIENCE);
        let guilds: Vec<Guild> = (0..scale.servers)
            .map(|number| discord.guild(&format!("server {number}")))
            .collect();
        let channels: Vec<Channel> = guilds.iter().map(|guild| guild.channel("chess")).collect();
        let people: Vec<User> = (0..plan.people.len())
            .map(|number| discord.user(&format!("player{number}")))
            .collect();
        let mut there = vec![vec![false; guilds.len()]; people.len()];
        for (number, (user, planned)) in people.iter().zip(&plan.people).enumerate() {
            for server in &planned.servers {
                guilds[*server].join(user);
                there[number][*server] = true;
            }
            user.set_direct_closed(planned.closed);
            // Every other person, and every other server, speaks German.
            if number % 2 == 1 {
                user.set_locale("de");
            }
        }
        for (number, (guild, channel)) in guilds.iter().zip(&channels).enumerate() {
            if number % 2 == 1 {
                guild.set_locale("de");
            }
            channel.set_rights(Rights {
                history: World::reads_history(number),
                ..Rights::INVITED
            });
        }
        let managers = guilds.iter().enumerate().map(|(number, guild)| {
            let manager = guild.user(&format!("manager{number}"));
            guild.set_manager(&manager, true);
            manager
        });
        let managers = managers.collect();
        let rooms = guilds.iter().zip(&channels);
        let onlookers = rooms.map(|(guild, channel)| Onlooker::new(guild, channel));
        let onlookers = onlookers.collect();
        let data = tempfile::tempdir().expect("a directory");
        let clock = Arc::new(DrivenClock::at(START));
        let bot = Bot::start(&discord, &clock, data.path()).await;
        Self::make_trouble(&discord, scale.seed);
        World {
            discord,
            clock,
            guilds,
            channels,
            people,
            managers,
            onlookers,
            diary: Diary::default(),
            bot: Some(bot),
            data,
            persons: HashMap::new(),
            there,
            waiting: JoinSet::new(),
            forgotten: START,
        }
    }

    /// Makes things go wrong by chance.
    fn make_trouble(discord: &FakeDiscord, seed: u64) {
        let broken = [
            Fault::Status(500, 0),
            Fault::Status(503, 0),
            Fault::RateLimited(Duration::from_millis(20)),
            Fault::DropBefore,
            Fault::DropAfter,
        ];
        let asked = [Fault::Status(502, 0), Fault::DropBefore];
        discord.fail_some(POSTS, &broken, 25, seed);
        discord.fail_some("POST /channels/*/threads", &broken, 12, seed + 1);
        discord.fail_some("POST /users/@me/channels", &broken, 8, seed + 2);
        discord.fail_some("GET /channels/*/messages", &asked, 20, seed + 3);
        discord.fail_some("GET /guilds/*/members/*", &asked, 20, seed + 4);
        discord.fail_some("GET /guilds/*/threads/active", &asked, 12, seed + 5);
        let refused = [Fault::Status(403, 50_013), Fault::Status(500, 0)];
        discord.fail_some("PATCH /channels/*/messages/*", &refused, 20, seed + 7);
        discord.deliver_some_twice(9, seed + 6);
    }

    /// Returns true if the bot may read earlier messages in a server.
    pub(super) fn reads_history(server: usize) -> bool {
        server.is_multiple_of(2)
    }

    pub(super) fn data(&self) -> &Path {
        self.data.path()
    }

    pub(super) fn now(&self) -> Moment {
        self.clock.now()
    }

    pub(super) fn bot(&self) -> &Bot {
        self.bot.as_ref().expect("the bot is there")
    }

    /// Lets time go by until a moment.
    pub(super) fn go_to(&mut self, moment: Moment) {
        let by = moment.0 - self.now().0;
        let begun = Instant::now();
        while self.bot.as_ref().is_some_and(|bot| !bot.host.is_at_rest()) {
            assert!(begun.elapsed() < PATIENCE, "the store does not answer");
            thread::yield_now();
        }
        if let Ok(by) = u64::try_from(by) {
            self.clock.advance(Duration::from_millis(by));
        }
        self.keep_time();
        if self.now().0 - self.forgotten.0 > NONCE {
            self.discord.forget_nonces();
            self.forgotten = self.now();
        }
    }

    /// Lets Discord's ids carry the time that it is.
    fn keep_time(&self) {
        keep_time(&self.discord, self.now());
    }

    /// Waits until everything that is due has happened and been told.
    pub(super) async fn settle(&mut self) {
        let store = Arc::clone(&self.bot().store);
        let mut done = self.is_told(true);
        loop {
            soon("all to be done and told", &mut done).await;
            // What happens and is not durable yet shows in neither of them. It does by the time
            // that something else is durable.
            let nobody = Subject::Person(Person(0));
            set(
                &*store,
                nobody,
                &PersonPreferences::default().encode(),
                None,
            )
            .expect("the store is written");
            if done().is_some() {
                break;
            }
        }
        self.be_certain().await;
        self.note_pings();
    }

    /// Waits until no request that failed puts off what is due: a clock that went on before would make an outage
    /// of one failure.
    async fn be_certain(&self) {
        let host = Arc::clone(&self.bot().host);
        let certain = || (!host.is_in_doubt()).then_some(());
        soon("nothing to be put off", certain).await;
    }

    /// Returns a look at whether all has been told, and also done, if that is asked. While nothing is asked of
    /// Discord, every so many looks let a second go by.
    fn is_told(&self, and_done: bool) -> impl FnMut() -> Option<()> + use<> {
        let (store, clock) = (Arc::clone(&self.bot().store), Arc::clone(&self.clock));
        let host = Arc::clone(&self.bot().host);
        let (discord, pings) = (Arc::clone(&self.discord), Arc::clone(&self.diary.pings));
        let (mut looks, mut requests) = (0, 0);
        move || {
            looks += 1;
            let made = discord.look(fake_discord::World::requests_made);
            if made != requests {
                (looks, requests) = (0, made);
            }
            let due = and_done && {
                let due = store.due(clock.now(), None, 1);
                !now(due).expect("the store is read").is_empty()
            };
            let outbox = || now(store.outbox("discord", 0, usize::MAX)).expect("the store is read");
            if !due && outbox().is_empty() {
                return Some(());
            }
            if looks >= QUIET_LOOKS
                && looks % PATIENT_LOOKS == 0
                && host.is_at_rest()
                && !host.is_in_doubt()
            {
                let count = discord.look(|world| world.notifications().count());
                pings.lock().expect("no panic").push((count, clock.now()));
                clock.advance(Duration::from_secs(1));
                keep_time(&discord, clock.now());
            }
            None
        }
    }

    fn note_pings(&self) {
        let count = self.discord.look(|world| world.notifications().count());
        let mut pings = self.diary.pings.lock().expect("no panic");
        pings.push((count, self.clock.now()));
    }

    /// Returns the next moment at which something happens by itself.
    pub(super) fn next_due(&self) -> Option<Moment> {
        let due = now(self.bot().store.due(Moment(i64::MAX), None, 1));
        due.expect("the store is read").first().map(|(at, _)| *at)
    }

    /// Returns a match as it stands.
    pub(super) async fn state(&self, id: MatchId) -> Arc<Match> {
        let state = self.bot().host.state(id).await;
        state.expect("the store is read").expect("a match")
    }

    /// Returns the match that an interaction has changed, if it has.
    pub(super) fn changed_by(&self, interaction: Snowflake) -> Option<MatchId> {
        self.led_to(format!("discord/{interaction}"))
    }

    /// Returns the rematch of a match, if there is one.
    pub(super) fn rematch_of(&self, id: MatchId) -> Option<MatchId> {
        self.led_to(format!("rematch:{id}:0"))
    }

    fn led_to(&self, request_id: String) -> Option<MatchId> {
        let before = now(self.bot().store.answered(&RequestId(request_id)));
        before.expect("the store is read").map(|before| before.id)
    }

    /// Returns the number of the person that the store calls by this reference.
    pub(super) fn person(&mut self, person: Person) -> Option<usize> {
        if let Some(known) = self.persons.get(&person) {
            return Some(*known);
        }
        let people = self.bot().people()?;
        for (number, user) in self.people.iter().enumerate() {
            let identity = Identity::new("discord", &user.id().to_string()).expect("an identity");
            if let Some(found) = now(people.find(&identity)).expect("the people are read") {
                self.persons.insert(found, number);
            }
        }
        self.persons.get(&person).copied()
    }

    /// Returns the store's reference for somebody; nobody's if it does not know them.
    pub(super) fn reference(&self, user: &User) -> Person {
        let identity = Identity::new("discord", &user.id().to_string()).expect("an identity");
        let found = self
            .bot()
            .people()
            .map(|people| now(people.find(&identity)));
        let found = found.and_then(|found| found.expect("the people are read"));
        found.unwrap_or(Person(0))
    }

    pub(super) fn is_there(&self, person: usize, server: usize) -> bool {
        self.there[person][server]
    }

    pub(super) fn set_there(&mut self, person: usize, server: usize, there: bool) {
        if self.there[person][server] == there {
            return;
        }
        self.there[person][server] = there;
        if there {
            self.guilds[server].join(&self.people[person]);
        } else {
            self.guilds[server].leave(&self.people[person]);
        }
        self.diary.memberships.push(Membership {
            at: self.now(),
            person,
            server,
            there,
        });
    }

    fn begin(&self, act: &Act) -> (Asked, Pending) {
        let pending = act.by.slash(&act.channel, act.command, &act.options);
        let asked = Asked {
            interaction: pending.interaction().id,
            person: act.person,
            command: act.command,
            at: self.now(),
            here: act.here,
            lost: false,
            outcome: Outcome::Unanswered,
            took: Duration::ZERO,
        };
        (asked, pending)
    }

    /// Lets people act at once, their interactions shuffled on the way, and waits for `most` of the
    /// answers, or for all of them unless the bot is about to be killed.
    pub(super) async fn act(&mut self, acts: &[Act], shuffled: u64, most: usize) -> Vec<Asked> {
        let held = (acts.len() > 1).then(|| self.discord.hold_deliveries());
        let mut own = HashSet::new();
        for act in acts {
            let (asked, pending) = self.begin(act);
            own.insert(asked.interaction);
            self.waiting.spawn(async move { (asked, pending.await) });
        }
        if let Some(held) = held {
            held.deliver_shuffled(shuffled);
        }
        let mut answered = Vec::new();
        while answered.len() < most.min(acts.len()) {
            let done = self.waiting.join_next().await.expect("one is waited for");
            let (asked, answer) = done.expect("waiting does not panic");
            // A person who still waits from before has lost the bot.
            if own.contains(&asked.interaction) {
                answered.push(noted(&asked, &answer, false));
            } else {
                self.diary.asked.push(noted(&asked, &answer, true));
            }
        }
        self.diary.asked.extend(answered.iter().cloned());
        answered
    }

    /// Ends the bot, as it is asked to or as it stands, and starts it again some time later.
    pub(super) async fn restart(&mut self, killed: bool, down: i64) {
        let from = self.now();
        let bot = self.bot.take().expect("the bot is there");
        if killed {
            bot.kill().await;
        } else {
            bot.stop().await;
        }
        self.discord.bot_gone().await;
        self.go_to(from.plus(down));
        let bot = Bot::start(&self.discord, &self.clock, self.data.path()).await;
        self.bot = Some(bot);
        self.diary.absences.push(Away {
            from,
            until: self.now(),
            killed,
        });
    }

    /// Breaks the gateway's connection, and waits until the bot is back.
    pub(super) async fn break_off(&mut self) {
        let count = |world: &fake_discord::World| world.resumes() + world.identifies();
        let before = self.discord.look(count);
        self.discord.drop_gateway();
        self.discord
            .wait_until("the bot to come back", |world| {
                count(world) > before && world.bot_connected()
            })
            .await;
        // Answered, it has heard before that its session goes on.
        self.managers[0].slash(&self.channels[0], "help", &[]).await;
        let at = self.now();
        self.diary.breaks.push(at);
    }

    /// Lets time go by in which nobody can play.
    pub(super) async fn lose(&mut self, cause: Cause, time: i64) {
        let from = self.now();
        match cause {
            Cause::Frozen => {
                let time = u64::try_from(time).unwrap_or(0);
                self.clock.freeze(Duration::from_millis(time));
                self.keep_time();
            }
            Cause::Discord => self.be_without_discord(from, time).await,
            Cause::Server(number) => self.be_without_server(number, from, time).await,
        }
        let until = self.now();
        // A gap too short to matter begins no grace.
        if until.0 - from.0 >= 6_000 {
            self.diary.gaps.push(Gap { cause, from, until });
        } else if matches!(cause, Cause::Discord) {
            // Unless the bot had heard nothing for longer: of that it knows no better.
            self.diary.breaks.push(until);
        }
    }

    async fn be_without_discord(&mut self, from: Moment, time: i64) {
        let host = Arc::clone(&self.bot().host);
        let place = Place::new(&format!("discord/{}/1", self.guilds[0].id()));
        self.discord.go_away(Absence::Refusing);
        soon("the bot to be lost", || {
            (!host.reaches(&place)).then_some(())
        })
        .await;
        // In steps, at each of which the bot looks for what is due.
        for part in 1..=4 {
            self.go_to(from.plus(time * part / 4));
            host.settle_due().await.expect("it happens");
        }
        self.discord.come_back(Resume::Replay);
        soon("the bot to be back", || host.reaches(&place).then_some(())).await;
    }

    /// Lets time go by in which one server is away. The others go on.
    async fn be_without_server(&mut self, number: usize, from: Moment, time: i64) {
        let host = Arc::clone(&self.bot().host);
        let guild = self.guilds[number].clone();
        let place = Place::new(&format!("discord/{}/1", guild.id()));
        guild.lose_sight();
        soon("the server to be lost", || {
            (!host.reaches(&place)).then_some(())
        })
        .await;
        let end = from.plus(time);
        while self.now() < end {
            self.be_certain().await;
            self.go_to(self.now().plus(STEP).min(end));
            host.settle_due().await.expect("it happens");
            soon("all to be told", self.is_told(false)).await;
            self.note_pings();
        }
        guild.regain_sight();
        soon("the server to be back", || {
            host.reaches(&place).then_some(())
        })
        .await;
    }

    /// Lets the onlooker of a server look for a match there.
    pub(super) async fn look_on(&mut self, server: usize, id: MatchId) {
        let found = self.onlookers[server].look_for(id).await;
        self.diary.looks += 1;
        self.diary.sights.extend(found);
    }

    /// Ends the bot for good, and waits for the remaining answers.
    pub(super) async fn end(&mut self) {
        let bot = self.bot.take().expect("the bot is there");
        bot.stop().await;
        while let Some(done) = self.waiting.join_next().await {
            let (asked, answer) = done.expect("waiting does not panic");
            self.diary.asked.push(noted(&asked, &answer, true));
        }
        self.note_pings();
    }
}

/// Lets Discord's ids carry this time.
fn keep_time(discord: &FakeDiscord, now: Moment) {
    discord.set_time(u64::try_from(now.0).unwrap_or_default());
}

/// Returns the note of a request in the diary, with what became of it.
fn noted(asked: &Asked, answer: &Answer, lost: bool) -> Asked {
    let text = answer.content.clone();
    let outcome = if answer.is_timed_out() {
        Outcome::Unanswered
    } else if answer.ephemeral {
        Outcome::Private(text)
    } else {
        Outcome::Public(text)
    };
    Asked {
        lost,
        outcome,
        took: answer.after,
        ..asked.clone()
    }
}
