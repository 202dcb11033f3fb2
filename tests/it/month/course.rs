//! The course of a month: from one moment at which something happens to the next.

use std::{cmp::Reverse, collections::BinaryHeap};

use fake_discord::{Fault, Snowflake};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use rondel::{
    matchplay::{Match, MatchId, Moment},
    store::preferences::Reminders,
};
use serde_json::json;

use super::{
    diary::Prefers,
    plan::{Change, HOUR, MINUTE, Manner, Plan, PlannedRestart, Scale},
    players::{Table, Wake, Why},
    world::{Act, World},
};

/// The most people who act at once.
const AT_ONCE: usize = 4;

pub(super) struct Course {
    pub(super) world: World,
    pub(super) tables: Vec<Table>,
    pub(super) plan: Plan,
    end: Moment,
    dice: ChaCha12Rng,
    /// The times at which people will look at a match, the next one first, those of one moment in
    /// order.
    agenda: BinaryHeap<Reverse<(Moment, u64)>>,
    wakes: std::collections::HashMap<u64, Wake>,
    woken: u64,
    /// The number of planned restarts that are done.
    restarted: usize,
    broken: usize,
    changed: usize,
    lost: usize,
}

impl Course {
    pub(super) async fn new(scale: &Scale) -> Course {
        let plan = Plan::draw(scale);
        let world = World::new(scale, &plan).await;
        let tables = plan.matches.iter().enumerate();
        let tables = tables.map(|(number, planned)| Table::new(number, planned));
        let mut course = Course {
            world,
            tables: tables.collect(),
            end: scale.end(),
            dice: ChaCha12Rng::seed_from_u64(scale.seed ^ 1),
            agenda: BinaryHeap::new(),
            wakes: std::collections::HashMap::new(),
            woken: 0,
            restarted: 0,
            broken: 0,
            changed: 0,
            lost: 0,
            plan,
        };
        for number in 0..course.tables.len() {
            let planned = &course.tables[number].plan;
            let (at, opener) = (planned.at, planned.players[0]);
            course.open_at(number, opener, at);
        }
        course
    }

    fn open_at(&mut self, table: usize, person: usize, at: Moment) {
        let mut wakes = Vec::new();
        self.tables[table].wake(&mut wakes, Why::Open, person, at);
        self.remind(wakes);
    }

    fn remind(&mut self, wakes: Vec<Wake>) {
        for wake in wakes {
            self.woken += 1;
            self.agenda.push(Reverse((wake.at, self.woken)));
            self.wakes.insert(self.woken, wake);
        }
    }

    /// Runs until the end.
    pub(super) async fn run(&mut self) {
        while let Some(next) = self.next().filter(|next| *next < self.end) {
            self.world.go_to(next);
            self.world.settle().await;
            self.come_and_go();
            if self.restart_if_planned().await {
                self.look().await;
                self.look_on().await;
                continue;
            }
            if self
                .plan
                .breaks
                .get(self.broken)
                .is_some_and(|at| *at <= self.world.now())
            {
                self.broken += 1;
                self.world.break_off().await;
                self.look_on().await;
            }
            if let Some(gap) = self.plan.gaps.get(self.lost).copied()
                && gap.at <= self.world.now()
            {
                self.lost += 1;
                let left = self.end.0 - HOUR - self.world.now().0;
                // A person who wanted to come in the gap comes first of all, before the bot has
                // looked.
                self.world.lose(gap.cause, gap.time.min(left.max(0))).await;
            }
            self.prefer().await;
            let wakes = self.take_wakes(self.world.now(), AT_ONCE);
            self.act(&wakes, usize::MAX).await;
            self.world.settle().await;
            self.look().await;
        }
        self.world.go_to(self.end);
        self.world.settle().await;
    }

    /// Returns the next moment at which something happens.
    fn next(&self) -> Option<Moment> {
        let now = self.world.now();
        let agenda = self.agenda.peek().map(|Reverse((at, _))| *at);
        let restart = self
            .plan
            .restarts
            .get(self.restarted)
            .map(|restart| restart.at);
        let change = self.plan.changes.get(self.changed).map(|change| change.at);
        let gap = self.plan.gaps.get(self.lost).map(|gap| gap.at);
        let next = [agenda, restart, change, gap, self.world.next_due()];
        next.into_iter().flatten().min().map(|at| at.max(now))
    }

    /// Lets people leave servers and come back.
    fn come_and_go(&mut self) {
        let now = self.world.now();
        for absence in &self.plan.absences {
            let away = absence.from <= now && now < absence.until;
            let planned = self.plan.people[absence.person]
                .servers
                .contains(&absence.server);
            if planned {
                let others = self.plan.absences.iter();
                let mut others = others.filter(|other| {
                    (other.person, other.server) == (absence.person, absence.server)
                });
                let gone = away || others.any(|other| other.from <= now && now < other.until);
                self.world.set_there(absence.person, absence.server, !gone);
            }
        }
    }

    async fn restart_if_planned(&mut self) -> bool {
        let planned = self.plan.restarts.get(self.restarted).copied();
        let Some(restart) = planned.filter(|restart| restart.at <= self.world.now()) else {
            return false;
        };
        self.restarted += 1;
        self.restart(restart).await;
        self.world.settle().await;
        true
    }

    async fn restart(&mut self, restart: PlannedRestart) {
        let killed = restart.manner != Manner::Asked;
        // All of them before the end, which an hour of peace precedes.
        let left = self.end.0 - HOUR - self.world.now().0;
        let down = restart.down.min(left.max(0));
        match restart.manner {
            Manner::Asked | Manner::Idle => {}
            Manner::Answering(most) => {
                // The people who would have come next come now.
                let wakes = self.take_wakes(Moment(i64::MAX), AT_ONCE);
                self.act(&wakes, most).await;
            }
            Manner::Posted => self.kill_while_posted().await,
            Manner::Posting => {
                let hold = self.world.discord.hold("POST /channels/*/messages");
                if self.act_elsewhere().await.is_some() {
                    hold.caught().await;
                }
                self.world.restart(killed, down).await;
                hold.release();
                return;
            }
        }
        self.world.restart(killed, down).await;
    }

    /// Lets a post be made whose answer never comes.
    async fn kill_while_posted(&mut self) {
        let posts = "POST /channels/*/messages";
        let Some((thread, before)) = ({
            self.world.discord.fail_next(posts, Fault::DropAfter);
            self.act_elsewhere().await
        }) else {
            self.world.settle().await;
            return;
        };
        self.world
            .discord
            .wait_until("the post", |world| world.messages(thread).len() > before)
            .await;
    }

    /// Lets somebody make the next move that is due from the channel, so that the outbox tells it.
    /// Returns the channel and the number of messages that stood there; `None` if there was nobody.
    async fn act_elsewhere(&mut self) -> Option<(Snowflake, usize)> {
        let mut movers: Vec<(Moment, u64)> = self
            .wakes
            .iter()
            .filter(|(_, wake)| wake.why == Why::Move)
            .map(|(number, wake)| (wake.at, *number))
            .collect();
        movers.sort_unstable();
        for (_, number) in movers {
            let wake = self.wakes.remove(&number)?;
            self.agenda.retain(|Reverse((_, other))| *other != number);
            let Some((table, mut act)) = self.prepare(&wake).await else {
                continue;
            };
            let Some(id) = self.tables[table].id else {
                continue;
            };
            if act.command != "move" {
                self.tables[table].forget();
                continue;
            }
            let state = self.world.state(id).await;
            let Some(thread) = thread_of(&state) else {
                self.tables[table].forget();
                continue;
            };
            let server = self.tables[table].plan.server;
            act.channel = self.world.channels[server].clone();
            act.options.retain(|(name, _)| *name != "match");
            act.options.push(("match", json!(id.to_string())));
            act.here = false;
            let before = self
                .world
                .discord
                .look(|world| world.messages(thread).len());
            let asked = self.world.act(&[act], 0, 1).await;
            self.tables[table].forget();
            let moved = asked
                .first()
                .is_some_and(|asked| self.world.changed_by(asked.interaction) == Some(id));
            return moved.then_some((thread, before));
        }
        None
    }

    /// Lets people set their preferences.
    async fn prefer(&mut self) {
        while let Some(change) = self.plan.changes.get(self.changed).copied()
            && change.at <= self.world.now()
        {
            self.changed += 1;
            let Change {
                person,
                reminders,
                direct,
                ..
            } = change;
            let servers = self.plan.people[person].servers.iter();
            let mut there = servers.filter(|server| self.world.is_there(person, **server));
            let Some(server) = there.next() else { continue };
            let word = match reminders {
                Reminders::Off => "off",
                Reminders::Once => "once",
                Reminders::Twice => "twice",
            };
            let act = Act {
                person,
                by: self.world.people[person].clone(),
                channel: self.world.channels[*server].clone(),
                here: true,
                command: "settings",
                options: vec![
                    ("reminders", json!(word)),
                    ("turns", json!(if direct { "direct" } else { "mention" })),
                ],
            };
            self.world.act(&[act], 0, 1).await;
            let at = self.world.now();
            self.world.diary.preferences.push(Prefers {
                at,
                person,
                reminders,
                direct,
            });
        }
    }

    /// Takes the people who look at a match by this moment, at most `most`, each at a different
    /// match.
    fn take_wakes(&mut self, by: Moment, most: usize) -> Vec<Wake> {
        let mut taken: Vec<Wake> = Vec::new();
        while taken.len() < most
            && let Some(Reverse((at, number))) = self.agenda.peek().copied()
            && at <= by
        {
            self.agenda.pop();
            taken.extend(self.wakes.remove(&number));
        }
        taken
    }

    /// Lets people do what they come for, and waits for `most` answers.
    async fn act(&mut self, wakes: &[Wake], most: usize) {
        let mut acts = Vec::new();
        let mut opening = Vec::new();
        for wake in wakes {
            let Some((table, act)) = self.prepare(wake).await else {
                continue;
            };
            if matches!(wake.why, Why::Open | Why::Rematch) {
                opening.push((table, act.person, wake.why));
            }
            acts.push(act);
        }
        let shuffled = self.dice.random();
        let answered = self.world.act(&acts, shuffled, most).await;
        for wake in wakes.iter().filter(|wake| wake.why == Why::Move) {
            // A player who could not move tries again.
            self.tables[wake.table].forget();
        }
        for (table, person, why) in opening {
            let mut own = answered.iter();
            let asked = own.find(|asked| asked.person == person && asked.command == why.opens());
            let id = match (why, self.tables[table].id) {
                (Why::Rematch, Some(before)) => self.world.rematch_of(before),
                _ => asked.and_then(|asked| self.world.changed_by(asked.interaction)),
            };
            match (why, id) {
                (Why::Rematch, Some(id)) => self.begin_again(table, id),
                // Nobody insists on another match.
                (Why::Rematch, None) => {}
                (_, Some(id)) => self.tables[table].id = Some(id),
                (_, None) => {
                    let at = self.world.now().plus(MINUTE);
                    self.open_at(table, person, at);
                }
            }
        }
    }

    /// Returns the table of a rematch, which is played like the match before.
    fn begin_again(&mut self, before: usize, id: MatchId) {
        let mut plan = self.tables[before].plan.clone();
        plan.seed = self.dice.random();
        plan.forsaken = false;
        let mut table = Table::new(self.tables.len(), &plan);
        table.id = Some(id);
        self.tables.push(table);
    }

    /// Prepares the act of a person who comes for something; `None` if they do nothing.
    async fn prepare(&mut self, wake: &Wake) -> Option<(usize, Act)> {
        let Wake {
            table: number,
            person,
            why,
            ..
        } = *wake;
        self.tables[number].woken(wake);
        let server = self.tables[number].plan.server;
        let channel = self.world.channels[server].clone();
        let manages = person >= self.world.people.len();
        if !manages && !self.world.is_there(person, server) {
            if why == Why::Open {
                let at = self.world.now().plus(60 * MINUTE);
                self.open_at(number, person, at);
            }
            return None;
        }
        if why == Why::Open {
            let options = self.table_of(number);
            let by = self.world.people[person].clone();
            let here = true;
            return Some((
                number,
                Act {
                    person,
                    by,
                    channel,
                    here,
                    command: "play",
                    options,
                },
            ));
        }
        let id = self.tables[number].id?;
        let state = self.world.state(id).await;
        let by = if manages {
            self.world.managers[server].clone()
        } else {
            self.world.people[person].clone()
        };
        let own = self.world.reference(&by);
        let guests = self.guests(server, &self.tables[number]);
        let request = self.tables[number].request(&state, own, why, &guests)?;
        let (command, mut options) = request;
        let thread = thread_of(&state);
        let away = thread.is_none() || self.dice.random_range(0..8) == 0;
        // Not everybody sees the thread of a private match: not those who are asked to play, nor those who
        // have left the server and come back.
        let thread_seen = thread.map(|thread| self.world.discord.channel(thread));
        let thread_seen = thread_seen.filter(|thread| thread.is_seen_by(&by));
        let away = away || thread_seen.is_none();
        let channel = thread_seen.filter(|_| !away).unwrap_or(channel);
        if (away || why == Why::Rematch) && command != "matches" {
            options.push(("match", json!(id.to_string())));
        }
        let here = thread.is_none_or(|thread| thread == channel.id());
        Some((
            number,
            Act {
                person,
                by,
                channel,
                here,
                command,
                options,
            },
        ))
    }

    /// Returns the options with which a table is opened.
    fn table_of(&self, number: usize) -> Vec<(&'static str, serde_json::Value)> {
        let plan = &self.tables[number].plan;
        let mut options = vec![
            ("ruleset", json!(plan.ruleset)),
            ("time", json!(plan.limit)),
            ("seat", json!("random")),
        ];
        for (name, person) in ["player2", "player3"].into_iter().zip(&plan.players[1..]) {
            options.push((name, json!(self.world.people[*person].id())));
        }
        if plan.private {
            options.push(("private", json!(true)));
        }
        if plan.computers > 0 {
            options.push(("computers", json!(plan.computers)));
            options.push(("level", json!(1)));
        }
        options
    }

    /// Returns people of a server who were not asked to a table.
    fn guests(&self, server: usize, table: &Table) -> Vec<u64> {
        let there = (0..self.world.people.len())
            .filter(|person| self.world.is_there(*person, server))
            .filter(|person| !table.plan.players.contains(person));
        there
            .map(|person| self.world.people[person].id().0)
            .collect()
    }

    /// Lets somebody who does not see where the latest match is played look for it.
    async fn look_on(&mut self) {
        let mut live = self.tables.iter().rev().filter(|table| !table.outcome);
        let found = live.find_map(|table| Some((table.plan.server, table.id?)));
        if let Some((server, id)) = found {
            self.world.look_on(server, id).await;
        }
    }

    /// Lets everybody make up their minds about the matches as they stand.
    async fn look(&mut self) {
        let now = self.world.now();
        for number in 0..self.tables.len() {
            if self.tables[number].outcome {
                continue;
            }
            let Some(id) = self.tables[number].id else {
                continue;
            };
            let state = self.world.state(id).await;
            let manager = self.world.people.len() + self.tables[number].plan.server;
            let world = &mut self.world;
            let mut who = |person| world.person(person);
            let wakes = self.tables[number].look(&state, now, &mut who, manager);
            self.remind(wakes);
        }
    }
}

/// Returns the thread of a match, if it has one.
fn thread_of(state: &Match) -> Option<Snowflake> {
    let thread = state.place().room().parse().map(Snowflake).ok();
    thread.filter(|_| state.is_housed())
}
