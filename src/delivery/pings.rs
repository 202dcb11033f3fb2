//! Who is notified of a change.

use crate::{
    host::Change,
    matchplay::{Event, Extension, Match, Person, Seat, Stage},
    messages::Ping,
    rules::{Color, Colors, Exit, OfferAction},
    store::preferences::Concern,
};

/// Returns the people whom a change notifies, each once, for what matters most to them: those who
/// are to act, those who are asked something, and those whom a beginning or an end concerns.
pub(super) fn pings(change: &Change) -> Vec<Ping> {
    let mut pings = called(change);
    // The sort is stable: those of one concern stay in the order of the seats.
    pings.sort_by_key(|ping| ping.concern);
    let mut known: Vec<Person> = Vec::new();
    pings.retain(|ping| {
        let is_new = !known.contains(&ping.person);
        known.push(ping.person);
        is_new
    });
    pings
}

fn called(change: &Change) -> Vec<Ping> {
    // Everybody who has played is out, and has heard that.
    if change.is_of_computers_left() {
        return Vec::new();
    }
    let after = &*change.after;
    let mut called = Vec::new();
    let mut call = |concern, people: Vec<Person>| {
        called.extend(people.into_iter().map(|person| Ping { person, concern }));
    };
    let before = change.before.as_deref();
    let to_move = after.to_move();
    let is_new = to_move != before.and_then(Match::to_move);
    // Who has left the server is not there to be called.
    let is_gone = after.is_gone(after.position().turn());
    if is_new || !is_gone && change.events.iter().any(calls_mover) {
        call(Concern::Turn, to_move.into_iter().collect());
    }
    for event in &change.events {
        call(Concern::Question, asked(after, event));
        call(Concern::News, concerned(change, event));
    }
    called
}

/// Returns true if the player to move is to look at the board although the turn was theirs before.
const fn calls_mover(event: &Event) -> bool {
    matches!(
        event,
        Event::Reminded { .. }
            | Event::Resumed
            | Event::DeadlinePassed { .. }
            | Event::Extended {
                why: Extension::Granted(_),
                ..
            }
    )
}

/// Returns the people who are to answer or to act about what an event says.
fn asked(after: &Match, event: &Event) -> Vec<Person> {
    if let Event::Invited { person, .. } = event {
        let is_opener = *person == after.opener();
        return (!is_opener).then_some(*person).into_iter().collect();
    }
    if after.stage() != Stage::Running {
        return Vec::new();
    }
    let in_play = after.position().in_play();
    if let Event::DeadlinePassed { color: seat, .. }
    | Event::Freed { seat, .. }
    | Event::Gone { seat, .. } = event
    {
        return players(after, in_play.without(*seat));
    }
    let Event::Proposal {
        by,
        action: OfferAction::Offer,
        motion,
    } = event
    else {
        return Vec::new();
    };
    let mut open = after.open_proposals();
    let open = open.find(|open| open.by == *by && open.motion == *motion);
    let Some(open) = open else {
        return Vec::new();
    };
    let mut asked = players(after, after.pending(&open));
    asked.extend(motion.substitute().filter(|_| !open.substitute_agreed));
    asked
}

/// Returns the people whom an event concerns, though they need not do anything.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "most events concern nobody who is not called anyway"
)]
fn concerned(change: &Change, event: &Event) -> Vec<Person> {
    let after = &*change.after;
    match event {
        Event::Started | Event::Ended(_) if after.is_of_computers() => vec![after.opener()],
        Event::Started | Event::Ended(_) => players(after, Colors::ALL),
        // Who resigns knows.
        Event::Eliminated(out) if out.exit != Exit::Conceded => {
            players(after, Colors::NONE.with(out.color))
        }
        // An invitation that is declined.
        Event::Left { seat, .. } => {
            let before = change.before.as_ref().map(|before| before.seats()[*seat]);
            let declined = matches!(before, Some(Seat::Kept(_)));
            let opener = after.opener();
            declined.then_some(opener).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Returns true if somebody who was to be notified for this concern is still waited for in a match, or
/// would still want to know.
#[must_use]
pub fn still_concerns(state: &Match, ping: &Ping) -> bool {
    let person = ping.person;
    let is_to_move = state.to_move() == Some(person);
    match ping.concern {
        Concern::Turn => is_to_move,
        Concern::Question => {
            let army = state.color_of(person);
            let answers = state.open_proposals().any(|open| {
                let pending = state.pending(&open);
                army.is_some_and(|army| pending.contains(army))
                    || open.motion.substitute() == Some(person) && !open.substitute_agreed
            });
            let is_kept = |(_, seat): (Color, &Seat)| *seat == Seat::Kept(person);
            let window = state.clock().is_some_and(|clock| clock.window.is_some());
            answers || window || state.seats().iter().any(is_kept)
        }
        Concern::News => true,
    }
}

/// Returns the people in the seats of these armies.
fn players(state: &Match, armies: Colors) -> Vec<Person> {
    let seats = armies.iter().map(|army| state.seats()[army]);
    let seated = seats.filter_map(|seat| match seat {
        Seat::Taken(person) => Some(person),
        Seat::Open | Seat::Kept(_) | Seat::Computer(_) | Seat::Vacant | Seat::Empty => None,
    });
    seated.collect()
}
