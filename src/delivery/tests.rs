//! Rows of (change, place, rights) and what is planned for them.

use std::sync::Arc;

use super::*;
use crate::{
    matchplay::{MatchId, Moment, Opening, open},
    rules::{ByColor, Color, Ending, Outcome, Ruleset},
};

const ANN: Person = Person(1);
const BEN: Person = Person(2);
const CY: Person = Person(3);
const CHANNEL: &str = "chat/1/channel";
const THREAD: &str = "chat/1/thread";

fn joined(seat: Color, person: Person) -> Event {
    Event::Joined { seat, person }
}

fn housed() -> Event {
    let place = Place::new(THREAD);
    Event::Housed { place }
}

fn ended() -> Event {
    Event::Ended(Outcome {
        ending: Ending::Aborted,
        points: ByColor::default(),
    })
}

/// Returns the last change of a match that is opened, and to which all this happens. The last events
/// are told, this many.
fn change(private: bool, later: &[Event], told: usize) -> Change {
    let opening = Opening {
        id: MatchId::numbered(7),
        ruleset: String::from("three-man"),
        options: Ruleset::THREE_MAN,
        place: Place::new(CHANNEL),
        seat: Color::White,
        invited: vec![],
        computers: None,
        rated: true,
        time: None,
        private,
    };
    let mut events = open(&opening, ANN).unwrap();
    events.extend_from_slice(later);
    let fold = |events: &[Event]| {
        let events = events.iter().map(|event| (event, Moment(0)));
        Match::fold(opening.id, events).map(Arc::new)
    };
    let told = if told == 0 { events.len() } else { told };
    let (earlier, told) = events.split_at(events.len() - told);
    Change {
        before: fold(earlier),
        after: fold(&events).unwrap(),
        events: told.to_vec(),
    }
}

/// Returns the change that brings a match this far.
fn until(stage: &str, private: bool) -> Change {
    let all = [
        joined(Color::Gray, BEN),
        joined(Color::Black, CY),
        Event::Started,
        housed(),
        ended(),
    ];
    match stage {
        "opens" => change(private, &[], 0),
        "begins" => change(private, &all[..3], 2),
        "housed" => change(private, &all[..4], 1),
        "ends" => change(private, &all, 1),
        "is called off" => change(private, &[all[..3].to_vec(), vec![ended()]].concat(), 1),
        other => panic!("{other}"),
    }
}

fn reply(change: &Change) -> Reply {
    let News {
        board,
        ping,
        begins,
    } = news(change);
    Reply {
        audience: Audience::All,
        state: Some(Arc::clone(&change.after)),
        seat: board.then_some(Color::White),
        ping,
        begins,
        ..Reply::default()
    }
}

/// Writes a plan in a line.
fn written(plan: &DeliveryPlan) -> String {
    let route = |route: &Route| match route {
        Route::Answer(Form::Message { private: true }) => "whisper".to_owned(),
        Route::Answer(Form::Message { private: false }) => "answer".to_owned(),
        Route::Answer(Form::Update) => "update".to_owned(),
        Route::Thread(None) => "thread".to_owned(),
        Route::Thread(Some(people)) => format!("thread of {}", people.len()),
        Route::Own => "own".to_owned(),
        Route::Opened => "opened".to_owned(),
        Route::Direct => "direct".to_owned(),
    };
    let routes: Vec<String> = plan.routes.iter().map(route).collect();
    let excerpt = match plan.excerpt {
        Excerpt::Whole => "whole",
        Excerpt::Words => "words",
        Excerpt::Pointer { closes: true, .. } => "closing",
        Excerpt::Pointer { closes: false, .. } => "pointer",
    };
    let mut line = format!("{}: {excerpt}", routes.join(", "));
    for (holds, said) in [
        (plan.pings, ", pings"),
        (plan.tells, ", tells"),
        (plan.concludes, ", concludes"),
    ] {
        line += if holds { said } else { "" };
    }
    line
}

#[test]
fn news_follows_from_the_change() {
    let running = [
        joined(Color::Gray, BEN),
        joined(Color::Black, CY),
        Event::Started,
    ];
    let and = |event: Event| [running.to_vec(), vec![event]].concat();
    let white = Color::White;
    for (change, board, ping, begins) in [
        (until("opens", false), false, None, false),
        (change(false, &running[..1], 1), false, None, false),
        (until("begins", false), true, Some(ANN), true),
        (until("housed", false), false, None, false),
        (until("ends", false), true, None, false),
        // Of an event that changes no turn only a reminder calls the player again.
        (
            change(false, &and(Event::Reminded { color: white }), 1),
            false,
            Some(ANN),
            false,
        ),
        (change(false, &and(Event::Paused), 1), false, None, false),
    ] {
        let expected = News {
            board,
            ping,
            begins,
        };
        assert_eq!(news(&change), expected, "{:?}", change.events);
    }
}

#[test]
fn posts_go_as_near_to_the_match_as_its_privacy_lets_them() {
    for (stage, private, plan_of) in [
        ("opens", false, "opened, direct: whole, pings, tells"),
        ("opens", true, "opened, direct: whole, pings, tells"),
        (
            "begins",
            false,
            "thread, opened, direct: whole, pings, tells",
        ),
        ("begins", true, "thread of 3, direct: whole, pings, tells"),
        ("housed", false, "own, opened, direct: whole, pings, tells"),
        ("housed", true, "own, direct: whole, pings, tells"),
        (
            "ends",
            false,
            "own, opened, direct: whole, pings, tells, concludes",
        ),
        ("ends", true, "own, direct: whole, pings, tells, concludes"),
        (
            "is called off",
            false,
            "opened, direct: whole, pings, tells",
        ),
        ("is called off", true, "direct: whole, pings, tells"),
    ] {
        let change = until(stage, private);
        let planned = plan(&reply(&change), &Trigger::Outbox(&change.after));
        assert_eq!(written(&planned), plan_of, "{stage} {private}");
    }
}

#[test]
fn answers_tell_what_those_who_see_them_may_hear() {
    use Pressed::{Neither, Page as OnPage, Table};
    let below = "chat/1/below";
    for (stage, private, asked_at, pressed, is_mute, plan_of) in [
        (
            "opens",
            false,
            CHANNEL,
            Neither,
            false,
            "answer: whole, pings, tells",
        ),
        (
            "opens",
            false,
            CHANNEL,
            Table,
            false,
            "update: whole, pings, tells",
        ),
        (
            "opens",
            false,
            below,
            Neither,
            false,
            "answer: whole, pings, tells",
        ),
        ("opens", false, THREAD, Neither, false, "whisper: pointer"),
        // A match that begins is told of where it will be played, if anything can be said there.
        ("begins", false, CHANNEL, Neither, false, "answer: words"),
        ("begins", false, CHANNEL, Table, false, "update: words"),
        (
            "begins",
            false,
            CHANNEL,
            Neither,
            true,
            "answer: whole, pings, tells",
        ),
        ("begins", true, CHANNEL, Neither, true, "answer: words"),
        ("begins", false, THREAD, Neither, false, "whisper: pointer"),
        (
            "housed",
            false,
            THREAD,
            Neither,
            false,
            "answer: whole, pings, tells",
        ),
        (
            "housed",
            true,
            THREAD,
            Neither,
            false,
            "answer: whole, pings, tells",
        ),
        ("housed", false, CHANNEL, Neither, false, "whisper: pointer"),
        ("housed", false, below, Neither, false, "whisper: pointer"),
        ("housed", false, THREAD, OnPage, false, "update: closing"),
        (
            "ends",
            false,
            THREAD,
            Neither,
            false,
            "answer: whole, pings, tells, concludes",
        ),
        (
            "is called off",
            false,
            CHANNEL,
            Neither,
            false,
            "answer: whole, pings, tells",
        ),
        (
            "is called off",
            true,
            CHANNEL,
            Neither,
            false,
            "whisper: whole",
        ),
    ] {
        let mut reply = reply(&until(stage, private));
        if pressed == OnPage {
            reply.page = Page::Closes(Message::default());
        }
        let (place, within) = (Place::new(asked_at), Place::new(CHANNEL));
        let planned = plan(
            &reply,
            &Trigger::Asked(Asked {
                place: &place,
                within: (asked_at == below).then_some(&within),
                pressed,
                is_mute,
            }),
        );
        assert_eq!(
            written(&planned),
            plan_of,
            "{stage} {private} {asked_at} {pressed:?}"
        );
    }
}

#[test]
fn answers_about_no_match_are_for_their_audience() {
    for (audience, page, pressed, plan_of) in [
        (
            Audience::Speaker,
            Page::Stays,
            Pressed::Neither,
            "whisper: whole, pings",
        ),
        (
            Audience::Speaker,
            Page::Turns,
            Pressed::Neither,
            "whisper: whole, pings",
        ),
        (
            Audience::Speaker,
            Page::Turns,
            Pressed::Page,
            "update: whole, pings",
        ),
        (
            Audience::Speaker,
            Page::Stays,
            Pressed::Table,
            "whisper: whole, pings",
        ),
        (
            Audience::All,
            Page::Stays,
            Pressed::Neither,
            "answer: whole, pings, tells",
        ),
    ] {
        let reply = Reply {
            audience,
            page,
            ..Reply::default()
        };
        let place = Place::new(CHANNEL);
        let trigger = Trigger::Asked(Asked {
            place: &place,
            within: None,
            pressed,
            is_mute: false,
        });
        assert_eq!(written(&plan(&reply, &trigger)), plan_of);
    }
}

#[test]
fn notices_end_by_what_became_of_the_answer() {
    let plan_of = |stage, place: &str| {
        let place = Place::new(place);
        let trigger = Trigger::Asked(Asked {
            place: &place,
            within: None,
            pressed: Pressed::Neither,
            is_mute: false,
        });
        plan(&reply(&until(stage, false)), &trigger)
    };
    let (told, last) = (plan_of("housed", THREAD), plan_of("ends", THREAD));
    let pointed = plan_of("housed", CHANNEL);
    for (plan, arrived, calls_directly, fate) in [
        (&told, Some(true), false, Fate::Told),
        (&told, Some(true), true, Fate::Unknown),
        (&told, None, false, Fate::Unknown),
        (&told, Some(false), false, Fate::Untold),
        (&last, Some(true), false, Fate::Heard),
        (&last, None, false, Fate::Unknown),
        (&pointed, Some(true), false, Fate::Untold),
        (&pointed, None, false, Fate::Untold),
        (&pointed, Some(true), true, Fate::Unknown),
    ] {
        assert_eq!(
            plan.fate(arrived, calls_directly),
            fate,
            "{plan:?} {arrived:?}"
        );
    }
}

#[test]
fn players_are_called_in_the_way_that_is_left() {
    let call = |writes, instead| {
        Some(DirectCall {
            user: 'u',
            writes,
            instead,
        })
    };
    for (how, posted, elsewhere) in [
        (Call::Nobody, None, None),
        (Call::Left(ANN, 'u'), None, None),
        (
            Call::Direct('u'),
            call(true, Some("direct-instead")),
            call(true, None),
        ),
        (
            Call::Mention('u'),
            call(false, Some("called")),
            call(true, None),
        ),
    ] {
        assert_eq!(how.directly(true), posted, "{how:?}");
        assert_eq!(how.directly(false), elsewhere, "{how:?}");
    }
}
