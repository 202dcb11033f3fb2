//! The table of a rematch: who sits where, who is invited, and who may ask.

use rondel::{
    computer::Level,
    matchplay::{Imported, NewPlayer, TimeLimit, rematch},
    rulesets::Rulesets,
};

use super::*;

/// A match by this ruleset with these events after its opening, called off if it has begun.
fn played(ruleset: &str, rated: bool, events: &[Event]) -> Match {
    played_from(ruleset, rated, None, events)
}

/// The same for one that may have been imported.
fn played_from(ruleset: &str, rated: bool, imported: Option<Imported>, events: &[Event]) -> Match {
    let named = Rulesets::presets().named(ruleset).unwrap().clone();
    let mut all = vec![Event::Opened {
        ruleset: ruleset.to_owned(),
        options: named.ruleset,
        opener: ANN,
        place: place(),
        rated,
        private: false,
        time: Some(TimeLimit::DAY),
        imported,
    }];
    all.extend_from_slice(events);
    let mut state = fold(&all);
    // Its own place is not where the table of another opens.
    let own = Place::new("console/thread");
    state.apply(&Event::Housed { place: own }, NOON);
    if state.stage() == Stage::Running {
        state.apply(&Event::Ended(state.game().call_off()), NOON);
    }
    state
}

fn seated(seat: Color, level: u8) -> Event {
    let level = Level::new(level).unwrap();
    Event::Seated {
        seat,
        level,
        casual: false,
    }
}

#[test]
fn everybody_moves_on_by_one_seat_and_only_people_are_waited_for() {
    let three = vec![
        joined(WHITE, ANN),
        joined(GRAY, BEN),
        joined(BLACK, CY),
        Event::Started,
    ];
    let duel = vec![joined(WHITE, ANN), joined(BLACK, CY), Event::Started];
    let mixed = vec![
        joined(WHITE, ANN),
        seated(GRAY, 3),
        joined(BLACK, CY),
        Event::Started,
    ];
    let alone = vec![
        seated(WHITE, 1),
        joined(GRAY, ANN),
        seated(BLACK, 3),
        Event::Started,
    ];
    let watched = vec![
        seated(WHITE, 1),
        seated(GRAY, 2),
        seated(BLACK, 3),
        Event::Started,
    ];
    let cases = [
        (
            "three-man",
            &three,
            ANN,
            vec![joined(GRAY, ANN), invited(BLACK, BEN), invited(WHITE, CY)],
        ),
        (
            "three-man",
            &three,
            CY,
            vec![joined(WHITE, CY), invited(GRAY, ANN), invited(BLACK, BEN)],
        ),
        (
            "duel",
            &duel,
            ANN,
            vec![joined(BLACK, ANN), invited(WHITE, CY)],
        ),
        (
            "duel",
            &duel,
            CY,
            vec![joined(WHITE, CY), invited(BLACK, ANN)],
        ),
        // A computer between two people.
        (
            "match-points",
            &mixed,
            CY,
            vec![joined(WHITE, CY), invited(GRAY, ANN), seated(BLACK, 3)],
        ),
        (
            "three-man",
            &alone,
            ANN,
            vec![
                joined(BLACK, ANN),
                seated(WHITE, 3),
                seated(GRAY, 1),
                Event::Started,
            ],
        ),
        (
            "three-man",
            &watched,
            ANN,
            vec![
                seated(WHITE, 3),
                seated(GRAY, 1),
                seated(BLACK, 2),
                Event::Started,
            ],
        ),
    ];
    for (ruleset, events, asker, then) in cases {
        for (rated, still) in [(true, true), (true, false), (false, true)] {
            let before = played(ruleset, rated, events);
            let again = rematch(&before, asker, still).unwrap();
            let opened = Event::Opened {
                ruleset: ruleset.to_owned(),
                options: *before.game().ruleset(),
                opener: asker,
                place: place(),
                rated: rated && still,
                private: false,
                time: Some(TimeLimit::DAY),
                imported: None,
            };
            assert_eq!(again[0], opened);
            assert_eq!(again[1..], then, "{ruleset} {asker}");
        }
    }
}

#[test]
fn a_seat_that_was_freed_is_for_anyone_and_one_that_was_taken_over_for_who_has_it() {
    let seats = [
        joined(WHITE, ANN),
        joined(GRAY, BEN),
        joined(BLACK, CY),
        Event::Started,
    ];
    let freed = Event::Freed {
        seat: BLACK,
        person: CY,
        reason: String::from("gone"),
    };
    let taken_over = |taker| Event::TookOver { seat: BLACK, taker };
    let computer = NewPlayer::Computer(Level::USUAL);
    for (after, then) in [
        (
            vec![freed.clone()],
            vec![joined(BLACK, BEN), invited(GRAY, ANN)],
        ),
        (
            vec![freed, taken_over(NewPlayer::Person(DORA))],
            vec![joined(BLACK, BEN), invited(WHITE, DORA), invited(GRAY, ANN)],
        ),
        (
            vec![taken_over(computer)],
            vec![joined(BLACK, BEN), seated(WHITE, 3), invited(GRAY, ANN)],
        ),
    ] {
        let before = played("three-man", true, &[&seats[..], &after[..]].concat());
        let again = rematch(&before, BEN, true).unwrap();
        assert_eq!(again[1..], then);
        // The one who gave the seat up plays no more.
        assert!(rematch(&before, CY, true).is_err());
    }
}

#[test]
fn only_players_may_ask_and_only_when_it_has_been_played() {
    let seats = [joined(WHITE, ANN), joined(GRAY, BEN), joined(BLACK, CY)];
    let begun = [&seats[..], &[Event::Started]].concat();
    let over = played("three-man", true, &begun);
    let mut running = fold(&[&[opened()], &begun[..]].concat());
    let ask = |state: &Match, person| {
        let events = rematch(state, person, true);
        events.map(drop).map_err(|rejection| rejection.reason())
    };
    assert_eq!(ask(&over, ANN), Ok(()));
    assert_eq!(ask(&over, DORA), Err("not-a-player"));
    assert_eq!(ask(&running, ANN), Err("not-over"));
    assert_eq!(ask(&running, DORA), Err("not-a-player"));
    // An army that is out plays no more, and its player may still ask once all is over.
    let verdict = running.game().judge_concession(BLACK);
    running.apply(&Event::Eliminated(verdict.outs[0]), NOON);
    assert_eq!(ask(&running, CY), Err("not-over"));
    running.apply(&Event::Ended(running.game().call_off()), NOON);
    assert_eq!(ask(&running, CY), Ok(()));

    let table = fold(&[&[opened()], &seats[..2]].concat());
    assert_eq!(ask(&table, ANN), Err("not-started"));
    for close in [Event::Closed, Event::Expired] {
        let mut closed = table.clone();
        closed.apply(&close, NOON);
        assert_eq!(ask(&closed, ANN), Err("not-started"));
    }
    let imported = Imported {
        from: MatchId::numbered(8),
        place: place(),
        began: NOON,
        ended: NOON,
    };
    let imported = played_from("three-man", true, Some(imported), &begun);
    assert_eq!(ask(&imported, ANN), Err("not-allowed"));
    let computers = [WHITE, GRAY, BLACK].map(|seat| seated(seat, 2));
    let computers = [&computers[..], &[Event::Started]].concat();
    let computers = played("three-man", false, &computers);
    assert_eq!(ask(&computers, ANN), Ok(()));
    assert_eq!(ask(&computers, BEN), Err("not-a-player"));
}
