//! Plays a record again.

use super::{
    data::{MoveOrWord, Transcript},
    draft::{Draft, DraftItem, Names},
    invalid::{InvalidRecord, Reason, shown},
    naming::Naming,
    people::{Roster, recorded},
    tag::Tag,
    tags::{Header, Tags},
    word::RecordWord,
    wording::since,
};
use crate::{
    matchplay::{Event, Match, Referee},
    rules::{ByColor, Move, Outcome, read_move},
};

/// Returns the record, if all of it is what today's rules give under its options.
pub(super) fn verify(draft: Draft) -> Result<Transcript, InvalidRecord> {
    draft.tags.check_version(draft.version)?;
    let mut head = draft.tags.head()?;
    let mut playing = Playing::new(&head.record, draft.end)?;
    let mut roster = Roster::of(&head.record);
    for (line, entry) in draft.entries {
        if playing.state.outcome().is_some() {
            return Err(InvalidRecord::at(line, Reason::AfterEnd));
        }
        check_version(draft.version, line, &entry, &draft.names)?;
        let entry = named(&mut roster, line, entry, &draft.names)?;
        head.record.course.push(playing.play(line, entry)?);
    }
    let missing = playing.replay.finish();
    all_right(draft.end, missing)?;
    let outcome = playing.state.outcome();
    let outcome = outcome.ok_or_else(|| InvalidRecord::at(draft.end, Reason::BreaksOff))?;
    check_outcome(&draft.tags, &head, outcome)?;
    head.record.others = roster.into_others();
    Ok(head.record)
}

/// Refuses a word that came after this version of records.
fn check_version(
    version: u64,
    line: usize,
    entry: &DraftItem,
    names: &Names,
) -> Result<(), InvalidRecord> {
    match entry {
        DraftItem::Word(event) if since(event) > version => {
            let name = RecordWord::of(event, names).unwrap_or_default().name;
            let reason = Reason::Newer {
                what: format!("the word {name}"),
                since: since(event),
                version,
            };
            Err(InvalidRecord::at(line, reason))
        }
        DraftItem::Word(_) | DraftItem::Move { .. } => Ok(()),
    }
}

/// Returns the entry with people of the record in place of the names in the file.
fn named(
    roster: &mut Roster,
    line: usize,
    entry: DraftItem,
    names: &Names,
) -> Result<DraftItem, InvalidRecord> {
    let DraftItem::Word(event) = entry else {
        return Ok(entry);
    };
    let mut unknown = None;
    let event = recorded(&event, |named| {
        let name = names.name(named);
        roster.person(&name).unwrap_or_else(|| {
            unknown = Some(name);
            named
        })
    });
    match unknown {
        Some(name) => Err(InvalidRecord::at(line, Reason::Name(shown(&name)))),
        None => Ok(DraftItem::Word(event)),
    }
}

/// A match that is played from a file.
struct Playing {
    state: Match,
    replay: Referee,
}

impl Playing {
    fn new(record: &Transcript, end: usize) -> Result<Playing, InvalidRecord> {
        let people = ByColor::new(Transcript::first_of);
        let events = record.opening(&record.place, &people);
        let events = events.iter().map(|event| (event, record.began));
        let state = Match::fold(record.id, events);
        Ok(Playing {
            state: state.ok_or_else(|| InvalidRecord::at(end, Reason::BreaksOff))?,
            replay: Referee::default(),
        })
    }

    fn play(&mut self, line: usize, entry: DraftItem) -> Result<MoveOrWord, InvalidRecord> {
        let (number, written, plain) = match entry {
            DraftItem::Word(event) => {
                self.take_in(line, &event)?;
                return Ok(MoveOrWord::Word(event));
            }
            DraftItem::Move {
                number,
                short,
                plain,
            } => (number, short, plain),
        };
        let refuse = |reason| InvalidRecord::at(line, reason);
        let wants = self.state.ply() + 1;
        if number != wants {
            let given = number;
            return Err(refuse(Reason::Number { given, wants }));
        }
        let (color, mv) = match plain {
            Some(plain) => plain,
            None => (self.state.position().turn(), self.meant(line, &written)?),
        };
        self.take_in(line, &Event::Moved { color, mv })?;
        let played = self.state.played().last();
        let short = played
            .map(|played| played.short.clone())
            .unwrap_or_default();
        if unchecked(&short) != unchecked(&written) {
            let mv = shown(&written);
            return Err(refuse(Reason::Spelling { mv, short }));
        }
        Ok(MoveOrWord::Move { color, mv, short })
    }

    /// Returns the move of a short form.
    fn meant(&self, line: usize, written: &str) -> Result<Move, InvalidRecord> {
        read_move(self.state.position(), written).map_err(|error| {
            let (mv, why) = (shown(written), error.to_string());
            InvalidRecord::at(line, Reason::Move { mv, why })
        })
    }

    /// Takes in an event that today's rules allow and expect.
    fn take_in(&mut self, line: usize, event: &Event) -> Result<(), InvalidRecord> {
        match self.replay.judge(&self.state, event) {
            Ok(differences) => all_right(line, differences)?,
            Err(impossible) => {
                return Err(InvalidRecord::at(
                    line,
                    Reason::Judged(impossible.to_string()),
                ));
            }
        }
        self.state.apply(event, self.state.changed());
        Ok(())
    }
}

/// Returns a short form without its `+`. A wrong or missing one is ignored, since it says nothing
/// that the position does not, and it meant something else in earlier versions.
fn unchecked(short: &str) -> String {
    short.replace('+', "")
}

/// Refuses what differs from what today's rules give.
fn all_right(line: usize, differences: Vec<String>) -> Result<(), InvalidRecord> {
    match differences.into_iter().next() {
        Some(first) => Err(InvalidRecord::at(line, Reason::Judged(first))),
        None => Ok(()),
    }
}

/// Checks that the tags about the end agree with how the match ended.
fn check_outcome(tags: &Tags, head: &Header, outcome: &Outcome) -> Result<(), InvalidRecord> {
    let refuse = |tag, wants: String| {
        let reason = Reason::Outcome { tag, wants };
        Err(InvalidRecord::at(tags.line(tag), reason))
    };
    if head.ending != outcome.ending {
        return refuse(Tag::Result, outcome.ending.word().to_owned());
    }
    match (head.score, outcome.score()) {
        (Some(score), Some(line)) if score != outcome.points => refuse(Tag::Score, line),
        _ => Ok(()),
    }
}
