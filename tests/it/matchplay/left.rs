//! Matches that only computers are left to play: when that is so, who may end them, and what is stored then.

use rondel::{
    computer::Level,
    matchplay::{
        Actor, ComputerTask, LONGEST_PAUSE, Motion, NewPlayer, Referee, SeatAction, fall_due,
        rematch,
    },
    rulesets::Rulesets,
    standings::Finished,
    transcript::{Format, Transcript},
};

use super::*;

fn computer(seat: Color) -> Event {
    Event::Seated {
        seat,
        level: Level::USUAL,
        casual: false,
    }
}

/// A match of these people and computers in the seats that are left.
fn begun(ruleset: &str, people: &[(Color, Person)]) -> Vec<Event> {
    let named = Rulesets::presets().named(ruleset).unwrap().clone();
    let mut events = vec![Event::Opened {
        ruleset: ruleset.to_owned(),
        options: named.ruleset,
        opener: ANN,
        place: place(),
        rated: true,
        private: false,
        time: None,
        imported: None,
    }];
    for seat in named.ruleset.armies().iter() {
        let person = people.iter().find(|(own, _)| *own == seat);
        events.push(person.map_or_else(|| computer(seat), |(_, person)| joined(seat, *person)));
    }
    events.push(Event::Started);
    events
}

/// Ann, White, against two computers.
fn alone() -> Vec<Event> {
    begun("three-man", &[(WHITE, ANN)])
}

/// Ann and Ben against one computer.
fn two() -> Vec<Event> {
    begun("three-man", &[(WHITE, ANN), (GRAY, BEN)])
}

/// Does this, and returns all events.
fn does(given: &[Event], actor: impl Into<Actor>, command: &Command) -> Vec<Event> {
    let state = fold(given);
    let decided = decide(&state, actor, command, NOON);
    let decided = decided.unwrap_or_else(|why| panic!("{command:?}: {why}"));
    super::given(given, decided)
}

const fn about(action: SeatAction, seat: Color) -> Command {
    let seat = Some(seat);
    Command::Seat { action, seat }
}

fn took_over(seat: Color, taker: NewPlayer) -> Event {
    Event::TookOver { seat, taker }
}

#[test]
fn a_match_is_left_to_computers_once_nobody_else_is_in_play() {
    let resigned = does(&alone(), ANN, &RESIGN);
    let substituted = given(&alone(), [took_over(WHITE, NewPlayer::Person(DORA))]);
    let given_up = does(&alone(), ANN, &Command::GiveUp);
    let with_computer = given(
        &two(),
        [took_over(WHITE, NewPlayer::Computer(Level::USUAL))],
    );
    let out_of_time = does(&alone(), ANN, &Command::RunOutOfTime(WHITE));
    let aborted = given(&resigned, [aborted()]);
    let watched = begun("three-man", &[]);
    for (what, events, left) in [
        ("nobody is out", alone(), false),
        ("the only person resigns", resigned.clone(), true),
        ("runs out of time", out_of_time, true),
        (
            "gives up, and the seat waits for somebody",
            given_up.clone(),
            false,
        ),
        (
            "and nobody comes",
            does(&given_up, ANN, &Command::RunOutOfTime(WHITE)),
            true,
        ),
        ("a substitute plays", substituted.clone(), false),
        ("and resigns", does(&substituted, DORA, &RESIGN), true),
        ("one of two resigns", does(&two(), ANN, &RESIGN), false),
        (
            "a computer plays for one of two",
            with_computer.clone(),
            false,
        ),
        (
            "and the other resigns",
            does(&with_computer, BEN, &RESIGN),
            true,
        ),
        ("it is over", aborted, false),
        ("nobody has ever played", watched, false),
    ] {
        let state = fold(&events);
        assert_eq!(state.is_left_to_computers(), left, "{what}");
    }
    // It says since when.
    let later = given(
        &two(),
        [
            moved(WHITE, "e2e4"),
            moved(GRAY, "m2m4"),
            moved(BLACK, "u2u4"),
        ],
    );
    let later = given(
        &later,
        [took_over(WHITE, NewPlayer::Computer(Level::USUAL))],
    );
    let later = given(&later, [moved(WHITE, "d2d4")]);
    let later = does(&later, BEN, &RESIGN);
    assert_eq!(fold(&later).left_to_computers(), Some(4));
    let later = given(&later, [moved(BLACK, "v2v4")]);
    assert_eq!(fold(&later).left_to_computers(), Some(4));
    // Where two play, or the first army out ends it, none is left to computers.
    for ruleset in ["first-mate", "duel"] {
        let over = fold(&does(&begun(ruleset, &[(WHITE, ANN)]), ANN, &RESIGN));
        assert_eq!(over.stage(), Stage::Ended, "{ruleset}");
    }
}

/// The draw is one of all armies in play (rules §5.1), whatever computers would answer: it is stored as
/// they say it, and read again by rules that know of nothing else.
#[test]
fn who_is_out_ends_a_match_that_is_left_to_computers() {
    let draw = Motion::Agreement(Agreement::Draw);
    let says = |by, action| Event::Proposal {
        by,
        action,
        motion: draw,
    };
    let resigned = does(&alone(), ANN, &RESIGN);
    let ended = decide(&fold(&resigned), ANN, &OFFER, NOON).unwrap();
    let outcome = fold(&resigned).game().draw(Draw::Agreement);
    assert_eq!(
        ended,
        [
            says(GRAY, OfferAction::Offer),
            says(BLACK, OfferAction::Accept),
            Event::Ended(outcome),
        ]
    );
    // What is left to win is shared, and the place of who is out stays.
    let [white, gray, black] = Color::ALL.map(|color| outcome.points[color]);
    assert!(white < gray && gray == black, "{outcome:?}");
    // One who has agreed before says nothing again.
    let offered = does(&two(), ANN, &OFFER);
    let handed = given(
        &offered,
        [took_over(WHITE, NewPlayer::Computer(Level::USUAL))],
    );
    let left = does(&handed, BEN, &RESIGN);
    let ended = decide(&fold(&left), BEN, &OFFER, NOON).unwrap();
    assert!(matches!(ended.last(), Some(Event::Ended(_))), "{ended:?}");
}

#[test]
fn anybody_who_has_played_may_end_it_and_nobody_else_in_no_other_way() {
    let resigned = does(&alone(), ANN, &RESIGN);
    let handed = given(
        &two(),
        [took_over(WHITE, NewPlayer::Computer(Level::USUAL))],
    );
    let both = does(&handed, BEN, &RESIGN);
    for (what, events, person, then) in [
        ("who is out", &resigned, ANN, Ok(())),
        ("a bystander", &resigned, DORA, Err("not-a-player")),
        ("who gave the seat to a computer", &both, ANN, Ok(())),
        ("the last one out", &both, BEN, Ok(())),
        ("in play", &alone(), ANN, Err("")),
        (
            "out while another plays",
            &does(&two(), ANN, &RESIGN),
            ANN,
            Err("army-out"),
        ),
    ] {
        let decided = decide(&fold(events), person, &OFFER, NOON);
        let ends = |events: Vec<Event>| match events.last() {
            Some(Event::Ended(_)) => Ok(()),
            _ => Err(""),
        };
        let decided = decided.map_err(|why| why.reason()).and_then(ends);
        assert_eq!(decided, then, "{what}");
    }
    for command in [
        ACCEPT,
        DECLINE,
        WITHDRAW,
        ABORT,
        RESIGN,
        Command::Pause(OfferAction::Offer),
        Command::Takeback(OfferAction::Offer),
        Command::ClaimDraw,
        Command::GiveUp,
        about(SeatAction::Computer(Level::USUAL), WHITE),
        about(SeatAction::Substitute(Some(DORA)), WHITE),
        about(SeatAction::PutOut, GRAY),
    ] {
        let refused = decide(&fold(&resigned), ANN, &command, NOON);
        assert!(refused.is_err(), "{command:?}");
    }
    let over = does(&resigned, ANN, &OFFER);
    let again = decide(&fold(&over), ANN, &OFFER, NOON);
    assert_eq!(again.map_err(|why| why.reason()), Err("match-over"));
}

/// A record of it is found as it must be by the referee, also after it has been played on for a while.
#[test]
fn the_referee_confirms_such_an_end() {
    let resigned = does(&alone(), ANN, &RESIGN);
    let later = given(&resigned, [moved(GRAY, "m2m4"), moved(BLACK, "u2u4")]);
    for before in [resigned, later] {
        let events = decide(&fold(&before), ANN, &OFFER, NOON).unwrap();
        let mut referee = Referee::default();
        let mut state = fold(&before);
        for event in &events {
            assert_eq!(referee.judge(&state, event), Ok(vec![]), "{event:?}");
            state.apply(event, NOON);
        }
        assert_eq!(referee.finish(), [""; 0]);
        assert_eq!(
            state.outcome().unwrap().ending,
            Ending::Draw(Draw::Agreement)
        );
        // It counts as any other draw, and a rematch is open to those who played.
        let all = given(&before, events);
        let dated: Vec<_> = all.into_iter().map(|event| (event, NOON)).collect();
        let finished = Finished::of(MatchId::numbered(7), &dated).unwrap();
        assert_eq!(finished.seats[WHITE].person(), Some(ANN));
        assert!(finished.counts() && !finished.was_left_by(WHITE));
        assert!(rematch(&state, ANN, false).is_ok());
        let name = |person: Person| format!("player {}", person.0);
        let record = Transcript::of(MatchId::numbered(7), &dated, name).unwrap();
        for format in [Format::Text, Format::Json] {
            let read = Transcript::read(record.written(format).as_bytes());
            let read = read.unwrap_or_else(|why| panic!("{why}\n{}", record.written(format)));
            assert_eq!(read.written(format), record.written(format));
        }
    }
}

/// Nobody is left who could end a pause: computers neither ask for one nor go on by themselves.
#[test]
fn a_pause_ends_with_those_who_wanted_it() {
    let paused = given(&alone(), [Event::Paused]);
    let resigned = fold(&does(&paused, ANN, &RESIGN));
    assert!(resigned.is_paused() && resigned.is_left_to_computers());
    assert_eq!(resigned.due(), Some(NOON));
    assert_eq!(fall_due(&resigned, NOON, NOON), [Event::Resumed]);
    let mut resumed = resigned;
    resumed.apply(&Event::Resumed, NOON);
    assert_eq!(resumed.computer_task(), Some((GRAY, ComputerTask::Move)));
    // While somebody plays, a pause lasts.
    let other = given(&two(), [Event::Paused]);
    let other = fold(&does(&other, ANN, &RESIGN));
    assert_eq!(fall_due(&other, NOON, NOON), []);
    assert_eq!(other.due(), Some(NOON.plus(LONGEST_PAUSE)));
}
