//! What bounds the search of an engine, as `go` says it (interfaces §10).

use std::{fmt, str::FromStr, time::Duration};

use crate::computer::Bounds;

/// What bounds a search; displays as the words of `go` after a space, and is read from them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// The bounds that do not depend on the machine's speed.
    pub bounds: Bounds,
    /// The time for one move.
    pub time: Option<Duration>,
}

impl SearchLimits {
    /// Sets the bound of this name: `nodes`, `depth` or `movetime`. Returns `None` if there is no such
    /// bound or the value is no whole number from 1 on.
    pub fn set(&mut self, name: &str, value: &str) -> Option<()> {
        let number = value.parse::<u64>().ok().filter(|number| *number > 0)?;
        match name {
            "nodes" => self.bounds.seen = Some(number),
            "depth" => self.bounds.plies = Some(u32::try_from(number).unwrap_or(u32::MAX)),
            "movetime" => self.time = Some(Duration::from_millis(number)),
            _ => return None,
        }
        Some(())
    }
}

/// The words of `go` are not bounds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:.20?} is none of nodes, depth, movetime with a whole number from 1 on")]
pub struct ParseLimitsError(String);

impl FromStr for SearchLimits {
    type Err = ParseLimitsError;

    fn from_str(text: &str) -> Result<SearchLimits, ParseLimitsError> {
        let mut limits = SearchLimits::default();
        let mut words = text.split_whitespace();
        while let Some(name) = words.next() {
            let set = limits.set(name, words.next().unwrap_or_default());
            set.ok_or_else(|| ParseLimitsError(name.to_owned()))?;
        }
        Ok(limits)
    }
}

impl fmt::Display for SearchLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(nodes) = self.bounds.seen {
            write!(f, " nodes {nodes}")?;
        }
        if let Some(depth) = self.bounds.plies {
            write!(f, " depth {depth}")?;
        }
        if let Some(time) = self.time {
            write!(f, " movetime {}", time.as_millis())?;
        }
        Ok(())
    }
}
