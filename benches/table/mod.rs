//! A table in a benchmark.

use std::sync::Arc;

use rondel::{
    host::{Host, NoticeState, Table},
    matchplay::{Command, Match, MatchId, Person, Place, TimeLimit},
    rules::{Color, Ruleset},
};

/// Opens a table at this place, seats these people, and returns their match, which has begun.
pub(crate) async fn seated(
    host: &Arc<Host>,
    place: &str,
    people: [Person; 3],
    time: Option<TimeLimit>,
) -> Arc<Match> {
    let table = Table {
        ruleset: String::from("three-man"),
        options: Ruleset::THREE_MAN,
        place: Place::new(place),
        seat: Some(Color::White),
        invited: Vec::new(),
        computers: None,
        rated: true,
        time,
        private: false,
    };
    let opened = host.open(&table, people[0], None).await;
    let opened = opened.expect("a table opens");
    if let Some(notice) = opened.notice {
        notice.end(NoticeState::Delivered);
    }
    let mut state = opened.change.after;
    for person in &people[1..] {
        state = done(host, state.id(), *person, &Command::Join { seat: None }).await;
    }
    state
}

/// Carries out a command that is allowed, and returns the match after it. What is to be told of it counts as
/// told.
pub(crate) async fn done(
    host: &Arc<Host>,
    id: MatchId,
    person: Person,
    command: &Command,
) -> Arc<Match> {
    let done = host.submit(id, person, command, None, None).await;
    let done = done.expect("it is allowed");
    if let Some(notice) = done.notice {
        notice.end(NoticeState::Delivered);
    }
    done.change.after
}
