//! Rows of (change, place, rights) and what is planned for them.

use std::{sync::Arc, time::Duration};

use super::{
    calls::{Calls, DirectCall, Instead},
    plan::*,
    *,
};
use crate::{
    computer::Level,
    host::{Change, Doubt, NoticeState},
    matchplay::{
        Event, Extension, Match, MatchId, Moment, Motion, NewPlayer, Person, Place, Table, open,
    },
    messages::{
        Audience, Call, Message, News, Page, Ping, Pings, Reply, Shown,
        news::{news, pings, shows_board, still_concerns, still_open},
    },
    rules::{
        Agreement, ByColor, Color, Colors, Elimination, Ending, Exit, OfferAction, Outcome, Ruleset,
    },
    store::preferences::Concern,
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
    let opening = Table {
        ruleset: String::from("three-man"),
        options: Ruleset::THREE_MAN,
        place: Place::new(CHANNEL),
        seat: Some(Color::White),
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
        Match::fold(MatchId::numbered(7), events).map(Arc::new)
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
    let board = shows_board(change).then_some(Shown::Board(Color::White));
    Reply {
        audience: Audience::All,
        state: Some(Arc::clone(&change.after)),
        news: news(change),
        pings: Pings::of(pings(change)),
        ..Reply::default().showing(board)
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
    for (change, board, expected) in [
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
        assert_eq!(shows_board(&change), board, "{:?}", change.events);
        assert_eq!(pinged(&change), expected, "{:?}", change.events);
        let begins = change.events.contains(&Event::Started);
        assert_eq!(news(&change).begins(), begins, "{:?}", change.events);
    }
}

fn until_stage(stage: &str) -> Change {
    until(stage, false)
}

/// Writes who is notified and why.
fn pinged(change: &Change) -> String {
    let pings = pings(change).into_iter().map(|ping| {
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
    assert_eq!(pinged(&asked), "ben question");
    let declined = change(false, &[invited, left.clone()], 1);
    assert_eq!(pinged(&declined), "ann news");
    let stood_up = change(false, &[joined(Color::Gray, BEN), left], 1);
    assert_eq!(pinged(&stood_up), "");
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
    for (stage, is_mute, plan_of, state) in [
        ("opens", false, "answer: page, tells", NoticeState::Heard),
        (
            "opens",
            true,
            "answer: whole, pings, tells",
            NoticeState::Delivered,
        ),
        (
            "ends",
            false,
            "answer: call, pings, tells, concludes",
            NoticeState::Heard,
        ),
        (
            "ends",
            true,
            "answer: whole, pings, tells, concludes",
            NoticeState::Heard,
        ),
    ] {
        let change = until(stage, false);
        let mut reply = reply(&change);
        reply.pings.call = Some(Call::default());
        let place = change.after.place().clone();
        let asked = Trigger::Asked(Asked {
            place: &place,
            within: None,
            pressed: Pressed::Neither,
            is_mute,
        });
        let planned = plan(&reply, &asked);
        assert_eq!(written(&planned), plan_of, "{stage} {is_mute}");
        assert_eq!(
            planned.state(Some(true), vec![], false),
            state,
            "{stage} {is_mute}"
        );
    }
}

/// Who is invited to a table that stands is called by that alone; and what calls people to a table follows
/// its seats, though the table itself is changed by the answer.
#[test]
fn an_invitation_to_a_table_that_stands_is_told_alone_and_follows_it() {
    use Pressed::{Neither, Table};
    let invited = Event::Invited {
        seat: Color::Gray,
        person: BEN,
    };
    let invites = change(false, std::slice::from_ref(&invited), 1);
    let sits = change(false, &[invited, joined(Color::Black, CY)], 1);
    for (change, calls, pressed, opens_elsewhere, is_mute, plan_of, state) in [
        (
            &invites,
            true,
            Neither,
            false,
            false,
            "answer: call, pings, tells, changes the table",
            NoticeState::Heard,
        ),
        (
            &invites,
            true,
            Neither,
            false,
            true,
            "answer: whole, pings, tells, changes the table",
            NoticeState::Heard,
        ),
        (
            &invites,
            true,
            Neither,
            true,
            false,
            "whisper: pointer, changes the table",
            NoticeState::Queued,
        ),
        (
            &sits,
            false,
            Table,
            false,
            false,
            "update: whole, pings, tells, changes the table",
            NoticeState::Heard,
        ),
    ] {
        let channel = Place::new(CHANNEL);
        let asked = Trigger::Asked(Asked {
            place: &Place::new(if opens_elsewhere { THREAD } else { CHANNEL }),
            within: opens_elsewhere.then_some(&channel),
            pressed,
            is_mute,
        });
        let mut reply = reply(change);
        reply.pings.call = calls.then(Call::default);
        if opens_elsewhere {
            reply.news = News::TableAskedFor;
        }
        let planned = plan(&reply, &asked);
        assert_eq!(written(&planned), plan_of);
        assert_eq!(planned.state(Some(true), vec![], false), state, "{plan_of}");
    }
}

/// Those who agree are counted by the message that asks, wherever they say so: nothing else is said of it,
/// unless nothing but the answer can be.
#[test]
fn an_answer_to_a_vote_is_counted_by_the_message_that_asks() {
    use Pressed::{Neither, Page as OnPage, Vote};
    let agreed = |motion| {
        let proposal = |by, action| Event::Proposal { by, action, motion };
        let events = [
            joined(Color::Gray, BEN),
            joined(Color::Black, CY),
            Event::Started,
            housed(),
            proposal(Color::Gray, OfferAction::Offer),
            proposal(Color::White, OfferAction::Accept),
        ];
        change(false, &events, 1)
    };
    let draw = Motion::Agreement(Agreement::Draw);
    for (motion, votes) in [
        (draw, true),
        (Motion::Abort, true),
        (Motion::Pause, true),
        (Motion::Takeback { to_ply: 0 }, true),
        (Motion::PutOut { seat: Color::Black }, true),
        // It stands as soon as the other one agrees.
        (Motion::Agreement(Agreement::Pact(Color::White)), false),
    ] {
        let is_vote = news(&agreed(motion)) == News::VoteCast;
        assert_eq!(is_vote, votes, "{motion:?}");
    }
    let change = agreed(draw);
    for (pressed, is_mute, plan_of) in [
        (Neither, false, "whisper: words"),
        (OnPage, false, "whisper: words"),
        (Vote, false, "update: whole, pings, tells"),
        (Neither, true, "answer: whole, pings, tells"),
    ] {
        let asked = Trigger::Asked(Asked {
            place: change.after.place(),
            within: None,
            pressed,
            is_mute,
        });
        let planned = plan(&reply(&change), &asked);
        assert_eq!(written(&planned), plan_of, "{pressed:?} {is_mute}");
    }
}

/// An answer in the thread of a match is not seen by a substitute, whom only the outbox adds.
#[test]
fn the_outbox_lets_a_substitute_into_the_thread() {
    let took_over = Event::TookOver {
        seat: Color::Gray,
        taker: NewPlayer::Person(DORA),
    };
    for private in [true, false] {
        let events = [
            joined(Color::Gray, BEN),
            joined(Color::Black, CY),
            Event::Started,
            housed(),
            took_over.clone(),
        ];
        let change = change(private, &events, 1);
        let asked = Trigger::Asked(Asked {
            place: change.after.place(),
            within: None,
            pressed: Pressed::Neither,
            is_mute: false,
        });
        let planned = plan(&reply(&change), &asked);
        let plan_of = "answer: whole, pings, tells, admits";
        assert_eq!(written(&planned), plan_of, "{private}");
        let state = planned.state(Some(true), vec![], false);
        assert_eq!(state, NoticeState::Heard, "{private}");
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
        ("opens", false, below, Neither, false, "whisper: pointer"),
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
    let doubt = NoticeState::InDoubt(Doubt::Answer);
    for (plan, arrived, calls_more, state) in [
        (&told, Some(true), false, NoticeState::Delivered),
        (&told, Some(true), true, NoticeState::Shown(vec![ANN])),
        (&told, None, false, doubt.clone()),
        (&told, Some(false), false, NoticeState::Queued),
        (&last, Some(true), false, NoticeState::Heard),
        (&last, None, false, doubt),
        (&pointed, Some(true), false, NoticeState::Queued),
        (&pointed, None, false, NoticeState::Queued),
        (&pointed, Some(true), true, NoticeState::Queued),
    ] {
        assert_eq!(
            plan.state(arrived, vec![ANN], calls_more),
            state,
            "{plan:?} {arrived:?}"
        );
    }
}

#[test]
fn players_are_called_in_the_way_that_is_left() {
    let called = |id: char| Called {
        id: Arc::from(id.to_string()),
        person: Person(id.into()),
        concern: Concern::Turn,
    };
    let all = |ids: &str| ids.chars().map(called).collect::<Vec<_>>();
    let calls = Calls {
        mentioned: all("mn"),
        direct: all("d"),
        later: all("w"),
        left: Some(called('l')),
    };
    let call = |id, writes, instead| DirectCall {
        called: called(id),
        writes,
        instead,
    };
    let (direct, late) = (Some(Instead::Undelivered), Some(Instead::Late));
    for (mentioned, expected) in [
        (
            None,
            vec![
                call('m', true, None),
                call('n', true, None),
                call('d', true, None),
            ],
        ),
        (Some("mn"), vec![call('d', true, direct)]),
        (
            Some("n"),
            vec![call('m', false, late), call('d', true, direct)],
        ),
        (Some("mnd"), vec![]),
    ] {
        let called = mentioned.map(all);
        assert_eq!(calls.directly(called.as_deref()), expected, "{mentioned:?}");
    }
    assert_eq!(Calls::default().directly(None), []);
}

#[test]
fn pings_have_gaps_in_proportion_to_the_limit_and_fast_games_have_none() {
    let of = |limit: &str, longest| {
        let gap = gap(Duration::from_secs(longest), limit.parse().ok());
        gap.as_millis()
    };
    for (limit, milliseconds) in [
        ("none", 60_000),
        ("30d", 60_000),
        ("1d", 60_000),
        ("12h", 30_000),
        ("1h", 2_500),
        ("30m", 1_250),
        ("601s", 417),
        ("10m", 0),
        ("1m", 0),
        ("10s", 0),
    ] {
        assert_eq!(of(limit, 60), milliseconds, "{limit}");
        assert_eq!(of(limit, 0), 0, "{limit}");
    }
}

/// The events with which three people begin a match.
fn begun() -> Vec<Event> {
    vec![
        joined(Color::Gray, BEN),
        joined(Color::Black, CY),
        Event::Started,
    ]
}

fn out(color: Color, exit: Exit) -> Event {
    Event::Eliminated(Elimination {
        color,
        exit,
        checkers: Colors::NONE,
        by: None,
        points: ByColor::default(),
    })
}

fn proposal(by: Color, action: OfferAction, motion: Motion) -> Event {
    Event::Proposal { by, action, motion }
}

fn move_of(color: Color, mv: &str) -> Event {
    let mv = mv.parse().unwrap();
    Event::Moved { color, mv }
}

#[test]
fn nobody_is_notified_of_what_they_did_themselves() {
    use OfferAction::{Accept, Offer};
    let (white, gray, black) = (Color::White, Color::Gray, Color::Black);
    let draw = Motion::Agreement(Agreement::Draw);
    let put_out = Motion::PutOut { seat: gray };
    let give_to = |person| Motion::Substitute {
        seat: white,
        person,
    };
    let took_over = |person| Event::TookOver {
        seat: white,
        taker: NewPlayer::Person(person),
    };
    let pause = [
        Event::Paused,
        proposal(gray, Offer, Motion::Resume),
        proposal(black, Accept, Motion::Resume),
    ];
    let resumed = |by| [proposal(by, Accept, Motion::Resume), Event::Resumed];
    for (before, events, expected) in [
        // The last to sit down is called to the place where it is played.
        (vec![], begun(), "ann turn, ben news, cy news"),
        // The end calls all but the one whose act it was.
        (
            begun(),
            vec![proposal(black, Accept, draw), ended()],
            "ann news, ben news",
        ),
        (
            begun(),
            vec![out(gray, Exit::Conceded), ended()],
            "ann news, cy news",
        ),
        (
            begun(),
            vec![move_of(white, "e2e4"), out(gray, Exit::Mate), ended()],
            "ben news, cy news",
        ),
        (
            begun(),
            vec![
                proposal(
                    black,
                    Accept,
                    Motion::Agreement(Agreement::Resignation(white)),
                ),
                out(gray, Exit::Conceded),
                ended(),
            ],
            "ann news, ben news",
        ),
        (
            begun(),
            vec![proposal(white, Offer, Motion::Abort), ended()],
            "ben news, cy news",
        ),
        // Nobody's act: time, or a manager whom the match does not know.
        (
            begun(),
            vec![
                Event::OutOfTime { color: gray },
                out(gray, Exit::Time),
                ended(),
            ],
            "ben news, ann news, cy news",
        ),
        (
            begun(),
            vec![
                proposal(white, Accept, put_out),
                Event::OutOfTime { color: gray },
                out(gray, Exit::Time),
                ended(),
            ],
            "ben news, cy news",
        ),
        (
            begun(),
            vec![
                Event::Aborted {
                    reason: String::new(),
                },
                ended(),
            ],
            "ann news, ben news, cy news",
        ),
        // Several acts that are told together end by the last of them.
        (
            begun(),
            vec![move_of(white, "e2e4"), out(gray, Exit::Conceded), ended()],
            "ann news, cy news",
        ),
        // Theirs again, after moves that are told together.
        (
            [begun(), vec![move_of(white, "e2e4")]].concat(),
            vec![
                move_of(gray, "m2m4"),
                move_of(black, "u2u4"),
                move_of(white, "d2d4"),
            ],
            "ben turn",
        ),
        // Going on calls the player to move, unless they let it go on.
        (
            [begun(), pause.to_vec()].concat(),
            resumed(white).to_vec(),
            "",
        ),
        (
            [begun(), pause.to_vec()].concat(),
            vec![Event::Resumed],
            "ann turn",
        ),
        // In a pause nobody is to move.
        (
            [begun(), pause[..1].to_vec()].concat(),
            vec![took_over(DORA)],
            "",
        ),
        // A turn is theirs even where they have just taken the seat.
        (
            [begun(), vec![proposal(white, Offer, give_to(DORA))]].concat(),
            vec![
                Event::SubstituteAnswered {
                    seat: white,
                    person: DORA,
                    agrees: true,
                },
                took_over(DORA),
            ],
            "dora turn",
        ),
    ] {
        let told = events.len();
        let change = change(false, &[before, events].concat(), told);
        assert_eq!(pinged(&change), expected, "{:?}", change.events);
    }
}

#[test]
fn an_end_to_which_computers_alone_played_on_calls_nobody() {
    let seated = |seat| Event::Seated {
        seat,
        level: Level::USUAL,
        casual: false,
    };
    let (white, gray, black) = (Color::White, Color::Gray, Color::Black);
    let table = vec![seated(gray), seated(black), Event::Started];
    let resigned = out(white, Exit::Conceded);
    for (before, events, expected) in [
        // The message in which the last person goes out is theirs.
        (table.clone(), vec![out(white, Exit::Mate)], "ann news"),
        (
            table.clone(),
            vec![out(white, Exit::Mate), ended()],
            "ann news",
        ),
        (table.clone(), vec![resigned.clone(), ended()], ""),
        (
            [table.clone(), vec![resigned]].concat(),
            vec![out(gray, Exit::Mate), ended()],
            "",
        ),
    ] {
        let told = events.len();
        let change = change(false, &[before, events].concat(), told);
        assert_eq!(pinged(&change), expected, "{:?}", change.events);
    }
}

#[test]
fn what_had_to_wait_calls_those_whom_it_still_concerns() {
    use Concern::{News, Question, Turn};
    let (white, gray) = (Color::White, Color::Gray);
    let at = |more: &[Event]| change(false, &[&begun()[..], more].concat(), 0).after;
    let table = change(false, &[], 0).after;
    let invited = Event::Invited {
        seat: gray,
        person: BEN,
    };
    let invites = change(false, std::slice::from_ref(&invited), 0).after;
    let draw = || {
        proposal(
            white,
            OfferAction::Offer,
            Motion::Agreement(Agreement::Draw),
        )
    };
    let e4 = || move_of(white, "e2e4");
    let mated = || out(gray, Exit::Mate);
    let seated = |seat| Event::Seated {
        seat,
        level: Level::USUAL,
        casual: false,
    };
    let alone = |more: &[Event]| {
        let begun = [seated(gray), seated(Color::Black), Event::Started];
        change(false, &[&begun[..], more].concat(), 0).after
    };
    let timed = || out(white, Exit::Time);
    for (then, now, person, concern, holds) in [
        (at(&[]), at(&[]), ANN, Turn, true),
        (at(&[]), at(&[e4()]), ANN, Turn, false),
        (at(&[]), at(&[Event::Paused]), ANN, Turn, false),
        (at(&[]), at(&[ended()]), ANN, Turn, false),
        (at(&[e4()]), at(&[e4()]), BEN, Turn, true),
        (at(&[draw()]), at(&[draw()]), BEN, Question, true),
        (at(&[draw()]), at(&[draw(), mated()]), BEN, Question, false),
        (at(&[draw()]), at(&[draw(), ended()]), BEN, Question, false),
        (invites.clone(), invites.clone(), BEN, Question, true),
        (invites, at(&[]), BEN, Question, false),
        // A beginning, until something tells them more.
        (at(&[]), at(&[e4()]), BEN, News, true),
        (at(&[]), at(&[mated()]), BEN, News, false),
        (at(&[]), at(&[ended()]), BEN, News, false),
        (at(&[mated()]), at(&[mated(), e4()]), BEN, News, true),
        (at(&[ended()]), at(&[ended()]), BEN, News, true),
        // An end calls its players, unless computers alone have come to it.
        (at(&[mated()]), at(&[mated(), ended()]), BEN, News, false),
        (
            alone(&[timed()]),
            alone(&[timed(), ended()]),
            ANN,
            News,
            true,
        ),
        (table.clone(), table, ANN, News, true),
    ] {
        let ping = Ping { person, concern };
        let (then_at, now_at) = (then.version(), now.version());
        assert_eq!(
            still_concerns(&then, &now, &ping),
            holds,
            "{concern:?} of {person:?}, {then_at} to {now_at}"
        );
    }
}

#[test]
fn one_call_stands_for_all_that_waited() {
    use Concern::{News, Question, Turn};
    let (white, gray) = (Color::White, Color::Gray);
    let at = |more: &[Event]| change(false, &[&begun()[..], more].concat(), 0).after;
    let table = change(false, &[], 0).after;
    let asks = || proposal(white, OfferAction::Offer, Motion::Abort);
    let e4 = || move_of(white, "e2e4");
    let passed = Event::DeadlinePassed {
        color: white,
        closes: Moment(9),
    };
    for (now, person, waited, open) in [
        (at(&[]), ANN, Turn, vec![Turn]),
        (at(&[]), BEN, News, vec![News]),
        // The player to move is told that, and not that they may.
        (at(&[e4()]), BEN, News, vec![Turn]),
        (at(&[e4()]), ANN, Turn, vec![]),
        (at(&[e4()]), ANN, News, vec![]),
        (at(&[e4(), asks()]), BEN, Turn, vec![Turn, Question]),
        (at(&[asks(), Event::Paused]), BEN, Turn, vec![Question]),
        (
            at(std::slice::from_ref(&passed)),
            BEN,
            Question,
            vec![Question],
        ),
        (at(&[passed]), ANN, Turn, vec![Turn]),
        // Nothing follows what told them that their army is out, or that it is over.
        (at(&[out(gray, Exit::Mate)]), BEN, News, vec![]),
        (at(&[asks(), out(gray, Exit::Mate)]), BEN, Question, vec![]),
        (at(&[asks(), ended()]), BEN, Question, vec![]),
        (at(&[ended()]), ANN, Turn, vec![]),
        (at(&[ended()]), BEN, News, vec![]),
        (table, ANN, News, vec![News]),
    ] {
        let version = now.version();
        let found = still_open(&now, person, waited);
        assert_eq!(found, open, "{waited:?} of {person:?} at {version}");
    }
}
