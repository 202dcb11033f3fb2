//! The report: figures of the month, and the findings.

use std::{fmt::Write, time::Duration};

use super::{
    diary::Outcome,
    judge::Judge,
    plan::{Cause, HOUR, Scale},
};

/// The most findings that are written out.
const MOST: usize = 60;

impl Judge {
    pub(super) fn report(&self, scale: &Scale, took: Duration) -> String {
        let mut report = format!(
            "{} days, {} players, {} matches, seed {}: {} s\n",
            scale.days,
            scale.players,
            scale.matches,
            scale.seed,
            took.as_secs()
        );
        let away = &self.diary.absences;
        let killed = away.iter().filter(|away| away.killed).count();
        let mut line = |count: usize, what: &str| {
            writeln!(report, "{count:>7} {what}").expect("texts can be written");
        };
        line(away.len(), "restarts");
        line(killed, "of them without goodbye");
        let hours: i64 = away.iter().map(|away| away.until.0 - away.from.0).sum();
        line(
            usize::try_from(hours / HOUR).unwrap_or(0),
            "hours away in all",
        );
        line(self.diary.breaks.len(), "breaks of the gateway");
        for what in [
            "times Discord was away",
            "times one server was away",
            "times the process stood still",
        ] {
            let gaps = self.diary.gaps.iter();
            let of = |cause| match cause {
                Cause::Discord => "times Discord was away",
                Cause::Server(_) => "times one server was away",
                Cause::Frozen => "times the process stood still",
            };
            line(gaps.filter(|gap| of(gap.cause) == what).count(), what);
        }
        line(self.diary.looks, "looks for matches that are hidden");
        line(
            self.diary.memberships.len(),
            "people left a server or came back",
        );
        line(self.diary.asked.len(), "commands");
        let mut took: Vec<u128> = self
            .diary
            .asked
            .iter()
            .filter(|asked| asked.outcome != Outcome::Unanswered)
            .map(|asked| asked.took.as_millis())
            .collect();
        took.sort_unstable();
        for (part, what) in [
            (500, "ms at most took half of the answers"),
            (990, "ms at most took 99 in 100 of them"),
            (999, "ms at most took 999 in 1,000 of them"),
            (1_000, "ms took the longest one"),
        ] {
            let at = (took.len() * part).div_ceil(1_000).saturating_sub(1);
            let took = took.get(at).copied().unwrap_or_default();
            line(usize::try_from(took).unwrap_or(usize::MAX), what);
        }
        for (what, count) in &self.counts {
            line(*count, what);
        }
        line(self.findings.len(), "findings");
        for finding in self.findings.iter().take(MOST) {
            writeln!(report, "FOUND {finding}").expect("texts can be written");
        }
        for event in &self.recalled {
            writeln!(report, "{event}").expect("texts can be written");
        }
        report
    }
}
