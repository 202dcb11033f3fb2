//! Rematches: the same people and computers again, each in the next seat.

use rondel_rules::{ByColor, Color};

use super::{
    event::Event,
    id::Person,
    rejection::Rejection,
    seat::Seat,
    state::{Match, Stage},
};

/// Returns the events that open the table of a rematch, in the place where the match was opened. It
/// has the same rules and computers, and the seats rotate by one: White's player gets Gray, then
/// Black; in a duel the two swap. The asker sits down at once, the other people are invited, and
/// computers sit. If nobody else has to join, play begins.
///
/// Seats go by who held them at the end. They are reserved even for people who can no longer be
/// reached: this function cannot tell, and the table closes on its own after a day. If only
/// computers played, the person who watched them may have a rematch.
///
/// `rated` asks for a rated rematch; the rematch of a casual match is always casual.
///
/// # Errors
///
/// [`Rejection::NotAllowed`] for a match that came from a record, [`Rejection::NotAPlayer`] for a
/// person who did not play it, [`Rejection::NotOver`] while it is being played, and
/// [`Rejection::NotStarted`] for a table where play never began.
///
/// ```
/// use rondel_computer::Level;
/// use rondel_matchplay::{Event, Match, MatchId, Moment, Table, Person, Place, Rejection, open, rematch};
/// use rondel_rules::{Color, Ruleset};
///
/// let opening = Table {
///     ruleset: String::from("three-man"),
///     options: Ruleset::THREE_MAN,
///     place: Place::new("console/table"),
///     seat: Some(Color::White),
///     invited: vec![],
///     computers: Some((2, Level::USUAL)),
///     rated: false,
///     time: None,
///     private: false,
/// };
/// let events = open(&opening, Person(1)).unwrap();
/// let events = events.iter().map(|event| (event, Moment(0)));
/// let mut played = Match::fold(MatchId::numbered(7), events).unwrap();
/// assert_eq!(rematch(&played, Person(1), false), Err(Rejection::NotOver));
/// played.apply(&Event::Ended(played.game().call_off()), Moment(0));
/// assert_eq!(rematch(&played, Person(2), false), Err(Rejection::NotAPlayer));
/// let again = rematch(&played, Person(1), false).unwrap();
/// assert_eq!(again[1], Event::Joined { seat: Color::Gray, person: Person(1) });
/// assert_eq!(again.last(), Some(&Event::Started));
/// ```
pub fn rematch(state: &Match, asker: Person, rated: bool) -> Result<Vec<Event>, Rejection> {
    if state.imported().is_some() {
        return Err(Rejection::NotAllowed);
    }
    if state.stage() == Stage::Ended && state.outcome().is_none() {
        // Nobody played at a table that was closed.
        return Err(Rejection::NotStarted);
    }
    let watched = state.is_of_computers() && state.opener() == asker;
    if state.color_of(asker).is_none() && !watched {
        return Err(Rejection::NotAPlayer);
    }
    match state.stage() {
        Stage::Running => return Err(Rejection::NotOver),
        Stage::Table => return Err(Rejection::NotStarted),
        Stage::Ended => {}
    }
    let armies = state.game().ruleset().armies();
    let mut seats = ByColor::new(|_| Seat::Empty);
    for army in armies.iter() {
        let next = armies.next_after(army).unwrap_or(army);
        seats[next] = state.seats()[army];
    }
    let mut events = vec![Event::Opened {
        ruleset: state.ruleset().to_owned(),
        options: *state.game().ruleset(),
        opener: asker,
        place: state.opened_at().clone(),
        rated: rated && state.is_rated(),
        private: state.is_private(),
        time: state.time_limit(),
        imported: None,
    }];
    // Clockwise from the opener, as at every table.
    let own = |seat: Color| seats[seat].player() == Some(asker);
    let mut seat = armies.iter().find(|seat| own(*seat));
    let mut incomplete = false;
    for _ in 0..armies.len() {
        let at = seat
            .or_else(|| armies.iter().next())
            .unwrap_or(Color::White);
        seat = armies.next_after(at);
        match seats[at] {
            Seat::Taken(person) if person == asker => {
                events.push(Event::Joined { seat: at, person });
            }
            Seat::Taken(person) | Seat::Kept(person) => {
                incomplete = true;
                events.push(Event::Invited { seat: at, person });
            }
            Seat::Computer(level) => events.push(Event::Seated {
                seat: at,
                level,
                casual: false,
            }),
            Seat::Open | Seat::Vacant => incomplete = true,
            Seat::Empty => {}
        }
    }
    events.extend((!incomplete).then_some(Event::Started));
    Ok(events)
}
