//! Words of events: from an event to its word, and back.

use super::{
    bounds::FIRST_VERSION,
    consent,
    escaping::escaped,
    naming::Naming,
    word::{RecordWord, Values, army, letter, read_points, read_reason},
};
use crate::{
    matchplay::{Event, Motion, Person},
    rules::{
        ByColor, Color, Colors, Elimination, Ending, Exit, Outcome, Points, Statement, score_line,
    },
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
        | Event::Eliminated(_)
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

impl RecordWord {
    /// Returns the word for an event; `None` for moves, for the table and the place, and for
    /// reminders.
    pub(super) fn of(event: &Event, naming: &impl Naming) -> Option<RecordWord> {
        let plain = |name, army: Color| Some(RecordWord::new(name, army, Values::default()));
        match event {
            Event::Eliminated(out) => Some(RecordWord::new(
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
            Event::Ended(outcome) => Some(RecordWord {
                name: String::from("over"),
                army: None,
                values: Values {
                    how: Some(outcome.ending.word().to_owned()),
                    points: outcome.score(),
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

    fn of_said(by: Color, said: Statement) -> RecordWord {
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
            Statement::DrawOffered => plain("draw-offered"),
            Statement::DrawAgreed => plain("draw-agreed"),
            Statement::DrawDeclined => plain("draw-declined"),
            Statement::DrawWithdrawn => plain("draw-withdrawn"),
            Statement::ResignationOffered(winner) => RecordWord::new(
                "resignation-offered",
                by,
                Values {
                    winner: letter(winner),
                    ..Values::default()
                },
            ),
            Statement::ResignationAccepted => plain("resignation-accepted"),
            Statement::ResignationDeclined => plain("resignation-declined"),
            Statement::ResignationWithdrawn => plain("resignation-withdrawn"),
            Statement::PactOffered(other) => with("pact-offered", other),
            Statement::PactAgreed(other) => with("pact-agreed", other),
            Statement::PactRevoked(other) => with("pact-revoked", other),
        }
    }

    /// Returns the event that is written with this word and no other.
    pub(super) fn event(&self, naming: &mut impl Naming) -> Option<Event> {
        let event = match (self.name.as_str(), &self.army) {
            ("over", _) => self.outcome()?,
            (CALLED_OFF, _) => Event::CalledOff,
            (ABORTED, _) => Event::Aborted {
                reason: read_reason(self.values.why.as_deref()?)?,
            },
            (_, None) => consent::event_of_none(self)?,
            (_, Some(by)) => self.of_army(army(by)?, naming)?,
        };
        (RecordWord::of(&event, naming).as_ref() == Some(self)).then_some(event)
    }

    fn outcome(&self) -> Option<Event> {
        let how = self.values.how.as_deref()?;
        Some(Event::Ended(Outcome {
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
                Some(Event::Eliminated(Elimination {
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
            "draw-offered" => said(Statement::DrawOffered),
            "draw-agreed" => said(Statement::DrawAgreed),
            "draw-declined" => said(Statement::DrawDeclined),
            "draw-withdrawn" => said(Statement::DrawWithdrawn),
            "resignation-offered" => said(Statement::ResignationOffered(army(
                values.winner.as_deref()?,
            )?)),
            "resignation-accepted" => said(Statement::ResignationAccepted),
            "resignation-declined" => said(Statement::ResignationDeclined),
            "resignation-withdrawn" => said(Statement::ResignationWithdrawn),
            "pact-offered" => said(Statement::PactOffered(with()?)),
            "pact-agreed" => said(Statement::PactAgreed(with()?)),
            "pact-revoked" => said(Statement::PactRevoked(with()?)),
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
