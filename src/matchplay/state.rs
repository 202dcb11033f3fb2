//! A match: the fold of its events.

use std::{collections::BTreeSet, ops::RangeInclusive};

use rondel_rules::{
    ByColor, Color, Colors, CourseStep, DrawOffer, Elimination, Exit, Game, Move, OfferAction,
    Outcome, Position, Role, ShortMove, Taken,
};

use super::{
    clock::TurnClock,
    event::{Event, Extension, Imported, NewPlayer},
    id::{MatchId, Moment, Person, Place},
    proposal::{Expiry, Matter, Motion, Proposal, Proposals},
    seat::Seat,
    time::{Budget, TimeLimit},
};

/// The stage of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// An open table, where seats are still free.
    Table,
    /// Play has begun.
    Running,
    /// The match is over, or was closed before it began.
    Ended,
}

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The ply, counted from 1.
    pub ply: u32,
    /// The army that moved.
    pub color: Color,
    /// The move itself.
    pub mv: Move,
    /// The kind of piece that moved, before a promotion.
    pub role: Role,
    /// The move in short notation (rules §7.2).
    pub short: ShortMove,
    /// The piece it captured.
    pub taken: Option<Taken>,
}

/// A holder of a seat, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tenure {
    /// The seat held.
    pub seat: Color,
    /// The holder: a person, a computer, or nobody for a time.
    pub holder: Seat,
    /// The ply after which they began.
    pub from_ply: u32,
    /// The ply after which another holder followed; `None` for the current one.
    pub to_ply: Option<u32>,
}

/// A match in its current state.
#[derive(Clone, Debug)]
pub struct Match {
    id: MatchId,
    version: u64,
    ruleset: String,
    imported: Option<Imported>,
    rated: bool,
    private: bool,
    opener: Person,
    opened_at: Place,
    /// The place of its own, if it has one.
    own_place: Option<Place>,
    stage: Stage,
    started: Option<Moment>,
    seats: ByColor<Seat>,
    game: Game,
    played: Vec<PlayedMove>,
    /// The position before the last move, while nothing but its own consequences has come after it.
    moved_from: Option<Position>,
    /// The eliminations, each with the ply after which it happened, the first one first.
    falls: Vec<(u32, Elimination)>,
    proposals: Proposals,
    time: Option<TimeLimit>,
    clock: Option<TurnClock>,
    /// What each seat had left after each ply, the ply 0 first, in a match with a time for a number of
    /// moves; else empty. The last ones are those of now.
    budgets: Vec<ByColor<Budget>>,
    /// The moment the turn began. A pause in the turn has moved it.
    turn_began: Option<Moment>,
    paused: Option<Moment>,
    /// The armies whose players have left the server and have not moved since.
    gone: Colors,
    tenures: Vec<Tenure>,
    /// The people who left the table, or declined to sit down at it.
    left_table: BTreeSet<Person>,
    changed: Moment,
}

impl Match {
    /// Begins a match with its first event. `None` unless that is [`Event::Opened`].
    #[must_use]
    pub fn first(id: MatchId, event: &Event, at: Moment) -> Option<Match> {
        let Event::Opened {
            ruleset,
            options,
            opener,
            place,
            rated,
            private,
            time,
            imported,
        } = event
        else {
            return None;
        };
        Some(Match {
            id,
            version: 1,
            ruleset: ruleset.clone(),
            imported: imported.clone(),
            rated: *rated,
            private: *private,
            opener: *opener,
            opened_at: place.clone(),
            own_place: None,
            stage: Stage::Table,
            started: None,
            seats: ByColor::new(|color| {
                if options.armies().contains(color) {
                    Seat::Open
                } else {
                    Seat::Empty
                }
            }),
            game: Game::start(*options),
            played: Vec::new(),
            moved_from: None,
            falls: Vec::new(),
            proposals: Proposals::default(),
            time: *time,
            clock: None,
            budgets: Vec::new(),
            turn_began: None,
            paused: None,
            gone: Colors::NONE,
            tenures: Vec::new(),
            left_table: BTreeSet::new(),
            changed: at,
        })
    }

    /// Begins a match with the first of its events. Returns it as it then stands, with the events
    /// that follow; `None` if they do not begin the way a match does.
    #[must_use]
    pub fn begun(id: MatchId, events: &[(Event, Moment)]) -> Option<(Match, &[(Event, Moment)])> {
        let ((first, at), later) = events.split_first()?;
        Some((Match::first(id, first, *at)?, later))
    }

    /// Folds events, each with its moment, from the first one of the match on. `None` if they do
    /// not begin the way a match does.
    #[must_use]
    pub fn fold<'a>(
        id: MatchId,
        events: impl IntoIterator<Item = (&'a Event, Moment)>,
    ) -> Option<Match> {
        let mut events = events.into_iter();
        let (first, at) = events.next()?;
        let mut folded = Match::first(id, first, at)?;
        for (event, at) in events {
            folded.apply(event, at);
        }
        Some(folded)
    }

    /// Looks at a match after each ply of a range, as it stood before the next one: an army that went
    /// out between two moves is out with the first of them. Plies that were taken back are left out.
    pub fn at_plies<T>(
        id: MatchId,
        events: &[(Event, Moment)],
        plies: RangeInclusive<u32>,
        look: impl Fn(&Match) -> T,
    ) -> Vec<T> {
        let Some((mut now, later)) = Match::begun(id, events) else {
            return Vec::new();
        };
        let mut seen: Vec<(u32, T)> = Vec::new();
        for (event, at) in later {
            if matches!(event, Event::Moved { .. }) && plies.contains(&now.ply()) {
                seen.push((now.ply(), look(&now)));
            }
            now.apply(event, *at);
            if let Event::TakenBack { to_ply } = event {
                seen.retain(|(ply, _)| ply < to_ply);
            }
        }
        let last = plies.contains(&now.ply()).then(|| look(&now));
        seen.into_iter().map(|(_, seen)| seen).chain(last).collect()
    }

    /// Applies one more event. Cannot fail.
    pub fn apply(&mut self, event: &Event, at: Moment) {
        self.version += 1;
        self.changed = at;
        let moved_from = self.moved_from.take();
        match event {
            // A match opens only once; a second opening changes nothing.
            Event::Opened { .. } => {}
            Event::Invited { seat, person } => self.seats[*seat] = Seat::Kept(*person),
            Event::Joined { seat, person } => self.seats[*seat] = Seat::Taken(*person),
            Event::Seated {
                seat,
                level,
                casual,
            } => {
                self.seats[*seat] = Seat::Computer(*level);
                self.rated &= !casual;
            }
            Event::Left { seat, .. } => {
                self.left_table.extend(self.seats[*seat].person());
                self.seats[*seat] = Seat::Open;
            }
            Event::Closed | Event::Expired => self.stage = Stage::Ended,
            Event::Started => {
                self.stage = Stage::Running;
                self.started = Some(at);
                self.begin_tenures();
                let budget = self.time.and_then(TimeLimit::budget);
                self.budgets = budget
                    .map(|budget| ByColor::new(|_| budget))
                    .into_iter()
                    .collect();
                self.start_turn(at);
            }
            Event::Housed { place } => self.own_place = Some(place.clone()),
            Event::Moved { color, mv } => {
                self.count_move(*color, at);
                self.apply_move(*color, *mv);
                self.gone = self.gone.without(*color);
                self.start_turn(at);
            }
            Event::Eliminated(out) => {
                let turn = self.position().turn();
                self.game.put_out(out);
                self.falls.push((self.ply(), *out));
                if let Some(before) = moved_from {
                    self.follow_up(before, out);
                }
                self.proposals.clear();
                if self.position().turn() != turn {
                    self.start_turn(at);
                }
            }
            Event::Proposal { by, action, motion } => self.take_in(*by, *action, *motion, at),
            Event::Lapsed { motion, .. } => self.proposals.drop(motion.matter()),
            Event::DrawClaimed { .. }
            | Event::OutOfTime { .. }
            | Event::CalledOff
            | Event::Aborted { .. } => {}
            Event::DeadlinePassed { closes, .. } => {
                let clock = self.clock.get_or_insert(TurnClock::until(at));
                clock.open_window(at, *closes);
            }
            Event::Extended { until, why, .. } => {
                let clock = self.clock.get_or_insert(TurnClock::until(*until));
                match why {
                    Extension::Granted(_) => clock.grant(*until),
                    Extension::Downtime => clock.extend(*until),
                }
            }
            Event::Reminded { .. } => {
                if let Some(clock) = &mut self.clock {
                    clock.remind(at);
                }
            }
            Event::Paused => {
                self.paused = Some(at);
                self.proposals.drop(Matter::Pause);
            }
            Event::Resumed => {
                let stood = self.paused.map_or(0, |since| at.0.saturating_sub(since.0));
                if let Some(clock) = &mut self.clock {
                    clock.stand_still(stood);
                }
                self.turn_began = self.turn_began.map(|began| began.plus(stood));
                self.paused = None;
                self.proposals.drop(Matter::Pause);
            }
            Event::TakenBack { to_ply } => {
                self.take_back(*to_ply);
                self.proposals.drop(Matter::Takeback);
                self.start_turn(at);
            }
            Event::SubstituteAnswered { seat, agrees, .. } => {
                if *agrees {
                    self.proposals.substitute_agrees(*seat);
                } else {
                    self.proposals.drop(Matter::Seat(*seat));
                }
            }
            Event::TookOver { seat, taker } => {
                let holder = match taker {
                    NewPlayer::Person(person) => Seat::Taken(*person),
                    NewPlayer::Computer(level) => Seat::Computer(*level),
                };
                self.hand_over(*seat, at);
                self.change_holder(*seat, holder);
                self.proposals.drop(Matter::Seat(*seat));
                if self.position().turn() == *seat {
                    self.start_turn(at);
                }
            }
            Event::Gone { seat, .. } => self.gone = self.gone.with(*seat),
            Event::Freed { seat, .. } => self.change_holder(*seat, Seat::Vacant),
            Event::Ended(outcome) => {
                self.game.end(*outcome);
                self.stage = Stage::Ended;
                self.proposals.clear();
                self.clock = None;
                self.paused = None;
            }
        }
        let closes = self.clock.and_then(|clock| clock.window);
        self.proposals.follow_window(closes);
        self.drop_idle_proposals();
    }

    /// Returns the moment the window closes, if one is open and the clock runs.
    fn open_window(&self) -> Option<Moment> {
        let clock = self.clock.filter(|_| !self.is_paused());
        clock.and_then(|clock| clock.window)
    }

    fn take_in(&mut self, by: Color, action: OfferAction, motion: Motion, at: Moment) {
        let matter = motion.matter();
        match (motion, action) {
            (Motion::Agreement(about), _) => self.game.carry_out_said(by, action, about),
            (_, OfferAction::Offer) => {
                let proposal = match self.open_window() {
                    Some(closes) => Proposal::new(motion, by, Expiry::WithWindow(closes)),
                    None => Proposal::for_a_day(motion, by, at),
                };
                self.proposals.propose(proposal);
            }
            (_, OfferAction::Accept) => self.proposals.agree(matter, by),
            (_, OfferAction::Decline | OfferAction::Withdraw) => self.proposals.drop(matter),
        }
    }

    /// Begins a turn by starting the clock of the player to move. Computers need none.
    fn start_turn(&mut self, at: Moment) {
        let plays = matches!(
            self.seats[self.position().turn()],
            Seat::Taken(_) | Seat::Vacant
        );
        let turn = self.position().turn();
        let left = match (self.budget(turn), self.time) {
            (Some(budget), _) => Some(budget.left),
            (None, limit) => limit.map(TimeLimit::milliseconds),
        };
        let left = left.filter(|_| plays);
        self.clock = left.map(|left| TurnClock::start(left, at));
        self.turn_began = Some(at);
        // It stands still from now on, not from when another one stopped.
        self.paused = self.paused.map(|_| at);
    }

    /// Notes what a move leaves of its seat's time.
    fn count_move(&mut self, color: Color, at: Moment) {
        let Some(mut budgets) = self.budgets.last().copied() else {
            return;
        };
        // Computers take no time.
        if let (Some(limit), Some(left)) = (self.time, self.left_in_turn(at)) {
            budgets[color] = limit.after_move(budgets[color], left);
        }
        self.budgets.push(budgets);
    }

    /// Leaves a seat's next player what is left of its time, and one limit at least, also if moves are
    /// taken back.
    fn hand_over(&mut self, seat: Color, at: Moment) {
        let least = self.time.map_or(0, TimeLimit::milliseconds);
        let left = self.left_in_turn(at);
        let left = left.filter(|_| self.position().turn() == seat);
        if let (Some(budgets), Some(left)) = (self.budgets.last_mut(), left) {
            budgets[seat].left = left;
        }
        for budgets in &mut self.budgets {
            budgets[seat].left = budgets[seat].left.max(least);
        }
    }

    fn begin_tenures(&mut self) {
        let seats = self.seats.iter().filter(|(_, seat)| seat.is_settled());
        let begun = seats.map(|(seat, holder)| Tenure {
            seat,
            holder: *holder,
            from_ply: 0,
            to_ply: None,
        });
        self.tenures = begun
            .filter(|tenure| tenure.holder != Seat::Empty)
            .collect();
    }

    fn change_holder(&mut self, seat: Color, holder: Seat) {
        let ply = self.ply();
        let mut tenures = self.tenures.iter_mut();
        if let Some(before) = tenures.find(|held| held.seat == seat && held.to_ply.is_none()) {
            before.to_ply = Some(ply);
        }
        self.tenures.push(Tenure {
            seat,
            holder,
            from_ply: ply,
            to_ply: None,
        });
        self.seats[seat] = holder;
        self.gone = self.gone.without(seat);
        // Proposals of this seat lose their proposer.
        self.proposals.retain(|proposal| proposal.by != seat);
    }

    /// Goes back to an earlier ply. No army has gone out since.
    fn take_back(&mut self, to_ply: u32) {
        self.played.truncate(to_ply as usize);
        self.budgets.truncate(to_ply as usize + 1);
        for held in &mut self.tenures {
            held.from_ply = held.from_ply.min(to_ply);
            held.to_ply = held.to_ply.map(|ply| ply.min(to_ply));
        }
        let mut falls = self.falls.iter().peekable();
        let mut course = Vec::with_capacity(self.played.len() + self.falls.len());
        for ply in 0..=self.played.len() {
            while let Some((_, out)) = falls.next_if(|(after, _)| *after as usize <= ply) {
                course.push(CourseStep::Out(*out));
            }
            course.extend(
                self.played
                    .get(ply)
                    .map(|played| CourseStep::Move(played.mv)),
            );
        }
        self.game = self.game.back_after(course);
    }

    /// Drops proposals that no longer make sense: to take back a move after which the player has
    /// moved again, to pause a paused match, to act about a seat whose player is there, or to give
    /// it to somebody who now has another one.
    fn drop_idle_proposals(&mut self) {
        let mut proposals = std::mem::take(&mut self.proposals);
        proposals.retain(|proposal| match proposal.motion {
            Motion::Abort | Motion::Agreement(_) => true,
            Motion::Pause => !self.is_paused(),
            Motion::Resume => self.is_paused(),
            Motion::Takeback { to_ply } => self.takes_back_to(proposal.by) == Some(to_ply),
            Motion::Substitute { seat, person } => {
                let free = self.seat_of(person).is_none();
                free && (proposal.by == seat || self.is_missing(seat))
            }
            Motion::Computer { seat, .. } => proposal.by == seat || self.is_missing(seat),
            Motion::PutOut { seat } => self.is_missing(seat),
        });
        self.proposals = proposals;
    }

    /// Returns the ply to go back to so that this army can make its last move again. `None` if it
    /// has made none, or an army has gone out since.
    #[must_use]
    pub fn takes_back_to(&self, army: Color) -> Option<u32> {
        let mut played = self.played.iter().rev();
        let last = played.find(|played| played.color == army)?;
        let fallen = self.falls.last().is_some_and(|(ply, _)| *ply >= last.ply);
        (!fallen).then(|| last.ply - 1)
    }

    fn apply_move(&mut self, color: Color, mv: Move) {
        let before = *self.position();
        let mut short = ShortMove::of(&before, mv);
        let taken = self.position().taken(mv);
        let moves = before.piece_at(mv.from);
        let role = moves.map_or(Role::Pawn, |piece| piece.role);
        self.game.carry_out_move(mv);
        short.leads_to(&before, self.position());
        self.moved_from = Some(before);
        self.played.push(PlayedMove {
            ply: self.ply(),
            color,
            mv,
            role,
            short,
            taken,
        });
    }

    /// Takes in that an army has gone out after a move that was made in this position: by the move, unless it
    /// has conceded or run out of time, which ends what the move leads to.
    fn follow_up(&mut self, before: Position, out: &Elimination) {
        let position = *self.position();
        if let Some(last) = self.played.last_mut()
            && !matches!(out.exit, Exit::Conceded | Exit::Time)
        {
            last.short.puts_out(out);
            last.short.leads_to(&before, &position);
            self.moved_from = Some(before);
        }
    }

    /// Returns the match's id.
    #[must_use]
    pub const fn id(&self) -> MatchId {
        self.id
    }

    /// Returns the number of events it is the fold of.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// Returns the name of its ruleset. The options are in [`Game::ruleset`].
    #[must_use]
    pub fn ruleset(&self) -> &str {
        &self.ruleset
    }

    /// Returns the origin of an imported match. Such a match is in no standings.
    #[must_use]
    pub const fn imported(&self) -> Option<&Imported> {
        self.imported.as_ref()
    }

    /// Returns true if its result counts in the standings once it is played to its end: it was
    /// opened as rated, no computer has made it casual, and it was not imported.
    #[must_use]
    pub const fn is_rated(&self) -> bool {
        self.rated && self.imported.is_none()
    }

    /// Returns true if only the players, and people they let in, may see it.
    #[must_use]
    pub const fn is_private(&self) -> bool {
        self.private
    }

    /// Returns true if the person may see it from anywhere: it [concerns](Match::concerns) them, or
    /// they held a seat for a while.
    #[must_use]
    pub fn has_part(&self, person: Person) -> bool {
        self.concerns(person) || self.has_played(person)
    }

    /// Returns everybody who has or had to do with it: its opener, those who sit, sat or are invited,
    /// and those who are asked to take over a seat. Each once.
    #[must_use]
    pub fn people(&self) -> Vec<Person> {
        let seated = self.seats().iter().filter_map(|(_, seat)| seat.person());
        let held = self.tenures.iter();
        let held = held.filter_map(|tenure| tenure.holder.player());
        let asked = self.proposals().iter();
        let asked = asked.filter_map(|proposal| proposal.motion.substitute());
        let people = [self.opener].into_iter().chain(seated);
        let people: BTreeSet<Person> = people.chain(held).chain(asked).collect();
        people.into_iter().collect()
    }

    /// Returns those whom it does not concern any more: its opener, and the people who held a seat of it or were
    /// invited to one. Each once.
    #[must_use]
    pub fn past_people(&self) -> Vec<Person> {
        let held = self.tenures.iter();
        let held = held.filter_map(|tenure| tenure.holder.player());
        let people = [self.opener].into_iter().chain(held);
        let people: BTreeSet<Person> = people.chain(self.left_table.iter().copied()).collect();
        let past = people.into_iter().filter(|person| !self.concerns(*person));
        past.collect()
    }

    /// Returns the moment play began; `None` for an open table.
    #[must_use]
    pub const fn started_at(&self) -> Option<Moment> {
        self.started
    }

    /// Returns the person who opened the table.
    #[must_use]
    pub const fn opener(&self) -> Person {
        self.opener
    }

    /// Returns the place where the table was opened.
    #[must_use]
    pub const fn opened_at(&self) -> &Place {
        &self.opened_at
    }

    /// Returns the place where it is played.
    #[must_use]
    pub fn place(&self) -> &Place {
        self.own_place.as_ref().unwrap_or(&self.opened_at)
    }

    /// Returns true if it has a place of its own, such as a thread. One that lost its own is played where it
    /// was opened.
    #[must_use]
    pub fn is_housed(&self) -> bool {
        let own = self.own_place.as_ref();
        own.is_some_and(|own| *own != self.opened_at)
    }

    /// Returns its stage.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// Returns the seats.
    #[must_use]
    pub const fn seats(&self) -> &ByColor<Seat> {
        &self.seats
    }

    /// Returns the seat the person holds or is invited to.
    #[must_use]
    pub fn seat_of(&self, person: Person) -> Option<Color> {
        self.seats
            .iter()
            .find(|(_, seat)| seat.person() == Some(person))
            .map(|(color, _)| color)
    }

    /// Returns the army the person plays.
    #[must_use]
    pub fn color_of(&self, person: Person) -> Option<Color> {
        self.seats
            .iter()
            .find(|(_, seat)| seat.player() == Some(person))
            .map(|(color, _)| color)
    }

    /// Returns true if computers hold all its seats. Then nobody plays, and the opener watches.
    #[must_use]
    pub fn is_of_computers(&self) -> bool {
        let mut seats = self.seats.iter();
        seats.all(|(_, seat)| matches!(seat, Seat::Computer(_) | Seat::Empty))
    }

    /// Returns the ply after which only computers were left in play: the last person who had played was
    /// out by then, or had given the seat to a computer. `None` while an army of a person or of nobody is in
    /// play, and for a match that no person has played.
    #[must_use]
    pub fn left_to_computers(&self) -> Option<u32> {
        let mut played = false;
        let mut last = 0;
        for held in &self.tenures {
            played |= held.holder.player().is_some();
            if !matches!(held.holder, Seat::Taken(_) | Seat::Vacant) {
                continue;
            }
            let fell = self.fall_of(held.seat).map(|(ply, _)| ply);
            last = last.max(held.to_ply.or(fell)?);
        }
        played.then_some(last)
    }

    /// Returns true if only computers still play a match that people have played. Nobody is told of their
    /// moves, and anybody who [has played](Match::has_played) may end it.
    #[must_use]
    pub fn is_left_to_computers(&self) -> bool {
        self.stage == Stage::Running && self.left_to_computers().is_some()
    }

    /// Returns true if the person plays an army, or did for a while.
    #[must_use]
    pub fn has_played(&self, person: Person) -> bool {
        let mut tenures = self.tenures.iter();
        tenures.any(|tenure| tenure.holder.player() == Some(person))
    }

    /// Returns true if the person plays or is invited, is asked to take over a seat, or watches the
    /// computers they have set against each other.
    #[must_use]
    pub fn concerns(&self, person: Person) -> bool {
        let watches = self.is_of_computers() && self.opener == person;
        self.seat_of(person).is_some() || watches || self.asks(person)
    }

    /// Returns true if it waits for the person: it is their turn and not paused, they are invited, or they are
    /// asked to take over a seat.
    #[must_use]
    pub fn waits_for(&self, person: Person) -> bool {
        let to_move = self.to_move() == Some(person) && !self.is_paused();
        to_move || self.invites(person) || self.asks(person)
    }

    /// Returns true for a table at which a seat is kept for the person.
    #[must_use]
    pub fn invites(&self, person: Person) -> bool {
        let mut seats = self.seats.iter();
        let is_kept = seats.any(|(_, seat)| *seat == Seat::Kept(person));
        self.stage() == Stage::Table && is_kept
    }

    /// Returns true if the person is asked to take over a seat.
    #[must_use]
    pub fn asks(&self, person: Person) -> bool {
        let mut proposals = self.proposals.iter();
        proposals.any(|proposal| proposal.motion.substitute() == Some(person))
    }

    /// Returns the game, as the rules see it.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the current position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        self.game.position()
    }

    /// Returns the plies made so far.
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.game.position().ply()
    }

    /// Returns the moves made, in order.
    #[must_use]
    pub fn played(&self) -> &[PlayedMove] {
        &self.played
    }

    /// Returns the ply of an army's last move that stands, 0 if it has not moved.
    #[must_use]
    pub fn last_ply_of(&self, color: Color) -> u32 {
        let mut moves = self.played.iter().rev();
        let last = moves.find(|played| played.color == color);
        last.map_or(0, |played| played.ply)
    }

    /// Returns the elimination of each army that is out.
    #[must_use]
    pub fn outs(&self) -> ByColor<Option<Elimination>> {
        ByColor::new(|color| self.falls().find(|out| out.color == color).copied())
    }

    /// Returns an army's elimination and the ply after which it went out; `None` while it is in play.
    #[must_use]
    pub fn fall_of(&self, color: Color) -> Option<(u32, &Elimination)> {
        let mut falls = self.falls.iter();
        let found = falls.find(|(_, out)| out.color == color);
        found.map(|(ply, out)| (*ply, out))
    }

    /// Iterates over the eliminations, the first one first.
    pub fn falls(&self) -> impl Iterator<Item = &Elimination> {
        self.falls.iter().map(|(_, out)| out)
    }

    /// Returns, for each army that was mated since the last move, the armies that attacked its king.
    #[must_use]
    pub fn mated_by(&self) -> ByColor<Colors> {
        let mut mated_by = ByColor::new(|_| Colors::NONE);
        let now = self.ply();
        for (_, out) in self.falls.iter().filter(|(ply, _)| *ply == now) {
            mated_by[out.color] = out.checkers;
        }
        mated_by
    }

    /// Returns the open draw offer.
    #[must_use]
    pub const fn draw_offer(&self) -> Option<&DrawOffer> {
        self.game.agreements().draw()
    }

    /// Returns the open proposals, except those that are part of the game (see [`Match::open_proposals`]
    /// for all).
    #[must_use]
    pub const fn proposals(&self) -> &Proposals {
        &self.proposals
    }

    /// Returns the time for each move, or for a number of moves; unlimited if `None`.
    #[must_use]
    pub const fn time_limit(&self) -> Option<TimeLimit> {
        self.time
    }

    /// Returns what a seat had left when the turn began. `None` unless the limit is for a number of moves
    /// and play has begun.
    #[must_use]
    pub fn budget(&self, seat: Color) -> Option<Budget> {
        self.budgets.last().map(|budgets| budgets[seat])
    }

    /// Returns the milliseconds the player to move has left, as the clock is now or in the pause.
    pub(super) fn left_in_turn(&self, now: Moment) -> Option<i64> {
        let clock = self.clock?;
        Some(clock.left(self.paused.unwrap_or(now)))
    }

    /// Returns the clock of the player to move. `None` if there is no limit and no window has opened
    /// in this turn, if a computer is to move, and if the match is not being played. While the match [is
    /// paused](Match::is_paused) it stands still.
    #[must_use]
    pub const fn clock(&self) -> Option<&TurnClock> {
        self.clock.as_ref()
    }

    /// Returns the moment the turn began, later by the pauses in it. `None` before play begins.
    #[must_use]
    pub const fn turn_began(&self) -> Option<Moment> {
        self.turn_began
    }

    /// Returns the moment the match was paused, if it is.
    #[must_use]
    pub const fn paused_since(&self) -> Option<Moment> {
        self.paused
    }

    /// Returns true if the match is paused: the clock stands still and nobody may move.
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        self.paused.is_some()
    }

    /// Returns true if this army's player is past their deadline.
    #[must_use]
    pub fn is_overdue(&self, army: Color) -> bool {
        let window = self.clock.is_some_and(|clock| clock.window.is_some());
        window && self.position().turn() == army
    }

    /// Returns true if the others may act about this seat: its army is in play, and its player is
    /// past their deadline or the seat is vacant.
    #[must_use]
    pub fn is_missing(&self, seat: Color) -> bool {
        let missing = self.is_overdue(seat) || self.seats[seat] == Seat::Vacant;
        missing && self.stage == Stage::Running && self.position().in_play().contains(seat)
    }

    /// Returns true if this army's player has left the server and has not moved since that was
    /// noticed.
    #[must_use]
    pub const fn is_gone(&self, army: Color) -> bool {
        self.gone.contains(army)
    }

    /// Returns all holders of seats since play began, with their plies.
    #[must_use]
    pub fn tenures(&self) -> &[Tenure] {
        &self.tenures
    }

    /// Returns the outcome; `None` for a match under way and for a table that was closed.
    #[must_use]
    pub const fn outcome(&self) -> Option<&Outcome> {
        self.game.outcome()
    }

    /// Returns the person to move; `None` unless the match is being played, and for a computer.
    #[must_use]
    pub fn to_move(&self) -> Option<Person> {
        match self.stage {
            Stage::Running => self.seats[self.position().turn()].player(),
            Stage::Table | Stage::Ended => None,
        }
    }

    /// Returns the moment of its last change.
    #[must_use]
    pub const fn changed(&self) -> Moment {
        self.changed
    }
}
