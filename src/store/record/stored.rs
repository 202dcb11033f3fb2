//! Events as they are stored, and domain events from and to them.

use serde::{Deserialize, Serialize};

use super::text::Text;
use crate::{
    matchplay::{Event, Person, Place},
    rules::{ArmyOut, ByColor, Color, Colors, Draw, Ending, Exit, Move, Over, Points},
};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Payload {
    pub(super) v: u64,
    pub(super) at: i64,
    pub(super) event: StoredEvent,
}

/// As much of a payload as every version has.
#[derive(Deserialize)]
pub(super) struct Version {
    pub(super) v: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum StoredEvent {
    Opened {
        ruleset: String,
        opener: Text<Person>,
        place: Text<Place>,
    },
    Invited {
        color: Text<Color>,
        person: Text<Person>,
    },
    Joined {
        color: Text<Color>,
        person: Text<Person>,
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
    Ended {
        how: Text<Ending>,
        sixths: Sixths,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sixths {
    w: u16,
    g: u16,
    b: u16,
}

impl From<&Event> for StoredEvent {
    fn from(event: &Event) -> StoredEvent {
        match event {
            Event::Opened {
                ruleset,
                opener,
                place,
            } => StoredEvent::Opened {
                ruleset: ruleset.clone(),
                opener: Text(*opener),
                place: Text(place.clone()),
            },
            Event::Invited { seat, person } => StoredEvent::Invited {
                color: Text(*seat),
                person: Text(*person),
            },
            Event::Joined { seat, person } => StoredEvent::Joined {
                color: Text(*seat),
                person: Text(*person),
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
            Event::WentOut(out) => StoredEvent::WentOut {
                color: Text(out.color),
                how: Text(out.exit),
                checkers: Text(out.checkers),
                by: out.by.map(Text),
            },
            Event::DrawOffered { by } => StoredEvent::DrawOffered { by: Text(*by) },
            Event::DrawAgreed { by } => StoredEvent::DrawAgreed { by: Text(*by) },
            Event::DrawDeclined { by } => StoredEvent::DrawDeclined { by: Text(*by) },
            Event::DrawWithdrawn { by } => StoredEvent::DrawWithdrawn { by: Text(*by) },
            Event::DrawClaimed { by, draw } => StoredEvent::DrawClaimed {
                by: Text(*by),
                how: Text(*draw),
            },
            Event::AbortOffered { by } => StoredEvent::AbortOffered { by: Text(*by) },
            Event::AbortAgreed { by } => StoredEvent::AbortAgreed { by: Text(*by) },
            Event::AbortDeclined { by } => StoredEvent::AbortDeclined { by: Text(*by) },
            Event::AbortLapsed { by } => StoredEvent::AbortLapsed { by: Text(*by) },
            Event::Ended(over) => StoredEvent::Ended {
                how: Text(over.ending),
                sixths: Sixths {
                    w: over.points.white.sixths(),
                    g: over.points.gray.sixths(),
                    b: over.points.black.sixths(),
                },
            },
        }
    }
}

impl From<StoredEvent> for Event {
    fn from(stored: StoredEvent) -> Event {
        match stored {
            StoredEvent::Opened {
                ruleset,
                opener,
                place,
            } => Event::Opened {
                ruleset,
                opener: opener.0,
                place: place.0,
            },
            StoredEvent::Invited { color, person } => Event::Invited {
                seat: color.0,
                person: person.0,
            },
            StoredEvent::Joined { color, person } => Event::Joined {
                seat: color.0,
                person: person.0,
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
            } => Event::WentOut(ArmyOut {
                color: color.0,
                exit: how.0,
                checkers: checkers.0,
                by: by.map(|by| by.0),
            }),
            StoredEvent::DrawOffered { by } => Event::DrawOffered { by: by.0 },
            StoredEvent::DrawAgreed { by } => Event::DrawAgreed { by: by.0 },
            StoredEvent::DrawDeclined { by } => Event::DrawDeclined { by: by.0 },
            StoredEvent::DrawWithdrawn { by } => Event::DrawWithdrawn { by: by.0 },
            StoredEvent::DrawClaimed { by, how } => Event::DrawClaimed {
                by: by.0,
                draw: how.0,
            },
            StoredEvent::AbortOffered { by } => Event::AbortOffered { by: by.0 },
            StoredEvent::AbortAgreed { by } => Event::AbortAgreed { by: by.0 },
            StoredEvent::AbortDeclined { by } => Event::AbortDeclined { by: by.0 },
            StoredEvent::AbortLapsed { by } => Event::AbortLapsed { by: by.0 },
            StoredEvent::Ended { how, sixths } => Event::Ended(Over {
                ending: how.0,
                points: ByColor {
                    white: Points::from_sixths(sixths.w),
                    gray: Points::from_sixths(sixths.g),
                    black: Points::from_sixths(sixths.b),
                },
            }),
        }
    }
}
