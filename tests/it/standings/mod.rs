//! Who leads: what counts, leaderboards, profiles, fair play, and that it is the same whenever and
//! however often it is folded.

mod counts;
mod fairplay;
mod fold;
pub(crate) mod host;
mod program;

use rand::{RngExt, rngs::StdRng};
use rondel::{
    computer::Level,
    matchplay::{MatchId, Moment, Person, Server},
    rules::{ByColor, Color, Colors, Draw, Ending, Exit, Points},
    standings::{Fall, Finished, Sitter, Standings},
};

/// 1 January 2026.
const START: i64 = 1_767_225_600_000;
const RULESETS: [&str; 3] = ["three-man", "second-mate", "duel"];

/// A match of three people that counts, in which White won, Gray came second and Black went out
/// first.
fn finished(number: u32, people: [u128; 3]) -> Finished {
    Finished {
        id: MatchId::numbered(number.into()),
        ended: Moment(START + i64::from(number) * 60_000),
        server: Server::new("discord/1"),
        ruleset: String::from("three-man"),
        played_here: true,
        rated: true,
        seats: ByColor::new(|color: Color| Sitter::Person(Person(people[color.index()]))),
        ending: Ending::LastArmy,
        points: sixths([9, 3, 0]),
        falls: vec![
            Fall {
                color: Color::Black,
                exit: Exit::Mate,
                by: Some(Color::White),
            },
            Fall {
                color: Color::Gray,
                exit: Exit::Conceded,
                by: None,
            },
        ],
        first_moves: ByColor(["e2e4".parse().ok(), None, None]),
        out_of_time: Colors::NONE,
        called_off_by: None,
        deserters: vec![],
    }
}

fn sixths(sixths: [u16; 3]) -> ByColor<Points> {
    ByColor::new(|color: Color| Points::from_sixths(sixths[color.index()]))
}

/// Somebody of this many people, none of those given.
fn somebody(dice: &mut StdRng, people: u128, but: &[u128]) -> u128 {
    loop {
        let person = dice.random_range(1..=people);
        if !but.contains(&person) {
            return person;
        }
    }
}

/// Any match at all: of three or two, with computers, drawn, left, called off, casual or imported.
fn random(dice: &mut StdRng, number: u32, people: u128) -> Finished {
    let one = somebody(dice, people, &[]);
    let two = somebody(dice, people, &[one]);
    let three = somebody(dice, people, &[one, two]);
    let mut made = finished(number, [one, two, three]);
    made.ended = Moment(START + i64::from(number) * 3_600_000);
    made.server = Server::new(["discord/1", "discord/2", "console"][dice.random_range(0..3)]);
    made.ruleset = RULESETS[dice.random_range(0..3)].to_owned();
    made.points = sixths([0; 3].map(|_: u16| dice.random_range(0..4) * 3));
    if made.ruleset == "duel" {
        made.seats[Color::Gray] = Sitter::Nobody;
        made.points[Color::Gray] = Points::default();
    }
    for color in Color::ALL {
        let sits = made.seats[color] != Sitter::Nobody;
        if sits && dice.random_range(0..10) == 0 {
            made.seats[color] = Sitter::Computer(Level::ALL[dice.random_range(0..3)]);
        }
        let first = ["e2e4", "m2m4", "u2u4", "d2d3"][dice.random_range(0..4)];
        made.first_moves[color] = Some(first.parse().unwrap());
    }
    match dice.random_range(0..20) {
        0 => made.ending = Ending::Aborted,
        1 => {
            made.ending = Ending::Aborted;
            made.called_off_by = Some(Color::White);
        }
        2 => made.rated = false,
        3 => made.played_here = false,
        4 => made.out_of_time = Colors::NONE.with(Color::Black),
        5 => made.ending = Ending::Draw(Draw::Agreement),
        // One who holds no seat any more, and one who has come back to theirs.
        6 => made.deserters = vec![Person(somebody(dice, people, &[one, two, three]))],
        7 => made.deserters = vec![Person(one)],
        _ => {}
    }
    if made.ending == Ending::Aborted {
        made.points = ByColor::default();
        made.falls.clear();
    }
    made
}

fn folded<'a>(matches: impl IntoIterator<Item = &'a Finished>) -> Standings {
    let mut standings = Standings::default();
    for finished in matches {
        standings.apply(finished);
    }
    standings
}
