//! Windows at the deadline: what the others may do while one is open, and what comes of it.

use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};
use rondel::{
    matchplay::{Extension, Motion, SeatAction},
    rules::{Move, OfferAction, Role, Verdict},
};

use super::{
    clocks::{both, by_time, goes_out},
    timed::{DAY, HOUR, MINUTE, Path, SECOND, Timed, go, others, round_played},
    *,
};

#[test]
fn every_way_of_a_window_under_every_ruleset() {
    let paths: [Path; 9] = [
        (
            "opens at the deadline, closes, and the army goes out",
            closes,
        ),
        ("no opponent has mating material: drawn", no_material),
        ("a move within the window", moves_in_time),
        ("time granted, once in a turn", grants),
        ("put out at once by all others", put_out),
        ("a player who has left the server", gone),
        ("left while another is to move", gone_before_their_turn),
        ("a seat that is freed", freed),
        (
            "what waited for the one who is past it",
            carried_at_the_deadline,
        ),
    ];
    go("windows", &paths);
}

pub(super) fn seat(action: SeatAction) -> Command {
    Command::Seat { action, seat: None }
}

/// Waits until White is past the deadline.
#[track_caller]
pub(super) fn pass_deadline(course: &mut Timed) {
    course.wait_until(course.deadline());
    assert!(course.state.is_missing(WHITE));
}

fn closes(ruleset: &str) -> usize {
    let mut cases = 0;
    for (limit, window) in [
        ("10m", 150 * SECOND),
        ("12h", 3 * HOUR),
        ("4d", DAY),
        ("30d", DAY),
    ] {
        for (mut course, then) in both(ruleset, Some(limit)) {
            let deadline = course.deadline();
            let before = course.wait_until(deadline.plus(-1));
            assert!(
                before
                    .iter()
                    .all(|event| matches!(event, Event::Reminded { .. }))
            );
            let (color, closes) = (WHITE, deadline.plus(window));
            assert_eq!(course.wait(1), [Event::DeadlinePassed { color, closes }]);
            assert_eq!(course.wait_until(closes.plus(-1)), []);
            let happened = course.wait(1);
            goes_out(&course, &happened, then);
            cases += 1;
        }
    }
    cases
}

/// A match with White to move in which no other army has mating material, played by a White that
/// takes whatever it can and others that take nothing (rules §5.5).
fn bare(ruleset: &str, two: bool) -> Option<Timed> {
    let mut course = Timed::begun(ruleset, Some("12h"));
    if two {
        course.ask(BEN, &RESIGN).ok()?;
        if course.state.stage() == Stage::Ended {
            return None;
        }
    }
    let mut dice = StdRng::seed_from_u64(1);
    for _ in 0..3_000 {
        let position = *course.state.position();
        let turn = position.turn();
        let mut opponents = position.in_play().without(WHITE).iter();
        if turn == WHITE && !opponents.any(|army| position.has_mating_material(army)) {
            return Some(course);
        }
        let quiet = |mv: &Move| course.state.game().judge_move(*mv) == Ok(Verdict::default());
        let takes = |mv: &Move| {
            position
                .piece_at(mv.to)
                .is_some_and(|piece| position.in_play().contains(piece.color))
        };
        let mut legal = position.legal_moves();
        legal.shuffle(&mut dice);
        // Pawns are in the way of nothing, and would be queens.
        let pawn = |mv: &Move| {
            position
                .piece_at(mv.from)
                .is_some_and(|piece| piece.role == Role::Pawn)
        };
        legal.sort_by_key(|mv| (takes(mv) != (turn == WHITE), turn != WHITE && pawn(mv)));
        let mv = legal.into_iter().find(quiet)?;
        let color = turn;
        course.take_in(&[Event::Moved { color, mv }]);
    }
    None
}

fn no_material(ruleset: &str) -> usize {
    let mut cases = 0;
    for two in [false, true] {
        let Some(mut course) = bare(ruleset, two) else {
            let plays_on = by_time(ruleset).1.is_some();
            assert!(two && !plays_on, "{ruleset}: no such position was found");
            continue;
        };
        let in_play = course.state.position().in_play().len();
        assert_eq!(in_play, if two || ruleset == "duel" { 2 } else { 3 });
        let drawn = course.state.game().draw(Draw::Time);
        course.wait_until(course.deadline());
        let happened = course.wait_until(course.closes().unwrap());
        let color = WHITE;
        assert_eq!(happened, [Event::OutOfTime { color }, Event::Ended(drawn)]);
        let share = match (ruleset, two) {
            ("three-man", false) => [2, 2, 2],
            ("three-man", true) => [3, 0, 3],
            ("match-points", false) => [6, 6, 6],
            // 1 for the concession before.
            ("match-points", true) => [12, 0, 12],
            ("first-mate" | "second-mate", false) => [4, 4, 4],
            ("second-mate", true) => [9, 0, 9],
            ("three-player", _) => [3, 3, 3],
            ("duel", _) => [3, 0, 3],
            other => panic!("{other:?}"),
        };
        assert_eq!(Event::Ended(drawn), ended(Ending::Draw(Draw::Time), share));
        cases += 1;
    }
    cases
}

fn moves_in_time(ruleset: &str) -> usize {
    let mut course = round_played(ruleset, Some("12h"));
    pass_deadline(&mut course);
    let (_, friend) = others(&course)[0];
    let help = seat(SeatAction::Substitute(Some(DORA)));
    course.done(friend, &help);
    course.moves("d4");
    assert_eq!(course.deadline(), course.now.plus(12 * HOUR));
    // What was proposed about the seat has no sense any more.
    assert_eq!(
        (course.closes(), course.state.proposals().iter().count()),
        (None, 0)
    );
    assert_eq!(
        course.ask(DORA, &Command::Join { seat: None }),
        Err("already-started")
    );
    1
}

fn grants(ruleset: &str) -> usize {
    let grant = seat(SeatAction::Grant);
    let white = Command::Seat {
        action: SeatAction::Grant,
        seat: Some(WHITE),
    };
    let mut course = round_played(ruleset, Some("12h"));
    let (by, friend) = others(&course)[0];
    assert_eq!(course.ask(friend, &white), Err("not-allowed"));
    pass_deadline(&mut course);
    course.wait(HOUR);
    assert_eq!(course.ask(ANN, &white), Err("not-allowed"));
    assert_eq!(course.ask(DORA, &white), Err("not-a-player"));
    let until = course.now.plus(12 * HOUR);
    let why = Extension::Granted(by);
    let color = WHITE;
    assert_eq!(
        course.done(friend, &grant),
        [Event::Extended { color, until, why }]
    );
    assert_eq!((course.deadline(), course.closes()), (until, None));
    assert_eq!(course.ask(friend, &white), Err("not-allowed"));
    let closes = until.plus(3 * HOUR);
    assert_eq!(
        course.wait_until(until),
        [Event::DeadlinePassed { color, closes }]
    );
    // Once in a turn.
    for (_, other) in others(&course) {
        assert_eq!(course.ask(other, &grant), Err("not-allowed"));
    }
    // In the next one it may be granted again.
    course.moves("d4");
    while course.state.position().turn() != WHITE {
        let next = course.state.position().turn();
        course.moves(if next == GRAY { "n4" } else { "v4" });
    }
    pass_deadline(&mut course);
    course.done(friend, &grant);
    // Who lets that pass as well goes out.
    course.wait_until(course.deadline());
    let happened = course.wait_until(course.closes().unwrap());
    goes_out(&course, &happened, by_time(ruleset).0);
    3
}

fn put_out(ruleset: &str) -> usize {
    let put_out = seat(SeatAction::PutOut);
    let mut cases = 0;
    for (mut course, then) in both(ruleset, Some("12h")) {
        let white = Command::Seat {
            action: SeatAction::PutOut,
            seat: Some(WHITE),
        };
        let others = others(&course);
        assert_eq!(course.ask(others[0].1, &white), Err("not-allowed"));
        pass_deadline(&mut course);
        assert_eq!(course.ask(ANN, &white), Err("not-allowed"));
        let motion = Motion::PutOut { seat: WHITE };
        let mut happened = Vec::new();
        for (nth, (by, player)) in others.iter().enumerate() {
            happened = course.done(*player, &put_out);
            let (by, first) = (*by, nth == 0);
            let said = happened.remove(0);
            assert_eq!(
                said,
                if first {
                    Event::Proposal {
                        action: OfferAction::Offer,
                        by,
                        motion,
                    }
                } else {
                    Event::Proposal {
                        action: OfferAction::Accept,
                        by,
                        motion,
                    }
                }
            );
            assert_eq!(happened.is_empty(), nth + 1 < others.len());
        }
        goes_out(&course, &happened, then);
        cases += 1;
    }
    cases
}

fn gone(ruleset: &str) -> usize {
    let mut cases = 0;
    for (limit, window) in [
        (None, DAY),
        (Some("12h"), 3 * HOUR),
        (Some("10m"), 150 * SECOND),
    ] {
        for back in [false, true] {
            let mut course = round_played(ruleset, limit);
            let (color, person) = (WHITE, ANN);
            let closes = course.now.plus(window);
            let noticed = [
                Event::Gone {
                    seat: color,
                    person,
                },
                Event::DeadlinePassed { color, closes },
            ];
            assert_eq!(course.done(ANN, &Command::NoteGone(ANN)), noticed);
            assert_eq!(course.ask(ANN, &Command::NoteGone(ANN)), Err("not-allowed"));
            if back {
                course.moves("d4");
                assert!(!course.state.is_gone(WHITE));
            } else {
                assert_eq!(course.wait_until(closes.plus(-1)), []);
                let happened = course.wait(1);
                goes_out(&course, &happened, by_time(ruleset).0);
            }
            cases += 1;
        }
    }
    // With a short limit there is no window: they run out of it.
    let mut course = round_played(ruleset, Some("90s"));
    let deadline = course.deadline();
    assert_eq!(course.done(ANN, &Command::NoteGone(ANN)).len(), 1);
    assert_eq!(course.wait_until(deadline.plus(-1)), []);
    let happened = course.wait(1);
    goes_out(&course, &happened, by_time(ruleset).0);
    cases + 1
}

fn gone_before_their_turn(ruleset: &str) -> usize {
    for (limit, window) in [(None, DAY), (Some("12h"), 3 * HOUR)] {
        let mut course = round_played(ruleset, limit);
        let (color, person) = others(&course)[0];
        let noticed = course.done(ANN, &Command::NoteGone(person));
        assert_eq!(
            noticed,
            [Event::Gone {
                seat: color,
                person
            }]
        );
        assert!(!course.state.is_missing(color));
        course.moves("d4");
        // Nobody need wait for the deadline of one who is not there.
        let closes = course.now.plus(window);
        assert_eq!(course.settle(), [Event::DeadlinePassed { color, closes }]);
        // They are given a turn all the same, where somebody wants that.
        course.done(ANN, &seat(SeatAction::Grant));
        let until = course.now.plus(
            course
                .state
                .time_limit()
                .map_or(DAY, |limit| limit.milliseconds()),
        );
        assert_eq!((course.deadline(), course.closes()), (until, None));
    }
    2
}

fn freed(ruleset: &str) -> usize {
    let free = |seat| Command::Free {
        seat,
        reason: String::from("Two weeks without a word"),
    };
    let event = |seat, person| {
        let reason = String::from("Two weeks without a word");
        Event::Freed {
            seat,
            person,
            reason,
        }
    };
    let mut cases = 0;
    for (limit, window) in [(None, DAY), (Some("12h"), 3 * HOUR)] {
        let (color, person) = (WHITE, ANN);
        let mut course = round_played(ruleset, limit);
        let closes = course.now.plus(window);
        let happened = course.done(DORA, &free(None));
        assert_eq!(
            happened,
            [
                event(color, person),
                Event::DeadlinePassed { color, closes }
            ]
        );
        assert_eq!(course.state.seats()[WHITE], Seat::Vacant);
        assert_eq!(course.ask(ANN, &to_move("d4")), Err("not-a-player"));
        let (_, friend) = others(&course)[0];
        assert_eq!(
            course.ask(friend, &seat(SeatAction::Grant)),
            Err("not-allowed")
        );
        let happened = course.wait_until(closes);
        goes_out(&course, &happened, by_time(ruleset).0);
        // While another is to move it waits for its turn.
        let mut course = round_played(ruleset, limit);
        let (color, person) = others(&course)[0];
        assert_eq!(
            course.done(DORA, &free(Some(color))),
            [event(color, person)]
        );
        assert!(course.state.is_missing(color));
        course.moves("d4");
        let closes = course.now.plus(window);
        assert_eq!(course.settle(), [Event::DeadlinePassed { color, closes }]);
        cases += 2;
    }
    // With a short limit the clock runs on.
    let mut course = round_played(ruleset, Some("90s"));
    let deadline = course.deadline();
    course.done(DORA, &free(None));
    assert!(course.state.is_missing(WHITE));
    assert_eq!(course.wait_until(deadline.plus(-1)), []);
    let happened = course.wait(1);
    goes_out(&course, &happened, by_time(ruleset).0);
    cases + 1
}

fn carried_at_the_deadline(ruleset: &str) -> usize {
    let mut cases = 0;
    let motions = [
        (ABORT, Motion::Abort, aborted()),
        (
            Command::Pause(OfferAction::Offer),
            Motion::Pause,
            Event::Paused,
        ),
    ];
    for (command, motion, then) in motions {
        let mut course = round_played(ruleset, Some("12h"));
        let deadline = course.deadline();
        course.wait_until(deadline.plus(-MINUTE));
        for (_, other) in others(&course) {
            course.done(other, &command);
        }
        assert!(course.state.proposals().about(motion.matter()).is_some());
        let happened = course.wait(MINUTE);
        let (color, closes) = (WHITE, deadline.plus(3 * HOUR));
        assert_eq!(happened, [Event::DeadlinePassed { color, closes }, then]);
        cases += 1;
    }
    // Silence is no consent to a draw, nor to moves that are taken back.
    let mut course = round_played(ruleset, Some("12h"));
    course.wait_until(course.deadline().plus(-MINUTE));
    for (_, other) in others(&course) {
        course.done(other, &OFFER);
    }
    let (_, other) = others(&course)[0];
    course.done(other, &Command::Takeback(OfferAction::Offer));
    assert_eq!(course.wait(MINUTE).len(), 1);
    assert!(course.state.draw_offer().is_some());
    assert_eq!(course.state.proposals().iter().count(), 1);
    cases + 2
}

/// Both wait for the same seat alone, and both happen when it is freed.
#[test]
fn given_two_proposals_that_wait_for_one_seat_when_it_is_freed_then_both_are_carried() {
    let mut course = round_played("three-man", Some("3d"));
    for person in [ANN, CY] {
        course.done(person, &Command::Pause(OfferAction::Offer));
        course.done(person, &ABORT);
    }
    let reason = String::from("gone");
    let (seat, person) = (GRAY, BEN);
    let free = Command::Free {
        seat: Some(seat),
        reason: reason.clone(),
    };
    assert_eq!(
        course.done(DORA, &free),
        [
            Event::Freed {
                seat,
                person,
                reason
            },
            Event::Paused,
            aborted()
        ]
    );
}

/// Fault D14: what is proposed in a window ends with it, whenever that is.
#[test]
fn d14_given_a_window_that_moves_or_stands_still_then_what_was_proposed_in_it_does_too() {
    let mut course = round_played("three-man", Some("12h"));
    pass_deadline(&mut course);
    for command in [ABORT, Command::Pause(OfferAction::Offer)] {
        course.done(BEN, &command);
    }
    let until = |course: &Timed| {
        let abort = course.state.proposals().about(Motion::Abort.matter());
        abort.and_then(|abort| abort.until())
    };
    assert_eq!(until(&course), course.closes());
    let (color, later) = (WHITE, course.now.plus(5 * HOUR));
    let why = Extension::Downtime;
    course.take_in(&[Event::Extended {
        color,
        until: later,
        why,
    }]);
    assert_eq!(
        (until(&course), course.closes()),
        (Some(later), Some(later))
    );
    // In a pause neither ends.
    course.done(CY, &Command::Pause(OfferAction::Accept));
    assert_eq!(course.wait(3 * DAY), []);
    for person in [BEN, CY] {
        course.done(person, &Command::Pause(OfferAction::Offer));
    }
    let later = later.plus(3 * DAY);
    assert_eq!(
        (until(&course), course.closes()),
        (Some(later), Some(later))
    );
    assert_eq!(course.wait_until(later.plus(-1)), []);
    let (by, motion) = (GRAY, Motion::Abort);
    let happened = course.wait(1);
    assert_eq!(
        happened[..2],
        [Event::Lapsed { by, motion }, Event::OutOfTime { color }]
    );
}
