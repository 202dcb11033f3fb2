//! Results of a run, in figures.

use std::{fmt, time::Duration};

use fake_discord::Answer;

/// Counts of answers.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    times: Vec<Duration>,
    pictures: usize,
    late: usize,
    missing: usize,
}

impl Tally {
    /// Counts an answer.
    pub(crate) fn add(&mut self, answer: &Answer) {
        if answer.is_timed_out() {
            self.late += 1;
        } else {
            self.times.push(answer.after);
            self.pictures += usize::from(!answer.attachments.is_empty());
        }
    }

    /// Counts a button that should have been there.
    pub(crate) fn miss(&mut self) {
        self.missing += 1;
    }

    /// Adds the counts of another.
    pub(crate) fn join(mut self, other: Self) -> Self {
        self.times.extend(other.times);
        self.pictures += other.pictures;
        self.late += other.late;
        self.missing += other.missing;
        self
    }

    /// Returns the number of questions.
    pub(crate) fn asked(&self) -> usize {
        self.times.len() + self.late
    }

    /// Returns true if nothing was missing and everything was answered within this time.
    pub(crate) fn whole_within(&self, most: Duration) -> bool {
        self.whole() && self.times.iter().all(|time| *time <= most)
    }

    /// Returns true if nothing was missing and everything was answered in time.
    pub(crate) fn whole(&self) -> bool {
        self.late == 0 && self.missing == 0
    }

    /// Returns the time within which this share of the answers came.
    fn percentile(&self, share: f64) -> Duration {
        let last = self.times.len().saturating_sub(1);
        let place = (last as f64 * share).round() as usize;
        self.times.get(place).copied().unwrap_or_default()
    }

    /// Sorts the answers and returns the report on them.
    pub(crate) fn report(mut self, took: Duration) -> impl fmt::Display {
        self.times.sort_unstable();
        let seconds = took.as_secs_f64();
        let asked = self.asked();
        let [p50, p95, p99, max] = [0.5, 0.95, 0.99, 1.0].map(|share| self.percentile(share));
        let mut said = format!(
            "asked {asked} in {seconds:.1} s, {:.1} a second\n\
             answered {}, with a picture {}, late or never {}\n\
             p50 {p50:.1?}, p95 {p95:.1?}, p99 {p99:.1?}, max {max:.1?}",
            asked as f64 / seconds,
            self.times.len(),
            self.pictures,
            self.late,
        );
        if self.missing > 0 {
            said += &format!("\nbuttons not found {}", self.missing);
        }
        said
    }
}
