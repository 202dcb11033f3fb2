//! The watch over the gateway: does it still speak?
//!
//! serenity reconnects by itself, for ever: it resumes what it can, and begins sessions again. It
//! says of each shard how it stands when that changes and when a heartbeat comes back, which is
//! not always when it happens. From what it says and when, a [`Watch`] judges whether there is
//! still hope, and whether a shard is there at all: heartbeats that do not come back show that
//! nothing gets through, long before the connection breaks.

use std::time::Duration;

use serenity::all::ConnectionStage;
use tokio::time::Instant;

use super::DiscordError;

/// The part of the patience that is left to a shard whose connections are opened and come to
/// nothing: serenity identifies again every five seconds, and a thousand times in a day cost the
/// token.
const PART_FOR_LETTING_IN: u32 = 4;

/// For how long a connected shard may be without any sign of life. Discord sends a heartbeat back
/// every 41 seconds.
const LONGEST_SILENCE: Duration = Duration::from_secs(120);

/// Rhythm of heartbeats as long as nobody has seen one come back, and the slowest: Discord says
/// every 41 seconds.
const USUAL_RHYTHM: Duration = Duration::from_secs(42);
const SLOWEST_RHYTHM: Duration = Duration::from_secs(60);

/// Time between the beginnings of two shards.
const BETWEEN_SHARDS: Duration = Duration::from_secs(6);

/// Watches the shards.
#[derive(Debug)]
pub(super) struct Watch {
    patience: Duration,
    shards: Vec<Shard>,
}

#[derive(Debug)]
struct Shard {
    /// serenity's word for how it stands; `None` where there is no connection. One that is just
    /// opened is `Disconnected` until something is said of it.
    stage: Option<ConnectionStage>,
    /// The time at which it was last known to be connected, or was to begin.
    well: Instant,
    /// The last heartbeat's way there and back. It differs from one to the next, and so tells that
    /// there was one.
    beat: Option<Duration>,
    /// The time of the last sign of life.
    alive: Instant,
    /// Time of the last heartbeat that came back on this connection, and the longest between two.
    beaten: Option<Instant>,
    rhythm: Option<Duration>,
    /// Since when it has been asking to be let in.
    asking: Option<Instant>,
}

impl Watch {
    /// Returns a watch over this number of shards, which are started now.
    pub(super) fn new(shards: u32, patience: Duration, now: Instant) -> Watch {
        let shard = |number| Shard {
            stage: None,
            well: now + BETWEEN_SHARDS * number,
            beat: None,
            alive: now,
            beaten: None,
            rhythm: None,
            asking: None,
        };
        Watch {
            patience,
            shards: (0..shards).map(shard).collect(),
        }
    }

    /// Returns the number of shards.
    pub(super) const fn count(&self) -> usize {
        self.shards.len()
    }

    /// Takes in that a shard has told something, for which it must have been let in.
    pub(super) fn hear(&mut self, shard: usize, now: Instant) {
        if let Some(shard) = self.shards.get_mut(shard) {
            shard.live(now);
            shard.asking = None;
        }
    }

    /// Takes in how a shard stands and its last heartbeat, and says whether that is a sign of life.
    pub(super) fn see(
        &mut self,
        shard: usize,
        stage: Option<ConnectionStage>,
        beat: Option<Duration>,
        now: Instant,
    ) -> bool {
        let Some(shard) = self.shards.get_mut(shard) else {
            return false;
        };
        let connected = stage == Some(ConnectionStage::Connected);
        let was_connected = shard.is_connected();
        let beats = connected && beat.is_some() && beat != shard.beat;
        let comes = connected && !was_connected;
        if beats || comes {
            shard.live(now);
        } else if connected != was_connected {
            // It is just going.
            shard.well = shard.well.max(now);
        }
        if comes {
            shard.beaten = None;
        }
        if beats {
            shard.beat(now);
        }
        match stage {
            Some(ConnectionStage::Connected) => shard.asking = None,
            Some(ConnectionStage::Disconnected | ConnectionStage::Identifying) => {
                shard.asking.get_or_insert(now);
            }
            _ => {}
        }
        shard.stage = stage;
        shard.beat = beat.or(shard.beat);
        beats || comes
    }

    /// Returns true if a shard is connected, and no heartbeat of it overdue.
    pub(super) fn is_there(&self, shard: usize, now: Instant) -> bool {
        self.shards.get(shard).is_some_and(|shard| {
            let silent = now.saturating_duration_since(shard.alive);
            shard.is_connected() && silent <= shard.longest_silence()
        })
    }

    /// Begins to be patient again: for a while nobody could look, which no shard is to blame for.
    pub(super) fn forgive(&mut self, now: Instant) {
        for shard in &mut self.shards {
            shard.well = shard.well.max(now);
            shard.asking = shard.asking.map(|_| now);
        }
    }

    /// Returns the reason why there is no hope, if a shard is lost.
    pub(super) fn verdict(&self, now: Instant) -> Option<DiscordError> {
        self.shards.iter().find_map(|shard| {
            let patience = if shard.is_connected() {
                self.patience.max(LONGEST_SILENCE)
            } else {
                self.patience
            };
            let over = |since: Instant, patience| now.saturating_duration_since(since) > patience;
            let letting_in = self.patience / PART_FOR_LETTING_IN;
            if shard.asking.is_some_and(|since| over(since, letting_in)) {
                Some(DiscordError::TurnedAway)
            } else {
                over(shard.well, patience).then_some(DiscordError::Silent(self.patience))
            }
        })
    }
}

impl Shard {
    fn is_connected(&self) -> bool {
        self.stage == Some(ConnectionStage::Connected)
    }

    /// Takes in a sign of life.
    fn live(&mut self, now: Instant) {
        self.well = self.well.max(now);
        self.alive = now;
    }

    /// Takes in that a heartbeat has come back.
    fn beat(&mut self, now: Instant) {
        if let Some(before) = self.beaten.replace(now) {
            let took = now.saturating_duration_since(before);
            let rhythm = self.rhythm.map_or(took, |rhythm| rhythm.max(took));
            self.rhythm = Some(rhythm.min(SLOWEST_RHYTHM));
        }
    }

    /// Returns the silence after which a heartbeat is overdue: a quarter more than usual, and
    /// three seconds for the way.
    fn longest_silence(&self) -> Duration {
        let rhythm = self.rhythm.unwrap_or(USUAL_RHYTHM);
        rhythm + rhythm / 4 + Duration::from_secs(3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(120);

    type Stage = Option<ConnectionStage>;
    const ABSENT: Stage = None;
    const FRESH: Stage = Some(ConnectionStage::Disconnected);
    const IDENTIFYING: Stage = Some(ConnectionStage::Identifying);
    const RETURNING: Stage = Some(ConnectionStage::Resuming);
    const CONNECTED: Stage = Some(ConnectionStage::Connected);

    #[derive(Debug, PartialEq, Eq)]
    enum Lost {
        TurnedAway,
        Silent,
    }

    fn lost(watch: &Watch, now: Instant) -> Option<Lost> {
        match watch.verdict(now)? {
            DiscordError::TurnedAway => Some(Lost::TurnedAway),
            DiscordError::Silent(PATIENCE) => Some(Lost::Silent),
            error => panic!("{error}"),
        }
    }

    /// Sees a shard, whose last heartbeat took so many milliseconds.
    fn see(watch: &mut Watch, shard: usize, stage: Stage, beat: Option<u64>, now: Instant) -> bool {
        watch.see(shard, stage, beat.map(Duration::from_millis), now)
    }

    /// Returns the verdicts of a watch over one shard after each of these: the second, the state, and the
    /// milliseconds of a heartbeat.
    fn verdicts(story: &[(u64, Stage, Option<u64>)]) -> Vec<Option<Lost>> {
        let start = Instant::now();
        let mut watch = Watch::new(1, PATIENCE, start);
        story
            .iter()
            .map(|(second, stage, beat)| {
                let now = start + Duration::from_secs(*second);
                see(&mut watch, 0, *stage, *beat, now);
                lost(&watch, now)
            })
            .collect()
    }

    #[test]
    fn a_shard_that_never_connects_is_lost_after_the_patience() {
        assert_eq!(
            verdicts(&[
                (1, ABSENT, None),
                (120, ABSENT, None),
                (121, ABSENT, None),
                (122, FRESH, None)
            ]),
            [None, None, Some(Lost::Silent), Some(Lost::Silent)]
        );
    }

    #[test]
    fn a_connected_shard_is_well_as_long_as_heartbeats_come_back() {
        assert_eq!(
            verdicts(&[
                (5, CONNECTED, None),
                (46, CONNECTED, Some(20)),
                (87, CONNECTED, Some(21)),
                // The same one is no sign of life.
                (207, CONNECTED, Some(21)),
                (208, CONNECTED, Some(21)),
            ]),
            [None, None, None, None, Some(Lost::Silent)]
        );
    }

    #[test]
    fn a_connection_that_is_lost_and_found_starts_the_patience_anew() {
        assert_eq!(
            verdicts(&[
                (1, CONNECTED, None),
                (1000, CONNECTED, Some(5)),
                (1001, RETURNING, None),
                (1121, ABSENT, None),
                (1122, ABSENT, None),
                (1123, CONNECTED, None),
                (1243, RETURNING, None),
                (1300, ABSENT, None),
            ]),
            [None, None, None, None, Some(Lost::Silent), None, None, None]
        );
    }

    #[test]
    fn a_shard_that_is_not_let_in_is_lost_after_a_quarter_of_the_patience() {
        assert_eq!(
            verdicts(&[
                (1, FRESH, None),
                (6, IDENTIFYING, None),
                (7, ABSENT, None),
                (31, FRESH, None),
                (32, ABSENT, None),
            ]),
            [None, None, None, None, Some(Lost::TurnedAway)]
        );
        // One that was let in meanwhile has as long again.
        assert_eq!(
            verdicts(&[
                (1, FRESH, None),
                (30, CONNECTED, None),
                (35, ABSENT, None),
                (40, FRESH, None),
                (70, ABSENT, None),
                (71, ABSENT, None),
            ]),
            [None, None, None, None, None, Some(Lost::TurnedAway)]
        );
    }

    #[test]
    fn what_is_heard_is_a_sign_of_life() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut watch = Watch::new(1, PATIENCE, start);
        watch.hear(0, after(1));
        see(&mut watch, 0, CONNECTED, None, after(1));
        watch.hear(0, after(100));
        see(&mut watch, 0, CONNECTED, None, after(100));
        see(&mut watch, 0, CONNECTED, None, after(200));
        assert_eq!(lost(&watch, after(220)), None);
        assert_eq!(lost(&watch, after(221)), Some(Lost::Silent));
        // A shard that was let in and lost between two looks has not been turned away.
        let mut watch = Watch::new(1, PATIENCE, start);
        see(&mut watch, 0, FRESH, None, after(1));
        watch.hear(0, after(2));
        see(&mut watch, 0, RETURNING, None, after(2));
        assert_eq!(lost(&watch, after(122)), None);
        assert_eq!(lost(&watch, after(123)), Some(Lost::Silent));
    }

    #[test]
    fn shards_begin_one_after_the_other() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut watch = Watch::new(3, PATIENCE, start);
        for shard in [0, 1, 9] {
            see(&mut watch, shard, CONNECTED, None, after(121));
        }
        assert_eq!(lost(&watch, after(132)), None);
        assert_eq!(lost(&watch, after(133)), Some(Lost::Silent));
    }

    /// Returns whether a shard is there at these seconds, after what was seen of it at others.
    fn there(story: &[(u64, Stage, Option<u64>)], at: &[u64]) -> Vec<bool> {
        let start = Instant::now();
        let mut watch = Watch::new(1, PATIENCE, start);
        let mut story = story.iter().peekable();
        at.iter()
            .map(|at| {
                while let Some((second, stage, beat)) = story.next_if(|(then, ..)| then <= at) {
                    let now = start + Duration::from_secs(*second);
                    see(&mut watch, 0, *stage, *beat, now);
                }
                watch.is_there(0, start + Duration::from_secs(*at))
            })
            .collect()
    }

    #[test]
    fn a_shard_is_there_while_it_is_connected_and_no_heartbeat_is_overdue() {
        let story = [
            (2, FRESH, None),
            (3, CONNECTED, None),
            (30, RETURNING, None),
            (31, CONNECTED, None),
            (70, CONNECTED, Some(20)),
            (110, CONNECTED, Some(21)),
            (150, CONNECTED, Some(22)),
        ];
        // Every 40 seconds: after 53 one is overdue.
        let at = [1, 2, 3, 29, 30, 31, 150, 203, 204];
        let expected = [false, false, true, true, false, true, true, true, false];
        assert_eq!(there(&story, &at), expected);
        // As long as nobody has seen it, it is taken for the usual one.
        assert_eq!(there(&story[..2], &[58, 59]), [true, false]);
        // What comes back after a long silence does not make for another.
        let story = [
            (1, CONNECTED, Some(1)),
            (41, CONNECTED, Some(2)),
            (400, CONNECTED, Some(3)),
        ];
        assert_eq!(there(&story, &[400, 478, 479]), [true, true, false]);
    }

    #[test]
    fn a_pause_in_which_nobody_could_look_costs_no_patience_and_is_no_sign_of_life() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut watch = Watch::new(1, PATIENCE, start);
        assert!(see(&mut watch, 0, CONNECTED, None, after(1)));
        watch.forgive(after(200));
        assert!(!see(&mut watch, 0, CONNECTED, None, after(200)));
        assert_eq!(lost(&watch, after(320)), None);
        assert!(!watch.is_there(0, after(200)));
        assert!(see(&mut watch, 0, CONNECTED, Some(5), after(201)));
        assert!(watch.is_there(0, after(201)));
    }
}
