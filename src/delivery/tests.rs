//! Rows of (change, place, rights) and what is planned for them.

use std::sync::Arc;

use super::*;
use crate::{
    matchplay::{Extension, MatchId, Moment, Motion, Opening, open},
    rules::{
        Agreement, ByColor, Color, Colors, Elimination, Ending, Exit, OfferAction, Outcome, Ruleset,
    },
};

const ANN: Person = Person(1);
const BEN: Person = Person(2);
const CY: Person = Person(3);
const DORA: Person = Person(4);
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
    let news = news(change);
    Reply {
        audience: Audience::All,
        state: Some(Arc::clone(&change.after)),
        seat: news.board.then_some(Color::White),
        pings: news.pings,
        is_personal: news.is_reminder,
        begins: news.begins,
        opens: news.opens,
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
        Excerpt::Page => "page",
        Excerpt::Call => "call",
        Excerpt::Words => "words",
        Excerpt::Pointer { closes: true, .. } => "closing",
        Excerpt::Pointer { closes: false, .. } => "pointer",
    };
    let mut line = format!("{}: {excerpt}", routes.join(", "));
    for (holds, said) in [
        (plan.pings, ", pings"),
        (plan.tells, ", tells"),
        (plan.concludes, ", concludes"),
        (plan.changes_table, ", changes the table"),
        (plan.admits, ", admits"),
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
    let and = |events: &[Event]| {
        let told = events.len();
        change(false, &[&running[..], events].concat(), told)
    };
    let (white, gray) = (Color::White, Color::Gray);
    let offers = |motion| Event::Proposal {
        by: gray,
        action: OfferAction::Offer,
        motion,
    };
    let out = |exit| {
        Event::Eliminated(Elimination {
            color: gray,
            exit,
            checkers: Colors::NONE,
            by: None,
            points: ByColor::default(),
        })
    };
    let (closes, until) = (Moment(9), Moment(9));
    let substitute = Motion::Substitute {
        seat: gray,
        person: DORA,
    };
    for (change, board, pings) in [
        (until_stage("opens"), false, ""),
        (change(false, &running[..1], 1), false, ""),
        (until_stage("begins"), true, "ann turn, ben news, cy news"),
        (until_stage("housed"), false, ""),
        (until_stage("ends"), true, "ann news, ben news, cy news"),
        (and(&[Event::Reminded { color: white }]), true, "ann turn"),
        (and(&[Event::Paused]), false, ""),
        (and(&[Event::Paused, Event::Resumed]), false, "ann turn"),
        // Those who must answer, and nobody else.
        (
            and(&[offers(Motion::Abort)]),
            false,
            "ann question, cy question",
        ),
        (
            and(&[offers(Motion::Agreement(Agreement::Pact(white)))]),
            false,
            "ann question",
        ),
        (
            and(&[offers(substitute)]),
            false,
            "ann question, cy question, dora question",
        ),
        // A vote that was cast.
        (
            and(&[
                offers(Motion::Abort),
                Event::Proposal {
                    by: white,
                    action: OfferAction::Accept,
                    motion: Motion::Abort,
                },
            ]),
            false,
            "cy question",
        ),
        (
            and(&[Event::DeadlinePassed {
                color: white,
                closes,
            }]),
            false,
            "ann turn, ben question, cy question",
        ),
        (
            and(&[Event::Extended {
                color: white,
                until,
                why: Extension::Granted(gray),
            }]),
            false,
            "ann turn",
        ),
        (
            and(&[Event::Gone {
                seat: gray,
                person: BEN,
            }]),
            false,
            "ann question, cy question",
        ),
        (and(&[out(Exit::Mate)]), true, "ben news"),
        (and(&[out(Exit::Conceded)]), true, ""),
    ] {
        let news = news(&change);
        assert_eq!(news.board, board, "{:?}", change.events);
        assert_eq!(pinged(&news), pings, "{:?}", change.events);
        let begins = change.events.contains(&Event::Started);
        assert_eq!(news.begins, begins, "{:?}", change.events);
    }
}

fn until_stage(stage: &str) -> Change {
    until(stage, false)
}

/// Writes who is notified and why.
fn pinged(news: &News) -> String {
    let pings = news.pings.iter().map(|ping| {
        let names = ["", "ann", "ben", "cy", "dora"];
        let name = usize::try_from(ping.person.0)
            .ok()
            .and_then(|at| names.get(at));
        format!("{} {:?}", name.unwrap_or(&"?"), ping.concern).to_lowercase()
    });
    pings.collect::<Vec<_>>().join(", ")
}

#[test]
fn an_invitation_calls_the_guest_and_its_refusal_the_opener() {
    let invited = Event::Invited {
        seat: Color::Gray,
        person: BEN,
    };
    let left = Event::Left {
        seat: Color::Gray,
        person: BEN,
    };
    let asked = change(false, std::slice::from_ref(&invited), 1);
    assert_eq!(pinged(&news(&asked)), "ben question");
    let declined = change(false, &[invited, left.clone()], 1);
    assert_eq!(pinged(&news(&declined)), "ann news");
    let stood_up = change(false, &[joined(Color::Gray, BEN), left], 1);
    assert_eq!(pinged(&news(&stood_up)), "");
}

#[test]
fn posts_go_as_near_to_the_match_as_its_privacy_lets_them() {
    for (stage, private, plan_of) in [
        ("opens", false, "opened, direct: whole, pings, tells"),
        ("opens", true, "opened, direct: whole, pings, tells"),
        (
            "begins",
            false,
            "thread, opened, direct: whole, pings, tells, changes the table",
        ),
        (
            "begins",
            true,
            "thread of 3, direct: whole, pings, tells, changes the table",
        ),
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
fn a_page_that_calls_somebody_is_told_in_two_parts() {
    for (stage, is_mute, plan_of, fate) in [
        ("opens", false, "answer: page, tells", Fate::Heard),
        ("opens", true, "answer: whole, pings, tells", Fate::Told),
        (
            "ends",
            false,
            "answer: call, pings, tells, concludes",
            Fate::Heard,
        ),
        (
            "ends",
            true,
            "answer: whole, pings, tells, concludes",
            Fate::Heard,
        ),
    ] {
        let change = until(stage, false);
        let reply = Reply {
            call: Some(Call::default()),
            ..reply(&change)
        };
        let place = change.after.place().clone();
        let asked = Trigger::Asked(Asked {
            place: &place,
            within: None,
            pressed: Pressed::Neither,
            is_mute,
        });
        let planned = plan(&reply, &asked);
        assert_eq!(written(&planned), plan_of, "{stage} {is_mute}");
        assert_eq!(planned.fate(Some(true), false), fate, "{stage} {is_mute}");
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
        (
            "begins",
            false,
            CHANNEL,
            Neither,
            false,
            "answer: words, changes the table",
        ),
        ("begins", false, CHANNEL, Table, false, "update: words"),
        (
            "begins",
            false,
            CHANNEL,
            Neither,
            true,
            "answer: whole, pings, tells, changes the table",
        ),
        (
            "begins",
            true,
            CHANNEL,
            Neither,
            true,
            "answer: words, changes the table",
        ),
        (
            "begins",
            false,
            THREAD,
            Neither,
            false,
            "whisper: pointer, changes the table",
        ),
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
            "housed",
            false,
            THREAD,
            OnPage,
            true,
            "answer: whole, pings, tells",
        ),
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
            Page::Turns,
            Pressed::Own,
            "whisper: whole, pings",
        ),
        (
            Audience::Speaker,
            Page::TurnsOwn,
            Pressed::Own,
            "update: whole, pings",
        ),
        (
            Audience::Speaker,
            Page::TurnsOwn,
            Pressed::Page,
            "update: whole, pings",
        ),
        (
            Audience::Speaker,
            Page::TurnsOwn,
            Pressed::Neither,
            "whisper: whole, pings",
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
    let calls = Calls {
        mentioned: vec!['m', 'n'],
        direct: vec!['d'],
        later: vec!['w'],
        left: Some('l'),
    };
    let call = |user, writes, instead| DirectCall {
        user,
        writes,
        instead,
    };
    let (direct, called) = (Some("direct-instead"), Some("called"));
    for (mentioned, expected) in [
        (
            None,
            vec![
                call('m', true, None),
                call('n', true, None),
                call('d', true, None),
            ],
        ),
        (Some(&['m', 'n'][..]), vec![call('d', true, direct)]),
        (
            Some(&['n']),
            vec![call('m', false, called), call('d', true, direct)],
        ),
        (Some(&['m', 'n', 'd']), vec![]),
    ] {
        assert_eq!(calls.directly(mentioned), expected, "{mentioned:?}");
    }
    assert_eq!(Calls::<char>::default().directly(None), []);
}
