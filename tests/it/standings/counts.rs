//! What counts, and for what.

use rondel::{
    computer::Level,
    matchplay::{
        Command, Event, Imported, Match, Moment, Motion, MoveInput, NewPlayer, Person, Place,
        Server, Table, TimeLimit, decide, open,
    },
    rules::{ByColor, Color, Colors, Draw, Ending, Exit, OfferAction, Outcome, Ruleset},
    standings::{Fall, Finished, LeaderboardQuery, NEW_RATING, Reliability, Sitter, Standings},
};

use super::{START, finished, folded, sixths};
use crate::store::samples::id;

fn rating(standings: &Standings, person: u128) -> Option<u32> {
    let rating = standings.rating(Person(person), "three-man");
    rating.map(|rating| rating.shown())
}

#[test]
fn matches_that_are_called_off_casual_or_imported_never_count() {
    let counting = finished(1, [1, 2, 3]);
    let casual = Finished {
        rated: false,
        ..counting.clone()
    };
    let called_off = Finished {
        ending: Ending::Aborted,
        points: sixths([0; 3]),
        ..counting.clone()
    };
    let imported = Finished {
        played_here: false,
        ..counting.clone()
    };
    let of_computers = Finished {
        seats: ByColor::new(|_| Sitter::Computer(Level::USUAL)),
        ..counting.clone()
    };
    assert!(counting.counts());
    for not in [&casual, &called_off, &imported, &of_computers] {
        assert!(!not.counts());
        let standings = folded([not]);
        assert_eq!((standings.matches(), rating(&standings, 1)), (0, None));
        let query = LeaderboardQuery {
            server: None,
            ruleset: "three-man",
            month: None,
            now: not.ended,
            hidden: &|_| false,
        };
        let page = standings.leaderboard(&query, 0, 10, Some(Person(1)));
        assert_eq!((page.total, page.own), (0, None));
    }
    // Nor do they change anything of those that do.
    let all = [&casual, &counting, &called_off, &imported, &of_computers];
    let (with, without) = (folded(all), folded([&counting]));
    for person in 1..=3 {
        assert_eq!(rating(&with, person), rating(&without, person));
        assert!(rating(&with, person).is_some());
    }
    let records = |standings: &Standings| standings.profile(Person(1), None).records;
    assert_eq!(records(&with), records(&without));
}

#[test]
fn a_match_that_was_left_counts_against_reliability_whether_or_not_it_counts() {
    let left = |finished: Finished| {
        let profile = folded([&finished]).profile(Person(3), None);
        let Reliability { started, finished } = profile.reliability;
        (started, finished)
    };
    let played = finished(1, [1, 2, 3]);
    assert_eq!(left(played.clone()), (1, 1));
    let timed_out = Finished {
        out_of_time: Colors::NONE.with(Color::Black),
        ..played.clone()
    };
    assert_eq!(left(timed_out.clone()), (1, 0));
    let casual = Finished {
        rated: false,
        ..timed_out.clone()
    };
    assert_eq!(left(casual), (1, 0));
    let called_off = |by| Finished {
        ending: Ending::Aborted,
        called_off_by: by,
        ..played.clone()
    };
    assert_eq!(left(called_off(Some(Color::Black))), (1, 0));
    assert_eq!(left(called_off(Some(Color::White))), (1, 1));
    // By all together.
    assert_eq!(left(called_off(None)), (1, 1));
    let imported = Finished {
        played_here: false,
        ..timed_out
    };
    assert_eq!(left(imported), (0, 0));
}

#[test]
fn a_computer_keeps_its_rating_and_others_are_rated_by_it() {
    let against = |level| {
        let mut won = finished(1, [1, 2, 3]);
        won.seats[Color::Gray] = Sitter::Computer(Level::new(level).unwrap());
        won.seats[Color::Black] = Sitter::Computer(Level::new(level).unwrap());
        let standings = folded(std::iter::repeat_n(&won, 200));
        assert_eq!(standings.players(), 1);
        rating(&standings, 1).unwrap()
    };
    // However often it is beaten, there is more to be had from a better one.
    assert!(against(1) > NEW_RATING && against(2) > against(1) && against(3) > against(2));
}

#[test]
fn a_shared_first_place_is_no_win() {
    let shared = Finished {
        points: sixths([9, 9, 0]),
        ..finished(1, [1, 2, 3])
    };
    let wins = |finished: &Finished, person| {
        let profile = folded([finished]).profile(Person(person), None);
        profile.records[0].standing.tally.wins
    };
    assert_eq!([1, 2, 3].map(|person| wins(&shared, person)), [0, 0, 0]);
    let won = finished(1, [1, 2, 3]);
    assert_eq!([1, 2, 3].map(|person| wins(&won, person)), [1, 0, 0]);
}

/// Fault H11: what changed by a match was looked for by its moment.
#[test]
fn matches_that_end_in_one_moment_change_ratings_each_by_its_own() {
    let ended = Moment(1_767_225_600_000);
    let of = |number, people| Finished {
        ended,
        ..finished(number, people)
    };
    let aborted = |number| Finished {
        ending: Ending::Aborted,
        points: sixths([0; 3]),
        falls: Vec::new(),
        ..of(number, [1, 2, 3])
    };
    let casual = Finished {
        rated: false,
        ..of(5, [1, 2, 3])
    };
    let other = Finished {
        ruleset: String::from("second-mate"),
        ..of(6, [1, 2, 3])
    };
    let lost = Finished {
        points: sixths([0, 3, 9]),
        ..of(7, [1, 2, 3])
    };
    let all = [
        aborted(1),
        of(2, [1, 2, 3]),
        aborted(3),
        of(4, [1, 5, 6]),
        casual,
        other,
        lost,
    ];
    let standings = folded(&all);
    // One by one, each is the only one of its moment.
    let mut alone = Standings::default();
    for one in &all {
        let before = [1, 2, 3].map(|person| rating_in(&alone, person, &one.ruleset));
        alone.apply(one);
        let after = [1, 2, 3].map(|person| rating_in(&alone, person, &one.ruleset));
        for (at, person) in [1, 2, 3].into_iter().enumerate() {
            let sat = one
                .seats
                .iter()
                .any(|(_, sitter)| *sitter == Sitter::Person(Person(person)));
            let changed = (one.counts() && sat).then_some((before[at], after[at]));
            assert_eq!(standings.change(Person(person), one), changed, "{one:?}");
        }
    }
}

/// The number shown for a person in a ruleset, before their first match too.
fn rating_in(standings: &Standings, person: u128, ruleset: &str) -> u32 {
    let rating = standings.rating(Person(person), ruleset);
    rating.unwrap_or_default().shown()
}

#[test]
fn a_curve_keeps_its_latest_points() {
    let matches: Vec<Finished> = (0..600).map(|number| finished(number, [1, 2, 3])).collect();
    let record = &folded(&matches).profile(Person(1), None).records[0];
    assert_eq!(
        (record.curve.len(), record.standing.tally.matches),
        (500, 600)
    );
    assert_eq!(record.curve[0].at, matches[100].ended);
}

/// A match of two people and a computer, opened and begun.
fn begun(rated: bool) -> (Match, Vec<(Event, Moment)>) {
    let opening = Table {
        ruleset: String::from("three-man"),
        options: Ruleset::THREE_MAN,
        place: Place::new("discord/12/34"),
        seat: Some(Color::Gray),
        invited: vec![],
        computers: Some((1, Level::USUAL)),
        rated,
        time: None,
        private: false,
    };
    let events = open(&opening, Person(1)).unwrap();
    let state = Match::fold(id(7), events.iter().map(|event| (event, Moment(START)))).unwrap();
    let events = events.into_iter().map(|event| (event, Moment(START)));
    let mut begun = (state, events.collect());
    carry_out(&mut begun, 2, &Command::Join { seat: None }, START + 1);
    begun
}

fn carry_out(
    (state, events): &mut (Match, Vec<(Event, Moment)>),
    person: u128,
    command: &Command,
    at: i64,
) {
    for event in decide(state, Person(person), command, Moment(at)).unwrap() {
        state.apply(&event, Moment(at));
        events.push((event, Moment(at)));
    }
}

#[test]
fn a_match_is_summed_up_from_its_events() {
    let mut played = begun(true);
    assert_eq!(Finished::of(id(7), &played.1), None);
    let seats = *played.0.seats();
    let white = seats[Color::White].player().unwrap();
    let mv = Command::Move {
        mv: MoveInput::Typed(String::from("e2e4")),
        claim: false,
    };
    carry_out(&mut played, white.0, &mv, START + 2);
    let resign = Command::Resign {
        confirmed: true,
        winner: None,
    };
    carry_out(&mut played, 1, &resign, START + 3);
    carry_out(&mut played, 2, &resign, START + 4);
    let summed = Finished::of(id(7), &played.1).unwrap();
    let fell = |color| Fall {
        color,
        exit: Exit::Conceded,
        by: None,
    };
    let other = played.0.color_of(Person(2)).unwrap();
    let sitters = seats.map(|seat| match (seat.player(), seat.computer()) {
        (Some(person), _) => Sitter::Person(person),
        (None, Some(level)) => Sitter::Computer(level),
        (None, None) => Sitter::Nobody,
    });
    let mut points = [0; 3];
    points[Color::ALL
        .into_iter()
        .find(|color| seats[*color].computer().is_some())
        .unwrap()
        .index()] = 6;
    assert_eq!(
        summed,
        Finished {
            id: id(7),
            ended: Moment(START + 4),
            server: Server::new("discord/12"),
            ruleset: String::from("three-man"),
            played_here: true,
            rated: true,
            seats: sitters,
            ending: Ending::LastArmy,
            points: sixths(points),
            falls: vec![fell(Color::Gray), fell(other)],
            first_moves: ByColor(["e2e4".parse().ok(), None, None]),
            out_of_time: Colors::NONE,
            called_off_by: None,
            deserters: vec![],
        }
    );
    assert!(summed.counts());
}

#[test]
fn who_calls_a_match_off_alone_is_known_and_who_agrees_is_not_blamed() {
    let mut alone = begun(true);
    carry_out(
        &mut alone,
        1,
        &Command::Abort(OfferAction::Offer),
        START + 2,
    );
    let summed = Finished::of(id(7), &alone.1).unwrap();
    assert_eq!(summed.called_off_by, Some(Color::Gray));
    assert!(!summed.counts() && summed.was_left_by(Color::Gray));
    let mut casual = begun(false);
    let resign = Command::Resign {
        confirmed: true,
        winner: None,
    };
    carry_out(&mut casual, 1, &resign, START + 3);
    carry_out(&mut casual, 2, &resign, START + 4);
    let summed = Finished::of(id(7), &casual.1).unwrap();
    assert!(!summed.rated && !summed.counts());
    assert_eq!(summed.called_off_by, None);
    // Out of time, and from elsewhere.
    let mut events = casual.1;
    let last = events.len() - 1;
    events.insert(
        last,
        (
            Event::OutOfTime {
                color: Color::White,
            },
            Moment(START),
        ),
    );
    let (Event::Opened { imported, .. }, _) = &mut events[0] else {
        panic!("{:?}", events[0]);
    };
    *imported = Some(Imported {
        from: id(8),
        place: Place::new("discord/9/9"),
        began: Moment(5),
        ended: Moment(6),
    });
    let summed = Finished::of(id(7), &events).unwrap();
    assert!(summed.was_left_by(Color::White) && !summed.played_here);
    assert_eq!(summed.ended, Moment(6));
}

/// What comes of a match of persons 1, 2 and 3, White, Gray and Black, with these events after its
/// beginning, and its end.
fn summed(rated: bool, middle: &[Event], ending: Ending, points: [u16; 3]) -> Finished {
    let mut events = vec![Event::Opened {
        ruleset: String::from("three-man"),
        options: Ruleset::THREE_MAN,
        opener: Person(1),
        place: Place::new("discord/12/34"),
        rated,
        private: false,
        time: Some(TimeLimit::DAY),
        imported: None,
    }];
    events.extend(Color::ALL.map(|seat| Event::Joined {
        seat,
        person: Person(1 + seat.index() as u128),
    }));
    events.push(Event::Started);
    events.extend_from_slice(middle);
    let points = sixths(points);
    events.push(Event::Ended(Outcome { ending, points }));
    let events: Vec<_> = events
        .into_iter()
        .map(|event| (event, Moment(START)))
        .collect();
    Finished::of(id(7), &events).unwrap()
}

fn moved(color: Color, mv: &str) -> Event {
    let mv = mv.parse().unwrap();
    Event::Moved { color, mv }
}

/// Black's seat goes to this one, as this army has proposed.
fn given(by: Color, taker: NewPlayer) -> [Event; 2] {
    let seat = Color::Black;
    let motion = match taker {
        NewPlayer::Person(person) => Motion::Substitute { seat, person },
        NewPlayer::Computer(level) => Motion::Computer { seat, level },
    };
    [
        Event::Proposal {
            action: OfferAction::Offer,
            by,
            motion,
        },
        Event::TookOver { seat, taker },
    ]
}

fn freed() -> Event {
    Event::Freed {
        seat: Color::Black,
        person: Person(3),
        reason: String::from("gone"),
    }
}

/// Matches that were begun, and how many of them were seen through.
fn reliability(finished: &Finished, person: u128) -> (u32, u32) {
    let Reliability { started, finished } =
        folded([finished]).profile(Person(person), None).reliability;
    (started, finished)
}

#[test]
fn the_result_of_a_seat_is_that_of_its_holder_at_the_end() {
    let level = Level::USUAL;
    let dora = NewPlayer::Person(Person(4));
    for (middle, sitter, deserters, before, after) in [
        // Given up with the consent of all: it is not theirs any more.
        (
            given(Color::Black, dora).to_vec(),
            Sitter::Person(Person(4)),
            vec![],
            (0, 0),
            (1, 1),
        ),
        (
            given(Color::Black, NewPlayer::Computer(level)).to_vec(),
            Sitter::Computer(level),
            vec![],
            (0, 0),
            (0, 0),
        ),
        // Replaced by the others, which they may only do after the deadline.
        (
            given(Color::White, dora).to_vec(),
            Sitter::Person(Person(4)),
            vec![Person(3)],
            (1, 0),
            (1, 1),
        ),
        (
            given(Color::Gray, NewPlayer::Computer(level)).to_vec(),
            Sitter::Computer(level),
            vec![Person(3)],
            (1, 0),
            (0, 0),
        ),
        // Sent away by a manager, and nobody came, or somebody did, or they came back.
        (
            vec![freed()],
            Sitter::Nobody,
            vec![Person(3)],
            (1, 0),
            (0, 0),
        ),
        (
            [vec![freed()], given(Color::White, dora).to_vec()].concat(),
            Sitter::Person(Person(4)),
            vec![Person(3)],
            (1, 0),
            (1, 1),
        ),
        (
            [
                vec![freed()],
                given(Color::White, NewPlayer::Person(Person(3))).to_vec(),
            ]
            .concat(),
            Sitter::Person(Person(3)),
            vec![Person(3)],
            (1, 0),
            (0, 0),
        ),
    ] {
        for rated in [true, false] {
            let finished = summed(rated, &middle, Ending::LastArmy, [0, 0, 6]);
            assert_eq!(finished.seats[Color::Black], sitter, "{middle:?}");
            assert_eq!(finished.deserters, deserters, "{middle:?}");
            assert_eq!(reliability(&finished, 3), before, "{middle:?}");
            assert_eq!(reliability(&finished, 4), after, "{middle:?}");
            assert_eq!(reliability(&finished, 1), (1, 1));
            // Only who holds the seat has won, and is rated.
            let standings = folded([&finished]);
            for person in [3, 4] {
                let holds = sitter == Sitter::Person(Person(person));
                assert_eq!(rating(&standings, person).is_some(), holds && rated);
            }
        }
    }
}

#[test]
fn who_runs_out_of_time_has_left_the_match_and_who_takes_over_a_seat_may_as_well() {
    let dora = NewPlayer::Person(Person(4));
    let color = Color::Black;
    let middle = [
        given(Color::White, dora).to_vec(),
        vec![Event::OutOfTime { color }],
    ]
    .concat();
    let finished = summed(true, &middle, Ending::LastArmy, [6, 0, 0]);
    assert_eq!(
        (reliability(&finished, 3), reliability(&finished, 4)),
        ((1, 0), (1, 0))
    );
    // It is nobody's time that runs out in a seat without a player.
    let middle = [freed(), Event::OutOfTime { color }];
    let finished = summed(true, &middle, Ending::LastArmy, [6, 0, 0]);
    assert_eq!(finished.left_before().collect::<Vec<_>>(), [Person(3)]);
    assert_eq!(reliability(&finished, 3), (1, 0));
}

#[test]
fn moves_that_were_taken_back_are_no_first_moves() {
    let (white, gray) = (Color::White, Color::Gray);
    let middle = [
        moved(white, "e2e4"),
        moved(gray, "m2m4"),
        Event::TakenBack { to_ply: 0 },
        moved(white, "d2d4"),
    ];
    let finished = summed(true, &middle, Ending::Draw(Draw::Agreement), [2, 2, 2]);
    let first = finished.first_moves;
    assert_eq!(
        (first[Color::White], first[Color::Gray]),
        (Some("d2d4".parse().unwrap()), None)
    );
    // Whose moves are all taken back may call it off alone again.
    let by = gray;
    let motion = Motion::Abort;
    let alone = [
        &middle[..3],
        &[Event::Proposal {
            action: OfferAction::Offer,
            by,
            motion,
        }],
    ]
    .concat();
    let finished = summed(true, &alone, Ending::Aborted, [0, 0, 0]);
    assert_eq!(finished.called_off_by, Some(gray));
    // Who has moved, and calls it off where nobody is left to ask, has not done so.
    let asked = [
        &middle[..2],
        &[Event::Proposal {
            action: OfferAction::Offer,
            by,
            motion,
        }],
    ]
    .concat();
    let finished = summed(true, &asked, Ending::Aborted, [0, 0, 0]);
    assert_eq!(finished.called_off_by, None);
    assert_eq!(reliability(&finished, 2), (1, 1));
}
