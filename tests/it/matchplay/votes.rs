//! Proposals: when they lapse, when they are idle, and moves that are taken back.

use rondel::{
    computer::Level,
    matchplay::{Motion, SeatAction},
    rules::{Game, OfferAction},
};

use super::{
    timed::{DAY, MINUTE, Path, Timed, go, others, round_played},
    windows::seat,
    *,
};

const PAUSE: Command = Command::Pause(OfferAction::Offer);
const TAKE_BACK: Command = Command::Takeback(OfferAction::Offer);
const LET_TAKE_BACK: Command = Command::Takeback(OfferAction::Accept);

#[test]
fn every_way_of_a_proposal_under_every_ruleset() {
    let paths: [Path; 5] = [
        ("lapses after a day, and says so", expires),
        ("is declined, and may be made again", declines),
        ("has no sense any more, and is gone", idle),
        ("moves are taken back with the consent of all", taken_back),
        ("never over an army that went out", over_an_army),
    ];
    go("proposals", &paths);
}

/// The proposals that Ann may make with White to move and no limit, each with its motion.
fn proposals(course: &Timed) -> Vec<(Command, Motion)> {
    let to_ply = course.state.takes_back_to(WHITE).unwrap();
    let (seat, person, level) = (WHITE, DORA, Level::USUAL);
    let own = |action| Command::Seat {
        action,
        seat: Some(WHITE),
    };
    vec![
        (ABORT, Motion::Abort),
        (PAUSE, Motion::Pause),
        (TAKE_BACK, Motion::Takeback { to_ply }),
        (
            own(SeatAction::Substitute(Some(person))),
            Motion::Substitute { seat, person },
        ),
        (
            own(SeatAction::Computer(level)),
            Motion::Computer { seat, level },
        ),
    ]
}

fn expires(ruleset: &str) -> usize {
    let all = proposals(&round_played(ruleset, None));
    for (command, motion) in &all {
        let mut course = round_played(ruleset, None);
        let (by, motion) = (WHITE, *motion);
        assert_eq!(
            course.done(ANN, command),
            [Event::Proposal {
                action: OfferAction::Offer,
                by,
                motion
            }]
        );
        // Moves of others do not end it.
        assert_eq!(course.wait(DAY - 1), []);
        assert_eq!(course.wait(1), [Event::Lapsed { by, motion }]);
        assert_eq!(course.state.proposals().iter().count(), 0);
        assert_eq!(
            course.done(ANN, command),
            [Event::Proposal {
                action: OfferAction::Offer,
                by,
                motion
            }]
        );
    }
    all.len()
}

fn declines(ruleset: &str) -> usize {
    let all = proposals(&round_played(ruleset, None));
    for (command, motion) in &all {
        let mut course = round_played(ruleset, None);
        course.done(ANN, command);
        let again = course.ask(ANN, command);
        assert_eq!(again, Err("already-proposed"));
        let decline = match motion {
            Motion::Agreement(_) => unreachable!("the rules keep it"),
            Motion::Abort => PLAY_ON,
            Motion::Pause | Motion::Resume => Command::Pause(OfferAction::Decline),
            Motion::Takeback { .. } => Command::Takeback(OfferAction::Decline),
            Motion::Substitute { .. } | Motion::Computer { .. } | Motion::PutOut { .. } => {
                seat(SeatAction::Decline)
            }
        };
        assert_eq!(course.ask(ANN, &decline), Err("nothing-to-accept"));
        let (by, other) = others(&course)[0];
        let motion = *motion;
        assert_eq!(
            course.done(other, &decline),
            [Event::Proposal {
                action: OfferAction::Decline,
                by,
                motion
            }]
        );
        assert_eq!(course.ask(other, &decline), Err("nothing-to-accept"));
        course.done(ANN, command);
    }
    all.len()
}

fn idle(ruleset: &str) -> usize {
    // To take back a move on which its player has moved again.
    let mut course = round_played(ruleset, None);
    course.done(ANN, &TAKE_BACK);
    course.moves("d4");
    assert_eq!(course.state.proposals().iter().count(), 0);
    assert_eq!(course.ask(CY, &LET_TAKE_BACK), Err("nothing-to-accept"));
    let mut cases = 2;
    // To put out, or to replace, one to whom time was granted.
    for help in [
        SeatAction::PutOut,
        SeatAction::Computer(Level::USUAL),
        SeatAction::Substitute(Some(DORA)),
    ] {
        let mut course = round_played(ruleset, Some("12h"));
        let others = others(&course);
        course.wait_until(course.deadline());
        if others.len() == 1 && help != SeatAction::Substitute(Some(DORA)) {
            // In a duel nobody else is asked.
            continue;
        }
        cases += 1;
        course.done(others[0].1, &seat(help));
        assert_eq!(course.state.proposals().iter().count(), 1);
        course.done(others[0].1, &seat(SeatAction::Grant));
        assert_eq!(course.state.proposals().iter().count(), 0);
    }
    // Any of them, when an army goes out.
    let mut course = round_played(ruleset, None);
    let proposed = proposals(&course);
    for (command, _) in &proposed[..4] {
        course.done(ANN, command);
    }
    assert_eq!(course.state.proposals().iter().count(), 4);
    let (_, other) = others(&course)[0];
    if course.ask(other, &RESIGN).is_ok() {
        assert_eq!(course.state.proposals().iter().count(), 0);
    }
    cases
}

/// The part of a match that must be as it was: the position, with rights, clocks and en passant
/// squares, and which positions came before.
fn as_it_was(game: &Game) -> (String, Vec<u32>, Vec<Option<Draw>>) {
    let claimable = Color::ALL.map(|color| game.claimable(color)).to_vec();
    (game.position().to_string(), game.occurrences(), claimable)
}

fn taken_back(ruleset: &str) -> usize {
    let mut course = round_played(ruleset, Some("3d"));
    let before = as_it_was(course.state.game());
    let round = course.state.ply();
    course.moves("Nf3");
    let (_, next) = others(&course)[0];
    let _ = course.ask(next, &OFFER);
    let pact = Command::Pact {
        action: OfferAction::Offer,
        with: Some(GRAY),
    };
    let pacted = course.ask(ANN, &pact).is_ok();
    course.done(ANN, &TAKE_BACK);
    // Over a move that was made since.
    let reply = course.state.to_move().unwrap();
    let text = if course.state.position().turn() == GRAY {
        "n4"
    } else {
        "v4"
    };
    course.done(reply, &to_move(text));
    let mut happened = Vec::new();
    for (_, other) in others(&course) {
        happened = course.done(other, &LET_TAKE_BACK);
    }
    let to_ply = round;
    assert_eq!(happened.last(), Some(&Event::TakenBack { to_ply }));
    assert_eq!(as_it_was(course.state.game()), before);
    assert_eq!(course.state.played().len(), round as usize);
    // A whole turn again; a draw that was offered is not any more, and pacts are no moves.
    assert_eq!(course.deadline(), course.now.plus(3 * DAY));
    assert_eq!(course.state.draw_offer(), None);
    let offers = course.state.game().agreements().pacts().offers().count();
    assert_eq!(offers, usize::from(pacted));
    // To the very start.
    let mut course = Timed::begun(ruleset, None);
    let before = as_it_was(course.state.game());
    assert_eq!(course.ask(ANN, &TAKE_BACK), Err("nothing-to-take-back"));
    course.moves("e4");
    course.done(ANN, &TAKE_BACK);
    for (_, other) in others(&course) {
        course.done(other, &LET_TAKE_BACK);
    }
    assert_eq!(as_it_was(course.state.game()), before);
    assert_eq!(course.ask(ANN, &TAKE_BACK), Err("nothing-to-take-back"));
    course.moves("d4");
    2
}

fn over_an_army(ruleset: &str) -> usize {
    let mut course = round_played(ruleset, None);
    let resigned = others(&course)[0].1;
    if course.ask(resigned, &RESIGN).is_err() || course.state.stage() == Stage::Ended {
        return 0;
    }
    for person in [ANN, CY] {
        assert_eq!(course.ask(person, &TAKE_BACK), Err("nothing-to-take-back"));
    }
    // What was moved since may be.
    course.wait(MINUTE);
    course.moves("d4");
    course.done(ANN, &TAKE_BACK);
    let happened = course.done(CY, &LET_TAKE_BACK);
    let to_ply = course.state.ply();
    assert_eq!(happened.last(), Some(&Event::TakenBack { to_ply }));
    assert!(!course.state.position().in_play().contains(GRAY));
    1
}

/// Through castling, promotions, en passant, kings that were taken and positions that came again.
#[test]
fn given_any_script_when_moves_are_taken_back_then_all_is_as_it_was() {
    let mut compared = 0;
    for name in names() {
        let script = script(&name);
        let events: Vec<Event> = begun(&script).into_iter().chain(script.events()).collect();
        let mut state = fold(&events[..1]);
        let mut plies = Vec::new();
        for event in &events[1..] {
            if let Event::Moved { .. } = event {
                plies.push(as_it_was(state.game()));
            }
            if matches!(event, Event::Ended(_)) {
                break;
            }
            state.apply(event, NOON);
            if !matches!(event, Event::Moved { .. }) {
                continue;
            }
            for by in state.position().in_play().iter() {
                let Some(to_ply) = state.takes_back_to(by) else {
                    continue;
                };
                let mut back = state.clone();
                back.apply(&Event::TakenBack { to_ply }, NOON);
                let then = as_it_was(back.game());
                let was = &plies[to_ply as usize];
                assert_eq!((&then.0, &then.1), (&was.0, &was.1), "{name}: {to_ply}");
                assert_eq!(then.2, was.2, "{name}: {to_ply}");
                // And the same moves lead to where they led before.
                for again in &state.played()[to_ply as usize..] {
                    let (color, mv) = (again.color, again.mv);
                    back.apply(&Event::Moved { color, mv }, NOON);
                }
                assert_eq!(
                    as_it_was(back.game()),
                    as_it_was(state.game()),
                    "{name}: {to_ply}"
                );
                compared += 1;
            }
        }
    }
    println!("takebacks compared: {compared}");
    assert!(compared > 500);
}
