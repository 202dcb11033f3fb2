//! The document with everything kept of one person, for them (docs/RECORDS.md).

use serde::Serialize;
use serde_json::Value;

use super::tags::write_time;
use crate::{
    matchplay::{Event, Match, MatchId, Moment, Person, PlayedMove, Stage},
    rules::{Color, Outcome},
};

/// The version of the form that is written.
const VERSION: u64 = 1;

/// Everything that is kept of a person.
#[derive(Clone, Debug)]
pub struct Personal {
    /// The moment at which this was written.
    pub made: Moment,
    /// The realm in which they are known, such as `discord`.
    pub realm: String,
    /// Their id in the realm.
    pub id: String,
    /// The name by which they were last met.
    pub name: String,
    /// Their preferences as they are stored, a JSON object; `None` if they never set any.
    pub settings: Option<String>,
    /// Their ratings, one for each ruleset that they have played.
    pub ratings: Vec<PersonalRating>,
    /// The matches of theirs that have ended, counted.
    pub seen_through: SeenThrough,
    /// The things that they forced and set as a manager, and those that were forced on them.
    pub deeds: Vec<PersonalDeed>,
    /// The matches that they opened or in which they sat.
    pub matches: Vec<PersonalMatch>,
    /// Further matches, of which the document has only the id.
    pub more: Vec<MatchId>,
}

/// The rating of a person in a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PersonalRating {
    /// The name of the ruleset.
    pub ruleset: String,
    /// The rating, as it is shown.
    pub rating: u32,
    /// True while it rests on few matches.
    pub provisional: bool,
    /// The number of matches that counted.
    pub matches: u32,
    /// The number of matches won.
    pub wins: u32,
    /// The points scored, in sixths.
    pub sixths: u64,
}

/// The matches of a person that have ended, and those of them that they saw through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SeenThrough {
    /// The number of matches that began with them and have ended.
    pub started: u32,
    /// The number of those that they did not leave.
    pub finished: u32,
}

/// Something that a manager forced or set, as far as it concerns one person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonalDeed {
    /// The time of it.
    pub at: Moment,
    /// The server in which it was done.
    pub server: String,
    /// True if they did it themselves, and it was not done to them.
    pub by_them: bool,
    /// A word for it: `freed`, `aborted` or `set`.
    pub what: &'static str,
    /// The match, if it was about one.
    pub id: Option<MatchId>,
    /// The reason in the manager's words, if one was given.
    pub reason: Option<String>,
    /// The options that were set, with their values.
    pub settings: Option<Vec<(String, String)>>,
}

/// A match, as far as it concerns one person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonalMatch {
    id: MatchId,
    ruleset: String,
    place: String,
    rated: bool,
    opened_by_them: bool,
    opened: Moment,
    began: Option<Moment>,
    ended: Option<Moment>,
    seats: Vec<Color>,
    outcome: Option<Outcome>,
    moves: Option<Vec<(u32, String)>>,
}

impl PersonalMatch {
    /// Returns the part that this person has in a match with these events, from the first one on.
    /// `None` if they do not begin as a match does.
    ///
    /// ```
    /// use rondel::{
    ///     matchplay::{Event, MatchId, Moment, Person, Place},
    ///     rules::{Color, Ruleset},
    ///     transcript::PersonalMatch,
    /// };
    ///
    /// let opened = Event::Opened {
    ///     ruleset: String::from("three-man"),
    ///     options: Ruleset::THREE_MAN,
    ///     opener: Person(1),
    ///     place: Place::new("console/table"),
    ///     rated: true,
    ///     private: false,
    ///     time: None,
    ///     imported: None,
    /// };
    /// let joined = Event::Joined { seat: Color::White, person: Person(1) };
    /// let events = [(opened, Moment(0)), (joined, Moment(0))];
    /// let theirs = PersonalMatch::of(MatchId::numbered(7), &events, Person(1));
    /// assert_eq!(theirs.map(|theirs| theirs.seats().to_vec()), Some(vec![Color::White]));
    /// ```
    #[must_use]
    pub fn of(id: MatchId, events: &[(Event, Moment)], person: Person) -> Option<PersonalMatch> {
        let (mut state, later) = Match::begun(id, events)?;
        let held = |state: &Match| {
            let seats = state.seats().iter();
            let held = seats.filter(|(_, seat)| seat.player() == Some(person));
            held.map(|(color, _)| color).collect::<Vec<_>>()
        };
        let (mut began, mut ended, mut seats) = (None, None, Vec::new());
        for (event, at) in later {
            state.apply(event, *at);
            seats.extend(held(&state));
            if *event == Event::Started {
                began = Some(*at);
            }
            if state.stage() == Stage::Ended {
                ended.get_or_insert(*at);
            }
        }
        let mut known = Vec::new();
        seats.retain(|seat| {
            let new = !known.contains(seat);
            known.push(*seat);
            new
        });
        let own = |played: &&PlayedMove| {
            let then = state.tenures().iter().find(|held| {
                let until = held.to_ply.unwrap_or(u32::MAX);
                held.seat == played.color && held.from_ply < played.ply && played.ply <= until
            });
            then.is_some_and(|held| held.holder.player() == Some(person))
        };
        let moves = state.played().iter().filter(own);
        let imported = state.imported();
        let theirs = PersonalMatch {
            id,
            ruleset: state.ruleset().to_owned(),
            place: state.opened_at().as_str().to_owned(),
            rated: state.is_rated(),
            opened_by_them: state.opener() == person,
            opened: events.first()?.1,
            began: imported.map_or(began, |imported| Some(imported.began)),
            ended: imported.map_or(ended, |imported| Some(imported.ended)),
            seats,
            outcome: state.outcome().copied(),
            moves: Some(
                moves
                    .map(|played| (played.ply, played.mv.to_string()))
                    .collect(),
            ),
        };
        Some(theirs)
    }

    /// Returns the seats in which they sat, in the order in which they sat down.
    #[must_use]
    pub fn seats(&self) -> &[Color] {
        &self.seats
    }

    /// Returns the moment at which it ended or was aborted; `None` while it goes on.
    #[must_use]
    pub const fn ended(&self) -> Option<Moment> {
        self.ended
    }

    /// Leaves the moves out, if there are too many matches for all of them.
    pub fn leave_moves_out(&mut self) {
        self.moves = None;
    }
}

#[derive(Serialize)]
struct PersonalDocument<'a> {
    rondel_person: u64,
    made: String,
    realm: &'a str,
    id: &'a str,
    name: &'a str,
    settings: Option<Value>,
    ratings: &'a [PersonalRating],
    seen_through: SeenThrough,
    deeds: Vec<DeedLine<'a>>,
    matches: Vec<MatchLine<'a>>,
    more: Vec<&'a str>,
}

#[derive(Serialize)]
struct DeedLine<'a> {
    at: String,
    server: &'a str,
    by_you: bool,
    deed: &'static str,
    #[serde(rename = "match")]
    id: Option<&'a str>,
    reason: Option<&'a str>,
    settings: Option<&'a [(String, String)]>,
}

impl<'a> DeedLine<'a> {
    fn of(deed: &'a PersonalDeed) -> DeedLine<'a> {
        DeedLine {
            at: write_time(deed.at),
            server: &deed.server,
            by_you: deed.by_them,
            deed: deed.what,
            id: deed.id.as_ref().map(MatchId::as_str),
            reason: deed.reason.as_deref(),
            settings: deed.settings.as_deref(),
        }
    }
}

#[derive(Serialize)]
struct MatchLine<'a> {
    #[serde(rename = "match")]
    id: &'a str,
    ruleset: &'a str,
    place: &'a str,
    rated: bool,
    opened_by_you: bool,
    opened: String,
    began: Option<String>,
    ended: Option<String>,
    seats: Vec<&'static str>,
    result: Option<&'static str>,
    score: Option<String>,
    moves: Option<String>,
}

impl<'a> MatchLine<'a> {
    fn of(theirs: &'a PersonalMatch) -> MatchLine<'a> {
        let moves = theirs.moves.as_ref().map(|moves| {
            let moves = moves.iter().map(|(ply, mv)| format!("{ply}. {mv}"));
            moves.collect::<Vec<_>>().join(" ")
        });
        MatchLine {
            id: theirs.id.as_str(),
            ruleset: &theirs.ruleset,
            place: &theirs.place,
            rated: theirs.rated,
            opened_by_you: theirs.opened_by_them,
            opened: write_time(theirs.opened),
            began: theirs.began.map(write_time),
            ended: theirs.ended.map(write_time),
            seats: theirs.seats.iter().map(|seat| seat.word()).collect(),
            result: theirs.outcome.map(|outcome| outcome.ending.word()),
            score: theirs.outcome.and_then(|outcome| outcome.score()),
            moves,
        }
    }
}

impl Personal {
    /// Returns the document, JSON with a line for each match.
    #[must_use]
    pub fn written(&self) -> String {
        // Stored preferences are JSON; if they are not, they are left out rather than written
        // wrongly.
        let settings = self.settings.as_deref();
        let settings = settings.and_then(|text| serde_json::from_str(text).ok());
        let document = PersonalDocument {
            rondel_person: VERSION,
            made: write_time(self.made),
            realm: &self.realm,
            id: &self.id,
            name: &self.name,
            settings,
            ratings: &self.ratings,
            seen_through: self.seen_through,
            deeds: self.deeds.iter().map(DeedLine::of).collect(),
            matches: self.matches.iter().map(MatchLine::of).collect(),
            more: self.more.iter().map(MatchId::as_str).collect(),
        };
        // Nothing in these shapes can fail to be written.
        let mut written = serde_json::to_string_pretty(&document).unwrap_or_default();
        written.push('\n');
        written
    }
}
