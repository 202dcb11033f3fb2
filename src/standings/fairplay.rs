//! Fair play: pairs of people who may be playing into each other's hands.
//!
//! For two people who have played many matches of three together, two things are counted: how often
//! the third player came last, and how often one of the two came last, by going out of their own
//! accord or by the other's hand, while the other won alone. Both counts are compared with what the
//! results of the two, and of the third player of each match, *without* each other let one expect.
//! A count that is unlikely, considering how many were tested, is reported. `docs/STANDINGS.md`
//! explains it in plain words.
//!
//! In a match of A, B and C, C is expected to come last with the probability
//!
//! ```text
//! s · c / (a + b + c)        where x / (x + 2) is the share of lasts of X elsewhere, by s
//! ```
//!
//! in which s is the share of the server's matches in which anybody comes last (Luce's choice
//! axiom; a player with x = 1 comes last as often as anybody). The shares are estimates, so the
//! probability is moved by its standard error towards what would excuse the two. The number of
//! matches in which it happened is then at most as scattered as a binomial one of the average
//! probability (Hoeffding 1956), whose exact tail is multiplied by the number of tests made
//! (Bonferroni).

use std::collections::{BTreeMap, HashMap};

use rondel_matchplay::{Person, Server};
use rondel_rules::{Color, Exit};

use super::fold::{CountedMatch, Standings, Who};

/// The fewest matches two people must have played together, with a third who is known well enough.
const LEAST_TOGETHER: u32 = 20;
/// The fewest matches each of the two must have played without the other.
const LEAST_APART: u32 = 10;
/// The fewest matches a third must have played without the two.
const LEAST_OF_THIRD: u32 = 5;
/// The probability, over all tests together, below which a result is reported.
const CHANCE: f64 = 0.01;
/// The least excess over the expected number, as a share of the matches: a small difference can be
/// beyond chance and still mean nothing.
const EXCESS: f64 = 0.15;
/// The number of average matches added to everybody's record, so that a few matches do not say too
/// much.
const PRIOR: f64 = 3.0;

/// The pattern that two people are suspected of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suspected {
    /// The two finish first and second: the third comes last.
    Together,
    /// The first of the two gives way to the second: they come last by resigning, by time or at the
    /// hand of the second, who wins alone.
    GivesWay,
}

/// Two people who finish together, or of which one gives way to the other, far more often than by
/// chance. It is no proof.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Suspicion {
    /// The two people. If one gives way, that one first.
    pub pair: [Person; 2],
    /// The pattern they show.
    pub suspected: Suspected,
    /// The number of matches of the two that were tested.
    pub matches: u32,
    /// The number of these in which it happened.
    pub observed: u32,
    /// The number in which it was to be expected.
    pub expected: f64,
    /// The probability that any two people of the server show it this often by chance: at most
    /// 0.01.
    pub chance: f64,
}

/// The results of one person in some matches of three.
#[derive(Clone, Copy, Debug, Default)]
struct Fared {
    matches: u32,
    /// The number in which they came last.
    last: u32,
    /// The number in which they won alone.
    won: u32,
}

impl Fared {
    fn add(&mut self, game: &Trio<'_>, color: Color) {
        self.matches += 1;
        self.last += u32::from(game.last == Some(color));
        self.won += u32::from(game.won == Some(color));
    }

    const fn without(self, other: Fared) -> Fared {
        Fared {
            matches: self.matches - other.matches,
            last: self.last - other.last,
            won: self.won - other.won,
        }
    }
}

/// A match of three.
#[derive(Clone, Copy, Debug)]
struct Trio<'a> {
    played: &'a CountedMatch,
    last: Option<Color>,
    won: Option<Color>,
}

/// All matches of three on a server.
struct Trios<'a> {
    all: Vec<Trio<'a>>,
    fared: HashMap<Who, Fared>,
    /// The share of matches in which somebody comes last.
    lasts: f64,
    /// The share of matches in which somebody wins alone.
    wins: f64,
    /// The share of the matches with a last in which somebody wins alone.
    wins_of_lasts: f64,
}

/// Factors by which a person comes last or wins more often than the average.
#[derive(Clone, Copy)]
struct Weights {
    last: f64,
    win: f64,
}

impl Standings {
    /// Returns the pairs of a server that finish together, or give way to each other, far more
    /// often than by chance, the least likely first. If everybody plays for themselves, about one
    /// server in a hundred has one.
    ///
    /// ```
    /// use rondel_matchplay::Server;
    /// use rondel_standings::Standings;
    ///
    /// assert!(Standings::default().suspicions(&Server::new("console")).is_empty());
    /// ```
    #[must_use]
    pub fn suspicions(&self, server: &Server) -> Vec<Suspicion> {
        let Some(server) = self.servers.get_index_of(server) else {
            return Vec::new();
        };
        let here = |played: &&CountedMatch| played.server as usize == server;
        let games = Trios::of(self.played.iter().filter(here));
        let mut tested: Vec<Suspicion> = games
            .pairs()
            .into_iter()
            .flat_map(|(pair, together)| self.test(&games, pair, &together))
            .collect();
        let tests = tested.len() as f64;
        for test in &mut tested {
            test.chance = (test.chance * tests).min(1.0);
        }
        tested.retain(|test| {
            let excess = f64::from(test.observed) - test.expected;
            test.chance <= CHANCE && excess >= EXCESS * f64::from(test.matches)
        });
        tested.sort_by(|one, other| {
            let chances = one.chance.total_cmp(&other.chance);
            chances.then_with(|| (one.pair, one.suspected).cmp(&(other.pair, other.suspected)))
        });
        tested
    }

    /// Tests two people. The returned probabilities are those of a single test.
    fn test(&self, games: &Trios<'_>, pair: [u32; 2], together: &[usize]) -> Vec<Suspicion> {
        let [one, other] = pair.map(Who::Person);
        let mut within: HashMap<Who, Fared> = HashMap::new();
        for game in together.iter().map(|number| &games.all[*number]) {
            for (color, seat) in game.played.sat() {
                within.entry(seat.who).or_default().add(game, color);
            }
        }
        let elsewhere = |who: Who| {
            let all = games.fared.get(&who).copied().unwrap_or_default();
            all.without(within.get(&who).copied().unwrap_or_default())
        };
        let apart = [one, other].map(elsewhere);
        if apart.iter().any(|fared| fared.matches < LEAST_APART) {
            return Vec::new();
        }
        let mut counts = [PairCount::default(); 3];
        for game in together.iter().map(|number| &games.all[*number]) {
            let seats = [one, other].map(|who| game.played.color_of(who));
            let [Some(first), Some(second)] = seats else {
                continue;
            };
            let third = game
                .played
                .sat()
                .find(|(color, _)| *color != first && *color != second);
            let Some((third, seat)) = third else {
                continue;
            };
            let of_third = elsewhere(seat.who);
            if of_third.matches < LEAST_OF_THIRD {
                continue;
            }
            let happened = [
                game.last == Some(third),
                game.gives_way(first, second),
                game.gives_way(second, first),
            ];
            let expected = [
                games.third_is_last(apart, of_third),
                games.gives_way(apart[0], apart[1], of_third),
                games.gives_way(apart[1], apart[0], of_third),
            ];
            for ((count, happened), expected) in counts.iter_mut().zip(happened).zip(expected) {
                count.matches += 1;
                count.observed += u32::from(happened);
                count.expected += expected;
            }
        }
        let people = pair.map(|place| self.people[place as usize]);
        let turned = [people[1], people[0]];
        let named = [
            (people, Suspected::Together),
            (people, Suspected::GivesWay),
            (turned, Suspected::GivesWay),
        ];
        let enough = counts
            .into_iter()
            .zip(named)
            .filter(|(count, _)| count.matches >= LEAST_TOGETHER);
        enough
            .map(|(count, (pair, suspected))| Suspicion {
                pair,
                suspected,
                matches: count.matches,
                observed: count.observed,
                expected: count.expected,
                chance: tail(
                    count.matches,
                    count.observed,
                    count.expected / f64::from(count.matches),
                ),
            })
            .collect()
    }
}

/// Counts for two people.
#[derive(Clone, Copy, Debug, Default)]
struct PairCount {
    matches: u32,
    observed: u32,
    expected: f64,
}

impl<'a> Trios<'a> {
    fn of(played: impl Iterator<Item = &'a CountedMatch>) -> Trios<'a> {
        let all: Vec<Trio<'a>> = played
            .filter(|played| played.sat().count() == 3)
            .map(|played| Trio {
                played,
                last: played.last(),
                won: played.winner(),
            })
            .collect();
        let mut fared: HashMap<Who, Fared> = HashMap::new();
        for game in &all {
            for (color, seat) in game.played.sat() {
                fared.entry(seat.who).or_default().add(game, color);
            }
        }
        let count =
            |fits: &dyn Fn(&Trio<'_>) -> bool| all.iter().filter(|game| fits(game)).count() as f64;
        let matches = count(&|_| true).max(1.0);
        let lasts = count(&|game| game.last.is_some());
        let both = count(&|game| game.last.is_some() && game.won.is_some());
        Trios {
            lasts: lasts / matches,
            wins: count(&|game| game.won.is_some()) / matches,
            wins_of_lasts: both / lasts.max(1.0),
            fared,
            all,
        }
    }

    /// Returns the pairs of people who have played together often enough, with the matches of each.
    fn pairs(&self) -> BTreeMap<[u32; 2], Vec<usize>> {
        // Counted first, since most pairs have met only once or twice.
        let mut met: HashMap<[u32; 2], u32> = HashMap::new();
        for pair in self.all.iter().flat_map(Trio::pairs) {
            *met.entry(pair).or_default() += 1;
        }
        met.retain(|_, times| *times >= LEAST_TOGETHER);
        let mut pairs: BTreeMap<[u32; 2], Vec<usize>> = BTreeMap::new();
        for (number, game) in self.all.iter().enumerate() {
            for pair in game.pairs().filter(|pair| met.contains_key(pair)) {
                pairs.entry(pair).or_default().push(number);
            }
        }
        pairs
    }

    /// Returns the probability that the third comes last.
    fn third_is_last(&self, two: [Fared; 2], third: Fared) -> f64 {
        let likely = |[one, other, third]: [Weights; 3]| {
            self.lasts * third.last / (one.last + other.last + third.last)
        };
        self.at_most(likely, [(two[0], -1.0), (two[1], -1.0), (third, 1.0)])
    }

    /// Returns the probability that one comes last and the other wins alone.
    fn gives_way(&self, one: Fared, other: Fared, third: Fared) -> f64 {
        let likely = |[one, other, third]: [Weights; 3]| {
            let comes_last = self.lasts * one.last / (one.last + other.last + third.last);
            comes_last * self.wins_of_lasts * other.win / (other.win + third.win)
        };
        self.at_most(likely, [(one, 1.0), (other, -1.0), (third, -1.0)])
    }

    /// Returns a probability, plus its standard error. The estimates of the three people are
    /// independent, and each adds its own error, in the direction of the number next to it.
    fn at_most(&self, likely: impl Fn([Weights; 3]) -> f64, players: [(Fared, f64); 3]) -> f64 {
        let guesses = players.map(|(fared, _)| self.weights(fared, 0.0));
        let guess = likely(guesses);
        let mut squares = 0.0;
        for (number, (fared, errors)) in players.into_iter().enumerate() {
            let mut moved = guesses;
            moved[number] = self.weights(fared, errors);
            squares += (likely(moved) - guess).powi(2);
        }
        guess + squares.sqrt()
    }

    /// Returns the factors by which a person comes last and wins. The estimate of the one is raised by
    /// this many standard errors, and that of the other lowered.
    fn weights(&self, fared: Fared, errors: f64) -> Weights {
        Weights {
            last: weight(fared.last, fared.matches, self.lasts, errors),
            win: weight(fared.won, fared.matches, self.wins, -errors),
        }
    }
}

impl Trio<'_> {
    /// Iterates over the pairs of people in the match, each in the order they entered the
    /// standings.
    fn pairs(&self) -> impl Iterator<Item = [u32; 2]> {
        let people: Vec<u32> = self
            .played
            .sat()
            .filter_map(|(_, seat)| match seat.who {
                Who::Person(place) => Some(place),
                Who::Computer(_) | Who::Nobody => None,
            })
            .collect();
        let pairs = people.iter().enumerate().flat_map(|(number, one)| {
            let later = people[number + 1..].iter();
            later.map(|other| [*one.min(other), *one.max(other)])
        });
        pairs.collect::<Vec<_>>().into_iter()
    }

    /// Returns true if one came last by resigning, by time or at the other's hand, and the other
    /// won alone.
    fn gives_way(&self, one: Color, other: Color) -> bool {
        let went = self.played.seats[one]
            .out
            .is_some_and(|out| match out.exit {
                Exit::Conceded | Exit::Time => true,
                Exit::Mate | Exit::KingTaken | Exit::Stalemate => out.by == Some(other),
            });
        went && self.last == Some(one) && self.won == Some(other)
    }
}

/// Returns the factor by which something happens to a person more often than to the average, where
/// `share` is its share of all matches and it hits one of three players. Raised by this many
/// standard errors.
fn weight(times: u32, matches: u32, share: f64, errors: f64) -> f64 {
    let matches = f64::from(matches) + PRIOR;
    let rate = (f64::from(times) + PRIOR * share / 3.0) / matches;
    let error = (rate * (1.0 - rate) / matches).sqrt();
    let of_those = ((rate + errors * error) / share.max(f64::MIN_POSITIVE)).clamp(0.01, 0.95);
    2.0 * of_those / (1.0 - of_those)
}

/// Returns the probability that something of this probability happens at least `least` times in
/// `times`. Worked out in logarithms, since the number of ways overflows after a thousand matches.
fn tail(times: u32, least: u32, probability: f64) -> f64 {
    if least == 0 {
        return 1.0;
    }
    let probability = probability.clamp(1e-9, 1.0 - 1e-9);
    let (happens, fails) = (probability.ln(), (-probability).ln_1p());
    let mut ways = 0.0;
    let mut sum = 0.0;
    for happened in 0..=times {
        if happened > 0 {
            ways += f64::from(times - happened + 1).ln() - f64::from(happened).ln();
        }
        if happened >= least {
            let log = ways + f64::from(happened) * happens + f64::from(times - happened) * fails;
            sum += log.exp();
        }
    }
    sum.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From tables of the binomial distribution.
    #[test]
    fn tails_are_those_of_the_binomial_distribution() {
        let close = |found: f64, expected: f64| {
            assert!((found / expected - 1.0).abs() < 1e-4, "{found} {expected}");
        };
        close(tail(10, 8, 0.5), 56.0 / 1024.0);
        close(tail(20, 20, 0.5), 0.5_f64.powi(20));
        close(tail(20, 1, 0.1), 1.0 - 0.9_f64.powi(20));
        close(tail(3, 2, 0.25), 3.0 * 0.0625 * 0.75 + 0.015_625);
        assert_eq!(tail(5, 0, 0.3), 1.0);
        assert!(tail(100_000, 50_000, 0.5) > 0.5);
    }

    #[test]
    fn somebody_like_anybody_has_a_weight_about_one() {
        for errors in [-1.0, 1.0] {
            let weight = weight(30_000, 100_000, 0.9, errors);
            assert!((0.97..1.03).contains(&weight), "{weight}");
        }
        assert!(weight(0, 10, 0.9, -1.0) > 0.0);
        assert!(weight(10, 10, 0.9, 1.0) < 40.0);
        assert!(weight(3, 10, 0.0, 1.0).is_finite());
    }
}
