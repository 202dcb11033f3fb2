//! Events of the gateway that cannot be read. Their texts have people's names in them, so that the log
//! has their number and the names of the fields at which that was seen, and nothing else of them.

use std::{collections::HashSet, sync::Mutex, time::Duration};

use tokio::{sync::watch, time::sleep};

use crate::{delivery::Backoff, store::locked};

/// Gaps between the lines of the log.
const GAPS: Backoff = Backoff::new(Duration::from_secs(60), Duration::from_secs(3_600));
/// The most fields that are named each at once.
const MOST_FIELDS: usize = 100;

/// Counts events that cannot be read: their number, and the kind of the latest.
#[derive(Debug)]
pub(crate) struct Unread {
    counted: watch::Sender<(u64, &'static str)>,
    /// The kinds and fields that have been named in the log.
    named: Mutex<HashSet<(&'static str, String)>>,
}

impl Unread {
    /// Returns a counter at zero. The future logs the count, until the counter is dropped.
    pub(crate) fn new() -> (Unread, impl Future<Output = ()>) {
        let (counted, counts) = watch::channel((0, ""));
        let said = keep_saying(counts, GAPS, |count, latest| {
            tracing::warn!(
                count,
                latest,
                "Discord has sent events that cannot be read; `count` is their number since the \
                 start. Look for a newer Rondel"
            );
        });
        let named = Mutex::default();
        (Unread { counted, named }, said)
    }

    /// Counts an event of this kind that cannot be read. The log names the field at once the first time.
    pub(crate) fn note(&self, kind: &'static str, field: &str) {
        self.counted
            .send_modify(|(count, latest)| (*count, *latest) = (*count + 1, kind));
        let mut named = locked(&self.named);
        if named.len() < MOST_FIELDS && named.insert((kind, field.to_owned())) {
            tracing::warn!(kind, field, "a field of an event cannot be read");
        }
    }
}

/// Says the first number at once, and later ones with gaps between them.
async fn keep_saying(
    mut counts: watch::Receiver<(u64, &'static str)>,
    gaps: Backoff,
    mut say: impl FnMut(u64, &'static str),
) {
    for gap in gaps.each() {
        if counts.changed().await.is_err() {
            return;
        }
        let (count, latest) = *counts.borrow_and_update();
        say(count, latest);
        sleep(gap).await;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn gaps_grow_up_to_an_hour() {
        let gaps: Vec<u64> = (0..8).map(|before| GAPS.after(before).as_secs()).collect();
        assert_eq!(gaps, [60, 120, 240, 480, 960, 1_920, 3_600, 3_600]);
    }

    #[tokio::test]
    async fn the_number_is_said_at_once_and_then_at_growing_intervals_up_to_the_last() {
        let (counted, counts) = watch::channel((0, ""));
        let named = Mutex::default();
        let unread = Unread { counted, named };
        let gaps = Backoff::new(Duration::from_millis(10), Duration::from_millis(40));
        let lines = Mutex::new(Vec::new());
        let saying = keep_saying(counts, gaps, |count, latest| {
            locked(&lines).push((Instant::now(), count, latest));
        });
        let noting = async {
            unread.note("READY", "id");
            while locked(&lines).is_empty() {
                sleep(Duration::from_millis(1)).await;
            }
            for _ in 0..200 {
                unread.note("INTERACTION_CREATE", "id");
                sleep(Duration::from_millis(1)).await;
            }
            unread.note("GUILD_CREATE", "id");
            while locked(&lines)
                .last()
                .is_none_or(|(_, count, _)| *count < 202)
            {
                sleep(Duration::from_millis(1)).await;
            }
            drop(unread);
        };
        tokio::join!(saying, noting);
        let lines = lines.into_inner().unwrap();
        assert_eq!((lines[0].1, lines[0].2), (1, "READY"));
        let (_, count, latest) = lines[lines.len() - 1];
        assert_eq!((count, latest), (202, "GUILD_CREATE"));
        assert!(lines.len() > 3, "{lines:?}");
        for (before, pair) in lines.windows(2).enumerate() {
            // Each line has the number until then.
            assert!(pair[0].1 < pair[1].1, "{lines:?}");
            let gap = gaps.after(before as u32);
            assert!(pair[1].0 - pair[0].0 >= gap, "{before}: {lines:?}");
        }
    }
}
