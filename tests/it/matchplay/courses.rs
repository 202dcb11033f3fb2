//! Any sequence of commands and times: what falls due, what is kept, and what follows by the rules.

use std::collections::BTreeMap;

use proptest::{
    collection::vec,
    prelude::*,
    sample::{Index, select},
};
use rondel::{
    computer::Level,
    matchplay::{Actor, Extension, Motion, Proposal, SeatAction},
    rules::OfferAction,
    rulesets::Rulesets,
};

use super::{
    timed::{DAY, HOUR, MINUTE, SECOND, Timed},
    *,
};

const EVE: Person = Person(5);
const PEOPLE: [Person; 5] = [ANN, BEN, CY, DORA, EVE];
const LIMITS: [Option<&str>; 9] = [
    None,
    Some("10s"),
    Some("5m"),
    Some("10m"),
    Some("12h"),
    Some("30d"),
    Some("10/30d"),
    Some("2/1m"),
    Some("3/40m"),
];

/// Something that happens in a course.
#[derive(Clone, Debug)]
enum Step {
    /// The army to move moves, or the computer that is due does something.
    Moves(Index),
    /// Somebody asks for something.
    Asks(usize, Command),
    /// The computer of this army asks for something.
    Computes(Color, Command),
    /// Somebody who is asked to agree to something answers.
    Answers(Index, bool),
    /// Somebody proposes something about a seat whose player is missing.
    Helps(Index, SeatAction),
    /// The next thing falls due.
    UntilDue,
    /// A moment before that.
    BeforeDue,
    /// Time goes by, while somebody looks.
    Wait(i64),
    /// Time goes by, while nobody does.
    Down(i64),
    /// The clock is set.
    Set(i64),
}

fn colors() -> impl Strategy<Value = Color> {
    select(&Color::ALL)
}

fn seats() -> impl Strategy<Value = Option<Color>> {
    prop::option::of(colors())
}

fn offers() -> impl Strategy<Value = OfferAction> {
    select(vec![
        OfferAction::Offer,
        OfferAction::Offer,
        OfferAction::Accept,
        OfferAction::Accept,
        OfferAction::Decline,
    ])
}

fn about_seats() -> impl Strategy<Value = Command> {
    let action = prop_oneof![
        Just(SeatAction::Grant),
        select(&PEOPLE).prop_map(|person| SeatAction::Substitute(Some(person))),
        Just(SeatAction::Substitute(None)),
        Just(SeatAction::Computer(Level::USUAL)),
        Just(SeatAction::PutOut),
        Just(SeatAction::Decline),
    ];
    (action, seats()).prop_map(|(action, seat)| Command::Seat { action, seat })
}

fn help() -> impl Strategy<Value = SeatAction> {
    prop_oneof![
        3 => Just(SeatAction::Grant),
        1 => Just(SeatAction::Substitute(Some(DORA))),
        1 => Just(SeatAction::Substitute(Some(EVE))),
        1 => Just(SeatAction::Computer(Level::USUAL)),
        1 => Just(SeatAction::PutOut),
    ]
}

const fn pact(action: OfferAction, with: Color) -> Command {
    let with = Some(with);
    Command::Pact { action, with }
}

fn commands() -> impl Strategy<Value = Command> {
    let wish = prop_oneof![
        Just(Command::Draw(OfferAction::Offer)),
        Just(Command::Draw(OfferAction::Decline)),
        Just(Command::Resignation(OfferAction::Accept)),
        colors().prop_map(|with| pact(OfferAction::Offer, with)),
        colors().prop_map(|with| pact(OfferAction::Withdraw, with)),
    ];
    prop_oneof![
        1 => offers().prop_map(Command::Abort),
        5 => offers().prop_map(Command::Pause),
        5 => offers().prop_map(Command::Takeback),
        8 => about_seats(),
        1 => seats().prop_map(|seat| Command::Free { seat, reason: String::from("gone for good") }),
        1 => select(&PEOPLE).prop_map(Command::NoteGone),
        1 => seats().prop_map(|winner| Command::Resign { confirmed: true, winner }),
        2 => wish,
        1 => Just(Command::Join { seat: None }),
        1 => Just(Command::Leave),
        1 => Just(Command::GiveUp),
    ]
}

fn stretches() -> impl Strategy<Value = i64> {
    prop_oneof![
        8 => 0..SECOND,
        8 => 0..2 * MINUTE,
        4 => 0..2 * HOUR,
        2 => 0..4 * DAY,
        1 => 0..40 * DAY,
    ]
}

fn steps() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => any::<Index>().prop_map(Step::Moves),
        10 => (any::<Index>(), prop::bool::weighted(0.8)).prop_map(|(who, yes)| Step::Answers(who, yes)),
        8 => (any::<Index>(), help()).prop_map(|(who, action)| Step::Helps(who, action)),
        10 => (0..PEOPLE.len(), commands()).prop_map(|(who, command)| Step::Asks(who, command)),
        2 => (colors(), commands()).prop_map(|(army, command)| Step::Computes(army, command)),
        3 => Just(Step::UntilDue),
        1 => Just(Step::BeforeDue),
        2 => stretches().prop_map(Step::Wait),
        1 => stretches().prop_map(Step::Down),
        1 => select(vec![-HOUR, HOUR, DAY, -6 * SECOND]).prop_map(Step::Set),
    ]
}

fn step(course: &mut Timed, step: &Step) {
    match step {
        Step::Moves(which) => {
            course.settle();
            let color = course.state.position().turn();
            let legal = course.state.position().legal_moves();
            if course.state.stage() != Stage::Running || legal.is_empty() {
                return;
            }
            let text = legal[which.index(legal.len())].to_string();
            let claim = false;
            let Some(actor) = actor(&course.state, color) else {
                return;
            };
            let paused = course.state.is_paused();
            let moved = course.ask(
                actor,
                &Command::Move {
                    mv: MoveInput::Typed(text),
                    claim,
                },
            );
            assert_eq!(moved.is_err(), paused, "{moved:?}");
        }
        Step::Asks(who, command) => drop(course.ask(PEOPLE[*who], command)),
        Step::Computes(army, command) => drop(course.ask(Actor::Computer(*army), command)),
        Step::Answers(which, yes) => answer(course, *which, *yes),
        Step::Helps(which, action) => {
            course.settle();
            let in_play: Vec<Color> = course.state.position().in_play().iter().collect();
            let missing = in_play
                .iter()
                .find(|color| course.state.is_missing(**color));
            let by = in_play[which.index(in_play.len())];
            if let (Some(seat), Some(actor)) = (missing.copied(), actor(&course.state, by)) {
                let (seat, action) = (Some(seat), *action);
                drop(course.ask(actor, &Command::Seat { action, seat }));
            }
        }
        Step::UntilDue | Step::BeforeDue => {
            course.settle();
            if let Some(due) = course.state.due().filter(|due| *due > course.now) {
                let early = i64::from(matches!(step, Step::BeforeDue));
                course.wait_until(due.plus(-early));
            }
        }
        Step::Wait(milliseconds) => drop(course.wait(*milliseconds)),
        Step::Down(milliseconds) => course.be_down(*milliseconds),
        Step::Set(by) => course.be_down(*by),
    }
    sound(course);
}

/// The player of an army.
fn actor(state: &Match, color: Color) -> Option<Actor> {
    match state.seats()[color] {
        Seat::Computer(_) => Some(Actor::Computer(color)),
        Seat::Taken(person) => Some(person.into()),
        Seat::Open | Seat::Kept(_) | Seat::Vacant | Seat::Empty => None,
    }
}

/// One of those who are asked about one of the proposals says yes or no.
fn answer(course: &mut Timed, which: Index, yes: bool) {
    course.settle();
    let proposals: Vec<Proposal> = course.state.proposals().iter().copied().collect();
    if proposals.is_empty() {
        return;
    }
    let vote = proposals[which.index(proposals.len())];
    let (motion, by) = (vote.motion, vote.by);
    let said = if yes {
        OfferAction::Accept
    } else {
        OfferAction::Decline
    };
    let about_seat = |action, seat| {
        let action = if yes { action } else { SeatAction::Decline };
        let seat = Some(seat);
        Command::Seat { action, seat }
    };
    let command = match motion {
        Motion::Agreement(_) => unreachable!("the rules keep it"),
        Motion::Abort => Command::Abort(said),
        Motion::Pause | Motion::Resume => Command::Pause(said),
        Motion::Takeback { .. } => Command::Takeback(said),
        Motion::Substitute { seat, .. } => about_seat(SeatAction::Substitute(None), seat),
        Motion::Computer { seat, level } => about_seat(SeatAction::Computer(level), seat),
        Motion::PutOut { seat } => about_seat(SeatAction::PutOut, seat),
    };
    let asked = course.state.electorate(&motion, by);
    let waits = |color: &Color| !vote.agreed.contains(*color);
    let answers = asked
        .iter()
        .find(waits)
        .and_then(|color| actor(&course.state, color));
    match motion.substitute().filter(|_| !vote.substitute_agreed) {
        // A substitute whom nobody has asked before may be asked about two seats.
        Some(person) => drop(course.ask(person, &command)),
        None => {
            if let Some(answers) = answers {
                let answered = course.ask(answers, &command);
                assert!(
                    answered.is_ok(),
                    "{answered:?} to {motion:?}: {:?}",
                    course.last()
                );
            }
        }
    }
}

/// Expects what holds in every match.
fn sound(course: &Timed) {
    let state = &course.state;
    let told = || course.last();
    let mut people: Vec<Person> = state.seats().iter().filter_map(|s| s.1.player()).collect();
    let seated = people.len();
    people.sort_unstable();
    people.dedup();
    assert_eq!(people.len(), seated, "somebody sits twice: {:?}", told());
    for color in Color::ALL {
        let held: Vec<_> = state.tenures().iter().filter(|t| t.seat == color).collect();
        let Some(last) = held.last() else {
            assert_eq!(state.seats()[color], Seat::Empty);
            continue;
        };
        assert_eq!((last.holder, last.to_ply), (state.seats()[color], None));
        assert_eq!(held[0].from_ply, 0, "{:?}", told());
        for two in held.windows(2) {
            assert_eq!(two[0].to_ply, Some(two[1].from_ply), "{:?}", told());
        }
        assert!(last.from_ply <= state.ply(), "{:?}", told());
    }
    if state.stage() == Stage::Ended {
        assert_eq!((state.due(), state.clock()), (None, None), "{:?}", told());
        assert_eq!(state.proposals().iter().count(), 0);
    }
}

/// Plays a course, and counts what happened in it.
fn play(course: &mut Timed, steps: &[Step], counts: &mut BTreeMap<&'static str, usize>) {
    for one in steps {
        step(course, one);
    }
    // Left alone, it ends or waits for nothing, whatever it was.
    for _ in 0..40 {
        course.wait(40 * DAY);
    }
    if course.state.stage() == Stage::Running {
        let waits = course.state.due().is_none() || course.state.computer_task().is_some();
        assert!(waits, "{:?}", course.last());
    }
    let events = course.events.iter().map(|(event, at)| (event, *at));
    let folded = Match::fold(course.state.id(), events).unwrap();
    assert_eq!(format!("{folded:?}"), format!("{:?}", course.state));
    for (event, _) in &course.events {
        *counts.entry(kind(event)).or_default() += 1;
    }
}

fn kind(event: &Event) -> &'static str {
    match event {
        Event::DeadlinePassed { .. } => "deadline passed",
        Event::Extended {
            why: Extension::Granted(_),
            ..
        } => "granted",
        Event::Extended {
            why: Extension::Downtime,
            ..
        } => "graced",
        Event::Reminded { .. } => "reminded",
        Event::OutOfTime { .. } => "out of time",
        Event::Paused => "paused",
        Event::Resumed => "resumed",
        Event::TakenBack { .. } => "taken back",
        Event::Proposal {
            motion: Motion::Agreement(_),
            ..
        } => "other",
        Event::Proposal { action, .. } => match action {
            OfferAction::Offer => "proposed",
            OfferAction::Accept => "agreed",
            OfferAction::Decline | OfferAction::Withdraw => "declined",
        },
        Event::Lapsed { .. } => "lapsed",
        Event::SubstituteAnswered { .. } => "answered",
        Event::TookOver { .. } => "took over",
        Event::Gone { .. } => "gone",
        Event::Freed { .. } => "freed",
        Event::Moved { .. } => "moved",
        Event::Eliminated(_) => "went out",
        Event::Ended(_) => "ended",
        Event::Opened { .. }
        | Event::Invited { .. }
        | Event::Joined { .. }
        | Event::Seated { .. }
        | Event::Left { .. }
        | Event::Closed
        | Event::Expired
        | Event::Started
        | Event::Housed { .. }
        | Event::DrawClaimed { .. }
        | Event::CalledOff
        | Event::Aborted { .. } => "other",
    }
}

/// `RONDEL_COURSES` says how many.
#[test]
fn any_course_is_what_the_rules_make_of_it() {
    let wanted = std::env::var("RONDEL_COURSES").ok();
    let cases = wanted.map_or(600, |count| count.parse().expect("a number"));
    let config = ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let counts = std::cell::RefCell::new(BTreeMap::new());
    let rulesets = Rulesets::presets().names();
    let courses = (select(rulesets), select(&LIMITS), vec(steps(), 1..80));
    let mut runner = prop::test_runner::TestRunner::new(config);
    let run = runner.run(&courses, |(ruleset, limit, steps)| {
        let mut course = Timed::begun(&ruleset, limit);
        play(&mut course, &steps, &mut counts.borrow_mut());
        Ok(())
    });
    println!("courses: {cases}, in which happened {:?}", counts.borrow());
    run.unwrap();
    let counts = counts.into_inner();
    for wanted in [
        "deadline passed",
        "granted",
        "graced",
        "reminded",
        "out of time",
        "paused",
        "resumed",
        "taken back",
        "lapsed",
        "answered",
        "took over",
        "gone",
        "freed",
    ] {
        assert!(counts.contains_key(wanted), "never {wanted}");
    }
}
