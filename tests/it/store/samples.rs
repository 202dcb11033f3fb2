//! Events, appends and names to test with.

use proptest::prelude::*;
use rondel::{
    computer::Level,
    matchplay::{
        Event, Extension, Imported, MatchId, Moment, Motion, NewPlayer, Person, Place, TimeLimit,
    },
    rules::{
        Agreement, ByColor, Color, Colors, Draw, Elimination, Ending, Exit, Move, OfferAction,
        Outcome, Points, Role, Ruleset, Square,
    },
    rulesets::Rulesets,
    store::{
        Append, AppendError, Appended, EventStore, Listing, PreferenceStore, RequestId, RowChange,
        RowChangeError, Shelf, StoreError, Subject, audit::Note,
    },
};

use crate::now::now;

/// Returns one of many ids, of five, seven and nine characters in turn; three neighbours begin alike.
pub(crate) fn id(number: u32) -> MatchId {
    let taken = [0, 100_000, u64::from(u32::MAX)];
    let numbers = MatchId::numbers(taken[(number % 3) as usize]);
    MatchId::numbered(numbers.start + u64::from(number / 3))
}

/// An append of one event, listed nowhere.
pub(crate) fn append(id: MatchId, expected: u64) -> Append {
    Append {
        id,
        expected,
        events: vec![nth_event(expected)],
        at: Moment(1_000 + expected as i64),
        request_id: None,
        listing: Listing::default(),
        tell: None,
        note: None,
    }
}

/// The opening of a match with this limit.
pub(crate) fn timed(limit: Option<&str>) -> Event {
    Event::Opened {
        ruleset: String::from("three-man"),
        options: Ruleset::THREE_MAN,
        opener: Person(7),
        place: Place::new("hall"),
        rated: true,
        private: false,
        time: limit.map(|limit| limit.parse().unwrap()),
        imported: None,
    }
}

/// Sets the row of a subject, whatever is there.
pub(crate) fn set(
    store: &(impl PreferenceStore + ?Sized),
    subject: Subject,
    text: &str,
    note: Option<Note>,
) -> Result<(), StoreError> {
    let mut change = RowChange {
        subject,
        seen: None,
        text: text.to_owned(),
        note,
    };
    loop {
        match now(store.set_preferences(change.clone())) {
            Ok(()) => return Ok(()),
            Err(RowChangeError::Changed(there)) => change.seen = there,
            Err(RowChangeError::Store(error)) => return Err(error),
        }
    }
}

/// Returns an event that can be told from its neighbours.
pub(crate) fn nth_event(number: u64) -> Event {
    Event::Joined {
        seat: Color::ALL[(number % 3) as usize],
        person: Person(u128::from(number)),
    }
}

pub(crate) fn request_id(name: &str) -> Option<RequestId> {
    Some(RequestId(name.to_owned()))
}

pub(crate) fn listing(live: bool, places: &[&str], people: &[u128]) -> Listing {
    Listing {
        shelf: live.then_some(Shelf::Public),
        places: places.iter().map(|place| Place::new(place)).collect(),
        people: people.iter().copied().map(Person).collect(),
        ..Listing::default()
    }
}

/// Appends and waits until it is durable.
pub(crate) fn put(store: &dyn EventStore, append: Append) -> Result<Appended, AppendError> {
    now(store.append(append))
}

fn squares() -> impl Strategy<Value = Square> {
    (0..Square::COUNT).prop_map(|index| Square::all().nth(index).unwrap())
}

pub(crate) fn moves() -> impl Strategy<Value = Move> {
    let promotions = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    let promotion = prop::option::of(prop::sample::select(promotions.to_vec()));
    (squares(), squares(), promotion).prop_map(|(from, to, promotion)| Move {
        from,
        to,
        promotion,
    })
}

fn colors() -> impl Strategy<Value = Color> {
    prop::sample::select(Color::ALL.to_vec())
}

fn persons() -> impl Strategy<Value = Person> {
    any::<u128>().prop_map(Person)
}

fn places() -> impl Strategy<Value = Place> {
    any::<String>().prop_map(|name| Place::new(&name))
}

fn outs() -> impl Strategy<Value = Elimination> {
    let exits = prop::sample::select(Exit::ALL.to_vec());
    let checkers = prop::collection::vec(colors(), 0..3);
    let by = prop::option::of(colors());
    (colors(), exits, checkers, by, points()).prop_map(|(color, exit, checkers, by, points)| {
        Elimination {
            color,
            exit,
            checkers: checkers.into_iter().collect::<Colors>(),
            by,
            points,
        }
    })
}

fn points() -> impl Strategy<Value = ByColor<Points>> {
    any::<[u16; 3]>()
        .prop_map(|sixths| ByColor::new(|color: Color| Points::from_sixths(sixths[color.index()])))
}

/// Options of presets.
fn options() -> impl Strategy<Value = Ruleset> {
    let presets: Vec<Ruleset> = Rulesets::presets()
        .iter()
        .map(|known| known.ruleset)
        .collect();
    prop::sample::select(presets)
}

fn overs() -> impl Strategy<Value = Outcome> {
    let endings = prop::sample::select(Ending::ALL.to_vec());
    (endings, points()).prop_map(|(ending, points)| Outcome { ending, points })
}

fn draws() -> impl Strategy<Value = Draw> {
    prop::sample::select(vec![
        Draw::Agreement,
        Draw::Stalemate,
        Draw::Repetition,
        Draw::Moves,
        Draw::Impossibility,
        Draw::Time,
    ])
}

fn limits() -> impl Strategy<Value = Option<TimeLimit>> {
    let seconds = 10_i64..=30 * 86_400;
    let moves = proptest::option::of(1_i64..=100);
    proptest::option::of((seconds, moves).prop_map(|(seconds, moves)| {
        let limit = match moves {
            Some(moves) => format!("{moves}/{}s", seconds * moves),
            None => format!("{seconds}s"),
        };
        limit.parse().unwrap()
    }))
}

fn motions() -> impl Strategy<Value = Motion> {
    let level = || proptest::sample::select(&Level::ALL);
    prop_oneof![
        Just(Motion::Agreement(Agreement::Draw)),
        colors().prop_map(|with| Motion::Agreement(Agreement::Pact(with))),
        colors().prop_map(|winner| Motion::Agreement(Agreement::Resignation(winner))),
        Just(Motion::Abort),
        Just(Motion::Pause),
        Just(Motion::Resume),
        any::<u32>().prop_map(|to_ply| Motion::Takeback { to_ply }),
        (colors(), persons()).prop_map(|(seat, person)| Motion::Substitute { seat, person }),
        (colors(), level()).prop_map(|(seat, level)| Motion::Computer { seat, level }),
        colors().prop_map(|seat| Motion::PutOut { seat }),
    ]
}

/// Clocks, proposals, and seats whose players are missing.
fn playing_over_days() -> impl Strategy<Value = Event> {
    let moments = || any::<i64>().prop_map(Moment);
    let proposals = || (colors(), motions());
    let actions = prop::sample::select(vec![
        OfferAction::Offer,
        OfferAction::Accept,
        OfferAction::Decline,
        OfferAction::Withdraw,
    ]);
    let seats = || (colors(), persons());
    let whys = prop_oneof![
        colors().prop_map(Extension::Granted),
        Just(Extension::Downtime)
    ];
    let takers = prop_oneof![
        persons().prop_map(NewPlayer::Person),
        proptest::sample::select(&Level::ALL).prop_map(NewPlayer::Computer)
    ];
    prop_oneof![
        (proposals(), actions).prop_map(|((by, motion), action)| Event::Proposal {
            by,
            action,
            motion
        }),
        proposals().prop_map(|(by, motion)| Event::Lapsed { by, motion }),
        (colors(), moments()).prop_map(|(color, closes)| Event::DeadlinePassed { color, closes }),
        (colors(), moments(), whys).prop_map(|(color, until, why)| Event::Extended {
            color,
            until,
            why
        }),
        colors().prop_map(|color| Event::Reminded { color }),
        Just(Event::Paused),
        Just(Event::Resumed),
        any::<u32>().prop_map(|to_ply| Event::TakenBack { to_ply }),
        (seats(), any::<bool>()).prop_map(|((seat, person), agrees)| {
            Event::SubstituteAnswered {
                seat,
                person,
                agrees,
            }
        }),
        (colors(), takers).prop_map(|(seat, taker)| Event::TookOver { seat, taker }),
        seats().prop_map(|(seat, person)| Event::Gone { seat, person }),
        (seats(), "\\PC{0,100}").prop_map(|((seat, person), reason)| Event::Freed {
            seat,
            person,
            reason
        }),
        "\\PC{0,100}".prop_map(|reason| Event::Aborted { reason }),
    ]
}

/// Where imported matches come from.
fn origins() -> impl Strategy<Value = Imported> {
    (any::<u32>(), places(), any::<[i64; 2]>()).prop_map(|(from, place, [began, ended])| Imported {
        from: id(from),
        place,
        began: Moment(began),
        ended: Moment(ended),
    })
}

/// Any event at all.
pub(crate) fn events() -> impl Strategy<Value = Event> {
    let seats = || (colors(), persons());
    prop_oneof![
        (
            any::<String>(),
            options(),
            persons(),
            places(),
            any::<[bool; 2]>(),
            limits(),
            prop::option::of(origins())
        )
            .prop_map(
                |(ruleset, options, opener, place, [rated, private], time, imported)| {
                    Event::Opened {
                        ruleset,
                        options,
                        opener,
                        place,
                        rated,
                        private,
                        time,
                        imported,
                    }
                }
            ),
        seats().prop_map(|(seat, person)| Event::Invited { seat, person }),
        seats().prop_map(|(seat, person)| Event::Joined { seat, person }),
        seats().prop_map(|(seat, person)| Event::Left { seat, person }),
        (
            colors(),
            proptest::sample::select(&Level::ALL),
            any::<bool>()
        )
            .prop_map(|(seat, level, casual)| Event::Seated {
                seat,
                level,
                casual
            }),
        Just(Event::CalledOff),
        Just(Event::Closed),
        Just(Event::Expired),
        Just(Event::Started),
        places().prop_map(|place| Event::Housed { place }),
        (colors(), moves()).prop_map(|(color, mv)| Event::Moved { color, mv }),
        outs().prop_map(Event::Eliminated),
        (colors(), draws()).prop_map(|(by, draw)| Event::DrawClaimed { by, draw }),
        colors().prop_map(|color| Event::OutOfTime { color }),
        overs().prop_map(Event::Ended),
        playing_over_days(),
    ]
}
