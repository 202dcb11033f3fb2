//! Whether the gateway still speaks.
//!
//! serenity reconnects by itself, for ever: it resumes what it can, and begins sessions anew. It
//! says of each shard how it stands when that changes and when a heartbeat comes back, which is
//! not always when it happens. From what it says and when, a [`Watch`] judges whether there is
//! still hope.

use std::time::Duration;

use tokio::time::Instant;

/// How often a shard may be turned away, one time after the other, before that is final. An
/// identification follows the last one after five seconds, and a thousand of them in a day cost
/// the token.
const MOST_TURNED_AWAY: u32 = 3;

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
    /// It has said who it is, and that was its end.
    Identifying,
    /// It resumes, or connects anew.
    Returning,
    /// It is connected.
    Connected,
}

/// Why there is no hope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lost {
    /// It was turned away as soon as it had said who it was, again and again.
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
    /// What it last showed as a sign of life.
    sign: Option<Duration>,
    turned_away: u32,
}

impl Watch {
    /// A watch over so many shards that are started now.
    pub(super) fn new(shards: u32, patience: Duration, now: Instant) -> Watch {
        let shard = |number| Shard {
            standing: Standing::Absent,
            well: now + BETWEEN_SHARDS * number,
            sign: None,
            turned_away: 0,
        };
        Watch {
            patience,
            shards: (0..shards).map(shard).collect(),
        }
    }

    /// Takes in how a shard stands, and the last heartbeat's way there and back, which differs
    /// from one to the next and so tells that there was one.
    pub(super) fn see(
        &mut self,
        shard: usize,
        standing: Standing,
        beat: Option<Duration>,
        now: Instant,
    ) {
        let Some(shard) = self.shards.get_mut(shard) else {
            return;
        };
        match (shard.standing, standing) {
            (_, Standing::Connected) => {
                let came = shard.standing != Standing::Connected;
                let beats = beat.is_some() && beat != shard.sign;
                if came || beats {
                    shard.well = shard.well.max(now);
                    shard.turned_away = 0;
                }
                shard.sign = beat.or(shard.sign);
            }
            // What was opened and came to nothing.
            (Standing::Fresh, Standing::Absent | Standing::Identifying) => shard.turned_away += 1,
            (Standing::Connected, _) => shard.well = shard.well.max(now),
            _ => {}
        }
        shard.standing = standing;
    }

    /// Takes in that a shard has said something.
    pub(super) fn hear(&mut self, now: Instant) {
        // Which one it was does not matter much: with one shard it is this one.
        if let [shard] = self.shards.as_mut_slice() {
            shard.well = shard.well.max(now);
        }
    }

    /// Whether a shard is lost.
    pub(super) fn verdict(&self, now: Instant) -> Option<Lost> {
        self.shards.iter().find_map(|shard| {
            let patience = if shard.standing == Standing::Connected {
                self.patience.max(LONGEST_SILENCE)
            } else {
                self.patience
            };
            if shard.turned_away >= MOST_TURNED_AWAY {
                Some(Lost::TurnedAway)
            } else {
                (now.saturating_duration_since(shard.well) > patience).then_some(Lost::Silent)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Standing::*, *};

    const PATIENCE: Duration = Duration::from_secs(120);

    /// What a watch over one shard says after each of these: the second, the standing, and the
    /// milliseconds of a heartbeat.
    fn verdicts(seen: &[(u64, Standing, Option<u64>)]) -> Vec<Option<Lost>> {
        let start = Instant::now();
        let mut watch = Watch::new(1, PATIENCE, start);
        seen.iter()
            .map(|(second, standing, beat)| {
                let now = start + Duration::from_secs(*second);
                watch.see(0, *standing, beat.map(Duration::from_millis), now);
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
    fn a_shard_that_is_turned_away_three_times_is_lost_at_once() {
        // The first one is seen to end, the others are gone before they are.
        assert_eq!(
            verdicts(&[
                (1, Fresh, None),
                (2, Identifying, None),
                (6, Absent, None),
                (7, Fresh, None),
                (8, Absent, None),
                (12, Fresh, None),
                (13, Absent, None),
            ]),
            [None, None, None, None, None, None, Some(Lost::TurnedAway)]
        );
        // One that was let in meanwhile begins counting anew.
        assert_eq!(
            verdicts(&[
                (1, Fresh, None),
                (2, Absent, None),
                (3, Fresh, None),
                (4, Absent, None),
                (5, Fresh, None),
                (6, Connected, None),
                (7, Absent, None),
                (8, Fresh, None),
                (9, Absent, None),
            ]),
            [None; 9]
        );
    }

    #[test]
    fn what_is_heard_is_a_sign_of_life_and_shards_begin_one_after_the_other() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut watch = Watch::new(1, PATIENCE, start);
        watch.see(0, Connected, None, after(1));
        watch.hear(after(100));
        assert_eq!(watch.verdict(after(220)), None);
        assert_eq!(watch.verdict(after(221)), Some(Lost::Silent));
        let mut watch = Watch::new(3, PATIENCE, start);
        watch.see(0, Connected, None, after(121));
        watch.see(1, Connected, None, after(121));
        watch.see(9, Connected, None, after(121));
        assert_eq!(watch.verdict(after(132)), None);
        assert_eq!(watch.verdict(after(133)), Some(Lost::Silent));
    }
}
