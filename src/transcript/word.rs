//! Words for everything that is not a move. Both forms have the same names and values for them.

use super::{
    FIRST_VERSION,
    consent::{self, Naming},
    people::{escaped, unescaped},
};
use crate::{
    matchplay::{Event, Motion, Person},
    rules::{ArmyOut, ByColor, Color, Colors, Ending, Exit, Over, Points, Said, score_line},
};

/// The word for a match of computers that was aborted: it is about no army.
const CALLED_OFF: &str = "called-off";
/// The word for a match that a manager aborted: it is about no army.
const ABORTED: &str = "aborted";

/// Returns the version of records with which the word for an event came.
pub(super) const fn since(event: &Event) -> u64 {
    match event {
        Event::CalledOff => 2,
        Event::Aborted { .. } => 4,
        Event::DeadlinePassed { .. }
        | Event::Extended { .. }
        | Event::Paused
        | Event::Resumed
        | Event::TakenBack { .. }
        | Event::SubstituteAnswered { .. }
        | Event::TookOver { .. }
        | Event::Gone { .. }
        | Event::Freed { .. } => 3,
        Event::Proposed { motion, .. }
        | Event::Agreed { motion, .. }
        | Event::Declined { motion, .. }
        | Event::Lapsed { motion, .. } => match motion {
            Motion::Abort => FIRST_VERSION,
            Motion::Pause
            | Motion::Resume
            | Motion::Takeback { .. }
            | Motion::Substitute { .. }
            | Motion::Computer { .. }
            | Motion::PutOut { .. } => 3,
        },
        Event::Opened { .. }
        | Event::Imported(_)
        | Event::MadePrivate
        | Event::Invited { .. }
        | Event::Joined { .. }
        | Event::Seated { .. }
        | Event::Left { .. }
        | Event::Closed
        | Event::Expired
        | Event::Started
        | Event::Housed { .. }
        | Event::Moved { .. }
        | Event::WentOut(_)
        | Event::Said { .. }
        | Event::DrawClaimed { .. }
        | Event::Reminded { .. }
        | Event::OutOfTime { .. }
        | Event::Ended(_) => FIRST_VERSION,
    }
}

/// Returns true if a record has a word for it: not for moves, nor for the table, the place and
/// reminders.
pub(super) fn is_word(event: &Event) -> bool {
    RecordWord::of(event, &Nobody).is_some()
}

/// A naming that knows no one.
struct Nobody;

impl Naming for Nobody {
    fn name(&self, _person: Person) -> String {
        String::new()
    }

    fn person(&mut self, _name: &str) -> Option<Person> {
        None
    }
}

/// An event other than a move, as it is written: a name, and values by their keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RecordWord {
    pub(super) name: String,
    /// The letter of the army that it is about.
    pub(super) army: Option<String>,
    pub(super) values: Values,
}

/// The values of a word, each under a key of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Values {
    /// The letter of the other army of a pact.
    pub(super) with: Option<String>,
    /// The letter of the winner that a resignation names.
    pub(super) winner: Option<String>,
    /// A word of rules §8.
    pub(super) how: Option<String>,
    /// The letters of the armies that checked a mated king.
    pub(super) checkers: Option<String>,
    /// The letter of the army credited.
    pub(super) by: Option<String>,
    /// Points as a score line of rules §8.
    pub(super) points: Option<String>,
    /// The letter of the army whose seat would be given to another.
    pub(super) seat: Option<String>,
    /// The number of plies after which the match goes on.
    pub(super) to: Option<String>,
    /// The name of a person.
    pub(super) who: Option<String>,
    /// The level of a computer.
    pub(super) level: Option<String>,
    /// A reason in a manager's words.
    pub(super) why: Option<String>,
}

impl Values {
    /// Returns keys with their values, in the order in which they are written.
    pub(super) fn each(&mut self) -> [(&'static str, &mut Option<String>); 11] {
        [
            ("with", &mut self.with),
            ("winner", &mut self.winner),
            ("how", &mut self.how),
            ("checkers", &mut self.checkers),
            ("by", &mut self.by),
            ("points", &mut self.points),
            ("seat", &mut self.seat),
            ("to", &mut self.to),
            ("who", &mut self.who),
            ("level", &mut self.level),
            ("why", &mut self.why),
        ]
    }
}

impl RecordWord {
    pub(super) fn new(name: &str, army: Color, values: Values) -> RecordWord {
        RecordWord {
            name: name.to_owned(),
            army: letter(army),
            values,
        }
    }

    /// Returns a word that is about no army and has no values.
    pub(super) fn bare(name: &str) -> RecordWord {
        RecordWord {
            name: name.to_owned(),
            ..RecordWord::default()
        }
    }

    /// Returns the word for an event; `None` for moves, for the table and the place, and for
    /// reminders.
    pub(super) fn of(event: &Event, naming: &impl Naming) -> Option<RecordWord> {
        let plain = |name, army: Color| Some(RecordWord::new(name, army, Values::default()));
        match event {
            Event::WentOut(out) => Some(RecordWord::new(
                "out",
                out.color,
                Values {
                    how: Some(out.exit.word().to_owned()),
                    checkers: (!out.checkers.is_empty()).then(|| out.checkers.to_string()),
                    by: out.by.and_then(letter),
                    points: (out.points != ByColor::default()).then(|| score_line(&out.points)),
                    ..Values::default()
                },
            )),
            Event::DrawClaimed { by, draw } => Some(RecordWord::new(
                "draw-claimed",
                *by,
                Values {
                    how: Some(Ending::Draw(*draw).word().to_owned()),
                    ..Values::default()
                },
            )),
            Event::Said { by, said } => Some(RecordWord::of_said(*by, *said)),
            Event::OutOfTime { color } => plain("out-of-time", *color),
            Event::CalledOff => Some(RecordWord::bare(CALLED_OFF)),
            Event::Aborted { reason } => Some(RecordWord {
                values: Values {
                    why: Some(escaped(reason, &[' ', ','])),
                    ..Values::default()
                },
                ..RecordWord::bare(ABORTED)
            }),
            Event::Ended(over) => Some(RecordWord {
                name: String::from("over"),
                army: None,
                values: Values {
                    how: Some(over.ending.word().to_owned()),
                    points: over.score(),
                    ..Values::default()
                },
            }),
            Event::DeadlinePassed { .. }
            | Event::Extended { .. }
            | Event::Paused
            | Event::Resumed
            | Event::TakenBack { .. }
            | Event::Proposed { .. }
            | Event::Agreed { .. }
            | Event::Declined { .. }
            | Event::Lapsed { .. }
            | Event::SubstituteAnswered { .. }
            | Event::TookOver { .. }
            | Event::Gone { .. }
            | Event::Freed { .. } => consent::word(event, naming),
            Event::Moved { .. }
            | Event::Opened { .. }
            | Event::Imported(_)
            | Event::MadePrivate
            | Event::Invited { .. }
            | Event::Joined { .. }
            | Event::Seated { .. }
            | Event::Left { .. }
            | Event::Closed
            | Event::Expired
            | Event::Started
            | Event::Reminded { .. }
            | Event::Housed { .. } => None,
        }
    }

    fn of_said(by: Color, said: Said) -> RecordWord {
        let with = |name, other| {
            let with = letter(other);
            RecordWord::new(
                name,
                by,
                Values {
                    with,
                    ..Values::default()
                },
            )
        };
        let plain = |name| RecordWord::new(name, by, Values::default());
        match said {
            Said::DrawOffered => plain("draw-offered"),
            Said::DrawAgreed => plain("draw-agreed"),
            Said::DrawDeclined => plain("draw-declined"),
            Said::DrawWithdrawn => plain("draw-withdrawn"),
            Said::ResignationOffered(winner) => RecordWord::new(
                "resignation-offered",
                by,
                Values {
                    winner: letter(winner),
                    ..Values::default()
                },
            ),
            Said::ResignationAccepted => plain("resignation-accepted"),
            Said::ResignationDeclined => plain("resignation-declined"),
            Said::ResignationWithdrawn => plain("resignation-withdrawn"),
            Said::PactOffered(other) => with("pact-offered", other),
            Said::PactAgreed(other) => with("pact-agreed", other),
            Said::PactRevoked(other) => with("pact-revoked", other),
        }
    }

    /// Returns the event that is written with this word and no other.
    pub(super) fn event(&self, naming: &mut impl Naming) -> Option<Event> {
        let event = match (self.name.as_str(), &self.army) {
            ("over", _) => self.over()?,
            (CALLED_OFF, _) => Event::CalledOff,
            (ABORTED, _) => Event::Aborted {
                reason: read_reason(self.values.why.as_deref()?)?,
            },
            (_, None) => consent::event_of_none(self)?,
            (_, Some(by)) => self.of_army(army(by)?, naming)?,
        };
        (RecordWord::of(&event, naming).as_ref() == Some(self)).then_some(event)
    }

    fn over(&self) -> Option<Event> {
        let how = self.values.how.as_deref()?;
        Some(Event::Ended(Over {
            ending: Ending::from_word(how)?,
            points: self.points()?,
        }))
    }

    fn of_army(&self, by: Color, naming: &mut impl Naming) -> Option<Event> {
        let values = &self.values;
        let said = |said| Some(Event::Said { by, said });
        let with = || army(values.with.as_deref()?);
        match self.name.as_str() {
            "out" => {
                let how = values.how.as_deref()?;
                let checkers = values.checkers.as_deref().unwrap_or_default();
                let checkers: Option<Colors> = checkers.chars().map(Color::from_letter).collect();
                Some(Event::WentOut(ArmyOut {
                    color: by,
                    exit: Exit::ALL.into_iter().find(|exit| exit.word() == how)?,
                    checkers: checkers?,
                    by: match &values.by {
                        Some(letter) => Some(army(letter)?),
                        None => None,
                    },
                    points: self.points()?,
                }))
            }
            "draw-claimed" => Some(Event::DrawClaimed {
                by,
                draw: Ending::from_word(values.how.as_deref()?)?.draw()?,
            }),
            "out-of-time" => Some(Event::OutOfTime { color: by }),
            "draw-offered" => said(Said::DrawOffered),
            "draw-agreed" => said(Said::DrawAgreed),
            "draw-declined" => said(Said::DrawDeclined),
            "draw-withdrawn" => said(Said::DrawWithdrawn),
            "resignation-offered" => {
                said(Said::ResignationOffered(army(values.winner.as_deref()?)?))
            }
            "resignation-accepted" => said(Said::ResignationAccepted),
            "resignation-declined" => said(Said::ResignationDeclined),
            "resignation-withdrawn" => said(Said::ResignationWithdrawn),
            "pact-offered" => said(Said::PactOffered(with()?)),
            "pact-agreed" => said(Said::PactAgreed(with()?)),
            "pact-revoked" => said(Said::PactRevoked(with()?)),
            _ => consent::event(self, by, naming),
        }
    }

    /// Returns the points that it names, or none at all.
    fn points(&self) -> Option<ByColor<Points>> {
        match &self.values.points {
            Some(points) => read_points(points),
            None => Some(ByColor::default()),
        }
    }
}

/// Reads a reason in a manager's words; `None` if it is longer than reasons may be.
pub(super) fn read_reason(written: &str) -> Option<String> {
    let reason = unescaped(written)?;
    let fits = reason.chars().nth(Event::LONGEST_REASON).is_none();
    fits.then_some(reason)
}

pub(super) fn letter(color: Color) -> Option<String> {
    Some(color.letter().to_string())
}

/// Returns the army of a letter.
pub(super) fn army(text: &str) -> Option<Color> {
    Color::ALL
        .into_iter()
        .find(|color| text.chars().eq([color.letter()]))
}

/// Reads the points of the three armies, as [`score_line`] writes them.
pub(super) fn read_points(line: &str) -> Option<ByColor<Points>> {
    let mut parts = line.split('-').map(fraction);
    let points = ByColor {
        white: parts.next()??,
        gray: parts.next()??,
        black: parts.next()??,
    };
    (score_line(&points) == line).then_some(points)
}

fn fraction(text: &str) -> Option<Points> {
    let (over, under) = text.split_once('/').unwrap_or((text, "1"));
    let (over, under): (u16, u16) = (over.parse().ok()?, under.parse().ok()?);
    let sixths = 6_u16.checked_div(under)?.checked_mul(over)?;
    Some(Points::from_sixths(sixths))
}
