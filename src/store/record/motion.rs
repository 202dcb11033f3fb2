//! The stored form of proposals.

use serde::{Deserialize, Serialize};

use super::text::Text;
use crate::{
    computer::Level,
    matchplay::{Motion, Person},
    rules::Color,
};

/// A proposal as it is stored. Aborting the match came first and has kinds of events of its own.
#[derive(Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum StoredMotion {
    Pause {},
    Resume {},
    Takeback {
        ply: u32,
    },
    Substitute {
        color: Text<Color>,
        person: Text<Person>,
    },
    Computer {
        color: Text<Color>,
        level: Text<Level>,
    },
    PutOut {
        color: Text<Color>,
    },
}

impl StoredMotion {
    /// Returns the stored form; `None` for a proposal to abort the match.
    pub(super) fn of(motion: &Motion) -> Option<StoredMotion> {
        Some(match motion {
            Motion::Abort => return None,
            Motion::Pause => StoredMotion::Pause {},
            Motion::Resume => StoredMotion::Resume {},
            Motion::Takeback { to_ply } => StoredMotion::Takeback { ply: *to_ply },
            Motion::Substitute { seat, person } => StoredMotion::Substitute {
                color: Text(*seat),
                person: Text(*person),
            },
            Motion::Computer { seat, level } => StoredMotion::Computer {
                color: Text(*seat),
                level: Text(*level),
            },
            Motion::PutOut { seat } => StoredMotion::PutOut { color: Text(*seat) },
        })
    }
}

impl From<StoredMotion> for Motion {
    fn from(stored: StoredMotion) -> Motion {
        match stored {
            StoredMotion::Pause {} => Motion::Pause,
            StoredMotion::Resume {} => Motion::Resume,
            StoredMotion::Takeback { ply } => Motion::Takeback { to_ply: ply },
            StoredMotion::Substitute { color, person } => Motion::Substitute {
                seat: color.0,
                person: person.0,
            },
            StoredMotion::Computer { color, level } => Motion::Computer {
                seat: color.0,
                level: level.0,
            },
            StoredMotion::PutOut { color } => Motion::PutOut { seat: color.0 },
        }
    }
}
