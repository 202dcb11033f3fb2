//! A server of honest players of different skill, and some who play into each other's hands.
//!
//! `RONDEL_FAIRPLAY_SEEDS` is how many servers are played, 2 unless set.

use std::{
    collections::{BTreeSet, HashMap},
    env,
};

use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use rondel::{
    matchplay::{Moment, Person, Server},
    rules::{Color, Exit},
    standings::{Fall, Finished, Standings, Suspected},
};

use super::{START, finished, sixths};

const HONEST: u128 = 1_000;
/// Pairs that throw out the third together, and pairs of which one lets the other win.
const PAIRS: u128 = 5;
const MATCHES: u32 = 25_000;
/// How often each of those pairs play together.
const TOGETHER: u32 = 80;

struct Players {
    dice: StdRng,
    /// How readily each outlasts others, by their number from 1 on.
    strength: Vec<f64>,
}

impl Players {
    fn new(seed: u64) -> Players {
        let mut dice = StdRng::seed_from_u64(seed);
        let skill = |dice: &mut StdRng| (0..6).map(|_| dice.random_range(-0.8..0.8)).sum::<f64>();
        let strength = (0..=HONEST + 4 * PAIRS)
            .map(|_| skill(&mut dice).exp())
            .collect();
        Players { dice, strength }
    }

    /// Who of these goes out first: the weaker, the likelier.
    fn first_out(&mut self, people: &[u128]) -> u128 {
        let frail = |person: &u128| 1.0 / self.strength[*person as usize];
        let mut drawn = self.dice.random_range(0.0..people.iter().map(frail).sum());
        for person in people {
            drawn -= 1.0 / self.strength[*person as usize];
            if drawn <= 0.0 {
                return *person;
            }
        }
        people[people.len() - 1]
    }

    /// Three for a match: mostly those who know each other, who are clubs of six and pairs of
    /// friends in them.
    fn table(&mut self) -> [u128; 3] {
        let one = self.dice.random_range(1..=HONEST);
        let club = (one - 1) / 6 * 6;
        let mut people = vec![one];
        while people.len() < 3 {
            let friend = (one - 1) / 2 * 2 + 1 + one % 2;
            let next = match self.dice.random_range(0..10) {
                0..4 => friend,
                4..7 => club + self.dice.random_range(1..=6),
                _ => self.dice.random_range(1..=HONEST),
            };
            if next <= HONEST && !people.contains(&next) {
                people.push(next);
            }
        }
        [people[0], people[1], people[2]]
    }

    /// A match: `wanted` says who is to go out first and who is to win, if anybody does.
    fn play(
        &mut self,
        number: u32,
        people: [u128; 3],
        wanted: Option<(u128, Option<u128>)>,
    ) -> Finished {
        let mut seats = people;
        seats.rotate_left(self.dice.random_range(0..3));
        let first = wanted.map_or_else(|| self.first_out(&seats), |(first, _)| first);
        let left: Vec<u128> = seats
            .into_iter()
            .filter(|person| *person != first)
            .collect();
        let second = match wanted.and_then(|(_, winner)| winner) {
            Some(winner) => left
                .iter()
                .copied()
                .find(|person| *person != winner)
                .unwrap(),
            None => self.first_out(&left),
        };
        let winner = left.into_iter().find(|person| *person != second).unwrap();
        let color = |person: u128| Color::ALL[seats.iter().position(|one| *one == person).unwrap()];
        let mut points = [0; 3];
        let hands = match wanted {
            // Both eliminations are credited to the intended winner.
            Some((_, Some(winner))) => [color(winner); 2],
            _ => [color(second), color(winner)],
        };
        let mut falls = vec![self.fall(color(first), hands)];
        match self.dice.random_range(0..10) {
            // A draw of two, or of all: nobody is last then.
            0 if wanted.is_none() => {
                points = [2; 3];
                falls.clear();
            }
            1 => {
                points[color(second).index()] = 3;
                points[color(winner).index()] = 3;
            }
            _ => {
                points[color(winner).index()] = 6;
                falls.push(self.fall(color(second), [color(winner); 2]));
            }
        }
        Finished {
            ended: Moment(START + i64::from(number)),
            points: sixths(points),
            falls,
            ..finished(number, seats)
        }
    }

    fn fall(&mut self, color: Color, others: [Color; 2]) -> Fall {
        let exits = [
            Exit::Mate,
            Exit::Mate,
            Exit::KingTaken,
            Exit::Conceded,
            Exit::Time,
        ];
        let exit = *exits.choose(&mut self.dice).unwrap();
        let by = matches!(exit, Exit::Mate | Exit::KingTaken)
            .then(|| *others.choose(&mut self.dice).unwrap());
        Fall { color, exit, by }
    }
}

/// A server after all have played: who should be suspected, and how many honest pairs have met often
/// enough to be looked at.
fn server(seed: u64) -> (Standings, BTreeSet<([Person; 2], Suspected)>, usize) {
    let mut met: HashMap<[u128; 2], u32> = HashMap::new();
    let mut players = Players::new(seed);
    let mut standings = Standings::default();
    let mut planted = BTreeSet::new();
    let mut number = 0;
    for _ in 0..MATCHES {
        let mut table = players.table();
        table.sort_unstable();
        let [one, two, three] = table;
        for pair in [[one, two], [one, three], [two, three]] {
            *met.entry(pair).or_default() += 1;
        }
        let played = players.play(number, table, None);
        standings.apply(&played);
        number += 1;
    }
    for pair in 0..2 * PAIRS {
        let (one, other) = (HONEST + 2 * pair + 1, HONEST + 2 * pair + 2);
        for round in 0..TOGETHER {
            let third = players.dice.random_range(1..=HONEST);
            let plays_along = players.dice.random_bool(0.85);
            let wanted = match (plays_along, pair < PAIRS) {
                (false, _) => None,
                (true, true) => Some((third, None)),
                (true, false) => Some((one, Some(other))),
            };
            let played = players.play(number, [one, other, third], wanted);
            standings.apply(&played);
            number += 1;
            // Each without the other now and then, as anybody.
            for honest in [one, other].into_iter().filter(|_| round % 2 == 0) {
                let fourth = (third % HONEST) + 1;
                let played = players.play(number, [honest, third, fourth], None);
                standings.apply(&played);
                number += 1;
            }
        }
        let people = [Person(one), Person(other)];
        let suspected = if pair < PAIRS {
            Suspected::Together
        } else {
            Suspected::GivesWay
        };
        planted.insert((people, suspected));
    }
    let honest = met.values().filter(|times| **times >= 20).count();
    (standings, planted, honest)
}

#[test]
fn colluders_are_found_and_honest_players_are_not_accused() {
    let seeds = env::var("RONDEL_FAIRPLAY_SEEDS").map_or(2, |seeds| seeds.parse().unwrap());
    let (mut found, mut planted_at_all, mut accused, mut honest_at_all) = (0, 0, 0, 0);
    for seed in 0..seeds {
        let (standings, planted, honest) = server(seed);
        assert!(honest > 200, "{honest}");
        honest_at_all += honest;
        assert!(standings.suspicions(&Server::new("discord/2")).is_empty());
        let suspicions = standings.suspicions(&Server::new("discord/1"));
        assert!(suspicions.is_sorted_by(|one, other| one.chance <= other.chance));
        planted_at_all += planted.len();
        for suspicion in suspicions {
            let mut people = suspicion.pair;
            if suspicion.suspected == Suspected::Together {
                people.sort();
            }
            if planted.contains(&(people, suspicion.suspected)) {
                found += 1;
                assert!(suspicion.observed <= suspicion.matches && suspicion.matches <= TOGETHER);
                assert!(suspicion.expected < f64::from(suspicion.observed));
            } else {
                accused += usize::from(suspicion.pair.iter().all(|person| person.0 <= HONEST));
                println!("seed {seed}: {suspicion:?}");
            }
        }
    }
    println!(
        "{found} of {planted_at_all} pairs found; {accused} of {honest_at_all} honest pairs accused in {seeds} servers"
    );
    // All of them where few are played; one of a hundred has a strong player to hide behind.
    assert!(found * 100 >= planted_at_all * 99);
    assert_eq!(accused, 0);
}

#[test]
fn a_strong_pair_that_always_beats_the_same_beginner_is_not_accused() {
    // The two are strong with others too, and the beginner loses to everybody.
    let mut standings = Standings::default();
    let mut players = Players::new(99);
    for person in [1, 2, 4, 5] {
        players.strength[person] = 20.0;
    }
    players.strength[3] = 0.1;
    for number in 0..200 {
        let table = match number % 4 {
            0..2 => [1, 2, 3],
            2 => [1, 4, 3],
            _ => [2, 5, 3],
        };
        let played = players.play(number, table, None);
        standings.apply(&played);
    }
    let suspicions = standings.suspicions(&Server::new("discord/1"));
    assert!(suspicions.is_empty(), "{suspicions:?}");
}
