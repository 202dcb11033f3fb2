//! What the standings need to know of a match that has ended.

use crate::{
    computer::Level,
    matchplay::{Event, MatchId, Moment, Motion, Person, Server, Taker},
    rules::{ByColor, Color, Colors, Ending, Exit, Move, Over, Points},
};

/// Who sat in a seat at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sitter {
    /// Nobody: the ruleset has no player there (rules §6.6).
    #[default]
    Nobody,
    /// A person.
    Person(Person),
    /// A computer.
    Computer(Level),
}

impl Sitter {
    /// The person who sat there.
    #[must_use]
    pub const fn person(self) -> Option<Person> {
        match self {
            Sitter::Person(person) => Some(person),
            Sitter::Nobody | Sitter::Computer(_) => None,
        }
    }
}

/// How an army went out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fall {
    /// Whose.
    pub color: Color,
    /// How.
    pub exit: Exit,
    /// The army credited with it.
    pub by: Option<Color>,
}

/// A match that was begun and has ended, summed up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The match.
    pub id: MatchId,
    /// When it ended.
    pub ended: Moment,
    /// The server in which it was played.
    pub server: Server,
    /// The name of its ruleset.
    pub ruleset: String,
    /// Whether it was played here, and did not come from a record (interfaces §8).
    pub played_here: bool,
    /// Whether it was opened as one that counts.
    pub rated: bool,
    /// Who sat where at the end. Whoever gave a seat to another has nothing to do with the result:
    /// it is that of who holds the seat when the match ends.
    pub seats: ByColor<Sitter>,
    /// How it ended.
    pub ending: Ending,
    /// What each seat scored.
    pub points: ByColor<Points>,
    /// The armies that went out, the first one first.
    pub falls: Vec<Fall>,
    /// Each seat's first move.
    pub first_moves: ByColor<Option<Move>>,
    /// Whose player ran out of time.
    pub out_of_time: Colors,
    /// Who called it off without asking anybody, as a player may before their first move.
    pub called_off_by: Option<Color>,
}

impl Finished {
    /// What these events of a match come to; `None` unless play began and ended.
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
        let (over, ended) = events.iter().rev().find_map(|(event, at)| {
            let Event::Ended(over) = event else {
                return None;
            };
            Some((*over, *at))
        })?;
        let mut finished = Finished {
            id,
            ended,
            server: Server::of(place),
            ruleset: ruleset.clone(),
            played_here: true,
            rated: *rated,
            seats: ByColor::default(),
            ending: over.ending,
            points: over.points,
            falls: Vec::new(),
            first_moves: ByColor::default(),
            out_of_time: Colors::NONE,
            called_off_by: called_off_alone(events),
        };
        let mut started = false;
        for (event, _) in events {
            started |= matches!(event, Event::Started);
            finished.take_in(event);
        }
        started.then_some(finished)
    }

    /// Whether its result counts for ratings and leaderboards: it was opened so, played here, and
    /// not called off, and somebody other than a computer sat there.
    #[must_use]
    pub fn counts(&self) -> bool {
        let people = self
            .seats
            .iter()
            .any(|(_, sitter)| sitter.person().is_some());
        self.rated && self.played_here && self.ending != Ending::Aborted && people
    }

    /// Whether the player of this army left the others alone: ran out of time, or called the match
    /// off without asking.
    #[must_use]
    pub fn was_left_by(&self, color: Color) -> bool {
        self.out_of_time.contains(color) || self.called_off_by == Some(color)
    }

    fn take_in(&mut self, event: &Event) {
        match event {
            Event::Joined { seat, person } => self.seats[*seat] = Sitter::Person(*person),
            Event::Seated { seat, level } => self.seats[*seat] = Sitter::Computer(*level),
            Event::Left { seat, .. } | Event::Freed { seat, .. } => {
                self.seats[*seat] = Sitter::Nobody;
            }
            Event::TookOver { seat, taker } => {
                self.seats[*seat] = match taker {
                    Taker::Person(person) => Sitter::Person(*person),
                    Taker::Computer(level) => Sitter::Computer(*level),
                };
            }
            Event::Imported(imported) => {
                self.played_here = false;
                self.ended = imported.ended;
            }
            Event::Moved { color, mv } => {
                self.first_moves[*color].get_or_insert(*mv);
            }
            Event::WentOut(out) => self.falls.push(Fall {
                color: out.color,
                exit: out.exit,
                by: out.by,
            }),
            Event::OutOfTime { color } => self.out_of_time = self.out_of_time.with(*color),
            Event::Opened { .. }
            | Event::Invited { .. }
            | Event::Closed
            | Event::Expired
            | Event::Started
            | Event::Housed { .. }
            | Event::Said { .. }
            | Event::DrawClaimed { .. }
            | Event::DeadlinePassed { .. }
            | Event::Extended { .. }
            | Event::Reminded { .. }
            | Event::Paused
            | Event::Resumed
            | Event::TakenBack { .. }
            | Event::Proposed { .. }
            | Event::Agreed { .. }
            | Event::Declined { .. }
            | Event::Lapsed { .. }
            | Event::SubstituteAnswered { .. }
            | Event::Gone { .. }
            | Event::CalledOff
            | Event::Ended(_) => {}
        }
    }
}

/// Who called the match off by proposing it, without an answer of anybody's.
fn called_off_alone(events: &[(Event, Moment)]) -> Option<Color> {
    events
        .windows(2)
        .find_map(|two| match (&two[0].0, &two[1].0) {
            (
                Event::Proposed {
                    by,
                    motion: Motion::Abort,
                },
                Event::Ended(Over {
                    ending: Ending::Aborted,
                    ..
                }),
            ) => Some(*by),
            _ => None,
        })
}
