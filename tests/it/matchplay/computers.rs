//! Computers at the board: where they sit, what they owe the others, and what they may do.

use rondel::{
    computer::Level,
    matchplay::{Actor, ComputerTask, Motion, Referee, fall_due},
    rulesets::Rulesets,
};

use super::*;

const LEVEL: Level = Level::USUAL;

fn seated(seat: Color) -> Event {
    Event::Seated {
        seat,
        level: LEVEL,
        casual: false,
    }
}

/// Opens a table with Ann in this seat, if she plays, these guests, and these computers.
fn seats(
    ruleset: &str,
    seat: Color,
    guests: &[Person],
    computers: u8,
) -> Result<Vec<Event>, &'static str> {
    let named = Rulesets::presets().named(ruleset).unwrap().clone();
    let opening = Table {
        ruleset: ruleset.to_owned(),
        options: named.ruleset,
        place: place(),
        seat: Some(seat),
        invited: guests.to_vec(),
        computers: Some((computers, LEVEL)),
        rated: false,
        time: None,
        private: false,
    };
    let events = open(&opening, ANN).map_err(|rejection| rejection.reason())?;
    // The opening itself is looked at elsewhere.
    Ok(events[1..].to_vec())
}

#[test]
fn computers_sit_after_the_guests_and_play_begins_when_all_are_there() {
    let started = Event::Started;
    for (ruleset, seat, guests, computers, then) in [
        (
            "three-man",
            WHITE,
            &[][..],
            2,
            Ok(vec![
                joined(WHITE, ANN),
                seated(GRAY),
                seated(BLACK),
                started.clone(),
            ]),
        ),
        (
            "three-man",
            GRAY,
            &[][..],
            1,
            Ok(vec![joined(GRAY, ANN), seated(BLACK)]),
        ),
        (
            "three-man",
            BLACK,
            &[BEN],
            1,
            Ok(vec![joined(BLACK, ANN), invited(WHITE, BEN), seated(GRAY)]),
        ),
        (
            "duel",
            BLACK,
            &[],
            1,
            Ok(vec![joined(BLACK, ANN), seated(WHITE), started.clone()]),
        ),
        (
            "three-man",
            WHITE,
            &[],
            3,
            Ok(vec![seated(WHITE), seated(GRAY), seated(BLACK), started]),
        ),
        ("three-man", WHITE, &[BEN], 2, Err("table-full")),
        ("three-man", WHITE, &[BEN], 3, Err("table-full")),
        ("three-man", WHITE, &[BEN, CY], 1, Err("table-full")),
        ("duel", WHITE, &[BEN], 1, Err("table-full")),
        ("duel", WHITE, &[], 3, Err("not-in-this-ruleset")),
    ] {
        assert_eq!(seats(ruleset, seat, guests, computers), then, "{ruleset}");
    }
}

/// A match of Ann, White, and two computers after these plain moves.
fn against_computers(ruleset: &str, moves: &str) -> Match {
    let named = Rulesets::presets().named(ruleset).unwrap().clone();
    let opening = Table {
        ruleset: ruleset.to_owned(),
        options: named.ruleset,
        place: place(),
        seat: Some(WHITE),
        invited: vec![],
        computers: Some((2, LEVEL)),
        rated: false,
        time: None,
        private: false,
    };
    let mut events = open(&opening, ANN).unwrap();
    let turns = [WHITE, GRAY, BLACK].into_iter().cycle();
    events.extend(turns.zip(moves.split_whitespace()).map(|(color, mv)| {
        let mv = mv.parse().unwrap();
        Event::Moved { color, mv }
    }));
    fold(&events)
}

/// Gives a command; returns its result, and the match after it.
fn done(state: &Match, actor: impl Into<Actor>, command: &Command) -> Result<Match, &'static str> {
    let events = decide(state, actor, command, NOON).map_err(|rejection| rejection.reason())?;
    let mut after = state.clone();
    for event in &events {
        after.apply(event, NOON);
    }
    Ok(after)
}

#[test]
fn a_computer_is_asked_for_answers_before_moves() {
    let state = against_computers("three-man", "");
    assert_eq!((state.to_move(), state.computer_task()), (Some(ANN), None));
    assert_eq!(state.due(), None);
    let moved = done(&state, ANN, &to_move("e4")).unwrap();
    assert_eq!(moved.to_move(), None);
    assert_eq!(moved.computer_task(), Some((GRAY, ComputerTask::Move)));
    // So that it is found again after a restart.
    assert_eq!(moved.due(), Some(NOON));
    assert_eq!(fall_due(&moved, NOON, NOON), []);

    let asked = |motion| ComputerTask::Answer { by: WHITE, motion };
    let offered = done(&moved, ANN, &OFFER).unwrap();
    assert_eq!(
        offered.computer_task(),
        Some((GRAY, asked(Motion::Agreement(Agreement::Draw))))
    );
    let agreed = done(&offered, Actor::Computer(GRAY), &ACCEPT).unwrap();
    assert_eq!(
        agreed.computer_task(),
        Some((BLACK, asked(Motion::Agreement(Agreement::Draw))))
    );
    let declined = done(&agreed, Actor::Computer(BLACK), &DECLINE).unwrap();
    assert_eq!(declined.computer_task(), Some((GRAY, ComputerTask::Move)));

    let proposed = done(&moved, ANN, &ABORT).unwrap();
    assert_eq!(proposed.computer_task(), Some((GRAY, asked(Motion::Abort))));
    let agreed = done(&proposed, Actor::Computer(GRAY), &AGREE_TO_ABORT).unwrap();
    assert_eq!(agreed.computer_task(), Some((BLACK, asked(Motion::Abort))));
    let aborted = done(&agreed, Actor::Computer(BLACK), &AGREE_TO_ABORT).unwrap();
    assert_eq!(
        aborted.outcome().map(|outcome| outcome.ending),
        Some(Ending::Aborted)
    );
    assert_eq!(aborted.computer_task(), None);

    let named = against_computers("three-player", "e2e4 m2m4 u2u4");
    let resign = Command::Resign {
        confirmed: true,
        winner: Some(GRAY),
    };
    let resigned = done(&named, ANN, &resign).unwrap();
    let task = asked(Motion::Agreement(Agreement::Resignation(GRAY)));
    assert_eq!(resigned.computer_task(), Some((BLACK, task)));
}

#[test]
fn a_computer_plays_its_own_army_and_no_other() {
    let state = against_computers("three-man", "e2e4");
    let gray = done(&state, Actor::Computer(GRAY), &to_move("m4"));
    assert!(gray.is_ok());
    for (actor, then) in [
        (Actor::Computer(BLACK), "not-your-turn"),
        (Actor::Computer(WHITE), "not-a-player"),
        (Actor::Person(ANN), "not-your-turn"),
        (Actor::Person(BEN), "not-a-player"),
    ] {
        assert_eq!(
            done(&state, actor, &to_move("m4")).err(),
            Some(then),
            "{actor:?}"
        );
    }
    for command in [Command::Leave, JOIN] {
        let refused = done(&state, Actor::Computer(GRAY), &command).err();
        assert_eq!(refused, Some("not-a-player"));
    }
}

#[test]
fn the_one_who_set_computers_against_each_other_may_end_it_alone() {
    let options = Ruleset::THREE_MAN;
    let opening = Table {
        ruleset: String::from("three-man"),
        options,
        place: place(),
        seat: Some(WHITE),
        invited: vec![],
        computers: Some((3, LEVEL)),
        rated: false,
        time: None,
        private: false,
    };
    let events = open(&opening, ANN).unwrap();
    let watched = fold(&events);
    assert!(watched.is_of_computers() && watched.concerns(ANN) && !watched.concerns(BEN));
    assert_eq!(done(&watched, BEN, &ABORT).err(), Some("not-a-player"));
    let decided = decide(&watched, ANN, &ABORT, NOON).unwrap();
    let ended = Event::Ended(watched.game().call_off());
    assert_eq!(decided, [Event::CalledOff, ended.clone()]);
    // That is as it must be, and not so where people play.
    let mut replay = Referee::default();
    assert_eq!(replay.judge(&watched, &Event::CalledOff), Ok(vec![]));
    assert_eq!(replay.judge(&watched, &ended), Ok(vec![]));
    assert_eq!(replay.finish(), [""; 0]);
    let played = against_computers("three-man", "");
    let differs = Referee::default().judge(&played, &Event::CalledOff);
    assert_eq!(differs.map(|differences| differences.len()), Ok(1));
}

/// Fills a table's open seats, or this one, with computers.
fn fill(events: &[Event], by: Person, seat: Option<Color>, may_be_rated: bool) -> Then {
    let command = Command::Fill {
        seat,
        level: LEVEL,
        may_be_rated,
    };
    decide(&fold(events), by, &command, NOON).map_err(|rejection| rejection.reason())
}

#[test]
fn the_opener_fills_the_open_seats_with_computers() {
    let alone = [opened(), joined(WHITE, ANN)];
    let both = vec![seated(GRAY), seated(BLACK), Event::Started];
    assert_eq!(fill(&alone, ANN, None, true), Ok(both));
    assert_eq!(
        fill(&alone, ANN, Some(BLACK), true),
        Ok(vec![seated(BLACK)])
    );
    // A kept seat stays kept, and its guest is waited for.
    let table = table();
    assert_eq!(fill(&table, ANN, None, true), Ok(vec![seated(BLACK)]));
    assert_eq!(fill(&table, ANN, Some(GRAY), true), Err("seat-taken"));
    let full = [&table[..], &[seated(BLACK)]].concat();
    assert_eq!(fill(&full, ANN, None, true), Err("table-full"));
    // Nobody else may, seated or not.
    for other in [BEN, DORA] {
        assert_eq!(fill(&table, other, None, true), Err("not-allowed"));
    }
    assert_eq!(
        fill(&played("e2e4"), ANN, None, true),
        Err("already-started")
    );
}

#[test]
fn a_match_becomes_casual_where_computers_play_no_rated_ones() {
    let alone = [opened(), joined(WHITE, ANN)];
    let filled = fill(&alone, ANN, None, false).unwrap();
    let casual = |event: &&Event| matches!(event, Event::Seated { casual: true, .. });
    assert_eq!(filled.iter().filter(casual).count(), 1);
    assert!(fold(&alone).is_rated());
    let begun = fold(&[&alone[..], &filled].concat());
    assert!(begun.stage() == Stage::Running && !begun.is_rated());
    let over = [&alone[..], &filled[..1]].concat();
    assert!(
        fill(&over, ANN, None, false)
            .unwrap()
            .iter()
            .all(|event| !casual(&event))
    );
}
