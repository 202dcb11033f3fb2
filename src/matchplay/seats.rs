//! Actions on a seat whose player is missing.

use rondel_computer::Level;
use rondel_rules::{Color, OfferAction};

use super::{
    command::{Actor, SeatAction, army_in_play},
    due::{and_what_is_carried, open_window},
    event::{Event, Extension},
    id::{Moment, Person},
    proposal::{Matter, Motion},
    rejection::Rejection,
    seat::Seat,
    state::{Match, Stage},
    time::TimeLimit,
    voting::{put, standing, substitute_answers},
};

/// Decides `/seat`, except for freeing a seat.
pub(super) fn about_a_seat(
    state: &Match,
    actor: Actor,
    action: SeatAction,
    seat: Option<Color>,
    now: Moment,
) -> Result<Vec<Event>, Rejection> {
    if let (Actor::Person(person), Some(agrees)) = (actor, answer(action))
        && let Some(answered) = substitute_answers(state, person, agrees, now)
    {
        return answered;
    }
    let by = army_in_play(state, actor)?;
    let seat = seat.unwrap_or_else(|| meant(state, by, action));
    if !state.position().in_play().contains(seat) {
        return Err(Rejection::SeatNotMissing { seat });
    }
    let missing = state.is_missing(seat);
    let proposed = standing(state, Matter::Seat(seat), now);
    match action {
        SeatAction::Grant => grant(state, by, seat, now),
        SeatAction::Accept | SeatAction::Decline => {
            let answer = if action == SeatAction::Accept {
                OfferAction::Accept
            } else {
                OfferAction::Decline
            };
            let motion = proposed.map(|proposal| proposal.motion);
            put(
                state,
                by,
                answer,
                motion.ok_or(Rejection::NothingToAccept)?,
                now,
            )
        }
        SeatAction::PutOut if seat == by || !missing => Err(Rejection::SeatNotMissing { seat }),
        SeatAction::PutOut => put(state, by, OfferAction::Offer, Motion::PutOut { seat }, now),
        SeatAction::Computer(_) | SeatAction::Substitute(_)
            if seat != by && !missing && proposed.is_none() =>
        {
            Err(Rejection::SeatNotMissing { seat })
        }
        SeatAction::Computer(level) => {
            let motion = match proposed.map(|proposal| proposal.motion) {
                Some(motion @ Motion::Computer { .. }) => motion,
                Some(_) | None => Motion::Computer { seat, level },
            };
            put(state, by, OfferAction::Offer, motion, now)
        }
        SeatAction::Substitute(Some(person)) => {
            if let Some(seat) = state.seat_of(person) {
                return Err(Rejection::AlreadySeated { seat });
            }
            let motion = Motion::Substitute { seat, person };
            put(state, by, OfferAction::Offer, motion, now)
        }
        SeatAction::Substitute(None) => match proposed {
            Some(proposal) if proposal.motion.substitute().is_some() => {
                put(state, by, OfferAction::Accept, proposal.motion, now)
            }
            Some(_) | None => Err(Rejection::WhoSubstitutes),
        },
    }
}

/// Returns the answer of a proposed substitute, if the action is one.
const fn answer(action: SeatAction) -> Option<bool> {
    match action {
        SeatAction::Accept | SeatAction::Substitute(None) => Some(true),
        SeatAction::Decline => Some(false),
        SeatAction::Grant
        | SeatAction::Substitute(Some(_))
        | SeatAction::Computer(_)
        | SeatAction::PutOut => None,
    }
}

/// Returns the seat meant if none is named: the one with an open proposal that the action answers,
/// first of all one that the asker has not agreed to; else the one whose player is missing, else the
/// asker's own. So nobody who means to agree gives away their own seat.
fn meant(state: &Match, by: Color, action: SeatAction) -> Color {
    let proposals = state.proposals().iter();
    let answered = proposals.filter(|proposal| answers(action, &proposal.motion));
    let proposed = answered.min_by_key(|proposal| proposal.agreed.contains(by));
    let proposed = proposed.and_then(|proposal| proposal.motion.seat());
    let mut in_play = state.position().in_play().iter();
    let missing = in_play.find(|army| *army != by && state.is_missing(*army));
    proposed.or(missing).unwrap_or(by)
}

/// Returns true if the action answers such a proposal when it names no seat.
fn answers(action: SeatAction, motion: &Motion) -> bool {
    match action {
        SeatAction::Accept | SeatAction::Decline => motion.seat().is_some(),
        SeatAction::Substitute(None) => motion.substitute().is_some(),
        SeatAction::Substitute(person) => motion.substitute() == person,
        SeatAction::Computer(_) => matches!(motion, Motion::Computer { .. }),
        SeatAction::PutOut => matches!(motion, Motion::PutOut { .. }),
        SeatAction::Grant => false,
    }
}

/// Checks that `by` may grant time to a seat's player: once in a turn, and only after the deadline.
pub(super) fn may_grant(state: &Match, by: Color, seat: Color) -> Result<(), Rejection> {
    if seat == by && state.is_overdue(seat) {
        return Err(Rejection::OwnTime);
    }
    if seat == by || !state.is_overdue(seat) {
        return Err(Rejection::SeatNotMissing { seat });
    }
    if state.may_be_granted(seat) {
        return Ok(());
    }
    Err(if state.seats()[seat] == Seat::Vacant {
        Rejection::SeatVacant { seat }
    } else {
        Rejection::GrantedBefore { seat }
    })
}

impl Match {
    /// Returns true if the others may grant time to this army's player, who is past the deadline:
    /// once in a turn, and only to somebody who could use it.
    #[must_use]
    pub fn may_be_granted(&self, army: Color) -> bool {
        let granted = self.clock().is_some_and(|clock| clock.granted);
        self.is_overdue(army) && self.seats()[army] != Seat::Vacant && !granted
    }
}

/// Grants the time for one more move.
fn grant(state: &Match, by: Color, seat: Color, now: Moment) -> Result<Vec<Event>, Rejection> {
    may_grant(state, by, seat)?;
    // Without a limit it is a day.
    let limit = state.time_limit().unwrap_or(TimeLimit::DAY);
    // In a pause the clock goes on from where it stands. Only a player who has left the server may have
    // some of a period left.
    let now = state.paused_since().unwrap_or(now);
    let left = limit
        .moves()
        .and_then(|_| state.left_in_turn(now))
        .unwrap_or(0);
    Ok(vec![Event::Extended {
        color: seat,
        until: now.plus(left).plus(limit.milliseconds()),
        why: Extension::Granted(by),
    }])
}

/// Takes a seat from its player, who may be anyone but a computer.
pub(super) fn free(
    state: &Match,
    seat: Option<Color>,
    reason: &str,
    now: Moment,
) -> Result<Vec<Event>, Rejection> {
    match state.stage() {
        Stage::Ended => return Err(Rejection::MatchOver),
        Stage::Table => return Err(Rejection::NotStarted),
        Stage::Running => {}
    }
    let seat = seat.unwrap_or_else(|| state.position().turn());
    let person = state.seats()[seat].player();
    let in_play = state.position().in_play().contains(seat);
    let person = person
        .filter(|_| in_play)
        .ok_or(Rejection::SeatNotMissing { seat })?;
    let reason = reason.chars().take(Event::LONGEST_REASON).collect();
    Ok(freed(state, seat, person, reason, now))
}

/// Makes a seat vacant, so that the others may act about it.
fn freed(state: &Match, seat: Color, person: Person, reason: String, now: Moment) -> Vec<Event> {
    let mut events = vec![Event::Freed {
        seat,
        person,
        reason,
    }];
    events.extend(open_window(state, seat, now));
    and_what_is_carried(state, events, now)
}

/// Seats computers in one open seat of a table, or in all of them. Play begins if that was the last.
pub(super) fn fill(
    state: &Match,
    person: Person,
    seat: Option<Color>,
    level: Level,
    may_be_rated: bool,
) -> Result<Vec<Event>, Rejection> {
    check_opener(state, person)?;
    let seats = state.seats();
    let filled = |color: Color| seats[color] == Seat::Open && seat.is_none_or(|one| one == color);
    let mut events = Vec::new();
    for seat in Color::ALL.into_iter().filter(|color| filled(*color)) {
        let casual = events.is_empty() && state.is_rated() && !may_be_rated;
        events.push(Event::Seated {
            seat,
            level,
            casual,
        });
    }
    if events.is_empty() {
        return Err(match seat {
            Some(seat) if seats[seat] == Seat::Empty => Rejection::NotInThisRuleset,
            Some(seat) => Rejection::SeatTaken { seat },
            None => Rejection::TableFull,
        });
    }
    let full = seats
        .iter()
        .all(|(color, other)| filled(color) || other.is_settled());
    events.extend(full.then_some(Event::Started));
    Ok(events)
}

/// Keeps the next open seat of a table, clockwise from its opener, for somebody.
pub(super) fn invite(
    state: &Match,
    person: Person,
    invited: Person,
) -> Result<Vec<Event>, Rejection> {
    check_opener(state, person)?;
    if let Some(seat) = state.seat_of(invited) {
        return Err(Rejection::AlreadySeated { seat });
    }
    let armies = state.game().ruleset().armies();
    let from = state.seat_of(person).unwrap_or(Color::White);
    let clockwise = std::iter::successors(Some(from), |seat| armies.next_after(*seat));
    let open = clockwise
        .take(armies.len())
        .find(|seat| state.seats()[*seat] == Seat::Open);
    Ok(vec![Event::Invited {
        seat: open.ok_or(Rejection::TableFull)?,
        person: invited,
    }])
}

/// Checks that a person may say who else sits at an open table.
fn check_opener(state: &Match, person: Person) -> Result<(), Rejection> {
    match state.stage() {
        Stage::Ended => Err(Rejection::MatchOver),
        Stage::Running => Err(Rejection::AlreadyStarted),
        Stage::Table if state.opener() != person => Err(Rejection::OpenerOnly),
        Stage::Table => Ok(()),
    }
}

/// Gives up a seat at a table, or declines a seat offered in play.
pub(super) fn leave(state: &Match, person: Person, now: Moment) -> Result<Vec<Event>, Rejection> {
    let seat = match (state.stage(), state.seat_of(person)) {
        (Stage::Ended, _) => return Err(Rejection::MatchOver),
        (Stage::Running, None) => {
            let asked = substitute_answers(state, person, false, now);
            return asked.unwrap_or(Err(Rejection::NotSeated));
        }
        (_, None) => return Err(Rejection::NotSeated),
        (Stage::Running, Some(_)) => return Err(Rejection::AlreadyStarted),
        (Stage::Table, Some(seat)) => seat,
    };
    let mut events = vec![Event::Left { seat, person }];
    let empty = state
        .seats()
        .iter()
        .all(|(color, other)| color == seat || other.player().is_none());
    if empty {
        events.push(Event::Closed);
    }
    Ok(events)
}

/// Removes a person from a match who wants to leave it for good.
pub(super) fn give_up(state: &Match, person: Person, now: Moment) -> Result<Vec<Event>, Rejection> {
    match (state.stage(), state.color_of(person)) {
        (Stage::Ended, _) => Err(Rejection::MatchOver),
        (Stage::Table, _) => leave(state, person, now),
        (Stage::Running, Some(seat)) if state.position().in_play().contains(seat) => {
            Ok(freed(state, seat, person, String::new(), now))
        }
        (Stage::Running, Some(_)) => Err(Rejection::ArmyOut),
        (Stage::Running, None) => {
            let asked = substitute_answers(state, person, false, now);
            asked.unwrap_or(Err(Rejection::NotSeated))
        }
    }
}

/// Notes that a player has left the server.
pub(super) fn note_gone(
    state: &Match,
    person: Person,
    now: Moment,
) -> Result<Vec<Event>, Rejection> {
    let seat = match (state.stage(), state.color_of(person)) {
        (Stage::Ended, _) => return Err(Rejection::MatchOver),
        (Stage::Table, _) => return Err(Rejection::NotStarted),
        (Stage::Running, None) => return Err(Rejection::NotAPlayer),
        (Stage::Running, Some(seat)) => seat,
    };
    if !state.position().in_play().contains(seat) || state.is_gone(seat) {
        return Err(Rejection::NotAllowed);
    }
    let mut events = vec![Event::Gone { seat, person }];
    events.extend(open_window(state, seat, now));
    Ok(and_what_is_carried(state, events, now))
}
