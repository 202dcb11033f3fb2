//! News: what a change tells everybody, whom it notifies, and whether that still concerns them later.

use crate::{
    host::Change,
    matchplay::{Event, Extension, Match, Motion, NewPlayer, Person, Seat, Stage},
    rules::{Agreement, Color, Colors, Exit, OfferAction},
    store::preferences::Concern,
};

use super::reply::{News, Ping};

/// Returns what a change tells everybody.
#[must_use]
pub fn news(change: &Change) -> News {
    let (after, events) = (&change.after, &change.events);
    let begins = events.contains(&Event::Started);
    let ends = |event: &Event| matches!(event, Event::Ended(_));
    // Who agrees to a pact waits for nobody else.
    let agrees = |event: &Event| {
        let accepts = matches!(event, Event::Proposal {
            action: OfferAction::Accept,
            motion,
            ..
        } if !matches!(motion, Motion::Agreement(Agreement::Pact(_))));
        accepts || matches!(event, Event::SubstituteAnswered { agrees: true, .. })
    };
    match &change.before {
        _ if after.outcome().is_some() && events.iter().any(ends) => News::MatchEnds,
        None if begins => News::OpenedAndBegun,
        None => News::TableOpened,
        Some(_) if begins => News::MatchBegins,
        Some(before) if after.started_at().is_none() => {
            let keeps = |state: &Match| {
                let mut seats = state.seats().iter();
                seats.any(|(_, seat)| matches!(seat, Seat::Kept(_)))
            };
            if keeps(before) || keeps(after) {
                News::InvitationChanged
            } else {
                News::TableChanged
            }
        }
        Some(_) if matches!(events.as_slice(), [Event::Reminded { .. }]) => News::Reminder,
        Some(_) if !events.is_empty() && events.iter().all(agrees) => News::VoteCast,
        Some(_) if newcomers(events).next().is_some() => News::NewcomerPlays,
        Some(_) => News::Other,
    }
}

/// Returns true if what tells of a change shows the board: it is another one, or play begins or ends, or a player
/// is reminded.
#[must_use]
pub fn shows_board(change: &Change) -> bool {
    let draws = |event: &Event| {
        matches!(
            event,
            Event::Started
                | Event::Moved { .. }
                | Event::Eliminated(_)
                | Event::TakenBack { .. }
                | Event::TookOver { .. }
                | Event::Reminded { .. }
                | Event::Ended(_)
        )
    };
    change.events.iter().any(draws) && change.after.stage() != Stage::Table
}

/// Lists the people who come to a match that has begun, by taking over a seat.
pub fn newcomers(events: &[Event]) -> impl Iterator<Item = Person> {
    events.iter().filter_map(|event| {
        let Event::TookOver {
            taker: NewPlayer::Person(person),
            ..
        } = event
        else {
            return None;
        };
        Some(*person)
    })
}

/// Returns true for a private match that has begun, of which nobody else is to see anything.
pub(crate) fn is_secret(state: &Match) -> bool {
    state.is_private() && state.started_at().is_some()
}

/// Returns the people whom a change notifies, each once, for what matters most to them: those who
/// are to act, those who are asked something, and those whom a beginning or an end concerns.
#[must_use]
pub fn pings(change: &Change) -> Vec<Ping> {
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
    // Nobody is notified of what they did themselves.
    let actor = actor(change);
    let mut called = Vec::new();
    let mut call = |concern, people: Vec<Person>| {
        called.extend(people.into_iter().map(|person| Ping { person, concern }));
    };
    let others = |people: Vec<Person>| -> Vec<Person> {
        let others = people.into_iter();
        others.filter(|person| Some(*person) != actor).collect()
    };
    let before = change.before.as_deref();
    // Whose clock stands still is called when the match goes on.
    let to_move = after.to_move().filter(|_| !after.is_paused());
    let turn = after.position().turn();
    // Where several acts are told together it may be theirs again.
    let moved = |event: &Event| matches!(event, Event::Moved { color, .. } if *color == turn);
    let is_new = to_move != before.and_then(Match::to_move) || change.events.iter().any(moved);
    // Who has left the server is not there to be called.
    let is_gone = after.is_gone(turn);
    if is_new {
        // That they are to move is not what they did, even if they took over the seat just now.
        call(Concern::Turn, to_move.into_iter().collect());
    } else if !is_gone && change.events.iter().any(calls_mover) {
        call(Concern::Turn, others(to_move.into_iter().collect()));
    }
    for event in &change.events {
        call(Concern::Question, others(asked(after, event)));
        let concerned = concerned(change, event);
        // The last to sit down has not seen the place where the match is played either.
        let begins = *event == Event::Started;
        call(
            Concern::News,
            if begins { concerned } else { others(concerned) },
        );
    }
    called
}

/// Returns the person whose act a change is, the last of them if it is several acts that are told
/// together. `None` if it happened by itself, or a computer or a manager did it.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "most events follow from others or happen by themselves"
)]
fn actor(change: &Change) -> Option<Person> {
    let after = &*change.after;
    let plays = |army: Color| after.seats()[army].person();
    let events = &change.events;
    events.iter().enumerate().rev().find_map(|(at, event)| {
        let before = at.checked_sub(1).and_then(|before| events.get(before));
        match event {
            Event::Opened { opener, .. } => Some(Some(*opener)),
            Event::CalledOff => Some(Some(after.opener())),
            Event::Joined { person, .. }
            | Event::Left { person, .. }
            | Event::SubstituteAnswered { person, .. } => Some(Some(*person)),
            Event::Moved { color, .. } => Some(plays(*color)),
            Event::Proposal { by, .. }
            | Event::DrawClaimed { by, .. }
            | Event::Extended {
                why: Extension::Granted(by),
                ..
            } => Some(plays(*by)),
            // Who resigns; who goes out since others agree to it, or together with another, has done
            // nothing.
            Event::Eliminated(out) if out.exit == Exit::Conceded => {
                let follows = matches!(before, Some(Event::Proposal { .. } | Event::Eliminated(_)));
                (!follows).then(|| plays(out.color))
            }
            Event::OutOfTime { .. }
                if !matches!(
                    before,
                    Some(Event::Proposal { .. } | Event::SubstituteAnswered { .. })
                ) =>
            {
                Some(None)
            }
            Event::Aborted { .. } => Some(None),
            _ => None,
        }
    })?
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
    asked.extend(open.pending_substitute());
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

/// Returns true if a ping of the news about a match as it stood `then` still concerns somebody as it is
/// `now`: the same turn is theirs, they still have to answer, or nothing later tells them more. What told
/// them that their army is out, or that the match is over, was the last.
#[must_use]
pub fn still_concerns(then: &Match, now: &Match, ping: &Ping) -> bool {
    let turn = |state: &Match| (state.ply(), state.turn_began(), state.to_move());
    let is_out = |state: &Match| is_out(state, ping.person);
    match ping.concern {
        Concern::Turn => {
            turn(then) == turn(now) && now.to_move() == Some(ping.person) && !now.is_paused()
        }
        Concern::Question => has_to_answer(now, ping.person),
        Concern::News if now.stage() == Stage::Ended => {
            // What computers alone have played to its end calls nobody.
            let left = now.left_to_computers();
            let is_untold = then.is_left_to_computers() || left.is_some_and(|ply| ply < now.ply());
            then.stage() == Stage::Ended || is_untold && is_out(then)
        }
        Concern::News => is_out(then) || !is_out(now),
    }
}

/// Returns what somebody is to hear of a match as it is now whose call had to wait, with the concern that
/// was to call them then: most important first, and nothing if all of that is over. One call stands for
/// everything that waited.
#[must_use]
pub fn still_open(now: &Match, person: Person, waited: Concern) -> Vec<Concern> {
    let moves = now.to_move() == Some(person) && !now.is_paused();
    let news = waited == Concern::News
        && match now.stage() {
            // An invitation that was declined.
            Stage::Table => now.seats().iter().any(|(_, seat)| *seat == Seat::Open),
            // A beginning, until they have moved themselves.
            Stage::Running => {
                let army = now.color_of(person);
                let army = army.filter(|army| now.position().in_play().contains(*army));
                army.is_some_and(|army| now.last_ply_of(army) == 0)
            }
            Stage::Ended => false,
        };
    let open = [
        (moves, Concern::Turn),
        (has_to_answer(now, person), Concern::Question),
        // Those who are to do something need not be told that they can.
        (news && !moves, Concern::News),
    ];
    let open = open.into_iter().filter(|(holds, _)| *holds);
    open.map(|(_, concern)| concern).collect()
}

/// Returns true if a match waits for an answer of somebody: they are invited, they have a say about a
/// proposal, or about a seat whose player is missing.
fn has_to_answer(state: &Match, person: Person) -> bool {
    if state.stage() == Stage::Table {
        return state.invites(person);
    }
    if state.stage() == Stage::Ended {
        return false;
    }
    let army = state.color_of(person);
    let army = army.filter(|army| state.position().in_play().contains(*army));
    let mut proposals = state.open_proposals();
    let votes = proposals.any(|open| state.awaits(&open, person));
    let mut others = state.position().in_play().iter();
    let is_missing = |one: Color| state.is_missing(one) || state.is_gone(one);
    votes || army.is_some_and(|army| others.any(|one| one != army && is_missing(one)))
}

/// Returns true if somebody has nothing left to do in a match: it is over, or their army is out.
#[must_use]
pub fn is_over_for(state: &Match, person: Person) -> bool {
    state.stage() == Stage::Ended || is_out(state, person)
}

/// Returns true if the army of somebody is out.
fn is_out(state: &Match, person: Person) -> bool {
    let army = state.color_of(person);
    army.is_some_and(|army| !state.position().in_play().contains(army))
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
