//! What there was, in numbers, and what was found.

use std::{fmt::Write, time::Duration};

use super::{
    judge::Judge,
    plan::{HOUR, Scale},
};

/// How many findings are written out.
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
        line(self.diary.breaks, "breaks of the gateway");
        line(
            self.diary.memberships.len(),
            "people left a server or came back",
        );
        line(self.diary.asked.len(), "commands");
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
