//! Looks for damage: reads every match, replays it by the rules, and looks whether it is listed
//! where it should be. Files are looked at in a copy, and compared with what was written to them.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    fmt,
    path::Path,
};

use super::{
    EventStore, StoreError,
    sled::{examine::ExaminedMatches, people},
};
use crate::{
    matchplay::{Event, Match, MatchId, Moment, Person, Place, Stage},
    rules::{ArmyOut, Color, Draw, Ending, Exit, Over, Verdict},
};

/// What a check has found. Written out, it is a line for each fault and finding and a last one that
/// sums up, `checked 12 matches, 340 events, 0 damaged`. If anything is damaged, the matches that
/// are whole have a line each too, `m7k3q is whole: 34 events`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What is wrong with the stores as a whole, a sentence without a stop each, that begins with
    /// the store: `matches: its file `db` is not there`.
    pub faults: Vec<String>,
    /// The matches without damage, and how many events they have.
    pub whole: Vec<(MatchId, usize)>,
    /// How many matches there are.
    pub matches: usize,
    /// How many events could be read.
    pub events: usize,
    /// What is wrong or worth a note, by match and version.
    pub findings: Vec<Finding>,
}

/// Something that a check has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// In which match.
    pub id: MatchId,
    /// At which of its records; the last one when it concerns the match as a whole.
    pub version: u64,
    /// How bad it is.
    pub weight: Weight,
    /// What it is, as a sentence without a stop.
    pub what: String,
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// The match is not as it was played.
    Damage,
    /// Today's rules would judge differently; what was recorded stays in force.
    Note,
}

impl Report {
    /// Whether nothing is damaged. There may be notes.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.faults.is_empty() && self.damaged() == 0
    }

    /// How many matches are damaged.
    #[must_use]
    pub fn damaged(&self) -> usize {
        let damages = self.findings.iter();
        let ids = damages.filter(|finding| finding.weight == Weight::Damage);
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
        )
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let weight = match self.weight {
            Weight::Damage => "damaged",
            Weight::Note => "note",
        };
        write!(
            f,
            "{} record {}: {weight}: {}",
            self.id, self.version, self.what
        )
    }
}

/// Checks the files of both stores, of matches and of people. Nothing in them is changed.
///
/// # Errors
///
/// [`StoreError::InUse`] when a process holds them; [`StoreError::Later`] when they were written by
/// a later version of this program; [`StoreError::Failed`] when there is no room for the copy that
/// is looked at.
pub fn check_files(matches: &Path, people: &Path) -> Result<Report, StoreError> {
    let examined = ExaminedMatches::open(matches)?;
    let mut report = check(&examined)?;
    let of = |store: &str, faults: &[String]| -> Vec<String> {
        faults
            .iter()
            .map(|fault| format!("{store}: {fault}"))
            .collect()
    };
    report.faults.extend(of("matches", examined.faults()));
    let (faults, _) = people::examine(people)?;
    report.faults.extend(of("people", &faults));
    Ok(report)
}

/// Checks every match of a store.
///
/// # Errors
///
/// When the store cannot say which matches there are.
pub fn check(store: &dyn EventStore) -> Result<Report, StoreError> {
    let mut report = Report::default();
    let mut lists = Lists {
        store,
        places: HashMap::new(),
        people: HashMap::new(),
        due: None,
    };
    match store.due(Moment(i64::MAX), usize::MAX) {
        Ok(due) => lists.due = Some(due.into_iter().map(|(due, id)| (id, due)).collect()),
        Err(error) => report.faults.push(format!("what is due: {error}")),
    }
    for id in store.all()? {
        report.matches += 1;
        let mut replay = Replay::new(id);
        let mut length = 0;
        match store.load(id) {
            Ok(events) => {
                length = events.len();
                report.events += events.len();
                replay.run(&events);
            }
            Err(StoreError::Damaged { version, what, .. }) => {
                replay.version = version;
                replay.damaged(what);
            }
            Err(other) => replay.damaged(other.to_string()),
        }
        if let Some(state) = replay.whole() {
            match lists.compare(&state) {
                Ok(listed) => listed.into_iter().for_each(|what| replay.damaged(what)),
                Err(error) => replay.damaged(error.to_string()),
            }
            if let Some(due) = &lists.due
                && due.get(&id).copied() != state.due()
            {
                // It happens nevertheless, as soon as somebody does something there.
                let what = String::from("what is due is not listed so");
                replay.find(Weight::Note, what);
            }
        }
        if !replay.is_damaged() {
            report.whole.push((id, length));
        }
        report.findings.append(&mut replay.findings);
    }
    Ok(report)
}

/// Where matches are listed, each list read once.
struct Lists<'a> {
    store: &'a dyn EventStore,
    places: HashMap<Place, HashSet<MatchId>>,
    people: HashMap<Person, HashSet<MatchId>>,
    /// Where the store can say.
    due: Option<HashMap<MatchId, Moment>>,
}

impl Lists<'_> {
    /// What is wrong with where the match is listed.
    fn compare(&mut self, state: &Match) -> Result<Vec<String>, StoreError> {
        let live = state.stage() != Stage::Ended;
        let mut wrong = Vec::new();
        let mut compare = |listed: bool, what: String| match (live, listed) {
            (true, false) => wrong.push(format!("it is not listed for {what}")),
            (false, true) => wrong.push(format!("it has ended and is listed for {what}")),
            (true, true) | (false, false) => {}
        };
        for place in [state.opened_at(), state.place()] {
            if !self.places.contains_key(place) {
                let ids = self.store.live_at(place)?.into_iter().collect();
                self.places.insert(place.clone(), ids);
            }
            let listed = self.places[place].contains(&state.id());
            compare(listed, format!("the place {place}"));
        }
        for (color, seat) in state.seats().iter() {
            let Some(person) = seat.person() else {
                continue;
            };
            if !self.people.contains_key(&person) {
                let ids = self.store.live_of(person)?.into_iter().collect();
                self.people.insert(person, ids);
            }
            let listed = self.people[&person].contains(&state.id());
            compare(listed, format!("the player of {color}"));
        }
        wrong.dedup();
        Ok(wrong)
    }
}

/// A match on its way through its events.
struct Replay {
    id: MatchId,
    version: u64,
    state: Option<Match>,
    /// What today's rules say must follow from the last move or concession.
    due: Due,
    findings: Vec<Finding>,
}

/// Consequences that the next events should be.
#[derive(Default)]
struct Due {
    outs: VecDeque<ArmyOut>,
    over: Option<Over>,
    /// Whoever made the move just now, with the end they could have claimed with it.
    claimable: Option<(Color, Option<Over>)>,
}

impl Due {
    fn from(verdict: Verdict) -> Due {
        Due {
            outs: verdict.outs.into(),
            over: verdict.over,
            claimable: None,
        }
    }
}

impl Replay {
    fn new(id: MatchId) -> Replay {
        Replay {
            id,
            version: 0,
            state: None,
            due: Due::default(),
            findings: Vec::new(),
        }
    }

    fn damaged(&mut self, what: String) {
        self.find(Weight::Damage, what);
    }

    fn differs(&mut self, what: &str) {
        self.find(Weight::Note, format!("differs from today's rules: {what}"));
    }

    fn find(&mut self, weight: Weight, what: String) {
        self.findings.push(Finding {
            id: self.id,
            version: self.version,
            weight,
            what,
        });
    }

    /// The match at its end, unless it is damaged.
    fn whole(&mut self) -> Option<Match> {
        if self.is_damaged() {
            return None;
        }
        self.state.take()
    }

    fn is_damaged(&self) -> bool {
        let mut weights = self.findings.iter().map(|finding| finding.weight);
        weights.any(|weight| weight == Weight::Damage)
    }

    fn run(&mut self, events: &[(Event, Moment)]) {
        for (event, at) in events {
            self.version += 1;
            let Some(mut state) = self.state.take() else {
                let first = Match::first(self.id, event, *at);
                if first.is_none() {
                    return self.damaged(String::from(
                        "it does not begin with an opening by a ruleset that is known",
                    ));
                }
                self.state = first;
                continue;
            };
            if let Err(what) = self.judge(&state, event) {
                return self.damaged(what);
            }
            state.apply(event, *at);
            self.state = Some(state);
        }
        if self.state.is_none() {
            return self.damaged(String::from("it has no records"));
        }
        self.nothing_due();
    }

    /// Compares an event with what the rules say. Whatever cannot have happened is the error.
    fn judge(&mut self, state: &Match, event: &Event) -> Result<(), String> {
        let game = state.game();
        match event {
            Event::Moved { color, mv } => {
                self.nothing_due();
                let turn = state.position().turn();
                if state.stage() != Stage::Running {
                    return Err(format!("{color} moves in a match that is not being played"));
                }
                if *color != turn {
                    return Err(format!("{color} moves and it is {turn}'s turn"));
                }
                let verdict = game.judge_move(*mv).map_err(|error| error.to_string())?;
                let claimed = game.judge_claiming_move(*mv).ok().flatten();
                self.due = Due::from(verdict);
                self.due.claimable = Some((*color, claimed.and_then(|verdict| verdict.over)));
            }
            Event::WentOut(out) => {
                if out.exit == Exit::Conceded && self.due.outs.is_empty() {
                    self.nothing_due();
                    self.due = Due::from(game.judge_concession(out.color));
                }
                if self.due.outs.pop_front().as_ref() != Some(out) {
                    let how = out.exit.word();
                    self.differs(&format!("{} would not go out so: {how}", out.color));
                }
            }
            Event::DrawClaimed { by, draw } => {
                let with_move = match self.due.claimable {
                    Some((mover, over)) if mover == *by => over.filter(|over| is_draw(over, *draw)),
                    Some(_) | None => None,
                };
                let standing = game.claimable(*by) == Some(*draw);
                if with_move.is_none() && !standing {
                    self.differs("the draw would not be due");
                }
                self.due.over = with_move.or_else(|| Some(game.draw(*draw)));
            }
            Event::Ended(over) => {
                self.no_outs_due();
                let expected = match (over.ending, self.due.over.take()) {
                    (_, Some(due)) => Some(due),
                    (Ending::Aborted, None) => Some(game.call_off()),
                    (
                        Ending::LastArmy
                        | Ending::FirstOut
                        | Ending::CapturableKing
                        | Ending::ResignedFor
                        | Ending::Draw(_),
                        None,
                    ) => None,
                };
                if expected != Some(*over) {
                    let would = expected.map_or_else(|| String::from("not end here"), ended_so);
                    self.differs(&format!("the match would {would}"));
                }
                self.due = Due::default();
            }
            Event::DrawOffered { .. }
            | Event::DrawAgreed { .. }
            | Event::DrawDeclined { .. }
            | Event::DrawWithdrawn { .. }
            | Event::ResignationOffered { .. }
            | Event::ResignationAccepted { .. }
            | Event::ResignationDeclined { .. }
            | Event::ResignationWithdrawn { .. }
            | Event::PactOffered { .. }
            | Event::PactAgreed { .. }
            | Event::PactRevoked { .. } => {
                self.nothing_due();
                if let Some((by, said)) = event.said() {
                    self.due = Due::from(game.judge_said(by, said));
                }
            }
            Event::OutOfTime { color } => {
                self.nothing_due();
                self.due = Due::from(game.judge_time(*color));
            }
            Event::Opened { .. } => return Err(String::from("it opens a second time")),
            Event::Invited { .. }
            | Event::Joined { .. }
            | Event::Left { .. }
            | Event::Closed
            | Event::Expired
            | Event::Started
            | Event::Housed { .. }
            | Event::AbortOffered { .. }
            | Event::AbortAgreed { .. }
            | Event::AbortDeclined { .. }
            | Event::AbortLapsed { .. } => self.nothing_due(),
        }
        Ok(())
    }

    /// Notes what should have followed by now and has not.
    fn nothing_due(&mut self) {
        self.no_outs_due();
        if let Some(over) = self.due.over.take() {
            let so = ended_so(over);
            self.differs(&format!("the match would {so} before this"));
        }
        self.due = Due::default();
    }

    fn no_outs_due(&mut self) {
        while let Some(out) = self.due.outs.pop_front() {
            let how = out.exit.word();
            self.differs(&format!("{} would go out before this: {how}", out.color));
        }
    }
}

fn is_draw(over: &Over, draw: Draw) -> bool {
    over.ending == Ending::Draw(draw)
}

fn ended_so(over: Over) -> String {
    let word = over.ending.word();
    match over.score() {
        Some(score) => format!("end by {word} {score}"),
        None => format!("end by {word}"),
    }
}
