//! What happens by itself once its moment has come.

use super::{
    event::Event,
    id::Moment,
    state::{Match, Stage},
};

impl Match {
    /// When something happens by itself unless the match changes before: an open table closes a
    /// day after its last change (interfaces §3), a proposal to call the match off lapses a day
    /// after it was made, and a computer that is awaited acts at once. `None` when nothing will.
    #[must_use]
    pub fn due(&self) -> Option<Moment> {
        match self.stage() {
            Stage::Table => Some(self.changed().plus(Moment::DAY)),
            Stage::Running if self.awaits_computer().is_some() => Some(self.changed()),
            Stage::Running => self.abort_proposed().map(|offer| offer.until),
            Stage::Ended => None,
        }
    }
}

/// What has happened by itself by now; nothing before [`Match::due`], and nothing of what a
/// computer does, which must be thought about first.
///
/// ```
/// use rondel::matchplay::{Event, Match, MatchId, Moment, Opening, Person, Place, fall_due, open};
/// use rondel::rules::{Color, Ruleset};
///
/// let opening = Opening {
///     id: MatchId::numbered(7),
///     ruleset: String::from("three-man"),
///     options: Ruleset::THREE_MAN,
///     place: Place::new("console/table"),
///     seat: Color::White,
///     invited: vec![],
///     computers: None,
///     rated: true,
/// };
/// let events = open(&opening, Person(1)).unwrap();
/// let noon = Moment(1_700_000_000_000);
/// let table = Match::fold(opening.id, events.iter().map(|event| (event, noon))).unwrap();
/// assert_eq!(table.due(), Some(noon.plus(Moment::DAY)));
/// assert_eq!(fall_due(&table, noon.plus(Moment::DAY - 1)), []);
/// assert_eq!(fall_due(&table, noon.plus(Moment::DAY)), [Event::Expired]);
/// ```
#[must_use]
pub fn fall_due(state: &Match, now: Moment) -> Vec<Event> {
    if state.due().is_none_or(|due| now < due) {
        return Vec::new();
    }
    let offer = state.abort_proposed().filter(|offer| offer.until <= now);
    match (state.stage(), offer) {
        (Stage::Table, _) => vec![Event::Expired],
        (Stage::Running, Some(offer)) => vec![Event::AbortLapsed { by: offer.by }],
        (Stage::Running, None) | (Stage::Ended, _) => Vec::new(),
    }
}
