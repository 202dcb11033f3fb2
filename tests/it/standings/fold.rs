//! The fold and its bytes, against a count from scratch each time.

use rand::{RngExt, SeedableRng, rngs::StdRng};
use rondel::{
    computer::Level,
    matchplay::{Moment, Person, Server},
    rules::{ByColor, Color},
    standings::{
        Finished, HeadToHead, LeaderboardPage, LeaderboardQuery, Month, RankedPerson, SeatTally,
        Sitter, Standing, Standings, Tally,
    },
};
use sha2::{Digest, Sha256};

use super::{RULESETS, START, finished, folded, random};

const PEOPLE: u128 = 150;

/// The length of the line that bytes begin with.
const BEGIN: usize = "rondel standings 1\n".len();

fn matches(seed: u64, count: u32) -> Vec<Finished> {
    let mut dice = StdRng::seed_from_u64(seed);
    (0..count)
        .map(|number| random(&mut dice, number, PEOPLE))
        .collect()
}

#[test]
fn ten_thousand_matches_fold_to_the_same_bytes_at_once_and_bit_by_bit() {
    let matches = matches(1, 10_000);
    let rebuilt = folded(&matches).encode();
    assert_eq!(folded(&matches).encode(), rebuilt);
    // Kept and read again every so often, as it is by a process that is started again.
    let mut dice = StdRng::seed_from_u64(2);
    let mut standings = Standings::default();
    for finished in &matches {
        standings.apply(finished);
        if dice.random_range(0..500) == 0 {
            let kept = standings.encode();
            standings = Standings::decode(&kept).unwrap();
            assert_eq!(standings.encode(), kept);
        }
    }
    assert_eq!(standings.encode(), rebuilt);
    assert_eq!(standings.digest(), folded(&matches).digest());
    // Another order is another fold.
    let mut turned = matches;
    turned.swap(100, 5_000);
    assert_ne!(folded(&turned).encode(), rebuilt);
}

#[test]
fn read_standings_answer_as_those_that_were_written() {
    let standings = folded(&matches(3, 1_000));
    let read = Standings::decode(&standings.encode()).unwrap();
    let query = LeaderboardQuery {
        server: Some(Server::new("discord/1")),
        ruleset: "three-man",
        month: None,
        now: Moment(START),
        hidden: &|_| false,
    };
    let asker = Some(Person(5));
    let page = standings.leaderboard(&query, 1, 10, asker);
    assert_eq!(read.leaderboard(&query, 1, 10, asker), page);
    assert!(page.total > 20 && page.own.is_some());
    for person in (1..=PEOPLE).map(Person) {
        assert_eq!(
            read.profile(person, asker),
            standings.profile(person, asker)
        );
    }
}

#[test]
fn damaged_bytes_are_refused_and_nothing_panics_at_any() {
    let bytes = folded(&matches(4, 60)).encode();
    assert!(Standings::decode(b"").is_none());
    let mut dice = StdRng::seed_from_u64(5);
    for _ in 0..2_000 {
        let mut changed = bytes.clone();
        let at = dice.random_range(0..changed.len());
        changed[at] ^= 1 << dice.random_range(0..8);
        assert!(Standings::decode(&changed).is_none());
        assert!(Standings::decode(&bytes[..at]).is_none());
        // As if it had been written so: what is read can be asked and written.
        let digest = Sha256::digest(&changed[BEGIN + 32..]);
        changed[BEGIN..BEGIN + 32].copy_from_slice(&digest);
        let Some(read) = Standings::decode(&changed) else {
            continue;
        };
        let asker = Some(Person(1));
        for ruleset in read.rulesets() {
            let query = LeaderboardQuery {
                server: None,
                ruleset,
                month: None,
                now: Moment(START),
                hidden: &|_| false,
            };
            assert!(read.leaderboard(&query, 0, 10, asker).pages > 0);
        }
        assert_eq!(read.profile(Person(2), asker).person, Person(2));
        assert!(read.suspicions(&Server::new("discord/1")).len() < 500);
        assert!(!read.encode().is_empty());
    }
}

/// Bytes in the form of this number are read for as long as it is that number.
#[test]
fn the_form_is_the_one_of_its_number() {
    let hex = |bytes: &[u8]| String::from_iter(bytes.iter().map(|byte| format!("{byte:02x}")));
    let mut second = finished(2, [1, 2, 4]);
    second.seats[Color::Gray] = Sitter::Computer(Level::ALL[1]);
    second.deserters = vec![Person(3)];
    let matches = [finished(1, [1, 2, 3]), second];
    let made = folded(&matches);
    let text = include_str!("../../release-0.1.0/standings.hex").trim_end();
    let mut bytes: Vec<u8> = (0..text.len() / 2)
        .map(|at| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).unwrap())
        .collect();
    let Some(read) = Standings::decode(&bytes) else {
        panic!("another form needs another number: {}", hex(&made.encode()));
    };
    assert_eq!(hex(&read.encode()), text);
    // Not by their bytes: on another machine the last bit of a rating may differ.
    for person in (1..=4).map(Person) {
        assert_eq!(read.profile(person, None), made.profile(person, None));
    }
    // Another number is another form.
    bytes[BEGIN - 2] = b'2';
    assert!(Standings::decode(&bytes).is_none());
}

/// A leaderboard by going through all matches.
fn slow(
    standings: &Standings,
    matches: &[Finished],
    query: &LeaderboardQuery<'_>,
    (page, size): (usize, usize),
    asker: Person,
) -> LeaderboardPage {
    let mut rows: Vec<(bool, RankedPerson)> = Vec::new();
    // In the order in which they came to the standings, by any match that was played here.
    let mut everybody: Vec<Person> = Vec::new();
    for finished in matches.iter().filter(|finished| finished.played_here) {
        for (_, sitter) in finished.seats.iter() {
            everybody.extend(sitter.person().filter(|person| !everybody.contains(person)));
        }
        for person in finished.left_before() {
            if !everybody.contains(&person) {
                everybody.push(person);
            }
        }
    }
    for person in everybody {
        let seat = |finished: &Finished| {
            let mut seats = finished.seats.iter();
            let seat = seats.find(|(_, sitter)| sitter.person() == Some(person));
            seat.map(|(color, _)| color)
        };
        let last = matches
            .iter()
            .filter(|finished| finished.played_here && seat(finished).is_some())
            .map(|finished| finished.ended)
            .max();
        let mut tally = Tally::default();
        let mut climbed = 0;
        for finished in matches.iter().filter(|finished| finished.counts()) {
            let Some(color) = seat(finished).filter(|_| finished.ruleset == query.ruleset) else {
                continue;
            };
            climbed += 1;
            if query
                .server
                .as_ref()
                .is_some_and(|server| *server != finished.server)
                || query
                    .month
                    .is_some_and(|month| month != Month::of(finished.ended))
            {
                continue;
            }
            let points = finished.points[color];
            let sat = finished.seats.iter().filter(|(other, sitter)| {
                *other != color && **sitter != rondel::standings::Sitter::Nobody
            });
            let won = sat
                .into_iter()
                .all(|(other, _)| finished.points[other] < points);
            tally.matches += 1;
            tally.wins += u32::from(won);
            tally.sixths += u64::from(points.sixths());
            tally.seats[color].matches += 1;
            tally.seats[color].wins += u32::from(won);
            tally.seats[color].sixths += u64::from(points.sixths());
        }
        if tally.matches == 0 {
            continue;
        }
        let idle = query.now.0 - last.unwrap().0 >= 90 * Moment::DAY;
        let seen = !idle && !(query.hidden)(person);
        rows.push((
            seen,
            RankedPerson {
                rank: None,
                person,
                standing: Standing {
                    rating: standings.rating(person, query.ruleset).unwrap().shown(),
                    provisional: climbed < 10,
                    tally,
                },
            },
        ));
    }
    let ratings: Vec<u32> = rows
        .iter()
        .filter(|(seen, _)| *seen)
        .map(|(_, row)| row.standing.rating)
        .collect();
    for (_, row) in rows.iter_mut().filter(|(seen, _)| *seen) {
        let better = ratings
            .iter()
            .filter(|rating| **rating > row.standing.rating);
        row.rank = Some(better.count() as u32 + 1);
    }
    let own = rows.iter().find(|(_, row)| row.person == asker);
    let own = own.map(|(_, row)| row.clone());
    let seen = rows.into_iter().filter(|(seen, _)| *seen);
    let mut seen: Vec<RankedPerson> = seen.map(|(_, row)| row).collect();
    // Stable: those that are level stay in the order in which they came.
    seen.sort_by_key(|row| std::cmp::Reverse(row.standing.rating));
    let pages = seen.len().div_ceil(size).max(1);
    let page = page.min(pages - 1);
    LeaderboardPage {
        rows: seen.iter().skip(page * size).take(size).cloned().collect(),
        own,
        page,
        pages,
        total: seen.len(),
    }
}

#[test]
fn leaderboards_are_those_that_going_through_all_matches_gives() {
    let matches = matches(6, 1_500);
    let standings = folded(&matches);
    let asked = std::env::var("RONDEL_LEADERBOARDS").map_or(50, |text| text.parse().unwrap());
    let mut dice = StdRng::seed_from_u64(7);
    let (mut rows, mut unseen, mut ties) = (0, 0, 0);
    for _ in 0..asked {
        let hidden = dice.random_range(2..9);
        let hide = move |person: Person| person.0 % hidden == 1;
        let month = Month::of(Moment(START + dice.random_range(0..70) * Moment::DAY));
        let server = ["discord/1", "discord/2", "console", "nowhere"][dice.random_range(0..4)];
        let query = LeaderboardQuery {
            server: dice.random_bool(0.5).then(|| Server::new(server)),
            ruleset: RULESETS[dice.random_range(0..3)],
            month: dice.random_bool(0.5).then_some(month),
            now: Moment(START + dice.random_range(60..170) * Moment::DAY),
            hidden: &hide,
        };
        let asked = (dice.random_range(0..12), dice.random_range(1..20));
        let asker = Person(dice.random_range(1..=PEOPLE + 5));
        let page = standings.leaderboard(&query, asked.0, asked.1, Some(asker));
        let expected = slow(&standings, &matches, &query, asked, asker);
        assert_eq!(page, expected, "{query:?} {asked:?}");
        rows += page.rows.len();
        unseen += usize::from(page.own.is_some_and(|own| own.rank.is_none()));
        let ranks: Vec<_> = page.rows.iter().map(|row| row.rank).collect();
        ties += ranks.windows(2).filter(|two| two[0] == two[1]).count();
    }
    // Or else it would have shown nothing.
    assert!(
        rows > 200 && unseen > 5 && ties > 0,
        "{rows} {unseen} {ties}"
    );
}

#[test]
fn profiles_are_those_that_going_through_all_matches_gives() {
    let matches = matches(8, 3_000);
    let standings = folded(&matches);
    let mut together = 0;
    for person in (1..=PEOPLE).map(Person) {
        let asker = Person(person.0 % PEOPLE + 1);
        let profile = standings.profile(person, Some(asker));
        let seat = |finished: &Finished, person: Person| {
            let mut seats = finished.seats.iter();
            let seat = seats.find(|(_, sitter)| sitter.person() == Some(person));
            seat.map(|(color, _)| color)
        };
        let theirs = |ruleset: &str| {
            let counting = matches.iter().filter(|finished| finished.counts());
            let by = counting.filter(|finished| finished.ruleset == ruleset);
            by.filter_map(|finished| Some((finished, seat(finished, person)?)))
                .collect::<Vec<_>>()
        };
        let mut names: Vec<&str> = RULESETS.to_vec();
        names.sort_unstable();
        names.retain(|name| !theirs(name).is_empty());
        let records = profile.records.iter();
        assert_eq!(
            records.map(|one| one.ruleset.as_str()).collect::<Vec<_>>(),
            names
        );
        for record in &profile.records {
            let theirs = theirs(&record.ruleset);
            assert_eq!(record.standing.tally.matches as usize, theirs.len());
            assert_eq!(record.standing.provisional, theirs.len() < 10);
            let last = record.curve.last().unwrap();
            assert_eq!(record.curve.len(), theirs.len());
            assert_eq!(last.at, theirs.last().unwrap().0.ended);
            assert_eq!(last.rating, record.standing.rating);
            let by_seat = ByColor::new(|color| {
                let there = theirs.iter().filter(|(_, seat)| *seat == color);
                let won = there.clone().filter(|(one, seat)| {
                    let most = Color::ALL.map(|color| one.points[color]).into_iter().max();
                    let first = Color::ALL.map(|color| Some(one.points[color]) == most);
                    Some(one.points[*seat]) == most
                        && first.into_iter().filter(|first| *first).count() == 1
                });
                let wins = won.count() as u32;
                let sixths = there.map(|(one, seat)| u64::from(one.points[*seat].sixths()));
                SeatTally {
                    matches: sixths.clone().count() as u32,
                    wins,
                    sixths: sixths.sum(),
                }
            });
            assert_eq!(record.standing.tally.seats, by_seat);
            for color in Color::ALL {
                let moves = theirs.iter().filter(|(_, seat)| *seat == color);
                let moves = moves.map(|(one, seat)| one.first_moves[*seat].unwrap().to_string());
                let mut counted = std::collections::BTreeMap::<String, u32>::new();
                for mv in moves {
                    *counted.entry(mv).or_default() += 1;
                }
                let mut counted: Vec<(String, u32)> = counted.into_iter().collect();
                counted.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
                counted.truncate(3);
                let named = record.first_moves[color].iter();
                let named: Vec<_> = named.map(|(mv, times)| (mv.to_string(), *times)).collect();
                assert_eq!(named, counted);
            }
        }
        let mut expected = HeadToHead::default();
        for finished in matches.iter().filter(|finished| finished.counts()) {
            if let (Some(own), Some(other)) = (seat(finished, person), seat(finished, asker)) {
                let [own, other] = [own, other].map(|color| finished.points[color]);
                expected.matches += 1;
                expected.ahead += u32::from(own > other);
                expected.behind += u32::from(own < other);
            }
        }
        let expected = (expected.matches > 0).then_some(expected);
        assert_eq!(profile.against_asker, expected);
        together += usize::from(expected.is_some());
        let sat = matches
            .iter()
            .filter(|one| one.played_here)
            .filter_map(|one| Some((one, seat(one, person)?)));
        let left = sat
            .clone()
            .filter(|(one, color)| {
                one.out_of_time.contains(*color)
                    || one.called_off_by == Some(*color)
                    || one.deserters.contains(&person)
            })
            .count();
        let deserted = matches.iter().filter(|one| {
            one.played_here && one.deserters.contains(&person) && seat(one, person).is_none()
        });
        let started = sat.clone().count() + deserted.count();
        assert_eq!(profile.reliability.started as usize, started);
        let finished = profile.reliability.finished as usize;
        assert_eq!(finished, sat.clone().count() - left);
        assert_eq!(profile.last, sat.map(|(one, _)| one.ended).max());
    }
    assert!(together > 20, "{together}");
}
