//! Summaries of ended matches: all that standings need to know of one.

use crate::{
    computer::Level,
    matchplay::{Event, MatchId, Moment, Motion, NewPlayer, Person, Server},
    rules::{ByColor, Color, Colors, Ending, Exit, Move, Points},
};

/// The holder of a seat at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sitter {
    /// No player: the seat is not used in this ruleset (rules §6.6), or it was vacant.
    #[default]
    Nobody,
    /// The person who plays it.
    Person(Person),
    /// A computer of this level.
    Computer(Level),
}

impl Sitter {
    /// Returns the person in this seat.
    #[must_use]
    pub const fn person(self) -> Option<Person> {
        match self {
            Sitter::Person(person) => Some(person),
            Sitter::Nobody | Sitter::Computer(_) => None,
        }
    }
}

/// An elimination, in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fall {
    /// The army that went out.
    pub color: Color,
    /// The way it went out.
    pub exit: Exit,
    /// The army credited with it, if any.
    pub by: Option<Color>,
}

/// A match that began and has ended, summed up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The id of the match.
    pub id: MatchId,
    /// The moment it ended.
    pub ended: Moment,
    /// The server in which it was played.
    pub server: Server,
    /// The name of its ruleset.
    pub ruleset: String,
    /// True if it was played here, and not imported from a record (interfaces §8).
    pub played_here: bool,
    /// True if it was opened as rated.
    pub rated: bool,
    /// The holders of the seats at the end: `Nobody` for a seat that was freed and not taken over.
    /// Earlier holders have no part in the result.
    pub seats: ByColor<Sitter>,
    /// The way it ended.
    pub ending: Ending,
    /// The points of each seat.
    pub points: ByColor<Points>,
    /// The eliminations, the first one first.
    pub falls: Vec<Fall>,
    /// The first move of each seat.
    pub first_moves: ByColor<Option<Move>>,
    /// The seats whose players ran out of time.
    pub out_of_time: Colors,
    /// The seat that aborted the match alone, as a player may before their first move.
    pub called_off_by: Option<Color>,
    /// The people who were replaced while past their deadline or removed by a manager, in order,
    /// each once. Players who gave their own seat to another are not among them.
    pub deserters: Vec<Person>,
}

impl Finished {
    /// Sums up the events of a match. `None` unless play began and ended.
    ///
    /// ```
    /// use rondel::{
    ///     matchplay::{MatchId, Moment, Opening, Person, Place, open},
    ///     rules::{Color, Ruleset},
    ///     standings::Finished,
    /// };
    ///
    /// let opening = Opening {
    ///     id: MatchId::numbered(7),
    ///     ruleset: String::from("three-man"),
    ///     options: Ruleset::THREE_MAN,
    ///     place: Place::new("console/table"),
    ///     seat: Color::White,
    ///     invited: vec![],
    ///     computers: None,
    ///     rated: true,
    ///     time: None,
    ///     private: false,
    /// };
    /// let opened = open(&opening, Person(1))?;
    /// let events: Vec<_> = opened.into_iter().map(|event| (event, Moment(0))).collect();
    /// assert_eq!(Finished::of(opening.id, &events), None);
    /// # Ok::<(), rondel::matchplay::Rejection>(())
    /// ```
    #[must_use]
    pub fn of(id: MatchId, events: &[(Event, Moment)]) -> Option<Finished> {
        let (
            Event::Opened {
                ruleset,
                options: _,
                opener: _,
                place,
                rated,
                time: _,
            },
            _,
        ) = events.first()?
        else {
            return None;
        };
        let (outcome, ended) = events.iter().rev().find_map(|(event, at)| {
            let Event::Ended(outcome) = event else {
                return None;
            };
            Some((*outcome, *at))
        })?;
        let mut finished = Finished {
            id,
            ended,
            server: Server::of(place),
            ruleset: ruleset.clone(),
            played_here: true,
            rated: *rated,
            seats: ByColor::default(),
            ending: outcome.ending,
            points: outcome.points,
            falls: Vec::new(),
            first_moves: ByColor::default(),
            out_of_time: Colors::NONE,
            called_off_by: None,
            deserters: Vec::new(),
        };
        let mut track = MatchTrack::default();
        for (event, _) in events {
            finished.take_in(&mut track, event);
        }
        for (color, mv) in track.moves {
            finished.first_moves[color].get_or_insert(mv);
        }
        finished.deserters.sort_unstable();
        finished.deserters.dedup();
        track.started.then_some(finished)
    }

    /// Returns true if its result counts for ratings and leaderboards: it was opened as rated,
    /// played here and not aborted, and at least one person played.
    #[must_use]
    pub fn counts(&self) -> bool {
        let people = self
            .seats
            .iter()
            .any(|(_, sitter)| sitter.person().is_some());
        self.rated && self.played_here && self.ending != Ending::Aborted && people
    }

    /// Returns true if the holder of this seat at the end had deserted the others: they ran out of
    /// time, aborted the match alone, or had been replaced or removed before.
    #[must_use]
    pub fn was_left_by(&self, color: Color) -> bool {
        let person = self.seats[color].person();
        let deserted = person.is_some_and(|person| self.deserters.contains(&person));
        deserted || self.out_of_time.contains(color) || self.called_off_by == Some(color)
    }

    /// Iterates over the people who left the match before its end and held no seat when it ended.
    pub fn left_before(&self) -> impl Iterator<Item = Person> + '_ {
        let here = |person| self.seats.iter().any(|(_, s)| s.person() == Some(person));
        let deserters = self.deserters.iter().copied();
        deserters.filter(move |person| !here(*person))
    }

    fn take_in(&mut self, track: &mut MatchTrack, event: &Event) {
        let proposed_alone = track.proposed_alone.take();
        match event {
            Event::Joined { seat, person } => self.seats[*seat] = Sitter::Person(*person),
            Event::Seated { seat, level } => self.seats[*seat] = Sitter::Computer(*level),
            Event::Left { seat, .. } => self.seats[*seat] = Sitter::Nobody,
            Event::Freed { seat, person, .. } => {
                self.deserters.push(*person);
                self.seats[*seat] = Sitter::Nobody;
            }
            Event::TookOver { seat, taker } => {
                // A proposal of the others about a seat is carried only while its player is
                // missing.
                let by_others = track.proposed_by[*seat] != Some(*seat);
                let replaced = self.seats[*seat].person().filter(|_| by_others);
                self.deserters.extend(replaced);
                self.seats[*seat] = match taker {
                    NewPlayer::Person(person) => Sitter::Person(*person),
                    NewPlayer::Computer(level) => Sitter::Computer(*level),
                };
            }
            Event::Imported(imported) => {
                self.played_here = false;
                self.ended = imported.ended;
            }
            Event::Started => track.started = true,
            Event::Moved { color, mv } => track.moves.push((*color, *mv)),
            Event::TakenBack { to_ply } => track.moves.truncate(*to_ply as usize),
            Event::Proposed { by, motion } => {
                if let Some(seat) = motion.seat() {
                    track.proposed_by[seat] = Some(*by);
                }
                let alone = *motion == Motion::Abort && !track.has_moved(*by);
                track.proposed_alone = alone.then_some(*by);
            }
            Event::Ended(outcome) if outcome.ending == Ending::Aborted => {
                self.called_off_by = proposed_alone;
            }
            Event::Eliminated(out) => self.falls.push(Fall {
                color: out.color,
                exit: out.exit,
                by: out.by,
            }),
            Event::OutOfTime { color } => self.out_of_time = self.out_of_time.with(*color),
            Event::Opened { .. }
            | Event::MadePrivate
            | Event::Invited { .. }
            | Event::Closed
            | Event::Expired
            | Event::Housed { .. }
            | Event::Said { .. }
            | Event::DrawClaimed { .. }
            | Event::DeadlinePassed { .. }
            | Event::Extended { .. }
            | Event::Reminded { .. }
            | Event::Paused
            | Event::Resumed
            | Event::Agreed { .. }
            | Event::Declined { .. }
            | Event::Lapsed { .. }
            | Event::SubstituteAnswered { .. }
            | Event::Gone { .. }
            | Event::CalledOff
            | Event::Aborted { .. }
            | Event::Ended(_) => {}
        }
    }
}

/// Everything to remember about a match on the way to its end.
#[derive(Debug, Default)]
struct MatchTrack {
    started: bool,
    /// The moves that were not taken back.
    moves: Vec<(Color, Move)>,
    /// For each seat, the army that made the last proposal about it.
    proposed_by: ByColor<Option<Color>>,
    /// The army that has just proposed to abort before its first move, which needs nobody's
    /// consent.
    proposed_alone: Option<Color>,
}

impl MatchTrack {
    fn has_moved(&self, army: Color) -> bool {
        self.moves.iter().any(|(color, _)| *color == army)
    }
}
