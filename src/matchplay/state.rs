//! A match: the fold of its events.

use crate::rules::{
    ArmyOut, ByColor, Color, Colors, CourseStep, DrawOffer, Game, Move, Over, Position, Ruleset,
};

use super::{
    clock::TurnClock,
    event::{Event, Extension, Imported, Taker},
    id::{MatchId, Moment, Person, Place},
    seat::Seat,
    time::TimeLimit,
    vote::{Matter, Motion, Proposal, Votes},
};

/// How far a match has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// An open table.
    Table,
    /// Being played.
    Running,
    /// Over, or given up before it began.
    Ended,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The ply, counted from 1.
    pub ply: u32,
    /// Whose move.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// The move in short algebraic notation (rules §7.2).
    pub short: String,
}

/// Who held a seat, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tenure {
    /// Which seat.
    pub seat: Color,
    /// Who: a person, a computer, or nobody for a time.
    pub holder: Seat,
    /// After how many plies they began.
    pub from_ply: u32,
    /// After how many plies somebody else followed; `None` for who holds it now.
    pub to_ply: Option<u32>,
}

/// A match as it stands.
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
    place: Place,
    housed: bool,
    stage: Stage,
    started: Option<Moment>,
    seats: ByColor<Seat>,
    game: Game,
    played: Vec<Played>,
    outs: ByColor<Option<ArmyOut>>,
    /// The armies that went out, each after so many plies, the first one first.
    falls: Vec<(u32, ArmyOut)>,
    votes: Votes,
    time: Option<TimeLimit>,
    clock: Option<TurnClock>,
    paused: Option<Moment>,
    /// Those who have left the server, and have not moved since.
    gone: Colors,
    tenures: Vec<Tenure>,
    changed: Moment,
}

impl Match {
    /// The match that begins with this event; `None` unless it is [`Event::Opened`] with the
    /// options of its ruleset, which `three-man` alone may do without.
    #[must_use]
    pub fn first(id: MatchId, event: &Event, at: Moment) -> Option<Match> {
        let Event::Opened {
            ruleset,
            options,
            opener,
            place,
            rated,
            time,
        } = event
        else {
            return None;
        };
        let before_others = (ruleset == "three-man").then_some(Ruleset::THREE_MAN);
        let options = (*options).or(before_others)?;
        Some(Match {
            id,
            version: 1,
            ruleset: ruleset.clone(),
            imported: None,
            rated: *rated,
            private: false,
            opener: *opener,
            opened_at: place.clone(),
            place: place.clone(),
            housed: false,
            stage: Stage::Table,
            started: None,
            seats: ByColor::new(|color| {
                if options.armies().contains(color) {
                    Seat::Open
                } else {
                    Seat::Empty
                }
            }),
            game: Game::start(options),
            played: Vec::new(),
            outs: ByColor::default(),
            falls: Vec::new(),
            votes: Votes::default(),
            time: *time,
            clock: None,
            paused: None,
            gone: Colors::NONE,
            tenures: Vec::new(),
            changed: at,
        })
    }

    /// Folds events of one moment, the first one of the match among them; `None` when they do not
    /// begin as a match does.
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

    /// Takes in one more event.
    pub fn apply(&mut self, event: &Event, at: Moment) {
        self.version += 1;
        self.changed = at;
        match event {
            // A match opens once; a second opening changes nothing.
            Event::Opened { .. } => {}
            Event::Imported(imported) => self.imported = Some(imported.clone()),
            Event::MadePrivate => self.private = true,
            Event::Invited { seat, person } => self.seats[*seat] = Seat::Kept(*person),
            Event::Joined { seat, person } => self.seats[*seat] = Seat::Taken(*person),
            Event::Seated { seat, level } => self.seats[*seat] = Seat::Computer(*level),
            Event::Left { seat, .. } => self.seats[*seat] = Seat::Open,
            Event::Closed | Event::Expired => self.stage = Stage::Ended,
            Event::Started => {
                self.stage = Stage::Running;
                self.started = Some(at);
                self.begin_tenures();
                self.start_turn(at);
            }
            Event::Housed { place } => {
                self.place = place.clone();
                self.housed = true;
            }
            Event::Moved { color, mv } => {
                self.apply_move(*color, *mv);
                self.gone = self.gone.without(*color);
                self.start_turn(at);
            }
            Event::WentOut(out) => {
                let turn = self.position().turn();
                self.game.put_out(out);
                self.outs[out.color] = Some(*out);
                self.falls.push((self.ply(), *out));
                self.votes.clear();
                if self.position().turn() != turn {
                    self.start_turn(at);
                }
            }
            Event::Said { by, said } => self.game.carry_out_said(*by, *said),
            Event::DrawClaimed { .. }
            | Event::OutOfTime { .. }
            | Event::CalledOff
            | Event::Aborted { .. } => {}
            Event::DeadlinePassed { closes, .. } => {
                let clock = self.clock.get_or_insert(TurnClock::until(at));
                clock.deadline = clock.deadline.min(at);
                clock.window = Some(*closes);
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
                self.votes.drop(Matter::Pause);
            }
            Event::Resumed => {
                if let (Some(since), Some(clock)) = (self.paused, &mut self.clock) {
                    clock.stand_still(at.0.saturating_sub(since.0));
                }
                self.paused = None;
                self.votes.drop(Matter::Pause);
            }
            Event::TakenBack { to_ply } => {
                self.take_back(*to_ply);
                self.votes.drop(Matter::Takeback);
                self.start_turn(at);
            }
            Event::Proposed { by, motion } => {
                self.votes.propose(Proposal::new(*motion, *by, at));
            }
            Event::Agreed { by, motion } => self.votes.agree(motion.matter(), *by),
            Event::Declined { motion, .. } | Event::Lapsed { motion, .. } => {
                self.votes.drop(motion.matter());
            }
            Event::SubstituteAnswered { seat, agrees, .. } => {
                if *agrees {
                    self.votes.substitute_agrees(*seat);
                } else {
                    self.votes.drop(Matter::Seat(*seat));
                }
            }
            Event::TookOver { seat, taker } => {
                let holder = match taker {
                    Taker::Person(person) => Seat::Taken(*person),
                    Taker::Computer(level) => Seat::Computer(*level),
                };
                self.change_holder(*seat, holder);
                self.votes.drop(Matter::Seat(*seat));
                if self.position().turn() == *seat {
                    self.start_turn(at);
                }
            }
            Event::Gone { seat, .. } => self.gone = self.gone.with(*seat),
            Event::Freed { seat, .. } => self.change_holder(*seat, Seat::Vacant),
            Event::Ended(over) => {
                self.game.end(*over);
                self.stage = Stage::Ended;
                self.votes.clear();
                self.clock = None;
                self.paused = None;
            }
        }
        self.drop_idle_proposals();
    }

    /// A turn begins: the clock of whoever is to move starts. Computers need none.
    fn start_turn(&mut self, at: Moment) {
        let plays = matches!(
            self.seats[self.position().turn()],
            Seat::Taken(_) | Seat::Vacant
        );
        let limit = self.time.filter(|_| plays);
        self.clock = limit.map(|limit| TurnClock::start(limit, at));
        // It stands still from now on, not from when another one stopped.
        self.paused = self.paused.map(|_| at);
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
        // Whoever wanted something from this seat is not here to want it any more.
        self.votes.retain(|proposal| proposal.by != seat);
    }

    /// Goes back to how it stood after fewer plies, no army having gone out since.
    fn take_back(&mut self, to_ply: u32) {
        self.played.truncate(to_ply as usize);
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

    /// Drops what is proposed and has no sense any more: to take back a move on which its player
    /// has moved again, to stop a clock that stands, to do something about a seat whose player is
    /// there, to give it to somebody who has taken another one.
    fn drop_idle_proposals(&mut self) {
        let mut votes = std::mem::take(&mut self.votes);
        votes.retain(|proposal| match proposal.motion {
            Motion::Abort => true,
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
        self.votes = votes;
    }

    /// After how many plies this army would have its last move still before it; `None` when it has
    /// made none, or an army has gone out since.
    #[must_use]
    pub fn takes_back_to(&self, army: Color) -> Option<u32> {
        let mut played = self.played.iter().rev();
        let last = played.find(|played| played.color == army)?;
        let fallen = self.falls.last().is_some_and(|(ply, _)| *ply >= last.ply);
        (!fallen).then(|| last.ply - 1)
    }

    fn apply_move(&mut self, color: Color, mv: Move) {
        // A move that is not legal, which no log of ours holds, has no verdict to speak of.
        let verdict = self.game.judge_move(mv).unwrap_or_default();
        let short = self.game.short(mv, &verdict);
        self.game.carry_out_move(mv);
        self.played.push(Played {
            ply: self.ply(),
            color,
            mv,
            short,
        });
    }

    /// Its name.
    #[must_use]
    pub const fn id(&self) -> MatchId {
        self.id
    }

    /// How many events it has come from.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The name of its ruleset. The options are [`Game::ruleset`]'s.
    #[must_use]
    pub fn ruleset(&self) -> &str {
        &self.ruleset
    }

    /// Where it was played, unless it was played here. Such a match is in no standing.
    #[must_use]
    pub const fn imported(&self) -> Option<&Imported> {
        self.imported.as_ref()
    }

    /// Whether its result counts in the standings, when it is played to its end: it was opened so,
    /// and was played here.
    #[must_use]
    pub const fn is_rated(&self) -> bool {
        self.rated && self.imported.is_none()
    }

    /// Whether nobody is to see it but those who play it and whom they let in.
    #[must_use]
    pub const fn is_private(&self) -> bool {
        self.private
    }

    /// Whether the person has a part in it and may see it wherever they are: it concerns them, or
    /// they held a seat for a while.
    #[must_use]
    pub fn has_part(&self, person: Person) -> bool {
        let held = |tenure: &Tenure| tenure.holder.player() == Some(person);
        self.concerns(person) || self.tenures.iter().any(held)
    }

    /// When play began; `None` for an open table.
    #[must_use]
    pub const fn started_at(&self) -> Option<Moment> {
        self.started
    }

    /// Who opened the table.
    #[must_use]
    pub const fn opener(&self) -> Person {
        self.opener
    }

    /// Where the table was opened.
    #[must_use]
    pub const fn opened_at(&self) -> &Place {
        &self.opened_at
    }

    /// Where it is played.
    #[must_use]
    pub const fn place(&self) -> &Place {
        &self.place
    }

    /// Whether it has been given a place of its own.
    #[must_use]
    pub const fn is_housed(&self) -> bool {
        self.housed
    }

    /// How far it has come.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// The seats.
    #[must_use]
    pub const fn seats(&self) -> &ByColor<Seat> {
        &self.seats
    }

    /// The seat that the person holds or is invited to.
    #[must_use]
    pub fn seat_of(&self, person: Person) -> Option<Color> {
        self.seats
            .iter()
            .find(|(_, seat)| seat.person() == Some(person))
            .map(|(color, _)| color)
    }

    /// The army that the person plays.
    #[must_use]
    pub fn color_of(&self, person: Person) -> Option<Color> {
        self.seats
            .iter()
            .find(|(_, seat)| seat.player() == Some(person))
            .map(|(color, _)| color)
    }

    /// Whether computers have all its seats: then nobody plays, and whoever opened it watches.
    #[must_use]
    pub fn is_of_computers(&self) -> bool {
        let mut seats = self.seats.iter();
        seats.all(|(_, seat)| matches!(seat, Seat::Computer(_) | Seat::Empty))
    }

    /// Whether the person sits there or is invited, is asked to take a seat over, or watches the
    /// computers that they have set against each other.
    #[must_use]
    pub fn concerns(&self, person: Person) -> bool {
        let watches = self.is_of_computers() && self.opener == person;
        self.seat_of(person).is_some() || watches || self.asks(person)
    }

    /// Whether the person is to move and may, or is asked to take a seat over.
    #[must_use]
    pub fn waits_for(&self, person: Person) -> bool {
        let to_move = self.to_move() == Some(person) && !self.is_paused();
        to_move || self.asks(person)
    }

    /// Whether the person is asked to take a seat over.
    #[must_use]
    pub fn asks(&self, person: Person) -> bool {
        let mut votes = self.votes.iter();
        votes.any(|proposal| proposal.motion.substitute() == Some(person))
    }

    /// The course of play.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The position as it stands.
    #[must_use]
    pub const fn position(&self) -> &Position {
        self.game.position()
    }

    /// Plies made.
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.game.position().ply()
    }

    /// The moves made, in order.
    #[must_use]
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// How armies went out.
    #[must_use]
    pub const fn outs(&self) -> &ByColor<Option<ArmyOut>> {
        &self.outs
    }

    /// The draw that stands offered.
    #[must_use]
    pub const fn draw_offer(&self) -> Option<&DrawOffer> {
        self.game.agreements().draw()
    }

    /// The proposals that stand, but for those that are part of the game.
    #[must_use]
    pub const fn votes(&self) -> &Votes {
        &self.votes
    }

    /// How long a player may think about a move; as long as they like when `None`.
    #[must_use]
    pub const fn time_limit(&self) -> Option<TimeLimit> {
        self.time
    }

    /// The clock of the player to move; `None` where there is no limit and nobody is missing, for
    /// computers, and unless the match is being played. While the match [is
    /// paused](Match::is_paused) it stands still.
    #[must_use]
    pub const fn clock(&self) -> Option<&TurnClock> {
        self.clock.as_ref()
    }

    /// Since when the clock stands still, if it does.
    #[must_use]
    pub const fn paused_since(&self) -> Option<Moment> {
        self.paused
    }

    /// Whether the clock stands still, and nobody may move.
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        self.paused.is_some()
    }

    /// Whether this army's player is past their deadline.
    #[must_use]
    pub fn is_overdue(&self, army: Color) -> bool {
        let window = self.clock.is_some_and(|clock| clock.window.is_some());
        window && self.position().turn() == army
    }

    /// Whether the others may do something about this seat, since its player is past their deadline
    /// or it was freed, and its army is in play.
    #[must_use]
    pub fn is_missing(&self, seat: Color) -> bool {
        let missing = self.is_overdue(seat) || self.seats[seat] == Seat::Vacant;
        missing && self.stage == Stage::Running && self.position().in_play().contains(seat)
    }

    /// Whether this army's player has left the server, and has not moved since that was noticed.
    #[must_use]
    pub const fn is_gone(&self, army: Color) -> bool {
        self.gone.contains(army)
    }

    /// Who held which seat from which ply to which, since play began.
    #[must_use]
    pub fn tenures(&self) -> &[Tenure] {
        &self.tenures
    }

    /// How it ended; `None` for a match under way and for a table that was given up.
    #[must_use]
    pub const fn over(&self) -> Option<&Over> {
        self.game.over()
    }

    /// Who is to move; `None` unless the match is being played, and for a computer.
    #[must_use]
    pub fn to_move(&self) -> Option<Person> {
        match self.stage {
            Stage::Running => self.seats[self.position().turn()].player(),
            Stage::Table | Stage::Ended => None,
        }
    }

    /// When it last changed.
    #[must_use]
    pub const fn changed(&self) -> Moment {
        self.changed
    }
}
