//! Faults caused on purpose, and answers held back.

use std::{sync::Arc, time::Duration};

use crate::state::State;

/// A fault in place of, or before, the usual answer to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The answer is this status and Discord code, and nothing is done. The status 429 with the code 0 is
    /// [`Fault::RateLimited`] for a short time.
    Status(u16, u64),
    /// The answer is 429 with this wait, and nothing is done.
    RateLimited(Duration),
    /// Something between the bot and Discord answers with this status and a page of HTML, and nothing is
    /// done.
    Foreign(u16),
    /// The connection breaks and nothing is done.
    DropBefore,
    /// The request is done, but the connection breaks before the answer.
    DropAfter,
    /// The request is taken up only after this delay.
    Delay(Duration),
}

/// Returns the codes of errors that Discord's documents list, 0 among them. Any of them can be the answer
/// to any request, by [`Fault::Status`].
///
/// # Panics
///
/// If a line of the file is no number.
#[must_use]
pub fn codes() -> Vec<u64> {
    let lines = include_str!("../codes.txt").lines();
    let read = |line: &str| match line.parse() {
        Ok(code) => code,
        Err(_) => panic!("codes.txt has the line {line:?}"),
    };
    lines.map(read).collect()
}

/// A fault planned for coming requests.
#[derive(Debug)]
pub(crate) struct Planned {
    pub(crate) route: String,
    pub(crate) fault: Fault,
    pub(crate) times: usize,
}

/// Random faults, which hit about one request in a given number.
#[derive(Debug)]
pub(crate) struct Trouble {
    pub(crate) route: String,
    pub(crate) faults: Vec<Fault>,
    pub(crate) chance: Chance,
}

impl Trouble {
    /// Returns the fault for the next request, if one strikes.
    pub(crate) fn strike(&mut self) -> Option<Fault> {
        let struck = self.chance.strikes();
        let which = self.chance.below(self.faults.len());
        self.faults.get(which).copied().filter(|_| struck)
    }
}

/// Chance, made repeatable by a seed.
#[derive(Clone, Debug)]
pub(crate) struct Chance {
    state: u64,
    one_in: usize,
}

impl Chance {
    /// Makes a chance of one in `one_in`; with zero it never strikes.
    pub(crate) fn new(one_in: usize, seed: u64) -> Self {
        let state = seed;
        Self { state, one_in }
    }

    pub(crate) fn strikes(&mut self) -> bool {
        self.one_in > 0 && self.below(self.one_in) == 0
    }

    /// Returns a number below `bound`; zero if that is zero. Splitmix64 after Steele, Lea and
    /// Flood.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        let bound = u64::try_from(bound).unwrap_or(u64::MAX);
        usize::try_from(mixed.checked_rem(bound).unwrap_or(0)).unwrap_or(0)
    }
}

/// An answer that is held back.
#[derive(Debug)]
pub(crate) struct Held {
    pub(crate) id: u64,
    pub(crate) route: String,
    pub(crate) caught: usize,
}

/// Returns true if `METHOD /path` fits a pattern, in which `*` stands for one segment or the
/// method, and a final `**` for everything that follows.
pub(crate) fn fits(pattern: &str, route: &str) -> bool {
    let split = |text: &str| -> Vec<String> {
        let (method, path) = text.split_once(' ').unwrap_or(("*", text));
        let mut parts = vec![method.to_owned()];
        parts.extend(
            path.split('/')
                .filter(|part| !part.is_empty())
                .map(str::to_owned),
        );
        parts
    };
    let (pattern, route) = (split(pattern), split(route));
    let open = pattern.last().is_some_and(|part| part == "**");
    let fixed = if open {
        &pattern[..pattern.len() - 1]
    } else {
        &pattern[..]
    };
    (fixed.len() == route.len() || open && fixed.len() <= route.len())
        && fixed
            .iter()
            .zip(&route)
            .all(|(part, given)| part == "*" || part == given)
}

/// A hold on requests: while it lives they are received, but neither done nor answered. If the
/// sender goes away in the meantime, the request is never done.
#[derive(Debug)]
pub struct Hold {
    pub(crate) state: Arc<State>,
    pub(crate) id: u64,
}

impl Hold {
    /// Waits until a request is held. Returns how many have been held.
    pub async fn caught(&self) -> usize {
        self.state
            .wait_for("a request to be held", |world| {
                let held = world.holds.iter().find(|held| held.id == self.id)?;
                (held.caught > 0).then_some(held.caught)
            })
            .await
    }

    /// Lets the held requests continue.
    pub fn release(self) {
        drop(self);
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.state
            .change(|world| world.holds.retain(|held| held.id != self.id));
    }
}

#[cfg(test)]
mod tests {
    use super::{Chance, fits};

    #[test]
    fn chance_strikes_one_time_in_a_number_and_repeats() {
        let strikes = |seed| {
            let mut chance = Chance::new(5, seed);
            (0..10_000).map(|_| chance.strikes()).collect::<Vec<_>>()
        };
        let struck = strikes(7).iter().filter(|struck| **struck).count();
        assert!((1_800..2_200).contains(&struck), "{struck}");
        assert_eq!(strikes(7), strikes(7));
        assert_ne!(strikes(7), strikes(8));
        let mut never = Chance::new(0, 7);
        assert!((0..1_000).all(|_| !never.strikes() && never.below(0) == 0));
    }

    #[test]
    fn patterns_fit_routes() {
        for (pattern, route, expected) in [
            (
                "POST /channels/*/messages",
                "POST /channels/12/messages",
                true,
            ),
            (
                "POST /channels/*/messages",
                "GET /channels/12/messages",
                false,
            ),
            (
                "POST /channels/*/messages",
                "POST /channels/12/messages/3",
                false,
            ),
            ("* /channels/**", "PATCH /channels/12/messages/3", true),
            ("/gateway", "GET /gateway", true),
            ("GET /", "GET /", true),
            ("GET /**", "GET /", true),
            ("GET /", "GET /gateway", false),
        ] {
            assert_eq!(fits(pattern, route), expected, "{pattern} {route}");
        }
    }
}
