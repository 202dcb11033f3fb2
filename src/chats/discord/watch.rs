//! The watch over the gateway: does it still speak?
//!
//! serenity reconnects by itself, for ever: it resumes what it can, and begins sessions again. It
//! says of each shard how it stands when that changes and when a heartbeat comes back, which is
//! not always when it happens. From what it says and when, a [`Watch`] judges whether there is
//! still hope, and whether a shard is there at all: heartbeats that do not come back show that
//! nothing gets through, long before the connection breaks.

use std::time::Duration;

use tokio::time::Instant;

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

/// State of a shard, as far as serenity says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShardState {
    /// There is no connection.
    Absent,
    /// A connection has just been opened.
    Fresh,
    /// It has said who it is, and is not let in.
    Identifying,
    /// It resumes, or connects again.
    Returning,
    /// It is connected.
    Connected,
}

/// A shard at one look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Observation {
    pub(super) state: ShardState,
    /// The last heartbeat's way there and back. It differs from one to the next, and so tells that
    /// there was one.
    pub(super) beat: Option<Duration>,
    /// Number of events that it has told since it was let in first.
    pub(super) heard: u64,
}

/// Reason why there is no hope.
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
    state: ShardState,
    /// The time at which it was last known to be connected, or was to begin.
    well: Instant,
    /// The last signs of life, and when the last one was.
    beat: Option<Duration>,
    heard: u64,
    alive: Instant,
    /// Time of the last heartbeat that came back on this connection, and the longest between two.
    beaten: Option<Instant>,
    rhythm: Option<Duration>,
    /// Since when it has been asking to be let in.
    asking: Option<Instant>,
}

impl Watch {
    /// A watch over this number of shards, which are started now.
    pub(super) fn new(shards: u32, patience: Duration, now: Instant) -> Watch {
        let shard = |number| Shard {
            state: ShardState::Absent,
            well: now + BETWEEN_SHARDS * number,
            beat: None,
            heard: 0,
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

    /// Takes in what is seen of a shard, and says whether that is a sign of life.
    pub(super) fn see(&mut self, shard: usize, seen: &Observation, now: Instant) -> bool {
        let Some(shard) = self.shards.get_mut(shard) else {
            return false;
        };
        let connected = seen.state == ShardState::Connected;
        let was_connected = shard.state == ShardState::Connected;
        let beats = connected && seen.beat.is_some() && seen.beat != shard.beat;
        let speaks = seen.heard != shard.heard;
        let comes = connected && !was_connected;
        let lives = speaks || beats || comes;
        // It is just going, too.
        if lives || connected != was_connected {
            shard.well = shard.well.max(now);
        }
        if lives {
            shard.alive = now;
        }
        if comes {
            shard.beaten = None;
        }
        if beats {
            shard.beat(now);
        }
        if speaks || connected {
            shard.asking = None;
        } else if matches!(seen.state, ShardState::Fresh | ShardState::Identifying) {
            shard.asking.get_or_insert(now);
        }
        shard.state = seen.state;
        shard.beat = seen.beat.or(shard.beat);
        shard.heard = seen.heard;
        lives
    }

    /// Returns true if a shard is connected, and no heartbeat of it overdue.
    pub(super) fn is_there(&self, shard: usize, now: Instant) -> bool {
        self.shards.get(shard).is_some_and(|shard| {
            let silent = now.saturating_duration_since(shard.alive);
            shard.state == ShardState::Connected && silent <= shard.longest_silence()
        })
    }

    /// Begins to be patient again: for a while nobody could look, which no shard is to blame for.
    pub(super) fn forgive(&mut self, now: Instant) {
        for shard in &mut self.shards {
            shard.well = shard.well.max(now);
            shard.asking = shard.asking.map(|_| now);
        }
    }

    /// Returns the loss of a shard, if one is lost.
    pub(super) fn verdict(&self, now: Instant) -> Option<Lost> {
        self.shards.iter().find_map(|shard| {
            let patience = if shard.state == ShardState::Connected {
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

impl Shard {
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
    use super::{ShardState::*, *};

    const PATIENCE: Duration = Duration::from_secs(120);

    fn seen(state: ShardState, beat: Option<u64>, heard: u64) -> Observation {
        let beat = beat.map(Duration::from_millis);
        Observation { state, beat, heard }
    }

    /// Returns the verdicts of a watch over one shard after each of these: the second, the state, and the
    /// milliseconds of a heartbeat.
    fn verdicts(story: &[(u64, ShardState, Option<u64>)]) -> Vec<Option<Lost>> {
        let start = Instant::now();
        let mut watch = Watch::new(1, PATIENCE, start);
        story
            .iter()
            .map(|(second, state, beat)| {
                let now = start + Duration::from_secs(*second);
                watch.see(0, &seen(*state, *beat, 0), now);
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

    /// Returns whether a shard is there at these seconds, after what was seen of it at others.
    fn there(story: &[(u64, ShardState, Option<u64>)], at: &[u64]) -> Vec<bool> {
        let start = Instant::now();
        let mut watch = Watch::new(1, PATIENCE, start);
        let mut story = story.iter().peekable();
        at.iter()
            .map(|at| {
                while let Some((second, state, beat)) = story.next_if(|(then, ..)| then <= at) {
                    let now = start + Duration::from_secs(*second);
                    watch.see(0, &seen(*state, *beat, 0), now);
                }
                watch.is_there(0, start + Duration::from_secs(*at))
            })
            .collect()
    }

    #[test]
    fn a_shard_is_there_while_it_is_connected_and_no_heartbeat_is_overdue() {
        let story = [
            (2, Fresh, None),
            (3, Connected, None),
            (30, Returning, None),
            (31, Connected, None),
            (70, Connected, Some(20)),
            (110, Connected, Some(21)),
            (150, Connected, Some(22)),
        ];
        // Every 40 seconds: after 53 one is overdue.
        let at = [1, 2, 3, 29, 30, 31, 150, 203, 204];
        let expected = [false, false, true, true, false, true, true, true, false];
        assert_eq!(there(&story, &at), expected);
        // As long as nobody has seen it, it is taken for the usual one.
        assert_eq!(there(&story[..2], &[58, 59]), [true, false]);
        // What comes back after a long silence does not make for another.
        let story = [
            (1, Connected, Some(1)),
            (41, Connected, Some(2)),
            (400, Connected, Some(3)),
        ];
        assert_eq!(there(&story, &[400, 478, 479]), [true, true, false]);
    }

    #[test]
    fn a_pause_in_which_nobody_could_look_costs_no_patience_and_is_no_sign_of_life() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut watch = Watch::new(1, PATIENCE, start);
        assert!(watch.see(0, &seen(Connected, None, 1), after(1)));
        watch.forgive(after(200));
        assert!(!watch.see(0, &seen(Connected, None, 1), after(200)));
        assert_eq!(watch.verdict(after(320)), None);
        assert!(!watch.is_there(0, after(200)));
        assert!(watch.see(0, &seen(Connected, Some(5), 1), after(201)));
        assert!(watch.is_there(0, after(201)));
    }
}
