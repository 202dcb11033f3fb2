//! The check: matches as they are played are whole, and what is wrong is found.

use rand::{RngExt, SeedableRng, rngs::StdRng};
use rondel::{
    computer::Level,
    matchplay::{
        Actor, Command, Event, Match, MatchId, Moment, MoveInput, Person, Place, Stage, Table,
        decide, open,
    },
    rules::{
        ByColor, Color, Colors, Draw, Elimination, Ending, Exit, OfferAction, Outcome, Points,
        Ruleset,
    },
    store::{
        Append, Card, EventStore, Identity, Listing, PeopleStore,
        check::{Severity, check},
        memory::MemoryStore,
    },
};

use super::samples::{append, id, put};
use crate::{now::now, postgres};

const PEOPLE: [Person; 3] = [Person(1), Person(2), Person(3)];

/// A match with all seats taken.
fn started(id: MatchId) -> (Match, Vec<Event>) {
    let opening = Table {
        ruleset: String::from("three-man"),
        options: Ruleset::THREE_MAN,
        place: Place::new("console/table"),
        seat: Some(Color::White),
        invited: vec![],
        computers: None,
        rated: true,
        time: None,
        private: false,
    };
    let mut events = open(&opening, PEOPLE[0]).unwrap();
    let mut state = Match::fold(id, events.iter().map(|event| (event, Moment(0)))).unwrap();
    for person in &PEOPLE[1..] {
        carry_out(
            &mut state,
            &mut events,
            *person,
            &Command::Join { seat: None },
        );
    }
    assert_eq!(state.stage(), Stage::Running);
    (state, events)
}

fn carry_out(
    state: &mut Match,
    events: &mut Vec<Event>,
    actor: impl Into<Actor>,
    command: &Command,
) {
    for event in decide(state, actor, command, Moment(0)).unwrap() {
        state.apply(&event, Moment(0));
        events.push(event);
    }
}

fn to_move(state: &Match) -> Person {
    PEOPLE[state.position().turn().index()]
}

fn make_move(state: &mut Match, events: &mut Vec<Event>, text: &str, claim: bool) {
    let text = text.to_owned();
    let person = to_move(state);
    carry_out(
        state,
        events,
        person,
        &Command::Move {
            mv: MoveInput::Typed(text),
            claim,
        },
    );
}

/// A match of random moves, in which now and then somebody does something else.
pub(super) fn random_match(id: MatchId, seed: u64) -> (Match, Vec<Event>) {
    let mut dice = StdRng::seed_from_u64(seed);
    let (mut state, mut events) = started(id);
    while state.stage() == Stage::Running && state.ply() < 300 {
        let person = PEOPLE[dice.random_range(0..3)];
        let other = match dice.random_range(0..400) {
            0 => Some(Command::Resign {
                confirmed: true,
                winner: None,
            }),
            1..9 => Some(Command::Draw(OfferAction::Offer)),
            9..12 => Some(Command::Abort(OfferAction::Offer)),
            12..40 => Some(Command::ClaimDraw),
            _ => None,
        };
        match other {
            Some(command) => {
                let decided = decide(&state, person, &command, Moment(0));
                for event in decided.unwrap_or_default() {
                    state.apply(&event, Moment(0));
                    events.push(event);
                }
            }
            None => {
                let legal = state.position().legal_moves();
                let mv = legal[dice.random_range(0..legal.len())].to_string();
                make_move(&mut state, &mut events, &mv, false);
            }
        }
    }
    (state, events)
}

fn store(store: &MemoryStore, state: &Match, events: &[Event]) {
    let append = Append {
        events: events.to_vec(),
        at: Moment(0),
        listing: Listing::of(state),
        ..append(state.id(), 0)
    };
    put(store, append).unwrap();
}

#[test]
fn matches_as_they_are_played_are_whole() {
    let memory = MemoryStore::new();
    let mut total = 0;
    for seed in 0..40 {
        let (state, events) = random_match(id(seed), u64::from(seed));
        total += events.len();
        store(&memory, &state, &events);
    }
    let report = now(check(&memory, None)).unwrap();
    assert!(report.is_whole());
    let expected = format!("checked 40 matches, {total} events, 0 damaged");
    assert_eq!(report.to_string(), expected);
}

#[test]
fn claimed_draws_are_whole() {
    let memory = MemoryStore::new();
    let round = ["b1c3", "j1k3", "r1s3", "c3b1", "k3j1", "s3r1"];
    // The third occurrence stands on the board, and is claimed by the next.
    let (mut state, mut events) = started(id(1));
    for mv in round.iter().chain(&round) {
        make_move(&mut state, &mut events, mv, false);
    }
    let claimant = to_move(&state);
    carry_out(&mut state, &mut events, claimant, &Command::ClaimDraw);
    assert_eq!(state.stage(), Stage::Ended);
    store(&memory, &state, &events);
    // It is claimed with the move that brings it about.
    let (mut state, mut events) = started(id(2));
    for (ply, mv) in round.iter().chain(&round).enumerate() {
        make_move(&mut state, &mut events, mv, ply == 11);
    }
    assert_eq!(state.stage(), Stage::Ended);
    store(&memory, &state, &events);
    let report = now(check(&memory, None)).unwrap();
    assert_eq!(report.findings, []);
}

#[test]
fn calling_off_alone_over_a_standing_proposal_is_whole() {
    let memory = MemoryStore::new();
    let (mut state, mut events) = started(id(1));
    make_move(&mut state, &mut events, "e2e4", false);
    for person in &PEOPLE[..2] {
        let offer = Command::Abort(OfferAction::Offer);
        carry_out(&mut state, &mut events, *person, &offer);
    }
    assert_eq!(
        state.outcome().map(|outcome| outcome.ending),
        Some(Ending::Aborted)
    );
    store(&memory, &state, &events);
    assert_eq!(now(check(&memory, None)).unwrap().findings, []);
}

#[test]
fn live_matches_of_people_who_are_not_known_are_found() {
    unknown_are_found_in(&MemoryStore::new());
    if let Some(address) = postgres::empty_database() {
        unknown_are_found_in(&postgres::open(&address));
    }
}

fn unknown_are_found_in<S: EventStore + PeopleStore>(store: &S) {
    let (state, events) = started(id(1));
    let append = Append {
        events,
        listing: Listing::of(&state),
        ..append(id(1), 0)
    };
    put(store, append).unwrap();
    let unknown = || now(check(store, Some(store))).unwrap().with_unknown();
    for person in PEOPLE {
        assert_eq!(unknown(), 1, "{person}");
        let card = Card {
            identity: Identity::new("console", &person.to_string()).unwrap(),
            name: person.to_string(),
        };
        assert_eq!(now(store.write_card(person, None, card)), Ok(true));
    }
    assert_eq!(unknown(), 0);
}

/// Checks one match with these events more, and gives the findings.
fn found(change: impl FnOnce(&mut Match, &mut Vec<Event>)) -> Vec<(u64, Severity, String)> {
    let memory = MemoryStore::new();
    let (mut state, mut events) = started(id(1));
    assert_eq!(events.len(), 5);
    make_move(&mut state, &mut events, "e2e4", false);
    change(&mut state, &mut events);
    let folded = Match::fold(id(1), events.iter().map(|event| (event, Moment(0))));
    store(&memory, &folded.unwrap_or(state), &events);
    let report = now(check(&memory, None)).unwrap();
    assert_eq!(report.is_whole(), report.damaged() == 0);
    report
        .findings
        .into_iter()
        .map(|finding| (finding.version, finding.severity, finding.what))
        .collect()
}

fn moved(color: Color, mv: &str) -> Event {
    Event::Moved {
        color,
        mv: mv.parse().unwrap(),
    }
}

#[test]
fn impossible_events_are_damage() {
    let damage = |version, what: &str| [(version, Severity::Damage, what.to_owned())];
    let found_with = |event: Event| found(|_, events| events.push(event));
    assert_eq!(
        found_with(moved(Color::Gray, "m2m5")),
        damage(7, "the move m2m5 is not legal here")
    );
    assert_eq!(
        found_with(moved(Color::White, "d2d4")),
        damage(7, "White moves and it is Gray's turn")
    );
    assert_eq!(
        found(|_, events| drop(events.remove(4))),
        damage(5, "White moves in a match that is not being played")
    );
    assert_eq!(
        found(|_, events| drop(events.remove(0))),
        damage(
            1,
            "it does not begin with an opening by a ruleset that is known"
        )
    );
    assert_eq!(
        found(|_, events| events.push(events[0].clone())),
        damage(7, "it opens a second time")
    );
}

#[test]
fn what_the_rules_judge_differently_is_a_note() {
    let note = |version, what: &str| {
        let what = format!("differs from today's rules: {what}");
        [(version, Severity::Note, what)]
    };
    let found_with = |event: Event| found(|_, events| events.push(event));
    let mated = Elimination {
        color: Color::Gray,
        exit: Exit::Mate,
        checkers: Colors::NONE.with(Color::White),
        by: Some(Color::White),
        points: ByColor::default(),
    };
    assert_eq!(
        found_with(Event::Eliminated(mated)),
        note(7, "out:g,how=mate,checkers=w,by=w would not come here")
    );
    let outcome = |ending, sixths: [u16; 3]| {
        Event::Ended(Outcome {
            ending,
            points: ByColor::new(|color| Points::from_sixths(sixths[color.index()])),
        })
    };
    assert_eq!(
        found_with(outcome(Ending::LastArmy, [6, 0, 0])),
        note(7, "over:how=last-army,points=1-0-0 would not come here")
    );
    // Nobody has offered a draw.
    assert_eq!(
        found_with(outcome(Ending::Draw(Draw::Agreement), [2, 2, 2])),
        note(
            7,
            "over:how=draw:agreement,points=1/3-1/3-1/3 would not come here"
        )
    );
    assert_eq!(
        found_with(Event::DrawClaimed {
            by: Color::Gray,
            draw: Draw::Moves
        }),
        note(
            7,
            "draw-claimed:g,how=draw:moves is refused: no draw can be claimed"
        )
    );
    let conceded = Elimination {
        exit: Exit::Conceded,
        checkers: Colors::NONE,
        by: None,
        ..mated
    };
    let other = Elimination {
        color: Color::Black,
        ..conceded
    };
    let both = found(|_, events| events.extend([conceded, other].map(Event::Eliminated)));
    assert_eq!(
        both,
        note(8, "over:how=last-army,points=1-0-0 would come before this")
    );
}

#[test]
fn wrong_lists_are_damage() {
    let memory = MemoryStore::new();
    let (mut state, mut events) = started(id(1));
    let live = Listing::of(&state);
    let unlisted = Append {
        events: events.clone(),
        ..append(id(1), 0)
    };
    put(&memory, unlisted).unwrap();
    for person in PEOPLE {
        carry_out(
            &mut state,
            &mut events,
            person,
            &Command::Draw(OfferAction::Offer),
        );
    }
    assert_eq!(state.stage(), Stage::Ended);
    let still_listed = Append {
        // Events do not name their match: those of one serve for another.
        events: events.clone(),
        listing: live,
        ..append(id(2), 0)
    };
    put(&memory, still_listed).unwrap();
    let mut lines: Vec<String> = now(check(&memory, None))
        .unwrap()
        .to_string()
        .lines()
        .map(str::to_owned)
        .collect();
    assert_eq!(
        lines.pop().unwrap(),
        "checked 2 matches, 14 events, 2 damaged"
    );
    let places: Vec<&String> = lines.iter().filter(|line| line.contains("place")).collect();
    let expected = [
        format!(
            "{} record 5: damaged: it is not listed for the place console/table",
            id(1)
        ),
        format!(
            "{} record 9: damaged: it has ended and is listed for the place console/table",
            id(2)
        ),
    ];
    let mut expected: Vec<&String> = expected.iter().collect();
    expected.sort();
    assert_eq!(places, expected);
    let ends = lines.iter().filter(|line| line.contains("order of ends"));
    let mut ends: Vec<&String> = ends.collect();
    ends.sort();
    let expected = [
        format!(
            "{} record 5: damaged: it is in the order of ends and has not ended",
            id(1)
        ),
        format!(
            "{} record 9: damaged: it has ended and is not in the order of ends",
            id(2)
        ),
    ];
    let mut expected: Vec<&String> = expected.iter().collect();
    expected.sort();
    assert_eq!(ends, expected);
    // Silence is due in the one that is live, and nothing in the one that has ended.
    assert_eq!(lines.len(), 12);
}

/// Nobody plays there, and one person watches.
#[test]
fn a_match_of_computers_is_listed_for_its_watchers() {
    let opening = Table {
        ruleset: String::from("three-man"),
        options: Ruleset::THREE_MAN,
        place: Place::new("console/table"),
        seat: Some(Color::Gray),
        invited: vec![],
        computers: Some((3, Level::USUAL)),
        rated: false,
        time: None,
        private: false,
    };
    let mut events = open(&opening, PEOPLE[0]).unwrap();
    let folded = events.iter().map(|event| (event, Moment(0)));
    let mut state = Match::fold(id(1), folded).unwrap();
    for text in ["e4", "m4"] {
        let (text, claim) = (text.to_owned(), false);
        let computer = Actor::Computer(state.position().turn());
        let command = Command::Move {
            mv: MoveInput::Typed(text),
            claim,
        };
        carry_out(&mut state, &mut events, computer, &command);
    }
    let running = (state.clone(), events.clone());
    let call_off = Command::Abort(OfferAction::Offer);
    carry_out(&mut state, &mut events, PEOPLE[0], &call_off);
    for ((state, events), people, wanted) in [
        (&running, &PEOPLE[..1], None),
        (
            &running,
            &[],
            Some("it is not listed for the one who watches it"),
        ),
        (&(state.clone(), events.clone()), &PEOPLE[..1], None),
        (
            &(state.clone(), events.clone()),
            &[],
            Some("it is not in the lists where others look for it"),
        ),
    ] {
        let memory = MemoryStore::new();
        let append = Append {
            events: events.clone(),
            at: Moment(0),
            listing: Listing {
                people: people.to_vec(),
                ..Listing::of(state)
            },
            ..append(id(1), 0)
        };
        put(&memory, append).unwrap();
        let report = now(check(&memory, None)).unwrap();
        let found: Vec<_> = report
            .findings
            .iter()
            .map(|one| one.what.as_str())
            .collect();
        assert_eq!(found, Vec::from_iter(wanted));
    }
    // In a match of people nobody aborts it like this.
    let found = found(|_, events| {
        events.truncate(5);
        events.extend([Event::CalledOff, Event::Ended(called_off())]);
    });
    let what = "differs from today's rules: called-off would not come here";
    assert_eq!(found, [(6, Severity::Note, what.to_owned())]);
}

fn called_off() -> Outcome {
    Outcome {
        ending: Ending::Aborted,
        points: ByColor::default(),
    }
}
