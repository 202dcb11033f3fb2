//! Words for proposals, clocks and seats: those that came with version 3 of records, and aborting.

use super::{
    escaping::escaped,
    naming::Naming,
    word::{RecordWord, Values, army, letter, read_reason},
};
use crate::{
    computer::Level,
    matchplay::{Event, Extension, Moment, Motion, NewPlayer},
    rules::Color,
};

/// Words that are about no army and say nothing else.
const PAUSED: &str = "paused";
const RESUMED: &str = "resumed";
/// The word for moves that were taken back, which is about no army.
const TAKEN_BACK: &str = "taken-back";

/// The endings of the word for a proposal: what became of it.
const OFFERED: &str = "-offered";
const AGREED: &str = "-agreed";
const DECLINED: &str = "-declined";
const LAPSED: &str = "-lapsed";

/// Returns the word for an event about a proposal, a clock or a seat; `None` for others.
pub(super) fn word(event: &Event, naming: &impl Naming) -> Option<RecordWord> {
    let plain = |name, army: Color| Some(RecordWord::new(name, army, Values::default()));
    let with = |name, army: Color, values| Some(RecordWord::new(name, army, values));
    let who = |person| Values {
        who: Some(naming.name(person)),
        ..Values::default()
    };
    match event {
        Event::Proposed { by, motion } => Some(of_motion(OFFERED, *by, *motion, naming)),
        Event::Agreed { by, motion } => Some(of_motion(AGREED, *by, *motion, naming)),
        Event::Declined { by, motion } => Some(of_motion(DECLINED, *by, *motion, naming)),
        Event::Lapsed { by, motion } => Some(of_motion(LAPSED, *by, *motion, naming)),
        Event::SubstituteAnswered {
            seat,
            person,
            agrees,
        } => {
            let name = if *agrees {
                "substitute-ready"
            } else {
                "substitute-unready"
            };
            with(name, *seat, who(*person))
        }
        Event::TookOver { seat, taker } => {
            let values = match taker {
                NewPlayer::Person(person) => who(*person),
                NewPlayer::Computer(level) => Values {
                    level: Some(level.to_string()),
                    ..Values::default()
                },
            };
            with("took-over", *seat, values)
        }
        Event::Gone { seat, person } => with("gone", *seat, who(*person)),
        Event::Freed {
            seat,
            person,
            reason,
        } => {
            let values = Values {
                why: Some(escaped(reason, &[' ', ','])),
                ..who(*person)
            };
            with("freed", *seat, values)
        }
        Event::DeadlinePassed { color, .. } => plain("deadline-passed", *color),
        Event::Extended { color, why, .. } => {
            let by = match why {
                Extension::Granted(by) => letter(*by),
                Extension::Downtime => None,
            };
            let values = Values {
                by,
                ..Values::default()
            };
            with("extended", *color, values)
        }
        Event::Paused => Some(RecordWord::bare(PAUSED)),
        Event::Resumed => Some(RecordWord::bare(RESUMED)),
        Event::TakenBack { to_ply } => Some(RecordWord {
            values: Values {
                to: Some(to_ply.to_string()),
                ..Values::default()
            },
            ..RecordWord::bare(TAKEN_BACK)
        }),
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
        // The people reminded, and the time of it, are no part of play.
        | Event::Reminded { .. }
        | Event::OutOfTime { .. }
        | Event::CalledOff
        | Event::Aborted { .. }
        | Event::Ended(_) => None,
    }
}

fn of_motion(end: &str, by: Color, motion: Motion, naming: &impl Naming) -> RecordWord {
    let (name, values) = match motion {
        Motion::Abort => ("abort", Values::default()),
        Motion::Pause => ("pause", Values::default()),
        Motion::Resume => ("resume", Values::default()),
        Motion::Takeback { to_ply } => (
            "takeback",
            Values {
                to: Some(to_ply.to_string()),
                ..Values::default()
            },
        ),
        Motion::Substitute { seat, person } => (
            "substitute",
            Values {
                seat: letter(seat),
                who: Some(naming.name(person)),
                ..Values::default()
            },
        ),
        Motion::Computer { seat, level } => (
            "computer",
            Values {
                seat: letter(seat),
                level: Some(level.to_string()),
                ..Values::default()
            },
        ),
        Motion::PutOut { seat } => (
            "put-out",
            Values {
                seat: letter(seat),
                ..Values::default()
            },
        ),
    };
    RecordWord::new(&format!("{name}{end}"), by, values)
}

/// Returns the event that is written with a word about no army, if it is about a clock or moves.
pub(super) fn event_of_none(word: &RecordWord) -> Option<Event> {
    match word.name.as_str() {
        PAUSED => Some(Event::Paused),
        RESUMED => Some(Event::Resumed),
        TAKEN_BACK => Some(Event::TakenBack {
            to_ply: word.values.to.as_deref()?.parse().ok()?,
        }),
        _ => None,
    }
}

/// Returns the event that is written with a word about this army, if it is about a proposal, a
/// clock or a seat.
pub(super) fn event(word: &RecordWord, by: Color, naming: &mut impl Naming) -> Option<Event> {
    let values = &word.values;
    let mut who = || naming.person(values.who.as_deref()?);
    let seat = by;
    match word.name.as_str() {
        "substitute-ready" | "substitute-unready" => Some(Event::SubstituteAnswered {
            seat,
            person: who()?,
            agrees: word.name == "substitute-ready",
        }),
        "took-over" => Some(Event::TookOver {
            seat,
            taker: match &values.level {
                Some(level) => NewPlayer::Computer(read_level(level)?),
                None => NewPlayer::Person(who()?),
            },
        }),
        "gone" => Some(Event::Gone {
            seat,
            person: who()?,
        }),
        "freed" => {
            let reason = read_reason(values.why.as_deref()?)?;
            Some(Event::Freed {
                seat,
                person: who()?,
                reason,
            })
        }
        "deadline-passed" => Some(Event::DeadlinePassed {
            color: by,
            closes: Moment(0),
        }),
        "extended" => Some(Event::Extended {
            color: by,
            until: Moment(0),
            why: match &values.by {
                Some(by) => Extension::Granted(army(by)?),
                None => Extension::Downtime,
            },
        }),
        name => {
            let (name, end) = name.split_at_checked(name.rfind('-')?)?;
            let motion = motion(name, values, naming)?;
            match end {
                OFFERED => Some(Event::Proposed { by, motion }),
                AGREED => Some(Event::Agreed { by, motion }),
                DECLINED => Some(Event::Declined { by, motion }),
                LAPSED => Some(Event::Lapsed { by, motion }),
                _ => None,
            }
        }
    }
}

fn motion(name: &str, values: &Values, naming: &mut impl Naming) -> Option<Motion> {
    let seat = || army(values.seat.as_deref()?);
    match name {
        "abort" => Some(Motion::Abort),
        "pause" => Some(Motion::Pause),
        "resume" => Some(Motion::Resume),
        "takeback" => Some(Motion::Takeback {
            to_ply: values.to.as_deref()?.parse().ok()?,
        }),
        "substitute" => Some(Motion::Substitute {
            seat: seat()?,
            person: naming.person(values.who.as_deref()?)?,
        }),
        "computer" => Some(Motion::Computer {
            seat: seat()?,
            level: read_level(values.level.as_deref()?)?,
        }),
        "put-out" => Some(Motion::PutOut { seat: seat()? }),
        _ => None,
    }
}

fn read_level(text: &str) -> Option<Level> {
    Level::new(text.parse().ok()?)
}
