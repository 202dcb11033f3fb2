//! Given events, when a command, then events or a refusal: `matchplay::decide`, which is pure.

mod clocks;
mod computers;
mod courses;
mod left;
mod offers;
mod periods;
mod rematch;
mod seats;
mod timed;
mod votes;
mod windows;

use rondel::{
    matchplay::{
        Command, Event, Match, MatchId, Moment, MoveInput, Person, Place, Seat, Stage, Table,
        decide, open,
    },
    rules::{
        Agreement, ByColor, Color, Colors, Draw, Elimination, Ending, Exit, OfferAction, Outcome,
        Points, Ruleset,
    },
};

use crate::matches::{Script, names, script};

const ANN: Person = Person(1);
const BEN: Person = Person(2);
const CY: Person = Person(3);
const DORA: Person = Person(4);
const PLAYERS: [Person; 3] = [ANN, BEN, CY];
const NOON: Moment = Moment(1_700_000_000_000);

const WHITE: Color = Color::White;
const GRAY: Color = Color::Gray;
const BLACK: Color = Color::Black;

type Then = Result<Vec<Event>, &'static str>;

fn place() -> Place {
    Place::new("console/table")
}

fn opened() -> Event {
    Event::Opened {
        ruleset: String::from("three-man"),
        options: Ruleset::THREE_MAN,
        opener: ANN,
        place: place(),
        rated: true,
        private: false,
        time: None,
        imported: None,
    }
}

fn joined(seat: Color, person: Person) -> Event {
    Event::Joined { seat, person }
}

fn invited(seat: Color, person: Person) -> Event {
    Event::Invited { seat, person }
}

fn left(seat: Color, person: Person) -> Event {
    Event::Left { seat, person }
}

fn fold(events: &[Event]) -> Match {
    let dated = events.iter().map(|event| (event, NOON));
    Match::fold(MatchId::numbered(7), dated).expect("a match begins with its opening")
}

/// A table of Ann's with Ben invited and Black's seat open.
fn table() -> Vec<Event> {
    vec![opened(), joined(WHITE, ANN), invited(GRAY, BEN)]
}

/// A match of Ann, Ben and Cy in which these plain moves have been made.
fn played(moves: &str) -> Vec<Event> {
    let mut events = vec![opened()];
    events.extend([
        joined(WHITE, ANN),
        joined(GRAY, BEN),
        joined(BLACK, CY),
        Event::Started,
    ]);
    for mv in moves.split_whitespace() {
        events.push(moved(fold(&events).position().turn(), mv));
    }
    events
}

fn moved(color: Color, mv: &str) -> Event {
    Event::Moved {
        color,
        mv: mv.parse().unwrap(),
    }
}

fn conceded(color: Color) -> Event {
    Event::Eliminated(Elimination {
        color,
        exit: Exit::Conceded,
        checkers: Colors::NONE,
        by: None,
        points: ByColor::default(),
    })
}

fn ended(ending: Ending, sixths: [u16; 3]) -> Event {
    Event::Ended(Outcome {
        ending,
        points: ByColor::new(|color: Color| Points::from_sixths(sixths[color.index()])),
    })
}

fn aborted() -> Event {
    ended(Ending::Aborted, [0, 0, 0])
}

fn to_move(text: &str) -> Command {
    Command::Move {
        mv: MoveInput::Typed(text.to_owned()),
        claim: false,
    }
}

fn to_claim_with(text: &str) -> Command {
    Command::Move {
        mv: MoveInput::Typed(text.to_owned()),
        claim: true,
    }
}

const OFFER: Command = Command::Draw(OfferAction::Offer);
const ACCEPT: Command = Command::Draw(OfferAction::Accept);
const DECLINE: Command = Command::Draw(OfferAction::Decline);
const WITHDRAW: Command = Command::Draw(OfferAction::Withdraw);
const ABORT: Command = Command::Abort(OfferAction::Offer);
const AGREE_TO_ABORT: Command = Command::Abort(OfferAction::Accept);
const PLAY_ON: Command = Command::Abort(OfferAction::Decline);
const RESIGN: Command = resign(true);
const JOIN: Command = Command::Join { seat: None };

const fn resign(confirmed: bool) -> Command {
    Command::Resign {
        confirmed,
        winner: None,
    }
}

const fn join(seat: Color) -> Command {
    Command::Join { seat: Some(seat) }
}

/// Given these events, when a person asks for this, then that comes of it.
#[track_caller]
fn check(given: &[Event], (person, command): (Person, Command), then: Then) {
    let state = fold(given);
    let decided = decide(&state, person, &command, NOON).map_err(|rejection| rejection.reason());
    let asked = (person, &command);
    assert_eq!((asked, decided), (asked, then));
}

fn given(before: &[Event], more: impl IntoIterator<Item = Event>) -> Vec<Event> {
    before.iter().cloned().chain(more).collect()
}

#[test]
fn opening_a_table() {
    let opening = |seat, invited: &[Person]| Table {
        ruleset: String::from("three-man"),
        options: Ruleset::THREE_MAN,
        place: place(),
        seat: Some(seat),
        invited: invited.to_vec(),
        computers: None,
        rated: true,
        time: None,
        private: false,
    };
    for (seat, invitations, then) in [
        (WHITE, &[][..], Ok(vec![opened(), joined(WHITE, ANN)])),
        (
            BLACK,
            &[BEN, CY],
            Ok(vec![
                opened(),
                joined(BLACK, ANN),
                invited(WHITE, BEN),
                invited(GRAY, CY),
            ]),
        ),
        (
            GRAY,
            &[BEN, CY],
            Ok(vec![
                opened(),
                joined(GRAY, ANN),
                invited(BLACK, BEN),
                invited(WHITE, CY),
            ]),
        ),
        (WHITE, &[ANN], Err("already-seated")),
        (WHITE, &[BEN, BEN], Err("already-seated")),
    ] {
        let events = open(&opening(seat, invitations), ANN).map_err(|rejection| rejection.reason());
        assert_eq!(events, then);
    }
}

#[test]
fn joining_and_leaving() {
    let started = played("");
    let full = given(&table(), [joined(BLACK, CY)]);
    check(&table(), (BEN, JOIN), Ok(vec![joined(GRAY, BEN)]));
    check(&table(), (BEN, join(GRAY)), Ok(vec![joined(GRAY, BEN)]));
    check(
        &table(),
        (BEN, join(BLACK)),
        Ok(vec![left(GRAY, BEN), joined(BLACK, BEN)]),
    );
    check(&table(), (BEN, join(WHITE)), Err("seat-taken"));
    check(&table(), (CY, JOIN), Ok(vec![joined(BLACK, CY)]));
    check(&table(), (CY, join(GRAY)), Err("seat-taken"));
    check(&table(), (ANN, JOIN), Err("already-seated"));
    check(
        &full,
        (BEN, JOIN),
        Ok(vec![joined(GRAY, BEN), Event::Started]),
    );
    check(&full, (BEN, join(BLACK)), Err("seat-taken"));
    check(&full, (DORA, JOIN), Err("table-full"));
    check(&full, (DORA, join(GRAY)), Err("table-full"));
    check(&started, (DORA, JOIN), Err("already-started"));
    check(&started, (ANN, JOIN), Err("already-seated"));
    check(&table(), (BEN, Command::Leave), Ok(vec![left(GRAY, BEN)]));
    check(&full, (CY, Command::Leave), Ok(vec![left(BLACK, CY)]));
    check(&table(), (DORA, Command::Leave), Err("not-seated"));
    // Nobody sits there any more, invited or not.
    check(
        &table(),
        (ANN, Command::Leave),
        Ok(vec![left(WHITE, ANN), Event::Closed]),
    );
    check(&started, (ANN, Command::Leave), Err("already-started"));
    let closed = given(&table(), [left(WHITE, ANN), Event::Closed]);
    check(&closed, (BEN, JOIN), Err("match-over"));
    check(&closed, (BEN, Command::Leave), Err("match-over"));
}

#[test]
fn before_it_begins() {
    for command in [
        to_move("e4"),
        OFFER,
        ACCEPT,
        Command::ClaimDraw,
        RESIGN,
        AGREE_TO_ABORT,
    ] {
        check(&table(), (ANN, command.clone()), Err("not-started"));
        check(&table(), (DORA, command), Err("not-a-player"));
    }
    check(&table(), (ANN, ABORT), Ok(vec![Event::Closed]));
    check(&table(), (BEN, ABORT), Err("not-started"));
}

#[test]
fn moves() {
    let started = played("");
    check(
        &started,
        (ANN, to_move("e4")),
        Ok(vec![moved(WHITE, "e2e4")]),
    );
    check(&started, (BEN, to_move("m4")), Err("not-your-turn"));
    check(&started, (DORA, to_move("e4")), Err("not-a-player"));
    check(&started, (ANN, to_move("e5")), Err("illegal-move"));
    check(&started, (ANN, to_move("hello")), Err("unreadable"));
    check(&started, (ANN, to_move(&"e".repeat(33))), Err("too-long"));
    check(&started, (ANN, to_claim_with("e4")), Err("claim-not-due"));
    check(
        &played("e2e4"),
        (BEN, to_move("M2-M4")),
        Ok(vec![moved(GRAY, "m2m4")]),
    );
}

/// A script's match before its first move.
fn begun(script: &Script) -> Vec<Event> {
    let mut events = vec![Event::Opened {
        ruleset: script.ruleset.clone(),
        options: script.options(),
        opener: ANN,
        place: place(),
        rated: true,
        private: false,
        time: None,
        imported: None,
    }];
    for color in Color::ALL.into_iter().filter(|color| script.seats(*color)) {
        events.push(joined(color, PLAYERS[color.index()]));
    }
    events.push(Event::Started);
    events
}

/// Every step of every script is decided as the script says.
#[test]
fn whole_matches() {
    let mut steps = 0;
    for name in names() {
        let script = script(&name);
        let begun = begun(&script);
        let mut events = begun.clone();
        for step in &script.steps {
            let command = step.asked();
            let state = fold(&events);
            let player = PLAYERS[step.army.index()];
            let decided = decide(&state, player, &command, NOON).unwrap();
            assert_eq!(decided, step.events(), "{name}: {:?}", step.act);
            events.extend(decided);
            assert_eq!(
                fold(&events).position().to_string(),
                step.position,
                "{name}"
            );
            steps += 1;
        }
        assert_eq!(events[begun.len()..], script.events(), "{name}");
        let state = fold(&events);
        assert_eq!(
            (state.stage(), state.outcome()),
            (Stage::Ended, Some(&script.outcome)),
            "{name}"
        );
    }
    println!("steps decided: {steps}");
}

#[test]
fn resigning() {
    let begun = played("e2e4");
    let without_ben = given(&begun, [conceded(GRAY)]);
    check(&begun, (BEN, resign(false)), Err("needs-confirmation"));
    check(&begun, (CY, RESIGN), Ok(vec![conceded(BLACK)]));
    check(&begun, (DORA, RESIGN), Err("not-a-player"));
    check(&without_ben, (BEN, RESIGN), Err("already-conceded"));
    for command in [
        to_move("m4"),
        OFFER,
        ACCEPT,
        Command::ClaimDraw,
        ABORT,
        AGREE_TO_ABORT,
    ] {
        check(&without_ben, (BEN, command), Err("army-out"));
    }
    check(
        &without_ben,
        (ANN, RESIGN),
        Ok(vec![conceded(WHITE), ended(Ending::LastArmy, [0, 0, 6])]),
    );
    check(&without_ben, (ANN, to_move("d4")), Err("not-your-turn"));
    check(
        &without_ben,
        (CY, to_move("u4")),
        Ok(vec![moved(BLACK, "u2u4")]),
    );
}

#[test]
fn a_match_is_the_fold_of_its_events() {
    let state = fold(&table());
    assert_eq!(
        (state.stage(), state.version(), state.to_move()),
        (Stage::Table, 3, None)
    );
    assert_eq!(state.seats()[WHITE], Seat::Taken(ANN));
    assert_eq!(state.seats()[GRAY], Seat::Kept(BEN));
    assert_eq!(state.seats()[BLACK], Seat::Open);
    assert_eq!(
        (state.seat_of(BEN), state.color_of(BEN)),
        (Some(GRAY), None)
    );
    let state = fold(&played("e2e4 m2m4"));
    assert_eq!(
        (state.stage(), state.ply(), state.to_move()),
        (Stage::Running, 2, Some(CY))
    );
    let shorts = state.played().iter().map(|played| played.short.to_string());
    let shorts: Vec<String> = shorts.collect();
    assert_eq!(shorts, ["e4", "m4"]);
    // Nothing but an opening opens a match.
    for first in [joined(WHITE, ANN), Event::Started] {
        assert!(
            Match::first(MatchId::numbered(7), &first, NOON).is_none(),
            "{first:?}"
        );
    }
    assert!(Match::fold(MatchId::numbered(7), std::iter::empty()).is_none());
}

#[test]
fn a_match_is_seen_after_each_ply_that_was_not_taken_back() {
    let mut events = played("e2e4 m2m4 u2u4 d2d3");
    events.push(Event::TakenBack { to_ply: 2 });
    events.push(moved(BLACK, "t2t4"));
    events.push(conceded(BLACK));
    let events: Vec<(Event, Moment)> = events.into_iter().map(|event| (event, NOON)).collect();
    let seen = |plies| {
        Match::at_plies(MatchId::numbered(7), &events, plies, |now| {
            (now.ply(), now.outs()[BLACK].is_some())
        })
    };
    let whole = [(0, false), (1, false), (2, false), (3, true)];
    assert_eq!(seen(0..=9), whole);
    assert_eq!(seen(1..=2), whole[1..3]);
    assert_eq!(seen(4..=9), []);
}
