//! The stored form of events, and the way from and to it.

use serde::{Deserialize, Serialize};

use super::{
    hash::{Hash, hash},
    motion::StoredMotion,
    text::Text,
};
use crate::{
    computer::Level,
    matchplay::{
        Event, Extension, Imported, MatchId, Moment, Motion, NewPlayer, Person, Place, TimeLimit,
    },
    rules::{
        ByColor, Color, Colors, Draw, Elimination, Ending, Exit, Move, Outcome, Points, Ruleset,
        Statement,
    },
};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Payload {
    pub(super) v: u64,
    pub(super) at: i64,
    pub(super) event: StoredEvent,
}

/// The part of a payload that every version has.
#[derive(Deserialize)]
pub(super) struct PayloadVersion {
    pub(super) v: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum StoredEvent {
    Opened {
        ruleset: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        options: Option<Text<Ruleset>>,
        /// The hash of the options as text, which shows whether they were changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        digest: Option<Text<Hash>>,
        opener: Text<Person>,
        place: Text<Place>,
        /// Left out where the match is rated, as all were before there were others.
        #[serde(default = "yes", skip_serializing_if = "is_yes")]
        rated: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time: Option<Text<TimeLimit>>,
    },
    Imported {
        from: Text<MatchId>,
        place: Text<Place>,
        began: i64,
        ended: i64,
    },
    MadePrivate {},
    Invited {
        color: Text<Color>,
        person: Text<Person>,
    },
    Joined {
        color: Text<Color>,
        person: Text<Person>,
    },
    Seated {
        color: Text<Color>,
        level: Text<Level>,
    },
    Left {
        color: Text<Color>,
        person: Text<Person>,
    },
    Closed {},
    Expired {},
    Started {},
    Housed {
        place: Text<Place>,
    },
    Moved {
        color: Text<Color>,
        #[serde(rename = "move")]
        mv: Text<Move>,
    },
    WentOut {
        color: Text<Color>,
        how: Text<Exit>,
        checkers: Text<Colors>,
        by: Option<Text<Color>>,
        /// The points that others earned by it, in sixths; left out if nobody did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sixths: Option<Sixths>,
    },
    DrawOffered {
        by: Text<Color>,
    },
    DrawAgreed {
        by: Text<Color>,
    },
    DrawDeclined {
        by: Text<Color>,
    },
    DrawWithdrawn {
        by: Text<Color>,
    },
    DrawClaimed {
        by: Text<Color>,
        how: Text<Draw>,
    },
    ResignationOffered {
        by: Text<Color>,
        winner: Text<Color>,
    },
    ResignationAccepted {
        by: Text<Color>,
    },
    ResignationDeclined {
        by: Text<Color>,
    },
    ResignationWithdrawn {
        by: Text<Color>,
    },
    PactOffered {
        by: Text<Color>,
        with: Text<Color>,
    },
    PactAgreed {
        by: Text<Color>,
        with: Text<Color>,
    },
    PactRevoked {
        by: Text<Color>,
        with: Text<Color>,
    },
    OutOfTime {
        color: Text<Color>,
    },
    AbortOffered {
        by: Text<Color>,
    },
    AbortAgreed {
        by: Text<Color>,
    },
    AbortDeclined {
        by: Text<Color>,
    },
    AbortLapsed {
        by: Text<Color>,
    },
    CalledOff {},
    Aborted {
        reason: String,
    },
    DeadlinePassed {
        color: Text<Color>,
        closes: i64,
    },
    Extended {
        color: Text<Color>,
        until: i64,
        /// The army that granted it; left out if nobody did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Text<Color>>,
    },
    Reminded {
        color: Text<Color>,
    },
    Paused {},
    Resumed {},
    TakenBack {
        ply: u32,
    },
    Proposed {
        by: Text<Color>,
        motion: StoredMotion,
    },
    Agreed {
        by: Text<Color>,
        motion: StoredMotion,
    },
    Declined {
        by: Text<Color>,
        motion: StoredMotion,
    },
    Lapsed {
        by: Text<Color>,
        motion: StoredMotion,
    },
    SubstituteAnswered {
        color: Text<Color>,
        person: Text<Person>,
        agrees: bool,
    },
    TookOver {
        color: Text<Color>,
        taker: StoredTaker,
    },
    Gone {
        color: Text<Color>,
        person: Text<Person>,
    },
    Freed {
        color: Text<Color>,
        person: Text<Person>,
        reason: String,
    },
    Ended {
        how: Text<Ending>,
        sixths: Sixths,
    },
}

const fn yes() -> bool {
    true
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_yes(yes: &bool) -> bool {
    *yes
}

/// The one who plays on in a seat.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum StoredTaker {
    Person(Text<Person>),
    Level(Text<Level>),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sixths {
    w: u16,
    g: u16,
    b: u16,
}

impl Sixths {
    fn of(points: &ByColor<Points>) -> Sixths {
        Sixths {
            w: points.white.sixths(),
            g: points.gray.sixths(),
            b: points.black.sixths(),
        }
    }
}

impl From<Sixths> for ByColor<Points> {
    fn from(sixths: Sixths) -> ByColor<Points> {
        ByColor {
            white: Points::from_sixths(sixths.w),
            gray: Points::from_sixths(sixths.g),
            black: Points::from_sixths(sixths.b),
        }
    }
}

impl StoredEvent {
    /// Returns the event of an army that has said something: a kind for each thing said.
    fn of_said(by: Color, said: Statement) -> StoredEvent {
        let by = Text(by);
        match said {
            Statement::DrawOffered => StoredEvent::DrawOffered { by },
            Statement::DrawAgreed => StoredEvent::DrawAgreed { by },
            Statement::DrawDeclined => StoredEvent::DrawDeclined { by },
            Statement::DrawWithdrawn => StoredEvent::DrawWithdrawn { by },
            Statement::ResignationOffered(winner) => StoredEvent::ResignationOffered {
                by,
                winner: Text(winner),
            },
            Statement::ResignationAccepted => StoredEvent::ResignationAccepted { by },
            Statement::ResignationDeclined => StoredEvent::ResignationDeclined { by },
            Statement::ResignationWithdrawn => StoredEvent::ResignationWithdrawn { by },
            Statement::PactOffered(with) => StoredEvent::PactOffered {
                by,
                with: Text(with),
            },
            Statement::PactAgreed(with) => StoredEvent::PactAgreed {
                by,
                with: Text(with),
            },
            Statement::PactRevoked(with) => StoredEvent::PactRevoked {
                by,
                with: Text(with),
            },
        }
    }
}

impl From<&Event> for StoredEvent {
    fn from(event: &Event) -> StoredEvent {
        match event {
            Event::Opened {
                ruleset,
                options,
                opener,
                place,
                rated,
                time,
            } => StoredEvent::Opened {
                ruleset: ruleset.clone(),
                options: options.map(Text),
                digest: options.map(|options| Text(hash(options.to_string().as_bytes()))),
                opener: Text(*opener),
                place: Text(place.clone()),
                rated: *rated,
                time: time.map(Text),
            },
            Event::Imported(imported) => StoredEvent::Imported {
                from: Text(imported.from),
                place: Text(imported.place.clone()),
                began: imported.began.0,
                ended: imported.ended.0,
            },
            Event::MadePrivate => StoredEvent::MadePrivate {},
            Event::Invited { seat, person } => StoredEvent::Invited {
                color: Text(*seat),
                person: Text(*person),
            },
            Event::Joined { seat, person } => StoredEvent::Joined {
                color: Text(*seat),
                person: Text(*person),
            },
            Event::Seated { seat, level } => StoredEvent::Seated {
                color: Text(*seat),
                level: Text(*level),
            },
            Event::Left { seat, person } => StoredEvent::Left {
                color: Text(*seat),
                person: Text(*person),
            },
            Event::Closed => StoredEvent::Closed {},
            Event::Expired => StoredEvent::Expired {},
            Event::Started => StoredEvent::Started {},
            Event::Housed { place } => StoredEvent::Housed {
                place: Text(place.clone()),
            },
            Event::Moved { color, mv } => StoredEvent::Moved {
                color: Text(*color),
                mv: Text(*mv),
            },
            Event::Eliminated(out) => StoredEvent::WentOut {
                color: Text(out.color),
                how: Text(out.exit),
                checkers: Text(out.checkers),
                by: out.by.map(Text),
                sixths: (out.points != ByColor::default()).then(|| Sixths::of(&out.points)),
            },
            Event::Said { by, said } => StoredEvent::of_said(*by, *said),
            Event::DrawClaimed { by, draw } => StoredEvent::DrawClaimed {
                by: Text(*by),
                how: Text(*draw),
            },
            Event::OutOfTime { color } => StoredEvent::OutOfTime {
                color: Text(*color),
            },
            Event::DeadlinePassed { color, closes } => StoredEvent::DeadlinePassed {
                color: Text(*color),
                closes: closes.0,
            },
            Event::Extended { color, until, why } => StoredEvent::Extended {
                color: Text(*color),
                until: until.0,
                by: match why {
                    Extension::Granted(by) => Some(Text(*by)),
                    Extension::Downtime => None,
                },
            },
            Event::Reminded { color } => StoredEvent::Reminded {
                color: Text(*color),
            },
            Event::Paused => StoredEvent::Paused {},
            Event::Resumed => StoredEvent::Resumed {},
            Event::TakenBack { to_ply } => StoredEvent::TakenBack { ply: *to_ply },
            Event::Proposed { by, motion } => {
                let by = Text(*by);
                match StoredMotion::of(motion) {
                    Some(motion) => StoredEvent::Proposed { by, motion },
                    None => StoredEvent::AbortOffered { by },
                }
            }
            Event::Agreed { by, motion } => {
                let by = Text(*by);
                match StoredMotion::of(motion) {
                    Some(motion) => StoredEvent::Agreed { by, motion },
                    None => StoredEvent::AbortAgreed { by },
                }
            }
            Event::Declined { by, motion } => {
                let by = Text(*by);
                match StoredMotion::of(motion) {
                    Some(motion) => StoredEvent::Declined { by, motion },
                    None => StoredEvent::AbortDeclined { by },
                }
            }
            Event::Lapsed { by, motion } => {
                let by = Text(*by);
                match StoredMotion::of(motion) {
                    Some(motion) => StoredEvent::Lapsed { by, motion },
                    None => StoredEvent::AbortLapsed { by },
                }
            }
            Event::SubstituteAnswered {
                seat,
                person,
                agrees,
            } => StoredEvent::SubstituteAnswered {
                color: Text(*seat),
                person: Text(*person),
                agrees: *agrees,
            },
            Event::TookOver { seat, taker } => StoredEvent::TookOver {
                color: Text(*seat),
                taker: match taker {
                    NewPlayer::Person(person) => StoredTaker::Person(Text(*person)),
                    NewPlayer::Computer(level) => StoredTaker::Level(Text(*level)),
                },
            },
            Event::Gone { seat, person } => StoredEvent::Gone {
                color: Text(*seat),
                person: Text(*person),
            },
            Event::Freed {
                seat,
                person,
                reason,
            } => StoredEvent::Freed {
                color: Text(*seat),
                person: Text(*person),
                reason: reason.clone(),
            },
            Event::CalledOff => StoredEvent::CalledOff {},
            Event::Aborted { reason } => StoredEvent::Aborted {
                reason: reason.clone(),
            },
            Event::Ended(outcome) => StoredEvent::Ended {
                how: Text(outcome.ending),
                sixths: Sixths::of(&outcome.points),
            },
        }
    }
}

impl From<StoredEvent> for Event {
    fn from(stored: StoredEvent) -> Event {
        let said = |by: Text<Color>, said| Event::Said { by: by.0, said };
        let proposed = |by: Text<Color>, motion| Event::Proposed { by: by.0, motion };
        let agreed = |by: Text<Color>, motion| Event::Agreed { by: by.0, motion };
        let declined = |by: Text<Color>, motion| Event::Declined { by: by.0, motion };
        let lapsed = |by: Text<Color>, motion| Event::Lapsed { by: by.0, motion };
        match stored {
            StoredEvent::Opened {
                ruleset,
                options,
                digest: _,
                opener,
                place,
                rated,
                time,
            } => Event::Opened {
                ruleset,
                options: options.map(|options| options.0),
                opener: opener.0,
                place: place.0,
                rated,
                time: time.map(|time| time.0),
            },
            StoredEvent::Imported {
                from,
                place,
                began,
                ended,
            } => Event::Imported(Imported {
                from: from.0,
                place: place.0,
                began: Moment(began),
                ended: Moment(ended),
            }),
            StoredEvent::MadePrivate {} => Event::MadePrivate,
            StoredEvent::Invited { color, person } => Event::Invited {
                seat: color.0,
                person: person.0,
            },
            StoredEvent::Joined { color, person } => Event::Joined {
                seat: color.0,
                person: person.0,
            },
            StoredEvent::Seated { color, level } => Event::Seated {
                seat: color.0,
                level: level.0,
            },
            StoredEvent::Left { color, person } => Event::Left {
                seat: color.0,
                person: person.0,
            },
            StoredEvent::Closed {} => Event::Closed,
            StoredEvent::Expired {} => Event::Expired,
            StoredEvent::Started {} => Event::Started,
            StoredEvent::Housed { place } => Event::Housed { place: place.0 },
            StoredEvent::Moved { color, mv } => Event::Moved {
                color: color.0,
                mv: mv.0,
            },
            StoredEvent::WentOut {
                color,
                how,
                checkers,
                by,
                sixths,
            } => Event::Eliminated(Elimination {
                color: color.0,
                exit: how.0,
                checkers: checkers.0,
                by: by.map(|by| by.0),
                points: sixths.map(ByColor::from).unwrap_or_default(),
            }),
            StoredEvent::DrawOffered { by } => said(by, Statement::DrawOffered),
            StoredEvent::DrawAgreed { by } => said(by, Statement::DrawAgreed),
            StoredEvent::DrawDeclined { by } => said(by, Statement::DrawDeclined),
            StoredEvent::DrawWithdrawn { by } => said(by, Statement::DrawWithdrawn),
            StoredEvent::DrawClaimed { by, how } => Event::DrawClaimed {
                by: by.0,
                draw: how.0,
            },
            StoredEvent::ResignationOffered { by, winner } => {
                said(by, Statement::ResignationOffered(winner.0))
            }
            StoredEvent::ResignationAccepted { by } => said(by, Statement::ResignationAccepted),
            StoredEvent::ResignationDeclined { by } => said(by, Statement::ResignationDeclined),
            StoredEvent::ResignationWithdrawn { by } => said(by, Statement::ResignationWithdrawn),
            StoredEvent::PactOffered { by, with } => said(by, Statement::PactOffered(with.0)),
            StoredEvent::PactAgreed { by, with } => said(by, Statement::PactAgreed(with.0)),
            StoredEvent::PactRevoked { by, with } => said(by, Statement::PactRevoked(with.0)),
            StoredEvent::OutOfTime { color } => Event::OutOfTime { color: color.0 },
            StoredEvent::AbortOffered { by } => proposed(by, Motion::Abort),
            StoredEvent::AbortAgreed { by } => agreed(by, Motion::Abort),
            StoredEvent::AbortDeclined { by } => declined(by, Motion::Abort),
            StoredEvent::AbortLapsed { by } => lapsed(by, Motion::Abort),
            StoredEvent::DeadlinePassed { color, closes } => Event::DeadlinePassed {
                color: color.0,
                closes: Moment(closes),
            },
            StoredEvent::Extended { color, until, by } => Event::Extended {
                color: color.0,
                until: Moment(until),
                why: by.map_or(Extension::Downtime, |by| Extension::Granted(by.0)),
            },
            StoredEvent::Reminded { color } => Event::Reminded { color: color.0 },
            StoredEvent::Paused {} => Event::Paused,
            StoredEvent::Resumed {} => Event::Resumed,
            StoredEvent::TakenBack { ply } => Event::TakenBack { to_ply: ply },
            StoredEvent::Proposed { by, motion } => proposed(by, motion.into()),
            StoredEvent::Agreed { by, motion } => agreed(by, motion.into()),
            StoredEvent::Declined { by, motion } => declined(by, motion.into()),
            StoredEvent::Lapsed { by, motion } => lapsed(by, motion.into()),
            StoredEvent::SubstituteAnswered {
                color,
                person,
                agrees,
            } => Event::SubstituteAnswered {
                seat: color.0,
                person: person.0,
                agrees,
            },
            StoredEvent::TookOver { color, taker } => Event::TookOver {
                seat: color.0,
                taker: match taker {
                    StoredTaker::Person(person) => NewPlayer::Person(person.0),
                    StoredTaker::Level(level) => NewPlayer::Computer(level.0),
                },
            },
            StoredEvent::Gone { color, person } => Event::Gone {
                seat: color.0,
                person: person.0,
            },
            StoredEvent::Freed {
                color,
                person,
                reason,
            } => Event::Freed {
                seat: color.0,
                person: person.0,
                reason,
            },
            StoredEvent::CalledOff {} => Event::CalledOff,
            StoredEvent::Aborted { reason } => Event::Aborted { reason },
            StoredEvent::Ended { how, sixths } => Event::Ended(Outcome {
                ending: how.0,
                points: sixths.into(),
            }),
        }
    }
}
