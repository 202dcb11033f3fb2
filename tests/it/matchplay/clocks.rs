//! Clocks: deadlines with short limits, reminders, pauses, and time in which nothing could be done.

use rondel::matchplay::{Extension, LONGEST_PAUSE, Motion, SeatAction};

use super::{
    timed::{DAY, HOUR, MINUTE, Path, SECOND, Timed, go, is_over, others, round_played, two_left},
    *,
};

const PAUSE: Command = Command::Pause(OfferAction::Offer);

#[test]
fn every_way_of_a_clock_under_every_ruleset() {
    let paths: [Path; 12] = [
        ("a short limit: out at the deadline", short_limits),
        ("reminded at a third and at a tenth", reminders),
        ("the same of what is left for several moves", budgets),
        ("not reminded below an hour, or in a window", no_reminders),
        ("no limit: silence opens a window", no_limit),
        ("a paused clock stands still, and goes on", pauses),
        ("in the window too", pauses_in_windows),
        ("a turn that begins in a pause", turns_in_pauses),
        ("a pause ends after thirty days", long_pauses),
        ("a deadline that passed while nobody could play", downtimes),
        (
            "a window that closed while nobody could play",
            closed_windows,
        ),
        ("a clock that is set", set_clocks),
    ];
    go("clocks", &paths);
}

/// What White's running out of time comes to with three in play, or two, or in a duel: what the
/// others earn at once, and the end with its points in sixths.
type ByTime = (Option<[u16; 3]>, Option<(Ending, [u16; 3])>);

/// With all armies in play, and with two of three where the ruleset plays on (rules §6).
pub(super) fn by_time(ruleset: &str) -> (ByTime, Option<ByTime>) {
    let (last, first) = (Ending::LastArmy, Ending::FirstOut);
    match ruleset {
        "three-man" => ((None, None), Some((None, Some((last, [0, 0, 6]))))),
        // 1 to each of two, then 2 to the one that is left and 1 as the last king (rules §6.2).
        "match-points" => (
            (Some([0, 6, 6]), None),
            Some((Some([0, 0, 12]), Some((last, [6, 0, 24])))),
        ),
        // Half for a joint defeat, and half for being there (rules §6.3).
        "first-mate" => ((Some([0, 6, 6]), Some((first, [0, 6, 6]))), None),
        "second-mate" => (
            (Some([0, 6, 6]), None),
            Some((Some([0, 0, 6]), Some((last, [6, 0, 12])))),
        ),
        // 0, and half to each of the others (rules §6.5).
        "three-player" => ((Some([0, 3, 3]), Some((first, [0, 3, 3]))), None),
        "duel" => ((None, Some((first, [0, 0, 6]))), None),
        other => panic!("{other}"),
    }
}

/// Makes sure that White goes out of time now, with what follows, and that the next player's clock
/// starts where the match goes on.
#[track_caller]
pub(super) fn goes_out(course: &Timed, happened: &[Event], (earned, outcome): ByTime) {
    let out = Event::Eliminated(Elimination {
        color: WHITE,
        exit: Exit::Time,
        checkers: Colors::NONE,
        by: None,
        points: ByColor::new(|color: Color| {
            Points::from_sixths(earned.map_or(0, |earned| earned[color.index()]))
        }),
    });
    let outcome = outcome.map(|(ending, sixths)| (ended(ending, sixths), ending, sixths));
    let mut wanted = vec![Event::OutOfTime { color: WHITE }, out];
    wanted.extend(outcome.clone().map(|(event, _, _)| event));
    assert_eq!(happened, wanted);
    match outcome {
        Some((_, ending, sixths)) => is_over(course, ending, sixths),
        None => {
            let limit = course.state.time_limit().map(|limit| limit.milliseconds());
            assert_ne!(course.state.position().turn(), WHITE);
            let deadline = course.state.clock().map(|clock| clock.deadline);
            assert_eq!(deadline, limit.map(|limit| course.now.plus(limit)));
        }
    }
}

/// A match with all in play, and one with two of three, White to move, with what its running out of
/// time comes to.
pub(super) fn both(ruleset: &str, limit: Option<&str>) -> Vec<(Timed, ByTime)> {
    let (all, two) = by_time(ruleset);
    let mut both = vec![(round_played(ruleset, limit), all)];
    let left = two_left(ruleset, limit);
    assert_eq!(left.is_some(), two.is_some(), "{ruleset}");
    both.extend(left.zip(two));
    both
}

fn short_limits(ruleset: &str) -> usize {
    let mut cases = 0;
    for limit in ["90s", "5m", "599s"] {
        for (mut course, then) in both(ruleset, Some(limit)) {
            let deadline = course.deadline();
            assert_eq!(course.wait_until(deadline.plus(-1)), []);
            let happened = course.wait(1);
            goes_out(&course, &happened, then);
            cases += 1;
        }
    }
    // The shortest one, from the start.
    let mut course = Timed::begun(ruleset, Some("10s"));
    assert_eq!(course.deadline(), NOON.plus(10 * SECOND));
    let happened = course.wait(10 * SECOND);
    goes_out(&course, &happened, by_time(ruleset).0);
    cases + 1
}

fn reminders(ruleset: &str) -> usize {
    let reminded = [Event::Reminded { color: WHITE }];
    for (limit, hours) in [("1h", 1), ("12h", 12), ("3d", 72)] {
        let mut course = round_played(ruleset, Some(limit));
        let deadline = course.deadline();
        for before in [hours * HOUR / 3, hours * HOUR / 10] {
            assert_eq!(course.wait_until(deadline.plus(-before - 1)), []);
            assert_eq!(course.wait(1), reminded);
        }
        assert_eq!(course.state.clock().unwrap().reminders, 2);
        assert_eq!(course.wait_until(deadline.plus(-1)), []);
        // Time that is granted brings no third one.
        course.wait(1);
        let (_, friend) = others(&course)[0];
        let (action, seat) = (SeatAction::Grant, Some(WHITE));
        course.done(friend, &Command::Seat { action, seat });
        let deadline = course.deadline();
        assert_eq!(course.wait_until(deadline.plus(-1)), []);
        // The next turn has reminders of its own.
        course.moves("d4");
        assert_eq!(course.state.clock().unwrap().reminders, 0);
    }
    3
}

/// Reminders go by what was left when the turn began, not by the time for one move.
fn budgets(ruleset: &str) -> usize {
    let reminded = [Event::Reminded { color: WHITE }];
    let goes_round = |course: &mut Timed| {
        course.moves("e4");
        while course.state.position().turn() != WHITE {
            let gray = course.state.position().turn() == GRAY;
            course.moves(if gray { "m4" } else { "u4" });
        }
    };
    let mut course = Timed::begun(ruleset, Some("4/30h"));
    for left in [30 * HOUR, 3 * HOUR - MINUTE] {
        let deadline = course.deadline();
        assert_eq!(deadline, course.now.plus(left));
        for before in [left / 3, left / 10] {
            assert_eq!(course.wait_until(deadline.plus(-before - 1)), []);
            assert_eq!(course.wait(1), reminded);
        }
        if course.state.ply() == 0 {
            goes_round(&mut course);
        }
    }
    // Less than an hour is left.
    let mut course = Timed::begun(ruleset, Some("2/90m"));
    course.wait(45 * MINUTE);
    goes_round(&mut course);
    let deadline = course.deadline();
    assert_eq!(deadline, course.now.plus(44 * MINUTE));
    assert_eq!(course.wait_until(deadline.plus(-1)), []);
    3
}

fn no_reminders(ruleset: &str) -> usize {
    for limit in ["90s", "10m", "59m"] {
        let mut course = round_played(ruleset, Some(limit));
        let deadline = course.deadline();
        assert_eq!(course.wait_until(deadline.plus(-1)), []);
    }
    let mut course = round_played(ruleset, Some("3d"));
    course.wait_until(course.deadline());
    let closes = course.closes().unwrap();
    assert_eq!(course.wait_until(closes.plus(-1)), []);
    4
}

fn no_limit(ruleset: &str) -> usize {
    let mut course = round_played(ruleset, None);
    let silent = course.now.plus(3 * DAY);
    assert_eq!(
        (course.state.clock(), course.state.due()),
        (None, Some(silent))
    );
    assert_eq!(course.wait_until(silent.plus(-1)), []);
    // Others wait, so that silence opens a window, once: then there is a clock.
    let (color, closes) = (WHITE, silent.plus(DAY));
    assert_eq!(course.wait(1), [Event::DeadlinePassed { color, closes }]);
    let (by, friend) = others(&course)[0];
    let (action, seat) = (SeatAction::Grant, Some(WHITE));
    let until = course.now.plus(DAY);
    let why = Extension::Granted(by);
    assert_eq!(
        course.done(friend, &Command::Seat { action, seat }),
        [Event::Extended { color, until, why }]
    );
    let closes = until.plus(DAY);
    assert_eq!(
        course.wait_until(until),
        [Event::DeadlinePassed { color, closes }]
    );
    // A move begins the next turn without a clock.
    course.moves("d4");
    let silent = course.now.plus(3 * DAY);
    assert_eq!(
        (course.state.clock(), course.state.due()),
        (None, Some(silent))
    );
    2
}

/// All agree to stop the clock, or to let it go on.
#[track_caller]
fn all_agree_to_pause(course: &mut Timed) -> Vec<Event> {
    let in_play: Vec<Color> = course.state.position().in_play().iter().collect();
    let mut happened = Vec::new();
    for color in in_play {
        // A player past their deadline is not asked.
        if !course.state.is_overdue(color) {
            let player = course.state.seats()[color].player().unwrap();
            happened = course.done(player, &PAUSE);
        }
    }
    happened
}

fn pauses(ruleset: &str) -> usize {
    let mut course = round_played(ruleset, Some("3d"));
    course.wait(HOUR);
    let deadline = course.deadline();
    let stopped = all_agree_to_pause(&mut course);
    assert_eq!(stopped.last(), Some(&Event::Paused));
    assert_eq!(course.wait(10 * DAY), []);
    assert_eq!(course.ask(ANN, &to_move("d4")), Err("paused"));
    let goes_on = all_agree_to_pause(&mut course);
    assert_eq!(goes_on.last(), Some(&Event::Resumed));
    assert_eq!(course.deadline(), deadline.plus(10 * DAY));
    // A reminder is as much later.
    assert_eq!(course.wait_until(deadline.plus(9 * DAY - 1)), []);
    assert_eq!(course.wait(1), [Event::Reminded { color: WHITE }]);
    // Once: what was said before a pause is not said again after it.
    all_agree_to_pause(&mut course);
    course.wait(2 * DAY);
    all_agree_to_pause(&mut course);
    let second = deadline.plus(12 * DAY - 3 * DAY / 10);
    assert_eq!(course.wait_until(second.plus(-1)), []);
    assert_eq!(course.wait(1), [Event::Reminded { color: WHITE }]);
    course.moves("d4");
    1
}

fn pauses_in_windows(ruleset: &str) -> usize {
    let mut course = round_played(ruleset, Some("3d"));
    course.wait_until(course.deadline());
    course.wait(HOUR);
    let closes = course.closes().unwrap();
    // Nobody waits for the one who is not there.
    let stopped = all_agree_to_pause(&mut course);
    assert_eq!(stopped.last(), Some(&Event::Paused));
    assert_eq!(course.wait(5 * DAY), []);
    assert_eq!(
        all_agree_to_pause(&mut course).last(),
        Some(&Event::Resumed)
    );
    assert_eq!(course.closes(), Some(closes.plus(5 * DAY)));
    assert_eq!(course.wait_until(closes.plus(5 * DAY - 1)), []);
    let happened = course.wait(1);
    goes_out(&course, &happened, by_time(ruleset).0);
    1
}

fn turns_in_pauses(ruleset: &str) -> usize {
    let mut course = round_played(ruleset, Some("3d"));
    course.wait(HOUR);
    all_agree_to_pause(&mut course);
    course.wait(DAY);
    if course.ask(ANN, &RESIGN).is_err() || course.state.stage() == Stage::Ended {
        // A winner is named there, or it ends with the first army out.
        return 0;
    }
    assert_eq!(
        (course.state.is_paused(), course.state.position().turn()),
        (true, GRAY)
    );
    course.wait(DAY);
    all_agree_to_pause(&mut course);
    // A whole turn, from now on.
    assert_eq!(course.deadline(), course.now.plus(3 * DAY));
    1
}

fn long_pauses(ruleset: &str) -> usize {
    for limit in [None, Some("90s"), Some("12h")] {
        let mut course = round_played(ruleset, limit);
        let deadline = course.state.clock().map(|clock| clock.deadline);
        all_agree_to_pause(&mut course);
        assert_eq!(course.wait(LONGEST_PAUSE - 1), []);
        assert_eq!(course.wait(1), [Event::Resumed]);
        let after = course.state.clock().map(|clock| clock.deadline);
        assert_eq!(after, deadline.map(|at| at.plus(LONGEST_PAUSE)));
        // Who wants to go on must be answered within a day, and a pause ends all the same.
        all_agree_to_pause(&mut course);
        course.done(ANN, &PAUSE);
        let (by, motion) = (WHITE, Motion::Resume);
        assert_eq!(course.wait(DAY), [Event::Lapsed { by, motion }]);
        assert_eq!(course.wait(LONGEST_PAUSE - DAY), [Event::Resumed]);
    }
    3
}

fn extended(until: Moment) -> Event {
    let (color, why) = (WHITE, Extension::Downtime);
    Event::Extended { color, until, why }
}

fn downtimes(ruleset: &str) -> usize {
    let mut cases = 0;
    for (limit, length, grace, window) in [
        ("90s", 90 * SECOND, 90 * SECOND, None),
        ("599s", 599 * SECOND, 599 * SECOND, None),
        ("10m", 10 * MINUTE, 10 * MINUTE, Some(150 * SECOND)),
        ("12h", 12 * HOUR, 10 * MINUTE, Some(3 * HOUR)),
    ] {
        for (mut course, then) in both(ruleset, Some(limit)) {
            course.be_down(length + MINUTE);
            let until = course.now.plus(grace);
            assert_eq!(course.settle()[0], extended(until));
            assert_eq!((course.deadline(), course.closes()), (until, None));
            let early = course.wait_until(until.plus(-1));
            assert!(
                early
                    .iter()
                    .all(|event| matches!(event, Event::Reminded { .. }))
            );
            let happened = course.wait(1);
            match window {
                None => goes_out(&course, &happened, then),
                Some(window) => {
                    let (color, closes) = (WHITE, until.plus(window));
                    assert_eq!(happened, [Event::DeadlinePassed { color, closes }]);
                    let happened = course.wait_until(closes);
                    goes_out(&course, &happened, then);
                }
            }
            cases += 1;
        }
        // One that is later than that changes nothing.
        let mut course = round_played(ruleset, Some(limit));
        let deadline = course.deadline();
        course.be_down(length / 4);
        course.wait(1);
        assert_eq!(course.deadline(), deadline);
        cases += 1;
    }
    // A deadline between the start and the end of the grace: no window, no forfeit before it.
    let mut course = round_played(ruleset, Some("90s"));
    course.be_down(80 * SECOND);
    let until = course.now.plus(90 * SECOND);
    assert_eq!(course.wait(10 * SECOND), [extended(until)]);
    assert_eq!(course.wait_until(until.plus(-1)), []);
    let happened = course.wait(1);
    goes_out(&course, &happened, by_time(ruleset).0);
    cases + 1
}

fn closed_windows(ruleset: &str) -> usize {
    let mut cases = 0;
    for down in [HOUR, 4 * HOUR] {
        // It closes three hours after the deadline: within the grace, or before it.
        let mut course = round_played(ruleset, Some("12h"));
        course.wait_until(course.deadline());
        course.wait(3 * HOUR - down - MINUTE);
        let closes = course.closes().unwrap();
        course.be_down(down);
        let until = course.now.plus(10 * MINUTE);
        let happened = course.wait_until(closes.max(course.now));
        assert_eq!(happened, [extended(until)]);
        assert_eq!(course.closes(), Some(until));
        assert_eq!(course.wait_until(until.plus(-1)), []);
        let happened = course.wait(1);
        goes_out(&course, &happened, by_time(ruleset).0);
        cases += 1;
    }
    // One that closes after the grace closes as it would have.
    let mut course = round_played(ruleset, Some("12h"));
    course.wait_until(course.deadline());
    let closes = course.closes().unwrap();
    course.be_down(HOUR);
    assert_eq!(course.wait_until(closes.plus(-1)), []);
    let happened = course.wait(1);
    goes_out(&course, &happened, by_time(ruleset).0);
    cases + 1
}

fn set_clocks(ruleset: &str) -> usize {
    let mut cases = 0;
    for limit in ["90s", "10m", "12h", "30d"] {
        for set in [-HOUR, HOUR, DAY, 60 * DAY] {
            let mut course = round_played(ruleset, Some(limit));
            course.be_down(set);
            let happened = course.settle();
            let out = happened
                .iter()
                .any(|event| matches!(event, Event::OutOfTime { .. }));
            assert!(!out, "{limit} {set}: {happened:?}");
            course.moves("d4");
            cases += 1;
        }
    }
    cases
}
