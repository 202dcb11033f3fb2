//! Time for a number of moves: every deadline against an oracle that knows the words of the rules alone.

use std::{collections::BTreeMap, thread};

use rondel::{
    matchplay::{Actor, Extension, SeatAction},
    rules::Move,
    store::record::{Hash, decode, encode, hash},
};

use super::{
    timed::{DAY, HOUR, MINUTE, SECOND, Timed},
    *,
};

/// Periods of few moves, so that many are added; below and above ten minutes a move, and an hour for all.
const LIMITS: [(&str, i64, i64); 9] = [
    ("10/30d", 10, 30 * DAY),
    ("2/6d", 2, 6 * DAY),
    ("3/40m", 3, 40 * MINUTE),
    ("1/1h", 1, HOUR),
    ("2/3h", 2, 3 * HOUR),
    ("3/100s", 3, 100 * SECOND),
    ("1/10s", 1, 10 * SECOND),
    ("7/10d", 7, 10 * DAY),
    ("100/3000d", 100, 3_000 * DAY),
];

/// What the rules of time come to, in milliseconds, without the program's clock.
struct Oracle {
    moves: i64,
    period: i64,
    left: [i64; 3],
    made: [i64; 3],
    /// What was left and made after each ply.
    past: Vec<([i64; 3], [i64; 3])>,
    turn: usize,
    ends: i64,
    closes: Option<i64>,
    early: bool,
    /// Nobody plays the seat, or a player who has left the server.
    gone: [bool; 3],
    granted: bool,
    paused: Option<i64>,
}

impl Oracle {
    fn of(moves: i64, period: i64) -> Oracle {
        let (left, made) = ([period; 3], [0; 3]);
        Oracle {
            moves,
            period,
            left,
            made,
            past: vec![(left, made)],
            turn: 0,
            ends: 0,
            closes: None,
            early: false,
            gone: [false; 3],
            granted: false,
            paused: None,
        }
    }

    /// Hears an event, whose turn it is after it, and since when players could act.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most events take no time")]
    fn hear(&mut self, event: &Event, at: i64, turn: usize, since: i64) {
        let limit = self.period / self.moves;
        let now = self.paused.unwrap_or(at);
        let mine = (self.ends - now).max(0);
        let mut begins = turn != self.turn;
        match event {
            Event::Gone { seat, .. } | Event::Freed { seat, .. } => self.gone[seat.index()] = true,
            Event::Started => begins = true,
            Event::Moved { color, .. } => {
                let seat = color.index();
                self.gone[seat] = false;
                (self.left[seat], self.made[seat]) = (mine, self.made[seat] + 1);
                if self.made[seat] == self.moves {
                    (self.left[seat], self.made[seat]) = (mine + self.period, 0);
                }
                self.past.push((self.left, self.made));
                begins = true;
            }
            Event::TakenBack { to_ply } => {
                self.past.truncate(*to_ply as usize + 1);
                (self.left, self.made) = *self.past.last().unwrap();
                begins = true;
            }
            Event::TookOver { seat, .. } => {
                let seat = seat.index();
                self.gone[seat] = false;
                begins |= seat == turn;
                self.left[seat] = if seat == turn { mine } else { self.left[seat] };
                self.past.last_mut().unwrap().0[seat] = self.left[seat];
                let past = self.past.iter_mut().map(|(left, _)| &mut left[seat]);
                past.chain([&mut self.left[seat]])
                    .for_each(|left| *left = limit.max(*left));
            }
            Event::DeadlinePassed { .. } => {
                self.early = self.ends > at;
                let at_once = self.early || self.gone[turn] && !self.granted;
                let opened = if at_once { at } else { self.ends };
                self.closes = Some(opened + (limit / 4).clamp(MINUTE, DAY));
            }
            Event::Extended {
                why: Extension::Granted(_),
                ..
            } => {
                (self.ends, self.closes) = (now + mine + limit, None);
                self.granted = true;
            }
            Event::Extended {
                why: Extension::Downtime,
                ..
            } => {
                let until = since + limit.min(10 * MINUTE);
                match self.closes.replace(until) {
                    Some(before) if self.early => self.ends += until - before,
                    Some(_) => {}
                    None => (self.ends, self.closes) = (until, None),
                }
            }
            Event::Paused => self.paused = Some(at),
            Event::Resumed => {
                let stood = at - self.paused.take().unwrap();
                self.ends += stood;
                self.closes = self.closes.map(|closes| closes + stood);
            }
            _ => {}
        }
        if begins {
            (self.turn, self.ends, self.closes) = (turn, at + self.left[turn], None);
            self.granted = false;
            self.paused = self.paused.map(|_| at);
        }
    }
}

/// Numbers that look random, the same ones for the same seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: i64) -> i64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut drawn = self.0;
        drawn = (drawn ^ (drawn >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        drawn = (drawn ^ (drawn >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((drawn ^ (drawn >> 31)) >> 1) as i64 % most.max(1)
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as i64) as usize]
    }
}

/// A match, with the moments since which players could act at each event of it.
struct Course {
    timed: Timed,
    since: Vec<i64>,
    dice: Dice,
    newcomers: u128,
}

impl Course {
    fn in_play(&self) -> Vec<(Color, Person)> {
        let seats = self.timed.state.seats();
        let in_play = self.timed.state.position().in_play().iter();
        in_play
            .filter_map(|color| Some((color, seats[color].player()?)))
            .collect()
    }

    /// Asks for something, whether it is granted or not.
    fn ask(&mut self, actor: impl Into<Actor>, command: &Command) {
        if self.timed.state.stage() == Stage::Running {
            let _ = self.timed.ask(actor, command);
        }
    }

    /// One asks for something, and all others agree.
    fn agree(&mut self, first: &Command, then: &Command) {
        let players = self.in_play();
        let at = self.dice.below(players.len() as i64) as usize;
        for (nth, (_, player)) in players[at..].iter().chain(&players[..at]).enumerate() {
            self.ask(*player, if nth == 0 { first } else { then });
        }
    }

    fn moves(&mut self) {
        self.timed.settle();
        let legal: Vec<Move> = self
            .timed
            .state
            .position()
            .legal_moves()
            .into_iter()
            .collect();
        if let Some(player) = self.timed.state.to_move() {
            let mv = MoveInput::Chosen(self.dice.of(&legal));
            self.ask(player, &Command::Move { mv, claim: false });
        }
    }

    /// Waits for a while that means something to the clock.
    fn waits(&mut self, limit: i64) {
        let now = self.timed.now;
        let left = self
            .timed
            .state
            .clock()
            .map_or(limit, |clock| clock.deadline.0 - now.0)
            .max(0);
        let window = (limit / 4).clamp(MINUTE, DAY);
        let waited = match self.dice.below(16) {
            0..=5 => self.dice.below(limit / 2),
            6..=9 => self.dice.below(left),
            10 => left - 1,
            11 => left,
            12 | 13 => left + self.dice.below(window),
            14 => self.dice.below(2 * left.min(40 * DAY)),
            _ => self.dice.below(SECOND),
        };
        self.timed.wait(waited.max(0));
    }

    fn step(&mut self, limit: i64) {
        let seat = Some(self.timed.state.position().turn());
        let about = |action| Command::Seat { action, seat };
        let mut others = self.in_play().into_iter().map(|(_, player)| player);
        let other = others.rfind(|player| Some(*player) != self.timed.state.to_move());
        match self.dice.below(32) {
            0..=1 => self.agree(
                &Command::Pause(OfferAction::Offer),
                &Command::Pause(OfferAction::Accept),
            ),
            2..=3 => self.agree(
                &Command::Takeback(OfferAction::Offer),
                &Command::Takeback(OfferAction::Accept),
            ),
            4 => {
                self.timed.be_down(
                    self.timed
                        .state
                        .clock()
                        .map_or(limit, |clock| clock.deadline.0 - self.timed.now.0)
                        .max(0)
                        + MINUTE,
                );
                self.timed.settle();
            }
            5 => {
                self.timed.be_down(limit / 3);
                self.timed.settle();
            }
            6 => self.ask(
                ANN,
                &Command::Free {
                    seat,
                    reason: String::new(),
                },
            ),
            7 => {
                let (_, player) = self.dice.of(&self.in_play());
                self.ask(player, &Command::NoteGone(player));
            }
            8 if self.dice.below(4) == 0 => {
                let (_, player) = self.dice.of(&self.in_play());
                self.ask(player, &RESIGN);
            }
            9..=12 => {
                if let Some(other) = other {
                    self.ask(other, &about(SeatAction::Grant));
                }
            }
            13..=14 => {
                self.newcomers += 1;
                let newcomer = Person(100 + self.newcomers);
                self.agree(
                    &about(SeatAction::Substitute(Some(newcomer))),
                    &about(SeatAction::Substitute(Some(newcomer))),
                );
                self.ask(newcomer, &JOIN);
                self.agree(&about(SeatAction::Decline), &about(SeatAction::Decline));
            }
            15..=17 => self.waits(limit),
            _ => {
                self.waits(limit);
                self.moves();
            }
        }
    }
}

/// Plays a match, and compares what each of its events comes to with the oracle, each time with the match
/// as a start finds it: folded from what was stored. Returns how often what happened.
#[expect(clippy::wildcard_enum_match_arm, reason = "few are counted")]
fn compared(seed: u64) -> BTreeMap<&'static str, u64> {
    let mut dice = Dice(seed);
    let (written, moves, period) = dice.of(&LIMITS);
    let ruleset = dice.of(&["three-man", "three-man", "second-mate", "duel"]);
    let mut course = Course {
        timed: Timed::begun(ruleset, Some(written)),
        since: Vec::new(),
        dice,
        newcomers: 0,
    };
    for _ in 0..30 {
        course
            .since
            .resize(course.timed.events.len(), course.timed.since.0);
        if course.timed.state.stage() == Stage::Ended || course.in_play().is_empty() {
            break;
        }
        course.step(period / moves);
    }
    course
        .since
        .resize(course.timed.events.len(), course.timed.since.0);
    let (mut tip, mut stored) = (Hash::NONE, Vec::new());
    for (event, at) in &course.timed.events {
        let bytes = encode(&tip, event, *at).unwrap();
        tip = hash(&bytes);
        let record = decode(&bytes).unwrap();
        stored.push((record.event, record.at));
    }
    let mut oracle = Oracle::of(moves, period);
    let mut seen = BTreeMap::new();
    let mut count = |what| *seen.entry(what).or_insert(0) += 1;
    count("matches");
    for (at, since) in course.since.iter().enumerate() {
        let folded = stored[..=at].iter().map(|(event, at)| (event, *at));
        let state = Match::fold(MatchId::numbered(7), folded).unwrap();
        let (event, moment) = &stored[at];
        let turn = state.position().turn().index();
        oracle.hear(event, moment.0, turn, *since);
        let told = || {
            format!(
                "seed {seed}, {written}, after event {at}: {:?}",
                &stored[at.saturating_sub(12)..=at]
            )
        };
        if state.stage() == Stage::Running {
            count("deadlines");
            let clock = state
                .clock()
                .unwrap_or_else(|| panic!("no clock: {}", told()));
            let closes = clock.window.map(|closes| closes.0);
            assert_eq!(closes, oracle.closes, "{}", told());
            if closes.is_none() {
                assert_eq!(clock.deadline.0, oracle.ends, "{}", told());
            }
            for seat in Color::ALL {
                let budget = state.budget(seat).unwrap();
                let expected = (
                    oracle.left[seat.index()],
                    oracle.moves - oracle.made[seat.index()],
                );
                assert_eq!(
                    (budget.left, i64::from(budget.moves)),
                    expected,
                    "{}",
                    told()
                );
            }
            let allotted = oracle.left[turn];
            if let Event::Reminded { .. } = event {
                let first = oracle.ends - allotted / 3;
                assert!(allotted >= HOUR && moment.0 >= first, "{}", told());
            }
            if matches!(event, Event::Moved { .. }) && allotted == 0 {
                count("begun with nothing left");
            }
        }
        match event {
            Event::Moved { color, .. } if oracle.made[color.index()] == 0 => count("periods added"),
            Event::Moved { .. } => count("moves"),
            Event::Paused => count("pauses"),
            Event::TakenBack { .. } => count("takebacks"),
            Event::TookOver { .. } => count("substitutes"),
            Event::Extended {
                why: Extension::Granted(_),
                ..
            } => count("grants"),
            Event::Extended {
                why: Extension::Downtime,
                ..
            } => count("outages"),
            Event::DeadlinePassed { .. } if oracle.early => count("windows before the deadline"),
            Event::DeadlinePassed { .. } => count("windows"),
            Event::OutOfTime { .. } => count("out of time"),
            Event::Reminded { .. } => count("reminders"),
            _ => {}
        }
    }
    seen
}

/// Random matches with pauses, grants, outages, takebacks, substitutes and a restart at every event: each
/// deadline is the oracle's. `RONDEL_PERIODS` is how many, `RONDEL_PERIODS_SEED` the first of them.
#[test]
fn every_deadline_is_the_oracles() {
    let asked =
        |name: &str, usual| std::env::var(name).map_or(usual, |text| text.parse::<u64>().unwrap());
    let (count, first) = (
        asked("RONDEL_PERIODS", 300),
        asked("RONDEL_PERIODS_SEED", 1),
    );
    let threads = thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
    let seen = thread::scope(|scope| {
        let parts = (0..threads).map(|part| {
            let seeds = (first + part..first + count).step_by(threads as usize);
            scope.spawn(move || seeds.map(compared).collect::<Vec<_>>())
        });
        let parts: Vec<_> = parts.collect();
        let mut seen: BTreeMap<&str, u64> = BTreeMap::new();
        for part in parts {
            for (what, times) in part.join().unwrap().into_iter().flatten() {
                *seen.entry(what).or_default() += times;
            }
        }
        seen
    });
    println!("{seen:?}");
    for what in [
        "begun with nothing left",
        "grants",
        "outages",
        "out of time",
        "pauses",
        "periods added",
        "reminders",
        "substitutes",
        "takebacks",
        "windows",
        "windows before the deadline",
    ] {
        assert!(seen.contains_key(what), "{what}: {seen:?}");
    }
}
