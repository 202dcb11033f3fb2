//! A match: the fold of its events.

use crate::rules::{
    ArmyOut, ByColor, Color, Colors, DrawOffer, Game, Move, Over, Position, Ruleset,
};

use super::{
    event::{Event, Imported},
    id::{MatchId, Moment, Person, Place},
    offer::AbortOffer,
    seat::Seat,
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

/// A match as it stands.
#[derive(Clone, Debug)]
pub struct Match {
    id: MatchId,
    version: u64,
    ruleset: String,
    imported: Option<Imported>,
    rated: bool,
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
    abort_offer: Option<AbortOffer>,
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
            abort_offer: None,
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
            Event::Invited { seat, person } => self.seats[*seat] = Seat::Kept(*person),
            Event::Joined { seat, person } => self.seats[*seat] = Seat::Taken(*person),
            Event::Seated { seat, level } => self.seats[*seat] = Seat::Computer(*level),
            Event::Left { seat, .. } => self.seats[*seat] = Seat::Open,
            Event::Closed | Event::Expired => self.stage = Stage::Ended,
            Event::Started => {
                self.stage = Stage::Running;
                self.started = Some(at);
            }
            Event::Housed { place } => {
                self.place = place.clone();
                self.housed = true;
            }
            Event::Moved { color, mv } => self.apply_move(*color, *mv),
            Event::WentOut(out) => {
                self.game.put_out(out);
                self.outs[out.color] = Some(*out);
                self.abort_offer = None;
            }
            Event::Said { by, said } => self.game.carry_out_said(*by, *said),
            Event::DrawClaimed { .. } | Event::OutOfTime { .. } | Event::CalledOff => {}
            Event::AbortOffered { by } => {
                self.abort_offer = Some(AbortOffer {
                    by: *by,
                    agreed: Colors::NONE.with(*by),
                    until: at.plus(Moment::DAY),
                });
            }
            Event::AbortAgreed { by } => {
                if let Some(offer) = &mut self.abort_offer {
                    offer.agreed = offer.agreed.with(*by);
                }
            }
            Event::AbortDeclined { .. } | Event::AbortLapsed { .. } => self.abort_offer = None,
            Event::Ended(over) => {
                self.game.end(*over);
                self.stage = Stage::Ended;
                self.abort_offer = None;
            }
        }
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

    /// Whether the person sits there or is invited, or watches the computers that they have set
    /// against each other.
    #[must_use]
    pub fn concerns(&self, person: Person) -> bool {
        self.seat_of(person).is_some() || (self.is_of_computers() && self.opener == person)
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

    /// The proposal to call the match off that stands at this moment.
    #[must_use]
    pub fn abort_offer(&self, now: Moment) -> Option<&AbortOffer> {
        self.abort_offer.as_ref().filter(|offer| now < offer.until)
    }

    /// The proposal to call the match off that was made last and not answered, lapsed or not.
    #[must_use]
    pub const fn abort_proposed(&self) -> Option<&AbortOffer> {
        self.abort_offer.as_ref()
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
