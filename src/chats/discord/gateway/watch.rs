//! The watch over the gateway: does it still speak?
//!
//! Each shard connects again and again by itself, for ever. From what is heard of it and when, a
//! [`Watch`] judges whether there is still hope, and whether a shard is there at all: heartbeats
//! that do not come back show that nothing gets through, long before the connection breaks.

use std::time::Duration;

use tokio::time::Instant;

use super::DiscordError;

/// The part of the patience that is left to a shard whose sessions end before they have begun:
/// another one begins every five seconds, and a thousand in a day cost the token.
const PART_FOR_LETTING_IN: u32 = 4;

/// The rhythm of heartbeats as long as the gateway has not said it, which is Discord's own, and the
/// slowest that is believed.
const USUAL_RHYTHM: Duration = Duration::from_secs(42);
const SLOWEST_RHYTHM: Duration = Duration::from_secs(60);

/// Time between the beginnings of two shards.
const BETWEEN_SHARDS: Duration = Duration::from_secs(6);

/// Watches the shards.
#[derive(Debug)]
pub(crate) struct Watch {
    patience: Duration,
    shards: Vec<Shard>,
}

#[derive(Debug)]
struct Shard {
    /// Since when it is not let in, or is to be; `None` while it is.
    out: Option<Instant>,
    /// The time of the last sign of life.
    alive: Instant,
    /// Time between two heartbeats.
    rhythm: Duration,
    /// It asks for a new session on this connection.
    asks: bool,
    /// Since when the connections have ended on which it asked for one.
    turned_away: Option<Instant>,
}

impl Watch {
    /// Returns a watch over this number of shards, which are started now.
    pub(crate) fn new(shards: u32, patience: Duration, now: Instant) -> Watch {
        let shard = |number| Shard {
            out: Some(now + BETWEEN_SHARDS * number),
            alive: now,
            rhythm: USUAL_RHYTHM,
            asks: false,
            turned_away: None,
        };
        Watch {
            patience,
            shards: (0..shards).map(shard).collect(),
        }
    }

    /// Returns the number of shards.
    pub(crate) const fn count(&self) -> usize {
        self.shards.len()
    }

    /// Takes in that a shard has been greeted on a new connection, on which it may ask for a
    /// session.
    pub(crate) fn greet(&mut self, shard: usize, rhythm: Duration, asks: bool) {
        if let Some(shard) = self.shards.get_mut(shard) {
            shard.rhythm = rhythm.min(SLOWEST_RHYTHM);
            shard.asks = asks;
        }
    }

    /// Takes in that a shard was told something, for which it must have been let in.
    pub(crate) fn hear(&mut self, shard: usize, now: Instant) {
        if let Some(shard) = self.shards.get_mut(shard) {
            shard.out = None;
            shard.alive = now;
            shard.turned_away = None;
        }
    }

    /// Takes in that a heartbeat has come back, and says whether people are reached by it.
    pub(crate) fn beat(&mut self, shard: usize, now: Instant) -> bool {
        let Some(shard) = self.shards.get_mut(shard) else {
            return false;
        };
        shard.alive = now;
        shard.out.is_none()
    }

    /// Takes in that the connection of a shard is over, or did not come about.
    pub(crate) fn end(&mut self, shard: usize, now: Instant) {
        if let Some(shard) = self.shards.get_mut(shard) {
            let asked = std::mem::take(&mut shard.asks);
            if asked && shard.out.is_some() {
                shard.turned_away.get_or_insert(now);
            }
            shard.out.get_or_insert(now);
        }
    }

    /// Returns true if a shard is let in, and no heartbeat of it overdue.
    pub(crate) fn is_there(&self, shard: usize, now: Instant) -> bool {
        self.shards.get(shard).is_some_and(|shard| {
            let silent = now.saturating_duration_since(shard.alive);
            shard.out.is_none() && silent <= shard.longest_silence()
        })
    }

    /// Begins to be patient again: for a while nobody could look, which no shard is to blame for.
    pub(crate) fn forgive(&mut self, now: Instant) {
        for shard in &mut self.shards {
            shard.out = shard.out.map(|since| since.max(now));
            shard.turned_away = shard.turned_away.map(|_| now);
        }
    }

    /// Returns the reason why there is no hope, if a shard is lost.
    pub(crate) fn verdict(&self, now: Instant) -> Option<DiscordError> {
        let over = |since: Option<Instant>, patience| {
            since.is_some_and(|since| now.saturating_duration_since(since) > patience)
        };
        self.shards.iter().find_map(|shard| {
            if over(shard.turned_away, self.patience / PART_FOR_LETTING_IN) {
                Some(DiscordError::TurnedAway)
            } else {
                over(shard.out, self.patience).then_some(DiscordError::Silent(self.patience))
            }
        })
    }
}

impl Shard {
    /// Returns the silence after which a heartbeat is overdue: a quarter more than usual, and
    /// three seconds for the way.
    fn longest_silence(&self) -> Duration {
        self.rhythm + self.rhythm / 4 + Duration::from_secs(3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(120);

    /// Something that happens to a shard.
    #[derive(Clone, Copy, Debug)]
    enum Fact {
        /// It is greeted, and asks for a session.
        Asks,
        /// It is greeted, and resumes its session.
        Resumes,
        Hears,
        Beats,
        Ends,
        /// Nobody could look for a while.
        Forgiven,
        /// Somebody looks.
        Look,
    }
    use Fact::*;

    #[derive(Debug, PartialEq, Eq)]
    enum Lost {
        TurnedAway,
        Silent,
    }

    fn happens(watch: &mut Watch, shard: usize, fact: Fact, now: Instant) {
        let rhythm = Duration::from_secs(40);
        match fact {
            Asks => watch.greet(shard, rhythm, true),
            Resumes => watch.greet(shard, rhythm, false),
            Hears => watch.hear(shard, now),
            Beats => drop(watch.beat(shard, now)),
            Ends => watch.end(shard, now),
            Forgiven => watch.forgive(now),
            Look => {}
        }
    }

    fn lost(watch: &Watch, now: Instant) -> Option<Lost> {
        match watch.verdict(now)? {
            DiscordError::TurnedAway => Some(Lost::TurnedAway),
            DiscordError::Silent(PATIENCE) => Some(Lost::Silent),
            error => panic!("{error}"),
        }
    }

    /// Returns the first verdict of a watch over one shard, to which these happen at these seconds,
    /// and its second.
    fn verdict(story: &[(u64, Fact)]) -> Option<(u64, Lost)> {
        let start = Instant::now();
        let mut watch = Watch::new(1, PATIENCE, start);
        story.iter().find_map(|(second, fact)| {
            let now = start + Duration::from_secs(*second);
            happens(&mut watch, 0, *fact, now);
            Some((*second, lost(&watch, now)?))
        })
    }

    #[test]
    fn a_shard_that_is_never_let_in_is_lost_after_the_patience() {
        let silent = Some((121, Lost::Silent));
        assert_eq!(verdict(&[(120, Look), (121, Look)]), silent);
        // Neither connections that come to nothing are a sign of hope, nor heartbeats alone.
        let story = [
            (1, Ends),
            (60, Asks),
            (100, Beats),
            (120, Look),
            (121, Look),
        ];
        assert_eq!(verdict(&story), silent);
    }

    #[test]
    fn a_shard_that_is_lost_and_found_starts_the_patience_anew() {
        let story = [(1, Asks), (2, Hears), (1_000, Ends), (1_120, Look)];
        assert_eq!(verdict(&story), None);
        let story = [story.as_slice(), &[(1_121, Look)]].concat();
        assert_eq!(verdict(&story), Some((1_121, Lost::Silent)));
        let story = [&story[..4], &[(1_120, Hears), (1_200, Ends), (1_320, Look)]].concat();
        assert_eq!(verdict(&story), None);
    }

    #[test]
    fn a_shard_that_is_turned_away_is_lost_after_a_quarter_of_the_patience() {
        let story = [(1, Asks), (2, Ends), (20, Asks), (21, Ends), (32, Look)];
        assert_eq!(verdict(&story), None);
        let story = [story.as_slice(), &[(33, Look)]].concat();
        assert_eq!(verdict(&story), Some((33, Lost::TurnedAway)));
        // One that was let in meanwhile has as long again.
        let story = [&story[..3], &[(21, Hears), (30, Ends), (33, Look)]].concat();
        assert_eq!(verdict(&story), None);
        let story = [
            &story[..],
            &[(34, Asks), (35, Ends), (65, Look), (66, Look)],
        ]
        .concat();
        assert_eq!(verdict(&story), Some((66, Lost::TurnedAway)));
    }

    #[test]
    fn a_shard_that_cannot_resume_its_session_has_not_been_turned_away() {
        let story = [
            (1, Asks),
            (2, Hears),
            (10, Ends),
            (11, Resumes),
            (12, Ends),
            (130, Look),
            (131, Look),
        ];
        assert_eq!(verdict(&story), Some((131, Lost::Silent)));
    }

    #[test]
    fn shards_begin_one_after_the_other() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut watch = Watch::new(3, PATIENCE, start);
        for shard in [0, 1, 9] {
            happens(&mut watch, shard, Hears, after(121));
        }
        assert_eq!(lost(&watch, after(132)), None);
        assert_eq!(lost(&watch, after(133)), Some(Lost::Silent));
    }

    /// Returns whether a shard is there at these seconds, after what happened to it at others.
    fn there(story: &[(u64, Fact)], at: &[u64]) -> Vec<bool> {
        let start = Instant::now();
        let mut watch = Watch::new(1, PATIENCE, start);
        let mut story = story.iter().peekable();
        at.iter()
            .map(|at| {
                while let Some((second, fact)) = story.next_if(|(then, _)| then <= at) {
                    let now = start + Duration::from_secs(*second);
                    happens(&mut watch, 0, *fact, now);
                }
                watch.is_there(0, start + Duration::from_secs(*at))
            })
            .collect()
    }

    #[test]
    fn a_shard_is_there_while_it_is_let_in_and_no_heartbeat_is_overdue() {
        let story = [
            (2, Asks),
            (3, Hears),
            (30, Ends),
            (31, Resumes),
            (32, Hears),
            (70, Beats),
            (110, Beats),
        ];
        // Every 40 seconds: after 53 one is overdue.
        let at = [1, 2, 3, 29, 30, 31, 32, 110, 163, 164];
        let expected = [
            false, false, true, true, false, false, true, true, true, false,
        ];
        assert_eq!(there(&story, &at), expected);
        // Until the gateway says it, the rhythm is taken for the usual one.
        assert_eq!(there(&[(1, Hears)], &[56, 57]), [true, false]);
    }

    #[test]
    fn heartbeats_reach_people_only_where_the_shard_is_let_in() {
        let now = Instant::now();
        let mut watch = Watch::new(1, PATIENCE, now);
        assert!(!watch.beat(0, now));
        watch.hear(0, now);
        assert!(watch.beat(0, now));
        watch.end(0, now);
        assert!(!watch.beat(0, now) && !watch.beat(7, now));
    }

    #[test]
    fn no_rhythm_is_slower_than_a_minute() {
        let now = Instant::now();
        let mut watch = Watch::new(1, PATIENCE, now);
        watch.greet(0, Duration::from_secs(3_600), true);
        watch.hear(0, now);
        assert!(watch.is_there(0, now + Duration::from_secs(78)));
        assert!(!watch.is_there(0, now + Duration::from_secs(79)));
    }

    #[test]
    fn a_pause_in_which_nobody_could_look_costs_no_patience_and_is_no_sign_of_life() {
        let story = [(1, Ends), (200, Forgiven), (320, Look), (321, Look)];
        assert_eq!(verdict(&story), Some((321, Lost::Silent)));
        let story = [(1, Asks), (2, Ends), (99, Forgiven), (129, Look)];
        assert_eq!(verdict(&story), None);
        assert_eq!(there(&[(1, Hears), (200, Forgiven)], &[200]), [false]);
        let story = [(1, Hears), (200, Forgiven), (201, Beats)];
        assert_eq!(there(&story, &[201]), [true]);
    }
}
