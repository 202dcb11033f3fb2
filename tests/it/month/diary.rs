//! The diary of the simulation, which the judge compares with what was stored.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use fake_discord::Snowflake;
use rondel::{matchplay::Moment, store::preferences::Reminders};

use super::plan::Cause;

/// Everything that the simulation has seen.
#[derive(Debug, Default)]
pub(super) struct Diary {
    /// The times at which the bot was away, in order.
    pub(super) absences: Vec<Away>,
    /// The requests of people, with their answers.
    pub(super) asked: Vec<Asked>,
    /// The preferences that people set, in order: only those that the bot has confirmed.
    pub(super) preferences: Vec<Prefers>,
    /// The comings and goings of people in servers, in order.
    pub(super) memberships: Vec<Membership>,
    /// The number of pings at each moment, in order.
    pub(super) pings: Arc<Mutex<Vec<(usize, Moment)>>>,
    /// The moments at which the gateway broke off briefly. Where it had long been silent, the bot
    /// cannot know that it was brief.
    pub(super) breaks: Vec<Moment>,
    /// The times in which nobody could play though the bot had not ended, in order.
    pub(super) gaps: Vec<Gap>,
    /// The number of searches for a match in a channel that the person does not see.
    pub(super) looks: usize,
    /// The findings of those searches.
    pub(super) sights: Vec<String>,
}

/// A time in which the bot was away.
#[derive(Clone, Copy, Debug)]
pub(super) struct Away {
    pub(super) from: Moment,
    pub(super) until: Moment,
    /// True if it was killed.
    pub(super) killed: bool,
}

/// A time in which nobody could play.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    pub(super) cause: Cause,
    pub(super) from: Moment,
    pub(super) until: Moment,
}

/// A request of a person.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) interaction: Snowflake,
    pub(super) person: usize,
    pub(super) command: &'static str,
    pub(super) at: Moment,
    /// True if it was asked where the match is played.
    pub(super) here: bool,
    /// True if the bot was killed before the answer was there.
    pub(super) lost: bool,
    pub(super) outcome: Outcome,
    /// The time that the answer took, in real time.
    pub(super) took: Duration,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Answered to everybody.
    Public(String),
    /// Answered to the asker alone.
    Private(String),
    /// Not answered at all.
    Unanswered,
}

/// A preference that somebody has from then on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prefers {
    pub(super) at: Moment,
    pub(super) person: usize,
    pub(super) reminders: Reminders,
    pub(super) direct: bool,
}

/// Somebody's coming to a server, or leaving it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Membership {
    pub(super) at: Moment,
    pub(super) person: usize,
    pub(super) server: usize,
    pub(super) there: bool,
}

impl Gap {
    /// Returns true if people of a server could not play in it.
    fn concerns(&self, server: Option<usize>) -> bool {
        match self.cause {
            Cause::Server(number) => server == Some(number),
            Cause::Discord | Cause::Frozen => true,
        }
    }
}

impl Diary {
    /// Returns true if the bot was killed within this time, and was away then.
    pub(super) fn was_killed(&self, from: Moment, until: Moment) -> bool {
        let mut killed = self.absences.iter().filter(|away| away.killed);
        killed.any(|away| from <= away.until && away.from <= until)
    }

    /// Returns the moment since which people of a server could play at this moment.
    pub(super) fn there_since(&self, server: Option<usize>, at: Moment, start: Moment) -> Moment {
        let back = self.absences.iter().map(|away| away.until);
        let gaps = self.gaps.iter().filter(|gap| gap.concerns(server));
        let gaps = gaps.map(|gap| gap.until);
        let past = back.chain(gaps).filter(|until| *until <= at);
        past.max().unwrap_or(start)
    }

    /// Returns the moments since which the bot may believe that they could, though it was earlier.
    pub(super) fn doubted_since(&self, at: Moment, since: Moment) -> Vec<Moment> {
        let breaks = self.breaks.iter().copied();
        breaks.filter(|then| since < *then && *then <= at).collect()
    }

    /// Returns the gap of a server in the middle of which this moment lies.
    pub(super) fn gap_at(&self, server: Option<usize>, at: Moment) -> Option<&Gap> {
        let mut gaps = self.gaps.iter().filter(|gap| gap.concerns(server));
        gaps.find(|gap| gap.from < at && at < gap.until)
    }

    /// Returns the first moment from this one on at which the people of a server can be told something:
    /// the end of an outage that began before it could be said.
    pub(super) fn can_be_told(&self, server: Option<usize>, at: Moment, within: i64) -> Moment {
        let away = self.absences.iter().map(|away| (away.from, away.until));
        let gaps = self.gaps.iter().filter(|gap| gap.concerns(server));
        let gaps = gaps.map(|gap| (gap.from, gap.until));
        let mut outages: Vec<_> = away.chain(gaps).collect();
        outages.sort_unstable();
        outages.into_iter().fold(at, |can, (from, until)| {
            let stops = from <= can.plus(within) && can < until;
            if stops { until } else { can }
        })
    }

    /// Returns the latest moment at which a ping was not there yet.
    pub(super) fn ping_missed(&self, number: usize) -> Moment {
        let pings = self.pings.lock().expect("no panic");
        let after = pings.partition_point(|(count, _)| *count <= number);
        let before = after.checked_sub(1).and_then(|at| pings.get(at));
        before.map_or(Moment(0), |(_, at)| *at)
    }

    /// Returns the latest moment at which a ping was seen.
    pub(super) fn ping_seen(&self, number: usize) -> Moment {
        let pings = self.pings.lock().expect("no panic");
        let after = pings.partition_point(|(count, _)| *count <= number);
        pings.get(after).map_or(Moment(i64::MAX), |(_, at)| *at)
    }

    /// Returns the preference of a person at a moment; `None` before they set anything.
    fn preferred(&self, person: usize, at: Moment) -> Option<&Prefers> {
        let mut own = self.preferences.iter();
        own.rfind(|prefers| prefers.person == person && prefers.at <= at)
    }

    /// Returns the preference that a person had all the time between two moments; `None` if it
    /// changed.
    pub(super) fn preferred_between(
        &self,
        person: usize,
        from: Moment,
        until: Moment,
    ) -> Option<(Reminders, bool)> {
        let changed = |prefers: &&Prefers| {
            prefers.person == person && from <= prefers.at && prefers.at <= until
        };
        if self.preferences.iter().any(|prefers| changed(&prefers)) {
            return None;
        }
        let preferred = self.preferred(person, from);
        Some(preferred.map_or((Reminders::Once, false), |preferred| {
            (preferred.reminders, preferred.direct)
        }))
    }

    /// Returns whether a person was in a server all the time between two moments; `None` if they
    /// came or left in between.
    pub(super) fn was_member(
        &self,
        person: usize,
        server: usize,
        from: Moment,
        until: Moment,
    ) -> Option<bool> {
        let own =
            |membership: &&Membership| membership.person == person && membership.server == server;
        let mut all = self.memberships.iter().filter(own);
        if all.any(|membership| from <= membership.at && membership.at <= until) {
            return None;
        }
        let before = self.memberships.iter().filter(own);
        let last = before.rev().find(|membership| membership.at <= from);
        Some(last.is_none_or(|membership| membership.there))
    }
}
