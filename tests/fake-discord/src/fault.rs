//! Things that go wrong on purpose, and answers held back.

use std::{sync::Arc, time::Duration};

use crate::state::State;

/// What happens to a request instead of, or before, its usual answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is answered with this status and Discord code, and nothing is done.
    Status(u16, u64),
    /// It is answered 429 and this long a wait, and nothing is done.
    RateLimited(Duration),
    /// The connection breaks and nothing is done.
    DropBefore,
    /// What was asked is done; then the connection breaks before the answer.
    DropAfter,
    /// It is taken up only after this long.
    Delay(Duration),
}

/// A fault that waits for its requests.
#[derive(Debug)]
pub(crate) struct Planned {
    pub(crate) route: String,
    pub(crate) fault: Fault,
    pub(crate) times: usize,
}

/// Faults that come by chance, on about one request in so many.
#[derive(Debug)]
pub(crate) struct Trouble {
    pub(crate) route: String,
    pub(crate) faults: Vec<Fault>,
    pub(crate) chance: Chance,
}

impl Trouble {
    /// The fault that strikes the next request, if one does.
    pub(crate) fn strike(&mut self) -> Option<Fault> {
        let struck = self.chance.strikes();
        let which = self.chance.below(self.faults.len());
        self.faults.get(which).copied().filter(|_| struck)
    }
}

/// Chance that a seed makes repeat.
#[derive(Clone, Debug)]
pub(crate) struct Chance {
    state: u64,
    one_in: usize,
}

impl Chance {
    /// What strikes about one time in so many, and never with none.
    pub(crate) fn new(one_in: usize, seed: u64) -> Self {
        let state = seed;
        Self { state, one_in }
    }

    pub(crate) fn strikes(&mut self) -> bool {
        self.one_in > 0 && self.below(self.one_in) == 0
    }

    /// A number below another; zero below zero. Splitmix64 after Steele, Lea and Flood.
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

/// Whether `METHOD /path` fits a pattern, in which `*` stands for one segment or the method and
/// a last `**` for all that follow.
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

/// Requests are received but neither done nor answered while this lives. A request whose
/// sender goes away meanwhile is never done.
#[derive(Debug)]
pub struct Hold {
    pub(crate) state: Arc<State>,
    pub(crate) id: u64,
}

impl Hold {
    /// Waits until a request is held, and says how many have been.
    pub async fn caught(&self) -> usize {
        self.state
            .wait_for("a request to be held", |world| {
                let held = world.holds.iter().find(|held| held.id == self.id)?;
                (held.caught > 0).then_some(held.caught)
            })
            .await
    }

    /// Lets the held requests go on.
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
    fn chance_strikes_one_time_in_so_many_and_repeats() {
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
