//! Whole matches from a seeded plan: random moves, and now and then everything else that can be
//! said.

use rand::{RngExt, SeedableRng, rngs::StdRng};
use rondel::{
    computer::Level,
    matchplay::{
        Actor, Command, Event, Match, MatchId, Matter, Moment, Motion, MoveInput, Person, Place,
        Proposal, Seat, SeatAction, Stage, Table, decide, fall_due, open,
    },
    rules::{Color, Colors, OfferAction, short},
    rulesets::Rulesets,
    transcript::Transcript,
};

/// The most plies of a match.
pub(crate) const MOST_PLIES: u32 = 300;

/// The ways in which a match ends, unless its moves have ended it before.
const PLANS: [Plan; 4] = [
    Plan::Resigning,
    Plan::Agreeing,
    Plan::Time,
    Plan::CallingOff,
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plan {
    Resigning,
    Agreeing,
    Time,
    CallingOff,
}

/// Limits of matches that have one.
const LIMITS: [&str; 6] = ["5m", "10m", "12h", "3d", "30d", "10/30d"];

/// The number of people who may play: one for each army, and two who may take over.
const PEOPLE: usize = 5;

/// Names that must not trick the reader of a file.
const NAMES: [&str; 14] = [
    "ann",
    "Ben the \"Rook\"",
    "back\\slash\\",
    "\u{202e}turned\u{202c}",
    "👩\u{200d}🚀 Zoë",
    "[White \"eve\"]",
    "line\nbreak\ttab\0nul\u{1b}[31m",
    "שלום",
    "\\u{41} \\n \\",
    "",
    "a\u{2028}b\u{feff}\u{e0041}",
    "}{\"rondel\":1,\"events\":[]}",
    "ann~2",
    "eve,why=so 12. e4 *.",
];

/// A match as it was played.
pub(crate) struct Played {
    pub(crate) state: Match,
    pub(crate) events: Vec<(Event, Moment)>,
    names: [String; PEOPLE],
    now: Moment,
    /// The moment since which somebody could have acted in time.
    since: Moment,
    /// True if there are proposals, windows and seats that change hands in it.
    eventful: bool,
    /// The number of times in twelve that a piece goes back where it came from.
    back: u32,
    dice: StdRng,
}

impl Played {
    /// A match by the plan of this number, to its end. Six plans in turn have the six rulesets; of
    /// those with the same way to end, one has people alone, the next computers alone, and the two
    /// after it both. Some do not count.
    pub(crate) fn by_plan(number: u64) -> Played {
        let mut dice = StdRng::seed_from_u64(number);
        let most = dice.random_range(0..=MOST_PLIES);
        let mut played = Played::started(number, dice);
        let plan = PLANS[(number / 6) as usize % PLANS.len()];
        while played.is_running() && played.state.ply() < most {
            played.speak();
            played.step();
        }
        let tries = (0..1_000).take_while(|_| {
            played.get_going();
            played.end(plan);
            played.is_running()
        });
        assert!(tries.count() < 1_000, "plan {number} does not end");
        played
    }

    /// The match of a plan while it is still being played.
    pub(crate) fn running(number: u64) -> Played {
        let mut played = Played::started(number, StdRng::seed_from_u64(number));
        while played.is_running() && played.state.ply() < 7 {
            played.step();
        }
        played
    }

    fn started(number: u64, mut dice: StdRng) -> Played {
        let rulesets = Rulesets::presets();
        let nth = (number % 6) as usize;
        let known = rulesets.iter().nth(nth).expect("six presets");
        let armies = known.ruleset.armies();
        let round = number / 24;
        let computers = [0, 3, 1, 2][(round % 4) as usize].min(armies.len() as u8);
        let seat = match computers {
            0 => Color::White,
            _ => any_of(armies, &mut dice),
        };
        let opening = Table {
            ruleset: known.name.to_string(),
            options: known.ruleset,
            place: Place::new("console/table"),
            seat: Some(seat),
            invited: vec![],
            computers: (computers > 0).then_some((computers, Level::USUAL)),
            rated: (round + round / 4).is_multiple_of(2),
            time: match number % 10 {
                4 | 9 => Some(LIMITS[dice.random_range(0..LIMITS.len())]),
                _ => None,
            }
            .map(|limit| limit.parse().expect("a limit")),
            private: false,
        };
        let now = Moment(1_767_225_600_000 + dice.random_range(0..1_000_000_000));
        let mut events = open(&opening, person(seat)).expect("a table");
        for event in &mut events {
            if let Event::Seated { level, .. } = event {
                *level = Level::ALL[dice.random_range(0..Level::ALL.len())];
            }
        }
        let events: Vec<_> = events.into_iter().map(|event| (event, now)).collect();
        let folded = events.iter().map(|(event, at)| (event, *at));
        let names = [(); PEOPLE].map(|()| NAMES[dice.random_range(0..NAMES.len())].to_owned());
        let mut played = Played {
            state: Match::fold(MatchId::numbered(number), folded).expect("an opening"),
            events,
            names,
            now,
            since: now.plus(-Moment::DAY),
            // With a limit, and now and then without one.
            eventful: matches!(number % 10, 3 | 4 | 9),
            back: if dice.random_range(0..4) == 0 { 9 } else { 1 },
            dice,
        };
        for color in armies.iter() {
            if played.state.seats()[color] == Seat::Open {
                let join = Command::Join { seat: Some(color) };
                assert!(played.try_to(color, &join), "{color} joins");
            }
        }
        let house = Event::Housed {
            place: Place::new("console/thread"),
        };
        if number.is_multiple_of(3) {
            played.take_in(house);
        }
        assert!(played.is_running());
        played
    }

    /// Returns the name of a player.
    pub(crate) fn name(&self, person: Person) -> String {
        self.names[person.0 as usize].clone()
    }

    /// Returns its record.
    pub(crate) fn transcript(&self) -> Transcript {
        Transcript::of(self.state.id(), &self.events, |person| self.name(person)).expect("begun")
    }

    fn is_running(&self) -> bool {
        self.state.stage() == Stage::Running
    }

    fn take_in(&mut self, event: Event) {
        self.now = self.now.plus(1 + self.dice.random_range(0..60_000));
        self.state.apply(&event, self.now);
        self.events.push((event, self.now));
    }

    /// Asks for something as the player of an army, and returns whether it was granted.
    fn try_to(&mut self, color: Color, command: &Command) -> bool {
        let actor = match self.state.seats()[color] {
            Seat::Computer(_) => Actor::Computer(color),
            Seat::Taken(person) => person.into(),
            Seat::Open | Seat::Kept(_) | Seat::Vacant | Seat::Empty => person(color).into(),
        };
        self.asked(actor, command)
    }

    /// Lets everything happen that is due.
    fn settle(&mut self) {
        loop {
            let due = fall_due(&self.state, self.now, self.since);
            if due.is_empty() {
                break;
            }
            due.into_iter().for_each(|event| self.take_in(event));
        }
    }

    fn asked(&mut self, actor: Actor, command: &Command) -> bool {
        self.settle();
        match decide(&self.state, actor, command, self.now) {
            Ok(events) => {
                events.into_iter().for_each(|event| self.take_in(event));
                true
            }
            Err(_) => false,
        }
    }

    fn any_army(&mut self) -> Color {
        Color::ALL[self.dice.random_range(0..3)]
    }

    /// Makes a move for the player to move, now and then with a claim if one is due.
    fn step(&mut self) {
        self.get_going();
        if !self.is_running() {
            return;
        }
        let color = self.state.position().turn();
        let legal = self.state.position().legal_moves();
        let mv = legal[self.dice.random_range(0..legal.len())];
        // Back where it came from, in some matches often: positions come again.
        let back = self
            .state
            .played()
            .iter()
            .rev()
            .find(|own| own.color == color);
        let back = back.and_then(|own| {
            let back = legal
                .iter()
                .find(|mv| mv.from == own.mv.to && mv.to == own.mv.from);
            back.copied()
        });
        let often = self.back;
        let mv = back
            .filter(|_| self.dice.random_range(0..12) < often)
            .unwrap_or(mv);
        let text = short(self.state.position(), mv);
        let claiming = self.state.game().judge_claiming_move(mv);
        let claim = matches!(claiming, Ok(Some(_))) && self.dice.random_range(0..4) == 0;
        assert!(self.try_to(
            color,
            &Command::Move {
                mv: MoveInput::Typed(text),
                claim
            }
        ));
    }

    /// Something that is not a move, if the dice like.
    fn speak(&mut self) {
        for _ in 0..self.dice.random_range(0..3) {
            self.happen();
            if !self.is_running() {
                return;
            }
            let (by, other) = (self.any_army(), self.any_army());
            let two = self.state.position().in_play().len() == 2;
            match self.dice.random_range(0..40) {
                0 => self.say(by, &Command::Draw(OfferAction::Offer)),
                // Not so often that all agree.
                1 if !two && self.state.draw_offer().is_some_and(|o| o.agreed.len() == 1) => {
                    self.say(by, &Command::Draw(OfferAction::Accept));
                }
                2 => self.anybody_says(&Command::Draw(OfferAction::Decline)),
                3 => self.anybody_says(&Command::Draw(OfferAction::Withdraw)),
                4 | 5 => {
                    let (confirmed, winner) = (true, Some(other));
                    self.say(by, &Command::Resign { confirmed, winner });
                }
                6 | 7 => self.anybody_says(&Command::Resignation(OfferAction::Decline)),
                8 | 9 => self.anybody_says(&Command::Resignation(OfferAction::Withdraw)),
                10 | 11 => self.say(by, &pact(OfferAction::Offer, other)),
                12 => self.anybody_says(&pact(OfferAction::Accept, other)),
                13 => self.anybody_says(&pact(OfferAction::Withdraw, other)),
                14..=16 => self.propose_to_call_off(by),
                17 => {
                    self.try_to(by, &Command::ClaimDraw);
                }
                _ => {}
            }
        }
    }

    /// Something about clocks, seats and moves that are taken back, if the dice like.
    fn happen(&mut self) {
        if !self.eventful || self.dice.random_range(0..3) == 0 {
            return;
        }
        let by = self.any_army();
        let newcomer = Person(self.dice.random_range(3..PEOPLE as u128));
        let to = |action, seat| Command::Seat { action, seat };
        match self.dice.random_range(0..16) {
            0 => drop(self.try_to(by, &Command::Pause(OfferAction::Offer))),
            1 | 2 => drop(self.try_to(by, &Command::Takeback(OfferAction::Offer))),
            3..=7 => {
                let yes = self.dice.random_range(0..6) > 0;
                self.answer(yes);
            }
            8 => {
                let own = [
                    SeatAction::Substitute(Some(newcomer)),
                    SeatAction::Computer(Level::USUAL),
                ];
                let own = own[self.dice.random_range(0..2)];
                self.try_to(by, &to(own, Some(by)));
            }
            9..=11 => self.help(),
            12 if self.dice.random_range(0..8) == 0 => {
                let reason = NAMES[self.dice.random_range(0..NAMES.len())].to_owned();
                let seat = Some(by);
                if self.dice.random() {
                    self.try_to(by, &Command::Free { seat, reason });
                } else {
                    self.try_to(by, &Command::GiveUp);
                }
            }
            13 if self.dice.random_range(0..4) == 0 => {
                if let Some(person) = self.state.seats()[by].player() {
                    self.try_to(by, &Command::NoteGone(person));
                }
            }
            14 | 15 => {
                // Reminders come first, and proposals that lapse.
                for _ in 0..self.dice.random_range(1..8) {
                    self.settle_due();
                    self.help();
                }
            }
            _ => {}
        }
    }

    /// Somebody proposes something about a seat whose player is missing, and others answer.
    fn help(&mut self) {
        let in_play = self.state.position().in_play();
        let missing = in_play.iter().find(|seat| self.state.is_missing(*seat));
        let Some(seat) = missing.filter(|_| self.is_running()) else {
            return;
        };
        let newcomer = Person(self.dice.random_range(3..PEOPLE as u128));
        let help = [
            SeatAction::Grant,
            SeatAction::Substitute(Some(newcomer)),
            SeatAction::Computer(Level::USUAL),
            SeatAction::PutOut,
        ];
        let action = help[self.dice.random_range(0..help.len())];
        let others: Vec<Color> = in_play.iter().filter(|army| *army != seat).collect();
        let by = others[self.dice.random_range(0..others.len())];
        let seat = Some(seat);
        self.try_to(by, &Command::Seat { action, seat });
        for _ in 0..self.dice.random_range(0..3) {
            let yes = self.dice.random_range(0..4) > 0;
            self.answer(yes);
        }
    }

    /// Lets time go by until something is due; now and then nobody was there to see it.
    fn settle_due(&mut self) {
        self.settle();
        let due = self.state.due().filter(|due| *due > self.now);
        if let Some(due) = due {
            self.now = due;
            if self.dice.random_range(0..3) == 0 {
                self.since = due;
            }
            self.settle();
        }
    }

    /// Lets one person who is asked about a proposal answer.
    fn answer(&mut self, yes: bool) {
        self.settle();
        let votes: Vec<Proposal> = self.state.proposals().iter().copied().collect();
        if votes.is_empty() {
            return;
        }
        // Some wait for a seat in which nobody sits.
        let vote = votes[self.dice.random_range(0..votes.len())];
        let said = if yes {
            OfferAction::Accept
        } else {
            OfferAction::Decline
        };
        let command = match vote.motion.matter() {
            Matter::Agreement => unreachable!("the rules keep it"),
            Matter::Abort => Command::Abort(said),
            Matter::Pause => Command::Pause(said),
            Matter::Takeback => Command::Takeback(said),
            Matter::Seat(seat) => {
                let action = match vote.motion {
                    _ if !yes => SeatAction::Decline,
                    Motion::Substitute { .. } => SeatAction::Substitute(None),
                    Motion::PutOut { .. } => SeatAction::PutOut,
                    Motion::Computer { .. }
                    | Motion::Agreement(_)
                    | Motion::Abort
                    | Motion::Pause
                    | Motion::Resume
                    | Motion::Takeback { .. } => SeatAction::Computer(Level::USUAL),
                };
                let seat = Some(seat);
                Command::Seat { action, seat }
            }
        };
        if let Some(person) = vote.motion.substitute().filter(|_| !vote.substitute_agreed) {
            self.asked(person.into(), &command);
            return;
        }
        let asked = self.state.electorate(&vote.motion, vote.by);
        let answers = asked.iter().find(|army| !vote.agreed.contains(*army));
        if let Some(army) = answers {
            self.try_to(army, &command);
        }
    }

    /// Lets a paused match go on, and somebody sit where nobody does.
    fn get_going(&mut self) {
        for _ in 0..200 {
            self.settle();
            if !self.is_running() {
                return;
            }
            let in_play = self.state.position().in_play();
            let vacant = in_play
                .iter()
                .find(|seat| self.state.seats()[*seat] == Seat::Vacant);
            let mut present = in_play.iter().filter(|seat| Some(*seat) != vacant);
            if vacant.is_none() && !self.state.is_paused() {
                return;
            }
            if self.dice.random_range(0..4) == 0 {
                self.settle_due();
            } else if let (Some(by), Some(_)) = (present.next(), vacant) {
                let (seat, action) = (vacant, SeatAction::Computer(Level::USUAL));
                self.try_to(by, &Command::Seat { action, seat });
            } else if let Some(by) = in_play.iter().next() {
                self.try_to(by, &Command::Pause(OfferAction::Offer));
            }
            let yes = self.dice.random_range(0..6) > 0;
            self.answer(yes);
        }
        panic!("the match cannot go on");
    }

    fn say(&mut self, by: Color, wish: &Command) {
        self.try_to(by, wish);
    }

    /// Lets somebody say something who may say it.
    fn anybody_says(&mut self, wish: &Command) {
        let _ = Color::ALL.iter().any(|by| self.try_to(*by, wish));
    }

    fn propose_to_call_off(&mut self, by: Color) {
        let has_moved = self.state.played().iter().any(|own| own.color == by);
        match self.dice.random_range(0..4) {
            0 | 1 if has_moved && self.state.proposals().about(Matter::Abort).is_none() => {
                self.try_to(by, &Command::Abort(OfferAction::Offer));
            }
            2 => {
                self.try_to(by, &Command::Abort(OfferAction::Decline));
            }
            3 if self.state.due().is_some() && self.dice.random_range(0..3) == 0 => {
                self.now = self.now.plus(Moment::DAY);
                self.since = self.now;
                self.settle();
            }
            _ => {}
        }
    }

    /// Does one thing that brings the end.
    fn end(&mut self, plan: Plan) {
        if !self.is_running() {
            return;
        }
        let by = self.any_army();
        let in_play = self.state.position().in_play();
        let winner = in_play.next_after(by).unwrap_or(by);
        match plan {
            Plan::Resigning => {
                let names = self.state.game().ruleset().names_winners();
                let resign = Command::Resign {
                    confirmed: true,
                    winner: names.then_some(winner),
                };
                self.try_to(by, &resign);
                // Or the one that stands already: there is one at a time.
                if names {
                    self.anybody_says(&Command::Resignation(OfferAction::Accept));
                }
            }
            Plan::Agreeing => {
                for color in Color::ALL {
                    self.try_to(color, &Command::Draw(OfferAction::Offer));
                }
            }
            Plan::Time => {
                self.try_to(by, &Command::RunOutOfTime(by));
            }
            Plan::CallingOff if self.state.is_of_computers() => {
                let watcher = self.state.opener().into();
                self.asked(watcher, &Command::Abort(OfferAction::Offer));
            }
            Plan::CallingOff => {
                for color in Color::ALL {
                    self.try_to(color, &Command::Abort(OfferAction::Offer));
                }
            }
        }
    }
}

fn any_of(armies: Colors, dice: &mut StdRng) -> Color {
    let nth = dice.random_range(0..armies.len());
    armies.iter().nth(nth).expect("one of them")
}

/// Returns the person who may sit at this army.
fn person(color: Color) -> Person {
    Person(color.index() as u128)
}

/// Returns the events that belong to play: neither to the table nor to the place, and no reminders.
fn of_play(events: &[(Event, Moment)]) -> Vec<Event> {
    let started = events
        .iter()
        .position(|(event, _)| *event == Event::Started);
    let events = events.iter().skip(started.expect("begun") + 1);
    let apart = |event: &Event| matches!(event, Event::Housed { .. } | Event::Reminded { .. });
    let events = events.filter(|(event, _)| !apart(event));
    events.map(|(event, _)| event.clone()).collect()
}

/// Returns the events as text, with people as numbers in the order in which they came, and without
/// times.
pub(crate) fn told(events: &[(Event, Moment)]) -> Vec<String> {
    let mut people = Vec::new();
    let mut told = Vec::new();
    let play = of_play(events);
    let mut seats: Vec<&Event> = Vec::new();
    for color in Color::ALL {
        let mut table = events.iter().map(|(event, _)| event);
        let sits = |event: &&Event| matches!(event, Event::Joined { seat, .. } if *seat == color);
        seats.extend(table.rfind(sits));
    }
    for event in seats.into_iter().chain(&play) {
        let text = if let Event::DeadlinePassed { color, .. } = event {
            format!("deadline of {color}")
        } else if let Event::Extended { color, why, .. } = event {
            format!("time for {color}: {why:?}")
        } else {
            format!("{event:?}")
        };
        // A person shows as 32 digits.
        let digits = |part: &&str| part.len() == 32 && part.bytes().all(|b| b.is_ascii_hexdigit());
        let named: Vec<String> = text
            .split(|c: char| !c.is_alphanumeric())
            .filter(digits)
            .map(str::to_owned)
            .collect();
        let mut text = text.clone();
        for person in named {
            let known = people.iter().position(|other| *other == person);
            let number = known.unwrap_or(people.len());
            if known.is_none() {
                people.push(person.clone());
            }
            text = text.replace(&person, &format!("person {number}"));
        }
        told.push(text);
    }
    told
}

const fn pact(action: OfferAction, with: Color) -> Command {
    let with = Some(with);
    Command::Pact { action, with }
}
