//! Summaries of ended matches: all that standings need to know of one.

use rondel_computer::Level;
use rondel_matchplay::{Event, Match, MatchId, Matter, Moment, Person, Seat, Server};
use rondel_rules::{ByColor, Color, Colors, Ending, Exit, Move, Points};

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
    fn of(seat: Seat) -> Sitter {
        match seat {
            Seat::Taken(person) => Sitter::Person(person),
            Seat::Computer(level) => Sitter::Computer(level),
            Seat::Open | Seat::Kept(_) | Seat::Vacant | Seat::Empty => Sitter::Nobody,
        }
    }

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
    /// True if it was rated, and not imported.
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
    /// use rondel_matchplay::{MatchId, Moment, Table, Person, Place, open};
    /// use rondel_rules::{Color, Ruleset};
    /// use rondel_standings::Finished;
    ///
    /// let opening = Table {
    ///     ruleset: String::from("three-man"),
    ///     options: Ruleset::THREE_MAN,
    ///     place: Place::new("console/table"),
    ///     seat: Some(Color::White),
    ///     invited: vec![],
    ///     computers: None,
    ///     rated: true,
    ///     time: None,
    ///     private: false,
    /// };
    /// let opened = open(&opening, Person(1))?;
    /// let events: Vec<_> = opened.into_iter().map(|event| (event, Moment(0))).collect();
    /// assert_eq!(Finished::of(MatchId::numbered(7), &events), None);
    /// # Ok::<(), rondel_matchplay::Rejection>(())
    /// ```
    #[must_use]
    pub fn of(id: MatchId, events: &[(Event, Moment)]) -> Option<Finished> {
        let (mut state, later) = Match::begun(id, events)?;
        let (mut ended, mut out_of_time) = (events.first()?.1, Colors::NONE);
        let (mut called_off_by, mut deserters) = (None, Vec::new());
        for (event, at) in later {
            if let Event::Freed { person, .. } = event {
                deserters.push(*person);
            } else if let Event::TookOver { seat, .. } = event {
                // A proposal of the others about a seat is carried only while its player is
                // missing.
                let proposal = state.proposals().about(Matter::Seat(*seat));
                let by_others = proposal.is_none_or(|proposal| proposal.by != *seat);
                let replaced = state.seats()[*seat].player();
                deserters.extend(replaced.filter(|_| by_others));
            } else if let Event::OutOfTime { color } = event {
                out_of_time = out_of_time.with(*color);
            } else if let Event::Ended(outcome) = event {
                ended = *at;
                let aborts = state.proposals().about(Matter::Abort);
                let aborts = aborts.filter(|_| outcome.ending == Ending::Aborted);
                let alone = aborts
                    .filter(|abort| abort.agreed.len() == 1 && state.last_ply_of(abort.by) == 0);
                called_off_by = alone.map(|abort| abort.by);
            }
            state.apply(event, *at);
        }
        let outcome = state.outcome()?;
        deserters.sort_unstable();
        deserters.dedup();
        let first_move = |color| {
            let mut played = state.played().iter();
            let first = played.find(|played| played.color == color);
            first.map(|played| played.mv)
        };
        let falls = state.falls().map(|out| Fall {
            color: out.color,
            exit: out.exit,
            by: out.by,
        });
        Some(Finished {
            id,
            ended: state.imported().map_or(ended, |imported| imported.ended),
            server: Server::of(state.opened_at()),
            ruleset: state.ruleset().to_owned(),
            played_here: state.imported().is_none(),
            rated: state.is_rated(),
            seats: state.seats().map(Sitter::of),
            ending: outcome.ending,
            points: outcome.points,
            falls: falls.collect(),
            first_moves: ByColor::new(first_move),
            out_of_time,
            called_off_by,
            deserters,
        })
    }

    /// Returns true if its result counts for ratings and leaderboards: it was rated,
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
}
