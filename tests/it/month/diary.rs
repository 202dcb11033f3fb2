//! What the simulation itself has seen, for the judge to hold what was stored against.

use std::time::Duration;

use fake_discord::Snowflake;
use rondel::{matchplay::Moment, store::preferences::Reminders};

use super::plan::Cause;

/// What the simulation has seen.
#[derive(Debug, Default)]
pub(super) struct Diary {
    /// When the bot went and came, in order.
    pub(super) absences: Vec<Away>,
    /// What people asked, and what became of it.
    pub(super) asked: Vec<Asked>,
    /// What people have come to prefer, in order: only what the bot has confirmed.
    pub(super) preferences: Vec<Prefers>,
    /// Who was in which server when, in order.
    pub(super) memberships: Vec<Membership>,
    /// By when how many pings there had been, in order.
    pub(super) pings: Vec<(usize, Moment)>,
    /// When the gateway broke off for a moment. Where it had long been silent, the bot cannot know
    /// that it was for a moment.
    pub(super) breaks: Vec<Moment>,
    /// When nobody could play though the bot had not ended, in order.
    pub(super) gaps: Vec<Gap>,
    /// How often somebody looked for a match whose channel they do not see.
    pub(super) looks: usize,
    /// What they found.
    pub(super) sights: Vec<String>,
}

/// The bot was away.
#[derive(Clone, Copy, Debug)]
pub(super) struct Away {
    pub(super) from: Moment,
    pub(super) until: Moment,
    /// It was killed.
    pub(super) killed: bool,
}

/// Nobody could play for a while.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    pub(super) cause: Cause,
    pub(super) from: Moment,
    pub(super) until: Moment,
}

/// Somebody has asked something.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) interaction: Snowflake,
    pub(super) person: usize,
    pub(super) command: &'static str,
    pub(super) at: Moment,
    /// It was asked where the match is played.
    pub(super) here: bool,
    /// The bot was killed before the answer was there.
    pub(super) lost: bool,
    pub(super) outcome: Outcome,
    /// How long the answer took, in real time.
    pub(super) took: Duration,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Answered to everybody.
    Public(String),
    /// Answered to whoever asked.
    Private(String),
    /// Not answered.
    Unanswered,
}

/// Somebody prefers something from then on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prefers {
    pub(super) at: Moment,
    pub(super) person: usize,
    pub(super) reminders: Reminders,
    pub(super) direct: bool,
}

/// Somebody came to a server, or left it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Membership {
    pub(super) at: Moment,
    pub(super) person: usize,
    pub(super) server: usize,
    pub(super) there: bool,
}

impl Diary {
    /// Since when people could play at this moment.
    pub(super) fn there_since(&self, at: Moment, start: Moment) -> Moment {
        let back = self.absences.iter().map(|away| away.until);
        let gaps = self.gaps.iter().map(|gap| gap.until);
        let past = back.chain(gaps).filter(|until| *until <= at);
        past.max().unwrap_or(start)
    }

    /// When the bot may have thought so, though they could play before.
    pub(super) fn doubted_since(&self, at: Moment, since: Moment) -> Vec<Moment> {
        let breaks = self.breaks.iter().copied();
        breaks.filter(|then| since < *then && *then <= at).collect()
    }

    /// The gap in the midst of which this moment lies.
    pub(super) fn gap_at(&self, at: Moment) -> Option<&Gap> {
        let mut gaps = self.gaps.iter();
        gaps.find(|gap| gap.from < at && at < gap.until)
    }

    /// When a ping was seen, at the latest.
    pub(super) fn ping_seen(&self, number: usize) -> Moment {
        let after = self.pings.partition_point(|(count, _)| *count <= number);
        self.pings
            .get(after)
            .map_or(Moment(i64::MAX), |(_, at)| *at)
    }

    /// What somebody preferred at a moment, and since when; `None` before they said anything.
    fn preferred(&self, person: usize, at: Moment) -> Option<&Prefers> {
        let mut own = self.preferences.iter();
        own.rfind(|prefers| prefers.person == person && prefers.at <= at)
    }

    /// What somebody preferred all the time between two moments; `None` where that has changed.
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

    /// Whether somebody was in a server all the time between two moments, or never; `None` where
    /// they came or left meanwhile.
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
