//! The players: what they come to do, and when.

use std::collections::HashSet;

use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha12Rng;
use rondel::{
    matchplay::{Match, MatchId, Moment, Motion, Person, Seat, Stage, TimeLimit},
    rules::{Agreement, Color, Move, Position},
};
use serde_json::{Value, json};

use super::plan::{HOUR, MINUTE, PlannedMatch};

/// The reason why somebody looks at a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Why {
    /// To open the table.
    Open,
    /// To sit down.
    Join,
    /// To make a move.
    Move,
    /// To answer what is proposed.
    Answer,
    /// To do something about a seat whose player is missing.
    Seat,
    /// To propose something, or to look around.
    Wish,
    /// To let a paused match go on.
    Resume,
    /// To free a seat, as a manager of the server.
    Free,
    /// To play again.
    Rematch,
}

impl Why {
    /// Returns the command that opens the table, if that is the reason.
    pub(super) const fn opens(self) -> &'static str {
        match self {
            Why::Rematch => "rematch",
            _ => "play",
        }
    }
}

/// A planned look at a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wake {
    pub(super) at: Moment,
    pub(super) table: usize,
    pub(super) person: usize,
    pub(super) why: Why,
}

/// A match as those who play it see it.
pub(super) struct Table {
    pub(super) number: usize,
    pub(super) plan: PlannedMatch,
    pub(super) id: Option<MatchId>,
    pub(super) outcome: bool,
    dice: ChaCha12Rng,
    /// The people who will look at it, and why.
    awake: HashSet<(Why, usize)>,
    /// The turn for which somebody has decided when to move.
    turn: Option<(u32, Person)>,
    /// The matters about which people have made up their minds.
    decided: HashSet<(String, usize)>,
}

/// A command with its options.
pub(super) type Request = (&'static str, Vec<(&'static str, Value)>);

impl Table {
    pub(super) fn new(number: usize, plan: &PlannedMatch) -> Table {
        Table {
            number,
            plan: plan.clone(),
            id: None,
            outcome: false,
            dice: ChaCha12Rng::seed_from_u64(plan.seed),
            awake: HashSet::new(),
            turn: None,
            decided: HashSet::new(),
        }
    }

    fn limit(&self) -> Option<TimeLimit> {
        self.plan.limit.parse().ok()
    }

    /// Returns the time for things that are done within a part of a turn, in milliseconds.
    fn pace(&self) -> i64 {
        let limit = self.limit().map_or(8 * HOUR, TimeLimit::milliseconds);
        limit.min(8 * HOUR)
    }

    /// Draws a length between two parts of a time, in thousandths.
    fn between(&mut self, time: i64, from: i64, to: i64) -> i64 {
        (time * self.dice.random_range(from..to) / 1_000).max(1_000)
    }

    fn one_in(&mut self, number: u32) -> bool {
        self.dice.random_range(0..number) == 0
    }

    /// Notes that somebody has looked.
    pub(super) fn woken(&mut self, wake: &Wake) {
        self.awake.remove(&(wake.why, wake.person));
    }

    pub(super) fn wake(&mut self, wakes: &mut Vec<Wake>, why: Why, person: usize, at: Moment) {
        if self.awake.insert((why, person)) {
            // Those who have hours look on the full five minutes, several at once.
            let at = if self.pace() >= HOUR {
                Moment((at.0 + 5 * MINUTE - 1).div_euclid(5 * MINUTE) * 5 * MINUTE)
            } else {
                at
            };
            let table = self.number;
            wakes.push(Wake {
                at,
                table,
                person,
                why,
            });
        }
    }

    /// Lets the people of the match look at it later. `who` maps people to their numbers, and
    /// `guests` are people of the server who do not play.
    pub(super) fn look(
        &mut self,
        state: &Match,
        now: Moment,
        who: &mut dyn FnMut(Person) -> Option<usize>,
        manager: usize,
    ) -> Vec<Wake> {
        let mut wakes = Vec::new();
        match state.stage() {
            Stage::Ended => {
                self.outcome = true;
                if state.started_at().is_some() && self.one_in(5) {
                    let at = now.plus(self.dice.random_range(MINUTE..2 * HOUR));
                    let opener = self.plan.players[0];
                    self.wake(&mut wakes, Why::Rematch, opener, at);
                }
            }
            Stage::Table => {
                let kept: Vec<usize> = state
                    .seats()
                    .iter()
                    .filter_map(|(_, seat)| match seat {
                        Seat::Kept(person) => who(*person),
                        _ => None,
                    })
                    .collect();
                let kept = if self.plan.forsaken { Vec::new() } else { kept };
                for person in kept {
                    let at = now.plus(self.dice.random_range(MINUTE / 2..HOUR));
                    self.wake(&mut wakes, Why::Join, person, at);
                }
            }
            Stage::Running => self.look_at_play(state, now, who, manager, &mut wakes),
        }
        wakes
    }

    fn look_at_play(
        &mut self,
        state: &Match,
        now: Moment,
        who: &mut dyn FnMut(Person) -> Option<usize>,
        manager: usize,
        wakes: &mut Vec<Wake>,
    ) {
        let in_play: Vec<usize> = state
            .position()
            .in_play()
            .iter()
            .filter_map(|army| who(state.seats()[army].player()?))
            .collect();
        for standing in state.open_proposals() {
            let asked = state.pending(&standing).iter();
            let asked = asked.filter_map(|army| state.seats()[army].player());
            let substitute = standing.motion.substitute();
            let asked: Vec<usize> = asked.chain(substitute).filter_map(&mut *who).collect();
            for person in asked {
                let matter = format!("{:?} {:?} {}", standing.motion, standing.by, state.ply());
                // Some never answer.
                if self.decided.insert((matter, person)) && !self.one_in(4) {
                    let at = now.plus(self.between(self.pace(), 10, 300));
                    self.wake(wakes, Why::Answer, person, at);
                }
            }
        }
        if state.is_paused() {
            let Some(person) = in_play.choose(&mut self.dice).copied() else {
                return;
            };
            if !self.awake.iter().any(|(why, _)| *why == Why::Resume) {
                let at = now.plus(self.dice.random_range(10 * MINUTE..12 * HOUR));
                self.wake(wakes, Why::Resume, person, at);
            }
            return;
        }
        let turn = state.position().turn();
        if state.is_missing(turn) {
            let window = self
                .limit()
                .and_then(TimeLimit::window)
                .unwrap_or(Moment::DAY);
            let mover = state.seats()[turn].player().and_then(&mut *who);
            for person in in_play
                .iter()
                .copied()
                .filter(|person| Some(*person) != mover)
            {
                let matter = format!(
                    "seat {turn:?} {} {}",
                    state.ply(),
                    state.proposals().iter().count()
                );
                if self.decided.insert((matter, person)) {
                    let at = now.plus(self.between(window, 20, 1_200));
                    self.wake(wakes, Why::Seat, person, at);
                }
            }
            if self
                .decided
                .insert((format!("free {}", state.ply()), manager))
                && self.one_in(8)
            {
                let at = now.plus(self.between(window, 20, 900));
                self.wake(wakes, Why::Free, manager, at);
            }
        }
        let Some(person) = state.to_move() else {
            return;
        };
        let Some(mover) = who(person) else { return };
        let key = (state.ply(), person);
        if self.turn == Some(key) {
            return;
        }
        self.turn = Some(key);
        if self.one_in(12)
            && let Some(wisher) = in_play.choose(&mut self.dice).copied()
        {
            let at = now.plus(self.between(self.pace(), 1, 200));
            self.wake(wakes, Why::Wish, wisher, at);
        }
        if let Some(delay) = self.delay() {
            self.wake(wakes, Why::Move, mover, now.plus(delay));
        }
    }

    /// Draws the delay after which somebody moves; `None` for never.
    fn delay(&mut self) -> Option<i64> {
        let Some(limit) = self.limit() else {
            return Some(self.between(self.pace(), 20, 900));
        };
        let limit = limit.milliseconds();
        let rarely = if limit > 2 * Moment::DAY { 60 } else { 25 };
        let late = if limit > 2 * Moment::DAY { 40 } else { 14 };
        if self.one_in(rarely) {
            // Within the window, or never.
            let there_is_one = limit >= 10 * MINUTE && self.one_in(3);
            return there_is_one.then(|| limit + self.between(limit, 20, 200));
        }
        if self.one_in(late) {
            return Some(self.between(limit, 680, 980));
        }
        Some(self.between(self.pace(), 20, 600))
    }

    /// Lets somebody who could not do what they wanted try again.
    pub(super) fn forget(&mut self) {
        self.turn = None;
    }

    /// Returns the request of a person who looks at the match now.
    pub(super) fn request(
        &mut self,
        state: &Match,
        person: Person,
        why: Why,
        guests: &[u64],
    ) -> Option<Request> {
        let army = state.color_of(person);
        let standing = state.open_proposals().collect::<Vec<_>>();
        match why {
            Why::Open => None,
            Why::Rematch => Some(("rematch", vec![])),
            Why::Join => {
                let kept = state.stage() == Stage::Table && state.seat_of(person).is_some();
                (kept && army.is_none()).then(|| ("join", vec![]))
            }
            Why::Move => {
                let waits = state.to_move() == Some(person) && !state.is_paused();
                waits.then(|| self.move_or_end(state))
            }
            Why::Resume => (state.is_paused() && army.is_some())
                .then(|| ("pause", vec![("action", json!("offer"))])),
            Why::Free => state
                .is_missing(state.position().turn())
                .then(|| state.seats()[state.position().turn()].player())
                .flatten()
                .map(|_| {
                    let reason = ("reason", json!("has not been here for long"));
                    ("seat", vec![("action", json!("free")), reason])
                }),
            Why::Answer => {
                let asked = standing.iter().find(|standing| {
                    let substitute = standing.motion.substitute() == Some(person);
                    substitute || army.is_some_and(|army| state.pending(standing).contains(army))
                })?;
                let weary = state.ply() >= self.plan.plies;
                let agrees = weary || self.dice.random_range(0..10) < 6;
                Some(answer(asked.motion, agrees))
            }
            Why::Seat => {
                let seat = state.position().turn();
                (state.is_missing(seat) && army.is_some_and(|army| army != seat))
                    .then(|| self.about(seat, guests))
            }
            Why::Wish => army.map(|army| self.wish(state, army, guests)),
        }
    }

    fn move_or_end(&mut self, state: &Match) -> Request {
        if state.ply() >= self.plan.plies {
            match self.dice.random_range(0..4) {
                0 | 1 => return ("resign", vec![("confirm", json!(true))]),
                2 if state.draw_offer().is_none() => {
                    self.forget();
                    return ("draw", vec![("action", json!("offer"))]);
                }
                _ => {}
            }
        }
        let mv = self.choose(state);
        ("move", vec![("move", json!(mv.to_string()))])
    }

    /// Returns any legal move, though often one that puts somebody out or takes something.
    fn choose(&mut self, state: &Match) -> Move {
        let legal = state.position().legal_moves();
        if self.one_in(2) {
            let game = state.game();
            let hits = |mv: &&Move| {
                game.judge_move(**mv)
                    .is_ok_and(|verdict| !verdict.outs.is_empty())
            };
            if let Some(mv) = legal.iter().find(hits) {
                return *mv;
            }
            let takes = legal.iter().filter(|mv| takes(state.position(), **mv));
            let takes: Vec<&Move> = takes.collect();
            if let Some(mv) = takes.choose(&mut self.dice) {
                return **mv;
            }
        }
        *legal
            .choose(&mut self.dice)
            .expect("the player to move can")
    }

    /// Returns what one of the others does about a seat.
    fn about(&mut self, seat: Color, guests: &[u64]) -> Request {
        let seat = ("seat", json!(army(seat)));
        let action = |action: &str| ("action", json!(action));
        let options = match self.dice.random_range(0..10) {
            0..4 => vec![action("grant"), seat],
            4..6 => match guests.choose(&mut self.dice) {
                Some(guest) => vec![
                    action("substitute"),
                    seat,
                    ("user", json!(guest.to_string())),
                ],
                None => vec![action("computer"), seat],
            },
            6..8 => vec![action("computer"), seat],
            _ => vec![action("end"), seat],
        };
        ("seat", options)
    }

    fn wish(&mut self, state: &Match, own: Color, guests: &[u64]) -> Request {
        let offer = vec![("action", json!("offer"))];
        let next = state.position().in_play().next_after(own);
        match self.dice.random_range(0..20) {
            0..2 => ("draw", offer),
            2..6 => ("pause", offer),
            6..10 => ("takeback", offer),
            10 => ("abort", offer),
            11 => match next {
                Some(next) => (
                    "pact",
                    vec![("action", json!("offer")), ("with", json!(army(next)))],
                ),
                None => ("draw", vec![("action", json!("claim"))]),
            },
            12 => match guests.choose(&mut self.dice) {
                Some(guest) => {
                    let user = ("user", json!(guest.to_string()));
                    let seat = ("seat", json!(army(own)));
                    ("seat", vec![("action", json!("substitute")), seat, user])
                }
                None => ("board", vec![]),
            },
            13 => (
                "seat",
                vec![("action", json!("computer")), ("seat", json!(army(own)))],
            ),
            14 => ("draw", vec![("action", json!("claim"))]),
            15 => ("history", vec![]),
            16 => ("matches", vec![]),
            17 => ("resign", vec![]),
            18 => ("board", vec![("text", json!(true))]),
            _ => ("board", vec![]),
        }
    }
}

fn takes(position: &Position, mv: Move) -> bool {
    position.piece_at(mv.to).is_some()
}

fn army(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Gray => "gray",
        Color::Black => "black",
    }
}

/// Returns the answer to a proposal.
fn answer(motion: Motion, agrees: bool) -> Request {
    let said = if agrees { "accept" } else { "decline" };
    let said = vec![("action", json!(said))];
    let about = |action: &str, seat: Color| {
        let action = if agrees { action } else { "decline" };
        (
            "seat",
            vec![("action", json!(action)), ("seat", json!(army(seat)))],
        )
    };
    match motion {
        Motion::Agreement(Agreement::Draw) => ("draw", said),
        // The one who offers it is not the one it is offered to.
        Motion::Agreement(Agreement::Pact(_)) if agrees => ("pact", said),
        Motion::Agreement(Agreement::Pact(_)) => ("board", vec![("text", json!(true))]),
        Motion::Agreement(Agreement::Resignation(_)) => ("resign", said),
        Motion::Abort => ("abort", said),
        Motion::Pause | Motion::Resume => ("pause", said),
        Motion::Takeback { .. } => ("takeback", said),
        Motion::Substitute { seat, .. } => about("substitute", seat),
        Motion::Computer { seat, .. } => about("computer", seat),
        Motion::PutOut { seat } => about("end", seat),
    }
}
