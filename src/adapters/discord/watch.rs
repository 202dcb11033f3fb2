//! Whether the gateway still speaks.
//!
//! serenity reconnects by itself, for ever: it resumes what it can, and begins sessions anew. It
//! says of each shard how it stands when that changes and when a heartbeat comes back, which is
//! not always when it happens. From what it says and when, a [`Watch`] judges whether there is
//! still hope.

use std::time::Duration;

use tokio::time::Instant;

/// The part of the patience that is left to a shard whose connections are opened and come to
/// nothing: serenity identifies anew every five seconds, and a thousand times in a day cost the
/// token.
const PART_FOR_LETTING_IN: u32 = 4;

/// For how long a connected shard may be without any sign of life. Discord sends a heartbeat back
/// every 41 seconds.
const LONGEST_SILENCE: Duration = Duration::from_secs(120);

/// How much later than the one before it a shard begins.
const BETWEEN_SHARDS: Duration = Duration::from_secs(6);

/// How a shard stands, as far as serenity says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// There is no connection.
    Absent,
    /// A connection has just been opened.
    Fresh,
    /// It has said who it is, and is not let in.
    Identifying,
    /// It resumes, or connects anew.
    Returning,
    /// It is connected.
    Connected,
}

/// What is seen of a shard.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// How it stands.
    pub(super) standing: Standing,
    /// The last heartbeat's way there and back. It differs from one to the next, and so tells that
    /// there was one.
    pub(super) beat: Option<Duration>,
    /// How much it has told since it was let in first.
    pub(super) heard: u64,
}

/// Why there is no hope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lost {
    /// It was not let in, again and again or for too long.
    TurnedAway,
    /// It has not been connected for too long.
    Silent,
}

/// Watches the shards.
#[derive(Debug)]
pub(super) struct Watch {
    patience: Duration,
    shards: Vec<Shard>,
}

#[derive(Debug)]
struct Shard {
    standing: Standing,
    /// When it was last known to be connected, or was to begin.
    well: Instant,
    /// The last signs of life.
    beat: Option<Duration>,
    heard: u64,
    /// Since when it has been asking to be let in.
    asking: Option<Instant>,
}

impl Watch {
    /// A watch over so many shards that are started now.
    pub(super) fn new(shards: u32, patience: Duration, now: Instant) -> Watch {
        let shard = |number| Shard {
            standing: Standing::Absent,
            well: now + BETWEEN_SHARDS * number,
            beat: None,
            heard: 0,
            asking: None,
        };
        Watch {
            patience,
            shards: (0..shards).map(shard).collect(),
        }
    }

    /// Takes in what is seen of a shard.
    pub(super) fn see(&mut self, shard: usize, seen: &Seen, now: Instant) {
        let Some(shard) = self.shards.get_mut(shard) else {
            return;
        };
        let connected = seen.standing == Standing::Connected;
        let beats = seen.beat.is_some() && seen.beat != shard.beat;
        let speaks = seen.heard != shard.heard;
        // It has just come, it lives, or it is just going.
        if speaks || connected && beats || connected != (shard.standing == Standing::Connected) {
            shard.well = shard.well.max(now);
        }
        if speaks || connected {
            shard.asking = None;
        } else if matches!(seen.standing, Standing::Fresh | Standing::Identifying) {
            shard.asking.get_or_insert(now);
        }
        shard.standing = seen.standing;
        shard.beat = seen.beat.or(shard.beat);
        shard.heard = seen.heard;
    }

    /// Whether a shard is lost.
    pub(super) fn verdict(&self, now: Instant) -> Option<Lost> {
        self.shards.iter().find_map(|shard| {
            let patience = if shard.standing == Standing::Connected {
                self.patience.max(LONGEST_SILENCE)
            } else {
                self.patience
            };
            let over = |since: Instant, patience| now.saturating_duration_since(since) > patience;
            let letting_in = self.patience / PART_FOR_LETTING_IN;
            if shard.asking.is_some_and(|since| over(since, letting_in)) {
                Some(Lost::TurnedAway)
            } else {
                over(shard.well, patience).then_some(Lost::Silent)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Standing::*, *};

    const PATIENCE: Duration = Duration::from_secs(120);

    fn seen(standing: Standing, beat: Option<u64>, heard: u64) -> Seen {
        let beat = beat.map(Duration::from_millis);
        Seen {
            standing,
            beat,
            heard,
        }
    }

    /// What a watch over one shard says after each of these: the second, the standing, and the
    /// milliseconds of a heartbeat.
    fn verdicts(story: &[(u64, Standing, Option<u64>)]) -> Vec<Option<Lost>> {
        let start = Instant::now();
        let mut watch = Watch::new(1, PATIENCE, start);
        story
            .iter()
            .map(|(second, standing, beat)| {
                let now = start + Duration::from_secs(*second);
                watch.see(0, &seen(*standing, *beat, 0), now);
                watch.verdict(now)
            })
            .collect()
    }

    #[test]
    fn a_shard_that_never_connects_is_lost_after_the_patience() {
        assert_eq!(
            verdicts(&[
                (1, Absent, None),
                (120, Absent, None),
                (121, Absent, None),
                (122, Fresh, None)
            ]),
            [None, None, Some(Lost::Silent), Some(Lost::Silent)]
        );
    }

    #[test]
    fn a_connected_shard_is_well_as_long_as_heartbeats_come_back() {
        assert_eq!(
            verdicts(&[
                (5, Connected, None),
                (46, Connected, Some(20)),
                (87, Connected, Some(21)),
                // The same one is no sign of life.
                (207, Connected, Some(21)),
                (208, Connected, Some(21)),
            ]),
            [None, None, None, None, Some(Lost::Silent)]
        );
    }

    #[test]
    fn a_connection_that_is_lost_and_found_starts_the_patience_anew() {
        assert_eq!(
            verdicts(&[
                (1, Connected, None),
                (1000, Connected, Some(5)),
                (1001, Returning, None),
                (1121, Absent, None),
                (1122, Absent, None),
                (1123, Connected, None),
                (1243, Returning, None),
                (1300, Absent, None),
            ]),
            [None, None, None, None, Some(Lost::Silent), None, None, None]
        );
    }

    #[test]
    fn a_shard_that_is_not_let_in_is_lost_after_a_quarter_of_the_patience() {
        assert_eq!(
            verdicts(&[
                (1, Fresh, None),
                (6, Identifying, None),
                (7, Absent, None),
                (31, Fresh, None),
                (32, Absent, None),
            ]),
            [None, None, None, None, Some(Lost::TurnedAway)]
        );
        // One that was let in meanwhile has as long again.
        assert_eq!(
            verdicts(&[
                (1, Fresh, None),
                (30, Connected, None),
                (35, Absent, None),
                (40, Fresh, None),
                (70, Absent, None),
                (71, Absent, None),
            ]),
            [None, None, None, None, None, Some(Lost::TurnedAway)]
        );
    }

    #[test]
    fn what_is_heard_is_a_sign_of_life() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut watch = Watch::new(1, PATIENCE, start);
        watch.see(0, &seen(Connected, None, 1), after(1));
        watch.see(0, &seen(Connected, None, 2), after(100));
        watch.see(0, &seen(Connected, None, 2), after(200));
        assert_eq!(watch.verdict(after(220)), None);
        assert_eq!(watch.verdict(after(221)), Some(Lost::Silent));
        // A shard that was let in and lost between two looks has not been turned away.
        let mut watch = Watch::new(1, PATIENCE, start);
        watch.see(0, &seen(Fresh, None, 0), after(1));
        watch.see(0, &seen(Returning, None, 1), after(2));
        assert_eq!(watch.verdict(after(122)), None);
        assert_eq!(watch.verdict(after(123)), Some(Lost::Silent));
    }

    #[test]
    fn shards_begin_one_after_the_other() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut watch = Watch::new(3, PATIENCE, start);
        for shard in [0, 1, 9] {
            watch.see(shard, &seen(Connected, None, 0), after(121));
        }
        assert_eq!(watch.verdict(after(132)), None);
        assert_eq!(watch.verdict(after(133)), Some(Lost::Silent));
    }
}
