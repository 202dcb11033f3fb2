//! The check for damage: reads every match, replays it by the rules, and compares the lists with
//! it.

use std::{
    collections::{HashMap, HashSet},
    fmt,
};

use rondel_matchplay::{Event, Match, MatchId, Moment, Person, Referee, Stage};
use rondel_rules::Color;

use super::{
    Card, List, Listing, PeopleStore, ReadMatches, Shelf, StoreError, every, listing::Row,
};

/// The result of a check. Displayed, it has a line for each fault and finding and a last one that
/// sums up, `checked 12 matches, 340 events, 0 damaged`. If anything is damaged, the matches that
/// are whole have a line each too, `m7k3q is whole: 34 events`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The faults of the stores as a whole. Each is a sentence without a full stop that begins with
    /// the store: `matches: its file `db` is not there`.
    pub faults: Vec<String>,
    /// The matches without damage, with the number of their events.
    pub whole: Vec<(MatchId, usize)>,
    /// The number of matches.
    pub matches: usize,
    /// The number of events that could be read.
    pub events: usize,
    /// Damage and notes, by match and version.
    pub findings: Vec<Finding>,
}

/// Something that a check has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The match that it is about.
    pub id: MatchId,
    /// The version of the record; the last one if it concerns the match as a whole.
    pub version: u64,
    /// The severity, which decides whether the check fails.
    pub severity: Severity,
    /// The finding, as a sentence without a full stop.
    pub what: String,
}

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The match is not as it was played.
    Damage,
    /// Somebody who plays is not among the people. The match itself is as it was played.
    Unknown,
    /// Today's rules would judge differently; what was recorded stays in force.
    Note,
}

impl Report {
    /// Returns true if nothing is damaged and all players of live matches are known. There may be
    /// notes.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.faults.is_empty() && self.damaged() == 0 && self.with_unknown() == 0
    }

    /// Returns the number of damaged matches.
    #[must_use]
    pub fn damaged(&self) -> usize {
        self.count(Severity::Damage)
    }

    /// Returns the number of live matches with players who are not among the people.
    #[must_use]
    pub fn with_unknown(&self) -> usize {
        self.count(Severity::Unknown)
    }

    fn count(&self, severity: Severity) -> usize {
        let findings = self.findings.iter();
        let ids = findings.filter(|finding| finding.severity == severity);
        ids.map(|finding| finding.id).collect::<HashSet<_>>().len()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for fault in &self.faults {
            writeln!(f, "damaged: {fault}")?;
        }
        for finding in &self.findings {
            writeln!(f, "{finding}")?;
        }
        if !self.is_whole() {
            for (id, events) in &self.whole {
                writeln!(f, "{id} is whole: {events} events")?;
            }
        }
        let (matches, events) = (self.matches, self.events);
        let damaged = self.damaged();
        write!(
            f,
            "checked {matches} matches, {events} events, {damaged} damaged"
        )?;
        match self.with_unknown() {
            0 => Ok(()),
            unknown => write!(f, ", {unknown} with unknown people"),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Damage => "damaged",
            Severity::Unknown => "unknown",
            Severity::Note => "note",
        };
        write!(
            f,
            "{} record {}: {severity}: {}",
            self.id, self.version, self.what
        )
    }
}

/// Checks every match of a store, and that its people are all who play in live ones, if they are given.
///
/// # Errors
///
/// When the store cannot say which matches or people there are.
pub async fn check(
    store: &dyn ReadMatches,
    people: Option<&dyn PeopleStore>,
) -> Result<Report, StoreError> {
    let ids = every(|after, most| store.all(after, most)).await?;
    let known = match people {
        Some(people) => {
            let page = |after: Option<(Person, Card)>, most| {
                people.everybody(after.map(|(person, _)| person), most)
            };
            let cards = every(page).await?;
            Some(cards.into_iter().map(|(person, _)| person).collect())
        }
        None => None,
    };
    Ok(check_all(store, &ids, known.as_ref()).await)
}

/// Checks these matches, and that these people are all who play in live ones.
pub(super) async fn check_all<'a>(
    store: &dyn ReadMatches,
    ids: impl IntoIterator<Item = &'a MatchId>,
    people: Option<&HashSet<Person>>,
) -> Report {
    let mut report = Report::default();
    let (mut lists, faults) = Lists::of(store).await;
    report.faults = faults;
    for id in ids {
        let (course, events) = lists.look(*id, people).await;
        report.matches += 1;
        report.events += events.len();
        if !course.is_damaged() {
            report.whole.push((*id, events.len()));
        }
        report.findings.extend(course.findings);
    }
    report
}

/// Returns all events of a match, if it is whole.
///
/// # Errors
///
/// [`StoreError::Damaged`] when a check would say so.
pub(super) async fn whole(
    store: &dyn ReadMatches,
    id: MatchId,
) -> Result<Vec<(Event, Moment)>, StoreError> {
    let (mut lists, _) = Lists::of(store).await;
    let (course, events) = lists.look(id, None).await;
    let mut damages = course.findings.into_iter();
    match damages.find(|finding| finding.severity == Severity::Damage) {
        Some(Finding { version, what, .. }) => Err(StoreError::Damaged { id, version, what }),
        None => Ok(events),
    }
}

/// Returns the armies of a live match whose players are not among these people. A player who is out
/// may have been forgotten since, and nobody waits for one who has left.
fn unknown(state: &Match, people: &HashSet<Person>) -> Vec<Color> {
    let plays = |army| match state.stage() {
        Stage::Table => true,
        Stage::Running => state.position().in_play().contains(army) && !state.is_gone(army),
        Stage::Ended => false,
    };
    let seats = state.seats().iter();
    let players = seats.filter_map(|(army, seat)| Some((army, seat.person()?)));
    players
        .filter(|(army, person)| plays(*army) && !people.contains(person))
        .map(|(army, _)| army)
        .collect()
}

/// The lists of a store, each read once.
struct Lists<'a> {
    store: &'a dyn ReadMatches,
    read: HashMap<List, HashSet<MatchId>>,
    /// The deadlines; `None` if the store cannot say.
    due: Option<HashMap<MatchId, Moment>>,
    /// The matches that have ended; `None` if the store cannot say.
    ended: Option<HashSet<MatchId>>,
}

impl<'a> Lists<'a> {
    /// Reads the lists of a store, and returns them with the faults of those that cannot be read.
    async fn of(store: &'a dyn ReadMatches) -> (Lists<'a>, Vec<String>) {
        let mut faults = Vec::new();
        let mut fault = |what: &str, error: StoreError| faults.push(format!("{what}: {error}"));
        let ended = every(|after: Option<(u64, MatchId)>, most| {
            store.ended_since(after.map_or(0, |(number, _)| number), most)
        });
        let ended = ended
            .await
            .map_err(|error| fault("the order of ends", error))
            .ok();
        let due = every(|after, most| store.due(Moment(i64::MAX), after, most));
        let due = due.await.map_err(|error| fault("what is due", error)).ok();
        let lists = Lists {
            store,
            read: HashMap::new(),
            due: due.map(|due| due.into_iter().map(|(due, id)| (id, due)).collect()),
            ended: ended.map(|ended| ended.into_iter().map(|(_, id)| id).collect()),
        };
        (lists, faults)
    }

    /// Goes through a match, and returns its faults and its events, as far as they can be read.
    async fn look(
        &mut self,
        id: MatchId,
        people: Option<&HashSet<Person>>,
    ) -> (Course, Vec<(Event, Moment)>) {
        let mut course = Course {
            id,
            version: 0,
            findings: Vec::new(),
        };
        let events = match self.store.load(id).await {
            Ok(events) => events,
            Err(error) => {
                let what = if let StoreError::Damaged { version, what, .. } = error {
                    course.version = version;
                    what
                } else {
                    error.to_string()
                };
                course.find(Severity::Damage, what);
                return (course, Vec::new());
            }
        };
        let state = match course.replay(&events) {
            Ok(state) => state,
            Err(what) => {
                course.find(Severity::Damage, what);
                return (course, events);
            }
        };
        let listed = self.compare(&state).await;
        for what in listed.unwrap_or_else(|error| vec![error.to_string()]) {
            course.find(Severity::Damage, what);
        }
        if let Some(due) = &self.due
            && due.get(&id).copied() != state.due()
        {
            // It still happens, as soon as somebody does something there.
            let what = String::from("what is due is not listed so");
            course.find(Severity::Note, what);
        }
        for army in people.map_or(Vec::new(), |people| unknown(&state, people)) {
            let what = format!("the player of {army} is not among the people");
            course.find(Severity::Unknown, what);
        }
        (course, events)
    }

    /// Returns the faults in where the match is listed.
    async fn compare(&mut self, state: &Match) -> Result<Vec<String>, StoreError> {
        let live = state.stage() != Stage::Ended;
        let places = [state.opened_at(), state.place()];
        let at = places.map(|place| (List::At(place.clone()), format!("the place {place}")));
        let seated = state.seats().iter().filter_map(|(color, seat)| {
            let list = List::Of(seat.person()?);
            Some((list, format!("the player of {color}")))
        });
        // The opener of a match of computers alone finds it as players find theirs.
        let watcher = state.is_of_computers().then(|| {
            let what = String::from("the one who watches it");
            (List::Of(state.opener()), what)
        });
        let mut wrong = Vec::new();
        for (list, what) in at.into_iter().chain(seated).chain(watcher) {
            match (live, self.holds(&list, state).await?) {
                (true, false) => wrong.push(format!("it is not listed for {what}")),
                (false, true) => wrong.push(format!("it has ended and is listed for {what}")),
                (true, true) | (false, false) => {}
            }
        }
        let rows = Listing::of(state).rows().into_iter();
        // Matches of earlier versions stand in no list of those who have left them.
        let lists = rows.filter_map(Row::list);
        let lists: HashSet<List> = lists
            .filter(|list| !matches!(list, List::Past(_)))
            .collect();
        let shelves = Shelf::ALL.into_iter();
        let shelves = shelves.flat_map(|shelf| places.map(|place| List::On(shelf, place.clone())));
        for list in lists.iter().cloned().chain(shelves) {
            if wrong.is_empty() && self.holds(&list, state).await? != lists.contains(&list) {
                wrong.push(String::from(
                    "it is not in the lists where others look for it",
                ));
            }
        }
        if let Some(ended) = &self.ended
            && ended.contains(&state.id()) == live
        {
            wrong.push(String::from(match live {
                false => "it has ended and is not in the order of ends",
                true => "it is in the order of ends and has not ended",
            }));
        }
        wrong.dedup();
        Ok(wrong)
    }

    /// Returns true if the match stands in a list.
    async fn holds(&mut self, list: &List, state: &Match) -> Result<bool, StoreError> {
        if !self.read.contains_key(list) {
            let ids = every(|after, most| self.store.listed(list, after, most)).await?;
            self.read.insert(list.clone(), ids.into_iter().collect());
        }
        Ok(self.read[list].contains(&state.id()))
    }
}

/// The findings about one match.
struct Course {
    id: MatchId,
    /// The version that is looked at.
    version: u64,
    findings: Vec<Finding>,
}

impl Course {
    fn find(&mut self, severity: Severity, what: String) {
        self.findings.push(Finding {
            id: self.id,
            version: self.version,
            severity,
            what,
        });
    }

    fn differ(&mut self, differences: Vec<String>) {
        for what in differences {
            let what = format!("differs from today's rules: {what}");
            self.find(Severity::Note, what);
        }
    }

    fn is_damaged(&self) -> bool {
        let mut severities = self.findings.iter().map(|finding| finding.severity);
        severities.any(|severity| severity == Severity::Damage)
    }

    /// Replays the match event by event, and returns it at its end, or its damage.
    fn replay(&mut self, events: &[(Event, Moment)]) -> Result<Match, String> {
        let mut referee = Referee::default();
        let ((first, at), later) = events.split_first().ok_or("it has no records")?;
        self.version = 1;
        let mut state = Match::first(self.id, first, *at)
            .ok_or("it does not begin with an opening by a ruleset that is known")?;
        for (event, at) in later {
            self.version += 1;
            let differences = referee.judge(&state, event);
            self.differ(differences.map_err(|impossible| impossible.to_string())?);
            state.apply(event, *at);
        }
        self.differ(referee.finish());
        Ok(state)
    }
}
