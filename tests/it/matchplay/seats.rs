//! Seats that change hands: who must agree, who may decline, and whose seat it is then.

use rondel::{
    computer::Level,
    matchplay::{Motion, NewPlayer, SeatAction, Tenure},
    rules::OfferAction,
};

use super::{
    timed::{DAY, HOUR, Path, Timed, go, others, round_played},
    windows::{pass_deadline, seat},
    *,
};

const EVE: Person = Person(5);

#[test]
fn the_opener_invites_to_the_next_open_seat_clockwise() {
    let invite = |events: &[Event], by, whom| {
        let decided = decide(&fold(events), by, &Command::Invite(whom), NOON);
        decided.map_err(|rejection| rejection.reason())
    };
    for (own, first, second) in [
        (WHITE, GRAY, BLACK),
        (GRAY, BLACK, WHITE),
        (BLACK, WHITE, GRAY),
    ] {
        let alone = [opened(), joined(own, ANN)];
        assert_eq!(invite(&alone, ANN, BEN), Ok(vec![invited(first, BEN)]));
        let one = [&alone[..], &[invited(first, BEN)]].concat();
        assert_eq!(invite(&one, ANN, CY), Ok(vec![invited(second, CY)]));
        // Whoever has come by themselves sits where they like.
        let other = [&alone[..], &[joined(second, BEN)]].concat();
        assert_eq!(invite(&other, ANN, CY), Ok(vec![invited(first, CY)]));
        // A seat that was declined is open again.
        let declined = [&one[..], &[left(first, BEN)]].concat();
        assert_eq!(invite(&declined, ANN, CY), Ok(vec![invited(first, CY)]));
        for sits in [ANN, BEN] {
            assert_eq!(invite(&one, ANN, sits), Err("already-seated"));
        }
        let full = [&one[..], &[joined(second, CY)]].concat();
        assert_eq!(invite(&full, ANN, DORA), Err("table-full"));
        // Nobody else may, seated or not.
        for by in [BEN, DORA] {
            assert_eq!(invite(&one, by, CY), Err("not-allowed"));
        }
        let closed = [&one[..], &[Event::Closed]].concat();
        assert_eq!(invite(&closed, ANN, CY), Err("match-over"));
    }
    assert_eq!(invite(&played(""), ANN, DORA), Err("already-started"));
}

#[test]
fn every_way_of_a_seat_under_every_ruleset() {
    let paths: [Path; 5] = [
        ("a substitute, when all others and they agree", substitutes),
        ("a substitute whom somebody declines", declined),
        ("a computer, when all others agree", computers),
        ("one's own seat, with the consent of all", handed_on),
        ("somebody who sits there already, or twice", seated_already),
    ];
    go("seats", &paths);
}

const fn substitute(person: Person) -> Command {
    seat_of(SeatAction::Substitute(Some(person)), WHITE)
}

const fn seat_of(action: SeatAction, seat: Color) -> Command {
    let seat = Some(seat);
    Command::Seat { action, seat }
}

const AGREE: Command = seat_of(SeatAction::Substitute(None), WHITE);
const TAKES: Event = Event::TookOver {
    seat: WHITE,
    taker: NewPlayer::Person(DORA),
};

fn substitutes(ruleset: &str) -> usize {
    let mut cases = 0;
    for ready_first in [true, false] {
        let mut course = round_played(ruleset, Some("12h"));
        let others = others(&course);
        assert_eq!(
            course.ask(others[0].1, &substitute(DORA)),
            Err("not-allowed")
        );
        pass_deadline(&mut course);
        course.wait(HOUR);
        course.done(others[0].1, &substitute(DORA));
        assert!(course.state.asks(DORA) && course.state.concerns(DORA));
        let ready = Command::Join { seat: None };
        let mut happened = Vec::new();
        if ready_first {
            happened = course.done(DORA, &ready);
            assert_eq!(
                course.ask(DORA, &ready),
                Err("already-proposed").filter_over(&course)
            );
        }
        for (_, other) in &others[1..] {
            happened = course.done(*other, &AGREE);
        }
        if !ready_first {
            happened = course.done(DORA, &AGREE);
        }
        assert_eq!(happened.last(), Some(&TAKES));
        // A whole turn, and nothing of what was granted or passed before.
        assert_eq!(
            (course.deadline(), course.closes()),
            (course.now.plus(12 * HOUR), None)
        );
        let ply = course.state.ply();
        let held = |holder, from_ply, to_ply| Tenure {
            seat: WHITE,
            holder,
            from_ply,
            to_ply,
        };
        let white = course
            .state
            .tenures()
            .iter()
            .filter(|held| held.seat == WHITE);
        let white: Vec<Tenure> = white.copied().collect();
        let before = held(Seat::Taken(ANN), 0, Some(ply));
        assert_eq!(white, [before, held(Seat::Taken(DORA), ply, None)]);
        assert_eq!(course.ask(ANN, &to_move("d4")), Err("not-a-player"));
        course.done(DORA, &to_move("d4"));
        cases += 1;
    }
    cases
}

/// The answer to one who is ready twice.
trait FilterOver {
    fn filter_over(self, course: &Timed) -> Self;
}

impl FilterOver for Result<Vec<Event>, &'static str> {
    /// Where their consent was the last one they sit there already.
    fn filter_over(self, course: &Timed) -> Self {
        match course.state.color_of(DORA) {
            Some(_) => Err("already-seated"),
            None => self,
        }
    }
}

fn declined(ruleset: &str) -> usize {
    let mut course = round_played(ruleset, Some("12h"));
    let others = others(&course);
    pass_deadline(&mut course);
    let motion = Motion::Substitute {
        seat: WHITE,
        person: DORA,
    };
    let mut cases = 1;
    // By the one who is asked, in either way.
    for decline in [Command::Leave, seat(SeatAction::Decline)] {
        course.done(others[0].1, &substitute(DORA));
        let (seat, person, agrees) = (WHITE, DORA, false);
        let answered = Event::SubstituteAnswered {
            seat,
            person,
            agrees,
        };
        assert_eq!(course.done(DORA, &decline), [answered]);
        assert!(course.state.proposals().iter().next().is_none());
    }
    // By another player.
    if let Some((by, other)) = others.get(1).copied() {
        course.done(others[0].1, &substitute(DORA));
        let declined = course.done(other, &seat(SeatAction::Decline));
        assert_eq!(
            declined,
            [Event::Proposal {
                action: OfferAction::Decline,
                by,
                motion
            }]
        );
        assert_eq!(
            course.ask(DORA, &Command::Join { seat: None }),
            Err("already-started")
        );
        cases += 1;
    }
    // Nobody has taken it over: the window closes as it would have.
    let happened = course.wait_until(course.closes().unwrap());
    assert_eq!(happened[0], Event::OutOfTime { color: WHITE });
    cases + 1
}

fn computers(ruleset: &str) -> usize {
    for limit in [None, Some("12h")] {
        let mut course = round_played(ruleset, limit);
        course.done(ANN, &Command::NoteGone(ANN));
        let mut happened = Vec::new();
        for (_, other) in others(&course) {
            happened = course.done(other, &seat(SeatAction::Computer(Level::USUAL)));
        }
        let taker = NewPlayer::Computer(Level::USUAL);
        assert_eq!(
            happened.last(),
            Some(&Event::TookOver { seat: WHITE, taker })
        );
        assert_eq!(course.state.clock(), None);
        assert_eq!(
            course.state.computer_task().map(|(color, _)| color),
            Some(WHITE)
        );
        assert!(!course.state.is_gone(WHITE));
        assert_eq!(course.wait(60 * DAY), []);
    }
    2
}

fn handed_on(ruleset: &str) -> usize {
    // It need not be their turn, nor anybody's who is late.
    let mut course = round_played(ruleset, Some("12h"));
    let others = others(&course);
    let (color, person) = others[0];
    let own = seat(SeatAction::Substitute(Some(DORA)));
    course.done(person, &own);
    for (_, other) in &others[1..] {
        course.done(*other, &seat_of(SeatAction::Substitute(None), color));
    }
    course.done(DORA, &Command::Join { seat: None });
    let deadline = course.deadline();
    let happened = course.done(ANN, &seat_of(SeatAction::Substitute(None), color));
    let taker = NewPlayer::Person(DORA);
    assert_eq!(
        happened.last(),
        Some(&Event::TookOver { seat: color, taker })
    );
    // White's clock has nothing to do with it.
    assert_eq!(course.deadline(), deadline);
    assert_eq!(course.state.color_of(person), None);
    1
}

fn seated_already(ruleset: &str) -> usize {
    let mut course = round_played(ruleset, Some("12h"));
    let others = others(&course);
    pass_deadline(&mut course);
    for person in [ANN, others[0].1] {
        let asked = course.ask(others[0].1, &substitute(person));
        assert_eq!(asked, Err("already-seated"));
    }
    assert_eq!(course.ask(others[0].1, &AGREE), Err("bad-option"));
    assert_eq!(course.ask(EVE, &AGREE), Err("not-a-player"));
    2
}

/// One who is asked about two seats takes one of them.
#[test]
fn given_one_who_is_asked_about_two_seats_when_they_take_one_then_the_other_is_not_theirs() {
    let mut course = round_played("three-man", Some("12h"));
    let reason = String::new();
    let free = Command::Free {
        seat: Some(GRAY),
        reason,
    };
    course.done(EVE, &free);
    pass_deadline(&mut course);
    for color in [GRAY, WHITE] {
        course.done(CY, &seat_of(SeatAction::Substitute(Some(DORA)), color));
    }
    let happened = course.done(DORA, &Command::Join { seat: None });
    let (seat, taker) = (GRAY, NewPlayer::Person(DORA));
    assert_eq!(happened.last(), Some(&Event::TookOver { seat, taker }));
    assert_eq!(course.state.proposals().iter().count(), 0);
    assert_eq!(course.ask(DORA, &AGREE), Err("bad-option"));
}

/// Somebody who wants no part in a match any more has none, whatever their part was.
#[test]
fn given_any_part_in_a_match_when_it_is_given_up_then_the_others_play_on() {
    let gone = |seat, person| Event::Freed {
        seat,
        person,
        reason: String::new(),
    };
    for (ruleset, limit) in [
        ("three-man", Some("12h")),
        ("three-man", None),
        ("duel", None),
    ] {
        // To move: the others may do something about the seat at once.
        let mut course = round_played(ruleset, limit);
        let happened = course.done(ANN, &Command::GiveUp);
        assert_eq!(happened[0], gone(WHITE, ANN));
        assert!(matches!(
            happened[1],
            Event::DeadlinePassed { color: WHITE, .. }
        ));
        assert_eq!(course.state.seats()[WHITE], Seat::Vacant);
        for again in [Command::GiveUp, Command::Leave] {
            assert_eq!(course.ask(ANN, &again), Err("not-seated"));
        }
        let mut happened = Vec::new();
        for (_, other) in others(&course) {
            happened = course.done(other, &seat(SeatAction::Computer(Level::USUAL)));
        }
        assert!(matches!(
            happened.last(),
            Some(Event::TookOver { seat: WHITE, .. })
        ));
        // Not to move: the window opens when it is their turn.
        let mut course = round_played(ruleset, limit);
        let (color, person) = others(&course)[0];
        assert_eq!(course.done(person, &Command::GiveUp), [gone(color, person)]);
        assert_eq!(course.state.seats()[color], Seat::Vacant);
    }
    // Asked to take a seat over.
    let mut course = round_played("three-man", Some("12h"));
    pass_deadline(&mut course);
    course.done(others(&course)[0].1, &substitute(DORA));
    let answered = Event::SubstituteAnswered {
        seat: WHITE,
        person: DORA,
        agrees: false,
    };
    assert_eq!(course.done(DORA, &Command::GiveUp), [answered]);
    assert_eq!(course.ask(DORA, &Command::GiveUp), Err("not-seated"));
}

/// Nobody speaks for a seat in which nobody sits.
#[test]
fn given_a_vacant_seat_when_moves_are_to_be_taken_back_then_nobody_does_it_alone() {
    let mut course = round_played("duel", None);
    let reason = String::new();
    course.done(
        EVE,
        &Command::Free {
            seat: Some(BLACK),
            reason,
        },
    );
    let takeback = Command::Takeback(OfferAction::Offer);
    assert_eq!(course.done(ANN, &takeback).len(), 1);
    assert_eq!(course.state.ply(), 2);
}

/// The later holder of a seat holds it from the ply to which the match went back.
#[test]
fn given_a_substitute_when_moves_from_before_are_taken_back_then_they_hold_the_seat_from_there() {
    let mut course = round_played("duel", None);
    course.moves("d4 v4 e5 u5");
    course.done(ANN, &substitute(DORA));
    course.done(CY, &AGREE);
    course.done(DORA, &AGREE);
    course.done(DORA, &Command::Takeback(OfferAction::Offer));
    course.done(CY, &Command::Takeback(OfferAction::Accept));
    assert_eq!(course.state.ply(), 4);
    let white = course
        .state
        .tenures()
        .iter()
        .filter(|held| held.seat == WHITE);
    let plies: Vec<_> = white.map(|held| (held.from_ply, held.to_ply)).collect();
    assert_eq!(plies, [(0, Some(4)), (4, None)]);
}
